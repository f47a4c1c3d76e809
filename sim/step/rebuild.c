// The neighbour list: which pairs of bodies can touch before something has moved by the skin.
//
//   order     now and then, along a space-filling curve (reorder.c)
//   wrap      grains that left a periodic domain re-enter at the other side; the images of the old pairs change with it
//   broad     scree's broad phase over the boxes
//   merge     old and new list are sorted: one pass carries over caches, wake bounds and indices of contacts
//   adjacency the slots of each grain, in slot order
#include <stdlib.h>
#include <string.h>

#include "laws/lanes.h"
#include "state/endless.h"
#include "state/line.h"
#include "step/step.h"

bool scree_sim_needs_list(const scree_sim *sim)
{
    double wall = 0.0;
    for (size_t i = 0; i < sim->piece_count; ++i) wall = fmax(wall, sim->bodies.paths[i]);
    const double other = fmax(wall, sim->longest_path);
    return sim->is_stale || !islessequal(sim->longest_path + other, sim->skin);
}

// A fraction of the mean radius of the grains.
static double choose_skin(const scree_sim *sim)
{
    if (sim->settings.skin > 0.0) return sim->settings.skin;
    double sum = 0.0;
    for (size_t i = 0; i < sim->grains.count; ++i) sum += sim->forms[sim->grains.forms[i]].radius;
    return sim->grains.count > 0 ? 0.3 * sum / (double)sim->grains.count : 1.0;
}

// -------------------------------------------------------------------------------------------------------------- wrap

static int16_t wrap_coordinate(double *x, double low, double period)
{
    if (!(period > 0.0)) return 0;
    const double periods = floor((*x - low) / period);
    if (periods == 0.0) return 0;
    *x -= periods * period;
    return (int16_t)periods;
}

