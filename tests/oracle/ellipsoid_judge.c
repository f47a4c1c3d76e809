#include "oracle/ellipsoid_judge.h"

#include <string.h>

// Of `auto`: what issue and documents promise, relative to size + |distance|.
static const double MAX_ERROR = 1e-13;

// With status ok the interval is no wider than the tolerance or this many roundings of size + |distance|.
static const double MAX_WIDTH = 400.0;

// Of the points of round bodies from their surfaces, relative to size + |distance|.
static const double MAX_OFF = 1e-12;

// Of the other fields, in roundings.
static const double MAX_FIELD = 128.0;

// Of the reference itself: it must know better than the library, or it has no say.
static const double MAX_BLUR = 0.01;

static void require(ellipsoid_verdict *v, bool holds, const char *what, double value, double bound)
{
    if (holds || v->fault != NULL) return;
    v->fault = what;
    v->value = value;
    v->bound = bound;
}

static bool all_finite(const scree_contact *c)
{
    const double fields[] = { c->distance,  c->lower,     c->upper,     c->normal.x,  c->normal.y,  c->normal.z,
                              c->point_a.x, c->point_a.y, c->point_a.z, c->point_b.x, c->point_b.y, c->point_b.z,
                              c->point.x,   c->point.y,   c->point.z,   c->patch_area };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        if (!isfinite(fields[i])) return false;
    }
    return true;
}

static double largest(scree_vec3 p)
{
    return fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
}

// What the world coordinates of the points lose by being doubles.
static double coordinate_loss(const scree_contact *c)
{
    return 4.0 * DOUBLE_UNIT * fmax(largest(c->point_a), largest(c->point_b));
}

static void judge_interval(ellipsoid_verdict *v, const ellipsoid_question *q, const scree_contact *c, double unit)
{
    const oracle_answer *t = q->truth;
    double width = c->upper - c->lower, narrow = fmax(q->tolerance, MAX_WIDTH * DOUBLE_UNIT * unit);
    require(v, (quad)c->lower <= t->upper, "lower is above the exact distance", c->lower, (double)t->upper);
    require(v, (quad)c->upper >= t->lower, "upper is below the exact distance", c->upper, (double)t->lower);
    require(v, c->lower <= c->distance && c->distance <= c->upper, "distance is not in [lower, upper]", c->distance, 0);
    if (c->status == SCREE_OK)
        require(v, width <= narrow, "status ok, but the interval is wide", width, narrow);
    else
        require(v, width > q->tolerance || q->cut_short, "no_convergence, but the interval is narrow", width,
                q->tolerance);
    scree_state state = fabs(c->distance) <= q->tolerance ? SCREE_TOUCHING
                        : c->distance > 0                 ? SCREE_SEPARATED
                                                          : SCREE_OVERLAPPING;
    require(v, c->state == state, "state does not fit the distance", c->state, state);
}

static void judge_normal(ellipsoid_verdict *v, const scree_contact *c, double unit)
{
    qvec n = q3_from(c->normal), apart = q3_sub(q3_from(c->point_b), q3_from(c->point_a));
    double off = (double)q_abs(q3_dot(n, n) - 1);
    require(v, off <= 8.0 * DOUBLE_UNIT, "length of the normal less 1", off, 8.0 * DOUBLE_UNIT);
    double miss = (double)q3_norm(q3_sub(apart, q3_scale(n, (quad)c->distance)));
    double bound = 8.0 * DOUBLE_UNIT * unit + coordinate_loss(c);
    require(v, miss <= bound, "point_b - point_a - distance * normal", miss, bound);
}

// Signed distance of a world point from the surface of A (0) or B (1).
static double depth_of(const ellipsoid_question *q, int which, scree_vec3 point)
{
    const ellipsoid_body *body = which == 0 ? q->pair->a : q->pair->b;
    const scree_body *pose = which == 0 ? q->pair->pose_a : q->pair->pose_b;
    if (body->is_ellipsoid) return (double)scree_oracle_ellipsoid_depth(body, pose, point);
    if (q->hulls == NULL || !scree_oracle_place(q->hulls, body->hull, pose, body->hull, pose)) return 0.0;
    return (double)scree_oracle_depth(q->hulls, 0, scree_oracle_point(q->hulls, point));
}

// How much longer an ellipsoid is than 1000 times its thickness: beyond that, distances are as right as ever, but
// points at the tips, where the surface turns within less than a rounding, need not be.
static double stretch_of(const ellipsoid_body *body)
{
    if (!body->is_ellipsoid) return 1.0;
    const scree_vec3 s = body->semi_axes;
    return fmax(1.0, 1e-3 * fmax(s.x, fmax(s.y, s.z)) / fmin(s.x, fmin(s.y, s.z)));
}

// As in contact.c: points that are off by x across the normal change the distance d of the cores by x^2 / 2d, and a
// distance that is right to rounding tells no more about them.
static void judge_points(ellipsoid_verdict *v, const ellipsoid_question *q, const scree_contact *c, double unit)
{
    double width = c->upper - c->lower, loss = coordinate_loss(c);
    double core = fabs(c->distance) + (double)q->pair->radii;
    // A polytope may be a plate far thinner than that; round bodies have no such excuse.
    bool round = q->pair->other->is_ellipsoid || q->pair->other->hull->dimension < 2;
    double unseen = round ? MAX_OFF * unit : sqrt(2.0 * width * core);
    double bound = MAX_FIELD * DOUBLE_UNIT * unit + loss + width + unseen;
    bound *= fmax(stretch_of(q->pair->a), stretch_of(q->pair->b));
    double off_a = fabs(depth_of(q, 0, c->point_a)), off_b = fabs(depth_of(q, 1, c->point_b));
    v->surface = fmax(fmax(off_a, off_b) - loss, 0.0) / (DOUBLE_UNIT * unit);
    require(v, off_a <= bound, "point_a is off A's surface", off_a, bound);
    require(v, off_b <= bound, "point_b is off B's surface", off_b, bound);
    double reach = 0.5 * fabs(c->distance) + bound;
    require(v, depth_of(q, 0, c->point) <= reach, "point is far from A", depth_of(q, 0, c->point), reach);
    require(v, depth_of(q, 1, c->point) <= reach, "point is far from B", depth_of(q, 1, c->point), reach);
}

