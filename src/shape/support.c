// Support vertices: a scan over lanes for few vertices, a climb along the edges for many.
//
// Idea    The scan keeps, in each of 8 lanes, the best height and the block that it came from, and joins the lanes at
//         the end. The climb moves to the neighbour that rises most: on a convex body a vertex without a higher
//         neighbour is the highest.
// Limits  A climb ends within a few roundings of the size below the highest vertex. It takes as many steps as there are
//         edges on the way, so long prisms with a bad hint are its worst case; after some steps the scan takes over.
#include "shape/support.h"

#include <float.h>
#include <math.h>

#include "math/vec3.h"
#include "shape/cells.h"

// Vectors of 16 bytes, which every target has; compilers split wider ones badly where the target has none.
typedef double pair __attribute__((vector_size(16)));
typedef int64_t number_pair __attribute__((vector_size(16)));

enum {
    LANES = 8,
    MANY = 1000,     // vertices from which on a finer table of starts pays
    FEW_CORNERS = 16 // of a face: to look at all of them costs less than to look along its edges
};

typedef struct scanner {
    const double *x, *y, *z;
    scree_vec3 d;
} scanner;

static inline pair heights(const scanner *s, int i)
{
    const pair *x = (const pair *)(const void *)(s->x + i), *y = (const pair *)(const void *)(s->y + i);
    const pair *z = (const pair *)(const void *)(s->z + i);
    return s->d.x * *x + s->d.y * *y + s->d.z * *z; // the same order as v3_dot(), so that heights compare equal
}

static inline void improve(pair *best, number_pair *at, pair h, number_pair here)
{
    number_pair better = h > *best;
    *best = (pair)(((number_pair)h & better) | ((number_pair)*best & ~better));
    *at = (here & better) | (*at & ~better);
}

// Among equals the lowest lane's first; a copy of vertex 0 in the padding never wins over vertex 0 itself, which is in
// the lowest lane.
static int scan(const scree_shape *shape, scree_vec3 d)
{
    const scanner s = { shape->x, shape->y, shape->z, d };
    pair best0 = heights(&s, 0), best1 = heights(&s, 2), best2 = heights(&s, 4), best3 = heights(&s, 6);
    number_pair block = { 0, 0 }, at0 = block, at1 = block, at2 = block, at3 = block;
    for (int i = LANES; i < shape->padded_count; i += LANES) {
        block += LANES;
        improve(&best0, &at0, heights(&s, i), block);
        improve(&best1, &at1, heights(&s, i + 2), block);
        improve(&best2, &at2, heights(&s, i + 4), block);
        improve(&best3, &at3, heights(&s, i + 6), block);
    }
    const number_pair lane = { 0, 1 };
    at0 += lane;
    improve(&best0, &at0, best1, at1 + lane + 2);
    at2 += lane + 4;
    improve(&best2, &at2, best3, at3 + lane + 6);
    improve(&best0, &at0, best2, at2);
    return (int)(best0[1] > best0[0] ? at0[1] : at0[0]);
}

static inline void raise(pair *best, pair h)
{
    number_pair better = h > *best;
    *best = (pair)(((number_pair)h & better) | ((number_pair)*best & ~better));
}

double scree_support_height(const scree_shape *shape, scree_vec3 direction)
{
    const scanner s = { shape->x, shape->y, shape->z, direction };
    pair best0 = heights(&s, 0), best1 = heights(&s, 2), best2 = heights(&s, 4), best3 = heights(&s, 6);
    for (int i = LANES; i < shape->padded_count; i += LANES) {
        raise(&best0, heights(&s, i));
        raise(&best1, heights(&s, i + 2));
        raise(&best2, heights(&s, i + 4));
        raise(&best3, heights(&s, i + 6));
    }
    raise(&best0, best1);
    raise(&best2, best3);
    raise(&best0, best2);
    return best0[1] > best0[0] ? best0[1] : best0[0];
}

// How far neighbour k of the fans, one of v, is above v.
static inline double rise_to(const scree_shape *s, scree_vec3 d, int v, int k)
{
    return v3_dot(d, v3_sub(s->hull->nodes[scree_neighbour(s->hull, k)].at, s->hull->nodes[v].at));
}

// The neighbour that rises most above v, or -1. Where a rise is smaller than the rounding of the heights, their
// difference means nothing; d . (u - v) still does, since its rounding is relative to the edge, not to the size: a
// whole climb loses only a few roundings of its length.
static int higher_neighbour(const scree_shape *s, scree_vec3 d, int v)
{
    int best = -1;
    double most = 0.0;
    if (s->hull->fan_rows == NULL) {
        for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end; ++k) {
            const double rise = rise_to(s, d, v, k);
            best = rise > most ? k : best; // branch-free: unpredictable
            most = rise > most ? rise : most;
        }
        return best < 0 ? -1 : scree_neighbour(s->hull, best);
    }
    const scree_spokes spokes = scree_spokes_of(s, v);
    for (int k = spokes.first; k < spokes.end; ++k) {
        const double rise = d.x * spokes.x[k] + d.y * spokes.y[k] + d.z * spokes.z[k];
        best = rise > most ? k : best;
        most = rise > most ? rise : most;
    }
    return best < 0 ? -1 : scree_neighbour(s->hull, best);
}

// Whether the edges on both sides of a face at v fall by more than `by`: then no corner of the face can be higher than
// v. The vector to any other corner is a sum of these two edges, with weights that add up to at least 1, up to the
// unevenness of the face.
static bool falls(const scree_shape *s, scree_vec3 d, int v, int k, double by)
{
    const int next = k + 1 < s->hull->nodes[v].fan_end ? k + 1 : s->hull->nodes[v].fan;
    return rise_to(s, d, v, k) < -by && rise_to(s, d, v, next) < -by;
}

