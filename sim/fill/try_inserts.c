// What a run would stop at, or fail at, in its first step. Listed grains are put into a simulation, whose first step finds
// those that are outside the domain, or too deep in something.
#include <math.h>
#include <stdio.h>

#include "fill/supply.h"
#include "fill/try.h"
#include "run/build.h"

enum { MOST_LISTED = 20000, MOST_REPORTS = 20 };

// As a share of a grain's inradius. Grains that were pressed together in another program overlap by less.
static const double deep = 0.5;

typedef struct trial {
    const scree_scene *scene;
    scree_fill_maker *maker;
    scree_fill_report report;
    void *user;
} trial;

// -------------------------------------------------------------------------------------------------------------- lengths

/// The search for neighbours takes one image of each: nothing may be longer than half a period.
static bool check_length(const trial *t, scree_scene_place place, int shape, double size)
{
    const scree_sim_settings *s = &t->scene->settings;
    const double periods[3] = { s->domain_high.x - s->domain_low.x, s->domain_high.y - s->domain_low.y,
                                s->domain_high.z - s->domain_low.z };
    scree_fill_random random = fill_stream(1, 0, 0);
    scree_fill_made made;
    scree_error error;
    char words[240];
    if (!scree_fill_make(t->maker, shape, size, &random, &made, &error)) return true;
    for (int k = 0; k < s->dimension && k < 3; ++k) {
        if (s->boundary[k] != SCREE_PERIODIC || 4.0 * made.radius <= periods[k]) continue;
        snprintf(
            words, sizeof words,
            "%.60s: a grain of up to %.4g m is longer than half of the domain along %c, which is periodic and %.4g m "
            "long: enlarge the domain, or take smaller grains",
            t->scene->shapes[shape].name, 2.0 * made.radius, "xyz"[k], periods[k]);
        t->report(t->user, place, words);
        return false;
    }
    return true;
}

static scree_scene_place place_of(const scree_scene_insert *in, size_t grain)
{
    if (in->places != NULL) return in->places[grain];
    return (scree_scene_place){ in->file != NULL ? in->file : in->place.file, 0, 0 };
}

/// Of those that may rotate. True if they are short enough.
static bool check_lengths(const trial *t)
{
    bool good = true;
    for (int i = 0; i < t->scene->insert_count; ++i) {
        const scree_scene_insert *in = &t->scene->inserts[i];
        for (size_t k = 0; k < in->share_count && in->mode == SCREE_GRAIN_FREE; ++k) {
            const scree_scene_size *size = &t->scene->shapes[in->shares[k].shape].size;
            good = check_length(t, in->place, in->shares[k].shape, size->kind == SCREE_SIZE_GIVEN ? 0.0 : size->high) &&
                   good;
        }
        for (size_t k = 0; k < in->grain_count && in->kind == SCREE_INSERT_LIST && good; ++k) {
            if (in->grains[k].mode == SCREE_GRAIN_FREE)
                good = check_length(t, place_of(in, k), in->grains[k].shape, in->scales[k]);
        }
    }
    return good;
}

// --------------------------------------------------------------------------------------------------------- listed grains

static size_t count_listed(const scree_scene *scene)
{
    size_t count = 0;
    for (int i = 0; i < scene->insert_count; ++i) {
        if (scene->inserts[i].kind == SCREE_INSERT_LIST) count += scene->inserts[i].grain_count;
    }
    return count;
}

/// Which item of `insert` a listed grain is of; *grain becomes its number there.
static const scree_scene_insert *find(const scree_scene *scene, int64_t id, size_t *grain)
{
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        if (in->kind != SCREE_INSERT_LIST) continue;
        *grain = (size_t)id;
        if (*grain < in->grain_count) return in;
        id -= (int64_t)in->grain_count;
    }
    return NULL;
}

/// "grain 3 of the list"
static void name_grain(const scree_scene *scene, int64_t id, char *words, size_t size)
{
    size_t k = 0;
    const scree_scene_insert *in = find(scene, id, &k);
    const int line = in != NULL && in->places != NULL ? in->places[k].line : 0;
    if (line > 0)
        snprintf(words, size, "the grain in line %d", line);
    else
        snprintf(words, size, "grain %zu of the list", k);
}

static void report_trouble(const trial *t, const scree_sim_report *found)
{
    char words[240], other[140];
    size_t k = 0, second = 0;
    const scree_scene_insert *in = find(t->scene, found->grain, &k);
    const scree_scene_insert *with = found->other >= 0 ? find(t->scene, found->other, &second) : NULL;
    if (in == NULL) return;
    const scree_scene_place place = place_of(in, k);
    if (found->trouble == SCREE_TROUBLE_ESCAPE) {
        if (t->scene->on_escape == SCREE_ESCAPE_IGNORE) return;
        snprintf(words, sizeof words,
                 "grains: grain %zu of the list has its centre outside the domain, where it has escaped: move it, or "
                 "enlarge "
                 "the domain, or say escape: ignore",
                 k);
        t->report(t->user, place, words);
        return;
    }
    if (with != NULL && in->grains[k].mode != SCREE_GRAIN_FREE && with->grains[second].mode != SCREE_GRAIN_FREE) return;
    if (found->wall >= 0)
        snprintf(other, sizeof other, "wall %.80s", scree_sim_wall_at(t->maker->sim, found->wall).name);
    else
        name_grain(t->scene, found->other, other, sizeof other);
    snprintf(words, sizeof words,
             "grains: grain %zu of the list and %.100s overlap by %.3g of its inradius: move them apart, or the run "
             "stops or "
             "they fly apart",
             k, other, found->value);
    t->report(t->user, place, words);
}

static bool supply(const trial *t)
{
    scree_error error;
    for (int i = 0; i < t->scene->insert_count; ++i) {
        scree_fill_progress progress = { .placed = 0 };
        if (t->scene->inserts[i].kind != SCREE_INSERT_LIST) continue;
        if (!scree_fill_supply(t->maker, i, 0.0, &progress, &error)) return false;
    }
    return true;
}

static void check_listed(const trial *t)
{
    const size_t count = count_listed(t->scene);
    if (count == 0 || count > MOST_LISTED || !supply(t)) return;
    scree_sim_report found;
    for (int i = 0; i < MOST_REPORTS && !scree_sim_step(t->maker->sim, 1, &found); ++i) {
        if (found.trouble != SCREE_TROUBLE_ESCAPE && found.trouble != SCREE_TROUBLE_OVERLAP) return;
        report_trouble(t, &found);
    }
}

void scree_fill_try_inserts(const scree_scene *scene, scree_fill_report report, void *user)
{
    const double still = 1e-12; // s: a step so short that nothing moves
    const scree_boundary *b = scene->settings.boundary;
    const bool periodic = b[0] == SCREE_PERIODIC || b[1] == SCREE_PERIODIC || b[2] == SCREE_PERIODIC;
    scree_error error;
    if (!periodic && count_listed(scene) == 0) return;
    scree_scene own = *scene;
    own.settings.energy_limit = 0.0;
    if (own.settings.overlap_limit > 0.0) own.settings.overlap_limit = fmin(own.settings.overlap_limit, deep);
    scree_fill_maker maker;
    scree_sim *sim = scree_run_build(&own, still, 1, NULL, NULL, &error);
    if (sim != NULL && scree_fill_maker_begin(&maker, &own, sim, &error)) {
        const trial t = { &own, &maker, report, user };
        if (check_lengths(&t)) check_listed(&t);
        scree_fill_maker_end(&maker);
    }
    scree_sim_destroy(sim);
}
