// Two hulls: the search of scree_hulls(), written once and compiled for each number of lanes.
//
// Idea        The face with the largest gap, of both hulls, is found by turns: a vertex rules out faces that it is not
//             far outside of, the best of the others asks for its nearest vertex. If that gap is positive, the nearest
//             points are near that face (hull_near.h). If it is not, it bounds the depth, and only edges within twice
//             that depth of the contact plane can do better (hull_deep.h).
//             Of hulls of many faces, floats tell which ones are worth a look; of very many, those nearby come first,
//             and what is next to the best of them mostly has its own proof.
// Limits      In touch, or with anything in doubt, there is no answer.
#ifndef SCREE_BATCH_HULL_KERNEL_H
#define SCREE_BATCH_HULL_KERNEL_H

#include "batch/hull_deep.h"
#include "narrow/order.h"
#include "narrow/publish.h"
#include "narrow/warm.h"

enum {
    FACE_ROUNDS = 32,
    NEAR_ROUNDS = 8,
    MANY_FACES = 512, // from which on a look at those nearby pays
    FACE_STEPS = 32   // from neighbour to neighbour
};

/// Nearer to touching than this, in units of the pair's error, bodies are not told apart here.
#define HULL_TOUCH 16.0

/// What heights in floats may be off, relative to the lengths that go into them: some ten roundings of floats, and to
/// spare.
#define COARSE_ROUNDING 0x1p-19

/// The best face of all, of either hull, with the vertex before it.
typedef struct best_face {
    double gap;
    int face, vertex, rounds;
    bool of_a;
    bool overlap; ///< some vertex was seen to be inside the other hull
} best_face;

/// Faces of home; `guest` is a vertex near them. False when there is no end.
static inline bool search_faces(const hull_frame *f, int guest, double error, best_face *best)
{
    lane least[HULL_FACES / SCREE_LANES], most;
    scree_vec3 p = guest_vertex(f, guest);
    const int count = f->home->padded_face_count / SCREE_LANES;
    for (int i = 0; i < count; ++i) least[i] = lane_of(INFINITY);
    for (int round = 0; round < FACE_ROUNDS; ++round) {
        best->overlap = rule_out_faces(f->home, p, least) < -error || best->overlap;
        const int face = first_highest(least, count, &most);
        const double height = most[0];
        if (!(height > best->gap)) return true;
        ++best->rounds;
        const scree_face *at = &f->home->faces[face];
        guest = highest_guest(f, v3_neg(at->normal), guest);
        p = guest_vertex(f, guest);
        const double gap = v3_dot(p, at->normal) - at->offset;
        if (gap > best->gap) {
            best->gap = gap;
            best->face = face;
            best->vertex = guest;
            best->of_a = f->a_is_home;
        }
        if (gap >= height) return true;
    }
    return false;
}

/// The places of the faces of a hull, in units of its radius, that are not ruled out yet: the nearest of the points so
/// far is that far outside of each.
typedef struct coarse_faces {
    half_lane least[HULL_FACES / HALF_LANES];
    double slack; ///< what the floats may be off
} coarse_faces;

/// As rule_out_faces() does it. Returns how far p itself is outside of any face, at most.
static inline double rule_out_coarsely(const scree_shape *s, scree_vec3 p, coarse_faces *x)
{
    const double part = 1.0 / s->core_radius;
    const float px = (float)(p.x * part), py = (float)(p.y * part), pz = (float)(p.z * part);
    const double slack = COARSE_ROUNDING * (v3_norm(p) + s->core_radius);
    x->slack = slack > x->slack ? slack : x->slack;
    half_lane most = half_at(s->coarse_x) - INFINITY;
    for (int i = 0, k = 0; k < s->face_count; ++i, k += HALF_LANES) {
        const half_lane h = px * half_at(s->coarse_x + k) + py * half_at(s->coarse_y + k) +
                            pz * half_at(s->coarse_z + k) - half_at(s->coarse_offset + k);
        most = half_max(most, h);
        x->least[i] = half_min(h, x->least[i]);
    }
    return (double)half_most(most) * s->core_radius + x->slack;
}

