// Integrals of 1, x and x x^T over a body, collected piece by piece.
#ifndef SCREE_SHAPE_MOMENTS_H
#define SCREE_SHAPE_MOMENTS_H

#include "math/vec3.h"
#include "shape/shape.h"

typedef struct scree_moments {
    double volume;
    scree_vec3 first;
    scree_sym3 second; // second.xy = integral of x y
} scree_moments;

/// second += w (a b^T + b a^T) / 2
static inline void scree_moments_add_product(scree_moments *m, double w, scree_vec3 a, scree_vec3 b)
{
    m->second.xx += w * a.x * b.x;
    m->second.yy += w * a.y * b.y;
    m->second.zz += w * a.z * b.z;
    m->second.xy += 0.5 * w * (a.x * b.y + a.y * b.x);
    m->second.xz += 0.5 * w * (a.x * b.z + a.z * b.x);
    m->second.yz += 0.5 * w * (a.y * b.z + a.z * b.y);
}

/// A mass w at the point p.
static inline void scree_moments_add_point(scree_moments *m, double w, scree_vec3 p)
{
    m->volume += w;
    m->first = v3_add_scaled(m->first, w, p);
    scree_moments_add_product(m, w, p, p);
}

/// A mass w spread evenly over the triangle a, b, c: a twelfth of it at each corner, the rest in the middle.
static inline void scree_moments_add_triangle(scree_moments *m, double w, scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    scree_vec3 middle = v3_scale(v3_add(a, v3_add(b, c)), 1.0 / 3.0);
    scree_moments_add_point(m, w / 12.0, a);
    scree_moments_add_point(m, w / 12.0, b);
    scree_moments_add_point(m, w / 12.0, c);
    scree_moments_add_point(m, 0.75 * w, middle);
}

/// Of a polyhedron, about the point `middle` inside it, in stored coordinates.
scree_moments scree_moments_polyhedron(const scree_shape *shape, scree_vec3 middle);

/// What sweeping the polyhedron by a ball of its radius adds.
void scree_moments_add_rounding(scree_moments *moments, const scree_shape *shape, scree_vec3 middle);

#endif
