// Moments of polyhedra, and of what sweeping them by a ball adds.
//
// Idea    A polyhedron is cut into tetrahedra over the triangles of its faces. The swept one has besides, by Steiner, a
//         prism of height r on each face, a wedge of a cylinder along each edge and a sector of a ball at each vertex:
//
//           prism    x = y + t n,      y in the face, 0 <= t <= r
//           wedge    x = c + rho u,    c on the edge, u between the normals of its faces, dV = rho drho dphi ds
//           sector   x = v + rho u,    u in the spherical polygon of the normals around v, dV = rho^2 drho dOmega
//
//         Over the arc of u between two normals at an angle theta, with h its middle and k at right angles to it:
//         int u = 2 sin(theta/2) h, int u u^T = (theta + sin theta)/2 h h^T + (theta - sin theta)/2 k k^T. Over the
//         spherical polygon, by Gauss and Stokes, with d the directions of the edges out of v:
//
//           Omega = 2 pi - sum of the face angles at v
//           int u = -1/2 sum theta d
//           int (I - 3 u u^T) = sum (int over the arc of u) d^T
//
// Limits  Exact for exactly flat faces; merged faces are flat to some roundings of the size.
#include <math.h>

#include "math/dd.h"
#include "shape/mass/moments.h"

static const double PI = 3.14159265358979323846;

// Up to this ratio of the sum of |a| |b| |c| to 6 times the volume, tetrahedra are weighed in double: the ratio is the
// amplification of roundings. About 1 for a cube, 1e12 for a plate of 1e-12.
static const double ROUND_ENOUGH = 16.0;

static scree_vec3 corner(const scree_shape *s, const scree_face *f, int k)
{
    return scree_stored_vertex(s, s->hull->face_vertices[f->first + k]);
}

// 6 times the volume of the tetrahedron middle, a, b, c.
static double volume_dd(scree_vec3 a, scree_vec3 b, scree_vec3 c, scree_vec3 middle)
{
    dd3 u = dd3_diff(a, middle), v = dd3_diff(b, middle), w = dd3_diff(c, middle);
    return dd_value(dd3_dot(u, dd3_cross(v, w)));
}

// A mass spread evenly over the tetrahedron 0, a, b, c: a twentieth of it at each corner, the rest in the middle.
static void add_tetrahedron(scree_moments *m, double w, scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    scree_vec3 sum = v3_add(a, v3_add(b, c));
    m->volume += w;
    m->first = v3_add_scaled(m->first, 0.25 * w, sum);
    scree_moments_add_product(m, 0.05 * w, a, a);
    scree_moments_add_product(m, 0.05 * w, b, b);
    scree_moments_add_product(m, 0.05 * w, c, c);
    scree_moments_add_product(m, 0.05 * w, sum, sum);
}

static scree_moments_total sum_tetrahedra(const scree_shape *s, scree_vec3 middle, bool precise, double *magnitude)
{
    scree_moments_total total = { 0 };
    for (int i = 0; i < s->hull->face_count; ++i) {
        const scree_face *f = &s->hull->faces[i];
        scree_vec3 p = corner(s, f, 0), q = corner(s, f, 1);
        scree_vec3 a = v3_sub(p, middle), b = v3_sub(q, middle);
        double length_a = v3_norm(a), length_b = v3_norm(b);
        for (int k = 2; k < f->count; ++k) {
            scree_vec3 r = corner(s, f, k), c = v3_sub(r, middle);
            double length_c = v3_norm(c);
            *magnitude += length_a * length_b * length_c;
            double six = precise ? volume_dd(p, q, r, middle) : v3_dot(a, v3_cross(b, c));
            add_tetrahedron(&total.part, six / 6.0, a, b, c);
            scree_moments_count(&total);
            q = r;
            b = c;
            length_b = length_c;
        }
    }
    scree_moments_gather(&total);
    return total;
}

scree_moments_total scree_moments_polyhedron(const scree_shape *s, scree_vec3 middle)
{
    double magnitude = 0.0;
    scree_moments_total total = sum_tetrahedra(s, middle, false, &magnitude);
    if (magnitude <= ROUND_ENOUGH * 6.0 * total.sum.volume) return total;
    return sum_tetrahedra(s, middle, true, &magnitude);
}

// Integrals over the face, and from them over the prism.
static void add_prism(scree_moments *m, const scree_shape *s, const scree_face *f, scree_vec3 middle)
{
    double r = s->radius;
    scree_moments face = { 0 };
    scree_vec3 p = corner(s, f, 0), q = corner(s, f, 1);
    for (int k = 2; k < f->count; ++k) {
        scree_vec3 t = corner(s, f, k);
        double area = 0.5 * v3_dot(f->normal, dd3_value(dd3_cross(dd3_diff(q, p), dd3_diff(t, p))));
        scree_moments_add_triangle(&face, area, v3_sub(p, middle), v3_sub(q, middle), v3_sub(t, middle));
        q = t;
    }
    m->volume += r * face.volume;
    m->first = v3_add_scaled(v3_add_scaled(m->first, r, face.first), 0.5 * r * r * face.volume, f->normal);
    m->second.xx += r * face.second.xx;
    m->second.yy += r * face.second.yy;
    m->second.zz += r * face.second.zz;
    m->second.xy += r * face.second.xy;
    m->second.xz += r * face.second.xz;
    m->second.yz += r * face.second.yz;
    scree_moments_add_product(m, r * r, face.first, f->normal);
    scree_moments_add_product(m, r * r * r / 3.0 * face.volume, f->normal, f->normal);
}

