#include <string.h>

#include "scene/parts.h"

// --------------------------------------------------------------------------------------------------------------- mixture

static int find_shape(scree_scene_reader *r, const scree_yaml *node)
{
    const scree_scene *scene = r->scene;
    if (scene->shape_count == 0) return -1;
    return scree_value_name(r, node, "shape", &scene->shapes->name, sizeof *scene->shapes, scene->shape_count);
}

/// A name, a list of names, or a map of names and weights.
static void read_mixture(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *insert)
{
    const size_t count = node->kind == SCREE_YAML_SCALAR ? 1 : node->count;
    scree_scene_share *shares = scree_arena_take(r->arena, count * sizeof *shares + 1);
    double sum = 0.0;
    if (shares == NULL) return;
    for (size_t i = 0; i < count; ++i) {
        const scree_key key = { .name = "shapes", KEY_NOT_NEGATIVE };
        shares[i].weight = 1.0;
        if (node->kind == SCREE_YAML_MAP) {
            const scree_yaml name = { .kind = SCREE_YAML_SCALAR,
                                      .place = node->items[i].key_place,
                                      .text = node->items[i].key,
                                      .text_size = strlen(node->items[i].key) };
            shares[i].shape = find_shape(r, &name);
            scree_value_number(r, node->items[i].value, &key, &shares[i].weight);
        } else
            shares[i].shape = find_shape(r, node->kind == SCREE_YAML_LIST ? node->items[i].value : node);
        sum += shares[i].weight;
    }
    if (!(sum > 0.0)) scree_scene_complain(r->errors, node->place, "shapes: no shape has a weight above 0");
    for (size_t i = 0; i < count && sum > 0.0; ++i) shares[i].weight /= sum;
    insert->shares = shares;
    insert->share_count = count;
}

// ----------------------------------------------------------------------------------------------------------------- lists

static const char *const mode_words[] = { "free", "fixed", "driven", NULL };

typedef struct grain_reading {
    scree_grain grain;
    int mode;
    double size;
} grain_reading;

/// A vector, or in 2-D a number.
static scree_vec3 read_spin(scree_scene_reader *r, const scree_yaml *map)
{
    const scree_key spin = { .name = "spin", KEY_ANY };
    const scree_yaml *spin_node = scree_yaml_find(map, "spin");
    double v[3] = { 0.0, 0.0, 0.0 };
    if (spin_node != NULL && r->dimension == 2) scree_value_number(r, spin_node, &spin, &v[2]);
    if (spin_node != NULL && r->dimension == 3) scree_value_numbers(r, spin_node, &spin, 3, 3, v, NULL);
    return (scree_vec3){ v[0], v[1], v[2] };
}

static void read_grain(scree_scene_reader *r, const scree_yaml *node, const scree_scene_insert *insert,
                       scree_grain *grain, double *size)
{
    static const scree_key keys[] = {
        { .name = "shape", .type = KEY_OTHER, .required = true },
        { .name = "material", .type = KEY_OTHER },
        { .name = "size", .type = KEY_NUMBER, .offset = offsetof(grain_reading, size), KEY_POSITIVE },
        { .name = "position",
          .type = KEY_VECTOR,
          .offset = offsetof(grain_reading, grain.position),
          KEY_ANY,
          .required = true },
        { .name = "velocity", .type = KEY_VECTOR, .offset = offsetof(grain_reading, grain.velocity), KEY_ANY },
        { .name = "spin", .type = KEY_OTHER },
        { .name = "mode", .type = KEY_CHOICE, .offset = offsetof(grain_reading, mode), .words = mode_words },
        KEYS_OF_ORIENTATION,
    };
    grain_reading in = { .mode = (int)insert->mode };
    if (!scree_keys_read(r, node, "grains", keys, sizeof keys / sizeof *keys, &in)) return;
    in.grain.spin = read_spin(r, node);
    in.grain.orientation = scree_value_orientation(r, node);
    in.grain.mode = (scree_grain_mode)in.mode;
    in.grain.shape = find_shape(r, scree_yaml_find(node, "shape"));
    in.grain.material =
        scree_yaml_find(node, "material") != NULL ? scree_scene_read_material(r, node, "grains") : insert->material;
    *grain = in.grain;
    *size = in.size;
}

