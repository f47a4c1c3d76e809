// The signed distance of an ellipsoid from another, or from anything that oracle/hull.h knows, in 113 bits.
//
// It is the greatest gap over all directions; this reference searches for it without any of the library's code and
// says how sure it is: apart, two points and a gap along their direction enclose the distance; overlapping, the
// search is global in practice, and scree_oracle_ellipsoid_prove() can be asked to prove that nothing was missed.
#ifndef SCREE_ORACLE_ELLIPSOID_H
#define SCREE_ORACLE_ELLIPSOID_H

#include "oracle/distance.h"
#include "scenes/pairs.h"

/// A body as the reference sees it.
typedef struct ellipsoid_body {
    bool is_ellipsoid;
    scree_vec3 semi_axes;
    double rounding;   ///< of an ellipsoid
    oracle_hull *hull; ///< of anything else
} ellipsoid_body;

/// False where there is no memory.
bool scree_oracle_ellipsoid_body(const scree_solid *solid, ellipsoid_body *out);
void scree_oracle_ellipsoid_body_free(ellipsoid_body *body);

enum { ELLIPSOID_POINTS = 96 };

/// Two bodies in the frame of the first ellipsoid among them, centre at the origin.
typedef struct ellipsoid_pair {
    const ellipsoid_body *a, *b;
    const scree_body *pose_a, *pose_b;
    bool swapped; ///< the ellipsoid is B: directions go from B to A inside
    qvec axes;    ///< its semi-axes
    const ellipsoid_body *other;
    qrot rotation;      ///< of the other
    qvec shift, square; ///< the other's position; its squared semi-axes, if it is an ellipsoid
    int count;          ///< the other's points, if it is a hull
    qvec points[ELLIPSOID_POINTS];
    lvec rough[ELLIPSOID_POINTS];
    quad radii; ///< of the balls that both are swept by, together
    quad unit;  ///< the size of the pair
} ellipsoid_pair;

/// At least one of the two is an ellipsoid. False where the other has too many points.
bool scree_oracle_ellipsoid_place(ellipsoid_pair *pair, const ellipsoid_body *a, const scree_body *pose_a,
                                  const ellipsoid_body *b, const scree_body *pose_b);

/// How many directions the search starts from where bodies overlap.
typedef enum ellipsoid_effort { ELLIPSOID_USUAL, ELLIPSOID_THOROUGH } ellipsoid_effort;

/// The normal is in world coordinates, from A to B.
oracle_answer scree_oracle_ellipsoid_distance(const ellipsoid_pair *pair, ellipsoid_effort effort);

/// The gap along a world direction from A to B (made unit): at most the signed distance, whatever the direction.
quad scree_oracle_ellipsoid_gap_along(const ellipsoid_pair *pair, scree_vec3 direction);

/// Signed distance of a world point from the surface of an ellipsoid; negative inside.
long double scree_oracle_ellipsoid_depth(const ellipsoid_body *body, const scree_body *pose, scree_vec3 point);

typedef struct ellipsoid_proof {
    bool proven;        ///< the signed distance is at most `above`
    long double above;  ///< the claim
    long double better; ///< the greatest gap met on the way
    long cells;         ///< looked at
} ellipsoid_proof;

/// Overlapping: that no direction has a gap above `distance` + `margin`, by covering all directions with triangles.
/// Gives up after `most` of them.
ellipsoid_proof scree_oracle_ellipsoid_prove(const ellipsoid_pair *pair, long double distance, long double margin,
                                             long most);

#endif
