// Pairs of superquadrics, or of one and an ellipsoid, over lanes: the common path of
// solve/superquadric/superquadrics.c.
//
// Source      pair/superquadric_pair.c, superquadric_start.c, superquadric_newton.c, superquadric_search.c and
//             superquadrics.c, which have the reasons; the same operations in the same order, so that the answers are
//             the same to the last bit. tests/cross/superquadric_lanes.c compares the two.
// Idea        Newton's method from the line of centres until the two bounds meet, which it does for nearly all pairs
//             that are apart, touching or in shallow contact. Each case of a move is a mask; the few that need a power
//             with a fractional exponent compute it lane by lane, with the same function. Lanes that are done wait for
//             the others. Steps without a solution and other exceptions are left to the single query.
// Limits      Exponents up to SCREE_SQ_MOST_ROUNDED. Included by one file for each width, after SCREE_LANES is
//             set.
#include "kernels/superquadric/superquadric_surface.h"
#include "pair/pair.h"

// The most steps that lanes take together; 3 to 6 are usual. Pairs that need more are left to the single query.
enum { LANE_STEPS = 8 };

// --------------------------------------------------------------------------------------------------------- the start

typedef struct fall {
    lane m, inverse;
} fall;

static inline fall fall_of(lane inverse, lane least, lane most)
{
    const lane b = 2.0 - 4.0 * inverse, none = lane_of(0.0);
    const lane_mask slow = b < 1.0;
    const lane c0 = lane_select(slow, 1.0 - b, none), c2 = lane_select(slow, none, b - 1.0), c1 = 1.0 - c0 - c2;
    const lane square = most * most, m = (c0 + SCREE_SQ_LEAST) * square + least * (c1 * most + c2 * least);
    return (fall){ m / square, square / m };
}

// ellipsoids() of superquadric_start.c, of body i
static inline lane3 ellipsoid_of(const lane_pair *p, int i, lane3 d)
{
    const lane3 t = l3_abs(l3_times(d, p->inverse[i]));
    const lane_mask y_first = t.y > t.x;
    const lane most2 = lane_select(y_first, t.y, t.x), least2 = lane_select(y_first, t.x, t.y);
    const lane_mask z_first = t.z > most2;
    const lane inverse1 = p->along[i].inverse, inverse2 = p->across[i].inverse;
    const fall across = fall_of(inverse2, least2, most2);
    const fall along = fall_of(inverse1, lane_select(z_first, most2, t.z), lane_select(z_first, t.z, most2));
    const lane k1 = 1.0 + (1.0 - 2.0 * inverse1) * along.m, k2 = 1.0 + (1.0 - 2.0 * inverse2) * across.m;
    const lane wide = k1 * along.inverse, rho = k2 * lane_select(z_first, wide, k1), wide2 = rho * across.inverse;
    const lane3 aa = l3_times(p->axes[i], p->axes[i]);
    return l3(aa.x * lane_select(y_first, wide2, rho), aa.y * lane_select(y_first, rho, wide2),
              aa.z * lane_select(z_first, k1, wide));
}

// facing() of superquadric_start.c
static inline lane3 first_direction(const lane_pair *p)
{
    const lane3 *r = p->rotation.row, d = p->offset, of_b = lm3_mul_transposed(&p->rotation, d);
    const lane3 e_a = ellipsoid_of(p, 0, d), e_b = ellipsoid_of(p, 1, of_b);
    const lane h_a = lane_sqrt(l3_dot(l3_times(e_a, d), d)), h_b = lane_sqrt(l3_dot(l3_times(e_b, of_b), of_b));
    const lane length = lane_sqrt(l3_dot(d, d)), gap = length - (h_a + h_b) / length;
    const lane far = lane_select(gap > 0.0, gap, lane_of(0.0));
    const lane3 a = l3_scale(e_a, length / h_a), b = l3_scale(e_b, length / h_b);
    const lane3 bx = l3_times(b, r[0]), by = l3_times(b, r[1]);
    const lane xx = l3_dot(bx, r[0]) + (a.x + far), yy = l3_dot(by, r[1]) + (a.y + far);
    const lane zz = l3_dot(l3_times(b, r[2]), r[2]) + (a.z + far);
    const lane xy = l3_dot(bx, r[1]), xz = l3_dot(bx, r[2]), yz = l3_dot(by, r[2]);
    const lane cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy, cyz = xy * xz - xx * yz;
    return l3((yy * zz - yz * yz) * d.x + cxy * d.y + cxz * d.z, cxy * d.x + (xx * zz - xz * xz) * d.y + cyz * d.z,
              cxz * d.x + cyz * d.y + (xx * yy - xy * xy) * d.z);
}

