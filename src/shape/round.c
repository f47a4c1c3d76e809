// Creation of the shapes that need no hull: sphere, half space, box, capsule, disc, and a user's own.
#include <math.h>

#include "base/fp_environment.h"
#include "math/dd.h"
#include "shape/build.h"

static scree_shape *round_shape(scree_shape_kind kind, double radius, double half_length, double rounding,
                                scree_error *error)
{
    bool segment = half_length > 0.0;
    scree_shape_counts counts = { .vertices = segment ? 2 : 1 };
    scree_shape *s = scree_shape_new(kind, segment ? SCREE_CORE_SEGMENT : SCREE_CORE_POINT, counts, error);
    if (s == NULL) return NULL;
    s->dimension = kind == SCREE_DISC ? 2 : 3;
    s->rounding = rounding;
    s->radius = radius + rounding;
    s->given_radius = radius;
    for (int i = 0; segment && i < counts.vertices; ++i) {
        s->x[i] = s->y[i] = 0.0;
        s->z[i] = i == 0 ? -half_length : half_length;
    }
    scree_shape_finish(s);
    return s;
}

scree_shape *scree_sphere_create(double radius, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_positive("radius", radius, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    return round_shape(SCREE_SPHERE, radius, 0.0, rounding, error);
}

scree_shape *scree_disc_create(double radius, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_positive("radius", radius, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    return round_shape(SCREE_DISC, radius, 0.0, rounding, error);
}

scree_shape *scree_capsule_create(double radius, double half_length, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_positive("radius", radius, error)) return NULL;
    if (!scree_check_not_negative("half_length", half_length, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    return round_shape(SCREE_CAPSULE, radius, half_length, rounding, error);
}

// For the order of vertices and faces, see box_tables.c.
scree_shape *scree_box_create(scree_vec3 half, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_positive("half_extents.x", half.x, error)) return NULL;
    if (!scree_check_positive("half_extents.y", half.y, error)) return NULL;
    if (!scree_check_positive("half_extents.z", half.z, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape_counts counts = { .vertices = 8, .faces = 6, .edges = 12, .corners = 24, .fans = 24 };
    scree_shape *s = scree_shape_new(SCREE_BOX, SCREE_CORE_POLYHEDRON, counts, error);
    if (s == NULL) return NULL;
    s->rounding = s->radius = rounding;
    scree_own_hull(s)->given_count = 8;
    for (int i = 0; i < 8; ++i) {
        s->x[i] = (i & 1) != 0 ? half.x : -half.x;
        s->y[i] = (i & 2) != 0 ? half.y : -half.y;
        s->z[i] = (i & 4) != 0 ? half.z : -half.z;
        s->hull->nodes[i].fan = 3 * i;
        s->hull->nodes[i].fan_end = 3 * i + 3;
    }
    for (int f = 0; f < 6; ++f) {
        double side = f % 2 == 0 ? -1.0 : 1.0;
        scree_vec3 normal = v3(f / 2 == 0 ? side : 0.0, f / 2 == 1 ? side : 0.0, f / 2 == 2 ? side : 0.0);
        scree_face face = { normal, f < 2 ? half.x : f < 4 ? half.y : half.z, 4 * f, 4 };
        s->hull->faces[f] = face;
    }
    scree_shape_finish(s);
    return s;
}

static bool check_normal(scree_vec3 n, scree_error *error)
{
    double m = v3_max_abs(n);
    if (!v3_is_finite(n)) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "normal: not finite, got (%g, %g, %g)", n.x, n.y, n.z);
    } else if (m == 0.0) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "normal: must not be 0");
    } else if (m < SCREE_SHORTEST || m > SCREE_LONGEST) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "normal: must be between 1e-60 and 1e60 long, got (%g, %g, %g)",
                        n.x, n.y, n.z);
    } else {
        return true;
    }
    return false;
}

scree_shape *scree_half_space_create(scree_vec3 normal, double offset, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!check_normal(normal, error)) return NULL;
    if (!isfinite(offset)) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "offset: not finite, got %g", offset);
        return NULL;
    }
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    // The normal is scaled by a power of two, which costs nothing, so that its square neither over- nor underflows; the
    // offset likewise, so that the rest of the division is not lost below the smallest double.
    int n_exponent, offset_exponent;
    (void)frexp(v3_max_abs(normal), &n_exponent);
    double mantissa = frexp(offset, &offset_exponent);
    dd3 n = dd3_scale2(dd3_diff(normal, v3(0, 0, 0)), -n_exponent);
    dd quotient = dd_div(dd_make(mantissa, 0.0), dd_sqrt(dd3_dot(n, n)));
    double distance = ldexp(dd_value(quotient), offset_exponent - n_exponent);
    if (!(fabs(distance) <= SCREE_LONGEST)) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "offset: the plane is farther than 1e60 from the origin (%g)",
                        distance);
        return NULL;
    }
    scree_shape_counts none = { 0 };
    scree_shape *s = scree_shape_new(SCREE_HALF_SPACE, SCREE_CORE_HALF_SPACE, none, error);
    if (s == NULL) return NULL;
    s->rounding = s->radius = rounding;
    scree_own_form(s)->plane_normal = dd3_unit(n);
    scree_own_form(s)->plane_offset = distance;
    scree_own_form(s)->given_normal = normal;
    scree_own_form(s)->given_offset = offset;
    scree_shape_finish(s);
    return s;
}

static bool check_support(const scree_support_def *def, scree_error *error)
{
    if (def == NULL || def->support == NULL) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "support: must not be NULL");
    } else if (def->dimension != 2 && def->dimension != 3) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "dimension: must be 2 or 3, got %d", def->dimension);
    } else if (!v3_is_finite(def->centre) || v3_max_abs(def->centre) > SCREE_LONGEST) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "centre: not finite, or beyond 1e60");
    } else if (def->dimension == 2 && def->centre.z != 0.0) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "centre.z: must be 0 in 2-D, got %g", def->centre.z);
    } else {
        return scree_check_positive("radius", def->radius, error);
    }
    return false;
}

scree_shape *scree_support_shape_create(const scree_support_def *def, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!check_support(def, error)) return NULL;
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape_counts none = { 0 };
    scree_shape *s = scree_shape_new(SCREE_SUPPORT_SHAPE, SCREE_CORE_SUPPORT, none, error);
    if (s == NULL) return NULL;
    s->dimension = def->dimension;
    s->rounding = s->radius = rounding;
    scree_own_form(s)->support = def->support;
    scree_own_form(s)->support_user = def->user;
    // As for vertices: stored coordinates are the given ones unless the shape is far from its origin.
    double off = v3_norm(def->centre);
    if (off > 2.0 * def->radius) s->centre = def->centre;
    s->core_radius = (off > 2.0 * def->radius ? 0.0 : off) + def->radius;
    s->core_radius *= 1.0 + 0x1p-50;
    *s->mass = def->mass;
    scree_own_form(s)->given_centre = def->centre;
    s->given_radius = def->radius;
    s->bounds.centre = def->centre;
    s->bounds.radius = def->radius;
    scree_shape_finish(s);
    return s;
}
