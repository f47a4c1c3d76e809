// The motion of the grains: velocity Verlet, and a splitting for the rotation.
//
// Rotation   The angular momentum L is kept in world axes, where torques change it directly and nothing else does. The
//            free rotation of a body with principal moments I1, I2, I3 is split into rotations about its three axes by
//            the angles dt L_i / I_i (half steps about 1 and 2, a whole one about 3, then 2 and 1 again). Each is a
//            Cayley rotation: no trigonometric function, exactly orthogonal, a function of L_i alone and hence the flow
//            of a Hamiltonian of its own. So the energy of a free top stays within a bounded error of order dt^2.
// Velocities Contact laws get the velocities at the middle of the step, between the two half kicks: with dashpots, that
//            is stable at twice the time step of velocities predicted for its end.
#include "scree/rotation.h"
#include "step/rotations.h"
#include "step/step.h"

// The orientation of a body with equal moments after a free rotation of dt with angular momentum l (world axes).
static scree_quat rotated_ball(double rate, scree_quat orientation, scree_vec3 l)
{
    const scree_vec3 half = v3_scale(0.5 * rate, l);
    const scree_vec3 t = v3_scale(1.0 + v3_dot(half, half) / 3.0, half);
    return quat_unit(quat_mul((scree_quat){ 1.0, t.x, t.y, t.z }, orientation));
}

// Places the bodies of a grain, and updates the bound on the path of their points: the centre's path, plus twice the
// radius times the distance of the two unit quaternions, which is more than the chord of any rotation between them.
static void place(scree_sim *sim, size_t i, double way, scree_quat before)
{
    const sim_grains *g = &sim->grains;
    sim_bodies *b = &sim->bodies;
    const scree_quat q = g->orientations[i];
    const scree_quat d = { q.w - before.w, q.x - before.x, q.y - before.y, q.z - before.z };
    const double rotation = sqrt(d.w * d.w + d.x * d.x + d.y * d.y + d.z * d.z);
    const double radius = sim->forms[g->forms[i]].radius;
    const double path = way + 2.0 * radius * rotation;
    const double rounding = 1e-15 * (v3_norm1(g->positions[i]) + radius);
    const size_t first = sim->piece_count + (size_t)g->first_parts[i];
    const size_t end = sim->piece_count + (size_t)g->first_parts[i + 1];
    for (size_t k = first; k < end; ++k) {
        b->bodies[k] = scree_sim_place_part(&sim->parts[b->part_of[k]], g->positions[i], q);
        b->paths[k] += path * (1.0 + 1e-12) + rounding;
    }
}

// What the laws need of it in this step.
static void show_motion(scree_sim *sim, size_t i)
{
    const sim_grains *g = &sim->grains;
    const bool is_free = g->modes[i] == SCREE_GRAIN_FREE;
    const double inverse = is_free ? 1.0 / g->masses[i] : 0.0;
    sim_motion *m = &sim->motions[i];
    m->centre = g->positions[i];
    m->velocity = g->velocities[i];
    m->spin = g->spins[i];
    m->inverse_mass = inverse;
    m->inverse_inertia = inverse * sim->forms[g->forms[i]].mean_inverse;
    m->material = g->materials[i];
    m->is_driven = !is_free;
}

// A free grain at its new place and in its new orientation.
static void finish_drift(scree_sim *sim, size_t i, double way, scree_quat orientation)
{
    sim_grains *g = &sim->grains;
    const scree_quat before = g->orientations[i];
    const sim_form *form = &sim->forms[g->forms[i]];
    g->orientations[i] = orientation;
    g->spins[i] = scree_sim_spin_of(form, scree_sim_density(sim, i), orientation, g->angular_momenta[i]);
    place(sim, i, way, before);
    show_motion(sim, i);
}

// Finishes the grains in the group for rotations, which is empty then.
static void finish_rotations(scree_sim *sim, sim_rotations *rotations)
{
    scree_sim_rotate(rotations);
    for (int k = 0; k < rotations->count; ++k) {
        const size_t i = (size_t)rotations->grains[k];
        const sim_form *form = &sim->forms[sim->grains.forms[i]];
        scree_quat q = { rotations->q[0][k], rotations->q[1][k], rotations->q[2][k], rotations->q[3][k] };
        if (!form->is_aligned) q = quat_mul(q, quat_conjugate(form->principal));
        finish_drift(sim, i, rotations->paths[k], quat_unit(q));
    }
    rotations->count = 0;
}

