// scree view: one HTML file that plays a run.
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "scree_sim/output.h"

static const char help[] =
    "usage: scree view [OPTIONS] FOLDER\n"
    "\n"
    "Writes one HTML file that plays the run in this folder in a browser: true shapes, colour by speed,\n"
    "material or number of contacts, force chains, a cut, plots of the time series. It needs nothing\n"
    "else: no network, no server. Works while the run goes on, with the frames that there are.\n"
    "\n"
    "options:\n"
    "  -o, --output FILE  the page; by default FOLDER/view.html\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  scree view heap && xdg-open heap/view.html\n"
    "\n"
    "exit status: 0  written\n"
    "             2  wrong usage, no trajectory in the folder, or scree was built without the page\n";

static int write_page(const char *folder, const char *html)
{
    text name = { 0 };
    if (html != NULL)
        scree_cli_text_words(&name, html);
    else
        scree_cli_text_printf(&name, "%s/view.html", folder);
    scree_cli_text_add(&name, "", 1);
    scree_error error = { SCREE_OK, "" };
    int status = EXIT_ANSWERED;
    if (name.failed)
        status = scree_cli_trouble(&scree_cli_view, "out of memory");
    else if (!scree_sim_view_write(folder, name.bytes, &error))
        status = scree_cli_trouble(&scree_cli_view, "%s", error.message);
    else
        printf("%s\n", name.bytes);
    scree_cli_text_free(&name);
    return status;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = { { "output", required_argument, NULL, 'o' },
                                             { "help", no_argument, NULL, 'h' },
                                             { NULL, 0, NULL, 0 } };
    const char *html = NULL;
    int letter;
    optind = 1;
    while ((letter = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        if (letter == 'h') return scree_cli_print_help(&scree_cli_view);
        if (letter != 'o') return scree_cli_bad_option(&scree_cli_view, letter, argv, options);
        html = optarg;
    }
    if (optind == argc) return scree_cli_usage(&scree_cli_view, "which run's folder?");
    if (optind + 1 < argc) return scree_cli_usage(&scree_cli_view, "one folder, not '%s' too", argv[optind + 1]);
    return write_page(argv[optind], html);
}

const command scree_cli_view = {
    .name = "view",
    .summary = "write a page that plays a run in a browser",
    .help = help,
    .run = run,
};
