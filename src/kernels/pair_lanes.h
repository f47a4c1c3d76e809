// Pairs of bodies over lanes: what the kernels share, before and after the search.
//
// Source      pair/pair.c and finish.c, which have the reasons; the same operations in the same order, so that the
//             answers are the same to the last bit.
// Idea        Rows with a double for each lane are filled body by body and read as vectors; the answers go out the same
//             way. Kernels of hulls transpose bodies in memory into rows, and rows into contacts, without that detour.
// Limits      Bodies without a centre of their own. Included by one kernel for each width, after SCREE_LANES is set.
#ifndef SCREE_KERNELS_PAIR_LANES_H
#define SCREE_KERNELS_PAIR_LANES_H

#include <float.h>
#include <stddef.h>

#include "kernels/kernels.h"
#include "lanes/lane.h"
#include "lanes/lane_rows.h"
#include "pair/answer.h"
#include "pair/pair.h"
#include "pair/warm.h"

// ------------------------------------------------------------------------------------------------------ gathering

// What is read of each body, and of the pair: a row has a double for each lane.
enum body_row { PX, PY, PZ, QW, QX, QY, QZ, AX, AY, AZ, CORE_RADIUS, RADIUS, SLACK, BOUND, BODY_ROWS };

enum axis_row { WX, WY, WZ, WARM, AXIS_ROWS };

typedef struct gathered {
    double body[2][BODY_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double axis[AXIS_ROWS][SCREE_LANES] __attribute__((aligned(64))); // of the cache, from A to B; WARM: 1, or 0
    const scree_shape *shape[2][SCREE_LANES];
    bool swapped[SCREE_LANES]; // A is the pair's second body
} gathered;

static inline void gather_body(const scree_body *body, double rows[BODY_ROWS][SCREE_LANES], int i)
{
    const scree_shape *s = body->shape;
    rows[PX][i] = body->position.x;
    rows[PY][i] = body->position.y;
    rows[PZ][i] = body->position.z;
    rows[QW][i] = body->orientation.w;
    rows[QX][i] = body->orientation.x;
    rows[QY][i] = body->orientation.y;
    rows[QZ][i] = body->orientation.z;
    rows[AX][i] = s->form->semi_axes.x;
    rows[AY][i] = s->form->semi_axes.y;
    rows[AZ][i] = s->form->semi_axes.z;
    rows[CORE_RADIUS][i] = s->core_radius;
    rows[RADIUS][i] = s->radius;
    rows[SLACK][i] = s->slack;
    rows[BOUND][i] = s->bounds.radius;
}

static inline void gather_axis(const scree_cache *cache, bool swapped, double rows[AXIS_ROWS][SCREE_LANES], int i)
{
    const bool warm = cache != NULL && cache->filled;
    const double sign = swapped ? -1.0 : 1.0;
    rows[WX][i] = warm ? sign * (double)cache->axis[0] : 0.0;
    rows[WY][i] = warm ? sign * (double)cache->axis[1] : 0.0;
    rows[WZ][i] = warm ? sign * (double)cache->axis[2] : 0.0;
    rows[WARM][i] = warm ? 1.0 : 0.0;
}

// Gathers the pairs from `first` on; lanes beyond the last pair repeat it.
static inline void gather(const scree_lane_work *work, int first, gathered *g)
{
    const scree_batch *batch = work->batch;
    for (int i = 0; i < SCREE_LANES; ++i) {
        const int at = first + i < work->count ? first + i : work->count - 1;
        const size_t pair = work->first + (size_t)work->pairs[at];
        const scree_body *a = &batch->bodies[batch->pairs[pair].a], *b = &batch->bodies[batch->pairs[pair].b];
        const bool swapped = !scree_pair_in_order(a, b);
        g->swapped[i] = swapped;
        gather_body(swapped ? b : a, g->body[0], i);
        gather_body(swapped ? a : b, g->body[1], i);
        g->shape[0][i] = swapped ? b->shape : a->shape;
        g->shape[1][i] = swapped ? a->shape : b->shape;
        gather_axis(batch->caches != NULL ? &batch->caches[pair] : NULL, swapped, g->axis, i);
    }
}

static inline lane3 rows3(const double rows[][SCREE_LANES], int first)
{
    return l3(lane_row(rows[first]), lane_row(rows[first + 1]), lane_row(rows[first + 2]));
}

// ------------------------------------------------------------------------------------------------------- the frame

// Names as in pair.h.
typedef struct lane_frame {
    lane_mat3 world_rotation, rotation;
    lane3 world_shift, shift;
    lane size, error;
} lane_frame;

static inline lane_mask is_between(lane x, double low, double high)
{
    return (x > low) & (x < high);
}

// scree_pose_is_valid() in 3-D, and a quaternion that needs no scaling.
static inline lane_mask pose_is_usual(const double rows[BODY_ROWS][SCREE_LANES])
{
    lane_mask fine = lane_abs(lane_row(rows[PX])) <= 1e60;
    fine &= (lane_abs(lane_row(rows[PY])) <= 1e60) & (lane_abs(lane_row(rows[PZ])) <= 1e60);
    lane most = lane_of(0.0);
    for (int i = QW; i <= QZ; ++i) {
        const lane x = lane_abs(lane_row(rows[i]));
        fine &= x <= 1e70;
        most = lane_max(most, x);
    }
    return fine & (most >= 1e-70);
}

// m3_from_quat()
static inline lane_mat3 rotation_of(const double rows[BODY_ROWS][SCREE_LANES])
{
    const lane w = lane_row(rows[QW]), x = lane_row(rows[QX]), y = lane_row(rows[QY]), z = lane_row(rows[QZ]);
    const lane s = 2.0 / (w * w + x * x + y * y + z * z);
    lane_mat3 r;
    r.row[0] = l3(1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
    r.row[1] = l3(s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x));
    r.row[2] = l3(s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y));
    return r;
}

