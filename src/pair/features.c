// Which vertex, edge or face of a core meets the other body along a normal.
#include "pair/patch.h"

// Points of a search that stops at the tolerance are off by as much. Where no feature holds one to rounding, the slack
// grows by the first factor, up to the second one of the pair's size.
#define WIDER 8.0
#define WIDEST 0x1p-34

// The edge before or after the vertex that is nearer to `out`, if it is within the slope; else the vertex.
static scree_feature polygon_feature_at(const scree_shape *s, int vertex, scree_vec3 out, int *index)
{
    int behind = vertex, before = (vertex + s->vertex_count - 1) % s->vertex_count;
    double slope_behind = v3_norm(v3_sub(s->hull->faces[behind].normal, out));
    double slope_before = v3_norm(v3_sub(s->hull->faces[before].normal, out));
    if (fmin(slope_behind, slope_before) > SCREE_FEATURE_SLOPE) return SCREE_FEATURE_VERTEX;
    *index = slope_behind <= slope_before ? behind : before;
    return SCREE_FEATURE_EDGE;
}

scree_feature scree_feature_at(const scree_shape *s, int vertex, scree_vec3 out, int *index)
{
    *index = vertex;
    if (s->core == SCREE_CORE_SEGMENT) {
        scree_vec3 d = v3_sub(scree_stored_vertex(s, 1), scree_stored_vertex(s, 0));
        bool flat = fabs(v3_dot(d, out)) <= SCREE_FEATURE_SLOPE * v3_norm(d);
        *index = flat ? 0 : vertex;
        return flat ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX;
    }
    if (s->core == SCREE_CORE_POLYGON) return polygon_feature_at(s, vertex, out, index);
    if (s->core != SCREE_CORE_POLYHEDRON) return SCREE_FEATURE_VERTEX;
    double best = SCREE_FEATURE_SLOPE;
    scree_feature feature = SCREE_FEATURE_VERTEX;
    for (int i = s->hull->nodes[vertex].fan; i < s->hull->nodes[vertex].fan_end; ++i) {
        double slope = v3_norm(v3_sub(s->hull->faces[scree_vertex_face(s->hull, i)].normal, out));
        if (slope <= best) {
            best = slope;
            feature = SCREE_FEATURE_FACE;
            *index = scree_vertex_face(s->hull, i);
        }
    }
    if (feature == SCREE_FEATURE_FACE) return feature;
    for (int i = s->hull->nodes[vertex].fan; i < s->hull->nodes[vertex].fan_end; ++i) {
        scree_vec3 d = v3_sub(scree_stored_vertex(s, scree_neighbour(s->hull, i)), scree_stored_vertex(s, vertex));
        double slope = fabs(v3_dot(d, out)) / v3_norm(d);
        if (slope <= best) {
            best = slope;
            feature = SCREE_FEATURE_EDGE;
            *index = scree_vertex_edge(s->hull, i);
        }
    }
    return feature;
}

// The indices of the feature's vertices: an array of the shape, or `pair`.
static const int *corners_of(const scree_shape *s, scree_feature kind, int index, int pair[2], int *count)
{
    if (kind == SCREE_FEATURE_FACE) {
        *count = s->hull->faces[index].count;
        return &s->hull->face_vertices[s->hull->faces[index].first];
    }
    *count = kind == SCREE_FEATURE_EDGE ? 2 : 1;
    pair[0] = pair[1] = index;
    if (kind == SCREE_FEATURE_VERTEX) return pair;
    if (s->core == SCREE_CORE_POLYHEDRON) {
        const scree_edge edge = scree_edge_at(s->hull, index);
        pair[0] = edge.vertex[0];
        pair[1] = edge.vertex[1];
        return pair;
    }
    // Edge i of a polygon runs to the next vertex; a segment is one edge from vertex 0 to vertex 1.
    pair[1] = (index + 1) % s->vertex_count;
    return pair;
}

// Corners that coincide to rounding count once: a face thinner than that is a segment, or a point.
static void merge_corners(const scree_cores *c, scree_feature_set *set)
{
    int kept = 0;
    for (int i = 0; i < set->count; ++i) {
        bool repeated = kept > 0 && v3_norm(v3_sub(set->corner[i], set->corner[kept - 1])) <= c->error;
        if (!repeated) set->corner[kept++] = set->corner[i];
    }
    while (kept > 1 && v3_norm(v3_sub(set->corner[kept - 1], set->corner[0])) <= c->error) --kept;
    set->count = kept;
}

