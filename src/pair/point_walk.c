// The shortest link between a point and a particle.
//
// Source      nezami-2006, 3.4 (polyhedra) and 3.6 (polygons).
// Idea        From a vertex, the nearest point is searched on the faces around it, from an edge on its two adjacent
//             faces, from a face on that face only, until it stays where it is.
// Departures  1. Only faces that q is in front of are searched. A face that q is behind can hold a point that is
//                nearest among its neighbours and yet on the far side of the particle, where the printed walk ends; a
//                walk that has reached a face that q is in front of always has another one to go on to.
//             2. A walk that starts on the far side, with no such face around it, goes on from the face that q is
//                farthest in front of; if there is none, q is in the particle, which the paper excludes.
//             3. Whether a point stays is decided by the signs that say so (q - p is at an obtuse angle to every edge
//                that leaves p, q is outside an edge of the face), not by comparing two lengths: these agree to all
//                digits while the points are 1e-8 apart. Each sign is evaluated by one expression wherever it is asked
//                for, so that two steps cannot contradict each other.
#include "pair/point_walk.h"

#include "math/vec3.h"

typedef enum verdict { STAYS, MOVED, LOST } verdict;

scree_surface_point scree_surface_vertex(const scree_shape *s, int vertex)
{
    scree_surface_point p = { SCREE_FEATURE_VERTEX, vertex, scree_stored_vertex(s, vertex) };
    return p;
}

static double distance2(scree_vec3 p, scree_vec3 q)
{
    return v3_norm2(v3_sub(p, q));
}

// How far q leans along an edge from the vertex that the edge leaves: if above 0, the edge has points nearer to q.
static double lean(scree_vec3 q, scree_vec3 vertex, scree_vec3 other)
{
    return v3_dot(v3_sub(q, vertex), v3_sub(other, vertex));
}

static scree_surface_point nearest_on_edge(const scree_shape *s, int edge, scree_vec3 q)
{
    const scree_edge of_end = scree_edge_at(s->hull, edge);
    const int *end = of_end.vertex;
    scree_vec3 v0 = scree_stored_vertex(s, end[0]), v1 = scree_stored_vertex(s, end[1]);
    double from0 = lean(q, v0, v1), from1 = lean(q, v1, v0);
    if (from0 <= 0.0) return scree_surface_vertex(s, end[0]);
    if (from1 <= 0.0) return scree_surface_vertex(s, end[1]);
    scree_vec3 e = v3_sub(v1, v0);
    double length2 = v3_norm2(e); // measured from the nearer end, the point is as accurate as possible
    scree_vec3 x = from0 <= from1 ? v3_add_scaled(v0, from0 / length2, e) : v3_add_scaled(v1, -from1 / length2, e);
    scree_surface_point p = { SCREE_FEATURE_EDGE, edge, x };
    return p;
}

// Above 0 if q, seen along the normal of a face, is inside this edge of it: q's distance from the edge's line times the
// edge's length.
static double inside_of_edge(const scree_shape *s, int face, int edge, scree_vec3 q)
{
    const scree_edge k = scree_edge_at(s->hull, edge);
    scree_vec3 v0 = scree_stored_vertex(s, k.vertex[0]), v1 = scree_stored_vertex(s, k.vertex[1]);
    double side = v3_dot(v3_cross(s->hull->faces[face].normal, v3_sub(v1, v0)), v3_sub(q, v0));
    return k.face[0] == face ? side : -side;
}

static double height_over(const scree_shape *s, int face, scree_vec3 q)
{
    const scree_face *f = &s->hull->faces[face];
    return v3_dot(f->normal, v3_sub(q, scree_stored_vertex(s, s->hull->face_vertices[f->first])));
}

static scree_surface_point nearest_on_face(const scree_shape *s, int face, scree_vec3 q)
{
    const scree_face *f = &s->hull->faces[face];
    scree_surface_point best = { SCREE_FEATURE_FACE, face, q };
    double least = INFINITY;
    for (int i = 0; i < f->count; ++i) {
        int edge = scree_face_edge(s->hull, f->first + i);
        if (inside_of_edge(s, face, edge, q) >= 0.0) continue;
        scree_surface_point p = nearest_on_edge(s, edge, q);
        if (p.kind == SCREE_FEATURE_EDGE) return p; // outside this edge and between its ends: none can be nearer
        double d = distance2(p.at, q);
        if (d < least) {
            least = d;
            best = p;
        }
    }
    if (best.kind == SCREE_FEATURE_FACE) best.at = v3_add_scaled(q, -height_over(s, face, q), f->normal);
    return best;
}

