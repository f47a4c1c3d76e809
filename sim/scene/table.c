// Grains from a CSV table: a head line with the names of the columns, then one grain a line. `scree pack` writes such
// tables, with columns of its own, which are skipped.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/parts.h"

enum { MOST_COLUMNS = 64, LONGEST_LINE = 4096 };

enum { SHAPE, MATERIAL, SIZE, X, Y, Z, QW, QX, QY, QZ, VX, VY, VZ, WX, WY, WZ, COLUMNS };
static const char *const column_names[] = { "shape", "material", "size", "x",  "y",  "z",  "qw", "qx",
                                            "qy",    "qz",       "vx",   "vy", "vz", "wx", "wy", "wz" };

typedef struct table {
    scree_scene_reader *reader;
    scree_scene_place place; ///< in the table
    int columns[MOST_COLUMNS];
    int column_count;
    bool has[COLUMNS];
    scree_scene_insert *insert;
} table;

/// Cut at the next comma, without spaces around; NULL at the end.
static char *next_cell(char **rest)
{
    char *cell = *rest;
    if (cell == NULL) return NULL;
    char *comma = strchr(cell, ',');
    *rest = comma != NULL ? comma + 1 : NULL;
    if (comma != NULL) *comma = 0;
    cell += strspn(cell, " \t");
    for (size_t n = strlen(cell); n > 0 && strchr(" \t\r\n", cell[n - 1]) != NULL; --n) cell[n - 1] = 0;
    return cell;
}

static bool read_head(table *t, char *line)
{
    for (char *cell = next_cell(&line); cell != NULL; cell = next_cell(&line)) {
        if (t->column_count == MOST_COLUMNS) break;
        int c = 0;
        while (c < COLUMNS && strcmp(column_names[c], cell) != 0) ++c;
        t->columns[t->column_count++] = c;
        if (c < COLUMNS) t->has[c] = true;
    }
    if (t->has[X] && t->has[Y] && (t->has[Z] || t->reader->dimension == 2)) return true;
    scree_scene_complain(t->reader->errors, t->place, "the head line must name the columns x, y%s",
                         t->reader->dimension == 2 ? "" : " and z");
    return false;
}

static bool read_cell(table *t, int column, const char *cell, scree_grain *grain, double values[COLUMNS])
{
    const scree_scene *scene = t->reader->scene;
    const scree_yaml node = { .kind = SCREE_YAML_SCALAR, .place = t->place, .text = cell, .text_size = strlen(cell) };
    const scree_key key = { .name = column_names[column], KEY_ANY };
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

static bool read_row(table *t, char *line, scree_grain *grain, double *size)
{
    double v[COLUMNS] = { [QW] = 1.0 };
    int i = 0;
    for (char *cell = next_cell(&line); cell != NULL && i < t->column_count; cell = next_cell(&line), ++i) {
        if (t->columns[i] < COLUMNS && !read_cell(t, t->columns[i], cell, grain, v)) return false;
    }
    if (i < t->column_count) {
        scree_scene_complain(t->reader->errors, t->place, "%d values, but %d columns", i, t->column_count);
        return false;
    }
    if (v[SIZE] < 0.0) {
        scree_scene_complain(t->reader->errors, t->place, "size: must be above 0, not %g", v[SIZE]);
        return false;
    }
    grain->position = (scree_vec3){ v[X], v[Y], v[Z] };
    grain->orientation = scree_quat_normalise((scree_quat){ v[QW], v[QX], v[QY], v[QZ] });
    grain->velocity = (scree_vec3){ v[VX], v[VY], v[VZ] };
    grain->spin = (scree_vec3){ v[WX], v[WY], v[WZ] };
    *size = v[SIZE];
    return true;
}

static void read_rows(table *t, FILE *file)
{
    char line[LONGEST_LINE];
    void *grains = NULL, *sizes = NULL;
    size_t count = 0, size_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        ++t->place.line;
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
        if (grain == NULL || size == NULL) return;
        *grain = (scree_grain){ .material = t->insert->material, .mode = t->insert->mode };
        if (!read_row(t, line, grain, size) && t->reader->errors->count == SCREE_SCENE_MOST_ERRORS) return;
    }
    t->insert->grains = grains;
    t->insert->scales = sizes;
    t->insert->grain_count = count;
}

void scree_scene_read_grains(scree_scene_reader *r, const scree_yaml *node, scree_scene_insert *insert)
{
    table t = { .reader = r, .insert = insert };
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
