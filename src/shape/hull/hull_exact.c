// Hulls in exact arithmetic.
//
// Source  Barber, Dobkin, Huhdanpaa, The Quickhull Algorithm for Convex Hulls, ACM TOMS 22 (1996), section 2, with the
//         exact orientation of Shewchuk in place of its merging.
// Idea    Each point not yet inside is kept with one triangle that it is strictly above. The farthest point above a
//         triangle sees a connected region of triangles; a cone from the point to the border of that region replaces
//         it. Because "above" is exact, the region is a disc with a simple border, whatever the points.
// Limits  Points on the hull that are not corners of it may become vertices, and coplanar neighbours stay separate:
//         merging is done later. Many points in one plane up to rounding, on a grid or around a tilted prism, need the
//         exact part of the orientation test: twice Qhull's time there; a quarter to a half of it for points in general
//         position.
#include <stdlib.h>
#include <string.h>

#include "math/predicates.h"
#include "shape/hull/hull.h"

typedef struct triangle {
    int vertex[3];
    int adjacent[3]; // the triangle across the edge from vertex[k] to the next
    int above;       // first of the points kept with it, -1 where none
    bool seen;       // from the point being added
    bool gone;
    bool queued; // in the list of pending triangles; stays with the slot when the triangle is gone
} triangle;

typedef struct builder {
    const scree_vec3 *points;
    triangle *triangles;
    int count, free_count;
    int *free_list;
    int *next;    // next[i]: the point kept after point i
    int *seen;    // triangles that the point being added sees
    int *cone_at; // cone_at[i]: the triangle of the cone whose border edge starts at point i
    int *pending; // triangles that may have points above them
    int pending_count;
} builder;

static double height(const builder *b, int t, int point)
{
    const int *v = b->triangles[t].vertex;
    return scree_orient3(b->points[v[0]], b->points[v[1]], b->points[v[2]], b->points[point]);
}

static int new_triangle(builder *b, int u, int v, int w)
{
    int t = b->free_count > 0 ? b->free_list[--b->free_count] : b->count++;
    triangle made = { { u, v, w }, { -1, -1, -1 }, -1, false, false, b->triangles[t].queued };
    b->triangles[t] = made;
    return t;
}

static void keep(builder *b, int t, int point)
{
    if (!b->triangles[t].queued) b->pending[b->pending_count++] = t;
    b->triangles[t].queued = true;
    b->next[point] = b->triangles[t].above;
    b->triangles[t].above = point;
}

static void start(builder *b, const int corner[4], int count)
{
    int a = corner[0], c = corner[1], d = corner[2], e = corner[3];
    if (scree_orient3(b->points[a], b->points[c], b->points[d], b->points[e]) > 0.0) { // e must be below a, c, d
        int swap = c;
        c = d;
        d = swap;
    }
    new_triangle(b, a, c, d);
    new_triangle(b, c, a, e);
    new_triangle(b, d, c, e);
    new_triangle(b, a, d, e);
    static const int adjacent[4][3] = { { 1, 2, 3 }, { 0, 3, 2 }, { 0, 1, 3 }, { 0, 2, 1 } };
    for (int t = 0; t < 4; ++t) memcpy(b->triangles[t].adjacent, adjacent[t], sizeof adjacent[t]);
    for (int i = 0; i < count; ++i) {
        for (int t = 0; t < 4; ++t) {
            if (height(b, t, i) <= 0.0) continue;
            keep(b, t, i);
            break;
        }
    }
}

static int farthest_above(const builder *b, int t)
{
    int best = -1;
    double most = 0.0;
    for (int i = b->triangles[t].above; i >= 0; i = b->next[i]) {
        double h = height(b, t, i);
        if (h > most || (h == most && i < best)) {
            most = h;
            best = i;
        }
    }
    return best;
}

// All triangles that the point is above; they are connected.
static int look(builder *b, int first, int point)
{
    int count = 0;
    b->triangles[first].seen = true;
    b->seen[count++] = first;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            int t = b->triangles[b->seen[i]].adjacent[k];
            if (b->triangles[t].seen || height(b, t, point) <= 0.0) continue;
            b->triangles[t].seen = true;
            b->seen[count++] = t;
        }
    }
    return count;
}

