// One block of memory for a shape and its arrays: laid out, copied, and shared in part.
//
// Idea    lay_out() goes through all arrays of a shape in a fixed order, which depends only on its counts: once to add
//         up their sizes, once to set the pointers. So shapes of equal counts have an array at the same place of their
//         blocks, and one of them can do without its own if the other has the same bytes there.
#include <stdlib.h>
#include <string.h>

#include "shape/box_tables.h"
#include "shape/build.h"
#include "shape/sketch.h"
#include "shape/support.h"

enum { ALIGN = SCREE_SHAPE_ALIGN, LANES = SCREE_VERTEX_LANES, COARSE = SCREE_COARSE_STEP };

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

static size_t aligned(size_t at, size_t align)
{
    return (at + align - 1) / align * align;
}

// Reserves room in the block for an array, and copies its old contents.
static void *take_own(scree_layout *l, const void *old, int count, size_t size, size_t align)
{
    if (count == 0) return NULL;
    const size_t length = (size_t)count * size, at = aligned(l->used, align);
    l->place = aligned(l->place, align) + length;
    l->used = at + length;
    if (l->block == NULL) return NULL;
    if (old != NULL) memcpy(l->block + at, old, length);
    return l->block + at;
}

void *scree_shape_take(scree_layout *l, const void *old, int count, size_t size, size_t align)
{
    if (count == 0 || l->owner == NULL) return take_own(l, old, count, size, align);
    const size_t length = (size_t)count * size, place = aligned(l->place, align);
    const bool is_same = old != NULL && memcmp(l->owner + place, old, length) == 0;
    if (old != NULL && !is_same) return take_own(l, old, count, size, align);
    l->place = place + length;
    return is_same ? (void *)(l->owner + place) : NULL;
}

static void *take(scree_layout *l, const void *old, int count, size_t size)
{
    return scree_shape_take(l, old, count, size, 8);
}

// Arrays that are read as vectors.
static void *take_rows(scree_layout *l, const void *old, int count, size_t size)
{
    return scree_shape_take(l, old, count, size, ALIGN);
}

static scree_indices take_indices(scree_layout *l, scree_indices old, int count, bool wide)
{
    scree_indices indices;
    if (wide)
        indices.wide = take(l, old.wide, count, sizeof *indices.wide);
    else
        indices.narrow = take(l, old.narrow, count, sizeof *indices.narrow);
    return indices;
}

// The graph: how corners, edges and vertices are connected. Boxes share tables.
static void lay_out_graph(scree_hull *h, scree_layout *l, scree_shape_counts n)
{
    const bool loops = n.fans > 0 && n.vertices <= SCREE_LOOP_PLACES && n.faces <= SCREE_LOOP_PLACES;
    h->face_loops = take(l, h->face_loops, loops ? n.faces : 0, sizeof *h->face_loops);
    h->vertex_loops = take(l, h->vertex_loops, loops ? n.vertices : 0, sizeof *h->vertex_loops);
    h->loop_sides = take(l, h->loop_sides, loops ? n.corners + SCREE_LOOP_SPARE : 0, sizeof *h->loop_sides);
    h->loop_spokes = take(l, h->loop_spokes, loops ? n.fans + SCREE_LOOP_SPARE : 0, sizeof *h->loop_spokes);
    h->face_vertices = take(l, h->face_vertices, n.corners, sizeof *h->face_vertices);
    h->wide = n.fans == 0 || n.corners > UINT16_MAX; // a polygon has edges without faces
    if (h->wide)
        h->edges.wide = take(l, h->edges.wide, n.edges, sizeof *h->edges.wide);
    else
        h->edges.narrow = take(l, h->edges.narrow, n.edges, sizeof *h->edges.narrow);
    h->face_edges = take_indices(l, h->face_edges, loops ? 0 : n.corners, h->wide);
    h->neighbours = take_indices(l, h->neighbours, loops ? 0 : n.fans, h->wide);
    h->vertex_edges = take_indices(l, h->vertex_edges, loops ? 0 : n.fans, h->wide);
    h->vertex_faces = take_indices(l, h->vertex_faces, loops ? 0 : n.fans, h->wide);
    h->given_vertex = take(l, h->given_vertex, n.vertices, sizeof *h->given_vertex);
    const int planes = scree_in_steps(n.faces, LANES);
    h->face_x = take_rows(l, h->face_x, planes, sizeof *h->face_x);
    h->face_y = take_rows(l, h->face_y, planes, sizeof *h->face_y);
    h->face_z = take_rows(l, h->face_z, planes, sizeof *h->face_z);
}

