#include "verify/place.h"

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double most_of(scree_vec3 a)
{
    return larger(fabs(a.x), larger(fabs(a.y), fabs(a.z)));
}

static double length_of(scree_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

// Scaled so that no product of two components overflows, or underflows where it matters.
static scree_quat scaled(scree_quat q)
{
    const double most = larger(fabs(q.w), most_of((scree_vec3){ q.x, q.y, q.z }));
    if (most > 0x1p-100 && most < 0x1p100) return q;
    int exponent;
    (void)frexp(most, &exponent);
    return (scree_quat){ ldexp(q.w, -exponent), ldexp(q.x, -exponent), ldexp(q.y, -exponent), ldexp(q.z, -exponent) };
}

// The matrix of a quaternion: products of doubles, summed in wide, over the square of its length.
static void set_rotation(scree_quat q, scree_placed *p)
{
    p->rotated = q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) p->rotation[i][k] = w_of(i == k ? 1.0 : 0.0);
    if (!p->rotated) return;
    q = scaled(q);
    const double w = q.w, x = q.x, y = q.y, z = q.z;
    const wide ww = w_product(w, w), xx = w_product(x, x), yy = w_product(y, y), zz = w_product(z, z);
    const wide over = w_div(w_of(1.0), w_add(w_add(ww, xx), w_add(yy, zz))), twice = w_scale(over, 2.0);
    const wide wx = w_product(w, x), wy = w_product(w, y), wz = w_product(w, z);
    const wide xy = w_product(x, y), xz = w_product(x, z), yz = w_product(y, z);
    p->rotation[0][0] = w_mul(over, w_sub(w_add(ww, xx), w_add(yy, zz)));
    p->rotation[1][1] = w_mul(over, w_sub(w_add(ww, yy), w_add(xx, zz)));
    p->rotation[2][2] = w_mul(over, w_sub(w_add(ww, zz), w_add(xx, yy)));
    p->rotation[0][1] = w_mul(twice, w_sub(xy, wz));
    p->rotation[1][0] = w_mul(twice, w_add(xy, wz));
    p->rotation[0][2] = w_mul(twice, w_add(xz, wy));
    p->rotation[2][0] = w_mul(twice, w_sub(xz, wy));
    p->rotation[1][2] = w_mul(twice, w_sub(yz, wx));
    p->rotation[2][1] = w_mul(twice, w_add(yz, wx));
}

static bool is_polytope(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYHEDRON || s->core == SCREE_CORE_POLYGON;
}

static void place(const scree_body *body, scree_vec3 origin, scree_placed *p)
{
    const scree_shape *s = body->shape;
    p->shape = s;
    set_rotation(body->orientation, p);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) p->rough[i][k] = p->rotation[i][k].hi;
    p->at = w3_difference(body->position, origin);
    p->radius = s->radius;
    p->outside = is_polytope(s) ? s->slack : 0.0;
    // Radii stored as given are exact: those of shapes whose radius is only their rounding.
    const bool sum = s->core == SCREE_CORE_TEAR || s->radius != s->rounding;
    p->vague = sum && (s->rounding > 0.0 || s->kind == SCREE_TAPERED_CAPSULE)
                   ? 4.0 * VERIFY_ROUNDING * (s->radius + s->core_radius)
                   : 0.0;
    p->reach = s->core == SCREE_CORE_HALF_SPACE ? fabs(s->form->plane_offset) : s->core_radius + length_of(s->centre);
}

static bool has_centre(const scree_shape *s)
{
    return s->centre.x != 0.0 || s->centre.y != 0.0 || s->centre.z != 0.0;
}

// The origin of the stored coordinates, in the pair's frame.
static wide3 place_of_stored(const scree_placed *p)
{
    return has_centre(p->shape) ? scree_placed_point(p, w3_of(p->shape->centre)) : p->at;
}

static double finite_radius(const scree_shape *s)
{
    return (s->core == SCREE_CORE_HALF_SPACE ? 0.0 : s->core_radius) + s->radius;
}

