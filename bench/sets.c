// The list of sets. See set.h.
#include "set.h"

#define ALIKE(title, set_group, family, detail, distance, shapes)                                                      \
    {                                                                                                                  \
        title, set_group, family, family, detail, detail, distance, shapes, 0, 0, BENCH_ANYHOW, 0.0                    \
    }

#define MOVING(title, family, detail, shapes)                                                                          \
    { title, "moving, 1 % apart", family, family, detail, detail, 0.01, shapes, 100, 0, BENCH_ANYHOW, 0.0 },           \
    {                                                                                                                  \
        title, "moving, 1 % in", family, family, detail, detail, -0.01, shapes, 100, 0, BENCH_ANYHOW, 0.0              \
    }

#define HULLS(title, detail)                                                                                           \
    ALIKE(title, "polyhedra, 10 % apart", BENCH_HULL, detail, 0.1, 32),                                                \
        ALIKE(title, "polyhedra, 1 % in", BENCH_HULL, detail, -0.01, 32),                                              \
        ALIKE(title, "polyhedra, 30 % in", BENCH_HULL, detail, -0.3, 32)

// What a broad phase hands over: most pairs are apart.
#define NEIGHBOURS(title, family, detail, shapes)                                                                      \
    {                                                                                                                  \
        title, "polyhedra, one in eight in", family, family, detail, detail, 0.1, shapes, 0, 8, BENCH_ANYHOW, 0.0      \
    }

// Each body with a shape of its own, as in a packing: what the memory of the shapes costs.
#define OWN_SHAPES(title, family, detail)                                                                              \
    ALIKE(title, "4000 shapes, 10 % apart", family, detail, 0.1, BENCH_OWN_SHAPES / 2),                                \
        ALIKE(title, "4000 shapes, 1 % in", family, detail, -0.01, BENCH_OWN_SHAPES / 2)

#define ELLIPSOIDS(title, family, aspect)                                                                              \
    ALIKE(title, "ellipsoids, 1e-1 apart", family, aspect, 1e-1, 1),                                                   \
        ALIKE(title, "ellipsoids, 1e-2 apart", family, aspect, 1e-2, 1),                                               \
        ALIKE(title, "ellipsoids, 1e-3 apart", family, aspect, 1e-3, 1),                                               \
        ALIKE(title, "ellipsoids, 1 % in", family, aspect, -1e-2, 1)

#define MIXED(title, family, detail, other, other_detail)                                                              \
    { title, "mixed, 10 % apart", family, other, detail, other_detail, 0.1, 32, 0, 0, BENCH_ANYHOW, 0.0 },             \
    {                                                                                                                  \
        title, "mixed, 1 % in", family, other, detail, other_detail, -0.01, 32, 0, 0, BENCH_ANYHOW, 0.0                \
    }

// Of two polyhedra.
#define MIXED_HULLS(title, family, detail, other, other_detail)                                                        \
    MIXED(title, family, detail, other, other_detail),                                                                 \
    {                                                                                                                  \
        title, "mixed, 30 % in", family, other, detail, other_detail, -0.3, 32, 0, 0, BENCH_ANYHOW, 0.0                \
    }

#define SUPERQUADRICS(title, exponent)                                                                                 \
    ALIKE(title, "superquadrics, 10 % apart", BENCH_SUPERQUADRIC, exponent, 0.1, 1),                                   \
        ALIKE(title, "superquadrics, 1 % in", BENCH_SUPERQUADRIC, exponent, -0.01, 1)

#define POLYGONS(title, corners)                                                                                       \
    ALIKE(title, "polygons, 10 % apart", BENCH_POLYGON, corners, 0.1, 32),                                             \
        ALIKE(title, "polygons, 1 % in", BENCH_POLYGON, corners, -0.01, 32),                                           \
        ALIKE(title, "polygons, 30 % in", BENCH_POLYGON, corners, -0.3, 32)

// Shapes that other libraries have closed forms for.
#define PRIMITIVES(title, family, detail, other, other_detail)                                                         \
    { title, "primitives, 10 % apart", family, other, detail, other_detail, 0.1, 1, 0, 0, BENCH_ANYHOW, 0.0 },         \
    {                                                                                                                  \
        title, "primitives, 1 % in", family, other, detail, other_detail, -0.01, 1, 0, 0, BENCH_ANYHOW, 0.0            \
    }

