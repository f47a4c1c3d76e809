// Ellipsoids of every kind, and ways to bring them together with each other and with other shapes.
//
// A chosen gap is reached without any search: a direction n has a point on each surface where n is the normal, and B is
// put so that its point is the gap farther along n than A's. Apart, that gap is the distance; overlapping, the depth
// there, which need not be the least one.
#include "ellipsoids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "random.h"
#include "scree/query.h"
#include "solids.h"
#include "symmetric.h"

typedef enum recipe {
    USUAL,     // semi-axes of 0.3 to 3
    SPHEROID,  // aspect ratio 1/6 to 6, as in girault-2022
    NEEDLE,    // 10 to 1000 times as long as thick
    PLATE,     // 10 to 1000 times as wide as thick
    ANY,       // axes that differ by up to 1000
    NEAR_BALL, // equal but for 1e-16 to 1e-1
    BALL,      // equal
    RATIO,     // USUAL, sizes of 1e-6 to 1
    RATIO_ANY, // ANY, the same
    EXTREME,   // axes that differ by up to 1e6
    TINY,      // ANY, about 1e-9
    HUGE_ONE,  // ANY, about 1e9
    SWEPT,     // USUAL, rounded
    SWEPT_ANY, // ANY, rounded by 1e-6 to 10
    REGULAR,   // equal, or nearly: symmetric.h
    OTHER      // not an ellipsoid
} recipe;

typedef enum meeting {
    ANYHOW,     // any orientation, from concentric to apart
    GAP,        // apart by 1e-12 to 10 sizes
    TOUCH,      // by 0, or by 1e-17 to 1e-13 of either sign
    SHALLOW,    // overlapping by 1e-12 to 0.1 of the least semi-axis
    DEEP,       // each one's centre may be inside the other
    CONCENTRIC, // one centre: equal, quarter-turned or any orientation
    COAXIAL,    // one axis of each on a common line
    ALIGNED,    // equal orientations, moved along an axis, in a plane of two, or anyhow
    NEARLY,     // the last three, but for a tilt and a way of 1e-17 to 1e-2
    TWINS,      // the same shape in the same place, or off it by next to nothing
    SYMMETRIC,  // symmetric.h
    FAR_AWAY,   // GAP and SHALLOW, up to 1e6 sizes from the origin
    APART       // 10 to 1e6 sizes apart
} meeting;

typedef struct ellipsoid_class {
    const char *name;
    recipe a, b;
    scree_pool pool; // of B, with recipe OTHER
    meeting how;
    int weight;
} ellipsoid_class;

