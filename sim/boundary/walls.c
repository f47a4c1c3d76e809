// Walls: add, remove, and their motion, which is prescribed or follows a servo.
#include "boundary/walls.h"

#include <stdlib.h>
#include <string.h>

#include "boundary/servo.h"
#include "state/endless.h"
#include "state/line.h"

static const double two_pi = 6.28318530717958647693;

// The sine of an angle in turns, by a polynomial: the same bits on every machine, which the libraries' do not promise.
// The error is below 1e-15.
static double sine(double turns)
{
    double x = turns - floor(turns + 0.5); // -0.5 to 0.5
    if (x > 0.25)
        x = 0.5 - x;
    else if (x < -0.25)
        x = -0.5 - x;
    const double t = two_pi * x, s = t * t;
    static const double c[] = { 1.0 / 6.0,   1.0 / 20.0,  1.0 / 42.0,  1.0 / 72.0,
                                1.0 / 110.0, 1.0 / 156.0, 1.0 / 210.0, 1.0 / 272.0 };
    double sum = 1.0;
    for (int i = 7; i >= 0; --i) sum = 1.0 - s * c[i] * sum;
    return t * sum;
}

static double cosine(double turns)
{
    return sine(turns + 0.25);
}

// ---------------------------------------------------------------------------------------------------- add and remove

static bool is_unit_or_none(scree_quat *q)
{
    const double size = q->w * q->w + q->x * q->x + q->y * q->y + q->z * q->z;
    if (!isfinite(size)) return false;
    *q = size > 0.0 ? quat_unit(*q) : (scree_quat){ 1.0, 0.0, 0.0, 0.0 };
    return true;
}

static bool check_wall(const scree_sim *sim, const scree_wall *wall, scree_error *error)
{
    const char *name = wall->name != NULL ? wall->name : "wall";
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    scree_quat q = wall->orientation;
    if ((size_t)wall->material >= sim->material_count)
        return scree_sim_fail(error, bad, "%s: there is no such material", name);
    if (wall->pieces == NULL || wall->piece_count == 0 || wall->piece_count > 10000000)
        return scree_sim_fail(error, bad, "%s: it has no pieces", name);
    if (!v3_is_finite(wall->position) || !is_unit_or_none(&q))
        return scree_sim_fail(error, SCREE_INVALID_POSE, "%s: no position or no orientation", name);
    for (size_t i = 0; i < wall->piece_count; ++i) {
        const scree_grain_part *piece = &wall->pieces[i];
        q = piece->orientation;
        if ((size_t)piece->shape >= sim->form_count || sim->forms[piece->shape].owned == NULL)
            return scree_sim_fail(error, bad, "%s: piece %zu: its shape must be a convex one", name, i);
        if (!v3_is_finite(piece->position) || !is_unit_or_none(&q))
            return scree_sim_fail(error, SCREE_INVALID_POSE, "%s: piece %zu: no position or no orientation", name, i);
    }
    return true;
}

// Pieces lie before the parts of the grains: makes room for `count` more.
static bool insert_bodies(scree_sim *sim, size_t count)
{
    sim_bodies *b = &sim->bodies;
    if (!scree_sim_grow_bodies(b, b->count + count)) return false;
    for (size_t i = 0; i < b->count; ++i) b->groups[i] = (int32_t)(i < sim->piece_count ? i : i + count);
    scree_sim_renumber(sim, b->groups);
    const size_t at = sim->piece_count, rest = b->count - at;
    memmove(b->bodies + at + count, b->bodies + at, rest * sizeof *b->bodies);
    memmove(b->owners + at + count, b->owners + at, rest * sizeof *b->owners);
    memmove(b->part_of + at + count, b->part_of + at, rest * sizeof *b->part_of);
    memmove(b->paths + at + count, b->paths + at, rest * sizeof *b->paths);
    b->count += count;
    sim->piece_count += count;
    return true;
}

