#include "oracle/drive.h"

#include <stdlib.h>

#include "oracle/contact.h"
#include "oracle/solid.h"
#include "oracle/verified.h"
#include "scree/query.h"

// Faults printed of each class; all are counted.
enum { PRINTED = 3 };

typedef struct run {
    const scree_scene *scene;
    oracle_hull **hulls;
    size_t scratch;
    oracle_tally *tally;
} run;

static void tally_add(oracle_tally *t, const oracle_report *r, const scree_contact *c)
{
    ++t->pairs;
    t->iterations += c->iterations;
    t->faults += r->fault != NULL;
    t->separated += r->distance > 0;
    t->overlapping += r->distance <= 0;
    t->astray += r->astray;
    t->features_clear += r->features_clear;
    t->features_smaller += r->features_clear && r->features_smaller;
    if (r->fault != NULL) return;
    t->error = fmax(t->error, r->error);
    t->width = fmax(t->width, r->width);
    t->surface = fmax(t->surface, r->surface);
    t->minimal = fmax(t->minimal, r->minimal);
}

static void tally_join(oracle_tally *t, const oracle_tally *o)
{
    t->pairs += o->pairs;
    t->faults += o->faults;
    t->no_convergence += o->no_convergence;
    t->separated += o->separated;
    t->overlapping += o->overlapping;
    t->astray += o->astray;
    t->features_clear += o->features_clear;
    t->features_smaller += o->features_smaller;
    t->iterations += o->iterations;
    t->error = fmax(t->error, o->error);
    t->width = fmax(t->width, o->width);
    t->surface = fmax(t->surface, o->surface);
    t->minimal = fmax(t->minimal, o->minimal);
}

static void print_fault(const scree_scene_pose *pose, uint64_t number, const oracle_report *r, const scree_contact *c,
                        double tolerance)
{
    const char *what = r->fault != NULL ? r->fault : "no convergence, interval true; its width";
    printf("%s class %s seed %llu pair %llu: %s: %.17g, allowed %.17g\n", r->fault != NULL ? "FAULT" : "UNDECIDED",
           scree_scene_class_name(pose->scene->class_number), (unsigned long long)pose->scene->seed,
           (unsigned long long)number, what, r->fault != NULL ? r->fault_value : c->upper - c->lower, r->fault_bound);
    printf("  exact %.17g; distance %.17g in [%.17g, %.17g], error %.3g, width %.3g roundings; status %s, state %s\n",
           r->distance, c->distance, c->lower, c->upper, r->error, r->width, scree_status_name(c->status),
           scree_state_name(c->state));
    printf("  normal %.17g %.17g %.17g, tolerance %.3g, features %d-%d, unit %.3g\n  ", c->normal.x, c->normal.y,
           c->normal.z, tolerance, (int)c->feature_a, (int)c->feature_b, r->unit);
    scree_scene_print(stdout, pose);
}

// What scree_verify() refutes is a fault, but for points that the oracle has counted as astray; and so is a proof of its
// own of what is not so. The oracle's distance is rounded to a double, and known but for the slack of both hulls.
static void verify(const scree_scene_pose *pose, const scree_query_options *options, const scree_contact *contact,
                   const oracle_pair *pair, oracle_report *report)
{
    const scree_verification v = scree_verified(&pose->body_a, &pose->body_b, options, contact);
    const double blur = DOUBLE_UNIT * fabs(report->distance) + pair->a.hull->slack + pair->b.hull->slack;
    const char *fault = scree_verified_fault(&v, report->lower, report->upper, blur + 0x1p-60 * report->unit);
    if (report->fault != NULL || fault == NULL || (report->astray && v.claim == SCREE_CLAIM_POINTS)) return;
    report->fault = fault;
    report->fault_value = v.claimed;
    report->fault_bound = v.allowed;
}

static void run_one(const run *job, uint64_t number, oracle_pair *pair, void *scratch, oracle_tally *tally)
{
    scree_scene_pose pose;
    scree_scene_pair(job->scene, number, &pose);
    double size = scree_pair_size(pose.body_a.shape, pose.body_b.shape);
    scree_query_options options = scree_query_defaults();
    options.scratch = scratch;
    options.scratch_size = job->scratch;
    // Every second pair asks for all that doubles can give.
    double tolerance = 1e-12 * size;
    if (number % 2 == 1) options.tolerance = tolerance = 0.0;
    scree_contact contact = { 0 };
    scree_query(&pose.body_a, &pose.body_b, &options, &contact);
    oracle_report report = { .fault = "the oracle is out of memory" };
    if (scree_oracle_place(pair, job->hulls[pose.a], &pose.body_a, job->hulls[pose.b], &pose.body_b)) {
        report = scree_oracle_judge(pair, &contact, size, tolerance);
        verify(&pose, &options, &contact, pair, &report);
    }
    tally_add(tally, &report, &contact);
    bool undecided = contact.status == SCREE_NO_CONVERGENCE;
    if (report.fault == NULL && !undecided) return;
#pragma omp critical(oracle_print)
    {
        bool print = report.fault != NULL ? job->tally->faults++ < PRINTED : job->tally->no_convergence++ < 1;
        if (print) print_fault(&pose, number, &report, &contact, tolerance);
    }
}