static const ellipsoid_class classes[] = {
    { "any", USUAL, USUAL, 0, ANYHOW, 10 },
    { "gaps", USUAL, USUAL, 0, GAP, 10 },
    { "gaps-any", ANY, ANY, 0, GAP, 10 },
    { "spheroids", SPHEROID, SPHEROID, 0, ANYHOW, 8 },
    { "spheroid-gaps", SPHEROID, SPHEROID, 0, GAP, 6 },
    { "touching", USUAL, USUAL, 0, TOUCH, 8 },
    { "touching-any", ANY, ANY, 0, TOUCH, 8 },
    { "shallow", USUAL, USUAL, 0, SHALLOW, 8 },
    { "shallow-any", ANY, ANY, 0, SHALLOW, 8 },
    { "deep", USUAL, USUAL, 0, DEEP, 10 },
    { "deep-any", ANY, ANY, 0, DEEP, 10 },
    { "concentric", USUAL, USUAL, 0, CONCENTRIC, 6 },
    { "concentric-any", ANY, ANY, 0, CONCENTRIC, 6 },
    { "nested", RATIO, ANY, 0, DEEP, 6 },
    { "coaxial", SPHEROID, SPHEROID, 0, COAXIAL, 6 },
    { "coaxial-any", ANY, ANY, 0, COAXIAL, 6 },
    { "aligned", USUAL, USUAL, 0, ALIGNED, 6 },
    { "aligned-any", ANY, ANY, 0, ALIGNED, 6 },
    { "nearly", SPHEROID, SPHEROID, 0, NEARLY, 6 },
    { "nearly-any", ANY, ANY, 0, NEARLY, 6 },
    { "identical", USUAL, USUAL, 0, TWINS, 4 },
    { "identical-any", ANY, ANY, 0, TWINS, 4 },
    { "needles", NEEDLE, NEEDLE, 0, ANYHOW, 8 },
    { "needle-gaps", NEEDLE, NEEDLE, 0, GAP, 8 },
    { "needles-deep", NEEDLE, NEEDLE, 0, DEEP, 8 },
    { "plates", PLATE, PLATE, 0, ANYHOW, 8 },
    { "plate-gaps", PLATE, PLATE, 0, GAP, 8 },
    { "plates-deep", PLATE, PLATE, 0, DEEP, 8 },
    { "needle-plate", NEEDLE, PLATE, 0, ANYHOW, 8 },
    { "size-ratio", RATIO, USUAL, 0, GAP, 6 },
    { "size-ratio-any", RATIO, ANY, 0, SHALLOW, 6 },
    { "ratio-gaps", RATIO_ANY, ANY, 0, GAP, 6 },
    { "ratio-deep", RATIO_ANY, ANY, 0, DEEP, 6 },
    { "extreme", EXTREME, EXTREME, 0, ANYHOW, 4 },
    { "extreme-gaps", EXTREME, EXTREME, 0, GAP, 4 },
    { "tiny", TINY, TINY, 0, ANYHOW, 6 },
    { "tiny-gaps", TINY, TINY, 0, GAP, 6 },
    { "huge", HUGE_ONE, HUGE_ONE, 0, ANYHOW, 6 },
    { "huge-gaps", HUGE_ONE, HUGE_ONE, 0, GAP, 6 },
    { "near-balls", NEAR_BALL, NEAR_BALL, 0, ANYHOW, 6 },
    { "near-balls-same", NEAR_BALL, NEAR_BALL, 0, CONCENTRIC, 4 },
    { "balls", BALL, BALL, 0, ANYHOW, 4 },
    { "ball-any", BALL, ANY, 0, ANYHOW, 4 },
    { "rounded", SWEPT, SWEPT, 0, ANYHOW, 6 },
    { "rounded-any", SWEPT_ANY, ANY, 0, GAP, 6 },
    { "rounded-deep", SWEPT_ANY, SWEPT_ANY, 0, DEEP, 6 },
    { "far", USUAL, ANY, 0, FAR_AWAY, 6 },
    { "apart", ANY, ANY, 0, APART, 4 },

    { "sphere", USUAL, OTHER, POOL_BALLS, ANYHOW, 8 },
    { "sphere-gaps", ANY, OTHER, POOL_BALLS, GAP, 8 },
    { "sphere-touching", ANY, OTHER, POOL_BALLS, TOUCH, 6 },
    { "sphere-shallow", ANY, OTHER, POOL_BALLS, SHALLOW, 6 },
    { "sphere-deep", ANY, OTHER, POOL_BALLS, DEEP, 8 },
    { "sphere-concentric", ANY, OTHER, POOL_BALLS, CONCENTRIC, 4 },
    { "sphere-aligned", ANY, OTHER, POOL_BALLS, ALIGNED, 6 },
    { "sphere-nearly", SPHEROID, OTHER, POOL_BALLS, NEARLY, 6 },
    { "plane", ANY, OTHER, POOL_PLANES, ANYHOW, 8 },
    { "plane-rounded", SWEPT_ANY, OTHER, POOL_PLANES, ANYHOW, 4 },
    { "capsule", USUAL, OTHER, POOL_CAPSULES, ANYHOW, 8 },
    { "capsule-gaps", ANY, OTHER, POOL_CAPSULES, GAP, 8 },
    { "capsule-touching", ANY, OTHER, POOL_CAPSULES, TOUCH, 6 },
    { "capsule-deep", ANY, OTHER, POOL_CAPSULES, DEEP, 8 },
    { "capsule-concentric", ANY, OTHER, POOL_CAPSULES, CONCENTRIC, 4 },
    { "capsule-aligned", ANY, OTHER, POOL_CAPSULES, ALIGNED, 6 },
    { "capsule-nearly", SPHEROID, OTHER, POOL_CAPSULES, NEARLY, 6 },
    { "box", USUAL, OTHER, POOL_CUBES, ANYHOW, 8 },
    { "box-gaps", ANY, OTHER, POOL_CUBES, GAP, 10 },
    { "box-touching", ANY, OTHER, POOL_CUBES, TOUCH, 8 },
    { "box-shallow", ANY, OTHER, POOL_CUBES, SHALLOW, 8 },
    { "box-deep", ANY, OTHER, POOL_CUBES, DEEP, 10 },
    { "box-concentric", ANY, OTHER, POOL_CUBES, CONCENTRIC, 6 },
    { "box-aligned", ANY, OTHER, POOL_CUBES, ALIGNED, 8 },
    { "box-nearly", SPHEROID, OTHER, POOL_CUBES, NEARLY, 6 },
    { "solid", USUAL, OTHER, POOL_SOLIDS, ANYHOW, 8 },
    { "solid-gaps", ANY, OTHER, POOL_SOLIDS, GAP, 10 },
    { "solid-shallow", ANY, OTHER, POOL_SOLIDS, SHALLOW, 8 },
    { "solid-deep", ANY, OTHER, POOL_SOLIDS, DEEP, 8 },
    { "hull", USUAL, OTHER, POOL_HULLS, ANYHOW, 4 },
    { "hull-gaps", ANY, OTHER, POOL_HULLS, GAP, 4 },
    { "needle-solid", NEEDLE, OTHER, POOL_SOLIDS, ANYHOW, 6 },
    { "plate-solid", PLATE, OTHER, POOL_SOLIDS, ANYHOW, 6 },
    { "ball-solid", BALL, OTHER, POOL_SOLIDS, ANYHOW, 4 },
    { "ratio-solid", RATIO, OTHER, POOL_SOLIDS, GAP, 6 },
    { "ratio-inside", RATIO, OTHER, POOL_SOLIDS, DEEP, 6 },
    { "ratio-any-solid", RATIO_ANY, OTHER, POOL_SOLIDS, SHALLOW, 6 },
    { "extreme-solid", EXTREME, OTHER, POOL_SOLIDS, ANYHOW, 4 },
    { "solid-ratio", USUAL, OTHER, POOL_ROUND_RATIO, SHALLOW, 6 },
    { "solid-plates", USUAL, OTHER, POOL_PLATES, ANYHOW, 4 },
    { "solid-needles", USUAL, OTHER, POOL_NEEDLES, ANYHOW, 4 },
    { "solid-tiny", TINY, OTHER, POOL_TINY, GAP, 4 },
    { "solid-huge", HUGE_ONE, OTHER, POOL_HUGE, GAP, 4 },
    { "solid-tiny-any", TINY, OTHER, POOL_TINY, ANYHOW, 4 },
    { "solid-huge-any", HUGE_ONE, OTHER, POOL_HUGE, ANYHOW, 4 },
    { "rounded-solid", SWEPT, OTHER, POOL_ROUNDED, ANYHOW, 6 },
    { "rounded-solid-gaps", SWEPT_ANY, OTHER, POOL_ROUNDED, GAP, 6 },
    { "solid-far", USUAL, OTHER, POOL_SOLIDS, FAR_AWAY, 4 },
    { "solid-apart", ANY, OTHER, POOL_SOLIDS, APART, 4 },
    { "symmetric", REGULAR, REGULAR, 0, SYMMETRIC, 12 },
    { "symmetric-sphere", REGULAR, OTHER, POOL_BALLS, SYMMETRIC, 8 },
    { "symmetric-capsule", REGULAR, OTHER, POOL_CAPSULES, SYMMETRIC, 8 },
    { "symmetric-box", REGULAR, OTHER, POOL_CUBES, SYMMETRIC, 8 },
    { "symmetric-solid", REGULAR, OTHER, POOL_SOLIDS, SYMMETRIC, 8 },
};

