// Hulls that overlap, a pair in each lane: is the depth along the normal of two features the least, where the
// projection of the origin is near a side of the face that they span? Decided by the points of N = A - B = -M beyond
// that side.
//
// Idea        Directions are n + q, with q perpendicular to the normal n. A point v of N proves that the depth is at
//             least d where v.(n + q) >= d |n + q|, a convex set of q. The disc about the projection that ends at the
//             nearest side proves all q up to `reach` (see is_least()); balls inside the hulls prove all beyond
//             `outer`. If reach is beyond outer, that is all. Otherwise, in between, a corner of the face proves the
//             sector between the normals of its two sides, up to `outer`, if these sides are far enough. One side may
//             be near. With `out` its normal, its ends prove the triangles of 0, inner out and outer (out +- a bit
//             along the side), where `inner` is just below `reach`; and one more point of N, the farthest along a q
//             just beyond `reach`, may prove the triangle of inner out and those two points. A convex set that has the
//             three corners of a triangle has all of it.
// Departures  The nearest corners count as points of N at the depth d, which they are up to rounding: their sets end
//             slightly off 0. The neighbourhood of 0 is covered by the disc, whose points are nearer and more accurate.
// Limits      One near side; with more, the faces around decide (hull_cover.h). In float, with a margin for rounding.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_ADJACENT_H
#define SCREE_KERNELS_HULL_MANY_MANY_ADJACENT_H

#include "kernels/hull_many/many_measure.h"

/// Margin of a comparison, in units of the pair's size: far above float rounding.
#define ADJACENT_ROOM 1e-5f

/// Below this sine of their angle, edges do not define their plane well enough.
#define ADJACENT_SINE 1e-3

/// How far along the near side its ends may take over, in units of `outer`.
#define ADJACENT_REACH 0.6f

/// The bounds of `inner` and `outer`, within which a corner's set is far from its end.
#define ADJACENT_INNER 1e-3f
#define ADJACENT_OUTER 20.0f

/// Up to this tangent, `outer` from the balls around the hulls' origins is good enough, and no others are tried.
#define ADJACENT_ROUND 2.0

/// Where `inner` is, and where a point is searched, in units of `reach`.
#define JUST_BELOW 0.9f
#define JUST_BEYOND 1.1f

// The side nearest to the projection of the origin, relative to it, in N; and the distance of the next one.
typedef struct near_side {
    lane3 from, along;
    lane other;
    lane_mask wide; // the plane of the face is well-conditioned
} near_side;

// The face of two edges is a parallelogram.
static inline near_side side_of_edges(const lane_frame *f, const many_features *x, const many_near *y)
{
    const lane half = lane_of(0.5), none = lane_of(0.0), whole = lane_of(1.0);
    const lane3 p = x->at[A_FIRST], u = l3_sub(x->at[A_LAST], p), b = x->at[B_FIRST];
    const lane3 q = l3_add(lm3_mul(&f->rotation, b), f->shift), e = lm3_mul(&f->rotation, l3_sub(b, x->at[B_LAST]));
    const lane3 product = l3_cross(u, e);
    const lane u2 = l3_dot(u, u), e2 = l3_dot(e, e), area2 = l3_dot(product, product);
    const lane s = l3_dot(l3_sub(y->at.on_a, p), u) / u2, t = -l3_dot(l3_sub(y->at.on_b, q), e) / e2;
    const lane across_u = lane_sqrt(area2 / e2), across_e = lane_sqrt(area2 / u2);
    const lane end_s = lane_min(s, 1.0 - s), end_t = lane_min(t, 1.0 - t);
    const lane to_s = end_s * across_u, to_t = end_t * across_e;
    const lane_mask of_e = to_s < to_t;
    const lane nearest = lane_select(lane_select(of_e, s, t) < half, none, whole);
    near_side r;
    r.from = l3_add_scaled(l3_scale(u, lane_select(of_e, nearest, none) - s), lane_select(of_e, none, nearest) - t, e);
    r.along = l3_select(of_e, e, u);
    r.other = lane_select(of_e, lane_min((1.0 - end_s) * across_u, to_t), lane_min((1.0 - end_t) * across_e, to_s));
    r.wide = area2 > ADJACENT_SINE * ADJACENT_SINE * (u2 * e2);
    return r;
}