// Case 1: the faces around a vertex. A face both of whose edges lead away from q has nothing nearer.
static verdict leave_vertex(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    const int first = s->hull->nodes[p->index].fan, end = s->hull->nodes[p->index].fan_end;
    const scree_vec3 v = p->at, w = v3_sub(q, v);
    bool last_leads = lean(q, v, scree_stored_vertex(s, scree_neighbour(s->hull, first))) > 0.0;
    const bool first_leads = last_leads;
    bool any_leads = last_leads;
    double least = INFINITY;
    scree_surface_point best = *p;
    for (int k = first; k < end; ++k) {
        bool next_leads =
            k + 1 < end ? lean(q, v, scree_stored_vertex(s, scree_neighbour(s->hull, k + 1))) > 0.0 : first_leads;
        bool nearer = last_leads || next_leads;
        any_leads = any_leads || next_leads;
        last_leads = next_leads;
        int face = scree_vertex_face(s->hull, k);
        if (!nearer || !(v3_dot(s->hull->faces[face].normal, w) > 0.0)) continue;
        scree_surface_point next = nearest_on_face(s, face, q);
        double d = distance2(next.at, q);
        if (d < least) {
            least = d;
            best = next;
        }
    }
    if (!any_leads) return STAYS;
    if (!(least < INFINITY)) return LOST;
    *p = best;
    return best.kind == SCREE_FEATURE_FACE ? STAYS : MOVED; // Case 3 has nothing to add to the projection of q
}

// Case 2: the two faces adjacent to an edge. At most one of those that q is in front of has it inside the edge.
static verdict leave_edge(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    const scree_edge k = scree_edge_at(s->hull, p->index);
    const scree_vec3 r = v3_sub(q, scree_stored_vertex(s, k.vertex[0]));
    bool in_front = false;
    for (int i = 0; i < 2; ++i) {
        if (!(v3_dot(s->hull->faces[k.face[i]].normal, r) > 0.0)) continue;
        in_front = true;
        if (!(inside_of_edge(s, k.face[i], p->index, q) > 0.0)) continue;
        *p = nearest_on_face(s, k.face[i], q);
        return p->kind == SCREE_FEATURE_FACE ? STAYS : MOVED;
    }
    if (!in_front) return LOST;
    *p = nearest_on_edge(s, p->index, q);
    return p->kind == SCREE_FEATURE_EDGE ? STAYS : MOVED;
}

// Case 3.
static verdict leave_face(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    if (!(height_over(s, p->index, q) > 0.0)) return LOST;
    *p = nearest_on_face(s, p->index, q);
    return p->kind == SCREE_FEATURE_FACE ? STAYS : MOVED;
}

// 3.6, Case 1: the two edges at a vertex of a polygon.
static verdict leave_corner(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    const int count = s->vertex_count, i = p->index;
    const int edge[2] = { i, (i + count - 1) % count }, other[2] = { (i + 1) % count, edge[1] };
    double least = INFINITY;
    scree_surface_point best = *p;
    bool any_leads = false;
    for (int k = 0; k < 2; ++k) {
        if (!(lean(q, p->at, scree_stored_vertex(s, other[k])) > 0.0)) continue;
        any_leads = true;
        if (!(v3_dot(s->hull->faces[edge[k]].normal, v3_sub(q, p->at)) > 0.0)) continue;
        scree_surface_point next = nearest_on_edge(s, edge[k], q);
        double d = distance2(next.at, q);
        if (d < least) {
            least = d;
            best = next;
        }
    }
    if (!any_leads) return STAYS;
    if (!(least < INFINITY)) return LOST;
    *p = best;
    return best.kind == SCREE_FEATURE_EDGE ? STAYS : MOVED;
}

