// The region of a contact itself: the polygons of the surface halfway between two polyhedra (in 2-D the segments
// between two polygons), with the distance of the bodies at each corner, and up to four points that represent it.
//
//   scree_region_query()   polygons, corners and points of one pair, overlapping or apart by less than a margin
//   scree_region_batch()   the same for many pairs, in threads
//
// The surface is that of scree/pressure.h: where both bodies' depths are equal. The depth below a body is the least
// depth below the planes of its faces; outside it is negative, and the region ends where the bodies are `margin` apart.
// For force and area, use scree_pressure_query(). docs/pressure-field.md.
#ifndef SCREE_REGION_H
#define SCREE_REGION_H

#include <stddef.h>
#include <stdint.h>

#include "scree/batch.h"
#include "scree/contact.h"
#include "scree/pressure.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SCREE_REGION_POINTS = 4 };

/// A corner of the region.
typedef struct scree_region_corner {
    scree_vec3 point;
    double
        distance; ///< of the bodies there, as that of a contact: minus the sum of both depths, above 0 where they are apart
    uint64_t id; ///< of the faces that meet there: constant as long as these do
} scree_region_corner;

/// A plane convex polygon of the region, in 2-D a segment: where face `face_a` of A and face `face_b` of B are the nearest.
typedef struct scree_region_polygon {
    int first, count;   ///< its corners, counter-clockwise about the normal
    scree_vec3 normal;  ///< unit, from A to B
    int face_a, face_b; ///< as scree_shape_face_size() numbers them; of a half space 0
} scree_region_polygon;

/// NULL, all zeros, or what scree_region_defaults() returns: the defaults.
typedef struct scree_region_options {
    uint32_t size;        ///< 0, or as in scree_query_options: another version's is SCREE_INVALID_ARGUMENT
    double margin;        ///< the region ends where the bodies are this far apart; 0 or more
    const uint64_t *last; ///< NULL, or the ids of the points of the last step: these are preferred, so that points stay
    int last_count;       ///< of the ids
    void *scratch; ///< NULL: a buffer on the stack, enough for two polyhedra or polygons of up to 48 faces together
    size_t scratch_size; ///< in bytes; see scree_region_scratch()
} scree_region_options;

SCREE_API scree_region_options scree_region_defaults(void);

typedef struct scree_region {
    scree_region_polygon *polygons; ///< the caller's, or NULL
    int polygon_capacity;
    int polygon_count;            ///< of the region; those beyond the capacity are not written
    scree_region_corner *corners; ///< the caller's, or NULL; each polygon has its own
    int corner_capacity;
    int corner_count;                                ///< likewise
    scree_region_corner points[SCREE_REGION_POINTS]; ///< corners far from each other, the deepest first
    int point_count;
    scree_status status;
} scree_region;

/// Bytes of scratch for these two shapes; 0 if scree_pressure_serves() is false.
SCREE_API size_t scree_region_scratch(const scree_shape *a, const scree_shape *b);

/// The region of A and B: `contact` as for scree_pressure_query(); one of scree_query() with a margin will do if that
/// is no less than this margin. Without a common region, all counts are 0. Arrays and capacities of `out` are the
/// caller's, everything else is written.
///
/// Points are chosen among the corners: the deepest one, then those with the largest product of depth (relative to the
/// margin) and distance from the points before. A point stays while its faces meet and no other is better by a quarter.
///
/// SCREE_OK; SCREE_INVALID_ARGUMENT also for a negative or infinite margin and for arrays that are NULL with a capacity; else as
/// scree_pressure_query(). Nothing is allocated.
SCREE_API scree_status scree_region_query(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                          const scree_region_options *options, scree_region *out);

/// The ids of a pair's points in the last step, the caller's; all zeros: none.
typedef struct scree_region_cache {
    uint64_t ids[SCREE_REGION_POINTS];
    int count;
} scree_region_cache;

/// Bytes of scratch for this batch, whichever of its pairs are active.
SCREE_API size_t scree_region_batch_scratch(const scree_batch *batch);

/// The regions of many pairs, each as scree_region_query() gives it: results[i] belongs to pairs[i] (or to pairs[active[i]]),
/// and does not depend on the number of threads. Arrays and capacities of each result are the caller's; pairs that share arrays
/// overwrite each other's. Points are next to body a, at the image of b.
///
/// `contacts`: one for each result, as of scree_query_batch() with a margin no less than this one; NULL: they are computed. A
/// failure's status is passed on. `caches`: NULL, or one for each pair, by its index in `pairs`; the points of the last step are
/// preferred, and those of this one are stored. The batch's own caches are not used; its scratch is that of
/// scree_region_batch_scratch().
///
/// SCREE_OK if all pairs are, or are SCREE_UNSUPPORTED_PAIR; else the status of the first other one. SCREE_INVALID_ARGUMENT, and
/// nothing is written, as for scree_query_batch(), and for a negative or infinite margin.
SCREE_API scree_status scree_region_batch(const scree_batch *batch, const scree_contact *contacts, double margin,
                                          scree_region_cache *caches, scree_region *results);

#ifdef __cplusplus
}
#endif

#endif
