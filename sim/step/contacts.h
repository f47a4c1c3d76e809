// The contacts of one chunk, from the library's answers to force records: they are put side by side by law and
// materials, the laws run over them, and what comes out is spread again.
#ifndef SCREE_SIM_STEP_CONTACTS_H
#define SCREE_SIM_STEP_CONTACTS_H

#include "laws/lanes.h"

typedef struct sim_chunk {
    scree_sim *sim;
    const sim_thread *thread;
    sim_lanes *lanes; // SIM_OPEN_LANES groups
    int next;         // the group that makes room for another law or other materials
    sim_sums sums;
} sim_chunk;

/// Begin: all groups are empty.
sim_chunk scree_sim_begin_chunk(scree_sim *sim, const sim_thread *thread);
/// Active pair p touches. `pressure` and `followed` are NULL, or those of this pair.
void scree_sim_add_contact(sim_chunk *chunk, size_t p, const scree_contact *contact, const scree_pressure *pressure,
                           const sim_followed *followed);
/// Finish those that wait.
void scree_sim_end_chunk(sim_chunk *chunk);

#endif
