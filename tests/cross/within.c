// The question that a DEM asks, for every class of pairs, in motion, cold and warm: up to the margin the answer is the
// one without it, to the last bit; above it every answer is `beyond`, with a gap along the normal that holds in more
// digits. And the batch, over lanes of every width, says the same.
#include <float.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "dispatch/table.h"
#include "oracle/verified.h"
#include "pair/warm.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "scree/method.h"

enum { SEED = 606, PAIRS = 120, STEPS = 10, WIDTHS = 4, SCRATCH = 1 << 24 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

static long beyond_asked, beyond_said; // of those that are well beyond, and warm

typedef struct vector {
    long double x, y, z;
} vector;

static long double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector rotated(scree_quat q, vector v, bool back)
{
    const long double w = q.w, x = back ? -q.x : q.x, y = back ? -q.y : q.y, z = back ? -q.z : q.z;
    const long double s = 2.0L / (w * w + x * x + y * y + z * z);
    return (vector){ v.x + s * (-(y * y + z * z) * v.x + (x * y - w * z) * v.y + (x * z + w * y) * v.z),
                     v.y + s * ((x * y + w * z) * v.x - (x * x + z * z) * v.y + (y * z - w * x) * v.z),
                     v.z + s * ((x * z - w * y) * v.x + (y * z + w * x) * v.y - (x * x + y * y) * v.z) };
}

// How far a body goes along n, from its own origin: by its vertices or semi-axes in 64 bits, else by its support
// point. `slack` grows by what that is off by.
static long double reach(const scree_solid *solid, const scree_body *body, vector n, long double *slack)
{
    const vector d = rotated(body->orientation, n, true);
    long double most = -INFINITY, farthest = 0.0L;
    if (solid->kind == SCREE_POLYHEDRON || solid->kind == SCREE_POLYGON) {
        for (int i = 0; i < solid->count; ++i) {
            const vector v = { solid->points[i].x, solid->points[i].y, solid->points[i].z };
            most = fmaxl(most, dot(d, v));
            farthest = fmaxl(farthest, sqrtl(dot(v, v)));
        }
        *slack += 16.0L * LDBL_EPSILON * farthest; // vertices far from their own origin nearly cancel with the position
        most += solid->rounding * sqrtl(dot(d, d));
    } else {
        const scree_vec3 p = scree_shape_support(body->shape, s3((double)d.x, (double)d.y, (double)d.z));
        most = dot(d, (vector){ p.x, p.y, p.z });
        *slack += 1e-15L * (fabsl(most) + scree_shape_bounds(body->shape).radius);
    }
    return most;
}

// The gap along the normal, by an arithmetic of its own.
static void check_proof(const scree_scene_pose *pose, const scree_contact *c)
{
    const vector n = { c->normal.x, c->normal.y, c->normal.z }, back = { -n.x, -n.y, -n.z };
    const scree_solid *solids = pose->scene->solids;
    long double slack = 0.0L;
    const scree_vec3 p = pose->body_a.position, q = pose->body_b.position;
    const vector shift = { (long double)q.x - p.x, (long double)q.y - p.y, (long double)q.z - p.z };
    const long double gap = dot(n, shift) - reach(&solids[pose->b], &pose->body_b, back, &slack) -
                            reach(&solids[pose->a], &pose->body_a, n, &slack);
    CHECK_MSG((long double)c->lower <= gap / sqrtl(dot(n, n)) + slack, "%s: a gap of %.17g, said to be above %.17g",
              scree_scene_class_name(pose->scene->class_number), (double)gap, c->lower);
    CHECK(fabsl(dot(n, n) - 1.0L) <= 1e-15L);
}

static void verify(const scree_body *a, const scree_body *b, const scree_query_options *o, const scree_contact *x,
                   const char *what)
{
    CHECK(scree_verified_holds(what, a, b, o, x));
}

static void check_short(const scree_scene_pose *pose, const scree_contact *c, const scree_contact *full, double margin)
{
    CHECK_MSG(c->lower > margin && c->lower <= full->upper && c->upper >= full->lower && c->lower <= c->upper,
              "[%.17g, %.17g] beyond %.17g, really [%.17g, %.17g]", c->lower, c->upper, margin, full->lower,
              full->upper);
    CHECK(c->distance == c->lower && c->state == SCREE_SEPARATED && c->status == SCREE_OK && c->beyond == 1);
    CHECK(isfinite(c->upper) && isfinite(c->point_a.x) && isfinite(c->point_b.y) && isfinite(c->point.z));
    CHECK(c->index_a == -1 && c->index_b == -1 && c->patch_area == 0.0 && c->unused[0] == 0);
    check_proof(pose, c);
}

static scree_query_options options_with(void *scratch, scree_cache *cache)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    o.cache = cache;
    return o;
}

