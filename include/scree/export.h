// SCREE_API marks what the shared library exports.
#ifndef SCREE_EXPORT_H
#define SCREE_EXPORT_H

#if defined(_WIN32) || defined(__CYGWIN__)
#define SCREE_API
#else
#define SCREE_API __attribute__((visibility("default")))
#endif

#endif
