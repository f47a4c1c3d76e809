// Witness points of bodies of very unequal size. See anchor.h.
#include "pair/anchor.h"

#include "pair/cores.h"
#include "pair/point_walk.h"
#include "shape/superquadric_form.h"
#include "shape/support.h"

// A support point that is as good as the point found, to so many of its errors, is taken. On a flat face it may be
// anywhere.
#define NEAR 16.0

static scree_vec3 nearest_on_segment(const scree_shape *s, scree_vec3 y)
{
    const scree_vec3 p = scree_stored_vertex(s, 0), d = v3_sub(scree_stored_vertex(s, 1), p);
    const double t = v3_dot(v3_sub(y, p), d) / v3_norm2(d);
    return v3_add_scaled(p, t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0, d);
}

// The point of the core's surface that y, with the outward normal m, stands for; in stored coordinates. `bend` is a
// radius of curvature that the other body has at least: it leaves its tangent plane by the square of a step over this.
static scree_vec3 on_core(const scree_shape *s, scree_vec3 y, scree_vec3 m, double bend, double error)
{
    if (s->core == SCREE_CORE_POINT) return scree_stored_vertex(s, 0);
    const scree_vec3 top =
        scree_core_is_smooth(s) ? scree_smooth_support(s, m) : scree_stored_vertex(s, scree_support_vertex(s, m, 0));
    const double step = v3_norm(v3_sub(top, y));
    if (step <= NEAR * error || step * step <= NEAR * error * bend) return top;
    if (s->core == SCREE_CORE_SEGMENT) return nearest_on_segment(s, y);
    const bool round = s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
    if (round && v3_norm2(y) > 0.0) return sq_project(s, y);
    const scree_vec3 level = v3_add_scaled(y, v3_dot(m, v3_sub(top, y)), m);
    if (s->core != SCREE_CORE_POLYHEDRON) return level;
    scree_surface_point on = scree_surface_vertex(s, scree_support_vertex(s, m, 0));
    return scree_point_walk(s, level, &on) ? on.at : level;
}

static scree_vec3 anchored(const scree_body *body, scree_vec3 point, scree_vec3 outward, double bend, double error)
{
    const scree_shape *s = body->shape;
    const scree_mat3 turn = m3_from_quat(body->orientation);
    const scree_vec3 m = m3_mul_transposed(&turn, outward);
    const scree_vec3 from = m3_mul_transposed(&turn, v3_sub(point, body->position));
    const scree_vec3 y = v3_sub(v3_add_scaled(from, -s->radius, m), s->centre);
    const scree_vec3 at = v3_add(v3_add_scaled(on_core(s, y, m, bend, error), s->radius, m), s->centre);
    return v3_add(m3_mul(&turn, at), body->position);
}

// The radius of a ball that touches the body from inside anywhere: superquadric_pair.h.
static double least_bend(const scree_shape *s)
{
    if (s->core != SCREE_CORE_ELLIPSOID && s->core != SCREE_CORE_SUPERQUADRIC) return s->radius;
    const double least = fmin(s->semi_axes.x, fmin(s->semi_axes.y, s->semi_axes.z));
    return s->radius + least * least / ((fmax(s->n1, s->n2) - 1.0) * s->core_radius);
}

static bool is_curved(const scree_shape *s)
{
    return scree_core_is_smooth(s) && s->core != SCREE_CORE_SUPPORT;
}

// The other body's point: of bodies far apart it is put onto its surface too, if no more than the distance's rounding
// is in the way.
static scree_vec3 followed(const scree_body *body, scree_vec3 point, scree_vec3 outward, double distance)
{
    const double rounding = 4.0 * SCREE_ROUNDING * fabs(distance);
    const scree_vec3 at = anchored(body, point, outward, 0.0, rounding);
    return v3_norm(v3_sub(at, point)) <= rounding ? at : point;
}

void scree_anchor_points(const scree_body *a, const scree_body *b, double error, scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (!scree_are_unequal(s, t) || !(is_curved(s) || is_curved(t))) return;
    if (s->core == SCREE_CORE_SUPPORT || t->core == SCREE_CORE_SUPPORT) return;
    if (s->bounds.radius < t->bounds.radius) {
        out->point_a = anchored(a, out->point_a, out->normal, least_bend(t), error);
        const scree_vec3 facing = v3_add_scaled(out->point_a, out->distance, out->normal);
        out->point_b = followed(b, facing, v3_neg(out->normal), out->distance);
    } else {
        out->point_b = anchored(b, out->point_b, v3_neg(out->normal), least_bend(s), error);
        const scree_vec3 facing = v3_add_scaled(out->point_b, -out->distance, out->normal);
        out->point_a = followed(a, facing, out->normal, out->distance);
    }
    if (out->patch_area == 0.0) out->point = v3_lerp(out->point_a, out->point_b, 0.5);
}
