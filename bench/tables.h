// The results as files: a line for each set and library, as CSV or as Markdown; and the words that the page shares.
#ifndef SCREE_BENCH_TABLES_H
#define SCREE_BENCH_TABLES_H

#include <stdio.h>

#include "summary.h"

/// Nanoseconds a pair.
double bench_ns(const set_result *result, double seconds);

/// Into `words`: the number, or "-" where it is none.
const char *bench_error_word(char words[16], double error);
const char *bench_ratio_word(char words[16], double ratio);

/// yes, NO, or not measured.
const char *bench_holds_word(const summary_row *row);

/// What the tables say of themselves: what 30 % in means, which sets are smaller than the others, what is judged.
extern const char bench_prose[];

/// Of all sets: the answers of one of scree's ways of asking that scree_verify() proves, leaves undecided, and refutes.
bench_verdict bench_verified(const set_result *results, int count, int peer);

/// Cells that are not there are empty.
void bench_write_csv(FILE *out, const set_result *results, int count);

/// Cells that are not there are "-". With the summary and the moving sets on top.
void bench_write_markdown(FILE *out, const set_result *results, int count, const summary_row *rows, int row_count);

#endif
