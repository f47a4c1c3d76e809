// What the regression reports share: shapes from numbers, poses from matrices, and one call that asks, and has the
// whole answer judged by the oracle and by scree_verify(), both ways round.
#ifndef SCREE_REGRESSION_REPORT_H
#define SCREE_REGRESSION_REPORT_H

#include <stdlib.h>

#include "check.h"
#include "oracle/contact.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scree/query.h"
#include "scree/verify.h"

static inline scree_solid solid_box(double x, double y, double z)
{
    scree_solid s = { .kind = SCREE_BOX, .vector = { x, y, z } };
    return s;
}

static inline scree_solid solid_hull(const scree_vec3 *points, int count)
{
    // The judge only reads the points.
    scree_solid s = { .kind = SCREE_POLYHEDRON, .points = (scree_vec3 *)(uintptr_t)points, .count = count };
    return s;
}

static inline scree_solid solid_polygon(const scree_vec3 *points, int count)
{
    scree_solid s = solid_hull(points, count);
    s.kind = SCREE_POLYGON;
    return s;
}

static inline scree_solid solid_round(scree_shape_kind kind, double radius, double half_length)
{
    scree_solid s = { .kind = kind, .radius = radius, .half_length = half_length };
    return s;
}

static inline scree_solid solid_plane(scree_vec3 normal, double offset)
{
    scree_solid s = { .kind = SCREE_HALF_SPACE, .vector = normal, .offset = offset };
    return s;
}

static inline scree_shape *solid_shape(const scree_solid *s)
{
    size_t count = (size_t)s->count;
    switch (s->kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(s->radius, s->rounding, NULL);
    case SCREE_DISC:
        return scree_disc_create(s->radius, s->rounding, NULL);
    case SCREE_BOX:
        return scree_box_create(s->vector, s->rounding, NULL);
    case SCREE_CAPSULE:
        return scree_capsule_create(s->radius, s->half_length, s->rounding, NULL);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(s->vector, s->offset, s->rounding, NULL);
    case SCREE_POLYGON:
        return scree_polygon_create(s->points, count, s->rounding, NULL);
    default:
        return scree_polyhedron_create(s->points, count, s->rounding, NULL);
    }
}

static inline scree_body pose_at(double x, double y, double z)
{
    scree_body b = { NULL, { x, y, z }, { 1, 0, 0, 0 } };
    return b;
}

static inline scree_body pose_rotated(double x, double y, double z, scree_vec3 axis, double angle)
{
    scree_body b = { NULL, { x, y, z }, quat_about(s3_unit(axis), angle) };
    return b;
}

/// From a printed transform, row by row: rotation and translation. The quaternion of a matrix near the identity.
static inline scree_body pose_matrix(const double m[12])
{
    double w = 0.5 * sqrt(1.0 + m[0] + m[5] + m[10]);
    scree_body b = { NULL, { m[3], m[7], m[11] }, { w, (m[9] - m[6]) / (4 * w), (m[2] - m[8]) / (4 * w), 0 } };
    b.orientation.z = (m[4] - m[1]) / (4 * w);
    return b;
}

// The oracle does not look at whether the features that are named hold the points; this does.
static inline bool not_refuted(const scree_body *a, const scree_body *b, const char *name, double tolerance,
                               const scree_contact *c)
{
    scree_verification v = { 0 };
    scree_verify_options options = scree_verify_defaults();
    options.tolerance = tolerance;
    bool ok = CHECK_MSG(scree_verify(a, b, c, &options, &v) == SCREE_OK, "%s: no verdict", name);
    return CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %s: %.17g, found %.17g, allowed %.17g", name,
                     scree_claim_name(v.claim), v.claimed, v.found, v.allowed) &&
           ok;
}

static inline bool judge_once(const oracle_hull *ha, scree_body a, const oracle_hull *hb, scree_body b,
                              const char *name, scree_contact *out)
{
    size_t bytes = scree_query_scratch(a.shape, b.shape);
    scree_query_options options = scree_query_defaults();
    options.scratch = malloc(bytes + 1);
    options.scratch_size = bytes;
    options.tolerance = 0.0;
    scree_status status = scree_query(&a, &b, &options, out);
    free(options.scratch);
    oracle_pair pair = { 0 };
    bool ok = CHECK_MSG(status == SCREE_OK, "%s: status %s", name, scree_status_name(status));
    ok = CHECK(scree_oracle_place(&pair, ha, &a, hb, &b)) && ok;
    oracle_report r = scree_oracle_judge(&pair, out, scree_pair_size(a.shape, b.shape), 0.0);
    ok = CHECK_MSG(r.fault == NULL, "%s: %s: %.17g, allowed %.17g (exact %.17g, distance %.17g)", name, r.fault,
                   r.fault_value, r.fault_bound, r.distance, out->distance) &&
         ok;
    ok = not_refuted(&a, &b, name, 0.0, out) && ok;
    scree_oracle_pair_free(&pair);
    return ok;
}

/// The answer for A and B, after the oracle has judged it and its mirror image.
static inline scree_contact judged(const char *name, const scree_solid *sa, scree_body a, const scree_solid *sb,
                                   scree_body b)
{
    scree_contact c = { .distance = NAN }, mirrored = { 0 };
    scree_shape *shape_a = solid_shape(sa), *shape_b = solid_shape(sb);
    scree_solid whole_a = *sa, whole_b = *sb;
    whole_a.shape = shape_a;
    whole_b.shape = shape_b;
    if (CHECK_MSG(shape_a != NULL && shape_b != NULL, "%s: no shapes", name)) {
        oracle_hull *ha = scree_oracle_solid(&whole_a), *hb = scree_oracle_solid(&whole_b);
        a.shape = shape_a;
        b.shape = shape_b;
        if (CHECK_MSG(ha != NULL && hb != NULL, "%s: no oracle", name)) {
            judge_once(ha, a, hb, b, name, &c);
            judge_once(hb, b, ha, a, name, &mirrored);
            CHECK_MSG(c.distance == mirrored.distance, "%s: %.17g one way, %.17g the other", name, c.distance,
                      mirrored.distance);
        }
        scree_oracle_hull_free(ha);
        scree_oracle_hull_free(hb);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
    return c;
}

/// The normal is this unit vector, to rounding.
#define CHECK_NORMAL(contact, nx, ny, nz)                                                                              \
    do {                                                                                                               \
        CHECK_NEAR((contact).normal.x, (nx), 1e-14);                                                                   \
        CHECK_NEAR((contact).normal.y, (ny), 1e-14);                                                                   \
        CHECK_NEAR((contact).normal.z, (nz), 1e-14);                                                                   \
    } while (0)

#endif
