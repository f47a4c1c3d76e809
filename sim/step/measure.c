// Energies and sums over grains and contacts, in the order of memory.
#include "laws/constants.h"
#include "laws/laws.h"
#include "scree/pressure.h"
#include "step/step.h"

static void measure_grains(const scree_sim *sim, scree_sim_totals *t, double *net)
{
    const sim_grains *g = &sim->grains;
    for (size_t i = 0; i < g->count; ++i) {
        const double mass = g->masses[i];
        const scree_vec3 v = g->velocities[i], p = v3_scale(mass, v);
        t->volume += sim->forms[g->forms[i]].volume;
        if (g->modes[i] != SCREE_GRAIN_FREE) continue;
        t->kinetic_translation += 0.5 * mass * v3_dot(v, v);
        t->kinetic_rotation += 0.5 * v3_dot(g->spins[i], g->angular_momenta[i]);
        t->potential -= mass * v3_dot(sim->settings.gravity, g->positions[i]);
        t->momentum = v3_add(t->momentum, p);
        t->angular_momentum = v3_add(t->angular_momentum, v3_add(v3_cross(g->positions[i], p), g->angular_momenta[i]));
        *net += mass * v3_length(g->accelerations[i]);
    }
}

void scree_sim_branch(const scree_sim *sim, const scree_pair *pair, const sim_record *r, scree_vec3 ends[2])
{
    const int32_t a = sim->bodies.owners[pair->a], b = sim->bodies.owners[pair->b];
    ends[0] = a >= 0 ? sim->grains.positions[a] : r->point;
    ends[1] = b >= 0 ? v3_add(sim->grains.positions[b], scree_sim_shift_of(sim, pair)) : r->point;
}

void scree_sim_add_product(scree_mat3 *sum, scree_vec3 a, scree_vec3 b)
{
    sum->row[0] = v3_add_scaled(sum->row[0], a.x, b);
    sum->row[1] = v3_add_scaled(sum->row[1], a.y, b);
    sum->row[2] = v3_add_scaled(sum->row[2], a.z, b);
}

void scree_sim_add_fabric(scree_sym3 *sum, scree_vec3 normal)
{
    sum->xx += normal.x * normal.x;
    sum->yy += normal.y * normal.y;
    sum->zz += normal.z * normal.z;
    sum->xy += normal.x * normal.y;
    sum->xz += normal.x * normal.z;
    sum->yz += normal.y * normal.z;
}

// The energy of the pressure field, which the step does not compute: it takes longer than the force.
static double field_energy(const scree_sim *sim, const sim_record *r)
{
    const scree_pair *pair = &sim->slots.pairs[r->slot];
    const sim_bodies *b = &sim->bodies;
    const scree_body other = scree_pair_image(&b->bodies[pair->b], pair, sim->period);
    const scree_contact contact = { .distance = -r->depth, .normal = r->normal, .point = r->point };
    const scree_pressure_options options = { .energy = true };
    scree_pressure field;
    if (scree_pressure_query(&b->bodies[pair->a], &other, &contact, &options, &field) != SCREE_OK) return 0.0;
    const sim_part *parts[2] = { &sim->parts[b->part_of[pair->a]], &sim->parts[b->part_of[pair->b]] };
    size_t materials[2];
    for (int i = 0; i < 2; ++i) {
        const int32_t owner = b->owners[i == 0 ? pair->a : pair->b];
        materials[i] = (size_t)(owner >= 0 ? sim->grains.materials[owner] : sim->walls[-1 - owner].material);
    }
    const sim_mixed *mixed = &sim->mixed[materials[0] * sim->material_count + materials[1]];
    return field.energy * sim_constants_of_parts(SCREE_LAW_PRESSURE_FIELD, parts[0], parts[1], mixed, 1.0).stiffness;
}

