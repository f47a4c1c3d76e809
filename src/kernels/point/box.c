// Balls and boxes over lanes: the common path of point_kernel.h for a box, one pair in each lane.
//
// Source      point_kernel.h, which has the reasons; the same operations in the same order, so that the answers are the
//             same to the last bit. tests/cross/batch_lanes.c compares the two.
// Limits      Centres inside the box or near it, normals near that of a face, invalid poses and shapes far from their
//             own origin are left to the single query. Included by one file for each width, after SCREE_LANES is set.
#include <float.h>

#include "kernels/direct.h"
#include "kernels/kernels.h"
#include "lanes/lane.h"
#include "pair/answer.h"
#include "pair/fetch.h"
#include "pair/warm.h"

// Input and output: a row has a double for each lane. S is the box, B the ball.
enum box_row {
    SX,
    SY,
    SZ,
    SW,
    SI,
    SJ,
    SK,
    LOW_X,
    LOW_Y,
    LOW_Z,
    HIGH_X,
    HIGH_Y,
    HIGH_Z, // position, orientation, corners
    BX,
    BY,
    BZ,
    BW,
    BI,
    BJ,
    BK,
    CORE_RADIUS,
    RADIUS_S,
    RADIUS_B,
    SLACK_S,
    SLACK_B,
    SIZE,
    CENTRE,
    BOX_ROWS
};

enum out_row { DISTANCE, LOWER, UPPER, NX, NY, NZ, ON_X, ON_Y, ON_Z, OFF_X, OFF_Y, OFF_Z, MX, MY, MZ, CELL, OUT_ROWS };

typedef struct box_lanes {
    double in[BOX_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double out[OUT_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    const scree_shape *solid[SCREE_LANES];
    bool swapped[SCREE_LANES]; // the box is the pair's second body
    unsigned touching;
} box_lanes;

static inline lane in_row(const box_lanes *g, int i)
{
    return lane_row(g->in[i]);
}

static inline lane3 in_rows(const box_lanes *g, int i)
{
    return l3(in_row(g, i), in_row(g, i + 1), in_row(g, i + 2));
}

static inline void put(box_lanes *g, int i, lane x)
{
    lane_put_row(g->out[i], x);
}

static inline void put3(box_lanes *g, int i, lane3 x)
{
    put(g, i, x.x);
    put(g, i + 1, x.y);
    put(g, i + 2, x.z);
}

static inline void gather_pose(const scree_body *body, box_lanes *g, int first, int i)
{
    g->in[first][i] = body->position.x;
    g->in[first + 1][i] = body->position.y;
    g->in[first + 2][i] = body->position.z;
    g->in[first + 3][i] = body->orientation.w;
    g->in[first + 4][i] = body->orientation.x;
    g->in[first + 5][i] = body->orientation.y;
    g->in[first + 6][i] = body->orientation.z;
}

static inline void gather_pair(const scree_body *a, const scree_body *b, box_lanes *g, int i)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    const scree_body *solid = swapped ? b : a, *ball = swapped ? a : b;
    const scree_shape *s = solid->shape, *t = ball->shape;
    g->swapped[i] = swapped;
    g->solid[i] = s;
    gather_pose(solid, g, SX, i);
    gather_pose(ball, g, BX, i);
    g->in[LOW_X][i] = s->hull->box->low.x;
    g->in[LOW_Y][i] = s->hull->box->low.y;
    g->in[LOW_Z][i] = s->hull->box->low.z;
    g->in[HIGH_X][i] = s->hull->box->high.x;
    g->in[HIGH_Y][i] = s->hull->box->high.y;
    g->in[HIGH_Z][i] = s->hull->box->high.z;
    g->in[CORE_RADIUS][i] = s->core_radius;
    g->in[RADIUS_S][i] = s->radius;
    g->in[RADIUS_B][i] = t->radius;
    g->in[SLACK_S][i] = s->slack;
    g->in[SLACK_B][i] = t->slack;
    g->in[SIZE][i] = a->shape->bounds.radius + b->shape->bounds.radius; // scree_pair_size()
    g->in[CENTRE][i] = v3_norm2(s->centre) + v3_norm2(t->centre);
}

// scree_pose_is_valid(), for a quaternion that needs no scaling.
static inline lane_mask is_usual_pose(lane3 p, lane norm2)
{
    return (l3_dot(p, p) < lane_of(1e119)) & (norm2 > lane_of(1e-139)) & (norm2 < lane_of(1e139));
}

static inline lane norm2_of(const box_lanes *g, int first)
{
    const lane w = in_row(g, first), x = in_row(g, first + 1), y = in_row(g, first + 2), z = in_row(g, first + 3);
    return w * w + x * x + y * y + z * z;
}

// m3_from_quat()
static inline lane_mat3 rotation_of(const box_lanes *g, lane norm2)
{
    const lane w = in_row(g, SW), x = in_row(g, SI), y = in_row(g, SJ), z = in_row(g, SK), s = 2.0 / norm2;
    lane_mat3 r;
    r.row[0] = l3(1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
    r.row[1] = l3(s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x));
    r.row[2] = l3(s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y));
    return r;
}

