// See set.h.
#include "set.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/grains.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/verified.h"
#include "scree/method.h"
#include "scree/query.h"

// ---------------------------------------------------------------------------------------------------------- shapes

static bool point_solid(scree_solid *s, int count, scree_shape_kind kind)
{
    s->kind = kind;
    s->count = count;
    s->points = malloc((size_t)count * sizeof *s->points);
    return s->points != NULL;
}

static scree_shape *make_hull(scree_solid *s, int count, scree_random *r, scree_error *error)
{
    if (!point_solid(s, count, SCREE_POLYHEDRON)) return NULL;
    for (int i = 0; i < count; ++i) s->points[i] = random_direction(r);
    return scree_polyhedron_create(s->points, (size_t)count, 0.0, error);
}

// With its half extents in `vector`: other libraries have boxes of their own.
static bool box_solid(scree_solid *s, scree_vec3 half)
{
    if (!point_solid(s, 8, SCREE_POLYHEDRON)) return false;
    s->vector = half;
    for (int i = 0; i < 8; ++i)
        s->points[i] = (scree_vec3){ i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z };
    return true;
}

static scree_shape *make_cube(scree_solid *s, scree_error *error)
{
    return box_solid(s, s3(0.5, 0.5, 0.5)) ? scree_polyhedron_create(s->points, 8, 0.0, error) : NULL;
}

static scree_shape *make_revolved(bench_family family, double half_length, scree_solid *s, scree_error *error)
{
    s->radius = 0.5;
    s->half_length = half_length;
    s->kind = family == BENCH_CAPSULE ? SCREE_CAPSULE : family == BENCH_CONE ? SCREE_CONE : SCREE_CYLINDER;
    return family == BENCH_CAPSULE ? scree_capsule_create(0.5, half_length, 0.0, error)
           : family == BENCH_CONE  ? scree_cone_create(0.5, half_length, 0.0, error)
                                   : scree_cylinder_create(0.5, half_length, 0.0, error);
}

// Corners at angles of chance, at least a third of the even spacing apart.
static scree_shape *make_polygon(scree_solid *s, int count, scree_random *r, scree_error *error)
{
    if (!point_solid(s, count, SCREE_POLYGON)) return NULL;
    for (int i = 0; i < count; ++i) {
        const double angle = 6.283185307179586 / count * (i + random_between(r, -0.33, 0.33));
        s->points[i] = (scree_vec3){ cos(angle), sin(angle), 0.0 };
    }
    return scree_polygon_create(s->points, (size_t)count, 0.0, error);
}

static scree_shape *make_prism(scree_solid *s, int sides, scree_error *error)
{
    if (!point_solid(s, 2 * sides, SCREE_POLYHEDRON)) return NULL;
    for (int i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 / sides * i;
        s->points[i] = s3(0.5 * cos(angle), 0.5 * sin(angle), -0.375);
        s->points[sides + i] = s3(0.5 * cos(angle), 0.5 * sin(angle), 0.375);
    }
    return scree_polyhedron_create(s->points, (size_t)s->count, 0.0, error);
}

static scree_shape *make_superquadric(scree_solid *s, double n1, double n2, scree_error *error)
{
    s->kind = SCREE_SUPERQUADRIC;
    s->vector = (scree_vec3){ 1.0, 0.8, 0.6 };
    s->n1 = n1;
    s->n2 = n2;
    return scree_superquadric_create(s->vector, n1, n2, 0.0, error);
}

static scree_shape *make_shape(bench_family family, double detail, scree_solid *s, scree_random *r, scree_error *error)
{
    switch (family) {
    case BENCH_HULL:
        return make_hull(s, (int)detail, r, error);
    case BENCH_CUBE:
        return make_cube(s, error);
    case BENCH_POLYGON:
        return make_polygon(s, (int)detail, r, error);
    case BENCH_BOX:
        return box_solid(s, s3(0.5 * detail, 0.4 * detail, 0.3 * detail)) ? scree_box_create(s->vector, 0.0, error)
                                                                          : NULL;
    case BENCH_CAPSULE:
    case BENCH_CYLINDER:
    case BENCH_CONE:
        return make_revolved(family, detail, s, error);
    case BENCH_PLANE:
        s->kind = SCREE_HALF_SPACE;
        s->vector = s3(0.0, 0.0, 1.0);
        return scree_half_space_create(s->vector, 0.0, 0.0, error);
    case BENCH_SPHERE:
        s->kind = SCREE_SPHERE;
        s->radius = detail;
        return scree_sphere_create(detail, 0.0, error);
    case BENCH_ELLIPSOID:
        s->kind = SCREE_ELLIPSOID;
        s->vector =
            (scree_vec3){ 0.5 * pow(detail, 2.0 / 3.0), 0.5 * pow(detail, -1.0 / 3.0), 0.5 * pow(detail, -1.0 / 3.0) };
        return scree_ellipsoid_create(s->vector, 0.0, error);
    case BENCH_TRIAXIAL: {
        const double middle = 0.5 * (detail + 1.0), scale = 0.5 / cbrt(detail * middle);
        s->kind = SCREE_ELLIPSOID;
        s->vector = (scree_vec3){ scale * detail, scale * middle, scale };
        return scree_ellipsoid_create(s->vector, 0.0, error);
    }
    case BENCH_PRISM:
        return make_prism(s, (int)detail, error);
    case BENCH_TWO_EXPONENTS:
        return make_superquadric(s, detail, 4.0, error);
    default:
        return make_superquadric(s, detail, detail, error);
    }
}

