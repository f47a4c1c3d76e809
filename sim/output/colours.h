// Colours of pictures, as sRGB from 0 to 1.
#ifndef SCREE_SIM_OUTPUT_COLOURS_H
#define SCREE_SIM_OUTPUT_COLOURS_H

#include <stdint.h>

typedef struct scree_sim_colour {
    double red, green, blue;
} scree_sim_colour;

/// The map viridis, from 0 to 1, without its darkest end.
scree_sim_colour scree_sim_colour_map(double x);
/// One of some colours that differ for most eyes; lighter or darker by `id`, so that neighbours stay apart.
scree_sim_colour scree_sim_colour_of_material(int material, int64_t id);

#endif
