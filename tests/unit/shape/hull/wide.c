// Hulls of so many corners that their numbers take 32 bits, and those just below: the graph holds together, and queries
// find the vertex that a scan of all finds.
#include <stdlib.h>

#include "scree/query.h"
#include "shape/solid.h"

// Around each face: its edges run between its corners, and lie between it and another face.
static void check_sides(const scree_shape *s)
{
    const scree_hull *h = s->hull;
    bool good = true;
    for (int f = 0; f < h->face_count; ++f) {
        const scree_face *face = &h->faces[f];
        for (int k = 0; k < face->count; ++k) {
            const int u = h->face_vertices[face->first + k], v = h->face_vertices[face->first + (k + 1) % face->count];
            const scree_edge e = scree_edge_at(h, scree_face_edge(h, face->first + k));
            const int side = e.face[0] == f ? 0 : 1;
            good = good && e.face[side] == f && e.vertex[side] == u && e.vertex[1 - side] == v;
            good = good && scree_face_beyond(h, face->first + k, f) == e.face[1 - side];
        }
    }
    CHECK(good);
}

// Around each vertex: an edge leads to each neighbour, and the faces are beside it.
static void check_spokes(const scree_shape *s)
{
    const scree_hull *h = s->hull;
    bool good = h->nodes[0].fan == 0 && h->nodes[s->vertex_count - 1].fan_end == 2 * h->edge_count;
    for (int v = 0; v < s->vertex_count; ++v)
        for (int k = h->nodes[v].fan; k < h->nodes[v].fan_end; ++k) {
            const scree_edge e = scree_edge_at(h, scree_vertex_edge(h, k));
            const int side = e.vertex[0] == v ? 0 : 1, face = scree_vertex_face(h, k);
            good = good && e.vertex[side] == v && e.vertex[1 - side] == scree_neighbour(h, k);
            good = good && (e.face[0] == face || e.face[1] == face);
        }
    CHECK(good);
}

static void check_queries(const scree_shape *s)
{
    scree_shape *ball = scree_sphere_create(0.1, 0.0, NULL);
    scree_query_options options = scree_query_defaults();
    options.scratch_size = scree_query_scratch(s, ball);
    options.scratch = malloc(options.scratch_size);
    for (int i = 0; i < 50; ++i) {
        const scree_vec3 d = random_direction();
        scree_body a = { s, { 0, 0, 0 }, { 1, 0, 0, 0 } }, b = { ball, v3_scale(d, 3.0), { 1, 0, 0, 0 } };
        scree_contact x;
        if (!CHECK(scree_query(&a, &b, &options, &x) == SCREE_OK)) continue;
        double most = -INFINITY; // along the normal, no vertex is beyond the point
        for (int k = 0; k < s->vertex_count; ++k) most = fmax(most, v3_dot(x.normal, scree_stored_vertex(s, k)));
        CHECK_NEAR(x.distance, v3_dot(x.normal, b.position) - 0.1 - most, 1e-13);
    }
    free(options.scratch);
    scree_shape_destroy(ball);
}

int main(void)
{
    enum { MOST = 10930 };
    static scree_vec3 points[MOST];
    static const int counts[] = { 10924, 10925 }; // 65,532 corners and 65,538
    for (int i = 0; i < MOST; ++i) points[i] = random_direction();
    for (int i = 0; i < 2; ++i) {
        scree_shape *s = scree_polyhedron_create(points, (size_t)counts[i], 0.0, NULL);
        if (!CHECK(s != NULL) || !CHECK(s->vertex_count == counts[i] && 2 * s->hull->edge_count == 6 * counts[i] - 12))
            continue;
        CHECK(s->hull->wide == (i == 1));
        check_sides(s);
        check_spokes(s);
        check_queries(s);
        scree_shape *copy = scree_shape_copy(s, NULL, NULL);
        if (CHECK(copy != NULL)) {
            CHECK(copy->hull->wide == s->hull->wide);
            check_sides(copy);
            check_spokes(copy);
        }
        scree_shape_destroy(copy);
        scree_shape_destroy(s);
    }
    return check_done();
}
