// All normals, covered.
//
// Source      Our own; the frame is that of superquadric_depth.c.
// Idea        The depth along n is F(n) = h_A(n) + h_B(-n) - n . s. With v the point of the surface of F's body at the
//             corner n_j of a cell, and r a bound of the radii of curvature of both bodies together over the cell, along
//             the great circles from n_j into it (radius_bound.h): F(n) >= v . n + r (1 - n . n_j), a ball inside as far
//             as the cell goes. With r at most the level, it is enough that this holds at the three corners, and so do
//             means of the balls of several corners. Along a ring of minima r is all but the depth, and a long cell
//             will do. Otherwise a cell is halved, across the edge along which the bound loses most.
//             Cells that a symmetry leads to another one with no more depth are left out.
// Limits      Bodies that are nearly balls need cells all over the sphere.
#include "solve/smooth/normal_cover.h"

#include "solve/smooth/radius_bound.h"

enum { STACK = 160 };

// Bodies of revolution are coaxial if that makes no more than this part of a difference to what is to be shown.
#define COAXIAL 0.1

// Cores whose radii differ by more than this factor: the ring, if there is one, is the larger one's.
#define UNEQUAL 8.0

typedef struct corner {
    scree_vec3 n, v; // a normal, and the point of A - B that is farthest along it
    double f;        // F(n)
} corner;

typedef struct cell {
    corner c[3];
} cell;

typedef struct cover {
    const scree_cores *c;
    double level;
    bool central;  // F(n) >= F(-n) where n . side <= 0
    bool mirrored; // the same of each component of n by itself
    scree_vec3 side;
    double spare;                // what F may be off one with these symmetries, twice
    bool revolved;               // F(n) is the least, of all n with the same z, in the half plane of `meridian` and z
    scree_vec3 meridian, across; // unit, at right angles to z and to each other
} cover;

static corner corner_at(const cover *k, scree_vec3 n)
{
    const scree_mvertex m = scree_cores_support(k->c, v3_neg(n), NULL);
    corner c = { .n = n, .v = v3_neg(m.w) };
    c.f = v3_dot(n, c.v);
    return c;
}

