// The verdict on two hulls, scanned over 2 lanes: portable C. See hull_verdict.h.
//
// A file of its own: compilers inline less in large ones, and this would wait for vectors that go through memory.
#define SCREE_LANES 2
#include "kernels/hull/hull_verdict.h"
#include "kernels/kernels.h"

int scree_hull_farther_lanes_2(const scree_body *a, const scree_body *b, double margin)
{
    return farther_than(a, b, margin);
}
