// peng-hanley-2019: contact of a convex polyhedron and a superquadric in six cases; how often it is right, what it
// costs, and the same of the Newton's method for two superquadrics that it builds on.
#include <math.h>
#include <stdlib.h>

#include "command.h"
#include "peng_hanley.h"

scree_vec3 scree_ph_centre(uint64_t seed, uint64_t stream, size_t number)
{
    scree_random r = random_stream(seed, stream, number);
    return random_in_cube(&r, -3.0, 3.0);
}

scree_query_options scree_ph_question(const char *method)
{
    scree_query_options options = scree_query_defaults();
    options.method = scree_method_find(method);
    options.detail = SCREE_DETAIL_SEARCH;
    return options;
}

bool scree_ph_serves(figures *f, const char *method, const scree_shape *a, const scree_shape *b)
{
    const scree_method *m = scree_method_find(method);
    if (m != NULL && m->serves(a, b)) return true;
    scree_figures_note(f, "`%s`: not available for %s and %s.", method, scree_shape_kind_name(scree_shape_kind_of(a)),
                       scree_shape_kind_name(scree_shape_kind_of(b)));
    return false;
}

bool scree_ph_trouble(const scree_error *error)
{
    scree_cli_trouble(&scree_cli_reproduce, "peng-hanley-2019: %s", error->message);
    return false;
}

double scree_ph_quantile(const double *sorted, size_t count, double share)
{
    if (count == 0) return NAN;
    size_t i = (size_t)(share * (double)count);
    return sorted[i < count ? i : count - 1];
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void scree_ph_sort(double *values, size_t count)
{
    if (count > 1) qsort(values, count, sizeof *values, compare);
}

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "peng-hanley-2019",
                        "Contact detection between convex polyhedra and superquadrics in discrete element codes",
                        "D. Peng, K. J. Hanley, 2019");
    scree_figures_doi(f, "10.1016/j.powtec.2019.07.082");
    return scree_ph_table1(options, f) && scree_ph_verification(options, f) && scree_ph_cost(options, f) &&
           scree_ph_accuracy(options, f) && scree_ph_newton(options, f) && scree_ph_speed(options, f);
}

const study scree_study_peng_hanley_2019 = {
    .name = "peng-hanley-2019",
    .summary = "superquadrics and polyhedra: the six cases, their cost, how often and how well they are right",
    .takes = "quick 10 s, full 1.5 min",
    .run = run,
};
