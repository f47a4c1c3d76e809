// What a simplex around the origin proves: a ball inside it is in M.
//
// Everything is exact, or evaluated in double-double, for the vertices as they are stored, and relative to a point near
// the origin that is certainly inside: the origin itself may lie on the boundary.
#ifndef SCREE_PAPERS_ENCLOSURE_H
#define SCREE_PAPERS_ENCLOSURE_H

#include "pair/simplex.h"

/// Corners of the face of a simplex opposite vertex `opposite`. Of a triangle in the plane: an edge, and a point
/// straight above it.
void scree_simplex_face(const scree_cores *c, const scree_simplex *s, int opposite, scree_vec3 corner[3]);

/// A point inside a tetrahedron (2-D: triangle) that is within rounding of the origin. False if there is none: the
/// simplex is flat, or does not contain the origin up to rounding.
bool scree_inner_point(const scree_cores *c, const scree_simplex *s, scree_vec3 *inner);

/// The distance of a point from the plane of three corners, in double-double; 0 if they are collinear.
double scree_plane_clearance(const scree_vec3 corner[3], scree_vec3 from);

/// A lower bound on how far the origin is inside the simplex, up to rounding of the corners; 0 if that cannot be
/// proven.
double scree_simplex_clearance(const scree_cores *c, const scree_simplex *s);

#endif
