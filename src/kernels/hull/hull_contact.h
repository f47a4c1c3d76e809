// What the search for two hulls has found becomes a contact.
#ifndef SCREE_KERNELS_HULL_HULL_CONTACT_H
#define SCREE_KERNELS_HULL_HULL_CONTACT_H

#include "kernels/direct.h"
#include "kernels/hull/hull_found.h"
#include "kernels/hull/hull_level.h"
#include "kernels/hull/hull_views.h"
#include "kernels/hull_warm/again.h"
#include "pair/publish.h"

static inline void name_features(const scree_hull_answer *h, bool swapped, scree_contact *x)
{
    x->feature_a = (scree_feature)either(swapped, (int)h->feature_b, (int)h->feature_a);
    x->feature_b = (scree_feature)either(swapped, (int)h->feature_a, (int)h->feature_b);
    x->index_a = either(swapped, h->index_b, h->index_a);
    x->index_b = either(swapped, h->index_a, h->index_b);
}

/// Publishes a plain answer. Branch-free as to which body is the caller's A.
static inline __attribute__((always_inline)) bool publish_pair(const scree_cores *c, const scree_hull_answer *h,
                                                               double tolerance, bool swapped, scree_contact *out)
{
    static const double signs[2] = { 1.0, -1.0 };
    const scree_answer *x = &h->found;
    scree_vec3 *points[2] = { &out->point_a, &out->point_b };
    out->patch_area = 0.0;
    scree_clear_rest(out);
    scree_publish_to(c, x, v3_lerp(x->on_a, x->on_b, 0.5), c->a->radius + c->b->radius, tolerance, points[swapped],
                     points[!swapped], out);
    name_features(h, swapped, out);
    // Turns -0 into 0: the sign means nothing and should not show.
    const scree_vec3 n = v3_scale(out->normal, signs[swapped]);
    out->normal = v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    return out->status == SCREE_OK;
}

/// The caller's bodies.
typedef struct body_pair {
    const scree_body *a, *b;
} body_pair;

/// As with a cache: see scree_measure_again(). Not inlined, to keep its copies off the stack of other pairs.
static __attribute__((noinline)) void measure_again(body_pair bodies, double tolerance, scree_contact *x)
{
    scree_measure_again(SCREE_AT_SINGLE_WIDTH(scree_warm), bodies.a, bodies.b, tolerance, x);
}

/// An answer that is not plain becomes a contact.
static inline bool finish_found(body_pair bodies, const scree_cores *c, const scree_hull_answer *h, double tolerance,
                                bool swapped, scree_contact *out)
{
    *out = (scree_contact){ .status = SCREE_OK };
    if (!finish_level(c, h, tolerance, swapped, out) &&
        (h->needs_patch || !scree_hull_finish(c, &h->found, tolerance, swapped, out)))
        return false;
    measure_again(bodies, tolerance, out);
    return true;
}

/// What a search has found becomes a contact; where the hulls meet in more than a point, or nearly so, with their patch.
static inline bool publish_found(body_pair bodies, const scree_cores *c, const scree_hull_answer *h, double tolerance,
                                 bool swapped, scree_contact *out)
{
    if (h->plain) return publish_pair(c, h, tolerance, swapped, out);
    return finish_found(bodies, c, h, tolerance, swapped, out);
}

#endif
