// The normal and the points of a polygon and a core that has only a support function.
//
// Idea        Let m be a direction outward from the polygon, v its farthest vertex along m and s the other core's farthest point
//             along -m. The gap m . (s - v) changes with the angle of m as t . (s - v), t being m turned by a quarter. So along
//             the edges' normals, counter-clockwise or clockwise, the gap rises until this slope changes its sign: at an edge,
//             which then holds s, or between two edges, at a vertex, where the sign is enclosed until normal and points fit.
//             The searches, which stop when the distance is right to the tolerance, leave them off by its root.
#ifndef SCREE_SOLVE_PLANAR_POLYGON_CLIMB_H
#define SCREE_SOLVE_PLANAR_POLYGON_CLIMB_H

#include "pair/answer.h"

/// From the normal of x, to which it adds normal, points and distance if one of the two cores is a polygon, the other one a user's, and
/// the gap is no smaller there.
void scree_polygon_climb(const scree_cores *c, scree_answer *x);

#endif
