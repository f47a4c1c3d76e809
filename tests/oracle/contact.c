#include "oracle/contact.h"

// Beyond this the distance is wrong, whatever the interval says; measured errors are some tens of roundings.
static const double MAX_ERROR = 1e-12;

// With status ok the interval is no wider than the tolerance or this many roundings of the size. Bodies around their
// own origin stay below 128; one that is given up to two of its sizes off rotates about a point outside it, and one with
// chips next to rounding has as much slack.
static const double MAX_WIDTH = 384.0;

// Of the other fields, in roundings. The normal is a double: along it the gap is known to some roundings.
static const double MAX_FIELD = 128.0;

// Of the oracle itself: far less, but for edges that are parallel to 1e-17, where 113 bits run out (see axes.c).
static const double MAX_BLUR = 16.0;

// Faces that are parallel to within this angle, and a little more, meet in a patch (so that a resting box may rock by
// 1e-9 and keep it). Over its width the bodies part by as much, and the patch's middle lies midway.
static const double PATCH_TILT = 1e-6;

static void fault(oracle_report *r, const char *what, double value, double bound)
{
    if (r->fault != NULL) return;
    r->fault = what;
    r->fault_value = value;
    r->fault_bound = bound;
}

static void require(oracle_report *r, const char *what, double value, double bound)
{
    if (!(value <= bound)) fault(r, what, value, bound);
}

static bool all_finite(const scree_contact *c)
{
    const double fields[] = { c->distance,  c->lower,     c->upper,     c->normal.x,  c->normal.y,  c->normal.z,
                              c->point_a.x, c->point_a.y, c->point_a.z, c->point_b.x, c->point_b.y, c->point_b.z,
                              c->point.x,   c->point.y,   c->point.z,   c->patch_area };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        if (!isfinite(fields[i])) return false;
    }
    return true;
}

static void judge_interval(oracle_report *r, const oracle_answer *truth, const scree_contact *c, double tolerance)
{
    double exact_low = (double)truth->lower, exact_high = (double)truth->upper, unit = DOUBLE_UNIT * r->unit;
    r->distance = (double)truth->distance;
    r->lower = exact_low;
    r->upper = exact_high;
    r->error = (double)q_abs((quad)c->distance - truth->distance) / unit;
    r->width = (c->upper - c->lower) / unit;
    if ((quad)c->lower > truth->upper) fault(r, "lower is above the exact distance", c->lower, exact_high);
    if ((quad)c->upper < truth->lower) fault(r, "upper is below the exact distance", c->upper, exact_low);
    if (!(c->lower <= c->distance && c->distance <= c->upper))
        fault(r, "distance is not in [lower, upper]", c->distance, 0);
    require(r, "error of the distance, in roundings", r->error * DOUBLE_UNIT, MAX_ERROR);
    if (c->status == SCREE_OK) {
        require(r, "width of the interval", c->upper - c->lower, fmax(tolerance, MAX_WIDTH * unit));
    }
    double band = fmax(tolerance, 0.0);
    scree_state state = fabs(c->distance) <= band ? SCREE_TOUCHING
                        : c->distance > 0         ? SCREE_SEPARATED
                                                  : SCREE_OVERLAPPING;
    if (c->state != state) fault(r, "state does not fit the distance", (double)c->state, (double)state);
}

// What the world coordinates of the points lose: half a rounding of each, and as much again on the way.
static double coordinate_loss(const scree_contact *c)
{
    double m = fmax(fabs(c->point_a.x), fmax(fabs(c->point_a.y), fabs(c->point_a.z)));
    m = fmax(m, fmax(fabs(c->point_b.x), fmax(fabs(c->point_b.y), fabs(c->point_b.z))));
    return 4.0 * DOUBLE_UNIT * m;
}

// Points that are off by x across the normal change the distance d by x^2 / 2d: where features are nearly parallel, a
// distance that is right to rounding tells no more about them. Nor does it where a plate is thinner than some 1e-11 of
// the size. Those are rare cases, and the drive counts them.
static void judge_surface(oracle_report *r, const char *what, double off, double bound, const scree_contact *c)
{
    double unseen = fmax(sqrt(2.0 * (c->upper - c->lower) * fabs(c->distance)), 1e-11 * r->unit);
    require(r, what, off, bound + unseen);
    if (off > bound && off <= bound + unseen) r->astray = true;
}

// How far outside a body the point is; 0 where the oracle finds no feature that it belongs to.
static double outside(oracle_pair *pair, int which, qvec point)
{
    double depth = (double)scree_oracle_depth(pair, which, point);
    return isnan(depth) ? 0.0 : depth;
}

