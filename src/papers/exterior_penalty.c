// Exterior penalty: descent on an exact penalty function.
//
// Source      Tamasyan, Chumakov (2014); girault-2022, 2.4, Algorithm 5.
// Idea        z = (x_1, x_2) is free in space. Phi = |x_1 - x_2|^2 / 2 + lambda (|h_1(x_1)| + |h_2(x_2)|), h_m being
//             the quadratic forms, is least at the nearest points if lambda is large enough. The shortest vector W of
//             its hypodifferential, a linear system of two unknowns mu, gives the direction of descent G; Phi along it
//             is piecewise quadratic, and z goes to its minimum (2.65), or to a kink (2.66). The search ends when |G|
//             is below eps_G.
// Departures  1. Of the solutions of (2.65) only minima count, and of several the one where Phi is least.
//             2. A kink at the start of the step, up to rounding, is not one to go to (2.66).
//             3. The points end near the surfaces. The distance is theirs, as published; the points of the interval are
//                put onto the surfaces.
//             4. A bound on steps. The search also ends, as cut short, where there is nowhere to go.
// Limits      eps_G is no bound on the distance's error, and there is none: the interval says what was reached. h^2 and
//             |h'|^2, a number and an inverse square length, are added in (2.58), and so the method knows a length:
//             with lambda ~ D^2 and eps_G ~ D it does not come out alike at all scales, as Fig. 15 shows. Slow.
#include "papers/exterior_penalty.h"

#include "papers/quadrics.h"

enum { MOST_STEPS = 100000 };

// lambda and eps_G of Figs. 15, 17 and 18, in units of D^2 and of D.
#define USUAL_PENALTY 1e3
#define USUAL_STOP 1e-4

// A quadratic in beta.
typedef struct parabola {
    double constant, slope, curve; // constant + slope beta + curve beta^2 / 2
} parabola;

typedef struct descent {
    const scree_quadrics *q;
    double lambda;
    scree_vec3 x[2];   // about their own axes
    scree_vec3 g[2];   // G_1 and G_2, likewise
    scree_vec3 across; // x_2 - x_1, in the pair's frame
    parabola f;        // |x_1 - x_2|^2 / 2 along the step
    parabola h[2];     // h_m along the step
} descent;

static double value_at(const parabola *p, double beta)
{
    return p->constant + beta * (p->slope + 0.5 * beta * p->curve);
}

// (2.62)
static double phi_at(const descent *s, double beta)
{
    return value_at(&s->f, beta) + s->lambda * (fabs(value_at(&s->h[0], beta)) + fabs(value_at(&s->h[1], beta)));
}

// (2.58) to (2.60); returns |G|.
static double find_direction(descent *s)
{
    const scree_quadrics *q = s->q;
    scree_vec3 normal[2], apart[2]; // h'_m; and Q_m = x_m - x_other
    double h[2], square[2], right[2];
    s->across = v3_sub(scree_quadrics_place(q, 1, s->x[1]), s->x[0]);
    for (int m = 0; m < 2; ++m) {
        h[m] = scree_quadrics_value(&q->of[m], s->x[m]);
        normal[m] = scree_quadrics_gradient(&q->of[m], s->x[m]);
        apart[m] = scree_quadrics_direction(q, m, m == 0 ? v3_neg(s->across) : s->across);
        square[m] = h[m] * h[m] + v3_norm2(normal[m]);
    }
    double phi = fabs(h[0]) + fabs(h[1]), cross = h[0] * h[1], norm2 = 0.0;
    for (int m = 0; m < 2; ++m) right[m] = s->lambda * phi * h[m] - v3_dot(normal[m], apart[m]);
    double determinant = square[0] * square[1] - cross * cross;
    for (int m = 0; m < 2; ++m) {
        double mu = (square[1 - m] * right[m] - cross * right[1 - m]) / determinant;
        s->g[m] = v3_add_scaled(apart[m], mu, normal[m]);
        norm2 += v3_norm2(s->g[m]);
        s->h[m] = (parabola){ h[m], -v3_dot(s->g[m], normal[m]), v3_dot(s->g[m], v3_times(q->of[m].sigma, s->g[m])) };
    }
    scree_vec3 rotation = v3_sub(m3_mul(&q->pair->cores.rotation, s->g[1]), s->g[0]); // G_2 - G_1
    s->f = (parabola){ 0.5 * v3_norm2(s->across), -v3_dot(rotation, s->across), v3_norm2(rotation) };
    return sqrt(norm2);
}

