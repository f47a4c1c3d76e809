// The long runs: classes of pairs, each judged against the reference.
#include <stdlib.h>
#include <string.h>

#include "oracle/solid.h"
#include "oracle/superquadric_judge.h"
#include "oracle/verified.h"

// Faults printed of each class, or method; all are counted.
enum { PRINTED = 3, METHODS = 40 };

// The usual cover, and that of the pairs that are searched for from everywhere.
enum { CELLS = 3000, CELLS_THOROUGH = 20000, STARTS = 60 };

// The reference is not sure where it does not know the distance to so many roundings; intervals of the library are
// tens of them wide.
static const double MAX_BLUR = 2.0;

typedef struct tally {
    long pairs, overlapping, faults, undecided, iterations;
    double error, width, surface, minimal;
} tally;

typedef struct sums {
    tally of[METHODS]; // 0 is auto
    long covered, proven, thorough, missed, unsure;
    long beaten; // times that a normal of the library's was better than the reference's
} sums;

typedef struct run {
    const round_study *study;
    const scree_scene *scene;
    round_body *bodies;
    oracle_hull **hulls;
    size_t scratch;
    long thorough_one_in;
    sums *shared; // what is printed is counted there while threads run
} run;

typedef struct worker {
    oracle_pair hulls;
    void *scratch;
    sums sums;
} worker;

static void tally_add(tally *t, const round_verdict *v, const scree_contact *c, bool overlapping)
{
    ++t->pairs;
    t->overlapping += overlapping;
    t->undecided += c->status == SCREE_NO_CONVERGENCE;
    t->iterations += c->iterations;
    if (v->fault != NULL) return;
    t->minimal = fmax(t->minimal, v->minimal);
    t->surface = fmax(t->surface, v->surface);
    if (c->status != SCREE_OK) return;
    t->error = fmax(t->error, v->error);
    t->width = fmax(t->width, v->width);
}

static void tally_join(tally *t, const tally *o)
{
    t->pairs += o->pairs;
    t->overlapping += o->overlapping;
    t->faults += o->faults;
    t->undecided += o->undecided;
    t->iterations += o->iterations;
    t->error = fmax(t->error, o->error);
    t->width = fmax(t->width, o->width);
    t->surface = fmax(t->surface, o->surface);
    t->minimal = fmax(t->minimal, o->minimal);
}

static void sums_join(sums *s, const sums *o)
{
    for (int i = 0; i < METHODS; ++i) tally_join(&s->of[i], &o->of[i]);
    s->covered += o->covered;
    s->proven += o->proven;
    s->thorough += o->thorough;
    s->missed += o->missed;
    s->unsure += o->unsure;
    s->beaten += o->beaten;
}

static void print_fault(const run *job, const scree_scene_pose *pose, uint64_t number, const round_question *q,
                        const round_verdict *v, const scree_contact *c)
{
    printf("%s method %s, class %s, seed %llu, pair %llu: %s: %.17g, allowed %.17g\n",
           v->fault != NULL ? "FAULT" : "UNDECIDED", q->method->name,
           scree_superquadric_class_name(job->scene->class_number), (unsigned long long)job->scene->seed,
           (unsigned long long)number, v->fault != NULL ? v->fault : "no convergence, interval true; its width",
           v->fault != NULL ? v->value : c->upper - c->lower, v->fault != NULL ? v->bound : q->tolerance);
    const long double *n = q->truth->normal;
    printf("  exact %.17g, normal %.9g %.9g %.9g, known to %.3g\n", (double)q->truth->distance, (double)n[0],
           (double)n[1], (double)n[2], (double)(q->truth->upper - q->truth->lower));
    printf("  distance %.17g in [%.17g, %.17g], error %.3g, width %.3g roundings; status %s, state %s, tolerance %.3g, "
           "iterations %d\n",
           c->distance, c->lower, c->upper, v->error, v->width, scree_status_name(c->status),
           scree_state_name(c->state), q->tolerance, c->iterations);
    printf("  normal %.9g %.9g %.9g, features %d-%d\n  ", c->normal.x, c->normal.y, c->normal.z, (int)c->feature_a,
           (int)c->feature_b);
    scree_scene_print(stdout, pose);
}