enum { CLASS_COUNT = (int)(sizeof classes / sizeof classes[0]), ELLIPSOIDS = 300, OTHERS = 24 };

int scree_ellipsoid_class_count(void)
{
    return CLASS_COUNT;
}

const char *scree_ellipsoid_class_name(int class_number)
{
    return classes[class_number].name;
}

bool scree_ellipsoid_class_is_pure(int class_number)
{
    return classes[class_number].b != OTHER;
}

int scree_ellipsoid_class_weight(int class_number)
{
    return classes[class_number].weight;
}

// --- shapes

static scree_vec3 shuffle(scree_random *r, double x, double y, double z)
{
    switch (random_below(r, 3)) {
    case 0:
        return s3(x, y, z);
    case 1:
        return s3(y, z, x);
    default:
        return s3(z, x, y);
    }
}

static scree_vec3 usual_axes(scree_random *r)
{
    double x = random_decade(r, -0.5, 0.5), y = random_decade(r, -0.5, 0.5), z = random_decade(r, -0.5, 0.5);
    return s3(x, y, z);
}

// Two of the axes are at either end of a range, the third is anywhere between; now and then two are equal.
static scree_vec3 any_axes(scree_random *r, double least)
{
    double low = pow(least, random_unit(r)), middle = pow(low, random_unit(r));
    int equal = random_below(r, 6);
    if (random_below(r, 8) == 0) low = least;
    if (equal == 0) middle = low;
    if (equal == 1) middle = 1.0;
    return shuffle(r, low, middle, 1.0);
}

