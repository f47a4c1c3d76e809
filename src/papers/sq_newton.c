// Two superquadrics by Newton's method on the Lagrange function.
//
// Source      Podlozhnyuk, Pirker, Kloss (2017), as in peng-hanley-2019, (2) to (7), and as LIGGGHTS 3.8 has it.
// Idea        The contact point minimises F_A + F_B where F_A = F_B. There grad F_A + m grad F_B = 0, with m = (1 -
//             lambda) / (1 + lambda) > 0: with F_A - F_B = 0 four equations for the point and m, which Newton's method
//             solves, from where spheres would touch. Both functions are convex, so that any solution is the only one.
//             If both are negative there, the two are in contact (7). The gradients give the normal, and where the line
//             along it through the point leaves both bodies is the overlap.
// Safeguards  A step that does not reduce the residual is shortened; m stays positive. If that does not converge, the
//             bodies are replaced by spheres of equal a b c and transformed back gradually, axes and exponents, each
//             point being the start for the next shape.
// Departures  1. LIGGGHTS walks through the sequence of shapes at every first contact. Here it is only the fallback.
//             2. m is the unknown, not its root, so that its two equations are linear in it. What LIGGGHTS scales F by,
//                0.5^(n - 2), is left out: it moves the contact point between bodies of different exponents.
//             3. Gradients are measured in a length of the pair, or the residual would depend on the unit of length.
//             4. A search whose residual hardly falls any more has failed; LIGGGHTS takes it as converged.
//             5. Bodies apart get the gap along the same line, or, where that misses one of them, between the points on
//                the way to both centres. LIGGGHTS answers "no contact", most of it by boxes.
// Limits      Overlap and gap are those along one line, not the least ones. Slender bodies of high exponents may defeat
//             it, and so may very unequal ones: then `cut_short` is set.
#include "papers/sq_newton.h"

#include "papers/sq_close.h"
#include "papers/sq_field.h"
#include "shape/shape.h"

// LIGGGHTS' tolerance: the squares of the sine between the gradients and of the relative difference of F_A and F_B.
#define USUAL_MERIT 1e-10
// A step shorter than this, relative to the shortest semi-axis, ends it too.
#define USUAL_STEP 1e-12
// A tolerance of the caller's own is a bound on the last step; below this, relative to the pair, it is rounding.
#define LEAST_STEP 0x1p-50

// Steps: of the first search, and of the search for each of the shapes in between; as they come, 3 to 10.
enum { MOST_STEPS = 60, MOST_STEPS_BETWEEN = 100 };
// So often may a residual stay above SLOW times the last one.
enum { MOST_SLOW = 5, MOST_SHORTENED = 27 };
#define SLOW 0.999
#define SHORTER 0.5
// What a step leaves of m at least.
#define LEAST_OF_M 0.1
// Of the Hessian's trace, added to its diagonal: faces of exponents above 2 have no curvature of their own.
#define STIFFNESS 1e-12
// The sequence of shapes has at least so many steps, and one for each unit of the largest exponent.
#define LEAST_SHAPES 10.0

typedef struct pair {
    scree_sq_field a, b;
    const scree_cores *c;
    const scree_classic *open; // for the trace
    double part;               // of the way from A's centre to B's, where spheres touch
    double length;             // that gradients are measured in
    double merit, stride;      // where the search ends
} pair;

// F of both at a point of A's frame.
typedef struct state {
    scree_vec3 x;
    double m;
    scree_sq_expansion a, b; // B's derivatives are along A's axes too
    scree_vec3 rest;         // grad F_A + m grad F_B
    double residual, merit;
} state;

bool scree_sq_newton_serves(const scree_shape *a, const scree_shape *b)
{
    return scree_is_superquadric(a) && scree_is_superquadric(b);
}

static double mean_radius(const scree_sq_field *f)
{
    return cbrt(f->axes.x * f->axes.y * f->axes.z); // lengths are between 1e-60 and 1e60
}

// R H R^T, H having only xx, yy, zz and xy.
static scree_sym3 rotated(const scree_mat3 *r, const scree_sym3 *h)
{
    scree_vec3 rows[3];
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 t = r->row[i];
        rows[i] = v3(t.x * h->xx + t.y * h->xy, t.x * h->xy + t.y * h->yy, t.z * h->zz);
    }
    return (scree_sym3){ .xx = v3_dot(rows[0], r->row[0]),
                         .yy = v3_dot(rows[1], r->row[1]),
                         .zz = v3_dot(rows[2], r->row[2]),
                         .xy = v3_dot(rows[0], r->row[1]),
                         .xz = v3_dot(rows[0], r->row[2]),
                         .yz = v3_dot(rows[1], r->row[2]) };
}

