// The POV-Ray scene; and, where POV-Ray is installed, a small picture of it in which something is drawn.
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>

#include "check.h"
#include "hand_frame.h"

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; ++at) count++;
    return count;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!CHECK_MSG(file != NULL, "%s is not there", path)) return NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = calloc(1, (size_t)size + 1);
    CHECK(fread(text, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    return text;
}

static void check_scene(const char *pov)
{
    char *text = read_text(pov);
    if (text == NULL) return;
    CHECK(count_of(text, "#declare M") == HAND_SHAPES); // the cluster is drawn with the sphere
    CHECK(count_of(text, "object { M") == HAND_PARTS);
    CHECK(count_of(text, "face_indices { 6,") == 1); // of the plate: the three faces that the camera sees
    CHECK(count_of(text, "texture { Floor }") == 1 && count_of(text, "texture { Plate }") == 1);
    CHECK(count_of(text, "nan") == 0 && count_of(text, "inf") == 0);
    free(text);
}

/// Width, height and kind of a PNG.
static void check_png(const char *png)
{
    char *text = read_text(png);
    if (text == NULL) return;
    const unsigned char *b = (const unsigned char *)text;
    CHECK(memcmp(b, "\x89PNG\r\n\x1a\n", 8) == 0 && b[19] == 120 && b[23] == 90);
    free(text);
}

static void check_picture(const char *folder, const char *pov)
{
    char png[600], command[1400];
    scree_error error = { 0 };
    scree_sim_still_options options = scree_sim_still_defaults();
    snprintf(png, sizeof png, "%s/still.png", folder);
    options.width = 120;
    options.height = 90;
    options.radiosity = false;
    const bool drawn = scree_sim_still_render(pov, png, &options, 1, &error);
    if (system("command -v povray >/dev/null") != 0) {
        CHECK_MSG(!drawn && strstr(error.message, "apt-get install povray") != NULL, "%s", error.message);
        return;
    }
    if (!CHECK_MSG(drawn, "%s", error.message)) return;
    check_png(png);
    // Again: the same picture, but for what POV-Ray notes in the file.
    snprintf(command, sizeof command, "ls -A '%s' | grep -v -x -e still.png -e still.pov", folder);
    CHECK_MSG(system(command) != 0, "something was left behind");
    FILE *broken = fopen(pov, "w");
    fputs("camera { nonsense", broken);
    fclose(broken);
    CHECK(!scree_sim_still_render(pov, png, &options, 1, &error));
    CHECK_MSG(strstr(error.message, "did not draw") != NULL, "%s", error.message);
}

/// In a folder and from a file whose names POV-Ray would not take.
static void check_names(const char *folder, hand_frame *h)
{
    char other[300], pov[600], png[600], command[2000];
    scree_error error = { 0 };
    scree_sim_still_options options = scree_sim_still_defaults();
    options.width = 120;
    options.height = 90;
    options.radiosity = false;
    if (system("command -v povray >/dev/null") != 0) return;
    for (int is_apart = 0; is_apart < 2; ++is_apart) {
        snprintf(other, sizeof other, "%.200s/it's a +\xc3\xbc", folder);
        snprintf(pov, sizeof pov, "%s/a b.pov", is_apart == 1 ? folder : other);
        snprintf(png, sizeof png, "%s/still a.png", other);
        mkdir(other, 0777);
        CHECK_MSG(scree_sim_still_write(pov, &hand_origin, &h->frame, &options, &error), "%s", error.message);
        if (CHECK_MSG(scree_sim_still_render(pov, png, &options, 1, &error), "%s", error.message)) check_png(png);
        snprintf(command, sizeof command, "rm -f \"%s\" \"%s\" && rmdir \"%s\"", pov, png, other);
        CHECK_MSG(system(command) == 0, "something was left behind");
    }
}

/// How far from the origin the camera is.
static double camera_distance(const char *pov, const scree_sim_origin *origin, hand_frame *h)
{
    scree_error error = { 0 };
    double x = NAN, y = NAN, z = NAN;
    CHECK_MSG(scree_sim_still_write(pov, origin, &h->frame, NULL, &error), "%s", error.message);
    char *text = read_text(pov), *at = text != NULL ? strstr(text, "location <") : NULL;
    CHECK(at != NULL && sscanf(at, "location <%lf,%lf,%lf>", &x, &y, &z) == 3);
    free(text);
    return sqrt(x * x + y * y + z * z);
}

/// One grain that flew away does not make the others a dot; without a domain, all grains count.
static void check_runaway(const char *folder, hand_frame *h)
{
    char pov[600];
    snprintf(pov, sizeof pov, "%s/runaway.pov", folder);
    const double before = camera_distance(pov, &hand_origin, h);
    const scree_vec3 place = h->parts[0].position;
    h->parts[0].position = (scree_vec3){ 1000.0, 0.0, 0.0 };
    CHECK(camera_distance(pov, &hand_origin, h) <= before + 1.0);
    scree_sim_origin endless = hand_origin;
    endless.domain_low = endless.domain_high = (scree_vec3){ 0.0, 0.0, 0.0 };
    CHECK(camera_distance(pov, &endless, h) > 1000.0);
    h->parts[0].position = place;
    unlink(pov);
}

/// Two pieces of a wall side by side: the face between them is not drawn.
static void check_joined(const char *folder, hand_frame *h)
{
    char pov[600];
    scree_error error = { 0 };
    snprintf(pov, sizeof pov, "%s/joined.pov", folder);
    const scree_body pieces[2] = { h->pieces[1], { h->wall_shapes[1], { 2.0, 0.9, 0.3 }, h->pieces[1].orientation } };
    scree_sim_wall_view *wall = &h->walls[1];
    const scree_sim_wall_view before = *wall;
    wall->pieces = pieces;
    wall->piece_count = 2;
    CHECK_MSG(scree_sim_still_write(pov, &hand_origin, &h->frame, NULL, &error), "%s", error.message);
    char *text = read_text(pov);
    CHECK(text != NULL && count_of(text, "face_indices { 10,") == 1 && count_of(text, "texture { Plate }") == 1);
    free(text);
    *wall = before;
    unlink(pov);
}

/// No grains, 2-D, one grain, speeds: a scene all the same.
static void check_others(const char *folder, hand_frame *h)
{
    char pov[600];
    scree_error error = { 0 };
    snprintf(pov, sizeof pov, "%s/other.pov", folder);
    scree_sim_still_options options = scree_sim_still_defaults();
    options.colour_by_speed = true;
    options.direction = (scree_vec3){ 0.0, 0.0, -2.0 };
    CHECK_MSG(scree_sim_still_write(pov, &hand_origin, &h->frame, &options, &error), "%s", error.message);
    h->frame.grains.count = 0;
    CHECK_MSG(scree_sim_still_write(pov, &hand_origin, &h->frame, NULL, &error), "%s", error.message);
    char *text = read_text(pov);
    CHECK(text != NULL && count_of(text, "nan") == 0 && count_of(text, "inf") == 0);
    free(text);
    scree_sim_origin flat = hand_origin;
    flat.dimension = 2;
    h->frame.grains.count = 1;
    CHECK_MSG(scree_sim_still_write(pov, &flat, &h->frame, NULL, &error), "%s", error.message);
    text = read_text(pov);
    CHECK(text != NULL && count_of(text, "orthographic") == 1);
    free(text);
    unlink(pov);
}

int main(void)
{
    char folder[512], pov[600];
    hand_make_folder(folder, sizeof folder);
    hand_frame h;
    hand_create(&h);
    scree_error error = { 0 };
    snprintf(pov, sizeof pov, "%s/still.pov", folder);
    CHECK_MSG(scree_sim_still_write(pov, &hand_origin, &h.frame, NULL, &error), "%s", error.message);
    check_scene(pov);
    check_picture(folder, pov);
    check_names(folder, &h);
    check_runaway(folder, &h);
    check_joined(folder, &h);
    check_others(folder, &h);
    hand_destroy(&h);
    hand_remove_folder(folder);
    return check_done();
}
