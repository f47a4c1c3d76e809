#include "families.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/place.h"
#include "scenes/poses.h"
#include "scenes/superquadric_poses.h"
#include "scree/query.h"

// To judge an overlap of hulls takes all axes, and some five times as long as a gap; to answer one of smooth bodies takes
// up to a hundred times as long. Their families have short rounds, so that each family sees the same number of shapes.
static const hunt_family families[] = {
    { "hulls-apart", HUNT_HULL, HUNT_HULL, 0, 0, HUNT_APART, 1400 },
    { "chipped-apart", HUNT_CHIPPED, HUNT_POLYTOPE, 0, 0, HUNT_APART, 1400 },
    { "chipped-ratio-apart", HUNT_CHIPPED, HUNT_POLYTOPE, 9, 0, HUNT_APART, 1400 },
    { "slivers-apart", HUNT_SLIVER, HUNT_POLYTOPE, 4, 0, HUNT_APART, 1400 },
    { "clustered-apart", HUNT_CLUSTERED, HUNT_POLYTOPE, 2, 0, HUNT_APART, 1400 },
    { "low-apart", HUNT_LOW, HUNT_POLYTOPE, 2, 0, HUNT_APART, 1200 },
    { "boxes-apart", HUNT_BOX, HUNT_BOX, 2, 0, HUNT_APART, 1600 },
    { "tetrahedra-apart", HUNT_TETRAHEDRON, HUNT_TETRAHEDRON, 2, 0, HUNT_APART, 1600 },
    { "units-apart", HUNT_POLYTOPE, HUNT_POLYTOPE, 3, 50, HUNT_APART, 1400 },
    { "hulls", HUNT_HULL, HUNT_HULL, 0, 0, HUNT_FEATURES, 256 },
    { "chipped", HUNT_CHIPPED, HUNT_POLYTOPE, 0, 0, HUNT_FEATURES, 256 },
    { "chipped-ratio", HUNT_CHIPPED, HUNT_POLYTOPE, 9, 0, HUNT_FEATURES, 256 },
    { "slivers", HUNT_SLIVER, HUNT_SLIVER, 0, 0, HUNT_FEATURES, 256 },
    { "sliver-any", HUNT_SLIVER, HUNT_POLYTOPE, 4, 0, HUNT_FEATURES, 256 },
    { "clustered", HUNT_CLUSTERED, HUNT_POLYTOPE, 2, 0, HUNT_FEATURES, 256 },
    { "low", HUNT_LOW, HUNT_POLYTOPE, 2, 0, HUNT_FEATURES, 192 },
    { "lattice", HUNT_LATTICE, HUNT_LATTICE, 0, 0, HUNT_FEATURES, 256 },
    { "prisms", HUNT_PRISM, HUNT_PRISM, 0, 0, HUNT_SYMMETRIC, 32 },
    { "boxes", HUNT_BOX, HUNT_BOX, 1, 0, HUNT_FEATURES, 256 },
    { "tetrahedra", HUNT_TETRAHEDRON, HUNT_TETRAHEDRON, 2, 0, HUNT_FEATURES, 512 },
    { "units", HUNT_POLYTOPE, HUNT_POLYTOPE, 3, 50, HUNT_FEATURES, 256 },
    { "rounded", HUNT_ROUNDED, HUNT_ROUNDED, 2, 0, HUNT_FEATURES, 192 },
    { "sphere-polytope", HUNT_SPHERE, HUNT_POLYTOPE, 6, 0, HUNT_FEATURES, 1400 },
    { "capsule-polytope", HUNT_CAPSULE, HUNT_POLYTOPE, 6, 0, HUNT_FEATURES, 1000 },
    { "balls", HUNT_CAPSULE, HUNT_SPHERE, 9, 20, HUNT_FEATURES, 2700 },
    { "capsules", HUNT_CAPSULE, HUNT_CAPSULE, 6, 0, HUNT_FEATURES, 2700 },
    { "plane-polytope", HUNT_HALF_SPACE, HUNT_POLYTOPE, 3, 0, HUNT_FEATURES, 2700 },
    { "plane-smooth", HUNT_HALF_SPACE, HUNT_SMOOTH, 3, 0, HUNT_SURFACES, 2700 },
    { "polygons", HUNT_POLYGON, HUNT_POLYGON, 1, 0, HUNT_FEATURES, 2700 },
    { "hostile-polygons", HUNT_HOSTILE_POLYGON, HUNT_HOSTILE_POLYGON, 6, 0, HUNT_FEATURES, 2700 },
    { "disc-polygon", HUNT_DISC, HUNT_HOSTILE_POLYGON, 6, 0, HUNT_FEATURES, 2700 },
    { "ellipsoids-apart", HUNT_ELLIPSOID, HUNT_ELLIPSOID, 3, 0, HUNT_APART, 2700 },
    { "ellipsoids", HUNT_ELLIPSOID, HUNT_ELLIPSOID, 1, 0, HUNT_SURFACES, 128 },
    { "ellipsoids-symmetric", HUNT_ELLIPSOID, HUNT_ELLIPSOID, 1, 0, HUNT_SYMMETRIC, 128 },
    { "ellipsoid-polytope", HUNT_ELLIPSOID, HUNT_POLYTOPE, 3, 0, HUNT_SURFACES, 128 },
    { "superquadrics-apart", HUNT_SUPERQUADRIC, HUNT_SUPERQUADRIC, 3, 0, HUNT_APART, 192 },
    { "superquadrics", HUNT_SUPERQUADRIC, HUNT_SMOOTH, 1, 0, HUNT_SURFACES, 32 },
    { "superquadrics-symmetric", HUNT_SUPERQUADRIC, HUNT_SMOOTH, 1, 0, HUNT_SYMMETRIC, 24 },
    { "superquadric-polytope", HUNT_SUPERQUADRIC, HUNT_POLYTOPE, 3, 0, HUNT_SURFACES, 32 },
    { "revolved-apart", HUNT_REVOLVED, HUNT_SMOOTH, 3, 0, HUNT_APART, 128 },
    { "revolved", HUNT_REVOLVED, HUNT_SMOOTH, 1, 0, HUNT_SURFACES, 48 },
    { "revolved-symmetric", HUNT_REVOLVED, HUNT_REVOLVED, 1, 0, HUNT_SYMMETRIC, 48 },
    { "revolved-polytope", HUNT_REVOLVED, HUNT_POLYTOPE, 2, 0, HUNT_SURFACES, 48 },
    { "smooth-ratio", HUNT_SMOOTH, HUNT_SMOOTH, 14, 0, HUNT_APART, 128 },
    { "chipped-rims", HUNT_CHIPPED, HUNT_TETRAHEDRON, 1, 0, HUNT_RIMS, 512 },
    { "sliver-rims", HUNT_CHIPPED, HUNT_SLIVER, 1, 0, HUNT_RIMS, 256 },
    { "swept", HUNT_SWEPT, HUNT_SWEPT, 1, 0, HUNT_SURFACES, 48 },
    { "swept-symmetric", HUNT_SWEPT, HUNT_SMOOTH, 1, 0, HUNT_SYMMETRIC, 48 },
    { "swept-polytope", HUNT_SWEPT, HUNT_ROUNDED, 2, 0, HUNT_SURFACES, 48 },
    { "needles", HUNT_NEEDLE, HUNT_NEEDLE, 1, 0, HUNT_SURFACES, 32 },
    { "needles-symmetric", HUNT_NEEDLE, HUNT_NEEDLE, 1, 0, HUNT_SYMMETRIC, 32 },
    { "needle-polytope", HUNT_NEEDLE, HUNT_POLYTOPE, 2, 0, HUNT_SURFACES, 32 },
    { "needle-smooth", HUNT_NEEDLE, HUNT_SMOOTH, 6, 0, HUNT_SURFACES, 32 },
    { "smooth-nested", HUNT_SMOOTH, HUNT_SMOOTH, 6, 0, HUNT_SURFACES, 48 },
    { "smooth-units", HUNT_SMOOTH, HUNT_SMOOTH, 1, 50, HUNT_SURFACES, 48 },
    { "dot-smooth", HUNT_DOT, HUNT_SMOOTH, 3, 0, HUNT_SURFACES, 96 },
    { "plane-needle", HUNT_HALF_SPACE, HUNT_NEEDLE, 3, 0, HUNT_SURFACES, 1000 },
    { "plane-swept", HUNT_HALF_SPACE, HUNT_SWEPT, 6, 20, HUNT_SURFACES, 1000 },
    { "revolved-resting", HUNT_REVOLVED, HUNT_SMOOTH, 1, 0, HUNT_RESTING, 48 },
    { "revolved-resting-polytope", HUNT_REVOLVED, HUNT_POLYTOPE, 1, 0, HUNT_RESTING, 48 },
    { "smooth-resting", HUNT_SMOOTH, HUNT_SMOOTH, 1, 0, HUNT_RESTING, 48 },
    { "grids", HUNT_GRID, HUNT_POLYTOPE, 1, 0, HUNT_FEATURES, 128 },
    { "grids-apart", HUNT_GRID, HUNT_GRID, 1, 0, HUNT_APART, 400 },
    { "wheels-apart", HUNT_WHEEL, HUNT_POLYTOPE, 1, 0, HUNT_APART, 32 },
    { "extreme-smooth", HUNT_EXTREME, HUNT_SMOOTH, 2, 0, HUNT_SURFACES, 48 },
    { "extreme-polytope", HUNT_EXTREME, HUNT_POLYTOPE, 2, 0, HUNT_SURFACES, 48 },
    { "extreme-symmetric", HUNT_EXTREME, HUNT_EXTREME, 1, 0, HUNT_SYMMETRIC, 48 },
    { "unlike-prisms", HUNT_SMOOTH, HUNT_PRISM, 1, 0, HUNT_SYMMETRIC, 32 },
    { "unlike-boxes", HUNT_SMOOTH, HUNT_BOX, 1, 0, HUNT_SYMMETRIC, 48 },
    { "unlike-lattices", HUNT_SMOOTH, HUNT_LATTICE, 1, 0, HUNT_RESTING, 48 },
    { "rounded-symmetric", HUNT_ROUNDED, HUNT_ROUNDED, 1, 0, HUNT_SYMMETRIC, 96 },
    { "rounded-smooth", HUNT_ROUNDED, HUNT_SMOOTH, 2, 0, HUNT_RESTING, 48 },
    { "rounded-ratio", HUNT_ROUNDED, HUNT_POLYTOPE, 14, 0, HUNT_APART, 400 },
    { "polytope-ratio", HUNT_POLYTOPE, HUNT_POLYTOPE, 14, 0, HUNT_FEATURES, 192 },
    { "capsule-ratio", HUNT_CAPSULE, HUNT_CHIPPED, 14, 0, HUNT_FEATURES, 400 },
    { "dot-polytope", HUNT_DOT, HUNT_POLYTOPE, 3, 0, HUNT_FEATURES, 400 },
    { "superquadric-units", HUNT_SUPERQUADRIC, HUNT_POLYTOPE, 1, 50, HUNT_SURFACES, 32 },
    { "rounded-polygons", HUNT_ROUNDED_POLYGON, HUNT_ROUNDED_POLYGON, 3, 0, HUNT_FEATURES, 1000 },
    { "polygon-ratio", HUNT_HOSTILE_POLYGON, HUNT_HOSTILE_POLYGON, 14, 0, HUNT_FEATURES, 1000 },
    { "disc-ratio", HUNT_DISC, HUNT_ROUNDED_POLYGON, 14, 20, HUNT_FEATURES, 1000 },
    { "far-plane-polytope", HUNT_FAR_PLANE, HUNT_POLYTOPE, 3, 0, HUNT_FEATURES, 1000 },
    { "far-plane-smooth", HUNT_FAR_PLANE, HUNT_SMOOTH, 3, 0, HUNT_SURFACES, 1000 },
    { "offset-apart", HUNT_OFFSET, HUNT_POLYTOPE, 6, 0, HUNT_APART, 400 },
    { "offset", HUNT_OFFSET, HUNT_OFFSET, 2, 0, HUNT_FEATURES, 128 },
    { "zonotopes", HUNT_ZONOTOPE, HUNT_ZONOTOPE, 0, 0, HUNT_FEATURES, 96 },
    { "zonotope-smooth", HUNT_ZONOTOPE, HUNT_SMOOTH, 1, 0, HUNT_RESTING, 48 },
    { "cyclic", HUNT_CYCLIC, HUNT_POLYTOPE, 2, 0, HUNT_FEATURES, 128 },
    { "cyclic-apart", HUNT_CYCLIC, HUNT_CYCLIC, 2, 0, HUNT_APART, 400 },
    { "offset-smooth", HUNT_OFFSET, HUNT_SMOOTH, 6, 0, HUNT_SURFACES, 48 },
    { "balled", HUNT_BALLED, HUNT_SMOOTH, 1, 0, HUNT_SURFACES, 48 },
    { "balled-polytope", HUNT_BALLED, HUNT_ROUNDED, 1, 0, HUNT_SURFACES, 48 },
    { "capsule-planet", HUNT_CAPSULE, HUNT_POLYTOPE, 17, 0, HUNT_SYMMETRIC, 192 },
    { "rounded-planet", HUNT_ROUNDED, HUNT_POLYTOPE, 17, 0, HUNT_SYMMETRIC, 96 },
    { "hull-planet", HUNT_HULL, HUNT_POLYTOPE, 17, 0, HUNT_FEATURES, 128 },
    { "scaled", HUNT_SCALED, HUNT_POLYTOPE, 2, 0, HUNT_FEATURES, 192 },
    { "scaled-apart", HUNT_SCALED, HUNT_SCALED, 2, 0, HUNT_APART, 1000 },
};

