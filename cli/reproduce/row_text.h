// Cells of the studies' tables.
#ifndef SCREE_CLI_ROW_TEXT_H
#define SCREE_CLI_ROW_TEXT_H

#include "figures.h"
#include "text.h"

/// A number with two digits ("1.3e-07"); "-" where it is not finite. Returns `words`.
const char *scree_cells_number(char words[24], double value);

/// A text as a row of the table at hand; the text is freed.
void scree_cells_row(figures *f, text *cells);

#endif
