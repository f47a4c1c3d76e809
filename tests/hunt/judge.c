// Every answer is first put to scree_verify(), which searches for nothing. Where that is undecided: two polytopes are
// asked of the method `sat`, one in 16 others of the reference in more digits (tests/oracle), and the rest is
// tried along directions near the normal and anywhere, each of which could show that the upper end is false.
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/superquadric.h"
#include "scenes/place.h"
#include "scree/method.h"
#include "scree/verify.h"

enum {
    ORACLE_ONE_IN = 16,   // of undecided answers go to the reference, which takes up to some milliseconds
    ORACLE_CELLS = 20000, // that it may look at
    DIRECTIONS = 24,      // that an undecided upper end is tried along
    AXES = 1 << 20        // pairs of edges that are tried where polyhedra overlap: all of them
};

static const double ROUNDING = 0x1p-53;

struct hunt_judge {
    scree_body bodies[2 * HUNT_PAIRS_MAX];
    scree_pair pairs[HUNT_PAIRS_MAX];
    scree_cache caches[HUNT_PAIRS_MAX];
    scree_contact answers[HUNT_WAYS][HUNT_PAIRS_MAX];
    scree_cache stale[HUNT_PAIRS_MAX]; // what HUNT_STALE was asked with
    double margin, tolerance;
    const scree_shape *ready_a, *ready_b; // whose single queries the scratch is large enough for
    void *scratch;
    size_t scratch_size;
    bool spoil;
    unsigned asked_oracle; // decides, with ORACLE_ONE_IN, which answers the reference sees
};

const char *scree_hunt_way_name(hunt_way way)
{
    static const char *const names[HUNT_WAYS] = { "single",     "stale cache",     "batch",
                                                  "warm batch", "within a margin", "loose tolerance" };
    return names[way];
}

hunt_judge *scree_hunt_judge_open(bool spoil)
{
    hunt_judge *judge = calloc(1, sizeof *judge);
    if (judge != NULL) judge->spoil = spoil;
    return judge;
}

void scree_hunt_judge_close(hunt_judge *judge)
{
    if (judge != NULL) free(judge->scratch);
    free(judge);
}

// --- asking

static bool reserve(hunt_judge *judge, size_t bytes)
{
    if (bytes <= judge->scratch_size) return true;
    free(judge->scratch);
    judge->scratch = malloc(bytes);
    judge->scratch_size = judge->scratch != NULL ? bytes : 0;
    return judge->scratch != NULL;
}

static void query_batch(hunt_judge *judge, int count, hunt_way way)
{
    scree_batch batch = { .bodies = judge->bodies,
                          .body_count = 2 * (size_t)count,
                          .pairs = judge->pairs,
                          .pair_count = (size_t)count,
                          .threads = 1 };
    scree_query_options options = scree_query_defaults();
    if (way == HUNT_BATCH || way == HUNT_WARM) batch.caches = judge->caches;
    if (way == HUNT_WITHIN) {
        options.within = true;
        options.margin = judge->margin;
    }
    reserve(judge, scree_batch_scratch(&batch));
    batch.scratch = judge->scratch;
    batch.scratch_size = judge->scratch_size;
    scree_query_batch(&batch, &options, judge->answers[way]);
}

static void query_single(hunt_judge *judge, int k, hunt_way way, scree_cache *cache)
{
    const scree_body *a = &judge->bodies[2 * k], *b = &judge->bodies[2 * k + 1];
    scree_query_options options = scree_query_defaults();
    if (a->shape != judge->ready_a || b->shape != judge->ready_b)
        reserve(judge, scree_query_scratch(a->shape, b->shape));
    judge->ready_a = a->shape;
    judge->ready_b = b->shape;
    options.scratch = judge->scratch;
    options.scratch_size = judge->scratch_size;
    options.cache = cache;
    if (way == HUNT_LOOSE) options.tolerance = judge->tolerance;
    scree_query(a, b, &options, &judge->answers[way][k]);
}

static void put_pair(hunt_judge *judge, int k, const scree_scene_pose *pose)
{
    judge->bodies[2 * k] = pose->body_a;
    judge->bodies[2 * k + 1] = pose->body_b;
    judge->pairs[k] = (scree_pair){ .a = 2 * k, .b = 2 * k + 1 };
}

