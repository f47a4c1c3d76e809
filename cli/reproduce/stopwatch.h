// Times of things that take nanoseconds to milliseconds, compared with each other on a machine that is busy with other
// things too: all contestants take turns, so that whatever slows the machine slows them all, and the best turn of each
// counts.
#ifndef SCREE_CLI_STOPWATCH_H
#define SCREE_CLI_STOPWATCH_H

#include <stdbool.h>

/// Seconds, from an unknown start.
double scree_stopwatch_now(void);

typedef struct contestant {
    void (*run)(void *user); ///< what is timed
    void *user;
    double best;     ///< answer: seconds for one run
    int runs_a_turn; ///< set by the race
} contestant;

/// `turns` for each, of at least `turn_time` seconds. False where it was interrupted.
bool scree_stopwatch_race(contestant *contestants, int count, int turns, double turn_time);

#endif
