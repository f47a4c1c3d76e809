// libscree_sim: a granular simulation (discrete elements) of convex grains, built only on the public interface of scree.
//
//   scree_sim_create()       an empty simulation: domain, gravity, time step
//   scree_sim_add_...()      materials, shapes, grains, walls
//   scree_sim_step()         advance it
//   scree_sim_grains() ...   look at its state: arrays, valid until the next call that changes it
//   scree_sim_observe()      be called in every step, with pairs, contacts, forces, counters and times
//   scree_sim_force()        your own force and torque on each grain: for coupling with other codes
//
// SI units: metres, kilograms, seconds, newtons, radians. Orientations are scalar-first quaternions.
// A simulation gives the same bytes for any number of threads. One simulation is used by one thread at a time.
// Failures return false, NULL or -1 with the reason in `error`.
#ifndef SCREE_SIM_SIM_H
#define SCREE_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/scree.h"
#include "scree_sim/law.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_sim scree_sim;

typedef enum scree_law {
    SCREE_LAW_AUTO,           ///< by the shapes of the pair: see scree_sim_law_of()
    SCREE_LAW_LINEAR,         ///< spring and dashpot at one point
    SCREE_LAW_HERTZ,          ///< Hertz-Mindlin
    SCREE_LAW_DEPTH,          ///< what the papers used: spring on the depth, any pair of shapes
    SCREE_LAW_PRESSURE_FIELD, ///< polyhedra, boxes, polygons
    SCREE_LAW_VOLUME,         ///< gradient of an energy of the shared volume
    SCREE_LAW_FLOATING_PLANE, ///< cylinders, cones, rounded bodies, blocky superquadrics
    SCREE_LAW_USER            ///< scree_sim_settings.user_law
} scree_law;

/// The law for a pair of shapes if the settings leave the choice (SCREE_LAW_AUTO): the table of docs/simulation.md.
/// SCREE_LAW_AUTO for NULL.
SCREE_API scree_law scree_sim_law_of(const scree_shape *a, const scree_shape *b);
/// The law for a pair of shapes if the settings name `wanted`: that one if it serves them, else the table's. `is_sheet`: B
/// is a piece of a wall without thickness (SCREE_SIM_SHEET). SCREE_LAW_USER: with a point as its region. SCREE_LAW_AUTO for
/// NULL.
SCREE_API scree_law scree_sim_law_chosen(scree_law wanted, const scree_shape *a, const scree_shape *b, bool is_sheet);

/// Along each axis.
typedef enum scree_boundary { SCREE_OPEN, SCREE_PERIODIC } scree_boundary;

/// The radius of a body in the Hertz law.
typedef enum scree_hertz_radius {
    SCREE_HERTZ_EQUIVALENT, ///< of the sphere of equal volume
    SCREE_HERTZ_LOCAL       ///< of the mean curvature where the bodies meet, at most the equivalent one
} scree_hertz_radius;

typedef struct scree_sim_settings {
    uint32_t size;                      ///< scree_sim_defaults() fills it in
    int dimension;                      ///< 3, or 2: discs and polygons in the plane z = 0
    scree_vec3 domain_low, domain_high; ///< a grain whose centre leaves it along an open axis has escaped
    scree_boundary boundary[3];
    scree_hertz_radius hertz_radius;
    scree_vec3 gravity;   ///< m/s^2
    double dt;            ///< s; 0: derived from stiffness and mass (scree_sim_time_step())
    double drag;          ///< linear: force -drag * mass * velocity, 1/s
    double local_damping; ///< Cundall's, fraction of the unbalanced force, 0 to 1
    double skin;          ///< of the neighbour list, m; 0: chosen
    scree_law law;        ///< for all pairs of shapes that it supports; SCREE_LAW_AUTO by default
    int threads;          ///< 0: as many as OpenMP offers
    scree_law_function user_law;
    scree_law_region user_region; ///< what the user's law gets; other pairs have the law of the table
    uint8_t unused[4];            ///< 0
    double volume_exponent;       ///< m of the energy of the volume law, 1 to 4; 2 by default
    const scree_method *method;   ///< NULL: auto
    double overlap_limit;         ///< fraction of a grain's inradius beyond which an overlap is reported; 0: never
    double energy_limit;          ///< kinetic over supplied energy beyond which an explosion is reported; 0: never
} scree_sim_settings;

