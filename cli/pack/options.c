#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "command.h"
#include "suggest.h"
#include "surface.h"

enum { DEFAULT_COUNT = 1000, DEFAULT_DETAIL = 2 };

// The library takes lengths from 1e-60 to 1e60; the box is a good deal larger than its grains.
static const double least_length = 1e-50, most_length = 1e50;

/// Which options were given.
typedef struct given {
    const char *shape, *aspect, *semi_axes, *exponents, *body, *hull, *radius, *sizes, *fraction, *count, *box,
        *surface, *glyphs, *margin;
    const char *format;
} given;

static int wrong(const char *option, const char *expected)
{
    return scree_cli_usage(&scree_cli_pack, "--%s: expected %s, got '%s'", option, expected, optarg);
}

/// Up to `most` numbers with commas between them; how many, or 0.
static int parse_list(const char *words, double *out, int most)
{
    for (int i = 0; i < most; ++i) {
        char *end;
        out[i] = strtod(words, &end);
        if (end == words || !isfinite(out[i]) || (*end != 0 && *end != ',')) return 0;
        if (*end == 0) return i + 1;
        words = end + 1;
    }
    return 0;
}

static bool is_length(double x)
{
    return x >= least_length && x <= most_length;
}

static int set_box(pack_options *o)
{
    double x[3];
    int n = parse_list(optarg, x, 3);
    if (n == 1) x[1] = x[2] = x[0];
    if (n == 2 || n == 0 || !is_length(x[0]) || !is_length(x[1]) || !is_length(x[2]))
        return wrong("box", "a length, or three with commas between them");
    o->box = (scree_vec3){ x[0], x[1], x[2] };
    return 0;
}

static int set_semi_axes(pack_options *o)
{
    double x[3];
    if (parse_list(optarg, x, 3) != 3 || !is_length(x[0]) || !is_length(x[1]) || !is_length(x[2]))
        return wrong("semi-axes", "three lengths with commas between them");
    o->semi_axes = (scree_vec3){ x[0], x[1], x[2] };
    return 0;
}

static int set_exponents(pack_options *o)
{
    double *n = o->exponents;
    if (parse_list(optarg, n, 2) != 2 || n[0] < 2.0 || n[1] < 2.0)
        return wrong("exponents", "two numbers of at least 2 with a comma between them");
    return 0;
}

static int set_sizes(pack_options *o, bool range)
{
    double x[2];
    if (parse_list(optarg, x, range ? 2 : 1) != (range ? 2 : 1) || !is_length(x[0]) ||
        (range && (!is_length(x[1]) || x[0] > x[1])))
        return wrong(range ? "size-range" : "radius", range ? "two lengths, MIN,MAX" : "a length above 0");
    o->smallest = x[0];
    o->largest = range ? x[1] : x[0];
    return 0;
}

static int set_number(const char *option, const char *expected, double low, double high, double *out)
{
    if (scree_cli_parse_number(optarg, out) && *out >= low && *out <= high) return 0;
    return wrong(option, expected);
}

static int set_count(const char *option, const char *expected, size_t low, size_t high, size_t *out)
{
    if (scree_cli_parse_count(optarg, high, out) && *out >= low) return 0;
    return wrong(option, expected);
}

static int set_shape(pack_options *o)
{
    static const char *const names[PACK_BODY] = {
        [PACK_SPHEROID] = "spheroid",         [PACK_SPHERE] = "sphere",     [PACK_ELLIPSOID] = "ellipsoid",
        [PACK_SUPERQUADRIC] = "superquadric", [PACK_CYLINDER] = "cylinder", [PACK_CONE] = "cone",
    };
    for (int i = 0; i < PACK_BODY; ++i) {
        if (strcmp(names[i], optarg) != 0) continue;
        o->shape = (pack_shape)i;
        return 0;
    }
    return wrong("shape", "sphere, spheroid, ellipsoid, superquadric, cylinder or cone (others by --body)");
}

