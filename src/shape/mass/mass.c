// Volume, centroid and inertia of every shape.
//
// Idea    Everything is summed about a point inside the shape, cut into pieces that all have it as a corner or lie
//         around it: no piece is negative, so nothing cancels, and a shape far from its origin loses no digits. The
//         weight of a piece of a thin shape may cancel; where that would cost digits it is computed in double-double.
#include <math.h>
#include <string.h>

#include "math/dd.h"
#include "shape/build.h"
#include "shape/mass/moments.h"

static const double PI = 3.14159265358979323846;

enum { INTEGRALS = sizeof(scree_moments) / sizeof(double) };

void scree_moments_gather(scree_moments_total *t)
{
    double sum[INTEGRALS], rest[INTEGRALS], part[INTEGRALS];
    memcpy(sum, &t->sum, sizeof sum);
    memcpy(rest, &t->rest, sizeof rest);
    memcpy(part, &t->part, sizeof part);
    for (int i = 0; i < INTEGRALS; ++i) {
        dd s = dd_two_sum(sum[i], part[i]);
        sum[i] = s.hi;
        rest[i] += s.lo;
    }
    memcpy(&t->sum, sum, sizeof sum);
    memcpy(&t->rest, rest, sizeof rest);
    memset(&t->part, 0, sizeof t->part);
    t->pieces = 0;
}

static scree_moments value_of(scree_moments_total *t)
{
    scree_moments_gather(t);
    t->part = t->rest;
    memset(&t->rest, 0, sizeof t->rest);
    scree_moments_gather(t);
    return t->sum;
}

static scree_vec3 middle_of(const scree_shape *s)
{
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < s->vertex_count; ++i) sum = v3_add(sum, scree_stored_vertex(s, i));
    return v3_scale(sum, 1.0 / s->vertex_count);
}

// About the centroid, in given coordinates, from moments about `middle`.
static void set_mass(scree_shape *s, scree_moments m, scree_vec3 middle)
{
    scree_vec3 c = v3_scale(m.first, 1.0 / m.volume);
    scree_moments_add_product(&m, -m.volume, c, c);
    s->mass->volume = m.volume;
    s->mass->centroid = v3_add(s->centre, v3_add(middle, c));
    scree_sym3 i = { m.second.yy + m.second.zz,
                     m.second.xx + m.second.zz,
                     m.second.xx + m.second.yy,
                     -m.second.xy,
                     -m.second.xz,
                     -m.second.yz };
    if (s->dimension == 2) i.xx = i.yy = i.xy = i.xz = i.yz = 0.0;
    s->mass->inertia = i;
}

// Twice the area of the triangle 0, a, b, counted positive counter-clockwise.
static double area_2d(scree_vec3 a, scree_vec3 b, scree_vec3 middle)
{
    dd3 u = dd3_diff(a, middle), v = dd3_diff(b, middle);
    return dd_value(dd_det2(u.x, u.y, v.x, v.y));
}

// Along each edge a strip of width r, at each corner a sector between the normals of its two edges.
static void add_rounding_2d(scree_moments_total *total, const scree_shape *s, scree_vec3 middle)
{
    double r = s->radius;
    scree_moments *m = &total->part;
    for (int i = 0; i < s->vertex_count; ++i) {
        int j = (i + 1) % s->vertex_count;
        scree_vec3 a = v3_sub(scree_stored_vertex(s, i), middle), b = v3_sub(scree_stored_vertex(s, j), middle);
        scree_vec3 n = s->hull->faces[i].normal, n1 = s->hull->faces[j].normal, mid = v3_lerp(a, b, 0.5);
        double length = v3_norm(v3_sub(b, a));
        // Simpson's rule is exact for squares: the strip's integrals along the edge, then across it.
        scree_vec3 out = v3_scale(n, r);
        const scree_vec3 along[3] = { a, mid, b };
        const double weight[3] = { 1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0 };
        for (int k = 0; k < 9; ++k) {
            scree_vec3 p = v3_add_scaled(along[k / 3], 0.5 * (k % 3), out);
            scree_moments_add_point(m, r * length * weight[k / 3] * weight[k % 3], p);
        }
        double angle = atan2(n.x * n1.y - n.y * n1.x, n.x * n1.x + n.y * n1.y);
        scree_vec3 chord = v3_sub(n1, n),
                   u = v3(chord.y, -chord.x, 0); // the integral of the unit vectors of the sector
        scree_moments_add_point(m, 0.5 * angle * r * r, b);
        m->first = v3_add_scaled(m->first, r * r * r / 3.0, u);
        scree_moments_add_product(m, 2.0 * r * r * r / 3.0, b, u);
        // Only the trace of the unit vectors' products is needed: it is the angle.
        m->second.xx += 0.25 * r * r * r * r * angle;
        scree_moments_count(total);
    }
}

