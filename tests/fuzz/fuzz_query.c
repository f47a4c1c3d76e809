// Bytes to two shapes and their poses, then every query, `auto` and one other method: whatever the numbers, the answers
// hold together.
//
// The bytes are read front to back; where they end, zeros follow. Numbers come in several kinds (small integers,
// halves, decades, neighbours of 1, raw bits), so that flat, equal, touching and absurd shapes are all a few bits away.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/verified.h"
#include "scree/method.h"
#include "scree/pressure.h"
#include "scree/volume.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { POINTS_MAX = 40 };

static const double ROUNDING = 0x1p-53;

typedef struct reader {
    const uint8_t *data;
    size_t size, at;
} reader;

static unsigned take(reader *r)
{
    return r->at < r->size ? r->data[r->at++] : 0;
}

static double take_number(reader *r)
{
    unsigned kind = take(r);
    int value = (int)take(r) - 128;
    switch (kind % 8) {
    case 0:
    case 1:
        return value / 16;
    case 2:
        return 0.5 * value;
    case 3:
        return ldexp(1.0, value) * (value & 1 ? -1 : 1);
    case 4:
        return (value < 0 ? -1 : 1) * pow(10.0, value % 18);
    case 5:
        return 1.0 + value * 0x1p-52;
    case 6:
        return value / 100.0;
    default: {
        uint64_t bits = 0;
        double number;
        for (int i = 0; i < 8; ++i) bits = bits << 8 | take(r);
        memcpy(&number, &bits, sizeof number);
        return number;
    }
    }
}

static scree_vec3 take_vector(reader *r)
{
    scree_vec3 v = { 0 };
    v.x = take_number(r);
    v.y = take_number(r);
    v.z = take_number(r);
    return v;
}

// A sphere, or what it can be stretched to.
static scree_shape *take_round(reader *r, unsigned variant, scree_vec3 v, double rounding)
{
    scree_vec3 semi = { fabs(v.x), fabs(v.y), fabs(v.z) };
    if (variant % 2 == 1) return scree_ellipsoid_create(semi, rounding, NULL);
    if (variant == 0) return scree_sphere_create(semi.x, rounding, NULL);
    double n1 = 2.0 + fabs(take_number(r)), n2 = variant == 2 ? n1 : 2.0 + fabs(take_number(r));
    return scree_superquadric_create(semi, n1, n2, rounding, NULL);
}

// A capsule, or another body of revolution.
static scree_shape *take_long(unsigned variant, scree_vec3 v, double rounding)
{
    double radius = fabs(v.x), half_length = fabs(v.y);
    switch (variant) {
    case 2:
        return scree_cylinder_create(radius, half_length, rounding, NULL);
    case 3:
        return scree_cone_create(radius, half_length, rounding, NULL);
    case 4:
    case 5:
        return scree_tapered_capsule_create(radius, fabs(v.z), half_length, rounding, NULL);
    default:
        return scree_capsule_create(radius, half_length, rounding, NULL);
    }
}

static scree_shape *take_shape(reader *r, bool planar)
{
    unsigned byte = take(r), kind = byte % (planar ? 2 : 6), variant = byte / 6 % 6;
    double rounding = take(r) % 4 == 0 ? fabs(take_number(r)) : 0.0;
    scree_vec3 points[POINTS_MAX];
    int count = 0;
    if (planar ? kind == 0 : kind >= 4) {
        count = (int)(take(r) % POINTS_MAX);
        for (int i = 0; i < count; ++i) {
            points[i] = take_vector(r);
            if (planar) points[i].z = 0.0;
        }
    }
    if (planar) {
        return kind == 0 ? scree_polygon_create(points, (size_t)count, rounding, NULL)
                         : scree_disc_create(fabs(take_number(r)), rounding, NULL);
    }
    scree_vec3 v = take_vector(r);
    switch (kind) {
    case 0:
        return take_round(r, variant, v, rounding);
    case 1:
        return take_long(variant, v, rounding);
    case 2:
        return scree_half_space_create(v, take_number(r), rounding, NULL);
    case 3:
        return scree_box_create((scree_vec3){ fabs(v.x), fabs(v.y), fabs(v.z) }, rounding, NULL);
    default:
        return scree_polyhedron_create(points, (size_t)count, rounding, NULL);
    }
}

