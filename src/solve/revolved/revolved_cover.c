// The least depth of a body of revolution in any other body, by branch and bound over all normals.
//
// Idea        R is the body of revolution, about the axis a, and C the other one. Over the normals m, outward from R,
//             the depth is the support function f of R - C: for every point w of R - C, f(m) >= m . w. Normals are
//             given by the angle theta from a and the azimuth phi about it; a cell is a range of both. The support
//             points for the middle of phi at both ends of theta, and a mean of the two, bound f from below over the
//             cell.
//             Bodies that are nearly coaxial have a whole circle of normals along which f hardly changes. Fixed points,
//             which leave the surface with the square of the azimuth, would need a million cells along it. So the
//             points move. As phi grows by delta, the point of R rotates about a by delta, and stays in R. The point of
//             C moves by exp(delta G), which maps C to itself: a rotation about C's own axis; for an ellipsoid or an
//             elliptic section, such a rotation in units of the semi-axes. In the frame that rotates with phi, the
//             point w is at
//
//                 v(delta) = r + R_a(-delta) (o - exp(delta G) s),
//
//             r and s being the two points, each from the middle of its body, and o the vector from C's middle to R's.
//             It moves only as far as the bodies are off a common axis. Each coordinate is a trigonometric polynomial
//             of degree 2,
//             which is (1 + t^2)^-2 times a quartic in t = tan(delta / 2): no less than the least of the ratios of the
//             Bernstein coefficients over the range. With G = 0 the point of C stays where it is, which is better near
//             the poles; both ways are tried.
//             For a fixed azimuth m . v is a sinusoid in theta: where it is above 0, it is least at an end of the
//             range. So over a cell f is at least the least of ten such ratios, five for each end; of all means of two
//             points, the best counts. Balls that roll inside the surfaces are subtracted first: on a tear's ball, the
//             bound is then exact. Cells are halved along theta or phi, whichever loses more.
//             An ellipsoid or a superquadric that is only nearly round about its z has a section across z that
//             contains, as far as the azimuths of a cell go, a disc that touches it where the point is: its radius is
//             the least radius of curvature over these azimuths. On that disc the point rotates, about a centre a
//             little off the axis. R may be such a body too.
//             A superquadric with exponents close to 2 is treated as the ellipsoid inside it plus the excess
//             g = h - h_E, whose point stays fixed: with w the difference of both support points along d_0, and all
//             radii of curvature of g above -e, g(d) >= w . d - e (1 - d . d_0).
// Limits      A body without a symmetry of its own, or far off the axis, is bounded to second order in both angles, as
//             by any polytope: cells then gather around each of the minima.
#include "solve/revolved/revolved_cover.h"

#include "shape/superquadric_form.h"
#include "solve/smooth/radius_bound.h"

enum { START_PHI = 4, START_THETA = 4, MOST_OPEN = 256, CONTROLS = 5, CORNERS = 2 * CONTROLS };

// Rounding errors of a bound, in roundings of the size: of m . v, and a part that grows with the width of the cell.
#define ROUNDINGS 6.0
#define ROUNDINGS_WIDE 64.0

// An azimuth about the axis of a nearly round body is defined if the direction is this far from the axis; it is then
// accurate to this angle.
#define OFF_POLE 1e-6
#define SURE_ANGLE 1e-8

// A cell is halved along phi if that gains more than this factor times what theta does; for overlaps shallower than
// this part of C's radius, if it gains more than theta.
#define PHI_LAST 64.0
#define SHALLOW 1e-3

typedef struct cell {
    double phi, theta, wide, high; // middle, and half the width and height
    double bound;                  // f is at least this over the cell
} cell;

// A point of R - C without the balls that both are swept by: f(m) >= m . v + ball for every m. And how m . v(delta)
// changes from delta = 0: along theta = 0 as sine[0] sin(delta) + versed[0] (1 - cos(delta)); across it the same with
// sine[1], versed[1], plus mixed sin(delta) (1 - cos(delta)) + square (1 - cos(delta))^2.
typedef struct point {
    scree_vec3 v;
    scree_vec3 velocity;       // v'(0)
    double ball, acceleration; // acceleration: a bound on |v''(delta)|
    double sine[2], versed[2], mixed, square;
} point;

