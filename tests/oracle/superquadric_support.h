// Supports, written once for two precisions: the file is included with
//
//   REAL      the type of numbers
//   NAME(x)   x, with an ending of its own for that type
//   ROOT(x), POWER(x, y), SIZE(x)
//   POINTS, TURN, SHIFT: the fields that hold them in that precision
//
// g(n), the point of A - B that is farthest along n: g . n is how far B must go along n to be clear of A. Minus its
// least value over unit n is the signed distance.

static inline REAL NAME(dot)(const REAL a[3], const REAL b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void NAME(cross)(const REAL a[3], const REAL b[3], REAL out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline REAL NAME(make_unit)(REAL n[3])
{
    REAL length = ROOT(NAME(dot)(n, n));
    for (int i = 0; i < 3; ++i) n[i] /= length;
    return length;
}

// The norm (x^p + y^p)^(1/p) of two numbers, p = e / (e - 1), and what of it is due to each of them, its gradient:
// the point of |u|^e + |v|^e = 1 that is farthest along (x, y).
static inline REAL NAME(dual)(REAL x, REAL y, REAL e, REAL *u, REAL *v)
{
    REAL most = x > y ? x : y, least = x > y ? y : x, big, small;
    *u = *v = 0;
    if (!(most > 0)) return 0;
    REAL ratio = least / most, norm;
    if (e == 2) {
        REAL root = ROOT(1 + ratio * ratio);
        big = 1 / root;
        small = ratio / root;
        norm = most * root;
    } else {
        // (1 + s)^(-1/e) is the larger one, s = ratio^p; the smaller one is that times s / ratio.
        REAL s = ratio > 0 ? POWER(ratio, e / (e - 1)) : 0;
        big = POWER(1 + s, -1 / e);
        small = ratio > 0 ? big * (s / ratio) : 0;
        norm = most * (1 + s) * big;
    }
    *u = x > y ? big : small;
    *v = x > y ? small : big;
    return norm;
}

static inline void NAME(superquadric)(const round_body *b, const REAL n[3], REAL out[3])
{
    REAL axes[3] = { (REAL)b->axes[0], (REAL)b->axes[1], (REAL)b->axes[2] };
    REAL x = SIZE(axes[0] * n[0]), y = SIZE(axes[1] * n[1]), z = SIZE(axes[2] * n[2]), u, v, w, t;
    REAL across = NAME(dual)(x, y, (REAL)b->n2, &u, &v);
    NAME(dual)(across, z, (REAL)b->n1, &w, &t);
    out[0] = (n[0] < 0 ? -1 : 1) * axes[0] * u * w;
    out[1] = (n[1] < 0 ? -1 : 1) * axes[1] * v * w;
    out[2] = (n[2] < 0 ? -1 : 1) * axes[2] * t;
}

static inline void NAME(discs)(const round_body *b, const REAL n[3], REAL out[3])
{
    REAL bottom = (REAL)b->bottom, top = (REAL)b->top, half = (REAL)b->half;
    REAL across = ROOT(n[0] * n[0] + n[1] * n[1]);
    bool up = top * across + half * n[2] > bottom * across - half * n[2];
    REAL radius = up ? top : bottom;
    out[0] = across > 0 ? radius * n[0] / across : radius;
    out[1] = across > 0 ? radius * n[1] / across : 0;
    out[2] = up ? half : -half;
}

// The ball of radius `top` is about the origin of its own; the point is at `half`.
static inline void NAME(ball)(const round_body *b, const REAL n[3], REAL out[3])
{
    REAL radius = (REAL)b->top, centre = (REAL)b->bottom, tip = (REAL)b->half;
    REAL length = ROOT(NAME(dot)(n, n));
    bool on_ball = radius * length + centre * n[2] > tip * n[2];
    for (int i = 0; i < 3; ++i) out[i] = on_ball ? radius * n[i] / length : 0;
    out[2] += on_ball ? centre : tip;
}

static inline void NAME(farthest)(const round_body *b, const REAL n[3], REAL out[3])
{
    int best = 0;
    REAL most = NAME(dot)(b->POINTS[0], n);
    for (int i = 1; i < b->count; ++i) {
        REAL here = NAME(dot)(b->POINTS[i], n);
        if (here > most) most = here, best = i;
    }
    for (int i = 0; i < 3; ++i) out[i] = b->POINTS[best][i];
}

static inline void NAME(support)(const round_body *b, const REAL n[3], REAL out[3])
{
    if (b->core == ROUND_SUPERQUADRIC)
        NAME(superquadric)(b, n, out);
    else if (b->core == ROUND_DISCS)
        NAME(discs)(b, n, out);
    else if (b->core == ROUND_BALL)
        NAME(ball)(b, n, out);
    else
        NAME(farthest)(b, n, out);
}

static inline void NAME(facing)(const round_pair *p, const REAL n[3], REAL g[3])
{
    REAL local[3], x[3], y[3];
    for (int i = 0; i < 3; ++i)
        local[i] = -(p->ROTATION[0][i] * n[0] + p->ROTATION[1][i] * n[1] + p->ROTATION[2][i] * n[2]);
    NAME(support)(p->a, n, x);
    NAME(support)(p->b, local, y);
    for (int i = 0; i < 3; ++i) g[i] = x[i] - NAME(dot)(p->ROTATION[i], y) - p->SHIFT[i];
}

#include "oracle/superquadric_newton.h" // NOLINT(readability-duplicate-include)