static void add_rotation(sim_rotations *rotations, size_t i, const sim_form *form, double density, double dt,
                         double way, scree_quat orientation, scree_vec3 l)
{
    const int k = rotations->count++;
    const scree_quat q = form->is_aligned ? orientation : quat_mul(orientation, form->principal);
    const scree_vec3 inverse = v3_scale(1.0 / density, form->inverse_moments), body = quat_rotate_back(q, l);
    rotations->grains[k] = (int32_t)i;
    rotations->paths[k] = way;
    rotations->q[0][k] = q.w, rotations->q[1][k] = q.x, rotations->q[2][k] = q.y, rotations->q[3][k] = q.z;
    rotations->m[0][k] = body.x, rotations->m[1][k] = body.y, rotations->m[2][k] = body.z;
    rotations->rate[0][k] = dt * inverse.x, rotations->rate[1][k] = dt * inverse.y,
    rotations->rate[2][k] = dt * inverse.z;
}

static void drift_free(scree_sim *sim, size_t i, sim_rotations *rotations)
{
    sim_grains *g = &sim->grains;
    const sim_form *form = &sim->forms[g->forms[i]];
    const double dt = sim->dt, density = scree_sim_density(sim, i);
    const scree_vec3 from = g->positions[i];
    g->velocities[i] = v3_add_scaled(g->velocities[i], 0.5 * dt, g->accelerations[i]);
    g->positions[i] = v3_add_scaled(from, dt, g->velocities[i]);
    g->angular_momenta[i] = v3_add_scaled(g->angular_momenta[i], 0.5 * dt, g->torques[i]);
    const double way = v3_length(v3_sub(g->positions[i], from));
    if (form->is_round) {
        const double rate = dt * (1.0 / density * form->inverse_moments.x);
        finish_drift(sim, i, way, rotated_ball(rate, g->orientations[i], g->angular_momenta[i]));
        return;
    }
    add_rotation(rotations, i, form, density, dt, way, g->orientations[i], g->angular_momenta[i]);
    if (rotations->count == SIM_ROTATIONS) finish_rotations(sim, rotations);
}

static void drift_driven(scree_sim *sim, size_t i)
{
    sim_grains *g = &sim->grains;
    const scree_vec3 from = g->positions[i];
    const scree_quat before = g->orientations[i];
    g->positions[i] = v3_add_scaled(from, sim->dt, g->velocities[i]);
    const scree_vec3 half = v3_scale(0.5 * sim->dt, g->spins[i]);
    const scree_vec3 t = v3_scale(1.0 + v3_dot(half, half) / 3.0, half);
    g->orientations[i] = quat_unit(quat_mul((scree_quat){ 1.0, t.x, t.y, t.z }, before));
    place(sim, i, v3_length(v3_sub(g->positions[i], from)), before);
}

static void drift_other(scree_sim *sim, size_t i)
{
    if (sim->grains.modes[i] == SCREE_GRAIN_DRIVEN) drift_driven(sim, i);
    show_motion(sim, i);
}

static void drift_chunk(scree_sim *sim, size_t chunk)
{
    const sim_grains *g = &sim->grains;
    const size_t first = chunk * SIM_GRAIN_CHUNK, most = first + SIM_GRAIN_CHUNK;
    const size_t end = most < g->count ? most : g->count;
    double longest = 0.0;
    sim_rotations rotations;
    rotations.count = 0;
    for (size_t i = first; i < end; ++i) {
        if (g->modes[i] == SCREE_GRAIN_FREE)
            drift_free(sim, i, &rotations);
        else
            drift_other(sim, i);
    }
    if (rotations.count > 0) finish_rotations(sim, &rotations);
    for (size_t i = first; i < end; ++i) {
        const double path = sim->bodies.paths[sim->piece_count + (size_t)g->first_parts[i]];
        // A path that is NaN counts as infinite.
        if (!islessequal(path, longest)) longest = path;
    }
    sim->sums[chunk] = (sim_sums){ .value = longest };
}

void scree_sim_drift(scree_sim *sim)
{
    const size_t chunks = (sim->grains.count + SIM_GRAIN_CHUNK - 1) / SIM_GRAIN_CHUNK;
#pragma omp parallel for schedule(static) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t c = 0; c < chunks; ++c) drift_chunk(sim, c);
    sim->longest_path = 0.0;
    for (size_t c = 0; c < chunks; ++c)
        if (!islessequal(sim->sums[c].value, sim->longest_path)) sim->longest_path = sim->sums[c].value;
}

// -------------------------------------------------------------------------------------------------------------- kick

enum { GATHERED = 32 }; // contacts of a grain that are looked up before they are added

// The contacts of a grain among some of its slots: their indices, and whether the grain is the second body.
static int find_contacts(const scree_sim *sim, const int32_t *slots, int count, int32_t found[GATHERED])
{
    const int32_t *places = sim->slots.places;
    int contacts = 0;
    for (int k = 0; k < count; ++k) {
        const int32_t place = places[slots[k] >> 1];
        found[contacts] = (int32_t)((uint32_t)place << 1 | ((uint32_t)slots[k] & 1u));
        contacts += place >= 0;
    }
    return contacts;
}

