// What a simulation leaves in the file of --keep: it comes back to the last bit, under its own key alone, and the keys of different
// simulations differ, those of different set-ups too.
#define _XOPEN_SOURCE 700
#include "reproduce/kept.h"

#include <string.h>
#include <unistd.h>

#include "check.h"
#include "scree/version.h"
#include "simulations/keys.h"
#include "validate/scene_trial.h"

static void check_file(const char *path)
{
    const study_options options = { .keep = path }, none = { 0 };
    const double put[3] = { 0.1, -1e-300, NAN }, other[3] = { 1.0, 2.0, 3.0 };
    double got[3] = { 0.0 };
    CHECK(!scree_kept_find(&options, "a", got, 3));
    CHECK(scree_kept_add(&options, "a", put, 3) && scree_kept_add(&options, "a, b", other, 3));
    CHECK(scree_kept_find(&options, "a", got, 3));
    CHECK(got[0] == put[0] && got[1] == put[1] && isnan(got[2]));
    CHECK(scree_kept_find(&options, "a, b", got, 3) && got[2] == 3.0);
    CHECK(!scree_kept_find(&options, "b", got, 3));
    // Another number of values is of another form of the study.
    CHECK(!scree_kept_find(&options, "a", got, 2));
    CHECK(!scree_kept_find(&none, "a", got, 3) && scree_kept_add(&none, "c", put, 3));
    CHECK(!scree_kept_find(&options, "c", got, 3));
}

static void add_line(const char *path, const char *version, const char *rest)
{
    FILE *file = fopen(path, "a");
    if (file == NULL) abort();
    fprintf(file, "%s%s", version, rest);
    fclose(file);
}

static void check_damage(const char *path)
{
    const study_options options = { .keep = path };
    double got[1];
    add_line(path, "0.0.1", "\told\t1\n");
    add_line(path, scree_version(), "\tnot a number\tx\n");
    add_line(path, scree_version(), "\tcut\t1");
    CHECK(!scree_kept_find(&options, "old", got, 1));
    CHECK(!scree_kept_find(&options, "not a number", got, 1));
    CHECK(!scree_kept_find(&options, "cut", got, 1)); // a line counts once it has its end
}

// All that options can change: --quick with its 300 grains and --grains 300 once had one key.
static void check_keys(void)
{
    enum { KEYS = 23 };
    static const injection_size quick = { 300, 1.2, 0.3, 0.5 }, small = { 300, 3.91, 0.274, 0.47 },
                                low = { 300, 1.2, 0.3, 0.4 }, narrow = { 300, 1.2, 0.29, 0.5 };
    char keys[KEYS][KEY_SIZE];
    int n = 0;
    const uint64_t a = scree_key_set_up(KEY_NOTHING, "a", 1), b = scree_key_set_up(KEY_NOTHING, "b", 1);
    scree_key_injection(keys[n++], false, &quick, 1, a);
    scree_key_injection(keys[n++], false, &small, 1, a);
    scree_key_injection(keys[n++], false, &low, 1, a);
    scree_key_injection(keys[n++], false, &narrow, 1, a);
    scree_key_injection(keys[n++], true, &quick, 1, a);
    scree_key_injection(keys[n++], false, &quick, 2, a);
    scree_key_injection(keys[n++], false, &quick, 1, b);
    scree_key_bucket(keys[n++], 512, 4.0, 4, 1, a);
    scree_key_bucket(keys[n++], 512, 1.0, 4, 1, a);
    scree_key_bucket(keys[n++], 512, 1.0, 10, 1, a);
    scree_key_bucket(keys[n++], 512, 1.0, 10, 1, b);
    scree_key_box(keys[n++], 4000, 0.3, 4, 1, a);
    scree_key_box(keys[n++], 4000, 1.0, 4, 1, a);
    scree_key_box(keys[n++], 4000, 0.3, 10, 1, a);
    scree_key_box(keys[n++], 4000, 0.3, 10, 1, b);
    scree_key_shares(keys[n++], "auto", 150, 1, a);
    scree_key_shares(keys[n++], "gjk-td", 150, 1, a);
    scree_key_shares(keys[n++], "auto", 1000, 1, a);
    scree_key_shares(keys[n++], "auto", 1000, 1, b);
    scree_key_trial(keys[n++], "drum", true, 0, 1, a);
    scree_key_trial(keys[n++], "drum", false, 0, 1, a);
    scree_key_trial(keys[n++], "drum", true, 1, 1, a);
    scree_key_trial(keys[n++], "drum", true, 1, 1, b);
    CHECK(n == KEYS);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < i; ++k) CHECK_MSG(strcmp(keys[i], keys[k]) != 0, "one key twice: %s", keys[i]);
    for (int i = 0; i < n; ++i) CHECK(strchr(keys[i], '\t') == NULL && strlen(keys[i]) < KEY_SIZE - 1);
}

