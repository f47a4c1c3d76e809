// Polygons for which rounding matters most: those that rotate about a point far outside them, whose intervals must be
// true and still narrow, and needles, whose corners may be the same to the last digit once they are moved.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "math/vec3.h"
#include "oracle/contact.h"
#include "oracle/solid.h"
#include "scenes/random.h"
#include "scree/batch.h"

enum { SEED = 41, MOST_CORNERS = 9, POOL = 48, FAR_PAIRS = 12000, NEEDLE_PAIRS = 60000, BATCH = 500 };

static const double TURN = 6.283185307179586;

// ------------------------------------------------------------------------------------------------ far from the origin

static bool open_far(scree_solid *s, scree_vec3 points[MOST_CORNERS], scree_random *r)
{
    const int count = 3 + random_below(r, MOST_CORNERS - 2);
    const double size = ldexp(1.0, random_below(r, 3) * 15 - 15), off = random_between(r, 0.0, 2.0) * size;
    const double where = random_between(r, 0.0, TURN);
    for (int i = 0; i < count; ++i) {
        const double angle = TURN / count * (i + random_between(r, -0.3, 0.3));
        points[i] = v3(size * cos(angle) + off * cos(where), size * sin(angle) + off * sin(where), 0.0);
    }
    *s = (scree_solid){ .kind = SCREE_POLYGON, .count = count, .points = points };
    s->shape = scree_polygon_create(points, (size_t)count, 0.0, NULL);
    return CHECK(s->shape != NULL);
}

// The middle of the bounds is at a place.
static void put(scree_body *body, scree_vec3 place)
{
    const scree_bounds bounds = scree_shape_bounds(body->shape);
    const scree_quat q = body->orientation;
    const double c = q.w * q.w - q.z * q.z, s = 2.0 * q.w * q.z;
    const double x = bounds.centre.x, y = bounds.centre.y;
    body->position = v3(place.x - (c * x - s * y), place.y - (s * x + c * y), 0.0);
}

// Of one size, about in touch.
static void far_pairs(void)
{
    scree_solid solids[POOL];
    scree_vec3 points[POOL][MOST_CORNERS];
    oracle_hull *hulls[POOL];
    scree_random r = random_stream(SEED, 0, 0);
    for (int i = 0; i < POOL; ++i) {
        if (!open_far(&solids[i], points[i], &r)) return;
        hulls[i] = scree_oracle_solid(&solids[i]);
        if (!CHECK(hulls[i] != NULL)) return;
    }
    oracle_pair pair = { 0 };
    double widest = 0.0;
    for (long k = 0; k < check_scaled(FAR_PAIRS); ++k) {
        const int i = random_below(&r, POOL), j = random_below(&r, POOL);
        scree_body a = { solids[i].shape, v3(0, 0, 0), scree_quat_about_z(random_between(&r, 0, TURN)) };
        scree_body b = { solids[j].shape, v3(0, 0, 0), scree_quat_about_z(random_between(&r, 0, TURN)) };
        const double size = scree_pair_size(a.shape, b.shape), angle = random_between(&r, 0, TURN);
        const double way = random_between(&r, 0.0, 1.1) * size;
        put(&a, v3(0, 0, 0));
        put(&b, v3(way * cos(angle), way * sin(angle), 0));
        scree_contact x;
        CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
        if (!CHECK(scree_oracle_place(&pair, hulls[i], &a, hulls[j], &b))) break;
        // The usual tolerance is far wider than the one here.
        const oracle_report report = scree_oracle_judge(&pair, &x, size, 1e-12 * size);
        CHECK_MSG(report.fault == NULL, "pair %ld: %s", k, report.fault);
        CHECK_MSG(report.width <= 256.0, "pair %ld: %.1f roundings", k, report.width);
        widest = fmax(widest, report.width);
    }
    printf("far: intervals up to %.1f roundings wide\n", widest);
    scree_oracle_pair_free(&pair);
    for (int i = 0; i < POOL; ++i) {
        scree_shape_destroy(solids[i].shape);
        scree_oracle_hull_free(hulls[i]);
    }
}

// ------------------------------------------------------------------------------------------------------------ needles

// Long, and as thin as some roundings; blunt, so that corners at an end may be the same once they are moved.
static scree_shape *make_needle(scree_random *r)
{
    scree_vec3 p[MOST_CORNERS];
    const int count = 4 + random_below(r, 5);
    const double thin = pow(10.0, random_between(r, -15.0, -11.0));
    for (int i = 0; i < count; ++i) {
        const double angle = TURN / count * (i + random_between(r, -0.3, 0.3));
        p[i] = v3(copysign(1.0, cos(angle)) + thin * cos(angle), thin * sin(angle), 0.0);
    }
    return scree_polygon_create(p, (size_t)count, 0.0, NULL);
}

