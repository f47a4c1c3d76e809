// Grains: add, remove, place.
#include <string.h>

#include "state/state.h"

scree_vec3 scree_sim_momentum_of(const sim_form *form, double density, scree_quat orientation, scree_vec3 spin)
{
    const scree_vec3 moments = v3_scale(density, form->moments);
    if (form->is_round) return v3_scale(moments.x, spin);
    const scree_quat q = form->is_aligned ? orientation : quat_mul(orientation, form->principal);
    const scree_vec3 w = quat_rotate_back(q, spin);
    return quat_rotate(q, v3(moments.x * w.x, moments.y * w.y, moments.z * w.z));
}

static bool is_zero(scree_quat q)
{
    return q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

// The orientation as a unit quaternion; false if it cannot be one.
static bool unit_orientation(scree_quat q, scree_quat *out)
{
    const double size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    *out = (scree_quat){ 1.0, 0.0, 0.0, 0.0 };
    if (is_zero(q)) return true;
    if (!isfinite(size) || size < 1e-200) return false;
    *out = quat_unit(q);
    return true;
}

static bool is_planar(const scree_grain *g)
{
    return g->position.z == 0.0 && g->velocity.z == 0.0 && g->spin.x == 0.0 && g->spin.y == 0.0 &&
           g->orientation.x == 0.0 && g->orientation.y == 0.0;
}

static bool check_grain(const scree_sim *sim, const scree_grain *grain, scree_error *error)
{
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    scree_quat q;
    if ((size_t)grain->shape >= sim->form_count) return scree_sim_fail(error, bad, "grain: there is no such shape");
    if (sim->forms[grain->shape].is_infinite) return scree_sim_fail(error, bad, "grain: its shape has no mass");
    if ((size_t)grain->material >= sim->material_count)
        return scree_sim_fail(error, bad, "grain: there is no such material");
    if (!v3_is_finite(grain->position) || !unit_orientation(grain->orientation, &q))
        return scree_sim_fail(error, SCREE_INVALID_POSE, "grain: no position or no orientation");
    if (!v3_is_finite(grain->velocity) || !v3_is_finite(grain->spin))
        return scree_sim_fail(error, bad, "grain: its velocity or its spin is not finite");
    if (grain->mode < SCREE_GRAIN_FREE || grain->mode > SCREE_GRAIN_DRIVEN)
        return scree_sim_fail(error, bad, "grain: unknown mode");
    if (sim->settings.dimension == 2 && !is_planar(grain))
        return scree_sim_fail(error, SCREE_INVALID_POSE, "grain: leaves the plane z = 0");
    return true;
}

// The centre of mass of a grain, given the position of the shape's frame.
static scree_vec3 centre_of(const sim_form *form, const scree_grain *grain, scree_quat q)
{
    return v3_add(grain->position, quat_rotate(q, form->centroid));
}

int64_t scree_sim_add_grain(scree_sim *sim, const scree_grain *grain, scree_error *error)
{
    if (sim == NULL || grain == NULL) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation or no grain");
        return -1;
    }
    if (!check_grain(sim, grain, error)) return -1;
    const sim_form *form = &sim->forms[grain->shape];
    sim_grains *g = &sim->grains;
    sim_bodies *b = &sim->bodies;
    const size_t i = g->count, parts = (size_t)form->part_count;
    if (i >= INT32_MAX / 4 || !scree_sim_grow_grains(g, i + 1) || !scree_sim_grow_bodies(b, b->count + parts)) {
        scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a grain");
        return -1;
    }
    const double density = sim->materials[grain->material].density;
    g->ids[i] = sim->next_id++;
    g->forms[i] = grain->shape;
    g->materials[i] = grain->material;
    g->modes[i] = (uint8_t)grain->mode;
    g->reported[i] = SIM_JUST_ADDED;
    unit_orientation(grain->orientation, &g->orientations[i]);
    g->positions[i] = centre_of(form, grain, g->orientations[i]);
    const bool is_still = grain->mode == SCREE_GRAIN_FIXED;
    g->velocities[i] = is_still ? v3(0.0, 0.0, 0.0) : grain->velocity;
    g->spins[i] = is_still ? v3(0.0, 0.0, 0.0) : grain->spin;
    g->angular_momenta[i] = scree_sim_momentum_of(form, density, g->orientations[i], g->spins[i]);
    g->accelerations[i] = grain->mode == SCREE_GRAIN_FREE ? sim->settings.gravity : v3(0.0, 0.0, 0.0);
    g->torques[i] = v3(0.0, 0.0, 0.0);
    g->masses[i] = density * form->volume;
    if (grain->mode == SCREE_GRAIN_FREE)
        sim->supplied += 0.5 * (g->masses[i] * v3_dot(g->velocities[i], g->velocities[i]) +
                                v3_dot(g->spins[i], g->angular_momenta[i]));
    for (size_t k = 0; k < parts; ++k) {
        const size_t at = b->count + k;
        b->part_of[at] = form->first_part + (int32_t)k;
        b->owners[at] = (int32_t)i;
        b->paths[at] = 0.0;
        b->bodies[at] = scree_sim_place_part(&sim->parts[b->part_of[at]], g->positions[i], g->orientations[i]);
    }
    b->count += parts;
    g->first_parts[i + 1] = g->first_parts[i] + (int32_t)parts;
    g->count++;
    sim->is_stale = true;
    return g->ids[i];
}

