// A scene: what is to be simulated, as a plain description that was read from a YAML file. docs/scene.md has every key,
// with its default and its unit.
//
//   scree_scene_read()     from a file, with values overridden; all errors at once, with file, line and column
//   scree_scene_parse()    the same from bytes
//   scree_scene_destroy()  frees it, strings and lists included
//
// SI units. Lists are arrays with a count; names are strings that live as long as the scene. A reference to a material,
// shape or wall is an index into the scene's list. NaN stands for "not given" where a 0 would be a value.
#ifndef SCREE_SIM_SCENE_H
#define SCREE_SIM_SCENE_H

#include "scree_sim/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where something stands in the scene file; `file` is "--set KEY" for a value of the command line.
typedef struct scree_scene_place {
    const char *file;
    int line, column; ///< from 1; 0: the file as a whole
} scree_scene_place;

/// A set of points. All zeros: none given.
typedef enum scree_region_kind {
    SCREE_REGION_NONE,
    SCREE_REGION_BOX,       ///< low to high
    SCREE_REGION_CYLINDER,  ///< around the axis from `low` to `high`
    SCREE_REGION_HALF_SPACE ///< normal . x <= offset
} scree_region_kind;

typedef struct scree_scene_region {
    scree_region_kind kind;
    scree_vec3 low, high;
    double radius;
    scree_vec3 normal;
    double offset;
} scree_scene_region;

// ------------------------------------------------------------------------------------------------------------ materials

typedef struct scree_scene_material {
    scree_scene_place place;
    scree_material properties;
} scree_scene_material;

typedef struct scree_scene_pair {
    scree_scene_place place;
    int material, other;
    scree_material_pair properties;
} scree_scene_pair;

// --------------------------------------------------------------------------------------------------------------- shapes

typedef enum scree_size_kind {
    SCREE_SIZE_GIVEN, ///< the shape's own lengths hold
    SCREE_SIZE_FIXED,
    SCREE_SIZE_UNIFORM,
    SCREE_SIZE_NORMAL,
    SCREE_SIZE_LOGNORMAL,
    SCREE_SIZE_DISCRETE,
    SCREE_SIZE_SIEVE
} scree_size_kind;

/// Grain sizes: a box's edge (its longest, where three are given), of other shapes the diameter of the sphere (2-D:
/// disc) of equal volume.
typedef struct scree_scene_size {
    scree_size_kind kind;
    double low, high;        ///< fixed: both the size; uniform: the bounds; others: where the distribution is cut off
    double mean, deviation;  ///< normal; lognormal: the median, and the standard deviation of the logarithm
    const scree_vec3 *steps; ///< discrete: x a size, y its weight; sieve: x an opening, y the share that passes
    size_t step_count;
    bool by_mass; ///< shares are shares of the mass, not of the number of grains
} scree_scene_size;

typedef enum scree_scene_shape_kind {
    SCREE_SCENE_SPHERE,
    SCREE_SCENE_BOX,
    SCREE_SCENE_ELLIPSOID,
    SCREE_SCENE_SUPERQUADRIC,
    SCREE_SCENE_CYLINDER,
    SCREE_SCENE_CONE,
    SCREE_SCENE_CAPSULE,
    SCREE_SCENE_TAPERED_CAPSULE,
    SCREE_SCENE_POLYHEDRON,
    SCREE_SCENE_RANDOM_HULL,
    SCREE_SCENE_CLUSTER,
    SCREE_SCENE_DISC,
    SCREE_SCENE_POLYGON,
    SCREE_SCENE_RANDOM_POLYGON
} scree_scene_shape_kind;

typedef struct scree_scene_part {
    scree_scene_place place;
    int shape; ///< of the scene; not a cluster and not random
    scree_vec3 position;
    scree_quat orientation;
} scree_scene_part;

/// How grains of this name are made. Lengths that a kind does not have are 0.
typedef struct scree_scene_shape {
    scree_scene_place place;
    const char *name;
    scree_scene_shape_kind kind;
    scree_scene_size size;
    scree_vec3 edges;           ///< box, for size 1 unless `size` is SCREE_SIZE_GIVEN
    scree_vec3 semi_axes;       ///< ellipsoid, superquadric; proportions, where there is a size
    scree_vec3 exponents;       ///< superquadric: x is n1, y is n2
    double radius;              ///< sphere, disc, cylinder, cone, capsule; tapered capsule: the lower one
    double top_radius;          ///< tapered capsule
    double length;              ///< cylinder, cone: height; capsule: between the centres of its ends
    double rounding;            ///< share of the size where there is one, else metres
    const scree_vec3 *vertices; ///< polyhedron, polygon
    size_t vertex_count;        ///< also of a random hull or polygon: how many to draw
    const char *mesh;           ///< polyhedron: its file, already read into `vertices`
    int64_t distinct;           ///< random: draw so many and reuse them; 0: each grain its own
    const scree_scene_part *parts;
    size_t part_count;
    scree_mass mass; ///< cluster: of the union of its parts, before `size` scales it; volume 0: not known yet
} scree_scene_shape;

