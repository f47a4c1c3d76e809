// Two hulls that overlap, an edge of one nearly level on a face of the other, below and above the slope up to which both are named:
// the kernel that tests the cached features again has the features, the patch and the points of a query without a cache, from
// whatever feature of them was in the cache; the same bytes at every width; and every answer is proven (scree_verify()).
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "pair/patch.h"
#include "pair/warm.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree/verify.h"
#include "shape/shape.h"

enum { SEED = 61, PAIRS = 4000, WIDTHS = 4, MOST = 28 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

// Pairs with a face and an edge; of these, those that were answered from them, and from a vertex or two edges.
static long levels, from_levels, from_points, pointed;

static scree_shape *random_hull(scree_random *r, double size)
{
    scree_vec3 points[MOST];
    const int count = 6 + random_below(r, MOST - 6);
    for (int i = 0; i < count; ++i) points[i] = s3_scale(random_direction(r), size);
    return scree_polyhedron_create(points, (size_t)count, random_below(r, 4) == 0 ? 0.1 * size : 0.0, NULL);
}

// Two orthonormal directions of a body, put along two of the world.
static scree_quat frame_to(scree_vec3 from, scree_vec3 aside, scree_vec3 to, scree_vec3 to_aside)
{
    const scree_quat first = quat_from_to(from, to);
    const scree_vec3 moved = quat_rotate(first, aside);
    const double angle = atan2(s3_dot(s3_cross(moved, to_aside), to), s3_dot(moved, to_aside));
    return quat_times(quat_about(to, angle), first);
}

typedef struct level_pair {
    scree_body body[2]; // the second has the edge
    scree_vec3 across;  // in the face, perpendicular to the edge: the axis that tilts it
    scree_vec3 pivot;
} level_pair;

// The core of b with an edge at `slope` over a face of the core of a, which it enters by `depth` at a point of the face.
static void place_pair(const scree_shape *a, const scree_shape *b, double slope, double depth, scree_random *r,
                       level_pair *out)
{
    const scree_face *face = &a->hull->faces[random_below(r, a->hull->face_count)];
    const scree_edge edge = scree_edge_at(b->hull, random_below(r, b->hull->edge_count));
    const scree_vec3 n = face->normal, along = s3_unit(s3_cross(n, random_direction(r)));
    const scree_vec3 p = b->hull->nodes[edge.vertex[0]].at, q = b->hull->nodes[edge.vertex[1]].at;
    const scree_vec3 u = s3_unit(s3_sub(q, p));
    const double part = random_between(r, 0.1, 0.9);
    const scree_vec3 up = s3_unit(s3_add(s3_scale(b->hull->faces[edge.face[0]].normal, part),
                                         s3_scale(b->hull->faces[edge.face[1]].normal, 1.0 - part)));
    scree_vec3 over = s3(0, 0, 0);
    double sum = 0.0;
    for (int k = 0; k < face->count; ++k) {
        const double weight = random_between(r, 0.0, 1.0);
        over = s3_add(over, s3_scale(a->hull->nodes[a->hull->face_vertices[face->first + k]].at, weight));
        sum += weight;
    }
    over = s3_scale(over, 1.0 / sum);
    out->across = s3_cross(n, along);
    out->body[0] = scree_body_at(a, s3(0, 0, 0));
    out->body[1] = scree_body_at(b, s3(0, 0, 0));
    out->body[1].orientation = quat_times(quat_about(out->across, slope), frame_to(up, u, s3_scale(n, -1.0), along));
    const scree_vec3 at = s3_add(p, s3_scale(s3_sub(q, p), random_between(r, 0.0, 1.0)));
    out->pivot = s3_sub(over, s3_scale(n, depth));
    out->body[1].position = s3_sub(out->pivot, quat_rotate(out->body[1].orientation, at));
}

static void tilt(level_pair *p, double angle)
{
    const scree_quat q = quat_about(p->across, angle);
    scree_body *b = &p->body[1];
    b->orientation = quat_times(q, b->orientation);
    b->position = s3_add(p->pivot, quat_rotate(q, s3_sub(b->position, p->pivot)));
}

// From this cache, at every width; false where there is no answer.
static bool answer(const level_pair *p, const scree_cache *cache, scree_contact *out, scree_cache *after)
{
    const scree_pair pair = { .a = 0, .b = 1 };
    int32_t number = 0;
    int count = 0, tried = 0;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        scree_contact x;
        scree_cache own = *cache;
        if (k == NULL) continue;
        memset(&x, 0x55, sizeof x);
        const scree_batch batch = {
            .bodies = p->body, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = &own
        };
        scree_lane_work work = { .batch = &batch, .tolerance = -1.0, .pairs = &number, .count = 1, .results = &x };
        number = 0;
        ++tried;
        if (k->warm_hulls(&work, &number) != 0) {
            CHECK(memcmp(&own, cache, sizeof own) == 0);
            continue;
        }
        if (count++ > 0) CHECK(memcmp(&x, out, sizeof x) == 0 && memcmp(&own, after, sizeof own) == 0);
        *out = x;
        *after = own;
    }
    CHECK(count == 0 || count == tried);
    return count > 0;
}

