// Faces smaller than rounding at the distance of the other body.
//
// Two polyhedra apart, of which one has a corner that is cut off, the cut 1e-6 to 1e-25 of the distance. In the frame of
// the larger body the corners of such a face are one point: its sides have no direction, and every point of space was
// taken to be right before the face. The answer was ok, with an upper bound 20 % below the distance.
#include <stdlib.h>

#include "report.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "scree/method.h"

static void minimal(void)
{
    const scree_vec3 chipped[6] = { { -1e-05, 0, 0 }, { 0, -1e-05, 0 }, { 0, 0, -1e-05 },
                                    { -1e-18, 0, 0 }, { 0, -1e-18, 0 }, { 0, 0, -1e-18 } };
    const scree_vec3 corner[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    scree_solid a = solid_hull(chipped, 6), b = solid_hull(corner, 4);
    scree_contact c = judged("a tiny face", &a, pose_at(0, 0, 0), &b, pose_at(3.0, 0.1, 3.0));
    CHECK_NEAR(c.distance, 4.2438190347845889, 1e-14);
}

enum { PAIRS = 128 };

typedef struct chipped_pairs {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS];
    scree_contact single[PAIRS], batch[PAIRS];
} chipped_pairs;

// A corner at the origin, cut off; the other body is before the cut, and beside it by up to twice as much.
static void put_pair(scree_random *r, const scree_shape *solid, scree_body out[2])
{
    const double size = random_decade(r, -7, 0), cut = size * random_decade(r, -25, -6);
    scree_vec3 p[6];
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 d = random_in_cube(r, -0.3, 0.3);
        const scree_vec3 way = s3_add(d, i == 0 ? s3(-1, 0, 0) : i == 1 ? s3(0, -1, 0) : s3(0, 0, -1));
        p[i] = s3_scale(way, size);
        p[i + 3] = s3_scale(way, cut);
    }
    out[0] = scree_body_at(scree_polyhedron_create(p, 6, 0.0, NULL), s3(0, 0, 0));
    const double away = random_between(r, 2.0, 4.0);
    out[1] = scree_body_at(solid, s3_add(s3(away, away, away), random_in_cube(r, -2.0, 2.0)));
    out[1].orientation = random_rotation(r);
    if (random_below(r, 2)) return;
    const scree_quat rotation = random_rotation(r);
    for (int i = 0; i < 2; ++i) {
        out[i].position = quat_rotate(rotation, out[i].position);
        out[i].orientation = quat_times(rotation, out[i].orientation);
    }
}

static void check_interval(const char *what, const scree_contact *c, const scree_contact *exact)
{
    CHECK_MSG(c->status == SCREE_OK && c->upper >= exact->lower && c->lower <= exact->upper,
              "%s: [%.17g, %.17g] where sat has [%.17g, %.17g]", what, c->lower, c->upper, exact->lower, exact->upper);
}

// Single, warm and in a batch, cold and warm, against all axes and features.
static void family(const scree_shape *solid, uint64_t seed)
{
    static chipped_pairs x;
    static unsigned char scratch[1 << 20];
    scree_random r = random_stream(seed, 0, 0);
    scree_query_options sat = scree_query_defaults(), plain = sat;
    sat.method = scree_method_find("sat");
    for (int i = 0; i < PAIRS; ++i) {
        put_pair(&r, solid, &x.bodies[2 * i]);
        x.pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        x.caches[i] = (scree_cache){ .filled = false };
        (void)scree_query(&x.bodies[2 * i], &x.bodies[2 * i + 1], &sat, &x.single[i]);
    }
    scree_batch batch = { .bodies = x.bodies, .body_count = 2 * PAIRS, .pairs = x.pairs, .pair_count = PAIRS };
    batch.caches = x.caches;
    batch.threads = 1;
    batch.scratch = scratch;
    batch.scratch_size = sizeof scratch;
    for (int round = 0; round < 2; ++round) {
        (void)scree_query_batch(&batch, NULL, x.batch);
        for (int i = 0; i < PAIRS; ++i) {
            scree_contact c;
            scree_cache cache = x.caches[i];
            check_interval(round == 0 ? "batch" : "warm batch", &x.batch[i], &x.single[i]);
            if (round > 0) plain.cache = &cache;
            (void)scree_query(&x.bodies[2 * i], &x.bodies[2 * i + 1], &plain, &c);
            check_interval(round == 0 ? "single" : "warm", &c, &x.single[i]);
        }
    }
    for (int i = 0; i < PAIRS; ++i) scree_shape_destroy((scree_shape *)(uintptr_t)x.bodies[2 * i].shape);
}

int main(void)
{
    minimal();
    scree_shape *box = scree_box_create((scree_vec3){ 0.5, 0.4, 0.3 }, 0.0, NULL);
    for (uint64_t seed = 0; seed < (uint64_t)check_scaled(20); ++seed) family(box, seed);
    scree_shape_destroy(box);
    return check_done();
}
