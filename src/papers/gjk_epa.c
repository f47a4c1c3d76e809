// GJK + EPA for contact in DEM and DDA.
//
// Source      feng-tan-2020: GJK (section 3), EPA (section 4), contact points (13)-(15), contact types (4.2.2).
// Idea        GJK builds a simplex of M = B - A (the paper's A - B, reversed) until it contains the origin, or until a
//             direction shows that the bodies are apart. From that simplex EPA grows a polytope inside M at its face
//             nearest to the origin until that face is one of M: its distance is the overlap, its normal the contact
//             normal, the weights of the origin's projection on it give the contact points, and the vertices of A and B
//             behind its corners the contact type.
// Departures  1. Step 2.e of EPA builds new faces on the horizon, not on every edge of every visible face (a slip).
//             2. "Apart" is returned when a direction shows it beyond rounding. The paper stops there; a contact has a
//                distance, so GJK goes on for it, from that direction, and if nearly parallel features keep its bounds
//                apart, the features at its last simplex settle it. None of this is counted as updates.
//             3. Faces are ranked by the distance to the triangle, not to its plane (see epa.c): of the triangles in
//                one plane the one that contains the projection wins, and no barycentric coordinate is negative.
//             4. The normal is that of the face, not c / d_c, which is the same vector but loses its digits as the
//                overlap becomes small.
//             5. The tolerance is for shapes without corners. Polytopes end when the new point is no farther out than
//                the face, to half of the rounding error of the pair.
//             6. The "arbitrary" first direction is A's x axis, or the last normal where a cache brings one.
//             7. Which sub-algorithm reduces the simplex, the paper leaves open: see simplex.c.
// Limits      Smooth shapes take EPA many steps and a large polytope, as the paper says; two concentric spheres never
//             end, and meet the bound. The nearest of several equal faces is any one of them (4.3).
#include "papers/gjk_epa.h"

#include "pair/exact_nearest.h"
#include "pair/patch.h"
#include "papers/classic.h"
#include "papers/contact_type.h"
#include "solve/planar/expanding_polygon.h"
#include "solve/planar/planar.h"
#include "solve/polytope/gjk.h"

enum { GJK_STEPS = 256 };

// Vertices of the polytope. Hulls of some tens of vertices stay within the scratch on the stack.
enum { SMALL_EDGE_PAIRS = 10000, SMALL_POLYTOPE = 88, LARGE_POLYTOPE = 384, MOST_CORNERS = 256 };

static bool are_sharp(const scree_shape *a, const scree_shape *b)
{
    return scree_is_sharp(a) && scree_is_sharp(b);
}

static int polytope_room(const scree_shape *a, const scree_shape *b)
{
    bool small = (long long)a->hull->edge_count * b->hull->edge_count <= SMALL_EDGE_PAIRS;
    return small && are_sharp(a, b) ? SMALL_POLYTOPE : LARGE_POLYTOPE;
}

// Closing takes none: points and features are found here.
size_t scree_gjk_epa_scratch(const scree_shape *a, const scree_shape *b)
{
    return a->dimension == 2 ? scree_expanding_polygon_scratch(MOST_CORNERS) : scree_epa_scratch(polytope_room(a, b));
}

// Bounds closer than this end a search: rounding for polytopes, else the tolerance.
static double search_tolerance(const scree_classic *p)
{
    const scree_cores *c = &p->cores;
    double rounding = 0.5 * c->error;
    return are_sharp(c->a, c->b) ? rounding : fmax(0.5 * p->task.tolerance, rounding);
}

// The simplex contains the origin, or is as near to it as rounding can resolve.
static bool holds_origin(const scree_classic *p, const scree_gjk_result *g)
{
    return g->verdict == SCREE_GJK_INSIDE || (g->simplex.count > 0 && v3_norm(g->v) <= p->cores.error);
}

