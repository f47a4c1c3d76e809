// The force pass. Pairs whose proven gap is more than both bodies have moved since stay asleep; the others are answered
// in chunks of one warm batch each, and the law of each pair that touches leaves a record.
#include "laws/laws.h"
#include "step/step.h"

// ------------------------------------------------------------------------------------------------------------- wake

static inline bool is_awake(const scree_sim *sim, size_t slot)
{
    const scree_pair *pair = &sim->slots.pairs[slot];
    const double *paths = sim->bodies.paths;
    return !(paths[pair->a] + paths[pair->b] < sim->slots.wakes[slot]);
}

// The slots of a block that are awake, from `active` on; how many.
static size_t wake_block(const scree_sim *sim, size_t block, int32_t *active)
{
    const size_t first = block * SIM_SLOT_BLOCK, most = first + SIM_SLOT_BLOCK;
    const size_t end = most < sim->slots.count ? most : sim->slots.count;
    const bool all = sim->keeps_awake;
    size_t count = 0;
    for (size_t k = first; k < end; ++k) {
        active[count] = (int32_t)k;
        count += all | is_awake(sim, k);
    }
    return count;
}

// Each block writes where its own slots would be if all were awake, so that blocks do not wait for each other; then they
// are moved together, in order.
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

static sim_motion motion_of_wall(const sim_wall *w)
{
    return (sim_motion){
        .centre = w->position, .velocity = w->velocity, .spin = w->spin, .material = w->material, .is_driven = true
    };
}

static void note_overlap(const scree_sim *sim, const scree_pair *pair, double depth, sim_sums *sums)
{
    const sim_bodies *b = &sim->bodies;
    const double share =
        depth / fmin(sim->parts[b->part_of[pair->a]].inradius, sim->parts[b->part_of[pair->b]].inradius);
    if (share > sums->deepest) sums->deepest = share;
    if (!(share > sums->unreported) || sums->trouble != SCREE_TROUBLE_NONE) return;
    const int32_t owners[2] = { b->owners[pair->a], b->owners[pair->b] };
    bool is_known = true;
    for (int i = 0; i < 2; ++i)
        is_known = is_known && (owners[i] < 0 || sim->grains.reported[owners[i]] & SIM_REPORTED_OVERLAP);
    if (is_known) return;
    sums->unreported = share;
    sums->grain = owners[0];
    sums->other = owners[1];
}

// Work that a body of prescribed motion does on the other: `force` is on the body, `couple` about the point.
static double work_of(const sim_motion *o, scree_vec3 arm, scree_vec3 force, scree_vec3 couple)
{
    const scree_vec3 velocity = v3_add(o->velocity, v3_cross(o->spin, arm));
    return -(v3_dot(force, velocity) + v3_dot(couple, o->spin));
}

static bool is_just_added(const scree_sim *sim, int32_t owner)
{
    return owner >= 0 && (sim->grains.reported[owner] & SIM_JUST_ADDED);
}

// Energy that a new contact brings along: of a grain that was put there with an overlap, no more than its elastic force
// times the depth; of adhesion, no more than its pull over the inradius.
static double brought_along(const scree_sim *sim, const scree_pair *pair, const sim_touch *touch,
                            const scree_contact_force *force, double depth)
{
    const int32_t *owners = sim->bodies.owners;
    double energy = touch->mixed->adhesion * fmin(touch->parts[0]->inradius, touch->parts[1]->inradius);
    if (is_just_added(sim, owners[pair->a]) || is_just_added(sim, owners[pair->b]))
        energy += v3_length(force->force) * depth;
    return energy;
}

const sim_motion *scree_sim_owner(const scree_sim *sim, int32_t body, sim_motion *wall)
{
    const int32_t owner = sim->bodies.owners[body];
    if (owner >= 0) return &sim->motions[owner];
    *wall = motion_of_wall(&sim->walls[-1 - owner]);
    return wall;
}

// What walls and driven grains do on the other body.
static double work_of_both(const sim_motion *const owners[2], const sim_touch *touch, const scree_contact_force *force)
{
    double work = 0.0;
    if (owners[0]->is_driven)
        work += work_of(owners[0], touch->motions[0].arm, v3_scale(-1.0, force->force), v3_scale(-1.0, force->couple));
    if (owners[1]->is_driven) work += work_of(owners[1], touch->motions[1].arm, force->force, force->couple);
    return work;
}

