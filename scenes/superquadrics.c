// Superquadrics, cylinders, cones and tapered capsules of every kind, and the classes of pairs made of them.
#include "superquadrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "random.h"
#include "solids.h"
#include "superquadric_poses.h"
#include "symmetric.h"

typedef enum recipe {
    USUAL,     // superquadrics: semi-axes of 0.3 to 3, exponents of 2 to 8, whole numbers or not, equal or not
    BLOCKY,    // exponents of 4 to 20, many equal
    BLOCKIEST, // exponents of 20 to 100
    CUBE,      // equal semi-axes, equal exponents
    ROUNDISH,  // exponents of 2 + 1e-15 to 2.5
    TWO,       // exponents 2 and 2: an ellipsoid
    LONG,      // aspect ratios of up to 100, exponents of 2 to 20
    RATIO,     // USUAL and BLOCKY, sizes of 1e-4 to 1
    TINY,      // LONG, about 1e-9
    HUGE_ONE,  // LONG, about 1e9
    SWEPT,     // USUAL and BLOCKY, rounded
    REGULAR,   // semi-axes equal, or nearly, exponents of 2 to 100, often small whole numbers: symmetric.h
    ELLIPSOID, // an ellipsoid, aspect ratios of up to 30
    SPHEROID,  // semi-axes equal, or nearly
    BALL,      // a sphere
    UNIT_BALL, // a sphere of a radius that semi-axes of REGULAR have
    SPUN,      // round about z, or nearly: a spheroid, a ball among the ellipsoids, a superquadric with n2 = 2
    CYLINDER,  // radius and half length of 0.1 to 1
    CONE,
    TAPERED,
    REVOLVED,       // any of the last three
    REVOLVED_LONG,  // aspect ratios of up to 100 or 1/100
    REVOLVED_RATIO, // sizes of 1e-4 to 1
    REVOLVED_SWEPT, // rounded
    REVOLVED_TINY,  // about 1e-9
    REVOLVED_HUGE,  // about 1e9
    OTHER           // from a pool
} recipe;

typedef struct pair_class {
    const char *name;
    scree_superquadric_group group;
    recipe a, b;
    scree_pool pool; // of B, with recipe OTHER
    scree_meeting how;
    scree_place on_a, on_b;
    int weight;
} pair_class;

#define SQ SCREE_SUPERQUADRICS
#define MIXED SCREE_SUPERQUADRIC_MIXED
#define REVOLUTION SCREE_REVOLVED

