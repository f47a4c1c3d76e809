// Grains' shapes of a scene, handed to a simulation. Shapes that all grains share are made once; a distribution of
// sizes, or hulls of random vertices, make one shape a grain. Polyhedra and polygons of given vertices are then scaled
// copies of one.
#ifndef SCREE_SIM_FILL_MAKE_H
#define SCREE_SIM_FILL_MAKE_H

#include "fill/random.h"
#include "scree_sim/scene.h"

typedef struct scree_fill_made {
    int64_t shape;       ///< of the simulation; -1: none. 64 bits: the struct is saved, and has no gaps
    double volume;       ///< 2-D: area
    scree_vec3 centroid; ///< in the shape's frame
    double radius;       ///< of a ball about the centroid that holds it
} scree_fill_made;

typedef struct scree_fill_maker {
    const scree_scene *scene;
    scree_sim *sim;
    scree_fill_made **kept; ///< by shape of the scene: those that grains share
    size_t *kept_counts;
    scree_shape **units; ///< by shape of the scene: what grains of many sizes are scaled from; NULL: not yet made
    double *means;       ///< by shape of the scene: the mean volume; 0: not yet known
} scree_fill_maker;

bool scree_fill_maker_begin(scree_fill_maker *maker, const scree_scene *scene, scree_sim *sim, scree_error *error);
void scree_fill_maker_end(scree_fill_maker *maker);

/// Draw a grain of this shape of the scene. With `size` above 0, that size instead of one of the distribution.
bool scree_fill_make(scree_fill_maker *maker, int shape, double size, scree_fill_random *random, scree_fill_made *made,
                     scree_error *error);

/// The mean volume of a grain of this shape, for mixtures by mass and for what is expected. 0 where it cannot be made.
double scree_fill_mean_volume(const scree_scene *scene, int shape);

#endif
