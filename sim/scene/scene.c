// A scene file, from the bytes to the description: the tree, what --set changes, then part after part; all errors are
// gathered on the way.
#define _POSIX_C_SOURCE 200809L
#include "scree_sim/scene.h"

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fill/try.h"
#include "scene/again.h"
#include "scene/parts.h"

enum { LARGEST_FILE = 1 << 28, LONGEST_TITLE = 1000 };

// -------------------------------------------------------------------------------------------------------------- helpers

void scree_scene_report(void *errors, scree_scene_place place, const char *message)
{
    scree_scene_complain(errors, place, "%s", message);
}

void *scree_scene_list(scree_scene_reader *r, const scree_yaml *node, const char *what, scree_yaml_kind kind,
                       size_t size, int *count)
{
    *count = 0;
    char buffer[48];
    if (node->kind != kind) {
        scree_scene_complain(r->errors, node->place, "%s: expected a %s, got %s", what,
                             kind == SCREE_YAML_LIST ? "list" : "map of names", scree_yaml_words(node, buffer));
        return NULL;
    }
    if (node->count == 0 || node->count > INT_MAX / 2) return NULL;
    void *list = scree_arena_take(r->arena, node->count * size);
    if (list != NULL) *count = (int)node->count;
    return list;
}

const char *scree_scene_path(scree_scene_reader *r, const char *path)
{
    const char *slash = strrchr(r->scene->file, '/');
    if (path[0] == '/' || slash == NULL) return path;
    const size_t folder = (size_t)(slash - r->scene->file) + 1, size = folder + strlen(path);
    char *whole = scree_arena_take(r->arena, size + 1);
    if (whole != NULL) snprintf(whole, size + 1, "%.*s%s", (int)folder, r->scene->file, path);
    return whole;
}

// --------------------------------------------------------------------------------------------------------------- settings

typedef struct top_reading {
    const char *title;
    int64_t seed;
    double drag, local_damping, skin, overlap_limit, energy_limit, time_step_factor, volume_exponent;
    int threads, law, hertz_radius, escape;
} top_reading;

#define FIELD(name) offsetof(top_reading, name)

static const char *const law_words[] = { "auto",           "linear", "hertz",          "depth",
                                         "pressure_field", "volume", "floating_plane", NULL };
static const char *const radius_words[] = { "equivalent", "local", NULL };
static const char *const escape_words[] = { "stop", "remove", "ignore", NULL };

static const scree_key top_keys[] = {
    { .name = "title", .type = KEY_TEXT, .offset = FIELD(title) },
    { .name = "seed", .type = KEY_COUNT, .offset = FIELD(seed), .low = 0, .high = 9e15 },
    { .name = "dimension", .type = KEY_OTHER },
    { .name = "gravity", .type = KEY_OTHER },
    { .name = "domain", .type = KEY_OTHER, .required = true },
    { .name = "materials", .type = KEY_OTHER, .required = true },
    { .name = "pairs", .type = KEY_OTHER },
    { .name = "shapes", .type = KEY_OTHER },
    { .name = "walls", .type = KEY_OTHER },
    { .name = "tools", .type = KEY_OTHER },
    { .name = "sinks", .type = KEY_OTHER },
    { .name = "flow", .type = KEY_OTHER },
    { .name = "measure", .type = KEY_OTHER },
    { .name = "insert", .type = KEY_OTHER, .required = true },
    { .name = "stages", .type = KEY_OTHER, .required = true },
    { .name = "output", .type = KEY_OTHER },
    { .name = "law", .type = KEY_CHOICE, .offset = FIELD(law), .words = law_words },
    { .name = "hertz_radius", .type = KEY_CHOICE, .offset = FIELD(hertz_radius), .words = radius_words },
    { .name = "volume_exponent", .type = KEY_NUMBER, .offset = FIELD(volume_exponent), .low = 1.0, .high = 4.0 },
    { .name = "method", .type = KEY_OTHER },
    { .name = "time_step", .type = KEY_OTHER },
    { .name = "time_step_factor",
      .type = KEY_NUMBER,
      .offset = FIELD(time_step_factor),
      .low = 0.0,
      .high = 10.0,
      .above = true },
    { .name = "drag", .type = KEY_NUMBER, .offset = FIELD(drag), KEY_NOT_NEGATIVE },
    { .name = "local_damping", .type = KEY_NUMBER, .offset = FIELD(local_damping), KEY_SHARE },
    { .name = "skin", .type = KEY_NUMBER, .offset = FIELD(skin), KEY_POSITIVE },
    { .name = "overlap_limit", .type = KEY_NUMBER, .offset = FIELD(overlap_limit), KEY_NOT_NEGATIVE },
    { .name = "energy_limit", .type = KEY_NUMBER, .offset = FIELD(energy_limit), KEY_NOT_NEGATIVE },
    { .name = "escape", .type = KEY_CHOICE, .offset = FIELD(escape), .words = escape_words },
    { .name = "threads", .type = KEY_INTEGER, .offset = FIELD(threads), .low = 0, .high = 4096 },
};

