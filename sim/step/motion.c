// The motion of the grains: velocity Verlet, and a splitting for the rotation.
//
// Rotation   The angular momentum L is kept in world axes, where torques change it directly and nothing else does. The
//            free rotation of a body with principal moments I1, I2, I3 is split into rotations about its three axes by
//            the angles dt L_i / I_i (half steps about 1 and 2, a whole one about 3, then 2 and 1 again). Each is a
//            Cayley rotation: no trigonometric function, exactly orthogonal, a function of L_i alone and hence the flow
//            of a Hamiltonian of its own. So the energy of a free top stays within a bounded error of order dt^2.
// Velocities Contact laws get the velocities at the middle of the step, between the two half kicks: with dashpots, that
//            is stable at twice the time step of velocities predicted for its end.
#include "step/motion_lanes.h"
#include "step/step.h"

// Places the bodies of a grain at its position in an orientation, and extends the bound on the path of their points. The
// orientation comes by value: read back, it would wait until it is stored.
static inline void place(scree_sim *sim, size_t i, scree_quat orientation, double path)
{
    const sim_grains *g = &sim->grains;
    sim_bodies *b = &sim->bodies;
    const size_t first = sim->piece_count + (size_t)g->first_parts[i];
    const size_t end = sim->piece_count + (size_t)g->first_parts[i + 1];
    for (size_t k = first; k < end; ++k) {
        b->bodies[k] = scree_sim_place_part(&sim->parts[b->part_of[k]], g->positions[i], orientation);
        b->paths[k] += path;
    }
}

// What the laws need of it in this step; its inverse mass is 0 if its motion is prescribed.
static inline void show_motion(scree_sim *sim, size_t i, double inverse_mass)
{
    const sim_grains *g = &sim->grains;
    sim_motion *m = &sim->motions[i];
    m->centre = g->positions[i];
    m->velocity = g->velocities[i];
    m->spin = g->spins[i];
    m->inverse_mass = inverse_mass;
    m->inverse_inertia = inverse_mass * sim->forms[g->forms[i]].mean_inverse;
    m->material = g->materials[i];
    m->is_driven = g->modes[i] != SCREE_GRAIN_FREE;
}

// Grain k of a group, which is not round, after its rotation in the principal frame: its orientation, spin and path.
static void leave_frame(const scree_sim *sim, sim_rotations *r, int k)
{
    const sim_grains *g = &sim->grains;
    const size_t i = (size_t)r->grains[k];
    const sim_form *form = &sim->forms[g->forms[i]];
    scree_quat q = { r->q[0][k], r->q[1][k], r->q[2][k], r->q[3][k] };
    if (!form->is_aligned) q = quat_mul(q, quat_conjugate(form->principal));
    q = quat_unit(q);
    const scree_vec3 spin = scree_sim_spin_of(form, scree_sim_density(sim, i), q, g->angular_momenta[i]);
    r->paths[k] = scree_sim_path_of(r->paths[k], form->radius, v3_norm1(g->positions[i]), g->orientations[i], q);
    r->q[0][k] = q.w, r->q[1][k] = q.x, r->q[2][k] = q.y, r->q[3][k] = q.z;
    r->spin[0][k] = spin.x, r->spin[1][k] = spin.y, r->spin[2][k] = spin.z;
}

// Finishes the grains of a group, which is empty then.
static void finish_rotations(scree_sim *sim, sim_rotations *r)
{
    sim_grains *g = &sim->grains;
    scree_sim_rotate(r, sim->dt);
    for (int k = 0; k < r->count; ++k) {
        const size_t i = (size_t)r->grains[k];
        if (!r->are_round) leave_frame(sim, r, k);
        const scree_quat q = { r->q[0][k], r->q[1][k], r->q[2][k], r->q[3][k] };
        g->orientations[i] = q;
        g->spins[i] = v3(r->spin[0][k], r->spin[1][k], r->spin[2][k]);
        place(sim, i, q, r->paths[k]);
        show_motion(sim, i, r->masses[k]);
    }
    r->count = 0;
}