static void take_pose(reader *r, scree_body *body, bool planar)
{
    body->position = take_vector(r);
    body->orientation = (scree_quat){ 1, 0, 0, 0 };
    if (planar) {
        body->position.z = 0.0;
        body->orientation = scree_quat_about_z(take(r) % 2 ? take_number(r) : 0.0);
    } else if (take(r) % 2) {
        scree_vec3 v = take_vector(r);
        body->orientation = (scree_quat){ take_number(r), v.x, v.y, v.z };
    }
}

// For the report of a broken demand.
static const scree_body *asked[2];
static const char *asked_method;

static void print_asked(const scree_body *body)
{
    const scree_shape *s = body->shape;
    scree_bounds bounds = scree_shape_bounds(s);
    fprintf(stderr,
            "%s, rounding %.17g, radius %.17g; position %.17g %.17g %.17g, orientation %.17g %.17g %.17g %.17g\n",
            scree_shape_kind_name(scree_shape_kind_of(s)), scree_shape_rounding(s), bounds.radius, body->position.x,
            body->position.y, body->position.z, body->orientation.w, body->orientation.x, body->orientation.y,
            body->orientation.z);
    fprintf(stderr, "  box %.17g %.17g %.17g to %.17g %.17g %.17g; vertices", bounds.low.x, bounds.low.y, bounds.low.z,
            bounds.high.x, bounds.high.y, bounds.high.z);
    for (int i = 0; i < scree_shape_vertex_count(s); ++i) {
        scree_vec3 v = scree_shape_vertex(s, i);
        fprintf(stderr, " [%.17g,%.17g,%.17g]", v.x, v.y, v.z);
    }
    fputc('\n', stderr);
}

static void demand(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "broken, by %s: %s\n", asked_method, what);
    print_asked(asked[0]);
    print_asked(asked[1]);
    abort();
}

