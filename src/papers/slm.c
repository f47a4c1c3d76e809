// The shortest link method.
//
// Source      nezami-2006, sections 2 and 3.
// Idea        The common plane of two bodies apart is the perpendicular bisector of their shortest link. From the ends
//             of the last link, or from the vertices nearest to the bisector of the centroids, the nearest point of A
//             to Q is found, then that of B to it, and so on until both stay. Bodies in contact are first moved apart,
//             as for the fast common plane; the link found there gives the normal, and the gap along it, where the
//             bodies are, the overlap.
// Departures  1. The paper moves bodies apart that are in contact with a plane. That a plane meets both bodies does not
//                say that they are in contact; here they are if no link can be found between them where they are: an
//                end of it comes to lie in the other body, or nothing of its length is left.
//             2. Only the relative motion matters, so only B is moved. The "small" gap is SMALL_GAP of the smaller
//                body, as in fcp.c.
//             3. With only the special cases of 3.5.2 the ends can stay although a face adjacent to them is nearer.
//                Where a special case changes nothing, the two steps follow, and only these end the search.
//             4. A short link has lost its direction to rounding: it is taken from the features at its ends (the normal
//                of a face, of two edges, or the link freed of what it has along an edge). If the bodies are not
//                as far apart along that as the link is long, rounding has also misled the walk, between features that
//                are all but parallel: then the best plane of the features around is the answer, and the gap along it.
//             5. It also ends when the link has not become shorter twice in a row: equal links, of parallel features,
//                say, could follow each other for ever.
//             6. That the centroids are on opposite sides of the plane (2.1) is not enforced. Apart, they are; of bodies
//                that overlap deeply the plane of the least overlap may have them on one side (docs/methods/slm.md).
//             Those of point_walk.c, link.c and segment_link.c besides.
// Limits      For bodies in contact the normal is that of the bodies as they were moved. Where they are it may be
//             another (descantes-2019, Fig. 4), the more so the deeper they overlap and the worse the first plane is.
#include "papers/slm.h"

#include "papers/classic.h"
#include "papers/link.h"

// The gap between bodies that were moved apart, of the radius of the smaller one.
#define SMALL_GAP 1e-3
// Bound on the iterations of one search; few take more than ten.
#define MOST_ITERATIONS 100
// Vertices and edges reach this far for the ends of a link of the last time step, in roundings of the coordinates.
#define SNAP 64.0
// The link is as long as the gap along it, in units of the pair's error.
#define AGREED 2.0
// A search whose link has not become shorter for so many iterations has come to rounding.
#define MOST_STALLS 2
// How often the features around the vertices closest to a plane are searched for a better one.
#define MOST_POLISHES 4

typedef struct search {
    const scree_classic *pair;
    scree_link link;
    scree_vec3 moved; // what B is moved by
    int most;         // iterations from each start
    int iterations;   // since the last start
    bool cut_short;
} search;

