// What a scene will simulate: grains and masses by the means of their distributions, the time step from a sample of
// grains, duration, memory and computing time by rule of thumb.
#include <math.h>
#include <stdlib.h>

#include "fill/make.h"
#include "fill/shapes.h"
#include "fill/supply.h"
#include "run/build.h"
#include "run/memory.h"
#include "run/plan.h"
#include "scree_sim/run.h"

static const double pi = 3.14159265358979323846;

enum { SAMPLE = 100, MOST_PLACED = 20000, MOST_PACKED = 2000 };

// --------------------------------------------------------------------------------------------------------------- sample

typedef struct sample {
    scree_fill_maker maker;
    double smallest, largest; ///< volumes
    struct sampled {
        int shape; // of the scene; -1: of another run
        double volume;
    } * grains; ///< by id
    size_t count, capacity;
    scree_run_bytes *bytes; ///< by shape of the scene, then of another run
} sample;

static bool note(sample *s, int shape, double volume, scree_error *error)
{
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity > 0 ? 2 * s->capacity : SAMPLE;
        struct sampled *grains = realloc(s->grains, capacity * sizeof *grains);
        if (grains == NULL) {
            *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
            return false;
        }
        s->grains = grains;
        s->capacity = capacity;
    }
    s->grains[s->count++] = (struct sampled){ shape, volume };
    s->smallest = fmin(s->smallest, volume);
    s->largest = fmax(s->largest, volume);
    return true;
}

static bool add_sample(sample *s, int shape, int material, double size, uint64_t number, scree_error *error)
{
    scree_fill_random random = fill_stream(s->maker.scene->seed, 999, number);
    scree_fill_made made;
    if (!scree_fill_make(&s->maker, shape, size, &random, &made, error)) return false;
    const scree_grain grain = { .shape = (int)made.shape, .material = material };
    return scree_sim_add_grain(s->maker.sim, &grain, error) >= 0 && note(s, shape, made.volume, error);
}

/// The first grains of a list, and of the others each that is smaller than all before it.
static bool sample_list(sample *s, const scree_scene_insert *in, uint64_t *number, scree_error *error)
{
    double least = INFINITY;
    for (size_t k = 0; k < in->grain_count; ++k) {
        const double size = in->scales[k];
        if (k >= SAMPLE && !(size > 0.0 && size < least)) continue;
        if (size > 0.0) least = fmin(least, size);
        if (!add_sample(s, in->grains[k].shape, in->grains[k].material, size, (*number)++, error)) return false;
    }
    return true;
}

/// The same for grains of another run.
static bool sample_run(sample *s, const scree_scene_insert *in, scree_error *error)
{
    double least = INFINITY;
    for (size_t k = 0; k < in->grain_count; ++k) {
        const double volume = scree_sim_shape_mass(in->state, in->grains[k].shape).volume;
        s->smallest = fmin(s->smallest, volume);
        s->largest = fmax(s->largest, volume);
        if (k >= SAMPLE && volume >= least) continue;
        least = fmin(least, volume);
        const scree_grain grain = { .shape = scree_sim_copy_shape(s->maker.sim, in->state, in->grains[k].shape, error),
                                    .material = in->grains[k].material };
        if (grain.shape < 0 || scree_sim_add_grain(s->maker.sim, &grain, error) < 0 || !note(s, -1, volume, error))
            return false;
    }
    return true;
}

/// Grains of all shapes that are inserted, with the smallest size of each distribution.
static bool add_samples(sample *s, scree_error *error)
{
    const scree_scene *scene = s->maker.scene;
    uint64_t number = 0;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        for (size_t k = 0; k < in->share_count; ++k) {
            const scree_scene_shape *shape = &scene->shapes[in->shares[k].shape];
            const bool varied = shape->size.kind > SCREE_SIZE_FIXED || shape->kind == SCREE_SCENE_RANDOM_HULL ||
                                shape->kind == SCREE_SCENE_RANDOM_POLYGON;
            if (shape->size.kind != SCREE_SIZE_GIVEN &&
                !add_sample(s, in->shares[k].shape, in->material, shape->size.low, number++, error))
                return false;
            for (int n = 0; n < (varied ? SAMPLE : 1); ++n) {
                if (!add_sample(s, in->shares[k].shape, in->material, 0.0, number++, error)) return false;
            }
        }
        if (in->kind == SCREE_INSERT_LIST && !sample_list(s, in, &number, error)) return false;
        if (in->kind == SCREE_INSERT_RUN && !sample_run(s, in, error)) return false;
    }
    return true;
}

