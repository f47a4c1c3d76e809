// What a simplex around the origin proves. See enclosure.h.
#include "papers/enclosure.h"

#include "math/dd.h"
#include "math/predicates.h"

void scree_simplex_face(const scree_cores *c, const scree_simplex *s, int opposite, scree_vec3 corner[3])
{
    for (int i = 0, k = 0; i < s->count; ++i)
        if (i != opposite) corner[k++] = s->vertex[i].w;
    if (s->count == 3) corner[2] = v3_add(corner[0], v3(0, 0, c->size));
}

static bool is_inside(const scree_cores *c, const scree_simplex *s, scree_vec3 x)
{
    for (int i = 0; i < s->count; ++i) {
        scree_vec3 f[3];
        scree_simplex_face(c, s, i, f);
        double here = scree_orient3(f[0], f[1], f[2], x), there = scree_orient3(f[0], f[1], f[2], s->vertex[i].w);
        if (!(here > 0.0 && there > 0.0) && !(here < 0.0 && there < 0.0)) return false;
    }
    return true;
}

bool scree_inner_point(const scree_cores *c, const scree_simplex *s, scree_vec3 *inner)
{
    if (s->count != c->a->dimension + 1) return false;
    // Unequal weights: for symmetric bodies, many planes go through the origin and the middle of the simplex.
    static const double share[4] = { 0.37, 0.28, 0.21, 0.14 };
    scree_vec3 near = v3(0, 0, 0), middle = v3(0, 0, 0);
    double sum = 0.0;
    for (int i = 0; i < s->count; ++i) {
        near = v3_add_scaled(near, s->weight[i], s->vertex[i].w);
        middle = v3_add_scaled(middle, share[i], s->vertex[i].w);
        sum += share[i];
    }
    if (v3_norm(near) > c->error) near = v3(0, 0, 0); // the weights are all rounding
    scree_vec3 inward = v3_sub(v3_scale(middle, 1.0 / sum), near);
    double depth = v3_norm(inward);
    if (!(depth > 0.0)) return false;
    for (double step = 0.125 * c->error; step <= 4.0 * c->error && step <= depth; step *= 2.0) {
        *inner = v3_add_scaled(near, step / depth, inward);
        if (v3_norm(*inner) <= 4.0 * c->error && is_inside(c, s, *inner)) return true;
    }
    return false;
}

double scree_plane_clearance(const scree_vec3 corner[3], scree_vec3 from)
{
    dd3 n = dd3_cross(dd3_diff(corner[1], corner[0]), dd3_diff(corner[2], corner[0]));
    dd length = dd_sqrt(dd3_dot(n, n));
    if (!(length.hi > 0.0)) return 0.0;
    return fabs(dd_value(dd_div(dd3_dot(n, dd3_diff(corner[0], from)), length)));
}

double scree_simplex_clearance(const scree_cores *c, const scree_simplex *s)
{
    scree_vec3 inner;
    if (!scree_inner_point(c, s, &inner)) return 0.0;
    double least = INFINITY;
    for (int i = 0; i < s->count; ++i) {
        scree_vec3 f[3];
        scree_simplex_face(c, s, i, f);
        least = fmin(least, scree_plane_clearance(f, inner));
    }
    return fmax(0.0, least - v3_norm(inner));
}
