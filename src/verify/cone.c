// Overlapping polytopes: the largest gap along all normals of a narrow cone.
//
// Idea        With N = A - B = -M (Words in docs/architecture.md), the depth along the unit vector m is h(m), the
//             largest m . w over the points w of N, and the gap is -h(m). Near n, m is along n + x u + y v, with u and
//             v at right angles to n, x and y from -r to r, and h(n + x u + y v) is the largest of c + p x + q y over
//             the vertices of N: its minimum is a linear program in two unknowns. The search starts from one vertex of
//             N and adds the highest one at the current minimum, until none is higher. Any mean of vertices with the
//             sums c, p, q gives a lower bound, c - r (|p| + |q|), of h over the whole cone, wherever its weights came
//             from; so no rounding of x, y or weights can make a bound false. The minimum itself has such weights, of
//             at most three vertices. h is for vectors of a length up to sqrt(1 + 2 r^2). But if the triangle of three
//             (p, q) contains the origin, at a distance kappa from its sides, h grows by kappa per unit of x and y, and
//             the vector's length by sqrt(2) r at most. If h grows faster, the minimum over its own vector's length
//             bounds the whole cone. If neither bound is enough, the cone is cut into nine.
// Limits      The numbers of vertices and cones are bounded; the bound is then what is known so far.
#include "verify/check.h"

enum { MOST_CUTS = 24, MOST_CONES = 512, MOST_WAITING = 224 };

// Error of wide heights and products with unit vectors, in wide errors of the pair.
#define WIDE_ERRORS 16.0

// A vertex of N: its product with n + x u + y v is c + p x + q y.
typedef struct cut {
    wide c, p, q;
} cut;

typedef struct cone {
    wide3 n;
    scree_vec3 u; // not along n
    double r;
} cone;

typedef struct program {
    const scree_placed_pair *pair;
    wide3 n, u, v;
    double r;
    cut cuts[MOST_CUTS];
    int count;
    double bound; // h is at least this
    double depth; // h over the length of the vector is at least this
    double x, y;  // where it may be least
} program;

static wide3 unit_of(wide3 a)
{
    return w3_mul(a, w_div(w_of(1.0), w3_length(a)));
}

// Two unit vectors at right angles to n and to each other; u is the cone's u, made orthogonal to n.
static void set_frame(program *s, const cone *c)
{
    const wide3 u = w3_of(c->u);
    s->n = c->n;
    s->r = c->r;
    s->u = unit_of(w3_sub(u, w3_mul(s->n, w3_dot(s->n, u))));
    s->v = w3_cross(s->n, s->u);
}

static wide3 direction_at(const program *s, double x, double y)
{
    return w3_add(s->n, w3_add(w3_times(s->u, x), w3_times(s->v, y)));
}

static bool is_same(wide a, wide b)
{
    return a.hi == b.hi && a.lo == b.lo;
}

// The highest vertex of N along n + x u + y v; its height there is an upper bound on the minimum of h.
static cut highest_cut(const program *s, double x, double y, double *height)
{
    const wide3 m = direction_at(s, x, y);
    const scree_top a = scree_placed_top(&s->pair->a, m, false), b = scree_placed_top(&s->pair->b, w3_neg(m), false);
    const wide3 w = w3_sub(scree_placed_top_point(&s->pair->a, &a), scree_placed_top_point(&s->pair->b, &b));
    *height = w_round(w_add(a.height, b.height));
    return (cut){ w3_dot(s->n, w), w3_dot(s->u, w), w3_dot(s->v, w) };
}

// a / b clamped to -r .. r; raises no exception, whatever b is.
static double ratio_within(double a, double b, double r)
{
    if (fabs(a) < r * fabs(b)) return a / b;
    return (a < 0.0) == (b < 0.0) ? r : -r;
}

// `at` changes by `change` from one cut to the next: the weight of the next one for which it is 0, or -1.
static double weight_of(double at, double change)
{
    const bool crossed = at > 0.0 ? change < -at : at < 0.0 && change > -at;
    return crossed ? -at / change : -1.0;
}

// The mean of three cuts with the weights 1 - j - k, j, k. True if it is the best bound so far.
static bool propose(program *s, const cut *a, const cut *b, const cut *c, double j, double k)
{
    const wide height = w_add(a->c, w_add(w_times(w_sub(b->c, a->c), j), w_times(w_sub(c->c, a->c), k)));
    const wide p = w_add(a->p, w_add(w_times(w_sub(b->p, a->p), j), w_times(w_sub(c->p, a->p), k)));
    const wide q = w_add(a->q, w_add(w_times(w_sub(b->q, a->q), j), w_times(w_sub(c->q, a->q), k)));
    const double off = scree_up(s->r * (fabs(w_round(p)) + fabs(w_round(q))));
    const double bound = w_round(w_sub(height, w_of(off)));
    if (!(bound > s->bound)) return false;
    s->bound = bound;
    s->x = w_round(p) > 0.0 ? -s->r : s->r;
    s->y = w_round(q) > 0.0 ? -s->r : s->r;
    return true;
}

