// What every constructor of a shape shares: the checks of lengths, the hash of the geometry, and the parts that all shapes have.
#include "shape/build.h"

#include <math.h>
#include <string.h>

#include "math/dd.h"
#include "math/vec3.h"
#include "shape/sketch.h"
#include "shape/support.h"

enum { LANES = SCREE_VERTEX_LANES, COARSE = SCREE_COARSE_STEP };

static bool check_length(const char *field, double value, scree_error *error)
{
    if (isfinite(value) && value <= SCREE_LONGEST && value >= SCREE_SHORTEST) return true;
    scree_error_set(error, SCREE_INVALID_ARGUMENT,
                    isfinite(value) ? "%s: must be between 1e-60 and 1e60, got %g" : "%s: not finite, got %g", field,
                    value);
    return false;
}

bool scree_check_positive(const char *field, double value, scree_error *error)
{
    if (!(value <= 0.0) || isinf(value)) return check_length(field, value, error);
    scree_error_set(error, SCREE_INVALID_ARGUMENT, "%s: must be positive, got %g", field, value);
    return false;
}

bool scree_check_not_negative(const char *field, double value, scree_error *error)
{
    if (value == 0.0) return true;
    if (!(value < 0.0) || isinf(value)) return check_length(field, value, error);
    scree_error_set(error, SCREE_INVALID_ARGUMENT, "%s: must not be negative, got %g", field, value);
    return false;
}

// FNV-1a over 64-bit words, each mixed first, since FNV hardly affects the high bits of a double.
static uint64_t stir(uint64_t hash, uint64_t word)
{
    word ^= word >> 32;
    word *= 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    return (hash ^ word) * 0x100000001b3u;
}

static uint64_t stir_double(uint64_t hash, double value)
{
    uint64_t word;
    value += 0.0; // -0 and 0 are the same coordinate
    memcpy(&word, &value, sizeof word);
    return stir(hash, word);
}

static uint64_t stir_vector(uint64_t hash, double part, scree_vec3 v)
{
    return stir_double(stir_double(stir_double(hash, part * v.x), part * v.y), part * v.z);
}

// Lengths enter relative to a power of two near the size: a shape scaled by a power of two keeps its fingerprint, and
// so its place in the order of a pair.
static uint64_t fingerprint_of(const scree_shape *s)
{
    const double size = s->core_radius > 0.0 ? s->core_radius : s->radius;
    int exponent = 0;
    if (size > 0.0 && isfinite(size)) (void)frexp(size, &exponent);
    const double part = ldexp(1.0, -exponent);
    uint64_t hash = stir(0xcbf29ce484222325u, (uint64_t)s->kind * 64 + (uint64_t)s->core);
    hash = stir_double(hash, part * s->radius);
    for (int i = 0; i < s->vertex_count; ++i) hash = stir_vector(hash, part, v3(s->x[i], s->y[i], s->z[i]));
    hash = stir_double(stir_vector(hash, 1.0, s->form->plane_normal), s->form->plane_offset);
    hash = stir_vector(hash, part, s->form->semi_axes);
    hash = stir_double(stir_double(hash, s->form->n1), s->form->n2);
    hash = stir_vector(hash, part, v3(s->form->bottom, s->form->top, s->form->half_length));
    if (s->core == SCREE_CORE_SUPPORT) { // not the pointers, which differ from run to run
        hash = stir_double(stir_double(hash, part * s->core_radius), part * part * part * s->mass->volume);
    }
    return hash ^ hash >> 32;
}

void scree_shape_pad(scree_shape *s)
{
    if (s->core == SCREE_CORE_POINT) return; // scree_ball_row
    for (int i = s->vertex_count; i < s->padded_count; ++i) {
        s->x[i] = s->x[0];
        s->y[i] = s->y[0];
        s->z[i] = s->z[0];
    }
}