// The radius of a ball that rolls inside the whole surface: the core is a smaller one swept by it.
static double rolling_radius(const scree_shape *s, bool inscribed)
{
    if (s->core != SCREE_CORE_ELLIPSOID && s->core != SCREE_CORE_SUPERQUADRIC) return 0.0;
    const double least = fmin(s->form->semi_axes.x, fmin(s->form->semi_axes.y, s->form->semi_axes.z));
    const double most = fmax(s->form->semi_axes.x, fmax(s->form->semi_axes.y, s->form->semi_axes.z));
    const double blunt =
        s->core == SCREE_CORE_ELLIPSOID || inscribed ? most : s->core_radius * (fmax(s->form->n1, s->form->n2) - 1.0);
    return least * (least / blunt) * (1.0 - 16.0 * SCREE_ROUNDING);
}

// The support point of the inscribed ellipsoid.
static scree_vec3 inscribed_support(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 a = s->form->semi_axes, along = v3(a.x * d.x, a.y * d.y, a.z * d.z);
    const double h = v3_norm(along);
    return v3(a.x * along.x / h, a.y * along.y / h, a.z * along.z / h);
}

// The support point of a core along the unit direction d, in stored coordinates, without the ball that it is swept by
// there; `ball` is that ball's radius. A tear is swept by its ball at one end and by none at the other.
static scree_vec3 bare_support(const scree_shape *s, bool inscribed, scree_vec3 d, int *index, double *ball)
{
    *ball = 0.0;
    if (s->core == SCREE_CORE_TEAR) {
        const double l = s->form->half_length;
        const bool up = d.z * l + s->form->top > s->form->bottom - d.z * l;
        *ball = up ? s->form->top : s->form->bottom;
        return v3(0, 0, up ? l : -l);
    }
    if (!scree_core_is_smooth(s)) {
        *index = scree_support_vertex(s, d, *index > 0 ? *index : 0);
        return scree_stored_vertex(s, *index);
    }
    *ball = rolling_radius(s, inscribed);
    return v3_add_scaled(inscribed ? inscribed_support(s, d) : scree_smooth_support(s, d), -*ball, d);
}

// The motion of a point whose part on C is s, and moves by G or not at all; `way` leads from the centre about which C's
// part rotates to that about which R's does. `across` is u(phi), at right angles to the axis.
static void set_motion(const scree_revolved *p, scree_vec3 across, scree_vec3 way, scree_vec3 s, bool rotates, point *x)
{
    const scree_vec3 none = v3(0, 0, 0), tangent = v3_cross(p->axis, across);
    // o - exp(delta G) s = steady + sine sin(delta) + cosine cos(delta).
    const scree_vec3 gs = rotates ? m3_mul(&p->g, s) : none, ggs = rotates ? m3_mul(&p->g, gs) : none;
    const scree_vec3 steady = v3_sub(way, v3_add(s, ggs)), sine = v3_neg(gs), cosine = ggs;
    const double sine_u = v3_dot(across, sine), sine_w = v3_dot(tangent, sine);
    const double cosine_u = v3_dot(across, cosine), cosine_w = v3_dot(tangent, cosine);
    x->sine[0] = v3_dot(p->axis, sine);
    x->versed[0] = -v3_dot(p->axis, cosine);
    x->sine[1] = v3_dot(tangent, v3_add(steady, cosine)) + sine_u;
    x->versed[1] = 2.0 * (sine_w - cosine_u) - v3_dot(across, steady);
    x->mixed = -sine_u - cosine_w;
    x->square = cosine_u - sine_w;
    const scree_vec3 offset = v3_cross(p->axis, way);
    x->velocity = v3_sub(v3_sub(v3_cross(p->axis, s), gs), offset);
    // v'' = R_a(-delta) (a x (a x o) - (a x (a x - G) - (a x - G) G) s), and |G| <= 1 + |a x - G|.
    const double radius = p->other_nearly ? v3_norm(s) : p->radius;
    x->acceleration = rotates ? v3_norm(offset) + p->off * (2.0 + p->off) * radius : v3_norm(x->velocity);
}