static scree_gjk_result search(const scree_classic *p, scree_vec3 start, double stop_above, scree_finding *found)
{
    const scree_query_options *o = p->task.options;
    scree_gjk_options g = { .start = start, .stop_above = stop_above, .stop_below = -INFINITY };
    g.tolerance = fmin(search_tolerance(p), fmax(0.25 * p->task.tolerance, 4.0 * SCREE_ROUNDING * p->cores.size));
    g.max_iterations = o->max_iterations > 0 ? o->max_iterations : GJK_STEPS;
    g.trace = o->trace;
    g.trace_user = o->trace_user;
    scree_gjk_result r;
    scree_gjk(&p->cores, &g, &r);
    found->iterations += r.iterations;
    found->cut_short = r.iterations == g.max_iterations && !holds_origin(p, &r) && !(r.lower > stop_above);
    return r;
}

// "An (arbitrary) initial search direction": the cache's, where there is one.
static scree_vec3 first_direction(const scree_classic *p)
{
    return scree_classic_is_warm(p) ? scree_classic_direction(p) : v3(1, 0, 0);
}

// Section 3. Every pass but one that ends in 2.b, or that finds no new point, has updated the simplex (2.c).
static scree_gjk_result contact_state(const scree_classic *p, scree_finding *found)
{
    scree_gjk_result g = search(p, first_direction(p), p->cores.error, found);
    found->counts.gjk_updates = holds_origin(p, &g) || found->cut_short ? g.iterations : g.iterations - 1;
    return g;
}

// The direction normal to the simplex (2.c.iv), orthogonal to its edges to the last digit however near it is.
static scree_vec3 normal_of(const scree_simplex *s, scree_vec3 v, int dimension)
{
    scree_vec3 n = v;
    if (s->count == 2) {
        scree_vec3 e = v3_unit(v3_sub(s->vertex[1].w, s->vertex[0].w));
        n = v3_add_scaled(v, -v3_dot(v, e), e);
        n = dimension == 2 ? v3(-e.y, e.x, 0.0) : v3_add_scaled(n, -v3_dot(n, e), e);
    } else if (s->count == 3 && dimension == 3) {
        n = scree_triangle_normal(s->vertex[0].w, s->vertex[1].w, s->vertex[2].w);
    }
    return v3_unit(v3_dot(n, v) < 0.0 ? v3_neg(n) : n);
}

// Takes the axis if its gap is the largest so far, up to `allowance`.
static void propose_axis(const scree_cores *c, scree_vec3 n, double allowance, scree_finding *found)
{
    scree_mvertex at = found->at;
    double gap = v3_norm2(n) > 0.0 ? scree_cores_gap(c, n, &at) : -INFINITY;
    if (gap + allowance <= found->distance) return;
    found->normal = n;
    found->distance = fmax(found->distance, gap);
    found->at = at;
}

// Nearly parallel features are equally near everywhere, to rounding: the points between them, and the line through
// these, need more precision than GJK has.
static void settle_gap(const scree_classic *p, const scree_simplex *s, scree_finding *found)
{
    const scree_cores *c = &p->cores;
    if (!are_sharp(c->a, c->b)) return;
    scree_nearest nearest;
    if (c->a->dimension == 2) {
        scree_answer x;
        scree_polygons(&p->task, &x);
        if (!(x.distance > 0.0)) return; // overlapping features have an axis, and points on it
        nearest = (scree_nearest){ .v = x.normal, .on_a = x.on_a, .on_b = x.on_b };
    } else if (!scree_nearest_features(c, s, &nearest)) {
        return;
    }
    found->on_a = nearest.on_a;
    found->on_b = nearest.on_b;
    propose_axis(c, v3_unit(nearest.v), 0.5 * c->error, found);
}

