// Insertion of grains: at the start (lattice, packing, lists) or over time (rate). A grain that would overlap tries
// another place; one that finds none now waits, with its shape, for the next call.
#ifndef SCREE_SIM_FILL_SUPPLY_H
#define SCREE_SIM_FILL_SUPPLY_H

#include "fill/make.h"

/// How far one insertion of the scene has come. Plain data: it is saved in checkpoints.
typedef struct scree_fill_progress {
    int64_t placed;
    double mass, volume;
    int64_t next;    ///< number of the grain that is drawn next, or waits; of the site, on a lattice
    int64_t failed;  ///< grains in a row, or sites, that found no place
    int64_t waiting; ///< 1: `grain` has a shape and waits for a place
    scree_fill_made grain;
    scree_fill_random random; ///< of the waiting grain
    int64_t done;
} scree_fill_progress;

/// Inserts what is due at this time. False on failure; a grain that finds no place is not one.
bool scree_fill_supply(scree_fill_maker *maker, int insert, double time, scree_fill_progress *progress,
                       scree_error *error);

/// Is one of `tries` random places in the region of an insertion free for a grain?
bool scree_fill_has_place(scree_fill_maker *maker, int insert, const scree_fill_made *made, int tries,
                          scree_fill_random *random);

/// How many sites the lattice of an insertion has; 0 after an error.
int64_t scree_fill_lattice_sites(const scree_scene *scene, int insert, scree_error *error);

/// How many grains an insertion makes at most: by the smallest sizes, where it ends at a mass or a volume.
double scree_fill_most_grains(const scree_scene *scene, int insert);

/// Is a point within a region? Sinks use it too.
bool scree_fill_within(const scree_scene_region *region, scree_vec3 point, int dimension);

/// Of a box or a cylinder. In 2-D an area: a cylinder is a rectangle there.
double scree_fill_region_volume(const scree_scene_region *region, int dimension);

#endif
