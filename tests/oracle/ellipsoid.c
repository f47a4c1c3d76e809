// Idea        The signed distance is the greatest gap over all unit directions n, the gap along n being n . c less the
//             supports of the bodies: a smooth function on the sphere. Apart, it has one maximum, and Newton's method
//             in 113 bits finds it; the two points that face each other there bound the distance from the other side.
//             Overlapping, there may be several: long double descends from many starts, spread on the sphere, in the
//             spaces where A or B is a ball (there the narrow valleys of needles and plates are wide), along and across
//             all axes; the best ends are polished in 113 bits.
// Departures  None of the code is the library's. For polytopes see ellipsoid_features.c.
// Limits      Overlapping, that the best local minimum is the global one is proven by ellipsoid_proof.c only, for
//             those pairs where it is asked to.
#include "oracle/ellipsoid.h"

#include <stdlib.h>

#include "oracle/ellipsoid_parts.h"
#include "oracle/solid.h"

bool scree_oracle_ellipsoid_body(const scree_solid *solid, ellipsoid_body *out)
{
    *out = (ellipsoid_body){ .is_ellipsoid = solid->kind == SCREE_ELLIPSOID };
    if (out->is_ellipsoid) {
        out->semi_axes = solid->vector;
        out->rounding = solid->rounding;
        return true;
    }
    out->hull = scree_oracle_solid(solid);
    return out->hull != NULL;
}

void scree_oracle_ellipsoid_body_free(ellipsoid_body *body)
{
    scree_oracle_hull_free(body->hull);
    body->hull = NULL;
}

static quad extent_of(const ellipsoid_body *body)
{
    if (body->is_ellipsoid) return q3_max_abs(q3_from(body->semi_axes)) + (quad)body->rounding;
    quad most = 0;
    for (int i = 0; i < body->hull->point_count; ++i) most = q_max(most, q3_norm(body->hull->points[i]));
    return most + body->hull->radius;
}

bool scree_oracle_ellipsoid_place(ellipsoid_pair *p, const ellipsoid_body *a, const scree_body *pose_a,
                                  const ellipsoid_body *b, const scree_body *pose_b)
{
    *p = (ellipsoid_pair){ .a = a, .b = b, .pose_a = pose_a, .pose_b = pose_b, .swapped = !a->is_ellipsoid };
    const ellipsoid_body *own = p->swapped ? b : a;
    const scree_body *first = p->swapped ? pose_b : pose_a, *second = p->swapped ? pose_a : pose_b;
    qrot frame = qrot_of(first->orientation);
    p->other = p->swapped ? a : b;
    p->axes = q3_from(own->semi_axes);
    p->rotation = qrot_between(first->orientation, second->orientation);
    p->shift = qrot_undo(&frame, q3_sub(q3_from(second->position), q3_from(first->position)));
    p->unit = extent_of(a) + extent_of(b);
    p->radii = (quad)own->rounding + (p->other->is_ellipsoid ? (quad)p->other->rounding : p->other->hull->radius);
    if (p->other->is_ellipsoid) {
        qvec s = q3_from(p->other->semi_axes);
        p->square = q3(s.x * s.x, s.y * s.y, s.z * s.z);
        return true;
    }
    const oracle_hull *hull = p->other->hull;
    if (hull->point_count > ELLIPSOID_POINTS) return false;
    p->count = hull->point_count;
    for (int i = 0; i < p->count; ++i) {
        p->points[i] = q3_add(qrot_apply(&p->rotation, hull->points[i]), p->shift);
        p->rough[i] = l3_from(p->points[i]);
    }
    return true;
}

void scree_oracle_ellipsoid_fine(const ellipsoid_pair *p, smooth_q *out)
{
    const qvec *r = p->rotation.row, s = p->square;
    *out = (smooth_q){ .unit = p->unit };
    out->a[0] = p->axes.x * p->axes.x;
    out->a[1] = p->axes.y * p->axes.y;
    out->a[2] = p->axes.z * p->axes.z;
    const qvec scaled[3] = { { r[0].x * s.x, r[0].y * s.y, r[0].z * s.z },
                             { r[1].x * s.x, r[1].y * s.y, r[1].z * s.z },
                             { r[2].x * s.x, r[2].y * s.y, r[2].z * s.z } };
    for (int i = 0; i < 3; ++i) out->b[i] = q3_dot(scaled[i], r[i]);
    out->b[3] = q3_dot(scaled[0], r[1]);
    out->b[4] = q3_dot(scaled[0], r[2]);
    out->b[5] = q3_dot(scaled[1], r[2]);
    out->c[0] = p->shift.x;
    out->c[1] = p->shift.y;
    out->c[2] = p->shift.z;
}