enum { FAMILY_COUNT = (int)(sizeof families / sizeof families[0]) };

int scree_hunt_family_count(void)
{
    return FAMILY_COUNT;
}

const hunt_family *scree_hunt_family(int number)
{
    return &families[number];
}

static scree_meeting pick_meeting(hunt_poses poses, scree_random *r)
{
    static const scree_meeting apart[] = { GAP, GAP, TOUCH, APART, FAR_AWAY };
    static const scree_meeting any[] = { ANYHOW, GAP, TOUCH, SHALLOW, DEEP, CONCENTRIC, STACKED, FAR_AWAY };
    static const scree_meeting resting[] = { RESTING, RESTING, NEAR_AXIS, ADJACENT };
    static const scree_meeting symmetric[] = { CONCENTRIC, COAXIAL, STACKED, NEARLY, NEARLY, TWINS };
    if (poses == HUNT_APART) return apart[random_below(r, 5)];
    if (poses == HUNT_RESTING) return resting[random_below(r, 4)];
    return poses == HUNT_SURFACES ? any[random_below(r, 8)] : symmetric[random_below(r, 6)];
}

static scree_pose_kind pick_pose(scree_random *r)
{
    static const scree_pose_kind kinds[] = {
        POSE_RANDOM,  POSE_FEATURES,        POSE_FEATURES,       POSE_FACES,   POSE_EDGE_FACE, POSE_PARALLEL_EDGES,
        POSE_LATTICE, POSE_LATTICE_ROTATED, POSE_LATTICE_TILTED, POSE_CENTRED, POSE_SAME,      POSE_FAR,
        POSE_APART
    };
    return kinds[random_below(r, (int)(sizeof kinds / sizeof kinds[0]))];
}

