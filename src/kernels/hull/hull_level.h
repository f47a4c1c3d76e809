// Patch and points of two polyhedra that meet with two faces, or with a face and an edge, which are parallel up to
// SCREE_FEATURE_SLOPE: most contacts of bodies at rest.
//
// Source      pair/finish.c, region.c and patch.c, which explain each step and handle every other case.
// Idea        The operations of finish.c in their order, so that the bits are the same; but over lanes where corners are
//             moved, projected and compared with lines. Where finish.c searches (for the corners that are farthest from
//             each other, or for points that fit the features better), cheap conservative bounds show that the search
//             would change nothing.
// Limits      Returns false, so that the caller falls back to finish.c, where one of these bounds fails: corners that
//             coincide to rounding or are out of order, thin patches, points that are not clearly on their features,
//             faces of more than LEVEL_CORNERS corners.
#ifndef SCREE_KERNELS_HULL_HULL_LEVEL_H
#define SCREE_KERNELS_HULL_HULL_LEVEL_H

#include "kernels/hull/hull_scan.h"
#include "pair/answer.h"
#include "pair/patch.h"

enum {
    LEVEL_CORNERS = 16,             // of a face
    LEVEL_MOST = 2 * LEVEL_CORNERS, // of what two faces share: a bit for each
    LEVEL_ROOM = LEVEL_MOST + 16
};

/// finish.c may recompute patches with less area than LEVEL_THIN_PATCH, relative to the square of the size, or less width
/// than LEVEL_WIDTH errors.
#define LEVEL_THIN_PATCH 1e-6
#define LEVEL_WIDTH 10.0

/// Corners in the plane perpendicular to the normal; after the last one, the first ones are repeated.
typedef struct level_ring {
    double u[LEVEL_ROOM], v[LEVEL_ROOM] __attribute__((aligned(64)));
} level_ring;

/// A face or an edge. `set` has its first two corners only, which is all that region.c reads.
typedef struct level_feature {
    scree_feature_set set;
    scree_vec3 corner[2];
    bool of_a;
    double x[LEVEL_ROOM], y[LEVEL_ROOM], z[LEVEL_ROOM]; ///< of a face: in the shape's order
    level_ring at, side;                                ///< projected; the vectors from each corner to the next
} level_feature;

static inline lane3 level_corners(const level_feature *f, int k)
{
    return lanes_at(f->x, f->y, f->z, k);
}

/// A corner of a face, counter-clockwise about the normal: those of B are in the order of its own normal.
static inline scree_vec3 level_corner(const level_feature *f, bool of_a, int i)
{
    const int k = of_a ? i : f->set.count - 1 - i;
    return v3(f->x[k], f->y[k], f->z[k]);
}

// ------------------------------------------------------------------------------------------------------- the features

/// The corners of a face in A's frame. False where there are too many.
static inline bool level_take_face(const scree_cores *c, bool of_a, int face, level_feature *f)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const scree_face *at = &s->hull->faces[face];
    const int count = at->count;
    if (count > LEVEL_CORNERS) return false;
    const lane_mat3 rotation = { { l3_of(c->rotation.row[0]), l3_of(c->rotation.row[1]), l3_of(c->rotation.row[2]) } };
    for (int k = 0; k < count; k += SCREE_LANES) {
        lane3 p = corners_at(s, at, at->first + k);
        if (!of_a) p = l3_add(lm3_mul(&rotation, p), l3_of(c->shift));
        lane_put(f->x + k, p.x);
        lane_put(f->y + k, p.y);
        lane_put(f->z + k, p.z);
    }
    f->set.count = count;
    f->set.out = of_a ? at->normal : m3_mul(&c->rotation, at->normal);
    for (int i = 0; i < 2; ++i) f->corner[i] = level_corner(f, of_a, i);
    return true;
}

