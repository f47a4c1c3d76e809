// A run from its beginning to its end.
#define _POSIX_C_SOURCE 200809L
#include "scree_sim/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/plan.h"
#include "run/state.h"
#include "scene/again.h"

enum { LONGEST_TICK = 20, SAY_TROUBLES = 10 };

double scree_run_time(const scree_run *run)
{
    return (double)scree_sim_steps(run->sim) * run->place.dt;
}

void scree_run_say(const scree_run *run, const char *format, ...)
{
    char words[512];
    va_list arguments;
    if (run->options.say == NULL) return;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    run->options.say(run->options.user, words);
}

scree_run_options scree_run_defaults(void)
{
    return (scree_run_options){ .size = sizeof(scree_run_options), .threads = -1, .until = INFINITY };
}

// ---------------------------------------------------------------------------------------------------------------- create

static bool fail(scree_error *error, scree_status status, const char *words)
{
    error->status = status;
    snprintf(error->message, sizeof error->message, "%s", words);
    return false;
}

static bool check_options(const scree_run_options *options, scree_error *error)
{
    if (options->size == sizeof *options) return true;
    return fail(error, SCREE_INVALID_ARGUMENT, "options: start from scree_run_defaults()");
}

/// Memory for the lists, by the counts of the scene.
static bool make_lists(scree_run *run, scree_error *error)
{
    const scree_scene *scene = run->scene;
    run->wall_count = scree_sim_wall_count(run->sim);
    run->supplies = calloc((size_t)scene->insert_count + 1, sizeof *run->supplies);
    run->sinks = calloc((size_t)scene->sink_count + 1, sizeof *run->sinks);
    run->flows = calloc((size_t)scene->flow_count + 1, sizeof *run->flows);
    run->sides = calloc((size_t)scene->flow_count + 1, sizeof(double *));
    run->moves = calloc((size_t)run->wall_count + 1, sizeof *run->moves);
    if (run->supplies == NULL || run->sinks == NULL || run->flows == NULL || run->sides == NULL || run->moves == NULL)
        return fail(error, SCREE_NO_MEMORY, "out of memory");
    return scree_fill_maker_begin(&run->maker, scene, run->sim, error);
}

/// Steps between two updates of everything: at least some of them between two frames.
static int64_t tick_of(const scree_scene *scene, double dt)
{
    double shortest = INFINITY;
    if (scene->output.every > 0.0) shortest = fmin(shortest, 0.25 * scene->output.every);
    if (scene->output.series > 0.0) shortest = fmin(shortest, scene->output.series);
    const double steps = fmin(floor(shortest / dt), (double)LONGEST_TICK);
    return steps < 1.0 ? 1 : (int64_t)steps;
}

static scree_run *new_run(const scree_scene *scene, const scree_run_options *options, scree_error *error)
{
    scree_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        fail(error, SCREE_NO_MEMORY, "out of memory");
        return NULL;
    }
    run->scene = scene;
    run->options = *options;
    run->place.gravity = scene->settings.gravity;
    run->trouble.grain = run->trouble.other = run->trouble.wall = -1;
    run->checkpoint_time = NAN;
    run->hold = -1;
    return run;
}

int scree_run_threads(const scree_run *run)
{
    return run->options.threads >= 0 ? run->options.threads : run->scene->settings.threads;
}

/// A few grains are simulated faster by one thread than by several that wait for each other; a number that was given is
/// kept.
static void set_threads(scree_run *run)
{
    enum { GRAINS_OF_THREAD = 500 };
    const int wanted = scree_run_threads(run);
    const bool few = scree_sim_grains(run->sim).count < 2 * GRAINS_OF_THREAD;
    scree_sim_set_threads(run->sim, few && wanted == 0 ? 1 : wanted);
}

/// A line where an insertion has found no place for long: after 1,000 updates in a row, then after 10,000, ...
static void say_stuck(const scree_run *run, int insert, int64_t failed)
{
    const scree_fill_progress *p = &run->supplies[insert];
    if (p->done || p->failed == failed) return; // nothing was tried
    for (int64_t n = 1000; n <= p->failed; n *= 10) {
        if (p->failed != n) continue;
        scree_run_say(
            run,
            "at %.6g s: insert %d has found no place for another grain for %lld steps (%lld are in): its region is "
            "full, or grains do not leave it",
            scree_run_time(run), insert, (long long)n * run->tick, (long long)p->placed);
    }
}

