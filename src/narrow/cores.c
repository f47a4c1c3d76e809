// The pair-local frame.
//
// Idea        Subtract first, turn afterwards. B's place in A's frame is R_A^T (p_B - p_A) and loses nothing of what
//             the positions hold, wherever the pair is. Shapes that were given far from their own origin keep a
//             `centre`, and then R_B c_B and R_A c_A, large and nearly opposite, enter the sum: there the whole
//             expression is evaluated with twice the digits.
#include "narrow/cores.h"

#include "math/dd.h"
#include "narrow/exact_shift.h"

// A radius times a direction that is unit to 3 roundings, the sum, and the 4 of everything.
#define ROUNDINGS_SWELL 8.0

static bool is_zero(scree_vec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

scree_cores scree_cores_make(const scree_body *a, const scree_body *b)
{
    scree_cores c = { .a = a->shape, .b = b->shape };
    c.world_turn = m3_from_quat(a->orientation);
    scree_mat3 turn_b = m3_from_quat(b->orientation);
    c.turn = m3_transposed_mul(&c.world_turn, &turn_b);
    if (is_zero(c.a->centre) && is_zero(c.b->centre)) {
        c.shift = m3_mul_transposed(&c.world_turn, v3_sub(b->position, a->position));
        c.world_shift = a->position;
    } else {
        c.shift = dd3_value(scree_exact_shift(a, b));
        c.world_shift = dd3_value(scree_exact_place(a));
    }
    double radius_a = c.a->core_radius, radius_b = c.b->core_radius, length = v3_norm(c.shift);
    c.size = radius_a + radius_b + length;
    c.error =
        SCREE_ROUNDING * (SCREE_ROUNDINGS_A * radius_a + SCREE_ROUNDINGS_B * radius_b + SCREE_ROUNDINGS_SHIFT * length);
    c.error += c.a->slack + c.b->slack;
    return c;
}

void scree_cores_swell(scree_cores *c)
{
    c->swell_a = c->a->radius;
    c->swell_b = c->b->radius;
    double radii = c->swell_a + c->swell_b;
    c->size += radii;
    c->error += SCREE_ROUNDING * ROUNDINGS_SWELL * radii;
}

bool scree_pose_is_valid(const scree_body *body)
{
    const double most = 1e60;
    scree_vec3 p = body->position;
    scree_quat q = body->orientation;
    double length = fmax(fmax(fabs(q.w), fabs(q.x)), fmax(fabs(q.y), fabs(q.z)));
    bool planar = body->shape->dimension == 3 || (p.z == 0.0 && q.x == 0.0 && q.y == 0.0);
    bool finite = isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && v3_is_finite(p);
    return finite && planar && v3_max_abs(p) <= most && length > 0.0;
}

scree_vec3 scree_cores_world_point(const scree_cores *c, scree_vec3 p)
{
    return v3_add(m3_mul(&c->world_turn, p), c->world_shift);
}

scree_vec3 scree_cores_world_direction(const scree_cores *c, scree_vec3 d)
{
    return m3_mul(&c->world_turn, d);
}

// The farthest point of a core along d, in stored coordinates; `index` gets its number, and is the hint on entry.
static scree_vec3 core_support(const scree_shape *s, scree_vec3 d, int *index)
{
    if (scree_core_is_smooth(s)) {
        *index = -1;
        return scree_smooth_support(s, d);
    }
    *index = scree_support_vertex(s, d, *index);
    return scree_stored_vertex(s, *index);
}

scree_mvertex scree_cores_support(const scree_cores *c, scree_vec3 d, const scree_mvertex *hint)
{
    scree_mvertex m = { .index_a = 0, .index_b = 0 };
    if (hint != NULL && hint->index_a > 0) m.index_a = hint->index_a;
    if (hint != NULL && hint->index_b > 0) m.index_b = hint->index_b;
    m.a = core_support(c->a, v3_neg(d), &m.index_a);
    scree_vec3 b = core_support(c->b, m3_mul_transposed(&c->turn, d), &m.index_b);
    m.b = v3_add(m3_mul(&c->turn, b), c->shift);
    if (c->swell_a > 0.0 || c->swell_b > 0.0) {
        scree_vec3 out = v3_unit(d);
        m.a = v3_add_scaled(m.a, -c->swell_a, out);
        m.b = v3_add_scaled(m.b, c->swell_b, out);
    }
    m.w = v3_sub(m.b, m.a);
    return m;
}

double scree_cores_gap(const scree_cores *c, scree_vec3 n, scree_mvertex *at)
{
    scree_mvertex m = scree_cores_support(c, v3_neg(n), at);
    if (at != NULL) *at = m;
    return v3_dot(n, m.w);
}
