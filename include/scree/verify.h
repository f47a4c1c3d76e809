// Checks an answer: is this contact of these two bodies right? By proof, without another search.
//
//   scree_verify()        proves or refutes a contact, scree's or any other library's
//   scree_claim_name()    what decided, as a word
//
// Nothing here shares code with the searches. Lengths are evaluated in double-double, about 31 digits, with bounds on
// the rounding that is left; the bodies are those that their doubles define. See docs/verify.md.
#ifndef SCREE_VERIFY_H
#define SCREE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "scree/body.h"
#include "scree/contact.h"
#include "scree/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scree_verdict {
    SCREE_PROVEN,   ///< every claim checked holds
    SCREE_REFUTED,  ///< one of them does not; `claim` says which
    SCREE_UNDECIDED ///< none is refuted, but `claim` cannot be proven without a search
} scree_verdict;

/// What a contact claims, in the order in which the claims are checked.
typedef enum scree_claim {
    SCREE_CLAIM_NONE,     ///< all of them: nothing was refuted or left open
    SCREE_CLAIM_NUMBERS,  ///< every field is finite and in range, every enum one of its values
    SCREE_CLAIM_STATUS,   ///< there is an answer
    SCREE_CLAIM_NORMAL,   ///< a unit vector; of a half space, its own normal
    SCREE_CLAIM_DISTANCE, ///< lower <= distance <= upper
    SCREE_CLAIM_LOWER,    ///< the bodies are `lower` apart along the normal
    SCREE_CLAIM_UPPER,    ///< the signed distance is at most `upper`
    SCREE_CLAIM_WIDTH,    ///< with status ok, the interval is no wider than the tolerance, or than rounding explains
    SCREE_CLAIM_STATE,    ///< the state fits the distance
    SCREE_CLAIM_POINTS,   ///< point_b - point_a = distance * normal, and each is on its body's surface
    SCREE_CLAIM_FEATURES, ///< the features exist, hold the points and face the other body
    SCREE_CLAIM_PATCH,    ///< the area is that of what the two features share
    SCREE_CLAIM_POINT,    ///< the contact point is midway, or the middle of the patch
    SCREE_CLAIM_BEYOND    ///< a distance claimed to be beyond the margin is
} scree_claim;

/// Which fields of the contact are claims, as bits. `distance` and `normal` always are.
enum {
    SCREE_VERIFY_INTERVAL = 1, ///< lower and upper; without them, distance -+ tolerance are taken
    SCREE_VERIFY_POINTS = 2,   ///< point_a and point_b; without them, few upper ends can be proven
    SCREE_VERIFY_STATE = 4,
    SCREE_VERIFY_FEATURES = 8,
    SCREE_VERIFY_PATCH = 16, ///< patch_area; only with the features
    SCREE_VERIFY_POINT = 32,
    SCREE_VERIFY_STATUS = 64, ///< status, and with it the width of the interval
    SCREE_VERIFY_ALL = 127
};

/// Start from scree_verify_defaults(), or pass NULL for them. Where `size` is 0, every zero field means its default. For
/// no claims, a tolerance of 0 or no axes, start from scree_verify_defaults().
typedef struct scree_verify_options {
    uint32_t size;   ///< as in scree_query_options; another version's is SCREE_INVALID_ARGUMENT
    unsigned claims; ///< by default SCREE_VERIFY_ALL
    /// The absolute error of the distance that was requested, or is claimed. Negative: 1e-12 of scree_pair_size(), as
    /// in a query; 1e-9 of it if there is no interval. Points may be off by a tolerance wider than the default.
    double tolerance;
    bool within;   ///< the query had this margin
    double margin; ///< with `within`: the margin that a `beyond` contact is beyond
    int most_axes; ///< overlapping polyhedra: the most pairs of edges that are tried; 0: none; by default 4096
} scree_verify_options;

SCREE_API scree_verify_options scree_verify_defaults(void);

/// The verdict and the values behind it: `claimed` is what the contact says, `found` what was computed, and `allowed`
/// how far the two may be apart (in the claim's own unit: lengths, except for normals, areas and feature indices).
typedef struct scree_verification {
    scree_verdict verdict;
    scree_claim claim;  ///< what decided; SCREE_CLAIM_NONE if everything is proven
    const char *reason; ///< in words, without a full stop; a constant, never NULL
    double claimed, found, allowed;
    double lower, upper; ///< proven bounds on the signed distance; infinite if there are none
} scree_verification;

/// SCREE_OK if there is a verdict. SCREE_INVALID_ARGUMENT if a pointer is NULL, an option is NaN, or the options are those of another
/// version's header; SCREE_INVALID_POSE and SCREE_MIXED_DIMENSIONS as in a query. Allocates nothing, raises no floating-point exception except inexact and
/// underflow. O(vertices), except for overlapping polyhedra (see most_axes).
SCREE_API scree_status scree_verify(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                    const scree_verify_options *options, scree_verification *out);

/// "proven", "refuted", "undecided"
SCREE_API const char *scree_verdict_name(scree_verdict verdict);
/// "lower", "upper", "normal", "points", ...; "all" for SCREE_CLAIM_NONE.
SCREE_API const char *scree_claim_name(scree_claim claim);

#ifdef __cplusplus
}
#endif

#endif