// Moves B so that one of its vertices lies in the plane of one of A's faces, as far as doubles go.
static void snap_vertex(scree_scene_pose *pose, scree_random *r)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    if (scree_shape_face_count(a) == 0 || scree_shape_vertex_count(b) == 0) return;
    int face = random_below(r, scree_shape_face_count(a));
    scree_vec3 vertex = scree_shape_vertex(b, random_below(r, scree_shape_vertex_count(b)));
    scree_vec3 corner = scree_body_point(&pose->body_a, scree_shape_vertex(a, scree_shape_face_vertices(a, face)[0]));
    scree_vec3 n = quat_rotate(pose->body_a.orientation, scree_shape_face_normal(a, face));
    double height = s3_dot(n, s3_sub(scree_body_point(&pose->body_b, vertex), corner));
    pose->body_b.position = s3_sub(pose->body_b.position, s3_scale(n, height));
}

static double rounded_to(double x, double grid)
{
    return grid * nearbyint(x / grid);
}

// Lost in any sum, but not where it stands alone, as a coordinate of one body in the other's frame does: down to the smallest
// normal number.
static double vanishing(scree_random *r)
{
    return random_signed_decade(r, -307.65, -17.0);
}

// One or two coordinates of B beside A, or the rotation between the two about one axis.
static void almost_align(scree_scene_pose *pose, bool planar, double size, scree_random *r)
{
    const double tiny = vanishing(r);
    const int axis = random_below(r, planar ? 2 : 3);
    const scree_vec3 a = pose->body_a.position;
    scree_vec3 *p = &pose->body_b.position;
    if (!planar && random_below(r, 2)) {
        const scree_quat q = { 1, axis == 0 ? tiny : 0, axis == 1 ? tiny : 0, axis == 2 ? tiny : 0 };
        pose->body_b.orientation = quat_times(q, pose->body_a.orientation);
    }
    if (axis != 0) p->x = a.x + size * tiny;
    if (axis != 1) p->y = a.y + size * tiny * random_between(r, 0.0, 1.0);
    if (!planar && axis != 2 && random_below(r, 2)) p->z = a.z + size * vanishing(r);
}

