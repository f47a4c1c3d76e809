// Poses of superquadrics and other smooth shapes.
//
// A chosen gap is reached without any search: a point of A's surface and one of B's are put face to face, the gap apart
// along their common normal. Apart, that gap is the distance (but for the rounding of the points); overlapping, the
// depth there, which need not be the least one.
#include "superquadric_poses.h"

#include <math.h>

#include "place.h"
#include "scree/query.h"
#include "symmetric.h"

static scree_vec3 shuffle(scree_random *r, double x, double y, double z)
{
    int k = random_below(r, 3);
    return k == 0 ? s3(x, y, z) : k == 1 ? s3(y, z, x) : s3(z, x, y);
}

// A point of a surface, and the normal there, in the shape's own frame.
typedef struct surface_point {
    scree_vec3 point, normal;
} surface_point;

// t^n with the sign of t.
static double signed_power(double t, double n)
{
    return copysign(pow(fabs(t), n), t);
}

// The point that the ray along d meets (d in units of the semi-axes), and the normal there.
static surface_point superquadric_surface_point(const scree_solid *s, scree_vec3 d)
{
    double most = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    d = s3_scale(d, 1.0 / most);
    double across = pow(pow(fabs(d.x), s->n2) + pow(fabs(d.y), s->n2), 1.0 / s->n2);
    double gauge = pow(pow(across, s->n1) + pow(fabs(d.z), s->n1), 1.0 / s->n1);
    d = s3_scale(d, 1.0 / gauge);
    across /= gauge;
    const scree_vec3 a = s->vector;
    double lean = across > 0.0 ? pow(across, s->n1 - s->n2) : 0.0;
    scree_vec3 n = s3(lean * signed_power(d.x, s->n2 - 1.0) / a.x, lean * signed_power(d.y, s->n2 - 1.0) / a.y,
                      signed_power(d.z, s->n1 - 1.0) / a.z);
    n = s3_unit(n);
    scree_vec3 p = s3(a.x * d.x, a.y * d.y, a.z * d.z);
    return (surface_point){ s3_add(p, s3_scale(n, s->rounding)), n };
}

static scree_vec3 ray_to(scree_place where, scree_random *r)
{
    double sx = random_sign(r), sy = random_sign(r), sz = random_sign(r);
    double u = random_between(r, -0.8, 0.8), v = random_between(r, -0.8, 0.8);
    if (random_below(r, 4) == 0) u = v = 0.0;
    double e = random_below(r, 2) ? 1.0 : 1.0 + random_between(r, -0.1, 0.1);
    double f = random_below(r, 2) ? 1.0 : 1.0 + random_between(r, -0.1, 0.1);
    if (where == FACE) return shuffle(r, sx, u, v);
    if (where == EDGE) return shuffle(r, sx, sy * e, v);
    if (where == CORNER) return s3(sx, sy * e, sz * f);
    return random_direction(r);
}

