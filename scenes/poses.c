// Poses: a feature of A and a feature of B are rotated to face each other and put at a chosen gap.
//
// Each feature has an outward direction from inside its normal cone and a point on it. B is rotated so that the two
// directions are opposite, twisted about them, and moved so that the points are `gap` apart along them. Whatever
// rounding makes of that is the pair: the doubles define it, not the intention.
#include "poses.h"

#include <math.h>
#include <string.h>

#include "place.h"

static const double TURN = 6.283185307179586;

typedef struct feature {
    scree_vec3 outward; // unit
    scree_vec3 point;
    scree_vec3 along; // an edge's direction; 0 for vertices
} feature;

static bool is_planar(const scree_scene_pose *pose)
{
    return scree_shape_dimension(pose->body_a.shape) == 2;
}

static double radius_of(const scree_shape *shape)
{
    return scree_shape_bounds(shape).radius;
}

// The smaller of the two bodies, and both together; a half space counts as nothing.
static double small_size(const scree_scene_pose *pose)
{
    return fmin(radius_of(pose->body_a.shape), radius_of(pose->body_b.shape));
}

static double both_sizes(const scree_scene_pose *pose)
{
    double a = radius_of(pose->body_a.shape), b = radius_of(pose->body_b.shape);
    return (isfinite(a) ? a : 0.0) + (isfinite(b) ? b : 0.0);
}

static feature polyhedron_vertex(const scree_shape *s, scree_random *r)
{
    int v = random_below(r, scree_shape_vertex_count(s));
    scree_vec3 sum = s3(0, 0, 0);
    for (int f = 0; f < scree_shape_face_count(s); ++f) {
        const int *corners = scree_shape_face_vertices(s, f);
        for (int k = 0; k < scree_shape_face_size(s, f); ++k) {
            if (corners[k] != v) continue;
            sum = s3_add(sum, s3_scale(scree_shape_face_normal(s, f), random_between(r, 0.01, 1.0)));
        }
    }
    return (feature){ s3_unit(sum), scree_shape_vertex(s, v), s3(0, 0, 0) };
}

static feature polyhedron_edge(const scree_shape *s, scree_random *r)
{
    int v[2], f[2];
    scree_shape_edge(s, random_below(r, scree_shape_edge_count(s)), v, f);
    double t = random_between(r, 0.01, 0.99);
    scree_vec3 p = scree_shape_vertex(s, v[0]), q = scree_shape_vertex(s, v[1]);
    scree_vec3 m =
        s3_add(s3_scale(scree_shape_face_normal(s, f[0]), t), s3_scale(scree_shape_face_normal(s, f[1]), 1 - t));
    double u = random_below(r, 8) == 0 ? 0.0 : random_unit(r);
    return (feature){ s3_unit(m), s3_add(p, s3_scale(s3_sub(q, p), u)), s3_unit(s3_sub(q, p)) };
}

static feature polyhedron_face(const scree_shape *s, scree_random *r)
{
    int f = random_below(r, scree_shape_face_count(s));
    const int *corners = scree_shape_face_vertices(s, f);
    scree_vec3 sum = s3(0, 0, 0), p = scree_shape_vertex(s, corners[0]), q = scree_shape_vertex(s, corners[1]);
    double total = 0.0;
    for (int k = 0; k < scree_shape_face_size(s, f); ++k) {
        double w = random_unit(r);
        sum = s3_add(sum, s3_scale(scree_shape_vertex(s, corners[k]), w));
        total += w;
    }
    return (feature){ scree_shape_face_normal(s, f), s3_scale(sum, 1.0 / total), s3_unit(s3_sub(q, p)) };
}

static feature polygon_feature(const scree_shape *s, scree_random *r, int dimension)
{
    int n = scree_shape_vertex_count(s), i = random_below(r, n);
    scree_vec3 p = scree_shape_vertex(s, i), q = scree_shape_vertex(s, (i + 1) % n);
    scree_vec3 e = s3_unit(s3_sub(q, p)), out = s3(e.y, -e.x, 0.0);
    if (dimension > 0) return (feature){ out, s3_add(p, s3_scale(s3_sub(q, p), random_unit(r))), e };
    scree_vec3 before = s3_unit(s3_sub(p, scree_shape_vertex(s, (i + n - 1) % n)));
    double t = random_unit(r);
    scree_vec3 m = s3_add(s3_scale(out, t), s3_scale(s3(before.y, -before.x, 0.0), 1 - t));
    return (feature){ s3_unit(m), p, s3(0, 0, 0) };
}

