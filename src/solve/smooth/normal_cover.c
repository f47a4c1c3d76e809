// A proof of the least depth by a cover of the sphere of normals.
//
// Source      Our own; the frame is that of superquadric_depth.c.
// Idea        The depth along n is F(n) = h_A(n) + h_B(-n) - n . s, the support function of a body. Let v be the point
//             of its surface at the corner n_j of a cell, and r a lower bound on the sum of both bodies' radii of
//             curvature over the cell, along the great circles from n_j into it (radius_bound.h). Then F(n) >= v . n +
//             r (1 - n . n_j) in the cell, as if a ball were inside. If r is at most the level, it is enough that this
//             holds at the three corners; means of the balls of several corners serve as well. Along a ring of minima r
//             is nearly the depth, and a long cell is enough. Otherwise a cell is halved, across the edge along which
//             the bound loses most.
//             Cells that a symmetry maps to another one with no more depth are left out.
//             The ellipsoid with the semi-axes of a superquadric is inside it, as exponents are at least 2. It may
//             take the superquadric's place, and with balls and bodies of revolution it often loses less.
//             A frustum or a tear is replaced by either of its ends, a disc or a ball; the means are then of both ends'
//             balls, across the ring where the two ends are equally far out.
//             A bound over a cell may use any vertex of a polytope, not only the support vertices at the cell's corners. A
//             vertex may be the support vertex only for normals within 1e-9 of a circle, and the corners miss it. If the
//             bound of a cell is too low, the support vertex of the normal where it is lowest is added.
// Limits      Bodies that are nearly balls need cells all over the sphere.
#include "solve/smooth/normal_cover.h"

#include "solve/smooth/radius_bound.h"

enum { STACK = 160 };

// Bodies of revolution count as coaxial if the difference is at most this fraction of what is to be shown.
#define COAXIAL 0.1

// If the cores' radii differ by more than this factor, a ring of minima is the larger one's.
#define UNEQUAL 8.0

// Roles: bodies as they are, or superquadrics as the ellipsoids inside them. Ends: a frustum or a tear as either of its
// ends, a disc or a ball.
enum { ROLES = 2, ENDS = 2, MOST_BALLS = 3 * ENDS };

// Balls, in a cell, of vertices of a polytope that none of its corners sees: as many as both ends of other bodies have.
enum { MORE_VERTICES = MOST_BALLS - 3 };

typedef struct corner {
    scree_vec3 n;              // a normal
    scree_vec3 v[ROLES][ENDS]; // points of N = A - B = -M: the support point along it, or those of each end
    scree_vec3 vertex;         // the polytope's part of v, where a body is one
    double f;                  // F(n)
} corner;

typedef struct cell {
    corner c[3];
} cell;

typedef struct cover {
    const scree_cores *c;
    int roles, ends; // how many there are
    bool a_has_ends; // A is the frustum or the tear
    bool a_is_polytope, b_is_polytope;
    double level;
    bool central;  // F(n) >= F(-n) where n . side <= 0
    bool mirrored; // the same of each component of n by itself
    scree_vec3 side;
    double spare;                // twice the most that F may differ from one with these symmetries
    bool revolved;               // F(n) is the least, of all n with the same z, in the half plane of `meridian` and z
    scree_vec3 meridian, across; // unit, at right angles to z and to each other
} cover;

