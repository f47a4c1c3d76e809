#include "ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

void scree_hunt_tally_add(hunt_tally *to, const hunt_tally *from)
{
    to->rounds += from->rounds;
    to->shapes += from->shapes;
    to->pairs += from->pairs;
    to->answers += from->answers;
    to->proven += from->proven;
    to->judged += from->judged;
    to->undecided += from->undecided;
    to->no_convergence += from->no_convergence;
    to->wrong += from->wrong;
}

static int find_family(const char *name)
{
    for (int i = 0; i < scree_hunt_family_count(); ++i) {
        if (strcmp(scree_hunt_family(i)->name, name) == 0) return i;
    }
    return -1;
}

static bool read_lines(hunt_ledger *ledger, FILE *in)
{
    if (fscanf(in, "scree hunt seed %" SCNu64 " laps %ld seconds %lf\n", &ledger->seed, &ledger->laps,
               &ledger->seconds) != 3)
        return false;
    char name[64];
    hunt_tally t = { 0 };
    while (fscanf(in, "%63s %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", name, &t.rounds, &t.shapes, &t.pairs, &t.answers,
                  &t.proven, &t.judged, &t.undecided, &t.no_convergence, &t.wrong) == 10) {
        int family = find_family(name);
        if (family < 0) return false;
        ledger->tallies[family] = t;
    }
    return feof(in) != 0;
}

bool scree_hunt_ledger_read(hunt_ledger *ledger, const char *path)
{
    FILE *in = fopen(path, "r");
    if (in == NULL && errno == ENOENT) return true;
    bool good = in != NULL && read_lines(ledger, in);
    if (!good) {
        fprintf(stderr, "scree-hunt: %s: %s\n", path,
                in == NULL ? strerror(errno) : "not a ledger of this hunt; move it away to begin anew");
    }
    if (in != NULL) fclose(in);
    return good;
}

static void write_lines(const hunt_ledger *ledger, FILE *out)
{
    fprintf(out, "scree hunt seed %" PRIu64 " laps %ld seconds %.0f\n", ledger->seed, ledger->laps, ledger->seconds);
    for (int i = 0; i < scree_hunt_family_count(); ++i) {
        const hunt_tally *t = &ledger->tallies[i];
        fprintf(out, "%s %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", scree_hunt_family(i)->name, t->rounds, t->shapes,
                t->pairs, t->answers, t->proven, t->judged, t->undecided, t->no_convergence, t->wrong);
    }
}

bool scree_hunt_ledger_write(const hunt_ledger *ledger, const char *path)
{
    char temporary[4096];
    if ((size_t)snprintf(temporary, sizeof temporary, "%s.new", path) >= sizeof temporary) return false;
    FILE *out = fopen(temporary, "w");
    bool good = out != NULL;
    if (good) {
        write_lines(ledger, out);
        good = !ferror(out);
        good = fclose(out) == 0 && good;
    }
    good = good && rename(temporary, path) == 0;
    if (!good) fprintf(stderr, "scree-hunt: %s: %s\n", path, strerror(errno));
    return good;
}

static void print_row(const char *name, const hunt_tally *t, FILE *out)
{
    fprintf(out, "| %-23s | %9ld | %7ld | %5ld | %14ld | %9ld | %9ld | %9ld | %10ld |\n", name, t->pairs, t->shapes,
            t->wrong, t->no_convergence, t->undecided, t->answers, t->proven, t->judged);
}

void scree_hunt_ledger_print(const hunt_ledger *ledger, FILE *out)
{
    hunt_tally sum = { 0 };
    fputs("| family                  |     pairs |  shapes | wrong | no convergence | undecided |   answers |    "
          "proven | by another |\n"
          "| ----------------------- | --------: | ------: | ----: | -------------: | --------: | --------: | "
          "--------: | ---------: |\n",
          out);
    for (int i = 0; i < scree_hunt_family_count(); ++i) {
        if (ledger->tallies[i].rounds == 0) continue;
        print_row(scree_hunt_family(i)->name, &ledger->tallies[i], out);
        scree_hunt_tally_add(&sum, &ledger->tallies[i]);
    }
    print_row("all", &sum, out);
    fprintf(out, "\n%ld laps in %.0f s\n", ledger->laps, ledger->seconds);
}
