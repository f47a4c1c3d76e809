// The volume that two convex polyhedra share, or one of them and a half space; in 2-D, the area that two convex polygons
// share.
#ifndef SCREE_VOLUME_H
#define SCREE_VOLUME_H

#include "scree/batch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_overlap_volume_result {
    double volume;
    scree_vec3 centroid; ///< of the shared volume; the point between the bodies where it is 0
    /// Integral of the outward unit normal n over A's surface inside B; B's over A is its negative.
    scree_vec3 area_vector;
    /// Integral of (r - centroid) x n over A's surface inside B; B's over A is its negative. About another point q it
    /// is couple + (centroid - q) x area_vector. As B moves, the volume changes by -area_vector per unit of
    /// displacement, and by minus the couple about q per radian about q: a contact law with the energy w(V) has the
    /// force w' area_vector and the moment w' (couple + (centroid - q) x area_vector) on B.
    scree_vec3 couple;
    double area_a, area_b; ///< areas of A's surface inside B and of B's surface inside A
    scree_status status;   ///< as returned; all else is 0 unless it is SCREE_OK
    int unused;            ///< 0
} scree_overlap_volume_result;

/// Bytes of scratch (aligned as malloc aligns) that scree_overlap_volume() needs for these two shapes; 0 for others
/// and for NULL.
SCREE_API size_t scree_overlap_volume_scratch(const scree_shape *a, const scree_shape *b);

/// If two faces coincide with the same outward normal, half of their area counts as A's and half as B's: a body with
/// itself has the area vector 0. Faces coincide if their corners are within some roundings of the pair's size of each
/// other's planes. Where they are tilted by little more, an angle t, they cross in a line that is known to some
/// roundings over t: what is on either side of it is A's or B's accordingly, and areas, area vector and couple may be
/// off by as much. The volume, and the sum of both areas, are not. Bodies that touch, or share less than some roundings
/// of their size in thickness, have volume and areas 0. Swapping A and B changes the signs of area vector and couple, and
/// exchanges the areas, to the last bit.
/// Of a half space, the surface inside a polyhedron is the section: the area vector is minus its area times the half
/// space's normal.
/// For boxes and polyhedra without rounding, with each other and with half spaces without rounding;
/// SCREE_UNSUPPORTED_PAIR for others; SCREE_INVALID_ARGUMENT for NULL, or a
/// body without a shape. Nothing is allocated.
SCREE_API scree_status scree_overlap_volume(const scree_body *a, const scree_body *b, void *scratch,
                                            size_t scratch_size, scree_overlap_volume_result *out);

typedef struct scree_overlap_area_result {
    double area;
    scree_vec3 centroid; ///< of the shared area; a point between the polygons where it is 0
    /// Integral of the outward unit normal over A's boundary inside B; B's over A is its negative.
    scree_vec3 length_vector;
    scree_vec3 couple;         ///< as that of the volume, along z
    double length_a, length_b; ///< lengths of A's boundary inside B and of B's boundary inside A
    scree_status status;       ///< as returned; all else is 0 unless it is SCREE_OK
    int unused;                ///< 0
} scree_overlap_area_result;

/// Bytes of scratch (aligned as malloc aligns) that scree_overlap_area() needs for these two shapes.
SCREE_API size_t scree_overlap_area_scratch(const scree_shape *a, const scree_shape *b);

/// The same for two polygons without rounding; SCREE_UNSUPPORTED_PAIR for others. If two edges coincide with the same
/// outward normal, half of their length counts as A's and half as B's, and where they nearly coincide the same holds as
/// of faces. Polygons that touch, or share less than some roundings of their size in thickness, have area and lengths 0.
/// Nothing is allocated.
SCREE_API scree_status scree_overlap_area(const scree_body *a, const scree_body *b, void *scratch, size_t scratch_size,
                                          scree_overlap_area_result *out);

/// Bytes of scratch for the two calls below with this batch, whichever of its pairs are active.
SCREE_API size_t scree_overlap_volume_batch_scratch(const scree_batch *batch);
SCREE_API size_t scree_overlap_area_batch_scratch(const scree_batch *batch);

/// The shared volume of every pair of a batch, in 2-D the shared area: results[i] belongs to pairs[i], or to
/// pairs[active[i]], with B at its periodic image. `contacts` are the answers of scree_query_batch() for the same batch, or
/// NULL; pairs that are apart by them are zeros, without a centroid. A contact with another status than SCREE_OK and
/// SCREE_NO_CONVERGENCE passes it on. Caches are not used, the scratch is the batch's. The results are those of the calls
/// for one pair to the last bit, whatever the number of threads.
///
/// SCREE_OK if all pairs are; else the first other status. SCREE_UNSUPPORTED_PAIR is only that of its pair and does not
/// change what is returned: batches may be mixed.
SCREE_API scree_status scree_overlap_volume_batch(const scree_batch *batch, const scree_contact *contacts,
                                                  scree_overlap_volume_result *results);
SCREE_API scree_status scree_overlap_area_batch(const scree_batch *batch, const scree_contact *contacts,
                                                scree_overlap_area_result *results);

#ifdef __cplusplus
}
#endif

#endif