static bool has_ends(const scree_shape *s)
{
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

// The support point of one end along d, in the shape's own frame.
static scree_vec3 end_support(const scree_shape *s, int end, scree_vec3 d)
{
    const scree_vec3 out = s->core == SCREE_CORE_TEAR ? v3_unit(d) : v3_unit(v3(d.x, d.y, 0.0));
    return v3_add_scaled(v3(0, 0, end == 0 ? -s->form->half_length : s->form->half_length),
                         end == 0 ? s->form->bottom : s->form->top, out);
}

static bool is_round(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// The support point of the inscribed ellipsoid.
static scree_vec3 inscribed_support(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 a = s->form->semi_axes, along = v3(a.x * d.x, a.y * d.y, a.z * d.z);
    const double h = v3_norm(along);
    return v3(a.x * along.x / h, a.y * along.y / h, a.z * along.z / h);
}

// One body's part of a corner, in its own frame; `whole` is its support point.
static scree_vec3 part_of(const scree_shape *s, scree_vec3 d, int role, int end, scree_vec3 whole)
{
    if (has_ends(s)) return end_support(s, end, d);
    return role == 1 && s->core == SCREE_CORE_SUPERQUADRIC ? inscribed_support(s, d) : whole;
}

static bool is_polytope(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYHEDRON || s->core == SCREE_CORE_SEGMENT;
}

static corner corner_at(const cover *k, scree_vec3 n)
{
    const scree_cores *c = k->c;
    const scree_mvertex m = scree_cores_support(c, v3_neg(n), NULL);
    corner x = { .n = n, .v = { { v3_neg(m.w) } }, .vertex = k->a_is_polytope ? m.a : v3_neg(m.b) };
    x.f = v3_dot(n, x.v[0][0]);
    if (k->roles * k->ends == 1) return x;
    const scree_vec3 back = v3_neg(m3_mul_transposed(&c->rotation, n));
    const scree_vec3 whole = m3_mul_transposed(&c->rotation, v3_sub(m.b, c->shift));
    for (int role = 0; role < k->roles; ++role) {
        for (int end = 0; end < k->ends; ++end) {
            const scree_vec3 a = part_of(c->a, n, role, end, m.a), b = part_of(c->b, back, role, end, whole);
            x.v[role][end] = v3_sub(a, v3_add(m3_mul(&c->rotation, b), c->shift));
        }
    }
    if (k->ends == 1) x.v[0][0] = v3_neg(m.w);
    return x;
}

// The centre of symmetry in stored coordinates, where there is one.
static bool centre_of(const scree_shape *s, scree_vec3 *centre)
{
    *centre = v3(0, 0, 0);
    if (s->core == SCREE_CORE_POINT) *centre = scree_stored_vertex(s, 0);
    if (s->core == SCREE_CORE_SEGMENT) *centre = v3_lerp(scree_stored_vertex(s, 0), scree_stored_vertex(s, 1), 0.5);
    return is_round(s) || s->core == SCREE_CORE_POINT || s->core == SCREE_CORE_SEGMENT ||
           (has_ends(s) && s->form->top == s->form->bottom);
}

static bool is_ball(const scree_shape *s)
{
    const scree_vec3 a = s->form->semi_axes;
    return s->core == SCREE_CORE_POINT || (s->core == SCREE_CORE_ELLIPSOID && a.x == a.y && a.y == a.z);
}

// About its z.
static bool is_revolved(const scree_shape *s)
{
    return is_round(s) && s->form->n2 == 2.0 && s->form->semi_axes.x == s->form->semi_axes.y;
}

// How far B is off A's axis, as a length: F differs by no more than this from that of coaxial bodies.
static double off_axis(const scree_cores *c, scree_vec3 way)
{
    const double tilt = hypot(c->rotation.row[0].z, c->rotation.row[1].z);
    return hypot(way.x, way.y) + (is_ball(c->b) ? 0.0 : 2.0 * tilt * c->b->core_radius);
}

static void find_symmetry(cover *k, double enough, scree_vec3 n)
{
    const scree_cores *c = k->c;
    scree_vec3 centre_a, centre_b;
    k->central = centre_of(c->a, &centre_a);
    k->central = centre_of(c->b, &centre_b) && k->central;
    const scree_vec3 way = v3_sub(v3_add(m3_mul(&c->rotation, centre_b), c->shift), centre_a);
    k->mirrored = is_round(c->a) && is_ball(c->b);
    k->revolved = k->mirrored && is_revolved(c->a);
    const scree_vec3 flat = v3_unit(v3(way.x, way.y, 0));
    k->meridian = v3_norm2(flat) > 0.5 ? flat : v3(1, 0, 0);
    const double off = off_axis(c, way);
    if (!k->revolved && is_revolved(c->a) && is_revolved(c->b) && 2.0 * off <= COAXIAL * enough) {
        k->mirrored = k->revolved = true;
        k->spare = 2.0 * off;
    }
    k->across = v3(-k->meridian.y, k->meridian.x, 0);
    k->side = v3_norm2(way) > 0.0 || k->mirrored ? way : n;
}

// For a body of revolution and a ball, or for two with one axis, only cells that touch the meridian, on one side of it,
// count.
static bool is_off_meridian(const cover *k, const cell *x)
{
    const double p = v3_dot(x->c[0].n, k->across), q = v3_dot(x->c[1].n, k->across), r = v3_dot(x->c[2].n, k->across);
    const double noise = 4.0 * SCREE_ROUNDING;
    if (p > noise && q > noise && r > noise) return true;
    return p <= noise && q <= noise && r <= noise && p + q + r < -noise;
}

// Another cell has no more depth: that of the normals with the sign of one component, or of all, reversed.
static bool is_left_out(const cover *k, const cell *x)
{
    const scree_vec3 a = x->c[0].n, b = x->c[1].n, c = x->c[2].n, s = k->side;
    if (k->revolved && is_off_meridian(k, x)) return true;
    if (k->mirrored) {
        const scree_vec3 m = k->revolved ? k->meridian : v3(1, 0, 0);
        const double from[3][3] = { { a.z, b.z, c.z },
                                    { v3_dot(a, m), v3_dot(b, m), v3_dot(c, m) },
                                    { a.y, b.y, c.y } };
        const double toward[3] = { s.z, k->revolved ? 1.0 : s.x, s.y };
        for (int i = 0; i < (k->revolved ? 2 : 3); ++i) {
            const double sign = toward[i] < 0.0 ? -1.0 : 1.0, p = sign * from[i][0], q = sign * from[i][1];
            const double r = sign * from[i][2];
            if (p <= 0.0 && q <= 0.0 && r <= 0.0 && p + q + r < 0.0) return true;
        }
        return false;
    }
    if (!k->central) return false;
    const double p = v3_dot(a, s), q = v3_dot(b, s), r = v3_dot(c, s);
    return p <= 0.0 && q <= 0.0 && r <= 0.0 && p + q + r < 0.0;
}

// The bounds over a cell: for each body as it is, or compared with an ellipsoid; for each role and end.
typedef struct bounds {
    scree_radius_bound of[ROLES][ENDS][4][2];
    int count[ROLES];
} bounds;

// The bounds available for one body.
static int bounds_of_one(const scree_shape *s, const scree_vec3 n[3], const scree_mat3 *rotation, int role, int end,
                         scree_radius_bound out[2])
{
    if (has_ends(s)) {
        scree_radius_bound_make_end(s, n, rotation, end, &out[0]);
        return 1;
    }
    if (role == 1 && s->core == SCREE_CORE_SUPERQUADRIC) {
        scree_radius_bound_make_inscribed(s, n, rotation, &out[0]);
        return 1;
    }
    const int count = scree_is_nearly_ellipsoid(s) ? 2 : 1;
    for (int i = 0; i < count; ++i) scree_radius_bound_make(s, n, rotation, i != 0, &out[i]);
    return count;
}

static void bounds_of(const cover *k, const cell *x, int role, bounds *out)
{
    const scree_cores *c = k->c;
    const scree_vec3 own[3] = { x->c[0].n, x->c[1].n, x->c[2].n };
    scree_vec3 other[3];
    for (int i = 0; i < 3; ++i) other[i] = v3_neg(m3_mul_transposed(&c->rotation, own[i]));
    for (int end = 0; end < k->ends; ++end) {
        scree_radius_bound a[2], b[2];
        const int count_a = bounds_of_one(c->a, own, NULL, role, end, a);
        const int count_b = bounds_of_one(c->b, other, &c->rotation, role, end, b);
        out->count[role] = count_a * count_b;
        for (int i = 0; i < out->count[role]; ++i) {
            out->of[role][end][i][0] = a[i % count_a];
            out->of[role][end][i][1] = b[i / count_a];
        }
    }
}

static double least_radius(const bounds *b, int role, int end, scree_vec3 n, scree_vec3 first, scree_vec3 last)
{
    double r = 0.0;
    for (int i = 0; i < b->count[role]; ++i) r = fmax(r, scree_least_radius(b->of[role][end][i], n, first, last));
    return r;
}

static double radius_along(const bounds *b, int end, scree_vec3 pole)
{
    double r = 0.0;
    for (int i = 0; i < b->count[0]; ++i) r = fmax(r, scree_radius_along(b->of[0][end][i], pole));
    return r;
}

// The value of each corner's ball, or of both ends' balls, at each corner.
static int measure(const cover *k, const cell *x, const bounds *b, int role, double g[MOST_BALLS][3])
{
    int count = 0;
    for (int end = 0; end < k->ends; ++end) {
        for (int j = 0; j < 3; ++j) {
            const corner *c = &x->c[j], *next = &x->c[(j + 1) % 3], *last = &x->c[(j + 2) % 3];
            const scree_vec3 first = v3_unit(v3_cross(c->n, next->n)), second = v3_unit(v3_cross(c->n, last->n));
            const double r = fmin(least_radius(b, role, end, c->n, first, second), k->level);
            for (int i = 0; i < 3; ++i) {
                const scree_vec3 d = v3_sub(x->c[i].n, c->n);
                g[count][i] = v3_dot(c->v[role][end], x->c[i].n) + 0.5 * r * v3_norm2(d);
            }
            ++count;
        }
    }
    return count;
}

// A mean of two or three balls.
typedef struct mean {
    const double *g[3]; // the value of each at the corners
    double weight[3];
} mean;

static bool holds(const cover *k, const mean *m)
{
    double sum = 0.0, at[3] = { 0.0, 0.0, 0.0 };
    for (int j = 0; j < 3; ++j) {
        if (!(m->weight[j] > 0.0)) continue;
        sum += m->weight[j];
        for (int i = 0; i < 3; ++i) at[i] += m->weight[j] * m->g[j][i];
    }
    return sum > 0.0 && fmin(at[0], fmin(at[1], at[2])) >= k->level * sum;
}

// Whether the mean of two that is equal at the corners p and q is enough.
static bool holds_two(const cover *k, const double *a, const double *b, int p, int q)
{
    const double rise = a[p] - a[q], fall = b[q] - b[p], sign = rise + fall < 0.0 ? -1.0 : 1.0;
    return holds(k, &(mean){ { a, b, b }, { sign * fall, sign * rise, 0.0 } });
}

// Whether the mean of three that is equal at all corners is enough.
static bool holds_three(const cover *k, const double *p, const double *q, const double *r)
{
    const scree_vec3 a = v3(p[0], p[1], p[2]), b = v3(q[0], q[1], q[2]), c = v3(r[0], r[1], r[2]), one = v3(1, 1, 1);
    const double all[3] = { v3_dot(one, v3_cross(b, c)), v3_dot(one, v3_cross(c, a)), v3_dot(one, v3_cross(a, b)) };
    const double sign = all[0] + all[1] + all[2] < 0.0 ? -1.0 : 1.0;
    return holds(k, &(mean){ { p, q, r }, { sign * all[0], sign * all[1], sign * all[2] } });
}

// One ball, or a mean of two or three. Corner j's balls have the indices j and, for the second end, j + 3; those of a
// polytope's other vertices belong to no corner.
static bool are_above(const cover *k, double g[MOST_BALLS][3], int count)
{
    for (int j = 0; j < count; ++j)
        if (holds(k, &(mean){ { g[j], g[j], g[j] }, { 1.0, 0.0, 0.0 } })) return true;
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            if (i % 3 != j % 3 && (j < 3 || k->ends > 1)) {
                if (holds_two(k, g[i], g[j], i % 3, j % 3)) return true;
            } else if (holds_two(k, g[i], g[j], 0, 1) || holds_two(k, g[i], g[j], 1, 2) ||
                       holds_two(k, g[i], g[j], 2, 0)) {
                return true;
            }
            for (int l = j + 1; l < count; ++l)
                if (holds_three(k, g[i], g[j], g[l])) return true;
        }
    }
    return false;
}

