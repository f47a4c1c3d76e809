// Smooth bodies over lanes, in world axes: how they are gathered, and how their contact is published.
//
// Idea        Neither body's frame is transformed into the other's: A and B enter alike, as sums of their
//             contributions, so that swapping them changes signs and nothing else, to the last bit. Bodies have 64
//             bytes; they are read as rows of 8 doubles and transposed.
// Limits      Bodies without a centre of their own: ellipsoids and superquadrics. Included by one kernel for each
//             width, after SCREE_LANES is set.
#ifndef SCREE_KERNELS_SMOOTH_BODIES_H
#define SCREE_KERNELS_SMOOTH_BODIES_H

#include "kernels/direct.h"
#include "kernels/pair_lanes.h"
#include "lanes/lane_rows.h"
#include "pair/fetch.h"
#include "pair/pair.h"

// Bound on the error of a gap along an axis, in roundings, to first order and in the worst case. A rotation from a
// quaternion is off by 15, an axis rotated by it by 18, and the support height along it by as much of the radius, plus
// 4 of its own; the difference of the positions is off by 1, its product with the axis by 3. The gap of both, divided
// by the length of the axis, is off by 1 of all these and by 8 of itself, which is at most the larger of the distance
// of the positions and the radii.
#define SMOOTH_ROUNDINGS_RADIUS 32.0
#define SMOOTH_ROUNDINGS_SHIFT 13.0

// One body of each lane's pair.
typedef struct smooth_body {
    lane3 at, axes;
    lane qw, qx, qy, qz;
    lane core_radius, radius, slack, bound;
} smooth_body;

typedef struct smooth_pair {
    smooth_body body[2];
    lane3 axis; // where `warm`, the last normal, from A to B
    lane_mask warm;
} smooth_pair;

// ------------------------------------------------------------------------------------------------------- one pair

static inline void smooth_shape_of(const scree_shape *s, smooth_body *b)
{
    b->axes = l3_of(s->form->semi_axes);
    b->core_radius = lane_of(s->core_radius);
    b->radius = lane_of(s->radius);
    b->slack = lane_of(s->slack);
    b->bound = lane_of(s->bounds.radius);
}

// ------------------------------------------------------------------------------------------------------ many pairs

enum { BODY_DOUBLES = 8, SHAPE_ROWS = 7 }; // the first of a body's is the pointer to its shape

static inline void smooth_gather_shapes(const scree_body *const bodies[SCREE_LANES], smooth_body *b)
{
    bool alike = true;
    for (int i = 1; i < SCREE_LANES; ++i) alike = alike && bodies[i]->shape == bodies[0]->shape;
    if (alike) { // as in most packings
        smooth_shape_of(bodies[0]->shape, b);
        return;
    }
    double rows[SHAPE_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_shape *s = bodies[i]->shape;
        rows[0][i] = s->form->semi_axes.x;
        rows[1][i] = s->form->semi_axes.y;
        rows[2][i] = s->form->semi_axes.z;
        rows[3][i] = s->core_radius;
        rows[4][i] = s->radius;
        rows[5][i] = s->slack;
        rows[6][i] = s->bounds.radius;
    }
    b->axes = rows3((const double(*)[SCREE_LANES])rows, 0);
    b->core_radius = lane_row(rows[3]);
    b->radius = lane_row(rows[4]);
    b->slack = lane_row(rows[5]);
    b->bound = lane_row(rows[6]);
}

static inline void smooth_gather_bodies(const scree_body *const bodies[SCREE_LANES], smooth_body *b)
{
    lane columns[BODY_DOUBLES];
    for (int first = 0; first < BODY_DOUBLES; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            columns[first + i] = lane_at((const double *)(const void *)bodies[i] + first);
        lane_transpose(columns + first);
    }
    b->at = l3(columns[1], columns[2], columns[3]);
    b->qw = columns[4];
    b->qx = columns[5];
    b->qy = columns[6];
    b->qz = columns[7];
    smooth_gather_shapes(bodies, b);
}

// The bodies of the lanes, from pair `first` on; lanes beyond the last pair repeat it.
static inline void smooth_bodies(const scree_lane_work *work, int first, const scree_body *bodies[2][SCREE_LANES])
{
    const scree_batch *batch = work->batch;
    for (int i = 0; i < SCREE_LANES; ++i) {
        const int at = first + i < work->count ? first + i : work->count - 1;
        const size_t pair = work->first + (size_t)work->pairs[at];
        bodies[0][i] = &batch->bodies[batch->pairs[pair].a];
        bodies[1][i] = &batch->bodies[batch->pairs[pair].b];
        scree_fetch_result(&work->results[pair]);
    }
}

static inline void smooth_gather(const scree_lane_work *work, int first, const scree_body *bodies[2][SCREE_LANES],
                                 smooth_pair *p)
{
    smooth_gather_bodies(bodies[0], &p->body[0]);
    smooth_gather_bodies(bodies[1], &p->body[1]);
    p->axis = l3(lane_of(0.0), lane_of(0.0), lane_of(0.0));
    p->warm = lane_whole(0);
    if (work->batch->caches == NULL) return;
    double rows[4][SCREE_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < SCREE_LANES; ++i) {
        const int at = first + i < work->count ? first + i : work->count - 1;
        const scree_cache *cache = &work->batch->caches[work->first + (size_t)work->pairs[at]];
        for (int k = 0; k < 3; ++k) rows[k][i] = (double)cache->axis[k];
        rows[3][i] = cache->filled ? 1.0 : 0.0;
    }
    p->axis = rows3((const double(*)[SCREE_LANES])rows, 0);
    p->warm = lane_row(rows[3]) != 0.0;
}

