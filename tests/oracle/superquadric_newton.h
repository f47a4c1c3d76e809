// Newton's method on the sphere of directions, written once for two precisions, as superquadric_support.h is; with
//
//   UNIT      one rounding of a number, relative
//
// F(n) = g(n) . n is how far B must go along the unit direction n to be clear of A; g is its gradient. Second
// derivatives are differences of g, so that it works wherever F is smooth, and only there.

static inline void NAME(tangents)(const REAL n[3], REAL u[3], REAL w[3])
{
    int least = 0;
    for (int i = 1; i < 3; ++i) {
        if (SIZE(n[i]) < SIZE(n[least])) least = i;
    }
    REAL e[3] = { 0, 0, 0 };
    e[least] = 1;
    NAME(cross)(n, e, u);
    NAME(make_unit)(u);
    NAME(cross)(n, u, w);
}

static inline void NAME(tilted)(const REAL n[3], REAL x, REAL y, REAL out[3])
{
    REAL u[3], w[3];
    NAME(tangents)(n, u, w);
    for (int i = 0; i < 3; ++i) out[i] = n[i] + x * u[i] + y * w[i];
    NAME(make_unit)(out);
}

// A step from n, where the point is g, along its tangents. F may be flat one way, as where it has a whole circle of
// minima: then `slope` is what is left of its slope that way, and of its bend, whichever its sign. False where F does
// not bend as it should.
static inline bool NAME(newton_step)(const round_pair *p, const REAL n[3], const REAL g[3], REAL tau, REAL close,
                                     REAL step[2], REAL *slope)
{
    // Where F bends less than this one way, relative to the other, differences do not tell whether it bends at all.
    const REAL even = (REAL)1e-6L;
    REAL u[3], w[3], at_u[3], at_w[3], gu[3], gw[3];
    NAME(tangents)(n, u, w);
    NAME(tilted)(n, tau, 0, at_u);
    NAME(tilted)(n, 0, tau, at_w);
    NAME(facing)(p, at_u, gu);
    NAME(facing)(p, at_w, gw);
    for (int i = 0; i < 3; ++i) {
        gu[i] = (gu[i] - g[i]) / tau;
        gw[i] = (gw[i] - g[i]) / tau;
    }
    const REAL value = NAME(dot)(n, g), su = NAME(dot)(u, g), sw = NAME(dot)(w, g);
    const REAL uu = NAME(dot)(u, gu) - value, ww = NAME(dot)(w, gw) - value,
               uw = (NAME(dot)(u, gw) + NAME(dot)(w, gu)) / 2;
    const REAL half = (uu - ww) / 2, root = ROOT(half * half + uw * uw);
    const REAL high = (uu + ww) / 2 + root, low = (uu + ww) / 2 - root;
    if (!(high > 0) || !(low >= -even * high)) return false;
    // The direction in which F bends most, (c, s), and the one across.
    REAL c = 1, s = 0;
    if (root > 0) {
        const REAL big = ROOT((1 + SIZE(half) / root) / 2), small = uw / (2 * root * big);
        c = half < 0 ? SIZE(small) : big;
        s = half < 0 ? (uw < 0 ? -big : big) : small;
    }
    const REAL steep = c * su + s * sw, flat = c * sw - s * su, over = -steep / high;
    REAL along = -flat / (low > even * high ? low : even * high);
    *slope = low > even * high ? 0 : SIZE(flat) + SIZE(low);
    if (low <= even * high && SIZE(flat) < 4 * close) along = 0;
    step[0] = c * over - s * along;
    step[1] = s * over + c * along;
    return true;
}

// From n, which becomes the best direction met, and `value` F there. True where it has settled: the steps have become
// as small as roundings make them.
static inline bool NAME(newton)(const round_pair *p, REAL n[3], REAL *value, REAL *slope, int *looks)
{
    enum { STEPS = 14 };
    const REAL reach = (REAL)p->a->extent + (REAL)p->b->extent + ROOT(NAME(dot)(p->SHIFT, p->SHIFT));
    const REAL close = 4 * UNIT * reach, first = (REAL)1e-6L, still = 2 * ROOT(UNIT) * (REAL)1e-4L;
    REAL g[3], tau = first, last = 1;
    NAME(facing)(p, n, g);
    *value = NAME(dot)(n, g);
    *slope = 0;
    ++*looks;
    for (int k = 0; k < STEPS; ++k) {
        REAL step[2], m[3], there[3];
        *looks += 2;
        if (!NAME(newton_step)(p, n, g, tau, close, step, slope)) return false;
        REAL length = ROOT(step[0] * step[0] + step[1] * step[1]);
        const REAL most = (REAL)0.3L, cap = length > most ? most / length : 1;
        NAME(tilted)(n, cap * step[0], cap * step[1], m);
        length *= cap;
        if (length < still) return true;
        if (k > 5 && length > last / 2) return false;
        last = length;
        NAME(facing)(p, m, there);
        ++*looks;
        const REAL next = NAME(dot)(m, there);
        if (next > *value + 100 * UNIT * reach) return false;
        *value = next;
        for (int i = 0; i < 3; ++i) {
            n[i] = m[i];
            g[i] = there[i];
        }
        const REAL finest = ROOT(UNIT) / 2;
        tau = length / 1000 > first ? first : length / 1000 > finest ? length / 1000 : finest;
    }
    return false;
}
