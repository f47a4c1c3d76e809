// The quick path to the nearest feature, which most pairs take.
//
// Idea        The steps are those of the climb (superquadric_polytope_climb.c), but none is checked: P's lowest vertex,
//             which the gap along a normal needs, is searched for only at the end, and tells whether the path led
//             anywhere. Near the end the feature of P is kept fixed, and the last step is extrapolated, not evaluated.
//             The remaining deviation of x and q enters squared.
#include "pair/superquadric_limits.h"
#include "solve/superquadric/superquadric_polytope_search.h"

// Features change in the first steps, and `off` may grow.
enum { STEPS = 10, TRIES = 3 };

// If the normal rotates by less than this, the feature of P is kept.
#define SMALL_ANGLE 0.02

// A step that turns the normal by less than this is the last, if its third-order error is below rounding too. Near
// touching, the points' error is that of the distance.
#define LAST_ANGLE 2e-5
#define MOST_LAST_ANGLE (4.0 * LAST_ANGLE)
#define LAST_ANGLE_NEAR 3e-8
#define NEAR_TOUCHING 1e-5

// Points this close to the right ones, relative, need no further step if a vertex of P is nearest. For an edge, one end
// is lower than the other unless the normal is at right angles to it.
#define AT_ONCE 1e-9

static scree_vec3 nearest_on(scree_vec3 p, scree_vec3 q, scree_vec3 y, bool *inside)
{
    const scree_vec3 d = v3_sub(q, p);
    const double t = v3_dot(v3_sub(y, p), d) * (1.0 / v3_norm2(d)); // the division does not wait for y
    *inside = t > 0.0 && t < 1.0;
    return t <= 0.5 ? v3_add_scaled(p, t, d) : v3_add_scaled(q, t - 1.0, d);
}

// The nearest point of the same feature. False if it has left its edge.
static bool follow(const scree_sq_stand *v, scree_vec3 y, scree_surface_point *on)
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

// A move within a face, from a point on it to y: the edge of the face through which it leaves, as an index within the
// face, and the fraction of the move there. -1 if it stays inside.
static int way_out(const scree_shape *p, const scree_face *f, scree_vec3 from, scree_vec3 y, double *part)
{
    const int *k = &p->hull->face_vertices[f->first];
    scree_vec3 corner = scree_stored_vertex(p, k[0]);
    int out = -1;
    *part = 1.0;
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 next = scree_stored_vertex(p, k[i + 1 < f->count ? i + 1 : 0]);
        const scree_vec3 inward = v3_cross(f->normal, v3_sub(next, corner));
        const double there = v3_dot(inward, v3_sub(y, corner));
        if (!(there > 0.0)) {
            const double here = scree_sq_larger(v3_dot(inward, v3_sub(from, corner)), 0.0);
            const double at = there < here ? here / (here - there) : 0.0;
            if (out < 0 || at < *part) {
                out = i;
                *part = at;
            }
        }
        corner = next;
    }
    return out;
}

// q is on a face. True if S's point nearest to its plane projects into it: all its vertices are then lowest ones. Else
// q moves to the edge through which it leaves the face on the way to that point, and S's point stays.
static bool touch_face(const scree_sq_stand *v, scree_sq_touch *t)
{
    double height, part;
    const int face = t->on.index;
    const scree_face *f = &v->p->hull->faces[face];
    const scree_vec3 m = scree_sq_into_face(v, face), x = sq_support(v->s, m, &height), y = scree_sq_into_p(v, x);
    const double up = v3_dot(f->normal, y) - f->offset;
    const int out = way_out(v->p, f, t->on.at, y, &part);
    if (out >= 0) {
        const int edge = scree_face_edge(v->p->hull, f->first + out);
        const scree_vec3 level = v3_add_scaled(y, -up, f->normal);
        t->on = (scree_surface_point){ SCREE_FEATURE_EDGE, edge, v3_lerp(t->on.at, level, part) };
        t->q = scree_sq_into_s(v, t->on.at);
        return false;
    }
    t->m = m;
    t->x = x;
    t->lowest = v->p->hull->face_vertices[f->first];
    t->gap = up;
    t->on.at = v3_add_scaled(y, -up, f->normal);
    t->q = v3_add_scaled(x, up, m);
    t->off = 0.0;
    return true;
}

// How the last step ended.
typedef enum ending { ARRIVED, NOT_YET, ASTRAY } ending;

// Do x and q face each other as closely as the distance requires? The deviation enters squared.
static bool is_close(const scree_sq_stand *v, const scree_sq_touch *t)
{
    const double square = t->off * t->off, least_bend = 1.0 / v->s->core_radius, most = 0.25 * v->c->error;
    if (!(square * scree_sq_larger(t->bend, least_bend) <= most)) return false;
    return t->gap <= 0.0 || square <= most * t->gap || t->off <= most;
}

// ASTRAY if a vertex of P is below q.
static ending arrive(const scree_sq_stand *v, scree_sq_touch *t)
{
    t->lowest = scree_support_vertex(v->p, m3_mul_transposed(&v->rotation, v3_neg(t->m)), t->lowest);
    t->gap = v3_dot(t->m, v3_sub(scree_sq_vertex(v, t->lowest), t->x));
    if (!(t->gap >= v3_dot(t->m, v3_sub(t->q, t->x)) - 0.5 * v->c->error)) return ASTRAY;
    return is_close(v, t) ? ARRIVED : NOT_YET;
}

