// The floating plane: closed forms, the least over planes, force and moment against differences of the energy, swapping,
// starting from the last plane, continuity, batches and statuses.
#include <string.h>

#include "check.h"
#include "pair/pair.h"
#include "region/cap.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

static const double PI = 3.14159265358979323846;

static scree_floating_plane query(const scree_body *a, const scree_body *b)
{
    scree_floating_plane p;
    const scree_status status = scree_floating_plane_query(a, b, NULL, NULL, &p);
    CHECK(status == SCREE_OK && p.status == SCREE_OK);
    return p;
}

// ------------------------------------------------------------------------------------------------------- closed forms

// Two cylinders end to end, one wider: the plane takes both caps' volumes equal.
static void check_ends(void)
{
    scree_shape *wide = scree_cylinder_create(0.8, 0.5, 0.0, NULL), *slim = scree_cylinder_create(0.4, 0.6, 0.0, NULL);
    const double h = 0.01;
    const scree_body a = scree_body_at(wide, s3(1, 2, 3)), b = scree_body_at(wide, s3(1, 2, 4 - h)),
                     c = scree_body_at(slim, s3(1, 2, 3 + 1.1 - h));
    const double area = PI * 0.64, less = PI * 0.16;
    const scree_floating_plane p = query(&a, &b), q = query(&a, &c);
    CHECK_NEAR(p.force.z, area * h, 1e-14);
    CHECK_NEAR(p.energy, 0.5 * area * h * h, 1e-15);
    CHECK_NEAR(p.area, area, 1e-12);
    CHECK_NEAR(p.moments.xx, 0.25 * area * 0.64, 1e-12);
    CHECK_NEAR(p.moments.yy, 0.25 * area * 0.64, 1e-12);
    CHECK_NEAR(p.moments.xy, 0.0, 1e-14);
    CHECK_NEAR(p.point.x, 1.0, 1e-12);
    CHECK_NEAR(p.point.z, 3.5 - 0.5 * h, 1e-14);
    CHECK(p.normal.z > 0.999 && !p.deep);
    // Springs in a row: their depths are as the inverse of their areas.
    const double row = 2.0 * area * less / (area + less);
    CHECK_NEAR(q.force.z, row * h, 1e-14);
    CHECK_NEAR(q.area, row, 1e-12);
    scree_shape_destroy(wide);
    scree_shape_destroy(slim);
}

static void check_half_space(void)
{
    scree_shape *floor = scree_half_space_create(s3(0, 0, 2), 0.0, 0.0, NULL);
    scree_shape *soft = scree_half_space_create(s3(0, 0, 1), 0.0, 0.1, NULL);
    scree_shape *box = scree_box_create(s3(0.5, 0.4, 0.3), 0.1, NULL), *ball = scree_sphere_create(0.5, 0.0, NULL);
    const double h = 0.01;
    const scree_body a = scree_body_at(floor, s3(5, 6, 7)), b = scree_body_at(box, s3(1, 2, 7.4 - h)),
                     c = scree_body_at(ball, s3(0, 0, 7.5 - h)), d = scree_body_at(soft, s3(0, 0, 6.9));
    const scree_floating_plane p = query(&a, &b), q = query(&a, &c), r = query(&d, &b), s = query(&b, &a);
    CHECK_NEAR(p.force.z, 2.0 * 0.8 * h, 1e-14);
    CHECK_NEAR(p.energy, 0.8 * h * h, 1e-15);
    CHECK_NEAR(p.area, 1.6, 1e-13);
    CHECK_NEAR(p.point.x, 1.0, 1e-13);
    CHECK_NEAR(p.point.z, 7.0, 1e-14);
    CHECK_NEAR(s.force.z, -p.force.z, 0.0);
    CHECK_NEAR(r.force.z, p.force.z, 1e-14);
    CHECK_NEAR(q.force.z, 2.0 * PI * h * h * (1.5 - h) / 3.0, 1e-16);
    CHECK(p.iterations == 1 && !scree_floating_plane_serves(floor, soft));
    scree_shape_destroy(floor);
    scree_shape_destroy(soft);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
}

