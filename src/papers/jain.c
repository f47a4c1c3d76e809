// Jain's method: two points that climb along both surfaces by their angles.
//
// Source      Jain, Tschisgale, Froehlich (2019); girault-2022, 2.5 and 2.6, Algorithm 6.
// Idea        A point of an ellipsoid is given by two angles, x = a cos phi sin nu, y = b sin phi sin nu, z = c cos nu.
//             Each angle grows by C_m times the cosine between the distance vector and the tangent along which it
//             grows, until the distance vector is normal to both surfaces.
//             On request with the backtracking loop of 3.4.5: a step that does not bring the points closer is tried
//             again with lambda C_m, lambda^2 C_m, ...
// Departures  1. A factor on C_m (2.71), as the paper tries it.
//             2. At the poles phi is free and its tangent 0: phi is 0 there, and the tangent's direction is its limit.
//             3. A bound on steps; with the loop, on its trials too. "Trapped in it" means here that no step down to the
//                rounding of the angles brings the points closer. The search then ends as cut short.
// Limits      Not monotonic and without any proof: the step does not know how close the surfaces are, so that the
//             points go to and fro about the nearest ones when they are closer than the step lets them be (Tables 3 and
//             4), with C_m as published for most pairs. The method's authors no longer recommend it.
#include "papers/jain.h"

#include "papers/quadrics.h"

// The paper's bound for Newton-Coulomb. Searches that converge take some hundreds of steps, some ten thousands with a
// small factor.
enum { MOST_STEPS = 100000, TRIALS_PER_STEP = 32 };

typedef struct angles {
    double nu, phi;
} angles;

// (2.69)
static angles angles_of(const scree_own_quadric *e, scree_vec3 y)
{
    angles s = { acos(fmax(-1.0, fmin(1.0, y.z / e->axes.z))), atan2(y.y / e->axes.y, y.x / e->axes.x) };
    return s;
}

// (2.68)
static scree_vec3 point_at(const scree_own_quadric *e, angles s)
{
    scree_vec3 unit = v3(cos(s.phi) * sin(s.nu), sin(s.phi) * sin(s.nu), cos(s.nu));
    return v3_times(e->axes, unit);
}

// (2.70): `d` is the distance vector from the point, along the axes of the ellipsoid.
static void advance(const scree_own_quadric *e, scree_vec3 d, double c, angles *s)
{
    double side = sin(s->nu) < 0.0 ? -1.0 : 1.0; // nu may have gone beyond a pole
    scree_vec3 along = v3_unit(d);
    scree_vec3 by_nu = v3_times(e->axes, v3(cos(s->phi) * cos(s->nu), sin(s->phi) * cos(s->nu), -sin(s->nu)));
    scree_vec3 by_phi = v3_times(e->axes, v3(-side * sin(s->phi), side * cos(s->phi), 0.0));
    double step_nu = c * v3_dot(along, v3_unit(by_nu)), step_phi = c * v3_dot(along, v3_unit(by_phi));
    s->nu += step_nu;
    s->phi += step_phi;
}

// Two points on their way.
typedef struct climb {
    angles s[2];
    scree_vec3 x[2];   // about their own axes
    scree_vec3 across; // x_2 - x_1, in the pair's frame
    double c[2];       // C_m
} climb;

// Where both points are after a step of `scale` times the published one.
static void take_step(const scree_quadrics *q, const climb *at, double scale, climb *to)
{
    *to = *at;
    advance(&q->of[0], at->across, scale * at->c[0], &to->s[0]);
    advance(&q->of[1], scree_quadrics_direction(q, 1, v3_neg(at->across)), scale * at->c[1], &to->s[1]);
    for (int m = 0; m < 2; ++m) to->x[m] = point_at(&q->of[m], to->s[m]);
    to->across = v3_sub(scree_quadrics_place(q, 1, to->x[1]), to->x[0]);
}

// 3.4.5: the first step of 1, shrink, shrink^2, ... that brings the points closer. False where none does.
static bool backtrack(const scree_quadrics *q, double shrink, long *trials, climb *at)
{
    const double apart = v3_norm2(at->across);
    for (double scale = 1.0; scale > SCREE_ROUNDING && *trials > 0; scale *= shrink, --*trials) {
        climb next;
        take_step(q, at, scale, &next);
        if (!(v3_norm2(next.across) < apart)) continue;
        *at = next;
        return true;
    }
    return false;
}

scree_status scree_jain(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out)
{
    scree_quadrics_search start;
    scree_status status;
    if (!scree_quadrics_search_begin(a, b, options, MOST_STEPS, &start, out, &status)) return status;
    const scree_quadrics *q = &start.q;
    const double factor = scree_quadrics_knob(start.knobs.jain_factor, 1.0);
    const double shrink = start.knobs.jain_shrink < 1.0 ? scree_quadrics_knob(start.knobs.jain_shrink, 0.0) : 0.0;
    const double sine2 =
        scree_quadrics_sine2(start.eps_d, scree_quadrics_widest(&q->of[0]) + scree_quadrics_widest(&q->of[1]));
    long trials = (long)TRIALS_PER_STEP * start.bound;
    climb at = { .across = { 0, 0, 0 } };
    for (int m = 0; m < 2; ++m) {
        at.x[m] = start.x[m];
        at.s[m] = angles_of(&q->of[m], at.x[m]);
        at.c[m] = factor * scree_quadrics_own_diameter(&q->of[m]) / q->of[m].longest; // (2.71)
    }
    scree_finding found = { .iterations = 0 };
    for (;; ++found.iterations) {
        scree_quadrics_trace(q, "jain", found.iterations, at.x);
        if (scree_quadrics_face_apart(q, at.x, sine2, &at.across)) break;
        found.cut_short = found.iterations == start.bound;
        if (found.cut_short) break;
        if (shrink > 0.0) {
            found.cut_short = !backtrack(q, shrink, &trials, &at);
            if (found.cut_short) break;
        } else {
            climb next;
            take_step(q, &at, 1.0, &next);
            at = next;
        }
    }
    return scree_quadrics_settle(q, at.x, at.across, v3_norm(at.across), &found, out);
}
