// What the files of a run cost.
#ifndef SCREE_BENCH_DEM_FILES_H
#define SCREE_BENCH_DEM_FILES_H

#include <stdbool.h>

/// Prints a row: the processor time of a scene with its default output, checkpoints and time series over that of the
/// same without files. What is made once at the end, picture and page, is left out, and so is the wait for the disk. `scene` is a scene file, `folder`
/// a scratch folder. False where a run failed.
bool dem_files(const char *scene, bool quick, const char *folder);

#endif
