// A convex polyhedron that is cut by planes.
//
// Source      The plane-by-plane cut of Sutherland and Hodgman (1974), carried out on a half-edge graph; that signs
//             decide the topology once, and rounding cannot break it, follows Sugihara and Iri (1992).
// Idea        For a plane, every vertex is classified as inside or outside. The outside is made one connected piece,
//             and so is the inside; one closed loop then crosses the edges between them, and becomes the new face.
//             Whatever the rounding, the surface stays topologically a sphere whose vertices have three edges or more.
//             Hence V <= 2F - 4 and E <= 3F - 6, and scratch can be bounded.
// Departures  A new vertex may coincide with an old one (a plane through a vertex), and a face may have no area:
//             neither the graph nor integrals over the surface are affected.
// Limits      A vertex not connected to its side is counted on the other side; that happens only within rounding of the
//             plane.
#include "solve/volume/cut.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/impossible.h"

typedef enum side {
    INSIDE,
    OUTSIDE,       // cut off
    INSIDE_REACHED // inside, and connected with the lowest vertex
} side;

// V <= 2F - 4 and E <= 3F - 6, as above; if P has vertices with two edges, there is one more edge for each. During a
// cut, the old vertices and the new ones (at most one per edge) exist together.
typedef struct part_sizes {
    size_t vertices, half_edges, faces;
} part_sizes;

static part_sizes sizes_for(const scree_shape *p, int cuts)
{
    size_t faces = (size_t)p->hull->face_count + (size_t)cuts, given = (size_t)p->vertex_count;
    part_sizes s = { 5 * faces + 2 * given, 2 * (3 * faces + given), faces };
    return s;
}

size_t scree_part_bytes(const scree_shape *p, int cuts)
{
    part_sizes s = sizes_for(p, cuts);
    return 4 * scree_arena_bytes(s.vertices * sizeof(double)) + scree_arena_bytes(s.vertices) +
           2 * scree_arena_bytes(s.vertices * sizeof(int)) + scree_arena_bytes(s.half_edges * sizeof(scree_half_edge)) +
           2 * scree_arena_bytes(s.half_edges * sizeof(int)) + scree_arena_bytes(s.faces * sizeof(int));
}

bool scree_part_take(scree_part *w, const scree_shape *p, int cuts, void *scratch, size_t size)
{
    memset(w, 0, sizeof *w);
    if (scratch == NULL) return false;
    scree_arena arena = scree_arena_make(scratch, size);
    part_sizes s = sizes_for(p, cuts);
    w->vertex_capacity = (int)s.vertices;
    w->half_capacity = (int)s.half_edges;
    w->face_capacity = (int)s.faces;
    w->x = scree_arena_take(&arena, s.vertices * sizeof(double));
    w->y = scree_arena_take(&arena, s.vertices * sizeof(double));
    w->z = scree_arena_take(&arena, s.vertices * sizeof(double));
    w->height = scree_arena_take(&arena, s.vertices * sizeof(double));
    w->side = scree_arena_take(&arena, s.vertices);
    w->spoke = scree_arena_take(&arena, s.vertices * sizeof(int));
    w->list = scree_arena_take(&arena, s.vertices * sizeof(int));
    w->half = scree_arena_take(&arena, s.half_edges * sizeof(scree_half_edge));
    w->unused = scree_arena_take(&arena, s.half_edges * sizeof(int));
    w->loop = scree_arena_take(&arena, s.half_edges * sizeof(int));
    w->face_half = scree_arena_take(&arena, s.faces * sizeof(int));
    return w->x != NULL && w->y != NULL && w->z != NULL && w->height != NULL && w->side != NULL && w->spoke != NULL &&
           w->list != NULL && w->half != NULL && w->unused != NULL && w->loop != NULL && w->face_half != NULL;
}

