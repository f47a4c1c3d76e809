// Two polyhedra that overlap, and a cache that names features some steps away from those that meet: where the kernels
// answer from it, they have found the least depth of all, whatever they began with; and mostly they do answer.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "pair/warm.h"
#include "scenes/grains.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { SEED = 91, CHAMFERS = 1000, PAIRS = 3, GUESSES = 6, STRAY = 3, WIDTHS = 4, SCRATCH = 1 << 22 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

static long asked, answered, moved; // guesses; those with an answer; and other features than the guess in it

static int any_neighbour(const scree_shape *s, int vertex, scree_random *r)
{
    const int first = s->hull->nodes[vertex].fan, count = s->hull->nodes[vertex].fan_end - first;
    return scree_neighbour(s->hull, first + random_below(r, count));
}

// A feature that is next to one: of the same kind.
static int stray(const scree_shape *s, scree_feature feature, int index, scree_random *r)
{
    if (feature == SCREE_FEATURE_VERTEX) return any_neighbour(s, index, r);
    if (feature == SCREE_FEATURE_FACE) {
        const scree_face *f = &s->hull->faces[index];
        return scree_face_beyond(s->hull, f->first + random_below(r, f->count), index);
    }
    const int vertex = scree_edge_at(s->hull, index).vertex[random_below(r, 2)];
    const int first = s->hull->nodes[vertex].fan, count = s->hull->nodes[vertex].fan_end - first;
    return scree_vertex_edge(s->hull, first + random_below(r, count));
}

static scree_cache guess_from(const scree_scene_pose *pose, const scree_contact *x, int steps, scree_random *r)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    scree_cache cache = { .filled = true, .distance = (float)x->distance };
    int index_a = x->index_a, index_b = x->index_b;
    for (int i = 0; i < steps; ++i) {
        if (random_below(r, 2) == 0)
            index_a = stray(a, x->feature_a, index_a, r);
        else
            index_b = stray(b, x->feature_b, index_b, r);
    }
    scree_cache_set_axis(&cache, x->normal);
    cache.feature_a = (uint8_t)x->feature_a;
    cache.feature_b = (uint8_t)x->feature_b;
    cache.index_a = index_a;
    cache.index_b = index_b;
    return cache;
}

// One kernel, one pair.
static bool run_kernel(const scree_kernels *k, const scree_scene_pose *pose, scree_cache *cache, scree_contact *out)
{
    const scree_body bodies[2] = { pose->body_a, pose->body_b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_cache before = *cache;
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = cache };
    int32_t number = 0;
    scree_lane_work work = { .batch = &batch, .tolerance = -1.0, .pairs = &number, .count = 1, .results = out };
    memset(out, 0x55, sizeof *out);
    if (k->warm_hulls(&work, &number) == 0) return true;
    CHECK(memcmp(cache, &before, sizeof before) == 0); // as it was
    return false;
}

static void try_guess(const scree_scene_pose *pose, const oracle_answer *truth, const char *name,
                      const scree_cache *guess)
{
    const double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    scree_contact first = { 0 };
    int count = 0, served = 0;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        scree_contact x;
        scree_cache cache = *guess;
        if (k == NULL) continue;
        ++count;
        if (!run_kernel(k, pose, &cache, &x)) continue;
        const bool holds = (quad)x.lower <= truth->upper && (quad)x.upper >= truth->lower;
        CHECK_MSG(holds && fabs(x.distance - (double)truth->distance) <= 1e-13 * size,
                  "%s: %.17g in [%.17g, %.17g], really %.17g", name, x.distance, x.lower, x.upper,
                  (double)truth->distance);
        CHECK(cache.feature_a == (uint8_t)x.feature_a && cache.index_a == x.index_a);
        if (served++ == 0) first = x;
        CHECK(memcmp(&x, &first, sizeof x) == 0);
    }
    CHECK(served == 0 || served == count);
    ++asked;
    answered += served > 0;
    moved += served > 0 && (first.index_a != guess->index_a || first.index_b != guess->index_b);
}

