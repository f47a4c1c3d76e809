// See pair_order.h.
//
// Source      mcilroy-1993: the American flag sort, a radix sort from the first digit on that needs no second array.
// Idea        The key is a and b in one word of 64 bits. A list is distributed over 256 buckets by the highest eight bits
//             in which its keys differ, and each bucket is sorted by itself; short lists by insertion, which also compares
//             the images. The number of pairs is not known when the caller makes room, so there is none to spare here.
#include "broad/pair_order.h"

#include "base/arithmetic.h"

enum { BITS = 8, BUCKETS = 1 << BITS, FEW = 24 };

static uint64_t key_of(const scree_pair *p)
{
    return (uint64_t)(uint32_t)p->a << 32 | (uint32_t)p->b;
}

static size_t bucket_of(const scree_pair *p, int shift)
{
    return (size_t)(key_of(p) >> shift & (BUCKETS - 1));
}

static void insert_each(scree_pair *pairs, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        const scree_pair here = pairs[i];
        size_t k = i;
        for (; k > 0 && scree_pair_order(&here, &pairs[k - 1]) < 0; --k) pairs[k] = pairs[k - 1];
        pairs[k] = here;
    }
}

// The shift of the highest bits in which keys differ; -1 where all keys are equal.
static int first_shift(const scree_pair *pairs, size_t count)
{
    uint64_t differ = 0;
    const uint64_t first = key_of(&pairs[0]);
    for (size_t i = 1; i < count; ++i) differ |= key_of(&pairs[i]) ^ first;
    if (differ == 0) return -1;
    const int top = 63 - __builtin_clzll(differ);
    return top >= BITS ? top - BITS + 1 : 0;
}

// Bucket d ends up in ends[d - 1] .. ends[d].
static void distribute(scree_pair *pairs, size_t count, int shift, size_t ends[BUCKETS])
{
    size_t next[BUCKETS] = { 0 }, sum = 0;
    for (size_t i = 0; i < count; ++i) ++next[bucket_of(&pairs[i], shift)];
    for (size_t d = 0; d < BUCKETS; ++d) {
        const size_t here = next[d];
        next[d] = sum;
        ends[d] = sum += here;
    }
    for (size_t d = 0; d < BUCKETS; ++d) {
        while (next[d] < ends[d]) {
            scree_pair here = pairs[next[d]];
            for (size_t to = bucket_of(&here, shift); to != d; to = bucket_of(&here, shift)) {
                const scree_pair there = pairs[next[to]];
                pairs[next[to]++] = here;
                here = there;
            }
            pairs[next[d]++] = here;
        }
    }
}

// At most nine deep: each level handles eight bits.
// NOLINTNEXTLINE(misc-no-recursion)
static void sort_list(scree_pair *pairs, size_t count)
{
    const int shift = count > FEW ? first_shift(pairs, count) : -1;
    if (shift < 0) { // equal keys are the few images of one pair
        insert_each(pairs, count);
        return;
    }
    size_t ends[BUCKETS];
    distribute(pairs, count, shift, ends);
    for (size_t d = 0; d < BUCKETS; ++d) {
        const size_t start = d > 0 ? ends[d - 1] : 0;
        if (ends[d] > start) sort_list(pairs + start, ends[d] - start);
    }
}

void scree_sort_pairs(scree_pair *pairs, size_t count, int threads)
{
    const int shift = threads > 1 && count > FEW ? first_shift(pairs, count) : -1;
    if (shift < 0) {
        sort_list(pairs, count);
        return;
    }
    size_t ends[BUCKETS];
    distribute(pairs, count, shift, ends);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int d = 0; d < BUCKETS; ++d) {
        const size_t start = d > 0 ? ends[d - 1] : 0;
        sort_list(pairs + start, ends[d] - start);
    }
}
