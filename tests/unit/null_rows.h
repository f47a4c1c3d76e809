// A table of public calls, each with the function that hands NULL to it.
#ifndef SCREE_TESTS_NULL_ROWS_H
#define SCREE_TESTS_NULL_ROWS_H

#include "check.h"

typedef struct null_row {
    const char *name; // of the public function
    void (*check)(void);
} null_row;

static inline void check_null_rows(const null_row *rows, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const long before = check_failures;
        rows[i].check();
        if (check_failures > before) fprintf(stderr, "in the row of %s\n", rows[i].name);
    }
}

#endif
