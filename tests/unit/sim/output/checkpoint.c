// Checkpoints: what is written is read; the one before is kept; every cut and every flipped byte is noticed; a full disk
// leaves the old one; h5dump reads the file too, where it is installed.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "check.h"
#include "hand_frame.h"
#include "output/checkpoint_block.h"
#include "scree/version.h"
#include "scree_sim/run.h"
#include "state/bytes.h"

enum { STATE = 5000, RUN = 77 };

typedef struct sample {
    unsigned char state[STATE], run[RUN];
    scree_sim_checkpoint checkpoint;
} sample;

static void make_sample(sample *s, int64_t step)
{
    for (int i = 0; i < STATE; ++i) s->state[i] = (unsigned char)(i * 31 + (int)step);
    for (int i = 0; i < RUN; ++i) s->run[i] = (unsigned char)(i + 3 * (int)step);
    s->checkpoint = (scree_sim_checkpoint){ .state = s->state,
                                            .state_size = STATE,
                                            .run = s->run,
                                            .run_size = RUN,
                                            .step = step,
                                            .time = 0.001 * (double)step };
}

static bool write_sample(const char *folder, int64_t step, scree_error *error)
{
    sample s;
    make_sample(&s, step);
    return scree_sim_checkpoint_write(folder, &hand_origin, &s.checkpoint, error);
}

static void check_same(const scree_sim_checkpoint *c, int64_t step)
{
    sample s;
    make_sample(&s, step);
    CHECK(c->step == step && c->time == 0.001 * (double)step && c->seed == 7);
    CHECK(c->state_size == STATE && memcmp(c->state, s.state, STATE) == 0);
    CHECK(c->run_size == RUN && memcmp(c->run, s.run, RUN) == 0);
    CHECK(strcmp(c->scene, hand_origin.scene) == 0 && strcmp(c->command, hand_origin.command) == 0);
    CHECK(strcmp(c->version, scree_version()) == 0 && strcmp(c->title, "by hand") == 0);
    char hash[SCREE_SIM_HASH_SIZE];
    scree_sim_sha256(hand_origin.scene, strlen(hand_origin.scene), hash);
    CHECK(strcmp(c->scene_hash, hash) == 0);
}

static void check_round(const char *folder)
{
    scree_error error = { 0 };
    scree_sim_checkpoint c;
    CHECK(!scree_sim_checkpoint_read(folder, &c, &error) && strstr(error.message, "no checkpoint") != NULL);
    for (int64_t step = 1; step <= 3; ++step) {
        CHECK_MSG(write_sample(folder, step, &error), "%s", error.message);
        if (!CHECK_MSG(scree_sim_checkpoint_read(folder, &c, &error), "%s", error.message)) return;
        CHECK(!c.previous && c.warning[0] == '\0');
        check_same(&c, step);
        scree_sim_checkpoint_free(&c);
    }
    // Empty parts are parts.
    const scree_sim_checkpoint empty = { .step = 4 };
    CHECK(scree_sim_checkpoint_write(folder, NULL, &empty, &error));
    CHECK(scree_sim_checkpoint_read(folder, &c, &error) && c.state_size == 0 && c.run_size == 0 && c.scene[0] == '\0');
    scree_sim_checkpoint_free(&c);
}

static long size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

/// Damage the newest: the previous one is taken, and the reason is told.
static void check_previous(const char *folder, const char *newest, int64_t previous_step, const char *reason)
{
    scree_sim_checkpoint c;
    scree_error error = { 0 };
    CHECK(!scree_sim_checkpoint_read(newest, &c, &error));
    CHECK_MSG(strstr(error.message, reason) != NULL, "%s, not %s", error.message, reason);
    if (!CHECK_MSG(scree_sim_checkpoint_read(folder, &c, &error), "%s", error.message)) return;
    CHECK(c.previous);
    CHECK_MSG(strstr(c.warning, reason) != NULL, "%s, not %s", c.warning, reason);
    check_same(&c, previous_step);
    scree_sim_checkpoint_free(&c);
}

