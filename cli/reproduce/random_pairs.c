// See random_pairs.h.
#include "random_pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "querying.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { GRAINS = 500, LEAST_POINTS = 4, MOST_POINTS = 20, BLOCK = 64 };

enum { SHAPE_STREAM = 2019, PAIR_STREAM };

static const double right = 1e-9, nearly = 1e-6; // of the pair's size

const double scree_random_pairs_depths[PAIR_DEPTHS + 1] = { 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5 };

typedef struct hand {
    tally tallies[PAIR_METHODS];
    scratch scratch;
    bool failed; ///< memory ran out, or a pair had no exact answer
} hand;

typedef struct pairs_job {
    uint64_t seed;
    scree_shape *grains[GRAINS];
    hand *hands;
    double *off; ///< [method * pairs + pair]: error relative to the overlap where it is not right, else 0
    pair_results *results;
} pairs_job;

typedef struct random_pair {
    scree_body a, b;
    double share; ///< of the overlap of coinciding centroids
    double distance, size;
} random_pair;

// -------------------------------------------------------------------------------------------------------- grains

static scree_shape *make_grain(uint64_t seed, int number, scree_error *error)
{
    scree_random r = random_stream(seed, SHAPE_STREAM, (uint64_t)number);
    scree_vec3 points[MOST_POINTS];
    int count = LEAST_POINTS + random_below(&r, MOST_POINTS - LEAST_POINTS + 1);
    double size = random_between(&r, 0.5, 1.0);
    scree_vec3 axes = random_in_cube(&r, 0.5, 1.0);
    for (int i = 0; i < count; ++i) {
        double far = size * random_between(&r, 0.85, 1.0);
        scree_vec3 d = s3_scale(random_direction(&r), far);
        points[i] = s3(axes.x * d.x, axes.y * d.y, axes.z * d.z);
    }
    scree_shape *rough = scree_polyhedron_create(points, (size_t)count, 0.0, error);
    if (rough == NULL) return NULL;
    scree_vec3 centroid = scree_shape_mass(rough).centroid;
    for (int i = 0; i < count; ++i) points[i] = s3_sub(points[i], centroid);
    scree_shape *grain = scree_polyhedron_create_like(rough, points, (size_t)count, 0.0, error);
    scree_shape_destroy(rough);
    return grain;
}

// --------------------------------------------------------------------------------------------------------- pairs

static bool query_pair(const hand *h, const random_pair *p, const scree_method *method, scree_contact *out,
                       scree_counts *counts)
{
    scree_query_options options = scree_query_defaults();
    options.method = method;
    scree_scratch_lend(&h->scratch, &options);
    return scree_study_query_counted(&p->a, &p->b, &options, out, counts);
}

static double distance_at(const hand *h, random_pair *p, scree_vec3 position)
{
    scree_contact k;
    scree_counts n;
    p->b.position = position;
    return query_pair(h, p, scree_method_at(0), &k, &n) ? k.distance : NAN;
}

/// Moves B along `direction` until the distance is `wanted`, to two hundredths of it: false position, the end that
/// stays being weakened (Illinois). The distance grows from the centre outwards, so there is one such place.
static void slide(const hand *h, random_pair *p, scree_vec3 direction, double deepest_distance, double wanted)
{
    enum { MOST_STEPS = 60 };
    double near = 0.0, far = p->size;
    double at_near = deepest_distance - wanted, at_far = p->size - wanted;
    for (int i = 0; i < MOST_STEPS; ++i) {
        double t = (near * at_far - far * at_near) / (at_far - at_near);
        double at = distance_at(h, p, s3_scale(direction, t)) - wanted;
        p->distance = at + wanted;
        if (!(fabs(at) > 0.02 * fabs(wanted))) return;
        if (at > 0.0) {
            far = t;
            at_far = at;
            at_near *= 0.5;
        } else {
            near = t;
            at_near = at;
            at_far *= 0.5;
        }
    }
}

/// Pair number `number`; false where it could not be made.
static bool make_pair(const pairs_job *job, hand *h, size_t number, random_pair *p)
{
    const double *depths = scree_random_pairs_depths;
    scree_random r = random_stream(job->seed, PAIR_STREAM, number);
    p->a = scree_body_at(job->grains[random_below(&r, GRAINS)], s3(0, 0, 0));
    p->b = scree_body_at(job->grains[random_below(&r, GRAINS)], s3(0, 0, 0));
    p->a.orientation = random_rotation(&r);
    p->b.orientation = random_rotation(&r);
    p->size = scree_pair_size(p->a.shape, p->b.shape);
    if (!scree_scratch_reserve(&h->scratch, p->a.shape, p->b.shape)) return false;
    scree_vec3 direction = random_direction(&r);
    double wanted = random_decade(&r, log10(depths[0]), log10(depths[PAIR_DEPTHS]));
    double centred = distance_at(h, p, s3(0, 0, 0));
    slide(h, p, direction, centred, wanted * centred);
    p->share = p->distance / centred;
    return p->distance < 0.0;
}

// --------------------------------------------------------------------------------------------------------- counts

static int depth_of(double share)
{
    int depth = 0;
    while (depth < PAIR_DEPTHS - 1 && share >= scree_random_pairs_depths[depth + 1]) ++depth;
    return depth;
}

