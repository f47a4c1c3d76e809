// Two ellipsoids as quadratic forms: what the papers' distance methods for ellipsoids share.
//
// Each is described about its own axes, f(y) = (y . S y - 1) / 2 with S = diag(1 / a^2, 1 / b^2, 1 / c^2)
// (girault-2022, (A.3)): rotated into one common frame, the matrices of slender ellipsoids lose twice the digits of
// their aspect ratio. A sphere has three equal axes. Number 0 is A, whose axes are those of the pair's frame; number 1
// is B.
//
//   scree_quadrics_open()         the pair
//   scree_quadrics_ray()          where a ray from inside leaves                    Appendix D
//   scree_quadrics_radii()        principal radii of curvature                      Appendix B
//   scree_quadrics_sine2()        the threshold on the angles for an error bound    (2.9), (F.6)
//   scree_quadrics_face_apart()   the stopping test itself                          (2.4), Appendix E
//   scree_quadrics_settle() ...   from what a search found to the result
//   scree_quadrics_search_begin() the pair, the overlap test and the start          Algorithms 4 to 6
#ifndef SCREE_PAPERS_QUADRICS_H
#define SCREE_PAPERS_QUADRICS_H

#include "papers/classic.h"
#include "scree/ellipsoid.h"

typedef struct scree_own_quadric {
    scree_vec3 axes;  ///< semi-axes
    scree_vec3 sigma; ///< the diagonal of S
    double shortest, longest;
} scree_own_quadric;

typedef struct scree_quadrics {
    const scree_classic *pair;
    scree_own_quadric of[2];
} scree_quadrics;

static inline scree_vec3 v3_times(scree_vec3 a, scree_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

/// A direction of the pair's frame along the axes of m.
static inline scree_vec3 scree_quadrics_direction(const scree_quadrics *q, int m, scree_vec3 d)
{
    return m == 0 ? d : m3_mul_transposed(&q->pair->cores.rotation, d);
}

/// A point given about the axes of m, in the pair's frame.
static inline scree_vec3 scree_quadrics_place(const scree_quadrics *q, int m, scree_vec3 y)
{
    const scree_cores *c = &q->pair->cores;
    return m == 0 ? y : v3_add(m3_mul(&c->rotation, y), c->shift);
}

/// f(y)
static inline double scree_quadrics_value(const scree_own_quadric *e, scree_vec3 y)
{
    return 0.5 * (v3_dot(y, v3_times(e->sigma, y)) - 1.0);
}

/// The gradient of f, along the outward normal.
static inline scree_vec3 scree_quadrics_gradient(const scree_own_quadric *e, scree_vec3 y)
{
    return v3_times(e->sigma, y);
}

/// The t >= 0 with f(c + t d) = 0, from a point c inside; 0 from outside, infinite for d = 0. (D.4) as the quadratic of
/// f along the line, the root taken from the end where nothing cancels.
static inline double scree_quadrics_ray(const scree_own_quadric *e, scree_vec3 c, scree_vec3 d)
{
    scree_vec3 sd = v3_times(e->sigma, d);
    double square = v3_dot(d, sd), half = v3_dot(c, sd), rest = fmax(0.0, -2.0 * scree_quadrics_value(e, c));
    double root = sqrt(half * half + square * rest);
    return half > 0.0 ? rest / (half + root) : (root - half) / square;
}

/// Principal radii of curvature at a surface point (B.3).
void scree_quadrics_radii(const scree_own_quadric *e, scree_vec3 y, double *least, double *most);

/// The largest of all radii of curvature on the surface.
static inline double scree_quadrics_widest(const scree_own_quadric *e)
{
    return e->longest * (e->longest / e->shortest);
}

/// The square of eps_theta for the error bound eps_d, where the largest radii of curvature are `radii` together: (2.9)
/// with those of the whole surfaces, (F.6) with those at hand.
static inline double scree_quadrics_sine2(double eps_d, double radii)
{
    return 2.0 * eps_d / radii;
}

/// theta(d, g) <= eps_theta. By the sine: the printed test by the cosine (E.2) is equivalent, but cannot resolve angles
/// below 1e-8, the square root of rounding.
static inline bool scree_quadrics_faces(scree_vec3 d, scree_vec3 g, double sine2)
{
    scree_vec3 across = v3_cross(d, g);
    return v3_dot(d, g) > 0.0 && v3_norm2(across) <= sine2 * v3_norm2(d) * v3_norm2(g);
}

/// Opens the pair (whole shapes) and describes its ellipsoids. Both structs must stay where they are.
void scree_quadrics_open(const scree_body *a, const scree_body *b, const scree_query_options *options,
                         scree_classic *pair, scree_quadrics *out);

/// Of the sphere of equal volume, D_eq; and the mean of both, D in scree/ellipsoid.h.
double scree_quadrics_own_diameter(const scree_own_quadric *e);
double scree_quadrics_diameter(const scree_quadrics *q);

/// eps_d: the query's tolerance, but not below rounding.
double scree_quadrics_error_bound(const scree_quadrics *q);

/// (2.4) for two points about their own axes; `across` gets x_2 - x_1, in the pair's frame.
bool scree_quadrics_face_apart(const scree_quadrics *q, const scree_vec3 y[2], double sine2, scree_vec3 *across);

/// Reports two points, moved onto their surfaces, to the caller's trace.
void scree_quadrics_trace(const scree_quadrics *q, const char *phase, int iteration, const scree_vec3 y[2]);

/// The result for the two points where a search ended, moved onto their surfaces: `across` is the direction between
/// them, of any length, in the pair's frame, and `distance` that of the search. If that direction does not prove the
/// distance, the normals at the points are tried too. A search that was cut short has not converged.
scree_status scree_quadrics_settle(const scree_quadrics *q, const scree_vec3 y[2], scree_vec3 across, double distance,
                                   scree_finding *found, scree_contact *out);

/// The result "distance = 0" of overlapping ellipsoids: `x` is a common point, up to rounding, and `across` the best
/// direction that the search has (0 for none).
scree_status scree_quadrics_settle_overlap(const scree_quadrics *q, scree_vec3 x, scree_vec3 across,
                                           scree_finding *found, scree_contact *out);

/// The caller's parameters, or NULL.
const scree_ellipsoid_parameters *scree_quadrics_knobs(const scree_query_options *options);

/// The parameter if it is positive and finite, else `usual`.
double scree_quadrics_knob(double value, double usual);

/// The common start of the searches that cannot handle overlapping ellipsoids.
typedef struct scree_quadrics_search {
    scree_classic pair;
    scree_quadrics q;
    scree_ellipsoid_parameters knobs; ///< the caller's, or the defaults
    double eps_d;
    int bound;       ///< on steps
    scree_vec3 x[2]; ///< x_m^0
} scree_quadrics_search;

/// Lines 1 to 4 of Algorithms 4 to 6: the pair, the overlap test and, if they do not overlap, the start; `most_steps`
/// bounds the search if the caller does not. False: they overlap, and `status` and `out` are set. `search` must not be
/// moved.
bool scree_quadrics_search_begin(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                 int most_steps, scree_quadrics_search *search, scree_contact *out,
                                 scree_status *status);

#endif
