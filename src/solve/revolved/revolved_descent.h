// The best normal of a body of revolution and another, by descent from several starts.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_DESCENT_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_DESCENT_H

#include "pair/axis.h"
#include "solve/revolved/revolved_symmetry.h"

typedef struct scree_descent {
    const scree_revolved *pair;
    scree_axis best;   ///< the largest gap so far
    double width;      ///< a gap larger by a fraction of this is worth a descent
    double along_phi;  ///< slope of the depth along the azimuth at the best normal; infinite: unknown
    scree_mvertex at;  ///< hint for the next support query
    int count;         ///< of descents
    double phi, theta; ///< where the last one ended
} scree_descent;

/// Starts at likely normals: along the axis, the lowest of a coarse grid, and the best so far.
void scree_descent_guess(scree_descent *s);

/// Reports the depth along m, at these angles; if it is less than the best, descends from there.
void scree_descent_note(scree_descent *s, scree_vec3 m, double depth, double phi, double theta);

/// Descends from these angles, unless the last descent ended close to them.
void scree_descent_again(scree_descent *s, double phi, double theta);

#endif
