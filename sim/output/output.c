// The files that grow in a run, as one object.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output/pvd.h"
#include "output/series.h"
#include "output/trajectory.h"
#include "output/vtp.h"

struct scree_sim_output {
    scree_sim_origin_copy origin;
    char *folder;
    bool has_series, has_vtp, has_gsd;
    scree_sim_series series;
    scree_sim_pvd grains, contacts, walls;
    scree_sim_facet_cache facets;
    int detail;
    scree_sim_trajectory trajectory;
    int64_t frames, synced; ///< frames written; of them, those on disk
    char warning[SCREE_MESSAGE_SIZE];
};

scree_sim_output_options scree_sim_output_defaults(void)
{
    return (scree_sim_output_options){ .size = sizeof(scree_sim_output_options),
                                       .series = true,
                                       .vtp = true,
                                       .gsd = true,
                                       .detail = 2,
                                       .resume_step = -1 };
}

// ------------------------------------------------------------------------------------------------------------- open

static bool open_vtp(scree_sim_output *o, int64_t resume_step, scree_error *error)
{
    char *frames = scree_sim_path(o->folder, "frames");
    bool done = frames != NULL || scree_output_no_memory(error);
    if (done && mkdir(frames, 0777) != 0 && errno != EEXIST) done = scree_output_file_error(error, "make", frames);
    free(frames);
    o->facets.detail = o->detail;
    return done && scree_sim_pvd_open(&o->grains, o->folder, "grains", &o->origin, resume_step, error) &&
           scree_sim_pvd_open(&o->contacts, o->folder, "contacts", &o->origin, resume_step, error) &&
           scree_sim_pvd_open(&o->walls, o->folder, "walls", &o->origin, resume_step, error);
}

typedef bool (*open_function)(scree_sim_output *o, const scree_sim_output_options *options,
                              const scree_sim_frame *first, scree_error *error);

static bool open_series(scree_sim_output *o, const scree_sim_output_options *options, const scree_sim_frame *first,
                        scree_error *error)
{
    return scree_sim_series_open(&o->series, o->folder, &o->origin, options, first, error);
}

static bool open_gsd(scree_sim_output *o, const scree_sim_output_options *options, const scree_sim_frame *first,
                     scree_error *error)
{
    (void)first;
    char *path = scree_sim_path(o->folder, "trajectory.gsd");
    if (path == NULL) return scree_output_no_memory(error);
    const bool done =
        scree_sim_trajectory_open(&o->trajectory, path, &o->origin, o->detail, options->resume_step, error);
    free(path);
    return done;
}

/// Opens a file. One that cannot be continued gets the name NAME.damaged, and another is begun: a good checkpoint must not be
/// lost for it. Where that fails too, as on a full disk, nothing is renamed.
static bool open_or_put_aside(scree_sim_output *o, const char *name, open_function open,
                              const scree_sim_output_options *options, const scree_sim_frame *first, scree_error *error)
{
    scree_error reason = { SCREE_OK, "" };
    if (open(o, options, first, &reason)) return true;
    if (error != NULL) *error = reason;
    if (options->resume_step < 0 || reason.status != SCREE_FILE_ERROR) return false;
    char *path = scree_sim_path(o->folder, name), aside_name[64];
    snprintf(aside_name, sizeof aside_name, "%s.damaged", name);
    char *aside = scree_sim_path(o->folder, aside_name);
    bool done = path != NULL && aside != NULL && rename(path, aside) == 0;
    if (done && !open(o, options, first, NULL)) {
        (void)rename(aside, path);
        done = false;
    }
    if (done) {
        const size_t used = strlen(o->warning);
        snprintf(o->warning + used, sizeof o->warning - used, "%s%.100s; it is now %s, and a new one begins",
                 used > 0 ? "; " : "", reason.message, aside_name);
    }
    free(path);
    free(aside);
    return done;
}

static bool open_files(scree_sim_output *o, const scree_sim_output_options *options, const scree_sim_frame *first,
                       scree_error *error)
{
    o->has_series = options->series && open_or_put_aside(o, "series.csv", open_series, options, first, error);
    if (options->series && !o->has_series) return false;
    o->has_gsd = options->gsd && open_or_put_aside(o, "trajectory.gsd", open_gsd, options, first, error);
    if (options->gsd && !o->has_gsd) return false;
    o->has_vtp = options->vtp;
    if (options->vtp && !open_vtp(o, options->resume_step, error)) return false;
    o->frames = options->gsd ? (int64_t)o->trajectory.gsd.frames : 0;
    if (options->vtp && (int64_t)o->grains.count > o->frames) o->frames = (int64_t)o->grains.count;
    o->synced = o->frames;
    return true;
}

static void destroy(scree_sim_output *o)
{
    if (o->has_series) scree_sim_series_close(&o->series);
    if (o->has_gsd) scree_sim_trajectory_close(&o->trajectory);
    scree_sim_pvd_close(&o->grains);
    scree_sim_pvd_close(&o->contacts);
    scree_sim_pvd_close(&o->walls);
    scree_sim_facet_cache_free(&o->facets);
    scree_sim_origin_free(&o->origin);
    free(o->folder);
    free(o);
}

