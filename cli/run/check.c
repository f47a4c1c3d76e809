// scree check: is a scene file right, and what would it simulate?
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <math.h>
#include <stdio.h>

#include "help_run.h"
#include "scene_load.h"
#include "scree_sim/run.h"

static void add_mixture(text *t, const scree_scene *scene)
{
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        scree_cli_text_printf(t, "  insert %-6d", i);
        if (in->kind == SCREE_INSERT_LIST) {
            scree_cli_text_printf(t, "%zu grains, listed\n", in->grain_count);
            continue;
        }
        if (in->kind == SCREE_INSERT_RUN) {
            scree_cli_text_printf(t, "%zu grains of %s\n", in->grain_count, in->file);
            continue;
        }
        for (size_t k = 0; k < in->share_count; ++k)
            scree_cli_text_printf(t, "%s%s %.3g %%", k > 0 ? ", " : "", scene->shapes[in->shares[k].shape].name,
                                  100.0 * in->shares[k].weight);
        scree_cli_text_printf(t, "%s, %s\n", in->by_mass ? " by mass" : "",
                              scene->materials[in->material].properties.name);
    }
}

static void add_value(text *t, const char *name, double given, double a, double b)
{
    const bool mixed = isnan(given);
    const double value = mixed ? fmin(a, b) : given;
    scree_cli_text_printf(t, ", %s %.4g%s", name, value, mixed ? "" : " (given)");
}

/// The same, unless there is none of it.
static void add_some(text *t, const char *name, double given, double a, double b)
{
    if ((isnan(given) ? fmin(a, b) : given) > 0.0) add_value(t, name, given, a, b);
}

static bool has_grains(const scree_scene *scene, int material)
{
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        if (in->share_count > 0 && in->material == material) return true;
        for (size_t k = 0; k < in->grain_count; ++k) {
            if (in->grains[k].material == material) return true;
        }
    }
    return false;
}

static void add_pair(text *t, const scree_scene *scene, int a, int b)
{
    const scree_material *p = &scene->materials[a].properties, *q = &scene->materials[b].properties;
    scree_material_pair given = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    for (int i = 0; i < scene->pair_count; ++i) {
        const scree_scene_pair *pair = &scene->pairs[i];
        if ((pair->material == a && pair->other == b) || (pair->material == b && pair->other == a))
            given = pair->properties;
    }
    text line = { 0 };
    add_value(&line, "friction", given.friction, p->friction, q->friction);
    add_value(&line, "restitution", given.restitution, p->restitution, q->restitution);
    add_some(&line, "rolling", given.rolling_friction, p->rolling_friction, q->rolling_friction);
    add_some(&line, "torsional", given.torsional_friction, p->torsional_friction, q->torsional_friction);
    add_some(&line, "adhesion", given.adhesion, p->adhesion, q->adhesion);
    if (!isnan(given.stiffness)) scree_cli_text_printf(&line, ", stiffness %.4g (given)", given.stiffness);
    if (!isnan(given.collision_time))
        scree_cli_text_printf(&line, ", collision time %.4g s (given)", given.collision_time);
    scree_cli_text_printf(t, "  %s, %s:", p->name, q->name);
    if (line.size > 1) scree_cli_text_add(t, line.bytes + 1, line.size - 1);
    scree_cli_text_words(t, "\n");
    scree_cli_text_free(&line);
}

/// May a stage end before its limit?
static bool ends_early(const scree_scene *scene)
{
    for (int i = 0; i < scene->stage_count; ++i) {
        const scree_scene_until *u = &scene->stages[i].until;
        if (!isnan(u->unbalanced) || !isnan(u->kinetic_energy) || u->sink >= 0) return true;
    }
    return false;
}

/// Simulated, or of computing on one core, by estimate; `where` follows the number.
static void add_time(text *t, const char *label, const char *about, double seconds, const char *where)
{
    scree_cli_text_printf(t, "%-14s ", label);
    if (isnan(seconds))
        scree_cli_text_words(t, "open: a stage ends on a condition and has no limit\n");
    else if (seconds < 120.0)
        scree_cli_text_printf(t, "%s %.3g s%s\n", about, seconds, where);
    else if (seconds < 7200.0)
        scree_cli_text_printf(t, "%s %.0f min%s\n", about, seconds / 60.0, where);
    else
        scree_cli_text_printf(t, "%s %.1f h%s\n", about, seconds / 3600.0, where);
}

