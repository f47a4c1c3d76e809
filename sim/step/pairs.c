// The force pass. Pairs whose gap, as their last query proved it, is larger than what both bodies have moved since that
// query are skipped ("asleep"); the others are answered in chunks of one warm batch each, and the laws of those that touch
// write records (contacts.c).
#include <string.h>

#include "laws/laws.h"
#include "scree/ball.h"
#include "step/contacts.h"
#include "step/step.h"

// ------------------------------------------------------------------------------------------------------------- wake

// Writes the slots of a block that are awake to `active`; returns their number.
static size_t wake_block(const scree_sim *sim, size_t block, int32_t *active)
{
    const size_t first = block * SIM_SLOT_BLOCK, most = first + SIM_SLOT_BLOCK;
    const size_t end = most < sim->slots.count ? most : sim->slots.count;
    const scree_pair *pairs = sim->slots.pairs;
    const double *paths = sim->bodies.paths, *wakes = sim->slots.wakes;
    const bool all = sim->keeps_awake;
    size_t count = 0;
    for (size_t k = first; k < end; ++k) {
        const bool is_asleep = paths[pairs[k].a] + paths[pairs[k].b] < wakes[k];
        active[count] = (int32_t)k;
        count += all | !is_asleep;
    }
    return count;
}

// Each block writes where its own slots would be if all were awake, so that blocks are independent; then they are moved
// together, in order.
void scree_sim_wake(scree_sim *sim)
{
    const size_t blocks = (sim->slots.count + SIM_SLOT_BLOCK - 1) / SIM_SLOT_BLOCK;
    int32_t *active = sim->contacts.active;
#pragma omp parallel for schedule(static) num_threads(scree_sim_thread_count(sim)) if (blocks > 1)
    for (size_t b = 0; b < blocks; ++b) sim->sums[b].awake = (int32_t)wake_block(sim, b, active + b * SIM_SLOT_BLOCK);
    size_t count = 0;
    for (size_t b = 0; b < blocks; ++b) {
        const int32_t *from = active + b * SIM_SLOT_BLOCK;
        const size_t awake = (size_t)sim->sums[b].awake;
        for (size_t k = 0; k < awake && from != active + count; ++k) active[count + k] = from[k];
        count += awake;
    }
    sim->contacts.count = count;
}

// ------------------------------------------------------------------------------------------------------------ forces

// The walls, after the grains.
static void show_walls(scree_sim *sim)
{
    for (size_t i = 0; i < sim->wall_count; ++i) {
        const sim_wall *w = &sim->walls[i];
        sim->motions[sim->grains.count + i] = (sim_motion){
            .centre = w->position, .velocity = w->velocity, .spin = w->spin, .material = w->material, .is_driven = true
        };
    }
}

static void set_laws(scree_sim *sim)
{
    for (int a = 0; a < SIM_CLASSES; ++a)
        for (int b = 0; b < SIM_CLASSES; ++b)
            sim->laws[a][b] = (uint8_t)scree_sim_law_for(sim, (sim_class)a, (sim_class)b);
}

// They do not touch: store how far they may move before they can.
static void sleep(scree_sim *sim, int32_t slot, const scree_contact *contact)
{
    const scree_pair *pair = &sim->slots.pairs[slot];
    const double path = sim->bodies.paths[pair->a] + sim->bodies.paths[pair->b];
    const double gap = contact->lower > 0.0 ? contact->lower : 0.0;
    sim->slots.wakes[slot] = path + gap * (1.0 - 1e-9);
}

static void rest(scree_sim *sim, size_t p, const scree_contact *contact)
{
    const int32_t slot = sim->contacts.active[p];
    sleep(sim, slot, contact);
    sim->slots.places[slot] = -1;
    sim->contacts.records[p].touches = 0;
}

static void note_failure(scree_sim *sim, size_t p, sim_sums *sums)
{
    const int32_t slot = sim->contacts.active[p];
    const scree_pair *pair = &sim->slots.pairs[slot];
    sim->slots.places[slot] = -1;
    sim->slots.wakes[slot] = -INFINITY;
    sim->contacts.records[p].touches = 0;
    if (sums->trouble != SCREE_TROUBLE_NONE) return;
    sums->trouble = SCREE_TROUBLE_QUERY;
    sums->grain = sim->bodies.owners[pair->a];
    sums->other = sim->bodies.owners[pair->b];
}