static void read_domain(scree_scene_reader *r, const scree_yaml *node)
{
    static const char *const axes[] = { "x", "y", "z" };
    static const scree_key keys[] = {
        { .name = "min",
          .type = KEY_VECTOR,
          .offset = offsetof(scree_sim_settings, domain_low),
          KEY_ANY,
          .required = true },
        { .name = "max",
          .type = KEY_VECTOR,
          .offset = offsetof(scree_sim_settings, domain_high),
          KEY_ANY,
          .required = true },
        { .name = "periodic", .type = KEY_OTHER },
    };
    scree_sim_settings *s = &r->scene->settings;
    if (!scree_keys_read(r, node, "domain", keys, sizeof keys / sizeof *keys, s)) return;
    if (r->dimension == 2) {
        s->domain_low.z = -0.5;
        s->domain_high.z = 0.5;
    }
    const scree_yaml *periodic = scree_yaml_find(node, "periodic");
    const double low[3] = { s->domain_low.x, s->domain_low.y, s->domain_low.z };
    const double high[3] = { s->domain_high.x, s->domain_high.y, s->domain_high.z };
    const bool whole = scree_yaml_find(node, "min") != NULL && scree_yaml_find(node, "max") != NULL;
    r->scene->has_domain = whole && s->domain_low.x < s->domain_high.x && s->domain_low.y < s->domain_high.y &&
                           s->domain_low.z < s->domain_high.z;
    for (int k = 0; k < 3 && whole; ++k) {
        if (!(low[k] < high[k])) continue;
        r->domain_low[k] = low[k];
        r->domain_high[k] = high[k];
    }
    if (whole && !r->scene->has_domain)
        scree_scene_complain(r->errors, node->place, "domain: min must be below max along each axis");
    if (periodic == NULL) return;
    if (periodic->kind != SCREE_YAML_LIST) {
        scree_scene_complain(r->errors, periodic->place, "periodic: expected a list of axes, as [x, y]");
        return;
    }
    for (size_t i = 0; i < periodic->count; ++i) {
        const int axis = scree_value_name(r, periodic->items[i].value, "axis", axes, sizeof *axes, r->dimension);
        if (axis >= 0) s->boundary[axis] = SCREE_PERIODIC;
    }
}

/// `auto`, or a number of seconds.
static void read_time_step(scree_scene_reader *r, const scree_yaml *node)
{
    const scree_key key = { .name = "time_step", KEY_POSITIVE };
    if (node->kind == SCREE_YAML_SCALAR && strcmp(node->text, "auto") == 0) return;
    scree_value_number(r, node, &key, &r->scene->settings.dt);
}

static void read_output(scree_scene_reader *r, const scree_yaml *node)
{
    static const scree_key keys[] = {
        { .name = "every", .type = KEY_NUMBER, .offset = offsetof(scree_scene_output, every), KEY_POSITIVE },
        { .name = "series", .type = KEY_NUMBER, .offset = offsetof(scree_scene_output, series), KEY_POSITIVE },
        { .name = "checkpoint",
          .type = KEY_NUMBER,
          .offset = offsetof(scree_scene_output, checkpoint),
          KEY_NOT_NEGATIVE },
        { .name = "vtp", .type = KEY_FLAG, .offset = offsetof(scree_scene_output, vtp) },
        { .name = "gsd", .type = KEY_FLAG, .offset = offsetof(scree_scene_output, gsd) },
        { .name = "contacts", .type = KEY_FLAG, .offset = offsetof(scree_scene_output, contacts) },
        { .name = "still", .type = KEY_FLAG, .offset = offsetof(scree_scene_output, still) },
        { .name = "page", .type = KEY_FLAG, .offset = offsetof(scree_scene_output, page) },
    };
    scree_keys_read(r, node, "output", keys, sizeof keys / sizeof *keys, &r->scene->output);
}

/// What stands first in the file and the rest depends on: how many components vectors have.
static void read_dimension(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_key key = { .name = "dimension", .low = 2, .high = 3 };
    int64_t dimension = 3;
    scree_value_count(r, scree_yaml_find(root, "dimension"), &key, &dimension);
    r->dimension = r->scene->settings.dimension = (int)dimension;
    r->scene->settings.gravity = dimension == 2 ? (scree_vec3){ 0.0, -9.81, 0.0 } : (scree_vec3){ 0.0, 0.0, -9.81 };
}

