// Bodies on half spaces: the kernel against the general closed form (solve/half_space.c), scree_verify() and itself at other
// widths, in batches and swapped.
//
// Sizes from 1e-9 to 1e9, aspect ratios up to 1e6; planes through the origin, near and far, rotated or not; bodies at rest on a
// face or an edge, exactly and up to a tilt, and in any other pose; apart, touching, grazing, half in, deep.
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

enum { PAIRS = 4000, KINDS = 12, LARGE = 300, ELLIPSOID = 7, SCRATCH = 1 << 17 };

static const char *const names[KINDS] = { "sphere",       "box",      "flat box", "hull",
                                          "large hull",   "prism",    "capsule",  "ellipsoid",
                                          "superquadric", "cylinder", "cone",     "tapered capsule" };

static scree_shape *make_hull(scree_random *r, int kind, double size, double rounding)
{
    scree_vec3 p[LARGE];
    const int count = kind == 3 ? 4 + random_below(r, 17) : kind == 4 ? LARGE : 2 * (3 + random_below(r, 8));
    for (int i = 0; i < count; ++i) {
        const double angle = 12.566370614359172 / count * (i >> 1);
        p[i] = kind == 5 ? s3_scale(s3(cos(angle), sin(angle), i % 2 ? 0.4 : -0.4), size)
                         : s3_scale(random_direction(r), size);
    }
    return scree_polyhedron_create(p, (size_t)count, rounding, NULL);
}

static scree_shape *make_shape(scree_random *r, int kind)
{
    const double size = random_decade(r, -9, 9), thin = random_below(r, 2) ? 1.0 : random_decade(r, -6, 0);
    const double rounding = random_below(r, 3) == 0 ? size * random_decade(r, -3, 0) : 0.0;
    const scree_vec3 axes = s3(size, 0.7 * size, thin * 0.5 * size);
    switch (kind) {
    case 0:
        return scree_sphere_create(size, rounding, NULL);
    case 1:
        return scree_box_create(s3(size, size, size), rounding, NULL);
    case 2:
        return scree_box_create(axes, rounding, NULL);
    case 6:
        return scree_capsule_create(size, thin * size, rounding, NULL);
    case 7:
        return scree_ellipsoid_create(axes, rounding, NULL);
    case 8:
        return scree_superquadric_create(axes, 2 + random_below(r, 8), 2 + random_below(r, 8), rounding, NULL);
    case 9:
        return scree_cylinder_create(size, thin * size, rounding, NULL);
    case 10:
        return scree_cone_create(size, thin * size, rounding, NULL);
    case 11:
        return scree_tapered_capsule_create(size, 0.5 * size, (0.3 + thin) * size, rounding, NULL);
    default:
        return make_hull(r, kind, size, rounding);
    }
}

// A direction of the body that may lie flat on a plane: the normal of a face, one across an edge, an axis.
static scree_vec3 resting_direction(scree_random *r, const scree_shape *s)
{
    const scree_vec3 axes[3] = { s3(1, 0, 0), s3(0, 1, 0), s3(0, 0, -1) };
    if (s->hull->face_count == 0) return axes[random_below(r, 3)];
    const scree_edge e = scree_edge_at(s->hull, random_below(r, s->hull->edge_count));
    const double share = random_below(r, 2) ? 1.0 : random_unit(r);
    return s3_unit(s3_add(s3_scale(s->hull->faces[e.face[0]].normal, share),
                          s3_scale(s->hull->faces[e.face[1]].normal, 1.0 - share)));
}

// Tilts stay away from the slope that decides about names, 1e-6: there rounding does.
static scree_quat pose_on(scree_random *r, const scree_shape *s, scree_vec3 up)
{
    if (random_below(r, 3) == 0) return random_rotation(r);
    const scree_quat flat = quat_from_to(resting_direction(r, s), s3_scale(up, -1.0));
    const double tilt = random_below(r, 2)   ? 0.0
                        : random_below(r, 2) ? random_decade(r, -12, -7)
                                             : random_decade(r, -5, -1);
    const scree_vec3 about = s3_scale(s3_across(up), tilt);
    return quat_times((scree_quat){ 1.0, about.x, about.y, about.z }, flat);
}

typedef struct scene {
    scree_shape *shape, *plane;
    scree_body body, ground;
    int kind;
} scene;

static bool make_scene(scree_random *r, scene *s)
{
    s->kind = random_below(r, KINDS);
    s->shape = make_shape(r, s->kind);
    s->plane = NULL;
    if (s->shape == NULL) return false;
    const double size = s->shape->bounds.radius, far = random_below(r, 3) ? 2.0 : random_decade(r, 0, 6);
    const bool simple = random_below(r, 2) != 0, rotated = random_below(r, 3) == 0;
    const scree_vec3 n = simple ? s3(0, 0, 1) : s3_scale(random_direction(r), random_decade(r, -3, 3));
    const double offset = random_below(r, 2) ? 0.0 : far * size * random_between(r, -1, 1) * sqrt(s3_dot(n, n));
    s->plane = scree_half_space_create(n, offset, random_below(r, 4) == 0 ? 0.1 * size : 0.0, NULL);
    if (s->plane == NULL) return false;
    s->ground = (scree_body){ s->plane, s3_scale(random_direction(r), simple ? 0.0 : far * size), { 1, 0, 0, 0 } };
    if (rotated) s->ground.orientation = random_rotation(r);
    s->body = (scree_body){ s->shape, s3_scale(random_direction(r), far * size), { 1, 0, 0, 0 } };
    scree_contact x;
    if (scree_query(&s->ground, &s->body, NULL, &x) != SCREE_OK) return false;
    s->body.orientation = pose_on(r, s->shape, x.normal);
    if (scree_query(&s->ground, &s->body, NULL, &x) != SCREE_OK) return false;
    // Apart, touching, grazing, the centre on the plane, deep.
    const double goals[5] = { random_unit(r), 0.0, random_signed_decade(r, -15, -3), -1.0, -random_decade(r, -3, 1) };
    s->body.position = s3_add(s->body.position, s3_scale(x.normal, goals[random_below(r, 5)] * size - x.distance));
    return true;
}

