// What a hull has for the kernels with a pair in each lane: its vertices in float; and for a small one its axes, and
// the faces around each vertex.
#include <math.h>

#include "math/vec3.h"
#include "shape/build.h"

// Two unit vectors are along one line if the sine of their angle is below this: far above rounding, far below what
// floats distinguish.
#define SAME_LINE 1e-12

// Merged faces whose facets' normals differ by more than this need more axes than those of the faces: far below the
// float errors that many_axes.h allows for.
#define MOST_SPREAD 1e-8

enum { PADDED = 16 }; // floats that are read together

static void put_triple(float *to, scree_vec3 v)
{
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

// Adds a direction to the lines, unless it is there with either sign. Returns the new count; more than `most`: no room.
static int add_line(scree_vec3 *lines, int count, int most, scree_vec3 direction)
{
    for (int i = 0; i < count; ++i)
        if (v3_norm(v3_cross(lines[i], direction)) < SAME_LINE) return count;
    if (count < most) lines[count] = direction;
    return count + 1;
}

static void find_axes(scree_shape *s)
{
    scree_vec3 edges[SCREE_MANY_EDGES], faces[SCREE_MANY_FACES];
    int edge_count = 0, face_count = 0;
    for (int i = 0; i < s->hull->edge_count && edge_count <= SCREE_MANY_EDGES; ++i) {
        const scree_edge of_end = scree_edge_at(s->hull, i);
        const int *end = of_end.vertex;
        const scree_vec3 along = v3_unit(v3_sub(scree_stored_vertex(s, end[1]), scree_stored_vertex(s, end[0])));
        edge_count = add_line(edges, edge_count, SCREE_MANY_EDGES, along);
    }
    for (int i = 0; i < s->hull->face_count && face_count <= SCREE_MANY_FACES; ++i)
        face_count = add_line(faces, face_count, SCREE_MANY_FACES, s->hull->faces[i].normal);
    if (edge_count > SCREE_MANY_EDGES || face_count > SCREE_MANY_FACES || s->hull->spread > MOST_SPREAD) {
        scree_own_hull(s)->many_axes = NULL;
        return;
    }
    for (int i = 0; i < SCREE_MANY_AXES; ++i) s->hull->many_axes[i] = NAN;
    for (int i = 0; i < edge_count; ++i) put_triple(s->hull->many_axes + 3 * i, edges[i]);
    for (int i = 0; i < face_count; ++i) put_triple(s->hull->many_axes + 3 * (SCREE_MANY_EDGES + i), faces[i]);
    scree_own_hull(s)->many_edges = edge_count;
    scree_own_hull(s)->many_faces = face_count;
}

static void put_vertices(scree_shape *s)
{
    const double part = 1.0 / s->core_radius;
    const int padded = (s->vertex_count + PADDED - 1) / PADDED * PADDED;
    for (int i = 0; i < padded; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i < s->vertex_count ? i : 0);
        s->hull->many_x[i] = (float)(v.x * part);
        s->hull->many_y[i] = (float)(v.y * part);
        s->hull->many_z[i] = (float)(v.z * part);
    }
}

static void put_small(scree_shape *s)
{
    const double part = 1.0 / s->core_radius;
    float *const many = s->hull->many;
    for (int i = 0; i < scree_many_length(s->vertex_count); ++i) many[i] = NAN;
    put_triple(many, v3_scale(s->hull->middle, part));
    for (int v = 0; v < s->vertex_count; ++v)
        put_triple(many + 3 * (v + 1), v3(s->x[v] * part, s->y[v] * part, s->z[v] * part));
}

static void put_face_bits(scree_shape *s)
{
    const scree_hull *h = s->hull;
    for (int v = 0; v < s->vertex_count; ++v) {
        h->vertex_face_bits[v] = 0;
        for (int k = h->nodes[v].fan; k < h->nodes[v].fan_end; ++k)
            h->vertex_face_bits[v] |= UINT64_C(1) << scree_vertex_face(h, k);
    }
}

void scree_shape_join_many(scree_shape *s)
{
    if (s->hull->many_x != NULL) put_vertices(s);
    if (s->hull->many == NULL) return;
    put_small(s);
    if (s->kind == SCREE_BOX) return; // all boxes share these tables (box_tables.c)
    put_face_bits(s);
    if (s->hull->many_axes != NULL) find_axes(s);
}