// Corner i of P's face list is half-edge i.
void scree_part_copy(scree_part *w, const scree_shape *p, double unit)
{
    w->vertex_count = p->vertex_count;
    for (int i = 0; i < p->vertex_count; ++i) {
        w->x[i] = p->x[i] / unit;
        w->y[i] = p->y[i] / unit;
        w->z[i] = p->z[i] / unit;
    }
    memset(w->side, INSIDE, (size_t)p->vertex_count);
    w->half_count = w->unused_count = 0;
    for (int f = 0; f < w->face_capacity; ++f) w->face_half[f] = -1;
    int *seen = w->loop; // the first half-edge of each edge
    for (int e = 0; e < p->hull->edge_count; ++e) seen[e] = -1;
    for (int f = 0; f < p->hull->face_count; ++f) {
        int first = p->hull->faces[f].first, count = p->hull->faces[f].count;
        w->face_half[f] = first;
        w->half_count += count;
        for (int k = 0; k < count; ++k) {
            int h = first + k, edge = scree_face_edge(p->hull, h), other = seen[edge];
            scree_half_edge half = { first + (k + 1) % count, other, p->hull->face_vertices[h], f };
            w->half[h] = half;
            w->spoke[half.origin] = h;
            if (other < 0)
                seen[edge] = h;
            else
                w->half[other].twin = h;
        }
    }
}

// Four independent maxima, so that no comparison waits for the previous one.
void scree_part_measure(scree_part *w, scree_vec3 normal, double offset)
{
    enum { LANES = 4 };
    const double *x = w->x, *y = w->y, *z = w->z;
    double *height = w->height, high[LANES], low[LANES];
    int count = w->vertex_count, i = 0;
    for (int k = 0; k < count; ++k) height[k] = normal.x * x[k] + normal.y * y[k] + normal.z * z[k] - offset;
    for (int k = 0; k < LANES; ++k) high[k] = low[k] = height[0];
    for (; i + LANES <= count; i += LANES) {
        for (int k = 0; k < LANES; ++k) {
            high[k] = height[i + k] > high[k] ? height[i + k] : high[k];
            low[k] = height[i + k] < low[k] ? height[i + k] : low[k];
        }
    }
    for (; i < count; ++i) {
        high[0] = height[i] > high[0] ? height[i] : high[0];
        low[0] = height[i] < low[0] ? height[i] : low[0];
    }
    w->high = fmax(fmax(high[0], high[1]), fmax(high[2], high[3]));
    w->low = fmin(fmin(low[0], low[1]), fmin(low[2], low[3]));
}

static int vertex_at_height(const scree_part *w, double height)
{
    int i = 0;
    while (w->height[i] != height) i++;
    return i;
}

// From `start`, along the edges, every vertex that is INSIDE and above `level` becomes `to` and joins the list. Returns
// their number.
static int flood(scree_part *w, int start, double level, side to)
{
    int count = 0;
    w->list[count++] = start;
    w->side[start] = (unsigned char)to;
    for (int i = 0; i < count; ++i) {
        int first = w->spoke[w->list[i]], h = first;
        do {
            int v = scree_part_target(w, h);
            if (w->side[v] == INSIDE && w->height[v] > level) {
                w->side[v] = (unsigned char)to;
                w->list[count++] = v;
            }
            h = scree_part_next_spoke(w, h);
        } while (h != first);
    }
    return count;
}

// The edges from inside to outside, in order around the cut: one loop, from any edge. Returns their number, and whether
// there are others not on that loop.
static int walk_loop(scree_part *w, int list_count, bool *others)
{
    int start = -1, crossings = 0;
    for (int i = 0; i < list_count; ++i) {
        int first = w->spoke[w->list[i]], h = first;
        do {
            if (w->side[scree_part_target(w, h)] != OUTSIDE) {
                start = w->half[h].twin;
                crossings++;
            }
            h = scree_part_next_spoke(w, h);
        } while (h != first);
    }
    int count = 0, h = start;
    do {
        w->loop[count++] = h;
        int back = w->half[h].next; // through the outside to the edge that comes back
        while (w->side[scree_part_target(w, back)] == OUTSIDE) back = w->half[back].next;
        h = w->half[back].twin;
    } while (h != start && count < crossings);
    *others = count != crossings;
    return count;
}

// Classifies every vertex; all are INSIDE before. What is cut off must be connected to the highest vertex, and what
// stays to the lowest: a vertex that is not is within rounding of the plane, and may be on either side.
static int choose_sides(scree_part *w, double slack, int *list_count)
{
    bool others;
    *list_count = flood(w, vertex_at_height(w, w->high), slack, OUTSIDE);
    int crossings = walk_loop(w, *list_count, &others);
    if (!others) return crossings;
    flood(w, vertex_at_height(w, w->low), -INFINITY, INSIDE_REACHED);
    *list_count = 0;
    for (int i = 0; i < w->vertex_count; ++i) {
        if (w->side[i] == INSIDE_REACHED) {
            w->side[i] = INSIDE;
            continue;
        }
        w->side[i] = OUTSIDE;
        w->list[(*list_count)++] = i;
    }
    return walk_loop(w, *list_count, &others);
}