// What the full answer proves to be beyond the margin.
static bool is_beyond(const scree_contact *full, double margin)
{
    return (full->status == SCREE_OK || full->status == SCREE_NO_CONVERGENCE) && full->lower > margin &&
           full->state == SCREE_SEPARATED;
}

// The full answer, as a query with a margin reports it.
static scree_contact short_of(const scree_contact *full, double margin)
{
    scree_contact c = *full;
    if (!is_beyond(full, margin)) return c;
    const scree_contact none = { .index_a = -1, .index_b = -1, .beyond = true };
    c = none;
    c.distance = c.lower = full->lower;
    c.upper = full->upper;
    c.normal = full->normal;
    c.iterations = full->iterations;
    return c;
}

// Whether one axis proves it, without a search.
static bool is_proven_at_once(const scree_batch *batch, const scree_query_options *o, scree_cache cache)
{
    scree_contact c;
    int32_t number = 0;
    scree_batch one = *batch;
    one.caches = &cache;
    scree_lane_work work = { .batch = &one, .tolerance = o->tolerance, .margin = o->margin, .pairs = &number };
    work.count = 1;
    work.results = &c;
    return scree_kernels_of(2)->axis(&work, &number) == 0;
}

// Whether the answer comes without a test of one axis: nothing is known of one beyond the margin, or there is a kernel that
// comes before it.
static bool is_direct(const scree_body *a, const scree_body *b, const scree_query_options *o, const scree_cache *cache)
{
    scree_contact c;
    const scree_way *way = scree_way_of(a->shape, b->shape);
    if (!cache->filled || !((double)cache->distance > o->margin)) return true;
    return scree_way_is_direct_first(way, a->shape, b->shape) && way->direct(a, b, o->tolerance, NULL, &c);
}

