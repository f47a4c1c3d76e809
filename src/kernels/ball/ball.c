// Two balls: a closed form, one pair after the other.
//
// Idea        The distance of the centres less the radii, whether the balls are apart or not.
// Limits      Concentric balls have no normal, and squares of lengths that are too short or too long leave the range of
//             doubles: these are left to others. So are balls off the origin of their shape, which a tapered capsule is
//             whose one end holds the other.
#include "kernels/direct.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES

// Of the squared distance of two centres.
#define LEAST_SQUARE 0x1p-400
#define MOST_SQUARE 0x1p400

// Of the lengths that a distance is computed from: 4 for that of the centres, 2 for the radii and their sum, 1 for the
// difference.
#define BALL_ROUNDINGS 8.0

// Swapping the balls changes the sign of the normal and of no other bit.
static inline bool answer_balls(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (!s->centred || !t->centred) return false;
    const scree_vec3 d = v3_sub(b->position, a->position);
    const double square = v3_norm2(d);
    if (!(square > LEAST_SQUARE && square < MOST_SQUARE)) return false;
    const double length = sqrt(square), radii = s->radius + t->radius, distance = length - radii;
    const double error = BALL_ROUNDINGS * SCREE_ROUNDING * (length + radii);
    const scree_vec3 n = v3(d.x / length + 0.0, d.y / length + 0.0, d.z / length + 0.0);
    out->distance = distance;
    out->lower = distance - error;
    out->upper = distance + error;
    out->normal = n;
    out->point_a = v3_add_scaled(a->position, s->radius, n);
    out->point_b = v3_add_scaled(b->position, -t->radius, n);
    out->point = v3_scale(v3_add(out->point_a, out->point_b), 0.5);
    out->patch_area = 0.0;
    out->feature_a = out->feature_b = SCREE_FEATURE_SURFACE;
    out->index_a = out->index_b = -1;
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    scree_clear_rest(out);
    return true;
}

bool SCREE_AT_WIDTH(scree_ball)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_balls(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_balls)(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_balls, left);
}
#endif