// A cold batch, and the pairs once more in the other way. The stale cache of a pair is the one that the pair before it, of
// the same shapes, has left; of the first one, that of `given`.
static void query_all(hunt_judge *judge, int count, int run, hunt_way other, const scree_cache *given)
{
    memset(judge->caches, 0, (size_t)count * sizeof judge->caches[0]);
    query_batch(judge, count, HUNT_BATCH);
    for (int k = 0; k < count; ++k) judge->stale[k] = k % run == 0 ? *given : judge->caches[k - 1];
    if (other == HUNT_WARM || other == HUNT_WITHIN) {
        query_batch(judge, count, other);
        return;
    }
    judge->ready_a = judge->ready_b = NULL;
    for (int k = 0; k < count; ++k) {
        scree_cache cache = judge->stale[k];
        query_single(judge, k, other, other == HUNT_STALE ? &cache : NULL);
    }
}

// The upper end moves below the distance of bodies apart, and farther than rounding.
static void spoil(hunt_judge *judge, int count)
{
    for (int k = 0; k < count; k += 100) {
        scree_contact *c = &judge->answers[HUNT_BATCH][k];
        c->upper -= 1e-6 * scree_pair_size(judge->bodies[2 * k].shape, judge->bodies[2 * k + 1].shape);
        c->lower = fmin(c->lower, c->upper);
        c->distance = fmin(c->distance, c->upper);
    }
}

// --- judging

typedef enum outcome { RIGHT, RIGHT_BY_ANOTHER, OPEN, WRONG } outcome;

static scree_vec3 support(const scree_body *body, scree_vec3 direction)
{
    scree_quat q = body->orientation, back = { q.w, -q.x, -q.y, -q.z };
    return quat_rotate(q, scree_shape_support(body->shape, quat_rotate(back, direction)));
}

// The gap along a unit direction, in doubles: never above the signed distance but for rounding.
static double gap_along(const scree_body *a, const scree_body *b, scree_vec3 n)
{
    scree_vec3 between = s3_sub(b->position, a->position);
    return s3_dot(s3_add(between, s3_sub(support(b, s3_scale(n, -1.0)), support(a, n))), n);
}

// Is some gap above the upper end?
static bool upper_is_false(const scree_body *a, const scree_body *b, const scree_contact *c, char reason[240])
{
    if (scree_shape_kind_of(a->shape) == SCREE_HALF_SPACE || scree_shape_kind_of(b->shape) == SCREE_HALF_SPACE)
        return false;
    scree_bounds bounds_a = scree_shape_bounds(a->shape), bounds_b = scree_shape_bounds(b->shape);
    scree_vec3 between = s3_sub(b->position, a->position);
    double size = bounds_a.radius + bounds_b.radius + sqrt(s3_dot(bounds_a.centre, bounds_a.centre)) +
                  sqrt(s3_dot(bounds_b.centre, bounds_b.centre)) + sqrt(s3_dot(between, between));
    bool planar = scree_shape_dimension(a->shape) == 2;
    scree_random r = random_stream(1, 2, 3);
    for (int i = 0; i < DIRECTIONS; ++i) {
        scree_vec3 n = i % 4 == 0 ? random_direction(&r) : s3_add(c->normal, random_vector(&r, 1.0, -9, 0));
        if (planar) n.z = 0.0;
        n = s3_unit(n);
        double gap = gap_along(a, b, n);
        if (!(gap > c->upper + 128.0 * ROUNDING * size)) continue;
        snprintf(reason, 240, "upper %.17g, but the gap along %.17g %.17g %.17g is %.17g", c->upper, n.x, n.y, n.z,
                 gap);
        return true;
    }
    return false;
}

static bool disagree(const scree_contact *c, double lower, double upper, const char *who, char reason[240])
{
    if (lower <= c->upper && c->lower <= upper) return false;
    snprintf(reason, 240, "[%.17g, %.17g], but %s says [%.17g, %.17g]", c->lower, c->upper, who, lower, upper);
    return true;
}

