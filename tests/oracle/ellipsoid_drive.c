// The long runs: classes of pairs, each judged against the reference.
#include <stdlib.h>
#include <string.h>

#include "oracle/ellipsoid_judge.h"
#include "oracle/verified.h"
#include "scenes/ellipsoids.h"
#include "scree/ellipsoid.h"

// Faults printed of each class, or method; all are counted.
enum { PRINTED = 3, METHODS = 32 };

// A proof of the search is asked to show so much, relative to the size, within so many triangles.
static const long double PROOF_MARGIN = 1e-7L, PROOF_LEAST = 1e-13L;
enum { PROOF_CELLS = 20000, THOROUGH_ONE_IN = 24 };

typedef struct tally {
    long pairs, overlapping, faults, undecided, iterations;
    double error, width, surface, minimal;
} tally;

typedef struct sums {
    tally of[METHODS]; // 0 is auto
    long proofs, proven, missed, thorough;
    long signs, wrong_signs; // of the overlap test and of the contact function
    double proof_cells;
} sums;

typedef struct run {
    const ellipsoid_study *study;
    const scree_scene *scene;
    ellipsoid_body *bodies;
    size_t scratch;
    long prove_one_in;
    sums *shared; // only faults are counted there while threads run
} run;

typedef struct worker {
    oracle_pair hulls;
    void *scratch;
    sums sums;
} worker;

static void tally_add(tally *t, const ellipsoid_verdict *v, const scree_contact *c, bool overlapping)
{
    ++t->pairs;
    t->overlapping += overlapping;
    t->undecided += c->status == SCREE_NO_CONVERGENCE;
    t->iterations += c->iterations;
    if (v->fault != NULL) return;
    t->error = fmax(t->error, v->error);
    t->width = fmax(t->width, v->width);
    t->surface = fmax(t->surface, v->surface);
    t->minimal = fmax(t->minimal, v->minimal);
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
    s->proofs += o->proofs;
    s->proven += o->proven;
    s->missed += o->missed;
    s->thorough += o->thorough;
    s->signs += o->signs;
    s->wrong_signs += o->wrong_signs;
    s->proof_cells += o->proof_cells;
}

static void print_fault(const run *job, const scree_scene_pose *pose, uint64_t number, const ellipsoid_question *q,
                        const ellipsoid_verdict *v, const scree_contact *c)
{
    printf("%s method %s, class %s, seed %llu, pair %llu: %s: %.17g, allowed %.17g\n",
           v->fault != NULL ? "FAULT" : "UNDECIDED", q->method->name,
           scree_ellipsoid_class_name(job->scene->class_number), (unsigned long long)job->scene->seed,
           (unsigned long long)number, v->fault != NULL ? v->fault : "no convergence, interval true; its width",
           v->fault != NULL ? v->value : c->upper - c->lower, v->fault != NULL ? v->bound : q->tolerance);
    qvec n = q->truth->normal;
    printf("  exact %.17g, normal %.9g %.9g %.9g\n", (double)q->truth->distance, (double)n.x, (double)n.y, (double)n.z);
    printf("  distance %.17g in [%.17g, %.17g], error %.3g, width %.3g roundings; status %s, state %s, tolerance %.3g, "
           "iterations %d\n",
           c->distance, c->lower, c->upper, v->error, v->width, scree_status_name(c->status),
           scree_state_name(c->state), q->tolerance, c->iterations);
    printf("  normal %.9g %.9g %.9g, features %d-%d\n  ", c->normal.x, c->normal.y, c->normal.z, (int)c->feature_a,
           (int)c->feature_b);
    scree_scene_print(stdout, pose);
}

// Of the one direction that it has an end along.
static bool has_half_space(const ellipsoid_pair *pair)
{
    return !pair->other->is_ellipsoid && pair->other->hull->half_space;
}

