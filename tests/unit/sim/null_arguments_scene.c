// The calls of scenes and runs with NULL where a pointer belongs.
#include "null_rows.h"
#include "scree_sim/run.h"

static void read_scene(void)
{
    scree_scene_errors errors;
    CHECK(scree_scene_read(NULL, NULL, 0, NULL) == NULL);
    CHECK(scree_scene_read(NULL, NULL, 0, &errors) == NULL && errors.count == 1);
    scree_scene_errors_free(&errors);
}

static void parse(void)
{
    scree_scene_errors errors;
    CHECK(scree_scene_parse(NULL, 0, NULL, NULL, 3, NULL) == NULL);
    CHECK(scree_scene_parse(NULL, 5, NULL, NULL, 0, &errors) == NULL && errors.count == 1);
    scree_scene_errors_free(&errors);
}

static void destroy(void)
{
    scree_scene_destroy(NULL);
}

static void free_errors(void)
{
    scree_scene_errors_free(NULL);
}

static void warnings(void)
{
    scree_scene_errors errors;
    scree_scene_warnings(NULL, NULL);
    scree_scene_warnings(NULL, &errors);
    CHECK(errors.count == 0 && errors.list == NULL);
}

static void plan(void)
{
    scree_scene_plan p;
    CHECK(!scree_scene_plan_make(NULL, &p, NULL));
}

static void run_defaults(void)
{
    CHECK(scree_run_defaults().size == sizeof(scree_run_options));
}

static void run_create(void)
{
    CHECK(scree_run_create(NULL, NULL, NULL) == NULL);
}

static void run_resume(void)
{
    const scree_run_options options = scree_run_defaults();
    CHECK(scree_run_resume(NULL, NULL) == NULL);
    CHECK(scree_run_resume(&options, NULL) == NULL);
}

static void run_advance(void)
{
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_run_advance(NULL, NULL) == SCREE_RUN_FAILED);
    CHECK(scree_run_advance(NULL, &error) == SCREE_RUN_FAILED && error.status == SCREE_INVALID_ARGUMENT);
}

static void run_destroy(void)
{
    scree_run_destroy(NULL);
}

static void run_status(void)
{
    CHECK(scree_run_status_of(NULL).steps == 0);
}

static void run_sim(void)
{
    CHECK(scree_run_sim(NULL) == NULL);
}

static void run_scene(void)
{
    CHECK(scree_run_scene(NULL) == NULL);
}

static const null_row rows[] = {
    { "scree_run_defaults", run_defaults }, { "scree_run_create", run_create },
    { "scree_run_resume", run_resume },     { "scree_run_advance", run_advance },
    { "scree_run_destroy", run_destroy },   { "scree_run_status_of", run_status },
    { "scree_run_sim", run_sim },           { "scree_run_scene", run_scene },
    { "scree_scene_read", read_scene },     { "scree_scene_parse", parse },
    { "scree_scene_destroy", destroy },     { "scree_scene_errors_free", free_errors },
    { "scree_scene_plan_make", plan },      { "scree_scene_warnings", warnings },
};

int main(void)
{
    check_null_rows(rows, sizeof rows / sizeof *rows);
    return check_done();
}
