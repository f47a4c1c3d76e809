// Polyhedra against the oracle: generic, degenerate, touching, nested, thin, far, tiny and huge.
#include "check.h"
#include "oracle/drive.h"

int main(void)
{
    long done = 0, faults = scree_oracle_drive_group(SCREE_SCENE_POLYHEDRA, 20240611, check_scaled(400000), &done);
    CHECK_MSG(faults == 0, "%ld of %ld pairs of polyhedra are wrong", faults, done);
    return check_done();
}
