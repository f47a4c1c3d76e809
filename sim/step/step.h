// The passes of a time step. Each loop is a function of an index range and gives the same bytes for any number of
// threads: entries are written by the index that owns them, and sums are kept for each chunk and added up in order.
#ifndef SCREE_SIM_STEP_STEP_H
#define SCREE_SIM_STEP_STEP_H

#include "state/state.h"

/// Threads in use.
int scree_sim_thread_count(const scree_sim *sim);
int scree_sim_this_thread(void);

/// Half a kick, drift and rotation of all grains; places their bodies, and extends their path bounds.
void scree_sim_drift(scree_sim *sim);
/// Forces on all grains from the records, and the other half of the kick. Trouble goes to sim->sums.
void scree_sim_kick(scree_sim *sim);

/// Has something moved so far that the neighbour list may miss a pair?
bool scree_sim_needs_list(const scree_sim *sim);
/// Rebuilds the neighbour list. SCREE_OK, or the status of the broad phase.
scree_status scree_sim_rebuild(scree_sim *sim);

/// Grows the scratch of the broad phase, whose bytes are lost; false if there is no memory.
bool scree_sim_grow_scratch(scree_sim *sim, size_t need);

/// Sorts the grains along a space-filling curve, before a list is rebuilt. False if there is no memory.
bool scree_sim_reorder(scree_sim *sim);
/// Memory for that, once there is a list; false if there is none.
bool scree_sim_make_order_room(scree_sim *sim);

/// Queries once the pairs that are new in the list, or whose last query failed: most are apart and fall asleep at once,
/// without a place among the contacts. Overwrites contacts.active.
void scree_sim_filter_new(scree_sim *sim);
/// Builds what a list needs besides itself, if it was restored from bytes.
bool scree_sim_complete_list(scree_sim *sim);

/// The wake test: fills contacts.active.
void scree_sim_wake(scree_sim *sim);
/// Answer the active pairs and apply the laws.
void scree_sim_forces(scree_sim *sim);

/// Allocates the planes of a thread's pairs, if the scene has such; false if there is no memory.
bool scree_sim_make_planes(const scree_sim *sim, sim_thread *thread);
/// Is the pair of a slot still in contact by its floating plane? Then `f` has the plane.
bool scree_sim_follow_plane(const scree_sim *sim, int32_t slot, sim_followed *f);
/// The contact that follows from the plane.
scree_contact scree_sim_contact_of_plane(const scree_floating_plane *plane);

/// Seconds of some clock, for the observer's times.
double scree_sim_clock(void);

/// The branch of a contact: from the centre of A to that of B, or where one of the two is a wall, to the contact point.
void scree_sim_branch(const scree_sim *sim, const scree_pair *pair, const sim_record *record, scree_vec3 ends[2]);
/// Adds a x b.
void scree_sim_add_product(scree_mat3 *sum, scree_vec3 a, scree_vec3 b);
/// Adds n x n.
void scree_sim_add_fabric(scree_sym3 *sum, scree_vec3 normal);

#endif
