#include "bed.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// Of a ball about height z, the volume below another height.
static double below(double r, double z, double height)
{
    const double h = fmin(fmax(height - z + r, 0.0), 2.0 * r);
    return pi * h * h * (3.0 * r - h) / 3.0;
}

double scree_bed_fraction(const scree_sim *sim, double area, double low, double high, double density)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    double inside = 0.0;
    for (size_t i = 0; i < g.count; ++i) {
        const double r = cbrt(0.75 * g.masses[i] / density / pi), z = g.positions[i].z;
        inside += below(r, z, high) - below(r, z, low);
    }
    return inside / (area * (high - low));
}

double scree_bed_top(const scree_sim *sim, double share, double density)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    double low = (double)INFINITY, high = -(double)INFINITY, volume = 0.0;
    for (size_t i = 0; i < g.count; ++i) {
        const double r = cbrt(0.75 * g.masses[i] / density / pi);
        low = fmin(low, g.positions[i].z - r);
        high = fmax(high, g.positions[i].z + r);
        volume += g.masses[i] / density;
    }
    while (g.count > 0) {
        const double middle = 0.5 * (low + high);
        double lower = 0.0;
        if (!(middle > low && middle < high)) break;
        for (size_t i = 0; i < g.count; ++i)
            lower += below(cbrt(0.75 * g.masses[i] / density / pi), g.positions[i].z, middle);
        if (lower < share * volume)
            low = middle;
        else
            high = middle;
    }
    return high;
}

double scree_bed_middle_fraction(const scree_sim *sim, double area, double margin, double density)
{
    const double top = scree_bed_top(sim, BED_SHARE, density);
    return top > 2.0 * margin ? scree_bed_fraction(sim, area, margin, top - margin, density) : (double)NAN;
}

double scree_bed_mass(const scree_sim *sim)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    double mass = 0.0;
    for (size_t i = 0; i < g.count; ++i) mass += g.masses[i];
    return mass;
}

scree_vec3 scree_bed_centre(const scree_sim *sim)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    scree_vec3 c = { 0.0, 0.0, 0.0 };
    double mass = 0.0;
    for (size_t i = 0; i < g.count; ++i) {
        mass += g.masses[i];
        c.x += g.masses[i] * g.positions[i].x;
        c.y += g.masses[i] * g.positions[i].y;
        c.z += g.masses[i] * g.positions[i].z;
    }
    return (scree_vec3){ c.x / mass, c.y / mass, c.z / mass };
}

int scree_bed_wall(const scree_sim *sim, const char *name)
{
    for (int i = 0; i < scree_sim_wall_count(sim); ++i)
        if (strcmp(scree_sim_wall_at(sim, i).name, name) == 0) return i;
    return -1;
}

void scree_running_add(running_mean *m, double value)
{
    m->sum += value;
    m->count += 1.0;
}

double scree_running_mean(const running_mean *m)
{
    return m->count > 0.0 ? m->sum / m->count : (double)NAN;
}
