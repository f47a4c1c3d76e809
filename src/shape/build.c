#include "shape/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/dd.h"
#include "math/vec3.h"
#include "shape/box_tables.h"
#include "shape/sketch.h"
#include "shape/support.h"

enum { ALIGN = SCREE_SHAPE_ALIGN, LANES = SCREE_VERTEX_LANES, COARSE = 16 };

// The layout of a shape: offsets first, then pointers into the block.
typedef struct shape_plan {
    scree_shape shape;
    scree_hull hull;
    scree_form form;
} shape_plan;

static const scree_box_cells no_box = { .cell = { 0 } };
const scree_hull scree_no_hull = { .box = (scree_box_cells *)&no_box,
                                   .inscribed_ball = { 0.0, 0.0, 0.0, -1.0 },
                                   .all_triangles = true };
const scree_form scree_no_form = { .n1 = 0.0 };
_Alignas(SCREE_SHAPE_ALIGN) const double scree_ball_row[LANES] = { 0.0 };

static void *take(unsigned char *block, size_t *used, int count, size_t size)
{
    return scree_shape_take(block, used, count, size, 8);
}

// Arrays that are read as vectors.
static void *take_rows(unsigned char *block, size_t *used, int count, size_t size)
{
    return scree_shape_take(block, used, count, size, ALIGN);
}

static scree_numbers take_numbers(unsigned char *block, size_t *used, int count, bool wide)
{
    scree_numbers numbers;
    if (wide)
        numbers.wide = take(block, used, count, sizeof *numbers.wide);
    else
        numbers.narrow = take(block, used, count, sizeof *numbers.narrow);
    return numbers;
}

static int in_steps(int count, int step)
{
    return (count + step - 1) / step * step;
}

// The graph: how corners, edges and vertices are connected. Boxes share tables.
static void lay_out_graph(scree_hull *h, unsigned char *block, size_t *used, scree_shape_counts n)
{
    const bool loops = n.fans > 0 && n.vertices <= SCREE_LOOP_PLACES && n.faces <= SCREE_LOOP_PLACES;
    h->face_loops = take(block, used, loops ? n.faces : 0, sizeof *h->face_loops);
    h->vertex_loops = take(block, used, loops ? n.vertices : 0, sizeof *h->vertex_loops);
    h->loop_sides = take(block, used, loops ? n.corners + SCREE_LOOP_SPARE : 0, sizeof *h->loop_sides);
    h->loop_spokes = take(block, used, loops ? n.fans + SCREE_LOOP_SPARE : 0, sizeof *h->loop_spokes);
    h->face_vertices = take(block, used, n.corners, sizeof *h->face_vertices);
    h->wide = n.fans == 0 || n.corners > UINT16_MAX; // a polygon has edges without faces
    if (h->wide)
        h->edges.wide = take(block, used, n.edges, sizeof *h->edges.wide);
    else
        h->edges.narrow = take(block, used, n.edges, sizeof *h->edges.narrow);
    h->face_edges = take_numbers(block, used, loops ? 0 : n.corners, h->wide);
    h->neighbours = take_numbers(block, used, loops ? 0 : n.fans, h->wide);
    h->vertex_edges = take_numbers(block, used, loops ? 0 : n.fans, h->wide);
    h->vertex_faces = take_numbers(block, used, loops ? 0 : n.fans, h->wide);
    h->given_vertex = take(block, used, n.vertices, sizeof *h->given_vertex);
    const int planes = in_steps(n.faces, LANES);
    h->face_x = take_rows(block, used, planes, sizeof *h->face_x);
    h->face_y = take_rows(block, used, planes, sizeof *h->face_y);
    h->face_z = take_rows(block, used, planes, sizeof *h->face_z);
}

