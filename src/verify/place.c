// The maps between the checker's frame and the frames of the two bodies, in wide arithmetic (about 31 digits); heights over planes
// that are far away in triple.h, since wide would lose too many of them.
#include "verify/place.h"

#include "verify/triple.h"

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

// Scaled so that no product of components overflows, or underflows where it matters.
static scree_quat scaled(scree_quat q)
{
    int exponent;
    (void)frexp(larger(fabs(q.w), most_of((scree_vec3){ q.x, q.y, q.z })), &exponent);
    return (scree_quat){ ldexp(q.w, -exponent), ldexp(q.x, -exponent), ldexp(q.y, -exponent), ldexp(q.z, -exponent) };
}

// The matrix of a quaternion: products of doubles, summed in wide, over the square of its length.
static void set_rotation(scree_quat q, scree_placed *p)
{
    p->quaternion = q = scaled(q);
    p->rotated = q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) p->rotation[i][k] = w_of(i == k ? 1.0 : 0.0);
    if (!p->rotated) return;
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
    // Radii stored as given are exact: those of shapes whose radius is only their rounding. That of a ball or a capsule is a
    // sum of two, also where one of them is lost in the other.
    const bool sum = s->core == SCREE_CORE_TEAR || s->core == SCREE_CORE_POINT || s->core == SCREE_CORE_SEGMENT;
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
    out->wide_error = VERIFY_WIDE_ERROR * out->extent;
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

// What a half space was made from, over a power of two: the normal's largest component is between 1/2 and 1.
static scree_vec3 given_plane(const scree_shape *s, wide *offset)
{
    int exponent;
    (void)frexp(most_of(s->form->given_normal), &exponent);
    int offset_exponent;
    const double mantissa = frexp(s->form->given_offset, &offset_exponent);
    *offset = w_of(ldexp(mantissa, offset_exponent - exponent));
    return (scree_vec3){ ldexp(s->form->given_normal.x, -exponent), ldexp(s->form->given_normal.y, -exponent),
                         ldexp(s->form->given_normal.z, -exponent) };
}

wide3 scree_placed_plane(const scree_placed *p, wide *height)
{
    wide offset;
    const wide3 g = w3_of(given_plane(p->shape, &offset));
    const wide over = w_div(w_of(1.0), w3_length(g));
    const wide3 n = scree_placed_direction(p, w3_mul(g, over));
    *height = w_add(w_add(w3_dot(n, p->at), w_mul(over, offset)), w_of(p->radius));
    return n;
}

static triple square(double x)
{
    return t_of(w_product(x, x));
}

static triple norm2(scree_quat q)
{
    return t_add(t_add(square(q.w), square(q.x)), t_add(square(q.y), square(q.z)));
}

// |q|^2 times the rotated v: (w^2 - u . u) v + 2 (u . v) u + 2 w u x v for q = w + u.
static triple3 rotated(scree_quat q, triple3 v)
{
    const triple3 u = t3_of(w3_of((scree_vec3){ q.x, q.y, q.z }));
    const triple w = t_of(w_of(q.w)), two = t_of(w_of(2.0));
    const triple by_v = t_add(t_mul(w, w), t_neg(t3_dot(u, u))), by_u = t_mul(two, t3_dot(u, v));
    return t3_add(t3_add(t3_mul(v, by_v), t3_mul(u, by_u)), t3_mul(t3_cross(u, v), t_mul(two, w)));
}

// With the given normal N, both quaternions' lengths and N's as common denominators, so that nothing is divided before large
// terms have cancelled.
wide scree_placed_over_plane(const scree_placed *plane, const scree_placed *body)
{
    wide offset;
    const scree_vec3 g = given_plane(plane->shape, &offset);
    const triple plane2 = norm2(plane->quaternion);
    triple body2 = t_of(w_of(1.0));
    triple3 way = t3_of(w3_sub(body->at, plane->at)); // one of them is 0
    if (has_centre(body->shape)) {
        body2 = norm2(body->quaternion);
        way = t3_add(t3_mul(way, body2), rotated(body->quaternion, t3_of(w3_of(body->shape->centre))));
    }
    const triple3 local = rotated(
        (scree_quat){ plane->quaternion.w, -plane->quaternion.x, -plane->quaternion.y, -plane->quaternion.z }, way);
    const triple both = t_mul(plane2, body2);
    const triple height = t_add(t3_dot(t3_of(w3_of(g)), local), t_neg(t_mul(t_of(offset), both)));
    return w_div(t_wide(height), w_mul(t_wide(both), w3_length(w3_of(g))));
}