SCREE_API scree_sim_settings scree_sim_defaults(void);
SCREE_API scree_sim *scree_sim_create(const scree_sim_settings *settings, scree_error *error);
SCREE_API void scree_sim_destroy(scree_sim *sim);

/// A material. The stiffness of a contact follows from the two moduli by the law's own rule (docs/simulation.md),
/// unless it is given for the pair.
typedef struct scree_material {
    const char *name;
    double density;        ///< kg/m^3 (2-D: kg/m^2)
    double youngs_modulus; ///< Pa
    double poisson_ratio;
    double restitution; ///< 0 to 1
    double friction;
    double rolling_friction;
    double torsional_friction;
    double adhesion; ///< N
} scree_material;

/// Overrides for a pair of materials; NaN fields are mixed from the two materials.
typedef struct scree_material_pair {
    double restitution, friction, rolling_friction, torsional_friction, adhesion;
    double stiffness; ///< N/m, of the linear and depth laws; N/m^3 of the pressure field
    double tangential_ratio;
    double collision_time; ///< s, of a central impact by the linear and depth laws, instead of a stiffness; 0 as NaN
} scree_material_pair;

SCREE_API int scree_sim_add_material(scree_sim *sim, const scree_material *material, scree_error *error);
SCREE_API bool scree_sim_set_pair(scree_sim *sim, int material, int other, const scree_material_pair *pair,
                                  scree_error *error);

/// One convex part of a grain.
typedef struct scree_grain_part {
    int shape;              ///< of scree_sim_add_shape()
    scree_vec3 position;    ///< in the grain's own frame
    scree_quat orientation; ///< in the grain's own frame
} scree_grain_part;

/// The simulation owns the shape from now on, even if this fails. In 2-D a half space, with a normal in the plane, is a
/// half plane; the domain must be bounded then.
SCREE_API int scree_sim_add_shape(scree_sim *sim, scree_shape *shape, scree_error *error);
/// A rigid cluster of convex parts, as one more shape that grains may have. If parts overlap, the shared volume counts
/// once for each part, unless `mass` (at unit density, in the grain's frame) is given.
SCREE_API int scree_sim_add_cluster(scree_sim *sim, const scree_grain_part *parts, size_t count, const scree_mass *mass,
                                    scree_error *error);

/// A shape or cluster of another simulation, copied into this one (which may be the same).
SCREE_API int scree_sim_copy_shape(scree_sim *sim, const scree_sim *other, int shape, scree_error *error);
/// Of a shape or cluster, at unit density, in its own frame; all zeros if there is none, or it has no mass.
SCREE_API scree_mass scree_sim_shape_mass(const scree_sim *sim, int shape);
/// NULL if there is none; valid until another is added.
SCREE_API const scree_material *scree_sim_material_at(const scree_sim *sim, int material);

typedef enum scree_grain_mode {
    SCREE_GRAIN_FREE,
    SCREE_GRAIN_FIXED,
    SCREE_GRAIN_DRIVEN ///< moves with its given velocity and spin, whatever acts on it
} scree_grain_mode;

typedef struct scree_grain {
    int shape, material;
    scree_vec3 position;    ///< of the origin of the shape's frame
    scree_quat orientation; ///< all zeros: not rotated
    scree_vec3 velocity;    ///< of the centre of mass
    scree_vec3 spin;        ///< angular velocity, world axes
    scree_grain_mode mode;
} scree_grain;

/// Its permanent id, counted from 0 in the order of adding; -1 on failure.
SCREE_API int64_t scree_sim_add_grain(scree_sim *sim, const scree_grain *grain, scree_error *error);
SCREE_API bool scree_sim_remove_grain(scree_sim *sim, int64_t id);
/// Would a grain there overlap another grain or a wall?
SCREE_API bool scree_sim_blocked(scree_sim *sim, const scree_grain *grain);

