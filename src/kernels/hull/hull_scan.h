// A hull, in lanes: its support vertices, scans over its faces, the edges of one vertex and the sides of one face. Of equal ones the
// first counts, whatever the number of lanes.
//
// Edges and sides are computed from the vertices, which fill few cache lines. Stored rows would be ten times as long, and would wait for
// memory. Lanes after the last side of a face, or the last edge of a vertex, are undefined, NaN included: the caller masks them.
#ifndef SCREE_KERNELS_HULL_HULL_SCAN_H
#define SCREE_KERNELS_HULL_HULL_SCAN_H

#include "lanes/lane.h"
#include "lanes/lane_float.h"
#include "lanes/lane_rows.h"
#include "math/vec3.h"
#include "shape/shape.h"
#include "shape/support.h"

enum {
    HULL_SCAN_LIMIT = 128, // vertices; larger hulls are climbed along their edges (shape/support.c)
    HULL_FACES = 2048,     // with more, the lists of the search would take too much stack
    TINY = 8,              // the least padded count of vertices or faces
    SHORT_SCAN = 64        // counts up to which one word has a bit for each
};

static inline lane heights_of(const double *x, const double *y, const double *z, scree_vec3 d)
{
    return d.x * lane_at(x) + d.y * lane_at(y) + d.z * lane_at(z); // the same order as v3_dot()
}

/// The index of the first element, of `count` vectors, that equals the maximum.
static inline __attribute__((always_inline)) int first_equal(const lane_in_memory *height, int count, lane best)
{
    if (count * SCREE_LANES <= SHORT_SCAN) {
        uint64_t bits = 0;
        for (int i = 0; i < count; ++i) bits |= (uint64_t)lane_bits_equal(height[i], best) << (i * SCREE_LANES);
        return bits == 0 ? 0 : __builtin_ctzll(bits); // no bit only where `best` is NaN
    }
    for (int i = 0; i < count; ++i) {
        const unsigned bits = lane_bits_equal(height[i], best);
        if (bits != 0) return i * SCREE_LANES + __builtin_ctz(bits);
    }
    return 0;
}

/// The same, also computing the maximum, `most`.
static inline __attribute__((always_inline)) int first_highest(const lane *height, int count, lane *most)
{
    lane best = height[0];
    for (int i = 1; i < count; ++i) best = lane_max(best, height[i]);
    *most = lane_most(best);
    return first_equal(height, count, *most);
}

// ------------------------------------------------------------------------- vertices of a sketch: see scree_sketch

enum {
    SKETCH_GROUPS = SCREE_SKETCH_SCAN / FLOAT_LANES,
    SKETCH_PAYS = 32 // padded vertex counts above which a sketch is scanned first
};

/// A bit for each vertex in rows of floats.
typedef struct sketch_places {
    uint64_t word[SCREE_SKETCH_SCAN / 64];
} sketch_places;

/// For hulls that have these rows: see scree_hull.many_x. Returns the number of groups of heights.
static inline int scan_sketch(const scree_shape *s, float dx, float dy, float dz, float_lane *height)
{
    const float *const x = s->hull->many_x, *const y = s->hull->many_y, *const z = s->hull->many_z;
    const int count = (s->vertex_count + FLOAT_LANES - 1) / FLOAT_LANES;
    height[0] = dx * float_at(x) + dy * float_at(y) + dz * float_at(z);
    for (int i = 1, at = FLOAT_LANES; i < count; ++i, at += FLOAT_LANES)
        height[i] = dx * float_at(x + at) + dy * float_at(y + at) + dz * float_at(z + at);
    return count;
}

static inline float highest_of(const float_lane *height, int count)
{
    float_lane best = height[0];
    for (int i = 1; i < count; ++i) best = float_max(best, height[i]);
    return float_most(best);
}

static inline sketch_places places_not_below(const float_lane *height, int count, float level)
{
    sketch_places p = { { float_bits_not_below(height[0], level) } };
    for (int i = 1, at = FLOAT_LANES; i < count; ++i, at += FLOAT_LANES)
        p.word[at / 64] |= (uint64_t)float_bits_not_below(height[i], level) << at % 64;
    return p;
}

/// The first; 0 where there is none.
static inline int first_place(sketch_places p)
{
    const int second = p.word[1] == 0 ? 0 : 64 + __builtin_ctzll(p.word[1]);
    return p.word[0] == 0 ? second : __builtin_ctzll(p.word[0]);
}