enum side_row { FROM_X, ALONG_X = 3, OTHER = 6, SIDE_ROWS };

// The side of a face that is nearest to a point over it, and the distance of the next one.
static inline void side_of_face(const scree_shape *s, int face, scree_vec3 over, double rows[SIDE_ROWS][SCREE_LANES],
                                int i)
{
    const scree_face *f = &s->hull->faces[face];
    double least = INFINITY, next = INFINITY, inside[SCREE_LANES] __attribute__((aligned(64)));
    int side = f->first;
    for (int k = f->first; k < f->first + f->count; ++k) {
        const int at = (k - f->first) % SCREE_LANES;
        if (at == 0) lane_put_row(inside, inside_of_sides(s, f, k, over));
        next = inside[at] < least ? least : inside[at] < next ? inside[at] : next;
        side = inside[at] < least ? k : side;
        least = inside[at] < least ? inside[at] : least;
    }
    const scree_vec3 from = v3_sub(corner_at(s, side), over), along = side_at(s, f, side);
    rows[FROM_X][i] = from.x;
    rows[FROM_X + 1][i] = from.y;
    rows[FROM_X + 2][i] = from.z;
    rows[ALONG_X][i] = along.x;
    rows[ALONG_X + 1][i] = along.y;
    rows[ALONG_X + 2][i] = along.z;
    rows[OTHER][i] = next;
}

// For the open lanes.
static inline near_side side_of_half(const many_group *w, int half, unsigned open, const many_features *x,
                                     const many_near *y)
{
    const lane_frame *f = &w->frame[half];
    near_side r = side_of_edges(f, x, y);
    unsigned faces = (x->face[0] | x->face[1]) & open;
    if (faces == 0) return r;
    double rows[SIDE_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    const lane_mask these = lane_of_bits(faces), of_b = lane_of_bits(x->face[1]);
    const lane3 behind = lm3_mul_transposed(&f->rotation, l3_sub(y->at.on_a, f->shift)); // for B's face, in its frame
    const lane3 over = l3_select(of_b, behind, y->at.on_b);
    for (int k = 0; k < SIDE_ROWS; ++k) lane_put_row(rows[k], lane_of(1.0));
    for (; faces != 0; faces &= faces - 1) {
        const int i = __builtin_ctz(faces), reference = (int)(x->face[1] >> i & 1u);
        side_of_face(w->g[half].shape[reference][i], x->index[reference][i], lane_vector(&over, i), rows, i);
    }
    const lane3 from = l3(lane_row(rows[FROM_X]), lane_row(rows[FROM_X + 1]), lane_row(rows[FROM_X + 2]));
    const lane3 along = l3(lane_row(rows[ALONG_X]), lane_row(rows[ALONG_X + 1]), lane_row(rows[ALONG_X + 2]));
    const lane round = lane_of(-1.0); // N has B negated
    const lane3 from_b = l3_scale(lm3_mul(&f->rotation, from), round),
                along_b = l3_scale(lm3_mul(&f->rotation, along), round);
    r.from = l3_select(these, l3_select(of_b, from_b, from), r.from);
    r.along = l3_select(these, l3_select(of_b, along_b, along), r.along);
    r.other = lane_select(these, lane_row(rows[OTHER]), r.other);
    r.wide = r.wide | these;
    return r;
}

// Balls inside one hull, right below the projection: along n + q, with n out of the hull, they are deep enough beyond
// the angle of this cosine; 0: nowhere.
static inline double cosine_below(const scree_shape *s, scree_vec3 projection, scree_vec3 n, double enough,
                                  double error)
{
    double best = 0.0;
    for (double depth = 4.0 * enough; depth <= 16.0 * enough; depth *= 4.0) {
        const double ball = -outside_by(s, v3_add_scaled(projection, -depth, n)) - error;
        best = max2(best, (ball - enough) / (depth - enough));
    }
    return best;
}

// The better one of both hulls, for the open lanes.
static inline lane cosines_below(const many_group *w, int half, unsigned open, const many_near *y)
{
    const lane_frame *f = &w->frame[half];
    const lane3 projection_b = lm3_mul_transposed(&f->rotation, l3_sub(y->at.on_b, f->shift));
    const lane3 from_b = l3_scale(lm3_mul_transposed(&f->rotation, y->at.n), lane_of(-1.0));
    double best[SCREE_LANES] __attribute__((aligned(64)));
    lane_put_row(best, lane_of(0.0));
    for (; open != 0; open &= open - 1) {
        const int i = __builtin_ctz(open);
        const double error = f->error[i], enough = 8.0 * error - y->at.gap[i];
        const scree_shape *const *a = &w->g[half].shape[0][i], *const *b = &w->g[half].shape[1][i];
        best[i] = max2(cosine_below(*a, lane_vector(&y->at.on_a, i), lane_vector(&y->at.n, i), enough, error),
                       cosine_below(*b, lane_vector(&projection_b, i), lane_vector(&from_b, i), enough, error));
    }
    return lane_row(best);
}

// The tangent of the angle to n beyond which the overlap of balls inside the hulls is `enough` deep: balls around their
// origins, or those below the projection.
static inline lane tangent_of_balls(const many_group *w, int half, unsigned open, const many_near *y, lane enough)
{
    const lane_frame *f = &w->frame[half];
    double inner[2][SCREE_LANES] __attribute__((aligned(64)));
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < SCREE_LANES; ++i) inner[k][i] = w->g[half].shape[k][i]->hull->inner_radius;
    const lane none = lane_of(0.0), a = lane_row(inner[0]), b = lane_row(inner[1]), balls = a + b - enough;
    const lane along = l3_dot(y->at.n, f->shift);
    const lane3 off = l3_add_scaled(f->shift, -along, y->at.n);
    const lane across2 = l3_dot(off, off), across = lane_sqrt(across2);
    const lane rest = lane_sqrt(lane_max(along * along + across2 - balls * balls, none));
    const lane cosine = along * balls - across * rest, sine = across * balls + along * rest;
    const lane_mask some = (balls > none) & (a > none) & (b > none) & (along > none) & (cosine > none);
    const lane about = lane_select(some, sine / cosine, lane_of(INFINITY));
    open &= ~lane_bits_below(about, lane_of(ADJACENT_ROUND));
    if (open == 0) return about;
    const lane below = lane_min(cosines_below(w, half, open, y), lane_of(1.0));
    return lane_min(about, lane_sqrt(1.0 - below * below) / below); // infinite if there is none
}

