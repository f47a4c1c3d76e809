// What a mistyped or foreign key most likely stands for: words of other DEM codes, then the fewest typing errors.
#include <stdio.h>
#include <string.h>

#include "scene/keys.h"

enum { LONGEST = 31 };

typedef struct synonym {
    const char *name, *meant;
} synonym;

// The first one that the place knows is taken.
static const synonym synonyms[] = {
    { "young", "youngs_modulus" },
    { "youngs", "youngs_modulus" },
    { "e", "youngs_modulus" },
    { "modulus", "youngs_modulus" },
    { "poisson", "poisson_ratio" },
    { "nu", "poisson_ratio" },
    { "cor", "restitution" },
    { "coefficient_of_restitution", "restitution" },
    { "mu", "friction" },
    { "friction_coefficient", "friction" },
    { "rolling", "rolling_friction" },
    { "cohesion", "adhesion" },
    { "rho", "density" },
    { "kn", "stiffness" },
    { "k", "stiffness" },
    { "dt", "time_step" },
    { "timestep", "time_step" },
    { "g", "gravity" },
    { "box", "domain" },
    { "particles", "insert" },
    { "grains", "insert" },
    { "injection", "insert" },
    { "filling", "insert" },
    { "boundaries", "walls" },
    { "geometry", "walls" },
    { "steps", "stages" },
    { "phases", "stages" },
    { "low", "min" },
    { "lower", "min" },
    { "high", "max" },
    { "upper", "max" },
    { "name", "title" },
    { "contact_law", "law" },
    { "model", "law" },
    { "diameter", "size" },
    { "radius", "size" },
    { "edge", "size" },
    { "width", "size" },
    { "side", "size" },
    { "d", "size" },
    { "diametre", "size" },
    { "points", "vertices" },
    { "n", "count" },
    { "number", "count" },
    { "shape", "shapes" },
    { "shapes", "shape" },
    { "shape", "type" },
    { "kind", "type" },
    { "cube", "box" },
    { "ball", "sphere" },
    { "hull", "random_hull" },
    { "convex", "polyhedron" },
    { "mesh", "polyhedron" },
    { "stl", "mesh" },
    { "floor", "plane" },
    { "half_space", "plane" },
    { "clump", "cluster" },
    { "multisphere", "cluster" },
    { "hertz_mindlin", "hertz" },
    { "spring", "linear" },
    { "hooke", "linear" },
    { "hydroelastic", "pressure_field" },
    { "end", "until" },
    { "duration", "time" },
    { "energy", "kinetic_energy" },
    { "unbalanced_force", "unbalanced" },
    { "max_time", "limit" },
    { "viscous_damping", "drag" },
    { "damping", "local_damping" },
    { "omega", "spin" },
    { "angular_velocity", "spin" },
    { "center", "centre" },
    { "interval", "every" },
    { "location", "position" },
    { "rotation", "orientation" },
    { "quaternion", "orientation" },
    { "height", "length" },
    { "sieve_curve", "sieve" },
    { "gaussian", "normal" },
    { "gauss", "normal" },
};

static char folded(char c)
{
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c == '-' || c == ' ' ? '_' : c;
}

static const char *known_at(const char *const *known, size_t stride, int i)
{
    const char *word;
    memcpy(&word, (const char *)known + (size_t)i * stride, sizeof word);
    return word;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/// Letters inserted, left out, changed, or exchanged with the next one: the optimal string alignment distance.
static int typing_errors(const char *a, const char *b)
{
    int rows[3][LONGEST + 1];
    const int m = (int)strlen(a), n = (int)strlen(b);
    for (int j = 0; j <= n; ++j) rows[0][j] = j;
    for (int i = 1; i <= m; ++i) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= n; ++j) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], above2[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

static const char *find(const char *name, const char *const *known, size_t stride, int count)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(known_at(known, stride, i), name) == 0) return known_at(known, stride, i);
    }
    return NULL;
}

/// The one with the fewest typing errors, if they are few for so short a name.
static const char *nearest(const char *name, const char *const *known, size_t stride, int count)
{
    const size_t size = strlen(name);
    int errors = size < 3 ? 1 : size < 6 ? 2 : size < 9 ? 3 : 4; // so many are too many
    const char *best = NULL;
    for (int i = 0; i < count; ++i) {
        const char *word = known_at(known, stride, i);
        if (strlen(word) > LONGEST || typing_errors(name, word) >= errors) continue;
        errors = typing_errors(name, word);
        best = word;
    }
    return best;
}

const char *scree_scene_likeliest(const char *name, const char *const *known, size_t stride, int count)
{
    char plain[LONGEST + 1];
    const size_t size = strlen(name);
    if (size == 0 || size > LONGEST) return NULL;
    for (size_t i = 0; i <= size; ++i) plain[i] = folded(name[i]);
    const char *best = find(plain, known, stride, count);
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms && best == NULL; ++i) {
        if (strcmp(plain, synonyms[i].name) == 0) best = find(synonyms[i].meant, known, stride, count);
    }
    if (best == NULL) best = nearest(plain, known, stride, count);
    for (size_t same = size; same >= 3 && same + 1 >= size && best == NULL; --same) { // its beginning, but for a letter
        for (int i = 0; i < count && best == NULL; ++i) {
            if (strncmp(known_at(known, stride, i), plain, same) == 0) best = known_at(known, stride, i);
        }
    }
    return best;
}

const char *scree_scene_hint(const char *name, const char *const *known, size_t stride, int count, char buffer[80])
{
    const char *word = scree_scene_likeliest(name, known, stride, count);
    buffer[0] = 0;
    if (word != NULL) snprintf(buffer, 80, "; did you mean %.60s?", word);
    return buffer;
}
