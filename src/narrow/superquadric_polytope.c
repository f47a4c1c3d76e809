// The policy for a superquadric S with a segment or a polyhedron P.
//
//   apart, touching, shallow  full Newton steps from feature to feature (superquadric_polytope_dash.c); where these
//                             fail, the same steps, each only if it helps (superquadric_polytope_climb.c)
//   deeper                    the least of all local minima, and its proof (superquadric_polytope_depth.c)
//   whatever is left open     solids.c; the narrower of the two intervals counts
#include "narrow/superquadric_polytope.h"

#include "narrow/solids.h"
#include "narrow/superquadric_polytope_search.h"

enum { CLIMB_STEPS = 40 };

size_t scree_superquadric_polytope_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_solids_scratch(a, b);
}

static scree_sq_view make_view(const scree_task *task)
{
    const scree_cores *c = task->cores;
    scree_sq_view v = { .task = task, .c = c, .first = c->a->core == SCREE_CORE_SUPERQUADRIC };
    v.s = v.first ? c->a : c->b;
    v.p = v.first ? c->b : c->a;
    v.turn = c->turn;
    v.shift = c->shift;
    if (v.first) return v;
    const scree_vec3 *r = c->turn.row;
    v.turn = (scree_mat3){ { v3(r[0].x, r[1].x, r[2].x), v3(r[0].y, r[1].y, r[2].y), v3(r[0].z, r[1].z, r[2].z) } };
    v.shift = v3_neg(m3_mul(&v.turn, c->shift));
    return v;
}

// From S's frame to A's.
static scree_vec3 to_frame(const scree_sq_view *v, scree_vec3 x)
{
    return v->first ? x : v3_add(m3_mul(&v->c->turn, x), v->c->shift);
}

static scree_vec3 warm_direction(const scree_sq_view *v)
{
    const scree_cache *cache = v->task->options->cache;
    if (cache == NULL || !cache->filled) return v3(0, 0, 0);
    const scree_vec3 n = m3_mul_transposed(&v->c->world_turn, cache->axis);
    if (!v3_is_finite(n)) return v3(0, 0, 0);
    return v3_unit(v->first ? n : v3_neg(m3_mul(&v->turn, n)));
}

static double clamped(double x, double most)
{
    return fmin(fmax(x, -most), most);
}

// A point of S to start from, and one of P: under the last normal, or those where P is nearest to S's centre. False if
// the centre is in P.
static bool start(const scree_sq_view *v, scree_vec3 *x, scree_sq_touch *t)
{
    const scree_vec3 m = warm_direction(v), a = v->s->semi_axes;
    const scree_vec3 centre = scree_sq_told(v, v3(0, 0, 0));
    if (v3_norm2(m) > 0.0) {
        double height;
        t->lowest = scree_support_vertex(v->p, m3_mul_transposed(&v->turn, v3_neg(m)), 0);
        t->on = scree_surface_vertex(v->p, t->lowest);
        *x = sq_support(v->s, m, &height);
        const double gap = v3_dot(m, v3_sub(scree_sq_vertex(v, t->lowest), *x));
        const double away = fmax(v->s->core_radius, gap);
        (void)scree_sq_nearest(v, scree_sq_told(v, v3_add_scaled(*x, gap - away, m)), &t->on);
        return true;
    }
    t->lowest = scree_support_vertex(v->p, centre, 0);
    t->on = scree_surface_vertex(v->p, t->lowest);
    if (!scree_sq_nearest(v, centre, &t->on)) return false;
    const scree_vec3 q = scree_sq_seen(v, t->on.at);
    *x = v3(clamped(q.x, a.x), clamped(q.y, a.y), clamped(q.z, a.z));
    return v3_norm2(*x) > 0.0;
}

// A touch as an answer; the upper bound is the distance of its points. Its x is the point of S that is farthest along
// its m, to second order in what rounding leaves m off by: the gap is as exact as scree_cores_gap() has it.
static void answer_touch(const scree_sq_view *v, const scree_sq_touch *t, scree_answer *out)
{
    const scree_cores *c = v->c;
    out->normal = v3_unit(v->first ? t->m : v3_neg(m3_mul_transposed(&v->turn, t->m)));
    const scree_vec3 on_s = to_frame(v, t->x), on_p = to_frame(v, t->q);
    const scree_vec3 low = v->first ? scree_cores_vertex_b(c, t->lowest) : scree_cores_vertex_a(c, t->lowest);
    if (v->first)
        out->at = (scree_mvertex){ v3_sub(low, on_s), on_s, low, -1, t->lowest };
    else
        out->at = (scree_mvertex){ v3_sub(on_s, low), low, on_s, t->lowest, -1 };
    out->distance = t->gap;
    out->lower = out->distance - c->error;
    out->on_a = v->first ? on_s : on_p;
    out->on_b = v->first ? on_p : on_s;
    out->upper = fmax(v3_norm(v3_sub(on_p, on_s)), out->distance) + c->error;
}

