// The parameters of shapes: what a constructor was given comes back, and makes the same shape again.
#include "shape/zoo.h"

static scree_shape *made_again(const scree_shape *s)
{
    const double rounding = scree_shape_rounding(s), r = scree_shape_radius(s), l = scree_shape_half_length(s);
    double n1, n2, offset;
    scree_vec3 normal, points[27];
    const scree_support_def def = scree_shape_support_def(s);
    const size_t count = (size_t)scree_shape_vertex_count(s);
    scree_shape_exponents(s, &n1, &n2);
    scree_shape_plane(s, &normal, &offset);
    for (size_t i = 0; i < count; ++i) points[i] = scree_shape_vertex(s, (int)i);
    switch (scree_shape_kind_of(s)) {
    case SCREE_SPHERE:
        return scree_sphere_create(r, rounding, NULL);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(normal, offset, rounding, NULL);
    case SCREE_BOX:
        return scree_box_create(scree_shape_half_extents(s), rounding, NULL);
    case SCREE_CAPSULE:
        return scree_capsule_create(r, l, rounding, NULL);
    case SCREE_POLYHEDRON:
        return scree_polyhedron_create(points, count, rounding, NULL);
    case SCREE_SUPPORT_SHAPE:
        return scree_support_shape_create(&def, rounding, NULL);
    case SCREE_DISC:
        return scree_disc_create(r, rounding, NULL);
    case SCREE_POLYGON:
        return scree_polygon_create(points, count, rounding, NULL);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(scree_shape_semi_axes(s), rounding, NULL);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(scree_shape_semi_axes(s), n1, n2, rounding, NULL);
    case SCREE_CYLINDER:
        return scree_cylinder_create(r, l, rounding, NULL);
    case SCREE_CONE:
        return scree_cone_create(r, l, rounding, NULL);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(r, scree_shape_top_radius(s), l, rounding, NULL);
    }
    return NULL;
}

static void check_round_trip(scree_random *r, scree_shape_kind kind)
{
    scree_shape *s = zoo_shape(r, kind);
    if (!CHECK(s != NULL)) return;
    if (kind == SCREE_POLYHEDRON || kind == SCREE_POLYGON) { // without the points in its faces, which widen its slack
        scree_shape *bare = made_again(s);
        CHECK(bare != NULL && zoo_same_graph(s, bare));
        scree_shape_destroy(s);
        s = bare;
    }
    scree_shape *t = made_again(s);
    CHECK_MSG(t != NULL && zoo_same(r, s, t), "%s: made again, it is not the same", scree_shape_kind_name(kind));
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

// Sums such as 0.1 + 0.2 are rounded: the parts must not be computed back from them.
static void check_values(void)
{
    scree_shape *ball = scree_sphere_create(0.1, 0.2, NULL), *rod = scree_capsule_create(0.1, 0.7, 0.2, NULL),
                *drop = scree_tapered_capsule_create(0.3, 0.1, 0.7, 0.2, NULL),
                *can = scree_cylinder_create(0.3, 0.1, 0, NULL);
    CHECK(scree_shape_radius(ball) == 0.1 && scree_shape_half_length(ball) == 0.0 &&
          scree_shape_top_radius(ball) == 0.0);
    CHECK(scree_shape_radius(rod) == 0.1 && scree_shape_half_length(rod) == 0.7 && scree_shape_rounding(rod) == 0.2);
    CHECK(scree_shape_radius(drop) == 0.3 && scree_shape_top_radius(drop) == 0.1 &&
          scree_shape_half_length(drop) == 0.7);
    CHECK(scree_shape_radius(can) == 0.3 && scree_shape_half_length(can) == 0.1 && scree_shape_top_radius(can) == 0.0);
    scree_vec3 n = { 1, 1, 1 };
    double d = 1.0;
    scree_shape_plane(ball, &n, &d);
    CHECK(n.x == 0.0 && n.y == 0.0 && n.z == 0.0 && d == 0.0);
    CHECK(scree_shape_half_extents(can).x == 0.0 && scree_shape_support_def(can).support == NULL);
    scree_shape_destroy(ball);
    scree_shape_destroy(rod);
    scree_shape_destroy(drop);
    scree_shape_destroy(can);
}

int main(void)
{
    scree_random random = random_stream(18, 6, 3);
    for (long i = 0; i < check_scaled(100); ++i)
        for (int kind = 0; kind < ZOO_KINDS; ++kind) check_round_trip(&random, (scree_shape_kind)kind);
    check_values();
    return check_done();
}
