// The policy for a superquadric S with a segment or a polyhedron P.
//
//   start                     where S, scaled about its centre, touches P: roughly the least point of S's norm on P
//   apart, touching, shallow  full Newton steps from feature to feature (superquadric_polytope_newton.c); if these
//                             fail, the same steps with a check of each (superquadric_polytope_climb.c)
//   deeper                    the least of all local minima, and its proof (superquadric_polytope_depth.c)
//   still open                solids.c; the narrower of the two intervals counts
//   minima along a ring       a cover of all normals (normal_cover.c)
#include "solve/superquadric/superquadric_polytope.h"

#include "pair/pair.h"
#include "pair/warm.h"
#include "solve/polytope/solids.h"
#include "solve/smooth/normal_cover.h"
#include "solve/superquadric/superquadric_points.h"
#include "solve/superquadric/superquadric_polytope_search.h"

enum { CLIMB_STEPS = 40, DESCENTS = 16, COVER_CELLS = 100000, COVER_ROUNDS = 12 };

#define LEAST_WEIGHT 0.1

size_t scree_superquadric_polytope_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_solids_scratch(a, b);
}

scree_sq_stand scree_sq_stand_make(const scree_task *task)
{
    const scree_cores *c = task->cores;
    scree_sq_stand v = { .task = task, .c = c, .first = c->a->core == SCREE_CORE_SUPERQUADRIC };
    v.s = v.first ? c->a : c->b;
    v.p = v.first ? c->b : c->a;
    v.per = v3(1.0 / v.s->form->semi_axes.x, 1.0 / v.s->form->semi_axes.y, 1.0 / v.s->form->semi_axes.z);
    v.rotation = c->rotation;
    v.shift = c->shift;
    if (v.first) return v;
    const scree_vec3 *r = c->rotation.row;
    v.rotation = (scree_mat3){ { v3(r[0].x, r[1].x, r[2].x), v3(r[0].y, r[1].y, r[2].y), v3(r[0].z, r[1].z, r[2].z) } };
    v.shift = v3_neg(m3_mul(&v.rotation, c->shift));
    return v;
}

// From S's frame to A's.
static scree_vec3 to_frame(const scree_sq_stand *v, scree_vec3 x)
{
    return v->first ? x : v3_add(m3_mul(&v->c->rotation, x), v->c->shift);
}

// Whether the normal of a touch is that of the face of P that it is on.
static bool is_on_face(const scree_sq_stand *v, const scree_sq_touch *t)
{
    return t->on.kind == SCREE_FEATURE_FACE && v3_equal(t->m, scree_sq_into_face(v, t->on.index));
}

// Whether it is on a face, but its normal is that of another one.
static bool leans_off_face(const scree_sq_stand *v, const scree_sq_touch *t)
{
    return t->on.kind == SCREE_FEATURE_FACE && !is_on_face(v, t);
}

static scree_vec3 warm_direction(const scree_sq_stand *v)
{
    const scree_cache *cache = v->task->options->cache;
    if (cache == NULL || !cache->filled) return v3(0, 0, 0);
    const scree_vec3 n = m3_mul_transposed(&v->c->world_rotation, scree_cache_axis(cache));
    if (!v3_is_finite(n)) return v3(0, 0, 0);
    return v3_unit(v->first ? n : v3_neg(m3_mul(&v->rotation, n)));
}

// P in coordinates that stretch S to a ball, or nearly: stretching does not change where it touches S.
typedef struct stretched {
    scree_mat3 rotation;
    scree_vec3 shift;
} stretched;

static inline scree_vec3 stretch(const stretched *f, scree_vec3 p)
{
    return v3_add(m3_mul(&f->rotation, p), f->shift);
}

