// For tests of single searches: two hulls, their poses, and the oracle's signed distance of the two.
#ifndef SCREE_TESTS_NARROW_JUDGED_H
#define SCREE_TESTS_NARROW_JUDGED_H

#include "check.h"
#include "oracle/distance.h"
#include "pair/pair.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { JUDGED_POINTS = 40 };

/// A shape and its oracle.
typedef struct judged_shape {
    scree_shape *shape;
    oracle_hull *hull;
} judged_shape;

typedef struct judged {
    judged_shape of[2];
    scree_body a, b;
    oracle_pair placed;
    double distance; ///< the oracle's
} judged;

static inline judged_shape judged_hull(const scree_vec3 *points, int count)
{
    judged_shape s = { scree_polyhedron_create(points, (size_t)count, 0.0, NULL),
                       scree_oracle_hull(points, count, 3, 0.0) };
    return s;
}

static inline judged_shape judged_box(scree_vec3 half)
{
    judged_shape s = { scree_box_create(half, 0.0, NULL), scree_oracle_box(half, 0.0) };
    return s;
}

/// A segment along z: the core of a capsule. Its radius is the shape's, not the core's: the oracle gets none.
static inline judged_shape judged_segment(double half_length)
{
    const double radius = 0.25;
    judged_shape s = { scree_capsule_create(radius, half_length, 0.0, NULL),
                       scree_oracle_capsule(0.0, half_length, 0.0) };
    return s;
}

static inline judged_shape judged_point(void)
{
    judged_shape s = { scree_sphere_create(0.25, 0.0, NULL), scree_oracle_ball(0.0, 0.0, false) };
    return s;
}

/// A hull of 4 to `most` points on an ellipsoid or in a box.
static inline judged_shape judged_random(scree_random *r, int most)
{
    scree_vec3 p[JUDGED_POINTS];
    scree_vec3 stretch = s3(random_decade(r, -1, 0), random_decade(r, -1, 0), random_decade(r, -1, 0));
    int count = 4 + random_below(r, most - 3);
    bool round = random_below(r, 2) == 0;
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        if (!round) d = s3(random_between(r, -1, 1), random_between(r, -1, 1), random_between(r, -1, 1));
        p[i] = s3(d.x * stretch.x, d.y * stretch.y, d.z * stretch.z);
    }
    return judged_hull(p, count);
}

static inline bool judged_place(judged *j, judged_shape a, judged_shape b, scree_body pose_a, scree_body pose_b)
{
    *j = (judged){ .of = { a, b }, .a = pose_a, .b = pose_b };
    j->a.shape = a.shape;
    j->b.shape = b.shape;
    if (!CHECK(a.shape != NULL && b.shape != NULL && a.hull != NULL && b.hull != NULL)) return false;
    if (!CHECK(scree_oracle_place(&j->placed, a.hull, &j->a, b.hull, &j->b))) return false;
    j->distance = (double)scree_oracle_distance(&j->placed).distance;
    return true;
}

static inline scree_body random_pose(scree_random *r, double far)
{
    scree_body body = { NULL, s3_scale(random_direction(r), far * random_unit(r)), random_rotation(r) };
    return body;
}

static inline void judged_free(judged *j)
{
    for (int i = 0; i < 2; ++i) {
        scree_shape_destroy(j->of[i].shape);
        scree_oracle_hull_free(j->of[i].hull);
    }
    scree_oracle_pair_free(&j->placed);
}

#endif