// The truth of one pair. A share is searched for from every start, and a share of the overlapping ones is proven: what
// the usual search missed there is counted, and fails the run.
static oracle_answer truth_of(const run *job, const ellipsoid_pair *pair, const scree_scene_pose *pose, uint64_t number,
                              worker *w)
{
    oracle_answer truth = scree_oracle_ellipsoid_distance(pair, ELLIPSOID_USUAL);
    if (!(truth.distance + pair->radii < 0) || has_half_space(pair)) return truth;
    const char *missed = NULL;
    double found = (double)truth.distance, better = found;
    if (number % THOROUGH_ONE_IN == 0 && pair->other->is_ellipsoid) {
        oracle_answer thorough = scree_oracle_ellipsoid_distance(pair, ELLIPSOID_THOROUGH);
        ++w->sums.thorough;
        better = (double)thorough.distance;
        // About a common axis whole circles of directions tie but for the roundings of the poses.
        if (thorough.distance > truth.distance + (quad)1e-17L * pair->unit) missed = "the usual search missed";
        if (thorough.distance > truth.distance) truth = thorough;
    }
    long double depth = -(long double)(truth.distance + pair->radii), margin = PROOF_MARGIN * (long double)pair->unit;
    margin = fminl(margin, 0.5L * depth);
    if (number % (uint64_t)job->prove_one_in == 0 && margin > PROOF_LEAST * (long double)pair->unit) {
        ellipsoid_proof proof = scree_oracle_ellipsoid_prove(pair, (long double)truth.distance, margin, PROOF_CELLS);
        w->sums.proof_cells += (double)proof.cells;
        ++w->sums.proofs;
        w->sums.proven += proof.proven;
        if (!proof.proven && proof.better > truth.distance + (quad)margin) {
            missed = "the proof found a better direction";
            better = (double)proof.better;
        }
    }
    if (missed == NULL) return truth;
    ++w->sums.missed;
#pragma omp critical(ellipsoid_print)
    if (job->shared->missed++ < PRINTED) {
        printf("MISSED class %s, seed %llu, pair %llu: %s: %.17g, not %.17g\n  ",
               scree_ellipsoid_class_name(job->scene->class_number), (unsigned long long)job->scene->seed,
               (unsigned long long)number, missed, better, found);
        scree_scene_print(stdout, pose);
    }
    return truth;
}

// What scree_verify() refutes is a fault, and so is a proof of its own of what is not so, beyond what the reference
// leaves open.
static void verify(const scree_scene_pose *pose, const scree_query_options *options, const scree_contact *c,
                   const ellipsoid_question *q, ellipsoid_verdict *v)
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

static void query(const run *job, const scree_scene_pose *pose, uint64_t number, ellipsoid_question *q, int method,
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
    ellipsoid_verdict v = scree_oracle_ellipsoid_judge(q, status, &c);
    verify(pose, &options, &c, q, &v);
    tally_add(&w->sums.of[method], &v, &c, q->truth->distance <= 0);
    // The papers' methods may be undecided; auto is shown where it is.
    bool undecided = method == 0 && c.status == SCREE_NO_CONVERGENCE;
    if (v.fault == NULL && !undecided) return;
#pragma omp critical(ellipsoid_print)
    {
        tally *t = &job->shared->of[method];
        bool print = v.fault != NULL ? t->faults++ < PRINTED : t->undecided++ < 1;
        if (print) print_fault(job, pose, number, q, &v, &c);
    }
}

// The algebraic overlap test and the contact function agree with the sign of the distance, where it is clear.
static void check_signs(const run *job, const scree_scene_pose *pose, uint64_t number, const ellipsoid_question *q,
                        worker *w)
{
    const scree_body *a = &pose->body_a, *b = &pose->body_b;
    const double clear = 1e-12 * scree_pair_size(a->shape, b->shape), distance = (double)q->truth->distance;
    if (!scree_method_find("jia")->serves(a->shape, b->shape) || fabs(distance) <= clear) return;
    bool overlap = false;
    scree_contact_function f = { 0 };
    scree_status tested = scree_ellipsoids_overlap(a, b, &overlap), valued = scree_perram_wertheim(a, b, &f);
    ++w->sums.signs;
    bool agree =
        tested == SCREE_OK && valued == SCREE_OK && overlap == (distance < 0) && (f.value < 1) == (distance < 0);
    if (agree) return;
#pragma omp critical(ellipsoid_print)
    if (job->shared->wrong_signs++ < PRINTED) {
        printf(
            "SIGN class %s, seed %llu, pair %llu: exact %.17g, overlap test %d (%s), contact function %.17g (%s)\n  ",
            scree_ellipsoid_class_name(job->scene->class_number), (unsigned long long)job->scene->seed,
            (unsigned long long)number, distance, (int)overlap, scree_status_name(tested), f.value,
            scree_status_name(valued));
        scree_scene_print(stdout, pose);
    }
}

static void run_one(const run *job, uint64_t number, worker *w)
{
    scree_scene_pose pose;
    scree_ellipsoid_scene_pair(job->scene, number, &pose);
    ellipsoid_pair pair;
    const scree_shape *a = pose.body_a.shape, *b = pose.body_b.shape;
    if (!scree_oracle_ellipsoid_place(&pair, &job->bodies[pose.a], &pose.body_a, &job->bodies[pose.b], &pose.body_b))
        return;
    oracle_answer truth = truth_of(job, &pair, &pose, number, w);
    ellipsoid_question q = { .pair = &pair, .truth = &truth, .hulls = number % 4 == 0 ? &w->hulls : NULL };
    q.tolerance = 1e-12 * scree_pair_size(a, b);
    query(job, &pose, number, &q, 0, w);
    check_signs(job, &pose, number, &q, w);
    if (job->study->one_in == 0 || number % (uint64_t)job->study->one_in != 0) return;
    for (int i = 1; i < scree_method_count() && i < METHODS; ++i) {
        if (scree_method_at(i)->serves(a, b)) query(job, &pose, number, &q, i, w);
    }
}

