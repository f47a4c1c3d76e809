// The part of a plane that lies within a box: a convex polygon of at most 6 corners.
#include <math.h>
#include <string.h>

#include "output/bytes.h"
#include "output/mesh.h"

enum { BOX_EDGES = 12, MOST_CORNERS = 12 };

typedef struct corner {
    scree_vec3 point;
    double angle;
} corner;

static double component(scree_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static scree_vec3 box_corner(scree_vec3 low, scree_vec3 high, int bits)
{
    return (scree_vec3){ bits & 1 ? high.x : low.x, bits & 2 ? high.y : low.y, bits & 4 ? high.z : low.z };
}

/// Where the edges of the box cross the plane normal . x = offset.
static int cross_edges(scree_vec3 normal, double offset, scree_vec3 low, scree_vec3 high, corner *out)
{
    int count = 0;
    for (int edge = 0; edge < BOX_EDGES; ++edge) {
        const int axis = edge / 4, others = edge % 4;
        const int first = (others & 1) << ((axis + 1) % 3) | (others >> 1) << ((axis + 2) % 3);
        const scree_vec3 p = box_corner(low, high, first), q = box_corner(low, high, first | 1 << axis);
        const double at_p = mesh_dot(normal, p) - offset, at_q = mesh_dot(normal, q) - offset;
        if ((at_p < 0.0 && at_q < 0.0) || (at_p > 0.0 && at_q > 0.0) || at_p == at_q) continue;
        const double t = at_p / (at_p - at_q);
        const scree_vec3 along = { q.x - p.x, q.y - p.y, q.z - p.z };
        out[count++].point = mesh_add_scaled(p, t, along);
    }
    return count;
}

/// In the order of their angles about the middle, counter-clockwise seen from where the normal points to.
static void sort_corners(scree_vec3 normal, corner *corners, int count)
{
    scree_vec3 middle = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < count; ++i) middle = mesh_add_scaled(middle, 1.0 / count, corners[i].point);
    const scree_vec3 other = fabs(normal.x) < 0.5 * sqrt(mesh_dot(normal, normal)) ? (scree_vec3){ 1.0, 0.0, 0.0 }
                                                                                   : (scree_vec3){ 0.0, 1.0, 0.0 };
    const scree_vec3 u = { normal.y * other.z - normal.z * other.y, normal.z * other.x - normal.x * other.z,
                           normal.x * other.y - normal.y * other.x };
    const scree_vec3 v = { normal.y * u.z - normal.z * u.y, normal.z * u.x - normal.x * u.z,
                           normal.x * u.y - normal.y * u.x };
    const double length = sqrt(mesh_dot(normal, normal));
    for (int i = 0; i < count; ++i) {
        const scree_vec3 d = mesh_add_scaled(corners[i].point, -1.0, middle);
        corners[i].angle = atan2(mesh_dot(v, d), length * mesh_dot(u, d));
        const corner here = corners[i];
        int k = i;
        for (; k > 0 && corners[k - 1].angle > here.angle; --k) corners[k] = corners[k - 1];
        corners[k] = here;
    }
}

/// The box as the caller meant it: along an axis without extent (2-D), a strip that can be seen.
static void widen(scree_vec3 *low, scree_vec3 *high)
{
    double most = 0.0;
    for (int i = 0; i < 3; ++i) most = fmax(most, component(*high, i) - component(*low, i));
    if (high->z > low->z) return;
    low->z -= 0.01 * most;
    high->z += 0.01 * most;
}

bool scree_sim_mesh_plane(const scree_body *half_space, scree_vec3 low, scree_vec3 high, scree_sim_mesh *mesh,
                          scree_error *error)
{
    if (mesh == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "mesh: is NULL");
    *mesh = (scree_sim_mesh){ 0 };
    if (half_space == NULL || scree_shape_kind_of(half_space->shape) != SCREE_HALF_SPACE)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "half_space: is no body of a half space");
    scree_vec3 normal;
    double offset;
    scree_shape_plane(half_space->shape, &normal, &offset);
    const double length = sqrt(mesh_dot(normal, normal));
    const scree_vec3 zero = { 0.0, 0.0, 0.0 };
    const scree_vec3 unit = mesh_add_scaled(zero, 1.0 / length, normal);
    normal = scree_quat_rotate(half_space->orientation, unit);
    offset = offset / length + scree_shape_rounding(half_space->shape) + mesh_dot(normal, half_space->position);
    widen(&low, &high);
    corner corners[MOST_CORNERS];
    memset(corners, 0, sizeof corners);
    const int count = cross_edges(normal, offset, low, high, corners);
    sort_corners(normal, corners, count);
    if (!scree_sim_mesh_reserve(mesh, MOST_CORNERS, MOST_CORNERS)) return scree_output_no_memory(error);
    for (int i = 0; i < count; ++i) mesh->points[mesh->point_count++] = corners[i].point;
    for (size_t i = 2; i < mesh->point_count; ++i) scree_sim_mesh_triangle(mesh, 0, i - 1, i);
    return true;
}
