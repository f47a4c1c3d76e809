// The public calls for the floating plane of one pair: checks, the order of the bodies, the plane to start from, world
// axes.
#include <math.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "pair/exact_shift.h"
#include "pair/pair.h"
#include "region/floating_plane.h"
#include "scree/floating_plane.h"
#include "scree/method.h"

static bool is_half_space(const scree_shape *s)
{
    return s->core == SCREE_CORE_HALF_SPACE;
}

bool scree_floating_plane_serves(const scree_shape *a, const scree_shape *b)
{
    if (a == NULL || b == NULL) return false;
    const bool serves_a = scree_cap_serves(a), serves_b = scree_cap_serves(b);
    return (serves_a && serves_b) || (serves_a && is_half_space(b)) || (serves_b && is_half_space(a));
}

size_t scree_floating_plane_scratch(const scree_shape *a, const scree_shape *b)
{
    if (!scree_floating_plane_serves(a, b)) return 0;
    return scree_arena_bytes(scree_method_scratch(scree_method_at(0), a, b));
}

static scree_status fail(scree_floating_plane *out, scree_status status)
{
    *out = (scree_floating_plane){ .status = status };
    return status;
}

// The extent of the whole shape from its stored origin along the unit vector d.
static double reach_of(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 top =
        scree_core_is_smooth(s) ? scree_smooth_support(s, d) : scree_stored_vertex(s, scree_support_vertex(s, d, 0));
    return v3_dot(d, top) + s->radius;
}

// The radius of the ball inscribed in a body.
static double inradius_of(const scree_shape *s)
{
    const double l = 2.0 * s->form->half_length, r = max2(s->form->bottom, s->form->top);
    switch (s->core) {
    case SCREE_CORE_POLYHEDRON:
        return s->hull->inscribed_ball[3] + s->radius;
    case SCREE_CORE_ELLIPSOID:
    case SCREE_CORE_SUPERQUADRIC:
        return min2(s->form->semi_axes.x, min2(s->form->semi_axes.y, s->form->semi_axes.z)) + s->radius;
    case SCREE_CORE_FRUSTUM: // a cylinder or a cone
        return (min2(s->form->bottom, s->form->top) > 0.0 ? min2(r, 0.5 * l) : r * l / (r + sqrt(r * r + l * l))) +
               s->radius;
    case SCREE_CORE_TEAR:
        return r + s->radius;
    default:
        return s->radius;
    }
}

// The reference point of the moments: the contact point, if it is near the bodies.
static scree_vec3 origin_of(const scree_cores *c, scree_vec3 point)
{
    const scree_vec3 local = m3_mul_transposed(&c->world_rotation, v3_sub(point, c->world_shift));
    return v3_norm(local) <= c->a->core_radius + c->a->radius ? local : v3(0.0, 0.0, 0.0);
}

// The half space's plane from A's stored origin, along `normal` from A to it: in double-double, as the terms nearly
// cancel.
static double plane_distance(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = b->shape;
    const dd3 normal = dd3_from(s->form->given_normal);
    const dd depth = dd_sub(dd_make(s->form->given_offset, 0.0), dd3_dot(normal, scree_exact_shift(b, a)));
    return -dd_value(dd_div(depth, dd_sqrt(dd3_dot(normal, normal)))) - s->radius;
}

// R m R^T for m = the moments along u and v, in the world's axes.
static scree_sym3 spread(const scree_cores *c, const scree_floating_answer *f)
{
    const scree_vec3 u = scree_cores_world_direction(c, f->u), v = scree_cores_world_direction(c, f->v);
    const double uu = f->moments[0], uv = f->moments[1], vv = f->moments[2];
    return (scree_sym3){ uu * u.x * u.x + 2.0 * uv * u.x * v.x + vv * v.x * v.x,
                         uu * u.y * u.y + 2.0 * uv * u.y * v.y + vv * v.y * v.y,
                         uu * u.z * u.z + 2.0 * uv * u.z * v.z + vv * v.z * v.z,
                         uu * u.x * u.y + uv * (u.x * v.y + u.y * v.x) + vv * v.x * v.y,
                         uu * u.x * u.z + uv * (u.x * v.z + u.z * v.x) + vv * v.x * v.z,
                         uu * u.y * u.z + uv * (u.y * v.z + u.z * v.y) + vv * v.y * v.z };
}

// The least position of B along a unit vector from A to B.
static double bottom_of(const scree_cores *c, scree_vec3 n)
{
    return v3_dot(n, c->shift) - reach_of(c->b, m3_mul_transposed(&c->rotation, v3_neg(n)));
}

static double overlap_along(const scree_cores *c, scree_vec3 n)
{
    return reach_of(c->a, n) - bottom_of(c, n);
}

