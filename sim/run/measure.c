// Sinks and planes that measure the flow.
#include <math.h>
#include <stdlib.h>

#include "run/state.h"

static void empty_sink(scree_run *run, int sink)
{
    const scree_scene_sink *s = &run->scene->sinks[sink];
    const scree_sim_grains_view g = scree_sim_grains(run->sim);
    for (size_t i = 0; i < g.count; ++i) {
        if (!scree_fill_within(&s->region, g.positions[i], run->scene->settings.dimension)) continue;
        const double mass = g.masses[i];
        if (!scree_sim_remove_grain(run->sim, g.ids[i])) continue;
        ++run->sinks[sink].grains;
        run->sinks[sink].mass += mass;
        ++run->place.removed;
    }
}

void scree_run_empty_sinks(scree_run *run)
{
    for (int i = 0; i < run->scene->sink_count; ++i) empty_sink(run, i);
    if (run->scene->sink_count > 0) (void)scree_sim_step(run->sim, 0, NULL); // closes the gaps in the arrays
}

static bool make_room(scree_run *run, size_t ids, scree_error *error)
{
    if (ids <= run->side_capacity) return true;
    const size_t capacity = 2 * ids;
    for (int f = 0; f < run->scene->flow_count; ++f) {
        double *larger = realloc(run->sides[f], capacity * sizeof *larger);
        if (larger == NULL) {
            *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
            return false;
        }
        for (size_t i = run->side_capacity; i < capacity; ++i) larger[i] = NAN;
        run->sides[f] = larger;
    }
    run->side_capacity = capacity;
    return true;
}

/// A grain that came out on the other side of a periodic domain has not crossed the plane.
static double jump_of(const scree_run *run)
{
    const scree_sim_settings *s = &run->scene->settings;
    double jump = INFINITY;
    if (s->boundary[0] == SCREE_PERIODIC) jump = fmin(jump, 0.4 * (s->domain_high.x - s->domain_low.x));
    if (s->boundary[1] == SCREE_PERIODIC) jump = fmin(jump, 0.4 * (s->domain_high.y - s->domain_low.y));
    if (s->boundary[2] == SCREE_PERIODIC) jump = fmin(jump, 0.4 * (s->domain_high.z - s->domain_low.z));
    return jump;
}

static void count_flow(scree_run *run, int flow, const scree_sim_grains_view *g)
{
    const scree_scene_flow *f = &run->scene->flows[flow];
    const double length = sqrt(f->normal.x * f->normal.x + f->normal.y * f->normal.y + f->normal.z * f->normal.z);
    const double jump = jump_of(run);
    for (size_t i = 0; i < g->count; ++i) {
        const scree_vec3 p = g->positions[i];
        double *side = &run->sides[flow][g->ids[i]];
        const double now = (f->normal.x * p.x + f->normal.y * p.y + f->normal.z * p.z - f->offset) / length;
        const double before = *side;
        *side = now;
        if (isnan(before) || (before > 0.0) == (now > 0.0) || fabs(now - before) > jump) continue;
        if (p.x < f->low.x || p.x > f->high.x || p.y < f->low.y || p.y > f->high.y || p.z < f->low.z || p.z > f->high.z)
            continue;
        const int direction = now > 0.0 ? 1 : -1;
        run->flows[flow].grains += direction;
        run->flows[flow].mass += direction * g->masses[i];
    }
}

bool scree_run_count_flows(scree_run *run, scree_error *error)
{
    if (run->scene->flow_count == 0) return true;
    const scree_sim_grains_view g = scree_sim_grains(run->sim);
    int64_t most = -1;
    for (size_t i = 0; i < g.count; ++i) most = g.ids[i] > most ? g.ids[i] : most;
    if (!make_room(run, (size_t)(most + 1), error)) return false;
    for (int f = 0; f < run->scene->flow_count; ++f) count_flow(run, f, &g);
    return true;
}
