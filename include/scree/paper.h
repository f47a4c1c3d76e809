// What only the papers' methods use, besides the options and the contact of every query. `auto` needs none of it.
//
//   scree_counts      what a search cost
//   scree_paper_cache their warm start
//   scree_paper       both, and the methods' parameters, for one query: scree_query_options.paper
//
// A batch has arrays of counts and caches (scree_batch.counts, scree_batch.paper_caches), one for each pair.
#ifndef SCREE_PAPER_H
#define SCREE_PAPER_H

#include <stdbool.h>
#include <stdint.h>

#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_ellipsoid_parameters scree_ellipsoid_parameters; // scree/ellipsoid.h

/// What a search cost, in the units that the papers count in. A method fills in those that apply, the others are 0; for
/// `auto` all of them are.
typedef struct scree_counts {
    int32_t gjk_updates;     ///< support points that GJK added to its simplex
    int32_t epa_iterations;  ///< expansions of a polytope, by EPA or by tetrahedron distortion
    int32_t perturbations;   ///< normals tried by a common plane
    int32_t candidates;      ///< planes scored by a fast common plane; axes and pairs of features, by separating axes
    int32_t link_iterations; ///< of the shortest link
    int32_t ph_case;   ///< the case of ph-sq that ended it: 1 to 6, or 8 where the centre is inside the polyhedron
    bool cut_short;    ///< the search reached its bound on steps, or got stuck, before it converged
    uint8_t unused[3]; ///< 0
} scree_counts;

/// Warm start of the papers' methods, the caller's, one for each pair; all zeros means empty. Common planes start from
/// this normal in double precision; from that of a scree_cache, in single precision, they would climb anew. If a query
/// has both, this one is used.
typedef struct scree_paper_cache {
    scree_vec3 normal; ///< `filled`: the last normal
    scree_vec3 link_a; ///< `linked`: the end of the last shortest link on A, in its shape's frame; or sq-newton's last
                       ///< contact point
    scree_vec3 link_b; ///< `linked`: the other end, in the frame of B's shape
    bool filled;
    bool linked; ///< by slm or sq-newton
} scree_paper_cache;

/// Any of the pointers may be NULL.
typedef struct scree_paper {
    const scree_ellipsoid_parameters *ellipsoids; ///< parameters of the ellipsoid methods; NULL: the papers' values
    scree_counts *counts;                         ///< out; NULL: not wanted. A batch has its own
    scree_paper_cache *cache;                     ///< in and out; NULL: cold. A batch has its own
} scree_paper;

#ifdef __cplusplus
}
#endif

#endif
