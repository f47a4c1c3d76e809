// Any two 2-D cores that have support points: GJK, then an expanding polygon.
//
// Source      The 2-D case of feng-tan-2020, sections 3 and 4; see epa.c.
// Idea        GJK works in the plane as it is: it keeps to z = 0, and a triangle around the origin has distance 0 from
//             it. From there a polygon inside M grows at its edge nearest to the origin.
// Limits      Bounded by the number of corners; a smooth outline gains about a bit for each support point.
#include <string.h>

#include "narrow/gjk.h"
#include "narrow/planar.h"

enum { MOST_CORNERS = 256, GJK_ITERATIONS = 256 };

typedef struct polygon {
    const scree_cores *c;
    scree_mvertex *corner; // counter-clockwise
    int count;
} polygon;

size_t scree_planar_shapes_scratch(void)
{
    return scree_arena_bytes(MOST_CORNERS * sizeof(scree_mvertex));
}

static double cross_z(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.y - a.y * b.x;
}

// From GJK's simplex to a triangle with an area. False if M has none: `n` is then at right angles to it.
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

// The edge nearest to the origin (from corner `first`), its outward normal and its signed offset. Nearest is the segment,
// not its line: of two edges in one line, that with the foot of the origin.
static double nearest_edge(const polygon *p, int *first, scree_vec3 *out)
{
    double best = INFINITY, best_offset = INFINITY;
    for (int i = 0; i < p->count; ++i) {
        scree_vec3 a = p->corner[i].w, b = p->corner[(i + 1) % p->count].w, d = v3_sub(b, a);
        if (v3_norm2(d) == 0.0) continue;
        scree_vec3 n = v3_unit(v3(d.y, -d.x, 0.0));
        double offset = v3_dot(n, a), weight[2], distance = v3_norm(scree_nearest_on_segment(a, b, weight));
        double rank = offset < -p->c->error ? offset : distance;
        if (rank < best) {
            best = rank;
            best_offset = offset;
            *first = i;
            *out = n;
        }
    }
    return best_offset;
}

static void insert(polygon *p, int at, const scree_mvertex *m)
{
    memmove(&p->corner[at + 1], &p->corner[at], (size_t)(p->count - at) * sizeof *p->corner);
    p->corner[at] = *m;
    ++p->count;
}

static void take(scree_answer *x, scree_vec3 n, const scree_mvertex *m)
{
    double gap = v3_dot(n, m->w);
    if (gap <= x->distance) return;
    x->distance = gap;
    x->normal = n;
    x->at = *m;
}

static void grow(polygon *p, int steps, double tolerance, scree_answer *x)
{
    for (int i = 0; i < steps && i < MOST_CORNERS - 4; ++i) {
        ++x->iterations;
        int first = 0;
        scree_vec3 out = v3(1, 0, 0);
        double offset = nearest_edge(p, &first, &out), weight[2];
        scree_mvertex m = scree_cores_support(p->c, out, NULL);
        const scree_mvertex *u = &p->corner[first], *v = &p->corner[(first + 1) % p->count];
        // Only around the origin does the polygon bound the depth.
        if (offset >= -p->c->error) x->upper = fmin(x->upper, -offset);
        // Normal and points go together: those of the best axis, and at the end those of the nearest edge (see epa.c).
        double gap = -v3_dot(out, m.w);
        bool last = -offset - gap <= tolerance || gap >= -offset;
        if (gap > x->distance || last) {
            x->distance = -INFINITY;
            take(x, v3_neg(out), &m);
            scree_nearest_on_segment(u->w, v->w, weight);
            x->on_a = v3_add(v3_scale(u->a, weight[0]), v3_scale(v->a, weight[1]));
            x->on_b = v3_add(v3_scale(u->b, weight[0]), v3_scale(v->b, weight[1]));
        }
        if (last) return;
        insert(p, first + 1, &m);
    }
}

bool scree_planar_shapes(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    scree_arena scratch = task->scratch;
    polygon p = { .c = c, .corner = scree_arena_take(&scratch, MOST_CORNERS * sizeof(scree_mvertex)) };
    if (p.corner == NULL) return false;
    double tolerance = fmax(0.25 * task->tolerance, 8.0 * SCREE_ROUNDING * c->size);
    scree_gjk_options o = { .start = c->shift, .tolerance = tolerance, .stop_above = INFINITY };
    o.stop_below = -INFINITY;
    o.max_iterations = task->options->max_iterations > 0 ? task->options->max_iterations : GJK_ITERATIONS;
    o.trace = task->options->trace;
    o.trace_user = task->options->trace_user;
    o.radii = task->radii;
    if (v3_norm2(o.start) == 0.0) o.start = v3(1, 0, 0);
    scree_gjk_result g;
    scree_gjk(c, &o, &g);
    *x = (scree_answer){ .distance = -INFINITY, .upper = g.upper, .iterations = g.iterations };
    x->at = g.simplex.count > 0 ? g.simplex.vertex[0] : (scree_mvertex){ .index_a = -1, .index_b = -1 };
    scree_axis axis = { .n = g.axis, .gap = -INFINITY };
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (g.upper - axis.gap > tolerance) scree_polish(c, &g.simplex, g.v, false, &axis);
    scree_mvertex m = axis.at;
    take(x, axis.n, &m);
    scree_simplex_points(&g.simplex, &x->on_a, &x->on_b);
    scree_vec3 n;
    if (g.verdict != SCREE_GJK_APART) {
        if (complete(&p, &g.simplex, &n)) {
            x->upper = g.upper <= c->error ? 0.0 : g.upper;
            grow(&p, o.max_iterations, tolerance, x);
        } else {
            for (int sign = -1; sign <= 1; sign += 2) {
                m = scree_cores_support(c, v3_scale(n, -sign), NULL);
                take(x, v3_scale(n, sign), &m);
            }
        }
    }
    x->lower = x->distance - c->error;
    x->upper = fmax(x->upper, x->distance) + c->error;
    return true;
}
