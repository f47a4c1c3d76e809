// Two boxes that overlap, over lanes: every answer goes to scree_verify(), is the same at every width and with A and B
// swapped, and agrees with the query for one pair.
//
// Boxes in any pose; face to face and edge on face at every tilt down to exactly 0; stacks, aligned and tilted, down to touching;
// nested and coincident ones.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "oracle/verified.h"
#include "scenes/random.h"
#include "scree/rotation.h"

enum { SEED = 83, PAIRS = 256, WIDTHS = 4, SHAPES = 32, SCRATCH = 1 << 20 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef enum box_class {
    ANY_POSE,
    FACE_TO_FACE,
    ALIGNED,
    EDGE_ON_FACE,
    STACKED,
    TILTED_STACK,
    TOUCHING_STACK,
    NESTED,
    COINCIDENT,
    CLASSES
} box_class;

static const char *const names[CLASSES] = { "any pose",     "face to face",   "aligned", "edge on face", "stacked",
                                            "tilted stack", "touching stack", "nested",  "coincident" };
// The least share of the pairs that the kernel must answer; but for touching stacks, of those that overlap. Edges that are
// parallel to some 1e-14 are no reason to leave a pair; a tilt next to SCREE_FEATURE_SLOPE may be one.
static const double least_share[CLASSES] = { 0.99, 0.99, 0.99, 0.99, 0.99, 0.97, 0.99, 0.99, 0.99 };

typedef struct pair_set {
    scree_shape *shapes[SHAPES];
    scree_vec3 half[SHAPES];
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS], swapped[PAIRS];
    int32_t asked[PAIRS], left[PAIRS];
    scree_cache caches[PAIRS];
    scree_contact results[WIDTHS][PAIRS], exchanged[PAIRS];
    bool is_left[WIDTHS][PAIRS];
    unsigned char scratch[SCRATCH];
} pair_set;

static scree_vec3 half_of(const pair_set *p, const scree_shape *s)
{
    for (int i = 0; i < SHAPES; ++i)
        if (p->shapes[i] == s) return p->half[i];
    return (scree_vec3){ 0, 0, 0 };
}

static scree_quat rotation_about(scree_vec3 axis, double angle)
{
    const double s = sin(0.5 * angle);
    return (scree_quat){ cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z };
}

static double depth_of(scree_random *r, double size)
{
    return size * random_decade(r, -6.0, -1.0);
}

// A tilt: now and then none at all.
static double tilt_of(scree_random *r)
{
    return random_below(r, 6) == 0 ? 0.0 : random_decade(r, -16.0, -1.0);
}

// B in A's frame.
static void place(const pair_set *p, box_class class, scree_body *a, scree_body *b, scree_random *r)
{
    const scree_vec3 u = half_of(p, a->shape), v = half_of(p, b->shape), x = { 1, 0, 0 }, z = { 0, 0, 1 };
    const double least = fmin(fmin(u.z, v.z), fmin(fmin(u.x, v.x), fmin(u.y, v.y)));
    b->orientation = (scree_quat){ 1, 0, 0, 0 };
    b->position = (scree_vec3){ 0, 0, u.z + v.z - depth_of(r, least) };
    if (class == ANY_POSE) {
        b->orientation = random_rotation(r);
        const double far = random_unit(r);
        const scree_vec3 d = random_direction(r);
        b->position = (scree_vec3){ far * (u.x + v.x) * d.x, far * (u.y + v.y) * d.y, far * (u.z + v.z) * d.z };
    } else if (class == NESTED) {
        b->position.z = 0.3 * random_unit(r) * u.z;
        b->orientation = rotation_about(z, random_below(r, 2) == 0 ? 0.0 : random_unit(r));
    } else if (class == COINCIDENT) {
        b->position.z = 0.0;
    } else if (class == TILTED_STACK || class == TOUCHING_STACK) {
        const double tilt = class == TOUCHING_STACK ? random_decade(r, -16.0, -8.0) : tilt_of(r);
        const double aside = 0.1 * least * fmin(tilt, 1e-2);
        b->orientation = rotation_about(random_direction(r), tilt);
        b->position.x = aside * (2.0 * random_unit(r) - 1.0);
        b->position.y = aside * (2.0 * random_unit(r) - 1.0);
        // Rounding of the size: a few before and behind touching.
        if (class == TOUCHING_STACK) b->position.z = (u.z + v.z) * (1.0 + 1e-15 * (double)(random_below(r, 9) - 7));
    } else if (class != STACKED) {
        const double yaw = class == ALIGNED ? 0.0 : 6.0 * random_unit(r);
        const double lean = class == EDGE_ON_FACE ? 0.2 + random_unit(r) : 0.0;
        const scree_vec3 t = random_direction(r);
        const scree_vec3 d = { t.x, t.y, 0 };
        b->orientation = scree_quat_multiply(rotation_about(d, tilt_of(r)),
                                             scree_quat_multiply(rotation_about(z, yaw), rotation_about(x, lean)));
        if (class == EDGE_ON_FACE) b->position.z += fabs(v.y * sin(lean)) + v.z * cos(lean) - v.z;
        b->position.x = (2.0 * random_unit(r) - 1.0) * u.x;
        b->position.y = (2.0 * random_unit(r) - 1.0) * u.y;
    }
}

