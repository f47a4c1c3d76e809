#include "suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "scree/method.h"

enum { LONGEST_NAME = 31 };

typedef struct synonym {
    const char *name;
    const char *meant;
    const char *note; ///< how the two differ; NULL: not at all
} synonym;

static const char half[] = "half of it";

// Where a name has several meanings, the first one that the place knows is taken. In lower case, with '_' for '-' and
// spaces.
static const synonym synonyms[] = {
    // fields of a line
    { "tol", "tolerance", NULL },
    { "eps", "tolerance", NULL },
    { "epsilon", "tolerance", NULL },
    { "precision", "tolerance", NULL },
    { "accuracy", "tolerance", NULL },
    { "cutoff", "margin", NULL },
    { "within", "margin", NULL },
    { "max_distance", "margin", NULL },
    { "skin", "margin", NULL },
    { "algorithm", "method", NULL },
    { "solver", "method", NULL },
    { "params", "parameters", NULL },
    { "options", "parameters", NULL },
    { "body_a", "a", NULL },
    { "first", "a", NULL },
    { "body1", "a", NULL },
    { "body_b", "b", NULL },
    { "second", "b", NULL },
    { "body2", "b", NULL },
    { "name", "id", NULL },
    { "label", "id", NULL },
    { "include", "want", NULL },
    { "outputs", "want", NULL },
    // shapes
    { "cube", "box", NULL },
    { "cuboid", "box", NULL },
    { "block", "box", NULL },
    { "brick", "box", NULL },
    { "ball", "sphere", NULL },
    { "circle", "disc", NULL },
    { "disk", "disc", NULL },
    { "halfspace", "plane", NULL },
    { "half_space", "plane", NULL },
    { "wall", "plane", NULL },
    { "ground", "plane", NULL },
    { "floor", "plane", NULL },
    { "pill", "capsule", NULL },
    { "spherocylinder", "capsule", NULL },
    { "rod", "capsule", NULL },
    { "spheroid", "ellipsoid", NULL },
    { "superellipsoid", "superquadric", NULL },
    { "superball", "superquadric", NULL },
    { "mesh", "polyhedron", "with file" },
    { "hull", "polyhedron", NULL },
    { "convex", "polyhedron", NULL },
    { "convex_hull", "polyhedron", NULL },
    { "tetrahedron", "polyhedron", NULL },
    { "prism", "polyhedron", NULL },
    { "triangle", "polygon", NULL },
    { "square", "polygon", NULL },
    { "rectangle", "polygon", NULL },
    // fields of a body
    { "type", "shape", NULL },
    { "kind", "shape", NULL },
    { "geometry", "shape", NULL },
    { "diameter", "radius", half },
    { "r", "radius", NULL },
    { "size", "half_extents", half },
    { "size", "radius", half },
    { "sides", "half_extents", half },
    { "dimensions", "half_extents", half },
    { "extents", "half_extents", half },
    { "lengths", "half_extents", half },
    { "half_size", "half_extents", NULL },
    { "half_sizes", "half_extents", NULL },
    { "halfextents", "half_extents", NULL },
    { "height", "half_length", half },
    { "length", "half_length", half },
    { "half_height", "half_length", NULL },
    { "axes", "semi_axes", NULL },
    { "radii", "semi_axes", NULL },
    { "half_axes", "semi_axes", NULL },
    { "half_extents", "semi_axes", NULL },
    { "radius", "radii", "bottom and top" },
    { "powers", "exponents", NULL },
    { "n", "exponents", NULL },
    { "points", "vertices", NULL },
    { "verts", "vertices", NULL },
    { "corners", "vertices", NULL },
    { "nodes", "vertices", NULL },
    { "mesh", "file", NULL },
    { "path", "file", NULL },
    { "filename", "file", NULL },
    { "stl", "file", NULL },
    { "convex_hull", "hull", NULL },
    { "d", "offset", NULL },
    { "constant", "offset", NULL },
    { "margin", "rounding", NULL },
    { "pos", "position", NULL },
    { "center", "position", NULL },
    { "centre", "position", NULL },
    { "origin", "position", NULL },
    { "translation", "position", NULL },
    { "location", "position", NULL },
    { "quat", "orientation", "w first" },
    { "quaternion", "orientation", "w first" },
    { "q", "orientation", "w first" },
    { "rotation", "orientation", "w first" },
    { "rotation", "angle", "in radians" },
    { "theta", "angle", "in radians" },
    { "euler", "euler_degrees", NULL },
    { "euler_angles", "euler_degrees", NULL },
    { "rpy", "euler_degrees", NULL },
    { "degrees", "angle_degrees", NULL },
    { "radians", "angle", NULL },
    // axis and angle
    { "angle", "degrees", NULL },
    { "radians", "degrees", "in degrees" },
    { "deg", "degrees", NULL },
    { "vector", "axis", NULL },
    { "direction", "axis", NULL },
    // what may be wanted
    { "feature", "features", NULL },
    { "contact_patch", "patch", NULL },
    { "polygon", "patch", NULL },
    { "area", "patch", NULL },
    { "overlap", "volume", NULL },
    { "overlap_volume", "volume", NULL },
    { "pressure", "field", NULL },
    // fields of an answer
    { "depth", "distance", "minus it" },
    { "penetration", "distance", "minus it" },
    { "penetration_depth", "distance", "minus it" },
    { "gap", "distance", NULL },
    { "signed_distance", "distance", NULL },
    { "dist", "distance", NULL },
    { "response", "answer", NULL },
    { "result", "answer", NULL },
    { "reply", "answer", NULL },
    { "query", "request", NULL },
    { "pair", "request", NULL },
    // methods
    { "gjk", "gjk-epa", NULL },
    { "epa", "gjk-epa", NULL },
    { "separating_axis", "sat", NULL },
    { "separating_axes", "sat", NULL },
    { "common_plane", "cp", NULL },
    { "fast_common_plane", "fcp", NULL },
    { "shortest_link", "slm", NULL },
    { "newton", "sq-newton", NULL },
    { "default", "auto", NULL },
    // commands and formats
    { "check", "verify", NULL },
    { "ask", "query", NULL },
    { "contact", "query", NULL },
    { "mesh", "shape", NULL },
    { "lammps", "lammps-data", "or lammps-dump" },
    { "vtk", "vtp", NULL },
    { "vtu", "vtp", NULL },
    { "ndjson", "jsonl", NULL },
    { "ndjson", "json", NULL },
    { "jsonl", "json", NULL },
    { "text", "table", NULL },
};

