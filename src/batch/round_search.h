// Round bodies with polyhedra, over lanes: from feature to feature of the polyhedra. See round_kernel.h.
#ifndef SCREE_BATCH_ROUND_SEARCH_H
#define SCREE_BATCH_ROUND_SEARCH_H

#include "batch/round_feet.h"

enum {
    ROUND_FEATURES = 8,        // that are tried, at most; one or two as a rule
    ROUND_MOST_SIDES = 24,     // of a face, that are looked at here
    ROUND_MOST_FACES = 0xfffff // that are told apart at the start; all bits set
};

// What a foot may be off the surface by: beyond this, it has not arrived.
#define ROUND_ASTRAY 1e-5

typedef enum round_verdict { ROUND_THERE, ROUND_NOT_YET, ROUND_DOUBT } round_verdict;

typedef struct round_hunt {
    unsigned open;                // bits of the lanes that are still looking,
    unsigned found;               // and of those that are at the answer: x, upper and tilt
    point_nearest x[SCREE_LANES]; // the feature, in P's frame
    double upper[SCREE_LANES];    // the bound from above; the one from below is x.distance - tilt
    double tilt[SCREE_LANES];     // what the lowest point of P may be below an edge that the normal leans along
    lane3 end[2];                 // of the edge, in P's frame; the same twice for a vertex
    lane per_length2;             // of the edge; 0 for a vertex
    round_feet feet;
    lane tried; // features that a foot was looked for of
} round_hunt;

// How many lanes are looked at one by one: a single pair has all of them alike.
static inline int round_lanes_of(int count)
{
    return count == 1 ? 1 : SCREE_LANES;
}

static inline void round_set3(int count, lane3 *v, int i, scree_vec3 x)
{
    if (count == 1)
        *v = l3(lane_of(x.x), lane_of(x.y), lane_of(x.z));
    else
        round_put3(v, i, x);
}

static inline point_place round_place(const round_group *g, int i, scree_vec3 q)
{
    return (point_place){ .s = g->p[i], .q = q, .error = g->error[i] };
}

// ------------------------------------------------------------------------------------------------------------- faces

// Of an ellipsoid like S, along a unit vector n in P's frame: r(n)^2 / 2r, with its reach r(n) and a mean r of it, which
// is r(n) - r/2 but for (r(n) - r)^2 / 2r. Coefficients of xx, yy, zz, xy, xz and yz.
typedef struct round_reach {
    lane k[6];
} round_reach;

static inline round_reach round_reach_of(const round_group *g)
{
    const lane3 *r = g->turn.row;
    const lane grow = 2.0 - 2.0 * g->inverse; // what a blocky body's corners reach farther, about
    const lane3 aa = l3_scale(g->squares, grow);
    const lane half = 0.5 * lane_sqrt(3.0 / (aa.x + aa.y + aa.z));
    const lane3 x = l3_times(aa, r[0]), y = l3_times(aa, r[1]), z = l3_times(aa, r[2]);
    const lane twice = 2.0 * half;
    return (round_reach){ { half * l3_dot(x, r[0]), half * l3_dot(y, r[1]), half * l3_dot(z, r[2]),
                            twice * l3_dot(x, r[1]), twice * l3_dot(x, r[2]), twice * l3_dot(y, r[2]) } };
}

// The face that an ellipsoid like S is highest over, nearly: the last bits of a height are the face's number.
static inline __attribute__((always_inline)) int round_first_face(const round_group *g, const round_reach *reach,
                                                                  int pair)
{
    const scree_shape *s = g->p[pair];
    const scree_vec3 c = round_lane3(&g->centre, pair);
    double k[6];
    for (int i = 0; i < 6; ++i) k[i] = reach->k[i][pair];
    lane best = lane_of(-INFINITY);
    lane_mask numbers = lane_numbers();
    for (int i = 0; i < s->padded_face_count; i += SCREE_LANES) {
        const lane x = lane_at(s->face_x + i), y = lane_at(s->face_y + i), z = lane_at(s->face_z + i);
        const lane hx = x * (c.x - (k[0] * x + (k[3] * y + k[4] * z))), hy = y * (c.y - (k[1] * y + k[5] * z));
        const lane h = (hx + hy) + (z * (c.z - k[2] * z) - lane_at(s->face_offset + i));
        best = lane_max((lane)(((lane_mask)h & ~(int64_t)ROUND_MOST_FACES) | numbers), best);
        numbers += SCREE_LANES;
    }
    const double most = lane_most(best)[0];
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    const int face = (int)(bits & ROUND_MOST_FACES);
    return face < s->face_count ? face : 0;
}

