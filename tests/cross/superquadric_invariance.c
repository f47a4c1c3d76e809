// What must not change an answer about a superquadric, cylinder, cone or tapered capsule (smooth_invariance.h), and the
// limits: with exponents of 2 a superquadric is an ellipsoid; as they grow it becomes its box.
#include "scenes/superquadrics.h"

#include "smooth_invariance.h"

enum { SEED = 1023, LIMITS = 2000 };

// Of a cold search's steps, what a warm one of pairs that are apart or in shallow contact may take (0.6 measured;
// blocky ones 0.4).
#define USUAL_GAIN 0.9

static const family superquadrics = { .count = scree_superquadric_class_count,
                                      .name = scree_superquadric_class_name,
                                      .open = scree_superquadric_scene_open,
                                      .pair = scree_superquadric_scene_pair,
                                      .seed = SEED,
                                      .pairs = 25,
                                      .agreement = 1e-12 };

// Some other body: a sphere, capsule, box, cylinder or superquadric.
static scree_shape *some_shape(scree_random *r)
{
    double x = random_decade(r, -0.5, 0.5), y = random_decade(r, -0.5, 0.5), z = random_decade(r, -0.5, 0.5);
    switch (random_below(r, 5)) {
    case 0:
        return scree_sphere_create(x, 0.0, NULL);
    case 1:
        return scree_capsule_create(x, y, 0.0, NULL);
    case 2:
        return scree_box_create(s3(x, y, z), 0.0, NULL);
    case 3:
        return scree_cylinder_create(x, y, 0.0, NULL);
    default:
        return scree_superquadric_create(s3(x, y, z), random_between(r, 2, 20), random_between(r, 2, 20), 0.0, NULL);
    }
}

// With exponents of 2, or next to it, a superquadric is an ellipsoid: the derivative of the distance by an exponent is
// below the size.
static void check_round_limit(const query_setup *s, scree_random *r)
{
    const scree_vec3 axes = s3(random_decade(r, -1, 1), random_decade(r, -1, 1), random_decade(r, -1, 1));
    const double rounding = random_below(r, 4) ? 0.0 : random_decade(r, -3, 0);
    scree_shape *round = scree_ellipsoid_create(axes, rounding, NULL),
                *two = scree_superquadric_create(axes, 2, 2, rounding, NULL);
    scree_shape *next = scree_superquadric_create(axes, 2 + 0x1p-51, 2 + 0x1p-50, rounding, NULL),
                *other = some_shape(r);
    if (CHECK(round != NULL && two != NULL && next != NULL && other != NULL)) {
        scree_body a = { round, s3(0, 0, 0), random_rotation(r) }, b = { other, s3(0, 0, 0), random_rotation(r) };
        double size = scree_pair_size(round, other);
        b.position = s3_scale(random_direction(r), size * random_unit(r));
        scree_contact c = query(s, &a, &b, NULL);
        a.shape = two;
        scree_contact d = query(s, &a, &b, NULL);
        a.shape = next;
        scree_contact e = query(s, &a, &b, NULL);
        CHECK_MSG(fabs(d.distance - c.distance) <= 1e-12 * size, "exponents 2: %.17g, ellipsoid %.17g", d.distance,
                  c.distance);
        CHECK_MSG(fabs(e.distance - c.distance) <= 1e-12 * size + (e.upper - e.lower),
                  "exponents next to 2: %.17g, ellipsoid %.17g", e.distance, c.distance);
    }
    scree_shape_destroy(round);
    scree_shape_destroy(two);
    scree_shape_destroy(next);
    scree_shape_destroy(other);
}

// As the exponents grow, superquadrics grow towards their box: the distance falls towards that of the box. Of a point
// of the box, 3^(-1/n) times it is in the superquadric.
static void check_box_limit(const query_setup *s, scree_random *r)
{
    const scree_vec3 axes = s3(random_decade(r, -1, 1), random_decade(r, -1, 1), random_decade(r, -1, 1));
    const double exponents[] = { 4, 10, 25, 50, 100 }, corner = sqrt(s3_dot(axes, axes));
    scree_shape *box = scree_box_create(axes, 0.0, NULL), *other = some_shape(r);
    if (CHECK(box != NULL && other != NULL)) {
        scree_body a = { box, s3(0, 0, 0), random_rotation(r) }, b = { other, s3(0, 0, 0), random_rotation(r) };
        const double size = scree_pair_size(box, other), slack = 1e-11 * size;
        b.position = s3_scale(random_direction(r), size * random_unit(r));
        const scree_contact least = query(s, &a, &b, NULL);
        double last = INFINITY;
        for (int i = 0; i < 5; ++i) {
            scree_shape *blocky = scree_superquadric_create(axes, exponents[i], exponents[i], 0.0, NULL);
            if (!CHECK(blocky != NULL)) continue;
            a.shape = blocky;
            const scree_contact c = query(s, &a, &b, NULL);
            const double most = least.distance + corner * (1 - pow(3.0, -1.0 / exponents[i]));
            CHECK_MSG(c.distance <= last + slack + (c.upper - c.lower), "exponents %g: %.17g, less before: %.17g",
                      exponents[i], c.distance, last);
            CHECK_MSG(c.upper >= least.distance - slack && c.lower <= most + slack,
                      "exponents %g: %.17g, box %.17g, allowed up to %.17g", exponents[i], c.distance, least.distance,
                      most);
            last = c.upper;
            scree_shape_destroy(blocky);
        }
    }
    scree_shape_destroy(box);
    scree_shape_destroy(other);
}

int main(int argc, char **argv)
{
    query_setup s = { &superquadrics, malloc(1 << 24), 1 << 24 };
    const steps count = check_family(&s, argc > 1 ? argv[1] : NULL);
    scree_random r = random_stream(SEED, 7, 7);
    for (long k = 0, pairs = check_scaled(LIMITS); k < pairs; ++k) {
        check_round_limit(&s, &r);
        check_box_limit(&s, &r);
    }
    // Pairs that are searched for by polytopes cost the same either way, but for chance: over all classes no more.
    CHECK_MSG(argc > 1 || count.warm <= count.cold + count.cold / 10,
              "a warm start costs more steps (%ld) than a cold one (%ld)", count.warm, count.cold);
    CHECK_MSG((double)count.usual_warm <= USUAL_GAIN * (double)count.usual_cold,
              "warm starts of usual pairs take %ld steps, cold ones %ld", count.usual_warm, count.usual_cold);
    free(s.scratch);
    return check_done();
}
