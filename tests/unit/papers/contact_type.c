// Contact types of feng-tan-2020, 4.2.2: constructed contacts of every type, in the plane and in space.
#include "papers/contact_type.h"

#include "queried.h"

enum { V = SCREE_FEATURE_VERTEX, E = SCREE_FEATURE_EDGE, F = SCREE_FEATURE_FACE, S = SCREE_FEATURE_SURFACE };

static scree_contact query_epa(const scree_body *a, const scree_body *b)
{
    scree_query_options o = queried_options("gjk-epa");
    return query(&o, a, b);
}

static scree_body hull_at(const scree_vec3 *p, size_t count, scree_vec3 position)
{
    return scree_body_at(scree_polyhedron_create(p, count, 0.0, NULL), position);
}

static scree_body polygon_at(const scree_vec3 *p, size_t count, scree_vec3 position)
{
    return scree_body_at(scree_polygon_create(p, count, 0.0, NULL), position);
}

static void destroy(const scree_body *body)
{
    scree_shape_destroy((scree_shape *)body->shape);
}

static bool is_vertex(const scree_shape *s, int index, scree_vec3 place)
{
    if (index < 0 || index >= scree_shape_vertex_count(s)) return false;
    scree_vec3 d = s3_sub(scree_shape_vertex(s, index), place);
    return s3_dot(d, d) == 0.0;
}

static bool is_edge(const scree_shape *s, int index, scree_vec3 from, scree_vec3 to)
{
    if (index < 0 || index >= scree_shape_edge_count(s)) return false;
    int vertex[2], face[2];
    scree_shape_edge(s, index, vertex, face);
    return (is_vertex(s, vertex[0], from) && is_vertex(s, vertex[1], to)) ||
           (is_vertex(s, vertex[0], to) && is_vertex(s, vertex[1], from));
}

static bool has_normal(const scree_shape *s, int face, scree_vec3 n)
{
    return face >= 0 && face < scree_shape_face_count(s) && s3_dot(scree_shape_face_normal(s, face), n) > 1.0 - 1e-15;
}

#define CHECK_TYPE(c, a, b)                                                                                            \
    CHECK_MSG((int)(c).feature_a == (a) && (int)(c).feature_b == (b), "line %d: type %d-%d, not %d-%d", __LINE__,      \
              (int)(c).feature_a, (int)(c).feature_b, (a), (b))

static const scree_vec3 tip[4] = { { 0, 0, 0 }, { 1, 0.25, 2 }, { -0.75, 1, 2 }, { -0.5, -1, 2 } }; // points down
static const scree_vec3 keel[4] = { { 0, -2, 0 }, { 0, 2, 0 }, { 1, 0, 2 }, { -1, 0, 2 } };         // an edge along y

// Contacts whose type is one and no other, at a depth and in touch.
static void check_overlaps(scree_shape *cube)
{
    scree_body a = scree_body_at(cube, s3(0, 0, 0));
    for (int touch = 0; touch < 2; ++touch) {
        double depth = touch ? 0.0 : 0.25;
        scree_body b = hull_at(tip, 4, s3(0.25, 0.125, 1 - depth));
        scree_contact c = query_epa(&a, &b), flipped = query_epa(&b, &a);
        CHECK(c.distance == -depth && c.normal.z == 1.0 && c.point_b.x == 0.25 && c.point_b.y == 0.125);
        CHECK(c.point.z == 1.0 - 0.5 * depth);
        CHECK_TYPE(c, F, V);
        CHECK(has_normal(cube, c.index_a, s3(0, 0, 1)) && is_vertex(b.shape, c.index_b, s3(0, 0, 0)));
        CHECK_TYPE(flipped, V, F);
        CHECK(has_normal(cube, flipped.index_b, s3(0, 0, 1)) && is_vertex(b.shape, flipped.index_a, s3(0, 0, 0)));
        destroy(&b);

        // The cube's edge along x at the top of a quarter turn about x, under the keel along y.
        scree_body roof = a;
        roof.orientation = (scree_quat){ 0.9238795325112867, 0.3826834323650898, 0, 0 };
        b = hull_at(keel, 4, s3(0.25, 0.125, sqrt(2.0) - depth));
        c = query_epa(&roof, &b);
        CHECK_NEAR(c.distance, -depth, 1e-15);
        CHECK_TYPE(c, E, E);
        CHECK(is_edge(b.shape, c.index_b, keel[0], keel[1]));
        CHECK(is_edge(cube, c.index_a, s3(-1, 1, 1), s3(1, 1, 1)));
        destroy(&b);
    }
}

