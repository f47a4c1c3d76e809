// The one table: how each pair of shapes is answered. Queries, batches, verdicts and scratch sizes read it; which row answers a
// pair is decided nowhere else. Within a row, these refinements are:
//
//   kernel of a batch    scree_lane_kind_of() below: small hulls, boxes with points, polygons by their rows
//   two hulls            scree_hull_pair() in kernels.c: the cache first, except for two boxes; fewer lanes for small hulls
//   hulls in a batch     answer_guessed() in batch/batch.c: boxes, then caches, then hull_many from FEW_HULLS pairs on
//   searches of a row    of polytopes (and others by their support function): solve/polytope/solids.c; each other search in solve
//                        opens with its own order
//   answers of searches  auto.c: for two hulls whose faces are too large for scree_hull_pair(), the kernel's search comes before the
//                        row's (answer_hulls()); a loose tolerance or a warm start that failed is searched again
//   verdicts             balls_are_apart(), line_separates() and quick_verdict() in query/query.c, before the row's own verdict
//   margins              scree_tests_axis() below: one axis before the full answer
//   contact regions      not in the table: region/prepare.c (pressure fields), floating_query.c (floating planes)
#ifndef SCREE_DISPATCH_TABLE_H
#define SCREE_DISPATCH_TABLE_H

#include "kernels/kernels.h"
#include "pair/answer.h"

/// Which kernel takes the pairs of a batch. Each has a case in scree_lane_kernel_of(). Those from SCREE_LANES_HULLS on are of two
/// hulls, which batch.c first gives to the kernels that guess features (answer_guessed()): others go before it.
typedef enum scree_lane_kind {
    SCREE_LANES_NONE, ///< no batch kernel: pair by pair
    SCREE_LANES_ELLIPSOIDS,
    SCREE_LANES_EQUALS,
    SCREE_LANES_SUPERQUADRICS,
    SCREE_LANES_BALLS,
    SCREE_LANES_PLANES,
    SCREE_LANES_SEGMENTS,
    SCREE_LANES_SEGMENT_BOXES,
    SCREE_LANES_POINTS,
    SCREE_LANES_BOXES,
    SCREE_LANES_ROUNDS,
    SCREE_LANES_POLYGONS, ///< and, in the order of scree_flat_rows, those of few corners
    SCREE_LANES_HULLS = SCREE_LANES_POLYGONS + SCREE_FLAT_KINDS,
    SCREE_LANES_SMALL_HULLS,
    SCREE_LANE_KINDS
} scree_lane_kind;

/// When the direct kernel may answer.
typedef enum scree_direct_use {
    SCREE_DIRECT_ALWAYS,    ///< it has no steps that could be bounded or traced
    SCREE_DIRECT_UNBOUNDED, ///< not with a bound on steps; a trace sees one step
    SCREE_DIRECT_UNTRACED   ///< not with a bound either, nor with a trace: the search has steps to show
} scree_direct_use;

/// One row. Functions are symmetric in A and B; NULL where there is none.
typedef struct scree_way {
    /// The kernel for one pair, straight from the bodies, without scratch. A negative tolerance means the default. On
    /// false there is no proof, or a pose is not valid, and `out` is undefined.
    scree_cached_fn *direct;
    scree_farther_fn *direct_farther; ///< only the verdict, about the cores; poses are valid, but see direct_first

    /// The fallback, on cores in their fixed order; false: too little scratch. NULL for half spaces, which have closed forms.
    bool (*search)(const scree_task *task, scree_answer *out);
    int (*search_farther)(const scree_task *task, double margin); ///< only the verdict

    size_t (*scratch)(const scree_shape *a, const scree_shape *b); ///< bytes that the fallback takes
    /// An upper bound on `scratch` for shapes of `small` vertices together, which saves the call. SIZE_MAX: no bound,
    /// as in every row without a direct kernel.
    size_t enough;
    size_t each; ///< and so many more for each vertex
    int small;

    scree_direct_use use;
    scree_lane_kind lanes;
    /// The kernel is so fast, for shapes of `small` vertices, that other proofs or checks before it would cost more.
    /// Its verdict checks the poses itself; without a verdict, that of the contact is used.
    bool direct_first;
    /// scree_overlap() and scree_closer_than() compute the contact at once. The test along the line between the origins, which
    /// others try first, would cost half as much as the contact itself.
    bool verdict_by_contact;
    bool boxes_only; ///< of polyhedra, the direct kernel takes only boxes
} scree_way;

