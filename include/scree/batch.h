// Many pairs in one call: arrays of bodies, pairs, caches and results.
#ifndef SCREE_BATCH_H
#define SCREE_BATCH_H

#include "scree/paper.h"
#include "scree/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Body a with the image of body b shifted by `image` periods: what the broad phase finds and a batch answers. Without
/// periods, `{ .a = 0, .b = 1 }` is enough.
typedef struct scree_pair {
    int32_t a, b;     ///< indices of bodies, or of boxes
    int16_t image[3]; ///< whole periods along x, y and z; 0 along axes that are not periodic
    int16_t unused;   ///< 0
} scree_pair;

/// Bodies have 64 bytes, caches 32, contacts 160, pairs 16: arrays aligned to 64 bytes are read and written fastest.
typedef struct scree_batch {
    const scree_body *bodies;
    size_t body_count;
    const scree_pair *pairs;
    size_t pair_count;
    scree_cache *caches; ///< one for each pair, or NULL: cold
    /// NULL: all pairs. Else the indices of the pairs to answer (and of their caches), each at most once, in any order:
    /// results[k] belongs to pairs[active[k]], and the caches of the other pairs are not touched.
    const int32_t *active;
    size_t active_count;
    scree_vec3 period; ///< of the domain, along each axis; 0: not periodic, images are not read. As in scree_broad
    /// For the papers' methods (scree/paper.h), or NULL: counts[k] belongs to results[k], paper_caches[i] to pairs[i],
    /// as its cache does.
    scree_counts *counts;
    scree_paper_cache *paper_caches;
    int threads;   ///< 0: as many as OpenMP offers; 1: only the caller's; at most 1024
    void *scratch; ///< scree_batch_scratch() bytes; with fewer, pairs that need more are SCREE_SCRATCH_TOO_SMALL
    size_t scratch_size;
} scree_batch;

/// Bytes of scratch for this batch, whichever of its pairs are active (its scratch fields are not read); 0 if it has no
/// bodies or pairs.
SCREE_API size_t scree_batch_scratch(const scree_batch *batch);

/// Body b of a pair as the batch sees it: its position plus image * period, each product and sum rounded to a double.
/// A certified interval holds for the body at that rounded position. The identity where `image` is 0.
SCREE_API scree_body scree_pair_image(const scree_body *b, const scree_pair *pair, scree_vec3 period);

/// Answer every pair, up to the margin where `options` have one (scree_query_options.within); results[i] belongs to
/// pairs[i] (without `active`) and does not depend on the number of threads. Points are next to body a, at the image of
/// b: `point` and `point_b` less image * period are next to b itself. Of `options`, the cache, scratch and trace are
/// not used, nor the counts and the cache of scree_query_options.paper.
///
/// SCREE_OK if all pairs are; else the first other status, SCREE_NO_CONVERGENCE included: behind it there may be pairs
/// that were not answered, so look at results[i].status. A bad index is SCREE_INVALID_ARGUMENT of its pair.
/// SCREE_INVALID_ARGUMENT, and nothing is written, where an array is missing, `threads` is negative, or a period is
/// negative or not finite.
SCREE_API scree_status scree_query_batch(const scree_batch *batch, const scree_query_options *options,
                                         scree_contact *results);

/// How many pairs the kernels of this machine answer at once: 8 with AVX-512, 4 with AVX2, else 2. There are kernels
/// for two polyhedra (twice as many at a time, in floats, with a proof in doubles), two ellipsoids, superquadrics with
/// exponents up to 12 with each other or with an ellipsoid, an ellipsoid or a superquadric with
/// n1 = n2, whole, and a polyhedron, polygons of up to 8 corners and, at most four at a time, a ball and a polyhedron.
SCREE_API int scree_batch_lanes(void);

#ifdef __cplusplus
}
#endif

#endif
