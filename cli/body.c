#include "body.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "repair.h"
#include "scree/body.h"
#include "text.h"

enum field {
    SHAPE,
    RADIUS,
    VERTICES,
    FILE_NAME,
    HULL,
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
    AXIS_ANGLE,
    EULER_DEGREES,
    ANGLE,
    ANGLE_DEGREES,
    FIELD_COUNT
};

static const word field_names[FIELD_COUNT] = {
    [SHAPE] = WORD("shape"),
    [RADIUS] = WORD("radius"),
    [VERTICES] = WORD("vertices"),
    [FILE_NAME] = WORD("file"),
    [HULL] = WORD("hull"),
    [NORMAL] = WORD("normal"),
    [OFFSET] = WORD("offset"),
    [HALF_EXTENTS] = WORD("half_extents"),
    [HALF_LENGTH] = WORD("half_length"),
    [SEMI_AXES] = WORD("semi_axes"),
    [EXPONENTS] = WORD("exponents"),
    [BLOCKINESS] = WORD("blockiness"), // what LIGGGHTS and LAMMPS call a superquadric's exponents
    [RADII] = WORD("radii"),
    [ROUNDING] = WORD("rounding"),
    [POSITION] = WORD("position"),
    [ORIENTATION] = WORD("orientation"),
    [AXIS_ANGLE] = WORD("axis_angle"),
    [EULER_DEGREES] = WORD("euler_degrees"),
    [ANGLE] = WORD("angle"),
    [ANGLE_DEGREES] = WORD("angle_degrees"),
};

#define BIT(field) FIELD_BIT(field)

enum {
    ROTATIONS_3D = BIT(ORIENTATION) | BIT(AXIS_ANGLE) | BIT(EULER_DEGREES),
    ROTATIONS_2D = BIT(ANGLE) | BIT(ANGLE_DEGREES),
    POSE = BIT(SHAPE) | BIT(ROUNDING) | BIT(POSITION)
};

typedef struct shape_rule {
    word name;
    scree_shape_kind kind;
    int dimension;
    unsigned needed;  ///< fields in addition to the pose
    unsigned instead; ///< what may be there instead of those, or in addition
} shape_rule;

static const shape_rule rules[] = {
    { WORD("sphere"), SCREE_SPHERE, 3, BIT(RADIUS), 0 },
    { WORD("ellipsoid"), SCREE_ELLIPSOID, 3, BIT(SEMI_AXES), 0 },
    { WORD("superquadric"), SCREE_SUPERQUADRIC, 3, BIT(SEMI_AXES) | BIT(EXPONENTS), BIT(BLOCKINESS) },
    { WORD("plane"), SCREE_HALF_SPACE, 3, BIT(NORMAL) | BIT(OFFSET), 0 },
    { WORD("box"), SCREE_BOX, 3, BIT(HALF_EXTENTS), 0 },
    { WORD("capsule"), SCREE_CAPSULE, 3, BIT(RADIUS) | BIT(HALF_LENGTH), 0 },
    { WORD("tapered_capsule"), SCREE_TAPERED_CAPSULE, 3, BIT(RADII) | BIT(HALF_LENGTH), 0 },
    { WORD("cylinder"), SCREE_CYLINDER, 3, BIT(RADIUS) | BIT(HALF_LENGTH), 0 },
    { WORD("cone"), SCREE_CONE, 3, BIT(RADIUS) | BIT(HALF_LENGTH), 0 },
    { WORD("polyhedron"), SCREE_POLYHEDRON, 3, BIT(VERTICES), BIT(FILE_NAME) | BIT(HULL) },
    { WORD("disc"), SCREE_DISC, 2, BIT(RADIUS), 0 },
    { WORD("polygon"), SCREE_POLYGON, 2, BIT(VERTICES), 0 },
};

enum { RULE_COUNT = sizeof rules / sizeof *rules };

/// The fields of one body as they were found.
typedef struct body_fields {
    const char *path;
    complaint *complaint;
    mesh_store *meshes;
    object_fields found;
} body_fields;

void scree_cli_body_free(body_text *body)
{
    free(body->key.numbers);
    *body = (body_text){ 0 };
}

// ------------------------------------------------------------------------------------------------------- fields

static bool has(const body_fields *f, enum field i)
{
    return scree_cli_fields_has(&f->found, (int)i);
}

static unsigned allowed_by(const shape_rule *rule)
{
    return POSE | rule->needed | rule->instead | (unsigned)(rule->dimension == 3 ? ROTATIONS_3D : ROTATIONS_2D);
}