void scree_place_pair(const scree_body *a, const scree_body *b, scree_placed_pair *out)
{
    out->origin = a->position;
    place(a, a->position, &out->a);
    place(b, a->position, &out->b);
    const double way = length_of(w3_round(out->b.at));
    out->extent = out->a.reach + out->b.reach + out->a.radius + out->b.radius + way;
    out->blur = VERIFY_BLUR * out->extent;
    const wide3 from = place_of_stored(&out->a), to = place_of_stored(&out->b);
    out->radii = finite_radius(a->shape) + finite_radius(b->shape);
    out->unit = out->radii + length_of(w3_round(w3_sub(to, from)));
}

wide3 scree_placed_direction(const scree_placed *p, wide3 local)
{
    if (!p->rotated) return local;
    const wide(*t)[3] = p->rotation;
    return (wide3){ w3_dot((wide3){ t[0][0], t[0][1], t[0][2] }, local),
                    w3_dot((wide3){ t[1][0], t[1][1], t[1][2] }, local),
                    w3_dot((wide3){ t[2][0], t[2][1], t[2][2] }, local) };
}

wide3 scree_placed_local_direction(const scree_placed *p, wide3 d)
{
    if (!p->rotated) return d;
    const wide(*t)[3] = p->rotation;
    return (wide3){ w3_dot((wide3){ t[0][0], t[1][0], t[2][0] }, d), w3_dot((wide3){ t[0][1], t[1][1], t[2][1] }, d),
                    w3_dot((wide3){ t[0][2], t[1][2], t[2][2] }, d) };
}

wide3 scree_placed_point(const scree_placed *p, wide3 local)
{
    return w3_add(p->at, scree_placed_direction(p, local));
}

wide3 scree_placed_local(const scree_placed *p, wide3 x)
{
    return scree_placed_local_direction(p, w3_sub(x, p->at));
}

scree_vec3 scree_placed_rough_local(const scree_placed *p, scree_vec3 d)
{
    const double(*t)[3] = p->rough;
    return (scree_vec3){ t[0][0] * d.x + t[1][0] * d.y + t[2][0] * d.z, t[0][1] * d.x + t[1][1] * d.y + t[2][1] * d.z,
                         t[0][2] * d.x + t[1][2] * d.y + t[2][2] * d.z };
}

scree_vec3 scree_placed_rough_direction(const scree_placed *p, scree_vec3 local)
{
    const double(*t)[3] = p->rough;
    return (scree_vec3){ t[0][0] * local.x + t[0][1] * local.y + t[0][2] * local.z,
                         t[1][0] * local.x + t[1][1] * local.y + t[1][2] * local.z,
                         t[2][0] * local.x + t[2][1] * local.y + t[2][2] * local.z };
}

scree_vec3 scree_placed_rough_stored(const scree_placed *p, wide3 x)
{
    const scree_vec3 centre = p->shape->centre;
    if (p->reach > 4.0 * p->shape->core_radius) return w3_round(w3_sub(scree_placed_local(p, x), w3_of(centre)));
    const scree_vec3 local = scree_placed_rough_local(p, w3_round(w3_sub(x, p->at)));
    return (scree_vec3){ local.x - centre.x, local.y - centre.y, local.z - centre.z };
}

wide3 scree_placed_plane(const scree_placed *p, wide *height)
{
    const scree_shape *s = p->shape;
    int exponent;
    (void)frexp(most_of(s->form->given_normal), &exponent);
    const scree_vec3 g = { ldexp(s->form->given_normal.x, -exponent), ldexp(s->form->given_normal.y, -exponent),
                           ldexp(s->form->given_normal.z, -exponent) };
    int offset_exponent;
    const double mantissa = frexp(s->form->given_offset, &offset_exponent);
    const wide over = w_div(w_of(1.0), w3_length(w3_of(g)));
    const wide3 n = scree_placed_direction(p, w3_mul(w3_of(g), over));
    const wide offset = w_times(over, mantissa);
    const wide scaled = { ldexp(offset.hi, offset_exponent - exponent), ldexp(offset.lo, offset_exponent - exponent) };
    *height = w_add(w_add(w3_dot(n, p->at), scaled), w_of(p->radius));
    return n;
}
