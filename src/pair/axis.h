// A candidate for the contact normal, and the features that it comes from.
#ifndef SCREE_PAIR_AXIS_H
#define SCREE_PAIR_AXIS_H

#include "pair/simplex.h"
#include "scree/contact.h"

typedef struct scree_axis {
    scree_vec3 n; ///< unit, from A to B
    double gap;   ///< along n, as scree_cores_gap() gives it
    scree_mvertex at;
    // The features that n is normal to: a face and a vertex, two edges, or SURFACE and SURFACE for any other direction.
    scree_feature feature_a, feature_b;
    int index_a, index_b;
} scree_axis;

/// The unit normal of two edges, perpendicular to both to the last digit even where they are nearly parallel; 0 where
/// they are parallel.
scree_vec3 scree_edge_normal(scree_vec3 along_a, scree_vec3 along_b);

/// The unit normal of three points: the cross product of the two shorter sides, of which a very short one has kept its direction.
scree_vec3 scree_facet_normal(const scree_vec3 at[3]);

/// Two segments: their distance, and the points where it is.
double scree_segment_distance(scree_vec3 p0, scree_vec3 p1, scree_vec3 q0, scree_vec3 q1, scree_vec3 *on_p,
                              scree_vec3 *on_q);

/// A face of a polyhedron and a point, in the polyhedron's stored coordinates: their distance, and the face's point.
double scree_face_distance(const scree_shape *shape, int face, scree_vec3 p, scree_vec3 *on_face);

/// Whether a point, in stored coordinates, is right before or behind the face, by more than rounding. Sides that are
/// too short to have a direction are skipped, with one of their corners.
bool scree_is_over_face(const scree_shape *shape, int face, scree_vec3 p);

/// The distance between the two features that an axis comes from, with its points: an upper bound of the distance of
/// separated cores, which no rounding of n enters. Infinite for SURFACE.
double scree_axis_feature_distance(const scree_cores *c, const scree_axis *axis, scree_vec3 *on_a, scree_vec3 *on_b);

/// The largest gap among the axes that the features of a simplex suggest: the normals of the faces, the cross products
/// of the edges, and `toward` without its component along them. `toward` is near the normal, of any length (0:
/// unknown). With `wide`, all faces and edges that end at the simplex's vertices are included. For a pair with a smooth
/// core, the simplex itself stands for the features.
void scree_polish(const scree_cores *c, const scree_simplex *s, scree_vec3 toward, bool wide, scree_axis *best);

/// The same with only the faces that end at the simplex's vertices.
void scree_polish_faces(const scree_cores *c, const scree_simplex *s, scree_axis *best);

#endif
