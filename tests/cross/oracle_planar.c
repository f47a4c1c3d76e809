// Polygons and discs against the oracle.
#include "check.h"
#include "oracle/drive.h"

int main(void)
{
    long done = 0, faults = scree_oracle_drive_group(SCREE_SCENE_PLANAR, 20240611, check_scaled(330000), &done);
    CHECK_MSG(faults == 0, "%ld of %ld pairs in the plane are wrong", faults, done);
    return check_done();
}
