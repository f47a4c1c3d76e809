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

enum { SIDE = SCREE_CAP_SIDE, POINTS = SIDE * SIDE };

static const double FLAT = 1e-5;

static void spread_points(double n, double p[SIDE])
{
    const double first = sqrt(sqrt(n * FLAT));
    p[0] = 0.0;
    for (int i = 1; i < SIDE - 1; ++i) p[i] = pow(first + (1.0 - first) * (i - 1) / (SIDE - 2), 4.0 / n);
    p[SIDE - 1] = 1.0;
}

void scree_cap_mesh_make(const scree_shape *s, scree_cap_mesh *mesh)
{
    if (s->core != SCREE_CORE_SUPERQUADRIC) return;
    double p[SIDE];
    spread_points(sqrt(s->n1 * s->n2), p);
    for (int i = 0; i < POINTS; ++i) {
        const double x = p[i % SIDE], y = p[i / SIDE];
        mesh->top[i] = v3_scale(v3(x, y, 1.0), 1.0 / sq_primal_steps(s, x, y, 1.0).value);
        mesh->side[i] = v3_scale(v3(1.0, x, y), 1.0 / sq_primal_steps(s, 1.0, x, y).value);
    }
}

// One of the 24 parts of the surface, over a side of the cube in an octant, as its points see the plane.
typedef struct part {
    const scree_vec3 *point;
    scree_vec3 normal, u, v; // of the frame, times the semi-axes with the octant's signs
    double offset, u0, v0;   // of the frame, from the centre
    bool is_flipped;         // its triangles are clockwise, seen from outside
} part;

// A direction, as a point of the part sees it.
static scree_vec3 seen(scree_vec3 scale, bool is_mirrored, scree_vec3 d)
{
    return is_mirrored ? v3(scale.y * d.y, scale.x * d.x, scale.z * d.z)
                       : v3(scale.x * d.x, scale.y * d.y, scale.z * d.z);
}

static part part_of(const scree_shape *s, const scree_cap_mesh *mesh, const scree_cap_frame *f, int axis, int octant)
{
    const double x = octant & 1 ? -1.0 : 1.0, y = octant & 2 ? -1.0 : 1.0, z = octant & 4 ? -1.0 : 1.0;
    const scree_vec3 scale = v3(x * s->semi_axes.x, y * s->semi_axes.y, z * s->semi_axes.z);
    return (part){ .point = axis == 2 ? mesh->top : mesh->side,
                   .normal = seen(scale, axis == 1, f->normal),
                   .u = seen(scale, axis == 1, f->u),
                   .v = seen(scale, axis == 1, f->v),
                   .offset = f->offset + v3_dot(f->normal, f->origin),
                   .u0 = v3_dot(f->u, f->origin),
                   .v0 = v3_dot(f->v, f->origin),
                   .is_flipped = (x * y * z < 0.0) != (axis == 1) };
}

// No point of the part is farther along the normal than this. The coordinates are largest in the middle of the side (that
// of its own axis) and in the middles of its edges (the others), least at the cube's corner (that of its own axis) and 0.
static double highest(const part *p, bool is_top)
{
    const scree_vec3 corner = p->point[POINTS - 1], first = p->point[SIDE - 1], second = p->point[POINTS - SIDE];
    const scree_vec3 most = is_top ? v3(first.x, second.y, 1.0) : v3(1.0, first.y, second.z);
    const scree_vec3 least = is_top ? v3(0.0, 0.0, corner.z) : v3(corner.x, 0.0, 0.0), n = p->normal;
    return (n.x > 0.0 ? n.x * most.x : n.x * least.x) + (n.y > 0.0 ? n.y * most.y : n.y * least.y) +
           (n.z > 0.0 ? n.z * most.z : n.z * least.z);
}

static void add_triangle(scree_cap *cap, const cap_corner *a, const cap_corner *b, const cap_corner *c)
{
    const int beyond = (a->d > 0.0) + (b->d > 0.0) + (c->d > 0.0);
    if (beyond == 0) return;
    if (beyond == 3) {
        cap_add_triangle(cap, a, b, c);
        return;
    }
    cap_fan fan = { .count = 0 };
    cap_clip(cap, &fan, c, a);
    cap_clip(cap, &fan, a, b);
    cap_clip(cap, &fan, b, c);
}

// The depths of the part's points; the rows that have one beyond the plane, a bit each.
static unsigned measure(const part *p, cap_corner corner[POINTS])
{
    unsigned rows = 0;
    for (int row = 0; row < SIDE; ++row) {
        double most = 0.0;
        for (int i = row * SIDE; i < (row + 1) * SIDE; ++i) {
            corner[i].d = v3_dot(p->normal, p->point[i]) - p->offset;
            most = max2(most, corner[i].d);
        }
        if (most > 0.0) rows |= 1U << row;
    }
    return rows;
}

static void add_part(const part *p, scree_cap *cap)
{
    cap_corner corner[POINTS];
    const unsigned rows = measure(p, corner), cells = rows | rows >> 1, used = rows | rows << 1 | rows >> 1;
    const int b = p->is_flipped ? SIDE : 1, d = p->is_flipped ? 1 : SIDE, c = SIDE + 1;
    for (int i = 0; i < POINTS && rows != 0; ++i) {
        if (!(used >> i / SIDE & 1)) continue;
        corner[i].u = v3_dot(p->u, p->point[i]) - p->u0;
        corner[i].v = v3_dot(p->v, p->point[i]) - p->v0;
    }
    for (int i = 0; i < SCREE_CAP_CELLS * SCREE_CAP_CELLS; ++i) {
        const int row = i / SCREE_CAP_CELLS;
        const cap_corner *a = &corner[row * SIDE + i % SCREE_CAP_CELLS];
        if (!(cells >> row & 1)) continue;
        add_triangle(cap, a, a + b, a + c);
        add_triangle(cap, a, a + c, a + d);
    }
}

scree_cap scree_cap_of_superquadric(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame)
{
    scree_cap cap = { 0 };
    for (int i = 0; i < 24; ++i) {
        const int axis = i / 8;
        const part p = part_of(shape, mesh, frame, axis, i % 8);
        if (highest(&p, axis == 2) > p.offset) add_part(&p, &cap);
    }
    return cap;
}
