#include "scene/sizes.h"

static const char *const by_words[] = { "number", "mass", NULL };

typedef struct size_reading {
    double low, high;
    int by;
} size_reading;

static const scree_key size_keys[] = {
    { .name = "uniform", .type = KEY_OTHER },
    { .name = "normal", .type = KEY_OTHER },
    { .name = "lognormal", .type = KEY_OTHER },
    { .name = "discrete", .type = KEY_OTHER },
    { .name = "sieve", .type = KEY_OTHER },
    { .name = "min", .type = KEY_NUMBER, .offset = offsetof(size_reading, low), KEY_POSITIVE },
    { .name = "max", .type = KEY_NUMBER, .offset = offsetof(size_reading, high), KEY_POSITIVE },
    { .name = "by", .type = KEY_CHOICE, .offset = offsetof(size_reading, by), .words = by_words },
};

/// Pairs of a size and a weight, or of an opening and the share that passes.
static bool read_steps(scree_scene_reader *r, const scree_yaml *node, const char *name, scree_scene_size *size)
{
    const scree_key key = { .name = name, KEY_NOT_NEGATIVE };
    if (node->kind != SCREE_YAML_LIST || node->count == 0) {
        scree_scene_complain(r->errors, node->place, "%s: expected a list of pairs, as [[0.01, 0.4], [0.02, 0.6]]",
                             name);
        return false;
    }
    scree_vec3 *steps = scree_arena_take(r->arena, node->count * sizeof *steps);
    bool good = steps != NULL;
    for (size_t i = 0; i < node->count && steps != NULL; ++i) {
        double pair[2] = { 0.0, 0.0 };
        if (!scree_value_numbers(r, node->items[i].value, &key, 2, 2, pair, NULL))
            good = false;
        else if (pair[0] <= 0.0) {
            scree_scene_complain(r->errors, node->items[i].value->place, "%s: a size must be above 0", name);
            good = false;
        }
        steps[i] = (scree_vec3){ pair[0], pair[1], 0.0 };
    }
    size->steps = steps;
    size->step_count = node->count;
    return good;
}

static bool read_discrete(scree_scene_reader *r, const scree_yaml *node, scree_scene_size *size)
{
    if (!read_steps(r, node, "discrete", size)) return false;
    double sum = 0.0;
    size->low = size->high = size->steps[0].x;
    for (size_t i = 0; i < size->step_count; ++i) {
        sum += size->steps[i].y;
        size->low = fmin(size->low, size->steps[i].x);
        size->high = fmax(size->high, size->steps[i].x);
    }
    if (sum > 0.0) return true;
    scree_scene_complain(r->errors, node->place, "discrete: the weights are all 0");
    return false;
}

static bool read_sieve(scree_scene_reader *r, const scree_yaml *node, scree_scene_size *size)
{
    if (!read_steps(r, node, "sieve", size)) return false;
    const scree_vec3 *s = size->steps;
    bool rising = size->step_count >= 2;
    for (size_t i = 1; i < size->step_count; ++i) rising = rising && s[i].x > s[i - 1].x && s[i].y >= s[i - 1].y;
    const double first = s[0].y, last = s[size->step_count - 1].y;
    if (!rising || first != 0.0 || (last != 1.0 && last != 100.0)) {
        scree_scene_complain(r->errors, node->place,
                             "sieve: expected openings in rising order and the share that passes each, from 0 to 1 "
                             "(or 100), as [[0.01, 0], [0.02, 0.3], [0.03, 1]]");
        return false;
    }
    size->low = s[0].x;
    size->high = s[size->step_count - 1].x;
    return true;
}

/// Two numbers above 0.
static bool read_two(scree_scene_reader *r, const scree_yaml *node, const char *name, double two[2])
{
    const scree_key key = { .name = name, KEY_POSITIVE };
    return scree_value_numbers(r, node, &key, 2, 2, two, NULL);
}

/// Where a normal or lognormal distribution is cut off by default: three deviations from its middle, and for a normal
/// one not below a tenth of the mean.
static void cut_off(scree_scene_size *size)
{
    if (size->kind == SCREE_SIZE_NORMAL) {
        size->low = fmax(size->mean - 3.0 * size->deviation, 0.1 * size->mean);
        size->high = size->mean + 3.0 * size->deviation;
    } else {
        size->low = size->mean * exp(-3.0 * size->deviation);
        size->high = size->mean * exp(3.0 * size->deviation);
    }
}

/// Is one of the distributions there with a mistyped name, which was complained about?
static bool is_meant(const scree_yaml *node)
{
    bool lacks = true;
    for (int i = 0; i < 5; ++i) lacks = lacks && scree_keys_lack(node, size_keys[i].name);
    return !lacks;
}

