#include "fill/supply.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// --------------------------------------------------------------------------------------------------------------- regions

static scree_vec3 minus(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

bool scree_fill_within(const scree_scene_region *region, scree_vec3 point, int dimension)
{
    const scree_vec3 a = region->low, b = region->high;
    switch (region->kind) {
    case SCREE_REGION_BOX:
        return point.x >= a.x && point.x <= b.x && point.y >= a.y && point.y <= b.y &&
               (dimension == 2 || (point.z >= a.z && point.z <= b.z));
    case SCREE_REGION_HALF_SPACE:
        return dot(region->normal, point) <= region->offset;
    case SCREE_REGION_CYLINDER: {
        const scree_vec3 axis = minus(b, a), p = minus(point, a);
        const double length = dot(axis, axis), along = dot(p, axis) / length;
        const double across = dot(p, p) - along * along * length;
        return along >= 0.0 && along <= 1.0 && across <= region->radius * region->radius;
    }
    default:
        return false;
    }
}

double scree_fill_region_volume(const scree_scene_region *region, int dimension)
{
    const scree_vec3 d = minus(region->high, region->low);
    const double across = dimension == 2 ? 2.0 * region->radius : pi * region->radius * region->radius;
    if (region->kind == SCREE_REGION_CYLINDER) return across * sqrt(dot(d, d));
    return dimension == 2 ? d.x * d.y : d.x * d.y * d.z;
}

/// Uniformly in a cylinder, along its axis and across it.
static scree_vec3 draw_in_cylinder(const scree_scene_region *region, int dimension, scree_fill_random *random)
{
    const scree_vec3 a = region->low, d = minus(region->high, region->low);
    const double length = sqrt(dot(d, d)), along = fill_unit(random);
    const scree_vec3 n = { d.x / length, d.y / length, d.z / length };
    const scree_vec3 u = dimension == 2          ? (scree_vec3){ -n.y, n.x, 0.0 }
                         : fabs(n.z) < fabs(n.x) ? (scree_vec3){ -n.y, n.x, 0.0 }
                                                 : (scree_vec3){ 0.0, -n.z, n.y };
    const scree_vec3 v = { n.y * u.z - n.z * u.y, n.z * u.x - n.x * u.z, n.x * u.y - n.y * u.x };
    const double size = sqrt(dot(u, u)); // also that of v
    double s, t;
    do {
        s = fill_between(random, -1.0, 1.0);
        t = dimension == 2 ? 0.0 : fill_between(random, -1.0, 1.0);
    } while (s * s + t * t > 1.0);
    s *= region->radius / size;
    t *= region->radius / size;
    return (scree_vec3){ a.x + along * d.x + s * u.x + t * v.x, a.y + along * d.y + s * u.y + t * v.y,
                         a.z + along * d.z + s * u.z + t * v.z };
}

/// Uniformly in a region: in the box around it, until it is inside. A thin oblique cylinder would be missed too often.
static scree_vec3 draw_point(const scree_scene_region *region, int dimension, scree_fill_random *random)
{
    enum { MOST_MISSES = 1000 };
    const double margin = region->kind == SCREE_REGION_CYLINDER ? region->radius : 0.0;
    const scree_vec3 a = region->low, b = region->high;
    for (int i = 0; i < MOST_MISSES; ++i) {
        scree_vec3 p = { 0.0, 0.0, 0.0 };
        p.x = fill_between(random, fmin(a.x, b.x) - margin, fmax(a.x, b.x) + margin);
        p.y = fill_between(random, fmin(a.y, b.y) - margin, fmax(a.y, b.y) + margin);
        if (dimension == 3) p.z = fill_between(random, fmin(a.z, b.z) - margin, fmax(a.z, b.z) + margin);
        if (margin == 0.0 || scree_fill_within(region, p, dimension)) return p;
    }
    return draw_in_cylinder(region, dimension, random);
}

// ------------------------------------------------------------------------------------------------------------ one grain

/// The shape of the next grain of a mixture. By mass, light grains are the more numerous.
static double number_share(scree_fill_maker *maker, const scree_scene_insert *in, size_t k)
{
    const int shape = in->shares[k].shape;
    if (!in->by_mass) return in->shares[k].weight;
    if (maker->means[shape] == 0.0) maker->means[shape] = scree_fill_mean_volume(maker->scene, shape);
    return maker->means[shape] > 0.0 ? in->shares[k].weight / maker->means[shape] : 0.0;
}

static int draw_shape(scree_fill_maker *maker, const scree_scene_insert *in, scree_fill_random *random)
{
    double sum = 0.0;
    for (size_t k = 0; k < in->share_count; ++k) sum += number_share(maker, in, k);
    double rest = sum * fill_unit(random);
    size_t chosen = 0;
    for (size_t k = 0; k < in->share_count; ++k) {
        const double share = number_share(maker, in, k);
        if (share <= 0.0) continue;
        chosen = k;
        if (rest < share) break;
        rest -= share;
    }
    return in->shares[chosen].shape;
}

/// With its centre of mass there.
static scree_grain grain_at(const scree_scene_insert *in, const scree_fill_made *made, scree_vec3 centre, scree_quat q)
{
    const scree_vec3 c = scree_quat_rotate(q, made->centroid);
    return (scree_grain){ .shape = (int)made->shape,
                          .material = in->material,
                          .position = { centre.x - c.x, centre.y - c.y, centre.z - c.z },
                          .orientation = q,
                          .velocity = in->velocity,
                          .spin = in->spin,
                          .mode = in->mode };
}

static bool add(scree_fill_maker *maker, const scree_grain *grain, double volume, scree_fill_progress *p,
                scree_error *error)
{
    if (scree_sim_add_grain(maker->sim, grain, error) < 0) return false;
    ++p->placed;
    p->volume += volume;
    p->mass += volume * maker->scene->materials[grain->material].properties.density;
    return true;
}

/// A waiting grain: draw one where there is none.
static bool prepare(scree_fill_maker *maker, int insert, scree_fill_progress *p, scree_error *error)
{
    if (p->waiting) return true;
    const scree_scene *scene = maker->scene;
    p->random = fill_stream(scene->seed, (uint64_t)insert, (uint64_t)p->next);
    const int shape = draw_shape(maker, &scene->inserts[insert], &p->random);
    if (!scree_fill_make(maker, shape, 0.0, &p->random, &p->grain, error)) return false;
    p->waiting = 1;
    ++p->next;
    return true;
}

static scree_quat orientation_of(const scree_scene_insert *in, int dimension, scree_fill_random *random)
{
    return in->random_orientation ? fill_rotation(random, dimension) : in->orientation;
}

/// Try some places. *placed says whether one was free.
static bool place(scree_fill_maker *maker, const scree_scene_insert *in, scree_fill_progress *p, bool *placed,
                  scree_error *error)
{
    const int dimension = maker->scene->settings.dimension;
    *placed = false;
    for (int64_t i = 0; i < in->attempts; ++i) {
        const scree_vec3 centre = draw_point(&in->region, dimension, &p->random);
        const scree_quat q = orientation_of(in, dimension, &p->random);
        const scree_grain grain = grain_at(in, &p->grain, centre, q);
        if (scree_sim_blocked(maker->sim, &grain)) continue;
        *placed = true;
        p->waiting = 0;
        return add(maker, &grain, p->grain.volume, p, error);
    }
    return true;
}

bool scree_fill_has_place(scree_fill_maker *maker, int insert, const scree_fill_made *made, int tries,
                          scree_fill_random *random)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    const int dimension = maker->scene->settings.dimension;
    for (int i = 0; i < tries; ++i) {
        const scree_vec3 centre = draw_point(&in->region, dimension, random);
        const scree_grain grain = grain_at(in, made, centre, orientation_of(in, dimension, random));
        if (!scree_sim_blocked(maker->sim, &grain)) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------ random insertion

static bool is_complete(const scree_scene *scene, const scree_scene_insert *in, const scree_fill_progress *p)
{
    if (in->count > 0) return p->placed >= in->count;
    if (in->mass > 0.0) return p->mass >= in->mass;
    if (in->fraction > 0.0)
        return p->volume >= in->fraction * scree_fill_region_volume(&in->region, scene->settings.dimension);
    return false;
}

enum { LONGEST_PLACE = 120 };

/// "heap.yaml:3:5: ", as errors of a scene begin; nothing for what --set gave.
static const char *where_is(const scree_scene_insert *in, char words[LONGEST_PLACE])
{
    words[0] = 0;
    if (in->place.line > 0 && in->place.file != NULL && strlen(in->place.file) < LONGEST_PLACE - 30)
        snprintf(words, LONGEST_PLACE, "%s:%d:%d: ", in->place.file, in->place.line, in->place.column);
    return words;
}

/// A packing that found no place for a grain.
static void report_full(const scree_scene *scene, const scree_scene_insert *in, const scree_fill_progress *p,
                        scree_error *error)
{
    char where[LONGEST_PLACE];
    *error = (scree_error){ SCREE_INVALID_ARGUMENT, "" };
    snprintf(error->message, sizeof error->message,
             "%sinsert: the packing found no place after %lld grains, which fill %.2g of its region; ask for fewer or "
             "smaller "
             "ones, or pour them (from: rate)",
             where_is(in, where), (long long)p->placed,
             p->volume / scree_fill_region_volume(&in->region, scene->settings.dimension));
}

static bool supply_random(scree_fill_maker *maker, int insert, double time, scree_fill_progress *p, scree_error *error)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    if (time < in->start) return true;
    const double late = fmin(time, in->end) - in->start;
    const double due = isfinite(in->rate) ? floor(in->rate * late) + 1.0 : INFINITY;
    while (!is_complete(maker->scene, in, p) && (double)p->placed < due) {
        bool placed;
        if (!prepare(maker, insert, p, error) || !place(maker, in, p, &placed, error)) return false;
        if (placed) {
            p->failed = 0;
            continue;
        }
        ++p->failed;
        if (in->kind == SCREE_INSERT_PACK) {
            report_full(maker->scene, in, p, error);
            return false;
        }
        break; // there may be room later
    }
    p->done = is_complete(maker->scene, in, p) || time >= in->end;
    return true;
}

// -------------------------------------------------------------------------------------------------------------- lattices

enum { LATTICE_SAMPLE = 200 };

typedef struct lattice {
    double cell[3];
    int64_t n[3];
    double radius; ///< of a ball that holds any grain
    bool roomy;    ///< cells hold that ball
} lattice;

/// A ball that holds the grains of a mixture, from a sample. The shapes go to a simulation that is thrown away.
static bool largest_radius(const scree_scene *scene, int insert, double *radius, scree_error *error)
{
    scree_sim *sim = scree_sim_create(&scene->settings, error);
    scree_fill_maker maker = { .scene = scene };
    *radius = 0.0;
    bool good = sim != NULL && scree_fill_maker_begin(&maker, scene, sim, error);
    for (uint64_t n = 0; n < LATTICE_SAMPLE && good; ++n) {
        scree_fill_random random = fill_stream(scene->seed, (uint64_t)insert, n);
        scree_fill_made made = { .radius = 0.0 };
        const int shape = draw_shape(&maker, &scene->inserts[insert], &random);
        good = scree_fill_make(&maker, shape, 0.0, &random, &made, error);
        *radius = fmax(*radius, made.radius);
    }
    scree_fill_maker_end(&maker);
    scree_sim_destroy(sim);
    return good;
}

static bool lay_out(const scree_scene *scene, int insert, lattice *l, scree_error *error)
{
    const scree_scene_insert *in = &scene->inserts[insert];
    const double side[3] = { in->region.high.x - in->region.low.x, in->region.high.y - in->region.low.y,
                             in->region.high.z - in->region.low.z };
    const double spacing[3] = { in->spacing.x, in->spacing.y, in->spacing.z };
    *l = (lattice){ .n = { 1, 1, 1 }, .roomy = true };
    if (!largest_radius(scene, insert, &l->radius, error)) return false;
    for (int k = 0; k < scene->settings.dimension && k < 3; ++k) {
        l->cell[k] = spacing[k] > 0.0 ? spacing[k] : 2.02 * l->radius;
        l->n[k] = (int64_t)fmax(1.0, floor(side[k] / l->cell[k] * (1.0 + 1e-12)));
        l->roomy = l->roomy && l->cell[k] >= 2.0 * l->radius;
    }
    if ((double)l->n[0] * (double)l->n[1] * (double)l->n[2] < 1e9) return true;
    char where[LONGEST_PLACE];
    *error = (scree_error){ SCREE_INVALID_ARGUMENT, "" };
    snprintf(error->message, sizeof error->message,
             "%sinsert: the lattice has more than 1e9 sites: a larger spacing or a smaller region has fewer",
             where_is(in, where));
    return false;
}

int64_t scree_fill_lattice_sites(const scree_scene *scene, int insert, scree_error *error)
{
    lattice l;
    return lay_out(scene, insert, &l, error) ? l.n[0] * l.n[1] * l.n[2] : 0;
}

/// The grain that waits, at a site.
static scree_grain grain_on(const scree_scene_insert *in, const lattice *l, int64_t site, int dimension,
                            scree_fill_progress *p)
{
    const int64_t at[3] = { site % l->n[0], site / l->n[0] % l->n[1], site / l->n[0] / l->n[1] };
    const double low[3] = { in->region.low.x, in->region.low.y, in->region.low.z };
    double c[3] = { 0.0, 0.0, 0.0 };
    for (int k = 0; k < dimension && k < 3; ++k) {
        const double free_space = fmax(0.0, 0.5 * l->cell[k] - l->radius);
        const double shift = 2.0 * in->jitter * free_space * fill_between(&p->random, -1.0, 1.0);
        c[k] = low[k] + ((double)at[k] + 0.5) * l->cell[k] + shift;
    }
    const scree_quat q = orientation_of(in, dimension, &p->random);
    return grain_at(in, &p->grain, (scree_vec3){ c[0], c[1], c[2] }, q);
}

/// All sites in turn. Grains of a roomy lattice cannot touch each other: they are tested against what was there before,
/// and inserted together, so that the cost of the test does not grow with the lattice.
static bool fill_lattice(scree_fill_maker *maker, int insert, const lattice *l, scree_grain *grains, double *volumes,
                         scree_fill_progress *p, scree_error *error)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    const int64_t sites = l->n[0] * l->n[1] * l->n[2];
    int64_t count = 0;
    for (int64_t i = 0; i < sites && (in->count == 0 || p->placed + count < in->count); ++i) {
        if (!prepare(maker, insert, p, error)) return false;
        const scree_grain grain = grain_on(in, l, i, maker->scene->settings.dimension, p);
        if (scree_sim_blocked(maker->sim, &grain)) {
            ++p->failed;
            continue; // the grain waits for the next site
        }
        p->waiting = 0;
        if (l->roomy) {
            volumes[count] = p->grain.volume;
            grains[count++] = grain;
        } else if (!add(maker, &grain, p->grain.volume, p, error))
            return false;
    }
    for (int64_t i = 0; i < count; ++i) {
        if (!add(maker, &grains[i], volumes[i], p, error)) return false;
    }
    return true;
}

