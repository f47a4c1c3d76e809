// Round bodies with polyhedra, over lanes: the first face of a search, and its side or corner. See round.c.
#ifndef SCREE_KERNELS_ROUND_ROUND_SIDES_H
#define SCREE_KERNELS_ROUND_ROUND_SIDES_H

#include "kernels/round/round_closest.h"
#include "lanes/lane_rows.h"

enum {
    ROUND_MOST_SIDES = 24,     // sides of a face that are scanned here, at most
    ROUND_MOST_FACES = 0xfffff // faces with an index of their own at the start; all bits set
};

// The number of distinct lanes: a single pair has all of them alike.
static inline int round_lanes_of(int count)
{
    return count == 1 ? 1 : SCREE_LANES;
}

static inline void round_set3(int count, lane3 *v, int i, scree_vec3 x)
{
    if (count == 1)
        *v = l3_of(x);
    else
        round_put3(v, i, x);
}

static inline void round_set(int count, lane *v, int i, double x)
{
    if (count == 1)
        *v = lane_of(x);
    else
        (*v)[i] = x;
}

// ------------------------------------------------------------------------------------------------------------- faces

// For an ellipsoid similar to S, along a unit vector n in P's frame: r(n)^2 / 2r, with its support height r(n) and
// their mean r, which is r(n) - r/2 up to (r(n) - r)^2 / 2r. Coefficients of xx, yy, zz, xy, xz and yz.
typedef struct round_reach {
    lane k[6];
} round_reach;

static inline round_reach round_reach_of(const round_group *g)
{
    const lane3 *r = g->rotation.row;
    const lane grow = 2.0 - 2.0 * g->inverse; // approximates how much farther a blocky body's corners reach
    const lane3 aa = l3_scale(g->squares, grow);
    const lane half = 0.5 * lane_sqrt(3.0 / (aa.x + aa.y + aa.z));
    const lane3 x = l3_times(aa, r[0]), y = l3_times(aa, r[1]), z = l3_times(aa, r[2]);
    const lane twice = 2.0 * half;
    return (round_reach){ { half * l3_dot(x, r[0]), half * l3_dot(y, r[1]), half * l3_dot(z, r[2]),
                            twice * l3_dot(x, r[1]), twice * l3_dot(x, r[2]), twice * l3_dot(y, r[2]) } };
}

// Approximately the face that such an ellipsoid is highest over: the last bits of a height hold the face's index.
static inline __attribute__((always_inline)) int round_first_face(const round_group *g, const round_reach *reach,
                                                                  int pair)
{
    const scree_shape *s = g->p[pair];
    const scree_vec3 c = round_lane3(&g->centre, pair);
    double k[6];
    for (int i = 0; i < 6; ++i) k[i] = reach->k[i][pair];
    lane best = lane_of(-INFINITY);
    lane_mask numbers = lane_numbers();
    for (int i = 0; i < s->hull->padded_face_count; i += SCREE_LANES) {
        const lane x = lane_at(s->hull->face_x + i), y = lane_at(s->hull->face_y + i), z = lane_at(s->hull->face_z + i);
        const lane hx = x * (c.x - (k[0] * x + (k[3] * y + k[4] * z))), hy = y * (c.y - (k[1] * y + k[5] * z));
        const lane h = (hx + hy) + (z * (c.z - k[2] * z) - lane_at(s->hull->face_offset + i));
        best = lane_max(lane_from_bits((lane_to_bits(h) & ~(int64_t)ROUND_MOST_FACES) | numbers), best);
        numbers += SCREE_LANES;
    }
    const double most = lane_most(best)[0];
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    const int face = (int)(bits & ROUND_MOST_FACES);
    return face < s->hull->face_count ? face : 0;
}

// ---------------------------------------------------------------------------------------------- points of the surface

// (x / y)^-k for x >= y > 0 and 0 < k <= 1, to 7 %, and not below 2^-100: see sq_rough_power().
static inline lane round_rough_fall(lane x, lane y, lane k)
{
    const lane large = lane_of(0x1p52), least = lane_of(100.0 * 0x1p40);
    const lane_words last = lane_to_words(large), words = lane_to_words(x) - lane_to_words(y);
    const lane deep = lane_min(k * (lane_from_words(last + (words >> 12)) - large), least) + large;
    return lane_from_words(lane_to_words(lane_of(1.0)) - ((lane_to_words(deep) - last) << 12));
}

// Approximately the support point of S along m.
static inline __attribute__((always_inline)) lane3 round_rough_support(const round_group *g, lane3 m)
{
    const lane3 w = l3_times(g->axes, l3(lane_abs(m.x), lane_abs(m.y), lane_abs(m.z)));
    const lane most = lane_max(w.x, lane_max(w.y, w.z)), k = g->dual_less_1;
    const lane3 u = l3(round_rough_fall(most, w.x, k), round_rough_fall(most, w.y, k), round_rough_fall(most, w.z, k));
    const lane3 p = round_powers(g, u);
    // sum^(-1/n), for sums from 1 to 3, to 4 %
    const lane more = 0.5 * (l3_dot(l3_times(p, u), u) - 1.0);
    const lane scale = (1.0 + more * (1.0 - g->inverse)) / (1.0 + more * (1.0 + g->inverse));
    const lane3 x = l3_scale(l3_times(g->axes, u), scale);
    return l3(lane_signed(x.x, m.x), lane_signed(x.y, m.y), lane_signed(x.z, m.z));
}

