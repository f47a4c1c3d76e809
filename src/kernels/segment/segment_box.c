// A capsule and a box: a closed form, one pair after the other.
//
// Idea        In the box's frame the axis is c + t u. Its squared distance from the box is convex in t and a quadratic
//             between the planes of the box; half its derivative, g, increases and is linear there. The signs of g at
//             the eight values of t at the planes and the ends bracket its root.
// Proof       The points bound the distance from above, the gap along the line between them from below.
// Flat        An axis that lies flat on a face, or along an edge, to rounding: the points are at the middle of what is shared.
// Limits      Left to the search: axes inside the box or near it, normals near that of a face or nearly perpendicular
//             to an edge, and axes that are flat to SCREE_FEATURE_SLOPE but not to rounding.
#include "kernels/segment/segment_answer.h"
#include "lanes/lane.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES

enum { CANDIDATES = 8 };

typedef struct box_segment {
    double c[3], u[3], low[3], high[3];
    double half;
    double away[3]; // from the nearest point of the box to that of the axis
    double t;
} box_segment;

static inline double beyond_side(double x, double low, double high)
{
    return x - max2(min2(x, high), low);
}

static inline void set_away(box_segment *b)
{
    for (int k = 0; k < 3; ++k) b->away[k] = beyond_side(b->c[k] + b->t * b->u[k], b->low[k], b->high[k]);
}

// Half the derivative of the squared distance, at as many t as there are lanes.
static inline lane slope_at(const box_segment *b, lane t)
{
    lane sum = lane_of(0.0);
    for (int k = 0; k < 3; ++k) {
        const lane x = lane_of(b->c[k]) + t * lane_of(b->u[k]);
        sum += lane_of(b->u[k]) * (x - lane_max(lane_min(x, lane_of(b->high[k])), lane_of(b->low[k])));
    }
    return sum;
}

static inline double slope_of(const box_segment *b, double t)
{
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) sum += b->u[k] * beyond_side(b->c[k] + t * b->u[k], b->low[k], b->high[k]);
    return sum;
}

static inline void find_nearest(box_segment *b)
{
    double at[CANDIDATES] __attribute__((aligned(64)));
    for (int k = 0; k < 3; ++k) {
        const double per = b->u[k] != 0.0 ? 1.0 / b->u[k] : 0.0; // parallel to the planes: any value will do
        at[2 * k] = segment_clamp((b->low[k] - b->c[k]) * per, b->half);
        at[2 * k + 1] = segment_clamp((b->high[k] - b->c[k]) * per, b->half);
    }
    at[6] = -b->half;
    at[7] = b->half;
    lane before = lane_of(-b->half), behind = lane_of(b->half); // the last t where g < 0, and the first where g > 0
    for (int i = 0; i < CANDIDATES; i += SCREE_LANES) {
        const lane t = lane_at(at + i), g = slope_at(b, t);
        before = lane_select(g < 0.0, lane_max(before, t), before);
        behind = lane_select(g > 0.0, lane_min(behind, t), behind);
    }
    const double t0 = lane_most(before)[0], t1 = lane_least(behind)[0];
    const double g0 = slope_of(b, t0), g1 = slope_of(b, t1);
    b->t = !(g0 < 0.0) ? (g1 > 0.0 ? t0 : 0.5 * (t0 + t1)) : !(g1 > 0.0) ? t1 : t0 + (t1 - t0) * (g0 / (g0 - g1));
    b->t = segment_clamp(b->t, b->half);
    set_away(b);
}

// One Newton step, which is exact up to rounding.
static inline void improve_nearest(box_segment *b)
{
    double g = 0.0, bend = 0.0;
    for (int k = 0; k < 3; ++k) {
        g += b->u[k] * b->away[k];
        bend += b->away[k] != 0.0 ? b->u[k] * b->u[k] : 0.0;
    }
    if (fabs(b->t) == b->half || !(bend > 0.0)) return;
    b->t = segment_clamp(b->t - g / bend, b->half);
    set_away(b);
}

// The third of the box's frame that the normal points to, along each axis; false where rounding may decide.
static inline bool find_cell(const box_segment *b, double length, int *cell, int *flat)
{
    int third[3];
    *flat = 0;
    for (int k = 0; k < 3; ++k) {
        const double x = fabs(b->away[k]);
        if (x != 0.0 && x * x <= DIRECT_SLOPE2 * (length * length)) return false;
        third[k] = b->away[k] > 0.0 ? 2 : b->away[k] < 0.0 ? 0 : 1;
        *flat |= (third[k] == 1) << k;
    }
    *cell = third[0] + 3 * third[1] + 9 * third[2];
    return true;
}

