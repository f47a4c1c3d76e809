// A pair of bodies: what the searches and kernels share before they compute anything.
//
// 1. The kind of pair that the shapes make, and which of the bodies is A.
// 2. Two cores in one frame: what every search works on. All coordinates are A's stored ones (see shape/shape.h):
//    positions are subtracted first, so that the answer does not depend on where the pair is. M is the Minkowski
//    difference B - A; the signed distance of the cores is that of the origin from M.
//
//      scree_cores_make()     bodies -> cores
//      scree_cores_support()  the farthest vertex of M along a direction
//      scree_cores_gap()      how far the cores are apart along a unit axis: a lower bound of the signed distance
#ifndef SCREE_PAIR_PAIR_H
#define SCREE_PAIR_PAIR_H

#include "math/vec3.h"
#include "scree/body.h"
#include "shape/shape.h"
#include "shape/support.h"

// ------------------------------------------------------------------------------------------------- two polyhedra

static inline bool scree_is_hull_pair(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYHEDRON && b->core == SCREE_CORE_POLYHEDRON;
}

/// Processors that split 512-bit operations into halves gain nothing for so few vertices.
static inline bool scree_are_small_hulls(const scree_shape *a, const scree_shape *b)
{
    return a->vertex_count <= 8 && b->vertex_count <= 8;
}

/// Two hulls of up to so many vertices together need the same scratch: that of their polytope.
enum { SCREE_SMALL_HULLS = 60, SCREE_SMALL_HULLS_SCRATCH = 17280 };

// ----------------------------------------------------------------------------------------- a ball and a polyhedron

static inline bool scree_is_centred_point(const scree_shape *s)
{
    return s->core == SCREE_CORE_POINT && s->core_radius == 0.0;
}

// ---------------------------------------------------------------------------------- ellipsoids and superquadrics

/// With polyhedra of up to so many vertices, the search takes no more scratch than this: no need to compute it.
enum { SCREE_ROUND_SMALL = 32, SCREE_ROUND_SCRATCH = 101760 };

/// Ellipsoids and superquadrics without a centre of their own.
static inline bool scree_is_round_pair(const scree_shape *a, const scree_shape *b)
{
    const bool round_a = a->core == SCREE_CORE_ELLIPSOID || a->core == SCREE_CORE_SUPERQUADRIC;
    const bool round_b = b->core == SCREE_CORE_ELLIPSOID || b->core == SCREE_CORE_SUPERQUADRIC;
    return round_a && round_b;
}

// --------------------------------------------------------------------------------------------------- two polygons

/// The rows that both polygons have; SCREE_FLAT_NONE if either shape is none or has too many corners.
static inline scree_flat_rows scree_polygon_rows(const scree_shape *a, const scree_shape *b)
{
    return a->hull->flat_rows < b->hull->flat_rows ? a->hull->flat_rows : b->hull->flat_rows;
}

// ---------------------------------------------------------------------------------------------------- unequal sizes

/// Bounding radii that differ by more than this factor are very unequal.
#define SCREE_UNEQUAL 64.0

static inline bool scree_are_unequal(const scree_shape *a, const scree_shape *b)
{
    const double r = a->bounds.radius, s = b->bounds.radius;
    return r * SCREE_UNEQUAL < s || s * SCREE_UNEQUAL < r;
}

// --------------------------------------------------------------------------------------------- the order of A and B

static inline int scree_order_of(double a, double b)
{
    return a < b ? -1 : a > b ? 1 : 0;
}

static inline bool scree_pose_in_order(const scree_body *a, const scree_body *b)
{
    const scree_vec3 p = a->position, q = b->position;
    const scree_quat u = a->orientation, v = b->orientation;
    if (p.x != q.x) return p.x < q.x; // nearly always
    const double first[7] = { p.x, p.y, p.z, u.w, u.x, u.y, u.z }, second[7] = { q.x, q.y, q.z, v.w, v.x, v.y, v.z };
    for (int i = 0; i < 7; ++i)
        if (scree_order_of(first[i], second[i]) != 0) return first[i] < second[i];
    return true;
}

/// Half spaces last; then the larger body first, since only B's vertices are rotated and lose digits; then any fixed
/// order, which does not change when the unit of length is scaled by a power of two.
static inline bool scree_pair_in_order(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const bool plane_s = s->core == SCREE_CORE_HALF_SPACE, plane_t = t->core == SCREE_CORE_HALF_SPACE;
    if (plane_s != plane_t) return plane_t;
    if (s->core_radius != t->core_radius) return s->core_radius > t->core_radius;
    if (s->radius != t->radius) return s->radius > t->radius;
    if (s->fingerprint != t->fingerprint) return s->fingerprint < t->fingerprint;
    return scree_pose_in_order(a, b);
}

// ---------------------------------------------------------------------------------------------- two cores in one frame

/// Half a unit in the last place of 1: the largest relative error of one rounding.
#define SCREE_ROUNDING 0x1p-53