// From a vertex to a point of P, on an edge or at a vertex, from which no edge leads nearer to the origin. Good enough
// for a start, since faces are tried later.
static void descend(const scree_shape *p, const stretched *f, int vertex, scree_surface_point *on)
{
    for (int left = DESCENTS; left > 0; --left) {
        *on = scree_surface_vertex(p, vertex);
        const scree_vec3 down = v3_neg(m3_mul_transposed(&f->rotation, stretch(f, on->at)));
        double most = 0.0, part = 0.0;
        int best = -1;
        for (int k = p->hull->nodes[vertex].fan; k < p->hull->nodes[vertex].fan_end; ++k) {
            const scree_vec3 e = v3_sub(scree_stored_vertex(p, scree_neighbour(p->hull, k)), on->at);
            const double lean = v3_dot(down, e);
            if (!(lean > 0.0)) continue;
            const double length2 = v3_norm2(m3_mul(&f->rotation, e)), t = lean < length2 ? lean / length2 : 1.0;
            const double gain = t * (2.0 * lean - t * length2);
            if (!(gain > most)) continue;
            most = gain;
            part = t;
            best = k;
        }
        if (best < 0) return;
        vertex = scree_neighbour(p->hull, best);
        if (part >= 1.0) continue;
        on->kind = SCREE_FEATURE_EDGE;
        on->index = scree_vertex_edge(p->hull, best);
        on->at = v3_lerp(on->at, scree_stored_vertex(p, vertex), part);
        return;
    }
}

// The same for a segment.
static void descend_segment(const scree_shape *p, const stretched *f, scree_surface_point *on)
{
    const scree_vec3 from = scree_stored_vertex(p, 0), to = scree_stored_vertex(p, 1);
    const scree_vec3 y = stretch(f, from), e = v3_sub(stretch(f, to), y);
    const double part = -v3_dot(y, e) / v3_norm2(e);
    *on = part > 0.0 && part < 1.0 ? (scree_surface_point){ SCREE_FEATURE_EDGE, 0, v3_lerp(from, to, part) }
                                   : scree_surface_vertex(p, part > 0.5);
}

// About the square root of y^(n-2), and never much smaller than the others: the model holds only near y.
static double weight(const scree_exponent *e, double y)
{
    const double q = scree_sq_smaller(fabs(y), 1.0);
    return LEAST_WEIGHT + (e->n > 6.0 ? q * q : e->n > 3.5 ? q : sqrt(q));
}

// The metric of the second-order model of S's own norm at y: its minimum is where S, scaled, touches P.
static stretched weighted(const scree_sq_stand *v, const stretched *f, scree_vec3 y)
{
    const double along = 1.0 - v->s->form->along.dual_less_1, across = 1.0 - v->s->form->across.dual_less_1;
    const scree_vec3 w =
        v3(weight(&v->s->form->across, y.x), weight(&v->s->form->across, y.y), weight(&v->s->form->along, y.z));
    return (stretched){
        { { v3_scale(f->rotation.row[0], w.x), v3_scale(f->rotation.row[1], w.y), v3_scale(f->rotation.row[2], w.z) } },
        v3(w.x * (f->shift.x - across * y.x), w.y * (f->shift.y - across * y.y), w.z * (f->shift.z - along * y.z))
    };
}

// Refines a point on an edge of P: one Newton step on S's norm along the edge, which decides how far the normals must
// turn.
static void refine(const scree_sq_stand *v, const stretched *f, scree_surface_point *on)
{
    const scree_exponent *along = &v->s->form->along, *across = &v->s->form->across;
    if (on->kind != SCREE_FEATURE_EDGE || along->whole == 0 || across->whole == 0) return;
    int end[2];
    scree_sq_edge_ends(v, on->index, end);
    const scree_vec3 from = scree_stored_vertex(v->p, end[0]), to = scree_stored_vertex(v->p, end[1]);
    const scree_vec3 side = v3_sub(to, from), y = stretch(f, on->at), e = m3_mul(&f->rotation, side);
    const double over = 1.0 / scree_sq_larger(fabs(y.x), scree_sq_larger(fabs(y.y), fabs(y.z)));
    const scree_vec3 h = v3(sq_power_less_2(across, fabs(y.x) * over), sq_power_less_2(across, fabs(y.y) * over),
                            sq_power_less_2(along, fabs(y.z) * over));
    const scree_vec3 g = v3(h.x * e.x, h.y * e.y, h.z * e.z);
    const double bend = (across->n - 1.0) * (g.x * e.x + g.y * e.y) + (along->n - 1.0) * g.z * e.z;
    const scree_vec3 next = v3_add_scaled(on->at, -v3_dot(g, y) / bend, side);
    if (v3_dot(v3_sub(next, from), side) > 0.0 && v3_dot(v3_sub(next, to), side) < 0.0) on->at = next;
}

