// Round bodies with polyhedra, over lanes: from feature to feature of the polyhedra. See round.c.
#ifndef SCREE_KERNELS_ROUND_ROUND_SEARCH_H
#define SCREE_KERNELS_ROUND_ROUND_SEARCH_H

#include "kernels/round/round_sides.h"
#if SCREE_LANES == 4
#include "kernels/round/round_closest_single.h"
#endif

enum { ROUND_FEATURES = 8 }; // features tried, at most; one or two as a rule

// How far a closest point may be off the surface: beyond this, Newton's method has not converged.
#define ROUND_ASTRAY 1e-5

typedef enum round_verdict { ROUND_THERE, ROUND_NOT_YET, ROUND_DOUBT } round_verdict;

typedef struct round_hunt {
    unsigned open;                   // bits of the lanes that are still searching,
    unsigned found;                  // and of those that have the answer:
    scree_feature kind[SCREE_LANES]; // a feature of P,
    int index[SCREE_LANES];
    lane3 at, n;          // in P's frame, its point and the unit normal from S to P,
    lane distance, upper; // the bounds of the distance, that from below less
    lane tilt;            // how far the lowest point of P may be below an edge that the normal leans along
    lane3 end[2];         // of the edge, in P's frame; equal for a vertex, and for a face
    lane per_length2;     // of the edge; 0 for a vertex
    lane_mask face;       // lanes that are at a face, with its normal, out of P, and the centre's height over it
    lane3 normal;
    lane height;
    round_closest closest;
    lane tried; // features whose closest point was searched
} round_hunt;

static inline point_place round_place(const round_group *g, int i, scree_vec3 q)
{
    return (point_place){ .s = g->p[i], .q = q, .error = g->error[i] };
}

// Mask of the lanes whose bits are set; a single pair has all lanes alike.
static inline lane_mask round_mask(int count, unsigned bits)
{
    if (count == 1) return lane_first(bits != 0 ? SCREE_LANES : 0);
    return -((lane_whole(bits) >> lane_numbers()) & 1);
}

static inline void round_settle(round_hunt *h, int i, round_verdict v)
{
    if (v == ROUND_NOT_YET) return;
    h->open &= ~(1u << i);
    if (v == ROUND_THERE) h->found |= 1u << i;
}

// --------------------------------------------------------------------------------------------------------- the start

// Starts between S's support point along the face's normal and the direction to the point of P, which is `to`.
static inline __attribute__((always_inline)) void round_start_closest(const round_group *g, lane3 at, lane3 to,
                                                                      round_closest *f)
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

static inline void round_go_to(const scree_shape *s, const round_side *x, int i, round_hunt *h)
{
    h->kind[i] = x->edge ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX;
    h->index[i] = x->edge ? scree_face_edge(s->hull, x->corner) : s->hull->face_vertices[x->corner];
}

static inline void round_put_side(int count, const round_side *x, int i, lane3 *near, round_hunt *h)
{
    round_set3(count, &h->end[0], i, x->from);
    round_set3(count, &h->end[1], i, x->to);
    round_set3(count, near, i, x->at);
}

// A pair whose point is inside its first face tries the face.
static inline __attribute__((always_inline)) lane3 round_side_single(const round_group *g, lane3 q, round_hunt *h)
{
    lane3 near = h->end[0] = h->end[1] = q;
    round_side x;
    if (!round_nearest_side(g->p[0], h->index[0], round_lane3(&q, 0), &x)) return near;
    round_go_to(g->p[0], &x, 0, h);
    round_put_side(1, &x, 0, &near, h);
    return near;
}

static inline __attribute__((always_inline)) lane3 round_sides_of_all(const round_group *g, const round_faces *f,
                                                                      lane3 q, round_hunt *h)
{
    round_adjacent b;
    round_look_adjacent(f, q, &b);
    int64_t corner[SCREE_LANES];
    memcpy(corner, &b.corner, sizeof corner);
    h->end[0] = b.from;
    h->end[1] = b.to;
    lane3 near = b.at;
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_shape *s = g->p[i];
        const int face = h->index[i];
        round_side x = { .edge = (b.edge >> i & 1u) != 0, .corner = s->hull->faces[face].first + (int)corner[i] };
        if ((b.open >> i & 1u) != 0) {
            if (!round_search_sides(s, face, round_lane3(&q, i), &x)) continue;
            round_put_side(SCREE_LANES, &x, i, &near, h);
        } else if ((b.outside >> i & 1u) == 0) {
            continue;
        }
        round_go_to(s, &x, i, h);
    }
    return near;
}