static bool read_distribution(scree_scene_reader *r, const scree_yaml *node, scree_scene_size *size)
{
    double two[2];
    bool good = false;
    const scree_yaml *value;
    if ((value = scree_yaml_find(node, "uniform")) != NULL) {
        size->kind = SCREE_SIZE_UNIFORM;
        good = read_two(r, value, "uniform", two);
        if (good && two[0] > two[1]) {
            scree_scene_complain(r->errors, value->place, "uniform: the smaller size comes first");
            good = false;
        }
        if (good) *size = (scree_scene_size){ .kind = SCREE_SIZE_UNIFORM, .low = two[0], .high = two[1] };
    } else if ((value = scree_yaml_find(node, "normal")) != NULL ||
               (value = scree_yaml_find(node, "lognormal")) != NULL) {
        size->kind = scree_yaml_find(node, "normal") != NULL ? SCREE_SIZE_NORMAL : SCREE_SIZE_LOGNORMAL;
        good = read_two(r, value, size->kind == SCREE_SIZE_NORMAL ? "normal" : "lognormal", two);
        if (good && size->kind == SCREE_SIZE_LOGNORMAL && two[1] > 5.0) {
            scree_scene_complain(r->errors, value->place, "lognormal: the deviation of the logarithm is at most 5");
            good = false;
        }
        if (good) {
            size->mean = two[0];
            size->deviation = two[1];
            cut_off(size);
        }
    } else if ((value = scree_yaml_find(node, "discrete")) != NULL) {
        size->kind = SCREE_SIZE_DISCRETE;
        good = read_discrete(r, value, size);
    } else if ((value = scree_yaml_find(node, "sieve")) != NULL) {
        size->kind = SCREE_SIZE_SIEVE;
        good = read_sieve(r, value, size);
    } else if (!is_meant(node))
        scree_scene_complain(r->errors, node->place,
                             "size: expected one of uniform, normal, lognormal, discrete and sieve");
    return good;
}

/// Draws outside of the bounds are repeated: some of the distribution must lie between them.
static bool is_within_reach(const scree_scene_size *size, double low, double high)
{
    const double reach = 4.0 * size->deviation;
    if (size->kind == SCREE_SIZE_NORMAL) return low < high && low < size->mean + reach && high > size->mean - reach;
    return low < high && low < size->mean * exp(reach) && high > size->mean * exp(-reach);
}

static void read_map(scree_scene_reader *r, const scree_yaml *node, scree_scene_size *size)
{
    size_reading reading = { NAN, NAN, scree_yaml_find(node, "sieve") != NULL };
    int kinds = 0;
    for (int i = 0; i < 5; ++i) kinds += scree_yaml_find(node, size_keys[i].name) != NULL;
    scree_keys_read(r, node, "size", size_keys, sizeof size_keys / sizeof *size_keys, &reading);
    if (kinds > 1) scree_scene_complain(r->errors, node->place, "size: one distribution only");
    if (kinds > 1 || !read_distribution(r, node, size)) {
        *size = (scree_scene_size){ .kind = SCREE_SIZE_FIXED, .low = 1.0, .high = 1.0 }; // an error was reported
        return;
    }
    size->by_mass = reading.by == 1;
    const bool smooth = size->kind == SCREE_SIZE_NORMAL || size->kind == SCREE_SIZE_LOGNORMAL;
    if (!smooth && (!isnan(reading.low) || !isnan(reading.high))) {
        scree_scene_complain(r->errors, node->place, "size: min and max belong to normal and lognormal");
        return;
    }
    const double low = isnan(reading.low) ? size->low : reading.low;
    const double high = isnan(reading.high) ? size->high : reading.high;
    if (smooth && !is_within_reach(size, low, high)) {
        scree_scene_complain(r->errors, node->place, "size: hardly any grain lies between min and max");
        return;
    }
    size->low = low;
    size->high = high;
}

void scree_scene_read_size(scree_scene_reader *r, const scree_yaml *node, bool box, scree_scene_size *size,
                           scree_vec3 *edges)
{
    const scree_key key = { .name = "size", KEY_POSITIVE };
    if (node->kind == SCREE_YAML_MAP) {
        read_map(r, node, size);
    } else if (node->kind == SCREE_YAML_LIST && box) {
        if (scree_value_vector(r, node, &key, edges)) size->kind = SCREE_SIZE_GIVEN;
    } else if (scree_value_number(r, node, &key, &size->low)) {
        size->kind = SCREE_SIZE_FIXED;
        size->high = size->low;
    }
}
