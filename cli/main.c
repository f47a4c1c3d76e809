// scree: the command. Finds the subcommand and hands over.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "interrupt.h"
#include "scree/version.h"

static int print_version(void)
{
    text t = { 0 };
    scree_cli_text_printf(&t, "scree %s\n", scree_version());
    int status = scree_cli_print(NULL, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

/// `scree help`, `scree help NAME`
static int help(const char *name)
{
    if (name == NULL) return scree_cli_print_help(NULL);
    const command *found = scree_cli_command_find(name);
    return found != NULL ? scree_cli_print_help(found) : scree_cli_no_command(name);
}

int main(int argc, char **argv)
{
    scree_cli_interrupt_catch();
    if (argc < 2) return scree_cli_no_command(NULL);
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return help(NULL);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return print_version();
    if (strcmp(word, "help") == 0) return help(argc > 2 ? argv[2] : NULL);
    const command *found = scree_cli_command_find(word);
    if (found == NULL) return scree_cli_no_command(word);
    return found->run(argc - 1, argv + 1);
}
