// The page: made from a run of many grains, alike and all different; used in headless Chromium where it is installed.
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>

#include "check.h"
#include "hand_frame.h"

enum { GRAINS = 300, DIFFERENT = 100, SHAPES = DIFFERENT + 2, FRAMES = 4 };

/// A heap of boxes, spheres and hulls that are all different, lower in each frame. The last grains come later.
typedef struct heap {
    scree_sim_frame frame;
    scree_shape *shapes[SHAPES], *floor;
    scree_body parts[GRAINS], piece;
    int64_t ids[GRAINS];
    int32_t shape_of[GRAINS], materials[GRAINS], first_parts[GRAINS + 1];
    uint8_t modes[GRAINS];
    scree_vec3 positions[GRAINS], velocities[GRAINS], spins[GRAINS];
    scree_quat orientations[GRAINS];
    double masses[GRAINS];
    scree_sim_wall_view wall;
    scree_sim_contact contacts[GRAINS];
} heap;

static double random_number(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void make_shapes(heap *h)
{
    uint64_t state = 5;
    h->shapes[0] = scree_box_create((scree_vec3){ 0.05, 0.05, 0.05 }, 0.0, NULL);
    h->shapes[1] = scree_sphere_create(0.06, 0.0, NULL);
    for (int i = 2; i < SHAPES; ++i) {
        scree_vec3 corners[10];
        for (int k = 0; k < 10; ++k)
            corners[k] = (scree_vec3){ 0.15 * (random_number(&state) - 0.5), 0.15 * (random_number(&state) - 0.5),
                                       0.15 * (random_number(&state) - 0.5) };
        h->shapes[i] = scree_polyhedron_create(corners, 10, 0.0, NULL);
    }
    h->floor = scree_half_space_create((scree_vec3){ 0, 0, 1 }, 0.0, 0.0, NULL);
}

static void place(heap *h, int frame)
{
    uint64_t state = 9;
    const int count = frame == 0 ? GRAINS - 20 : GRAINS;
    h->frame.time = 0.1 * frame;
    h->frame.step = 10 * frame;
    for (int i = 0; i < count; ++i) {
        const int level = i / 36;
        h->ids[i] = i;
        h->shape_of[i] = i % 3 == 2 ? 2 + i / 3 : i % 3;
        h->materials[i] = i % 3 == 1;
        h->positions[i] = (scree_vec3){ 0.13 * (i % 6) + 0.02 * random_number(&state),
                                        0.13 * (i / 6 % 6) + 0.02 * random_number(&state),
                                        0.08 + 0.13 * level * (1.3 - 0.1 * frame) };
        h->orientations[i] = scree_quat_from_axis_angle(
            (scree_vec3){ random_number(&state), random_number(&state), 0.3 }, 6.0 * random_number(&state));
        h->velocities[i] = (scree_vec3){ 0.0, 0.0, -0.3 * random_number(&state) * level };
        h->masses[i] = 1.0;
        const scree_shape *shape = h->shapes[h->shape_of[i]];
        const scree_vec3 c = scree_shape_mass(shape).centroid;
        const scree_vec3 offset = scree_quat_rotate(h->orientations[i], c);
        h->parts[i] =
            (scree_body){ shape,
                          { h->positions[i].x - offset.x, h->positions[i].y - offset.y, h->positions[i].z - offset.z },
                          h->orientations[i] };
        h->first_parts[i] = i;
        h->contacts[i] = (scree_sim_contact){ .a = i, .b = i >= 36 ? i - 36 : -1, .point = h->positions[i] };
        h->contacts[i].force.force.z = 1.0 + (GRAINS - i) * random_number(&state);
    }
    h->first_parts[count] = count;
    h->frame.grains = (scree_sim_grains_view){ .count = (size_t)count,
                                               .ids = h->ids,
                                               .shapes = h->shape_of,
                                               .materials = h->materials,
                                               .modes = h->modes,
                                               .positions = h->positions,
                                               .orientations = h->orientations,
                                               .velocities = h->velocities,
                                               .spins = h->spins,
                                               .masses = h->masses,
                                               .first_parts = h->first_parts,
                                               .parts = h->parts };
    h->frame.contacts = h->contacts;
    h->frame.contact_count = (size_t)count;
    h->frame.totals.kinetic_translation = exp(-frame);
}

static void write_run(const char *folder)
{
    heap *h = calloc(1, sizeof *h);
    make_shapes(h);
    place(h, 0);
    h->piece = scree_body_at(h->floor, (scree_vec3){ 0, 0, 0 });
    h->wall =
        (scree_sim_wall_view){ .name = "floor", .orientation = { 1, 0, 0, 0 }, .pieces = &h->piece, .piece_count = 1 };
    h->frame.walls = &h->wall;
    h->frame.wall_count = 1;
    scree_sim_origin origin = hand_origin;
    origin.title = "a heap & \"more\" -- <b>";
    origin.domain_low = (scree_vec3){ -0.2, -0.2, 0.0 };
    origin.domain_high = (scree_vec3){ 1.0, 1.0, 2.0 };
    scree_sim_output_options options = scree_sim_output_defaults();
    scree_error error = { 0 };
    options.folder = folder;
    options.vtp = false;
    scree_sim_output *output = scree_sim_output_open(&options, &origin, &h->frame, &error);
    for (int k = 0; k < FRAMES && CHECK_MSG(output != NULL, "%s", error.message); ++k) {
        place(h, k);
        CHECK_MSG(scree_sim_output_sample(output, &h->frame, NULL, &error), "%s", error.message);
        CHECK_MSG(scree_sim_output_frame(output, &h->frame, &error), "%s", error.message);
    }
    CHECK(scree_sim_output_close(output, NULL));
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(h->shapes[i]);
    scree_shape_destroy(h->floor);
    free(h);
}

static bool is_there(const char *command)
{
    return system(command) == 0;
}

static void use_page(const char *html)
{
    const char *npm = getenv("SCREE_NPM_DIR");
    char folder[512], command[1600];
    snprintf(folder, sizeof folder, "%s", npm != NULL ? npm : "build/npm");
    snprintf(command, sizeof command, "test -d '%s/node_modules/playwright-core'", folder);
    if (!is_there("command -v node >/dev/null") || !is_there("command -v chromium >/dev/null") || !is_there(command)) {
        printf("no node, chromium or playwright-core: the page is not tried\n");
        return;
    }
    snprintf(command, sizeof command,
             "SCREE_NPM_DIR=\"$(realpath '%s')\" SCREE_CHROMIUM=\"$(command -v chromium)\" "
             "node tests/unit/sim/output/page.mjs '%s' %s",
             folder, html, getenv("SCREE_SCREENSHOT") != NULL ? getenv("SCREE_SCREENSHOT") : "");
    CHECK_MSG(system(command) == 0, "the page does not work in a browser");
}

/// Other people's files and damaged ones are refused.
static void check_damage(const char *folder, const char *html)
{
    char path[600];
    scree_error error = { 0 };
    snprintf(path, sizeof path, "%s/trajectory.gsd", folder);
    struct stat status;
    CHECK(stat(path, &status) == 0);
    for (int k = 1; k < 40; ++k) {
        FILE *file = fopen(path, "r+b");
        const long at = 300 + k * ((long)status.st_size - 300) / 41;
        fseek(file, at, SEEK_SET);
        const int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 0x55, file);
        fclose(file);
        scree_sim_view_write(folder, html, NULL);
    }
    CHECK(truncate(path, (off_t)status.st_size / 2) == 0);
    CHECK(!scree_sim_view_write(folder, html, &error));
    CHECK_MSG(strstr(error.message, "trajectory.gsd") != NULL, "%s", error.message);
}

int main(void)
{
    char folder[512], html[600];
    hand_make_folder(folder, sizeof folder);
    snprintf(html, sizeof html, "%s/view.html", folder);
    write_run(folder);
    scree_error error = { 0 };
    if (scree_sim_view_write(folder, html, &error)) {
        char *text = scree_sim_info(html, &error);
        CHECK_MSG(text != NULL && strstr(text, "title: a heap & \"more\" -- <b>\n") != NULL, "%s",
                  text != NULL ? text : "nothing");
        CHECK(text != NULL && strstr(text, "frames: 4\n") != NULL && strstr(text, "grains: 300\n") != NULL);
        free(text);
        use_page(html);
        check_damage(folder, html);
    } else {
        CHECK_MSG(strstr(error.message, "without the page") != NULL, "%s", error.message);
    }
    hand_remove_folder(folder);
    return check_done();
}
