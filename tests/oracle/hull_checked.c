// Faces and edges of a large hull: the library's, proven.
//
// Idea    A closed surface of planar faces is the boundary of the hull of its vertices if every vertex lies on or below
//         every face and each edge has its two faces. The excess over that, at most, is the error that taking these
//         faces can cause; it is kept as the hull's slack and goes into the error bound of every answer.
#include "oracle/hull.h"

#include <stdlib.h>

// Three corners of a face that span it best: the first, the one farthest from it, and the one farthest from that line.
static void pick_corners(const qvec *p, const int *v, int size, int corner[3])
{
    quad best = -1;
    corner[0] = v[0];
    int far = 1;
    for (int i = 1; i < size; ++i) {
        qvec d = q3_sub(p[v[i]], p[v[0]]);
        if (q3_dot(d, d) > best) {
            best = q3_dot(d, d);
            far = i;
        }
    }
    qvec e = q3_sub(p[v[far]], p[v[0]]);
    best = -1;
    int wide = far == 1 ? 2 : 1;
    for (int i = 1; i < size; ++i) {
        qvec c = q3_cross(e, q3_sub(p[v[i]], p[v[0]]));
        if (i != far && q3_dot(c, c) > best) {
            best = q3_dot(c, c);
            wide = i;
        }
    }
    corner[1] = v[far < wide ? far : wide];
    corner[2] = v[far < wide ? wide : far];
}

// The largest height of a point over the plane of facet f; also the deepest, for the face's own vertices.
static quad excess_over(const oracle_hull *h, const oracle_facet *f, const qvec *extra, int extra_count)
{
    const qvec *p = h->points;
    qvec n = q3_unit(q3_cross(q3_sub(p[f->corner[1]], p[f->corner[0]]), q3_sub(p[f->corner[2]], p[f->corner[0]])));
    lvec nl = l3_from(n);
    quad most = 0;
    for (int i = 0; i < h->point_count + extra_count; ++i) {
        qvec d = q3_sub(i < h->point_count ? p[i] : extra[i - h->point_count], p[f->corner[0]]);
        if (l3_dot(nl, l3_from(d)) < -1e-12L * (long double)q3_max_abs(d)) continue;
        most = q_max(most, q3_dot(n, d));
    }
    return most;
}

static bool copy_graph(oracle_hull *h, const scree_shape *shape)
{
    for (int i = 0; i < h->point_count; ++i) h->points[i] = q3_from(scree_shape_vertex(shape, i));
    for (int f = 0; f < h->facet_count; ++f) {
        int size = scree_shape_face_size(shape, f);
        if (size < 3) return false;
        const int *v = scree_shape_face_vertices(shape, f);
        pick_corners(h->points, v, size, h->facets[f].corner);
        for (int k = 2; k < size; ++k) h->triangles[h->triangle_count++] = (oracle_facet){ { v[0], v[k - 1], v[k] } };
    }
    for (int e = 0; e < h->edge_count; ++e) {
        int v[2], f[2];
        scree_shape_edge(shape, e, v, f);
        if (v[0] == v[1] || f[0] == f[1]) return false;
        oracle_edge edge = { { v[0], v[1] }, { v[0], v[1] } };
        for (int k = 0; k < 2; ++k) {
            const int *corners = scree_shape_face_vertices(shape, f[k]);
            int size = scree_shape_face_size(shape, f[k]), found = 0;
            for (int c = 0; c < size; ++c) {
                if (corners[c] == v[0] || corners[c] == v[1])
                    ++found;
                else
                    edge.adjacent[k] = corners[c];
            }
            if (found != 2) return false;
        }
        h->edges[e] = edge;
    }
    return h->point_count - h->edge_count + h->facet_count == 2;
}

oracle_hull *scree_oracle_hull_checked(const scree_shape *shape, const scree_vec3 *points, int count)
{
    oracle_hull *h = calloc(1, sizeof *h);
    qvec *given = calloc((size_t)count + 1, sizeof *given);
    if (h == NULL || given == NULL) {
        free(h);
        free(given);
        return NULL;
    }
    h->dimension = 3;
    h->point_count = scree_shape_vertex_count(shape);
    h->facet_count = scree_shape_face_count(shape);
    h->edge_count = scree_shape_edge_count(shape);
    h->radius = (quad)scree_shape_rounding(shape);
    h->points = calloc((size_t)h->point_count + 1, sizeof *h->points);
    h->facets = calloc((size_t)h->facet_count + 1, sizeof *h->facets);
    h->triangles = calloc(2 * (size_t)h->edge_count + 1, sizeof *h->triangles);
    h->edges = calloc((size_t)h->edge_count + 1, sizeof *h->edges);
    bool ok =
        h->points != NULL && h->facets != NULL && h->triangles != NULL && h->edges != NULL && copy_graph(h, shape);
    for (int i = 0; i < count; ++i) given[i] = q3_from(points[i]);
    quad slack = 0, size = 0;
    for (int i = 0; ok && i < h->point_count; ++i) size = q_max(size, q3_norm(q3_sub(h->points[i], h->points[0])));
    for (int f = 0; ok && f < h->facet_count; ++f) slack = q_max(slack, excess_over(h, &h->facets[f], given, count));
    h->slack = (double)slack;
    // Coplanar facets are merged where they agree to rounding; anything beyond some tens of roundings is a wrong face.
    if (!ok || slack > 64 * (quad)DOUBLE_UNIT * size) {
        scree_oracle_hull_free(h);
        h = NULL;
    }
    free(given);
    return h;
}
