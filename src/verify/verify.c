// The checker: which claims there are, in which order they are checked, and the verdict.
#include "scree/verify.h"

#include <stdint.h>
#include <string.h>

#include "base/fp_environment.h"
#include "scree/query.h"
#include "verify/check.h"

// A bound on the lengths of a valid pair: positions, offsets and sizes are below 1e60.
#define LONGEST 1e62

// A unit vector of doubles: each component is off by half a rounding, and a few more from its computation.
#define ROUNDINGS_NORMAL 8.0

// With status ok the interval is no wider than this many roundings of the pair, plus this many times its slack: see
// docs/certificate.md.
#define ROUNDINGS_WIDTH 256.0
#define SLACKS_WIDTH 5.0

// For a query that gives none, relative to the pair's size.
#define USUAL_TOLERANCE 1e-12

// Tolerance of points, in roundings of the pair, in addition to the interval's width; for smooth bodies, and what meets
// them, as accurate as the normal is, relative to the pair.
#define ROUNDINGS_POINTS 192.0
#define SMOOTH_POINTS 1e-11

// Error of points as doubles: half a rounding of each coordinate, and as much again from the computation.
#define ROUNDINGS_COORDINATES 4.0

static const scree_verify_options defaults = {
    .size = sizeof(scree_verify_options), .claims = SCREE_VERIFY_ALL, .tolerance = -1.0, .most_axes = 4096
};

scree_verify_options scree_verify_defaults(void)
{
    return defaults;
}

const char *scree_verdict_name(scree_verdict verdict)
{
    return verdict == SCREE_PROVEN ? "proven" : verdict == SCREE_REFUTED ? "refuted" : "undecided";
}

const char *scree_claim_name(scree_claim claim)
{
    static const char *const names[] = { "all",   "numbers", "status", "normal",   "distance", "lower", "upper",
                                         "width", "state",   "points", "features", "patch",    "point", "beyond" };
    const size_t i = (size_t)claim;
    return i < sizeof names / sizeof names[0] ? names[i] : "unknown";
}

bool scree_check_refute(scree_check *c, scree_claim claim, const char *reason, double claimed, double found,
                        double allowed)
{
    c->out->verdict = SCREE_REFUTED;
    c->out->claim = claim;
    c->out->reason = reason;
    c->out->claimed = claimed;
    c->out->found = found;
    c->out->allowed = allowed;
    return false;
}

void scree_check_doubt(scree_check *c, scree_claim claim, const char *reason, double claimed, double found,
                       double allowed)
{
    if (c->out->verdict == SCREE_UNDECIDED) return;
    (void)scree_check_refute(c, claim, reason, claimed, found, allowed);
    c->out->verdict = SCREE_UNDECIDED;
}

// By its bits: comparing a NaN raises an exception.
static bool is_number(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits >> 52 & 0x7ff) != 0x7ff;
}

static bool is_length(double x)
{
    return is_number(x) && fabs(x) <= LONGEST;
}

static bool is_place(scree_vec3 p)
{
    return is_length(p.x) && is_length(p.y) && is_length(p.z);
}

static bool is_pose(const scree_body *body)
{
    const scree_vec3 p = body->position;
    const scree_quat q = body->orientation;
    if (!is_place(p) || fabs(p.x) > 1e60 || fabs(p.y) > 1e60 || fabs(p.z) > 1e60) return false;
    if (!is_number(q.w) || !is_number(q.x) || !is_number(q.y) || !is_number(q.z)) return false;
    if (q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0) return false;
    return scree_shape_dimension(body->shape) == 3 || (p.z == 0.0 && q.x == 0.0 && q.y == 0.0);
}