/// The first of the faces that are farthest outside.
static inline int first_coarse(const scree_shape *s, const coarse_faces *x, double *height)
{
    const int count = (s->face_count + HALF_LANES - 1) / HALF_LANES;
    half_lane best = x->least[0];
    for (int i = 1; i < count; ++i) best = half_max(best, x->least[i]);
    const float most = half_most(best);
    *height = (double)most * s->core_radius + x->slack;
    for (int i = 0; i < count; ++i) {
        const unsigned bits = half_bits_equal(x->least[i], most);
        if (bits == 0) continue;
        const int face = i * HALF_LANES + __builtin_ctz(bits);
        return face < s->face_count ? face : 0;
    }
    return 0;
}

/// search_faces() for hulls of many faces: floats tell which ones are worth a look.
static inline bool search_coarsely(const hull_frame *f, int guest, double error, best_face *best)
{
    coarse_faces x;
    const scree_shape *s = f->home;
    bool moved = true;
    x.slack = 0.0;
    for (int i = 0; i * HALF_LANES < s->face_count; ++i) x.least[i] = (half_lane){ 0 } + INFINITY;
    for (int round = 0; round < FACE_ROUNDS; ++round) {
        if (moved) {
            const bool inside = rule_out_coarsely(s, guest_vertex(f, guest), &x) < -error;
            best->overlap = inside || best->overlap;
        }
        double height;
        const int face = first_coarse(s, &x, &height), before = guest;
        if (!(height > best->gap)) return true;
        ++best->rounds;
        const scree_face *at = &s->faces[face];
        guest = highest_guest(f, v3_neg(at->normal), guest);
        moved = guest != before;
        const double gap = v3_dot(guest_vertex(f, guest), at->normal) - at->offset;
        // It is known now, and so are its copies at the end.
        x.least[face / HALF_LANES][face % HALF_LANES] = -INFINITY;
        for (int k = s->face_count; face == 0 && k % HALF_LANES != 0; ++k)
            x.least[k / HALF_LANES][k % HALF_LANES] = -INFINITY;
        if (!(gap > best->gap)) continue;
        best->gap = gap;
        best->face = face;
        best->vertex = guest;
        best->of_a = f->a_is_home;
    }
    return false;
}

/// How far the nearest of some points is outside of a face.
static inline double least_height(const scree_face *face, const scree_vec3 *p, int count)
{
    double least = v3_dot(p[0], face->normal);
    for (int i = 1; i < count; ++i) {
        const double h = v3_dot(p[i], face->normal);
        least = h < least ? h : least;
    }
    return least - face->offset;
}

/// The face that they are farthest outside of, from neighbour to neighbour: not of all, but of those around it.
static inline int climb_faces(const scree_shape *s, int face, const scree_vec3 *p, int count, double *height)
{
    *height = least_height(&s->faces[face], p, count);
    for (int step = 0; step < FACE_STEPS; ++step) {
        const int first = s->faces[face].first, end = first + s->faces[face].count;
        int best = face;
        for (int k = first; k < end; ++k) {
            const int other = s->face_neighbours[k];
            const double h = least_height(&s->faces[other], p, count);
            best = h > *height ? other : best;
            *height = h > *height ? h : *height;
        }
        if (best == face) break;
        face = best;
    }
    return face;
}

