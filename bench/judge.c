// See judge.h.
#include "judge.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/distance.h"
#include "oracle/solid.h"
#include "oracle/superquadric.h"
#include "scree/query.h"
#include "stopwatch.h"

// Seconds that the truth about one set may take.
#define PATIENCE 4.0
// A distance that is off by this part of the pair's size is plainly wrong.
#define PLAINLY 1e-3

// By features, in 113 bits.
static bool exact_truth(const bench_pairs *pairs, size_t i, oracle_hull *const *hulls, double *out)
{
    oracle_pair pair = { 0 };
    const bool placed =
        scree_oracle_place(&pair, hulls[pairs->solid_a[i]], &pairs->a[i], hulls[pairs->solid_b[i]], &pairs->b[i]);
    if (placed) *out = (double)scree_oracle_distance(&pair).distance;
    scree_oracle_pair_free(&pair);
    return placed;
}

// By supports, in 64 bits; proven, or not counted.
static bool smooth_truth(const bench_pairs *pairs, size_t i, const round_body *bodies, double *out)
{
    const round_effort usual = { .cells = 200000 };
    round_pair pair;
    scree_oracle_round_place(&pair, &bodies[pairs->solid_a[i]], &pairs->a[i], &bodies[pairs->solid_b[i]], &pairs->b[i]);
    const round_answer answer = scree_oracle_round_distance(&pair, &usual);
    *out = (double)answer.distance;
    return answer.proven;
}

// What the reference makes of the solids: hulls where all are polytopes or balls with few enough vertices, else bodies.
typedef struct reference {
    bool exact;
    oracle_hull **hulls;
    round_body *bodies;
} reference;

static bool has_few_features(const bench_pairs *pairs)
{
    enum { FEW = 120 }; // vertices: all pairs of features are tried
    for (int i = 0; i < pairs->solid_count; ++i) {
        const scree_solid *s = &pairs->solids[i];
        if ((s->kind != SCREE_POLYHEDRON && s->kind != SCREE_POLYGON && s->kind != SCREE_SPHERE) || s->count > FEW)
            return false;
    }
    return true;
}

static bool open_reference(reference *r, const bench_pairs *pairs)
{
    *r = (reference){ .exact = has_few_features(pairs) };
    r->hulls = calloc((size_t)pairs->solid_count, sizeof *r->hulls);
    r->bodies = calloc((size_t)pairs->solid_count, sizeof *r->bodies);
    bool whole = r->hulls != NULL && r->bodies != NULL;
    for (int i = 0; whole && i < pairs->solid_count; ++i) {
        if (r->exact)
            whole = (r->hulls[i] = scree_oracle_solid(&pairs->solids[i])) != NULL;
        else
            whole = scree_oracle_round_body(&pairs->solids[i], &r->bodies[i]);
    }
    return whole;
}

static void close_reference(reference *r, int count)
{
    for (int i = 0; r->hulls != NULL && i < count; ++i) scree_oracle_hull_free(r->hulls[i]);
    for (int i = 0; r->bodies != NULL && i < count; ++i) scree_oracle_round_body_free(&r->bodies[i]);
    free(r->hulls);
    free(r->bodies);
}

bool bench_truth_open(bench_truth *t, const bench_pairs *pairs, size_t most)
{
    *t = (bench_truth){ .count = 0 };
    t->pairs = malloc((most + 1) * sizeof *t->pairs);
    t->distance = malloc((most + 1) * sizeof *t->distance);
    reference r;
    const bool whole = open_reference(&r, pairs) && t->pairs != NULL && t->distance != NULL;
    const double start = scree_stopwatch_now();
    if (most > pairs->count) most = pairs->count;
    for (size_t k = 0; whole && k < most && scree_stopwatch_now() - start < PATIENCE; ++k) {
        // In an order that is even over the set wherever it ends.
        const size_t i = k * 2654435761u % pairs->count;
        t->pairs[t->count] = i;
        t->count += r.exact ? exact_truth(pairs, i, r.hulls, &t->distance[t->count])
                            : smooth_truth(pairs, i, r.bodies, &t->distance[t->count]);
    }
    close_reference(&r, pairs->solid_count);
    return whole;
}

void bench_truth_close(bench_truth *t)
{
    free(t->pairs);
    free(t->distance);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Above the margin and not above the truth, but for the rounding of both.
static bool is_bound(const bench_pairs *pairs, double distance, double exact)
{
    return distance > pairs->margin && distance <= exact * (1.0 + 1e-12);
}

bench_verdict bench_judge(const bench_peer *peer, const bench_pairs *pairs, const bench_truth *truth,
                          const bench_answer *answers)
{
    bench_verdict v = { .median = NAN, .high = NAN, .worst = NAN };
    double *errors = malloc((truth->count + 1) * sizeof *errors);
    size_t count = 0;
    for (size_t i = 0; i < pairs->count; ++i) v.failed += answers[i].failed;
    for (size_t k = 0; errors != NULL && k < truth->count; ++k) {
        const size_t i = truth->pairs[k];
        if (answers[i].failed) continue;
        const double exact = truth->distance[k], size = scree_pair_size(pairs->a[i].shape, pairs->b[i].shape);
        const double off = fabs(answers[i].distance - exact) / size;
        const double most = peer->scope == BENCH_FULL     ? (double)INFINITY
                            : peer->scope == BENCH_WITHIN ? pairs->margin
                                                          : 0.0;
        const bool measured = peer->scope != BENCH_VERDICT && exact < most;
        const bool sign = (answers[i].distance < 0.0) == (exact < 0.0);
        v.wrong += !sign || (measured && peer->exact_depth && off > PLAINLY);
        if (peer->scope == BENCH_WITHIN && !measured) v.wrong += !is_bound(pairs, answers[i].distance, exact);
        ++v.judged;
        if (measured && sign) errors[count++] = off;
    }
    if (count > 0) {
        qsort(errors, count, sizeof *errors, by_size);
        v.median = errors[count / 2];
        v.high = errors[(count - 1) * 999 / 1000];
        v.worst = errors[count - 1];
    }
    free(errors);
    return v;
}
