#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fields.h"
#include "interrupt.h"

static const command *const commands[] = {
#ifdef SCREE_WITH_SIM
    &scree_cli_run,   &scree_cli_check,     &scree_cli_init,     &scree_cli_sweep,
    &scree_cli_view,  &scree_cli_info,      &scree_cli_validate,
#endif
    &scree_cli_query, &scree_cli_verify,    &scree_cli_shape,    &scree_cli_minkowski,
    &scree_cli_pack,  &scree_cli_reproduce, &scree_cli_methods,
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands, LARGEST_FILE = 1 << 28 };

const command *scree_cli_command_find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static void say(const command *self, const char *format, va_list arguments)
{
    fprintf(stderr, "scree%s%s: ", self != NULL ? " " : "", self != NULL ? self->name : "");
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
}

int scree_cli_trouble(const command *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(self, format, arguments);
    va_end(arguments);
    return EXIT_TROUBLE;
}

int scree_cli_usage(const command *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(self, format, arguments);
    va_end(arguments);
    fprintf(stderr, "'scree%s%s --help' says how it is used.\n", self != NULL ? " " : "",
            self != NULL ? self->name : "");
    return EXIT_TROUBLE;
}

int scree_cli_no_command(const char *name)
{
    word known[COMMAND_COUNT];
    char list[240], suggestion[SUGGESTION_SIZE];
    for (int i = 0; i < COMMAND_COUNT; ++i) known[i] = (word){ commands[i]->name, strlen(commands[i]->name) };
    scree_cli_fields_list(known, COMMAND_COUNT, ~0u, list, sizeof list);
    if (name == NULL) return scree_cli_usage(NULL, "which command? There are %s and help", list);
    scree_cli_suggest(name, strlen(name), known, COMMAND_COUNT, ~0u, suggestion);
    return scree_cli_usage(NULL, "no command '%s'%s%s", name, suggestion[0] != 0 ? suggestion : "; there are ",
                           suggestion[0] != 0 ? "" : list);
}

/// A long option that getopt_long() does not know, or an ambiguous abbreviation.
static int unknown_option(const command *self, const char *words, const struct option *known)
{
    enum { MOST = 32 };
    word names[MOST];
    int count = 0;
    const char *note;
    for (; known[count].name != NULL && count < MOST; ++count)
        names[count] = (word){ known[count].name, strlen(known[count].name) };
    const char *name = words + strspn(words, "-");
    const int meant = scree_cli_suggest_which(name, strcspn(name, "="), names, count, ~0u, &note);
    if (meant < 0) return scree_cli_usage(self, "unknown option '%s'", words);
    return scree_cli_usage(self, "unknown option '%s'; did you mean --%s?", words, names[meant].bytes);
}

int scree_cli_bad_option(const command *self, int letter, char **argv, const struct option *known)
{
    if (letter == ':') return scree_cli_usage(self, "%s: a value is missing", argv[optind - 1]);
    // A long option that is known but must not have a value sets optopt to its letter.
    if (optopt != 0 && strncmp(argv[optind - 1], "--", 2) == 0)
        return scree_cli_usage(self, "%.*s: takes no value", (int)strcspn(argv[optind - 1], "="), argv[optind - 1]);
    if (optopt != 0) return scree_cli_usage(self, "unknown option '-%c'", optopt);
    return unknown_option(self, argv[optind - 1], known);
}

bool scree_cli_write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

int scree_cli_read_all(const command *self, const char *name, text *out)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL) return scree_cli_trouble(self, "%s: %s", name, strerror(errno));
    char *room;
    size_t n = 1;
    int error = 0;
    while (n > 0 && error == 0 && !scree_cli_interrupted() && (room = scree_cli_text_room(out, 1 << 16)) != NULL) {
        n = fread(room, 1, 1 << 16, file);
        error = ferror(file) ? errno : 0; // may come with some bytes: a signal interrupted the read
        out->size += n;
        if (error == 0 && out->size > LARGEST_FILE) error = EFBIG;
    }
    if (!standard) fclose(file);
    if (scree_cli_interrupted()) return scree_cli_interrupt_status();
    if (error != 0) return scree_cli_trouble(self, "%s: %s", name, strerror(error));
    return out->failed ? scree_cli_trouble(self, "out of memory") : 0;
}

int scree_cli_print(const command *self, const text *t, int status)
{
    if (t->failed) return scree_cli_trouble(self, "out of memory");
    if (scree_cli_write_all(STDOUT_FILENO, t->bytes, t->size)) return status;
    if (errno == EPIPE) return EXIT_CLOSED_OUTPUT;
    return scree_cli_trouble(self, "standard output: %s", strerror(errno));
}

static void add_overview(text *t)
{
    scree_cli_text_words(t, "scree: granular simulation of convex grains, and their contact detection\n\n"
                            "usage: scree COMMAND [OPTIONS] [ARGUMENTS]\n\ncommands:\n");
    for (int i = 0; i < COMMAND_COUNT; ++i)
        scree_cli_text_printf(t, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    scree_cli_text_words(
        t,
        "  help      explain a command: scree help query\n\n"
        "options:\n"
        "  -h, --help     this text\n"
        "  -V, --version  the version\n\n"
        "A first question: how far are a sphere and a box apart?\n\n"
        "  echo '{\"a\": {\"shape\": \"sphere\", \"radius\": 1},\n"
        "         \"b\": {\"shape\": \"box\", \"half_extents\": [1, 1, 1], \"position\": [3, 0, 0]}}' | scree query\n");
}

int scree_cli_print_help(const command *self)
{
    text t = { 0 };
    if (self == NULL)
        add_overview(&t);
    else
        scree_cli_text_words(&t, self->help);
    int status = scree_cli_print(self, &t, EXIT_ANSWERED);
    scree_cli_text_free(&t);
    return status;
}

bool scree_cli_parse_number(const char *words, double *out)
{
    char *end;
    *out = strtod(words, &end);
    return end != words && *end == 0 && isfinite(*out);
}

bool scree_cli_parse_count(const char *words, size_t most, size_t *out)
{
    if (words[0] < '0' || words[0] > '9') return false;
    char *end;
    errno = 0;
    unsigned long long n = strtoull(words, &end, 10);
    if (errno != 0) return false;
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    if (shift > 0) ++end;
    if (*end != 0 || n > most >> shift) return false;
    *out = (size_t)n << shift;
    return true;
}