static inline bool level_take_edge(const scree_cores *c, bool of_a, int edge, level_feature *f)
{
    const scree_edge at = scree_edge_at((of_a ? c->a : c->b)->hull, edge);
    for (int i = 0; i < 2; ++i)
        f->corner[i] = of_a ? scree_cores_vertex_a(c, at.vertex[i]) : scree_cores_vertex_b(c, at.vertex[1 - i]);
    f->set.count = 2;
    f->set.out = v3(0, 0, 0);
    return v3_norm(v3_sub(f->corner[1], f->corner[0])) > 2.0 * c->error;
}

/// The face or edge at a vertex along the outward normal; false where it is the vertex itself.
static inline bool level_take(const scree_cores *c, bool of_a, int vertex, scree_vec3 outward, level_feature *f)
{
    f->of_a = of_a;
    f->set.kind = scree_feature_at(of_a ? c->a : c->b, vertex, outward, &f->set.index);
    f->set.corner = f->corner;
    if (f->set.kind == SCREE_FEATURE_FACE) return level_take_face(c, of_a, f->set.index, f);
    return f->set.kind == SCREE_FEATURE_EDGE && level_take_edge(c, of_a, f->set.index, f);
}

/// The square of how far the corners are from the first one.
static inline double level_reach2(const level_feature *f)
{
    const lane3 first = l3_of(f->corner[0]);
    lane most = lane_of(0.0);
    for (int k = 0; k < f->set.count; k += SCREE_LANES) {
        const lane3 d = l3_sub(level_corners(f, k), first);
        most = lane_max(most, lane_where(lane_first(f->set.count - k), l3_dot(d, d)));
    }
    return lane_most(most)[0];
}

// ------------------------------------------------------------------------------------------------- seen along the normal

typedef struct level_point {
    double u, v;
} level_point;

/// The plane of the normal.
typedef struct level_plane {
    scree_vec3 origin, x, y;
} level_plane;

static inline level_plane level_plane_of(const level_feature *few, scree_vec3 n)
{
    const scree_vec3 x = v3_any_normal_to(n), first = few->corner[0];
    return (level_plane){ v3_add_scaled(first, -v3_dot(first, n), n), x, v3_cross(n, x) };
}

static inline level_point level_project(const level_plane *f, scree_vec3 p)
{
    const scree_vec3 d = v3_sub(p, f->origin);
    return (level_point){ v3_dot(d, f->x), v3_dot(d, f->y) };
}

static inline scree_vec3 level_lift(const level_plane *f, level_point p)
{
    return v3_add_scaled(v3_add_scaled(f->origin, p.u, f->x), p.v, f->y);
}

static inline level_point level_between(level_point p, level_point q, double t)
{
    return (level_point){ p.u + t * (q.u - p.u), p.v + t * (q.v - p.v) };
}

static inline void level_close_ring(level_ring *r, int count)
{
    for (int i = count; i < count + SCREE_LANES; ++i) {
        r->u[i] = r->u[i - count];
        r->v[i] = r->v[i - count];
    }
}

static inline void level_reverse_ring(level_ring *r, int count)
{
    for (int i = 0, k = count - 1; i < k; ++i, --k) {
        const double u = r->u[i], v = r->v[i];
        r->u[i] = r->u[k];
        r->v[i] = r->v[k];
        r->u[k] = u;
        r->v[k] = v;
    }
}