// The arrays for searches over many pairs.
static void lay_out_many(scree_hull *h, scree_layout *l, scree_shape_counts n, bool own_graph)
{
    const bool few = n.fans > 0 && n.edges <= 64;
    const bool small = few && n.faces <= 64 && n.vertices <= SCREE_MANY_VERTICES;
    h->vertex_edge_bits = take(l, h->vertex_edge_bits, few ? n.vertices : 0, sizeof *h->vertex_edge_bits);
    h->grouped_edges = take(l, h->grouped_edges, few ? n.edges : 0, sizeof *h->grouped_edges);
    h->edge_place = take(l, h->edge_place, few ? n.edges : 0, sizeof *h->edge_place);
    h->tetra_lines = take_rows(l, h->tetra_lines, few && n.edges == SCREE_TETRA_EDGES ? 1 : 0, sizeof *h->tetra_lines);
    const int rows = n.fans > 0 && n.vertices <= SCREE_MANY_MOST && !small ? scree_in_steps(n.vertices, COARSE) : 0;
    h->many_x = take_rows(l, h->many_x, rows, sizeof *h->many_x);
    h->many_y = take_rows(l, h->many_y, rows, sizeof *h->many_y);
    h->many_z = take_rows(l, h->many_z, rows, sizeof *h->many_z);
    h->many = take_rows(l, h->many, small ? scree_many_length(n.vertices) : 0, sizeof *h->many);
    if (!own_graph) return;
    h->vertex_face_bits = take(l, h->vertex_face_bits, small ? n.vertices : 0, sizeof *h->vertex_face_bits);
    // At most two faces are perpendicular to one line.
    const bool axes = small && n.faces <= 2 * SCREE_MANY_FACES;
    h->many_axes = take_rows(l, h->many_axes, axes ? SCREE_MANY_AXES : 0, sizeof *h->many_axes);
}

static void lay_out_hull(shape_plan *p, scree_layout *l, scree_shape_counts n)
{
    scree_hull *h = &p->hull;
    p->shape.hull = take_own(l, NULL, 1, sizeof *h, ALIGN);
    h->face_offset = take_rows(l, h->face_offset, scree_in_steps(n.faces, LANES), sizeof *h->face_offset);
    const bool own_graph = p->shape.kind != SCREE_BOX;
    if (own_graph)
        lay_out_graph(h, l, n);
    else
        scree_box_share_tables(h);
    h->faces = take(l, h->faces, n.faces, sizeof *h->faces);
    h->nodes = scree_shape_take(l, h->nodes, n.fans == 0 ? 0 : n.vertices, sizeof *h->nodes, sizeof *h->nodes);
    const bool is_large = n.fans > 0 && n.vertices > SCREE_SKETCH_SCAN;
    h->fan_rows = take_rows(l, h->fan_rows, is_large ? 3 * n.fans + LANES - 1 : 0, sizeof *h->fan_rows);
    const int coarse = n.fans > 0 && n.faces > SCREE_COARSE_FACES ? scree_in_steps(n.faces, COARSE) : 0;
    float **planes[] = { &h->coarse_x, &h->coarse_y, &h->coarse_z, &h->coarse_offset };
    for (size_t i = 0; i < sizeof planes / sizeof *planes; ++i)
        *planes[i] = take_rows(l, *planes[i], coarse, sizeof **planes[i]);
    scree_sketch_lay_out(&h->sketch, l, n);
    lay_out_many(h, l, n, own_graph);
    for (int k = SCREE_FLAT_EIGHT; k < SCREE_FLAT_KINDS; ++k) {
        const bool fits = p->shape.core == SCREE_CORE_POLYGON && n.vertices <= scree_flat_width((scree_flat_rows)k);
        const int length = fits ? scree_flat_length((scree_flat_rows)k) : 0;
        h->flat[k] = take_own(l, h->flat[k], length, sizeof *h->flat[k], ALIGN); // not shared: may be unfilled
    }
    h->start_side = n.fans == 0 ? 0 : scree_support_start_side(n.vertices);
    h->starts = take(l, h->starts, 6 * h->start_side * h->start_side, sizeof *h->starts);
    h->box = take_own(l, h->box, scree_may_be_box(n) ? 1 : 0, sizeof *h->box, sizeof(double));
    if (h->box == NULL) h->box = scree_no_hull.box;
    h->face_count = n.faces;
    h->edge_count = n.edges;
}

static bool has_form(const scree_shape *s)
{
    return s->core == SCREE_CORE_HALF_SPACE || scree_core_is_smooth(s) || s->kind == SCREE_TAPERED_CAPSULE;
}

// Lays the shape out in the block of `layout`, or only adds up the sizes if that is NULL, and leaves out the arrays that
// the owner of `layout` has with the same bytes. Returns the total size.
static size_t lay_out(shape_plan *p, scree_layout layout, scree_shape_counts n)
{
    scree_shape *s = &p->shape;
    scree_layout *l = &layout;
    l->used = l->place = sizeof *s;
    s->vertex_count = n.vertices;
    s->padded_count = scree_in_steps(n.vertices, LANES);
    const bool ball = s->core == SCREE_CORE_POINT;
    double **rows[] = { &s->x, &s->y, &s->z };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        *rows[i] = ball ? (double *)scree_ball_row : take_rows(l, *rows[i], s->padded_count, sizeof **rows[i]);
    s->mass = take(l, s->mass, ball ? 0 : 1, sizeof *s->mass);
    s->form = take(l, s->form, has_form(s) ? 1 : 0, sizeof *s->form);
    if (!has_form(s)) s->form = &scree_no_form;
    if (scree_has_hull(s))
        lay_out_hull(p, l, n);
    else
        s->hull = &scree_no_hull;
    return aligned(l->used, ALIGN);
}