static bool check_numbers(scree_check *c)
{
    const scree_contact *x = c->contact;
    const char *const reason = "a field is not a finite number in range";
    bool fine = is_length(x->distance) && is_place(x->normal);
    if ((c->claims & SCREE_VERIFY_INTERVAL) != 0) fine = fine && is_length(x->lower) && is_length(x->upper);
    if ((c->claims & SCREE_VERIFY_POINTS) != 0) fine = fine && is_place(x->point_a) && is_place(x->point_b);
    if ((c->claims & SCREE_VERIFY_POINT) != 0) fine = fine && is_place(x->point);
    // An area is the square of a length.
    if ((c->claims & SCREE_VERIFY_PATCH) != 0)
        fine = fine && is_number(x->patch_area) && fabs(x->patch_area) <= LONGEST * LONGEST;
    if (!fine) return scree_check_refute(c, SCREE_CLAIM_NUMBERS, reason, 0.0, 0.0, 0.0);
    const unsigned a = (unsigned)x->feature_a, b = (unsigned)x->feature_b, most = (unsigned)SCREE_FEATURE_FACE;
    if ((c->claims & SCREE_VERIFY_FEATURES) != 0 && (a > most || b > most))
        return scree_check_refute(c, SCREE_CLAIM_NUMBERS, "a feature is none of the kinds", (double)a, (double)b, 0.0);
    if ((c->claims & SCREE_VERIFY_STATE) != 0 && (unsigned)x->state > (unsigned)SCREE_OVERLAPPING)
        return scree_check_refute(c, SCREE_CLAIM_NUMBERS, "the state is none of the three", (double)x->state, 0.0, 0.0);
    return true;
}

static bool check_status(scree_check *c)
{
    const scree_status status = c->contact->status;
    if ((c->claims & SCREE_VERIFY_STATUS) == 0 || status == SCREE_OK || status == SCREE_NO_CONVERGENCE) return true;
    return scree_check_refute(c, SCREE_CLAIM_STATUS, "the pair is valid, but the status says that it has no answer",
                              (double)status, 0.0, 0.0);
}

static bool check_unit_normal(scree_check *c)
{
    const scree_vec3 n = c->contact->normal;
    const double size = c->unit > 0.0 ? c->unit : 1.0, rounding = ROUNDINGS_NORMAL * VERIFY_ROUNDING;
    double allowed = rounding;
    if (c->foreign && c->tolerance > rounding * size) allowed = c->tolerance < size ? c->tolerance / size : 1.0;
    const wide length = fabs(n.x) + fabs(n.y) + fabs(n.z) < 4.0 ? w3_length(w3_of(n)) : w_of(4.0);
    const double off = w_round(w_sub(length, w_of(1.0)));
    if (!(length.hi > 0.25) || fabs(off) > allowed)
        return scree_check_refute(c, SCREE_CLAIM_NORMAL, "the normal is not of length 1", w_round(length), 1.0,
                                  allowed);
    c->n = w3_mul(w3_of(n), w_div(w_of(1.0), length));
    return true;
}

static bool check_order(scree_check *c)
{
    const double d = c->contact->distance;
    if (!(c->lower <= d))
        return scree_check_refute(c, SCREE_CLAIM_DISTANCE, "the distance is below the lower end", d, c->lower, 0.0);
    if (!(d <= c->upper))
        return scree_check_refute(c, SCREE_CLAIM_DISTANCE, "the distance is above the upper end", d, c->upper, 0.0);
    return true;
}

static bool check_width(scree_check *c)
{
    if ((c->claims & SCREE_VERIFY_STATUS) == 0 || c->foreign || c->contact->status != SCREE_OK) return true;
    if (c->contact->beyond) return true;
    const scree_shape *a = c->pair.a.shape, *b = c->pair.b.shape;
    const double open = 4.0 * c->pair.wide_error + c->lean * c->pair.extent; // what is not known any better here
    const double rounding =
        ROUNDINGS_WIDTH * VERIFY_ROUNDING * c->unit + SLACKS_WIDTH * (a->slack + b->slack) + 8.0 * open;
    const double allowed = rounding > c->tolerance ? rounding : c->tolerance, width = c->upper - c->lower;
    if (width <= allowed) return true;
    return scree_check_refute(c, SCREE_CLAIM_WIDTH, "the status is ok, but the interval is wider than the tolerance",
                              width, 0.0, allowed);
}