static scree_scene_critical critical_of(const sample *s, const scree_sim_critical *c)
{
    scree_scene_critical out = { -1, c->material, c->other, 0.0, c->law };
    if (c->grain < 0 || (size_t)c->grain >= s->count) return out;
    out.shape = s->grains[c->grain].shape;
    out.size = scree_fill_diameter(s->grains[c->grain].volume, s->maker.scene->settings.dimension);
    return out;
}

static double length_of(scree_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

/// The largest speed before something is touched: that of a free fall, or what drag allows.
static double speed_after(const scree_scene *scene, double fall)
{
    const double g = length_of(scene->settings.gravity), drag = scene->settings.drag;
    double given = 0.0;
    for (int i = 0; i < scene->insert_count; ++i) given = fmax(given, length_of(scene->inserts[i].velocity));
    const double speed = sqrt(2.0 * g * fall);
    return given + (drag > 0.0 ? fmin(speed, g / drag) : speed);
}

/// What the grains of the sample take, which no step has put into another order yet.
static void weigh(sample *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        const int shape = s->grains[i].shape;
        scree_run_weigh(s->maker.sim, i, &s->bytes[shape >= 0 ? shape : s->maker.scene->shape_count]);
    }
}

/// `bytes` may be NULL.
static bool take_sample(const scree_scene *scene, const scree_run_options *options, scree_scene_plan *plan,
                        scree_run_bytes *bytes, scree_error *error)
{
    sample s = { .smallest = INFINITY, .bytes = bytes };
    const int dimension = scene->settings.dimension;
    scree_sim *sim = scree_run_build(scene, 0.0, 1, options, NULL, error);
    if (sim == NULL) return false;
    const bool made = scree_fill_maker_begin(&s.maker, scene, sim, error) && add_samples(&s, error);
    if (made && bytes != NULL) weigh(&s);
    if (made) {
        const scree_sim_critical step = scree_sim_critical_step(sim);
        const scree_sim_critical overlap = scree_sim_critical_overlap(sim, speed_after(scene, plan->fall), plan->load);
        plan->time_limit = step.value;
        plan->time_critical = critical_of(&s, &step);
        plan->overlap = overlap.value;
        plan->overlap_critical = critical_of(&s, &overlap);
        plan->smallest = isfinite(s.smallest) ? scree_fill_diameter(s.smallest, dimension) : 0.0;
        plan->largest = scree_fill_diameter(s.largest, dimension);
    }
    scree_fill_maker_end(&s.maker);
    scree_sim_destroy(sim);
    free(s.grains);
    return made;
}

bool scree_run_sample(const scree_scene *scene, const scree_run_options *options, scree_scene_plan *plan,
                      scree_error *error)
{
    return take_sample(scene, options, plan, NULL, error);
}

// ------------------------------------------------------------------------------------------------------- grains, masses

/// The mean mass of a grain of a mixture, and its mean volume.
static double mean_volume(const scree_scene *scene, const scree_scene_insert *in)
{
    double sum = 0.0, numbers = 0.0;
    for (size_t k = 0; k < in->share_count; ++k) {
        const double volume = scree_fill_mean_volume(scene, in->shares[k].shape);
        const double number = in->by_mass && volume > 0.0 ? in->shares[k].weight / volume : in->shares[k].weight;
        sum += number * volume;
        numbers += number;
    }
    return numbers > 0.0 ? sum / numbers : 0.0;
}

/// The mass of a listed grain.
static double volume_of_grain(const scree_scene *scene, const scree_scene_insert *in, size_t k)
{
    const int shape = in->grains[k].shape, dimension = scene->settings.dimension;
    if (in->kind == SCREE_INSERT_RUN) return scree_sim_shape_mass(in->state, shape).volume;
    if (in->scales[k] > 0.0 && scene->shapes[shape].kind != SCREE_SCENE_BOX)
        return pow(in->scales[k], dimension) * (dimension == 2 ? pi / 4.0 : pi / 6.0);
    return scree_fill_mean_volume(scene, shape);
}

/// 0 where grains bring their own materials.
static double density_of(const scree_scene *scene, const scree_scene_insert *in)
{
    return in->material >= 0 ? scene->materials[in->material].properties.density : 0.0;
}