static bool supply_lattice(scree_fill_maker *maker, int insert, scree_fill_progress *p, scree_error *error)
{
    lattice l;
    if (!lay_out(maker->scene, insert, &l, error)) return false;
    const size_t sites = l.roomy ? (size_t)(l.n[0] * l.n[1] * l.n[2]) : 1;
    scree_grain *grains = malloc(sites * sizeof *grains);
    double *volumes = malloc(sites * sizeof *volumes);
    bool good = grains != NULL && volumes != NULL;
    if (!good) *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    good = good && fill_lattice(maker, insert, &l, grains, volumes, p, error);
    free(grains);
    free(volumes);
    p->done = good;
    return good;
}

// ----------------------------------------------------------------------------------------------------------------- lists

static bool supply_list(scree_fill_maker *maker, int insert, scree_fill_progress *p, scree_error *error)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    for (size_t i = 0; i < in->grain_count; ++i) {
        scree_fill_random random = fill_stream(maker->scene->seed, (uint64_t)insert, i);
        scree_fill_made made;
        scree_grain grain = in->grains[i];
        if (!scree_fill_make(maker, grain.shape, in->scales[i], &random, &made, error)) return false;
        grain.shape = (int)made.shape;
        if (!add(maker, &grain, made.volume, p, error)) return false;
    }
    p->done = 1;
    return true;
}

