// A core as the hull of pieces, each with a smooth support function: what second-order searches evaluate.
//
// Idea        A vertex, a ball, a disc, an ellipsoid: along a direction each has one support point, and a radius matrix
//             that says how the point moves as the direction turns. A polyhedron is the hull of its vertices, a
//             cylinder or cone that of two discs (a point is a disc of radius 0), a tapered capsule without its
//             rounding that of a ball and a point; a superquadric is one piece. For a shape known only by its support
//             function, the radius matrix comes from finite differences, and its pieces are told apart by the positions
//             of their points.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_PIECES_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_PIECES_H

#include "pair/pair.h"

/// A symmetric 2 x 2 matrix across a normal.
typedef struct scree_bend {
    double uu, uv, vv;
} scree_bend;

/// A normal, from A to B, and two directions that make a right-handed frame with it, all unit, in A's frame.
typedef struct scree_view {
    scree_vec3 n, u, v;
} scree_view;

/// A piece of M: a piece of B minus a piece of A.
typedef struct scree_piece {
    int piece_a, piece_b;
    scree_mvertex at; ///< its least point along the normal
    scree_bend radii; ///< radii of curvature there, of A and B together; not negative
    double weight;    ///< in the nearest point
} scree_piece;

scree_view scree_view_along(scree_vec3 n);

/// Are the core's pieces known, so that each can be evaluated by itself?
bool scree_core_has_pieces(const scree_shape *s);

/// For a core without known pieces: does its support point along a direction, in stored coordinates, seem to be a
/// vertex?
bool scree_core_seems_faceted(const scree_shape *s, scree_vec3 direction);

/// The piece that a support point of M belongs to; its radii are not set.
scree_piece scree_piece_of(const scree_cores *c, const scree_mvertex *m);

/// Evaluates the piece along view->n.
void scree_piece_look(const scree_cores *c, const scree_view *view, scree_piece *p);

#endif
