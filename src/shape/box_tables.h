// What all shapes of kind SCREE_BOX have in common.
#ifndef SCREE_SHAPE_BOX_TABLES_H
#define SCREE_SHAPE_BOX_TABLES_H

#include "shape/shape.h"

/// Lets a hull point to the tables, which nobody writes to.
void scree_box_share_tables(scree_hull *hull);

#endif
