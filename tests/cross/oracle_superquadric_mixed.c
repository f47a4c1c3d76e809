// A superquadric and a half space, capsule, box or polyhedron: `auto` and the papers' methods against the reference.
//
// With arguments: a class (or `all`), a seed, and the number of one pair, whose answer is printed whatever it is.
#include <string.h>

#include "check.h"
#include "oracle/superquadric_judge.h"

int main(int argc, char **argv)
{
    round_study study = { .group = SCREE_SUPERQUADRIC_MIXED, .seed = 20190501, .one_in = 100, .number = -1 };
    study.undecided = 0.01;
    study.unsure = 0.015;
    study.pairs = check_scaled(50000);
    study.thorough = study.pairs / 500;
    if (argc > 1 && strcmp(argv[1], "all") != 0) study.only = argv[1];
    if (argc > 2) study.seed = strtoull(argv[2], NULL, 10);
    if (argc > 3) study.number = strtol(argv[3], NULL, 10);
    long done = 0, faults = scree_oracle_round_drive(&study, &done);
    CHECK_MSG(done > 0, "no class of that name");
    CHECK_MSG(faults == 0, "%ld faults over %ld pairs with a superquadric", faults, done);
    return check_done();
}
