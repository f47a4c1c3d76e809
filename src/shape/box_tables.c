// The tables that all boxes share: there may be a million boxes, and a copy takes a kilobyte.
//
// Order   Vertex i lies at +x where bit 0 of i is set, at +y for bit 1, at +z for bit 2. Faces: -x, +x, -y, +y, -z, +z.
//         All else is as shape/hull/graph.c, loops.c and many.c make it of these, which tests/unit/shape/box_tables.c
//         checks against a polyhedron of the same vertices.
#include "shape/box_tables.h"

#include <math.h>

#include "shape/build.h"

enum { VERTICES = 8, FACES = 6, EDGES = 12, CORNERS = 24 };

static const int face_vertices[CORNERS] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
static const int given_vertex[VERTICES] = { 0, 1, 2, 3, 4, 5, 6, 7 };

static const scree_narrow_edge edges[EDGES] = {
    { { 0, 4 }, { 0, 2 } }, { { 4, 6 }, { 0, 5 } }, { { 6, 2 }, { 0, 3 } }, { { 2, 0 }, { 0, 4 } },
    { { 1, 3 }, { 1, 4 } }, { { 3, 7 }, { 1, 3 } }, { { 7, 5 }, { 1, 5 } }, { { 5, 1 }, { 1, 2 } },
    { { 0, 1 }, { 2, 4 } }, { { 5, 4 }, { 2, 5 } }, { { 6, 7 }, { 3, 5 } }, { { 3, 2 }, { 3, 4 } },
};

static const scree_loop_side loop_sides[CORNERS + SCREE_LOOP_SPARE] = {
    { 0, 4, 0, 0 }, { 4, 6, 1, 0 },  { 6, 2, 2, 0 }, { 2, 0, 3, 0 },  { 1, 3, 4, 0 },  { 3, 7, 5, 0 },
    { 7, 5, 6, 0 }, { 5, 1, 7, 0 },  { 0, 1, 8, 0 }, { 1, 5, 7, 0 },  { 5, 4, 9, 0 },  { 4, 0, 0, 0 },
    { 2, 6, 2, 0 }, { 6, 7, 10, 0 }, { 7, 3, 5, 0 }, { 3, 2, 11, 0 }, { 0, 2, 3, 0 },  { 2, 3, 11, 0 },
    { 3, 1, 4, 0 }, { 1, 0, 8, 0 },  { 4, 5, 9, 0 }, { 5, 7, 6, 0 },  { 7, 6, 10, 0 }, { 6, 4, 1, 0 },
};
static const scree_loop_spoke loop_spokes[CORNERS + SCREE_LOOP_SPARE] = {
    { 4, 0, 0, 0 }, { 2, 3, 4, 0 }, { 1, 8, 2, 0 },  { 3, 4, 1, 0 }, { 5, 7, 2, 0 }, { 0, 8, 4, 0 },
    { 0, 3, 0, 0 }, { 6, 2, 3, 0 }, { 3, 11, 4, 0 }, { 7, 5, 1, 0 }, { 1, 4, 4, 0 }, { 2, 11, 3, 0 },
    { 6, 1, 0, 0 }, { 0, 0, 2, 0 }, { 5, 9, 5, 0 },  { 1, 7, 1, 0 }, { 7, 6, 5, 0 }, { 4, 9, 2, 0 },
    { 2, 2, 0, 0 }, { 4, 1, 5, 0 }, { 7, 10, 3, 0 }, { 5, 6, 1, 0 }, { 3, 5, 3, 0 }, { 6, 10, 5, 0 },
};
static const scree_loop face_loops[FACES] = { { 0, 4 }, { 4, 4 }, { 8, 4 }, { 12, 4 }, { 16, 4 }, { 20, 4 } };
static const scree_loop vertex_loops[VERTICES] = { { 0, 3 },  { 3, 3 },  { 6, 3 },  { 9, 3 },
                                                   { 12, 3 }, { 15, 3 }, { 18, 3 }, { 21, 3 } };

static const uint64_t vertex_face_bits[VERTICES] = { 0x15, 0x16, 0x19, 0x1a, 0x25, 0x26, 0x29, 0x2a };

// Edges along z, y and x, then the normals of the lower faces.
_Alignas(SCREE_SHAPE_ALIGN) static const float axes[SCREE_MANY_AXES] = {
    0,   0,   1,  0, 1, 0, 1,  0, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN,
    NAN, NAN, -1, 0, 0, 0, -1, 0, 0, 0,   -1,  NAN, NAN, NAN, NAN, NAN,
};

// Padded with the first one.
_Alignas(SCREE_SHAPE_ALIGN) static const double face_x[SCREE_VERTEX_LANES] = { -1, 1, 0, 0, 0, 0, -1, -1 };
_Alignas(SCREE_SHAPE_ALIGN) static const double face_y[SCREE_VERTEX_LANES] = { 0, 0, -1, 1, 0, 0, 0, 0 };
_Alignas(SCREE_SHAPE_ALIGN) static const double face_z[SCREE_VERTEX_LANES] = { 0, 0, 0, 0, -1, 1, 0, 0 };

void scree_box_share_tables(scree_hull *h)
{
    h->face_vertices = (int *)face_vertices;
    h->given_vertex = (int *)given_vertex;
    h->edges.narrow = (scree_narrow_edge *)edges;
    h->wide = false;
    h->loop_sides = (scree_loop_side *)loop_sides;
    h->loop_spokes = (scree_loop_spoke *)loop_spokes;
    h->face_loops = (scree_loop *)face_loops;
    h->vertex_loops = (scree_loop *)vertex_loops;
    h->vertex_face_bits = (uint64_t *)vertex_face_bits;
    h->many_axes = (float *)axes;
    h->many_edges = h->many_faces = 3;
    h->face_x = (double *)face_x;
    h->face_y = (double *)face_y;
    h->face_z = (double *)face_z;
}
