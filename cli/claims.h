// Somebody else's answer: JSON read into a contact, with flags for the fields that it has.
#ifndef SCREE_CLI_CLAIMS_H
#define SCREE_CLI_CLAIMS_H

#include "complaint.h"
#include "patch_claims.h"
#include "scree/verify.h"

typedef struct claims {
    scree_contact contact;
    unsigned there; ///< SCREE_VERIFY_INTERVAL and so on
    bool named[2];  ///< that body's feature has its number, or is a surface, which has none
    patch_claims patch;
    unsigned
        ignored; ///< fields that are there, claim something, and are not checked: bits, see scree_cli_claims_ignored()
    double tolerance;  ///< what error is claimed where there is no interval; negative: not said
    bool lower, upper; ///< which ends of the interval are there; the other one is to be filled in
} claims;

/// The i-th of the fields that may be in `ignored`; NULL at the end.
const char *scree_cli_claims_ignored(int i);
enum {
    IGNORED_POINT_A = 1,
    IGNORED_POINT_B = 2,
    IGNORED_POINT = 4,
    IGNORED_FEATURES = 8,
    IGNORED_VERTICES_A = 16,
    IGNORED_VERTICES_B = 32,
    IGNORED_PATCH = 64,
    IGNORED_CORNERS = 128,
    IGNORED_CENTROID = 256,
    IGNORED_VOLUME = 512,
    IGNORED_FIELD = 1024
};

/// Read the object. Fields that are none of the protocol's are ignored, unless they look like one that is missing.
/// False with a complaint.
bool scree_cli_claims_read(json_value value, int dimension, claims *out, complaint *c);

#endif