// ------------------------------------------------------------------------------------------------------ walls and tools

typedef enum scree_scene_wall_kind {
    SCREE_WALL_PLANE,
    SCREE_WALL_BOX,
    SCREE_WALL_CYLINDER,
    SCREE_WALL_PLATE,
    SCREE_WALL_MESH,
    SCREE_WALL_PLATES
} scree_scene_wall_kind;

/// A wall, or one face of a box.
typedef struct scree_scene_wall_part {
    int wall;
    int face; ///< 0 to 5; -1: all of it
} scree_scene_wall_part;

/// A side of the area of a servo: between two flat walls, or of a fixed length.
typedef struct scree_scene_side {
    scree_scene_wall_part wall, other; ///< wall.wall -1: `length` instead
    double length;
} scree_scene_side;

/// A motion from `start` to `end` after it was given; those that overlap in time add up.
typedef struct scree_scene_motion {
    scree_scene_place place;
    double start, end; ///< s; end may be infinite
    scree_vec3 velocity, spin, centre;
    scree_vec3 amplitude;
    double frequency, phase;
    bool servo;
    scree_vec3 servo_normal;
    double servo_force, servo_speed;
    double servo_pressure;           ///< above 0: instead of the force, on the present area
    scree_scene_side servo_sides[2]; ///< of the area; in 2-D one
} scree_scene_motion;

typedef struct scree_scene_wall {
    scree_scene_place place;
    const char *name;
    bool tool; ///< listed under `tools`
    scree_scene_wall_kind kind;
    int material;
    scree_vec3 normal; ///< plane: outward, away from the solid
    double offset;
    scree_vec3 low, high;       ///< box
    unsigned faces;             ///< box: bit 0 x-, 1 x+, 2 y-, 3 y+, 4 z-, 5 z+
    scree_vec3 axis, centre;    ///< cylinder: from its bottom along the axis
    double radius[2], length;   ///< cylinder: bottom and top
    bool outside;               ///< cylinder: grains are outside, and it is solid
    unsigned caps;              ///< cylinder: bit 0 bottom, 1 top
    int segments;               ///< cylinder: flat pieces around it
    double thickness;           ///< of box faces and cylinders from the grains' side outwards, of plates and meshes
    scree_vec3 edges;           ///< plate
    const scree_vec3 *vertices; ///< plate; corners of the mesh's triangles, three each
    size_t vertex_count;
    const char *mesh;
    const struct scree_scene_wall *parts; ///< plates: each a plate, placed in the frame of all
    size_t part_count;
    scree_vec3 position;
    scree_quat orientation;
    const scree_scene_motion *motions;
    size_t motion_count;
} scree_scene_wall;

// --------------------------------------------------------------------------------------------------- filling and measuring

typedef enum scree_insert_kind {
    SCREE_INSERT_RATE,    ///< over time, at random in the region; all at once where there is no rate
    SCREE_INSERT_PACK,    ///< at the start, at random in the region, until a count or volume fraction
    SCREE_INSERT_LATTICE, ///< at the start
    SCREE_INSERT_LIST,    ///< at the start: these very grains
    SCREE_INSERT_RUN      ///< at the start: the grains of another run's checkpoint
} scree_insert_kind;

typedef struct scree_scene_share {
    int shape;
    double weight; ///< all weights of a mixture sum to 1
} scree_scene_share;

typedef struct scree_scene_insert {
    scree_scene_place place;
    scree_insert_kind kind;
    const scree_scene_share *shares;
    size_t share_count;
    bool by_mass; ///< weights are shares of the mass
    int material;
    int64_t count;   ///< 0: not given
    double mass;     ///< kg in all, instead of a count; 0: not given
    double fraction; ///< pack: of the region's volume; 0: not given
    double rate;     ///< grains a second; infinite: all at once
    double start;    ///< s
    double end;      ///< s; infinite: until all are in
    scree_scene_region region;
    scree_vec3 velocity, spin;
    scree_grain_mode mode;
    bool random_orientation;
    scree_quat orientation;
    scree_vec3 spacing;              ///< lattice; 0: from the largest grain
    double jitter;                   ///< lattice: share of the spacing
    int64_t attempts;                ///< to place one grain
    const scree_grain *grains;       ///< list: `shape` is one of the scene; run: one of `state`
    const double *scales;            ///< list: each grain's size, 0 as the shape says
    const scree_scene_place *places; ///< list: where each grain stands, in the scene or in its file
    size_t grain_count;
    const char *file; ///< list, run: its file, already read; NULL: none
    scree_sim *state; ///< run: as it was there
} scree_scene_insert;

/// Takes out grains whose centre is within, and counts them.
typedef struct scree_scene_sink {
    scree_scene_place place;
    const char *name;
    scree_scene_region region;
} scree_scene_sink;

