// Checks answers by scree_verify(): scenes/verified.h, for tests.
#ifndef SCREE_ORACLE_VERIFIED_H
#define SCREE_ORACLE_VERIFIED_H

#include <string.h>

#include "scenes/verified.h"

/// Whether `x` and `y`, of the same bodies and options, are one answer to scree_verify(): the same bytes but for the
/// number of steps, which is no claim. A test that has checked one of them has checked both.
static inline bool is_verified_as(const scree_contact *x, const scree_contact *y)
{
    scree_contact z = *x;
    z.iterations = y->iterations;
    return memcmp(&z, y, sizeof z) == 0;
}

#endif
