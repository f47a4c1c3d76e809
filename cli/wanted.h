// What a request may want in addition to the contact: the numbers of the features, the patch, the shared volume, the
// pressure field.
#ifndef SCREE_CLI_WANTED_H
#define SCREE_CLI_WANTED_H

#include "request.h"
#include "scree/pressure.h"
#include "shapes.h"
#include "text.h"

/// All zeros is empty. `there` has the bits of what the pair has: WANT_FEATURES and so on.
typedef struct wanted {
    unsigned there;
    scree_patch patch;
    scree_vec3 *corners; ///< of the patch; its memory is kept from pair to pair
    int capacity;
    double volume;
    scree_pressure field;
    const stored_shape *shapes[2];
} wanted;

void scree_cli_wanted_free(wanted *w);

/// Bytes of scratch that scree_cli_wanted_find() needs for this request.
size_t scree_cli_wanted_scratch(unsigned want, const scree_shape *a, const scree_shape *b);

/// Find what is wanted of a pair and its contact. Nothing is there of pairs beyond their margin. False with a complaint
/// where memory ran out.
bool scree_cli_wanted_find(wanted *w, const request *r, stored_shape *const shapes[2], const scree_contact *contact,
                           complaint *c);

/// As fields of a JSON object, each with a comma before it.
void scree_cli_wanted_json(const wanted *w, const scree_contact *contact, int dimension, text *out);

#endif