/// A wall or a tool: convex pieces that move together, as prescribed or by a servo. Walls do not collide with walls. A
/// polyhedron no thicker than this fraction of its width is a sheet without thickness, which grains touch from either
/// side: depth law.
#define SCREE_SIM_SHEET 1e-6
typedef struct scree_wall {
    const char *name;
    int material;
    const scree_grain_part *pieces; ///< in the wall's own frame
    size_t piece_count;
    scree_vec3 position; ///< of the wall's frame
    scree_quat orientation;
} scree_wall;

/// The periodic axes along which a piece of a wall in this pose has no end, bits 0 to 2: box, prism or cylinder, straight
/// along the axis with flat ends, at least as long as the period. Grains meet one piece that goes on for ever, without
/// seams. Its wall may rotate about that axis alone (about none, where there are two), and move along it for ever. All other
/// pieces must stay shorter than half of each period.
SCREE_API unsigned scree_sim_spans(const scree_sim_settings *settings, const scree_body *piece);

/// A length that the area of a servo is made of: how far apart two walls are now, each of one flat piece, or a fixed one.
typedef struct scree_wall_side {
    int32_t wall, other; ///< wall -1: `length` instead
    double length;       ///< m
} scree_wall_side;

/// Prescribed motion from now on: velocity of the wall's frame, and a rotation about a fixed axis in the world.
typedef struct scree_wall_motion {
    scree_vec3 velocity;     ///< m/s
    scree_vec3 spin;         ///< rad/s, world axes
    scree_vec3 centre;       ///< a point of the axis of rotation, moving with `velocity`
    scree_vec3 amplitude;    ///< of an oscillation that is added, m
    double frequency, phase; ///< Hz, rad
    double elapsed;          ///< s that it has lasted already: the wall's position contains its displacement by then
    bool servo;              ///< instead: move along servo_normal so that the grains press with servo_force
    uint8_t unused[7];       ///< 0
    scree_vec3 servo_normal;
    double servo_force; ///< N
    double servo_speed; ///< the largest speed, m/s
    /// Above 0: servo_force is this times the present area, in each step. Pa; in 2-D N/m
    double servo_pressure;
    scree_wall_side servo_sides[2]; ///< the area is the product of these lengths; in 2-D the first one
} scree_wall_motion;

SCREE_API int scree_sim_add_wall(scree_sim *sim, const scree_wall *wall, scree_error *error);
SCREE_API bool scree_sim_remove_wall(scree_sim *sim, int wall);
SCREE_API bool scree_sim_move_wall(scree_sim *sim, int wall, const scree_wall_motion *motion, scree_error *error);
/// Several at the same time, at most this many. Velocities add up, and so do oscillations. Rotations are applied in each step
/// in the order given, each about its own centre: an earlier one carries the centres of later ones along, as the arm of an
/// excavator carries the joint of the bucket; consecutive ones about the same centre are one, with the sum of their spins.
/// A rotation does not turn the axes of the others. At most one of the motions is a servo.
#define SCREE_WALL_MOTIONS 64
SCREE_API bool scree_sim_set_wall_motions(scree_sim *sim, int wall, const scree_wall_motion *motions, size_t count,
                                          scree_error *error);
/// The motions as they are now, with centres that have moved. Their number; at most `capacity` of them are written.
SCREE_API size_t scree_sim_wall_motions(const scree_sim *sim, int wall, scree_wall_motion *motions, size_t capacity);
/// The potential energy that the grains gain or lose by the change counts as work.
SCREE_API void scree_sim_set_gravity(scree_sim *sim, scree_vec3 gravity);
/// How many threads the next steps use; as in the settings. Results do not depend on it.
SCREE_API void scree_sim_set_threads(scree_sim *sim, int threads);
/// Query every pair of the neighbour list in every step, also those known to be apart: to measure what skipping them
/// saves. Not part of a saved state.
SCREE_API void scree_sim_keep_awake(scree_sim *sim, bool awake);
/// Your own law, if the settings say SCREE_LAW_USER: a restored simulation must be given it again. An unknown region
/// leaves the simulation without a law.
SCREE_API void scree_sim_set_user_law(scree_sim *sim, scree_law_function law, scree_law_region region);