// What brings ties about: equal orientations, coordinates on a grid, a vertex in a plane, a tiny step.
static void mutate(scree_scene_pose *pose, scree_random *r)
{
    bool planar = scree_shape_dimension(pose->body_a.shape) == 2;
    double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    switch (random_below(r, planar ? 9 : 11)) {
    case 0:
        pose->body_b.orientation = pose->body_a.orientation;
        pose->angle_b = pose->angle_a;
        break;
    case 1: {
        double grid = size * 0.125;
        scree_vec3 p = pose->body_b.position;
        pose->body_b.position = s3(rounded_to(p.x, grid), rounded_to(p.y, grid), rounded_to(p.z, grid));
        break;
    }
    case 2: {
        scree_vec3 step = random_vector(r, size, -17, -1);
        if (planar) step.z = 0.0;
        pose->body_b.position = s3_add(pose->body_b.position, step);
        break;
    }
    case 3:
        almost_align(pose, planar, size, r);
        break;
    case 9:
        snap_vertex(pose, r);
        break;
    case 10: {
        scree_vec3 t = random_vector(r, 1.0, -18, -1);
        pose->body_b.orientation = quat_times((scree_quat){ 1, t.x, t.y, t.z }, pose->body_b.orientation);
        break;
    }
    default:
        break;
    }
}

