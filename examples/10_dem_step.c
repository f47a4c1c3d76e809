// A DEM time step with scree: boxes and spheres fall into a box and come to rest. docs/dem-step.md goes through it.
// With the argument `periodic` the domain has a floor and no walls: it is periodic along x and y.
//
//   pairs      broad phase over boxes with a skin; a new list only where something has moved by half of it, and then
//              the caches of pairs that stay move along
//   contacts   one warm batch, up to margin 0
//   forces     linear spring and dashpot along the normal, a tangential dashpot with Coulomb's limit
//   motion     velocity Verlet; orientations by quaternions, rotation by angular momentum
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scree/scree.h"

enum { WALLS = 5, SIDE = 4, LAYERS = 13, GRAINS = SIDE * SIDE * LAYERS, BODIES = WALLS + GRAINS };
enum { STEPS = 2700, LAST = 300 }; // the weight on the floor is a mean over the last steps

static const double radius = 5e-3, density = 2500.0, gravity = 9.81;   // SI units
static const double stiffness = 2000.0, friction = 0.4, skin = 1.5e-3; // N/m, -, m
static const double half_width = 0.026;                                // of the container, m

typedef struct grain {
    double mass;
    scree_vec3 inertia;            // in the frame of the shape, along its axes
    scree_vec3 velocity, momentum; // angular momentum, in world axes
    scree_vec3 spin;               // angular velocity, in world axes
    scree_vec3 force, torque;
} grain;

typedef struct dem {
    int walls, count;          // 5 with a container, 1 in the periodic domain; walls and grains
    scree_vec3 period;         // of the domain, about the origin; 0: not periodic
    scree_body bodies[BODIES]; // the walls first
    grain grains[BODIES];      // walls have mass 0 and never move
    int wrapped[BODIES][3];    // periods that each was moved back by before the new list
    scree_aabb boxes[BODIES], listed[BODIES];
    int32_t groups[BODIES];
    scree_filter filter;
    scree_pair *pairs;
    scree_cache *caches; // one for each pair
    scree_contact *contacts;
    size_t pair_count, capacity;
    size_t lost; // caches of touching pairs that were not in the new list: should stay 0
    scree_batch batch;
    scree_broad broad;
    double dt, on_floor;
} dem;