// The part of one piece.
static bool describe_piece(scree_sim *sim, const scree_wall *wall, const scree_grain_part *piece, scree_error *error)
{
    const scree_shape *shape = sim->forms[piece->shape].owned;
    scree_quat q = piece->orientation, own = wall->orientation;
    is_unit_or_none(&q);
    is_unit_or_none(&own);
    const scree_vec3 centre = quat_rotate_back(q, v3_scale(-1.0, piece->position));
    const sim_form *form = &sim->forms[piece->shape];
    const scree_vec3 at = v3_add_scaled(piece->position, form->line_offset, quat_rotate(q, form->line));
    const int32_t number = scree_sim_add_part(sim, shape, at, q, centre);
    if (number < 0) return scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a wall");
    sim_part *part = &sim->parts[number];
    const double thin = 2.0 * SCREE_SIM_SHEET * scree_shape_bounds(shape).radius;
    if (part->kind == SIM_CLASS_POLYHEDRON && part->inradius <= thin) part->kind = SIM_CLASS_SHEET;
    part->own_radius = part->inradius = INFINITY; // stiffness: as a half space
    part->line = form->line;
    if (scree_sim_is_line(part)) return true;
    const scree_body body = scree_sim_place_part(part, wall->position, own);
    const unsigned axes = scree_sim_spans(&sim->settings, &body);
    return axes == 0 || scree_sim_make_endless(sim, number, piece->shape, &body, axes, error);
}

// Adds the parts that describe the pieces of a wall; -1 on failure.
static int32_t describe_pieces(scree_sim *sim, const scree_wall *wall, scree_error *error)
{
    const size_t parts = sim->part_count, forms = sim->form_count;
    for (size_t i = 0; i < wall->piece_count; ++i) {
        if (describe_piece(sim, wall, &wall->pieces[i], error)) continue;
        sim->part_count = parts;
        while (sim->form_count > forms) scree_shape_destroy(sim->forms[--sim->form_count].owned);
        return -1;
    }
    return (int32_t)parts;
}

static void place_pieces(scree_sim *sim, const sim_wall *wall)
{
    sim_bodies *b = &sim->bodies;
    for (int32_t i = wall->first_piece; i < wall->first_piece + wall->piece_count; ++i) {
        const sim_part *part = &sim->parts[b->part_of[i]];
        b->bodies[i] = scree_sim_place_part(part, wall->position, wall->orientation);
        if (scree_sim_is_line(part)) scree_sim_centre_line(sim, part, &b->bodies[i]);
        scree_sim_centre_endless(sim, part, &b->bodies[i]);
    }
}

int scree_sim_add_wall(scree_sim *sim, const scree_wall *wall, scree_error *error)
{
    if (sim == NULL || wall == NULL) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation or no wall");
        return -1;
    }
    if (!check_wall(sim, wall, error)) return -1;
    scree_sim_compact(sim);
    const char *text = wall->name != NULL ? wall->name : "";
    char *name = malloc(strlen(text) + 1);
    const size_t number = sim->wall_count, first = sim->piece_count;
    bool ok = name != NULL && scree_sim_grow(&sim->walls, &sim->wall_capacity, number + 1, sizeof *sim->walls);
    const int32_t part = ok ? describe_pieces(sim, wall, error) : -1;
    if (ok && part >= 0) ok = insert_bodies(sim, wall->piece_count);
    if (!ok) scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a wall");
    if (!ok || part < 0) {
        free(name);
        return -1;
    }
    memcpy(name, text, strlen(text) + 1);
    sim_wall *w = &sim->walls[number];
    *w = (sim_wall){ .name = name,
                     .material = wall->material,
                     .first_piece = (int32_t)first,
                     .piece_count = (int32_t)wall->piece_count,
                     .position = wall->position,
                     .orientation = wall->orientation,
                     .base = wall->position };
    is_unit_or_none(&w->orientation);
    for (size_t i = 0; i < wall->piece_count; ++i) {
        sim->bodies.owners[first + i] = -1 - (int32_t)number;
        sim->bodies.part_of[first + i] = part + (int32_t)i;
        sim->bodies.paths[first + i] = 0.0;
    }
    place_pieces(sim, w);
    sim->wall_count++;
    return (int)number;
}