static feature round_feature(const scree_solid *solid, scree_random *r, int dimension)
{
    scree_vec3 m = random_direction(r), along = s3(0, 0, 0);
    double angle = random_between(r, 0.0, TURN);
    if (solid->kind == SCREE_DISC) m = s3(cos(angle), sin(angle), 0.0);
    if (solid->kind != SCREE_CAPSULE || dimension == 0)
        return (feature){ m, scree_shape_support(solid->shape, m), along };
    m = s3(cos(angle), sin(angle), 0.0);
    scree_vec3 p = s3_scale(m, solid->radius + solid->rounding);
    p.z = solid->half_length * random_between(r, -1.0, 1.0);
    return (feature){ m, p, s3(0, 0, 1) };
}

static feature plane_feature(const scree_solid *solid, scree_random *r)
{
    scree_vec3 n = solid->vector, unit = s3_unit(n), across = s3_across(unit);
    scree_vec3 p = s3_scale(n, solid->offset / s3_dot(n, n));
    p = s3_add(p, s3_scale(across, random_between(r, -2.0, 2.0)));
    p = s3_add(p, s3_scale(s3_cross(unit, across), random_between(r, -2.0, 2.0)));
    return (feature){ unit, s3_add(p, s3_scale(unit, solid->rounding)), across };
}

static feature pick_feature(const scree_solid *solid, scree_random *r, int dimension)
{
    const scree_shape *s = solid->shape;
    feature f;
    switch (solid->kind) {
    case SCREE_HALF_SPACE:
        return plane_feature(solid, r);
    case SCREE_SPHERE:
    case SCREE_DISC:
    case SCREE_CAPSULE:
        return round_feature(solid, r, dimension);
    case SCREE_POLYGON:
        f = polygon_feature(s, r, dimension);
        break;
    default:
        f = dimension == 0 ? polyhedron_vertex(s, r) : dimension == 1 ? polyhedron_edge(s, r) : polyhedron_face(s, r);
        break;
    }
    f.point = s3_add(f.point, s3_scale(f.outward, solid->rounding));
    return f;
}

// Gaps of every magnitude: apart by 1e-15 to 10 sizes, overlapping by 1e-15 to half the smaller body, or exactly 0.
static double any_gap(const scree_scene_pose *pose, scree_random *r)
{
    double u = random_unit(r), small = small_size(pose);
    if (u < 0.4) return small * random_decade(r, -15, u < 0.2 ? 1 : -2);
    if (u < 0.8) return -small * random_decade(r, u < 0.5 ? -2 : -15, -0.3);
    return 0.0;
}

static double any_tilt(scree_random *r, double low, double high)
{
    return random_below(r, 3) == 0 ? 0.0 : random_decade(r, low, high);
}

static scree_quat any_length(scree_quat q, scree_random *r)
{
    return random_below(r, 8) == 0 ? quat_scale(q, random_decade(r, -3, 3)) : q;
}

static scree_vec3 any_place(const scree_scene_pose *pose, scree_random *r, double far)
{
    if (random_below(r, 3) == 0 && far == 0.0) return s3(0, 0, 0);
    scree_vec3 d = random_direction(r);
    if (is_planar(pose)) d.z = 0.0;
    return s3_scale(d, both_sizes(pose) * (far > 0.0 ? far : random_between(r, 0.0, 3.0)));
}

static void meet_in_plane(scree_scene_pose *pose, const feature *fa, const feature *fb, double gap, double tilt,
                          scree_random *r)
{
    pose->angle_a = random_below(r, 3) == 0 ? 0.0 : random_between(r, -TURN, TURN);
    pose->body_a.orientation = scree_quat_about_z(pose->angle_a);
    scree_vec3 n = quat_rotate(pose->body_a.orientation, fa->outward);
    pose->angle_b = atan2(-n.y, -n.x) - atan2(fb->outward.y, fb->outward.x) + tilt;
    pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
    scree_vec3 at = s3_add(quat_rotate(pose->body_a.orientation, fa->point), s3_scale(n, gap));
    at = s3_sub(at, quat_rotate(pose->body_b.orientation, fb->point));
    pose->body_b.position = s3_add(pose->body_a.position, at);
}

