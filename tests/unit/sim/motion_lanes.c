// The motion of grains in lanes: each grain gets the bits of the formulas for one grain, at the least and at the largest width.
#include "step/motion_lanes.h"

#include <string.h>

#include "mixed_scene.h"

static uint64_t state = 1;

static void fill(double *values, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; ++i) values[i] = low + (high - low) * random_share(&state);
}

#define FILL(array, low, high) fill((double *)(array), sizeof(array) / (sizeof(double)), low, high)

static const double dt = 1e-3;

static scree_quat quat_at(double from[4][SIM_ROTATIONS], int k)
{
    return (scree_quat){ from[0][k], from[1][k], from[2][k], from[3][k] };
}

static bool is_same(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void make_rotations(sim_rotations *r, bool are_round)
{
    memset(r, 0, sizeof *r);
    r->count = SIM_ROTATIONS - 3;
    r->are_round = are_round;
    FILL(r->paths, 0.0, 1e-3);
    FILL(r->masses, 0.5, 2.0);
    FILL(r->q, -1.0, 1.0);
    FILL(r->m, -1.0, 1.0);
    FILL(r->rate, 0.0, 0.5);
    FILL(r->radii, 0.5, 1.0);
    FILL(r->norms, 0.0, 3.0);
    if (!are_round) return;
    FILL(r->m, -100.0, 100.0);
    FILL(r->rate[1], 0.5, 2.0);
    for (int k = 0; k < SIM_ROTATIONS; ++k) {
        const scree_quat q = random_orientation(&state);
        r->q[0][k] = q.w, r->q[1][k] = q.x, r->q[2][k] = q.y, r->q[3][k] = q.z;
    }
}

static void check_rotations(void)
{
    static sim_rotations in, out, narrow, single;
    make_rotations(&in, false);
    out = narrow = in;
    scree_sim_rotate(&out, dt);
    scree_sim_rotate_lanes_2(&narrow, dt);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    for (int k = 0; k < in.count; ++k) {
        memset(&single, 0, sizeof single);
        single.count = 1;
        single.masses[0] = in.masses[k];
        for (int c = 0; c < 4; ++c) single.q[c][0] = in.q[c][k];
        for (int c = 0; c < 3; ++c) single.m[c][0] = in.m[c][k];
        for (int c = 0; c < 3; ++c) single.rate[c][0] = in.rate[c][k];
        scree_sim_rotate(&single, dt);
        for (int c = 0; c < 4; ++c) CHECK(single.q[c][0] == out.q[c][k]);
        CHECK(out.masses[k] == 1.0 / in.masses[k]);
    }
}

// The rotation about the angular momentum; no point of the grain moves by more than its path.
static void check_round(void)
{
    static sim_rotations in, out, narrow;
    make_rotations(&in, true);
    out = narrow = in;
    scree_sim_rotate(&out, dt);
    scree_sim_rotate_lanes_2(&narrow, dt);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    for (int k = 0; k < in.count; ++k) {
        const scree_quat from = quat_at(in.q, k), to = quat_at(out.q, k);
        const scree_vec3 l = v3(in.m[0][k], in.m[1][k], in.m[2][k]);
        const double inverse = 1.0 / in.rate[1][k] * in.rate[0][k];
        const scree_vec3 half = v3_scale(0.5 * (dt * inverse), l);
        const scree_vec3 t = v3_scale(1.0 + v3_dot(half, half) / 3.0, half);
        const scree_quat q = quat_unit(quat_mul((scree_quat){ 1.0, t.x, t.y, t.z }, from));
        CHECK(q.w == to.w && q.x == to.x && q.y == to.y && q.z == to.z);
        CHECK(is_same(v3_scale(inverse, l), v3(out.spin[0][k], out.spin[1][k], out.spin[2][k])));
        CHECK(out.masses[k] == 1.0 / in.masses[k]);
        CHECK(out.paths[k] == scree_sim_path_of(in.paths[k], in.radii[k], in.norms[k], from, to));
        const scree_vec3 point = quat_rotate(random_orientation(&state), v3(in.radii[k], 0.0, 0.0));
        const scree_vec3 way = v3_sub(quat_rotate(to, point), quat_rotate(from, point));
        CHECK(v3_length(way) > 0.0 && v3_length(way) + in.paths[k] <= out.paths[k]);
    }
}

enum { GRAINS = 61 };

typedef struct grains {
    scree_vec3 positions[GRAINS], velocities[GRAINS], momenta[GRAINS], accelerations[GRAINS], torques[GRAINS],
        spins[GRAINS];
    double masses[GRAINS];
} grains;

static void make_grains(grains *g)
{
    FILL(g->positions, -1.0, 1.0);
    FILL(g->velocities, -1.0, 1.0);
    FILL(g->momenta, -1.0, 1.0);
    FILL(g->accelerations, -1.0, 1.0);
    FILL(g->torques, -1.0, 1.0);
    FILL(g->spins, -1.0, 1.0);
    FILL(g->masses, 0.5, 2.0);
}

static void drift(grains *g, sim_drifts *d, void (*run)(sim_drifts *))
{
    memset(d, 0, sizeof *d);
    d->dt = dt;
    d->count = GRAINS;
    d->positions = &g->positions[0].x;
    d->velocities = &g->velocities[0].x;
    d->angular_momenta = &g->momenta[0].x;
    d->accelerations = &g->accelerations[0].x;
    d->torques = &g->torques[0].x;
    run(d);
}

static void check_drift(void)
{
    static grains in, out, narrow;
    sim_drifts drifts, narrow_drifts;
    make_grains(&in);
    out = narrow = in;
    drift(&out, &drifts, scree_sim_drift_run);
    drift(&narrow, &narrow_drifts, scree_sim_drift_lanes_2);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    CHECK(memcmp(drifts.paths, narrow_drifts.paths, sizeof drifts.paths) == 0);
    for (int i = 0; i < GRAINS; ++i) {
        const scree_vec3 v = v3_add_scaled(in.velocities[i], 0.5 * dt, in.accelerations[i]);
        const scree_vec3 x = v3_add_scaled(in.positions[i], dt, v);
        CHECK(is_same(out.velocities[i], v) && is_same(out.positions[i], x));
        CHECK(is_same(out.momenta[i], v3_add_scaled(in.momenta[i], 0.5 * dt, in.torques[i])));
        CHECK(drifts.paths[i] == v3_length(v3_sub(x, in.positions[i])));
    }
}

// ------------------------------------------------------------------------------------------------------------- loads

enum { SLOTS = 700, FIRST = 5, WALLS = 2 };

// Slots of walls and grains with each other, sorted; half of them have a contact.
typedef struct list {
    scree_sim sim;
    scree_pair pairs[SLOTS];
    int32_t places[SLOTS], owners[WALLS + GRAINS], adjacency_first[GRAINS + 2], own_first[GRAINS + 2],
        first_owners[SLOTS], active[SLOTS];
    sim_second adjacency[SLOTS];
    sim_load loads[SLOTS + 1];
} list;

static void make_list(list *l)
{
    memset(l, 0, sizeof *l);
    for (int i = 0; i < WALLS + GRAINS; ++i) l->owners[i] = i < WALLS ? -1 - i : i - WALLS;
    FILL(l->loads, -1.0, 1.0);
    int32_t count = 0, answered = 0;
    for (int32_t a = 0; a < WALLS + GRAINS; ++a)
        for (int32_t b = a < WALLS ? WALLS : a + 1; b < WALLS + GRAINS && count < SLOTS; ++b)
            if (random_share(&state) < (a < WALLS ? 1.0 : 0.25)) {
                // Asleep, answered without a contact, or with one.
                const double share = random_share(&state);
                l->places[count] = share < 0.5 ? answered : -1;
                if (share < 0.7) l->active[answered++] = count;
                l->first_owners[count] = l->owners[a];
                l->pairs[count++] = (scree_pair){ .a = a, .b = b };
            }
    int32_t seconds = 0, own = 0;
    for (int32_t i = 0; i <= GRAINS; ++i) {
        while (own < count && l->pairs[own].a < WALLS + i) ++own;
        l->own_first[i] = own;
        l->adjacency_first[i] = seconds;
        for (int32_t k = 0; k < count; ++k)
            if (l->owners[l->pairs[k].b] == i) l->adjacency[seconds++] = (sim_second){ k, i };
    }
    l->sim.slots.count = (size_t)count;
    l->sim.slots.pairs = l->pairs;
    l->sim.slots.places = l->places;
    l->sim.bodies.owners = l->owners;
    l->sim.adjacency = l->adjacency;
    l->sim.adjacency_first = l->adjacency_first;
    l->sim.own_first = l->own_first;
    l->sim.first_owners = l->first_owners;
    l->sim.contacts.active = l->active;
    l->sim.contacts.count = (size_t)answered;
    l->sim.contacts.loads = l->loads;
}

// In slot order, as a body that gets what the records say.
static void check_loads(void)
{
    static list l;
    static sim_kicks in, out, narrow;
    make_list(&l);
    memset(&in, 0, sizeof in);
    in.count = GRAINS - FIRST;
    for (int i = 0; i < in.count; ++i) {
        fill(in.forces[i], 3, -1.0, 1.0);
        fill(in.torques[i], 3, -1.0, 1.0);
    }
    out = narrow = in;
    scree_sim_sum_loads(&l.sim, FIRST, &out);
    scree_sim_sum_lanes_2(&l.sim, FIRST, &narrow);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    for (int i = 0; i < in.count; ++i) {
        scree_vec3 force = v3(in.forces[i][0], in.forces[i][1], in.forces[i][2]);
        scree_vec3 torque = v3(in.torques[i][0], in.torques[i][1], in.torques[i][2]);
        for (size_t k = 0; k < l.sim.slots.count; ++k) {
            if (l.places[k] < 0) continue;
            const sim_load *load = &l.loads[l.places[k]];
            if (l.owners[l.pairs[k].a] == FIRST + i) {
                force = v3_sub(force, load->force);
                torque = v3_add(torque, load->torques[0]);
            } else if (l.owners[l.pairs[k].b] == FIRST + i) {
                force = v3_add(force, load->force);
                torque = v3_add(torque, load->torques[1]);
            }
        }
        CHECK(is_same(force, v3(out.forces[i][0], out.forces[i][1], out.forces[i][2])));
        CHECK(is_same(torque, v3(out.torques[i][0], out.torques[i][1], out.torques[i][2])));
        CHECK(out.forces[i][3] == 0.0 && out.torques[i][3] == 0.0);
    }
}

// -------------------------------------------------------------------------------------------------------------- kick

static void point_to(sim_kicks *k, grains *g)
{
    k->positions = &g->positions[0].x;
    k->velocities = &g->velocities[0].x;
    k->angular_momenta = &g->momenta[0].x;
    k->accelerations = &g->accelerations[0].x;
    k->old_torques = &g->torques[0].x;
    k->spins = &g->spins[0].x;
    k->masses = g->masses;
}

static void make_kicks(sim_kicks *k, grains *g)
{
    memset(k, 0, sizeof *k);
    k->dt = dt;
    k->count = GRAINS;
    k->are_round = k->watches_energy = true;
    k->low = v3(-SIM_NOWHERE, -0.9, -2.0);
    k->high = v3(SIM_NOWHERE, 2.0, 0.9);
    k->gravity = v3(1.0, 2.0, -9.81);
    FILL(k->own_forces, -1.0, 1.0);
    FILL(k->own_torques, -1.0, 1.0);
    FILL(k->forces, -1.0, 1.0);
    FILL(k->torques, -1.0, 1.0);
    FILL(k->moments, 0.5, 2.0);
    FILL(k->densities, 0.5, 2.0);
    point_to(k, g);
}

static scree_vec3 vector(const double from[4])
{
    return v3(from[0], from[1], from[2]);
}

static void check_kick(void)
{
    static grains in, out, narrow;
    static sim_kicks kicks, narrow_kicks;
    make_grains(&in);
    make_kicks(&kicks, &out);
    out = narrow = in;
    narrow_kicks = kicks;
    point_to(&narrow_kicks, &narrow);
    scree_sim_kick_run(&kicks);
    scree_sim_kick_lanes_2(&narrow_kicks);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    for (int i = 0; i < GRAINS; ++i) {
        const scree_vec3 a = v3_scale(1.0 / in.masses[i], vector(kicks.forces[i])), t = vector(kicks.torques[i]);
        const scree_vec3 l = v3_add_scaled(in.momenta[i], 0.5 * dt, t);
        CHECK(is_same(out.accelerations[i], a) && is_same(out.torques[i], t) && is_same(out.momenta[i], l));
        CHECK(is_same(out.velocities[i], v3_add_scaled(in.velocities[i], 0.5 * dt, a)));
        CHECK(is_same(out.spins[i], v3_scale(1.0 / kicks.densities[i] * kicks.moments[i], l)));
    }
    // Spins of others are left alone.
    const grains before = out;
    kicks.are_round = false;
    scree_sim_kick_run(&kicks);
    CHECK(memcmp(before.spins, out.spins, sizeof out.spins) == 0);
}

static void check_watch(void)
{
    static grains g;
    static sim_kicks kicks, narrow;
    make_grains(&g);
    make_kicks(&kicks, &g);
    g.velocities[7].y = NAN;
    g.spins[8].z = INFINITY;
    g.positions[9].x = -INFINITY;
    narrow = kicks;
    scree_sim_watch_run(&kicks);
    scree_sim_watch_lanes_2(&narrow);
    int troubles = 0;
    for (int i = 0; i < GRAINS; ++i) {
        const scree_vec3 x = g.positions[i], v = g.velocities[i], w = g.spins[i];
        troubles += (i >= 7 && i <= 9) || x.y < -0.9 || x.z > 0.9;
        if (i == 7 || i == 8) continue;
        const double kinetic = 0.5 * (g.masses[i] * v3_dot(v, v) + v3_dot(w, g.momenta[i]));
        const double power = v3_dot(vector(kicks.own_forces[i]), v) + g.masses[i] * v3_dot(kicks.gravity, v) +
                             v3_dot(vector(kicks.own_torques[i]), w);
        CHECK(kicks.kinetic[i] == kinetic && narrow.kinetic[i] == kinetic);
        CHECK(kicks.power[i] == power && narrow.power[i] == power);
    }
    CHECK(troubles > 4 && troubles < GRAINS / 2);
    CHECK(kicks.troubles == troubles && narrow.troubles == troubles);
}

int main(void)
{
    check_rotations();
    check_round();
    check_drift();
    check_loads();
    check_kick();
    check_watch();
    return check_done();
}