static inline lane rough_power(lane x, lane k)
{
    const lane large = lane_of(0x1p52);
    const lane_words zero = lane_to_words(lane_of(1.0)), last = lane_to_words(large);
    const lane down = lane_from_words(last + ((zero - lane_to_words(x)) >> 12));
    const lane_words bits = lane_to_words(k * (down - large) + large);
    return lane_from_words(zero - ((bits - last) << 12));
}

static inline lane_surface_point rough_ratio(const lane_exponent *e, lane small, lane big, lane_mask second,
                                             lane_mask *usual)
{
    const lane s = small / big;
    *usual &= s > SCREE_SQ_LEAST_RATIO;
    const lane_mask exact = e->exact;
    if (lane_bits(~exact) == 0) return ratio_facing(e, s, second, exact);
    const lane q = nearly_facing(e, s, rough_power(s, e->dual_less_1));
    const lane_surface_point nearly = ratio_of(e, q, second, ~exact);
    return lane_bits(exact) == 0 ? nearly : surface_point_select(exact, ratio_facing(e, s, second, exact), nearly);
}

static inline void rough_surface_point(const lane_pair *p, int i, lane3 d, lane_view *v, lane_mask *usual)
{
    const lane_exponent *e1 = &p->along[i], *e2 = &p->across[i];
    const lane3 t = l3_abs(l3_times(d, p->axes[i]));
    const lane_mask y_first = t.y > t.x;
    const lane most = lane_select(y_first, t.y, t.x), least = lane_select(y_first, t.x, t.y);
    v->sign[i] = signs_of(d);
    v->across[i] = rough_ratio(e2, least, most, y_first, usual);
    const lane q = v->across[i].q, w = q * q * v->across[i].p;
    const lane sigma = most * (1.0 + (1.0 - e2->inverse) * w * (1.0 - 0.5 * e2->inverse * w));
    const lane_mask z_first = t.z > sigma;
    v->along[i] = rough_ratio(e1, lane_select(z_first, sigma, t.z), lane_select(z_first, t.z, sigma), z_first, usual);
}

// start() of superquadrics.c
static void start(const gathered *g, const lane_frame *f, const lane_pair *p, lane_view *v, lane_mask *usual)
{
    const lane_mask warm = lane_row(g->axis[WARM]) == 1.0;
    lane3 n = lm3_mul_transposed(&f->world_rotation, l3_unit(rows3(g->axis, WX)));
    *usual &= ~warm | (l3_dot(n, n) > 0.5);
    if (lane_bits(~warm) != 0) n = l3_select(warm, n, first_direction(p));
    *usual &= is_between(l3_dot(p->offset, p->offset), 1e-200, 1e200) & is_between(l3_dot(n, n), 1e-200, 1e200);
    rough_surface_point(p, 0, n, v, usual);
    rough_surface_point(p, 1, lm3_mul_transposed(&p->rotation, l3_neg(n)), v, usual);
    see(p, v);
}

// ---------------------------------------------------------------------------------------------------------- the step

typedef struct lane_step {
    lane3 move[2], facing[2];
    lane length2, sag;
} lane_step;

// A vector and a symmetric matrix in the plane across a normal.
typedef struct lane2 {
    lane x, y;
} lane2;

typedef struct lane_sym2 {
    lane xx, xy, yy;
} lane_sym2;

static inline lane2 sym2_mul(lane_sym2 m, lane2 v)
{
    return (lane2){ m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y };
}

