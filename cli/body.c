#include "body.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repair.h"
#include "scree/body.h"
#include "text.h"

enum field {
    SHAPE,
    RADIUS,
    VERTICES,
    NORMAL,
    OFFSET,
    HALF_EXTENTS,
    HALF_LENGTH,
    SEMI_AXES,
    EXPONENTS,
    BLOCKINESS,
    RADII,
    ROUNDING,
    POSITION,
    ORIENTATION,
    ANGLE,
    FIELD_COUNT
};

typedef struct field_name {
    const char *bytes;
    size_t size;
} field_name;

#define NAME(word)                                                                                                     \
    {                                                                                                                  \
        (word), sizeof(word) - 1                                                                                       \
    }

static const field_name field_names[FIELD_COUNT] = {
    [SHAPE] = NAME("shape"),
    [RADIUS] = NAME("radius"),
    [VERTICES] = NAME("vertices"),
    [NORMAL] = NAME("normal"),
    [OFFSET] = NAME("offset"),
    [HALF_EXTENTS] = NAME("half_extents"),
    [HALF_LENGTH] = NAME("half_length"),
    [SEMI_AXES] = NAME("semi_axes"),
    [EXPONENTS] = NAME("exponents"),
    [BLOCKINESS] = NAME("blockiness"), // what LIGGGHTS and LAMMPS call a superquadric's exponents
    [RADII] = NAME("radii"),
    [ROUNDING] = NAME("rounding"),
    [POSITION] = NAME("position"),
    [ORIENTATION] = NAME("orientation"),
    [ANGLE] = NAME("angle"),
};

#define BIT(field) (1u << (field))

enum {
    POSE_3D = BIT(SHAPE) | BIT(ROUNDING) | BIT(POSITION) | BIT(ORIENTATION),
    POSE_2D = BIT(SHAPE) | BIT(ROUNDING) | BIT(POSITION) | BIT(ANGLE)
};

typedef struct shape_rule {
    field_name name;
    scree_shape_kind kind;
    int dimension;
    unsigned needed; ///< fields beside the pose
} shape_rule;

static const shape_rule rules[] = {
    { NAME("sphere"), SCREE_SPHERE, 3, BIT(RADIUS) },
    { NAME("ellipsoid"), SCREE_ELLIPSOID, 3, BIT(SEMI_AXES) },
    { NAME("superquadric"), SCREE_SUPERQUADRIC, 3, BIT(SEMI_AXES) | BIT(EXPONENTS) },
    { NAME("plane"), SCREE_HALF_SPACE, 3, BIT(NORMAL) | BIT(OFFSET) },
    { NAME("box"), SCREE_BOX, 3, BIT(HALF_EXTENTS) },
    { NAME("capsule"), SCREE_CAPSULE, 3, BIT(RADIUS) | BIT(HALF_LENGTH) },
    { NAME("tapered_capsule"), SCREE_TAPERED_CAPSULE, 3, BIT(RADII) | BIT(HALF_LENGTH) },
    { NAME("cylinder"), SCREE_CYLINDER, 3, BIT(RADIUS) | BIT(HALF_LENGTH) },
    { NAME("cone"), SCREE_CONE, 3, BIT(RADIUS) | BIT(HALF_LENGTH) },
    { NAME("polyhedron"), SCREE_POLYHEDRON, 3, BIT(VERTICES) },
    { NAME("disc"), SCREE_DISC, 2, BIT(RADIUS) },
    { NAME("polygon"), SCREE_POLYGON, 2, BIT(VERTICES) },
};

enum { RULE_COUNT = sizeof rules / sizeof *rules };

/// The fields of one body as they were found.
typedef struct body_fields {
    const char *path;
    complaint *complaint;
    unsigned present;
    json_value values[FIELD_COUNT];
    json_field unknown; ///< the first one; its name is NULL where there is none
} body_fields;

bool scree_cli_complain(complaint *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->words, sizeof c->words, format, arguments);
    va_end(arguments);
    return false;
}

const char *scree_cli_value_words(json_value value, char *word)
{
    const char *bytes;
    size_t size;
    if (!scree_cli_json_string(value, &bytes, &size) || size == 0 || bytes[0] != REPAIR_MARK)
        return scree_cli_json_kind_name(scree_cli_json_kind(value));
    snprintf(word, 64, "%.*s", (int)scree_cli_text_cut(bytes + 1, size - 1, 48), bytes + 1);
    return word;
}

