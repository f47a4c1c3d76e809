// The policy for an ellipsoid E with a segment or a polyhedron P.
//
//   warm         the feature under the last normal: often that is the nearest one, or one step from it
//   few faces    the face that E is highest over: done if E's lowest point projects into the face
//   apart        a walk to the nearest feature (ellipsoid_polytope_walk.c)
//   overlapping  all features (ellipsoid_polytope_depth.c); also if rounding leaves open whether they overlap
//
// Each finds a direction and a feature. The answer is the gap along that direction, evaluated as in all searches; the
// upper bound is the distance between a point of E and a point of the feature, or what the search over all features
// proves.
#include "solve/ellipsoid/ellipsoid_polytope.h"

#include "pair/patch.h"
#include "pair/warm.h"
#include "solve/ellipsoid/ellipsoid_polytope_search.h"

// Up to this many faces, all are tested first.
enum { FEW_FACES = 32 };

enum { WALK_STEPS = 64 };

static const scree_shape *polytope_of(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_ELLIPSOID ? b : a;
}

size_t scree_ellipsoid_polytope_scratch(const scree_shape *a, const scree_shape *b)
{
    size_t faces = scree_arena_bytes((size_t)polytope_of(a, b)->hull->face_count * sizeof(scree_seen_face));
    size_t finish = scree_finish_scratch(a, b);
    return faces > finish ? faces : finish;
}

static scree_polytope_view make_pair(const scree_task *task)
{
    const scree_cores *c = task->cores;
    scree_polytope_view e = { .task = task, .c = c, .p = polytope_of(c->a, c->b) };
    e.first = c->a->core == SCREE_CORE_ELLIPSOID;
    e.axes = e.first ? c->a->form->semi_axes : c->b->form->semi_axes;
    e.rotation = c->rotation;
    e.shift = c->shift;
    if (e.first) return e;
    const scree_vec3 *r = c->rotation.row;
    e.rotation = (scree_mat3){ { v3(r[0].x, r[1].x, r[2].x), v3(r[0].y, r[1].y, r[2].y), v3(r[0].z, r[1].z, r[2].z) } };
    e.shift = v3_neg(m3_mul(&e.rotation, c->shift));
    return e;
}

double scree_view_gap(const scree_polytope_view *e, scree_vec3 m, scree_vec3 *n, scree_mvertex *at)
{
    *n = v3_unit(e->first ? m : v3_neg(m3_mul_transposed(&e->rotation, m)));
    return scree_cores_gap(e->c, *n, at);
}

static scree_vec3 corner_of(const scree_polytope_view *e, int i)
{
    return e->first ? scree_cores_vertex_b(e->c, i) : scree_cores_vertex_a(e->c, i);
}

static scree_vec3 seen_to_frame(const scree_polytope_view *e, scree_vec3 x)
{
    return e->first ? x : v3_add(m3_mul(&e->c->rotation, x), e->c->shift);
}

void scree_view_trace(const scree_polytope_view *e, const char *phase, int iteration, const scree_touch *t,
                      double lower, double upper)
{
    const scree_query_options *o = e->task->options;
    if (o->trace == NULL) return;
    scree_trace_step step = { .phase = phase, .iteration = iteration, .simplex_size = t->count };
    scree_vec3 on_e = seen_to_frame(e, t->closest.x);
    for (int i = 0; i < t->count; ++i) {
        scree_vec3 w = v3_sub(corner_of(e, t->corner[i]), on_e);
        step.simplex[i] = e->first ? w : v3_neg(w);
    }
    (void)scree_view_gap(e, t->closest.m, &step.direction, NULL);
    step.lower = lower - e->task->radii;
    step.upper = upper - e->task->radii;
    o->trace(o->trace_user, &step);
}

// The point of the touched feature nearest to the point `on_e` of E, both in A's frame. For three corners that are not
// a face of P, on which the walk ends only if rounding stops it, a point of the edge of the first two.
static scree_vec3 point_of_feature(const scree_polytope_view *e, const scree_touch *t, scree_vec3 on_e)
{
    scree_vec3 q;
    if (t->face >= 0) {
        scree_vec3 p = e->first ? m3_mul_transposed(&e->c->rotation, v3_sub(on_e, e->c->shift)) : on_e;
        (void)scree_face_distance(e->p, t->face, p, &q);
        return e->first ? v3_add(m3_mul(&e->c->rotation, q), e->c->shift) : q;
    }
    q = corner_of(e, t->corner[0]);
    if (t->count < 2) return q;
    scree_vec3 d = v3_sub(corner_of(e, t->corner[1]), q);
    return v3_add_scaled(q, fmin(fmax(v3_dot(v3_sub(on_e, q), d) / v3_norm2(d), 0.0), 1.0), d);
}

