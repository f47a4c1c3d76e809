#include "row_text.h"

#include <math.h>
#include <stdio.h>

const char *scree_cells_number(char words[24], double value)
{
    snprintf(words, 24, isfinite(value) ? "%.1e" : "-", value);
    return words;
}

void scree_cells_row(figures *f, text *cells)
{
    scree_cli_text_add(cells, "", 1);
    if (!cells->failed) scree_figures_row(f, "%s", cells->bytes);
    scree_cli_text_free(cells);
}
