// Integrals over a surface that surface_walk.h has found: its triangles in lanes, and the answer.
//
// Eight triangles are summed at a time and the sums of eight added up in one fixed order, so that the bits are the same at
// every width.
#ifndef SCREE_KERNELS_SURFACE_SUMS_H
#define SCREE_KERNELS_SURFACE_SUMS_H

#include "kernels/field/surface_walk.h"
#include "lanes/lane_rows.h"

enum { SURFACE_EIGHT = 8, SURFACE_PARTS = SURFACE_EIGHT / SCREE_LANES };

// Some triangles: their corners, the pressures there, and twice their areas along their normals.
typedef struct surface_eight {
    lane3 x[3][SURFACE_PARTS];
    lane p[3][SURFACE_PARTS];
    lane3 twice[SURFACE_PARTS];
} surface_eight;

enum { SURFACE_GROUPS = SURFACE_TRIANGLES / SURFACE_EIGHT };

// Padded with degenerate triangles.
static inline void surface_gather(const surface *s, int first, surface_eight *g)
{
    for (int part = 0; part < SURFACE_PARTS; ++part) {
        for (int c = 0; c < 3; ++c) {
            const double *records[SCREE_LANES];
            lane rows[4];
            for (int i = 0; i < SCREE_LANES; ++i) {
                const int triangle = first + part * SCREE_LANES + i;
                records[i] = &s->point[triangle < s->triangles ? s->corner[triangle][c] : 0].x.x;
            }
            lane_columns_of_four(records, 0, rows);
            g->x[c][part] = l3(rows[0], rows[1], rows[2]);
            g->p[c][part] = rows[3];
        }
    }
}

// The sum of eight doubles, in a fixed order.
static inline double surface_sum(const lane part[SURFACE_PARTS])
{
    alignas(64) double e[SURFACE_EIGHT];
    for (int i = 0; i < SURFACE_PARTS; ++i) lane_put_row(e + i * SCREE_LANES, part[i]);
    return ((e[0] + e[4]) + (e[2] + e[6])) + ((e[1] + e[5]) + (e[3] + e[7]));
}

// Force, moment (24 times), pressure at (24 times) and pressure.
typedef struct surface_forces {
    lane force[3][SURFACE_PARTS], moment[3][SURFACE_PARTS], at[3][SURFACE_PARTS], pressure[SURFACE_PARTS];
} surface_forces;

static inline void surface_add_forces(surface_eight *g, surface_forces *sum)
{
    for (int i = 0; i < SURFACE_PARTS; ++i) {
        const lane3 a = g->x[0][i], b = g->x[1][i], c = g->x[2][i];
        const lane p = g->p[0][i], q = g->p[1][i], r = g->p[2][i];
        const lane3 twice = l3_cross(l3_sub(b, a), l3_sub(c, a)), middle = l3_add(a, l3_add(b, c));
        const lane total = p + q + r, area = lane_sqrt(l3_dot(twice, twice));
        lane3 weighted = l3_add_scaled(l3_scale(middle, total), p, a);
        weighted = l3_add_scaled(l3_add_scaled(weighted, q, b), r, c);
        const lane3 moment = l3_cross(weighted, twice);
        const lane sixth = total * (1.0 / 6.0);
        g->twice[i] = twice;
        sum->force[0][i] += sixth * twice.x;
        sum->force[1][i] += sixth * twice.y;
        sum->force[2][i] += sixth * twice.z;
        sum->moment[0][i] += moment.x;
        sum->moment[1][i] += moment.y;
        sum->moment[2][i] += moment.z;
        sum->at[0][i] += area * weighted.x;
        sum->at[1][i] += area * weighted.y;
        sum->at[2][i] += area * weighted.z;
        sum->pressure[i] += area * sixth;
    }
}

// The projected area, twice, and its second moments, 24 times: xx, yy, zz, xy, xz, yz.
typedef struct surface_areas {
    lane area[SURFACE_PARTS], second[6][SURFACE_PARTS];
} surface_areas;

