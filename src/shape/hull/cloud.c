// Points on the way to a hull.
//
// Idea    The coordinate x is recentred only where all points are far to one side, more than twice the half-diagonal
//         away; by Sterbenz's lemma the subtraction is then exact, and so is the scaling by a power of two. What comes
//         out is the given body in another place and unit, to the last bit.
// Limits  Coordinates are rounded to multiples of 2^-300 of the size (for the hull only, not in the shape), so that
//         exact predicates cannot underflow. That changes only those below 2^-248. A coarser grid would change the
//         hull: the orientation of a sliver along an edge may depend on bits of 2^-110.
#include "shape/hull/cloud.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "math/dd.h"
#include "shape/build.h"

static scree_status check_points(const scree_vec3 *p, size_t count, int dimension, scree_error *error)
{
    if (p == NULL && count > 0) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "vertices: must not be NULL");
    if (count > INT_MAX / 64) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "vertices: too many (%zu)", count);
    for (size_t i = 0; i < count; ++i) {
        if (!v3_is_finite(p[i])) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "vertices[%zu]: not finite", i);
        if (v3_max_abs(p[i]) > SCREE_LONGEST) {
            return scree_error_set(error, SCREE_INVALID_ARGUMENT, "vertices[%zu]: beyond 1e60", i);
        }
        if (dimension == 2 && p[i].z != 0.0) {
            return scree_error_set(error, SCREE_INVALID_ARGUMENT, "vertices[%zu]: z must be 0 in 2-D, got %g", i,
                                   p[i].z);
        }
    }
    if (count < (size_t)dimension + 1) {
        return scree_error_set(error, SCREE_DEGENERATE_SHAPE, "vertices: at least %d points needed, got %zu",
                               dimension + 1, count);
    }
    return SCREE_OK;
}

scree_status scree_cloud_measure(const scree_vec3 *given, size_t count, int dimension, scree_cloud *out,
                                 scree_error *error)
{
    memset(out, 0, sizeof *out);
    scree_status status = check_points(given, count, dimension, error);
    if (status != SCREE_OK) return status;
    out->given_count = (int)count;
    scree_vec3 low = given[0], high = low;
    for (size_t i = 1; i < count; ++i) {
        scree_vec3 p = given[i];
        low = v3(p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z);
        high = v3(p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z);
    }
    scree_vec3 half = v3_scale(v3_sub(high, low), 0.5), middle = v3_add(low, half);
    double m = v3_max_abs(half);
    if (m == 0.0) return scree_error_set(error, SCREE_DEGENERATE_SHAPE, "vertices: all points are one");
    if (m < SCREE_SHORTEST) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "vertices: smaller than 1e-60");
    out->size = v3_norm(half);
    (void)frexp(out->size, &out->exponent);
    double near = 2.0 * out->size;
    out->centre = v3(fabs(middle.x) > near ? middle.x : 0.0, fabs(middle.y) > near ? middle.y : 0.0,
                     fabs(middle.z) > near ? middle.z : 0.0);
    return SCREE_OK;
}

static double to_grid(double x)
{
    if (fabs(x) > 0x1p-248) return x; // its last bit is above the grid already
    return rint(x * 0x1p300) * 0x1p-300;
}

static uint32_t hash_of(scree_vec3 p)
{
    uint64_t w[3];
    memcpy(w, &p, sizeof w);
    uint64_t h = (w[0] * 0x9e3779b97f4a7c15u) ^ (w[1] * 0xc2b2ae3d27d4eb4fu) ^ (w[2] * 0x165667b19e3779f9u);
    h ^= h >> 32;
    return (uint32_t)(h * 0xd6e8feb86659fd93u >> 32);
}