// 3.5.1, steps 2 and 3: the vertex nearest to the plane through x.
static int vertex_nearest_to_plane(const scree_shape *s, scree_vec3 normal, scree_vec3 x)
{
    double offset = v3_dot(normal, x), least = INFINITY;
    int best = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        double d = fabs(v3_dot(normal, scree_stored_vertex(s, i)) - offset);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

static void start_at_bisector(const scree_classic *pair, scree_link *link)
{
    const scree_cores *c = &pair->cores;
    scree_vec3 normal = v3_sub(pair->centroid_b, pair->centroid_a);
    scree_vec3 middle = v3_lerp(pair->centroid_a, pair->centroid_b, 0.5);
    scree_vec3 in_b = m3_mul_transposed(&c->rotation, normal);
    link->p = scree_surface_vertex(c->a, vertex_nearest_to_plane(c->a, normal, middle));
    link->q = scree_surface_vertex(c->b, vertex_nearest_to_plane(c->b, in_b, scree_link_to_b(link, middle)));
}

// An end of the last link, which moves with its body. For a large hull, the support vertex along the last normal, or
// against it, says where to search.
static scree_surface_point last_end(const scree_classic *pair, bool of_a, scree_vec3 given)
{
    const scree_cores *c = &pair->cores;
    const scree_shape *s = of_a ? c->a : c->b;
    double slack = SNAP * SCREE_ROUNDING * (s->core_radius + v3_max_abs(s->centre));
    int vertex = -1;
    if (s->vertex_count > SCREE_SCAN_LIMIT) {
        scree_vec3 normal = scree_classic_direction(pair);
        vertex = scree_support_vertex(s, of_a ? normal : v3_neg(m3_mul_transposed(&c->rotation, normal)), 0);
    }
    return scree_surface_locate(s, v3_sub(given, s->centre), vertex, slack);
}

// Not NaN, and not a point of another, larger shape.
static bool can_be_on(const scree_shape *s, scree_vec3 given)
{
    return v3_norm(v3_sub(given, s->centre)) <= 2.0 * s->core_radius;
}

static scree_link start(const scree_classic *pair)
{
    const scree_cores *c = &pair->cores;
    const scree_paper_cache *last = scree_classic_cache(pair->task.options);
    scree_link link = { .cores = c, .shift = c->shift };
    if (last != NULL && last->linked && can_be_on(c->a, last->link_a) && can_be_on(c->b, last->link_b)) {
        link.p = last_end(pair, true, last->link_a);
        link.q = last_end(pair, false, last->link_b);
    } else {
        start_at_bisector(pair, &link);
    }
    link.on_b = scree_link_from_b(&link, link.q.at);
    return link;
}

static double link_length(const scree_link *link)
{
    return v3_norm(scree_link_vector(link));
}

static void trace_step(const search *s)
{
    const scree_query_options *o = s->pair->task.options;
    if (o->trace == NULL) return;
    scree_vec3 w = scree_link_vector(&s->link), in_place = v3_sub(w, s->moved);
    scree_trace_step step = { .phase = "slm", .iteration = s->iterations, .direction = v3_unit(w), .simplex_size = 1 };
    step.simplex[0] = in_place;
    step.lower = -INFINITY;
    step.upper = v3_norm(in_place) + s->pair->cores.error - s->pair->task.radii;
    o->trace(o->trace_user, &step);
}

// Steps 1 and 2 of 3.5. False if an end of the link is in the other body.
static bool two_steps(scree_link *link)
{
    const scree_cores *c = link->cores;
    if (!scree_point_walk(c->a, link->on_b, &link->p)) return false;
    if (!scree_point_walk(c->b, scree_link_to_b(link, link->p.at), &link->q)) return false;
    link->on_b = scree_link_from_b(link, link->q.at);
    return true;
}

// The iteration of 3.5. False if there is no link: the bodies are in contact.
static bool shorten(search *s)
{
    scree_link best = s->link;
    double shortest = INFINITY;
    int stalls = 0;
    while (s->iterations < s->most) {
        const scree_link last = s->link;
        bool special = scree_link_shorten(&s->link);
        if (!special && !two_steps(&s->link)) return false;
        ++s->iterations;
        trace_step(s);
        double length = link_length(&s->link);
        bool stays = !special && !scree_link_differs(&s->link, &last);
        if (length < shortest) {
            shortest = length;
            stalls = 0;
        } else if (stalls++ == 0) {
            best = last;
        }
        if (!stays && stalls < MOST_STALLS && length > s->link.cores->error) continue;
        if (stalls > 0) s->link = best;
        return true;
    }
    s->cut_short = true;
    return true;
}

static scree_vec3 freed_of(scree_vec3 w, scree_vec3 edge)
{
    scree_vec3 e = v3_unit(edge), d = v3_add_scaled(w, -v3_dot(w, e), e);
    return v3_add_scaled(d, -v3_dot(d, e), e); // once more: the first time leaves rounding along e
}

static scree_vec3 edge_vector(const scree_shape *s, int edge)
{
    const scree_edge of_v = scree_edge_at(s->hull, edge);
    const int *v = of_v.vertex;
    return v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0]));
}

// For links between two edges: both the link's own error and that of the cross product of nearly parallel edges are
// rounding over a length.
static scree_vec3 across_edges(const scree_link *link, scree_vec3 w)
{
    const scree_cores *c = link->cores;
    scree_vec3 ea = edge_vector(c->a, link->p.index), eb = m3_mul(&c->rotation, edge_vector(c->b, link->q.index));
    double sine = v3_norm(v3_cross(v3_unit(ea), v3_unit(eb)));
    if (v3_norm(w) >= sine * c->size) return v3_unit(freed_of(freed_of(w, eb), ea));
    scree_vec3 n = scree_edge_normal(ea, eb);
    return v3_dot(n, w) < 0.0 ? v3_neg(n) : n;
}

// The unit normal of the common plane, from A to B; 0 where the link has none.
static scree_vec3 direction(const scree_link *link)
{
    const scree_cores *c = link->cores;
    const scree_vec3 w = scree_link_vector(link);
    const scree_feature flat = c->a->core == SCREE_CORE_POLYGON ? SCREE_FEATURE_EDGE : SCREE_FEATURE_FACE;
    if (link->p.kind == flat) return c->a->hull->faces[link->p.index].normal;
    if (link->q.kind == flat) return v3_neg(m3_mul(&c->rotation, c->b->hull->faces[link->q.index].normal));
    bool edge_a = link->p.kind == SCREE_FEATURE_EDGE, edge_b = link->q.kind == SCREE_FEATURE_EDGE;
    if (edge_a && edge_b) return across_edges(link, w);
    if (edge_a) return v3_unit(freed_of(w, edge_vector(c->a, link->p.index)));
    if (edge_b) return v3_unit(freed_of(w, m3_mul(&c->rotation, edge_vector(c->b, link->q.index))));
    return v3_unit(w);
}

static void score(const scree_cores *c, scree_vec3 n, scree_axis *best)
{
    scree_axis axis = { .n = n, .at = best->at };
    axis.gap = scree_cores_gap(c, n, &axis.at);
    if (axis.gap > best->gap) *best = axis;
}

