#define _POSIX_C_SOURCE 200809L

#include "files.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "scree_sim/run.h"

static double processor_time(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Seconds of one run; NaN where it failed. `folder` is NULL for one without files.
static double run_scene(const char *path, const char *folder, double until)
{
    static const char *const overrides[] = { "output.still=false", "output.page=false" };
    scree_scene_errors errors;
    scree_error error = { SCREE_OK, "" };
    scree_scene *scene = scree_scene_read(path, overrides, 2, &errors);
    scree_run_options options = scree_run_defaults();
    options.folder = folder;
    options.overrides = overrides;
    options.override_count = 2;
    options.threads = 1;
    options.until = until;
    const double start = processor_time();
    scree_run *run = scene != NULL ? scree_run_create(scene, &options, &error) : NULL;
    const scree_run_end end = run != NULL ? scree_run_advance(run, &error) : SCREE_RUN_FAILED;
    scree_run_destroy(run);
    const double seconds = processor_time() - start;
    if (scene == NULL)
        fprintf(stderr, "%s: %s\n", path, errors.count > 0 ? errors.list[0].message : "cannot be read");
    else if (end != SCREE_RUN_FINISHED && end != SCREE_RUN_STOPPED)
        fprintf(stderr, "%s: %s\n", path, error.message);
    scree_scene_errors_free(&errors);
    scree_scene_destroy(scene);
    return end == SCREE_RUN_FINISHED || end == SCREE_RUN_STOPPED ? seconds : (double)NAN;
}

bool dem_files(const char *scene, bool quick, const char *folder)
{
    const double until = quick ? 0.2 : (double)INFINITY; // most have landed, or all rest
    char run[4096];
    const int length = snprintf(run, sizeof run, "%s/files.run", folder);
    if (length <= 0 || length >= (int)sizeof run) return false;
    double with = INFINITY, without = INFINITY;
    for (int i = 0; i < 2; ++i) { // the better of two, in turn
        without = fmin(without, run_scene(scene, NULL, until));
        with = fmin(with, run_scene(scene, run, until));
    }
    if (!(with < (double)INFINITY && without < (double)INFINITY)) return false;
    printf("| files of a run: frames, checkpoint, time series (%.1f s of processor time without) | %.1f %% | %.3g | "
           "under 5 %% |\n",
           without, 100.0 * (with / without - 1.0), with / without);
    (void)fflush(stdout);
    return true;
}
