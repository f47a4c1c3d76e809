// The floating planes of many pairs in one call.
#include "base/fp_environment.h"
#include "region/each_pair.h"
#include "scree/floating_plane.h"

size_t scree_floating_plane_batch_scratch(const scree_batch *batch)
{
    return scree_each_pair_scratch(batch, scree_floating_plane_scratch);
}

static scree_status answer(const scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b, bool tried,
                           void *scratch, size_t scratch_size)
{
    (void)tried;
    const scree_floating_plane_options o = { .scratch = scratch, .scratch_size = scratch_size };
    scree_floating_plane *results = what->results;
    const scree_contact *contact = what->contacts != NULL ? &what->contacts[i] : NULL;
    const scree_status status = scree_floating_plane_query(a, b, contact, &o, &results[i]);
    return status == SCREE_NO_CONVERGENCE ? SCREE_OK : status; // there is an answer to keep
}

static void refuse(const scree_each_pair *what, size_t i, scree_status status)
{
    scree_floating_plane *results = what->results;
    results[i] = (scree_floating_plane){ .status = status };
}

scree_status scree_floating_plane_batch(const scree_batch *batch, const scree_contact *contacts,
                                        scree_floating_plane *results)
{
    SCREE_FP_GUARD();
    const scree_each_pair what = { .contacts = contacts, .answer = answer, .refuse = refuse, .results = results };
    return scree_each_pair_answer(batch, &what);
}
