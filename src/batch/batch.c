// Many pairs in one call. Each pair is answered from its own cache and nothing else, so the results do not depend on the
// number of threads. But for some polyhedra that touch, they do not depend on the other pairs either, and have the same
// bits as those of a single query: docs/architecture.md.
#include "scree/batch.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "base/threads.h"
#include "batch/gather.h"
#include "batch/neighbours.h"
#include "dispatch/kernels.h"
#include "dispatch/table.h"
#include "math/vec3.h"
#include "pair/answer.h"
#include "pair/fetch.h"
#include "pair/warm.h"
#include "query/single.h"
#include "scree/method.h"
#include "shape/shape.h"

enum {
    BLOCK = SCREE_MOST_WORK, // pairs that one thread takes at a time
    RECENT = 64,
    AHEAD = 8,    // pairs ahead whose bodies are prefetched
    FEW_HULLS = 6 // fewer hulls leave too many lanes of the kernel for many pairs idle
};

static bool has_bodies(const scree_batch *batch, scree_pair pair)
{
    // A cast negative index is out of range, too.
    return (size_t)pair.a < batch->body_count && (size_t)pair.b < batch->body_count;
}

static bool is_valid(const scree_batch *batch, scree_pair pair)
{
    return has_bodies(batch, pair) && batch->bodies[pair.a].shape != NULL && batch->bodies[pair.b].shape != NULL;
}

// Cache of the scratch needs of recent shape pairs: packings have few shapes, and scree_query_scratch() asks every method,
// which costs as much as an answer.
typedef struct recent_needs {
    const scree_shape *a[RECENT], *b[RECENT];
    size_t need[RECENT];
} recent_needs;

static size_t need_of(recent_needs *recent, const scree_shape *a, const scree_shape *b)
{
    const size_t at = (((uintptr_t)a >> 6) * 31 + ((uintptr_t)b >> 6)) % RECENT;
    if (recent->a[at] != a || recent->b[at] != b) {
        recent->a[at] = a;
        recent->b[at] = b;
        recent->need[at] = scree_query_scratch(a, b);
    }
    return recent->need[at];
}

// Scratch of one thread: the most that any pair needs, rounded up so that the slices stay aligned.
static size_t slice_size(const scree_batch *batch)
{
    size_t most = 0;
    recent_needs recent = { 0 };
    for (size_t i = 0; i < batch->pair_count; ++i) {
        scree_pair pair = batch->pairs[i];
        if (!is_valid(batch, pair)) continue;
        size_t need = need_of(&recent, batch->bodies[pair.a].shape, batch->bodies[pair.b].shape);
        if (need > most) most = need;
    }
    return (scree_arena_bytes(most) + SCREE_ARENA_ALIGN - 1) / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
}

// Whether every array whose count is not 0 is there.
static bool has_arrays(const scree_batch *batch)
{
    return (batch->pairs != NULL || batch->pair_count == 0) && (batch->bodies != NULL || batch->body_count == 0) &&
           (batch->active != NULL || batch->active_count == 0);
}

size_t scree_batch_scratch(const scree_batch *batch)
{
    if (batch == NULL || !has_arrays(batch)) return 0;
    return slice_size(batch) * (size_t)scree_thread_count(batch->threads, SCREE_MOST_THREADS) + SCREE_ARENA_ALIGN;
}

// The batch's scratch, cut into a slice of `size` bytes for each thread; NULL if there is none.
static unsigned char *slices_of(const scree_batch *batch, int threads, size_t *size)
{
    scree_arena arena = scree_arena_make(batch->scratch, batch->scratch_size);
    const size_t room = batch->scratch_size > SCREE_ARENA_ALIGN ? batch->scratch_size - SCREE_ARENA_ALIGN : 0;
    *size = room / (size_t)threads / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
    return batch->scratch != NULL ? scree_arena_take(&arena, *size * (size_t)threads) : NULL;
}

// What all threads share.
typedef struct batch_run {
    const scree_batch *batch;
    scree_query_options options;
    const scree_kernels *kernels; // NULL: one pair after the other
    bool within;                  // with a margin: a proof that the pair is beyond it is enough
    bool neighbours;              // the pairs come from a broad phase
    int threads;
    unsigned char *slices;
    size_t slice;
    scree_contact *results;
} batch_run;

