// The public calls for the pressure field of one pair: checks, the order of the bodies, scratch, world axes.
#include "scree/pressure.h"

#include <math.h>
#include <stdalign.h>

#include "base/fp_environment.h"
#include "pair/pair.h"
#include "region/field.h"
#include "region/prepare.h"
#include "region/single.h"
#include "scree/method.h"

enum { STACK_SCRATCH = 24 * 1024 };

bool scree_pressure_serves(const scree_shape *a, const scree_shape *b)
{
    return scree_region_serves(a, b);
}

static size_t field_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_region_planes_scratch(a, b) + scree_field_scratch(a, b);
}

size_t scree_pressure_scratch(const scree_shape *a, const scree_shape *b)
{
    if (!scree_region_serves(a, b)) return 0;
    const size_t own = field_scratch(a, b), query = scree_method_scratch(scree_method_at(0), a, b);
    return own > query ? own : query;
}

static scree_status fail(scree_pressure *out, scree_status status)
{
    *out = (scree_pressure){ .status = status };
    return status;
}

static scree_vec3 of_b_on(double sign, const scree_cores *c, scree_vec3 v)
{
    return scree_cores_world_direction(c, v3_scale(v, sign));
}

// R m R^T
static scree_sym3 rotated(const scree_mat3 *rotation, scree_sym3 m)
{
    const scree_mat3 full = { { { m.xx, m.xy, m.xz }, { m.xy, m.yy, m.yz }, { m.xz, m.yz, m.zz } } };
    const scree_vec3 *r = rotation->row;
    const scree_vec3 x = m3_mul(&full, r[0]), y = m3_mul(&full, r[1]), z = m3_mul(&full, r[2]);
    return (scree_sym3){ v3_dot(r[0], x), v3_dot(r[1], y), v3_dot(r[2], z),
                         v3_dot(r[0], y), v3_dot(r[0], z), v3_dot(r[1], z) };
}

// The second moments of the projected area about c, which like all positions is relative to f->at; n is the force's
// direction.
static scree_sym3 moments_about(const scree_field *f, scree_vec3 c, scree_vec3 n)
{
    const double weight[3] = { n.x, n.y, n.z }, area[3] = { f->area.x, f->area.y, f->area.z };
    scree_sym3 m = { 0 };
    for (int i = 0; i < 3; ++i) {
        const scree_sym3 s = f->second[i];
        const scree_vec3 p = f->first[i];
        const double w = weight[i], a = area[i];
        m.xx += w * (s.xx - 2.0 * c.x * p.x + a * c.x * c.x);
        m.yy += w * (s.yy - 2.0 * c.y * p.y + a * c.y * c.y);
        m.zz += w * (s.zz - 2.0 * c.z * p.z + a * c.z * c.z);
        m.xy += w * (s.xy - c.x * p.y - c.y * p.x + a * c.x * c.y);
        m.xz += w * (s.xz - c.x * p.z - c.z * p.x + a * c.x * c.z);
        m.yz += w * (s.yz - c.y * p.z - c.z * p.y + a * c.y * c.z);
    }
    return m;
}

// `sign` is -1 if A and B were exchanged.
static void publish(const scree_region_planes *r, const scree_field *f, double sign, scree_pressure *out)
{
    const scree_cores *c = &r->cores;
    out->energy = fmax(f->energy, 0.0); // rounding
    if (!(f->pressure > 0.0)) return;
    const scree_vec3 centre = v3_scale(f->pressure_at, 1.0 / f->pressure), direction = v3_unit(f->force);
    const scree_vec3 couple = v3_sub(f->moment, v3_cross(centre, f->force));
    out->force = of_b_on(sign, c, f->force);
    out->couple = of_b_on(sign, c, couple);
    out->centre = scree_cores_world_point(c, v3_add(r->origin, v3_add(f->at, centre)));
    out->area = fmax(v3_dot(f->area, direction), 0.0);
    out->moments = rotated(&c->world_rotation, moments_about(f, centre, direction));
}

// Deeper than the radius of the inscribed ball.
static bool is_deep(const scree_shape *s, double depth)
{
    return s->core != SCREE_CORE_HALF_SPACE && depth > s->hull->inscribed_ball[3];
}

// The bodies are in order.
static scree_status sum_field(const scree_body *a, const scree_body *b, const scree_contact *contact, double sign,
                              const scree_pressure_options *o, scree_pressure *out)
{
    scree_region_planes planes;
    scree_field field;
    scree_arena scratch = scree_arena_make(o->scratch, o->scratch_size);
    if (!scree_region_planes_make(a, b, scree_region_normal(contact->normal, sign < 0.0), &scratch, &planes))
        return fail(out, SCREE_SCRATCH_TOO_SMALL);
    *out = (scree_pressure){ .status = SCREE_OK };
    if (planes.depth <= 0.0) return SCREE_OK;
    const scree_vec3 local =
        m3_mul_transposed(&planes.cores.world_rotation, v3_sub(contact->point, planes.cores.world_shift));
    if (!scree_field_sum(&planes, v3_sub(local, planes.origin), o->energy, &scratch, &field))
        return fail(out, SCREE_SCRATCH_TOO_SMALL);
    publish(&planes, &field, sign, out);
    out->deep = is_deep(a->shape, planes.depth) || is_deep(b->shape, planes.depth);
    return SCREE_OK;
}

// `tried`: the kernels could not prove an answer.
static scree_status with_scratch(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                 const scree_pressure_options *o, bool tried, scree_pressure *out)
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
    *out = (scree_pressure){ .status = SCREE_OK };
    if (contact->beyond || contact->distance > 0.0) return SCREE_OK;
    if (!v3_is_finite(contact->normal) || v3_max_abs(contact->normal) == 0.0 || !v3_is_finite(contact->point))
        return fail(out, SCREE_INVALID_ARGUMENT);
    if (!tried && !o->energy && scree_field_try(a, b, contact, out)) return SCREE_OK;
    const bool in_order = scree_pair_in_order(a, b);
    return in_order ? sum_field(a, b, contact, 1.0, o, out) : sum_field(b, a, contact, -1.0, o, out);
}

// Not inlined, so that callers with scratch of their own do not need the stack space.
__attribute__((noinline)) static scree_status on_stack(const scree_body *a, const scree_body *b,
                                                       const scree_contact *contact, const scree_pressure_options *o,
                                                       bool tried, scree_pressure *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[STACK_SCRATCH];
    const scree_pressure_options own = { .energy = o->energy, .scratch = stack, .scratch_size = sizeof stack };
    return with_scratch(a, b, contact, &own, tried, out);
}

static const scree_pressure_options defaults = { .size = sizeof(scree_pressure_options) };

scree_pressure_options scree_pressure_defaults(void)
{
    return defaults;
}

scree_status scree_pressure_of_pair(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                    const scree_pressure_options *options, bool tried, scree_pressure *out)
{
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    const scree_pressure_options *o = options != NULL ? options : &defaults;
    if (o->size != 0 && o->size != sizeof *o) return fail(out, SCREE_INVALID_ARGUMENT);
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return fail(out, SCREE_INVALID_ARGUMENT);
    if (!scree_region_serves(a->shape, b->shape)) return fail(out, SCREE_UNSUPPORTED_PAIR);
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return fail(out, SCREE_INVALID_POSE);
    return o->scratch != NULL ? with_scratch(a, b, contact, o, tried, out) : on_stack(a, b, contact, o, tried, out);
}

scree_status scree_pressure_query(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                  const scree_pressure_options *options, scree_pressure *out)
{
    SCREE_FP_GUARD();
    return scree_pressure_of_pair(a, b, contact, options, false, out);
}
