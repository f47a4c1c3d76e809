// The version of the headers, and of the library that is linked.
#ifndef SCREE_VERSION_H
#define SCREE_VERSION_H

#include "scree/export.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SCREE_VERSION_MAJOR 0
#define SCREE_VERSION_MINOR 3
#define SCREE_VERSION_PATCH 0

/// The version of the linked library, as "0.3.0".
SCREE_API const char *scree_version(void);

#ifdef __cplusplus
}
#endif

#endif