enum { SCREE_WAY_COLUMNS = 16 }; ///< a power of two is quickest to index
extern const uint8_t scree_way_numbers[SCREE_FAMILIES][SCREE_WAY_COLUMNS];
extern const scree_way scree_ways[];

/// The row of a pair; an empty one for a 2-D with a 3-D shape.
static inline const scree_way *scree_way_of(const scree_shape *a, const scree_shape *b)
{
    return &scree_ways[scree_way_numbers[a->family][b->family]];
}

/// Whether `room` bytes of scratch are enough by the upper bound.
static inline bool scree_way_is_small(const scree_way *way, const scree_shape *a, const scree_shape *b, size_t room)
{
    const int vertices = a->vertex_count + b->vertex_count;
    return vertices <= way->small && room >= way->enough && room - way->enough >= way->each * (size_t)vertices;
}

/// What a caller is asked for: the upper bound where there is one, so that a query with just this scratch computes no need of its
/// own before the direct kernel.
static inline size_t scree_way_room(const scree_way *way, const scree_shape *a, const scree_shape *b)
{
    const int vertices = a->vertex_count + b->vertex_count;
    if (way->enough == SIZE_MAX || vertices > way->small) return way->scratch(a, b);
    return way->enough + way->each * (size_t)vertices;
}

/// Whether the direct kernel comes before any other proof, for a question with a margin and for a verdict.
static inline bool scree_way_is_direct_first(const scree_way *way, const scree_shape *a, const scree_shape *b)
{
    if (!way->direct_first || a->vertex_count + b->vertex_count > way->small) return false;
    return !way->boxes_only || a->is_box || b->is_box;
}

/// Whether a question with a margin tests one axis before it asks for the full answer. The test takes 50 ns in a batch and
/// 150 by itself, as long as some full answers, and fails for contacts. So it is made where it mostly holds: for pairs that were
/// beyond the margin when they were asked last. Of pairs that nothing is known about, only those that a broad phase has found
/// (`neighbours`) are mostly apart.
static inline bool scree_tests_axis(const scree_cache *cache, double margin, bool neighbours)
{
    return cache != NULL && cache->filled ? (double)cache->distance > margin : neighbours;
}

/// Whether `room` bytes of scratch are enough: also less than what a caller is asked for, if the fallback takes no more.
static inline bool scree_way_fits(const scree_way *way, const scree_shape *a, const scree_shape *b, size_t room)
{
    return scree_way_is_small(way, a, b, room) || way->scratch(a, b) <= room;
}

static inline scree_lane_kind scree_lane_kind_of(const scree_shape *a, const scree_shape *b)
{
    const scree_lane_kind kind = scree_way_of(a, b)->lanes;
    switch (kind) {
    case SCREE_LANES_HULLS:
        return scree_are_small_hulls(a, b) ? SCREE_LANES_SMALL_HULLS : kind;
    case SCREE_LANES_POINTS:
        return a->is_box || b->is_box ? SCREE_LANES_BOXES : kind;
    case SCREE_LANES_POLYGONS:
        return (scree_lane_kind)(SCREE_LANES_POLYGONS + (int)scree_polygon_rows(a, b));
    default:
        return kind;
    }
}

/// The kernel of one width; not for SCREE_LANES_NONE. NULL for a kind that has no case there, which a debug build reports.
scree_lane_kernel scree_lane_kernel_of(const scree_kernels *k, scree_lane_kind kind);

#endif
