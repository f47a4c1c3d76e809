// Contact types.
//
// Source      feng-tan-2020, 4.2.2.
// Idea        Each vertex of a face of M is the difference of a vertex of B and a vertex of A. So a triangle of M has
//             an associated triangle on A and one on B, of which two or all three corners may coincide: a face, an
//             edge or a vertex. In the plane, a segment of M has an associated edge or vertex on each.
// Departures  1. v-v, and in 3-D v-e, belong to bodies that just touch: the origin is then in a corner or on an edge of
//                the master face, and that corner or edge is what counts, not the face that EPA happened to end on.
//             2. Our faces are polygons. Two corners of one may be a diagonal instead of an edge: the type is "e" all
//                the same, as the paper counts vertices and knows no edges, but no edge is named.
#include "papers/contact_type.h"

enum { MOST = 4 };

bool scree_is_sharp(const scree_shape *s)
{
    return s->radius == 0.0 && (s->core == SCREE_CORE_POLYHEDRON || s->core == SCREE_CORE_POLYGON);
}

// The smallest part of the simplex within `touch` of the origin; all of it, if there is none.
static scree_simplex touching_part(const scree_simplex *s, double touch)
{
    scree_simplex part = { .count = 1 };
    for (int i = 0; i < s->count; ++i) {
        part.vertex[0] = s->vertex[i];
        if (v3_norm(s->vertex[i].w) <= touch) return part;
    }
    part.count = 2;
    for (int i = 0; i < s->count; ++i) {
        for (int j = i + 1; j < s->count; ++j) {
            part.vertex[0] = s->vertex[i];
            part.vertex[1] = s->vertex[j];
            if (v3_norm(scree_nearest_on_segment(s->vertex[i].w, s->vertex[j].w, part.weight)) <= touch) return part;
        }
    }
    return *s;
}

static int distinct_vertices(const scree_simplex *s, bool of_a, int vertex[MOST])
{
    int count = 0;
    for (int i = 0; i < s->count; ++i) {
        int number = of_a ? s->vertex[i].index_a : s->vertex[i].index_b;
        bool known = false;
        for (int k = 0; k < count; ++k) known = known || vertex[k] == number;
        if (!known) vertex[count++] = number;
    }
    return count;
}

static int edge_between(const scree_shape *s, int i, int j)
{
    if (s->core == SCREE_CORE_POLYGON) {
        if ((i + 1) % s->vertex_count == j) return i;
        return (j + 1) % s->vertex_count == i ? j : -1;
    }
    for (int k = s->hull->nodes[i].fan; k < s->hull->nodes[i].fan_end; ++k)
        if (scree_neighbour(s->hull, k) == j) return scree_vertex_edge(s->hull, k);
    return -1;
}

static int face_with(const scree_shape *s, const int vertex[3])
{
    for (int k = s->hull->nodes[vertex[0]].fan; k < s->hull->nodes[vertex[0]].fan_end; ++k) {
        const scree_face *f = &s->hull->faces[scree_vertex_face(s->hull, k)];
        int held = 0;
        for (int i = 0; i < f->count; ++i) {
            int corner = s->hull->face_vertices[f->first + i];
            held += corner == vertex[1] || corner == vertex[2];
        }
        if (held == 2) return scree_vertex_face(s->hull, k);
    }
    return -1;
}

static scree_feature feature_of(const scree_shape *s, const scree_simplex *part, bool of_a, int *index)
{
    *index = -1;
    if (!scree_is_sharp(s) || part->count == 0) return SCREE_FEATURE_SURFACE;
    int vertex[MOST] = { 0 }, count = distinct_vertices(part, of_a, vertex);
    if (count == 1) {
        *index = vertex[0];
        return SCREE_FEATURE_VERTEX;
    }
    if (count == 2 || s->dimension == 2) {
        *index = edge_between(s, vertex[0], vertex[1]);
        return SCREE_FEATURE_EDGE;
    }
    *index = face_with(s, vertex);
    return SCREE_FEATURE_FACE;
}

scree_contact_type scree_contact_type_of(const scree_cores *c, const scree_simplex *s, double touch)
{
    scree_simplex part = touching_part(s, touch);
    scree_contact_type type;
    type.feature_a = feature_of(c->a, &part, true, &type.index_a);
    type.feature_b = feature_of(c->b, &part, false, &type.index_b);
    return type;
}