static void read_list(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *insert)
{
    int count;
    scree_grain *grains = scree_scene_list(r, node, "grains", SCREE_YAML_LIST, sizeof *grains, &count);
    double *sizes = scree_arena_take(r->arena, (size_t)count * sizeof *sizes + 1);
    scree_scene_place *places = scree_arena_take(r->arena, (size_t)count * sizeof *places + 1);
    if (sizes == NULL || places == NULL) return;
    for (int i = 0; i < count; ++i) {
        read_grain(r, node->items[i].value, insert, &grains[i], &sizes[i]);
        places[i] = node->items[i].value->place;
    }
    insert->places = places;
    insert->grains = grains;
    insert->scales = sizes;
    insert->grain_count = (size_t)count;
}

// ---------------------------------------------------------------------------------------------------------------- insert

typedef struct insert_reading {
    scree_scene_insert insert;
    int by, from, mode;
    bool velocities;
} insert_reading;

#define FIELD(name) offsetof(insert_reading, name)

static const char *const by_words[] = { "number", "mass", NULL };
static const char *const from_words[] = { "rate", "pack", "lattice", "list", "run", NULL };

static const scree_key insert_keys[] = {
    { .name = "from", .type = KEY_CHOICE, .offset = FIELD(from), .words = from_words },
    { .name = "material", .type = KEY_OTHER },
    { .name = "shapes", .type = KEY_OTHER },
    { .name = "by", .type = KEY_CHOICE, .offset = FIELD(by), .words = by_words },
    { .name = "count", .type = KEY_COUNT, .offset = FIELD(insert.count), .low = 1, .high = 1e9 },
    { .name = "mass", .type = KEY_NUMBER, .offset = FIELD(insert.mass), KEY_POSITIVE },
    { .name = "fraction",
      .type = KEY_NUMBER,
      .offset = FIELD(insert.fraction),
      .low = 0.0,
      .high = 0.6,
      .above = true },
    { .name = "rate", .type = KEY_NUMBER, .offset = FIELD(insert.rate), KEY_POSITIVE },
    { .name = "start", .type = KEY_NUMBER, .offset = FIELD(insert.start), KEY_NOT_NEGATIVE },
    { .name = "end", .type = KEY_NUMBER, .offset = FIELD(insert.end), KEY_POSITIVE },
    { .name = "region", .type = KEY_OTHER },
    { .name = "velocity", .type = KEY_VECTOR, .offset = FIELD(insert.velocity), KEY_ANY },
    { .name = "spin", .type = KEY_OTHER },
    { .name = "mode", .type = KEY_CHOICE, .offset = FIELD(mode), .words = mode_words },
    { .name = "spacing", .type = KEY_OTHER },
    { .name = "jitter", .type = KEY_NUMBER, .offset = FIELD(insert.jitter), .low = 0.0, .high = 0.5 },
    { .name = "attempts", .type = KEY_COUNT, .offset = FIELD(insert.attempts), .low = 1, .high = 1e9 },
    { .name = "grains", .type = KEY_OTHER },
    { .name = "file", .type = KEY_OTHER },
    { .name = "position", .type = KEY_OTHER },
    { .name = "velocities", .type = KEY_FLAG, .offset = FIELD(velocities) },
    KEYS_OF_ORIENTATION,
};

enum { INSERT_KEYS = sizeof insert_keys / sizeof *insert_keys, FIRST_OF_KIND = 2 };

