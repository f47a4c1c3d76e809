// Branch and bound over the normals of two overlapping superquadrics.
//
// Source      Our own; the structure and the three ways are those of ellipsoid_cells.c.
// Idea        The depth along a unit n is F(n) = h_A(n) + h_B(n) - n . s, homogeneous of degree 1 for n of any length.
//             Let f be the least value found. To be shown: F(n) >= f' |n| for all n, with f' slightly below f. A cell
//             is the cone of three normals n_1, n_2, n_3. It is excluded in one of three ways.
//               - F is the support function of a body that contains the sum of the two balls that touch A and B at the
//                 normal of a corner (superquadric_pair.h), and the means of those of three corners. With its centre w
//                 and its radius r <= f', F(n) >= w . n + r |n|, and |n| is convex, so w . n_i >= (f' - r) |n_i| at the
//                 three corners is enough.
//               - All three have n_i . s <= 0: F(-n) <= F(n), and -n is in other cells. (With s = 0, n_i . n* <= 0.)
//               - Newton's method ended at the points p_A and p_B with v = p_A - p_B along n* and the normals n_A and
//                 n_B along it, all up to rounding. y = h_A(n) - p_A . n has y = y' = 0 at n_A, and along a great
//                 circle from there y'' + y is the radius of curvature. Where that is at least r_A, y >= r_A (1 - cos
//                 phi); the same for B. Together F(n) >= v . n + (r_A + r_B) (1 - cos phi), minus rounding: not below f
//                 if r_A + r_B >= f. A curvature is bounded over a cell by those of the two steps it comes from: their
//                 powers q^(n-2) rise with the ratio of slopes, whose largest value over a cone is at its corners.
//             Otherwise it is halved, across the edge along which the surface turns most. A corner with F < f' is a
//             better normal: the proof starts again from where Newton's method leads from it. Equal depths found on the
//             way are kept as further minima.
// Limits      Where two edges cross deeply, the least radii of curvature of both together do not show that each is flat
//             along the other's sharp side; and least depths along a ring of normals are not isolated minima. The
//             number of cells bounds the work, and other proofs take over.
#include "solve/superquadric/superquadric_depth.h"

enum {
    MOST_MINIMA = 8,
    STACK = 48,
    CELLS = 500, // some 200 are usual
    CLIMB_STEPS = 16,
    CLIMB_FROM = 6, // a climb from the middle of a cell halved this often may find another minimum
    MOST_CLIMBS = 24
};

typedef struct corner {
    scree_vec3 n, v;         // the point v of the surface of F's body with the normal n
    scree_vec3 w;            // centre and
    double r;                // radius of the ball that touches it there
    double f;                // F(n)
    double side;             // n . side
    scree_two height, sigma; // of each body: support function, and the norm of the slopes along x and y
} corner;

typedef struct cell {
    corner c[3];
    int depth;
} cell;

// A stationary normal, and what the third way needs of it.
typedef struct minimum {
    scree_vec3 n;
    double value;     // the least radii of curvature required
    scree_two3 own;   // each body's normal, and at its surface point
    scree_two height; // its height,
    scree_two sigma;  // the slopes' sum along x and y,
    scree_two x, y;   // and the point across z over its length: as in scree_sq_view
} minimum;

typedef struct proof {
    const scree_sq_pair *p;
    scree_vec3 side; // F(n) >= F(-n) where n . side <= 0
    double level;    // to be shown: F >= level
    minimum minima[MOST_MINIMA];
    int count, climbs;
} proof;

// By Hoelder, the norm of the slopes is their product with the point over its length.
static scree_two sigma_of(const scree_sq_pair *p, const scree_sq_view *x)
{
    const scree_two3 t = two3_times(two3_times(x->own, p->axes), x->sign);
    return x->x * t.x + x->y * t.y;
}

static corner corner_at(const proof *s, scree_vec3 n)
{
    const scree_sq_pair *p = s->p;
    scree_sq_view x;
    scree_sq_face(p, n, &x);
    scree_two r = p->ball / x.height;
    const double whole = r[0] + r[1];
    if (whole > s->level) r *= s->level / whole;
    corner c = { .n = n, .v = v3_sub(x.on_a, x.on_b), .r = r[0] + r[1], .height = x.height };
    c.w = v3_sub(v3_add_scaled(x.on_a, -r[0], x.normal_a), v3_add_scaled(x.on_b, r[1], x.normal_b));
    c.f = v3_dot(n, c.v);
    c.side = v3_dot(n, s->side);
    c.sigma = sigma_of(p, &x);
    return c;
}