// Bound on the error of a gap along an axis, in roundings, to first order and in the worst case. A rotation from a
// quaternion is off by 15, the product of two by 39 with its own rounding, a rotated vertex of B by 44 of its length;
// B's position by 21 of its length; A's vertices are as given. The difference of two vertices and its product with a
// unit axis add 4 of everything. Tests see about a tenth of this.
#define SCREE_ROUNDINGS_A 8.0
#define SCREE_ROUNDINGS_B 48.0
#define SCREE_ROUNDINGS_SHIFT 25.0

/// Limit of the square of a start direction: heights along a longer one, which a cache may hold, overflow.
#define SCREE_MOST_DIRECTION2 1e200

/// A vertex of M: w = b - a. The indices are those of the vertices of A and B, -1 where a shape has none.
typedef struct scree_mvertex {
    scree_vec3 w, a, b;
    int index_a, index_b;
} scree_mvertex;

typedef struct scree_cores {
    const scree_shape *a, *b;
    scree_mat3 rotation; ///< rotation of B against A: x in A's frame = rotation x + shift
    scree_vec3 shift;
    scree_mat3 world_rotation; ///< A's frame to the world's: x in the world = world_rotation x + world_shift
    scree_vec3 world_shift;
    double size;  ///< bound of all coordinates in the search: both core radii and the shift
    double error; ///< bound on the rounding error of a gap, and of the distance between two points of the cores
    double swell_a,
        swell_b; ///< radii of the balls added to support points; 0 except after scree_cores_swell()
} scree_cores;

/// Poses must be valid (scree_pose_is_valid()).
scree_cores scree_cores_make(const scree_body *a, const scree_body *b);

static inline bool scree_has_centre(const scree_shape *s)
{
    return s->centre.x != 0.0 || s->centre.y != 0.0 || s->centre.z != 0.0;
}

/// Sets the size of the pair and its error bound, once all else is set.
static inline void scree_cores_measure(scree_cores *c)
{
    const double radius_a = c->a->core_radius, radius_b = c->b->core_radius, length = v3_norm(c->shift);
    c->size = radius_a + radius_b + length;
    c->error =
        SCREE_ROUNDING * (SCREE_ROUNDINGS_A * radius_a + SCREE_ROUNDINGS_B * radius_b + SCREE_ROUNDINGS_SHIFT * length);
    c->error += c->a->slack + c->b->slack;
}

/// scree_cores_make() for shapes of which neither has a centre of its own.
static inline void scree_cores_make_plain(const scree_body *a, const scree_body *b, scree_cores *c)
{
    c->a = a->shape;
    c->b = b->shape;
    c->world_rotation = m3_from_quat(a->orientation);
    const scree_mat3 rotation_b = m3_from_quat(b->orientation);
    c->rotation = m3_transposed_mul(&c->world_rotation, &rotation_b);
    c->shift = m3_mul_transposed(&c->world_rotation, v3_sub(b->position, a->position));
    c->world_shift = a->position;
    c->swell_a = c->swell_b = 0.0;
    scree_cores_measure(c);
}

/// From here on, supports and gaps are those of the whole shapes, rounding included: for searches that use only the
/// support function. scree_cores_vertex_a() and _b() stay with the cores.
void scree_cores_swell(scree_cores *c);

/// Finite, a position within 1e60 of the origin, an orientation that is not 0; in 2-D, in the plane. Checks each value.
bool scree_pose_is_valid_in_all(const scree_body *body);

static inline __attribute__((always_inline)) bool scree_pose_is_valid(const scree_body *body)
{
    const scree_vec3 p = body->position;
    const scree_quat q = body->orientation;
    const double norm2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    // The sums are neither infinite nor NaN, hence neither are their terms: the common case.
    const bool usual = v3_norm2(p) < 1e119 && norm2 < 1e300 && norm2 > 1e-300;
    const bool planar = body->shape->dimension == 3 || (p.z == 0.0 && q.x == 0.0 && q.y == 0.0);
    return (usual && planar) || scree_pose_is_valid_in_all(body);
}

/// A point of the frame, and a direction, in world coordinates.
static inline scree_vec3 scree_cores_world_point(const scree_cores *c, scree_vec3 p)
{
    return v3_add(m3_mul(&c->world_rotation, p), c->world_shift);
}

static inline scree_vec3 scree_cores_world_direction(const scree_cores *c, scree_vec3 d)
{
    return m3_mul(&c->world_rotation, d);
}

static inline scree_vec3 scree_cores_vertex_a(const scree_cores *c, int i)
{
    return scree_stored_vertex(c->a, i);
}

static inline scree_vec3 scree_cores_vertex_b(const scree_cores *c, int i)
{
    return v3_add(m3_mul(&c->rotation, scree_stored_vertex(c->b, i)), c->shift);
}

/// The vertex of M that is farthest along d (any length but 0). `hint` is a vertex of M to start from, or NULL.
scree_mvertex scree_cores_support(const scree_cores *c, scree_vec3 d, const scree_mvertex *hint);

/// The least of n . w over M, n unit: never above the signed distance of the cores (by more than c->error). The vertex
/// where it is attained goes to `at`, which is also the hint if its indices are valid; or NULL.
double scree_cores_gap(const scree_cores *c, scree_vec3 n, scree_mvertex *at);

#endif
