// A point and a solid of revolution, in closed form.
//
// Idea        In the half plane through the axis and the point the solid is a polygon of three sides (a frustum: disc,
//             flank, disc), or a disc and a flank (a tear). Outside, the nearest point of the outline is the nearest
//             point; inside, the depth is the least distance from a side, and its normal is that of the side.
// Departures  The gap along the normal and the distance of the two points are evaluated as for any other normal and
//             points, so the interval does not depend on the closed form, except for the depth.
#include "solve/revolved/revolved_point.h"

#include "pair/patch.h"

// A point nearer to the surface than this, relative to the size, counts as on it.
#define OFF_SURFACE 2e-12

// In the half plane: across the axis and along it.
typedef struct flat {
    double x, z;
} flat;

typedef struct closest {
    double distance; // signed: below 0 inside
    flat at, normal; // on the outline, outward there
} closest;

static double length_of(flat a)
{
    return sqrt(a.x * a.x + a.z * a.z);
}

// The nearest point of the side from p to q, which has the outside on its right, for both cases: the height over its
// line is the signed distance if the projection is between the ends.
static void propose_side(flat point, flat p, flat q, closest *outside, closest *inside)
{
    const flat d = { q.x - p.x, q.z - p.z }, from = { point.x - p.x, point.z - p.z };
    const double length = length_of(d);
    if (!(length > 0.0)) return;
    const flat along = { d.x / length, d.z / length }, normal = { along.z, -along.x };
    const double height = from.x * normal.x + from.z * normal.z, t = from.x * along.x + from.z * along.z;
    if (height > inside->distance) {
        *inside = (closest){ height, { point.x - height * normal.x, point.z - height * normal.z }, normal };
    }
    closest f = { .distance = fabs(height), .normal = normal };
    f.at = (flat){ p.x + t * along.x, p.z + t * along.z };
    if (t <= 0.0 || t >= length) {
        f.at = t <= 0.0 ? p : q;
        const flat to = { point.x - f.at.x, point.z - f.at.z };
        f.distance = length_of(to);
        if (f.distance > 0.0) f.normal = (flat){ to.x / f.distance, to.z / f.distance };
    }
    if (f.distance < outside->distance) *outside = f;
}

static closest closest_on_frustum(const scree_shape *s, flat point)
{
    const flat corner[4] = { { 0.0, -s->form->half_length },
                             { s->form->bottom, -s->form->half_length },
                             { s->form->top, s->form->half_length },
                             { 0.0, s->form->half_length } };
    closest outside = { .distance = INFINITY }, inside = { .distance = -INFINITY };
    for (int i = 0; i < 3; ++i) propose_side(point, corner[i], corner[i + 1], &outside, &inside);
    return inside.distance <= 0.0 ? inside : outside;
}

static closest closest_on_ball(double radius, flat from)
{
    const double length = length_of(from);
    const flat normal = length > 0.0 ? (flat){ from.x / length, from.z / length } : (flat){ 1.0, 0.0 };
    return (closest){ length - radius, { radius * normal.x, radius * normal.z }, normal };
}

// z from the centre of the ball to the point, which is `reach` away.
static closest closest_on_tear(double radius, double reach, flat point)
{
    if (radius >= reach) return closest_on_ball(radius, point);
    const double sine = radius / reach, cosine = sqrt((1.0 - sine) * (1.0 + sine));
    const double along = point.z * cosine - point.x * sine; // the flank runs from 0 to reach * cosine
    if (along <= 0.0) return closest_on_ball(radius, point);
    if (along >= reach * cosine) {
        closest f = closest_on_ball(0.0, (flat){ point.x, point.z - reach });
        if (!(f.distance > 0.0)) f.normal = (flat){ cosine, sine };
        f.at = (flat){ 0.0, reach };
        return f;
    }
    const double height = point.x * cosine + (point.z - reach) * sine; // the flank ends at the point
    return (closest){ height, { point.x - height * cosine, point.z - height * sine }, { cosine, sine } };
}

static closest closest_on(const scree_shape *s, flat point)
{
    if (s->core == SCREE_CORE_FRUSTUM) return closest_on_frustum(s, point);
    const bool up = s->form->top <= s->form->bottom; // the point of the tear is on top
    const double side = up ? 1.0 : -1.0, l = s->form->half_length;
    closest f = closest_on_tear(fmax(s->form->bottom, s->form->top), 2.0 * l, (flat){ point.x, side * point.z + l });
    f.at.z = side * (f.at.z - l);
    f.normal.z *= side;
    return f;
}

// Also its signed distance.
static scree_vec3 nearest(const scree_shape *s, scree_vec3 point, scree_vec3 *normal, double *distance)
{
    const scree_vec3 radial = v3(point.x, point.y, 0.0);
    const double across = v3_norm(radial);
    const scree_vec3 e = across > 0.0 ? v3_unit(radial) : v3(1, 0, 0);
    const closest f = closest_on(s, (flat){ across, point.z });
    *normal = v3_unit(v3(f.normal.x * e.x, f.normal.x * e.y, f.normal.z));
    *distance = f.distance;
    return v3(f.at.x * e.x, f.at.x * e.y, f.at.z);
}

