// Somebody else's answer: JSON read into a contact, with flags for the fields that it has.
#ifndef SCREE_CLI_CLAIMS_H
#define SCREE_CLI_CLAIMS_H

#include "complaint.h"
#include "scree/verify.h"

typedef struct claims {
    scree_contact contact;
    unsigned there;    ///< SCREE_VERIFY_INTERVAL and so on
    bool numbered;     ///< the features have their numbers
    double tolerance;  ///< what error is claimed where there is no interval; negative: not said
    bool lower, upper; ///< which ends of the interval are there; the other one is to be filled in
} claims;

/// Read the object. Fields that are none of the protocol's are ignored, unless they look like one that is missing.
/// False with a complaint.
bool scree_cli_claims_read(json_value value, int dimension, claims *out, complaint *c);

#endif
