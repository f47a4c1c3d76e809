// The interface of contact laws. A law is a pure function: the contact, the motion of the two bodies and the contact's
// history in; the force on B out. It keeps nothing, allocates nothing and calls no other part of scree, so that the
// same source compiles for a GPU.
//
// SI units throughout. Index 0 is body A, 1 is body B; the normal points from A to B.
#ifndef SCREE_SIM_LAW_H
#define SCREE_SIM_LAW_H

#include "scree/contact.h"
#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The contact region, in one form for every law. Filled from scree_contact (linear, Hertz, depth), or from the
/// pressure field, the shared volume or the floating plane.
typedef struct scree_contact_region {
    scree_vec3 normal; ///< unit, from A to B
    scree_vec3 point;  ///< where the force acts, near A: in a periodic domain B is taken at its image near A
    double depth;      ///< of the overlap, above 0
    scree_vec3 force;  ///< pressure field, volume, floating plane: elastic force on B for unit stiffness
    scree_vec3 couple; ///< of that force about `point`, for unit stiffness
    double area;       ///< m^2 (2-D: m), projected along the force; 0 for a point contact
    double energy;     ///< elastic energy for unit stiffness; 0 if it was not requested
    double radius;     ///< Hertz: the reduced radius of curvature; laws with a region: its width, see patch.h
    double volume;     ///< shared by the two, m^3 (2-D: m^2), where the region is the shared volume; else 0
} scree_contact_region;

/// What a law of your own gets of a contact. Pairs of shapes that have no such region get the law of the table in
/// docs/simulation.md instead of yours.
typedef enum scree_law_region {
    SCREE_LAW_REGION_POINT, ///< normal, point and depth, of any pair of shapes; the stiffness is in N/m
    SCREE_LAW_REGION_FIELD, ///< the pressure field, with its energy: polyhedra and boxes, polygons, half spaces with them; N/m^3
    SCREE_LAW_REGION_VOLUME, ///< the shared volume: two polyhedra or boxes, two polygons; N/m^5
    SCREE_LAW_REGION_PLANE ///< the floating plane: polyhedra and blocky bodies, half spaces and smooth bodies with them; N/m^3
} scree_law_region;

/// The motion of one body, at the time of the contact.
typedef struct scree_contact_motion {
    scree_vec3 arm;      ///< from the body's centre of mass to the contact point
    scree_vec3 velocity; ///< of the centre of mass, m/s
    scree_vec3 spin;     ///< angular velocity, world axes, rad/s
} scree_contact_motion;

/// The constants of a contact: those of the two materials, mixed, and those of the two bodies.
typedef struct scree_contact_constants {
    double
        stiffness; ///< N/m (linear, depth), N/m^3 (pressure field, floating plane), N/m^5 (volume), reduced modulus, Pa (Hertz)
    double tangential_ratio;   ///< tangential over normal stiffness
    double damping_ratio;      ///< of the normal dashpot, as a fraction of critical damping; from the restitution
    double friction;           ///< Coulomb
    double rolling_friction;   ///< limit of the rolling couple, as a fraction of normal force times radius
    double torsional_friction; ///< limit of the torsional couple, likewise
    double adhesion;           ///< constant attractive force while they touch, N
    double mass;               ///< effective mass at the contact, along the normal, kg
    double radius;             ///< reduced radius, m: lever arm of rolling and torsion
} scree_contact_constants;

/// What a contact stores from step to step; all zeros when bodies meet. 64 bytes, saved in checkpoints.
typedef struct scree_contact_history {
    scree_vec3 shear; ///< tangential spring force on B, N
    union {
        scree_vec3 rolling; ///< rolling couple on B, N m
        scree_vec3 plane;   ///< floating plane: the last one, for the simulator, not for the law (changes are ignored)
    };
    double torsion;   ///< torsional couple on B about the normal, N m
    double stiffness; ///< tangential stiffness of the last step, N/m
} scree_contact_history;

/// What a law returns: force and couple on B; A gets the opposite at the same point.
typedef struct scree_contact_force {
    scree_vec3 force;  ///< on B, N
    scree_vec3 couple; ///< on B about the contact point, N m
    double elastic;    ///< energy stored in the contact, J
    double dissipated; ///< energy lost in this step, J
} scree_contact_force;

/// The type of a law, also of your own: examples/14_own_law.c. `motions` are those of A and of B.
typedef scree_contact_force (*scree_law_function)(const scree_contact_region *region,
                                                  const scree_contact_motion *motions,
                                                  const scree_contact_constants *constants, double dt,
                                                  scree_contact_history *history);

#ifdef __cplusplus
}
#endif

#endif