// ------------------------------------------------------------------------------------------------------- random pairs

enum { KINDS = 9 };

static scree_shape *random_shape(scree_random *r, int kind)
{
    const double x = random_between(r, 0.3, 0.7), y = random_between(r, 0.3, 0.7), z = random_between(r, 0.3, 0.7);
    scree_vec3 points[20];
    for (int i = 0; i < 20; ++i) points[i] = v3_scale(random_direction(r), 0.6);
    switch (kind) {
    case 0:
        return scree_cylinder_create(x, y, 0.0, NULL);
    case 1:
        return scree_cone_create(x, y, 0.0, NULL);
    case 2:
        return scree_box_create(s3(x, y, z), 0.2 * x, NULL);
    case 3:
        return scree_capsule_create(0.5 * x, y, 0.0, NULL);
    case 4:
        return scree_polyhedron_create(points, 20, 0.1 * z, NULL);
    case 5:
        return scree_tapered_capsule_create(0.5 * x, 0.5 * y, z, 0.1 * x, NULL);
    case 6:
        return scree_ellipsoid_create(s3(x, y, z), 0.0, NULL);
    case 7:
        return scree_superquadric_create(s3(x, y, z), random_below(r, 2) ? 8.0 : 5.5, random_below(r, 2) ? 8.0 : 20.0,
                                         0.0, NULL);
    default:
        return scree_box_create(s3(x, y, z), 0.0, NULL);
    }
}

// B along a random direction, as deep as that in A.
static bool place(scree_random *r, const scree_body *a, scree_body *b, double depth)
{
    b->orientation = random_rotation(r);
    const scree_vec3 way = random_direction(r);
    double near = 0.0, far = 10.0;
    scree_contact c;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (near + far);
        b->position = v3_add_scaled(a->position, middle, way);
        if (scree_query(a, b, NULL, &c) != SCREE_OK) return false;
        *(c.distance < -depth ? &near : &far) = middle;
    }
    return c.distance < 0.0;
}

static scree_body moved(const scree_body *b, scree_vec3 about, scree_vec3 by, scree_vec3 axis, double angle)
{
    scree_body c = *b;
    const scree_quat rotation = quat_about(axis, angle);
    c.position = v3_add(v3_add(about, quat_rotate(rotation, v3_sub(b->position, about))), by);
    c.orientation = quat_times(rotation, b->orientation);
    return c;
}

typedef struct tally {
    long pairs, lost, planes, followed, steps;
    double force, moment;
    double step; // how much the force changes, of itself, by a step of one depth
} tally;

// Force and moment about a point of B are minus the gradient of the energy.
static void check_gradient(const scree_body *a, const scree_body *b, const scree_floating_plane *p, double depth,
                           tally *t)
{
    const double size = v3_norm(p->force), h = 1e-3 * depth;
    double off = 0.0, twisted = 0.0;
    for (int k = 0; k < 3; ++k) {
        const scree_vec3 axis = s3(k == 0, k == 1, k == 2), none = s3(0, 0, 0);
        double slope[2] = { 0, 0 };
        for (int i = 1; i <= 2; ++i) { // differences of fourth order
            const scree_body plus = moved(b, b->position, v3_scale(axis, i * h), axis, 0.0),
                             minus = moved(b, b->position, v3_scale(axis, -i * h), axis, 0.0),
                             left = moved(b, b->position, none, axis, i * h),
                             right = moved(b, b->position, none, axis, -i * h);
            const double weight = i == 1 ? 8.0 / 12.0 : -1.0 / 12.0;
            slope[0] += weight * (query(a, &plus).energy - query(a, &minus).energy) / h;
            slope[1] += weight * (query(a, &left).energy - query(a, &right).energy) / h;
        }
        const scree_vec3 moment = v3_cross(v3_sub(p->point, b->position), p->force);
        off = fmax(off, fabs(slope[0] + v3_dot(p->force, axis)) / size);
        twisted = fmax(twisted, fabs(slope[1] + v3_dot(moment, axis)) / size);
    }
    t->force = fmax(t->force, off);
    t->moment = fmax(t->moment, twisted);
    CHECK_MSG(off < 1e-6 && twisted < 1e-6, "kinds %s %s, depth %g: off by %g %g",
              scree_shape_kind_name(scree_shape_kind_of(a->shape)),
              scree_shape_kind_name(scree_shape_kind_of(b->shape)), depth, off, twisted);
}

