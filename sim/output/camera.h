// The camera of a picture.
#ifndef SCREE_SIM_OUTPUT_CAMERA_H
#define SCREE_SIM_OUTPUT_CAMERA_H

#include "output/bytes.h"
#include "scree_sim/output.h"

typedef struct scree_sim_camera {
    scree_vec3 place, target, right, up; ///< right and up are unit
    scree_vec3 low, high;                ///< of a box around the grains
    scree_vec3 light;                    ///< its middle
    double width;                        ///< of the picture at the target, for 2-D
    bool flat;                           ///< 2-D: no perspective
} scree_sim_camera;

/// A view along the direction of the options in which the grains fill the picture.
void scree_sim_camera_choose(const scree_sim_origin *origin, const scree_sim_frame *frame,
                             const scree_sim_still_options *options, scree_sim_camera *camera);
/// Camera and light, in POV-Ray's words.
void scree_sim_camera_write(const scree_sim_camera *camera, const scree_sim_still_options *options,
                            scree_sim_bytes *out);

#endif
