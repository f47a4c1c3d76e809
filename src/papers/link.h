// A link: a point of the surface of A and one of B's, and the special cases in which both of its ends move at once.
#ifndef SCREE_PAPERS_LINK_H
#define SCREE_PAPERS_LINK_H

#include "pair/pair.h"
#include "pair/point_walk.h"

typedef struct scree_link {
    const scree_cores *cores;
    scree_vec3 shift;      ///< of B against A: the cores' own, or more while the bodies are held apart
    scree_surface_point p; ///< of A
    scree_surface_point q; ///< of B, in B's stored coordinates
    scree_vec3 on_b;       ///< q in A's frame
} scree_link;

/// Point q of B, in A's frame; and back.
scree_vec3 scree_link_from_b(const scree_link *link, scree_vec3 q);
scree_vec3 scree_link_to_b(const scree_link *link, scree_vec3 x);

static inline scree_vec3 scree_link_vector(const scree_link *link)
{
    return v3_sub(link->on_b, link->p.at);
}

/// The two links differ: in a feature, or by more than rounding.
bool scree_link_differs(const scree_link *x, const scree_link *y);

/// nezami-2006, 3.5.2: where both ends are on edges, on faces, or on an edge and a face, the shortest link between
/// these two, over their intersections with the paper's plane. False where the case is none of these, or it brings
/// nothing shorter and other.
bool scree_link_shorten(scree_link *link);

#endif
