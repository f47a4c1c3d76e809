// The kernels over lanes: which pairs they take, and how they are called.
//
// A kernel is one source file, which CMake compiles once for each width: 2 lanes (portable C), 4 (AVX2) and 8 (AVX-512).
// SCREE_AT_WIDTH() gives its functions the width's name. kernels/table.c lists them, once for each width too, and
// dispatch/kernels.c chooses the table that this machine runs.
#ifndef SCREE_KERNELS_KERNELS_H
#define SCREE_KERNELS_KERNELS_H

#include "kernels/width.h"
#include "pair/answer.h"
#include "pair/pair.h"
#include "scree/batch.h"
#include "scree/pressure.h"
#include "scree/volume.h"

enum { SCREE_MOST_WORK = 256 }; ///< the most pairs that a kernel is given at a time

/// Some pairs of a batch, all of the kind that a kernel takes.
typedef struct scree_lane_work {
    const scree_batch *batch;
    double tolerance; ///< absolute; negative: the default
    double margin;    ///< for the axis kernel; 0 or more
    size_t first;     ///< pair indices count from here
    const int32_t *pairs;
    int count;
    scree_contact *results; ///< of the whole batch
    int *done; ///< with `pairs` NULL (polygons with rows): how many pairs, in order, were of this kind and taken
} scree_lane_work;

/// Answers the usual cases, bit for bit as scree_query() does (but for some polyhedra that touch), and writes the indices
/// of the other pairs to `left`, which may be the array that they came in. Returns how many are left. Indices, shapes and
/// caches are valid; poses need not be. It is the kernel that replaces a negative tolerance by the default, and that
/// keeps each answer in the cache of its pair, if the batch has caches (scree_cache_keep()).
typedef int scree_lane_fn(const scree_lane_work *work, int32_t *left);
typedef scree_lane_fn *scree_lane_kernel;

/// The same for hulls, a pair in each lane. For pairs that are left, `guesses`, indexed like the work, hold the
/// features that probably meet, if `filled`.
typedef int scree_hull_many_fn(const scree_lane_work *work, scree_cache *guesses, int32_t *left);

/// One pair. On false there is no proof and `out` is undefined: the searches of src/solve take over. The lanes are the
/// vertices, faces and edges of polyhedra and polygons.
typedef bool scree_direct_fn(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);

/// One pair, with a cache, which may be NULL.
typedef bool scree_cached_fn(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out);

/// Are the cores of one pair farther apart than `margin`? 1: proven yes, 0: proven no, -1: undecided.
typedef int scree_farther_fn(const scree_body *a, const scree_body *b, double margin);

/// See scree_hulls().
typedef bool scree_hull_fn(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);

/// See scree_hulls_settle().
typedef bool scree_settle_fn(const scree_cores *c, double tolerance, scree_contact *x);

/// A pair of polyhedra, or of one and a half space, whose pressure field is wanted. The bodies are in the order of
/// scree_pair_in_order(); for the box kernels, they have no centres of their own, and quaternions that need no scaling.
typedef struct scree_field_pair {
    scree_vec3 normal; ///< from A to B, of any length but 0; of a half space its own, outward and unit; in the world
    double sign;       ///< -1 where A and B are swapped
    double offset;     ///< of a half space: the depth of A's origin below it
    double least_ball; ///< the radius of the smaller inscribed ball
    scree_vec3 point;  ///< of the contact
    int index[2];      ///< of the features below in A and B; valid for vertices, edges and faces
    scree_feature feature[2]; ///< of A and B where they meet, as the contact names them
    const scree_body *a, *b;
    scree_pressure *out;
} scree_field_pair;

enum { SCREE_MOST_FIELDS = 64 }; ///< the most pairs that such a kernel is given at a time

/// The pressure fields of pairs, without energy. Bit i is set where pair i has been answered; the others are unchanged.
typedef uint64_t scree_field_fn(const scree_field_pair *pairs, int count);

/// The volume that two polyhedra share. False: no proof, and `out` is undefined; solve/volume takes over.
typedef bool scree_volume_fn(const scree_body *a, const scree_body *b, scree_overlap_volume_result *out);

/// Triangles of the outer surface of the part of a body beyond a plane (region/cap_surface.h): depths and in-plane
/// coordinates of their corners. `count` is a multiple of 8; triangles of zeros add nothing.
enum { SCREE_MOST_TRIANGLES = 256 };
typedef struct scree_cap_triangles {
    double d[3][SCREE_MOST_TRIANGLES], u[3][SCREE_MOST_TRIANGLES], v[3][SCREE_MOST_TRIANGLES];
    int count;
} scree_cap_triangles;

/// Adds the part beyond the plane to the ten sums of a scree_cap, in their order. The bits do not depend on the width.
typedef void scree_cap_fn(const scree_cap_triangles *triangles, double sums[10]);