static double apart(scree_vec3 p, scree_vec3 q)
{
    const scree_vec3 d = s3_sub(p, q);
    return sqrt(s3_dot(d, d));
}

static void compare(const level_pair *p, const scree_contact *x, const scree_contact *cold, const char *from)
{
    const double size = scree_pair_size(p->body[0].shape, p->body[1].shape);
    CHECK_MSG(fabs(x->distance - cold->distance) <= 1e-13 * size && x->lower <= cold->upper && cold->lower <= x->upper,
              "%s: %.17g in [%.17g, %.17g], cold %.17g", from, x->distance, x->lower, x->upper, cold->distance);
    CHECK_MSG(x->feature_a == cold->feature_a && x->feature_b == cold->feature_b && x->index_a == cold->index_a &&
                  x->index_b == cold->index_b,
              "%s: features %d %d and %d %d, cold %d %d and %d %d", from, (int)x->feature_a, x->index_a,
              (int)x->feature_b, x->index_b, (int)cold->feature_a, cold->index_a, (int)cold->feature_b, cold->index_b);
    CHECK_MSG(apart(x->point, cold->point) <= 1e-9 * size && apart(x->point_a, cold->point_a) <= 1e-9 * size &&
                  apart(x->point_b, cold->point_b) <= 1e-9 * size,
              "%s: points off by %g, %g and %g", from, apart(x->point, cold->point), apart(x->point_a, cold->point_a),
              apart(x->point_b, cold->point_b));
    CHECK(apart(x->normal, cold->normal) <= 1e-12 && x->patch_area == cold->patch_area && x->status == SCREE_OK);
    scree_verification v;
    CHECK(scree_verify(&p->body[0], &p->body[1], x, NULL, &v) == SCREE_OK && v.verdict != SCREE_REFUTED);
}

// From what met when the edge was tilted by so much more.
static void try_from(const level_pair *p, double angle, const scree_contact *cold, long *answered)
{
    level_pair before = *p;
    scree_contact met, x;
    scree_cache cache = { 0 }, after;
    tilt(&before, angle);
    if (scree_query(&before.body[0], &before.body[1], NULL, &met) != SCREE_OK || met.distance >= 0.0) return;
    scree_cache_keep(&cache, &met);
    if (!answer(p, &cache, &x, &after)) return;
    ++*answered;
    compare(p, &x, cold, angle == 0.0 ? "from itself" : "from a tilted one");
    CHECK(after.feature_a == x.feature_a && after.feature_b == x.feature_b && after.index_a == x.index_a &&
          after.index_b == x.index_b);
}

static void check_pair(scree_random *r)
{
    const double size = random_decade(r, -2, 2);
    scree_shape *a = random_hull(r, size), *b = random_hull(r, size * random_between(r, 0.3, 3.0));
    if (!CHECK(a != NULL && b != NULL)) return;
    level_pair p;
    const int kind = random_below(r, 4);
    const double slope = random_sign(r) * (kind == 0   ? 0.0
                                           : kind == 1 ? random_decade(r, -10, -7)
                                                       : SCREE_FEATURE_SLOPE * random_between(r, 0.1, 2.5));
    place_pair(a, b, slope, size * random_decade(r, -5, -2), r, &p);
    if (random_below(r, 2) == 0) {
        const scree_body swap = p.body[0];
        p.body[0] = p.body[1];
        p.body[1] = swap;
        p.across = s3(0, 0, 0); // not tilted below
    }
    scree_contact cold;
    const bool fine = scree_query(&p.body[0], &p.body[1], NULL, &cold) == SCREE_OK && cold.distance < 0.0;
    scree_cache cache = { 0 };
    scree_cache_keep(&cache, &cold);
    const bool is_segment = scree_cache_has_patch(&cache) && cold.feature_a != cold.feature_b;
    if (fine && is_segment) {
        ++levels;
        try_from(&p, 0.0, &cold, &from_levels);
    }
    if (fine && s3_dot(p.across, p.across) > 0.0) {
        pointed += is_segment;
        long other = 0;
        try_from(&p, random_sign(r) * SCREE_FEATURE_SLOPE * random_between(r, 0.5, 4.0), &cold,
                 is_segment ? &from_points : &other);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    scree_random r = random_stream(SEED, 0, 0);
    for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) check_pair(&r);
    printf("%ld with a face and an edge, %ld answered from these, %ld of %ld from features before\n", levels,
           from_levels, from_points, pointed);
    CHECK(from_levels * 10 > levels * 9 && from_points * 10 > pointed * 7);
    return check_done();
}
