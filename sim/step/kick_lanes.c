// See motion_lanes.h. Compiled once for each width.
#include "step/motion_lanes.h"

#include <string.h>

#define JOIN(name, width) name##width
#define AT(name, width) JOIN(name, width)

typedef double row __attribute__((vector_size(4 * sizeof(double))));
typedef int64_t row_bits __attribute__((vector_size(4 * sizeof(double))));
typedef row row_anywhere __attribute__((may_alias, aligned(8)));
typedef row_bits row_bits_anywhere __attribute__((may_alias, aligned(8)));

// A vector in memory, and the number behind it as 0. A macro, since compilers warn of functions that return vectors wider
// than the registers of the target.
#define VECTOR(from) ((row)(*(const row_bits_anywhere *)&(from)&only_vector))

enum { FOUND = 256 }; // slots that are looked up before their contacts are added

// Adds a load to a grain: as B, or as A. A macro: see above.
#define ADD(sign, load, side, grain)                                                                                   \
    {                                                                                                                  \
        row_anywhere *f = (row_anywhere *)kicks->forces[grain], *t = (row_anywhere *)kicks->torques[grain];            \
        *f = *f sign VECTOR((load)->force);                                                                            \
        *t = *t + VECTOR((load)->torques[side]);                                                                       \
    }

// Grains as B. One loop over the slots of all of them, and another one over their contacts, since loops over those of one grain
// end where no processor predicts it.
static void sum_seconds(const scree_sim *sim, size_t first, sim_kicks *kicks)
{
    const row_bits only_vector = { -1, -1, -1, 0 };
    const int32_t *slot_places = sim->slots.places;
    const sim_second *seconds = sim->adjacency;
    const sim_load *loads = sim->contacts.loads;
    int32_t places[FOUND], grains[FOUND];
    for (int32_t k = sim->adjacency_first[first], end = sim->adjacency_first[first + (size_t)kicks->count]; k < end;) {
        const int32_t stop = end - k < FOUND ? end : k + FOUND;
        size_t count = 0;
        for (; k < stop; ++k) {
            places[count] = slot_places[seconds[k].slot];
            grains[count] = seconds[k].grain - (int32_t)first;
            count += places[count] >= 0;
        }
        for (size_t n = 0; n < count; ++n) ADD(+, &loads[places[n]], 1, grains[n])
    }
}

// The first of the answered pairs, which are sorted by slot, that is not before a slot.
static size_t find_active(const sim_contacts *c, int32_t slot)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->active[middle] < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Grains as A: their slots, and so their answered pairs, lie together.
static void sum_firsts(const scree_sim *sim, size_t first, sim_kicks *kicks)
{
    const row_bits only_vector = { -1, -1, -1, 0 };
    const sim_contacts *c = &sim->contacts;
    const int32_t *active = c->active, *slot_places = sim->slots.places, *owners = sim->first_owners;
    const sim_load *loads = c->loads;
    const size_t end = find_active(c, sim->own_first[first + (size_t)kicks->count]);
    for (size_t p = find_active(c, sim->own_first[first]); p < end; ++p) {
        const int32_t slot = active[p], grain = owners[slot] - (int32_t)first;
        if (slot_places[slot] >= 0) ADD(-, &loads[p], 0, grain)
    }
}

// Of each grain first the contacts in which it is body B, then those in which it is A: the order of its slots, so that the sums
// have the same bits.
void AT(scree_sim_sum_lanes_, SCREE_SIM_LANES)(const scree_sim *sim, size_t first, sim_kicks *kicks)
{
    sum_seconds(sim, first, kicks);
    sum_firsts(sim, first, kicks);
}

// Half a kick.
static void kick(sim_kicks *k)
{
    const double half = 0.5 * k->dt;
    const int count = k->count;
    double *const v = k->velocities, *const l = k->angular_momenta, *const a = k->accelerations,
                  *const t = k->old_torques;
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        const double inverse = 1.0 / k->masses[i];
        const double x = inverse * k->forces[i][0], y = inverse * k->forces[i][1], z = inverse * k->forces[i][2];
        a[3 * i] = x;
        a[3 * i + 1] = y;
        a[3 * i + 2] = z;
        v[3 * i] += half * x;
        v[3 * i + 1] += half * y;
        v[3 * i + 2] += half * z;
    }
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        t[3 * i] = k->torques[i][0];
        t[3 * i + 1] = k->torques[i][1];
        t[3 * i + 2] = k->torques[i][2];
        l[3 * i] += half * k->torques[i][0];
        l[3 * i + 1] += half * k->torques[i][1];
        l[3 * i + 2] += half * k->torques[i][2];
    }
}

// The spins of round grains.
static void spin(sim_kicks *k)
{
    const int count = k->count;
    double *const w = k->spins;
    const double *const l = k->angular_momenta;
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        const double inverse = 1.0 / k->densities[i] * k->moments[i];
        w[3 * i] = inverse * l[3 * i];
        w[3 * i + 1] = inverse * l[3 * i + 1];
        w[3 * i + 2] = inverse * l[3 * i + 2];
    }
}

void AT(scree_sim_kick_lanes_, SCREE_SIM_LANES)(sim_kicks *k)
{
    kick(k);
    if (k->are_round) spin(k);
}

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A word whose highest bit is set if x is infinite or NaN: its exponent, all ones, then carries.
static inline uint64_t sign_unless_finite(double x)
{
    return (bits_of(x) & UINT64_C(0x7fffffffffffffff)) + UINT64_C(0x0010000000000000);
}

void AT(scree_sim_watch_lanes_, SCREE_SIM_LANES)(sim_kicks *k)
{
    const int count = k->count;
    const scree_vec3 low = k->low, high = k->high, gravity = k->gravity;
    const double *const p = k->positions, *const v = k->velocities, *const w = k->spins, *const l = k->angular_momenta;
    uint64_t troubles = 0;
    _Pragma("omp simd reduction(+ : troubles)") for (int i = 0; i < count; ++i)
    {
        const scree_vec3 at = v3(p[3 * i], p[3 * i + 1], p[3 * i + 2]),
                         velocity = v3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
        const scree_vec3 turn = v3(w[3 * i], w[3 * i + 1], w[3 * i + 2]);
        const double sum = v3_norm1(at) + v3_norm1(velocity) + v3_norm1(turn);
        // By signs, since comparisons with a NaN raise exceptions.
        const uint64_t is_out = bits_of(at.x - low.x) | bits_of(high.x - at.x) | bits_of(at.y - low.y) |
                                bits_of(high.y - at.y) | bits_of(at.z - low.z) | bits_of(high.z - at.z);
        troubles += (is_out | sign_unless_finite(sum)) >> 63;
    }
    k->troubles = (int)troubles;
    if (!k->watches_energy) return;
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        const scree_vec3 velocity = v3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
        const scree_vec3 turn = v3(w[3 * i], w[3 * i + 1], w[3 * i + 2]),
                         momentum = v3(l[3 * i], l[3 * i + 1], l[3 * i + 2]);
        const scree_vec3 force = v3(k->own_forces[i][0], k->own_forces[i][1], k->own_forces[i][2]);
        const scree_vec3 torque = v3(k->own_torques[i][0], k->own_torques[i][1], k->own_torques[i][2]);
        const double mass = k->masses[i];
        k->kinetic[i] = 0.5 * (mass * v3_dot(velocity, velocity) + v3_dot(turn, momentum));
        k->power[i] = v3_dot(force, velocity) + mass * v3_dot(gravity, velocity) + v3_dot(torque, turn);
    }
}