/// The share of a region beyond which random packings without overlap come to no end; elongated grains stop at less.
static double most_fill(const scree_scene *scene)
{
    return scene->settings.dimension == 2 ? 0.5 : 0.3;
}

static double least_extent(const scree_scene *scene)
{
    const scree_vec3 low = scene->settings.domain_low, high = scene->settings.domain_high;
    const double flat = fmin(high.x - low.x, high.y - low.y);
    return scene->settings.dimension == 2 ? flat : fmin(flat, high.z - low.z);
}

/// "gravel of 0.0121 m, rock on steel, pressure field"
static void add_critical(text *t, const scree_scene *scene, const scree_scene_critical *c)
{
    static const char *const laws[] = { "auto",           "linear law", "Hertz law",      "depth law",
                                        "pressure field", "volume law", "floating plane", "own law" };
    scree_cli_text_printf(t, "%s of %.4g m, %s on %s, %s\n", c->shape >= 0 ? scene->shapes[c->shape].name : "a grain",
                          c->size, scene->materials[c->material].properties.name,
                          scene->materials[c->other].properties.name, laws[c->law]);
}

static void add_overlap(text *t, const scree_scene *scene, const scree_scene_plan *plan)
{
    const double limit = scene->settings.overlap_limit;
    if (plan->overlap <= 0.0 || plan->overlap_critical.material < 0) return;
    scree_cli_text_printf(t, "%-14s at worst, a corner on a face, about %.2g of the inradius: ", "overlap",
                          plan->overlap);
    add_critical(t, scene, &plan->overlap_critical);
    if (limit <= 0.0 || plan->overlap <= limit) return;
    scree_cli_text_printf(t,
                          "  warning      beyond %.2g (overlap_limit) the run stops. Grains may fall %.2g m, and %.2g "
                          "%s lie on the lowest:\n",
                          limit, plan->fall, plan->load, scene->settings.dimension == 2 ? "N/m" : "Pa");
    scree_cli_text_words(t, "               a larger youngs_modulus or a lower start keeps them from sinking in\n");
}

static void add_plan(text *t, const scree_scene *scene, const scree_scene_plan *plan)
{
    scree_cli_text_printf(t, "%-14s %s\n", "title", scene->title);
    scree_cli_text_printf(t, "%-14s %lld\n", "grains", (long long)plan->grains);
    add_mixture(t, scene);
    scree_cli_text_printf(t, "%-14s %.4g to %.4g m (diameter of the %s of equal %s)\n", "sizes", plan->smallest,
                          plan->largest, scene->settings.dimension == 2 ? "disc" : "sphere",
                          scene->settings.dimension == 2 ? "area" : "volume");
    if (scene->has_domain && plan->largest > least_extent(scene))
        scree_cli_text_printf(t, "  warning      grains of %.4g m are larger than the domain (lengths are in metres)\n",
                              plan->largest);
    scree_cli_text_printf(t, "%-14s %.4g kg\n", "mass", plan->mass);
    if (plan->fill > most_fill(scene)) {
        scree_cli_text_printf(
            t, "  warning      a packing is to fill %.2g of its region: grains find no place beyond some %.1f:\n",
            plan->fill, most_fill(scene));
        scree_cli_text_words(t, "               ask for fewer grains, or pour them (from: rate)\n");
    }
    scree_cli_text_printf(t, "%-14s the smaller value of the two, unless given; their moduli as springs in series\n",
                          "pairs");
    for (int a = 0; a < scene->material_count; ++a) {
        for (int b = a; b < scene->material_count; ++b) {
            if (has_grains(scene, a) || has_grains(scene, b)) add_pair(t, scene, a, b);
        }
    }
    if (plan->time_step == plan->time_limit)
        scree_cli_text_printf(t, "%-14s %.4g s, the stability limit\n", "time step", plan->time_step);
    else
        scree_cli_text_printf(t, "%-14s %.4g s; stable up to %.4g s\n", "time step", plan->time_step, plan->time_limit);
    if (plan->time_step > plan->time_limit)
        scree_cli_text_words(t, "  warning      the time step is above the stability limit\n");
    if (scene->settings.drag * plan->time_step > 1.0)
        scree_cli_text_printf(t, "  warning      the drag takes %.3g times the velocity away in one time step\n",
                              scene->settings.drag * plan->time_step);
    if (plan->time_critical.material >= 0) {
        scree_cli_text_words(t, "  set by       ");
        add_critical(t, scene, &plan->time_critical);
    }
    add_overlap(t, scene, plan);
    add_time(t, "duration", plan->is_bound ? "at most" : "about", plan->duration,
             plan->is_bound ? "" : "; longer where grains wait for a free place");
    if (!isnan(plan->steps)) scree_cli_text_printf(t, "%-14s %.3g\n", "steps", plan->steps);
    scree_cli_text_printf(t, "%-14s about %.3g MB\n", "memory", plan->memory / 1e6);
    if (!isnan(plan->seconds))
        add_time(t, "computing", "about", plan->seconds,
                 ends_early(scene) ? " on one core, if no stage ends before its limit" : " on one core");
}