// The least radii of curvature of the sections of R and C over the azimuths of a cell, if they are nearly round; 0 if
// unknown.
typedef struct sections {
    double of_r, of_c;
} sections;

// The vector from the centre of the disc to the point `at` of direction d, in the shape's own frame, axes permuted.
static scree_vec3 arm_of(const scree_shape *s, int axis, bool inscribed, scree_vec3 d, scree_vec3 at, double radius)
{
    const scree_vec3 a = scree_rolled(s->form->semi_axes, axis);
    const double x = a.x * fabs(d.x), y = a.y * fabs(d.y);
    const double sigma = inscribed ? sqrt(x * x + y * y) : sq_dual_step(&s->form->across, x, y).value;
    const double part = sigma > 0.0 ? (at.x * d.x + at.y * d.y) / sigma : 0.0;
    return v3_scale(v3_unit(v3(d.x, d.y, 0.0)), part * radius);
}

// One core's part of a point: without the ball that it is swept by, and whole. `d` is the direction, `rest` the fixed
// part of a body treated as an ellipsoid; all in A's frame.
typedef struct piece {
    scree_vec3 bare, whole, d, rest;
    double ball;
} piece;

static piece piece_of(const scree_revolved *p, bool of_a, scree_vec3 d, int *index)
{
    const scree_cores *c = p->c;
    const scree_shape *s = of_a ? c->a : c->b;
    const bool inscribed = of_a ? p->a_inscribed : p->b_inscribed;
    piece x = { .d = d };
    const scree_vec3 local = of_a ? d : m3_mul_transposed(&c->rotation, d);
    const scree_vec3 own = bare_support(s, inscribed, local, index, &x.ball);
    x.bare = of_a ? own : v3_add(m3_mul(&c->rotation, own), c->shift);
    x.whole = v3_add_scaled(x.bare, x.ball, d);
    if (!inscribed) return x;
    const scree_vec3 rest = v3_sub(scree_smooth_support(s, local), inscribed_support(s, local));
    x.rest = of_a ? rest : m3_mul(&c->rotation, rest);
    return x;
}

// The centre about which the point of a nearly round body rotates, relative to the middle of that body.
static scree_vec3 centre_of(const scree_revolved *p, bool of_r, const piece *x, double radius)
{
    const scree_cores *c = p->c;
    const bool of_a = of_r == p->of_a;
    const int axis = of_r ? p->own : p->other_own;
    const scree_vec3 from = of_a ? x->whole : m3_mul_transposed(&c->rotation, v3_sub(x->whole, c->shift));
    const scree_vec3 at = scree_rolled(from, axis);
    const scree_vec3 d = scree_rolled(of_a ? x->d : m3_mul_transposed(&c->rotation, x->d), axis);
    const scree_vec3 arm = arm_of(of_a ? c->a : c->b, axis, of_a ? p->a_inscribed : p->b_inscribed, d, at, radius);
    const scree_vec3 centre = scree_unrolled(v3(at.x - arm.x, at.y - arm.y, 0.0), axis);
    return of_a ? centre : m3_mul(&c->rotation, centre);
}

// The support points of R - C: that of R along m, that of C along -tangent, where `tangent` is m or another normal nearby.
// `rest` has C's point fixed, `rotating` has it move with phi.
static void look(const scree_revolved *p, scree_vec3 m, scree_vec3 tangent, scree_vec3 across, const sections *round,
                 scree_mvertex *at, point *rest, point *rotating)
{
    const piece r = piece_of(p, p->of_a, m, p->of_a ? &at->index_a : &at->index_b);
    const piece o = piece_of(p, !p->of_a, v3_neg(tangent), p->of_a ? &at->index_b : &at->index_a);
    const scree_vec3 from = p->nearly ? r.whole : r.bare;
    const double ball = p->nearly ? 0.0 : r.ball;
    const scree_vec3 still = v3_sub(r.rest, o.rest);
    scree_vec3 way = v3_add(v3_sub(p->middle, p->other), still);
    if (p->nearly) way = v3_add(way, centre_of(p, true, &r, round->of_r));
    *rest = (point){ .v = v3_add(v3_sub(from, o.bare), still), .ball = ball + o.ball };
    set_motion(p, across, way, v3_sub(o.bare, p->other), false, rest);
    *rotating = *rest;
    if (!p->rotates || (p->other_nearly && !(round->of_c > 0.0))) return;
    // A map that is not a rotation preserves C, but not the core that it is swept from; nor does a rotation that only
    // nearly preserves C.
    const bool whole = !p->rigid || p->other_nearly;
    const scree_vec3 to = whole ? o.whole : o.bare;
    rotating->ball = ball + (whole ? 0.0 : o.ball);
    rotating->v = v3_add(v3_sub(from, to), still);
    const scree_vec3 centre = p->other_nearly ? centre_of(p, false, &o, round->of_c) : v3(0, 0, 0);
    set_motion(p, across, v3_sub(way, centre), v3_sub(v3_sub(to, p->other), centre), true, rotating);
}

