// Two hulls: the last step of the search for one pair. From the features that it has found, distance, normal and points
// follow as in all kernels of hulls (hull_measure.h).
#ifndef SCREE_KERNELS_HULL_HULL_FOUND_H
#define SCREE_KERNELS_HULL_HULL_FOUND_H

#include "kernels/hull/hull_scan.h"
#include "kernels/hull_measure.h"
#include "pair/hull_answer.h"
#include "pair/patch.h"

static inline scree_vec3 first_lane(lane3 v)
{
    return v3(v.x[0], v.y[0], v.z[0]);
}

/// The answer for one pair, which is in all lanes.
static inline __attribute__((always_inline)) void measured(const scree_cores *c, const hull_measure *y, scree_answer *x)
{
    const double gap = y->gap[0], length = y->length[0];
    x->distance = gap;
    x->lower = gap - c->error;
    x->upper = (gap > 0.0 && length > gap ? length : gap) + c->error;
    x->normal = first_lane(y->n);
    x->on_a = first_lane(y->on_a);
    x->on_b = first_lane(y->on_b);
}

/// B's vertex in the frame of A.
static inline scree_vec3 vertex_of_b(const scree_cores *c, int i)
{
    return v3_add(m3_mul(&c->rotation, scree_node_at(c->b, i)), c->shift);
}

static inline void measure_found_face(const scree_cores *c, scree_hull_answer *h)
{
    hull_measure y;
    if (h->feature_a == SCREE_FEATURE_FACE) {
        const scree_face *face = &c->a->hull->faces[h->index_a];
        const lane3 p = l3_of(vertex_of_b(c, h->index_b)), n = l3_of(face->normal);
        measure_face(lane_whole(0), n, lane_of(face->offset), p, n, p, &y);
    } else {
        const scree_face *face = &c->b->hull->faces[h->index_b];
        const scree_vec3 a = scree_node_at(c->a, h->index_a),
                         over = m3_mul_transposed(&c->rotation, v3_sub(a, c->shift));
        const scree_vec3 n = v3_neg(m3_mul(&c->rotation, face->normal));
        measure_face(lane_whole(-1), l3_of(face->normal), lane_of(face->offset), l3_of(over), l3_of(n), l3_of(a), &y);
    }
    measured(c, &y, &h->found);
}

/// The ends of edges, or vertices.
static inline measure_ends ends_found(const scree_cores *c, const scree_hull_answer *h, bool edge_a, bool edge_b)
{
    scree_edge a = { .vertex = { h->index_a, h->index_a } }, b = { .vertex = { h->index_b, h->index_b } };
    if (edge_a) a = scree_edge_at(c->a->hull, h->index_a);
    if (edge_b) b = scree_edge_at(c->b->hull, h->index_b);
    const scree_vec3 p = scree_node_at(c->a, a.vertex[0]), u = v3_sub(scree_node_at(c->a, a.vertex[1]), p);
    const scree_vec3 along = v3_sub(scree_node_at(c->b, b.vertex[1]), scree_node_at(c->b, b.vertex[0]));
    return ends_of(l3_of(p), l3_of(u), l3_of(vertex_of_b(c, b.vertex[0])), l3_of(m3_mul(&c->rotation, along)));
}

/// Whether no vertex is farther along the normal than those of the features, up to rounding.
static inline bool none_is_farther(const scree_cores *c, const scree_answer *x)
{
    const int top_a = highest_vertex(c->a, x->normal, 0);
    const int top_b = highest_vertex(c->b, v3_neg(m3_mul_transposed(&c->rotation, x->normal)), 0);
    const double gap = v3_dot(x->normal, v3_sub(vertex_of_b(c, top_b), scree_node_at(c->a, top_a)));
    return x->distance - gap <= 8.0 * SCREE_ROUNDING * (c->a->core_radius + c->b->core_radius);
}

/// Edges and vertices. False where the points are not on them, or where other vertices are farther along their normal: it may be
/// off the one that the search has proven, n, where the points are hardly apart.
static inline bool measure_found_edges(const scree_cores *c, scree_vec3 n, scree_hull_answer *h)
{
    const bool edge_a = h->feature_a == SCREE_FEATURE_EDGE, edge_b = h->feature_b == SCREE_FEATURE_EDGE;
    const measure_ends ends = ends_found(c, h, edge_a, edge_b);
    const lane3 guess = l3_of(n);
    hull_measure y;
    lane s, t;
    if (edge_a && edge_b) {
        measure_crossing crossing;
        measure_edges(&ends, guess, &crossing, &y);
        s = crossing.s;
        t = crossing.t;
    } else {
        measure_line(&ends, lane_whole(-(int64_t)edge_a), lane_whole(-(int64_t)edge_b), &s, &t, &y);
    }
    if (!(s[0] >= 0.0 && s[0] <= 1.0 && t[0] >= 0.0 && t[0] <= 1.0)) return false;
    lane3 line;
    measure_gap(&ends, &line, &y);
    const lane3 astray = l3_add_scaled(line, -y.gap, y.n), off = l3_sub(y.n, guess);
    if (!(l3_dot(astray, astray)[0] <= c->error * c->error)) return false;
    scree_answer x = h->found;
    measured(c, &y, &x);
    const bool near = l3_dot(off, off)[0] <= SCREE_FEATURE_SLOPE * SCREE_FEATURE_SLOPE;
    if (!near && !none_is_farther(c, &x)) return false;
    h->found = x;
    return true;
}

/// Distance, interval, normal and points of features that meet in a point; n is the unit normal from A to B that the search
/// has proven. If false, nothing has changed.
static inline bool measure_found(const scree_cores *c, scree_vec3 n, scree_hull_answer *h)
{
    if (h->feature_a != SCREE_FEATURE_FACE && h->feature_b != SCREE_FEATURE_FACE) return measure_found_edges(c, n, h);
    measure_found_face(c, h);
    return true;
}

#endif
