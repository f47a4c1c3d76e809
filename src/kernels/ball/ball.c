// Two balls, and a ball on a half space: closed forms, one pair after the other.
//
// Balls       The distance of the centres less the radii, whether they are apart or not.
// Half space  The height of the centre over the plane, (N . x - offset) / |N| with N as it was given, less the radii. Far
//             from the origin the two terms nearly cancel, so that they are evaluated with twice the digits.
// Limits      Concentric balls have no normal, and squares of lengths that are too short or too long leave the range of
//             doubles: these are left to others. So are balls off the origin of their shape, which a tapered capsule is
//             whose one end holds the other.
#include "kernels/direct.h"
#include "pair/exact_shift.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES

// Of the squared distance of two centres.
#define LEAST_SQUARE 0x1p-400
#define MOST_SQUARE 0x1p400

// Of the lengths that a distance is computed from: 4 for that of the centres or the height, 2 for the radii and their sum,
// 1 for the difference.
#define BALL_ROUNDINGS 8.0

// What both have in common. `length` is the distance of the centres, or the height over the plane.
static inline void put_distance(double length, double radii, double tolerance, scree_contact *out)
{
    const double error = BALL_ROUNDINGS * SCREE_ROUNDING * (fabs(length) + radii), distance = length - radii;
    out->distance = distance;
    out->lower = distance - error;
    out->upper = distance + error;
    out->patch_area = 0.0;
    out->feature_a = out->feature_b = SCREE_FEATURE_SURFACE;
    out->index_a = out->index_b = -1;
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    scree_clear_rest(out);
}

// Swapping the balls changes the sign of the normal and of no other bit.
static inline bool answer_balls(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const scree_vec3 d = v3_sub(b->position, a->position);
    const double square = v3_norm2(d);
    if (!(square > LEAST_SQUARE && square < MOST_SQUARE)) return false;
    const double length = sqrt(square);
    const scree_vec3 n = v3(d.x / length + 0.0, d.y / length + 0.0, d.z / length + 0.0);
    put_distance(length, s->radius + t->radius, tolerance, out);
    out->normal = n;
    out->point_a = v3_add_scaled(a->position, s->radius, n);
    out->point_b = v3_add_scaled(b->position, -t->radius, n);
    out->point = v3_scale(v3_add(out->point_a, out->point_b), 0.5);
    return true;
}

static inline bool is_same(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// How high the centre of a ball is over a plane.
static inline double height_of(const scree_body *plane, const scree_body *ball)
{
    const scree_shape *p = plane->shape;
    const scree_quat q = plane->orientation;
    const bool is_turned = q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
    const dd3 x = is_turned ? scree_exact_shift(plane, ball) : dd3_diff(ball->position, plane->position);
    const dd3 normal = dd3_from(p->given_normal);
    const dd height = dd_sub(dd3_dot(normal, x), dd_make(p->given_offset, 0.0));
    // A normal that rounds to itself when it is scaled to length 1 has that length, to a rounding.
    if (is_same(p->given_normal, p->plane_normal)) return dd_value(height);
    return dd_value(dd_div(height, dd_sqrt(dd3_dot(normal, normal))));
}

static inline bool answer_ball_on_plane(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool plane_first = a->shape->core == SCREE_CORE_HALF_SPACE;
    const scree_body *plane = plane_first ? a : b, *ball = plane_first ? b : a;
    const scree_mat3 turn = m3_from_quat(plane->orientation);
    const scree_vec3 up = v3_unit(m3_mul(&turn, plane->shape->plane_normal));
    const double radius = ball->shape->radius;
    put_distance(height_of(plane, ball), radius + plane->shape->radius, tolerance, out);
    const scree_vec3 on_ball = v3_add_scaled(ball->position, -radius, up);
    const scree_vec3 on_plane = v3_add_scaled(on_ball, -out->distance, up);
    out->normal = plane_first ? v3(up.x + 0.0, up.y + 0.0, up.z + 0.0) : v3(0.0 - up.x, 0.0 - up.y, 0.0 - up.z);
    out->point_a = plane_first ? on_plane : on_ball;
    out->point_b = plane_first ? on_ball : on_plane;
    out->point = v3_scale(v3_add(on_plane, on_ball), 0.5);
    *(plane_first ? &out->feature_a : &out->feature_b) = SCREE_FEATURE_FACE;
    *(plane_first ? &out->index_a : &out->index_b) = 0;
    return true;
}

static inline bool answer_ball(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape)) return false; // a ball off the shape's origin
    const bool on_plane = a->shape->core == SCREE_CORE_HALF_SPACE || b->shape->core == SCREE_CORE_HALF_SPACE;
    return on_plane ? answer_ball_on_plane(a, b, tolerance, out) : answer_balls(a, b, tolerance, out);
}

bool SCREE_AT_WIDTH(scree_ball)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_ball(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_balls)(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_ball, left);
}
#endif