void scree_oracle_ellipsoid_rough(const smooth_q *fine, smooth_l *out)
{
    *out = (smooth_l){ .unit = (long double)fine->unit };
    for (int i = 0; i < 3; ++i) {
        out->a[i] = (long double)fine->a[i];
        out->c[i] = (long double)fine->c[i];
    }
    for (int i = 0; i < 6; ++i) out->b[i] = (long double)fine->b[i];
}

// --- starts

enum { SPREAD = 96, STARTS_MAX = 3 * SPREAD + 32 };

typedef struct start_list {
    int count;
    int special; // the first so many: from the centres, along and across axes
    long double n[STARTS_MAX][3];
    long double value[STARTS_MAX];
} start_list;

static void add_start(start_list *s, long double x, long double y, long double z)
{
    long double length = sqrtl(x * x + y * y + z * z);
    if (!(length > 0) || s->count == STARTS_MAX) return;
    long double *n = s->n[s->count++];
    n[0] = x / length;
    n[1] = y / length;
    n[2] = z / length;
}

// Point i of a spiral that is spread evenly over the sphere.
static void spiral(int i, long double out[3])
{
    const long double golden = 2.399963229728653322231556L;
    long double z = 1 - (2 * i + 1) / (long double)SPREAD, s = sqrtl(1 - z * z), angle = golden * i;
    out[0] = s * cosl(angle);
    out[1] = s * sinl(angle);
    out[2] = z;
}

// Even on the surface of an ellipsoid that is made a ball, given its axes as rows and its semi-axes: n = sum of
// (m_k / s_k) axis_k.
static void add_whitened(start_list *s, const qrot *rotation, const long double axes[3])
{
    for (int i = 0; i < SPREAD; ++i) {
        long double m[3], n[3] = { 0, 0, 0 };
        spiral(i, m);
        for (int k = 0; k < 3; ++k) {
            const quad column[3][3] = { { rotation->row[0].x, rotation->row[0].y, rotation->row[0].z },
                                        { rotation->row[1].x, rotation->row[1].y, rotation->row[1].z },
                                        { rotation->row[2].x, rotation->row[2].y, rotation->row[2].z } };
            for (int j = 0; j < 3; ++j) n[j] += m[k] / axes[k] * (long double)column[j][k];
        }
        add_start(s, n[0], n[1], n[2]);
    }
}

static void fill_starts(const ellipsoid_pair *p, start_list *s)
{
    const qrot none = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
    const long double own[3] = { (long double)p->axes.x, (long double)p->axes.y, (long double)p->axes.z };
    const scree_vec3 o = p->other->semi_axes;
    const long double others[3] = { (long double)o.x, (long double)o.y, (long double)o.z };
    lvec c = l3_from(p->shift), axis[6] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    for (int k = 0; k < 3; ++k) {
        const qvec *r = p->rotation.row;
        qvec column = k == 0   ? q3(r[0].x, r[1].x, r[2].x)
                      : k == 1 ? q3(r[0].y, r[1].y, r[2].y)
                               : q3(r[0].z, r[1].z, r[2].z);
        axis[3 + k] = l3_from(column);
    }
    s->count = 0;
    add_start(s, c.x, c.y, c.z);
    add_start(s, -c.x, -c.y, -c.z);
    for (int i = 0; i < 6; ++i) {
        add_start(s, axis[i].x, axis[i].y, axis[i].z);
        add_start(s, -axis[i].x, -axis[i].y, -axis[i].z);
        for (int j = 3; j < 6 && i < 3; ++j) {
            lvec x = l3_cross(axis[i], axis[j]);
            add_start(s, x.x, x.y, x.z);
            add_start(s, -x.x, -x.y, -x.z);
        }
    }
    s->special = s->count;
    add_whitened(s, &none, own);
    add_whitened(s, &p->rotation, others);
    for (int i = 0; i < SPREAD; ++i) {
        long double m[3];
        spiral(i, m);
        add_start(s, m[0], m[1], m[2]);
    }
}

// --- ends

// A direction that was reached, and what it is worth there.
typedef struct ending {
    long double n[3], value;
    long double left; // by how much it could still fall
} ending;

enum { ENDINGS_MAX = 12 };

typedef struct ending_list {
    int count;
    ending of[ENDINGS_MAX];
} ending_list;

