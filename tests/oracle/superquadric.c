// Bodies as supports, in a common frame; the gap along one direction, and how far a point is from a surface.
#include "oracle/superquadric.h"

#include <stdlib.h>

#include "oracle/superquadric_parts.h"

static bool take_points(round_body *b, const scree_vec3 *points, int count)
{
    b->core = ROUND_POINTS;
    b->count = count;
    b->points = malloc((size_t)count * sizeof *b->points);
    b->rough = malloc((size_t)count * sizeof *b->rough);
    if (b->points == NULL || b->rough == NULL) return false;
    for (int i = 0; i < count; ++i) {
        const double p[3] = { points[i].x, points[i].y, points[i].z };
        for (int k = 0; k < 3; ++k) b->points[i][k] = b->rough[i][k] = p[k];
        b->extent = fmaxl(b->extent, sqrtl(dot_l(b->points[i], b->points[i])));
    }
    return true;
}

static bool take_box(round_body *b, scree_vec3 h)
{
    scree_vec3 corners[8];
    for (int i = 0; i < 8; ++i) corners[i] = (scree_vec3){ i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z };
    return take_points(b, corners, 8);
}

static bool take_segment(round_body *b, double half_length)
{
    const scree_vec3 ends[2] = { { 0, 0, -half_length }, { 0, 0, half_length } };
    return take_points(b, ends, half_length > 0 ? 2 : 1);
}

// The smaller ball of a tapered capsule is taken away from both: a ball and a point are left.
static void take_tapered(round_body *b, const scree_solid *s)
{
    const bool tip_up = s->radius >= s->top;
    b->core = ROUND_BALL;
    b->swept += tip_up ? s->top : s->radius;
    b->top = tip_up ? (long double)s->radius - s->top : (long double)s->top - s->radius;
    b->bottom = tip_up ? -s->half_length : s->half_length;
    b->half = -b->bottom;
    b->lean = ((long double)s->radius - s->top) / (2 * (long double)s->half_length);
    b->has_side = fabsl(b->lean) < 1;
    b->extent = s->half_length + b->top;
}

bool scree_oracle_round_body(const scree_solid *s, round_body *b)
{
    const scree_vec3 origin = { 0, 0, 0 };
    *b = (round_body){ .solid = s, .swept = s->rounding, .n1 = 2, .n2 = 2 };
    switch (s->kind) {
    case SCREE_SUPERQUADRIC:
        b->n1 = s->n1;
        b->n2 = s->n2; // fallthrough
    case SCREE_ELLIPSOID:
        b->core = ROUND_SUPERQUADRIC;
        b->axes[0] = s->vector.x;
        b->axes[1] = s->vector.y;
        b->axes[2] = s->vector.z;
        b->extent = sqrtl(dot_l(b->axes, b->axes));
        return true;
    case SCREE_CYLINDER:
    case SCREE_CONE:
        b->core = ROUND_DISCS;
        b->bottom = s->radius;
        b->top = s->kind == SCREE_CYLINDER ? s->radius : 0;
        b->half = s->half_length;
        b->extent = sqrtl(b->bottom * b->bottom + b->half * b->half);
        b->has_side = true;
        b->lean = (b->bottom - b->top) / hypotl(b->bottom - b->top, 2 * b->half);
        return true;
    case SCREE_TAPERED_CAPSULE:
        take_tapered(b, s);
        return true;
    case SCREE_HALF_SPACE: {
        long double length = 0;
        b->core = ROUND_HALF_SPACE;
        b->normal[0] = s->vector.x;
        b->normal[1] = s->vector.y;
        b->normal[2] = s->vector.z;
        length = make_unit_l(b->normal);
        b->offset = s->offset / length;
        return true;
    }
    case SCREE_BOX:
        return take_box(b, s->vector);
    case SCREE_CAPSULE:
        b->swept += s->radius;
        return take_segment(b, s->half_length);
    case SCREE_SPHERE:
        b->swept += s->radius;
        return take_points(b, &origin, 1);
    default:
        return take_points(b, s->points, s->count);
    }
}

void scree_oracle_round_body_free(round_body *b)
{
    free(b->points);
    free(b->rough);
    b->points = NULL;
    b->rough = NULL;
}

void scree_oracle_round_place(round_pair *p, const round_body *a, const scree_body *pose_a, const round_body *b,
                              const scree_body *pose_b)
{
    *p = (round_pair){ .a = a, .b = b, .pose_a = pose_a, .pose_b = pose_b, .swept = a->swept + b->swept };
    const qrot frame = qrot_of(pose_a->orientation), rotation = qrot_between(pose_a->orientation, pose_b->orientation);
    const qvec shift = qrot_undo(&frame, q3_sub(q3_from(pose_b->position), q3_from(pose_a->position)));
    for (int i = 0; i < 3; ++i) {
        const lvec row = l3_from(rotation.row[i]);
        p->rotation[i][0] = row.x;
        p->rotation[i][1] = row.y;
        p->rotation[i][2] = row.z;
    }
    p->shift[0] = (long double)shift.x;
    p->shift[1] = (long double)shift.y;
    p->shift[2] = (long double)shift.z;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) p->rough_rotation[i][j] = (double)p->rotation[i][j];
        p->rough_shift[i] = (double)p->shift[i];
    }
    p->unit = a->extent + b->extent + p->swept;
}

