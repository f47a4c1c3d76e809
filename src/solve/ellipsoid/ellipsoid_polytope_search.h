// The two searches between an ellipsoid E and a polytope P: the gap of bodies apart, and the depth.
//
// Both work in E's frame: the gap along a unit m, from E to P, is the least m . p over P minus E's support function.
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
    scree_mat3 rotation; ///< x in E's frame = rotation (x in P's frame) + shift
    scree_vec3 shift;
} scree_polytope_view;

/// A point of the ellipsoid and the feature of P that it meets: one, two or three vertices, or a face.
typedef struct scree_touch {
    scree_closest closest;
    int count;     ///< of corners
    int corner[3]; ///< indices of P's vertices
    int face;      ///< if not -1, the feature is this whole face of P
} scree_touch;

/// A face of P as E sees it.
typedef struct scree_seen_face {
    scree_vec3 out; ///< its normal
    double height;  ///< of its plane over E's centre
    double depth;   ///< how far P must move for E to be above the face
    scree_vec3 top; ///< E's lowest point under the face
} scree_seen_face;

static inline scree_vec3 scree_seen_vertex(const scree_polytope_view *e, int i)
{
    return v3_add(m3_mul(&e->rotation, scree_stored_vertex(e->p, i)), e->shift);
}

scree_seen_face scree_see_face(const scree_polytope_view *e, int face);

typedef enum scree_walk_end {
    SCREE_WALK_APART, ///< the touch is the nearest of all
    SCREE_WALK_MEETS, ///< E and P have a common point
    SCREE_WALK_OPEN   ///< rounding, or the bound on steps, ended the walk before either was certain
} scree_walk_end;

/// Where a walk starts: at a vertex of P; or at the feature of P under the direction m (from E to P, of length 1),
/// which is the nearest of all if `done`.
scree_walk_end scree_view_at_vertex(const scree_polytope_view *e, int vertex, scree_touch *out);
scree_walk_end scree_view_at_feature(const scree_polytope_view *e, scree_vec3 m, scree_touch *out, bool *done);

/// The nearest feature of P, from the touch in `out`; at most `limit` steps, which are counted in `steps`.
scree_walk_end scree_view_walk(const scree_polytope_view *e, int limit, scree_touch *out, int *steps);

/// The feature with the largest gap, overlapping or not, by a search over all features. `faces` has room for all faces
/// of P, and is filled already if `seen`. Returns a bound that no gap along any direction exceeds, rounding included.
double scree_view_depth(const scree_polytope_view *e, scree_seen_face *faces, bool seen, scree_touch *out);

/// The gap along m, evaluated by scree_cores_gap(), with the normal from A to B.
double scree_view_gap(const scree_polytope_view *e, scree_vec3 m, scree_vec3 *n, scree_mvertex *at);

/// Reports a touch to the caller's trace, with the bounds on the distance of the cores known so far.
void scree_view_trace(const scree_polytope_view *e, const char *phase, int iteration, const scree_touch *t,
                      double lower, double upper);

#endif