static void meet_in_space(scree_scene_pose *pose, const feature *fa, const feature *fb, double gap, double tilt,
                          bool align, scree_random *r)
{
    scree_quat qa = random_below(r, 3) == 0 ? (scree_quat){ 1, 0, 0, 0 } : random_rotation(r);
    scree_vec3 n = quat_rotate(qa, fa->outward);
    scree_quat qb = quat_from_to(fb->outward, s3_scale(n, -1.0));
    double twist = random_between(r, 0.0, TURN);
    if (align) {
        scree_vec3 ea = quat_rotate(qa, fa->along), eb = quat_rotate(qb, fb->along);
        twist = atan2(s3_dot(n, s3_cross(eb, ea)), s3_dot(eb, ea));
        if (random_below(r, 4) == 0) twist += 0.25 * TURN;
    }
    qb = quat_times(quat_about(n, twist), qb);
    if (tilt > 0.0) qb = quat_times(quat_about(random_direction(r), tilt), qb);
    pose->body_a.orientation = any_length(qa, r);
    pose->body_b.orientation = any_length(qb, r);
    scree_vec3 at = s3_add(quat_rotate(qa, fa->point), s3_scale(n, gap));
    at = s3_sub(at, quat_rotate(qb, fb->point));
    pose->body_b.position = s3_add(pose->body_a.position, at);
}

static void meet(scree_scene_pose *pose, int dimension_a, int dimension_b, double tilt, bool align, double gap,
                 scree_random *r)
{
    feature fa = pick_feature(&pose->scene->solids[pose->a], r, dimension_a);
    feature fb = pick_feature(&pose->scene->solids[pose->b], r, dimension_b);
    if (is_planar(pose))
        meet_in_plane(pose, &fa, &fb, gap, tilt, r);
    else
        meet_in_space(pose, &fa, &fb, gap, tilt, align, r);
}

static void any_orientation(scree_scene_pose *pose, scree_random *r)
{
    if (is_planar(pose)) {
        pose->angle_a = random_between(r, -TURN, TURN);
        pose->angle_b = random_between(r, -TURN, TURN);
        pose->body_a.orientation = scree_quat_about_z(pose->angle_a);
        pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
    } else {
        pose->body_a.orientation = any_length(random_rotation(r), r);
        pose->body_b.orientation = any_length(random_rotation(r), r);
    }
}

static scree_vec3 centre_of(const scree_body *body)
{
    scree_bounds bounds = scree_shape_bounds(body->shape);
    if (!isfinite(bounds.radius)) return s3(0, 0, 0);
    return quat_rotate(body->orientation, bounds.centre);
}

static void at_distance(scree_scene_pose *pose, double distance, scree_random *r)
{
    any_orientation(pose, r);
    scree_vec3 d = random_direction(r);
    if (is_planar(pose)) {
        double angle = random_between(r, 0.0, TURN);
        d = s3(cos(angle), sin(angle), 0.0);
    }
    scree_vec3 between = s3_sub(centre_of(&pose->body_a), centre_of(&pose->body_b));
    pose->body_b.position = s3_add(pose->body_a.position, s3_add(between, s3_scale(d, distance)));
}

static scree_quat quarter_turn(scree_random *r)
{
    static const scree_quat rotations[8] = { { 1, 0, 0, 0 }, { 1, 1, 0, 0 }, { 1, 0, 1, 0 }, { 1, 0, 0, 1 },
                                             { 0, 1, 0, 0 }, { 1, 1, 1, 1 }, { 0, 0, 1, 1 }, { 1, -1, 0, 0 } };
    return rotations[random_below(r, 8)];
}

static scree_vec3 lattice_point(scree_random *r, bool planar)
{
    int z = random_below(r, 17) - 8, y = random_below(r, 17) - 8, x = random_below(r, 17) - 8;
    scree_vec3 p = s3(0.5 * x, 0.5 * y, 0.5 * z);
    if (random_below(r, 2)) p = s3_scale(p, 0.5);
    if (planar) p.z = 0.0;
    return p;
}

static void on_lattice(scree_scene_pose *pose, scree_pose_kind kind, scree_random *r)
{
    bool planar = is_planar(pose);
    scree_vec3 between = lattice_point(r, planar);
    if (planar) {
        pose->angle_a = kind == POSE_LATTICE_ROTATED ? random_between(r, -TURN, TURN) : 0.0;
        pose->angle_b = pose->angle_a;
        if (kind == POSE_LATTICE_TILTED) pose->angle_b = random_signed_decade(r, -20, -3);
        pose->body_a.orientation = scree_quat_about_z(pose->angle_a);
        pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
        between = quat_rotate(pose->body_a.orientation, between);
    } else {
        scree_quat qa = quarter_turn(r), qb = quarter_turn(r);
        if (kind == POSE_LATTICE_ROTATED) {
            qa = qb = random_rotation(r);
            between = quat_rotate(qa, between);
        } else if (kind == POSE_LATTICE_TILTED) {
            scree_vec3 t = random_vector(r, 1.0, -20, -3);
            if (random_below(r, 2)) t = s3(t.x, 0, 0);
            qb = (scree_quat){ 1.0, t.x, t.y, t.z };
            qa = (scree_quat){ 1, 0, 0, 0 };
        }
        pose->body_a.orientation = qa;
        pose->body_b.orientation = qb;
    }
    scree_vec3 start = random_below(r, 2) ? s3(0, 0, 0) : lattice_point(r, planar);
    pose->body_a.position = start;
    pose->body_b.position = s3_add(start, between);
}

