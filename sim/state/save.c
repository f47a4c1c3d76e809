// The state as bytes.
#include "state/state.h"

bool scree_sim_save(const scree_sim *sim, void **bytes, size_t *size, scree_error *error)
{
    if (sim == NULL || bytes == NULL || size == NULL)
        return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation, or nowhere to save it");
    return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "saving is not there yet");
}

scree_sim *scree_sim_restore(const void *bytes, size_t size, scree_error *error)
{
    (void)bytes;
    (void)size;
    scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "restoring is not there yet");
    return NULL;
}