// The truth of one pair. A share is searched for from everywhere, and the better answer counts: it tells how often the usual
// search misses something, as it may along a ring of minima that are all but equal.
static round_answer truth_of(const run *job, const round_pair *pair, const scree_scene_pose *pose, uint64_t number,
                             worker *w)
{
    const bool thorough = number % (uint64_t)job->thorough_one_in == 0;
    const round_effort effort = { thorough ? CELLS_THOROUGH : CELLS, thorough ? STARTS : 0, 0 };
    const round_answer truth = scree_oracle_round_distance(pair, &effort);
    w->sums.thorough += thorough && truth.overlapping;
    w->sums.covered += truth.overlapping;
    w->sums.proven += truth.overlapping && truth.proven;
    w->sums.missed += truth.missed;
    const bool unsure = truth.upper - truth.lower > MAX_BLUR * DOUBLE_UNIT * (pair->unit + fabsl(truth.distance));
    w->sums.unsure += unsure;
    if (!truth.missed && !unsure) return truth;
#pragma omp critical(round_print)
    if ((truth.missed ? job->shared->missed++ : job->shared->unsure++) < 1) {
        printf("%s class %s, seed %llu, pair %llu: %.17g, known to %.3g\n  ", truth.missed ? "MISSED" : "UNSURE",
               scree_superquadric_class_name(job->scene->class_number), (unsigned long long)job->scene->seed,
               (unsigned long long)number, (double)truth.distance, (double)(truth.upper - truth.lower));
        scree_scene_print(stdout, pose);
    }
    return truth;
}

// The gap along any direction, in the reference's own arithmetic, is no more than the distance: where that along the
// normal of an answer is greater than all that the reference has found, it has missed something.
static bool learn(const round_pair *pair, const scree_contact *c, round_answer *truth)
{
    const scree_vec3 n = c->normal;
    if (pair->a->core == ROUND_HALF_SPACE || pair->b->core == ROUND_HALF_SPACE) return false;
    if (!(fabs(n.x) + fabs(n.y) + fabs(n.z) > 0)) return false;
    const long double gap = scree_oracle_round_gap(pair, n);
    // Beyond the noise of 64 bits.
    if (!(gap > truth->upper + 1e-17L * pair->unit)) return false;
    const round_answer near = scree_oracle_round_near(pair, n);
    if (near.distance >= gap)
        *truth = near;
    else
        truth->lower = truth->distance = truth->upper = gap;
    return true;
}

// What scree_verify() refutes is a fault, and so is a proof of its own of what is not so, beyond what the reference
// leaves open.
static void verify(const scree_scene_pose *pose, const scree_query_options *options, const scree_contact *c,
                   const round_question *q, round_verdict *v)
{
    const scree_verification found = scree_verified(&pose->body_a, &pose->body_b, options, c);
    const double exact = (double)q->truth->distance, unit = (double)q->pair->unit + fabs(exact);
    const char *fault =
        scree_verified_fault(&found, (double)q->truth->lower, (double)q->truth->upper, 2.0 * DOUBLE_UNIT * unit);
    if (v->fault != NULL || fault == NULL) return;
    v->fault = fault;
    v->value = found.claimed;
    v->bound = found.allowed;
}

static void query(const run *job, const scree_scene_pose *pose, uint64_t number, round_question *q, int method,
                  worker *w)
{
    scree_query_options options = scree_query_defaults();
    options.scratch = w->scratch;
    options.scratch_size = job->scratch;
    options.method = q->method = scree_method_at(method);
    // Every second pair asks for all that doubles can give.
    if (number % 2 == 1) options.tolerance = q->tolerance = 0.0;
    scree_contact c = { 0 };
    scree_counts counts;
    const scree_paper paper = { .counts = &counts };
    options.paper = &paper;
    scree_status status = scree_query(&pose->body_a, &pose->body_b, &options, &c);
    q->cut_short = counts.cut_short;
    round_answer truth = *q->truth;
    const round_answer *known = q->truth;
    if (learn(q->pair, &c, &truth)) {
        ++w->sums.beaten;
        q->truth = &truth;
    }
    round_verdict v = scree_oracle_round_judge(q, status, &c);
    verify(pose, &options, &c, q, &v);
    tally_add(&w->sums.of[method], &v, &c, q->truth->distance <= 0);
    // The papers' methods may be undecided; auto is shown where it is.
    bool undecided = method == 0 && c.status == SCREE_NO_CONVERGENCE, chosen = job->study->number >= 0;
    if (v.fault == NULL && !undecided && !chosen) {
        q->truth = known;
        return;
    }
#pragma omp critical(round_print)
    {
        tally *t = &job->shared->of[method];
        bool print = v.fault != NULL ? t->faults++ < PRINTED : undecided && t->undecided++ < 1;
        if (print || chosen) print_fault(job, pose, number, q, &v, &c);
    }
    q->truth = known;
}