static void centred(scree_scene_pose *pose, scree_random *r)
{
    any_orientation(pose, r);
    if (random_below(r, 3) == 0) {
        pose->body_b.orientation = pose->body_a.orientation;
        pose->angle_b = pose->angle_a;
    } else if (!is_planar(pose) && random_below(r, 2)) {
        pose->body_a.orientation = quarter_turn(r);
        pose->body_b.orientation = quarter_turn(r);
    }
    scree_vec3 between = s3_sub(centre_of(&pose->body_a), centre_of(&pose->body_b));
    if (random_below(r, 2)) between = s3(0, 0, 0);
    scree_vec3 d = random_vector(r, small_size(pose), -16, -1);
    if (is_planar(pose)) d.z = 0.0;
    if (random_below(r, 3) == 0) between = s3_add(between, d);
    pose->body_b.position = s3_add(pose->body_a.position, between);
}

static void same(scree_scene_pose *pose, scree_random *r)
{
    pose->b = pose->a;
    pose->body_b.shape = pose->body_a.shape;
    any_orientation(pose, r);
    pose->angle_b = pose->angle_a;
    pose->body_b.orientation = pose->body_a.orientation;
    pose->body_b.position = pose->body_a.position;
    if (random_below(r, 2)) return;
    double off = small_size(pose) * random_decade(r, -16, -8);
    pose->body_b.position.x += off;
    if (is_planar(pose)) return;
    scree_vec3 t = random_vector(r, 1.0, -18, -8);
    pose->body_b.orientation = quat_times((scree_quat){ 1, t.x, t.y, t.z }, pose->body_b.orientation);
}

// About any axis, or one of the shape's own: its z is the axis of prisms.
static void tilted(scree_scene_pose *pose, scree_random *r)
{
    pose->b = pose->a;
    pose->body_b.shape = pose->body_a.shape;
    any_orientation(pose, r);
    if (random_below(r, 2)) pose->body_a.orientation = (scree_quat){ 1, 0, 0, 0 };
    const double angle = random_decade(r, -16, -2);
    const scree_vec3 axes[4] = { s3(1, 0, 0), s3(0, 1, 0), s3(0, 0, 1), random_direction(r) };
    const scree_quat tilt = quat_about(axes[random_below(r, 4)], angle);
    pose->body_b.orientation = quat_times(pose->body_a.orientation, tilt);
    pose->body_b.position = pose->body_a.position;
    if (random_below(r, 2)) return;
    const scree_vec3 off = random_vector(r, small_size(pose), -16, -1);
    pose->body_b.position = s3_add(pose->body_b.position, off);
}

// A point beyond a corner of a face, along the line that halves its angle; of a vertex beside an edge of the face, too.
static feature beyond_corner(const scree_shape *s, double height, scree_random *r)
{
    const int f = random_below(r, scree_shape_face_count(s)), size = scree_shape_face_size(s, f);
    const int *corners = scree_shape_face_vertices(s, f), k = random_below(r, size);
    const scree_vec3 p = scree_shape_vertex(s, corners[k]);
    const scree_vec3 before = s3_unit(s3_sub(p, scree_shape_vertex(s, corners[(k + size - 1) % size])));
    const scree_vec3 after = s3_unit(s3_sub(p, scree_shape_vertex(s, corners[(k + 1) % size])));
    const double far = height * random_decade(r, -9, 0.5);
    const scree_vec3 out = s3_add(before, random_below(r, 4) == 0 ? s3(0, 0, 0) : after);
    return (feature){ scree_shape_face_normal(s, f), s3_add(p, s3_scale(s3_unit(out), far)), s3(0, 0, 0) };
}