static scree_vec3 add(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// ----------------------------------------------------------------------------------------------------------- pairs

// Into [-period / 2, period / 2); returns by how many periods.
static int wrap_coordinate(double *x, double period)
{
    if (!(period > 0.0)) return 0;
    const double periods = floor(*x / period + 0.5);
    *x -= periods * period;
    return (int)periods;
}

// Grains that have left the periodic domain enter it at the other side. What a pair means stays the same: where b has
// been moved back by more periods than a, its image beside a is that many periods farther on. The order of the pairs
// stays, since all images of one pair change alike. Walls are infinite, and so their pairs always have image 0.
static void wrap(dem *d)
{
    for (int i = d->walls; i < d->count; ++i) {
        scree_vec3 *p = &d->bodies[i].position;
        d->wrapped[i][0] = wrap_coordinate(&p->x, d->period.x);
        d->wrapped[i][1] = wrap_coordinate(&p->y, d->period.y);
        d->boxes[i] = scree_body_aabb(&d->bodies[i], 0.0);
    }
    if (d->pairs == NULL) return; // no list yet
    for (size_t k = 0; k < d->pair_count; ++k) {
        scree_pair *pair = &d->pairs[k];
        for (int axis = 0; axis < 3 && pair->a >= d->walls; ++axis)
            pair->image[axis] = (int16_t)(pair->image[axis] + d->wrapped[pair->b][axis] - d->wrapped[pair->a][axis]);
    }
}

// Both lists are sorted: caches of pairs that are in both move along, the others start empty.
static void carry_caches(const scree_pair *old_pairs, const scree_cache *old, size_t old_count, dem *d)
{
    size_t k = 0;
    memset(d->caches, 0, d->pair_count * sizeof *d->caches);
    for (size_t i = 0; i < d->pair_count; ++i) {
        for (; k < old_count && scree_pair_order(&old_pairs[k], &d->pairs[i]) < 0; ++k)
            d->lost += old[k].filled && old[k].distance < 0.0f;
        if (k < old_count && scree_pair_order(&old_pairs[k], &d->pairs[i]) == 0) d->caches[i] = old[k++];
    }
    for (; k < old_count; ++k) d->lost += old[k].filled && old[k].distance < 0.0f;
}

static scree_status grow(void **memory, size_t *size, size_t need)
{
    if (need <= *size) return SCREE_OK;
    free(*memory);
    *memory = malloc(need);
    *size = *memory != NULL ? need : 0;
    return *memory != NULL ? SCREE_OK : SCREE_NO_MEMORY;
}

// Room for `count` pairs, empty.
static scree_status make_room(dem *d, size_t count)
{
    d->capacity = count;
    d->pairs = malloc(d->capacity * sizeof *d->pairs);
    d->caches = malloc(d->capacity * sizeof *d->caches);
    free(d->contacts);
    d->contacts = malloc(d->capacity * sizeof *d->contacts);
    return d->pairs != NULL && d->caches != NULL && d->contacts != NULL ? SCREE_OK : SCREE_NO_MEMORY;
}

// All pairs that can touch before something has moved by half the skin. The scratch of the broad phase is asked for
// again each time: in a periodic domain it depends on how many boxes are near the sides.
static scree_status find_pairs(dem *d)
{
    wrap(d);
    scree_pair *old_pairs = d->pairs;
    scree_cache *old_caches = d->caches;
    const size_t old_count = d->pair_count;
    scree_status status = make_room(d, d->capacity > 0 ? d->capacity : 64);
    if (status == SCREE_OK) status = grow(&d->broad.scratch, &d->broad.scratch_size, scree_broad_scratch(&d->broad));
    if (status == SCREE_OK) status = scree_broad_pairs(&d->broad, d->pairs, d->capacity, &d->pair_count);
    if (status == SCREE_SCRATCH_TOO_SMALL && d->pair_count > d->capacity) {
        free(d->pairs);
        free(d->caches);
        status = make_room(d, d->pair_count + d->pair_count / 2);
        if (status == SCREE_OK) status = scree_broad_pairs(&d->broad, d->pairs, d->capacity, &d->pair_count);
    }
    if (status == SCREE_OK) {
        carry_caches(old_pairs, old_caches, old_count, d);
        memcpy(d->listed, d->boxes, sizeof d->listed);
        d->batch.pairs = d->pairs;
        d->batch.pair_count = d->pair_count;
        d->batch.caches = d->caches;
        status = grow(&d->batch.scratch, &d->batch.scratch_size, scree_batch_scratch(&d->batch));
    }
    if (status != SCREE_OK) d->pair_count = 0;
    free(old_pairs);
    free(old_caches);
    return status;
}

// ---------------------------------------------------------------------------------------------------------- forces

static scree_vec3 velocity_at(const dem *d, int i, scree_vec3 point)
{
    const grain *g = &d->grains[i];
    return add(g->velocity, 1.0, cross(g->spin, add(point, -1.0, d->bodies[i].position)));
}

static void push(dem *d, int i, scree_vec3 point, scree_vec3 force)
{
    grain *g = &d->grains[i];
    g->force = add(g->force, 1.0, force);
    g->torque = add(g->torque, 1.0, cross(add(point, -1.0, d->bodies[i].position), force));
}

// Contacts lie beside a, at the image of b: the same point beside b itself.
static scree_vec3 beside_b(const dem *d, const scree_pair *pair, scree_vec3 point)
{
    return (scree_vec3){ point.x - pair->image[0] * d->period.x, point.y - pair->image[1] * d->period.y, point.z };
}

// The force on b: out along the normal, which points from a to b, and against sliding.
static scree_vec3 law(const dem *d, const scree_pair *pair, const scree_contact *contact)
{
    const double m = d->grains[pair->a].mass, n = d->grains[pair->b].mass;
    const double mass = m > 0.0 ? m * n / (m + n) : n; // a may be a wall
    const double damping = 0.6 * sqrt(mass * stiffness);
    const scree_vec3 relative =
        add(velocity_at(d, pair->b, beside_b(d, pair, contact->point)), -1.0, velocity_at(d, pair->a, contact->point));
    const double along = dot(relative, contact->normal);
    const double normal = fmax(0.0, -stiffness * contact->distance - damping * along); // never pulls
    const scree_vec3 sliding = add(relative, -along, contact->normal);
    const double speed = sqrt(dot(sliding, sliding));
    const double drag = speed > 0.0 ? fmin(damping, friction * normal / speed) : 0.0;
    const scree_vec3 zero = { 0.0, 0.0, 0.0 };
    return add(add(zero, normal, contact->normal), -drag, sliding);
}

static scree_status find_forces(dem *d)
{
    for (int i = 0; i < d->count; ++i) {
        d->grains[i].force = (scree_vec3){ 0.0, 0.0, -gravity * d->grains[i].mass };
        d->grains[i].torque = (scree_vec3){ 0.0, 0.0, 0.0 };
        d->boxes[i] = scree_body_aabb(&d->bodies[i], 0.0);
    }
    scree_status status = SCREE_OK;
    if (d->pairs == NULL || scree_broad_moved(d->listed, d->boxes, (size_t)d->count, skin)) status = find_pairs(d);
    scree_query_options options = scree_query_defaults();
    options.within = true; // beyond margin 0, a proof that they do not touch is all that is wanted
    options.margin = 0.0;
    if (status == SCREE_OK) status = scree_query_batch(&d->batch, &options, d->contacts);
    for (size_t i = 0; i < d->pair_count && status == SCREE_OK; ++i) {
        const scree_contact *contact = &d->contacts[i];
        if (contact->beyond || contact->distance >= 0.0) continue;
        const scree_vec3 force = law(d, &d->pairs[i], contact), zero = { 0.0, 0.0, 0.0 };
        push(d, d->pairs[i].b, beside_b(d, &d->pairs[i], contact->point), force);
        push(d, d->pairs[i].a, contact->point, add(zero, -1.0, force));
    }
    return status;
}

// ---------------------------------------------------------------------------------------------------------- motion

// Angular velocity from angular momentum, through the frame of the shape.
static scree_vec3 spin_of(const grain *g, scree_quat q)
{
    const scree_quat back = { q.w, -q.x, -q.y, -q.z };
    const scree_vec3 l = scree_quat_rotate(back, g->momentum);
    return scree_quat_rotate(q, (scree_vec3){ l.x / g->inertia.x, l.y / g->inertia.y, l.z / g->inertia.z });
}

static void half_kick(dem *d)
{
    for (int i = d->walls; i < d->count; ++i) {
        grain *g = &d->grains[i];
        g->velocity = add(g->velocity, 0.5 * d->dt / g->mass, g->force);
        g->momentum = add(g->momentum, 0.5 * d->dt, g->torque);
        g->spin = spin_of(g, d->bodies[i].orientation);
    }
}

// dq/dt = (0, spin) q / 2, by the midpoint.
static scree_quat rotated(scree_quat q, scree_vec3 spin, double dt)
{
    const scree_quat rate = scree_quat_multiply((scree_quat){ 0.0, spin.x, spin.y, spin.z }, q);
    const double h = 0.5 * dt;
    return scree_quat_normalise((scree_quat){ q.w + h * rate.w, q.x + h * rate.x, q.y + h * rate.y, q.z + h * rate.z });
}

static void drift(dem *d)
{
    for (int i = d->walls; i < d->count; ++i) {
        grain *g = &d->grains[i];
        scree_body *body = &d->bodies[i];
        body->position = add(body->position, d->dt, g->velocity);
        const scree_quat middle = rotated(body->orientation, g->spin, 0.5 * d->dt);
        body->orientation = rotated(body->orientation, spin_of(g, middle), d->dt);
    }
}

static scree_status step(dem *d)
{
    half_kick(d);
    drift(d);
    const scree_status status = find_forces(d);
    half_kick(d);
    return status;
}

// ----------------------------------------------------------------------------------------------------------- scene

static void place_walls(dem *d, scree_shape *wall)
{
    const scree_vec3 inward[WALLS] = { { 0, 0, 1 }, { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 } };
    for (int i = 0; i < d->walls; ++i) { // z <= 0 of the shape, rotated so that z points into the container
        d->bodies[i] = scree_body_at(wall, i == 0 ? (scree_vec3){ 0, 0, 0 }
                                                  : add((scree_vec3){ 0, 0, 0 }, -half_width, inward[i]));
        const scree_vec3 axis = { -inward[i].y, inward[i].x, 0.0 };
        if (i > 0) d->bodies[i].orientation = scree_quat_from_axis_degrees(axis, 90.0);
        d->groups[i] = 1; // walls do not meet each other
    }
}

static void place_grains(dem *d, scree_shape *const shapes[2])
{
    for (int k = 0; k < GRAINS; ++k) {
        const int i = d->walls + k, x = k % SIDE, y = k / SIDE % SIDE, z = k / (SIDE * SIDE);
        const scree_mass m = scree_shape_mass(shapes[k % 2]);
        grain *g = &d->grains[i];
        d->bodies[i] = scree_body_at(
            shapes[k % 2], (scree_vec3){ 0.012 * (x - 1.5) + 0.0004 * (z % 3), 0.012 * (y - 1.5), 0.012 + 0.015 * z });
        d->bodies[i].orientation = scree_quat_from_euler((scree_vec3){ 0.1 * x, 0.2 * y, 0.3 * z });
        g->mass = density * m.volume;
        g->inertia = (scree_vec3){ density * m.inertia.xx, density * m.inertia.yy, density * m.inertia.zz };
        if (d->period.x > 0.0) g->velocity = (scree_vec3){ 0.1, 0.07, 0.0 }; // grains pass the sides
    }
}

static scree_status set_up(dem *d, bool periodic, scree_shape *wall, scree_shape *const shapes[2])
{
    if (wall == NULL || shapes[0] == NULL || shapes[1] == NULL) return SCREE_NO_MEMORY;
    if (periodic) d->period = (scree_vec3){ 2.0 * half_width, 2.0 * half_width, 0.0 };
    d->walls = periodic ? 1 : WALLS;
    d->count = d->walls + GRAINS;
    place_walls(d, wall);
    place_grains(d, shapes);
    d->dt = 0.15 * sqrt(d->grains[d->walls].mass / stiffness);
    d->filter.groups = d->groups;
    d->broad = (scree_broad){ .boxes = d->boxes, .box_count = (size_t)d->count, .skin = skin, .threads = 1 };
    d->broad.filter = &d->filter;
    d->broad.period = d->period;
    d->batch = (scree_batch){ .bodies = d->bodies, .body_count = (size_t)d->count, .threads = 1 };
    d->batch.period = d->period;
    return find_forces(d);
}

// ----------------------------------------------------------------------------------------------------- what is seen

static double kinetic_energy(const dem *d)
{
    double energy = 0.0;
    for (int i = d->walls; i < d->count; ++i) {
        const grain *g = &d->grains[i];
        energy += 0.5 * g->mass * dot(g->velocity, g->velocity) + 0.5 * dot(g->spin, g->momentum);
    }
    return energy;
}

static int report(const dem *d, double most_energy, double deepest)
{
    const double side = half_width + 0.5 * skin; // grains may have left the domain since the last list
    double weight = 0.0;
    int inside = 0;
    for (int i = d->walls; i < d->count; ++i) {
        const scree_vec3 p = d->bodies[i].position;
        weight += gravity * d->grains[i].mass;
        inside += fabs(p.x) < side && fabs(p.y) < side && p.z > 0.0;
    }
    const bool rests = kinetic_energy(d) < 0.01 * most_energy, holds = fabs(d->on_floor / LAST / weight - 1.0) < 0.1;
    printf("grains in the box: %d of %d\n", inside, (int)GRAINS);
    printf("they came to rest: %s\n", rests ? "yes" : "no");
    printf("floor and walls carry the weight: %s\n", holds ? "yes" : "no");
    printf("deepest overlap below a fifth of a radius: %s\n", deepest < 0.2 * radius ? "yes" : "no");
    printf("pairs that touch kept their caches in new lists: %s\n", d->lost == 0 ? "yes" : "no");
    const bool good = inside == GRAINS && rests && holds && deepest < 0.2 * radius && d->lost == 0;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    scree_shape *wall = scree_half_space_create((scree_vec3){ 0.0, 0.0, 1.0 }, 0.0, 0.0, NULL);
    scree_shape *shapes[2] = { scree_sphere_create(radius, 0.0, NULL),
                               scree_box_create((scree_vec3){ 0.8 * radius, 0.9 * radius, 0.6 * radius }, 0.0, NULL) };
    dem *d = calloc(1, sizeof *d);
    const bool periodic = argc > 1 && strcmp(argv[1], "periodic") == 0;
    scree_status status = d != NULL ? set_up(d, periodic, wall, shapes) : SCREE_NO_MEMORY;
    double most_energy = 0.0, deepest = 0.0;
    for (int i = 0; i < STEPS && status == SCREE_OK; ++i) {
        status = step(d);
        most_energy = fmax(most_energy, kinetic_energy(d));
        for (size_t k = 0; k < d->pair_count; ++k) deepest = fmax(deepest, -d->contacts[k].distance);
        for (int w = 0; w < d->walls && i >= STEPS - LAST; ++w) d->on_floor -= d->grains[w].force.z;
    }
    int result = EXIT_FAILURE;
    if (status == SCREE_OK)
        result = report(d, most_energy, deepest);
    else
        fprintf(stderr, "%s\n", scree_status_text(status));
    if (d != NULL) {
        free(d->pairs);
        free(d->caches);
        free(d->contacts);
        free(d->broad.scratch);
        free(d->batch.scratch);
    }
    free(d);
    scree_shape_destroy(wall);
    scree_shape_destroy(shapes[0]);
    scree_shape_destroy(shapes[1]);
    return result;
}
