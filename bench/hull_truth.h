// The exact signed distance of two polytopes of any number of vertices, or balls about such: for the judge.
#ifndef SCREE_BENCH_HULL_TRUTH_H
#define SCREE_BENCH_HULL_TRUTH_H

#include "scenes/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Room that is kept between pairs; starts empty ({0}).
typedef struct bench_hull_truth {
    struct bench_hull_room *room;
} bench_hull_truth;

/// Polyhedra, and balls, which are points with a radius.
bool bench_hull_truth_serves(const scree_solid *solid);

/// The signed distance in 64 bits, to 4e-17 of its size: false where that is not proven, and where memory
/// ran out.
bool bench_hull_truth_of(bench_hull_truth *truth, const scree_solid *a, const scree_body *pose_a, const scree_solid *b,
                         const scree_body *pose_b, double *out);

void bench_hull_truth_free(bench_hull_truth *truth);

#ifdef __cplusplus
}
#endif

#endif
