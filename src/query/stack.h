// Scratch on the stack, for callers that bring none: the small size is enough for two small hulls; the large one, for smooth
// shapes and larger hulls, is taken only where it is needed.
#ifndef SCREE_QUERY_STACK_H
#define SCREE_QUERY_STACK_H

#include <stdalign.h>

#include "base/arena.h"

enum { SCREE_STACK_SMALL = 24 * 1024, SCREE_STACK_LARGE = 112 * 1024 };

#endif
