// The time series: a CSV file, one line a sample.
#ifndef SCREE_SIM_OUTPUT_SERIES_H
#define SCREE_SIM_OUTPUT_SERIES_H

#include "output/bytes.h"
#include "output/origin.h"

typedef struct scree_sim_series {
    int file;
    char *path;
    size_t wall_count, column_count; ///< walls from `first_wall` on, and the caller's own
    double domain_volume;
    scree_sim_bytes line;
} scree_sim_series;

/// Opens anew, or, with `resume_step` >= 0, drops the lines after that step and continues.
bool scree_sim_series_open(scree_sim_series *series, const char *folder, const scree_sim_origin_copy *origin,
                           const scree_sim_output_options *options, const scree_sim_frame *first, scree_error *error);
bool scree_sim_series_add(scree_sim_series *series, const scree_sim_frame *frame, const double *values,
                          scree_error *error);
bool scree_sim_series_sync(scree_sim_series *series, scree_error *error);
void scree_sim_series_close(scree_sim_series *series);

/// The lines before the table's first: "# key: value".
void scree_sim_series_head(const scree_sim_origin_copy *origin, scree_sim_bytes *out);

#endif