// Bounds at the corners of a cell, theta low and then high.
typedef struct row {
    double at[CORNERS], flat[2];
    // The bound less `ball` is a sinusoid in theta, of an amplitude of no more than |v| + |move| + drift.
    scree_vec3 v, move;
    double ball, drift;
} row;

// The Bernstein coefficients of t^k over -t .. t, k from 1 to 4, divided by those of (1 + t^2)^2.
typedef struct basis {
    double power[4][CONTROLS];
} basis;

static basis basis_for(double wide)
{
    static const double shape[4][CONTROLS] = { { -1.0, -0.5, 0.0, 0.5, 1.0 },
                                               { 1.0, 0.0, -1.0 / 3.0, 0.0, 1.0 },
                                               { -1.0, 0.5, 0.0, -0.5, 1.0 },
                                               { 1.0, -1.0, 1.0, -1.0, 1.0 } };
    const double t = tan(0.5 * wide), t2 = t * t;
    const double under[CONTROLS] = { (1.0 + t2) * (1.0 + t2), 1.0 - t2 * t2, 1.0 - t2 * (2.0 / 3.0 - t2), 1.0 - t2 * t2,
                                     (1.0 + t2) * (1.0 + t2) };
    basis b;
    double power = 1.0;
    for (int k = 0; k < 4; ++k) {
        power *= t;
        for (int i = 0; i < CONTROLS; ++i) b.power[k][i] = power * shape[k][i] / under[i];
    }
    return b;
}

// Values of a cell that all rows use.
typedef struct frame {
    scree_vec3 across, m[2]; // normals at the middle of phi, theta low and high
    double z[2], out[2];     // the cosine and sine of theta
    basis b;
} frame;

static row row_for(const point *x, const frame *f, double wide)
{
    row r = { .v = x->v, .move = v3_scale(x->velocity, wide), .ball = x->ball };
    r.drift = 0.5 * wide * wide * x->acceleration;
    for (int e = 0; e < 2; ++e) {
        r.flat[e] = v3_dot(f->m[e], x->v) + x->ball;
        const double sine = f->z[e] * x->sine[0] + f->out[e] * x->sine[1];
        const double versed = f->z[e] * x->versed[0] + f->out[e] * x->versed[1];
        // sin = 2 t / (1 + t^2), 1 - cos = 2 t^2 / (1 + t^2)
        const double k[4] = { 2.0 * sine, 2.0 * versed, 2.0 * sine + 4.0 * f->out[e] * x->mixed,
                              2.0 * versed + 4.0 * f->out[e] * x->square };
        for (int i = 0; i < CONTROLS; ++i) {
            r.at[CONTROLS * e + i] = r.flat[e] + k[0] * f->b.power[0][i] + k[1] * f->b.power[1][i] +
                                     k[2] * f->b.power[2][i] + k[3] * f->b.power[3][i];
        }
    }
    return r;
}

// Two rows, of all corners or of the flat ones, and the half height of the cell.
typedef struct rows {
    const row *x, *y;
    const double *at_x, *at_y;
    int count;
    double high;
} rows;

// The corner where the mean of both is least.
static int lowest_corner(const rows *r, double part)
{
    int lowest = 0;
    double least = INFINITY;
    for (int i = 0; i < r->count; ++i) {
        const double at = part * r->at_x[i] + (1.0 - part) * r->at_y[i];
        if (!(at < least)) continue;
        least = at;
        lowest = i;
    }
    return lowest;
}