/// Error bound of the difference of two heights in a sketch, relative to the size of the direction: each of the three
/// products has rounded factors and is rounded itself, and so are the sums; with a margin.
#define SKETCH_ROUNDING 0x1p-20

/// The range of direction sizes for which floats neither overflow nor lose digits.
#define SKETCH_SHORTEST 1e-12
#define SKETCH_LONGEST 1e12

/// The first of the highest vertices, among those that a sketch leaves: usually one.
__attribute__((noinline)) static int highest_by_sketch(const scree_shape *s, scree_vec3 d, double size)
{
    float_lane height[SKETCH_GROUPS];
    const int count = scan_sketch(s, (float)d.x, (float)d.y, (float)d.z, height);
    sketch_places p = places_not_below(height, count, highest_of(height, count) - (float)(SKETCH_ROUNDING * size));
    const int first = first_place(p);
    if (__builtin_popcountll(p.word[0]) + __builtin_popcountll(p.word[1]) <= 1) return first;
    double most = -INFINITY;
    int best = first;
    for (int half = 0; half < SCREE_SKETCH_SCAN / 64; ++half)
        for (uint64_t bits = p.word[half]; bits != 0; bits &= bits - 1) {
            const int i = 64 * half + __builtin_ctzll(bits);
            const double h = v3_dot(d, scree_node_at(s, i < s->vertex_count ? i : 0));
            if (!(h > most)) continue;
            most = h;
            best = i;
        }
    return best < s->vertex_count ? best : 0;
}

/// The support vertex along d. `hint` is a vertex that may be near it.
static inline __attribute__((always_inline)) int highest_vertex(const scree_shape *s, scree_vec3 d, int hint)
{
    lane height[HULL_SCAN_LIMIT / SCREE_LANES], most;
    if (s->padded_count == TINY) { // boxes and tetrahedra: constant trip count
        for (int i = 0, k = 0; k < TINY; ++i, k += SCREE_LANES) height[i] = heights_of(s->x + k, s->y + k, s->z + k, d);
        return first_highest(height, TINY / SCREE_LANES, &most);
    }
    if (s->padded_count > HULL_SCAN_LIMIT) return scree_support_vertex(s, d, hint);
    const double size = fabs(d.x) + fabs(d.y) + fabs(d.z);
    if (s->padded_count > SKETCH_PAYS && size > SKETCH_SHORTEST && size < SKETCH_LONGEST)
        return highest_by_sketch(s, d, size);
    const int count = s->padded_count / SCREE_LANES;
    height[0] = heights_of(s->x, s->y, s->z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES)
        height[i] = heights_of(s->x + k, s->y + k, s->z + k, d);
    return first_highest(height, count, &most);
}

/// Updates `least`: for each face, the least height over it of the points so far (infinite before the first). Returns
/// how far p itself is outside of any face: inside if that is negative.
static inline double rule_out_faces(const scree_shape *s, scree_vec3 p, lane *least)
{
    lane most = lane_of(-INFINITY);
    for (int i = 0, k = 0; k < s->hull->padded_face_count; ++i, k += SCREE_LANES) {
        const lane h = heights_of(s->hull->face_x + k, s->hull->face_y + k, s->hull->face_z + k, p) -
                       lane_at(s->hull->face_offset + k);
        most = lane_max(most, h);
        least[i] = lane_min(h, least[i]);
    }
    return lane_most(most)[0];
}

/// How far p is outside of any face, at most: inside if that is negative.
static inline double outside_by(const scree_shape *s, scree_vec3 p)
{
    lane most = lane_of(-INFINITY);
    for (int k = 0; k < s->hull->padded_face_count; k += SCREE_LANES)
        most = lane_max(most, heights_of(s->hull->face_x + k, s->hull->face_y + k, s->hull->face_z + k, p) -
                                  lane_at(s->hull->face_offset + k));
    return lane_most(most)[0];
}

/// Whether some point of the segment from p to p + along is inside by more than `depth`: clips the segment by the faces
/// and tests the middle of the rest.
static inline bool segment_enters(const scree_shape *s, scree_vec3 p, scree_vec3 along, double depth)
{
    lane begin = lane_of(0.0), end = lane_of(1.0);
    for (int k = 0; k < s->hull->padded_face_count; k += SCREE_LANES) {
        const lane room = lane_at(s->hull->face_offset + k) -
                          heights_of(s->hull->face_x + k, s->hull->face_y + k, s->hull->face_z + k, p);
        const lane rise = heights_of(s->hull->face_x + k, s->hull->face_y + k, s->hull->face_z + k, along),
                   cut = room / rise;
        begin = lane_max(lane_select(rise < lane_of(0.0), cut, begin), begin);
        end = lane_min(lane_select(rise > lane_of(0.0), cut, end), end);
    }
    const double from = lane_most(begin)[0], to = lane_least(end)[0];
    return from < to && outside_by(s, v3_add_scaled(p, 0.5 * (from + to), along)) < -depth;
}

