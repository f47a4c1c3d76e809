// The result of a search on two cores, before radii, features and world coordinates are settled.
#ifndef SCREE_PAIR_ANSWER_H
#define SCREE_PAIR_ANSWER_H

#include "base/arena.h"
#include "pair/axis.h"
#include "scree/query.h"

/// Allowed error of the distance, relative to the pair's size, where the caller names none.
#define SCREE_DEFAULT_TOLERANCE 1e-12

/// An interval this wide, in units of the pair's error, is as narrow as rounding allows: the error on both sides, and
/// more for the search and for whether touching bodies overlap.
#define SCREE_NARROW 4.5

/// In addition, roundings of the pair's size: a proof over all normals adds them to its bound, and where A is by far the larger body,
/// whose vertices are as given, they are more than its error.
#define SCREE_PROOF_ROUNDINGS 16.0

static inline double scree_narrow_width(const scree_cores *c)
{
    return SCREE_NARROW * c->error + SCREE_PROOF_ROUNDINGS * SCREE_ROUNDING * c->size;
}

typedef struct scree_answer {
    double distance, lower, upper; ///< of the cores, signed
    scree_vec3 normal;             ///< unit, from A to B, in A's frame
    scree_vec3 on_a, on_b;         ///< points of the cores with on_b - on_a = distance * normal, up to rounding
    scree_mvertex at;              ///< where the gap along the normal is found
    int iterations;
} scree_answer;

/// The input of every search.
typedef struct scree_task {
    const scree_cores *cores;
    const scree_query_options *options;
    double tolerance; ///< absolute, resolved
    double asked;     ///< what state and status are judged by, where it is wider than the tolerance of the search
    double radii;     ///< of both rounding balls together
    scree_arena scratch;
    bool faithful; ///< a paper's method: keeps the distance and the normal that it found
} scree_task;

/// Fill the public result: radii, features, patch, contact point, state, world coordinates. False: a point is on no feature of
/// its body that the normal meets, to the tolerance of the search.
bool scree_finish(const scree_task *task, const scree_answer *answer, scree_contact *out);

/// The part of scree_finish() that every pair shares: all but features and patch. `point` is the contact point of the
/// cores, midway between them, in A's frame.
void scree_publish(const scree_task *task, const scree_answer *x, scree_vec3 point, scree_contact *out);

/// Moves each point by half of their deviation, so that on_b - on_a = distance * normal.
void scree_settle_points(const scree_cores *c, scree_answer *x);

/// Bytes of scratch for scree_finish() and scree_contact_patch().
size_t scree_finish_scratch(const scree_shape *a, const scree_shape *b);

#endif
