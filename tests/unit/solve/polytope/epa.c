// The expanding polytope alone: from every kind of start, with every kind of end, against closed forms.
#include "solve/polytope/epa.h"

#include "solve/polytope/gjk.h"

#include "judged.h"
#include "smooth.h"

enum { SCRATCH = 1 << 18, ROOM = 384 };

static unsigned char scratch[SCRATCH];

typedef struct setting {
    scree_body a, b;
    scree_cores c;
    scree_query_options options;
    scree_task task;
} setting;

static void set_up(setting *s, const scree_shape *a, scree_vec3 place_a, const scree_shape *b, scree_vec3 place_b)
{
    s->a = scree_body_at(a, place_a);
    s->b = scree_body_at(b, place_b);
    s->c = scree_cores_make(&s->a, &s->b);
    s->options = scree_query_defaults();
    s->task = (scree_task){ .cores = &s->c, .options = &s->options };
    s->task.scratch = scree_arena_make(scratch, SCRATCH);
}

// A simplex of the vertices of M that are farthest along some directions.
static scree_simplex simplex_along(const setting *s, const scree_vec3 *direction, int count)
{
    scree_simplex x = { .count = count };
    for (int i = 0; i < count; ++i) {
        x.vertex[i] = scree_cores_support(&s->c, direction[i], NULL);
        x.weight[i] = 1.0 / count;
    }
    return x;
}

// Bounds that hold however the search ended, and the points of the nearest face.
static void check_bounds(const setting *s, const scree_epa_result *r, double truth, const char *what)
{
    double error = s->c.error;
    CHECK_MSG(r->best.gap <= truth + error, "%s: gap %.17g above %.17g", what, r->best.gap, truth);
    CHECK_MSG(r->upper >= truth - error, "%s: upper %.17g below %.17g", what, r->upper, truth);
    CHECK(r->nearest.count >= 1 && r->nearest.count <= 4);
    if (r->iterations == 0) return;
    double sum = 0.0;
    for (int i = 0; i < r->nearest.count; ++i) sum += r->nearest.weight[i];
    CHECK_NEAR(sum, 1.0, 1e-14);
    CHECK_NEAR(v3_norm(r->best.n), 1.0, 1e-15);
}

static void check_closed(const setting *s, const scree_simplex *start, double truth, const char *what)
{
    scree_epa_result r;
    double tolerance = 0.5 * s->c.error;
    if (!CHECK(scree_epa(&s->task, start, ROOM, tolerance, &r))) return;
    check_bounds(s, &r, truth, what);
    CHECK_MSG(r.closed && r.upper - r.best.gap <= tolerance, "%s: open, [%.17g, %.17g]", what, r.best.gap, r.upper);
    CHECK_MSG(fabs(r.best.gap - truth) <= s->c.error, "%s: %.17g for %.17g", what, r.best.gap, truth);
}