#define ORIENTATION "orientation axis_angle euler_degrees angle_degrees"
static const char *const keys_of_kind[] = {
    [SCREE_INSERT_RATE] = "shapes by count mass rate start end region velocity spin mode attempts " ORIENTATION,
    [SCREE_INSERT_PACK] = "shapes by count mass fraction region velocity spin mode attempts " ORIENTATION,
    [SCREE_INSERT_LATTICE] = "shapes by count region velocity spin mode spacing jitter " ORIENTATION,
    [SCREE_INSERT_LIST] = "grains file mode",
    [SCREE_INSERT_RUN] = "file region position velocities",
};

static void read_spacing(scree_scene_reader *r, const scree_yaml *node, scree_vec3 *out)
{
    const scree_key key = { .name = "spacing", KEY_POSITIVE };
    if (node->kind == SCREE_YAML_SCALAR && scree_value_number(r, node, &key, &out->x)) out->y = out->z = out->x;
    if (node->kind != SCREE_YAML_SCALAR) scree_value_vector(r, node, &key, out);
}

/// How many grains: exactly one of the ways to say it.
static void check_amount(scree_scene_reader *r, const scree_yaml *node, const scree_scene_insert *in)
{
    const int given = (in->count > 0) + (in->mass > 0.0) + (in->fraction > 0.0);
    if (in->kind == SCREE_INSERT_LATTICE || given == 1) return;
    const bool ends = in->kind == SCREE_INSERT_RATE && isfinite(in->rate) && isfinite(in->end);
    const bool is_said = !scree_keys_lack(node, "count") || !scree_keys_lack(node, "mass") ||
                         !scree_keys_lack(node, "fraction"); // wrongly, which was complained about
    if (given == 0 && !ends && !is_said)
        scree_keys_report_missing(r, node, "insert",
                                  in->kind == SCREE_INSERT_PACK ? "count, mass or fraction" : "count or mass");
    if (given > 1) scree_scene_complain(r->errors, node->place, "insert: one of count, mass and fraction");
}

/// Along axis k, how far the rim of a cylinder goes beyond the ends of its axis.
static double rim_along(const scree_scene_region *region, int k)
{
    const scree_vec3 a = region->low, b = region->high;
    const double axis[3] = { b.x - a.x, b.y - a.y, b.z - a.z };
    const double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (region->kind != SCREE_REGION_CYLINDER || square == 0.0) return 0.0;
    return region->radius * sqrt(fmax(0.0, 1.0 - axis[k] * axis[k] / square));
}

void scree_scene_check_inside(scree_scene_reader *r, const scree_yaml *node, const scree_scene_region *region)
{
    const scree_vec3 a = region->low, b = region->high;
    const double low[3] = { fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z) };
    const double high[3] = { fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z) };
    const double *domain_low = r->domain_low, *domain_high = r->domain_high;
    for (int k = 0; k < r->dimension && k < 3; ++k) {
        if (!isfinite(domain_low[k])) continue;
        const double rim = rim_along(region, k), slack = 1e-12 * (domain_high[k] - domain_low[k]);
        if (low[k] - rim >= domain_low[k] - slack && high[k] + rim <= domain_high[k] + slack) continue;
        scree_scene_complain(r->errors, node->place,
                             "region: reaches out of the domain: along %c from %.6g to %.6g, the domain from %.6g to "
                             "%.6g; make it smaller, or the domain larger",
                             "xyz"[k], low[k] - rim, high[k] + rim, domain_low[k], domain_high[k]);
        return;
    }
}