typedef uint64_t round_words __attribute__((vector_size(8 * SCREE_LANES)));

// x >= 0 with the sign of y.
static inline lane round_signed(lane x, lane y)
{
    return (lane)((lane_mask)x | ((lane_mask)y & INT64_MIN));
}

// (x / y)^-k for x >= y > 0 and 0 < k <= 1, to 7 %, and not below 2^-100: see sq_rough_power().
static inline lane round_rough_fall(lane x, lane y, lane k)
{
    const lane large = lane_of(0x1p52), least = lane_of(100.0 * 0x1p40);
    const round_words last = (round_words)large, words = (round_words)x - (round_words)y;
    const lane deep = lane_min(k * ((lane)(last + (words >> 12)) - large), least) + large;
    return (lane)((round_words)lane_of(1.0) - (((round_words)deep - last) << 12));
}

// About the point of S that is farthest along m.
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
    return l3(round_signed(x.x, m.x), round_signed(x.y, m.y), round_signed(x.z, m.z));
}

static inline bool round_search_sides(const scree_shape *s, int face, scree_vec3 q, point_nearest *x)
{
    const point_place place = { .s = s, .q = q };
    return from_face(&place, face, x) == POINT_MOVES;
}

// The side or the corner of a face that q is nearest to, as nearest_side() has it; x gets the feature and a point of it.
// Without a branch that depends on which of them it is. False if q, seen along the normal, is inside.
static inline __attribute__((always_inline)) bool round_nearest_side(const scree_shape *s, int face, scree_vec3 q,
                                                                     point_nearest *x)
{
    const scree_face *f = &s->faces[face];
    if (f->count > ROUND_MOST_SIDES) return round_search_sides(s, face, q, x);
    const scree_vec3 n = f->normal;
    double parts[ROUND_MOST_SIDES + SCREE_LANES] __attribute__((aligned(64)));
    unsigned outside = 0, before = 0, past = 0;
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const int k = f->first + i;
        const lane3 e = l3(lane_at(s->side_x + k), lane_at(s->side_y + k), lane_at(s->side_z + k));
        const lane3 r =
            l3(q.x - lane_at(s->corner_x + k), q.y - lane_at(s->corner_y + k), q.z - lane_at(s->corner_z + k));
        const lane3 c = l3_cross(e, r);
        const lane inner = n.x * c.x + n.y * c.y + n.z * c.z, along = l3_dot(e, r), length2 = l3_dot(e, e);
        const unsigned all = first_bits(f->count - i);
        put(parts + i, along / length2);
        outside |= (lane_bits_below(inner, lane_of(0.0)) & all) << i;
        before |= (~lane_bits_below(lane_of(0.0), along) & all) << i;
        past |= (~lane_bits_below(along, length2) & all) << i;
    }
    if (outside == 0) return false;
    const unsigned beside = outside & ~before & ~past, corner = before & (past << 1 | past >> (f->count - 1));
    if ((beside | corner) == 0) return round_search_sides(s, face, q, x);
    const bool edge = beside != 0;
    const int side = __builtin_ctz(edge ? beside : corner), k = f->first + side;
    const double part = edge ? parts[side] : 0.0;
    x->kind = edge ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX;
    x->index = (edge ? s->face_edges : s->face_vertices)[k];
    x->at = v3(s->corner_x[k] + part * s->side_x[k], s->corner_y[k] + part * s->side_y[k],
               s->corner_z[k] + part * s->side_z[k]);
    return true;
}

// Is q over the face, inside all of its sides by more than rounding?
static inline bool round_is_clearly_over(const point_place *p, const scree_face *f)
{
    const scree_shape *s = p->s;
    const double clear = DIRECT_CLEAR * p->error;
    for (int i = 0; i < f->count; ++i) {
        const int k = f->first + i;
        const scree_vec3 e = v3(s->side_x[k], s->side_y[k], s->side_z[k]);
        const scree_vec3 r = v3_sub(p->q, v3(s->corner_x[k], s->corner_y[k], s->corner_z[k]));
        const double inner = v3_dot(f->normal, v3_cross(e, r));
        if (!(inner > 0.0 && inner * inner > clear * clear * v3_norm2(e))) return false;
    }
    return true;
}

static inline scree_mat3 round_turn(const round_group *g, int i)
{
    const lane3 *r = g->turn.row;
    return (scree_mat3){ { round_lane3(&r[0], i), round_lane3(&r[1], i), round_lane3(&r[2], i) } };
}

