// The pressure field of boxes over lanes: the frame of a pair, from its poses.
//
// The frame has the axes of A, permuted and reversed so that the face of A that faces most along the normal is along z;
// its origin is the middle of the face of B that faces it most (for a half space, A's stored origin). B's axes are u, v
// and w, of which w is the outward normal of that face, and u and v are counter-clockwise seen from above.
#ifndef SCREE_KERNELS_FIELD_FRAME_H
#define SCREE_KERNELS_FIELD_FRAME_H

#include "kernels/kernels.h"
#include "lanes/lane.h"
#include "lanes/lane_rows.h"

// Which axis of a box is z, and its sign.
typedef struct field_axes {
    lane_flags x, y;
    lane sign;
} field_axes;

typedef struct field_frame {
    lane_mat3 world; // its axes in the world, as columns
    lane3 place;     // A's stored origin in the world
    lane3 origin;    // from there, along the frame's axes
    lane3 from;      // x, y, z of A: least, from the origin
    lane3 to;        // ... and most
    lane3 u, v, w;
    lane half_u, half_v, thick; // of B
    lane offset;                // depth of the origin below B's face
    lane depth;                 // of the overlap along the normal
    lane error;                 // error bound of the planes
    field_axes axes[2];         // of A and B
} field_frame;

// The doubles of a body, and those of its box.
typedef struct field_body {
    lane3 position, low, high;
    lane_mat3 rotation;
    lane radius, slack;
} field_body;

static inline lane_mat3 field_rotation_of(lane w, lane x, lane y, lane z)
{
    const lane s = 2.0 / (w * w + x * x + y * y + z * z);
    lane_mat3 r;
    r.row[0] = l3(1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
    r.row[1] = l3(s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x));
    r.row[2] = l3(s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y));
    return r;
}

// A body is a pointer and seven doubles.
static inline void field_read_pose(const scree_body *const bodies[SCREE_LANES], field_body *out)
{
    const double *records[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) records[i] = &bodies[i]->position.x;
    lane first[4], second[4];
    lane_columns_of_four(records, 0, first);  // position, w
    lane_columns_of_four(records, 3, second); // w, x, y, z
    out->position = l3(first[0], first[1], first[2]);
    out->rotation = field_rotation_of(second[0], second[1], second[2], second[3]);
}

static inline void field_read_box(const scree_body *const bodies[SCREE_LANES], field_body *out)
{
    const double *records[SCREE_LANES], *sizes[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        records[i] = &bodies[i]->shape->hull->box->low.x;
        sizes[i] = &bodies[i]->shape->core_radius;
    }
    lane first[4], second[4];
    lane_columns_of_four(records, 0, first);
    lane_columns_of_four(records, 2, second);
    out->low = l3(first[0], first[1], first[2]);
    out->high = l3(first[3], second[2], second[3]);
    out->radius = lane_column(sizes, 0);
    out->slack = lane_column(sizes, 1);
}

static inline field_axes field_axes_along(lane3 n)
{
    const lane x = lane_abs(n.x), y = lane_abs(n.y), z = lane_abs(n.z);
    field_axes a;
    a.x = flags_and(flags_below(y, x), flags_below(z, x));
    a.y = flags_and(flags_not(a.x), flags_below(z, y));
    const lane most = lane_pick(a.x, n.x, lane_pick(a.y, n.y, n.z));
    a.sign = lane_pick(flags_below(most, lane_of(0.0)), lane_of(-1.0), lane_of(1.0));
    return a;
}

// Faces of a box: x, -x, y, -y, z, -z; or the one that faces most along a direction.
enum { FIELD_ANY_FACE = 6 };

static inline field_axes field_axes_of(lane_mask face, lane3 n)
{
    const lane_flags any = flags_same_whole(face, lane_whole(FIELD_ANY_FACE));
    const lane_flags x = flags_same_whole(face >> 1, lane_whole(0)), y = flags_same_whole(face >> 1, lane_whole(1));
    field_axes a = field_axes_along(n);
    a.x = flags_or(flags_and(any, a.x), x);
    a.y = flags_or(flags_and(any, a.y), y);
    const lane sign = lane_pick(flags_same_whole(face & 1, lane_whole(0)), lane_of(1.0), lane_of(-1.0));
    a.sign = lane_pick(any, a.sign, sign);
    return a;
}

// x, y, z become y, z, x or z, x, y.
static inline lane3 field_permuted(const field_axes *a, lane3 c)
{
    return l3(lane_pick(a->x, c.y, lane_pick(a->y, c.z, c.x)), lane_pick(a->x, c.z, lane_pick(a->y, c.x, c.y)),
              lane_pick(a->x, c.x, lane_pick(a->y, c.y, c.z)));
}