// Whether a pair with valid body indices is tested along one axis first, in lanes.
static bool tests_axis(const batch_run *run, size_t i)
{
    const scree_batch *batch = run->batch;
    const scree_cache *cache = batch->caches != NULL ? &batch->caches[i] : NULL;
    if (!run->within || !scree_tests_axis(cache, run->options.margin, run->neighbours)) return false;
    const scree_shape *s = batch->bodies[batch->pairs[i].a].shape, *t = batch->bodies[batch->pairs[i].b].shape;
    return s == NULL || t == NULL || !scree_way_is_direct_first(scree_way_of(s, t), s, t);
}

// Answers one valid pair by a single query. True if its status is not SCREE_OK; kernels only write SCREE_OK.
static bool query_one(const batch_run *run, size_t i, bool within)
{
    const scree_batch *batch = run->batch;
    const scree_pair pair = batch->pairs[i];
    scree_query_options o = run->options;
    o.within = within;
    const scree_paper paper = { .ellipsoids = o.paper != NULL ? o.paper->ellipsoids : NULL,
                                .counts = batch->counts != NULL ? &batch->counts[i] : NULL,
                                .cache = batch->paper_caches != NULL ? &batch->paper_caches[i] : NULL };
    o.paper = &paper;
    o.cache = batch->caches != NULL ? &batch->caches[i] : NULL;
    // Called from inside the caller's own parallel region, a single thread may have any thread number.
    o.scratch = run->slices + (run->threads > 1 ? run->slice * (size_t)scree_this_thread() : 0);
    o.scratch_size = run->slice;
    return scree_query(&batch->bodies[pair.a], &batch->bodies[pair.b], &o, &run->results[i]) != SCREE_OK;
}

// Answers a pair that the kernels left open, or that has no kernel.
static bool answer_one(const batch_run *run, size_t i)
{
    const scree_batch *batch = run->batch;
    const scree_pair pair = batch->pairs[i];
    if (!is_valid(batch, pair)) {
        run->results[i] = (scree_contact){ .status = SCREE_INVALID_ARGUMENT };
        return true;
    }
    return query_one(run, i, run->options.within && !tests_axis(run, i)); // the axis test, if made, has already failed
}

// The kernel of a pair with valid body indices.
static scree_lane_kind kind_of(const scree_batch *batch, scree_pair pair)
{
    const scree_shape *a = batch->bodies[pair.a].shape, *b = batch->bodies[pair.b].shape;
    return a == NULL || b == NULL ? SCREE_LANES_NONE : scree_lane_kind_of(a, b);
}

// The pairs of a block, sorted by kernel.
typedef struct sorted_pairs {
    int32_t pairs[SCREE_LANE_KINDS][BLOCK];
    int32_t tried[BLOCK]; // to be tested along one axis first
    int32_t left[BLOCK];  // of these, the ones without a proof
    int count[SCREE_LANE_KINDS], tried_count;
} sorted_pairs;

// Sorts the pairs of a block by kernel, but for those to be tested along one axis first. Pairs without bodies or without a
// kernel are answered here. True if any of these has a status other than SCREE_OK.
static bool sort_pairs(const batch_run *run, size_t first, size_t end, sorted_pairs *out)
{
    const scree_batch *batch = run->batch;
    bool bad = false;
    const bool is_warm = batch->caches != NULL; // a warm kernel may take less time than a cache miss on a shape
    for (size_t i = first; is_warm && i < end; ++i) {
        if (i + AHEAD < end) scree_fetch_bodies(batch, i + AHEAD);
        scree_fetch_shapes(batch, i);
    }
    for (size_t i = first; i < end; ++i) {
        if (!is_warm && i + AHEAD < end) scree_fetch_bodies(batch, i + AHEAD);
        const scree_pair pair = batch->pairs[i];
        if (!has_bodies(batch, pair)) {
            bad |= answer_one(run, i);
            continue;
        }
        const int32_t number = (int32_t)(i - first);
        if (tests_axis(run, i)) {
            out->tried[out->tried_count++] = number;
            continue;
        }
        const scree_lane_kind kind = run->kernels != NULL ? kind_of(batch, pair) : SCREE_LANES_NONE;
        if (kind != SCREE_LANES_NONE)
            out->pairs[kind][out->count[kind]++] = number;
        else
            bad |= answer_one(run, i);
    }
    return bad;
}

// Answers the pairs that one axis proves to be beyond the margin, and sorts the others by kernel.
static bool sort_tried(const batch_run *run, size_t first, sorted_pairs *out)
{
    bool bad = false;
    scree_lane_work work = { .batch = run->batch, .tolerance = run->options.tolerance, .first = first };
    work.margin = run->options.margin;
    work.pairs = out->tried;
    work.count = out->tried_count;
    work.results = run->results;
    const int count = scree_kernels_best()->axis(&work, out->left);
    for (int k = 0; k < count; ++k) {
        const size_t i = first + (size_t)out->left[k];
        const scree_lane_kind kind =
            run->kernels != NULL ? kind_of(run->batch, run->batch->pairs[i]) : SCREE_LANES_NONE;
        if (kind != SCREE_LANES_NONE)
            out->pairs[kind][out->count[kind]++] = out->left[k];
        else
            bad |= answer_one(run, i);
    }
    return bad;
}

