// How shapes are put together: memory, the checks that creation shares, and the parts that every shape gets.
#ifndef SCREE_SHAPE_BUILD_H
#define SCREE_SHAPE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "shape/shape.h"

/// Lengths must lie between these.
#define SCREE_SHORTEST 1e-60
#define SCREE_LONGEST 1e60

typedef struct scree_shape_counts {
    int vertices, faces, edges;
    int corners; // of all faces together
    int fans;    // entries of all fans together
} scree_shape_counts;

enum { SCREE_SHAPE_ALIGN = 64, SCREE_COARSE_STEP = 16 };

// Where the next array goes: see shape/layout.c.
typedef struct scree_layout {
    unsigned char *block; // NULL: only counts
    size_t used;          // of the block
    // For a shape that shares arrays: the block of the shape that has them, and how far all arrays together would reach.
    const unsigned char *owner;
    size_t place;
} scree_layout;

/// The next `count` pieces of `size` bytes each, aligned to a power of two, filled like `old`, where that is not NULL.
/// The owner's, if that has the same bytes. If an owner is given and `old` is NULL: none.
void *scree_shape_take(scree_layout *layout, const void *old, int count, size_t size, size_t align);

/// `count`, rounded up to a multiple of `step`.
static inline int scree_in_steps(int count, int step)
{
    return (count + step - 1) / step * step;
}

static inline bool scree_has_hull(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYGON || s->core == SCREE_CORE_POLYHEDRON;
}

/// The parts of a shape that is being built, to be written to; it must have them.
static inline scree_hull *scree_own_hull(scree_shape *s)
{
    return (scree_hull *)s->hull;
}

static inline scree_form *scree_own_form(scree_shape *s)
{
    return (scree_form *)s->form;
}

/// Setters for what scree_edge_at() and the like read.
static inline void scree_set_edge(scree_hull *h, int i, scree_edge e)
{
    if (h->wide)
        h->edges.wide[i] = e;
    else
        h->edges.narrow[i] = (scree_narrow_edge){ { (uint16_t)e.vertex[0], (uint16_t)e.vertex[1] },
                                                  { (uint16_t)e.face[0], (uint16_t)e.face[1] } };
}

static inline void scree_set_index(const scree_hull *h, scree_indices indices, int k, int number)
{
    if (h->wide)
        indices.wide[k] = number;
    else
        indices.narrow[k] = (uint16_t)number;
}

static inline void scree_set_face_edge(scree_hull *h, int k, int edge)
{
    if (h->loop_sides != NULL)
        h->loop_sides[k].edge = (uint8_t)edge;
    else
        scree_set_index(h, h->face_edges, k, edge);
}

/// Entry k of the fans.
static inline void scree_set_fan(scree_hull *h, int k, int neighbour, int edge, int face)
{
    if (h->loop_spokes != NULL) {
        h->loop_spokes[k] = (scree_loop_spoke){ (uint8_t)neighbour, (uint8_t)edge, (uint8_t)face, 0 };
        return;
    }
    scree_set_index(h, h->neighbours, k, neighbour);
    scree_set_index(h, h->vertex_edges, k, edge);
    scree_set_index(h, h->vertex_faces, k, face);
}

/// One block for the shape and all its arrays; the arrays are not filled, and those of count 0 are NULL. Returns NULL
/// without memory, with the reason in `error`.
scree_shape *scree_shape_new(scree_shape_kind kind, scree_core core, scree_shape_counts counts, scree_error *error);

/// The same hull in a smaller block, which shares the arrays that `with`, or the shape that this shares arrays with, has
/// too, and keeps that shape alive; `shape` is destroyed. If the two differ in their counts: `shape` itself. NULL without
/// memory.
scree_shape *scree_shape_share(scree_shape *shape, const scree_shape *with, scree_error *error);

/// Fills scree_hull.many and its like, for a hull that has room for them. Needs core radius, middle and graph.
void scree_shape_join_many(scree_shape *shape);

/// Fills the padding; supports need it. scree_shape_finish() does so, too.
void scree_shape_pad(scree_shape *shape);

/// Completes a shape with core, vertices, radius and graph: padding, core radius, fingerprint, bounds and mass.
void scree_shape_finish(scree_shape *shape);

/// Of a polygon with its vertices: edges, then scree_shape_finish().
void scree_polygon_finish(scree_shape *shape);

/// A length that must be positive, or may be 0: false, with the reason in `error`, unless it is finite and in range.
bool scree_check_positive(const char *field, double value, scree_error *error);
bool scree_check_not_negative(const char *field, double value, scree_error *error);

/// Three of an ellipsoid or a superquadric: positive, and not too unequal.
bool scree_check_semi_axes(scree_vec3 semi_axes, scree_error *error);

/// As many vertices, edges and faces as a box has.
static inline bool scree_may_be_box(scree_shape_counts n)
{
    return n.fans > 0 && n.vertices == 8 && n.faces == 6 && n.edges == 12;
}

/// The parts of scree_shape_finish(), each for the kinds of its file.
void scree_shape_find_box(scree_shape *shape);
void scree_shape_set_loops(scree_shape *shape);
void scree_shape_set_bounds(scree_shape *shape);
void scree_shape_set_mass(scree_shape *shape);
void scree_ellipsoid_set_mass(scree_shape *shape);
void scree_superquadric_set_mass(scree_shape *shape);
void scree_revolved_set_mass(scree_shape *shape);
void scree_superquadric_set_bounds(scree_shape *shape);
void scree_revolved_set_bounds(scree_shape *shape);

/// The rows of a polygon of few corners, once all else is set, and again when some of it has changed.
void scree_shape_set_flats(scree_shape *shape);

#endif