// `way`: the path of its centre.
static void add_rotation(const scree_sim *sim, size_t i, double way, sim_rotations *r)
{
    const sim_grains *g = &sim->grains;
    const sim_form *form = &sim->forms[g->forms[i]];
    const double density = scree_sim_density(sim, i);
    const int k = r->count++;
    scree_quat q = g->orientations[i];
    scree_vec3 m = g->angular_momenta[i];
    r->grains[k] = (int32_t)i;
    r->masses[k] = g->masses[i];
    r->paths[k] = way;
    if (r->are_round) {
        r->rate[0][k] = form->inverse_moments.x, r->rate[1][k] = density;
        r->radii[k] = form->radius;
        r->norms[k] = v3_norm1(g->positions[i]);
    } else {
        const scree_vec3 inverse = v3_scale(1.0 / density, form->inverse_moments);
        if (!form->is_aligned) q = quat_mul(q, form->principal);
        m = quat_rotate_back(q, m);
        r->rate[0][k] = sim->dt * inverse.x, r->rate[1][k] = sim->dt * inverse.y, r->rate[2][k] = sim->dt * inverse.z;
    }
    r->q[0][k] = q.w, r->q[1][k] = q.x, r->q[2][k] = q.y, r->q[3][k] = q.z;
    r->m[0][k] = m.x, r->m[1][k] = m.y, r->m[2][k] = m.z;
}

// Free grains, `count` from `first` on; rotations[0] are those of others, rotations[1] of round ones.
static void drift_free(scree_sim *sim, size_t first, int count, sim_rotations rotations[2])
{
    sim_grains *g = &sim->grains;
    sim_drifts drifts = { .dt = sim->dt,
                          .count = count,
                          .positions = &g->positions[first].x,
                          .velocities = &g->velocities[first].x,
                          .angular_momenta = &g->angular_momenta[first].x,
                          .accelerations = &g->accelerations[first].x,
                          .torques = &g->torques[first].x };
    scree_sim_drift_run(&drifts);
    for (int k = 0; k < count; ++k) {
        const size_t i = first + (size_t)k;
        sim_rotations *r = &rotations[sim->forms[g->forms[i]].is_round];
        add_rotation(sim, i, drifts.paths[k], r);
        if (r->count == SIM_ROTATIONS) finish_rotations(sim, r);
    }
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
    const double way = v3_length(v3_sub(g->positions[i], from)), radius = sim->forms[g->forms[i]].radius;
    const scree_quat now = g->orientations[i];
    place(sim, i, now, scree_sim_path_of(way, radius, v3_norm1(g->positions[i]), before, now));
}

static void drift_other(scree_sim *sim, size_t i)
{
    if (sim->grains.modes[i] == SCREE_GRAIN_DRIVEN) drift_driven(sim, i);
    show_motion(sim, i, 0.0);
}

static void drift_chunk(scree_sim *sim, size_t chunk)
{
    const sim_grains *g = &sim->grains;
    const size_t first = chunk * SIM_GRAIN_CHUNK, most = first + SIM_GRAIN_CHUNK;
    const size_t end = most < g->count ? most : g->count;
    double longest = 0.0;
    sim_rotations rotations[2];
    for (int k = 0; k < 2; ++k) {
        rotations[k].count = 0;
        rotations[k].are_round = k == 1;
    }
    for (size_t i = first; i < end;) {
        const int free = scree_sim_count_free(g, i, end);
        if (free > 0)
            drift_free(sim, i, free, rotations);
        else
            drift_other(sim, i);
        i += free > 0 ? (size_t)free : 1;
    }
    for (int k = 0; k < 2; ++k)
        if (rotations[k].count > 0) finish_rotations(sim, &rotations[k]);
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
