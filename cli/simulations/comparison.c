#include "comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stopwatch.h"

static const char *const names[COMPARED_METHODS] = { "cp", "fcp", "slm", "auto" };

static bool grow(void **memory, size_t count, size_t size)
{
    void *larger = realloc(*memory, count * size);
    if (larger != NULL) *memory = larger;
    return larger != NULL;
}

static bool make_room(comparison *b, size_t pairs)
{
    if (pairs <= b->room) return true;
    const size_t room = 2 * pairs;
    bool whole =
        grow((void **)&b->pairs, room, sizeof *b->pairs) && grow((void **)&b->old_pairs, room, sizeof *b->pairs);
    for (int m = 0; m < COMPARED_METHODS && whole; ++m)
        whole = grow((void **)&b->starts[m].cache, room, sizeof(scree_cache)) &&
                grow((void **)&b->starts[m].paper, room, sizeof(scree_paper_cache)) &&
                grow((void **)&b->old[m].cache, room, sizeof(scree_cache)) &&
                grow((void **)&b->old[m].paper, room, sizeof(scree_paper_cache));
    if (whole) b->room = room;
    return whole;
}

void scree_comparison_free(comparison *b)
{
    for (int m = 0; m < COMPARED_METHODS; ++m) {
        free(b->starts[m].cache);
        free(b->starts[m].paper);
        free(b->old[m].cache);
        free(b->old[m].paper);
    }
    free(b->bodies);
    free(b->boxes);
    free(b->pairs);
    free(b->old_pairs);
    free(b->scratch);
}

static bool is_tool(const comparison *b, const scree_sim_wall_view *w)
{
    return b->tools != NULL && !w->removed && strncmp(w->name, b->tools, strlen(b->tools)) == 0;
}

// Each grain has one part. Bodies stand in the order of ids, which does not change; tools after them.
static bool read_bodies(comparison *b, const scree_sim *sim)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    size_t count = g.count;
    for (int i = 0; i < scree_sim_wall_count(sim); ++i) {
        const scree_sim_wall_view w = scree_sim_wall_at(sim, i);
        if (is_tool(b, &w)) count += w.piece_count;
    }
    if (count > b->body_room) {
        if (!grow((void **)&b->bodies, count, sizeof *b->bodies) || !grow((void **)&b->boxes, count, sizeof *b->boxes))
            return false;
        b->body_room = count;
    }
    b->grain_count = b->body_count = g.count;
    for (size_t i = 0; i < g.count; ++i) {
        if ((size_t)g.ids[i] >= g.count) return false;
        b->bodies[g.ids[i]] = g.parts[g.first_parts[i]];
    }
    for (int i = 0; i < scree_sim_wall_count(sim); ++i) {
        const scree_sim_wall_view w = scree_sim_wall_at(sim, i);
        for (size_t k = 0; k < w.piece_count && is_tool(b, &w); ++k) b->bodies[b->body_count++] = w.pieces[k];
    }
    for (size_t i = 0; i < count; ++i) b->boxes[i] = scree_body_aabb(&b->bodies[i], b->margin);
    return true;
}

static bool find_pairs(comparison *b)
{
    scree_broad broad = { .boxes = b->boxes, .box_count = b->body_count, .threads = 1 };
    const size_t need = scree_broad_scratch(&broad);
    if (need > b->scratch_size) {
        if (!grow(&b->scratch, need, 1)) return false;
        b->scratch_size = need;
    }
    broad.scratch = b->scratch;
    broad.scratch_size = b->scratch_size;
    for (;;) {
        const scree_status status = scree_broad_pairs(&broad, b->pairs, b->room, &b->pair_count);
        if (status == SCREE_OK) break;
        if (b->pair_count <= b->room || !make_room(b, b->pair_count)) return false;
    }
    size_t kept = 0; // tools do not meet tools
    for (size_t i = 0; i < b->pair_count; ++i)
        if ((size_t)b->pairs[i].a < b->grain_count || (size_t)b->pairs[i].b < b->grain_count)
            b->pairs[kept++] = b->pairs[i];
    b->pair_count = kept;
    return true;
}

// Both lists are sorted.
static void carry_over(comparison *b)
{
    size_t k = 0;
    for (size_t i = 0; i < b->pair_count; ++i) {
        while (k < b->old_count && scree_pair_order(&b->old_pairs[k], &b->pairs[i]) < 0) ++k;
        const bool known = k < b->old_count && scree_pair_order(&b->old_pairs[k], &b->pairs[i]) == 0;
        for (int m = 0; m < COMPARED_METHODS; ++m) {
            b->starts[m].cache[i] = known ? b->old[m].cache[k] : (scree_cache){ 0 };
            b->starts[m].paper[i] = known ? b->old[m].paper[k] : (scree_paper_cache){ 0 };
        }
    }
}

