// Local minima of the depth, one azimuth at a time.
//
// Idea        At a fixed azimuth the depth is a maximum of sinusoids in theta. Between an angle where it falls and one
//             where it rises, the next angle is where their two sinusoids cross, so a kink is found at once. There, the
//             mean of the points on both sides that is stationary along theta says how the least depth changes with
//             the azimuth, and its sign narrows the azimuth. This follows a valley however little it bends (as little
//             as the bodies are off a common axis), and ends where the points fit the normal.
// Limits      A local minimum. Steep near the pole, which has no azimuth.
#include "solve/revolved/revolved_descent.h"

enum { MOST_NARROWINGS = 60, GUESSES = 8, MOST_DESCENTS = 16 };
#define ADJACENT 1e-3
#define FIRST_STEP 1e-9
#define FIRST_ANGLE 1e-6
#define LEAST_ANGLE 1e-12

// A normal by its angles, its support point, and the slope of the depth along each angle.
typedef struct sample {
    double phi, theta, depth, along_theta, along_phi;
    scree_vec3 m, v;
} sample;

static sample look_at(scree_descent *s, double phi, double theta)
{
    const scree_revolved *p = s->pair;
    const scree_vec3 across = scree_revolved_across(p, phi), tangent = v3_cross(p->axis, across);
    const double x = sin(theta), z = cos(theta);
    sample q = { .phi = phi, .theta = theta, .m = v3_add_scaled(v3_scale(across, x), z, p->axis) };
    s->at = scree_cores_support(p->c, p->of_a ? v3_neg(q.m) : q.m, &s->at);
    q.v = p->of_a ? v3_neg(s->at.w) : s->at.w;
    q.depth = v3_dot(q.m, q.v);
    q.along_theta = z * v3_dot(across, q.v) - x * v3_dot(p->axis, q.v);
    q.along_phi = x * v3_dot(tangent, q.v);
    return q;
}

// Depths that differ by less count as equal.
static double noise(const scree_descent *s)
{
    return 4.0 * SCREE_ROUNDING * s->pair->c->size;
}

// Of two equal depths, prefer the one that changes less with the azimuth: its points fit its normal.
static bool is_lower(const scree_descent *s, const sample *q, double depth, double along_phi)
{
    return q->depth < depth - noise(s) || (q->depth <= depth + noise(s) && fabs(q->along_phi) < along_phi);
}

// Keeps the best normal.
static void keep(scree_descent *s, const sample *q)
{
    if (!is_lower(s, q, -s->best.gap, s->along_phi)) return;
    s->along_phi = fabs(q->along_phi);
    s->best = (scree_axis){ .n = s->pair->of_a ? q->m : v3_neg(q->m), .index_a = -1, .index_b = -1 };
    s->best.at.index_a = s->best.at.index_b = -1;
    s->best.gap = scree_cores_gap(s->pair->c, s->best.n, &s->best.at);
}

// The angle between two normals of one azimuth at which their two points are equally high.
static double crossing(const scree_revolved *p, const sample *low, const sample *high)
{
    const scree_vec3 d = v3_sub(high->v, low->v);
    const scree_vec3 across = scree_revolved_across(p, low->phi);
    const double x = v3_dot(across, d), z = v3_dot(p->axis, d);
    double theta = x != 0.0 || z != 0.0 ? atan2(-z, x) : 0.0;
    if (theta < 0.0) theta += SCREE_PI;
    return theta;
}

// The least depth at an azimuth, near theta. `along_phi` is its slope along the azimuth: that of the mean of the points
// on both sides that is stationary along theta.
static sample lowest_along(scree_descent *s, double phi, double theta)
{
    sample q = look_at(s, phi, theta), low = q, high = q;
    double step = FIRST_STEP;
    for (int i = 0; i < 40 && q.along_theta != 0.0; ++i, step *= 4.0) {
        const double next = q.along_theta < 0.0 ? fmin(theta + step, SCREE_PI) : fmax(theta - step, 0.0);
        const sample r = look_at(s, phi, next);
        const bool changed = (r.along_theta < 0.0) != (q.along_theta < 0.0);
        if (q.along_theta < 0.0) {
            high = r;
            if (!changed) low = r;
        } else {
            low = r;
            if (!changed) high = r;
        }
        if (changed) break;
        if (next <= 0.0 || next >= SCREE_PI) return r;
    }
    if (!(low.theta < high.theta)) return q;
    q = low.depth < high.depth ? low : high;
    for (int i = 0; i < MOST_NARROWINGS; ++i) {
        double next = crossing(s->pair, &low, &high);
        if (i % 3 == 2 || !(next > low.theta && next < high.theta)) next = 0.5 * (low.theta + high.theta);
        if (!(next > low.theta && next < high.theta)) break;
        const sample r = look_at(s, phi, next);
        const bool on_tangents = r.depth <= v3_dot(r.m, low.v) + 2.0 * SCREE_ROUNDING * s->pair->c->size;
        if (r.depth <= q.depth) q = r;
        if (r.along_theta < 0.0)
            low = r;
        else
            high = r;
        if (on_tangents) break;
    }
    const double fall = -low.along_theta, rise = high.along_theta,
                 part = fall + rise > 0.0 ? fall / (fall + rise) : 0.5;
    q.along_phi = (1.0 - part) * low.along_phi + part * high.along_phi;
    return q;
}