/// "a" or "an", for the name of a shape.
static const char *article(const shape_rule *rule)
{
    return strchr("aeiou", rule->name.bytes[0]) != NULL ? "an" : "a";
}

static bool are_all_known(const body_fields *f, const shape_rule *rule)
{
    char owner[40] = "a body";
    unsigned allowed = BIT(FIELD_COUNT) - 1u;
    if (f->found.unknown.name == NULL) return true;
    if (rule != NULL) {
        snprintf(owner, sizeof owner, "%s %s", article(rule), rule->name.bytes);
        allowed = allowed_by(rule);
    }
    return scree_cli_fields_all_known(&f->found, field_names, FIELD_COUNT, allowed, f->path, owner, f->complaint);
}

static void complain_shape(const body_fields *f, const char *name, size_t size)
{
    word known[RULE_COUNT];
    char list[240], suggestion[SUGGESTION_SIZE];
    for (int i = 0; i < RULE_COUNT; ++i) known[i] = rules[i].name;
    scree_cli_fields_list(known, RULE_COUNT, ~0u, list, sizeof list);
    scree_cli_suggest(name, size, known, RULE_COUNT, ~0u, suggestion);
    scree_cli_complain(f->complaint, "%sshape: unknown shape '%.*s'%s%s", f->path,
                       (int)scree_cli_text_cut(name, size, 60), name,
                       suggestion[0] != 0 ? suggestion : "; this version has ", suggestion[0] != 0 ? "" : list);
}

static const shape_rule *rule_of(const body_fields *f)
{
    const char *name;
    size_t size;
    char buffer[64];
    if (!has(f, SHAPE)) {
        // An unknown field is perhaps "shape" itself, mistyped.
        if (are_all_known(f, NULL))
            scree_cli_complain(f->complaint, "%sshape: missing%s", f->path,
                               has(f, FILE_NAME) ? "; with a file it is polyhedron" : "");
        return NULL;
    }
    if (!scree_cli_json_string(f->found.values[SHAPE], &name, &size) || (size > 0 && name[0] == REPAIR_MARK)) {
        scree_cli_complain(f->complaint, "%sshape: expected a string, got %s", f->path,
                           scree_cli_value_words(f->found.values[SHAPE], buffer));
        return NULL;
    }
    for (int i = 0; i < RULE_COUNT; ++i) {
        if (scree_cli_is_word(name, size, rules[i].name)) return &rules[i];
    }
    complain_shape(f, name, size);
    return NULL;
}

/// Alternatives count as the fields that they replace. False if both are given.
static bool merge_instead(const body_fields *f, unsigned *present)
{
    if (has(f, BLOCKINESS)) {
        if (has(f, EXPONENTS))
            return scree_cli_complain(f->complaint, "%sblockiness: another name of exponents, which are there too",
                                      f->path);
        *present |= BIT(EXPONENTS);
    }
    if (has(f, FILE_NAME)) {
        if (has(f, VERTICES))
            return scree_cli_complain(f->complaint, "%sfile: vertices are there too; give one of the two", f->path);
        *present |= BIT(VERTICES);
    } else if (has(f, HULL)) {
        return scree_cli_complain(f->complaint, "%shull: is for a file; vertices always stand for their hull", f->path);
    }
    return true;
}

static bool complain_foreign(const body_fields *f, const shape_rule *rule, int i)
{
    char list[240];
    const char *hint = BIT(i) & ROTATIONS_2D   ? " (3-D bodies have orientation, axis_angle or euler_degrees)"
                       : BIT(i) & ROTATIONS_3D ? " (2-D bodies have angle or angle_degrees)"
                                               : "";
    scree_cli_fields_list(field_names, FIELD_COUNT, rule->needed, list, sizeof list);
    return scree_cli_complain(f->complaint, "%s%s: not a field of %s %s%s%s%s", f->path, field_names[i].bytes,
                              article(rule), rule->name.bytes, hint, hint[0] != 0 ? "" : ", which has ",
                              hint[0] != 0 ? "" : list);
}

/// The first field of a set that is not empty.
static int first_of(unsigned fields)
{
    int i = 0;
    while (!(fields & BIT(i))) ++i;
    return i;
}

