// Checking a hull against all points that it was made from.
//
// Idea    A closed surface with one supporting plane for each face is the boundary of the hull: so every face must be
//         flat, its loop convex, every vertex on or below every plane (the offset is the maximum over the vertices, so
//         that flatness implies this), and every other point inside, or outside by at most what merging can cause.
#include "shape/hull/verify.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec3.h"

// Merging takes vertices within the tolerance of a plane on either side; the offset is at the highest of them.
static const double FLAT_FACTOR = 2.5;
static const double OUTSIDE_FACTOR = 2.5;

static scree_vec3 corner(const scree_shape *s, const scree_face *f, int k)
{
    return scree_stored_vertex(s, s->hull->face_vertices[f->first + k % f->count]);
}

static bool is_flat(const scree_shape *s, const scree_face *f, double tolerance)
{
    for (int k = 0; k < f->count; ++k) {
        if (f->offset - v3_dot(f->normal, corner(s, f, k)) > tolerance) return false;
    }
    return true;
}

// No corner may be dented by more than the tolerance, measured from the line between its neighbours.
static bool is_convex(const scree_shape *s, const scree_face *f, double tolerance)
{
    for (int k = 0; k < f->count; ++k) {
        scree_vec3 a = corner(s, f, k), b = corner(s, f, k + 1), c = corner(s, f, k + 2);
        scree_vec3 chord = v3_sub(c, a);
        double side = v3_dot(f->normal, v3_cross(v3_sub(b, a), chord));
        if (side < -tolerance * v3_norm(chord)) return false;
    }
    return true;
}

static double segment_distance(scree_vec3 p, scree_vec3 a, scree_vec3 b)
{
    scree_vec3 ab = v3_sub(b, a), ap = v3_sub(p, a);
    double t = v3_dot(ap, ab) / v3_norm2(ab);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return v3_norm(v3_sub(ap, v3_scale(ab, t)));
}

// The distance to the face where p is straight over or under it, by more than the rounding of that test (which matters
// at the tip of a sliver); else to its border. A merged face may be lower than its plane by its unevenness.
static double face_distance(const scree_shape *s, const scree_face *f, scree_vec3 p, double above, double error)
{
    double nearest = (double)INFINITY, lowest = f->offset;
    bool over = true;
    for (int k = 0; k < f->count; ++k) {
        scree_vec3 a = corner(s, f, k), b = corner(s, f, k + 1);
        scree_vec3 inward = v3_cross(f->normal, v3_sub(b, a));
        lowest = fmin(lowest, v3_dot(f->normal, a));
        if (v3_dot(inward, v3_sub(p, a)) >= error * v3_norm(inward)) continue;
        over = false;
        nearest = fmin(nearest, segment_distance(p, a, b));
    }
    return over ? fabs(above) + (f->offset - lowest) : nearest;
}

static double above(const scree_face *f, scree_vec3 p)
{
    return v3_dot(f->normal, p) - f->offset;
}

// A bound on how far p is outside: 0 where it is inside by more than `error`, the error of heights. Otherwise the
// distance to the surface, wherever p is: a point deep inside could not be so near a supporting plane.
static double outside(const scree_shape *s, scree_vec3 p, double error)
{
    int i = 0;
    while (i < s->hull->face_count && above(&s->hull->faces[i], p) <= -error) ++i;
    if (i == s->hull->face_count) return 0.0;
    double nearest = (double)INFINITY;
    for (i = 0; i < s->hull->face_count; ++i) {
        double h = above(&s->hull->faces[i], p);
        if (fabs(h) < nearest) nearest = fmin(nearest, face_distance(s, &s->hull->faces[i], p, h, error));
    }
    return nearest + error;
}

// The largest ball around `middle` inside all planes: most points that are not vertices are in it.
static double inner_radius(const scree_shape *s, scree_vec3 middle)
{
    double r = (double)INFINITY;
    for (int i = 0; i < s->hull->face_count; ++i) {
        r = fmin(r, s->hull->faces[i].offset - v3_dot(s->hull->faces[i].normal, middle));
    }
    return r;
}

static double largest_outside(const scree_shape *s, const scree_cloud *c, const bool *is_vertex, double limit)
{
    scree_vec3 middle = v3(0, 0, 0);
    double unit = ldexp(1.0, c->exponent), farthest = 0.0, most = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        scree_vec3 v = scree_stored_vertex(s, i);
        middle = v3_add_scaled(middle, 1.0 / s->vertex_count, v);
        farthest = fmax(farthest, v3_norm(v));
    }
    const double error = 8.0 * 0x1p-53 * farthest; // of a height over a plane: seven roundings at most
    double inner = inner_radius(s, middle) - 2.0 * error;
    for (int i = 0; i < c->count && most <= limit; ++i) {
        if (is_vertex[i]) continue;
        scree_vec3 p = v3_scale(c->points[i], unit);
        if (v3_norm(v3_sub(p, middle)) < inner) continue;
        most = fmax(most, outside(s, p, error));
    }
    return most;
}

double scree_hull_unevenness(const scree_shape *s)
{
    double most = 0.0;
    for (int i = 0; i < s->hull->face_count; ++i) {
        const scree_face *f = &s->hull->faces[i];
        for (int k = 0; f->count > 3 && k < f->count; ++k)
            most = fmax(most, -above(f, scree_stored_vertex(s, s->hull->face_vertices[f->first + k])));
    }
    return most;
}

scree_status scree_verify_hull(scree_shape *s, const scree_cloud *c)
{
    double tolerance = SCREE_FLATNESS * c->size;
    for (int i = 0; i < s->hull->face_count; ++i) {
        if (!is_flat(s, &s->hull->faces[i], FLAT_FACTOR * tolerance)) return SCREE_NOT_CONVEX;
        if (!is_convex(s, &s->hull->faces[i], FLAT_FACTOR * tolerance)) return SCREE_NOT_CONVEX;
    }
    bool *is_vertex = calloc((size_t)c->count, sizeof *is_vertex);
    if (is_vertex == NULL) return SCREE_NO_MEMORY;
    for (int i = 0; i < s->vertex_count; ++i) is_vertex[s->hull->given_vertex[i]] = true;
    double limit = OUTSIDE_FACTOR * tolerance;
    s->slack = largest_outside(s, c, is_vertex, limit);
    free(is_vertex);
    if (s->slack > limit) return SCREE_NOT_CONVEX;
    s->slack += scree_hull_unevenness(s);
    return SCREE_OK;
}