static scree_vec3 axes_of(recipe what, scree_random *r)
{
    double aspect = random_decade(r, -0.7781512503836436, 0.7781512503836436), thin = random_decade(r, -3.0, -1.0);
    switch (what) {
    case SPHEROID:
        return shuffle(r, aspect, 1.0, 1.0);
    case NEEDLE:
        return shuffle(r, 1.0, thin, thin * (random_below(r, 2) ? 1.0 : random_between(r, 0.5, 2.0)));
    case PLATE:
        return shuffle(r, thin, 1.0, random_below(r, 2) ? 1.0 : random_between(r, 0.5, 2.0));
    case ANY:
    case SWEPT_ANY:
        return any_axes(r, 1e-3);
    case NEAR_BALL: {
        double z = 1.0 + random_signed_decade(r, -16, -1);
        return s3(1.0, 1.0 + random_signed_decade(r, -16, -1), z);
    }
    case BALL:
        return s3(aspect, aspect, aspect);
    case RATIO: {
        double ratio = random_decade(r, -6.0, 0.0);
        return s3_scale(usual_axes(r), ratio);
    }
    case RATIO_ANY: {
        double ratio = random_decade(r, -6.0, 0.0);
        return s3_scale(any_axes(r, 1e-3), ratio);
    }
    case EXTREME:
        return any_axes(r, 1e-6);
    case TINY:
    case HUGE_ONE: {
        double size = (what == TINY ? 1e-9 : 1e9) * random_between(r, 0.5, 2.0);
        return s3_scale(any_axes(r, 1e-3), size);
    }
    case REGULAR:
        return scree_symmetric_axes(r);
    default:
        return usual_axes(r);
    }
}

static bool add_ellipsoids(scree_scene *scene, recipe what, scree_random *r, scree_error *error)
{
    scree_solid *more = realloc(scene->solids, (size_t)(scene->solid_count + ELLIPSOIDS) * sizeof *more);
    if (more == NULL) return false;
    scene->solids = more;
    for (int i = 0; i < ELLIPSOIDS; ++i) {
        scree_solid s = { .kind = SCREE_ELLIPSOID, .vector = axes_of(what, r) };
        if (what == SWEPT) s.rounding = random_decade(r, -3, 0);
        if (what == SWEPT_ANY) s.rounding = random_decade(r, -6, 1);
        s.shape = scree_ellipsoid_create(s.vector, s.rounding, error);
        if (s.shape == NULL) return false;
        scene->solids[scene->solid_count++] = s;
    }
    return true;
}

