// Bounding entities of grains: which pairs a broad phase hands over where it goes by spheres, by boxes along the axes or by
// oriented boxes.
#ifndef SCREE_CLI_ENTITIES_H
#define SCREE_CLI_ENTITIES_H

#include "scree/broad.h"
#include "scree_sim/sim.h"

enum { ENTITY_SPHERE, ENTITY_AABB, ENTITY_OBB, ENTITIES };

extern const char *const scree_entity_names[ENTITIES];

/// Of all grains of a simulation, each of one part, in the order of its view.
typedef struct entities {
    size_t count, pair_count;
    scree_aabb *boxes;    ///< along the axes
    scree_body *oriented; ///< boxes in the grains' own frames; their shapes belong to this
    scree_pair *pairs;    ///< all whose bounding spheres have boxes that overlap: no entity lets more through
} entities;

/// False: no memory. To be freed in any case.
bool scree_entities_make(entities *e, const scree_sim_grains_view *g);
void scree_entities_free(entities *e);

/// Which entities of these two overlap?
void scree_entities_overlap(const entities *e, const scree_sim_grains_view *g, const scree_pair *pair,
                            bool overlap[ENTITIES]);

#endif
