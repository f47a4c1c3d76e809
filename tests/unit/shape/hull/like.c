// Polyhedra by a pattern: the same as without one, whether the pattern fits or not.
#include "shape/hull/like.h"

#include "shape/solid.h"

enum { MOST = 40 };

// The same vertices and faces (as sets of vertices), up to the order of the faces; equal planes, mass and bounds.
static void check_same(const scree_shape *a, const scree_shape *b, const char *name)
{
    bool same = a->vertex_count == b->vertex_count && a->hull->edge_count == b->hull->edge_count &&
                a->hull->face_count == b->hull->face_count;
    if (!CHECK_MSG(same, "%s: other counts", name)) return;
    for (int i = 0; i < a->vertex_count; ++i) {
        same = same && a->hull->given_vertex[i] == b->hull->given_vertex[i] &&
               same_bits(scree_stored_vertex(a, i), scree_stored_vertex(b, i));
    }
    for (int f = 0; f < a->hull->face_count; ++f) {
        bool found = false;
        for (int g = 0; g < b->hull->face_count && !found; ++g) {
            int count = a->hull->faces[f].count, hits = 0;
            if (b->hull->faces[g].count != count) continue;
            for (int k = 0; k < count; ++k) {
                for (int l = 0; l < count; ++l) {
                    hits += a->hull->face_vertices[a->hull->faces[f].first + k] ==
                            b->hull->face_vertices[b->hull->faces[g].first + l];
                }
            }
            found = hits == count && v3_norm(v3_sub(a->hull->faces[f].normal, b->hull->faces[g].normal)) < 1e-15 &&
                    fabs(a->hull->faces[f].offset - b->hull->faces[g].offset) <= 1e-15 * a->core_radius;
        }
        same = same && found;
    }
    CHECK_MSG(same, "%s: other vertices or faces", name);
    CHECK(a->fingerprint == b->fingerprint && a->slack == b->slack && a->core_radius == b->core_radius);
    CHECK(memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0);
    CHECK_NEAR(a->mass->volume, b->mass->volume, 1e-14 * b->mass->volume);
}

// Faces come in one order however they were found, so that all is equal to the last bit; a box has an order of its own.
static void check_identical(const scree_shape *a, const scree_shape *b, const char *name)
{
    size_t corners = 2 * (size_t)a->hull->edge_count * sizeof(int);
    bool same = memcmp(a->hull->faces, b->hull->faces, (size_t)a->hull->face_count * sizeof *a->hull->faces) == 0 &&
                memcmp(a->hull->face_vertices, b->hull->face_vertices, corners) == 0 &&
                memcmp(a->mass, b->mass, sizeof *a->mass) == 0;
    for (int i = 0; i < a->hull->edge_count; ++i) {
        const scree_edge e = scree_edge_at(a->hull, i), f = scree_edge_at(b->hull, i);
        same = same && memcmp(&e, &f, sizeof e) == 0;
    }
    for (int k = 0; k < 2 * a->hull->edge_count; ++k)
        same = same && scree_neighbour(a->hull, k) == scree_neighbour(b->hull, k) &&
               scree_vertex_edge(a->hull, k) == scree_vertex_edge(b->hull, k) &&
               scree_vertex_face(a->hull, k) == scree_vertex_face(b->hull, k) &&
               scree_face_edge(a->hull, k) == scree_face_edge(b->hull, k);
    CHECK_MSG(same, "%s: not identical", name);
}

// Both ways; returns whether the pattern was taken.
static bool compare(const scree_shape *pattern, const scree_vec3 *p, int count, double rounding, const char *name)
{
    scree_error error;
    scree_shape *full = scree_polyhedron_create(p, (size_t)count, rounding, &error);
    scree_shape *quick = scree_polyhedron_create_like(pattern, p, (size_t)count, rounding, &error);
    scree_shape *taken = scree_shape_like(pattern, p, (size_t)count, rounding);
    if (CHECK_MSG((full != NULL) == (quick != NULL), "%s: one of the two", name) && full != NULL) {
        check_same(quick, full, name);
        if (pattern == NULL || pattern->kind != SCREE_BOX) check_identical(quick, full, name);
        check_solid(quick, p, (size_t)count, name);
    }
    if (taken != NULL && CHECK(full != NULL)) check_same(taken, full, name);
    bool was_taken = taken != NULL;
    scree_shape_destroy(full);
    scree_shape_destroy(quick);
    scree_shape_destroy(taken);
    return was_taken;
}

static int cloud(scree_vec3 *p)
{
    int count = 4 + random_below(MOST - 4);
    for (int i = 0; i < count; ++i) p[i] = v3_scale(random_direction(), i % 5 == 4 ? 0.2 : random_in(0.9, 1));
    return count;
}

