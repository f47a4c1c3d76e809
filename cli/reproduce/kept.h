// Results of simulations that take long, kept in a file as they come: a command that was interrupted goes on after the last.
#ifndef SCREE_CLI_KEPT_H
#define SCREE_CLI_KEPT_H

#include "study.h"

/// Values kept under this key by this version of scree, if there is a file (options->keep) and it has exactly so many.
bool scree_kept_find(const study_options *options, const char *key, double *values, size_t count);
/// From any thread. False with errno: the file cannot be written. True also where there is no file.
bool scree_kept_add(const study_options *options, const char *key, const double *values, size_t count);

#endif