static bool make_solids(bench_pairs *p, uint64_t seed)
{
    const bench_set *set = p->set;
    p->solid_count = 2 * set->pool;
    p->solids = calloc((size_t)p->solid_count, sizeof *p->solids);
    if (p->solids == NULL) return false;
    for (int i = 0; i < p->solid_count; ++i) {
        scree_random r = random_stream(seed, 1, (uint64_t)i);
        scree_error error = { .message = "out of memory" };
        const bool first = i < set->pool;
        p->solids[i].shape = make_shape(first ? set->family_a : set->family_b, first ? set->detail_a : set->detail_b,
                                        &p->solids[i], &r, &error);
        if (p->solids[i].shape == NULL) {
            fprintf(stderr, "scree-bench: %s: %s\n", set->name, error.message);
            return false;
        }
    }
    return true;
}

// ----------------------------------------------------------------------------------------------------------- pairs

bool bench_is_deep(const bench_set *set)
{
    return set->gap <= -0.1;
}

double bench_gap(const bench_set *set, size_t i)
{
    return set->among != 0 && i % (size_t)set->among == 0 ? -0.01 : set->gap;
}

// The wanted signed distance of pair i; of any depth, this part of the most.
static bool wanted_gap(const bench_set *set, size_t i, const scree_body *a, scree_body b, double part,
                       const scree_query_options *options, double *out)
{
    *out = bench_gap(set, i) * scree_pair_size(a->shape, b.shape);
    if (!bench_is_deep(set)) return true;
    scree_contact c;
    b.position = s3_add(b.position, s3_sub(scree_grains_centre(a), scree_grains_centre(&b)));
    if (scree_verified_query(a, &b, options, &c) != SCREE_OK) return false;
    *out = (set->gap == BENCH_ANY_DEPTH ? part : -set->gap) * c.distance;
    return c.distance < 0.0;
}

static void rotate_at_random(scree_body *body, scree_random *r)
{
    body->orientation = scree_shape_dimension(body->shape) == 2
                            ? scree_quat_about_z(random_between(r, 0.0, 6.283185307179586))
                            : random_rotation(r);
}

// Moves B along z until its distance from A is that of the set.
static bool drop(bench_pairs *p, size_t i, const scree_query_options *options)
{
    const double gap = bench_gap(p->set, i) * scree_pair_size(p->a[i].shape, p->b[i].shape);
    scree_contact c = { .distance = gap };
    for (int step = 0; step < 10; ++step) {
        if (scree_verified_query(&p->a[i], &p->b[i], options, &c) > SCREE_NO_CONVERGENCE) return false;
        if (fabs(c.distance - gap) <= 1e-12) return true;
        p->b[i].position.z += (gap - c.distance) / fmax(c.normal.z, 0.5);
    }
    return fabs(c.distance - gap) <= 1e-9;
}

// A over the plane.
static bool place_on_plane(bench_pairs *p, size_t i, const scree_query_options *options, scree_random *r)
{
    const double gap = bench_gap(p->set, i) * scree_pair_size(p->a[i].shape, p->b[i].shape);
    scree_contact c;
    p->b[i] = scree_body_at(p->b[i].shape, s3(0, 0, 0));
    p->a[i].position = s3(random_between(r, -1, 1), random_between(r, -1, 1), 0);
    if (scree_verified_query(&p->a[i], &p->b[i], options, &c) != SCREE_OK) return false;
    p->a[i].position.z = gap - c.distance;
    return true;
}

static bool is_revolved(const scree_shape *s)
{
    return scree_shape_kind_of(s) == SCREE_CYLINDER || scree_shape_kind_of(s) == SCREE_CONE;
}