// The point where the edge from a kept vertex to a removed one meets the plane, computed from the nearer end.
static scree_vec3 cut_point(const scree_part *w, int stays, int goes)
{
    double low = w->height[stays], high = w->height[goes];
    scree_vec3 p = scree_part_vertex(w, stays), q = scree_part_vertex(w, goes);
    if (low >= 0.0) return p;
    if (high <= 0.0) return q;
    return -low <= high ? v3_lerp(p, q, low / (low - high)) : v3_lerp(q, p, high / (high - low));
}

static int new_half(scree_part *w)
{
    return w->unused_count > 0 ? w->unused[--w->unused_count] : w->half_count++;
}

// Removes the half-edges that start outside, except those that come back in: their start moves to the cut.
static void drop_outside(scree_part *w, int list_count)
{
    for (int i = 0; i < list_count; ++i) {
        int first = w->spoke[w->list[i]], h = first;
        do {
            if (w->side[scree_part_target(w, h)] == OUTSIDE) {
                w->unused[w->unused_count++] = h;
                w->face_half[w->half[h].face] = -1; // faces that are only cut get theirs back
            }
            h = scree_part_next_spoke(w, h);
        } while (h != first);
    }
}

// Closes the hole with `face`: a corner on each edge of the loop, and an edge across each face that the loop crosses.
static void stitch(scree_part *w, int crossings, int face)
{
    int first_corner = w->vertex_count;
    for (int i = 0; i < crossings; ++i) {
        int h = w->loop[i], corner = w->vertex_count++;
        scree_vec3 p = cut_point(w, w->half[h].origin, scree_part_target(w, h));
        w->x[corner] = p.x;
        w->y[corner] = p.y;
        w->z[corner] = p.z;
        w->side[corner] = INSIDE;
    }
    int first_cap = -1, last_cap = -1;
    for (int i = 0; i < crossings; ++i) {
        int following = i + 1 < crossings ? i + 1 : 0, h = w->loop[i], back = w->half[w->loop[following]].twin;
        int across = new_half(w), cap = new_half(w);
        scree_half_edge on_face = { back, cap, first_corner + i, w->half[h].face };
        scree_half_edge on_cap = { last_cap, across, first_corner + following, face };
        w->half[across] = on_face;
        w->half[cap] = on_cap;
        w->half[h].next = across;
        w->half[back].origin = first_corner + following;
        w->face_half[on_face.face] = h;
        w->spoke[first_corner + i] = across;
        last_cap = cap;
        if (first_cap < 0) first_cap = cap;
    }
    w->half[first_cap].next = last_cap;
    w->face_half[face] = first_cap;
}

// Moves the last vertex into each gap, so that the arrays have none.
static void close_gaps(scree_part *w, int list_count)
{
    for (int k = 0; k < list_count; ++k) {
        int i = w->list[k];
        while (w->vertex_count > 0 && w->side[w->vertex_count - 1] == OUTSIDE) w->vertex_count--;
        if (i >= w->vertex_count) continue;
        int last = --w->vertex_count;
        w->x[i] = w->x[last];
        w->y[i] = w->y[last];
        w->z[i] = w->z[last];
        w->side[i] = INSIDE;
        w->spoke[i] = w->spoke[last];
        int first = w->spoke[i], h = first;
        do {
            w->half[h].origin = i;
            h = scree_part_next_spoke(w, h);
        } while (h != first);
    }
}

bool scree_part_cut(scree_part *w, double slack, int face)
{
    int list_count, crossings = choose_sides(w, slack, &list_count);
    drop_outside(w, list_count);
    if (SCREE_IMPOSSIBLE(crossings > w->vertex_capacity - w->vertex_count ||
                         2 * crossings > w->half_capacity - w->half_count + w->unused_count))
        return false;
    stitch(w, crossings, face);
    close_gaps(w, list_count);
    return true;
}