// No plane nearby has less energy.
static double energy_of_plane(const scree_body *a, const scree_body *b, scree_vec3 n, scree_vec3 at)
{
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        const scree_body *body = i == 0 ? a : b;
        const scree_mat3 rotation = m3_from_quat(body->orientation);
        scree_cap_frame f = { .normal = m3_mul_transposed(&rotation, i == 0 ? n : v3_neg(n)),
                              .origin = m3_mul_transposed(&rotation, v3_sub(at, body->position)),
                              .offset = -scree_cap_shift(body->shape) };
        f.u = v3_any_normal_to(f.normal);
        f.v = v3_cross(f.normal, f.u);
        scree_cap_mesh mesh;
        scree_cap_mesh_make(body->shape, &mesh);
        sum += 2.0 * scree_cap_of(body->shape, &mesh, &f).energy;
    }
    return sum;
}

static void check_least(scree_random *r, const scree_body *a, const scree_body *b, const scree_floating_plane *p,
                        double depth)
{
    CHECK_NEAR(energy_of_plane(a, b, p->normal, p->point) / p->energy, 1.0, 1e-9);
    for (int i = 0; i < 10; ++i) {
        const double step = random_decade(r, -4, -1);
        const scree_vec3 aside = random_direction(r);
        const scree_vec3 n = v3_unit(v3_add_scaled(p->normal, step, random_direction(r))),
                         at = v3_add_scaled(p->point, step * depth, aside);
        CHECK(energy_of_plane(a, b, n, at) >= p->energy * (1.0 - 1e-9));
    }
}

static void check_swap(const scree_body *a, const scree_body *b, const scree_floating_plane *p)
{
    const scree_floating_plane q = query(b, a);
    CHECK(v3_equal(q.force, v3_neg(p->force)) && v3_equal(q.normal, v3_neg(p->normal)) && v3_equal(q.point, p->point));
    CHECK(q.area == p->area && q.energy == p->energy && memcmp(&q.moments, &p->moments, sizeof q.moments) == 0);
}

// From the last plane, after a little motion, to the plane that is found without it; in both orders of the bodies.
static void check_follow(const scree_body *a, const scree_body *b, double depth, tally *t)
{
    const scree_body far = moved(b, b->position, s3(10, 0, 0), s3(0, 0, 1), 0.0);
    for (int swap = 0; swap < 2; ++swap) {
        scree_vec3 last = s3(0, 0, 0);
        const scree_floating_plane_options o = { .last = &last };
        scree_floating_plane first, next;
        CHECK(!scree_floating_plane_follow(swap ? b : a, swap ? a : b, &last, &next) && next.area == 0.0);
        CHECK(scree_floating_plane_query(swap ? b : a, swap ? a : b, NULL, &o, &first) == SCREE_OK);
        const scree_body c =
            moved(b, b->position, v3_scale(s3(0.02, -0.03, 0.01), depth), s3(0, 0.6, 0.8), 0.02 * depth);
        const scree_floating_plane cold = query(swap ? &c : a, swap ? a : &c);
        const scree_vec3 kept = last;
        if (v3_norm2(last) == 0.0) continue; // A's centre is beyond the plane
        if (scree_floating_plane_follow(swap ? &c : a, swap ? a : &c, &last, &next)) {
            const double off = v3_norm(v3_sub(next.force, cold.force)) / v3_norm(cold.force);
            // Where a body is through another there may be several planes, each with the least energy about it.
            if (!next.deep) CHECK_MSG(off < 1e-6, "followed to a force that is off by %g", off);
            CHECK(!v3_equal(last, kept));
            t->followed++;
            t->steps += next.iterations;
        } else {
            CHECK(v3_equal(last, kept));
        }
        scree_vec3 same = last;
        CHECK(!scree_floating_plane_follow(swap ? &far : a, swap ? a : &far, &same, &next) && v3_equal(same, last));
        CHECK(scree_floating_plane_query(swap ? &far : a, swap ? a : &far, NULL, &o, &next) == SCREE_OK);
        CHECK(next.area == 0.0 && v3_norm2(last) == 0.0);
    }
}