static inline lane3 lanes_at(const double *x, const double *y, const double *z, int i)
{
    return l3(lane_at(x + i), lane_at(y + i), lane_at(z + i));
}

/// Transposes vectors, each followed by one more double in memory.
static inline lane3 vectors_at(const double *const at[SCREE_LANES])
{
    lane rows[4];
    lane_columns_of_four(at, 0, rows);
    return l3(rows[0], rows[1], rows[2]);
}

// ------------------------------------------------------------------------------------------------ around a vertex

static inline int fan_begin(const scree_shape *s, int vertex)
{
    return s->hull->nodes[vertex].fan;
}

static inline int fan_end(const scree_shape *s, int vertex)
{
    return s->hull->nodes[vertex].fan_end;
}

/// Not inlined, like all that only large hulls need: the code for small ones must stay small.
__attribute__((noinline, unused)) static lane3 large_spokes_at(const scree_shape *s, int vertex, int k)
{
    const scree_node *n = &s->hull->nodes[vertex];
    if (s->hull->fan_rows != NULL) {
        const scree_spokes spokes = scree_spokes_of(s, vertex);
        return lanes_at(spokes.x, spokes.y, spokes.z, k);
    }
    const double *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i)
        to[i] = &s->hull->nodes[scree_neighbour(s->hull, k + i < n->fan_end ? k + i : k)].at.x;
    return l3_sub(vectors_at(to), l3_of(n->at));
}

/// The edges that leave a vertex, as vectors, from index k of the fans on.
static inline lane3 spokes_at(const scree_shape *s, int vertex, int k)
{
    if (s->hull->loop_spokes == NULL) return large_spokes_at(s, vertex, k);
    const double *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) to[i] = &s->hull->nodes[s->hull->loop_spokes[k + i].to].at.x;
    return l3_sub(vectors_at(to), l3_of(s->hull->nodes[vertex].at));
}

/// One of them.
static inline scree_vec3 spoke_at(const scree_shape *s, int vertex, int k)
{
    return v3_sub(s->hull->nodes[scree_neighbour(s->hull, k)].at, s->hull->nodes[vertex].at);
}

// ------------------------------------------------------------------------------------------------- around a face

/// The corner after corner k of a face.
static inline int corner_after(const scree_face *face, int k)
{
    return k + 1 < face->first + face->count ? k + 1 : face->first;
}

static inline scree_vec3 corner_at(const scree_shape *s, int k)
{
    return s->hull->nodes[s->hull->face_vertices[k]].at;
}

/// From corner k of a face to the next one.
static inline scree_vec3 side_at(const scree_shape *s, const scree_face *face, int k)
{
    return v3_sub(corner_at(s, corner_after(face, k)), corner_at(s, k));
}

/// The unit vector into the face, perpendicular to one of its sides.
static inline scree_vec3 inward_of(const scree_face *face, scree_vec3 side)
{
    return v3_scale(v3_cross(face->normal, side), 1.0 / v3_norm(side));
}

/// How far p is inside of the side from corner k of a face; `inward` is the side's inward direction.
static inline double inside_of_side(const scree_shape *s, const scree_face *face, int k, scree_vec3 p,
                                    scree_vec3 *inward)
{
    *inward = inward_of(face, side_at(s, face, k));
    return v3_dot(*inward, v3_sub(p, corner_at(s, k)));
}

/// Sides of a face: the first corner of each, and the vector to the next.
typedef struct lane_sides {
    lane3 from, along;
} lane_sides;

__attribute__((noinline, unused)) static lane_sides large_sides_at(const scree_shape *s, const scree_face *face, int k)
{
    const double *from[SCREE_LANES], *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) { // the loop wraps around
        from[i] = &s->hull->nodes[s->hull->face_vertices[k]].at.x;
        k = corner_after(face, k);
        to[i] = &s->hull->nodes[s->hull->face_vertices[k]].at.x;
    }
    const lane3 corner = vectors_at(from);
    return (lane_sides){ corner, l3_sub(vectors_at(to), corner) };
}

