// Hulls, a pair in each lane: features from their vertices. See many.c.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_FEATURES_H
#define SCREE_KERNELS_HULL_MANY_MANY_FEATURES_H

#include "kernels/hull_many/many_group.h"
#include "lanes/lane_rows.h"

// Of the features, in the frames of their shapes: first and last vertex; the plane of a face.
enum feature_place { A_FIRST, A_LAST, B_FIRST, B_LAST, PLANE, FEATURE_PLACES };

typedef struct many_features {
    lane3 at[FEATURE_PLACES];
    lane offset;               // of the plane
    unsigned edge[2], face[2]; // bit i: A, or B, of lane i has one
    unsigned known;            // lanes that have features at all
    int index[2][SCREE_LANES];
    int kind[2][SCREE_LANES]; // 1: a vertex, 2: an edge, 3: a face; else there is none
} many_features;

// A feature of a hull: its kind (1, 2 or 3: a vertex, an edge or a face; 0: none), its index, the ends of an edge, a
// face. The members are valid indices whatever the kind.
typedef struct named_feature {
    int kind, index, ends[2], face;
} named_feature;

// The edge, or the face, that has these vertices; -1: none.
static inline int edge_with(const scree_shape *s, int u, int v)
{
    if (s->hull->many != NULL) {
        const uint64_t edge = s->hull->vertex_edge_bits[u] & s->hull->vertex_edge_bits[v];
        return edge != 0 ? s->hull->grouped_edges[__builtin_ctzll(edge)] : -1;
    }
    for (int k = s->hull->nodes[u].fan; k < s->hull->nodes[u].fan_end; ++k)
        if (scree_neighbour(s->hull, k) == v) return scree_vertex_edge(s->hull, k);
    return -1;
}

static inline int face_with(const scree_shape *s, int u, int v, int w)
{
    if (s->hull->many != NULL) {
        const uint64_t face =
            s->hull->vertex_face_bits[u] & s->hull->vertex_face_bits[v] & s->hull->vertex_face_bits[w];
        return face != 0 ? __builtin_ctzll(face) : -1;
    }
    for (int k = s->hull->nodes[u].fan; k < s->hull->nodes[u].fan_end; ++k) {
        const scree_face *f = &s->hull->faces[scree_vertex_face(s->hull, k)];
        int found = 0;
        for (int i = f->first; i < f->first + f->count; ++i)
            found += s->hull->face_vertices[i] == v || s->hull->face_vertices[i] == w;
        if (found == 2) return scree_vertex_face(s->hull, k);
    }
    return -1;
}

// The feature with these vertices, some of which may be equal.
static inline named_feature name_feature(const scree_shape *s, int u, int v, int w)
{
    const bool second = v != u, third = w != u && w != v;
    named_feature x = { .kind = 1, .index = u, .ends = { u, second ? v : w } };
    if (!second && !third) return x;
    x.index = second && third ? face_with(s, u, v, w) : edge_with(s, u, x.ends[1]);
    x.kind = x.index < 0 ? 0 : second && third ? 3 : 2;
    x.face = x.kind == 3 ? x.index : 0;
    if (x.kind == 2) {
        const scree_edge e = scree_edge_at(s->hull, x.index);
        x.ends[0] = e.vertex[0];
        x.ends[1] = e.vertex[1];
    }
    return x;
}

static inline void many_features_of(const many_group *w, int half, many_features *x)
{
    const double *from[FEATURE_PLACES][SCREE_LANES];
    x->edge[0] = x->edge[1] = x->face[0] = x->face[1] = x->known = 0;
    for (int i = 0; i < SCREE_LANES; ++i) {
        named_feature f[2];
        for (int k = 0; k < 2; ++k) {
            const scree_shape *s = w->g[half].shape[k][i];
            const int at = half * SCREE_LANES + i;
            f[k] = name_feature(s, w->vertex[k][0][at], w->vertex[k][1][at], w->vertex[k][2][at]);
            from[2 * k][i] = &s->hull->nodes[f[k].ends[0]].at.x;
            from[2 * k + 1][i] = &s->hull->nodes[f[k].ends[1]].at.x;
            x->edge[k] |= (f[k].kind == 2 ? 1u : 0u) << i;
            x->face[k] |= (f[k].kind == 3 ? 1u : 0u) << i;
            x->kind[k][i] = f[k].kind;
            x->index[k][i] = f[k].index;
        }
        const int reference = f[1].kind == 3;
        const bool fine = (f[0].kind > 0) & (f[1].kind > 0) & (f[0].kind + f[1].kind <= 4);
        x->known |= (fine ? 1u : 0u) << i;
        from[PLANE][i] = &w->g[half].shape[reference][i]->hull->faces[f[reference].face].normal.x; // and the offset
    }
    for (int k = 0; k < FEATURE_PLACES; ++k) {
        lane rows[4];
        lane_columns_of_four(from[k], 0, rows);
        x->at[k] = l3(rows[0], rows[1], rows[2]);
        x->offset = rows[3]; // the plane's is the last
    }
}

#endif
