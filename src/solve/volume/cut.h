// A convex polyhedron that is cut by planes, one after the other.
//
//   scree_part_take()     arrays out of scratch, scree_part_bytes() large
//   scree_part_copy()     the part is all of a polyhedron
//   scree_part_measure()  heights of its vertices over a plane
//   scree_part_cut()      removes what is above that plane
#ifndef SCREE_SOLVE_VOLUME_CUT_H
#define SCREE_SOLVE_VOLUME_CUT_H

#include "math/vec3.h"
#include "shape/shape.h"

// Half-edges run counter-clockwise around their face, seen from outside.
typedef struct scree_half_edge {
    int next, twin, origin, face;
} scree_half_edge;

/// What is left of a polyhedron P after cuts. Faces 0 .. P's face_count - 1 are those of P, the others come from cuts.
typedef struct scree_part {
    int vertex_count, vertex_capacity;
    double *x, *y, *z;
    int *spoke; ///< for each vertex, a half-edge that starts there
    scree_half_edge *half;
    int *face_half; ///< a half-edge of the face; -1: the face does not exist
    int face_capacity;

    double *height;   ///< of each vertex over the last plane measured
    double high, low; ///< the largest and the least of them

    // Working space.
    int half_count, half_capacity;
    int *unused; // half-edges to be reused
    int unused_count;
    unsigned char *side; // of the vertices
    int *loop;           // half-edges from inside to outside, in order around the cut
    int *list;           // vertices that are cut off
} scree_part;

/// Bytes of scratch for parts of `p` that are cut by up to `cuts` planes.
size_t scree_part_bytes(const scree_shape *p, int cuts);
/// False if the scratch is too small. It need not be aligned.
bool scree_part_take(scree_part *w, const scree_shape *p, int cuts, void *scratch, size_t size);

/// Makes the part the whole polyhedron, in stored coordinates divided by `unit`, a power of two.
void scree_part_copy(scree_part *w, const scree_shape *p, double unit);

/// Heights over the plane normal . x = offset, the largest and the least.
void scree_part_measure(scree_part *w, scree_vec3 normal, double offset);

/// Cuts off what is more than `slack` above the last plane measured, and closes the hole with face number `face`. The
/// largest height must be above the slack, the least must not. False: no room, which should not happen.
bool scree_part_cut(scree_part *w, double slack, int face);

static inline scree_vec3 scree_part_vertex(const scree_part *part, int i)
{
    return v3(part->x[i], part->y[i], part->z[i]);
}

/// The vertex at the other end of a half-edge.
static inline int scree_part_target(const scree_part *part, int half)
{
    return part->half[part->half[half].twin].origin;
}

/// The next half-edge that starts at the same vertex.
static inline int scree_part_next_spoke(const scree_part *part, int half)
{
    return part->half[part->half[half].twin].next;
}

#endif
