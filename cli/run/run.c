// scree run: simulate a scene. The manual page scree-run(1) holds the contract.
#define _POSIX_C_SOURCE 200809L
#include "scree_sim/run.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "help_run.h"
#include "interrupt.h"
#include "own_law.h"
#include "run_progress.h"
#include "scene_load.h"

typedef struct run_job {
    const char *scene, *resume, *law;
    char folder[4096];
    scene_overrides overrides;
    scree_run_options options;
    bool quiet, force;
    run_progress progress;
} run_job;

// --------------------------------------------------------------------------------------------------------------- options

enum { UNTIL = 256, RESUME, FORCE, KEEP_GOING, LAW };

static const struct option long_options[] = {
    { "output", required_argument, NULL, 'o' },
    { "threads", required_argument, NULL, 't' },
    { "set", required_argument, NULL, 's' },
    { "until", required_argument, NULL, UNTIL },
    { "resume", required_argument, NULL, RESUME },
    { "force", no_argument, NULL, FORCE },
    { "keep-going", no_argument, NULL, KEEP_GOING },
    { "law", required_argument, NULL, LAW },
    { "quiet", no_argument, NULL, 'q' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

static int parse_threads(run_job *job, const char *words)
{
    size_t threads;
    if (!scree_cli_parse_count(words, 256, &threads))
        return scree_cli_usage(&scree_cli_run, "--threads: expected a number from 0 to 256, got '%s'", words);
    job->options.threads = (int)threads;
    return 0;
}

/// One option; 0, -1 for help, or an exit status after a message.
static int parse_option(run_job *job, int letter, char **argv)
{
    switch (letter) {
    case 'o':
        if (strlen(optarg) >= sizeof job->folder || optarg[0] == 0)
            return scree_cli_usage(&scree_cli_run, "--output: no name of a folder");
        snprintf(job->folder, sizeof job->folder, "%s", optarg);
        return 0;
    case 't':
        return parse_threads(job, optarg);
    case 's':
        if (scree_cli_scene_override(&job->overrides, optarg)) return 0;
        return scree_cli_usage(&scree_cli_run, "--set: at most %d of them", MOST_OVERRIDES);
    case UNTIL:
        if (scree_cli_parse_number(optarg, &job->options.until) && job->options.until >= 0.0) return 0;
        return scree_cli_usage(&scree_cli_run, "--until: expected a time in seconds, got '%s'", optarg);
    case RESUME:
        job->resume = optarg;
        return 0;
    case FORCE:
        job->force = true;
        return 0;
    case KEEP_GOING:
        job->options.keep_going = true;
        return 0;
    case LAW:
        job->law = optarg;
        return 0;
    case 'q':
        job->quiet = true;
        return 0;
    case 'h':
        return -1;
    default:
        return scree_cli_bad_option(&scree_cli_run, letter, argv, long_options);
    }
}

static int parse(run_job *job, int argc, char **argv)
{
    int letter, status = 0;
    optind = 1;
    while (status == 0 && (letter = getopt_long(argc, argv, ":o:t:s:qh", long_options, NULL)) != -1)
        status = parse_option(job, letter, argv);
    if (status != 0) return status;
    if (optind < argc) job->scene = argv[optind++];
    if (optind < argc) return scree_cli_usage(&scree_cli_run, "one scene at a time, not '%s' too", argv[optind]);
    if (job->resume != NULL && (job->scene != NULL || job->overrides.count > 0 || job->folder[0] != 0))
        return scree_cli_usage(&scree_cli_run, "--resume: the folder holds the scene, with all that was set");
    return 0;
}

// ---------------------------------------------------------------------------------------------------------------- folder

/// Beside the current folder: heap.run for scenes/heap.yaml.
static void choose_folder(run_job *job)
{
    if (job->folder[0] != 0 || job->scene == NULL) return;
    const char *slash = strrchr(job->scene, '/'), *name = slash != NULL ? slash + 1 : job->scene;
    if (strcmp(name, "-") == 0) name = "scene";
    const char *dot = strrchr(name, '.');
    const size_t size = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    snprintf(job->folder, sizeof job->folder, "%.*s.run", (int)(size < 200 ? size : 200), name);
}

static bool holds_run(const char *folder)
{
    static const char *const files[] = { "checkpoint.h5", "checkpoint.previous.h5", "series.csv", "trajectory.gsd" };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char path[4200];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        if (access(path, F_OK) == 0) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------------- run

static bool go_on(void *user, const scree_run *run)
{
    run_job *job = user;
    scree_cli_progress_step(&job->progress, run);
    return !scree_cli_interrupted();
}

static void say(void *user, const char *words)
{
    run_job *job = user;
    if (!job->quiet) scree_cli_progress_note(&job->progress, words);
}

/// "scree run --resume FOLDER", with what has to be given again.
static void add_resume(const run_job *job, text *t)
{
    scree_cli_text_words(t, "'scree run --resume ");
    scree_cli_text_shell(t, job->options.folder);
    if (job->law == NULL) return;
    scree_cli_text_words(t, " --law ");
    scree_cli_text_shell(t, job->law);
}

/// " --until T", in as few digits as lead to the same step.
static void add_until(const scree_run_status *s, text *t)
{
    char digits[32] = "0";
    for (int n = 1; n <= 17 && s->until > 0.0; ++n) {
        snprintf(digits, sizeof digits, "%.*g", n, s->until);
        if (fabs(strtod(digits, NULL) - s->until) < 0.4 * s->dt) break;
    }
    scree_cli_text_printf(t, " --until %s", digits);
}

/// How to go on after a trouble, if there is a way: a sentence that is true for this one.
static void add_way_on(const run_job *job, const scree_run_status *s, text *t)
{
    const bool is_number = s->trouble.trouble == SCREE_TROUBLE_NUMBER;
    if (is_number && !isnan(s->checkpoint_time)) {
        scree_cli_text_printf(t, "the checkpoint of %.6g s, before that, is kept, but the same steps lead here again (",
                              s->checkpoint_time);
        add_resume(job, t);
        scree_cli_text_words(t, "', with");
        add_until(s, t);
        scree_cli_text_words(t, " only to just before it); a shorter time_step in a new run may not");
    } else if (is_number) {
        scree_cli_text_words(t, "there is no checkpoint of a moment before that: the same command with --force");
        add_until(s, t);
        scree_cli_text_words(t, " leaves one of just before it; a shorter time_step may help");
    } else if (!s->trouble_is_mild && s->trouble.trouble == SCREE_TROUBLE_QUERY && s->trouble.grain < 0) {
        scree_cli_text_words(t, "no step is possible from here");
    } else {
        add_resume(job, t);
        scree_cli_text_words(t, s->trouble_is_mild ? " --keep-going' goes on regardless"
                                                   : "' goes on until it happens again");
    }
}

/// What became of it.
static int report(run_job *job, scree_run *run, scree_run_end end, const scree_error *error)
{
    const scree_run_status s = scree_run_status_of(run);
    text way_on = { 0 };
    int status = EXIT_ANSWERED;
    scree_cli_progress_done(&job->progress, run);
    switch (end) {
    case SCREE_RUN_FINISHED:
        if (!job->quiet)
            printf("finished at %.6g s after %lld steps, %lld grain%s%s%s\n", s.time, (long long)s.steps,
                   (long long)s.grains, s.grains == 1 ? "" : "s", job->options.folder != NULL ? ": " : "",
                   job->options.folder != NULL ? job->options.folder : "");
        break;
    case SCREE_RUN_STOPPED:
        add_resume(job, &way_on);
        if (!job->quiet || scree_cli_interrupted())
            fprintf(stderr, "scree run: stopped at %.6g s; %.*s' goes on\n", s.time, (int)way_on.size, way_on.bytes);
        status = scree_cli_interrupted() ? scree_cli_interrupt_status() : EXIT_ANSWERED;
        break;
    case SCREE_RUN_TROUBLE:
        add_way_on(job, &s, &way_on);
        fprintf(stderr, "scree run: stopped at %.6g s, step %lld: %s; %.*s\n", s.time, (long long)s.steps, s.reason,
                (int)way_on.size, way_on.bytes);
        status = EXIT_SOME_ERRORS;
        break;
    default:
        status = scree_cli_trouble(&scree_cli_run, "%s", error->message);
        break;
    }
    scree_cli_text_free(&way_on);
    return status;
}

static int advance(run_job *job, scree_run *run, scree_error *error)
{
    if (run == NULL) return scree_cli_trouble(&scree_cli_run, "%s", error->message);
    const scree_run_end end = scree_run_advance(run, error);
    const int status = report(job, run, end, error);
    scree_run_destroy(run);
    return status;
}

static int resume(run_job *job)
{
    scree_error error = { SCREE_OK, "" };
    struct stat status;
    if (stat(job->resume, &status) == 0 && !S_ISDIR(status.st_mode))
        return scree_cli_trouble(&scree_cli_run, "--resume takes the folder of a run, and %s is a file", job->resume);
    job->options.folder = job->resume;
    job->options.say = say;
    job->options.go_on = go_on;
    job->options.user = job;
    scree_cli_progress_start(&job->progress, job->quiet);
    return advance(job, scree_run_resume(&job->options, &error), &error);
}

/// As it was typed, for the files.
static void join_command(int argc, char **argv, text *out)
{
    scree_cli_text_words(out, "scree");
    for (int i = 0; i < argc; ++i) {
        scree_cli_text_words(out, " ");
        scree_cli_text_shell(out, argv[i]);
    }
    scree_cli_text_add(out, "", 1);
}

/// A law of one's own goes before the scene's.
static void note_law(const run_job *job, const scree_scene *scene)
{
    if (job->law == NULL || job->quiet || scene->settings.law == SCREE_LAW_AUTO) return;
    fprintf(stderr, "scree run: --law replaces the law that the scene gives, for all contacts%s\n",
            job->options.user_region == SCREE_LAW_REGION_POINT ? "" : " that have its region");
}

static int begin(run_job *job, int argc, char **argv)
{
    text scene_text = { 0 }, command_text = { 0 };
    scree_scene_errors errors = { .count = 0 };
    scree_error error = { SCREE_OK, "" };
    struct stat file;
    if (stat(job->scene, &file) == 0 && S_ISDIR(file.st_mode))
        return scree_cli_trouble(&scree_cli_run, "%s is a folder, and a scene is a YAML file%s%s%s", job->scene,
                                 holds_run(job->scene) ? ": --resume " : "", holds_run(job->scene) ? job->scene : "",
                                 holds_run(job->scene) ? " goes on with the run in it" : "");
    int status = scree_cli_read_all(&scree_cli_run, job->scene, &scene_text);
    if (status != 0) {
        scree_cli_text_free(&scene_text);
        return status;
    }
    scree_scene *scene = scree_scene_parse(scene_text.bytes, scene_text.size, job->scene, job->overrides.list,
                                           job->overrides.count, &errors);
    scree_cli_text_add(&scene_text, "", 1);
    join_command(argc, argv, &command_text);
    if (scene == NULL) {
        scree_cli_scene_complain(&errors);
        status = scree_cli_trouble(&scree_cli_run, "the scene has errors; nothing was started");
    } else if (holds_run(job->folder) && !job->force) {
        status = scree_cli_trouble(&scree_cli_run,
                                   "%s holds a run: --resume %s goes on with it, --force replaces it, --output takes "
                                   "another folder",
                                   job->folder, job->folder);
    } else if (scene_text.failed || command_text.failed) {
        status = scree_cli_trouble(&scree_cli_run, "out of memory");
    } else {
        job->options.folder = job->folder;
        job->options.command = command_text.bytes;
        job->options.text = scene_text.bytes;
        job->options.overrides = job->overrides.list;
        job->options.override_count = job->overrides.count;
        job->options.say = say;
        job->options.go_on = go_on;
        job->options.user = job;
        note_law(job, scene);
        scree_cli_progress_start(&job->progress, job->quiet);
        scree_run *new_run = scree_run_create(scene, &job->options, &error);
        if (new_run != NULL || error.status == SCREE_FILE_ERROR || error.status == SCREE_NO_MEMORY) {
            status = advance(job, new_run, &error);
        } else {
            scree_cli_scene_late_error(scene->file, &error);
            status = scree_cli_trouble(&scree_cli_run, "the scene has errors; nothing was simulated");
        }
    }
    scree_scene_destroy(scene);
    scree_scene_errors_free(&errors);
    scree_cli_text_free(&scene_text);
    scree_cli_text_free(&command_text);
    return status;
}

static int run(int argc, char **argv)
{
    run_job job = { .options = scree_run_defaults() };
    const int status = parse(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_run);
    if (status != 0) return status;
    if (job.resume == NULL && job.scene == NULL)
        return scree_cli_usage(&scree_cli_run, "which scene? A YAML file is missing");
    if (job.law != NULL && !scree_cli_own_law(&scree_cli_run, job.law, &job.options)) return EXIT_TROUBLE;
    if (job.resume != NULL) return resume(&job);
    choose_folder(&job);
    return begin(&job, argc, argv);
}

const command scree_cli_run = {
    .name = "run",
    .summary = "simulate a scene: pour, settle, shear grains",
    .help = scree_cli_run_help,
    .run = run,
};