// A Halley step for the k-th root of s from some u, as a factor; `there` is u^k.
static inline lane round_halley(lane k, lane there, lane s)
{
    return ((k - 1.0) * there + (k + 1.0) * s) / ((k + 1.0) * there + (k - 1.0) * s);
}

static inline lane round_better_root(const round_group *g, lane u, lane s)
{
    return u * round_halley(g->less_1, round_power(g, u) * u, s);
}

static inline lane3 round_better_roots(const round_group *g, lane3 u, lane3 s)
{
    return l3(round_better_root(g, u.x, s.x), round_better_root(g, u.y, s.y), round_better_root(g, u.z, s.z));
}

static inline __attribute__((always_inline)) lane3 round_better_scale(const round_group *g, lane3 u)
{
    const lane sum = l3_dot(l3_times(round_powers(g, u), u), u);
    return l3_scale(u, round_halley(g->less_1 + 1.0, sum, lane_of(1.0)));
}

// The support point of a superquadric along m, to some 1e-9 along the surface, the square of which is the error of its
// height; w = axes |m|.
static inline __attribute__((always_inline)) lane3 round_support_by_steps(const round_group *g, lane3 w)
{
    const lane most = lane_max(w.x, lane_max(w.y, w.z)), k = g->dual_less_1, per = 1.0 / most;
    const lane one = lane_of(1.0), least = lane_of(1e-18);
    const lane3 s = l3(lane_max(w.x * per, least), lane_max(w.y * per, least), lane_max(w.z * per, least));
    lane3 u = l3(round_rough_fall(one, s.x, k), round_rough_fall(one, s.y, k), round_rough_fall(one, s.z, k));
    u = round_better_roots(g, round_better_roots(g, u, s), s);
    if (g->bits > 3) u = l3_select(g->less_1 > 8.0, round_better_roots(g, u, s), u); // blocky: slow to converge
    return round_better_scale(g, round_better_scale(g, round_better_scale(g, u)));
}

// The same for any S: ellipsoids have a closed form.
static inline __attribute__((always_inline)) lane3 round_support(const round_group *g, lane3 m)
{
    const lane3 w = l3_times(g->axes, l3(lane_abs(m.x), lane_abs(m.y), lane_abs(m.z)));
    lane3 u = l3_scale(w, 1.0 / lane_sqrt(l3_dot(w, w)));
    if (g->alike != 2) u = l3_select(g->less_1 == 1.0, u, round_support_by_steps(g, w));
    const lane3 x = l3_times(g->axes, u);
    return l3(lane_signed(x.x, m.x), lane_signed(x.y, m.y), lane_signed(x.z, m.z));
}

// ------------------------------------------------------------------------------------------------------------- sides

// The side or corner of a face that is nearest to a point, with its ends, and the nearest point on it.
typedef struct round_side {
    bool edge;
    int corner; // its index in the face's loop, or that of the side's first end
    scree_vec3 from, to, at;
} round_side;

static inline void round_stand(const scree_shape *s, const scree_face *f, bool edge, int side, double part,
                               round_side *x)
{
    const int k = f->first + side, next = !edge ? k : side + 1 < f->count ? k + 1 : f->first;
    x->edge = edge;
    x->corner = k;
    x->from = corner_at(s, k);
    x->to = corner_at(s, next);
    x->at = v3_add_scaled(x->from, part, v3_sub(x->to, x->from));
}

// As nearest_side(), for faces of any size.
__attribute__((noinline)) static bool round_search_sides(const scree_shape *s, int face, scree_vec3 q, round_side *x)
{
    const scree_face *f = &s->hull->faces[face];
    int side = 0;
    double t = 0.0;
    bool close;
    if (!nearest_side(s, f, q, 0.0, &side, &t, &close)) return false;
    const bool edge = t > 0.0 && t < 1.0;
    round_stand(s, f, edge, edge || t <= 0.0 ? side : (side + 1) % f->count, edge ? t : 0.0, x);
    return true;
}

// The same for one point with sides in the lanes, branch-free. False if q, seen along the normal, is inside.
static inline __attribute__((always_inline)) bool round_nearest_side(const scree_shape *s, int face, scree_vec3 q,
                                                                     round_side *x)
{
    const scree_face *f = &s->hull->faces[face];
    if (f->count > ROUND_MOST_SIDES) return round_search_sides(s, face, q, x);
    const scree_vec3 n = f->normal;
    double parts[ROUND_MOST_SIDES + SCREE_LANES] __attribute__((aligned(64)));
    unsigned outside = 0, before = 0, past = 0;
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const lane_sides sides = sides_from(s, f, f->first + i);
        const lane3 e = sides.along, r = l3_sub(l3_of(q), sides.from);
        const lane3 c = l3_cross(e, r);
        const lane inner = n.x * c.x + n.y * c.y + n.z * c.z, along = l3_dot(e, r), length2 = l3_dot(e, e);
        const unsigned all = first_bits(f->count - i);
        lane_put_row(parts + i, along / length2);
        outside |= (lane_bits_below(inner, lane_of(0.0)) & all) << i;
        before |= (~lane_bits_below(lane_of(0.0), along) & all) << i;
        past |= (~lane_bits_below(along, length2) & all) << i;
    }
    if (outside == 0) return false;
    const unsigned over_side = outside & ~before & ~past, corner = before & (past << 1 | past >> (f->count - 1));
    if ((over_side | corner) == 0) return round_search_sides(s, face, q, x);
    const bool edge = over_side != 0;
    const int side = __builtin_ctz(edge ? over_side : corner);
    round_stand(s, f, edge, side, edge ? parts[side] : 0.0, x);
    return true;
}

