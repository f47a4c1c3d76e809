// See reach.h.
#include "pair/reach.h"

#include "math/vec3.h"

double scree_segment_off(scree_vec3 p, scree_vec3 q, scree_vec3 x)
{
    const scree_vec3 d = v3_sub(q, p), r = v3_sub(x, p);
    const double length2 = v3_norm2(d), t = length2 > 0.0 ? v3_dot(r, d) / length2 : 0.0;
    return v3_norm(v3_add_scaled(r, -fmin(fmax(t, 0.0), 1.0), d));
}

bool scree_is_among(int number, const int *list, int count)
{
    for (int i = 0; i < count; ++i)
        if (list[i] == number) return true;
    return false;
}

static void add_number(int number, int *list, int *count)
{
    if (!scree_is_among(number, list, *count) && *count < SCREE_REACH_FEATURES) list[(*count)++] = number;
}

// The distance of a point from a vertex and the edges that end there.
static double fan_off(const scree_shape *s, int vertex, scree_vec3 x)
{
    const scree_vec3 v = scree_stored_vertex(s, vertex);
    double off = v3_norm(v3_sub(x, v));
    for (int k = s->hull->nodes[vertex].fan; k < s->hull->nodes[vertex].fan_end; ++k)
        off = fmin(off, scree_segment_off(v, scree_stored_vertex(s, scree_neighbour(s->hull, k)), x));
    return off;
}

// Of the corners at least as high as `least`, those whose edges are nearest to the point `near`.
static void nearest_corners(const scree_shape *s, scree_vec3 out, double least, int most, scree_vec3 near,
                            scree_reach *r)
{
    double off[SCREE_REACH_CORNERS];
    r->corners = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        if (!(v3_dot(out, scree_stored_vertex(s, i)) >= least)) continue;
        const double here = fan_off(s, i, near);
        int at = r->corners;
        for (; at > 0 && here < off[at - 1]; --at) {
            if (at == most) continue;
            off[at] = off[at - 1];
            r->corner[at] = r->corner[at - 1];
        }
        if (at == most) continue;
        off[at] = here;
        r->corner[at] = i;
        if (r->corners < most) ++r->corners;
    }
}

scree_reach scree_reach_along(const scree_shape *s, scree_vec3 out, double slab, int most, scree_vec3 near)
{
    scree_reach r = { .corners = 0 };
    double top = -INFINITY;
    for (int i = 0; i < s->vertex_count; ++i) top = fmax(top, v3_dot(out, scree_stored_vertex(s, i)));
    for (int i = 0; i < s->vertex_count; ++i) {
        if (!(v3_dot(out, scree_stored_vertex(s, i)) >= top - slab)) continue;
        r.more = r.corners == most;
        if (r.more) break;
        r.corner[r.corners++] = i;
    }
    if (s->core == SCREE_CORE_SEGMENT) r.edge[r.edges++] = 0;
    if (s->core != SCREE_CORE_POLYHEDRON) return r;
    if (r.more) nearest_corners(s, out, top - slab, most, near, &r);
    for (int i = 0; i < r.corners; ++i) {
        for (int k = s->hull->nodes[r.corner[i]].fan; k < s->hull->nodes[r.corner[i]].fan_end; ++k) {
            add_number(scree_vertex_edge(s->hull, k), r.edge, &r.edges);
            add_number(scree_vertex_face(s->hull, k), r.face, &r.faces);
        }
    }
    return r;
}
