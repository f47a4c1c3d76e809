// scree pack: random sequential adsorption of grains into a box. The manual page scree-pack(1) holds the contract.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "adsorb.h"
#include "command.h"
#include "grain.h"
#include "headway.h"
#include "help.h"
#include "interrupt.h"
#include "options.h"
#include "scenes/random.h"
#include "stopwatch.h"
#include "whole_file.h"
#include "write.h"

// Stream of the random draws of sizes; those of the poses are in adsorb.c.
enum { SIZES = 2 };

typedef struct pack_job {
    pack_options options;
    recipe recipe;
    double *scales; ///< of each grain
    const scree_shape **shapes;
    size_t count;
    packing_box box;
    packing packing;
    packing_proof proof;
    bool proven; ///< `proof` is there
    double seconds;
} pack_job;

// ------------------------------------------------------------------------------------------------------- recipe

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

/// A body as JSON, in a .json file, on standard input (-), or as a mesh file.
static int load_body(pack_job *job, complaint *c)
{
    const char *source = job->options.body;
    const bool inline_json = source[strspn(source, " \t\r\n")] == '{';
    const bool json_file = strcmp(source, "-") == 0 || ends_with(source, ".json");
    if (job->options.hull && (inline_json || json_file))
        return scree_cli_usage(&scree_cli_pack, "--hull: is for mesh files");
    text document = { 0 };
    bool made = false;
    int status = 0;
    if (inline_json) {
        made = scree_recipe_json(&job->recipe, source, strlen(source), c);
    } else if (json_file) {
        status = scree_cli_read_all(&scree_cli_pack, source, &document);
        made = status == 0 && scree_recipe_json(&job->recipe, document.bytes, document.size, c);
    } else {
        made = scree_recipe_mesh(&job->recipe, source, job->options.hull, c);
    }
    scree_cli_text_free(&document);
    if (status != 0 || made) return status;
    return scree_cli_trouble(&scree_cli_pack, "--body: %s", c->words);
}

static int make_recipe(pack_job *job)
{
    complaint c = { .line = 0 };
    const pack_options *o = &job->options;
    switch (o->shape) {
    case PACK_BODY:
        return load_body(job, &c);
    case PACK_SPHERE:
        if (scree_recipe_sphere(&job->recipe, &c)) return 0;
        return scree_cli_trouble(&scree_cli_pack, "%s", c.words);
    case PACK_ELLIPSOID:
        if (scree_recipe_ellipsoid(&job->recipe, o->semi_axes, &c)) return 0;
        return scree_cli_trouble(&scree_cli_pack, "--semi-axes: %s", c.words);
    case PACK_SUPERQUADRIC:
        if (scree_recipe_superquadric(&job->recipe, o->semi_axes, o->exponents[0], o->exponents[1], &c)) return 0;
        return scree_cli_trouble(&scree_cli_pack, "--semi-axes, --exponents: %s", c.words);
    case PACK_CYLINDER:
        if (scree_recipe_cylinder(&job->recipe, o->aspect, &c)) return 0;
        return scree_cli_trouble(&scree_cli_pack, "--aspect: %s", c.words);
    case PACK_CONE:
        if (scree_recipe_cone(&job->recipe, o->aspect, &c)) return 0;
        return scree_cli_trouble(&scree_cli_pack, "--aspect: %s", c.words);
    default:
        if (scree_recipe_spheroid(&job->recipe, o->aspect, &c)) return 0;
        return scree_cli_trouble(&scree_cli_pack, "--aspect: %s", c.words);
    }
}

// -------------------------------------------------------------------------------------------------------- sizes

/// The scale of grain i. Bodies and shapes with semi-axes are as given where no size is named.
static double scale_of(const pack_job *job, size_t i)
{
    const pack_options *o = &job->options;
    if (o->largest > o->smallest) {
        scree_random random = random_stream(o->seed, SIZES, i);
        return random_between(&random, o->smallest, o->largest) / job->recipe.radius;
    }
    return o->smallest > 0.0 ? o->smallest / job->recipe.radius : 1.0;
}

static double volume_of(const pack_job *job, size_t i)
{
    const double r = job->recipe.radius * job->scales[i];
    return 4.0 / 3.0 * acos(-1.0) * r * r * r;
}

static int no_memory(void)
{
    return scree_cli_trouble(&scree_cli_pack, "out of memory");
}

/// How many grains: as given, or until they fill the fraction of the box.
static int choose_count(pack_job *job)
{
    const pack_options *o = &job->options;
    const double wanted = o->fraction * o->box.x * o->box.y * o->box.z * (1.0 - 1e-12);
    size_t room = 0;
    double volume = 0.0, rest = 0.0; // with what rounding leaves out (Kahan)
    while (o->count > 0 ? job->count < o->count : volume < wanted) {
        if (job->count == PACK_MOST_GRAINS)
            return scree_cli_trouble(&scree_cli_pack, "--box: more than %d grains would be needed", PACK_MOST_GRAINS);
        if (job->count == room) {
            room = room > 0 ? 2 * room : 1024;
            double *scales = realloc(job->scales, room * sizeof *scales);
            if (scales == NULL) return no_memory();
            job->scales = scales;
        }
        job->scales[job->count] = scale_of(job, job->count);
        const double part = volume_of(job, job->count++) - rest, next = volume + part;
        rest = (next - volume) - part;
        volume = next;
    }
    const double side = cbrt(volume / o->fraction);
    job->box.walls = o->walls;
    job->box.size = o->box.x > 0.0 ? o->box : (scree_vec3){ side, side, side };
    return 0;
}

