// scree sweep: a scene with a grid of values. The manual page scree-sweep(1) holds the contract.
#define _POSIX_C_SOURCE 200809L
#include "sweep.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "help_run.h"
#include "interrupt.h"
#include "scene_load.h"

enum { FORCE = 256, KEEP_GOING, LAW };

static const struct option long_options[] = {
    { "set", required_argument, NULL, 's' },     { "jobs", required_argument, NULL, 'j' },
    { "threads", required_argument, NULL, 't' }, { "output", required_argument, NULL, 'o' },
    { "force", no_argument, NULL, FORCE },       { "keep-going", no_argument, NULL, KEEP_GOING },
    { "law", required_argument, NULL, LAW },     { "quiet", no_argument, NULL, 'q' },
    { "help", no_argument, NULL, 'h' },          { NULL, 0, NULL, 0 },
};

/// One option; 0, -1 for help, or an exit status after a message.
static int parse_option(sweep *s, int letter, char **argv)
{
    switch (letter) {
    case 's':
        return scree_cli_sweep_axis(s, optarg);
    case 'j':
        if (scree_cli_parse_count(optarg, 1024, &s->jobs) && s->jobs > 0) return 0;
        return scree_cli_usage(&scree_cli_sweep, "--jobs: expected a number from 1 to 1024, got '%s'", optarg);
    case 't':
        if (scree_cli_parse_count(optarg, 256, &s->threads)) return 0;
        return scree_cli_usage(&scree_cli_sweep, "--threads: expected a number from 0 to 256, got '%s'", optarg);
    case 'o':
        if (optarg[0] == 0 || strlen(optarg) >= sizeof s->folder)
            return scree_cli_usage(&scree_cli_sweep, "--output: no name of a folder");
        snprintf(s->folder, sizeof s->folder, "%s", optarg);
        return 0;
    case FORCE:
        s->force = true;
        return 0;
    case KEEP_GOING:
        s->keep_going = true;
        return 0;
    case LAW:
        s->law = optarg;
        return 0;
    case 'q':
        s->quiet = true;
        return 0;
    case 'h':
        return -1;
    default:
        return scree_cli_bad_option(&scree_cli_sweep, letter, argv, long_options);
    }
}

static int parse(sweep *s, int argc, char **argv)
{
    int letter, status = 0;
    optind = 1;
    while (status == 0 && (letter = getopt_long(argc, argv, ":s:j:t:o:qh", long_options, NULL)) != -1)
        status = parse_option(s, letter, argv);
    if (status != 0) return status;
    if (optind == argc) return scree_cli_usage(&scree_cli_sweep, "which scene? A YAML file is missing");
    s->scene = argv[optind++];
    if (optind < argc) return scree_cli_usage(&scree_cli_sweep, "one scene at a time, not '%s' too", argv[optind]);
    if (strcmp(s->scene, "-") == 0)
        return scree_cli_usage(&scree_cli_sweep, "the scene must be a file: every run reads it");
    return 0;
}

/// heap.sweep for scenes/heap.yaml, in the current folder.
static void choose_folder(sweep *s)
{
    if (s->folder[0] != 0 || s->scene == NULL) return;
    const char *slash = strrchr(s->scene, '/'), *name = slash != NULL ? slash + 1 : s->scene;
    const char *dot = strrchr(name, '.');
    const size_t size = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    snprintf(s->folder, sizeof s->folder, "%.*s.sweep", (int)(size < 200 ? size : 200), name);
}

/// Read the scene with the values of a run; reports errors if `complain`.
static bool check_scene(const text *scene_text, const sweep *s, const sweep_run *run, bool complain)
{
    scree_scene_errors errors = { .count = 0 };
    scree_scene *scene = scree_scene_parse(scene_text->bytes, scene_text->size, s->scene,
                                           (const char *const *)run->sets, s->axis_count, &errors);
    const bool good = scene != NULL;
    if (!good && complain) {
        fprintf(stderr, "scree sweep: %s: the scene has errors\n", run->name);
        scree_cli_scene_complain(&errors);
    }
    scree_scene_destroy(scene);
    scree_scene_errors_free(&errors);
    return good;
}

