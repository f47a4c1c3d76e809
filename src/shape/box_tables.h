// What all shapes of kind SCREE_BOX have in common.
#ifndef SCREE_SHAPE_BOX_TABLES_H
#define SCREE_SHAPE_BOX_TABLES_H

#include "shape/shape.h"

/// Points a hull to the shared tables, which are constant.
void scree_box_share_tables(scree_hull *hull);

#endif