// A point of S to start from, and one of P: under the cached normal, or about where S, scaled, touches P. False if
// there is none.
static bool start(const scree_sq_stand *v, scree_vec3 *x, scree_sq_touch *t)
{
    const scree_vec3 m = warm_direction(v);
    if (v3_norm2(m) > 0.0) {
        double height;
        t->lowest = scree_support_vertex(v->p, m3_mul_transposed(&v->rotation, v3_neg(m)), 0);
        t->on = scree_surface_vertex(v->p, t->lowest);
        *x = sq_support(v->s, m, &height);
        return true;
    }
    stretched f;
    f.rotation = (scree_mat3){ { v3_scale(v->rotation.row[0], v->per.x), v3_scale(v->rotation.row[1], v->per.y),
                                 v3_scale(v->rotation.row[2], v->per.z) } };
    f.shift = v3(v->per.x * v->shift.x, v->per.y * v->shift.y, v->per.z * v->shift.z);
    t->lowest = scree_support_vertex(v->p, m3_mul_transposed(&f.rotation, v3_neg(f.shift)), 0);
    if (v->p->core == SCREE_CORE_POLYHEDRON) {
        descend(v->p, &f, t->lowest, &t->on);
        const stretched g = weighted(v, &f, stretch(&f, t->on.at));
        const bool on_edge = t->on.kind == SCREE_FEATURE_EDGE;
        descend(v->p, &g, on_edge ? scree_edge_at(v->p->hull, t->on.index).vertex[0] : t->on.index, &t->on);
    } else {
        descend_segment(v->p, &f, &t->on);
    }
    refine(v, &f, &t->on);
    *x = scree_sq_into_s(v, t->on.at);
    return v3_norm2(*x) > 0.0;
}

// Turns a touch into an answer; the upper bound is the distance of its points. Its x is S's support point along m, to
// second order in the rounding error of m.
//
// If P is A, the gap and the points are evaluated again, in A's frame and along the normal of the answer: only there
// does the error bound count A's vertices as given. In S's frame they are rotated, and A is the larger body. The normal
// of a face is taken as it is stored: rotated to S's frame and back, it would be off by the roundings of both
// rotations, over the whole length of the face. Along any other normal the lowest vertex is the touch's, which was
// found in P's frame.
static void answer_touch(const scree_sq_stand *v, const scree_sq_touch *t, scree_answer *out)
{
    const scree_cores *c = v->c;
    const scree_vec3 x = to_frame(v, t->x), on_p = v->first ? t->q : t->on.at;
    scree_vec3 n = t->m, vertex;
    int lowest = t->lowest;
    if (v->first) {
        n = scree_sq_unit(n);
        vertex = scree_cores_vertex_b(c, lowest);
        out->distance = t->gap;
    } else {
        const bool face = is_on_face(v, t);
        n = face ? v->p->hull->faces[t->on.index].normal : scree_sq_unit(v3_neg(m3_mul_transposed(&v->rotation, n)));
        if (face) lowest = scree_support_vertex(v->p, n, lowest);
        vertex = scree_cores_vertex_a(c, lowest);
        out->distance = v3_dot(n, v3_sub(x, vertex));
    }
    // If x is slightly off, S's point that faces q is on the tangent plane at x: S curves away from it by off^2.
    const double bent = t->off * t->off * scree_sq_larger(t->bend, 1.0 / v->s->core_radius);
    const scree_vec3 facing = v3_add_scaled(on_p, v->first ? -out->distance : out->distance, n);
    const scree_vec3 on_s = bent <= 0.5 * c->error ? facing : x;
    out->normal = n;
    if (v->first)
        out->at = (scree_mvertex){ v3_sub(vertex, on_s), on_s, vertex, -1, lowest };
    else
        out->at = (scree_mvertex){ v3_sub(on_s, vertex), vertex, on_s, lowest, -1 };
    out->lower = out->distance - c->error;
    out->on_a = v->first ? on_s : on_p;
    out->on_b = v->first ? on_p : on_s;
    out->upper = scree_sq_larger(v3_norm(v3_sub(on_p, x)), out->distance) + c->error;
}

