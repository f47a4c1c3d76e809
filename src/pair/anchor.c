// Witness points of curved bodies that a search leaves off their surfaces. See anchor.h.
#include "pair/anchor.h"

#include "pair/axis.h"
#include "pair/exact_shift.h"
#include "pair/pair.h"
#include "pair/patch.h"
#include "pair/point_walk.h"
#include "shape/superquadric_form.h"
#include "shape/support.h"

// ------------------------------------------------------------------------------------------------- very unequal sizes

// A support point that agrees with the point found, to this many of its errors, replaces it. On a flat face it may be
// anywhere.
#define NEAR 16.0

// Roundings of a point that is rotated, of its distance from the origin.
#define ROTATED 4.0

static scree_vec3 nearest_on_segment(const scree_shape *s, int i, int j, scree_vec3 y)
{
    const scree_vec3 p = scree_stored_vertex(s, i), d = v3_sub(scree_stored_vertex(s, j), p);
    const double t = v3_dot(v3_sub(y, p), d) / v3_norm2(d);
    return v3_add_scaled(p, t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0, d);
}

enum { PROJECTIONS = 3 };

// The point of a round surface nearest to y, which is near it, to first order in each step. The ray from the centre
// would miss y by far where a long body is thin.
static scree_vec3 onto_round(const scree_shape *s, scree_vec3 y)
{
    for (int i = 0; i < PROJECTIONS; ++i) {
        scree_vec3 slope;
        const double gauge = sq_gauge_gradient(s, y, &slope);
        y = v3_add_scaled(y, (1.0 - gauge) / v3_norm2(slope), slope);
    }
    return sq_project(s, y);
}

// Whether a round surface is as near to y, to first order.
static bool is_near_round(const scree_shape *s, scree_vec3 y, double near)
{
    scree_vec3 slope;
    const double gauge = sq_gauge_gradient(s, y, &slope);
    return fabs(gauge - 1.0) <= near * v3_norm(slope);
}

// A point on a named feature, and its error bounds.
typedef struct named_point {
    scree_vec3 at; // in stored coordinates
    scree_feature feature;
    int index;
    double error;    // from the search
    double width;    // of the interval: a search that stops at a tolerance leaves its points as far off
    double rounding; // of world coordinates
} named_point;

// The nearest point of the named feature. False if that is not near.
static bool on_feature(const scree_shape *s, const named_point *y, scree_vec3 *out)
{
    if (s->core != SCREE_CORE_POLYHEDRON || y->index < 0) return false;
    if (y->feature == SCREE_FEATURE_VERTEX)
        *out = scree_stored_vertex(s, y->index);
    else if (y->feature == SCREE_FEATURE_EDGE)
        *out = nearest_on_segment(s, scree_edge_at(s->hull, y->index).vertex[0],
                                  scree_edge_at(s->hull, y->index).vertex[1], y->at);
    else
        (void)scree_face_distance(s, y->index, y->at, out);
    return v3_norm(v3_sub(*out, y->at)) <= NEAR * (y->error + y->rounding);
}

// The point of the core's surface that y, with the outward normal m, stands for; in stored coordinates. `bend` is a
// lower bound of the other body's radius of curvature: it leaves its tangent plane by the square of a step over this.
static scree_vec3 on_core(const scree_shape *s, const named_point *named, scree_vec3 m, double bend)
{
    const scree_vec3 y = named->at;
    const double error = named->error;
    scree_vec3 on;
    if (s->core == SCREE_CORE_POINT) return scree_stored_vertex(s, 0);
    if (on_feature(s, named, &on)) return on;
    const scree_vec3 top =
        scree_core_is_smooth(s) ? scree_smooth_support(s, m) : scree_stored_vertex(s, scree_support_vertex(s, m, 0));
    const double step = v3_norm(v3_sub(top, y));
    if (step <= NEAR * error || step * step <= NEAR * error * bend) return top;
    if (s->core == SCREE_CORE_SEGMENT) return nearest_on_segment(s, 0, 1, y);
    const bool round = s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
    if (round && v3_norm2(y) > 0.0) {
        // At the rim of a body thinner than the error of the point, the projection may move it far along the rim, or far from it: a
        // point that the search has left near the surface is then better than either.
        on = onto_round(s, y);
        const double move = v3_norm(v3_sub(on, y)), near = fmax(NEAR * error, named->width);
        if (fmin(move, step) > near && is_near_round(s, y, near)) return y;
        return move < step ? on : top;
    }
    const scree_vec3 level = v3_add_scaled(y, v3_dot(m, v3_sub(top, y)), m);
    if (s->core != SCREE_CORE_POLYHEDRON) return level;
    scree_surface_point walk = scree_surface_vertex(s, scree_support_vertex(s, m, 0));
    return scree_point_walk(s, level, &walk) ? walk.at : level;
}

// From a body's stored origin to a point of the world, and what a way from there leads to. A small shape that was given far from its
// own origin would lose its digits in between.
static scree_vec3 way_to(dd3 place, scree_vec3 point)
{
    const dd3 p = dd3_from(point);
    return dd3_value((dd3){ dd_sub(p.x, place.x), dd_sub(p.y, place.y), dd_sub(p.z, place.z) });
}

static scree_vec3 end_of(dd3 place, scree_vec3 way)
{
    return dd3_value(dd3_add(place, dd3_from(way)));
}