static long double apart(scree_vec3 a, scree_vec3 b)
{
    const long double x = (long double)a.x - b.x, y = (long double)a.y - b.y, z = (long double)a.z - b.z;
    return sqrtl(x * x + y * y + z * z);
}

// The general form gives the same answer, up to rounding.
static void check_general(const scene *s, const scree_contact *x, void *scratch)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    o.tolerance = 1e-12 * scree_size_of_pair(s->shape, s->plane);
    scree_contact g;
    if (!CHECK(scree_auto_search(&s->body, &s->ground, &o, &g) == SCREE_OK)) return;
    const double size = s->shape->bounds.radius, width = (x->upper - x->lower) + (g.upper - g.lower);
    const double place = fabs(x->point.x) + fabs(x->point.y) + fabs(x->point.z) + size, near = width + 0x1p-48 * place;
    const char *name = names[s->kind];
    CHECK_MSG(fabs(x->distance - g.distance) <= width, "%s: %.17g for %.17g", name, x->distance, g.distance);
    CHECK_MSG(x->feature_a == g.feature_a && x->feature_b == g.feature_b && x->index_b == g.index_b, "%s: %d, %d", name,
              (int)x->feature_a, (int)g.feature_a);
    CHECK(apart(x->normal, g.normal) <= 1e-15L * 4);
    CHECK(fabs(x->patch_area - g.patch_area) <= 1e-9 * fabs(g.patch_area) + near * size);
    CHECK_MSG(x->upper - x->lower <= 2.0 * (g.upper - g.lower), "%s: %.3g wide, not %.3g", name, x->upper - x->lower,
              g.upper - g.lower);
    // Of equally low vertices and edges any may be named, and hold the point; of a flat side of a smooth body, any of its
    // points is the lowest.
    if (x->index_a != g.index_a || (scree_core_is_smooth(s->shape) && s->kind != ELLIPSOID)) return;
    CHECK_MSG(apart(x->point, g.point) <= 1e-9L * size + near, "%s: point off by %Lg", name, apart(x->point, g.point));
}

static bool differ(const scree_contact *x, const scree_contact *y)
{
    return memcmp(x, y, sizeof *x) != 0;
}

static void check_ways(const scene *s, const scree_contact *x, void *scratch)
{
    const scree_body bodies[2] = { s->body, s->ground };
    const scree_pair pairs[2] = { { .a = 0, .b = 1 }, { .a = 1, .b = 0 } };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 2, .threads = 1 };
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    scree_contact both[2], swapped, y;
    CHECK(scree_query_batch(&batch, NULL, both) == SCREE_OK && !differ(&both[0], x));
    CHECK(scree_query(&s->ground, &s->body, NULL, &swapped) == SCREE_OK && !differ(&both[1], &swapped));
    CHECK(swapped.distance == x->distance && apart(swapped.point_a, x->point_b) == 0.0L &&
          apart(swapped.point, x->point) == 0.0L && swapped.index_b == x->index_a && swapped.lower == x->lower);
    CHECK(swapped.normal.x == -x->normal.x && swapped.normal.y == -x->normal.y && swapped.normal.z == -x->normal.z);
    const double tolerance = 1e-12 * scree_size_of_pair(s->shape, s->plane);
    for (int lanes = 1; lanes <= 4; lanes *= 2) {
        const scree_kernels *k = scree_kernels_of(lanes);
        memset(&y, 0x55, sizeof y);
        if (k != NULL && k->plane(&s->body, &s->ground, tolerance, &y)) CHECK(!differ(&y, x));
    }
    bool yes;
    CHECK(scree_overlap(&s->body, &s->ground, NULL, &yes) == SCREE_OK && yes == !(x->lower > 0.0));
    CHECK(scree_verified_holds(names[s->kind], &s->body, &s->ground, NULL, x));
}

int main(void)
{
    alignas(64) static unsigned char scratch[SCRATCH];
    long direct[KINDS] = { 0 }, all[KINDS] = { 0 };
    const long count = check_scaled(PAIRS);
    for (long i = 0; i < count; ++i) {
        scree_random r = random_stream(71, 0, (uint64_t)i);
        scene s = { .kind = 0 };
        scree_contact x, y;
        if (make_scene(&r, &s) && CHECK(scree_query(&s.body, &s.ground, NULL, &x) == SCREE_OK)) {
            check_general(&s, &x, scratch);
            check_ways(&s, &x, scratch);
            const scree_query_options o = scree_query_defaults();
            direct[s.kind] += scree_auto_direct(&s.body, &s.ground, &o, &y);
            ++all[s.kind];
        }
        scree_shape_destroy(s.shape);
        scree_shape_destroy(s.plane);
    }
    long made = 0;
    for (int i = 0; i < KINDS; ++i) made += all[i];
    CHECK(made >= count - count / 50 - 1); // some superquadrics are refused: too thin for their exponents
    for (int i = 0; i < KINDS; ++i) printf("%s: %ld of %ld by the kernel\n", names[i], direct[i], all[i]);
    return check_done();
}
