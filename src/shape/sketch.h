// A compact copy of a polyhedron for searches that guess: see scree_sketch.
#ifndef SCREE_SHAPE_SKETCH_H
#define SCREE_SHAPE_SKETCH_H

#include "shape/build.h"

enum { SCREE_SKETCH_ADJACENT = 4 };

/// Lays out a sketch; see lay_out() of layout.c.
void scree_sketch_lay_out(scree_sketch *k, scree_layout *layout, scree_shape_counts n);

/// Fills it, once all else is set.
void scree_sketch_draw(scree_shape *shape);

/// The sketch of a face, and the k-th of its adjacent faces; for a face with many sides, some of them, evenly spaced.
static inline scree_sketch_face scree_sketch_of_face(const scree_shape *s, int face)
{
    const scree_face *f = &s->hull->faces[face];
    const double part = 1.0 / s->core_radius;
    return (scree_sketch_face){ (float)f->normal.x, (float)f->normal.y, (float)f->normal.z, (float)(f->offset * part) };
}

static inline int scree_sketch_of_adjacent(const scree_shape *s, int face, int k)
{
    const scree_face *f = &s->hull->faces[face];
    const int at = f->count < SCREE_SKETCH_ADJACENT ? k % f->count : k * f->count / SCREE_SKETCH_ADJACENT;
    return scree_face_beyond(s->hull, f->first + at, face);
}

/// The same from the sketch, or from the float planes where the hull has them.
static inline scree_sketch_face scree_sketch_face_at(const scree_shape *s, int face)
{
    const scree_hull *h = s->hull;
    if (h->sketch.faces != NULL) return h->sketch.faces[face];
    if (h->coarse_x == NULL) return scree_sketch_of_face(s, face);
    return (scree_sketch_face){ h->coarse_x[face], h->coarse_y[face], h->coarse_z[face], h->coarse_offset[face] };
}

static inline int scree_sketch_adjacent(const scree_shape *s, int face, int k)
{
    const scree_sketch *sketch = &s->hull->sketch;
    return sketch->adjacent != NULL ? sketch->adjacent[face][k] : scree_sketch_of_adjacent(s, face, k);
}

/// The face over the middle of a cell.
static inline int scree_sketch_over(const scree_sketch *k, int cell)
{
    return k->over != NULL ? k->over[cell] : k->few_over[cell];
}

#endif
