// Where the roots of a quartic are.
//
// Source      Jia, Choi, Mourrain, Wang, Comput. Aided Geom. Des. 28 (2011) 164-175, as in girault-2022, (C.4) and
//             Theorem 4.
// Idea        The signed subresultants sr22, sr11 and sr0 of the quartic and its derivative are all positive if and
//             only if its four roots are real and distinct; as two of them are negative, the other two have one sign,
//             and the changes of sign in the coefficients say which (Descartes).
// Departures  1. (C.4) is garbled in print; this is the reading under which A and B are the invariants of the quartic
//                and sr0 = A^3 - 27 B^2 its discriminant, up to a factor. W1 = d - b c, W3 = e - b d.
//             2. All five coefficients count in Var, the leading 1 too, as in Theorem 4 and not in Algorithm 7.
//             3. A sign counts only where it is certain. sr0 > 0 implies the other two, since two roots are real
//                already: their signs may stay unknown, where sr0 is known.
//             4. Cases with sr0 = 0 (touching, or a double root elsewhere) are never certain in rounded arithmetic:
//                unsure.
// Limits      For roots that lie orders of magnitude apart, sr0 is a small difference: its relative error grows like
//             the square of the ratio of the two in the middle.
#include "math/quartic_signs.h"

// With d > 0 and two negative roots there are either two changes or none: two, if any coefficient between is negative.
static scree_certainty changes_twice(bn a, bn b, bn c)
{
    if (bn_is_negative(a) || bn_is_negative(b) || bn_is_negative(c)) return SCREE_YES;
    return bn_is_positive(a) && bn_is_positive(b) && bn_is_positive(c) ? SCREE_NO : SCREE_UNSURE;
}

// All real and distinct? The coefficients are those of (C.4): t^4 - 4 b t^3 + 6 c t^2 - 4 d t + e.
static scree_certainty all_real(bn b, bn c, bn d, bn e)
{
    bn delta2 = bn_sub(bn_square(b), c), delta3 = bn_sub(bn_square(c), bn_mul(b, d));
    bn w1 = bn_sub(d, bn_mul(b, c)), w3 = bn_sub(e, bn_mul(b, d));
    bn i = bn_add(w3, bn_scale(delta3, 3.0));                                                   // A
    bn j = bn_sub(bn_mul(bn_scale(d, -1.0), w1), bn_add(bn_mul(e, delta2), bn_mul(c, delta3))); // B
    bn sr0 = bn_sub(bn_mul(bn_square(i), i), bn_scale(bn_square(j), 27.0));
    if (bn_is_positive(sr0)) return SCREE_YES;
    if (bn_is_negative(sr0) || bn_is_negative(delta2)) return SCREE_NO;
    bn sr11 = bn_sub(bn_mul(delta2, bn_sub(bn_scale(delta3, 27.0), bn_scale(w3, 3.0))), bn_scale(bn_square(w1), 9.0));
    return bn_is_negative(sr11) ? SCREE_NO : SCREE_UNSURE;
}

scree_certainty scree_quartic_has_positive_roots(bn a, bn b, bn c, bn d)
{
    scree_certainty changes = changes_twice(a, b, c);
    if (changes == SCREE_NO) return SCREE_NO;
    const bn sixth = bn_make(1.0 / 6.0, 0x1p-55);
    scree_certainty real = all_real(bn_scale(a, -0.25), bn_mul(b, sixth), bn_scale(c, -0.25), d);
    return real == SCREE_YES ? changes : real;
}