// A mean of two rows: the weight of the first, the bound over the whole range of theta, and the correction for the
// middle of the range: a sinusoid below 0 is less between its ends.
typedef struct mean {
    double part, least, sag;
} mean;

static mean mean_of(const rows *r, double part)
{
    const int i = lowest_corner(r, part);
    mean m = { .part = part, .least = part * r->at_x[i] + (1.0 - part) * r->at_y[i] };
    if (m.least < part * r->x->ball + (1.0 - part) * r->y->ball) {
        const double amplitude = v3_norm(v3_lerp(r->y->v, r->x->v, part)) +
                                 v3_norm(v3_lerp(r->y->move, r->x->move, part)) + fmax(r->x->drift, r->y->drift);
        m.sag = 0.5 * r->high * r->high * amplitude;
        m.least -= m.sag;
    }
    return m;
}

static mean better(const rows *r, mean best, double part)
{
    const mean m = mean_of(r, part);
    return m.least > best.least ? m : best;
}

// The largest of these over all means: where a rising line crosses a falling one.
static mean best_mean(const rows *r)
{
    int rising = lowest_corner(r, 0.0), falling = lowest_corner(r, 1.0);
    mean best = better(r, mean_of(r, 0.0), 1.0);
    for (int i = 0; i < CORNERS; ++i) {
        const double up = r->at_x[rising] - r->at_y[rising], down = r->at_x[falling] - r->at_y[falling];
        if (!(up > 0.0 && down < 0.0)) break;
        const double part = (r->at_y[falling] - r->at_y[rising]) / (up - down);
        if (!(part > 0.0 && part < 1.0)) break;
        best = better(r, best, part);
        const int lowest = lowest_corner(r, part);
        if (lowest == rising || lowest == falling) break;
        if (r->at_x[lowest] - r->at_y[lowest] > 0.0)
            rising = lowest;
        else
            falling = lowest;
    }
    return best;
}

static mean mean_over(const row *x, const row *y, double high)
{
    return best_mean(&(rows){ x, y, x->at, y->at, CORNERS, high });
}

static mean mean_over_flat(const row *x, const row *y, double high)
{
    return best_mean(&(rows){ x, y, x->flat, y->flat, 2, high });
}

static row mix(const row *x, const row *y, double part)
{
    row r = { .v = v3_lerp(y->v, x->v, part), .move = v3_lerp(y->move, x->move, part) };
    r.drift = fmax(x->drift, y->drift);
    r.ball = part * x->ball + (1.0 - part) * y->ball;
    for (int i = 0; i < CORNERS; ++i) r.at[i] = part * x->at[i] + (1.0 - part) * y->at[i];
    for (int i = 0; i < 2; ++i) r.flat[i] = part * x->flat[i] + (1.0 - part) * y->flat[i];
    return r;
}

typedef struct search {
    scree_revolved p;
    scree_descent descent; // the best normal so far
    cell open[MOST_OPEN];
    int count;
} search;

static double rounding(const search *s, double wide)
{
    return SCREE_ROUNDING * s->p.c->size * (ROUNDINGS + ROUNDINGS_WIDE * wide);
}

// The depth to be proven.
static double target(const search *s)
{
    return -s->descent.best.gap - s->descent.width;
}

static frame frame_of(const scree_revolved *p, const cell *x)
{
    frame f = { .across = scree_revolved_across(p, x->phi), .b = basis_for(x->wide) };
    for (int e = 0; e < 2; ++e) {
        const double theta = e == 0 ? x->theta - x->high : x->theta + x->high;
        f.z[e] = cos(theta);
        f.out[e] = sin(theta);
        f.m[e] = v3_add_scaled(v3_scale(f.across, f.out[e]), f.z[e], p->axis);
    }
    return f;
}