#define ON_PLANE(title, family, detail)                                                                                \
    { title, "half space, 10 % apart", family, BENCH_PLANE, detail, 0, 0.1, 1, 0, 0, BENCH_ANYHOW, 0.0 },              \
    {                                                                                                                  \
        title, "half space, 1 % in", family, BENCH_PLANE, detail, 0, -0.01, 1, 0, 0, BENCH_ANYHOW, 0.0                 \
    }

#define AT_REST(title, second, pose, tilt)                                                                             \
    {                                                                                                                  \
        title, "boxes at rest", BENCH_BOX, BENCH_BOX, 1, second, -1e-3, 1, 0, 0, pose, tilt                            \
    }

// What lies still in a pile, and is asked about again and again: the poses of the steps differ by 1e-6.
#define STILL(title, family, detail, other, other_detail, pose, tilt)                                                  \
    {                                                                                                                  \
        title, "at rest", family, other, detail, other_detail, -1e-3, 1, 20, 0, pose, tilt                             \
    }

// The poses of the moving sets 1 % in, at rest.
#define FROZEN(title, family, detail)                                                                                  \
    {                                                                                                                  \
        title, "at rest", family, family, detail, detail, -0.01, 1, 20, 0, BENCH_FROZEN, 0.0                           \
    }

#define ANY_DEPTH(title, family, detail, shapes) ALIKE(title, "any depth", family, detail, BENCH_ANY_DEPTH, shapes)