static void judge_points(oracle_pair *pair, oracle_report *r, const scree_contact *c)
{
    double unit = DOUBLE_UNIT * r->unit, loss = coordinate_loss(c),
           bound = MAX_FIELD * unit + loss + (c->upper - c->lower);
    qvec n = q3_from(c->normal);
    require(r, "length of the normal less 1", (double)q_abs(q3_dot(n, n) - 1), 8.0 * DOUBLE_UNIT);
    qvec apart = q3_sub(q3_from(c->point_b), q3_from(c->point_a));
    double identity = (double)q3_norm(q3_sub(apart, q3_scale(n, (quad)c->distance)));
    r->identity = fmax(identity - loss, 0.0) / unit;
    require(r, "point_b - point_a - distance * normal", identity, 8.0 * unit + loss);
    qvec at_a = scree_oracle_point(pair, c->point_a), at_b = scree_oracle_point(pair, c->point_b);
    double off_a = fabs((double)scree_oracle_depth(pair, 0, at_a)),
           off_b = fabs((double)scree_oracle_depth(pair, 1, at_b));
    r->surface = fmax(fmax(off_a, off_b) - loss, 0.0) / unit;
    judge_surface(r, "point_a is off A's surface", off_a, bound, c);
    judge_surface(r, "point_b is off B's surface", off_b, bound, c);
    // Midway between the two: no farther from either body than half the distance.
    qvec middle = scree_oracle_point(pair, c->point);
    double reach = 0.5 * fabs(c->distance) + bound + PATCH_TILT * r->unit;
    require(r, "point is far from A", outside(pair, 0, middle), reach);
    require(r, "point is far from B", outside(pair, 1, middle), reach);
}

static void judge_normal(oracle_pair *pair, oracle_report *r, const scree_contact *c)
{
    qvec n = scree_oracle_direction(pair, c->normal);
    const oracle_placed *plane = pair->a.hull->half_space ? &pair->a : pair->b.hull->half_space ? &pair->b : NULL;
    if (plane != NULL) {
        // Along any other direction a half space has no end: its own normal is the only one.
        qvec own = q3_scale(q3_unit(plane->plane_normal), plane == &pair->a ? 1 : -1);
        require(r, "the normal is not the half space's", (double)q3_norm(q3_sub(n, own)), 8.0 * DOUBLE_UNIT);
        return;
    }
    double short_of = c->distance - (double)scree_oracle_gap_along(pair, n);
    r->minimal = short_of / (DOUBLE_UNIT * r->unit);
    require(r, "the gap along the normal is less than the distance", short_of,
            MAX_FIELD * DOUBLE_UNIT * r->unit + (c->upper - c->lower));
}

static int feature_dimension(scree_feature f)
{
    return f == SCREE_FEATURE_VERTEX ? 0 : f == SCREE_FEATURE_EDGE ? 1 : 2;
}

// The named feature is in the set of points that meet the other body along the normal: no larger than it.
static void judge_features(oracle_pair *pair, oracle_report *r, const scree_contact *c, double size)
{
    qvec n = scree_oracle_direction(pair, c->normal);
    const scree_feature named[2] = { c->feature_a, c->feature_b };
    r->features_clear = true;
    for (int i = 0; i < 2; ++i) {
        const oracle_hull *h = i == 0 ? pair->a.hull : pair->b.hull;
        bool pointed = h->dimension >= 2 && !h->half_space;
        if (pointed && named[i] == SCREE_FEATURE_SURFACE) fault(r, "no feature is named", 0, 0);
        if (!pointed || named[i] == SCREE_FEATURE_SURFACE) continue;
        // What lies a little below the set of nearest points may count as part of it: that is for the library to judge.
        int set = scree_oracle_support_dimension(pair, i, n, 1e-13 * size, 1e-4 * size);
        int dimension = feature_dimension(named[i]);
        if (set < 0)
            r->features_clear = false;
        else if (dimension > set)
            fault(r, "the feature is more than meets the other body", dimension, set);
        else if (dimension < set)
            r->features_smaller = true;
    }
}

oracle_report scree_oracle_judge(oracle_pair *pair, const scree_contact *c, double size, double tolerance)
{
    oracle_report r = { .fault = NULL };
    oracle_answer truth = scree_oracle_distance(pair);
    r.unit = size + fabs((double)truth.distance);
    if (pair->failed) fault(&r, "the oracle is out of memory", 0, 0);
    if (c->status != SCREE_OK && c->status != SCREE_NO_CONVERGENCE) fault(&r, "no answer, status", c->status, 0);
    if (!all_finite(c)) fault(&r, "a field is not finite", 0, 0);
    if (truth.unbounded || r.fault != NULL) return r;
    // The oracle must know better than the library, or it has no say.
    double blur = (double)(truth.upper - truth.lower) - 2 * (pair->a.hull->slack + pair->b.hull->slack);
    require(&r, "the oracle is not sure", blur, MAX_BLUR * DOUBLE_UNIT * r.unit);
    judge_interval(&r, &truth, c, tolerance);
    judge_points(pair, &r, c);
    judge_normal(pair, &r, c);
    judge_features(pair, &r, c, size);
    return r;
}