static bool check_state(scree_check *c)
{
    if ((c->claims & SCREE_VERIFY_STATE) == 0) return true;
    const double d = c->contact->distance;
    const scree_state state = c->contact->state;
    const bool touching = fabs(d) <= c->tolerance, beyond = c->contact->beyond;
    bool fits = state == (touching ? SCREE_TOUCHING : d > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING);
    if (beyond) fits = state == SCREE_SEPARATED;
    if (c->foreign) fits = fits || touching;
    if (fits) return true;
    return scree_check_refute(c, SCREE_CLAIM_STATE, "the state does not fit the distance", (double)state, d,
                              c->tolerance);
}

static bool check_beyond(scree_check *c)
{
    if (!c->contact->beyond) return true;
    const double margin = c->options->within ? c->options->margin : 0.0;
    if (c->contact->distance != c->contact->lower && !c->foreign)
        return scree_check_refute(c, SCREE_CLAIM_BEYOND, "beyond the margin, the distance is the lower end",
                                  c->contact->distance, c->contact->lower, 0.0);
    if (c->lower > margin) return true;
    return scree_check_refute(c, SCREE_CLAIM_BEYOND, "the lower end is not beyond the margin", c->lower, margin, 0.0);
}

static double largest_coordinate(const scree_contact *x)
{
    const double all[] = { x->point_a.x, x->point_a.y, x->point_a.z, x->point_b.x, x->point_b.y, x->point_b.z };
    double most = 0.0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) most = fabs(all[i]) > most ? fabs(all[i]) : most;
    return most;
}

static void prepare(scree_check *c, const scree_body *a, const scree_body *b)
{
    scree_place_pair(a, b, &c->pair);
    c->foreign = (c->claims & SCREE_VERIFY_INTERVAL) == 0;
    const double given = c->options->tolerance, size = scree_pair_size(a->shape, b->shape);
    c->tolerance = given >= 0.0 ? given : (c->foreign ? 1e-9 : USUAL_TOLERANCE) * size;
    c->radii = c->pair.a.radius + c->pair.b.radius;
    *c->out = (scree_verification){ .verdict = SCREE_PROVEN,
                                    .claim = SCREE_CLAIM_NONE,
                                    .reason = "every claim holds",
                                    .lower = -HUGE_VAL,
                                    .upper = HUGE_VAL };
}

// At the tips of bodies more than 1000 times as long as thick, the surface turns within less than a rounding.
static double looseness(const scree_shape *s)
{
    if (s->core <= SCREE_CORE_HALF_SPACE) return 0.0;
    const scree_vec3 a = s->form->semi_axes;
    double most = a.x > a.y ? a.x : a.y, least = a.x < a.y ? a.x : a.y;
    most = a.z > most ? a.z : most;
    least = a.z < least ? a.z : least;
    return least > 0.0 && 1e-3 * most > least ? 1e-3 * (most / least) : 1.0;
}

// If a plane is this much farther from the body's origin than the body is large, its height is known only to
// double-double precision relative to that distance.
#define PLANE_FAR 0x1p-50

static double lean_of(const scree_placed_pair *pair)
{
    if (!scree_is_half_space(&pair->a) || !scree_is_half_space(&pair->b)) return 0.0;
    wide height_a, height_b;
    const wide3 n = scree_placed_plane(&pair->a, &height_a), m = scree_placed_plane(&pair->b, &height_b);
    return scree_up(w_round(w3_length(w3_add(n, m))));
}