scree_scene *scree_ellipsoid_scene_open(int class_number, uint64_t seed, scree_error *error)
{
    const ellipsoid_class *c = &classes[class_number];
    scree_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) return NULL;
    scene->class_number = class_number;
    scene->seed = seed;
    scree_random r = random_stream(seed, (uint64_t)class_number, 0), again = r;
    bool ok = add_ellipsoids(scene, c->a, &r, error);
    // Twins have the same shapes twice.
    if (ok && c->b != OTHER) ok = add_ellipsoids(scene, c->b, c->how == TWINS ? &again : &r, error);
    if (ok && c->b == OTHER) ok = scree_scene_add_pool(scene, c->pool, OTHERS, &r, error);
    if (ok) return scene;
    scree_scene_close(scene);
    return NULL;
}

// --- poses

// A point of a surface, and the normal there, in the shape's own frame.
typedef struct surface_point {
    scree_vec3 point, normal;
} surface_point;

static surface_point ellipsoid_surface_point(const scree_solid *s, scree_vec3 n)
{
    scree_vec3 a = s->vector, scaled = s3(a.x * n.x, a.y * n.y, a.z * n.z);
    double h = sqrt(s3_dot(scaled, scaled));
    scree_vec3 x = s3(a.x * scaled.x / h, a.y * scaled.y / h, a.z * scaled.z / h);
    return (surface_point){ s3_add(x, s3_scale(n, s->rounding)), n };
}

// A direction such that the flat, the sharp and all other parts of the surface have their turn.
static scree_vec3 some_normal(const scree_solid *s, scree_random *r)
{
    scree_vec3 m = random_direction(r), a = s->vector;
    int which = random_below(r, 3);
    if (s->kind != SCREE_ELLIPSOID || which == 0) return m;
    return s3_unit(which == 1 ? s3(m.x / a.x, m.y / a.y, m.z / a.z) : s3(m.x * a.x, m.y * a.y, m.z * a.z));
}

// On a face, an edge or a vertex.
static surface_point polytope_surface_point(const scree_solid *s, scree_random *r)
{
    const scree_shape *shape = s->shape;
    int v[2], f[2], kind = random_below(r, 3);
    scree_shape_edge(shape, random_below(r, scree_shape_edge_count(shape)), v, f);
    scree_vec3 p = scree_shape_vertex(shape, v[0]), q = scree_shape_vertex(shape, v[1]);
    scree_vec3 m = scree_shape_face_normal(shape, f[0]), n = scree_shape_face_normal(shape, f[1]);
    if (kind == 0) {
        n = random_direction(r);
        p = scree_shape_support(shape, n);
        return (surface_point){ p, n };
    }
    double t = random_unit(r), u = random_unit(r);
    p = s3_add(s3_scale(p, t), s3_scale(q, 1.0 - t));
    n = kind == 1 ? s3_unit(s3_add(s3_scale(m, u), s3_scale(n, 1.0 - u))) : n;
    if (kind == 2) {
        const int *corners = scree_shape_face_vertices(shape, f[1]);
        q = scree_shape_vertex(shape, corners[random_below(r, scree_shape_face_size(shape, f[1]))]);
        p = s3_add(s3_scale(p, u), s3_scale(q, 1.0 - u));
    }
    return (surface_point){ s3_add(p, s3_scale(n, s->rounding)), n };
}

static surface_point some_surface_point(const scree_solid *s, scree_random *r)
{
    scree_vec3 n = some_normal(s, r);
    if (s->kind == SCREE_ELLIPSOID) return ellipsoid_surface_point(s, n);
    if (s->kind == SCREE_HALF_SPACE) {
        double length = sqrt(s3_dot(s->vector, s->vector));
        n = s3_scale(s->vector, 1.0 / length);
        scree_vec3 across = s3_cross(n, random_direction(r));
        return (surface_point){ s3_add(s3_scale(n, s->offset / length + s->rounding), across), n };
    }
    if (scree_shape_edge_count(s->shape) > 0) return polytope_surface_point(s, r);
    if (s->kind == SCREE_CAPSULE && random_below(r, 2)) {
        // On the side.
        double h = s->half_length * random_between(r, -1, 1), reach = s->radius + s->rounding;
        n = s3_unit(s3(n.x, n.y, 0.0));
        return (surface_point){ s3(reach * n.x, reach * n.y, h), n };
    }
    return (surface_point){ scree_shape_support(s->shape, n), n };
}

