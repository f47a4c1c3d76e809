// Newton-Coulomb: charged points that attract each other and slide on both ellipsoids until they rest.
//
// Source      Abbasov (2015, 2017, 2019); girault-2022, 2.3: the initial version (2.36), and the modified one,
//             Algorithms 3 and 4.
// Idea        At rest the force is normal to both surfaces: the points are the nearest ones. The initial version is
//             Newton's law with drag, by Euler's scheme, each point put back on its surface after each step. The
//             modified one forgets the speed at each step and goes along the tangential part of the force, as far as
//             C R_min, a fraction of the smallest radius of curvature there, less when the points are close (2.45), and
//             less until the distance falls (Algorithm 3).
// Departures  1. (2.40) makes the displacement delta^2 xi = C R_min along xi: the force's |x_1 - x_2|^-3 cancels, and
//                all units with it. It is taken as that. Shrinking delta by lambda shrinks it by lambda^2.
//             2. The initial version's parameters are left to the reader; these are chosen for ellipsoids about a
//                radius apart, and scaled with them (see scree/ellipsoid.h).
//             3. Algorithm 3 ends when the step is lost in rounding, and the search with it; the initial version ends
//                when a point is flung away from its ellipsoid. Bounds on steps and on the trials of Algorithm 3.
// Limits      A step has a length that does not fall towards the end but by trial: many steps, and Algorithm 3 can
//             fail, since points are put back to first order only and may be nearer off the surface. The initial
//             version is unstable for close ellipsoids and slow for distant ones, as the paper says: its force knows a
//             length.
#include "papers/newton_coulomb.h"

#include "papers/quadrics.h"

// The paper's bound (3.4.3), and on average as many trials of Algorithm 3.
enum { MOST_STEPS = 100000, TRIALS_PER_STEP = 8 };

typedef struct charges {
    const scree_quadrics *q;
    scree_vec3 x[2];     // on the surfaces to first order, about their own axes
    scree_vec3 speed[2]; // z, of the initial version
    scree_vec3 across;   // x_2 - x_1, in the pair's frame
    int k;
    bool cut_short;
} charges;

// From x_m to the other point, along the axes of m.
static scree_vec3 towards_other(const charges *s, int m)
{
    return scree_quadrics_direction(s->q, m, m == 0 ? s->across : v3_neg(s->across));
}

// The part of v along the surface whose gradient is g.
static scree_vec3 tangential(scree_vec3 v, scree_vec3 g)
{
    return v3_add_scaled(v, -v3_dot(v, g) / v3_norm2(g), g);
}

// Back to the surface, to first order: lines 3 to 6 of (2.36).
static scree_vec3 put_back(const scree_own_quadric *e, scree_vec3 x)
{
    scree_vec3 g = scree_quadrics_gradient(e, x);
    return v3_add_scaled(x, -scree_quadrics_value(e, x) / v3_norm2(g), g);
}

static scree_vec3 vector_between(const scree_quadrics *q, const scree_vec3 x[2])
{
    return v3_sub(scree_quadrics_place(q, 1, x[1]), x[0]);
}

// ---- the initial version -------------------------------------------------------------------------------------------

typedef struct law {
    double force, drag, step; // p_1, p_2 and delta
} law;

// (2.33), (2.34)
static scree_vec3 acceleration(const charges *s, const law *w, int m)
{
    const scree_own_quadric *e = &s->q->of[m];
    scree_vec3 g = scree_quadrics_gradient(e, s->x[m]), z = s->speed[m];
    double apart = v3_norm(s->across), pull = w->force / (apart * apart * apart);
    scree_vec3 a = v3_scale(tangential(towards_other(s, m), g), pull);
    a = v3_add_scaled(a, -w->drag, z);
    return v3_add_scaled(a, -v3_dot(z, v3_times(e->sigma, z)) / v3_norm2(g), g);
}

// (2.36)
static void euler_step(charges *s, const law *w)
{
    const scree_vec3 psi[2] = { acceleration(s, w, 0), acceleration(s, w, 1) };
    for (int m = 0; m < 2; ++m) {
        s->x[m] = put_back(&s->q->of[m], v3_add_scaled(s->x[m], w->step, s->speed[m]));
        s->speed[m] = v3_add_scaled(s->speed[m], w->step, psi[m]);
    }
}

// Nowhere near its ellipsoid: a step too long for the force, of which Euler's scheme does not recover.
static bool is_flung(const scree_own_quadric *e, scree_vec3 x)
{
    return !(v3_norm(x) <= 2.0 * e->longest);
}

