// The quick "no" to the question that a DEM asks: one axis that proves two bodies to be far enough apart.
#ifndef SCREE_PAIR_BEYOND_H
#define SCREE_PAIR_BEYOND_H

#include "scree/query.h"

/// Whether the signed distance is above the margin (0 or more), and above the tolerance (negative: the default) within
/// which bodies touch, by a proof along one axis: that of the cache, turned with the features that met along it, or
/// else the line between the bodies' origins. If so, `out` is the short answer (see scree_contact.beyond), and the
/// cache, which may be NULL, keeps the axis. If not, or if anything is out of the ordinary (a pose that is none, a half
/// space, a shape far from its origin), nothing is said, and `out` and the cache are as they were. Shapes must not be
/// NULL. Symmetric, to the last bit.
bool scree_beyond(const scree_body *a, const scree_body *b, double margin, double tolerance, scree_cache *cache,
                  scree_contact *out);

#endif