static void propose(const scree_sq_stand *v, scree_vec3 m, scree_sq_touch *best)
{
    double height;
    scree_sq_touch t = *best;
    scree_sq_touch_at(v, sq_support(v->s, m, &height), &t);
    const bool even = t.gap >= best->gap - v->c->error && t.off < best->off;
    if (t.gap > best->gap + v->c->error || even) *best = t;
}

// A start for a climb inside: the face of P or the axis of S along which the depth is least. Only those faces are
// evaluated that can win according to the ellipsoid inside S.
static void start_inside(const scree_sq_stand *v, scree_sq_touch *t)
{
    const scree_vec3 a = v->s->form->semi_axes;
    scree_vec3 best = v3(0, 0, 0);
    double least = INFINITY;
    for (int i = 0; i < v->p->hull->face_count; ++i) {
        const scree_vec3 m = scree_sq_into_face(v, i);
        const double height = v->p->hull->faces[i].offset - v3_dot(m, v->shift);
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
        const int low = scree_support_vertex(v->p, m3_mul_transposed(&v->rotation, v3_neg(m)), 0);
        const double depth = (i < 2 ? a.x : i < 4 ? a.y : a.z) - v3_dot(m, scree_sq_vertex(v, low));
        if (depth < least) {
            least = depth;
            best = m;
        }
    }
    propose(v, best, t);
}

static bool is_settled(const scree_task *task, const scree_answer *x)
{
    return x->upper - x->lower <= scree_sq_larger(0.9 * task->tolerance, 3.0 * task->cores->error);
}

// Falls back on the generic search. Its points are less exact than those of a climb that converged.
static bool fall_back(const scree_task *task, bool there, scree_answer *out)
{
    scree_answer other;
    if (!scree_solids(task, &other)) return false;
    other.iterations += out->iterations;
    const double error = task->cores->error;
    // Two valid intervals intersect.
    if (!(other.upper >= out->lower && other.upper >= other.lower)) other.upper = INFINITY;
    // A climb that did not converge may have the better distance, but points that do not face each other.
    const bool good = !there && is_settled(task, &other);
    if (good || !(out->distance >= other.distance - (there ? error : 0.0))) {
        other.upper = fmax(fmin(out->upper, other.upper), other.distance);
        *out = other;
        return true;
    }
    out->upper = fmax(fmin(out->upper, other.upper), out->distance);
    out->iterations = other.iterations;
    return true;
}

// Reports a touch to the caller's trace; any two points bound the distance from above.
static void trace_step(const scree_sq_stand *v, const char *phase, int iteration, const scree_sq_touch *t)
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

// Apart, touching, or overlapping by less than S's least radius of curvature: true if that settles it.
static bool answer_near(const scree_sq_stand *v, int limit, scree_sq_touch *t, int *steps, scree_answer *out)
{
    scree_vec3 x;
    t->gap = -INFINITY;
    t->off = INFINITY;
    if (!start(v, &x, t)) return false;
    bool there = scree_sq_unguarded_newton(v, x, t, steps);
    if (!there) {
        scree_sq_touch_at(v, x, t);
        there = scree_sq_climb(v, limit, t, steps);
    }
    answer_touch(v, t, out);
    trace_step(v, "climb", *steps, t);
    if (there && t->gap < 0.0 && scree_sq_bends_less(v, t->gap)) out->upper = out->distance + 1.5 * v->c->error;
    return there && is_settled(v->task, out);
}

// Whether the answer will be `ok`; some roundings are still to be added.
static bool is_narrow(const scree_task *task, const scree_answer *x)
{
    return x->upper - x->lower <= scree_sq_larger(0.96 * task->tolerance, 0.85 * SCREE_NARROW * task->cores->error);
}

// The touch along a normal from A to B.
static scree_sq_touch touch_along(const scree_sq_stand *v, scree_vec3 n)
{
    double height;
    scree_sq_touch t = { .on = scree_surface_vertex(v->p, 0) };
    const scree_vec3 m = v->first ? n : v3_neg(m3_mul(&v->rotation, n));
    scree_sq_touch_at(v, sq_support(v->s, m, &height), &t);
    return t;
}