// False if x is not stationary, or its depth is less than what is to be shown.
static bool add_minimum(proof *s, const scree_sq_view *x)
{
    if (s->count == MOST_MINIMA) return false;
    const scree_vec3 n = v3_unit(v3_add(x->normal_a, x->normal_b)), v = v3_sub(x->on_a, x->on_b);
    const double f = v3_dot(v, n), spare = f - s->level;
    for (int i = 0; i < s->count; ++i)
        if (v3_norm2(v3_sub(s->minima[i].n, n)) < 1e-8) return false;
    // How far v and the normals are off n, the latter times radii that need not be larger than 2 f.
    const double off = v3_norm(v3_add_scaled(v, -f, n)) + 2.0 * f * v3_norm(v3_sub(x->normal_a, x->normal_b));
    if (!(spare > 0.0) || !(off * off < spare * f)) return false;
    minimum *m = &s->minima[s->count++];
    *m = (minimum){ .n = n, .value = f + 0.5 * off * off / spare, .own = x->own, .height = x->height };
    m->sigma = sigma_of(s->p, x);
    m->x = x->x;
    m->y = x->y;
    return true;
}

// The first way, with the ball at one normal.
static bool is_above(const proof *s, const cell *k, const corner *at)
{
    for (int i = 0; i < 3; ++i)
        if (!(v3_dot(at->w, k->c[i].n) >= s->level - at->r)) return false;
    return true;
}

// The same with the mean of the three balls that is equally far out along all three corners.
static bool are_above(const proof *s, const cell *k)
{
    scree_vec3 g[3]; // g[j]: how far out ball j is along each corner
    for (int j = 0; j < 3; ++j) {
        const corner *c = &k->c[j];
        g[j] = v3(v3_dot(c->w, k->c[0].n) + c->r, v3_dot(c->w, k->c[1].n) + c->r, v3_dot(c->w, k->c[2].n) + c->r);
    }
    // Weights with the sum of weight[j] g[j] along (1, 1, 1), by Cramer's rule.
    const scree_vec3 one = { 1.0, 1.0, 1.0 };
    double weight[3] = { v3_dot(one, v3_cross(g[1], g[2])), v3_dot(one, v3_cross(g[2], g[0])),
                         v3_dot(one, v3_cross(g[0], g[1])) };
    const double sum = weight[0] + weight[1] + weight[2];
    scree_vec3 mean = { 0.0, 0.0, 0.0 };
    for (int j = 0; j < 3; ++j) {
        if (!(weight[j] * sum > 0.0)) return false;
        mean = v3_add_scaled(mean, weight[j] / sum, g[j]);
    }
    return mean.x >= s->level && mean.y >= s->level && mean.z >= s->level;
}

// The range of a quotient.
typedef struct range {
    double least, most;
} range;

static const range anything = { 0.0, 1.0 };

// The range of the quotient of two arguments over all combinations of four normals, from the values there of functions
// below and above each argument, which are linear or convex. `anything` if the quotient may be above 1, or its
// denominator 0.
static range quotient_of(const double small[4], const double small_top[4], const double big[4], const double big_top[4])
{
    range r = { INFINITY, 0.0 };
    for (int i = 0; i < 4; ++i) {
        if (!(big[i] * big[0] > 0.0)) return anything;
        const double most = fabs(small_top[i] / big[i]),
                     least = small[i] * small[0] > 0.0 ? fabs(small[i] / big_top[i]) : 0.0;
        if (most > r.most) r.most = most;
        if (least < r.least) r.least = least;
    }
    return r.most < 1.0 ? r : anything;
}

static bool is_known(range r)
{
    return r.most < 1.0;
}

// One step over a range of ratios of slopes: the largest q and q^(n-2), and the largest slope of the larger argument.
typedef struct step_bound {
    double q, p, slope, m; // m: that slope over the argument
} step_bound;

static step_bound bound_step(const scree_exponent *e, range s)
{
    const scree_sq_ratio most = scree_sq_ratio_facing(e, s.most, false),
                         least = scree_sq_ratio_facing(e, s.least, false);
    const double sum = 1.0 + least.q * least.q * least.p, root = sq_root(e, sum);
    return (step_bound){ .q = most.q, .p = most.p, .slope = root / sum, .m = root * root / sum };
}

// Body i's arguments of both steps at the minimum and at the cell's corners.
typedef struct arguments {
    double x[4], y[4], z[4];
    double sigma[4],
        below[4]; // of x and y together: the value, and that of its tangent at the minimum, which is below it
} arguments;

static void fill_arguments(const proof *s, const minimum *m, const cell *k, int i, arguments *g)
{
    const scree_sq_pair *p = s->p;
    const scree_vec3 axes = two3_lane(&p->axes, i), own = two3_lane(&m->own, i);
    const double along_x = copysign(m->x[i], own.x), along_y = copysign(m->y[i], own.y);
    for (int j = 0; j < 4; ++j) {
        scree_vec3 n = own;
        if (j > 0) n = i == 0 ? k->c[j - 1].n : v3_neg(m3_mul_transposed(&p->rotation, k->c[j - 1].n));
        g->x[j] = axes.x * n.x;
        g->y[j] = axes.y * n.y;
        g->z[j] = axes.z * n.z;
        g->sigma[j] = j > 0 ? k->c[j - 1].sigma[i] : m->sigma[i];
        g->below[j] = along_x * g->x[j] + along_y * g->y[j];
    }
}

