// Newton's method on two surface points, one on each body.
//
// Source      The equations are those of two nearest points: n_A = -n_B, and p_B - p_A along them. How a step is
//             carried out on the surfaces is our own.
// Idea        The unknowns are the moves x and y of the two points in the plane across n; with the curvatures K_A and
//             K_B the normals turn by K_A x and -K_B y. With nu_A and nu_B, the deviations of the normals from a common
//             one, t, that of p_B - p_A, and the gap g,
//
//               nu_A + K_A x = nu_B - K_B y = m,    t + y - x = g m:
//               (K_A + K_B + g K_B K_A) x = nu_B - nu_A + K_B (t - g nu_A).
//
//             Curvatures are bounded where radii of curvature are not, so a flat face is not a special case. A step
//             gives new points and a new normal, which agree to first order only. On a flat face the point should move
//             and the normal follow; around an edge it is the other way round. In each of the two steps of each body,
//             the ratio q is moved where it is below the knee, (n - 1) q^(n-2) = 1, and the ratio of slopes s = q^(n-1)
//             above it; a move across the knee goes no farther than the slower of the two, and at least to the knee. So
//             neither point nor normal moves much farther than the linear step, however curved the surface is: that
//             keeps Newton's method from jumping from face to face on blocky bodies.
// Limits      For two flat faces that are slightly tilted to each other, the more curved one reduces the angle between
//             the normals by a constant factor per step, not quadratically. From bad starts it may cycle, or end where
//             the bodies are deepest in each other. The bounds detect all of that.
#include "solve/superquadric/superquadric_newton.h"

// Added to the diagonal of a singular matrix, as a fraction of its size.
#define REGULAR 1e-7

// Bodies of ordinary shape are at most so many times as sharp as round ones.
#define SHARP 1e6

static void put_both(const scree_sq_pair *p, const scree_sq_surface_point *a, const scree_sq_surface_point *b,
                     scree_sq_view *x)
{
    scree_sq_put_both(x, a, b);
    scree_sq_see(p, x);
}

void scree_sq_start_at(const scree_sq_pair *p, scree_vec3 on_a, scree_vec3 on_b, scree_sq_view *x)
{
    const scree_sq_surface_point a = scree_sq_surface_point_along(p, 0, on_a);
    const scree_vec3 from = v3_sub(on_b, p->offset);
    const scree_sq_surface_point b =
        p->point ? a : scree_sq_surface_point_along(p, 1, m3_mul_transposed(&p->rotation, from));
    put_both(p, &a, &b, x);
}

void scree_sq_start_along(const scree_sq_pair *p, scree_vec3 d, scree_sq_view *x)
{
    const scree_sq_surface_point a = scree_sq_surface_point_toward(p, 0, d);
    const scree_sq_surface_point b =
        p->point ? a : scree_sq_surface_point_toward(p, 1, m3_mul_transposed(&p->rotation, v3_neg(d)));
    put_both(p, &a, &b, x);
}

void scree_sq_face(const scree_sq_pair *p, scree_vec3 n, scree_sq_view *x)
{
    const scree_sq_surface_point a = scree_sq_surface_point_facing(p, 0, n);
    const scree_sq_surface_point b =
        p->point ? a : scree_sq_surface_point_facing(p, 1, m3_mul_transposed(&p->rotation, v3_neg(n)));
    put_both(p, &a, &b, x);
}

typedef struct vec2 {
    double x, y;
} vec2;

typedef struct sym2 {
    double xx, xy, yy;
} sym2;

static inline vec2 sym2_mul(sym2 m, vec2 v)
{
    return (vec2){ m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y };
}

