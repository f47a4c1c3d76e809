// How far the long parts have come: a line on the terminal, where standard error is one, else one every five minutes.
#ifndef SCREE_CLI_HEADWAY_H
#define SCREE_CLI_HEADWAY_H

#include <stddef.h>

/// May be called as often as one likes; from the main thread alone.
void scree_headway(const char *what, size_t done, size_t all);
/// A study of several simulations, one after the other, and how much work they are in any unit: the line then also says how long
/// those to come will take, by the time of those that are finished. 0: of this study there is one alone.
void scree_headway_study(double all);
/// The next of them begins.
void scree_headway_simulation(double amount);
/// Take the line away, before anything else is printed.
void scree_headway_clear(void);

#endif
