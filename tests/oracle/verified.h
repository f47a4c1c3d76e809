// Every answer that a test sees goes through scree_verify(): the one door to it.
#ifndef SCREE_ORACLE_VERIFIED_H
#define SCREE_ORACLE_VERIFIED_H

#include "scree/query.h"
#include "scree/verify.h"

/// What scree_verify() says of an answer to this question (its tolerance, its margin; NULL: the defaults). Answers of
/// the papers' methods, whose normals and points need not be right, are asked for their intervals alone; see verified.c for points that are let through.
scree_verification scree_verified(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  const scree_contact *contact);

/// What is false in it, or NULL: the answer, as it says itself, or, against what the oracle knows of the exact distance,
/// rounded by no more than `blur`, what it says to have proven of it.
const char *scree_verified_fault(const scree_verification *verification, double lower, double upper, double blur);

/// The same as scree_verified(); true unless it is refuted, and that is printed, with `what` it was, in one line.
bool scree_verified_holds(const char *what, const scree_body *a, const scree_body *b,
                          const scree_query_options *options, const scree_contact *contact);

#endif
