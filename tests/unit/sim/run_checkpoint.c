// A run whose simulation became NaN between two calls, by a force of the program that drives it: no checkpoint is written
// of that, and the one that is there stays.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scree_sim/output.h"
#include "scree_sim/run.h"

static const char text[] = "domain: {min: [-1, -1, -1], max: [1, 1, 1]}\n"
                           "materials: {rock: {density: 1000}}\n"
                           "shapes: {ball: {type: sphere, radius: 0.1}}\n"
                           "insert: [{grains: [{shape: ball, position: [0, 0, 0]}]}]\n"
                           "stages: [{until: {time: 1}}]\n"
                           "output: {vtp: false, gsd: false, still: false, page: false}\n";

static void spoil(void *user, const scree_sim *sim, size_t grain, scree_vec3 *force, scree_vec3 *torque)
{
    (void)user, (void)sim, (void)grain, (void)torque;
    force->x = NAN;
}

static void check_run(const scree_scene *scene, const char *folder)
{
    scree_error error = { SCREE_OK, "" };
    scree_run_options options = scree_run_defaults();
    options.folder = folder;
    options.text = text;
    options.until = 0.0;
    scree_run *run = scree_run_create(scene, &options, &error);
    if (!CHECK_MSG(run != NULL, "%s", error.message)) return;
    CHECK(isnan(scree_run_status_of(run).checkpoint_time));
    CHECK(scree_run_advance(run, &error) == SCREE_RUN_STOPPED);
    CHECK(scree_run_status_of(run).checkpoint_time == 0.0);
    scree_sim_report report;
    scree_sim_force(scree_run_sim(run), spoil, NULL);
    CHECK(!scree_sim_step(scree_run_sim(run), 1, &report) && report.trouble == SCREE_TROUBLE_NUMBER);
    CHECK(scree_run_advance(run, &error) == SCREE_RUN_FAILED);
    CHECK_MSG(strcmp(error.message, "no checkpoint: the motion of grain 0 is NaN or infinite") == 0, "%s",
              error.message);
    CHECK(scree_run_status_of(run).checkpoint_time == 0.0);
    scree_run_destroy(run);
    scree_sim_checkpoint c;
    if (CHECK_MSG(scree_sim_checkpoint_read(folder, &c, &error), "%s", error.message)) {
        CHECK(c.step == 0 && !c.previous);
        scree_sim_checkpoint_free(&c);
    }
    CHECK(scree_sim_checkpoint_remove(folder, &error) && !scree_sim_checkpoint_read(folder, &c, &error));
    CHECK(scree_sim_checkpoint_remove(folder, &error)); // none is there
}

int main(void)
{
    const char *place = getenv("TMPDIR");
    char folder[300], command[400];
    snprintf(folder, sizeof folder, "%.250s/scree-run-XXXXXX", place != NULL ? place : "/tmp");
    if (!CHECK(mkdtemp(folder) != NULL)) return check_done();
    scree_scene *scene = scree_scene_parse(text, sizeof text - 1, "ball.yaml", NULL, 0, NULL);
    CHECK(scene != NULL);
    if (scene != NULL) check_run(scene, folder);
    scree_scene_destroy(scene);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    return check_done();
}