// A grain that falls, in scenes that are changed: results are kept for the very scene and the very changes alone.
typedef struct fall {
    const char *scene, *change;
    int runs;
} fall;

static void let_fall(const void *user, trial *t)
{
    fall *of = *(fall *const *)user;
    const resource yaml = { (const unsigned char *)of->scene, strlen(of->scene) };
    scene_changes changes = { 0 };
    scene_trial s;
    if (of->change != NULL) scree_trial_change(&changes, "%s", of->change);
    if (scree_scene_trial_run(&s, &yaml, &changes, NULL, NULL, t)) {
        ++of->runs;
        t->values[0] = scree_sim_grains(scree_run_sim(s.run)).positions[0].z;
    }
    scree_scene_trial_close(&s);
}

static double height_after(const char *path, const char *scene, const char *change, int *runs)
{
    const study_options options = { .keep = path, .seed = 1, .threads = 1 };
    fall of = { scene, change, 0 }, *const user = &of;
    trials t;
    CHECK(scree_trials_run(&t, &options, "fall", 1, 1, let_fall, &user));
    const double z = t.list == NULL ? (double)NAN : t.list[0].values[0];
    scree_trials_close(&t);
    *runs = of.runs;
    return z;
}

#define FALL(text)                                                                                                     \
    "domain: {min: [-1, -1, -9], max: [1, 1, 9]}\n"                                                                    \
    "materials: {m: {density: 1000, youngs_modulus: 1e6}}\n"                                                           \
    "shapes: {g: {type: sphere, size: 0.1}}\n"                                                                         \
    "insert: [{from: list, grains: [{shape: g, position: [0, 0, 0]}]}]\n"                                              \
    "time_step: 1e-3\n"                                                                                                \
    "stages: [{name: fall, until: {time: 0.1}}]\n" text

static void check_set_ups(const char *path)
{
    int runs = -1;
    if (truncate(path, 0) != 0) abort(); // the last line has no end
    const double first = height_after(path, FALL(""), NULL, &runs);
    CHECK(runs == 1 && first < 0.0);
    CHECK(height_after(path, FALL(""), NULL, &runs) == first && runs == 0);
    const double slowed = height_after(path, FALL(""), "drag=10", &runs);
    CHECK(runs == 1 && slowed > first);
    CHECK(height_after(path, FALL(""), "drag=10", &runs) == slowed && runs == 0);
    const double lighter = height_after(path, FALL("gravity: [0, 0, -1]\n"), NULL, &runs);
    CHECK(runs == 1 && lighter > first);
    CHECK(height_after(path, FALL(""), NULL, &runs) == first && runs == 0);
    scene_changes one = { 0 }, two = { 0 };
    const resource yaml = { (const unsigned char *)"", 0 };
    scree_trial_change(&one, "ab");
    scree_trial_change(&two, "a");
    scree_trial_change(&two, "b");
    CHECK(scree_scene_set_up(&yaml, &one) != scree_scene_set_up(&yaml, &two));
}

int main(void)
{
    char path[] = "/tmp/scree-kept-XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) abort();
    close(file);
    check_file(path);
    check_damage(path);
    check_keys();
    check_set_ups(path);
    unlink(path);
    return check_done();
}
