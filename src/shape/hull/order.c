// Sorts the faces of a surface by their first two points, each loop started at its lowest point.
#include "shape/hull/order.h"

#include <stdlib.h>
#include <string.h>

typedef struct ordered_face {
    int lowest, next; // its first two points
    int first, count; // where the loop stands now
} ordered_face;

static int compare(const void *a, const void *b)
{
    const ordered_face *f = a, *g = b;
    if (f->lowest != g->lowest) return f->lowest < g->lowest ? -1 : 1;
    return (f->next > g->next) - (f->next < g->next);
}

// Copy a loop so that it starts at its lowest point.
static void rotate(const int *loop, int count, int *out)
{
    int start = 0;
    for (int k = 1; k < count; ++k) {
        if (loop[k] < loop[start]) start = k;
    }
    for (int k = 0; k < count; ++k) out[k] = loop[(start + k) % count];
}

bool scree_surface_order(scree_surface *surface)
{
    size_t faces = (size_t)surface->face_count, corners = (size_t)surface->first[faces];
    ordered_face *order = malloc(faces * sizeof *order);
    int *rotated = malloc(corners * sizeof *rotated);
    if (order == NULL || rotated == NULL) {
        free(order);
        free(rotated);
        return false;
    }
    for (size_t f = 0; f < faces; ++f) {
        int first = surface->first[f], count = surface->first[f + 1] - first;
        rotate(surface->loop + first, count, rotated + first);
        order[f] = (ordered_face){ rotated[first], rotated[first + 1], first, count };
    }
    qsort(order, faces, sizeof *order, compare);
    for (size_t f = 0; f < faces; ++f) {
        int first = surface->first[f], count = order[f].count;
        memcpy(surface->loop + first, rotated + order[f].first, (size_t)count * sizeof *rotated);
        surface->first[f + 1] = first + count;
    }
    free(order);
    free(rotated);
    return true;
}