// In touch alone: two corners, or a corner and an edge.
static void check_touches(scree_shape *cube)
{
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(2, 2, 2));
    scree_contact c = query_epa(&a, &b);
    CHECK(c.distance == 0.0 && c.state == SCREE_TOUCHING);
    CHECK_TYPE(c, V, V);
    CHECK(is_vertex(cube, c.index_a, s3(1, 1, 1)) && is_vertex(cube, c.index_b, s3(-1, -1, -1)));

    const scree_vec3 point[4] = { { 0, 0, 0 }, { 2, 1, 0.25 }, { 1, 2, -0.5 }, { 1.5, 1.75, 1 } };
    b = hull_at(point, 4, s3(1, 1, 0.25));
    c = query_epa(&a, &b);
    CHECK_NEAR(c.distance, 0.0, 1e-15);
    CHECK_TYPE(c, E, V);
    CHECK(is_edge(cube, c.index_a, s3(1, 1, -1), s3(1, 1, 1)) && is_vertex(b.shape, c.index_b, s3(0, 0, 0)));
    c = query_epa(&b, &a);
    CHECK_TYPE(c, V, E);
    destroy(&b);
}

// Bodies apart have the type of their nearest features.
static void check_gaps(scree_shape *cube)
{
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(3, 3, 3));
    CHECK_TYPE(query_epa(&a, &b), V, V);
    b.orientation = quat_about(s3_unit(s3(1, -1, 0)), 0.5);
    b.position = s3(0.25, 0.375, 3.5);
    CHECK_TYPE(query_epa(&a, &b), F, V);
    scree_body edge = a;
    edge.orientation = quat_about(s3(1, 0, 0), 0.7853981633974483);
    b = hull_at(keel, 4, s3(0.25, 0.125, 2));
    CHECK_TYPE(query_epa(&edge, &b), E, E);
    destroy(&b);
    b = hull_at(tip, 4, s3(0.25, 0.125, 2));
    CHECK_TYPE(query_epa(&edge, &b), E, V);
    destroy(&b);
}

// A face on a parallel face, and an edge on one: which of the vertices across from each other are behind the master
// face is chance (4.3), and so is the type. But what is named lies in the faces that meet, the common types all occur,
// and a type that asks for more than there is does not.
static void check_parallel(scree_shape *cube, scree_random *r)
{
    long type[4][4] = { { 0 } }, on_edge[4][4] = { { 0 } }, pairs = 2000;
    scree_body a = scree_body_at(cube, s3(0, 0, 0));
    scree_body b = hull_at(keel, 4, s3(0, 0, 0));
    for (long k = 0; k < pairs; ++k) {
        scree_body over = scree_body_at(cube, s3(random_between(r, -1, 1), random_between(r, -1, 1), 1.875));
        over.orientation = quat_about(s3(0, 0, 1), random_between(r, -3, 3));
        scree_contact c = query_epa(&a, &over);
        CHECK_NEAR(c.distance, -0.125, 1e-15);
        ++type[c.feature_a][c.feature_b];
        bool face_a = c.feature_a == SCREE_FEATURE_FACE, face_b = c.feature_b == SCREE_FEATURE_FACE;
        CHECK(!face_a || has_normal(cube, c.index_a, s3(0, 0, 1)));
        CHECK(!face_b || has_normal(cube, c.index_b, s3(0, 0, -1)));

        b.position = s3(random_between(r, -0.75, 0.75), random_between(r, -0.75, 0.75), 0.875);
        b.orientation = over.orientation;
        c = query_epa(&a, &b);
        CHECK_NEAR(c.distance, -0.125, 1e-15);
        ++on_edge[c.feature_a][c.feature_b];
        CHECK(c.feature_b != SCREE_FEATURE_EDGE || is_edge(b.shape, c.index_b, keel[0], keel[1]));
    }
    printf("face on face: v-f %ld, f-v %ld, e-e %ld, e-f %ld, f-e %ld, f-f %ld of %ld\n", type[V][F], type[F][V],
           type[E][E], type[E][F], type[F][E], type[F][F], pairs);
    printf("face under edge: f-v %ld, e-e %ld, f-e %ld of %ld\n", on_edge[F][V], on_edge[E][E], on_edge[F][E], pairs);
    CHECK(type[F][V] + type[V][F] + type[E][E] + type[E][F] + type[F][E] + type[F][F] == pairs);
    CHECK(type[F][F] > 0 && type[E][F] + type[F][E] > 0);
    CHECK(on_edge[F][V] + on_edge[E][E] + on_edge[F][E] == pairs && on_edge[F][E] > 0);
    destroy(&b);
}

