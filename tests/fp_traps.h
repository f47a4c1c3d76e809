// Floating-point traps, which tests have on as DEM codes do, so that a public call that lets a 0/0, a 1/0 or an overflow of
// its own through to the caller ends the test. Threads inherit them. tests/CMakeLists.txt names the tests that are exempt,
// with the reason. SCREE_TEST_TRAPS=0 in the environment turns them off.
#ifndef SCREE_TESTS_FP_TRAPS_H
#define SCREE_TESTS_FP_TRAPS_H

void turn_traps_on(void);

#endif
