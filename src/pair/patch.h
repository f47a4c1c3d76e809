// Where two cores meet along a normal: their features, the patch that these share, and the mutually nearest points of both.
//
//   features.c   scree_feature_...   the vertex, edge or face of one core; scree_slab_along(): all that are near the contact plane
//   patch.c      scree_meet()        the intersection of two features, seen along the normal
//   region.c     scree_region_...    both features, their patch and their points
#ifndef SCREE_PAIR_PATCH_H
#define SCREE_PAIR_PATCH_H

#include "base/arena.h"
#include "pair/pair.h"
#include "scree/contact.h"

/// A vertex, edge or face of a core, with its corners in A's frame.
typedef struct scree_feature_set {
    scree_feature kind; ///< VERTEX, EDGE or FACE; a smooth core has a VERTEX: its support point
    int index;          ///< of the vertex, edge or face in its shape; -1 for a smooth core
    int count;
    scree_vec3 *corner; ///< counter-clockwise about the normal
    scree_vec3 out;     ///< of a face: its own unit normal
} scree_feature_set;

/// The intersection of two features. Corners are in A's frame, moved along the normal onto the plane n . x = 0.
typedef struct scree_meeting {
    int count; ///< number of corners: 0 they miss, 1 they cross in a point, 2 they share a segment
    scree_vec3 *corner;
    double area;
    scree_vec3 centroid;
} scree_meeting;

/// Slope against the normal up to which an edge or a face still counts as meeting the other body. Far above rounding,
/// so that the contact point of a resting face does not jump when the pair is disturbed by 1e-9; far below any angle
/// that a shape is made with.
#define SCREE_FEATURE_SLOPE 1e-6

/// The same for a face. A merged face stands for its facets and the edges between them, whose normals are off its own
/// by at most half of the spread.
static inline double scree_face_slope(const scree_shape *s, int face)
{
    return SCREE_FEATURE_SLOPE + (s->hull->faces[face].count > 3 ? 0.5 * s->hull->spread : 0.0);
}

/// Whether contacts name a feature of the shape; all others have only a surface.
static inline bool scree_has_named_features(const scree_shape *s)
{
    return s->kind == SCREE_BOX || s->kind == SCREE_POLYHEDRON || s->kind == SCREE_POLYGON;
}

/// The features of both cores along the unit normal n (A's frame); `at` is the vertex of M where the gap along n is
/// attained. NULL corners where the scratch is too small.
scree_feature_set scree_feature_of_a(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch);
scree_feature_set scree_feature_of_b(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch);

/// The face of the vertex's fan that is nearest to the outward normal `out`, if it is within SCREE_FEATURE_SLOPE; else the edge; else
/// the vertex. All in the shape's own frame.
scree_feature scree_feature_at(const scree_shape *s, int vertex, scree_vec3 out, int *index);

/// The feature of this kind and index, as a contact names it. False where the shape has none such.
bool scree_feature_named(const scree_cores *c, bool of_a, scree_feature kind, int index, scree_arena *scratch,
                         scree_feature_set *out);

/// Narrows a feature to its smallest part, an edge or a vertex, that lies over all three points of the plane n . x = 0
/// (within `slack`): two faces that share only an edge meet in an edge. The corners stay.
void scree_feature_narrow(const scree_cores *c, bool of_a, scree_vec3 n, const scree_vec3 over[3], double slack,
                          scree_feature_set *set);

/// The first face from index `first` on that holds a point (A's frame, within `slack`) and leans against n by less than
/// a thousandth; -1 where there is none. The normal of such a face may be as good as n.
int scree_feature_blunt_face(const scree_cores *c, bool of_a, scree_vec3 n, scree_vec3 point, double slack, int first);

/// Finds the feature that holds a surface point (A's frame, within `slack`) and is perpendicular to n: a face, else an
/// edge, else a vertex. Scans all of them: for points that the feature of the support vertex does not hold, as where
/// several faces are in one plane to rounding. Where none does, the slack grows, up to some default tolerances, unless
/// `set` holds the point by then. Returns the slack within which it was found; where none was, infinity, and `set` is unchanged. The
/// corners stay.
double scree_feature_find(const scree_cores *c, bool of_a, scree_vec3 n, scree_vec3 point, double slack,
                          scree_feature_set *set);

/// Whether a point lies on a feature, within `slack`; n as in scree_feature_of_a().
bool scree_feature_carries(const scree_feature_set *set, scree_vec3 n, scree_vec3 p, double slack);

