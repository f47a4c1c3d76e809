// What the page and its summary have in common.
#ifndef SCREE_SIM_OUTPUT_VIEW_H
#define SCREE_SIM_OUTPUT_VIEW_H

#include "output/bytes.h"

/// Lines of a page that say where it comes from begin so; then the key, `" content="` and the value.
static const char scree_sim_page_mark[] = "<meta name=\"scree:";

#endif
