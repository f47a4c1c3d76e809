// scree shape: read a shape from a mesh file or from JSON, describe it, check it, convert it.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body.h"
#include "command.h"
#include "help.h"
#include "report.h"
#include "scree/mesh.h"

typedef struct shape_job {
    const char *source; ///< a file, or JSON
    const char *output;
    bool hull, json;
    double rounding;
    scree_shape *shape;
    mesh_facts mesh;
    const char *shown_name; ///< NULL for JSON on the command line
} shape_job;

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static bool is_json(const char *argument)
{
    return argument[strspn(argument, " \t\r\n")] == '{';
}

// --------------------------------------------------------------------------------------------------------- JSON

static scree_shape *shape_of(json_value root, complaint *c)
{
    body_text body = { 0 };
    scree_error error = { SCREE_OK, "" };
    scree_shape *shape = NULL;
    mesh_store meshes = { .points = 0 };
    if (scree_cli_body_read(root, "", &meshes, &body, c)) {
        shape = scree_cli_shape_create(&body.key, NULL, &error);
        if (shape == NULL) scree_cli_complain(c, "%s", error.message);
    }
    scree_cli_meshes_clear(&meshes);
    scree_cli_body_free(&body);
    return shape;
}

static int load_json(shape_job *job)
{
    text document = { 0 };
    int status = 0;
    if (is_json(job->source))
        scree_cli_text_words(&document, job->source);
    else
        status = scree_cli_read_all(&scree_cli_shape, job->source, &document);
    char *padding = scree_cli_text_room(&document, JSON_PADDING);
    json_reader *reader = scree_cli_json_create();
    if (status == 0 && (padding == NULL || reader == NULL)) {
        scree_cli_trouble(&scree_cli_shape, "out of memory");
        status = EXIT_TROUBLE;
    } else if (status == 0) {
        memset(padding, 0, JSON_PADDING);
        json_value root;
        const char *reason = "";
        complaint c = { .line = 0 };
        if (scree_cli_json_parse(reader, document.bytes, document.size, &root, &reason) != JSON_FINE)
            scree_cli_complain(&c, "not JSON: %s", reason);
        else
            job->shape = shape_of(root, &c);
        if (job->shape == NULL) {
            scree_cli_trouble(&scree_cli_shape, "%s", c.words);
            status = EXIT_SOME_ERRORS;
        }
    }
    scree_cli_json_destroy(reader);
    scree_cli_text_free(&document);
    return status;
}

// --------------------------------------------------------------------------------------------------------- mesh

static int load_mesh(shape_job *job)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    if (scree_mesh_read(job->source, SCREE_MESH_BY_NAME, &mesh, &error) != SCREE_OK)
        return scree_cli_trouble(&scree_cli_shape, "%s", error.message);
    job->mesh = (mesh_facts){ true, mesh.point_count, mesh.face_count, scree_mesh_concavity(&mesh) };
    job->shape = scree_polyhedron_create_from_mesh(&mesh, job->hull, job->rounding, &error);
    scree_mesh_free(&mesh);
    if (job->shape != NULL) return 0;
    scree_cli_trouble(&scree_cli_shape, "%s: %s%s", job->source, error.message,
                      error.status == SCREE_NOT_CONVEX ? " (--hull takes the hull)" : "");
    return EXIT_SOME_ERRORS;
}

// ------------------------------------------------------------------------------------------------------ command

/// 0 to go on, -1 for help, else an exit status.
static int parse_options(shape_job *job, int argc, char **argv)
{
    static const struct option options[] = {
        { "hull", no_argument, NULL, 'H' },         { "rounding", required_argument, NULL, 'r' },
        { "output", required_argument, NULL, 'o' }, { "format", required_argument, NULL, 'f' },
        { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 },
    };
    const command *self = &scree_cli_shape;
    opterr = 0;
    for (;;) {
        int letter = getopt_long(argc, argv, ":o:f:h", options, NULL);
        if (letter == -1) break;
        switch (letter) {
        case 'h':
            return -1;
        case '?':
        case ':':
            return scree_cli_bad_option(self, letter, argv, options);
        case 'H':
            job->hull = true;
            break;
        case 'o':
            job->output = optarg;
            break;
        case 'r':
            if (!scree_cli_parse_number(optarg, &job->rounding) || job->rounding < 0.0)
                return scree_cli_usage(self, "--rounding: expected a length, 0 or more, got '%s'", optarg);
            break;
        default:
            job->json = strcmp(optarg, "json") == 0;
            if (!job->json && strcmp(optarg, "text") != 0)
                return scree_cli_usage(self, "--format: expected text or json, got '%s'", optarg);
        }
    }
    if (argc - optind != 1) return scree_cli_usage(self, "expected one FILE or JSON, got %d arguments", argc - optind);
    job->source = argv[optind];
    return 0;
}

static int report(const shape_job *job, int status)
{
    text t = { 0 };
    if (job->json)
        scree_cli_report_json(job->shape, job->shown_name, &job->mesh, &t);
    else
        scree_cli_report_text(job->shape, job->shown_name, &job->mesh, &t);
    status = scree_cli_print(&scree_cli_shape, &t, status);
    scree_cli_text_free(&t);
    return status;
}

static int run(int argc, char **argv)
{
    shape_job job = { .source = "" };
    int status = parse_options(&job, argc, argv);
    if (status == -1) return scree_cli_print_help(&scree_cli_shape);
    if (status != 0) return status;
    bool json = is_json(job.source) || strcmp(job.source, "-") == 0 || ends_with(job.source, ".json");
    if (json && (job.hull || job.rounding > 0.0))
        return scree_cli_usage(&scree_cli_shape, "--hull and --rounding are for mesh files");
    job.shown_name = is_json(job.source) ? NULL : job.source;
    status = json ? load_json(&job) : load_mesh(&job);
    if (job.shape != NULL || (job.mesh.there && status != EXIT_TROUBLE)) {
        if (job.shape != NULL && !scree_cli_shape_is_sound(job.shape)) status = EXIT_SOME_ERRORS;
        status = report(&job, status);
    }
    scree_error error = { SCREE_OK, "" };
    if (job.shape != NULL && job.output != NULL && status <= EXIT_SOME_ERRORS &&
        scree_mesh_write(job.output, SCREE_MESH_BY_NAME, job.shape, &error) != SCREE_OK)
        status = scree_cli_trouble(&scree_cli_shape, "%s", error.message);
    scree_shape_destroy(job.shape);
    return status;
}

const command scree_cli_shape = {
    .name = "shape",
    .summary = "describe, check and convert a shape or mesh file",
    .help = scree_cli_shape_help,
    .run = run,
};