// Rotated, scaled and moved copies take the pattern; mirrored, shuffled and bent ones do not, and are right all the
// same.
static void test_copies(void)
{
    long taken = 0, copies = 0;
    for (long n = check_scaled(2000); n > 0; --n) {
        scree_vec3 p[MOST], q[MOST];
        int count = cloud(p);
        scree_shape *pattern = scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
        if (!CHECK(pattern != NULL)) continue;
        rotation t = random_orientation();
        double scale = pow(10, random_in(-9, 9));
        scree_vec3 stretch = v3(random_in(0.5, 2), random_in(0.5, 2), random_in(0.5, 2));
        for (int i = 0; i < count; ++i) {
            q[i] = v3_scale(rotated(t, v3(stretch.x * p[i].x, stretch.y * p[i].y, stretch.z * p[i].z)), scale);
        }
        taken += compare(pattern, q, count, 0.0, "copy");
        ++copies;
        for (int i = 0; i < count; ++i) q[i].x = -q[i].x;
        CHECK(!compare(pattern, q, count, 0.0, "mirrored"));
        for (int i = 0; i < count; ++i) q[i] = v3_add_scaled(p[i], 0.3, random_direction());
        compare(pattern, q, count, 0.1, "bent");
        for (int i = 0; i < count; ++i) q[i] = p[(i * 7 + 3) % count];
        compare(pattern, q, count, 0.0, "shuffled");
        scree_shape_destroy(pattern);
    }
    CHECK_MSG(taken > copies * 9 / 10, "only %ld of %ld patterns taken", taken, copies);
}

// Boxes as they come line by line: each takes the pattern of the first, also of scree_box_create()'s own numbering.
static void test_boxes(void)
{
    scree_shape *box = scree_box_create(v3(1, 1, 1), 0, NULL);
    for (long n = check_scaled(1000); n > 0; --n) {
        scree_vec3 p[8], half = v3(random_in(0.1, 2), random_in(0.1, 2), pow(10, random_in(-9, 0)));
        rotation t = random_orientation();
        for (int i = 0; i < 8; ++i) {
            p[i] = rotated(t, v3((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                 (i & 4) != 0 ? half.z : -half.z));
        }
        CHECK(compare(box, p, 8, n % 2 == 0 ? 0.0 : 0.25, "box"));
        p[3] = v3_scale(p[3], 1.01); // no box any more
        CHECK(!compare(box, p, 8, 0.0, "no box"));
        p[3] = p[4];
        CHECK(!compare(box, p, 8, 0.0, "a corner twice"));
    }
    scree_shape_destroy(box);
}

// A cube's corner moved in its plane so that a quadrilateral becomes a dart, a triangle, or stays one, in small steps;
// and a bump on a face that grows from 0 through all that rounding can tell.
static void test_borderline(void)
{
    scree_vec3 p[9];
    for (int i = 0; i < 8; ++i) p[i] = v3(i & 1, i >> 1 & 1, i >> 2 & 1);
    p[8] = v3(0.5, 0.5, 1.5);
    scree_shape *nine = scree_polyhedron_create(p, 9, 0, NULL);
    for (double h = 0x1p-60; h < 1.0; h *= 1.3) {
        p[8] = v3(0.5, 0.25, 1.0 + h);
        compare(nine, p, 9, 0.0, "bump");
        p[8] = v3(0.5, 0.25, 1.0 - h);
        compare(nine, p, 9, 0.0, "dent");
    }
    scree_shape *cube = scree_polyhedron_create(p, 8, 0, NULL);
    for (double h = 0x1p-60; h < 1.0; h *= 1.3) {
        p[7] = v3(1.0 - h, 1.0 - h, 1.0);
        compare(cube, p, 8, 0.0, "corner pulled in");
        p[7] = v3(1.0, 1.0, 1.0 + h);
        compare(cube, p, 8, 0.0, "corner pulled up");
    }
    scree_shape_destroy(nine);
    scree_shape_destroy(cube);
}

static void test_refused(void)
{
    scree_shape *box = scree_box_create(v3(1, 1, 1), 0, NULL), *ball = scree_sphere_create(1, 0, NULL);
    scree_vec3 p[8] = { { 0 } };
    scree_error error;
    CHECK(scree_polyhedron_create_like(box, p, 8, 0, &error) == NULL && error.status == SCREE_DEGENERATE_SHAPE);
    p[2].y = NAN;
    CHECK(scree_polyhedron_create_like(box, p, 8, 0, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK(strcmp(error.message, "vertices[2]: not finite") == 0);
    CHECK(scree_polyhedron_create_like(box, p, 8, -1, &error) == NULL && strncmp(error.message, "rounding:", 9) == 0);
    scree_vec3 q[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    CHECK(!compare(box, q, 4, 0, "other count") && !compare(ball, q, 4, 0, "ball") && !compare(NULL, q, 4, 0, "none"));
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
}

int main(void)
{
    test_copies();
    test_boxes();
    test_borderline();
    test_refused();
    return check_done();
}
