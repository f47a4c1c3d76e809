// Direct answers: the kernels of src/kernels for one pair, at the width that this machine runs. They go straight from the
// bodies to the contact, without scratch. A negative tolerance means the default; the cache may be NULL. On false there is no
// proof, or a pose is not valid, and `out` is undefined: the searches of src/solve take over.
#ifndef SCREE_DISPATCH_DIRECT_H
#define SCREE_DISPATCH_DIRECT_H

#include "kernels/kernels.h"

/// Two polyhedra. Also no proof where the patch of the features takes more than SCREE_HULL_PATCH bytes of scratch.
scree_cached_fn scree_hull_pair;

/// The search of scree_hull_pair() on cores, both polyhedra. `start` is a guess of the normal, of any length but 0.
/// False where it found no proof: nearly parallel edges, touching bodies, deep overlaps of large hulls.
bool scree_hulls(const scree_cores *c, scree_vec3 start, scree_hull_answer *out);

/// What a search has found of two polyhedra that meet in a point, measured from its features as the kernels do it: so the answer
/// has their bits. `x` stays as it is where the features do not prove it.
void scree_hulls_settle(const scree_body *a, const scree_body *b, const scree_cores *c, double tolerance,
                        scree_contact *x);

/// Two balls. No proof for concentric ones, and lengths far from 1.
scree_cached_fn scree_ball_pair;

/// A body on a half space. Left to the fallback: two half spaces, users' shapes, shapes with a centre of their own, and faces
/// of many corners that lie flat.
scree_cached_fn scree_on_half_space;

/// Two capsules, or a capsule and a ball. No proof where their axes cross or nearly do, or are nearly parallel.
scree_cached_fn scree_segment_pair;

/// A capsule and a box; other polyhedra are not served. No proof where the capsule's axis enters the box or nearly
/// touches it, or where rounding leaves the feature open.
scree_cached_fn scree_segment_polyhedron;

/// A ball and a polyhedron: its centre against planes, edges and vertices. No proof where rounding decides: which side
/// the centre is on, which feature is nearest, or its index.
scree_cached_fn scree_point_polyhedron;

/// An ellipsoid, or a superquadric of equal whole exponents, with a polyhedron. No proof for deep overlaps, and
/// where rounding decides which feature is nearest, or its index.
scree_cached_fn scree_round_polyhedron;

/// Two ellipsoids; superquadrics with two equal exponents, one of which may be an ellipsoid. No proof for deep
/// overlaps, needles and plates, and sizes far from 1.
scree_cached_fn scree_ellipsoid_pair, scree_equal_pair;

/// Two polygons of up to SCREE_POLYGON_CORNERS corners. No proof where rounding decides: touching polygons, nearly parallel edges.
scree_cached_fn scree_polygon_pair;

/// Is the signed distance of the cores above `margin`, which is not negative? 1: proven yes, 0: proven no, -1:
/// undecided.
int scree_hull_pair_farther_than(const scree_body *a, const scree_body *b, double margin);
int scree_point_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin);
int scree_round_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin);
int scree_polygon_pair_farther_than(const scree_body *a, const scree_body *b, double margin);

/// Whether a single axis proves that the signed distance is above the margin (0 or more) and above the tolerance within
/// which bodies touch (negative: the default). The axis is that of the cache, rotated with the features that met along
/// it, or else the line between the bodies' origins. On true, `out` is the short answer (see scree_contact.beyond), and
/// the cache, which may be NULL, keeps the axis. On false, `out` and the cache are unchanged; that includes invalid
/// poses, half spaces and shapes far from their origin. Shapes must not be NULL. Symmetric, to the last bit.
bool scree_beyond(const scree_body *a, const scree_body *b, double margin, double tolerance, scree_cache *cache,
                  scree_contact *out);

#endif
