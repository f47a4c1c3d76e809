// The least depth of a body of revolution in a polyhedron, by all its vertices and edges.
//
// Idea        R is the hull of two pieces on one axis, discs (a cylinder, a cone) or balls (a tapered capsule; one of radius
//             0), and C the polyhedron. Over the normals m, outward from R, the depth is f(m) = max over R of m . r - min over
//             C of m . c. The normals for which a vertex v is the lowest of C make a spherical polygon N_v, and these
//             polygons cover the sphere. On N_v, f is q_v(m) = max over R of m . (r - v). So the least f is
//             - a minimum of q_v inside N_v: then v is before a flat part of R or before its ball, and the normal is that of
//               a disc, of the flank in the half plane of v, or from the centre of the ball through v; outside R also from
//               the nearest point of a rim or from a tip (inside, q_v is a sinusoid about these that has a maximum); or
//             - on a side of a polygon, where an edge of C is across m: a great circle between the normals of two faces.
//             Along a great circle with the pole k, m = p cos t + q sin t, a ball's part of q_v is a sinusoid and its radius.
//             Of a disc with radius r the radius of curvature is r (k . a)^2 / |m x a|^3, no less than r (k . a)^2. So the
//             disc's part is at least the sinusoid of its point at t_0, and r (k . a)^2 (1 - cos(t - t_0)). Of the bounds
//             from both ends of an arc, and of a mean of the two, the least over the arc is known in closed form. Arcs for
//             which it is below the target are cut where the two bounds cross: at once at the kink where R changes its
//             piece, if there is one.
// Rounding    An arc is as long as the two faces allow, and longer by what rounding leaves in doubt: beyond its end f is
//             above q_v by no more than that doubt times the face's height over the edge. A vertex that is above another by
//             rounding counts as the lowest. All of that, and the evaluation of q_v, is within the roundings taken off at
//             the end.
// Limits      A minimum that is the same all along an arc takes few cells only where the edge is parallel to the axis.
#include "solve/revolved/revolved_polyhedron.h"

// Arcs on the stack, for one edge.
enum { MOST_ARCS = 64 };

// In roundings of the size: the error of f at one normal, and the total that the proof subtracts.
#define ROUNDINGS_VALUE 8.0
#define ROUNDINGS_PROOF 24.0

// In roundings: the error of an edge's direction, or of a vector across it relative to its own length.
#define ROUNDINGS_DIRECTION 8.0

// The uncertainty of an arc's ends may be at most this angle.
#define MOST_DOUBT 0.1

// A piece of R: a disc about the axis, or a ball.
typedef struct part {
    scree_vec3 centre;
    double radius;
} part;

// X cos t + Y sin t + constant.
typedef struct sinusoid {
    double x, y, constant;
} sinusoid;

typedef struct search {
    const scree_cores *c;
    const scree_shape *polyhedron;
    bool of_a; // R is A
    bool discs;
    scree_vec3 axis; // unit
    part part[2];
    double noise;        // error of f at one normal
    double least, width; // the least depth so far; arcs that cannot be lower by more than the width are done
    double proven;       // over the finished arcs
    double astray;       // by how much minima along rings, which are not searched for, may be below their ends
    scree_vec3 best;     // the normal of the least depth, outward from R
    int cells, most_cells;
} search;

static scree_vec3 vertex_at(const search *s, int i)
{
    return s->of_a ? scree_cores_vertex_b(s->c, i) : scree_cores_vertex_a(s->c, i);
}

// The vector between two vertices: rotated as a difference, without the rounding of their positions.
static scree_vec3 way_between(const search *s, int from, int to)
{
    const scree_vec3 d = v3_sub(scree_stored_vertex(s->polyhedron, to), scree_stored_vertex(s->polyhedron, from));
    return s->of_a ? m3_mul(&s->c->rotation, d) : d;
}

static scree_vec3 across_axis(const search *s, scree_vec3 m)
{
    return v3_add_scaled(m, -v3_dot(m, s->axis), s->axis);
}

