// Tetrahedron distortion: closed forms and the paper's situations, moved, rotated and scaled; random hulls against the
// oracle; touching, coincident and nested bodies; its bounds on steps and scratch.
#include "counted.h"
#include "judged.h"
#include "scenes/situations.h"
#include "scree/scree.h"

enum { SCRATCH = 1 << 20, STACK_SCRATCH = 24 * 1024 };

static unsigned char scratch[SCRATCH];

static scree_query_options options(void)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("gjk-td");
    return o;
}

static scree_contact query(const scree_query_options *o, const scree_body *a, const scree_body *b)
{
    scree_contact c;
    scree_status status = query_counted(a, b, o, &c);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "%s", scree_status_name(status));
    CHECK(c.lower <= c.distance && c.distance <= c.upper);
    CHECK_NEAR(s3_dot(c.normal, c.normal), 1.0, 1e-15);
    double touch = 1e-14 * scree_pair_size(a->shape, b->shape);
    CHECK(counted.gjk_updates > 0 && (counted.epa_iterations == 0 || c.distance <= touch));
    return c;
}

// The two bodies moved and rotated together, and the answer with them.
static void check_moved(const char *what, scree_body a, scree_body b, double distance, scree_vec3 normal,
                        double accuracy, scree_random *r)
{
    const scree_query_options o = options();
    double size = scree_pair_size(a.shape, b.shape);
    for (int i = 0; i < 8; ++i) {
        scree_quat q = i == 0 ? (scree_quat){ 1, 0, 0, 0 } : random_rotation(r);
        scree_vec3 away = s3_scale(random_direction(r), i < 2 ? 0.0 : size);
        scree_body c = { a.shape, s3_add(away, quat_rotate(q, a.position)), quat_times(q, a.orientation) };
        scree_body d = { b.shape, s3_add(away, quat_rotate(q, b.position)), quat_times(q, b.orientation) };
        scree_contact y = query(&o, &d, &c), x = query(&o, &c, &d);
        CHECK_MSG(fabs(x.distance - distance) <= accuracy, "%s: %.17g for %.17g", what, x.distance, distance);
        CHECK_MSG(x.status == SCREE_OK && !counted.cut_short, "%s: [%.3g, %.3g]", what, x.lower - distance,
                  x.upper - distance);
        double along = s3_dot(x.normal, quat_rotate(q, normal));
        if (s3_dot(normal, normal) > 0.0) CHECK_MSG(along > 1 - 1e-13, "%s: normal, by %.3g", what, 1 - along);
        CHECK_NEAR(y.distance, x.distance, 2 * accuracy);
    }
}

static void check_closed_forms(scree_random *r)
{
    static const double scales[] = { 1.0, 1e-9, 1e9, 1e-50, 1e50 };
    const scree_vec3 any = s3(0, 0, 0);
    for (int i = 0; i < 5; ++i) {
        double s = scales[i], accuracy = 1e-14 * s;
        scree_shape *cube = scree_box_create(s3(s, s, s), 0.0, NULL),
                    *soft = scree_box_create(s3(s, s, s), 0.5 * s, NULL);
        scree_shape *plate = scree_box_create(s3(4 * s, 3 * s, 1e-3 * s), 0.0, NULL);
        // A prism on a triangle with a right angle, its corner at the origin.
        scree_vec3 p[6];
        for (int k = 0; k < 6; ++k) p[k] = s3(k % 3 == 1 ? s : 0, k % 3 == 2 ? s : 0, k < 3 ? -s : s);
        scree_shape *prism = scree_polyhedron_create(p, 6, 0.0, NULL);
        scree_body a = scree_body_at(cube, any);
        const struct {
            const char *what;
            scree_shape *b;
            scree_vec3 at;
            double distance;
            scree_vec3 normal;
        } pairs[] = {
            { "faces", cube, { 1.75, 0.5, 0.25 }, -0.25, { 1, 0, 0 } },
            { "deep", cube, { 0.25, 0.125, 0.5 }, -1.5, { 0, 0, 1 } },
            { "the same cube", cube, { 0, 0, 0 }, -2, { 0, 0, 0 } },
            { "faces that touch", cube, { 2, 0.5, 0.25 }, 0, { 1, 0, 0 } },
            { "edges that touch", cube, { 2, 2, 0.25 }, 0, { 0, 0, 0 } },
            { "corners that touch", cube, { 2, 2, 2 }, 0, { 0, 0, 0 } },
            { "apart", cube, { 2.5, 2.5, 0 }, sqrt(0.5), { 0.7071067811865476, 0.7071067811865476, 0 } },
            { "rounded", soft, { 0.5, -2.25, 0.25 }, -0.25, { 0, -1, 0 } },
            { "rounded, deep", soft, { 0.5, -1.25, 0.25 }, -1.25, { 0, -1, 0 } },
            { "plate through", plate, { 0, 0, 0.5 }, -0.501, { 0, 0, 1 } },
            { "prism, its edge", prism, { 0.75, 0.75, 0 }, -0.25, { 0, 0, 0 } },
            { "prism, its slope",
              prism,
              { -1.25, -1.25, 0.125 },
              -0.5 * sqrt(0.5),
              { -0.7071067811865476, -0.7071067811865476, 0 } },
        };
        for (int k = 0; k < (int)(sizeof pairs / sizeof *pairs); ++k) {
            scree_body b = scree_body_at(pairs[k].b, s3_scale(pairs[k].at, s));
            check_moved(pairs[k].what, a, b, s * pairs[k].distance, pairs[k].normal, accuracy, r);
        }
        scree_shape *all[] = { cube, soft, plate, prism };
        for (int k = 0; k < 4; ++k) scree_shape_destroy(all[k]);
    }
}

