// Newton's method on two spots, one on each body.
#ifndef SCREE_NARROW_SUPERQUADRIC_NEWTON_H
#define SCREE_NARROW_SUPERQUADRIC_NEWTON_H

#include "narrow/superquadric_pair.h"

/// A step's normal is turned by at most this tangent.
#define SCREE_SQ_MOST_TURN 1.0
/// A determinant below this part of the trace's square is as good as none: flat on flat.
#define SCREE_SQ_SINGULAR 1e-14
/// Normals with a cosine above this are close; those whose sum is no longer than this face away from each other.
#define SCREE_SQ_NORMALS_CLOSE 0.9
#define SCREE_SQ_LEAST_SUM 0.2
/// What the normal has across z on top of a body, up to here.
#define SCREE_SQ_TOP 0.05
/// Normals that are no farther apart than this may be the same, and where faces are flat their difference would lead
/// anywhere; what it makes of the gap is rounding.
#define SCREE_SQ_NOISE 1e-14
/// A ratio that stands for any larger one.
#define SCREE_SQ_LARGE 1e9
/// Of the ellipsoids that a search starts from: the least m, of 1; and of slopes, the least ratio whose powers are
/// normal numbers.
#define SCREE_SQ_LEAST 1e-3
#define SCREE_SQ_LEAST_RATIO 1e-200

/// What a Newton step wants, of each body in its own frame. Moves are along the surfaces.
typedef struct scree_sq_step {
    scree_two3 move;   ///< of the points
    scree_two3 facing; ///< the common normal, outward; not unit
    double length2;    ///< squared length of the longer move
    double sag;        ///< what the points leave the surfaces by, about
} scree_sq_step;

/// From a direction from A to B, of any length but 0: where to look first (superquadric_start.c); near the line itself;
/// or both facing along it.
void scree_sq_start(const scree_sq_pair *p, scree_vec3 d, scree_sq_view *x);
void scree_sq_start_along(const scree_sq_pair *p, scree_vec3 d, scree_sq_view *x);
void scree_sq_face(const scree_sq_pair *p, scree_vec3 n, scree_sq_view *x);

/// From a point each, in A's frame, neither at its body's centre.
void scree_sq_start_at(const scree_sq_pair *p, scree_vec3 on_a, scree_vec3 on_b, scree_sq_view *x);

void scree_sq_newton_step(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_step *step);

/// Moves the spots by the step, never by more in point or normal than it wants.
void scree_sq_advance(const scree_sq_pair *p, const scree_sq_step *step, scree_sq_view *x);

/// Bounds of the signed distance, rounding apart: along the unit vector n, by the ellipsoids about both bodies; and by
/// the balls inside them.
double scree_sq_quick_gap(const scree_sq_pair *p, const scree_sq_view *x, scree_vec3 n);
double scree_sq_ball_bound(const scree_sq_pair *p, const scree_sq_view *x);

/// As scree_sq_quick_gap() along A's own normal.
double scree_sq_own_gap(const scree_sq_pair *p, const scree_sq_view *x);

/// The gap along the unit vector n.
double scree_sq_gap(const scree_sq_pair *p, scree_vec3 n);

#endif