/// search_faces() that looks at a few faces only. What it finds need not be the best, but often is.
static inline void search_nearby(const hull_frame *f, scree_vec3 start, best_face *best)
{
    const scree_shape *s = f->home;
    int guest = highest_guest(f, v3_neg(start), 0), face = s->vertex_faces[s->fan_start[highest_vertex(s, start, 0)]];
    scree_vec3 p[NEAR_ROUNDS + 1];
    p[0] = guest_vertex(f, guest);
    for (int round = 0; round < NEAR_ROUNDS; ++round) {
        double height;
        face = climb_faces(s, face, p, round + 1, &height);
        if (!(height > best->gap)) return;
        ++best->rounds;
        const scree_face *at = &s->faces[face];
        guest = highest_guest(f, v3_neg(at->normal), guest);
        p[round + 1] = guest_vertex(f, guest);
        const double gap = v3_dot(p[round + 1], at->normal) - at->offset;
        if (gap > best->gap) {
            best->gap = gap;
            best->face = face;
            best->vertex = guest;
            best->of_a = f->a_is_home;
        }
        if (gap >= height) return;
    }
}

/// The same by brute force, for hulls so small that all faces with all vertices take less time than two turns. The
/// guest's vertices, in the frame of home, are left in `at`.
static inline void search_tiny_faces(const hull_frame *f, lane3 *at, best_face *best)
{
    const scree_shape *home = f->home, *guest = f->guest;
    const lane3 turn[3] = { l3_of(f->turn->row[0]), l3_of(f->turn->row[1]), l3_of(f->turn->row[2]) };
    const lane3 shift = l3_of(f->shift);
    double x[TINY], y[TINY], z[TINY];
    for (int i = 0, k = 0; k < TINY; ++i, k += SCREE_LANES) {
        const lane3 v = lanes_at(guest->x, guest->y, guest->z, k);
        at[i] = l3_add(l3(l3_dot(turn[0], v), l3_dot(turn[1], v), l3_dot(turn[2], v)), shift);
        *(lane_anywhere *)(void *)(x + k) = at[i].x;
        *(lane_anywhere *)(void *)(y + k) = at[i].y;
        *(lane_anywhere *)(void *)(z + k) = at[i].z;
    }
    lane least[TINY / SCREE_LANES], most;
    for (int i = 0, k = 0; k < TINY; ++i, k += SCREE_LANES) {
        const lane3 n = lanes_at(home->face_x, home->face_y, home->face_z, k);
        least[i] = l3_dot(n, l3(lane_of(x[0]), lane_of(y[0]), lane_of(z[0])));
        for (int v = 1; v < TINY; ++v)
            least[i] = lane_min(least[i], l3_dot(n, l3(lane_of(x[v]), lane_of(y[v]), lane_of(z[v]))));
        least[i] = least[i] - lane_at(home->face_offset + k);
    }
    const int face = first_highest(least, TINY / SCREE_LANES, &most);
    ++best->rounds;
    if (!(most[0] > best->gap)) return;
    best->gap = most[0];
    best->face = face;
    best->of_a = f->a_is_home;
}

static inline bool is_tiny(const scree_shape *s)
{
    return s->padded_count == TINY && s->padded_face_count == TINY;
}

/// The first of the guest's vertices that is nearest to a face of home.
static inline int vertex_before(const hull_frame *f, int face, const lane3 *at)
{
    const scree_vec3 n = v3_neg(f->home->faces[face].normal);
    lane height[TINY / SCREE_LANES], most;
    for (int i = 0; i < TINY / SCREE_LANES; ++i) height[i] = l3_dot(at[i], l3_of(n));
    return first_highest(height, TINY / SCREE_LANES, &most);
}

/// The best face of home and of all before, into `best`; `start` leads from home to the guest. False when there is no
/// end.
static inline bool search_home(const hull_frame *f, scree_vec3 start, double error, best_face *best)
{
    if (is_tiny(f->home) && is_tiny(f->guest)) {
        lane3 at[TINY / SCREE_LANES];
        const double before = best->gap;
        search_tiny_faces(f, at, best);
        if (best->gap > before) best->vertex = vertex_before(f, best->face, at);
        return true;
    }
    const int guest = highest_guest(f, v3_neg(start), 0);
    return f->home->coarse_x != NULL ? search_coarsely(f, guest, error, best) : search_faces(f, guest, error, best);
}

