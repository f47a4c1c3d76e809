// The two ends of the interval.
//
// lower   The gap along any direction is never above the signed distance; that along the claimed normal is computed.
// upper   The distance of any point of A's core and any of B's, minus the radii, is never below it. The claimed points
//         have rounded coordinates, so they are moved onto the cores first. Far from the origin that rounding is large,
//         so B's point is searched for at A's point plus distance * normal.
//         For a half space the gap along its normal is the signed distance itself.
#include "verify/check.h"
#include "verify/nearest.h"

// Projecting alternately onto two faces or edges that touch converges; a few rounds remove the rounding.
enum { ROUNDS = 4 };

// Tolerance for the normal of a half space: two that agree to rounding; that of the far body is less exact.
#define ROUNDINGS_PLANE 24.0

static wide less_radii(const scree_check *c, wide x)
{
    return w_sub(w_sub(x, w_of(c->pair.a.radius)), w_of(c->pair.b.radius));
}

static bool is_upper_proven(const scree_check *c)
{
    return c->out->upper <= c->upper;
}

// Takes an upper bound if it is the best so far.
static void propose_upper(scree_check *c, wide bound, double error)
{
    const double up = scree_up(w_round(bound) + error + c->vague);
    if (up < c->out->upper) c->out->upper = up;
}

static void propose_points(scree_check *c, wide3 on_a, wide3 on_b, double error)
{
    propose_upper(c, less_radii(c, w3_length(w3_sub(on_b, on_a))), error);
}

static bool nearest(const scree_check *c, const scree_placed *p, wide3 x, scree_surface_point *point)
{
    const bool of_a = p == &c->pair.a, named = (c->claims & SCREE_VERIFY_FEATURES) != 0;
    const scree_contact *k = c->contact;
    return scree_placed_nearest(p, x, of_a ? c->n : w3_neg(c->n), of_a ? k->feature_a : k->feature_b,
                                named ? (of_a ? k->index_a : k->index_b) : -1, c->points_allowed, c->precise, point);
}

wide3 scree_check_core_point(const scree_check *c, const scree_placed *p)
{
    const bool of_a = p == &c->pair.a;
    const wide3 x = w3_difference(of_a ? c->contact->point_a : c->contact->point_b, c->pair.origin);
    return w3_sub(x, w3_times(c->n, of_a ? p->radius : -p->radius));
}

// a / whole clamped to 0 .. 1; whole > 0.
static wide part(wide a, wide whole)
{
    if (!(a.hi > 0.0)) return w_of(0.0);
    return a.hi >= whole.hi ? w_of(1.0) : w_div(a, whole);
}

// Two edges: their nearest points, in wide, since they may be nearly parallel.
static void cross_edges(scree_check *c, const scree_surface_point *on_a, const scree_surface_point *on_b)
{
    const scree_placed *a = &c->pair.a, *b = &c->pair.b;
    const wide3 p = scree_placed_point(a, scree_placed_corner(a, on_a->end[0]));
    const wide3 q = scree_placed_point(b, scree_placed_corner(b, on_b->end[0]));
    const wide3 e = w3_sub(scree_placed_point(a, scree_placed_corner(a, on_a->end[1])), p);
    const wide3 g = w3_sub(scree_placed_point(b, scree_placed_corner(b, on_b->end[1])), q), w = w3_sub(q, p);
    const wide ee = w3_dot(e, e), gg = w3_dot(g, g), eg = w3_dot(e, g), ew = w3_dot(e, w), gw = w3_dot(g, w);
    const wide det = w_sub(w_mul(ee, gg), w_mul(eg, eg));
    if (!(det.hi > 0x1p-80 * ee.hi * gg.hi) || !(gg.hi > 0.0)) return;
    const wide s = part(w_sub(w_mul(ew, gg), w_mul(eg, gw)), det);
    const wide t = part(w_sub(w_mul(s, eg), gw), gg);
    propose_points(c, w3_add(p, w3_mul(e, s)), w3_add(q, w3_mul(g, t)), 0.0);
}