// From the face that S is highest over to its side or corner that is nearest to S.
static inline __attribute__((always_inline)) void round_begin(const round_group *g, int count, round_hunt *h)
{
    const round_reach reach = round_reach_of(g);
    const int lanes = round_lanes_of(count);
    round_faces faces;
    for (int i = 0; i < lanes; ++i) {
        h->kind[i] = SCREE_FEATURE_FACE;
        h->index[i] = round_first_face(g, &reach, i);
    }
    if (count == 1)
        faces.normal = l3_of(g->p[0]->hull->faces[h->index[0]].normal);
    else
        round_read_faces(g, h->index, &faces);
    const lane3 m = lm3_mul_transposed(&g->rotation, faces.normal);
    const lane3 at = round_rough_support(g, l3(-m.x, -m.y, -m.z)), q = round_to_p(g, at);
    const lane3 near = count == 1 ? round_side_single(g, q, h) : round_sides_of_all(g, &faces, q, h);
    round_start_closest(g, at, round_to_s(g, near), &h->closest);
}

// ------------------------------------------------------------------------------------------------------------- faces

// Lane i is at a face, with the point q of S that is nearest to its plane: if q is over the face, the lane stays;
// otherwise it moves to the side or corner nearest to q.
static inline bool round_leaves_face(int count, const round_group *g, scree_vec3 q, int i, lane3 *near, round_hunt *h)
{
    const scree_shape *s = g->p[i];
    const int face = h->index[i];
    round_side x;
    if (round_search_sides(s, face, q, &x)) {
        round_go_to(s, &x, i, h);
        round_put_side(count, &x, i, near, h);
        return true;
    }
    const point_place place = round_place(g, i, q);
    if (!round_is_clearly_over(&place, &s->hull->faces[face])) round_settle(h, i, ROUND_DOUBT);
    return false;
}

// The lanes whose bits are set are at faces. Not inlined: one pair in six is.
__attribute__((noinline)) static void round_stand_on_faces(const round_group *g, int count, unsigned bits,
                                                           round_hunt *h)
{
    const lane3 some = l3(g->axes.x, lane_of(0.0), lane_of(0.0));
    lane3 normal = some, near = some;
    lane offset = lane_of(0.0);
    const int lanes = round_lanes_of(count);
    for (int i = 0; i < lanes; ++i) {
        if ((bits >> i & 1u) == 0) continue;
        const scree_face *f = &g->p[i]->hull->faces[h->index[i]];
        round_set3(count, &normal, i, f->normal);
        round_set(count, &offset, i, f->offset);
    }
    const lane3 m = lm3_mul_transposed(&g->rotation, normal), x = round_support(g, l3(-m.x, -m.y, -m.z));
    const lane3 q = round_to_p(g, x);
    unsigned left = 0;
    for (int i = 0; i < lanes; ++i)
        if ((bits >> i & 1u) != 0 && round_leaves_face(count, g, round_lane3(&q, i), i, &near, h)) left |= 1u << i;
    const lane_mask stay = round_mask(count, bits & ~left);
    h->face = stay;
    h->normal = normal;
    h->height = l3_dot(normal, g->centre) - offset;
    round_closest f = h->closest;
    round_start_closest(g, x, round_to_s(g, near), &f);
    const lane_mask new = round_mask(count, bits);
    f.x = l3_select(stay, x, f.x);
    h->closest.x = l3_select(new, f.x, h->closest.x);
    h->closest.t = lane_select(new, f.t, h->closest.t);
    h->closest.at = round_normals_at(g, h->closest.x);
    h->end[0] = l3_select(stay, g->centre, h->end[0]);
    h->end[1] = l3_select(stay, g->centre, h->end[1]);
}

