// What scree_sim_info() says of each file of a run, and of files that are damaged.
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "hand_frame.h"
#include "output/png.h"

// One grey pixel.
static const unsigned char pixel[] = { 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d,
                                       0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01,
                                       0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00,
                                       0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x68, 0x00, 0x00, 0x00,
                                       0x82, 0x00, 0x81, 0x77, 0xcd, 0x72, 0xb6, 0x00, 0x00, 0x00, 0x00, 0x49,
                                       0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82 };

static void write_picture(const char *folder, const char *pov)
{
    char bare[600], png[600];
    snprintf(bare, sizeof bare, "%s/bare.png", folder);
    snprintf(png, sizeof png, "%s/still.png", folder);
    FILE *file = fopen(bare, "wb");
    CHECK(file != NULL && fwrite(pixel, sizeof pixel, 1, file) == 1 && fclose(file) == 0);
    CHECK(scree_sim_png_describe(bare, pov, png, NULL));
    CHECK(!scree_sim_png_describe(pov, pov, png, NULL));
    CHECK(unlink(bare) == 0);
}

static void write_run(const char *folder)
{
    hand_frame h;
    hand_create(&h);
    scree_sim_output_options options = scree_sim_output_defaults();
    options.folder = folder;
    scree_sim_output *output = scree_sim_output_open(&options, &hand_origin, &h.frame, NULL);
    for (int k = 0; k < 2; ++k) {
        hand_place(&h, 0.5 * k, 50 * k);
        CHECK(scree_sim_output_sample(output, &h.frame, NULL, NULL));
        CHECK(scree_sim_output_frame(output, &h.frame, NULL));
    }
    CHECK(scree_sim_output_close(output, NULL));
    const scree_sim_checkpoint c = { .state = &h, .state_size = 100, .step = 50, .time = 0.5 };
    CHECK(scree_sim_checkpoint_write(folder, &hand_origin, &c, NULL));
    char path[600];
    snprintf(path, sizeof path, "%s/still.pov", folder);
    CHECK(scree_sim_still_write(path, &hand_origin, &h.frame, NULL, NULL));
    write_picture(folder, path);
    hand_destroy(&h);
}

/// The text has all of these lines; a NULL ends them.
static void check_lines(const char *folder, const char *name, const char *const *lines)
{
    char path[700];
    scree_error error = { 0 };
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = scree_sim_info(path, &error);
    if (!CHECK_MSG(text != NULL, "%s", error.message)) return;
    for (; *lines != NULL; ++lines)
        CHECK_MSG(strstr(text, *lines) != NULL, "%s: no line %s in\n%s", name, *lines, text);
    free(text);
}

static void check_files(const char *folder)
{
    char hash_line[100] = "scene_sha256: ";
    scree_sim_sha256(hand_origin.scene, strlen(hand_origin.scene), hash_line + strlen(hash_line));
    const char *const origin[] = { "version: ", "command: scree run hand.yaml\n",        hash_line,
                                   "seed: 7\n", "scene: title: by hand ... (2 lines)\n", NULL };
    static const char *const files[] = { "series.csv",
                                         "trajectory.gsd",
                                         "frames/grains_000001.vtp",
                                         "frames/contacts_000000.vtp",
                                         "frames/walls_000000.vtp",
                                         "walls.pvd",
                                         "still.pov",
                                         "still.png",
                                         "checkpoint.h5" };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) check_lines(folder, files[i], origin);
    const char *const csv[] = { "samples: 2\n", "time: 0 to 0.5 s\n", NULL };
    const char *const gsd[] = { "frames: 2\n", "steps: 0 to 50\n", "grains: 9 to 9\n", "shapes: 9\n", NULL };
    const char *const vtp[] = { "TimeValue: 0.5\n", "step: 50\n", " angular_velocity", NULL };
    const char *const pvd[] = { "frames: 2\n", "time: 0 to 0.5 s\n", NULL };
    const char *const h5[] = { "step: 50\n", "state: 100 bytes\n", NULL };
    const char *const pov[] = { "title: by hand\n", "grains: 9\n", "time: 0.5\n", NULL };
    const char *const all[] = { "checkpoint.h5\n  kind: ", "trajectory.gsd\n  kind: ", "grains.pvd\n  kind: ", NULL };
    check_lines(folder, "series.csv", csv);
    check_lines(folder, "trajectory.gsd", gsd);
    check_lines(folder, "frames/grains_000001.vtp", vtp);
    check_lines(folder, "walls.pvd", pvd);
    check_lines(folder, "checkpoint.h5", h5);
    check_lines(folder, "still.pov", pov);
    const char *const png[] = { "kind: picture (PNG)\n", "size: 1 x 1\n", "grains: 9\n", NULL };
    check_lines(folder, "still.png", png);
    check_lines(folder, "", all);
}

/// Cut short or flipped, each file is refused or summarised; nothing crashes.
static void check_damage(const char *folder)
{
    static const char *const files[] = { "series.csv", "trajectory.gsd", "frames/grains_000001.vtp",
                                         "walls.pvd",  "checkpoint.h5",  "still.pov",
                                         "still.png" };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char path[700], copy[700], command[1600];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        snprintf(copy, sizeof copy, "%s/copy%s", folder, strrchr(files[i], '.'));
        for (int k = 0; k < 40; ++k) {
            if (k % 8 == 0) {
                snprintf(command, sizeof command, "cp '%s' '%s'", path, copy);
                CHECK(system(command) == 0);
            }
            FILE *file = fopen(copy, "r+b");
            fseek(file, 0, SEEK_END);
            const long size = ftell(file), at = k < 20 ? (k * 13) % size : (size / 41) * k;
            fseek(file, at, SEEK_SET);
            const int byte = fgetc(file);
            fseek(file, at, SEEK_SET);
            fputc(byte ^ (1 << k % 8), file);
            fclose(file);
            if (k % 8 == 7) CHECK(truncate(copy, size * (k % 5) / 5) == 0);
            free(scree_sim_info(copy, NULL));
        }
        unlink(copy);
    }
    scree_error error = { 0 };
    CHECK(scree_sim_info("/nonexistent.csv", &error) == NULL && strstr(error.message, "/nonexistent.csv") != NULL);
    char path[700];
    snprintf(path, sizeof path, "%s/frames", folder);
    CHECK(scree_sim_info(path, &error) == NULL && strstr(error.message, "no files of a run") != NULL);
}

int main(void)
{
    char folder[512];
    hand_make_folder(folder, sizeof folder);
    write_run(folder);
    check_files(folder);
    check_damage(folder);
    hand_remove_folder(folder);
    return check_done();
}
