// The public Minkowski difference and entrance block: checks the bodies and places both in double-double.
#include "scree/minkowski.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/fp_environment.h"
#include "pair/exact_shift.h"
#include "pair/pair.h"
#include "shape/hull/minkowski.h"

static bool is_polytope(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYGON || s->core == SCREE_CORE_POLYHEDRON;
}

static scree_status check_body(const scree_body *body, const char *name, scree_error *error)
{
    if (body == NULL || body->shape == NULL) {
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "%s: must not be NULL, nor its shape", name);
    }
    if (!scree_pose_is_valid(body)) {
        return scree_error_set(error, SCREE_INVALID_POSE, "%s: %s", name, scree_status_text(SCREE_INVALID_POSE));
    }
    if (body->shape->core == SCREE_CORE_HALF_SPACE || scree_core_is_smooth(body->shape)) {
        return scree_error_set(error, SCREE_UNSUPPORTED_PAIR, "%s.shape: a %s has no vertices to make a difference of",
                               name, scree_shape_kind_name(body->shape->kind));
    }
    return SCREE_OK;
}

static scree_status check(const scree_body *a, const scree_body *b, scree_vec3 reference, scree_error *error)
{
    scree_status status = check_body(a, "a", error);
    if (status == SCREE_OK) status = check_body(b, "b", error);
    if (status != SCREE_OK) return status;
    const scree_shape *s = a->shape, *t = b->shape;
    if (s->dimension != t->dimension) {
        return scree_error_set(error, SCREE_MIXED_DIMENSIONS, "b.shape: a %d-D %s with a %d-D %s", t->dimension,
                               scree_shape_kind_name(t->kind), s->dimension, scree_shape_kind_name(s->kind));
    }
    if (!is_polytope(s) && !is_polytope(t)) {
        return scree_error_set(error, SCREE_UNSUPPORTED_PAIR, "a.shape, b.shape: one of %s and %s must be a %s",
                               scree_shape_kind_name(s->kind), scree_shape_kind_name(t->kind),
                               s->dimension == 2 ? "polygon" : "polyhedron or a box");
    }
    if (!(v3_max_abs(reference) <= 1e60) || !v3_is_finite(reference) || (s->dimension == 2 && reference.z != 0.0)) {
        return scree_error_set(error, SCREE_INVALID_ARGUMENT,
                               "reference: must be a point between -1e60 and 1e60, and in 2-D its z 0");
    }
    return SCREE_OK;
}

// The core of a body in world axes, its stored origin at the origin.
static scree_summand rotated(const scree_body *body, double sign, dd3 *points)
{
    const scree_shape *s = body->shape;
    scree_summand p = { s, m3_from_quat(body->orientation), sign, points };
    for (int i = 0; i < s->vertex_count; ++i) {
        points[i] = scree_exact_rotated(body->orientation, v3_scale(scree_stored_vertex(s, i), sign));
    }
    return p;
}

// { x - y + reference }, x from one body and y from the other.
static scree_shape *subtract(const scree_body *x, const scree_body *y, scree_vec3 reference, scree_error *error)
{
    size_t x_count = (size_t)x->shape->vertex_count, y_count = (size_t)y->shape->vertex_count;
    dd3 *points = malloc((x_count + y_count) * sizeof *points);
    if (points == NULL) {
        scree_error_set(error, SCREE_NO_MEMORY, "no memory to place %zu vertices", x_count + y_count);
        return NULL;
    }
    scree_summand p = rotated(x, 1.0, points), q = rotated(y, -1.0, points + x_count);
    dd3 shift = dd3_diff(x->position, y->position); // what may cancel comes first: both may be far out
    shift = dd3_add(shift, scree_exact_rotated(x->orientation, x->shape->centre));
    shift = dd3_add(shift, scree_exact_rotated(y->orientation, v3_neg(y->shape->centre)));
    shift = dd3_add(shift, dd3_from(reference));
    scree_shape *shape = scree_minkowski_sum(&p, &q, shift, error);
    free(points);
    return shape;
}

scree_shape *scree_minkowski_difference(const scree_body *a, const scree_body *b, scree_error *error)
{
    SCREE_FP_GUARD();
    const scree_vec3 origin = { 0.0, 0.0, 0.0 };
    return check(a, b, origin, error) == SCREE_OK ? subtract(a, b, origin, error) : NULL;
}

scree_shape *scree_entrance_block(const scree_body *a, const scree_body *b, scree_vec3 reference, scree_error *error)
{
    SCREE_FP_GUARD();
    return check(a, b, reference, error) == SCREE_OK ? subtract(b, a, reference, error) : NULL;
}