static bool equal(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Swapping the bodies and their cache flips the answer and changes nothing else.
static void check_swapped(const scree_scene_pose *pose, const scree_query_options *asked, const scree_cache *before,
                          const scree_contact *c)
{
    scree_cache cache = *before;
    scree_cache_swap(&cache);
    scree_query_options o = *asked;
    o.cache = &cache;
    scree_contact x;
    (void)scree_query(&pose->body_b, &pose->body_a, &o, &x);
    verify(&pose->body_b, &pose->body_a, &o, &x, "swapped");
    CHECK(x.beyond == c->beyond);
    if (!c->beyond) return; // see invariance.c
    CHECK(x.lower == c->lower && x.upper == c->upper && equal(x.point, c->point));
    CHECK(equal(x.normal, s3_scale(c->normal, -1.0)) && equal(x.point_a, c->point_b) && equal(x.point_b, c->point_a));
}

enum { COPIES = 11 };

// The whole answer of a batch without a margin: up to the margin, that with one must be the same, else its short form. From as many
// copies: a batch of one may be answered by another kernel.
static scree_contact whole_answer(const scree_batch *batch, scree_query_options o, scree_cache *cache,
                                  const scree_contact *full)
{
    scree_contact results[COPIES];
    scree_cache caches[COPIES];
    scree_batch whole = *batch;
    memset(results, 0x55, sizeof results);
    for (int i = 0; i < COPIES; ++i) caches[i] = *cache;
    whole.caches = caches;
    o.within = false;
    (void)scree_query_batch(&whole, &o, results);
    if (!is_verified_as(&results[0], full)) verify(&batch->bodies[0], &batch->bodies[1], &o, &results[0], "batch");
    *cache = caches[0];
    return short_of(&results[0], o.margin);
}

// As a batch of some copies, so that lanes are filled and not; alone, where a kernel of this width does it all.
static void check_batch(const scree_scene_pose *pose, const scree_query_options *o, const scree_cache *before,
                        const scree_contact *c, const scree_contact *full)
{
    scree_body bodies[2] = { pose->body_a, pose->body_b };
    scree_pair pairs[COPIES];
    scree_cache caches[COPIES];
    scree_contact results[COPIES];
    int32_t numbers[COPIES];
    for (int w = -1; w < WIDTHS; ++w) {
        for (int i = 0; i < COPIES; ++i) {
            pairs[i] = (scree_pair){ .a = 0, .b = 1 };
            caches[i] = *before;
            numbers[i] = i;
        }
        memset(results, 0x55, sizeof results);
        scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = COPIES, .threads = 1 };
        batch.caches = caches;
        batch.scratch = o->scratch;
        batch.scratch_size = o->scratch_size;
        const bool direct = is_direct(&bodies[0], &bodies[1], o, before);
        const bool at_once = c->beyond && !direct && is_proven_at_once(&batch, o, *before);
        scree_cache kept = at_once ? *o->cache : *before;
        const scree_contact expected = at_once ? *c : whole_answer(&batch, *o, &kept, full);
        CHECK(expected.status == c->status &&
              (c->status != SCREE_OK || (expected.lower <= c->upper && expected.upper >= c->lower)));
        if (!is_verified_as(&expected, c)) verify(&bodies[0], &bodies[1], o, &expected, "batch with a margin");
        if (w < 0) {
            (void)scree_query_batch(&batch, o, results);
        } else {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            scree_lane_work work = { .batch = &batch, .tolerance = o->tolerance, .margin = o->margin };
            work.pairs = numbers;
            work.count = COPIES;
            work.results = results;
            if (k == NULL || c->status != SCREE_OK || direct) continue;
            CHECK(k->axis(&work, numbers) == (at_once ? 0 : COPIES));
            if (!at_once) continue;
        }
        for (int i = 0; i < COPIES; ++i) {
            CHECK_MSG(
                memcmp(&results[i], &expected, sizeof expected) == 0 && memcmp(&caches[i], &kept, sizeof kept) == 0,
                "the batch, %d lanes: %.17g for %.17g", w < 0 ? 0 : widths[w], results[i].distance, expected.distance);
        }
    }
}

// One question, and everything about its answer.
static void query(const scree_scene_pose *pose, double margin, scree_cache *cache, void *scratch)
{
    scree_cache before = *cache, plain_cache = *cache;
    scree_query_options o = options_with(scratch, &plain_cache);
    scree_contact full, c;
    const scree_status status = scree_query(&pose->body_a, &pose->body_b, &o, &full);
    verify(&pose->body_a, &pose->body_b, &o, &full, "without a margin");
    o.cache = cache;
    o.within = true;
    o.margin = margin;
    CHECK(scree_query(&pose->body_a, &pose->body_b, &o, &c) == status || c.beyond);
    if (!is_verified_as(&c, &full)) verify(&pose->body_a, &pose->body_b, &o, &c, "with a margin");
    const scree_contact shortened = short_of(&full, margin);
    if (c.beyond)
        check_short(pose, &c, &full, margin);
    else
        CHECK(memcmp(&c, &full, sizeof c) == 0 && memcmp(cache, &plain_cache, sizeof *cache) == 0);
    CHECK(!full.beyond && (!c.beyond || full.upper > margin) && (c.beyond || !is_beyond(&full, margin)));
    // What was not beyond the margin before is answered as without one, and costs no more.
    CHECK((before.filled && (double)before.distance > margin) || memcmp(&c, &shortened, sizeof c) == 0);
    check_swapped(pose, &o, &before, &c);
    check_batch(pose, &o, &before, &c, &full);
    if (!before.filled || !(full.distance > 2.0 * margin) || !((double)before.distance > margin)) return;
    ++beyond_asked;
    beyond_said += c.beyond;
}

