// The door to scree_verify(), which tests share with what places scenes.
#ifndef SCREE_ORACLE_VERIFIED_H
#define SCREE_ORACLE_VERIFIED_H

#include "scenes/verified.h"

#endif