static bool is_plain(const scree_contact *x)
{
    enum { V = SCREE_FEATURE_VERTEX, E = SCREE_FEATURE_EDGE, F = SCREE_FEATURE_FACE };
    const int a = (int)x->feature_a, b = (int)x->feature_b;
    return (a == F && b == V) || (a == V && b == F) || (a == E && b == E && x->patch_area == 0.0);
}

static void check_pair(scree_scene_pose *pose, oracle_hull **hulls, oracle_pair *placed, void *scratch, scree_random *r)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    scree_contact x;
    if (!scree_is_hull_pair(a, b) || !a->centred || !b->centred) return;
    const double gap = -scree_pair_size(a, b) * random_decade(r, -4, -1);
    if (!scree_grains_settle(&pose->body_a, &pose->body_b, gap, &o)) return;
    if (scree_query(&pose->body_a, &pose->body_b, &o, &x) != SCREE_OK || !is_plain(&x)) return;
    if (!CHECK(scree_oracle_place(placed, hulls[pose->a], &pose->body_a, hulls[pose->b], &pose->body_b))) return;
    const oracle_answer truth = scree_oracle_distance(placed);
    for (int i = 0; i < GUESSES; ++i) {
        const scree_cache guess = guess_from(pose, &x, i % (STRAY + 1), r);
        try_guess(pose, &truth, scree_scene_class_name(pose->scene->class_number), &guess);
    }
}

static void check_class(int class_number, void *scratch)
{
    scree_scene *scene = scree_scene_open(class_number, SEED, NULL);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair placed = { 0 };
    scree_random r = random_stream(SEED, 1, (uint64_t)class_number);
    for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)n, &pose);
        check_pair(&pose, hulls, &placed, scratch, &r);
    }
    scree_oracle_pair_free(&placed);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

// ------------------------------------------------------------------------------ a side far longer than the depth

typedef struct far3 {
    long double x, y, z;
} far3;

static far3 far_vertex(const scree_body *body, int i)
{
    const scree_vec3 v = scree_stored_vertex(body->shape, i), p = body->position;
    return (far3){ (long double)v.x + p.x, (long double)v.y + p.y, (long double)v.z + p.z };
}

