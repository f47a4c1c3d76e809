// The two points: relative to each other, and on their bodies.
#include "verify/check.h"
#include "verify/nearest.h"

// point_b is point_a + distance * normal, in double.
#define ROUNDINGS_IDENTITY 8.0

static bool check_identity(scree_check *c)
{
    const scree_contact *x = c->contact;
    const wide3 apart = w3_difference(x->point_b, x->point_a), claimed = w3_times(w3_of(x->normal), x->distance);
    const double off = w_round(w3_length(w3_sub(apart, claimed)));
    const double allowed = ROUNDINGS_IDENTITY * VERIFY_ROUNDING * c->unit + c->loss + (c->foreign ? c->tolerance : 0.0);
    if (off <= allowed) return true;
    return scree_check_refute(c, SCREE_CLAIM_POINTS, "point_b - point_a is not distance * normal", off, 0.0, allowed);
}

bool scree_is_near(const scree_placed *p, wide3 x)
{
    const scree_vec3 r = w3_round(w3_sub(x, p->at));
    const double most = 16.0 * (p->reach + p->radius);
    return fabs(r.x) <= most && fabs(r.y) <= most && fabs(r.z) <= most;
}

static bool is_smooth(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// A swept body's point is off its surface by what it is off the ball's radius from the core. Where that is large, a core's point
// that is off by a step leaves the skin by no more than the square of the step over the radius: from the core's top along the
// normal, no core's point is nearer than the plane there, and the top itself is no nearer than the skin. `excess` is what another point
// of the core is known to be farther than the radius.
static double off_skin(const scree_check *c, const scree_placed *p, wide3 core, double excess)
{
    const bool of_a = p == &c->pair.a;
    const scree_top *top = of_a ? &c->top_a : &c->top_b;
    const wide3 v = w3_sub(core, scree_placed_top_point(p, top)), m = of_a ? c->n : w3_neg(c->n);
    const wide up = w3_dot(m, v);
    const double above = w_round(up), aside = w_round(w3_length(w3_sub(v, w3_mul(m, up)))), r = p->radius;
    const double apart = hypot(above, aside); // from the skin's point over the top
    if (!(r + above > 0.0)) return scree_up(apart) + top->error;
    const double farther = ((2.0 * r + above) * above + aside * aside) / (hypot(r + above, aside) + r);
    return scree_up(fmin(apart, fmax(fabs(above), fmin(fabs(farther), fabs(excess))))) + top->error;
}

// How far a point is off its surface, at most; far away from a body, how far from its farthest point. False where
// nothing can be said. A rounded body's surface is everywhere as far from its core as the ball's radius; a smooth core is
// met along the normal, from where the core's own point must be, to what the ball leaves of it.
static bool off_surface(const scree_check *c, const scree_placed *p, double *off)
{
    const bool of_a = p == &c->pair.a, named = (c->claims & SCREE_VERIFY_FEATURES) != 0;
    const scree_contact *k = c->contact;
    const bool smooth = is_smooth(p->shape);
    const wide3 x =
        smooth ? scree_check_core_point(c, p) : w3_difference(of_a ? k->point_a : k->point_b, c->pair.origin);
    if (scree_is_half_space(p)) {
        wide height;
        const wide3 n = scree_placed_plane(p, &height);
        *off = fabs(w_round(w_sub(w3_dot(n, x), height)));
        return true;
    }
    if (!scree_is_near(p, x)) {
        *off = scree_up(w_round(w3_length(w3_sub(x, p->at))) + p->reach + p->radius);
        return true;
    }
    double apart = INFINITY;
    const bool known = scree_placed_distance(p, x, of_a ? c->n : w3_neg(c->n), of_a ? k->feature_a : k->feature_b,
                                             named ? (of_a ? k->index_a : k->index_b) : -1,
                                             (smooth ? 0.0 : p->radius) + c->points_allowed, &apart);
    if (!smooth) {
        *off = fabs(apart - p->radius);
        return known;
    }
    // The top is known where the surface is not.
    *off = fmin(known ? apart : INFINITY, off_skin(c, p, x, INFINITY));
    if (p->radius > 0.0 && *off > c->points_allowed)
        *off = fmin(*off, off_skin(c, p, x, scree_placed_skin_excess(p, x, of_a ? c->n : w3_neg(c->n))));
    return true;
}

static bool check_surface(scree_check *c, const scree_placed *p, const char *reason)
{
    double off;
    const double allowed = c->points_allowed + p->vague;
    // For a user's shape only support points are known.
    if (!off_surface(c, p, &off) || off <= allowed) return true;
    if ((c->claims & SCREE_VERIFY_STATUS) == 0 || c->contact->status == SCREE_OK)
        return scree_check_refute(c, SCREE_CLAIM_POINTS, reason, off, 0.0, allowed);
    // A search that gave up reports the best points that it knows.
    scree_check_doubt(c, SCREE_CLAIM_POINTS, reason, off, 0.0, allowed);
    return true;
}

bool scree_check_points(scree_check *c)
{
    if ((c->claims & SCREE_VERIFY_POINTS) == 0) return true;
    return check_identity(c) && check_surface(c, &c->pair.a, "point_a is off A's surface") &&
           check_surface(c, &c->pair.b, "point_b is off B's surface");
}