/// Lower case, and one sign for what joins words.
static char folded(char c)
{
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c == '-' || c == ' ' ? '_' : c;
}

static bool is_same(const char *a, size_t a_size, const char *b, size_t b_size)
{
    if (a_size != b_size) return false;
    for (size_t i = 0; i < a_size; ++i) {
        if (folded(a[i]) != folded(b[i])) return false;
    }
    return true;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/// Letters inserted, left out, changed, or exchanged with the next one: the optimal string alignment distance.
static int typing_errors(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int rows[3][LONGEST_NAME + 1]; // row i is rows[i % 3]
    for (size_t j = 0; j <= b_size; ++j) rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_size; ++i) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_size; ++j) {
            const char x = folded(a[i - 1]), y = folded(b[j - 1]);
            row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == folded(b[j - 2]) && folded(a[i - 2]) == y)
                row[j] = least(row[j], above2[j - 2] + 1);
        }
    }
    return rows[a_size % 3][b_size];
}

static bool is_allowed(int i, unsigned allowed)
{
    return i >= 32 || (allowed >> i & 1u) != 0;
}

static int find(const char *name, size_t size, const word *known, int count, unsigned allowed)
{
    for (int i = 0; i < count; ++i) {
        if (is_allowed(i, allowed) && is_same(name, size, known[i].bytes, known[i].size)) return i;
    }
    return -1;
}

/// The one with the fewest typing errors, if they are few for so short a name; else one that begins with it.
static int nearest(const char *name, size_t size, const word *known, int count, unsigned allowed)
{
    int best = -1, errors = size < 3 ? 1 : size < 6 ? 2 : size < 9 ? 3 : 4; // so many are too many
    for (int i = 0; i < count; ++i) {
        if (!is_allowed(i, allowed) || known[i].size > LONGEST_NAME) continue;
        const int n = typing_errors(name, size, known[i].bytes, known[i].size);
        if (n >= errors) continue;
        errors = n;
        best = i;
    }
    for (int i = 0; i < count && best < 0 && size >= 3; ++i) {
        if (is_allowed(i, allowed) && known[i].size > size && is_same(name, size, known[i].bytes, size)) best = i;
    }
    return best;
}

int scree_cli_suggest_which(const char *name, size_t size, const word *known, int count, unsigned allowed,
                            const char **note)
{
    *note = NULL;
    if (size == 0 || size > LONGEST_NAME) return -1;
    int found = find(name, size, known, count, allowed); // in other letters: "Radius", "half-extents"
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms && found < 0; ++i) {
        if (!is_same(name, size, synonyms[i].name, strlen(synonyms[i].name))) continue;
        found = find(synonyms[i].meant, strlen(synonyms[i].meant), known, count, allowed);
        if (found >= 0) *note = synonyms[i].note;
    }
    return found >= 0 ? found : nearest(name, size, known, count, allowed);
}

const char *scree_cli_suggest(const char *name, size_t size, const word *known, int count, unsigned allowed,
                              char *buffer)
{
    const char *note;
    const int found = scree_cli_suggest_which(name, size, known, count, allowed, &note);
    buffer[0] = 0;
    if (found < 0) return buffer;
    snprintf(buffer, SUGGESTION_SIZE, "; did you mean %s%s%s%s?", known[found].bytes, note != NULL ? " (" : "",
             note != NULL ? note : "", note != NULL ? ")" : "");
    return buffer;
}

const char *scree_cli_suggest_method(const char *name, size_t size, char *buffer)
{
    enum { MOST_METHODS = 64 };
    word known[MOST_METHODS];
    const int count = least(scree_method_count(), MOST_METHODS);
    for (int i = 0; i < count; ++i) {
        known[i].bytes = scree_method_at(i)->name;
        known[i].size = strlen(known[i].bytes);
    }
    if (scree_cli_suggest(name, size, known, count, ~0u, buffer)[0] == 0)
        snprintf(buffer, SUGGESTION_SIZE, "; 'scree methods' lists them");
    return buffer;
}
