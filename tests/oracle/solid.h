// A scene's solid as the oracle sees it.
#ifndef SCREE_ORACLE_SOLID_H
#define SCREE_ORACLE_SOLID_H

#include "oracle/hull.h"
#include "scenes/pairs.h"

/// By brute force from the numbers that the solid was made from; only above SCREE_ORACLE_BRUTE points, from the
/// library's faces after proof. NULL on failure.
oracle_hull *scree_oracle_solid(const scree_solid *solid);

enum { SCREE_ORACLE_BRUTE = 80 };

#endif
