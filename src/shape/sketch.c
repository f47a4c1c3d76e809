// Sketches of polyhedra.
//
// Idea    A search over a large hull looks at few vertices and faces, but at others every time, and what it waits for
//         is
//         memory. In floats, with numbers of 16 bits and each face in one place, a hull takes a twentieth of what its
//         arrays take, and stays in the cache. What is found in a sketch is only a guess, to be proven on the hull.
// Limits  Hulls with more corners than 16 bits can count have none.
#include "shape/sketch.h"

#include <math.h>

#include "math/vec3.h"
#include "shape/cells.h"

enum { ROW = 16, MOST_CORNERS = 65535, ADJACENT = 4 };

// About three cells for each face.
static int side_for(int faces)
{
    int side = 2;
    while (2 * side * side < faces) ++side;
    return side;
}

size_t scree_sketch_lay_out(scree_shape *s, unsigned char *block, scree_shape_counts n)
{
    size_t used = 0;
    if (n.fans == 0 || n.fans > MOST_CORNERS || n.vertices >= MOST_CORNERS) return used;
    scree_sketch *k = &s->sketch;
    const bool rows = n.vertices <= SCREE_SKETCH_SCAN;
    const int scanned = rows ? (n.vertices + ROW - 1) / ROW * ROW : 0;
    k->side = side_for(n.faces);
    k->x = scree_shape_take(block, &used, scanned, sizeof *k->x);
    k->y = scree_shape_take(block, &used, scanned, sizeof *k->y);
    k->z = scree_shape_take(block, &used, scanned, sizeof *k->z);
    k->vertices = scree_shape_take(block, &used, rows ? 0 : n.vertices, sizeof *k->vertices);
    k->neighbours = scree_shape_take(block, &used, rows ? 0 : n.fans, sizeof *k->neighbours);
    k->over = scree_shape_take(block, &used, 6 * k->side * k->side, sizeof *k->over);
    k->faces = scree_shape_take(block, &used, n.faces, sizeof *k->faces);
    k->beside = scree_shape_take(block, &used, n.faces, sizeof *k->beside);
    return used;
}

static void draw_rows(scree_shape *s)
{
    const scree_sketch *k = &s->sketch;
    const double part = 1.0 / s->core_radius;
    const int rows = (s->vertex_count + ROW - 1) / ROW * ROW;
    for (int i = 0; i < rows; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i < s->vertex_count ? i : 0);
        k->x[i] = (float)(v.x * part);
        k->y[i] = (float)(v.y * part);
        k->z[i] = (float)(v.z * part);
    }
}

static void draw_vertices(scree_shape *s)
{
    const scree_sketch *k = &s->sketch;
    const double part = 1.0 / s->core_radius;
    for (int i = 0; i < s->vertex_count; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i);
        k->vertices[i] = (scree_sketch_vertex){ (float)(v.x * part), (float)(v.y * part), (float)(v.z * part),
                                                (uint16_t)s->fan_start[i], (uint16_t)s->fan_start[i + 1] };
    }
    for (int i = 0; i < s->fan_start[s->vertex_count]; ++i) k->neighbours[i] = (uint16_t)s->neighbours[i];
}

// Of faces with many sides, some of the faces beside them, evenly around.
static void draw_faces(scree_shape *s)
{
    const scree_sketch *k = &s->sketch;
    const double part = 1.0 / s->core_radius;
    for (int i = 0; i < s->face_count; ++i) {
        const scree_face *f = &s->faces[i];
        const scree_vec3 n = f->normal;
        k->faces[i] = (scree_sketch_face){ (float)n.x, (float)n.y, (float)n.z, (float)(f->offset * part) };
        for (int j = 0; j < ADJACENT; ++j) {
            const int at = f->count < ADJACENT ? j % f->count : j * f->count / ADJACENT;
            k->beside[i][j] = (uint16_t)s->face_neighbours[f->first + at];
        }
    }
}

// How far beyond the face the ray along d has come when it is a radius from the origin, relative to where the face is:
// the largest is that of the face which the ray leaves the hull through. Where the origin is outside, any face will do.
static double passed(const scree_face *f, double radius, scree_vec3 d)
{
    const double rise = v3_dot(f->normal, d);
    return f->offset > 0.0 ? radius * rise / f->offset : rise;
}

static int climb(const scree_shape *s, scree_vec3 d, int face)
{
    double most = passed(&s->faces[face], s->core_radius, d);
    for (int steps = s->face_count; steps > 0; --steps) {
        const scree_face *f = &s->faces[face];
        int best = face;
        for (int k = f->first; k < f->first + f->count; ++k) {
            const double h = passed(&s->faces[s->face_neighbours[k]], s->core_radius, d);
            if (!(h > most)) continue;
            most = h;
            best = s->face_neighbours[k];
        }
        if (best == face) break;
        face = best;
    }
    return face;
}

void scree_sketch_draw(scree_shape *s)
{
    const scree_sketch *k = &s->sketch;
    if (k->faces == NULL) return;
    if (k->x != NULL)
        draw_rows(s);
    else
        draw_vertices(s);
    draw_faces(s);
    for (int i = 0, face = 0; i < 6 * k->side * k->side; ++i) {
        face = climb(s, scree_cell_middle(i, k->side), face);
        k->over[i] = (uint16_t)face;
    }
}