// ----------------------------------------------------------------------------------------------------------- another run

/// Its shapes are copied when the first grain needs them.
static bool supply_run(scree_fill_maker *maker, int insert, scree_fill_progress *p, scree_error *error)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    int shapes = 0;
    for (size_t i = 0; i < in->grain_count; ++i)
        shapes = in->grains[i].shape >= shapes ? in->grains[i].shape + 1 : shapes;
    int *copies = calloc((size_t)shapes + 1, sizeof *copies); // 1 + the number of the copy; 0: none yet
    if (copies == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < in->grain_count && good; ++i) {
        scree_grain grain = in->grains[i];
        int *copy = &copies[grain.shape];
        if (*copy == 0) *copy = 1 + scree_sim_copy_shape(maker->sim, in->state, grain.shape, error);
        const double volume = scree_sim_shape_mass(in->state, grain.shape).volume;
        grain.shape = *copy - 1;
        good = *copy > 0 && add(maker, &grain, volume, p, error);
    }
    free(copies);
    p->done = good;
    return good;
}

bool scree_fill_supply(scree_fill_maker *maker, int insert, double time, scree_fill_progress *progress,
                       scree_error *error)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    if (progress->done) return true;
    switch (in->kind) {
    case SCREE_INSERT_LATTICE:
        return supply_lattice(maker, insert, progress, error);
    case SCREE_INSERT_LIST:
        return supply_list(maker, insert, progress, error);
    case SCREE_INSERT_RUN:
        return supply_run(maker, insert, progress, error);
    default:
        return supply_random(maker, insert, time, progress, error);
    }
}
