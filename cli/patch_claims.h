// What an answer claims about its patch beside the area, and about the vertices of its features.
//
// The library's check proves the area and the contact point from the numbered features. Here, in double, corners and centroid
// are compared with what these features share, and with that area.
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

/// Refute what does not fit: `out` is the verdict on the rest. The list of the vertices of one body's feature, which is numbered, in the
/// numbers of that body's request. False with a complaint where memory ran out.
bool scree_cli_vertices_check(const patch_claims *k, int which, const stored_shape *s, const scree_contact *contact,
                              scree_verification *out, complaint *c);

/// The same of corners and centroid, of a contact whose features have numbers. `slack` is how far points may be off in
/// addition to rounding; `area`: one is claimed, and right.
bool scree_cli_patch_check(const patch_claims *k, const scree_body bodies[2], const scree_contact *contact,
                           double slack, bool area, scree_verification *out, complaint *c);

/// Whether these can be checked: each body meets the other one with a numbered feature, a half space or a capsule.
bool scree_cli_patch_known(const scree_body bodies[2], const scree_contact *contact);

#endif
