// Servo walls in scenes: a stage that waits for balance waits for them, `between` names the walls beside them, and another
// motion of the same wall does not disturb them.
#include <string.h>

#include "check.h"
#include "scree_sim/run.h"

#define HEAD                                                                                                           \
    "domain: {min: [0, 0, -0.1], max: [0.1, 0.1, 0.5]}\n"                                                              \
    "materials: {rock: {density: 2500, restitution: 0.3}}\n"                                                           \
    "shapes: {ball: {type: sphere, radius: 0.01}}\n"                                                                   \
    "output: {vtp: false, gsd: false, still: false, page: false}\n"                                                    \
    "insert: [{from: lattice, shapes: ball, region: {min: [0.01, 0.01, 0.0001], max: [0.09, 0.09, 0.07]}}]\n"          \
    "walls:\n"                                                                                                         \
    "  box: {type: box, faces: [x-, x+, y-, y+]}\n"                                                                    \
    "  west: {type: plane, normal: [1, 0, 0], offset: 0.005}\n"                                                        \
    "  east: {type: plane, normal: [-1, 0, 0], offset: -0.095}\n"                                                      \
    "  floor: {type: plane, normal: [0, 0, 1], offset: 0}\n"                                                           \
    "  post: {type: cylinder, centre: [0.05, 0.05, 0.3], radius: 0.01, length: 0.1, grains: outside}\n"

#define LID(servo, more)                                                                                               \
    "  lid: {type: plane, normal: [0, 0, -1], offset: -0.2, motion: [{servo: {normal: [0, 0, -1], " servo "}}" more    \
    "]}\n"

#define STAGES "stages: [{until: {unbalanced: 0.1}, at_least: 0.02, limit: 1}]\n"

#define PRESS "speed: 0.5, force: 50"

typedef struct seen {
    double time, load, target;
} seen;

static int lid_of(const scree_sim *sim)
{
    for (int w = 0; w < scree_sim_wall_count(sim); ++w)
        if (strcmp(scree_sim_wall_at(sim, w).name, "lid") == 0) return w;
    return -1;
}

// At the end of a run, or at some time.
static seen run_to(const char *text, double until)
{
    seen s = { NAN, NAN, NAN };
    scree_error error = { SCREE_OK, "" };
    scree_scene_errors errors = { 0 };
    scree_scene *scene = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, &errors);
    CHECK_MSG(scene != NULL, "%s", errors.count > 0 ? errors.list[0].message : "");
    scree_scene_errors_free(&errors);
    scree_run_options options = scree_run_defaults();
    options.until = until;
    scree_run *run = scene != NULL ? scree_run_create(scene, &options, &error) : NULL;
    CHECK_MSG(run != NULL, "%s", error.message);
    if (run != NULL) {
        scree_wall_motion motions[4];
        const scree_run_end end = scree_run_advance(run, &error);
        CHECK_MSG(end == SCREE_RUN_FINISHED || end == SCREE_RUN_STOPPED, "%s", scree_run_status_of(run).reason);
        const scree_sim *sim = scree_run_sim(run);
        const int lid = lid_of(sim);
        s.time = scree_run_status_of(run).time;
        s.load = scree_sim_wall_at(sim, lid).force.z;
        s.target = scree_sim_wall_motions(sim, lid, motions, 4) > 0 ? motions[0].servo_force : NAN;
        scree_run_destroy(run);
    }
    scree_scene_destroy(scene);
    return s;
}

// The grains are at rest on the floor from the first, with the lid in the air.
static void check_wait(void)
{
    const seen s = run_to(HEAD LID(PRESS, "") STAGES, INFINITY);
    CHECK_MSG(fabs(s.load / 50.0 - 1.0) <= 0.05, "%g of 50 N at %g s", s.load, s.time);
    CHECK_MSG(s.time < 0.9, "it ends at %g s", s.time);
}

// A servo that does not get there: the limit. One that has ended, or whose wall is gone: the stage does not wait.
static void check_no_wait(void)
{
    CHECK_NEAR(run_to(HEAD LID("speed: 0.001, force: 50", "") STAGES, INFINITY).time, 1.0, 0.01);
    static const char ended[] =
        HEAD "  lid: {type: plane, normal: [0, 0, -1], offset: -0.2,\n"
             "    motion: {end: 0.1, servo: {normal: [0, 0, -1], speed: 0.5, force: 50}}}\n" STAGES;
    CHECK(run_to(ended, INFINITY).time < 0.5);
    static const char gone[] = HEAD LID(PRESS, "") "stages: [{until: {time: 0.01}}, {remove: lid, until: {unbalanced: "
                                                   "0.1}, at_least: 0.02, limit: 1}]\n";
    CHECK(run_to(gone, INFINITY).time < 0.5);
}

