// The contact query: one pair of convex bodies, any shapes, any position.
//
//   scree_query()        signed distance, normal, points, features, certified interval
//   scree_overlap()      do they overlap? stops as soon as it knows
//   scree_closer_than()  is the signed distance at most a margin? stops as soon as it knows
//   scree_contact_patch() the polygon where two faces, or an edge and a face, meet
//
// No call here allocates, locks, prints or keeps anything between calls. Like all of scree, they compute in the default
// floating-point environment: the caller's may have traps, another rounding mode or flush-to-zero, and is restored when
// they return. NULL, or a body without a shape, is SCREE_INVALID_ARGUMENT.
#ifndef SCREE_QUERY_H
#define SCREE_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/body.h"
#include "scree/contact.h"
#include "scree/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_method scree_method; // scree/method.h
typedef struct scree_paper scree_paper;   // scree/paper.h

/// Warm start, the caller's, 32 bytes: one for each pair that is queried repeatedly. All zeros means empty. What it
/// holds can make the next answer quicker, and with `auto` never different (beyond rounding, and the choice among equal
/// minima). The papers' common planes start from it as they do in time stepping; if several planes are locally optimal,
/// they may then end at another one. Indices that the shapes do not have are ignored.
typedef struct scree_cache {
    float axis[3];                ///< the last normal: single precision is enough for a direction to start from
    float distance;               ///< the last signed distance
    int32_t index_a, index_b;     ///< the indices of the features in contact along the normal
    uint16_t vertex_a, vertex_b;  ///< the support vertices along it, and against it; modulo 65536
    uint8_t feature_a, feature_b; ///< scree_feature: the kinds of features in contact
    bool filled;
    uint8_t unused; ///< 0
} scree_cache;

/// How much is computed once the search has ended.
typedef enum scree_detail {
    SCREE_DETAIL_FULL,  ///< everything
    SCREE_DETAIL_SEARCH ///< distance, normal, points and interval as the search left them; features, patch and contact
                        ///< point only where they come for free. A method may give more (`auto` gives everything, but
                        ///< for a superquadric with a polyhedron or a capsule, where it may leave out the polytope's
                        ///< feature: SCREE_FEATURE_SURFACE).
} scree_detail;

/// One step of a search, for the trace callback.
typedef struct scree_trace_step {
    const char *phase; ///< "gjk", "sat", "epa", ...
    int iteration;
    int simplex_size;      ///< 0 to 4
    scree_vec3 simplex[4]; ///< points of B - A, in A's frame; without rounding radii, but for the methods that see
                           ///< whole shapes (gjk-johnson, gjk-signed-volumes, gjk-epa)
    scree_vec3 direction;  ///< searched along, unit, in A's frame
    double lower, upper;   ///< of the signed distance, as known after the step
} scree_trace_step;

typedef void (*scree_trace_fn)(void *user, const scree_trace_step *step);

/// Start from scree_query_defaults(), or pass NULL for them. Where `size` is 0, every zero field means its default:
/// `{ .method = m }` has the default tolerance. For a tolerance of 0 start from scree_query_defaults().
typedef struct scree_query_options {
    /// Of the struct that the caller was compiled with: scree_query_defaults() fills it in. 0: see above. Any other
    /// than this version's is SCREE_INVALID_ARGUMENT: another version's header.
    uint32_t size;
    int max_iterations;         ///< bound on the steps of each search; 0: the method's own. Answers without a search
                                ///< (a ball and a polyhedron, two polygons, verdicts) ignore it; two polyhedra are
                                ///< then searched by GJK and EPA
    double tolerance;           ///< allowed absolute error of the distance; negative: 1e-12 of the pair's size
    const scree_method *method; ///< NULL: auto
    scree_cache *cache;         ///< NULL: cold
    void *scratch;              ///< NULL: a buffer on the stack, 24 KiB for spheres, discs, capsules, ellipsoids,
                                ///< half spaces, hulls and polygons of up to 32 vertices; 112 KiB with a
                                ///< superquadric, a cylinder, a cone, a tapered capsule, a user's shape, or a larger
                                ///< hull or polygon
    size_t scratch_size;        ///< in bytes; see scree_query_scratch()
    scree_trace_fn trace;       ///< NULL: none
    void *trace_user;
    const scree_paper *paper; ///< parameters, counters and links of the papers' methods (scree/paper.h); NULL: none
    double margin;            ///< with `within`: finite, 0 or more
    scree_detail detail;
    /// The DEM question: the full contact if the signed distance is at most `margin`, bit for bit the one without a
    /// margin; else a proof that it is larger (scree_contact.beyond), for which `auto` tries the last normal of the
    /// cache first. This holds for every method, single or in a batch. Not `beyond` means: the distance is within the
    /// margin, or so little above it that rounding leaves it open (`lower` is at most the margin, `upper` above it), or
    /// the bodies touch within the tolerance.
    bool within;
} scree_query_options;

SCREE_API scree_query_options scree_query_defaults(void);

/// Bytes of scratch (aligned as malloc aligns) that any query of these two shapes needs, whatever the method; 0 if one
/// is NULL. Symmetric. One method's own need, which may be less: scree_method_scratch().
SCREE_API size_t scree_query_scratch(const scree_shape *a, const scree_shape *b);

/// The length that tolerances are relative to: the sum of the two bounding radii (with a half space, the finite one). 0
/// if one is NULL.
SCREE_API double scree_pair_size(const scree_shape *a, const scree_shape *b);

/// The contact of A and B. The status is also in `out`; with SCREE_NO_CONVERGENCE, `out` holds the best answer known,
/// and its interval is valid all the same.
SCREE_API scree_status scree_query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                   scree_contact *out);

/// Do they overlap or touch? Within the rounding error of the pair (some tens of roundings of its size) around 0,
/// where neither can be proven, the answer is yes.
SCREE_API scree_status scree_overlap(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                     bool *out);

/// Is the signed distance at most `margin` (finite, of either sign)? Yes also if neither can be proven, as above.
SCREE_API scree_status scree_closer_than(const scree_body *a, const scree_body *b, double margin,
                                         const scree_query_options *options, bool *out);

/// The polygon where two features touch, midway between the two bodies.
typedef struct scree_patch {
    int count;   ///< of its corners; 2: a segment, from an edge and a face or two parallel edges; 0: none
    double area; ///< of the polygon; of a segment in 2-D, its length
    scree_vec3 centroid;
    scree_vec3 normal;
} scree_patch;

/// The patch of a contact that scree_query() gave for these bodies; at most `capacity` of its corners go into
/// `polygon`, counter-clockwise about the normal. Of `options` (NULL: the defaults) only the scratch is used.
SCREE_API scree_status scree_contact_patch(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                           const scree_query_options *options, scree_patch *out, scree_vec3 *polygon,
                                           int capacity);

#ifdef __cplusplus
}
#endif

#endif
