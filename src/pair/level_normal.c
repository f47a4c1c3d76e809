// A normal as good as the one that was found, and perpendicular to features that hold the points.
//
// Idea        At a blunt edge or corner, and where one body is far smaller than the other, many normals have the same gap to rounding,
//             and they differ by more than a named feature may be tilted against the normal. The witness point may then lie on a
//             face or edge that is tilted too much. Its normal is taken instead, if the gap along it is the same.
// Limits      Scans all faces and edges, so it is called only if no feature was found in a quicker way.
#include "pair/level_normal.h"

#include "pair/patch.h"

// Whether a feature perpendicular to the normal contains the point: the named one, or any other.
static bool is_held(const scree_region *r, bool of_a, scree_vec3 point, double slack)
{
    scree_feature_set set = of_a ? r->a : r->b;
    if (!scree_has_named_features(of_a ? r->c->a : r->c->b)) return true;
    if (set.corner == NULL) return false;
    return scree_feature_fits(r->c, of_a, &set, r->n, point, slack) ||
           scree_feature_find(r->c, of_a, r->n, point, slack, &set) <= slack;
}

// The pair, memory for a region, and how far points may be off their features.
typedef struct setting {
    const scree_cores *c;
    scree_arena scratch;
    double slack;
} setting;

// Replaces the answer by `level`, which has another normal, if the gap along that normal is the same and features perpendicular to it
// contain both points.
static bool take_level(const setting *s, const scree_answer *level, double gap, scree_answer *x)
{
    const scree_cores *c = s->c;
    const double slack = s->slack;
    if (!(gap >= x->distance - c->error) ||
        scree_astray(level->on_a, level->on_b, level->distance, level->normal) > slack)
        return false;
    scree_arena scratch = s->scratch;
    const scree_region r = scree_region_make(c, level->normal, &level->at, &scratch);
    if (!is_held(&r, true, level->on_a, slack) || !is_held(&r, false, level->on_b, slack)) return false;
    *x = *level;
    return true;
}

// The answer along another normal, with the same points. The gap along it is returned.
static double along_normal(const scree_cores *c, scree_vec3 n, const scree_answer *x, scree_answer *level)
{
    *level = *x;
    const double gap = scree_cores_gap(c, n, &level->at);
    level->normal = n;
    level->distance = fmin(gap, x->upper);
    level->lower = fmin(x->lower, gap - c->error);
    return gap;
}

// How far, in radians, a normal may be rotated to make it that of an edge, and in how many bisections.
#define MOST_ROTATION 0x1p-4
enum { BISECTIONS = 60 };

// Of the normals perpendicular to an edge of one body, near n, the one with the largest gap between the edge and the other body. It is
// found by bisection: the derivative of the gap, as the normal rotates about the edge, is the component across the edge of the vector
// from the edge to the other body's support point.
static scree_vec3 edge_normal(const scree_cores *c, bool of_a, const scree_feature_set *edge, scree_vec3 n,
                              const scree_mvertex *at)
{
    const scree_vec3 along = v3_unit(v3_sub(edge->corner[1], edge->corner[0]));
    const scree_vec3 level = v3_unit(v3_add_scaled(n, -v3_dot(n, along), along)), across = v3_cross(along, level);
    if (c->a->dimension == 2 || v3_norm2(level) == 0.0) return level;
    double least = -MOST_ROTATION, most = MOST_ROTATION;
    scree_vec3 best = level;
    for (int i = 0; i < BISECTIONS; ++i) {
        const double t = 0.5 * (least + most);
        scree_mvertex support = *at;
        best = v3_unit(v3_add_scaled(level, t, across));
        (void)scree_cores_gap(c, best, &support);
        const scree_vec3 way = of_a ? v3_sub(support.b, edge->corner[0]) : v3_sub(edge->corner[0], support.a);
        if (v3_dot(way, v3_cross(along, best)) > 0.0)
            least = t;
        else
            most = t;
    }
    return best;
}

// Faces and edges within this distance of a point, relative to the size, are tried: along a surface, the distance determines a point
// only to the square root of rounding.
#define NEAR 0x1p-26

// Tries the normal n of a face, or of an edge (NULL for a face), near the point. The new point of this body is opposite to the other
// body's: first to its known point, then to its support point. On an edge it is the nearest point of the edge.
static bool take_normal(const setting *s, bool of_a, const scree_feature_set *edge, scree_vec3 n, scree_answer *x)
{
    scree_answer level;
    const double gap = along_normal(s->c, n, x, &level);
    for (int i = 0; i < 2; ++i) {
        scree_vec3 *point = of_a ? &level.on_a : &level.on_b;
        *point = of_a ? v3_add_scaled(level.on_b, -gap, n) : v3_add_scaled(level.on_a, gap, n);
        if (edge != NULL) *point = scree_feature_nearest(edge, n, *point);
        if (take_level(s, &level, gap, x)) return true;
        level.on_a = level.at.a;
        level.on_b = level.at.b;
    }
    return false;
}

static bool take_edge(const setting *s, bool of_a, int edge, scree_answer *x)
{
    scree_arena scratch = s->scratch;
    scree_feature_set set;
    if (!scree_feature_named(s->c, of_a, SCREE_FEATURE_EDGE, edge, &scratch, &set) || set.corner == NULL ||
        set.count < 2)
        return false;
    scree_vec3 end[2] = { set.corner[0], set.corner[1] };
    set.corner = end;
    if (scree_segment_off(end[0], end[1], of_a ? x->on_a : x->on_b) > NEAR * s->c->size) return false;
    const scree_vec3 d = v3_sub(end[1], end[0]);
    if (fabs(v3_dot(d, x->normal)) > MOST_ROTATION * v3_norm(d)) return false;
    return take_normal(s, of_a, &set, edge_normal(s->c, of_a, &set, x->normal, &x->at), x);
}

static int edge_count(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYHEDRON ? s->hull->edge_count : s->vertex_count;
}

// The normals of faces near the point, then those of edges.
static bool level_normal_of(const setting *s, bool of_a, scree_answer *x)
{
    const scree_cores *c = s->c;
    const scree_shape *shape = of_a ? c->a : c->b;
    const scree_vec3 point = of_a ? x->on_a : x->on_b;
    for (int i = -1; (i = scree_feature_blunt_face(c, of_a, x->normal, point, NEAR * c->size, i + 1)) >= 0;) {
        const scree_vec3 out = shape->hull->faces[i].normal;
        if (take_normal(s, of_a, NULL, of_a ? out : v3_neg(m3_mul(&c->rotation, out)), x)) return true;
    }
    for (int i = 0; i < edge_count(shape); ++i)
        if (take_edge(s, of_a, i, x)) return true;
    return false;
}

bool scree_level_normal(const scree_region *r, scree_arena scratch, double slack, scree_answer *x)
{
    const setting s = { r->c, scratch, slack };
    return (!is_held(r, true, x->on_a, slack) && level_normal_of(&s, true, x)) ||
           (!is_held(r, false, x->on_b, slack) && level_normal_of(&s, false, x));
}
