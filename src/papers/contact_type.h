// The contact type of two polytopes: which vertex, edge or face of each is behind a face of M.
#ifndef SCREE_PAPERS_CONTACT_TYPE_H
#define SCREE_PAPERS_CONTACT_TYPE_H

#include "pair/simplex.h"
#include "scree/contact.h"

typedef struct scree_contact_type {
    scree_feature feature_a, feature_b;
    int index_a, index_b; ///< -1 if the two or three vertices are not an edge or face of the body: a diagonal, a cut
} scree_contact_type;

/// Has vertices, and is not rounded: a polyhedron, box or polygon.
bool scree_is_sharp(const scree_shape *shape);

/// The type of the contact whose master face (its nearest feature, where the bodies are apart) is the simplex `s` of M.
/// A part of it that is within `touch` of the origin stands for the whole: pass 0 for bodies that do not just touch.
/// Bodies that are rounded or have no vertices have surfaces.
scree_contact_type scree_contact_type_of(const scree_cores *c, const scree_simplex *s, double touch);

#endif
