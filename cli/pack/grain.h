// What a packing stores of a grain in addition to its body: simple sets around it and inside it, which settle most pairs.
//
// All about the centroid. The ball `outer` holds the grain, the ball `inner` is held by it. For ellipsoids there are
// two quadratic forms more; see grain.c.
#ifndef SCREE_CLI_PACK_GRAIN_H
#define SCREE_CLI_PACK_GRAIN_H

#include <stdbool.h>

#include "scree/body.h"

/// Of a shape, in its own frame.
typedef struct grain_mould {
    const scree_shape *shape;
    scree_vec3 centroid;
    double outer, inner;
    bool quadratic;       ///< an ellipsoid that the quadratic forms serve
    scree_vec3 semi_axes; ///< of such a one
} grain_mould;

/// Of a grain: 136 bytes, read by every neighbour's search.
typedef struct grain {
    scree_vec3 place; ///< of the centroid
    double inner;
    scree_sym3 core; ///< eigenvalues: 1 / (semi-axis + smallest inner radius)^2
    double outer;
    scree_sym3 spread; ///< eigenvalues: squared semi-axes
} grain;

/// Not for half spaces and 2-D shapes.
grain_mould scree_pack_grain_mould(const scree_shape *shape);

/// The body whose centroid is at `place`.
scree_body scree_pack_grain_body(const grain_mould *mould, scree_vec3 place, scree_quat orientation);

/// Its grain, as far as it is compared with others: without the core.
grain scree_pack_grain_try(const grain_mould *mould, scree_quat orientation, scree_vec3 place);
/// Its grain; no other one in the packing has an inner radius below `least_inner`.
grain scree_pack_grain_make(const grain_mould *mould, scree_quat orientation, scree_vec3 place, double least_inner);

typedef enum grain_verdict { GRAINS_APART, GRAINS_OVERLAP, GRAINS_CLOSE } grain_verdict;

/// Of a grain and one whose centroid is `d` away, of inner radius `inner`, whatever the orientation of that one: do they
/// overlap? False: undecided.
static inline bool scree_pack_grain_reaches(const grain *g, bool quadratic, scree_vec3 d, double inner)
{
    const scree_sym3 *m = &g->core;
    if (quadratic && d.x * (m->xx * d.x + 2.0 * (m->xy * d.y + m->xz * d.z)) + d.y * (m->yy * d.y + 2.0 * m->yz * d.z) +
                             d.z * d.z * m->zz <
                         1.0)
        return true;
    double balls = g->inner + inner;
    return d.x * d.x + d.y * d.y + d.z * d.z < balls * balls;
}

/// Of two grains whose centroids are `d` apart, by their balls and cores. GRAINS_APART: by more than `margin`.
/// GRAINS_CLOSE: another test must tell.
grain_verdict scree_pack_grains_screen(const grain *a, const grain *b, bool quadratic, scree_vec3 d, double margin);
/// The same of two ellipsoids, by their quadratic forms. Decides all but those that nearly touch.
grain_verdict scree_pack_grains_compare(const grain *a, const grain *b, scree_vec3 d, double margin);

/// A form that is 1 on an ellipsoid around this one swept by a ball of radius `s`.
scree_sym3 scree_pack_grain_swept(const grain *g, double s);

#endif
