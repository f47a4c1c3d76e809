#include "fill/make.h"

#include <math.h>
#include <stdlib.h>

#include "fill/cluster.h"
#include "fill/shapes.h"
#include "fill/sizes.h"

bool scree_fill_maker_begin(scree_fill_maker *maker, const scree_scene *scene, scree_sim *sim, scree_error *error)
{
    const size_t n = (size_t)scene->shape_count + 1;
    *maker = (scree_fill_maker){ .scene = scene, .sim = sim };
    maker->kept = calloc(n, sizeof(scree_fill_made *));
    maker->kept_counts = calloc(n, sizeof *maker->kept_counts);
    maker->units = calloc(n, sizeof(scree_shape *));
    maker->means = calloc(n, sizeof *maker->means);
    bool made = maker->kept != NULL && maker->kept_counts != NULL && maker->units != NULL && maker->means != NULL;
    for (int i = 0; i < scene->shape_count && made; ++i) {
        const scree_scene_shape *s = &scene->shapes[i];
        const bool drawn = s->kind == SCREE_SCENE_RANDOM_HULL || s->kind == SCREE_SCENE_RANDOM_POLYGON;
        // Discrete sizes of a shape that is not drawn: one for each.
        if (drawn)
            maker->kept_counts[i] = (size_t)s->distinct;
        else if (s->size.kind <= SCREE_SIZE_FIXED)
            maker->kept_counts[i] = 1;
        else if (s->size.kind == SCREE_SIZE_DISCRETE)
            maker->kept_counts[i] = s->size.step_count;
        maker->kept[i] = malloc(maker->kept_counts[i] * sizeof **maker->kept + 1);
        made = maker->kept[i] != NULL;
        for (size_t k = 0; k < maker->kept_counts[i] && made; ++k) maker->kept[i][k].shape = -1;
    }
    if (made) return true;
    *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    scree_fill_maker_end(maker);
    return false;
}

void scree_fill_maker_end(scree_fill_maker *maker)
{
    for (int i = 0; maker->kept != NULL && i < maker->scene->shape_count; ++i) free(maker->kept[i]);
    for (int i = 0; maker->units != NULL && i < maker->scene->shape_count; ++i) scree_shape_destroy(maker->units[i]);
    free(maker->kept);
    free(maker->kept_counts);
    free(maker->units);
    free(maker->means);
    *maker = (scree_fill_maker){ .scene = maker->scene };
}