// The arrays for searches over many pairs.
static void lay_out_many(scree_hull *h, unsigned char *block, size_t *used, scree_shape_counts n, bool own_graph)
{
    const bool few = n.fans > 0 && n.edges <= 64;
    const bool small = few && n.faces <= 64 && n.vertices <= SCREE_MANY_VERTICES;
    h->vertex_edge_bits = take(block, used, few ? n.vertices : 0, sizeof *h->vertex_edge_bits);
    h->grouped_edges = take(block, used, few ? n.edges : 0, sizeof *h->grouped_edges);
    h->edge_place = take(block, used, few ? n.edges : 0, sizeof *h->edge_place);
    h->tetra_lines = take_rows(block, used, few && n.edges == SCREE_TETRA_EDGES ? 1 : 0, sizeof *h->tetra_lines);
    const int rows = n.fans > 0 && n.vertices <= SCREE_MANY_MOST && !small ? in_steps(n.vertices, COARSE) : 0;
    h->many_x = take_rows(block, used, rows, sizeof *h->many_x);
    h->many_y = take_rows(block, used, rows, sizeof *h->many_y);
    h->many_z = take_rows(block, used, rows, sizeof *h->many_z);
    h->many = take_rows(block, used, small ? scree_many_length(n.vertices) : 0, sizeof *h->many);
    if (!own_graph) return;
    h->vertex_face_bits = take(block, used, small ? n.vertices : 0, sizeof *h->vertex_face_bits);
    // A line has at most two faces.
    const bool axes = small && n.faces <= 2 * SCREE_MANY_FACES;
    h->many_axes = take_rows(block, used, axes ? SCREE_MANY_AXES : 0, sizeof *h->many_axes);
}

static void lay_out_hull(shape_plan *p, unsigned char *block, size_t *used, scree_shape_counts n)
{
    scree_hull *h = &p->hull;
    p->shape.hull = scree_shape_take(block, used, 1, sizeof *h, ALIGN);
    h->face_offset = take_rows(block, used, in_steps(n.faces, LANES), sizeof *h->face_offset);
    const bool own_graph = p->shape.kind != SCREE_BOX;
    if (own_graph)
        lay_out_graph(h, block, used, n);
    else
        scree_box_share_tables(h);
    h->faces = take(block, used, n.faces, sizeof *h->faces);
    h->nodes = scree_shape_take(block, used, n.fans == 0 ? 0 : n.vertices, sizeof *h->nodes, sizeof *h->nodes);
    const bool is_large = n.fans > 0 && n.vertices > SCREE_SKETCH_SCAN;
    h->fan_rows = take_rows(block, used, is_large ? 3 * n.fans + LANES - 1 : 0, sizeof *h->fan_rows);
    const int coarse = n.fans > 0 && n.faces > SCREE_COARSE_FACES ? in_steps(n.faces, COARSE) : 0;
    float **planes[] = { &h->coarse_x, &h->coarse_y, &h->coarse_z, &h->coarse_offset };
    for (size_t i = 0; i < sizeof planes / sizeof *planes; ++i)
        *planes[i] = take_rows(block, used, coarse, sizeof **planes[i]);
    scree_sketch_lay_out(&h->sketch, block, used, n);
    lay_out_many(h, block, used, n, own_graph);
    for (int k = SCREE_FLAT_EIGHT; k < SCREE_FLAT_KINDS; ++k) {
        const bool fits = p->shape.core == SCREE_CORE_POLYGON && n.vertices <= scree_flat_width((scree_flat_rows)k);
        h->flat[k] = take_rows(block, used, fits ? scree_flat_length((scree_flat_rows)k) : 0, sizeof *h->flat[k]);
    }
    h->start_side = n.fans == 0 ? 0 : scree_support_start_side(n.vertices);
    h->starts = take(block, used, 6 * h->start_side * h->start_side, sizeof *h->starts);
    h->box = take(block, used, scree_may_be_box(n) ? 1 : 0, sizeof *h->box);
    if (h->box == NULL) h->box = scree_no_hull.box;
    h->face_count = n.faces;
    h->edge_count = n.edges;
}

static bool has_hull(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYGON || s->core == SCREE_CORE_POLYHEDRON;
}

static bool has_form(const scree_shape *s)
{
    return s->core == SCREE_CORE_HALF_SPACE || scree_core_is_smooth(s) || s->kind == SCREE_TAPERED_CAPSULE;
}

