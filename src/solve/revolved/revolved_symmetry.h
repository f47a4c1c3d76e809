// A body of revolution R, about the axis a, and another body C.
//
// Normals m are outward from R and given by the angle theta from a and the azimuth phi about it:
// m = sin(theta) (cos(phi) u + sin(phi) v) + cos(theta) a.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_SYMMETRY_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_SYMMETRY_H

#include "pair/pair.h"

#define SCREE_PI 3.14159265358979324

typedef struct scree_revolved {
    const scree_cores *c;
    bool of_a;                ///< R is A
    bool nearly;              ///< R is an ellipsoid or a superquadric that is only nearly round about its axis
    bool other_nearly;        ///< so is C, and `g` is the rotation about its axis
    int own, other_own;       ///< these axes, 0 to 2 for x to z
    bool a_inscribed;         ///< A is treated as the ellipsoid inside it, plus a fixed point for the excess
    bool b_inscribed;         ///< the same of B
    double deficit;           ///< of the radii of curvature of the excess, below 0
    scree_vec3 axis, u, v;    ///< a, and a frame across it
    scree_vec3 middle, other; ///< of R, of C
    bool rotates;             ///< C has a symmetry near R's, exactly or nearly
    bool rigid;               ///< and it is a rotation
    scree_mat3 g;             ///< its G: exp(t G) maps C to itself for every t, and G^3 = -G
    double off;               ///< |a x - G|
    double radius;            ///< of C
} scree_revolved;

/// Is one of the cores a body of revolution whose axis is known?
bool scree_is_revolved_pair(const scree_cores *c);

/// Or is one at least an ellipsoid or a superquadric that is nearly round about one of its axes?
bool scree_is_nearly_revolved_pair(const scree_cores *c);

/// For such a pair.
scree_revolved scree_revolved_make(const scree_cores *c);

/// With the body as R that scree_revolved_make() takes for C; false if that is not even nearly a body of revolution.
bool scree_revolved_make_other(const scree_cores *c, scree_revolved *out);

static inline scree_vec3 scree_revolved_across(const scree_revolved *p, double phi)
{
    return v3_add_scaled(v3_scale(p->u, cos(phi)), sin(phi), p->v);
}

#endif