static scree_vec3 corner_at(const scree_cores *c, bool of_a, int vertex)
{
    return of_a ? scree_cores_vertex_a(c, vertex) : scree_cores_vertex_b(c, vertex);
}

// A face so narrow that at most two corners are left becomes its longest edge. For a face, the crossing with a segment
// at a small angle would count; for an edge, that the two are parallel.
static void name_longest_edge(const scree_cores *c, bool of_a, scree_feature_set *set)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const scree_face *f = &s->hull->faces[set->index];
    double most = -1.0;
    int edge = 0;
    for (int i = 0; i < f->count; ++i) {
        const scree_edge of_end = scree_edge_at(s->hull, scree_face_edge(s->hull, f->first + i));
        const int *end = of_end.vertex;
        const double length2 = v3_norm2(v3_sub(scree_stored_vertex(s, end[1]), scree_stored_vertex(s, end[0])));
        if (length2 <= most) continue;
        most = length2;
        edge = scree_face_edge(s->hull, f->first + i);
    }
    set->kind = SCREE_FEATURE_EDGE;
    set->index = edge;
    for (int i = 0; i < 2; ++i) set->corner[i] = corner_at(c, of_a, scree_edge_at(s->hull, edge).vertex[i]);
}

static bool has_feature(const scree_shape *s, scree_feature kind, int index)
{
    const bool solid = s->core == SCREE_CORE_POLYHEDRON, flat = s->core == SCREE_CORE_POLYGON;
    const int edges = solid ? s->hull->edge_count : flat ? s->vertex_count : s->core == SCREE_CORE_SEGMENT;
    const int count = kind == SCREE_FEATURE_VERTEX ? s->vertex_count
                      : kind == SCREE_FEATURE_EDGE ? edges
                      : kind == SCREE_FEATURE_FACE ? (solid ? s->hull->face_count : 0)
                                                   : 0;
    return index >= 0 && index < count;
}

bool scree_feature_named(const scree_cores *c, bool of_a, scree_feature kind, int index, scree_arena *scratch,
                         scree_feature_set *out)
{
    const scree_shape *s = of_a ? c->a : c->b;
    if (!has_feature(s, kind, index)) return false;
    int pair[2];
    *out = (scree_feature_set){ .kind = kind, .index = index };
    const int *corner = corners_of(s, kind, index, pair, &out->count);
    out->corner = scree_arena_take(scratch, (size_t)out->count * sizeof *out->corner);
    if (out->corner == NULL) return true;
    if (kind == SCREE_FEATURE_FACE)
        out->out = of_a ? s->hull->faces[index].normal : m3_mul(&c->rotation, s->hull->faces[index].normal);
    for (int i = 0; i < out->count; ++i) {
        if (of_a)
            out->corner[i] = scree_cores_vertex_a(c, corner[i]);
        else // B's faces are counter-clockwise about -n: reverse them
            out->corner[out->count - 1 - i] = scree_cores_vertex_b(c, corner[i]);
    }
    merge_corners(c, out);
    if (kind == SCREE_FEATURE_FACE && out->count == 2) name_longest_edge(c, of_a, out);
    return true;
}

// A smooth core's support point.
static scree_feature_set smooth_feature(scree_vec3 p, scree_arena *scratch)
{
    scree_feature_set set = { .kind = SCREE_FEATURE_VERTEX, .index = -1, .count = 1 };
    set.corner = scree_arena_take(scratch, sizeof *set.corner);
    if (set.corner != NULL) set.corner[0] = p;
    return set;
}

scree_feature_set scree_feature_of_a(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch)
{
    scree_feature_set set;
    int index;
    if (at->index_a < 0) return smooth_feature(at->a, scratch);
    const scree_feature kind = scree_feature_at(c->a, at->index_a, n, &index);
    (void)scree_feature_named(c, true, kind, index, scratch, &set);
    return set;
}

scree_feature_set scree_feature_of_b(const scree_cores *c, scree_vec3 n, const scree_mvertex *at, scree_arena *scratch)
{
    scree_feature_set set;
    int index;
    if (at->index_b < 0) return smooth_feature(at->b, scratch);
    const scree_feature kind = scree_feature_at(c->b, at->index_b, v3_neg(m3_mul_transposed(&c->rotation, n)), &index);
    (void)scree_feature_named(c, false, kind, index, scratch, &set);
    return set;
}