// Returns the total size. Without a block, only counts.
static size_t lay_out(shape_plan *p, unsigned char *block, scree_shape_counts n)
{
    scree_shape *s = &p->shape;
    size_t used = sizeof *s;
    s->vertex_count = n.vertices;
    s->padded_count = in_steps(n.vertices, LANES);
    const bool ball = s->core == SCREE_CORE_POINT;
    double **rows[] = { &s->x, &s->y, &s->z };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        *rows[i] = ball ? (double *)scree_ball_row : take_rows(block, &used, s->padded_count, sizeof **rows[i]);
    s->mass = take(block, &used, ball ? 0 : 1, sizeof *s->mass);
    s->form = take(block, &used, has_form(s) ? 1 : 0, sizeof *s->form);
    if (!has_form(s)) s->form = &scree_no_form;
    if (has_hull(s))
        lay_out_hull(p, block, &used, n);
    else
        s->hull = &scree_no_hull;
    return (used + ALIGN - 1) / ALIGN * ALIGN;
}

// Copies the parts into the block and sets their pointers.
static scree_shape *place(const shape_plan *p, unsigned char *block)
{
    memcpy(block, &p->shape, sizeof p->shape);
    if (has_form(&p->shape)) memcpy((void *)p->shape.form, &p->form, sizeof p->form);
    if (has_hull(&p->shape)) memcpy((void *)p->shape.hull, &p->hull, sizeof p->hull);
    return (scree_shape *)(void *)block;
}

static scree_shape *no_block(int vertices, scree_error *error)
{
    scree_error_set(error, SCREE_NO_MEMORY, "no memory for a shape of %d vertices", vertices);
    return NULL;
}

scree_shape *scree_shape_new(scree_shape_kind kind, scree_core core, scree_shape_counts counts, scree_error *error)
{
    shape_plan plan = { .shape = { .kind = kind, .core = core, .dimension = 3 } };
    plan.shape.block_size = lay_out(&plan, NULL, counts);
    unsigned char *block = aligned_alloc(ALIGN, plan.shape.block_size);
    if (block == NULL) return no_block(counts.vertices, error);
    lay_out(&plan, block, counts);
    return place(&plan, block);
}

// The counts that a shape was laid out with.
static scree_shape_counts counts_of(const scree_shape *s)
{
    const int corners = 2 * s->hull->edge_count, fans = s->core == SCREE_CORE_POLYHEDRON ? corners : 0;
    return (scree_shape_counts){ s->vertex_count, s->hull->face_count, s->hull->edge_count, corners, fans };
}

scree_shape *scree_shape_copy(const scree_shape *shape, const scree_allocator *allocator, scree_error *error)
{
    const scree_allocator library = { NULL, NULL, NULL };
    if (shape == NULL || (allocator != NULL && (allocator->allocate == NULL || allocator->release == NULL))) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "shape, allocator: NULL, or a function that is missing");
        return NULL;
    }
    unsigned char *block = allocator != NULL ? allocator->allocate(allocator->user, shape->block_size, ALIGN)
                                             : aligned_alloc(ALIGN, shape->block_size);
    if (block == NULL) return no_block(shape->vertex_count, error);
    shape_plan copy = { *shape, *shape->hull, *shape->form };
    copy.shape.allocator = allocator != NULL ? *allocator : library;
    memcpy(block, shape, shape->block_size);
    lay_out(&copy, block, counts_of(shape));
    if (shape->hull->many_axes == NULL) copy.hull.many_axes = NULL; // there was room, but the hull has too many lines
    return place(&copy, block);
}

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
    h->padded_face_count = in_steps(h->face_count, LANES);
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
    for (int i = 0; h->coarse_x != NULL && i < in_steps(h->face_count, COARSE); ++i) {
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
    if (has_hull(s)) finish_hull(s, farthest);
    s->fingerprint = fingerprint_of(s);
    scree_shape_set_bounds(s);
    scree_shape_set_mass(s);
}
