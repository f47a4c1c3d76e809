// Pieces of walls that span a periodic domain: the side of a drum whose domain is a slice of it, the floor of a chute.
//
// Grains must feel one piece that goes on for ever, not the ends of its images: where two images meet end to end, a grain
// would touch both. Such a piece is replaced by one that is four periods long, which always lies about the middle of the
// domain, and which pairs with image 0 of each grain along that axis. Sliding it along itself changes nothing.
#ifndef SCREE_SIM_STATE_ENDLESS_H
#define SCREE_SIM_STATE_ENDLESS_H

#include "state/state.h"

/// The coordinate along x, y or z, 0 to 2.
static inline double *scree_sim_along(scree_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

/// Gives a part of a wall, whose piece is of the form `shown`, a shape that is long enough along these axes.
bool scree_sim_make_endless(scree_sim *sim, int32_t part, int32_t shown, const scree_body *piece, unsigned axes,
                            scree_error *error);

/// Slide the body of an endless part to the middle of the domain.
void scree_sim_centre_endless(const scree_sim *sim, const sim_part *part, scree_body *body);

/// The axes along which a body has no end, as bits: endless pieces, half spaces and lines.
unsigned scree_sim_endless_axes(const scree_sim *sim, int32_t body);

/// May a wall rotate so? One with an endless piece only about the one axis along which that has no end.
bool scree_sim_may_spin(const scree_sim *sim, const sim_wall *wall, scree_vec3 spin);

/// The farthest that a point of a piece can be from an axis of rotation through `centre`.
double scree_sim_endless_reach(const scree_sim *sim, const sim_part *part, const scree_body *body, scree_vec3 centre);

/// The pieces of a wall as they were given, for views; as they are where memory runs out.
const scree_body *scree_sim_pieces_given(scree_sim *sim, const sim_wall *wall);

#endif
