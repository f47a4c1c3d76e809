// Which pairs have a kernel or search of their own: the tests on two shapes that dispatch and kernels share.
#ifndef SCREE_PAIR_KINDS_H
#define SCREE_PAIR_KINDS_H

#include "shape/shape.h"

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

/// One is a polyhedron, the other a point at its own stored origin.
static inline bool scree_is_point_polyhedron(const scree_shape *a, const scree_shape *b)
{
    return (a->core == SCREE_CORE_POLYHEDRON && scree_is_centred_point(b)) ||
           (b->core == SCREE_CORE_POLYHEDRON && scree_is_centred_point(a));
}

// ---------------------------------------------------------------------------------- ellipsoids and superquadrics

/// Exponents above this are too blocky for plain Newton's method.
#define SCREE_ROUND_MOST_EXPONENT SCREE_MOST_WHOLE_EXPONENT

/// An ellipsoid, or a superquadric with two equal whole exponents.
static inline bool scree_has_equal_exponents(const scree_shape *s)
{
    if (s->core == SCREE_CORE_ELLIPSOID) return true;
    return s->core == SCREE_CORE_SUPERQUADRIC && s->form->n1 == s->form->n2 && s->form->along.whole > 0 &&
           s->form->n1 <= SCREE_ROUND_MOST_EXPONENT;
}

static inline bool scree_is_smooth_pair(const scree_shape *a, const scree_shape *b)
{
    return scree_has_equal_exponents(a) && scree_has_equal_exponents(b);
}

static inline bool scree_is_round_polyhedron(const scree_shape *a, const scree_shape *b)
{
    return (a->core == SCREE_CORE_POLYHEDRON && scree_has_equal_exponents(b)) ||
           (b->core == SCREE_CORE_POLYHEDRON && scree_has_equal_exponents(a));
}

/// With polyhedra of up to so many vertices, scree_auto_scratch() is at most this: no need to compute it.
enum { SCREE_ROUND_SMALL = 32, SCREE_ROUND_SCRATCH = 101760 };

/// Ellipsoids and superquadrics without a centre of their own.
static inline bool scree_is_round_pair(const scree_shape *a, const scree_shape *b)
{
    const bool round_a = a->core == SCREE_CORE_ELLIPSOID || a->core == SCREE_CORE_SUPERQUADRIC;
    const bool round_b = b->core == SCREE_CORE_ELLIPSOID || b->core == SCREE_CORE_SUPERQUADRIC;
    return round_a && round_b;
}

// --------------------------------------------------------------------------------------------------- two polygons

static inline bool scree_is_polygon_pair(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYGON && b->core == SCREE_CORE_POLYGON && a->vertex_count <= SCREE_POLYGON_CORNERS &&
           b->vertex_count <= SCREE_POLYGON_CORNERS;
}

/// The rows that both polygons have; SCREE_FLAT_NONE if either shape is none or has too many corners.
static inline scree_flat_rows scree_polygon_rows(const scree_shape *a, const scree_shape *b)
{
    return a->hull->flat_rows < b->hull->flat_rows ? a->hull->flat_rows : b->hull->flat_rows;
}

#endif