// On the end, the side, the rim or the tip.
static surface_point revolved_surface_point(const scree_solid *s, scree_random *r)
{
    scree_vec3 n = random_direction(r);
    int kind = random_below(r, 4);
    double sign = random_sign(r), t = random_between(r, -0.9, 0.9);
    double top = s->kind == SCREE_CYLINDER ? s->radius : s->kind == SCREE_CONE ? 0.0 : s->top;
    scree_vec3 out = s3_unit(s3(n.x, n.y, 0.0));
    if (kind == 0 && s->kind != SCREE_TAPERED_CAPSULE) {
        if (s->kind == SCREE_CONE) sign = -1.0;
        double reach = s->radius * random_unit(r);
        n = s3(0, 0, sign);
        return (surface_point){ s3(reach * out.x, reach * out.y, sign * (s->half_length + s->rounding)), n };
    }
    if (kind <= 2) {
        // The side leans by the difference of the radii: for balls by the sine, for discs by the tangent.
        double lean = (s->radius - top) / (2.0 * s->half_length);
        if (s->kind != SCREE_TAPERED_CAPSULE) lean /= sqrt(1.0 + lean * lean);
        if (fabs(lean) >= 1.0) return (surface_point){ scree_shape_support(s->shape, n), n };
        double across = sqrt(1.0 - lean * lean), here = 0.5 * (s->radius * (1.0 - t) + top * (1.0 + t));
        n = s3(across * out.x, across * out.y, lean);
        scree_vec3 p = s3(here * out.x, here * out.y, s->half_length * t);
        if (s->kind == SCREE_TAPERED_CAPSULE) p = s3_add(s3(0, 0, s->half_length * t), s3_scale(n, here));
        return (surface_point){ s3_add(p, s3_scale(n, s->rounding)), n };
    }
    return (surface_point){ scree_shape_support(s->shape, n), n };
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
        return (surface_point){ scree_shape_support(shape, n), n };
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

static surface_point some_surface_point(const scree_solid *s, scree_place where, scree_random *r)
{
    scree_vec3 n = random_direction(r);
    switch (s->kind) {
    case SCREE_SUPERQUADRIC:
        return superquadric_surface_point(s, ray_to(where, r));
    case SCREE_CYLINDER:
    case SCREE_CONE:
    case SCREE_TAPERED_CAPSULE:
        return revolved_surface_point(s, r);
    case SCREE_HALF_SPACE: {
        double length = sqrt(s3_dot(s->vector, s->vector));
        n = s3_scale(s->vector, 1.0 / length);
        scree_vec3 across = s3_cross(n, random_direction(r));
        return (surface_point){ s3_add(s3_scale(n, s->offset / length + s->rounding), across), n };
    }
    case SCREE_CAPSULE:
        if (random_below(r, 2)) {
            double h = s->half_length * random_between(r, -1, 1), reach = s->radius + s->rounding;
            n = s3_unit(s3(n.x, n.y, 0.0));
            return (surface_point){ s3(reach * n.x, reach * n.y, h), n };
        }
        break;
    default:
        break;
    }
    if (scree_shape_edge_count(s->shape) > 0) return polytope_surface_point(s, r);
    return (surface_point){ scree_shape_support(s->shape, n), n };
}

// --- poses

// Two surface points face to face with this gap; orientations as they are but for B's, which is rotated about the
// normal.
static void put_facing(scree_scene_pose *pose, double gap, scree_place on_a, scree_place on_b, scree_random *r)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    surface_point at_a = some_surface_point(a, on_a, r), at_b = some_surface_point(b, on_b, r);
    pose->body_a.orientation = random_rotation(r);
    scree_vec3 n = quat_rotate(pose->body_a.orientation, at_a.normal);
    scree_quat rotation = quat_about(n, random_between(r, 0.0, 6.283185307179586));
    pose->body_b.orientation = quat_times(rotation, quat_from_to(at_b.normal, s3_scale(n, -1.0)));
    scree_vec3 from = s3_add(pose->body_a.position, quat_rotate(pose->body_a.orientation, at_a.point));
    scree_vec3 to = quat_rotate(pose->body_b.orientation, at_b.point);
    pose->body_b.position = s3_add(s3_sub(from, to), s3_scale(n, gap));
}