// Moves t to the middle of the segment that the axis shares with the face or the edge, whose directions are the bits of
// `flat`. False where the axis is flat but not to rounding, or the shared segment is no longer than that. Sets
// `has_patch` where the axis is flat.
static inline bool share(box_segment *b, int flat, double error, bool *has_patch)
{
    double lean2 = 0.0, low = -b->half, high = b->half;
    for (int k = 0; k < 3; ++k) {
        if (!(flat >> k & 1)) {
            lean2 += b->u[k] * b->u[k];
            continue;
        }
        if (b->u[k] == 0.0) continue;
        const double per = 1.0 / b->u[k], one = (b->low[k] - b->c[k]) * per, end = (b->high[k] - b->c[k]) * per;
        low = max2(low, min2(one, end));
        high = min2(high, max2(one, end));
    }
    *has_patch = flat != 0 && lean2 <= DIRECT_SLOPE2;
    if (!*has_patch) return true;
    const double length = high - low;
    if (!(length > 4.0 * error) || !(lean2 * (length * length) <= 0.25 * error * error)) return false;
    b->t = 0.5 * (low + high);
    set_away(b);
    return true;
}

static inline box_segment in_frame_of_box(const scree_shape *box, scree_vec3 c, scree_vec3 u, double half)
{
    return (box_segment){ .c = { c.x, c.y, c.z },
                          .u = { u.x, u.y, u.z },
                          .low = { box->hull->box->low.x, box->hull->box->low.y, box->hull->box->low.z },
                          .high = { box->hull->box->high.x, box->hull->box->high.y, box->hull->box->high.z },
                          .half = half };
}

// From the nearest points to the bounds; `n` is in the box's frame. False: no proof.
static inline bool prove(const box_segment *b, segment_answer *x, scree_vec3 *n)
{
    const double square = b->away[0] * b->away[0] + b->away[1] * b->away[1] + b->away[2] * b->away[2];
    if (!(square > SEGMENT_LEAST && square < SEGMENT_MOST)) return false;
    x->length = sqrt(square);
    if (!(x->length > DIRECT_CLEAR * x->error)) return false;
    double way[3], gap = 0.0, lean = 0.0;
    for (int k = 0; k < 3; ++k) {
        way[k] = b->away[k] / x->length;
        gap += way[k] * (b->c[k] - (way[k] > 0.0 ? b->high[k] : b->low[k]));
        lean += way[k] * b->u[k];
    }
    x->gap = gap - b->half * fabs(lean);
    *n = v3(way[0], way[1], way[2]);
    return x->length - x->gap <= SEGMENT_ENOUGH * x->error;
}

static inline bool find_answer(box_segment *b, const scree_shape *box, segment_answer *x, scree_vec3 *n)
{
    int cell, flat;
    find_nearest(b);
    improve_nearest(b);
    const double square = b->away[0] * b->away[0] + b->away[1] * b->away[1] + b->away[2] * b->away[2];
    if (!(square > SEGMENT_LEAST && square < SEGMENT_MOST)) return false;
    if (!find_cell(b, sqrt(square), &cell, &flat) || !share(b, flat, x->error, &x->has_patch)) return false;
    x->feature_first = scree_box_feature(cell);
    x->index_first = scree_box_index(box->hull->box, cell);
    return prove(b, x, n);
}

static inline bool answer_box(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    const scree_body *box = swapped ? b : a, *capsule = swapped ? a : b;
    const scree_shape *s = box->shape, *t = capsule->shape;
    if (!s->is_box || !s->centred || !t->centred) return false;
    if (!segment_rotation_is_usual(box->orientation) || !segment_rotation_is_usual(capsule->orientation)) return false;
    const scree_mat3 rotation = m3_from_quat(box->orientation);
    const scree_vec3 c = m3_mul_transposed(&rotation, v3_sub(capsule->position, box->position));
    const scree_vec3 u = m3_mul_transposed(&rotation, segment_axis(capsule->orientation));
    box_segment f = in_frame_of_box(s, c, u, t->z[1]);
    segment_answer x = { .first = box, .second = capsule };
    x.error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * s->core_radius + SCREE_ROUNDINGS_B * t->core_radius +
                                SCREE_ROUNDINGS_SHIFT * v3_norm(c)) +
              s->slack;
    scree_vec3 n;
    if (!find_answer(&f, s, &x, &n)) return false;
    const scree_vec3 on_axis = v3(c.x + f.t * u.x, c.y + f.t * u.y, c.z + f.t * u.z);
    const scree_vec3 on_box = v3_sub(on_axis, v3(f.away[0], f.away[1], f.away[2]));
    x.n = v3_unit(m3_mul(&rotation, n));
    x.on_first = v3_add(m3_mul(&rotation, on_box), box->position);
    x.middle = v3_add_scaled(x.on_first, 0.5 * x.length, x.n);
    segment_publish(&x, swapped, tolerance, out);
    return true;
}

bool SCREE_AT_WIDTH(scree_segment_box)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_box(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_segment_boxes)(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_box, left);
}
#endif
