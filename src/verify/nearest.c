// Points of vertices, edges and faces.
//
// Idea        A mean of vertices with nonnegative weights is a point of their hull, whatever the weights. These are
//             found in double, and the mean is evaluated in wide. So no plane and no normal has to be trusted.
#include "verify/nearest.h"

// A mean of up to three vertices, and its distance from the given point.
typedef struct mix {
    int vertex[3];
    double weight[3];
    double off2;
} mix;

static scree_vec3 minus(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static scree_vec3 plus_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// a / b if that is between 0 and 1, else something outside; b >= 0. Nothing overflows.
static double part_of(double a, double b)
{
    return a < 0.0 ? -1.0 : a > b ? 2.0 : b > 0.0 ? a / b : 0.0;
}

static double clamped(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

// The point t e of an edge that is nearest to r.
static double along_edge(scree_vec3 e, scree_vec3 r, double *off2)
{
    const double t = clamped(part_of(dot(r, e), dot(e, e)));
    const scree_vec3 rest = plus_scaled(r, -t, e);
    *off2 = dot(rest, rest);
    return t;
}

// The point s u + t v of the plane of u and v that is nearest to r, u the longer one: v is made orthogonal to u, twice,
// so that slivers are handled as well as fat triangles. False if it is outside the triangle.
static bool inside_triangle(scree_vec3 u, scree_vec3 v, scree_vec3 r, double *s, double *t)
{
    const double uu = dot(u, u);
    if (!(uu > 0.0)) return false;
    scree_vec3 across = v;
    for (int i = 0; i < 2; ++i) across = plus_scaled(across, -(dot(across, u) / uu), u);
    *t = part_of(dot(r, across), dot(across, across));
    if (*t < 0.0 || *t > 1.0) return false;
    *s = part_of(dot(plus_scaled(r, -*t, v), u), uu);
    return *s >= 0.0 && *s + *t <= 1.0;
}

// x minus vertex i, x in stored coordinates: near the vertex nothing is lost.
static scree_vec3 from_vertex(const scree_shape *s, wide3 x, int i)
{
    return w3_round(w3_sub(x, w3_of(scree_stored_vertex(s, i))));
}

static void take_edge(const scree_shape *s, wide3 x, int i, int k, mix *best)
{
    double off2;
    const double t =
        along_edge(minus(scree_stored_vertex(s, k), scree_stored_vertex(s, i)), from_vertex(s, x, i), &off2);
    if (off2 < best->off2) *best = (mix){ { i, k, k }, { 1.0 - t, t, 0.0 }, off2 };
}

static void take_triangle(const scree_shape *s, wide3 x, int i, int j, int k, mix *best)
{
    const scree_vec3 o = scree_stored_vertex(s, i), r = from_vertex(s, x, i);
    scree_vec3 u = minus(scree_stored_vertex(s, j), o), v = minus(scree_stored_vertex(s, k), o);
    const bool swap = dot(v, v) > dot(u, u);
    double p, q;
    if (!(swap ? inside_triangle(v, u, r, &p, &q) : inside_triangle(u, v, r, &p, &q))) return;
    const double by_u = swap ? q : p, by_v = swap ? p : q, rest = 1.0 - by_u - by_v;
    const scree_vec3 off = plus_scaled(plus_scaled(r, -by_u, u), -by_v, v);
    if (dot(off, off) < best->off2)
        *best = (mix){ { i, j, k }, { rest > 0.0 ? rest : 0.0, by_u, by_v }, dot(off, off) };
}

// A polygon of three or more corners as a fan of triangles, its sides, and the diagonals, where rounding may put a
// point outside both triangles.
static void take_face(const scree_shape *s, wide3 x, int face, mix *best)
{
    const scree_face *f = &s->hull->faces[face];
    const int *corner = &s->hull->face_vertices[f->first];
    for (int i = 0; i < f->count; ++i) take_edge(s, x, corner[i], corner[(i + 1) % f->count], best);
    for (int i = 2; i < f->count; ++i) take_triangle(s, x, corner[0], corner[i - 1], corner[i], best);
    for (int i = 2; i < f->count - 1; ++i) take_edge(s, x, corner[0], corner[i], best);
}

static void take_vertex(const scree_shape *s, wide3 x, int i, mix *best)
{
    const scree_vec3 r = from_vertex(s, x, i);
    if (dot(r, r) < best->off2) *best = (mix){ { i, i, i }, { 1.0, 0.0, 0.0 }, dot(r, r) };
}

int scree_feature_corners(const scree_placed *p, scree_feature feature, int index)
{
    return feature == SCREE_FEATURE_FACE ? p->shape->hull->faces[index].count : feature == SCREE_FEATURE_EDGE ? 2 : 1;
}

int scree_feature_corner(const scree_placed *p, scree_feature feature, int index, int i)
{
    const scree_shape *s = p->shape;
    if (feature == SCREE_FEATURE_FACE) return s->hull->face_vertices[s->hull->faces[index].first + i];
    if (feature != SCREE_FEATURE_EDGE) return index;
    if (s->core == SCREE_CORE_POLYHEDRON) return scree_edge_at(s->hull, index).vertex[i];
    return (index + i) % s->vertex_count;
}

bool scree_placed_has(const scree_placed *p, scree_feature feature, int index)
{
    const scree_shape *s = p->shape;
    if (index < 0 || (s->core != SCREE_CORE_POLYHEDRON && s->core != SCREE_CORE_POLYGON)) return false;
    const bool flat = s->core == SCREE_CORE_POLYGON;
    if (feature == SCREE_FEATURE_VERTEX) return index < s->vertex_count;
    if (feature == SCREE_FEATURE_EDGE) return index < (flat ? s->vertex_count : s->hull->edge_count);
    return feature == SCREE_FEATURE_FACE && !flat && index < s->hull->face_count;
}

static void take_feature(const scree_placed *p, wide3 x, scree_feature feature, int index, mix *best)
{
    if (feature == SCREE_FEATURE_FACE)
        take_face(p->shape, x, index, best);
    else if (feature == SCREE_FEATURE_EDGE)
        take_edge(p->shape, x, scree_feature_corner(p, feature, index, 0), scree_feature_corner(p, feature, index, 1),
                  best);
    else
        take_vertex(p->shape, x, index, best);
}

static wide3 mean_of(const scree_shape *s, const mix *m)
{
    wide3 sum = w3_of((scree_vec3){ 0.0, 0.0, 0.0 });
    wide weights = w_of(0.0);
    for (int i = 0; i < 3; ++i) {
        if (m->weight[i] == 0.0) continue;
        sum = w3_add(sum, w3_times(w3_of(scree_stored_vertex(s, m->vertex[i])), m->weight[i]));
        weights = w_add(weights, w_of(m->weight[i]));
    }
    if (weights.hi == 1.0 && weights.lo == 0.0) return sum;
    return w3_mul(sum, w_div(w_of(1.0), weights));
}

// The faces that may contain the nearest point: none is nearer than the highest plane over x, and a face whose plane is
// well below x and below that one does not contain it.
static void take_faces(const scree_shape *s, wide3 x, mix *best)
{
    const scree_vec3 r = w3_round(x);
    double most = -HUGE_VAL;
    for (int i = 0; i < s->hull->face_count; ++i) {
        const double h = dot(s->hull->faces[i].normal, r) - s->hull->faces[i].offset;
        most = h > most ? h : most;
    }
    const double least = (most > 0.0 ? -most : most) - 64.0 * VERIFY_ROUNDING * s->core_radius;
    for (int i = 0; i < s->hull->face_count; ++i)
        if (dot(s->hull->faces[i].normal, r) - s->hull->faces[i].offset >= least) take_face(s, x, i, best);
}

static void take_any(const scree_placed *p, wide3 x, mix *best)
{
    const scree_shape *s = p->shape;
    if (s->core == SCREE_CORE_POINT) {
        take_vertex(s, x, 0, best);
    } else if (s->core == SCREE_CORE_SEGMENT) {
        take_edge(s, x, 0, 1, best);
    } else if (s->core == SCREE_CORE_POLYGON) {
        for (int i = 0; i < s->vertex_count; ++i) take_edge(s, x, i, (i + 1) % s->vertex_count, best);
    } else {
        take_faces(s, x, best);
    }
}

static wide3 stored(const scree_placed *p, wide3 x)
{
    return w3_sub(scree_placed_local(p, x), w3_of(p->shape->centre));
}

static wide3 placed(const scree_placed *p, wide3 x)
{
    return scree_placed_point(p, w3_add(x, w3_of(p->shape->centre)));
}

double scree_feature_distance(const scree_placed *p, wide3 x, scree_feature feature, int index)
{
    mix best = { .off2 = HUGE_VAL };
    take_feature(p, w3_of(scree_placed_rough_stored(p, x)), feature, index, &best);
    return sqrt(best.off2);
}

static mix best_of(const scree_placed *p, wide3 at, scree_feature feature, int index, double enough)
{
    mix best = { .off2 = HUGE_VAL };
    if (scree_placed_has(p, feature, index)) take_feature(p, at, feature, index, &best);
    if (!(best.off2 <= enough * enough)) take_any(p, at, &best);
    return best;
}

bool scree_placed_distance(const scree_placed *p, wide3 x, wide3 out, scree_feature feature, int index, double enough,
                           double *distance)
{
    const scree_shape *s = p->shape;
    if (s->core == SCREE_CORE_HALF_SPACE || s->core == SCREE_CORE_SUPPORT) return false;
    if (s->core > SCREE_CORE_SUPPORT) {
        *distance = scree_radial_distance(s, scree_placed_rough_stored(p, x));
        if (*distance <= 0.5 * enough) return true;
        const wide3 at = stored(p, x);
        scree_surface_point point;
        *distance = HUGE_VAL;
        if (scree_nearest_on_smooth(s, at, scree_placed_local_direction(p, out), false, &point))
            *distance = w_round(w3_length(w3_sub(point.at, at)));
        if (!(*distance > enough)) return true;
        // The line along the normal may miss a body thinner than the rounding of the coordinates, and none leads from its centre.
        const double steepest = scree_steepest_distance(s, w3_round(at));
        if (steepest < *distance) *distance = steepest;
        return *distance < HUGE_VAL;
    }
    *distance = sqrt(best_of(p, w3_of(scree_placed_rough_stored(p, x)), feature, index, enough).off2);
    return true;
}

bool scree_placed_nearest(const scree_placed *p, wide3 x, wide3 out, scree_feature feature, int index, double enough,
                          bool precise, scree_surface_point *point)
{
    const scree_shape *s = p->shape;
    if (s->core == SCREE_CORE_HALF_SPACE || s->core == SCREE_CORE_SUPPORT) return false;
    const wide3 at = stored(p, x);
    *point = (scree_surface_point){ .error = 0.0 };
    if (s->core > SCREE_CORE_SUPPORT) {
        if (!scree_nearest_on_smooth(s, at, scree_placed_local_direction(p, out), precise, point)) return false;
        point->at = placed(p, point->at);
        return true;
    }
    const mix best = best_of(p, at, feature, index, enough);
    point->at = placed(p, mean_of(s, &best));
    point->on_edge = best.weight[2] == 0.0 && best.vertex[0] != best.vertex[1];
    point->end[0] = best.vertex[0];
    point->end[1] = best.vertex[1];
    return true;
}

double scree_placed_skin_excess(const scree_placed *p, wide3 x, wide3 out)
{
    return scree_skin_excess(p->shape, stored(p, x), scree_placed_local_direction(p, out), p->radius);
}
