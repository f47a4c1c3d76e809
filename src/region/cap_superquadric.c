// The cap of a superquadric: that of a fine polyhedron inscribed in it.
//
// Idea    The surface over each side of a cube, seen from the centre, is divided by lines through points 0 < p_1 < ... < 1,
//         the same along both directions. How far the surface of exponent n falls off at p is p^n / n: up to 1e-5 it counts
//         as flat; from there to 1 the points are spaced evenly in p^(n/4), close where the surface bends.
// Departures  The polyhedron takes the place of the surface in all integrals, so that volumes and moments stay the exact
//         derivatives of the energy, and a law made from them stays conservative.
// Limits  The corners of the polyhedron are on the surface, its faces below it: by up to some 4e-3 of the semi-axes where the
//         surface bends (tests/unit/region/cap.c). A contact shallower than that, at an edge or a corner, may have no force.
#include "region/cap_surface.h"
#include "shape/superquadric_form.h"

enum { SIDE = SCREE_CAP_SIDE, POINTS = SCREE_CAP_POINTS };

static const double FLAT = 1e-5;

static void spread_points(double n, double p[SIDE])
{
    const double first = sqrt(sqrt(n * FLAT));
    p[0] = 0.0;
    for (int i = 1; i < SIDE - 1; ++i) p[i] = pow(first + (1.0 - first) * (i - 1) / (SIDE - 2), 4.0 / n);
    p[SIDE - 1] = 1.0;
}

// Gauges are symmetric in their first two arguments; with equal exponents in all three, so that all sides are alike.
void scree_cap_mesh_make(const scree_shape *s, scree_cap_mesh *mesh)
{
    if (s->core != SCREE_CORE_SUPERQUADRIC) return;
    const bool is_equal = s->n1 == s->n2;
    double *p = mesh->p, *top = mesh->top, *side = mesh->side;
    spread_points(sqrt(s->n1 * s->n2), p);
    for (int i = 0; i < SIDE; ++i)
        for (int k = 0; k <= i; ++k) {
            top[i * SIDE + k] = top[k * SIDE + i] = 1.0 / sq_primal_steps(s, p[k], p[i], 1.0).value;
            if (is_equal) side[i * SIDE + k] = side[k * SIDE + i] = top[i * SIDE + k];
        }
    for (int i = 0; i < POINTS && !is_equal; ++i)
        side[i] = 1.0 / sq_primal_steps(s, 1.0, p[i % SIDE], p[i / SIDE]).value;
}

// One of the 24 parts of the surface, over a side of the cube in an octant, as its points see the plane. Vectors are along
// the two edges of the side and outwards.
typedef struct part {
    const double *p, *share; // the point (i, k) is the share of (p[i], p[k], 1)
    scree_vec3 normal, u, v; // of the frame, times the semi-axes with the octant's signs
    double offset, u0, v0;   // of the frame, from the centre
    bool is_flipped;         // its triangles are clockwise, seen from outside
} part;

// A direction as the side across `axis` sees it.
static scree_vec3 seen(scree_vec3 scale, int axis, scree_vec3 d)
{
    const scree_vec3 e = v3(scale.x * d.x, scale.y * d.y, scale.z * d.z);
    return axis == 0 ? v3(e.y, e.z, e.x) : axis == 1 ? v3(e.x, e.z, e.y) : e;
}

// The plane in the body's axes, times its semi-axes; offsets from the centre.
typedef struct plane {
    scree_vec3 normal, u, v;
    double offset, u0, v0;
} plane;

static scree_vec3 times_axes(const scree_shape *s, scree_vec3 d)
{
    return v3(s->semi_axes.x * d.x, s->semi_axes.y * d.y, s->semi_axes.z * d.z);
}

static part part_of(const scree_cap_mesh *mesh, const plane *f, int axis, int octant)
{
    const scree_vec3 sign = v3(octant & 1 ? -1.0 : 1.0, octant & 2 ? -1.0 : 1.0, octant & 4 ? -1.0 : 1.0);
    return (part){ .p = mesh->p,
                   .share = axis == 2 ? mesh->top : mesh->side,
                   .normal = seen(sign, axis, f->normal),
                   .u = seen(sign, axis, f->u),
                   .v = seen(sign, axis, f->v),
                   .offset = f->offset,
                   .u0 = f->u0,
                   .v0 = f->v0,
                   .is_flipped = (sign.x * sign.y * sign.z < 0.0) != (axis == 1) };
}

// No point of a part is farther along the normal, as it sees it, than this. Coordinates along the side are between 0 and
// their values in the middles of its edges, outwards between that at the cube's corner and 1.
static double highest(const double *share, scree_vec3 n)
{
    return max2(0.0, n.x * share[SIDE - 1]) + max2(0.0, n.y * share[POINTS - SIDE]) +
           (n.z > 0.0 ? n.z : n.z * share[POINTS - 1]);
}