static inline lane ones(lane_mask m)
{
    return lane_where(m, lane_of(1.0));
}

// One axis of find_adjacent_box(): x clamped to [low, high], the third that x is in, and whether it is clearly beyond.
typedef struct box_axis {
    lane at, way, square, third;
    lane_mask within;
} box_axis;

static inline box_axis look_along(lane x, lane low, lane high)
{
    const lane_mask below = x<low, above = x> high;
    box_axis r = { .at = lane_min(lane_max(x, low), high), .third = lane_of(1.0) - ones(below) + ones(above) };
    r.way = x - r.at;
    r.square = r.way * r.way;
    r.within = ~(below | above);
    return r;
}

// point_publish()
static inline void publish_boxes(box_lanes *g, const lane_mat3 *rotation, lane3 at, lane3 way, lane gap, lane error,
                                 double tolerance)
{
    const lane radius = in_row(g, RADIUS_S), radii = radius + in_row(g, RADIUS_B), distance = gap - radii + 0.0;
    const lane spread = 4.0 * DBL_EPSILON * (radii + lane_abs(gap));
    const lane3 n = l3_unit(lm3_mul(rotation, way));
    const lane3 on_solid = l3_add_scaled(l3_add(lm3_mul(rotation, at), in_rows(g, SX)), radius, n);
    put(g, DISTANCE, distance);
    put(g, LOWER, lane_min(gap - error - radii - spread, distance));
    put(g, UPPER, lane_max(gap + error - radii + spread, distance));
    put3(g, NX, n);
    put3(g, ON_X, on_solid);
    put3(g, OFF_X, l3_add_scaled(on_solid, distance, n));
    put3(g, MX, l3_add_scaled(on_solid, 0.5 * distance, n));
    const lane allowed = lane_either(tolerance < 0.0, SCREE_DEFAULT_TOLERANCE * in_row(g, SIZE), lane_of(tolerance));
    g->touching = lane_bits(lane_abs(distance) <= allowed);
}

