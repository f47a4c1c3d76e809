// The two ends of the interval.
//
// lower   The gap along any direction is never above the signed distance; that along the claimed normal is computed.
// upper   The distance of any point of A's core and any of B's, less the radii, is never below it. The claimed points
//         are off by the rounding of their coordinates, so they are moved onto the cores first; and since far from the
//         origin that rounding is large, B's point is looked for where A's says that it is, distance * normal away.
//         On a half space the gap along its normal is the signed distance itself.
#include "verify/check.h"
#include "verify/nearest.h"

// Going to and fro between two faces or edges that touch comes closer each time; rounding is gone after a few.
enum { ROUNDS = 8 };

// The normal of a half space, from two that are one to rounding: that of the body far away is off by more.
#define ROUNDINGS_PLANE 24.0

// What stored radii and wide arithmetic leave open, on either side.
static double vague_of(const scree_check *c)
{
    return c->duo.a.vague + c->duo.b.vague + 4.0 * c->duo.blur;
}

static wide less_radii(const scree_check *c, wide x)
{
    return w_sub(w_sub(x, w_of(c->duo.a.radius)), w_of(c->duo.b.radius));
}

static bool is_upper_proven(const scree_check *c)
{
    return c->out->upper <= c->upper;
}

// An upper bound, if it is the best so far.
static void offer_upper(scree_check *c, wide bound, double error)
{
    const double up = scree_up(w_round(bound) + error + vague_of(c));
    if (up < c->out->upper) c->out->upper = up;
}

static void offer_points(scree_check *c, wide3 on_a, wide3 on_b, double error)
{
    offer_upper(c, less_radii(c, w3_length(w3_sub(on_b, on_a))), error);
}

static bool nearest(const scree_check *c, const scree_placed *p, wide3 x, scree_spot *spot)
{
    const bool of_a = p == &c->duo.a, named = (c->claims & SCREE_VERIFY_FEATURES) != 0;
    const scree_contact *k = c->contact;
    return scree_placed_nearest(p, x, of_a ? c->n : w3_neg(c->n), of_a ? k->feature_a : k->feature_b,
                                named ? (of_a ? k->index_a : k->index_b) : -1, c->points_allowed, spot);
}

wide3 scree_check_core_point(const scree_check *c, const scree_placed *p)
{
    const bool of_a = p == &c->duo.a;
    const wide3 x = w3_difference(of_a ? c->contact->point_a : c->contact->point_b, c->duo.origin);
    return w3_sub(x, w3_times(c->n, of_a ? p->radius : -p->radius));
}

// The claimed points, brought onto the cores, to and fro until they are near enough.
static void bring_points(scree_check *c)
{
    const scree_placed *a = &c->duo.a, *b = &c->duo.b;
    const wide3 apart = w3_mul(c->n, w_add(w_sum(c->contact->distance, a->radius), w_of(b->radius)));
    wide3 at = scree_check_core_point(c, a);
    if (!scree_is_near(a, at)) return;
    for (int i = 0; i < ROUNDS; ++i) {
        scree_spot on_a, on_b;
        if (!nearest(c, a, at, &on_a) || !nearest(c, b, w3_add(on_a.at, apart), &on_b)) return;
        offer_points(c, on_a.at, on_b.at, on_a.error + on_b.error);
        if (is_upper_proven(c)) return;
        at = w3_sub(on_b.at, apart);
    }
}

static bool check_lower(scree_check *c, wide gap, double error)
{
    const double found = w_round(gap), doubt = error + vague_of(c);
    c->out->lower = scree_down(found - doubt - c->duo.a.outside - c->duo.b.outside);
    if (c->lower > scree_up(found + doubt))
        return scree_check_refute(c, SCREE_CLAIM_LOWER, "along the normal the bodies are less than that apart",
                                  c->lower, found, doubt);
    if (c->upper < c->out->lower)
        return scree_check_refute(c, SCREE_CLAIM_UPPER, "along the normal the bodies are more than that apart",
                                  c->upper, found, doubt);
    if (c->lower > c->out->lower)
        scree_check_doubt(c, SCREE_CLAIM_LOWER, "along the normal the bodies are that far apart up to rounding only",
                          c->lower, c->out->lower, 0.0);
    return true;
}

// Only the half space's own normal separates it from anything.
static bool check_plane(scree_check *c, const scree_placed *plane, const scree_placed *body)
{
    wide height;
    const wide3 n = scree_placed_plane(plane, &height), toward = plane == &c->duo.a ? n : w3_neg(n);
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
        const wide3 m = scree_placed_plane(body, &other);
        if (w_round(w3_length(w3_add(n, m))) > allowed)
            return scree_check_refute(c, SCREE_CLAIM_STATUS, "no translation separates these half spaces", 0.0, 0.0,
                                      0.0);
        // Planes that are parallel to rounding only: the distance is that at the origin of the second one.
        error = allowed * c->duo.extent;
        gap = w_neg(w_add(height, other));
    } else {
        const scree_top low = scree_placed_top(body, w3_neg(n));
        c->top_a = c->top_b = low.point; // that of the body; nothing is asked of the half space's
        gap = w_neg(w_add(w_add(low.height, w_of(body->radius)), height));
        error = low.error;
    }
    if (!check_lower(c, gap, error)) return false;
    offer_upper(c, gap, error);
    return true;
}

static bool check_along_normal(scree_check *c)
{
    const scree_top a = scree_placed_top(&c->duo.a, c->n), b = scree_placed_top(&c->duo.b, w3_neg(c->n));
    const double error = a.error + b.error;
    c->top_a = a.point;
    c->top_b = b.point;
    c->core_gap = w_neg(w_add(a.height, b.height));
    if (!check_lower(c, less_radii(c, c->core_gap), error)) return false;
    offer_points(c, a.point, b.point, error);
    return true;
}

// Overlapping polytopes: one axis that is better than the normal refutes the upper end, all of them prove it.
static bool check_axes(scree_check *c)
{
    const double radii = c->duo.a.radius + c->duo.b.radius, doubt = vague_of(c) + 4.0 * VERIFY_ROUNDING * radii;
    const double outside = c->duo.a.outside + c->duo.b.outside;
    double lower = -HUGE_VAL, upper = HUGE_VAL;
    const bool all = scree_check_all_axes(c, c->core_gap, c->upper + radii, &lower, &upper);
    if (lower - radii - doubt - outside > c->upper)
        return scree_check_refute(c, SCREE_CLAIM_UPPER, "along another axis the bodies are more than that apart",
                                  c->upper, lower - radii, doubt);
    // Faces that were merged are flat to the slack.
    if (all) offer_upper(c, less_radii(c, w_of(upper)), outside);
    return true;
}

bool scree_check_ends(scree_check *c)
{
    const scree_placed *a = &c->duo.a, *b = &c->duo.b;
    const bool points = (c->claims & SCREE_VERIFY_POINTS) != 0;
    if (scree_is_half_space(b)   ? !check_plane(c, b, a)
        : scree_is_half_space(a) ? !check_plane(c, a, b)
                                 : !check_along_normal(c))
        return false;
    if (!is_upper_proven(c) && points) bring_points(c);
    if (!is_upper_proven(c) && !check_axes(c)) return false;
    if (is_upper_proven(c)) return true;
    scree_check_doubt(c, SCREE_CLAIM_UPPER,
                      points ? "no proof without a search that the bodies are no farther apart"
                             : "without points there is no proof that the bodies are no farther apart",
                      c->upper, c->out->upper, 0.0);
    return true;
}
