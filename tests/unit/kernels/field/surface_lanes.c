// The kernel for the pressure field of polyhedra: the same bits at every width, and what it proves is what the whole medial
// surface says, whatever features the contact names. It answers nearly all pairs of hulls, at any depth, and hulls on half spaces.
#include <string.h>

#include "check.h"
#include "region/prepare.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { MOST_VERTICES = 40 };

typedef struct surface_pair {
    scree_shape *shapes[2];
    scree_body a, b;
    scree_contact contact;
    double size;
    bool regular; // shapes and poses
} surface_pair;

// Points on a ball, or somewhere in a flat or a long box.
static scree_shape *make_hull(scree_random *r, double size)
{
    scree_vec3 p[MOST_VERTICES];
    const int count = 4 + random_below(r, MOST_VERTICES - 4), kind = random_below(r, 3);
    for (int i = 0; i < count; ++i) {
        const scree_vec3 v = random_direction(r);
        p[i] = s3_scale(kind == 0 ? v : kind == 1 ? s3(v.x, v.y, 0.2 * v.z) : s3(0.3 * v.x, 0.3 * v.y, v.z), size);
    }
    return scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static scree_shape *make_any(scree_random *r, double size)
{
    const double x = random_between(r, 0.2, 1.0) * size, y = random_between(r, 0.2, 1.0) * size;
    return random_below(r, 4) == 0 ? scree_box_create(s3(x, y, size), 0.0, NULL) : make_hull(r, size);
}

// An octahedron, a cube or a prism, whose corners and faces meet in more than the usual ways in poses like theirs.
static scree_shape *make_regular(scree_random *r, double size)
{
    scree_vec3 p[12];
    const int sides = 3 + random_below(r, 4), kind = random_below(r, 3);
    for (int i = 0; i < 6; ++i) p[i] = s3_scale(s3(i / 2 == 0, i / 2 == 1, i / 2 == 2), i % 2 == 0 ? size : -size);
    if (kind == 0) return scree_polyhedron_create(p, 6, 0.0, NULL);
    if (kind == 1) return scree_box_create(s3(0.5 * size, 0.5 * size, 0.5 * size), 0.0, NULL);
    for (int i = 0; i < 2 * sides; ++i) {
        const double angle = 6.283185307179586 * (double)(i / 2) / sides;
        p[i] = s3(size * cos(angle), size * sin(angle), i % 2 == 0 ? size : -size);
    }
    return scree_polyhedron_create(p, 2 * (size_t)sides, 0.0, NULL);
}

static scree_quat eighth_turn(scree_random *r)
{
    const int axis = random_below(r, 3);
    return quat_about(s3(axis == 0, axis == 1, axis == 2), 0.7853981633974483 * random_below(r, 8));
}

static scree_shape *make_one(scree_random *r, const surface_pair *p)
{
    return p->regular ? make_regular(r, p->size) : make_any(r, p->size);
}

static bool open_pair(surface_pair *p, uint64_t number, bool floor)
{
    scree_random r = random_stream(47, floor, number);
    p->regular = number % 3 == 0;
    p->size = random_below(&r, 8) == 0 ? 1e6 : 1.0;
    p->shapes[0] = floor ? scree_half_space_create(s3(0, 0, 1), 0.0, 0.0, NULL) : make_one(&r, p);
    p->shapes[1] = make_one(&r, p);
    if (!CHECK(p->shapes[0] != NULL && p->shapes[1] != NULL)) return false;
    p->a = scree_body_at(p->shapes[0], s3(0, 0, 0));
    p->b = scree_body_at(p->shapes[1], floor ? s3(0, 0, 3.0 * p->size) : s3_scale(random_direction(&r), 3.0 * p->size));
    const scree_quat rotation = random_rotation(&r);
    if (!floor) p->a.orientation = rotation;
    p->b.orientation = random_rotation(&r);
    if (p->regular) { // aligned, or nearly
        const double tilt = random_below(&r, 2) == 0 ? 0.0 : 1e-9;
        const scree_quat lean = quat_about(random_direction(&r), tilt), first = eighth_turn(&r),
                         second = eighth_turn(&r);
        p->b.orientation = quat_times(lean, quat_times(p->a.orientation, quat_times(first, second)));
        if (random_below(&r, 2) == 0) p->b.position = s3(0, 0, 3.0 * p->size);
    }
    static const double depths[5] = { 1e-7, 1e-4, 1e-2, 3e-2, 0.1 };
    const double depth = depths[random_below(&r, 5)] * p->size;
    for (int i = 0; i < 20; ++i) {
        if (!CHECK(scree_query(&p->a, &p->b, NULL, &p->contact) == SCREE_OK)) return false;
        p->b.position = s3_add(p->b.position, s3_scale(p->contact.normal, -(p->contact.distance + depth)));
    }
    return CHECK(scree_query(&p->a, &p->b, NULL, &p->contact) == SCREE_OK);
}

static bool answer(const surface_pair *p, int lanes, scree_pressure *out)
{
    scree_field_pair work;
    memset(out, 0, sizeof *out);
    CHECK(scree_field_prepare(&p->a, &p->b, &p->contact, out, &work) != SCREE_FIELD_GENERAL);
    return scree_kernels_of(lanes)->surface_fields(&work, 1) != 0;
}

static double apart(scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = s3_sub(a, b);
    return sqrt(s3_dot(d, d));
}

static double sum_of(scree_sym3 m)
{
    return fabs(m.xx) + fabs(m.yy) + fabs(m.zz) + fabs(m.xy) + fabs(m.xz) + fabs(m.yz);
}

static void compare(const surface_pair *p, const scree_pressure *found)
{
    const scree_pressure_options o = { .energy = true };
    scree_pressure whole;
    CHECK(scree_pressure_query(&p->a, &p->b, &p->contact, &o, &whole) == SCREE_OK);
    // The error of a depth times the area that it presses on.
    const double size = p->size, depth = -p->contact.distance, force = sqrt(s3_dot(whole.force, whole.force));
    const double slack = 1e-13 * size * (whole.area + 1e-14 * size * size) + 1e-12 * force;
    const double share = slack / force + 1e-13 * size / depth;
    CHECK(apart(found->force, whole.force) <= slack);
    CHECK(apart(found->centre, whole.centre) <= share * size);
    CHECK(apart(found->couple, whole.couple) <= slack * size);
    CHECK(fabs(found->area - whole.area) <= share * whole.area);
    const scree_sym3 m = found->moments, w = whole.moments;
    const scree_sym3 off = { m.xx - w.xx, m.yy - w.yy, m.zz - w.zz, m.xy - w.xy, m.xz - w.xz, m.yz - w.yz };
    CHECK(sum_of(off) <= 10.0 * share * sum_of(w));
    CHECK(found->deep == whole.deep && found->status == SCREE_OK && found->energy == 0.0);
}

// The same contact with another vertex and another face, or with indices that are none: what is answered is right.
static void check_wrong(const surface_pair *p, uint64_t number)
{
    scree_random r = random_stream(61, 0, number);
    surface_pair wrong = *p;
    scree_pressure found;
    for (int i = 0; i < 4; ++i) {
        const bool of_a = random_below(&r, 2) == 0, of_both = i == 3;
        wrong.contact.feature_a = of_a || of_both ? SCREE_FEATURE_VERTEX : SCREE_FEATURE_FACE;
        wrong.contact.feature_b = of_a && !of_both ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX;
        wrong.contact.index_a = random_below(&r, 40) - 2;
        wrong.contact.index_b = random_below(&r, 40) - 2;
        if (answer(&wrong, 2, &found)) compare(p, &found);
    }
}

// Whether it was answered; -1 for regular pairs, of which many are left.
static int check_pair(uint64_t number, bool floor)
{
    surface_pair p = { .size = 0.0 };
    scree_pressure found, other;
    bool done = false;
    if (open_pair(&p, number, floor)) {
        done = answer(&p, 2, &found);
        for (int lanes = 1; lanes <= 8; lanes *= 2) {
            if (lanes == 2 || scree_kernels_of(lanes) == NULL) continue;
            CHECK(answer(&p, lanes, &other) == done);
            CHECK(memcmp(&found, &other, sizeof found) == 0);
        }
        if (done) compare(&p, &found);
        check_wrong(&p, number);
    }
    scree_shape_destroy(p.shapes[0]);
    scree_shape_destroy(p.shapes[1]);
    return p.regular ? -1 : done;
}

int main(void)
{
    const long pairs = check_scaled(2000);
    long left = 0;
    for (long i = 0; i < pairs; ++i) left += check_pair((uint64_t)i, i % 4 == 0) == 0;
    CHECK_MSG(left <= pairs / 20 + 2, "%ld of %ld pairs left", left, pairs);
    return check_done();
}
