// The floating plane: Newton's method over the plane's normal and offset.
//
// Idea    f = E_A + E_B is the sum of the depths over both caps, as a function of the plane m . x = s, m of any length.
//         It is convex and homogeneous of degree 1; its gradient consists of the caps' volumes and first moments, its
//         Hessian of the areas and second moments of the two sections. On planes with unit m = n + a u + b v,
//         normalised, it is f / |m|, which subtracts f from the Hessian's tilt terms; a rounding of radius r, which
//         shifts the plane by r |m|, adds r V to them. W = 2 f.
//         The search has two parts. The first remembers sections that it met a few planes ago, and mostly needs few
//         planes. Where it stops, that counts only if the sections at hand say so: the larger a Hessian, the smaller the
//         decrease that is left by it. If they do not, the second part goes on without a memory: Newton's direction, and
//         along it the plane of least f, by Newton's method for the slope from the steep side. So it gets around edges
//         and faces at which f is steeper by 1e10 from one plane to the next.
//         The force follows from volumes and moments after one more Newton step, to first order in that step, and is
//         then right to second order. A large face may be entered by less than the rounding of its corners' heights:
//         its volume is then noise, or 0. Its section is taken from a plane moved by that rounding, and the other body's
//         volume and moments, which hardly change by that, count.
// Limits  The local minimum near the start. If one body goes through the other, there may be a smaller one elsewhere.
#include "region/floating_plane.h"

enum { MOST_PLANES = 20, MOST_IN_ALL = 400, MOST_CUTS = 12, MOST_SHARES = 60 };

static const double SLIGHT = 1e-12;   // fraction of f by which the last step may change it
static const double NOTHING = 1e-26;  // fraction of the first f below which there is no contact
static const double ROUGH = 1e-8;     // fraction of f up to which it may, where f can be decreased no more
static const double WIDEST = 0.3;     // largest tangent of a step's tilt
static const double GONE = 0.05;      // fraction of a section below which it counts as missed
static const double TOUCHED = 1e-3;   // the same, for the section at a plane where a step went too far
static const double WEAR = 0.3;       // fraction of it that is remembered
static const double LEAST_CUT = 0.25; // of a step that went too far
static const double DECREASE = 1e-4;  // fraction of the decrease predicted by the slope that is enough
static const double STEEP = 0.5;      // fraction of the slope at the start that there may be at the end of a step
static const double SHORTEN = 0.1;    // of a step of which nothing but that it went too far is known
static const double NARROW = 1e-9;    // of a section: its second moment across over that along it
static const double NOISE = 0x1p-47;  // of heights, relative to the size
static const double RIGHT = 1e-3;     // fraction of the force up to which it counts as right
static const double GROWTH = 1.2;     // of a section that is moved by the noise and by twice as much
static const double UNSURE = 0.003;   // fraction of RIGHT where it grows more than that

// A quadratic form of a, b and the offset's change, as the six sums of a section.
typedef struct form {
    double aa, ab, bb, as, bs, ss;
} form;

typedef struct step {
    double a, b, s;
} step;

// A plane that was tried, and what it cuts off; B's sums are in A's axes.
typedef struct trial {
    scree_vec3 normal, u, v;
    double offset;
    scree_cap cap[2];
    double sum;    // f
    step gradient; // of f
} trial;

static void axes_of(scree_vec3 n, scree_vec3 *u, scree_vec3 *v)
{
    *u = v3_any_normal_to(n);
    *v = v3_cross(n, *u);
}

// ------------------------------------------------------------------------------------------------------------ algebra

static form form_of(const scree_cap *c)
{
    return (form){ c->area_second[0], c->area_second[1], c->area_second[2],
                   -c->area_first[0], -c->area_first[1], c->area };
}

static form form_add(const form *p, const form *q)
{
    return (form){ p->aa + q->aa, p->ab + q->ab, p->bb + q->bb, p->as + q->as, p->bs + q->bs, p->ss + q->ss };
}

static form form_scale(const form *p, double s)
{
    return (form){ s * p->aa, s * p->ab, s * p->bb, s * p->as, s * p->bs, s * p->ss };
}

static step form_mul(const form *m, step x)
{
    return (step){ m->aa * x.a + m->ab * x.b + m->as * x.s, m->ab * x.a + m->bb * x.b + m->bs * x.s,
                   m->as * x.a + m->bs * x.b + m->ss * x.s };
}