static double energy_of_chunk(const scree_sim *sim, size_t chunk)
{
    const sim_contacts *c = &sim->contacts;
    const size_t most = (chunk + 1) * SIM_PAIR_CHUNK, end = most < c->count ? most : c->count;
    double sum = 0.0;
    for (size_t p = chunk * SIM_PAIR_CHUNK; p < end; ++p) {
        const sim_record *r = &c->records[p];
        if (!r->touches) continue;
        sum += r->elastic;
        if (r->law == SCREE_LAW_PRESSURE_FIELD) sum += field_energy(sim, r);
    }
    return sum;
}

// Of all contacts, by the threads of the step: sums of chunks, added in order. In a state just restored there is no
// room for these yet.
static double elastic_energy(const scree_sim *sim)
{
    const size_t chunks = (sim->contacts.count + SIM_PAIR_CHUNK - 1) / SIM_PAIR_CHUNK;
    const bool has_room = chunks <= sim->sums_capacity;
    if (has_room) {
#pragma omp parallel for schedule(dynamic) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
        for (size_t k = 0; k < chunks; ++k) sim->sums[k].value = energy_of_chunk(sim, k);
    }
    double energy = 0.0;
    for (size_t k = 0; k < chunks; ++k) energy += has_room ? sim->sums[k].value : energy_of_chunk(sim, k);
    return energy;
}

static void measure_contacts(const scree_sim *sim, scree_sim_totals *t, double *force, int64_t *ends)
{
    for (size_t p = 0; p < sim->contacts.count; ++p) {
        const sim_record *r = &sim->contacts.records[p];
        if (!r->touches) continue;
        const scree_pair *pair = &sim->slots.pairs[r->slot];
        scree_vec3 branch[2];
        t->contacts++;
        *force += v3_length(r->force);
        *ends += (sim->bodies.owners[pair->a] >= 0) + (sim->bodies.owners[pair->b] >= 0);
        scree_sim_branch(sim, pair, r, branch);
        scree_sim_add_product(&t->stress, v3_sub(branch[1], branch[0]), r->force);
        scree_sim_add_fabric(&t->fabric, r->normal);
    }
}

static double domain_volume(const scree_sim *sim)
{
    const scree_vec3 size = v3_sub(sim->settings.domain_high, sim->settings.domain_low);
    return size.x * size.y * (sim->settings.dimension == 2 ? 1.0 : size.z);
}

static scree_sim_totals measure(const scree_sim *sim, bool has_elastic)
{
    scree_sim_totals t = { 0 };
    if (sim == NULL) return t;
    scree_sim_compact((scree_sim *)sim);
    double net = 0.0, force = 0.0;
    int64_t ends = 0;
    measure_grains(sim, &t, &net);
    measure_contacts(sim, &t, &force, &ends);
    if (has_elastic) t.elastic = elastic_energy(sim);
    t.dissipated = sim->dissipated;
    t.work = sim->work;
    t.largest_overlap = sim->largest_overlap;
    t.pairs = (int64_t)sim->slots.count;
    t.awake = (int64_t)sim->contacts.count;
    const double grains = (double)sim->grains.count, contacts = (double)t.contacts;
    if (grains > 0.0) t.coordination = (double)ends / grains;
    if (force > 0.0 && grains > 0.0) t.unbalanced = (net / grains) / (force / contacts);
    if (contacts > 0.0) {
        const double share = 1.0 / contacts;
        t.fabric = (scree_sym3){ share * t.fabric.xx, share * t.fabric.yy, share * t.fabric.zz,
                                 share * t.fabric.xy, share * t.fabric.xz, share * t.fabric.yz };
    }
    const double volume = domain_volume(sim);
    const double per_volume = isfinite(volume) && volume > 0.0 ? 1.0 / volume : 0.0;
    for (int i = 0; i < 3; ++i) t.stress.row[i] = v3_scale(per_volume, t.stress.row[i]);
    return t;
}

scree_sim_totals scree_sim_measure(const scree_sim *sim)
{
    return measure(sim, true);
}

scree_sim_totals scree_sim_measure_motion(const scree_sim *sim)
{
    return measure(sim, false);
}
