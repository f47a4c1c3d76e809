// Spheres, capsules, half spaces and rounded solids against the oracle.
#include "check.h"
#include "oracle/drive.h"

int main(void)
{
    long done = 0, faults = scree_oracle_drive_group(SCREE_SCENE_ROUND, 20240611, check_scaled(330000), &done);
    CHECK_MSG(faults == 0, "%ld of %ld round pairs are wrong", faults, done);
    return check_done();
}