// On its side: the axis along x, of a cone leaning by half of its angle, so that its flank is level below.
static void lay_down(const scree_solid *solid, scree_body *body)
{
    if (!is_revolved(body->shape)) return;
    const double lean = solid->kind == SCREE_CONE ? atan(0.5 * solid->radius / solid->half_length) : 0.0;
    body->orientation = quat_about(s3(0, 1, 0), 1.5707963267948966 + lean);
}

// A as it is made or on its side, B over it as the set says.
static bool place_at_rest(bench_pairs *p, size_t i, const scree_query_options *options, scree_random *r)
{
    const bench_set *set = p->set;
    scree_body *a = &p->a[i], *b = &p->b[i];
    *a = scree_body_at(a->shape, s3(0, 0, 0));
    *b = scree_body_at(b->shape, s3(0, 0, 0));
    if (set->pose == BENCH_COINCIDENT) return true;
    b->position = s3(0, 0, 3.0);
    if (set->pose == BENCH_STACKED && set->tilt == 0.0) return drop(p, i, options);
    const double angle = random_between(r, 0.0, 6.283185307179586), lean = random_between(r, 0.0, 6.283185307179586);
    if (set->pose == BENCH_STACKED) {
        const scree_vec3 way = random_direction(r);
        b->orientation = quat_about(way, set->tilt);
        b->position = s3(set->tilt * random_between(r, -1.0, 1.0), set->tilt * random_between(r, -1.0, 1.0), 3.0);
        return drop(p, i, options);
    }
    b->position = s3(random_between(r, -0.3, 0.3), random_between(r, -0.3, 0.3), 3.0);
    if (set->pose != BENCH_FACE_TO_FACE) {
        lay_down(&p->solids[p->solid_a[i]], a);
        lay_down(&p->solids[p->solid_b[i]], b);
    }
    if (set->pose == BENCH_ALONG)
        b->position.y = 0.0;
    else
        b->orientation = quat_times(scree_quat_about_z(angle), b->orientation);
    if (set->tilt > 0.0)
        b->orientation = quat_times(quat_about(s3(cos(lean), sin(lean), 0), set->tilt), b->orientation);
    return drop(p, i, options);
}

static bool place_pair(bench_pairs *p, size_t i, const scree_query_options *options, uint64_t seed)
{
    const int pool = p->set->pool;
    for (uint64_t attempt = 0; attempt < 100; ++attempt) {
        scree_random r = random_stream(seed, 2 + attempt, i);
        p->solid_a[i] = random_below(&r, pool);
        p->solid_b[i] = pool + random_below(&r, pool);
        const scree_shape *s = p->solids[p->solid_a[i]].shape, *t = p->solids[p->solid_b[i]].shape;
        scree_vec3 way = random_direction(&r);
        if (scree_shape_dimension(s) == 2) way.z = 0.0;
        p->a[i] = scree_body_at(s, (scree_vec3){ 0, 0, 0 });
        rotate_at_random(&p->a[i], &r);
        p->b[i] = scree_body_at(t, s3_scale(s3_unit(way), scree_pair_size(s, t)));
        rotate_at_random(&p->b[i], &r);
        if (p->set->family_b == BENCH_PLANE) return place_on_plane(p, i, options, &r);
        if (p->set->pose != BENCH_ANYHOW && p->set->pose != BENCH_FROZEN) return place_at_rest(p, i, options, &r);
        const double part = random_between(&r, 0.0, 1.0);
        double gap;
        if (wanted_gap(p->set, i, &p->a[i], p->b[i], part, options, &gap) &&
            scree_grains_approach(&p->a[i], &p->b[i], gap, options))
            return true;
    }
    fprintf(stderr, "scree-bench: %s: pair %zu does not come to its distance\n", p->set->name, i);
    return false;
}

static scree_grain_motion motion_of(const scree_shape *shape, double length, scree_random *r)
{
    scree_grain_motion motion = scree_grains_motion(length, BENCH_STEP, r);
    if (scree_shape_dimension(shape) == 3) return motion;
    motion.way.z = 0.0;
    motion.way = s3_scale(s3_unit(motion.way), length);
    motion.rotation = scree_quat_about_z(random_below(r, 2) == 0 ? BENCH_STEP : -BENCH_STEP);
    return motion;
}