// Two surface points face to face with this gap; orientations as they are but for B's, which is rotated about the
// normal.
static void put_facing(scree_scene_pose *pose, double gap, scree_random *r)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    surface_point on_a = some_surface_point(a, r), on_b = some_surface_point(b, r);
    pose->body_a.orientation = random_rotation(r);
    scree_vec3 n = quat_rotate(pose->body_a.orientation, on_a.normal);
    scree_quat rotation = quat_about(n, random_between(r, 0.0, 6.283185307179586));
    pose->body_b.orientation = quat_times(rotation, quat_from_to(on_b.normal, s3_scale(n, -1.0)));
    scree_vec3 from = s3_add(pose->body_a.position, quat_rotate(pose->body_a.orientation, on_a.point));
    scree_vec3 to = quat_rotate(pose->body_b.orientation, on_b.point);
    pose->body_b.position = s3_add(s3_sub(from, to), s3_scale(n, gap));
}

// The least half width, roughly, and the largest.
static double thinness(const scree_solid *s)
{
    if (s->kind == SCREE_ELLIPSOID) return fmin(s->vector.x, fmin(s->vector.y, s->vector.z)) + s->rounding;
    if (s->kind == SCREE_SPHERE || s->kind == SCREE_CAPSULE) return s->radius + s->rounding;
    if (s->kind == SCREE_HALF_SPACE) return INFINITY;
    return 0.3 * scree_shape_bounds(s->shape).radius;
}

static scree_quat quarter_turn(scree_random *r)
{
    const double h = 0.70710678118654757;
    const scree_quat rotations[] = {
        { 1, 0, 0, 0 }, { h, h, 0, 0 }, { h, 0, h, 0 },         { h, 0, 0, h },
        { 0, 1, 0, 0 }, { 0, h, h, 0 }, { 0.5, 0.5, 0.5, 0.5 }, { 0.5, -0.5, -0.5, -0.5 }
    };
    return rotations[random_below(r, 8)];
}

static scree_vec3 some_axis(scree_random *r)
{
    int k = random_below(r, 3);
    double sign = random_sign(r);
    return k == 0 ? s3(sign, 0, 0) : k == 1 ? s3(0, sign, 0) : s3(0, 0, sign);
}

static void put_concentric(scree_scene_pose *pose, scree_random *r)
{
    scree_quat *a = &pose->body_a.orientation, *b = &pose->body_b.orientation;
    int how = random_below(r, 4);
    if (how > 0) *a = random_rotation(r);
    if (how == 0) *b = quarter_turn(r);
    if (how == 1) *b = *a;
    if (how == 2) *b = quat_times(*a, quarter_turn(r));
    if (how == 3) *b = random_rotation(r);
    if (random_below(r, 2)) pose->body_a.position = pose->body_b.position = s3_scale(random_direction(r), 3.0);
}

// B's offset in A's frame, along an axis of it or in a plane of two. Half of the pairs keep their exact zeros.
static void put_aligned(scree_scene_pose *pose, double size, bool rotated, scree_random *r)
{
    scree_vec3 axis = some_axis(r);
    double reach = size * (random_below(r, 3) ? random_between(r, 0.0, 1.2) : random_decade(r, -12, 0));
    scree_quat about = rotated ? quat_about(axis, random_between(r, -3.0, 3.0)) : quarter_turn(r);
    scree_vec3 offset = s3_scale(axis, reach);
    if (!rotated && random_below(r, 2)) {
        double aside = size * random_unit(r);
        offset = s3_add(offset, s3_scale(some_axis(r), aside));
    }
    if (!rotated && random_below(r, 4) == 0) offset = s3_scale(random_direction(r), reach);
    pose->body_b.orientation = !rotated && random_below(r, 2) ? pose->body_a.orientation : about;
    pose->body_b.position = offset;
    if (random_below(r, 2)) return;
    scree_quat q = random_rotation(r);
    pose->body_a.orientation = quat_times(q, pose->body_a.orientation);
    pose->body_b.orientation = quat_times(q, pose->body_b.orientation);
    pose->body_b.position = quat_rotate(q, offset);
}

