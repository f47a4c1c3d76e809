// nezami-2006: what it simulates.
#include "simulations.h"

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "nezami-2006", "Shortest link method for contact detection in discrete element method",
                        "E. G. Nezami, Y. M. A. Hashash, D. Zhao, J. Ghaboussi, 2006");
    scree_figures_doi(f, "10.1002/nag.500");
    return scree_nezami_flow(options, f) && scree_nezami_bucket(options, f);
}

const study scree_simulations_nezami_2006 = {
    .name = "nezami-2006",
    .summary = "flow out of a box and a loader bucket: speed of fcp, slm and auto over cp",
    .run = run
};