static void place(scree_scene_pose *pose, const hunt_family *family, scree_random *r)
{
    scree_pose_kind kind = pick_pose(r);
    bool plane = family->a == HUNT_HALF_SPACE || family->a == HUNT_FAR_PLANE;
    if (plane && kind == POSE_SAME) kind = POSE_FEATURES; // two equal half spaces have no answer
    if (family->poses == HUNT_RIMS) {
        scree_scene_pose_pair(pose, POSE_RIM, r);
        return;
    }
    if (family->poses == HUNT_FEATURES) {
        scree_scene_pose_pair(pose, kind, r);
    } else {
        scree_meeting how = pick_meeting(family->poses, r);
        if (how == TWINS && random_below(r, 2)) {
            pose->b = pose->a;
            pose->body_b.shape = pose->body_a.shape;
        }
        scree_superquadric_put(pose, how, ANYWHERE, ANYWHERE, r);
    }
    mutate(pose, r);
}

static bool is_plain(hunt_maker maker)
{
    return maker == HUNT_SPHERE || maker == HUNT_DISC || maker == HUNT_BOX;
}

// Often the same for all shapes of a round, which makes for ties; but those that are little more than their size get one
// of their own, so that hardly any two shapes of a family are the same.
static double draw_size(hunt_maker maker, double unit, double decades, scree_random *r)
{
    double size = is_plain(maker) && random_below(r, 8) > 0 ? unit * random_between(r, 0.5, 1.0) : unit;
    return decades > 0.0 && random_below(r, 8) > 0 ? size * random_decade(r, -decades, decades) : size;
}