static bool wrap(scree_sim *sim)
{
    const scree_vec3 low = sim->settings.domain_low, period = sim->period;
    if (!(period.x > 0.0 || period.y > 0.0 || period.z > 0.0)) return true;
    sim_grains *g = &sim->grains;
    if (!scree_sim_grow(&sim->wraps, &sim->wraps_capacity, 3 * g->count, sizeof *sim->wraps)) return false;
    for (size_t i = 0; i < g->count; ++i) {
        int16_t *w = &sim->wraps[3 * i];
        scree_vec3 *p = &g->positions[i];
        const scree_vec3 from = *p;
        w[0] = wrap_coordinate(&p->x, low.x, period.x);
        w[1] = wrap_coordinate(&p->y, low.y, period.y);
        w[2] = wrap_coordinate(&p->z, low.z, period.z);
        if ((w[0] || w[1] || w[2]) && g->modes[i] == SCREE_GRAIN_FREE) // what fell through is lifted: work
            sim->work += g->masses[i] * v3_dot(sim->settings.gravity, v3_sub(from, *p));
        if (i < sim->motions_capacity) sim->motions[i].centre = *p;
        for (int32_t k = g->first_parts[i]; (w[0] || w[1] || w[2]) && k < g->first_parts[i + 1]; ++k) {
            const size_t body = sim->piece_count + (size_t)k;
            sim->bodies.bodies[body] =
                scree_sim_place_part(&sim->parts[sim->bodies.part_of[body]], *p, g->orientations[i]);
        }
    }
    const int16_t none[3] = { 0, 0, 0 };
    for (size_t k = 0; k < sim->slots.count; ++k) {
        scree_pair *pair = &sim->slots.pairs[k];
        const unsigned endless = scree_sim_endless_axes(sim, pair->a);
        const int32_t a = sim->bodies.owners[pair->a], b = sim->bodies.owners[pair->b];
        const int16_t *wa = a >= 0 ? &sim->wraps[3 * a] : none, *wb = b >= 0 ? &sim->wraps[3 * b] : none;
        for (int axis = 0; axis < 3; ++axis)
            if ((endless >> axis & 1u) == 0) pair->image[axis] = (int16_t)(pair->image[axis] + wb[axis] - wa[axis]);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------- pairs

// Walls, and grains with prescribed motion, do not collide; nor do the parts of one grain.
static void set_groups(scree_sim *sim)
{
    sim_bodies *b = &sim->bodies;
    for (size_t i = 0; i < b->count; ++i) {
        const int32_t owner = b->owners[i];
        b->groups[i] = 0;
        if (owner < 0 || sim->grains.modes[owner] != SCREE_GRAIN_FREE)
            b->groups[i] = 1;
        else if (sim->grains.first_parts[owner + 1] - sim->grains.first_parts[owner] > 1)
            b->groups[i] = owner + 2;
    }
}

static void set_boxes(scree_sim *sim)
{
    sim_bodies *b = &sim->bodies;
#pragma omp parallel for schedule(static) num_threads(scree_sim_thread_count(sim)) if (b->count > 256)
    for (size_t i = 0; i < b->count; ++i) {
        const sim_part *part = &sim->parts[b->part_of[i]];
        const bool is_line = i < sim->piece_count && scree_sim_is_line(part);
        b->boxes[i] = is_line ? scree_sim_line_box(part, &b->bodies[i]) : scree_body_aabb(&b->bodies[i], 0.0);
        for (int axis = 0; axis < 3; ++axis) {
            if ((part->endless >> axis & 1u) == 0) continue;
            *scree_sim_along(&b->boxes[i].low, axis) = -INFINITY;
            *scree_sim_along(&b->boxes[i].high, axis) = INFINITY;
        }
    }
}

bool scree_sim_grow_scratch(scree_sim *sim, size_t need)
{
    if (need <= sim->broad_scratch_size) return true;
    free(sim->broad_scratch);
    sim->broad_scratch = malloc(need + need / 4);
    sim->broad_scratch_size = sim->broad_scratch != NULL ? need + need / 4 : 0;
    return sim->broad_scratch != NULL;
}

static scree_status find_pairs(scree_sim *sim, sim_slots *slots)
{
    const scree_filter filter = { .groups = sim->bodies.groups };
    scree_broad broad = { .boxes = sim->bodies.boxes,
                          .box_count = sim->bodies.count,
                          .skin = sim->skin,
                          .period = sim->period,
                          .filter = &filter,
                          .threads = scree_sim_thread_count(sim) };
    if (!scree_sim_grow_scratch(sim, scree_broad_scratch(&broad))) return SCREE_NO_MEMORY;
    broad.scratch = sim->broad_scratch;
    broad.scratch_size = sim->broad_scratch_size;
    if (!scree_sim_grow_slots(slots, 64)) return SCREE_NO_MEMORY;
    scree_status status = scree_broad_pairs(&broad, slots->pairs, slots->capacity, &slots->count);
    if (status == SCREE_SCRATCH_TOO_SMALL && slots->count > slots->capacity) {
        if (!scree_sim_grow_slots(slots, slots->count + slots->count / 8)) return SCREE_NO_MEMORY;
        status = scree_broad_pairs(&broad, slots->pairs, slots->capacity, &slots->count);
    }
    return slots->count < INT32_MAX / 2 ? status : SCREE_NO_MEMORY;
}

// The image of a box that is nearest to an endless piece, along periodic axes where that has ends; whether they meet.
static bool find_image(const scree_sim *sim, scree_pair *pair)
{
    const unsigned endless = sim->parts[sim->bodies.part_of[pair->a]].endless;
    scree_aabb a = sim->bodies.boxes[pair->a], b = sim->bodies.boxes[pair->b];
    scree_vec3 period = sim->period;
    for (int k = 0; k < 3; ++k) {
        const double length = *scree_sim_along(&period, k), skin = sim->skin;
        if ((endless >> k & 1u) != 0 || !(length > 0.0)) continue;
        const double low = *scree_sim_along(&a.low, k), high = *scree_sim_along(&a.high, k);
        const double other = *scree_sim_along(&b.low, k), end = *scree_sim_along(&b.high, k);
        const double periods = nearbyint(0.5 * (low + high - other - end) / length);
        if (other + periods * length > high + skin || end + periods * length < low - skin) return false;
        pair->image[k] = (int16_t)periods;
    }
    return true;
}

// The broad phase takes boxes without an end for endless along all periodic axes. SCREE_INVALID_ARGUMENT if one of them is
// bounded along another one and longer than half its period, as for boxes with ends.
static scree_status find_images(const scree_sim *sim, sim_slots *slots)
{
    bool is_any = false;
    for (size_t i = 0; i < sim->piece_count; ++i) {
        const unsigned endless = sim->parts[sim->bodies.part_of[i]].endless;
        scree_aabb box = sim->bodies.boxes[i];
        scree_vec3 period = sim->period;
        is_any = is_any || endless != 0;
        for (int k = 0; k < 3 && endless != 0; ++k) {
            const double side = *scree_sim_along(&box.high, k) - *scree_sim_along(&box.low, k) + sim->skin;
            const double length = *scree_sim_along(&period, k);
            if ((endless >> k & 1u) == 0 && length > 0.0 && 2.0 * side > length) return SCREE_INVALID_ARGUMENT;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < slots->count && is_any; ++i) {
        scree_pair pair = slots->pairs[i];
        if (sim->parts[sim->bodies.part_of[pair.a]].endless != 0 && !find_image(sim, &pair)) continue;
        slots->pairs[kept++] = pair;
    }
    if (is_any) slots->count = kept;
    return SCREE_OK;
}

// Carries over what the old list knew of pairs that are in the new one. Paths restart at 0: wake bounds are reduced by
// the paths so far.
static void carry(scree_sim *sim, const sim_slots *old, sim_slots *slots)
{
    const double *paths = sim->bodies.paths;
    sim_record *records = sim->contacts.records;
    size_t k = 0;
    for (size_t i = 0; i < slots->count; ++i) {
        const scree_pair *pair = &slots->pairs[i];
        for (; k < old->count && scree_pair_order(&old->pairs[k], pair) < 0; ++k)
            if (old->places[k] >= 0) records[old->places[k]].touches = 0;
        if (k < old->count && scree_pair_order(&old->pairs[k], pair) == 0) {
            slots->caches[i] = old->caches[k];
            slots->wakes[i] = old->wakes[k] - (paths[pair->a] + paths[pair->b]);
            slots->places[i] = old->places[k];
            if (old->places[k] >= 0) records[old->places[k]].slot = (int32_t)i;
            ++k;
        } else {
            slots->caches[i] = (scree_cache){ 0 };
            slots->wakes[i] = -INFINITY;
            slots->places[i] = -1;
        }
    }
    for (; k < old->count; ++k)
        if (old->places[k] >= 0) records[old->places[k]].touches = 0;
    for (size_t i = 0; i < sim->bodies.count; ++i) sim->bodies.paths[i] = 0.0;
    sim->longest_path = 0.0;
}

// --------------------------------------------------------------------------------------------------------- adjacency

// By counting: how many slots each grain has, where they begin, then the slots in order. The first bodies of the slots are
// sorted.
static bool set_adjacency(scree_sim *sim)
{
    const size_t grains = sim->grains.count, slots = sim->slots.count;
    const int32_t *owners = sim->bodies.owners;
    if (!scree_sim_grow(&sim->adjacency, &sim->adjacency_capacity, slots, sizeof *sim->adjacency) ||
        !scree_sim_grow(&sim->adjacency_first, &sim->adjacency_first_capacity, grains + 2,
                        sizeof *sim->adjacency_first) ||
        !scree_sim_grow(&sim->own_first, &sim->own_first_capacity, grains + 2, sizeof *sim->own_first) ||
        !scree_sim_grow(&sim->first_owners, &sim->first_owners_capacity, slots, sizeof *sim->first_owners))
        return false;
    int32_t *first = sim->adjacency_first, *own = sim->own_first;
    memset(first, 0, (grains + 2) * sizeof *first);
    memset(own, 0, (grains + 2) * sizeof *own);
    for (size_t k = 0; k < slots; ++k) {
        const int32_t a = owners[sim->slots.pairs[k].a];
        sim->first_owners[k] = a;
        own[a < 0 ? 0 : a + 1]++;
        first[owners[sim->slots.pairs[k].b] + 2]++;
    }
    for (size_t i = 1; i < grains + 2; ++i) {
        first[i] += first[i - 1];
        own[i] += own[i - 1];
    }
    for (size_t k = 0; k < slots; ++k) {
        const int32_t grain = owners[sim->slots.pairs[k].b];
        sim->adjacency[first[grain + 1]++] = (sim_second){ (int32_t)k, grain };
    }
    return true;
}

// The most that a query, the pressure field or a shared volume needs.
static size_t scratch_for(const scree_sim *sim, const scree_batch *batch)
{
    const size_t query = scree_batch_scratch(batch), field = scree_pressure_batch_scratch(batch);
    size_t most = query > field ? query : field;
    const bool has_volumes = scree_sim_base_law(sim, sim->settings.law) == SCREE_LAW_VOLUME;
    for (size_t i = 0; has_volumes && i < batch->pair_count; ++i) {
        const scree_shape *a = batch->bodies[batch->pairs[i].a].shape, *b = batch->bodies[batch->pairs[i].b].shape;
        const bool is_flat = sim->settings.dimension == 2;
        const size_t need = is_flat ? scree_overlap_area_scratch(a, b) : scree_overlap_volume_scratch(a, b);
        if (need > most) most = need;
    }
    return most;
}

// Memory of the force pass, for the list that is there now.
static bool make_room(scree_sim *sim)
{
    const size_t slots = sim->slots.count;
    const size_t chunks = slots / SIM_PAIR_CHUNK + sim->grains.count / SIM_GRAIN_CHUNK + slots / SIM_SLOT_BLOCK + 3;
    if (!scree_sim_grow_contacts(&sim->contacts, slots + 1)) return false; // loads are read four numbers at a time
    if (!scree_sim_grow(&sim->sums, &sim->sums_capacity, chunks, sizeof *sim->sums)) return false;
    if (!scree_sim_grow(&sim->motions, &sim->motions_capacity, sim->grains.count + sim->wall_count,
                        sizeof *sim->motions))
        return false;
    if (sim->observer != NULL && (!scree_sim_grow(&sim->answers, &sim->answers_capacity, slots, sizeof *sim->answers) ||
                                  !scree_sim_grow(&sim->counts, &sim->counts_capacity, slots, sizeof *sim->counts)))
        return false;
    const scree_batch batch = { .bodies = sim->bodies.bodies,
                                .body_count = sim->bodies.count,
                                .pairs = sim->slots.pairs,
                                .pair_count = slots,
                                .threads = 1 };
    const size_t need = scratch_for(sim, &batch);
    const int threads = scree_sim_thread_count(sim);
    if (sim->thread_count < threads) {
        size_t capacity = (size_t)sim->thread_count;
        if (!scree_sim_grow(&sim->threads, &capacity, (size_t)threads, sizeof *sim->threads)) return false;
        for (int i = sim->thread_count; i < threads; ++i) sim->threads[i] = (sim_thread){ 0 };
        sim->thread_count = threads;
        sim->batch_scratch_size = 0;
    }
    for (int i = 0; i < threads; ++i) {
        if (sim->threads[i].lanes == NULL) sim->threads[i].lanes = malloc(SIM_OPEN_LANES * sizeof(sim_lanes));
        if (sim->threads[i].contacts == NULL)
            sim->threads[i].contacts = malloc(SIM_PAIR_CHUNK * sizeof *sim->threads[i].contacts);
        if (need > sim->batch_scratch_size) {
            free(sim->threads[i].scratch);
            sim->threads[i].scratch = malloc(need);
        }
        if (sim->threads[i].pressures == NULL)
            sim->threads[i].pressures = malloc(SIM_PAIR_CHUNK * sizeof *sim->threads[i].pressures);
        if (sim->threads[i].contacts == NULL || sim->threads[i].pressures == NULL || sim->threads[i].scratch == NULL ||
            sim->threads[i].lanes == NULL)
            return false;
        if (!scree_sim_make_planes(sim, &sim->threads[i])) return false;
    }
    if (need > sim->batch_scratch_size) sim->batch_scratch_size = need;
    return true;
}

static void set_traits(scree_sim *sim)
{
    const sim_bodies *b = &sim->bodies;
    for (size_t i = 0; i < b->count; ++i) {
        const sim_part *part = &sim->parts[b->part_of[i]];
        const int32_t owner = b->owners[i];
        b->traits[i] = (sim_trait){ .own_radius = part->own_radius, .inradius = part->inradius, .kind = part->kind };
        if (scree_shape_kind_of(part->shape) == SCREE_SPHERE && !part->is_offset)
            b->traits[i].ball = scree_shape_radius(part->shape) + scree_shape_rounding(part->shape);
        b->traits[i].motion = owner >= 0 ? owner : (int32_t)sim->grains.count - 1 - owner;
    }
}

bool scree_sim_complete_list(scree_sim *sim)
{
    set_traits(sim);
    if (!set_adjacency(sim) || !make_room(sim)) return false;
    if (sim->grains.count >= SIM_REORDER_LEAST && !scree_sim_make_order_room(sim)) return false;
    sim->is_restored = false;
    return true;
}

scree_status scree_sim_rebuild(scree_sim *sim)
{
    if (!wrap(sim)) return SCREE_NO_MEMORY;
    const bool is_due = sim->grains.count >= SIM_REORDER_LEAST && sim->rebuilds % SIM_REORDER_EVERY == 0;
    if (is_due && !scree_sim_reorder(sim)) return SCREE_NO_MEMORY;
    sim->skin = choose_skin(sim);
    set_groups(sim);
    set_boxes(sim);
    sim_slots old = sim->slots;
    sim->slots = sim->old_slots;
    sim->old_slots = old;
    scree_status status = find_pairs(sim, &sim->slots);
    if (status == SCREE_OK) status = find_images(sim, &sim->slots);
    if (status != SCREE_OK) {
        sim->old_slots = sim->slots;
        sim->slots = old;
        sim->is_stale = true;
        return status;
    }
    carry(sim, &old, &sim->slots);
    sim->old_slots.count = 0;
    if (!scree_sim_complete_list(sim)) {
        sim->is_stale = true;
        return SCREE_NO_MEMORY;
    }
    scree_sim_filter_new(sim);
    sim->is_stale = false;
    sim->rebuilt = true;
    sim->rebuilds++;
    return SCREE_OK;
}
