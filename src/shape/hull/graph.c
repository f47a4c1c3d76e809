// Edges, fans and planes of a closed polyhedral surface.
//
// Idea    Every corner of a face starts a directed edge; its twin runs the other way round in the face adjacent to it.
//         A hash of directed edges pairs the twins. The fan of a vertex goes from an edge to the twin of the edge
//         before it.
// Planes  Normals are sums of cross products in double-double, so that long thin faces get them right too; offsets are
//         maxima over all vertices as evaluated in double.
#include "shape/hull/graph.h"

#include <stdint.h>
#include <stdlib.h>

#include "math/dd.h"
#include "math/predicates.h"
#include "shape/build.h"
#include "shape/support.h"

enum { SMALL_CORNERS = 128 }; // graphs up to this many corners are linked without malloc

typedef struct linker {
    scree_shape *s;
    int corner_count;
    int *face_of, *twin;
    int *table; // of corners + 1, 0 where empty
    uint32_t mask;
} linker;

static int next_corner(const linker *l, int c)
{
    const scree_face *f = &l->s->hull->faces[l->face_of[c]];
    return c + 1 == f->first + f->count ? f->first : c + 1;
}

static int previous_corner(const linker *l, int c)
{
    const scree_face *f = &l->s->hull->faces[l->face_of[c]];
    return c == f->first ? f->first + f->count - 1 : c - 1;
}

static int tail(const linker *l, int c)
{
    return l->s->hull->face_vertices[c];
}

static int head(const linker *l, int c)
{
    return l->s->hull->face_vertices[next_corner(l, c)];
}

// The slot of the directed edge from u to v: its own, or the empty one where it would go.
static int *place_of(const linker *l, int u, int v)
{
    uint32_t h = (uint32_t)u * 0x9e3779b1u ^ (uint32_t)v * 0x85ebca77u;
    h ^= h >> 15;
    for (h &= l->mask; l->table[h] != 0; h = (h + 1) & l->mask) {
        int c = l->table[h] - 1;
        if (tail(l, c) == u && head(l, c) == v) break;
    }
    return &l->table[h];
}

static bool pair_twins(linker *l)
{
    scree_shape *s = l->s;
    for (int f = 0, c = 0; f < s->hull->face_count; ++f) {
        if (s->hull->faces[f].count < 3) return false;
        for (int k = 0; k < s->hull->faces[f].count; ++k) l->face_of[c++] = f;
    }
    for (int c = 0; c < l->corner_count; ++c) {
        int *place = place_of(l, tail(l, c), head(l, c));
        if (*place != 0) return false;
        *place = c + 1;
    }
    int edge = 0;
    for (int c = 0; c < l->corner_count; ++c) {
        int u = tail(l, c), v = head(l, c);
        int t = *place_of(l, v, u) - 1;
        if (t < 0 || t == c) return false;
        l->twin[c] = t;
        if (c > t) continue;
        scree_edge e = { { u, v }, { l->face_of[c], l->face_of[t] } };
        scree_set_edge(scree_own_hull(s), edge, e);
        scree_set_face_edge(scree_own_hull(s), c, edge);
        scree_set_face_edge(scree_own_hull(s), t, edge);
        ++edge;
    }
    return true;
}

// One fan for each vertex, from any of its corners; false where it has several or none.
static bool walk_fans(linker *l)
{
    scree_shape *s = l->s;
    scree_hull *h = scree_own_hull(s);
    for (int i = 0; i < s->vertex_count; ++i) h->nodes[i].fan = h->nodes[i].fan_end = 0;
    for (int c = 0; c < l->corner_count; ++c) ++h->nodes[tail(l, c)].fan_end;
    for (int i = 0, end = 0; i < s->vertex_count; ++i) {
        if (h->nodes[i].fan_end < 3) return false;
        h->nodes[i].fan = end;
        h->nodes[i].fan_end = end += h->nodes[i].fan_end;
    }
    int *first = l->table; // the lowest corner at each vertex; the table of edges is no longer needed
    for (int c = l->corner_count - 1; c >= 0; --c) first[tail(l, c)] = c;
    for (int i = 0; i < s->vertex_count; ++i) {
        int c = first[i], k = h->nodes[i].fan;
        do {
            if (k == h->nodes[i].fan_end) return false;
            scree_set_fan(h, k, head(l, c), scree_face_edge(h, c), l->face_of[c]);
            ++k;
            c = l->twin[previous_corner(l, c)];
        } while (c != first[i]);
        if (k != h->nodes[i].fan_end) return false;
    }
    return true;
}