static void check_plane(scree_random *r)
{
    static const scree_vec3 square[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    static const scree_vec3 wedge[3] = { { 0, 0, 0 }, { 1, 2, 0 }, { -1, 2, 0 } };
    scree_body a = polygon_at(square, 4, s3(0, 0, 0)), b = polygon_at(wedge, 3, s3(0.25, 0.875, 0));
    scree_contact c = query_epa(&a, &b), flipped = query_epa(&b, &a);
    CHECK(c.distance == -0.125 && c.normal.y == 1.0);
    CHECK_TYPE(c, E, V);
    CHECK(is_edge(a.shape, c.index_a, square[2], square[3]) && is_vertex(b.shape, c.index_b, wedge[0]));
    CHECK_TYPE(flipped, V, E);
    b.position = s3(1, 1, 0); // the tip on the corner
    c = query_epa(&a, &b);
    CHECK_TYPE(c, V, V);
    CHECK(c.distance == 0.0 && is_vertex(a.shape, c.index_a, square[2]) && is_vertex(b.shape, c.index_b, wedge[0]));
    b.position = s3(2, 3, 0);
    CHECK_TYPE(query_epa(&a, &b), V, V);
    b.position = s3(0.5, 3, 0);
    CHECK_TYPE(query_epa(&a, &b), E, V);
    destroy(&b);

    long edges = 0, pairs = 500;
    b = polygon_at(square, 4, s3(0, 0, 0));
    for (long k = 0; k < pairs; ++k) {
        b.position = s3(random_between(r, -1, 1), 1.75, 0);
        c = query_epa(&a, &b);
        CHECK(c.distance == -0.25 && c.normal.y == 1.0);
        edges += c.feature_a == SCREE_FEATURE_EDGE && c.feature_b == SCREE_FEATURE_EDGE;
        CHECK((c.feature_a == SCREE_FEATURE_EDGE && is_edge(a.shape, c.index_a, square[2], square[3])) ||
              (c.feature_b == SCREE_FEATURE_EDGE && is_edge(b.shape, c.index_b, square[0], square[1])));
    }
    printf("edge on edge: e-e %ld of %ld, else v-e or e-v\n", edges, pairs);
    destroy(&a);
    destroy(&b);
}

// The function itself, on simplices made by hand: every number of distinct vertices on either side.
static void check_table(const scree_shape *cube)
{
    const scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(1, 1, 1));
    scree_cores c = scree_cores_make(&a, &b);
    const int *corner = scree_shape_face_vertices(cube, 0);
    const scree_feature kind[4] = { SCREE_FEATURE_SURFACE, SCREE_FEATURE_VERTEX, SCREE_FEATURE_EDGE,
                                    SCREE_FEATURE_FACE };
    for (int of_a = 1; of_a <= 3; ++of_a) {
        for (int of_b = 1; of_b <= 3; ++of_b) {
            scree_simplex s = { .count = 3 };
            for (int i = 0; i < 3; ++i) {
                s.vertex[i].w = s3(1 + i, 2, 3);
                s.vertex[i].index_a = corner[i < of_a ? i : 0];
                s.vertex[i].index_b = corner[i < of_b ? i : of_b - 1];
            }
            scree_contact_type t = scree_contact_type_of(&c, &s, 0.0);
            CHECK(t.feature_a == kind[of_a] && t.feature_b == kind[of_b]);
            CHECK(of_a < 3 || t.index_a == 0);
            CHECK(of_b < 3 || t.index_b == 0);
            CHECK(of_a != 1 || t.index_a == corner[0]);
            CHECK(of_a != 2 || t.index_a >= 0);
        }
    }
    // A diagonal is an "e" without a number.
    scree_simplex s = { .count = 2 };
    for (int i = 0; i < 2; ++i) {
        s.vertex[i].w = s3(1 + i, 2, 3);
        s.vertex[i].index_a = s.vertex[i].index_b = corner[2 * i];
    }
    scree_contact_type t = scree_contact_type_of(&c, &s, 0.0);
    CHECK(t.feature_a == SCREE_FEATURE_EDGE && t.index_a == -1 && t.index_b == -1);
    // A part that touches stands for the whole.
    s.vertex[1].w = s3(-1, -2, -3);
    s.vertex[1].index_b = s.vertex[0].index_b;
    t = scree_contact_type_of(&c, &s, 1e-12);
    CHECK(t.feature_a == SCREE_FEATURE_EDGE && t.feature_b == SCREE_FEATURE_VERTEX);
    s.vertex[1].w = s3(0, 0, 1e-14);
    t = scree_contact_type_of(&c, &s, 1e-12);
    CHECK(t.feature_a == SCREE_FEATURE_VERTEX && t.index_a == corner[2]);
}

static void check_surfaces(const scree_shape *cube)
{
    scree_shape *soft = scree_box_create(s3(1, 1, 1), 0.125, NULL), *ball = scree_sphere_create(1, 0.0, NULL);
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(soft, s3(0.25, 0.125, 2)), c = b;
    CHECK(query_epa(&a, &b).feature_b == SCREE_FEATURE_SURFACE && query_epa(&a, &b).index_b == -1);
    CHECK(query_epa(&b, &a).feature_a == SCREE_FEATURE_SURFACE);
    c = scree_body_at(ball, s3(0.25, 0.125, 1.75));
    CHECK(query_epa(&a, &c).feature_b == SCREE_FEATURE_SURFACE && query_epa(&a, &c).feature_a != SCREE_FEATURE_SURFACE);
    scree_shape_destroy(soft);
    scree_shape_destroy(ball);
}

int main(void)
{
    scree_random r = { 17 };
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL);
    check_overlaps(cube);
    check_touches(cube);
    check_gaps(cube);
    check_parallel(cube, &r);
    check_plane(&r);
    check_table(cube);
    check_surfaces(cube);
    scree_shape_destroy(cube);
    return check_done();
}
