// The axis of a body of revolution, and the symmetry of the other body that is nearest to it.
#include "solve/revolved/revolved_symmetry.h"

#include "solve/smooth/radius_bound.h"

// Rotations whose generators differ by less than this count as equal.
#define PARALLEL (64.0 * SCREE_ROUNDING)

// A symmetry of C that is farther than this from a rotation about R's axis is not used.
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

// Sections count as nearly circular up to this.
#define NEARLY_ROUND 0.2
#define NEARLY_2 2.5

// One body counts as much larger than the other above this factor.
#define MUCH_LARGER 4.0

// A superquadric with exponents up to this is treated as the ellipsoid inside it plus a small excess.
#define ALL_BUT_2 (2.0 + 1e-4)
#define ALL_BUT_BALL (2.0 + 1e-9)

// Semi-axes that differ by less than this fraction are nearly equal; by more than the other one, clearly unequal.
#define ALL_BUT_EQUAL 1e-6
#define UNEQUAL 0.01

// About x or y: with equal exponents the sections across these are like that across z.
static bool has_round_section(const scree_shape *s)
{
    const scree_vec3 a = s->form->semi_axes;
    if (s->form->n1 != s->form->n2) return false;
    return fabs(a.z - a.x) <= ALL_BUT_EQUAL * a.x || fabs(a.z - a.y) <= ALL_BUT_EQUAL * a.y;
}

// Excludes shapes that are round about an axis, or nearly so: their section serves better, unless they are nearly
// balls. Also excludes blades and needles whose excess over the ellipsoid has a deficit above their own radius: fixed
// points bound these better.
static bool is_all_but_ellipsoid(const scree_shape *s)
{
    const scree_vec3 a = s->form->semi_axes;
    if (s->core != SCREE_CORE_SUPERQUADRIC || !(s->form->n1 <= ALL_BUT_2 && s->form->n2 <= ALL_BUT_2)) return false;
    if (!(scree_radius_deficit(s) <= s->core_radius)) return false;
    if (!(fabs(a.x - a.y) <= ALL_BUT_EQUAL * a.x)) return !has_round_section(s);
    const bool round = s->form->n2 == 2.0 && a.x == a.y;
    return fabs(a.z - a.x) <= UNEQUAL * a.x && (!round || s->form->n1 <= ALL_BUT_BALL);
}

static bool counts_as_ellipsoid(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || is_all_but_ellipsoid(s);
}

// Of an ellipsoid or a superquadric, about the axis x, y or z.
static bool is_nearly_round(const scree_shape *s, int axis)
{
    if (s->core != SCREE_CORE_ELLIPSOID && s->core != SCREE_CORE_SUPERQUADRIC) return false;
    const scree_vec3 a = scree_rolled(s->form->semi_axes, axis);
    if (axis != 2 && s->form->n1 != s->form->n2 && !counts_as_ellipsoid(s)) return false;
    return fabs(a.x - a.y) <= NEARLY_ROUND * fmin(a.x, a.y) && s->form->n2 <= NEARLY_2;
}

static bool is_round(const scree_shape *s, int axis)
{
    const scree_vec3 a = scree_rolled(s->form->semi_axes, axis);
    return is_nearly_round(s, axis) && a.x == a.y && (s->form->n2 == 2.0 || counts_as_ellipsoid(s));
}

static int axes_nearly_round(const scree_shape *s)
{
    return is_nearly_round(s, 0) + is_nearly_round(s, 1) + is_nearly_round(s, 2);
}

// The last axis that it is round about, or else the last one that it is nearly round about.
static int roundest_axis(const scree_shape *s)
{
    for (int axis = 2; axis >= 0; --axis)
        if (is_round(s, axis)) return axis;
    int axis = 2;
    while (axis > 0 && !is_nearly_round(s, axis)) --axis;
    return axis;
}

bool scree_is_nearly_revolved_pair(const scree_cores *c)
{
    return scree_is_revolved_pair(c) || axes_nearly_round(c->a) > 0 || axes_nearly_round(c->b) > 0;
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

// G for the rotation about `about` in units of `axes`, both in C's frame, whose rotation is `rotation`; kept if it is
// nearer to R's rotation than the previous one.
static void propose_rotation(scree_revolved *p, const scree_mat3 *rotation, scree_vec3 axes, scree_vec3 about)
{
    const bool across_x = about.y != 0.0 || about.z != 0.0, across_y = about.x != 0.0 || about.z != 0.0;
    const bool across_z = about.x != 0.0 || about.y != 0.0;
    const scree_vec3 inverse = v3(1.0 / axes.x, 1.0 / axes.y, 1.0 / axes.z);
    scree_mat3 g, strange; // transposed: rows are columns
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 e = v3(i == 0, i == 1, i == 2);
        const scree_vec3 local = scaled(inverse, m3_mul_transposed(rotation, e));
        g.row[i] = m3_mul(rotation, scaled(axes, v3_cross(about, local)));
        strange.row[i] = v3_sub(v3_cross(p->axis, e), g.row[i]);
    }
    const double off = length_of(&strange);
    // Prefer a rotation: replace it only by a symmetry that is much nearer.
    if (!(off < STRANGE) || (p->rotates && !(off + PARALLEL < (p->rigid ? 0.25 : 1.0) * p->off))) return;
    p->rotates = true;
    p->rigid = (axes.x == axes.y || !across_x || !across_y) && (axes.y == axes.z || !across_y || !across_z) &&
               (axes.z == axes.x || !across_z || !across_x);
    p->off = off;
    p->g = (scree_mat3){ { column(&g, 0), column(&g, 1), column(&g, 2) } };
}

