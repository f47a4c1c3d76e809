// The servo of a wall.
//
// Idea: the wall moves like a massless plate that the target force F0 pushes against the grains through a damper. Its speed is
// g (F0 - F), where F is what the grains press with, and at most the speed that the user gave. Other DEM codes do the same. Here g is 20 times that
// speed over F0, so that the wall closes at its full speed until the force is within a twentieth of the target, and a sample
// that gives way or swells at half of that speed is held to 2.5 %. Such a wall takes energy out of the grains whatever g is: it
// has no state of its own that could wind up and swing, and two walls opposite each other do not let the sample drift.
//
// In time steps so large a g would hit and miss in turn, since F answers to the speed at once, by the dashpots, and within
// the step, by the springs. So the speed v is that at which the balance holds at the end of the step, with bounds K and C of
// the stiffness and the damping of the contacts there are, and the velocities u of their grains:
//
//     v = g (F0 - F'),   F' = F + sum over contacts of K dt (v - u) + C (v - v of the last step)
//
// (PFC limits the gain to 0.8 / (K dt) instead, and knows no dashpots; LIGGGHTS leaves the gains to the user.) Where the
// bounds are too large, as for corners by the pressure field, the force gets there in some more steps, to the same value.
//
// A servo with a pressure has the force F0 = pressure x area, from how far apart the walls beside it are in each step.
#include "boundary/servo.h"

#include "laws/constants.h"
#include "scree/query.h"

// How steep the speed falls about the target: from full speed to none within 1 / STEEPNESS of it.
#define STEEPNESS 20.0

// What the contacts of a wall bear along the normal of its servo.
typedef struct bearing {
    double load;      // N
    double stiffness; // N/m, at most
    double damping;   // N s/m, at most
    double carried;   // the sum of stiffness times velocity of the grain at the contact, N/s
} bearing;

// Upper bounds of the stiffness and damping of a contact with a wall: how much its force grows per metre of depth, and per
// metre a second.
static void resistance_of(const scree_sim *sim, const sim_record *r, int wall, double *stiffness, double *damping)
{
    const scree_pair *pair = &sim->slots.pairs[r->slot];
    const sim_bodies *b = &sim->bodies;
    const sim_part *piece = &sim->parts[b->part_of[pair->a]], *part = &sim->parts[b->part_of[pair->b]];
    const size_t grain = (size_t)b->owners[pair->b], material = (size_t)sim->grains.materials[grain];
    const sim_mixed *mixed = &sim->mixed[(size_t)sim->walls[wall].material * sim->material_count + material];
    const double mass = sim->grains.masses[grain];
    const scree_law law = scree_sim_base_law(sim, (scree_law)r->law);
    const scree_contact_constants c = sim_constants_of_parts(law, piece, part, mixed, mass);
    double k = c.stiffness;
    switch (law) {
    case SCREE_LAW_HERTZ:
        k *= 2.0 * sqrt(part->own_radius * fmax(r->depth, 0.0));
        break;
    case SCREE_LAW_PRESSURE_FIELD:
        k *= part->face_area;
        break;
    case SCREE_LAW_FLOATING_PLANE:
        k *= 2.0 * part->face_area;
        break;
    case SCREE_LAW_VOLUME:
        k *= part->face_area * part->face_area * sim_volume_stiffening(sim->settings.volume_exponent);
        break;
    default:
        break;
    }
    *stiffness = k;
    *damping = 2.0 * c.damping_ratio * sqrt(mass * k);
}

// The velocity of the second body of a contact at its point.
static scree_vec3 velocity_at(const scree_sim *sim, const sim_record *r)
{
    const scree_pair *pair = &sim->slots.pairs[r->slot];
    const size_t grain = (size_t)sim->bodies.owners[pair->b];
    const scree_vec3 centre = v3_add(sim->grains.positions[grain], scree_sim_shift_of(sim, pair));
    return v3_add(sim->grains.velocities[grain], v3_cross(sim->grains.spins[grain], v3_sub(r->point, centre)));
}

static bearing bearing_of(const scree_sim *sim, int wall, scree_vec3 normal)
{
    bearing sum = { 0 };
    for (size_t p = 0; p < sim->contacts.count; ++p) {
        const sim_record *r = &sim->contacts.records[p];
        if (!r->touches || sim->bodies.owners[sim->slots.pairs[r->slot].a] != -1 - wall) continue; // walls come first
        double stiffness, damping;
        resistance_of(sim, r, wall, &stiffness, &damping);
        sum.load += v3_dot(r->force, normal);
        sum.stiffness += stiffness;
        sum.damping += damping;
        sum.carried += stiffness * v3_dot(velocity_at(sim, r), normal);
    }
    return sum;
}

