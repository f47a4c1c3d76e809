// The shared volumes, and in 2-D areas, of many pairs in one call.
#include "base/fp_environment.h"
#include "region/each_pair.h"
#include "scree/volume.h"

size_t scree_overlap_volume_batch_scratch(const scree_batch *batch)
{
    return scree_each_pair_scratch(batch, scree_overlap_volume_scratch);
}

size_t scree_overlap_area_batch_scratch(const scree_batch *batch)
{
    return scree_each_pair_scratch(batch, scree_overlap_area_scratch);
}

static bool is_apart(const scree_each_pair *what, size_t i)
{
    return what->contacts != NULL && (what->contacts[i].beyond || what->contacts[i].distance > 0.0);
}

static scree_status answer_volume(const scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b,
                                  bool tried, void *scratch, size_t scratch_size)
{
    (void)tried;
    scree_overlap_volume_result *results = what->results;
    results[i] = (scree_overlap_volume_result){ .volume = 0.0 };
    return is_apart(what, i) ? SCREE_OK : scree_overlap_volume(a, b, scratch, scratch_size, &results[i]);
}

static scree_status answer_area(const scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b,
                                bool tried, void *scratch, size_t scratch_size)
{
    (void)tried;
    scree_overlap_area_result *results = what->results;
    results[i] = (scree_overlap_area_result){ .area = 0.0 };
    return is_apart(what, i) ? SCREE_OK : scree_overlap_area(a, b, scratch, scratch_size, &results[i]);
}

static void refuse_volume(const scree_each_pair *what, size_t i, scree_status status)
{
    scree_overlap_volume_result *results = what->results;
    results[i] = (scree_overlap_volume_result){ .status = status };
}

static void refuse_area(const scree_each_pair *what, size_t i, scree_status status)
{
    scree_overlap_area_result *results = what->results;
    results[i] = (scree_overlap_area_result){ .status = status };
}

scree_status scree_overlap_volume_batch(const scree_batch *batch, const scree_contact *contacts,
                                        scree_overlap_volume_result *results)
{
    SCREE_FP_GUARD();
    const scree_each_pair what = {
        .contacts = contacts, .answer = answer_volume, .refuse = refuse_volume, .results = results
    };
    return scree_each_pair_answer(batch, &what);
}

scree_status scree_overlap_area_batch(const scree_batch *batch, const scree_contact *contacts,
                                      scree_overlap_area_result *results)
{
    SCREE_FP_GUARD();
    const scree_each_pair what = {
        .contacts = contacts, .answer = answer_area, .refuse = refuse_area, .results = results
    };
    return scree_each_pair_answer(batch, &what);
}