// A weighted mean of the vertices, in double-double, since proofs take it for a point of the hull. The weights are
// uneven: searches that start from the middle of a symmetric body would hit edges and corners exactly.
static void spread_middle(scree_shape *s)
{
    dd x = dd_make(0.0, 0.0), y = x, z = x;
    double sum = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        const double weight = 1.0 + 0.0625 * (i * i % 7);
        x = dd_add(x, dd_two_prod(weight, s->x[i]));
        y = dd_add(y, dd_two_prod(weight, s->y[i]));
        z = dd_add(z, dd_two_prod(weight, s->z[i]));
        sum += weight;
    }
    if (sum > 0.0) scree_own_hull(s)->middle = v3_scale(v3(dd_value(x), dd_value(y), dd_value(z)), 1.0 / sum);
}

enum { INSCRIBED_STEPS = 64 };

// How far inside all faces a point is, and the nearest face.
static double room_at(const scree_shape *s, scree_vec3 p, int *nearest)
{
    double room = (double)INFINITY;
    for (int i = 0; i < s->hull->face_count; ++i) {
        const double inside = s->hull->faces[i].offset - v3_dot(s->hull->faces[i].normal, p);
        if (inside < room) *nearest = i;
        room = inside < room ? inside : room;
    }
    return room;
}

// Moves from the middle away from the nearest face, in shrinking steps; `size` is the distance of the vertices.
static void find_inscribed_ball(scree_shape *s, double size)
{
    int nearest = 0;
    scree_vec3 p = s->hull->middle, best = p;
    double room = room_at(s, p, &nearest), most = room, step = 0.25 * size;
    for (int i = 0; i < INSCRIBED_STEPS && s->hull->face_count > 0; ++i) {
        p = v3_add_scaled(p, -step, s->hull->faces[nearest].normal);
        room = room_at(s, p, &nearest);
        if (room > most) {
            most = room;
            best = p;
        }
        step *= 0.9;
    }
    scree_own_hull(s)->inscribed_ball[0] = best.x;
    scree_own_hull(s)->inscribed_ball[1] = best.y;
    scree_own_hull(s)->inscribed_ball[2] = best.z;
    scree_own_hull(s)->inscribed_ball[3] =
        s->hull->face_count > 0 ? most - 16.0 * 0x1p-53 * size : -1.0; // seven roundings of numbers of that size
}

// Faces may have been merged since the arrays were laid out: there are at most as many as fit.
static void spread_planes(scree_shape *s)
{
    scree_hull *h = scree_own_hull(s);
    h->padded_face_count = scree_in_steps(h->face_count, LANES);
    for (int i = 0; i < h->padded_face_count; ++i) {
        const scree_face *f = &h->faces[i < h->face_count ? i : 0];
        h->face_offset[i] = f->offset;
        if (i == 0 || f->offset < h->inner_radius) h->inner_radius = f->offset;
        if (s->kind == SCREE_BOX) continue; // which shares its normals with all boxes
        h->face_x[i] = f->normal.x;
        h->face_y[i] = f->normal.y;
        h->face_z[i] = f->normal.z;
    }
}

// A bound on the angle between the normal of a face and those of the facets that it was merged from, which may be any
// triangles of its corners. A plane that rises by at most h over a triangle is at most as steep as h over its least
// altitude. No triangle of corners of a convex polygon has a smaller altitude than the least distance of a corner from
// the line through its two neighbours. Returns twice the bound, and at most 4.
static double spread_of_face(const scree_shape *s, const scree_face *f)
{
    const int *corner = s->hull->face_vertices + f->first;
    const dd3 n = dd3_from(f->normal);
    const dd first = dd3_dot(n, dd3_from(scree_stored_vertex(s, corner[0])));
    double narrowest = (double)INFINITY, highest = 0.0, lowest = 0.0;
    for (int k = 0; k < f->count; ++k) {
        const scree_vec3 at = scree_stored_vertex(s, corner[k]);
        const scree_vec3 before = scree_stored_vertex(s, corner[k > 0 ? k - 1 : f->count - 1]);
        const scree_vec3 chord = v3_sub(scree_stored_vertex(s, corner[k + 1 < f->count ? k + 1 : 0]), before);
        const double width = v3_dot(f->normal, v3_cross(v3_sub(at, before), chord)) / v3_norm(chord);
        if (!(width > 0.0)) narrowest = 0.0; // also where lengths underflow
        if (width < narrowest) narrowest = width;
        const double height = dd_value(dd_sub(dd3_dot(n, dd3_from(at)), first));
        highest = fmax(highest, height);
        lowest = fmin(lowest, height);
    }
    const double uneven = highest - lowest;
    if (uneven == 0.0) return 0.0;
    return narrowest > uneven ? 2.0 * uneven / narrowest : 4.0;
}