/// Every field that the shape needs is there, and none that belongs to another shape.
static bool check_fields(const body_fields *f, const shape_rule *rule)
{
    if (!are_all_known(f, rule)) return false;
    unsigned allowed = allowed_by(rule), present = f->found.present;
    if (present & ~allowed) return complain_foreign(f, rule, first_of(present & ~allowed));
    if (!merge_instead(f, &present)) return false;
    if (rule->needed & ~present)
        return scree_cli_complain(f->complaint, "%s%s: missing, %s %s needs it%s", f->path,
                                  field_names[first_of(rule->needed & ~present)].bytes, article(rule), rule->name.bytes,
                                  rule->kind == SCREE_POLYHEDRON ? ", or a file" : "");
    unsigned rotations = present & (unsigned)(ROTATIONS_3D | ROTATIONS_2D);
    if ((rotations & (rotations - 1u)) == 0) return true;
    char list[80];
    scree_cli_fields_list(field_names, FIELD_COUNT, rotations, list, sizeof list);
    return scree_cli_complain(f->complaint, "%s%s: more than one orientation; give one of them", f->path, list);
}

// ------------------------------------------------------------------------------------------------------- values

static bool read_number(const body_fields *f, enum field i, double *out)
{
    char buffer[64];
    if (!has(f, i) || scree_cli_json_number(f->found.values[i], out)) return true;
    return scree_cli_complain(f->complaint, "%s%s: expected a number, got %s", f->path, field_names[i].bytes,
                              scree_cli_value_words(f->found.values[i], buffer));
}

/// `place` is what stands between the field's name and the colon, such as "[3]".
static bool complain_mismatch(const body_fields *f, enum field i, const char *place, json_mismatch m, size_t count)
{
    char buffer[64];
    if (m.what == JSON_WRONG_COUNT)
        return scree_cli_complain(f->complaint, "%s%s%s: expected %zu numbers, got %zu", f->path, field_names[i].bytes,
                                  place, count, m.count);
    const char *got = scree_cli_value_words(m.culprit, buffer);
    if (m.what == JSON_NOT_ARRAY)
        return scree_cli_complain(f->complaint, "%s%s%s: expected an array of %zu numbers, got %s", f->path,
                                  field_names[i].bytes, place, count, got);
    return scree_cli_complain(f->complaint, "%s%s%s[%zu]: expected a number, got %s", f->path, field_names[i].bytes,
                              place, m.component, got);
}

static bool read_numbers(const body_fields *f, enum field i, double *out, size_t count)
{
    if (!has(f, i)) return true;
    json_mismatch m = scree_cli_json_numbers(f->found.values[i], out, count);
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
    json_value value = f->found.values[VERTICES];
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
        char buffer[64];
        return scree_cli_complain(f->complaint, "%svertices: expected an array of points, got %s", f->path,
                                  scree_cli_value_words(value, buffer));
    }
    char place[32];
    snprintf(place, sizeof place, "[%zu]", m.point);
    return complain_mismatch(f, VERTICES, place, m, (size_t)dimension);
}

/// The points of a mesh file.
static bool read_mesh(const body_fields *f, shape_key *key)
{
    const char *name;
    char buffer[64], path[4096];
    size_t size;
    bool hull = false;
    if (!scree_cli_json_string(f->found.values[FILE_NAME], &name, &size) || (size > 0 && name[0] == REPAIR_MARK))
        return scree_cli_complain(f->complaint, "%sfile: expected a string, got %s", f->path,
                                  scree_cli_value_words(f->found.values[FILE_NAME], buffer));
    if (has(f, HULL) && !scree_cli_json_bool(f->found.values[HULL], &hull))
        return scree_cli_complain(f->complaint, "%shull: expected true or false, got %s", f->path,
                                  scree_cli_value_words(f->found.values[HULL], buffer));
    if (size == 0 || size >= sizeof path || memchr(name, 0, size) != NULL)
        return scree_cli_complain(f->complaint, "%sfile: not the name of a file", f->path);
    memcpy(path, name, size);
    path[size] = 0;
    const mesh_file *file = scree_cli_meshes_get(f->meshes, path, hull);
    if (file != NULL && file->trouble[0] != 0)
        return scree_cli_complain(f->complaint, "%sfile: %s", f->path, file->trouble);
    if (file == NULL || !reserve(key, file->count + 1))
        return scree_cli_complain(f->complaint, "%sfile: out of memory", f->path);
    memcpy(key->numbers + 1, file->points, file->count * sizeof *file->points);
    key->count = file->count + 1;
    return true;
}

