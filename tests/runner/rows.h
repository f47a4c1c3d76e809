// The tests of a program. CMake writes the table, from the names of the test files.
#ifndef SCREE_TESTS_ROWS_H
#define SCREE_TESTS_ROWS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct test_row {
    const char *name;
    int (*plain)(void); // main() of the test; one of the two is NULL
    int (*with_arguments)(int argc, char **argv);
    bool traps; // with floating-point traps on
} test_row;

extern const test_row test_rows[];
extern const int test_row_count;

#endif