// Two boxes, one in the other: M is a box with corners at p plus or minus `reach`. With p on one of its diagonals, the
// origin is on that diagonal: a segment of M, and a side of the triangles that it makes with the other corners.
static void check_boxes(void)
{
    scree_shape *a = scree_box_create(s3(1, 1.5, 2), 0.0, NULL), *b = scree_box_create(s3(0.5, 0.25, 0.75), 0.0, NULL);
    const scree_vec3 reach = { 1.5, 1.75, 2.75 };
    for (int k = 0; k < 4 * 15; ++k) {
        double t = (k % 15 - 7) / 8.0, sign_y = k / 15 % 2 ? 1 : -1, sign_z = k / 30 ? 1 : -1;
        scree_vec3 corner = s3(1, sign_y, sign_z), p = s3(t * reach.x, t * sign_y * reach.y, t * sign_z * reach.z);
        double truth = -fmin(1.5 - fabs(p.x), fmin(1.75 - fabs(p.y), 2.75 - fabs(p.z)));
        setting s;
        set_up(&s, a, s3(0, 0, 0), b, p);
        for (int third = 0; third < 8; ++third) {
            scree_vec3 other = s3(third & 1 ? 1 : -1, third & 2 ? 1 : -1, third & 4 ? 1 : -1);
            bool distinct = fabs(s3_dot(other, corner)) < 3;
            scree_vec3 along[3] = { corner, s3_scale(corner, -1), other };
            scree_simplex start = simplex_along(&s, along, distinct ? 3 : 2);
            check_closed(&s, &start, truth, distinct ? "boxes, from a triangle" : "boxes, from a segment");
        }
        // The tetrahedron on every other corner holds the middle of the box.
        static const scree_vec3 four[2][4] = { { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } },
                                               { { 1, 1, 1 }, { -1, 1, -1 }, { -1, -1, 1 }, { 1, -1, -1 } } };
        for (int i = 0; i < 2 && fabs(t) < 0.3; ++i) {
            scree_simplex start = simplex_along(&s, four[i], 4);
            check_closed(&s, &start, truth, "boxes, from a tetrahedron");
        }
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// The origin on a face, an edge and a corner of M: boxes that touch. The start is that face, edge or corner.
static void check_touching(void)
{
    static const scree_vec3 place[3] = { { 2, 0, 0 }, { 2, 2, 0 }, { 2, 2, 2 } };
    static const scree_vec3 around[3][3] = {
        { { -1, -1, -1 }, { -1, 1, 1 }, { -1, 1, -1 } },
        { { -1, -1, -1 }, { -1, -1, 1 } },
        { { -1, -1, -1 } },
    };
    scree_shape *a = scree_box_create(s3(1, 1, 1), 0.0, NULL);
    for (int i = 0; i < 3; ++i) {
        setting s;
        set_up(&s, a, s3(0, 0, 0), a, place[i]);
        for (int count = 3 - i; count >= 1; --count) {
            scree_simplex start = simplex_along(&s, around[i], count);
            scree_epa_result r;
            if (!CHECK(scree_epa(&s.task, &start, ROOM, 0.5 * s.c.error, &r))) continue;
            check_bounds(&s, &r, 0.0, "touching boxes");
            CHECK_NEAR(r.best.gap, 0.0, s.c.error);
        }
    }
    scree_shape_destroy(a);
}

// M without volume, and M thinner than rounding: a point, a segment, a disc. Its normal is the answer.
static void check_flat(void)
{
    const form dot = { .kind = FORM_POINT }, stick = { .kind = FORM_SEGMENT, .p = { 1, 2, 3 } };
    const form plate = { .kind = FORM_DISC, .p = { 1, 0, 0 } }, sheet = { .kind = FORM_BOX, .p = { 1, 2, 1e-17 } };
    const form *forms[4] = { &dot, &stick, &plate, &sheet };
    scree_shape *shape[4];
    for (int i = 0; i < 4; ++i) shape[i] = form_shape(forms[i], 0.0);
    const scree_vec3 along[3] = { { 1, 0.25, 0.5 }, { -1, -0.25, -0.5 }, { 0, 1, 0 } };
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k <= i; ++k) {
            if (k == 1 && i > 1) continue; // a stick across a plate has a volume
            for (int count = 1; count <= 3; ++count) {
                setting s;
                set_up(&s, shape[i], s3(0, 0, 0), shape[k], s3(0, 0, 0));
                scree_simplex start = simplex_along(&s, along, count);
                bool distinct = true; // GJK never repeats a vertex
                for (int m = 1; m < count; ++m)
                    for (int n = 0; n < m; ++n) distinct = distinct && !v3_equal(start.vertex[m].w, start.vertex[n].w);
                if (!distinct) continue;
                scree_epa_result r;
                if (!CHECK(scree_epa(&s.task, &start, ROOM, 0.5 * s.c.error, &r))) continue;
                check_bounds(&s, &r, 0.0, "flat");
                CHECK_MSG(fabs(r.best.gap) <= s.c.error && r.closed, "flat %d %d from %d: gap %.3g", i, k, count,
                          r.best.gap);
                if (i >= 2) CHECK_NEAR(fabs(r.best.n.z), 1.0, 1e-12);
            }
        }
    }
    for (int i = 0; i < 4; ++i) scree_shape_destroy(shape[i]);
}

// Hulls, from GJK's simplex: the oracle knows the depth.
static void check_hulls(scree_random *r)
{
    judged j;
    if (!judged_place(&j, judged_random(r, 30), judged_random(r, 30), random_pose(r, 0.2), random_pose(r, 0.2))) return;
    scree_cores c = scree_cores_make(&j.a, &j.b);
    setting s = { .a = j.a, .b = j.b, .c = c, .options = scree_query_defaults() };
    s.task = (scree_task){ .cores = &s.c, .options = &s.options, .scratch = scree_arena_make(scratch, SCRATCH) };
    if (j.distance < -1e-6) {
        scree_gjk_options o = { .start = random_direction(r), .stop_above = INFINITY, .stop_below = -INFINITY };
        o.max_iterations = 200;
        scree_gjk_result g;
        scree_gjk(&s.c, &o, &g);
        if (CHECK(g.verdict == SCREE_GJK_INSIDE)) {
            scree_epa_result e;
            CHECK(scree_epa(&s.task, &g.simplex, ROOM, 0.5 * c.error, &e));
            check_bounds(&s, &e, j.distance, "hulls");
            CHECK_MSG(e.upper - e.best.gap <= 1e-13, "hulls: open, [%.17g, %.17g] for %.17g", e.best.gap, e.upper,
                      j.distance);
        }
    }
    judged_free(&j);
}

