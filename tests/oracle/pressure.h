// The pressure field of two hulls by its definition, in 113-bit arithmetic: every pair of faces is tried.
#ifndef SCREE_ORACLE_PRESSURE_H
#define SCREE_ORACLE_PRESSURE_H

#include "oracle/hull.h"

typedef struct oracle_pose {
    qrot rotation;
    qvec place;
} oracle_pose;

typedef struct oracle_pressure {
    qvec force;      ///< on B
    qvec moment;     ///< on B, about the place of A
    qvec centre;     ///< of pressure, from the place of A
    qvec area;       ///< integral of n dS
    quad pressure;   ///< integral of p dS
    quad surface;    ///< integral of dS
    quad second[6];  ///< xx, yy, zz, xy, xz, yz: second moments about the centre of the area projected along the force
    quad energy;     ///< 2 times the integral of the distance to the boundary of the shared volume
    quad least_span; ///< the least |n_i - n_j| of two faces of A and B that meet on S: how bad the problem can get
    int polygons;    ///< of S
} oracle_pressure;

oracle_pose scree_oracle_pose(const scree_body *body);

/// Hulls of at most some tens of facets, or a half space; polygons with each other. False: too many planes, or no memory.
bool scree_oracle_pressure(const oracle_hull *a, const oracle_pose *at_a, const oracle_hull *b, const oracle_pose *at_b,
                           oracle_pressure *out);

/// The energy alone.
bool scree_oracle_energy(const oracle_hull *a, const oracle_pose *at_a, const oracle_hull *b, const oracle_pose *at_b,
                         quad *out);

#endif