// Is q over the face, inside all of its sides by more than rounding?
static inline bool round_is_clearly_over(const point_place *p, const scree_face *f)
{
    const scree_shape *s = p->s;
    const double clear = DIRECT_CLEAR * p->error;
    for (int i = 0; i < f->count; ++i) {
        const int k = f->first + i;
        const scree_vec3 e = side_at(s, f, k), r = v3_sub(p->q, corner_at(s, k));
        const double inner = v3_dot(f->normal, v3_cross(e, r));
        if (!(inner > 0.0 && inner * inner > clear * clear * v3_norm2(e))) return false;
    }
    return true;
}

// The faces of as many pairs as there are lanes, of up to four corners each. With three corners, the fourth repeats the
// first; with more than four, the count is 0, and only the normal is used.
typedef struct round_faces {
    lane3 corner[4], normal;
    lane count;
} round_faces;

static inline __attribute__((always_inline)) void round_read_faces(const round_group *g, const int face[SCREE_LANES],
                                                                   round_faces *f)
{
    const double *corner[4][SCREE_LANES], *normal[SCREE_LANES];
    double count[SCREE_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_shape *s = g->p[i];
        const scree_face *at = &s->hull->faces[face[i]];
        const int *vertex = s->hull->face_vertices + at->first;
        for (int k = 0; k < 3; ++k) corner[k][i] = &s->hull->nodes[vertex[k]].at.x;
        corner[3][i] = &s->hull->nodes[vertex[at->count > 3 ? 3 : 0]].at.x;
        normal[i] = &at->normal.x;
        count[i] = at->count <= 4 ? at->count : 0.0;
    }
    for (int k = 0; k < 4; ++k) f->corner[k] = vectors_at(corner[k]);
    f->normal = vectors_at(normal);
    f->count = lane_row(count);
}

// The result of round_nearest_side() for one point in each lane: bits of the lanes that are outside; and of those that
// are not decided here.
typedef struct round_adjacent {
    lane3 from, to, at;
    lane_mask corner; // its number
    unsigned outside, edge, open;
} round_adjacent;

static inline __attribute__((always_inline)) void round_look_adjacent(const round_faces *f, lane3 q, round_adjacent *x)
{
    const lane_mask three = f->count == 3.0;
    lane3 side[4];
    lane part[4];
    lane_mask outside[4], before[4], past[4];
    for (int k = 0; k < 4; ++k) {
        const lane3 e = side[k] = l3_sub(f->corner[(k + 1) % 4], f->corner[k]), r = l3_sub(q, f->corner[k]);
        const lane3 c = l3_cross(e, r);
        const lane inner = f->normal.x * c.x + f->normal.y * c.y + f->normal.z * c.z, along = l3_dot(e, r),
                   length2 = l3_dot(e, e);
        part[k] = along / length2;
        outside[k] = inner < 0.0;
        before[k] = ~(along > 0.0);
        past[k] = ~(along < length2);
    }
    outside[3] &= ~three;
    before[3] &= ~three;
    const lane_mask last = (three & past[2]) | (~three & past[3]);
    lane_mask taken = { 0 }, edge = { 0 };
    x->corner = taken;
    x->from = x->to = x->at = f->corner[0];
    for (int k = 0; k < 4; ++k) edge |= outside[k] & ~before[k] & ~past[k];
    for (int k = 0; k < 4; ++k) {
        const lane_mask over_side = outside[k] & ~before[k] & ~past[k];
        const lane_mask corner = ~edge & before[k] & (k == 0 ? last : past[k > 0 ? k - 1 : 0]);
        const lane_mask here = (over_side | corner) & ~taken;
        const lane along = lane_where(over_side, part[k]);
        taken |= here;
        x->corner |= here & k;
        x->from = l3_select(here, f->corner[k], x->from);
        x->to = l3_select(here & over_side, f->corner[(k + 1) % 4], l3_select(here, f->corner[k], x->to));
        x->at = l3_select(here, l3_add_scaled(f->corner[k], along, side[k]), x->at);
    }
    x->edge = lane_bits(edge);
    x->outside = lane_bits(outside[0] | outside[1] | outside[2] | outside[3]);
    x->open = lane_bits(~taken & (outside[0] | outside[1] | outside[2] | outside[3])) | lane_bits(f->count == 0.0);
}

#endif
