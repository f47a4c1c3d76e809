// The result of every method: the contact of two convex bodies.
#ifndef SCREE_CONTACT_H
#define SCREE_CONTACT_H

#include <stdbool.h>
#include <stdint.h>

#include "scree/export.h"
#include "scree/status.h"
#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scree_state { SCREE_SEPARATED, SCREE_TOUCHING, SCREE_OVERLAPPING } scree_state;

/// Which part of a body is in contact. In 2-D there are no faces.
typedef enum scree_feature {
    SCREE_FEATURE_SURFACE, ///< of a shape that has no vertices, edges or faces
    SCREE_FEATURE_VERTEX,
    SCREE_FEATURE_EDGE,
    SCREE_FEATURE_FACE
} scree_feature;

/// 160 bytes, plain data; no padding, so that contacts can be compared as bytes.
typedef struct scree_contact {
    double distance;     ///< signed: the gap, or minus the length of the shortest separating translation
    double lower, upper; ///< the exact signed distance is in [lower, upper], rounding included
    scree_vec3 normal;   ///< unit, from A to B: moving B along it separates the two
    scree_vec3 point_a;  ///< on A's surface; point_b - point_a = distance * normal
    scree_vec3 point_b;  ///< on B's surface
    scree_vec3 point;    ///< where a DEM force acts: the centroid of the patch, else midway between the points
    double patch_area;   ///< of the polygon where two faces meet (its length for edges in 2-D); else 0
    scree_feature feature_a, feature_b;
    int index_a, index_b; ///< the number of that vertex, edge or face in its shape; -1 for surfaces, and where the type
                          ///< that gjk-epa names after its vertices is no edge or face of the shape (a diagonal)
    int iterations;       ///< steps of all searches (support points of GJK and EPA, axes scored)
    scree_state state;
    scree_status status; ///< SCREE_OK or SCREE_NO_CONVERGENCE; anything else, and the fields above are 0
    bool beyond; ///< the question had a margin (scree_query_options.within), and the bodies are proven to be apart by
                 ///< more: `lower` is above it. `distance` is then `lower`; `normal` is the axis of the proof, which
                 ///< need not be that of the least distance; `upper` is true, maybe coarse; the points are 0, the
                 ///< features surfaces, the state SCREE_SEPARATED. False: see scree_query_options.within
    uint8_t unused[3]; ///< 0
} scree_contact;

/// "separated", "touching", "overlapping"; "unknown" for other numbers.
SCREE_API const char *scree_state_name(scree_state state);
/// "vertex-face", "edge-edge", ...: A's feature first. NULL if either is a surface, or not a feature.
SCREE_API const char *scree_features_name(scree_feature a, scree_feature b);

#ifdef __cplusplus
}
#endif

#endif
