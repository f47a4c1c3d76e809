// Motions of walls and tools.
#include <string.h>

#include "scene/parts.h"

// ---------------------------------------------------------------------------------------------------------------- servo

typedef struct servo_reading {
    scree_vec3 normal;
    double force, pressure, area, speed;
} servo_reading;

/// Where a flat wall faces, and how far from the origin; false for walls whose place is not known before they are built.
static bool plane_of(const scree_scene *scene, scree_scene_wall_part part, scree_vec3 *normal, double *offset)
{
    const scree_scene_wall *w = &scene->walls[part.wall];
    if (w->kind == SCREE_WALL_PLANE) {
        const double length = sqrt(w->normal.x * w->normal.x + w->normal.y * w->normal.y + w->normal.z * w->normal.z);
        if (!(length > 0.0)) return false;
        *normal = (scree_vec3){ w->normal.x / length, w->normal.y / length, w->normal.z / length };
        *offset = w->offset / length;
        return true;
    }
    if (w->kind != SCREE_WALL_BOX) return false;
    const double low[3] = { w->low.x, w->low.y, w->low.z }, high[3] = { w->high.x, w->high.y, w->high.z };
    const int axis = part.face / 2;
    const bool upper = part.face % 2 == 1;
    const double sign = upper ? -1.0 : 1.0;
    *normal = (scree_vec3){ axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0 };
    *offset = upper ? -high[axis] : low[axis];
    return true;
}

/// Do two walls face each other across a gap, as far as that is known?
static bool face_each_other(const scree_scene *scene, scree_scene_wall_part a, scree_scene_wall_part b)
{
    scree_vec3 n, m;
    double from, to;
    if (!plane_of(scene, a, &n, &from) || !plane_of(scene, b, &m, &to)) return true;
    return fabs(n.x + m.x) + fabs(n.y + m.y) + fabs(n.z + m.z) < 1e-6 && from + to < 0.0;
}

/// One of two walls that a side of the area lies between.
static bool read_flat(scree_scene_reader *r, const scree_yaml *node, scree_scene_wall_part *out)
{
    if (node->kind != SCREE_YAML_SCALAR) {
        scree_scene_complain(r->errors, node->place, "between: expected the name of a wall");
        return false;
    }
    if (!scree_scene_find_wall(r, node->place, node->text, out)) return false;
    const scree_scene_wall_kind kind = r->scene->walls[out->wall].kind;
    if (kind == SCREE_WALL_PLANE || kind == SCREE_WALL_PLATE || (kind == SCREE_WALL_BOX && out->face >= 0)) return true;
    scree_scene_complain(r->errors, node->place, "between: %.60s is not a plane, a plate or one face of a box",
                         node->text);
    return false;
}

/// Two walls, or a length.
static void read_side(scree_scene_reader *r, const scree_yaml *node, scree_scene_side *side)
{
    const scree_key key = { .name = "between", KEY_POSITIVE };
    const bool is_number = node->kind == SCREE_YAML_SCALAR && strchr("+-.0123456789", node->text[0]) != NULL;
    *side = (scree_scene_side){ .wall = { -1, -1 } };
    if (is_number) {
        scree_value_number(r, node, &key, &side->length);
        return;
    }
    if (node->kind != SCREE_YAML_LIST || node->count != 2) {
        scree_scene_complain(r->errors, node->place, "between: expected two walls, as [west, east], or a length");
        return;
    }
    scree_scene_wall_part parts[2];
    if (!read_flat(r, node->items[0].value, &parts[0]) || !read_flat(r, node->items[1].value, &parts[1])) return;
    if (!face_each_other(r->scene, parts[0], parts[1]))
        scree_scene_complain(r->errors, node->place, "between: %.60s and %.60s do not face each other across a gap",
                             node->items[0].value->text, node->items[1].value->text);
    side->wall = parts[0];
    side->other = parts[1];
}

static void read_between(scree_scene_reader *r, const scree_yaml *node, scree_scene_motion *motion)
{
    const size_t sides = r->dimension == 2 ? 1 : 2;
    if (node->kind != SCREE_YAML_LIST || node->count != sides) {
        scree_scene_complain(r->errors, node->place, "between: expected a list of %s",
                             sides == 1 ? "one pair of walls, as [[west, east]]"
                                        : "two pairs of walls, as [[west, east], [south, north]]");
        return;
    }
    for (size_t i = 0; i < sides; ++i) read_side(r, node->items[i].value, &motion->servo_sides[i]);
}

