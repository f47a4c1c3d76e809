// The state of one check: the pair, what is claimed, what is known so far.
#ifndef SCREE_VERIFY_CHECK_H
#define SCREE_VERIFY_CHECK_H

#include "scree/verify.h"
#include "verify/place.h"

typedef struct scree_check {
    scree_placed_pair pair;
    const scree_contact *contact;
    const scree_verify_options *options;
    unsigned claims;
    bool foreign;     ///< no interval given: distance -+ tolerance, and no more digits than that are expected anywhere
    double tolerance; ///< absolute
    double lower, upper;    ///< as claimed
    bool precise;           ///< powers of superquadrics in wide
    wide3 n;                ///< the normal, scaled to length 1
    scree_top top_a, top_b; ///< of the cores, along the normal and against it
    wide core_gap;          ///< that of the cores along the normal
    double radii;           ///< of both rounding balls
    double vague;           ///< error of the ends from stored radii and wide arithmetic, on either side
    double lean;            ///< of two half spaces: how far their normals are from opposite
    double unit;            ///< what roundings are relative to
    double loss;            ///< error of the points from being doubles
    double local_allowed;   ///< tolerance for what does not use the points: theirs without the loss
    double points_allowed;  ///< allowed distance of points from their surfaces
    scree_verification *out;
} scree_check;

/// Sets the verdict to refuted; returns false.
bool scree_check_refute(scree_check *c, scree_claim claim, const char *reason, double claimed, double found,
                        double allowed);

/// Records the first thing that cannot be proven, for the verdict, unless something is refuted.
void scree_check_doubt(scree_check *c, scree_claim claim, const char *reason, double claimed, double found,
                       double allowed);

/// lower and upper, by the normal and by points; false: refuted.
bool scree_check_ends(scree_check *c);
bool scree_check_points(scree_check *c);
bool scree_check_features(scree_check *c);
bool scree_check_patch(scree_check *c);

/// A claimed point minus the rounding ball: a point of the core, in the pair's frame.
wide3 scree_check_core_point(const scree_check *c, const scree_placed *p);

/// Near enough that squares of lengths do not overflow.
bool scree_is_near(const scree_placed *p, wide3 x);

/// The signed distance of overlapping cores by trying every axis that could be the shortest way out; for vertices,
/// edges and faces only. True: `upper` is an upper bound. `lower` is the largest gap found, never above the signed
/// distance, even if it returns false: the cores are not of these kinds, or there are too many axes, or they do not
/// overlap. `gap` is a gap known already; an upper bound above `enough` does not help, and `spare` of that is the
/// caller's.
bool scree_check_all_axes(const scree_check *c, wide gap, double enough, double spare, double *lower, double *upper);

/// The largest gap of the cores (vertices, edges or faces) along the normals at an angle of at most atan(r) to the unit
/// vector n, r < 1/2: `lower` is that of one of these, and none is above `upper`, if the cores overlap along all of
/// them. A bound no higher than `enough` will do; a higher one does not help.
void scree_cone_gap(const scree_placed_pair *pair, wide3 n, double r, double enough, double *lower, double *upper);

/// The same along all normals.
void scree_any_gap(const scree_placed_pair *pair, double enough, double *lower, double *upper);

static inline double scree_up(double x)
{
    return x + fabs(x) * 0x1p-52;
}

static inline double scree_down(double x)
{
    return x - fabs(x) * 0x1p-52;
}

#endif
