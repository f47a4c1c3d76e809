// Descent on the unit sphere, written once for two precisions: the file is included with
//
//   REAL      the type of numbers
//   NAME(x)   x, with an ending of its own for that type
//   ROOT(x)   the square root
//
// F(n) = h_A(n) + h_B(n) - n . c, for unit n, is how far B must go along n to be clear of A: A is an ellipsoid with its
// axes along the frame's, B one in any position (or, with b all 0, the point c). Minus its least value is the signed
// distance. F is homogeneous of degree 1: its gradient G has G . n = F, and on the sphere its second derivative is
// that of F along the tangents less F.
//
// Newton's method with the eigenvalues made positive, and steps halved until F falls. With an axis, n stays at right
// angles to it: the same question in a plane.

typedef struct NAME(smooth) {
    REAL a[3];          // squared semi-axes
    REAL b[6];          // B's matrix, eigenvalues its squared semi-axes: xx, yy, zz, xy, xz, yz
    REAL c[3];          // B's centre
    REAL unit;          // the size of the pair
    const REAL *planar; // NULL, or the axis, unit
} NAME(smooth);

// At a direction: the points that face each other there, and F.
typedef struct NAME(facing) {
    REAL x[3], y[3], gradient[3];
    REAL ha, hb, value;
} NAME(facing);

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

static inline void NAME(make_unit)(REAL n[3])
{
    REAL scale = 1 / ROOT(NAME(dot)(n, n));
    for (int i = 0; i < 3; ++i) n[i] *= scale;
}

static inline void NAME(apply)(const REAL m[6], const REAL v[3], REAL out[3])
{
    out[0] = m[0] * v[0] + m[3] * v[1] + m[4] * v[2];
    out[1] = m[3] * v[0] + m[1] * v[1] + m[5] * v[2];
    out[2] = m[4] * v[0] + m[5] * v[1] + m[2] * v[2];
}

static inline void NAME(face)(const NAME(smooth) * p, const REAL n[3], NAME(facing) * out)
{
    REAL an[3] = { p->a[0] * n[0], p->a[1] * n[1], p->a[2] * n[2] }, bn[3];
    NAME(apply)(p->b, n, bn);
    REAL bb = NAME(dot)(n, bn);
    out->ha = ROOT(NAME(dot)(n, an));
    out->hb = bb > 0 ? ROOT(bb) : 0;
    for (int i = 0; i < 3; ++i) {
        out->x[i] = an[i] / out->ha;
        out->y[i] = p->c[i] - (out->hb > 0 ? bn[i] / out->hb : 0);
        out->gradient[i] = out->x[i] - out->y[i];
    }
    out->value = out->ha + out->hb - NAME(dot)(n, p->c);
}

// The second derivative of F along two tangents: u . (A - x x^T) v / h_A and the same for B.
static inline REAL NAME(bend)(const NAME(smooth) * p, const NAME(facing) * f, const REAL u[3], const REAL v[3])
{
    REAL av[3] = { p->a[0] * v[0], p->a[1] * v[1], p->a[2] * v[2] };
    REAL sum = (NAME(dot)(u, av) - NAME(dot)(u, f->x) * NAME(dot)(v, f->x)) / f->ha;
    if (f->hb > 0) {
        REAL bv[3], q[3] = { p->c[0] - f->y[0], p->c[1] - f->y[1], p->c[2] - f->y[2] };
        NAME(apply)(p->b, v, bv);
        sum += (NAME(dot)(u, bv) - NAME(dot)(u, q) * NAME(dot)(v, q)) / f->hb;
    }
    return sum;
}

static inline void NAME(tangents)(const NAME(smooth) * p, const REAL n[3], REAL u[3], REAL w[3])
{
    if (p->planar != NULL) {
        NAME(cross)(p->planar, n, u);
    } else {
        int least = 0;
        for (int i = 1; i < 3; ++i) {
            if (n[i] * n[i] < n[least] * n[least]) least = i;
        }
        REAL e[3] = { 0, 0, 0 };
        e[least] = 1;
        NAME(cross)(n, e, u);
    }
    NAME(make_unit)(u);
    NAME(cross)(n, u, w);
}

// How F bends at n: the eigenvectors of its second derivative, with their eigenvalues and slopes. In a planar question
// the first is the one tangent.
typedef struct NAME(bends) {
    REAL steep[3], flat[3];
    REAL high, low;               // eigenvalues
    REAL along_steep, along_flat; // slopes
} NAME(bends);

static inline void NAME(look)(const NAME(smooth) * p, const REAL n[3], const NAME(facing) * f, NAME(bends) * out)
{
    REAL u[3], w[3], c = 1, s = 0;
    NAME(tangents)(p, n, u, w);
    REAL uu = NAME(bend)(p, f, u, u) - f->value, uw = 0, ww = 1;
    out->high = uu;
    out->low = ww;
    if (p->planar == NULL) {
        uw = NAME(bend)(p, f, u, w);
        ww = NAME(bend)(p, f, w, w) - f->value;
        REAL half = (uu - ww) / 2, root = ROOT(half * half + uw * uw);
        if (root > 0) {
            c = ROOT((1 + (half < 0 ? -half : half) / root) / 2);
            s = uw / (2 * root * c);
        }
        if (half < 0) {
            REAL keep = c;
            c = s;
            s = keep;
        }
        out->high = (uu + ww) / 2 + root;
        out->low = (uu + ww) / 2 - root;
    }
    for (int i = 0; i < 3; ++i) {
        out->steep[i] = c * u[i] + s * w[i];
        out->flat[i] = c * w[i] - s * u[i];
    }
    out->along_steep = NAME(dot)(f->gradient, out->steep);
    out->along_flat = p->planar == NULL ? NAME(dot)(f->gradient, out->flat) : 0;
}

