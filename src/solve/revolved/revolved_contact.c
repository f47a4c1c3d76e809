// Cylinders and cones on polyhedra and on each other: the axis of the features that meet, with a proof in closed form.
//
// Idea        If a point x of B is inside A, A contains a ball about x that reaches to A's nearest side. So M = B - A
//             contains that ball about the origin, and the depth is at least the ball's radius. The gap along any
//             normal bounds the depth from above. If the two are equal, that is the answer: no search over normals and
//             no other proof is needed. They are equal wherever a side of one body (a face, a disc or a flank) meets
//             any feature of the other and extends far enough around the contact. For bodies apart, the projection of x
//             on the side must lie in A.
//             The nearest side of a point gives a normal, and the support point along a normal gives a point: two or
//             three alternations end at a face or a disc. Where an edge or a flank crosses a flank, the normal is
//             across both; where a rim meets a flank, Newton's method finds it among the flank's normals.
// Rounding    Inner distances have the same errors as gaps, and slack is part of the pair's error: no corner of a
//             merged face is farther below its plane, hence no point of the surface, and a point's distance from the
//             planes is its distance from the surface up to that. Near touching, and apart, the projection must be
//             inside A by about an error: a point in front of a side by no more than rounding may be far from a body
//             with sharp edges.
// Limits      Rims that meet edges or rims have no such ball and are left to the search; so are points close to an edge
//             between nearly coplanar faces.
#include "solve/revolved/revolved_contact.h"

#include "pair/patch.h"
#include "solve/revolved/inner_depth.h"
#include "solve/smooth/rim_depth.h"
#include "solve/smooth/smooth_discs.h"
#include "solve/smooth/smooth_points.h"

enum { TURNS = 3, NEWTON_STEPS = 4 };

// Heights that differ by this many roundings of the size count as equal.
#define LEVEL (8.0 * SCREE_ROUNDING)

// A proof may be this wide, in units of the pair's error, some ten times what is observed. With a tolerance, or the
// whole error, neighbours of the right axis would be accepted where faces are nearly parallel.
#define NARROW 0.25

// Directions at an angle with a sine below this have no common normal.
#define PARALLEL 1e-9

typedef struct search {
    const scree_task *task;
    const scree_cores *c;
    scree_axis best; // the largest gap so far
    scree_answer *out;
} search;

// ------------------------------------------------------------------------------------------------------------ bodies

static const scree_shape *shape_of(const scree_cores *c, bool of_a)
{
    return of_a ? c->a : c->b;
}

static scree_vec3 to_own(const scree_cores *c, bool of_a, scree_vec3 x)
{
    return of_a ? x : m3_mul_transposed(&c->rotation, v3_sub(x, c->shift));
}

static scree_vec3 from_own(const scree_cores *c, bool of_a, scree_vec3 x)
{
    return of_a ? x : v3_add(m3_mul(&c->rotation, x), c->shift);
}

static scree_vec3 direction_to_own(const scree_cores *c, bool of_a, scree_vec3 d)
{
    return of_a ? d : m3_mul_transposed(&c->rotation, d);
}

static scree_vec3 axis_of(const scree_cores *c, bool of_a)
{
    return of_a ? v3(0, 0, 1) : v3(c->rotation.row[0].z, c->rotation.row[1].z, c->rotation.row[2].z);
}

// The end points of the line on a frustum's flank whose normal is along `outward`, in A's frame.
static void flank_line(const scree_cores *c, bool of_a, scree_vec3 outward, scree_vec3 ends[2])
{
    const scree_shape *s = shape_of(c, of_a);
    const scree_vec3 d = direction_to_own(c, of_a, outward);
    const double across = sqrt(d.x * d.x + d.y * d.y);
    const double x = across > 0.0 ? d.x / across : 1.0, y = across > 0.0 ? d.y / across : 0.0;
    ends[0] = from_own(c, of_a, v3(s->form->bottom * x, s->form->bottom * y, -s->form->half_length));
    ends[1] = from_own(c, of_a, v3(s->form->top * x, s->form->top * y, s->form->half_length));
}

// ------------------------------------------------------------------------------------------------------------- proof

static scree_axis look(search *k, scree_vec3 n)
{
    scree_axis axis = { .n = v3_unit(n), .at = k->best.at, .index_a = -1, .index_b = -1 };
    axis.gap = scree_cores_gap(k->c, axis.n, &axis.at);
    if (axis.gap > k->best.gap) k->best = axis;
    return axis;
}

// Faces at an angle below this stay close to each other's planes far beyond their common edge.
#define BLUNT 1e-3

