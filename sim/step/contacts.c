// See contacts.h.
#include "step/contacts.h"

#include "laws/laws.h"
#include "scree/ball.h"

// ------------------------------------------------------------------------------------------------- what a law leaves

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static void note_overlap(const scree_sim *sim, const scree_pair *pair, double share, sim_sums *sums)
{
    if (share > sums->deepest) sums->deepest = share;
    if (!(share > sums->unreported) || sums->trouble != SCREE_TROUBLE_NONE) return;
    const int32_t owners[2] = { sim->bodies.owners[pair->a], sim->bodies.owners[pair->b] };
    bool is_known = true;
    for (int i = 0; i < 2; ++i)
        is_known = is_known && (owners[i] < 0 || sim->grains.reported[owners[i]] & SIM_REPORTED_OVERLAP);
    if (is_known) return;
    sums->unreported = share;
    sums->grain = owners[0];
    sums->other = owners[1];
}

static bool is_just_added(const scree_sim *sim, int32_t owner)
{
    return owner >= 0 && (sim->grains.reported[owner] & SIM_JUST_ADDED);
}

// An upper bound on the energy that a new contact adds: for a grain that was inserted with an overlap, its elastic
// force times the depth; for adhesion, its force times the inradius.
static double brought_along(const scree_sim *sim, const scree_pair *pair, double adhesion, scree_vec3 force,
                            double depth)
{
    const int32_t *owners = sim->bodies.owners;
    const sim_trait *traits = sim->bodies.traits;
    double energy = adhesion * smaller(traits[pair->a].inradius, traits[pair->b].inradius);
    if (is_just_added(sim, owners[pair->a]) || is_just_added(sim, owners[pair->b])) energy += v3_length(force) * depth;
    return energy;
}

// Work that a body of prescribed motion does on the other: `force` is on the body, `couple` about the point.
static double work_of(const sim_motion *o, scree_vec3 arm, scree_vec3 force, scree_vec3 couple)
{
    const scree_vec3 velocity = v3_add(o->velocity, v3_cross(o->spin, arm));
    return -(v3_dot(force, velocity) + v3_dot(couple, o->spin));
}

// The work of walls and driven grains on the other body.
static double work_of_both(const scree_sim *sim, const scree_pair *pair, const scree_vec3 centres[2],
                           const sim_record *r)
{
    const sim_motion *a = &sim->motions[sim->bodies.traits[pair->a].motion];
    const sim_motion *b = &sim->motions[sim->bodies.traits[pair->b].motion];
    double work = 0.0;
    if (a->is_driven)
        work += work_of(a, v3_sub(r->point, centres[0]), v3_scale(-1.0, r->force), v3_scale(-1.0, r->couple));
    if (b->is_driven) work += work_of(b, v3_sub(r->point, centres[1]), r->force, r->couple);
    return work;
}

// They touch: the slot stores where its contact is, and is queried again in the next step.
static void mark_slot(scree_sim *sim, int32_t slot, int32_t p)
{
    sim->slots.places[slot] = p;
    sim->slots.wakes[slot] = -INFINITY;
}

// Energy that contact j brings with it if it is new, and the work done if the motion of a body is prescribed.
static void account_for(sim_chunk *chunk, const sim_lanes *l, int j, const sim_record *r)
{
    const scree_sim *sim = chunk->sim;
    const scree_pair *pair = &sim->slots.pairs[r->slot];
    if (l->marks[j] & SIM_LANE_NEW)
        chunk->sums.supplied += brought_along(sim, pair, l->mixed->adhesion, r->force, r->depth);
    if (!(l->marks[j] & SIM_LANE_DRIVEN)) return;
    const scree_vec3 centres[2] = { v3(l->centre[0][0][j], l->centre[0][1][j], l->centre[0][2][j]),
                                    v3(l->centre[1][0][j], l->centre[1][1][j], l->centre[1][2][j]) };
    chunk->sums.work += sim->dt * work_of_both(sim, pair, centres, r);
}

