#include "surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ICOSAHEDRON_POINTS = 12, ICOSAHEDRON_TRIANGLES = 20, FEWEST_SIDES = 6 };

void scree_pack_surface_free(surface *s)
{
    free(s->points);
    free(s->corners);
    *s = (surface){ 0 };
}

static bool reserve(surface *s, size_t points, size_t triangles)
{
    *s = (surface){ 0 };
    s->points = malloc((points + 1) * sizeof *s->points);
    s->corners = malloc((triangles + 1) * 3 * sizeof *s->corners);
    if (s->points != NULL && s->corners != NULL) return true;
    scree_pack_surface_free(s);
    return false;
}

// ---------------------------------------------------------------------------------------------------- polyhedra

static bool make_faces(const scree_shape *shape, surface *out)
{
    const int points = scree_shape_vertex_count(shape), faces = scree_shape_face_count(shape);
    size_t triangles = 0;
    for (int i = 0; i < faces; ++i) triangles += (size_t)scree_shape_face_size(shape, i) - 2;
    if (!reserve(out, (size_t)points, triangles)) return false;
    for (int i = 0; i < points; ++i) out->points[out->point_count++] = scree_shape_vertex(shape, i);
    for (int i = 0; i < faces; ++i) {
        const int *corners = scree_shape_face_vertices(shape, i);
        for (int k = 2; k < scree_shape_face_size(shape, i); ++k) {
            const int triangle[3] = { corners[0], corners[k - 1], corners[k] };
            memcpy(out->corners + 3 * out->triangle_count++, triangle, sizeof triangle);
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------ cylinders and cones

/// Rings of points about z: two for a cylinder, one and the apex for a cone.
static bool make_rings(const scree_shape *shape, int detail, surface *out)
{
    const bool cone = scree_shape_kind_of(shape) == SCREE_CONE;
    const int n = FEWEST_SIDES << detail;
    const scree_bounds b = scree_shape_bounds(shape);
    const double radius = b.high.x, half = b.high.z;
    if (!reserve(out, 2 * (size_t)n, 4 * (size_t)n)) return false;
    for (int i = 0; i < 2 * n && !(cone && i > n); ++i) {
        const double angle = 2.0 * acos(-1.0) * (i % n) / n, wide = i == n && cone ? 0.0 : radius;
        out->points[out->point_count++] = (scree_vec3){ wide * cos(angle), wide * sin(angle), i < n ? -half : half };
    }
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n, above = cone ? n : n + i;
        const int side[3] = { i, next, above }, other[3] = { next, n + next, above }, floor[3] = { 0, next, i },
                  roof[3] = { n, n + i, n + next };
        memcpy(out->corners + 3 * out->triangle_count++, side, sizeof side);
        if (!cone) memcpy(out->corners + 3 * out->triangle_count++, other, sizeof other);
        if (i == 0 || next == 0) continue; // the fans begin at point 0
        memcpy(out->corners + 3 * out->triangle_count++, floor, sizeof floor);
        if (!cone) memcpy(out->corners + 3 * out->triangle_count++, roof, sizeof roof);
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------- round

static scree_vec3 unit(scree_vec3 v)
{
    const double scale = 1.0 / sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return (scree_vec3){ scale * v.x, scale * v.y, scale * v.z };
}

static void make_icosahedron(surface *out)
{
    static const int corners[3 * ICOSAHEDRON_TRIANGLES] = {
        0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
        3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1,
    };
    const double g = 0.5 * (1.0 + sqrt(5.0));
    const scree_vec3 points[ICOSAHEDRON_POINTS] = {
        { -1.0, g, 0.0 },  { 1.0, g, 0.0 },  { -1.0, -g, 0.0 }, { 1.0, -g, 0.0 }, { 0.0, -1.0, g },  { 0.0, 1.0, g },
        { 0.0, -1.0, -g }, { 0.0, 1.0, -g }, { g, 0.0, -1.0 },  { g, 0.0, 1.0 },  { -g, 0.0, -1.0 }, { -g, 0.0, 1.0 },
    };
    for (int i = 0; i < ICOSAHEDRON_POINTS; ++i) out->points[i] = unit(points[i]);
    memcpy(out->corners, corners, sizeof corners);
    out->point_count = ICOSAHEDRON_POINTS;
    out->triangle_count = ICOSAHEDRON_TRIANGLES;
}

/// Midpoints of edges, looked up by the edge's ends: each edge belongs to two triangles.
typedef struct middles {
    int (*ends)[2];
    int *points;
    size_t slots;
} middles;

static int middle_of(surface *s, middles *m, int a, int b)
{
    const int low = a < b ? a : b, high = a < b ? b : a;
    size_t slot = ((size_t)low * 7919 + (size_t)high) % m->slots;
    for (; m->points[slot] >= 0; slot = (slot + 1) % m->slots) {
        if (m->ends[slot][0] == low && m->ends[slot][1] == high) return m->points[slot];
    }
    const scree_vec3 p = s->points[a], q = s->points[b];
    m->ends[slot][0] = low;
    m->ends[slot][1] = high;
    m->points[slot] = (int)s->point_count;
    s->points[s->point_count] = unit((scree_vec3){ p.x + q.x, p.y + q.y, p.z + q.z });
    return (int)s->point_count++;
}

/// Each triangle becomes four. There is room for them.
static bool refine(surface *s)
{
    middles m = { .slots = 4 * s->triangle_count };
    m.ends = malloc(m.slots * sizeof *m.ends);
    m.points = malloc(m.slots * sizeof *m.points);
    bool made = m.ends != NULL && m.points != NULL;
    for (size_t i = 0; i < m.slots && made; ++i) m.points[i] = -1;
    const size_t count = s->triangle_count;
    for (size_t i = 0; i < count && made; ++i) {
        int *t = s->corners + 3 * i;
        const int a = t[0], b = t[1], c = t[2];
        const int ab = middle_of(s, &m, a, b), bc = middle_of(s, &m, b, c), ca = middle_of(s, &m, c, a);
        const int pieces[9] = { a, ab, ca, b, bc, ab, c, ca, bc }, inscribed_ball[3] = { ab, bc, ca };
        memcpy(t, inscribed_ball, sizeof inscribed_ball);
        memcpy(s->corners + 3 * s->triangle_count, pieces, sizeof pieces);
        s->triangle_count += 3;
    }
    free(m.ends);
    free(m.points);
    return made;
}

/// (|x|^n + |y|^n)^(1 / n), scaled so that the powers do not underflow.
static double norm_of(double x, double y, double n)
{
    const double most = fmax(fabs(x), fabs(y));
    return most > 0.0 ? most * pow(pow(fabs(x) / most, n) + pow(fabs(y) / most, n), 1.0 / n) : 0.0;
}

/// The point of an ellipsoid or a superquadric that the direction u is stretched to; with a rounding, moved along the
/// normal there.
static scree_vec3 stretched(const scree_shape *shape, scree_vec3 u)
{
    const scree_vec3 a = scree_shape_semi_axes(shape);
    double n1, n2;
    scree_shape_exponents(shape, &n1, &n2);
    const double across = norm_of(u.x, u.y, n2), all = norm_of(across, u.z, n1);
    const double flat = across > 0.0 ? pow(across / all, n1 - 1.0) : 0.0, least = across > 0.0 ? across : 1.0;
    const scree_vec3 normal = unit((scree_vec3){ flat * copysign(pow(fabs(u.x) / least, n2 - 1.0), u.x) / a.x,
                                                 flat * copysign(pow(fabs(u.y) / least, n2 - 1.0), u.y) / a.y,
                                                 copysign(pow(fabs(u.z) / all, n1 - 1.0), u.z) / a.z });
    const double r = scree_shape_rounding(shape);
    return (scree_vec3){ a.x * u.x / all + r * normal.x, a.y * u.y / all + r * normal.y,
                         a.z * u.z / all + r * normal.z };
}

bool scree_pack_surface_make(const scree_shape *shape, int detail, surface *out)
{
    const scree_shape_kind kind = scree_shape_kind_of(shape);
    if ((kind == SCREE_POLYHEDRON || kind == SCREE_BOX) && scree_shape_rounding(shape) == 0.0)
        return make_faces(shape, out);
    if ((kind == SCREE_CYLINDER || kind == SCREE_CONE) && scree_shape_rounding(shape) == 0.0)
        return make_rings(shape, detail, out);
    const size_t parts = (size_t)1 << (2 * detail);
    if (!reserve(out, 10 * parts + 2, ICOSAHEDRON_TRIANGLES * parts)) return false;
    make_icosahedron(out);
    for (int i = 0; i < detail; ++i) {
        if (refine(out)) continue;
        scree_pack_surface_free(out);
        return false;
    }
    // Shapes that are not stretched balls: the support point along each direction.
    const bool stretch = kind == SCREE_ELLIPSOID || kind == SCREE_SUPERQUADRIC;
    for (size_t i = 0; i < out->point_count; ++i)
        out->points[i] = stretch ? stretched(shape, out->points[i]) : scree_shape_support(shape, out->points[i]);
    return true;
}