/// Whether a feature of a polytope holds the point, and is level with it, within `slack`: what a contact that names it
/// promises.
bool scree_feature_fits(const scree_cores *c, bool of_a, const scree_feature_set *set, scree_vec3 n, scree_vec3 point,
                        double slack);

/// The height of the feature along n over a point of the plane n . x = 0; for an edge, a point on its projection.
double scree_feature_height(const scree_feature_set *set, scree_vec3 n, scree_vec3 x);

/// The point of a feature along the normal n that is nearest to p.
scree_vec3 scree_feature_nearest(const scree_feature_set *set, scree_vec3 n, scree_vec3 p);

/// Their intersection; count 0 also where the scratch is too small. NULL stands for a whole plane (a half space). What
/// is thinner than `slack` becomes a segment, what is shorter a point.
scree_meeting scree_meet(const scree_feature_set *a, const scree_feature_set *b, scree_vec3 n, double slack,
                         scree_arena *scratch);

/// The area of a meeting of 2 or more corners; in 2-D, its length.
double scree_patch_measure(const scree_cores *c, const scree_meeting *m);

size_t scree_patch_scratch(const scree_shape *a, const scree_shape *b);

// ------------------------------------------------------------------------------------------------------ both features

/// Where the features of both meet.
typedef struct scree_region {
    const scree_cores *c;
    scree_vec3 n;
    scree_feature_set a, b;
    scree_meeting patch; ///< count below 2: the features meet in a point
} scree_region;

scree_region scree_region_make(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch);

/// The intersection of two features, neither of them a point; count 0 if one is.
scree_meeting scree_region_meet(const scree_cores *c, scree_vec3 n, const scree_feature_set *a,
                                const scree_feature_set *b, scree_arena *scratch);

/// The same for features as a contact names them, which the shapes have.
scree_region scree_region_named(const scree_cores *c, scree_vec3 n, scree_feature kind_a, int index_a,
                                scree_feature kind_b, int index_b, scree_arena *scratch);

static inline bool scree_region_has_patch(const scree_region *r)
{
    return r->patch.count >= 2;
}

/// There is a patch (or a corner that is all they share), and the features' projections on it agree to rounding: any of
/// its points may be the witness point.
bool scree_region_is_level(const scree_region *r);

/// For vertices and edges: their distance, and the two points where it is attained. Infinite for faces.
double scree_region_nearest(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b);

/// The points of the two features that are nearest to each other along the normal, each in the plane or on the line of its
/// feature. False where the features do not determine them: faces or edges that miss each other.
bool scree_region_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b);

/// The same, each point moved onto its feature, which the patch may exceed by SCREE_LEVEL errors: their distance is never below
/// that of the cores (by more than c->error).
bool scree_region_held_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b);

/// Where the features share less than their kind promises (two faces only an edge or a corner, to rounding), replaces
/// them by the smaller ones; `point` is between the witness points. True if there are any: the patch stays that of the
/// larger ones.
bool scree_region_narrow(scree_region *r, scree_vec3 point);

/// The middle of the patch, midway between the two features.
scree_vec3 scree_region_middle(const scree_region *r);

/// The deviation of two points from on_b - on_a = distance * n.
double scree_astray(scree_vec3 on_a, scree_vec3 on_b, double distance, scree_vec3 n);

/// Lengths that differ only by rounding, in units of the pair's error.
#define SCREE_LEVEL 2.0

// ------------------------------------------------------------------------------------ features near the contact plane

enum { SCREE_SLAB_CORNERS = 32, SCREE_SLAB_FEATURES = 192 };

/// The corners of a polytope within a slab at the contact plane, and the edges and faces that contain them.
typedef struct scree_slab {
    int corners, edges, faces;
    bool more; ///< there are more corners than asked for
    int corner[SCREE_SLAB_CORNERS], edge[SCREE_SLAB_FEATURES], face[SCREE_SLAB_FEATURES];
} scree_slab;

/// The corners at most `slab` below the highest one along the direction `out`; at most `most` of them: if there are more,
/// those whose edges are nearest to the point `near`. Both are in the shape's own frame.
scree_slab scree_slab_along(const scree_shape *s, scree_vec3 out, double slab, int most, scree_vec3 near);

bool scree_is_among(int number, const int *list, int count);

/// The distance of a point from a segment.
double scree_segment_off(scree_vec3 p, scree_vec3 q, scree_vec3 x);

#endif
