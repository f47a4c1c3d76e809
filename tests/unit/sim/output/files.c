// The files of a run, written from frames made by hand: read back by other programs where they are installed, resumed to
// the same bytes, and refused by a full disk without a crash.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/resource.h>

#include "check.h"
#include "hand_frame.h"

static const char *const columns[2] = { "sink.count", "flow, gate" };

static scree_sim_output *open_output(const char *folder, const hand_frame *h, int64_t resume_step)
{
    scree_sim_output_options options = scree_sim_output_defaults();
    scree_error error = { 0 };
    options.folder = folder;
    options.columns = columns;
    options.column_count = 2;
    options.resume_step = resume_step;
    scree_sim_output *output = scree_sim_output_open(&options, &hand_origin, &h->frame, &error);
    CHECK_MSG(output != NULL, "%s", error.message);
    return output;
}

static void write_frames(scree_sim_output *output, hand_frame *h, int from, int to)
{
    for (int k = from; k < to && output != NULL; ++k) {
        hand_place(h, 0.1 * k, 100 * k);
        const double values[2] = { k, 0.1 * k };
        scree_error error = { 0 };
        CHECK_MSG(scree_sim_output_sample(output, &h->frame, values, &error), "%s", error.message);
        CHECK_MSG(scree_sim_output_frame(output, &h->frame, &error), "%s", error.message);
        CHECK(scree_sim_output_frames(output) == k + 1);
    }
}

static int shell(const char *format, const char *a, const char *b)
{
    char command[2048];
    snprintf(command, sizeof command, format, a, b);
    return system(command);
}

static void check_readers(const char *folder)
{
    static const char *const readers[3][2] = { { "gsd", "gsd.hoomd" }, { "vtk", "vtk" }, { "pvd", "xml" } };
    for (int i = 0; i < 3; ++i) {
        if (!hand_has_module(readers[i][1])) {
            printf("Debian's Python has no module %s: not compared\n", readers[i][1]);
            continue;
        }
        CHECK_MSG(shell("/usr/bin/python3 tests/unit/sim/output/readers.py %s %s", readers[i][0], folder) == 0,
                  "%s does not read what was written", readers[i][0]);
    }
}

static void check_series(const char *folder)
{
    char path[600], line[4096], last[4096] = "";
    snprintf(path, sizeof path, "%s/series.csv", folder);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    int lines = 0, fields = 0, names = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') continue;
        int count = 1;
        for (const char *c = line; *c != '\0'; ++c) count += *c == ',';
        if (lines++ == 0)
            names = count;
        else
            fields = count;
        snprintf(last, sizeof last, "%s", line);
    }
    if (file != NULL) fclose(file);
    CHECK_MSG(lines == 4 && names == fields && names == 38 + 2 * 9 + 2, "%d lines, %d names, %d fields", lines, names,
              fields);
    CHECK_MSG(strncmp(last, "200,0.2,1,0,2,0,0.5,0.25,3.25,", 30) == 0, "%s", last);
    CHECK_MSG(strstr(last, ",2,0.2\n") != NULL, "%s", last);
    CHECK_MSG(strstr(last, ",0.1,") != NULL, "packing fraction in %s", last); // 1.6 of 16
}

/// A run that is interrupted after frame 1, resumed from step 0 and finished has the bytes of one that was not.
static void check_resume(const char *whole)
{
    char folder[512];
    hand_make_folder(folder, sizeof folder);
    hand_frame h;
    hand_create(&h);
    scree_sim_output *output = open_output(folder, &h, -1);
    write_frames(output, &h, 0, 2);
    CHECK(scree_sim_output_close(output, NULL));
    shell("printf '300,0.3,half a line' >> %s/series.csv%s", folder, "");
    output = open_output(folder, &h, 50);
    CHECK(scree_sim_output_frames(output) == 1);
    write_frames(output, &h, 1, 3);
    CHECK(scree_sim_output_close(output, NULL));
    CHECK(shell("diff -r %s %s", whole, folder) == 0);
    hand_destroy(&h);
    hand_remove_folder(folder);
}