void scree_cli_body_free(body_text *body)
{
    free(body->key.numbers);
    *body = (body_text){ 0 };
}

// ------------------------------------------------------------------------------------------------------- fields

static bool is_name(const char *bytes, size_t size, field_name name)
{
    return size == name.size && memcmp(bytes, name.bytes, size) == 0;
}

static int field_of(const json_field *field)
{
    for (int i = 0; i < FIELD_COUNT; ++i) {
        if (is_name(field->name, field->name_size, field_names[i])) return i;
    }
    return -1;
}

static bool collect(json_value value, body_fields *f)
{
    char word[64];
    if (scree_cli_json_kind(value) != JSON_OBJECT) {
        size_t size = strlen(f->path);
        return scree_cli_complain(f->complaint, "%.*s%sexpected an object, got %s", (int)(size > 0 ? size - 1 : 0),
                                  f->path, size > 0 ? ": " : "", scree_cli_value_words(value, word));
    }
    json_fields fields = scree_cli_json_fields(value);
    json_field field;
    while (scree_cli_json_next(&fields, &field)) {
        int i = field_of(&field);
        if (i < 0) {
            if (f->unknown.name == NULL) f->unknown = field;
            continue;
        }
        if (f->present & BIT(i))
            return scree_cli_complain(f->complaint, "%s%s: is there twice", f->path, field_names[i].bytes);
        f->present |= BIT(i);
        f->values[i] = field.value;
    }
    return true;
}

static bool complain_unknown(const body_fields *f)
{
    const json_field *u = &f->unknown;
    return scree_cli_complain(f->complaint, "%s%.*s: unknown field", f->path,
                              (int)scree_cli_text_cut(u->name, u->name_size, 60), u->name);
}

static bool complain_shape(const body_fields *f, const char *name, size_t size)
{
    char known[240] = "";
    for (size_t i = 0, n = 0; i < RULE_COUNT; ++i)
        n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", i > 0 ? ", " : "", rules[i].name.bytes);
    return scree_cli_complain(f->complaint, "%sshape: unknown shape '%.*s'; this version has %s", f->path,
                              (int)scree_cli_text_cut(name, size, 60), name, known);
}

static const shape_rule *rule_of(const body_fields *f)
{
    const char *name;
    size_t size;
    char word[64];
    if (!(f->present & BIT(SHAPE))) {
        if (f->unknown.name != NULL)
            complain_unknown(f); // perhaps "shape" itself, mistyped
        else
            scree_cli_complain(f->complaint, "%sshape: missing", f->path);
        return NULL;
    }
    if (!scree_cli_json_string(f->values[SHAPE], &name, &size) || (size > 0 && name[0] == REPAIR_MARK)) {
        scree_cli_complain(f->complaint, "%sshape: expected a string, got %s", f->path,
                           scree_cli_value_words(f->values[SHAPE], word));
        return NULL;
    }
    for (size_t i = 0; i < RULE_COUNT; ++i) {
        if (is_name(name, size, rules[i].name)) return &rules[i];
    }
    complain_shape(f, name, size);
    return NULL;
}

