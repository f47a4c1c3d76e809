// The papers' simulations, run again: `scree reproduce --simulations`.
#ifndef SCREE_CLI_SIMULATIONS_H
#define SCREE_CLI_SIMULATIONS_H

#include "study.h"

extern const study scree_simulations_descantes_2019, scree_simulations_nezami_box, scree_simulations_nezami_bucket,
    scree_simulations_feng_tan_tables, scree_simulations_feng_tan_energy;

/// Sections of one paper's study; false where it was interrupted, or could not go on.
bool scree_nezami_flow(const study_options *options, figures *f);
bool scree_nezami_bucket(const study_options *options, figures *f);
bool scree_feng_tan_tables(const study_options *options, figures *f);
bool scree_feng_tan_energy(const study_options *options, figures *f);

#endif
