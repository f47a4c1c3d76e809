// Merging the coplanar faces of a convex surface.
//
// Idea    From the largest face not yet taken, a region grows over all neighbours whose vertices lie in its plane up to
//         the tolerance; the plane is then fitted to the region and the region grown again. Distances count, not
//         angles: a sliver adjacent to a large face joins it whatever its own normal, and two large faces that differ by
//         1e-9 stay separate. Vertices with fewer than three regions around them lie in a face or on an edge.
// Limits  Regions must have one simple border each. Where they do not (bodies hardly thicker than the tolerance), the
//         merge fails and the caller keeps the surface as it was.
#include "shape/hull/merge.h"

#include <stdlib.h>
#include <string.h>

#include "math/vec3.h"
#include "shape/hull/graph.h"

enum { GROWTHS = 3 }; // from the seed's plane, and twice from the fitted one

typedef struct merger {
    const scree_shape *s;
    double tolerance;
    scree_vec3 *area; // of each face, as a vector twice the area long
    int *order;       // faces, largest first
    int *region;      // of each face, -1 where none yet
    int *stack;
    int *members;
    int *corner_at; // corner_at[2 e + side]: edge e in face edges[e].face[side]
    int *face_of;   // of each corner
    bool *dropped;  // of each vertex
} merger;

typedef struct plane {
    scree_vec3 normal, point;
} plane;

typedef struct ranked {
    double key;
    int face;
} ranked;

static int larger_first(const void *a, const void *b)
{
    const ranked *p = a, *q = b;
    if (p->key != q->key) return p->key > q->key ? -1 : 1;
    return p->face - q->face;
}

static bool rank_faces(merger *m)
{
    int count = m->s->hull->face_count;
    ranked *list = malloc((size_t)count * sizeof *list);
    if (list == NULL) return false;
    for (int f = 0; f < count; ++f) {
        m->area[f] = scree_graph_face_area(m->s, f);
        ranked r = { v3_norm(m->area[f]), f };
        list[f] = r;
    }
    qsort(list, (size_t)count, sizeof *list, larger_first);
    for (int i = 0; i < count; ++i) m->order[i] = list[i].face;
    free(list);
    return true;
}

static bool lies_in(const merger *m, int f, plane p)
{
    const scree_face *face = &m->s->hull->faces[f];
    if (v3_dot(p.normal, face->normal) <= 0.0) return false;
    for (int k = 0; k < face->count; ++k) {
        scree_vec3 v = scree_stored_vertex(m->s, m->s->hull->face_vertices[face->first + k]);
        if (fabs(v3_dot(p.normal, v3_sub(v, p.point))) > m->tolerance) return false;
    }
    return true;
}

// The faces connected to the seed in the plane, as region r; returns how many, listed in members.
static int grow(merger *m, int seed, plane p, int r)
{
    int count = 0, waiting = 0;
    m->stack[waiting++] = seed;
    m->region[seed] = r;
    while (waiting > 0) {
        int f = m->stack[--waiting];
        m->members[count++] = f;
        const scree_face *face = &m->s->hull->faces[f];
        for (int k = 0; k < face->count; ++k) {
            const scree_edge e = scree_edge_at(m->s->hull, scree_face_edge(m->s->hull, face->first + k));
            int g = e.face[0] == f ? e.face[1] : e.face[0];
            if (m->region[g] >= 0 || !lies_in(m, g, p)) continue;
            m->region[g] = r;
            m->stack[waiting++] = g;
        }
    }
    return count;
}

// Through the middle of the heights of the region's vertices, perpendicular to its area vector.
static plane fit(const merger *m, int count)
{
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < count; ++i) sum = v3_add(sum, m->area[m->members[i]]);
    plane p = { v3_unit(sum), v3(0, 0, 0) };
    scree_vec3 origin = scree_stored_vertex(m->s, m->s->hull->face_vertices[m->s->hull->faces[m->members[0]].first]);
    double low = 0.0, high = 0.0;
    for (int i = 0; i < count; ++i) {
        const scree_face *face = &m->s->hull->faces[m->members[i]];
        for (int k = 0; k < face->count; ++k) {
            scree_vec3 v = scree_stored_vertex(m->s, m->s->hull->face_vertices[face->first + k]);
            double h = v3_dot(p.normal, v3_sub(v, origin));
            low = h < low ? h : low;
            high = h > high ? h : high;
        }
    }
    p.point = v3_add_scaled(origin, 0.5 * (low + high), p.normal);
    return p;
}

static int grow_regions(merger *m)
{
    int regions = 0;
    for (int f = 0; f < m->s->hull->face_count; ++f) m->region[f] = -1;
    for (int i = 0; i < m->s->hull->face_count; ++i) {
        int seed = m->order[i];
        if (m->region[seed] >= 0) continue;
        scree_vec3 corner = scree_stored_vertex(m->s, m->s->hull->face_vertices[m->s->hull->faces[seed].first]);
        plane p = { m->s->hull->faces[seed].normal, corner };
        int count = grow(m, seed, p, regions);
        for (int round = 1; round < GROWTHS && count > 1; ++round) {
            p = fit(m, count);
            for (int k = 0; k < count; ++k) m->region[m->members[k]] = -1;
            count = grow(m, seed, p, regions);
        }
        ++regions;
    }
    return regions;
}