// The normal in the cell, as weights of its corners, where the highest of the balls is lowest: where one is highest at a corner, two
// are equally high on a side, or three inside.
typedef struct lowest {
    double weight[3], height;
} lowest;

static void try_weights(double g[MOST_BALLS][3], int count, const double weight[3], lowest *out)
{
    const double sum = weight[0] + weight[1] + weight[2];
    double height = -INFINITY;
    for (int i = 0; i < 3; ++i)
        if (!(weight[i] / sum >= 0.0)) return;
    for (int j = 0; j < count; ++j)
        height = fmax(height, (weight[0] * g[j][0] + weight[1] * g[j][1] + weight[2] * g[j][2]) / sum);
    if (!(height < out->height)) return;
    for (int i = 0; i < 3; ++i) out->weight[i] = weight[i] / sum;
    out->height = height;
}

static lowest lowest_of(double g[MOST_BALLS][3], int count)
{
    lowest out = { .height = INFINITY };
    for (int i = 0; i < 3; ++i) try_weights(g, count, (double[3]){ i == 0, i == 1, i == 2 }, &out);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j) {
            const scree_vec3 d = v3(g[i][0] - g[j][0], g[i][1] - g[j][1], g[i][2] - g[j][2]);
            try_weights(g, count, (double[3]){ -d.y, d.x, 0.0 }, &out);
            try_weights(g, count, (double[3]){ 0.0, -d.z, d.y }, &out);
            try_weights(g, count, (double[3]){ d.z, 0.0, -d.x }, &out);
            for (int l = 0; l < j; ++l) {
                const scree_vec3 e = v3(g[i][0] - g[l][0], g[i][1] - g[l][1], g[i][2] - g[l][2]), w = v3_cross(d, e);
                try_weights(g, count, (double[3]){ w.x, w.y, w.z }, &out);
            }
        }
    }
    return out;
}

