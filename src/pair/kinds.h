// Which pairs have a way of their own: the tests on two shapes that dispatch and kernels share.
#ifndef SCREE_PAIR_KINDS_H
#define SCREE_PAIR_KINDS_H

#include "shape/shape.h"

// ------------------------------------------------------------------------------------------------- two polyhedra

static inline bool scree_is_hull_pair(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYHEDRON && b->core == SCREE_CORE_POLYHEDRON;
}

/// Processors that do 512 bits in two halves gain nothing for so few vertices.
static inline bool scree_are_small_hulls(const scree_shape *a, const scree_shape *b)
{
    return a->vertex_count <= 8 && b->vertex_count <= 8;
}

/// Two hulls of so many vertices together take as much scratch as any other such two: that of their polytope.
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

/// Exponents above this are too blocky for Newton's method alone.
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

/// With polyhedra of up to so many vertices, scree_auto_scratch() is not more than this: no need to say how much it is.
enum { SCREE_ROUND_SMALL = 32, SCREE_ROUND_SCRATCH = 101760 };

/// Ellipsoids and superquadrics, with no centre but their own.
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

/// What rows two polygons have both. Where either is none, or has too many corners for them: SCREE_FLAT_NONE.
static inline scree_flat_rows scree_polygon_rows(const scree_shape *a, const scree_shape *b)
{
    return a->hull->flat_rows < b->hull->flat_rows ? a->hull->flat_rows : b->hull->flat_rows;
}

#endif