// ------------------------------------------------------------------------------------------------------------ remove

enum { DEAD = 255 };

// By a table of all ids, which is built if it is missing; -1 if there is no such grain.
static int64_t index_of(scree_sim *sim, int64_t id)
{
    const sim_grains *g = &sim->grains;
    if (id < 0 || id >= sim->next_id) return -1;
    const size_t known = sim->numbers_capacity;
    if (!scree_sim_grow(&sim->numbers, &sim->numbers_capacity, (size_t)sim->next_id, sizeof *sim->numbers)) return -1;
    for (size_t i = known; i < sim->numbers_capacity; ++i) sim->numbers[i] = -1;
    for (; sim->numbered < g->count; ++sim->numbered) sim->numbers[g->ids[sim->numbered]] = (int32_t)sim->numbered;
    const size_t i = (size_t)sim->numbers[id]; // arbitrary for a grain that was removed
    return i < g->count && g->ids[i] == id ? (int64_t)i : -1;
}

bool scree_sim_remove_grain(scree_sim *sim, int64_t id)
{
    if (sim == NULL) return false;
    const int64_t i = index_of(sim, id);
    if (i < 0 || sim->grains.modes[i] == DEAD) return false;
    sim->grains.modes[i] = DEAD;
    sim->dead++;
    sim->is_stale = true;
    return true;
}

void scree_sim_renumber(scree_sim *sim, const int32_t *map)
{
    sim->nearby.count = 0;
    sim_slots *s = &sim->slots;
    size_t kept = 0;
    for (size_t k = 0; k < s->count; ++k) {
        const int32_t a = map[s->pairs[k].a], b = map[s->pairs[k].b];
        const int32_t place = s->places[k];
        if (a < 0 || b < 0) {
            if (place >= 0) sim->contacts.records[place].touches = 0;
            continue;
        }
        s->pairs[kept] = s->pairs[k];
        s->pairs[kept].a = a;
        s->pairs[kept].b = b;
        s->caches[kept] = s->caches[k];
        s->wakes[kept] = s->wakes[k];
        s->places[kept] = place;
        if (place >= 0) sim->contacts.records[place].slot = (int32_t)kept;
        ++kept;
    }
    s->count = kept;
    sim->is_stale = true;
}

#define MOVE(name, type) g->name[kept] = g->name[i];

