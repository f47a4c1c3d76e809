// The parts of the study of peng-hanley-2019, and what they share.
#ifndef SCREE_CLI_PENG_HANLEY_H
#define SCREE_CLI_PENG_HANLEY_H

#include "querying.h"
#include "row_text.h"
#include "scenes/random.h"
#include "study.h"

/// The cases of Fig. 7, and 8: the centre of the superquadric is inside the polyhedron.
enum { PH_CASES = 9, PH_INSIDE = 8 };

/// Streams of random numbers, one for each part.
enum { PH_TABLE1_STREAM = 20190, PH_COST_STREAM, PH_PAIRS_STREAM, PH_NEWTON_STREAM, PH_SPEED_STREAM };

/// The five regular solids, by their faces, and round hulls of more faces.
enum { PH_REGULAR = 5, PH_SOLIDS = PH_REGULAR + 5 };

extern const char *const scree_ph_solid_names[PH_SOLIDS];
extern const int scree_ph_solid_faces[PH_SOLIDS];

/// With the vertices on the sphere of radius `radius` about the origin. NULL with the reason in `error`.
scree_shape *scree_ph_solid(int solid, double radius, scree_error *error);

/// The convex shapes of random pairs, with radii about 1.
scree_shape *scree_ph_random_prism(scree_random *random, scree_error *error);
scree_shape *scree_ph_random_hull(int vertices, scree_random *random, scree_error *error);
/// Exponents n1, n2 and semi-axes up to `aspect` apart, the largest being `size`.
scree_shape *scree_ph_random_superquadric(double n1, double n2, double aspect, double size, scree_random *random,
                                          scree_error *error);

/// The centre of sphere `number` of Table 1 and of Fig. 12: even over a cube of 6.
scree_vec3 scree_ph_centre(uint64_t seed, uint64_t stream, size_t number);

/// The question to one method (by name), cold: what the search itself finds.
scree_query_options scree_ph_question(const char *method);

/// Is the method there, and does it serve the two? Where not, a note says so.
bool scree_ph_serves(figures *f, const char *method, const scree_shape *a, const scree_shape *b);

/// Says on standard error why the study cannot go on; false.
bool scree_ph_trouble(const scree_error *error);

/// The value below which `share` of the sorted values are; NaN of none.
double scree_ph_quantile(const double *sorted, size_t count, double share);
void scree_ph_sort(double *values, size_t count);

/// Each adds sections; false where it was interrupted, or could not go on.
bool scree_ph_table1(const study_options *options, figures *f);
bool scree_ph_verification(const study_options *options, figures *f);
bool scree_ph_cost(const study_options *options, figures *f);
bool scree_ph_accuracy(const study_options *options, figures *f);
bool scree_ph_newton(const study_options *options, figures *f);
bool scree_ph_speed(const study_options *options, figures *f);

#endif