static const bench_set sets[] = {
    HULLS("4 vertices", 4),
    ALIKE("cubes", "polyhedra, 10 % apart", BENCH_CUBE, 8, 0.1, 1),
    ALIKE("cubes", "polyhedra, 1 % in", BENCH_CUBE, 8, -0.01, 1),
    ALIKE("cubes", "polyhedra, 30 % in", BENCH_CUBE, 8, -0.3, 1),
    HULLS("14 vertices", 14),
    HULLS("20 vertices", 20),
    ALIKE("32 vertices", "polyhedra, 10 % apart", BENCH_HULL, 32, 0.1, 32),
    ALIKE("64 vertices", "polyhedra, 10 % apart", BENCH_HULL, 64, 0.1, 32),
    HULLS("100 vertices", 100),
    HULLS("1000 vertices", 1000),
    ALIKE("2000 vertices", "polyhedra, 1 % in", BENCH_HULL, 2000, -0.01, 8),
    ALIKE("5000 vertices", "polyhedra, 1 % in", BENCH_HULL, 5000, -0.01, 8),
    NEIGHBOURS("4 vertices", BENCH_HULL, 4, 32),
    NEIGHBOURS("cubes", BENCH_CUBE, 8, 1),
    NEIGHBOURS("20 vertices", BENCH_HULL, 20, 32),
    NEIGHBOURS("100 vertices", BENCH_HULL, 100, 32),
    OWN_SHAPES("cubes", BENCH_CUBE, 8),
    OWN_SHAPES("20 vertices", BENCH_HULL, 20),
    MIXED_HULLS("cube - 20 vertices", BENCH_CUBE, 8, BENCH_HULL, 20),
    MIXED_HULLS("cube - 100 vertices", BENCH_CUBE, 8, BENCH_HULL, 100),
    MIXED_HULLS("4 - 20 vertices", BENCH_HULL, 4, BENCH_HULL, 20),
    MIXED_HULLS("20 - 100 vertices", BENCH_HULL, 20, BENCH_HULL, 100),
    MIXED("sphere - cube", BENCH_SPHERE, 1, BENCH_CUBE, 8),
    MIXED("sphere - 20 vertices", BENCH_SPHERE, 1, BENCH_HULL, 20),
    MIXED("ellipsoid 3 - cube", BENCH_ELLIPSOID, 3.0, BENCH_CUBE, 8),
    MIXED("ellipsoid 3 - 20 vertices", BENCH_ELLIPSOID, 3.0, BENCH_HULL, 20),
    MIXED("superquadric 4 - cube", BENCH_SUPERQUADRIC, 4, BENCH_CUBE, 8),
    MIXED("superquadric 4 - 20 vertices", BENCH_SUPERQUADRIC, 4, BENCH_HULL, 20),
    MIXED("superquadric 4 - ellipsoid 3", BENCH_SUPERQUADRIC, 4, BENCH_ELLIPSOID, 3.0),
    MIXED("sphere - superquadric 4", BENCH_SPHERE, 1, BENCH_SUPERQUADRIC, 4),
    MIXED("capsule - 20 vertices", BENCH_CAPSULE, 1, BENCH_HULL, 20),
    MIXED("cylinder - 20 vertices", BENCH_CYLINDER, 1, BENCH_HULL, 20),
    MIXED("superquadric 4 - cylinder", BENCH_SUPERQUADRIC, 4, BENCH_CYLINDER, 1),
    ELLIPSOIDS("1/6", BENCH_ELLIPSOID, 1.0 / 6.0),
    ELLIPSOIDS("1/3", BENCH_ELLIPSOID, 1.0 / 3.0),
    ELLIPSOIDS("2/3", BENCH_ELLIPSOID, 2.0 / 3.0),
    ELLIPSOIDS("3/2", BENCH_ELLIPSOID, 1.5),
    ELLIPSOIDS("3", BENCH_ELLIPSOID, 3.0),
    ELLIPSOIDS("6", BENCH_ELLIPSOID, 6.0),
    ELLIPSOIDS("3 : 2 : 1", BENCH_TRIAXIAL, 3.0),
    ELLIPSOIDS("6 : 3.5 : 1", BENCH_TRIAXIAL, 6.0),
    SUPERQUADRICS("n = 3", 3),
    SUPERQUADRICS("n = 4", 4),
    SUPERQUADRICS("n = 8", 8),
    SUPERQUADRICS("n = 3.5", 3.5),
    SUPERQUADRICS("n = 7.3", 7.3),
    ALIKE("n = 6 and 4", "superquadrics, 10 % apart", BENCH_TWO_EXPONENTS, 6, 0.1, 1),
    ALIKE("n = 6 and 4", "superquadrics, 1 % in", BENCH_TWO_EXPONENTS, 6, -0.01, 1),
    ALIKE("n = 2.7 and 4", "superquadrics, 10 % apart", BENCH_TWO_EXPONENTS, 2.7, 0.1, 1),
    ALIKE("n = 2.7 and 4", "superquadrics, 1 % in", BENCH_TWO_EXPONENTS, 2.7, -0.01, 1),
    POLYGONS("3 corners", 3),
    POLYGONS("4 corners", 4),
    POLYGONS("8 corners", 8),
    PRIMITIVES("spheres", BENCH_SPHERE, 1, BENCH_SPHERE, 1),
    PRIMITIVES("sphere - capsule", BENCH_SPHERE, 1, BENCH_CAPSULE, 1),
    PRIMITIVES("capsules", BENCH_CAPSULE, 1, BENCH_CAPSULE, 1),
    PRIMITIVES("capsule - box", BENCH_CAPSULE, 1, BENCH_BOX, 1),
    PRIMITIVES("sphere - box", BENCH_SPHERE, 0.5, BENCH_BOX, 1),
    PRIMITIVES("boxes", BENCH_BOX, 1, BENCH_BOX, 1),
    ON_PLANE("sphere", BENCH_SPHERE, 1),
    ON_PLANE("box", BENCH_BOX, 1),
    ON_PLANE("capsule", BENCH_CAPSULE, 1),
    ON_PLANE("hull of 20 vertices", BENCH_HULL, 20),
    ON_PLANE("ellipsoid 3", BENCH_ELLIPSOID, 3.0),
    ON_PLANE("superquadric 4", BENCH_SUPERQUADRIC, 4),
    ON_PLANE("superquadric 8", BENCH_SUPERQUADRIC, 8),
    ON_PLANE("cylinder", BENCH_CYLINDER, 1),
    ON_PLANE("cone", BENCH_CONE, 1),
    AT_REST("tilt 1e-1", 1, BENCH_FACE_TO_FACE, 1e-1),
    AT_REST("tilt 1e-3", 1, BENCH_FACE_TO_FACE, 1e-3),
    AT_REST("tilt 1e-5", 1, BENCH_FACE_TO_FACE, 1e-5),
    AT_REST("tilt 1e-6", 1, BENCH_FACE_TO_FACE, 1e-6),
    AT_REST("tilt 1e-9", 1, BENCH_FACE_TO_FACE, 1e-9),
    AT_REST("tilt 0", 1, BENCH_FACE_TO_FACE, 0.0),
    AT_REST("on a slab", 0.3, BENCH_FACE_TO_FACE, 0.0),
    AT_REST("stacked", 1, BENCH_STACKED, 0.0),
    AT_REST("coincident", 1, BENCH_COINCIDENT, 0.0),
    AT_REST("nested", 0.5, BENCH_COINCIDENT, 0.0),
    ANY_DEPTH("cubes", BENCH_CUBE, 8, 1),
    ANY_DEPTH("20 vertices", BENCH_HULL, 20, 32),
    ANY_DEPTH("100 vertices", BENCH_HULL, 100, 32),
    ANY_DEPTH("ellipsoids 3", BENCH_ELLIPSOID, 3.0, 1),
    ANY_DEPTH("n = 4", BENCH_SUPERQUADRIC, 4, 1),
    ANY_DEPTH("n = 8", BENCH_SUPERQUADRIC, 8, 1),
    ANY_DEPTH("cylinders", BENCH_CYLINDER, 1, 1),
    STILL("boxes", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("boxes, tilt 1e-9", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 1e-9),
    STILL("boxes, tilt 1e-6", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 1e-6),
    STILL("boxes, tilt 1e-5", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 1e-5),
    STILL("boxes, tilt 1e-3", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 1e-3),
    STILL("boxes, tilt 1e-1", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 1e-1),
    STILL("boxes, on a slab", BENCH_BOX, 1, BENCH_BOX, 0.3, BENCH_FACE_TO_FACE, 0.0),
    STILL("boxes, stacked", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_STACKED, 0.0),
    STILL("boxes, coincident", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_COINCIDENT, 0.0),
    STILL("boxes, nested", BENCH_BOX, 1, BENCH_BOX, 0.5, BENCH_COINCIDENT, 0.0),
    STILL("boxes, stacked, tilt 1e-14", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_STACKED, 1e-14),
    STILL("boxes, stacked, tilt 1e-13", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_STACKED, 1e-13),
    STILL("boxes, stacked, tilt 1e-6", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_STACKED, 1e-6),
    STILL("boxes, stacked, tilt 1e-2", BENCH_BOX, 1, BENCH_BOX, 1, BENCH_STACKED, 1e-2),
    STILL("prisms of 6 sides", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_FACE_TO_FACE, 0.0),
    STILL("prisms of 6 sides, tilt 1e-9", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_FACE_TO_FACE, 1e-9),
    STILL("prisms of 6 sides, tilt 1e-6", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_FACE_TO_FACE, 1e-6),
    STILL("prisms of 6 sides, tilt 1e-5", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_FACE_TO_FACE, 1e-5),
    STILL("prisms of 6 sides, tilt 1e-3", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_FACE_TO_FACE, 1e-3),
    STILL("prisms of 6 sides, tilt 1e-1", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_FACE_TO_FACE, 1e-1),
    STILL("prisms of 6 sides, stacked", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_STACKED, 0.0),
    STILL("prisms, stacked, tilt 1e-14", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_STACKED, 1e-14),
    STILL("prisms, stacked, tilt 1e-10", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_STACKED, 1e-10),
    STILL("prisms, stacked, tilt 1e-6", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_STACKED, 1e-6),
    STILL("prisms, stacked, tilt 1e-2", BENCH_PRISM, 6, BENCH_PRISM, 6, BENCH_STACKED, 1e-2),
    STILL("cylinder on its end on a box", BENCH_BOX, 3, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("the same, tilt 1e-6", BENCH_BOX, 3, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 1e-6),
    STILL("the same, tilt 1e-3", BENCH_BOX, 3, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 1e-3),
    STILL("cylinder over the edge of a box", BENCH_BOX, 1, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("cylinder on its side on a box", BENCH_BOX, 3, BENCH_CYLINDER, 1, BENCH_LYING, 0.0),
    STILL("on its side, tilt 1e-6", BENCH_BOX, 3, BENCH_CYLINDER, 1, BENCH_LYING, 1e-6),
    STILL("cone on a box", BENCH_BOX, 3, BENCH_CONE, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("cone on its side on a box", BENCH_BOX, 3, BENCH_CONE, 1, BENCH_LYING, 0.0),
    STILL("box on a cylinder", BENCH_CYLINDER, 1, BENCH_BOX, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("cylinders, end on end", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("end on end, tilt 1e-6", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 1e-6),
    STILL("end on end, tilt 1e-3", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_FACE_TO_FACE, 1e-3),
    STILL("cylinders, stacked", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_STACKED, 0.0),
    STILL("cylinders, stacked, tilt 1e-14", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_STACKED, 1e-14),
    STILL("cylinders, stacked, tilt 1e-6", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_STACKED, 1e-6),
    STILL("cylinders, stacked, tilt 1e-2", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_STACKED, 1e-2),
    STILL("cylinders, crossed", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_LYING, 0.0),
    STILL("cylinders, side by side", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_ALONG, 0.0),
    STILL("side by side, tilt 1e-6", BENCH_CYLINDER, 1, BENCH_CYLINDER, 1, BENCH_ALONG, 1e-6),
    STILL("cone on a cylinder", BENCH_CYLINDER, 1, BENCH_CONE, 1, BENCH_FACE_TO_FACE, 0.0),
    STILL("n = 4, stacked", BENCH_SUPERQUADRIC, 4, BENCH_SUPERQUADRIC, 4, BENCH_STACKED, 0.0),
    STILL("n = 8, stacked", BENCH_SUPERQUADRIC, 8, BENCH_SUPERQUADRIC, 8, BENCH_STACKED, 0.0),
    STILL("n = 20, stacked", BENCH_SUPERQUADRIC, 20, BENCH_SUPERQUADRIC, 20, BENCH_STACKED, 0.0),
    STILL("n = 4, face to face", BENCH_SUPERQUADRIC, 4, BENCH_SUPERQUADRIC, 4, BENCH_FACE_TO_FACE, 1e-3),
    STILL("n = 8, face to face", BENCH_SUPERQUADRIC, 8, BENCH_SUPERQUADRIC, 8, BENCH_FACE_TO_FACE, 1e-3),
    STILL("n = 20, face to face", BENCH_SUPERQUADRIC, 20, BENCH_SUPERQUADRIC, 20, BENCH_FACE_TO_FACE, 1e-3),
    FROZEN("n = 8, as those that move", BENCH_SUPERQUADRIC, 8),
    MOVING("4 vertices", BENCH_HULL, 4, 32),
    MOVING("cubes", BENCH_CUBE, 8, 1),
    MOVING("14 vertices", BENCH_HULL, 14, 32),
    MOVING("20 vertices", BENCH_HULL, 20, 32),
    MOVING("100 vertices", BENCH_HULL, 100, 32),
    MOVING("1000 vertices", BENCH_HULL, 1000, 32),
    MOVING("ellipsoids 3", BENCH_ELLIPSOID, 3.0, 1),
    MOVING("superquadrics n = 4", BENCH_SUPERQUADRIC, 4, 1),
    MOVING("superquadrics n = 8", BENCH_SUPERQUADRIC, 8, 1),
    MOVING("superquadrics n = 7.3", BENCH_SUPERQUADRIC, 7.3, 1),
    MOVING("superquadrics n = 6 and 4", BENCH_TWO_EXPONENTS, 6, 1),
    MOVING("4 corners", BENCH_POLYGON, 4, 32),
};

int bench_set_count(void)
{
    return (int)(sizeof sets / sizeof *sets);
}

const bench_set *bench_set_at(int i)
{
    return &sets[i];
}
