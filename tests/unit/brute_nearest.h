// For tests of sub-algorithms of GJK: the distance of the origin from the hull of up to four points, over all its
// faces, edges and vertices in 113 bits; and what must hold of any answer.
#ifndef SCREE_TESTS_NARROW_BRUTE_NEAREST_H
#define SCREE_TESTS_NARROW_BRUTE_NEAREST_H

#include "check.h"
#include "oracle/quad.h"
#include "papers/classic_gjk.h"
#include "scenes/random.h"

/// Weights of the origin's projection on the affine hull of p[0] to p[count - 1], by Gauss on the normal equations.
/// False where the points are dependent: fewer of them span the same.
static inline bool projection_weights(const qvec *p, int count, quad weight[4])
{
    quad m[3][4];
    int n = count - 1;
    for (int i = 0; i < n; ++i) {
        qvec d = q3_sub(p[i + 1], p[0]);
        for (int k = 0; k < n; ++k) m[i][k] = q3_dot(d, q3_sub(p[k + 1], p[0]));
        m[i][n] = -q3_dot(p[0], d);
    }
    for (int c = 0; c < n; ++c) {
        int pivot = c;
        for (int i = c + 1; i < n; ++i)
            if (q_abs(m[i][c]) > q_abs(m[pivot][c])) pivot = i;
        if (m[pivot][c] == 0) return false;
        for (int k = 0; k <= n; ++k) {
            quad swap = m[c][k];
            m[c][k] = m[pivot][k];
            m[pivot][k] = swap;
        }
        for (int i = 0; i < n; ++i) {
            quad f = i == c ? 0 : m[i][c] / m[c][c];
            for (int k = c; k <= n; ++k) m[i][k] -= f * m[c][k];
        }
    }
    weight[0] = 1;
    for (int i = 0; i < n; ++i) {
        weight[i + 1] = m[i][n] / m[i][i];
        weight[0] -= weight[i + 1];
    }
    return true;
}

/// Never less than the truth: weights that rounding makes negative are put to 0.
static inline double brute_nearest(const scree_vec3 *point, int count)
{
    quad best = -1;
    for (int set = 1; set < 1 << count; ++set) {
        qvec p[4], v = q3(0, 0, 0);
        quad weight[4], sum = 0;
        int k = 0;
        for (int i = 0; i < count; ++i)
            if (set >> i & 1) p[k++] = q3_from(point[i]);
        if (!projection_weights(p, k, weight)) continue;
        bool within = true;
        for (int i = 0; i < k; ++i) {
            within = within && weight[i] >= -(quad)1e-20L;
            if (weight[i] < 0) weight[i] = 0;
            sum += weight[i];
        }
        for (int i = 0; i < k; ++i) v = q3_add_scaled(v, weight[i] / sum, p[i]);
        quad length2 = q3_dot(v, v);
        if (within && (best < 0 || length2 < best)) best = length2;
    }
    return sqrt((double)best);
}

/// What a sub-algorithm said.
typedef struct said {
    scree_vec3 v;
    double weight[4];
    scree_vec3 weighted; ///< the sum of weight times point
    int kept;            ///< how many points have a weight
} said;

/// Asks, and checks what holds whatever rounding does: the weights give a point of the hull.
static inline said query_nearest(scree_subalgorithm_fn nearest, void *state, const scree_vec3 *y, int count,
                                 double truth)
{
    said s = { .kept = 0 };
    s.v = nearest(state, y, count, s.weight);
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        CHECK_MSG(s.weight[i] >= 0.0 && s.weight[i] <= 1.0 + 1e-15, "weight %.17g", s.weight[i]);
        sum += s.weight[i];
        s.kept += s.weight[i] > 0.0;
        s.weighted = v3_add_scaled(s.weighted, s.weight[i], y[i]);
    }
    CHECK_NEAR(sum, 1.0, 1e-15);
    double length = v3_norm(s.weighted);
    CHECK_MSG(length >= truth - 1e-15, "%d points: %.17g is nearer than %.17g", count, length, truth);
    return s;
}

/// How far the first points are from being dependent: the least of their length, twice their area and six times their
/// volume.
static inline double spread_of(const scree_vec3 *y, int count)
{
    double spread = 1.0;
    if (count >= 2) spread = v3_norm(v3_sub(y[1], y[0]));
    if (count >= 3) spread = fmin(spread, v3_norm(v3_cross(v3_sub(y[1], y[0]), v3_sub(y[2], y[0]))));
    if (count >= 4) {
        scree_vec3 n = v3_cross(v3_sub(y[1], y[0]), v3_sub(y[2], y[0]));
        spread = fmin(spread, fabs(v3_dot(n, v3_sub(y[3], y[0]))));
    }
    return spread;
}

#endif
