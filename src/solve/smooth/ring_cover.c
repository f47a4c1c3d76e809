// Branch and bound over the normals of a huge superquadric around a small body.
//
// Idea        A superquadric S with one exponent 2 touches the ellipsoid E with its semi-axes along two sections. If E
//             is nearly a ball, of radius R, so is S there, and the depth of a small body K in S has a ring of normals
//             along which it hardly changes relative to R. Fixed points, whose bound falls off by R times the square of
//             an angle, would need R / tolerance cells along the ring. But
//
//                 h_S(n) + h_K(-n) = h_E(n) + h_K(-n) + g(n),   g = h_S - h_E >= 0,
//
//             where h_E changes by no more than (a^2 - c^2) / (2 c) times the angle, a and c being the largest and the
//             least semi-axis, h_K by no more than K's reach from the middle of S times the chord, and g rises from the
//             ring so fast that K soon does not matter. With u <= v the two terms of the step of S that is not
//             Euclidean, and q its dual exponent,
//
//                 g = ((u^q + v^q)^(2/q) - u^2 - v^2) / (h_S + h_E),
//
//             and the numerator rises with both u and v. So over a cell about d, of chord r at most, the depth is
//             bounded by that of E at d, minus r times the two slopes, plus g where u and v are least. Cells are
//             squares on the sides of a cube; unit vectors are no farther apart than their points on it. Cells away
//             from the ring are done at once, those along it where K makes them deeper, and only around the minima do
//             they get small.
// Limits      A ring that is equally deep all around, to the tolerance, needs cells all along it: the work is bounded.
#include "solve/smooth/ring_cover.h"

#include "shape/superquadric_form.h"
#include "solve/smooth/inner_cores.h"

// Largest size of K, as a fraction of S.
#define MOST_PART 1e-2

// An arc of at most a right angle is no longer than this times its chord.
#define ARC 1.12

// Errors in roundings: of a bound relative to the size, and of u and v.
#define ROUNDINGS 8.0
#define SLACK (64.0 * SCREE_ROUNDING)

enum { MOST_RING_CELLS = 100000, SIDES = 6, STACK = 256 };

typedef struct cell {
    double x, y, half; // on a side of the cube from -1 to 1
    int side;
} cell;

typedef struct cover {
    const scree_cores *c, *inner;
    const scree_shape *s;
    bool of_a;    // S is A
    double slope; // of the height of E
    double reach; // of K from the middle of S
    double rounding;
} cover;

static scree_vec3 direction(const cell *x)
{
    const double sign = x->side % 2 == 0 ? 1.0 : -1.0;
    const scree_vec3 d = x->side < 2 ? v3(sign, x->x, x->y) : x->side < 4 ? v3(x->x, sign, x->y) : v3(x->x, x->y, sign);
    return v3_unit(d);
}

// A lower bound on the excess of S over E for all directions no farther than r from d, outward or inward of S.
static double least_more(const cover *k, scree_vec3 d, double r)
{
    const scree_shape *s = k->s;
    const scree_vec3 a = s->form->semi_axes;
    const double step = r + SLACK;
    const bool flat = s->form->n1 <= s->form->n2; // the step of x and y is the one that is not Euclidean
    const double most_flat = a.x > a.y ? a.x : a.y, rho = hypot(a.x * d.x, a.y * d.y);
    const double u = flat ? a.x * (fabs(d.x) - step) : rho - most_flat * step;
    const double v = flat ? a.y * (fabs(d.y) - step) : a.z * (fabs(d.z) - step);
    const double small = u < v ? u : v, large = u < v ? v : u;
    if (!(small > 0.0)) return 0.0;
    const double q = 1.0 + (flat ? s->form->across.dual_less_1 : s->form->along.dual_less_1), t = small / large;
    const double more = expm1(2.0 / q * log1p(pow(t, q))) * (1.0 - SLACK) - t * t * (1.0 + SLACK);
    if (!(more > 0.0)) return 0.0;
    const double heights = sq_height(s, d) + s->core_radius * r; // an upper bound of h_S, and of h_E
    return (1.0 - SLACK) * large * more * (large / (2.0 * heights));
}