static bool check_options(const scree_sim_output_options *options, const scree_sim_frame *first, scree_error *error)
{
    if (options == NULL || options->size != sizeof *options)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "options: start from scree_sim_output_defaults()");
    if (options->folder == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "options.folder: is NULL");
    if (first == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "first: is NULL");
    if (options->detail < 0 || options->detail > 5)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "options.detail: must be 0 to 5");
    if (options->column_count > 0 && options->columns == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "options.columns: is NULL");
    return true;
}

scree_sim_output *scree_sim_output_open(const scree_sim_output_options *options, const scree_sim_origin *origin,
                                        const scree_sim_frame *first, scree_error *error)
{
    if (!check_options(options, first, error)) return NULL;
    scree_sim_output *o = calloc(1, sizeof *o);
    if (o == NULL) {
        scree_output_no_memory(error);
        return NULL;
    }
    o->detail = options->detail;
    o->folder = strdup(options->folder);
    const bool done = (o->folder != NULL || scree_output_no_memory(error)) &&
                      scree_sim_origin_take(origin, &o->origin, error) && open_files(o, options, first, error);
    if (done) return o;
    destroy(o);
    return NULL;
}

const char *scree_sim_output_warning(const scree_sim_output *output)
{
    return output != NULL ? output->warning : "";
}

// ------------------------------------------------------------------------------------------------------------ write

bool scree_sim_output_sample(scree_sim_output *output, const scree_sim_frame *frame, const double *values,
                             scree_error *error)
{
    if (output == NULL || frame == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", output == NULL ? "output" : "frame");
    return !output->has_series || scree_sim_series_add(&output->series, frame, values, error);
}

typedef bool (*vtp_function)(const char *path, const scree_sim_vtp_input *in, scree_error *error);

static bool write_vtp(scree_sim_output *o, const scree_sim_frame *frame, const scree_sim_pvd *pvd, vtp_function write,
                      scree_error *error)
{
    const scree_sim_vtp_input in = { &o->origin, frame, &o->facets, o->detail };
    char *path = scree_sim_pvd_frame_path(pvd, o->frames);
    if (path == NULL) return scree_output_no_memory(error);
    const bool done = write(path, &in, error);
    free(path);
    return done;
}

static bool list_frame(scree_sim_output *o, const scree_sim_frame *frame, scree_error *error)
{
    return scree_sim_pvd_add(&o->grains, o->frames, frame->step, frame->time, error) &&
           scree_sim_pvd_add(&o->contacts, o->frames, frame->step, frame->time, error) &&
           scree_sim_pvd_add(&o->walls, o->frames, frame->step, frame->time, error);
}

bool scree_sim_output_frame(scree_sim_output *output, const scree_sim_frame *frame, scree_error *error)
{
    if (output == NULL || frame == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", output == NULL ? "output" : "frame");
    scree_sim_output *o = output;
    if (o->has_vtp && !(write_vtp(o, frame, &o->grains, scree_sim_vtp_grains, error) &&
                        write_vtp(o, frame, &o->contacts, scree_sim_vtp_contacts, error) &&
                        write_vtp(o, frame, &o->walls, scree_sim_vtp_walls, error)))
        return false;
    if (o->has_gsd && !scree_sim_trajectory_add(&o->trajectory, frame, error)) return false;
    if (o->has_vtp && !list_frame(o, frame, error)) return false;
    o->frames++;
    return true;
}

int64_t scree_sim_output_frames(const scree_sim_output *output)
{
    return output != NULL ? output->frames : 0;
}

static bool sync_vtp(scree_sim_output *o, scree_error *error)
{
    scree_sim_pvd *lists[3] = { &o->grains, &o->contacts, &o->walls };
    for (int i = 0; i < 3; ++i) {
        for (int64_t k = o->synced; k < o->frames; ++k) {
            char *path = scree_sim_pvd_frame_path(lists[i], k);
            if (path == NULL) return scree_output_no_memory(error);
            const bool done = scree_sim_sync_file(path, error);
            if (k + 1 == o->frames) scree_sim_sync_folder_of(path);
            free(path);
            if (!done) return false;
        }
        if (!scree_sim_sync_file(lists[i]->path, error)) return false;
    }
    o->synced = o->frames;
    return true;
}

bool scree_sim_output_sync(scree_sim_output *output, scree_error *error)
{
    if (output == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "output: is NULL");
    if (output->has_series && !scree_sim_series_sync(&output->series, error)) return false;
    if (output->has_gsd && !scree_sim_trajectory_sync(&output->trajectory, error)) return false;
    return !output->has_vtp || sync_vtp(output, error);
}

bool scree_sim_output_close(scree_sim_output *output, scree_error *error)
{
    if (output == NULL) return true;
    const bool done = scree_sim_output_sync(output, error);
    destroy(output);
    return done;
}