/// The kernels of one width.
typedef struct scree_kernels {
    int lanes;
    scree_lane_fn *axis; ///< pairs that one axis proves to be beyond the margin: see scree_beyond(). Shapes may be NULL
    scree_lane_fn *ellipsoids;
    scree_cached_fn *ellipsoid_pair;
    scree_lane_fn *equals; ///< two bodies of SCREE_FAMILY_ELLIPSOID, _EQUAL and _FRACTIONAL
    scree_cached_fn *equal_pair;
    scree_lane_fn *superquadrics;           ///< exponents up to SCREE_SQ_MOST_ROUNDED; one may be an ellipsoid
    scree_direct_fn *ball, *plane;          ///< two balls; a body on a half space
    scree_direct_fn *segment, *segment_box; ///< two capsules, or one and a ball; a capsule and a box
    scree_lane_fn *balls, *planes, *segments,
        *segment_boxes; ///< the same for the pairs of a batch, one after the other
    scree_direct_fn *point, *polygon, *round;
    scree_farther_fn *point_farther, *polygon_farther, *hull_farther, *round_farther;
    scree_lane_fn *points;             ///< the same for the pairs of a batch, one after the other
    scree_lane_fn *boxes;              ///< with points
    const scree_lane_kernel *polygons; ///< by scree_polygon_rows()
    scree_lane_fn *rounds;             ///< a hull with an ellipsoid, or a superquadric of SCREE_FAMILY_EQUAL
    scree_hull_fn *hull;
    scree_settle_fn *hull_settle;
    scree_cached_fn *hull_pair, *small_hull_pair;
    scree_lane_fn *box_pairs;  ///< of small hulls, those of two boxes that overlap; needs no cache
    scree_direct_fn *box_pair; ///< the same for one pair, with a tolerance that is not the default
    scree_lane_fn *warm_hulls; ///< re-tests the cached features; all pairs have a cache
    scree_hull_many_fn *many;
    scree_lane_fn *hulls, *small_hulls;        ///< see scree_are_small_hulls()
    scree_field_fn *box_fields, *plane_fields; ///< of shallow contacts of boxes, with each other and with half spaces
    scree_field_fn *edge_fields;               ///< of polyhedra that meet edge on edge, by their features
    scree_field_fn *surface_fields;            ///< of polyhedra, with each other and with half spaces
    scree_volume_fn *volume;
    scree_cap_fn *cap_sums;
} scree_kernels;

extern const scree_kernels scree_kernels_lanes_1, scree_kernels_lanes_2, scree_kernels_lanes_4, scree_kernels_lanes_8;

/// What the sources of one width define. At 8 lanes there is no single-pair kernel for smooth bodies, or for a point
/// and a polyhedron.
#define SCREE_DECLARE_KERNELS(lanes)                                                                                   \
    scree_lane_fn scree_axis_##lanes, scree_ellipsoid_##lanes, scree_equal_##lanes, scree_superquadric_##lanes,        \
        scree_box_##lanes, scree_balls_##lanes, scree_planes_##lanes, scree_segments_##lanes,                          \
        scree_segment_boxes_##lanes, scree_points_##lanes, scree_rounds_##lanes, scree_warm_##lanes,                   \
        scree_hulls_##lanes, scree_box_pairs_##lanes;                                                                  \
    scree_hull_many_fn scree_hull_many_##lanes;                                                                        \
    scree_cached_fn scree_ellipsoid_pair_##lanes, scree_equal_pair_##lanes, scree_hull_pair_##lanes;                   \
    scree_direct_fn scree_ball_##lanes, scree_plane_##lanes, scree_segment_##lanes, scree_segment_box_##lanes,         \
        scree_point_##lanes, scree_polygon_##lanes, scree_round_##lanes, scree_box_pair_##lanes;                       \
    scree_farther_fn scree_point_farther_##lanes, scree_polygon_farther_##lanes, scree_hull_farther_##lanes,           \
        scree_round_farther_##lanes;                                                                                   \
    scree_hull_fn scree_hull_##lanes;                                                                                  \
    scree_settle_fn scree_hull_settle_##lanes;                                                                         \
    scree_field_fn scree_box_fields_##lanes, scree_plane_fields_##lanes, scree_edge_fields_##lanes,                    \
        scree_surface_fields_##lanes;                                                                                  \
    scree_volume_fn scree_shared_volume_##lanes;                                                                       \
    scree_cap_fn scree_cap_sums_##lanes;                                                                               \
    extern const scree_lane_kernel scree_polygons_##lanes[SCREE_FLAT_KINDS]

SCREE_DECLARE_KERNELS(lanes_1);
SCREE_DECLARE_KERNELS(lanes_2);
SCREE_DECLARE_KERNELS(lanes_4);
SCREE_DECLARE_KERNELS(lanes_8);

/// Starts with 4 lanes and hands over to 8 what is not settled at once.
scree_cached_fn scree_hull_pair_lanes_4_8;
struct face_views;
bool scree_hull_rest_lanes_8(const scree_cores *c, scree_vec3 start, const struct face_views *v,
                             scree_hull_answer *out);

#endif
