// The last step of every answer: world coordinates, the radii of the rounding balls, the state.
#ifndef SCREE_PAIR_PUBLISH_H
#define SCREE_PAIR_PUBLISH_H

#include <float.h>

#include "pair/answer.h"

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

#endif