// q_v along m, for each piece.
static void depths_of(const search *s, scree_vec3 v, scree_vec3 m, double depth[2])
{
    const double across = s->discs ? v3_norm(across_axis(s, m)) : 1.0;
    for (int k = 0; k < 2; ++k) depth[k] = v3_dot(m, v3_sub(s->part[k].centre, v)) + s->part[k].radius * across;
}

// Records a depth along m that is at most f(m): limits the proof, and if it is f(m), the normal may be the best.
static void note(search *s, scree_vec3 m, double depth)
{
    if (!(depth < s->least)) return;
    s->least = depth;
    s->best = m;
}

// Is v the lowest vertex of C along m, up to `doubt` of the direction and rounding?
static bool is_lowest(const search *s, int v, scree_vec3 m, double doubt)
{
    const scree_shape *p = s->polyhedron;
    for (int i = p->hull->nodes[v].fan; i < p->hull->nodes[v].fan_end; ++i) {
        const scree_vec3 way = way_between(s, v, scree_neighbour(p->hull, i));
        if (v3_dot(m, way) < -s->noise - doubt * v3_norm(way)) return false;
    }
    return true;
}

// Is it the lowest along out (e cos t + (a x e) sin t) + along a, for one t of at most `doubt`, up to rounding? Divided by cos t, the
// heights of its neighbours are linear in tan t, but for the part along the axis.
static bool is_lowest_nearby(const search *s, int v, scree_vec3 e, double out, double along, double doubt)
{
    const scree_shape *p = s->polyhedron;
    const scree_vec3 aside = v3_cross(s->axis, e);
    const double secant = 1.0 / cos(doubt);
    double from = -tan(doubt), to = -from; // of tan t, where it is
    for (int i = p->hull->nodes[v].fan; i < p->hull->nodes[v].fan_end; ++i) {
        const scree_vec3 way = way_between(s, v, scree_neighbour(p->hull, i));
        const double level = along * v3_dot(s->axis, way), slope = out * v3_dot(aside, way);
        const double height = level + fabs(level) * (secant - 1.0) + out * v3_dot(e, way) + secant * s->noise;
        if (slope > 0.0) from = fmax(from, -height / slope);
        if (slope < 0.0) to = fmin(to, -height / slope);
        if (slope == 0.0 && height < 0.0) return false;
    }
    return from <= to;
}

// Is it the lowest along all normals of the ring that has this part along the axis?
static bool is_lowest_all_around(const search *s, int v, double along)
{
    const scree_shape *p = s->polyhedron;
    const double across = sqrt(fmax(1.0 - along * along, 0.0));
    for (int i = p->hull->nodes[v].fan; i < p->hull->nodes[v].fan_end; ++i) {
        const scree_vec3 way = way_between(s, v, scree_neighbour(p->hull, i));
        if (along * v3_dot(way, s->axis) - across * v3_norm(across_axis(s, way)) < -s->noise) return false;
    }
    return true;
}

// Along the flank's normal both pieces are equally high. Next to it one is higher and one is lower, and the lower one
// is the bound.
static void propose(search *s, int v, scree_vec3 m, bool kink)
{
    double depth[2];
    depths_of(s, vertex_at(s, v), m, depth);
    const double most = fmax(depth[0], depth[1]);
    s->proven = fmin(s->proven, kink ? fmin(depth[0], depth[1]) : most);
    note(s, m, most);
}

// The flank's normal, by its component along the axis. False if one piece is inside the other.
static bool flank(const search *s, double *along)
{
    const double apart = v3_dot(v3_sub(s->part[1].centre, s->part[0].centre), s->axis);
    const double change = s->part[0].radius - s->part[1].radius;
    *along = s->discs ? change / sqrt(change * change + apart * apart) : change / apart;
    return fabs(*along) < 1.0;
}