// The corner of a face that comes after v, where `before` is its other neighbour there.
static int corner_after(const scree_hull *h, int face, int before, int v)
{
    int k = h->nodes[v].fan;
    while (scree_vertex_face(h, k) != face) ++k;
    const int next = k + 1 < h->nodes[v].fan_end ? k + 1 : h->nodes[v].fan;
    const int one = scree_neighbour(h, k);
    return one == before ? scree_neighbour(h, next) : one;
}

// Whether the corners of a face from v on, `corner` first, fall by more than `by` from one to the next after at most one
// edge that is about level; the higher of these corners is taken into `best` and `most`.
static bool falls_soon(const scree_shape *s, scree_vec3 d, int face, int v, int corner, double by, int *best,
                       double *most)
{
    const scree_vec3 at = s->hull->nodes[corner].at;
    const double rise = v3_dot(d, v3_sub(at, s->hull->nodes[v].at));
    if (rise < -by) return true;
    if (rise > *most) {
        *most = rise;
        *best = corner;
    }
    const int after = corner_after(s->hull, face, v, corner);
    return v3_dot(d, v3_sub(s->hull->nodes[after].at, at)) < -by;
}

// The same over the corners of the merged faces at v. Such a face is flat only to rounding, and the edges of its facets
// are gone: without this, a climb could end below a corner that only they lead to. Where the corners fall on both sides
// of v by more than the face is uneven, those beyond fall on, since the face is convex. The base of a prism is searched so,
// from an edge of it that is level: looking at all corners would make a query of two such prisms quadratic.
static int higher_corner(const scree_shape *s, scree_vec3 d, int v)
{
    scree_vec3 p = scree_stored_vertex(s, v);
    int best = -1;
    double most = 0.0;
    const double enough = (4.0 * s->slack + 8.0 * DBL_EPSILON * s->core_radius) * (fabs(d.x) + fabs(d.y) + fabs(d.z));
    for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end; ++k) {
        const int face = scree_vertex_face(s->hull, k);
        const scree_face *f = &s->hull->faces[face];
        if (f->count <= 3 || falls(s, d, v, k, enough)) continue;
        const int next = k + 1 < s->hull->nodes[v].fan_end ? k + 1 : s->hull->nodes[v].fan;
        if (f->count > FEW_CORNERS && falls_soon(s, d, face, v, scree_neighbour(s->hull, k), enough, &best, &most) &&
            falls_soon(s, d, face, v, scree_neighbour(s->hull, next), enough, &best, &most))
            continue;
        for (int i = 0; i < f->count; ++i) {
            int corner = s->hull->face_vertices[f->first + i];
            double rise = v3_dot(d, v3_sub(scree_stored_vertex(s, corner), p));
            if (!(rise > most)) continue;
            most = rise;
            best = corner;
        }
    }
    return best;
}

static int higher_vertex(const scree_shape *s, scree_vec3 d, int v)
{
    int up = higher_neighbour(s, d, v);
    return up >= 0 || s->hull->all_triangles ? up : higher_corner(s, d, v);
}

// At most as much work as two scans: rounding could make a cycle of edges that all seem to rise.
static int climb(const scree_shape *s, scree_vec3 d, int v)
{
    for (int budget = s->vertex_count / 2; budget > 0; budget -= s->hull->nodes[v].fan_end - s->hull->nodes[v].fan) {
        int up = higher_vertex(s, d, v);
        if (up < 0) return v;
        v = up;
    }
    return scan(s, d);
}

static int climb_from_best(const scree_shape *s, scree_vec3 d, int hint)
{
    int up = higher_vertex(s, d, hint);
    if (up < 0) return hint;
    int start = s->hull->starts[scree_cell_of(d, s->hull->start_side)];
    double ahead = v3_dot(d, v3_sub(scree_stored_vertex(s, start), scree_stored_vertex(s, up)));
    return climb(s, d, ahead > 0.0 ? start : up);
}

int scree_support_start(const scree_shape *s, scree_vec3 direction)
{
    return s->hull->starts == NULL ? 0 : s->hull->starts[scree_cell_of(direction, s->hull->start_side)];
}

int scree_support_start_side(int vertex_count)
{
    return vertex_count <= SCREE_SCAN_LIMIT ? 0 : vertex_count < MANY ? 4 : 8;
}

void scree_support_fill_starts(scree_shape *s)
{
    int cells = 6 * s->hull->start_side * s->hull->start_side, v = 0;
    for (int i = 0; i < cells; ++i) s->hull->starts[i] = v = climb(s, scree_cell_middle(i, s->hull->start_side), v);
}

int scree_support_vertex(const scree_shape *s, scree_vec3 direction, int hint)
{
    return s->hull->starts == NULL ? scan(s, direction) : climb_from_best(s, direction, hint);
}

static scree_vec3 ellipsoid_support(const scree_shape *s, scree_vec3 direction)
{
    const scree_vec3 a = s->form->semi_axes;
    scree_vec3 u = v3_unit(v3(a.x * direction.x, a.y * direction.y, a.z * direction.z));
    return v3(a.x * u.x, a.y * u.y, a.z * u.z);
}

scree_vec3 scree_smooth_support(const scree_shape *s, scree_vec3 direction)
{
    switch (s->core) {
    case SCREE_CORE_ELLIPSOID:
        return ellipsoid_support(s, direction);
    case SCREE_CORE_SUPERQUADRIC:
        return scree_superquadric_support(s, direction);
    case SCREE_CORE_FRUSTUM:
        return scree_frustum_support(s, direction);
    case SCREE_CORE_TEAR:
        return scree_tear_support(s, direction);
    default:
        return v3_sub(s->form->support(s->form->support_user, direction), s->centre);
    }
}