/// One shape, or one for each grain where sizes differ.
static int make_shapes(pack_job *job)
{
    const bool many = job->options.largest > job->options.smallest;
    job->shapes = calloc(job->count + 1, sizeof *job->shapes);
    if (job->shapes == NULL) return no_memory();
    for (size_t i = 0; i < job->count; ++i) {
        scree_error error = { SCREE_OK, "" };
        if (scree_cli_interrupted()) return scree_cli_interrupt_status();
        job->shapes[i] = many || i == 0 ? scree_recipe_scaled(&job->recipe, job->scales[i], &error) : job->shapes[0];
        if (job->shapes[i] == NULL)
            return scree_cli_trouble(&scree_cli_pack, "--%s: %s", many ? "size-range" : "radius", error.message);
    }
    return 0;
}

static void free_shapes(pack_job *job)
{
    for (size_t i = 0; i < job->count && job->shapes != NULL; ++i)
        if (i == 0 || job->shapes[i] != job->shapes[0]) scree_shape_destroy((scree_shape *)job->shapes[i]);
    free(job->shapes);
}

// --------------------------------------------------------------------------------------------------------- work

static bool show_packing(void *user, size_t placed)
{
    const pack_job *job = user;
    scree_headway("packing", placed, job->count);
    return !scree_cli_interrupted();
}

static bool show_proof(void *user, size_t done)
{
    const pack_job *job = user;
    scree_headway("proving", done, job->packing.count);
    return true; // a second signal ends it
}

/// How wide the widest ball around a grain is.
static double widest_ball(const pack_job *job)
{
    double outer = 0.0;
    for (size_t i = 0; i < job->count; ++i) {
        if (i == 0 || job->shapes[i] != job->shapes[i - 1])
            outer = fmax(outer, scree_pack_grain_mould(job->shapes[i]).outer);
    }
    return 2.0 * outer;
}

/// The error for a box that is too small for one grain.
static int too_wide(const pack_job *job)
{
    const bool boxed = job->options.box.x > 0.0;
    return scree_cli_trouble(
        &scree_cli_pack, "%s: the box is too small: a grain is up to %.4g wide, and must not be wider than %s, %.4g%s",
        boxed ? "--box" : "--count", widest_ball(job), job->box.walls ? "the shortest side" : "half the shortest side",
        scree_adsorb_widest(&job->box), boxed ? "" : "; take more grains, or a lower --fraction");
}

/// A margin so wide that a neighbour would be met twice. Known before the work.
static int check_margin(const pack_job *job)
{
    const double most = scree_adsorb_widest(&job->box) - widest_ball(job);
    if (job->box.walls || most < 0.0 || job->options.margin <= most) return 0;
    return scree_cli_trouble(&scree_cli_pack,
                             "--margin: at most %.4g in this box, or a neighbour has two images within it", most);
}

static int pack(pack_job *job)
{
    const packing_plan plan = {
        .box = job->box,
        .shapes = job->shapes,
        .count = job->count,
        .seed = job->options.seed,
        .most_attempts = job->options.attempts,
        .go_on = show_packing,
        .user = job,
    };
    double begin = scree_stopwatch_now();
    packing_end end = scree_adsorb(&plan, &job->packing);
    job->seconds = scree_stopwatch_now() - begin;
    scree_headway_clear();
    if (end == PACKING_TOO_WIDE) return too_wide(job);
    if (end == PACKING_REFUSED) return scree_cli_trouble(&scree_cli_pack, "--box: has no volume");
    return end == PACKING_NO_MEMORY ? no_memory() : 0;
}

static void prove(pack_job *job)
{
    job->proof = scree_packing_prove(&job->packing, show_proof, job);
    job->proven = true;
    scree_headway_clear();
}

// ------------------------------------------------------------------------------------------------------- output

static void add_interval(text *out, const packing_proof *proof)
{
    if (isfinite(proof->upper)) {
        scree_recipe_number(out, "smallest gap  in [", proof->lower);
        scree_recipe_number(out, ", ", proof->upper);
        scree_cli_text_words(out, "], ");
        if (proof->a == proof->b)
            scree_cli_text_printf(out, "grain %u and a wall\n", proof->a);
        else
            scree_cli_text_printf(out, "grains %u and %u\n", proof->a, proof->b);
    } else {
        scree_recipe_number(out, "smallest gap  above ", proof->lower);
        scree_cli_text_words(out, "\n");
    }
}

