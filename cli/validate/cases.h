// The cases of `scree validate`.
#ifndef SCREE_CLI_CASES_H
#define SCREE_CLI_CASES_H

#include "study.h"
#include "trials.h"

extern const study scree_case_impact, scree_case_die, scree_case_packing, scree_case_hopper, scree_case_collapse,
    scree_case_repose, scree_case_solids, scree_case_janssen, scree_case_drum, scree_case_triaxial, scree_case_nut,
    scree_case_hourglass, scree_case_aspect;

// What a case makes of its trials.
void scree_die_report(figures *f, const trials *t);
void scree_hopper_report(figures *f, const trials *t, int kinds);    ///< spheres; 2: cubes too
void scree_hourglass_report(figures *f, const trials *t, int count); ///< of aspects
void scree_triaxial_report(figures *f, const trials *t);
void scree_janssen_report(figures *f, const trials *t, double side); ///< `side` of the silo, m

#endif