static void query_method(comparison *b, int m, bool counted)
{
    scree_counts counts;
    scree_paper paper = { .counts = &counts };
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find(names[m]);
    o.paper = &paper;
    const double start = scree_stopwatch_now();
    for (size_t i = 0; i < b->pair_count; ++i) {
        scree_contact c;
        o.cache = &b->starts[m].cache[i];
        paper.cache = &b->starts[m].paper[i];
        scree_query(&b->bodies[b->pairs[i].a], &b->bodies[b->pairs[i].b], &o, &c);
        if (!counted) continue;
        b->iterations[m] += m == COMPARED_SLM ? counts.link_iterations : c.iterations;
        if (m != COMPARED_SLM) continue;
        const int state = c.distance > 0.0 ? COMPARED_APART : COMPARED_IN_CONTACT;
        b->calls[state] += 1.0;
        b->quick[state] += counts.link_iterations <= 2;
    }
    if (counted) b->seconds[m] += scree_stopwatch_now() - start;
}

static void keep(comparison *b)
{
    scree_pair *pairs = b->old_pairs;
    b->old_pairs = b->pairs;
    b->pairs = pairs;
    b->old_count = b->pair_count;
    for (int m = 0; m < COMPARED_METHODS; ++m) {
        const comparison_starts s = b->old[m];
        b->old[m] = b->starts[m];
        b->starts[m] = s;
    }
}

static void note_own_step(comparison *b, const scree_sim_step_view *step)
{
    b->narrow_seconds += step->seconds_narrow;
    b->step_seconds += step->seconds_broad + step->seconds_narrow + step->seconds_law + step->seconds_motion;
    b->own_steps += 1.0;
}

bool scree_comparison_step(comparison *b, const scree_sim *sim, const scree_sim_step_view *step)
{
    enum { FIRST_ROOM = 1000 };
    const int of_window = b->step % (COMPARED_SPAN / COMPARED_WINDOWS);
    if (b->step >= COMPARED_SPAN) return true;
    ++b->step;
    if (of_window > b->window + 1) note_own_step(b, step);
    if (of_window > b->window) return true;
    if (!make_room(b, FIRST_ROOM) || !read_bodies(b, sim) || !find_pairs(b)) return false;
    carry_over(b);
    for (int m = 0; m < COMPARED_METHODS; ++m) query_method(b, m, of_window > 0);
    keep(b);
    b->counted_steps += of_window > 0;
    return true;
}

void scree_comparison_values(const comparison *b, double values[COMPARED_VALUES])
{
    int n = 0;
    for (int m = 0; m < COMPARED_METHODS; ++m) values[n++] = b->seconds[m];
    for (int m = 0; m < COMPARED_METHODS; ++m) values[n++] = b->iterations[m];
    for (int s = 0; s < COMPARED_STATES; ++s) values[n++] = b->calls[s];
    for (int s = 0; s < COMPARED_STATES; ++s) values[n++] = b->quick[s];
    values[n++] = b->counted_steps;
    values[n++] = b->step_seconds;
    values[n++] = b->narrow_seconds;
    values[n++] = b->own_steps;
    values[n++] = (double)b->grain_count;
    values[n] = (double)b->pair_count;
}

void scree_comparison_set(comparison *b, const double values[COMPARED_VALUES])
{
    int n = 0;
    for (int m = 0; m < COMPARED_METHODS; ++m) b->seconds[m] = values[n++];
    for (int m = 0; m < COMPARED_METHODS; ++m) b->iterations[m] = values[n++];
    for (int s = 0; s < COMPARED_STATES; ++s) b->calls[s] = values[n++];
    for (int s = 0; s < COMPARED_STATES; ++s) b->quick[s] = values[n++];
    b->counted_steps = values[n++];
    b->step_seconds = values[n++];
    b->narrow_seconds = values[n++];
    b->own_steps = values[n++];
    b->grain_count = (size_t)values[n++];
    b->pair_count = (size_t)values[n];
}

double scree_comparison_quick(const comparison *b, int state)
{
    double part = 0.0, all = 0.0;
    for (int s = 0; s < COMPARED_STATES; ++s) {
        if (state != COMPARED_STATES && s != state) continue;
        part += b->quick[s];
        all += b->calls[s];
    }
    return all > 0.0 ? 100.0 * part / all : (double)NAN;
}

double scree_comparison_share(const comparison *b)
{
    return 100.0 * b->narrow_seconds / b->step_seconds;
}

double scree_comparison_share_by(const comparison *b, int method)
{
    const double other = (b->step_seconds - b->narrow_seconds) / b->own_steps,
                 detection = b->seconds[method] / b->counted_steps;
    return 100.0 * detection / (detection + other);
}

static double pairs_of(const comparison *b)
{
    return b->calls[COMPARED_APART] + b->calls[COMPARED_IN_CONTACT];
}

double scree_comparison_iterations(const comparison *b, int method)
{
    return b->iterations[method] / pairs_of(b);
}

double scree_comparison_nanoseconds(const comparison *b, int method)
{
    return 1e9 * b->seconds[method] / pairs_of(b);
}