// Writes the records, loads and histories of a group, which is empty then.
static void spread(sim_chunk *chunk, sim_lanes *l)
{
    scree_sim *sim = chunk->sim;
    const int32_t *active = sim->contacts.active;
    sim_record *records = sim->contacts.records;
    int32_t *places = sim->slots.places;
    double *wakes = sim->slots.wakes, dissipated = chunk->sums.dissipated;
    const int count = l->count, law = (int)l->law;
    scree_sim_scatter(l, &sim->contacts);
    for (int j = 0; j < count; ++j) {
        const int32_t p = l->places[j], slot = active[p];
        sim_record *r = &records[p];
        r->depth = l->depth[j];
        r->elastic = l->elastic[j];
        r->slot = slot;
        r->law = (int16_t)law;
        r->touches = 1;
        places[slot] = p; // as mark_slot()
        wakes[slot] = -INFINITY;
        dissipated += l->dissipated[j];
        if (l->share[j] > chunk->sums.unreported || l->share[j] > chunk->sums.deepest)
            note_overlap(sim, &sim->slots.pairs[slot], l->share[j], &chunk->sums);
        if ((l->marks[j] & (SIM_LANE_NEW | SIM_LANE_DRIVEN)) != 0) account_for(chunk, l, j, r);
    }
    chunk->sums.dissipated = dissipated;
    l->count = 0;
    l->has_balls = false;
}

static void put(double to[3][SIM_LANES], int j, scree_vec3 v)
{
    to[0][j] = v.x;
    to[1][j] = v.y;
    to[2][j] = v.z;
}

// Moves the second bodies of pairs with a periodic image to that image.
static void shift(const scree_sim *sim, sim_lanes *l)
{
    for (int j = 0; j < l->count; ++j) {
        if (!(l->marks[j] & SIM_LANE_SHIFTED)) continue;
        const scree_pair *pair = &sim->slots.pairs[sim->contacts.active[l->places[j]]];
        put(l->centre[1], j, v3_add(l->motions[1][j]->centre, scree_sim_shift_of(sim, pair)));
    }
    l->is_shifted = false;
}

static void finish(sim_chunk *chunk, sim_lanes *l)
{
    scree_sim_gather(l);
    if (l->is_shifted) shift(chunk->sim, l);
    scree_sim_apply(chunk->sim, l);
    spread(chunk, l);
}

// They share no more than rounding: no force.
static void leave_nothing(sim_chunk *chunk, size_t p, scree_law law, const sim_mixed *mixed, bool is_new,
                          const scree_contact *contact)
{
    scree_sim *sim = chunk->sim;
    sim_contacts *c = &sim->contacts;
    const int32_t slot = c->active[p];
    const scree_pair *pair = &sim->slots.pairs[slot];
    const sim_trait *traits = sim->bodies.traits;
    sim_record *r = &c->records[p];
    *r = (sim_record){ .point = contact->point, .normal = contact->normal, .depth = -contact->distance };
    r->slot = slot;
    r->law = (int16_t)law;
    r->touches = 1;
    c->loads[p] = (sim_load){ 0 };
    c->histories[p] = (scree_contact_history){ 0 };
    mark_slot(sim, slot, (int32_t)p);
    if (is_new) chunk->sums.supplied += brought_along(sim, pair, mixed->adhesion, r->force, r->depth);
    note_overlap(sim, pair, r->depth / smaller(traits[pair->a].inradius, traits[pair->b].inradius), &chunk->sums);
}

// ---------------------------------------------------------------------------------------------------- what it needs

// The group for a law and a pair of materials, with room for one more.
static sim_lanes *group_for(sim_chunk *chunk, scree_law law, const sim_mixed *mixed)
{
    for (int i = 0; i < SIM_OPEN_LANES; ++i) {
        sim_lanes *l = &chunk->lanes[i];
        if (l->law != law || l->mixed != mixed) continue;
        if (l->count == SIM_LANES) finish(chunk, l);
        return l;
    }
    sim_lanes *l = &chunk->lanes[chunk->next];
    chunk->next = (chunk->next + 1) % SIM_OPEN_LANES;
    if (l->count > 0) finish(chunk, l);
    l->law = law;
    l->has_planes = scree_sim_base_law(chunk->sim, law) == SCREE_LAW_FLOATING_PLANE;
    l->mixed = mixed;
    return l;
}

// The region for a law that needs more than a point. False if there is no force.
static bool find_region(const sim_chunk *chunk, const scree_pair *pair, scree_law law, const scree_contact *contact,
                        const scree_pressure *pressure, const sim_followed *followed, scree_vec3 *plane,
                        scree_contact_region *region)
{
    const scree_sim *sim = chunk->sim;
    const sim_bodies *b = &sim->bodies;
    const scree_body image = scree_pair_image(&b->bodies[pair->b], pair, sim->period);
    const sim_touch touch = { .bodies = { &b->bodies[pair->a], &image },
                              .parts = { &sim->parts[b->part_of[pair->a]], &sim->parts[b->part_of[pair->b]] },
                              .pressure = pressure,
                              .plane = followed != NULL ? &followed->plane : NULL,
                              .scratch = chunk->thread->scratch,
                              .scratch_size = sim->batch_scratch_size };
    return scree_sim_region(sim, law, &touch, contact, plane, region);
}