static inline lane dot2(lane2 a, lane2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline lane2 solve2(lane m00, lane m01, lane m10, lane m11, lane2 r, lane_mask *usual)
{
    const lane scale = lane_abs(m00) + lane_abs(m11) + lane_abs(m01) + lane_abs(m10), det = m00 * m11 - m01 * m10;
    *usual &= lane_abs(det) > SCREE_SQ_SINGULAR * scale * scale;
    const lane inverse = 1.0 / det;
    return (lane2){ (r.x * m11 - r.y * m01) * inverse, (r.y * m00 - r.x * m10) * inverse };
}

// e and f in each body's frame, and the outward normal of each.
typedef struct lane_bases {
    lane3 n[2], e[2], f[2];
} lane_bases;

static inline lane_bases bases_about(const lane_pair *p, lane3 n)
{
    const lane sign = sign_of(n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    lane_bases s;
    s.n[0] = n;
    s.e[0] = l3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    s.f[0] = l3(b, sign + n.y * n.y * a, -n.y);
    s.e[1] = lm3_mul_transposed(&p->rotation, s.e[0]);
    s.f[1] = lm3_mul_transposed(&p->rotation, s.f[0]);
    s.n[1] = l3_cross(s.f[1], s.e[1]);
    return s;
}

static inline lane_sym2 curvature_in(const lane_view *v, int i, const lane_bases *s)
{
    const lane a = v->d0x[i] * s->e[i].x + v->d0y[i] * s->e[i].y, b = v->d0x[i] * s->f[i].x + v->d0y[i] * s->f[i].y;
    const lane c = l3_dot(v->d1[i], s->e[i]), d = l3_dot(v->d1[i], s->f[i]);
    const lane ua = v->c0[i] * a, vc = v->c1[i] * c;
    return (lane_sym2){ ua * a + vc * c, ua * b + vc * d, v->c0[i] * b * b + v->c1[i] * d * d };
}

static inline void fill_body_step(const lane_view *v, const lane_bases *s, int i, lane2 on, lane2 rotation, lane secant,
                                  lane_step *step)
{
    const lane3 move = l3_add_scaled(l3_scale(s->e[i], on.x), on.y, s->f[i]);
    step->move[i] = l3_add_scaled(move, -l3_dot(move, v->own[i]) * secant, s->n[i]);
    step->facing[i] = l3_add_scaled(l3_add_scaled(s->n[i], rotation.x, s->e[i]), rotation.y, s->f[i]);
}

// The normal to step about, its secant, and the deviation of A's normal from it.
static inline lane3 common_normal(const lane_view *v, lane *secant, lane_mask *far, lane_mask *usual)
{
    const lane cosine = l3_dot(v->normal_a, v->normal_b);
    *secant = 1.0 / cosine;
    *far = cosine < SCREE_SQ_NORMALS_CLOSE;
    if (lane_bits(*far) == 0) return v->normal_a;
    const lane3 sum = l3_add(v->normal_a, v->normal_b);
    const lane length = lane_sqrt(l3_dot(sum, sum));
    *usual &= ~*far | (length > SCREE_SQ_LEAST_SUM);
    *secant = lane_select(*far, 2.0 / length, *secant);
    return l3_select(*far, l3_scale(sum, 1.0 / length), v->normal_a);
}

// scree_sq_newton_step()
static void newton_step(const lane_pair *p, const lane_view *v, lane_step *step, lane_mask *usual)
{
    lane secant;
    lane_mask apart;
    const lane3 n = common_normal(v, &secant, &apart, usual);
    const lane_bases s = bases_about(p, n);
    const lane none = lane_of(0.0), ax = l3_dot(v->normal_a, s.e[0]) * secant,
               ay = l3_dot(v->normal_a, s.f[0]) * secant;
    const lane2 nu_a = { lane_select(apart, ax, none), lane_select(apart, ay, none) };
    const lane_sym2 ka = curvature_in(v, 0, &s), kb = curvature_in(v, 1, &s);
    const lane3 way = l3_sub(v->on_b, v->on_a);
    const lane g = l3_dot(way, n);
    const lane2 t = { l3_dot(way, s.e[0]), l3_dot(way, s.f[0]) };
    lane2 nu = { l3_dot(v->normal_b, s.e[0]) * secant - nu_a.x, l3_dot(v->normal_b, s.f[0]) * secant - nu_a.y };
    const lane_mask same = dot2(nu, nu) <= SCREE_SQ_NOISE * SCREE_SQ_NOISE;
    nu = (lane2){ lane_select(same, none, nu.x), lane_select(same, none, nu.y) };
    const lane2 far = sym2_mul(kb, (lane2){ t.x - g * nu_a.x, t.y - g * nu_a.y });
    const lane2 on_a =
        solve2(ka.xx + kb.xx + g * (kb.xx * ka.xx + kb.xy * ka.xy), ka.xy + kb.xy + g * (kb.xx * ka.xy + kb.xy * ka.yy),
               ka.xy + kb.xy + g * (kb.xy * ka.xx + kb.yy * ka.xy), ka.yy + kb.yy + g * (kb.xy * ka.xy + kb.yy * ka.yy),
               (lane2){ nu.x + far.x, nu.y + far.y }, usual);
    const lane2 rotation_a = sym2_mul(ka, on_a), m = { nu_a.x + rotation_a.x, nu_a.y + rotation_a.y };
    const lane2 on_b = { on_a.x - t.x + g * m.x, on_a.y - t.y + g * m.y };
    const lane rotation2 = m.x * m.x + m.y * m.y;
    const lane_mask wide = rotation2 > SCREE_SQ_MOST_ROTATION * SCREE_SQ_MOST_ROTATION;
    lane2 rotation = m;
    if (lane_bits(wide) != 0) {
        const lane scale = SCREE_SQ_MOST_ROTATION / lane_sqrt(rotation2);
        rotation = (lane2){ lane_select(wide, m.x * scale, m.x), lane_select(wide, m.y * scale, m.y) };
    }
    fill_body_step(v, &s, 0, on_a, rotation, secant, step);
    fill_body_step(v, &s, 1, on_b, (lane2){ -rotation.x, -rotation.y }, secant, step);
    step->length2 = lane_max(dot2(on_a, on_a), dot2(on_b, on_b));
    step->sag = 0.5 * lane_max(dot2(on_a, rotation_a), dot2(on_b, sym2_mul(kb, on_b)));
}

// ----------------------------------------------------------------------------------------------------------- the move

static inline lane ratio(lane small, lane big)
{
    const lane large = lane_signed(lane_of(SCREE_SQ_LARGE), small);
    return lane_select(SCREE_SQ_LARGE * big > lane_abs(small), small / big, large);
}

// move_ratio() with arguments and slopes; `crossed`: the lesser argument changes its sign.
static inline lane_surface_point move_ratio(const lane_exponent *e, const lane_surface_point *old, lane s, lane q,
                                            lane_mask wanted, lane_mask *crossed)
{
    const lane_mask above = old->q > e->knee, steep = above & (s >= e->knee_slope), over = s > 1.0;
    const lane size = lane_abs(q), one = lane_of(1.0);
    const lane_mask plain = ~steep & (above | (size <= e->knee)), few = e->exact;
    const lane_mask nearly = steep & ~over & ~few, exact = ~plain & ~nearly;
    lane to = lane_min(size, e->knee);
    if (lane_bits(nearly) != 0) {
        const lane from = lane_select(q < e->knee, e->knee, lane_select(q < 1.0, q, one));
        to = lane_select(nearly, nearly_facing(e, s, from), to);
    }
    *crossed = ~steep & (q < 0.0);
    const lane_surface_point r = ratio_of(e, to, old->second, wanted & ~exact);
    if (lane_bits(wanted & exact) == 0) return r;
    const lane outward = lane_select(q < 0.0, -s, s);
    const lane beyond = lane_select(outward > e->knee_slope, lane_min(outward, one), e->knee_slope);
    const lane back = lane_select(s * e->knee_slope < 1.0, 1.0 / s, e->knee_slope);
    const lane slope = lane_select(steep, lane_select(over, back, s), beyond);
    const lane_mask second = old->second ^ (steep & over);
    return surface_point_select(exact, ratio_facing(e, slope, second, wanted & exact), r);
}

// scree_sq_surface_point_along() towards x, with axes scaled to 1 and without signs, in the lanes of `wanted`.
static inline void surface_points_along(const lane_pair *p, int i, lane3 x, lane_mask wanted, lane_view *v)
{
    const lane none = lane_of(0.0);
    const lane_mask y_first = x.y > x.x;
    const lane most = lane_select(y_first, x.y, x.x), least = lane_select(y_first, x.x, x.y);
    const lane_surface_point flat =
        ratio_of(&p->across[i], lane_select(most > 0.0, least / most, none), y_first, wanted);
    const lane rho = most * root_of(&p->across[i], 1.0 + flat.q * flat.q * flat.p, wanted);
    const lane_mask z_first = x.z > rho;
    const lane big = lane_select(z_first, x.z, rho), small = lane_select(z_first, rho, x.z);
    const lane_surface_point whole = ratio_of(&p->along[i], lane_select(big > 0.0, small / big, none), z_first, wanted);
    v->across[i] = surface_point_select(wanted, flat, v->across[i]);
    v->along[i] = surface_point_select(wanted, whole, v->along[i]);
}

// fill_wishes() and move_surface_point() of body i, in those lanes that are wanted.
static inline void move_body(const lane_pair *p, const lane_step *step, int i, lane_mask wanted, lane_view *v)
{
    const lane_exponent *along = &p->along[i], *across = &p->across[i];
    lane3 du = l3_times(l3_times(step->move[i], p->inverse[i]), v->sign[i]);
    const lane length2 = l3_dot(du, du);
    if (lane_bits(length2 > 1.0) != 0) du = l3_scale(du, 1.0 / lane_sqrt(lane_max(length2, lane_of(1.0))));
    const lane3 to = l3_add(v->u[i], du), t = l3_times(l3_times(step->facing[i], p->axes[i]), v->sign[i]);
    const lane_mask y = v->across[i].second, z = v->along[i].second;
    const lane rho = v->rho[i] + v->x_step[i] * du.x + v->y_step[i] * du.y, sigma = v->x[i] * t.x + v->y[i] * t.y;
    const lane s2 = ratio(lane_select(y, t.x, t.y), lane_select(y, t.y, t.x));
    const lane q2 = ratio(lane_select(y, to.x, to.y), lane_select(y, to.y, to.x));
    const lane s1 = ratio(lane_select(z, sigma, t.z), lane_select(z, t.z, sigma));
    const lane q1 = ratio(lane_select(z, rho, to.z), lane_select(z, to.z, rho));
    const lane_mask far = du.x * du.x + du.y * du.y > 0.25 * v->rho[i] * v->rho[i];
    const lane_mask top = z & (v->along[i].q <= along->knee) & ((v->along[i].q * v->along[i].p < SCREE_SQ_TOP) | far);
    const lane_mask usual = wanted & ~top, pole = wanted & top;
    lane_mask crossed2, crossed1;
    const lane_surface_point flat = move_ratio(across, &v->across[i], s2, q2, usual, &crossed2);
    const lane_surface_point whole = move_ratio(along, &v->along[i], s1, q1, usual, &crossed1);
    const lane3 sign = v->sign[i], end = l3_times(l3_times(to, sign), p->axes[i]);
    v->across[i] = surface_point_select(usual, flat, v->across[i]);
    v->along[i] = surface_point_select(usual, whole, v->along[i]);
    v->sign[i].x = lane_negate(usual & ((crossed2 & y) ^ (crossed1 & z)), sign.x);
    v->sign[i].y = lane_negate(usual & ((crossed2 & ~y) ^ (crossed1 & z)), sign.y);
    v->sign[i].z = lane_negate(usual & crossed1 & ~z, sign.z);
    if (lane_bits(pole) == 0) return;
    v->sign[i] = l3_select(pole, signs_of(end), v->sign[i]);
    surface_points_along(p, i, l3_abs(l3_times(end, p->inverse[i])), pole, v);
}

// --------------------------------------------------------------------------------------------------------- the search

// The result, as in scree_sq_finding.
typedef struct lane_finding {
    lane gap, upper, steps;
    lane3 n, on_a, on_b;
} lane_finding;

// scree_sq_own_gap() and scree_sq_ball_bound()
static inline lane own_gap(const lane_pair *p, const lane_view *v)
{
    const lane gap = l3_dot(v->normal_a, p->offset) - v->height[0];
    const lane3 d = l3_times(lm3_mul_transposed(&p->rotation, v->normal_a), p->axes[1]), m = v->m[1];
    return gap - lane_sqrt(d.x * d.x / m.x + d.y * d.y / m.y + d.z * d.z / m.z);
}

static inline lane ball_bound(const lane_pair *p, const lane_view *v)
{
    const lane ra = p->ball[0] / v->height[0], rb = p->ball[1] / v->height[1];
    const lane3 from = l3_add_scaled(v->on_a, -ra, v->normal_a), to = l3_add_scaled(v->on_b, rb, v->normal_b);
    const lane3 way = l3_sub(to, from);
    return lane_sqrt(l3_dot(way, way)) - (ra + rb);
}

// arrive(), for the lanes in `near`: returns those that are done; `nearby` gets the others whose bounds meet.
static inline lane_mask arrive(const lane_pair *p, const lane_view *v, lane fine, lane_mask near, lane_mask *nearby,
                               lane_finding *f)
{
    const lane gap = own_gap(p, v), upper = ball_bound(p, v);
    const lane_mask met = near & (upper - gap <= p->enough);
    const lane3 astray = l3_add_scaled(l3_sub(v->on_b, v->on_a), -gap, v->normal_a);
    const lane3 apart = l3_sub(v->normal_a, v->normal_b);
    f->gap = lane_select(met, gap, f->gap);
    f->upper = lane_select(met, upper, f->upper);
    f->n = l3_select(met, v->normal_a, f->n);
    f->on_a = l3_select(met, v->on_a, f->on_a);
    f->on_b = l3_select(met, v->on_b, f->on_b);
    const lane_mask there =
        met & (l3_dot(astray, astray) <= fine * fine * p->least * p->least) & (l3_dot(apart, apart) <= fine * fine);
    *nearby = met & ~there;
    return there;
}

// trust()
static inline void trust(const lane_pair *p, const lane_step *step, lane_mask m, lane_finding *f)
{
    const lane3 facing = step->facing[0];
    f->n = l3_select(m, l3_scale(facing, 1.0 / lane_sqrt(l3_dot(facing, facing))), f->n);
    f->on_a = l3_select(m, l3_add(f->on_a, step->move[0]), f->on_a);
    f->on_b = l3_select(m, l3_add(f->on_b, lm3_mul(&p->rotation, step->move[1])), f->on_b);
}

// scree_sq_search(), up to its regular end.
static void search(const lane_pair *p, lane_view *v, lane_finding *f, lane_mask *usual)
{
    const lane nearly = SCREE_SQ_NEARLY_THERE * p->size, standstill = SCREE_SQ_STANDSTILL * p->size;
    const lane fine = SCREE_SQ_FINE * lane_sqrt(p->enough / p->size), ball = lane_min(p->ball[0], p->ball[1]);
    const lane_mask none = { 0 };
    lane_mask active = *usual, nearby = none;
    *f = (lane_finding){ .steps = lane_of(0.0) };
    for (int i = 0; i < LANE_STEPS && lane_bits(active) != 0; ++i) {
        lane_step step;
        lane_mask regular = active;
        newton_step(p, v, &step, &regular);
        f->steps += lane_where(active, lane_of(1.0));
        nearby &= regular & (step.length2 <= 2.0 * SCREE_SQ_TRUSTED * ball);
        if (lane_bits(nearby) != 0) trust(p, &step, nearby, f);
        active &= ~nearby;
        *usual &= ~active | (regular & ~(step.length2 <= standstill * standstill));
        active &= *usual;
        if (lane_bits(active) == 0) break;
        move_body(p, &step, 0, active, v);
        move_body(p, &step, 1, active, v);
        see(p, v);
        const lane_mask near = active & (step.sag <= nearly);
        nearby = none;
        if (lane_bits(near) != 0) active &= ~arrive(p, v, fine, near, &nearby, f);
    }
    *usual &= ~active;
}

// scree_settle_points()
static inline void settle_points(lane error, lane_answer *x)
{
    const lane3 rest = l3_add_scaled(l3_sub(x->on_b, x->on_a), -x->distance, x->n);
    const lane_mask astray = lane_sqrt(l3_dot(rest, rest)) > error;
    x->on_a = l3_select(astray, l3_add_scaled(x->on_a, lane_of(0.5), rest), x->on_a);
    x->on_b = l3_add_scaled(x->on_a, x->distance, x->n);
}

static unsigned answer_lanes(const gathered *g, double tolerance, published *out)
{
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    const lane bound_a = lane_row(g->body[0][BOUND]), bound_b = lane_row(g->body[1][BOUND]);
    usual &= (bound_a * SCREE_UNEQUAL >= bound_b) & (bound_b * SCREE_UNEQUAL >= bound_a);
    lane_frame f;
    lane_pair p;
    lane_view v;
    lane_finding found;
    make_frame(g, &f);
    make_pair(g, &f, allowed_error(g, tolerance), &p);
    start(g, &f, &p, &v, &usual);
    search(&p, &v, &found, &usual);
    lane_answer x = { .distance = found.gap, .steps = found.steps, .n = found.n };
    x.lower = found.gap - f.error;
    x.upper = lane_max(found.upper, found.gap) + f.error;
    x.on_a = found.on_a;
    x.on_b = found.on_b;
    settle_points(f.error, &x);
    publish(g, &f, &x, tolerance, out, &usual);
    return lane_bits(usual);
}

int SCREE_AT_WIDTH(scree_superquadric)(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