// Projects the claimed points onto the cores, alternately, until they are near enough.
static void bring_points(scree_check *c)
{
    const scree_placed *a = &c->pair.a, *b = &c->pair.b;
    const wide3 apart = w3_mul(c->n, w_add(w_sum(c->contact->distance, a->radius), w_of(b->radius)));
    wide3 at = scree_check_core_point(c, a);
    // Of a body smaller than the rounding of the coordinates, any point will do.
    if (!scree_is_near(a, at)) at = scree_placed_top_point(a, &c->top_a);
    scree_surface_point on_a, on_b;
    for (int i = 0; i < ROUNDS; ++i) {
        if (!nearest(c, a, at, &on_a) || !nearest(c, b, w3_add(on_a.at, apart), &on_b)) return;
        propose_points(c, on_a.at, on_b.at, on_a.error + on_b.error);
        if (!is_upper_proven(c) && on_a.on_edge && on_b.on_edge) cross_edges(c, &on_a, &on_b);
        if (is_upper_proven(c)) return;
        at = w3_sub(on_b.at, apart);
    }
    // Faces and edges at a small angle converge slowly: then the nearest point is where one of them ends.
    const wide3 top_a = scree_placed_top_point(a, &c->top_a), top_b = scree_placed_top_point(b, &c->top_b);
    if (nearest(c, a, w3_sub(top_b, apart), &on_a)) propose_points(c, on_a.at, top_b, on_a.error + c->top_b.error);
    if (nearest(c, b, w3_add(top_a, apart), &on_b)) propose_points(c, top_a, on_b.at, on_b.error + c->top_a.error);
}

static bool check_lower(scree_check *c, wide gap, double error)
{
    const double found = w_round(gap), doubt = error + c->vague;
    c->out->lower = scree_down(found - doubt - c->pair.a.outside - c->pair.b.outside);
    if (c->lower > scree_up(found + doubt))
        return scree_check_refute(c, SCREE_CLAIM_LOWER, "along the normal the bodies are less than that apart",
                                  c->lower, found, doubt);
    if (c->upper < c->out->lower)
        return scree_check_refute(c, SCREE_CLAIM_UPPER, "along the normal the bodies are more than that apart",
                                  c->upper, found, doubt);
    return true;
}

// Only the half space's own normal can separate it from anything.
static bool check_plane(scree_check *c, const scree_placed *plane, const scree_placed *body)
{
    wide height;
    const wide3 n = scree_placed_plane(plane, &height), toward = plane == &c->pair.a ? n : w3_neg(n);
    const double off = w_round(w3_length(w3_sub(toward, c->n)));
    double allowed = ROUNDINGS_PLANE * VERIFY_ROUNDING;
    if (c->foreign && c->tolerance > allowed * c->unit) allowed = c->tolerance < c->unit ? c->tolerance / c->unit : 1.0;
    if (off > allowed)
        return scree_check_refute(c, SCREE_CLAIM_NORMAL, "the normal is not the half space's", off, 0.0, allowed);
    c->n = toward;
    wide gap;
    double error = 0.0;
    if (scree_is_half_space(body)) {
        wide other;
        (void)scree_placed_plane(body, &other);
        if (c->lean > allowed)
            return scree_check_refute(c, SCREE_CLAIM_STATUS, "no translation separates these half spaces", 0.0, 0.0,
                                      0.0);
        // Planes that are parallel to rounding only: the distance differs from one place to another.
        error = c->lean * c->pair.extent;
        gap = w_neg(w_add(height, other));
    } else {
        const scree_top low = scree_placed_top(body, w3_neg(n), c->precise);
        c->top_a = c->top_b = low; // that of the body; the half space's is not used
        gap = less_radii(c, w_sub(scree_placed_over_plane(plane, body), low.above));
        error = low.error;
        // Triple arithmetic has cancelled the distance between the two origins: what is left is on the bodies' own scale.
        const double near = body->shape->core_radius + c->radii + fabs(w_round(gap));
        c->vague =
            c->pair.a.vague + c->pair.b.vague + 4.0 * VERIFY_WIDE_ERROR * near + VERIFY_FAR_ERROR * c->pair.extent;
    }
    if (!check_lower(c, gap, error)) return false;
    propose_upper(c, gap, error);
    return true;
}