static bool has_twins(box_class class)
{
    return class == STACKED || class == TILTED_STACK || class == TOUCHING_STACK || class == COINCIDENT;
}

static void open_set(pair_set *p, box_class class, scree_random *r)
{
    for (int i = 0; i < PAIRS; ++i) {
        scree_body a = { .shape = p->shapes[random_below(r, SHAPES)], .orientation = { 1, 0, 0, 0 } };
        scree_body b = { .shape = has_twins(class) ? a.shape : p->shapes[random_below(r, SHAPES)] };
        place(p, class, &a, &b, r);
        // Half of them anywhere in the world.
        const scree_quat rotation = i % 2 == 0 ? (scree_quat){ 1, 0, 0, 0 } : random_rotation(r);
        a.orientation = rotation;
        b.position = scree_quat_rotate(rotation, b.position);
        b.orientation = scree_quat_multiply(rotation, b.orientation);
        p->bodies[2 * i] = a;
        p->bodies[2 * i + 1] = b;
        p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        p->swapped[i] = (scree_pair){ .a = 2 * i + 1, .b = 2 * i };
        p->asked[i] = i;
    }
}

static int run(pair_set *p, const scree_kernels *k, const scree_pair *pairs, scree_contact *results, bool *is_left)
{
    const scree_batch batch = {
        .bodies = p->bodies, .body_count = (size_t)2 * PAIRS, .pairs = pairs, .pair_count = PAIRS, .caches = p->caches
    };
    const scree_lane_work work = {
        .batch = &batch, .tolerance = -1.0, .pairs = p->asked, .count = PAIRS, .results = results
    };
    memset(results, 0x55, PAIRS * sizeof *results);
    memset(is_left, 0, PAIRS * sizeof *is_left);
    const int rest = k->box_pairs(&work, p->left);
    for (int i = 0; i < rest; ++i) is_left[p->left[i]] = true;
    return rest;
}

// Against the query for one pair: intervals overlap, and features mostly agree.
static bool agrees(const pair_set *p, int i, const scree_contact *x)
{
    scree_query_options o = scree_query_defaults();
    scree_contact y;
    o.scratch = (void *)(uintptr_t)p->scratch;
    o.scratch_size = SCRATCH;
    if (!CHECK(scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &y) == SCREE_OK)) return false;
    CHECK_MSG(x->lower <= y.upper && y.lower <= x->upper, "pair %d: [%.17g, %.17g] for [%.17g, %.17g]", i, x->lower,
              x->upper, y.lower, y.upper);
    return x->feature_a == y.feature_a && x->feature_b == y.feature_b;
}

