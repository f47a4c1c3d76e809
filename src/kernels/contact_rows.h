// Pairs of hulls over lanes: transposes bodies in memory into rows, and rows into contacts.
#ifndef SCREE_KERNELS_CONTACT_ROWS_H
#define SCREE_KERNELS_CONTACT_ROWS_H

#include <stddef.h>

#include "kernels/direct.h"
#include "kernels/pair_lanes.h"
#include "lanes/lane_rows.h"

// A body as doubles: the pointer to its shape, its position and its orientation.
enum { POSE_NUMBERS = sizeof(scree_body) / sizeof(double) };

// The offset of a member of a shape, in doubles.
#define NUMBER_OF(member) (offsetof(scree_shape, member) / sizeof(double))

static inline void gather_poses(const scree_body *const body[SCREE_LANES], double rows[BODY_ROWS][SCREE_LANES])
{
    lane numbers[POSE_NUMBERS];
    for (int first = 0; first < POSE_NUMBERS; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            numbers[first + i] = lane_at((const double *)(const void *)body[i] + first);
        lane_transpose(numbers + first);
    }
    for (int k = PX; k <= QZ; ++k) put(rows[k], numbers[1 + k - PX]);
}

static inline scree_vec3 lane_vector(const lane3 *v, int i)
{
    return (scree_vec3){ v->x[i], v->y[i], v->z[i] };
}

// The doubles at the beginning of a contact; `published` has them in the same order, except the last.
enum { CONTACT_NUMBERS = 16 };

// Swaps A and B back in the lanes whose bits are set, normals included, and transposes the rows into contacts.
static inline void swap_contacts_back(published *p, unsigned swapped, lane numbers[CONTACT_NUMBERS])
{
    const lane_mask these = lane_of_bits(swapped);
    for (int k = 0; k < CONTACT_NUMBERS - 1; ++k) numbers[k] = row(p->out[k]);
    numbers[CONTACT_NUMBERS - 1] = lane_of(0.0);
    for (int k = 0; k < 3; ++k) {
        const lane a = numbers[AX_OUT + k], b = numbers[BX + k], n = numbers[NX + k];
        numbers[NX + k] = lane_select(these, 0.0 - n, n);
        put(p->out[NX + k], numbers[NX + k]);
        numbers[AX_OUT + k] = lane_select(these, b, a);
        numbers[BX + k] = lane_select(these, a, b);
    }
    for (int first = 0; first < CONTACT_NUMBERS; first += SCREE_LANES) lane_transpose(numbers + first);
}

// Writes all of a contact but the features and the number of iterations.
static inline void write_contact(const published *p, const lane numbers[CONTACT_NUMBERS], int i, scree_contact *x)
{
    double *const to = (double *)(void *)x;
    for (int first = 0; first < CONTACT_NUMBERS; first += SCREE_LANES)
        *(lane_anywhere *)(void *)(to + first) = numbers[first + i];
    const scree_state state = p->out[DISTANCE][i] > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
    x->state = (p->touching >> i & 1u) != 0u ? SCREE_TOUCHING : state;
    x->status = SCREE_OK;
    scree_clear_rest(x);
}

#endif
