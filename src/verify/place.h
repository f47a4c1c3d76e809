// The two bodies as the checker uses them: axes of the world, origin at A's position, everything in wide.
//
// A body's point is at + R (centre + stored): positions are subtracted exactly, and quaternions of any length are
// scaled to 1 in wide, so that nothing depends on where in the world the pair is.
#ifndef SCREE_VERIFY_PLACE_H
#define SCREE_VERIFY_PLACE_H

#include <stdbool.h>

#include "scree/body.h"
#include "shape/shape.h"
#include "verify/wide.h"

/// Half a unit in the last place of 1.
#define VERIFY_ROUNDING 0x1p-53

/// Relative error of wide lengths, of the pair's extent: fewer than 2^10 operations, each off by 2^-100 of it.
#define VERIFY_WIDE_ERROR 0x1p-90

/// The same of a height over a plane that is far away: fewer than 2^8 operations of triple.h.
#define VERIFY_FAR_ERROR 0x1p-140

typedef struct scree_placed {
    const scree_shape *shape;
    scree_quat quaternion; ///< the body's, times a power of two: its largest component is between 1/2 and 1
    wide rotation[3][3];   ///< R
    bool rotated;          ///< R is not the identity
    double rough[3][3];    ///< R in double, for what is needed only to some roundings
    wide3 at;              ///< from A's position to this body's, exactly
    double radius;         ///< of the ball that the core is swept by
    double outside;        ///< how far points of the body may lie outside the stored core: see scree_shape.slack
    double vague;          ///< error of stored radii against those given, as sums or differences of two doubles
    double reach;          ///< the largest distance of a point of the core from the body's position
} scree_placed;

typedef struct scree_placed_pair {
    scree_placed a, b;
    scree_vec3 origin; ///< A's position
    double extent;     ///< no length in the check is larger by much: both reaches and radii, and the way between
    double wide_error; ///< what a wide length may be off
    double
        radii; ///< about the origins of the stored coordinates, as the searches see them; of a half space, its rounding
    double unit; ///< what roundings of an answer are relative to: these and the way between
} scree_placed_pair;

/// Bodies must have valid poses.
void scree_place_pair(const scree_body *a, const scree_body *b, scree_placed_pair *out);

/// From the shape's given frame to the pair's, and directions there and back.
wide3 scree_placed_point(const scree_placed *p, wide3 local);
wide3 scree_placed_direction(const scree_placed *p, wide3 local);
wide3 scree_placed_local_direction(const scree_placed *p, wide3 d);
wide3 scree_placed_local(const scree_placed *p, wide3 x);

/// Directions in double, to the shape's frame and back.
scree_vec3 scree_placed_rough_local(const scree_placed *p, scree_vec3 d);
scree_vec3 scree_placed_rough_direction(const scree_placed *p, scree_vec3 local);

/// A point of the pair's frame in stored coordinates, to some roundings of its distance from the body.
scree_vec3 scree_placed_rough_stored(const scree_placed *p, wide3 x);

/// A corner in given coordinates, exactly.
static inline wide3 scree_placed_corner(const scree_placed *p, int i)
{
    return w3_sum(p->shape->centre, scree_stored_vertex(p->shape, i));
}

/// The support point of a core along a unit direction d: d . x <= height + error for all its points x, and `point`, in
/// stored coordinates, is one of the core (within `error`) that is as high. Not for half spaces.
typedef struct scree_top {
    wide height;
    wide above; ///< the same over the origin of the stored coordinates
    double error;
    wide3 point;
} scree_top;

/// `precise`: powers of superquadrics in wide too, which takes some microseconds.
scree_top scree_placed_top(const scree_placed *p, wide3 d, bool precise);

/// The height of one vertex that is highest in double: no higher than the top, and below it by at most roundings of
/// double. For cores that are vertices, edges and faces.
wide scree_placed_high_vertex(const scree_placed *p, wide3 d);

/// The top's point in the pair's frame.
wide3 scree_placed_top_point(const scree_placed *p, const scree_top *top);

/// The gauge of a superquadric in wide: 1 on its surface, of degree 1. x in its own frame.
wide scree_wide_gauge(const scree_shape *s, wide3 x);

/// The outward unit normal of a superquadric at a point of its surface, in its own frame.
wide3 scree_wide_normal(const scree_shape *s, wide3 x);

/// Relative error of the wide powers of a superquadric.
#define VERIFY_POWERS 0x1p-80

/// The outward unit normal of a half space, and the height of its plane along it, rounding ball included.
wide3 scree_placed_plane(const scree_placed *p, wide *height);

/// The height of the origin of a body's stored coordinates over a half space's plane, without rounding balls: off by VERIFY_WIDE_ERROR of
/// itself and VERIFY_FAR_ERROR of the pair's extent.
wide scree_placed_over_plane(const scree_placed *plane, const scree_placed *body);

static inline bool scree_is_half_space(const scree_placed *p)
{
    return p->shape->core == SCREE_CORE_HALF_SPACE;
}

#endif
