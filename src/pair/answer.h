// The caller's options with their defaults, the result of a search on two cores, and how it becomes a contact. The last step of
// every answer is here: world coordinates, the radii of the rounding balls, the state, and the short answer that options with a
// margin allow.
#ifndef SCREE_PAIR_ANSWER_H
#define SCREE_PAIR_ANSWER_H

#include <float.h>

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

/// Whether the options, which may be NULL, can be used as they are.
static inline bool scree_options_are_whole(const scree_query_options *o)
{
    return o == NULL || o->size == sizeof *o;
}

/// False where the options are those of another version of the header. Otherwise `options` points to complete options:
/// the caller's, or a copy in `own`; NULL stays NULL.
static inline bool scree_options_resolve(const scree_query_options **options, scree_query_options *own)
{
    if (scree_options_are_whole(*options)) return true;
    if ((*options)->size != 0) return false;
    *own = **options;
    own->size = (uint32_t)sizeof *own;
    if (own->tolerance == 0.0) own->tolerance = -1.0;
    *options = own;
    return true;
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

// ------------------------------------------------------------------------------------------------------ the last step

/// Zeroes what follows the status, padding included, so that results can be compared as bytes.
static inline void scree_clear_rest(scree_contact *out)
{
    out->beyond = false;
    out->unused[0] = out->unused[1] = out->unused[2] = 0;
}

static inline scree_state scree_state_of(double distance, double tolerance)
{
    if (fabs(distance) <= tolerance) return SCREE_TOUCHING;
    return distance > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
}

/// See scree_publish(); `radii` is the sum of both rounding radii, the tolerance is absolute. The points are written to
/// the addresses given.
static inline __attribute__((always_inline)) void scree_publish_to(const scree_cores *c, const scree_answer *x,
                                                                   scree_vec3 point, double radii, double tolerance,
                                                                   scree_vec3 *point_a, scree_vec3 *point_b,
                                                                   scree_contact *out)
{
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(x->distance)), distance = x->distance - radii;
    // The lower end is what the published normal proves, even if another one is known to have a larger gap.
    const double along = x->distance - c->error, least = x->lower < along ? x->lower : along;
    const double low = least - radii - spread, high = x->upper - radii + spread;
    out->distance = distance;
    out->lower = low < distance ? low : distance;
    out->upper = high > distance ? high : distance;
    out->normal = v3_unit(scree_cores_world_direction(c, x->normal));
    const scree_vec3 skin_a = v3_add_scaled(x->on_a, c->a->radius, x->normal);
    const scree_vec3 at = scree_cores_world_point(c, skin_a);
    *point_a = at;
    *point_b = v3_add_scaled(at, distance, out->normal);
    // `point` is midway between the cores; midway between the surfaces is elsewhere where the radii differ.
    const scree_vec3 shifted = v3_add_scaled(point, 0.5 * (c->a->radius - c->b->radius), x->normal);
    out->point = scree_cores_world_point(c, shifted);
    out->iterations = x->iterations;
    out->state = scree_state_of(distance, tolerance);
    const double width = out->upper - out->lower, rounding = scree_narrow_width(c) + 3.0 * spread;
    out->status = width <= (tolerance > rounding ? tolerance : rounding) ? SCREE_OK : SCREE_NO_CONVERGENCE;
}

static inline void scree_publish_contact(const scree_cores *c, const scree_answer *x, scree_vec3 point, double radii,
                                         double tolerance, scree_contact *out)
{
    scree_publish_to(c, x, point, radii, tolerance, &out->point_a, &out->point_b, out);
}

/// Swaps A and B.
static inline void scree_contact_flip(scree_contact *x)
{
    scree_vec3 point = x->point_a;
    x->point_a = x->point_b;
    x->point_b = point;
    x->normal = v3_neg(x->normal);
    scree_feature feature = x->feature_a;
    x->feature_a = x->feature_b;
    x->feature_b = feature;
    int index = x->index_a;
    x->index_a = x->index_b;
    x->index_b = index;
}

/// Shortens a full answer that proves the bodies to be apart by more than the margin, so that scree_contact.beyond does
/// not depend on how the proof was found.
static inline void scree_shorten(scree_contact *x, double margin)
{
    if (!(x->lower > margin) || x->state != SCREE_SEPARATED || x->beyond) return;
    if (x->status != SCREE_OK && x->status != SCREE_NO_CONVERGENCE) return;
    x->distance = x->lower;
    x->point_a = x->point_b = x->point = (scree_vec3){ 0.0, 0.0, 0.0 };
    x->patch_area = 0.0;
    x->feature_a = x->feature_b = SCREE_FEATURE_SURFACE;
    x->index_a = x->index_b = -1;
    x->status = SCREE_OK;
    x->beyond = true;
}

// ------------------------------------------------------------------------------------------------------ two polyhedra

/// The result of a direct search on two polyhedra.
typedef struct scree_hull_answer {
    scree_answer found;
    bool plain; ///< the features below are beyond doubt, and they meet in one point: nothing is left to be settled, and
                ///< `found.at` is not filled in
    bool
        needs_patch; ///< of one that is not plain: where the hulls share no patch along the normal, the distance is only a bound
                     ///< from below, and the upper end means nothing
    scree_feature feature_a, feature_b;
    int index_a, index_b;
} scree_hull_answer;

/// Gives the caller's A and B back their places. -0 becomes 0: the sign means nothing and should not show.
static inline bool scree_hull_close(bool swapped, scree_contact *out)
{
    if (swapped) scree_contact_flip(out);
    out->normal = v3(out->normal.x + 0.0, out->normal.y + 0.0, out->normal.z + 0.0);
    out->distance += 0.0;
    return out->status == SCREE_OK;
}

/// The last step for answers that are not plain: patch and contact point. `swapped`: the cores' A is the caller's B.
bool scree_hull_finish(const scree_cores *c, const scree_answer *found, double tolerance, bool swapped,
                       scree_contact *out);

enum { SCREE_HULL_PATCH = 16 * 1024 };

#endif
