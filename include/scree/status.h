// The outcome of a call: a status and, for calls that take user data, a message.
#ifndef SCREE_STATUS_H
#define SCREE_STATUS_H

#include "scree/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scree_status {
    SCREE_OK = 0,
    SCREE_NO_CONVERGENCE,   ///< the answer is the best known; its interval says how good it is
    SCREE_INVALID_ARGUMENT, ///< a value, a count or a pointer that is not valid
    /// A position that is not finite or is beyond 1e60, or an orientation of length 0; in 2-D, one that leaves the
    /// plane.
    SCREE_INVALID_POSE,
    SCREE_DEGENERATE_SHAPE,  ///< coplanar or collinear vertices: no volume (no area)
    SCREE_NOT_CONVEX,        ///< a mesh that is not convex, and its hull was not requested
    SCREE_MIXED_DIMENSIONS,  ///< a 2-D body with a 3-D body
    SCREE_UNBOUNDED_OVERLAP, ///< two half spaces that no translation separates
    SCREE_UNSUPPORTED_PAIR,  ///< the method does not support this pair of shapes
    SCREE_SCRATCH_TOO_SMALL, ///< too little memory from the caller: scratch, or room for the results
    SCREE_NO_MEMORY,
    SCREE_FILE_ERROR ///< a file that cannot be opened, read or understood
} scree_status;

enum { SCREE_MESSAGE_SIZE = 256 };

/// Filled by calls that create things from user data; the message names the field, line or file.
typedef struct scree_error {
    scree_status status;
    char message[SCREE_MESSAGE_SIZE];
} scree_error;

/// The status as a word ("ok", "no_convergence", "invalid_pose", ...).
SCREE_API const char *scree_status_name(scree_status status);

/// The status as a sentence, without a full stop ("a 2-D body cannot meet a 3-D body").
SCREE_API const char *scree_status_text(scree_status status);

#ifdef __cplusplus
}
#endif

#endif
