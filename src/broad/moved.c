// Whether boxes have left the skin that their pairs were found with.
#include <math.h>

#include "base/fp_environment.h"
#include "scree/broad.h"

static bool has_moved(double then, double now, double allowed)
{
    return !(fabs(now - then) <= allowed) && now != then; // infinite ends stay where they are
}

bool scree_broad_moved(const scree_aabb *then, const scree_aabb *now, size_t count, double skin)
{
    SCREE_FP_GUARD();
    const double half = 0.5 * skin;
    if (then == NULL || now == NULL) return count > 0;
    for (size_t i = 0; i < count; ++i) {
        const scree_aabb *a = &then[i], *b = &now[i];
        if (has_moved(a->low.x, b->low.x, half) || has_moved(a->low.y, b->low.y, half) ||
            has_moved(a->low.z, b->low.z, half) || has_moved(a->high.x, b->high.x, half) ||
            has_moved(a->high.y, b->high.y, half) || has_moved(a->high.z, b->high.z, half))
            return true;
    }
    return false;
}
