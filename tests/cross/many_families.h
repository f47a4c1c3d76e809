// Families of awkward small hulls, and places for two of them, for many_lanes.c.
#ifndef SCREE_CROSS_MANY_FAMILIES_H
#define SCREE_CROSS_MANY_FAMILIES_H

#include <stdlib.h>

#include "check.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "shape/shape.h"

enum { SOLIDS = 12, LARGEST = 40 }; // of a family; points of a hull

// -------------------------------------------------------------------------------------------------------- families

typedef enum family {
    BOXES,
    TETRAHEDRA,
    THIN_ONES, // of these: flat, long, next to a triangle with a twist
    NEEDLES,
    PLATES,
    OCTAHEDRA,
    PRISMS,
    BENT,   // prisms of which two sides are next to level
    NARROW, // plates with a narrow face next to an edge
    SLIVERS,
    UNLIKE, // in size
    TINY,
    HUGE_ONES,
    ROUNDED,
    HULLS,
    LARGE_HULLS,
    FAMILIES
} family;

static const char *const family_name[FAMILIES] = { "boxes",  "tetrahedra", "thin",   "needles", "plates", "octahedra",
                                                   "prisms", "bent",       "narrow", "sliver",  "unlike", "tiny",
                                                   "huge",   "rounded",    "hulls",  "large" };

static inline int box_points(scree_vec3 *p, scree_vec3 half)
{
    for (int i = 0; i < 8; ++i) p[i] = s3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    return 8;
}

static inline int prism_points(scree_vec3 *p, int corners, double height)
{
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 / corners * i;
        p[i] = s3(cos(angle), sin(angle), height);
        p[corners + i] = s3(cos(angle), sin(angle), -height);
    }
    return 2 * corners;
}

static inline int hull_points(scree_vec3 *p, int count, scree_random *r)
{
    for (int i = 0; i < count; ++i) p[i] = random_direction(r);
    return count;
}

// A prism over a hexagon, two sides of which on either hand are as good as one.
static inline int bent_points(scree_vec3 *p, double bend)
{
    const double h = 0.5 * bend;
    const double x[6] = { -1, 0, 1, 1, 0, -1 }, z[6] = { 1 - h, 1, 1 - h, h - 1, -1, h - 1 };
    for (int i = 0; i < 12; ++i) p[i] = s3(x[i % 6], i < 6 ? -1 : 1, z[i % 6]);
    return 12;
}

// A plate with one edge cut off.
static inline int narrow_points(scree_vec3 *p, double thin, double along, double down)
{
    const double x[5] = { 1, 1 - along, -1, -1, 1 }, z[5] = { thin - down, thin, thin, -thin, -thin };
    for (int i = 0; i < 10; ++i) p[i] = s3(x[i / 2], i % 2 == 0 ? -1 : 1, z[i / 2]);
    return 10;
}

static inline scree_vec3 random_sides(scree_random *r)
{
    static const double sides[4] = { 1, 1, 0.5, 0.7 };
    const double x = sides[random_below(r, 4)], y = sides[random_below(r, 4)];
    return s3(x, y, sides[random_below(r, 4)]);
}

