// Two bodies of revolution with parallel axes, in closed form.
//
// Idea        M = B - A is a body of revolution too. In the half plane through its axis and the origin, each core is
//             the hull of two knobs; a knob is a disc, seen edge-on, swept by a ball: disc radius R, ball radius r,
//             height z. M is the hull of the four sums. Along the unit direction (x, z), x >= 0, outward towards the
//             origin at q, the gap over a knob is x (q_x - R) + z (q_z - z_k) - r, and the gap over M is the least of
//             the four: of four sinusoids in one angle. The signed distance is its largest value, which is at the
//             maximum of one sinusoid, where two of them cross, or at an end of the range (the axis): some 20 angles,
//             apart or overlapping.
// Departures  Axes that are parallel up to rounding are treated as parallel, and the error goes into the interval. The
//             lower bound is the gap over the cores as they are.
// Limits      If a whole circle of normals is equally good (coaxial bodies), the answer is one of them, always the
//             same.
#include "solve/revolved/revolved_parallel.h"

// Axes at an angle with a sine below this count as parallel: two rotations that are equal up to rounding.
#define PARALLEL (16.0 * SCREE_ROUNDING)

typedef struct knob {
    double radius, ball, z;
} knob;

typedef struct profile {
    knob a[2], b[2], m[4]; // m[2 i + j] is b[j] - a[i]
    double x, z;           // the origin, relative to the middle of M
} profile;

typedef struct angle {
    double x, z, gap;
} angle;

static bool get_knobs(const scree_shape *s, double side, knob k[2])
{
    const double l = s->core == SCREE_CORE_POINT ? 0.0 : s->form->half_length;
    const double z = s->core == SCREE_CORE_SEGMENT ? scree_stored_vertex(s, 1).z : l;
    for (int i = 0; i < 2; ++i) {
        k[i] = (knob){ .z = side * (i == 0 ? -z : z) };
        if (s->core == SCREE_CORE_FRUSTUM) k[i].radius = i == 0 ? s->form->bottom : s->form->top;
        if (s->core == SCREE_CORE_TEAR) k[i].ball = i == 0 ? s->form->bottom : s->form->top;
    }
    if (s->core == SCREE_CORE_POINT) k[0].z = k[1].z = 0.0;
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR || s->core == SCREE_CORE_SEGMENT ||
           s->core == SCREE_CORE_POINT;
}

// Is the stored core about the z axis through the stored origin?
static bool is_upright(const scree_shape *s)
{
    if (s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR) return true;
    for (int i = 0; i < s->vertex_count; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i);
        if (v.x != 0.0 || v.y != 0.0) return false;
    }
    return s->core == SCREE_CORE_POINT
               ? scree_stored_vertex(s, 0).z == 0.0
               : s->core == SCREE_CORE_SEGMENT && scree_stored_vertex(s, 0).z == -scree_stored_vertex(s, 1).z;
}

static double gap_over(const profile *p, int k, double x, double z)
{
    return x * (p->x - p->m[k].radius) + z * (p->z - p->m[k].z) - p->m[k].ball;
}

static void propose(const profile *p, double x, double z, angle *best)
{
    if (!(x >= 0.0)) return;
    double least = INFINITY;
    for (int k = 0; k < 4; ++k) least = fmin(least, gap_over(p, k, x, z));
    if (least > best->gap) *best = (angle){ x, z, least };
}

// Where the gaps over two knobs are equal: d . u = r_k - r_j over their distance.
static void propose_crossing(const profile *p, int k, int j, angle *best)
{
    const double dx = p->m[j].radius - p->m[k].radius, dz = p->m[j].z - p->m[k].z, length = sqrt(dx * dx + dz * dz);
    if (!(length > 0.0)) return;
    const double sine = (p->m[k].ball - p->m[j].ball) / length, ex = dx / length, ez = dz / length;
    if (!(fabs(sine) <= 1.0)) return;
    const double cosine = sqrt((1.0 - sine) * (1.0 + sine));
    propose(p, sine * ex + cosine * ez, sine * ez - cosine * ex, best);
    propose(p, sine * ex - cosine * ez, sine * ez + cosine * ex, best);
}

static angle best_angle(const profile *p)
{
    angle best = { .gap = -INFINITY };
    propose(p, 0.0, 1.0, &best);
    propose(p, 0.0, -1.0, &best);
    propose(p, 1.0, 0.0, &best);
    for (int k = 0; k < 4; ++k) {
        const double dx = p->x - p->m[k].radius, dz = p->z - p->m[k].z, length = sqrt(dx * dx + dz * dz);
        if (length > 0.0) propose(p, dx / length, dz / length, &best);
        for (int j = 0; j < k; ++j) propose_crossing(p, k, j, &best);
    }
    return best;
}

