// The broad phase: boxes in, pairs of boxes that meet out; and the one call from bodies to contacts.
//
//   scree_body_aabb()     the box along the axes around a body
//   scree_broad_pairs()   all pairs of boxes that meet, periodic images included
//   scree_broad_moved()   have the boxes left the skin that the pairs were found with?
//   scree_contacts()      all pairs of bodies whose signed distance is at most a margin, with their contacts
//
// Memory is linear in the number n of boxes, and so is the cost where cells part them: any mix of sizes, with a few
// lost far away or larger than all others by far, and rods or plates that lie alike. Where they do not (rods along all
// three axes, heaps far apart), it is of the order of n log(n)^3 and the number of pairs, on one thread: see
// docs/broad.md. Pairs come sorted by a, then b, then image along x, y, z: the list depends on the boxes alone, not on
// the number of threads, and goes into scree_query_batch() as it is. All memory is the caller's.
#ifndef SCREE_BROAD_H
#define SCREE_BROAD_H

#include "scree/batch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_aabb {
    scree_vec3 low, high;
} scree_aabb;

/// The tightest box along the world's axes, grown by `margin` (0 or more) on all sides. That of a half space is
/// infinite, but for one side where its plane is perpendicular to an axis. Without a body or a shape, an empty box
/// (which scree_broad_pairs() refuses): low at infinity, high at minus infinity.
SCREE_API scree_aabb scree_body_aabb(const scree_body *body, double margin);

/// Which boxes or bodies never pair, whatever their distance. All zeros: every two may.
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
    double skin;       ///< the distance at which boxes count as meeting; 0 or more
    scree_vec3 period; ///< of the domain, along each axis; 0: not periodic. Boxes may lie up to 16000 periods away
    const scree_filter *filter; ///< NULL: every two may pair
    int threads;                ///< 0: as many as OpenMP offers; 1: the caller's alone; never more than 256
    void *scratch;              ///< at least scree_broad_scratch() bytes
    size_t scratch_size;
} scree_broad;

/// Bytes of scratch for these boxes (its scratch fields are not read); 0 where scree_broad_pairs() would refuse them.
/// In a periodic domain it depends on where the boxes are: ask again when they have moved.
SCREE_API size_t scree_broad_scratch(const scree_broad *broad);

/// All pairs of boxes that meet or touch, each once, a below b, sorted (scree_pair_order()); `count` says how many
/// there are. A box with an infinite side meets the others with image 0; along periodic axes it meets all.
///
/// SCREE_SCRATCH_TOO_SMALL where the scratch or the capacity is; in the latter case with the count, and `pairs` then
/// holds no list that is of use. SCREE_INVALID_ARGUMENT where a box is not one (low above high, NaN, beyond
/// 1e100; infinite ends are fine), or is finite and, with the skin, longer than half a period; where the skin or a
/// period is beyond 1e100; where a species is 64 or more; or where boxes and the images they need are 2^31 or more.
SCREE_API scree_status scree_broad_pairs(const scree_broad *broad, scree_pair *pairs, size_t capacity, size_t *count);

/// The order of the pairs: by a, then b, then the image along x, y and z. Below 0 where `p` comes before `q`, 0 where
/// they are the same pair, else above 0.
static inline int scree_pair_order(const scree_pair *p, const scree_pair *q)
{
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        if (p->image[i] != q->image[i]) return p->image[i] < q->image[i] ? -1 : 1;
    return 0;
}

/// Has a corner of a box moved by more than half the skin since? If not, the pairs found with that skin still hold all
/// pairs of boxes that meet. True where an array is missing.
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

/// The caller's memory for scree_contacts(), kept from one call to the next. To begin with, all zeros but for the
/// arrays.
typedef struct scree_candidates {
    scree_pair *pairs;     ///< room for `capacity` pairs: those whose boxes met in the last call, sorted
    scree_cache *caches;   ///< room for as many: their warm starts. NULL: every call is cold
    size_t capacity;       ///< of both
    size_t count;          ///< pairs of the last call; 0: none yet
    size_t needed;         ///< out: pairs that the call needs room for
    void *scratch;         ///< of no meaning between calls
    size_t scratch_size;   ///< in bytes
    size_t scratch_needed; ///< out: bytes that the call needs, as far as it got
} scree_candidates;

/// A contact of body a with the image of body b that is shifted by `image` periods: it lies beside a.
typedef struct scree_pair_contact {
    scree_pair pair;
    scree_contact contact;
} scree_pair_contact;

/// All contacts, up to `capacity` of them, in the order of the pairs; `count` says how many there are. Two half spaces
/// are no pair. Of `options` (NULL: the defaults), the cache, scratch, trace, `within` and margin are not used.
///
/// Warm: the pairs and caches of `candidates` are those of the last call. Both lists are sorted, so that one pass gives
/// every pair that is there again its cache, and the others an empty one. A body that is removed or renumbered makes
/// caches useless, never answers wrong; set `count` to 0 to begin anew.
///
/// No memory is taken. SCREE_SCRATCH_TOO_SMALL where there is too little of it: room for pairs where `needed` is above
/// `capacity`; scratch where scratch_needed is above scratch_size; else contacts, which are all counted. Grow it, keep
/// what is in the arrays, and call again: examples/11_contacts.c. SCREE_NO_CONVERGENCE where some pair's interval
/// stayed wide (its contact is there, and so are all others); else what is wrong with the first body or pair that is
/// not valid.
SCREE_API scree_status scree_contacts(const scree_system *system, const scree_query_options *options,
                                      scree_candidates *candidates, scree_pair_contact *contacts, size_t capacity,
                                      size_t *count);

#ifdef __cplusplus
}
#endif

#endif