static bool near_segment(scree_vec3 x, scree_vec3 p, scree_vec3 q, double slack)
{
    scree_vec3 d = v3_sub(q, p), r = v3_sub(x, p);
    double length2 = v3_norm2(d), t = length2 > 0.0 ? v3_dot(r, d) / length2 : 0.0;
    return v3_norm(v3_add_scaled(r, -(t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t), d)) <= slack;
}

static bool all_near_segment(const scree_vec3 x[3], scree_vec3 p, scree_vec3 q, double slack)
{
    return near_segment(x[0], p, q, slack) && near_segment(x[1], p, q, slack) && near_segment(x[2], p, q, slack);
}

// The vertex index of corner i of a feature, and the index of the edge from it to the next.
static int corner_number(const scree_shape *s, const scree_feature_set *set, int i)
{
    int pair[2], count;
    const int *corner = corners_of(s, set->kind, set->index, pair, &count);
    return corner[i % count];
}

static int edge_number(const scree_shape *s, const scree_feature_set *set, int i)
{
    return set->kind == SCREE_FEATURE_FACE ? scree_face_edge(s->hull, s->hull->faces[set->index].first + i)
                                           : set->index;
}

void scree_feature_narrow(const scree_cores *c, bool of_a, scree_vec3 n, const scree_vec3 over[3], double slack,
                          scree_feature_set *set)
{
    const scree_shape *s = of_a ? c->a : c->b;
    if (set->kind == SCREE_FEATURE_VERTEX || set->index < 0) return;
    int edge = -1, pair[2], corners;
    (void)corners_of(s, set->kind, set->index, pair, &corners);
    for (int i = 0; i < corners; ++i) {
        int number = corner_number(s, set, i), next = corner_number(s, set, i + 1);
        scree_vec3 u = corner_at(c, of_a, number), v = corner_at(c, of_a, next);
        u = v3_add_scaled(u, -v3_dot(u, n), n);
        v = v3_add_scaled(v, -v3_dot(v, n), n);
        if (all_near_segment(over, u, u, slack)) {
            set->kind = SCREE_FEATURE_VERTEX;
            set->index = number;
            return;
        }
        if (all_near_segment(over, u, v, slack)) edge = edge_number(s, set, i);
    }
    if (edge < 0) return;
    set->kind = SCREE_FEATURE_EDGE;
    set->index = edge;
}

// Whether the triangle has a point within the slack: orthogonalises the third corner's side against the longest one
// twice, so that slivers are as accurate as other triangles.
static bool triangle_holds(scree_vec3 o, scree_vec3 u, scree_vec3 v, scree_vec3 p, double slack)
{
    const bool swap = v3_norm2(v3_sub(v, o)) > v3_norm2(v3_sub(u, o));
    const scree_vec3 along = v3_sub(swap ? v : u, o), aside = v3_sub(swap ? u : v, o), r = v3_sub(p, o);
    const double length2 = v3_norm2(along);
    if (!(length2 > 0.0)) return false;
    scree_vec3 across = aside;
    for (int i = 0; i < 2; ++i) across = v3_add_scaled(across, -v3_dot(across, along) / length2, along);
    const double width2 = v3_norm2(across), t = width2 > 0.0 ? v3_dot(r, across) / width2 : 0.0;
    const double s = v3_dot(v3_add_scaled(r, -t, aside), along) / length2;
    if (!(t >= 0.0 && s >= 0.0 && s + t <= 1.0)) return false;
    return v3_norm(v3_add_scaled(v3_add_scaled(r, -t, aside), -s, along)) <= slack;
}

// Where a face merged from facets is as narrow as rounding, its corners need not be in convex order, seen along its
// normal: it holds what one of the triangles from its first corner holds.
static bool merged_face_holds(const scree_shape *s, int face, scree_vec3 p, double slack)
{
    const scree_face *f = &s->hull->faces[face];
    const int *corner = &s->hull->face_vertices[f->first];
    for (int i = 2; s->hull->spread > 0.0 && f->count > 3 && i < f->count; ++i) {
        if (triangle_holds(scree_stored_vertex(s, corner[0]), scree_stored_vertex(s, corner[i - 1]),
                           scree_stored_vertex(s, corner[i]), p, slack))
            return true;
    }
    return false;
}