// The largest curvature of body i over the normals between its own at the minimum and those of the cell, where the
// support function is at most `height`: of c0 d0 d0^T + c1 d1 d1^T as in scree_sq_see().
static double most_curved(const proof *s, const minimum *m, const cell *k, int i, double height)
{
    arguments g;
    fill_arguments(s, m, k, i, &g);
    const range y_by_x = quotient_of(g.y, g.y, g.x, g.x), x_by_y = quotient_of(g.x, g.x, g.y, g.y);
    const range z_by_rho = quotient_of(g.z, g.z, g.below, g.sigma), rho_by_z = quotient_of(g.below, g.sigma, g.z, g.z);
    const bool x_first = is_known(y_by_x), y_first = is_known(x_by_y);
    const bool rho_first = is_known(z_by_rho), z_first = is_known(rho_by_z);
    const scree_exponent *e1 = &s->p->shape[i]->form->along, *e2 = &s->p->shape[i]->form->across;
    const step_bound across = bound_step(e2, x_first ? y_by_x : x_by_y),
                     along = bound_step(e1, rho_first ? z_by_rho : rho_by_z);
    const scree_vec3 inverse = two3_lane(&s->p->inverse, i);
    const double xx = inverse.x * inverse.x, yy = inverse.y * inverse.y, zz = inverse.z * inverse.z;
    // 1 for an argument not known to be the smaller one.
    const double q2 = across.q, lesser = across.q * across.p;
    const double d0 = (x_first ? q2 * q2 : 1.0) * xx + (y_first ? q2 * q2 : 1.0) * yy;
    const double flat =
        ((y_first ? lesser * lesser : 1.0) * xx + (x_first ? lesser * lesser : 1.0) * yy) * across.slope * across.slope;
    const double by_rho = rho_first ? along.q : 1.0, by_z = z_first ? along.q : 1.0;
    const double d1 = by_rho * by_rho * flat + by_z * by_z * zz;
    const double m_rho = (z_first ? along.p : 1.0) * along.m;
    const double c0 = m_rho * (e2->n - 1.0) * across.p * across.slope * across.slope;
    const double c1 = (e1->n - 1.0) * along.p * along.slope * along.slope;
    // d0 . d1 is a difference of two terms of one sign.
    const double first = (x_first ? q2 : 1.0) * (y_first ? lesser : 1.0) * xx;
    const double second = (y_first ? q2 : 1.0) * (x_first ? lesser : 1.0) * yy;
    const double both = by_rho * across.slope * (first > second ? first : second);
    const double one = c0 * d0, other = c1 * d1, mixed = (one > other ? one : other) + sqrt(c0 * c1) * both;
    return height * (mixed < one + other ? mixed : one + other);
}

// The third way.
static bool rises_from(const proof *s, const minimum *m, const cell *k)
{
    double cosine = 1.0, height_a = m->height[0], height_b = m->height[1];
    for (int i = 0; i < 3; ++i) {
        const corner *c = &k->c[i];
        cosine = fmin(cosine, v3_dot(m->n, c->n));
        height_a = fmax(height_a, c->height[0]);
        height_b = fmax(height_b, c->height[1]);
    }
    if (!(cosine > 0.1)) return false;
    // A unit normal is a combination of the corners' with weights whose sum is at most 1 / cosine; the same bounds its
    // height.
    double radii = 1.0 / most_curved(s, m, k, 0, height_a / cosine);
    if (radii < m->value && !s->p->point) radii += 1.0 / most_curved(s, m, k, 1, height_b / cosine);
    return radii >= m->value * (1.0 + 0x1p-40);
}

static bool is_done(const proof *s, const cell *k)
{
    const double x0 = k->c[0].side, x1 = k->c[1].side, x2 = k->c[2].side;
    if (x0 <= 0.0 && x1 <= 0.0 && x2 <= 0.0 && x0 + x1 + x2 < 0.0) return true;
    for (int i = 0; i < 3; ++i)
        if (is_above(s, k, &k->c[i])) return true;
    if (are_above(s, k)) return true;
    for (int i = 0; i < s->count; ++i)
        if (rises_from(s, &s->minima[i], k)) return true;
    return false;
}

// An estimate of how far F can fall below the line between two corners.
static double bulge(const proof *s, const corner *a, const corner *b)
{
    const double change = v3_dot(v3_sub(a->v, b->v), v3_sub(a->n, b->n));
    return change + s->level * (2.0 - v3_norm(v3_add(a->n, b->n)));
}

