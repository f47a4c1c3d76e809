// The main of the tests against the reference for superquadrics and bodies of revolution.
//
// With arguments: a class (or `all`), a seed, and the number of one pair, whose answer is printed whatever it is.
#ifndef SCREE_TESTS_CROSS_SUPERQUADRIC_MAIN_H
#define SCREE_TESTS_CROSS_SUPERQUADRIC_MAIN_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle/superquadric_judge.h"

/// `unsure` is the share of pairs that the reference itself may know only roughly.
static inline int superquadric_main(int argc, char **argv, scree_superquadric_group group, double unsure)
{
    round_study study = { .group = group, .seed = 20190501, .one_in = 100, .number = -1 };
    study.unsure = unsure;
    study.pairs = check_scaled(50000);
    study.thorough = study.pairs / 500;
    if (argc > 1 && strcmp(argv[1], "all") != 0) study.only = argv[1];
    if (argc > 2) study.seed = strtoull(argv[2], NULL, 10);
    if (argc > 3) study.number = strtol(argv[3], NULL, 10);
    long done = 0, faults = scree_oracle_round_drive(&study, &done);
    CHECK_MSG(done > 0, "no class of that name");
    CHECK_MSG(faults == 0, "%ld faults over %ld pairs", faults, done);
    return check_done();
}

#endif
