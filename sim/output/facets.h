// The polygons that shapes are drawn with, made once a shape.
#ifndef SCREE_SIM_OUTPUT_FACETS_H
#define SCREE_SIM_OUTPUT_FACETS_H

#include "scree_sim/output.h"

/// Faces of polyhedra and polygons as they are, other surfaces as triangles; in the shape's own frame.
typedef struct scree_sim_facets {
    const scree_shape *shape;
    scree_vec3 *points;
    int32_t *corners; ///< of all polygons, counter-clockwise from outside
    int32_t *ends;    ///< one past the last corner of each polygon
    size_t point_count, corner_count, polygon_count;
} scree_sim_facets;

/// By shape. All zeros is empty. Shapes must outlive it.
typedef struct scree_sim_facet_cache {
    scree_sim_facets **slots;
    size_t slot_count, used;
    int detail;
} scree_sim_facet_cache;

/// NULL where memory ran out. Half spaces have no polygons.
const scree_sim_facets *scree_sim_facets_of(scree_sim_facet_cache *cache, const scree_shape *shape);
void scree_sim_facet_cache_free(scree_sim_facet_cache *cache);

#endif