static inline void fill(const scree_cores *c, const hull_frame *f, const hull_meeting *m, int steps,
                        scree_hull_answer *out)
{
    scree_answer *x = &out->found;
    x->distance = m->gap;
    x->lower = m->gap - c->error;
    x->upper = (m->length > m->gap ? m->length : m->gap) + c->error;
    x->iterations = steps;
    out->plain = m->plain;
    if (f->a_is_home) {
        x->normal = m->n;
        x->on_a = m->on_home;
        x->on_b = m->on_guest;
        out->feature_a = m->feature_home;
        out->feature_b = m->feature_guest;
        out->index_a = m->index_home;
        out->index_b = m->index_guest;
    } else {
        x->normal = v3_neg(m3_mul(&c->turn, m->n));
        x->on_a = v3_add(m3_mul(&c->turn, m->on_guest), c->shift);
        x->on_b = v3_add(m3_mul(&c->turn, m->on_home), c->shift);
        out->feature_a = m->feature_guest;
        out->feature_b = m->feature_home;
        out->index_a = m->index_guest;
        out->index_b = m->index_home;
    }
    if (m->plain) return;
    x->at.index_a = f->a_is_home ? m->vertex_home : m->vertex_guest;
    x->at.index_b = f->a_is_home ? m->vertex_guest : m->vertex_home;
    x->at.a = scree_cores_vertex_a(c, x->at.index_a);
    x->at.b = scree_cores_vertex_b(c, x->at.index_b);
    x->at.w = v3_sub(x->at.b, x->at.a);
}

static inline bool meet(const scree_cores *c, const hull_frame *f, const best_face *best, hull_meeting *m)
{
    const double touch = HULL_TOUCH * c->error;
    if (best->gap > touch) return meet_apart(f, best->face, best->vertex, MOST_STEPS, c->error, m);
    return best->gap < -touch && meet_deep(f, best->face, best->vertex, best->overlap, c, m);
}

/// Where a face of home keeps them apart, the nearest points are mostly next to it; where it has the proof that the
/// depth is the least, no other face need be asked. Of large hulls, neither if edges near it have: that is quicker than
/// to ask all faces of the guest.
static inline bool meet_at_once(const scree_cores *c, const hull_frame *f, const best_face *best, hull_meeting *m)
{
    const double touch = HULL_TOUCH * c->error;
    if (best->gap > touch) return meet_apart(f, best->face, best->vertex, 0, c->error, m);
    if (best->gap > -touch || f->home->faces[best->face].count > HULL_CORNERS) return false;
    const scree_vec3 p = guest_vertex(f, best->vertex);
    unsigned passed;
    if (meet_face_deep(f, best->face, best->vertex, p, c->error, &passed, m)) return true;
    if (is_small_enough(f->guest)) return false;
    deep_search q;
    begin_deep(f, best->face, best->vertex, p, c, &q);
    return meet_edges_deep(f, best->face, passed, &q, m);
}

/// Hulls of many faces: what is near the best face next to the line between them has its own proof, mostly.
static inline bool meet_nearby(const scree_cores *c, const hull_frame *in_a, const hull_frame *in_b, scree_vec3 start,
                               best_face *best, hull_meeting *m)
{
    const double touch = HULL_TOUCH * c->error;
    unsigned passed = 0;
    scree_vec3 p = v3(0, 0, 0);
    for (int side = 0; side < 2; ++side) {
        const hull_frame *f = side == 0 ? in_a : in_b;
        search_nearby(f, side == 0 ? start : v3_neg(m3_mul_transposed(&c->turn, start)), best);
        if (best->of_a != f->a_is_home) break;
        if (f->home->faces[best->face].count > HULL_CORNERS) return false;
        p = guest_vertex(f, best->vertex);
        if (best->gap > touch ? meet_apart(f, best->face, best->vertex, side == 0 ? 0 : MOST_STEPS, c->error, m)
                              : meet_face_deep(f, best->face, best->vertex, p, c->error, &passed, m))
            return true;
    }
    const hull_frame *f = best->of_a ? in_a : in_b;
    if (best->gap > touch) return best->of_a && meet_apart(f, best->face, best->vertex, MOST_STEPS, c->error, m);
    deep_search q;
    begin_deep(f, best->face, best->vertex, p, c, &q);
    return meet_edges_deep(f, best->face, passed, &q, m);
}

