// See judge.h.
#include "judge.h"

#include <math.h>
#include <stdlib.h>

#include "hull_truth.h"
#include "interrupt.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "oracle/superquadric.h"
#include "scree/query.h"
#include "scree/verify.h"

// Of so many errors one in a thousand can be told.
enum { ENOUGH = 1000 };

// A distance that is off by this part of the pair's size is plainly wrong.
#define PLAINLY 1e-3

// What the reference makes of the solids, each when it is first asked for.
typedef struct reference {
    const bench_pairs *pairs;
    bench_hull_truth polytopes;
    oracle_hull **hulls; ///< NULL: not yet
    round_body *bodies;
    bool *has_body;
} reference;

static bool open_reference(reference *r, const bench_pairs *pairs)
{
    const size_t count = (size_t)pairs->solid_count;
    *r = (reference){ .pairs = pairs };
    r->hulls = calloc(count, sizeof *r->hulls);
    r->bodies = calloc(count, sizeof *r->bodies);
    r->has_body = calloc(count, sizeof *r->has_body);
    return r->hulls != NULL && r->bodies != NULL && r->has_body != NULL;
}

static void close_reference(reference *r)
{
    for (int i = 0; r->hulls != NULL && i < r->pairs->solid_count; ++i) scree_oracle_hull_free(r->hulls[i]);
    for (int i = 0; r->bodies != NULL && r->has_body != NULL && i < r->pairs->solid_count; ++i)
        if (r->has_body[i]) scree_oracle_round_body_free(&r->bodies[i]);
    bench_hull_truth_free(&r->polytopes);
    free(r->hulls);
    free(r->bodies);
    free(r->has_body);
}

// By all features, in 113 bits: polygons, and what the polytopes' own reference left.
static bool exact_truth(reference *r, size_t i, double *out)
{
    const bench_pairs *p = r->pairs;
    const int both[2] = { p->solid_a[i], p->solid_b[i] };
    for (int k = 0; k < 2; ++k) {
        if (r->hulls[both[k]] == NULL) r->hulls[both[k]] = scree_oracle_solid(&p->solids[both[k]]);
        if (r->hulls[both[k]] == NULL) return false;
    }
    oracle_pair pair = { 0 };
    const bool placed = scree_oracle_place(&pair, r->hulls[both[0]], &p->a[i], r->hulls[both[1]], &p->b[i]);
    if (placed) *out = (double)scree_oracle_distance(&pair).distance;
    const bool whole = placed && !pair.failed;
    scree_oracle_pair_free(&pair);
    return whole;
}

// By supports, in 64 bits.
static bool smooth_truth(reference *r, size_t i, double *out)
{
    const bench_pairs *p = r->pairs;
    const int both[2] = { p->solid_a[i], p->solid_b[i] };
    for (int k = 0; k < 2; ++k) {
        if (!r->has_body[both[k]])
            r->has_body[both[k]] = scree_oracle_round_body(&p->solids[both[k]], &r->bodies[both[k]]);
        if (!r->has_body[both[k]]) return false;
    }
    const round_effort usual = { .cells = 200000 };
    round_pair pair;
    scree_oracle_round_place(&pair, &r->bodies[both[0]], &p->a[i], &r->bodies[both[1]], &p->b[i]);
    const round_answer answer = scree_oracle_round_distance(&pair, &usual);
    *out = (double)answer.distance;
    return answer.proven;
}

// Proven, or false.
static bool truth_of(reference *r, size_t i, double *out)
{
    enum { FEW = 20 }; // points: all pairs of features are tried
    const bench_pairs *p = r->pairs;
    const scree_solid *a = &p->solids[p->solid_a[i]], *b = &p->solids[p->solid_b[i]];
    if (a->kind == SCREE_POLYGON) return exact_truth(r, i, out);
    if (!bench_hull_truth_serves(a) || !bench_hull_truth_serves(b)) return smooth_truth(r, i, out);
    if (bench_hull_truth_of(&r->polytopes, a, &p->a[i], b, &p->b[i], out)) return true;
    return a->count <= FEW && b->count <= FEW && exact_truth(r, i, out);
}

bool bench_truth_open(bench_truth *t, const bench_pairs *pairs, size_t most)
{
    *t = (bench_truth){ .count = 0 };
    t->pairs = malloc((most + 1) * sizeof *t->pairs);
    t->distance = malloc((most + 1) * sizeof *t->distance);
    reference r;
    const bool whole = open_reference(&r, pairs) && t->pairs != NULL && t->distance != NULL;
    if (most > pairs->count) most = pairs->count;
    for (size_t k = 0; whole && k < most && !scree_cli_interrupted(); ++k) {
        // In an order that is even over the set wherever it ends: a prime, which no set is as large as.
        const size_t i = k * 2654435761u % pairs->count;
        t->pairs[t->count] = i;
        t->count += truth_of(&r, i, &t->distance[t->count]);
    }
    close_reference(&r);
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

static bool is_same(const scree_contact *c, const bench_answer *answer)
{
    const scree_vec3 n = c->normal, m = answer->normal;
    return c->distance == answer->distance && n.x == m.x && n.y == m.y && n.z == m.z;
}

// Every answer as a whole: interval, points, normal, features.
static void verify_all(const bench_peer *peer, const bench_pairs *pairs, const bench_answer *answers,
                       const scree_contact *contacts, bench_verdict *out)
{
    scree_verify_options o = scree_verify_defaults();
    o.claims = peer->claims;
    o.within = peer->scope == BENCH_WITHIN || peer->scope == BENCH_CONTACT;
    if (peer->scope == BENCH_WITHIN) o.margin = pairs->margin;
    for (size_t i = 0; i < pairs->count; ++i) {
        scree_verification v = { .verdict = SCREE_REFUTED };
        if (is_same(&contacts[i], &answers[i])) (void)scree_verify(&pairs->a[i], &pairs->b[i], &contacts[i], &o, &v);
        out->proven += v.verdict == SCREE_PROVEN;
        out->undecided += v.verdict == SCREE_UNDECIDED;
        out->refuted += v.verdict == SCREE_REFUTED;
    }
    out->wrong += out->refuted;
}

bench_verdict bench_judge(const bench_peer *peer, const bench_pairs *pairs, const bench_truth *truth,
                          const bench_answer *answers, const scree_contact *contacts)
{
    bench_verdict v = { .median = NAN, .high = NAN, .worst = NAN };
    double *errors = malloc((truth->count + 1) * sizeof *errors);
    size_t count = 0;
    for (size_t i = 0; i < pairs->count; ++i) v.failed += answers[i].failed;
    if (contacts != NULL) verify_all(peer, pairs, answers, contacts, &v);
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
        if (count >= ENOUGH) v.high = errors[(count - 1) * 999 / 1000];
        v.worst = errors[count - 1];
    }
    free(errors);
    return v;
}
