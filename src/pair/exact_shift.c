// Stored origins of two bodies in double-double.
//
// Idea        Vertices are stored relative to a centre near them; where a shape was given far from its own origin, the vector
//             between two stored origins is a small difference of large terms. Rotations and sums are evaluated here in
//             double-double, from the quaternions as given, of any length: nothing is normalised in doubles first.
// Limits      Relative to the terms, not to their difference: SCREE_EXACT_ROUNDING.
#include "pair/exact_shift.h"

#include "shape/shape.h"

static dd3 dd3_minus(dd3 a)
{
    dd3 r = { dd_neg(a.x), dd_neg(a.y), dd_neg(a.z) };
    return r;
}

// v + 2 (w t + u x t) / |q|^2 with t = u x v: the rotation of q = w + u, or with `back` its inverse. The quaternion is
// scaled by a power of two first, which changes nothing and keeps the squares in range.
static dd3 rotate_exactly(scree_quat q, dd3 v, bool back)
{
    int exponent;
    (void)frexp(fmax(fmax(fabs(q.w), fabs(q.x)), fmax(fabs(q.y), fabs(q.z))), &exponent);
    // The power itself would overflow for subnormal lengths.
    dd w = dd_make(ldexp(q.w, -exponent), 0.0);
    dd3 u = dd3_from(v3(ldexp(q.x, -exponent), ldexp(q.y, -exponent), ldexp(q.z, -exponent)));
    if (back) u = dd3_minus(u);
    dd3 t = dd3_cross(u, v), ut = dd3_cross(u, t);
    dd s = dd_div(dd_make(2.0, 0.0), dd_add(dd_mul(w, w), dd3_dot(u, u)));
    dd3 sum = { dd_add(dd_mul(w, t.x), ut.x), dd_add(dd_mul(w, t.y), ut.y), dd_add(dd_mul(w, t.z), ut.z) };
    dd3 step = { dd_mul(s, sum.x), dd_mul(s, sum.y), dd_mul(s, sum.z) };
    return dd3_add(v, step);
}

dd3 scree_exact_rotated(scree_quat q, scree_vec3 v)
{
    return rotate_exactly(q, dd3_from(v), false);
}

dd3 scree_exact_place(const scree_body *body)
{
    return dd3_add(rotate_exactly(body->orientation, dd3_from(body->shape->centre), false), dd3_from(body->position));
}

dd3 scree_exact_shift(const scree_body *a, const scree_body *b)
{
    dd3 from_a_to_b = dd3_diff(b->position, a->position);
    dd3 rotated_b = rotate_exactly(b->orientation, dd3_from(b->shape->centre), false);
    dd3 in_a = rotate_exactly(a->orientation, dd3_add(from_a_to_b, rotated_b), true);
    return dd3_add(in_a, dd3_minus(dd3_from(a->shape->centre)));
}
