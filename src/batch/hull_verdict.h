// Whether two hulls are farther apart than a margin: as much of the search as that takes.
#ifndef SCREE_BATCH_HULL_VERDICT_H
#define SCREE_BATCH_HULL_VERDICT_H

#include "batch/hull_kernel.h"

/// Deep in each other: a quarter of what the balls inside them are.
#define DEEP 0.25

/// How far the farthest vertex is along d.
static inline double height_along(const scree_shape *s, scree_vec3 d)
{
    if (s->padded_count > HULL_SCAN_LIMIT) return v3_dot(d, scree_stored_vertex(s, scree_support_vertex(s, d, 0)));
    lane most = heights_of(s->x, s->y, s->z, d);
    for (int k = SCREE_LANES; k < s->padded_count; k += SCREE_LANES)
        most = lane_max(most, heights_of(s->x + k, s->y + k, s->z + k, d));
    return lane_most(most)[0];
}

/// The line between the bodies' origins, in the frame of each, and how far they reach along it.
typedef struct centre_line {
    scree_vec3 in_a, in_b;
    double length2, top_a, top_b;
    double error; ///< of a height over the length
} centre_line;

/// The vertices are not turned, only the line is.
static inline centre_line centre_line_of(const scree_body *a, const scree_body *b, const scree_mat3 *turn_a,
                                         const scree_mat3 *turn_b)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const scree_vec3 d = v3_sub(b->position, a->position);
    centre_line l = { .in_a = m3_mul_transposed(turn_a, d), .in_b = m3_mul_transposed(turn_b, d) };
    l.length2 = v3_norm2(d);
    l.top_a = height_along(s, l.in_a);
    l.top_b = height_along(t, v3_neg(l.in_b));
    // What a height is off by, in roundings of its length: the turned line by 18, its product with a vertex by 4.
    l.error = SCREE_ROUNDING * (SCREE_ROUNDINGS_B * (s->core_radius + t->core_radius) + 4.0 * sqrt(l.length2)) +
              (s->slack + t->slack);
    return l;
}

/// Most pairs that a broad phase brings up are apart along that line (1). Where the two are deep in each other along
/// it, its middle between their tops is mostly in both (0). -1: neither.
static inline int ask_centre_line(const scree_shape *s, const scree_shape *t, const centre_line *l, double margin)
{
    const double length = sqrt(l->length2), gap = l->length2 - (l->top_a + l->top_b);
    if (gap > (margin + l->error) * length) return 1;
    if (!(-gap > DEEP * (s->inner_radius + t->inner_radius) * length)) return -1;
    const double middle = 0.5 + 0.5 * (l->top_a - l->top_b) / l->length2;
    const bool in_both = outside_by(s, v3_scale(l->in_a, middle)) < -l->error &&
                         outside_by(t, v3_scale(l->in_b, middle - 1.0)) < -l->error;
    return in_both ? 0 : -1;
}

/// Whether the two are apart (1) or overlap (0), from the best face of all: without the depth, which takes longer. -1:
/// it has not been found out.
static inline int verdict_deep(const hull_frame *f, int face, int vertex, const scree_cores *c)
{
    if (f->home->faces[face].count > HULL_CORNERS) return -1;
    const scree_vec3 p = guest_vertex(f, vertex);
    const unsigned passed = place_over_face(f->home, face, p).passed;
    if (passed == 0 && vertex_overlaps(f, vertex, p, c->error)) return 0;
    deep_search q;
    begin_deep(f, face, vertex, p, c, &q);
    if (passed == 0 || !find_near_edges(&q, face, passed)) return -1;
    scan_edges(&q);
    if (q.gap > c->error) return 1;
    hull_meeting m;
    double inside;
    const bool crossing = q.edge_home >= 0 && meet_edges(&q, &m, &inside) && edges_overlap(&q, &m);
    return crossing || vertex_overlaps(f, vertex, p, c->error) ? 0 : -1;
}

/// Faces of home, then what is near the best: 1, 0, or -1 for go on.
static inline int ask_home(const hull_frame *f, scree_vec3 start, const scree_cores *c, double margin, best_face *best)
{
    if (!search_home(f, start, c->error, best)) return -1;
    if (best->gap > margin + c->error) return 1;
    return best->overlap ? 0 : -1;
}

static inline int verdict(const scree_cores *c, double margin)
{
    const scree_vec3 start = v3_norm2(c->shift) > 0.0 ? c->shift : v3(1, 0, 0);
    const hull_frame in_a = frame_of_a(c);
    best_face best = { .gap = -INFINITY };
    int answer = ask_home(&in_a, start, c, margin, &best);
    if (answer >= 0) return answer;
    scree_mat3 back;
    const hull_frame in_b = frame_of_b(c, &back), *f = &in_a;
    answer = ask_home(&in_b, v3_neg(m3_mul_transposed(&c->turn, start)), c, margin, &best);
    if (answer >= 0 || !(best.gap > -INFINITY)) return answer;
    if (!best.of_a) f = &in_b;
    hull_meeting m;
    if (best.gap <= 0.0) {
        answer = verdict_deep(f, best.face, best.vertex, c);
        if (answer == 0 || (answer == 1 && margin == 0.0)) return answer;
    }
    if (!meet(c, f, &best, &m)) return -1;
    if (m.gap > margin + c->error) return 1;
    return m.length < margin - c->error ? 0 : -1;
}

/// See scree_hull_pair_farther_than(). The order of the two must not matter.
static inline int farther_than(const scree_body *one, const scree_body *two, double margin)
{
    const bool in_order = scree_pair_in_order(one, two);
    const scree_body *a = in_order ? one : two, *b = in_order ? two : one;
    const scree_shape *s = a->shape, *t = b->shape;
    if (margin < 0.0 || s->padded_face_count > HULL_FACES || t->padded_face_count > HULL_FACES) return -1;
    if (scree_has_centre(s) || scree_has_centre(t)) return -1;
    scree_cores c = { .a = s, .b = t, .world_turn = m3_from_quat(a->orientation), .world_shift = a->position };
    const scree_mat3 turn_b = m3_from_quat(b->orientation);
    const centre_line line = centre_line_of(a, b, &c.world_turn, &turn_b);
    const int answer = ask_centre_line(s, t, &line, margin);
    if (answer >= 0) return answer;
    c.turn = m3_transposed_mul(&c.world_turn, &turn_b);
    c.shift = m3_mul_transposed(&c.world_turn, v3_sub(b->position, a->position));
    scree_cores_measure(&c);
    return verdict(&c, margin);
}

#endif
