// A superquadric and a plane.
//
// Source      Podlozhnyuk, Pirker, Kloss (2017), as in peng-hanley-2019, 2.1: the point of the surface that is closest
//             to a wall, or deepest beneath it.
// Idea        There the gradient of F is opposite to the wall's normal, which has a closed form: the support point. Its
//             height over the wall is the distance, exactly, whether the two overlap or not.
// Departures  None in the method. The height is evaluated with twice the digits far from the origin, and the half space
//             lies beneath its plane on one side: LIGGGHTS takes the side that the centre is not on.
#include "papers/sq_plane.h"

#include "papers/classic.h"
#include "papers/sq_field.h"
#include "solve/half_space.h"

bool scree_sq_plane_serves(const scree_shape *a, const scree_shape *b)
{
    return (a->core == SCREE_CORE_HALF_SPACE && scree_is_superquadric(b)) ||
           (b->core == SCREE_CORE_HALF_SPACE && scree_is_superquadric(a));
}

static void flip(scree_contact *x)
{
    const scree_vec3 point = x->point_a;
    x->point_a = x->point_b;
    x->point_b = point;
    x->normal = v3_neg(x->normal);
    x->feature_a = SCREE_FEATURE_FACE;
    x->feature_b = SCREE_FEATURE_SURFACE;
    x->index_a = 0;
    x->index_b = -1;
}

scree_status scree_sq_plane(const scree_body *a, const scree_body *b, const scree_query_options *options,
                            scree_contact *out)
{
    const bool plane_first = a->shape->core == SCREE_CORE_HALF_SPACE;
    scree_classic p;
    if (plane_first)
        scree_classic_open(b, a, options, false, &p);
    else
        scree_classic_open(a, b, options, false, &p);
    const scree_status status =
        plane_first ? scree_half_space_contact(b, a, &p.task, out) : scree_half_space_contact(a, b, &p.task, out);
    if (plane_first) flip(out);
    return status;
}