// Tiny, or small.
static void nudge(scree_scene_pose *pose, double size, scree_random *r)
{
    scree_vec3 by = random_vector(r, size, -17, -2);
    if (random_below(r, 2)) pose->body_b.position = s3_add(pose->body_b.position, by);
    double angle = random_decade(r, -17, -2);
    scree_quat tilt = quat_about(random_direction(r), angle);
    if (random_below(r, 2)) pose->body_b.orientation = quat_times(tilt, pose->body_b.orientation);
}

static void put_twins(scree_scene_pose *pose, double size, scree_random *r)
{
    pose->body_a.orientation = pose->body_b.orientation = random_rotation(r);
    pose->body_a.position = pose->body_b.position = s3_scale(random_direction(r), size);
    if (random_below(r, 3) > 0) nudge(pose, size, r);
}

static void put(scree_scene_pose *pose, meeting how, scree_random *r)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    double size = scree_pair_size(a->shape, b->shape), thin = fmin(thinness(a), thinness(b));
    switch (how) {
    case GAP:
        put_facing(pose, size * random_decade(r, -12, 1), r);
        return;
    case TOUCH:
        put_facing(pose, random_below(r, 3) ? size * random_signed_decade(r, -17, -13) : 0.0, r);
        return;
    case SHALLOW:
        put_facing(pose, -thin * random_decade(r, -12, -1), r);
        return;
    case FAR_AWAY:
        pose->body_a.position = random_vector(r, size, 0, 6);
        put_facing(pose, random_below(r, 2) ? size * random_decade(r, -12, 1) : -thin * random_decade(r, -12, -1), r);
        return;
    case SYMMETRIC:
        scree_symmetric_put(pose, size, r);
        return;
    case CONCENTRIC:
        put_concentric(pose, r);
        return;
    case NEARLY:
        if (random_below(r, 3) == 0)
            put_concentric(pose, r);
        else
            put_aligned(pose, size, random_below(r, 2) == 1, r);
        nudge(pose, size, r);
        return;
    case COAXIAL:
    case ALIGNED:
        put_aligned(pose, size, how == COAXIAL, r);
        return;
    case TWINS:
        put_twins(pose, size, r);
        return;
    default:
        break;
    }
    pose->body_a.orientation = random_rotation(r);
    pose->body_b.orientation = random_rotation(r);
    double reach = how == APART ? random_decade(r, 1, 6) : how == DEEP ? random_between(r, 0.0, 0.5) : random_unit(r);
    double length = how == DEEP ? (random_below(r, 2) ? thin : 0.5 * size) : size;
    if (how == DEEP && random_below(r, 8) == 0) reach *= random_decade(r, -12, 0);
    pose->body_b.position = s3_scale(random_direction(r), length * reach);
}

void scree_ellipsoid_scene_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out)
{
    const ellipsoid_class *c = &classes[scene->class_number];
    scree_random r = random_stream(scene->seed, (uint64_t)scene->class_number, number + 1);
    memset(out, 0, sizeof *out);
    out->scene = scene;
    out->a = random_below(&r, ELLIPSOIDS);
    out->b = c->how == TWINS ? ELLIPSOIDS + out->a : ELLIPSOIDS + random_below(&r, c->b == OTHER ? OTHERS : ELLIPSOIDS);
    if (random_below(&r, 2)) {
        int a = out->a;
        out->a = out->b;
        out->b = a;
    }
    out->body_a = scree_body_at(scene->solids[out->a].shape, s3(0, 0, 0));
    out->body_b = scree_body_at(scene->solids[out->b].shape, s3(0, 0, 0));
    const scree_solid *first = &scene->solids[out->a], *second = &scene->solids[out->b];
    bool plane = first->kind == SCREE_HALF_SPACE || second->kind == SCREE_HALF_SPACE;
    // Beside a half space everything is a gap of some magnitude and sign.
    if (plane) {
        double size = scree_pair_size(first->shape, second->shape), gap = random_signed_decade(&r, -16, 1);
        put_facing(out, size * (random_below(&r, 8) ? gap : 0.0), &r);
        return;
    }
    put(out, c->how, &r);
}
