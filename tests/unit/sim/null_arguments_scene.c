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

static void plan(void)
{
    scree_scene_plan p;
    CHECK(!scree_scene_plan_make(NULL, &p, NULL));
}

static const null_row rows[] = {
    { "scree_scene_read", read_scene },         { "scree_scene_parse", parse },    { "scree_scene_destroy", destroy },
    { "scree_scene_errors_free", free_errors }, { "scree_scene_plan_make", plan },
};

int main(void)
{
    check_null_rows(rows, sizeof rows / sizeof *rows);
    return check_done();
}
