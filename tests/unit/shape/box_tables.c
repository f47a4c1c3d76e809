// The tables that boxes have in common, against those that a polyhedron of the same faces gets of its own.
#include "shape/box_tables.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "shape/build.h"
#include "shape/hull/graph.h"

// The same vertices and faces, put together as those of any other polyhedron.
static scree_shape *built(const scree_shape *box)
{
    const scree_shape_counts n = { .vertices = 8, .faces = 6, .edges = 12, .corners = 24, .fans = 24 };
    scree_shape *s = scree_shape_new(SCREE_POLYHEDRON, SCREE_CORE_POLYHEDRON, n, NULL);
    if (s == NULL) return NULL;
    for (int i = 0; i < n.vertices; ++i) {
        s->x[i] = box->x[i];
        s->y[i] = box->y[i];
        s->z[i] = box->z[i];
        s->hull->given_vertex[i] = i;
    }
    memcpy(s->hull->faces, box->hull->faces, (size_t)n.faces * sizeof *s->hull->faces);
    memcpy(s->hull->face_vertices, box->hull->face_vertices, (size_t)n.corners * sizeof *s->hull->face_vertices);
    bool no_memory;
    CHECK(scree_graph_link(s, &no_memory));
    scree_shape_finish(s);
    return s;
}

#define SAME(member, count) CHECK(memcmp(a->member, b->member, (count) * sizeof *a->member) == 0)

static void check_tables(const scree_hull *a, const scree_hull *b)
{
    SAME(edges.narrow, 12);
    SAME(given_vertex, 8);
    SAME(loop_sides, 24 + SCREE_LOOP_SPARE);
    SAME(loop_spokes, 24 + SCREE_LOOP_SPARE);
    SAME(face_loops, 6);
    SAME(vertex_loops, 8);
    SAME(vertex_face_bits, 8);
    SAME(vertex_edge_bits, 8);
    SAME(grouped_edges, 12);
    SAME(edge_place, 12);
    SAME(face_x, 8);
    SAME(face_y, 8);
    SAME(face_z, 8);
    SAME(face_offset, 8);
    for (int i = 0; i < 8; ++i) CHECK(a->nodes[i].fan == b->nodes[i].fan && a->nodes[i].fan_end == b->nodes[i].fan_end);
    CHECK(a->padded_face_count == b->padded_face_count && a->wide == b->wide);
    CHECK(memcmp(&a->box->low, &b->box->low, 2 * sizeof a->box->low) == 0);
    SAME(box->cell, 27);
    SAME(sketch.few_over, 24);
    CHECK(a->many_edges == b->many_edges && a->many_faces == b->many_faces);
    for (int i = 0; i < SCREE_MANY_AXES; ++i)
        CHECK(a->many_axes[i] == b->many_axes[i] || (isnan(a->many_axes[i]) && isnan(b->many_axes[i])));
}

int main(void)
{
    const double sizes[] = { 1e-60, 3e-9, 0.7, 1.0, 2.1, 1e60 };
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < SIZES * SIZES * SIZES; ++i) {
        const scree_vec3 half = { sizes[i % SIZES], sizes[i / SIZES % SIZES], sizes[i / SIZES / SIZES] };
        scree_shape *box = scree_box_create(half, 0.0, NULL);
        scree_shape *own = CHECK(box != NULL) ? built(box) : NULL;
        if (CHECK(own != NULL)) {
            CHECK(box->is_box && own->is_box);
            check_tables(box->hull, own->hull);
        }
        scree_shape_destroy(own);
        scree_shape_destroy(box);
    }
    return check_done();
}
