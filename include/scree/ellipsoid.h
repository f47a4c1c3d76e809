// Ellipsoids: their surface, the overlap test, and the contact function of Perram and Wertheim.
//
//   scree_ellipsoid_quadric()    the quadratic form                        girault-2022, Appendix A
//   scree_ellipsoid_normal()     the outward normal at a surface point
//   scree_ellipsoid_curvature()  principal radii of curvature              Appendix B
//   scree_ellipsoid_ray()        where a line enters and leaves            Appendix D
//   scree_ellipsoids_accuracy()  the accuracy that a distance needs       (1.6)
//   scree_ellipsoids_overlap()   do two ellipsoids overlap? algebraic      Appendix C, Algorithm 7 (Jia et al.)
//   scree_perram_wertheim()      contact function with its gradient
//
// Bodies must be ellipsoids without rounding, points are in world coordinates. Spheres made by scree_sphere_create()
// count as ellipsoids of three equal semi-axes. No call allocates or keeps anything.
#ifndef SCREE_ELLIPSOID_H
#define SCREE_ELLIPSOID_H

#include <stdbool.h>
#include <stdint.h>

#include "scree/body.h"
#include "scree/export.h"
#include "scree/paper.h"
#include "scree/query.h"
#include "scree/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// f(x) = x^T A x / 2 + b^T x + alpha: 0 on the surface, -1/2 at the centre.
typedef struct scree_quadric {
    scree_sym3 a;
    scree_vec3 b;
    double alpha;
} scree_quadric;

SCREE_API scree_status scree_ellipsoid_quadric(const scree_body *ellipsoid, scree_quadric *out);

/// Of the level set of f through `point` (any point but the centre), which is the surface itself for points on it.
SCREE_API scree_status scree_ellipsoid_normal(const scree_body *ellipsoid, scree_vec3 point, scree_vec3 *out);

typedef struct scree_curvature {
    double smallest, largest;                 ///< principal radii of curvature
    double gaussian;                          ///< the root of their product
    scree_vec3 along_smallest, along_largest; ///< unit, in the tangent plane
} scree_curvature;

/// At the surface point that `point` is on, or nearly.
SCREE_API scree_status scree_ellipsoid_curvature(const scree_body *ellipsoid, scree_vec3 point, scree_curvature *out);

/// The line from + t (to - from) is inside for first <= t <= last. False in `meets` where it misses.
SCREE_API scree_status scree_ellipsoid_ray(const scree_body *ellipsoid, scree_vec3 from, scree_vec3 to, bool *meets,
                                           double *first, double *last);

/// The error that a distance may have so that a model with a smallest threshold of `threshold` times the radius (eps_1
/// of (1.5), 1e-3 in the paper) does not notice: a hundredth of that threshold for spheres of the smallest Gaussian
/// radius of curvature on either surface (1.6). It depends only on the semi-axes, and is a tolerance for
/// scree_query().
SCREE_API scree_status scree_ellipsoids_accuracy(const scree_body *a, const scree_body *b, double threshold,
                                                 double *out);

/// Do the two overlap or touch? By the signs of the characteristic polynomial's coefficients, checked where rounding
/// could flip them; within the rounding of the pair around touching, the answer is yes.
SCREE_API scree_status scree_ellipsoids_overlap(const scree_body *a, const scree_body *b, bool *out);

/// The contact function F = max over 0 <= lambda <= 1 of lambda (1 - lambda) d^T (lambda B + (1 - lambda) A)^-1 d,
/// where A and B are the ellipsoids' shape matrices (eigenvalues: squared semi-axes) and d is from A's centre to B's. F
/// < 1 where they overlap, 1 where they touch, > 1 apart; scaling both by the root of F makes them touch.
typedef struct scree_contact_function {
    double value, lambda;
    scree_vec3 gradient;            ///< of the value with respect to B's position; A's is its negative
    scree_vec3 rotation_gradient_a; ///< of the value with respect to a small rotation vector (world axes) of A
    scree_vec3 rotation_gradient_b; ///< and of B
    scree_vec3 point;               ///< where the scaled ellipsoids touch
} scree_contact_function;

SCREE_API scree_status scree_perram_wertheim(const scree_body *a, const scree_body *b, scree_contact_function *out);

/// Parameters of the ellipsoid methods, as girault-2022 names them; start from scree_ellipsoid_parameters_defaults(). A
/// value that is not positive and finite (or a coulomb_shrink or jain_shrink that is not below 1) means the default, and
/// so do all zeros. D is the mean of the two equivalent diameters, 2 (a b c)^(1/3).
struct scree_ellipsoid_parameters {
    uint32_t size;         ///< 0, or as in scree_query_options: a method refuses another version's
    bool adaptive_angle;   ///< moving-balls: threshold by the curvature at hand (F.6) instead of the constant (2.9)
    bool initial_coulomb;  ///< newton-coulomb: the initial version (2.36) instead of the modified one (Algorithm 4)
    double coulomb_most;   ///< modified: C_max of (2.45), the longest step in curvature radii; 0.01 (to about 0.1)
    double coulomb_near;   ///< modified: tau of (2.45), how much shorter steps are when close; 1 (0.01 in Table 1)
    double coulomb_shrink; ///< modified: lambda of Algorithm 3, the factor for a step that does not help; 0.5
    double coulomb_force;  ///< initial: p_1 of (2.35), length^3 / time^2; 0: (D / 2)^3
    double coulomb_drag;   ///< initial: p_2 of (2.35), 1 / time; 2. The paper has no values for these three
    double coulomb_step;   ///< initial: delta of (2.36), time; 0.1
    double penalty;        ///< exterior-penalty: lambda of (2.52), length^2; 0: 1000 D^2 (to 10,000 D^2)
    double penalty_stop;   ///< exterior-penalty: eps_G of (2.67), length; 0: 1e-4 D, less seldom converges
    double jain_factor;    ///< jain: on C_m of (2.71); 1 as published (to 1/200)
    double jain_shrink;    ///< jain: lambda of the backtracking loop of 3.4.5, below 1; 0: none, as published
};

SCREE_API scree_ellipsoid_parameters scree_ellipsoid_parameters_defaults(void);

#ifdef __cplusplus
}
#endif

#endif
