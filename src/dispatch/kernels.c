// The width that this machine runs. The compiler's own detection is asked each time: it has looked once, at start.
#include "dispatch/kernels.h"

#include "pair/beyond.h"

// For tools that do not know the widest instructions (bench/count.sh), a program may have a copy of this file of its
// own with fewer.
#ifndef SCREE_MOST_LANES
#define SCREE_MOST_LANES 8
#endif

static const scree_kernels kernels[] = {
#ifdef SCREE_WIDE_LANES
    { .lanes = 8,
      .axis = scree_axis_lanes_8,
      .ellipsoids = scree_ellipsoid_lanes_8,
      .ellipsoid_pair = scree_ellipsoid_pair_lanes_4,
      .evens = scree_even_lanes_8,
      .even_pair = scree_even_pair_lanes_4,
      .superquadrics = scree_superquadric_lanes_8,
      .boxes = scree_box_lanes_8,
      .point = scree_point_lanes_4,
      .round = scree_round_lanes_4,
      .round_farther = scree_round_farther_lanes_4,
      .rounds = scree_rounds_lanes_8,
      .point_farther = scree_point_farther_lanes_4,
      .points = scree_points_lanes_4,
      .polygon = scree_polygon_lanes_8,
      .polygon_farther = scree_polygon_farther_lanes_8,
      .polygons = scree_polygons_lanes_8,
      .hull = scree_hull_lanes_8,
      .hull_farther = scree_hull_farther_lanes_8,
      .hull_pair = scree_hull_pair_lanes_8,
      .small_hull_pair = scree_hull_pair_lanes_4_8,
      .warm_hulls = scree_warm_lanes_8,
      .crowd = scree_crowd_lanes_8,
      .hulls = scree_hulls_lanes_8,
      .small_hulls = scree_hulls_lanes_4 },
    { .lanes = 4,
      .axis = scree_axis_lanes_4,
      .ellipsoids = scree_ellipsoid_lanes_4,
      .ellipsoid_pair = scree_ellipsoid_pair_lanes_4,
      .evens = scree_even_lanes_4,
      .even_pair = scree_even_pair_lanes_4,
      .superquadrics = scree_superquadric_lanes_4,
      .boxes = scree_box_lanes_4,
      .point = scree_point_lanes_4,
      .round = scree_round_lanes_4,
      .round_farther = scree_round_farther_lanes_4,
      .rounds = scree_rounds_lanes_4,
      .point_farther = scree_point_farther_lanes_4,
      .points = scree_points_lanes_4,
      .polygon = scree_polygon_lanes_4,
      .polygon_farther = scree_polygon_farther_lanes_4,
      .polygons = scree_polygons_lanes_4,
      .hull = scree_hull_lanes_4,
      .hull_farther = scree_hull_farther_lanes_4,
      .hull_pair = scree_hull_pair_lanes_4,
      .small_hull_pair = scree_hull_pair_lanes_4,
      .warm_hulls = scree_warm_lanes_4,
      .crowd = scree_crowd_lanes_4,
      .hulls = scree_hulls_lanes_4,
      .small_hulls = scree_hulls_lanes_4 },
#endif
    { .lanes = 2,
      .axis = scree_axis_lanes_2,
      .ellipsoids = scree_ellipsoid_lanes_2,
      .ellipsoid_pair = scree_ellipsoid_pair_lanes_2,
      .evens = scree_even_lanes_2,
      .even_pair = scree_even_pair_lanes_2,
      .superquadrics = scree_superquadric_lanes_2,
      .boxes = scree_box_lanes_2,
      .point = scree_point_lanes_2,
      .round = scree_round_lanes_2,
      .round_farther = scree_round_farther_lanes_2,
      .rounds = scree_rounds_lanes_2,
      .point_farther = scree_point_farther_lanes_2,
      .points = scree_points_lanes_2,
      .polygon = scree_polygon_lanes_2,
      .polygon_farther = scree_polygon_farther_lanes_2,
      .polygons = scree_polygons_lanes_2,
      .hull = scree_hull_lanes_2,
      .hull_farther = scree_hull_farther_lanes_2,
      .hull_pair = scree_hull_pair_lanes_2,
      .small_hull_pair = scree_hull_pair_lanes_2,
      .warm_hulls = scree_warm_lanes_2,
      .crowd = scree_crowd_lanes_2,
      .hulls = scree_hulls_lanes_2,
      .small_hulls = scree_hulls_lanes_2 },
};

