// The cap of a superquadric: that of a fine polyhedron inscribed in it.
//
// Idea    The surface over each side of a cube, seen from the centre, is divided by lines through points 0 < p_1 < ...
//         < 1, the same in both directions. At p, the surface of exponent n falls off by p^n / n: up to 1e-5 it counts
//         as flat; from there to 1 the points are spaced evenly in p^(n/4), close together where the surface is curved.
// Departures  The polyhedron replaces the surface in all integrals, so that volumes and moments are the exact
//         derivatives of the energy, and a law made from them is conservative.
// Limits  The corners of the polyhedron are on the surface, its faces below it: by up to some 4e-3 of the semi-axes
//         where it is curved (tests/unit/region/cap.c). A shallower contact at an edge or a corner may have no force.
#include "dispatch/kernels.h"
#include "region/cap.h"
#include "shape/superquadric_form.h"

enum { SIDE = SCREE_CAP_SIDE, POINTS = SCREE_CAP_POINTS, MOST_OF_PART = 2 * SCREE_CAP_CELLS * SCREE_CAP_CELLS };

static const double FLAT = 1e-5;

static void spread_points(double n, double p[SIDE])
{
    const double first = sqrt(sqrt(n * FLAT));
    p[0] = 0.0;
    for (int i = 1; i < SIDE - 1; ++i) p[i] = pow(first + (1.0 - first) * (i - 1) / (SIDE - 2), 4.0 / n);
    p[SIDE - 1] = 1.0;
}

// Gauges are symmetric in their first two arguments, and with equal exponents in all three: then all sides are alike.
void scree_cap_mesh_make(const scree_shape *s, scree_cap_mesh *mesh)
{
    if (s->core != SCREE_CORE_SUPERQUADRIC) return;
    const bool is_equal = s->form->n1 == s->form->n2;
    double *p = mesh->p, *top = mesh->top, *side = mesh->side;
    spread_points(sqrt(s->form->n1 * s->form->n2), p);
    for (int i = 0; i < SIDE; ++i)
        for (int k = 0; k <= i; ++k) {
            top[i * SIDE + k] = top[k * SIDE + i] = 1.0 / sq_primal_steps(s, p[k], p[i], 1.0).value;
            if (is_equal) side[i * SIDE + k] = side[k * SIDE + i] = top[i * SIDE + k];
        }
    for (int i = 0; i < POINTS && !is_equal; ++i)
        side[i] = 1.0 / sq_primal_steps(s, 1.0, p[i % SIDE], p[i / SIDE]).value;
}

// One of the 24 parts of the surface, over a side of the cube in an octant, in coordinates along the two edges of the
// side and outwards.
typedef struct part {
    const double *p, *share; // the point (i, k) is the share of (p[i], p[k], 1)
    scree_vec3 normal, u, v; // of the frame, times the semi-axes with the octant's signs
    double offset, u0, v0;   // of the frame, from the centre
    bool is_flipped;         // its triangles are clockwise, seen from outside
} part;

// A direction in the coordinates of the side across `axis`.
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
    return v3(s->form->semi_axes.x * d.x, s->form->semi_axes.y * d.y, s->form->semi_axes.z * d.z);
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

// An upper bound on a part's height along the normal. Coordinates along the side are between 0 and their values in the
// middles of its edges, outwards between that at the cube's corner and 1.
static double highest(const double *share, scree_vec3 n)
{
    return max2(0.0, n.x * share[SIDE - 1]) + max2(0.0, n.y * share[POINTS - SIDE]) +
           (n.z > 0.0 ? n.z : n.z * share[POINTS - 1]);
}

// A part's points relative to its plane.
typedef struct seen_points {
    double d[POINTS], u[POINTS], v[POINTS];
} seen_points;

// Adds up the triangles and empties the list.
static void add_up(scree_cap_triangles *t, scree_cap *cap)
{
    for (; t->count % 8 != 0; ++t->count)
        for (int k = 0; k < 3; ++k) t->d[k][t->count] = t->u[k][t->count] = t->v[k][t->count] = 0.0;
    double sums[10] = { 0 };
    scree_kernels_best()->cap_sums(t, sums);
    cap->energy += sums[0];
    cap->volume += sums[1];
    cap->first[0] += sums[2];
    cap->first[1] += sums[3];
    cap->area += sums[4];
    cap->area_first[0] += sums[5];
    cap->area_first[1] += sums[6];
    cap->area_second[0] += sums[7];
    cap->area_second[1] += sums[8];
    cap->area_second[2] += sums[9];
    t->count = 0;
}

static void put_corner(const seen_points *p, int from, scree_cap_triangles *t, int corner)
{
    const int i = t->count;
    t->d[corner][i] = p->d[from];
    t->u[corner][i] = p->u[from];
    t->v[corner][i] = p->v[from];
}

static void put_triangle(const seen_points *p, int a, int b, int c, scree_cap_triangles *t)
{
    put_corner(p, a, t, 0);
    put_corner(p, b, t, 1);
    put_corner(p, c, t, 2);
    t->count++;
}

// Coordinates of a row's points along a direction.
static inline void along_row(const part *p, scree_vec3 direction, double from, int row, double coordinates[POINTS])
{
    const double rest = direction.y * p->p[row] + direction.z;
    const double *share = p->share + row * SIDE;
    double *out = coordinates + row * SIDE;
    for (int i = 0; i < SIDE; ++i) out[i] = share[i] * (direction.x * p->p[i] + rest) - from;
}

// The depths of the part's points; for each row, a bit for each point beyond the plane. Returns the highest row.
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

static void add_part(const part *p, scree_cap_triangles *triangles)
{
    seen_points at;
    unsigned beyond[SIDE];
    const int last = measure(p, &at, beyond), rows = last < SIDE - 1 ? last + 1 : last; // rows of cells
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
            put_triangle(&at, i, i + b, i + SIDE + 1, triangles);
            put_triangle(&at, i, i + SIDE + 1, i + d, triangles);
        }
    }
}

scree_cap scree_cap_of_superquadric(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame)
{
    const plane f = { times_axes(shape, frame->normal), times_axes(shape, frame->u),
                      times_axes(shape, frame->v),      frame->offset + v3_dot(frame->normal, frame->origin),
                      v3_dot(frame->u, frame->origin),  v3_dot(frame->v, frame->origin) };
    scree_cap cap = { 0 };
    scree_cap_triangles triangles;
    triangles.count = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (int octant = 0; octant < 8; ++octant) {
            const scree_vec3 sign = v3(octant & 1 ? -1.0 : 1.0, octant & 2 ? -1.0 : 1.0, octant & 4 ? -1.0 : 1.0);
            if (!(highest(axis == 2 ? mesh->top : mesh->side, seen(sign, axis, f.normal)) > f.offset)) continue;
            const part p = part_of(mesh, &f, axis, octant);
            if (triangles.count > SCREE_MOST_TRIANGLES - MOST_OF_PART) add_up(&triangles, &cap);
            add_part(&p, &triangles);
        }
    add_up(&triangles, &cap);
    return cap;
}