// The length of a step down along one of them. Flat to within rounding, or exactly so: no longer than what the slope is
// worth.
static inline REAL NAME(down)(const NAME(smooth) * p, REAL eigenvalue, REAL slope)
{
    REAL floor = p->unit * (REAL)1e-12L, size = slope < 0 ? -slope : slope,
         bend = eigenvalue < 0 ? -eigenvalue : eigenvalue;
    if (bend < floor && bend < size) bend = size < floor ? size : floor;
    return bend > 0 ? -slope / bend : 0;
}

// The step, and how much F should fall by it.
static inline REAL NAME(newton_step)(const NAME(smooth) * p, const REAL n[3], const NAME(facing) * f, REAL step[3])
{
    NAME(bends) b;
    NAME(look)(p, n, f, &b);
    REAL over = NAME(down)(p, b.high, b.along_steep), along = NAME(down)(p, b.low, b.along_flat);
    for (int i = 0; i < 3; ++i) step[i] = over * b.steep[i] + along * b.flat[i];
    return -(over * b.along_steep + along * b.along_flat) / 2;
}

static inline void NAME(move)(const NAME(smooth) * p, const REAL n[3], REAL t, const REAL step[3], REAL out[3],
                              NAME(facing) * at)
{
    REAL length = ROOT(NAME(dot)(step, step));
    if (t * length > 1) t = 1 / length;
    for (int i = 0; i < 3; ++i) out[i] = n[i] + t * step[i];
    NAME(make_unit)(out);
    NAME(face)(p, out, at);
}

// Along a valley that bends: a long step over its floor, and back down its steep side before F is compared.
static inline bool NAME(follow)(const NAME(smooth) * p, REAL n[3], NAME(facing) * at)
{
    enum { HALVINGS = 20, CORRECTIONS = 6 };
    NAME(bends) b;
    NAME(look)(p, n, at, &b);
    if (p->planar != NULL || !((b.low < 0 ? -b.low : b.low) < b.high / 1000)) return false;
    REAL along = NAME(down)(p, b.low, b.along_flat), over = NAME(down)(p, b.high, b.along_steep), t = 1;
    for (int k = 0; k < HALVINGS; ++k, t /= 2) {
        REAL step[3], m[3], next[3];
        NAME(facing) there;
        for (int i = 0; i < 3; ++i) step[i] = over * b.steep[i] + t * along * b.flat[i];
        NAME(move)(p, n, 1, step, m, &there);
        for (int j = 0; j < CORRECTIONS; ++j) {
            NAME(bends) c;
            NAME(facing) then;
            NAME(look)(p, m, &there, &c);
            REAL back = NAME(down)(p, c.high, c.along_steep);
            for (int i = 0; i < 3; ++i) step[i] = back * c.steep[i];
            NAME(move)(p, m, 1, step, next, &then);
            if (!(then.value < there.value)) break;
            there = then;
            for (int i = 0; i < 3; ++i) m[i] = next[i];
        }
        if (!(there.value < at->value + t * along * b.along_flat / 1000)) continue;
        *at = there;
        for (int i = 0; i < 3; ++i) n[i] = m[i];
        return true;
    }
    return false;
}

// From n, which becomes the place reached. Ends where F could fall by no more than `enough`; returns by how much it
// could.
static inline REAL NAME(descend)(const NAME(smooth) * p, REAL n[3], int steps, REAL enough, NAME(facing) * at)
{
    enum { HALVINGS = 60 };
    REAL left = p->unit;
    NAME(face)(p, n, at);
    for (int k = 0; k < steps; ++k) {
        REAL step[3], t = 1;
        left = NAME(newton_step)(p, n, at, step);
        if (left <= enough) break;
        bool fell = NAME(follow)(p, n, at);
        for (int i = 0; i < HALVINGS && !fell; ++i, t /= 2) {
            REAL m[3];
            NAME(facing) there;
            NAME(move)(p, n, t, step, m, &there);
            fell = there.value < at->value - t * left / 1000;
            if (!fell) continue;
            *at = there;
            for (int j = 0; j < 3; ++j) n[j] = m[j];
        }
        if (!fell) break;
    }
    return left;
}

// The gradient less its part along n, rotated; in a planar question, its part along the one tangent.
static inline void NAME(slope)(const NAME(smooth) * p, const REAL n[3], const NAME(facing) * at, REAL out[3])
{
    NAME(cross)(n, at->gradient, out);
    if (p->planar == NULL) return;
    REAL along = NAME(dot)(out, p->planar);
    for (int i = 0; i < 3; ++i) out[i] = along * p->planar[i];
}

// Newton's steps alone, as long as they bring the slope down: F itself has no more to say near its minimum, but where
// it is next to 0 the points do.
static inline REAL NAME(settle)(const NAME(smooth) * p, REAL n[3], NAME(facing) * at)
{
    enum { STEPS = 8 };
    REAL left = 0;
    for (int k = 0; k < STEPS; ++k) {
        REAL step[3], across[3];
        left = NAME(newton_step)(p, n, at, step);
        NAME(slope)(p, n, at, across);
        REAL slope = NAME(dot)(across, across);
        REAL m[3] = { n[0] + step[0], n[1] + step[1], n[2] + step[2] };
        NAME(facing) there;
        NAME(make_unit)(m);
        NAME(face)(p, m, &there);
        NAME(slope)(p, m, &there, across);
        if (!(NAME(dot)(across, across) < slope) || NAME(dot)(step, step) > (REAL)1e-6L) break;
        *at = there;
        for (int j = 0; j < 3; ++j) n[j] = m[j];
    }
    return left;
}
