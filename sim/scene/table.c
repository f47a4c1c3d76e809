// Grains from a CSV table: a head line with the names of the columns, then one grain a line. Also what `scree pack`
// writes: the equivalent radius is the size, and columns that the shape of the scene decides are passed over.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fill/shapes.h"
#include "scene/parts.h"

enum { MOST_COLUMNS = 64, LONGEST_LINE = 4096 };

enum { SHAPE, MATERIAL, SIZE, RADIUS, X, Y, Z, QW, QX, QY, QZ, VX, VY, VZ, WX, WY, WZ, COLUMNS, PASSED_OVER };
static const char *const column_names[COLUMNS] = { "shape", "material", "size", "radius", "x",  "y",  "z",  "qw", "qx",
                                                   "qy",    "qz",       "vx",   "vy",     "vz", "wx", "wy", "wz" };
/// The other columns of `scree pack`: what its equivalent radius does not say is a matter of the scene's shape.
static const char *const pack_names[] = { "id", "a", "b", "c", "n1", "n2", "rounding", "scale" };
enum { PACK_NAMES = sizeof pack_names / sizeof *pack_names };

typedef struct table {
    scree_scene_reader *reader;
    scree_scene_place place; ///< in the table
    char line[LONGEST_LINE]; ///< that is being read
    int columns[MOST_COLUMNS];
    int column_count;
    bool has[COLUMNS];
    scree_scene_insert *insert;
    int sized_shape; ///< a box of the scene; -1: none yet
    double unit;     ///< and the equivalent radius of that with a longest edge of 1
} table;

/// Cut at the next comma, without spaces around; NULL at the end. The place becomes that of the cell.
static char *next_cell(table *t, char **rest)
{
    char *cell = *rest;
    if (cell == NULL) return NULL;
    char *comma = strchr(cell, ',');
    *rest = comma != NULL ? comma + 1 : NULL;
    if (comma != NULL) *comma = 0;
    cell += strspn(cell, " \t");
    for (size_t n = strlen(cell); n > 0 && strchr(" \t\r\n", cell[n - 1]) != NULL; --n) cell[n - 1] = 0;
    t->place.column = (int)(cell - t->line) + 1;
    return cell;
}

// ------------------------------------------------------------------------------------------------------------------ head

static int find(const char *const *names, int count, const char *name)
{
    int i = 0;
    while (i < count && strcmp(names[i], name) != 0) ++i;
    return i;
}

/// Which column a name of the head line stands for; -1 after an error.
static int read_name(table *t, const char *name, bool is_packed)
{
    char hint[80];
    scree_scene_errors *errors = t->reader->errors;
    const int c = find(column_names, COLUMNS, name);
    if (c < COLUMNS && t->has[c]) {
        scree_scene_complain(errors, t->place, "%s: there are two columns of this name", name);
        return -1;
    }
    if (c < COLUMNS) return c;
    if (is_packed && find(pack_names, PACK_NAMES, name) < PACK_NAMES) return PASSED_OVER;
    scree_scene_complain(errors, t->place, "unknown column '%.40s'%s", name,
                         scree_scene_hint(name, column_names, sizeof *column_names, COLUMNS, hint));
    return -1;
}

/// `scree pack` has a column for the equivalent radius.
static bool is_of_pack(const char *line)
{
    static const char name[] = "radius";
    for (const char *at = strstr(line, name); at != NULL; at = strstr(at + 1, name)) {
        const char after = at[sizeof name - 1];
        if ((at == line || strchr(", \t", at[-1]) != NULL) && strchr(", \t\r\n", after) != NULL) return true;
    }
    return false;
}

/// Columns without which grains would be made of something else than was meant.
static bool check_head(table *t, size_t errors_before)
{
    const scree_scene *scene = t->reader->scene;
    scree_scene_errors *errors = t->reader->errors;
    t->place.column = 1;
    if (errors->count + errors->left_out > errors_before) return false;
    if (!t->has[X] || !t->has[Y] || (!t->has[Z] && t->reader->dimension == 3))
        scree_scene_complain(errors, t->place, "the head line must name the columns x, y%s",
                             t->reader->dimension == 2 ? "" : " and z");
    if (t->has[SIZE] && t->has[RADIUS])
        scree_scene_complain(errors, t->place, "either size or radius, which is half of it");
    if (!t->has[SHAPE] && scene->shape_count > 1)
        scree_scene_complain(errors, t->place, "a column shape is missing: the scene has %d shapes",
                             scene->shape_count);
    return errors->count + errors->left_out == errors_before;
}

static bool read_head(table *t, char *line)
{
    const scree_scene_errors *errors = t->reader->errors;
    const size_t before = errors->count + errors->left_out;
    const bool is_packed = is_of_pack(line);
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0) line += 3; // the mark that some programs put before UTF-8
    for (char *cell = next_cell(t, &line); cell != NULL; cell = next_cell(t, &line)) {
        if (t->column_count == MOST_COLUMNS) {
            scree_scene_complain(t->reader->errors, t->place, "more than %d columns", MOST_COLUMNS);
            return false;
        }
        const int c = read_name(t, cell, is_packed);
        t->columns[t->column_count++] = c;
        if (c >= 0 && c < COLUMNS) t->has[c] = true;
    }
    return check_head(t, before);
}

// ------------------------------------------------------------------------------------------------------------------ rows

