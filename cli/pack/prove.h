// The proof that no two grains of a packing overlap, images and walls included.
#ifndef SCREE_CLI_PACK_PROVE_H
#define SCREE_CLI_PACK_PROVE_H

#include "packing.h"

typedef struct packing_proof {
    bool complete;       ///< every pair was looked at; not so after a stop, or where memory ran out
    bool apart;          ///< and each is proven to have a gap
    double lower, upper; ///< the smallest gap, between two grains or a grain and a wall, is in [lower, upper]; upper is
                         ///< infinite where there is no pair near enough to tell
    uint32_t a, b;       ///< whose it is, as far as known; b is a itself for a wall
    size_t looked_at;    ///< how many pairs had balls that overlap or nearly do
} packing_proof;

/// All pairs by the certified query. `go_on` may be NULL.
packing_proof scree_packing_prove(const packing *p, bool (*go_on)(void *user, size_t done), void *user);

#endif
