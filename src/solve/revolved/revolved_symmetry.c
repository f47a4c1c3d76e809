// The axis of a body of revolution, and the symmetry of the other body that is nearest to it.
#include "solve/revolved/revolved_symmetry.h"

// Turns that are this near to each other are the same.
#define PARALLEL (64.0 * SCREE_ROUNDING)

// A symmetry of C that is farther than this from a turn about R's axis is no help.
#define STRANGE 1.0

static bool is_on_axis(const scree_shape *s)
{
    for (int i = 0; i < s->vertex_count; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i);
        if (v.x != 0.0 || v.y != 0.0) return false;
    }
    return true;
}

static bool is_revolved(const scree_shape *s)
{
    if (s->core == SCREE_CORE_SEGMENT) return is_on_axis(s);
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

bool scree_is_revolved_pair(const scree_cores *c)
{
    return is_revolved(c->a) || is_revolved(c->b);
}

static scree_vec3 column(const scree_mat3 *m, int i)
{
    return i == 0   ? v3(m->row[0].x, m->row[1].x, m->row[2].x)
           : i == 1 ? v3(m->row[0].y, m->row[1].y, m->row[2].y)
                    : v3(m->row[0].z, m->row[1].z, m->row[2].z);
}

static scree_vec3 scaled(scree_vec3 s, scree_vec3 p)
{
    return v3(s.x * p.x, s.y * p.y, s.z * p.z);
}

static double length_of(const scree_mat3 *m)
{
    return sqrt(v3_norm2(m->row[0]) + v3_norm2(m->row[1]) + v3_norm2(m->row[2]));
}

// G for the turn about `about` in units of `axes`, both in C's frame, whose rotation is `turn`; kept where it is nearer
// to R's turn than the one so far.
static void offer_turn(scree_revolved *p, const scree_mat3 *turn, scree_vec3 axes, scree_vec3 about)
{
    const bool across_x = about.y != 0.0 || about.z != 0.0, across_y = about.x != 0.0 || about.z != 0.0;
    const bool across_z = about.x != 0.0 || about.y != 0.0;
    const scree_vec3 inverse = v3(1.0 / axes.x, 1.0 / axes.y, 1.0 / axes.z);
    scree_mat3 g, strange; // transposed: rows are columns
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 e = v3(i == 0, i == 1, i == 2);
        const scree_vec3 local = scaled(inverse, m3_mul_transposed(turn, e));
        g.row[i] = m3_mul(turn, scaled(axes, v3_cross(about, local)));
        strange.row[i] = v3_sub(v3_cross(p->axis, e), g.row[i]);
    }
    const double off = length_of(&strange);
    // A rotation has its advantages: no other one that is hardly nearer.
    if (!(off < STRANGE) || (p->turns && !(off + PARALLEL < (p->rigid ? 0.25 : 1.0) * p->off))) return;
    p->turns = true;
    p->rigid = (axes.x == axes.y || !across_x || !across_y) && (axes.y == axes.z || !across_y || !across_z) &&
               (axes.z == axes.x || !across_z || !across_x);
    p->off = off;
    p->g = (scree_mat3){ { column(&g, 0), column(&g, 1), column(&g, 2) } };
}

static bool is_round_across(const scree_shape *s)
{
    return s->core == SCREE_CORE_SUPERQUADRIC && s->n2 == 2.0;
}

static void find_symmetry(scree_revolved *p, const scree_shape *s, const scree_mat3 *turn)
{
    const scree_vec3 local = m3_mul_transposed(turn, p->axis), one = v3(1, 1, 1);
    const scree_vec3 z = v3(0, 0, local.z < 0.0 ? -1.0 : 1.0);
    if (is_revolved(s)) offer_turn(p, turn, one, z);
    if (is_round_across(s)) offer_turn(p, turn, v3(s->semi_axes.x, s->semi_axes.y, 1.0), z);
    if (s->core != SCREE_CORE_ELLIPSOID) return;
    offer_turn(p, turn, s->semi_axes, z);
    offer_turn(p, turn, s->semi_axes, v3(local.x < 0.0 ? -1.0 : 1.0, 0, 0));
    offer_turn(p, turn, s->semi_axes, v3(0, local.y < 0.0 ? -1.0 : 1.0, 0));
    offer_turn(p, turn, s->semi_axes, local);
}

scree_revolved scree_revolved_make(const scree_cores *c)
{
    const scree_mat3 none = { { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) } };
    scree_revolved p = { .c = c };
    // The larger one is R: what bends is in proportion to C.
    p.of_a = is_revolved(c->a) && (!is_revolved(c->b) || c->a->core_radius >= c->b->core_radius);
    p.axis = p.of_a ? v3(0, 0, 1) : v3_unit(column(&c->turn, 2));
    p.u = v3_any_normal_to(p.axis);
    p.v = v3_cross(p.axis, p.u);
    p.middle = p.of_a ? v3(0, 0, 0) : c->shift;
    p.other = p.of_a ? c->shift : v3(0, 0, 0);
    p.offset = v3_cross(p.axis, v3_sub(p.middle, p.other));
    p.radius = p.of_a ? c->b->core_radius : c->a->core_radius;
    find_symmetry(&p, p.of_a ? c->b : c->a, p.of_a ? &c->turn : &none);
    return p;
}