static void at_tip(scree_scene_pose *pose, scree_random *r)
{
    const double height = both_sizes(pose) * random_decade(r, -9, 1);
    const bool solid_a = scree_shape_face_count(pose->body_a.shape) > 0;
    const int reference = solid_a ? pose->a : pose->b, incident = solid_a ? pose->b : pose->a;
    feature fa = beyond_corner(pose->scene->solids[reference].shape, height, r);
    feature fb = pick_feature(&pose->scene->solids[incident], r, random_below(r, 8) == 0);
    pose->a = reference;
    pose->b = incident;
    pose->body_a.shape = pose->scene->solids[reference].shape;
    pose->body_b.shape = pose->scene->solids[incident].shape;
    meet_in_space(pose, &fa, &fb, height, 0.0, false, r);
}

// The shortest side of a face of more than three corners, if the shape has one, else of any face.
typedef struct short_side {
    scree_vec3 normal, end;
    double length;
} short_side;

static short_side pick_short_side(const scree_shape *s, scree_random *r)
{
    enum { DRAWS = 16 };
    int f = random_below(r, scree_shape_face_count(s));
    for (int i = 0; i < DRAWS && scree_shape_face_size(s, f) < 4; ++i) f = random_below(r, scree_shape_face_count(s));
    const int *corners = scree_shape_face_vertices(s, f), size = scree_shape_face_size(s, f);
    short_side side = { .normal = scree_shape_face_normal(s, f), .length = (double)INFINITY };
    const bool first = random_below(r, 2);
    for (int k = 0; k < size; ++k) {
        const scree_vec3 p = scree_shape_vertex(s, corners[k]), q = scree_shape_vertex(s, corners[(k + 1) % size]);
        const scree_vec3 way = s3_sub(q, p);
        const double length = sqrt(s3_dot(way, way));
        if (!(length < side.length)) continue;
        side.length = length;
        side.end = first ? p : q;
    }
    return side;
}

static void at_rim(scree_scene_pose *pose, scree_random *r)
{
    const short_side side = pick_short_side(pose->body_a.shape, r);
    const scree_vec3 offset = s3_scale(random_in_cube(r, -1.0, 1.0), side.length * random_decade(r, -1, 0.5));
    const feature fa = { side.normal, s3_add(side.end, offset), s3(0, 0, 0) };
    const feature fb = pick_feature(&pose->scene->solids[pose->b], r, 1);
    const double tilt = side.length / small_size(pose) * random_decade(r, -1.5, 1);
    meet_in_space(pose, &fa, &fb, -side.length * random_decade(r, -1, 0.5), fmin(tilt, 0.1), false, r);
}

void scree_scene_pose_pair(scree_scene_pose *pose, scree_pose_kind kind, scree_random *random)
{
    scree_random *r = random;
    int top = is_planar(pose) ? 2 : 3;
    double size = both_sizes(pose);
    pose->body_a.position = any_place(pose, r, kind == POSE_FAR ? 1e6 : 0.0);
    switch (kind) {
    case POSE_RANDOM:
        at_distance(pose, random_between(r, 0.0, 1.3) * size, r);
        break;
    case POSE_APART:
        at_distance(pose, random_decade(r, 1, 6) * size, r);
        break;
    case POSE_FACES: {
        double gap = any_gap(pose, r);
        bool aligned = random_below(r, 2);
        meet(pose, 2, 2, any_tilt(r, -16, -3), aligned, gap, r);
        break;
    }
    case POSE_EDGE_FACE: {
        double gap = any_gap(pose, r);
        meet(pose, 2, 1, any_tilt(r, -16, -3), false, gap, r);
        break;
    }
    case POSE_PARALLEL_EDGES: {
        double gap = any_gap(pose, r);
        meet(pose, 1, 1, any_tilt(r, -16, -6), true, gap, r);
        break;
    }
    case POSE_LATTICE:
    case POSE_LATTICE_ROTATED:
    case POSE_LATTICE_TILTED:
        on_lattice(pose, kind, r);
        break;
    case POSE_CENTRED:
        centred(pose, r);
        break;
    case POSE_SAME:
        same(pose, r);
        break;
    case POSE_TIPS:
        at_tip(pose, r);
        break;
    case POSE_TILTED:
        tilted(pose, r);
        break;
    case POSE_RIM:
        at_rim(pose, r);
        break;
    case POSE_FEATURES:
    case POSE_FAR: {
        int da = random_below(r, top), db = random_below(r, top);
        double gap = any_gap(pose, r);
        meet(pose, da, db, 0.0, random_below(r, 4) == 0, gap, r);
        break;
    }
    }
}
