#include "oracle/methods.h"

#include <stdlib.h>
#include <string.h>

#include "oracle/solid.h"
#include "oracle/verified.h"

// With status ok the interval is no wider than the tolerance or this many roundings of size + |distance|. The library's
// own bound on its errors, some four times over, is about 400 for bodies around their own origin, and twice that for
// shapes that were given beside it.
static const double MAX_WIDTH = 800.0;

// Of the fields of a proven answer, in roundings; see contact.c.
static const double MAX_FIELD = 128.0;

// Of the oracle itself.
static const double MAX_BLUR = 16.0;

// Faults printed for each method and table; all are counted.
enum { PRINTED = 3 };

// The methods that are asked, and the counts that each has.
typedef struct own_counts {
    const char *method;
    bool gjk, epa, perturbations, candidates, links;
} own_counts;

static const own_counts counts_of[] = {
    { .method = "auto" },
    { .method = "cp", .perturbations = true },
    { .method = "cp-revised", .perturbations = true },
    { .method = "fcp", .candidates = true },
    { .method = "fcp-revised", .candidates = true },
    { .method = "slm", .links = true },
    { .method = "gjk-johnson", .gjk = true },
    { .method = "gjk-signed-volumes", .gjk = true },
    { .method = "gjk-td", .gjk = true, .epa = true },
    { .method = "gjk-epa", .gjk = true, .epa = true },
    { .method = "sat", .candidates = true },
};

static const own_counts *own_counts_of(const scree_method *m)
{
    for (size_t i = 0; i < sizeof counts_of / sizeof counts_of[0]; ++i) {
        if (strcmp(counts_of[i].method, m->name) == 0) return &counts_of[i];
    }
    return NULL;
}

bool scree_methods_queries(const scree_method *m, const scree_shape *a, const scree_shape *b)
{
    return own_counts_of(m) != NULL && m->serves(a, b);
}

static void require(methods_verdict *v, bool holds, const char *what, double value, double bound)
{
    if (holds || v->fault != NULL) return;
    v->fault = what;
    v->value = value;
    v->bound = bound;
}

