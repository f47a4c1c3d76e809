// scree validate: the simulator compared with measurements and closed forms that the field measures itself by. The manual page
// scree-validate(1) holds the contract.
#include "cases.h"
#include "help_run.h"
#include "studies.h"

static int run(int argc, char **argv)
{
    static const study *const cases[] = { &scree_case_impact,   &scree_case_die,      &scree_case_packing,
                                          &scree_case_aspect,   &scree_case_hopper,   &scree_case_collapse,
                                          &scree_case_repose,   &scree_case_solids,   &scree_case_janssen,
                                          &scree_case_drum,     &scree_case_triaxial, &scree_case_nut,
                                          &scree_case_hourglass };
    const studies all = { .self = &scree_cli_validate,
                          .one = "case",
                          .simulates = true,
                          .all_by_default = true,
                          .list = cases,
                          .count = sizeof cases / sizeof *cases,
                          .eyebrow = "scree validate",
                          .title = "Simulations compared with what was published",
                          .lead =
                              "Closed forms and experiments of the field, and what scree's simulator makes of them. "
                              "Nothing was adjusted to meet a figure; what a source does not tell, and scree chose, "
                              "is named with the figures that it affects." };
    return scree_studies_run(&all, argc, argv);
}

const command scree_cli_validate = {
    .name = "validate",
    .summary = "simulations compared with published measurements and closed forms",
    .help = scree_cli_validate_help,
    .run = run,
};