static bool check_along_normal(scree_check *c)
{
    c->top_a = scree_placed_top(&c->pair.a, c->n, c->precise);
    c->top_b = scree_placed_top(&c->pair.b, w3_neg(c->n), c->precise);
    c->core_gap = w_neg(w_add(c->top_a.height, c->top_b.height));
    return check_lower(c, less_radii(c, c->core_gap), c->top_a.error + c->top_b.error);
}

// The support points along the normal: for smooth bodies, and for two vertices, they are the nearest points.
static void propose_tops(scree_check *c)
{
    if (scree_is_half_space(&c->pair.a) || scree_is_half_space(&c->pair.b)) return;
    propose_points(c, scree_placed_top_point(&c->pair.a, &c->top_a), scree_placed_top_point(&c->pair.b, &c->top_b),
                   c->top_a.error + c->top_b.error);
}

static bool is_smooth(const scree_placed *p)
{
    return p->shape->core == SCREE_CORE_ELLIPSOID || p->shape->core == SCREE_CORE_SUPERQUADRIC;
}

static void propose_pairs(scree_check *c)
{
    const bool tops_first = is_smooth(&c->pair.a) && is_smooth(&c->pair.b);
    if (tops_first) propose_tops(c);
    if (!is_upper_proven(c) && (c->claims & SCREE_VERIFY_POINTS) != 0) bring_points(c);
    if (!is_upper_proven(c) && !tops_first) propose_tops(c);
}

// A ball inside an ellipsoid or a superquadric that touches its surface at the support point: of radius c^2 / ((N - 1)
// h), with c the least semi-axis, N the larger exponent and h the height over the centre. See docs/certificate.md.
typedef struct inner {
    wide3 centre;
    double radius, error;
} inner;

static bool inner_ball(const scree_placed *p, const scree_top *top, wide3 out, bool precise, inner *ball)
{
    const scree_shape *s = p->shape;
    const bool powers = s->form->n1 != 2.0 || s->form->n2 != 2.0;
    if (!is_smooth(p)) return false;
    if (powers && !precise) return false;
    const scree_vec3 a = s->form->semi_axes;
    double least = a.x < a.y ? a.x : a.y;
    least = a.z < least ? a.z : least;
    // The support point of an ellipsoid has the given normal; that of a superquadric, found in double, only nearly:
    // take its own.
    const wide3 n = powers ? scree_wide_normal(s, top->point) : scree_placed_local_direction(p, out);
    const double most = s->form->n1 > s->form->n2 ? s->form->n1 : s->form->n2, height = w_round(w3_dot(n, top->point));
    if (!(height > 0.0)) return false;
    // A little smaller, for rounding; a smaller ball that touches at the same point is inside too.
    ball->radius = least / (most - 1.0) * (least / height) * (1.0 - 0x1p-48);
    ball->error = powers ? 4.0 * VERIFY_POWERS * s->core_radius : 0.0;
    ball->centre = scree_placed_point(p, w3_add(w3_sub(top->point, w3_times(n, ball->radius)), w3_of(s->centre)));
    return true;
}