// The radius of the section of `s` across an axis over the directions of all vectors between those given, axes
// permuted; 0 if unknown.
static double radius_over(const scree_shape *s, int axis, bool inscribed, const scree_vec3 d[6], scree_vec3 middle)
{
    const scree_vec3 u = v3_unit(v3(middle.x, middle.y, 0.0));
    double low = 0.0, high = 0.0;
    for (int i = 0; i < 6; ++i) {
        const double along = u.x * d[i].x + u.y * d[i].y, aside = u.x * d[i].y - u.y * d[i].x;
        if (!(along > OFF_POLE && fabs(aside) < along)) return 0.0;
        low = fmin(low, aside / along);
        high = fmax(high, aside / along);
    }
    low -= SURE_ANGLE;
    high += SURE_ANGLE;
    const scree_vec3 n[3] = { v3(u.x - low * u.y, u.y + low * u.x, 0.0), u,
                              v3(u.x - high * u.y, u.y + high * u.x, 0.0) };
    return fmin(scree_section_radius(s, axis, inscribed, n), s->core_radius);
}

// A cell lies in the hull of its four corners and the two points where tangents of its arcs of constant theta
// intersect.
static sections sections_of(const scree_revolved *p, const frame *f, const cell *x)
{
    sections round = { 0.0, 0.0 };
    if (!p->nearly && !p->other_nearly) return round;
    const scree_cores *c = p->c;
    scree_vec3 d[6];
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 across =
            i == 1 ? v3_scale(f->across, 1.0 / cos(x->wide)) : scree_revolved_across(p, x->phi + (i - 1) * x->wide);
        for (int e = 0; e < 2; ++e) d[2 * i + e] = v3_add_scaled(v3_scale(across, f->out[e]), f->z[e], p->axis);
    }
    for (int pass = 0; pass < 2; ++pass) {
        const bool of_r = pass == 0, of_a = of_r == p->of_a;
        const int axis = of_r ? p->own : p->other_own;
        if (!(of_r ? p->nearly : p->other_nearly)) continue;
        scree_vec3 own[6];
        for (int i = 0; i < 6; ++i) own[i] = scree_rolled(of_a ? d[i] : m3_mul_transposed(&c->rotation, d[i]), axis);
        const scree_vec3 middle = v3_lerp(own[2], own[3], 0.5);
        *(of_r ? &round.of_r : &round.of_c) =
            radius_over(of_a ? c->a : c->b, axis, of_a ? p->a_inscribed : p->b_inscribed, own, middle);
    }
    return round;
}

// Judges the bound of a cell against what it would be for a cell without width.
static bool judge(const search *s, cell *x, const mean *m, double thin, double *cost, bool *along_phi)
{
    const double along2 = 4.0 * x->high * x->high, across2 = x->wide * x->wide, deficit = 0.5 * s->p.deficit;
    const double enough = target(s), bound = m->least - rounding(s, x->wide) - deficit * (along2 + across2);
    thin -= rounding(s, 0.0) + deficit * along2;
    x->bound = fmax(x->bound, bound);
    if (bound >= enough) return true;
    // Halve in the direction that seems to take the fewest cells. Along a whole circle of azimuths that is many: the
    // square root of what is to be gained. Along theta it is few: steps towards the minimum. Theta comes first unless
    // phi has far more to gain, since each of the many cells along phi would have to repeat those steps. Around the
    // normal of a shallow overlap there is no such circle.
    // What is rounding says nothing about the width: a cell at the limit of the target would be halved along phi for
    // ever.
    const double noise = 2.0 * SCREE_ROUNDING * s->p.c->size;
    const double by_phi = fmax(thin - bound - m->sag - noise, 0.0), by_theta = fmax(enough - thin, 0.0) + m->sag;
    const double cells = sqrt(1.0 + by_phi / s->descent.width) * (1.0 + log1p(by_theta / s->descent.width));
    if (cells < *cost) {
        *cost = cells;
        const bool shallow = -s->descent.best.gap < SHALLOW * s->p.radius;
        *along_phi = by_phi > (shallow ? 1.0 : PHI_LAST) * by_theta;
    }
    return false;
}

// The bound by a mean of the fixed points of C for both ends of phi, which a kink may separate.
static mean bound_by_sides(search *s, const frame *f, const sections *round, const cell *x)
{
    const scree_revolved *p = &s->p;
    row side[2];
    for (int k = 0; k < 2; ++k) {
        const scree_vec3 across = scree_revolved_across(p, k == 0 ? x->phi - x->wide : x->phi + x->wide);
        row end[2];
        for (int e = 0; e < 2; ++e) {
            const scree_vec3 m = v3_add_scaled(v3_scale(across, f->out[e]), f->z[e], p->axis);
            point rest, moving;
            look(p, f->m[e], m, f->across, round, &s->descent.at, &rest, &moving);
            end[e] = row_for(&rest, f, x->wide);
        }
        side[k] = mix(&end[0], &end[1], mean_over(&end[0], &end[1], x->high).part);
    }
    return mean_over(&side[0], &side[1], x->high);
}