static void run_one(const run *job, uint64_t number, worker *w)
{
    scree_scene_pose pose;
    scree_superquadric_scene_pair(job->scene, number, &pose);
    round_pair pair;
    const scree_shape *a = pose.body_a.shape, *b = pose.body_b.shape;
    scree_oracle_round_place(&pair, &job->bodies[pose.a], &pose.body_a, &job->bodies[pose.b], &pose.body_b);
    round_answer truth = truth_of(job, &pair, &pose, number, w);
    round_question q = { .pair = &pair, .truth = &truth, .hulls = &w->hulls };
    if (number % 4 == 0) {
        q.hull_a = job->hulls[pose.a];
        q.hull_b = job->hulls[pose.b];
    }
    q.tolerance = 1e-12 * scree_pair_size(a, b);
    query(job, &pose, number, &q, 0, w);
    if (job->study->one_in == 0 || number % (uint64_t)job->study->one_in != 0) return;
    for (int i = 1; i < scree_method_count() && i < METHODS; ++i) {
        if (scree_method_at(i)->serves(a, b)) query(job, &pose, number, &q, i, w);
    }
}

static void run_all(const run *job, long pairs)
{
    const long first = job->study->number >= 0 ? job->study->number : 0;
    const long last = job->study->number >= 0 ? first + 1 : pairs;
#pragma omp parallel
    {
        worker w = { .scratch = malloc(job->scratch) };
#pragma omp for schedule(dynamic, 16)
        for (long k = first; k < last; ++k) {
            if (w.scratch != NULL) run_one(job, (uint64_t)k, &w);
        }
#pragma omp critical(round_join)
        {
            // Those that were printed were counted as they came.
            w.sums.missed = w.sums.unsure = 0;
            w.sums.of[0].undecided = 0;
            sums_join(job->shared, &w.sums);
        }
        free(w.scratch);
        scree_oracle_pair_free(&w.hulls);
    }
}

static size_t scratch_for(const scree_scene *scene)
{
    size_t most = 64;
    for (int i = 0; i < scene->solid_count; ++i) {
        size_t bytes = scree_query_scratch(scene->solids[0].shape, scene->solids[i].shape);
        if (bytes > most) most = bytes;
    }
    return most;
}

static bool run_class(const round_study *study, int class_number, long pairs, long thorough_one_in, sums *out)
{
    scree_error error = { .message = "out of memory" };
    scree_scene *scene = scree_superquadric_scene_open(class_number, study->seed, &error);
    const size_t count = scene != NULL ? (size_t)scene->solid_count : 0;
    round_body *bodies = calloc(count + 1, sizeof *bodies);
    oracle_hull **hulls = calloc(count + 1, sizeof(oracle_hull *));
    bool ok = scene != NULL && bodies != NULL && hulls != NULL;
    for (size_t i = 0; ok && i < count; ++i) {
        ok = scree_oracle_round_body(&scene->solids[i], &bodies[i]);
        if (ok && scene->solids[i].kind == SCREE_POLYHEDRON) hulls[i] = scree_oracle_solid(&scene->solids[i]);
    }
    if (ok) {
        run job = { study, scene, bodies, hulls, scratch_for(scene), thorough_one_in, out };
        run_all(&job, pairs);
    } else {
        printf("no shapes for class %s: %s\n", scree_superquadric_class_name(class_number), error.message);
    }
    for (size_t i = 0; i < count; ++i) {
        if (bodies != NULL) scree_oracle_round_body_free(&bodies[i]);
        if (hulls != NULL) scree_oracle_hull_free(hulls[i]);
    }
    free(bodies);
    free(hulls);
    scree_scene_close(scene);
    return ok;
}

