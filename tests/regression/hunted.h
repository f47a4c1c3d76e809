// What the tests of hunted pairs share: a row for each pair, asked in every way, and every answer put to scree_verify().
#ifndef SCREE_REGRESSION_HUNTED_H
#define SCREE_REGRESSION_HUNTED_H

#include <stdlib.h>

#include "check.h"
#include "scree/batch.h"
#include "scree/query.h"
#include "scree/verify.h"

enum { NUMBERS = 192, AXES = 1 << 20 };

typedef struct hunted_body {
    scree_shape_kind kind;
    double rounding;
    int count; // of vertices
    double number[NUMBERS];
    scree_body at;
} hunted_body;

typedef struct hunted_row {
    const char *name;
    hunted_body a, b;
} hunted_row;

static inline scree_shape *shape_of(const hunted_body *h)
{
    const double *x = h->number, r = h->rounding;
    scree_vec3 corner[NUMBERS / 3];
    for (int i = 0; i < h->count; ++i) corner[i] = (scree_vec3){ x[3 * i], x[3 * i + 1], x[3 * i + 2] };
    const scree_vec3 first = { x[0], x[1], x[2] };
    switch (h->kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(x[0], r, NULL);
    case SCREE_BOX:
        return scree_box_create(first, r, NULL);
    case SCREE_CAPSULE:
        return scree_capsule_create(x[0], x[1], r, NULL);
    case SCREE_CYLINDER:
        return scree_cylinder_create(x[0], x[1], r, NULL);
    case SCREE_CONE:
        return scree_cone_create(x[0], x[1], r, NULL);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(x[0], x[1], x[2], r, NULL);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(first, r, NULL);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(first, x[3], x[4], r, NULL);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(first, x[3], r, NULL);
    case SCREE_POLYGON:
        return scree_polygon_create(corner, (size_t)h->count, r, NULL);
    default:
        return scree_polyhedron_create(corner, (size_t)h->count, r, NULL);
    }
}

static inline void check_answer(const char *name, const char *way, const scree_body bodies[2], double tolerance,
                                const scree_contact *c)
{
    scree_verify_options options = scree_verify_defaults();
    options.most_axes = AXES;
    if (tolerance > 0.0) options.tolerance = tolerance;
    scree_verification v = { 0 };
    CHECK_MSG(c->status == SCREE_OK, "%s, %s: %s", name, way, scree_status_name(c->status));
    CHECK(scree_verify(&bodies[0], &bodies[1], c, &options, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s, %s: %s: claimed %.17g, found %.17g, allowed %.3g", name, way, v.reason,
              v.claimed, v.found, v.allowed);
}

// Cold, and then with the cache that this has left.
static inline void check_batch(const char *name, const scree_body bodies[2], const scree_query_options *options)
{
    const scree_pair pair = { .a = 0, .b = 1 };
    scree_cache cache = { 0 };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = &cache };
    batch.threads = 1;
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size + 1);
    static const char *const ways[2] = { "batch", "warm batch" };
    for (int i = 0; i < 2; ++i) {
        scree_contact c;
        CHECK(scree_query_batch(&batch, options, &c) == SCREE_OK || c.status == SCREE_NO_CONVERGENCE);
        check_answer(name, ways[i], bodies, options->tolerance, &c);
    }
    free(batch.scratch);
}

// With a tolerance, or 0 for the usual one.
static inline void check_row(const hunted_row *row, double tolerance)
{
    scree_shape *a = shape_of(&row->a), *b = shape_of(&row->b);
    scree_body bodies[2] = { row->a.at, row->b.at };
    scree_query_options options = scree_query_defaults();
    if (tolerance > 0.0) options.tolerance = tolerance;
    bodies[0].shape = a;
    bodies[1].shape = b;
    if (CHECK_MSG(a != NULL && b != NULL, "%s: no shapes", row->name)) {
        scree_contact c;
        (void)scree_query(&bodies[0], &bodies[1], &options, &c);
        check_answer(row->name, "single", bodies, options.tolerance, &c);
        (void)scree_query(&bodies[1], &bodies[0], &options, &c);
        check_answer(row->name, "turned round", (scree_body[2]){ bodies[1], bodies[0] }, options.tolerance, &c);
        check_batch(row->name, bodies, &options);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

#endif