static void find_spread(scree_shape *s)
{
    scree_own_hull(s)->spread = 0.0;
    for (int i = 0; i < s->hull->face_count; ++i)
        if (s->hull->faces[i].count > 3)
            scree_own_hull(s)->spread = fmax(s->hull->spread, spread_of_face(s, &s->hull->faces[i]));
}

// The fans are set already.
static void set_nodes(scree_shape *s)
{
    for (int v = 0; s->hull->nodes != NULL && v < s->vertex_count; ++v)
        s->hull->nodes[v].at = scree_stored_vertex(s, v);
}

// Rows as wide as the fan that they belong to.
static void set_fan_rows(scree_shape *s)
{
    if (s->hull->fan_rows == NULL) return;
    for (int v = 0; v < s->vertex_count; ++v) {
        const int first = s->hull->nodes[v].fan, end = s->hull->nodes[v].fan_end;
        double *row = s->hull->fan_rows + 3 * (size_t)first;
        for (int k = first; k < end; ++k, ++row) {
            const scree_vec3 way = v3_sub(s->hull->nodes[scree_neighbour(s->hull, k)].at, s->hull->nodes[v].at);
            row[0] = way.x;
            row[end - first] = way.y;
            row[2 * (end - first)] = way.z;
        }
    }
    for (int k = 0; k < LANES - 1; ++k) s->hull->fan_rows[6 * (size_t)s->hull->edge_count + (size_t)k] = 0.0;
}

static void spread_coarse_planes(scree_shape *s)
{
    const scree_hull *h = s->hull;
    for (int i = 0; h->coarse_x != NULL && i < scree_in_steps(h->face_count, COARSE); ++i) {
        const scree_sketch_face f = scree_sketch_of_face(s, i < h->face_count ? i : 0);
        h->coarse_x[i] = f.x;
        h->coarse_y[i] = f.y;
        h->coarse_z[i] = f.z;
        h->coarse_offset[i] = f.offset;
    }
}

static double edge_middle(const scree_shape *s, int edge, int axis)
{
    const double *x = axis == 0 ? s->x : axis == 1 ? s->y : s->z;
    const scree_edge e = scree_edge_at(s->hull, edge);
    return 0.5 * (x[e.vertex[0]] + x[e.vertex[1]]);
}

static int widest_axis(const scree_shape *s, const int *edges, int count)
{
    int widest = 0;
    double most = -1.0;
    for (int axis = 0; axis < 3; ++axis) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < count; ++i) {
            const double x = edge_middle(s, edges[i], axis);
            if (x < low) low = x;
            if (x > high) high = x;
        }
        if (high - low > most) {
            most = high - low;
            widest = axis;
        }
    }
    return widest;
}

// Shellsort: needs no memory; ties are broken by index.
static void sort_along(const scree_shape *s, int axis, int *edges, int count)
{
    int step = 1;
    while (step < count / 3) step = 3 * step + 1;
    for (; step > 0; step /= 3)
        for (int i = step; i < count; ++i) {
            const int edge = edges[i];
            const double x = edge_middle(s, edge, axis);
            int k = i;
            for (; k >= step; k -= step) {
                const double y = edge_middle(s, edges[k - step], axis);
                if (!(y > x || (y == x && edges[k - step] > edge))) break;
                edges[k] = edges[k - step];
            }
            edges[k] = edge;
        }
}