static void read_servo(scree_scene_reader *r, const scree_yaml *node, scree_scene_motion *motion)
{
    static const scree_key keys[] = {
        { .name = "normal", .type = KEY_VECTOR, .offset = offsetof(servo_reading, normal), KEY_ANY, .required = true },
        { .name = "force", .type = KEY_NUMBER, .offset = offsetof(servo_reading, force), KEY_POSITIVE },
        { .name = "pressure", .type = KEY_NUMBER, .offset = offsetof(servo_reading, pressure), KEY_POSITIVE },
        { .name = "area", .type = KEY_NUMBER, .offset = offsetof(servo_reading, area), KEY_POSITIVE },
        { .name = "between", .type = KEY_OTHER },
        { .name = "speed",
          .type = KEY_NUMBER,
          .offset = offsetof(servo_reading, speed),
          KEY_POSITIVE,
          .required = true },
    };
    servo_reading in = { .force = 0.0 };
    if (!scree_keys_read(r, node, "servo", keys, sizeof keys / sizeof *keys, &in)) return;
    const double length = sqrt(in.normal.x * in.normal.x + in.normal.y * in.normal.y + in.normal.z * in.normal.z);
    const scree_yaml *between = scree_yaml_find(node, "between");
    const int areas = (in.area > 0.0) + (between != NULL);
    if (scree_yaml_find(node, "normal") != NULL && !(length > 0.0))
        scree_scene_complain(r->errors, node->place, "servo: the normal must not be 0");
    if ((in.force > 0.0) == (in.pressure > 0.0) || areas != (in.pressure > 0.0 ? 1 : 0))
        scree_scene_complain(r->errors, node->place,
                             "servo: expected either force, or pressure and one of area and between");
    motion->servo = true;
    if (length > 0.0)
        motion->servo_normal = (scree_vec3){ in.normal.x / length, in.normal.y / length, in.normal.z / length };
    motion->servo_force = in.force > 0.0 ? in.force : in.pressure * in.area;
    motion->servo_speed = in.speed;
    if (between == NULL) return;
    motion->servo_pressure = in.pressure;
    read_between(r, between, motion);
}

// --------------------------------------------------------------------------------------------------------------- motions

#define FIELD(name) offsetof(scree_scene_motion, name)

static const scree_key motion_keys[] = {
    { .name = "start", .type = KEY_NUMBER, .offset = FIELD(start), KEY_NOT_NEGATIVE },
    { .name = "end", .type = KEY_NUMBER, .offset = FIELD(end), KEY_POSITIVE },
    { .name = "velocity", .type = KEY_VECTOR, .offset = FIELD(velocity), KEY_ANY },
    { .name = "spin", .type = KEY_OTHER },
    { .name = "rpm", .type = KEY_OTHER },
    { .name = "centre", .type = KEY_VECTOR, .offset = FIELD(centre), KEY_ANY },
    { .name = "amplitude", .type = KEY_VECTOR, .offset = FIELD(amplitude), KEY_ANY },
    { .name = "frequency", .type = KEY_NUMBER, .offset = FIELD(frequency), KEY_POSITIVE },
    { .name = "phase", .type = KEY_NUMBER, .offset = FIELD(phase), KEY_ANY },
    { .name = "servo", .type = KEY_OTHER },
};

static void read_motion(scree_scene_reader *r, const scree_yaml *node, scree_scene_motion *out)
{
    scree_scene_motion in = { .end = INFINITY, .place = node->place };
    *out = in;
    if (!scree_keys_read(r, node, "motion", motion_keys, sizeof motion_keys / sizeof *motion_keys, &in)) return;
    const bool has_spin = scree_value_spin(r, node, "spin", &in.spin), rpm = scree_value_rpm(r, node, "rpm", &in.spin);
    if (has_spin && rpm) scree_scene_complain(r->errors, node->place, "motion: either spin (rad/s) or rpm");
    if (in.end <= in.start) scree_scene_complain(r->errors, node->place, "motion: end must be after start");
    if (scree_keys_lack(node, "amplitude") != scree_keys_lack(node, "frequency"))
        scree_scene_complain(r->errors, node->place, "motion: amplitude and frequency go together");
    if ((has_spin || rpm) && scree_keys_lack(node, "centre"))
        scree_scene_complain(r->errors, node->place, "motion: centre is missing: a point of the axis of rotation");
    const scree_yaml *servo = scree_yaml_find(node, "servo");
    if (servo != NULL) read_servo(r, servo, &in);
    if (servo != NULL && !scree_keys_lack(node, "velocity") && !r->resumed)
        scree_scene_complain(r->errors, servo->place,
                             "motion: a servo goes without a velocity: it has a speed of its own");
    *out = in;
}

static bool slides(const scree_scene_motion *m)
{
    return m->velocity.x != 0.0 || m->velocity.y != 0.0 || m->velocity.z != 0.0;
}

/// Motions at the same time, if they cannot be added up.
static void check_overlap(scree_scene_reader *r, const scree_scene_motion *a, const scree_scene_motion *b)
{
    if (a->end <= b->start || b->end <= a->start) return;
    if ((a->servo && (b->servo || slides(b))) || (b->servo && slides(a)))
        scree_scene_complain(r->errors, b->place,
                             "motion: at the same time as another one, a servo goes without another velocity");
}

void scree_scene_read_motions(scree_scene_reader *r, const scree_yaml *node, const scree_scene_motion **motions,
                              size_t *count)
{
    const size_t n = node->kind == SCREE_YAML_LIST ? node->count : 1;
    scree_scene_motion *list = scree_arena_take(r->arena, n * sizeof *list + 1);
    if (list == NULL) return;
    if (n > SCREE_WALL_MOTIONS)
        scree_scene_complain(r->errors, node->place, "motion: more than %d of them", SCREE_WALL_MOTIONS);
    for (size_t i = 0; i < n; ++i)
        read_motion(r, node->kind == SCREE_YAML_LIST ? node->items[i].value : node, &list[i]);
    for (size_t i = 0; i < n && n <= SCREE_WALL_MOTIONS; ++i) {
        for (size_t k = 0; k < i; ++k) check_overlap(r, &list[k], &list[i]);
    }
    *motions = list;
    *count = n;
}
