// The searches between a superquadric S and a polytope P: the climb to the nearest feature, and the proof of a depth.
//
// All in S's frame; every direction m is a unit normal from S to P. The gap along m is the least m . p over P minus S's
// support function.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POLYTOPE_SEARCH_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POLYTOPE_SEARCH_H

#include "pair/answer.h"
#include "pair/point_walk.h"
#include "shape/superquadric_form.h"

/// Points this close to the right ones, relative, are good enough if the distance is.
#define SCREE_SQ_CLOSE 1e-12

typedef struct scree_sq_stand {
    const scree_task *task;
    const scree_cores *c; ///< the task's
    const scree_shape *s; ///< the superquadric
    const scree_shape *p; ///< the polytope: a segment or a polyhedron
    bool first;           ///< S is A
    scree_mat3 rotation;  ///< x in S's frame = rotation (x in P's frame) + shift
    scree_vec3 shift;
    scree_vec3 per; ///< 1 / semi-axes of S
} scree_sq_stand;

/// Of the task's cores, which are a superquadric and a segment or polyhedron.
scree_sq_stand scree_sq_stand_make(const scree_task *task);

/// A point x of S with its normal m, and the point q of P nearest to x moved along m onto P's supporting plane. If
/// these two coincide, the gap along m is stationary.
typedef struct scree_sq_touch {
    scree_vec3 x, m;
    bool diagonal; ///< S's curvature at x is a diagonal matrix, `bends[0]`; else the sum of the squares of two vectors.
    scree_vec3 bends[2]; ///< Applies to vectors of the tangent plane, up to a component along m.
    double bend;         ///< the sum of S's curvatures at x, or a little more
    double gap;          ///< along m
    scree_vec3 q;
    scree_surface_point on; ///< q in P's frame, with its feature
    double off;             ///< how far q is from x + gap m
    int lowest;             ///< the vertex of P that is least along m
} scree_sq_touch;

static inline scree_vec3 scree_sq_into_s(const scree_sq_stand *v, scree_vec3 p)
{
    return v3_add(m3_mul(&v->rotation, p), v->shift);
}

static inline scree_vec3 scree_sq_into_p(const scree_sq_stand *v, scree_vec3 x)
{
    return m3_mul_transposed(&v->rotation, v3_sub(x, v->shift));
}

static inline scree_vec3 scree_sq_vertex(const scree_sq_stand *v, int i)
{
    return scree_sq_into_s(v, scree_stored_vertex(v->p, i));
}

/// The normal of a face, from S to P: inward.
static inline scree_vec3 scree_sq_into_face(const scree_sq_stand *v, int face)
{
    return v3_neg(m3_mul(&v->rotation, v->p->hull->faces[face].normal));
}

/// The rotation of S's normal on a move v along its surface, to first order and up to a component along m.
static inline scree_vec3 scree_sq_normal_change(const scree_sq_touch *t, scree_vec3 v)
{
    const scree_vec3 *b = t->bends;
    if (t->diagonal) return v3(b[0].x * v.x, b[0].y * v.y, b[0].z * v.z);
    return v3_add_scaled(v3_scale(b[0], v3_dot(b[0], v)), v3_dot(b[1], v), b[1]);
}

void scree_sq_edge_ends(const scree_sq_stand *v, int edge, int end[2]);

/// The point of P nearest to y, in P's frame, from a start; false if y is in P.
bool scree_sq_nearest(const scree_sq_stand *v, scree_vec3 y, scree_surface_point *p);

/// Inline, which the library's fmax() need not be; if the first argument is NaN, they return the second.
static inline double scree_sq_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double scree_sq_smaller(double a, double b)
{
    return a < b ? a : b;
}

/// v3_unit() for lengths that are neither 0 nor out of range when squared.
static inline scree_vec3 scree_sq_unit(scree_vec3 v)
{
    return v3_scale(v, 1.0 / v3_norm(v));
}

/// Point, normal and curvature of a touch, for a point x near S's surface, which is moved onto it along a ray.
void scree_sq_put(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *out);

/// Newton's step from a touch to the feature that its q is on.
scree_vec3 scree_sq_touch_step(const scree_sq_stand *v, const scree_sq_touch *t);

/// The touch at a point x of S's surface; `near` in `out->on` and `out->lowest` are hints for the search.
void scree_sq_touch_at(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *out);

/// Full steps without checks, from a point x of S and the point of P in `t->on`: quicker than the climb, if it works.
/// True if `t` is at a local maximum of the gap.
bool scree_sq_unguarded_newton(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *t, int *steps);

/// Climbs to a local maximum of the gap, from `t`, which scree_sq_touch_at() made; at most `limit` steps, added to
/// `steps`. True if it converged to rounding.
bool scree_sq_climb(const scree_sq_stand *v, int limit, scree_sq_touch *t, int *steps);

/// Are all radii of curvature of S above the depth -gap? Then a local maximum of the gap is the only one.
bool scree_sq_bends_less(const scree_sq_stand *v, double gap);

/// For overlapping bodies: the touch with the largest gap of all, from a local one. Returns an upper bound on all gaps,
/// as far as it could be proven, rounding included.
double scree_sq_depth(const scree_sq_stand *v, bool there, scree_sq_touch *t, int *steps);

#endif