// Whether the point is, to rounding, also on a face that is neither parallel nor clearly tilted: these heights do not
// decide then which face, or the edge between them, it is on.
static bool is_on_blunt_edge(const scree_cores *c, bool of_a, scree_vec3 point, scree_vec3 outward)
{
    const scree_shape *s = shape_of(c, of_a);
    if (s->core != SCREE_CORE_POLYHEDRON) return false;
    const scree_vec3 p = to_own(c, of_a, point), m = direction_to_own(c, of_a, outward);
    for (int i = 0; i < s->hull->face_count; ++i) {
        const double lean2 = v3_norm2(v3_sub(s->hull->faces[i].normal, m));
        if (lean2 > BLUNT * BLUNT || lean2 < SCREE_FEATURE_SLOPE * SCREE_FEATURE_SLOPE) continue;
        if (s->hull->faces[i].offset - v3_dot(s->hull->faces[i].normal, p) <= c->error) return true;
    }
    return false;
}

// Whether a point of the other body, as deep inside this one as the axis says, or in front of a side of it, is the
// proof.
static bool closes(search *k, const scree_axis *axis, bool of_a, scree_vec3 x)
{
    const scree_cores *c = k->c;
    const scree_vec3 outward = of_a ? axis->n : v3_neg(axis->n);
    const double gap = axis->gap;
    scree_vec3 side;
    const double narrow = NARROW * c->error;
    double upper = gap + narrow;
    if (gap < -c->error) // there is a ball about x
        upper = -scree_inner_depth(c, of_a, x, &side);
    else if (!(scree_inner_depth(c, of_a, v3_add_scaled(x, -gap - c->error, outward), &side) >= c->error - narrow))
        return false;
    if (!(upper <= gap + narrow)) return false;
    const scree_vec3 facing = v3_add_scaled(x, -gap, outward);
    if (is_on_blunt_edge(c, of_a, facing, outward)) return false;
    *k->out = (scree_answer){ .normal = axis->n, .distance = gap, .at = axis->at, .iterations = 1 };
    k->out->lower = gap - c->error;
    k->out->upper = fmax(upper, gap) + c->error;
    k->out->on_a = of_a ? facing : x;
    k->out->on_b = of_a ? x : facing;
    return true;
}

static bool closes_with(search *k, const scree_axis *axis, scree_vec3 on_a, scree_vec3 on_b)
{
    return closes(k, axis, true, on_b) || closes(k, axis, false, on_a);
}

// ---------------------------------------------------------------------------------------------------- faces and discs

static bool take_turns(search *k, scree_vec3 n)
{
    for (int i = 0; i < TURNS; ++i) {
        const scree_axis axis = look(k, n);
        for (int of_a = 1; of_a >= 0; --of_a) {
            scree_vec3 side;
            (void)scree_inner_depth(k->c, of_a != 0, of_a ? axis.at.b : axis.at.a, &side);
            const scree_axis next = look(k, of_a ? side : v3_neg(side));
            if (closes_with(k, &next, next.at.a, next.at.b)) return true;
        }
        if (v3_equal(k->best.n, n)) return false;
        n = k->best.n;
    }
    return false;
}

// A disc that lies flat on a face: any point of the disc is a support point. Or the disc that another one stands on with its
// rim, near the disc's own rim: its proof is not that of a ball.
static bool try_discs(search *k)
{
    const scree_cores *c = k->c;
    scree_climb x = { .best = { .gap = k->best.gap - c->error }, .upper = INFINITY };
    scree_smooth_discs(k->task, k->best.n, NULL, &x);
    if (!x.stationary) return false;
    if (closes_with(k, &x.best, x.on_a, x.on_b)) return true;
    if (!(x.best.gap < -c->error)) return false;
    const double upper = fmax(-scree_rim_depth(c, &x), x.best.gap);
    if (!(upper - x.best.gap <= scree_smooth_narrow(k->task))) return false;
    *k->out = (scree_answer){ .normal = x.best.n, .distance = x.best.gap, .at = x.best.at, .iterations = x.steps };
    k->out->lower = x.best.gap - c->error;
    k->out->upper = upper + c->error;
    k->out->on_a = x.on_a;
    k->out->on_b = x.on_b;
    return true;
}