static double step_dot(step x, step y)
{
    return x.a * y.a + x.b * y.b + x.s * y.s;
}

static double inverse_or_0(double x, double least)
{
    return x > least ? 1.0 / x : 0.0;
}

// Solves m x = r by elimination, the offset first. Directions in which m is 0, to rounding, are skipped; false if m is
// negative along one.
static bool form_solve(const form *m, step r, step *x)
{
    const double tiny = 1e-15, is = inverse_or_0(m->ss, 0.0), la = m->as * is, lb = m->bs * is;
    const double aa = m->aa - la * m->as, ab = m->ab - la * m->bs, bb = m->bb - lb * m->bs;
    // The wider of the two tilts first.
    const bool swap = bb > aa;
    const double pp = swap ? bb : aa, qq = swap ? aa : bb;
    const double size_a = tiny * fabs(m->aa), size_b = tiny * fabs(m->bb);
    const double size_p = swap ? size_b : size_a, size_q = swap ? size_a : size_b;
    const double ra = r.a - la * r.s, rb = r.b - lb * r.s, rp = swap ? rb : ra, rq = swap ? ra : rb;
    const double ip = inverse_or_0(pp, size_p), lq = ab * ip, left = qq - lq * ab, iq = inverse_or_0(left, size_q);
    const double q = (rq - lq * rp) * iq, p = (rp - ab * q) * ip;
    x->a = swap ? q : p;
    x->b = swap ? p : q;
    x->s = (r.s - m->as * x->a - m->bs * x->b) * is;
    return pp >= -size_p && left >= -size_q;
}

// ------------------------------------------------------------------------------------------------------------- trials

static scree_cap_frame frame_of_a(const scree_floating *f, const trial *t)
{
    return (scree_cap_frame){ f->origin, t->u, t->v, t->normal, t->offset - scree_cap_shift(f->cores.a) };
}

static scree_cap_frame frame_of_b(const scree_floating *f, const trial *t)
{
    const scree_mat3 *rotation = &f->cores.rotation;
    return (scree_cap_frame){ m3_mul_transposed(rotation, v3_sub(f->origin, f->cores.shift)),
                              m3_mul_transposed(rotation, t->u), m3_mul_transposed(rotation, v3_neg(t->v)),
                              m3_mul_transposed(rotation, v3_neg(t->normal)),
                              -t->offset - scree_cap_shift(f->cores.b) };
}

static void try_plane(const scree_floating *f, trial *t)
{
    const scree_cap_frame a = frame_of_a(f, t), b = frame_of_b(f, t);
    t->cap[0] = scree_cap_of(f->cores.a, f->mesh[0], &a);
    t->cap[1] = scree_cap_of(f->cores.b, f->mesh[1], &b);
    scree_cap *c = t->cap;
    c[1].first[1] = -c[1].first[1]; // seen from B, v points the other way
    c[1].area_first[1] = -c[1].area_first[1];
    c[1].area_second[1] = -c[1].area_second[1];
    t->sum = c[0].energy + c[1].energy;
    t->gradient = (step){ c[0].first[0] - c[1].first[0], c[0].first[1] - c[1].first[1], c[1].volume - c[0].volume };
}

// The angle from u to the common long axis of both sections. 0 unless they are so narrow that rounding would swamp the smaller of
// their second moments in any other axes.
static double long_axis(const trial *t)
{
    const form a = form_of(&t->cap[0]), b = form_of(&t->cap[1]), m = form_add(&a, &b);
    const double is = inverse_or_0(m.ss, 0.0), aa = m.aa - m.as * m.as * is, bb = m.bb - m.bs * m.bs * is;
    const double ab = m.ab - m.as * m.bs * is, half = 0.5 * (aa + bb), difference = 0.5 * (aa - bb);
    return half - sqrt(difference * difference + ab * ab) < NARROW * half ? 0.5 * atan2(ab, difference) : 0.0;
}

// Turns u and v about the normal.
static void turn_axes(trial *t, double angle)
{
    const scree_vec3 u = t->u;
    t->u = v3_unit(v3_add_scaled(v3_scale(u, cos(angle)), sin(angle), t->v));
    t->v = v3_cross(t->normal, t->u);
}

