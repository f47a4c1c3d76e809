// The oracle's model of a shape's core: its points as given, and every face and edge that their hull can have.
#ifndef SCREE_ORACLE_HULL_H
#define SCREE_ORACLE_HULL_H

#include <stdbool.h>
#include <stdint.h>

#include "oracle/quad.h"
#include "scree/shape.h"

/// A facet's plane, by three of its points (2-D: a line, by two). More facets than the hull has do no harm.
typedef struct oracle_facet {
    int corner[3];
} oracle_facet;

/// Two points, and two more that lie on facets adjacent to them: those rule most directions out at once.
typedef struct oracle_edge {
    int end[2];
    int adjacent[2];
} oracle_edge;

typedef struct oracle_hull {
    int dimension; ///< of the core: 0 point, 1 segment, 2 polygon, 3 polyhedron
    bool planar;   ///< a 2-D shape
    int point_count, facet_count, triangle_count, edge_count;
    qvec *points;            ///< as given: doubles
    oracle_facet *facets;    ///< each plane once
    oracle_facet *triangles; ///< cover the surface, as often as it likes
    oracle_edge *edges;      ///< a point has one, from itself to itself
    quad radius;             ///< of the ball that the core is swept by
    bool half_space;
    qvec plane_normal; ///< not unit: as given
    quad plane_offset;
    /// The part of the hull that the facets may have missed, as a length: 0 for those found by brute force.
    double slack;
} oracle_hull;

/// From the points that a hull is made of, by trying every triple (polyhedra) or pair (polygons). NULL where there is
/// no memory or no facet. Cost grows as count^4: for some tens of points.
oracle_hull *scree_oracle_hull(const scree_vec3 *points, int count, int dimension, double rounding);

/// From the library's own faces, which are checked first: every vertex is at most `slack` above every face, every edge
/// is shared by the two faces that it names, V - E + F = 2, and every given point is inside. NULL where a check fails.
oracle_hull *scree_oracle_hull_checked(const scree_shape *shape, const scree_vec3 *points, int count);

oracle_hull *scree_oracle_box(scree_vec3 half_extents, double rounding);
oracle_hull *scree_oracle_ball(double radius, double rounding, bool planar);
oracle_hull *scree_oracle_capsule(double radius, double half_length, double rounding);
oracle_hull *scree_oracle_half_space(scree_vec3 normal, double offset, double rounding);
void scree_oracle_hull_free(oracle_hull *hull);

#endif
