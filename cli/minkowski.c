// scree minkowski: the Minkowski difference or the entrance block of a pair, as a mesh, and the distance that follows from it.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer.h"
#include "command.h"
#include "help.h"
#include "interrupt.h"
#include "json.h"
#include "number.h"
#include "scree/mesh.h"
#include "scree/minkowski.h"
#include "scree/point.h"

typedef struct minkowski_job {
    const char *source; ///< a file, or "-"
    const char *output; ///< NULL: standard output
    scree_mesh_format format;
    bool block;           ///< the entrance block, not the difference
    int reference_count;  ///< how many coordinates were given; 0: the centroid
    scree_vec3 reference; ///< the origin for the difference
    scree_body bodies[2];
    answer query;
    scree_shape *shape;
    scree_contact contact; ///< of the shape and the reference point
} minkowski_job;

// -------------------------------------------------------------------------------------------------------- usage

static bool parse_format(const char *name, scree_mesh_format *out)
{
    static const struct {
        const char *name;
        scree_mesh_format format;
    } formats[] = { { "off", SCREE_MESH_OFF }, { "obj", SCREE_MESH_OBJ }, { "stl", SCREE_MESH_STL } };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
        if (strcmp(formats[i].name, name) != 0) continue;
        *out = formats[i].format;
        return true;
    }
    return false;
}

/// "centroid", or two or three numbers with commas between them.
static bool parse_reference(const char *words, minkowski_job *job)
{
    double x[3] = { 0.0, 0.0, 0.0 };
    job->reference_count = 0;
    if (strcmp(words, "centroid") == 0) return true;
    for (int i = 0; i < 3; ++i) {
        char *end;
        x[i] = strtod(words, &end);
        if (end == words || !isfinite(x[i]) || (*end != 0 && *end != ',')) return false;
        job->reference_count = i + 1;
        if (*end == 0) break;
        words = end + 1;
        if (i == 2) return false;
    }
    job->reference = (scree_vec3){ x[0], x[1], x[2] };
    return job->reference_count >= 2;
}

static int set_option(minkowski_job *job, int letter, bool *referred)
{
    const command *self = &scree_cli_minkowski;
    switch (letter) {
    case 'D':
    case 'E':
        job->block = letter == 'E';
        return 0;
    case 'r':
        *referred = true;
        if (parse_reference(optarg, job)) return 0;
        return scree_cli_usage(self, "--reference: expected X,Y,Z or X,Y or centroid, got '%s'", optarg);
    case 'f':
        if (parse_format(optarg, &job->format)) return 0;
        return scree_cli_usage(self, "--format: expected off, obj or stl, got '%s'", optarg);
    case 'o':
        job->output = optarg;
        return 0;
    default:
        return -1; // --help
    }
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat p, q;
    return stat(one, &p) == 0 && stat(other, &q) == 0 && S_ISREG(q.st_mode) && p.st_dev == q.st_dev &&
           p.st_ino == q.st_ino;
}

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(minkowski_job *job, int argc, char **argv)
{
    static const struct option options[] = {
        { "difference", no_argument, NULL, 'D' },
        { "entrance-block", no_argument, NULL, 'E' },
        { "reference", required_argument, NULL, 'r' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    const command *self = &scree_cli_minkowski;
    bool referred = false;
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":f:o:h", options, NULL);
        if (letter == -1) break;
        if (letter == '?' || letter == ':') return scree_cli_bad_option(self, letter, argv, options);
        int status = set_option(job, letter, &referred);
        if (status != 0) return status;
    }
    if (argc - optind > 1) return scree_cli_usage(self, "one REQUEST at most, got '%s' too", argv[optind + 1]);
    if (referred && !job->block) return scree_cli_usage(self, "--reference is for --entrance-block");
    if (optind < argc) job->source = argv[optind];
    if (job->output != NULL && is_same_file(job->source, job->output))
        return scree_cli_trouble(self, "%s: is the input too", job->output);
    return 0;
}

// --------------------------------------------------------------------------------------------------------- pair

static int refuse(const char *words)
{
    scree_cli_trouble(&scree_cli_minkowski, "%s", words);
    return EXIT_SOME_ERRORS;
}

