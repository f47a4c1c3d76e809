// Triple-double arithmetic of the checker, for heights over a half space that is far away: only sums and products.
//
// A number is the unevaluated sum a + b + c, each part at most half a unit in the last place of the one before: good for
// 47 digits. A sum is off by less than 2^-150 of |x| + |y|, a product by less than 2^-150 of |x| |y|: the parts below the
// third are dropped, and the third is summed in double. The same limits as in wide.h.
#ifndef SCREE_VERIFY_TRIPLE_H
#define SCREE_VERIFY_TRIPLE_H

#include "verify/wide.h"

typedef struct triple {
    double a, b, c;
} triple;

typedef struct triple3 {
    triple x, y, z;
} triple3;

static inline triple t_of(wide x)
{
    return (triple){ x.hi, x.lo, 0.0 };
}

static inline triple t_normal(double a, double b, double c)
{
    const wide low = w_sum(b, c), high = w_sum(a, low.hi), rest = w_sum(high.lo, low.lo);
    return (triple){ high.hi, rest.hi, rest.lo };
}

static inline triple t_add(triple x, triple y)
{
    const wide high = w_sum(x.a, y.a), low = w_sum(x.b, y.b), middle = w_sum(low.hi, high.lo);
    return t_normal(high.hi, middle.hi, (x.c + y.c) + (low.lo + middle.lo));
}

static inline triple t_neg(triple x)
{
    return (triple){ -x.a, -x.b, -x.c };
}

static inline triple t_mul(triple x, triple y)
{
    const wide high = w_product(x.a, y.a), p = w_product(x.a, y.b), q = w_product(x.b, y.a);
    const wide s = w_sum(p.hi, q.hi), t = w_sum(s.hi, high.lo);
    return t_normal(high.hi, t.hi, (x.a * y.c + x.b * y.b + x.c * y.a) + (p.lo + q.lo) + (s.lo + t.lo));
}

static inline wide t_wide(triple x)
{
    return w_fast_sum(x.a, x.b + x.c);
}

static inline triple3 t3_of(wide3 v)
{
    return (triple3){ t_of(v.x), t_of(v.y), t_of(v.z) };
}

static inline triple3 t3_add(triple3 v, triple3 w)
{
    return (triple3){ t_add(v.x, w.x), t_add(v.y, w.y), t_add(v.z, w.z) };
}

static inline triple3 t3_mul(triple3 v, triple s)
{
    return (triple3){ t_mul(v.x, s), t_mul(v.y, s), t_mul(v.z, s) };
}

static inline triple t3_dot(triple3 v, triple3 w)
{
    return t_add(t_add(t_mul(v.x, w.x), t_mul(v.y, w.y)), t_mul(v.z, w.z));
}

static inline triple3 t3_cross(triple3 v, triple3 w)
{
    return (triple3){ t_add(t_mul(v.y, w.z), t_neg(t_mul(v.z, w.y))), t_add(t_mul(v.z, w.x), t_neg(t_mul(v.x, w.z))),
                      t_add(t_mul(v.x, w.y), t_neg(t_mul(v.y, w.x))) };
}

#endif