static inline int family_points(family f, int number, scree_vec3 *p, scree_random *r)
{
    const double small = random_decade(r, -6, -3), other = random_decade(r, -6, -1);
    int n;
    switch (f) {
    case BOXES:
        return box_points(p, number % 3 == 0 ? s3(1, 1, 1) : random_sides(r));
    case THIN_ONES:
        n = hull_points(p, 4, r);
        for (int i = 0; i < 4; ++i) {
            p[i].z *= number % 3 != 1 ? small : 1.0;
            p[i].y *= number % 3 != 2 ? 1.0 : other;
        }
        if (number % 3 == 1) p[3] = s3_add(p[2], random_vector(r, 1.0, -5.0, -1.0));
        return n;
    case NEEDLES:
        return box_points(p, s3(small, random_between(r, 1.0, 3.0) * small, 1.0));
    case PLATES:
        return box_points(p, s3(1.0, random_between(r, 0.3, 1.0), small));
    case OCTAHEDRA:
        for (int i = 0; i < 6; ++i) p[i] = s3(0, 0, 0);
        for (int i = 0; i < 2; ++i) p[i].x = p[2 + i].y = p[4 + i].z = i == 0 ? 1.0 : -1.0;
        for (int i = 0; i < 6; ++i) p[i].z *= number % 2 == 0 ? 1.0 : 0.6;
        return 6;
    case PRISMS:
        return prism_points(p, 3 + random_below(r, 4), random_between(r, 0.2, 1.0));
    case BENT:
        if (number % 2 != 0) return box_points(p, random_sides(r));
        return bent_points(p, number % 4 == 0 ? 2e-5 : random_decade(r, -7, -4));
    case NARROW:
        if (number % 3 == 1) return box_points(p, random_sides(r));
        return number % 3 == 0 ? narrow_points(p, 1.0, small, small * random_between(r, 0.2, 5.0))
                               : narrow_points(p, 10.0 * small, other, 5.0 * small);
    case SLIVERS: // a vertex, or an edge, nearly twice
        n = number % 2 == 0 ? box_points(p, s3(1, 1, 1)) : hull_points(p, 6, r);
        p[n] = s3_add(s3_scale(p[0], 1.0 + small), random_vector(r, 1.0, -5.0, -2.4));
        p[n + 1] = s3_add(s3_scale(p[1], 1.0 + 1e-3), random_vector(r, 1.0, -5.0, -2.4));
        return n + 2;
    case HULLS:
        return hull_points(p, 5 + random_below(r, 28), r);
    case LARGE_HULLS:
        return hull_points(p, 33 + random_below(r, 8), r);
    case UNLIKE:
    case TINY:
    case HUGE_ONES:
    case ROUNDED:
        if (number % 3 == 0) return box_points(p, random_sides(r));
        return hull_points(p, number % 3 == 1 ? 4 : 12, r);
    default:
        return hull_points(p, 4, r);
    }
}

static inline bool add_solid(scree_scene *scene, const scree_vec3 *p, int count, double size, double rounding)
{
    scree_solid *s = &scene->solids[scene->solid_count++];
    s->kind = SCREE_POLYHEDRON;
    s->count = count;
    s->points = malloc((size_t)count * sizeof *p);
    s->rounding = rounding * size;
    for (int i = 0; s->points != NULL && i < count; ++i) s->points[i] = s3_scale(p[i], size);
    if (s->points != NULL) s->shape = scree_polyhedron_create(s->points, (size_t)count, s->rounding, NULL);
    return s->shape != NULL;
}

static inline scree_scene *empty_scene(int room)
{
    scree_scene *scene = calloc(1, sizeof *scene);
    scree_solid *solids = calloc((size_t)room, sizeof *solids);
    if (!CHECK(scene != NULL && solids != NULL)) exit(1);
    scene->solids = solids;
    return scene;
}

static inline scree_scene *family_scene(family f, scree_random *r)
{
    scree_scene *scene = empty_scene(SOLIDS);
    for (int i = 0; i < SOLIDS; ++i) {
        scree_vec3 p[LARGEST];
        const int count = family_points(f, i, p, r);
        double size = f == TINY ? 1e-9 : f == HUGE_ONES ? 1e9 : 1.0;
        if (f == UNLIKE) size = random_decade(r, 0, 6);
        if (!CHECK(add_solid(scene, p, count, size, f == ROUNDED ? random_decade(r, -4, 0) : 0.0))) exit(1);
    }
    return scene;
}

// ---------------------------------------------------------------------------------------------------------- places

// B slides along the normals until the distance is as wanted, or nearly so.
static inline void settle(const scree_body *a, scree_body *b, double gap)
{
    for (int step = 0; step < 6; ++step) {
        scree_contact c;
        if (scree_query(a, b, NULL, &c) != SCREE_OK || c.distance == gap) return;
        b->position = s3_add(b->position, s3_scale(c.normal, gap - c.distance));
    }
}

// How far apart, or how deep; some pairs touch.
static inline double random_gap(double size, double smaller, scree_random *r)
{
    switch (random_below(r, 5)) {
    case 0:
        return size * random_decade(r, -12, 1);
    case 1:
        return size * random_decade(r, -3, 0);
    case 2:
        return smaller * -random_decade(r, -12, -0.3);
    case 3:
        return smaller * -random_decade(r, -3, -0.3);
    default:
        return 0.0;
    }
}

// Nearly, or quite, as the other: edges and faces are parallel.
static inline scree_quat nearly(scree_quat q, scree_random *r)
{
    const scree_vec3 axis = random_direction(r);
    const double tilt = random_below(r, 3) == 0 ? 0.0 : random_decade(r, -9, -3);
    if (random_below(r, 2) == 0) q = quat_times(q, (scree_quat){ 0.5, 0.5, 0.5, 0.5 }); // a third of a turn
    return tilt == 0.0 ? q : quat_times(quat_about(axis, tilt), q);
}

