// The polygon in which two features meet, for callers that need more than its centroid.
#include <math.h>

#include "base/fp_environment.h"
#include "pair/pair.h"
#include "pair/patch.h"
#include "query/stack.h"
#include "scree/query.h"

// A pair in the order of `auto`, with the contact's data.
typedef struct patch_pair {
    scree_cores c;
    scree_vec3 n; // from A to B, in A's frame
    scree_feature kind_a, kind_b;
    int index_a, index_b;
    bool swapped;
} patch_pair;

static patch_pair open_pair(const scree_body *a, const scree_body *b, const scree_contact *contact)
{
    patch_pair p = { .swapped = !scree_pair_in_order(a, b) };
    p.c = p.swapped ? scree_cores_make(b, a) : scree_cores_make(a, b);
    const scree_vec3 n = m3_mul_transposed(&p.c.world_rotation, contact->normal);
    p.n = p.swapped ? v3_neg(n) : n;
    p.kind_a = p.swapped ? contact->feature_b : contact->feature_a;
    p.kind_b = p.swapped ? contact->feature_a : contact->feature_b;
    p.index_a = p.swapped ? contact->index_b : contact->index_a;
    p.index_b = p.swapped ? contact->index_a : contact->index_b;
    return p;
}

// The half space is B.
static scree_meeting meet_half_space(const patch_pair *p, scree_arena *scratch)
{
    const scree_meeting none = { .count = 0 };
    const scree_shape *other = p->c.a;
    if (other->core == SCREE_CORE_HALF_SPACE || scree_core_is_smooth(other)) return none;
    scree_feature_set set;
    if (!scree_feature_named(&p->c, true, p->kind_a, p->index_a, scratch, &set)) {
        const scree_mvertex at = { .index_a = scree_support_vertex(other, p->n, 0), .index_b = -1 };
        set = scree_feature_of_a(&p->c, p->n, &at, scratch);
    }
    return set.count > 1 ? scree_meet(NULL, &set, p->n, SCREE_LEVEL * p->c.error, scratch) : none;
}

// Uses the features that the contact names, so that area and centroid are those of the contact: where several are
// parallel within SCREE_FEATURE_SLOPE, a new search might find another one. Segments of capsules have no index.
static scree_meeting meet(const patch_pair *p, scree_arena *scratch)
{
    if (p->c.b->core == SCREE_CORE_HALF_SPACE) return meet_half_space(p, scratch);
    scree_feature_set a, b;
    scree_mvertex at = { .index_a = 0, .index_b = 0 };
    const bool named_a = scree_feature_named(&p->c, true, p->kind_a, p->index_a, scratch, &a);
    const bool named_b = scree_feature_named(&p->c, false, p->kind_b, p->index_b, scratch, &b);
    if (!named_a || !named_b) (void)scree_cores_gap(&p->c, p->n, &at);
    if (!named_a) a = scree_feature_of_a(&p->c, p->n, &at, scratch);
    if (!named_b) b = scree_feature_of_b(&p->c, p->n, &at, scratch);
    return scree_region_meet(&p->c, p->n, &a, &b, scratch);
}

// Where the answer goes: at most `capacity` corners into `polygon`.
typedef struct patch_result {
    scree_patch *out;
    scree_vec3 *polygon;
    int capacity;
} patch_result;

static void find_patch(const scree_body *a, const scree_body *b, const scree_contact *contact, void *memory,
                       size_t size, const patch_result *r)
{
    scree_arena scratch = scree_arena_make(memory, size);
    const patch_pair p = open_pair(a, b, contact);
    const scree_meeting m = meet(&p, &scratch);
    if (m.count < 2) return;
    // The patch lies midway between the surfaces, as the contact point does.
    const double height = v3_dot(p.n, m3_mul_transposed(&p.c.world_rotation, v3_sub(contact->point, p.c.world_shift)));
    for (int i = 0; i < m.count && i < r->capacity; ++i) {
        const scree_vec3 corner = m.corner[p.swapped ? m.count - 1 - i : i]; // counter-clockwise about the normal
        r->polygon[i] = scree_cores_world_point(&p.c, v3_add_scaled(corner, height, p.n));
    }
    r->out->count = m.count;
    r->out->area = scree_patch_measure(&p.c, &m);
    r->out->centroid = scree_cores_world_point(&p.c, v3_add_scaled(m.centroid, height, p.n));
    r->out->normal = contact->normal;
}

static void find_on_stack(const scree_body *a, const scree_body *b, const scree_contact *contact, const patch_result *r)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[SCREE_STACK_SMALL];
    find_patch(a, b, contact, stack, sizeof stack, r);
}

// Not inlined, so that other callers do not carry this buffer on their stack.
__attribute__((noinline)) static void find_on_large_stack(const scree_body *a, const scree_body *b,
                                                          const scree_contact *contact, const patch_result *r)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[SCREE_STACK_LARGE];
    find_patch(a, b, contact, stack, sizeof stack, r);
}

scree_status scree_contact_patch(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                 const scree_query_options *options, scree_patch *out, scree_vec3 *polygon,
                                 int capacity)
{
    SCREE_FP_GUARD();
    if (a == NULL || b == NULL || contact == NULL || out == NULL || capacity < 0 || (capacity > 0 && polygon == NULL))
        return SCREE_INVALID_ARGUMENT;
    *out = (scree_patch){ .count = 0 };
    if (a->shape == NULL || b->shape == NULL) return SCREE_INVALID_ARGUMENT;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
    if (a->shape->dimension != b->shape->dimension) return SCREE_MIXED_DIMENSIONS;
    if (!v3_is_finite(contact->normal) || v3_norm2(contact->normal) == 0.0) return SCREE_INVALID_ARGUMENT;
    if (options != NULL && options->size != 0 && options->size != sizeof *options) return SCREE_INVALID_ARGUMENT;
    const bool own = options != NULL && options->scratch != NULL;
    const size_t need = scree_patch_scratch(a->shape, b->shape);
    if (need > (own ? options->scratch_size : SCREE_STACK_LARGE)) return SCREE_SCRATCH_TOO_SMALL;
    const patch_result result = { .out = out, .polygon = polygon, .capacity = capacity };
    if (own)
        find_patch(a, b, contact, options->scratch, options->scratch_size, &result);
    else if (need <= SCREE_STACK_SMALL)
        find_on_stack(a, b, contact, &result);
    else
        find_on_large_stack(a, b, contact, &result);
    return SCREE_OK;
}