void scree_sim_compact(scree_sim *sim)
{
    if (sim->dead == 0) return;
    sim_grains *g = &sim->grains;
    sim_bodies *b = &sim->bodies;
    int32_t *map = b->groups; // rebuilt with the next list
    for (size_t i = 0; i < sim->piece_count; ++i) map[i] = (int32_t)i;
    size_t kept = 0, body = sim->piece_count;
    for (size_t i = 0; i < g->count; ++i) {
        const size_t first = sim->piece_count + (size_t)g->first_parts[i];
        const size_t end = sim->piece_count + (size_t)g->first_parts[i + 1];
        const bool is_dead = g->modes[i] == DEAD;
        const size_t start = body;
        for (size_t k = first; k < end; ++k) {
            map[k] = is_dead ? -1 : (int32_t)body;
            if (is_dead) continue;
            b->bodies[body] = b->bodies[k];
            b->part_of[body] = b->part_of[k];
            b->paths[body] = b->paths[k];
            b->owners[body] = (int32_t)kept;
            ++body;
        }
        if (is_dead) continue;
        SIM_GRAIN_ARRAYS(MOVE)
        g->first_parts[kept] = (int32_t)(start - sim->piece_count);
        ++kept;
    }
    g->first_parts[kept] = (int32_t)(body - sim->piece_count);
    scree_sim_renumber(sim, map);
    g->count = kept;
    b->count = body;
    sim->dead = 0;
    sim->numbered = 0;
}

// ----------------------------------------------------------------------------------------------------------- blocked

// The image of b nearest to a.
static scree_vec3 nearest_image(const scree_sim *sim, scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 p = sim->period;
    if (p.x > 0.0) b.x -= p.x * nearbyint((b.x - a.x) / p.x);
    if (p.y > 0.0) b.y -= p.y * nearbyint((b.y - a.y) / p.y);
    if (p.z > 0.0) b.z -= p.z * nearbyint((b.z - a.z) / p.z);
    return b;
}

static bool meets(const scree_body *a, const scree_body *b)
{
    bool overlaps = true;
    return scree_overlap(a, b, NULL, &overlaps) != SCREE_OK || overlaps;
}

// One part of a grain that is to be inserted.
typedef struct newcomer {
    const scree_sim *sim;
    const sim_form *form;
    scree_vec3 centre;
    scree_body body;
} newcomer;

static bool meets_grain(void *user, size_t i)
{
    const newcomer *n = user;
    const sim_grains *g = &n->sim->grains;
    const scree_vec3 there = nearest_image(n->sim, n->centre, g->positions[i]);
    const double reach = n->form->radius + n->sim->forms[g->forms[i]].radius;
    const scree_vec3 apart = v3_sub(there, n->centre);
    if (v3_dot(apart, apart) > reach * reach) return false;
    const scree_vec3 shift = v3_sub(there, g->positions[i]);
    for (int32_t k = g->first_parts[i]; k < g->first_parts[i + 1]; ++k) {
        scree_body other = n->sim->bodies.bodies[n->sim->piece_count + (size_t)k];
        other.position = v3_add(other.position, shift);
        if (meets(&n->body, &other)) return true;
    }
    return false;
}

bool scree_sim_blocked(scree_sim *sim, const scree_grain *grain)
{
    if (sim == NULL || grain == NULL || !check_grain(sim, grain, NULL)) return true;
    scree_sim_compact(sim);
    newcomer n = { .sim = sim, .form = &sim->forms[grain->shape] };
    scree_quat q;
    unit_orientation(grain->orientation, &q);
    n.centre = centre_of(n.form, grain, q);
    for (int32_t p = 0; p < n.form->part_count; ++p) {
        n.body = scree_sim_place_part(&sim->parts[n.form->first_part + p], n.centre, q);
        for (size_t k = 0; k < sim->piece_count; ++k)
            if (meets(&n.body, &sim->bodies.bodies[k])) return true;
        if (scree_sim_any_near(sim, n.centre, n.form->radius, meets_grain, &n)) return true;
    }
    return false;
}
