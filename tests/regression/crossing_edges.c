// Two edges that cross at an angle of 4e-7: the way out of a side of their parallelogram was computed from the other
// edge, and was off a right angle to the side by as much as the depth, so that the side's own ends seemed to prove that
// depth (3.28e-11) to be the least. It is 2.53e-11.
#include <stdlib.h>

#include "check.h"
#include "scree/method.h"
#include "scree/query.h"

enum { SCRATCH = 1 << 20 };

static const scree_vec3 splinter[10] = {
    { 0x1.382a474c9e0e5p-1, 0x1.25014e3634f83p-5, -0x1.63b1f72b17974p-1 },
    { -0x1.4602170365441p-2, -0x1.c5f5de1d6c667p-5, 0x1.9518731aa57ecp-1 },
    { 0x1.7c04cc37524e6p-1, 0x1.463f04ad1350fp-5, -0x1.1d27c26eccf59p-1 },
    { 0x1.b2672d2e3a72ap-1, 0x1.83ff9d2bb257ep-5, -0x1.6f0eadaf9a53ap-2 },
    { 0x1.868bbcf5a2299p-3, -0x1.e48809849c2b7p-4, 0x1.5da5cd582b3bdp-2 },
    { 0x1.2382d3d317628p-1, 0x1.39e34c404c02fp-5, -0x1.5512447bf6e5dp-1 },
    { -0x1.460217039a0bep-2, -0x1.c5f5de1da4d66p-5, 0x1.9518731b3a14cp-1 },
    { 0x1.7c04cc394b60bp-1, 0x1.463f04b24b872p-5, -0x1.1d27c22d9e75bp-1 },
    { 0x1.a6e6086277fa8p-1, 0x1.a7793cbea9cf3p-5, -0x1.503fa80b9e41ep-2 },
    { 0x1.868bd1e4d32d8p-3, -0x1.e4880e55cd37ep-4, 0x1.5da5cd2e8ee81p-2 },
};

int main(void)
{
    void *scratch = malloc(SCRATCH);
    scree_shape *shapes[2] = { scree_polyhedron_create(splinter, 10, 0, NULL),
                               scree_box_create((scree_vec3){ 1, 1, 1 }, 0, NULL) };
    if (scratch == NULL || shapes[0] == NULL || shapes[1] == NULL) exit(EXIT_FAILURE);
    const scree_body a = { shapes[0],
                           { -0x1.4b9484fb1b2ep+0, 0x1.4f67dd959058p+0, 0x1.3a82a068ab27fp+0 },
                           { -0x1.69f4e558059c8p-1, -0x1.ee5d7de054bd4p-1, 0x1.9293a301f5852p-3,
                             0x1.f2f2fc9328ef1p-2 } };
    const scree_body b = { shapes[1], { 0, 0, 0 }, { 1, 0, 0, 0 } };
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    scree_contact x, all_axes;
    CHECK(scree_query(&a, &b, &o, &x) == SCREE_OK);
    o.method = scree_method_find("sat");
    CHECK(scree_query(&a, &b, &o, &all_axes) == SCREE_OK);
    CHECK_MSG(x.lower <= all_axes.upper && all_axes.lower <= x.upper, "%.17g, but by all axes %.17g", x.distance,
              all_axes.distance);
    for (int i = 0; i < 2; ++i) scree_shape_destroy(shapes[i]);
    free(scratch);
    return check_done();
}