// (2.65): the minimum of the piece of Phi on which h_m has the sign s_m.
static bool smooth_minimum(const descent *s, double *beta)
{
    bool found = false;
    for (int signs = 0; signs < 4; ++signs) {
        const double sign[2] = { signs & 1 ? -1.0 : 1.0, signs & 2 ? -1.0 : 1.0 };
        double slope = s->f.slope + s->lambda * (sign[0] * s->h[0].slope + sign[1] * s->h[1].slope);
        double curve = s->f.curve + s->lambda * (sign[0] * s->h[0].curve + sign[1] * s->h[1].curve);
        double at = -slope / curve;
        if (!(curve > 0.0) || !(at > 0.0)) continue;
        if (!(sign[0] * value_at(&s->h[0], at) > 0.0) || !(sign[1] * value_at(&s->h[1], at) > 0.0)) continue;
        if (found && phi_at(s, at) >= phi_at(s, *beta)) continue;
        *beta = at;
        found = true;
    }
    return found;
}

// (2.66): the smallest root of h_m above `floor`; infinite where there is none.
static double kink(const parabola *h, double floor)
{
    double inner = h->slope * h->slope - 2.0 * h->curve * h->constant;
    if (!(inner >= 0.0)) return INFINITY;
    double sum = -h->slope - copysign(sqrt(inner), h->slope);
    double one = 2.0 * h->constant / sum, other = sum / h->curve;
    double first = fmin(one, other), second = fmax(one, other);
    return first > floor ? first : second > floor ? second : INFINITY;
}

// 2.4.3. False where there is no step to take.
static bool find_step(const descent *s, double length, double *beta)
{
    if (smooth_minimum(s, beta)) return true;
    double floor = 4.0 * SCREE_ROUNDING * s->q->pair->cores.size / length;
    double one = kink(&s->h[0], floor), other = kink(&s->h[1], floor);
    if (!isfinite(one) && !isfinite(other)) return false;
    *beta = !isfinite(other) || (isfinite(one) && phi_at(s, one) <= phi_at(s, other)) ? one : other;
    return true;
}

scree_status scree_exterior_penalty(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                    scree_contact *out)
{
    scree_quadrics_search start;
    scree_status status;
    if (!scree_quadrics_search_begin(a, b, options, MOST_STEPS, &start, out, &status)) return status;
    const scree_quadrics *q = &start.q;
    const double d = scree_quadrics_diameter(q);
    const double eps_g = scree_quadrics_knob(start.knobs.penalty_stop, USUAL_STOP * d);
    descent s = { .q = q, .lambda = scree_quadrics_knob(start.knobs.penalty, USUAL_PENALTY * d * d) };
    for (int m = 0; m < 2; ++m) s.x[m] = start.x[m];
    scree_finding found = { .iterations = 0 };
    for (;; ++found.iterations) {
        scree_quadrics_trace(q, "exterior-penalty", found.iterations, s.x);
        double length = find_direction(&s), beta = 0.0;
        if (length < eps_g) break;
        found.cut_short = found.iterations == start.bound || !isfinite(length) || !find_step(&s, length, &beta);
        if (found.cut_short) break;
        for (int m = 0; m < 2; ++m) s.x[m] = v3_add_scaled(s.x[m], -beta, s.g[m]);
    }
    return scree_quadrics_settle(q, s.x, s.across, v3_norm(s.across), &found, out);
}
