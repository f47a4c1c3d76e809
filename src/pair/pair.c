// The pair-local frame.
//
// Idea        Subtract first, rotate afterwards. B's position in A's frame is R_A^T (p_B - p_A) and loses no digits of
//             the positions, wherever the pair is. Shapes that were given far from their own origin have a `centre`,
//             and then R_B c_B and R_A c_A, large and nearly opposite, enter the sum: in that case the whole expression
//             is evaluated in double-double.
#include "pair/pair.h"

#include "math/dd.h"
#include "pair/exact_shift.h"

// A radius times a direction that is unit to 3 roundings, the sum, and the 4 of everything.
#define ROUNDINGS_SWELL 8.0

scree_cores scree_cores_make(const scree_body *a, const scree_body *b)
{
    scree_cores c;
    scree_cores_make_plain(a, b, &c);
    if (scree_has_centre(c.a) || scree_has_centre(c.b)) {
        c.shift = dd3_value(scree_exact_shift(a, b));
        c.world_shift = dd3_value(scree_exact_place(a));
        scree_cores_measure(&c);
    }
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

bool scree_pose_is_valid_in_all(const scree_body *body)
{
    const double most = 1e60;
    const scree_vec3 p = body->position;
    const scree_quat q = body->orientation;
    const bool planar = body->shape->dimension == 3 || (p.z == 0.0 && q.x == 0.0 && q.y == 0.0);
    const bool oriented = q.w != 0.0 || q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
    const bool finite = isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && v3_is_finite(p);
    return finite && planar && oriented && v3_max_abs(p) <= most;
}

// The support point of a core along d, in stored coordinates; `index` gets its vertex, and is the hint on entry.
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
    scree_vec3 b = core_support(c->b, m3_mul_transposed(&c->rotation, d), &m.index_b);
    m.b = v3_add(m3_mul(&c->rotation, b), c->shift);
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
