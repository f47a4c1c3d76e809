// The memory that a run will take.
#ifndef SCREE_SIM_RUN_MEMORY_H
#define SCREE_SIM_RUN_MEMORY_H

#include "scree_sim/run.h"

/// Sums over a sample of grains of one shape of the scene.
typedef struct scree_run_bytes {
    double samples, parts;
    double shapes, stored; ///< of the parts' shapes: in memory, and as scree_shape_to_bytes() writes them
    double surfaces;       ///< of the parts, in a frame
} scree_run_bytes;

/// Adds a grain of the sample.
void scree_run_weigh(const scree_sim *sim, size_t grain, scree_run_bytes *bytes);
/// At the peak, in bytes. `bytes`: by shape of the scene, then for grains of other runs. `grains`: how many each item of
/// `insert` will make.
double scree_run_memory(const scree_scene *scene, const scree_run_bytes *bytes, const double *grains);

#endif