/// What cannot be continued is put aside, and the run goes on; VTP frames keep their numbers.
static void check_damaged(void)
{
    char folder[512];
    hand_make_folder(folder, sizeof folder);
    hand_frame h;
    hand_create(&h);
    scree_sim_output *output = open_output(folder, &h, -1);
    write_frames(output, &h, 0, 2);
    CHECK(scree_sim_output_close(output, NULL));
    shell(": > %s/trajectory.gsd; : > %s/series.csv", folder, folder);
    output = open_output(folder, &h, 100);
    CHECK(output != NULL && strstr(scree_sim_output_warning(output), "trajectory.gsd.damaged") != NULL);
    CHECK(strstr(scree_sim_output_warning(output), "series.csv.damaged") != NULL);
    CHECK_MSG(scree_sim_output_frames(output) == 2, "%d frames", (int)scree_sim_output_frames(output));
    write_frames(output, &h, 2, 3);
    CHECK(scree_sim_output_close(output, NULL));
    CHECK(shell("cd %s && test -s trajectory.gsd -a -s frames/grains_000002.vtp -a -e series.csv.damaged%s", folder,
                "") == 0);
    hand_destroy(&h);
    hand_remove_folder(folder);
}

static void check_other_columns(const char *folder, const hand_frame *h)
{
    scree_sim_output_options options = scree_sim_output_defaults();
    scree_error error = { 0 };
    options.folder = folder;
    options.resume_step = 100;
    options.vtp = options.gsd = false;
    CHECK(scree_sim_output_open(&options, &hand_origin, &h->frame, &error) == NULL);
    CHECK_MSG(strstr(error.message, "columns") != NULL, "%s", error.message);
}

/// Files may not grow: an error that names the file, and the frames before it stay.
static void check_full_disk(void)
{
    char folder[512];
    hand_make_folder(folder, sizeof folder);
    hand_frame h;
    hand_create(&h);
    scree_sim_output *output = open_output(folder, &h, -1);
    write_frames(output, &h, 0, 1);
    struct rlimit old, none = { 1000, 1000 };
    getrlimit(RLIMIT_FSIZE, &old);
    none.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    scree_error error = { 0 };
    const bool sampled = scree_sim_output_sample(output, &h.frame, NULL, &error);
    const bool first = strstr(error.message, "series.csv") != NULL;
    const bool framed = scree_sim_output_frame(output, &h.frame, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    CHECK(!sampled && first);
    CHECK_MSG(!framed && strstr(error.message, "grains_000001.vtp") != NULL, "%s", error.message);
    write_frames(output, &h, 1, 3);
    CHECK(scree_sim_output_close(output, NULL));
    check_readers(folder);
    check_series(folder);
    hand_destroy(&h);
    hand_remove_folder(folder);
}

static void check_refusals(const hand_frame *h)
{
    scree_sim_output_options options = scree_sim_output_defaults();
    scree_error error = { 0 };
    CHECK(scree_sim_output_open(&options, NULL, &h->frame, &error) == NULL);
    options.folder = "/nonexistent/folder";
    CHECK(scree_sim_output_open(&options, NULL, &h->frame, &error) == NULL);
    CHECK_MSG(strstr(error.message, "/nonexistent/folder") != NULL, "%s", error.message);
    CHECK(scree_sim_output_close(NULL, NULL));
}

int main(void)
{
    char folder[512];
    hand_make_folder(folder, sizeof folder);
    hand_frame h;
    hand_create(&h);
    scree_sim_output *output = open_output(folder, &h, -1);
    write_frames(output, &h, 0, 3);
    CHECK(scree_sim_output_close(output, NULL));
    check_readers(folder);
    check_series(folder);
    check_resume(folder);
    check_damaged();
    check_other_columns(folder, &h);
    check_full_disk();
    check_refusals(&h);
    hand_destroy(&h);
    hand_remove_folder(folder);
    return check_done();
}