// `pressure` and `followed` are NULL, or those of this pair.
static void act(scree_sim *sim, size_t p, const scree_contact *contact, const scree_pressure *pressure,
                const sim_followed *followed, sim_sums *sums)
{
    sim_contacts *c = &sim->contacts;
    const sim_bodies *b = &sim->bodies;
    const int32_t slot = c->active[p], old = sim->slots.places[slot];
    const scree_pair *pair = &sim->slots.pairs[slot];
    sim_motion walls[2];
    const sim_motion *const owners[2] = { scree_sim_owner(sim, pair->a, &walls[0]),
                                          scree_sim_owner(sim, pair->b, &walls[1]) };
    scree_vec3 centres[2] = { owners[0]->centre, owners[1]->centre };
    sim_touch touch;
    scree_body image;
    touch.bodies[0] = &b->bodies[pair->a];
    touch.bodies[1] = &b->bodies[pair->b];
    if (pair->image[0] != 0 || pair->image[1] != 0 || pair->image[2] != 0) {
        const scree_vec3 shift =
            v3(pair->image[0] * sim->period.x, pair->image[1] * sim->period.y, pair->image[2] * sim->period.z);
        image = b->bodies[pair->b];
        image.position = v3_add(image.position, shift);
        centres[1] = v3_add(centres[1], shift);
        touch.bodies[1] = &image;
    }
    touch.parts[0] = &sim->parts[b->part_of[pair->a]];
    touch.parts[1] = &sim->parts[b->part_of[pair->b]];
    touch.mixed = &sim->mixed[(size_t)owners[0]->material * sim->material_count + (size_t)owners[1]->material];
    touch.pressure = pressure;
    touch.plane = followed != NULL ? &followed->plane : NULL;
    touch.scratch = sim->threads[scree_sim_this_thread()].scratch;
    touch.scratch_size = sim->batch_scratch_size;
    for (int i = 0; i < 2; ++i) {
        touch.motions[i].arm = v3(0.0, 0.0, 0.0);
        touch.motions[i].velocity = owners[i]->velocity;
        touch.motions[i].spin = owners[i]->spin;
        touch.inverse_masses[i] = owners[i]->inverse_mass;
        touch.inverse_inertias[i] = owners[i]->inverse_inertia;
    }
    scree_contact_history *history = &c->histories[p];
    *history = old >= 0 ? c->old_histories[old] : (scree_contact_history){ 0 };
    if (followed != NULL) history->plane = followed->last;
    scree_contact_region region;
    const scree_contact_force force = scree_sim_touch(sim, &touch, contact, centres, history, &region);
    sim_record *r = &c->records[p];
    r->force = force.force;
    r->couple = force.couple;
    r->point = region.point;
    r->normal = region.normal;
    r->depth = region.depth;
    r->elastic = force.elastic;
    r->slot = slot;
    r->law = (int16_t)touch.law;
    r->touches = 1;
    sim->slots.places[slot] = (int32_t)p;
    sim->slots.wakes[slot] = -INFINITY;
    sums->dissipated += force.dissipated;
    if (old < 0) sums->supplied += brought_along(sim, pair, &touch, &force, region.depth);
    note_overlap(sim, pair, -contact->distance, sums);
    sums->work += sim->dt * work_of_both(owners, &touch, &force);
}

// They do not touch: how far they may move before they can.
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

// Does any pair of a chunk touch that has the pressure-field law?
static bool wants_field(const scree_sim *sim, size_t first, size_t end, const scree_contact *answers)
{
    const sim_bodies *b = &sim->bodies;
    for (size_t p = first; p < end; ++p) {
        if (!touches(&answers[p - first])) continue;
        const scree_pair *pair = &sim->slots.pairs[sim->contacts.active[p]];
        const sim_class kinds[2] = { sim->parts[b->part_of[pair->a]].kind, sim->parts[b->part_of[pair->b]].kind };
        if (scree_sim_law_for(sim, kinds[0], kinds[1]) == SCREE_LAW_PRESSURE_FIELD) return true;
    }
    return false;
}

