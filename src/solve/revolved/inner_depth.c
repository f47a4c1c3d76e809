// How deep a point is inside a frustum or a polyhedron.
//
// Idea        The least distance below a side: the caps and the flank of a frustum, the faces of a polyhedron. Inside, a ball of
//             that radius around the point is in the body.
// Limits      Outside, the largest distance over a side, which beyond an edge or a rim is less than the true distance.
#include "solve/revolved/inner_depth.h"

scree_slant scree_slant_of(const scree_shape *s)
{
    const double change = s->form->bottom - s->form->top, length = 2.0 * s->form->half_length;
    const double whole = sqrt(change * change + length * length);
    return (scree_slant){ change / whole, length / whole };
}

// The distance of a point to the nearest side, positive inside and negative outside; and that side's outward normal.
static double inner_frustum(const scree_shape *s, scree_vec3 p, scree_vec3 *normal)
{
    const double across = sqrt(p.x * p.x + p.y * p.y), l = s->form->half_length;
    const scree_slant flank = scree_slant_of(s);
    double least = (s->form->bottom - across) * flank.cosine - (p.z + l) * flank.sine;
    const double x = across > 0.0 ? p.x / across : 1.0, y = across > 0.0 ? p.y / across : 0.0;
    *normal = v3(x * flank.cosine, y * flank.cosine, flank.sine);
    if (l + p.z < least) {
        least = l + p.z;
        *normal = v3(0, 0, -1);
    }
    if (l - p.z < least && s->form->top > 0.0) {
        least = l - p.z;
        *normal = v3(0, 0, 1);
    }
    return least;
}

static double inner_polyhedron(const scree_shape *s, scree_vec3 p, scree_vec3 *normal)
{
    double least = INFINITY;
    for (int i = 0; i < s->hull->face_count; ++i) {
        const double depth = s->hull->faces[i].offset - v3_dot(s->hull->faces[i].normal, p);
        if (!(depth < least)) continue;
        least = depth;
        *normal = s->hull->faces[i].normal;
    }
    return least;
}

double scree_inner_depth(const scree_cores *c, bool of_a, scree_vec3 x, scree_vec3 *normal)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const scree_vec3 p = of_a ? x : m3_mul_transposed(&c->rotation, v3_sub(x, c->shift));
    const double depth = s->core == SCREE_CORE_FRUSTUM ? inner_frustum(s, p, normal) : inner_polyhedron(s, p, normal);
    if (!of_a) *normal = m3_mul(&c->rotation, *normal);
    return depth;
}
