// The report of scree shape.
#ifndef SCREE_CLI_REPORT_H
#define SCREE_CLI_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/shape.h"
#include "text.h"

/// The mesh that a shape was read from.
typedef struct mesh_facts {
    bool there;
    size_t points, faces;
    double concavity;
} mesh_facts;

/// Moments about the principal axes, the smallest first.
void scree_cli_principal_moments(const scree_sym3 *inertia, double moments[3]);

/// Whether counts, volume and moments are those of a body that can exist.
bool scree_cli_shape_is_sound(const scree_shape *shape);

/// `shape` is NULL for a mesh that makes none. `source` is the name of the file, or NULL.
void scree_cli_report_text(const scree_shape *shape, const char *source, const mesh_facts *mesh, text *out);
void scree_cli_report_json(const scree_shape *shape, const char *source, const mesh_facts *mesh, text *out);

#endif
