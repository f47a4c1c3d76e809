// Two tetrahedra, of chance, thin, alike, parallel, nested, one by one: what a single call says is right by the oracle,
// in every field; every width that this machine runs gives the same bytes; and lengths of 1e-57 and 1e57 change nothing
// but the unit.
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "many_families.h"
#include "oracle/contact.h"
#include "oracle/solid.h"
#include "pair/pair.h"

enum { SEED = 97, PAIRS = 5000, WIDTHS = 4 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

static long overlaps;

static void judge(const oracle_hull *s, const oracle_hull *t, const scree_body *a, const scree_body *b,
                  const scree_contact *x, const char *name)
{
    oracle_pair placed = { 0 };
    const double size = scree_pair_size(a->shape, b->shape);
    if (CHECK(scree_oracle_place(&placed, s, a, t, b))) {
        const oracle_report r = scree_oracle_judge(&placed, x, size, 1e-12 * size);
        CHECK_MSG(r.fault == NULL, "%s: %s: %.17g, allowed %.17g; %.17g in [%.17g, %.17g], really %.17g", name, r.fault,
                  r.fault_value, r.fault_bound, x->distance, x->lower, x->upper, r.distance);
    }
    scree_oracle_pair_free(&placed);
}

// Each width by itself; what one of them leaves, all of them leave.
static void compare_widths(const scree_body *a, const scree_body *b, const char *name)
{
    scree_contact first;
    int answered = -1;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        if (k == NULL) continue;
        scree_contact x = { 0 };
        const bool proven = k->hull_pair(a, b, -1.0, NULL, &x);
        if (answered < 0) {
            answered = proven;
            first = x;
        }
        CHECK_MSG(proven == (answered == 1), "%s: answered with some lanes only", name);
        CHECK_MSG(!proven || memcmp(&x, &first, sizeof x) == 0, "%s: %.17g and, with %d lanes, %.17g", name,
                  first.distance, widths[w], x.distance);
    }
}

// Lengths times k, a power of two.
static void compare_unit(const scree_solid *s, const scree_solid *t, const scree_body *a, const scree_body *b,
                         const scree_contact *x, double k, const char *name)
{
    scree_shape *shape_a = scree_oracle_solid_scaled(s, k), *shape_b = scree_oracle_solid_scaled(t, k);
    if (CHECK(shape_a != NULL && shape_b != NULL)) {
        scree_body other_a = *a, other_b = *b;
        scree_contact y;
        other_a.shape = shape_a;
        other_b.shape = shape_b;
        other_a.position = s3_scale(a->position, k);
        other_b.position = s3_scale(b->position, k);
        CHECK(scree_query(&other_a, &other_b, NULL, &y) == SCREE_OK);
        if (scree_pair_in_order(a, b) == scree_pair_in_order(&other_a, &other_b))
            CHECK_MSG(y.distance == k * x->distance && y.lower == k * x->lower && y.upper == k * x->upper,
                      "%s: %.17g in [%.17g, %.17g], times %g %.17g in [%.17g, %.17g]", name, x->distance, x->lower,
                      x->upper, k, y.distance, y.lower, y.upper);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

static void check_family(family f)
{
    scree_random r = random_stream(SEED, (uint64_t)f, 0);
    scree_scene *scene = family_scene(f, &r);
    oracle_hull **hulls = scree_oracle_solids(scene);
    const long pairs = check_scaled(PAIRS);
    for (long i = 0; CHECK(hulls != NULL) && i < pairs; ++i) {
        const int s = random_below(&r, SOLIDS), t = random_below(&r, 4) == 0 ? s : random_below(&r, SOLIDS);
        scree_body a = scree_body_at(scene->solids[s].shape, s3(0, 0, 0));
        scree_body b = scree_body_at(scene->solids[t].shape, s3(0, 0, 0));
        scree_contact x;
        place(&a, &b, &r);
        if (!CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK)) continue;
        overlaps += x.distance < 0.0;
        judge(hulls[s], hulls[t], &a, &b, &x, family_name[f]);
        compare_widths(&a, &b, family_name[f]);
        compare_unit(&scene->solids[s], &scene->solids[t], &a, &b, &x, i % 2 == 0 ? 0x1p-190 : 0x1p190, family_name[f]);
    }
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    check_family(TETRAHEDRA);
    check_family(THIN_ONES);
    printf("%ld pairs overlap\n", overlaps);
    CHECK(overlaps > 0);
    return check_done();
}