static void offer(const scree_sq_view *v, scree_vec3 m, scree_sq_touch *best)
{
    double height;
    scree_sq_touch t = *best;
    scree_sq_touch_at(v, sq_support(v->s, m, &height), &t);
    const bool even = t.gap >= best->gap - v->c->error && t.off < best->off;
    if (t.gap > best->gap + v->c->error || even) *best = t;
}

// A place to climb from where S and P overlap: the face or the axis of S along which the depth is least. Of the faces
// only those are evaluated that the ellipsoid inside S lets win.
static void start_inside(const scree_sq_view *v, scree_sq_touch *t)
{
    const scree_vec3 a = v->s->semi_axes;
    scree_vec3 best = v3(0, 0, 0);
    double least = INFINITY;
    for (int i = 0; i < v->p->face_count; ++i) {
        const scree_vec3 m = scree_sq_into_face(v, i);
        const double height = v->p->faces[i].offset - v3_dot(m, v->shift);
        if (!(height + v3_norm(v3(a.x * m.x, a.y * m.y, a.z * m.z)) < least)) continue;
        const double depth = height + sq_height(v->s, m);
        if (depth < least) {
            least = depth;
            best = m;
        }
    }
    for (int i = 0; i < 6; ++i) {
        const double d = i % 2 ? -1.0 : 1.0;
        const scree_vec3 m = i < 2 ? v3(d, 0, 0) : i < 4 ? v3(0, d, 0) : v3(0, 0, d);
        const int low = scree_support_vertex(v->p, m3_mul_transposed(&v->turn, v3_neg(m)), 0);
        const double depth = (i < 2 ? a.x : i < 4 ? a.y : a.z) - v3_dot(m, scree_sq_vertex(v, low));
        if (depth < least) {
            least = depth;
            best = m;
        }
    }
    offer(v, best, t);
}

static bool is_settled(const scree_task *task, const scree_answer *x)
{
    return x->upper - x->lower <= fmax(0.9 * task->tolerance, 3.0 * task->cores->error);
}

// The generic search, and what it has to add. Its points are less exact than those of a climb that got there.
static bool fall_back(const scree_task *task, bool there, scree_answer *out)
{
    scree_answer other;
    if (!scree_solids(task, &other)) return false;
    other.iterations += out->iterations;
    const double error = task->cores->error;
    // Two true intervals have a point in common.
    if (!(other.upper >= out->lower && other.upper >= other.lower)) other.upper = INFINITY;
    if (!(out->distance >= other.distance - (there ? error : 0.0))) {
        other.upper = fmax(fmin(out->upper, other.upper), other.distance);
        *out = other;
        return true;
    }
    out->upper = fmax(fmin(out->upper, other.upper), out->distance);
    out->iterations = other.iterations;
    return true;
}

// Tell the caller's trace of a touch; its points bound the distance from above, whichever they are.
static void tell(const scree_sq_view *v, const char *phase, int iteration, const scree_sq_touch *t)
{
    const scree_query_options *o = v->task->options;
    if (o->trace == NULL) return;
    scree_answer x;
    answer_touch(v, t, &x);
    scree_trace_step step = { .phase = phase, .iteration = iteration, .simplex_size = 1, .direction = x.normal };
    step.simplex[0] = v3_sub(x.on_b, x.on_a);
    step.lower = x.lower - v->task->radii;
    step.upper = x.upper - v->task->radii;
    o->trace(o->trace_user, &step);
}

// Apart, touching, or less deep than S bends anywhere: true if that is settled.
static bool answer_near(const scree_sq_view *v, int limit, scree_sq_touch *t, int *steps, scree_answer *out)
{
    scree_vec3 x;
    t->gap = -INFINITY;
    t->off = INFINITY;
    if (!start(v, &x, t)) return false;
    bool there = scree_sq_dash(v, x, t, steps);
    if (!there) {
        scree_sq_touch_at(v, x, t);
        there = scree_sq_climb(v, limit, t, steps);
    }
    answer_touch(v, t, out);
    tell(v, "climb", *steps, t);
    if (there && t->gap < 0.0 && scree_sq_bends_less(v, t->gap)) out->upper = out->distance + 1.5 * v->c->error;
    return there && is_settled(v->task, out);
}

bool scree_superquadric_polytope(const scree_task *task, scree_answer *out)
{
    const scree_sq_view v = make_view(task);
    const int limit = task->options->max_iterations > 0 ? task->options->max_iterations : CLIMB_STEPS;
    scree_sq_touch t;
    int steps = 0;
    if (answer_near(&v, limit, &t, &steps, out)) {
        out->iterations = steps;
        return true;
    }
    start_inside(&v, &t);
    const bool there = scree_sq_climb(&v, limit, &t, &steps);
    const double most = t.gap < 0.0 ? scree_sq_depth(&v, there, &t, &steps) : INFINITY;
    answer_touch(&v, &t, out);
    tell(&v, "depth", steps, &t);
    if (t.gap <= 0.0) out->upper = fmax(most, out->distance) + v.c->error;
    out->iterations = steps;
    return is_settled(task, out) || fall_back(task, there, out);
}