// One warm batch for so many active pairs, by one thread.
static scree_batch answer(const scree_sim *sim, const int32_t *active, size_t count, const sim_thread *thread,
                          scree_contact *answers)
{
    const scree_batch batch = { .bodies = sim->bodies.bodies,
                                .body_count = sim->bodies.count,
                                .pairs = sim->slots.pairs,
                                .pair_count = sim->slots.count,
                                .caches = sim->slots.caches,
                                .active = active,
                                .active_count = count,
                                .period = sim->period,
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

static void answer_chunk(scree_sim *sim, size_t chunk)
{
    const size_t first = chunk * SIM_PAIR_CHUNK, most = first + SIM_PAIR_CHUNK;
    const size_t end = most < sim->contacts.count ? most : sim->contacts.count;
    const sim_thread *thread = &sim->threads[scree_sim_this_thread()];
    scree_contact *answers = sim->observer != NULL ? sim->answers + first : thread->contacts;
    const int32_t *active = sim->contacts.active + first;
    sim_planes *planes = sim->settings.method == NULL ? thread->planes : NULL;
    scree_batch batch;
    if (planes != NULL) {
        const size_t left = scree_sim_follow_planes(sim, first, end, planes, answers);
        batch = answer(sim, planes->left, left, thread, planes->answers);
        scree_sim_merge_answers(planes, end - first, answers);
        batch.active = active;
        batch.active_count = end - first;
    } else {
        batch = answer(sim, active, end - first, thread, answers);
    }
    const scree_pressure *pressures = NULL;
    if (wants_field(sim, first, end, answers)) {
        scree_pressure_batch(&batch, answers, NULL, thread->pressures);
        pressures = thread->pressures;
    }
    sim_sums sums = { 0 };
    for (size_t p = first; p < end; ++p) {
        const scree_contact *contact = &answers[p - first];
        if (contact->status != SCREE_OK && contact->status != SCREE_NO_CONVERGENCE)
            note_failure(sim, p, &sums);
        else if (!touches(contact))
            rest(sim, p, contact);
        else
            act(sim, p, contact, pressures != NULL ? &pressures[p - first] : NULL,
                planes != NULL && planes->followed[p - first].is_found ? &planes->followed[p - first] : NULL, &sums);
    }
    sim->sums[chunk] = sums;
}

void scree_sim_forces(scree_sim *sim)
{
    sim_contacts *c = &sim->contacts;
    scree_contact_history *swap = c->histories;
    c->histories = c->old_histories;
    c->old_histories = swap;
    const size_t chunks = (c->count + SIM_PAIR_CHUNK - 1) / SIM_PAIR_CHUNK;
#pragma omp parallel for schedule(dynamic) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t k = 0; k < chunks; ++k) answer_chunk(sim, k);
}

// ------------------------------------------------------------------------------------------------------------ filter

static void filter_chunk(scree_sim *sim, size_t chunk, size_t count)
{
    const size_t first = chunk * SIM_PAIR_CHUNK, most = first + SIM_PAIR_CHUNK, end = most < count ? most : count;
    const sim_thread *thread = &sim->threads[scree_sim_this_thread()];
    answer(sim, sim->contacts.active + first, end - first, thread, thread->contacts);
    for (size_t p = first; p < end; ++p) {
        const scree_contact *contact = &thread->contacts[p - first];
        const bool is_answered = contact->status == SCREE_OK || contact->status == SCREE_NO_CONVERGENCE;
        if (is_answered && !touches(contact)) sleep(sim, sim->contacts.active[p], contact);
    }
}

void scree_sim_filter_new(scree_sim *sim)
{
    size_t count = 0;
    for (size_t k = 0; k < sim->slots.count; ++k)
        if (sim->slots.places[k] < 0 && isinf(sim->slots.wakes[k])) sim->contacts.active[count++] = (int32_t)k;
    const size_t chunks = (count + SIM_PAIR_CHUNK - 1) / SIM_PAIR_CHUNK;
#pragma omp parallel for schedule(dynamic) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t k = 0; k < chunks; ++k) filter_chunk(sim, k, count);
}