// Smooth bodies whose overlap is shallower than these balls: the signed distance of the balls, or of one of them from
// the other body, is an upper bound.
static void propose_balls(scree_check *c)
{
    const scree_placed *a = &c->pair.a, *b = &c->pair.b;
    if (scree_is_half_space(a) || scree_is_half_space(b)) return;
    inner in_a, in_b;
    const bool ball_a = inner_ball(a, &c->top_a, c->n, c->precise, &in_a);
    const bool ball_b = inner_ball(b, &c->top_b, w3_neg(c->n), c->precise, &in_b);
    double radii = 0.0, error = 0.0;
    scree_surface_point point;
    wide3 at_a, at_b;
    if (ball_a && ball_b) {
        at_a = in_a.centre;
        at_b = in_b.centre;
    } else if (ball_a && nearest(c, b, in_a.centre, &point)) {
        at_a = in_a.centre;
        at_b = point.at;
        error = point.error;
    } else if (ball_b && nearest(c, a, in_b.centre, &point)) {
        at_a = point.at;
        at_b = in_b.centre;
        error = point.error;
    } else {
        return;
    }
    radii += (ball_a ? in_a.radius : 0.0) + (ball_b ? in_b.radius : 0.0);
    error += (ball_a ? in_a.error : 0.0) + (ball_b ? in_b.error : 0.0) + 2.0 * VERIFY_ROUNDING * radii;
    propose_upper(c, less_radii(c, w_sub(w3_length(w3_sub(at_b, at_a)), w_of(radii))), error);
}

// Overlapping polytopes: one axis better than the normal refutes the upper bound, all of them prove it.
static bool check_axes(scree_check *c)
{
    const double radii = c->pair.a.radius + c->pair.b.radius, doubt = c->vague + 4.0 * VERIFY_ROUNDING * radii;
    const double outside = c->pair.a.outside + c->pair.b.outside;
    double lower = -HUGE_VAL, upper = HUGE_VAL;
    const bool all = scree_check_all_axes(c, c->core_gap, c->upper + radii, outside + doubt, &lower, &upper);
    if (lower - radii - doubt - outside > c->upper)
        return scree_check_refute(c, SCREE_CLAIM_UPPER, "along another axis the bodies are more than that apart",
                                  c->upper, lower - radii, doubt);
    // Points that were left out, and faces that were merged, are in the hull of the vertices up to the slack.
    if (all) propose_upper(c, less_radii(c, w_of(upper)), outside);
    return true;
}

static bool is_lower_proven(const scree_check *c)
{
    return c->lower <= c->out->lower;
}

static bool check_once(scree_check *c)
{
    const scree_placed *a = &c->pair.a, *b = &c->pair.b;
    c->vague = a->vague + b->vague + 4.0 * c->pair.wide_error;
    if (scree_is_half_space(b)   ? !check_plane(c, b, a)
        : scree_is_half_space(a) ? !check_plane(c, a, b)
                                 : !check_along_normal(c))
        return false;
    // Two points of overlapping cores prove nothing below 0: then they come last, for the report.
    const bool deep = scree_up(c->upper + c->radii) < 0.0;
    if (!deep && !is_upper_proven(c)) propose_pairs(c);
    if (!is_upper_proven(c)) propose_balls(c);
    if (!is_upper_proven(c) && !check_axes(c)) return false;
    if (deep && !is_upper_proven(c)) propose_pairs(c);
    return true;
}

bool scree_check_ends(scree_check *c)
{
    const bool powers =
        c->pair.a.shape->core == SCREE_CORE_SUPERQUADRIC || c->pair.b.shape->core == SCREE_CORE_SUPERQUADRIC;
    if (!check_once(c)) return false;
    if (powers && !(is_lower_proven(c) && is_upper_proven(c))) {
        c->precise = true;
        if (!check_once(c)) return false;
    }
    if (!is_lower_proven(c))
        scree_check_doubt(c, SCREE_CLAIM_LOWER, "along the normal the bodies are that far apart up to rounding only",
                          c->lower, c->out->lower, 0.0);
    if (!is_upper_proven(c))
        scree_check_doubt(c, SCREE_CLAIM_UPPER,
                          (c->claims & SCREE_VERIFY_POINTS) != 0
                              ? "no proof without a search that the bodies are no farther apart"
                              : "without points there is no proof that the bodies are no farther apart",
                          c->upper, c->out->upper, 0.0);
    return true;
}