/// The corners of a face and its sides. False where corners coincide, or nearly so, or are not in convex order.
static inline bool level_project_face(const scree_cores *c, const level_plane *f, level_feature *face)
{
    const lane3 origin = l3_of(f->origin), x = l3_of(f->x), y = l3_of(f->y);
    const int count = face->set.count;
    for (int k = 0; k < count; k += SCREE_LANES) {
        const lane3 d = l3_sub(level_corners(face, k), origin);
        lane_put(face->at.u + k, l3_dot(d, x));
        lane_put(face->at.v + k, l3_dot(d, y));
    }
    if (!face->of_a) level_reverse_ring(&face->at, count);
    level_close_ring(&face->at, count);
    lane shortest2 = lane_of(INFINITY), least = lane_of(INFINITY);
    for (int k = 0; k < count; k += SCREE_LANES) {
        const lane u = lane_at(face->at.u + k + 1) - lane_at(face->at.u + k);
        const lane v = lane_at(face->at.v + k + 1) - lane_at(face->at.v + k);
        lane_put(face->side.u + k, u);
        lane_put(face->side.v + k, v);
        shortest2 = lane_min(shortest2, u * u + v * v);
    }
    level_close_ring(&face->side, count);
    for (int k = 0; k < count; k += SCREE_LANES)
        least = lane_min(least, lane_at(face->side.u + k) * lane_at(face->side.v + k + 1) -
                                    lane_at(face->side.v + k) * lane_at(face->side.u + k + 1));
    return lane_least(least)[0] > 0.0 && lane_least(shortest2)[0] > 4.0 * (c->error * c->error);
}

/// What the features share.
typedef struct level_patch {
    level_plane plane;
    level_ring ring;
    int count;
    level_point centroid;
    double area;
} level_patch;

/// Copies a ring of `count` corners to where `most` will have room; behind them all is 0.
static inline void level_copy_ring(const level_ring *from, int count, int most, level_ring *to)
{
    for (int k = 0; k < most + SCREE_LANES; k += SCREE_LANES) {
        const lane_mask used = lane_first(count - k);
        const int at = k < count ? k : 0;
        lane_put(to->u + k, lane_where(used, lane_at(from->u + at)));
        lane_put(to->v + k, lane_where(used, lane_at(from->v + at)));
    }
}

/// Where the side from corner i to the next one, whose ends are `di` and `dk` from a line, crosses it.
static inline level_point level_crossing(const level_ring *r, int i, int k, double di, double dk)
{
    return level_between((level_point){ r->u[i], r->v[i] }, (level_point){ r->u[k], r->v[k] }, di / (di - dk));
}

static inline void level_put(level_ring *r, int at, level_point p)
{
    r->u[at] = p.u;
    r->v[at] = p.v;
}

static inline void level_move(double *list, int to, int from, int count)
{
    if (to <= from)
        for (int i = 0; i < count; ++i) list[to + i] = list[from + i];
    else
        for (int i = count - 1; i >= 0; --i) list[to + i] = list[from + i];
}

/// Those of `count` corners that are on the left of a side, as clip_by_line() of patch.c has them; returns their number, or -1 where
/// those on the right are not in a row.
static inline int level_clip(level_ring *r, int count, level_point p, level_point q, level_point along)
{
    double side[LEVEL_ROOM] __attribute__((aligned(64)));
    const double pu = r->u[count - 1] - p.u, pv = r->v[count - 1] - p.v;
    const double qu = r->u[count - 1] - q.u, qv = r->v[count - 1] - q.v;
    const bool by_q = qu * qu + qv * qv < pu * pu + pv * pv;
    const lane end_u = lane_of(by_q ? q.u : p.u), end_v = lane_of(by_q ? q.v : p.v);
    const lane along_u = lane_of(along.u), along_v = lane_of(along.v);
    unsigned right = 0;
    for (int k = 0; k < count; k += SCREE_LANES) {
        const lane d = along_u * (lane_at(r->v + k) - end_v) - along_v * (lane_at(r->u + k) - end_u);
        right |= lane_bits_below(d, lane_of(0.0)) << k;
        lane_put(side + k, d);
    }
    const unsigned all = UINT32_MAX >> (LEVEL_MOST - count);
    right &= all;
    if (right == 0) return count;
    if (right == all) return 0;
    // Corner `first` to `last` are on the right, maybe past the end of the list.
    const unsigned left = ~right & all, begins = right & (left << 1 | left >> (count - 1));
    if ((begins & (begins - 1)) != 0) return -1;
    const int first = __builtin_ctz(begins), before = first > 0 ? first - 1 : count - 1;
    const int removed = __builtin_popcount(right), end = first + removed;
    const int last = end <= count ? end - 1 : end - 1 - count, after = last + 1 < count ? last + 1 : 0;
    const level_point into = level_crossing(r, before, first, side[before], side[first]);
    const level_point back = level_crossing(r, last, after, side[last], side[after]);
    const bool crosses = side[before] > 0.0, returns = side[after] > 0.0;
    const bool is_last = end >= count; // the list begins after those on the right, or with the crossing behind them
    const int from = is_last ? after : end, rest = is_last ? first - after : count - end;
    const int to = (is_last ? 0 : first + crosses) + returns;
    level_move(r->u, to, from, rest);
    level_move(r->v, to, from, rest);
    if (returns) level_put(r, to - 1, back);
    if (crosses) level_put(r, is_last ? to + rest : first, into);
    return to + rest + (is_last && crosses);
}

