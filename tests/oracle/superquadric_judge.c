#include "oracle/superquadric_judge.h"

#include <string.h>

// Of `auto`: what issue and documents promise, relative to size + |distance|.
static const double MAX_ERROR = 1e-11;

// With status ok the interval is no wider than the tolerance or this many roundings of size + |distance|.
static const double MAX_WIDTH = 400.0;

// Of the points from their surfaces, relative to size + |distance|.
static const double MAX_OFF = 1e-11;

// Of the other fields, in roundings.
static const double MAX_FIELD = 128.0;

static void require(round_verdict *v, bool holds, const char *what, double value, double bound)
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

static void judge_interval(round_verdict *v, const round_question *q, const scree_contact *c, double unit)
{
    const round_answer *t = q->truth;
    double width = c->upper - c->lower, narrow = fmax(q->tolerance, MAX_WIDTH * DOUBLE_UNIT * unit);
    require(v, (long double)c->lower <= t->upper, "lower is above the exact distance", c->lower, (double)t->upper);
    require(v, (long double)c->upper >= t->lower, "upper is below the exact distance", c->upper, (double)t->lower);
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

static void judge_normal(round_verdict *v, const scree_contact *c, double unit)
{
    qvec n = q3_from(c->normal), apart = q3_sub(q3_from(c->point_b), q3_from(c->point_a));
    double off = (double)q_abs(q3_dot(n, n) - 1);
    require(v, off <= 8.0 * DOUBLE_UNIT, "length of the normal less 1", off, 8.0 * DOUBLE_UNIT);
    double miss = (double)q3_norm(q3_sub(apart, q3_scale(n, (quad)c->distance)));
    double bound = 8.0 * DOUBLE_UNIT * unit + coordinate_loss(c);
    require(v, miss <= bound, "point_b - point_a - distance * normal", miss, bound);
}

// Signed distance of a world point from the surface of A (0) or B (1).
static double depth_of(const round_question *q, int which, scree_vec3 point, scree_vec3 normal)
{
    const round_body *body = which == 0 ? q->pair->a : q->pair->b;
    const scree_body *pose = which == 0 ? q->pair->pose_a : q->pair->pose_b;
    const oracle_hull *hull = which == 0 ? q->hull_a : q->hull_b;
    if (body->solid->kind != SCREE_POLYHEDRON) return (double)scree_oracle_round_off(body, pose, point, normal);
    if (hull == NULL || !scree_oracle_place(q->hulls, hull, pose, hull, pose)) return 0.0;
    return (double)scree_oracle_depth(q->hulls, 0, scree_oracle_point(q->hulls, point));
}

static void judge_points(round_verdict *v, const round_question *q, const scree_contact *c, double unit)
{
    // Points are only checked against a distance that is known.
    if (c->status != SCREE_OK) return;
    double loss = coordinate_loss(c), bound = MAX_OFF * unit + loss + (c->upper - c->lower);
    scree_vec3 n = c->normal, back = { -n.x, -n.y, -n.z };
    double off_a = fabs(depth_of(q, 0, c->point_a, n)), off_b = fabs(depth_of(q, 1, c->point_b, back));
    v->surface = fmax(fmax(off_a, off_b) - loss, 0.0) / (DOUBLE_UNIT * unit);
    require(v, off_a <= bound, "point_a is off A's surface", off_a, bound);
    require(v, off_b <= bound, "point_b is off B's surface", off_b, bound);
}

static void judge_gap(round_verdict *v, const round_question *q, const scree_contact *c, double unit)
{
    const round_pair *p = q->pair;
    if (p->a->core == ROUND_HALF_SPACE || p->b->core == ROUND_HALF_SPACE) {
        const long double *t = q->truth->normal;
        double off = (double)hypotl(hypotl(c->normal.x - t[0], c->normal.y - t[1]), c->normal.z - t[2]);
        require(v, off <= 8.0 * DOUBLE_UNIT, "the normal is not the half space's", off, 8.0 * DOUBLE_UNIT);
        return;
    }
    double short_of = c->distance - (double)scree_oracle_round_gap(p, c->normal);
    double bound = MAX_FIELD * DOUBLE_UNIT * unit + (c->upper - c->lower);
    v->minimal = short_of / (DOUBLE_UNIT * unit);
    require(v, short_of <= bound, "the gap along the normal is less than the distance", short_of, bound);
}

// Smooth shapes have a surface alone; a polytope names a feature that it has.
static void judge_features(round_verdict *v, const round_question *q, const scree_contact *c)
{
    for (int which = 0; which < 2; ++which) {
        const scree_shape *s = which == 0 ? q->pair->pose_a->shape : q->pair->pose_b->shape;
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
    }
}

round_verdict scree_oracle_round_judge(const round_question *q, scree_status returned, const scree_contact *c)
{
    round_verdict v = { .fault = NULL };
    const scree_shape *a = q->pair->pose_a->shape, *b = q->pair->pose_b->shape;
    double unit = scree_pair_size(a, b) + fabs((double)q->truth->distance);
    bool is_auto = strcmp(q->method->name, "auto") == 0;
    require(&v, returned == c->status, "the status returned is not the one in the answer", returned, c->status);
    require(&v, c->status == SCREE_OK || c->status == SCREE_NO_CONVERGENCE, "no answer, status", c->status, 0);
    require(&v, all_finite(c), "a field is not finite", 0, 0);
    if (v.fault != NULL) return v;
    long double off = fmaxl(q->truth->lower - c->distance, c->distance - q->truth->upper);
    v.error = (double)fmaxl(off, 0) / (DOUBLE_UNIT * unit);
    v.width = (c->upper - c->lower) / (DOUBLE_UNIT * unit);
    judge_interval(&v, q, c, unit);
    judge_normal(&v, c, unit);
    if (is_auto) {
        double error = v.error * DOUBLE_UNIT;
        if (c->status == SCREE_OK) require(&v, error <= MAX_ERROR, "error of the distance, relative", error, MAX_ERROR);
        judge_points(&v, q, c, unit);
        judge_gap(&v, q, c, unit);
        judge_features(&v, q, c);
    }
    return v;
}
