// The loops of small hulls in bytes, against the graph of vertices, edges and faces.
#include "check.h"
#include "scenes/random.h"
#include "scree/shape.h"
#include "shape/shape.h"

enum { SEED = 23, HULLS = 120, MOST_POINTS = 70 };

// Whether the edge joins these two vertices.
static bool joins(const scree_shape *s, int edge, int from, int to)
{
    if (edge >= s->hull->edge_count) return false;
    const scree_edge of_v = scree_edge_at(s->hull, edge);
    const int *v = of_v.vertex;
    return (v[0] == from && v[1] == to) || (v[0] == to && v[1] == from);
}

static void check_faces(const scree_shape *s)
{
    bool good = true;
    for (int f = 0; f < s->hull->face_count; ++f) {
        const int size = scree_shape_face_size(s, f), *corners = scree_shape_face_vertices(s, f);
        const scree_loop loop = s->hull->face_loops[f];
        good = good && loop.count == size;
        for (int i = 0; good && i < size; ++i) {
            const scree_loop_side side = s->hull->loop_sides[loop.first + i];
            good = side.from == corners[i] && side.to == corners[(i + 1) % size] &&
                   joins(s, side.edge, side.from, side.to);
        }
    }
    CHECK(good);
}

static void check_vertices(const scree_shape *s)
{
    bool good = true;
    int ends = 0;
    for (int v = 0; v < s->vertex_count; ++v) {
        const scree_loop loop = s->hull->vertex_loops[v];
        int degree = 0;
        for (int e = 0; e < s->hull->edge_count; ++e)
            degree += scree_edge_at(s->hull, e).vertex[0] == v || scree_edge_at(s->hull, e).vertex[1] == v;
        good = good && loop.count == degree;
        for (int i = 0; i < loop.count; ++i) {
            const scree_loop_spoke spoke = s->hull->loop_spokes[loop.first + i];
            good = good && joins(s, spoke.edge, v, spoke.to);
            for (int k = 0; k < i; ++k) good = good && s->hull->loop_spokes[loop.first + k].to != spoke.to;
        }
        ends += loop.count;
    }
    CHECK(good && ends == 2 * s->hull->edge_count);
}

static void check_shape(const scree_shape *s)
{
    const bool small = s->vertex_count <= SCREE_LOOP_PLACES && s->hull->face_count <= SCREE_LOOP_PLACES;
    CHECK(small || s->hull->face_loops == NULL);
    if (s->hull->face_loops == NULL) return;
    check_faces(s);
    check_vertices(s);
    for (int k = 2 * s->hull->edge_count; k < 2 * s->hull->edge_count + SCREE_LOOP_SPARE; ++k)
        CHECK(s->hull->loop_sides[k].from < s->vertex_count && s->hull->loop_sides[k].to < s->vertex_count &&
              s->hull->loop_spokes[k].to < s->vertex_count);
}

int main(void)
{
    scree_random r = random_stream(SEED, 1, 1);
    scree_vec3 points[MOST_POINTS];
    int with_loops = 0;
    for (int i = 0; i < HULLS; ++i) {
        const int count = 4 + i % (MOST_POINTS - 3);
        for (int k = 0; k < count; ++k) points[k] = random_direction(&r);
        scree_shape *s = scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
        if (!CHECK(s != NULL)) continue;
        with_loops += s->hull->face_loops != NULL;
        CHECK((s->hull->face_loops != NULL) == (count <= 34)); // 2 n - 4 triangles
        check_shape(s);
        scree_shape_destroy(s);
    }
    CHECK(with_loops > HULLS / 4);
    scree_shape *box = scree_box_create((scree_vec3){ 1, 2, 3 }, 0.1, NULL);
    if (CHECK(box != NULL && box->hull->face_loops != NULL)) check_shape(box);
    scree_shape_destroy(box);
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL);
    CHECK(ball != NULL && ball->hull->face_loops == NULL);
    scree_shape_destroy(ball);
    return check_done();
}
