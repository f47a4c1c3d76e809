// Reusing the face graph of another polyhedron.
//
// Idea    Grains of one kind, at other sizes or positions, have the same graph: proving it for new points is cheaper
//         than finding it. The graph is that of the new points if each of its planes is supporting and touches exactly
//         the vertices of its face:
//           - an edge of a loop lies in two different supporting planes, so it is an edge of the hull;
//           - a loop is a closed way of such edges through all vertices in its plane, so it is the border of a face;
//           - each such edge has its two faces, so there are no faces but these.
//         The orientation follows too: were a loop clockwise, its plane would have the body above it.
// Limits  "Touches" must be clear: the vertices of the face within half the flatness that merging allows, all others
//         below four times that. Anything in between is left to the hull, so that the answer never depends on the
//         pattern.
#include "shape/hull/like.h"

#include <string.h>

#include "math/vec3.h"
#include "shape/build.h"
#include "shape/hull/cloud.h"
#include "shape/hull/graph.h"
#include "shape/hull/verify.h"

static const double TOUCHING = 0.5, CLEAR = 4.0; // in units of the flatness

// With more products of vertices and faces the hull is about as fast.
enum { MOST_PRODUCTS = 1 << 18 };

// The points are as many as the pattern was given, or its vertices without the others.
static bool fits(const scree_shape *p, size_t count)
{
    if (p == NULL || p->core != SCREE_CORE_POLYHEDRON) return false;
    if ((size_t)p->hull->given_count != count && (size_t)p->vertex_count != count) return false;
    return (double)p->vertex_count * p->hull->face_count <= MOST_PRODUCTS;
}

static scree_shape *copy_graph(const scree_shape *p, size_t count)
{
    scree_shape_counts n = { p->vertex_count, p->hull->face_count, p->hull->edge_count, 2 * p->hull->edge_count,
                             2 * p->hull->edge_count };
    scree_shape *s = scree_shape_new(SCREE_POLYHEDRON, SCREE_CORE_POLYHEDRON, n, NULL);
    if (s == NULL) return NULL;
    scree_hull *h = scree_own_hull(s);
    memcpy(h->faces, p->hull->faces, (size_t)n.faces * sizeof *h->faces);
    memcpy(h->face_vertices, p->hull->face_vertices, (size_t)n.corners * sizeof *h->face_vertices);
    const bool as_given = (size_t)p->hull->given_count == count;
    for (int i = 0; i < n.vertices; ++i) h->given_vertex[i] = as_given ? p->hull->given_vertex[i] : i;
    memcpy(h->nodes, p->hull->nodes, (size_t)n.vertices * sizeof *h->nodes);
    for (int i = 0; i < n.edges; ++i) scree_set_edge(h, i, scree_edge_at(p->hull, i));
    for (int k = 0; k < n.corners; ++k) {
        scree_set_face_edge(h, k, scree_face_edge(p->hull, k));
        scree_set_fan(h, k, scree_neighbour(p->hull, k), scree_vertex_edge(p->hull, k), scree_vertex_face(p->hull, k));
    }
    return s;
}

static bool supports(const scree_shape *s, const scree_face *f, double flat)
{
    for (int k = 0; k < f->count; ++k) {
        scree_vec3 v = scree_stored_vertex(s, s->hull->face_vertices[f->first + k]);
        if (!(f->offset - v3_dot(f->normal, v) <= TOUCHING * flat)) return false;
    }
    int near = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        near += !(f->offset - v3_dot(f->normal, scree_stored_vertex(s, i)) > CLEAR * flat);
    }
    return near == f->count;
}

// Points that are not vertices: clearly inside. given_vertex is in ascending order.
static bool others_inside(const scree_shape *s, const scree_vec3 *points, size_t count, double flat)
{
    if ((size_t)s->vertex_count == count) return true;
    int next = 0;
    for (size_t i = 0; i < count; ++i) {
        if (next < s->vertex_count && (size_t)s->hull->given_vertex[next] == i) {
            ++next;
            continue;
        }
        scree_vec3 p = v3_sub(points[i], s->centre);
        for (int k = 0; k < s->hull->face_count; ++k) {
            if (!(s->hull->faces[k].offset - v3_dot(s->hull->faces[k].normal, p) > CLEAR * flat)) return false;
        }
    }
    return true;
}

static bool proven(scree_shape *s, const scree_vec3 *points, size_t count, double flat)
{
    scree_graph_planes(s);
    for (int f = 0; f < s->hull->face_count; ++f) {
        if (!supports(s, &s->hull->faces[f], flat)) return false;
    }
    return others_inside(s, points, count, flat);
}

scree_shape *scree_shape_like(const scree_shape *pattern, const scree_vec3 *points, size_t count, double rounding)
{
    if (!fits(pattern, count)) return NULL;
    scree_cloud cloud;
    if (scree_cloud_measure(points, count, 3, &cloud, NULL) != SCREE_OK) return NULL;
    scree_shape *s = copy_graph(pattern, count);
    if (s == NULL) return NULL;
    s->centre = cloud.centre;
    for (int i = 0; i < s->vertex_count; ++i) {
        scree_vec3 p = v3_sub(points[s->hull->given_vertex[i]], cloud.centre);
        s->x[i] = p.x;
        s->y[i] = p.y;
        s->z[i] = p.z;
    }
    scree_shape_pad(s);
    if (!proven(s, points, count, SCREE_FLATNESS * cloud.size)) {
        scree_shape_destroy(s);
        return NULL;
    }
    s->slack = scree_hull_unevenness(s);
    s->rounding = s->radius = rounding;
    scree_own_hull(s)->given_count = (int)count;
    scree_shape_finish(s);
    return s;
}