// Edges close to each other get indices close to each other, in groups of LANES: sorted along the widest axis, halved,
// and so on.
static void group(const scree_shape *s, int *edges, int count)
{
    if (count <= LANES) return;
    sort_along(s, widest_axis(s, edges, count), edges, count);
    const int half = (count / 2 + LANES - 1) / LANES * LANES;
    group(s, edges, half);
    group(s, edges + half, count - half);
}

static void group_edges(scree_shape *s)
{
    if (s->hull->grouped_edges == NULL) return;
    int edges[64];
    for (int i = 0; i < s->hull->edge_count; ++i) edges[i] = i;
    group(s, edges, s->hull->edge_count);
    for (int i = 0; i < s->hull->edge_count; ++i) {
        s->hull->grouped_edges[i] = (uint8_t)edges[i];
        s->hull->edge_place[edges[i]] = (uint8_t)i;
    }
    for (int v = 0; v < s->vertex_count; ++v) {
        s->hull->vertex_edge_bits[v] = 0;
        for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end; ++k)
            s->hull->vertex_edge_bits[v] |= UINT64_C(1) << s->hull->edge_place[scree_vertex_edge(s->hull, k)];
    }
}

static void set_tetra_lines(scree_shape *s)
{
    for (int i = 0; s->hull->tetra_lines != NULL && i < LANES; ++i) {
        const int edge = s->hull->grouped_edges[i < s->hull->edge_count ? i : s->hull->edge_count - 1];
        const scree_edge e = scree_edge_at(s->hull, edge);
        const scree_vec3 start = s->hull->nodes[e.vertex[0]].at, along = v3_sub(s->hull->nodes[e.vertex[1]].at, start);
        const scree_vec3 rows[] = { start, along, s->hull->faces[e.face[0]].normal, s->hull->faces[e.face[1]].normal };
        for (int k = 0; k < 4; ++k) {
            s->hull->tetra_lines->row[3 * k][i] = rows[k].x;
            s->hull->tetra_lines->row[3 * k + 1][i] = rows[k].y;
            s->hull->tetra_lines->row[3 * k + 2][i] = rows[k].z;
        }
        s->hull->tetra_lines->row[12][i] = v3_norm(along);
        s->hull->tetra_lines->edge[i] = edge;
    }
}

static void finish_hull(scree_shape *s, double farthest)
{
    scree_hull *h = scree_own_hull(s);
    spread_middle(s);
    spread_planes(s);
    find_inscribed_ball(s, farthest);
    if (s->core == SCREE_CORE_POLYHEDRON) find_spread(s);
    if (s->kind != SCREE_BOX) scree_shape_set_loops(s);
    set_nodes(s);
    set_fan_rows(s);
    group_edges(s);
    set_tetra_lines(s);
    h->all_triangles = true;
    for (int i = 0; i < h->face_count; ++i) h->all_triangles = h->all_triangles && h->faces[i].count == 3;
    scree_shape_find_box(s);
    spread_coarse_planes(s);
    scree_shape_join_many(s);
    scree_sketch_draw(s);
    if (h->starts != NULL) scree_support_fill_starts(s);
}

void scree_shape_finish(scree_shape *s)
{
    double farthest = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        double d = v3_norm(scree_stored_vertex(s, i));
        if (d > farthest) farthest = d;
    }
    scree_shape_pad(s);
    const double norm_error = 1.0 + 0x1p-50; // the norm's few roundings, upwards
    if (s->vertex_count > 0) s->core_radius = farthest * norm_error;
    if (scree_has_hull(s)) finish_hull(s, farthest);
    s->fingerprint = fingerprint_of(s);
    scree_shape_set_bounds(s);
    scree_shape_set_mass(s);
}