// Rotated about a diagonal of A and moved along it: of boxes with equal sides, depths are equal, or nearly so.
static inline void place_evenly(const scree_body *a, scree_body *b, double smaller, scree_random *r)
{
    const scree_vec3 diagonal = random_below(r, 2) == 0 ? s3(1, 1, 0) : s3(1, -1, 1);
    const double angle = random_below(r, 4) == 0 ? 0.0 : random_between(r, 0.1, 3.0), off = random_decade(r, -12, -1);
    const scree_vec3 way = s3_scale(diagonal, smaller * random_between(r, 0.3, 1.2));
    b->orientation = quat_about(s3_unit(diagonal), angle);
    b->position = random_below(r, 2) == 0 ? way : s3_add(way, s3(smaller * off, 0, 0));
    if (random_below(r, 2) == 0) return;
    b->orientation = quat_times(a->orientation, b->orientation);
    b->position = s3_add(a->position, quat_rotate(a->orientation, b->position));
}

// The corner of B that is farthest against a direction of A, n, so far below a point of A's skin.
static inline void place_under(scree_body *a, scree_body *b, const scree_solid *t, scree_vec3 skin, scree_vec3 n,
                               scree_random *r)
{
    const double depth = random_between(r, 0.05, 0.3);
    scree_vec3 low = s3_scale(n, 9.0);
    a->orientation = (scree_quat){ 1, 0, 0, 0 };
    b->orientation = random_rotation(r);
    for (int i = 0; i < t->count; ++i) {
        const scree_vec3 v = quat_rotate(b->orientation, t->points[i]);
        if (s3_dot(v, n) < s3_dot(low, n)) low = v;
    }
    b->position = s3_add(a->position, s3_sub(s3_sub(skin, s3_scale(n, depth)), low));
}

// Under the ridge of a bent prism, where both sides are as deep, or nearly so; under a narrow face, where the faces
// beside it are less deep.
static inline void place_under_narrow(family f, const scree_solid *s, const scree_solid *t, scree_body *a,
                                      scree_body *b, scree_random *r)
{
    const double x = random_between(r, -0.15, 0.15), y = random_between(r, -0.3, 0.3);
    const scree_vec3 p = s->points[0], q = s->points[2], m = s3_unit(s3_sub(q, p));
    if (f == BENT)
        place_under(a, b, t, s3(2.0 * (1.0 - p.z) * x, y, 1.0), s3(0, 0, 1), r);
    else
        place_under(a, b, t, s3_add(s3(0.5 * (p.x + q.x), y, 0.5 * (p.z + q.z)), s3_scale(s3_sub(q, p), x)),
                    s3(m.z, 0, -m.x), r);
}

/// Two bodies, apart, in touch or overlapping, of chance or even.
static inline void place(scree_body *a, scree_body *b, scree_random *r)
{
    const double radius_a = scree_shape_bounds(a->shape).radius, radius_b = scree_shape_bounds(b->shape).radius;
    const double size = scree_pair_size(a->shape, b->shape), smaller = radius_a < radius_b ? radius_a : radius_b;
    a->position = s3_scale(random_direction(r), random_below(r, 3) == 0 ? size : 0.0);
    a->orientation = random_below(r, 3) == 0 ? (scree_quat){ 1, 0, 0, 0 } : random_rotation(r);
    b->orientation = random_rotation(r);
    b->position = s3_add(a->position, s3_scale(random_direction(r), size));
    switch (random_below(r, 8)) {
    case 0: // one in the other, or the same place
        b->position = s3_add(a->position, random_below(r, 2) == 0 ? s3(0, 0, 0) : random_vector(r, smaller, -9, -1));
        if (random_below(r, 3) == 0) b->orientation = nearly(a->orientation, r);
        break;
    case 1:
    case 2:
        b->orientation = nearly(a->orientation, r);
        settle(a, b, random_gap(size, smaller, r));
        break;
    case 3:
        if (random_below(r, 2) == 0) a->orientation = (scree_quat){ 1, 0, 0, 0 };
        place_evenly(a, b, smaller, r);
        break;
    default:
        settle(a, b, random_gap(size, smaller, r));
    }
}

#endif