static inline void field_choose_axes(const field_axes *a, field_body *body)
{
    for (int i = 0; i < 3; ++i) {
        const lane3 c = field_permuted(a, body->rotation.row[i]);
        body->rotation.row[i] = l3(c.x, a->sign * c.y, a->sign * c.z);
    }
    const lane3 low = field_permuted(a, body->low), high = field_permuted(a, body->high);
    const lane_flags reversed = flags_below(a->sign, lane_of(0.0));
    body->low = l3(low.x, lane_pick(reversed, -high.y, low.y), lane_pick(reversed, -high.z, low.z));
    body->high = l3(high.x, lane_pick(reversed, -low.y, high.y), lane_pick(reversed, -low.z, high.z));
}

static inline lane3 field_column(const lane_mat3 *m, int i)
{
    if (i == 0) return l3(m->row[0].x, m->row[1].x, m->row[2].x);
    if (i == 1) return l3(m->row[0].y, m->row[1].y, m->row[2].y);
    return l3(m->row[0].z, m->row[1].z, m->row[2].z);
}

// The support height of a box along n from its stored origin.
static inline lane field_reach(const field_body *body, lane3 n)
{
    return lane_max(n.x * body->low.x, n.x * body->high.x) + lane_max(n.y * body->low.y, n.y * body->high.y) +
           lane_max(n.z * body->low.z, n.z * body->high.z);
}

// The faces of A and B are those of the main cell, if any are given.
static inline void field_frame_of_boxes(field_body *a, field_body *b, lane3 normal, const lane_mask faces[2],
                                        field_frame *f)
{
    const lane3 n = l3_unit(normal), own_a = lm3_mul_transposed(&a->rotation, n),
                own_b = lm3_mul_transposed(&b->rotation, n);
    const field_axes axes_a = field_axes_of(faces[0], own_a);
    const field_axes axes_b = field_axes_of(faces[1], l3(-own_b.x, -own_b.y, -own_b.z));
    const lane reach = field_reach(a, own_a) + field_reach(b, l3(-own_b.x, -own_b.y, -own_b.z));
    const lane3 way = l3_sub(b->position, a->position);
    f->depth = reach - l3_dot(way, n);
    field_choose_axes(&axes_a, a);
    field_choose_axes(&axes_b, b);
    f->axes[0] = axes_a;
    f->axes[1] = axes_b;
    const lane_mat3 rotation = lm3_transposed_mul(&a->rotation, &b->rotation);
    const lane3 shift = lm3_mul_transposed(&a->rotation, way);
    const lane3 middle = l3(0.5 * (b->low.x + b->high.x), 0.5 * (b->low.y + b->high.y), b->high.z);
    f->world = a->rotation;
    f->place = a->position;
    f->origin = l3_add(shift, lm3_mul(&rotation, middle));
    f->from = l3_sub(a->low, f->origin);
    f->to = l3_sub(a->high, f->origin);
    f->u = field_column(&rotation, 0);
    f->v = field_column(&rotation, 1);
    f->v = l3(-f->v.x, -f->v.y, -f->v.z);
    f->w = field_column(&rotation, 2);
    f->half_u = 0.5 * (b->high.x - b->low.x);
    f->half_v = 0.5 * (b->high.y - b->low.y);
    f->thick = b->high.z - b->low.z;
    f->offset = lane_of(0.0);
    const lane length = lane_sqrt(l3_dot(shift, shift));
    f->error = SCREE_ROUNDING *
               (SCREE_ROUNDINGS_A * a->radius + SCREE_ROUNDINGS_B * b->radius + SCREE_ROUNDINGS_SHIFT * length);
    f->error += a->slack + b->slack;
}

// `normal` is that of the half space, outward, in the world; `offset` the depth of A's stored origin below it.
static inline void field_frame_on_plane(field_body *a, lane3 normal, lane offset, field_frame *f)
{
    const lane3 own = lm3_mul_transposed(&a->rotation, l3(-normal.x, -normal.y, -normal.z));
    const field_axes axes = field_axes_along(own);
    f->depth = field_reach(a, own) + offset;
    field_choose_axes(&axes, a);
    f->world = a->rotation;
    f->place = a->position;
    f->origin = l3_of((scree_vec3){ 0.0, 0.0, 0.0 });
    f->from = a->low;
    f->to = a->high;
    f->w = lm3_mul_transposed(&a->rotation, normal);
    f->offset = offset;
    f->error = 64.0 * SCREE_ROUNDING * a->radius + a->slack;
}

#endif
