// The state of a simulation: what all parts of the engine read and write.
//
//   forms      what grains and wall pieces are made of: convex parts with mass and principal axes
//   grains     arrays, one entry a grain
//   bodies     arrays over the pieces of the walls, then the parts of the grains: what scree's batch sees
//   slots      arrays over the pairs of the neighbour list: pair, cache, wake bound, place of the contact
//   contacts   arrays over the pairs that were answered in the last step: force records and histories
//
// Arrays are sized outside of the step, or in it when the neighbour list is rebuilt.
#ifndef SCREE_SIM_STATE_STATE_H
#define SCREE_SIM_STATE_STATE_H

#include "scree/floating_plane.h"
#include "scree_sim/sim.h"
#include "state/vector.h"

enum {
    SIM_SLOT_BLOCK = 4096,    // slots in a block of the wake test
    SIM_PAIR_CHUNK = 256,     // answered pairs in a batch
    SIM_GRAIN_CHUNK = 256,    // grains in a chunk
    SIM_REORDER_LEAST = 8192, // least number of grains to reorder: fewer are in the cache anyway
    SIM_REORDER_EVERY = 32,   // lists between two reorderings
    SIM_REPORTED_ESCAPE = 1,  // bits of sim_grains.reported
    SIM_REPORTED_OVERLAP = 2,
    SIM_JUST_ADDED = 4 // its first step is still to come
};

/// Classes of shapes for the contact laws.
typedef enum sim_class {
    SIM_CLASS_POINT,      // one contact point is enough: spheres, ellipsoids, superquadrics up to n = 4, discs
    SIM_CLASS_POLYHEDRON, // boxes and polyhedra without rounding
    SIM_CLASS_POLYGON,    // without rounding
    SIM_CLASS_HALF_SPACE,
    SIM_CLASS_BLOCKY,          // cylinders, cones, rounded boxes and hulls, superquadrics above n = 4, capsules
    SIM_CLASS_USER,            // support shapes
    SIM_CLASS_ROUNDED_POLYGON, // in 2-D
    SIM_CLASS_SHEET,           // a piece of a wall without thickness, from either side
    SIM_CLASSES
} sim_class;

// The following structs are saved as they are, and their bytes are compared: members fill the structs, since padding
// bytes are indeterminate. So do scree_sim_settings and scree_wall_motion.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/// One convex part of a form.
typedef struct sim_part {
    const scree_shape *shape;
    scree_vec3 offset;      // of the shape's origin from the form's centre of mass; of a wall, from its position
    scree_quat orientation; // unit, in the form's frame
    double radius;          // of the ball about the form's centre that contains the part
    double own_radius;      // of the sphere of equal volume; Hertz and linear laws
    double inradius;        // of a ball inside the part
    double face_area;       // the largest face of a polyhedron, edge of a polygon; else the largest area of a section
    scree_vec3 line;        // 2-D: unit normal of the half plane that the rectangle represents (state/line.h); else 0
    sim_class kind;
    int32_t shown;   // the form of an endless piece as it was given (state/endless.h)
    bool is_rotated; // the orientation is not the identity
    bool is_offset;  // the offset is not 0
    uint8_t endless; // bits 0 to 2: the periodic axes along which a piece of a wall has no end
    uint8_t unused[5];
} sim_part;

/// A shape, or a cluster of shapes.
typedef struct sim_form {
    scree_shape *owned; // NULL for clusters
    int32_t first_part, part_count;
    double volume; // 2-D: area
    scree_vec3 centroid;
    scree_vec3 moments, inverse_moments; // principal, at unit density; inverse 0 along axes without rotation
    scree_quat principal;                // from the principal frame to the form's
    scree_vec3 line;                     // of a half plane in 2-D: its unit normal, else 0
    double line_offset;                  // and its distance from the origin
    double mean_inverse;                 // mean principal inverse moment, for mass 1
    double radius, inradius;             // about the centre of mass
    bool is_aligned;                     // the principal frame is the form's
    bool is_round;                       // all moments are equal
    bool is_infinite;
    uint8_t unused[5];
} sim_form;

typedef struct sim_mixed {
    scree_material_pair given; // NaN: not given
    double youngs[2], poisson[2];
    double restitution, friction, rolling_friction, torsional_friction, adhesion, tangential_ratio;
    double damping_clamped, damping_hertz; // damping ratios that give this restitution
    double stiffness_of_mass;              // N/m for each kg of reduced mass, of a given collision time; else 0
} sim_mixed;

