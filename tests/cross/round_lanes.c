// The quick way for an ellipsoid or a superquadric with a polyhedron: the same bytes for every number of lanes, for
// either order of the bodies, and in a batch; the same answer, features included, as the search that knows nothing of
// it; points and normal as both surfaces have them, in long double; and next to none is left to that search where
// bodies are apart or in shallow contact.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "dispatch/auto.h"
#include "dispatch/kernels.h"
#include "dispatch/table.h"
#include "scenes/ellipsoids.h"
#include "scenes/grains.h"
#include "scenes/random.h"
#include "scenes/superquadrics.h"
#include "shape/shape.h"

enum { SEED = 13, PAIRS = 400, HULLS = 40, SET = 601 };

typedef struct tally {
    int asked, answered;
} tally;

static double tolerance_of(const scree_body *a, const scree_body *b)
{
    return 1e-12 * scree_pair_size(a->shape, b->shape);
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void check_swapped(const scree_contact *x, const scree_contact *y)
{
    const scree_vec3 n = { 0.0 - y->normal.x, 0.0 - y->normal.y, 0.0 - y->normal.z };
    CHECK(x->distance == y->distance && x->lower == y->lower && x->upper == y->upper);
    CHECK(same_bytes(&x->normal, &n, sizeof n));
    CHECK(same_bytes(&x->point_a, &y->point_b, sizeof n) && same_bytes(&x->point_b, &y->point_a, sizeof n));
    CHECK(x->feature_a == y->feature_b && x->feature_b == y->feature_a);
    CHECK(x->index_a == y->index_b && x->index_b == y->index_a);
}

// With a bound on its steps, `auto` goes its other way.
static void check_other_way(const scree_body *a, const scree_body *b, const scree_contact *x)
{
    scree_query_options o = scree_query_defaults();
    o.max_iterations = 1000;
    scree_contact y;
    const scree_status status = scree_query(a, b, &o, &y);
    const double allowed = 2.0 * tolerance_of(a, b) + (x->upper - x->lower) + (y.upper - y.lower);
    CHECK(x->lower <= y.upper && y.lower <= x->upper);
    if (status != SCREE_OK) return;
    CHECK(fabs(x->distance - y.distance) <= allowed);
    CHECK(x->lower <= x->distance && x->distance <= x->upper);
    // Of two normals that are as good, up to rounding, each has its own feature.
    const scree_vec3 n = x->normal, m = y.normal;
    if (fabs(n.x - m.x) + fabs(n.y - m.y) + fabs(n.z - m.z) > 1e-7) return;
    CHECK(x->feature_a == y.feature_a && x->feature_b == y.feature_b);
    CHECK(x->index_a == y.index_a && x->index_b == y.index_b);
}

static double length_of(scree_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

// A vector of the world in the frame of a body, in long double.
static void rotate_back(const scree_body *body, const long double v[3], long double out[3])
{
    const scree_quat o = body->orientation;
    const long double w = o.w, x = o.x, y = o.y, z = o.z, s = 2.0L / (w * w + x * x + y * y + z * z);
    const long double rows[3][3] = { { 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
                                     { s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x) },
                                     { s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y) } };
    for (int i = 0; i < 3; ++i) out[i] = rows[0][i] * v[0] + rows[1][i] * v[1] + rows[2][i] * v[2];
}

static void place_back(const scree_body *body, scree_vec3 point, long double out[3])
{
    const long double v[3] = { (long double)point.x - body->position.x, (long double)point.y - body->position.y,
                               (long double)point.z - body->position.z };
    rotate_back(body, v, out);
}

// The point of S is on its surface, whose normal there is the contact's; no vertex of P is beyond the plane through its
// own point. For bodies that are apart this is proof of the least distance.
static void check_surfaces(const scree_body *a, const scree_body *b, const scree_contact *x)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    const scree_body *solid = swapped ? b : a, *other = swapped ? a : b;
    const scree_shape *p = solid->shape, *s = other->shape;
    if (p->centre.x != 0.0 || p->centre.y != 0.0 || p->centre.z != 0.0) return;
    const double sign = swapped ? -1.0 : 1.0, size = scree_pair_size(p, s);
    // Points are rounded as the world has them.
    const double far = size + fabs(x->distance) + length_of(a->position) + length_of(b->position);
    const double blur = 1e-12 * size + 5e-14 * far;
    const long double n[3] = { sign * x->normal.x, sign * x->normal.y, sign * x->normal.z };
    long double on_s[3], on_p[3], m[3], up[3], g[3];
    place_back(other, swapped ? x->point_a : x->point_b, on_s);
    place_back(solid, swapped ? x->point_b : x->point_a, on_p);
    rotate_back(other, n, m);
    rotate_back(solid, n, up);
    const long double axes[3] = { s->form->semi_axes.x, s->form->semi_axes.y, s->form->semi_axes.z };
    const long double least = fminl(axes[0], fminl(axes[1], axes[2])), widest = fmaxl(axes[0], fmaxl(axes[1], axes[2]));
    long double sum = 0.0L, length2 = 0.0L, most = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        const long double u = (on_s[i] + s->radius * m[i]) / axes[i];
        sum += powl(fabsl(u), s->form->n1);
        g[i] = -copysignl(powl(fabsl(u), s->form->n1 - 1.0L), u) / axes[i];
        length2 += g[i] * g[i];
    }
    CHECK(fabsl(sum - 1.0L) <= 10.0L * s->form->n1 * blur / least);
    // What a step of 1e-5 of the least semi-axis leaves, and the rounding of the point, both times what the surface
    // bends at most.
    const long double bend = (s->form->n1 - 1.0L) * widest / (least * least), astray = 1e-8L * least + blur;
    for (int i = 0; i < 3; ++i) CHECK(fabsl(g[i] / sqrtl(length2) - m[i]) <= bend * astray);
    for (int i = 0; i < p->vertex_count; ++i)
        most = fmaxl(most, up[0] * (p->x[i] - on_p[0]) + up[1] * (p->y[i] - on_p[1]) + up[2] * (p->z[i] - on_p[2]));
    CHECK(fabsl(most + p->radius) <= blur);
}