// Two cuts, weighted such that p, or q, is 0: x, or y, is where both are equally high.
static void propose_pair(program *s, const cut *a, const cut *b)
{
    const wide c = w_sub(b->c, a->c), p = w_sub(b->p, a->p), q = w_sub(b->q, a->q);
    const double by_p = weight_of(w_round(a->p), w_round(p)), by_q = weight_of(w_round(a->q), w_round(q));
    if (by_p > 0.0 && propose(s, a, b, b, by_p, 0.0))
        s->x = ratio_within(-w_round(w_add(c, w_times(q, s->y))), w_round(p), s->r);
    if (by_q > 0.0 && propose(s, a, b, b, by_q, 0.0))
        s->y = ratio_within(-w_round(w_add(c, w_times(p, s->x))), w_round(q), s->r);
}

static double height_of(const cut *a, double x, double y)
{
    return w_round(w_add(a->c, w_add(w_times(a->p, x), w_times(a->q, y))));
}

// The distance of the origin, which is on its left, from the line through two (p, q).
static double left_of(const cut *a, const cut *b, double twice_area)
{
    const double p = w_round(w_sub(b->p, a->p)), q = w_round(w_sub(b->q, a->q));
    const double length = sqrt(p * p + q * q);
    return length > 0.0 ? fabs(twice_area) / length : 0.0;
}

// The bound for the whole cone from three cuts around the origin, at the point where they are about equally high.
static void propose_depth(program *s, const cut *a, const cut *b, const cut *c, const double twice_area[3])
{
    const double h_a = height_of(a, s->x, s->y), h_b = height_of(b, s->x, s->y), h_c = height_of(c, s->x, s->y);
    const double lower = h_a < h_b ? h_a : h_b, height = lower < h_c ? lower : h_c;
    const double by_a = left_of(b, c, twice_area[0]), by_b = left_of(c, a, twice_area[1]);
    const double by_c = left_of(a, b, twice_area[2]), side = by_a < by_b ? by_a : by_b,
                 kappa = side < by_c ? side : by_c;
    const double depth = height / sqrt(1.0 + s->x * s->x + s->y * s->y) * (1.0 - 0x1p-50);
    if (height > 0.0 && depth > s->depth && kappa >= 1.5 * s->r * height) s->depth = depth;
}

// Three cuts, weighted such that p and q are 0.
static void propose_triple(program *s, const cut *a, const cut *b, const cut *c)
{
    const double twice_area[3] = { w_round(w_determinant(b->p, c->q, c->p, b->q)),
                                   w_round(w_determinant(c->p, a->q, a->p, c->q)),
                                   w_round(w_determinant(a->p, b->q, b->p, a->q)) };
    const double *t = twice_area, sum = t[0] + t[1] + t[2];
    const bool holds =
        sum > 0.0 ? t[0] >= 0.0 && t[1] >= 0.0 && t[2] >= 0.0 : sum < 0.0 && t[0] <= 0.0 && t[1] <= 0.0 && t[2] <= 0.0;
    if (!holds) return;
    const double j = t[1] / sum, k = t[2] / sum;
    if (!(j + k <= 1.0) || !propose(s, a, b, c, j, k)) return;
    const wide c_b = w_sub(b->c, a->c), p_b = w_sub(b->p, a->p), q_b = w_sub(b->q, a->q);
    const wide c_c = w_sub(c->c, a->c), p_c = w_sub(c->p, a->p), q_c = w_sub(c->q, a->q);
    s->x = ratio_within(w_round(w_determinant(q_b, c_c, q_c, c_b)), sum, s->r);
    s->y = ratio_within(w_round(w_determinant(c_b, p_c, c_c, p_b)), sum, s->r);
    propose_depth(s, a, b, c, twice_area);
}

// False if it is one of the cuts already.
static bool take_in(program *s, cut new)
{
    for (int i = 0; i < s->count; ++i)
        if (is_same(s->cuts[i].c, new.c) && is_same(s->cuts[i].p, new.p) && is_same(s->cuts[i].q, new.q)) return false;
    const int count = s->count;
    s->cuts[s->count++] = new;
    (void)propose(s, &new, &new, &new, 0.0, 0.0);
    for (int i = 0; i < count; ++i) {
        propose_pair(s, &s->cuts[i], &new);
        for (int k = 0; k < i; ++k) propose_triple(s, &s->cuts[k], &s->cuts[i], &new);
    }
    return true;
}

