// The data of the page: bytes that sim/view/data.js reads.
#ifndef SCREE_SIM_OUTPUT_VIEW_DATA_H
#define SCREE_SIM_OUTPUT_VIEW_DATA_H

#include "output/view_run.h"

/// Compressed by deflate, in one stream.
typedef struct scree_sim_packer scree_sim_packer;
scree_sim_packer *scree_sim_packer_create(scree_sim_bytes *out, int level);
void scree_sim_packer_add(scree_sim_packer *packer, const void *data, size_t size);
/// Ends the stream and frees the packer. False where memory ran out.
bool scree_sim_packer_end(scree_sim_packer *packer);

/// Grains of all frames. A frame has, for all grains that ever were, 14 planes of bytes: the low and the high bytes of x,
/// y and z, 16 bits in the box of the run; those of a quaternion's three smallest components, 15 bits each, with its
/// largest one's number in the top bits of the first two; the root of the speed as a share of the largest, 8 bits; the
/// number of contacts, 255 where the grain is not there. Each 16-bit number is the difference from the frame before.
bool scree_sim_view_put_grains(const scree_sim_view_run *run, scree_sim_packer *packer, scree_error *error);
/// Types and materials of grains, then the meshes of types: uint32 counts, float points, uint32 corners.
bool scree_sim_view_put_meshes(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *type_count,
                               scree_error *error);
/// Contacts that carry at least the mean force of their frame: uint32 count a frame; then for each int32 grains (walls
/// below 0), float force, 3 floats of its point.
bool scree_sim_view_put_contacts(const scree_sim_view_run *run, scree_sim_packer *packer, scree_error *error);
/// Walls: meshes of the last list, then 8 floats of each wall for each frame.
bool scree_sim_view_put_walls(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *wall_count,
                              scree_error *error);

#endif
