#include "fill/cluster.h"

#include <math.h>
#include <stdlib.h>

#include "fill/shapes.h"

enum { CELLS = 64 };

/// Sums of 1, x, x x over a body, about a fixed point.
typedef struct moments {
    double volume;
    double first[3];
    double second[6]; ///< xx, yy, zz, xy, xz, yz
} moments;

static void add_point(moments *m, const double p[3], double volume)
{
    static const int pairs[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
    m->volume += volume;
    for (int k = 0; k < 3; ++k) m->first[k] += volume * p[k];
    for (int k = 0; k < 6; ++k) m->second[k] += volume * p[pairs[k][0]] * p[pairs[k][1]];
}

static scree_mass to_mass(const moments *m, int dimension)
{
    const double v = m->volume, c[3] = { m->first[0] / v, m->first[1] / v, m->first[2] / v };
    double s[6];
    static const int pairs[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
    for (int k = 0; k < 6; ++k) s[k] = m->second[k] - v * c[pairs[k][0]] * c[pairs[k][1]];
    scree_mass mass = { .volume = v, .centroid = { c[0], c[1], c[2] } };
    mass.inertia.zz = s[0] + s[1];
    if (dimension == 2) return mass;
    mass.inertia.xx = s[1] + s[2];
    mass.inertia.yy = s[0] + s[2];
    mass.inertia.xy = -s[3];
    mass.inertia.xz = -s[4];
    mass.inertia.yz = -s[5];
    return mass;
}

/// The exact moments of one part in the cluster's frame.
static void add_part(moments *m, const scree_body *body, int dimension)
{
    const scree_mass mass = scree_shape_mass(body->shape);
    const scree_mat3 r = scree_quat_to_matrix(body->orientation);
    const scree_vec3 c = scree_body_point(body, mass.centroid);
    const double at[3] = { c.x, c.y, c.z };
    const scree_sym3 t = mass.inertia;
    // The second moments follow from the inertia: xx = (I_yy + I_zz - I_xx) / 2, xy = -I_xy.
    double s[3][3] = { { 0.5 * (t.yy + t.zz - t.xx), -t.xy, -t.xz },
                       { -t.xy, 0.5 * (t.xx + t.zz - t.yy), -t.yz },
                       { -t.xz, -t.yz, 0.5 * (t.xx + t.yy - t.zz) } };
    if (dimension == 2) s[0][0] = s[1][1] = 0.5 * t.zz, s[0][1] = s[1][0] = s[2][2] = 0.0;
    const double rows[3][3] = { { r.row[0].x, r.row[0].y, r.row[0].z },
                                { r.row[1].x, r.row[1].y, r.row[1].z },
                                { r.row[2].x, r.row[2].y, r.row[2].z } };
    static const int pairs[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
    add_point(m, at, mass.volume);
    for (int k = 0; k < 6; ++k) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) m->second[k] += rows[pairs[k][0]][i] * s[i][j] * rows[pairs[k][1]][j];
        }
    }
}

/// Do any two parts share more than a rounding error?
static bool any_overlap(const scree_body *bodies, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = i + 1; j < count; ++j) {
            const double margin = -1e-9 * scree_pair_size(bodies[i].shape, bodies[j].shape);
            const size_t size = scree_query_scratch(bodies[i].shape, bodies[j].shape);
            scree_query_options options = scree_query_defaults();
            bool overlap = true;
            options.scratch = malloc(size + 1);
            options.scratch_size = options.scratch != NULL ? size : 0;
            if (scree_closer_than(&bodies[i], &bodies[j], margin, &options, &overlap) != SCREE_OK) overlap = true;
            free(options.scratch);
            if (overlap) return true;
        }
    }
    return false;
}

static bool is_within(const scree_body *bodies, size_t count, scree_vec3 p, const scree_query_options *options)
{
    for (size_t i = 0; i < count; ++i) {
        scree_contact contact;
        const scree_status status = scree_point_distance(&bodies[i], p, options, &contact);
        if ((status == SCREE_OK || status == SCREE_NO_CONVERGENCE) && contact.distance <= 0.0) return true;
    }
    return false;
}

