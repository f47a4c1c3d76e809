// What bounds a method: scratch to the byte, few steps, the trace, and reduced detail.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "counted.h"
#include "oracle/methods.h"
#include "oracle/solid.h"
#include "scree/query.h"

enum {
    SEED = 57,
    PAIRS = 8,
    GUARD = 256,
    MARK = 0xA5,
    SCRATCH = 1 << 22,
    STACK = 112 * 1024,
    STACK_VERTICES = 32,
    NEVER_ASKED = -1
};

typedef struct question {
    const scree_method *method;
    const scree_scene_pose *pose;
    const oracle_answer *truth;
    void *scratch;
} question;

static void report(const question *q, const char *what)
{
    if (check_failures > 8) return;
    printf("%s, %s: class %s seed %d\n  ", what, q->method->name, scree_scene_class_name(q->pose->scene->class_number),
           SEED);
    scree_scene_print(stdout, q->pose);
}

static scree_query_options options_of(const question *q)
{
    scree_query_options o = scree_query_defaults();
    o.method = q->method;
    o.scratch = q->scratch;
    o.scratch_size = SCRATCH;
    return o;
}

// The answer with these options passes every check of the judge.
static scree_contact judged(const question *q, const scree_query_options *o, const char *what)
{
    const scree_body *a = &q->pose->body_a, *b = &q->pose->body_b;
    scree_contact c;
    memset(&c, 0, sizeof c);
    scree_status status = query_counted(a, b, o, &c);
    methods_question m = { q->method, a, b, 1e-12 * scree_pair_size(a->shape, b->shape), q->truth, NULL, &counted };
    methods_verdict v = scree_methods_judge(&m, status, &c);
    if (!CHECK_MSG(v.fault == NULL, "%s, %s: %s: %.17g, allowed %.17g", what, q->method->name, v.fault, v.value,
                   v.bound))
        report(q, what);
    return c;
}

static bool is_auto(const scree_method *method)
{
    return strcmp(method->name, "auto") == 0;
}

// The answer with `bytes` of scratch and a marked margin behind it: the usual one, and the margin is intact.
static void check_block(const question *q, size_t bytes, size_t margin, const scree_contact *usual)
{
    unsigned char *block = malloc(bytes + margin + (bytes + margin == 0));
    CHECK(block != NULL);
    if (block == NULL) return;
    memset(block, MARK, bytes + margin);
    scree_query_options o = options_of(q);
    o.scratch = block;
    o.scratch_size = bytes;
    scree_contact c = judged(q, &o, "exact scratch");
    bool same = memcmp(&c, usual, sizeof c) == 0, intact = true;
    for (size_t i = 0; i < margin; ++i) intact = intact && block[bytes + i] == MARK;
    if (!CHECK_MSG(same && intact, "%s: exact scratch: %.17g for %.17g, %s", q->method->name, c.distance,
                   usual->distance, intact ? "intact" : "overrun"))
        report(q, "exact scratch");
    if (bytes > 0) {
        scree_contact refused = { 0 };
        o.scratch_size = bytes - 1;
        scree_status status = scree_query(&q->pose->body_a, &q->pose->body_b, &o, &refused);
        const bool is_refused = status == SCREE_SCRATCH_TOO_SMALL && refused.status == SCREE_SCRATCH_TOO_SMALL;
        CHECK(is_refused || (is_auto(q->method) && memcmp(&refused, usual, sizeof refused) == 0));
    }
    free(block);
}

// Exactly enough is enough, one byte less is refused; `auto` asks for an upper bound, and takes less if it is enough
// (scratch_trace.c has the least). The second time there is no margin, for AddressSanitizer to see.
static void check_scratch(const question *q)
{
    const scree_shape *a = q->pose->body_a.shape, *b = q->pose->body_b.shape;
    size_t bytes = scree_method_scratch(q->method, a, b);
    CHECK(bytes == scree_method_scratch(q->method, b, a));
    CHECK_MSG(bytes <= scree_query_scratch(a, b), "%s asks for more than the whole", q->method->name);
    scree_query_options o = options_of(q);
    scree_contact usual = judged(q, &o, "ample scratch");
    check_block(q, bytes, GUARD, &usual);
    check_block(q, bytes, 0, &usual);
}

static bool is_small_hull(const scree_shape *s)
{
    int count = scree_shape_vertex_count(s);
    return count > 0 && count <= STACK_VERTICES && scree_shape_rounding(s) == 0.0;
}

// Without scratch: the stack is enough for two sharp hulls of up to 32 vertices, whatever the method.
static void check_stack(const question *q)
{
    const scree_shape *a = q->pose->body_a.shape, *b = q->pose->body_b.shape;
    scree_query_options o = options_of(q);
    o.scratch = NULL;
    o.scratch_size = 0;
    scree_contact c = { 0 };
    bool refused = scree_query(&q->pose->body_a, &q->pose->body_b, &o, &c) == SCREE_SCRATCH_TOO_SMALL;
    size_t bytes = scree_method_scratch(q->method, a, b);
    CHECK_MSG(refused == (bytes > STACK), "%s: %zu bytes, %s", q->method->name, bytes, refused ? "refused" : "taken");
    bool small = is_small_hull(a) && is_small_hull(b);
    if (!CHECK_MSG(!refused || !small, "%s: %zu bytes for hulls of %d and %d vertices", q->method->name, bytes,
                   scree_shape_vertex_count(a), scree_shape_vertex_count(b)))
        report(q, "stack");
}

