// The broad phase: boxes in, pairs of overlapping boxes out; and the one call from bodies to contacts.
//
//   scree_body_aabb()     the axis-aligned bounding box of a body
//   scree_broad_pairs()   all pairs of boxes that overlap, periodic images included
//   scree_broad_moved()   have the boxes left the skin that the pairs were found with?
//   scree_contacts()      all pairs of bodies whose signed distance is at most a margin, with their contacts
//
// Memory is linear in the number n of boxes. So is the cost if a grid of cells separates them: any mix of sizes, with a
// few far away or far larger than all others, and rods or plates with similar orientations. Otherwise (rods along all
// three axes, heaps far apart) it is of the order of n log(n)^3 plus the number of pairs, on one thread: see
// docs/broad.md. Pairs come sorted by a, then b, then image along x, y, z. The list depends only on the boxes, not on
// the number of threads, and can be passed to scree_query_batch() as it is. All memory is the caller's.
#ifndef SCREE_BROAD_H
#define SCREE_BROAD_H

#include "scree/batch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_aabb {
    scree_vec3 low, high;
} scree_aabb;

/// The tightest axis-aligned box, grown by `margin` (0 or more) on all sides. That of a half space is infinite, except
/// for one side if its plane is perpendicular to an axis. Without a body or a shape, an empty box (which
/// scree_broad_pairs() rejects): low at infinity, high at minus infinity.
SCREE_API scree_aabb scree_body_aabb(const scree_body *body, double margin);

/// Which boxes or bodies never form a pair, whatever their distance. All zeros: any two may.
typedef struct scree_filter {
    /// NULL, or one for each: two of the same group, other than 0, never pair (the parts of one grain, the walls).
    const int32_t *groups;
    /// NULL, or one for each, below 64: two of species s and t never pair where bit t of excluded[s], or bit s of
    /// excluded[t], is set (a field that acts on some species only, grains that ignore each other).
    const uint8_t *species;
    uint64_t excluded[64];
} scree_filter;

typedef struct scree_broad {
    const scree_aabb *boxes;
    size_t box_count;
    double skin;       ///< the distance up to which boxes count as overlapping; 0 or more
    scree_vec3 period; ///< of the domain, along each axis; 0: not periodic. Boxes may lie up to 16000 periods away
    const scree_filter *filter; ///< NULL: every two may pair
    int threads;                ///< 0: as many as OpenMP offers; 1: only the caller's; never more than 256
    void *scratch;              ///< at least scree_broad_scratch() bytes
    size_t scratch_size;
} scree_broad;

/// Bytes of scratch for these boxes (its scratch fields are not read); 0 if scree_broad_pairs() would reject them. In a
/// periodic domain it depends on where the boxes are: call it again when they have moved.
SCREE_API size_t scree_broad_scratch(const scree_broad *broad);

/// All pairs of boxes that overlap or touch, each once, a below b, sorted (scree_pair_order()); `count` is their
/// number. A box with an infinite side pairs with the others with image 0; along periodic axes with all.
///
/// SCREE_SCRATCH_TOO_SMALL if the scratch or the capacity is; in the latter case with the count, and `pairs` is then
/// undefined. SCREE_INVALID_ARGUMENT if a box is invalid (low above high, NaN, beyond 1e100; infinite ends are fine),
/// or is finite and, with the skin, longer than half a period; if the skin or a period is beyond 1e100; if a species is
/// 64 or more; or if boxes and the images they need are 2^31 or more.
SCREE_API scree_status scree_broad_pairs(const scree_broad *broad, scree_pair *pairs, size_t capacity, size_t *count);

/// The order of the pairs: by a, then b, then the image along x, y and z. Below 0 if `p` comes before `q`, 0 if they
/// are the same pair, else above 0.
static inline int scree_pair_order(const scree_pair *p, const scree_pair *q)
{
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        if (p->image[i] != q->image[i]) return p->image[i] < q->image[i] ? -1 : 1;
    return 0;
}

/// Has a corner of a box moved by more than half the skin since? If not, the pairs found with that skin still include
/// all pairs of boxes that overlap. True if an array is missing.
SCREE_API bool scree_broad_moved(const scree_aabb *then, const scree_aabb *now, size_t count, double skin);

/// Bodies that may touch each other.
typedef struct scree_system {
    const scree_body *bodies;
    size_t body_count;
    double margin;              ///< pairs whose signed distance is at most this are wanted; 0 or more
    scree_vec3 period;          ///< as in scree_broad; no bounded body may, with the margin, be longer than half
    const scree_filter *filter; ///< as in scree_broad
    int threads;                ///< as in scree_broad
} scree_system;

/// The caller's memory for scree_contacts(), kept from one call to the next. Initially all zeros except for the arrays.
typedef struct scree_candidates {
    scree_pair *pairs;     ///< room for `capacity` pairs: those whose boxes met in the last call, sorted
    scree_cache *caches;   ///< room for as many: their warm starts. NULL: every call is cold
    size_t capacity;       ///< of both
    size_t count;          ///< pairs of the last call; 0: none yet
    size_t needed;         ///< out: pairs that the call needs room for
    void *scratch;         ///< undefined between calls
    size_t scratch_size;   ///< in bytes
    size_t scratch_needed; ///< out: bytes that the call needs, as far as it got
} scree_candidates;

/// A contact of body a with the image of body b that is shifted by `image` periods; its points are next to a.
typedef struct scree_pair_contact {
    scree_pair pair;
    scree_contact contact;
} scree_pair_contact;

/// All contacts, up to `capacity` of them, in the order of the pairs; `count` is their number. Two half spaces are
/// never a pair. Of `options` (NULL: the defaults), the cache, scratch, trace, `within` and margin are not used.
///
/// Warm: the pairs and caches of `candidates` are those of the last call. Both lists are sorted, so one pass gives
/// every pair that is still there its cache, and the others an empty one. A body that is removed or renumbered makes
/// caches useless, never answers wrong; set `count` to 0 to start anew.
///
/// Nothing is allocated. SCREE_SCRATCH_TOO_SMALL if there is too little memory: room for pairs if `needed` is above
/// `capacity`; scratch if scratch_needed is above scratch_size; else contacts, which are all counted. Grow it, keep
/// what is in the arrays, and call again: examples/11_contacts.c. SCREE_NO_CONVERGENCE if some pair's interval stayed
/// wide (its contact is there, and so are all others); else the status of the first body or pair that is not valid.
SCREE_API scree_status scree_contacts(const scree_system *system, const scree_query_options *options,
                                      scree_candidates *candidates, scree_pair_contact *contacts, size_t capacity,
                                      size_t *count);

#ifdef __cplusplus
}
#endif

#endif