static bool is_finite(scree_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static void judge_counts(methods_verdict *v, const methods_question *q, const scree_contact *c)
{
    const own_counts *known = own_counts_of(q->method);
    const own_counts own = known != NULL ? *known : counts_of[0];
    const scree_counts *n = q->counts;
    require(v, c->iterations >= 0, "iterations", c->iterations, 0);
    // A first direction that shows the bodies apart ends GJK before its simplex has a point.
    int least = q->truth->upper < 0;
    require(v, own.gjk ? n->gjk_updates >= least : n->gjk_updates == 0, "gjk_updates", n->gjk_updates, own.gjk);
    require(v, own.epa ? n->epa_iterations >= 0 : n->epa_iterations == 0, "epa_iterations", n->epa_iterations, own.epa);
    require(v, own.perturbations ? n->perturbations >= 0 : n->perturbations == 0, "perturbations", n->perturbations,
            own.perturbations);
    require(v, own.candidates ? n->candidates > 0 : n->candidates == 0, "candidates", n->candidates, own.candidates);
    require(v, own.links ? n->link_iterations > 0 : n->link_iterations == 0, "link_iterations", n->link_iterations,
            own.links);
}

// A search that sees a rounded shape as a whole knows of its surface only. And feng-tan-2020 counts the vertices behind
// a face of the polytope: two of them may be the ends of a diagonal, which has no number.
static void judge_feature(methods_verdict *v, const scree_method *m, const scree_shape *s, scree_feature feature,
                          int index)
{
    if (scree_shape_kind_of(s) == SCREE_HALF_SPACE) return; // a face, though it has no graph
    int counts[] = { 0, scree_shape_vertex_count(s), scree_shape_edge_count(s), scree_shape_face_count(s) };
    if (feature == SCREE_FEATURE_SURFACE) {
        require(v, counts[1] == 0 || scree_shape_rounding(s) > 0.0, "no feature is named", feature, counts[1]);
        require(v, index == -1, "a surface with a number", index, -1);
    } else {
        bool unnumbered = index == -1 && feature != SCREE_FEATURE_VERTEX && strcmp(m->name, "gjk-epa") == 0;
        require(v, unnumbered || (index >= 0 && index < counts[feature]), "a feature's number", index, counts[feature]);
    }
}

static void judge_interval(methods_verdict *v, const methods_question *q, const scree_contact *c, double unit)
{
    const oracle_answer *t = q->truth;
    double width = c->upper - c->lower;
    require(v, (quad)c->lower <= t->upper, "lower is above the exact distance", c->lower, (double)t->upper);
    require(v, (quad)c->upper >= t->lower, "upper is below the exact distance", c->upper, (double)t->lower);
    require(v, c->lower <= c->distance && c->distance <= c->upper, "distance is not in [lower, upper]", c->distance, 0);
    double narrow = fmax(q->tolerance, MAX_WIDTH * DOUBLE_UNIT * unit);
    if (c->status == SCREE_OK)
        require(v, width <= narrow, "status ok, but the interval is wide", width, narrow);
    else
        require(v, width > q->tolerance, "no_convergence, but the interval is narrow", width, q->tolerance);
    double band = fmax(q->tolerance, 0.0);
    scree_state state = fabs(c->distance) <= band ? SCREE_TOUCHING
                        : c->distance > 0         ? SCREE_SEPARATED
                                                  : SCREE_OVERLAPPING;
    require(v, c->state == state, "state does not fit the distance", c->state, state);
}

static double largest(scree_vec3 p)
{
    return fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
}

// What the world coordinates of the points lose by being doubles.
static double coordinate_loss(const scree_contact *c)
{
    return 4.0 * DOUBLE_UNIT * fmax(largest(c->point_a), largest(c->point_b));
}

static void judge_normal(methods_verdict *v, const scree_contact *c, double unit)
{
    qvec n = q3_from(c->normal), apart = q3_sub(q3_from(c->point_b), q3_from(c->point_a));
    double off = (double)q_abs(q3_dot(n, n) - 1);
    require(v, off <= 8.0 * DOUBLE_UNIT, "length of the normal less 1", off, 8.0 * DOUBLE_UNIT);
    double miss = (double)q3_norm(q3_sub(apart, q3_scale(n, (quad)c->distance)));
    double bound = 8.0 * DOUBLE_UNIT * unit + coordinate_loss(c);
    require(v, miss <= bound, "point_b - point_a - distance * normal", miss, bound);
}

static bool is_sharp(const scree_shape *s)
{
    return scree_shape_vertex_count(s) > 0 && scree_shape_rounding(s) == 0.0;
}

// A proven answer is one of a pair of points on the surfaces, along a normal that shows the whole distance. As in
// contact.c, what points are off by across the normal the distance does not show; and between round shapes it is their
// cores that are so far apart.
static void judge_proven(methods_verdict *v, const methods_question *q, const scree_contact *c, double unit)
{
    double width = c->upper - c->lower, roundings = MAX_FIELD * DOUBLE_UNIT * unit + coordinate_loss(c);
    double short_of = c->distance - (double)scree_oracle_gap_along(q->pair, scree_oracle_direction(q->pair, c->normal));
    require(v, short_of <= roundings + width, "the gap along the normal is less than the distance", short_of,
            roundings + width);
    double apart = is_sharp(q->a->shape) && is_sharp(q->b->shape) ? fabs(c->distance) : unit;
    double unseen = fmax(sqrt(2.0 * width * apart), METHODS_NEAR * unit);
    // Six faces of a cube are as near to its middle: EPA around them may have the normal of one before its points.
    if (q->counts->cut_short) return;
    const scree_vec3 points[2] = { c->point_a, c->point_b };
    for (int i = 0; i < 2; ++i) {
        double off = fabs((double)scree_oracle_depth(q->pair, i, scree_oracle_point(q->pair, points[i])));
        require(v, off <= roundings + width + unseen, i == 0 ? "point_a is off A's surface" : "point_b is off B's", off,
                roundings + width + unseen);
    }
}

methods_verdict scree_methods_judge(const methods_question *q, scree_status returned, const scree_contact *c)
{
    methods_verdict v = { .fault = NULL };
    double unit = scree_pair_size(q->a->shape, q->b->shape) + fabs((double)q->truth->distance);
    v.error = (double)q_abs((quad)c->distance - q->truth->distance) / unit;
    require(&v, returned == c->status, "the status returned is not the one in the answer", returned, c->status);
    require(&v, c->status == SCREE_OK || c->status == SCREE_NO_CONVERGENCE, "no answer, status", c->status, 0);
    require(&v,
            isfinite(c->distance) && isfinite(c->lower) && isfinite(c->upper) && isfinite(c->patch_area) &&
                is_finite(c->normal) && is_finite(c->point_a) && is_finite(c->point_b) && is_finite(c->point),
            "a field is not finite", 0, 0);
    if (v.fault != NULL) return v;
    judge_interval(&v, q, c, unit);
    judge_normal(&v, c, unit);
    require(&v, c->patch_area >= 0.0, "patch_area", c->patch_area, 0);
    judge_feature(&v, q->method, q->a->shape, c->feature_a, c->index_a);
    judge_feature(&v, q->method, q->b->shape, c->feature_b, c->index_b);
    judge_counts(&v, q, c);
    if (q->pair != NULL && c->status == SCREE_OK) judge_proven(&v, q, c, unit);
    return v;
}

typedef struct run {
    const scree_scene *scene;
    oracle_hull **hulls;
    int meeting;
    methods_table *table; // shared: only faults are counted there while threads run
} run;

typedef struct worker {
    oracle_pair pair;
    void *scratch;
    size_t bytes;
    methods_table table;
} worker;

static bool grow_scratch(worker *w, size_t bytes)
{
    if (bytes <= w->bytes) return true;
    void *more = realloc(w->scratch, bytes);
    if (more == NULL) return false;
    w->scratch = more;
    w->bytes = bytes;
    return true;
}

static void print_fault(const run *job, const scree_scene_pose *pose, uint64_t number, const methods_question *q,
                        const methods_verdict *v, const scree_contact *c)
{
    const char *kind = job->meeting < 0 ? scree_scene_class_name(job->scene->class_number) : job->table->name;
    printf("FAULT method %s, %s, seed %llu, pair %llu: %s: %.17g, allowed %.17g\n", q->method->name, kind,
           (unsigned long long)job->scene->seed, (unsigned long long)number, v->fault, v->value, v->bound);
    printf("  exact %.17g; distance %.17g in [%.17g, %.17g], error %.3g; status %s, state %s, tolerance %.3g\n",
           (double)q->truth->distance, c->distance, c->lower, c->upper, v->error, scree_status_name(c->status),
           scree_state_name(c->state), q->tolerance);
    printf("  normal %.17g %.17g %.17g, iterations %d, cut short %d\n  ", c->normal.x, c->normal.y, c->normal.z,
           c->iterations, q->counts->cut_short);
    scree_scene_print(stdout, pose);
}

static void tally_add(methods_tally *t, const methods_verdict *v, const scree_contact *c, const scree_counts *n)
{
    ++t->asked;
    t->exact += v->error <= METHODS_EXACT;
    t->near += v->error <= METHODS_NEAR;
    t->proven += c->status == SCREE_OK;
    t->cut_short += n->cut_short;
    t->worst = fmax(t->worst, v->error);
    if (!(v->error <= METHODS_NEAR)) t->wrong += v->error;
    t->iterations += c->iterations;
}

static void table_join(methods_table *to, const methods_table *from)
{
    to->pairs += from->pairs;
    to->bad_pairs += from->bad_pairs;
    for (int i = 0; i < METHODS_MAX; ++i) {
        methods_tally *t = &to->of[i];
        const methods_tally *o = &from->of[i];
        t->asked += o->asked;
        t->exact += o->exact;
        t->near += o->near;
        t->proven += o->proven;
        t->cut_short += o->cut_short;
        t->worst = fmax(t->worst, o->worst);
        t->wrong += o->wrong;
        t->iterations += o->iterations;
    }
}

// What scree_verify() refutes, and what it proves that the oracle excludes.
static void judge_verified(methods_verdict *v, const methods_question *q, const scree_query_options *options,
                           const scree_contact *c)
{
    const double unit = scree_pair_size(q->a->shape, q->b->shape) + fabs((double)q->truth->distance);
    const scree_verification found = scree_verified(q->a, q->b, options, c);
    const char *fault =
        scree_verified_fault(&found, (double)q->truth->lower, (double)q->truth->upper, 2.0 * DOUBLE_UNIT * unit);
    require(v, fault == NULL, fault, found.claimed, found.found);
}

static void query_all(const run *job, uint64_t number, const scree_scene_pose *pose, const oracle_answer *truth,
                      worker *w)
{
    const scree_body *a = &pose->body_a, *b = &pose->body_b;
    scree_query_options options = scree_query_defaults();
    options.scratch = w->scratch;
    options.scratch_size = w->bytes;
    scree_counts counts;
    const scree_paper paper = { .counts = &counts };
    options.paper = &paper;
    methods_question q = { .a = a, .b = b, .truth = truth, .counts = &counts };
    if (number % 8 < 2) q.pair = &w->pair;
    q.tolerance = 1e-12 * scree_pair_size(a->shape, b->shape);
    // Every second pair asks for all that doubles can give.
    if (number % 2 == 1) options.tolerance = q.tolerance = 0.0;
    for (int i = 0; i < scree_method_count() && i < METHODS_MAX; ++i) {
        q.method = options.method = scree_method_at(i);
        if (!scree_methods_queries(q.method, a->shape, b->shape)) continue;
        scree_contact c = { 0 };
        scree_status status = scree_query(a, b, &options, &c);
        methods_verdict v = scree_methods_judge(&q, status, &c);
        judge_verified(&v, &q, &options, &c);
        tally_add(&w->table.of[i], &v, &c, &counts);
        if (v.fault == NULL) continue;
#pragma omp critical(methods_print)
        if (job->table->of[i].faults++ < PRINTED) print_fault(job, pose, number, &q, &v, &c);
    }
}

static void run_one(const run *job, uint64_t number, worker *w)
{
    scree_scene_pose pose;
    if (job->meeting < 0)
        scree_scene_pair(job->scene, number, &pose);
    else
        scree_usual_pair(job->scene, (usual_meeting)job->meeting, number, &pose);
    const scree_shape *a = pose.body_a.shape, *b = pose.body_b.shape;
    ++w->table.pairs;
    bool placed = grow_scratch(w, scree_query_scratch(a, b)) &&
                  scree_oracle_place(&w->pair, job->hulls[pose.a], &pose.body_a, job->hulls[pose.b], &pose.body_b);
    oracle_answer truth = { 0 };
    if (placed) truth = scree_oracle_distance(&w->pair);
    double unit = scree_pair_size(a, b) + fabs((double)truth.distance);
    if (!placed || w->pair.failed || (double)(truth.upper - truth.lower) > MAX_BLUR * DOUBLE_UNIT * unit) {
        ++w->table.bad_pairs;
        return;
    }
    query_all(job, number, &pose, &truth, w);
}

bool scree_methods_run(const scree_scene *scene, int meeting, long pairs, methods_table *table)
{
    oracle_hull **hulls = scree_oracle_solids(scene);
    if (hulls == NULL) return false;
    run job = { scene, hulls, meeting, table };
#pragma omp parallel
    {
        worker w = { 0 };
#pragma omp for schedule(dynamic, 16)
        for (long k = 0; k < pairs; ++k) run_one(&job, (uint64_t)k, &w);
#pragma omp critical(methods_join)
        table_join(table, &w.table);
        free(w.scratch);
        scree_oracle_pair_free(&w.pair);
    }
    scree_oracle_solids_free(scene, hulls);
    return true;
}
