// The signed distance of two convex bodies of any kind, superquadrics, cylinders, cones and tapered capsules among
// them, in 64 bits.
//
// It is the greatest gap over all directions; this reference knows the bodies by their supports alone, written here
// from the definitions, and says how sure it is: apart, a point of each body bounds the distance from above;
// overlapping, all directions are covered by triangles in which no gap can be greater.
#ifndef SCREE_ORACLE_SUPERQUADRIC_H
#define SCREE_ORACLE_SUPERQUADRIC_H

#include <stdbool.h>

#include "oracle/quad.h"
#include "scenes/pairs.h"

/// What is left of a shape once the ball that it is swept by is taken away.
typedef enum round_core {
    ROUND_POINTS,       ///< the hull of points: one of a sphere, two of a capsule, eight of a box
    ROUND_SUPERQUADRIC, ///< ellipsoids too
    ROUND_DISCS,        ///< the hull of two discs across z: cylinder, cone
    ROUND_BALL,         ///< the hull of a ball and a point, both on the z axis: tapered capsule
    ROUND_HALF_SPACE
} round_core;

/// A body as the reference sees it.
typedef struct round_body {
    round_core core;
    const scree_solid *solid;
    long double swept; ///< radius of the ball
    long double axes[3], n1, n2;
    long double bottom, top, half; ///< of discs: their radii and heights; of a ball at `top`, the point at `half`
    bool has_side;                 ///< of discs and balls
    long double lean;              ///< of the normals of their side, along z
    int count;
    long double (*points)[3];
    double (*rough)[3];
    long double normal[3], offset; ///< of a half space: unit, outward
    long double extent;            ///< farthest point from the origin
} round_body;

/// False where there is no memory.
bool scree_oracle_round_body(const scree_solid *solid, round_body *out);
void scree_oracle_round_body_free(round_body *body);

/// Two bodies in A's frame, centre at the origin.
typedef struct round_pair {
    const round_body *a, *b;
    const scree_body *pose_a, *pose_b;
    long double rotation[3][3]; ///< of B
    long double shift[3];
    double rough_rotation[3][3], rough_shift[3];
    long double swept; ///< by both
    long double unit;  ///< the size of the pair
} round_pair;

void scree_oracle_round_place(round_pair *pair, const round_body *a, const scree_body *pose_a, const round_body *b,
                              const scree_body *pose_b);

/// The exact signed distance lies in [lower, upper].
typedef struct round_answer {
    long double distance, lower, upper;
    long double normal[3]; ///< in world coordinates, from A to B
    bool overlapping;      ///< the cores are
    bool proven;           ///< that no other direction is better by more than `margin`; always, apart
    long double margin;
    long cells;  ///< triangles of the cover
    int looks;   ///< supports in 64 bits
    bool missed; ///< only if thorough: a start led to a better direction than the usual search
} round_answer;

typedef struct round_effort {
    long cells;    ///< at most so many triangles
    int starts;    ///< of the thorough search, on top of it; 0: none
    double margin; ///< relative to the size, of the proof; 0: the usual
} round_effort;

round_answer scree_oracle_round_distance(const round_pair *pair, const round_effort *effort);

/// The search near one world direction from A to B alone.
round_answer scree_oracle_round_near(const round_pair *pair, scree_vec3 direction);

/// The gap along a world direction from A to B (made unit): at most the signed distance, whatever the direction.
long double scree_oracle_round_gap(const round_pair *pair, scree_vec3 direction);

/// How far a world point is from the surface of a body's core swept by its ball, where `normal` is the outward normal
/// at it (or nearly so): exact next to the surface. Half spaces too. Polyhedra: see `hull` in the judge.
long double scree_oracle_round_off(const round_body *body, const scree_body *pose, scree_vec3 point, scree_vec3 normal);

#endif