static void check_between(void)
{
    const double area = 0.09 * 0.1;
    const seen s =
        run_to(HEAD LID("speed: 0.5, pressure: 4000, between: [[west, east], [box.y-, box.y+]]", "") STAGES, INFINITY);
    CHECK_NEAR(s.target, 4000.0 * area, 1e-9);
    CHECK_NEAR(s.load / s.target, 1.0, 0.05);
    const seen fixed = run_to(HEAD LID("speed: 0.5, pressure: 4000, between: [[west, east], 0.2]", "") STAGES, 0.01);
    CHECK_NEAR(fixed.target, 4000.0 * 0.09 * 0.2, 1e-9);
    const seen given = run_to(HEAD LID("speed: 0.5, pressure: 4000, area: 0.01", "") STAGES, 0.01);
    CHECK_NEAR(given.target, 40.0, 1e-9);
}

// A rotation of the lid about its normal begins and ends while the servo holds: it goes on.
static void check_other_motion(void)
{
    static const char text[] =
        HEAD LID("speed: 0.5, pressure: 5000, between: [[west, east], [box.y-, box.y+]]",
                 ", {start: 0.8, end: 0.805, spin: [0, 0, 0.1], centre: [0, 0, 0]}") "stages: [{until: {time: 1}}]\n";
    for (int k = 0; k < 6; ++k) {
        const seen s = run_to(text, 0.798 + 0.002 * k);
        CHECK_NEAR(s.target, 45.0, 1e-9);
        CHECK_MSG(fabs(s.load / 45.0 - 1.0) < 0.02, "%g N at %g s", s.load, s.time);
    }
}

static void check_mistake(const char *servo, const char *says)
{
    char text[4096];
    scree_scene_errors errors = { 0 };
    snprintf(text, sizeof text,
             HEAD "  lid: {type: plane, normal: [0, 0, -1], offset: -0.2, motion: {servo: {normal: [0, 0, -1], speed: "
                  "1, %s}}}\n" STAGES,
             servo);
    scree_scene *scene = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, &errors);
    const char *said = errors.count > 0 ? errors.list[0].message : "nothing";
    CHECK_MSG(scene == NULL && errors.count == 1 && strstr(said, says) != NULL && errors.list[0].line == 12,
              "%s: %zu errors, %s", servo, errors.count, said);
    scree_scene_errors_free(&errors);
    scree_scene_destroy(scene);
}

static void check_mistakes(void)
{
    check_mistake("pressure: 1", "either force, or pressure and one of area and between");
    check_mistake("force: 1, between: [1, 1]", "either force, or pressure and one of area and between");
    check_mistake("pressure: 1, area: 1, between: [1, 1]", "one of area and between");
    check_mistake("pressure: 1, between: [[west, east]]", "two pairs of walls");
    check_mistake("pressure: 1, between: [1, east]", "expected two walls");
    check_mistake("pressure: 1, between: [1, 2m]", "expected a number");
    check_mistake("pressure: 1, between: [[west, east], [-1]]", "expected two walls");
    check_mistake("pressure: 1, between: [[west, east], 0]", "above 0");
    check_mistake("pressure: 1, between: [[west, east], [1, [2]]]", "there is no wall 1");
    check_mistake("pressure: 1, between: [[west, [east]], 1]", "the name of a wall");
    check_mistake("pressure: 1, between: [[wst, east], 1]", "did you mean west");
    check_mistake("pressure: 1, between: [[box, east], 1]", "one face of a box");
    check_mistake("pressure: 1, between: [[post, east], 1]", "post is not a plane");
    check_mistake("pressure: 1, between: [[west, floor], 1]", "west and floor do not face each other");
    check_mistake("pressure: 1, between: [[box.x-, box.y-], 1]", "do not face each other");
    check_mistake("pressure: 1, between: [[west, box.x-], 1]", "do not face each other");
}

int main(void)
{
    check_wait();
    check_no_wait();
    check_between();
    check_other_motion();
    check_mistakes();
    return check_done();
}
