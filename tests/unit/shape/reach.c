// How far round bodies reach, against the support in long double: never less, and hardly more; and the point that comes
// with it is in the body, and nearly as far.
#include "shape/reach.h"

#include <math.h>
#include <stdio.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/shape.h"

enum { SEED = 5, DIRECTIONS = 4000 };

// (x^n + y^n)^(1/n), without leaving the range of numbers.
static long double join(long double n, long double x, long double y)
{
    const long double most = fmaxl(x, y), least = fminl(x, y);
    return most > 0 ? most * powl(1 + powl(least / most, n), 1 / n) : 0;
}

static long double gauge(const scree_shape *s, scree_vec3 p)
{
    const long double x = fabsl((long double)p.x / s->form->semi_axes.x),
                      y = fabsl((long double)p.y / s->form->semi_axes.y);
    return join(s->form->n1, join(s->form->n2, x, y), fabsl((long double)p.z / s->form->semi_axes.z));
}

static long double height(const scree_shape *s, scree_vec3 d)
{
    const long double k1 = s->form->n1 / (s->form->n1 - 1.0L), k2 = s->form->n2 / (s->form->n2 - 1.0L);
    const long double x = fabsl((long double)d.x * s->form->semi_axes.x),
                      y = fabsl((long double)d.y * s->form->semi_axes.y);
    return join(k1, join(k2, x, y), fabsl((long double)d.z * s->form->semi_axes.z));
}

static void check_along(const scree_shape *s, scree_vec3 d)
{
    const scree_reach r = scree_reach_along(s, d);
    const long double h = height(s, d), off = (3 * s->form->n1 + 16) * 0x1p-53L;
    const long double far = (long double)d.x * r.at.x + (long double)d.y * r.at.y + (long double)d.z * r.at.z;
    CHECK_MSG(r.height >= h * (1 - off), "n = %g: %.17g for %.17Lg along %g, %g, %g", s->form->n1, r.height, h, d.x,
              d.y, d.z);
    CHECK_MSG(r.height <= 1.01L * h, "n = %g: %.17g for %.17Lg along %g, %g, %g", s->form->n1, r.height, h, d.x, d.y,
              d.z);
    CHECK_MSG(gauge(s, r.at) <= 1 + off, "n = %g: the point is outside by %Lg", s->form->n1, gauge(s, r.at) - 1);
    CHECK_MSG(far >= 0.99L * h, "n = %g: the point is at %.17Lg of %.17Lg", s->form->n1, far, h);
}

// Along the axes and their planes, near them, and anyhow; of any length.
static void check_shape(double n1, double n2, double size)
{
    scree_shape *s = scree_superquadric_create((scree_vec3){ size, 0.3 * size, 0.7 * size }, n1, n2, 0.0, NULL);
    if (!CHECK(s != NULL)) return;
    scree_random r = random_stream(SEED, 1, (uint64_t)n1);
    const long count = check_scaled(DIRECTIONS);
    for (long i = 0; i < count + 27; ++i) {
        const double length = random_decade(&r, -40, 40), small = i % 3 == 0 ? random_decade(&r, -30, 0) : 1.0;
        scree_vec3 d = random_direction(&r);
        if (i < 27) d = (scree_vec3){ (double)(i % 3 - 1), (double)(i / 3 % 3 - 1), (double)(i / 9 - 1) };
        if (i == 13) continue; // 0
        if (i >= 27 && i % 2 == 0) d.x *= small;
        if (i >= 27 && i % 5 < 2) d.y *= small;
        check_along(s, v3_scale(d, length));
    }
    scree_shape_destroy(s);
}

int main(void)
{
    static const double sizes[] = { 1e-9, 1.0, 1e9 };
    for (int i = 0; i < 3; ++i) {
        for (int n = 2; n <= 13; ++n) check_shape(n, n, sizes[i]);
        check_shape(2.5, 2.5, sizes[i]);
        check_shape(3.0, 4.0, sizes[i]);
    }
    return check_done();
}
