// Chooses the vector width at run time. The compiler's CPU detection runs once, at start; asking it is cheap.
#include "dispatch/kernels.h"
#include "dispatch/direct.h"
#include "kernels/hull_warm/again.h"
#include "pair/answer.h"
#include "shape/shape.h"

// For tools that do not know the widest instructions (bench/count.sh), and for tests of one width, a program may have a
// copy of this file of its own with fewer lanes at most. SCREE_ONE_LANE: it has the kernels of one lane too, which the
// library goes without.
#ifndef SCREE_MOST_LANES
#define SCREE_MOST_LANES 8
#endif

static const scree_kernels *const kernels[] = {
#ifdef SCREE_WIDE_LANES
    &scree_kernels_lanes_8,
    &scree_kernels_lanes_4,
#endif
    &scree_kernels_lanes_2,
#ifdef SCREE_ONE_LANE
    &scree_kernels_lanes_1,
#endif
};

enum { KERNELS = sizeof kernels / sizeof *kernels };

static bool runs_here(int lanes)
{
#ifdef SCREE_WIDE_LANES
    if (lanes == 8) return __builtin_cpu_supports("avx512f");
    if (lanes == 4) return __builtin_cpu_supports("avx2");
#endif
    return lanes <= 2;
}

const scree_kernels *scree_kernels_of(int lanes)
{
    for (int i = 0; i < KERNELS; ++i)
        if (kernels[i]->lanes == lanes && runs_here(lanes)) return kernels[i];
    return NULL;
}

const scree_kernels *scree_kernels_best(void)
{
    for (int i = 0; i < KERNELS - 1; ++i)
        if (kernels[i]->lanes <= SCREE_MOST_LANES && runs_here(kernels[i]->lanes)) return kernels[i];
    return kernels[KERNELS - 1];
}

bool scree_hulls(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    return scree_kernels_best()->hull(c, start, out);
}

enum { FOUR_LANES_PAY = 32 }; // hulls of up to this many vertices each: four lanes are faster than eight

// A single pair gains nothing from more than four lanes.
static const scree_kernels *best_up_to_four(void)
{
#ifdef SCREE_WIDE_LANES
    const scree_kernels *best = scree_kernels_best();
    return best->lanes == 8 ? &scree_kernels_lanes_4 : best;
#else
    return scree_kernels_best();
#endif
}

static const scree_kernels *kernels_for(const scree_shape *a, const scree_shape *b)
{
    return scree_are_small_hulls(a, b) ? best_up_to_four() : scree_kernels_best();
}

// The same for contacts. They read more than verdicts do, but mostly in short scans: the faces and edges around a
// vertex, the sides of a face. What these do not settle goes on to more lanes.
static scree_cached_fn *pair_kernel_for(const scree_shape *a, const scree_shape *b)
{
    const scree_kernels *best = scree_kernels_best();
    const bool few = a->vertex_count <= FOUR_LANES_PAY && b->vertex_count <= FOUR_LANES_PAY;
    return few ? best->small_hull_pair : best->hull_pair;
}

// Re-tests the cached features. Not inlined, to keep its copies off the stack of other pairs.
__attribute__((noinline)) static bool meet_again(const scree_body *a, const scree_body *b, double tolerance,
                                                 const scree_cache *cache, scree_contact *out)
{
    return scree_meet_again(best_up_to_four()->warm_hulls, a, b, tolerance, *cache, out);
}

void scree_hulls_settle(const scree_body *a, const scree_body *b, const scree_cores *c, double tolerance,
                        scree_contact *x)
{
    if (x->distance < 0.0)
        scree_measure_again(best_up_to_four()->warm_hulls, a, b, tolerance, x);
    else
        (void)scree_kernels_best()->hull_settle(c, tolerance, x);
}

// The tolerance, with the default put in.
static double allowed(const scree_body *a, const scree_body *b, double tolerance)
{
    return tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * scree_size_of_pair(a->shape, b->shape) : tolerance;
}

bool scree_hull_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                     scree_contact *out)
{
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    tolerance = allowed(a, b, tolerance);
    // Two boxes are answered as fast without the cache, and then the answer does not depend on it.
    if (a->shape->is_box && b->shape->is_box) cache = NULL;
    if (cache != NULL && cache->filled && meet_again(a, b, tolerance, cache, out)) return true;
    return pair_kernel_for(a->shape, b->shape)(a, b, tolerance, cache, out);
}

int scree_hull_pair_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    return kernels_for(a->shape, b->shape)->hull_farther(a, b, margin);
}

bool scree_ball_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                     scree_contact *out)
{
    (void)cache;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    return scree_kernels_best()->ball(a, b, allowed(a, b, tolerance), out);
}

bool scree_on_half_space(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                         scree_contact *out)
{
    (void)cache;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    return scree_kernels_best()->plane(a, b, allowed(a, b, tolerance), out);
}

bool scree_segment_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                        scree_contact *out)
{
    (void)cache;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    return scree_kernels_best()->segment(a, b, allowed(a, b, tolerance), out);
}

bool scree_segment_polyhedron(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                              scree_contact *out)
{
    (void)cache;
    if (!a->shape->is_box && !b->shape->is_box) return false;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    return scree_kernels_best()->segment_box(a, b, allowed(a, b, tolerance), out);
}

bool scree_point_polyhedron(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                            scree_contact *out)
{
    (void)cache;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    return scree_kernels_best()->point(a, b, allowed(a, b, tolerance), out);
}

int scree_point_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return -1;
    return scree_kernels_best()->point_farther(a, b, margin);
}

bool scree_round_polyhedron(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                            scree_contact *out)
{
    (void)cache;
    return scree_kernels_best()->round(a, b, tolerance, out);
}

int scree_round_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin)
{
    return scree_kernels_best()->round_farther(a, b, margin);
}

bool scree_ellipsoid_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                          scree_contact *out)
{
    return scree_kernels_best()->ellipsoid_pair(a, b, tolerance, cache, out);
}

bool scree_equal_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                      scree_contact *out)
{
    return scree_kernels_best()->equal_pair(a, b, tolerance, cache, out);
}

bool scree_polygon_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                        scree_contact *out)
{
    (void)cache;
    const double size = a->shape->bounds.radius + b->shape->bounds.radius;
    return scree_kernels_best()->polygon(a, b, tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * size : tolerance, out);
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
    return best_up_to_four()->axis(&work, &number) == 0;
}