static int some_vertex(const scree_shape *s, const scree_surface_point *p, int i)
{
    if (p->kind == SCREE_FEATURE_VERTEX) return p->index;
    if (p->kind == SCREE_FEATURE_EDGE) return scree_edge_at(s->hull, p->index).vertex[i];
    return s->hull->face_vertices[s->hull->faces[p->index].first + i];
}

static scree_simplex vertices_at(const scree_link *link)
{
    scree_simplex near = { .count = 2 };
    for (int i = 0; i < 2; ++i) {
        near.vertex[i].index_a = some_vertex(link->cores->a, &link->p, i);
        near.vertex[i].index_b = some_vertex(link->cores->b, &link->q, i);
    }
    return near;
}

// The best normal that the features around these vertices have.
static void polish(const scree_cores *c, const scree_simplex *near, scree_vec3 toward, scree_axis *best)
{
    if (c->a->core == SCREE_CORE_POLYHEDRON) {
        scree_polish(c, near, toward, true, best);
        return;
    }
    for (int i = 0; i < near->count; ++i) {
        for (int k = 0; k < 2; ++k) { // vertex j ends edges j - 1 and j
            int ka = (near->vertex[i].index_a + c->a->vertex_count - k) % c->a->vertex_count;
            int kb = (near->vertex[i].index_b + c->b->vertex_count - k) % c->b->vertex_count;
            score(c, c->a->hull->faces[ka].normal, best);
            score(c, v3_neg(m3_mul(&c->rotation, c->b->hull->faces[kb].normal)), best);
        }
    }
}

// The common plane: that of the link; if the link is longer than the gap along it, the best of the features around the
// link, and then around the vertices closest to that one.
static scree_axis find_plane(const search *s, double length)
{
    const scree_link *link = &s->link;
    const scree_cores *c = link->cores;
    const bool settled = !s->cut_short && length > c->error;
    scree_axis plane = { .n = direction(link), .gap = -INFINITY };
    if (v3_norm2(plane.n) > 0.0) plane.gap = scree_cores_gap(c, plane.n, &plane.at);
    scree_simplex near = vertices_at(link);
    for (int i = 0; i < MOST_POLISHES && settled && length - plane.gap > AGREED * c->error; ++i) {
        double gap = plane.gap;
        polish(c, &near, scree_link_vector(link), &plane);
        if (!(plane.gap > gap)) break;
        near = (scree_simplex){ .count = 1, .vertex = { plane.at } };
    }
    return plane;
}

// The bodies at their positions. False if they are in contact: there is no link, or no plane along it shows a gap.
static bool find_apart(search *s, scree_finding *found)
{
    if (!shorten(s)) return false;
    double length = link_length(&s->link);
    const scree_axis plane = find_plane(s, length);
    bool agreed = length - plane.gap <= AGREED * s->link.cores->error;
    if (!agreed && !(plane.gap > 0.0)) return false;
    found->normal = plane.n;
    found->at = plane.at;
    found->has_points = agreed || s->cut_short;
    found->distance = found->has_points ? length : plane.gap;
    found->on_a = s->link.p.at;
    found->on_b = s->link.on_b;
    found->has_upper = true;
    found->upper = length;
    return true;
}

// FCP's separation: B is moved away along the last normal, or that of the bisector, and the link is found there.
static void move_apart_and_back(search *s, const scree_link *from, scree_finding *found)
{
    const scree_cores *c = from->cores;
    scree_vec3 normal = scree_classic_direction(s->pair);
    double small = SMALL_GAP * fmin(c->a->core_radius, c->b->core_radius);
    s->moved = v3_scale(normal, fmax(0.0, small - scree_cores_gap(c, normal, &found->at)));
    s->link = *from;
    s->link.shift = v3_add(c->shift, s->moved);
    s->link.on_b = scree_link_from_b(&s->link, s->link.q.at);
    s->iterations = 0;
    scree_vec3 across = shorten(s) ? direction(&s->link) : normal;
    found->normal = v3_norm2(across) > 0.0 ? across : normal;
    found->distance = scree_cores_gap(c, found->normal, &found->at);
}

// For the next time step, each end in its own shape's frame.
static void remember(const search *s)
{
    scree_paper_cache *last = scree_classic_cache(s->pair->task.options);
    if (last == NULL) return;
    last->link_a = v3_add(s->link.p.at, s->link.cores->a->centre);
    last->link_b = v3_add(s->link.q.at, s->link.cores->b->centre);
    last->linked = true;
}

size_t scree_slm_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_slm(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_contact *out)
{
    scree_classic pair;
    scree_classic_open(a, b, options, false, &pair);
    const scree_link first = start(&pair);
    search s = { .pair = &pair, .link = first };
    s.most = options->max_iterations > 0 ? options->max_iterations : MOST_ITERATIONS;
    scree_finding found = { .has_points = false };
    if (!find_apart(&s, &found)) {
        found.iterations = s.iterations;
        move_apart_and_back(&s, &first, &found);
    }
    remember(&s);
    found.iterations += s.iterations;
    found.counts.link_iterations = s.iterations;
    found.cut_short = s.cut_short;
    return scree_classic_close(&pair, &found, out);
}