// The same for what lies still: B slides and rotates about z, by next to nothing, and comes back; stacked bodies and those
// side by side stay as they are aligned, and of coincident ones every other step is exact.
static void keep_at_rest(bench_pairs *p, size_t i, uint64_t seed)
{
    scree_random r = random_stream(seed, 1000, i);
    for (size_t at = i + p->lot; at < p->count; at += p->lot) {
        p->solid_a[at] = p->solid_a[i];
        p->solid_b[at] = p->solid_b[i];
        p->a[at] = p->a[i];
        p->b[at] = p->b[i];
        if (p->set->pose == BENCH_COINCIDENT && at / p->lot % 2 == 0) continue;
        if (p->set->pose == BENCH_FACE_TO_FACE || p->set->pose == BENCH_LYING) {
            const double angle = BENCH_REST_STEP * random_between(&r, -1.0, 1.0);
            p->b[at].orientation = quat_times(scree_quat_about_z(angle), p->b[at].orientation);
            p->b[at].position.y += BENCH_REST_STEP * random_between(&r, -1.0, 1.0);
        }
        p->b[at].position.x += p->set->pose == BENCH_STACKED ? 0.0 : BENCH_REST_STEP * random_between(&r, -1.0, 1.0);
        p->b[at].position.z += BENCH_REST_STEP * random_between(&r, 0.0, 1.0);
    }
}

// The steps after the first. False where a pair loses its distance.
static bool move_pair(bench_pairs *p, size_t i, const scree_query_options *options, uint64_t seed)
{
    scree_random r = random_stream(seed, 1000, i);
    const double size = scree_pair_size(p->a[i].shape, p->b[i].shape);
    const scree_grain_motion motion = motion_of(p->a[i].shape, BENCH_STEP * size, &r);
    for (size_t at = i + p->lot; at < p->count; at += p->lot) {
        const size_t last = at - p->lot;
        p->solid_a[at] = p->solid_a[i];
        p->solid_b[at] = p->solid_b[i];
        p->a[at] = p->a[last];
        p->b[at] = p->b[last];
        p->b[at].orientation = quat_times(motion.rotation, p->b[at].orientation);
        p->b[at].position = s3_add(p->b[at].position, motion.way);
        if (!scree_grains_approach(&p->a[at], &p->b[at], p->set->gap * size, options)) {
            fprintf(stderr, "scree-bench: %s: pair %zu does not keep its distance\n", p->set->name, i);
            return false;
        }
    }
    return true;
}

static double margin_of(const bench_pairs *p)
{
    double least = INFINITY;
    for (size_t i = 0; i < p->lot; ++i) least = fmin(least, scree_pair_size(p->a[i].shape, p->b[i].shape));
    return BENCH_MARGIN * least;
}

static bool place_pairs(bench_pairs *p, uint64_t seed)
{
    size_t most = 0;
    for (int i = 0; i < p->set->pool; ++i) {
        for (int k = p->set->pool; k < p->solid_count; ++k) {
            const size_t need = scree_method_scratch(NULL, p->solids[i].shape, p->solids[k].shape);
            if (need > most) most = need;
        }
    }
    scree_query_options options = scree_query_defaults();
    options.scratch = malloc(most + 64);
    options.scratch_size = most + 64;
    bool whole = options.scratch != NULL;
    for (size_t i = 0; whole && i < p->lot; ++i) {
        whole = place_pair(p, i, &options, seed);
        if (p->set->pose != BENCH_ANYHOW)
            keep_at_rest(p, i, seed);
        else if (whole)
            whole = move_pair(p, i, &options, seed);
    }
    free(options.scratch);
    if (whole) p->margin = margin_of(p);
    return whole;
}

bool bench_pairs_open(bench_pairs *p, const bench_set *set, size_t lot, uint64_t seed)
{
    const size_t count = lot * (size_t)(set->steps > 1 ? set->steps : 1);
    *p = (bench_pairs){ .set = set, .count = count, .lot = lot };
    p->a = malloc((count + 1) * sizeof *p->a);
    p->b = malloc((count + 1) * sizeof *p->b);
    p->solid_a = malloc((count + 1) * sizeof *p->solid_a);
    p->solid_b = malloc((count + 1) * sizeof *p->solid_b);
    if (p->a == NULL || p->b == NULL || p->solid_a == NULL || p->solid_b == NULL) {
        fprintf(stderr, "scree-bench: out of memory\n");
        return false;
    }
    return make_solids(p, seed) && place_pairs(p, seed);
}

void bench_pairs_close(bench_pairs *p)
{
    for (int i = 0; p->solids != NULL && i < p->solid_count; ++i) {
        scree_shape_destroy(p->solids[i].shape);
        free(p->solids[i].points);
    }
    free(p->solids);
    free(p->a);
    free(p->b);
    free(p->solid_a);
    free(p->solid_b);
    *p = (bench_pairs){ .count = 0 };
}
