// Two hulls, the reference and the incident one, in the frame of the reference.
#ifndef SCREE_KERNELS_HULL_HULL_FRAME_H
#define SCREE_KERNELS_HULL_HULL_FRAME_H

#include "kernels/hull/hull_scan.h"
#include "pair/hull_answer.h"

typedef struct hull_frame {
    const scree_shape *reference, *incident;
    const scree_mat3 *rotation; ///< rotation of the incident: x in the reference's frame = rotation x + shift
    scree_vec3 shift;
    bool a_is_reference;
} hull_frame;

/// scree_cores_make_plain(), bit for bit, with both bodies side by side in two lanes: for small hulls, the frame is a
/// sixth of the work.
static inline __attribute__((always_inline)) void place_pair(const scree_body *a, const scree_body *b, scree_cores *c)
{
    const scree_quat q = a->orientation, r = b->orientation;
    const scree_two w = { q.w, r.w }, x = { q.x, r.x }, y = { q.y, r.y }, z = { q.z, r.z };
    const scree_two norm2 = w * w + x * x + y * y + z * z, least = { 1e-139, 1e-139 }, most = { 1e139, 1e139 };
    if (!lane_two_all((norm2 > least) & (norm2 < most))) { // m3_from_quat() might overflow or underflow
        scree_cores_make_plain(a, b, c);
        return;
    }
    const scree_two s = 2.0 / norm2;
    const scree_two xx = 1.0 - s * (y * y + z * z), xy = s * (x * y - w * z), xz = s * (x * z + w * y);
    const scree_two yx = s * (x * y + w * z), yy = 1.0 - s * (x * x + z * z), yz = s * (y * z - w * x);
    const scree_two zx = s * (x * z - w * y), zy = s * (y * z + w * x), zz = 1.0 - s * (x * x + y * y);
    const scree_mat3 rotation_b = { { v3(xx[1], xy[1], xz[1]), v3(yx[1], yy[1], yz[1]), v3(zx[1], zy[1], zz[1]) } };
    c->world_rotation = (scree_mat3){ { v3(xx[0], xy[0], xz[0]), v3(yx[0], yy[0], yz[0]), v3(zx[0], zy[0], zz[0]) } };
    c->a = a->shape;
    c->b = b->shape;
    c->rotation = m3_transposed_mul(&c->world_rotation, &rotation_b);
    c->shift = m3_mul_transposed(&c->world_rotation, v3_sub(b->position, a->position));
    c->world_shift = a->position;
    c->swell_a = c->swell_b = 0.0;
    scree_cores_measure(c);
}

static inline hull_frame frame_of_a(const scree_cores *c)
{
    return (hull_frame){ c->a, c->b, &c->rotation, c->shift, true };
}

/// The frame with B as reference; `back` holds its rotation.
static inline hull_frame frame_of_b(const scree_cores *c, scree_mat3 *back)
{
    const scree_vec3 *r = c->rotation.row;
    back->row[0] = v3(r[0].x, r[1].x, r[2].x);
    back->row[1] = v3(r[0].y, r[1].y, r[2].y);
    back->row[2] = v3(r[0].z, r[1].z, r[2].z);
    return (hull_frame){ c->b, c->a, back, v3_neg(m3_mul(back, c->shift)), false };
}

static inline __attribute__((always_inline)) scree_vec3 incident_vertex(const hull_frame *f, int i)
{
    return v3_add(m3_mul(f->rotation, scree_node_at(f->incident, i)), f->shift);
}

/// The incident's support vertex along d.
static inline int highest_incident(const hull_frame *f, scree_vec3 d, int hint)
{
    return highest_vertex(f->incident, m3_mul_transposed(f->rotation, d), hint);
}

#endif
