// Newton's method on the sphere of normals.
//
// Idea        The gap along n + delta is gap + t . delta - delta^T (H_A + H_B + gap I) delta / 2 to second order. For
//             bodies apart the matrix is positive definite, and the step delta = inverse times t reaches the maximum in
//             3 to 5 steps from the line of centres, whatever the aspect ratio, and in 1 or 2 from the last normal of a
//             pair that has moved a little. For overlapping bodies a depth above a radius of curvature makes it
//             indefinite; the step then uses its eigenvectors, with the magnitudes of its eigenvalues. Steps are at
//             most one radian and halved until the gap rises. The inverse of a 2 x 2 matrix is its adjugate over the
//             determinant, and the adjugates of H_A and H_B are diagonal in each body's own axes (ellipsoid_pair.h): a
//             step needs no basis of the plane across n.
// Limits      Where a step would gain less than the rounding error of the gap, steps continue only as long as they
//             shrink t. That makes the points right to rounding, not only to its square root.
#include "solve/ellipsoid/ellipsoid_climb.h"

// A radius of curvature minus the depth counts as 0 below this times the trace.
#define FLAT 1e-15
// If the matrix is this much smaller along one eigenvector than along the other, the first one runs along a valley.
#define VALLEY 0.05
// Halvings of a step, down to some 1e-9 radian.
enum { HALVINGS = 30 };

// H_A + H_B in a basis e, f of the plane across n, entry by entry. Its sum of squares has a small relative error, and
// so has its difference from the depth, however small.
static void radius_matrix(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, scree_vec3 e, scree_vec3 f,
                          double out[3])
{
    const scree_two3 e2 = two3_of(e, m3_mul_transposed(&p->rotation, e)),
                     f2 = two3_of(f, m3_mul_transposed(&p->rotation, f));
    const scree_two3 ke = two3_times(p->k, e2), kf = two3_times(p->k, f2);
    const scree_two scale = p->radius * x->inverse * x->inverse * x->inverse;
    const scree_two ee = scale * two3_dot(kf, f2), ef = -scale * two3_dot(ke, f2), ff = scale * two3_dot(ke, e2);
    out[0] = ee[0] + ee[1];
    out[1] = ef[0] + ef[1];
    out[2] = ff[0] + ff[1];
}

// A step along the eigenvectors of the matrix.
typedef struct axes_step {
    scree_vec3 stiff, soft;
    bool valley; // the curvature along `soft` is far smaller than along `stiff`
} axes_step;

// For a matrix that is not positive definite, or so flat along one axis that its determinant is mostly rounding: a step
// along its eigenvectors, with the magnitudes of its eigenvalues.
static axes_step careful_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x)
{
    const scree_vec3 n = two3_a(&x->n), e = v3_any_normal_to(n), f = v3_cross(n, e);
    double h[3];
    radius_matrix(p, x, e, f, h);
    const double flat = FLAT * (h[0] + h[2]), angle = 0.5 * atan2(2.0 * h[1], h[0] - h[2]);
    const double c = cos(angle), s = sin(angle), cross = 2.0 * h[1] * c * s;
    const double first = fabs(h[0] * c * c + h[2] * s * s + cross + x->gap);
    const double second = fabs(h[0] * s * s + h[2] * c * c - cross + x->gap);
    const scree_vec3 u = v3_add_scaled(v3_scale(e, c), s, f), v = v3_add_scaled(v3_scale(f, c), -s, e);
    const scree_vec3 along_u = v3_scale(u, v3_dot(u, x->t) / (first > flat ? first : flat));
    const scree_vec3 along_v = v3_scale(v, v3_dot(v, x->t) / (second > flat ? second : flat));
    const bool u_is_stiff = first >= second;
    axes_step step = { .stiff = u_is_stiff ? along_u : along_v, .soft = u_is_stiff ? along_v : along_u };
    step.valley = u_is_stiff ? second < VALLEY * first : first < VALLEY * second;
    return step;
}

typedef struct newton_way {
    scree_vec3 step;
    double bend; // the trace of H_A + H_B
    bool careful, valley;
} newton_way;

static newton_way newton_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x)
{
    const scree_ellipsoid_bend b = scree_ellipsoid_bend_at(p, x);
    const double det = b.det + x->gap * (b.trace + x->gap), trace = b.trace + 2.0 * x->gap;
    newton_way r = { .bend = b.trace };
    if (!(det > SCREE_CLIMB_SINGULAR * b.trace * b.trace && trace > 0.0)) {
        const axes_step careful = careful_step(p, x);
        r.step = v3_add(careful.stiff, careful.soft);
        r.careful = true;
        r.valley = careful.valley;
        return r;
    }
    const scree_vec3 n = two3_a(&x->n);
    scree_vec3 d = v3_add_scaled(v3_times(b.g_a, x->t), b.g_b, sym3_mul(&p->k_b, x->t));
    d = v3_add_scaled(d, -v3_dot(d, n), n);
    r.step = v3_scale(v3_add_scaled(d, x->gap, x->t), 1.0 / det);
    return r;
}

// A valley bends away from the great circle of a step along it: correct that by one more step across.
static void return_to_valley(const scree_ellipsoid_pair *p, scree_ellipsoid_view *next)
{
    const axes_step back = careful_step(p, next);
    const scree_ellipsoid_view before = *next;
    if (!(v3_norm2(back.stiff) < 1.0)) return;
    scree_ellipsoid_look(p, v3_add(two3_a(&next->n), back.stiff), next);
    if (next->gap < before.gap && next->tt > before.tt) *next = before;
}