// ------------------------------------------------------------------------------------------------------- rotations

typedef struct lane_sym3 {
    lane xx, yy, zz, xy, xz, yz;
} lane_sym3;

static inline lane3 ls3_mul(const lane_sym3 *s, lane3 v)
{
    return l3(s->xx * v.x + s->xy * v.y + s->xz * v.z, s->xy * v.x + s->yy * v.y + s->yz * v.z,
              s->xz * v.x + s->yz * v.y + s->zz * v.z);
}

// The adjugate.
static inline lane_sym3 ls3_adjugate(const lane_sym3 *s)
{
    return (lane_sym3){ .xx = s->yy * s->zz - s->yz * s->yz,
                        .yy = s->xx * s->zz - s->xz * s->xz,
                        .zz = s->xx * s->yy - s->xy * s->xy,
                        .xy = s->xz * s->yz - s->xy * s->zz,
                        .xz = s->xy * s->yz - s->xz * s->yy,
                        .yz = s->xy * s->xz - s->xx * s->yz };
}

// f a + g b
static inline lane_sym3 ls3_mix(lane f, const lane_sym3 *a, lane g, const lane_sym3 *b)
{
    return (lane_sym3){ f * a->xx + g * b->xx, f * a->yy + g * b->yy, f * a->zz + g * b->zz,
                        f * a->xy + g * b->xy, f * a->xz + g * b->xz, f * a->yz + g * b->yz };
}

// From the body's axes to the world's; `usual` is cleared where the quaternion needs scaling.
static inline lane_mat3 smooth_rotation(const smooth_body *b, lane_mask *usual)
{
    const lane w = b->qw, x = b->qx, y = b->qy, z = b->qz, norm2 = (w * w + x * x) + (y * y + z * z);
    *usual &= is_between(norm2, 1e-140, 1e140);
    const lane s = 2.0 / norm2, xs = x * s, ys = y * s, zs = z * s;
    const lane xx = x * xs, yy = y * ys, zz = z * zs, xy = x * ys, xz = x * zs, yz = y * zs;
    const lane wx = w * xs, wy = w * ys, wz = w * zs;
    lane_mat3 r;
    r.row[0] = l3(1.0 - (yy + zz), xy - wz, xz + wy);
    r.row[1] = l3(xy + wz, 1.0 - (xx + zz), yz - wx);
    r.row[2] = l3(xz - wy, yz + wx, 1.0 - (xx + yy));
    return r;
}

// R diag(q) R^T
static inline lane_sym3 smooth_rotated(const lane_mat3 *rotation, lane3 q)
{
    const lane3 *r = rotation->row, x = l3_times(q, r[0]), y = l3_times(q, r[1]), z = l3_times(q, r[2]);
    return (lane_sym3){ l3_dot(x, r[0]), l3_dot(y, r[1]), l3_dot(z, r[2]),
                        l3_dot(x, r[1]), l3_dot(x, r[2]), l3_dot(y, r[2]) };
}

// ------------------------------------------------------------------------------------------------------ the answer

// What a search has found, in world axes.
typedef struct smooth_answer {
    lane distance, lower, upper, steps; // of the cores
    lane3 n;
    lane3 on_a, on_b; // from A's centre, and from B's
} smooth_answer;

// As scree_publish(), but symmetric: both bodies' points have the same weight.
static inline void smooth_publish(const smooth_pair *p, const smooth_answer *x, lane error, double tolerance,
                                  published *out, lane_mask *usual)
{
    const smooth_body *a = &p->body[0], *b = &p->body[1];
    const lane radii = a->radius + b->radius, none = lane_of(0.0);
    const lane allowed =
        lane_either(tolerance < 0.0, SCREE_DEFAULT_TOLERANCE * (a->bound + b->bound), lane_of(tolerance));
    const lane spread = 4.0 * DBL_EPSILON * (radii + lane_abs(x->distance)), distance = x->distance - radii;
    const lane low = lane_min(x->lower - radii - spread, distance), up = lane_max(x->upper - radii + spread, distance);
    const lane3 both = l3_add(l3_add(a->at, x->on_a), l3_add(b->at, x->on_b)), n = x->n;
    const lane3 middle = l3_add_scaled(l3_scale(both, lane_of(0.5)), 0.5 * (a->radius - b->radius), n);
    lane_put_row(out->out[DISTANCE], distance + none);
    lane_put_row(out->out[LOWER], low);
    lane_put_row(out->out[UPPER], up);
    put3(out->out, NX, l3(n.x + none, n.y + none, n.z + none));
    put3(out->out, AX_OUT, l3_add_scaled(middle, -0.5 * distance, n));
    put3(out->out, BX, l3_add_scaled(middle, 0.5 * distance, n));
    put3(out->out, MX, middle);
    lane_put_row(out->out[STEPS], x->steps);
    out->touching = lane_bits(lane_abs(distance) <= allowed);
    *usual &= up - low <= lane_max(allowed, SCREE_NARROW * error + 3.0 * spread);
    *usual &= (a->bound * SCREE_UNEQUAL >= b->bound) & (b->bound * SCREE_UNEQUAL >= a->bound);
    // Positions that are valid without a closer look: see scree_pose_is_valid().
    *usual &= (l3_dot(a->at, a->at) < 1e119) & (l3_dot(b->at, b->at) < 1e119);
}

#endif