// scree_cores_make()
static inline void make_frame(const gathered *g, lane_frame *f)
{
    f->world_rotation = rotation_of(g->body[0]);
    const lane_mat3 rotation_b = rotation_of(g->body[1]);
    f->rotation = lm3_transposed_mul(&f->world_rotation, &rotation_b);
    f->world_shift = rows3(g->body[0], PX);
    f->shift = lm3_mul_transposed(&f->world_rotation, l3_sub(rows3(g->body[1], PX), f->world_shift));
    const lane ra = lane_row(g->body[0][CORE_RADIUS]), rb = lane_row(g->body[1][CORE_RADIUS]);
    const lane length = lane_sqrt(l3_dot(f->shift, f->shift));
    f->size = ra + rb + length;
    f->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * ra + SCREE_ROUNDINGS_B * rb + SCREE_ROUNDINGS_SHIFT * length);
    f->error += lane_row(g->body[0][SLACK]) + lane_row(g->body[1][SLACK]);
}

// ------------------------------------------------------------------------------------------------------ the answer

// As scree_answer has it.
typedef struct lane_answer {
    lane distance, lower, upper, steps;
    lane3 n, on_a, on_b;
} lane_answer;

static inline lane3 world_point(const lane_frame *f, lane3 x)
{
    return l3_add(lm3_mul(&f->world_rotation, x), f->world_shift);
}

// What goes out: a row has a double for each lane.
enum out_row { DISTANCE, LOWER, UPPER, NX, NY, NZ, AX_OUT, AY_OUT, AZ_OUT, BX, BY, BZ, MX, MY, MZ, STEPS, OUT_ROWS };