// The data of the proof, in units of the pair's size.
typedef struct adjacent_sides {
    float_lane3 n, out, way; // the normal; perpendicular to it, the near side's normal and direction
    float_lane depth;        // along n
    float_lane to;           // distance of the near side
    float_lane start, end;   // of the near side, along it
    float_lane other;        // distance of the next side
    float_lane outer, reach, inner;
    float_lane before, after; // where its ends take over, in units of `outer`
} adjacent_sides;

static inline adjacent_sides adjacent_of(const many_group *w, const many_measures *m, unsigned open)
{
    near_side side[HALVES];
    lane depth[HALVES], outer[HALVES];
    for (int half = 0; half < HALVES; ++half) {
        const lane_frame *f = &w->frame[half];
        const many_near *y = &m->near[half];
        const unsigned these = open >> (half * SCREE_LANES) & ((1u << SCREE_LANES) - 1u);
        const lane part = 1.0 / f->size, enough = 8.0 * f->error - y->at.gap;
        near_side *const s = &side[half];
        *s = side_of_half(w, half, these, &m->features[half], y);
        depth[half] = enough * part;
        outer[half] = lane_select(s->wide, tangent_of_balls(w, half, these, y, enough), lane_of(INFINITY));
        s->from = l3_scale(s->from, part);
        s->along = l3_scale(s->along, part);
        s->other = s->other * part;
    }
    const float_lane whole = float_of(1.0f);
    const float_lane3 from = f3_of(side[0].from, side[1].from), along = f3_of(side[0].along, side[1].along);
    adjacent_sides b = { .n = f3_of(m->near[0].at.n, m->near[1].at.n), .depth = float_of_lanes(depth[0], depth[1]) };
    const float_lane3 across = f3_cross(along, b.n);
    const float_lane length = float_sqrt(f3_dot(along, along)), part = whole / length, to = f3_dot(from, across) * part;
    const float_lane outward = float_negate_if(part, to);
    b.out = f3(across.x * outward, across.y * outward, across.z * outward);
    b.way = f3(along.x * part, along.y * part, along.z * part);
    // For a short distance, the margin is in units of the depth, which is short, too. Never negative: there would be no
    // `tangent`.
    b.to = float_max(float_abs(to) - 0.1f * ADJACENT_ROOM, float_of(0.0f));
    b.start = f3_dot(from, b.way);
    b.end = b.start + length;
    b.other = float_of_lanes(side[0].other, side[1].other);
    b.outer = 1.01f * float_of_lanes(outer[0], outer[1]);
    const float_lane slope = b.to / b.depth, tangent = 2.0f * slope / (whole - slope * slope); // of twice the angle
    b.reach = float_pick(float_below(slope, whole), tangent, float_of(INFINITY));
    b.inner = JUST_BELOW * b.reach;
    const float_lane most =
        float_of(1.0f + ADJACENT_REACH * ADJACENT_REACH) * b.outer * b.outer; // squared, of the two points
    const float_lane need = 1.1f * (b.depth + ADJACENT_ROOM) * (float_sqrt(whole + most) - whole) / b.outer;
    b.before = need / -b.start;
    b.after = need / b.end;
    return b;
}

