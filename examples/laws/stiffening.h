// A contact law of one's own for `scree run`: a spring that is stiffer the deeper it is, with a dashpot, without friction.
//
//   scree run --law examples/laws/stiffening.h examples/scenes/heap.yaml
//
// The function must be called scree_user_law. `scree run` compiles this file with the C compiler (CC, else cc); a shared
// object that exports the function does as well:
//
//   cc -shared -fPIC -O2 -x c examples/laws/stiffening.h -o stiffening.so $(pkg-config --cflags scree_sim)
#ifndef EXAMPLES_LAWS_STIFFENING_H
#define EXAMPLES_LAWS_STIFFENING_H

#include <math.h>

#include "scree_sim/law.h"

/// f = k d (1 + d / R) + c v along the normal, and never a pull. `constants` has what the materials say (docs/simulation.md).
scree_contact_force scree_user_law(const scree_contact_region *region, const scree_contact_motion *motions,
                                   const scree_contact_constants *constants, double dt, scree_contact_history *history)
{
    const double d = region->depth, k = constants->stiffness, r = constants->radius;
    const scree_vec3 n = region->normal, a = motions[0].velocity, b = motions[1].velocity;
    const double closing = (a.x - b.x) * n.x + (a.y - b.y) * n.y + (a.z - b.z) * n.z;
    const double dashpot = 2.0 * constants->damping_ratio * sqrt(k * constants->mass);
    const double force = fmax(0.0, k * d * (1.0 + d / r) + dashpot * closing);
    (void)history; // nothing to remember: there is no friction
    return (scree_contact_force){ .force = { force * n.x, force * n.y, force * n.z },
                                  .elastic = k * d * d * (0.5 + d / (3.0 * r)),
                                  .dissipated = dashpot * closing * closing * dt };
}

#endif
