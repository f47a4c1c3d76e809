// The loops of a small hull in bytes: all of them are in a few lines of memory, where rows of doubles for each side and
// each spoke are ten times as long and are waited for.
#include <string.h>

#include "shape/build.h"

static void set_face(scree_shape *s, int face)
{
    const int first = s->hull->faces[face].first, count = s->hull->faces[face].count;
    s->hull->face_loops[face] = (scree_loop){ (uint8_t)first, (uint8_t)count };
    for (int i = 0; i < count; ++i) {
        const int k = first + i, next = first + (i + 1) % count;
        s->hull->loop_sides[k].from = (uint8_t)s->hull->face_vertices[k];
        s->hull->loop_sides[k].to = (uint8_t)s->hull->face_vertices[next];
        s->hull->loop_sides[k].edge = (uint8_t)s->hull->face_edges[k];
    }
}

static void set_vertex(scree_shape *s, int vertex)
{
    const int first = s->hull->fan_start[vertex], end = s->hull->fan_start[vertex + 1];
    s->hull->vertex_loops[vertex] = (scree_loop){ (uint8_t)first, (uint8_t)(end - first) };
    for (int k = first; k < end; ++k)
        s->hull->loop_spokes[k] =
            (scree_loop_spoke){ (uint8_t)s->hull->neighbours[k], (uint8_t)s->hull->vertex_edges[k] };
}

// With 64 vertices and faces there are at most 126 edges, and twice as many corners: all numbers fit.
void scree_shape_set_loops(scree_shape *s)
{
    if (s->hull->face_loops == NULL) return;
    const size_t places = 2 * (size_t)s->hull->edge_count + SCREE_LOOP_SPARE;
    memset(s->hull->loop_sides, 0, places * sizeof *s->hull->loop_sides);
    memset(s->hull->loop_spokes, 0, places * sizeof *s->hull->loop_spokes);
    for (int i = 0; i < s->hull->face_count; ++i) set_face(s, i);
    for (int i = 0; i < s->vertex_count; ++i) set_vertex(s, i);
}
