// The contacts of one chunk, from the library's answers to force records: they are grouped by law and materials, the
// laws run over each group, and the results are scattered again.
#ifndef SCREE_SIM_STEP_CONTACTS_H
#define SCREE_SIM_STEP_CONTACTS_H

#include <fenv.h>

#include "laws/lanes.h"

typedef struct sim_chunk {
    scree_sim *sim;
    const sim_thread *thread;
    sim_lanes *lanes; // SIM_OPEN_LANES groups
    int next;         // the group to be flushed for another law or other materials
    sim_sums sums;
    fenv_t environment; // of the caller: floating-point exceptions are held back until the end
} sim_chunk;

/// Begins a chunk: all groups are empty.
sim_chunk scree_sim_begin_chunk(scree_sim *sim, const sim_thread *thread);
/// Active pair p touches. `pressure` and `followed` are NULL, or those of this pair.
void scree_sim_add_contact(sim_chunk *chunk, size_t p, const scree_contact *contact, const scree_pressure *pressure,
                           const sim_followed *followed);
/// The same for pairs of spheres from p on, without contacts: many are computed at once, in lanes, just before the law. Returns the first
/// pair that it did not add: its bodies are not two spheres, or do not overlap by more than rounding, or the law needs more than a
/// contact point; the caller then computes the contact.
size_t scree_sim_add_balls(sim_chunk *chunk, size_t p, size_t end);
/// Finishes the contacts still in groups.
void scree_sim_end_chunk(sim_chunk *chunk);

#endif
