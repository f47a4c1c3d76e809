// Hulls to bytes and back.
#ifndef SCREE_SHAPE_HULL_HULL_BYTES_H
#define SCREE_SHAPE_HULL_HULL_BYTES_H

#include "shape/byte_stream.h"
#include "shape/shape.h"

void scree_put_polyhedron(scree_byte_writer *writer, const scree_shape *shape);
void scree_put_polygon(scree_byte_writer *writer, const scree_shape *shape);

/// From all that is left in the reader; NULL with the reason in `error`.
scree_shape *scree_get_polyhedron(scree_byte_reader *reader, scree_error *error);
scree_shape *scree_get_polygon(scree_byte_reader *reader, scree_error *error);

#endif