static void add_insert(const scree_scene *scene, int insert, scree_scene_plan *plan)
{
    const scree_scene_insert *in = &scene->inserts[insert];
    const double density = density_of(scene, in);
    const double volume = mean_volume(scene, in);
    double grains = 0.0;
    scree_error unused; // place_some() has reported it
    if (in->kind == SCREE_INSERT_LIST || in->kind == SCREE_INSERT_RUN) {
        for (size_t k = 0; k < in->grain_count; ++k)
            plan->mass += scene->materials[in->grains[k].material].properties.density * volume_of_grain(scene, in, k);
        plan->grains += (int64_t)in->grain_count;
        return;
    }
    if (in->count > 0)
        grains = (double)in->count;
    else if (in->kind == SCREE_INSERT_LATTICE)
        grains = (double)scree_fill_lattice_sites(scene, insert, &unused);
    else if (in->mass > 0.0)
        grains = in->mass / (density * volume);
    else if (in->fraction > 0.0)
        grains = in->fraction * scree_fill_region_volume(&in->region, scene->settings.dimension) / volume;
    else
        grains = in->rate * (in->end - in->start);
    if (in->count > 0 && in->kind == SCREE_INSERT_LATTICE)
        grains = fmin(grains, (double)scree_fill_lattice_sites(scene, insert, &unused));
    plan->grains += (int64_t)ceil(fmin(grains, 1e15));
    plan->mass += grains * density * volume;
    if (in->kind == SCREE_INSERT_PACK)
        plan->fill =
            fmax(plan->fill, grains * volume / scree_fill_region_volume(&in->region, scene->settings.dimension));
}

/// Are all its grains there at the start, at places that are soon found?
static bool is_placed(const scree_scene *scene, const scree_scene_insert *in)
{
    const double region = scree_fill_region_volume(&in->region, scene->settings.dimension);
    if (in->kind == SCREE_INSERT_PACK)
        return fmax((double)in->count, fmax(in->fraction * region, in->mass / density_of(scene, in)) /
                                           mean_volume(scene, in)) <= MOST_PACKED;
    return in->kind == SCREE_INSERT_LATTICE || in->kind == SCREE_INSERT_LIST || in->kind == SCREE_INSERT_RUN;
}

/// Places those grains, if they are not too many, in a temporary simulation: lattice sites where a wall or another
/// grain is stay empty. *known is false if that gives no better estimate than add_insert(). False, with an error, if a
/// packing finds no place for all its grains, or a lattice has too many sites: the run would end with it.
static bool place_some(const scree_scene *scene, scree_fill_progress *all, bool *known, scree_error *error)
{
    double count = 0.0;
    bool packs = false, packed = true;
    *known = false;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        const int64_t sites = in->kind == SCREE_INSERT_LATTICE ? scree_fill_lattice_sites(scene, i, error) : 0;
        if (in->kind == SCREE_INSERT_LATTICE && sites == 0) return false;
        count += (double)sites;
        count += (double)in->grain_count;
        packs = packs || (in->kind == SCREE_INSERT_PACK && is_placed(scene, in));
    }
    if ((count == 0.0 && !packs) || count > MOST_PLACED) return true;
    scree_fill_maker maker;
    scree_sim *sim = scree_run_build(scene, 1.0, 1, NULL, NULL, error);
    bool good = sim != NULL && scree_fill_maker_begin(&maker, scene, sim, error);
    if (good) {
        for (int i = 0; i < scene->insert_count && good; ++i) {
            const scree_scene_insert *in = &scene->inserts[i];
            good = !is_placed(scene, in) || scree_fill_supply(&maker, i, 0.0, &all[i], error);
            packed = good || in->kind != SCREE_INSERT_PACK;
        }
        scree_fill_maker_end(&maker);
    }
    scree_sim_destroy(sim);
    *known = good;
    return packed;
}