/// Arrays of grains, by name and type: growth, compaction and checkpoints go over this list.
#define SIM_GRAIN_ARRAYS(X)                                                                                            \
    X(ids, int64_t)                                                                                                    \
    X(forms, int32_t)                                                                                                  \
    X(materials, int32_t)                                                                                              \
    X(modes, uint8_t)                                                                                                  \
    X(reported, uint8_t)                                                                                               \
    X(positions, scree_vec3)                                                                                           \
    X(orientations, scree_quat)                                                                                        \
    X(velocities, scree_vec3)                                                                                          \
    X(spins, scree_vec3)                                                                                               \
    X(angular_momenta, scree_vec3)                                                                                     \
    X(accelerations, scree_vec3)                                                                                       \
    X(torques, scree_vec3)                                                                                             \
    X(masses, double)

/// What contacts read of a body, together in memory. Set with the neighbour list.
typedef struct sim_trait {
    double own_radius, inradius; // of its part
    double ball;                 // the radius of a sphere about its owner's centre; 0 for others
    int32_t motion;              // index of its owner among the motions
    sim_class kind;
} sim_trait;

/// Arrays of bodies: pieces of walls first, then parts of grains.
#define SIM_BODY_ARRAYS(X)                                                                                             \
    X(bodies, scree_body)                                                                                              \
    X(owners, int32_t)                                                                                                 \
    X(part_of, int32_t)                                                                                                \
    X(groups, int32_t)                                                                                                 \
    X(paths, double)                                                                                                   \
    X(traits, sim_trait)                                                                                               \
    X(boxes, scree_aabb)

/// Arrays of slots.
#define SIM_SLOT_ARRAYS(X)                                                                                             \
    X(pairs, scree_pair)                                                                                               \
    X(caches, scree_cache)                                                                                             \
    X(wakes, double)                                                                                                   \
    X(places, int32_t)

/// The result of the force pass for each answered pair.
typedef struct sim_record {
    scree_vec3 force, couple; // on B, about the point
    scree_vec3 point;         // next to A
    scree_vec3 normal;
    double depth, elastic;
    int32_t slot;
    int16_t law;
    int16_t touches;
} sim_record;

/// What a contact adds to its grains in this step.
typedef struct sim_load {
    scree_vec3 force;      // on B
    scree_vec3 torques[2]; // on A and on B, about their centres
} sim_load;

/// Arrays of answered pairs.
#define SIM_CONTACT_ARRAYS(X)                                                                                          \
    X(active, int32_t)                                                                                                 \
    X(records, sim_record)                                                                                             \
    X(loads, sim_load)                                                                                                 \
    X(histories, scree_contact_history)                                                                                \
    X(old_histories, scree_contact_history)

#define SIM_DECLARE(name, type) type *name;

typedef struct sim_grains {
    size_t count, capacity;
    int32_t *first_parts; // count + 1, relative to the first part of a grain
    size_t first_capacity;
    SIM_GRAIN_ARRAYS(SIM_DECLARE)
} sim_grains;

typedef struct sim_bodies {
    size_t count, capacity;
    SIM_BODY_ARRAYS(SIM_DECLARE)
} sim_bodies;

typedef struct sim_slots {
    size_t count, capacity;
    SIM_SLOT_ARRAYS(SIM_DECLARE)
} sim_slots;

typedef struct sim_contacts {
    size_t count, capacity;
    SIM_CONTACT_ARRAYS(SIM_DECLARE)
} sim_contacts;

typedef struct sim_wall {
    char *name;
    int32_t material;
    bool removed;
    uint8_t unused[3];
    int32_t first_piece, piece_count; // among the bodies
    scree_vec3 position;
    scree_quat orientation;
    scree_vec3 velocity, spin;  // now, of the frame
    scree_wall_motion *motions; // at the same time
    size_t motion_count;
    scree_vec3 base;    // its position without the oscillations
    double motion_time; // since the motions began
} sim_wall;

#pragma GCC diagnostic pop

/// Partial sums of a chunk of pairs or grains, added up in order.
typedef struct sim_sums {
    double dissipated, work;
    double deepest;    // largest overlap, as a fraction of the smaller inradius
    double unreported; // the same, of pairs that were not reported yet: `grain` and `other`
    scree_sim_trouble trouble;
    int32_t grain, other; // owners
    double value;
    int32_t awake;
    int32_t fastest;                    // the grain of the largest kinetic energy
    double kinetic, supplied, largest;  // energies: see sim->supplied
    double seconds_narrow, seconds_law; // for an observer
} sim_sums;