// World to A's frame, or a body's own.
static void undo(const scree_body *pose, qvec v, long double out[3])
{
    const qrot rotation = qrot_of(pose->orientation);
    const lvec local = l3_from(qrot_undo(&rotation, v));
    out[0] = local.x;
    out[1] = local.y;
    out[2] = local.z;
}

long double scree_oracle_round_gap(const round_pair *p, scree_vec3 direction)
{
    long double n[3], g[3];
    undo(p->pose_a, q3_unit(q3_from(direction)), n);
    facing_l(p, n, g);
    return -dot_l(n, g) - p->swept;
}

// --- how far a point is from a surface

// In a plane: distance from the segment p q.
static long double from_segment(long double x, long double y, const long double p[2], const long double q[2])
{
    long double dx = q[0] - p[0], dy = q[1] - p[1], length = dx * dx + dy * dy;
    long double t = length > 0 ? ((x - p[0]) * dx + (y - p[1]) * dy) / length : 0;
    t = fminl(1, fmaxl(0, t));
    return hypotl(x - p[0] - t * dx, y - p[1] - t * dy);
}

// Signed, from the profile (0, -h) (bottom, -h) (top, h) (0, h) rotated about z.
static long double from_discs(const round_body *b, const long double x[3])
{
    const long double r = hypotl(x[0], x[1]), z = x[2], h = b->half;
    const long double at[4][2] = { { 0, -h }, { b->bottom, -h }, { b->top, h }, { 0, h } };
    long double least = INFINITY;
    for (int i = 0; i < 3; ++i) least = fminl(least, from_segment(r, z, at[i], at[i + 1]));
    const bool inside = fabsl(z) <= h && r <= b->bottom + (b->top - b->bottom) * (z + h) / (2 * h);
    return inside ? -least : least;
}

// Signed, from a ball and its tip: a circle up to where the side leaves it, then a segment.
static long double from_ball(const round_body *b, const long double x[3])
{
    const long double r = hypotl(x[0], x[1]), span = fabsl(b->half - b->bottom);
    // Along the axis, from the ball's centre towards the tip.
    const long double z = (x[2] - b->bottom) * (b->half > b->bottom ? 1 : -1), radius = b->top;
    const long double round = hypotl(r, z) - radius;
    if (radius >= span) return round;
    const long double sine = radius / span, cosine = sqrtl(1 - sine * sine);
    const long double leave[2] = { radius * cosine, radius * sine }, tip[2] = { 0, span };
    if (z * cosine <= r * sine) return round;
    const long double away = from_segment(r, z, leave, tip);
    return r * cosine + (z - span) * sine < 0 ? -away : away;
}

static long double from_box(scree_vec3 h, const long double x[3])
{
    const long double d[3] = { fabsl(x[0]) - h.x, fabsl(x[1]) - h.y, fabsl(x[2]) - h.z };
    long double most = fmaxl(d[0], fmaxl(d[1], d[2])), sum = 0;
    for (int i = 0; i < 3; ++i) sum += d[i] > 0 ? d[i] * d[i] : 0;
    return most <= 0 ? most : sqrtl(sum);
}

// The function that is 1 on the surface and grows in proportion along rays, over its slope: exact to first order.
static long double from_superquadric(const round_body *b, const long double x[3])
{
    const long double u = fabsl(x[0] / b->axes[0]), v = fabsl(x[1] / b->axes[1]), w = fabsl(x[2] / b->axes[2]);
    const long double most = fmaxl(u, v), high = fmaxl(most, w);
    if (!(high > 0)) return -fminl(b->axes[0], fminl(b->axes[1], b->axes[2]));
    const long double across = most > 0 ? most * powl(powl(u / most, b->n2) + powl(v / most, b->n2), 1 / b->n2) : 0;
    const long double gauge = high * powl(powl(across / high, b->n1) + powl(w / high, b->n1), 1 / b->n1);
    const long double lean = across > 0 ? powl(across / gauge, b->n1 - 1) : 0;
    long double slope[3] = { 0, 0, powl(w / gauge, b->n1 - 1) / b->axes[2] };
    if (across > 0) {
        slope[0] = lean * powl(u / across, b->n2 - 1) / b->axes[0];
        slope[1] = lean * powl(v / across, b->n2 - 1) / b->axes[1];
    }
    return (gauge - 1) / sqrtl(dot_l(slope, slope));
}

long double scree_oracle_round_off(const round_body *b, const scree_body *pose, scree_vec3 point, scree_vec3 normal)
{
    long double x[3], n[3];
    undo(pose, q3_sub(q3_from(point), q3_from(pose->position)), x);
    undo(pose, q3_from(normal), n);
    const long double zero[2] = { 0, -(long double)b->solid->half_length },
                      one[2] = { 0, (long double)b->solid->half_length };
    switch (b->core) {
    case ROUND_HALF_SPACE:
        return dot_l(b->normal, x) - b->offset - b->swept;
    case ROUND_DISCS:
        return from_discs(b, x) - b->swept;
    case ROUND_BALL:
        return from_ball(b, x) - b->swept;
    case ROUND_SUPERQUADRIC:
        for (int i = 0; i < 3; ++i) x[i] -= b->swept * n[i];
        return from_superquadric(b, x);
    case ROUND_POINTS:
        break;
    }
    if (b->solid->kind == SCREE_BOX) return from_box(b->solid->vector, x) - b->swept;
    return from_segment(hypotl(x[0], x[1]), x[2], zero, one) - b->swept;
}