/// The report on standard error: what was reached, and the proof.
static void report(const pack_job *job)
{
    const packing *p = &job->packing;
    text t = { 0 };
    scree_cli_text_printf(&t, "grains        %zu of %zu\n", p->count, job->count);
    scree_recipe_number(&t, "fraction      ", scree_packing_fraction(p));
    scree_recipe_number(&t, "\nbox           ", p->box.size.x);
    scree_recipe_number(&t, " ", p->box.size.y);
    scree_recipe_number(&t, " ", p->box.size.z);
    scree_cli_text_printf(&t, p->box.walls ? ", walls\n" : ", periodic\n");
    scree_cli_text_printf(&t, "attempts      %llu in %.2f s\n", (unsigned long long)p->attempts, job->seconds);
    if (job->proven) {
        add_interval(&t, &job->proof);
        scree_cli_text_printf(&t, "proof         %s: %zu pairs asked, %s included\n",
                              job->proof.apart ? "no two grains overlap" : "INCOMPLETE", job->proof.looked_at,
                              p->box.walls ? "walls" : "periodic images");
    }
    if (!t.failed) (void)scree_cli_write_all(STDERR_FILENO, t.bytes, t.size);
    scree_cli_text_free(&t);
}

/// As fine as asked for; else so that a million triangles are not exceeded, which is what one can look at.
static int surface_detail(const pack_job *job)
{
    if (job->options.detail != PACK_DETAIL_BY_COUNT) return job->options.detail;
    const size_t most = 1000000 / 20; // round shapes have 20 * 4^detail triangles
    return 16 * job->packing.count <= most ? 2 : 4 * job->packing.count <= most ? 1 : 0;
}

/// Write the packing; 0, or an exit status after a message.
static int write_output(const pack_job *job)
{
    const char *path = job->options.output;
    whole_file file = { .fd = STDOUT_FILENO };
    if (path != NULL && !scree_whole_file_open(&file, path))
        return scree_cli_trouble(&scree_cli_pack, "--output: %s: %s", path, strerror(errno));
    const double most = scree_packing_most_margin(&job->packing);
    const pack_output output = {
        .packing = &job->packing,
        .recipe = &job->recipe,
        .scales = job->scales,
        .seed = job->options.seed,
        .proof = job->proven ? &job->proof : NULL,
        .margin =
            fmin(job->options.margin >= 0.0 ? job->options.margin : 0.2 * job->recipe.radius * job->scales[0], most),
        .detail = surface_detail(job),
    };
    sink s = { .fd = file.fd };
    job->options.write(&output, &s);
    bool written = scree_sink_flush(&s, true);
    if (path != NULL && !scree_whole_file_close(&file, written) && written) {
        written = false;
        s.error = errno;
    }
    scree_cli_text_free(&s.text);
    if (written) return 0;
    if (path == NULL && s.error == EPIPE) return EXIT_CLOSED_OUTPUT;
    return scree_cli_trouble(&scree_cli_pack, "%s: %s", path != NULL ? path : "standard output", strerror(s.error));
}

/// The packing is there: prove, write and report it. After a signal it is written first.
static int deliver(pack_job *job)
{
    const bool stopped = job->packing.end == PACKING_STOPPED;
    if (!stopped) prove(job);
    int status = write_output(job);
    if (stopped && status == 0) prove(job);
    if (status != 0) return status;
    report(job);
    if (!job->proof.apart) {
        scree_cli_trouble(&scree_cli_pack, "it is not proven that no two grains overlap");
        return EXIT_SOME_ERRORS;
    }
    if (stopped) {
        scree_cli_trouble(&scree_cli_pack, "stopped at %zu of %zu grains", job->packing.count, job->count);
        return scree_cli_interrupt_status();
    }
    if (job->packing.end == PACKING_GAVE_UP) {
        scree_cli_trouble(&scree_cli_pack,
                          "gave up at %zu of %zu grains, fraction %.4g: the next one found no place in %llu attempts "
                          "(--attempts allows more)",
                          job->packing.count, job->count, scree_packing_fraction(&job->packing),
                          (unsigned long long)job->options.attempts);
        return EXIT_SOME_ERRORS;
    }
    return EXIT_ANSWERED;
}

static int run(int argc, char **argv)
{
    pack_job job = { .options = { 0 } };
    int status = scree_pack_options_parse(&job.options, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_pack);
    if (status == 0 && job.options.output != NULL && !scree_whole_file_check(job.options.output))
        status = scree_cli_trouble(&scree_cli_pack, "--output: %s: %s", job.options.output, strerror(errno));
    if (status == 0) status = make_recipe(&job);
    if (status == 0) status = choose_count(&job);
    if (status == 0) status = make_shapes(&job);
    if (status == 0) status = check_margin(&job);
    if (status == 0) status = pack(&job);
    if (status == 0) status = deliver(&job);
    scree_packing_free(&job.packing);
    free_shapes(&job);
    free(job.scales);
    scree_recipe_free(&job.recipe);
    return status;
}

const command scree_cli_pack = {
    .name = "pack",
    .summary = "pack grains into a box at random, without overlap",
    .help = scree_cli_pack_help,
    .run = run,
};
