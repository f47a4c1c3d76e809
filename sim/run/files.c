// The files of a run: frames and samples when they are due, checkpoints by the clock, a picture and a page at the end.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run/state.h"

double scree_run_clock(void)
{
    struct timespec now;
    return timespec_get(&now, TIME_UTC) != 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0.0;
}

// ------------------------------------------------------------------------------------------------------------- the series

enum { COLUMNS_OF_SINK = 2, COLUMNS_OF_FLOW = 2, COLUMNS_OF_RUN = 3, LONGEST_COLUMN = 120 };

static const char *const measured_columns[] = {
    "grains",    "contacts",  "coordination", "packing",   "stress_xx", "stress_xy", "stress_xz",
    "stress_yx", "stress_yy", "stress_yz",    "stress_zx", "stress_zy", "stress_zz", "fabric_xx",
    "fabric_yy", "fabric_zz", "fabric_xy",    "fabric_xz", "fabric_yz",
};
enum { COLUMNS_OF_MEASURE = sizeof measured_columns / sizeof *measured_columns };

static bool name_columns(scree_run *run, scree_error *error)
{
    const scree_scene *scene = run->scene;
    run->column_count = COLUMNS_OF_RUN + COLUMNS_OF_SINK * (size_t)scene->sink_count +
                        COLUMNS_OF_FLOW * (size_t)scene->flow_count + COLUMNS_OF_MEASURE * (size_t)scene->measure_count;
    run->columns = calloc(run->column_count, sizeof(char *));
    run->values = calloc(run->column_count, sizeof *run->values);
    bool good = run->columns != NULL && run->values != NULL;
    for (size_t i = 0; i < run->column_count && good; ++i) {
        run->columns[i] = malloc(LONGEST_COLUMN);
        good = run->columns[i] != NULL;
    }
    if (!good) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    size_t n = 0;
    snprintf(run->columns[n++], LONGEST_COLUMN, "stage");
    snprintf(run->columns[n++], LONGEST_COLUMN, "inserted");
    snprintf(run->columns[n++], LONGEST_COLUMN, "escaped");
    for (int i = 0; i < scene->sink_count; ++i) {
        snprintf(run->columns[n++], LONGEST_COLUMN, "sink_%.80s_grains", scene->sinks[i].name);
        snprintf(run->columns[n++], LONGEST_COLUMN, "sink_%.80s_mass", scene->sinks[i].name);
    }
    for (int i = 0; i < scene->flow_count; ++i) {
        snprintf(run->columns[n++], LONGEST_COLUMN, "flow_%.80s_grains", scene->flows[i].name);
        snprintf(run->columns[n++], LONGEST_COLUMN, "flow_%.80s_mass", scene->flows[i].name);
    }
    for (int i = 0; i < scene->measure_count; ++i) {
        const char *name = scene->measures[i].name;
        for (size_t k = 0; k < COLUMNS_OF_MEASURE; ++k)
            snprintf(run->columns[n++], LONGEST_COLUMN, "measure%s%.80s_%s", name != NULL ? "_" : "",
                     name != NULL ? name : "", measured_columns[k]);
    }
    return true;
}

static void fill_measure(const scree_run *run, const scree_measured_region *region, double *values)
{
    const scree_sim_local l = scree_sim_measure_in(run->sim, region);
    const scree_mat3 *s = &l.stress;
    const scree_sym3 *f = &l.fabric;
    const double all[COLUMNS_OF_MEASURE] = {
        (double)l.grains,
        (double)l.contacts,
        l.coordination,
        l.packing,
        s->row[0].x,
        s->row[0].y,
        s->row[0].z,
        s->row[1].x,
        s->row[1].y,
        s->row[1].z,
        s->row[2].x,
        s->row[2].y,
        s->row[2].z,
        f->xx,
        f->yy,
        f->zz,
        f->xy,
        f->xz,
        f->yz,
    };
    memcpy(values, all, sizeof all);
}