// Bits of the open lanes that are at a face.
static inline unsigned round_at_faces(int count, const round_hunt *h)
{
    unsigned bits = 0;
    const int lanes = round_lanes_of(count);
    for (int i = 0; i < lanes; ++i) bits |= h->kind[i] == SCREE_FEATURE_FACE ? 1u << i : 0u;
    return bits & h->open;
}

// --------------------------------------------------------------------------------------------- edges and vertices

// The ends of features after the first face.
static inline __attribute__((always_inline)) void round_find_ends(const round_group *g, int count, round_hunt *h)
{
    const int lanes = round_lanes_of(count);
    for (int i = 0; i < lanes; ++i) {
        const scree_shape *s = g->p[i];
        const bool edge = h->kind[i] == SCREE_FEATURE_EDGE, vertex = h->kind[i] == SCREE_FEATURE_VERTEX;
        const scree_edge of_ends = scree_edge_at(s->hull, edge ? h->index[i] : 0);
        const int *ends = of_ends.vertex;
        const int from = vertex ? h->index[i] : ends[0], to = edge ? ends[1] : from;
        round_set3(count, &h->end[0], i, scree_stored_vertex(s, from));
        round_set3(count, &h->end[1], i, scree_stored_vertex(s, to));
    }
}

static inline __attribute__((always_inline)) void round_aim(const round_group *g, round_hunt *h)
{
    h->closest.v = round_to_s(g, h->end[0]);
    h->closest.e = lm3_mul_transposed(&g->rotation, l3_sub(h->end[1], h->end[0]));
    const lane length2 = l3_dot(h->closest.e, h->closest.e);
    const lane_mask edge = length2 > 0.0;
    h->per_length2 = lane_select(edge, 1.0 / length2, lane_of(0.0));
}

// At the closest points: the normal, the two bounds, the points.
typedef struct round_sight {
    lane part;   // along the edge; 0 for a vertex
    lane3 n, at; // in P's frame
    lane distance, upper, tilt, ball;
    lane_mask on_surface;
} round_sight;

static inline __attribute__((always_inline)) round_sight round_look(const round_group *g, const round_hunt *h,
                                                                    bool faces)
{
    const round_closest *f = &h->closest;
    const round_normals s = f->at;
    const lane rest = s.sum - 1.0, per2 = h->per_length2;
    round_sight r;
    r.on_surface = lane_abs(rest) < ROUND_ASTRAY;
    r.part = l3_dot(l3_sub(l3_add_scaled(f->x, f->t, s.g), f->v), f->e) * per2;
    // Made perpendicular to the edge: a component along it would cost the whole length of P.
    const lane3 d = l3_sub(h->end[1], h->end[0]), way = lm3_mul(&g->rotation, s.g);
    const lane3 across = l3_add_scaled(way, -(l3_dot(way, d) * per2), d);
    r.n = l3_scale(across, 1.0 / lane_sqrt(l3_dot(across, across)));
    if (faces) r.n = l3_select(h->face, l3(-h->normal.x, -h->normal.y, -h->normal.z), r.n);
    const lane3 m = lm3_mul_transposed(&g->rotation, r.n);
    // The surface point, by sum^(1/n), which is close to 1.
    const lane root = 1.0 + rest * g->inverse * (1.0 - 0.5 * (1.0 - g->inverse) * rest), over = 1.0 / root;
    const lane3 on = l3_scale(f->x, over), squares = l3_scale(g->squares, s.sum * over * over);
    const lane3 about = l3(squares.x / s.power.x, squares.y / s.power.y, squares.z / s.power.z);
    lane low = lane_min(l3_dot(r.n, l3_sub(h->end[0], g->centre)), l3_dot(r.n, l3_sub(h->end[1], g->centre)));
    if (faces) low = lane_select(h->face, h->height, low);
    r.distance = low - lane_sqrt(l3_dot(about, l3_times(m, m)));
    r.tilt = g->span * lane_abs(l3_dot(m, f->e)) * lane_sqrt(per2);
    r.at = l3_select(r.part <= 0.5, l3_add_scaled(h->end[0], r.part, d), l3_add_scaled(h->end[1], r.part - 1.0, d));
    const lane3 own = l3_scale(s.g, 1.0 / lane_sqrt(l3_dot(s.g, s.g))); // the normal at that point
    r.ball = g->ball / l3_dot(on, own);
    lane3 there = l3_sub(l3_add_scaled(f->v, r.part, f->e), on);
    if (faces) {
        const lane3 down = l3_scale(m, low - l3_dot(m, on)); // to the plane
        there = l3_select(h->face, down, there);
        r.at = l3_select(h->face, round_to_p(g, l3_add(on, down)), r.at);
    }
    const lane3 seen = l3_add_scaled(there, r.ball, own);
    r.upper = lane_sqrt(l3_dot(seen, seen)) - r.ball;
    return r;
}

