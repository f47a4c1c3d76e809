// Names and descriptions of statuses, states and features, and the version.
#include "scree/status.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/arithmetic.h"
#include "scree/contact.h"
#include "scree/version.h"

#define TEXT_OF(number) #number
#define DOTTED(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

typedef struct status_words {
    const char *name, *text;
} status_words;

static const status_words words[] = {
    [SCREE_OK] = { "ok", "answered" },
    [SCREE_NO_CONVERGENCE] = { "no_convergence", "the search ended before the interval was as narrow as asked" },
    [SCREE_INVALID_ARGUMENT] = { "invalid_argument", "an argument is out of range" },
    [SCREE_INVALID_POSE] = { "invalid_pose", "a position is not finite or beyond 1e60, an orientation has length 0, or "
                                             "a 2-D body leaves the plane" },
    [SCREE_DEGENERATE_SHAPE] = { "degenerate_shape", "the points span no volume (in 2-D, no area)" },
    [SCREE_NOT_CONVEX] = { "not_convex", "the mesh is not convex" },
    [SCREE_MIXED_DIMENSIONS] = { "mixed_dimensions", "a 2-D body cannot meet a 3-D body" },
    [SCREE_UNBOUNDED_OVERLAP] = { "unbounded_overlap",
                                  "two half spaces whose normals are not opposite overlap without bound" },
    [SCREE_UNSUPPORTED_PAIR] = { "unsupported_pair", "the method does not serve this pair of shapes" },
    [SCREE_SCRATCH_TOO_SMALL] = { "scratch_too_small",
                                  "too little memory from the caller: scratch, or room for the results" },
    [SCREE_NO_MEMORY] = { "no_memory", "out of memory" },
    [SCREE_FILE_ERROR] = { "file_error", "a file cannot be read or written" },
};

static bool is_known(scree_status status)
{
    return status >= 0 && (size_t)status < sizeof words / sizeof *words;
}

const char *scree_status_name(scree_status status)
{
    return is_known(status) ? words[status].name : "unknown";
}

const char *scree_status_text(scree_status status)
{
    return is_known(status) ? words[status].text : "unknown status";
}

const char *scree_state_name(scree_state state)
{
    static const char *const names[] = { "separated", "touching", "overlapping" };
    return state >= 0 && (size_t)state < sizeof names / sizeof *names ? names[state] : "unknown";
}

static bool is_feature(scree_feature f)
{
    return f >= SCREE_FEATURE_SURFACE && f <= SCREE_FEATURE_FACE;
}

const char *scree_features_name(scree_feature a, scree_feature b)
{
    static const char *const names[4][4] = {
        [SCREE_FEATURE_VERTEX] = { NULL, "vertex-vertex", "vertex-edge", "vertex-face" },
        [SCREE_FEATURE_EDGE] = { NULL, "edge-vertex", "edge-edge", "edge-face" },
        [SCREE_FEATURE_FACE] = { NULL, "face-vertex", "face-edge", "face-face" },
    };
    return is_feature(a) && is_feature(b) ? names[a][b] : NULL;
}

const char *scree_version(void)
{
    return DOTTED(SCREE_VERSION_MAJOR, SCREE_VERSION_MINOR, SCREE_VERSION_PATCH);
}
