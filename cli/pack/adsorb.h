// Random sequential adsorption (girault-2022, 4.1.1): grains are put into a box one after the other, each at a place
// and in an orientation drawn evenly, and drawn again while it overlaps one that is there already.
//
//   packing p;
//   scree_adsorb(&plan, &p);
//   ... p.bodies, p.count, p.end
//   scree_packing_free(&p);
//
// The same plan gives the same packing. Nothing here prints.
#ifndef SCREE_CLI_PACK_ADSORB_H
#define SCREE_CLI_PACK_ADSORB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "packing.h"

typedef struct packing_plan {
    packing_box box;
    const scree_shape *const *shapes; ///< of each grain, in the order in which they are put in; many may be the same
    size_t count;
    uint64_t seed;
    uint64_t most_attempts; ///< for one grain; 0 is as 1
    /// Called now and then: false ends the packing with the grains placed so far. May be NULL.
    bool (*go_on)(void *user, size_t placed);
    void *user;
} packing_plan;

/// `out` is to be freed whatever the end, which is also returned. Where nothing could begin (PACKING_TOO_WIDE and
/// further), it is empty.
packing_end scree_adsorb(const packing_plan *plan, packing *out);

/// No grain of these may be wider than so much, across its outer ball: half the shortest side of a periodic box, so
/// that it meets but one image of each other; the whole of it between walls.
double scree_adsorb_widest(const packing_box *box);

#endif