static inline bool search_hulls(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    if (c->a->padded_face_count > HULL_FACES || c->b->padded_face_count > HULL_FACES) return false;
    const double touch = HULL_TOUCH * c->error;
    scree_mat3 back;
    const hull_frame in_a = frame_of_a(c), in_b = frame_of_b(c, &back);
    hull_meeting m;
    best_face best = { .gap = -INFINITY };
    if (c->a->face_count > MANY_FACES || c->b->face_count > MANY_FACES) {
        if (meet_nearby(c, &in_a, &in_b, start, &best, &m) && fabs(m.gap) > touch) {
            fill(c, best.of_a ? &in_a : &in_b, &m, best.rounds, out);
            return true;
        }
        best = (best_face){ .gap = -INFINITY };
    }
    if (!search_home(&in_a, start, c->error, &best)) return false;
    if (meet_at_once(c, &in_a, &best, &m)) {
        fill(c, &in_a, &m, best.rounds, out);
        return fabs(m.gap) > touch;
    }
    if (!search_home(&in_b, v3_neg(m3_mul_transposed(&c->turn, start)), c->error, &best)) return false;
    const hull_frame *f = best.of_a ? &in_a : &in_b;
    if (!meet(c, f, &best, &m) || !(fabs(m.gap) > touch)) return false;
    fill(c, f, &m, best.rounds, out);
    return true;
}

// ------------------------------------------------------------------------------------------- from bodies to a contact

/// Where the search begins: see scree_first_direction(). The cache's normal is turned with the bodies.
static inline scree_vec3 first_direction(const scree_cores *c, const scree_cache *cache, bool swapped)
{
    scree_vec3 d = c->shift;
    if (cache != NULL && cache->filled) {
        const scree_vec3 axis = scree_cache_axis(cache);
        d = m3_mul_transposed(&c->world_turn, swapped ? v3_neg(axis) : axis);
    }
    return v3_is_finite(d) && v3_norm2(d) > 0.0 ? d : v3(1, 0, 0);
}

static inline void name_features(const scree_hull_answer *h, bool swapped, scree_contact *x)
{
    x->feature_a = swapped ? h->feature_b : h->feature_a;
    x->feature_b = swapped ? h->feature_a : h->feature_b;
    x->index_a = swapped ? h->index_b : h->index_a;
    x->index_b = swapped ? h->index_a : h->index_b;
}

/// See scree_hull_pair().
static inline bool answer_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                               scree_contact *out)
{
    const bool swapped = !scree_pair_in_order(a, b);
    const scree_body *first = swapped ? b : a, *second = swapped ? a : b;
    scree_cores c;
    if (scree_has_centre(a->shape) || scree_has_centre(b->shape))
        c = scree_cores_make(first, second);
    else
        scree_cores_make_plain(first, second, &c);
    scree_hull_answer h;
    if (!search_hulls(&c, first_direction(&c, cache, swapped), &h)) return false;
    *out = (scree_contact){ .status = SCREE_OK };
    if (!h.plain) return scree_hull_finish(&c, &h.found, tolerance, swapped, out);
    const scree_vec3 middle = v3_lerp(h.found.on_a, h.found.on_b, 0.5);
    scree_publish_contact(&c, &h.found, middle, c.a->radius + c.b->radius, tolerance, out);
    name_features(&h, swapped, out);
    // -0 is 0: a sign that means nothing should not show.
    const scree_vec3 n = out->normal, point = out->point_a;
    out->normal = swapped ? v3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z) : v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    if (swapped) {
        out->point_a = out->point_b;
        out->point_b = point;
    }
    return out->status == SCREE_OK;
}

#endif