// So few steps, and the answer says so, or has come to its end before. (`auto` changes to other searches instead.)
static void check_starved(const question *q)
{
    bool paper = q->method != scree_method_at(0);
    scree_query_options o = options_of(q);
    scree_contact fed = judged(q, &o, "no bound");
    bool ended = false, fed_whole = !counted.cut_short;
    for (int steps = 1; steps <= 64; steps *= 2) {
        o.max_iterations = steps;
        scree_contact c = judged(q, &o, "few steps");
        // More steps never cut a search short that fewer were enough for.
        CHECK_MSG(!paper || !ended || !counted.cut_short, "%s: %d steps are too few, and fewer were not",
                  q->method->name, steps);
        ended = !counted.cut_short;
        if (paper && ended && fed_whole) {
            double size = scree_pair_size(q->pose->body_a.shape, q->pose->body_b.shape);
            CHECK_MSG(fabs(c.distance - fed.distance) <= 1e-12 * (size + fabs(fed.distance)),
                      "%s: %d steps are enough, but %.17g for %.17g", q->method->name, steps, c.distance, fed.distance);
        }
    }
}

typedef struct trace_log {
    int steps;
    bool sound;
    double low, high;
} trace_log;

static void on_step(void *user, const scree_trace_step *step)
{
    trace_log *log = user;
    ++log->steps;
    log->sound = log->sound && step->phase != NULL && step->simplex_size >= 0 && step->simplex_size <= 4 &&
                 step->iteration >= 0 && !isnan(step->lower) && !isnan(step->upper);
    for (int i = 0; i < step->simplex_size; ++i)
        log->sound = log->sound && isfinite(step->simplex[i].x + step->simplex[i].y + step->simplex[i].z);
    log->low = fmax(log->low, step->lower);
    log->high = fmin(log->high, step->upper);
}

// Every traced step is true, and tracing changes nothing. Returns the number of steps.
static int check_trace(const question *q)
{
    const scree_body *a = &q->pose->body_a, *b = &q->pose->body_b;
    scree_query_options o = options_of(q);
    scree_contact quiet = judged(q, &o, "quiet");
    trace_log log = { .sound = true, .low = -INFINITY, .high = INFINITY };
    o.trace = on_step;
    o.trace_user = &log;
    scree_contact c = judged(q, &o, "traced");
    CHECK_MSG(memcmp(&c, &quiet, sizeof c) == 0, "%s: a trace changes the answer", q->method->name);
    double exact = (double)q->truth->distance,
           blur = 128 * DOUBLE_UNIT * (scree_pair_size(a->shape, b->shape) + fabs(exact));
    if (!CHECK_MSG(log.sound && log.low <= exact + blur && log.high >= exact - blur,
                   "%s: %d steps say [%.17g, %.17g], exact %.17g", q->method->name, log.steps, log.low, log.high,
                   exact))
        report(q, "trace");
    return log.steps;
}

// The search alone: the same distance and normal, an interval that is true.
static void check_detail(const question *q)
{
    const scree_body *a = &q->pose->body_a, *b = &q->pose->body_b;
    scree_query_options o = options_of(q);
    scree_contact full = judged(q, &o, "full"), c = { 0 };
    const scree_counts counts = counted;
    o.detail = SCREE_DETAIL_SEARCH;
    scree_status status = query_counted(a, b, &o, &c);
    bool right = (status == SCREE_OK || status == SCREE_NO_CONVERGENCE) && (quad)c.lower <= q->truth->upper &&
                 (quad)c.upper >= q->truth->lower && c.distance == full.distance && c.iterations == full.iterations &&
                 memcmp(&counts, &counted, sizeof counts) == 0;
    if (!CHECK_MSG(right, "%s: search alone: %.17g in [%.17g, %.17g], full %.17g, exact %.17g", q->method->name,
                   c.distance, c.lower, c.upper, full.distance, (double)q->truth->distance))
        report(q, "detail");
}

static void check_class(int class_number, long pairs, void *scratch, long reported[METHODS_MAX])
{
    scree_scene *scene = scree_scene_open(class_number, SEED, NULL);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    oracle_pair placed = { 0 };
    if (!CHECK(hulls != NULL)) return;
    for (long n = 0; n < pairs; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)n, &pose);
        if (!CHECK(scree_oracle_place(&placed, hulls[pose.a], &pose.body_a, hulls[pose.b], &pose.body_b))) break;
        oracle_answer truth = scree_oracle_distance(&placed);
        for (int i = 0; i < scree_method_count(); ++i) {
            question q = { scree_method_at(i), &pose, &truth, scratch };
            if (!scree_methods_queries(q.method, pose.body_a.shape, pose.body_b.shape)) continue;
            check_scratch(&q);
            check_stack(&q);
            check_starved(&q);
            if (reported[i] == NEVER_ASKED) reported[i] = 0;
            reported[i] += check_trace(&q);
            check_detail(&q);
        }
    }
    scree_oracle_pair_free(&placed);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    void *scratch = malloc(SCRATCH);
    long reported[METHODS_MAX];
    for (int i = 0; i < METHODS_MAX; ++i) reported[i] = NEVER_ASKED;
    CHECK(scratch != NULL && scree_method_count() <= METHODS_MAX);
    for (int class = 0; class < scree_scene_class_count(); ++class) {
        // Hulls of a hundred vertices and more: one pair, for `sat` has some 1e5 axes to try.
        bool large = scree_scene_class_weight(class) == 0;
        check_class(class, large ? 1 : check_scaled(PAIRS), scratch, reported);
    }
    for (int i = 0; i < scree_method_count(); ++i)
        CHECK_MSG(reported[i] != 0, "%s: no step was ever reported", scree_method_at(i)->name);
    free(scratch);
    return check_done();
}
