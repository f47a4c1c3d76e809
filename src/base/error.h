// Filling a scree_error.
#ifndef SCREE_BASE_ERROR_H
#define SCREE_BASE_ERROR_H

#include "base/arithmetic.h"
#include "scree/status.h"

/// Write status and message (printf style, cut to fit) if `error` is not NULL; returns the status.
scree_status scree_error_set(scree_error *error, scree_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