// Where a point of N at height `up` along n, and at `along_q` along q, proves n + q, whose length is given.
static inline float_flags proves(float_flags these, const adjacent_sides *b, float_lane up, float_lane along_q,
                                 float_lane length)
{
    return float_also_below(these, length * (b->depth + ADJACENT_ROOM), up + along_q);
}

// The lengths of n + q for the corners of the triangles.
typedef struct adjacent_lengths {
    float_lane inner, outer, before, after;
} adjacent_lengths;

static inline adjacent_lengths lengths_of(const adjacent_sides *b)
{
    const float_lane whole = float_of(1.0f), square = b->outer * b->outer;
    return (adjacent_lengths){ float_sqrt(whole + b->inner * b->inner), float_sqrt(whole + square),
                               float_sqrt(whole + square * (whole + b->before * b->before)),
                               float_sqrt(whole + square * (whole + b->after * b->after)) };
}

// Where the corners of the face prove their parts.
static inline float_flags corners_prove(float_flags these, const adjacent_sides *b, const adjacent_lengths *length)
{
    const float_lane none = float_of(0.0f), whole = float_of(1.0f), reach = float_of(ADJACENT_REACH);
    float_flags fine = float_also_below(these, b->outer, float_of(ADJACENT_OUTER));
    fine = float_also_below(fine, float_of(ADJACENT_INNER), b->inner);
    fine = float_also_below(float_also_below(fine, none, b->before), b->before, reach);
    fine = float_also_below(float_also_below(fine, none, b->after), b->after, reach);
    fine = proves(fine, b, b->depth, b->other * b->outer, length->outer);
    // The only margin that this needs is the one between `inner` and `reach`.
    fine = float_also_below(fine, b->inner * b->depth / (whole + length->inner), b->to);
    fine = proves(fine, b, b->depth, b->outer * (b->to - b->before * b->start), length->before);
    return proves(fine, b, b->depth, b->outer * (b->to + b->after * b->end), length->after);
}

// The bits of the open pairs of a group whose depth is proven to be the least.
static inline unsigned many_adjacent(const many_group *w, const many_measures *m, unsigned open)
{
    const adjacent_sides b = adjacent_of(w, m, open);
    const float_flags all = float_of_bits(open), direct = float_also_below(all, b.outer, 0.99f * b.reach);
    const adjacent_lengths length = lengths_of(&b);
    float_flags fine = corners_prove(float_less(all, direct), &b, &length);
    if (float_bits(fine) == 0) return float_bits(direct);
    const float_lane beyond = float_pick(fine, JUST_BEYOND * b.reach, float_of(0.0f));
    const many_point p = many_support(&w->pairs, w->pairs.shift, f3_add_scaled(b.n, beyond, b.out), fine);
    const float_lane up = -f3_dot(p.at, b.n), away = -f3_dot(p.at, b.out), aside = -f3_dot(p.at, b.way);
    fine = proves(fine, &b, up, b.inner * away, length.inner);
    fine = proves(fine, &b, up, b.outer * (away - b.before * aside), length.before);
    fine = proves(fine, &b, up, b.outer * (away + b.after * aside), length.after);
    return float_bits(direct) | float_bits(fine);
}

#endif
