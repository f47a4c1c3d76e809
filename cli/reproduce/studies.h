// A command that runs studies: figures that were published, and the same measured, as text and as a page.
#ifndef SCREE_CLI_STUDIES_H
#define SCREE_CLI_STUDIES_H

#include "command.h"
#include "study.h"

typedef struct studies {
    const command *self;
    const char *one;          ///< what one of them is called: "paper", "case"
    const study *const *list; ///< at most 32
    int count;
    bool about_pairs;                   ///< they draw pairs (--pairs) and show them (--export)
    bool simulates;                     ///< they simulate: what is done may be kept (--keep)
    bool all_by_default;                ///< without a name: all of them
    const char *eyebrow, *title, *lead; ///< of the page; NULL: those of the papers
    const struct studies *simulations;  ///< what --simulations runs instead; NULL: this build has none
} studies;

int scree_studies_run(const studies *of, int argc, char **argv);

#endif
