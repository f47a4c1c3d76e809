// What a simplex around the origin proves, against closed forms and 113 bits.
#include "papers/enclosure.h"

#include "check.h"
#include "oracle/quad.h"
#include "scenes/random.h"

// Only the dimension, size and error of the cores matter here.
static scree_cores cores_of(const scree_shape *shape)
{
    scree_body body = scree_body_at(shape, v3(0, 0, 0));
    return scree_cores_make(&body, &body);
}

static scree_simplex simplex_of(const scree_vec3 *w, const double *weight, int count)
{
    scree_simplex s = { .count = count };
    for (int i = 0; i < count; ++i) {
        s.vertex[i].w = w[i];
        s.weight[i] = weight[i];
    }
    return s;
}

static double determinant(qvec a, qvec b, qvec c)
{
    return (double)q3_dot(a, q3_cross(b, c));
}

// x is strictly inside the tetrahedron, by four volumes in 113 bits.
static bool is_inside(const scree_vec3 *w, scree_vec3 x)
{
    qvec p[4];
    for (int i = 0; i < 4; ++i) p[i] = q3_sub(q3_from(w[i]), q3_from(x));
    double part[4] = { determinant(p[1], p[2], p[3]), determinant(p[0], p[3], p[2]), determinant(p[0], p[1], p[3]),
                       determinant(p[0], p[2], p[1]) };
    bool positive = true, negative = true;
    for (int i = 0; i < 4; ++i) {
        positive = positive && part[i] > 0.0;
        negative = negative && part[i] < 0.0;
    }
    return positive || negative;
}

// The least distance of the origin from the planes of the faces, in 113 bits.
static double plane_distance(const scree_vec3 *w)
{
    double least = INFINITY;
    for (int i = 0; i < 4; ++i) {
        qvec a = q3_from(w[(i + 1) % 4]), b = q3_from(w[(i + 2) % 4]), c = q3_from(w[(i + 3) % 4]);
        qvec n = q3_cross(q3_sub(b, a), q3_sub(c, a));
        least = fmin(least, fabs((double)q3_dot(n, a)) / sqrt((double)q3_dot(n, n)));
    }
    return least;
}

// The origin inside, outside, or on a face, edge or vertex: barycentric coordinates `share` of it, which are the
// weights too as far as they are not negative.
static void check_tetrahedron(scree_random *r, const scree_cores *c)
{
    scree_vec3 w[4], origin = v3(0, 0, 0);
    double share[4], sum = 0.0;
    int zeros = 0, negative = 0;
    for (int i = 0; i < 4; ++i) {
        w[i] = v3_scale(random_direction(r), random_between(r, 0.1, 1.0));
        share[i] = random_below(r, 4) == 0 ? 0.0 : random_unit(r);
        if (random_below(r, 16) == 0) share[i] = -0.1;
        zeros += share[i] == 0.0;
        negative += share[i] < 0.0;
        sum += share[i];
    }
    if (sum < 0.1) return;
    for (int i = 0; i < 4; ++i) origin = v3_add_scaled(origin, share[i] / sum, w[i]);
    for (int i = 0; i < 4; ++i) {
        w[i] = v3_sub(w[i], origin);
        share[i] = fmax(share[i], 0.0) / sum;
    }
    double volume = v3_dot(v3_sub(w[1], w[0]), v3_cross(v3_sub(w[2], w[0]), v3_sub(w[3], w[0])));
    if (fabs(volume) < 1e-3) return;
    scree_simplex s = simplex_of(w, share, 4);
    scree_vec3 inner;
    bool found = scree_inner_point(c, &s, &inner);
    CHECK_MSG(found == (negative == 0), "%d coordinates of the origin are negative", negative);
    double clearance = scree_simplex_clearance(c, &s), truth = plane_distance(w);
    if (found) CHECK(is_inside(w, inner) && v3_norm(inner) <= 4.0 * c->error);
    if (!found || zeros > 0) CHECK_MSG(clearance <= 4.0 * c->error, "clearance %.3g", clearance);
    if (found) CHECK(clearance <= truth + 1e-15 && clearance >= truth - 8.0 * c->error);
}

static void check_flat(const scree_cores *c)
{
    static const scree_vec3 w[4] = { { 1, 0, 0 }, { -1, 1, 0 }, { -1, -1, 0 }, { 0.5, 0.5, 0 } };
    static const double weight[4] = { 0.5, 0.25, 0.25, 0 };
    scree_simplex s = simplex_of(w, weight, 4);
    scree_vec3 inner;
    CHECK(!scree_inner_point(c, &s, &inner) && scree_simplex_clearance(c, &s) == 0.0);
    s.count = 3; // of a triangle in space no ball is inside
    CHECK(!scree_inner_point(c, &s, &inner) && scree_simplex_clearance(c, &s) == 0.0);
}

// In the plane, the same triangle: its nearest sides are x = -1 and those from (1, 0), at 1 / sqrt(5).
static void check_planar(const scree_cores *c)
{
    static const scree_vec3 w[3] = { { 1, 0, 0 }, { -1, 1, 0 }, { -1, -1, 0 } };
    static const double weight[3] = { 0.5, 0.25, 0.25 };
    scree_simplex s = simplex_of(w, weight, 3);
    CHECK_NEAR(scree_simplex_clearance(c, &s), sqrt(0.2), 8.0 * c->error);
    for (int i = 0; i < 3; ++i) s.vertex[i].w.x -= 2.0;
    CHECK(scree_simplex_clearance(c, &s) == 0.0);
}

static void check_plane(void)
{
    const scree_vec3 flat[3] = { { 0, 0, 1 }, { 1e-8, 0, 1 }, { 0.5, 1, 1 } };
    CHECK_NEAR(scree_plane_clearance(flat, v3(3, 4, 0.25)), 0.75, 1e-16);
    const scree_vec3 line[3] = { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 0, 1 } };
    CHECK(scree_plane_clearance(line, v3(0, 0, 0)) == 0.0);
}

int main(void)
{
    scree_random r = random_stream(8, 0, 0);
    const scree_vec3 square[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *cube = scree_box_create(v3(1, 1, 1), 0.0, NULL), *tile = scree_polygon_create(square, 4, 0.0, NULL);
    if (!CHECK(cube != NULL && tile != NULL)) return check_done();
    scree_cores solid = cores_of(cube), planar = cores_of(tile);
    check_flat(&solid);
    check_planar(&planar);
    check_plane();
    for (long i = 0, count = check_scaled(20000); i < count; ++i) check_tetrahedron(&r, &solid);
    scree_shape_destroy(cube);
    scree_shape_destroy(tile);
    return check_done();
}
