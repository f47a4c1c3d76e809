// Sketches of polyhedra.
//
// Idea    A search over a large hull reads few vertices and faces, but different ones each time, and is bound by cache
//         misses. In float, with 16-bit indices and each face in one place, a hull takes a twentieth of the memory of
//         its arrays, and stays in the cache. A sketch gives only a guess, to be proven on the hull. A hull of few
//         faces, which is in the cache anyway, has only the table of cells.
// Limits  Hulls with more corners than 16 bits can count have none.
#include "shape/sketch.h"

#include <math.h>

#include "math/vec3.h"
#include "shape/cells.h"

enum { MOST_CORNERS = 65535 };

// About three cells for each face.
static int side_for(int faces)
{
    int side = 2;
    while (2 * side * side < faces) ++side;
    return side;
}

void scree_sketch_lay_out(scree_sketch *k, scree_layout *l, scree_shape_counts n)
{
    enum { LINE = SCREE_SHAPE_ALIGN };
    const scree_sketch old = *k;
    *k = (scree_sketch){ .side = 0 };
    if (n.fans == 0 || n.fans > MOST_CORNERS || n.vertices >= MOST_CORNERS) return;
    k->side = side_for(n.faces);
    const int cells = 6 * k->side * k->side;
    if (n.faces <= SCREE_COARSE_FACES) {
        k->few_over = scree_shape_take(l, old.few_over, cells, sizeof *k->few_over, 1);
        return;
    }
    const bool large = n.vertices > SCREE_SKETCH_SCAN;
    if (large) {
        k->vertices = scree_shape_take(l, old.vertices, n.vertices, sizeof *k->vertices, LINE);
        k->neighbours = scree_shape_take(l, old.neighbours, n.fans, sizeof *k->neighbours, LINE);
    }
    k->over = scree_shape_take(l, old.over, cells, sizeof *k->over, LINE);
    k->faces = scree_shape_take(l, old.faces, large ? n.faces : 0, sizeof *k->faces, LINE);
    k->adjacent = scree_shape_take(l, old.adjacent, n.faces, sizeof *k->adjacent, LINE);
}

static void draw_vertices(scree_shape *s)
{
    const scree_hull *h = s->hull;
    const scree_sketch *k = &h->sketch;
    const double part = 1.0 / s->core_radius;
    for (int i = 0; i < s->vertex_count; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i);
        k->vertices[i] = (scree_sketch_vertex){ (float)(v.x * part), (float)(v.y * part), (float)(v.z * part),
                                                (uint16_t)h->nodes[i].fan, (uint16_t)h->nodes[i].fan_end };
    }
    for (int i = 0; i < 2 * h->edge_count; ++i) k->neighbours[i] = (uint16_t)scree_neighbour(h, i);
}

static void draw_faces(scree_shape *s)
{
    const scree_sketch *k = &s->hull->sketch;
    for (int i = 0; i < s->hull->face_count; ++i) {
        if (k->faces != NULL) k->faces[i] = scree_sketch_of_face(s, i);
        for (int j = 0; j < SCREE_SKETCH_ADJACENT; ++j) k->adjacent[i][j] = (uint16_t)scree_sketch_of_adjacent(s, i, j);
    }
}

// The height over the face of the point of the ray along d at `radius` from the origin, relative to the face's offset:
// it is largest for the face through which the ray leaves the hull. Where the origin is outside, any face will do.
static double passed(const scree_face *f, double radius, scree_vec3 d)
{
    const double rise = v3_dot(f->normal, d);
    return f->offset > 0.0 ? radius * rise / f->offset : rise;
}

static int climb(const scree_shape *s, scree_vec3 d, int face)
{
    const scree_hull *h = s->hull;
    double most = passed(&h->faces[face], s->core_radius, d);
    for (int steps = h->face_count; steps > 0; --steps) {
        const scree_face *f = &h->faces[face];
        int best = face;
        for (int k = f->first; k < f->first + f->count; ++k) {
            const int beyond = scree_face_beyond(h, k, face);
            const double far = passed(&h->faces[beyond], s->core_radius, d);
            if (!(far > most)) continue;
            most = far;
            best = beyond;
        }
        if (best == face) break;
        face = best;
    }
    return face;
}

void scree_sketch_draw(scree_shape *s)
{
    const scree_sketch *k = &s->hull->sketch;
    if (k->vertices != NULL) draw_vertices(s);
    if (k->adjacent != NULL) draw_faces(s);
    for (int i = 0, face = 0; i < 6 * k->side * k->side; ++i) {
        face = climb(s, scree_cell_middle(i, k->side), face);
        if (k->over != NULL)
            k->over[i] = (uint16_t)face;
        else
            k->few_over[i] = (uint8_t)face;
    }
}