// The point of S that is nearest to the plane of a face. If that is over the face, it is the answer; else x goes to the
// side, or the corner, that it is nearest to. Not inlined: one pair in six is over a face.
__attribute__((noinline)) static round_verdict round_over_face(const round_group *g, int i, round_hunt *h)
{
    point_nearest *x = &h->x[i];
    const int face = x->index;
    const scree_face *f = &g->p[i]->faces[face];
    const scree_mat3 turn = round_turn(g, i);
    const scree_vec3 centre = round_lane3(&g->centre, i), m = v3_neg(m3_mul_transposed(&turn, f->normal));
    double height;
    const scree_vec3 at = sq_support(g->s[i], m, &height);
    const point_place place = round_place(g, i, v3_add(m3_mul(&turn, at), centre));
    const double gap = v3_dot(f->normal, centre) - f->offset - height;
    if (from_face(&place, face, x) == POINT_MOVES) return ROUND_NOT_YET;
    if (!round_is_clearly_over(&place, f)) return ROUND_DOUBT;
    x->distance = h->upper[i] = gap;
    h->tilt[i] = 0.0;
    return gap * height > (ROUND_SHALLOW - 1.0) * g->ball[i] ? ROUND_THERE : ROUND_DOUBT;
}

static inline void round_settle(round_hunt *h, int i, round_verdict v)
{
    if (v == ROUND_NOT_YET) return;
    h->open &= ~(1u << i);
    if (v == ROUND_THERE) h->found |= 1u << i;
}

// Between the point of S that is farthest along the face's normal and the way to the point of P, which is `to`.
static inline __attribute__((always_inline)) void round_start_feet(const round_group *g, lane3 at, lane3 to,
                                                                   round_feet *f)
{
    const lane3 x = l3_add_scaled(at, lane_of(3.0), to), u = l3_times(x, g->per);
    const lane3 p = round_powers(g, u);
    const lane sum = l3_dot(l3_times(p, u), u);
    const lane one = lane_of(1.0), rough = round_rough_fall(lane_max(sum, one), one, g->inverse),
               power = rough * rough * round_power(g, rough);
    f->x = l3_scale(x, rough * (1.0 + (1.0 - sum * power) * g->inverse));
    f->at = round_normals_at(g, f->x);
    f->t = l3_dot(l3_sub(to, f->x), f->at.g) / l3_dot(f->at.g, f->at.g);
}

// From the face that S is highest over to the side or corner of it that S is nearest to.
static inline __attribute__((always_inline)) void round_begin(const round_group *g, int count, round_hunt *h)
{
    const round_reach reach = round_reach_of(g);
    const int lanes = round_lanes_of(count);
    lane3 normal, near;
    for (int i = 0; i < lanes; ++i) {
        h->x[i] = (point_nearest){ .index = round_first_face(g, &reach, i) };
        h->upper[i] = h->tilt[i] = 0.0;
        round_set3(count, &normal, i, g->p[i]->faces[h->x[i].index].normal);
    }
    const lane3 m = l3_scale(lm3_mul_transposed(&g->turn, normal), lane_of(-1.0)), at = round_rough_support(g, m);
    const lane3 q = round_to_p(g, at);
    for (int i = 0; i < lanes; ++i) {
        if (!round_nearest_side(g->p[i], h->x[i].index, round_lane3(&q, i), &h->x[i]))
            round_settle(h, i, round_over_face(g, i, h));
        round_set3(count, &near, i, h->x[i].at);
    }
    round_start_feet(g, at, round_to_s(g, near), &h->feet);
}

// --------------------------------------------------------------------------------------------- edges and vertices

static inline __attribute__((always_inline)) void round_aim(const round_group *g, int count, round_hunt *h)
{
    const int lanes = round_lanes_of(count);
    for (int i = 0; i < lanes; ++i) {
        const scree_shape *s = g->p[i];
        const point_nearest *x = &h->x[i];
        const bool edge = x->kind == SCREE_FEATURE_EDGE, vertex = x->kind == SCREE_FEATURE_VERTEX;
        const int *ends = s->edges[edge ? x->index : 0].vertex;
        const int from = vertex ? x->index : ends[0], to = edge ? ends[1] : from;
        round_set3(count, &h->end[0], i, scree_stored_vertex(s, from));
        round_set3(count, &h->end[1], i, scree_stored_vertex(s, to));
    }
    h->feet.v = round_to_s(g, h->end[0]);
    h->feet.e = lm3_mul_transposed(&g->turn, l3_sub(h->end[1], h->end[0]));
    const lane length2 = l3_dot(h->feet.e, h->feet.e);
    const lane_mask edge = length2 > 0.0;
    h->per_length2 = lane_select(edge, 1.0 / length2, lane_of(0.0));
}