// At a vertex: every edge must lead away from S. Otherwise x moves to the edge that leads to it most directly.
static inline point_verdict round_from_vertex(const scree_shape *s, point_nearest *x)
{
    const int vertex = x->index, first = s->hull->nodes[vertex].fan, end = s->hull->nodes[vertex].fan_end;
    unsigned up = 0, unclear = 0;
    for (int k = first; k < end; k += SCREE_LANES) {
        const lane3 d = spokes_at(s, x->index, k);
        const lane rise = l3_dot(d, l3_of(x->way)), length2 = l3_dot(d, d);
        const unsigned all = first_bits(end - k);
        up |= lane_bits_below(lane_of(0.0), rise) & all;
        unclear |= ~lane_bits_below(DIRECT_SLOPE2 * length2, rise * rise) & all;
    }
    if (up == 0) return unclear == 0 ? POINT_STAYS : POINT_DOUBT;
    double most = 0.0;
    for (int k = first; k < end; ++k) {
        const scree_vec3 d = spoke_at(s, vertex, k);
        const double rise = v3_dot(d, x->way), part = rise * fabs(rise) / v3_norm2(d);
        if (!(part > most)) continue;
        most = part;
        x->kind = SCREE_FEATURE_EDGE;
        x->index = scree_vertex_edge(s->hull, k);
    }
    return x->kind == SCREE_FEATURE_EDGE ? POINT_MOVES : POINT_DOUBT;
}

// The support height along the normal, for shapes whose faces are flat only to rounding.
static inline bool round_is_lowest(const round_group *g, int i, const point_nearest *x)
{
    const scree_shape *s = g->p[i];
    if (!scree_hides_edges(s)) return true;
    const int hint = x->kind == SCREE_FEATURE_VERTEX ? x->index : scree_edge_at(s->hull, x->index).vertex[0];
    const scree_vec3 top = scree_stored_vertex(s, scree_support_vertex(s, x->way, hint));
    return v3_dot(x->way, v3_sub(top, x->at)) <= 0.5 * g->error[i];
}

// Past an end of the edge, the first or the second of those tested, whichever way round the shape stores them.
static inline void round_pass_end(const round_group *g, bool second, int i, round_hunt *h)
{
    const scree_shape *s = g->p[i];
    const scree_edge of_ends = scree_edge_at(s->hull, h->index[i]);
    const int *ends = of_ends.vertex;
    const scree_vec3 past = round_lane3(&h->end[second], i), first = scree_stored_vertex(s, ends[0]);
    h->index[i] = ends[first.x != past.x || first.y != past.y || first.z != past.z];
    h->kind[i] = SCREE_FEATURE_VERTEX;
}

// Lane i, where the bounds meet at an edge or a vertex: whether an adjacent feature is lower.
static inline __attribute__((always_inline)) round_verdict round_judge(const round_group *g, const round_sight *r,
                                                                       int i, round_hunt *h)
{
    if (h->kind[i] == SCREE_FEATURE_FACE) return ROUND_THERE;
    point_nearest x = { .kind = h->kind[i], .index = h->index[i], .at = round_lane3(&r->at, i) };
    x.way = v3_neg(round_lane3(&r->n, i));
    const point_place place = { .s = g->p[i] };
    int face = -1;
    const bool vertex = x.kind == SCREE_FEATURE_VERTEX;
    const point_verdict v = vertex ? round_from_vertex(g->p[i], &x) : from_edge(&place, &x, &face);
    if (v == POINT_STAYS) return round_is_lowest(g, i, &x) ? ROUND_THERE : ROUND_DOUBT;
    if (v == POINT_DOUBT) return ROUND_DOUBT;
    h->kind[i] = vertex ? SCREE_FEATURE_EDGE : SCREE_FEATURE_FACE;
    h->index[i] = vertex ? x.index : face;
    return ROUND_NOT_YET;
}

