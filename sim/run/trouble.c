// What went wrong, in words: the grain, its place and its contact.
#include <math.h>
#include <stdio.h>

#include "fill/lengths.h"
#include "run/state.h"

/// What happened to a grain, how its contact belongs to that, and what the report's value means.
static const struct {
    const char *happened, *joint, *unit;
} trouble_words[] = {
    [SCREE_TROUBLE_ESCAPE] = { "left the domain", ", with", "m/s (escape: remove takes such grains out)" },
    [SCREE_TROUBLE_OVERLAP] = { "overlaps too deeply", ", with",
                                "of its inradius (is the material too soft, the time step too long, or was it put "
                                "there?)" },
    [SCREE_TROUBLE_NUMBER] = { "has a place or velocity that is NaN or infinite", ", touching", "" },
    [SCREE_TROUBLE_QUERY] = { "has a contact that could not be answered", ", with", "" },
    [SCREE_TROUBLE_MEMORY] = { "has no memory for its neighbours", ", with", "" },
    [SCREE_TROUBLE_ENERGY] = { "has the most of a kinetic energy that explodes", ", with",
                               "times the energy that was put in" },
};

/// " at (0.1, 0.2, 0.3)", the centre of a grain; empty without a grain, or if the centre is NaN.
static void describe_place(const scree_sim *sim, int64_t id, int dimension, char *words, size_t size)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    size_t i = 0;
    words[0] = 0;
    while (i < g.count && g.ids[i] != id) ++i;
    if (i == g.count) return;
    const scree_vec3 p = g.positions[i];
    if (!isfinite(p.x + p.y + p.z)) return;
    if (dimension == 2)
        snprintf(words, size, " at (%.4g, %.4g)", p.x, p.y);
    else
        snprintf(words, size, " at (%.4g, %.4g, %.4g)", p.x, p.y, p.z);
}

/// The fastest grain, if it moves by more than all sides of the domain together in one step; -1: none does.
static int64_t too_fast(const scree_run *run, double *path)
{
    const scree_vec3 low = run->scene->settings.domain_low, high = run->scene->settings.domain_high;
    const scree_sim_grains_view g = scree_sim_grains(run->sim);
    int64_t id = -1;
    *path = high.x - low.x + high.y - low.y + high.z - low.z;
    for (size_t i = 0; i < g.count; ++i) {
        const scree_vec3 v = g.velocities[i];
        const double own = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))) * run->place.dt;
        if (!(own > *path)) continue;
        *path = own;
        id = g.ids[i];
    }
    return id;
}

/// The wall with the longest piece along a periodic axis, and how long that is; -1 where there is none.
static int longest_wall(const scree_run *run, scree_fill_length *longest)
{
    int found = -1;
    *longest = (scree_fill_length){ .share = 0.0 };
    for (int w = 0; w < scree_sim_wall_count(run->sim); ++w) {
        const scree_sim_wall_view wall = scree_sim_wall_at(run->sim, w);
        for (size_t i = 0; i < wall.piece_count; ++i) {
            const scree_body *piece = &wall.pieces[i];
            const unsigned endless = scree_sim_spans(&run->scene->settings, piece);
            const scree_fill_length now = scree_fill_length_of(run->scene, scree_body_aabb(piece, 0.0), endless);
            if (!(now.share > longest->share)) continue;
            *longest = now;
            found = w;
        }
    }
    return found;
}

/// The grain with the longest part, likewise.
static int64_t longest_grain(const scree_run *run, scree_fill_length *longest)
{
    const scree_sim_grains_view g = scree_sim_grains(run->sim);
    int64_t found = -1;
    *longest = (scree_fill_length){ .share = 0.0 };
    for (size_t i = 0; i < g.count; ++i) {
        for (int32_t k = g.first_parts[i]; k < g.first_parts[i + 1]; ++k) {
            const scree_fill_length now = scree_fill_length_of(run->scene, scree_body_aabb(&g.parts[k], 0.0), 0);
            if (!(now.share > longest->share)) continue;
            *longest = now;
            found = g.ids[i];
        }
    }
    return found;
}

/// What is too long for a periodic domain.
static void describe_longest(const scree_run *run, char *words, size_t size)
{
    char who[128];
    scree_fill_length of_wall, of_grain;
    const int wall = longest_wall(run, &of_wall);
    const int64_t grain = longest_grain(run, &of_grain);
    const scree_fill_length *l = of_wall.share > of_grain.share ? &of_wall : &of_grain;
    if (!(l->share > 0.5)) return; // the skin, which counts too, is far shorter than a grain
    if (l == &of_wall)
        snprintf(who, sizeof who, "a piece of wall %.100s", scree_sim_wall_at(run->sim, wall).name);
    else
        snprintf(who, sizeof who, "grain %lld", (long long)grain);
    snprintf(
        words, size,
        ": %s is %.4g m long along %c, where the domain is periodic and %.4g m long; with the skin, at most half of "
        "that",
        who, l->length, l->axis, l->period);
}

/// Why there is no list of neighbours, as far as that can be seen.
static void describe_no_list(const scree_run *run, const scree_sim_report *report, char *words, size_t size)
{
    const scree_boundary *b = run->scene->settings.boundary;
    const bool is_periodic = b[0] == SCREE_PERIODIC || b[1] == SCREE_PERIODIC || b[2] == SCREE_PERIODIC;
    double path;
    const int64_t fast = report->trouble == SCREE_TROUBLE_QUERY ? too_fast(run, &path) : -1;
    const int used = snprintf(words, size, "the list of neighbours could not be made (%s)",
                              scree_status_name((scree_status)report->value));
    if (used < 0 || (size_t)used >= size) return;
    words += used;
    size -= (size_t)used;
    if (fast >= 0)
        snprintf(words, size, ": grain %lld moves by %.3g m in one step", (long long)fast, path);
    else if (report->trouble == SCREE_TROUBLE_QUERY && is_periodic)
        describe_longest(run, words, size);
}

void scree_run_describe(const scree_run *run, const scree_sim_report *report, char *words, size_t size)
{
    const scree_sim *sim = run->sim;
    char other[128] = "", value[128] = "", place[96];
    if (report->grain < 0) {
        describe_no_list(run, report, words, size);
        return;
    }
    const char *unit = trouble_words[report->trouble].unit, *joint = trouble_words[report->trouble].joint;
    if (report->other >= 0) snprintf(other, sizeof other, "%s grain %lld", joint, (long long)report->other);
    if (report->wall >= 0)
        snprintf(other, sizeof other, "%s wall %.100s", joint, scree_sim_wall_at(sim, report->wall).name);
    if (unit[0] != 0) snprintf(value, sizeof value, ": %.3g %s", report->value, unit);
    describe_place(sim, report->grain, run->scene->settings.dimension, place, sizeof place);
    snprintf(words, size, "grain %lld%s %s%s%s", (long long)report->grain, place,
             trouble_words[report->trouble].happened, other, value);
}
