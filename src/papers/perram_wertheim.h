// The contact function of Perram and Wertheim of two ellipsoids, in A's frame.
#ifndef SCREE_PAPERS_PERRAM_WERTHEIM_H
#define SCREE_PAPERS_PERRAM_WERTHEIM_H

#include "pair/pair.h"

/// With S_A and S_B the shape matrices, S = lambda S_B + (1 - lambda) S_A and w = S^-1 d at the maximum. The normals of
/// both ellipsoids, scaled until they touch, are along w and against it at the point (1 - lambda) S_A w.
typedef struct scree_pw {
    double value;
    double lambda, rest; ///< rest is 1 - lambda, to full digits however small
    double slope;        ///< of log(f_A / f_B) over log(lambda / rest): negative
    scree_vec3 w;        ///< 0 where the centres coincide
    scree_vec3 a_w, b_w; ///< S_A w and S_B w
    scree_vec3 point;    ///< where the scaled ellipsoids touch
    int iterations;
} scree_pw;

/// The semi-axes of an ellipsoid, or of a sphere as one.
static inline scree_vec3 scree_pw_axes(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID ? s->form->semi_axes : v3(s->radius, s->radius, s->radius);
}

/// B's semi-axis i as a unit vector in A's frame. A sphere has no axes to rotate, and so no rounding from rotating them.
static inline scree_vec3 scree_pw_axis_of_b(const scree_cores *c, int i)
{
    const scree_vec3 *r = c->rotation.row;
    if (c->b->core == SCREE_CORE_POINT) return v3(i == 0, i == 1, i == 2);
    return i == 0 ? v3(r[0].x, r[1].x, r[2].x) : i == 1 ? v3(r[0].y, r[1].y, r[2].y) : v3(r[0].z, r[1].z, r[2].z);
}

/// A point of A's frame in B's.
static inline scree_vec3 scree_pw_in_b(const scree_cores *c, scree_vec3 x)
{
    scree_vec3 y = v3_sub(x, c->shift);
    return c->b->core == SCREE_CORE_POINT ? y : m3_mul_transposed(&c->rotation, y);
}

/// Shapes must be ellipsoids or spheres; rounding is not looked at.
scree_pw scree_pw_solve(const scree_cores *c);

#endif