// Newton's step with these forms of the two bodies in the Hessian.
static step step_with(const scree_floating *f, const trial *t, const form *a, const form *b)
{
    const form both = form_add(a, b);
    form whole = both;
    const double rounding =
        scree_cap_shift(f->cores.a) * t->cap[0].volume + scree_cap_shift(f->cores.b) * t->cap[1].volume;
    whole.aa += rounding - t->sum;
    whole.bb += rounding - t->sum;
    const step down = { -t->gradient.a, -t->gradient.b, -t->gradient.s };
    step x;
    if (!form_solve(&whole, down, &x)) (void)form_solve(&both, down, &x);
    const double slope = sqrt(x.a * x.a + x.b * x.b), share = slope > WIDEST ? WIDEST / slope : 1.0;
    return (step){ share * x.a, share * x.b, share * x.s };
}

// Newton's step. If a plane just misses a body whose face it was in before, the section has vanished, but is there
// again at the next plane: its form is remembered, and decays.
static step newton_step(const scree_floating *f, const trial *t, form known[2])
{
    for (int i = 0; i < 2; ++i) {
        const form here = form_of(&t->cap[i]);
        known[i] = here.ss > GONE * known[i].ss ? here : form_scale(&known[i], WEAR);
    }
    return step_with(f, t, &known[0], &known[1]);
}

static trial moved(const trial *t, step x, double share)
{
    const double a = share * x.a, b = share * x.b, length = sqrt(1.0 + a * a + b * b);
    trial next = { .offset = (t->offset + share * x.s) / length };
    next.normal = v3_unit(v3_add_scaled(v3_add_scaled(t->normal, a, t->u), b, t->v));
    next.u = v3_unit(v3_add_scaled(t->u, -v3_dot(t->u, next.normal), next.normal));
    next.v = v3_cross(next.normal, next.u);
    return next;
}

// Remembers sections that are much larger at a plane that was tried. Returns whether there are any.
static bool stiffen(form known[2], const trial *tried)
{
    bool grows = false;
    for (int i = 0; i < 2; ++i) {
        if (!(TOUCHED * tried->cap[i].area > known[i].ss)) continue;
        known[i] = form_of(&tried->cap[i]);
        grows = true;
    }
    return grows;
}

// The plane after a step that decreases f. False if none was found. If a step passes through a surface that it only
// touched before, f is much steeper there than the Hessian predicted: the step is solved again with the larger section
// found. Otherwise it is shortened to where the slopes at both ends predict the minimum.
static bool descend(const scree_floating *f, const trial *t, step x, form known[2], trial *next, int *planes)
{
    double share = 1.0;
    for (int i = 0; i < MOST_CUTS; ++i) {
        const double slope = step_dot(t->gradient, x);
        *next = moved(t, x, share);
        try_plane(f, next);
        ++*planes;
        if (next->sum <= t->sum + DECREASE * share * slope) return true;
        if (stiffen(known, next)) {
            x = step_with(f, t, &known[0], &known[1]);
            share = 1.0;
        } else {
            const double rise = step_dot(next->gradient, x); // to first order in the tilt
            share *= rise > 0.0 ? max2(LEAST_CUT, min2(0.5, slope / (slope - rise))) : 0.5;
        }
    }
    return false;
}

// --------------------------------------------------------------------------------------------- without remembering

// The direction x from `t`, seen from the plane at a share of it.
static step carried(const trial *t, step x, double share, const trial *next)
{
    const double a = share * x.a, b = share * x.b, length = sqrt(1.0 + a * a + b * b);
    const scree_vec3 tilt = v3_add_scaled(v3_scale(t->u, x.a), x.b, t->v);
    return (step){ v3_dot(tilt, next->u) / length, v3_dot(tilt, next->v) / length,
                   (x.s - next->offset * v3_dot(tilt, next->normal)) / length };
}

static double form_at(const form *m, step x)
{
    return step_dot(x, form_mul(m, x));
}

// The plane along the step where f is least, roughly. False if f is not less at any that was tried.
static bool least_along(const scree_floating *f, const trial *t, step x, trial *next, int *planes)
{
    const double slope = step_dot(t->gradient, x);
    double low = 0.0, high = 1.0, share = 1.0;
    const double angle = long_axis(t);
    for (int i = 0; i < MOST_SHARES; ++i) {
        *next = moved(t, x, share);
        if (angle != 0.0) turn_axes(next, angle);
        try_plane(f, next);
        ++*planes;
        const step here = carried(t, x, share, next);
        const double rise = step_dot(next->gradient, here);
        if (next->sum <= t->sum + DECREASE * share * slope && rise <= -STEEP * slope) return true;
        if (rise > 0.0)
            high = share;
        else
            low = share;
        if (!(high - low > 0x1p-50 * high)) return false;
        const form a = form_of(&next->cap[0]), b = form_of(&next->cap[1]);
        const double bend = form_at(&a, here) + form_at(&b, here);
        const double root = bend > 0.0 ? share - rise / bend : low;
        const bool is_inside = root > low && root < high;
        share = is_inside ? root : low > 0.0 ? 0.5 * (low + high) : SHORTEN * high;
    }
    return false;
}

