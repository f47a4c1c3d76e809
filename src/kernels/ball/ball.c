// Two balls: a closed form, one pair after the other.
//
// Idea        The distance of the centres less the radii, whether the balls are apart or not: scree/ball.h.
// Limits      No answer for concentric balls, which have no normal, for lengths whose squares overflow or underflow,
//             and for balls off the origin of their shape (a tapered capsule with one end inside the other).
#include "scree/ball.h"
#include "kernels/direct.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES

static inline bool answer_balls(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (!s->centred || !t->centred) return false;
    scree_ball_contact c;
    if (!scree_two_balls(a->position, s->radius, b->position, t->radius, &c)) return false;
    out->distance = c.distance;
    out->lower = c.lower;
    out->upper = c.upper;
    out->normal = c.normal;
    out->point_a = c.point_a;
    out->point_b = c.point_b;
    out->point = c.point;
    out->patch_area = 0.0;
    out->feature_a = out->feature_b = SCREE_FEATURE_SURFACE;
    out->index_a = out->index_b = -1;
    out->iterations = 1;
    out->state = scree_state_of(c.distance, tolerance);
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
