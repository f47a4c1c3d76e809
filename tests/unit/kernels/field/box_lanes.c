// The kernels for the pressure field of boxes: the same bits at every width and beside any other pairs; and what they prove
// is what the whole medial surface says.
#include "region/prepare.h"

#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { PAIRS = SCREE_MOST_FIELDS, WIDTHS = 4 };

typedef struct box_set {
    scree_shape *shapes[2 * PAIRS];
    scree_body a[PAIRS], b[PAIRS];
    scree_contact contacts[PAIRS];
    scree_field_pair work[PAIRS];
    scree_pressure found[WIDTHS][PAIRS];
} box_set;

static scree_shape *make_box(scree_random *r)
{
    return scree_box_create(s3(random_between(r, 0.1, 0.6), random_between(r, 0.1, 0.6), random_between(r, 0.1, 0.6)),
                            0.0, NULL);
}

static void press(const scree_body *a, scree_body *b, double depth, scree_contact *c)
{
    for (int i = 0; i < 20; ++i) {
        if (!CHECK(scree_query(a, b, NULL, c) == SCREE_OK)) return;
        b->position = s3_add(b->position, s3_scale(c->normal, -(c->distance + depth)));
    }
    CHECK(scree_query(a, b, NULL, c) == SCREE_OK);
}

// Boxes in any pose, or at rest on each other or on a floor.
static void make_set(box_set *s, uint64_t number, bool floor)
{
    scree_random r = random_stream(41, floor, number);
    for (int i = 0; i < PAIRS; ++i) {
        s->shapes[2 * i] = floor ? scree_half_space_create(s3(0, 0, 1), 0.0, 0.0, NULL) : make_box(&r);
        s->shapes[2 * i + 1] = make_box(&r);
        s->a[i] = scree_body_at(s->shapes[2 * i], s3(0, 0, 0));
        s->b[i] = scree_body_at(s->shapes[2 * i + 1], s3(0.1, 0.05, 1.5));
        const scree_quat any = random_rotation(&r), rotation = random_rotation(&r);
        if (!floor) s->a[i].orientation = any;
        const bool rests = i % 2 == 0;
        s->b[i].orientation =
            rests ? quat_times(s->a[i].orientation, quat_about(s3(0, 0, 1), random_between(&r, 0, 6))) : rotation;
        const double depth = i % 3 == 0 ? 1e-4 : 1e-2;
        press(&s->a[i], &s->b[i], depth, &s->contacts[i]);
    }
}

static uint64_t answer(box_set *s, int lanes, bool floor, scree_pressure *found)
{
    const scree_kernels *kernels = scree_kernels_of(lanes);
    memset(found, 0, PAIRS * sizeof *found);
    for (int i = 0; i < PAIRS; ++i)
        CHECK(scree_field_prepare(&s->a[i], &s->b[i], &s->contacts[i], &found[i], &s->work[i]) ==
              (floor ? SCREE_FIELD_ON_PLANE : SCREE_FIELD_BOXES));
    return (floor ? kernels->plane_fields : kernels->box_fields)(s->work, PAIRS);
}

static double apart(scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = s3_sub(a, b);
    return sqrt(s3_dot(d, d));
}

static void compare(const box_set *s, int i, const scree_pressure *p)
{
    const scree_pressure_options o = { .energy = true };
    scree_pressure whole;
    CHECK(scree_pressure_query(&s->a[i], &s->b[i], &s->contacts[i], &o, &whole) == SCREE_OK);
    const double force = sqrt(s3_dot(whole.force, whole.force)), slack = 1e-9;
    CHECK(apart(p->force, whole.force) <= slack * force);
    CHECK(apart(p->centre, whole.centre) <= slack);
    CHECK(apart(p->couple, whole.couple) <= slack * force);
    CHECK(fabs(p->area - whole.area) <= slack * whole.area);
    CHECK(fabs(p->moments.xx - whole.moments.xx) + fabs(p->moments.yz - whole.moments.yz) <= slack * whole.area);
    CHECK(p->deep == whole.deep && p->status == SCREE_OK);
}

static void check_set(box_set *s, uint64_t number, bool floor)
{
    make_set(s, number, floor);
    const int widths[WIDTHS] = { 2, 1, 4, 8 };
    const uint64_t done = answer(s, 2, floor, s->found[0]);
    CHECK(__builtin_popcountll(done) >= (floor ? PAIRS : PAIRS * 3 / 4));
    for (int k = 1; k < WIDTHS; ++k) {
        if (scree_kernels_of(widths[k]) == NULL) continue;
        CHECK(answer(s, widths[k], floor, s->found[k]) == done);
        CHECK(memcmp(s->found[0], s->found[k], sizeof s->found[0]) == 0);
    }
    for (int i = 0; i < PAIRS; ++i) {
        scree_pressure single = { .area = 0.0 };
        CHECK(scree_field_try(&s->a[i], &s->b[i], &s->contacts[i], &single) || (done >> i & 1) == 0);
        if ((done >> i & 1) == 0) continue;
        CHECK(memcmp(&single, &s->found[0][i], sizeof single) == 0);
        compare(s, i, &single);
    }
    for (int i = 0; i < 2 * PAIRS; ++i) scree_shape_destroy(s->shapes[i]);
}

int main(void)
{
    static box_set s;
    for (long i = 0; i < check_scaled(10); ++i) {
        check_set(&s, (uint64_t)i, false);
        check_set(&s, (uint64_t)i, true);
    }
    return check_done();
}
