// The counts of the hunt, kept in a file over interrupted runs.
#ifndef SCREE_HUNT_LEDGER_H
#define SCREE_HUNT_LEDGER_H

#include <stdint.h>
#include <stdio.h>

#include "hunt/judge.h"

enum { HUNT_FAMILIES_MAX = 128 };

/// A lap is a round of every family; only whole laps are counted.
typedef struct hunt_ledger {
    uint64_t seed;
    long laps;
    double seconds;
    hunt_tally tallies[HUNT_FAMILIES_MAX]; ///< by family
} hunt_ledger;

void scree_hunt_tally_add(hunt_tally *to, const hunt_tally *from);

/// Reads `path`. False, with a sentence on stderr, where the file is there but is not a ledger of this hunt. No file is
/// an empty ledger.
bool scree_hunt_ledger_read(hunt_ledger *ledger, const char *path);
/// Written beside it first, then renamed: an interrupted write loses nothing. False with a sentence on stderr.
bool scree_hunt_ledger_write(const hunt_ledger *ledger, const char *path);

/// The table that people read, in Markdown: a row for each family, and the sums.
void scree_hunt_ledger_print(const hunt_ledger *ledger, FILE *out);

#endif