// Stores the results of the lanes in `there`.
static inline __attribute__((always_inline)) void round_keep(int count, const round_sight *r, unsigned there,
                                                             round_hunt *h)
{
    if (count == 1) {
        h->at = r->at;
        h->n = r->n;
        h->distance = r->distance;
        h->upper = r->upper;
        h->tilt = r->tilt;
        return;
    }
    const lane_mask m = round_mask(count, there);
    h->at = l3_select(m, r->at, h->at);
    h->n = l3_select(m, r->n, h->n);
    h->distance = lane_select(m, r->distance, h->distance);
    h->upper = lane_select(m, r->upper, h->upper);
    h->tilt = lane_select(m, r->tilt, h->tilt);
}

// The closest points of the open lanes. Returns the lanes that did not converge.
static inline __attribute__((always_inline)) lane_mask round_find(const round_group *g, int count, lane_mask open,
                                                                  round_closest *f)
{
#if SCREE_LANES == 4
    if (count == 1) return lane_first(open[0] != 0 && round_find_closest_single(g, f) ? SCREE_LANES : 0);
#endif
    (void)count;
    return round_find_closest(g, open, f);
}

// Tries one feature in each open lane. The ends of the first ones are known.
static inline __attribute__((always_inline)) void round_try(const round_group *g, int count, bool first, round_hunt *h)
{
    const unsigned at_faces = round_at_faces(count, h);
    if (!first) round_find_ends(g, count, h);
    if (at_faces != 0) round_stand_on_faces(g, count, at_faces, h);
    round_aim(g, h);
    const unsigned faces = at_faces != 0 ? round_at_faces(count, h) : 0;
    const lane_mask open = round_mask(count, h->open & ~faces), lost = round_find(g, count, open, &h->closest);
    h->tried += lane_where(open, lane_of(1.0));
    const round_sight r = faces != 0 ? round_look(g, h, true) : round_look(g, h, false);
    const lane_mask past = (h->per_length2 > 0.0) & ~((r.part > 0.0) & (r.part < 1.0));
    const lane_mask sound = ~lost & r.on_surface, narrow = r.upper - r.distance + r.tilt <= g->enough;
    const lane_mask shallow = r.distance > (ROUND_SHALLOW - 1.0) * r.ball;
    const unsigned leaves = lane_bits(sound & past), there = lane_bits(sound & ~past & narrow & shallow);
    const int lanes = round_lanes_of(count);
    round_keep(count, &r, there & h->open, h);
    for (int i = 0; i < lanes; ++i) {
        if ((h->open >> i & 1u) == 0) continue;
        if ((there >> i & 1u) != 0)
            round_settle(h, i, round_judge(g, &r, i, h));
        else if ((leaves >> i & 1u) != 0)
            round_pass_end(g, r.part[i] > 0.5, i, h);
        else
            round_settle(h, i, ROUND_DOUBT);
    }
}

static inline void round_hunt_make(const round_group *g, unsigned open, round_hunt *h)
{
    const lane none = lane_of(0.0);
    h->open = open;
    h->found = 0;
    h->tried = h->distance = h->upper = h->tilt = h->height = none;
    h->at = g->centre;
    h->n = h->normal = l3(lane_of(1.0), none, none);
    h->face = lane_whole(0);
}

// The first features. Lanes with an answer are in h->found, those that need another feature in h->open.
static inline __attribute__((always_inline)) void round_first_features(const round_group *g, int count, round_hunt *h)
{
    round_hunt_make(g, lane_bits(g->usual) & first_bits(count), h);
    round_begin(g, count, h);
    if (h->open != 0) round_try(g, count, true, h);
}

static inline __attribute__((always_inline)) void round_other_features(const round_group *g, int count, round_hunt *h)
{
    for (int i = 1; i < ROUND_FEATURES && h->open != 0; ++i) round_try(g, count, false, h);
}

#endif
