// The cap of a superquadric: that of a fine polyhedron inscribed in it.
//
// Idea    The surface over each side of a cube, seen from the centre, is divided by lines through points 0 < p_1 < ... < 1,
//         the same along both directions. How far the surface of exponent n falls off at p is p^n / n: up to 1e-5 it counts
//         as flat; from there to 1 the points are spaced evenly in p^(n/4), close where the surface bends.
// Departures  The polyhedron takes the place of the surface in all integrals, so that volumes and moments stay the exact
//         derivatives of the energy, and a law made from them stays conservative.
// Limits  The corners of the polyhedron are on the surface, its faces below it: by up to some 2e-3 of the semi-axes where the
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

// One of the 24 parts of the surface: over which side of the cube, in which octant.
typedef struct part {
    const scree_vec3 *point;
    bool is_mirrored; // x and y change places
    scree_vec3 scale; // semi-axes with the octant's signs
    bool is_flipped;  // its triangles are clockwise, seen from outside
} part;

static part part_of(const scree_shape *s, const scree_cap_mesh *mesh, int axis, int octant)
{
    const double x = octant & 1 ? -1.0 : 1.0, y = octant & 2 ? -1.0 : 1.0, z = octant & 4 ? -1.0 : 1.0;
    return (part){ .point = axis == 2 ? mesh->top : mesh->side,
                   .is_mirrored = axis == 1,
                   .scale = v3(x * s->semi_axes.x, y * s->semi_axes.y, z * s->semi_axes.z),
                   .is_flipped = (x * y * z < 0.0) != (axis == 1) };
}

static scree_vec3 place(const part *p, int i)
{
    const scree_vec3 q = p->point[i];
    return p->is_mirrored ? v3(p->scale.x * q.y, p->scale.y * q.x, p->scale.z * q.z)
                          : v3(p->scale.x * q.x, p->scale.y * q.y, p->scale.z * q.z);
}

// No point of the part is farther along the normal than this: its coordinates are between 0 and 1, and that of its own
// axis is largest at the middle of the side and least at the cube's corner.
static double highest(const part *p, int axis, scree_vec3 normal)
{
    const scree_vec3 corner = p->point[POINTS - 1];
    const double n[3] = { p->scale.x * normal.x, p->scale.y * normal.y, p->scale.z * normal.z };
    const double least[3] = { corner.x, p->is_mirrored ? corner.x : corner.y, corner.z };
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) sum += n[i] > 0.0 ? n[i] : i == axis ? n[i] * least[i] : 0.0;
    return sum;
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

static void add_part(const part *p, const scree_cap_frame *f, scree_cap *cap)
{
    cap_corner corner[POINTS];
    double most = 0.0;
    for (int i = 0; i < POINTS; ++i) {
        corner[i] = cap_corner_at(f, place(p, i));
        most = max2(most, corner[i].d);
    }
    if (most <= 0.0) return;
    for (int i = 0; i < SCREE_CAP_CELLS * SCREE_CAP_CELLS; ++i) {
        const cap_corner *a = &corner[i / SCREE_CAP_CELLS * SIDE + i % SCREE_CAP_CELLS];
        const cap_corner *b = a + 1, *c = a + SIDE + 1, *d = a + SIDE;
        add_triangle(cap, a, p->is_flipped ? c : b, p->is_flipped ? b : c);
        add_triangle(cap, a, p->is_flipped ? d : c, p->is_flipped ? c : d);
    }
}

scree_cap scree_cap_of_superquadric(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame)
{
    scree_cap cap = { 0 };
    const double least = frame->offset + v3_dot(frame->normal, frame->origin);
    for (int i = 0; i < 24; ++i) {
        const part p = part_of(shape, mesh, i / 8, i % 8);
        if (highest(&p, i / 8, frame->normal) > least) add_part(&p, frame, &cap);
    }
    return cap;
}