static void put_region(sim_lanes *l, int j, const scree_contact_region *region)
{
    put(l->normal, j, region->normal);
    put(l->point, j, region->point);
    put(l->patch_force, j, region->force);
    put(l->patch_couple, j, region->couple);
    l->depth[j] = region->depth;
    l->area[j] = region->area;
    l->energy[j] = region->energy;
    l->width[j] = region->radius;
    l->volume[j] = region->volume;
}

// What an active pair needs of the simulation.
typedef struct touching {
    int32_t slot, old; // old: where its history is; below 0, the two did not touch in the last step
    const scree_pair *pair;
    const sim_trait *traits[2];
    const sim_motion *motions[2];
    scree_law law;
    bool is_shifted;
} touching;

static inline __attribute__((always_inline)) touching find_touching(const scree_sim *sim, size_t p)
{
    touching t;
    t.slot = sim->contacts.active[p];
    t.old = sim->slots.places[t.slot];
    t.pair = &sim->slots.pairs[t.slot];
    t.traits[0] = &sim->bodies.traits[t.pair->a];
    t.traits[1] = &sim->bodies.traits[t.pair->b];
    for (int i = 0; i < 2; ++i) t.motions[i] = &sim->motions[t.traits[i]->motion];
    t.law = (scree_law)sim->laws[t.traits[0]->kind][t.traits[1]->kind];
    t.is_shifted = scree_sim_is_shifted(t.pair);
    return t;
}

static const scree_contact_history none = { 0 };

static inline const scree_contact_history *history_of(const scree_sim *sim, const touching *t)
{
    return t->old >= 0 ? &sim->contacts.old_histories[t->old] : &none;
}

static inline const sim_mixed *mixed_of(const scree_sim *sim, const touching *t)
{
    return &sim->mixed[(size_t)t->motions[0]->material * sim->material_count + (size_t)t->motions[1]->material];
}

// Adds the pair to the group of contacts that have its law and materials: all but the contact region. Returns its index in `group`.
static inline __attribute__((always_inline)) int join_group(sim_chunk *chunk, size_t p, const touching *t,
                                                            sim_lanes **group)
{
    sim_lanes *l = group_for(chunk, t->law, mixed_of(chunk->sim, t));
    const int j = l->count++, is_driven = t->motions[0]->is_driven | t->motions[1]->is_driven;
    l->places[j] = (int32_t)p;
    l->marks[j] =
        (uint8_t)((t->old < 0) * SIM_LANE_NEW | is_driven * SIM_LANE_DRIVEN | t->is_shifted * SIM_LANE_SHIFTED);
    l->is_shifted |= t->is_shifted;
    for (int i = 0; i < 2; ++i) {
        l->motions[i][j] = t->motions[i];
        l->traits[i][j] = t->traits[i];
    }
    l->histories[j] = history_of(chunk->sim, t);
    *group = l;
    return j;
}

static inline bool is_plain(scree_law law)
{
    return law == SCREE_LAW_LINEAR || law == SCREE_LAW_DEPTH;
}

// If the square of the distance is below that of the radii by more than this fraction, many times the rounding of both, then the
// distance of the closed form is negative too: the spheres overlap.
#define BEYOND_ROUNDING 1e-14

// Prefetches what the contact of a slot will read, but of its first body, since those lie together. Always inline: gcc takes a
// function that only prefetches for one without effects, and drops its calls.
static inline __attribute__((always_inline)) void fetch(const scree_sim *sim, int32_t slot)
{
    const sim_motion *motion = &sim->motions[sim->bodies.traits[sim->slots.pairs[slot].b].motion];
    const int32_t old = sim->slots.places[slot];
    __builtin_prefetch(&motion->centre); // of 96 bytes, in two or three cache lines
    __builtin_prefetch(&motion->spin);
    __builtin_prefetch(&motion->is_driven);
    if (old >= 0) __builtin_prefetch(&sim->contacts.old_histories[old]);
}

