// What belongs to one vertex or one face of a hull, over lanes: computed from the vertices themselves, which are few
// and in the cache, where rows of it would be many and not.
#ifndef SCREE_KERNELS_HULL_HULL_PARTS_H
#define SCREE_KERNELS_HULL_HULL_PARTS_H

#include "kernels/hull/hull_frame.h"
#include "lanes/lane_rows.h"

static inline lane3 lanes_at(const double *x, const double *y, const double *z, int i)
{
    return l3(lane_at(x + i), lane_at(y + i), lane_at(z + i));
}

static inline lane3 l3_of(scree_vec3 v)
{
    return l3(lane_of(v.x), lane_of(v.y), lane_of(v.z));
}

/// Vertices, by their numbers.
static inline lane3 vertices_at(const scree_shape *s, const int *number, int first, int end)
{
    const double *records[SCREE_LANES];
    lane rows[4];
    for (int i = 0; i < SCREE_LANES; ++i) {
        const int k = first + i;
        records[i] = &s->nodes[number[k < end ? k : end - 1]].at.x;
    }
    lane_columns_of_four(records, 0, rows);
    return l3(rows[0], rows[1], rows[2]);
}

/// Where the fan of a vertex begins, and ends.
static inline int fan_begin(const scree_shape *s, int vertex)
{
    return s->compact ? s->nodes[vertex].fan : s->fan_start[vertex];
}

static inline int fan_end(const scree_shape *s, int vertex)
{
    return s->compact ? s->nodes[vertex].fan_end : s->fan_start[vertex + 1];
}

/// Not inlined, as all that compact hulls need: the code for small ones must stay small.
__attribute__((noinline)) static lane3 compact_spokes_at(const scree_shape *s, int vertex, int k)
{
    const scree_node *n = &s->nodes[vertex];
    if (s->fan_rows == NULL) return l3_sub(vertices_at(s, s->neighbours, k, n->fan_end), l3_of(n->at));
    const scree_spokes spokes = scree_spokes_of(s, vertex);
    return lanes_at(spokes.x, spokes.y, spokes.z, k);
}

/// The ways from a vertex to its neighbours, from neighbour k on; those after the last one are of no use.
static inline lane3 spokes_at(const scree_shape *s, int vertex, int k)
{
    return s->compact ? compact_spokes_at(s, vertex, k) : lanes_at(s->spoke_x, s->spoke_y, s->spoke_z, k);
}

/// One of them.
static inline scree_vec3 spoke_at(const scree_shape *s, int vertex, int k)
{
    if (!s->compact) return v3(s->spoke_x[k], s->spoke_y[k], s->spoke_z[k]);
    if (s->fan_rows == NULL) return v3_sub(scree_node_at(s, s->neighbours[k]), scree_node_at(s, vertex));
    const scree_spokes spokes = scree_spokes_of(s, vertex);
    return v3(spokes.x[k], spokes.y[k], spokes.z[k]);
}

/// The corner after corner k of a face.
static inline int corner_after(const scree_face *face, int k)
{
    return k + 1 < face->first + face->count ? k + 1 : face->first;
}

/// The way from corner k of a face to the next one.
static inline scree_vec3 side_at(const scree_shape *s, const scree_face *face, int k)
{
    if (!s->compact) return v3(s->side_x[k], s->side_y[k], s->side_z[k]);
    return v3_sub(scree_node_at(s, s->face_vertices[corner_after(face, k)]), scree_node_at(s, s->face_vertices[k]));
}

/// Corners of a face, from corner k on; those after the last one are of no use.
static inline lane3 corners_at(const scree_shape *s, const scree_face *face, int k)
{
    if (!s->compact) return lanes_at(s->corner_x, s->corner_y, s->corner_z, k);
    return vertices_at(s, s->face_vertices, k, face->first + face->count);
}

/// How far p is inside of the side from corner k of a face; `inward` leads that way.
static inline double inside_of_side(const scree_shape *s, const scree_face *face, int k, scree_vec3 p,
                                    scree_vec3 *inward)
{
    if (!s->compact) {
        *inward = v3(s->inward_x[k], s->inward_y[k], s->inward_z[k]);
        return v3_dot(*inward, p) - s->inward_offset[k];
    }
    const scree_vec3 way = side_at(s, face, k);
    *inward = v3_scale(v3_cross(face->normal, way), 1.0 / v3_norm(way));
    return v3_dot(*inward, v3_sub(p, scree_node_at(s, s->face_vertices[k])));
}

__attribute__((noinline)) static lane compact_inside(const scree_shape *s, const scree_face *face, int k, scree_vec3 p)
{
    const double *at[SCREE_LANES], *to[SCREE_LANES];
    lane from[4], next[4];
    for (int i = 0; i < SCREE_LANES; ++i) {
        at[i] = &s->nodes[s->face_vertices[k]].at.x;
        k = corner_after(face, k);
        to[i] = &s->nodes[s->face_vertices[k]].at.x;
    }
    lane_columns_of_four(at, 0, from);
    lane_columns_of_four(to, 0, next);
    const lane3 corner = l3(from[0], from[1], from[2]), side = l3_sub(l3(next[0], next[1], next[2]), corner);
    const lane3 inward = l3_cross(l3_of(face->normal), side);
    return l3_dot(inward, l3_sub(l3_of(p), corner)) / lane_sqrt(l3_dot(side, side));
}

/// How far p is inside of the sides of a face, from corner k on; after the last one comes the first again.
static inline lane inside_of_sides(const scree_shape *s, const scree_face *face, int k, scree_vec3 p)
{
    if (s->compact) return compact_inside(s, face, k, p);
    return heights_of(s->inward_x + k, s->inward_y + k, s->inward_z + k, p) - lane_at(s->inward_offset + k);
}

#endif