// Table 1, where the paper's own method has its answers from.
static void check_situations(scree_random *r)
{
    scree_situation all[SCREE_SITUATIONS];
    if (!CHECK(scree_situations_open(all, NULL))) return;
    const scree_query_options o = options();
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        const scree_situation *s = &all[i];
        scree_contact c = query(&o, &s->a, &s->b);
        CHECK_MSG(fabs(c.distance - s->distance) <= 0.5 * s->last_digit + 1e-15, "%s: %.17g", s->figure, c.distance);
        check_moved(s->figure, s->a, s->b, s->distance, s->normal, s->last_digit + 2e-14, r);
    }
    scree_situations_close(all);
}

// Points by the weights of a face are on the surfaces of their bodies.
static void check_points(judged *j, const scree_contact *c)
{
    oracle_pair *pair = &j->placed;
    quad off_a = scree_oracle_depth(pair, 0, scree_oracle_point(pair, c->point_a));
    quad off_b = scree_oracle_depth(pair, 1, scree_oracle_point(pair, c->point_b));
    CHECK_MSG(q_abs(off_a) <= 1e-13 && q_abs(off_b) <= 1e-13, "points %.3g and %.3g off the surfaces", (double)off_a,
              (double)off_b);
}

typedef struct tally {
    long pairs, overlapping, cut, over, most, steps;
} tally;

// Whenever the face location condition ends the search, the answer is the true minimum: see prove() in gjk_td.c.
static void check_pair(judged *j, tally *t)
{
    scree_query_options o = options();
    scree_contact c = query(&o, &j->a, &j->b);
    double size = scree_pair_size(j->a.shape, j->b.shape) + fabs(j->distance);
    CHECK_MSG(c.lower <= j->distance + 1e-16 * size && j->distance - 1e-16 * size <= c.upper,
              "%.17g is not in [%.17g, %.17g]", j->distance, c.lower, c.upper);
    ++t->pairs;
    if (!counted.cut_short) {
        CHECK_MSG(fabs(c.distance - j->distance) <= 64 * 0x1p-53 * size, "%.17g for %.17g", c.distance, j->distance);
        CHECK(c.status == SCREE_OK);
        check_points(j, &c);
    } else {
        CHECK(c.status == SCREE_NO_CONVERGENCE && c.distance < 0.0);
        // The best direction seen, so never too shallow.
        CHECK_MSG(c.distance <= j->distance + 1e-13 * size && c.distance >= 1.2 * j->distance, "cut: %.17g for %.17g",
                  c.distance, j->distance);
    }
    if (j->distance >= 0.0) return;
    int printed = 3 * (scree_shape_vertex_count(j->a.shape) + scree_shape_vertex_count(j->b.shape)) - 8;
    ++t->overlapping;
    t->cut += counted.cut_short;
    t->over += counted.epa_iterations > printed;
    t->steps += counted.epa_iterations;
    if (counted.epa_iterations > t->most) t->most = counted.epa_iterations;
    // With fewer steps than it takes: cut short, and true.
    if (counted.cut_short || counted.epa_iterations < 2) return;
    o.max_iterations =
        counted.gjk_updates > counted.epa_iterations - 1 ? counted.gjk_updates : counted.epa_iterations - 1;
    const scree_counts full = counted;
    scree_contact less = query(&o, &j->a, &j->b);
    CHECK(counted.epa_iterations <= o.max_iterations);
    CHECK(less.lower <= j->distance + 1e-16 * size && j->distance - 1e-16 * size <= less.upper);
    if (o.max_iterations < full.epa_iterations) CHECK(counted.cut_short && less.status == SCREE_NO_CONVERGENCE);
}

