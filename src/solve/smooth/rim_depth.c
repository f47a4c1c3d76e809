// A proof of the depth where the rims of two cylinders or cones cross, or one stands on the other's disc: what stands end on end, a
// little tilted.
//
// Idea        The depth along a unit normal m is at least m . (a - b) for any points a of A and b of B. Let n be the normal that a
//             search has found, a and b the points where the rims cross along it, d = n . (a - b), and m = n cos t + u sin t with
//             u across n. Four ranges of t cover the sphere:
//             - Up to t1, the points go along a rim. Its point at the angle s from a is a + R (sin s e2 - (1 - cos s) e1), with e2
//               along the rim, across n, and e1 from the disc's centre; let h = R e1 . n. At least one of the rims has |u . e2| >= q, half
//               the sine of the angle between them. With s = w t towards u, and k for what sines fall short of their angles,
//
//                   m . (a - b) >= d + t^2 (R q k w - d / 2 - (h + R t1) w^2 / 2),
//
//               which with the best w is at least d if (R q k)^2 >= d (h + R t1).
//             - From t1 on, the whole discs count. Along u, their foremost points are at least r = R_a cos + R_b cos - |across|
//               apart, `across` being the offset of their centres across n; along n they overlap by at least e, which
//               the rims' lowest points give. So the depth is at least e cos t + r sin t; t1 is where that exceeds d.
//             - Beyond a right angle cos t < 0, and n . (a - b), at most the depth along n, lowers the bound.
//             - Where cos t < -4 / 5, balls inside the bodies, about the middles of their axes, overlap by more.
//             A sinusoid is concave where it is positive, so that it is enough to look at the ends of a range.
//             If n is the normal of a disc, of A say, the first range needs no crossing. Let b be any point of B, at the distance g
//             from the disc's centre, across n: m . (a - b) is at least d cos t + (R - g) sin t with a the disc's foremost point
//             along m. Where b is just inside the disc's edge, as under equal cylinders, R - g is small, but so is t1: the tilt.
// Rounding    The rims' points are those nearest to the search's: e2 is not quite across n, nor a - b quite along it, and
//             the bounds are lowered by that. The rest are roundings, relative to the size.
// Limits      Shallow overlaps of discs that face each other, with rims that cross at more than some hundredths of a radian, or with
//             one rim's lowest point inside the other.
#include "solve/smooth/rim_depth.h"

#include "solve/revolved/inner_depth.h"

// The cosine and sine from which on the balls count.
#define BEHIND_COSINE 0.8
#define BEHIND_SINE 0.6

// The farthest that the points go along a rim, as an angle between normals.
#define MOST_ANGLE 0.125

// In roundings of the size: the error of a bound, and what each inequality must hold by.
#define ROUNDINGS 16.0

// A disc's axis is along n up to this sine.
#define FLAT (4.0 * SCREE_ROUNDING)

// A disc at the end of a cylinder or cone, and the point of its rim that is nearest to a given one. In A's frame.
typedef struct rim {
    scree_vec3 centre, axis; // outward
    double radius;
    scree_vec3 out, along; // unit: from the centre to the point, and along the rim there
    scree_vec3 at;
} rim;

static bool take_rim(const scree_cores *c, bool of_a, scree_vec3 near, rim *r)
{
    const scree_shape *s = of_a ? c->a : c->b;
    if (s->core != SCREE_CORE_FRUSTUM) return false;
    const scree_vec3 axis = of_a ? v3(0, 0, 1) : v3(c->rotation.row[0].z, c->rotation.row[1].z, c->rotation.row[2].z);
    const scree_vec3 from = of_a ? near : v3_sub(near, c->shift);
    const bool top = v3_dot(from, axis) > 0.0;
    r->axis = top ? axis : v3_neg(axis);
    r->radius = top ? s->form->top : s->form->bottom;
    const scree_vec3 middle = v3_scale(r->axis, s->form->half_length), off = v3_sub(from, middle);
    const scree_vec3 across = v3_add_scaled(off, -v3_dot(off, r->axis), r->axis);
    if (!(r->radius > 0.0) || !(v3_norm(across) > 0.5 * r->radius)) return false;
    r->centre = of_a ? middle : v3_add(middle, c->shift);
    r->out = v3_unit(across);
    r->along = v3_cross(r->axis, r->out);
    r->at = v3_add_scaled(r->centre, r->radius, r->out);
    return true;
}

// The sine of the angle between the disc's axis and n.
static double tilt_of(const rim *r, scree_vec3 n)
{
    return v3_norm(v3_cross(r->axis, n));
}

// Two rims, and what is known of them along n.
typedef struct crossing {
    rim a, b;
    scree_vec3 n;
    double depth;  // d
    double lowest; // e
    double reach;  // r
    double slack;
} crossing;