static void check_pair(scree_random *r, int kind_a, int kind_b, tally *t)
{
    scree_shape *s = random_shape(r, kind_a), *o = random_shape(r, kind_b);
    const scree_body a = { .shape = s, .position = random_direction(r), .orientation = random_rotation(r) };
    scree_body b = { .shape = o };
    const double depth = random_decade(r, -3, -1);
    if (place(r, &a, &b, depth)) {
        scree_floating_plane p;
        const scree_status status = scree_floating_plane_query(&a, &b, NULL, NULL, &p);
        t->pairs++;
        t->planes += p.iterations;
        CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
        if (status == SCREE_OK) {
            CHECK_MSG(v3_norm(p.force) > 0.0 && p.area > 0.0 && p.energy > 0.0, "no force, depth %g", depth);
            check_gradient(&a, &b, &p, depth, t);
            check_least(r, &a, &b, &p, depth);
            check_swap(&a, &b, &p);
            check_follow(&a, &b, depth, t);
            const scree_body c = moved(&b, b.position, s3(1e-9, 0, 0), s3(0, 0, 1), 1e-9);
            const double step = v3_norm(v3_sub(query(&a, &c).force, p.force)) / v3_norm(p.force);
            t->step = fmax(t->step, step * depth / 1e-9);
        } else {
            t->lost++;
        }
    }
    scree_shape_destroy(s);
    scree_shape_destroy(o);
}

// -------------------------------------------------------------------------------------------------- batches, statuses

// Batches have the bits of single calls, for any number of threads, with B at its image.
static void check_batch(void)
{
    enum { BODIES = 60 };
    scree_random r = random_stream(3, 5, 7);
    scree_shape *shapes[KINDS];
    scree_body bodies[BODIES];
    scree_pair pairs[BODIES * BODIES];
    size_t count = 0;
    for (int i = 0; i < KINDS; ++i) shapes[i] = random_shape(&r, i);
    scree_shape_destroy(shapes[3]);
    shapes[3] = scree_half_space_create(s3(0, 0, 1), -1.2, 0.0, NULL);
    for (int i = 0; i < BODIES; ++i) {
        const double x = random_between(&r, -2, 2), y = random_between(&r, -2, 2), z = random_between(&r, -1, 1);
        bodies[i] = (scree_body){ .shape = shapes[i % KINDS == 3 && i > 3 ? 0 : i % KINDS],
                                  .position = { x, y, z },
                                  .orientation = random_rotation(&r) };
        for (int k = 0; k < i; ++k)
            pairs[count++] = (scree_pair){ .a = k, .b = i, .image = { (i + k) % 5 == 0, 0, 0 } };
    }
    scree_contact *contacts = calloc(count, sizeof *contacts);
    scree_floating_plane *results = calloc(count, sizeof *results);
    scree_batch batch = {
        .bodies = bodies, .body_count = BODIES, .pairs = pairs, .pair_count = count, .period = { 4, 0, 0 }
    };
    for (int threads = 1; threads <= 3; threads += 2) {
        batch.threads = threads;
        const size_t need = scree_batch_scratch(&batch), own = scree_floating_plane_batch_scratch(&batch);
        batch.scratch_size = need > own ? need : own;
        batch.scratch = malloc(batch.scratch_size);
        scree_query_batch(&batch, NULL, contacts);
        CHECK(scree_floating_plane_batch(&batch, contacts, results) == SCREE_OK);
        long touching = 0;
        for (size_t i = 0; i < count; ++i) {
            const scree_body b = scree_pair_image(&bodies[pairs[i].b], &pairs[i], batch.period);
            scree_floating_plane p;
            memset(&p, 0, sizeof p);
            const scree_status status = scree_floating_plane_query(&bodies[pairs[i].a], &b, &contacts[i], NULL, &p);
            CHECK(results[i].status == status);
            CHECK(v3_equal(p.force, results[i].force) && v3_equal(p.point, results[i].point) &&
                  p.area == results[i].area);
            touching += p.area > 0.0;
        }
        CHECK(touching > 100);
        free(batch.scratch);
    }
    free(contacts);
    free(results);
    for (int i = 0; i < KINDS; ++i) scree_shape_destroy(shapes[i]);
}