// The best few that are not the same again.
static void keep_ending(ending_list *list, const ending *e)
{
    int worst = 0;
    for (int i = 0; i < list->count; ++i) {
        const long double *m = list->of[i].n;
        long double d[3] = { m[0] - e->n[0], m[1] - e->n[1], m[2] - e->n[2] };
        if (dot_l(d, d) < 1e-14L) {
            if (e->value < list->of[i].value) list->of[i] = *e;
            return;
        }
        if (list->of[i].value > list->of[worst].value) worst = i;
    }
    if (list->count < ENDINGS_MAX)
        list->of[list->count++] = *e;
    else if (e->value < list->of[worst].value)
        list->of[worst] = *e;
}

enum { ROUGH_STEPS = 200, FINE_STEPS = 200 };

// Long double tells minima apart to better than this, relative to the size.
static const long double BAND = 1e-14L;

static ending run_down(const smooth_l *rough, const long double start[3])
{
    ending e = { .n = { start[0], start[1], start[2] } };
    facing_l at;
    e.left = descend_l(rough, e.n, ROUGH_STEPS, 1e-22L * rough->unit, &at);
    e.value = at.value;
    return e;
}

// Of starts that are close to each other, the best is enough.
static bool is_shadowed(const start_list *s, const int *chosen, int count, int i)
{
    const long double near = 0.97L;
    for (int k = 0; k < count; ++k) {
        if (dot_l(s->n[chosen[k]], s->n[i]) > near) return true;
    }
    return false;
}

static void search_usual(const smooth_l *rough, start_list *s, ending_list *ends)
{
    enum { CHOSEN = 12 };
    int chosen[CHOSEN], count = 0;
    bool done[STARTS_MAX] = { false };
    for (int i = 0; i < s->special; ++i) {
        ending e = run_down(rough, s->n[i]);
        keep_ending(ends, &e);
        done[i] = true;
    }
    while (count < CHOSEN) {
        int best = -1;
        for (int i = 0; i < s->count; ++i) {
            if (!done[i] && (best < 0 || s->value[i] < s->value[best])) best = i;
        }
        if (best < 0) break;
        done[best] = true;
        if (is_shadowed(s, chosen, count, best)) continue;
        chosen[count++] = best;
        ending e = run_down(rough, s->n[best]);
        keep_ending(ends, &e);
    }
}

static void search_all(const ellipsoid_pair *p, const smooth_l *rough, ellipsoid_effort effort, ending_list *ends)
{
    start_list starts;
    fill_starts(p, &starts);
    for (int i = 0; i < starts.count; ++i) {
        facing_l at;
        face_l(rough, starts.n[i], &at);
        starts.value[i] = at.value;
        if (effort == ELLIPSOID_USUAL) continue;
        ending e = run_down(rough, starts.n[i]);
        keep_ending(ends, &e);
    }
    if (effort == ELLIPSOID_USUAL) search_usual(rough, &starts, ends);
}

// The interval that a direction gives: apart, the points that face each other there are farther from each other than
// the bodies are.
oracle_answer scree_oracle_ellipsoid_answer(const ellipsoid_pair *p, const quad n[3], quad gap, quad left)
{
    quad rounding = 1000 * QUAD_UNIT * (p->unit + q_abs(gap));
    const scree_body *frame = p->swapped ? p->pose_b : p->pose_a;
    qrot rotation = qrot_of(frame->orientation);
    qvec normal = qrot_apply(&rotation, q3(n[0], n[1], n[2]));
    oracle_answer r = { .distance = gap - p->radii, .normal = p->swapped ? q3_neg(normal) : normal };
    r.lower = r.distance - rounding;
    r.upper = r.distance + rounding + left;
    return r;
}

static oracle_answer polish(const ellipsoid_pair *p, const smooth_q *fine, const ending_list *ends)
{
    long double best = ends->of[0].value;
    for (int i = 1; i < ends->count; ++i) best = fminl(best, ends->of[i].value);
    long double band = BAND * (long double)fine->unit;
    quad value = 0, left = 0, at_best[3] = { 0, 0, 1 };
    bool found = false;
    for (int i = 0; i < ends->count; ++i) {
        if (ends->of[i].value > best + band) continue;
        quad n[3] = { ends->of[i].n[0], ends->of[i].n[1], ends->of[i].n[2] };
        make_unit_q(n);
        facing_q at;
        descend_q(fine, n, FINE_STEPS, QUAD_UNIT * fine->unit, &at);
        quad rest = settle_q(fine, n, &at);
        if (found && at.value >= value) continue;
        found = true;
        value = at.value;
        for (int j = 0; j < 3; ++j) at_best[j] = n[j];
        // Apart: |gradient| is the distance of two points of the bodies.
        quad apart = q_sqrt(dot_q(at.gradient, at.gradient));
        left = value < 0 ? apart + value : 4 * rest;
    }
    return scree_oracle_ellipsoid_answer(p, at_best, -value, left);
}