// Copies the parts into the block and sets their pointers.
static scree_shape *place(const shape_plan *p, unsigned char *block)
{
    memcpy(block, &p->shape, sizeof p->shape);
    if (has_form(&p->shape)) memcpy((void *)p->shape.form, &p->form, sizeof p->form);
    if (scree_has_hull(&p->shape)) {
        memcpy((void *)p->shape.hull, &p->hull, sizeof p->hull);
        ((scree_hull *)p->shape.hull)->users = 1;
    }
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
    plan.shape.block_size = lay_out(&plan, (scree_layout){ .block = NULL }, counts);
    unsigned char *block = aligned_alloc(ALIGN, plan.shape.block_size);
    if (block == NULL) return no_block(counts.vertices, error);
    lay_out(&plan, (scree_layout){ .block = block }, counts);
    return place(&plan, block);
}

// ---------------------------------------------------------------------------------------------------------- copies

// The counts that a shape was laid out with.
static scree_shape_counts counts_of(const scree_shape *s)
{
    const int corners = 2 * s->hull->edge_count, fans = s->core == SCREE_CORE_POLYHEDRON ? corners : 0;
    return (scree_shape_counts){ s->vertex_count, s->hull->face_count, s->hull->edge_count, corners, fans };
}

// All but the number of users, which other threads may be changing.
static shape_plan plan_of(const scree_shape *s)
{
    shape_plan p = { .shape = *s, .form = *s->form };
    memcpy(&p.hull, s->hull, offsetof(scree_hull, users));
    return p;
}

// The shape in a block from this allocator, without the arrays that the owner has (NULL: with all).
static scree_shape *copy_without_shared(const scree_shape *shape, const scree_shape *owner, scree_allocator allocator,
                                        scree_error *error)
{
    shape_plan count = plan_of(shape), copy = count;
    scree_layout layout = { .block = NULL, .owner = (const unsigned char *)owner };
    copy.shape.block_size = lay_out(&count, layout, counts_of(shape));
    copy.shape.allocator = allocator;
    copy.hull.owner = owner;
    layout.block = allocator.allocate != NULL ? allocator.allocate(allocator.user, copy.shape.block_size, ALIGN)
                                              : aligned_alloc(ALIGN, copy.shape.block_size);
    if (layout.block == NULL) return no_block(shape->vertex_count, error);
    lay_out(&copy, layout, counts_of(shape));
    if (shape->hull->many_axes == NULL) copy.hull.many_axes = NULL; // there was room, but the hull has too many lines
    return place(&copy, layout.block);
}

scree_shape *scree_shape_copy(const scree_shape *shape, const scree_allocator *allocator, scree_error *error)
{
    const scree_allocator library = { NULL, NULL, NULL };
    if (shape == NULL || (allocator != NULL && (allocator->allocate == NULL || allocator->release == NULL))) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "shape, allocator: NULL, or a function that is missing");
        return NULL;
    }
    return copy_without_shared(shape, NULL, allocator != NULL ? *allocator : library, error);
}

// ---------------------------------------------------------------------------------------------------------- sharing

static bool have_equal_counts(const scree_shape *s, const scree_shape *t)
{
    const scree_shape_counts n = counts_of(s), m = counts_of(t);
    return s->kind == t->kind && n.vertices == m.vertices && n.faces == m.faces && n.edges == m.edges;
}

scree_shape *scree_shape_share(scree_shape *shape, const scree_shape *with, scree_error *error)
{
    const scree_shape *owner = with->hull->owner != NULL ? with->hull->owner : with;
    if (!scree_has_hull(shape) || !have_equal_counts(shape, owner)) return shape;
    scree_shape *slim = copy_without_shared(shape, owner, (scree_allocator){ NULL, NULL, NULL }, error);
    if (slim != NULL) __atomic_add_fetch(&((scree_hull *)owner->hull)->users, 1, __ATOMIC_RELAXED);
    scree_shape_destroy(shape);
    return slim;
}

// Acquire and release: what other threads read of the block, they read before their own decrement, and so before the last.
static bool is_last_user(const scree_shape *s)
{
    return !scree_has_hull(s) || __atomic_sub_fetch(&((scree_hull *)s->hull)->users, 1, __ATOMIC_ACQ_REL) == 0;
}

void scree_shape_destroy(scree_shape *shape)
{
    if (shape == NULL || !is_last_user(shape)) return;
    const scree_shape *owner = shape->hull->owner;
    const scree_allocator allocator = shape->allocator;
    if (allocator.release != NULL)
        allocator.release(allocator.user, shape, shape->block_size);
    else
        free(shape);
    if (owner != NULL) scree_shape_destroy((scree_shape *)owner); // which has no owner itself
}
