// The kernels over lanes, by width: which pairs they take, and how they are called.
#ifndef SCREE_KERNELS_KERNELS_H
#define SCREE_KERNELS_KERNELS_H

#include "pair/hulls.h"
#include "pair/point_polyhedron.h"
#include "pair/polygon_pair.h"
#include "pair/round_polyhedron.h"
#include "pair/smooth_pair.h"
#include "scree/batch.h"

/// Some pairs of a batch, all of the kind that a kernel takes.
enum { SCREE_MOST_WORK = 256 }; ///< pairs that a kernel is given at a time

typedef struct scree_lane_work {
    const scree_batch *batch;
    double tolerance; ///< absolute; negative: the default
    double margin;    ///< of scree_axis_lanes_2() and its like; 0 or more
    size_t first;     ///< the pairs are numbered from here
    const int32_t *pairs;
    int count;
    scree_contact *results; ///< of the whole batch
    int *done; ///< where `pairs` is NULL, of polygons with rows: how many of all, in order, were of this kind and taken
} scree_lane_work;

/// Answers what goes the usual way, bit for bit as scree_query() does (two hulls: up to rounding), and puts the numbers
/// of the other pairs into `left`, which may be the array that they came in. Returns how many are left. Indices, shapes
/// and caches are valid; poses need not be.
typedef int (*scree_lane_kernel)(const scree_lane_work *work, int32_t *left);

int scree_ellipsoid_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_ellipsoid_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_ellipsoid_lanes_8(const scree_lane_work *work, int32_t *left);

/// See scree_smooth_pair(): one pair. There is nothing for 8 lanes.
typedef bool (*scree_smooth_pair_kernel)(const scree_body *a, const scree_body *b, double tolerance,
                                         const scree_cache *cache, scree_contact *out);

bool scree_ellipsoid_pair_lanes_2(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                                  scree_contact *out);
bool scree_ellipsoid_pair_lanes_4(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                                  scree_contact *out);

int scree_even_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_even_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_even_lanes_8(const scree_lane_work *work, int32_t *left);
bool scree_even_pair_lanes_2(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out);
bool scree_even_pair_lanes_4(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out);

int scree_superquadric_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_superquadric_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_superquadric_lanes_8(const scree_lane_work *work, int32_t *left);

/// See scree_hulls() and scree_hull_pair(): one pair, whose vertices, faces and edges are the lanes.
typedef bool (*scree_hull_kernel)(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);

typedef bool (*scree_hull_pair_kernel)(const scree_body *a, const scree_body *b, double tolerance,
                                       const scree_cache *cache, scree_contact *out);

bool scree_hull_lanes_2(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);
bool scree_hull_lanes_4(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);
bool scree_hull_lanes_8(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);
bool scree_hull_pair_lanes_2(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out);
bool scree_hull_pair_lanes_4(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out);
bool scree_hull_pair_lanes_8(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out);
/// Begins with 4 lanes and leaves to 8 what is not seen at once.
bool scree_hull_pair_lanes_4_8(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                               scree_contact *out);
struct face_views;
bool scree_hull_rest_lanes_8(const scree_cores *c, scree_vec3 start, const struct face_views *v,
                             scree_hull_answer *out);
int scree_hull_farther_lanes_2(const scree_body *a, const scree_body *b, double margin);
int scree_hull_farther_lanes_4(const scree_body *a, const scree_body *b, double margin);
int scree_hull_farther_lanes_8(const scree_body *a, const scree_body *b, double margin);
int scree_hulls_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_hulls_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_hulls_lanes_8(const scree_lane_work *work, int32_t *left);

/// Two hulls of which the caches say what met: the answers that can be had from that. All pairs have a cache.
int scree_warm_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_warm_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_warm_lanes_8(const scree_lane_work *work, int32_t *left);

/// Two hulls, of which the small ones are taken side by side, a pair in each lane: see crowd_kernel.h. Of pairs that
/// are left, `guesses`, by their numbers in the work, say what may have met, where they are filled.
typedef int (*scree_crowd_kernel)(const scree_lane_work *work, scree_cache *guesses, int32_t *left);