/// The sides of a face from corner k on.
static inline lane_sides sides_from(const scree_shape *s, const scree_face *face, int k)
{
    if (s->hull->loop_sides == NULL) return large_sides_at(s, face, k);
    const double *from[SCREE_LANES], *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        from[i] = &s->hull->nodes[s->hull->loop_sides[k + i].from].at.x;
        to[i] = &s->hull->nodes[s->hull->loop_sides[k + i].to].at.x;
    }
    const lane3 corner = vectors_at(from);
    return (lane_sides){ corner, l3_sub(vectors_at(to), corner) };
}

/// The corners of a face, from corner k on.
static inline lane3 corners_at(const scree_shape *s, const scree_face *face, int k)
{
    const double *at[SCREE_LANES];
    const int end = face->first + face->count;
    if (s->hull->loop_sides != NULL)
        for (int i = 0; i < SCREE_LANES; ++i) at[i] = &s->hull->nodes[s->hull->loop_sides[k + i].from].at.x;
    else
        for (int i = 0; i < SCREE_LANES; ++i)
            at[i] = &s->hull->nodes[s->hull->face_vertices[k + i < end ? k + i : k]].at.x;
    return vectors_at(at);
}

/// How far p is inside of the sides of a face, from corner k on.
static inline lane inside_of_sides(const scree_shape *s, const scree_face *face, int k, scree_vec3 p)
{
    const lane_sides sides = sides_from(s, face, k);
    const lane3 inward = l3_cross(l3_of(face->normal), sides.along);
    return l3_dot(inward, l3_sub(l3_of(p), sides.from)) / lane_sqrt(l3_dot(sides.along, sides.along));
}

// -------------------------------------------------------------------------------------- support heights, for verdicts

/// The support vertex of a hull along a direction, and its height.
typedef struct hull_top {
    int vertex;
    double height;
} hull_top;

static inline bool is_climbed(const scree_shape *s)
{
    return s->padded_count > HULL_SCAN_LIMIT;
}

/// Climbs along the edges from a vertex near the top. Where faces are flat only to rounding, edges need not lead there.
__attribute__((noinline)) static hull_top climb_along(const scree_shape *s, const scree_vec3 *along, int start)
{
    const scree_vec3 d = *along;
    int v = start, up = scree_hides_edges(s) ? -1 : 0;
    for (int budget = s->vertex_count; up >= 0 && budget > 0;) {
        const scree_spokes spokes = scree_spokes_of(s, v);
        const int begin = spokes.first, end = spokes.end;
        double rise = 0.0;
        up = -1;
        for (int k = begin; k < end; k += SCREE_LANES) {
            lane h = heights_of(spokes.x + k, spokes.y + k, spokes.z + k, d);
            if (end - k < SCREE_LANES) h = lane_select(lane_first(end - k), h, lane_of(0.0));
            const lane most = lane_most(h);
            if (!(most[0] > rise)) continue;
            rise = most[0];
            up = k + __builtin_ctz(lane_bits_equal(h, most));
        }
        budget -= end - begin;
        if (up >= 0) v = scree_neighbour(s->hull, up);
    }
    if (up >= 0 || scree_hides_edges(s)) v = scree_support_vertex(s, d, start);
    return (hull_top){ v, v3_dot(d, scree_stored_vertex(s, v)) };
}

/// For hulls that are climbed, a vertex near the farthest one.
static inline __attribute__((always_inline)) hull_top top_near(const scree_shape *s, scree_vec3 d)
{
    if (is_climbed(s)) {
        const int start = scree_support_start(s, d);
        return (hull_top){ start, v3_dot(d, scree_stored_vertex(s, start)) };
    }
    lane best = heights_of(s->x, s->y, s->z, d);
    lane_mask block = { 0 };
    for (int k = SCREE_LANES; k < s->vertex_count; k += SCREE_LANES) {
        const lane h = heights_of(s->x + k, s->y + k, s->z + k, d);
        const lane_mask better = h > best;
        best = lane_max(h, best);
        block = (better & k) | (~better & block);
    }
    const lane most = lane_most(best);
    const int i = __builtin_ctz(lane_bits_equal(best, most) | 1u << (SCREE_LANES - 1));
    return (hull_top){ s->vertex_count <= SCREE_LANES ? i : (int)block[i] + i, most[0] };
}

/// Finishes what top_near() began.
static inline hull_top top_from(const scree_shape *s, scree_vec3 d, hull_top near)
{
    return is_climbed(s) ? climb_along(s, &d, near.vertex) : near;
}

#endif
