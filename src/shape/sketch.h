// A polyhedron in few bytes, for searches that guess: see scree_sketch.
#ifndef SCREE_SHAPE_SKETCH_H
#define SCREE_SHAPE_SKETCH_H

#include "shape/build.h"

/// The place of a sketch, as lay_out() of build.c counts it: the bytes that it takes.
size_t scree_sketch_lay_out(scree_shape *shape, unsigned char *block, scree_shape_counts n);

/// Once all else is there.
void scree_sketch_draw(scree_shape *shape);

#endif