static void print_row(const char *name, const tally *t, const sums *s)
{
    printf("%-26s %7ld %7ld %8.3g %9.3g %8.3g %8.3g %8.3g %6ld %6.2f %6ld", name, t->pairs, t->overlapping, t->error,
           t->error * DOUBLE_UNIT, t->width, t->surface, t->minimal, t->undecided,
           t->pairs > 0 ? (double)t->iterations / (double)t->pairs : 0.0, t->faults);
    if (s != NULL) printf(" %6ld %6ld %6ld %6ld %6ld", s->covered, s->proven, s->thorough, s->missed, s->unsure);
    printf("\n");
    fflush(stdout);
}

static void print_head(const char *first, bool proofs)
{
    printf("%-26s %7s %7s %8s %9s %8s %8s %8s %6s %6s %6s", first, "pairs", "overlap", "error", "relative", "width",
           "surface", "normal", "no_cv", "steps", "faults");
    if (proofs) printf(" %6s %6s %6s %6s %6s", "cover", "proven", "starts", "missed", "unsure");
    printf("\n");
}

static bool is_wanted(const round_study *study, int class_number)
{
    if (scree_superquadric_class_group(class_number) != study->group) return false;
    return study->only == NULL || strcmp(study->only, scree_superquadric_class_name(class_number)) == 0;
}

static long verdict_on(const round_study *study, const sums *all)
{
    enum { MISSED_ONE_IN = 200 };
    long faults = 0;
    if (all->missed > all->thorough / MISSED_ONE_IN + 1) {
        printf("the reference's usual search missed %ld of %ld\n", all->missed, all->thorough);
        ++faults;
    }
    for (int i = 0; i < METHODS; ++i) faults += all->of[i].faults;
    if (all->of[0].undecided > 0) {
        printf("no convergence for %ld pairs\n", all->of[0].undecided);
        ++faults;
    }
    enum { BEATEN_ONE_IN = 700 };
    if (all->beaten > all->of[0].pairs / BEATEN_ONE_IN + 4) {
        printf("the library knew better than the reference %ld times\n", all->beaten);
        ++faults;
    }
    const long most = (long)(study->unsure * (double)all->of[0].pairs) + 2;
    if (all->unsure > most) {
        printf("the reference is not sure of %ld pairs, allowed %ld\n", all->unsure, most);
        ++faults;
    }
    return faults;
}

long scree_oracle_round_drive(const round_study *study, long *done)
{
    long weights = 0, faults = 0;
    sums all = { 0 };
    for (int i = 0; i < scree_superquadric_class_count(); ++i) {
        if (is_wanted(study, i)) weights += scree_superquadric_class_weight(i);
    }
    printf(
        "lengths in roundings (2^-53) of size + |distance|; cover: pairs whose cores overlap; proven: all directions "
        "covered\n");
    print_head("class", true);
    long thorough_one_in = study->thorough > 0 ? study->pairs / study->thorough : study->pairs + 1;
    if (thorough_one_in < 1) thorough_one_in = 1;
    for (int i = 0; i < scree_superquadric_class_count(); ++i) {
        if (!is_wanted(study, i)) continue;
        sums s = { 0 };
        const long pairs = study->pairs * scree_superquadric_class_weight(i) / weights + 1;
        if (!run_class(study, i, pairs, thorough_one_in, &s)) ++faults;
        print_row(scree_superquadric_class_name(i), &s.of[0], &s);
        sums_join(&all, &s);
    }
    print_row("all", &all.of[0], &all);
    printf("%ld normals were better than the reference's\n", all.beaten);
    print_head("method", false);
    for (int i = 0; i < METHODS; ++i) {
        if (all.of[i].pairs > 0) print_row(scree_method_at(i)->name, &all.of[i], NULL);
    }
    *done = all.of[0].pairs;
    return faults + verdict_on(study, &all);
}
