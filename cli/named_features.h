// Checking a contact whose features are named without their numbers.
#ifndef SCREE_CLI_NAMED_FEATURES_H
#define SCREE_CLI_NAMED_FEATURES_H

#include "scree/verify.h"

/// scree_verify(), where index_a and index_b may be -1 with a vertex, an edge or a face: the claim then is that there
/// is one of that kind. Those that hold the point are tried.
scree_status scree_cli_verify_named(const scree_body bodies[2], const scree_contact *contact,
                                    const scree_verify_options *options, scree_verification *out);

#endif
