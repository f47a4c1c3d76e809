// The sets of pairs that the benchmark asks every library about: made from a fixed seed, each pair at a chosen
// distance.
#ifndef SCREE_BENCH_SET_H
#define SCREE_BENCH_SET_H

#include <stddef.h>
#include <stdint.h>

#include "scenes/pairs.h"
#include "scree/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the bodies are.
typedef enum bench_family {
    BENCH_HULL,          ///< the hull of `detail` points on a sphere
    BENCH_CUBE,          ///< as a polyhedron of 8 vertices
    BENCH_SPHERE,        ///< of radius 1
    BENCH_ELLIPSOID,     ///< spheroids of aspect ratio `detail`
    BENCH_TRIAXIAL,      ///< ellipsoids of semi-axes as `detail` : (`detail` + 1) / 2 : 1
    BENCH_SUPERQUADRIC,  ///< of semi-axes 1, 0.8, 0.6 and both exponents `detail`
    BENCH_TWO_EXPONENTS, ///< the same with the exponents `detail` and 4
    BENCH_POLYGON,       ///< `detail` corners on a circle
    BENCH_BOX,           ///< of half extents 0.5, 0.4, 0.3, times `detail`
    BENCH_CAPSULE,       ///< of radius 0.5 and half length `detail`
    BENCH_CYLINDER,      ///< the same
    BENCH_CONE,          ///< the same
    BENCH_PRISM,         ///< upright, over a regular polygon of `detail` sides and radius 0.5; half as high again
    BENCH_PLANE          ///< the half space z <= 0; always the second, and never rotated
} bench_family;

/// How a pair stands.
typedef enum bench_pose {
    BENCH_ANYHOW,       ///< rotated at random
    BENCH_FROZEN,       ///< the same, at rest
    BENCH_FACE_TO_FACE, ///< B on A's upper face, rotated about z at random and tilted by `tilt`
    BENCH_STACKED,      ///< one over the other, aligned, or B tilted by `tilt` and as far aside at most
    BENCH_COINCIDENT,   ///< centre on centre, aligned
    BENCH_LYING,        ///< as face to face, cylinders and cones on their sides
    BENCH_ALONG         ///< the same, both along x and tilted by `tilt`
} bench_pose;

typedef struct bench_set {
    const char *name;  ///< "cubes", "ellipsoids 1/6", ...
    const char *group; ///< what stands together in the tables
    bench_family family_a, family_b;
    double detail_a, detail_b;
    double gap; ///< signed, of the pair's size (the two bounding radii together); deep overlaps: see bench_is_deep();
                ///< BENCH_ANY_DEPTH
    int pool;   ///< how many shapes of each family there are
    int steps;  ///< of moving pairs; 0: they do not move
    int among;  ///< of so many pairs one is 1 % in, whatever the gap of the others; 0: none
    bench_pose pose;
    double tilt; ///< rad
} bench_set;

/// Of moving sets: B moves by this part of the pair's size a step, in a direction of its own, and rotates by this angle
/// (rad); then it slides along the line between their centres of mass to where the distance is the set's again.
#define BENCH_STEP 1e-3

/// The same for what lies still: sets that move and have a pose.
#define BENCH_REST_STEP 1e-6

/// A gap for sets whose depths are drawn evenly from none to that of centre on centre.
#define BENCH_ANY_DEPTH (-1.0)

/// Where a DEM stops to ask, as a part of the pair's size: see scree_query_options.within.
#define BENCH_MARGIN 5e-3

/// The number of shapes, of both families together, in sets where nearly each body has its own.
enum { BENCH_OWN_SHAPES = 4000 };

typedef struct bench_pairs {
    const bench_set *set;
    int solid_count;
    scree_solid *solids;
    size_t count;  ///< of all steps
    size_t lot;    ///< of one step: pair i of step k is number k * lot + i
    double margin; ///< BENCH_MARGIN of the smallest pair
    scree_body *a, *b;
    int *solid_a, *solid_b; ///< numbers of the bodies' solids
} bench_pairs;

int bench_set_count(void);

/// The gap of pair i: that of the set, but where one among many is in.
double bench_gap(const bench_set *set, size_t i);

/// Overlaps of 10 % and more, which no two bodies need have as a part of their size, are parts of the depth that the
/// two would have, rotated as they are, with their centres of mass on one point.
bool bench_is_deep(const bench_set *set);
const bench_set *bench_set_at(int i);

/// `lot` pairs, and as many for each further step. False, with a message on standard error, on failure; to be closed in any
/// case.
bool bench_pairs_open(bench_pairs *pairs, const bench_set *set, size_t lot, uint64_t seed);
void bench_pairs_close(bench_pairs *pairs);

#ifdef __cplusplus
}
#endif

#endif