/// An insertion that will never be complete, in the form of the other warnings.
static void warn_of_overfull(const scree_scene *scene, const scree_scene_plan *plan)
{
    if (plan->overfull < 0) return;
    const scree_scene_place place = scene->inserts[plan->overfull].place;
    if (place.line > 0) fprintf(stderr, "%s:%d:%d: ", scene->file, place.line, place.column);
    fprintf(stderr,
            "warning: insert: the grains have %.2g times the volume of their region, and nothing moves them out of it: "
            "they "
            "will never all be in; ask for fewer, or give gravity or a velocity\n",
            plan->overfull_by);
}

static int check(const char *path, const scene_overrides *overrides, bool quiet)
{
    scree_scene *scene = scree_cli_scene_load(&scree_cli_check, path, overrides);
    if (scene == NULL) return EXIT_SOME_ERRORS;
    scree_cli_scene_warn(scene);
    scree_scene_plan plan;
    scree_error error = { SCREE_OK, "" };
    text t = { 0 };
    int status = EXIT_ANSWERED;
    if (scree_scene_plan_make(scene, &plan, &error)) {
        warn_of_overfull(scene, &plan);
        if (!quiet) add_plan(&t, scene, &plan);
        status = scree_cli_print(&scree_cli_check, &t, EXIT_ANSWERED);
    } else {
        scree_cli_scene_late_error(scene->file, &error);
        status = EXIT_SOME_ERRORS;
    }
    scree_cli_text_free(&t);
    scree_scene_destroy(scene);
    return status;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        { "set", required_argument, NULL, 's' },
        { "quiet", no_argument, NULL, 'q' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    scene_overrides overrides = { .count = 0 };
    bool quiet = false;
    int letter;
    optind = 1;
    while ((letter = getopt_long(argc, argv, ":s:qh", options, NULL)) != -1) {
        switch (letter) {
        case 's':
            if (!scree_cli_scene_override(&overrides, optarg))
                return scree_cli_usage(&scree_cli_check, "--set: at most %d of them", MOST_OVERRIDES);
            break;
        case 'q':
            quiet = true;
            break;
        case 'h':
            return scree_cli_print_help(&scree_cli_check);
        default:
            return scree_cli_bad_option(&scree_cli_check, letter, argv, options);
        }
    }
    if (optind == argc) return scree_cli_usage(&scree_cli_check, "which scene? A YAML file is missing");
    if (optind + 1 < argc)
        return scree_cli_usage(&scree_cli_check, "one scene at a time, not '%s' too", argv[optind + 1]);
    return check(argv[optind], &overrides, quiet);
}

const command scree_cli_check = {
    .name = "check",
    .summary = "is a scene file right, and what would it simulate?",
    .help = scree_cli_check_help,
    .run = run,
};