bool scree_sim_remove_wall(scree_sim *sim, int wall)
{
    if (sim == NULL || (size_t)wall >= sim->wall_count || sim->walls[wall].removed) return false;
    scree_sim_compact(sim);
    sim_bodies *b = &sim->bodies;
    sim_wall *w = &sim->walls[wall];
    const int32_t first = w->first_piece, count = w->piece_count, end = first + count;
    for (int32_t i = 0; i < (int32_t)b->count; ++i) b->groups[i] = i < first ? i : i < end ? -1 : i - count;
    scree_sim_renumber(sim, b->groups);
    const size_t rest = b->count - (size_t)end;
    memmove(b->bodies + first, b->bodies + end, rest * sizeof *b->bodies);
    memmove(b->owners + first, b->owners + end, rest * sizeof *b->owners);
    memmove(b->part_of + first, b->part_of + end, rest * sizeof *b->part_of);
    memmove(b->paths + first, b->paths + end, rest * sizeof *b->paths);
    b->count -= (size_t)count;
    sim->piece_count -= (size_t)count;
    for (size_t i = 0; i < sim->wall_count; ++i)
        if (sim->walls[i].first_piece > first) sim->walls[i].first_piece -= count;
    w->removed = true;
    w->piece_count = 0;
    w->velocity = w->spin = v3(0.0, 0.0, 0.0);
    return true;
}

// ------------------------------------------------------------------------------------------------------------ motion

static bool check_motion(const scree_sim *sim, const scree_wall_motion *m, scree_error *error)
{
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    if (!v3_is_finite(m->velocity) || !v3_is_finite(m->spin) || !v3_is_finite(m->centre) ||
        !v3_is_finite(m->amplitude) || !isfinite(m->frequency) || !isfinite(m->phase) || !isfinite(m->elapsed))
        return scree_sim_fail(error, bad, "motion: a number is not finite");
    if (!m->servo) return true;
    if (!v3_is_finite(m->servo_normal) || v3_norm1(m->servo_normal) == 0.0)
        return scree_sim_fail(error, bad, "motion: servo_normal must be a direction");
    const double target = m->servo_pressure == 0.0 ? m->servo_force : m->servo_pressure;
    if (!isfinite(target) || target <= 0.0 || !isfinite(m->servo_speed) || m->servo_speed <= 0.0)
        return scree_sim_fail(error, bad, "motion: servo_speed, and servo_force or servo_pressure, must be above 0");
    return m->servo_pressure == 0.0 || scree_sim_check_sides(sim, m, error);
}

// The displacement of an oscillation after a time, as a multiple of the amplitude.
static double swing_at(const scree_wall_motion *m, double time)
{
    const double start = m->phase / two_pi;
    return sine(start + m->frequency * time) - sine(start);
}

static bool check_motions(const scree_sim *sim, const scree_wall_motion *motions, size_t count, scree_error *error)
{
    size_t servos = 0;
    if ((motions == NULL && count > 0) || count > SCREE_WALL_MOTIONS)
        return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "motion: more than %d of them, or none",
                              SCREE_WALL_MOTIONS);
    for (size_t i = 0; i < count; ++i) {
        if (!check_motion(sim, &motions[i], error)) return false;
        servos += motions[i].servo;
    }
    return servos <= 1 || scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "motion: more than one servo");
}

bool scree_sim_set_wall_motions(scree_sim *sim, int wall, const scree_wall_motion *motions, size_t count,
                                scree_error *error)
{
    if (sim == NULL || (size_t)wall >= sim->wall_count || sim->walls[wall].removed)
        return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "motion: there is no such wall");
    if (!check_motions(sim, motions, count, error)) return false;
    sim_wall *w = &sim->walls[wall];
    for (size_t i = 0; i < count; ++i)
        if (!scree_sim_may_spin(sim, w, motions[i].spin))
            return scree_sim_fail(error, SCREE_INVALID_ARGUMENT,
                                  "motion: %.60s spans the domain along a periodic axis: it may rotate about that axis "
                                  "alone",
                                  w->name);
    scree_wall_motion *own = malloc((count + 1) * sizeof *own);
    if (own == NULL) return scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for the motions of a wall");
    for (size_t i = 0; i < count; ++i) {
        own[i] = motions[i];
        const scree_vec3 normal = motions[i].servo_normal;
        own[i].servo_normal = own[i].servo ? v3_scale(1.0 / v3_length(normal), normal) : v3(0.0, 0.0, 0.0);
        if (own[i].servo) scree_sim_servo_target(sim, &own[i]);
    }
    free(w->motions);
    w->motions = own;
    w->motion_count = count;
    w->motion_time = 0.0;
    w->base = w->position;
    for (size_t i = 0; i < count; ++i)
        w->base = v3_add_scaled(w->base, -swing_at(&own[i], own[i].elapsed), own[i].amplitude);
    return true;
}

