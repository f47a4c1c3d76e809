// The pressure field of polyhedra, with each other and with half spaces: prepares pairs for the kernels.
#ifndef SCREE_REGION_PREPARE_H
#define SCREE_REGION_PREPARE_H

#include "dispatch/kernels.h"

/// Which kernel a pair is for. What the first three leave goes to the fourth, what that leaves to region/field.h.
typedef enum scree_field_kind {
    SCREE_FIELD_BOXES,
    SCREE_FIELD_ON_PLANE, ///< a box on a half space
    SCREE_FIELD_EDGES,    ///< polyhedra that meet edge on edge
    SCREE_FIELD_SURFACE,  ///< any polyhedra
    SCREE_FIELD_GENERAL   ///< none: polygons, and sizes far from 1
} scree_field_kind;

/// Poses and the contact's normal and point are valid, the field is defined. `pair` is undefined for SCREE_FIELD_GENERAL.
scree_field_kind scree_field_prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                     scree_pressure *out, scree_field_pair *pair);

/// One pair, without energy. False if it was not answered.
bool scree_field_try(const scree_body *a, const scree_body *b, const scree_contact *contact, scree_pressure *out);

#endif
