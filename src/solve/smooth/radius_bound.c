// Radii of curvature over a cone of normals. See radius_bound.h.
#include "solve/smooth/radius_bound.h"

#include <math.h>

// Replaces any larger quotient; its inverse replaces any smaller one.
#define LARGE 1e30

// Exponents close to 2: the constants of the comparison hold up to here, with a margin.
#define NEAR_2 2.1

// Factors for the rounding of the few operations for an ellipsoid, and of the powers.
#define SURE_SQUARES (1.0 - 0x1p-49)
#define SURE (1.0 - 0x1p-47)

typedef struct range {
    double low, high;
} range;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

// The inverse length of the shortest combination of three unit normals with weights that sum to 1.
static double growth(const scree_vec3 n[3])
{
    double chord2 = 0.0;
    for (int i = 0; i < 3; ++i) chord2 = larger(chord2, v3_norm2(v3_sub(n[i], n[(i + 1) % 3])));
    return 1.0 / sqrt(larger(1.0 - chord2 / 3.0, 0.25));
}

// The range of one component's magnitude over the cone.
static range magnitude(double a, double b, double c, double grow)
{
    const double most = larger(fabs(a), larger(fabs(b), fabs(c)));
    const bool one_sign = (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0);
    const double least = smaller(fabs(a), smaller(fabs(b), fabs(c)));
    return (range){ one_sign ? smaller(least, 1.0) : 0.0, smaller(grow * most, 1.0) };
}

// The larger of the two arguments 1 and t of a step with the dual exponent m, over its value.
static double part_of_1(double m, double t)
{
    return pow(1.0 + pow(t, m), -1.0 / m);
}

// The largest product of both arguments over the value's square, for quotients in the range.
static double most_product(double m, range t)
{
    const double at = t.low > 1.0 ? t.low : t.high < 1.0 ? t.high : 1.0, part = part_of_1(m, at);
    return larger(at * part * part, 1.0 / LARGE);
}

static double quotient(double a, double b)
{
    return a < LARGE * b ? a / b : LARGE;
}

// An upper bound of (a^2 - b^2) n^2.
static double most_excess(double a, double b, range n)
{
    const double factor = (a - b) * (a + b), at = factor > 0.0 ? n.high : n.low;
    return factor * at * at;
}

// The square of the support function is any semi-axis' square plus what the others add to it: for spheroids one choice
// is exact.
static void ellipsoid_bound(const scree_shape *s, const scree_vec3 n[3], scree_radius_bound *out)
{
    const scree_vec3 a = s->form->semi_axes;
    const double grow = growth(n);
    const range x = magnitude(n[0].x, n[1].x, n[2].x, grow), y = magnitude(n[0].y, n[1].y, n[2].y, grow);
    const range z = magnitude(n[0].z, n[1].z, n[2].z, grow);
    const double from_x = a.x * a.x + most_excess(a.y, a.x, y) + most_excess(a.z, a.x, z);
    const double from_y = a.y * a.y + most_excess(a.x, a.y, x) + most_excess(a.z, a.y, z);
    const double from_z = a.z * a.z + most_excess(a.x, a.z, x) + most_excess(a.y, a.z, y);
    const double h2 =
        larger(smaller(from_x, smaller(from_y, from_z)), smaller(a.x * a.x, smaller(a.y * a.y, a.z * a.z)));
    const double scale = sqrt(SURE_SQUARES / (h2 * sqrt(h2)));
    out->rests = 3;
    out->rest[0] = v3(a.y * a.z * scale, 0, 0);
    out->rest[1] = v3(0, a.z * a.x * scale, 0);
    out->rest[2] = v3(0, 0, a.x * a.y * scale);
}

// The two outermost of the normals' directions across z; false if they go all around, or there are none.
static bool outermost(const scree_vec3 n[3], int ends[2])
{
    for (int side = 0; side < 2; ++side) {
        ends[side] = -1;
        for (int i = 0; i < 3 && ends[side] < 0; ++i) {
            bool is_end = n[i].x != 0.0 || n[i].y != 0.0;
            for (int j = 0; j < 3 && is_end; ++j) {
                const double cross = n[i].x * n[j].y - n[i].y * n[j].x;
                const double dot = n[i].x * n[j].x + n[i].y * n[j].y;
                if (n[j].x == 0.0 && n[j].y == 0.0) continue;
                is_end = side == 0 ? cross >= 0.0 : cross <= 0.0;
                if (cross == 0.0 && dot < 0.0) is_end = false;
            }
            if (is_end) ends[side] = i;
        }
        if (ends[side] < 0) return false;
    }
    return true;
}