/// grains[i] becomes how many item i of the list will make.
static bool add_inserts(const scree_scene *scene, scree_scene_plan *plan, double *grains, scree_error *error)
{
    scree_fill_progress *placed = calloc((size_t)scene->insert_count + 1, sizeof *placed);
    if (placed == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    bool known;
    const bool good = place_some(scene, placed, &known, error);
    for (int i = 0; i < scene->insert_count && good; ++i) {
        const int64_t before = plan->grains;
        if (known && is_placed(scene, &scene->inserts[i])) {
            plan->grains += placed[i].placed;
            plan->mass += placed[i].mass;
        } else
            add_insert(scene, i, plan);
        grains[i] = (double)(plan->grains - before);
    }
    free(placed);
    return good;
}

// ------------------------------------------------------------------------------------------------------ fall and load

static double along(scree_vec3 v, scree_vec3 up)
{
    return v.x * up.x + v.y * up.y + v.z * up.z;
}

/// How high the highest corner of a box is, or with `sign` -1 minus the height of its lowest.
static double top_of(scree_vec3 low, scree_vec3 high, scree_vec3 up, double sign)
{
    return fmax(sign * low.x * up.x, sign * high.x * up.x) + fmax(sign * low.y * up.y, sign * high.y * up.y) +
           fmax(sign * low.z * up.z, sign * high.z * up.z);
}

/// The highest place where an item puts grains; minus infinity where they do not fall, or lie where they are to lie.
static double highest(const scree_scene *scene, const scree_scene_insert *in, scree_vec3 up)
{
    const scree_sim_settings *s = &scene->settings;
    const scree_scene_region *r = &in->region;
    if (in->kind == SCREE_INSERT_RUN || in->kind == SCREE_INSERT_LIST || in->mode != SCREE_GRAIN_FREE) return -INFINITY;
    if (r->kind == SCREE_REGION_CYLINDER) return fmax(along(r->low, up), along(r->high, up));
    return r->kind == SCREE_REGION_BOX ? top_of(r->low, r->high, up, 1.0)
                                       : top_of(s->domain_low, s->domain_high, up, 1.0);
}

/// Down to the bottom of the domain, less the bed that all grains make there where they start together; and the weight of
/// that bed.
static void add_fall(const scree_scene *scene, scree_scene_plan *plan)
{
    const double packing = 0.6; // of a bed
    const scree_sim_settings *s = &scene->settings;
    const double g = length_of(s->gravity);
    if (g == 0.0 || !scene->has_domain || plan->mass <= 0.0) return;
    const scree_vec3 up = { -s->gravity.x / g, -s->gravity.y / g, -s->gravity.z / g };
    const scree_vec3 size = { s->domain_high.x - s->domain_low.x, s->domain_high.y - s->domain_low.y,
                              s->dimension == 2 ? 1.0 : s->domain_high.z - s->domain_low.z };
    const double height = fabs(size.x * up.x) + fabs(size.y * up.y) + fabs(size.z * up.z);
    const double floor_area = size.x * size.y * size.z / height;
    const double bottom = -top_of(s->domain_low, s->domain_high, up, -1.0);
    plan->load = plan->mass * g / floor_area;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        const double density = density_of(scene, in);
        const double bed = density > 0.0 ? plan->mass / (density * packing * floor_area) : 0.0;
        const bool together = in->kind == SCREE_INSERT_LATTICE || in->kind == SCREE_INSERT_PACK;
        plan->fall = fmax(plan->fall, highest(scene, in, up) - bottom - (together ? bed : 0.0));
    }
}

// ------------------------------------------------------------------------------------------------------------- duration

/// Are all grains of an item without a rate in after the first steps? Else they wait until those before them have left the
/// region, and nobody knows how long.
static bool fits_at_once(const scree_scene *scene, const scree_scene_insert *in)
{
    const double most = 0.15; // of the region: a free place is found in 20 attempts
    const double volume =
        in->mass > 0.0 ? in->mass / density_of(scene, in) : (double)in->count * mean_volume(scene, in);
    return volume <= most * scree_fill_region_volume(&in->region, scene->settings.dimension);
}

/// Infinite where it is not known.
static double insertion_end(const scree_scene *scene)
{
    double end = 0.0;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        if (in->kind != SCREE_INSERT_RATE) continue;
        if (!isfinite(in->rate)) {
            end = fmax(end, fits_at_once(scene, in) ? in->start : in->end);
            continue;
        }
        const double time = in->count > 0 ? in->start + (double)in->count / in->rate : in->end;
        end = fmax(end, fmin(time, in->end));
    }
    return end;
}

/// Does gravity, a velocity, a wall or a sink carry grains out of the region that they are put in?
static bool is_cleared(const scree_scene *scene, const scree_scene_insert *in)
{
    if (length_of(scene->settings.gravity) > 0.0 || length_of(in->velocity) > 0.0) return true;
    for (int i = 0; i < scene->stage_count; ++i) {
        if (scene->stages[i].has_gravity && length_of(scene->stages[i].gravity) > 0.0) return true;
    }
    for (int i = 0; i < scene->wall_count; ++i) {
        if (scene->walls[i].motion_count > 0) return true;
    }
    return scene->sink_count > 0;
}