static outcome query_sat(hunt_judge *judge, const scree_scene_pose *pose, const scree_contact *c, char reason[240])
{
    const scree_method *sat = scree_method_find("sat");
    const scree_body *a = &pose->body_a, *b = &pose->body_b;
    if (!sat->serves(a->shape, b->shape) || !reserve(judge, scree_method_scratch(sat, a->shape, b->shape))) return OPEN;
    scree_query_options options = scree_query_defaults();
    options.method = sat;
    options.scratch = judge->scratch;
    options.scratch_size = judge->scratch_size;
    scree_contact other;
    if (scree_query(a, b, &options, &other) != SCREE_OK) return OPEN;
    return disagree(c, other.lower, other.upper, "sat", reason) ? WRONG : RIGHT_BY_ANOTHER;
}

// `proven` is a lower end that scree_verify() has proven, by one direction: a reference that says less has missed it.
static outcome query_oracle(const scree_scene_pose *pose, const scree_contact *c, double proven, char reason[240])
{
    round_body a, b;
    if (!scree_oracle_round_body(&pose->scene->solids[pose->a], &a)) return OPEN;
    if (!scree_oracle_round_body(&pose->scene->solids[pose->b], &b)) {
        scree_oracle_round_body_free(&a);
        return OPEN;
    }
    round_pair pair;
    scree_oracle_round_place(&pair, &a, &pose->body_a, &b, &pose->body_b);
    const round_effort effort = { .cells = ORACLE_CELLS };
    round_answer truth = scree_oracle_round_distance(&pair, &effort);
    scree_oracle_round_body_free(&a);
    scree_oracle_round_body_free(&b);
    if (truth.proven && (double)truth.upper < proven) return OPEN;
    bool wrong =
        disagree(c, (double)truth.lower, truth.proven ? (double)truth.upper : INFINITY, "the reference", reason);
    return wrong ? WRONG : truth.proven ? RIGHT_BY_ANOTHER : OPEN;
}

static outcome query_others(hunt_judge *judge, const scree_scene_pose *pose, const scree_contact *c, double proven,
                            char reason[240])
{
    if (upper_is_false(&pose->body_a, &pose->body_b, c, reason)) return WRONG;
    outcome o = query_sat(judge, pose, c, reason);
    if (o != OPEN || scree_shape_dimension(pose->body_a.shape) == 2) return o;
    return judge->asked_oracle++ % ORACLE_ONE_IN == 0 ? query_oracle(pose, c, proven, reason) : OPEN;
}

static bool is_answered(const scree_contact *c)
{
    return c->status == SCREE_OK || c->status == SCREE_NO_CONVERGENCE;
}

// The second answer to a pair may claim no more than what the first one has proven: then not all axes once more, and none
// of the other judges where it has no points, being beyond its margin. Everything else is checked, and the upper end is left.
static bool is_known(const scree_contact *c, double known_upper)
{
    return c->status == SCREE_OK && c->upper >= known_upper;
}

// `known_upper` is an upper end of the signed distance that is proven, and becomes a lower one where that is proven now.
static outcome judge_answer(hunt_judge *judge, const scree_scene_pose *pose, hunt_way way, const scree_contact *c,
                            double *known_upper, char reason[240])
{
    if (!is_answered(c)) {
        snprintf(reason, 240, "no answer: %s", scree_status_name(c->status));
        return WRONG;
    }
    scree_verification v;
    scree_verify_options options = scree_verify_defaults();
    options.within = way == HUNT_WITHIN;
    options.margin = judge->margin;
    if (way == HUNT_LOOSE) options.tolerance = judge->tolerance;
    options.most_axes = is_known(c, *known_upper) ? 0 : AXES;
    scree_verify(&pose->body_a, &pose->body_b, c, &options, &v);
    if (v.verdict == SCREE_UNDECIDED && v.claim == SCREE_CLAIM_UPPER && options.most_axes == 0) return RIGHT;
    if (v.verdict != SCREE_REFUTED) *known_upper = fmin(*known_upper, v.upper);
    if (v.verdict == SCREE_PROVEN) return RIGHT;
    if (v.verdict == SCREE_UNDECIDED) return query_others(judge, pose, c, v.lower, reason);
    snprintf(reason, 240, "%s: claimed %.17g, found %.17g, allowed %.3g", scree_claim_name(v.claim), v.claimed, v.found,
             v.allowed);
    return WRONG;
}

