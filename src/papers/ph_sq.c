// A polyhedron and a superquadric: the answer to each of the six cases.
//
// Source      peng-hanley-2019, 2.3 (the search is in ph_sq_search.c) and 2.4: contact normal and overlap.
// Idea        Face contact: the face's normal (10), and how deep the contact point is beneath it. Edge contact: a plane
//             through the contact point across the sum of the two faces' normals (11). Vertex contact: across the sum
//             of the edges' directions, all towards the vertex (12). There the overlap is how deep the superquadric is
//             beneath that plane.
// Departures  1. Where the paper answers "no contact", the gap is added: over the face (1, 3); from the edge, along the
//                gradient of F, which separates the two wherever the case is right (5).
//             2. Case 8, the centre in the polyhedron, is no case of the paper's method; the contact is that of the
//                face with the least overlap.
//             3. The paper's contact point is kept as `point`; point_a and point_b are on the contact plane and beneath
//                it, so that they lie distance * normal apart.
//             4. An interval, from what the search knows: the gap along the normal, and a ball around a common point,
//                or two points.
// Limits      The overlap at edges and vertices is that along a rule of thumb. Deep overlaps are not what the method is
//             for. Where cases 4 and 5 err, the interval has both signs.
#include "papers/ph_sq.h"

#include "papers/ph_sq_search.h"
#include "papers/sq_close.h"

// The answer in the polyhedron's frame; the normal points from it to the superquadric.
typedef struct contact {
    scree_vec3 normal, on_ph, on_sq, point;
    double distance, upper;
    bool has_lower; // the gap along the normal is the distance
    scree_feature feature;
    int index;
} contact;

static bool is_polyhedron(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYHEDRON && s->rounding == 0.0;
}

bool scree_ph_sq_serves(const scree_shape *a, const scree_shape *b)
{
    return (is_polyhedron(a) && scree_is_superquadric(b)) || (is_polyhedron(b) && scree_is_superquadric(a));
}

static scree_vec3 corner_of(const scree_shape *ph, const scree_face *f, int k)
{
    return scree_stored_vertex(ph, ph->hull->face_vertices[f->first + k % f->count]);
}

// The point of face i that is nearest to x.
static scree_vec3 nearest_on_face(const scree_shape *ph, int i, scree_vec3 x)
{
    const scree_face *f = &ph->hull->faces[i];
    scree_vec3 best = v3_add_scaled(x, -scree_ph_sq_height(ph, i, x), f->normal);
    double least = INFINITY;
    for (int k = 0; k < f->count; ++k) {
        const scree_vec3 from = corner_of(ph, f, k), along = v3_sub(corner_of(ph, f, k + 1), from),
                         to = v3_sub(x, from);
        if (!(v3_dot(v3_cross(f->normal, along), to) < 0.0)) continue; // x is on the inner side of this edge
        const double t = fmin(1.0, fmax(0.0, v3_dot(to, along) / v3_norm2(along)));
        const scree_vec3 near = v3_add_scaled(from, t, along);
        const double distance = v3_norm(v3_sub(x, near));
        if (!(distance < least)) continue;
        least = distance;
        best = near;
    }
    return best;
}

// Cases 1 to 4. X is a point of the superquadric; if it is beneath all faces it is in the polyhedron too, as deep as
// the nearest face is away. Case 4 has not tested all of them.
static contact face_contact(const scree_ph_sq_pair *p, const scree_ph_sq_ending *e, bool full)
{
    const scree_face *f = &p->ph->hull->faces[e->face];
    contact c = { .normal = f->normal, .distance = e->height, .has_lower = true, .feature = SCREE_FEATURE_FACE };
    c.index = e->face;
    c.point = c.on_sq = e->x;
    c.on_ph = v3_add_scaled(e->x, -e->height, f->normal);
    double highest = e->number == 2 ? e->highest : INFINITY;
    if (e->number == 4 && full) {
        highest = -INFINITY;
        for (int i = 0; i < p->ph->hull->face_count; ++i) highest = fmax(highest, scree_ph_sq_height(p->ph, i, e->x));
    }
    c.upper = highest;
    if (!(highest <= 0.0)) {
        const scree_vec3 other = full ? nearest_on_face(p->ph, e->face, e->x) : corner_of(p->ph, f, 0);
        c.upper = v3_norm(v3_sub(e->x, other));
    }
    return c;
}

// (12)
static scree_vec3 vertex_normal(const scree_shape *ph, int vertex)
{
    const scree_vec3 at = scree_stored_vertex(ph, vertex);
    scree_vec3 sum = v3(0, 0, 0);
    for (int k = ph->hull->nodes[vertex].fan; k < ph->hull->nodes[vertex].fan_end; ++k)
        sum = v3_add(sum, v3_unit(v3_sub(at, scree_stored_vertex(ph, scree_neighbour(ph->hull, k)))));
    return v3_unit(sum);
}

// (11), or the vertex where the edge ends.
static scree_vec3 edge_normal(const scree_shape *ph, const scree_ph_sq_ending *e, contact *c)
{
    const scree_edge edge = scree_edge_at(ph->hull, e->edge);
    c->feature = SCREE_FEATURE_EDGE;
    c->index = e->edge;
    if (e->at.t == 0.0 || e->at.t == 1.0) {
        c->feature = SCREE_FEATURE_VERTEX;
        c->index = edge.vertex[e->at.t == 1.0];
        return vertex_normal(ph, c->index);
    }
    return v3_unit(v3_add(ph->hull->faces[edge.face[0]].normal, ph->hull->faces[edge.face[1]].normal));
}