// The narrowest width of which one group, twice as many pairs as lanes, holds all of them; the widest if none does. All
// widths give the same answers.
static const scree_kernels *many_for(const batch_run *run, int count)
{
    const scree_kernels *k = run->kernels;
    for (int lanes = k->lanes / 2; lanes >= 2 && count <= 2 * lanes; lanes /= 2) k = scree_kernels_of(lanes);
    return k;
}

// Two hulls, many pairs at once. Where the kernel has a guess of the features but no proof, the guess goes through the
// warm-start kernel like a cached contact. Returns the number of pairs left.
static int answer_many(const batch_run *run, const scree_lane_work *work, int32_t *left)
{
    const scree_batch *batch = run->batch;
    scree_cache guesses[BLOCK];
    int32_t guessed[BLOCK];
    const int open = many_for(run, work->count)->many(work, guesses, left);
    int count = 0, rest = 0;
    for (int k = 0; k < open; ++k) {
        const int32_t pair = left[k];
        if (guesses[pair].filled)
            guessed[count++] = pair;
        else
            left[rest++] = pair;
    }
    if (count == 0) return rest;
    scree_batch block = *batch; // guesses are indexed from the first pair of the work
    block.pairs += work->first;
    block.caches = guesses;
    scree_lane_work again = { .batch = &block, .tolerance = work->tolerance, .pairs = guessed, .count = count };
    again.results = work->results + work->first;
    const int more = run->kernels->warm_hulls(&again, left + rest);
    if (batch->caches != NULL) {
        for (int k = 0; k < more; ++k) guesses[left[rest + k]].filled = false;
        for (int k = 0; k < count; ++k)
            if (guesses[guessed[k]].filled) batch->caches[work->first + (size_t)guessed[k]] = guesses[guessed[k]];
    }
    return rest + more;
}

// Whether the balls inside both hulls, about their origins, overlap.
static bool is_deep(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const double inner = s->hull->inner_radius + t->hull->inner_radius;
    return s->centred && t->centred && inner > 0.0 && v3_norm2(v3_sub(b->position, a->position)) < inner * inner;
}

// Whether the kernel for many pairs usually has an answer. It guesses only features that meet in a point: where a face met
// an edge or a face in the last step, it usually still does, and the search for one pair starts from that face. Nor can
// it prove deep overlaps of large hulls.
static bool suits_many(const scree_batch *batch, size_t i, bool small)
{
    if (batch->caches != NULL && scree_cache_has_patch(&batch->caches[i])) return false;
    return small || !is_deep(&batch->bodies[batch->pairs[i].a], &batch->bodies[batch->pairs[i].b]);
}

// Moves the pairs that do not suit the kernel for many pairs to the end, and returns the number of those that do.
static int sort_out(const scree_lane_work *work, bool small, int32_t *pairs)
{
    if (small && work->batch->caches == NULL) return work->count;
    int32_t others[BLOCK];
    int count = 0, rest = 0;
    for (int k = 0; k < work->count; ++k) {
        const int32_t pair = pairs[k];
        const bool suits = suits_many(work->batch, work->first + (size_t)pair, small);
        others[rest] = pair;
        pairs[count] = pair;
        rest += !suits;
        count += suits;
    }
    memcpy(pairs + count, others, (size_t)rest * sizeof *pairs);
    return count;
}

// Two hulls, before the search for each pair: boxes by their 15 axes, others by their caches, then by guessed features.
// Returns the number of pairs left.
static int answer_guessed(const batch_run *run, scree_lane_work *work, scree_lane_kind kind, int32_t *pairs)
{
    const bool small = kind == SCREE_LANES_SMALL_HULLS;
    if (small) work->count = run->kernels->box_pairs(work, pairs);
    if (work->count == 0) return 0;
    if (run->batch->caches != NULL) work->count = run->kernels->warm_hulls(work, pairs);
    const int count = work->count, guessed = sort_out(work, small, pairs);
    work->count = guessed;
    if (guessed < FEW_HULLS) return count;
    const int left = answer_many(run, work, pairs);
    memmove(pairs + left, pairs + guessed, (size_t)(count - guessed) * sizeof *pairs);
    return left + count - guessed;
}