static void check_random_hulls(scree_random *r)
{
    tally deep = { 0 };
    for (long i = 0, count = check_scaled(2500); i < count; ++i) {
        judged j;
        scree_body b = random_pose(r, 0.6);
        if (!judged_place(&j, judged_random(r, 20), judged_random(r, 20), random_pose(r, 0.1), b)) return;
        check_pair(&j, &deep);
        judged_free(&j);
    }
    printf("%ld pairs, %ld overlapping: %ld cut short, %ld over the printed bound, %.1f steps, %ld at most\n",
           deep.pairs, deep.overlapping, deep.cut, deep.over, (double)deep.steps / (double)deep.overlapping, deep.most);
    if (deep.overlapping < 500) return;
    CHECK(deep.cut <= deep.overlapping / 50);
    // 3 (v_A + v_B) - 8 is no bound.
    CHECK(deep.over > deep.overlapping / 100 && deep.over < deep.overlapping / 5);
}

typedef struct diary {
    int steps, faces;
    double lower, truth;
} diary;

static void on_step(void *user, const scree_trace_step *step)
{
    diary *d = user;
    bool expansion = step->phase[0] == 't';
    CHECK(step->lower <= d->truth + 1e-15 && step->upper >= d->truth - 1e-15);
    CHECK(!expansion || step->simplex_size == 3);
    d->faces += expansion;
    ++d->steps;
}

static void check_trace_and_scratch(scree_random *r)
{
    judged j;
    if (!judged_place(&j, judged_random(r, 20), judged_random(r, 20), random_pose(r, 0.2), random_pose(r, 0.3))) return;
    diary d = { .truth = j.distance };
    scree_query_options o = options();
    o.trace = on_step;
    o.trace_user = &d;
    scree_contact c = query(&o, &j.a, &j.b);
    if (c.distance < 0.0) CHECK(d.faces == counted.epa_iterations + 1);
    size_t bytes = scree_method_scratch(o.method, j.a.shape, j.b.shape);
    CHECK(bytes <= STACK_SCRATCH && bytes == scree_method_scratch(o.method, j.b.shape, j.a.shape));
    o.trace = NULL;
    o.scratch = scratch;
    o.scratch_size = bytes - 1;
    scree_contact none;
    CHECK(scree_query(&j.a, &j.b, &o, &none) == SCREE_SCRATCH_TOO_SMALL);
    o.scratch_size = bytes;
    CHECK(scree_query(&j.a, &j.b, &o, &none) == c.status && none.distance == c.distance);
    judged_free(&j);
}

// Hulls of 32 vertices each: within the scratch on the stack. Of many more: room for the printed bound at least.
static void check_room(scree_random *r)
{
    scree_vec3 p[400];
    for (int i = 0; i < 400; ++i) p[i] = random_direction(r);
    scree_shape *small = scree_polyhedron_create(p, 32, 0.0, NULL), *large = scree_polyhedron_create(p, 400, 0.0, NULL);
    scree_query_options o = options();
    CHECK(scree_method_scratch(o.method, small, small) <= STACK_SCRATCH);
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    CHECK(scree_method_scratch(o.method, large, large) <= SCRATCH);
    // Nearly concentric: all faces of M are about as near, and the search meets its bound.
    scree_body a = scree_body_at(large, s3(0, 0, 0)), b = { large, s3(0.01, 0, 0), random_rotation(r) };
    scree_contact c = query(&o, &a, &b);
    CHECK(counted.cut_short && counted.epa_iterations >= 3 * (400 + 400) - 8);
    CHECK(c.lower < -1.5 && c.upper > -2.0);
    scree_shape_destroy(small);
    scree_shape_destroy(large);
}

int main(void)
{
    scree_random r = random_stream(4, 0, 0);
    check_closed_forms(&r);
    check_situations(&r);
    check_room(&r);
    check_random_hulls(&r);
    for (long i = 0, count = check_scaled(300); i < count; ++i) check_trace_and_scratch(&r);
    return check_done();
}