static void check_damage(const char *folder)
{
    char newest[600];
    scree_error error = { 0 };
    snprintf(newest, sizeof newest, "%s/checkpoint.h5", folder);
    CHECK(write_sample(folder, 10, &error) && write_sample(folder, 11, &error));
    const long size = size_of(newest);
    CHECK(size > STATE + RUN);
    // One byte flipped anywhere: of the head each, and every 37th of the rest.
    for (long at = 0; at < size; at += at < 100 ? 1 : 37) {
        FILE *file = fopen(newest, "r+b");
        fseek(file, at, SEEK_SET);
        const int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 0x10, file);
        fclose(file);
        scree_sim_checkpoint c;
        error.message[0] = '\0';
        const bool read = scree_sim_checkpoint_read(newest, &c, &error);
        CHECK_MSG(!read, "a flip at %ld is not noticed", at);
        CHECK_MSG(read || strstr(error.message, newest) != NULL, "%s", error.message);
        if (read) scree_sim_checkpoint_free(&c);
        if (at == 100 + 20 * 37) check_previous(folder, newest, 10, "checksum");
        file = fopen(newest, "r+b");
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fclose(file);
    }
    scree_sim_checkpoint c;
    CHECK(scree_sim_checkpoint_read(newest, &c, &error));
    check_same(&c, 11);
    scree_sim_checkpoint_free(&c);
    // Cut anywhere.
    for (long cut = size - 1; cut >= 0; cut -= 501) {
        CHECK(truncate(newest, cut) == 0);
        CHECK_MSG(!scree_sim_checkpoint_read(newest, &c, &error), "a cut at %ld is not noticed", cut);
    }
    CHECK(write_sample(folder, 12, &error) && write_sample(folder, 13, &error));
    CHECK(truncate(newest, size - 1000) == 0);
    check_previous(folder, newest, 12, "cut short");
    // Crashed between the two renames: only the previous one is there.
    CHECK(unlink(newest) == 0);
    CHECK(scree_sim_checkpoint_read(folder, &c, &error) && c.previous && c.step == 12);
    scree_sim_checkpoint_free(&c);
}