static bool read_cell(table *t, int column, const char *cell, scree_grain *grain, double values[COLUMNS])
{
    const scree_scene *scene = t->reader->scene;
    const scree_yaml node = { .kind = SCREE_YAML_SCALAR, .place = t->place, .text = cell, .text_size = strlen(cell) };
    const bool is_size = column == SIZE || column == RADIUS;
    const scree_key key = {
        .name = column_names[column], .low = is_size ? 0.0 : -1e30, .high = 1e30, .above = is_size
    };
    if (column == SHAPE) {
        grain->shape = scree_value_name(t->reader, &node, "shape", &scene->shapes->name, sizeof *scene->shapes,
                                        scene->shape_count);
        return grain->shape >= 0;
    }
    if (column == MATERIAL) {
        grain->material = scree_value_name(t->reader, &node, "material", &scene->materials->properties.name,
                                           sizeof *scene->materials, scene->material_count);
        return grain->material >= 0;
    }
    return scree_value_number(t->reader, &node, &key, &values[column]);
}

/// The size of a grain of this equivalent radius: its diameter, but of a box its longest edge.
static double size_of_radius(table *t, int shape, double radius)
{
    const scree_scene_shape *s = &t->reader->scene->shapes[shape];
    if (s->kind != SCREE_SCENE_BOX) return 2.0 * radius;
    if (t->sized_shape != shape) {
        scree_fill_random unused = { 0 };
        scree_error error;
        scree_shape *box = scree_fill_shape(s, 1.0, &unused, &error);
        t->unit = box != NULL ? 0.5 * scree_fill_diameter(scree_shape_mass(box).volume, 3) : 0.5;
        t->sized_shape = shape; // a box that cannot be made has been reported with the shapes
        scree_shape_destroy(box);
    }
    return radius / t->unit;
}

/// Cells of a row, one for each column.
static bool read_cells(table *t, char *line, scree_grain *grain, double v[COLUMNS])
{
    bool good = true;
    int count = 0;
    for (char *cell = next_cell(t, &line); cell != NULL; cell = next_cell(t, &line), ++count) {
        if (count < t->column_count && t->columns[count] < COLUMNS)
            good = read_cell(t, t->columns[count], cell, grain, v) && good;
    }
    if (count == t->column_count) return good;
    t->place.column = 1;
    scree_scene_complain(t->reader->errors, t->place, "%d value%s, but %d columns", count, count == 1 ? "" : "s",
                         t->column_count);
    return false;
}

static void read_row(table *t, char *line, scree_grain *grain, double *size)
{
    double v[COLUMNS] = { [QW] = 1.0 };
    if (!read_cells(t, line, grain, v)) return;
    grain->position = (scree_vec3){ v[X], v[Y], v[Z] };
    grain->orientation = scree_quat_normalise((scree_quat){ v[QW], v[QX], v[QY], v[QZ] });
    grain->velocity = (scree_vec3){ v[VX], v[VY], v[VZ] };
    grain->spin = (scree_vec3){ v[WX], v[WY], v[WZ] };
    *size = t->has[RADIUS] ? size_of_radius(t, grain->shape, v[RADIUS]) : v[SIZE];
    const scree_quat q = grain->orientation;
    if (q.w != 0.0 || q.x != 0.0 || q.y != 0.0 || q.z != 0.0) return;
    t->place.column = 1;
    scree_scene_complain(t->reader->errors, t->place,
                         "qw, qx, qy, qz: all are 0, which is no rotation; without one they are 1, 0, 0, 0");
}

static void read_rows(table *t, FILE *file)
{
    char *line = t->line;
    void *grains = NULL, *sizes = NULL, *places = NULL;
    size_t count = 0, size_count = 0, place_count = 0;
    const scree_scene_errors *errors = t->reader->errors;
    while (errors->left_out == 0 && fgets(line, LONGEST_LINE, file) != NULL) {
        ++t->place.line;
        t->place.column = 1;
        if (strchr(line, '\n') == NULL && !feof(file)) {
            scree_scene_complain(t->reader->errors, t->place, "the line is longer than %d bytes", LONGEST_LINE - 2);
            return;
        }
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == 0) continue;
        if (t->column_count == 0) {
            if (!read_head(t, line)) return;
            continue;
        }
        scree_grain *grain = scree_arena_append(t->reader->arena, &grains, &count, sizeof *grain);
        double *size = scree_arena_append(t->reader->arena, &sizes, &size_count, sizeof *size);
        scree_scene_place *place = scree_arena_append(t->reader->arena, &places, &place_count, sizeof *place);
        if (grain == NULL || size == NULL || place == NULL) return;
        *place = (scree_scene_place){ t->place.file, t->place.line, 1 };
        *grain = (scree_grain){ .material = t->insert->material, .mode = t->insert->mode };
        read_row(t, line, grain, size);
    }
    t->insert->grains = grains;
    t->insert->scales = sizes;
    t->insert->places = places;
    t->insert->grain_count = count;
    if (count > 0 || ferror(file)) return;
    t->place.line = t->place.line > 0 ? t->place.line : 1;
    t->place.column = 1;
    scree_scene_complain(t->reader->errors, t->place, "there are no grains: %s",
                         t->column_count > 0 ? "no line follows the head line" : "the file is empty");
}

void scree_scene_read_grains(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *insert)
{
    table t = { .reader = r, .insert = insert, .sized_shape = -1 };
    if (node->kind != SCREE_YAML_SCALAR || r->scene->shape_count == 0) {
        scree_scene_complain(r->errors, node->place, "file: expected the name of a file%s",
                             r->scene->shape_count == 0 ? ", and shapes" : "");
        return;
    }
    t.place.file = scree_scene_path(r, node->text);
    insert->file = t.place.file;
    if (r->resumed) return;
    FILE *file = t.place.file != NULL ? fopen(t.place.file, "r") : NULL;
    if (file == NULL) {
        scree_scene_complain(r->errors, node->place, "file: %.150s: %s", node->text, strerror(errno));
        return;
    }
    read_rows(&t, file);
    if (ferror(file)) scree_scene_complain(r->errors, node->place, "file: %.150s cannot be read", node->text);
    fclose(file);
}