static int read_pair(minkowski_job *job, answerer *asker, text *document)
{
    if (strcmp(job->source, "-") == 0 && isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        fputs("scree minkowski: reading a pair from the terminal, a JSON object; Ctrl-D ends\n", stderr);
    int status = scree_cli_read_all(&scree_cli_minkowski, job->source, document);
    char *padding = scree_cli_text_room(document, JSON_PADDING);
    if (status != 0) return status;
    if (padding == NULL || asker == NULL) return scree_cli_trouble(&scree_cli_minkowski, "out of memory");
    memset(padding, 0, JSON_PADDING);
    job->query = scree_cli_answer_pair(asker, document->bytes, document->size, job->bodies);
    if (job->query.error == NULL) return 0;
    refuse(job->query.error);
    if (strncmp(job->query.error, "not JSON", 8) == 0)
        fputs("A request is one JSON object with \"a\" and \"b\", not a line for each of several pairs.\n", stderr);
    return EXIT_SOME_ERRORS;
}

static int build(minkowski_job *job)
{
    const scree_body *a = &job->bodies[0], *b = &job->bodies[1];
    int dimension = job->query.dimension;
    scree_error error = { SCREE_OK, "" };
    if (job->reference_count != 0 && job->reference_count != dimension)
        return scree_cli_usage(&scree_cli_minkowski, "--reference: expected %d numbers for a %d-D pair, got %d",
                               dimension, dimension, job->reference_count);
    if (job->block && job->reference_count == 0)
        job->reference = scree_body_point(a, scree_shape_mass(a->shape).centroid);
    job->shape =
        job->block ? scree_entrance_block(a, b, job->reference, &error) : scree_minkowski_difference(a, b, &error);
    return job->shape != NULL ? 0 : refuse(error.message);
}

static int measure(minkowski_job *job)
{
    scree_query_options options = scree_query_defaults();
    options.scratch_size = scree_point_scratch(job->shape);
    options.scratch = malloc(options.scratch_size);
    if (options.scratch == NULL) return scree_cli_trouble(&scree_cli_minkowski, "out of memory");
    scree_body body = scree_body_at(job->shape, (scree_vec3){ 0.0, 0.0, 0.0 });
    scree_status status = scree_point_distance(&body, job->reference, &options, &job->contact);
    free(options.scratch);
    return status == SCREE_OK || status == SCREE_NO_CONVERGENCE ? 0 : refuse(scree_status_text(status));
}

// ------------------------------------------------------------------------------------------------------- output

static int write_mesh(const minkowski_job *job)
{
    scree_error error = { SCREE_OK, "" };
    if (scree_cli_interrupted()) return scree_cli_interrupt_status();
    if (job->output != NULL) {
        if (scree_mesh_write(job->output, job->format, job->shape, &error) == SCREE_OK) return 0;
        return scree_cli_trouble(&scree_cli_minkowski, "%s", error.message);
    }
    scree_mesh_format format = job->format == SCREE_MESH_BY_NAME ? SCREE_MESH_OFF : job->format;
    if (scree_mesh_print(stdout, format, job->shape, &error) == SCREE_OK) return 0;
    if (errno == EPIPE) return EXIT_CLOSED_OUTPUT;
    return scree_cli_trouble(&scree_cli_minkowski, "standard output: %s", error.message);
}

static void add_number(text *out, const char *before, double x)
{
    scree_cli_text_words(out, before);
    char *room = scree_cli_text_room(out, NUMBER_SIZE);
    if (room != NULL) out->size += (size_t)(scree_cli_number_put(room, x + 0.0) - room); // no minus before a 0
}

static void add_distance(text *out, const char *name, const scree_contact *k)
{
    add_number(out, name, k->distance);
    add_number(out, ", in [", k->lower);
    add_number(out, ", ", k->upper);
    scree_cli_text_words(out, "]");
}

/// The report on standard error: the shape, and the two answers side by side.
static void report(const minkowski_job *job, text *out)
{
    const scree_contact *own = &job->contact, *query = &job->query.contact;
    bool planar = job->query.dimension == 2;
    scree_cli_text_printf(out, "%s of %s and %s, %d-D\n",
                          job->block ? "entrance block E(A, B)" : "Minkowski difference A (-) B", job->query.shape_a,
                          job->query.shape_b, job->query.dimension);
    scree_cli_text_printf(out, "vertices    %d\nedges       %d\n", scree_shape_vertex_count(job->shape),
                          scree_shape_edge_count(job->shape));
    if (!planar) scree_cli_text_printf(out, "faces       %d\n", scree_shape_face_count(job->shape));
    add_number(out, planar ? "area        " : "volume      ", scree_shape_mass(job->shape).volume);
    if (scree_shape_rounding(job->shape) > 0.0) {
        add_number(out, "\nrounding    ", scree_shape_rounding(job->shape));
        scree_cli_text_words(out, ", counted in, but not in the mesh");
    }
    add_number(out, "\nreference   ", job->reference.x);
    add_number(out, " ", job->reference.y);
    if (!planar) add_number(out, " ", job->reference.z);
    add_distance(out, "\ndistance    ", own);
    scree_cli_text_words(out, ", of the reference point");
    add_distance(out, "\nquery       ", query);
    scree_cli_text_printf(out, ", of A and B, by %s\n", job->query.method);
    bool meet = own->lower <= query->upper && query->lower <= own->upper;
    scree_cli_text_printf(out, "check       the distances differ by %.2g; the intervals %s\n",
                          fabs(own->distance - query->distance), meet ? "meet" : "do not meet");
}

static int print_report(const minkowski_job *job)
{
    text t = { 0 };
    report(job, &t);
    bool written = !t.failed && scree_cli_write_all(STDERR_FILENO, t.bytes, t.size);
    scree_cli_text_free(&t);
    return written ? EXIT_ANSWERED : EXIT_TROUBLE;
}

static int run(int argc, char **argv)
{
    minkowski_job job = { .source = "-" };
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_minkowski);
    if (status != 0) return status;
    const answer_options options = { FORMAT_JSON, REQUEST_DEFAULTS, false };
    answerer *asker = scree_cli_answerer_create(&options);
    text document = { 0 };
    status = read_pair(&job, asker, &document);
    if (status == 0) status = build(&job);
    if (status == 0) status = measure(&job);
    if (status == 0) status = write_mesh(&job);
    if (status == 0) status = print_report(&job);
    scree_shape_destroy(job.shape);
    scree_cli_answerer_destroy(asker);
    scree_cli_text_free(&document);
    return status;
}

const command scree_cli_minkowski = {
    .name = "minkowski",
    .summary = "build the Minkowski difference or the entrance block of a pair",
    .help = scree_cli_minkowski_help,
    .run = run,
};