static oracle_answer ellipsoids_distance(const ellipsoid_pair *p, ellipsoid_effort effort)
{
    smooth_q fine;
    smooth_l rough;
    scree_oracle_ellipsoid_fine(p, &fine);
    scree_oracle_ellipsoid_rough(&fine, &rough);
    ending_list ends = { 0 };
    long double start[3] = { rough.c[0], rough.c[1], rough.c[2] };
    if (!(dot_l(start, start) > 0)) start[0] = 1;
    make_unit_l(start);
    ending e = run_down(&rough, start);
    keep_ending(&ends, &e);
    // Apart, there is one minimum; but the way to it may be long for bodies that are very thin.
    if (e.value > -1e-15L * rough.unit || e.left > 1e-15L * rough.unit) search_all(p, &rough, effort, &ends);
    return polish(p, &fine, &ends);
}

oracle_answer scree_oracle_ellipsoid_distance(const ellipsoid_pair *p, ellipsoid_effort effort)
{
    return p->other->is_ellipsoid ? ellipsoids_distance(p, effort) : scree_oracle_ellipsoid_features(p);
}

// --- questions about one direction, one point

quad scree_oracle_ellipsoid_gap_inside(const ellipsoid_pair *p, qvec n)
{
    qvec s = q3(n.x * p->axes.x, n.y * p->axes.y, n.z * p->axes.z);
    quad own = q_sqrt(q3_dot(s, s)), other = 0;
    if (p->other->is_ellipsoid) {
        qvec m = qrot_undo(&p->rotation, n);
        other =
            q3_dot(n, p->shift) - q_sqrt(m.x * m.x * p->square.x + m.y * m.y * p->square.y + m.z * m.z * p->square.z);
    } else if (p->other->hull->half_space) {
        // It has an end along its own normal only; n is that, or is judged elsewhere.
        quad length = q3_norm(p->other->hull->plane_normal);
        qvec m = q3_scale(qrot_apply(&p->rotation, p->other->hull->plane_normal), 1 / length);
        other = -(p->other->hull->plane_offset / length + q3_dot(m, p->shift));
    } else {
        other = q3_dot(n, p->points[0]);
        for (int i = 1; i < p->count; ++i) other = q_min(other, q3_dot(n, p->points[i]));
    }
    return other - own;
}

quad scree_oracle_ellipsoid_gap_along(const ellipsoid_pair *p, scree_vec3 direction)
{
    const scree_body *frame = p->swapped ? p->pose_b : p->pose_a;
    qrot rotation = qrot_of(frame->orientation);
    qvec n = q3_unit(qrot_undo(&rotation, q3_from(direction)));
    return scree_oracle_ellipsoid_gap_inside(p, p->swapped ? q3_neg(n) : n) - p->radii;
}

long double scree_oracle_ellipsoid_depth(const ellipsoid_body *body, const scree_body *pose, scree_vec3 point)
{
    qrot rotation = qrot_of(pose->orientation);
    lvec c = l3_from(qrot_undo(&rotation, q3_sub(q3_from(point), q3_from(pose->position))));
    const scree_vec3 s = body->semi_axes;
    smooth_l p = { .a = { (long double)s.x * s.x, (long double)s.y * s.y, (long double)s.z * s.z },
                   .c = { c.x, c.y, c.z },
                   .unit = fmaxl(fmaxl(s.x, s.y), s.z) + l3_norm(c) };
    // Along the gradient of the quadratic form there: on the surface, the normal itself.
    long double n[3], sign[2] = { 1, -1 }, best = 0;
    for (int k = 0; k < 2; ++k) {
        // Inside, the other side of the shortest axis may be nearer than what that start leads to.
        int shortest = s.x <= s.y && s.x <= s.z ? 0 : s.y <= s.z ? 1 : 2;
        for (int i = 0; i < 3; ++i) n[i] = k == 0 ? p.c[i] / p.a[i] : i == shortest ? sign[p.c[i] > 0] : 0;
        if (!(dot_l(n, n) > 0)) n[shortest] = 1;
        make_unit_l(n);
        facing_l at;
        descend_l(&p, n, ROUGH_STEPS, 1e-22L * p.unit, &at);
        if (k == 0 || at.value < best) best = at.value;
        if (best < 0) break;
    }
    return -best - (long double)body->rounding;
}