static bool touches(const scree_contact *contact)
{
    return !contact->beyond && contact->distance < 0.0;
}

// Is there a law of the user's on the pressure field?
static bool has_own_field(const scree_sim *sim)
{
    return sim->settings.law == SCREE_LAW_USER && sim->settings.user_region == SCREE_LAW_REGION_FIELD;
}

// Does any of these pairs touch that has a law on the pressure field?
static bool wants_field(const scree_sim *sim, const int32_t *slots, size_t count, const scree_contact *answers)
{
    const sim_trait *traits = sim->bodies.traits;
    for (size_t k = 0; k < count; ++k) {
        if (!touches(&answers[k])) continue;
        const scree_pair *pair = &sim->slots.pairs[slots[k]];
        const scree_law law = (scree_law)sim->laws[traits[pair->a].kind][traits[pair->b].kind];
        if (scree_sim_base_law(sim, law) == SCREE_LAW_PRESSURE_FIELD) return true;
    }
    return false;
}

// One warm batch for this many active pairs, by one thread.
static scree_batch answer(const scree_sim *sim, const int32_t *active, size_t count, const sim_thread *thread,
                          scree_contact *answers, scree_counts *counts)
{
    const scree_batch batch = { .bodies = sim->bodies.bodies,
                                .body_count = sim->bodies.count,
                                .pairs = sim->slots.pairs,
                                .pair_count = sim->slots.count,
                                .caches = sim->slots.caches,
                                .active = active,
                                .active_count = count,
                                .period = sim->period,
                                .counts = counts,
                                .threads = 1,
                                .scratch = thread->scratch,
                                .scratch_size = sim->batch_scratch_size };
    scree_query_options options = scree_query_defaults();
    options.method = sim->settings.method;
    options.within = true;
    options.margin = 0.0;
    scree_query_batch(&batch, &options, answers);
    return batch;
}

// Prefetches what the contacts some pairs ahead will read: first the indices, then what they point to. Always inline: gcc takes
// a function that only prefetches for one without effects, and drops its calls.
static inline __attribute__((always_inline)) void fetch(const scree_sim *sim, size_t p, size_t end)
{
    enum { FAR = 16, NEAR = 8 };
    const sim_trait *traits = sim->bodies.traits;
    if (p + FAR < end) {
        const scree_pair *pair = &sim->slots.pairs[sim->contacts.active[p + FAR]];
        __builtin_prefetch(&traits[pair->a]);
        __builtin_prefetch(&traits[pair->b]);
    }
    if (p + NEAR >= end) return;
    const int32_t slot = sim->contacts.active[p + NEAR], old = sim->slots.places[slot];
    const scree_pair *pair = &sim->slots.pairs[slot];
    const sim_motion *motions[2] = { &sim->motions[traits[pair->a].motion], &sim->motions[traits[pair->b].motion] };
    for (int i = 0; i < 2; ++i) { // of 96 bytes, in two or three cache lines
        __builtin_prefetch(&motions[i]->centre);
        __builtin_prefetch(&motions[i]->spin);
        __builtin_prefetch(&motions[i]->is_driven);
    }
    if (old >= 0) __builtin_prefetch(&sim->contacts.old_histories[old]);
}

// Two spheres: the fields of their contact that the force pass reads, as a query would return them. Coincident centres
// have no closed form.
static void meet_balls(const scree_sim *sim, int32_t slot, const sim_thread *thread, scree_contact *out)
{
    const scree_pair *pair = &sim->slots.pairs[slot];
    const sim_trait *a = &sim->bodies.traits[pair->a], *b = &sim->bodies.traits[pair->b];
    scree_vec3 to = sim->motions[b->motion].centre;
    if (scree_sim_is_shifted(pair)) to = v3_add(to, scree_sim_shift_of(sim, pair));
    scree_ball_contact c;
    if (!scree_two_balls(sim->motions[a->motion].centre, a->ball, to, b->ball, &c)) {
        answer(sim, &slot, 1, thread, out, NULL);
        return;
    }
    out->distance = c.distance;
    out->lower = c.lower;
    out->normal = c.normal;
    out->point = c.point;
    out->patch_area = 0.0;
    out->status = SCREE_OK;
    out->beyond = false;
}