/// Finds an insertion whose grains cannot all be placed at random without overlap. Only the centres have to be in the region, so
/// that it counts as larger by half a grain on each side.
static void find_overfull(const scree_scene *scene, scree_scene_plan *plan, const double *grains)
{
    const int dimension = scene->settings.dimension;
    const double most = dimension == 2 ? 0.6 : 0.45; // spheres end at 0.38, discs at 0.55, other shapes at less
    plan->overfull = -1;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        if (in->kind != SCREE_INSERT_RATE || (in->count == 0 && in->mass == 0.0) || is_cleared(scene, in)) continue;
        const double size = scree_fill_diameter(mean_volume(scene, in), dimension);
        const double volume = grains[i] * mean_volume(scene, in);
        scree_scene_region region = in->region;
        region.radius += 0.5 * size;
        if (region.kind == SCREE_REGION_BOX)
            region.high = (scree_vec3){ region.high.x + size, region.high.y + size, region.high.z + size };
        const double share = volume / scree_fill_region_volume(&region, dimension);
        const double ratio = volume / scree_fill_region_volume(&in->region, dimension);
        if (share <= most || ratio <= plan->overfull_by) continue;
        plan->overfull = i;
        plan->overfull_by = ratio;
    }
}

/// Whether the stage ends on a condition, whose time is not known in advance.
static bool ends_on_condition(const scree_scene_stage *s)
{
    return !isnan(s->until.unbalanced) || !isnan(s->until.kinetic_energy) || s->until.sink >= 0;
}

double scree_run_duration(const scree_scene *scene)
{
    double time = 0.0;
    for (int i = 0; i < scene->stage_count; ++i) {
        const scree_scene_stage *s = &scene->stages[i];
        double own = s->at_least;
        if (!isnan(s->until.time)) own = fmax(own, s->until.time);
        if (s->until.inserted) own = fmax(own, insertion_end(scene) - time);
        if (ends_on_condition(s)) own = INFINITY; // its limit
        time += fmin(own, s->limit);
    }
    return isfinite(time) ? time : NAN;
}

bool scree_run_duration_is_bound(const scree_scene *scene)
{
    bool over_time = false;
    for (int i = 0; i < scene->insert_count; ++i) over_time |= scene->inserts[i].kind == SCREE_INSERT_RATE;
    for (int i = 0; i < scene->stage_count && over_time; ++i) {
        if (scene->stages[i].until.inserted && !ends_on_condition(&scene->stages[i])) return false;
    }
    return true;
}

static bool make_plan(const scree_scene *scene, scree_scene_plan *plan, double *grains, scree_run_bytes *bytes,
                      scree_error *error)
{
    if (!add_inserts(scene, plan, grains, error)) return false;
    add_fall(scene, plan);
    find_overfull(scene, plan, grains);
    if (!take_sample(scene, NULL, plan, bytes, error)) return false;
    plan->time_step = scene->settings.dt > 0.0 ? scene->settings.dt : scene->time_step_factor * plan->time_limit;
    plan->duration = scree_run_duration(scene);
    plan->is_bound = scree_run_duration_is_bound(scene);
    plan->steps = plan->duration / plan->time_step;
    plan->memory = scree_run_memory(scene, bytes, grains);
    plan->seconds = scree_run_seconds(scene, plan, grains);
    return true;
}

bool scree_scene_plan_make(const scree_scene *scene, scree_scene_plan *plan, scree_error *error)
{
    scree_error own;
    if (error == NULL) error = &own;
    if (scene == NULL || plan == NULL) {
        *error = (scree_error){ SCREE_INVALID_ARGUMENT, "no scene or no plan" };
        return false;
    }
    *plan = (scree_scene_plan){ .overfull = -1 };
    double *grains = calloc((size_t)scene->insert_count + 1, sizeof *grains);
    scree_run_bytes *bytes = calloc((size_t)scene->shape_count + 1, sizeof *bytes);
    bool good = grains != NULL && bytes != NULL;
    if (!good) *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    good = good && make_plan(scene, plan, grains, bytes, error);
    free(grains);
    free(bytes);
    return good;
}