static void search_initial(charges *s, const scree_ellipsoid_parameters *p, double eps_d, int bound)
{
    const scree_quadrics *q = s->q;
    const scree_ellipsoid_parameters usual = scree_ellipsoid_parameters_defaults();
    double radius = 0.5 * scree_quadrics_diameter(q);
    law w = { .force = scree_quadrics_knob(p->coulomb_force, radius * radius * radius) };
    w.drag = scree_quadrics_knob(p->coulomb_drag, usual.coulomb_drag);
    w.step = scree_quadrics_knob(p->coulomb_step, usual.coulomb_step);
    double sine2 = scree_quadrics_sine2(eps_d, scree_quadrics_widest(&q->of[0]) + scree_quadrics_widest(&q->of[1]));
    for (;; ++s->k) {
        scree_quadrics_trace(q, "newton-coulomb", s->k, s->x);
        if (scree_quadrics_face_apart(q, s->x, sine2, &s->across)) return;
        s->cut_short = s->k == bound;
        if (s->cut_short) return;
        const charges last = *s;
        euler_step(s, &w);
        if (!is_flung(&q->of[0], s->x[0]) && !is_flung(&q->of[1], s->x[1])) continue;
        *s = last;
        s->cut_short = true;
        return;
    }
}

// ---- the modified version ------------------------------------------------------------------------------------------

typedef struct strides {
    double most, near, shrink; // C_max, tau and lambda
    long trials;               // of Algorithm 3, left
} strides;

// Radii of curvature at the two points.
typedef struct radii {
    double least[2], most[2];
} radii;

static radii radii_at(const charges *s)
{
    radii r;
    for (int m = 0; m < 2; ++m) scree_quadrics_radii(&s->q->of[m], s->x[m], &r.least[m], &r.most[m]);
    return r;
}

// (2.40), (2.45): the displacement of point m, where the smallest radius of curvature is `least`.
static scree_vec3 displacement(const charges *s, const strides *w, int m, double least)
{
    double c = fmin(w->most, w->near * sqrt(2.0 * v3_norm(s->across) / least));
    scree_vec3 xi = tangential(towards_other(s, m), scree_quadrics_gradient(&s->q->of[m], s->x[m]));
    return v3_scale(v3_unit(xi), c * least);
}

// Algorithm 3. False where no step, however short, brings the points closer.
static bool backtrack(charges *s, strides *w, const scree_vec3 move[2])
{
    const scree_quadrics *q = s->q;
    double apart = v3_norm2(s->across);
    for (double scale = 1.0; scale > SCREE_ROUNDING && w->trials > 0; scale *= w->shrink * w->shrink, --w->trials) {
        scree_vec3 z[2];
        for (int m = 0; m < 2; ++m) z[m] = put_back(&q->of[m], v3_add_scaled(s->x[m], scale, move[m]));
        if (!(v3_norm2(vector_between(q, z)) < apart)) continue;
        s->x[0] = z[0];
        s->x[1] = z[1];
        return true;
    }
    return false;
}

static void search_modified(charges *s, const scree_ellipsoid_parameters *p, double eps_d, int bound)
{
    const scree_quadrics *q = s->q;
    const scree_ellipsoid_parameters usual = scree_ellipsoid_parameters_defaults();
    strides w = { .most = scree_quadrics_knob(p->coulomb_most, usual.coulomb_most), .trials = bound };
    w.near = scree_quadrics_knob(p->coulomb_near, usual.coulomb_near);
    w.shrink =
        p->coulomb_shrink < 1.0 ? scree_quadrics_knob(p->coulomb_shrink, usual.coulomb_shrink) : usual.coulomb_shrink;
    w.trials *= TRIALS_PER_STEP;
    double sum = scree_quadrics_widest(&q->of[0]) + scree_quadrics_widest(&q->of[1]); // line 6
    radii r = radii_at(s);
    for (;; ++s->k) {
        scree_quadrics_trace(q, "newton-coulomb", s->k, s->x);
        if (scree_quadrics_face_apart(q, s->x, scree_quadrics_sine2(eps_d, sum), &s->across)) return;
        s->cut_short = s->k == bound;
        if (s->cut_short) return;
        const scree_vec3 move[2] = { displacement(s, &w, 0, r.least[0]), displacement(s, &w, 1, r.least[1]) };
        s->cut_short = !backtrack(s, &w, move);
        if (s->cut_short) return;
        r = radii_at(s);             // of the new points
        sum = r.most[0] + r.most[1]; // line 12
    }
}

scree_status scree_newton_coulomb(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  scree_contact *out)
{
    scree_quadrics_search start;
    scree_status status;
    if (!scree_quadrics_search_begin(a, b, options, MOST_STEPS, &start, out, &status)) return status;
    charges s = { .q = &start.q };
    for (int m = 0; m < 2; ++m) s.x[m] = start.x[m];
    if (start.knobs.initial_coulomb)
        search_initial(&s, &start.knobs, start.eps_d, start.bound);
    else
        search_modified(&s, &start.knobs, start.eps_d, start.bound);
    scree_finding found = { .iterations = s.k, .cut_short = s.cut_short };
    s.across = vector_between(s.q, s.x);
    return scree_quadrics_settle(s.q, s.x, s.across, v3_norm(s.across), &found, out);
}