// A block of one pair: a single query is faster.
static bool answer_single(const batch_run *run, size_t i)
{
    if (is_valid(run->batch, run->batch->pairs[i])) return query_one(run, i, run->options.within);
    return answer_one(run, i);
}

static void shorten_answers(const batch_run *run, size_t first, size_t end)
{
    for (size_t i = first; run->within && i < end; ++i) scree_shorten(&run->results[i], run->options.margin);
}

// Answers the pairs of one block: by kernel where there is one, and one by one what has none or is left. True if any
// status is not SCREE_OK.
static bool answer_block(const batch_run *run, size_t first, size_t end)
{
    sorted_pairs sorted;
    memset(sorted.count, 0, sizeof sorted.count);
    sorted.tried_count = 0;
    bool bad = sort_pairs(run, first, end, &sorted);
    if (sorted.tried_count > 0) bad |= sort_tried(run, first, &sorted);
    for (scree_lane_kind kind = SCREE_LANES_NONE + 1; kind < SCREE_LANE_KINDS; ++kind) {
        if (sorted.count[kind] == 0) continue;
        int32_t *pairs = sorted.pairs[kind];
        scree_lane_work work = { .batch = run->batch, .tolerance = run->options.tolerance, .first = first };
        work.pairs = pairs;
        work.count = sorted.count[kind];
        work.results = run->results;
        if (kind >= SCREE_LANES_HULLS) work.count = answer_guessed(run, &work, kind, pairs);
        const int left = scree_lane_kernel_of(run->kernels, kind)(&work, pairs);
        for (int i = 0; i < left; ++i) bad |= answer_one(run, first + (size_t)pairs[i]);
    }
    shorten_answers(run, first, end);
    return bad;
}

// The polygon kernel of a block's first pair; NULL if that pair is not one of small polygons.
static scree_lane_kernel polygons_of_first(const batch_run *run, size_t first)
{
    const scree_pair pair = run->batch->pairs[first];
    if (run->kernels == NULL || !is_valid(run->batch, pair)) return NULL;
    const scree_lane_kind kind = kind_of(run->batch, pair);
    const bool few = kind > SCREE_LANES_POLYGONS && kind < SCREE_LANES_POLYGONS + SCREE_FLAT_KINDS;
    return few ? scree_lane_kernel_of(run->kernels, kind) : NULL;
}

// Polygons: their kernels take less time than sorting the pairs does, and stop by themselves at the first pair of another kind.
// Returns the first pair that is not one of polygons; `bad` becomes true if a status before it is not SCREE_OK.
static size_t answer_polygons(const batch_run *run, size_t first, size_t end, scree_lane_kernel kernel, bool *bad)
{
    int32_t left[BLOCK];
    int done = 0;
    scree_lane_work work = { .batch = run->batch, .tolerance = run->options.tolerance, .first = first };
    work.count = (int)(end - first);
    work.results = run->results;
    work.done = &done;
    const int rest = kernel(&work, left);
    for (int i = 0; i < rest; ++i) *bad |= answer_one(run, first + (size_t)left[i]);
    end = first + (size_t)done;
    shorten_answers(run, first, end);
    return end;
}

// Answers the pairs from `first` to `end`, at most a block. True if any status is not SCREE_OK.
static bool answer_pairs(const batch_run *run, size_t first, size_t end)
{
    if (end - first == 1) return answer_single(run, first);
    const scree_lane_kernel polygons = polygons_of_first(run, first);
    bool bad = false;
    size_t at = first;
    if (polygons != NULL) at = answer_polygons(run, first, end, polygons, &bad);
    if (at < end) bad |= answer_block(run, at, end);
    return bad;
}

// The same from copies. Not inlined, so that other callers do not carry the copies on their stack.
__attribute__((noinline)) static bool answer_gathered(const batch_run *run, size_t first, size_t end)
{
    scree_gathered block;
    scree_gather(run->batch, first, end, &block);
    batch_run here = *run;
    here.batch = &block.batch;
    here.results = run->results + first;
    const bool bad = answer_pairs(&here, 0, end - first);
    scree_scatter_starts(&block, run->batch, first);
    return bad;
}

static bool answer_numbered_block(const batch_run *run, long long i)
{
    SCREE_FP_GUARD();
    const size_t first = (size_t)i * BLOCK, count = scree_batch_size(run->batch);
    const size_t end = first + BLOCK < count ? first + BLOCK : count;
    return scree_must_gather(run->batch, first, end) ? answer_gathered(run, first, end) : answer_pairs(run, first, end);
}

