// What two features share, seen along the normal: a polygon, a segment, or nothing.
#ifndef SCREE_VERIFY_SHARE_H
#define SCREE_VERIFY_SHARE_H

#include "base/arithmetic.h"

#include <math.h>
#include <stdbool.h>

enum { SHARE_CORNERS = 512, SHARE_ROOM = 2 * SHARE_CORNERS };

/// Edges within this slope of each other, and of the plane, count as parallel.
#define SHARE_SLOPE 1e-6

/// A point of the plane across the normal.
typedef struct flat {
    double u, v;
} flat;

/// Such a point, and its height along the normal.
typedef struct lifted {
    flat at;
    double height;
} lifted;

/// A feature, projected.
typedef struct outline {
    int count;  // 0: a whole plane
    bool flush; // an edge, and a face at it is as level
    bool thin;  // a face no wider than rounding, as a segment
    lifted corner[SHARE_CORNERS];
} outline;

typedef struct region {
    int count;
    flat corner[SHARE_ROOM];
    double area, length; // of a polygon; of what is longest in it
    flat middle;
} region;

static inline flat flat_sub(flat a, flat b)
{
    return (flat){ a.u - b.u, a.v - b.v };
}

static inline bool flat_equal(flat a, flat b)
{
    return a.u == b.u && a.v == b.v;
}

static inline double flat_cross(flat a, flat b)
{
    return a.u * b.v - a.v * b.u;
}

static inline double flat_dot(flat a, flat b)
{
    return a.u * b.u + a.v * b.v;
}

static inline flat flat_between(flat a, flat b, double t)
{
    return (flat){ a.u + t * (b.u - a.u), a.v + t * (b.v - a.v) };
}

static inline double apart(flat a, flat b)
{
    const flat d = flat_sub(a, b);
    return sqrt(flat_dot(d, d));
}

/// A part of a whole, from 0 to 1.
static inline double part_of(double a, double whole)
{
    return a <= 0.0 ? 0.0 : a >= whole ? 1.0 : a / whole;
}

/// `grow` moves the sides of the one that clips outward, or inward: how far rounding may move the middle.
void scree_share_outlines(const outline *a, const outline *b, double grow, region *r);

/// The corner that is farthest from a point; the two that are farthest apart.
int scree_shared_farthest(const region *r, flat from);
void scree_shared_ends(const region *r, flat *one, flat *end);

#endif