static double distance(scree_vec3 a, scree_vec3 b)
{
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

/// For one grain, with given vertices: scaled from the unit, which is made now if it is not there.
static scree_shape *make_scaled(scree_fill_maker *maker, int index, double size, scree_error *error)
{
    scree_shape **unit = &maker->units[index];
    if (*unit == NULL) *unit = scree_fill_unit(&maker->scene->shapes[index], error);
    return *unit != NULL ? scree_fill_sized(*unit, size, error) : NULL;
}

static bool make_simple(scree_fill_maker *maker, int index, double size, bool is_kept, scree_fill_random *random,
                        scree_fill_made *made, scree_error *error)
{
    const scree_scene_shape *s = &maker->scene->shapes[index];
    const bool given = s->kind == SCREE_SCENE_POLYHEDRON || s->kind == SCREE_SCENE_POLYGON;
    scree_shape *shape = given && size > 0.0 && !is_kept ? make_scaled(maker, index, size, error)
                                                         : scree_fill_shape(s, size, random, error);
    if (shape == NULL) return false;
    const scree_mass mass = scree_shape_mass(shape);
    const scree_bounds bounds = scree_shape_bounds(shape);
    made->volume = mass.volume;
    made->centroid = mass.centroid;
    made->radius = bounds.radius + distance(bounds.centre, mass.centroid);
    made->shape = scree_sim_add_shape(maker->sim, shape, error);
    return made->shape >= 0;
}

static bool make_cluster(scree_fill_maker *maker, int index, double size, scree_fill_made *made, scree_error *error)
{
    const scree_scene_shape *s = &maker->scene->shapes[index];
    scree_mass unit;
    if (!scree_fill_cluster_mass(maker->scene, s, &unit, error)) return false;
    const int dimension = maker->scene->settings.dimension;
    const double scale = size > 0.0 ? size / scree_fill_diameter(unit.volume, dimension) : 1.0;
    scree_grain_part *parts = calloc(s->part_count + 1, sizeof *parts);
    bool good = parts != NULL;
    made->radius = 0.0;
    const scree_mass mass = scree_fill_scaled_mass(&unit, scale, dimension);
    for (size_t i = 0; i < s->part_count && good; ++i) {
        const scree_scene_part *p = &s->parts[i];
        scree_shape *shape = scree_fill_part(maker->scene, p, scale, error);
        good = shape != NULL;
        if (!good) break;
        const scree_bounds bounds = scree_shape_bounds(shape);
        parts[i].position = (scree_vec3){ scale * p->position.x, scale * p->position.y, scale * p->position.z };
        parts[i].orientation = p->orientation;
        const scree_body body = { shape, parts[i].position, parts[i].orientation };
        made->radius =
            fmax(made->radius, bounds.radius + distance(scree_body_point(&body, bounds.centre), mass.centroid));
        parts[i].shape = scree_sim_add_shape(maker->sim, shape, error);
        good = parts[i].shape >= 0;
    }
    made->volume = mass.volume;
    made->centroid = mass.centroid;
    made->shape = good ? scree_sim_add_cluster(maker->sim, parts, s->part_count, &mass, error) : -1;
    free(parts);
    return made->shape >= 0;
}

/// A shape that is kept serves many grains.
static bool make(scree_fill_maker *maker, int shape, double size, bool is_kept, scree_fill_random *random,
                 scree_fill_made *made, scree_error *error)
{
    const scree_scene_shape *s = &maker->scene->shapes[shape];
    if (s->kind == SCREE_SCENE_CLUSTER) return make_cluster(maker, shape, size, made, error);
    return make_simple(maker, shape, size, is_kept, random, made, error);
}

/// Which of the kept ones: one of the distinct hulls, or the one of this discrete size.
static size_t choose_kept(const scree_scene_shape *s, size_t count, double size, scree_fill_random *random)
{
    size_t k = 0;
    if (s->kind == SCREE_SCENE_RANDOM_HULL || s->kind == SCREE_SCENE_RANDOM_POLYGON) return fill_word(random) % count;
    while (k + 1 < count && s->size.kind == SCREE_SIZE_DISCRETE && s->size.steps[k].x != size) ++k;
    return k;
}

bool scree_fill_make(scree_fill_maker *maker, int shape, double size, scree_fill_random *random, scree_fill_made *made,
                     scree_error *error)
{
    const scree_scene_shape *s = &maker->scene->shapes[shape];
    const int dimension = maker->scene->settings.dimension;
    *made = (scree_fill_made){ .shape = -1 };
    if (size > 0.0) return make(maker, shape, size, false, random, made, error);
    if (maker->kept_counts[shape] == 0)
        return make(maker, shape, scree_fill_size(&s->size, dimension, random), false, random, made, error);
    const double drawn = s->distinct == 0 ? scree_fill_size(&s->size, dimension, random) : 0.0;
    const size_t k = choose_kept(s, maker->kept_counts[shape], drawn, random);
    scree_fill_made *kept = &maker->kept[shape][k];
    if (kept->shape < 0) {
        // A stream of its own: what it looks like does not depend on which grain needs it first.
        scree_fill_random own = fill_stream(maker->scene->seed, 1000000 + (uint64_t)shape, k);
        const double its_size = s->distinct > 0 ? scree_fill_size(&s->size, dimension, &own) : drawn;
        if (!make(maker, shape, its_size, true, &own, kept, error)) return false;
    }
    *made = *kept;
    return true;
}

double scree_fill_mean_volume(const scree_scene *scene, int shape)
{
    const scree_scene_shape *s = &scene->shapes[shape];
    const int dimension = scene->settings.dimension;
    scree_error error;
    if (s->size.kind != SCREE_SIZE_GIVEN && s->kind != SCREE_SCENE_BOX) {
        const double pi = 3.14159265358979323846;
        return scree_fill_mean_power(&s->size, dimension) * (dimension == 2 ? pi / 4.0 : pi / 6.0);
    }
    if (s->kind == SCREE_SCENE_CLUSTER) {
        scree_mass mass;
        return scree_fill_cluster_mass(scene, s, &mass, &error) ? mass.volume : 0.0;
    }
    scree_fill_random random = { 0 };
    const double size = s->size.kind == SCREE_SIZE_GIVEN ? 0.0 : s->size.high;
    scree_shape *made = scree_fill_shape(s, size, &random, &error);
    if (made == NULL) return 0.0;
    const double volume = scree_shape_mass(made).volume;
    scree_shape_destroy(made);
    return size > 0.0 ? volume * scree_fill_mean_power(&s->size, dimension) / pow(size, dimension) : volume;
}