// Returns the corner between the two.
static corner halve(const proof *s, const cell *k, cell out[2])
{
    int at = 0;
    double most = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        const double here = bulge(s, &k->c[i], &k->c[(i + 1) % 3]);
        if (!(here > most)) continue;
        most = here;
        at = i;
    }
    const int next = (at + 1) % 3;
    const corner middle = corner_at(s, v3_unit(v3_add(k->c[at].n, k->c[next].n)));
    out[0] = out[1] = *k;
    out[0].c[next] = out[1].c[at] = middle;
    out[0].depth = out[1].depth = k->depth + 1;
    return middle;
}

static void first_cells(const proof *s, scree_vec3 n, cell out[8])
{
    const scree_vec3 e = v3_any_normal_to(n), f = v3_cross(n, e);
    const corner ends[6] = { corner_at(s, n),         corner_at(s, v3_neg(n)), corner_at(s, e),
                             corner_at(s, v3_neg(e)), corner_at(s, f),         corner_at(s, v3_neg(f)) };
    for (int i = 0; i < 8; ++i) out[i] = (cell){ .c = { ends[i & 1], ends[2 + (i >> 1 & 1)], ends[4 + (i >> 2)] } };
}

typedef enum verdict { PROVEN, BETTER, OPEN } verdict;

// Climbs from the middle of a cell: true if it led to less depth, which is then in x.
static bool climb(const scree_task *task, proof *s, scree_vec3 n, scree_sq_view *x, scree_sq_finding *f)
{
    const double before = f->lower;
    scree_sq_view y;
    scree_sq_face(s->p, n, &y);
    const bool ended = scree_sq_search(task, s->p, CLIMB_STEPS, &y, f);
    const bool better = f->lower > before + f->noise;
    if (ended && !better) (void)add_minimum(s, &y);
    if (better) *x = y;
    return better;
}

static verdict prove(const scree_task *task, proof *s, int *budget, scree_sq_view *x, scree_sq_finding *f)
{
    const scree_vec3 n = v3_unit(v3_add(x->normal_a, x->normal_b));
    s->side = v3_norm2(s->p->offset) > 0.0 ? s->p->offset : n;
    if (!add_minimum(s, x)) return OPEN;
    cell stack[STACK];
    first_cells(s, n, stack);
    int open = 8;
    while (open > 0) {
        const cell k = stack[--open];
        if (is_done(s, &k)) continue;
        if (--*budget < 0 || open + 2 > STACK) return OPEN;
        const bool curious = k.depth > 0 && k.depth % CLIMB_FROM == 0 && s->climbs++ < MOST_CLIMBS;
        const scree_vec3 middle = v3_unit(v3_add(v3_add(k.c[0].n, k.c[1].n), k.c[2].n));
        if (curious && climb(task, s, middle, x, f)) return BETTER;
        const corner between = halve(s, &k, &stack[open]);
        if (between.f < s->level && climb(task, s, between.n, x, f)) return BETTER;
        open += 2;
    }
    return PROVEN;
}

// Climbs from those axes of both bodies, on the side of the other's centre, along which the depth is less than known so
// far: blocky bodies are least deep at faces.
static void climb_from_axes(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x, scree_sq_finding *f)
{
    const scree_vec3 *r = p->rotation.row;
    const scree_vec3 axes[6] = { v3(1, 0, 0),
                                 v3(0, 1, 0),
                                 v3(0, 0, 1),
                                 v3(r[0].x, r[1].x, r[2].x),
                                 v3(r[0].y, r[1].y, r[2].y),
                                 v3(r[0].z, r[1].z, r[2].z) };
    for (int i = 0; i < (p->point ? 3 : 6); ++i) {
        const scree_vec3 n = v3_dot(axes[i], p->offset) < 0.0 ? v3_neg(axes[i]) : axes[i];
        if (!(scree_sq_gap(p, n) > f->lower)) continue;
        const double before = f->lower;
        scree_sq_view y;
        scree_sq_face(p, n, &y);
        if (scree_sq_search(task, p, CLIMB_STEPS, &y, f) && f->lower > before + f->noise) *x = y;
    }
}

void scree_sq_prove_depth(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x, scree_sq_finding *f)
{
    climb_from_axes(task, p, x, f);
    int budget = CELLS;
    verdict v = BETTER;
    while (v == BETTER && f->lower < 0.0) {
        proof s = { .p = p, .level = -f->lower - f->enough };
        if (!(s.level > 0.0)) return;
        v = prove(task, &s, &budget, x, f);
        if (v == PROVEN && -s.level < f->upper) f->upper = -s.level;
    }
    f->steps += CELLS - (budget > 0 ? budget : 0);
}