// Minima of q_v inside N_v.
static void visit_vertex(search *s, int v)
{
    const scree_vec3 at = vertex_at(s, v), from = v3_sub(at, s->part[0].centre), across = across_axis(s, from);
    const double off = v3_norm(across);
    double along;
    if (flank(s, &along)) {
        const double out = sqrt((1.0 - along) * (1.0 + along));
        // Project once more: close to the axis, the rounding left along it is not small relative to `across`.
        const scree_vec3 e = v3_unit(off > 0.0 ? across_axis(s, v3_unit(across)) : v3_any_normal_to(s->axis));
        const scree_vec3 m = v3_unit(v3_add_scaled(v3_scale(e, out), along, s->axis));
        if (off > 4.0 * s->noise) {
            if (is_lowest_nearby(s, v, e, out, along, s->noise / off)) propose(s, v, m, true);
        } else {
            // v is on the axis, to rounding: a minimum all around, or one that ends on the sides of N_v.
            if (is_lowest_all_around(s, v, along)) propose(s, v, m, true);
            s->astray = fmax(s->astray, 2.0 * off);
        }
    }
    for (int k = 0; k < 2; ++k) {
        const double r = s->part[k].radius;
        const scree_vec3 way = v3_sub(at, s->part[k].centre);
        // For a disc, the nearest point of its rim, which is R's support point along that direction only if v is beyond
        // it.
        if (s->discs && off < r - s->noise) continue;
        const scree_vec3 out = s->discs && off > 0.0 ? v3_add_scaled(way, -r / off, across) : way;
        const double far = v3_norm(out);
        const scree_vec3 m = v3_scale(out, far > 0.0 ? 1.0 / far : 0.0);
        // At the centre of a ball all normals are equally deep; at a rim or a tip the depth is 0.
        if (!(far > 4.0 * s->noise))
            s->proven = fmin(s->proven, (s->discs ? 0.0 : r) - far);
        else if (is_lowest(s, v, m, s->noise / far))
            propose(s, v, m, false);
    }
}

static void visit_discs(search *s)
{
    for (int k = 0; k < 2 && s->discs; ++k) {
        const scree_vec3 m = k == 0 ? s->axis : v3_neg(s->axis);
        const double gap = scree_cores_gap(s->c, s->of_a ? m : v3_neg(m), NULL);
        s->proven = fmin(s->proven, -gap);
        note(s, m, -gap);
    }
}

// An edge: the great circle across it, and R's pieces as seen from one of its ends.
typedef struct circle {
    scree_vec3 p, q, vertex;
    double x[2], y[2];       // of the pieces' centres
    scree_vec3 p_out, q_out; // p and q, less what is along the axis
    double bend;             // (k . a)^2
} circle;

typedef struct arc {
    double from, to;
} arc;

static scree_vec3 normal_at(const circle *e, double t)
{
    return v3_add_scaled(v3_scale(e->p, cos(t)), sin(t), e->q);
}

static double value_at(const sinusoid *g, double t)
{
    return g->x * cos(t) + g->y * sin(t) + g->constant;
}

// The bound from the piece that is the highest at t.
static sinusoid bound_from(const search *s, const circle *e, double t, double *value)
{
    const double cosine = cos(t), sine = sin(t);
    const scree_vec3 out = v3_add_scaled(v3_scale(e->p_out, cosine), sine, e->q_out);
    const double length = s->discs ? v3_norm(out) : 1.0;
    int k = 0;
    double height[2];
    for (int i = 0; i < 2; ++i) height[i] = e->x[i] * cosine + e->y[i] * sine + s->part[i].radius * length;
    if (height[1] > height[0]) k = 1;
    *value = height[k];
    const double r = s->part[k].radius;
    if (!s->discs) return (sinusoid){ e->x[k], e->y[k], r };
    if (!(length > 0.0)) return (sinusoid){ e->x[k], e->y[k], 0.0 };
    const scree_vec3 u = v3_scale(out, r / length); // the point of the rim
    return (sinusoid){ e->x[k] + v3_dot(u, e->p_out) - r * e->bend * cosine,
                       e->y[k] + v3_dot(u, e->q_out) - r * e->bend * sine, r * e->bend };
}

