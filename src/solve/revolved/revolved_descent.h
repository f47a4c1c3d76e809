// The best normal of a body of revolution and another, by descent from several starts.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_DESCENT_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_DESCENT_H

#include "pair/axis.h"
#include "solve/revolved/revolved_symmetry.h"

typedef struct scree_descent {
    const scree_revolved *pair;
    scree_axis best;   ///< the largest gap so far
    double width;      ///< a gap that is larger by a part of this is worth a descent
    double along_phi;  ///< how the depth changes with the azimuth at the best normal; infinite: not known
    scree_mvertex at;  ///< the hint of the next support
    int count;         ///< of descents
    double phi, theta; ///< where the last one ended
} scree_descent;

/// Starts on normals that are likely: along the axis, the lowest of a coarse grid, and the best so far.
void scree_descent_guess(scree_descent *s);

/// The depth along m, at these angles: where it is less than the best, it leads down from there.
void scree_descent_note(scree_descent *s, scree_vec3 m, double depth, double phi, double theta);

/// Down from these angles, unless the last descent ended next to them.
void scree_descent_again(scree_descent *s, double phi, double theta);

#endif