bool scree_sim_move_wall(scree_sim *sim, int wall, const scree_wall_motion *motion, scree_error *error)
{
    if (motion == NULL) return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "motion: there is none");
    return scree_sim_set_wall_motions(sim, wall, motion, 1, error);
}

size_t scree_sim_wall_motions(const scree_sim *sim, int wall, scree_wall_motion *motions, size_t capacity)
{
    if (sim == NULL || (size_t)wall >= sim->wall_count) return 0;
    const sim_wall *w = &sim->walls[wall];
    for (size_t i = 0; i < w->motion_count && i < capacity; ++i) motions[i] = w->motions[i];
    return w->motion_count;
}

// A bound on the path of any point of a piece in a step with this displacement and this angle about the axis. For a
// half space, only points in the domain count.
static double reach_of_piece(const scree_sim *sim, int32_t body, scree_vec3 centre)
{
    const sim_part *part = &sim->parts[sim->bodies.part_of[body]];
    if (part->kind != SIM_CLASS_HALF_SPACE)
        return scree_sim_endless_reach(sim, part, &sim->bodies.bodies[body], centre);
    const scree_vec3 low = sim->settings.domain_low, high = sim->settings.domain_high;
    const scree_vec3 far =
        v3(fmax(fabs(low.x - centre.x), fabs(high.x - centre.x)), fmax(fabs(low.y - centre.y), fabs(high.y - centre.y)),
           fmax(fabs(low.z - centre.z), fabs(high.z - centre.z)));
    const double reach = 2.0 * v3_norm1(far);
    return isfinite(reach) ? reach : 1e60;
}

// A rotation about an axis, of consecutive motions with the same centre.
typedef struct rotation {
    size_t first; // of the motions
    scree_vec3 spin;
    scree_vec3 before; // its centre at the start of the step
    double rate;
    double carried; // how far the others have carried its centre in this step, at most
} rotation;

static bool spins(const scree_wall_motion *m)
{
    return v3_norm1(m->spin) > 0.0;
}

