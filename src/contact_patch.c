// The polygon in which two features meet, for those who want more of it than its centroid.
#include <math.h>
#include <stdalign.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "narrow/region.h"
#include "scree/query.h"

// As in query.c: enough for two hulls of 32 vertices.
enum { STACK_SCRATCH = 24 * 1024 };

static scree_meeting meet_half_space(const scree_cores *c, scree_vec3 n, bool plane_is_a, scree_arena *scratch)
{
    const scree_shape *other = plane_is_a ? c->b : c->a;
    scree_meeting none = { .count = 0 };
    if (other->core == SCREE_CORE_HALF_SPACE || scree_core_is_smooth(other)) return none;
    scree_mvertex at = { .index_a = -1, .index_b = -1 };
    scree_vec3 out = plane_is_a ? v3_neg(m3_mul_transposed(&c->turn, n)) : n;
    int index = scree_support_vertex(other, out, 0);
    *(plane_is_a ? &at.index_b : &at.index_a) = index;
    scree_feature_set set =
        plane_is_a ? scree_feature_of_b(c, n, &at, scratch) : scree_feature_of_a(c, n, &at, scratch);
    return set.count > 1 ? scree_meet(NULL, &set, n, SCREE_LEVEL * c->error, scratch) : none;
}

static scree_meeting meet(const scree_cores *c, scree_vec3 n, scree_arena *scratch)
{
    bool plane_a = c->a->core == SCREE_CORE_HALF_SPACE, plane_b = c->b->core == SCREE_CORE_HALF_SPACE;
    if (plane_a || plane_b) return meet_half_space(c, n, plane_a, scratch);
    scree_mvertex at = { .index_a = 0, .index_b = 0 };
    (void)scree_cores_gap(c, n, &at);
    scree_feature_set a = scree_feature_of_a(c, n, &at, scratch), b = scree_feature_of_b(c, n, &at, scratch);
    scree_meeting none = { .count = 0 };
    return a.count > 1 && b.count > 1 ? scree_meet(&a, &b, n, SCREE_LEVEL * c->error, scratch) : none;
}

scree_status scree_contact_patch(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                 const scree_query_options *options, scree_patch *out, scree_vec3 *polygon,
                                 int capacity)
{
    SCREE_FP_GUARD();
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[STACK_SCRATCH];
    if (a == NULL || b == NULL || contact == NULL || out == NULL || capacity < 0 || (capacity > 0 && polygon == NULL))
        return SCREE_INVALID_ARGUMENT;
    *out = (scree_patch){ .count = 0 };
    if (a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
    if (a->shape->dimension != b->shape->dimension) return SCREE_MIXED_DIMENSIONS;
    if (!v3_is_finite(contact->normal) || v3_norm2(contact->normal) == 0.0) return SCREE_INVALID_ARGUMENT;
    bool own = options != NULL && options->scratch != NULL;
    scree_arena scratch = scree_arena_make(own ? options->scratch : stack, own ? options->scratch_size : STACK_SCRATCH);
    if ((size_t)(scratch.end - scratch.next) < scree_patch_scratch(a->shape, b->shape)) return SCREE_SCRATCH_TOO_SMALL;

    scree_cores c = scree_cores_make(a, b);
    scree_vec3 n = m3_mul_transposed(&c.world_turn, contact->normal);
    scree_meeting m = meet(&c, n, &scratch);
    if (m.count < 2) return SCREE_OK;
    // The patch lies midway between the surfaces, as the witness points' middle does.
    scree_vec3 middle = v3_lerp(contact->point_a, contact->point_b, 0.5);
    double height = v3_dot(n, m3_mul_transposed(&c.world_turn, v3_sub(middle, c.world_shift)));
    for (int i = 0; i < m.count && i < capacity; ++i)
        polygon[i] = scree_cores_world_point(&c, v3_add_scaled(m.corner[i], height, n));
    out->count = m.count;
    out->area = scree_patch_measure(&c, &m);
    out->centroid = scree_cores_world_point(&c, v3_add_scaled(m.centroid, height, n));
    out->normal = contact->normal;
    return SCREE_OK;
}
