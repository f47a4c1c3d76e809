// What a hull has for batches, where many pairs are looked at side by side: its vertices in floats; and a small one its
// axes, and which faces are around a vertex.
#include <math.h>
#include <string.h>

#include "math/vec3.h"
#include "shape/build.h"

// Two directions, unit vectors, are along one line if the sine of their angle is below this: far above rounding, far
// below what floats tell apart.
#define SAME_LINE 1e-12

// Merged faces whose facets have normals that differ by more than this need more axes than those of the faces: far
// below what many_axes.h leaves open for the rounding of floats.
#define MOST_SPREAD 1e-8

enum { PADDED = 16 }; // numbers of floats that are read together

static void put_triple(float *to, scree_vec3 v)
{
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

// Adds a direction to the lines, unless it is there, one way or the other. Returns how many there are; more than
// `most`: there is no room.
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
    for (int i = 0; i < s->edge_count && edge_count <= SCREE_MANY_EDGES; ++i) {
        const int *end = s->edges[i].vertex;
        const scree_vec3 along = v3_unit(v3_sub(scree_stored_vertex(s, end[1]), scree_stored_vertex(s, end[0])));
        edge_count = add_line(edges, edge_count, SCREE_MANY_EDGES, along);
    }
    for (int i = 0; i < s->face_count && face_count <= SCREE_MANY_FACES; ++i)
        face_count = add_line(faces, face_count, SCREE_MANY_FACES, s->faces[i].normal);
    if (edge_count > SCREE_MANY_EDGES || face_count > SCREE_MANY_FACES || s->spread > MOST_SPREAD) {
        s->many_axes = NULL;
        return;
    }
    for (int i = 0; i < SCREE_MANY_AXES; ++i) s->many_axes[i] = NAN;
    for (int i = 0; i < edge_count; ++i) put_triple(s->many_axes + 3 * i, edges[i]);
    for (int i = 0; i < face_count; ++i) put_triple(s->many_axes + 3 * (SCREE_MANY_EDGES + i), faces[i]);
    s->many_edges = edge_count;
    s->many_faces = face_count;
}

static void put_vertices(scree_shape *s)
{
    const double part = 1.0 / s->core_radius;
    const int padded = (s->vertex_count + PADDED - 1) / PADDED * PADDED;
    for (int i = 0; i < padded; ++i) {
        s->many_x[i] = i < s->vertex_count ? (float)(s->x[i] * part) : NAN;
        s->many_y[i] = i < s->vertex_count ? (float)(s->y[i] * part) : NAN;
        s->many_z[i] = i < s->vertex_count ? (float)(s->z[i] * part) : NAN;
    }
}

static void put_small(scree_shape *s)
{
    for (int i = 0; i < SCREE_MANY_LENGTH; ++i) s->many[i] = NAN;
    put_triple(s->many, v3_scale(s->middle, 1.0 / s->core_radius));
    for (int v = 0; v < s->vertex_count; ++v) {
        const float triple[3] = { s->many_x[v], s->many_y[v], s->many_z[v] };
        memcpy(s->many + 3 * (v + 1), triple, sizeof triple);
        s->vertex_face_bits[v] = 0;
        for (int k = s->fan_start[v]; k < s->fan_start[v + 1]; ++k)
            s->vertex_face_bits[v] |= UINT64_C(1) << s->vertex_faces[k];
    }
    find_axes(s);
}

void scree_shape_join_many(scree_shape *s)
{
    if (s->many_x != NULL) put_vertices(s);
    if (s->many != NULL) put_small(s);
}