static void check_full_disk(const char *folder)
{
    scree_error error = { 0 };
    CHECK(write_sample(folder, 20, &error) && write_sample(folder, 21, &error));
    struct rlimit old, none;
    getrlimit(RLIMIT_FSIZE, &old);
    none = (struct rlimit){ 3000, old.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    error.message[0] = '\0';
    const bool written = write_sample(folder, 22, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    CHECK_MSG(!written && strstr(error.message, "checkpoint.h5") != NULL, "%s", error.message);
    char path[600];
    snprintf(path, sizeof path, "%s/checkpoint.h5.tmp", folder);
    CHECK(size_of(path) < 0);
    scree_sim_checkpoint c;
    CHECK(scree_sim_checkpoint_read(folder, &c, &error) && !c.previous && c.step == 21);
    scree_sim_checkpoint_free(&c);
    CHECK(write_sample(folder, 23, &error));
}

static void check_format(const char *folder)
{
    char newest[600];
    snprintf(newest, sizeof newest, "%s/checkpoint.h5", folder);
    FILE *file = fopen(newest, "r+b");
    fseek(file, 17, SEEK_SET);
    fputc('9', file);
    fclose(file);
    scree_sim_checkpoint c;
    scree_error error = { 0 };
    CHECK(!scree_sim_checkpoint_read(newest, &c, &error));
    CHECK_MSG(strstr(error.message, "format 9") != NULL, "%s", error.message);
}

/// A saved simulation with other bytes at a place; `resum`: with a checksum that fits again. What is said of it.
static void check_refused(const unsigned char *state, size_t size, size_t at, char byte, bool resum, const char *says)
{
    enum { CHECKSUM = 24, HEADER = 32 };
    unsigned char *bytes = malloc(size);
    scree_error error = { 0 };
    if (!CHECK(bytes != NULL)) return;
    memcpy(bytes, state, size);
    bytes[at] = (unsigned char)byte;
    const uint64_t sum = scree_sim_checksum(bytes + HEADER, size - HEADER);
    if (resum) memcpy(bytes + CHECKSUM, &sum, sizeof sum);
    scree_sim *sim = scree_sim_restore(bytes, size, &error);
    CHECK_MSG(sim == NULL && strstr(error.message, says) != NULL, "%s", error.message);
    scree_sim_destroy(sim);
    free(bytes);
}

/// States of another format and of another version: both are named.
static void check_version_of_state(void)
{
    char says[200];
    void *state;
    size_t size;
    scree_error error = { 0 };
    const scree_sim_settings settings = scree_sim_defaults();
    scree_sim *sim = scree_sim_create(&settings, &error);
    if (!CHECK_MSG(sim != NULL && scree_sim_save(sim, &state, &size, &error), "%s", error.message)) return;
    const unsigned char *bytes = state;
    const char *version = scree_version();
    size_t at = 0;
    while (at < size && memcmp(bytes + at, version, strlen(version)) != 0) ++at;
    snprintf(says, sizeof says, "has format 99, and this version of scree (%s) reads format", version);
    check_refused(bytes, size, 8, 99, false, says);
    check_refused(bytes, size, 12, 4, false, "another kind of machine");
    check_refused(bytes, size, at, '9', false, "changed bytes");
    snprintf(says, sizeof says, "was written by scree 9%s, and this is scree %s", version + 1, version);
    check_refused(bytes, size, at, '9', true, says);
    free(state);
    scree_sim_destroy(sim);
}

/// A run is not resumed from the checkpoint of another version, whatever it holds.
static void check_version_of_run(const char *folder)
{
    char newest[600], text[4096], says[200];
    snprintf(newest, sizeof newest, "%s/checkpoint.h5", folder);
    scree_error error = { 0 };
    CHECK(write_sample(folder, 31, &error));
    // The attribute is the first text with the version in the file.
    FILE *file = fopen(newest, "r+b");
    if (!CHECK(file != NULL)) return;
    char *version = NULL;
    size_t size = 0, at = 0;
    for (long start = 512; version == NULL && fseek(file, start, SEEK_SET) == 0; start += 2048) {
        size = fread(text, 1, sizeof text, file);
        if (size < 8) break;
        for (size_t i = 0; i + strlen(scree_version()) < size && version == NULL; ++i)
            if (memcmp(text + i, scree_version(), strlen(scree_version()) + 1) == 0) version = text + i;
        if (version != NULL) at = (size_t)start + (size_t)(version - text);
    }
    CHECK(version != NULL);
    fseek(file, (long)at, SEEK_SET);
    fputc('9', file);
    fclose(file);
    char block[SCREE_SIM_BLOCK_SIZE];
    CHECK(scree_sim_block_make(newest, block, &error));
    file = fopen(newest, "r+b");
    if (!CHECK(file != NULL)) return;
    CHECK(fwrite(block, 1, sizeof block, file) == sizeof block);
    fclose(file);
    scree_run_options options = scree_run_defaults();
    options.folder = folder;
    snprintf(says, sizeof says, "the checkpoint was written by scree 9%s, and this is scree %s", scree_version() + 1,
             scree_version());
    scree_run *run = scree_run_resume(&options, &error);
    CHECK_MSG(run == NULL && strstr(error.message, says) != NULL, "%s", error.message);
    scree_run_destroy(run);
}

static void check_h5dump(const char *folder)
{
    if (system("command -v h5dump >/dev/null") != 0) return;
    char command[1400];
    snprintf(command, sizeof command,
             "h5dump -a step '%s/checkpoint.h5' | grep -q ': 23' && h5dump -d state -c 3 "
             "'%s/checkpoint.h5' | grep -q '23, 54, 85'",
             folder, folder);
    CHECK(system(command) == 0);
}

/// Equal checkpoints are equal files.
static void check_repeat(const char *folder)
{
    char command[1300];
    scree_error error = { 0 };
    const struct timespec second = { 1, 50000000 }; // files keep no time of day
    CHECK(write_sample(folder, 30, &error));
    nanosleep(&second, NULL);
    CHECK(write_sample(folder, 30, &error));
    snprintf(command, sizeof command, "cmp '%s/checkpoint.h5' '%s/checkpoint.previous.h5'", folder, folder);
    CHECK(system(command) == 0);
}

int main(void)
{
    char folder[512];
    hand_make_folder(folder, sizeof folder);
    check_round(folder);
    check_damage(folder);
    check_full_disk(folder);
    check_h5dump(folder);
    check_repeat(folder);
    check_version_of_state();
    check_version_of_run(folder);
    check_format(folder);
    hand_remove_folder(folder);
    return check_done();
}