// The contacts of a grain, in slot order. Branch-free in which of the two bodies it is: that is unpredictable.
static void gather(const scree_sim *sim, size_t i, scree_vec3 *force, scree_vec3 *torque)
{
    static const double signs[2] = { -1.0, 1.0 };
    const sim_load *loads = sim->contacts.loads;
    scree_vec3 f = *force, t = *torque;
    for (int32_t k = sim->adjacency_first[i]; k < sim->adjacency_first[i + 1]; k += GATHERED) {
        const int32_t rest = sim->adjacency_first[i + 1] - k;
        int32_t found[GATHERED];
        const int count = find_contacts(sim, sim->adjacency + k, rest < GATHERED ? rest : GATHERED, found);
        for (int n = 0; n < count; ++n) {
            const sim_load *load = &loads[found[n] >> 1];
            f = v3_add_scaled(f, signs[found[n] & 1], load->force);
            t = v3_add(t, load->torques[found[n] & 1]);
        }
    }
    *force = f;
    *torque = t;
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

// The kinetic energy of a grain after the kick, and the work of gravity and of the user's force.
static void watch_energy(const scree_sim *sim, size_t i, scree_vec3 force, scree_vec3 torque, sim_sums *sums)
{
    const sim_grains *g = &sim->grains;
    const scree_vec3 v = g->velocities[i], w = g->spins[i];
    const double mass = g->masses[i];
    const double kinetic = 0.5 * (mass * v3_dot(v, v) + v3_dot(w, g->angular_momenta[i]));
    const double power = v3_dot(force, v) + mass * v3_dot(sim->settings.gravity, v) + v3_dot(torque, w);
    sums->kinetic += kinetic;
    if (isgreater(power, 0.0)) sums->supplied += power * sim->dt; // no exceptions where they are NaN
    if (!isgreater(kinetic, sums->largest)) return;
    sums->largest = kinetic;
    sums->fastest = (int32_t)i;
}

static void kick_free(scree_sim *sim, size_t i, sim_sums *sums)
{
    sim_grains *g = &sim->grains;
    const scree_sim_settings *s = &sim->settings;
    const sim_form *form = &sim->forms[g->forms[i]];
    const double dt = sim->dt, mass = g->masses[i];
    scree_vec3 force = v3(0.0, 0.0, 0.0), torque = v3(0.0, 0.0, 0.0);
    if (sim->force != NULL) {
        sim->force(sim->force_user, sim, i, &force, &torque);
        sums->work += (v3_dot(force, g->velocities[i]) + v3_dot(torque, g->spins[i])) * dt;
    }
    const scree_vec3 own_force = force, own_torque = torque;
    gather(sim, i, &force, &torque);
    force = v3_add_scaled(force, mass, s->gravity);
    if (s->drag > 0.0) {
        force = v3_add_scaled(force, -s->drag * mass, g->velocities[i]);
        sums->dissipated += s->drag * mass * v3_dot(g->velocities[i], g->velocities[i]) * dt;
    }
    if (s->local_damping > 0.0) {
        force = damped_vector(s->local_damping, force, g->velocities[i], dt, &sums->dissipated);
        torque = damped_vector(s->local_damping, torque, g->spins[i], dt, &sums->dissipated);
    }
    if (s->dimension == 2) {
        force.z = 0.0;
        torque.x = torque.y = 0.0;
    }
    const scree_vec3 acceleration = v3_scale(1.0 / mass, force);
    g->velocities[i] = v3_add_scaled(g->velocities[i], 0.5 * dt, acceleration);
    g->angular_momenta[i] = v3_add_scaled(g->angular_momenta[i], 0.5 * dt, torque);
    g->accelerations[i] = acceleration;
    g->torques[i] = torque;
    g->spins[i] = scree_sim_spin_of(form, scree_sim_density(sim, i), g->orientations[i], g->angular_momenta[i]);
    if (g->reported[i] & SIM_JUST_ADDED) g->reported[i] &= (uint8_t)~SIM_JUST_ADDED;
    if (s->energy_limit > 0.0) watch_energy(sim, i, own_force, own_torque, sums);
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

static void kick_chunk(scree_sim *sim, size_t chunk)
{
    const sim_grains *g = &sim->grains;
    const size_t first = chunk * SIM_GRAIN_CHUNK, most = first + SIM_GRAIN_CHUNK;
    const size_t end = most < g->count ? most : g->count;
    sim_sums sums = { 0 };
    for (size_t i = first; i < end; ++i) {
        if (g->modes[i] == SCREE_GRAIN_FREE) kick_free(sim, i, &sums);
        look_for_trouble(sim, i, &sums);
    }
    sim->sums[chunk] = sums;
}

void scree_sim_kick(scree_sim *sim)
{
    const size_t chunks = (sim->grains.count + SIM_GRAIN_CHUNK - 1) / SIM_GRAIN_CHUNK;
#pragma omp parallel for schedule(static) num_threads(scree_sim_thread_count(sim)) if (chunks > 1)
    for (size_t c = 0; c < chunks; ++c) kick_chunk(sim, c);
}