// Adds the balls of vertices that no corner sees, one after the other, each the polytope's own where the balls before are lowest.
static bool are_above_with_more(const cover *k, const cell *x, double g[MOST_BALLS][3])
{
    if (v3_equal(x->c[0].vertex, x->c[1].vertex) && v3_equal(x->c[1].vertex, x->c[2].vertex)) return false;
    for (int count = 3; count < 3 + MORE_VERTICES; ++count) {
        const lowest at = lowest_of(g, count);
        scree_vec3 n = v3(0, 0, 0);
        int most = 0;
        for (int i = 0; i < 3; ++i) {
            n = v3_add_scaled(n, at.weight[i], x->c[i].n);
            if (at.weight[i] > at.weight[most]) most = i;
        }
        const corner *c = &x->c[most];
        const scree_vec3 step = v3_sub(corner_at(k, v3_unit(n)).vertex, c->vertex);
        for (int i = 0; i < 3; ++i) g[count][i] = g[most][i] + v3_dot(step, x->c[i].n);
        if (!(at.weight[0] * g[count][0] + at.weight[1] * g[count][1] + at.weight[2] * g[count][2] > at.height))
            return false;
        if (are_above(k, g, count + 1)) return true;
    }
    return false;
}

static bool is_covered(const cover *k, const cell *x, bounds *b)
{
    // The inscribed ellipsoids need no powers, so try them first.
    for (int role = k->roles - 1; role >= 0; --role) {
        double g[MOST_BALLS][3] = { { 0.0 } };
        bounds_of(k, x, role, b);
        if (are_above(k, g, measure(k, x, b, role, g))) return true;
        if ((k->a_is_polytope || k->b_is_polytope) && are_above_with_more(k, x, g)) return true;
    }
    return false;
}

