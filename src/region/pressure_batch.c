// The pressure field of many pairs in one call.
#include "base/fp_environment.h"
#include "region/each_pair.h"
#include "scree/pressure.h"

size_t scree_pressure_batch_scratch(const scree_batch *batch)
{
    return scree_each_pair_scratch(batch, scree_pressure_scratch);
}

static scree_status answer(const scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b,
                           void *scratch, size_t scratch_size)
{
    const scree_pressure_options o = { .energy = what->energy, .scratch = scratch, .scratch_size = scratch_size };
    scree_pressure *results = what->results;
    return scree_pressure_query(a, b, what->contacts != NULL ? &what->contacts[i] : NULL, &o, &results[i]);
}

static void refuse(const scree_each_pair *what, size_t i, scree_status status)
{
    scree_pressure *results = what->results;
    results[i] = (scree_pressure){ .status = status };
}

scree_status scree_pressure_batch(const scree_batch *batch, const scree_contact *contacts,
                                  const scree_pressure_options *options, scree_pressure *results)
{
    SCREE_FP_GUARD();
    const scree_each_pair what = { .contacts = contacts,
                                   .answer = answer,
                                   .refuse = refuse,
                                   .results = results,
                                   .energy = options != NULL && options->energy };
    return scree_each_pair_answer(batch, &what);
}
