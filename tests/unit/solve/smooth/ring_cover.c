// All normals of a small cone or cylinder in a huge superquadric with an exponent of 2: no normal has a gap above the bound, also
// next to the sections along which the ring of minima runs, and the bound meets the best normal.
#include "solve/smooth/ring_cover.h"

#include "check.h"
#include "pair/pair.h"
#include "scenes/random.h"
#include "scree/shape.h"

enum { PAIRS = 1000, NORMALS = 400 };

static scree_shape *huge(scree_random *r, double size)
{
    static const double exponents[] = { 2.1, 2.5, 3, 4, 8, 20 };
    const double n = exponents[random_below(r, 6)],
                 uneven = random_below(r, 2) == 0 ? 0.0 : random_decade(r, -12.0, -7.0);
    const scree_vec3 a = { size, size * (1.0 + uneven), size };
    return random_below(r, 2) == 0 ? scree_superquadric_create(a, 2.0, n, 0.0, NULL)
                                   : scree_superquadric_create(a, n, 2.0, 0.0, NULL);
}

// On a section of S or at any small angle from it; or anywhere.
static scree_vec3 any_normal(scree_random *r)
{
    scree_vec3 d = random_direction(r);
    const double off = random_below(r, 3) == 0 ? 0.0 : random_signed_decade(r, -16.0, -1.0);
    switch (random_below(r, 4)) {
    case 0:
        d.x = off;
        break;
    case 1:
        d.y = off;
        break;
    case 2:
        d.z = off;
        break;
    default:
        break;
    }
    return v3_unit(d);
}

static void check_pair(const scree_body *a, const scree_body *b, scree_random *r, long *met)
{
    const scree_cores c = scree_pair_in_order(a, b) ? scree_cores_make(a, b) : scree_cores_make(b, a);
    const bool of_a = c.a->core == SCREE_CORE_SUPERQUADRIC;
    const double width = 1e-12 * c.size;
    scree_axis best = { .n = random_direction(r) };
    best.gap = scree_cores_gap(&c, best.n, &best.at);
    double upper = 0.0;
    int cells = 0;
    if (!scree_ring_cover(&c, width, &best, &upper, &cells)) return;
    ++*met;
    CHECK_MSG(upper >= best.gap && upper - best.gap <= width + c.error, "%.3g wide", upper - best.gap);
    for (int i = 0; i < NORMALS; ++i) {
        scree_vec3 n = any_normal(r);
        if (!of_a) n = m3_mul(&c.rotation, n);
        // Next to the best one, too.
        if (i % 2 == 0) n = v3_unit(v3_add_scaled(best.n, random_decade(r, -9.0, -1.0), n));
        const double gap = scree_cores_gap(&c, n, NULL);
        CHECK_MSG(gap <= upper + c.error, "gap %.17g, upper %.17g, %d cells", gap, upper, cells);
    }
}

int main(void)
{
    const long count = check_scaled(PAIRS);
    long met = 0;
    for (long i = 0; i < count; ++i) {
        scree_random r = random_stream(23, 0, (uint64_t)i);
        const double radius = random_decade(&r, -2.0, 0.0), half = random_decade(&r, -2.0, 0.0);
        scree_shape *s = huge(&r, random_decade(&r, 4.0, 7.0));
        scree_shape *k = random_below(&r, 2) == 0 ? scree_cone_create(radius, half, 0.0, NULL)
                                                  : scree_cylinder_create(radius, half, 0.0, NULL);
        const scree_vec3 at = random_below(&r, 2) == 0 ? v3(0, 0, 0) : random_vector(&r, 1.0, -6.0, 0.0);
        const scree_body bodies[2] = { { s, { 0, 0, 0 }, random_rotation(&r) }, { k, at, random_rotation(&r) } };
        if (CHECK(s != NULL && k != NULL)) check_pair(&bodies[0], &bodies[1], &r, &met);
        scree_shape_destroy(s);
        scree_shape_destroy(k);
    }
    CHECK_MSG(10 * met >= 6 * count, "%ld of %ld pairs", met, count);
    return check_done();
}