/// Does everything that is due at this step. *over: no stage is left.
static bool look(scree_run *run, bool *over, scree_error *error)
{
    *over = !scree_run_stages(run, error);
    if (!scree_run_move(run, error)) return false;
    const bool inserts = !*over || scree_sim_steps(run->sim) == 0; // what is there at the start is always there
    for (int i = 0; i < run->scene->insert_count && inserts; ++i) {
        const int64_t failed = run->supplies[i].failed;
        if (!scree_fill_supply(&run->maker, i, scree_run_time(run), &run->supplies[i], error)) return false;
        say_stuck(run, i, failed);
    }
    scree_run_empty_sinks(run);
    set_threads(run);
    return scree_run_count_flows(run, error) && scree_run_write_files(run, *over, error);
}

scree_run *scree_run_create(const scree_scene *scene, const scree_run_options *options, scree_error *error)
{
    const scree_run_options defaults = scree_run_defaults();
    scree_error own;
    if (error == NULL) error = &own;
    if (options == NULL) options = &defaults;
    if (scene == NULL) {
        fail(error, SCREE_INVALID_ARGUMENT, "no scene");
        return NULL;
    }
    scree_scene_plan plan = { .grains = 0 };
    if (!check_options(options, error) || !scree_run_make_folder(options->folder, error) ||
        !scree_run_sample(scene, options, &plan, error))
        return NULL;
    const double limit = plan.time_limit;
    scree_run *run = new_run(scene, options, error);
    if (run == NULL) return NULL;
    run->place.dt = scene->settings.dt > 0.0 ? scene->settings.dt : scene->time_step_factor * limit;
    run->tick = tick_of(scene, run->place.dt);
    if (run->place.dt > limit)
        scree_run_say(run, "warning: the time step %.3g s is above the stability limit %.3g s", run->place.dt, limit);
    if (scene->settings.drag * run->place.dt > 1.0)
        scree_run_say(run, "warning: the drag takes %.3g times the velocity away in one time step",
                      scene->settings.drag * run->place.dt);
    bool over = false, good = scree_run_hold_folder(options->folder, &run->hold, error);
    if (good) run->sim = scree_run_build(scene, run->place.dt, scree_run_threads(run), options, &run->walls, error);
    good = good && run->sim != NULL && make_lists(run, error) && scree_run_open_files(run, false, error);
    if (good) scree_run_begin_stage(run, error);
    good = good && look(run, &over, error);
    if (good) return run;
    scree_run_destroy(run);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------------- resume

/// The scene as it was when the run began.
static scree_scene *scene_of(const scree_sim_checkpoint *c, const char *file, const char **overrides, size_t count,
                             scree_error *error)
{
    scree_scene_errors errors;
    if (c->scene == NULL || c->scene[0] == 0) {
        fail(error, SCREE_FILE_ERROR, "the checkpoint holds no scene");
        return NULL;
    }
    scree_scene *scene = scree_scene_parse_again(c->scene, strlen(c->scene), file, overrides, count, &errors);
    if (scene == NULL && errors.count > 0)
        snprintf(error->message, sizeof error->message, "%.60s:%d:%d: %.150s", errors.list[0].file, errors.list[0].line,
                 errors.list[0].column, errors.list[0].message);
    if (scene == NULL) error->status = SCREE_FILE_ERROR;
    scree_scene_errors_free(&errors);
    return scene;
}

/// Copies, since the checkpoint that holds them goes away.
static bool keep_words(scree_run *run, const scree_sim_checkpoint *c, const char **overrides, size_t count,
                       scree_error *error)
{
    const char **list = calloc(count + 1, sizeof *list);
    char *text = strdup(c->scene), *command = c->command != NULL ? strdup(c->command) : NULL;
    run->kept_words = list;
    run->kept_text = text;
    run->kept_command = command;
    if (list == NULL || text == NULL) return fail(error, SCREE_NO_MEMORY, "out of memory");
    run->kept_count = count;
    for (size_t i = 0; i < count; ++i) {
        list[i] = strdup(overrides[i]);
        if (list[i] == NULL) return fail(error, SCREE_NO_MEMORY, "out of memory");
    }
    run->options.overrides = list;
    run->options.override_count = count;
    run->options.text = text;
    run->options.command = command;
    return true;
}

/// A law of the user's own is not in the checkpoint.
static bool give_law(scree_run *run, scree_error *error)
{
    scree_sim_report report;
    scree_sim_set_user_law(run->sim, run->options.user_law, run->options.user_region);
    if (scree_sim_step(run->sim, 0, &report)) return true;
    if (report.trouble == SCREE_TROUBLE_MEMORY) return fail(error, SCREE_NO_MEMORY, "out of memory");
    return fail(error, SCREE_INVALID_ARGUMENT,
                "the run has a contact law of the user's own, which has to be given again (scree run --law)");
}

static scree_run *continue_from(const scree_run_options *options, const scree_sim_checkpoint *c, const char *file,
                                const char **overrides, size_t count, scree_error *error)
{
    scree_scene *scene = scene_of(c, file, overrides, count, error);
    scree_run *run = scene != NULL ? new_run(scene, options, error) : NULL;
    if (run == NULL) {
        scree_scene_destroy(scene);
        return NULL;
    }
    run->own_scene = scene;
    run->sim = scree_sim_restore(c->state, c->state_size, error);
    const bool good = run->sim != NULL && give_law(run, error) && keep_words(run, c, overrides, count, error) &&
                      scree_run_number_walls(scene, &run->walls, error) && make_lists(run, error) &&
                      scree_run_restore(run, c->run, c->run_size, error);
    run->checkpoint_time = c->time;
    if (good) run->tick = tick_of(scene, run->place.dt);
    if (good) set_threads(run);
    if (good && scree_run_open_files(run, true, error)) return run;
    scree_run_destroy(run);
    return NULL;
}

/// Another version may store a run, or compute it, in another way.
static bool is_of_this_version(const scree_sim_checkpoint *c, scree_error *error)
{
    if (strcmp(c->version, scree_version()) == 0) return true;
    *error = (scree_error){ .status = SCREE_FILE_ERROR };
    snprintf(
        error->message, sizeof error->message,
        "the checkpoint was written by scree %.40s, and this is scree %s: the version that wrote it goes on with it",
        c->version, scree_version());
    return false;
}

scree_run *scree_run_resume(const scree_run_options *options, scree_error *error)
{
    scree_error own;
    scree_sim_checkpoint c;
    const char *file, **overrides;
    size_t count;
    int hold;
    if (error == NULL) error = &own;
    if (options == NULL || options->folder == NULL) {
        fail(error, SCREE_INVALID_ARGUMENT, "no folder to resume from");
        return NULL;
    }
    if (!check_options(options, error) || !scree_run_hold_folder(options->folder, &hold, error)) return NULL;
    scree_run *run = NULL;
    if (!scree_sim_checkpoint_read(options->folder, &c, error)) {
        if (hold >= 0) close(hold);
        return NULL;
    }
    if (is_of_this_version(&c, error) && scree_run_read_head(c.run, c.run_size, &file, &overrides, &count, error)) {
        run = continue_from(options, &c, file, overrides, count, error);
        free(overrides);
    }
    if (run != NULL && c.previous)
        scree_run_say(run, "the last checkpoint is damaged (%s); this is the one before it", c.warning);
    scree_sim_checkpoint_free(&c);
    if (run != NULL)
        run->hold = hold;
    else if (hold >= 0)
        close(hold);
    return run;
}

// --------------------------------------------------------------------------------------------------------------- advance

/// Does a run that keeps going get past it?
static bool is_mild(scree_sim_trouble trouble)
{
    return trouble == SCREE_TROUBLE_ESCAPE || trouble == SCREE_TROUBLE_OVERLAP || trouble == SCREE_TROUBLE_ENERGY;
}

/// False: stop.
static bool take_trouble(scree_run *run, const scree_sim_report *report)
{
    const bool escape = report->trouble == SCREE_TROUBLE_ESCAPE;
    run->trouble = *report;
    ++run->troubles;
    if (escape) ++run->place.escaped;
    const bool quiet = escape && run->scene->on_escape != SCREE_ESCAPE_STOP;
    scree_run_describe(run, report, run->reason, sizeof run->reason);
    if (!quiet && run->troubles <= SAY_TROUBLES) scree_run_say(run, "at %.6g s: %s", report->time, run->reason);
    if (escape && run->scene->on_escape == SCREE_ESCAPE_REMOVE) {
        scree_sim_remove_grain(run->sim, report->grain);
        ++run->place.removed;
        return true;
    }
    if (escape && run->scene->on_escape == SCREE_ESCAPE_IGNORE) return true;
    return run->options.keep_going && is_mild(report->trouble);
}

/// Advances to the next update. False at a trouble that stops the run.
static bool step_on(scree_run *run)
{
    const int64_t now = scree_sim_steps(run->sim), event = scree_run_next_event(run);
    int64_t target = (now / run->tick + 1) * run->tick;
    if (event < target) target = event;
    run->looked = now;
    while (scree_sim_steps(run->sim) < target) {
        scree_sim_report report;
        const int64_t before = scree_sim_steps(run->sim);
        if (scree_sim_step(run->sim, target - before, &report)) continue;
        if (!take_trouble(run, &report)) return false;
        if (scree_sim_steps(run->sim) == before) return false; // without a neighbour list there is no step
    }
    return true;
}

/// The state at the trouble, as files to look at. A frame that cannot be written must not cost the checkpoint. Of a state
/// that is not finite there is none of these: the checkpoint before it is worth more.
static scree_run_end end_in_trouble(scree_run *run, scree_error *error)
{
    const bool is_finite = run->trouble.trouble != SCREE_TROUBLE_NUMBER;
    if (is_finite && !scree_run_write_files(run, true, error))
        scree_run_say(run, "no frame of this moment: %s", error->message);
    if (is_finite && !scree_run_checkpoint(run, error)) return SCREE_RUN_FAILED;
    scree_run_finish_files(run, is_finite);
    return SCREE_RUN_TROUBLE;
}

/// A checkpoint by the clock.
static bool checkpoint_if_due(scree_run *run, scree_error *error)
{
    const double every = run->scene->output.checkpoint;
    if (every <= 0.0 || scree_run_clock() - run->checkpoint_clock < every) return true;
    return scree_run_checkpoint(run, error);
}

scree_run_end scree_run_advance(scree_run *run, scree_error *error)
{
    scree_error own;
    bool over = false;
    if (error == NULL) error = &own;
    if (run == NULL) {
        fail(error, SCREE_INVALID_ARGUMENT, "no run");
        return SCREE_RUN_FAILED;
    }
    over = run->place.stage >= run->scene->stage_count;
    while (!over) {
        const bool late = scree_run_time(run) >= run->options.until;
        if (late || (run->options.go_on != NULL && !run->options.go_on(run->options.user, run)))
            return scree_run_checkpoint(run, error) ? SCREE_RUN_STOPPED : SCREE_RUN_FAILED;
        if (!step_on(run)) return end_in_trouble(run, error);
        if (!look(run, &over, error) || !checkpoint_if_due(run, error)) return SCREE_RUN_FAILED;
    }
    if (!scree_run_checkpoint(run, error)) return SCREE_RUN_FAILED;
    scree_run_finish_files(run, true);
    return SCREE_RUN_FINISHED;
}

// ------------------------------------------------------------------------------------------------------------ look, destroy

static int64_t wanted_of(const scree_run *run)
{
    int64_t wanted = 0;
    for (int i = 0; i < run->scene->insert_count; ++i) {
        const scree_scene_insert *in = &run->scene->inserts[i];
        if (run->supplies[i].done)
            wanted += run->supplies[i].placed;
        else if (in->count > 0)
            wanted += in->count;
        else
            return 0;
    }
    return wanted;
}

scree_run_status scree_run_status_of(const scree_run *run)
{
    scree_run_status s = { .end_time = NAN, .checkpoint_time = NAN, .stage_name = "", .reason = "" };
    if (run == NULL) return s;
    s.time = scree_run_time(run);
    s.dt = run->place.dt;
    s.steps = scree_sim_steps(run->sim);
    s.grains = (int64_t)scree_sim_grains(run->sim).count;
    for (int i = 0; i < run->scene->insert_count; ++i) s.inserted += run->supplies[i].placed;
    s.removed = run->place.removed;
    s.escaped = run->place.escaped;
    s.wanted = wanted_of(run);
    s.stage = (int)run->place.stage;
    s.stage_name = s.stage < run->scene->stage_count ? run->scene->stages[s.stage].name : "";
    s.end_time = scree_run_duration(run->scene);
    s.end_is_bound = scree_run_duration_is_bound(run->scene);
    s.frames = run->output != NULL ? scree_sim_output_frames(run->output) : 0;
    s.trouble = run->trouble;
    s.reason = run->reason;
    s.trouble_is_mild = is_mild(run->trouble.trouble);
    s.checkpoint_time = run->checkpoint_time;
    s.until = run->looked > 0 ? ((double)run->looked - 0.5) * run->place.dt : 0.0;
    return s;
}

scree_sim *scree_run_sim(const scree_run *run)
{
    return run != NULL ? run->sim : NULL;
}

const scree_scene *scree_run_scene(const scree_run *run)
{
    return run != NULL ? run->scene : NULL;
}

void scree_run_destroy(scree_run *run)
{
    if (run == NULL) return;
    (void)scree_sim_output_close(run->output, NULL);
    if (run->maker.kept != NULL) scree_fill_maker_end(&run->maker);
    for (int f = 0; run->sides != NULL && f < run->scene->flow_count; ++f) free(run->sides[f]);
    for (size_t i = 0; run->columns != NULL && i < run->column_count; ++i) free(run->columns[i]);
    for (size_t i = 0; run->kept_words != NULL && i < run->kept_count; ++i) free((char *)run->kept_words[i]);
    free(run->kept_words);
    free(run->kept_text);
    free(run->kept_command);
    free(run->columns);
    free(run->values);
    free(run->material_names);
    free(run->supplies);
    free(run->sinks);
    free(run->flows);
    free(run->sides);
    free(run->moves);
    free(run->walls.walls);
    scree_sim_destroy(run->sim);
    scree_scene_destroy(run->own_scene);
    if (run->hold >= 0) close(run->hold);
    free(run);
}
