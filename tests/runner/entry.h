// Included before everything else in a test file (tests/CMakeLists.txt): its main() becomes one function among those of a
// runner. SCREE_TEST_FUNCTION is that name; SCREE_TEST_ARGUMENTS stands where main() takes arguments.
#ifndef SCREE_TESTS_ENTRY_H
#define SCREE_TESTS_ENTRY_H

#define main SCREE_TEST_FUNCTION

#ifdef SCREE_TEST_ARGUMENTS
int SCREE_TEST_FUNCTION(int argc, char **argv);
#else
int SCREE_TEST_FUNCTION(void);
#endif

#endif
