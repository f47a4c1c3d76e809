// Capsules with capsules, balls and boxes: the closed forms against the search, scree_verify() and themselves at other widths,
// in batches and swapped.
//
// Sizes from 1e-9 to 1e9, ratios up to 1e6; side by side, parallel and nearly so, crossed, end to end, on faces and along edges,
// grazing, touching, deep.
#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "check.h"
#include "dispatch/auto.h"
#include "dispatch/kernels.h"
#include "oracle/verified.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "shape/shape.h"

enum { PAIRS = 4000, KINDS = 3, SCRATCH = 1 << 17 };

static const char *const names[KINDS] = { "capsules", "capsule and ball", "capsule and box" };

typedef struct scene {
    scree_shape *shape[2];
    scree_body a, b;
    int kind;
} scene;

static double rounding_of(scree_random *r, double size)
{
    return random_below(r, 3) == 0 ? size * random_decade(r, -3, 0) : 0.0;
}

static void make_shapes(scree_random *r, scene *s)
{
    const double size = random_decade(r, -9, 9), other = size * (random_below(r, 2) ? 1.0 : random_decade(r, -6, 0));
    const double thin = random_decade(r, -3, 0), rounding = rounding_of(r, other);
    s->shape[0] = scree_capsule_create(thin * size, size * random_between(r, 0.1, 1), rounding_of(r, size), NULL);
    s->shape[1] = s->kind == 0   ? scree_capsule_create(other * random_between(r, 0.1, 1), other, rounding, NULL)
                  : s->kind == 1 ? scree_sphere_create(other, rounding, NULL)
                                 : scree_box_create(s3(other, 0.7 * other, 0.4 * other), rounding, NULL);
}

// The capsule's axis along one of B's axes, at right angles to it, nearly so, or anyhow.
static scree_quat pose_near(scree_random *r, scree_quat of_b)
{
    static const scree_vec3 axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    if (random_below(r, 3) == 0) return random_rotation(r);
    const scree_quat along = quat_times(of_b, quat_from_to(axes[2], axes[random_below(r, 3)]));
    const double tilt = random_below(r, 2) ? 0.0 : random_decade(r, -16, -1);
    return quat_times(quat_about(random_direction(r), tilt), along);
}

static bool make_scene(scree_random *r, scene *s)
{
    s->kind = random_below(r, KINDS);
    make_shapes(r, s);
    if (s->shape[0] == NULL || s->shape[1] == NULL) return false;
    const double size = scree_pair_size(s->shape[0], s->shape[1]);
    const bool exact = random_below(r, 2) != 0; // no rotation but the capsule's own
    s->b = (scree_body){ s->shape[1], { 0, 0, 0 }, exact ? (scree_quat){ 1, 0, 0, 0 } : random_rotation(r) };
    const scree_vec3 ways[3] = { random_direction(r), s3(0, 0, 1), s3(1, 0, 0) };
    const scree_vec3 way = ways[random_below(r, 3)],
                     aside = s3_scale(random_direction(r), 0.3 * size * random_below(r, 2));
    const scree_quat pose = pose_near(r, s->b.orientation);
    s->a = (scree_body){ s->shape[0], s3_add(s3_scale(quat_rotate(s->b.orientation, way), 2.0 * size), aside), pose };
    scree_contact x;
    const double goals[5] = { random_unit(r), 0.0, random_signed_decade(r, -15, -3), -random_decade(r, -3, -1), -0.5 };
    const double goal = goals[random_below(r, 5)] * size;
    for (int i = 0; i < 8; ++i) { // towards it along the normal
        if (scree_query(&s->a, &s->b, NULL, &x) > SCREE_NO_CONVERGENCE) return false;
        s->a.position = s3_add(s->a.position, s3_scale(x.normal, x.distance - goal));
    }
    return true;
}

static long double apart(scree_vec3 a, scree_vec3 b)
{
    const long double x = (long double)a.x - b.x, y = (long double)a.y - b.y, z = (long double)a.z - b.z;
    return sqrtl(x * x + y * y + z * z);
}