int scree_crowd_lanes_2(const scree_lane_work *work, scree_cache *guesses, int32_t *left);
int scree_crowd_lanes_4(const scree_lane_work *work, scree_cache *guesses, int32_t *left);
int scree_crowd_lanes_8(const scree_lane_work *work, scree_cache *guesses, int32_t *left);

/// See scree_point_polyhedron() and scree_polygon_pair(): one pair at a time, whose faces, edges and vertices are the
/// lanes. Few have more than four of what is looked at together, and there is little for 8 lanes. The polygons of a
/// batch are taken side by side, one pair in each lane, up to 8 corners.
typedef bool (*scree_direct_kernel)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
typedef int (*scree_farther_kernel)(const scree_body *a, const scree_body *b, double margin);

bool scree_point_lanes_2(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
bool scree_point_lanes_4(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
int scree_point_farther_lanes_2(const scree_body *a, const scree_body *b, double margin);
int scree_point_farther_lanes_4(const scree_body *a, const scree_body *b, double margin);
int scree_points_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_points_lanes_4(const scree_lane_work *work, int32_t *left);

int scree_box_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_box_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_box_lanes_8(const scree_lane_work *work, int32_t *left);

bool scree_round_lanes_2(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
bool scree_round_lanes_4(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
int scree_round_farther_lanes_2(const scree_body *a, const scree_body *b, double margin);
int scree_round_farther_lanes_4(const scree_body *a, const scree_body *b, double margin);
int scree_rounds_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_rounds_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_rounds_lanes_8(const scree_lane_work *work, int32_t *left);

bool scree_polygon_lanes_2(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
bool scree_polygon_lanes_4(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
bool scree_polygon_lanes_8(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);
int scree_polygon_farther_lanes_2(const scree_body *a, const scree_body *b, double margin);
int scree_polygon_farther_lanes_4(const scree_body *a, const scree_body *b, double margin);
int scree_polygon_farther_lanes_8(const scree_body *a, const scree_body *b, double margin);
extern const scree_lane_kernel scree_polygons_lanes_2[SCREE_FLAT_KINDS];
extern const scree_lane_kernel scree_polygons_lanes_4[SCREE_FLAT_KINDS];
extern const scree_lane_kernel scree_polygons_lanes_8[SCREE_FLAT_KINDS];

/// Pairs that one axis proves to be beyond the margin: see scree_beyond(). Shapes may be NULL.
int scree_axis_lanes_2(const scree_lane_work *work, int32_t *left);
int scree_axis_lanes_4(const scree_lane_work *work, int32_t *left);
int scree_axis_lanes_8(const scree_lane_work *work, int32_t *left);

/// The kernels of one width.
typedef struct scree_kernels {
    int lanes;
    scree_lane_kernel axis;
    scree_lane_kernel ellipsoids;
    scree_smooth_pair_kernel ellipsoid_pair;
    scree_lane_kernel evens; ///< see scree_is_evenly_round()
    scree_smooth_pair_kernel even_pair;
    scree_lane_kernel superquadrics; ///< with whole exponents up to SCREE_SQ_MOST_ROUNDED; one may be an ellipsoid
    scree_direct_kernel point, polygon, round;
    scree_farther_kernel point_farther, polygon_farther, hull_farther, round_farther;
    scree_lane_kernel points;          ///< the same for the pairs of a batch, one after the other
    scree_lane_kernel boxes;           ///< with points
    const scree_lane_kernel *polygons; ///< by scree_polygon_rows()
    scree_lane_kernel rounds;          ///< see scree_is_round_polyhedron()
    scree_hull_kernel hull;
    scree_hull_pair_kernel hull_pair, small_hull_pair;
    scree_lane_kernel warm_hulls;
    scree_crowd_kernel crowd;
    scree_lane_kernel hulls, small_hulls; ///< see scree_are_small_hulls()
} scree_kernels;

#endif
