// The named features: they exist, they contain the points, and they face the other body.
#include "verify/check.h"
#include "verify/nearest.h"

// A feature may be tilted against the normal by this slope plus a little rounding, so that a resting face stays the
// named feature when the body rocks by less: see docs/contact-types.md.
#define MOST_SLOPE 1.01e-6

static bool has_features(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYHEDRON || s->core == SCREE_CORE_POLYGON;
}

// A face merged from facets stands for all of them: their normals, and those of the edges between them, differ from
// that of the face by at most half the spread.
static double most_slope(const scree_shape *s, scree_feature feature, int index)
{
    const bool merged =
        feature == SCREE_FEATURE_FACE && s->core == SCREE_CORE_POLYHEDRON && s->hull->faces[index].count > 3;
    return MOST_SLOPE + (merged ? 0.5 * s->hull->spread : 0.0);
}

// How far a corner of the feature is below the top of its body along the normal, beyond what the slope explains: the
// worst of them. `x` is the point in the feature.
static double sunken(const scree_placed *p, scree_feature feature, int index, wide3 out, const scree_top *top, wide3 x)
{
    const scree_shape *s = p->shape;
    const scree_vec3 d = scree_placed_rough_local(p, w3_round(out)), highest = w3_round(top->point);
    const scree_vec3 from = scree_placed_rough_stored(p, x);
    const double slope = most_slope(s, feature, index);
    double worst = 0.0;
    for (int i = 0; i < scree_feature_corners(p, feature, index); ++i) {
        const scree_vec3 v = scree_stored_vertex(s, scree_feature_corner(p, feature, index, i));
        const double below = d.x * (highest.x - v.x) + d.y * (highest.y - v.y) + d.z * (highest.z - v.z);
        const scree_vec3 r = { v.x - from.x, v.y - from.y, v.z - from.z };
        const double more = below - slope * sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
        worst = more > worst ? more : worst;
    }
    return worst;
}

static bool check_surface_feature(scree_check *c, const scree_placed *p, scree_feature feature, int index)
{
    const bool plane = scree_is_half_space(p) && feature == SCREE_FEATURE_FACE && index == 0;
    if (plane || (feature == SCREE_FEATURE_SURFACE && index == -1)) return true;
    return scree_check_refute(c, SCREE_CLAIM_FEATURES, "a shape without such features has one", (double)index, -1.0,
                              0.0);
}

// A search that gave up reports the features that it ended on: they may be off the best points that it knows.
static bool doubt_feature(scree_check *c, const char *reason, double off, double allowed)
{
    if ((c->claims & SCREE_VERIFY_STATUS) == 0 || c->contact->status == SCREE_OK)
        return scree_check_refute(c, SCREE_CLAIM_FEATURES, reason, off, 0.0, allowed);
    scree_check_doubt(c, SCREE_CLAIM_FEATURES, reason, off, 0.0, allowed);
    return true;
}

static bool check_feature(scree_check *c, const scree_placed *p)
{
    const bool of_a = p == &c->pair.a;
    const scree_contact *x = c->contact;
    const scree_feature feature = of_a ? x->feature_a : x->feature_b;
    const int index = of_a ? x->index_a : x->index_b;
    if (!has_features(p->shape) || feature == SCREE_FEATURE_SURFACE) return check_surface_feature(c, p, feature, index);
    if (index == -1) return true; // a type without an index, as from gjk-epa: nothing to check
    if (!scree_placed_has(p, feature, index))
        return scree_check_refute(c, SCREE_CLAIM_FEATURES, "the shape has no feature of this number", (double)index,
                                  0.0, 0.0);
    if ((c->claims & SCREE_VERIFY_POINTS) == 0) return true;
    const wide3 at = scree_check_core_point(c, p);
    const double off = scree_feature_distance(p, at, feature, index), allowed = 2.0 * c->points_allowed;
    if (off > allowed) return doubt_feature(c, "the point is off the feature that is named", off, allowed);
    const double below = sunken(p, feature, index, of_a ? c->n : w3_neg(c->n), of_a ? &c->top_a : &c->top_b, at);
    if (below <= allowed) return true;
    return doubt_feature(c, "the feature leans away from the other body", below, allowed);
}

bool scree_check_features(scree_check *c)
{
    if ((c->claims & SCREE_VERIFY_FEATURES) == 0) return true;
    return check_feature(c, &c->pair.a) && check_feature(c, &c->pair.b);
}
