// What an answer claims about its patch beside the area, and about the vertices of its features.
//
// The library's check proves the area and the contact point from the numbered features. Here, in double, the corners are
// compared with these features and with that area.
#ifndef SCREE_CLI_PATCH_CLAIMS_H
#define SCREE_CLI_PATCH_CLAIMS_H

#include "complaint.h"
#include "scree/verify.h"
#include "shapes.h"

/// Start from all zeros.
typedef struct patch_claims {
    bool has_corners, has_centroid, has_vertices[2];
    json_value corners, vertices[2]; ///< of the answer; checked when they were read
    scree_vec3 centroid;
    size_t count; ///< of the corners
} patch_claims;

/// Read corners and centroid from their values, and the lists of vertices. False with a complaint.
bool scree_cli_patch_corners_read(json_value value, int dimension, patch_claims *out, complaint *c);
bool scree_cli_patch_vertices_read(json_value value, int which, patch_claims *out, complaint *c);

/// Refute what does not fit: `out` is the verdict on the rest, on a contact whose features have numbers. `slack` is how far
/// points may be off in addition to rounding. False with a complaint where memory ran out.
bool scree_cli_patch_check(const patch_claims *k, stored_shape *const shapes[2], const scree_body bodies[2],
                           const scree_contact *contact, double slack, bool area, scree_verification *out,
                           complaint *c);

/// Whether the corners can be checked: each body meets the other one with a numbered feature, a half space or a capsule.
bool scree_cli_patch_known(const scree_body bodies[2], const scree_contact *contact);

#endif
