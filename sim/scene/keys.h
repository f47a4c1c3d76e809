// Maps of a scene file are read by tables: the name of each key, its type, the values it may have, and where it goes.
// Everything that is wrong is reported with its place, and reading goes on.
#ifndef SCREE_SIM_SCENE_KEYS_H
#define SCREE_SIM_SCENE_KEYS_H

#include <math.h>
#include <stddef.h>

#include "scene/yaml.h"

/// What all readers of one scene share.
typedef struct scree_scene_reader {
    scree_arena *arena;
    scree_scene_errors *errors;
    scree_scene *scene;
    int dimension; ///< 3, or 2: then vectors have two components
    /// Of the domain, per axis: infinite where it is not known, as after an error.
    double domain_low[3], domain_high[3];
    bool resumed; ///< walls and listed grains come from the checkpoint: their files are not read
} scree_scene_reader;

typedef enum scree_key_type {
    KEY_NUMBER,  ///< double
    KEY_COUNT,   ///< int64_t
    KEY_INTEGER, ///< int
    KEY_VECTOR,  ///< scree_vec3
    KEY_FLAG,    ///< bool
    KEY_TEXT,    ///< const char *
    KEY_CHOICE,  ///< int: the number of a word in `words`
    KEY_OTHER    ///< the caller reads it
} scree_key_type;

typedef struct scree_key {
    const char *name;
    scree_key_type type;
    size_t offset;
    double low, high; ///< inclusive
    bool above;       ///< `low` itself is not allowed
    bool required;
    const char *const *words; ///< of a choice, ended by NULL
} scree_key;

#define KEY_ANY .low = -1e30, .high = 1e30
#define KEY_POSITIVE .low = 0.0, .high = 1e30, .above = true
#define KEY_NOT_NEGATIVE .low = 0.0, .high = 1e30
#define KEY_SHARE .low = 0.0, .high = 1.0

/// Read the keys of `node` into the struct at `out`. False where `node` is no map. `what` names it in messages.
bool scree_keys_read(scree_scene_reader *r, const scree_yaml *node, const char *what, const scree_key *keys, int count,
                     void *out);

/// Is a key missing? Not if a mistyped key, which was reported already, is likely meant to be it.
bool scree_keys_lack(const scree_yaml *map, const char *key);
/// Is a key missing? Reports it, unless a mistyped key is likely meant to be it.
bool scree_keys_missing(scree_scene_reader *r, const scree_yaml *node, const char *what, const char *key);
/// Report a missing key. If the map has an unknown key without a suggestion, that is likely the one: both become one
/// error.
void scree_keys_report_missing(scree_scene_reader *r, const scree_yaml *node, const char *what, const char *key);
/// Report the given keys that are in the table, from number `first` on, but not among the words of `allowed`. `what`
/// names the kind of thing that does not have them.
void scree_keys_check_kind(scree_scene_reader *r, const scree_yaml *node, const char *what, const scree_key *keys,
                           int first, int count, const char *allowed);

/// One value. False after an error, or if `node` is NULL; then `out` is unchanged. `key` has its name, for messages, and
/// its bounds.
bool scree_value_number(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, double *out);
bool scree_value_count(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, int64_t *out);
bool scree_value_vector(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, scree_vec3 *out);
bool scree_value_choice(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, int *out);
/// The number of a word among `count`; -1 and an error where it is none of them.
int scree_value_word(scree_scene_reader *r, const scree_yaml *node, const char *name, const char *const *words,
                     int count);
/// A list of `least` to `most` numbers.
bool scree_value_numbers(scree_scene_reader *r, const scree_yaml *node, const scree_key *key, int least, int most,
                         double *out, int *count);
/// A list of vectors; the scene owns it.
bool scree_value_points(scree_scene_reader *r, const scree_yaml *node, const char *name, int least,
                        const scree_vec3 **out, size_t *count);
/// A quaternion from `orientation`, `axis_angle`, `euler_degrees` or (2-D) `angle_degrees` of a map; the identity if
/// there is none.
scree_quat scree_value_orientation(scree_scene_reader *r, const scree_yaml *map);
/// Rows of a key table for those.
#define KEYS_OF_ORIENTATION                                                                                            \
    { .name = "orientation", .type = KEY_OTHER }, { .name = "axis_angle", .type = KEY_OTHER },                         \
        { .name = "euler_degrees", .type = KEY_OTHER },                                                                \
    {                                                                                                                  \
        .name = "angle_degrees", .type = KEY_OTHER                                                                     \
    }

/// A spin in rad/s: a vector, or in 2-D a number; and one that is given in revolutions a minute. False without the key, and
/// after an error; then `out` is unchanged.
bool scree_value_spin(scree_scene_reader *r, const scree_yaml *map, const char *name, scree_vec3 *out);
bool scree_value_rpm(scree_scene_reader *r, const scree_yaml *map, const char *name, scree_vec3 *out);

bool scree_value_region(scree_scene_reader *r, const scree_yaml *node, scree_scene_region *out);

/// The number of a name among names at a stride of `stride` bytes; -1 and an error where there is none. `kind` is what
/// they are: "material".
int scree_value_name(scree_scene_reader *r, const scree_yaml *node, const char *kind, const char *const *names,
                     size_t stride, int count);

/// The known word that is most likely meant by a name, or NULL.
const char *scree_scene_likeliest(const char *name, const char *const *known, size_t stride, int count);
/// "; did you mean friction?", or "".
const char *scree_scene_hint(const char *name, const char *const *known, size_t stride, int count, char buffer[80]);

/// For messages: what a node holds, cut short.
const char *scree_yaml_words(const scree_yaml *node, char buffer[48]);

#endif