static void count(hunt_tally *tally, outcome o)
{
    ++tally->answers;
    tally->proven += o == RIGHT;
    tally->judged += o == RIGHT_BY_ANOTHER;
    tally->undecided += o == OPEN;
    tally->wrong += o == WRONG;
}

// Judges both answers to pair k, one if they are the same to the last bit. True where something is wrong; `out` is then the
// graver fault.
static bool judge_pair(hunt_judge *judge, int k, hunt_way other, const scree_scene_pose *pose, hunt_tally *tally,
                       hunt_finding *out)
{
    bool found = false;
    double known_upper = INFINITY;
    const hunt_way ways[2] = { HUNT_BATCH, other };
    bool same = memcmp(&judge->answers[HUNT_BATCH][k], &judge->answers[other][k], sizeof(scree_contact)) == 0;
    for (int i = 0; i < (same ? 1 : 2); ++i) {
        const scree_contact *c = &judge->answers[ways[i]][k];
        hunt_finding finding = {
            .way = ways[i], .cache = judge->stale[k], .margin = judge->margin, .tolerance = judge->tolerance
        };
        outcome o = judge_answer(judge, pose, finding.way, c, &known_upper, finding.reason);
        count(tally, o);
        finding.fault = is_answered(c) ? HUNT_FALSE : HUNT_NO_ANSWER;
        if (o != WRONG) {
            if (c->status != SCREE_NO_CONVERGENCE) continue;
            ++tally->no_convergence;
            finding.fault = HUNT_TOO_WIDE;
            snprintf(finding.reason, sizeof finding.reason, "no convergence: %.3g wide at a size of %.3g",
                     c->upper - c->lower, scree_pair_size(pose->body_a.shape, pose->body_b.shape));
        }
        if (!found || finding.fault > out->fault) *out = finding;
        found = true;
    }
    return found;
}

// Which other way, and with which margin and tolerance, by the number of the round.
static hunt_way choose_way(hunt_judge *judge, const scree_scene_pose *pose, uint64_t number)
{
    static const hunt_way ways[5] = { HUNT_SINGLE, HUNT_WARM, HUNT_STALE, HUNT_WITHIN, HUNT_LOOSE };
    double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    int decades = (int)(number / 5 % 16);
    judge->margin = decades == 0 ? 0.0 : size * pow(10.0, 1 - decades);
    judge->tolerance = size * pow(10.0, -2.0 - decades % 10);
    return ways[number % 5];
}

void scree_hunt_judge_round(hunt_judge *judge, const hunt_round *round, hunt_tally *tally, hunt_report_fn report,
                            void *user)
{
    const scree_cache none = { 0 };
    hunt_way other = choose_way(judge, &round->poses[0], round->number);
    scree_random r = random_stream(0, 0, round->number);
    judge->asked_oracle = (unsigned)random_below(&r, ORACLE_ONE_IN);
    for (int k = 0; k < round->count; ++k) put_pair(judge, k, &round->poses[k]);
    query_all(judge, round->count, round->run, other, &none);
    if (judge->spoil) spoil(judge, round->count);
    for (int k = 0; k < round->count; ++k) {
        hunt_finding finding;
        if (judge_pair(judge, k, other, &round->poses[k], tally, &finding)) report(user, &round->poses[k], &finding);
    }
    ++tally->rounds;
    tally->shapes += round->used;
    tally->pairs += round->count;
}

bool scree_hunt_judge_pair(hunt_judge *judge, const scree_scene_pose *pose, const hunt_finding *like, hunt_finding *out)
{
    hunt_tally unused = { 0 };
    hunt_way other = like->way == HUNT_BATCH ? HUNT_SINGLE : like->way;
    put_pair(judge, 0, pose);
    judge->margin = like->margin;
    judge->tolerance = like->tolerance;
    query_all(judge, 1, 1, other, &like->cache);
    if (judge->spoil) spoil(judge, 1);
    judge->asked_oracle = 0; // a finding of the reference is put to it again
    return judge_pair(judge, 0, other, pose, &unused, out);
}