// Inside the corners of a face by more than the slack, or within the slack of one of its sides: beyond the tip of a
// sliver, its nearly parallel sides do not decide.
static bool face_holds(const scree_shape *s, int face, scree_vec3 p, double slack)
{
    const scree_face *f = &s->hull->faces[face];
    const int *corner = &s->hull->face_vertices[f->first];
    bool inside = fabs(v3_dot(f->normal, p) - f->offset) <= slack;
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 from = scree_stored_vertex(s, corner[i]),
                         to = scree_stored_vertex(s, corner[(i + 1) % f->count]);
        const scree_vec3 d = v3_sub(to, from);
        if (near_segment(p, from, to, slack)) return true;
        inside = inside && v3_dot(v3_cross(f->normal, d), v3_sub(p, from)) >= slack * v3_norm(d);
    }
    return inside || merged_face_holds(s, face, p, slack);
}

// An edge hardly longer than rounding counts as level within that rounding.
static bool edge_holds(const scree_shape *s, int edge, scree_vec3 out, scree_vec3 p, double slack)
{
    int pair[2], count;
    const int *end = corners_of(s, SCREE_FEATURE_EDGE, edge, pair, &count);
    const scree_vec3 from = scree_stored_vertex(s, end[0]), to = scree_stored_vertex(s, end[1]), d = v3_sub(to, from);
    return fabs(v3_dot(d, out)) <= SCREE_FEATURE_SLOPE * v3_norm(d) + slack && near_segment(p, from, to, slack);
}

static bool take_feature(scree_feature_set *set, scree_feature kind, int index)
{
    set->kind = kind;
    set->index = index;
    return true;
}

// So does a face so narrow that its corners' heights agree within the slope and rounding.
static bool face_is_level(const scree_shape *s, int face, double slope, scree_vec3 out, scree_vec3 p, double slack)
{
    const scree_face *f = &s->hull->faces[face];
    if (v3_norm(v3_sub(f->normal, out)) <= slope) return true;
    if (!(v3_dot(f->normal, out) > 0.0)) return false;
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 r = v3_sub(scree_stored_vertex(s, s->hull->face_vertices[f->first + i]), p);
        if (fabs(v3_dot(r, out)) > slope * v3_norm(r) + slack) return false;
    }
    return true;
}

static bool find_holder(const scree_shape *s, scree_vec3 out, scree_vec3 p, double slack, scree_feature_set *set)
{
    const bool polyhedron = s->core == SCREE_CORE_POLYHEDRON;
    for (int i = 0; polyhedron && i < s->hull->face_count; ++i) {
        if (face_is_level(s, i, SCREE_FEATURE_SLOPE, out, p, slack) && face_holds(s, i, p, slack))
            return take_feature(set, SCREE_FEATURE_FACE, i);
    }
    for (int i = 0; i < (polyhedron ? s->hull->edge_count : s->vertex_count); ++i)
        if (edge_holds(s, i, out, p, slack)) return take_feature(set, SCREE_FEATURE_EDGE, i);
    for (int i = 0; i < s->vertex_count; ++i)
        if (v3_norm(v3_sub(scree_stored_vertex(s, i), p)) <= slack) return take_feature(set, SCREE_FEATURE_VERTEX, i);
    // Or a facet, or an edge between two, that was merged into a face.
    for (int i = 0; polyhedron && s->hull->spread > 0.0 && i < s->hull->face_count; ++i) {
        if (face_is_level(s, i, scree_face_slope(s, i), out, p, slack) && face_holds(s, i, p, slack))
            return take_feature(set, SCREE_FEATURE_FACE, i);
    }
    return false;
}

bool scree_feature_carries(const scree_feature_set *set, scree_vec3 n, scree_vec3 p, double slack)
{
    double off = INFINITY;
    bool over = set->count > 2;
    for (int i = 0; i < set->count; ++i) {
        const scree_vec3 from = set->corner[i], to = set->corner[(i + 1) % set->count], d = v3_sub(to, from);
        // Beyond the tip of a sliver, its nearly parallel sides do not decide: require well inside, or near one of
        // them.
        over = over && v3_dot(v3_cross(n, d), v3_sub(p, from)) >= slack * v3_norm(d);
        off = fmin(off, scree_segment_off(from, to, p));
    }
    return off <= slack || (over && fabs(v3_dot(set->out, v3_sub(p, set->corner[0]))) <= slack);
}