// Every other method, cold, alone and in a batch of one.
static void check_methods(const scree_scene_pose *pose, double margin, void *scratch)
{
    const scree_body bodies[2] = { pose->body_a, pose->body_b };
    const scree_pair pair = { .a = 0, .b = 1 };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .threads = 1 };
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    for (int m = 1; m < scree_method_count(); ++m) {
        scree_query_options o = options_with(scratch, NULL);
        scree_contact full, c, together;
        o.method = scree_method_at(m);
        if (!o.method->serves(bodies[0].shape, bodies[1].shape)) continue;
        memset(&full, 0, sizeof full);
        memset(&c, 0, sizeof c);
        memset(&together, 0, sizeof together);
        (void)scree_query(&bodies[0], &bodies[1], &o, &full);
        verify(&bodies[0], &bodies[1], &o, &full, o.method->name);
        o.within = true;
        o.margin = margin;
        (void)scree_query(&bodies[0], &bodies[1], &o, &c);
        (void)scree_query_batch(&batch, &o, &together);
        const scree_contact expected = short_of(&full, margin);
        if (!is_verified_as(&c, &full)) verify(&bodies[0], &bodies[1], &o, &c, o.method->name);
        CHECK_MSG(memcmp(&c, &expected, sizeof c) == 0 && memcmp(&together, &expected, sizeof c) == 0,
                  "%s: [%.17g, %.17g], margin %.17g, beyond %d", o.method->name, full.lower, full.upper, margin,
                  c.beyond);
    }
}

static void move(scree_scene_pose *pose, scree_random *r)
{
    const double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape), step = random_decade(r, -6, -2);
    scree_vec3 d = s3_scale(random_direction(r), size * step);
    if (scree_shape_dimension(pose->body_a.shape) == 2) {
        d.z = 0;
        pose->angle_b += step * random_between(r, -1, 1);
        pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
    } else {
        pose->body_b.orientation = quat_times(quat_about(random_direction(r), step), pose->body_b.orientation);
    }
    pose->body_b.position = s3_add(pose->body_b.position, d);
}

// A margin below the distance, next to it or above it; or none.
static double some_margin(const scree_scene_pose *pose, void *scratch, scree_random *r)
{
    scree_contact c;
    const scree_query_options o = options_with(scratch, NULL);
    (void)scree_query(&pose->body_a, &pose->body_b, &o, &c);
    verify(&pose->body_a, &pose->body_b, &o, &c, "cold");
    const double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape), gap = fmax(c.distance, 0.0);
    switch (random_below(r, 5)) {
    case 0:
        return 0.0;
    case 1:
        return 0.3 * gap;
    case 2:
        return fmax(0.0, gap + 1e-15 * size * random_between(r, -20, 20));
    case 3:
        return 1.5 * gap;
    default:
        return fmax(0.0, gap - size * random_decade(r, -14, -1));
    }
}

int main(void)
{
    void *scratch = malloc(SCRATCH);
    for (int class = 0; class < scree_scene_class_count(); ++class) {
        scree_scene *scene = scree_scene_open(class, SEED, NULL);
        if (!CHECK(scene != NULL)) continue;
        scree_random r = random_stream(SEED, (uint64_t) class, 3);
        for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
            scree_scene_pose pose;
            scree_cache cache;
            memset(&cache, 0, sizeof cache);
            scree_scene_pair(scene, (uint64_t)n, &pose);
            const double margin = some_margin(&pose, scratch, &r);
            const long failures = check_failures;
            if (n % 5 == 0) check_methods(&pose, margin, scratch);
            for (int k = 0; k < STEPS; ++k) {
                query(&pose, margin, &cache, scratch);
                move(&pose, &r);
            }
            if (check_failures > failures && failures < 6)
                printf("class %s seed %d pair %ld\n", scree_scene_class_name(class), SEED, n);
        }
        scree_scene_close(scene);
    }
    printf("of %ld warm questions about pairs at twice the margin, %ld ended with a proof along the last axis\n",
           beyond_asked, beyond_said);
    CHECK(check_scale() < 0.5 || (double)beyond_said >= 0.8 * (double)beyond_asked);
    free(scratch);
    return check_done();
}
