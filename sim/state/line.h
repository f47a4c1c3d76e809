// Half planes in 2-D. The library's half spaces are three-dimensional; here a rectangle represents one: behind the
// line, and as long as four diagonals of the domain. Sliding a line along itself changes nothing, so the rectangle is
// always placed at the middle of the domain: a wall may move along itself for ever, and grains in a periodic domain
// touch one image of it.
#ifndef SCREE_SIM_STATE_LINE_H
#define SCREE_SIM_STATE_LINE_H

#include "state/state.h"

/// Replaces a half space by the rectangle: with its front through the origin, `normal` its unit normal there and
/// `offset` the distance of the line from the origin. On failure the half space stays the caller's.
bool scree_sim_make_line(const scree_sim *sim, scree_shape **shape, scree_vec3 *normal, double *offset,
                         scree_error *error);

/// Slide the body of such a part along its line to the middle of the domain.
void scree_sim_centre_line(const scree_sim *sim, const sim_part *part, scree_body *body);

/// A box that is infinite along the line, and behind it.
scree_aabb scree_sim_line_box(const sim_part *part, const scree_body *body);

static inline bool scree_sim_is_line(const sim_part *part)
{
    return part->line.x != 0.0 || part->line.y != 0.0;
}

#endif
