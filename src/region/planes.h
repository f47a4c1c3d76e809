// The planes that bound the volume two polyhedra share, in one frame.
//
// The frame has the axes of A and its origin at B's stored origin (with a half space, at A's), so that coordinates in
// the shared volume are no larger than the smaller body. Depth of x below plane k: offset - normal . x.
#ifndef SCREE_REGION_PLANES_H
#define SCREE_REGION_PLANES_H

#include "base/arena.h"
#include "pair/pair.h"

typedef struct scree_region_plane {
    scree_vec3 normal; ///< outward, unit
    double offset;
    int face;         ///< of its shape
    bool of_b;        ///< a face of B; else of A
    bool flush;       ///< a face of the other body lies in the same plane with the same outward normal
    bool repeated;    ///< the plane of an earlier face of its body, of which it is a facet: does not count
    bool has_repeats; ///< later faces lie in its plane
    bool reached;     ///< by the flood fill
} scree_region_plane;

typedef struct scree_region_planes {
    scree_region_plane *plane; ///< those of A first
    int count;
    scree_cores cores; ///< A is the larger body; a half space is B
    scree_vec3 origin; ///< of the frame, in A's stored frame
    scree_vec3 normal; ///< of the slab, from A to B, unit
    double depth;      ///< of the slab that holds the shared volume; 0 or less: the bodies are apart
    double radius;     ///< of a ball about the origin that holds the shared volume
    double error;      ///< error of the planes relative to each other
    bool has_flush;
    bool has_alike; ///< a face of A and a face of B are nearly parallel, with the same outward side
    bool moved;     ///< the planes are offset from the faces
} scree_region_planes;

/// Two unit vectors that form a right-handed frame with the unit vector n. Source: Duff et al., JCGT 6 (2017).
static inline void scree_region_frame(scree_vec3 n, scree_vec3 *u, scree_vec3 *v)
{
    const double sign = copysign(1.0, n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    *u = v3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *v = v3(b, sign + n.y * n.y * a, -n.y);
}

/// In 2-D: the first along the line that is perpendicular to n, the second along z.
static inline void scree_region_planar_frame(scree_vec3 n, scree_vec3 *u, scree_vec3 *v)
{
    *u = v3(-n.y, n.x, 0.0);
    *v = v3(0.0, 0.0, 1.0);
}

/// The normal of a contact, or its negative where the bodies were exchanged, with zeros of the same sign either way: frames around
/// it depend on that. A unit vector if its square vanishes.
static inline scree_vec3 scree_region_normal(scree_vec3 n, bool exchanged)
{
    if (v3_norm2(n) == 0.0) n = v3_unit(n);
    return v3_add(exchanged ? v3_neg(n) : n, v3(0.0, 0.0, 0.0));
}

/// Polyhedra and half spaces, or polygons, all without rounding; not two half spaces.
bool scree_region_serves(const scree_shape *a, const scree_shape *b);

/// Faces of both, together.
int scree_region_most_planes(const scree_shape *a, const scree_shape *b);

/// Bytes of scratch that scree_region_planes_make() takes.
size_t scree_region_planes_scratch(const scree_shape *a, const scree_shape *b);

/// All planes with a face in the slab between A's highest and B's lowest point along the normal (unit, in the world,
/// from `a` to `b`): they bound the shared volume, and the point of its boundary nearest to any point in it lies on one
/// of them. The bodies are in the order of scree_pair_in_order(). False if the scratch is too small.
bool scree_region_planes_make(const scree_body *a, const scree_body *b, scree_vec3 normal, scree_arena *scratch,
                              scree_region_planes *out);

/// All planes of both, moved outward by `move`; the slab's normal as above. False if the scratch is too small.
bool scree_region_planes_make_moved(const scree_body *a, const scree_body *b, scree_vec3 normal, double move,
                                    scree_arena *scratch, scree_region_planes *out);

/// How deep A's stored origin is below the plane of the half space B.
double scree_region_depth_of_origin(const scree_body *a, const scree_body *b);

/// Whether all corners of the face of plane f, of a polyhedron or polygon and not repeated, are outside plane j of the other
/// body.
bool scree_region_face_is_beyond(const scree_region_planes *r, int f, int j);

#endif
