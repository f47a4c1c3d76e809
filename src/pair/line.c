// See line.h.
//
// Source      Chung, Wang, Proc. VRST (1996), for the second direction.
// Idea        The gap along a direction needs only the support heights of both bodies (shape/reach.h): no frame of the
//             pair, no search step. Where the line of centres does not separate them, it is reflected at w, the lowest
//             point of B - A along it: that usually does, if any direction does.
// Limits      No verdict on bodies that overlap. A and B are treated alike, so that their order changes no bit.
#include "pair/line.h"

#include "pair/pair.h"
#include "shape/reach.h"

enum { DIRECTIONS = 2 };

// Sizes outside this range are left to the search: fourth powers are compared.
#define LEAST_SIZE 1e-70
#define MOST_SIZE 1e70

// The support height of one body along u, a world direction.
static scree_reach reach_of(const scree_shape *s, const scree_mat3 *rotation, scree_vec3 u)
{
    scree_reach r = scree_reach_along(s, m3_mul_transposed(rotation, u));
    r.at = m3_mul(rotation, r.at);
    return r;
}

bool scree_line_separates(const scree_body *a, const scree_body *b, double margin)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const scree_vec3 d = v3_sub(b->position, a->position);
    const double length2 = v3_norm2(d), radii = s->core_radius + t->core_radius, size = radii + sqrt(length2);
    if (!(length2 > LEAST_SIZE * LEAST_SIZE && size < MOST_SIZE)) return false;
    const scree_mat3 rotation_a = m3_from_quat(a->orientation), rotation_b = m3_from_quat(b->orientation);
    // Twice what pair.h counts for bodies that are both rotated, and never less than the error of the support heights.
    const double error = 2.0 * (SCREE_ROUNDING * SCREE_ROUNDINGS_B * size + (s->slack + t->slack));
    scree_vec3 u = d;
    for (int i = 0;; ++i) {
        const scree_reach on_a = reach_of(s, &rotation_a, u), on_b = reach_of(t, &rotation_b, v3_neg(u));
        const double low = v3_dot(u, d) - (on_a.height + on_b.height);
        if (low > (margin + error) * v3_norm(u)) return true;
        if (i + 1 == DIRECTIONS) return false;
        const scree_vec3 w = v3_add(d, v3_sub(on_b.at, on_a.at));
        u = v3_add_scaled(u, -2.0 * v3_dot(u, w) / v3_norm2(w), w);
    }
}