static void judge_gap(ellipsoid_verdict *v, const ellipsoid_question *q, const scree_contact *c, double unit)
{
    const ellipsoid_pair *p = q->pair;
    if (!p->other->is_ellipsoid && p->other->hull->half_space) {
        double off = (double)q3_norm(q3_sub(q3_from(c->normal), q->truth->normal));
        require(v, off <= 8.0 * DOUBLE_UNIT, "the normal is not the half space's", off, 8.0 * DOUBLE_UNIT);
        return;
    }
    double short_of = c->distance - (double)scree_oracle_ellipsoid_gap_along(p, c->normal);
    double bound = MAX_FIELD * DOUBLE_UNIT * unit + (c->upper - c->lower);
    v->minimal = short_of / (DOUBLE_UNIT * unit);
    require(v, short_of <= bound, "the gap along the normal is less than the distance", short_of, bound);
}

// An ellipsoid has a surface alone; a polytope names a feature, all of whose vertices face the other body.
static void judge_features(ellipsoid_verdict *v, const ellipsoid_question *q, const scree_contact *c, double unit)
{
    for (int which = 0; which < 2; ++which) {
        const scree_body *pose = which == 0 ? q->pair->pose_a : q->pair->pose_b;
        const scree_shape *s = pose->shape;
        scree_feature feature = which == 0 ? c->feature_a : c->feature_b;
        int index = which == 0 ? c->index_a : c->index_b, count = scree_shape_vertex_count(s);
        if (scree_shape_kind_of(s) == SCREE_HALF_SPACE) continue;
        if (count == 0) {
            require(v, feature == SCREE_FEATURE_SURFACE && index == -1, "a round shape with a feature", feature, index);
            continue;
        }
        const int counts[] = { 0, count, scree_shape_edge_count(s), scree_shape_face_count(s) };
        bool named = feature != SCREE_FEATURE_SURFACE && index >= 0 && index < counts[feature];
        require(v, named, "no feature is named", feature, index);
        if (!named) continue;
        int vertices[2] = { index, index }, faces[2];
        if (feature == SCREE_FEATURE_EDGE) scree_shape_edge(s, index, vertices, faces);
        const int *corners = feature == SCREE_FEATURE_FACE ? scree_shape_face_vertices(s, index) : vertices;
        int corner_count = feature == SCREE_FEATURE_FACE ? scree_shape_face_size(s, index) : 2;
        qrot rotation = qrot_of(pose->orientation);
        qvec n = q3_scale(qrot_undo(&rotation, q3_from(c->normal)), which == 0 ? 1 : -1);
        quad top = q3_dot(n, q3_from(scree_shape_vertex(s, 0))), least = 0;
        for (int i = 1; i < count; ++i) top = q_max(top, q3_dot(n, q3_from(scree_shape_vertex(s, i))));
        for (int i = 0; i < corner_count; ++i)
            least = q_max(least, top - q3_dot(n, q3_from(scree_shape_vertex(s, corners[i]))));
        // A face that is tilted by t is as good as its edge to t^2: what the interval does not tell apart.
        double bound = 4.0 * sqrt((c->upper - c->lower) * unit);
        require(v, (double)least <= bound, "the feature does not meet the other body", (double)least, bound);
    }
}

ellipsoid_verdict scree_oracle_ellipsoid_judge(const ellipsoid_question *q, scree_status returned,
                                               const scree_contact *c)
{
    ellipsoid_verdict v = { .fault = NULL };
    const scree_shape *a = q->pair->pose_a->shape, *b = q->pair->pose_b->shape;
    double unit = scree_pair_size(a, b) + fabs((double)q->truth->distance),
           blur = (double)(q->truth->upper - q->truth->lower);
    bool is_auto = strcmp(q->method->name, "auto") == 0;
    require(&v, returned == c->status, "the status returned is not the one in the answer", returned, c->status);
    require(&v, c->status == SCREE_OK || c->status == SCREE_NO_CONVERGENCE, "no answer, status", c->status, 0);
    require(&v, all_finite(c), "a field is not finite", 0, 0);
    require(&v, blur <= MAX_BLUR * DOUBLE_UNIT * unit, "the reference is not sure", blur,
            MAX_BLUR * DOUBLE_UNIT * unit);
    if (v.fault != NULL) return v;
    v.error = (double)q_abs((quad)c->distance - q->truth->distance) / (DOUBLE_UNIT * unit);
    v.width = (c->upper - c->lower) / (DOUBLE_UNIT * unit);
    judge_interval(&v, q, c, unit);
    judge_normal(&v, c, unit);
    if (is_auto) {
        double error = v.error * DOUBLE_UNIT;
        require(&v, error <= MAX_ERROR, "error of the distance, relative", error, MAX_ERROR);
        judge_points(&v, q, c, unit);
        judge_gap(&v, q, c, unit);
        judge_features(&v, q, c, unit);
    }
    return v;
}
