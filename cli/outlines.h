// The features of a contact as outlines, seen along its normal, and what two of them share.
//
// In double, and about the contact's point, so that the distance from the origin costs no digits. Independent of the searches and of
// scree_verify().
#ifndef SCREE_CLI_OUTLINES_H
#define SCREE_CLI_OUTLINES_H

#include <math.h>
#include <stdbool.h>

#include "scree/body.h"
#include "scree/contact.h"

/// What a body meets the other one with: corners without rounding balls.
typedef struct outline {
    int count;          ///< 0: a whole plane, 1: a vertex, 2: an edge or the axis of a capsule
    scree_vec3 *corner; ///< counter-clockwise about the contact's normal, each a turn to the left
    scree_vec3 normal;  ///< of the face or the plane
    double offset;      ///< of the plane
    double radius;      ///< of the ball, outward
} outline;

/// Two edges count as parallel up to this slope, and the patch is on either of them.
#define OUTLINE_SLOPE 1.01e-6

/// Whether the feature has an outline: a numbered one, a half space, or a capsule.
bool scree_cli_outline_known(const scree_shape *s, scree_feature feature, int index);

/// The vertices of a feature, by their numbers in the shape. `pair` has room for those that are not a face's.
int scree_cli_feature_vertices(const scree_shape *s, scree_feature feature, int index, int pair[2], const int **out);

/// Those of both bodies; the corners are relative to the contact's point on A. To be freed, also where it returns false: memory ran out.
bool scree_cli_outlines_make(const scree_body bodies[2], const scree_contact *contact, outline out[2]);
void scree_cli_outlines_free(outline o[2]);

/// How far a point is outside an outline, seen along n; 0 inside.
double scree_cli_outline_outside(const outline *o, scree_vec3 x, scree_vec3 n);

/// Along n, how high the feature is over x, without the ball.
double scree_cli_outline_height(const outline *o, scree_vec3 x, scree_vec3 n);

double scree_cli_outline_longest(const outline *o);

/// For how many corners both buffers of scree_cli_outlines_share() must have room.
int scree_cli_outlines_room(const outline o[2]);

/// The corners of what both share, seen along n, and how many these are: 2 are the ends of a segment, 0 is a point or nothing. `inward`:
/// by how much all sides are moved in first; what is left then is in it however rounding moves them by that.
int scree_cli_outlines_share(const outline o[2], scree_vec3 n, double inward, scree_vec3 *corner, scree_vec3 *spare);

/// Whether an edge is along one side of a face, by so much: rounding may then cut it off at one end, wherever it likes, but
/// leaves the other one. `ends`: those of what both share, moved in as well, if that side does not cut.
bool scree_cli_outlines_along_side(const outline o[2], scree_vec3 n, double within, scree_vec3 ends[2]);

// --- vectors

static inline double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline scree_vec3 sub(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline scree_vec3 add_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static inline double length(scree_vec3 v)
{
    return sqrt(dot(v, v));
}

/// Along the normal, onto the plane through the origin.
static inline scree_vec3 flattened(scree_vec3 v, scree_vec3 n)
{
    return add_scaled(v, -dot(v, n), n);
}

#endif
