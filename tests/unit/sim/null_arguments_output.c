// Every public call of output.h with NULL where a pointer belongs: a failure that says so, never a crash.
#include <string.h>

#include "null_rows.h"
#include "scree_sim/output.h"

static scree_error error;

/// The call failed and said why.
static bool refused(bool done)
{
    const bool reported = !done && error.status != SCREE_OK && error.message[0] != '\0';
    error = (scree_error){ 0 };
    return reported;
}

static void frame_take(void)
{
    scree_sim_frame frame;
    CHECK(refused(scree_sim_frame_take(NULL, true, &frame, &error)));
    CHECK(refused(scree_sim_frame_take(NULL, true, NULL, &error)));
    CHECK(!scree_sim_frame_take(NULL, true, NULL, NULL));
}

static void frame_release(void)
{
    scree_sim_frame_release(NULL);
    scree_sim_frame none = { 0 };
    scree_sim_frame_release(&none);
    scree_sim_frame_release(&none);
}

static void output_defaults(void)
{
    CHECK(scree_sim_output_defaults().size == sizeof(scree_sim_output_options));
}

static void output_open(void)
{
    scree_sim_output_options options = scree_sim_output_defaults();
    const scree_sim_frame frame = { 0 };
    CHECK(refused(scree_sim_output_open(NULL, NULL, &frame, &error) != NULL));
    CHECK(refused(scree_sim_output_open(&options, NULL, &frame, &error) != NULL));
    options.folder = "/nonexistent";
    CHECK(refused(scree_sim_output_open(&options, NULL, NULL, &error) != NULL));
    options.size = 0;
    CHECK(refused(scree_sim_output_open(&options, NULL, &frame, &error) != NULL));
    CHECK(scree_sim_output_open(NULL, NULL, NULL, NULL) == NULL);
}

static void output_sample(void)
{
    const scree_sim_frame frame = { 0 };
    CHECK(refused(scree_sim_output_sample(NULL, &frame, NULL, &error)));
}

static void output_frame(void)
{
    const scree_sim_frame frame = { 0 };
    CHECK(refused(scree_sim_output_frame(NULL, &frame, &error)));
    CHECK(!scree_sim_output_frame(NULL, NULL, NULL));
}

static void output_frames(void)
{
    CHECK(scree_sim_output_frames(NULL) == 0);
}

static void output_warning(void)
{
    CHECK(scree_sim_output_warning(NULL)[0] == 0);
}

static void output_sync(void)
{
    CHECK(refused(scree_sim_output_sync(NULL, &error)));
}

static void output_close(void)
{
    CHECK(scree_sim_output_close(NULL, NULL));
}

static void checkpoint_write(void)
{
    scree_sim_checkpoint c = { 0 };
    CHECK(refused(scree_sim_checkpoint_write(NULL, NULL, &c, &error)));
    CHECK(refused(scree_sim_checkpoint_write("/nonexistent", NULL, NULL, &error)));
    CHECK(refused(scree_sim_checkpoint_write("/nonexistent", NULL, &c, &error)));
    c.state_size = 1;
    CHECK(refused(scree_sim_checkpoint_write("/nonexistent", NULL, &c, &error)));
}

static void checkpoint_read(void)
{
    scree_sim_checkpoint c;
    CHECK(refused(scree_sim_checkpoint_read(NULL, &c, &error)));
    CHECK(refused(scree_sim_checkpoint_read("/nonexistent", NULL, &error)));
    CHECK(!scree_sim_checkpoint_read("/nonexistent", &c, NULL));
}

static void checkpoint_remove(void)
{
    CHECK(refused(scree_sim_checkpoint_remove(NULL, &error)));
    CHECK(!scree_sim_checkpoint_remove(NULL, NULL));
}

static void checkpoint_free(void)
{
    scree_sim_checkpoint_free(NULL);
}

static void still_defaults(void)
{
    CHECK(scree_sim_still_defaults().size == sizeof(scree_sim_still_options));
}