// One triangle over each border edge of the seen disc; made[] gets their indices. Returns their number.
static int build_cone(builder *b, int seen_count, int apex, int *made)
{
    int count = 0;
    for (int i = 0; i < seen_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            triangle old = b->triangles[b->seen[i]];
            int outer = old.adjacent[k];
            if (b->triangles[outer].seen) continue;
            int u = old.vertex[k], v = old.vertex[(k + 1) % 3];
            int t = new_triangle(b, u, v, apex);
            b->triangles[t].adjacent[0] = outer;
            for (int j = 0; j < 3; ++j) {
                if (b->triangles[outer].vertex[j] == v && b->triangles[outer].adjacent[j] == b->seen[i]) {
                    b->triangles[outer].adjacent[j] = t;
                }
            }
            b->cone_at[u] = t;
            made[count++] = t;
        }
    }
    for (int i = 0; i < count; ++i) {
        int after = b->cone_at[b->triangles[made[i]].vertex[1]];
        b->triangles[made[i]].adjacent[1] = after;
        b->triangles[after].adjacent[2] = made[i];
    }
    return count;
}

static void hand_over(builder *b, int seen_count, int apex, const int *made, int made_count)
{
    for (int i = 0; i < seen_count; ++i) {
        triangle *old = &b->triangles[b->seen[i]];
        for (int p = old->above, after; p >= 0; p = after) {
            after = b->next[p];
            if (p == apex) continue;
            for (int k = 0; k < made_count; ++k) {
                if (height(b, made[k], p) <= 0.0) continue;
                keep(b, made[k], p);
                break;
            }
        }
        old->gone = true;
        old->above = -1;
        b->free_list[b->free_count++] = b->seen[i];
    }
}

static void build(builder *b, int *made)
{
    while (b->pending_count > 0) {
        int t = b->pending[--b->pending_count];
        b->triangles[t].queued = false;
        if (b->triangles[t].gone || b->triangles[t].above < 0) continue;
        int apex = farthest_above(b, t);
        int seen_count = look(b, t, apex);
        int made_count = build_cone(b, seen_count, apex, made);
        hand_over(b, seen_count, apex, made, made_count);
    }
}

void scree_surface_free(scree_surface *surface)
{
    free(surface->first);
    free(surface->loop);
    surface->first = surface->loop = NULL;
    surface->face_count = 0;
}

static scree_status copy_out(const builder *b, scree_surface *out)
{
    out->first = malloc(((size_t)b->count + 1) * sizeof *out->first);
    out->loop = malloc(3 * (size_t)b->count * sizeof *out->loop);
    if (out->first == NULL || out->loop == NULL) {
        scree_surface_free(out);
        return SCREE_NO_MEMORY;
    }
    for (int t = 0; t < b->count; ++t) {
        if (b->triangles[t].gone) continue;
        memcpy(out->loop + 3 * (size_t)out->face_count, b->triangles[t].vertex, sizeof b->triangles[t].vertex);
        out->first[out->face_count] = 3 * out->face_count;
        ++out->face_count;
    }
    out->first[out->face_count] = 3 * out->face_count;
    return SCREE_OK;
}

scree_status scree_hull_exact(const scree_cloud *cloud, const scree_spread *spread, scree_surface *out)
{
    memset(out, 0, sizeof *out);
    // A hull of n vertices has 2 n - 4 triangles; while a cone is built, it and the disc under it both exist.
    size_t points = (size_t)cloud->count, most = 4 * points;
    builder b = { .points = cloud->points };
    b.triangles = calloc(most, sizeof *b.triangles);
    int *numbers = malloc((4 * most + 2 * points) * sizeof *numbers);
    scree_status status = SCREE_NO_MEMORY;
    if (b.triangles != NULL && numbers != NULL) {
        b.free_list = numbers;
        b.seen = numbers + most;
        b.pending = numbers + 2 * most;
        int *made = numbers + 3 * most;
        b.next = numbers + 4 * most;
        b.cone_at = b.next + points;
        start(&b, spread->corner, cloud->count);
        build(&b, made);
        status = copy_out(&b, out);
    }
    free(b.triangles);
    free(numbers);
    return status;
}
