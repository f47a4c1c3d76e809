#include "fill/lengths.h"

#include <math.h>

scree_fill_length scree_fill_length_of(const scree_scene *scene, scree_aabb box, unsigned endless)
{
    const scree_sim_settings *s = &scene->settings;
    const double sides[3] = { box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z };
    const double periods[3] = { s->domain_high.x - s->domain_low.x, s->domain_high.y - s->domain_low.y,
                                s->domain_high.z - s->domain_low.z };
    scree_fill_length most = { .axis = 'x' };
    for (int k = 0; k < s->dimension && k < 3 && scene->has_domain; ++k) {
        if (s->boundary[k] != SCREE_PERIODIC || !isfinite(sides[k]) || (endless >> k & 1u) != 0) continue;
        const double share = 2.0 * sides[k] / periods[k];
        if (share > most.share) most = (scree_fill_length){ share, sides[k], periods[k], "xyz"[k] };
    }
    return most;
}

scree_body scree_fill_piece_body(const scree_scene_wall *wall, const scree_fill_piece *piece)
{
    const scree_vec3 p = scree_quat_rotate(wall->orientation, piece->position), w = wall->position;
    return (scree_body){ piece->shape,
                         { w.x + p.x, w.y + p.y, w.z + p.z },
                         scree_quat_multiply(wall->orientation, piece->orientation) };
}
