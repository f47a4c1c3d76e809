// A convex body with what it takes to intersect it with many lines.
#ifndef SCREE_SIM_FILL_SOLID_H
#define SCREE_SIM_FILL_SOLID_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/scree.h"

typedef struct scree_fill_plane {
    double normal[3]; ///< unit, outward
    double offset;    ///< normal . (x - position) <= offset holds inside
} scree_fill_plane;

typedef struct scree_fill_solid {
    scree_body body; ///< the shape is borrowed
    int dimension;
    double rows[3][3]; ///< of the rotation matrix of the body
    double centre[3];  ///< of a sphere around the body
    double radius;
    scree_fill_plane *planes; ///< of a polyhedron or polygon without rounding
    size_t plane_count;
    double semi_axes[3]; ///< of a ball, disc, ellipsoid or superquadric without rounding; 0 for all others
    double n1, n2;       ///< exponents; 2 of all but superquadrics
    bool holds_start;    ///< the user's: lines begin inside
    scree_query_options options;
    scree_status status; ///< the first failure of a query
} scree_fill_solid;

/// False if memory runs out. End it in either case.
bool scree_fill_solid_begin(scree_fill_solid *solid, const scree_body *body);
void scree_fill_solid_end(scree_fill_solid *solid);

/// The signed distance of a point from the body, and the normal from the body to the point.
double scree_fill_solid_distance(scree_fill_solid *solid, const double p[3], double normal[3]);

/// Cuts the interval *from..*to of the line p + t d down to what is inside the body. False if nothing is left. Where
/// `holds_start` is set, the point at *from is inside: to search for the distance deep in a body takes long.
bool scree_fill_solid_chord(scree_fill_solid *solid, const double p[3], const double d[3], double *from, double *to);

#endif