static double least_over(const sinusoid *g, const arc *a)
{
    const double least = fmin(value_at(g, a->from), value_at(g, a->to));
    // Between the ends it is lower only around -(x, y).
    const double lowest = atan2(-g->y, -g->x), period = 2.0 * 3.14159265358979324;
    for (int i = -1; i <= 1; ++i) {
        const double t = lowest + i * period;
        if (t > a->from && t < a->to) return g->constant - sqrt(g->x * g->x + g->y * g->y);
    }
    return least;
}

static sinusoid mean_of(const sinusoid *g, const sinusoid *h, double by_g)
{
    const double by_h = 1.0 - by_g;
    return (sinusoid){ by_g * g->x + by_h * h->x, by_g * g->y + by_h * h->y, by_g * g->constant + by_h * h->constant };
}

// Bounds f over the arc; if that is not enough, `cut` is where the bounds from both ends cross.
static double bound_over(search *s, const circle *e, const arc *a, double *cut)
{
    double at_from, at_to;
    const sinusoid g = bound_from(s, e, a->from, &at_from), h = bound_from(s, e, a->to, &at_to);
    note(s, normal_at(e, a->from), at_from);
    note(s, normal_at(e, a->to), at_to);
    const double g_from = value_at(&g, a->from), g_to = value_at(&g, a->to);
    const double h_from = value_at(&h, a->from), h_to = value_at(&h, a->to);
    double bound = fmax(least_over(&g, a), least_over(&h, a));
    // The mean that is equally high at both ends.
    const double fall = g_from - g_to, rise = h_to - h_from;
    if (fall > 0.0 && rise > 0.0) {
        const sinusoid mean = mean_of(&g, &h, rise / (fall + rise));
        bound = fmax(bound, least_over(&mean, a));
    }
    const double before = g_from - h_from, behind = h_to - g_to, middle = 0.5 * (a->from + a->to);
    *cut = before > 0.0 && behind > 0.0 ? a->from + (a->to - a->from) * (before / (before + behind)) : middle;
    return bound;
}

// Keeps t away from the ends.
static double between(const arc *a, double t)
{
    const double least = 0.02 * (a->to - a->from);
    return fmin(fmax(t, a->from + least), a->to - least);
}

static bool visit_arc(search *s, const circle *e, arc whole)
{
    arc open[MOST_ARCS];
    int count = 0;
    open[count++] = whole;
    while (count > 0) {
        const arc a = open[--count];
        double cut;
        const double bound = bound_over(s, e, &a, &cut);
        if (bound >= s->least - s->width) {
            s->proven = fmin(s->proven, bound);
            continue;
        }
        const double t = between(&a, cut);
        if (++s->cells > s->most_cells || count + 2 > MOST_ARCS || !(t > a.from && t < a.to)) return false;
        open[count++] = (arc){ t, a.to };
        open[count++] = (arc){ a.from, t };
    }
    return true;
}

// The corner of a face that is farthest from the line of an edge: the vector to it from `v`, made orthogonal to the
// edge.
static scree_vec3 way_into(const search *s, int face, int v, scree_vec3 along, double *doubt)
{
    const scree_shape *p = s->polyhedron;
    const int *corner = &p->hull->face_vertices[p->hull->faces[face].first];
    scree_vec3 best = v3(0, 0, 0);
    double most = 0.0, length = 0.0;
    for (int i = 0; i < p->hull->faces[face].count; ++i) {
        const scree_vec3 way = way_between(s, v, corner[i]);
        scree_vec3 across = way;
        for (int k = 0; k < 2; ++k) across = v3_add_scaled(across, -v3_dot(across, along), along);
        const double height = v3_norm(across);
        if (!(height > most)) continue;
        most = height;
        length = v3_norm(way);
        best = across;
    }
    *doubt = most > 0.0 ? (ROUNDINGS_DIRECTION * SCREE_ROUNDING * length + p->slack) / most : INFINITY;
    return best;
}