// 3.6, Case 2.
static verdict leave_side(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    if (!(height_over(s, p->index, q) > 0.0)) return LOST;
    *p = nearest_on_edge(s, p->index, q);
    return p->kind == SCREE_FEATURE_EDGE ? STAYS : MOVED;
}

static verdict step(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    if (s->core == SCREE_CORE_POLYGON)
        return p->kind == SCREE_FEATURE_VERTEX ? leave_corner(s, q, p) : leave_side(s, q, p);
    if (p->kind == SCREE_FEATURE_VERTEX) return leave_vertex(s, q, p);
    return p->kind == SCREE_FEATURE_EDGE ? leave_edge(s, q, p) : leave_face(s, q, p);
}

// The face (of a polygon: edge) whose plane q is farthest in front of, or least behind.
static int outermost_face(const scree_shape *s, scree_vec3 q, double *height)
{
    int best = 0;
    *height = -INFINITY;
    for (int i = 0; i < s->hull->face_count; ++i) {
        double h = v3_dot(s->hull->faces[i].normal, q) - s->hull->faces[i].offset;
        if (h > *height) {
            *height = h;
            best = i;
        }
    }
    return best;
}

static scree_surface_point somewhere_on(const scree_shape *s, int face, scree_vec3 at)
{
    scree_surface_point p = { s->core == SCREE_CORE_POLYGON ? SCREE_FEATURE_EDGE : SCREE_FEATURE_FACE, face, at };
    return p;
}

bool scree_point_walk(const scree_shape *s, scree_vec3 q, scree_surface_point *p)
{
    // Each step comes nearer to q and none returns to a feature, up to rounding.
    const int bound = s->vertex_count + s->hull->edge_count + s->hull->face_count;
    bool was_lost = false;
    for (int i = 0; i < bound; ++i) {
        verdict v = step(s, q, p);
        if (v == STAYS || (v == LOST && was_lost)) return true;
        if (v == MOVED) continue;
        was_lost = true;
        double height;
        int face = outermost_face(s, q, &height);
        if (!(height > 0.0)) return false;
        *p = somewhere_on(s, face, q);
    }
    return true;
}

// The face around a vertex that x lies on up to `slack`; else the outermost of all. Of a polygon, vertex i ends edges
// i - 1 and i.
static int face_of(const scree_shape *s, scree_vec3 x, int vertex, double slack)
{
    const bool planar = s->core == SCREE_CORE_POLYGON, known = vertex >= 0;
    const int first = planar || !known ? 0 : s->hull->nodes[vertex].fan;
    const int end = !known ? 0 : planar ? 2 : s->hull->nodes[vertex].fan_end;
    double most = -slack;
    int best = -1;
    for (int k = first; k < end; ++k) {
        int face = planar ? (vertex + s->vertex_count - k) % s->vertex_count : scree_vertex_face(s->hull, k);
        double h = v3_dot(s->hull->faces[face].normal, x) - s->hull->faces[face].offset;
        if (h < most) continue;
        most = h;
        best = face;
    }
    return best >= 0 && most <= slack ? best : outermost_face(s, x, &most);
}

static scree_surface_point snapped_to_ends(const scree_shape *s, scree_surface_point p, double slack)
{
    for (int i = 0; i < 2; ++i) {
        scree_surface_point end = scree_surface_vertex(s, scree_edge_at(s->hull, p.index).vertex[i]);
        if (distance2(end.at, p.at) <= slack * slack) return end;
    }
    return p;
}

scree_surface_point scree_surface_locate(const scree_shape *s, scree_vec3 x, int vertex, double slack)
{
    int face = face_of(s, x, vertex, slack);
    scree_surface_point p;
    if (s->core == SCREE_CORE_POLYGON) {
        p = nearest_on_edge(s, face, x);
    } else {
        p = nearest_on_face(s, face, x);
        const scree_face *f = &s->hull->faces[face];
        for (int i = 0; i < f->count && p.kind == SCREE_FEATURE_FACE; ++i) {
            int edge = scree_face_edge(s->hull, f->first + i);
            scree_surface_point q = nearest_on_edge(s, edge, p.at);
            if (distance2(q.at, p.at) <= slack * slack) p = q;
        }
    }
    return p.kind == SCREE_FEATURE_EDGE ? snapped_to_ends(s, p, slack) : p;
}
