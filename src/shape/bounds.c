// Boxes and spheres around shapes, rounding radius and rounding errors counted in.
#include <math.h>

#include "math/vec3.h"
#include "shape/build.h"

static scree_vec3 outward(scree_vec3 p, double r, double sign)
{
    if (r == 0.0) return p;
    scree_vec3 q = v3(p.x + sign * r, p.y + sign * r, p.z + sign * r);
    double end = sign * (double)INFINITY;
    return v3(nextafter(q.x, end), nextafter(q.y, end), nextafter(q.z, end));
}

static void bound_vertices(scree_shape *s)
{
    scree_vec3 low = scree_stored_vertex(s, 0), high = low;
    for (int i = 1; i < s->vertex_count; ++i) {
        scree_vec3 p = scree_stored_vertex(s, i);
        low = v3(p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z);
        high = v3(p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z);
    }
    scree_vec3 middle = v3_lerp(low, high, 0.5);
    // The sphere's centre is given in doubles of the given frame; distances are taken from what is stored there.
    s->bounds.centre = v3_add(s->centre, middle);
    middle = v3_sub(s->bounds.centre, s->centre);
    double farthest = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        double d = v3_norm2(v3_sub(scree_stored_vertex(s, i), middle));
        if (d > farthest) farthest = d;
    }
    s->bounds.radius = sqrt(farthest);
    if (s->vertex_count > 1) s->bounds.radius *= 1.0 + 0x1p-50; // roundings of the norm and of the sum, upwards
    s->bounds.radius += s->radius;
    s->bounds.low = outward(v3_add(s->centre, low), s->radius, -1.0);
    s->bounds.high = outward(v3_add(s->centre, high), s->radius, 1.0);
    if (s->dimension == 2) s->bounds.low.z = s->bounds.high.z = 0.0;
}

// The bounding sphere given with the shape is all that is known of it.
static void bound_support(scree_shape *s)
{
    scree_vec3 c = s->bounds.centre;
    double r = s->bounds.radius + s->radius, limit = r * (1.0 + 0x1p-50);
    s->bounds.low = v3(c.x - limit, c.y - limit, c.z - limit);
    s->bounds.high = v3(c.x + limit, c.y + limit, c.z + limit);
    s->bounds.radius = s->radius == 0.0 ? r : limit;
    if (s->dimension == 2) s->bounds.low.z = s->bounds.high.z = 0.0;
}

static void bound_ellipsoid(scree_shape *s)
{
    s->bounds.low = outward(v3_neg(s->form->semi_axes), s->radius, -1.0);
    s->bounds.high = outward(s->form->semi_axes, s->radius, 1.0);
    s->bounds.centre = v3(0, 0, 0);
    s->bounds.radius = v3_max_abs(s->bounds.high);
}

static scree_family superquadric_family(const scree_shape *s)
{
    if (s->form->n1 > SCREE_MOST_KERNEL_EXPONENT || s->form->n2 > SCREE_MOST_KERNEL_EXPONENT)
        return SCREE_FAMILY_SUPERQUADRIC;
    if (s->form->n1 != s->form->n2) return SCREE_FAMILY_UNEQUAL;
    return s->form->along.whole > 0 ? SCREE_FAMILY_EQUAL : SCREE_FAMILY_FRACTIONAL;
}

static scree_family family_of(const scree_shape *s)
{
    switch (s->core) {
    case SCREE_CORE_POINT:
        if (s->dimension == 2) return SCREE_FAMILY_DISC;
        return s->core_radius == 0.0 ? SCREE_FAMILY_BALL : SCREE_FAMILY_POINT;
    case SCREE_CORE_SEGMENT:
        return SCREE_FAMILY_SEGMENT;
    case SCREE_CORE_POLYGON:
        return s->vertex_count <= SCREE_POLYGON_CORNERS ? SCREE_FAMILY_POLYGON : SCREE_FAMILY_LARGE;
    case SCREE_CORE_POLYHEDRON:
        return SCREE_FAMILY_HULL;
    case SCREE_CORE_HALF_SPACE:
        return SCREE_FAMILY_HALF_SPACE;
    case SCREE_CORE_ELLIPSOID:
        return SCREE_FAMILY_ELLIPSOID;
    case SCREE_CORE_SUPERQUADRIC:
        return superquadric_family(s);
    default:
        return s->dimension == 2 ? SCREE_FAMILY_PLANAR : SCREE_FAMILY_SMOOTH;
    }
}

void scree_shape_set_bounds(scree_shape *s)
{
    s->family = (uint8_t)family_of(s);
    s->centred = v3_max_abs(s->centre) == 0.0 && s->core != SCREE_CORE_HALF_SPACE && s->core != SCREE_CORE_SUPPORT;
    if (s->core == SCREE_CORE_HALF_SPACE) {
        double far = (double)INFINITY;
        scree_bounds all = { v3(-far, -far, -far), v3(far, far, far), v3(0, 0, 0), far };
        s->bounds = all;
    } else if (s->core == SCREE_CORE_SUPPORT) {
        bound_support(s);
    } else if (s->core == SCREE_CORE_ELLIPSOID) {
        bound_ellipsoid(s);
    } else if (s->core == SCREE_CORE_SUPERQUADRIC) {
        scree_superquadric_set_bounds(s);
    } else if (s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR) {
        scree_revolved_set_bounds(s);
    } else {
        bound_vertices(s);
    }
}