// A normal with less depth: what a climb from it finds, or the normal itself.
static void take_better(const scree_sq_stand *v, scree_vec3 n, double depth, scree_answer *out)
{
    scree_sq_touch t = touch_along(v, n);
    const scree_sq_touch found = t;
    int steps = 0;
    (void)scree_sq_climb(v, CLIMB_STEPS, &t, &steps);
    const double upper = out->upper;
    steps += out->iterations;
    answer_touch(v, t.gap >= -depth - 0.5 * v->c->error ? &t : &found, out);
    out->upper = fmax(upper, out->distance);
    out->iterations = steps;
}

// Climbs again from the normal that the generic search has found, which is close to the right one.
static void climb_again(const scree_sq_stand *v, scree_answer *out)
{
    scree_sq_touch t = touch_along(v, out->normal);
    scree_answer x;
    (void)scree_sq_climb(v, CLIMB_STEPS, &t, &out->iterations);
    answer_touch(v, &t, &x);
    if (!(x.upper - x.lower < out->upper - out->lower)) return;
    x.iterations = out->iterations;
    *out = x;
}

// The generic search from the normal that is known by now: against a hull a million times as large, what it comes to from anywhere
// else may be off by the rounding of the hull's size.
static bool fall_back_from(const scree_task *task, bool there, scree_answer *out)
{
    scree_cache cache = { .filled = true };
    scree_query_options options = *task->options;
    scree_task again = *task;
    scree_cache_set_axis(&cache, v3_unit(scree_cores_world_direction(task->cores, out->normal)));
    options.cache = &cache;
    again.options = &options;
    return fall_back(&again, there, out);
}

// The proof over all normals (normal_cover.c), for minima along a ring, or nearly.
static void cover_normals(const scree_sq_stand *v, scree_answer *out)
{
    const double error = v->c->error, slack = 0.25 * scree_sq_larger(v->task->tolerance, error);
    int budget = COVER_CELLS;
    bool stop = true;
    for (int left = COVER_ROUNDS; left > 0; --left) {
        scree_vec3 n = out->normal;
        double depth;
        const scree_cover_verdict found = scree_normal_cover(v->c, slack, stop, &budget, &n, &depth);
        if (-depth > out->distance) take_better(v, n, depth, out);
        stop = out->distance > -depth && left > 2;
        if (found == SCREE_COVER_PROVEN) out->upper = fmax(fmin(out->upper, error + slack - depth), out->distance);
        if (found != SCREE_COVER_BETTER) break;
    }
    out->iterations += COVER_CELLS - (budget > 0 ? budget : 0);
}

bool scree_superquadric_polytope(const scree_task *task, scree_answer *out)
{
    const scree_sq_stand v = scree_sq_stand_make(task);
    const int limit = task->options->max_iterations > 0 ? task->options->max_iterations : CLIMB_STEPS;
    scree_sq_touch t;
    int steps = 0;
    if (answer_near(&v, limit, &t, &steps, out)) {
        out->iterations = steps;
        if (leans_off_face(&v, &t)) scree_sq_hold_point(task, out);
        return true;
    }
    start_inside(&v, &t);
    const bool there = scree_sq_climb(&v, limit, &t, &steps);
    const double most = t.gap < 0.0 ? scree_sq_depth(&v, there, &t, &steps) : INFINITY;
    answer_touch(&v, &t, out);
    trace_step(&v, "depth", steps, &t);
    if (t.gap <= 0.0) out->upper = fmax(most, out->distance) + v.c->error;
    out->iterations = steps;
    if (is_settled(task, out)) {
        scree_sq_mend_polytope(task, out);
        if (leans_off_face(&v, &t)) scree_sq_hold_point(task, out);
        return true;
    }
    if (!fall_back(task, there, out)) return false;
    if (!is_narrow(task, out) && task->options->max_iterations <= 0) {
        climb_again(&v, out);
        if (!is_narrow(task, out) && out->upper > 0.0) scree_sq_bound_polytope(task, out);
        const bool unequal = scree_are_unequal(v.s, v.p);
        if (!is_narrow(task, out) && unequal && !fall_back_from(task, there, out)) return false;
        if (!is_narrow(task, out)) cover_normals(&v, out);
    }
    scree_sq_mend_polytope(task, out);
    scree_sq_hold_point(task, out);
    if (!is_narrow(task, out)) scree_sq_bound_by_points(task, out);
    return true;
}