/// The largest stable time step by the rule of docs/simulation.md, for the grains and materials that are there.
SCREE_API double scree_sim_time_step(scree_sim *sim);

/// The grain that decides, and the contact at which it does.
typedef struct scree_sim_critical {
    double value;
    int64_t grain;       ///< its permanent id; -1: there are no grains
    int material, other; ///< of the grain and of what it touches; -1: there are no grains
    scree_law law;       ///< of that contact
} scree_sim_critical;
/// The grain that sets the time step; the value is scree_sim_time_step().
SCREE_API scree_sim_critical scree_sim_critical_step(scree_sim *sim);
/// The deepest overlap to expect, as a share of the grain's inradius: a grain with a corner on a face of another one as
/// large, that arrives at `speed` (m/s), or that carries `pressure` (Pa; 2-D: N/m) over its width.
/// An estimate, for a warning that a material is too soft (docs/simulation.md).
SCREE_API scree_sim_critical scree_sim_critical_overlap(scree_sim *sim, double speed, double pressure);

typedef enum scree_sim_trouble {
    SCREE_TROUBLE_NONE,
    SCREE_TROUBLE_ESCAPE,  ///< a grain left the domain
    SCREE_TROUBLE_OVERLAP, ///< deeper than the limit
    SCREE_TROUBLE_NUMBER,  ///< NaN or infinity in a grain's motion; the contact is the one to blame, or the hardest
    SCREE_TROUBLE_QUERY,   ///< a pair could not be answered
    SCREE_TROUBLE_MEMORY,  ///< out of memory for the neighbour list
    SCREE_TROUBLE_ENERGY   ///< more kinetic energy than was ever supplied, by the limit: see docs/simulation.md
} scree_sim_trouble;

typedef struct scree_sim_report {
    scree_sim_trouble trouble;
    int64_t grain, other; ///< permanent ids, or -1. Energy: the grain with the most, and its hardest contact
    int wall;             ///< that the grain touches instead of another grain, or -1
    double value;         ///< fraction of the inradius (overlap), speed (escape), kinetic over supplied energy
    double time;
} scree_sim_report;

/// Advance by this many steps. False at the first trouble, with the report, and the state after that step; a further
/// call continues and does not report the same grain again.
SCREE_API bool scree_sim_step(scree_sim *sim, int64_t steps, scree_sim_report *report);
SCREE_API double scree_sim_time(const scree_sim *sim);
SCREE_API int64_t scree_sim_steps(const scree_sim *sim);

/// The grains: arrays of `count`, in memory order, which changes when the neighbour list is rebuilt; `ids` identify
/// them.
typedef struct scree_sim_grains_view {
    size_t count;
    const int64_t *ids;
    const int32_t *shapes, *materials;
    const uint8_t *modes;
    const scree_vec3 *positions;    ///< of the centres of mass
    const scree_quat *orientations; ///< of the shapes' frames
    const scree_vec3 *velocities, *spins;
    const double *masses;
    const int32_t *first_parts; ///< of `count` + 1: parts of grain i are first_parts[i] to first_parts[i + 1]
    const scree_body *parts;    ///< in the world
} scree_sim_grains_view;
SCREE_API scree_sim_grains_view scree_sim_grains(const scree_sim *sim);

typedef struct scree_sim_wall_view {
    const char *name;
    int material;
    bool removed;
    scree_vec3 position;
    scree_quat orientation;
    scree_vec3 velocity, spin;
    scree_vec3 force, torque; ///< of the grains on it; the torque about its position
    const scree_body *pieces; ///< in the world
    size_t piece_count;
} scree_sim_wall_view;
SCREE_API int scree_sim_wall_count(const scree_sim *sim);
SCREE_API scree_sim_wall_view scree_sim_wall_at(const scree_sim *sim, int wall);

/// A contact that carries force. Grains by their index in the view, walls as -1 - wall.
typedef struct scree_sim_contact {
    int32_t a, b;
    scree_vec3 normal, point; ///< the point next to A, at the image of B
    double depth;
    scree_contact_force force;
    scree_law law;
} scree_sim_contact;
/// Their number; at most `capacity` of them are written, in a fixed order.
SCREE_API size_t scree_sim_contacts(const scree_sim *sim, scree_sim_contact *contacts, size_t capacity);