// A pair with its bodies in order; `sign` is -1 if they were exchanged.
typedef struct ordered {
    scree_floating f;
    scree_cap_mesh mesh[2];
    double sign;
} ordered;

static void put_in_order(const scree_body *a, const scree_body *b, ordered *p)
{
    const bool in_order = scree_pair_in_order(a, b);
    p->sign = in_order ? 1.0 : -1.0;
    p->f = (scree_floating){ .cores = in_order ? scree_cores_make(a, b) : scree_cores_make(b, a) };
}

static void make_meshes(ordered *p)
{
    const scree_shape *a = p->f.cores.a, *b = p->f.cores.b;
    const bool is_shared = a->core == b->core && a->form->n1 == b->form->n1 && a->form->n2 == b->form->n2;
    p->f.mesh[0] = &p->mesh[0];
    p->f.mesh[1] = &p->mesh[is_shared ? 0 : 1];
    scree_cap_mesh_make(a, &p->mesh[0]);
    if (!is_shared) scree_cap_mesh_make(b, &p->mesh[1]);
}

static void publish(const ordered *p, const scree_floating_answer *f, double depth, scree_floating_plane *out)
{
    const scree_cores *c = &p->f.cores;
    out->energy = fmax(f->energy, 0.0); // rounding
    out->iterations = f->planes;
    out->depth = depth;
    out->deep = depth > inradius_of(c->a) || (!is_half_space(c->b) && depth > inradius_of(c->b));
    if (!(f->volume > 0.0)) return;
    out->normal = scree_cores_world_direction(c, v3_scale(f->normal, p->sign));
    out->force = v3_scale(out->normal, 2.0 * f->volume);
    out->point = scree_cores_world_point(c, f->point);
    out->area = fmax(f->area, 0.0);
    out->moments = spread(c, f);
}

static scree_status on_half_space(ordered *p, const scree_body *a, const scree_body *b, scree_floating_plane *out)
{
    scree_floating *f = &p->f;
    const scree_cores *c = &f->cores;
    const scree_vec3 n = v3_neg(m3_mul(&c->rotation, c->b->form->plane_normal));
    const double distance = p->sign > 0.0 ? plane_distance(a, b) : plane_distance(b, a);
    const double depth = reach_of(c->a, n) - distance;
    if (depth <= 0.0) return SCREE_OK;
    make_meshes(p);
    scree_floating_answer answer;
    scree_floating_on_half_space(f, n, distance - v3_dot(n, f->origin), &answer);
    publish(p, &answer, depth, out);
    return SCREE_OK;
}

// ---------------------------------------------------------------------------------------------------- the last plane

// A point inside a shape, in its stored frame.
static scree_vec3 middle_of(const scree_shape *s)
{
    return v3_sub(s->bounds.centre, s->centre);
}

// If the sign is -1, the caller's A is the second of the two: normals are reversed there, and a plane n . x = d of the
// first is -n . (rotation y + shift) = -d.
static bool last_plane(const ordered *p, scree_vec3 last, scree_vec3 *normal, double *distance)
{
    const scree_cores *c = &p->f.cores;
    const double length = v3_norm(last);
    if (!(length > 0.0) || !isfinite(length)) return false;
    const scree_vec3 n = v3_scale(last, 1.0 / length);
    const double far = length + v3_dot(n, middle_of(p->sign > 0.0 ? c->a : c->b));
    *normal = p->sign > 0.0 ? n : v3_neg(m3_mul(&c->rotation, n));
    *distance = p->sign > 0.0 ? far : v3_dot(*normal, c->shift) - far;
    return v3_is_finite(n);
}

static scree_vec3 kept(const ordered *p, const scree_floating_answer *f)
{
    const scree_cores *c = &p->f.cores;
    const double distance = v3_dot(f->normal, f->point);
    const scree_vec3 n = p->sign > 0.0 ? f->normal : v3_neg(m3_mul_transposed(&c->rotation, f->normal));
    const double far = p->sign > 0.0 ? distance : v3_dot(f->normal, c->shift) - distance;
    const double length = far - v3_dot(n, middle_of(p->sign > 0.0 ? c->a : c->b));
    return length > 0.0 ? v3_scale(n, length) : v3(0.0, 0.0, 0.0);
}

// Is A's middle in front of the plane, and B's beyond? A plane for which they are not goes through a body, or between
// two that have changed sides.
static bool is_between(const scree_cores *c, const scree_floating_answer *f)
{
    const double distance = v3_dot(f->normal, f->point);
    const scree_vec3 b = v3_add(m3_mul(&c->rotation, middle_of(c->b)), c->shift);
    return v3_dot(f->normal, middle_of(c->a)) < distance && v3_dot(f->normal, b) > distance;
}

