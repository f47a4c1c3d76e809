// Two ellipsoids: `auto` and the papers' methods against the reference in 113 bits, over all classes.
#include <string.h>

#include "check.h"
#include "oracle/ellipsoid_judge.h"

int main(int argc, char **argv)
{
    ellipsoid_study study = { .pure = true, .seed = 20220901, .one_in = 100 };
    study.pairs = check_scaled(120000);
    study.proofs = check_scaled(12000);
    if (argc > 1 && strcmp(argv[1], "all") != 0) study.only = argv[1];
    if (argc > 2) study.seed = strtoull(argv[2], NULL, 10);
    long done = 0, faults = scree_oracle_ellipsoid_drive(&study, &done);
    CHECK_MSG(done > 0, "no class of that name");
    CHECK_MSG(faults == 0, "%ld faults over %ld pairs of ellipsoids", faults, done);
    return check_done();
}