// Case 6. The edge's point is in the superquadric, and so is a ball around it.
static contact edge_contact(const scree_ph_sq_pair *p, const scree_ph_sq_ending *e)
{
    contact c = { .upper = -scree_sq_ball(&p->sq, e->at.point) };
    c.normal = edge_normal(p->ph, e, &c);
    c.has_lower = c.feature == SCREE_FEATURE_EDGE; // the sum of two normals belongs to their edge
    c.point = c.on_ph = scree_ph_sq_place(p, e->at.point);
    c.distance = fmin(0.0, v3_dot(c.normal, v3_sub(scree_ph_sq_lowest(p, c.normal), c.on_ph)));
    c.on_sq = v3_add_scaled(c.on_ph, c.distance, c.normal);
    return c;
}

// Case 5. Of all points of the superquadric none is nearer to the edge's than along the gradient; the one on the way to
// the centre is one of them.
static contact edge_gap(const scree_ph_sq_pair *p, const scree_ph_sq_ending *e)
{
    contact c = { .distance = 0.0 };
    (void)edge_normal(p->ph, e, &c);
    c.normal = v3_neg(m3_mul(&p->rotation, v3_unit(e->at.gradient)));
    c.point = c.on_ph = scree_ph_sq_place(p, e->at.point);
    const scree_vec3 lowest = scree_ph_sq_lowest(p, c.normal);
    c.distance = fmax(0.0, v3_dot(c.normal, v3_sub(lowest, c.on_ph)));
    c.on_sq = v3_add_scaled(c.on_ph, c.distance, c.normal);
    const double gauge = scree_sq_gauge_of(&p->sq, e->at.value), inward = (1.0 - 1.0 / gauge) * v3_norm(e->at.point);
    c.upper = fmin(v3_norm(v3_sub(lowest, c.on_ph)), inward);
    return c;
}

// Case 8: the face with the least overlap, of all if steps allow. The centre is in both.
static contact centre_contact(const scree_ph_sq_pair *p, scree_ph_sq_ending e, bool full)
{
    double highest = -INFINITY;
    for (int i = 0; i < p->ph->hull->face_count; ++i) {
        highest = fmax(highest, scree_ph_sq_height(p->ph, i, p->shift));
        if (!full) continue;
        const scree_vec3 x = scree_ph_sq_lowest(p, p->ph->hull->faces[i].normal);
        const double height = scree_ph_sq_height(p->ph, i, x);
        if (!(height > e.height)) continue;
        e.height = height;
        e.face = i;
        e.x = x;
    }
    e.number = 2;
    e.highest = fmin(0.0, highest) - p->sq.least_axis;
    return face_contact(p, &e, full);
}

static contact contact_of(const scree_ph_sq_pair *p, const scree_ph_sq_ending *e, bool full)
{
    if (e->number == 8) return centre_contact(p, *e, full);
    if (e->number == 6) return edge_contact(p, e);
    return e->number == 5 ? edge_gap(p, e) : face_contact(p, e, full);
}

static scree_ph_sq_pair pair_of(const scree_cores *c, bool first)
{
    scree_ph_sq_pair p = { .ph = first ? c->a : c->b, .sq = scree_sq_field_of(first ? c->b : c->a) };
    p.rotation = c->rotation;
    p.shift = c->shift;
    if (first) return p;
    const scree_vec3 *r = c->rotation.row;
    p.rotation.row[0] = v3(r[0].x, r[1].x, r[2].x);
    p.rotation.row[1] = v3(r[0].y, r[1].y, r[2].y);
    p.rotation.row[2] = v3(r[0].z, r[1].z, r[2].z);
    p.shift = v3_neg(m3_mul(&p.rotation, c->shift));
    return p;
}

// From the polyhedron's frame to A's: they are one if it is A.
static void report(const scree_cores *c, const contact *x, bool first, scree_sq_ending *found)
{
    found->distance = x->distance;
    found->upper = x->upper;
    if (first) {
        found->normal = x->normal;
        found->on_a = x->on_ph;
        found->on_b = x->on_sq;
        found->point = x->point;
        found->feature_a = x->feature;
        found->index_a = x->index;
        return;
    }
    found->normal = v3_neg(m3_mul(&c->rotation, x->normal));
    found->on_a = v3_add(m3_mul(&c->rotation, x->on_sq), c->shift);
    found->on_b = v3_add(m3_mul(&c->rotation, x->on_ph), c->shift);
    found->point = v3_add(m3_mul(&c->rotation, x->point), c->shift);
    found->feature_b = x->feature;
    found->index_b = x->index;
}

scree_status scree_ph_sq(const scree_body *a, const scree_body *b, const scree_query_options *options,
                         scree_contact *out)
{
    scree_classic open;
    scree_sq_open(a, b, options, &open);
    const scree_cores *c = &open.cores;
    const bool first = is_polyhedron(c->a), full = options->detail == SCREE_DETAIL_FULL;
    const scree_ph_sq_pair p = pair_of(c, first);
    const scree_ph_sq_ending e = scree_ph_sq_search(&p);
    const contact x = contact_of(&p, &e, full);
    scree_sq_ending found = { .index_a = -1, .index_b = -1, .iterations = e.steps, .ph_case = e.number };
    found.cut_short = e.cut_short;
    report(c, &x, first, &found);
    found.lower = x.distance;
    if (!x.has_lower) found.lower = full ? scree_cores_gap(c, found.normal, NULL) : scree_sq_least(&open);
    scree_sq_trace(&open, "ph-sq", &found);
    return scree_sq_close(&open, &found, out);
}
