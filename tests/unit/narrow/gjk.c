// The distance search alone: its bounds against closed forms and the oracle, its verdicts, and when it may stop.
#include "check.h"
#include "narrow/gjk.h"
#include "oracle/distance.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { POINTS = 12 };

static const scree_gjk_options unbounded = {
    .start = { 1, 0, 0 }, .stop_above = INFINITY, .stop_below = -INFINITY, .max_iterations = 200
};

typedef struct pair {
    scree_shape *a, *b;
    oracle_hull *hull_a, *hull_b;
    scree_body body_a, body_b;
    oracle_pair placed;
} pair;

static scree_shape *random_hull(scree_random *r, oracle_hull **oracle)
{
    scree_vec3 p[POINTS];
    scree_vec3 stretch = s3(random_decade(r, -1, 0), random_decade(r, -1, 0), random_decade(r, -1, 0));
    for (int i = 0; i < POINTS; ++i) {
        scree_vec3 d = random_direction(r);
        p[i] = s3(d.x * stretch.x, d.y * stretch.y, d.z * stretch.z);
    }
    *oracle = scree_oracle_hull(p, POINTS, 3, 0.0);
    return scree_polyhedron(p, POINTS, 0.0, NULL);
}

static bool make_pair(pair *p, scree_random *r)
{
    *p = (pair){ .a = random_hull(r, &p->hull_a), .b = random_hull(r, &p->hull_b) };
    oracle_hull *a = NULL, *b = NULL;
    scree_shape_destroy(p->a);
    scree_shape_destroy(p->b);
    p->a = random_hull(r, &a);
    p->b = random_hull(r, &b);
    p->hull_a = a;
    p->hull_b = b;
    p->body_a = (scree_body){ p->a, { 0, 0, 0 }, random_rotation(r) };
    p->body_b = (scree_body){ p->b, s3_scale(random_direction(r), random_between(r, 0.0, 2.5)), random_rotation(r) };
    return CHECK(p->a != NULL && p->b != NULL && a != NULL && b != NULL) &&
           CHECK(scree_oracle_place(&p->placed, a, &p->body_a, b, &p->body_b));
}

static void free_pair(pair *p)
{
    scree_shape_destroy(p->a);
    scree_shape_destroy(p->b);
    scree_oracle_hull_free(p->hull_a);
    scree_oracle_hull_free(p->hull_b);
    scree_oracle_pair_free(&p->placed);
}