static scree_vec3 anchored(const scree_body *body, bool of_a, const scree_contact *x, double bend, double error)
{
    const scree_shape *s = body->shape;
    const scree_mat3 rotation = m3_from_quat(body->orientation);
    const dd3 place = scree_has_centre(s) ? scree_exact_place(body) : dd3_from(body->position);
    const scree_vec3 point = of_a ? x->point_a : x->point_b, outward = of_a ? x->normal : v3_neg(x->normal);
    const scree_vec3 m = m3_mul_transposed(&rotation, outward);
    const scree_vec3 from = m3_mul_transposed(&rotation, way_to(place, point));
    const named_point y = { .at = v3_add_scaled(from, -s->radius, m),
                            .feature = of_a ? x->feature_a : x->feature_b,
                            .index = of_a ? x->index_a : x->index_b,
                            .error = error,
                            .width = x->upper - x->lower,
                            .rounding = SCREE_ROUNDING * (fabs(point.x) + fabs(point.y) + fabs(point.z)) };
    return end_of(place, m3_mul(&rotation, v3_add_scaled(on_core(s, &y, m, bend), s->radius, m)));
}

// The radius of a ball that touches the body from inside at any point: superquadric_pair.h. The rounding of a
// polyhedron does not count: a point that moved along it would leave the named feature.
static double least_bend(const scree_shape *s)
{
    if (s->core == SCREE_CORE_POLYHEDRON) return 0.0;
    if (s->core != SCREE_CORE_ELLIPSOID && s->core != SCREE_CORE_SUPERQUADRIC) return s->radius;
    const double least = fmin(s->form->semi_axes.x, fmin(s->form->semi_axes.y, s->form->semi_axes.z));
    return s->radius + least * least / ((fmax(s->form->n1, s->form->n2) - 1.0) * s->core_radius);
}

static bool is_curved(const scree_shape *s)
{
    return scree_core_is_smooth(s) && s->core != SCREE_CORE_SUPPORT;
}

// The other body's point: for bodies far apart it is projected onto its surface, too, if it is off by no more than the
// rounding of the distance.
static scree_vec3 followed(const scree_body *body, bool of_a, const scree_contact *x)
{
    const double rounding = 4.0 * SCREE_ROUNDING * fabs(x->distance);
    const scree_vec3 point = of_a ? x->point_a : x->point_b, at = anchored(body, of_a, x, 0.0, rounding);
    return v3_norm(v3_sub(at, point)) <= rounding ? at : point;
}

void scree_anchor_points(const scree_body *a, const scree_body *b, double error, scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (!scree_are_unequal(s, t) || !(is_curved(s) || is_curved(t))) return;
    if (s->core == SCREE_CORE_SUPPORT || t->core == SCREE_CORE_SUPPORT) return;
    // Vertices given far from their own origin: rotated about it, a point of the smaller body would lose more than it has to gain.
    const scree_vec3 centre = s->bounds.radius < t->bounds.radius ? s->centre : t->centre;
    if (ROTATED * SCREE_ROUNDING * v3_norm(centre) > error) return;
    if (s->bounds.radius < t->bounds.radius) {
        out->point_a = anchored(a, true, out, least_bend(t), error);
        out->point_b = v3_add_scaled(out->point_a, out->distance, out->normal);
        out->point_b = followed(b, false, out);
    } else {
        out->point_b = anchored(b, false, out, least_bend(s), error);
        out->point_a = v3_add_scaled(out->point_b, -out->distance, out->normal);
        out->point_a = followed(a, true, out);
    }
    if (out->patch_area == 0.0) out->point = v3_lerp(out->point_a, out->point_b, 0.5);
}

// ---------------------------------------------------------------------------------------------------------- far apart

// Distances above this many radii of the larger core are far. Nearer, the points are off by some 1e-7 of its size at most.
#define FAR 16.0

// Times the pair's error, how far a point may be off the surface, as seen from the centre. That is farther than along the normal, by up to
// the aspect ratio; of bodies that the kernels answer, no more than this.
#define FAR_OFF 256.0

enum { FAR_STEPS = 8 };

static bool is_round(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// Whether a point, in the core's frame, is on its surface.
static bool is_on(const scree_shape *s, scree_vec3 y, double error)
{
    return !is_round(s) || v3_norm(y) * fabs(sq_gauge(s, y) - 1.0) <= FAR_OFF * error;
}

static bool points_fit(const scree_cores *c, const scree_answer *x)
{
    return scree_astray(x->on_a, x->on_b, x->distance, x->normal) <= c->error && is_on(c->a, x->on_a, c->error) &&
           is_on(c->b, m3_mul_transposed(&c->rotation, v3_sub(x->on_b, c->shift)), c->error);
}

void scree_far_points(const scree_cores *c, scree_answer *x)
{
    if (!is_round(c->a) && !is_round(c->b)) return;
    if (!(x->distance > FAR * fmax(c->a->core_radius, c->b->core_radius)) || points_fit(c, x)) return;
    scree_answer y = *x;
    (void)scree_cores_gap(c, y.normal, &y.at);
    for (int i = 0; i < FAR_STEPS; ++i) {
        if (is_round(c->a)) y.on_a = y.at.a;
        if (is_round(c->b)) y.on_b = y.at.b;
        const scree_vec3 line = v3_sub(y.on_b, y.on_a);
        y.normal = v3_unit(line);
        y.distance = scree_cores_gap(c, y.normal, &y.at);
        if (!(v3_norm(line) - y.distance <= c->error) || !(y.distance >= x->distance - c->error)) continue;
        y.lower = fmin(y.lower, y.distance - c->error);
        *x = y;
        return;
    }
}