/// Area and centroid. False where the polygon is thin.
static inline bool level_measure(const scree_cores *c, level_patch *patch)
{
    const double *u = patch->ring.u, *v = patch->ring.v;
    double sum = 0.0, mu = 0.0, mv = 0.0, reach2 = 0.0;
    level_point last = { u[1] - u[0], v[1] - v[0] };
    reach2 = last.u * last.u + last.v * last.v;
    for (int i = 2; i < patch->count; ++i) {
        const level_point next = { u[i] - u[0], v[i] - v[0] };
        const double twice = last.u * next.v - last.v * next.u;
        sum += twice;
        mu += twice * (last.u + next.u);
        mv += twice * (last.v + next.v);
        reach2 = max2(reach2, next.u * next.u + next.v * next.v);
        last = next;
    }
    patch->area = 0.5 * sum;
    // No two corners are farther from each other than twice that.
    const double width = LEVEL_WIDTH * SCREE_LEVEL * c->error;
    if (!(patch->area > LEVEL_THIN_PATCH * (c->size * c->size) && patch->area > width * sqrt(reach2))) return false;
    if (!(sum > LEVEL_THIN_PATCH * reach2)) return false;
    patch->centroid = (level_point){ u[0] + mu / (3.0 * sum), v[0] + mv / (3.0 * sum) };
    return true;
}

/// What two faces share.
static inline bool level_meet_faces(const scree_cores *c, scree_vec3 n, level_feature *a, level_feature *b,
                                    level_patch *patch)
{
    const bool a_first = level_reach2(a) <= level_reach2(b);
    level_feature *few = a_first ? a : b, *by = a_first ? b : a;
    patch->plane = level_plane_of(few, n);
    if (!level_project_face(c, &patch->plane, few) || !level_project_face(c, &patch->plane, by)) return false;
    patch->count = few->set.count;
    level_copy_ring(&few->at, patch->count, patch->count + by->set.count, &patch->ring);
    for (int i = 0; i < by->set.count && patch->count > 2; ++i) {
        const level_point p = { by->at.u[i], by->at.v[i] }, q = { by->at.u[i + 1], by->at.v[i + 1] };
        patch->count = level_clip(&patch->ring, patch->count, p, q, (level_point){ by->side.u[i], by->side.v[i] });
    }
    return patch->count > 2 && level_measure(c, patch);
}

/// Whether the ends of a segment, which is shared, are not beyond the corners of a face: what cut_beyond_tips() of patch.c asks.
static inline bool level_is_within(const level_feature *face, level_point end, level_point along, double slack)
{
    const double length2 = along.u * along.u + along.v * along.v, more = slack / sqrt(length2);
    lane least = lane_of(INFINITY), most = lane_of(-INFINITY);
    for (int k = 0; k < face->set.count; k += SCREE_LANES) {
        const lane t = ((lane_at(face->at.u + k) - lane_of(end.u)) * lane_of(along.u) +
                        (lane_at(face->at.v + k) - lane_of(end.v)) * lane_of(along.v)) /
                       lane_of(length2);
        least = lane_min(least, t);
        most = lane_max(most, t);
    }
    return lane_least(least)[0] <= more && lane_most(most)[0] >= 1.0 - more;
}