typedef struct published {
    double out[OUT_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    unsigned touching;
} published;

static inline void put3(double rows[][SCREE_LANES], int first, lane3 x)
{
    lane_put_row(rows[first], x.x);
    lane_put_row(rows[first + 1], x.y);
    lane_put_row(rows[first + 2], x.z);
}

static inline lane allowed_error(const gathered *g, double tolerance)
{
    const lane size = lane_row(g->body[0][BOUND]) + lane_row(g->body[1][BOUND]);
    return lane_either(tolerance < 0.0, SCREE_DEFAULT_TOLERANCE * size, lane_of(tolerance));
}

// scree_publish(), and -0 turned into 0 as scree_query() does.
static inline void publish(const gathered *g, const lane_frame *f, const lane_answer *x, double tolerance,
                           published *out, lane_mask *usual)
{
    const lane radius_a = lane_row(g->body[0][RADIUS]), radius_b = lane_row(g->body[1][RADIUS]),
               radii = radius_a + radius_b;
    const lane allowed = allowed_error(g, tolerance);
    const lane spread = 4.0 * DBL_EPSILON * (radii + lane_abs(x->distance)), distance = x->distance - radii;
    const lane low = lane_min(x->lower - radii - spread, distance), up = lane_max(x->upper - radii + spread, distance);
    const lane3 n = x->n, normal = l3_unit(lm3_mul(&f->world_rotation, n));
    const lane3 point_a = world_point(f, l3_add_scaled(x->on_a, radius_a, n));
    const lane3 middle = l3_add_scaled(x->on_a, lane_of(0.5), l3_sub(x->on_b, x->on_a));
    lane_put_row(out->out[DISTANCE], distance + 0.0);
    lane_put_row(out->out[LOWER], low);
    lane_put_row(out->out[UPPER], up);
    put3(out->out, NX, l3(normal.x + 0.0, normal.y + 0.0, normal.z + 0.0));
    put3(out->out, AX_OUT, point_a);
    put3(out->out, BX, l3_add_scaled(point_a, distance, normal));
    put3(out->out, MX, world_point(f, l3_add_scaled(middle, 0.5 * (radius_a - radius_b), n)));
    lane_put_row(out->out[STEPS], lane_max(x->steps, lane_of(1.0)));
    out->touching = lane_bits(lane_abs(distance) <= allowed);
    *usual &= up - low <= lane_max(allowed, SCREE_NARROW * f->error + 3.0 * spread);
}

static inline scree_vec3 column3(const double rows[][SCREE_LANES], int first, int i)
{
    return (scree_vec3){ rows[first][i], rows[first + 1][i], rows[first + 2][i] };
}

static inline void scatter(const published *p, int i, bool swapped, scree_contact *x)
{
    const double(*rows)[SCREE_LANES] = p->out;
    const scree_vec3 n = column3(rows, NX, i), on_a = column3(rows, AX_OUT, i), on_b = column3(rows, BX, i);
    *x = (scree_contact){ .distance = rows[DISTANCE][i], .lower = rows[LOWER][i], .upper = rows[UPPER][i] };
    x->normal = swapped ? (scree_vec3){ 0.0 - n.x, 0.0 - n.y, 0.0 - n.z } : n;
    x->point_a = swapped ? on_b : on_a;
    x->point_b = swapped ? on_a : on_b;
    x->point = column3(rows, MX, i);
    x->index_a = x->index_b = -1;
    x->iterations = (int)rows[STEPS][i];
    x->state = (p->touching >> i & 1u) != 0u ? SCREE_TOUCHING : x->distance > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
}

// -------------------------------------------------------------------------------------- bodies and contacts in memory

// A body as doubles: the pointer to its shape, its position and its orientation.
enum { POSE_DOUBLES = sizeof(scree_body) / sizeof(double) };

// The offset of a member of a shape, in doubles.
#define NUMBER_OF(member) (offsetof(scree_shape, member) / sizeof(double))

static inline void gather_poses(const scree_body *const body[SCREE_LANES], double rows[BODY_ROWS][SCREE_LANES])
{
    lane values[POSE_DOUBLES];
    for (int first = 0; first < POSE_DOUBLES; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            values[first + i] = lane_at((const double *)(const void *)body[i] + first);
        lane_transpose(values + first);
    }
    for (int k = PX; k <= QZ; ++k) lane_put_row(rows[k], values[1 + k - PX]);
}

static inline scree_vec3 lane_vector(const lane3 *v, int i)
{
    return (scree_vec3){ v->x[i], v->y[i], v->z[i] };
}

// The doubles at the beginning of a contact; `published` has them in the same order, except the last.
enum { CONTACT_DOUBLES = 16 };

// Swaps A and B back in the lanes whose bits are set, normals included, and transposes the rows into contacts.
static inline void swap_contacts_back(published *p, unsigned swapped, lane values[CONTACT_DOUBLES])
{
    const lane_mask these = lane_of_bits(swapped);
    for (int k = 0; k < CONTACT_DOUBLES - 1; ++k) values[k] = lane_row(p->out[k]);
    values[CONTACT_DOUBLES - 1] = lane_of(0.0);
    for (int k = 0; k < 3; ++k) {
        const lane a = values[AX_OUT + k], b = values[BX + k], n = values[NX + k];
        values[NX + k] = lane_select(these, 0.0 - n, n);
        lane_put_row(p->out[NX + k], values[NX + k]);
        values[AX_OUT + k] = lane_select(these, b, a);
        values[BX + k] = lane_select(these, a, b);
    }
    for (int first = 0; first < CONTACT_DOUBLES; first += SCREE_LANES) lane_transpose(values + first);
}

// Writes all of a contact but the features and the number of iterations.
static inline void write_contact(const published *p, const lane values[CONTACT_DOUBLES], int i, scree_contact *x)
{
    double *const to = (double *)(void *)x;
    for (int first = 0; first < CONTACT_DOUBLES; first += SCREE_LANES) lane_put(to + first, values[first + i]);
    const scree_state state = p->out[DISTANCE][i] > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
    x->state = (p->touching >> i & 1u) != 0u ? SCREE_TOUCHING : state;
    x->status = SCREE_OK;
    scree_clear_rest(x);
}

#endif
