// A request of the query protocol: two bodies and how to answer, read from JSON and checked field by field.
#ifndef SCREE_CLI_REQUEST_H
#define SCREE_CLI_REQUEST_H

#include "body.h"
#include "scree/ellipsoid.h"
#include "scree/method.h"
#include "scree/query.h"
#include "text.h"

typedef enum id_kind { ID_ABSENT, ID_NUMBER, ID_STRING } id_kind;

/// A number is kept as it is written, a string without its quotes and escapes.
typedef struct request_id {
    id_kind kind;
    const char *bytes;
    size_t size;
    char digits[32]; ///< where `bytes` points for most numbers
} request_id;

/// What `want` may list, a bit each.
enum { WANT_FEATURES = 1, WANT_PATCH = 2, WANT_VOLUME = 4, WANT_FIELD = 8 };

typedef struct request {
    request_id id;
    body_text bodies[2];
    scree_query_options options;
    bool has_parameters;
    scree_ellipsoid_parameters parameters;
    unsigned want;
    bool own_tolerance, own_margin; ///< said by the request, not by the defaults
} request;

/// For requests that do not say.
typedef struct request_defaults {
    const scree_method *method; ///< NULL: auto
    double tolerance;           ///< negative: the library's own
    double margin;              ///< negative: none, the full answer
} request_defaults;

#define REQUEST_DEFAULTS                                                                                               \
    {                                                                                                                  \
        NULL, -1.0, -1.0                                                                                               \
    }

void scree_cli_request_free(request *r);

/// Read an object of the protocol. `line` is the text that it stands in, for ids that are echoed as they are written.
/// False with a complaint; the id is then set if it is sound.
bool scree_cli_request_read(json_value root, const char *line, size_t size, const request_defaults *defaults,
                            mesh_store *meshes, request *r, complaint *c);

/// "id": and the id, with a comma behind it; nothing where there is none.
void scree_cli_id_write(const request_id *id, text *out);

/// Read an id alone.
bool scree_cli_id_read(json_value value, const char *line, size_t size, request_id *id, complaint *c);

#endif
