// scree methods: the library's table of methods.
#include <getopt.h>

#include "command.h"
#include "help.h"
#include "scree/method.h"

static const char *answers(const scree_method *m)
{
    if (m->separated && m->overlapping) return "all";
    return m->separated ? "separated" : "overlapping";
}

static void add_table(text *t)
{
    scree_cli_text_printf(t, "%-18s  %-16s  %-11s  %s\n", "name", "source", "answers", "pairs");
    for (int i = 0; i < scree_method_count(); ++i) {
        const scree_method *m = scree_method_at(i);
        scree_cli_text_printf(t, "%-18s  %-16s  %-11s  %s\n", m->name, m->source, answers(m), m->pairs);
        scree_cli_text_printf(t, "    %s\n", m->summary);
    }
}

static void add_pair(text *t, const char *before, const char *value)
{
    scree_cli_text_words(t, before);
    scree_cli_text_json(t, value, strlen(value));
}

static void add_json(text *t)
{
    for (int i = 0; i < scree_method_count(); ++i) {
        const scree_method *m = scree_method_at(i);
        add_pair(t, "{\"name\":", m->name);
        add_pair(t, ",\"source\":", m->source);
        add_pair(t, ",\"pairs\":", m->pairs);
        add_pair(t, ",\"summary\":", m->summary);
        scree_cli_text_printf(t, ",\"separated\":%s,\"overlapping\":%s}\n", m->separated ? "true" : "false",
                              m->overlapping ? "true" : "false");
    }
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        { "format", required_argument, NULL, 'f' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    bool json = false;
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":f:h", options, NULL);
        if (letter == -1) break;
        if (letter == 'h') return scree_cli_print_help(&scree_cli_methods);
        if (letter == '?' || letter == ':') return scree_cli_bad_option(&scree_cli_methods, letter, argv, options);
        json = strcmp(optarg, "json") == 0;
        if (!json && strcmp(optarg, "table") != 0)
            return scree_cli_usage(&scree_cli_methods, "--format: expected table or json, got '%s'", optarg);
    }
    if (optind < argc) return scree_cli_usage(&scree_cli_methods, "takes no arguments, got '%s'", argv[optind]);
    text t = { 0 };
    if (json)
        add_json(&t);
    else
        add_table(&t);
    int status = scree_cli_print(&scree_cli_methods, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

const command scree_cli_methods = {
    .name = "methods",
    .summary = "list the methods that answer a query",
    .help = scree_cli_methods_help,
    .run = run,
};