// e at a normal's direction across z.
static scree_vec3 slopes_at(const scree_shape *s, scree_vec3 n)
{
    const scree_vec3 a = s->form->semi_axes;
    const double x = a.x * fabs(n.x), y = a.y * fabs(n.y), less = s->form->across.dual_less_1, m = 1.0 + less;
    double along_x = 1.0, along_y = 1.0;
    if (x >= y) {
        const double q = y / x, part = part_of_1(m, q);
        along_x = pow(part, less);
        along_y = pow(q * part, less);
    } else {
        const double q = x / y, part = part_of_1(m, q);
        along_x = pow(q * part, less);
        along_y = pow(part, less);
    }
    return v3(copysign(a.y * along_y, -n.y), copysign(a.x * along_x, n.x), 0.0);
}

// The components of the normals across z: the quotients Y : X, and sigma over the normal's own length across z.
typedef struct section {
    range t, s;
} section;

static section section_of(scree_vec3 a, double less, const scree_vec3 n[3])
{
    const double m = 1.0 + less;
    range tau = { LARGE, 0.0 };
    bool positive_x = false, negative_x = false, positive_y = false, negative_y = false;
    for (int i = 0; i < 3; ++i) {
        const double x = fabs(n[i].x), y = fabs(n[i].y);
        if (x == 0.0 && y == 0.0) continue;
        positive_x = positive_x || n[i].x > 0.0;
        negative_x = negative_x || n[i].x < 0.0;
        positive_y = positive_y || n[i].y > 0.0;
        negative_y = negative_y || n[i].y < 0.0;
        tau.low = smaller(tau.low, quotient(y, x));
        tau.high = larger(tau.high, quotient(y, x));
    }
    if (positive_y && negative_y) tau.low = 0.0;
    if (positive_x && negative_x) tau.high = LARGE;
    if (tau.high < tau.low) tau = (range){ 0.0, LARGE };
    // Parts of x and of y in the normal's direction across z.
    const range fx = { 1.0 / sqrt(1.0 + tau.high * tau.high), 1.0 / sqrt(1.0 + tau.low * tau.low) };
    const range fy = { tau.low * fx.high, tau.high * fx.low };
    section c = { .t = { smaller(tau.low * a.y / a.x, LARGE), smaller(tau.high * a.y / a.x, LARGE) } };
    const double squares = a.x >= a.y ? (a.x - a.y) * (a.x + a.y) : (a.y - a.x) * (a.y + a.x);
    const double least = smaller(a.x, a.y), most = exp2(1.0 / m - 0.5);
    const range f = a.x >= a.y ? fx : fy;
    c.s.low = sqrt(least * least + squares * f.low * f.low);
    c.s.high = most * sqrt(least * least + squares * f.high * f.high);
    const double part_low = part_of_1(m, c.t.low), part_high = part_of_1(m, c.t.high);
    c.s.high = smaller(c.s.high, a.x * fx.high / part_high);
    c.s.low = larger(c.s.low, a.x * fx.low / part_low);
    if (c.t.low > 0.0) c.s.high = smaller(c.s.high, a.y * fy.high / (c.t.low * part_low));
    if (c.t.high > 0.0) c.s.low = larger(c.s.low, a.y * fy.low / (c.t.high * part_high));
    return c;
}

// The length across z of a unit normal with z in this range; near the pole, where that is imprecise, from the normals
// themselves.
static range length_across(const scree_vec3 n[3], range z)
{
    const double rounding = 4.0 * 0x1p-52;
    double most = 0.0;
    for (int i = 0; i < 3; ++i) most = larger(most, n[i].x * n[i].x + n[i].y * n[i].y);
    const double grown = growth(n) * (1.0 + rounding) * sqrt(most);
    return (range){ sqrt(larger(1.0 - z.high - rounding, 0.0) * (1.0 + z.high)),
                    smaller(sqrt((1.0 - z.low + rounding) * (1.0 + z.low)), smaller(grown, 1.0)) };
}

