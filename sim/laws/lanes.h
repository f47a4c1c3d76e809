// Contacts with one law and one pair of materials as a structure of arrays: the law runs over them in lanes.
//
// The laws are written for one contact (scree_sim/laws). A loop over arrays, with the law inline and no branch that the
// compiler cannot turn into a selection, vectorises. Each contact gets the same bits as by itself: no operation mixes
// lanes, and none is reordered.
#ifndef SCREE_SIM_LAWS_LANES_H
#define SCREE_SIM_LAWS_LANES_H

#include "state/state.h"

enum {
    SIM_LANES = 64,      // contacts of a group: their arrays fill half of a first-level cache
    SIM_OPEN_LANES = 4,  // groups that are filled at a time
    SIM_LANE_NEW = 1,    // marks: the two did not touch in the last step
    SIM_LANE_DRIVEN = 2, // the motion of one of the two is prescribed
    SIM_LANE_SHIFTED = 4 // B is taken at a periodic image
};

struct sim_lanes {
    scree_law law;
    int32_t count;
    const sim_mixed *mixed;
    bool is_shifted;           // any of them
    bool has_balls;            // some pairs are balls, whose contacts are still to be computed
    bool has_planes;           // the contacts have floating planes, which `rolling` holds
    int32_t places[SIM_LANES]; // among the contacts
    uint8_t marks[SIM_LANES];
    // Where the two bodies and the history are in memory; scree_sim_gather() copies them to the arrays below.
    const sim_motion *motions[2][SIM_LANES];
    const sim_trait *traits[2][SIM_LANES];
    const scree_contact_history *histories[SIM_LANES];
    // The region, as in scree_contact_region. Only laws with a patch have what comes after the depth, and Hertz a radius.
    double normal[3][SIM_LANES], point[3][SIM_LANES], depth[SIM_LANES];
    double is_known[SIM_LANES]; // 0: two balls, whose contact scree_sim_apply() computes first; else 1
    double patch_force[3][SIM_LANES], patch_couple[3][SIM_LANES], area[SIM_LANES], energy[SIM_LANES];
    double width[SIM_LANES], volume[SIM_LANES];
    // The two bodies: motion of the owners, masses (see sim_motion), lengths of the parts.
    double centre[2][3][SIM_LANES], velocity[2][3][SIM_LANES], spin[2][3][SIM_LANES];
    double inverse_mass[2][SIM_LANES], inverse_inertia[2][SIM_LANES];
    double own_radius[2][SIM_LANES], inradius[2][SIM_LANES], ball[2][SIM_LANES];
    // The contact's history: in, and out. `rolling` of the floating-plane law is the last plane.
    double shear[3][SIM_LANES], rolling[3][SIM_LANES], torsion[SIM_LANES], stiffness[SIM_LANES];
    // Out: what the law returns, the torques on A and on B, and the depth as a fraction of the smaller inradius.
    double force[3][SIM_LANES], couple[3][SIM_LANES], elastic[SIM_LANES], dissipated[SIM_LANES];
    double torque[2][3][SIM_LANES], share[SIM_LANES];
};

/// Copies what the contacts of the group read of their bodies and histories to its arrays.
void scree_sim_gather(sim_lanes *lanes);
/// Applies the law to all contacts of the group. A lane also evaluates the branch that is not selected, which may be 0 / 0:
/// the caller keeps that from raising an exception.
void scree_sim_apply(const scree_sim *sim, sim_lanes *lanes);
/// Writes force, couple, point and normal of the records, and all of the loads and histories, to the contacts' places.
void scree_sim_scatter(const sim_lanes *lanes, sim_contacts *to);

/// Does a law read and write the rolling and torsional springs with this pair of materials?
static inline bool sim_has_springs(scree_law law, const sim_mixed *mixed)
{
    if (law == SCREE_LAW_DEPTH) return false;
    const bool resists = mixed->rolling_friction > 0.0 || mixed->torsional_friction > 0.0;
    return resists || (law != SCREE_LAW_LINEAR && law != SCREE_LAW_HERTZ);
}

/// Does a law have a region besides the point?
static inline bool sim_has_patch(scree_law law)
{
    return law == SCREE_LAW_PRESSURE_FIELD || law == SCREE_LAW_VOLUME || law == SCREE_LAW_FLOATING_PLANE ||
           law == SCREE_LAW_USER;
}

// One for each width that the library is built with; those above call the widest that the processor has.
void scree_sim_gather_lanes_2(sim_lanes *lanes);
void scree_sim_gather_lanes_4(sim_lanes *lanes);
void scree_sim_gather_lanes_8(sim_lanes *lanes);
void scree_sim_apply_lanes_2(const scree_sim *sim, sim_lanes *lanes);
void scree_sim_apply_lanes_4(const scree_sim *sim, sim_lanes *lanes);
void scree_sim_apply_lanes_8(const scree_sim *sim, sim_lanes *lanes);
void scree_sim_scatter_lanes_2(const sim_lanes *lanes, sim_contacts *to);
void scree_sim_scatter_lanes_4(const sim_lanes *lanes, sim_contacts *to);
void scree_sim_scatter_lanes_8(const sim_lanes *lanes, sim_contacts *to);

#endif
