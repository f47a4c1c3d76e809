// The kick: forces on the grains from the records, and the other half of the kick. Runs of free grains go through the lanes of
// motion_lanes.h; what only some scenes have goes grain by grain.
#include <string.h>

#include "step/motion_lanes.h"
#include "step/step.h"

static void put(double to[4], scree_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static scree_vec3 take(const double from[4])
{
    return v3(from[0], from[1], from[2]);
}

// The user's forces, which the sums begin with.
static void add_user_forces(const scree_sim *sim, size_t first, sim_kicks *k, sim_sums *sums)
{
    const sim_grains *g = &sim->grains;
    for (int i = 0; i < k->count; ++i) {
        const size_t grain = first + (size_t)i;
        scree_vec3 force = v3(0.0, 0.0, 0.0), torque = v3(0.0, 0.0, 0.0);
        sim->force(sim->force_user, sim, grain, &force, &torque);
        sums->work += (v3_dot(force, g->velocities[grain]) + v3_dot(torque, g->spins[grain])) * sim->dt;
        put(k->own_forces[i], force);
        put(k->own_torques[i], torque);
    }
}

// Cundall's local damping: each component of the unbalanced force is reduced where it accelerates the grain, increased
// where it decelerates it.
static double damped(double share, double force, double velocity, double dt, double *lost)
{
    if (velocity == 0.0 || force == 0.0) return force;
    const double cut = share * fabs(force);
    *lost += cut * fabs(velocity) * dt;
    return velocity > 0.0 ? force - cut : force + cut;
}

static scree_vec3 damped_vector(double share, scree_vec3 force, scree_vec3 velocity, double dt, double *lost)
{
    return v3(damped(share, force.x, velocity.x, dt, lost), damped(share, force.y, velocity.y, dt, lost),
              damped(share, force.z, velocity.z, dt, lost));
}

// Gravity, and what slows the grain down.
static void add_weight(const scree_sim *sim, size_t grain, scree_vec3 *force, scree_vec3 *torque, sim_sums *sums)
{
    const scree_sim_settings *s = &sim->settings;
    const double dt = sim->dt, mass = sim->grains.masses[grain];
    const scree_vec3 velocity = sim->grains.velocities[grain];
    *force = v3_add_scaled(*force, mass, s->gravity);
    if (s->drag > 0.0) {
        *force = v3_add_scaled(*force, -s->drag * mass, velocity);
        sums->dissipated += s->drag * mass * v3_dot(velocity, velocity) * dt;
    }
    if (s->local_damping > 0.0) {
        *force = damped_vector(s->local_damping, *force, velocity, dt, &sums->dissipated);
        *torque = damped_vector(s->local_damping, *torque, sim->grains.spins[grain], dt, &sums->dissipated);
    }
    if (s->dimension == 2) {
        force->z = 0.0;
        torque->x = torque->y = 0.0;
    }
}

// Adds up the energies of watched grains: the kinetic one after the kick, and the work of gravity and of the user's force.
static void sum_energies(const scree_sim *sim, size_t first, const sim_kicks *k, sim_sums *sums)
{
    for (int i = 0; i < k->count; ++i) {
        sums->kinetic += k->kinetic[i];
        if (isgreater(k->power[i], 0.0)) sums->supplied += k->power[i] * sim->dt; // no exceptions where they are NaN
        if (!isgreater(k->kinetic[i], sums->largest)) continue;
        sums->largest = k->kinetic[i];
        sums->fastest = (int32_t)(first + (size_t)i);
    }
}

static bool has_left(const scree_sim *sim, scree_vec3 p)
{
    const scree_sim_settings *s = &sim->settings;
    return (s->boundary[0] == SCREE_OPEN && (p.x < s->domain_low.x || p.x > s->domain_high.x)) ||
           (s->boundary[1] == SCREE_OPEN && (p.y < s->domain_low.y || p.y > s->domain_high.y)) ||
           (s->boundary[2] == SCREE_OPEN && (p.z < s->domain_low.z || p.z > s->domain_high.z));
}

static void look_for_trouble(const scree_sim *sim, size_t i, sim_sums *sums)
{
    const sim_grains *g = &sim->grains;
    scree_sim_trouble trouble = SCREE_TROUBLE_NONE;
    const double sum = v3_norm1(g->positions[i]) + v3_norm1(g->velocities[i]) + v3_norm1(g->spins[i]);
    if (!isfinite(sum))
        trouble = SCREE_TROUBLE_NUMBER;
    else if (!(g->reported[i] & SIM_REPORTED_ESCAPE) && has_left(sim, g->positions[i]))
        trouble = SCREE_TROUBLE_ESCAPE;
    if (trouble == SCREE_TROUBLE_NONE || sums->trouble != SCREE_TROUBLE_NONE) return;
    sums->trouble = trouble;
    sums->grain = (int32_t)i;
    sums->other = INT32_MIN;
    sums->value = trouble == SCREE_TROUBLE_ESCAPE ? v3_length(g->velocities[i]) : 0.0;
}

// The end of the domain along an axis, and SIM_NOWHERE if nothing leaves there.
static double bound(const scree_sim_settings *s, int axis, double end)
{
    return s->boundary[axis] == SCREE_OPEN ? end : SIM_NOWHERE;
}

static void kick_free(scree_sim *sim, size_t first, sim_kicks *k, sim_sums *sums)
{
    sim_grains *g = &sim->grains;
    k->positions = &g->positions[first].x;
    k->velocities = &g->velocities[first].x;
    k->angular_momenta = &g->angular_momenta[first].x;
    k->accelerations = &g->accelerations[first].x;
    k->old_torques = &g->torques[first].x;
    k->spins = &g->spins[first].x;
    k->masses = &g->masses[first];
    if (sim->force != NULL) add_user_forces(sim, first, k, sums);
    memcpy(k->forces, k->own_forces, sizeof k->forces);
    memcpy(k->torques, k->own_torques, sizeof k->torques);
    scree_sim_sum_loads(sim, first, k);
    k->are_round = true;
    for (int i = 0; i < k->count; ++i) {
        const size_t grain = first + (size_t)i;
        const sim_form *form = &sim->forms[g->forms[grain]];
        scree_vec3 force = take(k->forces[i]), torque = take(k->torques[i]);
        add_weight(sim, grain, &force, &torque, sums);
        put(k->forces[i], force);
        put(k->torques[i], torque);
        k->are_round = k->are_round && form->is_round;
        k->moments[i] = form->inverse_moments.x;
        k->densities[i] = scree_sim_density(sim, grain);
        g->reported[grain] &= (uint8_t)~SIM_JUST_ADDED;
    }
    scree_sim_kick_run(k);
    for (int i = 0; i < k->count && !k->are_round; ++i) {
        const size_t grain = first + (size_t)i;
        const sim_form *form = &sim->forms[g->forms[grain]];
        g->spins[grain] = scree_sim_spin_of(form, k->densities[i], g->orientations[grain], g->angular_momenta[grain]);
    }
    scree_sim_watch_run(k);
    if (k->watches_energy) sum_energies(sim, first, k, sums);
    for (int i = 0; i < k->count && k->troubles > 0; ++i) look_for_trouble(sim, first + (size_t)i, sums);
}

static void kick_chunk(scree_sim *sim, size_t chunk)
{
    const sim_grains *g = &sim->grains;
    const scree_sim_settings *s = &sim->settings;
    const size_t first = chunk * SIM_GRAIN_CHUNK, most = first + SIM_GRAIN_CHUNK;
    const size_t end = most < g->count ? most : g->count;
    sim_sums sums = { 0 };
    sim_kicks k;
    k.dt = sim->dt;
    k.gravity = s->gravity;
    k.watches_energy = s->energy_limit > 0.0;
    k.low = v3(bound(s, 0, -s->domain_low.x), bound(s, 1, -s->domain_low.y), bound(s, 2, -s->domain_low.z));
    k.low = v3_scale(-1.0, k.low);
    k.high = v3(bound(s, 0, s->domain_high.x), bound(s, 1, s->domain_high.y), bound(s, 2, s->domain_high.z));
    memset(k.own_forces, 0, sizeof k.own_forces);
    memset(k.own_torques, 0, sizeof k.own_torques);
    for (size_t i = first; i < end;) {
        k.count = scree_sim_count_free(g, i, end);
        if (k.count > 0)
            kick_free(sim, i, &k, &sums);
        else
            look_for_trouble(sim, i, &sums);
        i += k.count > 0 ? (size_t)k.count : 1;
    }
    sim->sums[chunk] = sums;
}

void scree_sim_kick(scree_sim *sim)
{
    const size_t chunks = (sim->grains.count + SIM_GRAIN_CHUNK - 1) / SIM_GRAIN_CHUNK;
#pragma omp parallel for schedule(static) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t c = 0; c < chunks; ++c) kick_chunk(sim, c);
}
