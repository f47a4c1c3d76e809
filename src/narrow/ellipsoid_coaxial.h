// The depth of two spheroids on one axis, or nearly: a ring of normals has it.
#ifndef SCREE_NARROW_ELLIPSOID_COAXIAL_H
#define SCREE_NARROW_ELLIPSOID_COAXIAL_H

#include "narrow/ellipsoid_pair.h"

/// How far above the gap of x the signed distance can be, by the spheroids inside the two bodies, put on one axis. True
/// for any pair (INFINITY where nothing is proven), and sharp for coaxial spheroids.
double scree_ellipsoid_coaxial_doubt(const scree_ellipsoid_pair *p, double enough, const scree_ellipsoid_view *x);

#endif