static bool finite_vec(scree_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static double most(scree_vec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

static void check_contact(const scree_contact *c, double size)
{
    demand(isfinite(c->distance) && isfinite(c->lower) && isfinite(c->upper),
           "the distance and its interval are finite");
    demand(c->lower <= c->distance && c->distance <= c->upper, "lower <= distance <= upper");
    demand(finite_vec(c->normal) && finite_vec(c->point_a) && finite_vec(c->point_b) && finite_vec(c->point),
           "the normal and the points are finite");
    scree_vec3 n = c->normal;
    demand(fabs(n.x * n.x + n.y * n.y + n.z * n.z - 1) <= 16 * ROUNDING, "the normal is a unit vector");
    demand(isfinite(c->patch_area) && c->patch_area >= 0, "the patch has an area");
    double loss = 8 * ROUNDING * (fmax(most(c->point_a), most(c->point_b)) + fabs(c->distance) + size);
    demand(fabs(c->point_b.x - c->point_a.x - c->distance * n.x) <= loss &&
               fabs(c->point_b.y - c->point_a.y - c->distance * n.y) <= loss &&
               fabs(c->point_b.z - c->point_a.z - c->distance * n.z) <= loss,
           "point_b - point_a = distance * normal");
}

static void check_verified(const scree_body *a, const scree_body *b, const scree_query_options *options,
                           const scree_contact *c)
{
    demand(scree_verified_holds(asked_method, a, b, options, c), "scree_verify() does not refute the answer");
}

static void check_swapped(const scree_contact *c, const scree_contact *d)
{
    demand(c->distance == d->distance && c->lower == d->lower && c->upper == d->upper, "the distance is symmetric");
    demand(c->status == d->status && c->state == d->state, "status and state are symmetric");
}

static void check_verdicts(const scree_body *a, const scree_body *b, const scree_query_options *options,
                           const scree_contact *c, double size)
{
    double blur = 256 * ROUNDING * (size + fabs(c->distance));
    bool yes = false;
    demand(scree_overlap(a, b, options, &yes) == SCREE_OK, "an overlap query of a good pair is answered");
    demand(c->upper > 0 || yes, "a proven overlap is an overlap");
    demand(c->lower <= blur || !yes, "a proven gap is no overlap");
    const double margins[] = { c->upper, c->distance, -size, size, c->lower - blur };
    for (int i = 0; i < 5; ++i) {
        demand(scree_closer_than(a, b, margins[i], options, &yes) == SCREE_OK,
               "a margin query of a good pair is answered");
        demand(c->upper > margins[i] || yes, "closer than a margin that is proven");
        demand(c->lower <= margins[i] + blur || !yes, "not closer than a margin below the interval");
    }
}

static void check_volume(const scree_body *a, const scree_body *b, const scree_contact *c, double size)
{
    size_t bytes = scree_overlap_volume_scratch(a->shape, b->shape);
    void *scratch = malloc(bytes + 1);
    scree_overlap_volume_result v;
    scree_status status = scratch != NULL ? scree_overlap_volume(a, b, scratch, bytes, &v) : SCREE_NO_MEMORY;
    free(scratch);
    if (status != SCREE_OK) return;
    double whole = fmin(scree_shape_mass(a->shape).volume, scree_shape_mass(b->shape).volume);
    double blur = 1e-9 * size * size * size;
    demand(isfinite(v.volume) && v.volume >= 0 && finite_vec(v.centroid), "the shared volume is a number");
    demand(v.volume <= whole + blur, "the shared volume is no larger than either body");
    demand(c->lower <= 0 || v.volume <= blur, "bodies apart share no volume");
}

static void check_pressure(const scree_body *a, const scree_body *b, const scree_contact *c, double size)
{
    const size_t bytes = scree_pressure_scratch(a->shape, b->shape);
    void *scratch = malloc(bytes + 1);
    const scree_pressure_options o = { .energy = true, .scratch = scratch, .scratch_size = bytes };
    scree_pressure p;
    const scree_status status = scratch != NULL ? scree_pressure_query(a, b, c, &o, &p) : SCREE_NO_MEMORY;
    free(scratch);
    if (status != SCREE_OK) return;
    const double blur = 1e-9 * size * size * size * size;
    demand(finite_vec(p.force) && finite_vec(p.centre) && finite_vec(p.couple), "the pressure field is numbers");
    demand(isfinite(p.area) && isfinite(p.moments.xx) && isfinite(p.energy), "the pressure field is numbers");
    demand(p.energy >= -blur, "the energy of a contact is positive");
    demand(c->lower <= 0 || p.energy <= blur, "bodies apart have no energy");
}

// What a cache may hold: nothing, what the last answer left, or any finite numbers.
static scree_cache take_cache(reader *r, scree_vec3 normal, scree_paper_cache *own)
{
    const unsigned held = (unsigned)take(r) % 3u;
    scree_cache cache = { .filled = held != 0 };
    scree_vec3 axis = { 0, 0, 0 };
    *own = (scree_paper_cache){ .linked = take(r) % 2 != 0 };
    if (held == 1) axis = normal;
    if (held == 2) axis = take_vector(r);
    cache.axis[0] = (float)axis.x;
    cache.axis[1] = (float)axis.y;
    cache.axis[2] = (float)axis.z;
    own->filled = cache.filled;
    own->normal = axis;
    if (own->linked) {
        own->link_a = take_vector(r);
        own->link_b = take_vector(r);
    }
    return cache;
}

static bool finite_cache(const scree_cache *cache, const scree_paper_cache *own)
{
    const scree_vec3 axis = { (double)cache->axis[0], (double)cache->axis[1], (double)cache->axis[2] };
    return finite_vec(axis) && finite_vec(own->normal) && finite_vec(own->link_a) && finite_vec(own->link_b);
}

// The bodies' other methods, one at a time: answers that hold together, and an interval that meets that of `auto`.
static void check_method(reader *r, const scree_body *a, const scree_body *b, const scree_contact *exact, double size)
{
    // Inputs that end before this byte come in many lengths, and so to many methods.
    const scree_method *m = scree_method_at((int)((take(r) + r->size) % (size_t)scree_method_count()));
    asked_method = m->name;
    scree_query_options options = scree_query_defaults();
    options.method = m;
    options.max_iterations = take(r) % 4 == 0 ? (int)take(r) : 0;
    options.tolerance = take(r) % 4 == 0 ? fabs(take_number(r)) : -1.0;
    scree_counts counts;
    scree_paper_cache own;
    scree_cache cache = take_cache(r, exact->normal, &own);
    if (!finite_cache(&cache, &own)) cache.filled = own.filled = own.linked = false;
    const bool warm = take(r) % 2 != 0;
    const scree_paper paper = { .counts = &counts, .cache = warm ? &own : NULL };
    options.cache = warm ? &cache : NULL;
    options.paper = &paper;
    options.scratch_size = scree_method_scratch(m, a->shape, b->shape);
    options.scratch = malloc(options.scratch_size + 1);
    if (options.scratch == NULL) return;
    scree_contact c;
    scree_status status = scree_query(a, b, &options, &c);
    free(options.scratch);
    demand(status == c.status, "the method's status is the same in both places");
    if (isnan(options.tolerance)) {
        demand(status == SCREE_INVALID_ARGUMENT, "a tolerance that is NaN is refused");
    } else if (!m->serves(a->shape, b->shape)) {
        demand(status == SCREE_UNSUPPORTED_PAIR, "a pair that the method does not serve is refused");
    } else {
        demand(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "a pair that the method serves is answered");
        check_contact(&c, size);
        options.cache = NULL;
        check_verified(a, b, &options, &c);
        demand(c.lower <= exact->upper && exact->lower <= c.upper, "both intervals hold the exact distance");
        demand(c.iterations >= 0, "steps are counted");
    }
}

static void check_pair(reader *r, const scree_body *a, const scree_body *b)
{
    asked[0] = a;
    asked[1] = b;
    asked_method = "auto";
    scree_query_options options = scree_query_defaults();
    scree_contact c, d;
    options.scratch_size = scree_query_scratch(a->shape, b->shape);
    options.scratch = malloc(options.scratch_size + 1);
    if (options.scratch == NULL) return;
    scree_status status = scree_query(a, b, &options, &c), swapped = scree_query(b, a, &options, &d);
    demand(status == c.status && status == swapped, "the status is the same in all places");
    if (status == SCREE_OK || status == SCREE_NO_CONVERGENCE) {
        double size = scree_pair_size(a->shape, b->shape);
        check_contact(&c, size);
        check_verified(a, b, &options, &c);
        check_swapped(&c, &d);
        bool small = scree_shape_vertex_count(a->shape) <= 32 && scree_shape_vertex_count(b->shape) <= 32;
        bool smooth = scree_shape_kind_of(a->shape) >= SCREE_SUPERQUADRIC ||
                      scree_shape_kind_of(b->shape) >= SCREE_SUPERQUADRIC; // these may need more than the stack has
        if (small) check_verdicts(a, b, smooth ? &options : NULL, &c, size);
        check_volume(a, b, &c, size);
        check_pressure(a, b, &c, size);
        check_method(r, a, b, &c, size);
    } else {
        demand(status == SCREE_INVALID_POSE || status == SCREE_UNBOUNDED_OVERLAP, "a pair is refused for a reason");
    }
    free(options.scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader r = { data, size, 0 };
    bool planar = take(&r) % 4 == 0;
    scree_body a = { .shape = NULL }, b = { .shape = NULL };
    scree_shape *shape_a = take_shape(&r, planar), *shape_b = NULL;
    bool same = take(&r) % 4 == 0;
    if (!same) shape_b = take_shape(&r, planar);
    a.shape = shape_a;
    b.shape = same ? shape_a : shape_b;
    if (a.shape != NULL && b.shape != NULL) {
        take_pose(&r, &a, planar);
        take_pose(&r, &b, planar);
        check_pair(&r, &a, &b);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
    return 0;
}