// An upper bound on the decrease of K's part of the depth over the same directions: its support point along d stays in
// K.
static double most_loss(const cover *k, const scree_mvertex *at, scree_vec3 d, double r)
{
    const scree_vec3 w = k->of_a ? v3_neg(at->b) : v3_sub(at->a, k->c->shift);
    const double along = v3_dot(w, d), across = v3_norm(v3_add_scaled(w, -along, d));
    const double by_point = across * r + fmax(along, 0.0) * 0.5 * r * r;
    return by_point < k->reach * r ? by_point : k->reach * r;
}

// The direction nearest to d on the section where S touches E, in the frame of S.
static scree_vec3 onto_section(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 a = s->form->semi_axes;
    const double x = a.x * fabs(d.x), y = a.y * fabs(d.y), z = a.z * fabs(d.z);
    if (s->form->n1 > s->form->n2) return v3_unit(hypot(x, y) < z ? v3(0.0, 0.0, d.z) : v3(d.x, d.y, 0.0));
    return v3_unit(x < y ? v3(0.0, d.y, d.z) : v3(d.x, 0.0, d.z));
}

// A normal with less depth than the best usually lies on the nearest section, where S touches E: try it.
static void try_section(const cover *k, scree_vec3 own, scree_axis *best)
{
    const scree_vec3 d = onto_section(k->s, own);
    scree_axis here = { .n = k->of_a ? d : m3_mul(&k->c->rotation, d), .at = best->at, .index_a = -1, .index_b = -1 };
    here.gap = scree_cores_gap(k->c, here.n, &here.at);
    if (here.gap > best->gap) *best = here;
}

static bool make(const scree_cores *c, const scree_cores *inner, cover *k)
{
    *k = (cover){ .c = c, .inner = inner, .of_a = inner->a != c->a };
    if (k->of_a && inner->b != c->b) return false;
    k->s = k->of_a ? c->a : c->b;
    const scree_vec3 a = k->s->form->semi_axes;
    const double least = fmin(a.x, fmin(a.y, a.z)), most = v3_max_abs(a);
    k->reach = v3_norm(c->shift) + (k->of_a ? c->b : c->a)->core_radius;
    const double uneven = ARC * (most - least) * ((most + least) / (2.0 * least));
    k->slope = uneven;
    k->rounding = ROUNDINGS * SCREE_ROUNDING * c->size;
    return uneven <= k->reach && k->reach <= MOST_PART * least;
}

static void push_quarters(const cell *x, cell *stack, int *count)
{
    const double half = 0.5 * x->half;
    for (int i = 0; i < 4; ++i) {
        const cell quarter = { x->x + (i % 2 == 0 ? half : -half), x->y + (i < 2 ? half : -half), half, x->side };
        stack[(*count)++] = quarter;
    }
}

bool scree_ring_cover(const scree_cores *c, double width, scree_axis *best, double *upper, int *cells)
{
    scree_inner_core ellipsoids[2];
    scree_cores inner;
    cover k;
    if (!scree_cores_of_inner(c, ellipsoids, &inner) || !make(c, &inner, &k)) return false;
    cell stack[STACK];
    int count = 0;
    for (int i = 0; i < SIDES; ++i) stack[count++] = (cell){ 0.0, 0.0, 1.0, i };
    double proven = INFINITY;
    for (int left = MOST_RING_CELLS; count > 0; --left) {
        if (left == 0 || count + 3 > STACK) return false;
        const cell x = stack[--count];
        const scree_vec3 d = direction(&x);
        const double r = 1.4142135623730952 * x.half;
        scree_mvertex at = best->at;
        const double depth = -scree_cores_gap(&inner, d, &at);
        ++*cells;
        const scree_vec3 own = k.of_a ? d : m3_mul_transposed(&c->rotation, d);
        if (depth < -best->gap) try_section(&k, own, best);
        const double loss = (k.slope * r + most_loss(&k, &at, d, r)) * (1.0 + SLACK);
        const double bound = depth - loss + least_more(&k, own, r) - k.rounding;
        if (bound >= -best->gap - width)
            proven = bound < proven ? bound : proven;
        else
            push_quarters(&x, stack, &count);
    }
    *upper = proven < -best->gap ? -proven : best->gap;
    return true;
}