// The search gives the same answer, up to rounding.
static void check_search(const scene *s, const scree_contact *x, void *scratch)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    o.tolerance = 1e-12 * scree_size_of_pair(s->shape[0], s->shape[1]);
    scree_contact g;
    if (scree_auto_search(&s->a, &s->b, &o, &g) != SCREE_OK) return;
    const double size = scree_pair_size(s->shape[0], s->shape[1]), width = (x->upper - x->lower) + (g.upper - g.lower);
    const char *name = names[s->kind];
    CHECK_MSG(fabs(x->distance - g.distance) <= width, "%s: %.17g for %.17g", name, x->distance, g.distance);
    CHECK_MSG(x->feature_a == g.feature_a && x->feature_b == g.feature_b && x->index_b == g.index_b,
              "%s: feature %d %d, not %d %d", name, (int)x->feature_b, x->index_b, (int)g.feature_b, g.index_b);
    CHECK_MSG(x->patch_area == g.patch_area, "%s: area %g", name, g.patch_area);
    CHECK_MSG(x->upper - x->lower <= 6.0 * (g.upper - g.lower), "%s: %.3g wide, not %.3g", name, x->upper - x->lower,
              g.upper - g.lower);
    CHECK_MSG(apart(x->point, g.point) <= 1e-8L * size, "%s: point off by %Lg of %g", name, apart(x->point, g.point),
              size);
}

static bool differ(const scree_contact *x, const scree_contact *y)
{
    return memcmp(x, y, sizeof *x) != 0;
}

static bool answer_at(const scree_kernels *k, const scene *s, scree_contact *y)
{
    const double tolerance = 1e-12 * scree_size_of_pair(s->shape[0], s->shape[1]);
    memset(y, 0x55, sizeof *y);
    return (s->kind == 2 ? k->segment_box : k->segment)(&s->a, &s->b, tolerance, y);
}

static void check_ways(const scene *s, const scree_contact *x, void *scratch)
{
    const scree_body bodies[2] = { s->a, s->b };
    const scree_pair pairs[2] = { { .a = 0, .b = 1 }, { .a = 1, .b = 0 } };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 2, .threads = 1 };
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    scree_contact both[2], swapped, y;
    (void)scree_query_batch(&batch, NULL, both);
    (void)scree_query(&s->b, &s->a, NULL, &swapped);
    CHECK(!differ(&both[0], x) && !differ(&both[1], &swapped));
    CHECK(swapped.distance == x->distance && apart(swapped.point_a, x->point_b) == 0.0L &&
          apart(swapped.point, x->point) == 0.0L && swapped.index_a == x->index_b && swapped.lower == x->lower);
    CHECK(swapped.normal.x == -x->normal.x && swapped.normal.y == -x->normal.y && swapped.normal.z == -x->normal.z);
    for (int lanes = 1; lanes <= 4; lanes *= 2) {
        const scree_kernels *k = scree_kernels_of(lanes);
        if (k != NULL && answer_at(k, s, &y)) CHECK(!differ(&y, x));
    }
    bool yes;
    if (x->status != SCREE_OK) return;
    CHECK(scree_overlap(&s->a, &s->b, NULL, &yes) == SCREE_OK && (yes || x->upper >= 0.0) && (!yes || x->lower <= 0.0));
    CHECK(scree_verified_holds(names[s->kind], &s->a, &s->b, NULL, x));
}

int main(void)
{
    alignas(64) static unsigned char scratch[SCRATCH];
    long direct[KINDS] = { 0 }, all[KINDS] = { 0 };
    const long count = check_scaled(PAIRS);
    for (long i = 0; i < count; ++i) {
        scree_random r = random_stream(72, 0, (uint64_t)i);
        scene s = { .kind = 0 };
        scree_contact x, y;
        if (CHECK(make_scene(&r, &s)) && CHECK(scree_query(&s.a, &s.b, NULL, &x) <= SCREE_NO_CONVERGENCE)) {
            const scree_query_options o = scree_query_defaults();
            const bool is_direct = scree_auto_direct(&s.a, &s.b, &o, &y);
            if (is_direct) check_search(&s, &x, scratch);
            check_ways(&s, &x, scratch);
            direct[s.kind] += is_direct;
            ++all[s.kind];
        }
        scree_shape_destroy(s.shape[0]);
        scree_shape_destroy(s.shape[1]);
    }
    for (int i = 0; i < KINDS; ++i) printf("%s: %ld of %ld by the kernel\n", names[i], direct[i], all[i]);
    return check_done();
}