static void run_all(const run *job, long pairs)
{
#pragma omp parallel
    {
        oracle_pair pair = { 0 };
        oracle_tally mine = { 0 };
        void *scratch = malloc(job->scratch);
#pragma omp for schedule(dynamic, 16)
        for (long k = 0; k < pairs; ++k) {
            if (scratch != NULL) run_one(job, (uint64_t)k, &pair, scratch, &mine);
        }
#pragma omp critical(oracle_join)
        {
            long faults = job->tally->faults, undecided = job->tally->no_convergence;
            tally_join(job->tally, &mine);
            job->tally->faults = faults; // counted as they came
            job->tally->no_convergence = undecided;
        }
        free(scratch);
        scree_oracle_pair_free(&pair);
    }
}

static size_t scratch_for(const scree_scene *scene)
{
    size_t most = 64;
    for (int i = 0; i < scene->solid_count; ++i) {
        for (int j = i; j < scene->solid_count; ++j) {
            size_t bytes = scree_query_scratch(scene->solids[i].shape, scene->solids[j].shape);
            if (bytes > most) most = bytes;
        }
    }
    return most;
}

bool scree_oracle_drive(int class_number, uint64_t seed, long pairs, oracle_tally *out)
{
    *out = (oracle_tally){ 0 };
    scree_error error = { .message = "out of memory" };
    scree_scene *scene = scree_scene_open(class_number, seed, &error);
    if (scene == NULL) {
        printf("no shapes for class %s: %s\n", scree_scene_class_name(class_number), error.message);
        return false;
    }
    oracle_hull **hulls = scree_oracle_solids(scene);
    if (hulls != NULL) {
        run job = { scene, hulls, scratch_for(scene), out };
        run_all(&job, pairs);
    }
    bool ok = hulls != NULL;
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
    return ok;
}

static void print_row(const char *name, const oracle_tally *t)
{
    printf("%-22s %8ld %8ld %7.3g %9.3g %8.3g %8.3g %8.3g %6ld %6.2f %6ld\n", name, t->pairs, t->overlapping, t->error,
           t->error * DOUBLE_UNIT, t->width, t->surface, t->minimal, t->no_convergence,
           t->pairs > 0 ? (double)t->iterations / (double)t->pairs : 0.0, t->faults);
}

long scree_oracle_drive_group(scree_scene_group group, uint64_t seed, long pairs, long *done)
{
    // Classes of weight 0 are large and slow: a fixed few.
    enum { SLOW_PAIRS = 40 };
    long faults = 0, weights = 0;
    oracle_tally all = { 0 };
    for (int c = 0; c < scree_scene_class_count(); ++c) {
        if (scree_scene_class_group(c) == group) weights += scree_scene_class_weight(c);
    }
    printf(
        "largest error, width of the interval, distance of points from surfaces, shortfall of the normal: in roundings"
        " (2^-53) of size + |distance|\n");
    printf("%-22s %8s %8s %7s %9s %8s %8s %8s %6s %6s %6s\n", "class", "pairs", "overlap", "error", "relative", "width",
           "surface", "normal", "no_cv", "steps", "faults");
    for (int c = 0; c < scree_scene_class_count(); ++c) {
        if (scree_scene_class_group(c) != group) continue;
        int weight = scree_scene_class_weight(c);
        oracle_tally t;
        long share = weight > 0 ? pairs * weight / weights + 1 : SLOW_PAIRS;
        if (!scree_oracle_drive(c, seed, share < pairs ? share : pairs, &t)) ++faults;
        print_row(scree_scene_class_name(c), &t);
        fflush(stdout);
        faults += t.faults;
        tally_join(&all, &t);
    }
    // A search may give up, with a true interval, on so few pairs of these classes; and so few may have points that are
    // astray (see contact.c).
    enum { ONE_IN = 20000 };
    long most = all.pairs / ONE_IN + 1;
    if (all.no_convergence > most) {
        printf("no convergence for %ld pairs, allowed %ld\n", all.no_convergence, most);
        ++faults;
    }
    if (all.astray > most) {
        printf("points astray for %ld pairs, allowed %ld\n", all.astray, most);
        ++faults;
    }
    all.faults = faults;
    print_row("all", &all);
    *done = all.pairs;
    return faults;
}