static scree_vec3 in_b(const scree_cores *c, scree_vec3 x)
{
    return m3_mul_transposed(&c->rotation, v3_sub(x, c->shift));
}

// (5), and how far it is from 0. With m below 0, m is what fits the gradients best.
static void evaluate(const pair *p, scree_vec3 x, double m, state *s)
{
    s->x = x;
    s->a = scree_sq_expand(&p->a, x);
    s->b = scree_sq_expand(&p->b, in_b(p->c, x));
    s->b.gradient = m3_mul(&p->c->rotation, s->b.gradient);
    const scree_vec3 ga = s->a.gradient, gb = s->b.gradient;
    const double aa = v3_norm2(ga), bb = v3_norm2(gb), ab = v3_dot(ga, gb);
    if (m < 0.0) m = bb > 0.0 && ab != 0.0 ? fabs(ab) / bb : 1.0;
    s->m = m;
    s->rest = v3_add_scaled(ga, m, gb);
    const double difference = s->a.value - s->b.value, level = fmax(fabs(s->a.value), fabs(s->b.value));
    s->residual = p->length * p->length * v3_norm2(s->rest) + difference * difference;
    const double sine2 = ab < 0.0 ? v3_norm2(v3_cross(ga, gb)) / (aa * bb) : 1.0;
    const double unequal = level > 0.0 ? difference / level : 0.0;
    s->merit = fmax(sine2, unequal * unequal);
    if (isnan(s->merit)) s->merit = INFINITY;
}

// (6): J (dx, dm) = Phi by the inverse of the Hessian, which is positive definite once it is stiffened. In units of the
// pair's length, or its determinant could leave doubles' range.
static bool newton(const pair *p, const state *s, scree_vec3 *dx, double *dm)
{
    const scree_sym3 a = s->a.hessian, b = rotated(&p->c->rotation, &s->b.hessian);
    const double unit = p->length, square = unit * unit, m = s->m;
    const double xx = square * (a.xx + m * b.xx), yy = square * (a.yy + m * b.yy), zz = square * (a.zz + m * b.zz);
    const double xy = square * (a.xy + m * b.xy), xz = square * (m * b.xz), yz = square * (m * b.yz);
    const double stiff = STIFFNESS * (xx + yy + zz), hx = xx + stiff, hy = yy + stiff, hz = zz + stiff;
    const scree_vec3 k0 = v3(hy * hz - yz * yz, xz * yz - xy * hz, xy * yz - xz * hy);
    const scree_vec3 k1 = v3(k0.y, hx * hz - xz * xz, xy * xz - hx * yz);
    const scree_vec3 k2 = v3(k0.z, k1.z, hx * hy - xy * xy);
    const double det = hx * k0.x + xy * k0.y + xz * k0.z;
    const scree_vec3 g = v3_scale(s->b.gradient, unit), r = v3_scale(s->rest, unit);
    const scree_vec3 across = v3_sub(v3_scale(s->a.gradient, unit), g);
    const scree_vec3 by_r = v3(v3_dot(k0, r), v3_dot(k1, r), v3_dot(k2, r));
    const scree_vec3 by_g = v3(v3_dot(k0, g), v3_dot(k1, g), v3_dot(k2, g));
    *dm = (v3_dot(across, by_r) - det * (s->a.value - s->b.value)) / v3_dot(across, by_g);
    *dx = v3_scale(v3_add_scaled(by_r, -*dm, by_g), unit / det);
    return det > 0.0 && isfinite(*dm) && v3_is_finite(*dx);
}

static void trace_step(const pair *p, const state *s, int k)
{
    if (p->open->task.options->trace == NULL) return;
    const scree_vec3 n = v3_unit(v3_sub(s->a.gradient, s->b.gradient));
    if (!v3_is_finite(n) || v3_norm2(n) == 0.0) return;
    scree_mvertex at = { .index_a = 0 };
    (void)scree_cores_gap(p->c, n, &at);
    scree_classic_trace(p->open, "sq-newton", k, n, &at);
}