/// Energies and sums, each computed in a fixed order.
typedef struct scree_sim_totals {
    double kinetic_translation, kinetic_rotation, potential, elastic; ///< J
    double dissipated; ///< by contacts, drag and damping since the start, J
    double work; ///< of walls, your own forces and the changes of gravity since the start, J: see docs/simulation.md
    scree_vec3 momentum, angular_momentum;
    double unbalanced;      ///< mean net force over mean contact force
    double coordination;    ///< mean contacts of a grain
    double volume;          ///< of all grains
    double largest_overlap; ///< fraction of the smaller inradius
    scree_mat3 stress;      ///< sum of branch x force over the domain's volume, Pa
    scree_sym3 fabric;      ///< mean of normal x normal
    int64_t contacts, pairs, awake;
} scree_sim_totals;
SCREE_API scree_sim_totals scree_sim_measure(const scree_sim *sim);

/// The same with 0 for `elastic`: the energy of a pressure field takes longer than everything else together.
SCREE_API scree_sim_totals scree_sim_measure_motion(const scree_sim *sim);

/// A part of the domain: a box from low to high, or a cylinder with its axis from low to high. In 2-D a rectangle, which has
/// its middle line there in the second case.
typedef struct scree_measured_region {
    scree_vec3 low, high;
    double radius; ///< of a cylinder; 0: a box
} scree_measured_region;

/// What there is in it.
typedef struct scree_sim_local {
    double volume;            ///< of the region; 2-D: area
    double packing;           ///< the share that grains fill
    double coordination;      ///< mean contacts of the grains whose centre is inside
    scree_mat3 stress;        ///< sum of branch x force over the volume, by the share of each branch that is inside, Pa
    scree_sym3 fabric;        ///< mean of normal x normal, of the contacts whose point is inside
    int64_t grains, contacts; ///< with centre and point inside
} scree_sim_local;
/// Zeros for a region without a volume. A grain that the surface of the region cuts counts by the ellipsoid (2-D: disc) with
/// the same moments of inertia.
SCREE_API scree_sim_local scree_sim_measure_in(const scree_sim *sim, const scree_measured_region *region);

/// Called for each grain at the start of the force pass of each step, from several threads at a time.
typedef void (*scree_sim_force_function)(void *user, const scree_sim *sim, size_t grain, scree_vec3 *force,
                                         scree_vec3 *torque);
SCREE_API void scree_sim_force(scree_sim *sim, scree_sim_force_function function, void *user);

/// What an observer sees after each step.
typedef struct scree_sim_step_view {
    const scree_pair *pairs; ///< of the neighbour list; indices of bodies
    size_t pair_count;
    const scree_body *bodies;
    size_t body_count;
    const int32_t *active; ///< pairs that were answered in this step
    size_t active_count;
    const scree_contact *contacts; ///< of the active pairs
    const scree_counts *counts;    ///< likewise: what a paper's method counted; zeros for `auto`
    bool rebuilt;
    /// Wall-clock times of this step: neighbour list, queries and pressure fields, laws and records, motion. Where
    /// threads do the second and the third at the same time, the time is divided as they spent it.
    double seconds_broad, seconds_narrow, seconds_law, seconds_motion;
} scree_sim_step_view;
typedef void (*scree_sim_observer)(void *user, const scree_sim *sim, const scree_sim_step_view *step);
SCREE_API void scree_sim_observe(scree_sim *sim, scree_sim_observer observer, void *user);

/// The whole state as bytes (to be released by free()), from which scree_sim_restore() continues to the same bytes as
/// without a stop. Shapes, materials and walls are included; the force function, the observer and your own law must be
/// given again. Bytes that were truncated or changed, or come from another version, are rejected with the reason.
SCREE_API bool scree_sim_save(const scree_sim *sim, void **bytes, size_t *size, scree_error *error);
SCREE_API scree_sim *scree_sim_restore(const void *bytes, size_t size, scree_error *error);

#ifdef __cplusplus
}
#endif

#endif
