// Exact orientation tests.
//
// Source  Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, Discrete &
//         Computational Geometry 18 (1997).
// Idea    The determinant in plain double decides unless it is smaller than its own error bound. Then it is computed as
//         an expansion: a sum of doubles that do not overlap, smallest first, which has no error at all.
// Departures  Two stages, not four: the second is rare here, and its cost does not show.
#include "math/predicates.h"

#include <math.h>

#include "math/dd.h"

// Shewchuk's constants, (3 + 16 eps) eps and (7 + 56 eps) eps with eps = 2^-53, rounded up.
static const double FILTER_2 = 3.3306690738754731e-16;
static const double FILTER_3 = 7.7715611723761027e-16;

enum { MOST_TERMS = 192 }; // of a determinant of order 3 whose entries have two terms each

typedef struct expansion {
    int count;
    double term[MOST_TERMS];
} expansion;

// e + b, in place: Grow-Expansion, without terms that are 0.
static void grow(expansion *e, double b)
{
    int kept = 0;
    double q = b;
    for (int i = 0; i < e->count; ++i) {
        dd s = dd_two_sum(q, e->term[i]);
        q = s.hi;
        if (s.lo != 0.0) e->term[kept++] = s.lo;
    }
    if (q != 0.0) e->term[kept++] = q;
    e->count = kept;
}

static void add(expansion *e, const expansion *f)
{
    for (int i = 0; i < f->count; ++i) grow(e, f->term[i]);
}

// e += sign (a b), every partial product being exact.
static void add_product(expansion *e, dd a, dd b, double sign)
{
    const double x[2] = { a.lo, a.hi }, y[2] = { b.lo, b.hi };
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            dd p = dd_two_prod(sign * x[i], y[j]);
            grow(e, p.lo);
            grow(e, p.hi);
        }
    }
}

static expansion determinant_2(dd a, dd b, dd c, dd d)
{
    expansion e = { .count = 0 };
    add_product(&e, a, d, 1.0);
    add_product(&e, b, c, -1.0);
    return e;
}

// e += a f
static void add_multiple(expansion *e, dd a, const expansion *f)
{
    expansion product = { .count = 0 };
    for (int i = 0; i < f->count; ++i) add_product(&product, a, dd_make(f->term[i], 0.0), 1.0);
    add(e, &product);
}

// The largest term, which is the last, decides the sign; rounding in the sum cannot change it.
static double value_of(const expansion *e)
{
    double sum = 0.0;
    for (int i = 0; i < e->count; ++i) sum += e->term[i];
    return sum;
}

double scree_orient2(scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
    double det = left - right;
    if (fabs(det) > FILTER_2 * (fabs(left) + fabs(right))) return det;
    dd ax = dd_two_diff(a.x, c.x), ay = dd_two_diff(a.y, c.y), bx = dd_two_diff(b.x, c.x), by = dd_two_diff(b.y, c.y);
    expansion e = determinant_2(ax, ay, bx, by);
    return value_of(&e);
}

scree_vec3 scree_cross_exact(scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    dd3 u = dd3_diff(b, a), v = dd3_diff(c, a);
    expansion x = determinant_2(u.y, u.z, v.y, v.z);
    expansion y = determinant_2(u.z, u.x, v.z, v.x);
    expansion z = determinant_2(u.x, u.y, v.x, v.y);
    return v3(value_of(&x), value_of(&y), value_of(&z));
}

static double orient3_exact(scree_vec3 a, scree_vec3 b, scree_vec3 c, scree_vec3 d)
{
    dd3 u = dd3_diff(b, a), v = dd3_diff(c, a), w = dd3_diff(d, a);
    expansion x = determinant_2(u.y, u.z, v.y, v.z);
    expansion y = determinant_2(u.z, u.x, v.z, v.x);
    expansion z = determinant_2(u.x, u.y, v.x, v.y);
    expansion e = { .count = 0 };
    add_multiple(&e, w.x, &x);
    add_multiple(&e, w.y, &y);
    add_multiple(&e, w.z, &z);
    return value_of(&e);
}

double scree_orient3(scree_vec3 a, scree_vec3 b, scree_vec3 c, scree_vec3 d)
{
    scree_vec3 u = v3_sub(b, a), v = v3_sub(c, a), w = v3_sub(d, a);
    double x1 = u.y * v.z, x2 = u.z * v.y, y1 = u.z * v.x, y2 = u.x * v.z, z1 = u.x * v.y, z2 = u.y * v.x;
    double det = w.x * (x1 - x2) + w.y * (y1 - y2) + w.z * (z1 - z2);
    double permanent =
        fabs(w.x) * (fabs(x1) + fabs(x2)) + fabs(w.y) * (fabs(y1) + fabs(y2)) + fabs(w.z) * (fabs(z1) + fabs(z2));
    if (fabs(det) > FILTER_3 * permanent) return det;
    return orient3_exact(a, b, c, d);
}
