// scree reproduce: the papers, measured again. The manual page scree-reproduce(1) holds the contract.
#include "help.h"
#include "studies.h"
#ifdef SCREE_WITH_SIM
#include "simulations.h"
#endif

static int run(int argc, char **argv)
{
    static const study *const papers[] = { &scree_study_descantes_2019, &scree_study_nezami_2006,
                                           &scree_study_feng_tan_2020, &scree_study_girault_2022,
                                           &scree_study_peng_hanley_2019 };
#ifdef SCREE_WITH_SIM
    static const study *const simulated[] = { &scree_simulations_descantes_2019, &scree_simulations_nezami_box,
                                              &scree_simulations_nezami_bucket, &scree_simulations_feng_tan_tables,
                                              &scree_simulations_feng_tan_energy };
    const studies simulations = { .self = &scree_cli_reproduce,
                                  .one = "paper",
                                  .list = simulated,
                                  .count = sizeof simulated / sizeof *simulated,
                                  .about_pairs = true,
                                  .simulates = true };
    const studies *const also = &simulations;
#else
    const studies *const also = NULL;
#endif
    const studies all = { .self = &scree_cli_reproduce,
                          .one = "paper",
                          .list = papers,
                          .count = sizeof papers / sizeof *papers,
                          .about_pairs = true,
                          .simulations = also };
    return scree_studies_run(&all, argc, argv);
}

const command scree_cli_reproduce = {
    .name = "reproduce",
    .summary = "measure the papers again and compare the figures",
    .help = scree_cli_reproduce_help,
    .run = run,
};
