#include "output/colours.h"

#include <math.h>
#include <stddef.h>

scree_sim_colour scree_sim_colour_map(double x)
{
    // Samples of viridis at 0.15 to 1.
    static const scree_sim_colour samples[] = {
        { 0.275, 0.195, 0.496 }, { 0.230, 0.322, 0.546 }, { 0.173, 0.449, 0.558 }, { 0.124, 0.568, 0.551 },
        { 0.184, 0.682, 0.498 }, { 0.395, 0.787, 0.376 }, { 0.678, 0.864, 0.190 }, { 0.993, 0.906, 0.144 },
    };
    const int last = (int)(sizeof samples / sizeof *samples) - 1;
    const double at = fmax(0.0, fmin(1.0, x)) * last;
    const int i = at < last ? (int)at : last - 1;
    const double t = at - i;
    const scree_sim_colour a = samples[i], b = samples[i + 1];
    return (scree_sim_colour){ a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
                               a.blue + t * (b.blue - a.blue) };
}

scree_sim_colour scree_sim_colour_of_material(int material, int64_t id)
{
    static const scree_sim_colour palette[] = {
        { 0.80, 0.67, 0.47 }, { 0.44, 0.58, 0.72 }, { 0.80, 0.47, 0.36 }, { 0.50, 0.66, 0.48 },
        { 0.67, 0.52, 0.70 }, { 0.62, 0.62, 0.62 }, { 0.87, 0.77, 0.38 }, { 0.40, 0.65, 0.67 },
    };
    const size_t count = sizeof palette / sizeof *palette;
    const scree_sim_colour c = palette[(size_t)(material < 0 ? -material : material) % count];
    const uint64_t mixed = ((uint64_t)id + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    const double light = 0.82 + 0.3 * (double)(mixed & 0xffff) / 65535.0;
    return (scree_sim_colour){ fmin(1.0, c.red * light), fmin(1.0, c.green * light), fmin(1.0, c.blue * light) };
}
