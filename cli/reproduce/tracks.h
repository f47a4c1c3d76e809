// Pairs of grains in small motion, and what methods need for them: how long, how many steps, how often right.
#ifndef SCREE_CLI_TRACKS_H
#define SCREE_CLI_TRACKS_H

#include <stdint.h>

#include "scenes/grains.h"
#include "scree/method.h"

enum { TRACK_STEPS = 100 };

typedef enum track_kind { TRACK_APART, TRACK_OVERLAPPING, TRACK_KINDS } track_kind;

/// Poses that follow each other, as in time stepping, and how far the two really are apart at each.
typedef struct track {
    track_kind kind;
    scree_shape *shape_a, *shape_b;
    scree_body a, b[TRACK_STEPS + 1];
    double exact[TRACK_STEPS + 1];
} track;

/// All tracks of one combination of grains.
typedef struct tracks {
    scree_grain a, b;
    int count;
    track *track;
} tracks;

/// `count` pairs of 20 to 50 mm (in metres), half of them at a small gap and half at a small overlap, that move by
/// `step` of the smaller size and rotate by as many radians at a time. False, with the reason in `error`, where they
/// could not be made.
bool scree_tracks_open(tracks *t, scree_grain a, scree_grain b, int count, double step, uint64_t seed,
                       scree_error *error);
void scree_tracks_close(tracks *t);

/// One method over all steps but the first of one track: what is timed. Short, so that a busy machine leaves it whole.
typedef struct track_run {
    const track *on;
    const scree_method *method;
    bool warm; ///< with the caches of the step before
    scree_cache first;
    scree_paper_cache paper_first; ///< as the first step left them
} track_run;

track_run scree_track_run_make(const track *on, const char *method, bool warm);
/// For scree_stopwatch_race(): `user` is the track_run.
void scree_track_run(void *user);

/// What came of it. Right: the signed distance is the true one, to 1e-6 of the pair's size; near: to 1e-3.
enum { LINK_ITERATIONS = 8 };

typedef struct tracks_tally {
    long calls, right, near;
    long link_iterations[LINK_ITERATIONS]; ///< calls that took as many; the last: or more
} tracks_tally;

/// Adds to the tally of the track's kind.
void scree_track_run_count(const track_run *r, tracks_tally out[TRACK_KINDS]);

#endif