static void read_random(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *in)
{
    const scree_yaml *shapes = scree_yaml_find(node, "shapes"), *region = scree_yaml_find(node, "region");
    const scree_yaml *spacing = scree_yaml_find(node, "spacing"), *orientation = scree_yaml_find(node, "orientation");
    if (shapes != NULL)
        read_mixture(r, shapes, in);
    else
        scree_keys_missing(r, node, "insert", "shapes");
    if (region != NULL) {
        scree_value_region(r, region, &in->region);
        if (in->region.kind == SCREE_REGION_HALF_SPACE ||
            (in->region.kind == SCREE_REGION_CYLINDER && in->kind == SCREE_INSERT_LATTICE))
            scree_scene_complain(r->errors, region->place, "region: a box is wanted here");
        else if (in->region.kind != SCREE_REGION_NONE)
            scree_scene_check_inside(r, region, &in->region);
    } else
        in->region = (scree_scene_region){ .kind = SCREE_REGION_BOX,
                                           .low = r->scene->settings.domain_low,
                                           .high = r->scene->settings.domain_high };
    if (spacing != NULL) read_spacing(r, spacing, &in->spacing);
    const bool fixed =
        scree_yaml_find(node, "axis_angle") != NULL || scree_yaml_find(node, "euler_degrees") != NULL ||
        scree_yaml_find(node, "angle_degrees") != NULL ||
        (orientation != NULL && !(orientation->kind == SCREE_YAML_SCALAR && strcmp(orientation->text, "random") == 0));
    in->random_orientation = !fixed;
    in->orientation = scree_value_orientation(r, node);
    check_amount(r, node, in);
    if (in->end <= in->start) scree_scene_complain(r->errors, node->place, "insert: end must be after start");
}

/// A list of grains, in the scene or in a file of its own.
static void read_given(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *in)
{
    const scree_yaml *grains = scree_yaml_find(node, "grains"), *file = scree_yaml_find(node, "file");
    if (grains != NULL && file != NULL)
        scree_scene_complain(r->errors, node->place, "insert: either grains or file");
    else if (grains != NULL)
        read_list(r, grains, in);
    else if (file != NULL)
        scree_scene_read_grains(r, file, in);
    else
        scree_keys_missing(r, node, "insert", "grains");
}

static void read_insert(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *out)
{
    insert_reading in = { .insert = { .rate = INFINITY, .end = INFINITY, .attempts = 0 }, .by = 0, .from = 0 };
    if (scree_yaml_find(node, "grains") != NULL || scree_yaml_find(node, "file") != NULL) in.from = SCREE_INSERT_LIST;
    out->place = node->place;
    out->material = -1;
    if (!scree_keys_read(r, node, "insert", insert_keys, INSERT_KEYS, &in)) return;
    in.insert.place = node->place;
    in.insert.kind = (scree_insert_kind)in.from;
    in.insert.by_mass = in.by == 1;
    in.insert.mode = (scree_grain_mode)in.mode;
    in.insert.spin = read_spin(r, node);
    if (in.insert.attempts == 0) in.insert.attempts = in.insert.kind == SCREE_INSERT_PACK ? 100000 : 20;
    in.insert.material = -1; // of a run: by their names, unless given
    if (in.insert.kind != SCREE_INSERT_RUN || scree_yaml_find(node, "material") != NULL)
        in.insert.material = scree_scene_read_material(r, node, "insert");
    scree_keys_check_kind(r, node, in.from == SCREE_INSERT_LIST ? "list of grains" : from_words[in.from], insert_keys,
                          FIRST_OF_KIND, INSERT_KEYS, keys_of_kind[in.from]);
    if (in.insert.kind == SCREE_INSERT_LIST)
        read_given(r, node, &in.insert);
    else if (in.insert.kind == SCREE_INSERT_RUN)
        scree_scene_read_run(r, node, in.velocities, &in.insert);
    else
        read_random(r, node, &in.insert);
    *out = in.insert;
}

void scree_scene_read_inserts(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_yaml *node = scree_yaml_find(root, "insert");
    int count;
    if (node == NULL) return;
    scree_scene_insert *list = scree_scene_list(r, node, "insert", SCREE_YAML_LIST, sizeof *list, &count);
    for (int i = 0; i < count; ++i) read_insert(r, node->items[i].value, &list[i]);
    r->scene->inserts = list;
    r->scene->insert_count = count;
}