// m is across the edge and across the way into one of its faces, with the other face above.
static bool visit_edge(search *s, int edge)
{
    const scree_edge e = scree_edge_at(s->polyhedron->hull, edge);
    const scree_vec3 along = v3_unit(way_between(s, e.vertex[0], e.vertex[1]));
    double doubt[2];
    scree_vec3 way[2], m[2];
    for (int i = 0; i < 2; ++i) way[i] = v3_unit(way_into(s, e.face[i], e.vertex[0], along, &doubt[i]));
    // vertex[0] -> vertex[1] runs counter-clockwise around face[0]: along x way is its outward normal.
    m[0] = v3_unit(v3_cross(way[0], along));
    m[1] = v3_unit(v3_cross(along, way[1]));
    const double d = ROUNDINGS_DIRECTION * SCREE_ROUNDING;
    if (!(doubt[0] + doubt[1] < MOST_DOUBT) || !(v3_norm2(m[0]) > 0.0) || !(v3_norm2(m[1]) > 0.0)) return false;
    circle g = { .p = m[0], .vertex = vertex_at(s, e.vertex[0]) };
    // From m[0] towards m[1], by less than half a turn: the way into face 1 is above the plane across m[0].
    const double angle = atan2(v3_dot(v3_cross(m[0], m[1]), along), v3_dot(m[0], m[1]));
    g.q = v3_cross(angle < 0.0 ? v3_neg(along) : along, m[0]);
    for (int k = 0; k < 2; ++k) {
        const scree_vec3 from = v3_sub(s->part[k].centre, g.vertex);
        g.x[k] = v3_dot(g.p, from);
        g.y[k] = v3_dot(g.q, from);
    }
    g.p_out = across_axis(s, g.p);
    g.q_out = across_axis(s, g.q);
    const double k = v3_dot(along, s->axis);
    g.bend = fmax(k * k * (1.0 - d) - d * fabs(k), 0.0);
    return visit_arc(s, &g, (arc){ -doubt[0] - d, fabs(angle) + doubt[1] + d });
}

static bool is_revolved(const scree_shape *s)
{
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

static bool begin(search *s)
{
    const scree_cores *c = s->c;
    const scree_shape *r = is_revolved(c->a) ? c->a : c->b;
    s->of_a = r == c->a;
    s->polyhedron = s->of_a ? c->b : c->a;
    if (!is_revolved(r) || s->polyhedron->core != SCREE_CORE_POLYHEDRON || !(r->form->half_length > 0.0)) return false;
    s->discs = r->core == SCREE_CORE_FRUSTUM;
    s->axis = s->of_a ? v3(0, 0, 1) : v3_unit(v3(c->rotation.row[0].z, c->rotation.row[1].z, c->rotation.row[2].z));
    const scree_vec3 middle = s->of_a ? v3(0, 0, 0) : c->shift;
    s->part[0] = (part){ v3_add_scaled(middle, -r->form->half_length, s->axis), r->form->bottom };
    s->part[1] = (part){ v3_add_scaled(middle, r->form->half_length, s->axis), r->form->top };
    s->noise = ROUNDINGS_VALUE * SCREE_ROUNDING * c->size;
    return true;
}

bool scree_revolved_polyhedron(const scree_cores *c, const scree_axis *known, double width, int most_cells,
                               scree_cover *out)
{
    search s = { .c = c, .least = -known->gap, .width = width, .proven = INFINITY, .most_cells = most_cells };
    if (!begin(&s)) return false;
    s.best = s.of_a ? known->n : v3_neg(known->n);
    visit_discs(&s);
    for (int i = 0; i < s.polyhedron->vertex_count; ++i) visit_vertex(&s, i);
    for (int i = 0; i < s.polyhedron->hull->edge_count; ++i)
        if (!visit_edge(&s, i)) return false;
    scree_axis best = { .n = s.of_a ? s.best : v3_neg(s.best), .index_a = -1, .index_b = -1 };
    best.at.index_a = best.at.index_b = -1;
    best.gap = scree_cores_gap(c, best.n, &best.at);
    *out = (scree_cover){ .best = known->gap > best.gap ? *known : best, .cells = s.cells };
    out->upper = fmax(-s.proven + s.astray + ROUNDINGS_PROOF * SCREE_ROUNDING * c->size, out->best.gap);
    return true;
}
