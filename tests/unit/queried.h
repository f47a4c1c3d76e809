// For tests of methods of the table: queries one by its name, and compares a class of scenes with the oracle.
#ifndef SCREE_TESTS_UNIT_QUERIED_H
#define SCREE_TESTS_UNIT_QUERIED_H

#include "check.h"
#include "counted.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { QUERIED_SCRATCH = 1 << 20 };

static unsigned char queried_scratch[QUERIED_SCRATCH];

static inline scree_query_options queried_options(const char *method)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find(method);
    o.scratch = queried_scratch;
    o.scratch_size = QUERIED_SCRATCH;
    return o;
}

/// What holds for every answer, exact or not: unit normal, points that differ by the distance along it, true order of
/// the bounds. `reach` is as far out as coordinates go.
static inline void queried_is_sound(const scree_contact *c, double reach)
{
    scree_vec3 n = c->normal, apart = s3_sub(c->point_b, c->point_a);
    CHECK_NEAR(s3_dot(n, n), 1.0, 1e-15);
    scree_vec3 rest = s3_sub(apart, s3_scale(n, c->distance));
    CHECK_NEAR(sqrt(s3_dot(rest, rest)), 0.0, 1e-14 * reach);
    CHECK(c->lower <= c->distance && c->distance <= c->upper);
}

static inline scree_contact query(const scree_query_options *o, const scree_body *a, const scree_body *b)
{
    scree_contact c;
    scree_status status = query_counted(a, b, o, &c);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "status %s", scree_status_name(status));
    CHECK(status == c.status);
    double size = scree_pair_size(a->shape, b->shape), away = 0.0;
    const scree_vec3 p[2] = { a->position, b->position };
    for (int i = 0; i < 2; ++i) away = fmax(away, sqrt(s3_dot(p[i], p[i])));
    queried_is_sound(&c, size + away);
    return c;
}

/// One pair of a class with its true distance.
typedef struct queried_pair {
    scree_scene_pose pose;
    oracle_pair *placed;
    oracle_answer truth;
    double distance; ///< the truth, as a double
    double size;     ///< of the pair, and its distance
    long number;
} queried_pair;

typedef void (*queried_fn)(const queried_pair *pair, void *user);

/// Hands pairs 0 to `pairs` - 1 of a class to `fn`, those that the method serves. False if the class could not be made.
static inline bool queried_class(const char *class_name, const char *method, long pairs, queried_fn fn, void *user)
{
    const scree_method *m = scree_method_find(method);
    scree_scene *scene = scree_scene_open(scree_scene_class_find(class_name), 4, NULL);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    bool ok = CHECK_MSG(hulls != NULL, "no shapes for class %s", class_name);
    oracle_pair placed = { 0 };
    for (long k = 0; ok && k < pairs; ++k) {
        queried_pair p = { .placed = &placed, .number = k };
        scree_scene_pair(scene, (uint64_t)k, &p.pose);
        const scree_body *a = &p.pose.body_a, *b = &p.pose.body_b;
        if (!m->serves(a->shape, b->shape)) continue;
        ok = CHECK(scree_oracle_place(&placed, hulls[p.pose.a], a, hulls[p.pose.b], b));
        p.truth = scree_oracle_distance(&placed);
        p.distance = (double)p.truth.distance;
        p.size = scree_pair_size(a->shape, b->shape) + fabs(p.distance);
        fn(&p, user);
    }
    scree_oracle_pair_free(&placed);
    if (hulls != NULL) scree_oracle_solids_free(scene, hulls);
    if (scene != NULL) scree_scene_close(scene);
    return ok;
}

static inline void queried_interval_holds(const queried_pair *p, const scree_contact *c)
{
    CHECK_MSG((quad)c->lower <= p->truth.upper && (quad)c->upper >= p->truth.lower,
              "class %s pair %ld: %.17g is not in [%.17g, %.17g]", scree_scene_class_name(p->pose.scene->class_number),
              p->number, p->distance, c->lower, c->upper);
}

/// A pair moved as a whole, and scaled about the origin by its shapes: the body at the other end of the motion.
static inline scree_body queried_moved(scree_body body, scree_quat rotation, scree_vec3 shift)
{
    double w = rotation.w;
    scree_vec3 u = s3(rotation.x, rotation.y, rotation.z), p = body.position, t = s3_scale(s3_cross(u, p), 2.0);
    p = s3_add(s3_add(p, s3_scale(t, w)), s3_cross(u, t));
    body.position = s3_add(p, shift);
    body.orientation = quat_times(rotation, body.orientation);
    return body;
}

#endif