// A batch gives what single calls give, to the last byte.
static void compare_needles(scree_random *r, void *scratch, size_t size, int *compared)
{
    static scree_body bodies[2 * BATCH];
    static scree_pair pairs[BATCH];
    static scree_contact results[BATCH];
    int count = 0;
    for (int k = 0; k < BATCH; ++k) {
        scree_shape *s = make_needle(r), *t = make_needle(r);
        if (s == NULL || t == NULL) {
            scree_shape_destroy(s);
            scree_shape_destroy(t);
            continue;
        }
        const scree_vec3 place = v3_scale(random_direction(r), pow(10.0, random_between(r, 0.0, 4.0)));
        bodies[2 * count] = (scree_body){ s, v3(0, 0, 0), scree_quat_about_z(random_between(r, 0, TURN)) };
        bodies[2 * count + 1] =
            (scree_body){ t, v3(place.x, place.y, 0), scree_quat_about_z(random_between(r, 0, TURN)) };
        pairs[count] = (scree_pair){ .a = 2 * count, .b = 2 * count + 1 };
        ++count;
    }
    scree_batch batch = { .bodies = bodies, .body_count = 2 * (size_t)count, .pairs = pairs, .threads = 1 };
    batch.pair_count = (size_t)count;
    batch.scratch = scratch;
    batch.scratch_size = size;
    (void)scree_query_batch(&batch, NULL, results);
    for (int k = 0; k < count; ++k) {
        scree_contact x;
        memset(&x, 0, sizeof x);
        (void)scree_query(&bodies[2 * k], &bodies[2 * k + 1], NULL, &x);
        CHECK_MSG(memcmp(&x, &results[k], sizeof x) == 0, "a needle: %.17g alone, %.17g in a batch", x.distance,
                  results[k].distance);
    }
    for (int k = 0; k < 2 * count; ++k) scree_shape_destroy((scree_shape *)bodies[k].shape);
    *compared += count;
}

static void needles(void)
{
    scree_random r = random_stream(SEED, 1, 0);
    const size_t size = 1 << 20;
    void *scratch = malloc(size);
    int compared = 0;
    if (CHECK(scratch != NULL))
        for (long k = 0; k < check_scaled(NEEDLE_PAIRS); k += BATCH) compare_needles(&r, scratch, size, &compared);
    printf("needles: %d pairs\n", compared);
    CHECK(compared > 0);
    free(scratch);
}

// Triangles in order, which a batch takes without sorting, and now and then what is none, or nothing at all.
static void others_between(void)
{
    enum { COUNT = 400 };
    const scree_vec3 three[] = { { -1, -1, 0 }, { 1, -1, 0 }, { 0, 1.5, 0 } };
    const scree_vec3 four[] = { { -1, -1, 0 }, { 1, -1.25, 0 }, { 1, 1, 0 }, { -1.5, 1, 0 } };
    scree_shape *triangle = scree_polygon_create(three, 3, 0.0, NULL),
                *square = scree_polygon_create(four, 4, 0.125, NULL);
    scree_shape *disc = scree_disc_create(1.0, 0.0, NULL);
    static scree_body bodies[2 * COUNT];
    static scree_pair pairs[COUNT];
    static scree_contact results[COUNT];
    scree_random r = random_stream(SEED, 2, 0);
    for (int k = 0; k < 2 * COUNT; ++k) {
        const scree_shape *s = k % 2 == 0 || k % 182 != 181 ? triangle : k < COUNT ? square : disc;
        const scree_vec3 place = v3(random_between(&r, 0, 3), random_between(&r, 0, 3), 0);
        bodies[k] = (scree_body){ s, place, scree_quat_about_z(random_between(&r, 0, TURN)) };
        pairs[k / 2] = (scree_pair){ .a = k - 1, .b = k };
    }
    const int wrong[3] = { 130, 200, 390 };
    pairs[wrong[0]].b = -1;
    pairs[wrong[1]].a = 2 * COUNT;
    bodies[pairs[wrong[2]].b].shape = NULL;
    scree_batch batch = { .bodies = bodies, .body_count = 2 * COUNT, .pairs = pairs, .pair_count = COUNT };
    batch.threads = 1;
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(batch.scratch != NULL && scree_query_batch(&batch, NULL, results) != SCREE_OK);
    for (int k = 0; k < COUNT; ++k) {
        scree_contact x = { .status = SCREE_INVALID_ARGUMENT };
        if (k != wrong[0] && k != wrong[1] && k != wrong[2])
            CHECK(scree_query(&bodies[pairs[k].a], &bodies[pairs[k].b], NULL, &x) == SCREE_OK);
        CHECK_MSG(memcmp(&x, &results[k], sizeof x) == 0, "pair %d of others", k);
    }
    free(batch.scratch);
    scree_shape_destroy(triangle);
    scree_shape_destroy(square);
    scree_shape_destroy(disc);
}

int main(void)
{
    far_pairs();
    needles();
    others_between();
    return check_done();
}
