// The polyhedra and superquadrics of the study of peng-hanley-2019.
#include <math.h>

#include "peng_hanley.h"
#include "scenes/place.h"

enum { MOST_VERTICES = 512 };

const char *const scree_ph_solid_names[PH_SOLIDS] = { "tetrahedron", "cube",      "octahedron", "dodecahedron",
                                                      "icosahedron", "50 faces",  "100 faces",  "200 faces",
                                                      "500 faces",   "1000 faces" };
const int scree_ph_solid_faces[PH_SOLIDS] = { 4, 6, 8, 12, 20, 50, 100, 200, 500, 1000 };

// ------------------------------------------------------------------------------------------------------- regular ones

// (0, +-a, +-b) and what becomes of it when the axes change places in a circle: 12 points.
static int cycle(scree_vec3 *points, double a, double b)
{
    for (int i = 0; i < 4; ++i) {
        double p = i & 1 ? a : -a, q = i & 2 ? b : -b;
        points[3 * i] = s3(0, p, q);
        points[3 * i + 1] = s3(p, q, 0);
        points[3 * i + 2] = s3(q, 0, p);
    }
    return 12;
}

static int corners(scree_vec3 *points)
{
    for (int i = 0; i < 8; ++i) points[i] = s3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    return 8;
}

static int regular(int solid, scree_vec3 *points)
{
    const double golden = 0.5 * (1.0 + sqrt(5.0));
    switch (solid) {
    case 0:
        for (int i = 0; i < 4; ++i) points[i] = s3(i & 1 ? -1 : 1, i & 2 ? -1 : 1, i == 1 || i == 2 ? -1 : 1);
        return 4;
    case 1:
        return corners(points);
    case 2:
        for (int i = 0; i < 6; ++i)
            points[i] = s3(i == 0 ? 1 : i == 1 ? -1 : 0, i == 2 ? 1 : i == 3 ? -1 : 0, i == 4 ? 1 : i == 5 ? -1 : 0);
        return 6;
    case 3:
        return corners(points) + cycle(points + 8, 1.0 / golden, golden);
    default:
        return cycle(points, 1.0, golden);
    }
}

// Even over the sphere, on a spiral of golden angles; a hull of v such points has 2 v - 4 faces, all of them triangles.
static int spiral(int faces, scree_vec3 *points)
{
    const double golden = 3.14159265358979323846 * (3.0 - sqrt(5.0));
    int count = faces / 2 + 2;
    for (int i = 0; i < count; ++i) {
        double z = 1.0 - (2.0 * i + 1.0) / count, s = sqrt(1.0 - z * z);
        points[i] = s3(s * cos(golden * i), s * sin(golden * i), z);
    }
    return count;
}

scree_shape *scree_ph_solid(int solid, double radius, scree_error *error)
{
    scree_vec3 points[MOST_VERTICES];
    int count = solid < PH_REGULAR ? regular(solid, points) : spiral(scree_ph_solid_faces[solid], points);
    double scale = radius / sqrt(s3_dot(points[0], points[0]));
    for (int i = 0; i < count; ++i) points[i] = s3_scale(points[i], scale);
    return scree_polyhedron_create(points, (size_t)count, 0.0, error);
}

// --------------------------------------------------------------------------------------------------------- random ones

scree_shape *scree_ph_random_prism(scree_random *random, scree_error *error)
{
    enum { MOST_SIDES = 8 };
    scree_vec3 points[2 * MOST_SIDES];
    int sides = 3 + random_below(random, MOST_SIDES - 2);
    double half = random_between(random, 0.4, 1.2);
    for (int i = 0; i < sides; ++i) {
        double angle = 6.283185307179586 * i / sides;
        points[2 * i] = s3(cos(angle), sin(angle), -half);
        points[2 * i + 1] = s3(cos(angle), sin(angle), half);
    }
    return scree_polyhedron_create(points, 2 * (size_t)sides, 0.0, error);
}

scree_shape *scree_ph_random_hull(int vertices, scree_random *random, scree_error *error)
{
    scree_vec3 points[MOST_VERTICES];
    scree_vec3 axes = random_in_cube(random, 0.5, 1.0);
    for (int i = 0; i < vertices; ++i) {
        scree_vec3 d = random_direction(random);
        points[i] = s3(axes.x * d.x, axes.y * d.y, axes.z * d.z);
    }
    return scree_polyhedron_create(points, (size_t)vertices, 0.0, error);
}

scree_shape *scree_ph_random_superquadric(double n1, double n2, double aspect, double size, scree_random *random,
                                          scree_error *error)
{
    // One semi-axis is the largest, another the smallest, the third between; which is which, is chance.
    double axes[3] = { size, size / aspect, size * pow(aspect, -random_unit(random)) };
    int first = random_below(random, 3), second = (first + 1 + random_below(random, 2)) % 3;
    scree_vec3 semi_axes = s3(axes[first], axes[second], axes[3 - first - second]);
    return scree_superquadric_create(semi_axes, n1, n2, 0.0, error);
}