size_t scree_sim_add_balls(sim_chunk *chunk, size_t p, size_t end)
{
    enum { FAR = 16, NEAR = 8 };
    const scree_sim *sim = chunk->sim;
    const scree_law law = (scree_law)sim->laws[SIM_CLASS_POINT][SIM_CLASS_POINT];
    const int32_t *active = sim->contacts.active, *places = sim->slots.places;
    const scree_pair *pairs = sim->slots.pairs;
    const sim_trait *traits = sim->bodies.traits;
    const sim_motion *motions = sim->motions;
    const scree_contact_history *histories = sim->contacts.old_histories;
    sim_lanes *l = NULL;
    const sim_mixed *mixed = NULL;
    for (; is_plain(law) && p < end; ++p) {
        const int32_t slot = active[p], old = places[slot];
        const scree_pair *pair = &pairs[slot];
        const sim_trait *ta = &traits[pair->a], *tb = &traits[pair->b];
        if (!(ta->ball > 0.0) || !(tb->ball > 0.0)) break;
        if (p + FAR < end) __builtin_prefetch(&traits[pairs[active[p + FAR]].b]);
        if (p + NEAR < end) fetch(sim, active[p + NEAR]);
        const sim_motion *a = &motions[ta->motion], *b = &motions[tb->motion];
        const bool is_shifted = scree_sim_is_shifted(pair);
        scree_vec3 to = b->centre;
        if (is_shifted) to = v3_add(to, scree_sim_shift_of(sim, pair));
        const double square = scree_balls_square(a->centre, to), radii = ta->ball + tb->ball;
        if (!(square < radii * radii * (1.0 - BEYOND_ROUNDING)) || !scree_balls_have_normal(square)) break;
        const sim_mixed *own = &sim->mixed[(size_t)a->material * sim->material_count + (size_t)b->material];
        if (own != mixed || l->count == SIM_LANES) {
            mixed = own;
            l = group_for(chunk, law, mixed);
            l->has_balls = true;
        }
        const int j = l->count++;
        l->places[j] = (int32_t)p;
        l->marks[j] = (uint8_t)((old < 0) * SIM_LANE_NEW | (a->is_driven | b->is_driven) * SIM_LANE_DRIVEN |
                                is_shifted * SIM_LANE_SHIFTED);
        l->is_shifted |= is_shifted;
        l->motions[0][j] = a;
        l->motions[1][j] = b;
        l->traits[0][j] = ta;
        l->traits[1][j] = tb;
        l->histories[j] = old >= 0 ? &histories[old] : &none;
        l->is_known[j] = 0.0;
    }
    return p;
}

void scree_sim_add_contact(sim_chunk *chunk, size_t p, const scree_contact *contact, const scree_pressure *pressure,
                           const sim_followed *followed)
{
    const scree_sim *sim = chunk->sim;
    const touching t = find_touching(sim, p);
    scree_contact_region region;
    scree_vec3 plane = v3(0.0, 0.0, 0.0);
    if (!is_plain(t.law)) {
        plane = followed != NULL ? followed->last : history_of(sim, &t)->plane;
        if (!find_region(chunk, t.pair, t.law, contact, pressure, followed, &plane, &region)) {
            leave_nothing(chunk, p, t.law, mixed_of(sim, &t), t.old < 0, contact);
            return;
        }
    }
    sim_lanes *l;
    const int j = join_group(chunk, p, &t, &l);
    l->is_known[j] = 1.0;
    if (is_plain(t.law)) {
        put(l->normal, j, contact->normal);
        put(l->point, j, contact->point);
        l->depth[j] = -contact->distance;
    } else {
        put_region(l, j, &region);
        if (l->has_planes) put(l->rolling, j, plane);
    }
}

sim_chunk scree_sim_begin_chunk(scree_sim *sim, const sim_thread *thread)
{
    for (int i = 0; i < SIM_OPEN_LANES; ++i) {
        thread->lanes[i].count = 0;
        thread->lanes[i].is_shifted = thread->lanes[i].has_balls = thread->lanes[i].has_planes = false;
        thread->lanes[i].law = SCREE_LAW_AUTO;
        thread->lanes[i].mixed = NULL;
    }
    sim_chunk chunk = { .sim = sim, .thread = thread, .lanes = thread->lanes };
    feholdexcept(&chunk.environment);
    return chunk;
}

void scree_sim_end_chunk(sim_chunk *chunk)
{
    for (int i = 0; i < SIM_OPEN_LANES; ++i)
        if (chunk->lanes[i].count > 0) finish(chunk, &chunk->lanes[i]);
    fesetenv(&chunk->environment);
}