// Bounds f over the cell. True if it is above the target; else `along_phi` says how to halve it.
static bool settle(search *s, cell *x, bool *along_phi)
{
    const scree_revolved *p = &s->p;
    const frame f = frame_of(p, x);
    const sections round = sections_of(p, &f, x);
    row rotating[2], fixed[2];
    for (int e = 0; e < 2; ++e) {
        point rest, moving;
        look(p, f.m[e], f.m[e], f.across, &round, &s->descent.at, &rest, &moving);
        fixed[e] = row_for(&rest, &f, x->wide);
        rotating[e] = p->rotates ? row_for(&moving, &f, x->wide) : fixed[e];
        const double theta = e == 0 ? x->theta - x->high : x->theta + x->high;
        scree_descent_note(&s->descent, f.m[e], fixed[e].flat[e], x->phi, theta);
    }
    double cost = INFINITY, thin = -INFINITY;
    x->bound = -INFINITY;
    for (int i = 0; i < (p->rotates ? 4 : 1); ++i) {
        const row *low = i % 2 == 0 ? &rotating[0] : &fixed[0], *high = i < 2 ? &rotating[1] : &fixed[1];
        const mean bound = mean_over(low, high, x->high);
        thin = mean_over_flat(low, high, x->high).least;
        if (judge(s, x, &bound, thin, &cost, along_phi)) return true;
    }
    if (!p->rotates) {
        const mean bound = bound_by_sides(s, &f, &round, x);
        if (judge(s, x, &bound, thin, &cost, along_phi)) return true;
    }
    // A cell of little height contains the minimum: if it is below the target, the best normal so far is not the best.
    if (thin - rounding(s, 0.0) < target(s) && 5.0 * x->high * x->high * p->c->size < s->descent.width)
        scree_descent_again(&s->descent, x->phi, x->theta);
    return false;
}

static void halve(search *s, const cell *x, bool along_phi)
{
    cell low = *x, high = *x;
    if (along_phi) {
        low.wide = high.wide = 0.5 * x->wide;
        low.phi -= low.wide;
        high.phi += high.wide;
    } else {
        low.high = high.high = 0.5 * x->high;
        low.theta -= low.high;
        high.theta += high.high;
    }
    s->open[s->count++] = high;
    s->open[s->count++] = low;
}

static void begin(search *s)
{
    for (int i = 0; i < START_PHI; ++i) {
        for (int j = 0; j < START_THETA; ++j) {
            cell x = { .wide = SCREE_PI / START_PHI, .high = 0.5 * SCREE_PI / START_THETA, .bound = -INFINITY };
            x.phi = (2 * i + 1) * x.wide;
            x.theta = (2 * j + 1) * x.high;
            s->open[s->count++] = x;
        }
    }
}

void scree_revolved_cover(const scree_revolved *pair, const scree_axis *known, double width, int most_cells,
                          scree_cover *out)
{
    search s = { .p = *pair, .count = 0 };
    s.descent = (scree_descent){ .pair = &s.p, .best = *known, .width = width, .along_phi = INFINITY };
    s.descent.at.index_a = s.descent.at.index_b = -1;
    scree_descent_guess(&s.descent);
    begin(&s);
    *out = (scree_cover){ .cells = 0 };
    double proven = INFINITY; // over the finished cells
    while (s.count > 0 && s.count + 2 <= MOST_OPEN && out->cells < most_cells) {
        cell x = s.open[--s.count];
        bool along_phi = false;
        ++out->cells;
        if (settle(&s, &x, &along_phi))
            proven = fmin(proven, x.bound);
        else
            halve(&s, &x, along_phi);
    }
    for (int i = 0; i < s.count; ++i) proven = fmin(proven, s.open[i].bound);
    out->best = s.descent.best;
    out->upper = fmax(-proven, out->best.gap);
}
