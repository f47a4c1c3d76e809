// The two searches between an ellipsoid E and a polytope P: for the gap of bodies apart, and for the depth.
//
// Both work in E's frame: the gap along a unit m, from E to P, is the least m . p over P less the reach of E.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_POLYTOPE_SEARCH_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_POLYTOPE_SEARCH_H

#include "pair/answer.h"
#include "solve/ellipsoid/ellipsoid_features.h"

typedef struct scree_polytope_view {
    const scree_task *task;
    const scree_cores *c; ///< the task's
    const scree_shape *p; ///< the polytope: a segment or a polyhedron
    bool first;           ///< the ellipsoid is A
    scree_vec3 axes;
    scree_mat3 turn; ///< x in E's frame = turn (x in P's frame) + shift
    scree_vec3 shift;
} scree_polytope_view;

/// An ellipsoid point, and the feature of P that it meets: one, two or three vertices, or a face.
typedef struct scree_touch {
    scree_closest closest;
    int count;     ///< of corners
    int corner[3]; ///< numbers of P's vertices
    int face;      ///< not -1: the feature is all of this face of P
} scree_touch;

/// A face of P as E sees it.
typedef struct scree_seen_face {
    scree_vec3 out; ///< its normal
    double height;  ///< of its plane over E's centre
    double depth;   ///< how far P has to go to have E above the face
    scree_vec3 top; ///< the point of E that is lowest under the face
} scree_seen_face;

static inline scree_vec3 scree_seen_vertex(const scree_polytope_view *e, int i)
{
    return v3_add(m3_mul(&e->turn, scree_stored_vertex(e->p, i)), e->shift);
}

scree_seen_face scree_see_face(const scree_polytope_view *e, int face);

typedef enum scree_walk_end {
    SCREE_WALK_APART, ///< the touch is the nearest of all
    SCREE_WALK_MEETS, ///< E and P have a common point
    SCREE_WALK_OPEN   ///< rounding, or the bound on steps, ended the walk before either was clear
} scree_walk_end;

/// Where a walk starts: at a vertex of P; or at the feature of P that is under the direction m (from E to P, of length
/// 1), which is the nearest one of all if `done`.
scree_walk_end scree_view_at_vertex(const scree_polytope_view *e, int vertex, scree_touch *out);
scree_walk_end scree_view_at_feature(const scree_polytope_view *e, scree_vec3 m, scree_touch *out, bool *done);

/// The nearest feature of P, from the touch in `out`; at most `limit` steps, which are counted in `steps`.
scree_walk_end scree_view_walk(const scree_polytope_view *e, int limit, scree_touch *out, int *steps);

/// The feature where the gap is largest of all, overlapping or not: a search of all features. `faces` has room for
/// those of P, and they are in it if `seen`. Returns a bound that no gap along any direction exceeds, its own rounding
/// included.
double scree_view_depth(const scree_polytope_view *e, scree_seen_face *faces, bool seen, scree_touch *out);

/// The gap along m as scree_cores_gap() gives it, with its normal from A to B.
double scree_view_gap(const scree_polytope_view *e, scree_vec3 m, scree_vec3 *n, scree_mvertex *at);

/// Tell the caller's trace of a touch, and of what is known with it of the distance of the cores.
void scree_view_trace(const scree_polytope_view *e, const char *phase, int iteration, const scree_touch *t,
                      double lower, double upper);

#endif