/// What an edge shares with a face: clip_segment() of patch.c, and the ends in the order in which simplify() leaves them.
static inline bool level_meet_edge(const scree_cores *c, scree_vec3 n, level_feature *edge, level_feature *face,
                                   level_patch *patch)
{
    const double slack = SCREE_LEVEL * c->error;
    patch->plane = level_plane_of(edge, n);
    if (!level_project_face(c, &patch->plane, face)) return false;
    const level_point p = level_project(&patch->plane, edge->corner[0]),
                      q = level_project(&patch->plane, edge->corner[1]);
    lane from = lane_of(0.0), to = lane_of(1.0);
    unsigned outside = 0;
    for (int k = 0; k < face->set.count; k += SCREE_LANES) {
        const lane u = lane_at(face->side.u + k), v = lane_at(face->side.v + k), one = lane_of(1.0);
        const lane at_u = lane_at(face->at.u + k), at_v = lane_at(face->at.v + k);
        const lane d0 = u * (lane_of(p.v) - at_v) - v * (lane_of(p.u) - at_u);
        const lane d1 = u * (lane_of(q.v) - at_v) - v * (lane_of(q.u) - at_u);
        const lane least = lane_of(-slack) * lane_sqrt(u * u + v * v);
        const lane_mask out0 = d0 < least, out1 = d1 < least;
        const lane t = d0 / lane_select((out0 | out1) & (d0 != d1), d0 - d1, one);
        outside |= lane_bits(out0 & out1);
        from = lane_max(from, lane_where(out0, t));
        to = lane_min(to, lane_select(out1, t, one));
    }
    const double t0 = lane_most(from)[0], t1 = lane_least(to)[0];
    if (outside != 0 || !(t0 < t1)) return false;
    const level_point one = level_between(p, q, t1), end = level_between(p, q, t0);
    const level_point along = { end.u - one.u, end.v - one.v };
    if (!(sqrt(along.u * along.u + along.v * along.v) > LEVEL_WIDTH * slack)) return false;
    if (!level_is_within(face, one, along, slack)) return false;
    patch->count = 2;
    patch->area = 0.0;
    patch->centroid = level_between(end, one, 0.5);
    patch->ring.u[0] = one.u;
    patch->ring.v[0] = one.v;
    patch->ring.u[1] = end.u;
    patch->ring.v[1] = end.v;
    return true;
}

static inline bool level_meet(const scree_cores *c, scree_vec3 n, level_feature *a, level_feature *b,
                              level_patch *patch)
{
    if (a->set.count == 2) return level_meet_edge(c, n, a, b, patch);
    if (b->set.count == 2) return level_meet_edge(c, n, b, a, patch);
    return level_meet_faces(c, n, a, b, patch);
}

// ---------------------------------------------------------------------------------------------------- the witness points

/// The height of a face along n over points of the plane n . x = 0, which has the slope `along` = out . n.
static inline lane level_heights(const level_feature *f, lane along, lane3 x)
{
    return l3_dot(l3_of(f->set.out), l3_sub(l3_of(f->corner[0]), x)) / along;
}