// Active pair p has this contact. `pressure` and `followed` as in scree_sim_add_contact().
static void settle(scree_sim *sim, sim_chunk *chunk, size_t p, const scree_contact *contact,
                   const scree_pressure *pressure, const sim_followed *followed)
{
    if (contact->status != SCREE_OK && contact->status != SCREE_NO_CONVERGENCE)
        note_failure(sim, p, &chunk->sums);
    else if (!touches(contact))
        rest(sim, p, contact);
    else
        scree_sim_add_contact(chunk, p, contact, pressure, followed);
}

static bool are_balls(const scree_sim *sim, int32_t slot)
{
    const scree_pair *pair = &sim->slots.pairs[slot];
    return sim->bodies.traits[pair->a].ball > 0.0 && sim->bodies.traits[pair->b].ball > 0.0;
}

// The pairs of two spheres from p on. Returns the first that is none.
static size_t settle_balls(scree_sim *sim, sim_chunk *chunk, size_t p, size_t end)
{
    for (;; ++p) {
        p = scree_sim_add_balls(chunk, p, end);
        if (p == end || !are_balls(sim, sim->contacts.active[p])) return p;
        scree_contact contact;
        meet_balls(sim, sim->contacts.active[p], chunk->thread, &contact);
        settle(sim, chunk, p, &contact, NULL, NULL);
    }
}

// Some pairs of a chunk, sorted.
typedef struct sorted_pairs {
    int32_t asked[SIM_PAIR_CHUNK]; // slots to query
    size_t count;                  // how many
    uint8_t ways[SIM_PAIR_CHUNK];  // sim_way: how each pair is answered, whether it is queried or not
} sorted_pairs;

static void sort_pairs(const scree_sim *sim, const int32_t *active, size_t count, bool may_be_balls,
                       sim_followed *followed, sorted_pairs *out)
{
    size_t asked = 0;
    for (size_t k = 0; k < count; ++k) {
        sim_way way = SIM_WAY_QUERIED;
        if (may_be_balls && are_balls(sim, active[k]))
            way = SIM_WAY_BALLS;
        else if (followed != NULL && scree_sim_follow_plane(sim, active[k], &followed[k]))
            way = SIM_WAY_FOLLOWED;
        out->ways[k] = (uint8_t)way;
        out->asked[asked] = active[k];
        asked += way == SIM_WAY_QUERIED;
    }
    out->count = asked;
}

// The pairs of a chunk from `first` on, by one batch of those that are queried. Returns the time at which the batch was
// answered, for an observer; else 0.
static double settle_pairs(scree_sim *sim, sim_chunk *chunk, size_t first, size_t end, bool may_be_balls,
                           bool may_want_field)
{
    const sim_thread *thread = chunk->thread;
    sim_followed *planes = sim->settings.method == NULL ? thread->followed : NULL;
    sorted_pairs sorted;
    sort_pairs(sim, sim->contacts.active + first, end - first, may_be_balls, planes, &sorted);
    // A paper's method is run on all pairs of the chunk: its counts are in their order.
    const bool is_observed = sim->observer != NULL, counts = is_observed && sim->settings.method != NULL;
    if (is_observed && !counts) memset(sim->counts + first, 0, (end - first) * sizeof *sim->counts);
    const double start = is_observed ? scree_sim_clock() : 0.0;
    const scree_batch batch =
        answer(sim, sorted.asked, sorted.count, thread, thread->contacts, counts ? sim->counts + first : NULL);
    const scree_pressure *pressures = NULL;
    if (may_want_field && wants_field(sim, sorted.asked, sorted.count, thread->contacts)) {
        // scree_sim_measure() computes the energy of the simulator's own law.
        const scree_pressure_options with_energy = { .energy = true };
        scree_pressure_batch(&batch, thread->contacts, has_own_field(sim) ? &with_energy : NULL, thread->pressures);
        pressures = thread->pressures;
    }
    const double found = is_observed ? scree_sim_clock() : 0.0;
    size_t next = 0; // index among the queried
    for (size_t p = first; p < end;) {
        const sim_way way = (sim_way)sorted.ways[p - first];
        if (way == SIM_WAY_BALLS) {
            p = settle_balls(sim, chunk, p, end);
            continue;
        }
        const sim_followed *followed = way == SIM_WAY_FOLLOWED ? &planes[p - first] : NULL;
        const scree_contact contact =
            followed != NULL ? scree_sim_contact_of_plane(&followed->plane) : thread->contacts[next];
        fetch(sim, p, end);
        if (is_observed) sim->answers[p] = contact;
        settle(sim, chunk, p, &contact, followed == NULL && pressures != NULL ? &pressures[next] : NULL, followed);
        next += way == SIM_WAY_QUERIED;
        ++p;
    }
    chunk->sums.seconds_narrow = found - start;
    return found;
}

