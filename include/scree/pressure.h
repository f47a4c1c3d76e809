// The pressure field: the contact of two overlapping polyhedra (in 2-D polygons) as a region instead of a point.
//
//   scree_pressure_query()   force, centre of pressure, couple and area of one pair
//   scree_pressure_batch()   the same for the pairs of a batch, given the contacts of scree_query_batch()
//
// Inside each body the pressure is p = 2 d, where d is the depth below the body's own surface; the two bodies meet on
// the surface S where both pressures are equal. Energy, force and couple are integrals over the shared volume and S:
//
//   energy  W = integral of 2 dist dV,   dist: distance to the boundary of the shared volume
//   force   F = integral of p n dS,      n: unit normal of S, from A to B
//
// F and its moment are minus the gradient of W in the pose of B, and change continuously with the poses: a force law
// made from them conserves energy, and stacks come to rest. All values are for unit stiffness: multiply force, couple
// and energy by a stiffness K in N/m^3. Two faces of area A that overlap by h press with K A h. docs/pressure-field.md.
#ifndef SCREE_PRESSURE_H
#define SCREE_PRESSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/batch.h"

#ifdef __cplusplus
extern "C" {
#endif

/// In world axes; 144 bytes. In 2-D, areas are lengths, and of the couple only z is not 0. All zeros where the bodies are
/// apart or touch.
typedef struct scree_pressure {
    scree_vec3 force;  ///< on B; on A it is the negative
    scree_vec3 centre; ///< of pressure: integral of p x dS / integral of p dS
    scree_vec3 couple; ///< on B, about `centre`; the moment about a point q is couple + (centre - q) x force
    double area;       ///< of S, projected along the force: integral of n dS . force / |force|
    scree_sym3
        moments; ///< second moments of the projected area: integral of (x - centre)(x - centre)^T n . force/|force| dS
    double energy; ///< W; 0 unless requested
    scree_status status;
    bool deep; ///< the overlap is deeper than the radius of the ball inscribed in one of the bodies. Still the gradient
               ///< of the energy; but the force falls again, to 0 where one body is wholly inside the other
    uint8_t unused[3]; ///< 0
} scree_pressure;

/// NULL, all zeros, or what scree_pressure_defaults() returns: the defaults.
typedef struct scree_pressure_options {
    uint32_t size; ///< 0, or as in scree_query_options: another version's is SCREE_INVALID_ARGUMENT
    bool energy;   ///< compute the energy too: takes two to four times as long
    void *scratch; ///< NULL: a buffer on the stack, enough for two polyhedra or polygons of up to 48 faces together
    size_t scratch_size; ///< in bytes; see scree_pressure_scratch()
} scree_pressure_options;

SCREE_API scree_pressure_options scree_pressure_defaults(void);

/// Whether the pressure field of these two is defined: boxes and polyhedra without rounding, with each other and with half
/// spaces without rounding; polygons without rounding with each other. False for NULL.
SCREE_API bool scree_pressure_serves(const scree_shape *a, const scree_shape *b);

/// Bytes of scratch (aligned as malloc aligns) that scree_pressure_query() needs for these two shapes, for a call
/// without a contact too; 0 where the field is not defined. Symmetric.
SCREE_API size_t scree_pressure_scratch(const scree_shape *a, const scree_shape *b);

/// The pressure field of A and B.
///
/// `contact` is the answer of scree_query() for these two bodies in these poses, or NULL: then it is queried here. Its
/// features are tried as a guess; but for that only distance, normal and point are used. If its distance is above 0,
/// or it is `beyond`, the answer is zeros, without a look at the bodies. A contact of an earlier step, say, whose normal, point
/// and features are out of date, costs time but changes forces by no more than the following; `deep` is judged along the normal.
///
/// Depths are known to some roundings of the bodies' coordinates. The force is that of the bodies as given to 1e-9 of itself
/// and 200 roundings (2^-53) of scree_pair_size() times the area of S; with `energy` and without, whatever the way it
/// was found. At depths of 1e-6 of the size that is some 1e-8 of the force.
///
/// Swapping A and B changes the signs of force and couple and nothing else. If faces of A and B with the same outward
/// normal lie in one plane to rounding (boxes stacked flush), the energy has a kink, and force and couple are the mean
/// of their one-sided limits.
///
/// SCREE_OK; SCREE_UNSUPPORTED_PAIR where the field is not defined (scree_pressure_serves()); SCREE_SCRATCH_TOO_SMALL;
/// SCREE_INVALID_ARGUMENT for NULL, a body without a shape, options of another version's header, or a contact whose normal
/// is 0 or not finite; SCREE_INVALID_POSE. The status is also in `out`, whose other fields are 0 unless it is SCREE_OK. Nothing is allocated.
SCREE_API scree_status scree_pressure_query(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                            const scree_pressure_options *options, scree_pressure *out);

/// Bytes of scratch for scree_pressure_batch() with this batch, whichever of its pairs are active; pairs of other shapes
/// need none.
SCREE_API size_t scree_pressure_batch_scratch(const scree_batch *batch);

/// The pressure field of every pair of a batch: results[i] belongs to pairs[i], or to pairs[active[i]], as contacts[i] of
/// scree_query_batch() does, with B at its periodic image. `contacts` are the answers of scree_query_batch() for the same
/// batch, or NULL. A contact with another status than SCREE_OK and SCREE_NO_CONVERGENCE passes it on. Caches are not used.
/// The scratch is the batch's; of `options` only `energy` is used (options of another version's header: SCREE_INVALID_ARGUMENT,
/// and nothing is written). The results are those of scree_pressure_query() to the
/// last bit, whatever the number of threads.
///
/// SCREE_OK if all pairs are; else the first other status. Pairs for which the field is not defined are
/// SCREE_UNSUPPORTED_PAIR of their own and do not change what is returned: batches may be mixed.
SCREE_API scree_status scree_pressure_batch(const scree_batch *batch, const scree_contact *contacts,
                                            const scree_pressure_options *options, scree_pressure *results);

#ifdef __cplusplus
}
#endif

#endif