static bool is_revolved(const scree_shape *s)
{
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

scree_vec3 scree_revolved_nearest(const scree_shape *s, scree_vec3 point, scree_vec3 *normal)
{
    double distance;
    return nearest(s, point, normal, &distance);
}

bool scree_revolved_point(const scree_task *task, scree_answer *out)
{
    const scree_cores *c = task->cores;
    const bool point_is_b = c->b->core == SCREE_CORE_POINT;
    const scree_shape *s = point_is_b ? c->a : c->b, *other = point_is_b ? c->b : c->a;
    if (other->core != SCREE_CORE_POINT || !is_revolved(s)) return false;
    const scree_vec3 point = point_is_b ? scree_cores_vertex_b(c, 0) : scree_cores_vertex_a(c, 0);
    const scree_vec3 local = point_is_b ? point : m3_mul_transposed(&c->rotation, v3_sub(point, c->shift));
    scree_vec3 n;
    double distance;
    scree_vec3 at = nearest(s, local, &n, &distance);
    if (!point_is_b) {
        at = v3_add(m3_mul(&c->rotation, at), c->shift);
        n = v3_neg(m3_mul(&c->rotation, n));
    }
    *out = (scree_answer){ .normal = n, .iterations = 1 };
    out->at.index_a = out->at.index_b = -1;
    out->on_a = point_is_b ? at : point;
    out->on_b = point_is_b ? point : at;
    out->distance = scree_cores_gap(c, n, &out->at);
    out->lower = out->distance - c->error;
    const double upper = distance > 0.0 ? v3_norm(v3_sub(out->on_b, out->on_a)) : distance;
    out->upper = fmax(upper, out->distance) + c->error;
    return true;
}

// A frustum or tear with a polyhedron.
typedef struct held_pair {
    const scree_task *task;
    const scree_shape *s, *polyhedron;
    bool first; // the frustum or tear is A
} held_pair;

// The feature named along the normal, without corners where the scratch is too small.
static scree_feature_set named(const held_pair *p, const scree_answer *x)
{
    const scree_cores *c = p->task->cores;
    scree_arena scratch = p->task->scratch;
    return p->first ? scree_feature_of_b(c, x->normal, &x->at, &scratch)
                    : scree_feature_of_a(c, x->normal, &x->at, &scratch);
}

// Moves the polyhedron's point onto the feature named along the normal. False if the other core has no point that faces it there.
static bool hold(const held_pair *p, scree_answer *x)
{
    const scree_cores *c = p->task->cores;
    const scree_feature_set set = named(p, x);
    if (set.corner == NULL) return true;
    const scree_vec3 point = p->first ? x->on_b : x->on_a, held = scree_feature_nearest(&set, x->normal, point);
    if (v3_norm(v3_sub(held, point)) <= 2.0 * SCREE_LEVEL * c->error) return true;
    const scree_vec3 facing = v3_add_scaled(held, p->first ? -x->distance : x->distance, x->normal);
    const scree_vec3 own = p->first ? facing : m3_mul_transposed(&c->rotation, v3_sub(facing, c->shift));
    scree_vec3 normal;
    double off;
    (void)nearest(p->s, own, &normal, &off);
    if (!(fabs(off) <= OFF_SURFACE * c->size + 0.5 * p->task->tolerance)) return false;
    x->on_a = p->first ? facing : held;
    x->on_b = p->first ? held : facing;
    return true;
}

// A point off the vertex that is named is on one of its edges: the normal across that edge, if it is as good.
static bool hold_on_edge(const held_pair *p, int vertex, scree_answer *x)
{
    const scree_cores *c = p->task->cores;
    const scree_hull *hull = p->polyhedron->hull;
    for (int i = hull->nodes[vertex].fan; i < hull->nodes[vertex].fan_end; ++i) {
        const scree_vec3 d = v3_sub(scree_stored_vertex(p->polyhedron, scree_neighbour(hull, i)),
                                    scree_stored_vertex(p->polyhedron, vertex));
        const scree_vec3 e = v3_unit(p->first ? m3_mul(&c->rotation, d) : d);
        scree_answer y = *x;
        for (int k = 0; k < 2; ++k) y.normal = v3_unit(v3_add_scaled(y.normal, -v3_dot(y.normal, e), e));
        y.distance = scree_cores_gap(c, y.normal, &y.at);
        if (p->first)
            y.on_b = v3_add_scaled(y.on_a, y.distance, y.normal);
        else
            y.on_a = v3_add_scaled(y.on_b, -y.distance, y.normal);
        if (!(y.distance >= x->distance - c->error) || !hold(p, &y)) continue;
        y.lower = fmin(y.lower, y.distance - c->error);
        *x = y;
        return true;
    }
    return false;
}

void scree_revolved_hold_point(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    held_pair p = { .task = task, .first = is_revolved(c->a) };
    p.s = p.first ? c->a : c->b;
    p.polyhedron = p.first ? c->b : c->a;
    if (!is_revolved(p.s) || p.polyhedron->core != SCREE_CORE_POLYHEDRON || !isfinite(x->distance)) return;
    if (hold(&p, x)) return;
    const scree_feature_set set = named(&p, x);
    if (set.kind == SCREE_FEATURE_VERTEX) (void)hold_on_edge(&p, set.index, x);
}
