// VTP: the XML form of VTK's PolyData, with arrays compressed by zlib and appended as raw bytes.
#ifndef SCREE_SIM_OUTPUT_VTP_H
#define SCREE_SIM_OUTPUT_VTP_H

#include "output/facets.h"
#include "output/origin.h"

/// What the three kinds of files are written from.
typedef struct scree_sim_vtp_input {
    const scree_sim_origin_copy *origin;
    const scree_sim_frame *frame;
    scree_sim_facet_cache *facets;
    int detail; ///< of curved surfaces; less where there are very many grains
} scree_sim_vtp_input;

/// Grains by their true surfaces. Cell data: id, material, shape, coordination, velocity, angular_velocity.
bool scree_sim_vtp_grains(const char *path, const scree_sim_vtp_input *in, scree_error *error);
/// Contacts as lines: between the centres of two grains, or from a grain's centre to the contact point at a wall.
bool scree_sim_vtp_contacts(const char *path, const scree_sim_vtp_input *in, scree_error *error);
/// Walls and tools; half spaces as far as the domain goes.
bool scree_sim_vtp_walls(const char *path, const scree_sim_vtp_input *in, scree_error *error);

/// Contacts of each grain, as a new array; NULL where memory ran out.
int32_t *scree_sim_coordination(const scree_sim_frame *frame);
/// The ends of a contact's line. Across a periodic boundary, the images nearest to the contact point.
void scree_sim_contact_ends(const scree_sim_origin *origin, const scree_sim_frame *frame, const scree_sim_contact *c,
                            scree_vec3 ends[2]);

#endif