/// What the laws read of a grain or a wall, together in memory. Written in every step, after the drift.
typedef struct sim_motion {
    scree_vec3 centre, velocity, spin;
    double inverse_mass, inverse_inertia; // 0 if the motion is prescribed; the inertia is the mean one
    int32_t material;
    int32_t is_driven;
} sim_motion;

/// Grains by the cell of their centre, for searches around a point (nearby.c).
typedef struct sim_nearby {
    size_t count; // the first so many grains are in it; 0: to be rebuilt, since grains have moved or were reordered
    double most;  // the largest radius of a grain; a cell is twice as wide
    size_t head_count; // a power of two
    int32_t *heads;    // of each bucket of cells: its last grain, or -1
    int32_t *before;   // of each grain: the one before it in its bucket
    size_t heads_capacity, before_capacity;
} sim_nearby;

/// A pair of the floating-plane law whose plane followed from that of the last step.
typedef struct sim_followed {
    scree_floating_plane plane;
    scree_vec3 last; // what is to be stored of it
} sim_followed;

/// How the contact of a pair is found.
typedef enum sim_way {
    SIM_WAY_QUERIED,  // by a query
    SIM_WAY_BALLS,    // two spheres: by their closed form
    SIM_WAY_FOLLOWED, // by the floating plane of the last step
} sim_way;

/// A group of contacts for a law: laws/lanes.h.
typedef struct sim_lanes sim_lanes;

/// A slot, and the grain that is the second body there.
typedef struct sim_second {
    int32_t slot, grain;
} sim_second;

/// Memory of one thread.
typedef struct sim_thread {
    void *scratch;
    sim_lanes *lanes;          // SIM_OPEN_LANES
    scree_contact *contacts;   // of the pairs of one chunk that are asked
    scree_pressure *pressures; // likewise
    sim_followed *followed;    // of all pairs of one chunk; NULL if none has the floating-plane law
} sim_thread;

struct scree_sim {
    scree_sim_settings settings;
    double dt; // in use; 0: not yet derived
    double time;
    int64_t steps;
    int64_t next_id;
    scree_vec3 period; // 0 along open axes

    sim_form *forms;
    size_t form_count, form_capacity;
    sim_part *parts;
    size_t part_count, part_capacity;
    scree_material *materials;
    size_t material_count, material_capacity;
    sim_mixed *mixed; // material_count squared

    sim_wall *walls;
    size_t wall_count, wall_capacity;
    size_t piece_count; // bodies that belong to walls
    scree_body *shown;  // the pieces as they were given, where some are endless; for views
    size_t shown_capacity;

    sim_grains grains;
    sim_bodies bodies;
    sim_slots slots, old_slots; // the latter is empty but for a rebuild
    sim_contacts contacts;
    size_t dead;      // grains to be removed
    int32_t *numbers; // indices of the first `numbered` grains, by id; others are arbitrary
    size_t numbered, numbers_capacity;

    sim_second *adjacency;    // by grain, in slot order
    int32_t *adjacency_first; // of grains: + 1
    int32_t *own_first;       // where the slots begin in which a grain is the first body, after those above: + 1
    int32_t *first_owners;    // of the first body of each slot
    size_t adjacency_capacity, adjacency_first_capacity, own_first_capacity, first_owners_capacity;
    int16_t *wraps; // 3 a grain: periods by which it was moved back in this rebuild
    size_t wraps_capacity;

    double skin;
    bool is_restored; // adjacency and scratch of the list are still to be built
    bool is_stale;    // grains, walls or shapes have changed: the list must be rebuilt
    bool rebuilt;     // in this step
    bool keeps_awake; // no pair is skipped
    int64_t rebuilds;

    double dissipated, work; // since the start
    double supplied;         // kinetic energy that contacts without losses would have left at most: of grains that were
                             // added, work of gravity, walls and forces of one's own where it is above 0
    double largest_overlap;  // in the last step, as a fraction of the smaller inradius
    double longest_path;     // of the grains since the last rebuild

    sim_nearby nearby;
    uint8_t laws[SIM_CLASSES][SIM_CLASSES]; // which law serves which pair of classes, in this step
    sim_motion *motions;                    // of the grains, then the walls, in this step
    size_t motions_capacity;
    sim_sums *sums; // one a chunk
    size_t sums_capacity;
    sim_thread *threads;
    int thread_count;
    size_t batch_scratch_size;
    void *broad_scratch;
    size_t broad_scratch_size;
    scree_contact *answers; // of all answered pairs, for an observer
    scree_counts *counts;   // likewise
    size_t answers_capacity, counts_capacity;
    double law_share; // of the time of the last force pass, likewise