static void answer_chunk(scree_sim *sim, size_t number, bool may_want_field)
{
    const size_t first = number * SIM_PAIR_CHUNK, most = first + SIM_PAIR_CHUNK;
    const size_t end = most < sim->contacts.count ? most : sim->contacts.count;
    // Observers and the papers' methods need a query for every pair, except for planes.
    const bool is_observed = sim->observer != NULL, may_be_balls = sim->settings.method == NULL && !is_observed;
    sim_chunk chunk = scree_sim_begin_chunk(sim, &sim->threads[scree_sim_this_thread()]);
    const size_t rest_first = may_be_balls ? settle_balls(sim, &chunk, first, end) : first;
    double found = 0.0;
    if (rest_first < end) found = settle_pairs(sim, &chunk, rest_first, end, may_be_balls, may_want_field);
    scree_sim_end_chunk(&chunk);
    if (is_observed) chunk.sums.seconds_law = scree_sim_clock() - found;
    sim->sums[number] = chunk.sums;
}

void scree_sim_forces(scree_sim *sim)
{
    sim_contacts *c = &sim->contacts;
    scree_contact_history *swap = c->histories;
    c->histories = c->old_histories;
    c->old_histories = swap;
    show_walls(sim);
    set_laws(sim);
    const bool may_want_field =
        has_own_field(sim) || memchr(sim->laws, SCREE_LAW_PRESSURE_FIELD, sizeof sim->laws) != NULL;
    const size_t chunks = (c->count + SIM_PAIR_CHUNK - 1) / SIM_PAIR_CHUNK;
#pragma omp parallel for schedule(dynamic) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t k = 0; k < chunks; ++k) answer_chunk(sim, k, may_want_field);
}

// ------------------------------------------------------------------------------------------------------------ filter

static void filter_chunk(scree_sim *sim, size_t chunk, size_t count)
{
    const size_t first = chunk * SIM_PAIR_CHUNK, most = first + SIM_PAIR_CHUNK, end = most < count ? most : count;
    const sim_thread *thread = &sim->threads[scree_sim_this_thread()];
    answer(sim, sim->contacts.active + first, end - first, thread, thread->contacts, NULL);
    for (size_t p = first; p < end; ++p) {
        const scree_contact *contact = &thread->contacts[p - first];
        const bool is_answered = contact->status == SCREE_OK || contact->status == SCREE_NO_CONVERGENCE;
        if (is_answered && !touches(contact)) sleep(sim, sim->contacts.active[p], contact);
    }
}

void scree_sim_filter_new(scree_sim *sim)
{
    size_t count = 0;
    // Pairs without a contact whose bound is -INFINITY: new in the list (rebuild.c), or their last query failed
    // (note_failure()).
    for (size_t k = 0; k < sim->slots.count; ++k)
        if (sim->slots.places[k] < 0 && isinf(sim->slots.wakes[k])) sim->contacts.active[count++] = (int32_t)k;
    const size_t chunks = (count + SIM_PAIR_CHUNK - 1) / SIM_PAIR_CHUNK;
#pragma omp parallel for schedule(dynamic) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t k = 0; k < chunks; ++k) filter_chunk(sim, k, count);
}
