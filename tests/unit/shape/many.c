// What hulls have for batches beside their vertices, edges and faces, against these: floats, lines and bits.
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "math/vec3.h"
#include "scenes/random.h"
#include "scree/shape.h"
#include "shape/shape.h"

enum { SEED = 11, HULLS = 200, MOST_POINTS = 1200 };

static bool is_float_of(float x, double given)
{
    return fabs((double)x - given) <= 0x1p-23 * fabs(given) + 0x1p-140;
}

static bool is_triple_of(const float *x, scree_vec3 v)
{
    return is_float_of(x[0], v.x) && is_float_of(x[1], v.y) && is_float_of(x[2], v.z);
}

// Behind the last one are copies of the first.
static void check_vertices(const scree_shape *s)
{
    bool good = true;
    for (int i = 0; i < (s->vertex_count + 15) / 16 * 16; ++i) {
        const float triple[3] = { s->hull->many_x[i], s->hull->many_y[i], s->hull->many_z[i] };
        const scree_vec3 v = scree_stored_vertex(s, i < s->vertex_count ? i : 0);
        good = good && is_triple_of(triple, v3_scale(v, 1.0 / s->core_radius));
    }
    CHECK(good);
}

static void check_small(const scree_shape *s)
{
    bool good = is_triple_of(s->hull->many, v3_scale(s->hull->middle, 1.0 / s->core_radius));
    for (int v = 0; v < s->vertex_count; ++v) {
        const scree_vec3 given = v3_scale(scree_stored_vertex(s, v), 1.0 / s->core_radius);
        good = good && is_triple_of(s->hull->many + 3 * (v + 1), given);
    }
    const int length = scree_many_length(s->vertex_count);
    good = good && length % SCREE_MANY_STEP == 0 && length <= SCREE_MANY_LENGTH;
    for (int i = 3 * (s->vertex_count + 1); i < length; ++i) good = good && isnan(s->hull->many[i]);
    for (int f = 0; f < s->hull->face_count; ++f)
        for (int v = 0; v < s->vertex_count; ++v) {
            bool has = false;
            for (int k = s->hull->faces[f].first; k < s->hull->faces[f].first + s->hull->faces[f].count; ++k)
                has = has || s->hull->face_vertices[k] == v;
            good = good && has == ((s->hull->vertex_face_bits[v] >> f & 1u) != 0u);
        }
    CHECK(good);
}

// Whether a direction is along one of the lines, up to what floats are off.
static bool has_line(const float *lines, int count, scree_vec3 d)
{
    bool found = false;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 line = v3((double)lines[3 * i], (double)lines[3 * i + 1], (double)lines[3 * i + 2]);
        found = found || v3_norm(v3_cross(line, v3_unit(d))) < 1e-6;
    }
    return found;
}

static void check_axes(const scree_shape *s, int edges, int faces)
{
    if (!CHECK((s->hull->many_axes != NULL) == (edges > 0))) return;
    if (s->hull->many_axes == NULL) return;
    CHECK_MSG(s->hull->many_edges == edges && s->hull->many_faces == faces, "%d lines of edges and %d of normals",
              s->hull->many_edges, s->hull->many_faces);
    bool good = true;
    for (int i = 0; i < s->hull->edge_count; ++i) {
        const scree_edge of_end = scree_edge_at(s->hull, i);
        const int *end = of_end.vertex;
        const scree_vec3 along = v3_sub(scree_stored_vertex(s, end[1]), scree_stored_vertex(s, end[0]));
        good = good && has_line(s->hull->many_axes, edges, along);
    }
    for (int i = 0; i < s->hull->face_count; ++i)
        good = good && has_line(s->hull->many_axes + 3 * SCREE_MANY_EDGES, faces, s->hull->faces[i].normal);
    for (int i = 3 * edges; i < 3 * SCREE_MANY_EDGES; ++i) good = good && isnan(s->hull->many_axes[i]);
    for (int i = 3 * (SCREE_MANY_EDGES + faces); i < SCREE_MANY_AXES; ++i) good = good && isnan(s->hull->many_axes[i]);
    CHECK(good);
}

// `edges` and `faces`: how many lines these are along; 0: too many.
static void check_shape(scree_shape *s, int edges, int faces)
{
    if (!CHECK(s != NULL)) return;
    const bool small = s->vertex_count <= SCREE_MANY_VERTICES && s->hull->edge_count <= 64 && s->hull->face_count <= 64;
    const bool rows = !small && s->vertex_count <= SCREE_MANY_MOST;
    if (CHECK((s->hull->many_x != NULL) == rows) && rows) check_vertices(s);
    if (CHECK((s->hull->many != NULL) == small) && small) {
        check_small(s);
        if (edges >= 0) check_axes(s, edges, faces);
    }
    scree_shape *copy = scree_shape_copy(s, NULL, NULL);
    CHECK(copy != NULL && (copy->hull->many_axes == NULL) == (s->hull->many_axes == NULL));
    scree_shape_destroy(copy);
    scree_shape_destroy(s);
}

static scree_shape *random_hull(int count, double size, scree_random *r)
{
    static scree_vec3 points[MOST_POINTS];
    for (int i = 0; i < count; ++i) points[i] = v3_scale(random_direction(r), size);
    return scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
}

int main(void)
{
    const scree_vec3 tetrahedron[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0.2, 0.3, 1 } };
    const scree_vec3 octahedron[] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 2, 0 }, { 0, -2, 0 }, { 0, 0, 3 }, { 0, 0, -3 } };
    const scree_vec3 prism[] = { { 0, 0, -1 }, { 2, 0, -1 }, { 0, 1, -1 }, { 0, 0, 1 }, { 2, 0, 1 }, { 0, 1, 1 } };
    const scree_vec3 pyramid[] = { { 1, 1, 0 }, { 1, -1, 0 }, { -1, 1, 0 }, { -1, -1, 0 }, { 0.1, 0.2, 1 } };
    const double sizes[] = { 1e-50, 1e-9, 1.0, 1e9, 1e50 };
    for (int i = 0; i < 5; ++i) {
        check_shape(scree_box_create(v3(sizes[i], 2.0 * sizes[i], 0.3 * sizes[i]), 0.0, NULL), 3, 3);
    }
    check_shape(scree_polyhedron_create(tetrahedron, 4, 0.0, NULL), 6, 4);
    check_shape(scree_polyhedron_create(octahedron, 6, 0.1, NULL), 6, 4);
    check_shape(scree_polyhedron_create(prism, 6, 0.0, NULL), 4, 4);
    check_shape(scree_polyhedron_create(pyramid, 5, 0.0, NULL), 0, 0); // five faces
    scree_random r = random_stream(SEED, 1, 1);
    for (long i = 0; i < check_scaled(HULLS); ++i)
        check_shape(random_hull(4 + random_below(&r, 60), random_decade(&r, -3, 3), &r), -1, -1);
    check_shape(random_hull(1000, 1.0, &r), -1, -1);
    check_shape(random_hull(MOST_POINTS, 1.0, &r), -1, -1); // too large
    return check_done();
}
