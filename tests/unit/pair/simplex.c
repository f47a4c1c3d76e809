// The point of a simplex nearest to the origin, against all its faces, edges and vertices tried in long double.
#include "pair/simplex.h"
#include "check.h"
#include "scenes/random.h"

typedef long double real;

static real dot_l(const real *a, const real *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Weights of the projection of the origin on the affine hull of k points, by Gauss on the normal equations. False where
// the points are dependent: fewer of them span the same.
static bool projection_weights(real p[4][3], int k, real weight[4])
{
    real m[3][4];
    for (int i = 1; i < k; ++i) {
        real d[3] = { p[i][0] - p[0][0], p[i][1] - p[0][1], p[i][2] - p[0][2] };
        for (int j = 1; j < k; ++j) {
            real e[3] = { p[j][0] - p[0][0], p[j][1] - p[0][1], p[j][2] - p[0][2] };
            m[i - 1][j - 1] = dot_l(d, e);
        }
        m[i - 1][k - 1] = -dot_l(p[0], d);
    }
    for (int c = 0; c < k - 1; ++c) {
        int pivot = c;
        for (int i = c + 1; i < k - 1; ++i)
            if (fabsl(m[i][c]) > fabsl(m[pivot][c])) pivot = i;
        if (m[pivot][c] == 0) return false;
        for (int j = 0; j < k; ++j) {
            real swap = m[c][j];
            m[c][j] = m[pivot][j];
            m[pivot][j] = swap;
        }
        for (int i = 0; i < k - 1; ++i) {
            if (i == c) continue;
            real f = m[i][c] / m[c][c];
            for (int j = c; j < k; ++j) m[i][j] -= f * m[c][j];
        }
    }
    weight[0] = 1;
    for (int i = 1; i < k; ++i) {
        weight[i] = m[i - 1][k - 1] / m[i - 1][i - 1];
        weight[0] -= weight[i];
    }
    return true;
}

// The distance of the origin from the hull of `count` points: the least over all faces that hold their projection.
// Never less than the truth, since weights that rounding makes negative are put to 0.
static real brute_distance(const scree_vec3 *point, int count)
{
    real best = INFINITY;
    for (int set = 1; set < 1 << count; ++set) {
        real p[4][3], weight[4], sum = 0, q[3] = { 0, 0, 0 };
        int k = 0;
        for (int i = 0; i < count; ++i) {
            if (!(set >> i & 1)) continue;
            p[k][0] = point[i].x;
            p[k][1] = point[i].y;
            p[k++][2] = point[i].z;
        }
        if (!projection_weights(p, k, weight)) continue;
        bool within = true;
        for (int i = 0; i < k; ++i) {
            within = within && weight[i] >= -1e-12L;
            weight[i] = fmaxl(weight[i], 0);
            sum += weight[i];
        }
        if (!within) continue;
        for (int i = 0; i < k; ++i)
            for (int j = 0; j < 3; ++j) q[j] += weight[i] / sum * p[i][j];
        best = fminl(best, sqrtl(dot_l(q, q)));
    }
    return best;
}

static real size_of(const scree_vec3 *p, int count)
{
    real size = 0;
    for (int i = 0; i < count; ++i) size = fmaxl(size, v3_norm(p[i]));
    return size;
}

static real determinant(scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    return (real)a.x * ((real)b.y * c.z - (real)b.z * c.y) - (real)a.y * ((real)b.x * c.z - (real)b.z * c.x) +
           (real)a.z * ((real)b.x * c.y - (real)b.y * c.x);
}

// Strictly inside: exact on the grid, and elsewhere good enough to judge what is beyond doubt in double.
static bool holds_origin(const scree_vec3 *p)
{
    real part[4] = { determinant(p[1], p[2], p[3]), determinant(p[0], p[3], p[2]), determinant(p[0], p[1], p[3]),
                     determinant(p[0], p[2], p[1]) };
    bool positive = true, negative = true;
    for (int i = 0; i < 4; ++i) {
        positive = positive && part[i] > 0;
        negative = negative && part[i] < 0;
    }
    return positive || negative;
}

// `known` says that the products are exact, so that nothing is in doubt; `roundings` is what v may be off by,
// `loose` of the size what the weights may.
static void check_simplex(const scree_vec3 *p, int count, bool known, double roundings, double loose)
{
    scree_simplex s = { .count = count };
    for (int i = 0; i < count; ++i) {
        s.vertex[i].w = p[i];
        s.vertex[i].a = v3(i, 0, 0);
        s.vertex[i].b = v3_add(p[i], v3(i, 0, 0));
    }
    bool inside;
    scree_vec3 v = scree_simplex_reduce(&s, &inside);
    real size = size_of(p, count), truth = brute_distance(p, count);
    double slack = roundings * 0x1p-53 * (double)size;
    if (inside) {
        CHECK(count == 4 && s.count == 4);
        CHECK_MSG(holds_origin(p), "the origin is %.3g outside", (double)truth);
        return;
    }
    if (known && count == 4) CHECK_MSG(!holds_origin(p), "the origin is inside, and it was not seen");
    CHECK(s.count >= 1 && s.count <= (count < 3 ? count : 3));
    double sum = 0.0;
    scree_vec3 q = v3(0, 0, 0);
    for (int i = 0; i < s.count; ++i) {
        CHECK(s.weight[i] > 0.0);
        sum += s.weight[i];
        q = v3_add_scaled(q, s.weight[i], s.vertex[i].w);
    }
    CHECK_NEAR(sum, 1.0, 1e-15);
    CHECK_MSG(fabsl(v3_norm(v) - truth) <= slack, "%d points: v %.17g for %.17g", count, v3_norm(v), (double)truth);
    // The weights place the point on the simplex. On a sliver they are known worse than v, hence farther at most.
    double more = v3_norm(q) - (double)truth;
    CHECK_MSG(more >= -slack && more <= fmax(slack, loose * (double)size), "%d points: weights give %.17g for %.17g",
              count, v3_norm(q), (double)truth);
    scree_vec3 on_a, on_b;
    scree_simplex_points(&s, &on_a, &on_b);
    CHECK(v3_norm(v3_sub(v3_sub(on_b, on_a), q)) <= 16 * 0x1p-53 * ((double)size + count));
}

// Every grid position, degenerate ones included: products are exact.
static void check_grid(scree_random *r, int width)
{
    scree_vec3 p[4];
    int count = 1 + random_below(r, 4);
    for (int i = 0; i < 4; ++i) {
        p[i] = v3(random_below(r, 2 * width + 1) - width, random_below(r, 2 * width + 1) - width,
                  random_below(r, 2 * width + 1) - width);
    }
    if (random_below(r, 8) == 0) p[1] = p[0];
    if (random_below(r, 8) == 0) p[2] = v3_neg(p[0]);
    if (random_below(r, 8) == 0) p[count - 1] = v3(0, 0, 0);
    check_simplex(p, count, true, 32, 0);
}

static void check_random(scree_random *r)
{
    scree_vec3 p[4], middle = v3_scale(random_direction(r), random_unit(r) < 0.3 ? 0.0 : random_decade(r, -9, 1));
    int count = 1 + random_below(r, 4);
    double scale = random_decade(r, -60, 60);
    for (int i = 0; i < 4; ++i) p[i] = v3_add(middle, v3_scale(random_direction(r), random_unit(r)));
    for (int i = 0; i < 4; ++i) p[i] = v3_scale(p[i], scale);
    check_simplex(p, count, false, 64, 0);
}

// Long thin triangles, and tetrahedra that are as good as flat, across the origin and beside it. v comes from the
// normal of a triangle, which is known to a rounding over its thinness; the weights are in the triangle all the same.
static void check_sliver(scree_random *r)
{
    scree_vec3 p[4], u = random_direction(r), w = random_direction(r);
    scree_vec3 middle = v3_scale(random_direction(r), random_decade(r, -6, 0));
    int count = 3 + random_below(r, 2);
    double thin = random_decade(r, -15, -1);
    for (int i = 0; i < 4; ++i) {
        double along = random_between(r, -1, 1), side = thin * random_between(r, -1, 1);
        p[i] = v3_add(v3_add_scaled(middle, along, u), v3_scale(w, side));
        if (i == 3) p[i] = v3_add_scaled(p[i], random_decade(r, -15, -1), random_direction(r));
    }
    check_simplex(p, count, false, 256, 1e-11);
}

// The regions of a triangle and of a tetrahedron, each hit on purpose: the origin over the inside, an edge, a corner.
static void check_regions(void)
{
    const scree_vec3 corner[3] = { { 0, 0, 1 }, { 4, 0, 1 }, { 0, 4, 1 } };
    for (int x = -3; x <= 7; ++x) {
        for (int y = -3; y <= 7; ++y) {
            for (int z = -2; z <= 3; ++z) {
                scree_vec3 p[4], shift = v3(x - 0.5, y, z);
                for (int i = 0; i < 3; ++i) p[i] = v3_sub(corner[i], shift);
                p[3] = v3_sub(v3(1, 1, 3), shift);
                check_simplex(p, 3, true, 16, 0);
                check_simplex(p, 4, true, 16, 0);
                check_simplex(p + 1, 2, true, 16, 0);
            }
        }
    }
}

int main(void)
{
    scree_random r = random_stream(1, 0, 0);
    check_regions();
    for (long i = 0, count = check_scaled(200000); i < count; ++i) {
        check_grid(&r, 2);
        check_grid(&r, 100);
        check_random(&r);
        check_sliver(&r);
    }
    return check_done();
}