static void set_points(const scree_polytope_view *e, scree_vec3 on_e, scree_vec3 on_p, scree_answer *out)
{
    out->on_a = e->first ? on_e : on_p;
    out->on_b = e->first ? on_p : on_e;
}

static void set_gap(const scree_polytope_view *e, scree_vec3 m, scree_answer *out)
{
    out->at = (scree_mvertex){ .index_a = -1, .index_b = -1 };
    out->distance = scree_view_gap(e, m, &out->normal, &out->at);
    out->lower = out->distance - e->c->error;
}

// Turns a touch into an answer; the upper bound is the distance of its points.
static void answer_touch(const scree_polytope_view *e, const scree_touch *t, scree_answer *out)
{
    const scree_cores *c = e->c;
    set_gap(e, t->closest.m, out);
    scree_vec3 on_e = seen_to_frame(e, t->closest.x);
    scree_vec3 on_p = point_of_feature(e, t, on_e);
    set_points(e, on_e, on_p, out);
    out->upper = fmax(v3_norm(v3_sub(on_p, on_e)), out->distance) + c->error;
}

// Distance from E's surface of a point near it, given in A's frame.
static double off_ellipsoid(const scree_polytope_view *e, scree_vec3 p)
{
    const scree_vec3 x = e->first ? p : m3_mul_transposed(&e->c->rotation, v3_sub(p, e->c->shift)), a = e->axes;
    const scree_vec3 u = v3(x.x / a.x, x.y / a.y, x.z / a.z);
    const double gauge = v3_norm(u);
    return fabs(gauge - 1.0) * gauge / v3_norm(v3(u.x / a.x, u.y / a.y, u.z / a.z));
}

// Whether an edge of P contains p, a point in A's frame.
static bool is_on_edge(const scree_polytope_view *e, scree_vec3 p)
{
    for (int i = 0; i < e->p->hull->edge_count; ++i) {
        const scree_edge edge = scree_edge_at(e->p->hull, i);
        const scree_touch t = { .count = 2, .corner = { edge.vertex[0], edge.vertex[1] }, .face = -1 };
        if (v3_norm(v3_sub(point_of_feature(e, &t, p), p)) <= e->c->error) return true;
    }
    return false;
}

// The answer for overlapping bodies. If E is inside P, or P reaches through E, E's point is opposite to P's along the
// normal.
static void answer_depth(const scree_polytope_view *e, const scree_touch *t, double most, scree_answer *out)
{
    answer_touch(e, t, out);
    out->upper = fmax(most, out->distance) + e->c->error;
    scree_vec3 along = v3_scale(out->normal, e->first ? out->distance : -out->distance);
    const scree_vec3 on_e = e->first ? out->on_a : out->on_b, on_p = e->first ? out->on_b : out->on_a;
    const scree_vec3 over = v3_add(on_e, along), under = v3_sub(on_p, along);
    // For a face, E's support point, unless its projection is slightly outside the face: then a point as high, if there
    // is one. For an edge or vertex, the point of E opposite to it; but where E's support point projects beyond the end
    // of the edge, onto another one that is nearly in line with it, that point.
    const double off = v3_norm(v3_sub(over, on_p));
    const bool strays = off > e->c->error;
    if (t->face >= 0 ? !(strays && off_ellipsoid(e, under) <= e->c->error) : strays && is_on_edge(e, over))
        set_points(e, on_e, over, out);
    else
        set_points(e, under, on_p, out);
}

// Two errors wide, and half an error for the search itself.
static bool is_settled(const scree_polytope_view *e, const scree_answer *x)
{
    return x->upper - x->lower <= 2.5 * e->c->error;
}

// The support vertex along the line of centres.
static int first_vertex(const scree_polytope_view *e)
{
    scree_vec3 n = e->c->shift;
    if (!v3_is_finite(n) || !(v3_norm2(n) > 0.0)) n = v3(1, 0, 0);
    return scree_support_vertex(e->p, e->first ? v3_neg(m3_mul_transposed(&e->c->rotation, n)) : n, 0);
}

