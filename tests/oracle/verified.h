// Checks answers by scree_verify(): scenes/verified.h, for tests.
#ifndef SCREE_ORACLE_VERIFIED_H
#define SCREE_ORACLE_VERIFIED_H

#include "scenes/verified.h"

#endif
