// Newton's method on two surface points, one on each body.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_NEWTON_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_NEWTON_H

#include "pair/superquadric_limits.h"
#include "pair/superquadric_pair.h"

/// A Newton step, for each body in its own frame. Moves are along the surfaces.
typedef struct scree_sq_step {
    scree_two3 move;   ///< of the points
    scree_two3 facing; ///< the common normal, outward; not unit
    double length2;    ///< squared length of the longer move
    double sag;        ///< about how far the points leave the surfaces
} scree_sq_step;

/// Starts from a direction from A to B, of any length but 0: at the best first guess (superquadric_start.c), near the
/// line itself, or with both normals along it: nearly, unless a body is blocky, or as exactly as powers are.
void scree_sq_start(const scree_sq_pair *p, scree_vec3 d, scree_sq_view *x);
void scree_sq_start_along(const scree_sq_pair *p, scree_vec3 d, scree_sq_view *x);
void scree_sq_start_facing(const scree_sq_pair *p, scree_vec3 n, scree_sq_view *x);
void scree_sq_face(const scree_sq_pair *p, scree_vec3 n, scree_sq_view *x);

/// Starts from one point each, in A's frame, neither at its body's centre.
void scree_sq_start_at(const scree_sq_pair *p, scree_vec3 on_a, scree_vec3 on_b, scree_sq_view *x);

void scree_sq_newton_step(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_step *step);

/// Moves the surface points by the step, never by more in point or normal than it asks for.
void scree_sq_advance(const scree_sq_pair *p, const scree_sq_step *step, scree_sq_view *x);

/// Bounds on the signed distance, without rounding: from below along the unit vector n, by the ellipsoids around both
/// bodies; from above by the balls inside them.
double scree_sq_quick_gap(const scree_sq_pair *p, const scree_sq_view *x, scree_vec3 n);
double scree_sq_ball_bound(const scree_sq_pair *p, const scree_sq_view *x);

/// As scree_sq_quick_gap() along A's own normal.
double scree_sq_own_gap(const scree_sq_pair *p, const scree_sq_view *x);

/// The gap along the unit vector n.
double scree_sq_gap(const scree_sq_pair *p, scree_vec3 n);

#endif