static void count_answer(tally *t, const random_pair *p, const scree_contact *k, const scree_counts *n, double *off)
{
    double error = k->distance - p->distance;
    bool is_right = fabs(error) <= right * p->size;
    int depth = depth_of(p->share), steps = n->epa_iterations;
    int bound = 3 * (scree_shape_vertex_count(p->a.shape) + scree_shape_vertex_count(p->b.shape)) - 8;
    *off = is_right ? 0.0 : fabs(error) / -p->distance;
    t->asked += 1;
    t->right += is_right;
    t->nearly += fabs(error) <= nearly * p->size;
    t->too_deep += !is_right && error < 0.0;
    t->too_shallow += !is_right && error > 0.0;
    t->cut_short += n->cut_short;
    t->certified += k->status == SCREE_OK;
    t->iterations += (uint64_t)k->iterations;
    t->gjk_updates += (uint64_t)n->gjk_updates;
    t->epa_iterations += (uint64_t)steps;
    t->perturbations += (uint64_t)n->perturbations;
    t->candidates += (uint64_t)n->candidates;
    t->link_iterations += (uint64_t)n->link_iterations;
    t->beyond_bound += steps >= bound;
    t->asked_at[depth] += 1;
    t->wrong_at[depth] += !is_right;
}

static void work(void *user, int number, size_t first, size_t end)
{
    pairs_job *job = user;
    const pair_results *results = job->results;
    hand *h = &job->hands[number];
    for (size_t i = first; i < end && !h->failed; ++i) {
        random_pair p;
        h->failed = !make_pair(job, h, i, &p);
        for (int m = 0; m < results->method_count && !h->failed; ++m) {
            scree_contact k;
            scree_counts n;
            double *off = &job->off[(size_t)m * results->pairs + i];
            if (query_pair(h, &p, results->methods[m], &k, &n)) count_answer(&h->tallies[m], &p, &k, &n, off);
        }
    }
}

/// The same for any number of threads: integer sums do not depend on the order.
static void add_up(const tally *from, tally *to)
{
    enum { FIELDS = sizeof(tally) / sizeof(uint64_t) };
    uint64_t sums[FIELDS], more[FIELDS];
    memcpy(sums, to, sizeof sums);
    memcpy(more, from, sizeof more);
    for (int i = 0; i < FIELDS; ++i) sums[i] += more[i];
    memcpy(to, sums, sizeof sums);
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/// Of the answers that are not right. Sorts.
static void summarize(double *off, size_t count, double *median, double *worst)
{
    qsort(off, count, sizeof *off, compare);
    size_t first = 0;
    while (first < count && off[first] == 0.0) ++first;
    *median = first < count ? off[first + (count - first) / 2] : 0.0;
    *worst = count > 0 ? off[count - 1] : 0.0;
}

// ------------------------------------------------------------------------------------------------------- the whole

static bool open_job(pairs_job *job, int threads)
{
    pair_results *out = job->results;
    scree_error error = { .message = "out of memory" };
    for (int i = 0; i < GRAINS; ++i) {
        job->grains[i] = make_grain(job->seed, i, &error);
        if (job->grains[i] == NULL) {
            fprintf(stderr, "scree reproduce: %s\n", error.message);
            return false;
        }
    }
    for (int i = 0; i < scree_method_count() && out->method_count < PAIR_METHODS; ++i) {
        const scree_method *m = scree_method_at(i);
        if (m->serves(job->grains[0], job->grains[1])) out->methods[out->method_count++] = m;
    }
    job->hands = calloc((size_t)threads, sizeof *job->hands);
    job->off = calloc((size_t)out->method_count * out->pairs, sizeof *job->off);
    if (job->hands != NULL && job->off != NULL) return true;
    fputs("scree reproduce: out of memory\n", stderr);
    return false;
}

static void close_job(pairs_job *job, int threads)
{
    for (int i = 0; job->hands != NULL && i < threads; ++i) scree_scratch_free(&job->hands[i].scratch);
    for (int i = 0; i < GRAINS; ++i) scree_shape_destroy(job->grains[i]);
    free(job->hands);
    free(job->off);
}

static bool gather(const pairs_job *job, int threads)
{
    pair_results *out = job->results;
    for (int i = 0; i < threads; ++i) {
        if (job->hands[i].failed) {
            fputs("scree reproduce: a random pair could not be made\n", stderr);
            return false;
        }
        for (int m = 0; m < out->method_count; ++m) add_up(&job->hands[i].tallies[m], &out->tallies[m]);
    }
    for (int m = 0; m < out->method_count; ++m)
        summarize(&job->off[(size_t)m * out->pairs], out->pairs, &out->median_off[m], &out->worst_off[m]);
    return true;
}

bool scree_random_pairs_run(const study_options *options, size_t pairs, pair_results *out)
{
    pairs_job job = { .seed = options->seed, .results = out };
    memset(out, 0, sizeof *out);
    out->pairs = pairs;
    bool whole = open_job(&job, options->threads) &&
                 scree_crew_run(options->threads, pairs, BLOCK, work, &job, "random pairs") &&
                 gather(&job, options->threads);
    close_job(&job, options->threads);
    return whole;
}
