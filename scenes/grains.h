// The grains that nezami-2006 and feng-tan-2020 simulate, and ways to bring two of them together.
//
//   scree_grain_make()      one shape
//   scree_grains_place()    two of them, in random orientations, at a chosen signed distance
//   scree_grains_collide()  the same, moved together along the line of their centres
//   scree_grains_box_pair() two of them whose boxes along the axes overlap: what a broad phase hands over
//   scree_grains_move()     one small step of B, at the same distance
#ifndef SCREE_SCENES_GRAINS_H
#define SCREE_SCENES_GRAINS_H

#include "random.h"
#include "scree/body.h"
#include "scree/query.h"
#include "scree/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scree_grain {
    SCREE_GRAIN_TETRAHEDRON, ///< nezami-2006, Fig. 14: 4 vertices
    SCREE_GRAIN_PYRAMID,     ///< 5
    SCREE_GRAIN_CUBE,        ///< 8
    SCREE_GRAIN_FOURTEEN, ///< 14: a cube with a low pyramid on each side; which solid the paper shows, it does not say
    SCREE_GRAIN_P5,       ///< feng-tan-2020: a square pyramid
    SCREE_GRAIN_P16,      ///< an octagonal prism
    SCREE_GRAIN_F16,      ///< an octagonal frustum
    SCREE_GRAIN_SPHERE
} scree_grain;

const char *scree_grain_name(scree_grain grain);

/// `size` is the diameter of the sphere through the vertices that are farthest out. NULL with the reason in `error`.
scree_shape *scree_grain_make(scree_grain grain, double size, scree_error *error);

/// A small motion: each step rotates B about its own origin and moves it.
typedef struct scree_grain_motion {
    scree_quat rotation;
    scree_vec3 way;
} scree_grain_motion;

/// A at the origin, both in random orientations, B somewhere around A with its signed distance from A equal to `gap` (to 1e-9 of
/// the pair's size). False where that was not reached, as for overlaps that the two cannot have.
bool scree_grains_place(const scree_shape *a, const scree_shape *b, double gap, scree_random *random,
                        scree_body *body_a, scree_body *body_b);
/// The same, distances being asked for with these options (shapes may need scratch).
bool scree_grains_place_by(const scree_shape *a, const scree_shape *b, double gap, const scree_query_options *options,
                           scree_random *random, scree_body *body_a, scree_body *body_b);

/// The same along the line between their centres of mass (scree_grains_approach()), from anywhere around A: grains that
/// have just collided. Sliding along normals, as scree_grains_place() does, brings sharp grains to where several normals
/// have nearly the same depth.
bool scree_grains_collide(const scree_shape *a, const scree_shape *b, double gap, const scree_query_options *options,
                          scree_random *random, scree_body *body_a, scree_body *body_b);

/// B slides along the contact normals, as often as it takes, until its signed distance from A is `gap` (to 1e-9 of the
/// pair's size). False where it does not come there.
bool scree_grains_settle(const scree_body *body_a, scree_body *body_b, double gap, const scree_query_options *options);

/// The centre of mass, in the world.
scree_vec3 scree_grains_centre(const scree_body *body);

/// The same as scree_grains_settle(), along the line between their centres of mass, as for grains that collide. Sliding
/// along normals ends, for sharp bodies, where two of them have the same depth; this does not.
bool scree_grains_approach(const scree_body *body_a, scree_body *body_b, double gap,
                           const scree_query_options *options);

/// A at the origin, both in random orientations, B anywhere where its box touches that of A. May be in contact or not.
void scree_grains_box_pair(const scree_shape *a, const scree_shape *b, scree_random *random, scree_body *body_a,
                           scree_body *body_b);

/// Of `length` and `angle` a step, in directions of chance.
scree_grain_motion scree_grains_motion(double length, double angle, scree_random *random);

/// One step; B then slides along the contact normal until the signed distance is `gap` again.
bool scree_grains_move(const scree_body *body_a, scree_body *body_b, const scree_grain_motion *motion, double gap);

#ifdef __cplusplus
}
#endif

#endif
