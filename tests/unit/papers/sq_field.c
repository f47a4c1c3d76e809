// The inside-outside function as the papers' methods use it: value, gradient and Hessian against the printed formula in
// long double, where lines cross the surface, support points, and the ball that is claimed to be inside.
#include "papers/sq_field.h"

#include "sq_real.h"

static block random_block(scree_random *r, double scale)
{
    const int how = random_below(r, 4);
    double n1 = how == 0 ? 2 : random_between(r, 2, 30), n2 = how == 1 ? n1 : random_between(r, 2, 30);
    if (how == 0 && random_below(r, 2)) n2 = 2;
    if (random_below(r, 2)) {
        n1 = floor(n1);
        n2 = floor(n2);
    }
    return block_make(s3(scale * random_decade(r, -1, 0), scale * random_decade(r, -1, 0), scale), n1, n2);
}

static scree_vec3 random_point(const block *b, scree_random *r)
{
    const scree_vec3 d = random_direction(r);
    const double s = random_between(r, 0.05, 1.5);
    scree_vec3 x = s3(s * b->axes.x * d.x, s * b->axes.y * d.y, s * b->axes.z * d.z);
    if (random_below(r, 8) == 0) x.x = 0;
    if (random_below(r, 8) == 0) x.y = 0;
    if (random_below(r, 8) == 0) x.z = 0;
    return x;
}

static bool near(real a, real b, real error)
{
    return fabsl(a - b) <= error;
}

static void check_derivatives(scree_random *r)
{
    const double scale = random_decade(r, -9, 9);
    block b = random_block(r, scale);
    const scree_sq_field f = scree_sq_field_of(b.body.shape);
    const scree_vec3 x = random_point(&b, r);
    const scree_sq_expansion e = scree_sq_expand(&f, x);
    scree_vec3 gradient;
    const double value = scree_sq_slope(&f, x, &gradient), value_only = scree_sq_value(&f, x);
    const real truth = block_value(&b, r3_from(x)), level = 1 + fabsl(truth);
    CHECK_MSG(near(e.value, truth, 1e-13L * level) && near(value, truth, 1e-13L * level) &&
                  near(value_only, truth, 1e-13L * level),
              "F %.17g %.17g %.17g, truth %.17Lg, exponents %g %g", e.value, value, value_only, truth, b.n1, b.n2);
    const scree_vec3 of[3] = { s3(b.axes.x, 0, 0), s3(0, b.axes.y, 0), s3(0, 0, b.axes.z) };
    const double h = 1e-6;
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 step = s3_scale(of[i], h);
        const real up = block_value(&b, r3_from(s3_add(x, step))), down = block_value(&b, r3_from(s3_sub(x, step)));
        const real slope = (up - down) / (2 * (real)h), bound = 1e-6L * (1 + fabsl(slope)) * b.n1 * b.n1;
        CHECK_MSG(near(s3_dot(e.gradient, of[i]), slope, bound) && near(s3_dot(gradient, of[i]), slope, bound),
                  "gradient %g %g, by differences %Lg", s3_dot(e.gradient, of[i]), s3_dot(gradient, of[i]), slope);
        scree_vec3 g_up, g_down;
        scree_sq_slope(&f, s3_add(x, step), &g_up);
        scree_sq_slope(&f, s3_sub(x, step), &g_down);
        const scree_vec3 bend = s3_scale(s3_sub(g_up, g_down), 0.5 / h);
        const scree_sym3 m = e.hessian;
        const scree_vec3 rows[3] = { s3(m.xx, m.xy, m.xz), s3(m.xy, m.yy, m.yz), s3(m.xz, m.yz, m.zz) };
        for (int k = 0; k < 3; ++k) {
            const double analytic = s3_dot(rows[i], of[k]) * s3_dot(of[i], s3(1, 1, 1));
            const double differences = s3_dot(bend, of[k]);
            // On the planes of symmetry second derivatives are 0 or jump, and those nearby are none to compare with.
            const double most = 1 + fabs(m.xx) * b.axes.x * b.axes.x + fabs(m.yy) * b.axes.y * b.axes.y +
                                fabs(m.zz) * b.axes.z * b.axes.z;
            if (x.x == 0 || x.y == 0 || x.z == 0) continue;
            CHECK_MSG(fabs(analytic - differences) <= 2e-3 * most, "Hessian %d%d: %g, by differences %g; n %g %g", i, k,
                      analytic, differences, b.n1, b.n2);
        }
    }
    block_free(&b);
}

static void check_lines(scree_random *r)
{
    const double scale = random_decade(r, -9, 9);
    block b = random_block(r, scale);
    const scree_sq_field f = scree_sq_field_of(b.body.shape);
    const scree_vec3 x = random_point(&b, r), d = random_direction(r);
    const real size = scale;
    if (scree_sq_value(&f, x) < 0) {
        const double t = scree_sq_leave(&f, x, d);
        const real at = block_value(&b, r3_add_scaled(r3_from(x), t, r3_from(d)));
        real3 g = block_gradient(&b, r3_add_scaled(r3_from(x), t, r3_from(d)), size * 0.01L);
        CHECK_MSG(t >= 0 && fabsl(at) <= 1e-10L * (1 + sqrtl(r3_dot(g, g)) * size), "left at F = %Lg", at);
        // So far at least does the ball reach.
        CHECK(scree_sq_ball(&f, x) <= t * (1 + 1e-13) + 1e-15 * scale);
    } else {
        double t;
        const bool hit = scree_sq_enter(&f, x, d, &t);
        real least = INFINITY;
        for (int i = 0; i <= 400; ++i)
            least = fminl(least, block_value(&b, r3_add_scaled(r3_from(x), 4 * size * i / 400, r3_from(d))));
        if (least < -1e-3L) CHECK_MSG(hit, "missed, though F is %Lg", least);
        if (hit) {
            const real at = block_value(&b, r3_add_scaled(r3_from(x), t, r3_from(d)));
            CHECK_MSG(t >= 0 && fabsl(at) <= 1e-6L, "entered at F = %Lg", at);
            const real half = block_value(&b, r3_add_scaled(r3_from(x), 0.5L * t, r3_from(d)));
            CHECK_MSG(half >= -1e-9L, "inside before it enters: %Lg", half);
        }
        CHECK(scree_sq_ball(&f, x) == 0.0);
    }
    block_free(&b);
}

static void check_support(scree_random *r)
{
    const double scale = random_decade(r, -9, 9);
    block b = random_block(r, scale);
    const scree_sq_field f = scree_sq_field_of(b.body.shape);
    const scree_vec3 d = random_direction(r), p = scree_sq_support_of(&f, d);
    CHECK_NEAR(s3_dot(d, p) / scale, (double)(block_height(&b, r3_from(d)) / scale), 1e-14);
    CHECK_NEAR((double)block_value(&b, r3_from(p)), 0.0, 1e-12 * b.n1 * b.n2);
    block_free(&b);
}

int main(void)
{
    scree_random r = random_stream(91, 0, 0);
    for (long i = 0, n = check_scaled(3000); i < n; ++i) {
        check_derivatives(&r);
        check_lines(&r);
        check_support(&r);
    }
    return check_done();
}