static bool read_parameters(const body_fields *f, const shape_rule *rule, shape_key *key)
{
    enum { FIRST_CAPACITY = 64 };
    if (!reserve(key, FIRST_CAPACITY)) return scree_cli_complain(f->complaint, "%sshape: out of memory", f->path);
    double rounding = 0.0;
    if (!read_number(f, ROUNDING, &rounding)) return false;
    key->numbers[0] = (scree_vec3){ (double)rule->kind, rounding, 0.0 };
    if (has(f, FILE_NAME)) return read_mesh(f, key);
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

/// {"axis": [x, y, z], "degrees": d}
static bool read_axis_angle(const body_fields *f, scree_quat *out)
{
    enum { AXIS, DEGREES, COUNT };
    static const word names[COUNT] = { [AXIS] = WORD("axis"), [DEGREES] = WORD("degrees") };
    object_fields parts;
    complaint *c = f->complaint;
    char path[48], buffer[64];
    double axis[3], degrees;
    snprintf(path, sizeof path, "%saxis_angle.", f->path);
    if (!scree_cli_fields_collect(f->found.values[AXIS_ANGLE], names, COUNT, path, &parts, c) ||
        !scree_cli_fields_all_known(&parts, names, COUNT, ~0u, path, "it", c))
        return false;
    for (int i = 0; i < COUNT; ++i) {
        if (!scree_cli_fields_has(&parts, i)) return scree_cli_complain(c, "%s%s: missing", path, names[i].bytes);
    }
    json_mismatch m = scree_cli_json_numbers(parts.values[AXIS], axis, 3);
    if (m.what != JSON_MATCH) return complain_mismatch(f, AXIS_ANGLE, ".axis", m, 3);
    if (!scree_cli_json_number(parts.values[DEGREES], &degrees))
        return scree_cli_complain(c, "%sdegrees: expected a number, got %s", path,
                                  scree_cli_value_words(parts.values[DEGREES], buffer));
    if (axis[0] == 0.0 && axis[1] == 0.0 && axis[2] == 0.0) return scree_cli_complain(c, "%saxis: has length 0", path);
    *out = scree_quat_from_axis_degrees((scree_vec3){ axis[0], axis[1], axis[2] }, degrees);
    return true;
}

/// The one of the fields that is there, if any.
static bool read_orientation(const body_fields *f, scree_quat *out)
{
    double x[4];
    *out = (scree_quat){ 1.0, 0.0, 0.0, 0.0 };
    if (has(f, ANGLE)) {
        if (!read_number(f, ANGLE, x)) return false;
        *out = scree_quat_about_z(x[0]);
    } else if (has(f, ANGLE_DEGREES)) {
        if (!read_number(f, ANGLE_DEGREES, x)) return false;
        *out = scree_quat_from_axis_degrees((scree_vec3){ 0.0, 0.0, 1.0 }, x[0]);
    } else if (has(f, EULER_DEGREES)) {
        if (!read_numbers(f, EULER_DEGREES, x, 3)) return false;
        *out = scree_quat_from_euler_degrees((scree_vec3){ x[0], x[1], x[2] });
    } else if (has(f, AXIS_ANGLE)) {
        return read_axis_angle(f, out);
    } else if (has(f, ORIENTATION)) {
        if (!read_numbers(f, ORIENTATION, x, 4)) return false;
        if (x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0 && x[3] == 0.0)
            return scree_cli_complain(f->complaint, "%sorientation: has length 0", f->path);
        *out = (scree_quat){ x[0], x[1], x[2], x[3] };
    }
    return true;
}

static bool read_pose(const body_fields *f, body_text *body)
{
    body->position = (scree_vec3){ 0.0, 0.0, 0.0 };
    return read_vec3(f, POSITION, body->dimension, &body->position) && read_orientation(f, &body->orientation);
}

bool scree_cli_body_read(json_value value, const char *path, mesh_store *meshes, body_text *body, complaint *c)
{
    body_fields f; // its values are set where they are found
    f.path = path;
    f.complaint = c;
    f.meshes = meshes;
    if (!scree_cli_fields_collect(value, field_names, FIELD_COUNT, path, &f.found, c)) return false;
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
        return scree_sphere_create(p[0].x, rounding, error);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(p[0], p[1].x, rounding, error);
    case SCREE_BOX:
        return scree_box_create(p[0], rounding, error);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(p[0], rounding, error);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(p[0], p[1].x, p[1].y, rounding, error);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(p[0].x, p[0].y, p[1].x, rounding, error);
    case SCREE_CYLINDER:
        return scree_cylinder_create(p[0].x, p[0].y, rounding, error);
    case SCREE_CONE:
        return scree_cone_create(p[0].x, p[0].y, rounding, error);
    case SCREE_CAPSULE:
        return scree_capsule_create(p[0].x, p[0].y, rounding, error);
    case SCREE_POLYHEDRON:
        return scree_polyhedron_create_like(pattern, p, key->count - 1, rounding, error);
    case SCREE_DISC:
        return scree_disc_create(p[0].x, rounding, error);
    default:
        return scree_polygon_create(p, key->count - 1, rounding, error);
    }
}
