// Writes the message of an error into the caller's scree_error.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

scree_status scree_error_set(scree_error *error, scree_status status, const char *format, ...)
{
    if (error == NULL) return status;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}
