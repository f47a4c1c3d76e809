// The verdict on two bodies, against the reference that knows them by their supports alone, in 64 bits: polyhedra of
// few and of many vertices, flat ones among them, ellipsoids and superquadrics of all exponents, swept by a ball or
// not, at sizes from 1e-9 to 1e9, in any orientation and with their axes along each other; from deep overlaps over touching
// to a distance, with margins on both sides of the truth. A verdict is never wrong, whichever comes first and however
// many lanes there are, and the quick ways leave next to none of the usual pairs open.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "dispatch/table.h"
#include "oracle/superquadric.h"
#include "pair/line.h"
#include "scenes/grains.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { SEED = 29, PAIRS = 1500, CELLS = 20000, KINDS = 14, SIZES = 3, MOST = 300 };

static const double sizes[SIZES] = { 1.0, 1e-9, 1e9 };
static const int corners[] = { 4, 8, 14, 20, 20, 130, 300 };

enum { HULLS = sizeof corners / sizeof *corners, FLAT = 4 };

typedef struct cast {
    scree_solid solid[KINDS];
    round_body body[KINDS];
    scree_vec3 points[HULLS][MOST];
} cast;

typedef struct tally {
    int asked, open;
} tally;

static void make_hull(cast *c, int kind, double size, scree_random *r)
{
    scree_solid *s = &c->solid[kind];
    s->kind = SCREE_POLYHEDRON;
    s->count = corners[kind];
    s->points = c->points[kind];
    for (int i = 0; i < s->count; ++i) {
        const scree_vec3 cube = { i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5 };
        scree_vec3 d = random_direction(r);
        if (kind == FLAT) d.z *= 1e-3;
        s->points[i] = s3_scale(kind == 1 ? cube : d, size);
    }
    s->rounding = kind == 3 ? 0.1 * size : 0.0;
    s->shape = scree_polyhedron_create(s->points, (size_t)s->count, s->rounding, NULL);
}

// Exponents 2, 3, 4, 8, 12, 2.5 with 5, and 20.
static void make_grain(cast *c, int kind, double size)
{
    static const double first[] = { 2, 3, 4, 8, 12, 2.5, 20 }, second[] = { 2, 3, 4, 8, 12, 5, 20 };
    const int i = kind - HULLS;
    scree_solid *s = &c->solid[kind];
    s->kind = SCREE_SUPERQUADRIC;
    s->vector = s3_scale((scree_vec3){ 1.0, 0.8 - 0.05 * i, 0.4 + 0.1 * i }, size);
    s->n1 = first[i];
    s->n2 = second[i];
    s->rounding = i == 2 ? 0.05 * size : 0.0;
    s->shape = scree_superquadric_create(s->vector, s->n1, s->n2, s->rounding, NULL);
}

static bool open_cast(cast *c, double size)
{
    memset(c, 0, sizeof *c);
    scree_random r = random_stream(SEED, 1, 0);
    bool ok = true;
    for (int i = 0; i < KINDS; ++i) {
        if (i < HULLS)
            make_hull(c, i, size, &r);
        else
            make_grain(c, i, size);
        ok = CHECK(c->solid[i].shape != NULL && scree_oracle_round_body(&c->solid[i], &c->body[i])) && ok;
    }
    return ok;
}

static void close_cast(cast *c)
{
    for (int i = 0; i < KINDS; ++i) {
        scree_oracle_round_body_free(&c->body[i]);
        scree_shape_destroy(c->solid[i].shape);
    }
}

static bool is_round_polyhedron(const scree_shape *a, const scree_shape *b)
{
    return scree_lane_kind_of(a, b) == SCREE_LANES_ROUNDS;
}

// 1, 0 or -1 by the quick way that the pair has, with `lanes`; -2 if it has none.
static int query_quick(int lanes, const scree_body *a, const scree_body *b, double margin)
{
    const scree_kernels *k = scree_kernels_of(lanes);
    const scree_shape *s = a->shape, *t = b->shape;
    const double core = margin + s->radius + t->radius;
    if (k == NULL || core < 0.0) return -2;
    if (scree_is_hull_pair(s, t)) return k->hull_farther(a, b, core);
    if (is_round_polyhedron(s, t)) return k->round_farther(a, b, core);
    if (scree_is_round_pair(s, t)) return scree_line_separates(a, b, core) ? 1 : -1;
    return -2;
}

