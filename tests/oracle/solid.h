// A scene's solid as the oracle sees it.
#ifndef SCREE_ORACLE_SOLID_H
#define SCREE_ORACLE_SOLID_H

#include "oracle/hull.h"
#include "scenes/pairs.h"

/// By brute force from the numbers that the solid was made from; only above SCREE_ORACLE_BRUTE points, from the
/// library's faces after proof. NULL on failure.
oracle_hull *scree_oracle_solid(const scree_solid *solid);

/// All solids of a scene, by number. NULL on failure, of which a line is printed.
oracle_hull **scree_oracle_solids(const scree_scene *scene);
void scree_oracle_solids_free(const scree_scene *scene, oracle_hull **hulls);

/// The solid's shape in another unit: all lengths times k. NULL on failure.
scree_shape *scree_oracle_solid_scaled(const scree_solid *solid, double k);

enum { SCREE_ORACLE_BRUTE = 80 };

#endif