static inline double dot2(vec2 a, vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

// Solves (m00 m01; m10 m11) x = r, slightly regularised if it is singular: flat on flat. `unit` is the size of an entry
// for round bodies. At an edge a billion times as sharp, the determinant is small relative to the square of the largest
// entry even if the bodies are round along the edge; so it is compared with `unit` too, and with its own rounding.
static inline vec2 solve2(double m00, double m01, double m10, double m11, vec2 r, double unit)
{
    const double scale = fabs(m00) + fabs(m11) + fabs(m01) + fabs(m10);
    double det = m00 * m11 - m01 * m10;
    if (!(fabs(det) > SCREE_SQ_SINGULAR * scale * scale)) {
        if (!(scale > 0.0)) return (vec2){ 0.0, 0.0 };
        const double noise = fabs(m00 * m11) + fabs(m01 * m10);
        if (!(fabs(det) > SCREE_SQ_SINGULAR * fmax(noise, scale * fmin(scale, SHARP * unit)))) {
            m00 += REGULAR * scale;
            m11 += REGULAR * scale;
            det = m00 * m11 - m01 * m10;
        }
    }
    const double inverse = 1.0 / det;
    return (vec2){ (r.x * m11 - r.y * m01) * inverse, (r.y * m00 - r.x * m10) * inverse };
}

// A right-handed basis about a direction.
typedef struct basis {
    scree_vec3 n, e, f;
} basis;

// Duff et al., Building an orthonormal basis, revisited (2017). n is unit.
static inline basis basis_about(scree_vec3 n)
{
    const double sign = copysign(1.0, n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    return (basis){ n, v3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), v3(b, sign + n.y * n.y * a, -n.y) };
}

// e and f in each body's frame, and n outward of each.
typedef struct bases {
    scree_two3 n, e, f;
} bases;

static inline bases bases_about(const scree_sq_pair *p, const basis *a)
{
    const scree_vec3 e = m3_mul_transposed(&p->rotation, a->e), f = m3_mul_transposed(&p->rotation, a->f);
    return (bases){ two3_of(a->n, v3_cross(f, e)), two3_of(a->e, e), two3_of(a->f, f) };
}

static inline void curvatures_in(const scree_sq_view *x, const bases *s, sym2 k[2])
{
    const scree_two a = x->d0x * s->e.x + x->d0y * s->e.y, b = x->d0x * s->f.x + x->d0y * s->f.y;
    const scree_two c = two3_dot(x->d1, s->e), d = two3_dot(x->d1, s->f);
    const scree_two ua = x->c0 * a, vc = x->c1 * c, xx = ua * a + vc * c, xy = ua * b + vc * d;
    const scree_two yy = x->c0 * b * b + x->c1 * d * d;
    k[0] = (sym2){ xx[0], xy[0], yy[0] };
    k[1] = (sym2){ xx[1], xy[1], yy[1] };
}

static inline vec2 limited_rotation(vec2 m)
{
    const double rotation2 = m.x * m.x + m.y * m.y;
    if (!(rotation2 > SCREE_SQ_MOST_ROTATION * SCREE_SQ_MOST_ROTATION)) return m;
    const double scale = SCREE_SQ_MOST_ROTATION / sqrt(rotation2);
    return (vec2){ m.x * scale, m.y * scale };
}

static inline scree_two3 two3_add_scaled(scree_two3 a, scree_two s, scree_two3 b)
{
    return (scree_two3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

// The moves, corrected to follow the surfaces; and the normal reversed by m.
static inline void fill_step(const scree_sq_view *x, const bases *s, vec2 on_a, vec2 on_b, vec2 m, double secant,
                             scree_sq_step *step)
{
    const scree_two along_e = two_of(on_a.x, on_b.x), along_f = two_of(on_a.y, on_b.y);
    const scree_two3 move = two3_add_scaled(two3_scale(s->e, along_e), along_f, s->f);
    step->move = two3_add_scaled(move, -two3_dot(move, x->own) * secant, s->n);
    const vec2 rotation = limited_rotation(m);
    const scree_two rotation_e = two_of(rotation.x, -rotation.x), rotation_f = two_of(rotation.y, -rotation.y);
    step->facing = two3_add_scaled(two3_add_scaled(s->n, rotation_e, s->e), rotation_f, s->f);
    const double length_a = dot2(on_a, on_a), length_b = dot2(on_b, on_b);
    step->length2 = length_a > length_b ? length_a : length_b;
}

// B is a point: (I + g K_A) x = t.
static void step_to_point(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_step *step)
{
    const basis s = basis_about(x->normal_a);
    const bases both = { two3_of(s.n, s.n), two3_of(s.e, s.e), two3_of(s.f, s.f) };
    const scree_vec3 v = v3_sub(p->offset, x->on_a);
    const double g = v3_dot(v, s.n);
    sym2 k[2];
    curvatures_in(x, &both, k);
    const vec2 t = { v3_dot(v, s.e), v3_dot(v, s.f) };
    const vec2 on_a = solve2(1.0 + g * k[0].xx, g * k[0].xy, g * k[0].xy, 1.0 + g * k[0].yy, t, 1.0);
    const vec2 m = sym2_mul(k[0], on_a);
    fill_step(x, &both, on_a, (vec2){ 0.0, 0.0 }, m, 1.0, step);
    step->sag = 0.5 * dot2(on_a, m);
}

void scree_sq_newton_step(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_step *step)
{
    if (p->point) {
        step_to_point(p, x, step);
        return;
    }
    // About A's own normal if B's is close to it, which makes nu_A = 0; else about the mean of both. If they are
    // opposite, any direction across will do.
    const double cosine = v3_dot(x->normal_a, x->normal_b);
    scree_vec3 n = x->normal_a;
    double secant = 1.0 / cosine;
    vec2 nu_a = { 0.0, 0.0 };
    if (cosine < SCREE_SQ_NORMALS_CLOSE) {
        const scree_vec3 sum = v3_add(x->normal_a, x->normal_b);
        const double length = v3_norm(sum);
        n = length > SCREE_SQ_LEAST_SUM ? v3_scale(sum, 1.0 / length) : v3_any_normal_to(x->normal_a);
        secant = 2.0 / (length > SCREE_SQ_LEAST_SUM ? length : SCREE_SQ_LEAST_SUM);
    }
    const basis s = basis_about(n);
    if (cosine < SCREE_SQ_NORMALS_CLOSE)
        nu_a = (vec2){ v3_dot(x->normal_a, s.e) * secant, v3_dot(x->normal_a, s.f) * secant };
    const bases both = bases_about(p, &s);
    sym2 k[2];
    curvatures_in(x, &both, k);
    const sym2 ka = k[0], kb = k[1];
    const scree_vec3 v = v3_sub(x->on_b, x->on_a);
    const double g = v3_dot(v, s.n);
    const vec2 t = { v3_dot(v, s.e), v3_dot(v, s.f) };
    vec2 nu = { v3_dot(x->normal_b, s.e) * secant - nu_a.x, v3_dot(x->normal_b, s.f) * secant - nu_a.y };
    if (dot2(nu, nu) <= SCREE_SQ_NOISE * SCREE_SQ_NOISE) nu = (vec2){ 0.0, 0.0 };
    const vec2 far = sym2_mul(kb, (vec2){ t.x - g * nu_a.x, t.y - g * nu_a.y });
    const vec2 on_a =
        solve2(ka.xx + kb.xx + g * (kb.xx * ka.xx + kb.xy * ka.xy), ka.xy + kb.xy + g * (kb.xx * ka.xy + kb.xy * ka.yy),
               ka.xy + kb.xy + g * (kb.xy * ka.xx + kb.yy * ka.xy), ka.yy + kb.yy + g * (kb.xy * ka.xy + kb.yy * ka.yy),
               (vec2){ nu.x + far.x, nu.y + far.y }, 1.0 / p->size);
    const vec2 rotation_a = sym2_mul(ka, on_a), m = { nu_a.x + rotation_a.x, nu_a.y + rotation_a.y };
    const vec2 on_b = { on_a.x - t.x + g * m.x, on_a.y - t.y + g * m.y };
    fill_step(x, &both, on_a, on_b, m, secant, step);
    const double sag_a = dot2(on_a, rotation_a), sag_b = dot2(on_b, sym2_mul(kb, on_b));
    step->sag = 0.5 * (sag_a > sag_b ? sag_a : sag_b);
}

// What one step of a body should do, in the octant of its surface point, to the arguments and to their slopes. The
// larger ones are positive; the smaller ones may have crossed 0.
typedef struct wish {
    double big, small;             // arguments
    double big_slope, small_slope; // and slopes
} wish;

static inline double ratio(double small, double big)
{
    return SCREE_SQ_LARGE * big > fabs(small) ? small / big : copysign(SCREE_SQ_LARGE, small);
}

// The ratio for the ratio of slopes s <= 1, approximate for whole exponents; q is what the points ask for.
static inline scree_sq_ratio facing(const scree_exponent *e, double s, double q, bool second)
{
    if (e->whole <= 3) return scree_sq_ratio_facing(e, s, second);
    return scree_sq_ratio_nearly_facing(e, s, q < e->knee ? e->knee : q < 1.0 ? q : 1.0, second);
}

// The new ratio; true if the smaller argument changes sign.
static inline bool move_ratio(const scree_exponent *e, double old_q, bool second, const wish *w, scree_sq_ratio *out)
{
    const double s = ratio(w->small_slope, w->big_slope), q = ratio(w->small, w->big);
    if (old_q > e->knee && s >= e->knee_slope) {
        if (s <= 1.0)
            *out = facing(e, s, q, second);
        else
            *out = scree_sq_ratio_facing(e, s * e->knee_slope < 1.0 ? 1.0 / s : e->knee_slope, !second);
        return false;
    }
    const double size = fabs(q);
    if (old_q > e->knee || size <= e->knee) {
        *out = scree_sq_ratio_of(e, size < e->knee ? size : e->knee, second);
        return q < 0.0;
    }
    const double outward = q < 0.0 ? -s : s;
    *out = scree_sq_ratio_facing(e, outward > e->knee_slope ? (outward < 1.0 ? outward : 1.0) : e->knee_slope, second);
    return q < 0.0;
}

// What a step asks of both bodies, in the octants of their surface points.
typedef struct wishes {
    scree_two3 du, to, t;                             // the move, its end, and the slopes wanted
    scree_two big, small, big_slope, small_slope;     // x and y
    scree_two big1, small1, big1_slope, small1_slope; // rho and z
} wishes;

static void fill_wishes(const scree_sq_pair *p, const scree_sq_step *step, const scree_sq_view *x, wishes *w)
{
    w->du = two3_times(two3_times(step->move, p->inverse), x->sign);
    const scree_two length2 = two3_dot(w->du, w->du);
    if (length2[0] > 1.0 || length2[1] > 1.0)
        w->du = two3_scale(w->du, 1.0 / two_sqrt(two_of(fmax(length2[0], 1.0), fmax(length2[1], 1.0))));
    const scree_two3 du = w->du;
    w->to = (scree_two3){ x->u.x + du.x, x->u.y + du.y, x->u.z + du.z };
    const scree_two3 to = w->to, t = two3_times(two3_times(step->facing, p->axes), x->sign);
    w->big = two_pick(x->y_first, to.y, to.x);
    w->small = two_pick(x->y_first, to.x, to.y);
    w->big_slope = two_pick(x->y_first, t.y, t.x);
    w->small_slope = two_pick(x->y_first, t.x, t.y);
    // rho and its slope, to first order.
    const scree_two rho = x->rho + x->x_step * du.x + x->y_step * du.y, sigma = x->x * t.x + x->y * t.y;
    w->big1 = two_pick(x->z_first, to.z, rho);
    w->small1 = two_pick(x->z_first, rho, to.z);
    w->big1_slope = two_pick(x->z_first, t.z, sigma);
    w->small1_slope = two_pick(x->z_first, sigma, t.z);
}

static inline void move_surface_point(const scree_sq_pair *p, const wishes *w, int i, const scree_sq_view *x,
                                      scree_sq_surface_point *s)
{
    const scree_exponent *along = &p->shape[i]->form->along, *across = &p->shape[i]->form->across;
    const bool y_first = x->y_first[i] != 0, z_first = x->z_first[i] != 0;
    const scree_vec3 du = two3_lane(&w->du, i);
    // Near the pole x and y move straight: the normal hardly depends on them there.
    const bool flat_top = z_first && x->q1[i] <= along->knee;
    if (flat_top && (x->q1[i] * x->p1[i] < SCREE_SQ_TOP || du.x * du.x + du.y * du.y > 0.25 * x->rho[i] * x->rho[i])) {
        const scree_vec3 to = v3_times(v3_times(two3_lane(&w->to, i), two3_lane(&x->sign, i)), two3_lane(&p->axes, i));
        *s = scree_sq_surface_point_along(p, i, to);
        return;
    }
    s->sign = two3_lane(&x->sign, i);
    const wish flat = { w->big[i], w->small[i], w->big_slope[i], w->small_slope[i] };
    if (move_ratio(across, x->q2[i], y_first, &flat, &s->across)) {
        if (y_first)
            s->sign.x = -s->sign.x;
        else
            s->sign.y = -s->sign.y;
    }
    const wish whole = { w->big1[i], w->small1[i], w->big1_slope[i], w->small1_slope[i] };
    if (!move_ratio(along, x->q1[i], z_first, &whole, &s->along)) return;
    if (z_first) {
        s->sign.x = -s->sign.x;
        s->sign.y = -s->sign.y;
    } else {
        s->sign.z = -s->sign.z;
    }
}

void scree_sq_advance(const scree_sq_pair *p, const scree_sq_step *step, scree_sq_view *x)
{
    wishes w;
    fill_wishes(p, step, x, &w);
    scree_sq_surface_point a, b;
    move_surface_point(p, &w, 0, x, &a);
    if (p->point)
        b = a;
    else
        move_surface_point(p, &w, 1, x, &b);
    put_both(p, &a, &b, x);
}

double scree_sq_quick_gap(const scree_sq_pair *p, const scree_sq_view *x, scree_vec3 n)
{
    const scree_two3 d = two3_times(two3_of(n, m3_mul_transposed(&p->rotation, n)), p->axes);
    const scree_two h = two_sqrt(d.x * d.x / x->m.x + d.y * d.y / x->m.y + d.z * d.z / x->m.z);
    return v3_dot(n, p->offset) - h[0] - (p->point ? 0.0 : h[1]);
}

double scree_sq_own_gap(const scree_sq_pair *p, const scree_sq_view *x)
{
    const scree_vec3 n = x->normal_a;
    const double gap = v3_dot(n, p->offset) - x->height[0];
    if (p->point) return gap;
    const scree_vec3 d = v3_times(m3_mul_transposed(&p->rotation, n), two3_b(&p->axes)), m = two3_b(&x->m);
    return gap - sqrt(d.x * d.x / m.x + d.y * d.y / m.y + d.z * d.z / m.z);
}

double scree_sq_gap(const scree_sq_pair *p, scree_vec3 n)
{
    const double gap = v3_dot(n, p->offset) - sq_height(p->shape[0], n);
    return p->point ? gap : gap - sq_height(p->shape[1], m3_mul_transposed(&p->rotation, n));
}

double scree_sq_ball_bound(const scree_sq_pair *p, const scree_sq_view *x)
{
    const scree_two r = p->ball / x->height;
    const scree_vec3 from = v3_add_scaled(x->on_a, -r[0], x->normal_a), to = v3_add_scaled(x->on_b, r[1], x->normal_b);
    return v3_norm(v3_sub(to, from)) - (r[0] + r[1]);
}