static void superquadric_bound(const scree_shape *s, const scree_vec3 n[3], scree_radius_bound *out)
{
    const scree_vec3 a = s->form->semi_axes;
    const double less1 = s->form->along.dual_less_1, less2 = s->form->across.dual_less_1, m1 = 1.0 + less1;
    const section c = section_of(a, s->form->across.dual_less_1, n);
    const range z = magnitude(n[0].z, n[1].z, n[2].z, growth(n)), rho = length_across(n, z);
    const double sigma = larger(c.s.high * rho.high, c.s.high / LARGE), up = a.z * z.high;
    const range eta = { quotient(a.z * z.low, sigma), quotient(up, c.s.low * rho.low) };
    // The largest value of the support function: by the largest arguments, or for a unit normal, the ellipsoid's and
    // the excess.
    const double most = c.s.high, squares = (most - a.z) * (most + a.z);
    const double round =
        most >= a.z ? a.z * a.z + squares * rho.high * rho.high : most * most - squares * z.high * z.high;
    const double box = sigma / part_of_1(m1, quotient(up, sigma));
    const double h = smaller(exp2(1.0 / m1 - 0.5) * sqrt(round), larger(box, up));
    const double first = less1 * a.z * a.z * pow(most_product(m1, eta), m1 - 2.0) / (h * h * h);
    const double by_part = pow(part_of_1(m1, eta.high), less1) / (sigma * sigma * sigma);
    const double by_height = pow(h, -less1) * pow(sigma, m1 - 4.0);
    const double second = less2 * larger(by_part, by_height) * pow(most_product(1.0 + less2, c.t), less2 - 1.0);
    out->rests = 1;
    out->rest[0] = v3(0, 0, a.x * a.y * sqrt(SURE * second));
    int ends[2];
    if (!outermost(n, ends)) return;
    out->along = SURE * first;
    out->e[0] = slopes_at(s, n[ends[0]]);
    out->e[1] = slopes_at(s, n[ends[1]]);
}

double scree_section_radius(const scree_shape *s, int axis, bool inscribed, const scree_vec3 n[3])
{
    const scree_vec3 a = scree_rolled(s->form->semi_axes, axis);
    const double less = inscribed ? 1.0 : s->form->across.dual_less_1, ab = a.x * a.y;
    const section c = section_of(a, less, n);
    const double bent = less * pow(most_product(1.0 + less, c.t), less - 1.0);
    return SURE * bent * ab * ab / (c.s.high * c.s.high * c.s.high);
}

bool scree_is_nearly_ellipsoid(const scree_shape *s)
{
    return s->core == SCREE_CORE_SUPERQUADRIC && s->form->n1 <= NEAR_2 && s->form->n2 <= NEAR_2;
}

// An upper bound on a step's value over that with the exponent 2, for quotients in the range.
static double most_over_2(double m, range t)
{
    const double at = t.low > 1.0 ? t.low : t.high < 1.0 ? t.high : 1.0;
    return 1.0 / (part_of_1(m, at) * sqrt(1.0 + at * at));
}

// Over ranges of quotients, R is at least this fraction of the ellipsoid's, minus a constant.
static double part_of_ellipsoid(const scree_shape *s, range t, range eta)
{
    const double less1 = s->form->along.dual_less_1, less2 = s->form->across.dual_less_1, m1 = 1.0 + less1,
                 mu = 1.0 - less2;
    const double flat = most_over_2(1.0 + less2, t), h = flat * most_over_2(m1, eta);
    const double first = less1 / (h * h * h) * pow(most_product(m1, eta), m1 - 2.0);
    const double second = less2 / (h * flat * flat) * pow(most_product(1.0 + less2, t), less2 - 1.0);
    return SURE * smaller(first, second) * (1.0 - mu);
}

// That constant: the difference of the slopes.
static double less_than_ellipsoid(const scree_shape *s)
{
    const scree_vec3 a = s->form->semi_axes;
    const double mu = 1.0 - s->form->across.dual_less_1, wide = larger(a.x, a.y),
                 least = smaller(a.z, smaller(a.x, a.y));
    return 0.36 * mu * wide * wide * a.z * a.z / (least * least * least);
}