bool scree_graph_link(scree_shape *s, bool *no_memory)
{
    *no_memory = false;
    int corners = 2 * s->hull->edge_count, capacity = 8;
    if (s->vertex_count - s->hull->edge_count + s->hull->face_count != 2) return false;
    while (capacity < 2 * corners) capacity *= 2;
    int small[4 * SMALL_CORNERS + 2 * SMALL_CORNERS];
    int *memory = corners <= SMALL_CORNERS ? small : malloc(((size_t)capacity + 2 * (size_t)corners) * sizeof *memory);
    if (memory == NULL) {
        *no_memory = true;
        return false;
    }
    linker l = { s, corners, memory, memory + corners, memory + 2 * (size_t)corners, (uint32_t)capacity - 1 };
    for (int i = 0; i < capacity; ++i) l.table[i] = 0;
    bool good = pair_twins(&l) && walk_fans(&l);
    if (memory != small) free(memory);
    return good;
}

// u x v; double-double has digits enough unless the two are parallel to the last ones of their ends.
static bool cross_safely(dd3 u, dd3 v, dd3 *out)
{
    const double too_flat = 0x1p-46; // relative to the product of the lengths: 58 of 104 bits are left
    *out = dd3_cross(u, v);
    return v3_max_abs(dd3_value(*out)) > too_flat * v3_max_abs(dd3_value(u)) * v3_max_abs(dd3_value(v));
}

static dd3 area_vector(const scree_shape *s, int f)
{
    const int *loop = s->hull->face_vertices + s->hull->faces[f].first;
    scree_vec3 origin = scree_stored_vertex(s, loop[0]), before = scree_stored_vertex(s, loop[1]);
    dd3 sum = { { 0, 0 }, { 0, 0 }, { 0, 0 } }, triangle;
    if (s->hull->faces[f].count == 4) { // the cross product of the diagonals is the same sum
        scree_vec3 middle = scree_stored_vertex(s, loop[2]), last = scree_stored_vertex(s, loop[3]);
        if (cross_safely(dd3_diff(middle, origin), dd3_diff(last, before), &triangle)) return triangle;
    }
    for (int k = 2; k < s->hull->faces[f].count; ++k) {
        scree_vec3 corner = scree_stored_vertex(s, loop[k]);
        if (!cross_safely(dd3_diff(before, origin), dd3_diff(corner, origin), &triangle)) {
            scree_vec3 exact = scree_cross_exact(origin, before, corner);
            triangle = (dd3){ { exact.x, 0.0 }, { exact.y, 0.0 }, { exact.z, 0.0 } };
        }
        sum = dd3_add(sum, triangle);
        before = corner;
    }
    return sum;
}

scree_vec3 scree_graph_face_area(const scree_shape *s, int f)
{
    return dd3_value(area_vector(s, f));
}

scree_vec3 scree_graph_face_normal(const scree_shape *s, int f)
{
    return dd3_unit(area_vector(s, f));
}

// The highest vertex along the normal of face f. The vertices above some height are connected in the graph of a convex
// body, so all that could be highest, rounding included, are found from the corners of the face.
static double height_near(const scree_shape *s, int f, double margin, int *seen, int *stack)
{
    const scree_face *face = &s->hull->faces[f];
    int waiting = 0;
    double top = v3_dot(face->normal, scree_stored_vertex(s, s->hull->face_vertices[face->first]));
    for (int k = 0; k < face->count; ++k) {
        int v = s->hull->face_vertices[face->first + k];
        top = fmax(top, v3_dot(face->normal, scree_stored_vertex(s, v)));
        seen[v] = f;
        stack[waiting++] = v;
    }
    while (waiting > 0) {
        int v = stack[--waiting];
        for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end; ++k) {
            int u = scree_neighbour(s->hull, k);
            double h = v3_dot(face->normal, scree_stored_vertex(s, u));
            if (seen[u] == f || h < top - margin) continue;
            seen[u] = f;
            stack[waiting++] = u;
            top = fmax(top, h);
        }
    }
    return top;
}

void scree_graph_planes(scree_shape *s)
{
    // Many times the rounding of a height, and of the unevenness of a merged surface.
    double margin = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) margin = fmax(margin, 0x1p-40 * v3_max_abs(scree_stored_vertex(s, i)));
    int *seen = s->vertex_count > SCREE_SCAN_LIMIT ? malloc(2 * (size_t)s->vertex_count * sizeof *seen) : NULL;
    for (int i = 0; seen != NULL && i < s->vertex_count; ++i) seen[i] = -1;
    for (int f = 0; f < s->hull->face_count; ++f) {
        scree_face *face = &s->hull->faces[f];
        face->normal = scree_graph_face_normal(s, f);
        face->offset = seen == NULL ? scree_support_height(s, face->normal)
                                    : height_near(s, f, margin, seen, seen + s->vertex_count);
    }
    free(seen);
}