static void draw_shapes(hunt_round *round, const hunt_family *family, scree_random *r)
{
    double unit = family->unit > 0.0 ? random_decade(r, -family->unit, family->unit) : 1.0;
    // What lies on a lattice stays on one.
    if (family->a == HUNT_LATTICE)
        unit = ldexp(unit, random_below(r, 41) - 20);
    else if (random_below(r, 8) > 0)
        unit *= random_between(r, 0.5, 1.0);
    for (int i = 0; i < HUNT_SHAPES; ++i) {
        bool is_a = i < HUNT_SHAPES / 2;
        hunt_maker maker = is_a ? family->a : family->b;
        double size = draw_size(maker, unit, is_a ? 0.0 : family->ratio, r);
        while (!scree_hunt_shape(&round->solids[i], maker, size, r)) {
        }
    }
}

static int count_used(const hunt_round *round)
{
    unsigned used = 0;
    int count = 0;
    for (int k = 0; k < round->count; ++k) used |= 1u << round->poses[k].a | 1u << round->poses[k].b;
    for (int i = 0; i < HUNT_SHAPES; ++i) count += (int)(used >> i & 1u);
    return count;
}

void scree_hunt_round_open(hunt_round *round, int number_of_family, uint64_t seed, uint64_t number)
{
    enum { HALF = HUNT_SHAPES / 2 };
    const hunt_family *family = &families[number_of_family];
    scree_random r = random_stream(seed, (uint64_t)number_of_family, number);
    draw_shapes(round, family, &r);
    round->scene = (scree_scene){ .seed = seed, .solid_count = HUNT_SHAPES, .solids = round->solids };
    round->number = number;
    round->count = family->pairs;
    round->run = family->pairs < HALF * HUNT_RUN_MAX ? (family->pairs + HALF - 1) / HALF : HUNT_RUN_MAX;
    int a = 0, b = 0;
    for (int k = 0; k < round->count; ++k) {
        if (k % round->run == 0) { // every shape has its turn first
            int cycle = k / round->run;
            a = cycle < HALF ? cycle : random_below(&r, HALF);
            b = HALF + (cycle < HALF ? cycle : random_below(&r, HALF));
        }
        scree_scene_pose *pose = &round->poses[k];
        bool swap = random_below(&r, 2);
        *pose = (scree_scene_pose){ .a = swap ? b : a, .b = swap ? a : b, .scene = &round->scene };
        pose->body_a = scree_body_at(round->solids[pose->a].shape, s3(0, 0, 0));
        pose->body_b = scree_body_at(round->solids[pose->b].shape, s3(0, 0, 0));
        place(pose, family, &r);
    }
    round->used = count_used(round);
}

void scree_hunt_round_close(hunt_round *round)
{
    for (int i = 0; i < HUNT_SHAPES; ++i) {
        scree_shape_destroy(round->solids[i].shape);
        free(round->solids[i].points);
    }
}