// Answers one pair in each lane; returns the bits of those answered.
static inline unsigned answer_lanes(box_lanes *g, double tolerance)
{
    const lane3 place = in_rows(g, SX), ball = in_rows(g, BX);
    const lane norm2 = norm2_of(g, SW);
    lane_mask usual = is_usual_pose(place, norm2) & is_usual_pose(ball, norm2_of(g, BW));
    usual &= in_row(g, CENTRE) == lane_of(0.0);
    const lane_mat3 rotation = rotation_of(g, norm2);
    const lane3 q = lm3_mul_transposed(&rotation, l3_sub(ball, place));
    const lane error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * in_row(g, CORE_RADIUS) +
                                         SCREE_ROUNDINGS_SHIFT * lane_sqrt(l3_dot(q, q))) +
                       (in_row(g, SLACK_S) + in_row(g, SLACK_B));
    const box_axis x = look_along(q.x, in_row(g, LOW_X), in_row(g, HIGH_X));
    const box_axis y = look_along(q.y, in_row(g, LOW_Y), in_row(g, HIGH_Y));
    const box_axis z = look_along(q.z, in_row(g, LOW_Z), in_row(g, HIGH_Z));
    const lane length2 = x.square + y.square + z.square, least = DIRECT_SLOPE2 * length2, gap = lane_sqrt(length2);
    usual &= (x.within | (x.square > least)) & (y.within | (y.square > least)) & (z.within | (z.square > least));
    usual &= gap > DIRECT_CLEAR * error;
    publish_boxes(g, &rotation, l3(x.at, y.at, z.at), l3(x.way, y.way, z.way), gap, error, tolerance);
    put(g, CELL, x.third + 3.0 * y.third + 9.0 * z.third);
    return lane_bits(usual);
}

static inline scree_vec3 out_vector(const box_lanes *g, int first, int i)
{
    return v3(g->out[first][i], g->out[first + 1][i], g->out[first + 2][i]);
}

static inline void scatter(const box_lanes *g, int i, scree_contact *out)
{
    const bool swapped = g->swapped[i];
    const scree_vec3 n = out_vector(g, NX, i), on = out_vector(g, ON_X, i), off = out_vector(g, OFF_X, i);
    const int cell = (int)g->out[CELL][i], index = scree_box_index(g->solid[i]->hull->box, cell);
    const scree_feature kind = scree_box_feature(cell);
    out->distance = g->out[DISTANCE][i];
    out->lower = g->out[LOWER][i];
    out->upper = g->out[UPPER][i];
    out->normal = swapped ? v3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z) : v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    out->point_a = swapped ? off : on;
    out->point_b = swapped ? on : off;
    out->point = out_vector(g, MX, i);
    out->patch_area = 0.0;
    out->feature_a = swapped ? SCREE_FEATURE_SURFACE : kind;
    out->feature_b = swapped ? kind : SCREE_FEATURE_SURFACE;
    out->index_a = swapped ? -1 : index;
    out->index_b = swapped ? index : -1;
    out->iterations = 1;
    out->state = (g->touching >> i & 1u) != 0u ? SCREE_TOUCHING
                 : out->distance > 0.0         ? SCREE_SEPARATED
                                               : SCREE_OVERLAPPING;
    out->status = SCREE_OK;
    scree_clear_rest(out);
}

static inline int answer_boxes(const scree_lane_work *work, int32_t *left)
{
    int rest = 0;
    for (int first = 0; first < work->count; first += SCREE_LANES) {
        box_lanes g;
        const int end = first + SCREE_LANES < work->count ? SCREE_LANES : work->count - first;
        for (int i = 0; i < SCREE_LANES; ++i) { // lanes beyond the last pair repeat it
            const size_t number = work->first + (size_t)work->pairs[first + (i < end ? i : end - 1)];
            const scree_pair pair = work->batch->pairs[number];
            scree_fetch_result(&work->results[number]);
            gather_pair(&work->batch->bodies[pair.a], &work->batch->bodies[pair.b], &g, i);
        }
        const unsigned answered = answer_lanes(&g, work->tolerance);
        for (int i = 0; i < end; ++i) {
            const size_t number = work->first + (size_t)work->pairs[first + i];
            if ((answered >> i & 1u) == 0u) {
                left[rest++] = work->pairs[first + i];
                continue;
            }
            scatter(&g, i, &work->results[number]);
            if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[number], &work->results[number]);
        }
    }
    return rest;
}

int SCREE_AT_WIDTH(scree_box)(const scree_lane_work *work, int32_t *left)
{
    return answer_boxes(work, left);
}
