// Surfaces as triangles, of every kind of shape: closed, outward, on the true surface, with nearly its volume.
#include "scree_sim/output.h"

#include <math.h>
#include <string.h>

#include "check.h"

typedef struct row {
    const char *name;
    scree_shape *shape;
    double missing; // of the volume, at detail 4, at most
} row;

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 minus(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Each directed edge has exactly one opposite: closed and consistently oriented.
static bool is_closed(const scree_sim_mesh *m)
{
    const size_t sides = 3 * m->triangle_count;
    unsigned char *seen = calloc(m->point_count, m->point_count);
    for (size_t i = 0; i < sides; ++i) {
        const int32_t a = m->corners[i], b = m->corners[i % 3 == 2 ? i - 2 : i + 1];
        if (a == b || seen[(size_t)a * m->point_count + (size_t)b]++ != 0) {
            free(seen);
            return false;
        }
    }
    bool closed = true;
    for (size_t a = 0; a < m->point_count; ++a) {
        for (size_t b = 0; b < m->point_count; ++b)
            closed = closed && seen[a * m->point_count + b] == seen[b * m->point_count + a];
    }
    free(seen);
    return closed;
}

static double volume_of(const scree_sim_mesh *m)
{
    double volume = 0.0;
    for (size_t i = 0; i < m->triangle_count; ++i) {
        const int32_t *c = m->corners + 3 * i;
        volume += dot(m->points[c[0]], cross(m->points[c[1]], m->points[c[2]])) / 6.0;
    }
    return volume;
}

/// How far a point is from the shape: the distance of a body to a ball of no size there.
static double distance_to(const scree_shape *shape, scree_vec3 point)
{
    scree_shape *dot_shape = scree_sphere_create(1e-9, 0.0, NULL);
    const scree_body a = scree_body_at(shape, (scree_vec3){ 0.0, 0.0, 0.0 }), b = scree_body_at(dot_shape, point);
    scree_contact contact;
    const scree_status status = scree_query(&a, &b, NULL, &contact);
    scree_shape_destroy(dot_shape);
    return status == SCREE_OK || status == SCREE_NO_CONVERGENCE ? contact.distance + 1e-9 : INFINITY;
}

static void check_solid(const row *r)
{
    for (int detail = 0; detail <= 4; ++detail) {
        scree_sim_mesh m;
        scree_error error = { 0 };
        if (!CHECK_MSG(scree_sim_mesh_make(r->shape, detail, &m, &error), "%s: %s", r->name, error.message)) return;
        CHECK_MSG(is_closed(&m), "%s at detail %d: not closed", r->name, detail);
        const double true_volume = scree_shape_mass(r->shape).volume, volume = volume_of(&m);
        CHECK_MSG(volume > 0.0 && volume <= true_volume * (1.0 + 1e-12), "%s at detail %d: volume %g of %g", r->name,
                  detail, volume, true_volume);
        if (detail == 4)
            CHECK_MSG(volume >= (1.0 - r->missing) * true_volume, "%s: volume %g of %g", r->name, volume, true_volume);
        double off = 0.0;
        for (size_t i = 0; i < m.point_count && detail == 2; ++i)
            off = fmax(off, fabs(distance_to(r->shape, m.points[i])));
        CHECK_MSG(off <= 2e-7, "%s: a point %g off the surface", r->name, off);
        scree_sim_mesh_free(&m);
    }
}

static void check_solids(void)
{
    const scree_vec3 tetrahedron[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0.2, 1.1, 0 }, { 0.3, 0.2, 0.9 } };
    const scree_vec3 axes = { 1.0, 0.6, 0.8 };
    const row rows[] = {
        { "sphere", scree_sphere_create(0.7, 0.1, NULL), 0.003 },
        { "ellipsoid", scree_ellipsoid_create(axes, 0.0, NULL), 0.003 },
        { "rounded ellipsoid", scree_ellipsoid_create(axes, 0.2, NULL), 0.004 },
        { "superquadric", scree_superquadric_create(axes, 8.0, 8.0, 0.0, NULL), 0.02 },
        { "superquadric 3, 5", scree_superquadric_create(axes, 3.0, 5.0, 0.0, NULL), 0.01 },
        { "box", scree_box_create(axes, 0.0, NULL), 1e-14 },
        { "rounded box", scree_box_create(axes, 0.15, NULL), 0.002 },
        { "thin rounded box", scree_box_create((scree_vec3){ 1.0, 1.0, 0.01 }, 0.05, NULL), 0.002 },
        { "polyhedron", scree_polyhedron_create(tetrahedron, 4, 0.0, NULL), 1e-14 },
        { "rounded polyhedron", scree_polyhedron_create(tetrahedron, 4, 0.2, NULL), 0.003 },
        { "capsule", scree_capsule_create(0.4, 0.7, 0.05, NULL), 0.003 },
        { "cylinder", scree_cylinder_create(0.5, 0.7, 0.0, NULL), 0.001 },
        { "rounded cylinder", scree_cylinder_create(0.5, 0.7, 0.1, NULL), 0.002 },
        { "cone", scree_cone_create(0.5, 0.7, 0.0, NULL), 0.001 },
        { "rounded cone", scree_cone_create(0.5, 0.7, 0.1, NULL), 0.002 },
        { "tapered capsule", scree_tapered_capsule_create(0.5, 0.3, 0.7, 0.0, NULL), 0.003 },
        { "tapered capsule, upside down", scree_tapered_capsule_create(0.2, 0.5, 0.7, 0.1, NULL), 0.003 },
        { "one ball in the other", scree_tapered_capsule_create(0.2, 0.9, 0.1, 0.0, NULL), 0.003 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (CHECK_MSG(rows[i].shape != NULL, "%s: no shape", rows[i].name)) check_solid(&rows[i]);
        scree_shape_destroy(rows[i].shape);
    }
}

static double area_of(const scree_sim_mesh *m)
{
    double area = 0.0;
    for (size_t i = 0; i < m->triangle_count; ++i) {
        const int32_t *c = m->corners + 3 * i;
        area += 0.5 * cross(minus(m->points[c[1]], m->points[c[0]]), minus(m->points[c[2]], m->points[c[0]])).z;
    }
    return area;
}

static void check_flat(void)
{
    const scree_vec3 corners[4] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 1, 0 }, { 0.5, 1.5, 0 } };
    const row rows[] = { { "disc", scree_disc_create(0.5, 0.0, NULL), 1e-3 },
                         { "polygon", scree_polygon_create(corners, 4, 0.0, NULL), 1e-14 },
                         { "rounded polygon", scree_polygon_create(corners, 4, 0.3, NULL), 1e-3 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        scree_sim_mesh m;
        CHECK(scree_sim_mesh_make(rows[i].shape, 4, &m, NULL));
        const double area = area_of(&m), true_area = scree_shape_mass(rows[i].shape).volume;
        CHECK_MSG(area <= true_area * (1.0 + 1e-12) && area >= true_area * (1.0 - rows[i].missing), "%s: area %g of %g",
                  rows[i].name, area, true_area);
        scree_sim_mesh_free(&m);
        scree_shape_destroy(rows[i].shape);
    }
}

