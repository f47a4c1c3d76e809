// girault-2022: five methods for the distance of ellipsoids, how accurate, how fast, and when they do not end.
#include "girault.h"
#include "scree/method.h"

const char *const scree_girault_methods[GIRAULT_METHODS] = { "moving-balls",     "gjk-johnson", "newton-coulomb",
                                                             "exterior-penalty", "jain",        "auto" };

const double scree_girault_aspects[GIRAULT_ASPECTS] = { 1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0, 1.5, 3.0, 6.0 };
const char *const scree_girault_aspect_names[GIRAULT_ASPECTS] = { "1/6", "1/3", "2/3", "3/2", "3", "6" };

scree_query_options scree_girault_question(int method, double accuracy)
{
    scree_query_options options = scree_query_defaults();
    options.method = scree_method_find(scree_girault_methods[method]);
    options.tolerance = accuracy;
    options.detail = SCREE_DETAIL_SEARCH;
    if (method != AUTO) options.max_iterations = method == PENALTY ? GIRAULT_PENALTY_ITERATIONS : GIRAULT_ITERATIONS;
    return options;
}

void scree_girault_missing(figures *f, const char *first, const char *second)
{
    scree_figures_row(f, "%s\t%s\tnot available", first, second);
}

static bool study_arrays(const study_options *options, figures *f)
{
    girault_arrays arrays;
    double ratio[GIRAULT_ASPECTS];
    bool whole = scree_girault_arrays_open(&arrays, options) && scree_girault_iterations(options, &arrays, ratio, f) &&
                 scree_girault_speed(options, &arrays, ratio, f) && scree_girault_errors(options, &arrays, f);
    scree_girault_arrays_close(&arrays);
    return whole;
}

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "girault-2022", "Comparison of methods computing the distance between two ellipsoids",
                        "I. Girault, M.-A. Chadil, S. Vincent, 2022");
    scree_figures_doi(f, "10.1016/j.jcp.2022.111100");
    return scree_girault_mirror_study(options, f) && scree_girault_penalty_study(options, f) &&
           scree_girault_jain_study(options, f) && scree_girault_small_array(options, f) && study_arrays(options, f);
}

const study scree_study_girault_2022 = {
    .name = "girault-2022",
    .summary = "distance of ellipsoids by five methods: accuracy, failures, iterations, times",
    .takes = "quick 20 s, full some minutes",
    .run = run,
};
