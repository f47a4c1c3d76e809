// The floating plane: the contact of two overlapping convex bodies, at least one of which is not a sharp polyhedron, as
// a region instead of a point.
//
//   scree_floating_plane_query()   force, its point, area and energy of one pair
//   scree_floating_plane_follow()  the same, from the plane of the last time step
//   scree_floating_plane_batch()   the same for the pairs of a batch, given the contacts of scree_query_batch()
//
// A plane between the bodies cuts a cap from each: the part of A beyond it and the part of B before it. The energy is
// the least over all planes of
//
//   W = integral of 2 d over A's cap + integral of 2 d over B's cap,   d: distance from the plane
//
// At the least, both caps have the same volume V, and the line through their centroids is along the plane's normal n.
// The force on B is 2 V n along that line, without a couple, and it is minus the gradient of W in the pose of B: a law of
// force made from it conserves energy, and cylinders, rounded boxes and blocky superquadrics come to rest on it. All
// values are for unit stiffness: multiply force and energy by a stiffness K in N/m^3. Two equal faces of area A that
// overlap by h press with K A h. A half space is rigid: the plane is its surface, and the force 2 V n with the volume V
// that is in it. docs/floating-plane.md.
#ifndef SCREE_FLOATING_PLANE_H
#define SCREE_FLOATING_PLANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/batch.h"

#ifdef __cplusplus
extern "C" {
#endif

/// In world axes; 160 bytes. All zeros where the bodies are apart or touch, and where superquadrics overlap by less than the
/// polyhedra that stand for them are off, up to 4e-3 of a semi-axis at edges and corners (docs/floating-plane.md).
typedef struct scree_floating_plane {
    scree_vec3 force;  ///< on B, along `normal`; on A it is the negative
    scree_vec3 point;  ///< where the force acts, in the plane
    scree_vec3 normal; ///< of the plane, unit, from A to B; the plane goes through `point`
    double
        area; ///< by how much the force grows where the bodies approach along the normal; the area of two equal faces,
              ///< twice that of the section on a half space
    scree_sym3 moments; ///< the same for tilts: second moments of that area about `point`, in the plane
    double energy;      ///< W
    double depth;       ///< of the overlap, along the normal
    scree_status status;
    bool deep; ///< the overlap is deeper than the radius of the ball inscribed in one of the bodies. Still the gradient
               ///< of the energy
    uint8_t unused[3]; ///< 0
    int iterations;    ///< planes that were tried; 1 on a half space
} scree_floating_plane;

/// NULL, all zeros, or what scree_floating_plane_defaults() returns: the defaults.
typedef struct scree_floating_plane_options {
    uint32_t size;       ///< 0, or as in scree_query_options: another version's is SCREE_INVALID_ARGUMENT
    void *scratch;       ///< NULL: a buffer on the stack
    size_t scratch_size; ///< in bytes; see scree_floating_plane_scratch()
    /// In and out, for a pair that is queried repeatedly: its last plane, as the vector to it from the centre of A's
    /// bounds (scree_shape_bounds()), in A's axes. All zeros: none. NULL: cold.
    scree_vec3 *last;
} scree_floating_plane_options;

SCREE_API scree_floating_plane_options scree_floating_plane_defaults(void);

/// Whether the floating plane of these two can be computed: any two bounded 3-D shapes, or one of them and a half
/// space, rounded or not, except for shapes with a user's support function. False for NULL.
SCREE_API bool scree_floating_plane_serves(const scree_shape *a, const scree_shape *b);

/// Bytes of scratch (aligned as malloc aligns) that scree_floating_plane_query() needs for these two shapes, for a call
/// without a contact too; 0 where it does not serve. Symmetric.
SCREE_API size_t scree_floating_plane_scratch(const scree_shape *a, const scree_shape *b);

/// The floating plane of A and B.
///
/// `contact` is the answer of scree_query() for these two bodies in these poses, or NULL: then it is queried here. The
/// search starts from the plane across its normal, and finds the minimum that Newton's method leads to from there. If
/// its distance is above 0, or it is `beyond`, the answer is zeros, without a look at the bodies.
///
/// With a last plane the search starts from that, and no contact is needed: bodies that move little from call to call
/// are answered after one to three planes. If that fails (they have separated, or moved far), it starts anew as above.
///
/// Swapping A and B changes the signs of force and normal and nothing else.
///
/// SCREE_OK; SCREE_NO_CONVERGENCE with the best plane found, where it is not sure that the force is right to 1e-3: the
/// search was ended, or the overlap is too shallow for its doubles (some 1e-8 of the larger body at curved surfaces and
/// edges, 1e-11 elsewhere); SCREE_UNSUPPORTED_PAIR (scree_floating_plane_serves()); SCREE_SCRATCH_TOO_SMALL;
/// SCREE_INVALID_ARGUMENT for NULL, a body without a shape, options of another version's header, or a contact whose normal is
/// 0 or not finite; SCREE_INVALID_POSE. The status is also in `out`,
/// whose other fields are 0 unless it is one of the first two. Nothing is allocated.
SCREE_API scree_status scree_floating_plane_query(const scree_body *a, const scree_body *b,
                                                  const scree_contact *contact,
                                                  const scree_floating_plane_options *options,
                                                  scree_floating_plane *out);

/// The plane that follows from the last one of these two (scree_floating_plane_options.last), without a query. False,
/// with zeros in `out` and `last` unchanged, if there is none near it: they have separated or moved far, there is no
/// last plane, B or A is a half space, or scree_floating_plane_query() would reject them. Nothing is allocated.
SCREE_API bool scree_floating_plane_follow(const scree_body *a, const scree_body *b, scree_vec3 *last,
                                           scree_floating_plane *out);

/// Bytes of scratch for scree_floating_plane_batch() with this batch, whichever of its pairs are active; pairs of other
/// shapes need none.
SCREE_API size_t scree_floating_plane_batch_scratch(const scree_batch *batch);

/// The floating plane of every pair of a batch: results[i] belongs to pairs[i], or to pairs[active[i]], as contacts[i] of
/// scree_query_batch() does, with B at its periodic image. `contacts` are the answers of scree_query_batch() for the same
/// batch, or NULL. A contact with another status than SCREE_OK and SCREE_NO_CONVERGENCE passes it on. Caches are not used;
/// the scratch is the batch's. The results are those of scree_floating_plane_query() to the last bit, whatever the number
/// of threads.
///
/// SCREE_OK if all pairs are; else the first other status. Pairs that are not served are SCREE_UNSUPPORTED_PAIR of their
/// own, those without convergence SCREE_NO_CONVERGENCE with their best plane, and neither changes what is returned.
SCREE_API scree_status scree_floating_plane_batch(const scree_batch *batch, const scree_contact *contacts,
                                                  scree_floating_plane *results);

#ifdef __cplusplus
}
#endif

#endif