// The least half width, roughly.
static double thinness(const scree_solid *s)
{
    if (s->kind == SCREE_ELLIPSOID || s->kind == SCREE_SUPERQUADRIC)
        return fmin(s->vector.x, fmin(s->vector.y, s->vector.z)) + s->rounding;
    if (s->kind == SCREE_SPHERE || s->kind == SCREE_CAPSULE) return s->radius + s->rounding;
    if (s->kind == SCREE_CYLINDER || s->kind == SCREE_CONE) return 0.5 * fmin(s->radius, s->half_length) + s->rounding;
    if (s->kind == SCREE_TAPERED_CAPSULE) return fmin(s->radius, s->top) + s->rounding;
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

// Both rotated by the same quaternion: half of the pairs keep their exact zeros.
static void rotate_both(scree_scene_pose *pose, scree_random *r)
{
    if (random_below(r, 2)) return;
    scree_quat q = random_rotation(r);
    pose->body_a.orientation = quat_times(q, pose->body_a.orientation);
    pose->body_b.orientation = quat_times(q, pose->body_b.orientation);
    pose->body_b.position = quat_rotate(q, pose->body_b.position);
}

// B's extent against `axis`, in its orientation.
static double reach_of(const scree_body *b, scree_vec3 axis)
{
    scree_quat q = b->orientation, back = { q.w, -q.x, -q.y, -q.z };
    scree_vec3 n = quat_rotate(back, axis);
    return s3_dot(n, scree_shape_support(b->shape, n));
}

// Face against face: B on A, along an axis of both, with a gap of any magnitude and sign, shifted sideways or not.
static void put_stacked(scree_scene_pose *pose, double size, double thin, bool coaxial, scree_random *r)
{
    const scree_vec3 axis = some_axis(r), sideways = some_axis(r);
    scree_quat rotation = quarter_turn(r);
    if (coaxial) rotation = quat_times(quat_about(axis, random_between(r, -3.0, 3.0)), rotation);
    if (!coaxial && random_below(r, 2)) rotation = pose->body_a.orientation;
    pose->body_b.orientation = rotation;
    double gap = random_below(r, 2) ? size * random_decade(r, -12, 0) : -thin * random_decade(r, -12, 0.3);
    if (random_below(r, 8) == 0) gap = 0.0;
    double reach = reach_of(&pose->body_a, axis) + reach_of(&pose->body_b, s3_scale(axis, -1.0)) + gap;
    scree_vec3 offset = s3_scale(axis, reach);
    if (!coaxial && random_below(r, 3) > 0)
        offset = s3_add(offset, s3_scale(s3_cross(axis, sideways), size * random_decade(r, -6, 0)));
    if (!coaxial && random_below(r, 3) == 0)
        offset = s3_add(offset, s3_scale(s3_cross(axis, random_in_cube(r, -1, 1)), size));
    pose->body_b.position = offset;
    rotate_both(pose, r);
}

// Tiny, or small.
static void nudge(scree_scene_pose *pose, double size, scree_random *r)
{
    scree_vec3 by = random_vector(r, size, -17, -2), axis = random_direction(r);
    if (random_below(r, 2)) pose->body_b.position = s3_add(pose->body_b.position, by);
    scree_quat tilt = quat_about(axis, random_decade(r, -17, -2));
    if (random_below(r, 2)) pose->body_b.orientation = quat_times(tilt, pose->body_b.orientation);
}

static void put_twins(scree_scene_pose *pose, double size, scree_random *r)
{
    pose->body_a.orientation = pose->body_b.orientation = random_rotation(r);
    pose->body_a.position = pose->body_b.position = s3_scale(random_direction(r), size);
    if (random_below(r, 3) > 0) nudge(pose, size, r);
}

// 0, or of any magnitude from 1e-16 to 1e-2.
static double next_to_nothing(scree_random *r)
{
    return random_below(r, 5) == 0 ? 0.0 : random_decade(r, -16, -2);
}

// A gap of any magnitude and sign.
static double some_gap(double size, double thin, scree_random *r)
{
    if (random_below(r, 8) == 0) return 0.0;
    return random_below(r, 2) ? size * random_decade(r, -12, 0) : -thin * random_decade(r, -12, 0.3);
}

// Upright or upside down, rotated about the axis and tilted.
static scree_quat near_upright(scree_random *r)
{
    const scree_quat flip = { 0, 1, 0, 0 };
    scree_vec3 across = s3_unit(s3(random_between(r, -1, 1), random_between(r, -1, 1), 0.0));
    scree_quat q = random_below(r, 3) == 0 ? flip : (scree_quat){ 1, 0, 0, 0 };
    if (random_below(r, 3) == 0) q = quat_times(quat_about(s3(0, 0, 1), random_between(r, -3, 3)), q);
    return quat_times(quat_about(across, next_to_nothing(r)), q);
}

static void put_near_axis(scree_scene_pose *pose, double size, double thin, scree_random *r)
{
    const scree_vec3 up = s3(0, 0, 1), down = s3(0, 0, -1);
    pose->body_b.orientation = near_upright(r);
    double height = 0.0, reach = reach_of(&pose->body_a, up) + reach_of(&pose->body_b, down);
    switch (random_below(r, 4)) {
    case 0:
        height = reach * random_between(r, -1, 1);
        break;
    case 1:
        height = reach + some_gap(size, thin, r);
        break;
    case 2:
        height = size * next_to_nothing(r);
        break;
    default:
        break;
    }
    scree_vec3 across = s3_unit(s3(random_between(r, -1, 1), random_between(r, -1, 1), 0.0));
    pose->body_b.position = s3_add(s3(0, 0, height), s3_scale(across, size * next_to_nothing(r)));
    rotate_both(pose, r);
}

static void put_adjacent(scree_scene_pose *pose, double size, double thin, scree_random *r)
{
    pose->body_b.orientation = near_upright(r);
    scree_vec3 across = s3_unit(s3(random_between(r, -1, 1), random_between(r, -1, 1), 0.0));
    if (random_below(r, 2)) across = s3(1, 0, 0);
    double reach = reach_of(&pose->body_a, across) + reach_of(&pose->body_b, s3_scale(across, -1.0));
    double tall = reach_of(&pose->body_a, s3(0, 0, 1)) + reach_of(&pose->body_b, s3(0, 0, -1));
    double height = random_below(r, 3) == 0 ? 0.0 : tall * random_between(r, -1.2, 1.2);
    double gap = random_below(r, 3) == 0 ? -reach * random_unit(r) : some_gap(size, thin, r);
    pose->body_b.position = s3_add(s3_scale(across, reach + gap), s3(0, 0, height));
    rotate_both(pose, r);
}

static void put(scree_scene_pose *pose, scree_meeting how, scree_place on_a, scree_place on_b, scree_random *r)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    double size = scree_pair_size(a->shape, b->shape), thin = fmin(thinness(a), thinness(b));
    switch (how) {
    case GAP:
        put_facing(pose, size * random_decade(r, -12, 1), on_a, on_b, r);
        return;
    case TOUCH:
        put_facing(pose, random_below(r, 3) ? size * random_signed_decade(r, -17, -13) : 0.0, on_a, on_b, r);
        return;
    case SHALLOW:
        put_facing(pose, -thin * random_decade(r, -12, -1), on_a, on_b, r);
        return;
    case FAR_AWAY: {
        pose->body_a.position = random_vector(r, size, 0, 6);
        double gap = random_below(r, 2) ? size * random_decade(r, -12, 1) : -thin * random_decade(r, -12, -1);
        put_facing(pose, gap, on_a, on_b, r);
        return;
    }
    case CONCENTRIC:
        put_concentric(pose, r);
        return;
    case NEARLY:
        if (random_below(r, 4) == 0)
            put_concentric(pose, r);
        else
            put_stacked(pose, size, thin, random_below(r, 3) == 0, r);
        nudge(pose, size, r);
        return;
    case COAXIAL:
    case STACKED:
        put_stacked(pose, size, thin, how == COAXIAL, r);
        return;
    case SYMMETRIC:
    case SYMMETRIC_TWINS:
        scree_symmetric_put(pose, size, r);
        return;
    case NEAR_AXIS:
    case NEAR_TWINS:
        put_near_axis(pose, size, thin, r);
        return;
    case ADJACENT:
        put_adjacent(pose, size, thin, r);
        return;
    case RESTING:
        put_facing(pose, some_gap(size, thin, r), on_a, on_b, r);
        nudge(pose, size, r);
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

void scree_superquadric_put(scree_scene_pose *pose, scree_meeting how, scree_place on_a, scree_place on_b,
                            scree_random *random)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    if (a->kind != SCREE_HALF_SPACE && b->kind != SCREE_HALF_SPACE) {
        put(pose, how, on_a, on_b, random);
        return;
    }
    const double size = scree_pair_size(a->shape, b->shape);
    const double gap = random_signed_decade(random, -16, 1);
    put_facing(pose, size * (random_below(random, 8) ? gap : 0.0), on_a, on_b, random);
}
