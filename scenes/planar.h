// Pairs of polygons from the papers' figures: reconstructions, for the papers print no coordinates.
#ifndef SCREE_SCENES_PLANAR_H
#define SCREE_SCENES_PLANAR_H

#include "scree/body.h"
#include "scree/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_planar_pair {
    const char *what; ///< which polygons, and how they stand
    scree_body a, b;
} scree_planar_pair;

/// Nine pairs in the spirit of nezami-2006, Fig. 13: apart, with a common plane that all methods find; and the four
/// configurations of feng-tan-2020, Fig. 4: a quadrilateral and a triangle that moves.
enum { SCREE_LINK_PAIRS = 9, SCREE_ROTATED_PAIRS = 4 };

/// False with the reason in `error`. scree_planar_close() destroys the shapes of `count` pairs.
bool scree_link_pairs_open(scree_planar_pair out[SCREE_LINK_PAIRS], scree_error *error);
bool scree_rotated_pairs_open(scree_planar_pair out[SCREE_ROTATED_PAIRS], scree_error *error);
void scree_planar_close(scree_planar_pair *pairs, int count);

#ifdef __cplusplus
}
#endif

#endif
