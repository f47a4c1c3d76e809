// What the papers' methods share: the pair in their frame, and the conversion of what they found into a contact.
//
// A method opens the pair, searches, fills in a finding and closes. Closing adds what the paper does not have: the
// interval. Its lower end is the gap along the normal found. Its upper end is the distance of two points of the bodies
// (means of the corners of the features along the normal, however thin these are) or, if they overlap, comes from the
// largest ball around a common point, or from what the method itself has proven. It is valid whatever the method found,
// and as narrow as that was good: a method that proves nothing ends with SCREE_NO_CONVERGENCE even if its answer is
// right.
#ifndef SCREE_PAPERS_CLASSIC_H
#define SCREE_PAPERS_CLASSIC_H

#include "pair/answer.h"
#include "scree/paper.h"

typedef struct scree_classic {
    scree_cores cores; ///< the pair-local frame: all vectors below and in the finding are A's (see pair.h)
    scree_task task;   ///< task.cores points to `cores`: do not copy the struct
    scree_vec3 centroid_a, centroid_b;
} scree_classic;

typedef struct scree_finding {
    scree_vec3 normal;     ///< unit, from A to B
    double distance;       ///< signed, as the method has it
    scree_mvertex at;      ///< a hint for the support query along the normal; all zeros will do
    bool has_points;       ///< false: they are taken from the features along the normal
    scree_vec3 on_a, on_b; ///< points of A and of B, each in its own body whatever the method does
    bool has_upper;        ///< the method has proven an upper bound of the signed distance, up to rounding
    double upper;
    bool has_features; ///< false: they are named as for `auto`
    scree_feature feature_a, feature_b;
    int index_a, index_b;
    int iterations;
    bool cut_short; ///< the search reached its bound on steps
    scree_counts counts;
} scree_finding;

/// With `swell`, supports and gaps include the rounding balls, and so does the finding; else both are of the cores, and
/// closing accounts for the radii.
void scree_classic_open(const scree_body *a, const scree_body *b, const scree_query_options *options, bool swell,
                        scree_classic *out);

/// Whether there is a cached normal.
bool scree_classic_is_warm(const scree_classic *p);

/// The first direction from A to B: the cached normal if there is one, else from centroid to centroid, else x.
scree_vec3 scree_classic_direction(const scree_classic *p);

/// Reports a direction, and the support vertices along it, to the caller's trace.
void scree_classic_trace(const scree_classic *p, const char *phase, int iteration, scree_vec3 n,
                         const scree_mvertex *at);

/// Adds to the caller's counts, if there are any.
void scree_classic_report(const scree_classic *p, scree_counts counts, bool cut_short);

/// The caller's warm start, or NULL.
scree_paper_cache *scree_classic_cache(const scree_query_options *options);

/// The result, and its status.
scree_status scree_classic_close(const scree_classic *p, const scree_finding *found, scree_contact *out);

/// Bytes of scratch for closing; it uses p->task.scratch from the start, after the search is done with it.
size_t scree_classic_scratch(const scree_shape *a, const scree_shape *b);

/// Which pairs: two polyhedra or boxes; these or two polygons; any two shapes of the same dimension but half spaces.
bool scree_serves_polyhedra(const scree_shape *a, const scree_shape *b);
bool scree_serves_polytopes(const scree_shape *a, const scree_shape *b);
bool scree_serves_supports(const scree_shape *a, const scree_shape *b);
/// Two ellipsoids or spheres without rounding.
bool scree_serves_ellipsoids(const scree_shape *a, const scree_shape *b);

#endif