// From the last plane to the current minimum. False if there is none near it.
static bool follow(ordered *p, scree_vec3 *last, scree_floating_plane *out)
{
    scree_vec3 n;
    double distance;
    if (is_half_space(p->f.cores.b) || !last_plane(p, *last, &n, &distance)) return false;
    // Moments are about the projection of B's centre, which is near the contact, as B is the smaller of the two.
    const scree_vec3 centre = p->f.cores.shift;
    p->f.origin = v3_add_scaled(centre, distance - v3_dot(n, centre), n);
    make_meshes(p);
    scree_floating_answer answer;
    if (!scree_floating_search(&p->f, n, distance - v3_dot(n, p->f.origin), &answer)) return false;
    if (answer.vanishes || !(answer.volume > 0.0)) return false;
    const double depth = overlap_along(&p->f.cores, answer.normal);
    if (!(depth > 0.0) || !is_between(&p->f.cores, &answer)) return false;
    publish(p, &answer, depth, out);
    *last = kept(p, &answer);
    return true;
}

// --------------------------------------------------------------------------------------------------------- the query

static scree_status begin(ordered *p, const scree_contact *contact, scree_vec3 *last, scree_floating_plane *out)
{
    const scree_cores *c = &p->f.cores;
    const scree_vec3 n = v3_unit(m3_mul_transposed(&c->world_rotation, v3_scale(contact->normal, p->sign)));
    const double top = reach_of(c->a, n), bottom = bottom_of(c, n);
    if (top <= bottom) return SCREE_OK;
    make_meshes(p);
    scree_floating_answer answer;
    const bool found = scree_floating_search(&p->f, n, 0.5 * (top + bottom) - v3_dot(n, p->f.origin), &answer);
    publish(p, &answer, max2(0.0, overlap_along(c, answer.normal)), out);
    if (found && !answer.vanishes && answer.volume > 0.0) *last = kept(p, &answer);
    out->status = found ? SCREE_OK : SCREE_NO_CONVERGENCE;
    return out->status;
}

static bool is_apart(const scree_contact *contact)
{
    return contact->beyond || contact->distance > 0.0;
}

static scree_status answer_pair(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                const scree_floating_plane_options *o, scree_floating_plane *out)
{
    const scree_vec3 none = { 0.0, 0.0, 0.0 };
    scree_vec3 unused = none, *last = o->last != NULL ? o->last : &unused;
    ordered p;
    put_in_order(a, b, &p);
    *out = (scree_floating_plane){ .status = SCREE_OK };
    if (!(contact != NULL && is_apart(contact)) && follow(&p, last, out)) return SCREE_OK;
    *last = none;
    scree_contact own;
    if (contact == NULL) {
        scree_query_options q = scree_query_defaults();
        q.scratch = o->scratch;
        q.scratch_size = o->scratch_size;
        const scree_status status = scree_query(a, b, &q, &own);
        if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return fail(out, status);
        contact = &own;
    }
    if (is_apart(contact)) return SCREE_OK;
    if (!v3_is_finite(contact->normal) || v3_norm2(contact->normal) == 0.0 || !v3_is_finite(contact->point))
        return fail(out, SCREE_INVALID_ARGUMENT);
    p.f.origin = origin_of(&p.f.cores, contact->point);
    return is_half_space(p.f.cores.b) ? on_half_space(&p, a, b, out) : begin(&p, contact, last, out);
}

static const scree_floating_plane_options defaults = { .size = sizeof(scree_floating_plane_options) };

scree_floating_plane_options scree_floating_plane_defaults(void)
{
    return defaults;
}

scree_status scree_floating_plane_query(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                        const scree_floating_plane_options *options, scree_floating_plane *out)
{
    SCREE_FP_GUARD();
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    const scree_floating_plane_options *o = options != NULL ? options : &defaults;
    if (o->size != 0 && o->size != sizeof *o) return fail(out, SCREE_INVALID_ARGUMENT);
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return fail(out, SCREE_INVALID_ARGUMENT);
    if (!scree_floating_plane_serves(a->shape, b->shape)) return fail(out, SCREE_UNSUPPORTED_PAIR);
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return fail(out, SCREE_INVALID_POSE);
    return answer_pair(a, b, contact, o, out);
}

bool scree_floating_plane_follow(const scree_body *a, const scree_body *b, scree_vec3 *last, scree_floating_plane *out)
{
    SCREE_FP_GUARD();
    if (out == NULL) return false;
    *out = (scree_floating_plane){ .status = SCREE_OK };
    if (last == NULL || a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return false;
    if (!scree_floating_plane_serves(a->shape, b->shape)) return false;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return false;
    ordered p;
    put_in_order(a, b, &p);
    return follow(&p, last, out);
}
