// The edges of one vertex or the sides of one face of a hull, over lanes: computed from the vertices, which fill few
// cache lines. Stored rows would be ten times as long, and would wait for memory.
//
// Lanes after the last side of a face, or the last edge of a vertex, are undefined, NaN included: the caller masks
// them.
#ifndef SCREE_KERNELS_HULL_HULL_PARTS_H
#define SCREE_KERNELS_HULL_HULL_PARTS_H

#include "lanes/lane_rows.h"
#include "math/vec3.h"
#include "shape/shape.h"

static inline lane3 lanes_at(const double *x, const double *y, const double *z, int i)
{
    return l3(lane_at(x + i), lane_at(y + i), lane_at(z + i));
}

/// Transposes vectors, each followed by one more double in memory.
static inline lane3 vectors_at(const double *const at[SCREE_LANES])
{
    lane rows[4];
    lane_columns_of_four(at, 0, rows);
    return l3(rows[0], rows[1], rows[2]);
}

// ------------------------------------------------------------------------------------------------ around a vertex

static inline int fan_begin(const scree_shape *s, int vertex)
{
    return s->hull->nodes[vertex].fan;
}

static inline int fan_end(const scree_shape *s, int vertex)
{
    return s->hull->nodes[vertex].fan_end;
}

/// Not inlined, like all that only large hulls need: the code for small ones must stay small.
__attribute__((noinline, unused)) static lane3 large_spokes_at(const scree_shape *s, int vertex, int k)
{
    const scree_node *n = &s->hull->nodes[vertex];
    if (s->hull->fan_rows != NULL) {
        const scree_spokes spokes = scree_spokes_of(s, vertex);
        return lanes_at(spokes.x, spokes.y, spokes.z, k);
    }
    const double *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i)
        to[i] = &s->hull->nodes[scree_neighbour(s->hull, k + i < n->fan_end ? k + i : k)].at.x;
    return l3_sub(vectors_at(to), l3_of(n->at));
}

/// The edges that leave a vertex, as vectors, from index k of the fans on.
static inline lane3 spokes_at(const scree_shape *s, int vertex, int k)
{
    if (s->hull->loop_spokes == NULL) return large_spokes_at(s, vertex, k);
    const double *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) to[i] = &s->hull->nodes[s->hull->loop_spokes[k + i].to].at.x;
    return l3_sub(vectors_at(to), l3_of(s->hull->nodes[vertex].at));
}

/// One of them.
static inline scree_vec3 spoke_at(const scree_shape *s, int vertex, int k)
{
    return v3_sub(s->hull->nodes[scree_neighbour(s->hull, k)].at, s->hull->nodes[vertex].at);
}

// ------------------------------------------------------------------------------------------------- around a face

/// The corner after corner k of a face.
static inline int corner_after(const scree_face *face, int k)
{
    return k + 1 < face->first + face->count ? k + 1 : face->first;
}

static inline scree_vec3 corner_at(const scree_shape *s, int k)
{
    return s->hull->nodes[s->hull->face_vertices[k]].at;
}

/// From corner k of a face to the next one.
static inline scree_vec3 side_at(const scree_shape *s, const scree_face *face, int k)
{
    return v3_sub(corner_at(s, corner_after(face, k)), corner_at(s, k));
}

/// The unit vector into the face, perpendicular to one of its sides.
static inline scree_vec3 inward_of(const scree_face *face, scree_vec3 side)
{
    return v3_scale(v3_cross(face->normal, side), 1.0 / v3_norm(side));
}

/// How far p is inside of the side from corner k of a face; `inward` is the side's inward direction.
static inline double inside_of_side(const scree_shape *s, const scree_face *face, int k, scree_vec3 p,
                                    scree_vec3 *inward)
{
    *inward = inward_of(face, side_at(s, face, k));
    return v3_dot(*inward, v3_sub(p, corner_at(s, k)));
}

/// Sides of a face: the first corner of each, and the vector to the next.
typedef struct lane_sides {
    lane3 from, along;
} lane_sides;

__attribute__((noinline, unused)) static lane_sides large_sides_at(const scree_shape *s, const scree_face *face, int k)
{
    const double *from[SCREE_LANES], *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) { // the loop wraps around
        from[i] = &s->hull->nodes[s->hull->face_vertices[k]].at.x;
        k = corner_after(face, k);
        to[i] = &s->hull->nodes[s->hull->face_vertices[k]].at.x;
    }
    const lane3 corner = vectors_at(from);
    return (lane_sides){ corner, l3_sub(vectors_at(to), corner) };
}

/// The sides of a face from corner k on.
static inline lane_sides sides_from(const scree_shape *s, const scree_face *face, int k)
{
    if (s->hull->loop_sides == NULL) return large_sides_at(s, face, k);
    const double *from[SCREE_LANES], *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        from[i] = &s->hull->nodes[s->hull->loop_sides[k + i].from].at.x;
        to[i] = &s->hull->nodes[s->hull->loop_sides[k + i].to].at.x;
    }
    const lane3 corner = vectors_at(from);
    return (lane_sides){ corner, l3_sub(vectors_at(to), corner) };
}

/// The corners of a face, from corner k on.
static inline lane3 corners_at(const scree_shape *s, const scree_face *face, int k)
{
    const double *at[SCREE_LANES];
    const int end = face->first + face->count;
    if (s->hull->loop_sides != NULL)
        for (int i = 0; i < SCREE_LANES; ++i) at[i] = &s->hull->nodes[s->hull->loop_sides[k + i].from].at.x;
    else
        for (int i = 0; i < SCREE_LANES; ++i)
            at[i] = &s->hull->nodes[s->hull->face_vertices[k + i < end ? k + i : k]].at.x;
    return vectors_at(at);
}

/// How far p is inside of the sides of a face, from corner k on.
static inline lane inside_of_sides(const scree_shape *s, const scree_face *face, int k, scree_vec3 p)
{
    const lane_sides sides = sides_from(s, face, k);
    const lane3 inward = l3_cross(l3_of(face->normal), sides.along);
    return l3_dot(inward, l3_sub(l3_of(p), sides.from)) / lane_sqrt(l3_dot(sides.along, sides.along));
}

#endif