static bool take_crossing(const scree_cores *c, const scree_climb *x, crossing *k)
{
    k->n = x->best.n;
    if (!take_rim(c, true, x->on_a, &k->a) || !take_rim(c, false, x->on_b, &k->b)) return false;
    const double tilt_a = tilt_of(&k->a, k->n), tilt_b = tilt_of(&k->b, k->n);
    const scree_vec3 between = v3_sub(k->a.centre, k->b.centre);
    const double height = v3_dot(between, k->n), off = v3_norm(v3_add_scaled(between, -height, k->n));
    if (!(tilt_a < 0.5 && tilt_b < 0.5)) return false;
    k->depth = v3_dot(v3_sub(k->a.at, k->b.at), k->n);
    k->lowest = height - k->a.radius * tilt_a - k->b.radius * tilt_b;
    k->reach = k->a.radius * sqrt(1.0 - tilt_a * tilt_a) + k->b.radius * sqrt(1.0 - tilt_b * tilt_b) - off;
    k->slack = ROUNDINGS * SCREE_ROUNDING * c->size;
    return k->depth > 0.0 && k->reach > k->depth + k->slack;
}

// The angle from which on the discs have the proof; infinite where they do not have it at MOST_ANGLE.
static double discs_from(const crossing *k)
{
    const double t = 1.05 * (fmax(k->depth - k->lowest, 0.0) + k->slack) / k->reach, t2 = t * t;
    const double ahead = fmin(k->lowest, k->lowest * (1.0 - 0.5 * t2));
    const bool holds = ahead + k->reach * t * (1.0 - t2 / 6.0) >= k->depth + k->slack;
    return holds && t <= MOST_ANGLE ? t : (double)INFINITY;
}

// Whether normals behind n, from a right angle on, have more depth.
static bool is_deep_behind(const scree_cores *c, const scree_climb *x, const crossing *k)
{
    const double most = c->error - x->best.gap, enough = k->depth + k->slack;
    if (!(BEHIND_SINE * k->reach - BEHIND_COSINE * most >= enough)) return false;
    scree_vec3 side;
    const double balls = scree_inner_depth(c, true, v3(0, 0, 0), &side) + scree_inner_depth(c, false, c->shift, &side);
    const double along = v3_dot(c->shift, k->n), off = v3_norm(v3_add_scaled(c->shift, -along, k->n));
    return along > 0.0 && BEHIND_COSINE * along - BEHIND_SINE * off + balls >= enough;
}

// Whether the points that go along a rim have the proof up to the angle t1; `height` is h.
static bool rim_holds(const crossing *k, double radius, double height, double sine, double t1)
{
    const double q = 0.499 * sine, least = radius * q * (1.0 - q * q / 6.0) * (1.0 - t1 * t1 / 6.0);
    return least * least >= 1.01 * k->depth * (fmax(height, 0.0) + radius * t1) && least > 0.0;
}

// The depth up to the angle t1 where n is the normal of a disc: that of the disc and of the other rim's point. `across` is from
// the disc's centre to that point.
static double disc_holds(const crossing *k, const rim *disc, scree_vec3 across, double t1)
{
    const double tilt = tilt_of(disc, k->n);
    if (!(tilt <= FLAT)) return -INFINITY;
    const double depth = fabs(v3_dot(across, k->n)), off = v3_norm(v3_add_scaled(across, -v3_dot(across, k->n), k->n));
    const double inside = disc->radius * (1.0 - tilt) - off, sine = inside > 0.0 ? t1 * (1.0 - t1 * t1 / 6.0) : t1;
    return depth - fmax(0.5 * depth * t1 * t1 - inside * sine, 0.0) - k->slack;
}

double scree_rim_depth(const scree_cores *c, const scree_climb *x)
{
    crossing k;
    if (c->swell_a != 0.0 || c->swell_b != 0.0 || !take_crossing(c, x, &k)) return -INFINITY;
    const double t1 = discs_from(&k), sine = v3_norm(v3_cross(k.a.along, k.b.along));
    if (!(t1 <= MOST_ANGLE) || !is_deep_behind(c, x, &k)) return -INFINITY;
    const double by_disc = fmax(disc_holds(&k, &k.a, v3_sub(k.b.at, k.a.centre), t1),
                                disc_holds(&k, &k.b, v3_sub(k.a.at, k.b.centre), t1));
    if (by_disc >= k.depth - 2.0 * k.slack) return by_disc;
    if (!rim_holds(&k, k.a.radius, k.a.radius * v3_dot(k.a.out, k.n), sine, t1)) return -INFINITY;
    if (!rim_holds(&k, k.b.radius, -k.b.radius * v3_dot(k.b.out, k.n), sine, t1)) return -INFINITY;
    // The points go along a rim by no more than the angle q.
    const scree_vec3 astray = v3_add_scaled(v3_sub(k.a.at, k.b.at), -k.depth, k.n);
    const double lost_a = k.a.radius * fabs(v3_dot(k.a.along, k.n)), lost_b = k.b.radius * fabs(v3_dot(k.b.along, k.n));
    return k.depth - t1 * v3_norm(astray) - 0.5 * sine * fmax(lost_a, lost_b) - k.slack;
}
