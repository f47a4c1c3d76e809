// The parts of the study of girault-2022, and what they share.
#ifndef SCREE_CLI_GIRAULT_H
#define SCREE_CLI_GIRAULT_H

#include "girault_arrays.h"
#include "querying.h"
#include "row_text.h"
#include "scree/ellipsoid.h"
#include "study.h"

/// Its five, in its order, and ours.
enum { MOVING_BALLS, GJK, NEWTON_COULOMB, PENALTY, JAIN, AUTO, GIRAULT_METHODS };

extern const char *const scree_girault_methods[GIRAULT_METHODS];

/// The aspect ratios of 3.3, which are those of Figs. 21 to 24 too.
enum { GIRAULT_ASPECTS = 6 };

extern const double scree_girault_aspects[GIRAULT_ASPECTS];
extern const char *const scree_girault_aspect_names[GIRAULT_ASPECTS];

/// "a limit has been set to 10^5 iterations": said of Newton-Coulomb, and taken for all but the exterior penalty. That
/// one goes on to its own end, which takes up to 1.6 million steps; its bound is there to end a search that has none.
enum { GIRAULT_ITERATIONS = 100000, GIRAULT_PENALTY_ITERATIONS = 10000000 };

/// The question to one method: cold, what the search itself finds, an error of the distance up to `accuracy`
/// (negative: the method's own).
scree_query_options scree_girault_question(int method, double accuracy);

/// "not available" in place of a row of which the method is not there.
void scree_girault_missing(figures *f, const char *first, const char *second);

/// Each adds sections; false where it was interrupted, or could not go on.
bool scree_girault_mirror_study(const study_options *options, figures *f);
bool scree_girault_penalty_study(const study_options *options, figures *f);
bool scree_girault_jain_study(const study_options *options, figures *f);
bool scree_girault_small_array(const study_options *options, figures *f);
/// `ratio` is of the iterations of moving balls and GJK, at eps_d = 1e-5 Req.
bool scree_girault_iterations(const study_options *options, const girault_arrays *arrays, double ratio[GIRAULT_ASPECTS],
                              figures *f);
bool scree_girault_speed(const study_options *options, const girault_arrays *arrays,
                         const double iterations[GIRAULT_ASPECTS], figures *f);
bool scree_girault_errors(const study_options *options, const girault_arrays *arrays, figures *f);

#endif