static void check_statuses(void)
{
    const scree_vec3 corner[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL),
                *flat = scree_polygon_create(corner, 3, 0.0, NULL);
    const scree_body a = scree_body_at(box, s3(0, 0, 0)), far = scree_body_at(box, s3(0, 0.2, 1.5)),
                     touching = scree_body_at(box, s3(1, 0.2, 0)), deep = scree_body_at(box, s3(0.1, 0.2, 0.4));
    scree_body bad = a;
    const scree_floating_plane p = query(&a, &far), q = query(&a, &touching);
    CHECK(p.force.z == 0.0 && p.area == 0.0 && p.energy == 0.0 && !p.deep);
    CHECK(q.force.x == 0.0 && q.area == 0.0);
    CHECK(query(&a, &deep).deep);
    CHECK(!scree_floating_plane_serves(box, flat) && scree_floating_plane_scratch(box, flat) == 0);
    CHECK(scree_floating_plane_scratch(box, box) > 0);
    scree_floating_plane out;
    bad.orientation = (scree_quat){ 0, 0, 0, 0 };
    CHECK(scree_floating_plane_query(&a, &bad, NULL, NULL, &out) == SCREE_INVALID_POSE &&
          out.status == SCREE_INVALID_POSE);
    bad.shape = flat;
    CHECK(scree_floating_plane_query(&a, &bad, NULL, NULL, &out) == SCREE_UNSUPPORTED_PAIR);
    scree_shape_destroy(box);
    scree_shape_destroy(flat);
}

int main(void)
{
    check_batch();
    check_statuses();
    check_ends();
    check_half_space();
    scree_random r = random_stream(11, 2, 1);
    tally all = { 0 };
    const long rounds = check_scaled(6);
    for (long i = 0; i < rounds; ++i)
        for (int a = 0; a < KINDS; ++a)
            for (int b = 0; b <= a; ++b) check_pair(&r, a, b, &all);
    if (getenv("SCREE_TEST_SHOW") != NULL)
        printf("%ld pairs, %ld without convergence, %.3g planes a pair; gradient off by %g, moment %g; step %g\n",
               all.pairs, all.lost, (double)all.planes / (double)all.pairs, all.force, all.moment, all.step);
    if (getenv("SCREE_TEST_SHOW") != NULL)
        printf("%ld followed, %.3g planes each\n", all.followed, (double)all.steps / (double)all.followed);
    CHECK(all.followed > all.pairs); // of two for each
    CHECK_MSG((double)all.lost <= 2.0 + 1e-3 * (double)all.pairs, "%ld without convergence", all.lost);
    CHECK_MSG(all.step < 50.0, "a step of 1e-9 changes the force by %g of it", all.step);
    return check_done();
}
