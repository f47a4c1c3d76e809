// A pair of bodies for the page: a line drawing, and a line of the query protocol that asks for it.
#ifndef SCREE_CLI_PAIR_DRAWING_H
#define SCREE_CLI_PAIR_DRAWING_H

#include "figures.h"
#include "scree/query.h"
#include "text.h"

/// The request for a pair of polyhedra, polygons or ellipsoids, without a line end.
void scree_pair_line(const char *id, const scree_body *a, const scree_body *b, text *out);

/// Two polyhedra from a side on which the contact normal is seen at nearly its full length, or two polygons as they are;
/// with the contact's two points and the line between them where `contact` is not NULL. `id` names the request.
void scree_pair_drawing(figures *f, const char *title, const char *id, const scree_body *a, const scree_body *b,
                        const scree_contact *contact);

#endif
