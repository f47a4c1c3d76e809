// The one table of methods. A new method is a row here, a header, a file, a test and a page in docs/.
#include "scree/method.h"

#include <string.h>

#include "dispatch/auto.h"
#include "papers/all_axes.h"
#include "papers/classic.h"
#include "papers/cp.h"
#include "papers/cp_revised.h"
#include "papers/exterior_penalty.h"
#include "papers/fcp.h"
#include "papers/fcp_revised.h"
#include "papers/gjk_epa.h"
#include "papers/gjk_johnson.h"
#include "papers/gjk_signed_volumes.h"
#include "papers/gjk_td.h"
#include "papers/jain.h"
#include "papers/jia.h"
#include "papers/moving_balls.h"
#include "papers/newton_coulomb.h"
#include "papers/ph_sq.h"
#include "papers/slm.h"
#include "papers/sq_newton.h"
#include "papers/sq_plane.h"
#include "papers/sq_segment.h"

static const scree_method table[] = {
    {
        .name = "auto",
        .source = "scree",
        .summary = "exact signed distance with a certified interval, the search chosen by the pair",
        .pairs = "any two shapes of the same dimension",
        .separated = true,
        .overlapping = true,
        .serves = scree_auto_serves,
        .scratch = scree_auto_scratch,
        .answer = scree_auto,
    },
    {
        .name = "cp",
        .source = "cundall-1988",
        .summary = "common plane as published: one start, perturbed normal, halved steps",
        .pairs = "two polyhedra, or two polygons",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_polytopes,
        .scratch = scree_cp_scratch,
        .answer = scree_cp,
    },
    {
        .name = "cp-revised",
        .source = "descantes-2019",
        .summary = "common plane from three starts (Algorithm 1)",
        .pairs = "two polyhedra",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_polyhedra,
        .scratch = scree_cp_revised_scratch,
        .answer = scree_cp_revised,
    },
    {
        .name = "fcp",
        .source = "nezami-2004",
        .summary = "fast common plane as published: candidate planes, overlapping bodies moved apart first",
        .pairs = "two polyhedra, or two polygons",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_polytopes,
        .scratch = scree_fcp_scratch,
        .answer = scree_fcp,
    },
    {
        .name = "fcp-revised",
        .source = "descantes-2019",
        .summary = "fast common plane with signed gaps, nothing moved (Algorithm 2)",
        .pairs = "two polyhedra",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_polyhedra,
        .scratch = scree_fcp_revised_scratch,
        .answer = scree_fcp_revised,
    },
    {
        .name = "slm",
        .source = "nezami-2006",
        .summary = "shortest link, walked over faces, edges and vertices; overlapping bodies moved apart first",
        .pairs = "two polyhedra, or two polygons",
        .separated = true,
        .overlapping = true,
        .links = true,
        .serves = scree_serves_polytopes,
        .scratch = scree_slm_scratch,
        .answer = scree_slm,
    },
    {
        .name = "gjk-johnson",
        .source = "gilbert-1988",
        .summary = "GJK with Johnson's sub-algorithm; overlapping: the nearest face of its last tetrahedron",
        .pairs = "any two shapes but half spaces",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_supports,
        .scratch = scree_gjk_johnson_scratch,
        .answer = scree_gjk_johnson,
    },
    {
        .name = "gjk-signed-volumes",
        .source = "montanari-2017",
        .summary = "GJK with signed volumes; overlapping: the nearest face of its last tetrahedron",
        .pairs = "any two shapes but half spaces",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_supports,
        .scratch = scree_gjk_signed_volumes_scratch,
        .answer = scree_gjk_signed_volumes,
    },
    {
        .name = "gjk-td",
        .source = "descantes-2019",
        .summary = "GJK, then tetrahedron distortion (Algorithm 3)",
        .pairs = "two polyhedra",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_polyhedra,
        .scratch = scree_gjk_td_scratch,
        .answer = scree_gjk_td,
    },
    {
        .name = "gjk-epa",
        .source = "feng-tan-2020",
        .summary = "GJK, then the expanding polytope, with the paper's contact points and types",
        .pairs = "any two shapes but half spaces",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_supports,
        .scratch = scree_gjk_epa_scratch,
        .answer = scree_gjk_epa,
    },
    {
        .name = "sat",
        .source = "gottschalk-1996",
        .summary = "all separating axes; separated: all pairs of features; the exact reference",
        .pairs = "two polyhedra, or two polygons",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_polytopes,
        .scratch = scree_all_axes_scratch,
        .answer = scree_all_axes,
    },
    {
        .name = "moving-balls",
        .source = "girault-2022",
        .summary = "balls rolled inside both ellipsoids until they face each other (Algorithm 1)",
        .pairs = "two ellipsoids or spheres, not rounded",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_ellipsoids,
        .scratch = scree_classic_scratch,
        .answer = scree_moving_balls,
    },
    {
        .name = "newton-coulomb",
        .source = "girault-2022",
        .summary = "charged balls that slide on both ellipsoids until they rest (Algorithms 3 and 4)",
        .pairs = "two ellipsoids or spheres, not rounded",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_ellipsoids,
        .scratch = scree_classic_scratch,
        .answer = scree_newton_coulomb,
    },
    {
        .name = "exterior-penalty",
        .source = "girault-2022",
        .summary = "descent on an exact penalty function (Algorithm 5)",
        .pairs = "two ellipsoids or spheres, not rounded",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_ellipsoids,
        .scratch = scree_classic_scratch,
        .answer = scree_exterior_penalty,
    },
    {
        .name = "jain",
        .source = "girault-2022",
        .summary = "alternating points along the normals (Algorithm 6)",
        .pairs = "two ellipsoids or spheres, not rounded",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_ellipsoids,
        .scratch = scree_classic_scratch,
        .answer = scree_jain,
    },
    {
        .name = "jia",
        .source = "girault-2022",
        .summary = "exact overlap test by the characteristic polynomial (Algorithm 7)",
        .pairs = "two ellipsoids or spheres, not rounded",
        .separated = true,
        .overlapping = true,
        .serves = scree_serves_ellipsoids,
        .scratch = scree_classic_scratch,
        .answer = scree_jia,
    },
    {
        .name = "sq-newton",
        .source = "podlozhnyuk-2017",
        .summary =
            "Newton on the Lagrange function of the two inside-outside functions (equations 2-7 of peng-hanley-2019)",
        .pairs = "two superquadrics, ellipsoids or spheres, not rounded",
        .separated = true,
        .overlapping = true,
        .links = true,
        .serves = scree_sq_newton_serves,
        .scratch = scree_classic_scratch,
        .answer = scree_sq_newton,
    },
    {
        .name = "sq-plane",
        .source = "peng-hanley-2019",
        .summary = "the point of a superquadric that is deepest under a plane, closed form",
        .pairs = "a superquadric, ellipsoid or sphere, not rounded, with a plane",
        .separated = true,
        .overlapping = true,
        .serves = scree_sq_plane_serves,
        .scratch = scree_classic_scratch,
        .answer = scree_sq_plane,
    },
    {
        .name = "sq-segment",
        .source = "peng-hanley-2019",
        .summary = "the point of a segment where the inside-outside function is least: the edge test",
        .pairs = "a superquadric, ellipsoid or sphere, not rounded, with a capsule",
        .separated = true,
        .overlapping = true,
        .serves = scree_sq_segment_serves,
        .scratch = scree_classic_scratch,
        .answer = scree_sq_segment,
    },
    {
        .name = "ph-sq",
        .source = "peng-hanley-2019",
        .summary = "six cases: faces, then edges and vertices of the polyhedron against the superquadric",
        .pairs = "a polyhedron with a superquadric, ellipsoid or sphere, not rounded",
        .separated = true,
        .overlapping = true,
        .serves = scree_ph_sq_serves,
        .scratch = scree_classic_scratch,
        .answer = scree_ph_sq,
    },
};

int scree_method_count(void)
{
    return (int)(sizeof table / sizeof *table);
}

const scree_method *scree_method_at(int i)
{
    return i >= 0 && i < scree_method_count() ? &table[i] : NULL;
}

const scree_method *scree_method_find(const char *name)
{
    for (int i = 0; name != NULL && i < scree_method_count(); ++i)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

size_t scree_method_scratch(const scree_method *method, const scree_shape *a, const scree_shape *b)
{
    if (method == NULL) method = &table[0];
    if (a == NULL || b == NULL || !method->serves(a, b)) return 0;
    return method->scratch != NULL ? method->scratch(a, b) : scree_auto_scratch(a, b);
}