static bool same_point(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static size_t find_rotations(const sim_wall *w, rotation *out)
{
    size_t count = 0;
    for (size_t i = 0; i < w->motion_count; ++i) {
        const scree_wall_motion *m = &w->motions[i];
        if (!spins(m)) continue;
        if (count == 0 || !same_point(m->centre, out[count - 1].before))
            out[count++] = (rotation){ .first = i, .before = m->centre };
        out[count - 1].spin = v3_add(out[count - 1].spin, m->spin);
    }
    for (size_t k = 0; k < count; ++k) out[k].rate = v3_length(out[k].spin);
    return count;
}

// Rotates the wall, and the centres of the later rotations, for a step.
static void rotate(sim_wall *w, double dt, rotation *rotations, size_t count, size_t k)
{
    const rotation *r = &rotations[k];
    if (!(r->rate > 0.0)) return;
    const double half = r->rate * dt / (2.0 * two_pi); // in turns
    const scree_vec3 axis = v3_scale(sine(half) / r->rate, r->spin), centre = w->motions[r->first].centre;
    const scree_quat q = { cosine(half), axis.x, axis.y, axis.z };
    w->base = v3_add(centre, quat_rotate(q, v3_sub(w->base, centre)));
    w->orientation = quat_unit(quat_mul(q, w->orientation));
    for (size_t j = k + 1; j < count; ++j) {
        const size_t end = j + 1 < count ? rotations[j + 1].first : w->motion_count;
        const scree_vec3 arm = v3_sub(w->motions[rotations[j].first].centre, centre);
        const scree_vec3 moved = v3_add(centre, quat_rotate(q, arm));
        rotations[j].carried += r->rate * dt * v3_length(arm);
        for (size_t i = rotations[j].first; i < end; ++i)
            if (spins(&w->motions[i])) w->motions[i].centre = moved;
    }
}

// Adds the oscillations to the position and the velocity; returns a bound on the path in this step.
static double swing(sim_wall *w, double dt)
{
    double path = 0.0;
    w->position = w->base;
    for (size_t i = 0; i < w->motion_count; ++i) {
        const scree_wall_motion *m = &w->motions[i];
        if (!(v3_norm1(m->amplitude) > 0.0)) continue;
        const double time = m->elapsed + w->motion_time, now = swing_at(m, time), was = swing_at(m, time - dt);
        const double turns = m->phase / two_pi + m->frequency * time;
        w->position = v3_add_scaled(w->position, now, m->amplitude);
        w->velocity = v3_add_scaled(w->velocity, two_pi * m->frequency * cosine(turns), m->amplitude);
        path += fabs(now - was) * v3_length(m->amplitude);
    }
    return path;
}

static void follow_servo(const scree_sim *sim, int wall, scree_wall_motion *m)
{
    scree_sim_servo_target(sim, m);
    m->velocity = v3_scale(scree_sim_servo_speed(sim, wall, m), m->servo_normal);
}

static void move_wall(scree_sim *sim, int wall)
{
    sim_wall *w = &sim->walls[wall];
    const double dt = sim->dt;
    const scree_vec3 before = w->position;
    scree_vec3 velocity = v3(0.0, 0.0, 0.0);
    rotation rotations[SCREE_WALL_MOTIONS];
    for (size_t i = 0; i < w->motion_count; ++i) {
        scree_wall_motion *m = &w->motions[i];
        if (m->servo) follow_servo(sim, wall, m);
        velocity = v3_add(velocity, m->velocity);
    }
    const size_t count = find_rotations(w, rotations);
    w->motion_time += dt;
    w->base = v3_add_scaled(w->base, dt, velocity);
    for (size_t i = 0; i < w->motion_count; ++i)
        w->motions[i].centre = v3_add_scaled(w->motions[i].centre, dt, velocity);
    for (size_t k = 0; k < count; ++k) rotate(w, dt, rotations, count, k);
    w->velocity = velocity;
    w->spin = v3(0.0, 0.0, 0.0);
    for (size_t k = 0; k < count; ++k) {
        const scree_vec3 arm = v3_sub(w->base, w->motions[rotations[k].first].centre);
        w->velocity = v3_add(w->velocity, v3_cross(rotations[k].spin, arm));
        w->spin = v3_add(w->spin, rotations[k].spin);
    }
    const double swung = swing(w, dt);
    const double slide = v3_length(velocity) * dt + swung + 4e-16 * (v3_norm1(before) + v3_norm1(w->position));
    place_pieces(sim, w);
    for (int32_t i = w->first_piece; i < w->first_piece + w->piece_count; ++i) {
        double path = slide; // in this step; the rotations add theirs, from the last one to the first
        for (size_t k = count; k-- > 0;) {
            const double reach = reach_of_piece(sim, i, rotations[k].before) + rotations[k].carried + path;
            path += rotations[k].rate * dt * reach;
        }
        sim->bodies.paths[i] += 1.0000001 * path;
    }
}

static bool moves(const sim_wall *w)
{
    for (size_t i = 0; i < w->motion_count; ++i) {
        const scree_wall_motion *m = &w->motions[i];
        if (m->servo || v3_norm1(m->velocity) > 0.0 || spins(m) || v3_norm1(m->amplitude) > 0.0) return true;
    }
    return false;
}

void scree_sim_move_walls(scree_sim *sim)
{
    for (size_t i = 0; i < sim->wall_count; ++i) {
        sim_wall *w = &sim->walls[i];
        if (!w->removed && moves(w))
            move_wall(sim, (int)i);
        else
            w->velocity = w->spin = v3(0.0, 0.0, 0.0);
    }
}