static bool read_top(scree_scene_reader *r, const scree_yaml *root)
{
    scree_scene *scene = r->scene;
    const scree_key gravity = { .name = "gravity", KEY_ANY };
    top_reading in = {
        .seed = 1, .overlap_limit = 1.0, .energy_limit = 10.0, .time_step_factor = 1.0, .volume_exponent = 2.0
    };
    if (root->kind != SCREE_YAML_MAP) {
        scree_scene_complain(r->errors, root->place, "expected a map of keys and values, such as title: my scene");
        return false;
    }
    read_dimension(r, root);
    scree_keys_read(r, root, "scene", top_keys, sizeof top_keys / sizeof *top_keys, &in);
    scene->title = in.title != NULL ? in.title : scene->file;
    if (strlen(scene->title) > LONGEST_TITLE)
        scree_scene_complain(r->errors, (in.title != NULL ? scree_yaml_find(root, "title") : root)->place,
                             "title: must be at most %d bytes long", LONGEST_TITLE);
    scene->seed = (uint64_t)in.seed;
    scene->settings.law = (scree_law)in.law;
    scene->settings.hertz_radius = (scree_hertz_radius)in.hertz_radius;
    scene->settings.volume_exponent = in.volume_exponent;
    scene->on_escape = (scree_on_escape)in.escape;
    scene->settings.drag = in.drag;
    scene->settings.local_damping = in.local_damping;
    scene->settings.skin = in.skin;
    scene->settings.overlap_limit = in.overlap_limit;
    scene->settings.energy_limit = in.energy_limit;
    scene->settings.threads = in.threads;
    scene->time_step_factor = in.time_step_factor;
    scree_value_vector(r, scree_yaml_find(root, "gravity"), &gravity, &scene->settings.gravity);
    const scree_yaml *domain = scree_yaml_find(root, "domain"), *step = scree_yaml_find(root, "time_step");
    const scree_yaml *method = scree_yaml_find(root, "method"), *output = scree_yaml_find(root, "output");
    if (domain != NULL) read_domain(r, domain);
    if (!scene->has_domain) { // which was reported already: do not report what depends on it
        scene->settings.domain_low = (scree_vec3){ 0.0, 0.0, 0.0 };
        scene->settings.domain_high = (scree_vec3){ 1.0, 1.0, 1.0 };
    }
    if (step != NULL) read_time_step(r, step);
    if (method != NULL) scree_scene_read_method(r, method);
    if (output != NULL) read_output(r, output);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------ all

typedef struct whole_scene {
    scree_scene scene;
    scree_arena arena;
    const scree_yaml *root; ///< for the places of keys
} whole_scene;

/// Shapes may be missing only where all grains come from other runs.
static void check_shapes(scree_scene_reader *r, const scree_yaml *root)
{
    bool needed = r->scene->insert_count == 0;
    for (int i = 0; i < r->scene->insert_count; ++i) needed = needed || r->scene->inserts[i].kind != SCREE_INSERT_RUN;
    if (needed) scree_keys_missing(r, root, "scene", "shapes");
}

static const scree_yaml *read_all(scree_scene_reader *r, const void *bytes, size_t size, const char *const *overrides,
                                  size_t count)
{
    scree_yaml *root = scree_yaml_parse(bytes, size, r->scene->file, r->arena, r->errors);
    for (size_t i = 0; i < count && root != NULL && overrides != NULL; ++i) {
        if (overrides[i] != NULL) scree_yaml_override(root, overrides[i], r->arena, r->errors);
    }
    if (root == NULL || !read_top(r, root)) return NULL;
    scree_scene_read_materials(r, root);
    scree_scene_read_shapes(r, root);
    scree_scene_read_walls(r, root);
    scree_scene_read_inserts(r, root);
    check_shapes(r, root);
    scree_scene_read_measures(r, root);
    scree_scene_read_stages(r, root);
    scree_scene_check_names(r);
    scree_scene_check_method(r, root);
    if (r->errors->count == 0 && !r->resumed && !r->arena->failed)
        scree_fill_try_turns(r->scene, scree_scene_report, r->errors);
    if (r->errors->count == 0 && !r->resumed && !r->arena->failed)
        scree_fill_try_inserts(r->scene, scree_scene_report, r->errors);
    if (r->errors->count == 0 && !r->resumed && !r->arena->failed)
        scree_fill_try_places(r->scene, scree_scene_report, r->errors);
    if (r->arena->failed) scree_scene_complain(r->errors, (scree_scene_place){ r->scene->file, 0, 0 }, "out of memory");
    return root;
}

static scree_scene *parse(const void *bytes, size_t size, const char *name, const char *const *overrides,
                          size_t override_count, bool resumed, scree_scene_errors *errors)
{
    scree_scene_errors own = { .list = NULL }, *gathered = errors != NULL ? errors : &own;
    *gathered = (scree_scene_errors){ .list = NULL };
    whole_scene *whole = calloc(1, sizeof *whole);
    if (whole == NULL || (bytes == NULL && size > 0)) {
        free(whole);
        scree_scene_complain(gathered, (scree_scene_place){ "scene", 0, 0 },
                             whole == NULL ? "out of memory" : "no bytes");
        scree_scene_errors_free(&own);
        return NULL;
    }
    scree_scene *scene = &whole->scene;
    if (name == NULL) name = "scene";
    scene->file = scree_arena_text(&whole->arena, name, strlen(name));
    scene->memory = whole;
    scene->settings = scree_sim_defaults();
    scene->output = (scree_scene_output){
        .checkpoint = 60.0, .vtp = true, .gsd = true, .contacts = true, .still = true, .page = true
    };
    scree_scene_reader reader = { .arena = &whole->arena,
                                  .errors = gathered,
                                  .scene = scene,
                                  .dimension = 3,
                                  .resumed = resumed,
                                  .domain_low = { -INFINITY, -INFINITY, -INFINITY },
                                  .domain_high = { INFINITY, INFINITY, INFINITY } };
    // strtod() obeys the locale of the thread, and a decimal comma would stop at the point of "0.5". It also raises
    // exceptions for numbers that overflow, which must not trap.
    fenv_t environment;
    const bool held = feholdexcept(&environment) == 0;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = (locale_t)0;
    if (plain != (locale_t)0) before = uselocale(plain);
    if (scene->file != NULL && plain != (locale_t)0)
        whole->root = read_all(&reader, bytes, size, overrides, override_count);
    else
        scree_scene_complain(gathered, (scree_scene_place){ "scene", 0, 0 }, "out of memory");
    if (plain != (locale_t)0) {
        uselocale(before);
        freelocale(plain);
    }
    if (held) fesetenv(&environment);
    if (resumed) whole->root = NULL;
    scree_scene_errors_sort(gathered, scene->file != NULL ? scene->file : "");
    if (gathered->count == 0 && gathered->left_out == 0) return scene;
    scree_scene_errors_free(&own);
    scree_scene_destroy(scene);
    return NULL;
}

scree_scene *scree_scene_parse(const void *bytes, size_t size, const char *name, const char *const *overrides,
                               size_t override_count, scree_scene_errors *errors)
{
    return parse(bytes, size, name, overrides, override_count, false, errors);
}

scree_scene *scree_scene_parse_again(const void *bytes, size_t size, const char *name, const char *const *overrides,
                                     size_t override_count, scree_scene_errors *errors)
{
    return parse(bytes, size, name, overrides, override_count, true, errors);
}

void scree_scene_warnings(const scree_scene *scene, scree_scene_errors *warnings)
{
    if (warnings == NULL) return;
    *warnings = (scree_scene_errors){ .list = NULL };
    const whole_scene *whole = scene != NULL ? scene->memory : NULL;
    if (whole != NULL) scree_scene_find_effects(scene, whole->root, warnings);
}

void scree_scene_destroy(scree_scene *scene)
{
    if (scene == NULL) return;
    whole_scene *whole = scene->memory;
    for (int i = 0; i < scene->insert_count; ++i) scree_sim_destroy(scene->inserts[i].state);
    scree_arena_free(&whole->arena);
    free(whole);
}

// ----------------------------------------------------------------------------------------------------------------- files

static char *read_file(int fd, size_t *size)
{
    size_t capacity = (size_t)1 << 16;
    char *bytes = malloc(capacity);
    for (*size = 0; bytes != NULL;) {
        const ssize_t got = read(fd, bytes + *size, capacity - *size);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) return bytes;
        if (got < 0) break;
        *size += (size_t)got;
        if (*size < capacity) continue;
        if (capacity >= LARGEST_FILE) {
            errno = EFBIG;
            break;
        }
        char *larger = realloc(bytes, 2 * capacity);
        if (larger == NULL) break;
        bytes = larger;
        capacity *= 2;
    }
    const int error = errno;
    free(bytes);
    errno = error;
    return NULL;
}

scree_scene *scree_scene_read(const char *path, const char *const *overrides, size_t override_count,
                              scree_scene_errors *errors)
{
    size_t size = 0;
    const bool standard = path != NULL && strcmp(path, "-") == 0;
    const int fd = standard ? STDIN_FILENO : path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    char *bytes = fd >= 0 ? read_file(fd, &size) : NULL;
    const int error = path != NULL ? errno : EINVAL;
    if (fd >= 0 && !standard) close(fd);
    if (bytes == NULL) {
        if (errors == NULL) return NULL;
        *errors = (scree_scene_errors){ .list = NULL };
        scree_scene_complain(errors, (scree_scene_place){ path, 0, 0 }, "%s", strerror(error));
        return NULL;
    }
    scree_scene *scene = scree_scene_parse(bytes, size, path, overrides, override_count, errors);
    free(bytes);
    return scene;
}
