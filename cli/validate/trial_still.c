// Stills of trials, as `scree run` makes one of a run, but smaller.
#include <stdio.h>
#include <unistd.h>

#include "command.h"
#include "scene_trial.h"
#include "scree_sim/output.h"
#include "text.h"

const scree_vec3 scree_still_any = { 0.0, 0.0, 0.0 };

// "folder/name" and its end; free() of text.
static const char *path_of(text *path, const char *folder, const char *name, const char *end)
{
    scree_cli_text_printf(path, "%s/%s%s", folder, name, end);
    scree_cli_text_add(path, "", 1);
    return path->failed ? NULL : path->bytes;
}

void scree_trial_still(const trial *t, const scree_run *run, const char *name, scree_vec3 direction)
{
    if (t->pictures == NULL) return;
    const scree_scene *scene = scree_run_scene(run);
    const scree_sim_origin origin = { .title = name,
                                      .seed = t->seed,
                                      .dimension = 3,
                                      .domain_low = scene->settings.domain_low,
                                      .domain_high = scene->settings.domain_high };
    scree_error error = { 0 };
    scree_sim_frame frame;
    scree_sim_still_options options = scree_sim_still_defaults();
    options.width = 480;
    options.height = 360;
    options.radiosity = false; // seconds instead of a quarter of a minute
    options.detail = 2;
    options.direction = direction;
    text pov = { 0 }, png = { 0 };
    const char *from = path_of(&pov, t->pictures, name, ".pov"), *to = path_of(&png, t->pictures, name, ".png");
    bool drawn = from != NULL && to != NULL && scree_sim_frame_take(scree_run_sim(run), false, &frame, &error);
    if (drawn) {
        drawn = scree_sim_still_write(from, &origin, &frame, &options, &error) &&
                scree_sim_still_render(from, to, &options, 1, &error);
        scree_sim_frame_release(&frame);
        unlink(from);
    }
    if (!drawn) scree_cli_trouble(t->self, "no picture %s: %s", name, error.message);
    scree_cli_text_free(&pov);
    scree_cli_text_free(&png);
}