// Newton's method from `s` on. False where it gets stuck; s is then the best point that it saw. A search for more than
// the usual digits that gets stuck when it has these has converged as far as doubles go.
static bool solve(const pair *p, int bound, state *s, int *steps)
{
    int slow = 0;
    for (int k = 0; k < bound; ++k) {
        if (p->merit > 0.0 && s->merit < p->merit) return true;
        scree_vec3 dx;
        double dm, part = 1.0;
        if (!newton(p, s, &dx, &dm)) return false;
        if (dm > 0.0 && s->m - dm < LEAST_OF_M * s->m) part = (1.0 - LEAST_OF_M) * s->m / dm;
        trace_step(p, s, ++*steps);
        const bool last = v3_max_abs(dx) <= p->stride;
        state next;
        for (int i = 0;; ++i) {
            evaluate(p, v3_add_scaled(s->x, -part, dx), s->m - part * dm, &next);
            if (last || next.residual < s->residual || (p->merit > 0.0 && next.merit < p->merit)) break;
            if (i == MOST_SHORTENED) return s->merit < USUAL_MERIT;
            part *= SHORTER;
        }
        slow += next.residual > SLOW * s->residual && part < 1.0;
        if (!last || next.residual < s->residual) *s = next;
        if (last) return true;
        if (slow > MOST_SLOW) break;
    }
    return s->merit < USUAL_MERIT;
}

static scree_exponent between(double n, double t)
{
    return scree_exponent_make(2.0 + t * (n - 2.0));
}

static scree_sq_field shape_between(const scree_sq_field *f, double t)
{
    if (t >= 1.0) return *f;
    const double r = mean_radius(f);
    const scree_vec3 axes = v3(r + t * (f->axes.x - r), r + t * (f->axes.y - r), r + t * (f->axes.z - r));
    return scree_sq_field_make(axes, between(f->n1.n, t), between(f->n2.n, t));
}

// From spheres to the bodies themselves.
static bool solve_by_degrees(const pair *p, scree_vec3 start, int bound, state *s, int *steps)
{
    const double most = fmax(fmax(p->a.n1.n, p->a.n2.n), fmax(p->b.n1.n, p->b.n2.n));
    const int shapes = (int)fmax(LEAST_SHAPES, ceil(most) - 1.0);
    scree_vec3 x = start;
    bool found = false;
    for (int i = 1; i <= shapes; ++i) {
        const double t = (double)i / shapes;
        pair q = *p;
        q.a = shape_between(&p->a, t);
        q.b = shape_between(&p->b, t);
        state trial;
        evaluate(&q, x, -1.0, &trial);
        found = solve(&q, bound, &trial, steps);
        if (v3_is_finite(trial.x)) x = trial.x;
        if (i == shapes && (found || trial.merit < s->merit)) *s = trial;
    }
    return found;
}

// The last contact point, carried along by both bodies, as LIGGGHTS carries it by their velocities.
static bool last_point(const scree_cores *c, const scree_paper_cache *last, scree_vec3 *x)
{
    if (last == NULL || !last->linked) return false;
    const scree_vec3 a = v3_sub(last->link_a, c->a->centre), b = v3_sub(last->link_b, c->b->centre);
    *x = v3_lerp(a, v3_add(m3_mul(&c->rotation, b), c->shift), 0.5);
    return v3_is_finite(*x);
}

static void remember(const scree_cores *c, scree_paper_cache *last, scree_vec3 x)
{
    if (last == NULL) return;
    last->linked = true;
    last->link_a = v3_add(x, c->a->centre);
    last->link_b = v3_add(in_b(c, x), c->b->centre);
}

static bool search(const pair *p, const scree_query_options *o, state *s, int *steps)
{
    const scree_vec3 start = v3_scale(p->c->shift, p->part);
    const int bound = o->max_iterations > 0 ? o->max_iterations : MOST_STEPS;
    scree_vec3 x;
    evaluate(p, start, -1.0, s);
    if (last_point(p->c, scree_classic_cache(o), &x)) {
        state warm;
        evaluate(p, x, -1.0, &warm);
        if (warm.residual < s->residual) *s = warm;
    }
    if (solve(p, bound, s, steps)) return true;
    if (o->max_iterations > 0) return false;
    return solve_by_degrees(p, start, MOST_STEPS_BETWEEN, s, steps);
}

