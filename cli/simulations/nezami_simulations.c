// nezami-2006: what it simulates.
#include "simulations.h"

static void introduce(figures *f, const char *key)
{
    scree_figures_paper(f, key, "Shortest link method for contact detection in discrete element method",
                        "E. G. Nezami, Y. M. A. Hashash, D. Zhao, J. Ghaboussi, 2006");
    scree_figures_doi(f, "10.1002/nag.500");
}

static bool run_box(const study_options *options, figures *f)
{
    introduce(f, "nezami-2006-box");
    return scree_nezami_flow(options, f);
}

static bool run_bucket(const study_options *options, figures *f)
{
    introduce(f, "nezami-2006-bucket");
    return scree_nezami_bucket(options, f);
}

const study scree_simulations_nezami_box = { .name = "nezami-2006-box",
                                             .summary = "flow out of a box: speed of fcp, slm and auto over cp",
                                             .takes = "quick 1 min, full 7 hours",
                                             .run = run_box };
const study scree_simulations_nezami_bucket = { .name = "nezami-2006-bucket",
                                                .summary = "a loader bucket: the same, and what the grains push with",
                                                .takes = "quick 1.5 min, full 12 hours",
                                                .run = run_bucket };