static inline void surface_add_square(surface_areas *sum, int i, lane s, lane3 x)
{
    const lane3 sx = l3_scale(x, s);
    sum->second[0][i] += sx.x * x.x;
    sum->second[1][i] += sx.y * x.y;
    sum->second[2][i] += sx.z * x.z;
    sum->second[3][i] += sx.x * x.y;
    sum->second[4][i] += sx.x * x.z;
    sum->second[5][i] += sx.y * x.z;
}

static inline void surface_add_areas(const surface_eight *g, scree_vec3 centre, scree_vec3 along, surface_areas *sum)
{
    const lane3 c = l3_of(centre), n = l3_of(along);
    for (int i = 0; i < SURFACE_PARTS; ++i) {
        const lane3 twice = g->twice[i], x = l3_sub(g->x[0][i], c), y = l3_sub(g->x[1][i], c),
                    z = l3_sub(g->x[2][i], c);
        const lane s = l3_dot(twice, n);
        sum->area[i] += s;
        surface_add_square(sum, i, s, x);
        surface_add_square(sum, i, s, y);
        surface_add_square(sum, i, s, z);
        surface_add_square(sum, i, s, l3_add(x, l3_add(y, z)));
    }
}

static inline scree_vec3 surface_sum3(lane part[3][SURFACE_PARTS])
{
    return v3(surface_sum(part[0]), surface_sum(part[1]), surface_sum(part[2]));
}

// R m R^T / 24
static inline scree_sym3 surface_rotated(const scree_mat3 *rotation, const double m[6])
{
    const scree_mat3 full = { { { m[0], m[3], m[4] }, { m[3], m[1], m[5] }, { m[4], m[5], m[2] } } };
    const scree_vec3 *r = rotation->row;
    const scree_vec3 x = v3_scale(m3_mul(&full, r[0]), 1.0 / 24.0), y = v3_scale(m3_mul(&full, r[1]), 1.0 / 24.0),
                     z = v3_scale(m3_mul(&full, r[2]), 1.0 / 24.0);
    return (scree_sym3){ v3_dot(r[0], x), v3_dot(r[1], y), v3_dot(r[2], z),
                         v3_dot(r[0], y), v3_dot(r[0], z), v3_dot(r[1], z) };
}

// False: the total pressure is 0.
static inline bool surface_write(const surface *s, double sign, double least_ball, scree_pressure *out)
{
    surface_eight group[SURFACE_GROUPS];
    const scree_cores *c = &s->planes.cores;
    surface_forces forces = { 0 };
    surface_areas areas = { 0 };
    const int groups = (s->triangles + SURFACE_EIGHT - 1) / SURFACE_EIGHT;
    for (int i = 0; i < groups; ++i) surface_gather(s, i * SURFACE_EIGHT, &group[i]);
    for (int i = 0; i < groups; ++i) surface_add_forces(&group[i], &forces);
    const double pressure = surface_sum(forces.pressure);
    if (!(pressure > 0.0)) return false;
    const scree_vec3 force = surface_sum3(forces.force), direction = v3_unit(force);
    const scree_vec3 centre = v3_scale(surface_sum3(forces.at), (1.0 / 24.0) / pressure);
    const scree_vec3 moment = v3_scale(surface_sum3(forces.moment), 1.0 / 24.0);
    for (int i = 0; i < groups; ++i) surface_add_areas(&group[i], centre, direction, &areas);
    double second[6];
    for (int i = 0; i < 6; ++i) second[i] = surface_sum(areas.second[i]);
    out->force = v3_scale(scree_cores_world_direction(c, force), sign);
    out->centre = scree_cores_world_point(c, v3_add(s->planes.origin, centre));
    out->couple = v3_scale(scree_cores_world_direction(c, v3_sub(moment, v3_cross(centre, force))), sign);
    out->area = fmax(0.5 * surface_sum(areas.area), 0.0);
    out->moments = surface_rotated(&c->world_rotation, second);
    out->energy = 0.0;
    out->status = SCREE_OK;
    out->deep = s->planes.depth > least_ball;
    return true;
}

#endif