static void run_all(const run *job, long pairs)
{
#pragma omp parallel
    {
        worker w = { .scratch = malloc(job->scratch) };
#pragma omp for schedule(dynamic, 16)
        for (long k = 0; k < pairs; ++k) {
            if (w.scratch != NULL) run_one(job, (uint64_t)k, &w);
        }
#pragma omp critical(ellipsoid_join)
        {
            // Faults and misses were counted as they came.
            w.sums.missed = w.sums.wrong_signs = 0;
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

static bool run_class(const ellipsoid_study *study, int class_number, long pairs, long prove_one_in, sums *out)
{
    scree_error error = { .message = "out of memory" };
    scree_scene *scene = scree_ellipsoid_scene_open(class_number, study->seed, &error);
    ellipsoid_body *bodies = scene != NULL ? calloc((size_t)scene->solid_count, sizeof *bodies) : NULL;
    bool ok = bodies != NULL;
    for (int i = 0; ok && i < scene->solid_count; ++i) ok = scree_oracle_ellipsoid_body(&scene->solids[i], &bodies[i]);
    if (ok) {
        run job = { study, scene, bodies, scratch_for(scene), prove_one_in, out };
        run_all(&job, pairs);
    } else {
        printf("no shapes for class %s: %s\n", scree_ellipsoid_class_name(class_number), error.message);
    }
    for (int i = 0; bodies != NULL && i < scene->solid_count; ++i) scree_oracle_ellipsoid_body_free(&bodies[i]);
    free(bodies);
    scree_scene_close(scene);
    return ok;
}

static void print_row(const char *name, const tally *t, const sums *s)
{
    printf("%-22s %8ld %8ld %8.3g %9.3g %8.3g %8.3g %8.3g %6ld %6.2f %6ld", name, t->pairs, t->overlapping, t->error,
           t->error * DOUBLE_UNIT, t->width, t->surface, t->minimal, t->undecided,
           t->pairs > 0 ? (double)t->iterations / (double)t->pairs : 0.0, t->faults);
    if (s != NULL) printf(" %6ld %6ld %6ld", s->proofs, s->proven, s->missed);
    printf("\n");
    fflush(stdout);
}

static void print_head(const char *first, bool proofs)
{
    printf("%-22s %8s %8s %8s %9s %8s %8s %8s %6s %6s %6s", first, "pairs", "overlap", "error", "relative", "width",
           "surface", "normal", "no_cv", "steps", "faults");
    if (proofs) printf(" %6s %6s %6s", "proofs", "proven", "missed");
    printf("\n");
}

static bool is_wanted(const ellipsoid_study *study, int class_number)
{
    if (scree_ellipsoid_class_is_pure(class_number) != study->pure) return false;
    return study->only == NULL || strcmp(study->only, scree_ellipsoid_class_name(class_number)) == 0;
}

long scree_oracle_ellipsoid_drive(const ellipsoid_study *study, long *done)
{
    long weights = 0, faults = 0;
    sums all = { 0 };
    for (int i = 0; i < scree_ellipsoid_class_count(); ++i) {
        if (is_wanted(study, i)) weights += scree_ellipsoid_class_weight(i);
    }
    printf("lengths in roundings (2^-53) of size + |distance|; proofs: pairs for which all directions were covered\n");
    print_head("class", true);
    long prove_one_in = study->proofs > 0 ? study->pairs / study->proofs : study->pairs + 1;
    if (prove_one_in < 1) prove_one_in = 1;
    for (int i = 0; i < scree_ellipsoid_class_count(); ++i) {
        if (!is_wanted(study, i)) continue;
        sums s = { 0 };
        if (!run_class(study, i, study->pairs * scree_ellipsoid_class_weight(i) / weights + 1, prove_one_in, &s))
            ++faults;
        print_row(scree_ellipsoid_class_name(i), &s.of[0], &s);
        sums_join(&all, &s);
    }
    print_row("all", &all.of[0], &all);
    printf("%ld pairs searched from every start; %.0f triangles for a proof\n", all.thorough,
           all.proofs > 0 ? all.proof_cells / (double)all.proofs : 0.0);
    printf("%ld signs of the overlap test and of the contact function, %ld wrong\n", all.signs, all.wrong_signs);
    print_head("method", false);
    for (int i = 0; i < METHODS; ++i) {
        if (all.of[i].pairs > 0) print_row(scree_method_at(i)->name, &all.of[i], NULL);
        faults += all.of[i].faults;
    }
    // Where whole circles of directions all but tie, or axes differ by 1e6, `auto` may give up, with a true interval,
    // on so few pairs.
    enum { ONE_IN = 100000 };
    long most = all.of[0].pairs / ONE_IN + 1;
    if (all.of[0].undecided > most) {
        printf("no convergence for %ld pairs, allowed %ld\n", all.of[0].undecided, most);
        ++faults;
    }
    *done = all.of[0].pairs;
    return faults + all.missed + all.wrong_signs;
}