// Whether every corner of the feature is level with the point that it holds, up to the slope.
static bool is_level(const scree_cores *c, bool of_a, const scree_feature_set *set, scree_vec3 n, scree_vec3 point,
                     double slack)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const double slope = set->kind == SCREE_FEATURE_FACE ? scree_face_slope(s, set->index) : SCREE_FEATURE_SLOPE;
    for (int i = 0; i < set->count; ++i) {
        const scree_vec3 r = v3_sub(set->corner[i], point);
        if (fabs(v3_dot(r, n)) > slope * v3_norm(r) + slack) return false;
    }
    return true;
}

bool scree_feature_fits(const scree_cores *c, bool of_a, const scree_feature_set *set, scree_vec3 n, scree_vec3 point,
                        double slack)
{
    return is_level(c, of_a, set, n, point, slack) && scree_feature_carries(set, n, point, slack);
}

double scree_feature_find(const scree_cores *c, bool of_a, scree_vec3 n, scree_vec3 point, double slack,
                          scree_feature_set *set)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const scree_vec3 out = of_a ? n : v3_neg(m3_mul_transposed(&c->rotation, n));
    const scree_vec3 p = of_a ? point : m3_mul_transposed(&c->rotation, v3_sub(point, c->shift));
    if (s->core != SCREE_CORE_POLYHEDRON && s->core != SCREE_CORE_POLYGON) return INFINITY;
    if (find_holder(s, out, p, slack, set)) return slack;
    for (double wide = WIDER * slack; wide <= WIDEST * c->size; wide *= WIDER) {
        if (set->index >= 0 && scree_feature_fits(c, of_a, set, n, point, wide)) return INFINITY;
        if (find_holder(s, out, p, wide, set)) return wide;
    }
    return INFINITY;
}

#define BLUNT 1e-3

int scree_feature_blunt_face(const scree_cores *c, bool of_a, scree_vec3 n, scree_vec3 point, double slack, int first)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const scree_vec3 out = of_a ? n : v3_neg(m3_mul_transposed(&c->rotation, n));
    const scree_vec3 p = of_a ? point : m3_mul_transposed(&c->rotation, v3_sub(point, c->shift));
    for (int i = first; s->core == SCREE_CORE_POLYHEDRON && i < s->hull->face_count; ++i)
        if (v3_norm2(v3_sub(s->hull->faces[i].normal, out)) < BLUNT * BLUNT && face_holds(s, i, p, slack)) return i;
    return -1;
}

double scree_feature_height(const scree_feature_set *set, scree_vec3 n, scree_vec3 x)
{
    scree_vec3 p = set->corner[0];
    if (set->count == 1) return v3_dot(n, p);
    if (set->count > 2) return v3_dot(set->out, v3_sub(p, x)) / v3_dot(set->out, n);
    scree_vec3 d = v3_sub(set->corner[1], p);
    double rise = v3_dot(n, d);
    scree_vec3 level = v3_add_scaled(d, -rise, n);
    double length2 = v3_norm2(level); // 0 for an edge shorter than a rounding of its place
    return v3_dot(n, p) + (length2 > 0.0 ? rise * v3_dot(v3_sub(x, p), level) / length2 : 0.0);
}

scree_vec3 scree_feature_nearest(const scree_feature_set *set, scree_vec3 n, scree_vec3 p)
{
    scree_vec3 best = set->corner[0];
    if (set->count == 1) return best;
    double least = INFINITY;
    bool over = set->count > 2;
    for (int i = 0; i < set->count; ++i) {
        const scree_vec3 from = set->corner[i], d = v3_sub(set->corner[(i + 1) % set->count], from);
        const scree_vec3 r = v3_sub(p, from);
        const double t = fmin(fmax(v3_dot(r, d) / v3_norm2(d), 0.0), 1.0);
        const scree_vec3 at = v3_add_scaled(from, t, d);
        over = over && v3_dot(v3_cross(n, d), r) >= 0.0;
        if (!(v3_norm2(v3_sub(p, at)) < least)) continue;
        least = v3_norm2(v3_sub(p, at));
        best = at;
    }
    return over ? v3_add_scaled(p, -v3_dot(set->out, v3_sub(p, set->corner[0])), set->out) : best;
}

// ------------------------------------------------------------------------------------ features near the contact plane

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
    if (!scree_is_among(number, list, *count) && *count < SCREE_SLAB_FEATURES) list[(*count)++] = number;
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
                            scree_slab *r)
{
    double off[SCREE_SLAB_CORNERS];
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

scree_slab scree_slab_along(const scree_shape *s, scree_vec3 out, double slab, int most, scree_vec3 near)
{
    scree_slab r = { .corners = 0 };
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
