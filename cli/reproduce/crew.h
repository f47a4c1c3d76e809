// Work on many independent items by several threads. What becomes of an item depends on its number alone.
#ifndef SCREE_CLI_CREW_H
#define SCREE_CLI_CREW_H

#include <stdbool.h>
#include <stddef.h>

/// Does the items from `first` up to, but not including, `end`. `hand` is the number of the thread, from 0.
typedef void (*crew_work)(void *user, int hand, size_t first, size_t end);

/// Items 0 to count - 1, each once, in blocks of `block`, by `threads` threads (fewer where the system gives fewer).
/// `what` is for the line on the terminal; NULL: the work itself says how far it is. False where it was interrupted: some items are then not done.
bool scree_crew_run(int threads, size_t count, size_t block, crew_work work, void *user, const char *what);

#endif