// What the sections at hand, or those in `known`, say about the plane: the step that is left, and the decrease of f by
// it.
typedef struct rest {
    form form[2];
    step x;
    double change;
} rest;

static rest rest_of(const scree_floating *f, const trial *t)
{
    rest r = { .form = { form_of(&t->cap[0]), form_of(&t->cap[1]) } };
    r.x = step_with(f, t, &r.form[0], &r.form[1]);
    r.change = -step_dot(t->gradient, r.x);
    return r;
}

// The cap of body i at the plane moved by `depth` into the other body.
static scree_cap thickened(const scree_floating *f, const trial *t, int i, double depth, int *planes)
{
    trial thick = *t;
    thick.offset += i == 0 ? -depth : depth;
    try_plane(f, &thick);
    ++*planes;
    return thick.cap[i];
}

// The least f to rounding: is a plane with balanced caps within the noise of the heights of the body with the larger
// section? Takes the sections from planes that are moved by as much. On a curved surface or an edge they grow with that:
// the tilts are less sure there.
static bool is_least_to_rounding(const scree_floating *f, const trial *t, rest *r, int *planes)
{
    const scree_cores *c = &f->cores;
    const double noise = NOISE * (c->a->core_radius + v3_norm(f->origin) + c->b->core_radius +
                                  v3_norm(v3_sub(f->origin, c->shift)) + c->a->radius + c->b->radius);
    for (int i = 0; i < 2; ++i) {
        const scree_cap thick = thickened(f, t, i, noise, planes);
        r->form[i] = form_of(&thick);
    }
    r->x = step_with(f, t, &r->form[0], &r->form[1]);
    const int stiff = r->form[0].ss > r->form[1].ss ? 0 : 1, soft = 1 - stiff;
    if (!(r->form[stiff].ss > 0.0)) return false;
    const double volume = t->cap[soft].volume, moved_by = form_at(&r->form[stiff], r->x) / r->form[stiff].ss;
    if (!(moved_by <= noise * noise)) return false;
    const double area = r->form[soft].ss;
    const bool grows = thickened(f, t, stiff, 2.0 * noise, planes).area > GROWTH * r->form[stiff].ss;
    return area * noise <= (grows ? UNSURE : 1.0) * RIGHT * volume &&
           area * form_at(&r->form[soft], r->x) <= RIGHT * RIGHT * volume * volume;
}

// The second part of the search. False if it did not converge.
static bool finish(const scree_floating *f, trial *t, rest *r, int *planes)
{
    enum { MOST_IN_VAIN = 8 };
    trial next;
    if (r->change <= SLIGHT * t->sum || is_least_to_rounding(f, t, r, planes)) return true;
    *r = rest_of(f, t);
    for (int in_vain = 0; in_vain < MOST_IN_VAIN && *planes < MOST_IN_ALL;) {
        if (r->change <= SLIGHT * t->sum) return true;
        if (!least_along(f, t, r->x, &next, planes)) break;
        in_vain = t->sum - next.sum > ROUGH * t->sum ? 0 : in_vain + 1;
        *t = next;
        *r = rest_of(f, t);
    }
    return r->change <= ROUGH * t->sum || is_least_to_rounding(f, t, r, planes);
}

// ------------------------------------------------------------------------------------------------------------- answer

// Volume and first moments of A's cap and of B's after the step, where they are equal: the mean.
static step balanced(const trial *t, const rest *r)
{
    const step x = r->x, from_a = form_mul(&r->form[0], x), from_b = form_mul(&r->form[1], x);
    return (step){ 0.5 * (t->cap[0].first[0] + from_a.a + (t->cap[1].first[0] - from_b.a)),
                   0.5 * (t->cap[0].first[1] + from_a.b + (t->cap[1].first[1] - from_b.b)),
                   0.5 * (t->cap[0].volume - from_a.s + (t->cap[1].volume + from_b.s)) };
}