static void fill_values(scree_run *run)
{
    size_t n = 0;
    int64_t inserted = 0;
    for (int i = 0; i < run->scene->insert_count; ++i) inserted += run->supplies[i].placed;
    run->values[n++] = (double)(run->place.stage + 1);
    run->values[n++] = (double)inserted;
    run->values[n++] = (double)run->place.escaped;
    for (int i = 0; i < run->scene->sink_count; ++i) {
        run->values[n++] = (double)run->sinks[i].grains;
        run->values[n++] = run->sinks[i].mass;
    }
    for (int i = 0; i < run->scene->flow_count; ++i) {
        run->values[n++] = (double)run->flows[i].grains;
        run->values[n++] = run->flows[i].mass;
    }
    for (int i = 0; i < run->scene->measure_count; ++i, n += COLUMNS_OF_MEASURE)
        fill_measure(run, &run->scene->measures[i].region, &run->values[n]);
}

// ------------------------------------------------------------------------------------------------------------------- open

static bool name_origin(scree_run *run, scree_error *error)
{
    const scree_scene *scene = run->scene;
    run->material_names = calloc((size_t)scene->material_count + 1, sizeof(char *));
    if (run->material_names == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    for (int i = 0; i < scene->material_count; ++i) run->material_names[i] = scene->materials[i].properties.name;
    run->origin = (scree_sim_origin){ .title = scene->title,
                                      .command = run->options.command,
                                      .scene = run->options.text,
                                      .seed = scene->seed,
                                      .dimension = scene->settings.dimension,
                                      .domain_low = scene->settings.domain_low,
                                      .domain_high = scene->settings.domain_high,
                                      .materials = run->material_names,
                                      .material_count = (size_t)scene->material_count };
    return true;
}

bool scree_run_open_files(scree_run *run, bool resume, scree_error *error)
{
    const scree_scene_output *wanted = &run->scene->output;
    run->checkpoint_clock = scree_run_clock();
    if (!name_columns(run, error) || !name_origin(run, error)) return false;
    if (run->options.folder == NULL) return true;
    if (!resume && !scree_sim_checkpoint_remove(run->options.folder, error)) return false;
    scree_sim_output_options options = scree_sim_output_defaults();
    options.folder = run->options.folder;
    options.vtp = wanted->vtp;
    options.gsd = wanted->gsd;
    options.columns = (const char *const *)run->columns;
    options.column_count = run->column_count;
    options.resume_step = resume ? scree_sim_steps(run->sim) : -1;
    scree_sim_frame frame;
    if (!scree_sim_frame_take(run->sim, false, &frame, error)) return false;
    run->output = scree_sim_output_open(&options, &run->origin, &frame, error);
    scree_sim_frame_release(&frame);
    if (run->output != NULL && scree_sim_output_warning(run->output)[0] != 0)
        scree_run_say(run, "warning: %s", scree_sim_output_warning(run->output));
    return run->output != NULL;
}

// ------------------------------------------------------------------------------------------------------------------ write

/// Is output number `count`, written every `interval` seconds, due?
static bool is_due(const scree_run *run, double interval, int64_t count)
{
    if (count == 0) return true;
    return interval > 0.0 && scree_run_time(run) >= (double)count * interval - 0.5 * run->place.dt;
}

/// Seconds between lines of the series. Unless it is given, a whole fraction of the time between frames, a tenth at
/// least, and 100 steps or more: the elastic energy of a line takes as long as two or three steps.
static double series_interval(const scree_run *run)
{
    const scree_scene_output *wanted = &run->scene->output;
    if (wanted->series > 0.0) return wanted->series;
    const double lines = floor(wanted->every / (100.0 * run->place.dt));
    return wanted->every / fmin(fmax(lines, 1.0), 10.0);
}

bool scree_run_write_files(scree_run *run, bool last, scree_error *error)
{
    if (run->output == NULL) return true;
    const scree_scene_output *wanted = &run->scene->output;
    const double series = series_interval(run);
    const bool frame_due = last || is_due(run, wanted->every, run->place.frames);
    const bool sample_due = last || frame_due || is_due(run, series, run->place.samples);
    if (!frame_due && !sample_due) return true;
    scree_sim_frame frame;
    if (!scree_sim_frame_take(run->sim, frame_due && wanted->contacts, &frame, error)) return false;
    fill_values(run);
    bool good = scree_sim_output_sample(run->output, &frame, run->values, error);
    if (good && frame_due) good = scree_sim_output_frame(run->output, &frame, error);
    scree_sim_frame_release(&frame);
    if (!good) return false;
    // The next ones are due at multiples of the interval, however many were skipped.
    const double time = scree_run_time(run) + 0.5 * run->place.dt;
    if (series > 0.0)
        run->place.samples = (int64_t)floor(time / series) + 1;
    else
        run->place.samples = 1;
    if (frame_due) run->place.frames = wanted->every > 0.0 ? (int64_t)floor(time / wanted->every) + 1 : 1;
    return true;
}

static bool is_finite(scree_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_finite_quat(scree_quat q)
{
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z);
}

/// Nothing can be continued from a NaN.
static bool check_state(const scree_run *run, scree_error *error)
{
    const scree_sim_grains_view g = scree_sim_grains(run->sim);
    error->status = SCREE_INVALID_ARGUMENT;
    for (size_t i = 0; i < g.count; ++i) {
        if (is_finite(g.positions[i]) && is_finite_quat(g.orientations[i]) && is_finite(g.velocities[i]) &&
            is_finite(g.spins[i]))
            continue;
        snprintf(error->message, sizeof error->message, "no checkpoint: the motion of grain %lld is NaN or infinite",
                 (long long)g.ids[i]);
        return false;
    }
    for (int w = 0; w < run->wall_count; ++w) {
        const scree_sim_wall_view v = scree_sim_wall_at(run->sim, w);
        if (is_finite(v.position) && is_finite_quat(v.orientation) && is_finite(v.velocity) && is_finite(v.spin))
            continue;
        snprintf(error->message, sizeof error->message, "no checkpoint: the motion of wall %.100s is NaN or infinite",
                 v.name);
        return false;
    }
    error->status = SCREE_OK;
    return true;
}

bool scree_run_checkpoint(scree_run *run, scree_error *error)
{
    if (run->options.folder == NULL) return true;
    if (!check_state(run, error)) return false;
    scree_sim_checkpoint c = { .step = scree_sim_steps(run->sim), .time = scree_sim_time(run->sim) };
    bool good = run->output == NULL || scree_sim_output_sync(run->output, error);
    good = good && scree_sim_save(run->sim, &c.state, &c.state_size, error);
    good = good && scree_run_save(run, &c.run, &c.run_size, error);
    good = good && scree_sim_checkpoint_write(run->options.folder, &run->origin, &c, error);
    free(c.state);
    free(c.run);
    run->checkpoint_clock = scree_run_clock();
    if (good) run->checkpoint_time = c.time;
    return good;
}

// -------------------------------------------------------------------------------------------------------------------- end

/// "folder/name"; NULL where memory ran out.
static char *path_of(const scree_run *run, const char *name)
{
    const size_t size = strlen(run->options.folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s", run->options.folder, name);
    return path;
}

static bool goes_on(void *user)
{
    const scree_run *run = user;
    return run->options.go_on == NULL || run->options.go_on(run->options.user, run);
}

static void draw_still(scree_run *run)
{
    char *pov = path_of(run, "still.pov"), *png = path_of(run, "still.png");
    scree_error error = { SCREE_OK, "" };
    scree_sim_frame frame;
    scree_sim_still_options options = scree_sim_still_defaults();
    options.go_on = goes_on;
    options.user = run;
    if (pov != NULL && png != NULL && scree_sim_frame_take(run->sim, false, &frame, &error)) {
        if (scree_sim_still_can_render()) scree_run_say(run, "drawing %s (Ctrl-C skips it)", png);
        if (scree_sim_still_write(pov, &run->origin, &frame, &options, &error) &&
            scree_sim_still_render(pov, png, &options, scree_run_threads(run), &error))
            scree_run_say(run, "picture: %s", png);
        else
            scree_run_say(run, "no picture: %s", error.message);
        scree_sim_frame_release(&frame);
    }
    free(pov);
    free(png);
}

void scree_run_finish_files(scree_run *run, bool still)
{
    scree_error error = { SCREE_OK, "" };
    if (run->output == NULL) return;
    if (!scree_sim_output_sync(run->output, &error)) scree_run_say(run, "%s", error.message);
    if (run->scene->output.page && run->scene->output.gsd) {
        char *html = path_of(run, "view.html");
        if (html != NULL && scree_sim_view_write(run->options.folder, html, &error))
            scree_run_say(run, "page: %s", html);
        else
            scree_run_say(run, "no page: %s", error.message);
        free(html);
    }
    if (still && run->scene->output.still) draw_still(run);
}
