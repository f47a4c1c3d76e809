// The arrays of 4.1.1: equal spheroids in a periodic box, placed one after the other wherever there is room, and the
// pairs of them whose distance is asked for.
//
// Lengths are in equivalent diameters. The spheroids stand in the order in which they were placed, so that the first
// fifth of an array is an array too, of a fifth of the volume fraction: one array serves for all of them.
#ifndef SCREE_CLI_GIRAULT_ARRAYS_H
#define SCREE_CLI_GIRAULT_ARRAYS_H

#include <stddef.h>
#include <stdint.h>

#include "adsorb.h"
#include "scree/body.h"
#include "study.h"

/// Parts of an array, each of 0.05 of volume fraction: the first k are the array of k times that.
enum { ARRAY_PARTS = 5, ARRAY_ASPECTS = 6, ARRAY_LENGTHS = 3 };

typedef struct girault_array {
    double aspect, length;
    scree_shape *shape;
    packing packing;
    size_t pair_count;
    packing_pair *pairs; ///< sorted by the part that they belong to: that of the later of the two
    size_t part_end[ARRAY_PARTS];
} girault_array;

/// (3.1) and (4.1): NULL with the reason in `error`.
scree_shape *scree_girault_spheroid(double aspect, double diameter, scree_error *error);

/// False where memory ran out, or the volume fraction of 0.25 was not reached.
bool scree_girault_array_open(girault_array *array, double aspect, double length, uint64_t seed, scree_error *error);
void scree_girault_array_close(girault_array *array);
/// The two bodies of pair i.
void scree_girault_array_pair(const girault_array *array, size_t i, scree_body *a, scree_body *b);

/// For each aspect ratio one of each length. The last length is the largest.
typedef struct girault_arrays {
    double lengths[ARRAY_LENGTHS];
    girault_array array[ARRAY_LENGTHS][ARRAY_ASPECTS];
} girault_arrays;

/// False where it was interrupted, or could not go on. To be closed in any case.
bool scree_girault_arrays_open(girault_arrays *arrays, const study_options *options);
/// Those of the largest length alone.
bool scree_girault_arrays_open_largest(girault_arrays *arrays, const study_options *options);
void scree_girault_arrays_close(girault_arrays *arrays);

#endif