/// Middles of the cells of a grid that lie in any part.
static void add_grid(moments *m, const scree_body *bodies, size_t count, int dimension,
                     const scree_query_options *options)
{
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
    for (size_t i = 0; i < count; ++i) {
        const scree_aabb box = scree_body_aabb(&bodies[i], 0.0);
        const double l[3] = { box.low.x, box.low.y, box.low.z }, h[3] = { box.high.x, box.high.y, box.high.z };
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], l[k]);
            high[k] = fmax(high[k], h[k]);
        }
    }
    const double step = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2])) / CELLS;
    int cells[3];
    for (int k = 0; k < 3; ++k) cells[k] = (int)ceil((high[k] - low[k]) / step);
    const double volume = dimension == 2 ? step * step : step * step * step;
    for (int z = 0; z < (dimension == 2 ? 1 : cells[2]); ++z) {
        for (int y = 0; y < cells[1]; ++y) {
            for (int x = 0; x < cells[0]; ++x) {
                const double p[3] = { low[0] + (x + 0.5) * step, low[1] + (y + 0.5) * step,
                                      dimension == 2 ? 0.0 : low[2] + (z + 0.5) * step };
                if (is_within(bodies, count, (scree_vec3){ p[0], p[1], p[2] }, options)) add_point(m, p, volume);
            }
        }
    }
    // A cell is not a point: its own second moments.
    const double own = m->volume * step * step / 12.0;
    for (int k = 0; k < dimension; ++k) m->second[k] += own;
}

static bool sum_moments(const scree_body *bodies, size_t count, int dimension, moments *m, scree_error *error)
{
    size_t size = 0;
    if (!any_overlap(bodies, count)) {
        for (size_t i = 0; i < count; ++i) add_part(m, &bodies[i], dimension);
        return true;
    }
    for (size_t i = 0; i < count; ++i) {
        const size_t own = scree_point_scratch(bodies[i].shape);
        if (own > size) size = own;
    }
    scree_query_options options = scree_query_defaults();
    options.detail = SCREE_DETAIL_SEARCH;
    options.scratch = malloc(size + 1);
    options.scratch_size = size;
    if (options.scratch == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    add_grid(m, bodies, count, dimension, &options);
    free(options.scratch);
    return true;
}

bool scree_fill_cluster_mass(const scree_scene *scene, const scree_scene_shape *cluster, scree_mass *mass,
                             scree_error *error)
{
    const int dimension = scene->settings.dimension;
    scree_body *bodies = calloc(cluster->part_count + 1, sizeof *bodies);
    moments m = { .volume = 0.0 };
    size_t count = 0;
    if (bodies == NULL) *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    for (; bodies != NULL && count < cluster->part_count; ++count) {
        const scree_scene_part *part = &cluster->parts[count];
        scree_shape *shape = scree_fill_part(scene, part, 1.0, error);
        if (shape == NULL) break;
        bodies[count] = (scree_body){ shape, part->position, part->orientation };
    }
    const bool good =
        bodies != NULL && count == cluster->part_count && sum_moments(bodies, count, dimension, &m, error);
    if (good) *mass = to_mass(&m, dimension);
    for (size_t i = 0; i < count; ++i) scree_shape_destroy((scree_shape *)bodies[i].shape);
    free(bodies);
    return good;
}

scree_mass scree_fill_scaled_mass(const scree_mass *mass, double scale, int dimension)
{
    const double volume = pow(scale, dimension), second = volume * scale * scale;
    const scree_sym3 t = mass->inertia;
    return (scree_mass){ .volume = volume * mass->volume,
                         .centroid = { scale * mass->centroid.x, scale * mass->centroid.y, scale * mass->centroid.z },
                         .inertia = { second * t.xx, second * t.yy, second * t.zz, second * t.xy, second * t.xz,
                                      second * t.yz } };
}
