// The field "parameters" of a request: the knobs of the papers' ellipsoid methods, by the names of their C fields.
#ifndef SCREE_CLI_PARAMETERS_H
#define SCREE_CLI_PARAMETERS_H

#include <stdbool.h>

#include "body.h"
#include "json.h"
#include "scree/ellipsoid.h"
#include "scree/method.h"

/// Read the object. `method` is the one of the request, NULL for auto. What is not there stays at its default. False
/// with a complaint where a field is unknown, twice there, of the wrong type, out of range, or not one that the method
/// reads.
bool scree_cli_parameters_read(json_value value, const scree_method *method, scree_ellipsoid_parameters *out,
                               complaint *c);

#endif
