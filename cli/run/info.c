// scree info: what the files of a run hold.
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "scree_sim/output.h"

static const char help[] =
    "usage: scree info [OPTIONS] FOLDER|FILE...\n"
    "\n"
    "Says what the folder of a run or of a sweep holds, or one of its files: .csv, .vtp, .pvd, .gsd,\n"
    ".h5, .pov, .png, .html.\n"
    "Checkpoints are checked whole: a changed byte is found.\n"
    "\n"
    "options:\n"
    "  -d, --digest  print one hash over the state in the checkpoint and nothing else: two runs that\n"
    "                print the same are the same, bit for bit\n"
    "  -h, --help    this text\n"
    "\n"
    "examples:\n"
    "  scree info heap\n"
    "  scree info heap/trajectory.gsd\n"
    "  [ \"$(scree info --digest a)\" = \"$(scree info --digest b)\" ] && echo the same\n"
    "\n"
    "exit status: 0  summarised\n"
    "             2  wrong usage, or a file that cannot be read or is damaged\n";

static int print_digest(const char *path)
{
    scree_sim_checkpoint checkpoint;
    scree_error error = { SCREE_OK, "" };
    if (!scree_sim_checkpoint_read(path, &checkpoint, &error))
        return scree_cli_trouble(&scree_cli_info, "%s", error.message);
    if (checkpoint.previous) fprintf(stderr, "scree info: %s; this is the checkpoint before it\n", checkpoint.warning);
    char hash[SCREE_SIM_HASH_SIZE];
    scree_sim_sha256(checkpoint.state, checkpoint.state_size, hash);
    scree_sim_checkpoint_free(&checkpoint);
    text t = { 0 };
    scree_cli_text_printf(&t, "%s\n", hash);
    const int status = scree_cli_print(&scree_cli_info, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

static int print_info(const char *path, bool named)
{
    scree_error error = { SCREE_OK, "" };
    char *words = scree_sim_info(path, &error);
    if (words == NULL) return scree_cli_trouble(&scree_cli_info, "%s", error.message);
    text t = { 0 };
    if (named) scree_cli_text_printf(&t, "%s\n", path);
    scree_cli_text_words(&t, words);
    free(words);
    const int status = scree_cli_print(&scree_cli_info, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = { { "digest", no_argument, NULL, 'd' },
                                             { "help", no_argument, NULL, 'h' },
                                             { NULL, 0, NULL, 0 } };
    bool digest = false;
    int letter, status = EXIT_ANSWERED;
    optind = 1;
    while ((letter = getopt_long(argc, argv, ":dh", options, NULL)) != -1) {
        if (letter == 'h') return scree_cli_print_help(&scree_cli_info);
        if (letter != 'd') return scree_cli_bad_option(&scree_cli_info, letter, argv, options);
        digest = true;
    }
    if (optind == argc) return scree_cli_usage(&scree_cli_info, "which file or folder?");
    const bool named = argc - optind > 1;
    for (int i = optind; i < argc && status == EXIT_ANSWERED; ++i)
        status = digest ? print_digest(argv[i]) : print_info(argv[i], named);
    return status;
}

const command scree_cli_info = {
    .name = "info",
    .summary = "say what the files of a run hold",
    .help = help,
    .run = run,
};