/// Where the two faces are nearest: nearest_in_patch() of region.c.
static inline scree_vec3 level_nearest(const scree_cores *c, scree_vec3 n, const level_feature *a,
                                       const level_feature *b, const level_patch *patch, scree_vec3 centroid)
{
    double gaps[LEVEL_ROOM] __attribute__((aligned(64)));
    const lane3 origin = l3_of(patch->plane.origin), x = l3_of(patch->plane.x), y = l3_of(patch->plane.y);
    const lane along_a = lane_of(v3_dot(a->set.out, n)), along_b = lane_of(v3_dot(b->set.out, n));
    lane lowest = lane_of(INFINITY);
    for (int k = 0; k < patch->count; k += SCREE_LANES) {
        const lane3 p =
            l3_add_scaled(l3_add_scaled(origin, lane_at(patch->ring.u + k), x), lane_at(patch->ring.v + k), y);
        const lane gap = lane_select(lane_first(patch->count - k),
                                     level_heights(b, along_b, p) - level_heights(a, along_a, p), lane_of(INFINITY));
        lowest = lane_min(lowest, gap);
        lane_put(gaps + k, gap);
    }
    const double most = lane_least(lowest)[0] + SCREE_LEVEL * c->error;
    scree_vec3 sum = v3(0, 0, 0);
    int level = 0, all = 0;
    for (int k = 0; k < patch->count; k += SCREE_LANES)
        all += __builtin_popcount(lane_bits(lane_at(gaps + k) <= lane_of(most)));
    if (all == patch->count) return centroid;
    for (int i = 0; i < patch->count; ++i) {
        if (gaps[i] > most) continue;
        sum = v3_add(sum, level_lift(&patch->plane, (level_point){ patch->ring.u[i], patch->ring.v[i] }));
        ++level;
    }
    return v3_scale(sum, 1.0 / level);
}

/// Whether a point of the patch, which is at p, is on a face: points_fit() of finish.c, on the safe side. `at` is where it is seen.
static inline bool level_holds(const level_feature *f, level_point at, scree_vec3 p, double slack)
{
    lane least = lane_of(INFINITY), nearest = lane_of(INFINITY);
    const lane none = lane_of(0.0), whole = lane_of(1.0);
    for (int k = 0; k < f->set.count; k += SCREE_LANES) {
        const lane u = lane_at(f->side.u + k), v = lane_at(f->side.v + k), length2 = u * u + v * v;
        const lane ru = lane_of(at.u) - lane_at(f->at.u + k), rv = lane_of(at.v) - lane_at(f->at.v + k);
        least = lane_min(least, u * rv - v * ru - lane_of(2.0 * slack) * lane_sqrt(length2));
        const lane t = lane_min(lane_max((ru * u + rv * v) / length2, none), whole), du = ru - t * u, dv = rv - t * v;
        nearest = lane_min(nearest, du * du + dv * dv);
    }
    if (lane_least(least)[0] >= 0.0) return fabs(v3_dot(f->set.out, v3_sub(p, f->corner[0]))) <= slack;
    if (!(lane_least(nearest)[0] <= slack * slack)) return false;
    for (int i = 0; i < f->set.count; ++i) {
        const int next = i + 1 < f->set.count ? i + 1 : 0;
        if (scree_segment_off(level_corner(f, f->of_a, i), level_corner(f, f->of_a, next), p) <= slack) return true;
    }
    return false;
}

static inline bool level_carries(const level_feature *f, scree_vec3 n, level_point at, scree_vec3 p, double slack)
{
    return f->set.count == 2 ? scree_feature_carries(&f->set, n, p, slack) : level_holds(f, at, p, slack);
}

/// The point of a face over a point of the patch: point_on() of region.c.
static inline scree_vec3 level_point_on(const level_feature *f, scree_vec3 n, scree_vec3 x)
{
    const scree_vec3 projection = v3_add_scaled(x, -v3_dot(n, x), n);
    return v3_add_scaled(projection, scree_feature_height(&f->set, n, projection), n);
}

static inline bool level_is_across(const level_feature *f, scree_vec3 n)
{
    return f->set.count == 2 || v3_norm(v3_cross(f->set.out, n)) <= SCREE_FEATURE_SLOPE;
}