/// The scene with every point of the grid, before anything starts: a point with errors has failed.
static int check_scenes(sweep *s)
{
    text scene_text = { 0 };
    size_t good = 0;
    int status = scree_cli_read_all(&scree_cli_sweep, s->scene, &scene_text);
    if (status == 0) {
        scree_sim_sha256(scene_text.bytes, scene_text.size, s->hash);
        for (size_t i = 0; i < s->run_count; ++i) {
            if (check_scene(&scene_text, s, &s->runs[i], false))
                ++good;
            else
                s->runs[i].end = SWEEP_FAILED;
        }
        // Where all points have errors, they are most likely the same ones.
        for (size_t i = 0; i < (good > 0 ? s->run_count : 1); ++i) {
            if (s->runs[i].end == SWEEP_FAILED) check_scene(&scene_text, s, &s->runs[i], true);
        }
        if (good == 0) status = scree_cli_trouble(&scree_cli_sweep, "nothing was started");
    }
    scree_cli_text_free(&scene_text);
    return status;
}

/// Is there a folder that the last part of a path would be in?
static bool has_parent(const char *path, size_t parent_size)
{
    struct stat status;
    char parent[4096];
    if (parent_size >= sizeof parent) return false;
    memcpy(parent, path, parent_size);
    parent[parent_size] = 0;
    return stat(parent, &status) == 0 && S_ISDIR(status.st_mode);
}

static int make_folder(const char *folder)
{
    const char *slash = strrchr(folder, '/');
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) return 0;
    const int reason = errno;
    const int size = slash != NULL && slash > folder ? (int)(slash - folder) : 0;
    if (reason == ENOENT && size > 0 && has_parent(folder, (size_t)size))
        return scree_cli_trouble(&scree_cli_sweep, "%s: no folder can be made in %.*s", folder, size, folder);
    if (reason == ENOENT && size > 0)
        return scree_cli_trouble(&scree_cli_sweep, "%s: there is no folder %.*s to make it in", folder, size, folder);
    return scree_cli_trouble(&scree_cli_sweep, "%s: %s", folder, strerror(reason));
}

static int work(sweep *s)
{
    choose_folder(s);
    int status = scree_cli_sweep_grid(s);
    if (status == 0) status = check_scenes(s);
    if (status != 0) return status;
    status = make_folder(s->folder);
    if (status != 0) return status;
    status = scree_cli_sweep_work(s);
    if (status == 0) status = scree_cli_sweep_gather(s);
    if (status != 0) return status;
    size_t finished = 0;
    for (size_t i = 0; i < s->run_count; ++i) finished += s->runs[i].end == SWEEP_FINISHED;
    if (scree_cli_interrupted()) {
        fprintf(stderr, "scree sweep: stopped with %zu of %zu runs finished; the same command goes on\n", finished,
                s->run_count);
        return scree_cli_interrupt_status();
    }
    if (!s->quiet)
        printf("%zu of %zu runs finished: %s/sweep.csv, %s/summary.csv\n", finished, s->run_count, s->folder,
               s->folder);
    return finished == s->run_count ? EXIT_ANSWERED : EXIT_SOME_ERRORS;
}

static int run(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    sweep s = { .jobs = processors > 0 ? (size_t)processors : 1, .threads = 1 };
    int status = parse(&s, argc, argv);
    if (status == -1)
        status = scree_cli_print_help(&scree_cli_sweep);
    else if (status == 0)
        status = work(&s);
    scree_cli_sweep_free(&s);
    return status;
}

const command scree_cli_sweep = {
    .name = "sweep",
    .summary = "run a scene with a grid of values, and gather the series",
    .help = scree_cli_sweep_help,
    .run = run,
};
