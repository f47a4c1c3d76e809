// feng-tan-2020: what its text claims and runs, simulated.
#include "simulations.h"

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "feng-tan-2020",
                        "On Minkowski difference-based contact detection in discrete/discontinuous modelling of convex "
                        "polygons/polyhedra: Algorithms and implementation",
                        "Y. T. Feng, Y. Tan, 2020");
    return scree_feng_tan_tables(options, f) && scree_feng_tan_energy(options, f);
}

const study scree_simulations_feng_tan_2020 = { .name = "feng-tan-2020",
                                                .summary = "GJK and EPA in two packings; energy of elastic collisions",
                                                .run = run };