    scree_sim_force_function force;
    void *force_user;
    scree_sim_observer observer;
    void *observer_user;
};

/// Grows an array to hold `need` elements; false if there is no memory. The old elements stay.
bool scree_sim_grow(void *array, size_t *capacity, size_t need, size_t element);
bool scree_sim_grow_grains(sim_grains *all, size_t need);
bool scree_sim_grow_bodies(sim_bodies *all, size_t need);
bool scree_sim_grow_slots(sim_slots *all, size_t need);
bool scree_sim_grow_contacts(sim_contacts *all, size_t need);
void scree_sim_free_slots(sim_slots *all);

/// Writes the reason, and returns false.
bool scree_sim_fail(scree_error *error, scree_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Principal moments of a symmetric matrix, and the rotation from the principal frame.
void scree_sim_principal(const scree_sym3 *tensor, scree_vec3 *moments, scree_quat *rotation);

/// The body of a part of a grain or a piece of a wall whose centre is at `position`.
static inline scree_body scree_sim_place_part(const sim_part *part, scree_vec3 position, scree_quat orientation)
{
    scree_body body = { part->shape, position, orientation };
    if (part->is_offset) body.position = v3_add(position, quat_rotate(orientation, part->offset));
    if (part->is_rotated) body.orientation = quat_mul(orientation, part->orientation);
    return body;
}

/// Angular velocity from angular momentum, and back, in world axes.
static inline scree_vec3 scree_sim_spin_of(const sim_form *form, double density, scree_quat orientation,
                                           scree_vec3 momentum)
{
    const scree_vec3 inverse = v3_scale(1.0 / density, form->inverse_moments);
    if (form->is_round) return v3_scale(inverse.x, momentum);
    const scree_quat q = form->is_aligned ? orientation : quat_mul(orientation, form->principal);
    const scree_vec3 l = quat_rotate_back(q, momentum);
    return quat_rotate(q, v3(inverse.x * l.x, inverse.y * l.y, inverse.z * l.z));
}
scree_vec3 scree_sim_momentum_of(const sim_form *form, double density, scree_quat orientation, scree_vec3 spin);
/// The density that corresponds to a grain's mass.
static inline double scree_sim_density(const scree_sim *sim, size_t grain)
{
    return sim->materials[sim->grains.materials[grain]].density;
}

/// The law of the simulator that has the same region and stiffness as a law: itself, but for the user's.
static inline scree_law scree_sim_base_law(const scree_sim *sim, scree_law law)
{
    if (law != SCREE_LAW_USER) return law;
    switch (sim->settings.user_region) {
    case SCREE_LAW_REGION_FIELD:
        return SCREE_LAW_PRESSURE_FIELD;
    case SCREE_LAW_REGION_VOLUME:
        return SCREE_LAW_VOLUME;
    case SCREE_LAW_REGION_PLANE:
        return SCREE_LAW_FLOATING_PLANE;
    default:
        return SCREE_LAW_LINEAR;
    }
}

/// Does a pair involve a periodic image of its second body?
static inline bool scree_sim_is_shifted(const scree_pair *pair)
{
    return (pair->image[0] | pair->image[1] | pair->image[2]) != 0;
}

/// From the second body of a pair to the image of it in the pair.
static inline scree_vec3 scree_sim_shift_of(const scree_sim *sim, const scree_pair *pair)
{
    return v3(pair->image[0] * sim->period.x, pair->image[1] * sim->period.y, pair->image[2] * sim->period.z);
}

/// Bodies have new indices: updates those of the pairs. map[old] is the new one, or -1 if the body was removed; the
/// order of those that stay is kept.
void scree_sim_renumber(scree_sim *sim, const int32_t *map);
/// The force and the torque of the grains on a wall.
void scree_sim_wall_load(const scree_sim *sim, int wall, scree_vec3 *force, scree_vec3 *torque);

sim_class scree_sim_class_of(const scree_shape *shape);

/// Does the test hold for any grain that may reach to within `radius` of a point, also by a periodic image? It may also
/// be called for grains farther away.
bool scree_sim_any_near(scree_sim *sim, scree_vec3 point, double radius, bool (*test)(void *user, size_t grain),
                        void *user);

/// Removes dead grains from the arrays.
void scree_sim_compact(scree_sim *sim);
/// Adds another part descriptor; -1 if there is no memory.
int32_t scree_sim_add_part(scree_sim *sim, const scree_shape *shape, scree_vec3 offset, scree_quat orientation,
                           scree_vec3 centre);

#endif
