// feng-tan-2020: what its text claims and runs, simulated.
#include "simulations.h"

static void introduce(figures *f, const char *key)
{
    scree_figures_paper(f, key,
                        "On Minkowski difference-based contact detection in discrete/discontinuous modelling of convex "
                        "polygons/polyhedra: Algorithms and implementation",
                        "Y. T. Feng, Y. Tan, 2020");
}

static bool run_tables(const study_options *options, figures *f)
{
    introduce(f, "feng-tan-2020-tables");
    return scree_feng_tan_tables(options, f);
}

static bool run_energy(const study_options *options, figures *f)
{
    introduce(f, "feng-tan-2020-energy");
    return scree_feng_tan_energy(options, f);
}

const study scree_simulations_feng_tan_tables = { .name = "feng-tan-2020-tables",
                                                  .summary = "updates of GJK and iterations of EPA in two packings",
                                                  .takes = "quick 15 s, full half an hour",
                                                  .run = run_tables };
const study scree_simulations_feng_tan_energy = { .name = "feng-tan-2020-energy",
                                                  .summary = "energy of elastic collisions",
                                                  .takes = "quick 15 s, full 7 min",
                                                  .run = run_energy };
