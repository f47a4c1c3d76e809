// See sort.h.
#include "broad/sort.h"

#include <stdbool.h>

enum { RADIX_BITS = 11, RADIX = 1 << RADIX_BITS };

// Sorts by one digit; false where all keys have the same one and nothing moved.
static bool sort_digit(scree_sorter *s, int from, int shift)
{
    size_t places[RADIX] = { 0 };
    const uint64_t *keys = s->keys[from];
    for (size_t i = 0; i < s->count; ++i) ++places[keys[i] >> shift & (RADIX - 1)];
    if (s->count > 0 && places[keys[0] >> shift & (RADIX - 1)] == s->count) return false;
    size_t sum = 0;
    for (int d = 0; d < RADIX; ++d) {
        const size_t here = places[d];
        places[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < s->count; ++i) {
        const size_t to = places[keys[i] >> shift & (RADIX - 1)]++;
        s->keys[1 - from][to] = keys[i];
        s->order[1 - from][to] = s->order[from][i];
    }
    return true;
}

int scree_sort_keys(scree_sorter *s)
{
    int at = 0;
    for (size_t i = 0; i < s->count; ++i) s->order[0][i] = (uint32_t)i;
    for (int shift = 0; shift < 64; shift += RADIX_BITS)
        if (sort_digit(s, at, shift)) at = 1 - at;
    return at;
}
