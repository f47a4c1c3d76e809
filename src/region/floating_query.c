// The public calls for the floating plane of one pair: checks, the order of the bodies, the plane to start from, world
// axes.
#include <math.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "pair/exact_shift.h"
#include "pair/order.h"
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

// How far the whole shape reaches from its stored origin along d, unit.
static double reach_of(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 top =
        scree_core_is_smooth(s) ? scree_smooth_support(s, d) : scree_stored_vertex(s, scree_support_vertex(s, d, 0));
    return v3_dot(d, top) + s->radius;
}

// The radius of the ball inscribed in a body.
static double inradius_of(const scree_shape *s)
{
    const double l = 2.0 * s->half_length, r = max2(s->bottom, s->top);
    switch (s->core) {
    case SCREE_CORE_POLYHEDRON:
        return s->inscribed_ball[3] + s->radius;
    case SCREE_CORE_ELLIPSOID:
    case SCREE_CORE_SUPERQUADRIC:
        return min2(s->semi_axes.x, min2(s->semi_axes.y, s->semi_axes.z)) + s->radius;
    case SCREE_CORE_FRUSTUM: // a cylinder or a cone
        return (min2(s->bottom, s->top) > 0.0 ? min2(r, 0.5 * l) : r * l / (r + sqrt(r * r + l * l))) + s->radius;
    case SCREE_CORE_TEAR:
        return r + s->radius;
    default:
        return s->radius;
    }
}

// Where the moments are taken from: the contact point, as long as it is near the bodies.
static scree_vec3 origin_of(const scree_cores *c, scree_vec3 point)
{
    const scree_vec3 local = m3_mul_transposed(&c->world_turn, v3_sub(point, c->world_shift));
    return v3_norm(local) <= c->a->core_radius + c->a->radius ? local : v3(0.0, 0.0, 0.0);
}

// The half space's plane from A's stored origin, along `normal` from A to it: with twice the digits, as the terms nearly
// cancel.
static double plane_distance(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = b->shape;
    const dd3 normal = dd3_from(s->given_normal);
    const dd depth = dd_sub(dd_make(s->given_offset, 0.0), dd3_dot(normal, scree_exact_shift(b, a)));
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

// `sign` is -1 where A and B have changed places.
static void publish(const scree_cores *c, const scree_floating_answer *f, double sign, double depth,
                    scree_floating_plane *out)
{
    out->energy = f->energy;
    out->iterations = f->planes;
    out->deep = depth > inradius_of(c->a) || (!is_half_space(c->b) && depth > inradius_of(c->b));
    if (!(f->volume > 0.0)) return;
    out->normal = scree_cores_world_direction(c, v3_scale(f->normal, sign));
    out->force = v3_scale(out->normal, 2.0 * f->volume);
    out->point = scree_cores_world_point(c, f->point);
    out->area = f->area;
    out->moments = spread(c, f);
}

// The bodies are in order.
static scree_status find_plane(const scree_body *a, const scree_body *b, const scree_contact *contact, double sign,
                               scree_floating_plane *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    scree_cap_mesh mesh[2];
    scree_floating f = { .cores = scree_cores_make(a, b), .mesh = { &mesh[0], &mesh[s == t ? 0 : 1] } };
    const scree_cores *c = &f.cores;
    f.origin = origin_of(c, contact->point);
    scree_cap_mesh_make(s, &mesh[0]);
    if (s != t) scree_cap_mesh_make(t, &mesh[1]);
    scree_floating_answer answer;
    if (is_half_space(t)) {
        const scree_vec3 n = v3_neg(m3_mul(&c->turn, t->plane_normal));
        const double distance = plane_distance(a, b), depth = reach_of(s, n) - distance;
        if (depth <= 0.0) return SCREE_OK;
        scree_floating_on_half_space(&f, n, distance - v3_dot(n, f.origin), &answer);
        publish(c, &answer, sign, depth, out);
        return SCREE_OK;
    }
    const scree_vec3 n = v3_unit(m3_mul_transposed(&c->world_turn, v3_scale(contact->normal, sign)));
    const double top = reach_of(s, n),
                 bottom = v3_dot(n, c->shift) - reach_of(t, m3_mul_transposed(&c->turn, v3_neg(n)));
    if (top <= bottom) return SCREE_OK;
    const bool found = scree_floating_search(&f, n, 0.5 * (top + bottom) - v3_dot(n, f.origin), &answer);
    publish(c, &answer, sign, top - bottom, out);
    out->status = found ? SCREE_OK : SCREE_NO_CONVERGENCE;
    return out->status;
}

static scree_status with_contact(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                 const scree_floating_plane_options *o, scree_floating_plane *out)
{
    scree_contact own;
    if (contact == NULL) {
        scree_query_options q = scree_query_defaults();
        q.scratch = o->scratch;
        q.scratch_size = o->scratch_size;
        const scree_status status = scree_query(a, b, &q, &own);
        if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return fail(out, status);
        contact = &own;
    }
    *out = (scree_floating_plane){ .status = SCREE_OK };
    if (contact->beyond != 0 || contact->distance > 0.0) return SCREE_OK;
    if (!v3_is_finite(contact->normal) || v3_norm2(contact->normal) == 0.0 || !v3_is_finite(contact->point))
        return fail(out, SCREE_INVALID_ARGUMENT);
    const bool in_order = scree_pair_in_order(a, b);
    return in_order ? find_plane(a, b, contact, 1.0, out) : find_plane(b, a, contact, -1.0, out);
}

scree_status scree_floating_plane_query(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                        const scree_floating_plane_options *options, scree_floating_plane *out)
{
    SCREE_FP_GUARD();
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return fail(out, SCREE_INVALID_ARGUMENT);
    if (!scree_floating_plane_serves(a->shape, b->shape)) return fail(out, SCREE_UNSUPPORTED_PAIR);
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return fail(out, SCREE_INVALID_POSE);
    static const scree_floating_plane_options defaults = { .scratch = NULL };
    return with_contact(a, b, contact, options != NULL ? options : &defaults, out);
}