// At the feet: the normal, the two bounds, the points.
typedef struct round_sight {
    lane part;   // along the edge; 0 for a vertex
    lane3 n, at; // in P's frame
    lane distance, upper, tilt, ball;
    lane_mask on_surface;
} round_sight;

static inline __attribute__((always_inline)) round_sight round_look(const round_group *g, const round_hunt *h)
{
    const round_feet *f = &h->feet;
    const round_normals s = f->at;
    const lane rest = s.sum - 1.0, per2 = h->per_length2;
    round_sight r;
    r.on_surface = lane_abs(rest) < ROUND_ASTRAY;
    r.part = l3_dot(l3_sub(l3_add_scaled(f->x, f->t, s.g), f->v), f->e) * per2;
    // At right angles to the edge: what it leans along it would be lost on the whole length of P.
    const lane3 d = l3_sub(h->end[1], h->end[0]), way = lm3_mul(&g->turn, s.g);
    const lane3 across = l3_add_scaled(way, -(l3_dot(way, d) * per2), d);
    r.n = l3_scale(across, 1.0 / lane_sqrt(l3_dot(across, across)));
    const lane3 m = lm3_mul_transposed(&g->turn, r.n);
    // The point of the surface, by sum^(1/n), which is next to 1.
    const lane root = 1.0 + rest * g->inverse * (1.0 - 0.5 * (1.0 - g->inverse) * rest), over = 1.0 / root;
    const lane3 on = l3_scale(f->x, over), squares = l3_scale(g->squares, s.sum * over * over);
    const lane3 about = l3(squares.x / s.power.x, squares.y / s.power.y, squares.z / s.power.z);
    const lane low = lane_min(l3_dot(r.n, l3_sub(h->end[0], g->centre)), l3_dot(r.n, l3_sub(h->end[1], g->centre)));
    r.distance = low - lane_sqrt(l3_dot(about, l3_times(m, m)));
    r.tilt = g->span * lane_abs(l3_dot(m, f->e)) * lane_sqrt(per2);
    r.at = l3_select(r.part <= 0.5, l3_add_scaled(h->end[0], r.part, d), l3_add_scaled(h->end[1], r.part - 1.0, d));
    const lane3 own = l3_scale(s.g, 1.0 / lane_sqrt(l3_dot(s.g, s.g))); // the normal at that point itself
    r.ball = g->ball / l3_dot(on, own);
    const lane3 there = l3_sub(l3_add_scaled(f->v, r.part, f->e), on), seen = l3_add_scaled(there, r.ball, own);
    r.upper = lane_sqrt(l3_dot(seen, seen)) - r.ball;
    return r;
}

// At a vertex: every edge must lead away from S. Else x goes to the one that leads to it most.
static inline point_verdict round_from_vertex(const scree_shape *s, point_nearest *x)
{
    const int first = s->fan_start[x->index], end = s->fan_start[x->index + 1];
    unsigned up = 0, unclear = 0;
    for (int k = first; k < end; k += SCREE_LANES) {
        const lane dx = lane_at(s->spoke_x + k), dy = lane_at(s->spoke_y + k), dz = lane_at(s->spoke_z + k);
        const lane rise = dx * x->way.x + dy * x->way.y + dz * x->way.z, length2 = dx * dx + dy * dy + dz * dz;
        const unsigned all = first_bits(end - k);
        up |= lane_bits_below(lane_of(0.0), rise) & all;
        unclear |= ~lane_bits_below(DIRECT_SLOPE2 * length2, rise * rise) & all;
    }
    if (up == 0) return unclear == 0 ? POINT_STAYS : POINT_DOUBT;
    double most = 0.0;
    for (int k = first; k < end; ++k) {
        const scree_vec3 d = v3(s->spoke_x[k], s->spoke_y[k], s->spoke_z[k]);
        const double rise = v3_dot(d, x->way), part = rise * fabs(rise) / v3_norm2(d);
        if (!(part > most)) continue;
        most = part;
        x->kind = SCREE_FEATURE_EDGE;
        x->index = s->vertex_edges[k];
    }
    return x->kind == SCREE_FEATURE_EDGE ? POINT_MOVES : POINT_DOUBT;
}

