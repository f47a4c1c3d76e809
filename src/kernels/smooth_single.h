// One pair of smooth bodies: its two bodies are the lanes.
//
// Source      smooth_bodies.h, operation by operation, so that the answers are the same to the last bit.
// Idea        A single query is bound by the latency of its roots and quotients. What both bodies need is computed
//             once, A in the first lane of two and B in the second: half the work of a pair in one of many lanes, and
//             half as many dependent roots.
// Limits      Included by one file for each width, after SCREE_LANES is set.
#ifndef SCREE_KERNELS_SMOOTH_SINGLE_H
#define SCREE_KERNELS_SMOOTH_SINGLE_H

#include "kernels/smooth_bodies.h"
#include "pair/superquadric_pair.h"

typedef struct two_sym3 {
    scree_two xx, yy, zz, xy, xz, yz;
} two_sym3;

typedef struct two_mat3 {
    scree_two3 row[3];
} two_mat3;

// A's and B's, in both.
static inline scree_two two_sum(scree_two a)
{
    return a + two_swap(a);
}

static inline scree_two3 two3(scree_two x, scree_two y, scree_two z)
{
    return (scree_two3){ x, y, z };
}

static inline scree_two3 two3_sum(scree_two3 a)
{
    return two3(two_sum(a.x), two_sum(a.y), two_sum(a.z));
}

static inline scree_two3 two3_add(scree_two3 a, scree_two3 b)
{
    return two3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline scree_two3 two3_sub(scree_two3 a, scree_two3 b)
{
    return two3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline scree_two3 two3_add_scaled(scree_two3 a, scree_two s, scree_two3 b)
{
    return two3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline scree_two3 two_sym3_mul(const two_sym3 *s, scree_two3 v)
{
    return two3(s->xx * v.x + s->xy * v.y + s->xz * v.z, s->xy * v.x + s->yy * v.y + s->yz * v.z,
                s->xz * v.x + s->yz * v.y + s->zz * v.z);
}

static inline two_sym3 two_adjugate(const two_sym3 *s)
{
    return (two_sym3){ .xx = s->yy * s->zz - s->yz * s->yz,
                       .yy = s->xx * s->zz - s->xz * s->xz,
                       .zz = s->xx * s->yy - s->xy * s->xy,
                       .xy = s->xz * s->yz - s->xy * s->zz,
                       .xz = s->xy * s->yz - s->xz * s->yy,
                       .yz = s->xy * s->xz - s->xx * s->yz };
}

// f_A A + f_B B
static inline two_sym3 two_mix(scree_two f, const two_sym3 *a)
{
    return (two_sym3){ two_sum(f * a->xx), two_sum(f * a->yy), two_sum(f * a->zz),
                       two_sum(f * a->xy), two_sum(f * a->xz), two_sum(f * a->yz) };
}

static inline bool two_is_between(scree_two x, double low, double high)
{
    return x[0] > low && x[0] < high && x[1] > low && x[1] < high;
}

// smooth_rotation()
static inline two_mat3 two_rotation(scree_quat a, scree_quat b, bool *usual)
{
    const scree_two w = { a.w, b.w }, x = { a.x, b.x }, y = { a.y, b.y }, z = { a.z, b.z };
    const scree_two norm2 = (w * w + x * x) + (y * y + z * z);
    *usual = two_is_between(norm2, 1e-140, 1e140);
    const scree_two s = 2.0 / norm2, xs = x * s, ys = y * s, zs = z * s;
    const scree_two xx = x * xs, yy = y * ys, zz = z * zs, xy = x * ys, xz = x * zs, yz = y * zs;
    const scree_two wx = w * xs, wy = w * ys, wz = w * zs;
    return (two_mat3){ { two3(1.0 - (yy + zz), xy - wz, xz + wy), two3(xy + wz, 1.0 - (xx + zz), yz - wx),
                         two3(xz - wy, yz + wx, 1.0 - (xx + yy)) } };
}

// smooth_rotated()
static inline two_sym3 two_rotated(const two_mat3 *rotation, scree_two3 q)
{
    const scree_two3 *r = rotation->row, x = two3_times(q, r[0]), y = two3_times(q, r[1]), z = two3_times(q, r[2]);
    return (two_sym3){ two3_dot(x, r[0]), two3_dot(y, r[1]), two3_dot(z, r[2]),
                       two3_dot(x, r[1]), two3_dot(x, r[2]), two3_dot(y, r[2]) };
}

static inline scree_vec3 two3_first(scree_two3 v)
{
    return v3(v.x[0], v.y[0], v.z[0]);
}

// The result of a search; see smooth_answer.
typedef struct single_answer {
    double distance, lower, upper, error;
    scree_vec3 n, on_a, on_b; // the points from the bodies' centres
    int steps;
} single_answer;

// smooth_publish() and scatter(): false where the interval is too wide. `swapped`: A is the pair's second body.
static inline bool single_publish(const scree_body *a, const scree_body *b, bool swapped, double tolerance,
                                  const single_answer *x, scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const double radii = s->radius + t->radius, distance = x->distance - radii;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(x->distance));
    const double low = x->lower - radii - spread, up = x->upper - radii + spread;
    const double least = low < distance ? low : distance, most = up > distance ? up : distance;
    const double allowed =
        tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * (s->bounds.radius + t->bounds.radius) : tolerance;
    const double rounding = SCREE_NARROW * x->error + 3.0 * spread;
    if (!(most - least <= (allowed > rounding ? allowed : rounding))) return false;
    if (scree_are_unequal(s, t)) return false;
    if (!(v3_norm2(a->position) < 1e119 && v3_norm2(b->position) < 1e119)) return false;
    const scree_vec3 n = x->n;
    const scree_vec3 both = v3_add(v3_add(a->position, x->on_a), v3_add(b->position, x->on_b));
    const scree_vec3 middle = v3_add_scaled(v3_scale(both, 0.5), 0.5 * (s->radius - t->radius), n);
    const scree_vec3 on_a = v3_add_scaled(middle, -0.5 * distance, n), on_b = v3_add_scaled(middle, 0.5 * distance, n);
    out->distance = distance + 0.0;
    out->lower = least;
    out->upper = most;
    out->normal = swapped ? v3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z) : v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    out->point_a = swapped ? on_b : on_a;
    out->point_b = swapped ? on_a : on_b;
    out->point = middle;
    out->patch_area = 0.0;
    out->feature_a = out->feature_b = SCREE_FEATURE_SURFACE;
    out->index_a = out->index_b = -1;
    out->iterations = x->steps;
    out->state = scree_state_of(distance, allowed);
    out->status = SCREE_OK;
    scree_clear_rest(out);
    return true;
}

#endif