static void check_farther(const scree_kernels *k, const scree_body *a, const scree_body *b, const scree_contact *x)
{
    const double radii = a->shape->radius + b->shape->radius, core = x->distance + radii;
    const double far = 1e-6 * scree_pair_size(a->shape, b->shape);
    if (core - far > 0.0) CHECK(k->round_farther(a, b, core - far) != 0);
    if (core + far > 0.0) CHECK(k->round_farther(a, b, core + far) != 1);
}

static void query(const scree_body *a, const scree_body *b, tally *t)
{
    const scree_kernels *narrow = scree_kernels_of(2), *others[2] = { scree_kernels_of(1), scree_kernels_of(4) };
    scree_contact x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    ++t->asked;
    const bool done = narrow->round(a, b, tolerance_of(a, b), &x);
    for (int i = 0; i < 2; ++i) {
        if (others[i] == NULL) continue;
        memset(&y, 0, sizeof y);
        CHECK(others[i]->round(a, b, tolerance_of(a, b), &y) == done);
        CHECK(same_bytes(&x, &y, sizeof x));
    }
    CHECK(narrow->round(b, a, tolerance_of(a, b), &y) == done);
    if (!done) return;
    ++t->answered;
    check_swapped(&x, &y);
    check_surfaces(a, b, &x);
    check_other_way(a, b, &x);
    check_farther(narrow, a, b, &x);
}

// Pairs that come together in one call, each with the answer that it has alone.
typedef struct pair_set {
    int count;
    scree_body bodies[2 * SET];
    scree_pair pairs[SET];
    scree_contact single[SET], together[SET];
    scree_cache caches[SET];
    bool done[SET];
} pair_set;

static bool is_round_polyhedron(const scree_shape *a, const scree_shape *b)
{
    return scree_lane_kind_of(a, b) == SCREE_LANES_ROUNDS;
}

static void add_to_set(pair_set *p, scree_body a, scree_body b)
{
    const int i = p->count;
    if (i == SET || !is_round_polyhedron(a.shape, b.shape)) return;
    if (i % 40 == 7) a.position.y = (double)NAN;
    if (i % 40 == 19) b.orientation = (scree_quat){ 0, 0, 0, 0 };
    const bool swapped = i % 3 == 0;
    p->bodies[2 * i] = swapped ? b : a;
    p->bodies[2 * i + 1] = swapped ? a : b;
    p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
    ++p->count;
}