/// Every field that the shape needs is there, and none that belongs to another shape.
static bool check_fields(const body_fields *f, const shape_rule *rule)
{
    if (f->unknown.name != NULL) return complain_unknown(f);
    unsigned allowed = rule->needed | (unsigned)(rule->dimension == 3 ? POSE_3D : POSE_2D), present = f->present;
    if (rule->kind == SCREE_SUPERQUADRIC && (present & BIT(BLOCKINESS))) {
        if (present & BIT(EXPONENTS))
            return scree_cli_complain(f->complaint, "%sblockiness: another name of exponents, which are there too",
                                      f->path);
        allowed |= BIT(BLOCKINESS);
        present |= BIT(EXPONENTS);
    }
    for (int i = 0; i < FIELD_COUNT; ++i) {
        const char *name = field_names[i].bytes;
        if (present & ~allowed & BIT(i)) {
            const char *hint = i == ANGLE         ? " (3-D bodies have orientation)"
                               : i == ORIENTATION ? " (2-D bodies have angle)"
                                                  : "";
            return scree_cli_complain(f->complaint, "%s%s: not a field of a %s%s", f->path, name, rule->name.bytes,
                                      hint);
        }
        if (rule->needed & ~present & BIT(i))
            return scree_cli_complain(f->complaint, "%s%s: missing, a %s needs it", f->path, name, rule->name.bytes);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------- values

static bool read_number(const body_fields *f, enum field i, double *out)
{
    char word[64];
    if (!(f->present & BIT(i)) || scree_cli_json_number(f->values[i], out)) return true;
    return scree_cli_complain(f->complaint, "%s%s: expected a number, got %s", f->path, field_names[i].bytes,
                              scree_cli_value_words(f->values[i], word));
}

/// `place` is what stands between the field's name and the colon, such as "[3]".
static bool complain_mismatch(const body_fields *f, enum field i, const char *place, json_mismatch m, size_t count)
{
    char word[64];
    if (m.what == JSON_WRONG_COUNT)
        return scree_cli_complain(f->complaint, "%s%s%s: expected %zu numbers, got %zu", f->path, field_names[i].bytes,
                                  place, count, m.count);
    const char *got = scree_cli_value_words(m.culprit, word);
    if (m.what == JSON_NOT_ARRAY)
        return scree_cli_complain(f->complaint, "%s%s%s: expected an array of %zu numbers, got %s", f->path,
                                  field_names[i].bytes, place, count, got);
    return scree_cli_complain(f->complaint, "%s%s%s[%zu]: expected a number, got %s", f->path, field_names[i].bytes,
                              place, m.component, got);
}

static bool read_numbers(const body_fields *f, enum field i, double *out, size_t count)
{
    if (!(f->present & BIT(i))) return true;
    json_mismatch m = scree_cli_json_numbers(f->values[i], out, count);
    return m.what == JSON_MATCH || complain_mismatch(f, i, "", m, count);
}

static bool read_vec3(const body_fields *f, enum field i, int dimension, scree_vec3 *out)
{
    double x[3] = { out->x, out->y, out->z };
    if (!read_numbers(f, i, x, (size_t)dimension)) return false;
    *out = (scree_vec3){ x[0], x[1], x[2] };
    return true;
}

static bool reserve(shape_key *key, size_t count)
{
    if (key->capacity >= count) return true;
    if (count > SIZE_MAX / sizeof *key->numbers) return false;
    scree_vec3 *numbers = realloc(key->numbers, count * sizeof *numbers);
    if (numbers == NULL) return false;
    key->numbers = numbers;
    key->capacity = count;
    return true;
}

static bool read_points(const body_fields *f, int dimension, shape_key *key)
{
    json_value value = f->values[VERTICES];
    size_t count = 0;
    json_mismatch m = scree_cli_json_points(value, dimension, key->numbers + 1, key->capacity - 1, &count);
    if (m.what == JSON_MATCH && count + 1 > key->capacity) {
        if (!reserve(key, count + 1)) return scree_cli_complain(f->complaint, "%svertices: out of memory", f->path);
        m = scree_cli_json_points(value, dimension, key->numbers + 1, key->capacity - 1, &count);
    }
    key->count = count + 1;
    if (m.what == JSON_MATCH) return true;
    // The mismatch is of a point, or, where the value is not even an array, of the whole.
    if (scree_cli_json_kind(value) != JSON_ARRAY) {
        char word[64];
        return scree_cli_complain(f->complaint, "%svertices: expected an array of points, got %s", f->path,
                                  scree_cli_value_words(value, word));
    }
    char place[32];
    snprintf(place, sizeof place, "[%zu]", m.point);
    return complain_mismatch(f, VERTICES, place, m, (size_t)dimension);
}

static bool read_parameters(const body_fields *f, const shape_rule *rule, shape_key *key)
{
    enum { FIRST_CAPACITY = 64 };
    if (!reserve(key, FIRST_CAPACITY)) return scree_cli_complain(f->complaint, "%sshape: out of memory", f->path);
    double rounding = 0.0;
    if (!read_number(f, ROUNDING, &rounding)) return false;
    key->numbers[0] = (scree_vec3){ (double)rule->kind, rounding, 0.0 };
    if (rule->needed & BIT(VERTICES)) return read_points(f, rule->dimension, key);

    scree_vec3 *p = key->numbers + 1;
    p[0] = p[1] = (scree_vec3){ 0.0, 0.0, 0.0 };
    key->count = 3;
    switch (rule->kind) {
    case SCREE_HALF_SPACE:
        return read_vec3(f, NORMAL, 3, &p[0]) && read_number(f, OFFSET, &p[1].x);
    case SCREE_BOX:
        return read_vec3(f, HALF_EXTENTS, 3, &p[0]);
    case SCREE_ELLIPSOID:
        return read_vec3(f, SEMI_AXES, 3, &p[0]);
    case SCREE_SUPERQUADRIC: {
        double n[2] = { 0.0, 0.0 };
        if (!read_vec3(f, SEMI_AXES, 3, &p[0])) return false;
        if (!read_numbers(f, EXPONENTS, n, 2) || !read_numbers(f, BLOCKINESS, n, 2)) return false;
        p[1] = (scree_vec3){ n[0], n[1], 0.0 };
        return true;
    }
    case SCREE_TAPERED_CAPSULE: {
        double r[2] = { 0.0, 0.0 };
        if (!read_numbers(f, RADII, r, 2) || !read_number(f, HALF_LENGTH, &p[1].x)) return false;
        p[0] = (scree_vec3){ r[0], r[1], 0.0 };
        return true;
    }
    case SCREE_CYLINDER:
    case SCREE_CONE:
    case SCREE_CAPSULE:
        return read_number(f, RADIUS, &p[0].x) && read_number(f, HALF_LENGTH, &p[0].y);
    default:
        return read_number(f, RADIUS, &p[0].x);
    }
}

static bool read_pose(const body_fields *f, body_text *body)
{
    body->position = (scree_vec3){ 0.0, 0.0, 0.0 };
    body->orientation = (scree_quat){ 1.0, 0.0, 0.0, 0.0 };
    if (!read_vec3(f, POSITION, body->dimension, &body->position)) return false;
    if (f->present & BIT(ANGLE)) {
        double angle = 0.0;
        if (!read_number(f, ANGLE, &angle)) return false;
        body->orientation = scree_quat_about_z(angle);
    }
    if (f->present & BIT(ORIENTATION)) {
        double q[4];
        if (!read_numbers(f, ORIENTATION, q, 4)) return false;
        if (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0 && q[3] == 0.0)
            return scree_cli_complain(f->complaint, "%sorientation: has length 0", f->path);
        body->orientation = (scree_quat){ q[0], q[1], q[2], q[3] };
    }
    return true;
}

bool scree_cli_body_read(json_value value, const char *path, body_text *body, complaint *c)
{
    body_fields f = { .path = path, .complaint = c };
    if (!collect(value, &f)) return false;
    const shape_rule *rule = rule_of(&f);
    if (rule == NULL || !check_fields(&f, rule)) return false;
    body->dimension = rule->dimension;
    return read_parameters(&f, rule, &body->key) && read_pose(&f, body);
}

scree_shape *scree_cli_shape_create(const shape_key *key, const scree_shape *pattern, scree_error *error)
{
    const scree_vec3 *p = key->numbers + 1;
    double rounding = key->numbers[0].y;
    switch ((scree_shape_kind)key->numbers[0].x) {
    case SCREE_SPHERE:
        return scree_sphere(p[0].x, rounding, error);
    case SCREE_HALF_SPACE:
        return scree_half_space(p[0], p[1].x, rounding, error);
    case SCREE_BOX:
        return scree_box(p[0], rounding, error);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid(p[0], rounding, error);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric(p[0], p[1].x, p[1].y, rounding, error);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule(p[0].x, p[0].y, p[1].x, rounding, error);
    case SCREE_CYLINDER:
        return scree_cylinder(p[0].x, p[0].y, rounding, error);
    case SCREE_CONE:
        return scree_cone(p[0].x, p[0].y, rounding, error);
    case SCREE_CAPSULE:
        return scree_capsule(p[0].x, p[0].y, rounding, error);
    case SCREE_POLYHEDRON:
        return scree_polyhedron_like(pattern, p, key->count - 1, rounding, error);
    case SCREE_DISC:
        return scree_disc(p[0].x, rounding, error);
    default:
        return scree_polygon(p, key->count - 1, rounding, error);
    }
}