// Evaluates the fraction s of the step.
static inline void try_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, const newton_way *way,
                            double s, scree_ellipsoid_view *next)
{
    scree_ellipsoid_look(p, v3_add_scaled(two3_a(&x->n), s, way->step), next);
    if (way->valley) return_to_valley(p, next);
}

// Halves the step, from at most a radian, until the gap rises. False if it never does.
static bool search_line(const scree_ellipsoid_pair *p, const newton_way *way, const scree_ellipsoid_view *x,
                        scree_ellipsoid_view *next)
{
    const double slope = v3_dot(x->t, way->step), length = v3_norm(way->step);
    double s = length > 1.0 ? 1.0 / length : 1.0;
    for (int i = 0; i < HALVINGS; ++i, s *= 0.5) {
        try_step(p, x, way, s, next);
        if (next->gap > x->gap + SCREE_CLIMB_GAIN * s * slope) return true;
    }
    return false;
}

typedef enum advance { ADVANCE, ADVANCE_AND_END, END } advance;

// One step, from x to `next`. Mostly the whole step raises the gap as predicted. Near the maximum the gap no longer
// resolves the difference, but t does; the climb ends once t hardly shrinks any more.
static advance advance_to(const scree_ellipsoid_pair *p, const newton_way *way, const scree_ellipsoid_view *x,
                          scree_ellipsoid_view *next)
{
    const double slope = v3_dot(x->t, way->step), length2 = v3_norm2(way->step);
    if (!(length2 < 1.0)) return length2 < INFINITY && search_line(p, way, x, next) ? ADVANCE : END;
    try_step(p, x, way, 1.0, next);
    if (slope <= p->noise) return next->tt < 0.25 * x->tt ? ADVANCE : next->tt < x->tt ? ADVANCE_AND_END : END;
    if (next->gap > x->gap + SCREE_CLIMB_GAIN * slope) return ADVANCE;
    return search_line(p, way, x, next) ? ADVANCE : END;
}

// Near enough that the last step needs no check: the gap at its end is known to rounding, and the ball proves it.
static bool is_last(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, const newton_way *way, double doubt)
{
    return !way->careful && v3_norm2(way->step) < SCREE_CLIMB_LAST * SCREE_CLIMB_LAST &&
           v3_dot(x->t, way->step) >= 0.0 && scree_ellipsoid_doubt(p, x) <= doubt;
}

// Climbs to the maximum or, if `doubt` allows, until one more step leads there: `last` is then true and `way` holds
// that step.
static int climb(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most, double doubt, newton_way *way,
                 bool *last)
{
    const double least = p->noise * p->noise;
    scree_ellipsoid_view other, *now = x, *next = &other;
    int steps = 0;
    *last = false;
    for (advance done = ADVANCE; done == ADVANCE && steps < most; ++steps) {
        if (now->tt <= least) break;
        *way = newton_step(p, now);
        // A normal has an error of one rounding, which moves the points by `bend` roundings.
        const double error = p->noise + SCREE_ROUNDING * way->bend;
        if (now->tt <= error * error) break;
        *last = is_last(p, now, way, doubt);
        if (*last) break;
        done = advance_to(p, way, now, next);
        if (done == END) break;
        scree_ellipsoid_view *const passed = now;
        now = next;
        next = passed;
    }
    if (now != x) *x = *now;
    return steps;
}

int scree_ellipsoid_climb(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most)
{
    newton_way way;
    bool last;
    return climb(p, x, most, -1.0, &way, &last);
}

static void take_last_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, const newton_way *way,
                           scree_ellipsoid_top *top)
{
    // A's point moves by H_A times the step, and H_A y is (C^2 / h^3) (n x y) x n.
    const scree_vec3 n = two3_a(&x->n), rotated = v3_times(two3_a(&p->k), v3_cross(n, way->step));
    const double scale = p->radius[0] * x->inverse[0] * x->inverse[0] * x->inverse[0];
    top->on_a = v3_add_scaled(x->on_a, scale, v3_cross(rotated, n));
    top->n = v3_unit(v3_add(n, way->step));
    top->gap = x->gap + 0.5 * v3_dot(x->t, way->step);
}

int scree_ellipsoid_climb_near(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most, double doubt,
                               scree_ellipsoid_top *top, bool *last)
{
    newton_way way;
    const int steps = climb(p, x, most, doubt, &way, last);
    if (*last) take_last_step(p, x, &way, top);
    return steps;
}

void scree_ellipsoid_last_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, scree_ellipsoid_top *top)
{
    *top = (scree_ellipsoid_top){ .n = two3_a(&x->n), .on_a = x->on_a, .gap = x->gap };
    if (x->tt <= p->noise * p->noise) return;
    const newton_way way = newton_step(p, x);
    if (is_last(p, x, &way, INFINITY)) {
        take_last_step(p, x, &way, top);
    } else {
        const double part = p->radius[1] == 0.0 ? 1.0 : p->radius[0] == 0.0 ? 0.0 : 0.5;
        top->on_a = v3_add_scaled(x->on_a, part, x->t);
    }
}