static void nearly_ellipsoid_bound(const scree_shape *s, const scree_vec3 n[3], scree_radius_bound *out)
{
    const scree_vec3 a = s->form->semi_axes;
    const section c = section_of(a, s->form->across.dual_less_1, n);
    const range z = magnitude(n[0].z, n[1].z, n[2].z, growth(n)), rho = length_across(n, z);
    const double flat = most_over_2(1.0 + s->form->across.dual_less_1, c.t);
    const range eta = { quotient(a.z * z.low, c.s.high * rho.high), quotient(flat * a.z * z.high, c.s.low * rho.low) };
    const double part = part_of_ellipsoid(s, c.t, eta);
    ellipsoid_bound(s, n, out);
    for (int i = 0; i < 3; ++i) out->rest[i] = v3_scale(out->rest[i], sqrt(part));
    out->less = less_than_ellipsoid(s);
}

double scree_radius_deficit(const scree_shape *s)
{
    const range any = { 0.0, LARGE };
    const scree_vec3 a = s->form->semi_axes;
    const double least = smaller(a.x, smaller(a.y, a.z)), most = larger(a.x, larger(a.y, a.z));
    // The largest radius of curvature of the ellipsoid is most^2 / least.
    return (1.0 - part_of_ellipsoid(s, any, any)) * most * (most / least) + less_than_ellipsoid(s);
}

static void rotate_bound(const scree_mat3 *rotation, scree_radius_bound *out)
{
    for (int i = 0; i < 2; ++i) out->e[i] = m3_mul(rotation, out->e[i]);
    for (int i = 0; i < out->rests; ++i) out->rest[i] = m3_mul(rotation, out->rest[i]);
}

void scree_radius_bound_make(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation, bool as_ellipsoid,
                             scree_radius_bound *out)
{
    *out = (scree_radius_bound){ .along = 0.0 };
    if (s->core == SCREE_CORE_ELLIPSOID)
        ellipsoid_bound(s, n, out);
    else if (s->core == SCREE_CORE_SUPERQUADRIC && as_ellipsoid)
        nearly_ellipsoid_bound(s, n, out);
    else if (s->core == SCREE_CORE_SUPERQUADRIC)
        superquadric_bound(s, n, out);
    if (rotation != NULL) rotate_bound(rotation, out);
}

void scree_radius_bound_make_inscribed(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation,
                                       scree_radius_bound *out)
{
    *out = (scree_radius_bound){ .along = 0.0 };
    ellipsoid_bound(s, n, out);
    if (rotation != NULL) rotate_bound(rotation, out);
}

void scree_radius_bound_make_end(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation, int end,
                                 scree_radius_bound *out)
{
    const double radius = end == 0 ? s->form->bottom : s->form->top;
    *out = (scree_radius_bound){ .along = 0.0 };
    if (s->core == SCREE_CORE_TEAR) {
        const double root = sqrt(SURE_SQUARES * radius);
        out->rests = 3;
        out->rest[0] = v3(root, 0, 0);
        out->rest[1] = v3(0, root, 0);
        out->rest[2] = v3(0, 0, root);
    } else {
        const range z = magnitude(n[0].z, n[1].z, n[2].z, growth(n));
        const double sine = larger(length_across(n, z).high, 1.0 / LARGE);
        out->rests = 1;
        out->rest[0] = v3(0, 0, sqrt(SURE * radius / (sine * sine * sine)));
    }
    if (rotation != NULL) rotate_bound(rotation, out);
}

// In the plane at right angles to a normal.
typedef struct vec2 {
    double x, y;
} vec2;

typedef struct sym2 {
    double xx, xy, yy;
} sym2;

