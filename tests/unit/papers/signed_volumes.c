// Signed volumes against all faces, edges and vertices in 113 bits: generic simplices, exact ones, flat ones, slivers.
#include "papers/signed_volumes.h"

#include "brute_nearest.h"

// `roundings`: what |v| may be off by. The weights of a sliver are known worse than v; they may be off by `loose`.
static void check_simplex(const scree_vec3 *y, int count, double roundings, double loose)
{
    double truth = brute_nearest(y, count);
    said s = query_nearest(scree_signed_volumes_nearest, NULL, y, count, truth);
    double slack = roundings * 0x1p-53;
    CHECK_MSG(fabs(v3_norm(s.v) - truth) <= slack, "%d points: v %.17g for %.17g", count, v3_norm(s.v), truth);
    CHECK_MSG(v3_norm(s.weighted) - truth <= fmax(slack, loose), "%d points: weights give %.17g for %.17g", count,
              v3_norm(s.weighted), truth);
}

// Equations (1) and (2) of descantes-2019 hold for the set that was chosen, and the other points are no nearer.
static void check_equations(const scree_vec3 *y, int count)
{
    double weight[4];
    scree_vec3 v = scree_signed_volumes_nearest(NULL, y, count, weight);
    int first = 0;
    while (!(weight[first] > 0.0)) ++first;
    for (int i = 0; i < count; ++i) {
        double along = v3_dot(v, v3_sub(y[i], y[first]));
        if (weight[i] > 0.0) CHECK_NEAR(along, 0.0, 32 * 0x1p-53);
        CHECK_MSG(along >= -32 * 0x1p-53, "point %d is nearer along v, by %.3g", i, -along);
    }
}

static scree_vec3 random_point(scree_random *r)
{
    return v3_scale(random_direction(r), cbrt(random_unit(r)) / 3);
}

static void check_generic(scree_random *r)
{
    scree_vec3 y[4], middle = v3_scale(random_direction(r), random_unit(r) < 0.3 ? 0.0 : random_decade(r, -6, -0.5));
    int count = 1 + random_below(r, 4);
    for (int i = 0; i < count; ++i) y[i] = v3_add(middle, random_point(r));
    if (spread_of(y, count) < 1e-3) return;
    check_simplex(y, count, 64, 1e-13);
    check_equations(y, count);
}

// Multiples of 1/8: all products are exact, so every region and every degenerate position is decided rightly.
static void check_grid(scree_random *r)
{
    scree_vec3 y[4];
    int count = 1 + random_below(r, 4);
    for (int i = 0; i < 4; ++i)
        y[i] = v3(0.125 * (random_below(r, 9) - 4), 0.125 * (random_below(r, 9) - 4), 0.125 * (random_below(r, 9) - 4));
    if (random_below(r, 8) == 0) y[1] = y[0];
    if (random_below(r, 8) == 0) y[2] = v3_neg(y[0]);
    if (random_below(r, 8) == 0) y[count - 1] = v3(0, 0, 0);
    check_simplex(y, count, 32, 0);
}

// Long thin triangles and flat tetrahedra. v is known to a rounding over the thinness of the triangle it comes from.
static void check_sliver(scree_random *r)
{
    scree_vec3 y[4], u = random_direction(r), w = random_direction(r);
    scree_vec3 middle = v3_scale(random_direction(r), random_decade(r, -6, -0.5));
    int count = 3 + random_below(r, 2);
    double thin = random_decade(r, -9, -1);
    for (int i = 0; i < count; ++i) {
        double along = random_between(r, -0.3, 0.3), side = 0.3 * thin * random_between(r, -1, 1);
        y[i] = v3_add(v3_add_scaled(middle, along, u), v3_scale(w, side));
    }
    check_simplex(y, count, 256, 1e-6);
}

// Equation (5): the weights of the origin in a tetrahedron. With the unsigned minors of (4) they would be positive
// outside too; so the origin is put behind each of the faces in turn.
static void check_tetrahedron(void)
{
    static const scree_vec3 corner[4] = { { 0.5, 0, 0 }, { 0, 0.5, 0 }, { 0, 0, 0.5 }, { 0, 0, 0 } };
    for (int i = -1; i < 4; ++i) {
        // Barycentric coordinates of the origin: all positive, or negative at one corner.
        double share[4] = { 0.1, 0.2, 0.3, 0.4 }, weight[4];
        if (i >= 0) {
            for (int k = 0; k < 4; ++k) share[k] = 0.5;
            share[i] = -0.5;
        }
        scree_vec3 origin = v3(0, 0, 0), y[4];
        for (int k = 0; k < 4; ++k) origin = v3_add_scaled(origin, share[k], corner[k]);
        for (int k = 0; k < 4; ++k) y[k] = v3_sub(corner[k], origin);
        scree_vec3 v = scree_signed_volumes_nearest(NULL, y, 4, weight);
        for (int k = 0; k < 4 && i < 0; ++k) CHECK_NEAR(weight[k], share[k], 1e-15);
        if (i < 0) CHECK(v3_norm(v) == 0.0);
        if (i >= 0) CHECK(weight[i] == 0.0 && v3_norm(v) > 0.1);
        check_simplex(y, 4, 16, 0);
    }
}

int main(void)
{
    scree_random r = random_stream(5, 0, 0);
    check_tetrahedron();
    for (long i = 0, count = check_scaled(40000); i < count; ++i) {
        check_generic(&r);
        check_grid(&r);
        check_sliver(&r);
    }
    return check_done();
}