// The form about another point of the plane.
static form form_about(const form *m, double a, double b)
{
    return (form){ m->aa + a * (2.0 * m->as + a * m->ss),
                   m->ab + a * m->bs + b * m->as + a * b * m->ss,
                   m->bb + b * (2.0 * m->bs + b * m->ss),
                   m->as + a * m->ss,
                   m->bs + b * m->ss,
                   m->ss };
}

// Two springs in series: a (a + b)^-1 b.
static form in_a_row(const form *a, const form *b)
{
    const form both = form_add(a, b);
    const step column[3] = { { b->aa, b->ab, b->as }, { b->ab, b->bb, b->bs }, { b->as, b->bs, b->ss } };
    step out[3];
    for (int i = 0; i < 3; ++i) {
        step x;
        (void)form_solve(&both, column[i], &x);
        out[i] = form_mul(a, x);
    }
    return (form){
        out[0].a, 0.5 * (out[0].b + out[1].a), out[1].b, 0.5 * (out[0].s + out[2].a), 0.5 * (out[1].s + out[2].b),
        out[2].s
    };
}

// The point of the plane where the force acts.
static step place_of(step sums)
{
    const double share = sums.s > 0.0 ? 1.0 / sums.s : 0.0;
    return (step){ share * sums.a, share * sums.b, 0.0 };
}

// `m` is about the place.
static void publish(const scree_floating *f, const trial *t, step sums, const form *m, scree_floating_answer *out)
{
    const step place = place_of(sums);
    const scree_vec3 projection = v3_add(f->origin, v3_scale(t->normal, t->offset));
    *out = (scree_floating_answer){ .volume = max2(0.0, sums.s), .energy = 2.0 * t->sum, .area = 2.0 * m->ss };
    out->normal = t->normal;
    out->point = v3_add_scaled(v3_add_scaled(projection, place.a, t->u), place.b, t->v);
    out->u = t->u;
    out->v = t->v;
    out->moments[0] = 2.0 * m->aa;
    out->moments[1] = 2.0 * m->ab;
    out->moments[2] = 2.0 * m->bb;
}

bool scree_floating_search(const scree_floating *f, scree_vec3 normal, double offset, scree_floating_answer *out)
{
    trial t = { .normal = normal, .offset = offset };
    axes_of(t.normal, &t.u, &t.v);
    try_plane(f, &t);
    int planes = 1;
    const double angle = long_axis(&t);
    if (angle != 0.0) {
        turn_axes(&t, angle);
        try_plane(f, &t);
        ++planes;
    }
    form known[2] = { form_of(&t.cap[0]), form_of(&t.cap[1]) };
    step x = newton_step(f, &t, known);
    double change = -step_dot(t.gradient, x);
    const double least = NOTHING * t.sum;
    trial next;
    while (change > SLIGHT * t.sum && t.sum > least && planes < MOST_PLANES &&
           descend(f, &t, x, known, &next, &planes)) {
        t = next;
        x = newton_step(f, &t, known);
        change = -step_dot(t.gradient, x);
    }
    rest r = rest_of(f, &t);
    const bool found = t.sum <= least || finish(f, &t, &r, &planes);
    if (!found) r.x = (step){ 0.0, 0.0, 0.0 };
    const step sums = balanced(&t, &r), place = place_of(sums);
    const form a = form_about(&r.form[0], place.a, place.b), b = form_about(&r.form[1], place.a, place.b);
    const form row = in_a_row(&a, &b);
    publish(f, &t, sums, &row, out);
    out->planes = planes;
    out->vanishes = t.sum <= least;
    return found;
}

void scree_floating_on_half_space(const scree_floating *f, scree_vec3 normal, double offset, scree_floating_answer *out)
{
    trial t = { .normal = normal, .offset = offset };
    axes_of(t.normal, &t.u, &t.v);
    const scree_cap_frame a = frame_of_a(f, &t);
    t.cap[0] = scree_cap_of(f->cores.a, f->mesh[0], &a);
    t.sum = t.cap[0].energy;
    const step sums = { t.cap[0].first[0], t.cap[0].first[1], t.cap[0].volume }, place = place_of(sums);
    form own = form_of(&t.cap[0]);
    own = form_about(&own, place.a, place.b);
    publish(f, &t, sums, &own, out);
    out->planes = 1;
}