// Starts from the cached normal, if there is one. True if that settles it.
static bool answer_warm(const scree_polytope_view *e, int limit, scree_answer *out)
{
    const scree_cache *cache = e->task->options->cache;
    if (cache == NULL || !cache->filled) return false;
    scree_vec3 n = v3_unit(m3_mul_transposed(&e->c->world_rotation, v3_unit(scree_cache_axis(cache))));
    if (!(v3_norm2(n) > 0.5)) return false;
    scree_touch touch;
    bool done;
    int steps = 1;
    scree_walk_end end = scree_view_at_feature(e, e->first ? n : v3_neg(m3_mul(&e->rotation, n)), &touch, &done);
    if (end == SCREE_WALK_APART && !done) end = scree_view_walk(e, limit, &touch, &steps);
    if (end != SCREE_WALK_APART) return false;
    answer_touch(e, &touch, out);
    if (done) scree_view_trace(e, "features", 1, &touch, out->distance, out->upper - e->c->error);
    out->iterations = steps;
    return is_settled(e, out);
}

// Of few faces, the one that E is highest over, in `best`. True if E's point projects into the face: nothing is nearer.
static bool answer_few_faces(const scree_polytope_view *e, scree_seen_face *faces, int *best, scree_answer *out)
{
    *best = 0;
    for (int i = 0; i < e->p->hull->face_count; ++i) {
        faces[i] = scree_see_face(e, i);
        if (faces[i].depth < faces[*best].depth) *best = i;
    }
    if (!(faces[*best].depth < 0.0)) return false;
    scree_touch t = { .closest = { .m = v3_neg(faces[*best].out), .x = faces[*best].top }, .face = *best };
    answer_touch(e, &t, out);
    scree_view_trace(e, "features", 1, &t, out->distance, out->upper - e->c->error);
    // A point slightly outside the face is as near, to rounding, but not on the face.
    return is_settled(e, out) && scree_astray(out->on_a, out->on_b, out->distance, out->normal) <= e->c->error;
}

// The corner of a face that is nearest to the point of E under it.
static int nearest_corner(const scree_polytope_view *e, int face, scree_vec3 x)
{
    const scree_face *f = &e->p->hull->faces[face];
    const int *corner = &e->p->hull->face_vertices[f->first];
    int best = corner[0];
    double least = INFINITY;
    for (int i = 0; i < f->count; ++i) {
        double distance = v3_norm(v3_sub(scree_seen_vertex(e, corner[i]), x));
        if (distance < least) {
            least = distance;
            best = corner[i];
        }
    }
    return best;
}

static bool centre_is_inside(const scree_seen_face *faces, int count)
{
    for (int i = 0; i < count; ++i)
        if (!(faces[i].height > 0.0)) return false;
    return count > 0;
}

bool scree_ellipsoid_polytope(const scree_task *task, scree_answer *out)
{
    const scree_polytope_view e = make_pair(task);
    scree_arena scratch = task->scratch;
    scree_seen_face *faces = scree_arena_take(&scratch, (size_t)e.p->hull->face_count * sizeof *faces);
    if (faces == NULL) return false;
    const bool few = e.p->hull->face_count > 0 && e.p->hull->face_count <= FEW_FACES;
    const int limit = task->options->max_iterations > 0 ? task->options->max_iterations : WALK_STEPS;
    *out = (scree_answer){ .iterations = 1 };
    int best = 0, steps = 0;
    if (answer_warm(&e, limit, out)) return true;
    if (few && answer_few_faces(&e, faces, &best, out)) return true;

    scree_walk_end end = few && centre_is_inside(faces, e.p->hull->face_count) ? SCREE_WALK_MEETS : SCREE_WALK_OPEN;
    scree_touch touch;
    if (end != SCREE_WALK_MEETS) {
        end = scree_view_at_vertex(&e, few ? nearest_corner(&e, best, faces[best].top) : first_vertex(&e), &touch);
        if (end == SCREE_WALK_APART) end = scree_view_walk(&e, limit, &touch, &steps);
    }
    out->iterations += steps;
    if (end == SCREE_WALK_APART) {
        answer_touch(&e, &touch, out);
        if (is_settled(&e, out)) return true;
    }
    const double most = scree_view_depth(&e, faces, few, &touch);
    answer_depth(&e, &touch, most, out);
    return true;
}