// Keep the first of equal points.
static void fill_points(scree_cloud *c, const scree_vec3 *given, int *table, uint32_t mask)
{
    double scale = ldexp(1.0, -c->exponent);
    for (int i = 0; i < c->given_count; ++i) {
        scree_vec3 p = v3_scale(v3_sub(given[i], c->centre), scale);
        p = v3(to_grid(p.x) + 0.0, to_grid(p.y) + 0.0, to_grid(p.z) + 0.0); // and -0 becomes 0
        uint32_t h = hash_of(p) & mask;
        while (table[h] != 0 && !v3_equal(c->points[table[h] - 1], p)) h = (h + 1) & mask;
        if (table[h] != 0) continue;
        c->points[c->count] = p;
        c->given[c->count] = i;
        table[h] = ++c->count;
    }
}

scree_status scree_cloud_make(const scree_vec3 *given, size_t count, int dimension, scree_cloud *out,
                              scree_error *error)
{
    scree_status status = scree_cloud_measure(given, count, dimension, out, error);
    if (status != SCREE_OK) return status;
    size_t capacity = 8;
    while (capacity < 2 * count) capacity *= 2;
    int *table = calloc(capacity, sizeof *table);
    out->points = malloc(count * sizeof *out->points);
    out->given = malloc(count * sizeof *out->given);
    if (table == NULL || out->points == NULL || out->given == NULL) {
        status = scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory for %zu points", count);
    } else {
        fill_points(out, given, table, (uint32_t)capacity - 1);
    }
    free(table);
    return status;
}

void scree_cloud_free(scree_cloud *cloud)
{
    free(cloud->points);
    free(cloud->given);
}

static int farthest_from_point(const scree_cloud *c, scree_vec3 from)
{
    int best = 0;
    double most = -1.0;
    for (int i = 0; i < c->count; ++i) {
        double d = v3_norm2(v3_sub(c->points[i], from));
        if (d > most) {
            most = d;
            best = i;
        }
    }
    return best;
}

// Twice the area of the triangle a, b, i over |b - a|; in double-double, since needles are thin.
static int farthest_from_line(const scree_cloud *c, scree_vec3 a, dd3 chord, double *distance)
{
    int best = 0;
    double most = -1.0;
    for (int i = 0; i < c->count; ++i) {
        double d = v3_norm2(dd3_value(dd3_cross(chord, dd3_diff(c->points[i], a))));
        if (d > most) {
            most = d;
            best = i;
        }
    }
    *distance = sqrt(most) / v3_norm(dd3_value(chord));
    return best;
}

static int farthest_from_plane(const scree_cloud *c, scree_vec3 a, dd3 normal, double *distance)
{
    int best = 0;
    double most = -1.0;
    for (int i = 0; i < c->count; ++i) {
        double d = fabs(dd_value(dd3_dot(normal, dd3_diff(c->points[i], a))));
        if (d > most) {
            most = d;
            best = i;
        }
    }
    *distance = most / v3_norm(dd3_value(normal));
    return best;
}

scree_status scree_cloud_spread(const scree_cloud *c, int dimension, scree_spread *out, scree_error *error)
{
    const scree_vec3 *p = c->points;
    double flat = SCREE_FLATNESS * ldexp(c->size, -c->exponent);
    memset(out, 0, sizeof *out);
    out->corner[0] = farthest_from_point(c, p[0]);
    scree_vec3 a = p[out->corner[0]];
    out->corner[1] = farthest_from_point(c, a);
    dd3 chord = dd3_diff(p[out->corner[1]], a);
    out->extent[0] = v3_norm(dd3_value(chord));
    out->corner[2] = farthest_from_line(c, a, chord, &out->extent[1]);
    if (!(out->extent[1] > flat)) {
        return scree_error_set(error, SCREE_DEGENERATE_SHAPE, "vertices: the points are collinear");
    }
    dd3 normal = dd3_cross(chord, dd3_diff(p[out->corner[2]], a));
    out->axis[0] = dd3_unit(chord);
    out->axis[2] = dd3_unit(normal);
    out->axis[1] = v3_cross(out->axis[2], out->axis[0]);
    if (dimension == 2) return SCREE_OK;
    out->corner[3] = farthest_from_plane(c, a, normal, &out->extent[2]);
    if (!(out->extent[2] > flat)) {
        return scree_error_set(error, SCREE_DEGENERATE_SHAPE, "vertices: the points are coplanar");
    }
    return SCREE_OK;
}
