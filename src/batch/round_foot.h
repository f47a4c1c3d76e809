// The feet of a point and of a line on an ellipsoid, next to a first guess. See round_kernel.h.
//
// Source      As narrow/ellipsoid_features.c, less careful: what comes out is proven, or not used.
#ifndef SCREE_BATCH_ROUND_FOOT_H
#define SCREE_BATCH_ROUND_FOOT_H

#include "batch/round_steps.h"

// The foot x of a point p on an ellipsoid with the matrix Q of squared semi-axes has the normal y = (Q + t)^-1 p, of
// some length, with the t for which y Q y = 1; t is the gap times the height. Newton's method on 1 / sqrt(y Q y), which
// is concave: from above the root a step leads below it, and from there they rise to it. True if t is found.
static inline bool round_next(double square, double slope, double least, double *t, bool *last)
{
    const double step = (sqrt(square) - 1.0) * (square / slope);
    // From far above the root a step may lead far below it; 0 is never far.
    *t = *t > 0.0 && *t + step < 0.0 ? 0.0 : *t + step;
    *last = fabs(step) <= ROUND_LAST_ROOT * (*t + least);
    return *t > (ROUND_SHALLOW - 1.0) * least;
}

static inline bool round_vertex_foot(const round_pair *p, scree_vec3 at, double t, round_spot *s)
{
    const scree_vec3 q = p->squares;
    bool last = false;
    for (int i = 0; i < ROUND_ROOT_STEPS && !last; ++i) {
        const scree_vec3 o = v3(1.0 / (q.x + t), 1.0 / (q.y + t), 1.0 / (q.z + t));
        const scree_vec3 y = v3(at.x * o.x, at.y * o.y, at.z * o.z);
        const scree_vec3 r = v3(q.x * y.x * y.x, q.y * y.y * y.y, q.z * y.z * y.z);
        if (!round_next(r.x + r.y + r.z, v3_dot(r, o), p->least, &t, &last)) return false;
    }
    const scree_vec3 y = v3(at.x / (q.x + t), at.y / (q.y + t), at.z / (q.z + t));
    const scree_vec3 x = v3(q.x * y.x, q.y * y.y, q.z * y.z);
    s->m = v3_scale(y, 1.0 / v3_norm(y));
    s->x = v3_scale(x, 1.0 / sqrt(v3_dot(x, y)));
    return last;
}

// The same across the line through `at` along the unit vector e.
static inline bool round_line_foot(const round_pair *p, scree_vec3 at, scree_vec3 e, double t, round_spot *s)
{
    const scree_vec3 q = p->squares;
    const double sign = copysign(1.0, e.z), a = -1.0 / (sign + e.z), b = e.x * e.y * a;
    const scree_vec3 u = v3(1.0 + sign * e.x * e.x * a, sign * b, -sign * e.x), v = v3(b, sign + e.y * e.y * a, -e.y);
    const scree_vec3 qu = v3(q.x * u.x, q.y * u.y, q.z * u.z), qv = v3(q.x * v.x, q.y * v.y, q.z * v.z);
    const double uu = v3_dot(qu, u), uv = v3_dot(qu, v), vv = v3_dot(qv, v), pu = v3_dot(at, u), pv = v3_dot(at, v);
    double yu = pu, yv = pv;
    bool last = false;
    for (int i = 0; i <= ROUND_ROOT_STEPS; ++i) {
        const double au = uu + t, av = vv + t, o = 1.0 / (au * av - uv * uv);
        yu = (av * pu - uv * pv) * o;
        yv = (au * pv - uv * pu) * o;
        if (last) break;
        const double zu = (av * yu - uv * yv) * o, zv = (au * yv - uv * yu) * o;
        const double xu = uu * yu + uv * yv, xv = uv * yu + vv * yv;
        if (!round_next(xu * yu + xv * yv, xu * zu + xv * zv, p->least, &t, &last)) return false;
    }
    const scree_vec3 y = v3_add_scaled(v3_scale(u, yu), yv, v);
    s->m = v3_scale(y, 1.0 / v3_norm(y));
    const scree_vec3 x = v3(q.x * s->m.x, q.y * s->m.y, q.z * s->m.z);
    s->x = v3_scale(x, 1.0 / sqrt(v3_dot(x, s->m)));
    return last;
}

#endif
