// scree_rim_depth() bounds the least depth from below where two rims cross, or one stands on the other's disc. No normal may have less
// depth than the bound, whether the search's normal and points are exact or slightly off. And the bound must exist for nearly all pairs
// whose rims cross, and for tilted stacks of equal cylinders whose lateral offset is at most as large as the tilt.
#include "solve/smooth/rim_depth.h"

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { NORMALS = 400, SCRATCH = 1 << 20 };

static unsigned char scratch[SCRATCH];

static scree_shape *draw_shape(scree_random *r)
{
    scree_error error;
    const double radius = random_between(r, 0.3, 1.0), half_length = random_decade(r, -1.0, 0.0);
    return random_below(r, 4) == 0 ? scree_cone_create(radius, half_length, 0.0, &error)
                                   : scree_cylinder_create(radius, half_length, 0.0, &error);
}

// End on end, off the common axis, tilted; B comes down until the depth is about what is wanted.
static bool place(scree_body *a, scree_body *b, scree_query_options *o, scree_random *r, scree_contact *x)
{
    const bool stacked = a->shape == b->shape;
    const double tilt = random_decade(r, stacked ? -15.0 : -8.0, stacked ? -2.0 : -0.7);
    const double lean = random_between(r, 0.0, 6.283185307179586), depth = random_decade(r, -6.0, -1.0);
    const double off = random_between(r, 0.0, stacked ? tilt : 1.0);
    b->orientation = quat_about(s3(cos(lean), sin(lean), 0), tilt);
    if (scree_shape_kind_of(b->shape) == SCREE_CYLINDER && random_below(r, 2) == 0)
        b->orientation = quat_times(b->orientation, quat_about(s3(1, 0, 0), 3.141592653589793));
    a->orientation = quat_about(s3(1, 0, 0), scree_shape_kind_of(a->shape) == SCREE_CONE ? 3.141592653589793 : 0.0);
    b->position = s3(off, 0, 4);
    for (int i = 0; i < 6; ++i) {
        if (scree_query(a, b, o, x) != SCREE_OK || x->normal.z < 0.3) return false;
        b->position.z -= (x->distance + depth) / x->normal.z;
    }
    return scree_query(a, b, o, x) == SCREE_OK && x->distance < 0.0 && x->normal.z > 0.9;
}

static scree_climb climb_of(const scree_cores *c, const scree_contact *x)
{
    scree_climb climb = { .best = { .index_a = -1, .index_b = -1 } };
    climb.best.at.index_a = climb.best.at.index_b = -1;
    climb.best.n = v3_unit(m3_mul_transposed(&c->world_rotation, x->normal));
    climb.on_a = m3_mul_transposed(&c->world_rotation, v3_sub(x->point_a, c->world_shift));
    climb.on_b = m3_mul_transposed(&c->world_rotation, v3_sub(x->point_b, c->world_shift));
    climb.best.gap = scree_cores_gap(c, climb.best.n, &climb.best.at);
    return climb;
}

// Another normal and other points, as a search that ends somewhere else might have them.
static scree_climb shaken(const scree_cores *c, scree_climb climb, scree_random *r)
{
    climb.best.n = v3_unit(v3_add_scaled(climb.best.n, random_decade(r, -9.0, -1.0), random_direction(r)));
    climb.on_a = v3_add_scaled(climb.on_a, random_decade(r, -9.0, 0.0), random_direction(r));
    climb.on_b = v3_add_scaled(climb.on_b, random_decade(r, -9.0, 0.0), random_direction(r));
    climb.best.gap = scree_cores_gap(c, climb.best.n, &climb.best.at);
    return climb;
}

// Normals near that of the answer at every scale, and anywhere.
static void check_bound(const scree_cores *c, scree_vec3 best, double bound, scree_random *r, int number)
{
    for (int i = 0; i < NORMALS; ++i) {
        const double far = random_decade(r, i % 2 == 0 ? -16.0 : -8.0, 1.0);
        const scree_vec3 m = i == 0 ? best : v3_unit(v3_add_scaled(best, far, random_direction(r)));
        const double depth = -scree_cores_gap(c, m, NULL);
        if (!CHECK_MSG(depth >= bound - c->error, "pair %d: %.17g at %.3g from the normal, bound %.17g", number, depth,
                       v3_norm(v3_sub(m, best)), bound))
            return;
    }
}

int main(void)
{
    const int count = (int)check_scaled(4000);
    int overlaps[2] = { 0, 0 }, proven[2] = { 0, 0 }, shaken_proven = 0, slow = 0;
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    for (int i = 0; i < count; ++i) {
        scree_random r = random_stream(7, 1, (uint64_t)i);
        scree_shape *const shape[2] = { draw_shape(&r), draw_shape(&r) };
        const bool stacked = i % 2 == 1 && scree_shape_kind_of(shape[0]) == SCREE_CYLINDER;
        scree_body a = scree_body_at(shape[0], s3(0, 0, 0)), b = scree_body_at(shape[stacked ? 0 : 1], s3(0, 0, 0));
        scree_contact x;
        if (place(&a, &b, &o, &r, &x)) {
            const scree_cores c = scree_cores_make(&a, &b);
            const scree_climb climb = climb_of(&c, &x), other = shaken(&c, climb, &r);
            const double bound = scree_rim_depth(&c, &climb), lower = scree_rim_depth(&c, &other);
            ++overlaps[stacked];
            proven[stacked] += bound >= -x.distance - c.error;
            slow += stacked && x.iterations > 1;
            shaken_proven += lower > -INFINITY;
            if (bound > -INFINITY) check_bound(&c, climb.best.n, bound, &r, i);
            if (lower > -INFINITY) check_bound(&c, climb.best.n, lower, &r, i);
        }
        for (int k = 0; k < 2; ++k) scree_shape_destroy(shape[k]);
    }
    printf("%d overlaps, %d proven, %d bounds from others; of %d stacks %d, %d searched\n", overlaps[0], proven[0],
           shaken_proven, overlaps[1], proven[1], slow);
    CHECK(proven[0] >= 0.1 * overlaps[0] && shaken_proven > 0);
    const double few = 0.03 * overlaps[1] + 3.0; // more than in a hundred, in a short run
    CHECK(overlaps[1] > 0 && overlaps[1] - proven[1] <= few && slow <= few);
    return check_done();
}