// Finds the vertices where fewer than three regions meet; returns their number.
static int find_dropped(merger *m)
{
    const scree_shape *s = m->s;
    int count = 0;
    for (int v = 0; v < s->vertex_count; ++v) {
        int seen[2] = { -1, -1 }, distinct = 0;
        for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end && distinct < 3; ++k) {
            int r = m->region[scree_vertex_face(s->hull, k)];
            if ((distinct > 0 && seen[0] == r) || (distinct > 1 && seen[1] == r)) continue;
            if (distinct < 2) seen[distinct] = r;
            ++distinct;
        }
        m->dropped[v] = distinct < 3;
        count += distinct < 3;
    }
    return count;
}

static int region_across(const merger *m, int c)
{
    const scree_edge e = scree_edge_at(m->s->hull, scree_face_edge(m->s->hull, c));
    int f = m->face_of[c];
    return m->region[e.face[0] == f ? e.face[1] : e.face[0]];
}

static int next_corner(const merger *m, int c)
{
    const scree_face *f = &m->s->hull->faces[m->face_of[c]];
    return c + 1 == f->first + f->count ? f->first : c + 1;
}

static int twin(const merger *m, int c)
{
    int e = scree_face_edge(m->s->hull, c);
    return m->corner_at[2 * e] == c ? m->corner_at[2 * e + 1] : m->corner_at[2 * e];
}

// Follows the border of region r once around from corner c; returns the number of border corners passed.
static int follow_border(const merger *m, int start, int r, scree_surface *out)
{
    int passed = 0, at = out->first[out->face_count];
    int c = start;
    do {
        int v = m->s->hull->face_vertices[c];
        if (!m->dropped[v]) out->loop[at++] = m->s->hull->given_vertex[v];
        ++passed;
        c = next_corner(m, c);
        while (region_across(m, c) == r) c = next_corner(m, twin(m, c));
    } while (c != start);
    out->first[++out->face_count] = at;
    return passed;
}

static bool build_borders(merger *m, int regions, scree_surface *out)
{
    const scree_shape *s = m->s;
    int corners = 2 * s->hull->edge_count;
    int *border = m->stack, *start = m->members; // of each region: the number of border corners, and the lowest one
    for (int r = 0; r < regions; ++r) border[r] = 0;
    for (int c = corners - 1; c >= 0; --c) {
        int r = m->region[m->face_of[c]];
        if (region_across(m, c) == r) continue;
        ++border[r];
        start[r] = c;
    }
    out->face_count = 0;
    out->first[0] = 0;
    for (int r = 0; r < regions; ++r) {
        if (border[r] < 3) return false;
        if (follow_border(m, start[r], r, out) != border[r]) return false;
        if (out->first[r + 1] - out->first[r] < 3) return false;
    }
    return true;
}

static void find_corners(merger *m)
{
    for (int f = 0; f < m->s->hull->face_count; ++f) {
        for (int k = 0; k < m->s->hull->faces[f].count; ++k) {
            int c = m->s->hull->faces[f].first + k, e = scree_face_edge(m->s->hull, c);
            m->face_of[c] = f;
            m->corner_at[2 * e + (scree_edge_at(m->s->hull, e).face[0] == f ? 0 : 1)] = c;
        }
    }
}

static scree_merge_outcome merge(merger *m, scree_surface *out)
{
    if (!rank_faces(m)) return SCREE_MERGE_NO_MEMORY;
    int regions = grow_regions(m);
    int dropped = find_dropped(m);
    if (regions == m->s->hull->face_count && dropped == 0) return SCREE_MERGE_NOTHING;
    out->first = malloc(((size_t)regions + 1) * sizeof *out->first);
    out->loop = malloc(2 * (size_t)m->s->hull->edge_count * sizeof *out->loop);
    if (out->first == NULL || out->loop == NULL) return SCREE_MERGE_NO_MEMORY;
    find_corners(m);
    return build_borders(m, regions, out) ? SCREE_MERGE_DONE : SCREE_MERGE_FAILED;
}

scree_merge_outcome scree_merge(const scree_shape *s, double tolerance, scree_surface *out)
{
    memset(out, 0, sizeof *out);
    size_t faces = (size_t)s->hull->face_count, corners = 2 * (size_t)s->hull->edge_count;
    merger m = { .s = s, .tolerance = tolerance };
    m.area = malloc(faces * sizeof *m.area);
    int *numbers = malloc((4 * faces + 2 * corners) * sizeof *numbers);
    m.dropped = malloc((size_t)s->vertex_count * sizeof *m.dropped);
    scree_merge_outcome outcome = SCREE_MERGE_NO_MEMORY;
    if (m.area != NULL && numbers != NULL && m.dropped != NULL) {
        m.order = numbers;
        m.region = numbers + faces;
        m.stack = numbers + 2 * faces;
        m.members = numbers + 3 * faces;
        m.corner_at = numbers + 4 * faces;
        m.face_of = m.corner_at + corners;
        outcome = merge(&m, out);
    }
    free(m.area);
    free(numbers);
    free(m.dropped);
    if (outcome != SCREE_MERGE_DONE) scree_surface_free(out);
    return outcome;
}