// Is the error of a step of this length, from the change of S's curvature, below rounding? The curvature changes by n
// times itself over the least length on which it varies. Near a coordinate plane or axis it may change by many times as
// much: there a step must be short relative to that coordinate or, for equal exponents of 3 and more, whose curvature
// varies steadily, be good with the largest change anywhere. A step too short for the distance to show may still leave the surface of a
// needle.
static bool is_negligible(const scree_sq_stand *v, const scree_sq_touch *t, double length)
{
    const scree_shape *s = v->s;
    const double n = scree_sq_larger(s->form->n1, s->form->n2), most = s->core_radius, error = v->c->error;
    const double per = scree_sq_larger(v->per.x, scree_sq_larger(v->per.y, v->per.z));
    const double bend = scree_sq_larger(t->bend, 1.0 / most), square = length * length * bend;
    if (!(length * bend < MOST_LAST_ANGLE)) return false;
    const double third = most * per * per * length;
    if (square < 0.1 * error && n * third * length <= SCREE_SQ_TRUSTED * v->c->size) return true;
    const double off = square * length * n;
    if (!(square * n * third < 0.25 * error)) return false;
    if (off < 0.25 * error * scree_sq_smaller(fabs(t->x.x), scree_sq_smaller(fabs(t->x.y), fabs(t->x.z)))) return true;
    if (s->form->n1 != s->form->n2 || n < 3.0) return false;
    return 0.5 * (n - 1.0) * (n - 2.0) * third * per * length * length < 0.25 * error;
}

// The last step, whose error is of second order and below rounding: everything is extrapolated, not evaluated again.
static ending step_unseen(const scree_sq_stand *v, scree_sq_touch *t)
{
    const scree_vec3 step = scree_sq_touch_step(v, t);
    if (!is_negligible(v, t, v3_norm(step))) {
        t->x = v3_add(t->x, step);
        return NOT_YET;
    }
    const scree_vec3 change = scree_sq_normal_change(t, step);
    // Back onto the surface, which curves away from the tangent plane.
    t->x = v3_add_scaled(v3_add(t->x, step), -0.5 * v3_dot(change, step), t->m);
    t->m = scree_sq_unit(v3_add_scaled(v3_add(t->m, change), -v3_dot(change, t->m), t->m));
    if (t->on.kind == SCREE_FEATURE_EDGE) {
        const scree_vec3 z = v3_add_scaled(t->x, v3_dot(t->m, v3_sub(t->q, t->x)), t->m);
        (void)follow(v, scree_sq_into_p(v, z), &t->on);
        t->q = scree_sq_into_s(v, t->on.at);
    }
    const scree_vec3 d = v3_sub(t->q, t->x);
    t->off = v3_norm(v3_add_scaled(d, -v3_dot(t->m, d), t->m));
    return arrive(v, t);
}

// The point of P that x leads to. `calm`: stay on the same feature if possible; true if it did.
static bool look_for(const scree_sq_stand *v, bool calm, bool first, double bend, scree_sq_touch *t)
{
    if (calm && t->on.kind == SCREE_FEATURE_VERTEX) return true;
    // From z, away from S: there the feature of P is the same for all points nearby.
    const double gap = v3_dot(t->m, v3_sub(t->q, t->x)), away = scree_sq_larger(1.0 / bend, gap);
    const scree_vec3 y = scree_sq_into_p(v, v3_add_scaled(t->x, gap - away, t->m));
    const bool same = calm && !first && follow(v, y, &t->on);
    if (!same) (void)scree_sq_nearest(v, y, &t->on);
    t->q = scree_sq_into_s(v, t->on.at);
    return same;
}

bool scree_sq_unguarded_newton(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *t, int *steps)
{
    const double least_bend = 1.0 / v->s->core_radius;
    double last = INFINITY;
    t->q = scree_sq_into_s(v, t->on.at);
    for (int i = 0; i < STEPS; ++i) {
        ++*steps;
        scree_sq_put(v, x, t);
        const double bend = scree_sq_larger(t->bend, least_bend);
        const bool same = look_for(v, last * bend < SMALL_ANGLE, i == 0, bend, t);
        if (t->on.kind == SCREE_FEATURE_FACE && touch_face(v, t)) return true;
        const scree_vec3 d = v3_sub(t->q, t->x);
        const double along = v3_dot(t->m, d);
        t->off = v3_norm(v3_add_scaled(d, -along, t->m));
        const double last_angle = fabs(along) > NEAR_TOUCHING * v->c->size ? LAST_ANGLE : LAST_ANGLE_NEAR;
        if (t->off * bend < last_angle) {
            t->gap = along;
            const bool at_once = t->on.kind == SCREE_FEATURE_VERTEX && t->off <= AT_ONCE * v->c->size && is_close(v, t);
            const ending e = at_once ? arrive(v, t) : step_unseen(v, t);
            if (e == ARRIVED) return true;
            if (e == ASTRAY && !same) return false;
            if (e == ASTRAY) last = INFINITY; // another vertex is below: search for the feature again
            x = t->x;
            continue;
        }
        if (i >= TRIES && !(t->off < last)) return false;
        last = t->off;
        x = v3_add(t->x, scree_sq_touch_step(v, t));
    }
    return false;
}