// Bodies apart, and the line misses one of them: between the points on the way to the two centres instead.
static void measure_radially(const pair *p, const state *s, scree_sq_ending *found)
{
    const scree_cores *c = p->c;
    const double to_a = scree_sq_gauge_of(&p->a, fmax(0.0, s->a.value)),
                 to_b = scree_sq_gauge_of(&p->b, fmax(0.0, s->b.value));
    found->on_a = v3_scale(s->x, 1.0 / to_a);
    found->on_b = v3_lerp(c->shift, s->x, 1.0 / to_b);
    const scree_vec3 across = v3_sub(found->on_b, found->on_a);
    if (!(v3_norm2(across) > 0.0)) return;
    found->distance = found->upper = v3_norm(across);
    found->normal = v3_unit(across);
}

// Where the line along the normal through the contact point leaves A and B, or enters them; the overlap.
static void measure(const pair *p, const state *s, scree_sq_ending *found)
{
    const scree_cores *c = p->c;
    const scree_vec3 n = found->normal, x = s->x, y = in_b(c, x), n_b = m3_mul_transposed(&c->rotation, n);
    const bool in_a = s->a.value < 0.0, inside_b = s->b.value < 0.0;
    double to_a, to_b; // along n, from the point to A's surface and to B's
    bool hit = true;
    if (in_a) {
        to_a = scree_sq_leave(&p->a, x, n);
    } else {
        hit = scree_sq_enter(&p->a, x, v3_neg(n), &to_a);
        to_a = -to_a;
    }
    if (inside_b) {
        to_b = -scree_sq_leave(&p->b, y, v3_neg(n_b));
    } else {
        hit = scree_sq_enter(&p->b, y, n_b, &to_b) && hit;
    }
    if (!hit) {
        measure_radially(p, s, found);
        return;
    }
    found->distance = to_b - to_a;
    found->on_a = v3_add_scaled(x, to_a, n);
    found->on_b = v3_add_scaled(x, to_b, n);
    found->upper = fabs(found->distance);
    if (in_a && inside_b) found->upper = -(scree_sq_ball(&p->a, x) + scree_sq_ball(&p->b, y));
}

// No contact point: the points of both bodies that are farthest along the normal, and the gap between them.
static void take_supports(const pair *p, scree_sq_ending *found)
{
    scree_mvertex at = { .index_a = 0 };
    const double gap = scree_cores_gap(p->c, found->normal, &at);
    found->lower = gap;
    found->distance = fmax(gap, 0.0);
    found->on_a = at.a;
    found->on_b = at.b;
    found->upper = v3_norm(at.w);
}

scree_status scree_sq_newton(const scree_body *a, const scree_body *b, const scree_query_options *options,
                             scree_contact *out)
{
    scree_classic open;
    scree_sq_open(a, b, options, &open);
    const scree_cores *c = &open.cores;
    pair p = { .a = scree_sq_field_of(c->a), .b = scree_sq_field_of(c->b), .c = c, .open = &open };
    const double ra = mean_radius(&p.a), rb = mean_radius(&p.b), size = scree_size_of_pair(c->a, c->b);
    const bool usual = options->tolerance == SCREE_DEFAULT_TOLERANCE * size;
    p.part = ra / (ra + rb);
    p.length = p.part * rb;
    p.merit = usual ? USUAL_MERIT : 0.0;
    p.stride = usual ? USUAL_STEP * fmin(p.a.least_axis, p.b.least_axis) : fmax(options->tolerance, LEAST_STEP * size);

    state s;
    scree_sq_ending found = { .index_a = -1, .index_b = -1 };
    found.cut_short = !search(&p, options, &s, &found.iterations);
    found.normal = v3_unit(v3_sub(s.a.gradient, s.b.gradient));
    if (!v3_is_finite(found.normal) || v3_norm2(found.normal) == 0.0) found.normal = scree_classic_direction(&open);
    found.point = s.x;
    found.lower = scree_sq_least(&open);
    found.upper = INFINITY;
    const bool in_both = s.a.value < 0.0 && s.b.value < 0.0; // proven, whether the search has converged or not
    if (!found.cut_short || in_both) measure(&p, &s, &found);
    if (!isfinite(found.upper))
        take_supports(&p, &found);
    else if (options->detail == SCREE_DETAIL_FULL)
        found.lower = scree_cores_gap(c, found.normal, NULL);
    remember(c, scree_classic_cache(options), s.x);
    scree_sq_close(&open, &found, out);
    if (found.cut_short) out->status = SCREE_NO_CONVERGENCE;
    return out->status;
}
