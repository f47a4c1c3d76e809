// The hash table of equal points: open addressing with linear probing, at most half full, in memory of its own.
#include "shape/mesh/mesh_weld.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec3.h"

// The finalizer of SplitMix64: every bit of the input reaches every bit of the output.
static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

static uint64_t bits_of(double x)
{
    double positive_zero = x + 0.0; // -0 becomes 0
    uint64_t bits;
    memcpy(&bits, &positive_zero, sizeof bits);
    return bits;
}

static size_t hash(scree_vec3 p)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)mix(mix(mix(bits_of(p.x)) + odd + bits_of(p.y)) + odd + bits_of(p.z));
}

// The slot of a point equal to `point`, or the free one where it belongs.
static size_t find_slot(const scree_weld *weld, const scree_vec3 *points, scree_vec3 point)
{
    size_t mask = weld->capacity - 1, i = hash(point) & mask;
    while (weld->slots[i] >= 0 && !v3_equal(points[weld->slots[i]], point)) i = (i + 1) & mask;
    return i;
}

static bool grow(scree_weld *weld, const scree_vec3 *points)
{
    scree_weld larger = { NULL, weld->capacity > 0 ? 2 * weld->capacity : 64, weld->count };
    larger.slots = malloc(larger.capacity * sizeof *larger.slots);
    if (larger.slots == NULL) return false;
    for (size_t i = 0; i < larger.capacity; ++i) larger.slots[i] = -1;
    for (size_t i = 0; i < weld->capacity; ++i) {
        int number = weld->slots[i];
        if (number >= 0) larger.slots[find_slot(&larger, points, points[number])] = number;
    }
    free(weld->slots);
    *weld = larger;
    return true;
}

int scree_weld_enter(scree_weld *weld, const scree_vec3 *points, scree_vec3 point, int number)
{
    if (2 * (weld->count + 1) > weld->capacity && !grow(weld, points)) return -1;
    size_t i = find_slot(weld, points, point);
    if (weld->slots[i] >= 0) return weld->slots[i];
    weld->slots[i] = number;
    weld->count++;
    return number;
}

void scree_weld_free(scree_weld *weld)
{
    free(weld->slots);
    memset(weld, 0, sizeof *weld);
}