enum { KERNELS = sizeof kernels / sizeof *kernels };

static bool runs_here(int lanes)
{
#ifdef SCREE_WIDE_LANES
    if (lanes == 8) return __builtin_cpu_supports("avx512f");
    if (lanes == 4) return __builtin_cpu_supports("avx2");
#endif
    return lanes == 2;
}

const scree_kernels *scree_kernels_of(int lanes)
{
    for (int i = 0; i < KERNELS; ++i)
        if (kernels[i].lanes == lanes && runs_here(lanes)) return &kernels[i];
    return NULL;
}

const scree_kernels *scree_kernels_best(void)
{
    for (int i = 0; i < KERNELS - 1; ++i)
        if (kernels[i].lanes <= SCREE_MOST_LANES && runs_here(kernels[i].lanes)) return &kernels[i];
    return &kernels[KERNELS - 1];
}

bool scree_hulls(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    return scree_kernels_best()->hull(c, start, out);
}

enum { FOUR_LANES_PAY = 32 }; // vertices of each of two hulls, up to which four lanes are quicker than eight

// The next in the table has 4 lanes.
static const scree_kernels *kernels_for(const scree_shape *a, const scree_shape *b)
{
    const scree_kernels *best = scree_kernels_best();
    return best->lanes == 8 && scree_are_small_hulls(a, b) ? best + 1 : best;
}

// The same for contacts, which look at more than verdicts do, but mostly at few numbers at a time: the faces and edges
// about a vertex, the sides of a face. What is not settled so goes on to more lanes.
static scree_hull_pair_kernel pair_kernel_for(const scree_shape *a, const scree_shape *b)
{
    const scree_kernels *best = scree_kernels_best();
    const bool few = a->vertex_count <= FOUR_LANES_PAY && b->vertex_count <= FOUR_LANES_PAY;
    return few ? best->small_hull_pair : best->hull_pair;
}

// What met last, a batch of one. For a single pair, lanes beyond four are of no use: the next in the table has four.
static bool meet_again(const scree_body *a, const scree_body *b, double tolerance, scree_cache cache,
                       scree_contact *out)
{
    const scree_kernels *best = scree_kernels_best(), *k = best->lanes == 8 ? best + 1 : best;
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = &cache };
    int32_t number = 0;
    scree_lane_work work = { .batch = &batch, .tolerance = tolerance, .pairs = &number, .count = 1, .results = out };
    return k->warm_hulls(&work, &number) == 0;
}

bool scree_hull_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                     scree_contact *out)
{
    if (cache != NULL && cache->filled && meet_again(a, b, tolerance, *cache, out)) return true;
    return pair_kernel_for(a->shape, b->shape)(a, b, tolerance, cache, out);
}

int scree_hull_pair_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    return kernels_for(a->shape, b->shape)->hull_farther(a, b, margin);
}

bool scree_point_polyhedron(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return scree_kernels_best()->point(a, b, tolerance, out);
}

int scree_point_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    return scree_kernels_best()->point_farther(a, b, margin);
}

bool scree_round_polyhedron(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return scree_kernels_best()->round(a, b, tolerance, out);
}

int scree_round_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    return scree_kernels_best()->round_farther(a, b, margin);
}

bool scree_smooth_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                       scree_contact *out)
{
    const scree_kernels *k = scree_kernels_best();
    const bool ellipsoids = a->shape->core == SCREE_CORE_ELLIPSOID && b->shape->core == SCREE_CORE_ELLIPSOID;
    return (ellipsoids ? k->ellipsoid_pair : k->even_pair)(a, b, tolerance, cache, out);
}

bool scree_polygon_pair(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return scree_kernels_best()->polygon(a, b, tolerance, out);
}

int scree_polygon_pair_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    return scree_kernels_best()->polygon_farther(a, b, margin);
}

// A batch of one.
bool scree_beyond(const scree_body *a, const scree_body *b, double margin, double tolerance, scree_cache *cache,
                  scree_contact *out)
{
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = cache };
    int32_t number = 0;
    scree_lane_work work = { .batch = &batch, .tolerance = tolerance, .margin = margin, .pairs = &number, .count = 1 };
    work.results = out;
    return scree_kernels_best()->axis(&work, &number) == 0;
}
