// Witness points of round bodies that are far from the other body. See far_points.h.
#include "pair/far_points.h"

#include "pair/region.h"
#include "shape/superquadric_form.h"

// Distances above this many radii of the larger core are far. Nearer, the points are off by some 1e-7 of its size at most.
#define FAR 16.0

// Times the pair's error, how far a point may be off the surface, as seen from the centre. That is farther than along the normal, by up to
// the aspect ratio; of bodies that the kernels answer, no more than this.
#define NEAR 256.0

enum { STEPS = 8 };

static bool is_round(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// Whether a point, in the core's frame, is on its surface.
static bool is_on(const scree_shape *s, scree_vec3 y, double error)
{
    return !is_round(s) || v3_norm(y) * fabs(sq_gauge(s, y) - 1.0) <= NEAR * error;
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
    for (int i = 0; i < STEPS; ++i) {
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
