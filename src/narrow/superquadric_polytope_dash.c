// The quick way to the nearest feature, which most pairs take.
//
// Idea        The steps are those of the climb (superquadric_polytope_climb.c), but none is tested before it is taken:
//             P's lowest vertex, which the gap along a normal needs, is looked for once, at the end, and says whether
//             the way led anywhere. Near the end the feature of P does not change any more, and is not looked for.
#include "narrow/superquadric_polytope_search.h"

// Features change in the first steps, and `off` may grow.
enum { STEPS = 10, TRIES = 3 };

// Turns of the normal smaller than this leave the feature of P as it is.
#define SMALL_TURN 0.02

// A step that turns the normal by less than this is the last: its error is the square of it. Next to touching, the
// points' error is that of the distance.
#define LAST_TURN 1e-6
#define LAST_TURN_NEAR 3e-8
#define NEAR_TOUCHING 1e-5

static scree_vec3 nearest_on(scree_vec3 p, scree_vec3 q, scree_vec3 y, bool *inside)
{
    const scree_vec3 d = v3_sub(q, p);
    const double t = v3_dot(v3_sub(y, p), d) / v3_norm2(d);
    *inside = t > 0.0 && t < 1.0;
    return t <= 0.5 ? v3_add_scaled(p, t, d) : v3_add_scaled(q, t - 1.0, d);
}

// The point of the same feature again. False if it has left its edge.
static bool follow(const scree_sq_view *v, scree_vec3 y, scree_surface_point *on)
{
    if (on->kind == SCREE_FEATURE_VERTEX) return true;
    if (on->kind != SCREE_FEATURE_EDGE) return false;
    int end[2];
    bool inside;
    scree_sq_edge_ends(v, on->index, end);
    const scree_vec3 at = nearest_on(scree_stored_vertex(v->p, end[0]), scree_stored_vertex(v->p, end[1]), y, &inside);
    if (inside) on->at = at;
    return inside;
}

static bool is_over(const scree_shape *p, int face, scree_vec3 y)
{
    const scree_face *f = &p->faces[face];
    const int *k = &p->face_vertices[f->first];
    scree_vec3 from = scree_stored_vertex(p, k[f->count - 1]);
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 to = scree_stored_vertex(p, k[i]);
        if (!(v3_dot(v3_cross(f->normal, v3_sub(to, from)), v3_sub(y, from)) > 0.0)) return false;
        from = to;
    }
    return true;
}

// The point of S that is nearest to a face's plane. True if the face is under it: P's lowest vertex is any of its own.
static bool touch_face(const scree_sq_view *v, int face, scree_sq_touch *t)
{
    double height;
    const scree_face *f = &v->p->faces[face];
    t->m = scree_sq_into_face(v, face);
    t->x = sq_support(v->s, t->m, &height);
    const scree_vec3 y = scree_sq_told(v, t->x);
    if (!is_over(v->p, face, y)) return false;
    const double up = v3_dot(f->normal, y) - f->offset;
    t->lowest = v->p->face_vertices[f->first];
    t->gap = up;
    t->on = (scree_surface_point){ SCREE_FEATURE_FACE, face, v3_add_scaled(y, -up, f->normal) };
    t->q = v3_add_scaled(t->x, up, t->m);
    t->off = 0.0;
    return true;
}

// The last step, whose error is of second order and below rounding: all is carried along, not evaluated again. True if
// no vertex of P is below q.
static bool step_unseen(const scree_sq_view *v, double last_turn, scree_sq_touch *t)
{
    const scree_vec3 step = scree_sq_step(v, t);
    // S may bend nowhere near, and far from here all the same.
    if (!(v3_norm(step) * scree_sq_larger(t->bend, 1.0 / v->s->core_radius) < 4.0 * last_turn)) return false;
    const double per = 1.0 / t->slope;
    scree_vec3 turn = v3(0, 0, 0);
    for (int i = 0; i < 2; ++i) turn = v3_add_scaled(turn, per * v3_dot(t->jet.bend[i], step), t->jet.bend[i]);
    // Onto the surface again, which bends away from the tangent plane.
    t->x = v3_add_scaled(v3_add(t->x, step), -0.5 * v3_dot(turn, step), t->m);
    t->m = v3_unit(v3_add_scaled(v3_add(t->m, turn), -v3_dot(turn, t->m), t->m));
    if (t->on.kind == SCREE_FEATURE_EDGE) {
        const scree_vec3 z = v3_add_scaled(t->x, v3_dot(t->m, v3_sub(t->q, t->x)), t->m);
        (void)follow(v, scree_sq_told(v, z), &t->on);
        t->q = scree_sq_seen(v, t->on.at);
    }
    t->lowest = scree_support_vertex(v->p, m3_mul_transposed(&v->turn, v3_neg(t->m)), t->lowest);
    t->gap = v3_dot(t->m, v3_sub(scree_sq_vertex(v, t->lowest), t->x));
    const scree_vec3 d = v3_sub(t->q, t->x);
    const double along = v3_dot(t->m, d);
    t->off = v3_norm(v3_add_scaled(d, -along, t->m));
    return t->off <= SCREE_SQ_CLOSE * v->c->size && t->gap >= along - 0.5 * v->c->error;
}

// The point of P that x leads to. `calm`: on the same feature, if that may be; true if it was.
static bool look_for(const scree_sq_view *v, bool calm, bool first, double bend, scree_sq_touch *t)
{
    if (calm && t->on.kind == SCREE_FEATURE_VERTEX) return true;
    // From z, away from S: where the feature of P is the same for all points near by.
    const double gap = v3_dot(t->m, v3_sub(t->q, t->x)), away = scree_sq_larger(1.0 / bend, gap);
    const scree_vec3 y = scree_sq_told(v, v3_add_scaled(t->x, gap - away, t->m));
    const bool same = calm && !first && follow(v, y, &t->on);
    if (!same) (void)scree_sq_nearest(v, y, &t->on);
    t->q = scree_sq_seen(v, t->on.at);
    return same;
}

bool scree_sq_dash(const scree_sq_view *v, scree_vec3 x, scree_sq_touch *t, int *steps)
{
    const double least_bend = 1.0 / v->s->core_radius;
    double last = INFINITY;
    t->q = scree_sq_seen(v, t->on.at);
    for (int i = 0; i < STEPS; ++i) {
        ++*steps;
        if (t->on.kind == SCREE_FEATURE_FACE) {
            if (touch_face(v, t->on.index, t)) return true;
            x = t->x;
        }
        scree_sq_put(v, x, t);
        const double bend = scree_sq_larger(t->bend, least_bend);
        const bool same = look_for(v, i == 0 || last * bend < SMALL_TURN, i == 0, bend, t);
        const scree_vec3 d = v3_sub(t->q, t->x);
        const double along = v3_dot(t->m, d);
        t->off = v3_norm(v3_add_scaled(d, -along, t->m));
        if (t->on.kind == SCREE_FEATURE_FACE) continue;
        const double last_turn = fabs(along) > NEAR_TOUCHING * v->c->size ? LAST_TURN : LAST_TURN_NEAR;
        if (t->off * bend < last_turn) {
            if (step_unseen(v, last_turn, t)) return true;
            if (!same) return false;
            last = INFINITY; // another vertex is below: look for the feature again
            x = t->x;
            continue;
        }
        if (i >= TRIES && !(t->off < last)) return false;
        last = t->off;
        x = v3_add(t->x, scree_sq_step(v, t));
    }
    return false;
}