static void check_quick(const scree_body *a, const scree_body *b, double margin, const round_answer *truth, double unit)
{
    const long double tiny = 1e-17L * unit; // roundings of the reference
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        const int answer = query_quick(lanes, a, b, margin);
        if (answer == -2) continue;
        CHECK_MSG(answer != 1 || truth->upper > margin - tiny, "%d lanes: apart by %.17Lg, not above %.17g", lanes,
                  truth->distance, margin);
        CHECK_MSG(answer != 0 || truth->lower <= margin + tiny, "%d lanes: apart by %.17Lg, not within %.17g", lanes,
                  truth->distance, margin);
        CHECK(query_quick(lanes, b, a, margin) == answer);
    }
}

static void check_margin(const scree_body *a, const scree_body *b, double margin, const round_answer *truth,
                         double unit)
{
    bool closer = false, swapped = false;
    CHECK(scree_closer_than(a, b, margin, NULL, &closer) == SCREE_OK);
    CHECK(scree_closer_than(b, a, margin, NULL, &swapped) == SCREE_OK && swapped == closer);
    CHECK_MSG(closer || truth->upper > margin - 1e-17L * unit, "apart by %.17Lg, and not within %.17g: kinds %d, %d",
              truth->distance, margin, (int)a->shape->kind, (int)b->shape->kind);
    CHECK_MSG(!closer || truth->lower <= margin + 1e-10 * unit, "apart by %.17Lg, and within %.17g: kinds %d, %d",
              truth->distance, margin, (int)a->shape->kind, (int)b->shape->kind);
    check_quick(a, b, margin, truth, unit);
}

// Usual pairs that are apart by a tenth of their size or a hundredth in each other.
static void count_open(const scree_body *a, const scree_body *b, double gap, tally *t)
{
    const bool hulls = scree_is_hull_pair(a->shape, b->shape), round = scree_is_round_pair(a->shape, b->shape);
    if (!(gap == 0.1 || (gap == -0.01 && !round))) return;
    const int answer = query_quick(scree_kernels_best()->lanes, a, b, 0.0);
    if (answer == -2) return;
    tally *of = &t[hulls ? 0 : round ? 2 : 1];
    ++of->asked;
    of->open += answer == -1;
}

static scree_quat rotate_at_random(scree_random *r)
{
    const scree_quat rotation = random_rotation(r), none = { 1, 0, 0, 0 };
    return random_below(r, 4) == 0 ? none : rotation;
}

static void check_pair(const cast *c, double scale, uint64_t number, tally *t)
{
    static const double gaps[] = { 0.1, -0.01, 0.1, -0.01, 1e-2, 1e-4, 1e-7, 1e-12, 0, -1e-12, -1e-7, -1e-4, -0.2 };
    scree_random r = random_stream(SEED, 2, number);
    const int i = random_below(&r, KINDS), k = random_below(&r, KINDS);
    const double gap = gaps[random_below(&r, (int)(sizeof gaps / sizeof *gaps))];
    scree_body a = { .shape = c->solid[i].shape, .orientation = rotate_at_random(&r) };
    scree_body b = { .shape = c->solid[k].shape, .orientation = rotate_at_random(&r) };
    const double size = scree_pair_size(a.shape, b.shape);
    const scree_vec3 any = random_direction(&r), along = { 0, 0, 1 };
    a.position = s3_scale(random_direction(&r), 3.0 * scale);
    b.position = s3_add(a.position, s3_scale(random_below(&r, 4) == 0 ? along : any, size));
    if (!scree_grains_settle(&a, &b, gap * size, NULL)) return;
    round_pair pair;
    scree_oracle_round_place(&pair, &c->body[i], &a, &c->body[k], &b);
    const round_effort effort = { .cells = CELLS };
    round_answer truth = scree_oracle_round_distance(&pair, &effort);
    if (truth.overlapping) truth.upper = truth.proven ? truth.upper + truth.margin : INFINITY;
    const double unit = size + (double)fabsl(truth.distance), d = (double)truth.distance;
    const double margins[] = { 0.0, d + 1e-3 * size, d - 1e-3 * size, d + 1e-13 * size, d - 1e-13 * size, d };
    for (size_t m = 0; m < sizeof margins / sizeof *margins; ++m) check_margin(&a, &b, margins[m], &truth, unit);
    if (i != FLAT && k != FLAT) count_open(&a, &b, gap, t);
}

int main(void)
{
    static const char *const names[] = { "hulls", "round and hull", "round, apart" };
    tally t[3] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    const long pairs = check_scaled(PAIRS);
    for (int s = 0; s < SIZES; ++s) {
        static cast c;
        if (open_cast(&c, sizes[s]))
            for (long i = 0; i < pairs; ++i) check_pair(&c, sizes[s], (uint64_t)i, t);
        close_cast(&c);
    }
    for (int i = 0; i < 3; ++i) {
        printf("%s: %d of %d left open\n", names[i], t[i].open, t[i].asked);
        CHECK(20 * t[i].open <= t[i].asked + 20);
    }
    return check_done();
}
