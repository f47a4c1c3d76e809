// Gravity of stages: it rotates while a stage says so, then stays as it is, also in a run that was resumed.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scree_sim/output.h"
#include "scree_sim/run.h"

#define HEAD                                                                                                           \
    "materials: {rock: {density: 1000}}\n"                                                                             \
    "time_step: 0.001\n"                                                                                               \
    "output: {vtp: false, gsd: false, still: false, page: false}\n"

#define SPACE                                                                                                          \
    "domain: {min: [-100, -100, -100], max: [100, 100, 100]}\n"                                                        \
    "shapes: {ball: {type: sphere, radius: 0.1}}\n"                                                                    \
    "insert: [{grains: [{shape: ball, position: [0, 0, 0]}]}]\n"

#define PLANE                                                                                                          \
    "dimension: 2\n"                                                                                                   \
    "domain: {min: [-100, -100], max: [100, 100]}\n"                                                                   \
    "shapes: {ball: {type: disc, radius: 0.1}}\n"                                                                      \
    "insert: [{grains: [{shape: ball, position: [0, 0]}]}]\n"

static scree_run *begin(const scree_scene *scene, const char *folder, const char *text, double until)
{
    scree_error error = { SCREE_OK, "" };
    scree_run_options options = scree_run_defaults();
    options.folder = folder;
    options.text = text;
    options.until = until;
    scree_run *run = scene != NULL ? scree_run_create(scene, &options, &error) : scree_run_resume(&options, &error);
    CHECK_MSG(run != NULL, "%s", error.message);
    return run;
}

static scree_vec3 velocity(const scree_run *run)
{
    return scree_sim_grains(scree_run_sim(run)).velocities[0];
}

/// The acceleration between two times of a run without contacts.
static scree_vec3 acceleration(const char *text, double from, double to)
{
    scree_scene *scene = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, NULL);
    scree_vec3 v[2] = { { NAN, NAN, NAN }, { NAN, NAN, NAN } };
    if (!CHECK(scene != NULL)) return v[0];
    double times[2];
    for (int k = 0; k < 2; ++k) {
        scree_run *run = begin(scene, NULL, text, k == 0 ? from : to);
        if (run == NULL) continue;
        CHECK(scree_run_advance(run, NULL) == SCREE_RUN_STOPPED);
        v[k] = velocity(run);
        times[k] = scree_run_status_of(run).time;
        scree_run_destroy(run);
    }
    scree_scene_destroy(scene);
    const double t = times[1] - times[0];
    return (scree_vec3){ (v[1].x - v[0].x) / t, (v[1].y - v[0].y) / t, (v[1].z - v[0].z) / t };
}

static void check_gravity(const char *text, double from, double to, double x, double y, double z)
{
    const scree_vec3 a = acceleration(text, from, to);
    CHECK_MSG(fabs(a.x - x) < 1e-9 && fabs(a.y - y) < 1e-9 && fabs(a.z - z) < 1e-9, "gravity (%g, %g, %g)", a.x, a.y,
              a.z);
}

/// Tilted by 90 degrees in a second, then held.
static void check_hold(void)
{
    check_gravity(HEAD SPACE "stages: [{gravity_rpm: [15, 0, 0], until: {time: 1}}, {until: {time: 1}}]\n", 1.1, 1.9,
                  0.0, 9.81, 0.0);
    check_gravity(HEAD SPACE
                  "stages: [{gravity_rpm: [15, 0, 0], until: {time: 1}}, {gravity_rpm: [0, 0, 0], until: {time: 1}}]\n",
                  1.1, 1.9, 0.0, 9.81, 0.0);
    // Tilted, held, tilted on from there, and held; then another gravity.
    static const char more[] = HEAD SPACE "stages: [{gravity_rpm: [15, 0, 0], until: {time: 1}}, {until: {time: 1}},\n"
                                          "  {gravity_rpm: [0, 0, 15], until: {time: 1}}, {until: {time: 1}},\n"
                                          "  {gravity: [0, 0, -1], until: {time: 1}}, {until: {time: 1}}]\n";
    check_gravity(more, 3.1, 3.9, -9.81, 0.0, 0.0);
    check_gravity(more, 4.1, 4.9, 0.0, 0.0, -1.0);
    check_gravity(more, 5.1, 5.9, 0.0, 0.0, -1.0);
}

/// In two dimensions it is a number, as rpm of walls.
static void check_plane(void)
{
    check_gravity(HEAD PLANE "stages: [{gravity_rpm: 15, until: {time: 1}}, {until: {time: 1}}]\n", 1.1, 1.9, 9.81, 0.0,
                  0.0);
    static const char *const bad[] = { "[60, 0]", "[0, 0, 20]" };
    for (int i = 0; i < 2; ++i) {
        char text[1000];
        scree_scene_errors errors;
        snprintf(text, sizeof text, HEAD PLANE "stages: [{gravity_rpm: %s, until: {time: 1}}]\n", bad[i]);
        scree_scene *scene = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, &errors);
        CHECK(scene == NULL && errors.count == 1);
        CHECK_MSG(errors.count > 0 && strstr(errors.list[0].message, "gravity_rpm: expected a number") != NULL, "%s",
                  errors.count > 0 ? errors.list[0].message : "no error");
        scree_scene_destroy(scene);
        scree_scene_errors_free(&errors);
    }
}

/// Stopped while it rotates, and while it is held after that: the same bits as in one go.
static void check_resumed(const char *folder)
{
    static const char text[] =
        HEAD SPACE "stages: [{gravity_rpm: [7, 3, 0], until: {time: 1.003}}, {until: {time: 1}},\n"
                   "  {gravity_rpm: [0, 0, 11], until: {time: 1}}]\n";
    scree_scene *scene = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, NULL);
    if (!CHECK(scene != NULL)) return;
    scree_vec3 ends[2] = { { 0.0, 0.0, 0.0 }, { 1.0, 1.0, 1.0 } };
    static const double stops[] = { 0.5, 1.5, 2.5, INFINITY };
    scree_run *run = begin(scene, NULL, text, INFINITY);
    if (run != NULL) {
        CHECK(scree_run_advance(run, NULL) == SCREE_RUN_FINISHED);
        ends[0] = velocity(run);
        scree_run_destroy(run);
    }
    for (int k = 0; k < 4; ++k) {
        run = begin(k == 0 ? scene : NULL, folder, text, stops[k]);
        if (run == NULL) continue;
        CHECK(scree_run_advance(run, NULL) == (k < 3 ? SCREE_RUN_STOPPED : SCREE_RUN_FINISHED));
        ends[1] = velocity(run);
        scree_run_destroy(run);
    }
    CHECK_MSG(memcmp(&ends[0], &ends[1], sizeof ends[0]) == 0, "(%.17g, %.17g, %.17g), resumed (%.17g, %.17g, %.17g)",
              ends[0].x, ends[0].y, ends[0].z, ends[1].x, ends[1].y, ends[1].z);
    scree_scene_destroy(scene);
}

int main(void)
{
    const char *place = getenv("TMPDIR");
    char folder[300], command[400];
    snprintf(folder, sizeof folder, "%.250s/scree-gravity-XXXXXX", place != NULL ? place : "/tmp");
    check_hold();
    check_plane();
    if (!CHECK(mkdtemp(folder) != NULL)) return check_done();
    check_resumed(folder);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    return check_done();
}
