// See contacts.h.
#include "step/contacts.h"

#include "laws/laws.h"

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

// Writes the records and histories of a group, which is empty then.
static void spread(sim_chunk *chunk, sim_lanes *l)
{
    scree_sim *sim = chunk->sim;
    sim_contacts *c = &sim->contacts;
    const bool has_springs = sim_has_springs(l->law, l->mixed);
    for (int j = 0; j < l->count; ++j) {
        const int32_t p = l->places[j], slot = c->active[p];
        sim_record *r = &c->records[p];
        r->force = v3(l->force[0][j], l->force[1][j], l->force[2][j]);
        r->couple = v3(l->couple[0][j], l->couple[1][j], l->couple[2][j]);
        sim_load *load = &c->loads[p];
        load->force = r->force;
        for (int i = 0; i < 2; ++i) load->torques[i] = v3(l->torque[i][0][j], l->torque[i][1][j], l->torque[i][2][j]);
        r->point = v3(l->point[0][j], l->point[1][j], l->point[2][j]);
        r->normal = v3(l->normal[0][j], l->normal[1][j], l->normal[2][j]);
        r->depth = l->depth[j];
        r->elastic = l->elastic[j];
        r->slot = slot;
        r->law = (int16_t)l->law;
        r->touches = 1;
        scree_contact_history *h = &c->histories[p];
        h->shear = v3(l->shear[0][j], l->shear[1][j], l->shear[2][j]);
        h->rolling = v3(0.0, 0.0, 0.0);
        h->torsion = 0.0;
        if (has_springs) {
            h->rolling = v3(l->rolling[0][j], l->rolling[1][j], l->rolling[2][j]);
            h->torsion = l->torsion[j];
        }
        h->stiffness = l->stiffness[j];
        mark_slot(sim, slot, p);
        chunk->sums.dissipated += l->dissipated[j];
        if (l->share[j] > chunk->sums.unreported || l->share[j] > chunk->sums.deepest)
            note_overlap(sim, &sim->slots.pairs[slot], l->share[j], &chunk->sums);
        if (l->marks[j] == 0) continue;
        const scree_pair *pair = &sim->slots.pairs[slot];
        if (l->marks[j] & SIM_LANE_NEW)
            chunk->sums.supplied += brought_along(sim, pair, l->mixed->adhesion, r->force, r->depth);
        const scree_vec3 centres[2] = { v3(l->centre[0][0][j], l->centre[0][1][j], l->centre[0][2][j]),
                                        v3(l->centre[1][0][j], l->centre[1][1][j], l->centre[1][2][j]) };
        if (l->marks[j] & SIM_LANE_DRIVEN) chunk->sums.work += sim->dt * work_of_both(sim, pair, centres, r);
    }
    l->count = 0;
}

static void finish(sim_chunk *chunk, sim_lanes *l)
{
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
    l->mixed = mixed;
    return l;
}

static void put(double to[3][SIM_LANES], int j, scree_vec3 v)
{
    to[0][j] = v.x;
    to[1][j] = v.y;
    to[2][j] = v.z;
}

static void put_body(sim_lanes *l, int i, int j, const sim_motion *m, const sim_trait *t)
{
    put(l->centre[i], j, m->centre);
    put(l->velocity[i], j, m->velocity);
    put(l->spin[i], j, m->spin);
    l->inverse_mass[i][j] = m->inverse_mass;
    l->inverse_inertia[i][j] = m->inverse_inertia;
    l->own_radius[i][j] = t->own_radius;
    l->inradius[i][j] = t->inradius;
}

static void put_history(sim_lanes *l, int j, const scree_contact_history *h)
{
    put(l->shear, j, h->shear);
    l->stiffness[j] = h->stiffness;
    if (!sim_has_springs(l->law, l->mixed)) return;
    put(l->rolling, j, h->rolling);
    l->torsion[j] = h->torsion;
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
}

void scree_sim_add_contact(sim_chunk *chunk, size_t p, const scree_contact *contact, const scree_pressure *pressure,
                           const sim_followed *followed)
{
    static const scree_contact_history none = { 0 };
    const scree_sim *sim = chunk->sim;
    const int32_t slot = sim->contacts.active[p], old = sim->slots.places[slot];
    const scree_pair *pair = &sim->slots.pairs[slot];
    const sim_trait *ta = &sim->bodies.traits[pair->a], *tb = &sim->bodies.traits[pair->b];
    const sim_motion *ma = &sim->motions[ta->motion], *mb = &sim->motions[tb->motion];
    const scree_law law = (scree_law)sim->laws[ta->kind][tb->kind];
    const sim_mixed *mixed = &sim->mixed[(size_t)ma->material * sim->material_count + (size_t)mb->material];
    scree_contact_region region;
    const bool is_plain = law == SCREE_LAW_LINEAR || law == SCREE_LAW_DEPTH;
    const scree_contact_history *history = old >= 0 ? &sim->contacts.old_histories[old] : &none;
    scree_vec3 plane = followed != NULL ? followed->last : history->plane;
    if (!is_plain && !find_region(chunk, pair, law, contact, pressure, followed, &plane, &region)) {
        leave_nothing(chunk, p, law, mixed, old < 0, contact);
        return;
    }
    sim_lanes *l = group_for(chunk, law, mixed);
    const int j = l->count++;
    l->places[j] = (int32_t)p;
    l->marks[j] = (uint8_t)((old < 0 ? SIM_LANE_NEW : 0) | (ma->is_driven || mb->is_driven ? SIM_LANE_DRIVEN : 0));
    if (is_plain) {
        put(l->normal, j, contact->normal);
        put(l->point, j, contact->point);
        l->depth[j] = -contact->distance;
    } else {
        put_region(l, j, &region);
    }
    put_body(l, 0, j, ma, ta);
    put_body(l, 1, j, mb, tb);
    if (scree_sim_is_shifted(pair)) put(l->centre[1], j, v3_add(mb->centre, scree_sim_shift_of(sim, pair)));
    put_history(l, j, history);
    if (law == SCREE_LAW_FLOATING_PLANE) put(l->rolling, j, plane);
}

sim_chunk scree_sim_begin_chunk(scree_sim *sim, const sim_thread *thread)
{
    for (int i = 0; i < SIM_OPEN_LANES; ++i) {
        thread->lanes[i].count = 0;
        thread->lanes[i].law = SCREE_LAW_AUTO;
        thread->lanes[i].mixed = NULL;
    }
    return (sim_chunk){ .sim = sim, .thread = thread, .lanes = thread->lanes };
}

void scree_sim_end_chunk(sim_chunk *chunk)
{
    for (int i = 0; i < SIM_OPEN_LANES; ++i)
        if (chunk->lanes[i].count > 0) finish(chunk, &chunk->lanes[i]);
}