static void still_write(void)
{
    const scree_sim_frame frame = { 0 };
    CHECK(refused(scree_sim_still_write(NULL, NULL, &frame, NULL, &error)));
    CHECK(refused(scree_sim_still_write("/nonexistent/still.pov", NULL, NULL, NULL, &error)));
    CHECK(refused(scree_sim_still_write("/nonexistent/still.pov", NULL, &frame, NULL, &error)));
}

static void still_can_render(void)
{
    (void)scree_sim_still_can_render(); // either way
}

static void still_render(void)
{
    CHECK(refused(scree_sim_still_render(NULL, "/nonexistent/still.png", NULL, 1, &error)));
    CHECK(refused(scree_sim_still_render("/nonexistent/still.pov", NULL, NULL, 1, &error)));
}

static void view_write(void)
{
    CHECK(refused(scree_sim_view_write(NULL, "/nonexistent/view.html", &error)));
    CHECK(refused(scree_sim_view_write("/nonexistent", NULL, &error)));
    CHECK(refused(scree_sim_view_write("/nonexistent", "/nonexistent/view.html", &error)));
}

static void info(void)
{
    CHECK(refused(scree_sim_info(NULL, &error) != NULL));
    CHECK(scree_sim_info("/nonexistent", NULL) == NULL);
}

static void sha256(void)
{
    char hash[SCREE_SIM_HASH_SIZE];
    scree_sim_sha256("abc", 3, NULL);
    scree_sim_sha256(NULL, 0, hash);
    CHECK(strcmp(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") == 0);
    scree_sim_sha256("abc", 3, hash); // FIPS 180-4
    CHECK(strcmp(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") == 0);
}

static void mesh_make(void)
{
    scree_sim_mesh mesh;
    CHECK(refused(scree_sim_mesh_make(NULL, 1, &mesh, &error)));
    CHECK(refused(scree_sim_mesh_make(NULL, 1, NULL, &error)));
}

static void mesh_plane(void)
{
    const scree_vec3 zero = { 0.0, 0.0, 0.0 };
    const scree_body none = { 0 };
    scree_sim_mesh mesh;
    CHECK(refused(scree_sim_mesh_plane(NULL, zero, zero, &mesh, &error)));
    CHECK(refused(scree_sim_mesh_plane(&none, zero, zero, &mesh, &error)));
    CHECK(refused(scree_sim_mesh_plane(&none, zero, zero, NULL, &error)));
}

static void mesh_free(void)
{
    scree_sim_mesh_free(NULL);
}

static const null_row rows[] = {
    { "scree_sim_frame_take", frame_take },
    { "scree_sim_frame_release", frame_release },
    { "scree_sim_output_defaults", output_defaults },
    { "scree_sim_output_open", output_open },
    { "scree_sim_output_sample", output_sample },
    { "scree_sim_output_frame", output_frame },
    { "scree_sim_output_frames", output_frames },
    { "scree_sim_output_warning", output_warning },
    { "scree_sim_output_sync", output_sync },
    { "scree_sim_output_close", output_close },
    { "scree_sim_checkpoint_write", checkpoint_write },
    { "scree_sim_checkpoint_read", checkpoint_read },
    { "scree_sim_checkpoint_remove", checkpoint_remove },
    { "scree_sim_checkpoint_free", checkpoint_free },
    { "scree_sim_still_defaults", still_defaults },
    { "scree_sim_still_write", still_write },
    { "scree_sim_still_can_render", still_can_render },
    { "scree_sim_still_render", still_render },
    { "scree_sim_view_write", view_write },
    { "scree_sim_info", info },
    { "scree_sim_sha256", sha256 },
    { "scree_sim_mesh_make", mesh_make },
    { "scree_sim_mesh_plane", mesh_plane },
    { "scree_sim_mesh_free", mesh_free },
};

int main(void)
{
    check_null_rows(rows, sizeof rows / sizeof *rows);
    return check_done();
}