static void set_polygon(scree_shape *s)
{
    scree_vec3 middle = middle_of(s);
    scree_moments_total total = { 0 };
    for (int i = 0; i < s->vertex_count; ++i) {
        scree_vec3 a = scree_stored_vertex(s, i), b = scree_stored_vertex(s, (i + 1) % s->vertex_count);
        double weight = 0.5 * area_2d(a, b, middle);
        scree_moments_add_triangle(&total.part, weight, v3(0, 0, 0), v3_sub(a, middle), v3_sub(b, middle));
        scree_moments_count(&total);
    }
    if (s->radius > 0.0) add_rounding_2d(&total, s, middle);
    set_mass(s, value_of(&total), middle);
}

static void set_polyhedron(scree_shape *s)
{
    scree_vec3 middle = middle_of(s);
    scree_moments_total total = scree_moments_polyhedron(s, middle);
    if (s->radius > 0.0) scree_moments_add_rounding(&total, s, middle);
    set_mass(s, value_of(&total), middle);
}

static scree_mass sphere_mass(const scree_shape *s)
{
    double r = s->radius, volume = 4.0 / 3.0 * PI * r * r * r, i = 0.4 * volume * r * r;
    return (scree_mass){ volume, s->centre, { i, i, i, 0, 0, 0 } };
}

static scree_mass disc_mass(const scree_shape *s)
{
    double r = s->radius;
    return (scree_mass){ PI * r * r, s->centre, { 0, 0, 0.5 * PI * r * r * r * r, 0, 0, 0 } };
}

scree_mass scree_mass_of(const scree_shape *s)
{
    return s->mass != NULL ? *s->mass : s->dimension == 2 ? disc_mass(s) : sphere_mass(s);
}

// A cylinder and two half balls, whose centroids are 3/8 r from their flat sides.
static void set_capsule(scree_shape *s)
{
    double r = s->radius, h = s->z[1], cylinder = 2.0 * PI * r * r * h, ball = 4.0 / 3.0 * PI * r * r * r;
    double along = cylinder * 0.5 * r * r + ball * 0.4 * r * r;
    double across = cylinder * (0.25 * r * r + h * h / 3.0) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    scree_mass m = { cylinder + ball, s->centre, { across, across, along, 0, 0, 0 } };
    *s->mass = m;
}

void scree_shape_set_mass(scree_shape *s)
{
    double all = (double)INFINITY;
    scree_mass endless = { all, v3(0, 0, 0), { all, all, all, 0, 0, 0 } };
    switch (s->core) {
    case SCREE_CORE_POINT:
        break; // scree_mass_of()
    case SCREE_CORE_SEGMENT:
        set_capsule(s);
        break;
    case SCREE_CORE_POLYGON:
        set_polygon(s);
        break;
    case SCREE_CORE_POLYHEDRON:
        set_polyhedron(s);
        break;
    case SCREE_CORE_HALF_SPACE:
        *s->mass = endless;
        break;
    case SCREE_CORE_SUPPORT:
        break; // the user's, as given
    case SCREE_CORE_ELLIPSOID:
        scree_ellipsoid_set_mass(s);
        break;
    case SCREE_CORE_SUPERQUADRIC:
        scree_superquadric_set_mass(s);
        break;
    case SCREE_CORE_FRUSTUM:
    case SCREE_CORE_TEAR:
        scree_revolved_set_mass(s);
        break;
    }
}
