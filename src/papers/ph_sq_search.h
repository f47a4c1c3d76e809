// The search of `ph-sq`: which of the six cases a polyhedron and a superquadric are. See ph_sq_search.c.
#ifndef SCREE_PAPERS_PH_SQ_SEARCH_H
#define SCREE_PAPERS_PH_SQ_SEARCH_H

#include "papers/sq_segment.h"

/// The two, in the frame of the polyhedron: x there = rotation x + shift, x about the superquadric's axes.
typedef struct scree_ph_sq_pair {
    const scree_shape *ph;
    scree_sq_field sq;
    scree_mat3 rotation;
    scree_vec3 shift; ///< so also the superquadric's centre
} scree_ph_sq_pair;

typedef struct scree_ph_sq_ending {
    int number;       ///< of the case: 1 to 6, or 8
    int face;         ///< the last face of the search
    scree_vec3 x;     ///< the superquadric's point closest to its plane, or deepest beneath it
    double height;    ///< of x over that plane
    double highest;   ///< case 2: of x over the planes of all faces
    int edge;         ///< cases 5 and 6: the edge that was tested,
    scree_sq_edge at; ///< and where F is least on it
    int steps;        ///< faces searched, and evaluations of the edge test
    bool cut_short;   ///< the search came round to a face again; see departure 2
} scree_ph_sq_ending;

/// How high x is over the plane of face i.
static inline double scree_ph_sq_height(const scree_shape *ph, int i, scree_vec3 x)
{
    return v3_dot(ph->hull->faces[i].normal, x) - ph->hull->faces[i].offset;
}

static inline scree_vec3 scree_ph_sq_place(const scree_ph_sq_pair *p, scree_vec3 y)
{
    return v3_add(m3_mul(&p->rotation, y), p->shift);
}

/// The superquadric's lowest point along the unit vector n.
static inline scree_vec3 scree_ph_sq_lowest(const scree_ph_sq_pair *p, scree_vec3 n)
{
    if (p->sq.ball) return v3_add_scaled(p->shift, -p->sq.axes.x, n);
    return scree_ph_sq_place(p, scree_sq_support_of(&p->sq, m3_mul_transposed(&p->rotation, v3_neg(n))));
}

scree_ph_sq_ending scree_ph_sq_search(const scree_ph_sq_pair *p);

#endif
