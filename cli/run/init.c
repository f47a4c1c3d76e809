// scree init: a commented scene to start from.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "command.h"
#include "help_run.h"
#include "whole_file.h"

static const char scene[] =
    "# A scene for `scree run`. SI units; docs/scene.md has every key.\n"
    "title: pour crushed grains into a box\n"
    "seed: 1                          # the same seed gives the same grains\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {min: [0, 0, 0], max: [0.2, 0.2, 0.3]}   # grains that leave it stop the run\n"
    "\n"
    "materials:\n"
    "  # Moduli are softened, as usual in DEM: a stiffer material needs a smaller time step. Too soft a one sinks in:\n"
    "  # `scree check` says how deep, and warns.\n"
    "  rock:  {density: 2650, youngs_modulus: 1e7, restitution: 0.3, friction: 0.5}\n"
    "  steel: {density: 7850, youngs_modulus: 1e7}\n"
    "pairs:                           # what is not given here is mixed from the two materials\n"
    "  - {between: [rock, steel], friction: 0.3}\n"
    "\n"
    "shapes:\n"
    "  # size: a box's edge; of other shapes the diameter of the sphere of equal volume\n"
    "  gravel: {type: random_hull, vertices: 14, size: {uniform: [0.012, 0.018]}}\n"
    "  cube:   {type: box, size: 0.015}\n"
    "\n"
    "walls:\n"
    "  box: {type: box, faces: [x-, x+, y-, y+, z-], material: steel}   # the domain, open at the top\n"
    "\n"
    "insert:\n"
    "  - shapes: {gravel: 0.7, cube: 0.3}   # a mixture, by number\n"
    "    material: rock\n"
    "    count: 400\n"
    "    rate: 2000                         # grains a second\n"
    "    region: {min: [0.02, 0.02, 0.1], max: [0.18, 0.18, 0.2]}\n"
    "\n"
    "stages:\n"
    "  - {name: pour, until: {inserted: all}}\n"
    "  - {name: settle, until: {unbalanced: 0.02}, at_least: 0.1, limit: 0.6}\n"
    "\n"
    "output: {every: 0.02}            # a frame every 0.02 s\n";

static int write_scene(const char *path)
{
    text t = { 0 };
    scree_cli_text_words(&t, scene);
    int status = EXIT_ANSWERED;
    if (path == NULL)
        status = scree_cli_print(&scree_cli_init, &t, EXIT_ANSWERED);
    else if (access(path, F_OK) == 0)
        status = scree_cli_trouble(&scree_cli_init, "%s: is there already", path);
    else if (!scree_whole_file_write(path, &t))
        status = scree_cli_trouble(&scree_cli_init, "%s: %s", path, strerror(errno));
    else
        printf("%s: written. To try next:\n  scree check %s\n  scree run %s\n", path, path, path);
    scree_cli_text_free(&t);
    return status;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = { { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 } };
    int letter;
    optind = 1;
    while ((letter = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (letter == 'h') return scree_cli_print_help(&scree_cli_init);
        return scree_cli_bad_option(&scree_cli_init, letter, argv, options);
    }
    if (optind + 1 < argc) return scree_cli_usage(&scree_cli_init, "one file, not '%s' too", argv[optind + 1]);
    return write_scene(optind < argc ? argv[optind] : NULL);
}

const command scree_cli_init = {
    .name = "init",
    .summary = "write a commented scene to start from",
    .help = scree_cli_init_help,
    .run = run,
};