double scree_sim_servo_speed(const scree_sim *sim, int wall, const scree_wall_motion *m)
{
    const bearing b = bearing_of(sim, wall, m->servo_normal);
    const double most = m->servo_speed, gain = STEEPNESS * most / m->servo_force, dt = sim->dt;
    const double last = v3_dot(m->velocity, m->servo_normal);
    const double pushed = m->servo_force - b.load + b.damping * last + b.carried * dt;
    const double speed = gain * pushed / (1.0 + gain * (b.damping + b.stiffness * dt));
    return speed > most ? most : speed < -most ? -most : speed;
}

// -------------------------------------------------------------------------------------------------------------- pressure

// The plane of a half space where it is: n . x >= offset is free.
static void plane_of(const scree_body *body, scree_vec3 *normal, double *offset)
{
    scree_vec3 given;
    scree_shape_plane(body->shape, &given, offset);
    const double length = v3_length(given);
    *normal = quat_rotate(body->orientation, v3_scale(1.0 / length, given));
    *offset = *offset / length + scree_shape_rounding(body->shape) + v3_dot(*normal, body->position);
}

// How far apart two walls of one piece each are; 0 where that has no meaning.
static double gap_between(const scree_sim *sim, int wall, int other)
{
    const sim_wall *a = &sim->walls[wall], *b = &sim->walls[other];
    if (a->piece_count != 1 || b->piece_count != 1) return 0.0;
    const scree_body *p = &sim->bodies.bodies[a->first_piece], *q = &sim->bodies.bodies[b->first_piece];
    if (scree_shape_kind_of(p->shape) == SCREE_HALF_SPACE && scree_shape_kind_of(q->shape) == SCREE_HALF_SPACE) {
        scree_vec3 n, m;
        double from, to;
        plane_of(p, &n, &from);
        plane_of(q, &m, &to);
        return v3_norm1(v3_add(n, m)) < 1e-6 ? -to - from : 0.0; // they face each other
    }
    scree_contact contact;
    return scree_query(p, q, NULL, &contact) == SCREE_OK ? contact.distance : 0.0;
}

static double length_of(const scree_sim *sim, const scree_wall_side *side)
{
    return side->wall < 0 ? side->length : gap_between(sim, side->wall, side->other);
}

static double area_between(const scree_sim *sim, const scree_wall_motion *m)
{
    const double width = length_of(sim, &m->servo_sides[0]);
    if (sim->settings.dimension == 2) return width > 0.0 ? width : 0.0;
    const double depth = length_of(sim, &m->servo_sides[1]);
    return width > 0.0 && depth > 0.0 ? width * depth : 0.0;
}

void scree_sim_servo_target(const scree_sim *sim, scree_wall_motion *m)
{
    const double area = m->servo_pressure > 0.0 ? area_between(sim, m) : 0.0;
    if (area > 0.0) m->servo_force = m->servo_pressure * area;
}

static bool check_side(const scree_sim *sim, const scree_wall_side *side, scree_error *error)
{
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    if (side->wall < 0)
        return (isfinite(side->length) && side->length > 0.0) ||
               scree_sim_fail(error, bad, "motion: the length of a side of a servo must be above 0");
    if ((size_t)side->wall >= sim->wall_count || side->other < 0 || (size_t)side->other >= sim->wall_count ||
        side->wall == side->other)
        return scree_sim_fail(error, bad, "motion: the side of a servo lies between two walls that there are");
    const char *names[2] = { sim->walls[side->wall].name, sim->walls[side->other].name };
    if (gap_between(sim, side->wall, side->other) > 0.0) return true;
    return scree_sim_fail(error, bad,
                          "motion: between %.60s and %.60s there is no side of a servo: each must be one flat piece, "
                          "and they must face each other across a gap",
                          names[0], names[1]);
}

bool scree_sim_check_sides(const scree_sim *sim, const scree_wall_motion *m, scree_error *error)
{
    for (int i = 0; i < sim->settings.dimension - 1; ++i)
        if (!check_side(sim, &m->servo_sides[i], error)) return false;
    return true;
}