// The next azimuth between one where the depth still falls and one beyond the minimum.
static double azimuth_between(const sample *low, const sample *beyond, int step)
{
    const double middle = 0.5 * (low->phi + beyond->phi), change = low->along_phi - beyond->along_phi;
    if (step % 3 == 2 || (low->along_phi < 0.0) == (beyond->along_phi < 0.0)) return middle;
    const double part = low->along_phi / change;
    return part > 0.02 && part < 0.98 ? low->phi + part * (beyond->phi - low->phi) : middle;
}

static void descend(scree_descent *s, double phi, double theta)
{
    ++s->count;
    sample low = lowest_along(s, phi, theta), best = low, beyond = low;
    const double way = low.along_phi < 0.0 ? 1.0 : -1.0;
    bool found = false; // the minimum is between `low`, where the depth still falls, and `beyond`
    for (double step = FIRST_ANGLE; step < SCREE_PI && low.along_phi != 0.0 && !found; step *= 4.0) {
        const sample r = lowest_along(s, phi + way * step, low.theta);
        if (is_lower(s, &r, best.depth, fabs(best.along_phi))) best = r;
        found = way * r.along_phi >= 0.0 || r.depth > low.depth;
        *(found ? &beyond : &low) = r;
    }
    for (int i = 0; found && i < MOST_NARROWINGS && fabs(beyond.phi - low.phi) > LEAST_ANGLE; ++i) {
        const sample r = lowest_along(s, azimuth_between(&low, &beyond, i), best.theta);
        if (is_lower(s, &r, best.depth, fabs(best.along_phi))) best = r;
        if (r.along_phi == 0.0) break;
        *(way * r.along_phi < 0.0 && r.depth <= low.depth ? &low : &beyond) = r;
    }
    s->phi = best.phi;
    s->theta = best.theta;
    keep(s, &best);
}

void scree_descent_again(scree_descent *s, double phi, double theta)
{
    if (s->count >= MOST_DESCENTS || fabs(phi - s->phi) + fabs(theta - s->theta) < ADJACENT) return;
    descend(s, phi, theta);
}

// A depth less than the best so far leads to a better minimum.
void scree_descent_note(scree_descent *s, scree_vec3 m, double depth, double phi, double theta)
{
    if (!(-depth > s->best.gap)) return;
    const bool better = -depth > s->best.gap + 0.25 * s->width;
    keep(s, &(sample){ .m = m, .depth = depth, .along_phi = s->pair->c->size });
    if (better) descend(s, phi, theta);
}

// Likely normals: along the axes of both, and the lowest of a coarse grid.
void scree_descent_guess(scree_descent *s)
{
    const scree_revolved *p = s->pair;
    sample best = look_at(s, 0.0, 0.0), back = look_at(s, 0.0, SCREE_PI);
    best.along_phi = back.along_phi = p->c->size;
    keep(s, &best);
    keep(s, &back);
    for (int i = 0; i < GUESSES; ++i) {
        for (int j = 1; j < GUESSES; ++j) {
            const sample q = look_at(s, 2.0 * SCREE_PI / GUESSES * i, SCREE_PI / GUESSES * j);
            if (q.depth < best.depth) best = q;
        }
    }
    descend(s, best.phi, best.theta);
    const scree_vec3 n = s->best.n, m = p->of_a ? n : v3_neg(n);
    const double x = v3_dot(p->u, m), y = v3_dot(p->v, m);
    descend(s, atan2(y, x), atan2(sqrt(x * x + y * y), v3_dot(p->axis, m)));
}