// A lower bound on the least depth over a cone, until it is `enough` or cannot be improved; `found` is the least depth
// found in it, and `cut_it` whether smaller cones would do better.
static double least_depth(const scree_placed_pair *pair, const cone *c, double enough, double *found, bool *cut_it)
{
    const double length = scree_up(sqrt(1.0 + 2.0 * c->r * c->r)), error = WIDE_ERRORS * pair->wide_error;
    program s = { .pair = pair, .bound = -HUGE_VAL, .depth = -HUGE_VAL };
    set_frame(&s, c);
    double depth = -HUGE_VAL;
    do {
        double height;
        const cut new = highest_cut(&s, s.x, s.y, &height);
        const double here = height / sqrt(1.0 + s.x * s.x + s.y * s.y);
        if (here < *found) *found = here;
        if (!take_in(&s, new)) break;
        depth = s.bound > 0.0 ? scree_down(s.bound / length) : s.bound;
        depth = (depth > s.depth ? depth : s.depth) - error;
    } while (depth < enough && s.count < MOST_CUTS);
    *cut_it = depth < enough && s.bound - error >= enough;
    return depth;
}

// The nine parts of a cone. Seen from the middle of one, its normals are within r / 3 (1 + r^2 / 2) on either side: its
// own r / 3, over a length of at least 1, and rotated by no more than r^2 / 2.
static void cut_cone(const cone *c, cone out[9])
{
    program s = { .count = 0 };
    set_frame(&s, c);
    const double way = 2.0 / 3.0 * c->r, r = c->r / 3.0 * (1.0 + 0.6 * c->r * c->r) * (1.0 + 0x1p-40);
    for (int i = 0; i < 9; ++i) {
        const int across = i % 3 - 1, along = i / 3 - 1;
        out[i] = (cone){ unit_of(direction_at(&s, across * way, along * way)), w3_round(s.u), r };
    }
}

// The `count` waiting cones, and those that they are cut into. Stops where the upper bound is too high to be of use: then
// there is none.
static void look_at_all(const scree_placed_pair *pair, cone *waiting, int count, double enough, double *lower,
                        double *upper)
{
    double found = HUGE_VAL, least = HUGE_VAL;
    for (int tried = 0; count > 0 && !(least < -enough); ++tried) {
        bool cut_it;
        const cone c = waiting[--count];
        const double depth = least_depth(pair, &c, -enough, &found, &cut_it);
        if (cut_it && tried < MOST_CONES && count + 9 <= MOST_WAITING) {
            cut_cone(&c, waiting + count);
            count += 9;
        } else if (depth < least) {
            least = depth;
        }
    }
    *lower = -found;
    *upper = count > 0 ? HUGE_VAL : -least;
}

void scree_cone_gap(const scree_placed_pair *pair, wide3 n, double r, double enough, double *lower, double *upper)
{
    cone waiting[MOST_WAITING];
    const scree_vec3 d = w3_round(n);
    const bool x_least = fabs(d.x) <= fabs(d.y) && fabs(d.x) <= fabs(d.z), y_least = !x_least && fabs(d.y) <= fabs(d.z);
    const scree_vec3 u = { x_least ? 1.0 : 0.0, y_least ? 1.0 : 0.0, x_least || y_least ? 0.0 : 1.0 };
    waiting[0] = (cone){ n, u, r };
    look_at_all(pair, waiting, 1, enough, lower, upper);
}

// The faces of a cube, a ninth each: no ray through one has a tangent above 0.48 to the ray through its middle.
void scree_any_gap(const scree_placed_pair *pair, double enough, double *lower, double *upper)
{
    cone waiting[MOST_WAITING];
    for (int i = 0; i < 54; ++i) {
        const int axis = i / 9 % 3, across = i % 3 - 1, along = i / 3 % 3 - 1;
        const double side = i < 27 ? 1.0 : -1.0, y = 2.0 / 3.0 * across, z = 2.0 / 3.0 * along;
        const scree_vec3 d = axis == 0   ? (scree_vec3){ side, y, z }
                             : axis == 1 ? (scree_vec3){ z, side, y }
                                         : (scree_vec3){ y, z, side };
        const scree_vec3 u = { axis == 2, axis == 0, axis == 1 };
        waiting[i] = (cone){ unit_of(w3_of(d)), u, 0.48 };
    }
    look_at_all(pair, waiting, 54, enough, lower, upper);
}
