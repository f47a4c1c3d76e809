// A packing: bodies in a box, periodic or walled, and who is near whom.
#ifndef SCREE_CLI_PACK_PACKING_H
#define SCREE_CLI_PACK_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/body.h"

enum { PACKING_WALLS = 6 };

/// The box reaches from the origin to `size`. Periodic, or with walls that no grain reaches across.
typedef struct packing_box {
    scree_vec3 size;
    bool walls;
} packing_box;

typedef enum packing_end {
    PACKING_COMPLETE,
    PACKING_GAVE_UP,  ///< one grain found no place in so many attempts
    PACKING_STOPPED,  ///< the caller wanted it so
    PACKING_TOO_WIDE, ///< a grain's outer ball is as wide as half the shortest side; with walls, as the side
    PACKING_REFUSED,  ///< a shape that cannot be packed, such as a half space, or a box without volume
    PACKING_NO_MEMORY
} packing_end;

typedef struct packing {
    packing_box box;
    scree_body *bodies;
    scree_vec3 *places; ///< their centroids: from 0 to the box's size
    double *outer;      ///< radii of balls about the places that hold them
    size_t count;
    uint64_t attempts;
    packing_end end;
} packing;

void scree_packing_free(packing *p);

/// Of all bodies together, over the box's.
double scree_packing_fraction(const packing *p);

double scree_packing_shortest_side(const packing_box *box);
/// Some roundings of the box's size: what places in it can be off by.
double scree_packing_rounding(const packing_box *box);
/// Wall 0 to 5 (x low, x high, y low, ...): the half space normal . x <= offset is solid.
void scree_packing_wall(const packing_box *box, int number, scree_vec3 *normal, double *offset);
/// How far a place is from it.
double scree_packing_wall_distance(const packing_box *box, int number, scree_vec3 place);

/// From `b` to the nearest image of `a`; between walls, to `a` itself.
static inline scree_vec3 scree_packing_between(const packing_box *box, scree_vec3 a, scree_vec3 b)
{
    scree_vec3 d = { a.x - b.x, a.y - b.y, a.z - b.z };
    if (box->walls) return d;
    // One after the other, which takes no branches.
    const scree_vec3 size = box->size, half = { 0.5 * size.x, 0.5 * size.y, 0.5 * size.z };
    d.x -= d.x > half.x ? size.x : 0.0;
    d.y -= d.y > half.y ? size.y : 0.0;
    d.z -= d.z > half.z ? size.z : 0.0;
    d.x += d.x < -half.x ? size.x : 0.0;
    d.y += d.y < -half.y ? size.y : 0.0;
    d.z += d.z < -half.z ? size.z : 0.0;
    return d;
}

/// Two neighbours, a < b: body b moved by (x, y, z) sides of the box is the image that is nearest to a.
typedef struct packing_pair {
    uint32_t a, b;
    int x, y, z;
} packing_pair;

/// The largest margin that scree_packing_pairs() serves. In a periodic box, half the shortest side less the widest
/// ball: no second image of a neighbour is within it. Between walls, one that all pairs are within.
double scree_packing_most_margin(const packing *p);

/// False ends the visits.
typedef bool (*packing_visit)(void *user, packing_pair pair);

/// Visit all pairs whose balls `outer` are at most `margin` apart: each once, in an order that depends on the packing
/// alone. False where memory ran out, or a visit said so.
bool scree_packing_pairs(const packing *p, double margin, packing_visit visit, void *user);

/// Body b of the pair as it is near a. `error` (may be NULL): rounding has moved it by no more.
scree_body scree_packing_image(const packing *p, packing_pair pair, double *error);

#endif
