// The sets of the benchmark, and what is said of answers to them.
#include "bench/judge.h"

#include <string.h>

#include "check.h"
#include "scenes/grains.h"
#include "scenes/place.h"
#include "scree/query.h"
#include "scree/verify.h"

enum { LOT = 2 };

// Each name once in its group.
static void test_names(void)
{
    for (int i = 0; i < bench_set_count(); ++i) {
        for (int k = 0; k < i; ++k) {
            const bench_set *s = bench_set_at(i), *t = bench_set_at(k);
            CHECK_MSG(strcmp(s->name, t->name) != 0 || strcmp(s->group, t->group) != 0, "%s, %s", s->name, s->group);
        }
    }
}

// Deep overlaps are parts of the depth with both centres of mass on one point; of any depth, all of it at most.
static double wanted(const bench_pairs *p, size_t i, double size)
{
    bench_pairs both = { .set = p->set, .solid_count = p->solid_count, .solids = p->solids, .count = 1, .lot = 1 };
    scree_body a = p->a[i], b = p->b[i];
    bench_truth truth;
    if (!bench_is_deep(p->set)) return bench_gap(p->set, i) * size;
    b.position = s3_add(b.position, s3_sub(scree_grains_centre(&a), scree_grains_centre(&b)));
    both.a = &a;
    both.b = &b;
    both.solid_a = &p->solid_a[i];
    both.solid_b = &p->solid_b[i];
    const bool known = bench_truth_open(&truth, &both, 1) && truth.count == 1;
    const double distance = known ? -p->set->gap * truth.distance[0] : (double)NAN;
    bench_truth_close(&truth);
    return distance;
}

static void test_set(const bench_set *set)
{
    bench_pairs p;
    bench_truth truth = { .count = 0 };
    const bool whole = bench_pairs_open(&p, set, LOT, 1) && bench_truth_open(&truth, &p, LOT);
    CHECK_MSG(whole && truth.count == LOT, "%s, %s: %zu proven", set->name, set->group, truth.count);
    for (size_t k = 0; whole && k < truth.count; ++k) {
        const size_t i = truth.pairs[k];
        if (set->pose == BENCH_COINCIDENT) continue; // as deep as they are
        const double size = scree_pair_size(p.a[i].shape, p.b[i].shape), gap = wanted(&p, i, size);
        if (set->gap == BENCH_ANY_DEPTH) {
            CHECK_MSG(truth.distance[k] >= gap - 1e-8 * size && truth.distance[k] <= 0.0, "%s, %s: %.17g of %.17g",
                      set->name, set->group, truth.distance[k], gap);
            continue;
        }
        const double off = set->pose != BENCH_ANYHOW && set->steps > 1 ? 2.0 * BENCH_REST_STEP : 1e-8 * size;
        CHECK_MSG(fabs(truth.distance[k] - gap) <= off, "%s, %s: %.17g for %.17g", set->name, set->group,
                  truth.distance[k], gap);
    }
    for (size_t i = 0; whole && set->family_a == BENCH_POLYGON && i < p.count; ++i)
        CHECK(p.b[i].position.z == 0.0 && p.b[i].orientation.x == 0.0 && p.b[i].orientation.y == 0.0);
    bench_truth_close(&truth);
    bench_pairs_close(&p);
}

static const bench_set *find(const char *group, const char *name)
{
    for (int i = 0; i < bench_set_count(); ++i)
        if (strcmp(bench_set_at(i)->group, group) == 0 && strcmp(bench_set_at(i)->name, name) == 0)
            return bench_set_at(i);
    return bench_set_at(0);
}

// Answers that are the truth but for some whose faults are known.
static void test_verdicts(size_t count)
{
    const bench_peer full = { .scope = BENCH_FULL, .exact_depth = true }, verdict = { .scope = BENCH_VERDICT };
    bench_pairs p;
    bench_truth truth = { .count = 0 };
    bench_answer *answers = calloc(count, sizeof *answers);
    const bool whole = bench_pairs_open(&p, find("polyhedra, 1 % in", "4 vertices"), count, 1) &&
                       bench_truth_open(&truth, &p, count) && answers != NULL;
    CHECK(whole && truth.count == count);
    for (size_t k = 0; whole && k < truth.count; ++k)
        answers[truth.pairs[k]] = (bench_answer){ .distance = truth.distance[k] };
    if (whole && truth.count == count) {
        bench_verdict v = bench_judge(&full, &p, &truth, answers, NULL);
        CHECK(v.judged == count && v.wrong == 0 && v.failed == 0 && v.worst == 0.0);
        CHECK(isnan(v.high) == (count < 1000));
        const double size = scree_pair_size(p.a[3].shape, p.b[3].shape);
        answers[1].distance = 1e-9;         // they do overlap
        answers[3].distance -= 2e-3 * size; // too deep
        answers[5].distance -= 1e-6 * size; // not plainly
        answers[7].failed = true;
        v = bench_judge(&full, &p, &truth, answers, NULL);
        CHECK(v.judged == count - 1 && v.wrong == 2 && v.failed == 1);
        CHECK_NEAR(v.worst, 2e-3, 1e-9);
        v = bench_judge(&verdict, &p, &truth, answers, NULL);
        CHECK(v.wrong == 1 && isnan(v.worst));
    }
    free(answers);
    bench_truth_close(&truth);
    bench_pairs_close(&p);
}

// Whole answers of scree: all proven, and refuted with a point, an end or a feature off, or another answer than the timed one.
static void test_verified(size_t count)
{
    const bench_peer full = { .scope = BENCH_FULL, .exact_depth = true, .claims = SCREE_VERIFY_ALL };
    const bench_truth none = { .count = 0 };
    bench_pairs p;
    bench_answer *answers = calloc(count, sizeof *answers);
    scree_contact *contacts = calloc(count, sizeof *contacts);
    const bool whole =
        bench_pairs_open(&p, find("polyhedra, 1 % in", "4 vertices"), count, 1) && answers != NULL && contacts != NULL;
    CHECK(whole);
    for (size_t i = 0; whole && i < count; ++i) {
        CHECK(scree_query(&p.a[i], &p.b[i], NULL, &contacts[i]) == SCREE_OK);
        answers[i] = (bench_answer){ .distance = contacts[i].distance, .normal = contacts[i].normal };
    }
    if (whole) {
        bench_verdict v = bench_judge(&full, &p, &none, answers, contacts);
        CHECK(v.proven == count && v.refuted == 0 && v.wrong == 0);
        contacts[0].point_a.x += 1e-3;
        contacts[1].upper -= 1e-3;
        contacts[2].index_a += 1000;
        answers[3].distance *= 2.0;
        v = bench_judge(&full, &p, &none, answers, contacts);
        CHECK(v.proven == count - 4 && v.refuted == 4 && v.wrong == 4);
    }
    free(answers);
    free(contacts);
    bench_pairs_close(&p);
}

int main(void)
{
    test_names();
    for (int i = 0; i < bench_set_count(); ++i)
        if (bench_set_at(i)->detail_a < 1000) test_set(bench_set_at(i)); // it takes long to make the larger ones
    test_set(find("polyhedra, 1 % in", "1000 vertices"));
    test_verdicts(40);
    test_verdicts(1000);
    test_verified(40);
    return check_done();
}
