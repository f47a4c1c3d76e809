// The parts of the study of descantes-2019.
#ifndef SCREE_CLI_DESCANTES_H
#define SCREE_CLI_DESCANTES_H

#include "scenes/situations.h"
#include "scree/contact.h"
#include "study.h"

/// Each adds a section; false where it was interrupted, or could not go on.
bool scree_descantes_speed(const study_options *options, const scree_situation *situations, figures *f);
bool scree_descantes_failures(const scree_situation *situations, figures *f);
bool scree_descantes_random_pairs(const study_options *options, figures *f);

/// The method's answer; false where there is none.
bool scree_descantes_query(const char *method, const scree_situation *s, scree_contact *out);

/// A share in percent with two or three digits, of any magnitude; "-" for 0. Returns `words`.
const char *scree_descantes_percent(char words[24], double share);

#endif