static far3 far_minus(far3 a, far3 b)
{
    return (far3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static far3 far_cross(far3 a, far3 b)
{
    return (far3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static long double far_dot(far3 a, far3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The depth along n, or against it, whichever is less.
static long double depth_along(const scree_body *a, const scree_body *b, far3 n)
{
    long double most[2] = { -INFINITY, -INFINITY }, least[2] = { INFINITY, INFINITY };
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < (k == 0 ? a : b)->shape->vertex_count; ++i) {
            const long double h = far_dot(far_vertex(k == 0 ? a : b, i), n);
            most[k] = fmaxl(most[k], h);
            least[k] = fminl(least[k], h);
        }
    return fminl(most[0] - least[1], most[1] - least[0]) / sqrtl(far_dot(n, n));
}

static far3 far_edge(const scree_body *body, int edge)
{
    const scree_edge of_v = scree_edge_at(body->shape->hull, edge);
    const int *v = of_v.vertex;
    return far_minus(far_vertex(body, v[1]), far_vertex(body, v[0]));
}

// All axes, in long double; the bodies are not rotated.
static long double least_depth(const scree_body *a, const scree_body *b)
{
    long double least = INFINITY;
    for (int k = 0; k < 2; ++k) {
        const scree_body *body = k == 0 ? a : b;
        for (int f = 0; f < body->shape->hull->face_count; ++f) {
            const int *corner = body->shape->hull->face_vertices + body->shape->hull->faces[f].first;
            const far3 p = far_vertex(body, corner[0]);
            const far3 u = far_minus(far_vertex(body, corner[1]), p), v = far_minus(far_vertex(body, corner[2]), p);
            least = fminl(least, depth_along(a, b, far_cross(u, v)));
        }
    }
    for (int i = 0; i < a->shape->hull->edge_count; ++i)
        for (int j = 0; j < b->shape->hull->edge_count; ++j) {
            const far3 u = far_edge(a, i), e = far_edge(b, j), n = far_cross(u, e);
            if (far_dot(n, n) > 1e-24L * far_dot(u, u) * far_dot(e, e)) least = fminl(least, depth_along(a, b, n));
        }
    return least;
}

// A box with a chamfer, and the tip of a pyramid in it, much less deep than the box is long but as deep as the chamfer
// is wide. The cache names the top and the tip; the chamfer's sides are within the disc that the proof has to cover.
static void check_chamfer(scree_random *r)
{
    const double d = random_decade(r, -11, -6), off = d * random_between(r, 0.42, 0.6);
    const double along = d * random_between(r, 0.05, 0.3), down = along * random_between(r, 0.8, 1.2);
    const double x[5] = { 1, 1 - along, -1, -1, 1 }, z[5] = { 1 - down, 1, 1, -1, -1 };
    const double half = random_between(r, 0.3, 1.0);
    scree_vec3 p[10], q[5] = { { 0, 0, 0 } };
    for (int i = 0; i < 10; ++i) p[i] = (scree_vec3){ x[i / 2], i % 2 == 0 ? -half : half, z[i / 2] };
    for (int i = 0; i < 4; ++i) {
        q[i + 1].x = (i % 2 == 0 ? -0.1 : 0.1) * random_between(r, 0.5, 1.0);
        q[i + 1].y = (i / 2 == 0 ? -0.1 : 0.1) * random_between(r, 0.5, 1.0);
        q[i + 1].z = random_between(r, 1.0, 2.0);
    }
    scree_shape *a = scree_polyhedron_create(p, 10, 0.0, NULL), *b = scree_polyhedron_create(q, 5, 0.0, NULL);
    if (!CHECK(a != NULL && b != NULL)) return;
    scree_scene_pose pose = { .body_a = { .shape = a, .orientation = { 1, 0, 0, 0 } },
                              .body_b = { .shape = b, .orientation = { 1, 0, 0, 0 } } };
    pose.body_b.position = (scree_vec3){ 1 - along - off, 0.5 * half * random_between(r, -1.0, 1.0), 1 - d };
    int top = 0, tip = 0;
    for (int i = 0; i < a->hull->face_count; ++i)
        top = a->hull->faces[i].normal.z > a->hull->faces[top].normal.z ? i : top;
    for (int i = 0; i < b->vertex_count; ++i) tip = b->z[i] < b->z[tip] ? i : tip;
    scree_cache guess = { .filled = true, .axis = { 0, 0, 1 }, .distance = (float)-d };
    guess.feature_a = SCREE_FEATURE_FACE;
    guess.feature_b = SCREE_FEATURE_VERTEX;
    guess.index_a = top;
    guess.index_b = tip;
    const quad depth = (quad)least_depth(&pose.body_a, &pose.body_b), doubt = 1e-17;
    const oracle_answer truth = { .distance = -depth, .lower = -depth - doubt, .upper = -depth + doubt };
    try_guess(&pose, &truth, "chamfer", &guess);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    scree_random chamfers = random_stream(SEED, 2, 1);
    for (long n = 0; n < check_scaled(CHAMFERS); ++n) check_chamfer(&chamfers);
    asked = answered = moved = 0; // these are to be left, if anything
    void *scratch = malloc(SCRATCH);
    for (int c = 0; CHECK(scratch != NULL) && c < scree_scene_class_count(); ++c)
        if (scree_scene_class_group(c) == SCREE_SCENE_POLYHEDRA) check_class(c, scratch);
    printf("of %ld guesses, %ld were answered, %ld of them by other features\n", asked, answered, moved);
    CHECK(check_scale() < 0.5 || (4 * answered > 3 * asked && 2 * moved > answered));
    free(scratch);
    return check_done();
}
