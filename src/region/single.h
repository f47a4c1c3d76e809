// The pressure field of one pair, for batches.
#ifndef SCREE_REGION_SINGLE_H
#define SCREE_REGION_SINGLE_H

#include "base/arithmetic.h"
#include "scree/pressure.h"

/// scree_pressure_query(), in the library's floating-point environment. `tried`: the kernels did not answer this pair.
scree_status scree_pressure_of_pair(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                    const scree_pressure_options *options, bool tried, scree_pressure *out);

#endif
