// Two hulls deep in each other, from a hair to the same centre: the direct search, of every width that this machine
// runs, against the oracle. Round ones of many sizes, needles, plates, splinters, corners far from the stored origin,
// one inside the other, and one a million times the other.
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/direct.h"
#include "dispatch/kernels.h"
#include "oracle/distance.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { MOST_POINTS = 140, WIDTHS = 4, PLACES = 7 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

// A shape and its oracle: by brute force where it has few points, else over faces that it has proven.
typedef struct grain {
    scree_shape *shape;
    oracle_hull *hull;
} grain;

// Points on an ellipsoid, or between it and half of it; `off` moves them away from the origin.
static grain make_grain(scree_random *r, int count, scree_vec3 axes, bool on, scree_vec3 off)
{
    scree_vec3 p[MOST_POINTS];
    for (int i = 0; i < count; ++i) {
        const scree_vec3 d = s3_scale(random_direction(r), on ? 1.0 : random_between(r, 0.5, 1.0));
        p[i] = s3_add(off, s3(axes.x * d.x, axes.y * d.y, axes.z * d.z));
    }
    grain g = { scree_polyhedron_create(p, (size_t)count, 0.0, NULL), NULL };
    if (!CHECK(g.shape != NULL)) return g;
    g.hull = count <= 16 ? scree_oracle_hull(p, count, 3, 0.0) : scree_oracle_hull_checked(g.shape, p, count);
    CHECK(g.hull != NULL);
    return g;
}

static void free_grain(grain *g)
{
    scree_shape_destroy(g->shape);
    scree_oracle_hull_free(g->hull);
}

typedef struct tally {
    int asked, answered;
} tally;

// Every width gives the same bytes, and they are right.
static void check_pair(oracle_pair *placed, const grain *a, const grain *b, const scree_body *at, const scree_body *to,
                       const char *what, tally *t)
{
    scree_contact first;
    bool known = false, answered = false;
    if (!CHECK(scree_oracle_place(placed, a->hull, at, b->hull, to))) return;
    const oracle_answer truth = scree_oracle_distance(placed);
    const double size = scree_pair_size(a->shape, b->shape), blur = 4.0 * (a->hull->slack + b->hull->slack);
    for (int i = 0; i < WIDTHS; ++i) {
        const scree_kernels *k = scree_kernels_of(widths[i]);
        if (k == NULL) continue;
        scree_contact x;
        memset(&x, 0, sizeof x);
        const bool now = k->hull_pair(at, to, 1e-9, NULL, &x);
        CHECK_MSG(!known || now == answered, "%s: %d lanes %s an answer", what, widths[i], now ? "have" : "lack");
        answered = now;
        if (now) {
            CHECK_MSG((double)truth.distance >= x.lower - blur && (double)truth.distance <= x.upper + blur,
                      "%s: %.17g is not in [%.17g, %.17g]", what, (double)truth.distance, x.lower, x.upper);
            CHECK_MSG(x.upper - x.lower <= 1e-12 * size, "%s: %.3g wide", what, (x.upper - x.lower) / size);
            const double along =
                (double)scree_oracle_gap_along(placed, q3_unit(scree_oracle_direction(placed, x.normal)));
            CHECK_MSG(along >= x.lower - blur && along <= x.upper + blur, "%s: the normal proves %.17g, not %.17g",
                      what, along, x.distance);
            CHECK_MSG(!known || memcmp(&x, &first, sizeof x) == 0, "%s: %d lanes differ", what, widths[i]);
            first = x;
        }
        known = true;
    }
    ++t->asked;
    t->answered += answered;
}