// Which of the two ends is farther out at a corner.
static bool is_first_end(const corner *c)
{
    return v3_dot(v3_sub(c->v[0][0], c->v[0][1]), c->n) > 0.0;
}

// What the bound loses along an edge; and, where that crosses the ring on which both ends are equally far out, how much lower their mean
// is at the corners than there.
static double loss(const cover *k, const bounds *b, const corner *from, const corner *to)
{
    const scree_vec3 d = v3_sub(to->n, from->n), pole = v3_unit(v3_cross(from->n, to->n));
    const bool crosses = k->ends > 1 && is_first_end(from) != is_first_end(to);
    double least = INFINITY;
    for (int end = 0; end < k->ends; ++end) {
        const double change = v3_dot(v3_sub(to->v[0][end], from->v[0][end]), d);
        const double radius = fmin(radius_along(b, end, pole), k->level);
        least = fmin(least, change + ((crosses ? k->level - radius : 0.0) - radius) * v3_norm2(d));
    }
    return least;
}

// Returns the corner between the two.
static corner halve(const cover *k, const cell *x, const bounds *b, cell out[2])
{
    int at = 0;
    double most = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        const double here = loss(k, b, &x->c[i], &x->c[(i + 1) % 3]);
        if (!(here > most)) continue;
        most = here;
        at = i;
    }
    const int next = (at + 1) % 3;
    const corner middle = corner_at(k, v3_unit(v3_add(x->c[at].n, x->c[next].n)));
    out[0] = out[1] = *x;
    out[0].c[next] = out[1].c[at] = middle;
    return middle;
}

static double least_component(scree_vec3 n)
{
    return fmin(fabs(n.x), fmin(fabs(n.y), fabs(n.z)));
}

static scree_vec3 column(const scree_mat3 *m, int i)
{
    return m3_mul(m, v3(i == 0, i == 1, i == 2));
}