static const pair_class classes[] = {
    { "any", SQ, USUAL, USUAL, 0, ANYHOW, ANYWHERE, ANYWHERE, 10 },
    { "gaps", SQ, USUAL, USUAL, 0, GAP, ANYWHERE, ANYWHERE, 10 },
    { "touching", SQ, USUAL, USUAL, 0, TOUCH, ANYWHERE, ANYWHERE, 8 },
    { "shallow", SQ, USUAL, USUAL, 0, SHALLOW, ANYWHERE, ANYWHERE, 8 },
    { "deep", SQ, USUAL, USUAL, 0, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "blocky", SQ, BLOCKY, BLOCKY, 0, ANYHOW, ANYWHERE, ANYWHERE, 10 },
    { "blocky-gaps", SQ, BLOCKY, BLOCKY, 0, GAP, ANYWHERE, ANYWHERE, 10 },
    { "blocky-shallow", SQ, BLOCKY, BLOCKY, 0, SHALLOW, ANYWHERE, ANYWHERE, 8 },
    { "blocky-deep", SQ, BLOCKY, BLOCKY, 0, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "face-face", SQ, BLOCKY, BLOCKY, 0, GAP, FACE, FACE, 8 },
    { "face-face-shallow", SQ, BLOCKY, BLOCKY, 0, SHALLOW, FACE, FACE, 8 },
    { "face-edge", SQ, BLOCKY, BLOCKY, 0, GAP, FACE, EDGE, 8 },
    { "face-edge-shallow", SQ, BLOCKY, BLOCKY, 0, SHALLOW, FACE, EDGE, 6 },
    { "face-corner", SQ, BLOCKY, BLOCKY, 0, GAP, FACE, CORNER, 8 },
    { "face-corner-shallow", SQ, BLOCKY, BLOCKY, 0, SHALLOW, FACE, CORNER, 6 },
    { "edge-edge", SQ, BLOCKY, BLOCKY, 0, GAP, EDGE, EDGE, 8 },
    { "edge-edge-shallow", SQ, BLOCKY, BLOCKY, 0, SHALLOW, EDGE, EDGE, 6 },
    { "corner-corner", SQ, BLOCKY, BLOCKY, 0, GAP, CORNER, CORNER, 8 },
    { "corner-corner-shallow", SQ, BLOCKY, BLOCKY, 0, SHALLOW, CORNER, CORNER, 6 },
    { "blocky-touching", SQ, BLOCKY, BLOCKY, 0, TOUCH, FACE, EDGE, 6 },
    { "cubes", SQ, CUBE, CUBE, 0, STACKED, FACE, FACE, 6 },
    { "stacked", SQ, BLOCKY, BLOCKY, 0, STACKED, FACE, FACE, 8 },
    { "stacked-nearly", SQ, BLOCKY, BLOCKY, 0, NEARLY, FACE, FACE, 8 },
    { "blockiest", SQ, BLOCKIEST, BLOCKIEST, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "blockiest-gaps", SQ, BLOCKIEST, BLOCKIEST, 0, GAP, FACE, ANYWHERE, 6 },
    { "blockiest-stacked", SQ, BLOCKIEST, BLOCKIEST, 0, STACKED, FACE, FACE, 4 },
    { "blockiest-nearly", SQ, BLOCKIEST, BLOCKY, 0, NEARLY, FACE, FACE, 4 },
    { "roundish", SQ, ROUNDISH, ROUNDISH, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "roundish-gaps", SQ, ROUNDISH, USUAL, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "long", SQ, LONG, LONG, 0, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "long-gaps", SQ, LONG, LONG, 0, GAP, ANYWHERE, ANYWHERE, 8 },
    { "long-shallow", SQ, LONG, LONG, 0, SHALLOW, ANYWHERE, ANYWHERE, 8 },
    { "long-deep", SQ, LONG, LONG, 0, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "ratio-gaps", SQ, RATIO, LONG, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "ratio-shallow", SQ, RATIO, LONG, 0, SHALLOW, ANYWHERE, ANYWHERE, 6 },
    { "nested", SQ, RATIO, BLOCKY, 0, DEEP, ANYWHERE, ANYWHERE, 6 },
    { "concentric", SQ, USUAL, BLOCKY, 0, CONCENTRIC, ANYWHERE, ANYWHERE, 6 },
    { "concentric-long", SQ, LONG, LONG, 0, CONCENTRIC, ANYWHERE, ANYWHERE, 4 },
    { "coaxial", SQ, USUAL, BLOCKY, 0, COAXIAL, ANYWHERE, ANYWHERE, 6 },
    { "aligned", SQ, USUAL, LONG, 0, STACKED, FACE, FACE, 6 },
    { "nearly", SQ, USUAL, LONG, 0, NEARLY, ANYWHERE, ANYWHERE, 6 },
    { "identical", SQ, USUAL, USUAL, 0, TWINS, ANYWHERE, ANYWHERE, 4 },
    { "identical-blocky", SQ, BLOCKY, BLOCKY, 0, TWINS, ANYWHERE, ANYWHERE, 4 },
    { "tiny", SQ, TINY, TINY, 0, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "tiny-gaps", SQ, TINY, TINY, 0, GAP, ANYWHERE, ANYWHERE, 4 },
    { "huge", SQ, HUGE_ONE, HUGE_ONE, 0, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "huge-gaps", SQ, HUGE_ONE, HUGE_ONE, 0, GAP, ANYWHERE, ANYWHERE, 4 },
    { "rounded", SQ, SWEPT, SWEPT, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "rounded-gaps", SQ, SWEPT, LONG, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "far", SQ, USUAL, BLOCKY, 0, FAR_AWAY, ANYWHERE, ANYWHERE, 4 },
    { "apart", SQ, LONG, LONG, 0, APART, ANYWHERE, ANYWHERE, 4 },
    { "ellipsoid", SQ, USUAL, ELLIPSOID, 0, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "ellipsoid-gaps", SQ, LONG, ELLIPSOID, 0, GAP, ANYWHERE, ANYWHERE, 8 },
    { "ellipsoid-blocky", SQ, BLOCKY, ELLIPSOID, 0, GAP, EDGE, ANYWHERE, 6 },
    { "ellipsoid-touching", SQ, BLOCKY, ELLIPSOID, 0, TOUCH, FACE, ANYWHERE, 6 },
    { "ellipsoid-shallow", SQ, BLOCKY, ELLIPSOID, 0, SHALLOW, CORNER, ANYWHERE, 6 },
    { "ellipsoid-deep", SQ, BLOCKY, ELLIPSOID, 0, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "ellipsoid-concentric", SQ, USUAL, ELLIPSOID, 0, CONCENTRIC, ANYWHERE, ANYWHERE, 4 },
    { "ellipsoid-coaxial", SQ, BLOCKY, ELLIPSOID, 0, COAXIAL, ANYWHERE, ANYWHERE, 4 },
    { "ellipsoid-two", SQ, BLOCKY, TWO, 0, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "ellipsoid-nearly", SQ, BLOCKY, ELLIPSOID, 0, NEARLY, FACE, ANYWHERE, 4 },
    { "sphere", SQ, USUAL, BALL, 0, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "sphere-gaps", SQ, LONG, BALL, 0, GAP, ANYWHERE, ANYWHERE, 8 },
    { "sphere-face", SQ, BLOCKY, BALL, 0, GAP, FACE, ANYWHERE, 6 },
    { "sphere-edge", SQ, BLOCKY, BALL, 0, SHALLOW, EDGE, ANYWHERE, 6 },
    { "sphere-corner", SQ, BLOCKY, BALL, 0, SHALLOW, CORNER, ANYWHERE, 6 },
    { "sphere-touching", SQ, BLOCKY, BALL, 0, TOUCH, ANYWHERE, ANYWHERE, 6 },
    { "sphere-deep", SQ, BLOCKY, BALL, 0, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "sphere-concentric", SQ, USUAL, BALL, 0, CONCENTRIC, ANYWHERE, ANYWHERE, 4 },
    { "sphere-nearly", SQ, BLOCKY, BALL, 0, NEARLY, ANYWHERE, ANYWHERE, 4 },
    { "sphere-ratio", SQ, RATIO, BALL, 0, GAP, ANYWHERE, ANYWHERE, 4 },

    { "plane", MIXED, LONG, OTHER, POOL_PLANES, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "plane-blocky", MIXED, BLOCKY, OTHER, POOL_PLANES, ANYHOW, FACE, ANYWHERE, 6 },
    { "plane-rounded", MIXED, SWEPT, OTHER, POOL_PLANES, ANYHOW, EDGE, ANYWHERE, 4 },
    { "capsule", MIXED, USUAL, OTHER, POOL_CAPSULES, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "capsule-gaps", MIXED, LONG, OTHER, POOL_CAPSULES, GAP, ANYWHERE, ANYWHERE, 8 },
    { "capsule-blocky", MIXED, BLOCKY, OTHER, POOL_CAPSULES, GAP, FACE, ANYWHERE, 8 },
    { "capsule-touching", MIXED, BLOCKY, OTHER, POOL_CAPSULES, TOUCH, EDGE, ANYWHERE, 6 },
    { "capsule-shallow", MIXED, BLOCKY, OTHER, POOL_CAPSULES, SHALLOW, EDGE, ANYWHERE, 6 },
    { "capsule-deep", MIXED, BLOCKY, OTHER, POOL_CAPSULES, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "capsule-concentric", MIXED, USUAL, OTHER, POOL_CAPSULES, CONCENTRIC, ANYWHERE, ANYWHERE, 4 },
    { "capsule-nearly", MIXED, BLOCKY, OTHER, POOL_CAPSULES, NEARLY, FACE, ANYWHERE, 6 },
    { "box", MIXED, USUAL, OTHER, POOL_CUBES, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "box-gaps", MIXED, LONG, OTHER, POOL_CUBES, GAP, ANYWHERE, ANYWHERE, 8 },
    { "box-face", MIXED, BLOCKY, OTHER, POOL_CUBES, GAP, FACE, ANYWHERE, 8 },
    { "box-edge", MIXED, BLOCKY, OTHER, POOL_CUBES, GAP, EDGE, ANYWHERE, 8 },
    { "box-corner", MIXED, BLOCKY, OTHER, POOL_CUBES, GAP, CORNER, ANYWHERE, 6 },
    { "box-touching", MIXED, BLOCKY, OTHER, POOL_CUBES, TOUCH, FACE, ANYWHERE, 6 },
    { "box-shallow", MIXED, BLOCKY, OTHER, POOL_CUBES, SHALLOW, EDGE, ANYWHERE, 8 },
    { "box-deep", MIXED, BLOCKY, OTHER, POOL_CUBES, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "box-stacked", MIXED, BLOCKY, OTHER, POOL_CUBES, STACKED, FACE, ANYWHERE, 8 },
    { "box-nearly", MIXED, BLOCKY, OTHER, POOL_CUBES, NEARLY, FACE, ANYWHERE, 8 },
    { "box-concentric", MIXED, USUAL, OTHER, POOL_CUBES, CONCENTRIC, ANYWHERE, ANYWHERE, 4 },
    { "box-blockiest", MIXED, BLOCKIEST, OTHER, POOL_CUBES, STACKED, FACE, ANYWHERE, 4 },
    { "solid", MIXED, USUAL, OTHER, POOL_SOLIDS, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "solid-gaps", MIXED, LONG, OTHER, POOL_SOLIDS, GAP, ANYWHERE, ANYWHERE, 8 },
    { "solid-shallow", MIXED, BLOCKY, OTHER, POOL_SOLIDS, SHALLOW, CORNER, ANYWHERE, 8 },
    { "solid-deep", MIXED, LONG, OTHER, POOL_SOLIDS, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "hull", MIXED, BLOCKY, OTHER, POOL_HULLS, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "hull-gaps", MIXED, LONG, OTHER, POOL_HULLS, GAP, ANYWHERE, ANYWHERE, 6 },
    { "ratio-solid", MIXED, RATIO, OTHER, POOL_SOLIDS, GAP, ANYWHERE, ANYWHERE, 6 },
    { "ratio-inside", MIXED, RATIO, OTHER, POOL_SOLIDS, DEEP, ANYWHERE, ANYWHERE, 6 },
    { "roundish-solid", MIXED, ROUNDISH, OTHER, POOL_SOLIDS, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "solid-tiny", MIXED, TINY, OTHER, POOL_TINY, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "solid-tiny-gaps", MIXED, TINY, OTHER, POOL_TINY, GAP, ANYWHERE, ANYWHERE, 4 },
    { "solid-huge", MIXED, HUGE_ONE, OTHER, POOL_HUGE, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "solid-huge-gaps", MIXED, HUGE_ONE, OTHER, POOL_HUGE, GAP, ANYWHERE, ANYWHERE, 4 },
    { "solid-rounded", MIXED, SWEPT, OTHER, POOL_ROUNDED, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "solid-rounded-gaps", MIXED, SWEPT, OTHER, POOL_ROUNDED, GAP, ANYWHERE, ANYWHERE, 6 },
    { "solid-far", MIXED, BLOCKY, OTHER, POOL_SOLIDS, FAR_AWAY, ANYWHERE, ANYWHERE, 4 },
    { "solid-apart", MIXED, LONG, OTHER, POOL_SOLIDS, APART, ANYWHERE, ANYWHERE, 4 },

    { "revolved", REVOLUTION, REVOLVED, REVOLVED, 0, ANYHOW, ANYWHERE, ANYWHERE, 10 },
    { "revolved-gaps", REVOLUTION, REVOLVED, REVOLVED, 0, GAP, ANYWHERE, ANYWHERE, 10 },
    { "revolved-touching", REVOLUTION, REVOLVED, REVOLVED, 0, TOUCH, ANYWHERE, ANYWHERE, 6 },
    { "revolved-shallow", REVOLUTION, REVOLVED, REVOLVED, 0, SHALLOW, ANYWHERE, ANYWHERE, 8 },
    { "revolved-deep", REVOLUTION, REVOLVED, REVOLVED, 0, DEEP, ANYWHERE, ANYWHERE, 8 },
    { "revolved-concentric", REVOLUTION, REVOLVED, REVOLVED, 0, CONCENTRIC, ANYWHERE, ANYWHERE, 4 },
    { "revolved-coaxial", REVOLUTION, REVOLVED, REVOLVED, 0, COAXIAL, ANYWHERE, ANYWHERE, 6 },
    { "revolved-stacked", REVOLUTION, REVOLVED, REVOLVED, 0, STACKED, ANYWHERE, ANYWHERE, 6 },
    { "revolved-nearly", REVOLUTION, REVOLVED, REVOLVED, 0, NEARLY, ANYWHERE, ANYWHERE, 6 },
    { "revolved-identical", REVOLUTION, REVOLVED, REVOLVED, 0, TWINS, ANYWHERE, ANYWHERE, 4 },
    { "revolved-long", REVOLUTION, REVOLVED_LONG, REVOLVED_LONG, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-long-gaps", REVOLUTION, REVOLVED_LONG, REVOLVED_LONG, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-ratio", REVOLUTION, REVOLVED_RATIO, REVOLVED_LONG, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-nested", REVOLUTION, REVOLVED_RATIO, REVOLVED, 0, DEEP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-rounded", REVOLUTION, REVOLVED_SWEPT, REVOLVED_SWEPT, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-tiny", REVOLUTION, REVOLVED_TINY, REVOLVED_TINY, 0, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "revolved-tiny-gaps", REVOLUTION, REVOLVED_TINY, REVOLVED_TINY, 0, GAP, ANYWHERE, ANYWHERE, 4 },
    { "revolved-huge", REVOLUTION, REVOLVED_HUGE, REVOLVED_HUGE, 0, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "revolved-far", REVOLUTION, REVOLVED, REVOLVED, 0, FAR_AWAY, ANYWHERE, ANYWHERE, 4 },
    { "revolved-apart", REVOLUTION, REVOLVED_LONG, REVOLVED_LONG, 0, APART, ANYWHERE, ANYWHERE, 4 },
    { "cylinders", REVOLUTION, CYLINDER, CYLINDER, 0, STACKED, ANYWHERE, ANYWHERE, 6 },
    { "cones", REVOLUTION, CONE, CONE, 0, COAXIAL, ANYWHERE, ANYWHERE, 4 },
    { "tapered", REVOLUTION, TAPERED, TAPERED, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-near-axis", REVOLUTION, REVOLVED, REVOLVED, 0, NEAR_AXIS, ANYWHERE, ANYWHERE, 10 },
    { "revolved-near-axis-twins", REVOLUTION, REVOLVED, REVOLVED, 0, NEAR_TWINS, ANYWHERE, ANYWHERE, 6 },
    { "revolved-near-axis-long", REVOLUTION, REVOLVED_LONG, REVOLVED_RATIO, 0, NEAR_AXIS, ANYWHERE, ANYWHERE, 6 },
    { "revolved-near-axis-spun", REVOLUTION, REVOLVED, SPUN, 0, NEAR_AXIS, ANYWHERE, ANYWHERE, 8 },
    { "revolved-near-axis-sphere", REVOLUTION, REVOLVED, BALL, 0, NEAR_AXIS, ANYWHERE, ANYWHERE, 2 },
    { "revolved-near-axis-capsule", REVOLUTION, REVOLVED, OTHER, POOL_CAPSULES, NEAR_AXIS, ANYWHERE, ANYWHERE, 6 },
    { "revolved-near-axis-box", REVOLUTION, REVOLVED, OTHER, POOL_CUBES, NEAR_AXIS, ANYWHERE, ANYWHERE, 6 },
    { "revolved-near-axis-solid", REVOLUTION, REVOLVED, OTHER, POOL_SOLIDS, NEAR_AXIS, ANYWHERE, ANYWHERE, 4 },
    { "revolved-beside", REVOLUTION, REVOLVED, REVOLVED, 0, ADJACENT, ANYWHERE, ANYWHERE, 10 },
    { "revolved-beside-long", REVOLUTION, REVOLVED_LONG, REVOLVED_RATIO, 0, ADJACENT, ANYWHERE, ANYWHERE, 6 },
    { "revolved-beside-spun", REVOLUTION, REVOLVED, SPUN, 0, ADJACENT, ANYWHERE, ANYWHERE, 6 },
    { "revolved-beside-capsule", REVOLUTION, REVOLVED, OTHER, POOL_CAPSULES, ADJACENT, ANYWHERE, ANYWHERE, 6 },
    { "revolved-beside-box", REVOLUTION, REVOLVED, OTHER, POOL_CUBES, ADJACENT, ANYWHERE, ANYWHERE, 4 },
    { "revolved-resting", REVOLUTION, REVOLVED, REVOLVED, 0, RESTING, ANYWHERE, ANYWHERE, 6 },
    { "revolved-resting-box", REVOLUTION, REVOLVED, OTHER, POOL_CUBES, RESTING, ANYWHERE, ANYWHERE, 6 },
    { "revolved-resting-hull", REVOLUTION, REVOLVED, OTHER, POOL_HULLS, RESTING, ANYWHERE, ANYWHERE, 4 },
    { "revolved-plane", REVOLUTION, REVOLVED_LONG, OTHER, POOL_PLANES, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "revolved-sphere", REVOLUTION, REVOLVED, BALL, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-sphere-gaps", REVOLUTION, REVOLVED_LONG, BALL, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-sphere-deep", REVOLUTION, REVOLVED, BALL, 0, DEEP, ANYWHERE, ANYWHERE, 4 },
    { "revolved-capsule", REVOLUTION, REVOLVED, OTHER, POOL_CAPSULES, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-capsule-gaps", REVOLUTION, REVOLVED_LONG, OTHER, POOL_CAPSULES, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-capsule-nearly", REVOLUTION, REVOLVED, OTHER, POOL_CAPSULES, NEARLY, ANYWHERE, ANYWHERE, 4 },
    { "revolved-box", REVOLUTION, REVOLVED, OTHER, POOL_CUBES, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-box-gaps", REVOLUTION, REVOLVED_LONG, OTHER, POOL_CUBES, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-box-stacked", REVOLUTION, REVOLVED, OTHER, POOL_CUBES, STACKED, ANYWHERE, ANYWHERE, 6 },
    { "revolved-box-nearly", REVOLUTION, REVOLVED, OTHER, POOL_CUBES, NEARLY, ANYWHERE, ANYWHERE, 4 },
    { "revolved-solid", REVOLUTION, REVOLVED, OTHER, POOL_SOLIDS, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-solid-gaps", REVOLUTION, REVOLVED, OTHER, POOL_SOLIDS, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-solid-shallow", REVOLUTION, REVOLVED, OTHER, POOL_SOLIDS, SHALLOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-hull", REVOLUTION, REVOLVED, OTHER, POOL_HULLS, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "revolved-rounded-solid", REVOLUTION, REVOLVED_SWEPT, OTHER, POOL_ROUNDED, ANYHOW, ANYWHERE, ANYWHERE, 4 },
    { "revolved-ellipsoid", REVOLUTION, REVOLVED, ELLIPSOID, 0, ANYHOW, ANYWHERE, ANYWHERE, 6 },
    { "revolved-ellipsoid-gaps", REVOLUTION, REVOLVED_LONG, ELLIPSOID, 0, GAP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-ellipsoid-deep", REVOLUTION, REVOLVED, ELLIPSOID, 0, DEEP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-superquadric", REVOLUTION, REVOLVED, USUAL, 0, ANYHOW, ANYWHERE, ANYWHERE, 8 },
    { "revolved-superquadric-gaps", REVOLUTION, REVOLVED_LONG, LONG, 0, GAP, ANYWHERE, ANYWHERE, 8 },
    { "revolved-blocky", REVOLUTION, REVOLVED, BLOCKY, 0, GAP, ANYWHERE, FACE, 6 },
    { "revolved-blocky-shallow", REVOLUTION, REVOLVED, BLOCKY, 0, SHALLOW, ANYWHERE, EDGE, 6 },
    { "revolved-blocky-deep", REVOLUTION, REVOLVED, BLOCKY, 0, DEEP, ANYWHERE, ANYWHERE, 6 },
    { "revolved-blocky-stacked", REVOLUTION, REVOLVED, BLOCKY, 0, STACKED, ANYWHERE, ANYWHERE, 6 },

    { "symmetric", SQ, REGULAR, REGULAR, 0, SYMMETRIC, ANYWHERE, ANYWHERE, 16 },
    { "symmetric-twins", SQ, REGULAR, REGULAR, 0, SYMMETRIC_TWINS, ANYWHERE, ANYWHERE, 8 },
    { "symmetric-ellipsoid", SQ, REGULAR, SPHEROID, 0, SYMMETRIC, ANYWHERE, ANYWHERE, 12 },
    { "symmetric-sphere", SQ, REGULAR, UNIT_BALL, 0, SYMMETRIC, ANYWHERE, ANYWHERE, 12 },
    { "symmetric-capsule", MIXED, REGULAR, OTHER, POOL_CAPSULES, SYMMETRIC, ANYWHERE, ANYWHERE, 12 },
    { "symmetric-box", MIXED, REGULAR, OTHER, POOL_CUBES, SYMMETRIC, ANYWHERE, ANYWHERE, 12 },
    { "symmetric-solid", MIXED, REGULAR, OTHER, POOL_SOLIDS, SYMMETRIC, ANYWHERE, ANYWHERE, 12 },
};

enum { CLASS_COUNT = (int)(sizeof classes / sizeof classes[0]), SHAPES = 200, OTHERS = 24 };

int scree_superquadric_class_count(void)
{
    return CLASS_COUNT;
}

const char *scree_superquadric_class_name(int class_number)
{
    return classes[class_number].name;
}

scree_superquadric_group scree_superquadric_class_group(int class_number)
{
    return classes[class_number].group;
}

int scree_superquadric_class_weight(int class_number)
{
    return classes[class_number].weight;
}

// --- shapes

static scree_vec3 shuffle(scree_random *r, double x, double y, double z)
{
    int k = random_below(r, 3);
    return k == 0 ? s3(x, y, z) : k == 1 ? s3(y, z, x) : s3(z, x, y);
}

static scree_vec3 usual_axes(scree_random *r)
{
    double x = random_decade(r, -0.5, 0.5), y = random_decade(r, -0.5, 0.5), z = random_decade(r, -0.5, 0.5);
    int equal = random_below(r, 6);
    if (equal == 0) y = x;
    if (equal == 1) z = y = x;
    return s3(x, y, z);
}

static scree_vec3 long_axes(scree_random *r, double least)
{
    double low = pow(least, random_unit(r)), middle = pow(low, random_unit(r));
    int equal = random_below(r, 6);
    if (random_below(r, 8) == 0) low = least;
    if (equal == 0) middle = low;
    if (equal == 1) middle = 1.0;
    return shuffle(r, low, middle, 1.0);
}

// Of magnitude low to high; every second one a whole number.
static double exponent(scree_random *r, double low, double high)
{
    double n = low * pow(high / low, random_unit(r));
    if (random_below(r, 2)) n = round(n);
    return fmin(fmax(n, low), high);
}

static void exponents_of(recipe what, scree_random *r, double *n1, double *n2)
{
    double low = 2.0, high = 8.0;
    if (what == BLOCKY || what == CUBE) low = 4.0, high = 20.0;
    if ((what == RATIO || what == SWEPT) && random_below(r, 2)) low = 4.0, high = 20.0;
    if (what == BLOCKIEST) low = 20.0, high = 100.0;
    if (what == LONG || what == TINY || what == HUGE_ONE) high = 20.0;
    *n1 = exponent(r, low, high);
    *n2 = exponent(r, low, high);
    if (what == ROUNDISH) {
        *n1 = 2.0 + random_decade(r, -15, -0.3);
        *n2 = 2.0 + random_decade(r, -15, -0.3);
    }
    int which = random_below(r, 6);
    if (which == 0) *n1 = 2.0;
    if (which == 1) *n2 = 2.0;
    if (which == 2 || which == 3 || what == CUBE) *n2 = *n1;
    if (what == TWO) *n1 = *n2 = 2.0;
}

static scree_solid superquadric(recipe what, scree_random *r)
{
    scree_solid s = { .kind = SCREE_SUPERQUADRIC };
    if (what == REGULAR) {
        s.n1 = scree_symmetric_exponent(r);
        s.n2 = scree_symmetric_exponent(r);
        if (random_below(r, 3) == 0) s.n2 = 2.0;
        if (random_below(r, 3) == 0) s.n2 = s.n1;
        s.vector = scree_symmetric_axes(r);
        return s;
    }
    exponents_of(what, r, &s.n1, &s.n2);
    s.vector = what == LONG || what == TINY || what == HUGE_ONE ? long_axes(r, 1e-2) : usual_axes(r);
    if (what == CUBE) s.vector.y = s.vector.z = s.vector.x;
    double scale = what == RATIO ? random_decade(r, -4, 0) : random_between(r, 0.5, 2.0);
    if (what == TINY) scale *= 1e-9;
    if (what == HUGE_ONE) scale *= 1e9;
    if (what == RATIO || what == TINY || what == HUGE_ONE) s.vector = s3_scale(s.vector, scale);
    if (what == SWEPT) s.rounding = random_decade(r, -4, 0.5);
    return s;
}

static scree_solid revolved(recipe what, scree_random *r)
{
    const scree_shape_kind kinds[] = { SCREE_CYLINDER, SCREE_CONE, SCREE_TAPERED_CAPSULE };
    scree_solid s = { .kind =
                          kinds[what >= CYLINDER && what <= TAPERED ? (int)what - (int)CYLINDER : random_below(r, 3)] };
    double thin = random_decade(r, -1, 0);
    if (what == REVOLVED_LONG || what == REVOLVED_TINY || what == REVOLVED_HUGE) thin = random_decade(r, -2, 0);
    bool flat = random_below(r, 2) == 1;
    s.radius = flat ? 1.0 : thin;
    s.half_length = flat ? thin : 1.0;
    double scale = what == REVOLVED_RATIO ? random_decade(r, -4, 0) : 1.0;
    if (what == REVOLVED_TINY) scale = 1e-9;
    if (what == REVOLVED_HUGE) scale = 1e9;
    s.radius *= scale;
    s.half_length *= scale;
    if (what == REVOLVED_SWEPT) s.rounding = random_decade(r, -4, 0.5);
    if (s.kind != SCREE_TAPERED_CAPSULE) return s;
    // Every radius below the first, now and then equal ones; here and there one ball holds the other.
    s.top = s.radius * (random_below(r, 6) == 0 ? 1.0 : random_decade(r, -2, 0));
    if (random_below(r, 2)) {
        double keep = s.top;
        s.top = s.radius;
        s.radius = keep;
    }
    return s;
}

static scree_solid spun(scree_random *r)
{
    double across = random_decade(r, -1, 0), along = random_below(r, 4) == 0 ? across : random_decade(r, -1, 0);
    double uneven = random_below(r, 3) == 0 ? random_decade(r, -16, -3) : 0.0;
    scree_solid s = { .kind = SCREE_ELLIPSOID, .vector = s3(across, across * (1.0 + uneven), along) };
    s.n1 = s.n2 = 2.0;
    if (random_below(r, 2)) {
        s.kind = SCREE_SUPERQUADRIC;
        s.n1 = exponent(r, 2.0, 8.0);
    }
    return s;
}

static scree_solid solid_of(recipe what, scree_random *r)
{
    if (what == SPUN) return spun(r);
    if (what == ELLIPSOID) return (scree_solid){ .kind = SCREE_ELLIPSOID, .vector = long_axes(r, 1.0 / 30.0) };
    if (what == SPHEROID) return (scree_solid){ .kind = SCREE_ELLIPSOID, .vector = scree_symmetric_axes(r) };
    if (what == UNIT_BALL) return (scree_solid){ .kind = SCREE_SPHERE, .radius = scree_symmetric_axes(r).x };
    if (what == BALL) return (scree_solid){ .kind = SCREE_SPHERE, .radius = random_decade(r, -2, 1) };
    return what >= CYLINDER ? revolved(what, r) : superquadric(what, r);
}

static scree_shape *make(const scree_solid *s, scree_error *error)
{
    switch (s->kind) {
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(s->vector, s->n1, s->n2, s->rounding, error);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(s->vector, s->rounding, error);
    case SCREE_CYLINDER:
        return scree_cylinder_create(s->radius, s->half_length, s->rounding, error);
    case SCREE_CONE:
        return scree_cone_create(s->radius, s->half_length, s->rounding, error);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(s->radius, s->top, s->half_length, s->rounding, error);
    default:
        return scree_sphere_create(s->radius, s->rounding, error);
    }
}

static bool add_shapes(scree_scene *scene, recipe what, scree_random *r, scree_error *error)
{
    scree_solid *more = realloc(scene->solids, (size_t)(scene->solid_count + SHAPES) * sizeof *more);
    if (more == NULL) return false;
    scene->solids = more;
    for (int i = 0; i < SHAPES; ++i) {
        scree_solid s = solid_of(what, r);
        s.shape = make(&s, error);
        if (s.shape == NULL) return false;
        scene->solids[scene->solid_count++] = s;
    }
    return true;
}

static bool has_twins(const pair_class *c)
{
    return c->how == TWINS || c->how == SYMMETRIC_TWINS || c->how == NEAR_TWINS;
}

scree_scene *scree_superquadric_scene_open(int class_number, uint64_t seed, scree_error *error)
{
    const pair_class *c = &classes[class_number];
    scree_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) return NULL;
    scene->class_number = class_number;
    scene->seed = seed;
    scree_random r = random_stream(seed, (uint64_t)class_number, 0), again = r;
    bool ok = add_shapes(scene, c->a, &r, error);
    // Twins have the same shapes twice.
    if (ok && c->b != OTHER) ok = add_shapes(scene, c->b, has_twins(c) ? &again : &r, error);
    if (ok && c->b == OTHER) ok = scree_scene_add_pool(scene, c->pool, OTHERS, &r, error);
    if (ok) return scene;
    scree_scene_close(scene);
    return NULL;
}

void scree_superquadric_scene_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out)
{
    const pair_class *c = &classes[scene->class_number];
    scree_random r = random_stream(scene->seed, (uint64_t)scene->class_number, number + 1);
    memset(out, 0, sizeof *out);
    out->scene = scene;
    out->a = random_below(&r, SHAPES);
    out->b = has_twins(c) ? SHAPES + out->a : SHAPES + random_below(&r, c->b == OTHER ? OTHERS : SHAPES);
    bool swapped = random_below(&r, 2) == 1;
    if (swapped) {
        int a = out->a;
        out->a = out->b;
        out->b = a;
    }
    out->body_a = scree_body_at(scene->solids[out->a].shape, s3(0, 0, 0));
    out->body_b = scree_body_at(scene->solids[out->b].shape, s3(0, 0, 0));
    scree_superquadric_put(out, c->how, swapped ? c->on_b : c->on_a, swapped ? c->on_a : c->on_b, &r);
}