// The interval of a line, in 0 to 1, that is deeper than `depth` below all sides of a polyhedron but the one along the
// normal.
static bool clip(const scree_cores *c, bool of_a, const scree_vec3 line[2], scree_vec3 outward, double depth,
                 double part[2])
{
    const scree_shape *s = shape_of(c, of_a);
    const scree_vec3 p = to_own(c, of_a, line[0]), q = to_own(c, of_a, line[1]);
    const scree_vec3 m = direction_to_own(c, of_a, outward);
    part[0] = 0.0;
    part[1] = 1.0;
    for (int i = 0; i < s->hull->face_count; ++i) {
        const scree_vec3 face = s->hull->faces[i].normal;
        if (v3_norm2(v3_sub(face, m)) < 1e-12) continue;
        const double first = s->hull->faces[i].offset - depth - v3_dot(face, p);
        const double last = s->hull->faces[i].offset - depth - v3_dot(face, q);
        if (first < 0.0 && last < 0.0) return false;
        const double at = first / (first - last);
        if (first < 0.0) part[0] = fmax(part[0], at);
        if (last < 0.0) part[1] = fmin(part[1], at);
    }
    return part[0] <= part[1];
}

// The flank of one body touches a side of the other along a whole line: try the middle of the common part, or of the
// line.
static bool try_line(search *k, bool of_a)
{
    const scree_cores *c = k->c;
    const scree_axis axis = k->best;
    if (shape_of(c, of_a)->core != SCREE_CORE_FRUSTUM) return false;
    const scree_vec3 outward = of_a ? axis.n : v3_neg(axis.n);
    scree_vec3 line[2];
    flank_line(c, of_a, outward, line);
    if (!(fabs(v3_dot(axis.n, v3_sub(line[1], line[0]))) <= LEVEL * c->size)) return false;
    double part[2] = { 0.0, 1.0 };
    if (shape_of(c, !of_a)->core == SCREE_CORE_POLYHEDRON &&
        !clip(c, !of_a, line, v3_neg(outward), fmax(-axis.gap, 0.0), part))
        return false;
    return closes(k, &axis, !of_a, v3_lerp(line[0], line[1], 0.5 * (part[0] + part[1])));
}

// ------------------------------------------------------------------------------------------------------------- flanks

// The unit vector with these components along two unit vectors, on the side of `toward`. False if there is none.
static bool across_both(scree_vec3 a, double along_a, scree_vec3 b, double along_b, scree_vec3 toward, scree_vec3 *out)
{
    const double g = v3_dot(a, b);
    const scree_vec3 w = scree_edge_normal(a, b);
    const double sine2 = v3_norm2(v3_cross(a, b));
    if (!(sine2 > PARALLEL * PARALLEL) || !(v3_norm2(w) > 0.0)) return false;
    const double x = (along_a - along_b * g) / sine2, y = (along_b - along_a * g) / sine2;
    const double rest = 1.0 - (x * along_a + y * along_b);
    if (!(rest > 0.0)) return false;
    const double z = v3_dot(w, toward) < 0.0 ? -sqrt(rest) : sqrt(rest);
    *out = v3_add_scaled(v3_add_scaled(v3_scale(a, x), y, b), z, w);
    return true;
}

static bool try_crossing_lines(search *k, scree_vec3 n, const scree_vec3 p[2], const scree_vec3 q[2])
{
    const scree_axis axis = look(k, n);
    if (!(axis.gap >= k->best.gap)) return false;
    scree_vec3 on_a, on_b;
    (void)scree_segment_distance(p[0], p[1], q[0], q[1], &on_a, &on_b);
    return closes_with(k, &axis, on_a, on_b);
}

static bool try_two_flanks(search *k)
{
    const scree_cores *c = k->c;
    scree_vec3 n, p[2], q[2];
    if (!across_both(axis_of(c, true), scree_slant_of(c->a).sine, axis_of(c, false), -scree_slant_of(c->b).sine,
                     k->best.n, &n))
        return false;
    flank_line(c, true, n, p);
    flank_line(c, false, v3_neg(n), q);
    return try_crossing_lines(k, n, p, q);
}

// The edges that leave a vertex of the polyhedron.
static bool try_edges_at(search *k, bool of_a, int vertex)
{
    const scree_cores *c = k->c;
    const scree_shape *s = shape_of(c, of_a);
    const double sine = scree_slant_of(shape_of(c, !of_a)).sine;
    for (int i = s->hull->nodes[vertex].fan; i < s->hull->nodes[vertex].fan_end; ++i) {
        // From the lower index to the higher, so that rounding does not depend on the end.
        const int other = scree_neighbour(s->hull, i), low = vertex < other ? vertex : other,
                  high = vertex + other - low;
        const scree_vec3 edge[2] = { from_own(c, of_a, scree_stored_vertex(s, low)),
                                     from_own(c, of_a, scree_stored_vertex(s, high)) };
        const scree_vec3 along = v3_unit(v3_sub(edge[1], edge[0]));
        const double part = of_a ? -sine : sine; // component of the normal from A to B along the frustum's axis
        scree_vec3 n, line[2];
        if (!across_both(axis_of(c, !of_a), part, along, 0.0, k->best.n, &n)) continue;
        flank_line(c, !of_a, of_a ? v3_neg(n) : n, line);
        if (try_crossing_lines(k, n, of_a ? edge : line, of_a ? line : edge)) return true;
    }
    return false;
}

