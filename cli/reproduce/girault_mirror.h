// The validation case of 3.2: a spheroid and its mirror image, whose distance is known.
#ifndef SCREE_CLI_GIRAULT_MIRROR_H
#define SCREE_CLI_GIRAULT_MIRROR_H

#include "girault.h"

enum { MIRROR_DISTANCES = 7 };

/// d*/Deq: 1, 0.1, ... 1e-6.
extern const double scree_mirror_distances[MIRROR_DISTANCES];

typedef struct mirror_case {
    scree_shape *shape;
    scree_body a, b;         ///< the paper's E1 and E2
    double diameter;         ///< Deq
    double distance;         ///< d*, of the bodies as they are stored
    scree_vec3 on_a, on_b;   ///< x*
    scree_paper_cache start; ///< (3.3), from which GJK does not find the answer at once
} mirror_case;

/// `distance` is d*/Deq. False with the reason on standard error; nothing is to be closed then.
bool scree_mirror_open(mirror_case *c, double aspect, double scale, double distance);
void scree_mirror_close(mirror_case *c);

typedef struct mirror_answer {
    bool available;         ///< the method serves ellipsoids
    bool converged;         ///< it came to its own end
    double distance, point; ///< errors in Deq; of the two points the worse. Not finite where it did not converge
    int iterations;
} mirror_answer;

/// GJK (cold otherwise) from the printed start.
mirror_answer scree_mirror_query(const mirror_case *c, int method, const scree_query_options *options);

/// What one curve of a figure is taken with.
typedef struct mirror_setting {
    const char *name;
    double aspect, scale;
    double accuracy;      ///< eps_d / Deq
    double penalty, stop; ///< of exterior-penalty: lambda / Deq^2 and eps_G / Deq; 0: its own
} mirror_setting;

enum { MIRROR_CURVES = 6 };

/// What one figure varies.
typedef struct mirror_sweep {
    const char *what;
    int count;
    mirror_setting values[MIRROR_CURVES];
} mirror_sweep;

typedef struct mirror_curves {
    bool available;
    int asked, unconverged;
    int converged_of[MIRROR_CURVES];                                                          ///< distances
    int steps_of[MIRROR_CURVES];                                                              ///< the most of them
    double distance[MIRROR_CURVES][MIRROR_DISTANCES], point[MIRROR_CURVES][MIRROR_DISTANCES]; ///< errors in Deq
    double worst;                                                                             ///< in eps_d
    double worst_point;                                                                       ///< in Deq
    double spread; ///< the largest difference to the first curve, in eps_d
} mirror_curves;

/// One method at all distances with all settings. False where it was interrupted, or could not go on.
bool scree_mirror_sweep(int method, const mirror_sweep *sweep, mirror_curves *out);
/// Two plots: errors of the distance, and of the points; with `stated`, eps_d as a line.
void scree_mirror_plot(figures *f, const char *title, const mirror_sweep *sweep, const mirror_curves *curves,
                       bool stated);

#endif
