// Grains that touch should be close in memory: now and then they are sorted along a space-filling curve (Morton's). If
// many were poured at random, that makes a step twice as fast.
//
// Ids stay. Bodies change their indices, and pairs with them: if the second body of a pair now has the smaller index,
// the two are swapped, and so is the contact's history.
#include <string.h>

#include "step/step.h"

typedef struct place_on_curve {
    uint64_t key;
    int32_t grain;
} place_on_curve;

// The 21 lowest bits, two zeros between any two of them.
static uint64_t spread_bits(uint64_t x)
{
    x = (x | x << 32) & 0x1f00000000ffffu;
    x = (x | x << 16) & 0x1f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

static uint64_t cell_of(double x, double low, double scale)
{
    const double cell = (x - low) * scale;
    return cell > 0.0 ? (uint64_t)fmin(cell, 0x1fffff) : 0; // NaN comes first
}

static void set_keys(const sim_grains *g, place_on_curve *out)
{
    scree_vec3 low = g->positions[0], high = g->positions[0];
    for (size_t i = 1; i < g->count; ++i) {
        const scree_vec3 p = g->positions[i];
        low = v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const double width = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    const double scale = width > 0.0 && isfinite(width) ? 0x1fffff / width : 0.0;
    for (size_t i = 0; i < g->count; ++i) {
        const scree_vec3 p = g->positions[i];
        const uint64_t x = cell_of(p.x, low.x, scale), y = cell_of(p.y, low.y, scale), z = cell_of(p.z, low.z, scale);
        out[i] = (place_on_curve){ spread_bits(x) | spread_bits(y) << 1 | spread_bits(z) << 2, (int32_t)i };
    }
}

// By their keys, byte by byte from the lowest; grains of the same key stay in order. `other` has room for as many.
static void sort_places(place_on_curve *places, size_t count, place_on_curve *other)
{
    for (int shift = 0; shift < 64; shift += 8) {
        size_t first[257] = { 0 };
        for (size_t i = 0; i < count; ++i) first[(places[i].key >> shift & 255u) + 1]++;
        for (int b = 0; b < 256; ++b) first[b + 1] += first[b];
        for (size_t i = 0; i < count; ++i) other[first[places[i].key >> shift & 255u]++] = places[i];
        place_on_curve *const swap = places; // eight times: back where they were
        places = other;
        other = swap;
    }
}

// ------------------------------------------------------------------------------------------------------------- arrays

static void permute(void *array, size_t element, const place_on_curve *order, size_t count, unsigned char *buffer)
{
    const unsigned char *from = array;
    for (size_t i = 0; i < count; ++i) memcpy(buffer + i * element, from + (size_t)order[i].grain * element, element);
    memcpy(array, buffer, count * element);
}

// Grains and their bodies; map[old] is the new index of a body.
static void move_grains(scree_sim *sim, const place_on_curve *order, void *buffer, int32_t *map)
{
    sim_grains *g = &sim->grains;
    sim_bodies *b = &sim->bodies;
    const size_t pieces = sim->piece_count, parts = b->count - pieces;
#define PERMUTE(name, type) permute(g->name, sizeof(type), order, g->count, buffer);
    SIM_GRAIN_ARRAYS(PERMUTE)
    if (sim->motions_capacity >= g->count) permute(sim->motions, sizeof *sim->motions, order, g->count, buffer);
    for (size_t i = 0; i < pieces; ++i) map[i] = (int32_t)i;
    int32_t next = 0;
    for (size_t i = 0; i < g->count; ++i)
        for (int32_t k = g->first_parts[order[i].grain]; k < g->first_parts[order[i].grain + 1]; ++k)
            map[pieces + (size_t)k] = (int32_t)pieces + next++;
#define MOVE(name, type)                                                                                               \
    for (size_t k = 0; k < parts; ++k) ((type *)buffer)[map[pieces + k] - (int32_t)pieces] = b->name[pieces + k];      \
    memcpy(b->name + pieces, buffer, parts * sizeof(type));
    MOVE(bodies, scree_body)
    MOVE(part_of, int32_t)
    MOVE(paths, double)
    int32_t *counts = buffer;
    for (size_t i = 0; i < g->count; ++i)
        counts[i] = g->first_parts[order[i].grain + 1] - g->first_parts[order[i].grain];
    for (size_t i = 0; i < g->count; ++i) g->first_parts[i + 1] = g->first_parts[i] + counts[i];
    for (size_t i = 0; i < g->count; ++i)
        for (int32_t k = g->first_parts[i]; k < g->first_parts[i + 1]; ++k) b->owners[pieces + (size_t)k] = (int32_t)i;
}

// -------------------------------------------------------------------------------------------------------------- slots

// Swaps the two bodies of a slot. The torsional couple keeps its sign: that of the normal changes with it.
static void swap_slot(scree_sim *sim, size_t slot)
{
    scree_pair *pair = &sim->slots.pairs[slot];
    const int32_t a = pair->a, place = sim->slots.places[slot];
    pair->a = pair->b;
    pair->b = a;
    for (int i = 0; i < 3; ++i) pair->image[i] = (int16_t)-pair->image[i];
    sim->slots.caches[slot] = (scree_cache){ 0 };
    if (place < 0) return;
    scree_contact_history *h = &sim->contacts.histories[place];
    const scree_law law = (scree_law)sim->contacts.records[place].law;
    const bool has_plane = scree_sim_base_law(sim, law) == SCREE_LAW_FLOATING_PLANE;
    h->shear = v3_scale(-1.0, h->shear);
    h->rolling = has_plane ? v3(0.0, 0.0, 0.0) : v3_scale(-1.0, h->rolling); // a plane is searched for anew
}

// The order of the slots: by counting those of each first body, then by comparing the few of one body.
static void sort_slots(const sim_slots *s, size_t bodies, int32_t *first, int32_t *order)
{
    memset(first, 0, (bodies + 1) * sizeof *first);
    for (size_t k = 0; k < s->count; ++k) first[s->pairs[k].a + 1]++;
    for (size_t i = 0; i < bodies; ++i) first[i + 1] += first[i];
    for (size_t k = 0; k < s->count; ++k) {
        int32_t *end = &first[s->pairs[k].a];
        order[(*end)++] = (int32_t)k;
    }
    for (size_t i = 1; i < s->count; ++i) {
        const int32_t here = order[i];
        size_t k = i;
        for (; k > 0 && scree_pair_order(&s->pairs[here], &s->pairs[order[k - 1]]) < 0; --k) order[k] = order[k - 1];
        order[k] = here;
    }
}

static void move_slots(scree_sim *sim, const int32_t *map, int32_t *first, int32_t *order)
{
    sim_slots *s = &sim->slots, *to = &sim->old_slots;
    for (size_t k = 0; k < s->count; ++k) {
        s->pairs[k].a = map[s->pairs[k].a];
        s->pairs[k].b = map[s->pairs[k].b];
        if (s->pairs[k].a > s->pairs[k].b) swap_slot(sim, k);
    }
    sort_slots(s, sim->bodies.count, first, order);
#define COPY(name, type)                                                                                               \
    for (size_t k = 0; k < s->count; ++k) to->name[k] = s->name[order[k]];
    SIM_SLOT_ARRAYS(COPY)
    for (size_t k = 0; k < s->count; ++k)
        if (to->places[k] >= 0) sim->contacts.records[to->places[k]].slot = (int32_t)k;
    to->count = s->count;
    const sim_slots swap = *s;
    *s = *to;
    *to = swap;
    to->count = 0;
}

// ---------------------------------------------------------------------------------------------------------------- room

// What is needed for a while only: in the scratch of the broad phase, which is undefined between lists.
typedef struct order_room {
    place_on_curve *order;
    void *buffer;
    int32_t *map, *first, *slots;
    size_t size; // of all
} order_room;

static void *take(unsigned char *base, size_t *used, size_t bytes)
{
    void *at = base != NULL ? base + *used : NULL;
    *used += (bytes + 63) / 64 * 64;
    return at;
}

static order_room lay_out(const scree_sim *sim, void *base)
{
    const size_t grains = sim->grains.count, bodies = sim->bodies.count, slots = sim->slots.count;
    const size_t elements = grains > bodies ? grains : bodies;
    const size_t widest = sizeof(sim_motion) > sizeof(scree_body) ? sizeof(sim_motion) : sizeof(scree_body);
    order_room r = { .size = 0 };
    r.order = take(base, &r.size, grains * sizeof *r.order);
    r.buffer = take(base, &r.size, (elements + 1) * widest);
    r.map = take(base, &r.size, (bodies + 1) * sizeof *r.map);
    r.first = take(base, &r.size, (bodies + 1) * sizeof *r.first);
    r.slots = take(base, &r.size, (slots + 1) * sizeof *r.slots);
    return r;
}

bool scree_sim_make_order_room(scree_sim *sim)
{
    return scree_sim_grow_slots(&sim->old_slots, sim->slots.count) &&
           scree_sim_grow_scratch(sim, lay_out(sim, NULL).size);
}

bool scree_sim_reorder(scree_sim *sim)
{
    if (sim->grains.count == 0) return true;
    if (!scree_sim_make_order_room(sim) || sim->broad_scratch == NULL)
        return false; // there is, unless grains were added
    const order_room r = lay_out(sim, sim->broad_scratch);
    set_keys(&sim->grains, r.order);
    sort_places(r.order, sim->grains.count, r.buffer);
    memset(r.map, 0, (sim->bodies.count + 1) * sizeof *r.map);
    move_grains(sim, r.order, r.buffer, r.map);
    move_slots(sim, r.map, r.first, r.slots);
    sim->nearby.count = 0;
    sim->numbered = 0;
    return true;
}
