// `jia`, the contact function and the sign of `auto` on random pairs of ellipsoids whose gap is known from how they
// were placed: all four must agree wherever the gap is more than rounding. Gaps and overlaps from 1e-12 of the size up.
#include "check.h"
#include "ellipsoid_quad.h"

// Roundings of the poses, in the pair's size: below this a sign means nothing. B's place is rounded, and what a gap is
// off by is no more than that.
#define BLUR 1e-14

typedef struct outcome {
    bool jia, function, distance;
} outcome;

static bool query(const scree_body *a, const scree_body *b, outcome *out)
{
    scree_contact_function f;
    scree_contact c, by_method;
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("jia");
    if (!CHECK(scree_ellipsoids_overlap(a, b, &out->jia) == SCREE_OK)) return false;
    if (!CHECK(scree_perram_wertheim(a, b, &f) == SCREE_OK)) return false;
    scree_status status = scree_query(a, b, NULL, &c), other = scree_query(a, b, &o, &by_method);
    if (!CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE)) return false;
    if (!CHECK(other == SCREE_OK || other == SCREE_NO_CONVERGENCE)) return false;
    out->function = f.value < 1;
    out->distance = c.distance < 0;
    CHECK_MSG((by_method.distance < 0) == out->jia, "the method and the call differ");
    CHECK_MSG(by_method.lower <= c.upper && c.lower <= by_method.upper, "jia: [%.17g, %.17g], auto: [%.17g, %.17g]",
              by_method.lower, by_method.upper, c.lower, c.upper);
    return true;
}

static double least_radius(scree_vec3 semi)
{
    double least = fmin(semi.x, fmin(semi.y, semi.z)), most = fmax(semi.x, fmax(semi.y, semi.z));
    return least * (least / most);
}

static void check_pair(uint64_t number)
{
    scree_random r = random_stream(4, 5, number);
    double scale = random_decade(&r, -9, 9);
    scree_vec3 p = s3_scale(random_semi_axes(&r, 1000), scale), q = s3_scale(random_semi_axes(&r, 1000), scale);
    if (number % 5 == 0) q = s3_scale(q, random_decade(&r, -3, 3));
    scree_shape *shape_a = scree_ellipsoid_create(p, 0, NULL), *shape_b = scree_ellipsoid_create(q, 0, NULL);
    scree_body a = { .shape = shape_a }, b = { .shape = shape_b };
    double size = scree_pair_size(shape_a, shape_b), gap = size * random_decade(&r, -12, 0.5);
    bool yes = random_below(&r, 2) == 0;
    if (yes) gap = -gap;
    random_touching_pair(&r, p, q, gap, &a, &b);
    // Deep overlaps of thin bodies may slide out sideways; while the balls overlap that touch both surfaces from
    // inside, they do not. The smallest radii of curvature are theirs.
    if (-gap > least_radius(p) + least_radius(q)) {
        const quad_pair pair = quad_pair_make(p, &a, q, &b);
        quad margin = quad_contact_function(&pair).value - 1;
        yes = margin < 0;
        gap = (double)margin * size; // only a measure, for the margin and the message
    }
    outcome got;
    if (fabs(gap) > BLUR * size && query(&a, &b, &got)) {
        CHECK_MSG(got.jia == yes, "%lu: jia, gap %.3g of the size", (unsigned long)number, gap / size);
        CHECK_MSG(got.function == yes, "%lu: contact function, gap %.3g of the size", (unsigned long)number,
                  gap / size);
        CHECK_MSG(got.distance == yes, "%lu: auto, gap %.3g of the size", (unsigned long)number, gap / size);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

int main(void)
{
    long count = check_scaled(120000);
    for (long n = 0; n < count; ++n) check_pair((uint64_t)n);
    printf("%ld pairs\n", count);
    return check_done();
}
