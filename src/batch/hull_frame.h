// One of two hulls at home, the other its guest: all is in the frame of the one at home.
#ifndef SCREE_BATCH_HULL_FRAME_H
#define SCREE_BATCH_HULL_FRAME_H

#include "batch/hull_scan.h"
#include "narrow/hulls.h"

typedef struct hull_frame {
    const scree_shape *home, *guest;
    const scree_mat3 *turn; ///< of the guest: x at home = turn x + shift
    scree_vec3 shift;
    bool a_is_home;
} hull_frame;

static inline hull_frame frame_of_a(const scree_cores *c)
{
    return (hull_frame){ c->a, c->b, &c->turn, c->shift, true };
}

/// `back` is where its turn is kept.
static inline hull_frame frame_of_b(const scree_cores *c, scree_mat3 *back)
{
    const scree_vec3 *r = c->turn.row;
    back->row[0] = v3(r[0].x, r[1].x, r[2].x);
    back->row[1] = v3(r[0].y, r[1].y, r[2].y);
    back->row[2] = v3(r[0].z, r[1].z, r[2].z);
    return (hull_frame){ c->b, c->a, back, v3_neg(m3_mul(back, c->shift)), false };
}

static inline __attribute__((always_inline)) scree_vec3 guest_vertex(const hull_frame *f, int i)
{
    return v3_add(m3_mul(f->turn, scree_node_at(f->guest, i)), f->shift);
}

/// The guest's vertex that is farthest along d.
static inline int highest_guest(const hull_frame *f, scree_vec3 d, int hint)
{
    return highest_vertex(f->guest, m3_mul_transposed(f->turn, d), hint);
}

#endif
