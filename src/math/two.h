// Vectors of two doubles, one for each body of a pair.
#ifndef SCREE_MATH_TWO_H
#define SCREE_MATH_TWO_H

/// A's value in lane 0, B's in lane 1: what both bodies need is written, and computed, once.
typedef double scree_two __attribute__((vector_size(16)));

/// A comparison of two of them: all bits of a lane, or none.
typedef long long scree_two_mask __attribute__((vector_size(16)));

#endif