// From the same centre to next to touching, along a direction of chance.
static tally check_places(scree_random *r, const grain *a, const grain *b, const char *what)
{
    static const double shares[PLACES] = { 0.0, 1e-9, 0.1, 0.4, 0.7, 0.9, 0.99 }; // of the way to where they part
    tally t = { 0 };
    oracle_pair placed = { 0 };
    scree_body at = { a->shape, { 0.3, -0.2, 0.1 }, random_rotation(r) }, to = at;
    to.shape = b->shape;
    to.orientation = random_rotation(r);
    const scree_vec3 middle_a = scree_body_point(&at, scree_shape_mass(a->shape).centroid);
    const scree_vec3 middle_b = scree_body_point(&to, scree_shape_mass(b->shape).centroid), way = random_direction(r);
    const scree_vec3 start = s3_add(to.position, s3_sub(middle_a, middle_b));
    double least = 0.0, most = 2.0 * scree_pair_size(a->shape, b->shape); // between which they part
    for (int i = 0; i < 20; ++i) {
        bool overlap = true;
        to.position = s3_add(start, s3_scale(way, 0.5 * (least + most)));
        CHECK(scree_overlap(&at, &to, NULL, &overlap) == SCREE_OK);
        *(overlap ? &least : &most) = 0.5 * (least + most);
    }
    for (int i = 0; i < PLACES; ++i) {
        to.position = s3_add(start, s3_scale(way, shares[i] * least));
        check_pair(&placed, a, b, &at, &to, what, &t);
        check_pair(&placed, b, a, &to, &at, what, &t);
    }
    scree_oracle_pair_free(&placed);
    return t;
}

typedef struct family {
    const char *name;
    int count_a, count_b;
    double scale; // of B
    scree_vec3 axes_a, axes_b, off;
    bool on;
    double share; // that is to be answered here, at least
} family;

int main(void)
{
    static const family families[] = {
        { "14 points", 14, 14, 1, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.9 },
        { "20 points", 20, 20, 1, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.9 },
        { "100 points", 100, 100, 1, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.5 },
        { "140 and 40 points", 140, 40, 1, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.5 },
        { "10 and 100 points", 10, 100, 1, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.4 },
        { "uneven", 12, 60, 1, { 1, 1, 1 }, { 1, 0.8, 0.7 }, { 0, 0, 0 }, false, 0.5 },
        { "needles", 16, 16, 1, { 1, 0.03, 0.03 }, { 1, 0.02, 0.02 }, { 0, 0, 0 }, true, 0.3 },
        { "plates", 16, 24, 1, { 1, 1, 0.02 }, { 1, 1, 0.02 }, { 0, 0, 0 }, true, 0.3 },
        { "needle and plate", 40, 60, 1, { 1, 0.02, 0.02 }, { 1, 1, 0.02 }, { 0, 0, 0 }, true, 0.1 },
        { "off their origins", 16, 50, 1, { 1, 1, 1 }, { 1, 1, 1 }, { 0.9, 0.1, 0.2 }, true, 0.4 },
        { "one inside the other", 30, 30, 0.2, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.5 },
        { "a million times", 30, 20, 1e-6, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 }, true, 0.1 },
    };
    for (int i = 0; i < (int)(sizeof families / sizeof *families); ++i) {
        const family *f = &families[i];
        tally all = { 0 };
        const int rounds = (int)check_scaled(f->count_a + f->count_b > 80 ? 2 : 6);
        for (int round = 0; round < rounds; ++round) {
            scree_random r = random_stream(71, (uint64_t)i, (uint64_t)round);
            grain a = make_grain(&r, f->count_a, f->axes_a, f->on, f->off);
            grain b = make_grain(&r, f->count_b, s3_scale(f->axes_b, f->scale), f->on, s3_scale(f->off, f->scale));
            if (a.hull != NULL && b.hull != NULL) {
                const tally t = check_places(&r, &a, &b, f->name);
                all.asked += t.asked;
                all.answered += t.answered;
            }
            free_grain(&a);
            free_grain(&b);
        }
        if (check_scale() >= 1.0)
            CHECK_MSG(all.answered >= f->share * all.asked, "%s: %d of %d are answered", f->name, all.answered,
                      all.asked);
    }
    return check_done();
}