// The edges of the support vertex along the best normal so far, and along the first one: of a face, any corner may be
// the support vertex.
static bool try_edges(search *k, bool of_a, scree_vec3 start)
{
    const scree_mvertex first = scree_cores_support(k->c, v3_neg(start), NULL);
    const int at_start = of_a ? first.index_a : first.index_b, at_best = of_a ? k->best.at.index_a : k->best.at.index_b;
    return try_edges_at(k, of_a, at_start) || (at_best != at_start && try_edges_at(k, of_a, at_best));
}

// A rim of the other body on this one's flank. Along the flank's normals m(t) = cosine u(t) + sine b the height of the
// rim is m . p - r |component of m across the rim's axis|; Newton's method finds its maximum.
static bool try_rim(search *k, bool of_a)
{
    const scree_cores *c = k->c;
    const scree_shape *rim = shape_of(c, !of_a);
    const scree_vec3 b = axis_of(c, of_a), a = axis_of(c, !of_a);
    const scree_vec3 at = of_a ? k->best.at.b : k->best.at.a;
    const bool top = to_own(c, !of_a, at).z > 0.0;
    const double r = top ? rim->form->top : rim->form->bottom;
    const scree_vec3 middle = from_own(c, !of_a, v3(0, 0, top ? rim->form->half_length : -rim->form->half_length));
    const scree_vec3 p = v3_sub(middle, of_a ? v3(0, 0, 0) : c->shift);
    const double sine = scree_slant_of(shape_of(c, of_a)).sine, cosine = scree_slant_of(shape_of(c, of_a)).cosine;
    scree_vec3 u = v3_unit(v3_add_scaled(p, -v3_dot(p, b), b));
    if (!(v3_norm2(u) > 0.0)) return false;
    for (int i = 0; i < NEWTON_STEPS; ++i) {
        const scree_vec3 m = v3_add_scaled(v3_scale(u, cosine), sine, b), t = v3_scale(v3_cross(b, u), cosine);
        const double s = v3_dot(m, a), s1 = v3_dot(t, a), s2 = -cosine * v3_dot(u, a);
        const double g2 = 1.0 - s * s, g = sqrt(fmax(g2, 0.0));
        if (!(g > 1e-3)) return false; // m is along the rim's axis: the disc lies flat
        const double slope = v3_dot(t, p) + r * s * s1 / g;
        const double bend = -cosine * v3_dot(u, p) + r * ((s1 * s1 + s * s2) / g + s * s * s1 * s1 / (g * g2));
        if (!(bend < 0.0)) return false;
        const double angle = -slope / bend;
        if (!(fabs(angle) < 0.5)) return false;
        u = v3_unit(v3_add_scaled(u, angle, v3_cross(b, u)));
        if (fabs(angle) <= 2.0 * SCREE_ROUNDING) break;
    }
    const scree_vec3 m = v3_add_scaled(v3_scale(u, cosine), sine, b);
    const scree_axis axis = look(k, of_a ? m : v3_neg(m));
    return closes(k, &axis, of_a, of_a ? axis.at.b : axis.at.a);
}

static bool try_flanks(search *k, scree_vec3 start)
{
    const scree_cores *c = k->c;
    if (c->a->core == SCREE_CORE_POLYHEDRON) return try_edges(k, true, start);
    if (c->b->core == SCREE_CORE_POLYHEDRON) return try_edges(k, false, start);
    return try_two_flanks(k) || try_rim(k, true) || try_rim(k, false);
}

static bool serves(const scree_shape *s)
{
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_POLYHEDRON;
}

bool scree_revolved_contact(const scree_task *task, scree_vec3 start, scree_axis *best, scree_answer *out)
{
    const scree_cores *c = task->cores;
    best->gap = -INFINITY;
    if (!serves(c->a) || !serves(c->b)) return false;
    search k = { .task = task, .c = c, .out = out, .best = { .gap = -INFINITY } };
    k.best.at.index_a = k.best.at.index_b = -1;
    const bool done = take_turns(&k, v3_unit(start)) || try_discs(&k) || try_line(&k, true) || try_line(&k, false) ||
                      try_flanks(&k, start);
    *best = k.best;
    return done;
}