// The arc of normals at an edge.
typedef struct arc {
    double angle;
    double chord;               // 2 sin(angle / 2)
    scree_vec3 middle, tangent; // h and k
} arc;

static arc arc_of(const scree_shape *s, const scree_edge *e, scree_vec3 along)
{
    scree_vec3 n0 = s->hull->faces[e->face[0]].normal, n1 = s->hull->faces[e->face[1]].normal;
    scree_vec3 sum = v3_add(n0, n1), difference = v3_sub(n1, n0);
    double length = v3_norm(sum);
    arc r;
    r.chord = v3_norm(difference);
    r.angle = 2.0 * atan2(r.chord, length);
    if (length >= r.chord) { // whichever of the two does not cancel
        r.middle = v3_scale(sum, 1.0 / length);
        r.tangent = v3_cross(along, r.middle);
    } else {
        r.tangent = v3_scale(difference, 1.0 / r.chord);
        r.middle = v3_cross(r.tangent, along);
    }
    return r;
}

// What the arc adds to the sector at the end p of its edge, which leaves p in the direction d.
static void add_arc_of_sector(scree_moments *m, const arc *u, scree_vec3 p, scree_vec3 d, double r)
{
    double r4 = 0.25 * r * r * r * r, r5 = 0.2 * r * r * r * r * r;
    m->first = v3_add_scaled(m->first, -0.5 * r4 * u->angle, d);
    scree_moments_add_product(m, -r4 * u->angle, p, d);
    scree_moments_add_product(m, -r5 / 3.0 * u->chord, u->middle, d);
}

static void add_wedge(scree_moments *m, const scree_shape *s, const scree_edge *e, scree_vec3 middle)
{
    scree_vec3 a = v3_sub(scree_stored_vertex(s, e->vertex[0]), middle);
    scree_vec3 b = v3_sub(scree_stored_vertex(s, e->vertex[1]), middle);
    scree_vec3 half = v3_scale(v3_sub(b, a), 0.5), c = v3_add(a, half);
    scree_vec3 along = v3_unit(v3_sub(scree_stored_vertex(s, e->vertex[1]), scree_stored_vertex(s, e->vertex[0])));
    arc u = arc_of(s, e, along);
    double r = s->radius, r3 = r * r * r / 3.0, r4 = 0.25 * r * r * r * r;
    double length = 2.0 * v3_norm(half), weight = 0.5 * u.angle * r * r * length, sine = sin(u.angle);
    scree_moments_add_point(m, weight, c);
    scree_moments_add_product(m, weight / 3.0, half, half);
    m->first = v3_add_scaled(m->first, r3 * length * u.chord, u.middle);
    scree_moments_add_product(m, 2.0 * r3 * length * u.chord, c, u.middle);
    scree_moments_add_product(m, 0.5 * r4 * length * (u.angle + sine), u.middle, u.middle);
    scree_moments_add_product(m, 0.5 * r4 * length * (u.angle - sine), u.tangent, u.tangent);
    add_arc_of_sector(m, &u, a, along, r);
    add_arc_of_sector(m, &u, b, v3_neg(along), r);
}

// The parts of the sector that depend only on its solid angle.
static void add_sector(scree_moments *m, const scree_shape *s, int v, scree_vec3 middle)
{
    scree_vec3 p = scree_stored_vertex(s, v);
    int first = s->hull->nodes[v].fan, end = s->hull->nodes[v].fan_end;
    double omega = 2.0 * PI, r = s->radius;
    scree_vec3 before = v3_sub(scree_stored_vertex(s, scree_neighbour(s->hull, end - 1)), p);
    for (int k = first; k < end; ++k) {
        scree_vec3 edge = v3_sub(scree_stored_vertex(s, scree_neighbour(s->hull, k)), p);
        omega -= atan2(v3_norm(v3_cross(before, edge)), v3_dot(before, edge));
        before = edge;
    }
    scree_moments_add_point(m, omega * r * r * r / 3.0, v3_sub(p, middle));
    double each = omega * r * r * r * r * r / 15.0;
    m->second.xx += each;
    m->second.yy += each;
    m->second.zz += each;
}

void scree_moments_add_rounding(scree_moments_total *total, const scree_shape *s, scree_vec3 middle)
{
    for (int i = 0; i < s->hull->face_count; ++i) {
        add_prism(&total->part, s, &s->hull->faces[i], middle);
        scree_moments_count(total);
    }
    for (int i = 0; i < s->hull->edge_count; ++i) {
        const scree_edge edge = scree_edge_at(s->hull, i);
        add_wedge(&total->part, s, &edge, middle);
        scree_moments_count(total);
    }
    for (int i = 0; i < s->vertex_count; ++i) {
        add_sector(&total->part, s, i, middle);
        scree_moments_count(total);
    }
}