static bool is_round_across(const scree_shape *s)
{
    return s->core == SCREE_CORE_SUPERQUADRIC && s->form->n2 == 2.0 && !counts_as_ellipsoid(s);
}

// Rotations about axes that a superquadric is nearly round about.
static void propose_nearly(scree_revolved *p, const scree_shape *s, const scree_mat3 *rotation, scree_vec3 axis)
{
    const double along[3] = { axis.x, axis.y, axis.z };
    for (int i = 0; i < 3; ++i) {
        if (!is_nearly_round(s, i) || (p->rotates && fabs(along[i]) <= fabs(along[p->other_own]))) continue;
        const double sign = along[i] < 0.0 ? -1.0 : 1.0;
        p->rotates = false;
        propose_rotation(p, rotation, v3(1, 1, 1), v3(i == 0 ? sign : 0.0, i == 1 ? sign : 0.0, i == 2 ? sign : 0.0));
        p->other_own = i;
    }
    p->other_nearly = p->rotates;
}

static void find_symmetry(scree_revolved *p, const scree_shape *s, const scree_mat3 *rotation)
{
    const scree_vec3 local = m3_mul_transposed(rotation, p->axis), one = v3(1, 1, 1);
    const scree_vec3 z = v3(0, 0, local.z < 0.0 ? -1.0 : 1.0);
    if (is_revolved(s)) propose_rotation(p, rotation, one, z);
    if (is_round_across(s)) propose_rotation(p, rotation, v3(s->form->semi_axes.x, s->form->semi_axes.y, 1.0), z);
    if (!counts_as_ellipsoid(s)) {
        if (s->core == SCREE_CORE_SUPERQUADRIC && !p->rotates) propose_nearly(p, s, rotation, local);
        return;
    }
    propose_rotation(p, rotation, s->form->semi_axes, z);
    propose_rotation(p, rotation, s->form->semi_axes, v3(local.x < 0.0 ? -1.0 : 1.0, 0, 0));
    propose_rotation(p, rotation, s->form->semi_axes, v3(0, local.y < 0.0 ? -1.0 : 1.0, 0));
    propose_rotation(p, rotation, s->form->semi_axes, local);
}

// The larger body is R: the bound's curvature is in proportion to C. Of two bodies that are only nearly round, prefer
// the one with a single such axis; a ball has any. `other` asks for the body that would not be R.
static void choose(scree_revolved *p, bool other)
{
    const scree_cores *c = p->c;
    const bool larger = c->a->core_radius >= c->b->core_radius;
    const bool one = is_revolved(c->a) != is_revolved(c->b);
    p->own = 2;
    if (scree_is_revolved_pair(c) && !(one && other)) {
        p->of_a = is_revolved(c->a) && (!is_revolved(c->b) || larger != other);
    } else {
        const int a = axes_nearly_round(c->a), b = axes_nearly_round(c->b);
        p->of_a = a > 0 && (b == 0 || (a == 1 && b > 1) || ((a == 1) == (b == 1) && larger));
        const scree_shape *r = p->of_a ? c->a : c->b;
        p->own = roundest_axis(r);
        p->nearly = !is_round(r, p->own);
    }
    const scree_mat3 none = { { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) } };
    p->axis = v3_unit(column(p->of_a ? &none : &c->rotation, p->own));
}

static scree_revolved make(const scree_cores *c, bool other)
{
    const scree_mat3 none = { { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) } };
    scree_revolved p = { .c = c };
    choose(&p, other);
    p.u = v3_any_normal_to(p.axis);
    p.v = v3_cross(p.axis, p.u);
    p.middle = p.of_a ? v3(0, 0, 0) : c->shift;
    p.other = p.of_a ? c->shift : v3(0, 0, 0);
    p.a_inscribed = is_all_but_ellipsoid(c->a);
    p.b_inscribed = is_all_but_ellipsoid(c->b);
    if (p.a_inscribed) p.deficit += scree_radius_deficit(c->a);
    if (p.b_inscribed) p.deficit += scree_radius_deficit(c->b);
    p.radius = p.of_a ? c->b->core_radius : c->a->core_radius;
    find_symmetry(&p, p.of_a ? c->b : c->a, p.of_a ? &c->rotation : &none);
    return p;
}

// A much larger body that is nearly one of revolution is a better R than a small one, if C has no symmetry near R's.
static bool should_change(const scree_cores *c, const scree_revolved *p)
{
    const scree_shape *r = p->of_a ? c->a : c->b, *other = p->of_a ? c->b : c->a;
    return scree_is_revolved_pair(c) && !is_revolved(other) && !p->rotates && axes_nearly_round(other) > 0 &&
           other->core_radius > MUCH_LARGER * r->core_radius;
}

scree_revolved scree_revolved_make(const scree_cores *c)
{
    const scree_revolved p = make(c, false);
    return should_change(c, &p) ? make(c, true) : p;
}

bool scree_revolved_make_other(const scree_cores *c, scree_revolved *out)
{
    const bool a = is_revolved(c->a) || axes_nearly_round(c->a) > 0,
               b = is_revolved(c->b) || axes_nearly_round(c->b) > 0;
    if (!scree_is_revolved_pair(c) || !a || !b) return false;
    const scree_revolved p = make(c, false);
    *out = should_change(c, &p) ? p : make(c, true);
    return true;
}