// Apart, or the search was cut short: the distance is that of GJK's last simplex.
static scree_simplex measure_gap(const scree_classic *p, scree_gjk_result g, scree_finding *found)
{
    const scree_cores *c = &p->cores;
    found->distance = -INFINITY;
    propose_axis(c, g.axis, 0.0, found);
    if (!found->cut_short) g = search(p, g.axis, INFINITY, found);
    propose_axis(c, g.axis, 0.0, found);
    propose_axis(c, normal_of(&g.simplex, g.v, c->a->dimension), 0.0, found);
    scree_simplex_points(&g.simplex, &found->on_a, &found->on_b);
    found->has_points = true;
    // Of two equally good normals, the line between the points, which are then on both surfaces.
    propose_axis(c, v3_unit(v3_sub(found->on_b, found->on_a)), 0.5 * c->error, found);
    double astray = scree_astray(found->on_a, found->on_b, found->distance, found->normal);
    if (astray > search_tolerance(p)) settle_gap(p, &g.simplex, found);
    return g.simplex;
}

// Section 4. False when the scratch is too small.
static bool measure_overlap(const scree_classic *p, const scree_gjk_result *g, scree_finding *found,
                            scree_simplex *face)
{
    const scree_cores *c = &p->cores;
    scree_task whole = p->task; // gaps include the rounding balls already
    whole.radii = 0.0;
    scree_epa_result e;
    bool room = c->a->dimension == 2
                    ? scree_expanding_polygon(&whole, &g->simplex, MOST_CORNERS, search_tolerance(p), &e)
                    : scree_epa(&whole, &g->simplex, polytope_room(c->a, c->b), search_tolerance(p), &e);
    if (!room) return false;
    found->counts.epa_iterations = e.iterations;
    found->iterations += e.iterations;
    found->cut_short = e.cut_short;
    found->has_upper = true;
    // Within the error of touching, a polytope that seems to contain the origin may not.
    bool overlapping = e.upper < -c->error;
    found->upper = overlapping ? e.upper : g->upper;
    *face = e.nearest;
    // d_f, but not beyond what is proven: a face that has the origin outside by rounding does not separate the bodies.
    double d_f = 0.0;
    for (int i = 0; i < face->count; ++i) d_f = fmax(d_f, -v3_dot(e.best.n, face->vertex[i].w));
    found->distance = fmax(e.best.gap, fmin(-d_f, found->upper));
    found->normal = e.best.n;
    found->at = e.best.at;
    scree_simplex_points(face, &found->on_a, &found->on_b); // (13), (14)
    found->has_points = true;
    // For touching bodies a face may have the normal, but other corners than those that touch; GJK has the points.
    scree_vec3 on_a, on_b;
    scree_simplex_points(&g->simplex, &on_a, &on_b);
    if (scree_astray(on_a, on_b, found->distance, found->normal) <
        scree_astray(found->on_a, found->on_b, found->distance, found->normal)) {
        found->on_a = on_a;
        found->on_b = on_b;
    }
    if (!overlapping && g->upper > 2.0 * c->error) settle_gap(p, face, found);
    return true;
}

static void name_type(const scree_classic *p, const scree_simplex *face, scree_finding *found)
{
    double touch = fmax(p->task.tolerance, p->cores.error);
    bool touching = fabs(found->distance) <= touch;
    scree_contact_type type = scree_contact_type_of(&p->cores, face, touching ? touch : 0.0);
    found->has_features = true;
    found->feature_a = type.feature_a;
    found->feature_b = type.feature_b;
    found->index_a = type.index_a;
    found->index_b = type.index_b;
}

scree_status scree_gjk_epa(const scree_body *a, const scree_body *b, const scree_query_options *options,
                           scree_contact *out)
{
    scree_classic p;
    scree_classic_open(a, b, options, true, &p);
    scree_finding found = { .distance = -INFINITY };
    scree_simplex face;
    scree_gjk_result g = contact_state(&p, &found);
    bool apart = g.verdict == SCREE_GJK_APART || found.cut_short;
    if (!apart) {
        if (!measure_overlap(&p, &g, &found, &face)) return SCREE_SCRATCH_TOO_SMALL;
        // If GJK came no further, one of EPA's directions may separate the two.
        apart = found.distance > p.cores.error && !found.cut_short;
        g.axis = found.normal;
    }
    if (apart) face = measure_gap(&p, g, &found);
    name_type(&p, &face, &found);
    return scree_classic_close(&p, &found, out);
}
