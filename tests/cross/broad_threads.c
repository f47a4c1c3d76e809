// The broad phase against all pairs: sets of boxes of every kind, periodic and not, from one thread and from several.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/spans.h"
#include "check.h"
#include "scenes/random.h"
#include "scree/broad.h"

enum { BOXES = 700, SEED = 11, MOST_PAIRS = BOXES * BOXES };

typedef struct trial {
    scree_aabb boxes[BOXES];
    size_t count;
    scree_broad broad;
    scree_pair found[MOST_PAIRS], again[MOST_PAIRS], expected[MOST_PAIRS];
    size_t found_count, expected_count;
    int32_t groups[BOXES];
    uint8_t species[BOXES];
    scree_filter filter;
} trial;

static double component(scree_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// The shift along one axis, in periods, that brings b to a; there may be two at the limit. Returns how many.
static int shifts(const trial *t, size_t a, size_t b, int axis, int out[3])
{
    const scree_aabb *p = &t->boxes[a], *q = &t->boxes[b];
    const double period = component(t->broad.period, axis), skin = t->broad.skin;
    const double low = component(p->low, axis) - skin, high = component(p->high, axis) + skin;
    int count = 0;
    const bool endless =
        !isfinite(low) || !isfinite(high) || !isfinite(component(q->low, axis)) || !isfinite(component(q->high, axis));
    if (!(period > 0.0) || endless) {
        const bool meet = component(q->low, axis) <= high && low <= component(q->high, axis);
        out[count] = 0;
        return meet || (period > 0.0 && endless) ? 1 : 0;
    }
    const int first = (int)ceil((low - component(q->high, axis)) / period - 1e-9);
    const int last = (int)floor((high - component(q->low, axis)) / period + 1e-9);
    for (int s = first; s <= last && count < 3; ++s)
        if (component(q->low, axis) + s * period <= high && low <= component(q->high, axis) + s * period)
            out[count++] = s;
    return count;
}

static void try_all(trial *t)
{
    t->expected_count = 0;
    for (size_t a = 0; a < t->count; ++a) {
        for (size_t b = a + 1; b < t->count; ++b) {
            int x[3], y[3], z[3];
            const int nx = shifts(t, a, b, 0, x), ny = nx > 0 ? shifts(t, a, b, 1, y) : 0;
            const int nz = ny > 0 ? shifts(t, a, b, 2, z) : 0;
            for (int i = 0; i < nx * ny * nz; ++i) {
                scree_pair p = { .a = (int32_t)a, .b = (int32_t)b };
                p.image[0] = (int16_t)x[i % nx];
                p.image[1] = (int16_t)y[i / nx % ny];
                p.image[2] = (int16_t)z[i / nx / ny];
                t->expected[t->expected_count++] = p;
            }
        }
    }
}

static int by_numbers(const void *a, const void *b)
{
    return scree_pair_order(a, b);
}

static void check_found(const trial *t, const char *what, const char *how)
{
    CHECK_MSG(t->found_count == t->expected_count, "%s%s: %zu pairs, %zu expected", what, how, t->found_count,
              t->expected_count);
    CHECK_MSG(memcmp(t->found, t->expected, t->expected_count * sizeof *t->found) == 0, "%s%s: other pairs", what, how);
}

// By spans, which few of these sets need: infinite boxes, which they do not know, are taken from the others' pairs.
static void test_spans(trial *t, const char *what)
{
    scree_cells c;
    size_t kept = 0;
    scree_pair_sink out = { .pairs = t->found, .capacity = MOST_PAIRS };
    CHECK(scree_cells_make(&t->broad, &c) == SCREE_OK);
    scree_spans_pairs(&c, &out);
    t->found_count = out.count;
    for (size_t i = 0; i < t->expected_count; ++i) {
        const scree_pair *p = &t->expected[i];
        if (isfinite(t->boxes[p->a].low.x) && isfinite(t->boxes[p->b].low.x)) t->expected[kept++] = *p;
    }
    t->expected_count = kept;
    qsort(t->found, t->found_count, sizeof *t->found, by_numbers); // the search in spans leaves them unsorted
    check_found(t, what, ", by spans");
}

static bool is_wanted(const trial *t, const scree_pair *p, const scree_filter *f)
{
    const int s = t->species[p->a], u = t->species[p->b];
    if (f->groups != NULL && f->groups[p->a] > 0 && f->groups[p->a] == f->groups[p->b]) return false;
    return f->species == NULL || !((f->excluded[s] >> u & 1) || (f->excluded[u] >> s & 1));
}

// By groups, by species, and by both: what is left of the pairs that are expected.
static void test_filter(trial *t, const char *what)
{
    for (int k = 1; k <= 3; ++k) {
        size_t count = 0, kept = 0;
        scree_filter filter = t->filter;
        if ((k & 1) == 0) filter.groups = NULL;
        if ((k & 2) == 0) filter.species = NULL;
        for (size_t i = 0; i < t->expected_count; ++i)
            if (is_wanted(t, &t->expected[i], &filter)) t->found[kept++] = t->expected[i];
        t->broad.filter = &filter;
        for (t->broad.threads = 1; t->broad.threads <= 3; t->broad.threads += 2) {
            CHECK(scree_broad_pairs(&t->broad, t->again, MOST_PAIRS, &count) == SCREE_OK);
            CHECK_MSG(count == kept && memcmp(t->found, t->again, kept * sizeof *t->found) == 0,
                      "%s, filter %d: %zu pairs, %zu expected", what, k, count, kept);
        }
        t->broad.filter = NULL;
    }
}

static void test_trial(trial *t, const char *what)
{
    t->broad.boxes = t->boxes;
    t->broad.box_count = t->count;
    t->broad.threads = 1;
    t->broad.scratch_size = scree_broad_scratch(&t->broad);
    t->broad.scratch = malloc(t->broad.scratch_size);
    CHECK(t->broad.scratch_size > 0 && t->broad.scratch != NULL);
    CHECK_MSG(scree_broad_pairs(&t->broad, t->found, MOST_PAIRS, &t->found_count) == SCREE_OK, "%s", what);
    for (int threads = 2; threads <= 3; ++threads) {
        size_t count = 0;
        t->broad.threads = threads;
        CHECK(scree_broad_pairs(&t->broad, t->again, MOST_PAIRS, &count) == SCREE_OK && count == t->found_count);
        CHECK_MSG(memcmp(t->found, t->again, count * sizeof *t->found) == 0, "%s: %d threads", what, threads);
    }
    try_all(t);
    qsort(t->expected, t->expected_count, sizeof *t->expected, by_numbers);
    check_found(t, what, "");
    test_filter(t, what);
    test_spans(t, what);
    free(t->broad.scratch);
}

typedef struct recipe {
    const char *what;
    double scale;       // of everything
    double domain;      // centres are in a cube of this side
    double least, most; // sides of boxes, evenly over the decades
    double skin;
    double period[3]; // 0: none
    double flat;      // the boxes' extent along z, as a part
    int copies;       // boxes at one place
} recipe;

static const recipe recipes[] = {
    { "alike", 1.0, 10.0, 1.0, 1.0, 0.0, { 0, 0, 0 }, 1.0, 1 },
    { "alike with a skin", 1.0, 12.0, 0.9, 1.0, 0.3, { 0, 0, 0 }, 1.0, 1 },
    { "ratio 100", 1.0, 12.0, 0.05, 5.0, 0.0, { 0, 0, 0 }, 1.0, 1 },
    { "ratio 1e6", 1.0, 12.0, 1e-6, 1.0, 0.01, { 0, 0, 0 }, 1.0, 1 },
    { "points", 1.0, 1.0, 0.0, 0.0, 0.1, { 0, 0, 0 }, 1.0, 1 },
    { "points without a skin", 1.0, 1.0, 0.0, 0.0, 0.0, { 0, 0, 0 }, 1.0, 7 },
    { "all at one place", 1.0, 0.0, 1.0, 2.0, 0.0, { 0, 0, 0 }, 1.0, 1 },
    { "far apart", 1.0, 1e9, 1.0, 2.0, 0.0, { 0, 0, 0 }, 1.0, 2 },
    { "tiny", 1e-9, 10.0, 0.5, 2.0, 0.1, { 0, 0, 0 }, 1.0, 1 },
    { "huge", 1e9, 10.0, 0.5, 2.0, 0.1, { 0, 0, 0 }, 1.0, 1 },
    { "plane", 1.0, 20.0, 0.5, 1.5, 0.0, { 0, 0, 0 }, 0.0, 1 },
    { "rods", 1.0, 20.0, 0.5, 1.0, 0.02, { 0, 0, 0 }, 30.0, 1 },
    { "plates", 1.0, 10.0, 1.0, 2.0, 0.0, { 0, 0, 0 }, 0.01, 1 },
    { "rods, tiny", 1e-200, 20.0, 0.5, 1.0, 0.02, { 0, 0, 0 }, 30.0, 1 },
    { "periodic rods", 1.0, 60.0, 0.5, 1.0, 0.02, { 8, 9, 40 }, 15.0, 1 },
    { "periodic plates", 1.0, 60.0, 2.0, 3.0, 0.01, { 12, 13, 2 }, 0.02, 1 },
    { "periodic, ratio 1e6", 1.0, 60.0, 1e-6, 4.0, 0.0, { 10, 11, 12 }, 1.0, 1 },
    { "periodic, ratio 1e6, far apart", 1.0, 1e9, 1.0, 1e6, 0.0, { 1e8, 1e8, 1e8 }, 1.0, 3 },
    { "periodic", 1.0, 10.0, 0.7, 1.0, 0.0, { 10, 10, 10 }, 1.0, 1 },
    { "periodic, any image", 1.0, 60.0, 0.7, 1.3, 0.1, { 10, 11, 12 }, 1.0, 1 },
    { "periodic, ratio 50", 1.0, 12.0, 0.1, 4.0, 0.0, { 12, 12, 12 }, 1.0, 1 },
    { "periodic in x and y", 1.0, 9.0, 0.5, 1.0, 0.05, { 9, 9, 0 }, 1.0, 1 },
    { "periodic, few cells", 1.0, 3.0, 0.4, 1.4, 0.0, { 3, 3, 3 }, 1.0, 1 },
    { "periodic, tiny", 1e-9, 10.0, 0.7, 1.0, 0.0, { 10, 10, 10 }, 1.0, 1 },
};

static void fill(trial *t, const recipe *r, scree_random *random, bool walls)
{
    t->count = (size_t)check_scaled(BOXES);
    t->broad = (scree_broad){ .skin = r->skin * r->scale };
    t->broad.period = (scree_vec3){ r->period[0] * r->scale, r->period[1] * r->scale, r->period[2] * r->scale };
    scree_vec3 c = { 0, 0, 0 };
    for (size_t i = 0; i < t->count; ++i) {
        double side[3];
        if (i % (size_t)r->copies == 0) {
            c.x = random_between(random, -0.5, 0.5) * r->domain;
            c.y = random_between(random, -0.5, 0.5) * r->domain;
            c.z = random_between(random, -0.5, 0.5) * r->domain * (r->flat > 0.0 ? 1.0 : 0.0);
        }
        const double size = r->least > 0.0 ? random_decade(random, log10(r->least), log10(r->most)) : 0.0;
        for (int k = 0; k < 3; ++k) side[k] = 0.5 * size * random_between(random, 0.6, 1.0);
        side[2] *= r->flat;
        t->boxes[i].low =
            (scree_vec3){ (c.x - side[0]) * r->scale, (c.y - side[1]) * r->scale, (c.z - side[2]) * r->scale };
        t->boxes[i].high =
            (scree_vec3){ (c.x + side[0]) * r->scale, (c.y + side[1]) * r->scale, (c.z + side[2]) * r->scale };
    }
    const double far = (double)INFINITY;
    if (!walls || t->count < 3) return;
    t->boxes[0] = (scree_aabb){ { -far, -far, -far }, { far, far, -0.3 * r->domain * r->scale } };
    t->boxes[t->count / 2] = (scree_aabb){ { -far, -far, -far }, { far, far, far } };
}

static void fill_filter(trial *t)
{
    scree_random random = random_stream(SEED, 99, 0);
    for (int i = 0; i < BOXES; ++i) {
        t->groups[i] = random_below(&random, 4);
        t->species[i] = (uint8_t)(random_below(&random, 3) == 0 ? 63 : random_below(&random, 3));
    }
    t->filter = (scree_filter){ .groups = t->groups, .species = t->species };
    t->filter.excluded[0] = (uint64_t)1 << 63 | 1; // 0 meets neither 0 nor 63
    t->filter.excluded[2] = 2;                     // 2 and 1
}

int main(void)
{
    trial *t = calloc(1, sizeof *t);
    CHECK(t != NULL);
    fill_filter(t);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; ++i) {
        for (int round = 0; round < 4; ++round) {
            scree_random random = random_stream(SEED, i, (uint64_t)round);
            fill(t, &recipes[i], &random, round % 2 == 1);
            test_trial(t, recipes[i].what);
        }
    }
    free(t);
    return check_done();
}
