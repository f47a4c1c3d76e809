// The public call for the shared volume of one pair: by the kernel, or by cuts.
#include "scree/volume.h"

#include "base/fp_environment.h"
#include "dispatch/kernels.h"
#include "pair/pair.h"
#include "solve/volume/overlap_volume.h"

static bool is_solid(const scree_body *body)
{
    return body != NULL && body->shape != NULL && body->shape->core == SCREE_CORE_POLYHEDRON &&
           body->shape->radius == 0.0 && scree_pose_is_valid(body);
}

// B's vectors are the negatives of A's, as the surface is closed.
static void swap_bodies(scree_overlap_volume_result *r)
{
    const double area = r->area_a;
    r->area_vector = v3_neg(r->area_vector);
    r->couple = v3_neg(r->couple);
    r->area_a = r->area_b;
    r->area_b = area;
}

static bool by_kernel(const scree_body *a, const scree_body *b, scree_overlap_volume_result *out)
{
    scree_volume_fn *volume = scree_kernels_best()->volume;
    if (scree_pair_in_order(a, b)) return volume(a, b, out);
    if (!volume(b, a, out)) return false;
    swap_bodies(out);
    return true;
}

scree_status scree_overlap_volume(const scree_body *a, const scree_body *b, void *scratch, size_t scratch_size,
                                  scree_overlap_volume_result *out)
{
    SCREE_FP_GUARD();
    if (out != NULL && scratch != NULL && is_solid(a) && is_solid(b) &&
        scratch_size >= scree_overlap_volume_scratch(a->shape, b->shape) && by_kernel(a, b, out))
        return SCREE_OK;
    return scree_overlap_volume_by_cuts(a, b, scratch, scratch_size, out);
}