// The weights of the lowest knobs, those within the noise: one, or two on either side whose weighted mean is along the
// direction from the origin.
static void weigh(const profile *p, const angle *u, double noise, double weight[4])
{
    int before = -1, behind = -1, wide = -1;
    double t[4], lowest = INFINITY;
    for (int k = 0; k < 4; ++k) {
        t[k] = u->x * (p->z - p->m[k].z) - u->z * (p->x - p->m[k].radius);
        lowest = fmin(lowest, gap_over(p, k, u->x, u->z));
        weight[k] = 0.0;
    }
    for (int k = 0; k < 4; ++k) {
        if (gap_over(p, k, u->x, u->z) > lowest + noise) continue;
        if (t[k] >= 0.0 && (before < 0 || t[k] < t[before])) before = k;
        if (t[k] < 0.0 && (behind < 0 || t[k] > t[behind])) behind = k;
        if (wide < 0 || p->m[k].radius > p->m[wide].radius) wide = k;
    }
    if (u->x == 0.0) {
        weight[wide] = 1.0; // discs lie flat
    } else if (before >= 0 && behind >= 0) {
        weight[before] = t[behind] / (t[behind] - t[before]);
        weight[behind] = 1.0 - weight[before];
    } else {
        weight[before >= 0 ? before : behind] = 1.0;
    }
}

// Places the points of the cores, in A's frame: e is the direction across the axis, from the middle of M to the origin.
static void place_points(const scree_cores *c, const profile *p, const angle *u, scree_vec3 e, scree_answer *out)
{
    double weight[4];
    weigh(p, u, 64.0 * SCREE_ROUNDING * c->size, weight);
    scree_vec3 a = v3(0, 0, 0), b = v3(0, 0, 0);
    for (int k = 0; k < 4; ++k) {
        const knob *ka = &p->a[k / 2], *kb = &p->b[k % 2];
        // Along the axis discs lie flat: divide the offset across between both in proportion to their radii.
        const double radius = ka->radius + kb->radius;
        const double part = u->x == 0.0 && radius > 0.0 ? fmin(p->x / radius, 1.0) : 1.0;
        const scree_vec3 out_a =
            v3_add_scaled(v3(0, 0, ka->z - ka->ball * u->z), -(part * ka->radius + ka->ball * u->x), e);
        const scree_vec3 out_b =
            v3_add_scaled(v3(0, 0, kb->z + kb->ball * u->z), part * kb->radius + kb->ball * u->x, e);
        a = v3_add_scaled(a, weight[k], out_a);
        b = v3_add_scaled(b, weight[k], out_b);
    }
    out->on_a = a;
    out->on_b = v3_add(b, c->shift);
}

bool scree_revolved_parallel(const scree_task *task, scree_answer *out)
{
    const scree_cores *c = task->cores;
    const scree_vec3 axis = v3(c->rotation.row[0].z, c->rotation.row[1].z, c->rotation.row[2].z);
    const double tilt = c->b->core == SCREE_CORE_POINT ? 0.0 : sqrt(axis.x * axis.x + axis.y * axis.y);
    if (tilt > PARALLEL || !is_upright(c->a) || !is_upright(c->b)) return false;
    profile p;
    if (!get_knobs(c->a, 1.0, p.a) || !get_knobs(c->b, axis.z < 0.0 ? -1.0 : 1.0, p.b)) return false;
    for (int k = 0; k < 4; ++k) {
        const knob *a = &p.a[k / 2], *b = &p.b[k % 2];
        p.m[k] = (knob){ a->radius + b->radius, a->ball + b->ball, b->z - a->z };
    }
    const scree_vec3 across = v3(-c->shift.x, -c->shift.y, 0.0);
    p.x = v3_norm(across);
    p.z = -c->shift.z;
    const scree_vec3 e = p.x > 0.0 ? v3_unit(across) : v3(1, 0, 0);
    const angle u = best_angle(&p);
    *out = (scree_answer){ .normal = v3_unit(v3(-u.x * e.x, -u.x * e.y, -u.z)), .iterations = 1 };
    out->at.index_a = out->at.index_b = -1;
    out->distance = scree_cores_gap(c, out->normal, &out->at);
    out->lower = out->distance - c->error;
    out->upper = fmax(u.gap, out->distance) + c->error + tilt * c->b->core_radius;
    place_points(c, &p, &u, e, out);
    return true;
}
