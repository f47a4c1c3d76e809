// What must not change an answer about an ellipsoid: see smooth_invariance.h.
#include "scenes/ellipsoids.h"

#include "smooth_invariance.h"

static const family ellipsoids = { .count = scree_ellipsoid_class_count,
                                   .name = scree_ellipsoid_class_name,
                                   .open = scree_ellipsoid_scene_open,
                                   .pair = scree_ellipsoid_scene_pair,
                                   .seed = 1022,
                                   .pairs = 300,
                                   .agreement = 1e-13,
                                   .decided = true };

int main(int argc, char **argv)
{
    query_setup s = { &ellipsoids, malloc(1 << 24), 1 << 24 };
    const steps count = check_family(&s, argc > 1 ? argv[1] : NULL);
    CHECK_MSG(count.warm <= count.cold, "a warm start costs more steps (%ld) than a cold one (%ld)", count.warm,
              count.cold);
    free(s.scratch);
    return check_done();
}
