#include "tracks.h"

#include <math.h>
#include <stdlib.h>

// nezami-2006, 5.2.1: sizes. The paper has an average of 38 mm too; an even spread has 35.
static const double smallest = 0.020, largest = 0.050;

static bool make_track(track *t, scree_grain a, scree_grain b, double step, scree_random *random, scree_error *error)
{
    double size_a = random_between(random, smallest, largest), size_b = random_between(random, smallest, largest);
    double size = fmin(size_a, size_b);
    t->shape_a = scree_grain_make(a, size_a, error);
    t->shape_b = scree_grain_make(b, size_b, error);
    if (t->shape_a == NULL || t->shape_b == NULL) return false;
    // Overlaps as stiffness and weight of the paper make them, gaps as neighbours have them.
    double gap = size * (t->kind == TRACK_APART ? random_decade(random, -3, -1) : -random_decade(random, -4, -2));
    scree_grain_motion motion = scree_grains_motion(step * size, step, random);
    if (!scree_grains_place(t->shape_a, t->shape_b, gap, random, &t->a, &t->b[0])) return false;
    for (int i = 0; i <= TRACK_STEPS; ++i) {
        if (i > 0) {
            t->b[i] = t->b[i - 1];
            if (!scree_grains_move(&t->a, &t->b[i], &motion, gap)) return false;
        }
        scree_contact c;
        scree_query(&t->a, &t->b[i], NULL, &c);
        t->exact[i] = c.distance;
    }
    return true;
}

bool scree_tracks_open(tracks *t, scree_grain a, scree_grain b, int count, double step, uint64_t seed,
                       scree_error *error)
{
    *t = (tracks){ .a = a, .b = b, .track = calloc((size_t)count, sizeof *t->track) };
    if (t->track == NULL) return false;
    for (; t->count < count; ++t->count) {
        scree_random random = random_stream(seed, 16u * (unsigned)a + (unsigned)b, (uint64_t)t->count);
        t->track[t->count].kind = t->count % 2 == 0 ? TRACK_APART : TRACK_OVERLAPPING;
        if (make_track(&t->track[t->count], a, b, step, &random, error)) continue;
        ++t->count;
        scree_tracks_close(t);
        return false;
    }
    return true;
}

void scree_tracks_close(tracks *t)
{
    for (int i = 0; i < t->count; ++i) {
        scree_shape_destroy(t->track[i].shape_a);
        scree_shape_destroy(t->track[i].shape_b);
    }
    free(t->track);
    *t = (tracks){ 0 };
}

static scree_query_options options_of(const track_run *r)
{
    scree_query_options o = scree_query_defaults();
    o.method = r->method;
    o.detail = SCREE_DETAIL_SEARCH;
    return o;
}

track_run scree_track_run_make(const track *on, const char *method, bool warm)
{
    track_run r = { .on = on, .method = scree_method_find(method), .warm = warm };
    scree_query_options o = options_of(&r);
    const scree_paper paper = { .cache = &r.paper_first };
    scree_contact c;
    o.cache = &r.first;
    o.paper = &paper;
    if (warm) scree_query(&on->a, &on->b[0], &o, &c);
    return r;
}

// `out`, where it is not NULL, gets what is counted.
static void follow(const track_run *r, tracks_tally *out)
{
    const track *t = r->on;
    scree_cache cache = r->first;
    scree_paper_cache paper_cache = r->paper_first;
    scree_counts counts;
    const scree_paper paper = { .cache = r->warm ? &paper_cache : NULL, .counts = &counts };
    scree_query_options o = options_of(r);
    o.paper = &paper;
    if (r->warm) o.cache = &cache;
    for (int k = 1; k <= TRACK_STEPS; ++k) {
        scree_contact c;
        scree_query(&t->a, &t->b[k], &o, &c);
        if (out == NULL) continue;
        double off = fabs(c.distance - t->exact[k]) / scree_pair_size(t->shape_a, t->shape_b);
        out->calls++;
        if (off <= 1e-6) out->right++;
        if (off <= 1e-3) out->near++;
        int n = counts.link_iterations;
        out->link_iterations[n < LINK_ITERATIONS ? n : LINK_ITERATIONS - 1]++;
    }
}

void scree_track_run(void *user)
{
    follow(user, NULL);
}

void scree_track_run_count(const track_run *r, tracks_tally out[TRACK_KINDS])
{
    follow(r, &out[r->on->kind]);
}