/// Fills in the witness points. False where they are not clearly on the features and where the normal says.
static inline bool level_place_points(const scree_region *r, const level_feature *a, const level_feature *b,
                                      const level_patch *patch, scree_answer *x)
{
    const double slack = SCREE_LEVEL * r->c->error;
    if (a->set.count == 2 || b->set.count == 2) {
        if (!scree_region_points(r, &x->on_a, &x->on_b)) return false;
    } else {
        const scree_vec3 at = level_nearest(r->c, r->n, a, b, patch, r->patch.centroid);
        x->on_a = level_point_on(a, r->n, at);
        x->on_b = level_point_on(b, r->n, at);
    }
    const level_point at = level_project(&patch->plane, x->on_a);
    return scree_astray(x->on_a, x->on_b, x->distance, r->n) <= slack && level_carries(a, r->n, at, x->on_a, slack) &&
           level_carries(b, r->n, at, x->on_b, slack);
}

// ----------------------------------------------------------------------------------------------------------- the contact

/// The ends of a shared segment along the normal as published, as finish.c takes them.
static inline bool level_settle_segment(const scree_cores *c, level_feature *a, level_feature *b, scree_vec3 n,
                                        level_patch *patch)
{
    const scree_vec3 as_published = v3_unit(scree_cores_world_direction(c, n));
    return level_meet(c, m3_mul_transposed(&c->world_rotation, as_published), a, b, patch);
}

/// Whether the points are in the middle of the patch. Each may be off its feature by as much as level_carries() allows: their distance,
/// and so much more, bounds that of the hulls from above.
static inline bool level_bounds_distance(const scree_cores *c, const level_patch *patch, scree_answer *x)
{
    const level_point at = level_project(&patch->plane, x->on_a);
    if (!(fabs(at.u - patch->centroid.u) + fabs(at.v - patch->centroid.v) <= c->error)) return false;
    x->upper = max2(fabs(x->distance), v3_norm(v3_sub(x->on_b, x->on_a))) + (1.0 + 2.0 * SCREE_LEVEL) * c->error;
    return true;
}

/// Finishes a contact as scree_hull_finish() does, bit for bit, and those that need a patch, which that knows nothing of. False
/// where there is no answer here. Not inlined, to keep its arrays off the stack of other pairs.
__attribute__((noinline, unused)) static bool finish_level(const scree_cores *c, const scree_hull_answer *h,
                                                           double tolerance, bool swapped, scree_contact *out)
{
    const scree_answer *found = &h->found;
    const scree_vec3 n = found->normal;
    level_feature a, b;
    level_patch patch;
    scree_vec3 ends[2];
    if (!level_take(c, true, found->at.index_a, n, &a)) return false;
    if (!level_take(c, false, found->at.index_b, v3_neg(m3_mul_transposed(&c->rotation, n)), &b)) return false;
    if (a.set.count == 2 && b.set.count == 2) return false;
    if (!level_is_across(&a, n) || !level_is_across(&b, n) || !level_meet(c, n, &a, &b, &patch)) return false;
    scree_region r = { .c = c, .n = n, .a = a.set, .b = b.set, .patch = { .count = patch.count, .corner = ends } };
    for (int i = 0; i < 2; ++i) ends[i] = level_lift(&patch.plane, (level_point){ patch.ring.u[i], patch.ring.v[i] });
    r.patch.centroid = level_lift(&patch.plane, patch.centroid);
    scree_answer x = *found;
    if (!level_place_points(&r, &a, &b, &patch, &x)) return false;
    if (h->needs_patch && !level_bounds_distance(c, &patch, &x)) return false;
    scree_settle_points(c, &x);
    if (patch.count == 2) {
        if (!level_settle_segment(c, &a, &b, n, &patch)) return false;
        r.patch.centroid = level_lift(&patch.plane, patch.centroid);
    }
    scree_publish_contact(c, &x, scree_region_middle(&r), c->a->radius + c->b->radius, max2(tolerance, 0.0), out);
    out->patch_area = patch.area;
    out->feature_a = a.set.kind;
    out->feature_b = b.set.kind;
    out->index_a = a.set.index;
    out->index_b = b.set.index;
    return scree_hull_close(swapped, out);
}

#endif