// On an edge: the faces beside it must both end before S. Else x goes to the one that does not.
static inline point_verdict round_from_edge(const point_place *p, point_nearest *x)
{
    int face = -1;
    const point_verdict v = from_edge(p, x, &face);
    if (v != POINT_MOVES) return v;
    x->kind = SCREE_FEATURE_FACE;
    x->index = face;
    return v;
}

// The support along the way, for shapes whose faces are flat to rounding only.
static inline bool round_is_lowest(const round_group *g, int i, const point_nearest *x)
{
    const scree_shape *s = g->p[i];
    if (s->slack == 0.0) return true;
    const int hint = x->kind == SCREE_FEATURE_VERTEX ? x->index : s->edges[x->index].vertex[0];
    const scree_vec3 top = scree_stored_vertex(s, scree_support_vertex(s, x->way, hint));
    return v3_dot(x->way, v3_sub(top, x->at)) <= 0.5 * g->error[i];
}

// Past an end of the edge.
static inline void round_pass_end(const scree_shape *s, bool second, point_nearest *x)
{
    x->index = s->edges[x->index].vertex[second];
    x->kind = SCREE_FEATURE_VERTEX;
}

// What lane i sees: if the bounds meet, whether a feature next to it is lower.
static inline __attribute__((always_inline)) round_verdict round_judge(const round_group *g, const round_sight *r,
                                                                       int i, round_hunt *h)
{
    point_nearest *x = &h->x[i];
    const scree_vec3 n = round_lane3(&r->n, i);
    x->at = round_lane3(&r->at, i);
    x->way = v3_neg(n);
    x->distance = r->distance[i];
    h->upper[i] = r->upper[i];
    h->tilt[i] = r->tilt[i];
    const point_place place = round_place(g, i, x->at);
    const point_verdict v =
        x->kind == SCREE_FEATURE_VERTEX ? round_from_vertex(g->p[i], x) : round_from_edge(&place, x);
    if (v == POINT_STAYS) return round_is_lowest(g, i, x) ? ROUND_THERE : ROUND_DOUBT;
    if (v == POINT_DOUBT) return ROUND_DOUBT;
    return x->kind == SCREE_FEATURE_FACE ? round_over_face(g, i, h) : ROUND_NOT_YET;
}

// Set in the lanes whose bits are; a single pair has all lanes alike.
static inline lane_mask round_mask(int count, unsigned bits)
{
    if (count == 1) return lane_first(bits != 0 ? SCREE_LANES : 0);
    return -((((lane_mask){ 0 } + (int64_t)bits) >> lane_numbers()) & 1);
}

// One feature each, for the lanes that are open.
static inline __attribute__((always_inline)) void round_try(const round_group *g, int count, round_hunt *h)
{
    round_aim(g, count, h);
    const lane_mask open = round_mask(count, h->open), lost = round_find_feet(g, open, &h->feet);
    h->tried += (lane)((lane_mask)lane_of(1.0) & open);
    const round_sight r = round_look(g, h);
    const lane_mask past = (h->per_length2 > 0.0) & ~((r.part > 0.0) & (r.part < 1.0));
    const lane_mask sound = ~lost & r.on_surface, narrow = r.upper - r.distance + r.tilt <= g->enough;
    const lane_mask shallow = r.distance > (ROUND_SHALLOW - 1.0) * r.ball;
    const unsigned leaves = lane_bits(sound & past), there = lane_bits(sound & ~past & narrow & shallow);
    const int lanes = round_lanes_of(count);
    for (int i = 0; i < lanes; ++i) {
        if ((h->open >> i & 1u) == 0) continue;
        if ((there >> i & 1u) != 0)
            round_settle(h, i, round_judge(g, &r, i, h));
        else if ((leaves >> i & 1u) != 0)
            round_pass_end(g->p[i], r.part[i] > 0.5, &h->x[i]);
        else
            round_settle(h, i, ROUND_DOUBT);
    }
}

// The first features. Those that have an answer are in h->found, those that need another one in h->open.
static inline __attribute__((always_inline)) void round_first_features(const round_group *g, int count, round_hunt *h)
{
    h->open = lane_bits(g->usual) & first_bits(count);
    h->found = 0;
    h->tried = lane_of(0.0);
    round_begin(g, count, h);
    h->found &= lane_bits(g->usual);
    if (h->open != 0) round_try(g, count, h);
}

static inline __attribute__((always_inline)) void round_other_features(const round_group *g, int count, round_hunt *h)
{
    for (int i = 1; i < ROUND_FEATURES && h->open != 0; ++i) round_try(g, count, h);
}

#endif