// The axis of the body with ends and, as nearly across it as possible, one of the other body's axes.
static void axes_of_ends(const cover *k, scree_vec3 axis[3])
{
    const scree_mat3 none = { { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) } };
    const bool first = k->a_has_ends;
    const scree_mat3 *own = first ? &none : &k->c->rotation, *other = first ? &k->c->rotation : &none;
    axis[2] = v3_unit(column(own, 2));
    int across = 0;
    for (int i = 1; i < 3; ++i)
        if (fabs(v3_dot(column(other, i), axis[2])) < fabs(v3_dot(column(other, across), axis[2]))) across = i;
    const scree_vec3 near = column(other, across);
    axis[0] = v3_unit(v3_add_scaled(near, -v3_dot(near, axis[2]), axis[2]));
    axis[1] = v3_cross(axis[2], axis[0]);
}

// The axes of the larger one (A) of unequal bodies, of the blockier one, or of the one whose plane of symmetry contains
// the normal: a ring of minima then runs along the sides of cells.
static void axes_of_round(const cover *k, scree_vec3 n, scree_vec3 axis[3])
{
    const scree_cores *c = k->c;
    const double a = is_round(c->a) ? least_component(n) : 2.0;
    const double b = is_round(c->b) ? least_component(m3_mul_transposed(&c->rotation, n)) : 2.0;
    const bool unequal = is_round(c->a) && c->a->core_radius > UNEQUAL * c->b->core_radius;
    const double n_a = fmax(c->a->form->n1, c->a->form->n2), n_b = fmax(c->b->form->n1, c->b->form->n2);
    const bool blocky = is_round(c->a) && is_round(c->b) && n_a != n_b;
    const bool second = !unequal && (blocky ? n_b > n_a : b < a);
    for (int i = 0; i < 3; ++i) axis[i] = v3(i == 0, i == 1, i == 2);
    const bool second_frame = second && !k->revolved;
    if (k->revolved) {
        axis[0] = k->meridian;
        axis[1] = k->across;
    }
    if (second_frame)
        for (int i = 0; i < 3; ++i) axis[i] = v3_unit(m3_mul(&c->rotation, axis[i]));
}

static void first_cells(const cover *k, scree_vec3 n, cell out[8])
{
    scree_vec3 axis[3];
    if (k->ends > 1)
        axes_of_ends(k, axis);
    else
        axes_of_round(k, n, axis);
    corner ends[6];
    for (int i = 0; i < 6; ++i) ends[i] = corner_at(k, i % 2 ? v3_neg(axis[i / 2]) : axis[i / 2]);
    for (int i = 0; i < 8; ++i) out[i] = (cell){ .c = { ends[i & 1], ends[2 + (i >> 1 & 1)], ends[4 + (i >> 2)] } };
}

// A corner with less depth than the level becomes the best so far. What was covered at a higher level stays covered.
static bool learn(cover *k, const corner *c, double enough, scree_vec3 *n, double *depth)
{
    if (!(c->f < k->level)) return false;
    *depth = c->f;
    *n = c->n;
    k->level = *depth - enough + k->spare;
    return true;
}

scree_cover_verdict scree_normal_cover(const scree_cores *c, double enough, bool stop, int *budget, scree_vec3 *n,
                                       double *depth)
{
    cover k = { .c = c, .a_has_ends = has_ends(c->a) };
    k.ends = has_ends(c->a) || has_ends(c->b) ? ENDS : 1;
    k.roles = c->a->core == SCREE_CORE_SUPERQUADRIC || c->b->core == SCREE_CORE_SUPERQUADRIC ? ROLES : 1;
    k.a_is_polytope = k.ends == 1 && is_polytope(c->a);
    k.b_is_polytope = k.ends == 1 && is_polytope(c->b);
    *depth = corner_at(&k, *n).f;
    find_symmetry(&k, enough, *n);
    k.level = *depth - enough + k.spare;
    cell stack[STACK];
    bool better = false;
    first_cells(&k, *n, stack);
    for (int i = 0; i < 24; ++i) better = learn(&k, &stack[i / 3].c[i % 3], enough, n, depth) || better;
    int open = 8;
    while (open > 0) {
        if (!(k.level > 0.0)) return SCREE_COVER_OPEN;
        if (better && stop) return SCREE_COVER_BETTER;
        const cell x = stack[--open];
        if (is_left_out(&k, &x)) continue;
        bounds b;
        if (is_covered(&k, &x, &b)) continue;
        if (--*budget < 0 || open + 2 > STACK) return SCREE_COVER_OPEN;
        const corner middle = halve(&k, &x, &b, &stack[open]);
        better = learn(&k, &middle, enough, n, depth);
        open += 2;
    }
    return SCREE_COVER_PROVEN;
}