static void check_planes(void)
{
    const scree_vec3 low = { 0, 0, 0 }, high = { 2, 3, 4 };
    scree_shape *plane = scree_half_space_create((scree_vec3){ 0, 0, 2 }, 1.0, 0.0, NULL);
    scree_body body = scree_body_at(plane, (scree_vec3){ 9, 9, 0.5 });
    scree_sim_mesh m;
    CHECK(scree_sim_mesh_plane(&body, low, high, &m, NULL));
    CHECK(m.point_count == 4 && m.triangle_count == 2);
    for (size_t i = 0; i < m.point_count; ++i) CHECK_NEAR(m.points[i].z, 1.0, 1e-15);
    CHECK_NEAR(area_of(&m), 6.0, 1e-14);
    scree_sim_mesh_free(&m);
    // Rotated by 180 degrees about x it faces down; beyond the box there is nothing of it.
    body.orientation = (scree_quat){ 0, 1, 0, 0 };
    body.position.z = 1.0;
    CHECK(scree_sim_mesh_plane(&body, low, high, &m, NULL));
    CHECK_NEAR(area_of(&m), -6.0, 1e-14);
    scree_sim_mesh_free(&m);
    body.position.z = -9.0;
    CHECK(scree_sim_mesh_plane(&body, low, high, &m, NULL));
    CHECK(m.triangle_count == 0);
    scree_sim_mesh_free(&m);
    scree_shape_destroy(plane);
    // A plane along the diagonal of a cube cuts it in a regular hexagon.
    plane = scree_half_space_create((scree_vec3){ 1, 1, 1 }, 1.5, 0.0, NULL);
    body = scree_body_at(plane, (scree_vec3){ 0, 0, 0 });
    CHECK(scree_sim_mesh_plane(&body, low, (scree_vec3){ 1, 1, 1 }, &m, NULL));
    CHECK(m.point_count == 6 && m.triangle_count == 4);
    CHECK_NEAR(area_of(&m), 0.75, 1e-14); // its shadow on z = 0
    scree_sim_mesh_free(&m);
    scree_shape_destroy(plane);
}

static void check_refusals(void)
{
    scree_sim_mesh m;
    scree_error error = { 0 };
    scree_shape *plane = scree_half_space_create((scree_vec3){ 0, 0, 1 }, 0.0, 0.0, NULL);
    CHECK(!scree_sim_mesh_make(plane, 1, &m, &error) && strstr(error.message, "half space") != NULL);
    CHECK(!scree_sim_mesh_make(NULL, 1, &m, &error));
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL);
    CHECK(!scree_sim_mesh_make(ball, 6, &m, &error) && strstr(error.message, "detail") != NULL);
    const scree_body body = scree_body_at(ball, (scree_vec3){ 0, 0, 0 });
    CHECK(!scree_sim_mesh_plane(&body, (scree_vec3){ 0, 0, 0 }, (scree_vec3){ 1, 1, 1 }, &m, &error));
    scree_shape_destroy(ball);
    scree_shape_destroy(plane);
}

int main(void)
{
    check_solids();
    check_flat();
    check_planes();
    check_refusals();
    return check_done();
}