/// Where packing, coordination, stress and fabric are measured.
typedef struct scree_scene_measure {
    scree_scene_place place;
    const char *name; ///< part of the names of its columns; NULL: a scene's only region needs none
    scree_measured_region region;
} scree_scene_measure;

/// Counts grains whose centre crosses the plane normal . x = offset, within a box.
typedef struct scree_scene_flow {
    scree_scene_place place;
    const char *name;
    scree_vec3 normal;
    double offset;
    scree_vec3 low, high; ///< infinite unless given
} scree_scene_flow;

// --------------------------------------------------------------------------------------------------------------- stages

typedef struct scree_scene_change {
    int wall, face;                    ///< as in scree_scene_wall_part
    const scree_scene_motion *motions; ///< instead of those that it has
    size_t motion_count;
} scree_scene_change;

/// All conditions that are given must hold; one that is not given is NaN, or 0 for a count.
typedef struct scree_scene_until {
    double time; ///< s after the start of the stage
    bool inserted;
    double unbalanced;     ///< at most
    double kinetic_energy; ///< J, at most
    int sink;              ///< -1: none
    int64_t sink_count;    ///< grains that it has taken since the start of the run
} scree_scene_until;

typedef struct scree_scene_stage {
    scree_scene_place place;
    const char *name;
    scree_scene_until until;
    double at_least; ///< s: no condition ends it sooner
    double limit;    ///< s: it ends then, whatever the conditions say; infinite: no limit
    const scree_scene_wall_part *remove;
    size_t remove_count;
    const scree_scene_change *changes;
    size_t change_count;
    bool has_gravity;        ///< else it stays as it is at the end of the stage before
    scree_vec3 gravity;      ///< m/s^2, at the start of the stage
    scree_vec3 gravity_spin; ///< rad/s: gravity rotates about this axis, in this stage
} scree_scene_stage;

typedef enum scree_on_escape { SCREE_ESCAPE_STOP, SCREE_ESCAPE_REMOVE, SCREE_ESCAPE_IGNORE } scree_on_escape;

typedef struct scree_scene_output {
    double every;      ///< s between frames; 0: the first and the last state only
    double series;     ///< s between rows of the time series; 0: a tenth of `every` or more, at least 100 steps
    double checkpoint; ///< s of wall-clock time between checkpoints; 0: only at the end
    bool vtp, gsd, contacts, still, page;
} scree_scene_output;

// ---------------------------------------------------------------------------------------------------------------- scene

typedef struct scree_scene {
    const char *file;
    const char *title;
    uint64_t seed;
    scree_sim_settings settings; ///< dimension, domain, gravity, time step, law, method, damping; dt 0: derived
    bool has_domain;
    double time_step_factor; ///< of a derived time step
    scree_on_escape on_escape;
    const scree_scene_material *materials;
    const scree_scene_pair *pairs;
    const scree_scene_shape *shapes;
    const scree_scene_wall *walls; ///< and tools
    const scree_scene_sink *sinks;
    const scree_scene_flow *flows;
    const scree_scene_measure *measures;
    int measure_count;
    const scree_scene_insert *inserts;
    const scree_scene_stage *stages;
    int material_count, pair_count, shape_count, wall_count, sink_count, flow_count, insert_count, stage_count;
    scree_scene_output output;
    void *memory; ///< holds all of the above; scree_scene_destroy() frees it
} scree_scene;

/// What is wrong with a scene file: one for each error, in the order of the file.
typedef struct scree_scene_error {
    char file[160];   ///< or "--set KEY"
    int line, column; ///< from 1; 0: the file as a whole
    char message[256];
} scree_scene_error;

typedef struct scree_scene_errors {
    scree_scene_error *list;
    size_t count, capacity;
    size_t left_out; ///< beyond the first hundred
} scree_scene_errors;

/// Overrides are "path.to.key=value" each, the value in YAML; list items by their number from 0.
/// NULL where there is any error; `errors` may be NULL.
SCREE_API scree_scene *scree_scene_read(const char *path, const char *const *overrides, size_t override_count,
                                        scree_scene_errors *errors);
/// `name` is what errors call it; mesh and grain files are looked for in its folder.
SCREE_API scree_scene *scree_scene_parse(const void *bytes, size_t size, const char *name, const char *const *overrides,
                                         size_t override_count, scree_scene_errors *errors);
/// What is right but has no effect in this scene, as a stiffness for contacts by Hertz's law: in the order of the file, to
/// be freed by scree_scene_errors_free(). Nothing for a scene of a run that was resumed.
SCREE_API void scree_scene_warnings(const scree_scene *scene, scree_scene_errors *warnings);
SCREE_API void scree_scene_destroy(scree_scene *scene);
SCREE_API void scree_scene_errors_free(scree_scene_errors *errors);

#ifdef __cplusplus
}
#endif

#endif
