// Up to four corners that represent a region.
#ifndef SCREE_REGION_POINTS_H
#define SCREE_REGION_POINTS_H

#include "scree/region.h"

/// Of `count` corners with different ids. Depths count from `margin`: a corner that far apart has no weight.
void scree_region_choose(const scree_region_corner *corners, int count, const scree_region_options *o,
                         scree_region *out);

#endif