// A part's points as its plane sees them.
typedef struct seen_points {
    double d[POINTS], u[POINTS], v[POINTS];
} seen_points;

static cap_corner corner_of(const seen_points *p, int i)
{
    return (cap_corner){ p->d[i], p->u[i], p->v[i] };
}

// One corner beyond the plane, or the two others: first is by itself.
static void add_clipped(scree_cap *cap, const cap_corner *first, const cap_corner *b, const cap_corner *c)
{
    const cap_corner to_b = cap_crossing(first, b), to_c = cap_crossing(first, c);
    if (first->d > 0.0) {
        cap_add_triangle(cap, first, &to_b, &to_c);
    } else {
        cap_add_triangle(cap, b, c, &to_c);
        cap_add_triangle(cap, b, &to_c, &to_b);
    }
}

static void add_triangle(scree_cap *cap, const cap_corner *a, const cap_corner *b, const cap_corner *c)
{
    const bool of_a = a->d > 0.0, of_b = b->d > 0.0, of_c = c->d > 0.0;
    if (of_a == of_b && of_b == of_c) {
        if (of_a) cap_add_triangle(cap, a, b, c);
    } else if (of_b == of_c) {
        add_clipped(cap, a, b, c);
    } else if (of_a == of_c) {
        add_clipped(cap, b, c, a);
    } else {
        add_clipped(cap, c, a, b);
    }
}

// Coordinates of a row's points along a direction.
static inline void along_row(const part *p, scree_vec3 direction, double from, int row, double coordinates[POINTS])
{
    const double rest = direction.y * p->p[row] + direction.z;
    const double *share = p->share + row * SIDE;
    double *out = coordinates + row * SIDE;
    for (int i = 0; i < SIDE; ++i) out[i] = share[i] * (direction.x * p->p[i] + rest) - from;
}

// The depths of the part's points; those of a row that are beyond the plane, a bit each. The highest row.
static int measure(const part *p, seen_points *at, unsigned beyond[SIDE])
{
    int last = -1;
    for (int row = 0; row < SIDE; ++row) {
        unsigned bits = 0;
        along_row(p, p->normal, p->offset, row, at->d);
        for (int i = 0; i < SIDE; ++i) bits |= (unsigned)(at->d[row * SIDE + i] > 0.0) << i;
        beyond[row] = bits;
        if (bits != 0) last = row;
    }
    return last;
}

static void add_part(const part *p, scree_cap *cap)
{
    seen_points at;
    unsigned beyond[SIDE];
    const int last = measure(p, &at, beyond), rows = last < SIDE - 1 ? last + 1 : last; // of cells
    const int b = p->is_flipped ? SIDE : 1, d = p->is_flipped ? 1 : SIDE;
    if (last < 0) return;
    for (int row = 0; row <= rows; ++row) {
        along_row(p, p->u, p->u0, row, at.u);
        along_row(p, p->v, p->v0, row, at.v);
    }
    for (int row = 0; row < rows; ++row) {
        const unsigned corners = beyond[row] | beyond[row + 1], all = (1U << SCREE_CAP_CELLS) - 1;
        for (unsigned cells = (corners | corners >> 1) & all; cells != 0; cells &= cells - 1) {
            const int i = row * SIDE + __builtin_ctz(cells);
            const cap_corner first = corner_of(&at, i), second = corner_of(&at, i + b);
            const cap_corner third = corner_of(&at, i + SIDE + 1), fourth = corner_of(&at, i + d);
            add_triangle(cap, &first, &second, &third);
            add_triangle(cap, &first, &third, &fourth);
        }
    }
}

scree_cap scree_cap_of_superquadric(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame)
{
    const plane f = { times_axes(shape, frame->normal), times_axes(shape, frame->u),
                      times_axes(shape, frame->v),      frame->offset + v3_dot(frame->normal, frame->origin),
                      v3_dot(frame->u, frame->origin),  v3_dot(frame->v, frame->origin) };
    scree_cap cap = { 0 };
    for (int axis = 0; axis < 3; ++axis)
        for (int octant = 0; octant < 8; ++octant) {
            const scree_vec3 sign = v3(octant & 1 ? -1.0 : 1.0, octant & 2 ? -1.0 : 1.0, octant & 4 ? -1.0 : 1.0);
            if (!(highest(axis == 2 ? mesh->top : mesh->side, seen(sign, axis, f.normal)) > f.offset)) continue;
            const part p = part_of(mesh, &f, axis, octant);
            add_part(&p, &cap);
        }
    return cap;
}