static const struct {
    const char *name, *ending, *other_ending;
    pack_writer write;
} formats[] = {
    { "csv", ".csv", NULL, scree_pack_write_csv },
    { "vtp", ".vtp", NULL, scree_pack_write_vtp },
    { "lammps-data", ".data", ".lmp", scree_pack_write_lammps_data },
    { "lammps-dump", ".dump", ".lammpstrj", scree_pack_write_lammps_dump },
    { "jsonl", ".jsonl", NULL, scree_pack_write_jsonl },
    { "lines", ".lines", NULL, scree_pack_write_lines },
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static int set_format(pack_options *o)
{
    word names[FORMAT_COUNT];
    char suggestion[SUGGESTION_SIZE];
    for (int i = 0; i < FORMAT_COUNT; ++i) {
        names[i] = (word){ formats[i].name, strlen(formats[i].name) };
        if (strcmp(formats[i].name, optarg) == 0) o->write = formats[i].write;
    }
    if (o->write != NULL) return 0;
    return scree_cli_usage(&scree_cli_pack,
                           "--format: expected csv, vtp, lammps-data, lammps-dump, jsonl or lines, got '%s'%s", optarg,
                           scree_cli_suggest(optarg, strlen(optarg), names, FORMAT_COUNT, ~0u, suggestion));
}

/// The format that the ending of the output's name says. A name without one, such as that of a device, says nothing.
static int set_format_by_ending(pack_options *o)
{
    const char *slash = strrchr(o->output, '/'), *dot = strrchr(slash != NULL ? slash : o->output, '.');
    if (dot == NULL) return 0;
    for (int i = 0; i < FORMAT_COUNT; ++i) {
        const char *other = formats[i].other_ending;
        if (strcmp(dot, formats[i].ending) == 0 || (other != NULL && strcmp(dot, other) == 0))
            o->write = formats[i].write;
    }
    if (o->write != NULL) return 0;
    return scree_cli_usage(
        &scree_cli_pack,
        "--output: unknown ending '%s'; known are .csv, .vtp, .data and .lmp (LAMMPS data), .dump and "
        ".lammpstrj (LAMMPS dump), .jsonl, .lines; or say the --format",
        dot);
}

static int set_surface(pack_options *o)
{
    size_t detail = DEFAULT_DETAIL;
    if (optarg != NULL && !scree_cli_parse_count(optarg, SURFACE_MOST_DETAIL, &detail))
        return wrong("surface", "a detail from 0 to 5");
    o->detail = (int)detail;
    return 0;
}

static int set_option(pack_options *o, given *g, int letter)
{
    size_t n = 0;
    int status = 0;
    switch (letter) {
    case 'S':
        g->shape = optarg;
        return set_shape(o);
    case 'a':
        g->aspect = optarg;
        return set_number("aspect", "a number from 0.001 to 1000", 0.001, 1000.0, &o->aspect);
    case 'x':
        g->semi_axes = optarg;
        return set_semi_axes(o);
    case 'e':
        g->exponents = optarg;
        return set_exponents(o);
    case 'b':
        g->body = o->body = optarg;
        return 0;
    case 'H':
        g->hull = "";
        o->hull = true;
        return 0;
    case 'r':
        g->radius = optarg;
        return set_sizes(o, false);
    case 'R':
        g->sizes = optarg;
        return set_sizes(o, true);
    case 'p':
        g->fraction = optarg;
        return set_number("fraction", "a number above 0 and below 1", 1e-12, 1.0 - 1e-12, &o->fraction);
    case 'n':
        g->count = optarg;
        return set_count("count", "a number from 1 to 10000000", 1, PACK_MOST_GRAINS, &o->count);
    case 'B':
        g->box = optarg;
        return set_box(o);
    case 'w':
        o->walls = true;
        return 0;
    case 's':
        status = set_count("seed", "a number, 0 or more", 0, SIZE_MAX, &n);
        o->seed = n;
        return status;
    case 'A':
        status = set_count("attempts", "a number, 1 or more", 1, SIZE_MAX, &n);
        o->attempts = n;
        return status;
    case 'f':
        g->format = optarg;
        o->write = NULL;
        return set_format(o);
    case 'u':
        g->surface = "";
        return set_surface(o);
    case 'g':
        g->glyphs = "";
        o->detail = -1;
        return 0;
    case 'm':
        g->margin = optarg;
        return set_number("margin", "a length, 0 or more", 0.0, most_length, &o->margin);
    case 'o':
        o->output = optarg;
        return 0;
    default:
        return -1; // --help
    }
}

/// Each shape has options of its own, which it needs, and refuses those of others.
static int check_shape_options(const pack_options *o, const given *g)
{
    const command *self = &scree_cli_pack;
    const bool with_aspect = o->shape == PACK_SPHEROID || o->shape == PACK_CYLINDER || o->shape == PACK_CONE,
               with_axes = o->shape == PACK_ELLIPSOID || o->shape == PACK_SUPERQUADRIC;
    if (g->aspect != NULL && !with_aspect)
        return scree_cli_usage(self, "--aspect: is for spheroids, cylinders and cones");
    if (g->semi_axes != NULL && !with_axes)
        return scree_cli_usage(self, "--semi-axes: are for ellipsoids and superquadrics");
    if (g->exponents != NULL && o->shape != PACK_SUPERQUADRIC)
        return scree_cli_usage(self, "--exponents: are for superquadrics");
    if (g->semi_axes == NULL && with_axes)
        return scree_cli_usage(self, "--semi-axes: missing, %s needs them",
                               o->shape == PACK_ELLIPSOID ? "an ellipsoid" : "a superquadric");
    if (g->exponents == NULL && o->shape == PACK_SUPERQUADRIC)
        return scree_cli_usage(self, "--exponents: missing, a superquadric needs them");
    if (g->hull != NULL && g->body == NULL) return scree_cli_usage(self, "--hull: is for mesh files, by --body");
    return 0;
}

/// The shape that the options name, each in its own way.
static int settle_shape(pack_options *o, const given *g)
{
    const command *self = &scree_cli_pack;
    if (g->body != NULL) {
        if (g->shape != NULL || g->aspect != NULL || g->semi_axes != NULL || g->exponents != NULL)
            return scree_cli_usage(
                self, "--body: names the shape; --shape, --aspect, --semi-axes and --exponents cannot, too");
        o->shape = PACK_BODY;
    } else if (g->shape == NULL && g->exponents != NULL) {
        o->shape = PACK_SUPERQUADRIC;
    } else if (g->shape == NULL && g->semi_axes != NULL) {
        o->shape = PACK_ELLIPSOID;
    }
    int status = check_shape_options(o, g);
    if (status != 0) return status;
    if (g->radius != NULL && g->sizes != NULL)
        return scree_cli_usage(self, "--radius: cannot be given together with --size-range");
    // Shapes without lengths of their own have diameter 1, so that the box's side is girault-2022's l = L / Deq.
    const bool sized = o->shape == PACK_ELLIPSOID || o->shape == PACK_SUPERQUADRIC || o->shape == PACK_BODY;
    if (o->smallest == 0.0 && !sized) o->smallest = o->largest = 0.5;
    return 0;
}

static int settle_format(pack_options *o, const given *g)
{
    if (o->write == NULL && o->output != NULL) {
        const int status = set_format_by_ending(o);
        if (status != 0) return status;
    }
    if (o->write == NULL) o->write = scree_pack_write_csv;
    if ((g->surface != NULL || g->glyphs != NULL) && o->write != scree_pack_write_vtp)
        return scree_cli_usage(&scree_cli_pack, "--%s: is for --format vtp", g->surface != NULL ? "surface" : "glyphs");
    if (g->surface != NULL && g->glyphs != NULL)
        return scree_cli_usage(&scree_cli_pack, "--glyphs: --surface is there too; give one of the two");
    if (g->surface == NULL && g->glyphs == NULL) o->detail = PACK_DETAIL_BY_COUNT;
    if (g->margin != NULL && o->write != scree_pack_write_lines)
        return scree_cli_usage(&scree_cli_pack, "--margin: is for --format lines");
    return 0;
}

/// Two of count, box and fraction give the third.
static int settle_amount(pack_options *o, const given *g)
{
    if (g->count != NULL && g->box != NULL && g->fraction != NULL)
        return scree_cli_usage(&scree_cli_pack, "--fraction: follows from --count and --box; give two of the three");
    if (g->count == NULL && g->box == NULL) o->count = DEFAULT_COUNT;
    return 0;
}

int scree_pack_options_parse(pack_options *o, int argc, char **argv)
{
    static const struct option options[] = {
        { "shape", required_argument, NULL, 'S' },
        { "aspect", required_argument, NULL, 'a' },
        { "semi-axes", required_argument, NULL, 'x' },
        { "exponents", required_argument, NULL, 'e' },
        { "body", required_argument, NULL, 'b' },
        { "hull", no_argument, NULL, 'H' },
        { "radius", required_argument, NULL, 'r' },
        { "size-range", required_argument, NULL, 'R' },
        { "fraction", required_argument, NULL, 'p' },
        { "count", required_argument, NULL, 'n' },
        { "box", required_argument, NULL, 'B' },
        { "walls", no_argument, NULL, 'w' },
        { "seed", required_argument, NULL, 's' },
        { "attempts", required_argument, NULL, 'A' },
        { "format", required_argument, NULL, 'f' },
        { "surface", optional_argument, NULL, 'u' },
        { "glyphs", no_argument, NULL, 'g' },
        { "margin", required_argument, NULL, 'm' },
        { "output", required_argument, NULL, 'o' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    *o =
        (pack_options){ .aspect = 2.0, .fraction = 0.25, .seed = 1, .attempts = 1000000, .detail = -1, .margin = -1.0 };
    given g = { .shape = NULL };
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":n:s:f:o:h", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(&scree_cli_pack, letter, argv, options);
        int status = set_option(o, &g, letter);
        if (status != 0) return status;
    }
    if (optind < argc) return scree_cli_usage(&scree_cli_pack, "unexpected argument '%s'", argv[optind]);
    int status = settle_shape(o, &g);
    if (status == 0) status = settle_format(o, &g);
    return status == 0 ? settle_amount(o, &g) : status;
}
