// Integrals of 1, x and x x^T over a body, collected piece by piece.
#ifndef SCREE_SHAPE_MASS_MOMENTS_H
#define SCREE_SHAPE_MASS_MOMENTS_H

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
    scree_vec3 sum = v3_add(a, v3_add(b, c));
    m->volume += w;
    m->first = v3_add_scaled(m->first, w / 3.0, sum);
    scree_moments_add_product(m, w / 12.0, a, a);
    scree_moments_add_product(m, w / 12.0, b, b);
    scree_moments_add_product(m, w / 12.0, c, c);
    scree_moments_add_product(m, w / 12.0, sum, sum);
}

/// Many pieces: they are summed a few at a time, and those sums without rounding, so that the error does not grow with
/// their number.
enum { SCREE_MOMENTS_AT_ONCE = 16 };

typedef struct scree_moments_total {
    scree_moments sum, rest; // the total is the two together
    scree_moments part;      // summed since the last gathering
    int pieces;              // in it
} scree_moments_total;

void scree_moments_gather(scree_moments_total *total);

/// Count a piece that was added to total->part.
static inline void scree_moments_count(scree_moments_total *total)
{
    if (++total->pieces == SCREE_MOMENTS_AT_ONCE) scree_moments_gather(total);
}

/// Of a polyhedron, about the point `middle` inside it, in stored coordinates.
scree_moments_total scree_moments_polyhedron(const scree_shape *shape, scree_vec3 middle);

/// What sweeping the polyhedron by a ball of its radius adds.
void scree_moments_add_rounding(scree_moments_total *total, const scree_shape *shape, scree_vec3 middle);

#endif
