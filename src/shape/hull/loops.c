// The loops of a small hull in bytes: they fit into a few cache lines, whereas rows of doubles for each side and each
// spoke are ten times as long and wait for memory.
#include <string.h>

#include "shape/build.h"

static void set_face(const scree_hull *h, int face)
{
    const int first = h->faces[face].first, count = h->faces[face].count;
    h->face_loops[face] = (scree_loop){ (uint8_t)first, (uint8_t)count };
    for (int i = 0; i < count; ++i) {
        scree_loop_side *side = &h->loop_sides[first + i];
        side->from = (uint8_t)h->face_vertices[first + i];
        side->to = (uint8_t)h->face_vertices[first + (i + 1) % count];
        side->spare = 0;
    }
}

// The edges and the spokes are set already. With 64 vertices and faces there are at most 126 edges, and twice as many
// corners: all indices fit.
void scree_shape_set_loops(scree_shape *s)
{
    const scree_hull *h = s->hull;
    if (h->face_loops == NULL) return;
    for (int i = 0; i < h->face_count; ++i) set_face(h, i);
    for (int i = 0; i < s->vertex_count; ++i) {
        const int first = h->nodes[i].fan, count = h->nodes[i].fan_end - first;
        h->vertex_loops[i] = (scree_loop){ (uint8_t)first, (uint8_t)count };
    }
    memset(h->loop_sides + 2 * h->edge_count, 0, SCREE_LOOP_SPARE * sizeof *h->loop_sides);
    memset(h->loop_spokes + 2 * h->edge_count, 0, SCREE_LOOP_SPARE * sizeof *h->loop_spokes);
}
