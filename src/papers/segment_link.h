// The shortest link between two segments, seen in a plane parallel to both.
#ifndef SCREE_PAPERS_SEGMENT_LINK_H
#define SCREE_PAPERS_SEGMENT_LINK_H

#include "math/vec3.h"

/// nezami-2006, Appendix A, and steps i to iii of 3.5.2, Case 1: where on AB and CD, as fractions from 0 (A, C) to 1
/// (B, D), the shortest link ends; exactly 0 or 1 at an end. The segments need not lie in one plane: what they are
/// apart across it is the same for all links. `rounding` bounds the error of the coordinates.
void scree_segment_link(const scree_vec3 ab[2], const scree_vec3 cd[2], double rounding, double *on_ab, double *on_cd);

#endif
