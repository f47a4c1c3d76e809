// Tests and the placing of scenes check every answer that they get by scree_verify(): through these calls.
#ifndef SCREE_SCENES_VERIFIED_H
#define SCREE_SCENES_VERIFIED_H

#include "scree/query.h"
#include "scree/verify.h"

/// The verdict of scree_verify() on an answer to a query with these options (NULL: the defaults). Of the papers' methods,
/// whose normals and points need not be right, only the intervals are checked; verified.c lists the exceptions for points.
scree_verification scree_verified(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  const scree_contact *contact);

/// What is false, or NULL: the answer, if the verdict refutes it; or the verdict's own bounds, if they exclude the exact
/// distance, which the oracle has between `lower` and `upper`, rounded by no more than `blur`.
const char *scree_verified_fault(const scree_verification *verification, double lower, double upper, double blur);

/// As scree_verified(): false if the answer is refuted; a line on standard error then names `what` and why.
bool scree_verified_holds(const char *what, const scree_body *a, const scree_body *b,
                          const scree_query_options *options, const scree_contact *contact);

/// scree_query() for what places scenes: its answer holds, or the program ends (nothing is to be built on a wrong one).
scree_status scree_verified_query(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  scree_contact *contact);

#endif