// Ends: out of steps, out of vertices, out of scratch; the bounds hold all the same.
static void check_ends(void)
{
    const form ball = { .kind = FORM_ELLIPSOID, .p = { 1, 1, 1 } }, egg = { .kind = FORM_ELLIPSOID, .p = { 1, 2, 3 } };
    scree_shape *a = form_shape(&ball, 0.0), *b = form_shape(&egg, 0.0);
    const scree_vec3 corners[4] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
    for (int k = 0; k < 3; ++k) {
        setting s;
        set_up(&s, a, s3(0, 0, 0), k == 0 ? a : b, k == 2 ? s3(0.5, 0.25, 0) : s3(0, 0, 0));
        scree_simplex start = simplex_along(&s, corners, 4);
        two_bodies d = { { &ball, NULL, 0 }, { k == 0 ? &ball : &egg, NULL, 0 }, s.a, s.b };
        scree_random r = random_stream(4, 4, (uint64_t)k);
        double truth = k == 2 ? (double)two_bodies_distance(&d, 2000, false, &r) : -2.0, last = INFINITY;
        for (int steps = 1; steps < 300; steps = 2 * steps + 1) {
            scree_epa_result e;
            s.options.max_iterations = steps;
            CHECK(scree_epa(&s.task, &start, ROOM, 0.0, &e));
            CHECK(e.iterations <= steps);
            check_bounds(&s, &e, truth, "few steps");
            CHECK_MSG(e.upper - e.best.gap <= last + 1e-13, "%d steps: %.3g after %.3g", steps, e.upper - e.best.gap,
                      last);
            last = e.upper - e.best.gap;
        }
        CHECK_MSG(last <= 0.05, "width %.3g after many steps", last);
        s.options.max_iterations = 0;
        for (int room = 5; room < 100; room += 7) {
            scree_epa_result e;
            size_t bytes = scree_epa_scratch(room);
            s.task.scratch = scree_arena_make(scratch, bytes);
            CHECK(scree_epa(&s.task, &start, room, 0.0, &e));
            check_bounds(&s, &e, truth, "few vertices");
            CHECK(e.iterations <= room);
            for (size_t less = 0; less + 400 < bytes; less += bytes / 40) {
                s.task.scratch = scree_arena_make(scratch, less);
                CHECK(!scree_epa(&s.task, &start, room, 0.0, &e));
            }
        }
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// With a tolerance that no width meets, the search ends where M does: no support point is farther out than the face.
static void check_to_the_end(void)
{
    scree_shape *a = scree_box_create(s3(1, 1, 1), 0.0, NULL), *b = scree_box_create(s3(0.25, 0.5, 0.75), 0.0, NULL);
    const scree_vec3 corners[4] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
    for (int k = 0; k < 27; ++k) {
        scree_vec3 p = s3(0.125 * (k % 3 - 1), 0.1 * (k / 3 % 3 - 1), 0.0625 * (k / 9 - 1));
        setting s;
        set_up(&s, a, s3(0, 0, 0), b, p);
        scree_simplex start = simplex_along(&s, corners, 4);
        scree_epa_result e;
        CHECK(scree_epa(&s.task, &start, ROOM, -1.0, &e));
        double truth = -fmin(1.25 - fabs(p.x), fmin(1.5 - fabs(p.y), 1.75 - fabs(p.z)));
        check_bounds(&s, &e, truth, "to the end");
        CHECK(!e.closed && e.iterations < 40);
        CHECK_NEAR(e.best.gap, truth, s.c.error);
        CHECK_NEAR(e.upper, truth, 2 * s.c.error);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

static void count_steps(void *user, const scree_trace_step *step)
{
    int *count = user;
    CHECK(step->simplex_size == 3 && step->lower <= step->upper + 1e-14 && step->iteration == *count + 1);
    ++*count;
}

static void check_trace(void)
{
    scree_shape *a = scree_box_create(s3(1, 1, 1), 0.5, NULL);
    const scree_vec3 corners[4] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
    setting s;
    int count = 0;
    set_up(&s, a, s3(0, 0, 0), a, s3(0.25, 0, 0));
    s.options.trace = count_steps;
    s.options.trace_user = &count;
    scree_simplex start = simplex_along(&s, corners, 4);
    scree_epa_result e;
    CHECK(scree_epa(&s.task, &start, ROOM, 0.0, &e));
    CHECK(count == e.iterations && count > 0);
    CHECK_NEAR(e.best.gap, -1.75, 1e-15);
    scree_shape_destroy(a);
}

int main(void)
{
    scree_random r = random_stream(4, 0, 0);
    check_boxes();
    check_touching();
    check_flat();
    check_ends();
    check_to_the_end();
    check_trace();
    for (long i = 0, count = check_scaled(800); i < count; ++i) check_hulls(&r);
    return check_done();
}