static bool is_round(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// The centre of symmetry in stored coordinates, where there is one.
static bool centre_of(const scree_shape *s, scree_vec3 *centre)
{
    *centre = v3(0, 0, 0);
    if (s->core == SCREE_CORE_POINT) *centre = scree_stored_vertex(s, 0);
    if (s->core == SCREE_CORE_SEGMENT) *centre = v3_lerp(scree_stored_vertex(s, 0), scree_stored_vertex(s, 1), 0.5);
    return is_round(s) || s->core == SCREE_CORE_POINT || s->core == SCREE_CORE_SEGMENT;
}

static bool is_ball(const scree_shape *s)
{
    const scree_vec3 a = s->semi_axes;
    return s->core == SCREE_CORE_POINT || (s->core == SCREE_CORE_ELLIPSOID && a.x == a.y && a.y == a.z);
}

// About its z.
static bool is_revolved(const scree_shape *s)
{
    return is_round(s) && s->n2 == 2.0 && s->semi_axes.x == s->semi_axes.y;
}

// What B is off A's axis by, as lengths: F is no more than this off that of bodies that are coaxial.
static double off_axis(const scree_cores *c, scree_vec3 way)
{
    const double tilt = hypot(c->turn.row[0].z, c->turn.row[1].z);
    return hypot(way.x, way.y) + (is_ball(c->b) ? 0.0 : 2.0 * tilt * c->b->core_radius);
}

static void find_symmetry(cover *k, double enough, scree_vec3 n)
{
    const scree_cores *c = k->c;
    scree_vec3 centre_a, centre_b;
    k->central = centre_of(c->a, &centre_a);
    k->central = centre_of(c->b, &centre_b) && k->central;
    const scree_vec3 way = v3_sub(v3_add(m3_mul(&c->turn, centre_b), c->shift), centre_a);
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

// Of a body of revolution and a ball, or of two with one axis, only cells that touch the meridian count, on one side of
// it.
static bool is_off_meridian(const cover *k, const cell *x)
{
    const double p = v3_dot(x->c[0].n, k->across), q = v3_dot(x->c[1].n, k->across), r = v3_dot(x->c[2].n, k->across);
    const double noise = 4.0 * SCREE_ROUNDING;
    if (p > noise && q > noise && r > noise) return true;
    return p <= noise && q <= noise && r <= noise && p + q + r < -noise;
}

// Another cell has no more depth: that of the normals with the sign of one component, or of all, changed.
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

// The bounds over a cell, with each body taken for what it is, or for nearly an ellipsoid.
typedef struct bounds {
    scree_radius_bound of[4][2];
    int count;
} bounds;

static void bounds_of(const cover *k, const cell *x, bounds *out)
{
    const scree_cores *c = k->c;
    const scree_vec3 own[3] = { x->c[0].n, x->c[1].n, x->c[2].n };
    scree_vec3 other[3];
    for (int i = 0; i < 3; ++i) other[i] = v3_neg(m3_mul_transposed(&c->turn, own[i]));
    scree_radius_bound a[2], b[2];
    const int count_a = scree_is_nearly_ellipsoid(c->a) ? 2 : 1, count_b = scree_is_nearly_ellipsoid(c->b) ? 2 : 1;
    for (int i = 0; i < count_a; ++i) scree_radius_bound_make(c->a, own, NULL, i != 0, &a[i]);
    for (int i = 0; i < count_b; ++i) scree_radius_bound_make(c->b, other, &c->turn, i != 0, &b[i]);
    out->count = count_a * count_b;
    for (int i = 0; i < out->count; ++i) {
        out->of[i][0] = a[i % count_a];
        out->of[i][1] = b[i / count_a];
    }
}

static double least_radius(const bounds *b, scree_vec3 n, scree_vec3 first, scree_vec3 last)
{
    double r = 0.0;
    for (int i = 0; i < b->count; ++i) r = fmax(r, scree_least_radius(b->of[i], n, first, last));
    return r;
}

static double radius_along(const bounds *b, scree_vec3 pole)
{
    double r = 0.0;
    for (int i = 0; i < b->count; ++i) r = fmax(r, scree_radius_along(b->of[i], pole));
    return r;
}

// Each corner's ball at each corner: how far out it is there.
static void measure(const cover *k, const cell *x, const bounds *b, double g[3][3])
{
    for (int j = 0; j < 3; ++j) {
        const corner *c = &x->c[j], *next = &x->c[(j + 1) % 3], *last = &x->c[(j + 2) % 3];
        const scree_vec3 first = v3_unit(v3_cross(c->n, next->n)), second = v3_unit(v3_cross(c->n, last->n));
        const double r = fmin(least_radius(b, c->n, first, second), k->level);
        for (int i = 0; i < 3; ++i) {
            const scree_vec3 d = v3_sub(x->c[i].n, c->n);
            g[j][i] = v3_dot(c->v, x->c[i].n) + 0.5 * r * v3_norm2(d);
        }
    }
}

static bool holds(const cover *k, double g[3][3], const double weight[3])
{
    double sum = 0.0, at[3] = { 0.0, 0.0, 0.0 };
    for (int j = 0; j < 3; ++j) {
        if (!(weight[j] > 0.0)) continue;
        sum += weight[j];
        for (int i = 0; i < 3; ++i) at[i] += weight[j] * g[j][i];
    }
    return sum > 0.0 && fmin(at[0], fmin(at[1], at[2])) >= k->level * sum;
}

// One ball, the mean of two that is as far out at both corners, or that of all three.
static bool is_covered(const cover *k, double g[3][3])
{
    for (int j = 0; j < 3; ++j) {
        const int i = (j + 1) % 3;
        const double one[3] = { j == 0, j == 1, j == 2 };
        if (holds(k, g, one)) return true;
        double two[3] = { 0.0, 0.0, 0.0 };
        two[j] = g[i][i] - g[i][j];
        two[i] = g[j][j] - g[j][i];
        if (holds(k, g, two)) return true;
    }
    const scree_vec3 a = v3(g[0][0], g[0][1], g[0][2]), b = v3(g[1][0], g[1][1], g[1][2]);
    const scree_vec3 c = v3(g[2][0], g[2][1], g[2][2]), one = v3(1, 1, 1);
    const double all[3] = { v3_dot(one, v3_cross(b, c)), v3_dot(one, v3_cross(c, a)), v3_dot(one, v3_cross(a, b)) };
    const double sign = all[0] + all[1] + all[2] < 0.0 ? -1.0 : 1.0;
    const double weight[3] = { sign * all[0], sign * all[1], sign * all[2] };
    return holds(k, g, weight);
}

// What the bound loses along an edge.
static double loss(const cover *k, const bounds *b, const corner *from, const corner *to)
{
    const scree_vec3 d = v3_sub(to->n, from->n);
    const double turned = v3_dot(v3_sub(to->v, from->v), d);
    return turned - fmin(radius_along(b, v3_unit(v3_cross(from->n, to->n))), k->level) * v3_norm2(d);
}

// Gives the corner between the two.
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

// Along the axes of the larger one (A) of unequal bodies, of the blockier one, or of that in whose planes of symmetry the
// normal is: a ring of minima is between cells.
static void first_cells(const cover *k, scree_vec3 n, cell out[8])
{
    const scree_cores *c = k->c;
    const double a = is_round(c->a) ? least_component(n) : 2.0;
    const double b = is_round(c->b) ? least_component(m3_mul_transposed(&c->turn, n)) : 2.0;
    const bool unequal = is_round(c->a) && c->a->core_radius > UNEQUAL * c->b->core_radius;
    const double n_a = fmax(c->a->n1, c->a->n2), n_b = fmax(c->b->n1, c->b->n2);
    const bool blocky = is_round(c->a) && is_round(c->b) && n_a != n_b;
    const bool second = !unequal && (blocky ? n_b > n_a : b < a);
    scree_vec3 axis[3] = { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) };
    const bool second_frame = second && !k->revolved;
    if (k->revolved) {
        axis[0] = k->meridian;
        axis[1] = k->across;
    }
    if (second_frame)
        for (int i = 0; i < 3; ++i) axis[i] = v3_unit(m3_mul(&c->turn, axis[i]));
    corner ends[6];
    for (int i = 0; i < 6; ++i) ends[i] = corner_at(k, i % 2 ? v3_neg(axis[i / 2]) : axis[i / 2]);
    for (int i = 0; i < 8; ++i) out[i] = (cell){ .c = { ends[i & 1], ends[2 + (i >> 1 & 1)], ends[4 + (i >> 2)] } };
}

// A corner with less depth than the level is the best so far. What has been covered at a higher level stays covered.
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
    cover k = { .c = c };
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
        bounds_of(&k, &x, &b);
        double g[3][3];
        measure(&k, &x, &b, g);
        if (is_covered(&k, g)) continue;
        if (--*budget < 0 || open + 2 > STACK) return SCREE_COVER_OPEN;
        const corner middle = halve(&k, &x, &b, &stack[open]);
        better = learn(&k, &middle, enough, n, depth);
        open += 2;
    }
    return SCREE_COVER_PROVEN;
}