// By more than touching is.
static bool overlaps(const pair_set *p, int i)
{
    scree_query_options o = scree_query_defaults();
    scree_contact x;
    o.scratch = (void *)(uintptr_t)p->scratch;
    o.scratch_size = SCRATCH;
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    if (!CHECK(scree_query(a, b, &o, &x) == SCREE_OK)) return false;
    const double radii = scree_shape_rounding(a->shape) + scree_shape_rounding(b->shape);
    return x.distance + radii < -1e-12 * scree_pair_size(a->shape, b->shape);
}

static void check_swapped(const scree_contact *x, const scree_contact *y, bool twins, const char *name, int i)
{
    const bool same =
        x->distance == y->distance && x->lower == y->lower && x->upper == y->upper &&
        (twins || (x->normal.x == -y->normal.x && x->point_a.z == y->point_b.z && x->point.x == y->point.x &&
                   x->patch_area == y->patch_area && x->feature_a == y->feature_b && x->index_a == y->index_b));
    CHECK_MSG(same, "%s, pair %d: swapping changes the answer", name, i);
}

static void check_class(pair_set *p, box_class class)
{
    scree_random r = random_stream(SEED, 1, (uint64_t) class);
    const int rounds = (int)check_scaled(20) + 1;
    long answered = 0, alike = 0, asked = 0;
    for (int round = 0; round < rounds; ++round) {
        int first = -1;
        open_set(p, class, &r);
        asked += PAIRS;
        for (int w = 0; w < WIDTHS; ++w) {
            const scree_kernels *k = scree_kernels_of(widths[w]);
            if (k == NULL) continue;
            run(p, k, p->pairs, p->results[w], p->is_left[w]);
            if (first < 0) first = w;
            CHECK_MSG(memcmp(p->results[w], p->results[first], sizeof p->results[w]) == 0,
                      "%s: width %d has other answers", names[class], widths[w]);
        }
        run(p, scree_kernels_of(widths[first]), p->swapped, p->exchanged, p->is_left[WIDTHS - 1]);
        for (int i = 0; i < PAIRS; ++i) {
            if (p->is_left[first][i]) {
                asked -= class != TOUCHING_STACK && !overlaps(p, i);
                continue;
            }
            const scree_contact *x = &p->results[first][i];
            const scree_verification v = scree_verified(&p->bodies[2 * i], &p->bodies[2 * i + 1], NULL, x);
            CHECK_MSG(v.verdict != SCREE_REFUTED,
                      "%s, pair %d of round %d: %s: %s: claimed %.17g, found %.17g, allowed %.3g", names[class], i,
                      round, scree_claim_name(v.claim), v.reason, v.claimed, v.found, v.allowed);
            check_swapped(x, &p->exchanged[i], class == COINCIDENT, names[class], i);
            ++answered;
            alike += agrees(p, i, x);
        }
    }
    printf("%-14s %ld asked, %ld answered, %ld with the features of the single query\n", names[class], asked, answered,
           alike);
    // Four standard deviations of the sample below it.
    const double least = least_share[class], spread = 4.0 * sqrt(least * (1.0 - least) / (double)asked);
    CHECK_MSG((double)answered >= (least - spread) * (double)asked, "%s: %ld of %ld answered", names[class], answered,
              asked);
}

int main(void)
{
    pair_set *p = calloc(1, sizeof *p);
    if (p == NULL) return EXIT_FAILURE;
    scree_random r = random_stream(SEED, 0, 0);
    for (int i = 0; i < SHAPES; ++i) {
        const scree_vec3 half = { random_decade(&r, -1.0, 1.0), random_decade(&r, -1.0, 1.0),
                                  random_decade(&r, -1.0, 1.0) };
        const bool cube = i % 2 == 0;
        p->half[i] = cube ? (scree_vec3){ half.x, half.x, half.x } : half;
        p->shapes[i] = scree_box_create(p->half[i], i % 8 == 7 ? 0.1 * half.x : 0.0, NULL);
        if (!CHECK(p->shapes[i] != NULL)) break;
    }
    for (box_class class = 0; p->shapes[SHAPES - 1] != NULL && class < CLASSES; ++class) check_class(p, class);
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(p->shapes[i]);
    free(p);
    return check_done();
}
