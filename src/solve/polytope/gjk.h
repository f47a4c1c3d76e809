// The distance search of Gilbert, Johnson and Keerthi on two cores.
#ifndef SCREE_SOLVE_POLYTOPE_GJK_H
#define SCREE_SOLVE_POLYTOPE_GJK_H

#include "pair/simplex.h"
#include "scree/query.h"

typedef enum scree_gjk_verdict {
    SCREE_GJK_APART,  ///< a separating axis is known: lower > 0
    SCREE_GJK_INSIDE, ///< a tetrahedron of M holds the origin
    SCREE_GJK_NEAR    ///< neither could be proven: the origin is on the boundary of M up to rounding, or the search
                      ///< stalled
} scree_gjk_verdict;

typedef struct scree_gjk_options {
    scree_vec3 start;  ///< first direction, from A to B; not 0
    double tolerance;  ///< stop when upper - lower is no more than this
    double relative;   ///< or no more than this times upper
    double stop_above; ///< stop as soon as lower is above this; infinity: never
    double stop_below; ///< stop as soon as upper is at most this; -infinity: never
    int max_iterations;
    scree_trace_fn trace;
    void *trace_user;
    double radii; ///< of both rounding balls, so that the trace shows the distance of the bodies, not of the cores
} scree_gjk_options;

typedef struct scree_gjk_result {
    scree_gjk_verdict verdict;
    scree_simplex simplex; ///< its weights give the nearest point v, and the witness points
    scree_vec3 v;
    double lower; ///< the gap along `axis`: at most the signed distance of the cores
    scree_vec3 axis;
    double upper; ///< at least the distance of the cores: that of the two points that the weights give
    int iterations;
} scree_gjk_result;

void scree_gjk(const scree_cores *c, const scree_gjk_options *o, scree_gjk_result *r);

#endif