static void check_set(pair_set *p, const scree_kernels *k)
{
    int32_t numbers[SET];
    const scree_batch batch = { .bodies = p->bodies,
                                .body_count = 2 * (size_t)p->count,
                                .pairs = p->pairs,
                                .pair_count = (size_t)p->count,
                                .caches = p->caches };
    memset(p->single, 0, sizeof p->single);
    memset(p->together, 0, sizeof p->together);
    memset(p->caches, 0, sizeof p->caches);
    int asked = 0, expected = 0;
    for (int i = 0; i < p->count; ++i) {
        const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
        const bool valid = i % 40 != 7 && i % 40 != 19;
        p->done[i] = valid && k->round(a, b, tolerance_of(a, b), &p->single[i]);
        if (!p->done[i]) memset(&p->single[i], 0, sizeof p->single[i]);
        expected += p->done[i] ? 0 : 1;
        numbers[asked++] = i;
    }
    scree_lane_work work = { .batch = &batch, .tolerance = -1.0, .pairs = numbers, .count = asked };
    work.results = p->together;
    const int left = k->rounds(&work, numbers);
    CHECK(left == expected);
    for (int i = 0; i < left; ++i) CHECK(!p->done[numbers[i]]);
    for (int i = 0; i < p->count; ++i) {
        if (!p->done[i]) continue;
        CHECK(same_bytes(&p->single[i], &p->together[i], sizeof p->single[i]));
        CHECK(p->caches[i].filled == 1);
    }
}

static void test_set(pair_set *p)
{
    static const int widths[4] = { 1, 2, 4, 8 };
    for (int w = 0; w < 4; ++w)
        if (scree_kernels_of(widths[w]) != NULL) check_set(p, scree_kernels_of(widths[w]));
    p->count = 0;
}

static void query_scene(const scree_scene_pose *pose, tally *t)
{
    if (is_round_polyhedron(pose->body_a.shape, pose->body_b.shape)) query(&pose->body_a, &pose->body_b, t);
}

static void test_scenes(pair_set *p, tally *t)
{
    const int count = (int)check_scaled(PAIRS);
    scree_scene_pose pose;
    scree_error error;
    for (int c = 0; c < scree_ellipsoid_class_count(); ++c) {
        if (scree_ellipsoid_class_is_pure(c)) continue;
        scree_scene *scene = scree_ellipsoid_scene_open(c, SEED, &error);
        if (!CHECK(scene != NULL)) return;
        for (int i = 0; i < count; ++i) {
            scree_ellipsoid_scene_pair(scene, (uint64_t)i, &pose);
            query_scene(&pose, t);
            add_to_set(p, pose.body_a, pose.body_b);
        }
        test_set(p);
        scree_scene_close(scene);
    }
    for (int c = 0; c < scree_superquadric_class_count(); ++c) {
        if (scree_superquadric_class_group(c) != SCREE_SUPERQUADRIC_MIXED) continue;
        scree_scene *scene = scree_superquadric_scene_open(c, SEED, &error);
        if (!CHECK(scene != NULL)) return;
        for (int i = 0; i < count; ++i) {
            scree_superquadric_scene_pair(scene, (uint64_t)i, &pose);
            query_scene(&pose, t);
            add_to_set(p, pose.body_a, pose.body_b);
        }
        test_set(p);
        scree_scene_close(scene);
    }
}