static bool uses_auto(const scree_query_options *o)
{
    return (o->method == NULL || o->method == scree_method_at(0)) && !isnan(o->tolerance);
}

// Invalid margins go to the single query, which reports them.
static bool margin_is_valid(const scree_query_options *o)
{
    return !o->within || (o->margin >= 0.0 && o->margin < (double)INFINITY);
}

// The kernels answer as `auto` does unless the options ask for what only a single query has.
static bool suits_kernels(const scree_query_options *o)
{
    return uses_auto(o) && margin_is_valid(o) && o->max_iterations == 0;
}

static bool is_period(double length)
{
    return length >= 0.0 && length < (double)INFINITY;
}

static bool has_periods(const scree_batch *batch)
{
    return is_period(batch->period.x) && is_period(batch->period.y) && is_period(batch->period.z);
}

int scree_batch_lanes(void)
{
    return scree_kernels_best()->lanes;
}

// A batch of one pair that uses no feature of batches: to set up a run would take as long as the answer for two balls.
static bool is_one_query(const scree_batch *batch, const scree_query_options *o, const scree_contact *results)
{
    if (batch == NULL || batch->pair_count != 1 || batch->active != NULL || results == NULL) return false;
    if (batch->pairs == NULL || batch->bodies == NULL || batch->threads < 0) return false;
    if (batch->scratch == NULL || batch->scratch_size < SCREE_ARENA_ALIGN) return false;
    if (batch->counts != NULL || batch->paper_caches != NULL) return false;
    if (!scree_options_are_whole(o) || (o != NULL && o->paper != NULL)) return false;
    const scree_vec3 period = batch->period;
    return period.x == 0.0 && period.y == 0.0 && period.z == 0.0 && is_valid(batch, batch->pairs[0]);
}

static scree_status answer_batch(const scree_batch *batch, const scree_query_options *options, bool neighbours,
                                 scree_contact *results)
{
    const scree_query_options defaults = scree_query_defaults();
    if (batch == NULL || batch->threads < 0 || !has_arrays(batch) || !has_periods(batch)) return SCREE_INVALID_ARGUMENT;
    const size_t count = scree_batch_size(batch);
    if (count == 0) return SCREE_OK;
    scree_query_options own;
    if (results == NULL || !scree_options_resolve(&options, &own)) return SCREE_INVALID_ARGUMENT;
    if (batch->counts != NULL) memset(batch->counts, 0, count * sizeof *batch->counts);
    batch_run run = { .batch = batch, .options = options != NULL ? *options : defaults, .results = results };
    run.neighbours = neighbours;
    run.options.trace = NULL;
    run.kernels = suits_kernels(&run.options) ? scree_kernels_best() : NULL;
    run.within = run.options.within && uses_auto(&run.options) && margin_is_valid(&run.options) &&
                 run.options.max_iterations >= 0;
    const int threads = scree_thread_count(batch->threads, SCREE_MOST_THREADS);
    run.slices = slices_of(batch, threads, &run.slice); // a pair that needs more gets SCREE_SCRATCH_TOO_SMALL
    if (run.slices == NULL) {
        for (size_t i = 0; i < count; ++i) results[i] = (scree_contact){ .status = SCREE_SCRATCH_TOO_SMALL };
        return SCREE_SCRATCH_TOO_SMALL;
    }
    const long long blocks = (long long)((count + BLOCK - 1) / BLOCK);
    bool bad = false;
    run.threads = blocks == 1 ? 1 : threads; // starting threads costs as much as some answers
    if (run.threads == 1) {
        for (long long i = 0; i < blocks; ++i) bad |= answer_numbered_block(&run, i);
    } else {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) reduction(| : bad)
        for (long long i = 0; i < blocks; ++i) bad |= answer_numbered_block(&run, i);
    }
    for (size_t i = 0; bad && i < count; ++i)
        if (results[i].status != SCREE_OK) return results[i].status;
    return SCREE_OK;
}

scree_status scree_query_batch(const scree_batch *batch, const scree_query_options *options, scree_contact *results)
{
    if (is_one_query(batch, options, results)) {
        const scree_body *a = &batch->bodies[batch->pairs[0].a], *b = &batch->bodies[batch->pairs[0].b];
        // All of the scratch: no other thread needs a part.
        return scree_query_single(a, b, options, batch->caches, batch->scratch, batch->scratch_size, results);
    }
    SCREE_FP_GUARD();
    return answer_batch(batch, options, false, results);
}

scree_status scree_query_neighbours(const scree_batch *batch, const scree_query_options *options,
                                    scree_contact *results)
{
    SCREE_FP_GUARD();
    return answer_batch(batch, options, true, results);
}
