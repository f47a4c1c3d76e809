// How many grains a scene can make at most.
#include <math.h>

#include "fill/sizes.h"
#include "fill/supply.h"

/// Of the smallest grain of a mixture.
static double least_volume(const scree_scene *scene, const scree_scene_insert *in)
{
    const int dimension = scene->settings.dimension;
    double least = INFINITY;
    for (size_t k = 0; k < in->share_count; ++k) {
        const scree_scene_size *size = &scene->shapes[in->shares[k].shape].size;
        double volume = scree_fill_mean_volume(scene, in->shares[k].shape);
        if (size->kind != SCREE_SIZE_GIVEN)
            volume *= pow(size->low, dimension) / scree_fill_mean_power(size, dimension);
        if (in->shares[k].weight > 0.0) least = fmin(least, volume);
    }
    return least;
}

double scree_fill_most_grains(const scree_scene *scene, int insert)
{
    const scree_scene_insert *in = &scene->inserts[insert];
    scree_error error;
    if (in->kind == SCREE_INSERT_LIST || in->kind == SCREE_INSERT_RUN) return (double)in->grain_count;
    if (in->count > 0) return (double)in->count;
    if (in->kind == SCREE_INSERT_LATTICE) {
        const int64_t sites = scree_fill_lattice_sites(scene, insert, &error);
        return sites > 0 ? (double)sites : INFINITY;
    }
    const double volume = least_volume(scene, in) * (1.0 - 1e-3); // a mean may be by drawing
    double most = in->rate * (in->end - in->start);
    if (in->mass > 0.0) most = fmin(most, in->mass / (scene->materials[in->material].properties.density * volume));
    if (in->fraction > 0.0)
        most = fmin(most, in->fraction * scree_fill_region_volume(&in->region, scene->settings.dimension) / volume);
    return ceil(most) + 1.0; // the last one may be beyond
}