// For contacts whose fields are all finite.
static void measure(scree_check *c)
{
    const scree_contact *x = c->contact;
    c->lower = c->foreign ? x->distance - c->tolerance : x->lower;
    c->upper = c->foreign ? x->distance + c->tolerance : x->upper;
    if (c->foreign && x->beyond) c->upper = HUGE_VAL; // only a lower bound is claimed
    const bool plane = scree_is_half_space(&c->pair.a) || scree_is_half_space(&c->pair.b);
    const double size = scree_pair_size(c->pair.a.shape, c->pair.b.shape);
    c->unit = (plane ? c->pair.radii + PLANE_FAR * c->pair.unit : c->pair.unit) + fabs(x->distance);
    c->lean = lean_of(&c->pair);
    const bool points = (c->claims & SCREE_VERIFY_POINTS) != 0;
    c->loss = points ? ROUNDINGS_COORDINATES * VERIFY_ROUNDING * largest_coordinate(x) : 0.0;
    c->local_allowed = ROUNDINGS_POINTS * VERIFY_ROUNDING * c->unit +
                       (c->foreign ? c->tolerance : c->upper - c->lower) + c->pair.a.shape->slack +
                       c->pair.b.shape->slack;
    // A tolerance wider than usual lets points be off by as much, however narrow the interval happens to be.
    if (!c->foreign && c->tolerance > USUAL_TOLERANCE * size) c->local_allowed += c->tolerance;
    const double loose_a = looseness(c->pair.a.shape), loose_b = looseness(c->pair.b.shape);
    c->local_allowed += SMOOTH_POINTS * (loose_a > loose_b ? loose_a : loose_b) * c->unit;
    c->points_allowed = c->local_allowed + c->loss;
}

static bool check_all(scree_check *c)
{
    if (!check_status(c) || !check_numbers(c)) return false;
    measure(c);
    if (!check_unit_normal(c) || !check_order(c) || !check_width(c) || !check_state(c) || !check_beyond(c))
        return false;
    if (!scree_check_ends(c)) return false;
    if (c->contact->beyond) return true;
    return scree_check_points(c) && scree_check_features(c) && scree_check_patch(c);
}

// The caller's options, or, where zeros mean the defaults, a copy in `own` with these filled in. NULL: they are those of another header.
static const scree_verify_options *resolve(const scree_verify_options *options, scree_verify_options *own)
{
    if (options == NULL) return &defaults;
    if (options->size == sizeof *options) return options;
    if (options->size != 0) return NULL;
    *own = *options;
    own->size = defaults.size;
    if (own->claims == 0) own->claims = defaults.claims;
    if (is_number(own->tolerance) && own->tolerance == 0.0) own->tolerance = defaults.tolerance;
    if (own->most_axes == 0) own->most_axes = defaults.most_axes;
    return own;
}

scree_status scree_verify(const scree_body *a, const scree_body *b, const scree_contact *contact,
                          const scree_verify_options *options, scree_verification *out)
{
    SCREE_FP_GUARD();
    if (a == NULL || b == NULL || contact == NULL || out == NULL) return SCREE_INVALID_ARGUMENT;
    if (a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    scree_verify_options own;
    const scree_verify_options *o = resolve(options, &own);
    if (o == NULL) return SCREE_INVALID_ARGUMENT;
    scree_check c = { .contact = contact, .options = o, .out = out };
    if (!is_number(o->tolerance) || o->most_axes < 0 || (o->within && !is_number(o->margin)))
        return SCREE_INVALID_ARGUMENT;
    if (!is_pose(a) || !is_pose(b)) return SCREE_INVALID_POSE;
    if (scree_shape_dimension(a->shape) != scree_shape_dimension(b->shape)) return SCREE_MIXED_DIMENSIONS;
    c.claims = o->claims;
    if (contact->beyond) c.claims &= ~(unsigned)(SCREE_VERIFY_POINTS | SCREE_VERIFY_POINT);
    prepare(&c, a, b);
    (void)check_all(&c);
    return SCREE_OK;
}