static double cross2(vec2 a, vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static double dot2(vec2 a, vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static double form(const sym2 *q, vec2 k)
{
    return q->xx * k.x * k.x + 2.0 * q->xy * k.x * k.y + q->yy * k.y * k.y;
}

static void add_square(sym2 *q, double factor, vec2 v)
{
    q->xx += factor * v.x * v.x;
    q->xy += factor * v.x * v.y;
    q->yy += factor * v.y * v.y;
}

// The least value of the form over unit vectors between two that are less than half a turn apart.
static double least_between(const sym2 *q, vec2 first, vec2 last)
{
    const double ends = smaller(form(q, first), form(q, last));
    const double middle = 0.5 * (q->xx + q->yy), half = 0.5 * (q->xx - q->yy),
                 spread = sqrt(half * half + q->xy * q->xy);
    // The direction of the least value, of either sign; of the two formulas, the one without cancellation.
    const vec2 k = half > 0.0 ? (vec2){ -q->xy, half + spread } : (vec2){ spread - half, -q->xy };
    const double from = cross2(first, k), to = cross2(k, last);
    const bool inside = (from >= 0.0 && to >= 0.0) || (from <= 0.0 && to <= 0.0);
    if (!inside) return ends;
    const double length2 = dot2(k, k);
    return length2 > 0.0 ? smaller(ends, larger(form(q, k) / length2, middle - spread)) : ends;
}

// One body in the plane.
typedef struct shade {
    sym2 rest;
    double along;
    vec2 e[2];
} shade;

static shade shade_of(const scree_radius_bound *b, scree_vec3 u, scree_vec3 v)
{
    shade s = { .along = b->along };
    for (int i = 0; i < b->rests; ++i) add_square(&s.rest, 1.0, (vec2){ v3_dot(b->rest[i], u), v3_dot(b->rest[i], v) });
    for (int i = 0; i < 2; ++i) s.e[i] = (vec2){ v3_dot(b->e[i], u), v3_dot(b->e[i], v) };
    return s;
}

// Over a piece on which no e . k changes sign; for each body, either e may give the least.
static double least_on_piece(const shade s[2], vec2 first, vec2 last)
{
    const vec2 middle = { first.x + last.x, first.y + last.y };
    double least = INFINITY;
    for (int i = 0; i < 4; ++i) {
        sym2 q = { s[0].rest.xx + s[1].rest.xx, s[0].rest.xy + s[1].rest.xy, s[0].rest.yy + s[1].rest.yy };
        for (int body = 0; body < 2; ++body) {
            const shade *t = &s[body];
            if (!(dot2(t->e[0], middle) * dot2(t->e[1], middle) > 0.0)) continue;
            add_square(&q, t->along, t->e[body == 0 ? i & 1 : i >> 1]);
        }
        least = smaller(least, least_between(&q, first, last));
    }
    return larger(least, 0.0);
}

double scree_least_radius(const scree_radius_bound bound[2], scree_vec3 n, scree_vec3 first, scree_vec3 last)
{
    const scree_vec3 u = first, v = v3_cross(n, first);
    const shade s[2] = { shade_of(&bound[0], u, v), shade_of(&bound[1], u, v) };
    const vec2 start = { 1.0, 0.0 }, end = { v3_dot(last, u), v3_dot(last, v) };
    const double sign = cross2(start, end) < 0.0 ? -1.0 : 1.0;
    vec2 cut[6] = { start };
    int count = 1;
    for (int i = 0; i < 4; ++i) {
        const vec2 e = s[i / 2].e[i % 2];
        const double length = sqrt(dot2(e, e));
        if (!(length > 0.0)) continue;
        vec2 k = { -e.y / length, e.x / length };
        if (dot2(k, start) < 0.0 && dot2(k, end) < 0.0) k = (vec2){ -k.x, -k.y };
        if (sign * cross2(start, k) < 0.0) k = (vec2){ -k.x, -k.y };
        if (!(sign * cross2(start, k) > 0.0 && sign * cross2(k, end) > 0.0)) continue;
        int at = count++;
        for (; at > 1 && sign * cross2(k, cut[at - 1]) > 0.0; --at) cut[at] = cut[at - 1];
        cut[at] = k;
    }
    cut[count++] = end;
    double least = INFINITY;
    for (int i = 0; i + 1 < count; ++i) least = smaller(least, least_on_piece(s, cut[i], cut[i + 1]));
    return larger(least - bound[0].less - bound[1].less, 0.0);
}

double scree_radius_along(const scree_radius_bound bound[2], scree_vec3 pole)
{
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        const scree_radius_bound *b = &bound[i];
        const double first = v3_dot(b->e[0], pole), second = v3_dot(b->e[1], pole);
        if (first * second > 0.0) sum += b->along * smaller(first * first, second * second);
        for (int j = 0; j < b->rests; ++j) sum += v3_dot(b->rest[j], pole) * v3_dot(b->rest[j], pole);
        sum -= b->less;
    }
    return larger(sum, 0.0);
}
