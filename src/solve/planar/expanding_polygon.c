// Grows a polygon inside M around the origin until its nearest edge lies on the boundary of M.
//
// Source      The 2-D case of feng-tan-2020, section 4; see epa.c.
// Idea        Take the support point along the normal of the nearest edge. Either it is no farther out than the edge,
//             which then is an edge of M, or the edge is replaced by the two edges from it to the edge's ends. It sees
//             no other edge: all corners are on the boundary of M.
// Limits      Bounded by the number of corners. A smooth outline gains about one bit per support point.
#include "solve/planar/expanding_polygon.h"

#include <string.h>

typedef struct polygon {
    const scree_cores *c;
    scree_mvertex *corner; // counter-clockwise
    int count;
} polygon;

typedef struct polygon_edge {
    int first;      // the corner that it starts from
    scree_vec3 out; // its outward normal, unit
    double offset;  // out . x on the edge: negative where the origin is outside
} polygon_edge;

size_t scree_expanding_polygon_scratch(int most_corners)
{
    return scree_arena_bytes((size_t)most_corners * sizeof(scree_mvertex));
}

static double cross_z(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.y - a.y * b.x;
}

// Completes GJK's simplex to a triangle with an area. False if M has none: `n` is then its normal.
static bool complete(polygon *p, const scree_simplex *s, scree_vec3 *n)
{
    static const scree_vec3 axis[4] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 } };
    const double thin = 4.0 * p->c->error;
    p->count = s->count;
    for (int i = 0; i < s->count; ++i) p->corner[i] = s->vertex[i];
    for (int i = 0; i < 4 && p->count < 2; ++i) {
        p->corner[1] = scree_cores_support(p->c, axis[i], NULL);
        if (v3_norm(v3_sub(p->corner[1].w, p->corner[0].w)) > thin) p->count = 2;
    }
    *n = v3(1, 0, 0);
    if (p->count < 2) return false;
    scree_vec3 o = p->corner[0].w, d = v3_unit(v3_sub(p->corner[1].w, o));
    *n = v3(-d.y, d.x, 0.0);
    for (int i = 0; i < 2 && p->count < 3; ++i) {
        p->corner[2] = scree_cores_support(p->c, i == 0 ? *n : v3_neg(*n), NULL);
        if (fabs(v3_dot(*n, v3_sub(p->corner[2].w, o))) > thin) p->count = 3;
    }
    if (p->count < 3) return false;
    if (cross_z(v3_sub(p->corner[1].w, o), v3_sub(p->corner[2].w, o)) < 0.0) {
        scree_mvertex swap = p->corner[1];
        p->corner[1] = p->corner[2];
        p->corner[2] = swap;
    }
    return true;
}

// Nearest by the distance to the segment, not to its line: of two collinear edges, the one with the origin's
// projection.
static polygon_edge nearest_edge(const polygon *p)
{
    polygon_edge nearest = { .first = 0, .out = { 1, 0, 0 }, .offset = INFINITY };
    double best = INFINITY;
    for (int i = 0; i < p->count; ++i) {
        scree_vec3 a = p->corner[i].w, b = p->corner[(i + 1) % p->count].w, d = v3_sub(b, a);
        if (v3_norm2(d) == 0.0) continue;
        scree_vec3 n = v3_unit(v3(d.y, -d.x, 0.0));
        double offset = v3_dot(n, a), weight[2], distance = v3_norm(scree_nearest_on_segment(a, b, weight));
        double rank = offset < -p->c->error ? offset : distance;
        if (rank < best) {
            best = rank;
            nearest = (polygon_edge){ i, n, offset };
        }
    }
    return nearest;
}

static void insert(polygon *p, int at, const scree_mvertex *m)
{
    memmove(&p->corner[at + 1], &p->corner[at], (size_t)(p->count - at) * sizeof *p->corner);
    p->corner[at] = *m;
    ++p->count;
}

static void adopt(const polygon *p, const polygon_edge *e, const scree_mvertex *m, scree_epa_result *r)
{
    scree_vec3 n = v3_neg(e->out);
    r->best = (scree_axis){ .n = n, .gap = v3_dot(n, m->w), .at = *m, .index_a = -1, .index_b = -1 };
    r->nearest = (scree_simplex){ .count = 2 };
    r->nearest.vertex[0] = p->corner[e->first];
    r->nearest.vertex[1] = p->corner[(e->first + 1) % p->count];
    scree_nearest_on_segment(r->nearest.vertex[0].w, r->nearest.vertex[1].w, r->nearest.weight);
}

static void trace_step(const scree_task *task, const polygon *p, const polygon_edge *e, const scree_epa_result *r)
{
    if (task->options->trace == NULL) return;
    scree_trace_step step = { .phase = "epa", .iteration = r->iterations, .simplex_size = 2 };
    step.direction = v3_neg(e->out);
    step.lower = r->best.gap - task->radii;
    step.upper = r->upper - task->radii;
    for (int i = 0; i < 2; ++i) step.simplex[i] = p->corner[(e->first + i) % p->count].w;
    task->options->trace(task->options->trace_user, &step);
}

static void grow(const scree_task *task, polygon *p, int most_corners, double tolerance, scree_epa_result *r)
{
    int bound = task->options->max_iterations > 0 ? task->options->max_iterations : most_corners;
    scree_mvertex m = p->corner[0];
    while (!r->closed) {
        ++r->iterations;
        polygon_edge e = nearest_edge(p);
        m = scree_cores_support(p->c, e.out, &m);
        // The polygon bounds the depth only if it encloses the origin.
        if (e.offset >= 4.0 * SCREE_ROUNDING * p->c->size) r->upper = fmin(r->upper, -e.offset);
        // Normal and points are taken from the same edge: the best axis, and at the end the nearest edge (see epa.c).
        double gap = -v3_dot(e.out, m.w);
        r->closed = -e.offset - gap <= tolerance;
        if (gap > r->best.gap || r->closed) adopt(p, &e, &m, r);
        trace_step(task, p, &e, r);
        if (r->closed) return;
        r->cut_short = r->iterations >= bound || p->count == most_corners;
        if (r->cut_short) return;
        insert(p, e.first + 1, &m);
    }
}

static void answer_flat(const polygon *p, scree_vec3 n, const scree_simplex *start, scree_epa_result *r)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        scree_axis axis = { .n = v3_scale(n, sign), .index_a = -1, .index_b = -1 };
        axis.gap = scree_cores_gap(p->c, axis.n, &axis.at);
        if (axis.gap > r->best.gap) r->best = axis;
    }
    r->nearest = *start;
}

bool scree_expanding_polygon(const scree_task *task, const scree_simplex *start, int most_corners, double tolerance,
                             scree_epa_result *r)
{
    scree_arena scratch = task->scratch;
    polygon p = { .c = task->cores };
    p.corner = scree_arena_take(&scratch, (size_t)most_corners * sizeof *p.corner);
    if (p.corner == NULL) return false;
    *r = (scree_epa_result){ .best = { .gap = -INFINITY }, .upper = INFINITY };
    scree_vec3 flat_normal;
    if (complete(&p, start, &flat_normal))
        grow(task, &p, most_corners, tolerance, r);
    else
        answer_flat(&p, flat_normal, start, r);
    return true;
}
