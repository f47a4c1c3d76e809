// scree-tests-FOLDER: the tests of one folder in one program, so that a changed source relinks a few programs, not 150.
//
//   scree-tests-unit                           lists the tests
//   scree-tests-unit solve/polytope/gjk [...]  runs one of them, with the arguments that follow
//
// A process runs one test. With a table of one row, it is the program of a single test (test-unit-solve-polytope-gjk),
// which takes the test's own arguments alone.
#include <stdio.h>
#include <string.h>

#include "fp_traps.h"
#include "runner/rows.h"

enum { USAGE = 2 };

static int run(const test_row *test, int argc, char **argv)
{
    if (test->traps) turn_traps_on();
    return test->plain != NULL ? test->plain() : test->with_arguments(argc, argv);
}

int main(int argc, char **argv)
{
    if (test_row_count == 1) return run(&test_rows[0], argc, argv);
    if (argc < 2) {
        for (int i = 0; i < test_row_count; ++i) puts(test_rows[i].name);
        return 0;
    }
    for (int i = 0; i < test_row_count; ++i) {
        if (strcmp(test_rows[i].name, argv[1]) == 0) return run(&test_rows[i], argc - 1, argv + 1);
    }
    fprintf(stderr, "%s: no test \"%s\"; without arguments, the program lists them\n", argv[0], argv[1]);
    return USAGE;
}
