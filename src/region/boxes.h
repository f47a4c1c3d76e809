// The pressure field of boxes, with each other and with half spaces: what of it is left to the kernels over lanes.
#ifndef SCREE_REGION_BOXES_H
#define SCREE_REGION_BOXES_H

#include "dispatch/kernels.h"

/// Which kernel a pair is for.
typedef enum scree_field_kind { SCREE_FIELD_GENERAL, SCREE_FIELD_BOXES, SCREE_FIELD_ON_PLANE } scree_field_kind;

/// Poses and the contact's normal and point are valid, the field is defined. `pair` is undefined for SCREE_FIELD_GENERAL.
scree_field_kind scree_field_prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                     scree_pressure *out, scree_field_pair *pair);

/// One pair, without energy. False: it has not been answered.
bool scree_field_try(const scree_body *a, const scree_body *b, const scree_contact *contact, scree_pressure *out);

#endif