// Random hulls and grains at a distance of a tenth of their size, and a hundredth in each other.
static void test_usual(pair_set *p, const scree_shape *grain, tally *t)
{
    scree_random r = { SEED };
    const int hulls = (int)check_scaled(HULLS);
    for (int i = 0; i < hulls; ++i) {
        scree_vec3 points[SCREE_ROUND_SMALL];
        for (int k = 0; k < SCREE_ROUND_SMALL; ++k) points[k] = random_direction(&r);
        scree_shape *hull = scree_polyhedron_create(points, SCREE_ROUND_SMALL, i % 2 == 0 ? 0.0 : 0.1, NULL);
        if (!CHECK(hull != NULL)) return;
        CHECK(scree_auto_scratch(hull, grain) <= SCREE_ROUND_SCRATCH);
        CHECK(scree_auto_scratch(grain, hull) <= SCREE_ROUND_SCRATCH);
        for (int k = 0; k < 20; ++k) {
            scree_body a = { .shape = hull, .orientation = random_rotation(&r) };
            scree_body b = { .shape = grain, .orientation = random_rotation(&r) };
            const scree_vec3 way = random_direction(&r);
            const double size = scree_pair_size(hull, grain);
            b.position = (scree_vec3){ size * way.x, size * way.y, size * way.z };
            if (scree_grains_settle(&a, &b, (k % 2 == 0 ? 0.1 : -0.01) * size, NULL)) query(&a, &b, t);
            add_to_set(p, a, b);
        }
        test_set(p);
        scree_shape_destroy(hull);
    }
}

// Prisms whose ends have more corners than a face's rows hold, and than sides are looked at together, with grains of
// all exponents in one set: what belongs to one lane must not depend on the others.
static void test_prisms(pair_set *p, tally *t)
{
    static const int corners[4] = { 3, 4, 6, 30 };
    static const double exponents[4] = { 2.0, 3.0, 8.0, 12.0 };
    scree_random r = { SEED + 1 };
    scree_shape *prisms[4], *grains[4];
    for (int i = 0; i < 4; ++i) {
        scree_vec3 points[60];
        for (int k = 0; k < 2 * corners[i]; ++k) {
            const double angle = 6.283185307179586 * (k / 2) / corners[i];
            points[k] = (scree_vec3){ cos(angle), sin(angle), k % 2 == 0 ? 0.5 : -0.5 };
        }
        prisms[i] = scree_polyhedron_create(points, 2 * (size_t)corners[i], 0.0, NULL);
        grains[i] = scree_superquadric_create((scree_vec3){ 0.5, 0.3, 0.4 }, exponents[i], exponents[i], 0.0, NULL);
        if (!CHECK(prisms[i] != NULL && grains[i] != NULL)) return;
    }
    const int count = (int)check_scaled(SET);
    for (int i = 0; i < count; ++i) {
        scree_body a = { .shape = prisms[random_below(&r, 4)], .orientation = random_rotation(&r) };
        scree_body b = { .shape = grains[random_below(&r, 4)], .orientation = random_rotation(&r) };
        const scree_vec3 way = random_direction(&r);
        const double size = scree_pair_size(a.shape, b.shape);
        b.position = (scree_vec3){ size * way.x, size * way.y, size * way.z };
        if (scree_grains_settle(&a, &b, (i % 2 == 0 ? 0.1 : -0.01) * size, NULL)) query(&a, &b, t);
        add_to_set(p, a, b);
    }
    test_set(p);
    for (int i = 0; i < 4; ++i) {
        scree_shape_destroy(prisms[i]);
        scree_shape_destroy(grains[i]);
    }
}

int main(void)
{
    tally scenes = { 0, 0 }, usual = { 0, 0 };
    static pair_set together;
    test_scenes(&together, &scenes);
    scree_shape *grains[] = { scree_ellipsoid_create((scree_vec3){ 1.0, 0.4, 0.5 }, 0.0, NULL),
                              scree_superquadric_create((scree_vec3){ 1.0, 0.8, 0.6 }, 4.0, 4.0, 0.0, NULL),
                              scree_superquadric_create((scree_vec3){ 0.6, 0.8, 0.6 }, 3.0, 3.0, 0.05, NULL) };
    for (size_t i = 0; i < sizeof grains / sizeof *grains; ++i) {
        if (CHECK(grains[i] != NULL)) test_usual(&together, grains[i], &usual);
        scree_shape_destroy(grains[i]);
    }
    test_prisms(&together, &usual);
    printf("scenes: %d of %d answered; usual: %d of %d\n", scenes.answered, scenes.asked, usual.answered, usual.asked);
    CHECK(scenes.answered > 0 && 100 * usual.answered >= 95 * usual.asked);
    return check_done();
}
