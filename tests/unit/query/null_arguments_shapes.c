// Every public call about shapes, meshes and names with NULL where a pointer belongs: a status that says so, or the neutral
// value that the header names; never a crash. null_arguments.c has the calls about bodies.
#include <math.h>
#include <string.h>

#include "check.h"
#include "null_rows.h"
#include "scree/scree.h"

static const scree_status BAD = SCREE_INVALID_ARGUMENT;

static scree_shape *box, *ball, *square;

static bool is_zero(scree_vec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

// ------------------------------------------------------------------------------------------------ shapes, meshes

static void scree_polyhedron_create_row(void)
{
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_polyhedron_create(NULL, 4, 0.0, &error) == NULL && error.status == BAD);
    CHECK(scree_polyhedron_create(NULL, 0, 0.0, NULL) == NULL);
    CHECK(scree_polyhedron_create_like(NULL, NULL, 8, 0.0, NULL) == NULL);
    CHECK(scree_polyhedron_create_like(box, NULL, 8, 0.0, NULL) == NULL);
}

static void scree_polygon_create_row(void)
{
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_polygon_create(NULL, 3, 0.0, &error) == NULL && error.status == BAD);
    CHECK(scree_polygon_create(NULL, 0, 0.0, NULL) == NULL);
}

static void scree_support_shape_create_row(void)
{
    scree_support_def def = { .dimension = 3, .radius = 1.0 };
    CHECK(scree_support_shape_create(NULL, 0.0, NULL) == NULL && scree_support_shape_create(&def, 0.0, NULL) == NULL);
}

// Calls that only take numbers: bad ones, and no place for the error.
static void makers_row(void)
{
    const double nan = (double)NAN;
    const scree_vec3 bad = { nan, 0.0, -1.0 };
    CHECK(scree_sphere_create(nan, 0.0, NULL) == NULL && scree_disc_create(nan, 0.0, NULL) == NULL);
    CHECK(scree_capsule_create(1.0, nan, 0.0, NULL) == NULL &&
          scree_tapered_capsule_create(1.0, 1.0, nan, 0.0, NULL) == NULL);
    CHECK(scree_cylinder_create(1.0, nan, 0.0, NULL) == NULL && scree_cone_create(nan, 1.0, 0.0, NULL) == NULL);
    CHECK(scree_box_create(bad, 0.0, NULL) == NULL && scree_ellipsoid_create(bad, 0.0, NULL) == NULL);
    CHECK(scree_superquadric_create(bad, 2.0, 2.0, 0.0, NULL) == NULL &&
          scree_half_space_create(bad, 0.0, 0.0, NULL) == NULL);
}

// What describes a shape.
static void descriptions_row(void)
{
    const scree_mass mass = scree_shape_mass(NULL);
    const scree_bounds bounds = scree_shape_bounds(NULL);
    double n1 = 1.0, n2 = 1.0;
    CHECK(strcmp(scree_shape_kind_name(scree_shape_kind_of(NULL)), "unknown") == 0);
    CHECK(scree_shape_dimension(NULL) == 0 && scree_shape_rounding(NULL) == 0.0);
    CHECK(mass.volume == 0.0 && is_zero(mass.centroid) && mass.inertia.xx == 0.0);
    CHECK(bounds.radius == 0.0 && is_zero(bounds.low) && is_zero(bounds.high) && is_zero(bounds.centre));
    CHECK(is_zero(scree_shape_semi_axes(NULL)) && is_zero(scree_shape_support(NULL, (scree_vec3){ 1.0, 0.0, 0.0 })));
    scree_shape_exponents(NULL, &n1, &n2);
    CHECK(n1 == 0.0 && n2 == 0.0);
    scree_shape_exponents(ball, NULL, NULL);
    scree_vec3 normal = { 1.0, 1.0, 1.0 };
    double offset = 1.0;
    scree_shape_plane(NULL, &normal, &offset);
    CHECK(is_zero(normal) && offset == 0.0);
    scree_shape_plane(ball, NULL, NULL);
    CHECK(is_zero(scree_shape_half_extents(NULL)) && scree_shape_support_def(NULL).support == NULL);
    CHECK(scree_shape_radius(NULL) == 0.0 && scree_shape_top_radius(NULL) == 0.0);
    CHECK(scree_shape_half_length(NULL) == 0.0 && scree_shape_memory(NULL) == 0);
}

// What looks into one: without a shape, and where it has no such vertex, edge or face.
static void features_row(void)
{
    const scree_shape *const all[] = { NULL, box, ball, square };
    const int numbers[] = { -1, 1000000 };
    CHECK(scree_shape_vertex_count(NULL) == 0 && scree_shape_edge_count(NULL) == 0 &&
          scree_shape_face_count(NULL) == 0);
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 2; ++k) {
            int vertices[2] = { 5, 5 }, faces[2] = { 5, 5 };
            scree_shape_edge(all[i], numbers[k], vertices, faces);
            CHECK(vertices[0] == -1 && vertices[1] == -1 && faces[0] == -1 && faces[1] == -1);
            scree_shape_edge(all[i], 0, NULL, NULL);
            CHECK(is_zero(scree_shape_vertex(all[i], numbers[k])));
            CHECK(scree_shape_face_size(all[i], numbers[k]) == 0);
            CHECK(scree_shape_face_vertices(all[i], numbers[k]) == NULL);
            CHECK(is_zero(scree_shape_face_normal(all[i], numbers[k])));
        }
    }
    CHECK(scree_shape_face_size(ball, 0) == 0 && scree_shape_face_size(square, 0) == 0);
}

static void scree_mesh_read_row(void)
{
    scree_mesh out;
    scree_error error;
    CHECK(scree_mesh_read(NULL, SCREE_MESH_STL, &out, &error) == BAD && strstr(error.message, "path") != NULL);
    CHECK(scree_mesh_read("none.stl", SCREE_MESH_STL, NULL, NULL) == BAD);
}

static void scree_mesh_parse_row(void)
{
    scree_mesh out;
    CHECK(scree_mesh_parse(NULL, 10, NULL, SCREE_MESH_STL, &out, NULL) == BAD && out.points == NULL);
    CHECK(scree_mesh_parse("OFF", 3, NULL, SCREE_MESH_OFF, NULL, NULL) == BAD);
    CHECK(scree_mesh_parse(NULL, 0, NULL, SCREE_MESH_OFF, &out, NULL) == SCREE_FILE_ERROR);
}

static void scree_mesh_concavity_row(void)
{
    const scree_mesh hollow = { .point_count = 4, .corner_count = 3, .face_count = 1 };
    CHECK(isinf(scree_mesh_concavity(NULL)) && isinf(scree_mesh_concavity(&hollow)));
}

static void scree_polyhedron_create_from_mesh_row(void)
{
    const scree_mesh hollow = { .point_count = 4, .corner_count = 3, .face_count = 1 }, empty = { .point_count = 0 };
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_polyhedron_create_from_mesh(NULL, true, 0.0, &error) == NULL && error.status == BAD);
    CHECK(scree_polyhedron_create_from_mesh(&hollow, true, 0.0, NULL) == NULL);
    CHECK(scree_polyhedron_create_from_mesh(&empty, true, 0.0, NULL) == NULL);
}

static void scree_mesh_write_row(void)
{
    scree_error error;
    CHECK(scree_mesh_write(NULL, SCREE_MESH_STL, box, &error) == BAD && strstr(error.message, "path") != NULL);
    CHECK(scree_mesh_write("none.stl", SCREE_MESH_STL, NULL, &error) == BAD && strstr(error.message, "shape") != NULL);
    CHECK(scree_mesh_write(NULL, SCREE_MESH_STL, NULL, NULL) == BAD);
}

static void scree_mesh_print_row(void)
{
    CHECK(scree_mesh_print(NULL, SCREE_MESH_STL, box, NULL) == BAD);
    CHECK(scree_mesh_print(stderr, SCREE_MESH_STL, NULL, NULL) == BAD);
}

// ------------------------------------------------------------------------------------------------------- names

static void names_row(void)
{
    CHECK(scree_method_find(NULL) == NULL);
    CHECK(scree_method_at(-1) == NULL && scree_method_at(scree_method_count()) == NULL);
    CHECK(strcmp(scree_status_name((scree_status)99), "unknown") == 0 && scree_status_text((scree_status)99) != NULL);
    CHECK(scree_verdict_name((scree_verdict)99) != NULL && scree_claim_name((scree_claim)99) != NULL);
    CHECK(strcmp(scree_state_name((scree_state)99), "unknown") == 0);
    CHECK(scree_features_name((scree_feature)99, SCREE_FEATURE_FACE) == NULL);
    CHECK(scree_features_name(SCREE_FEATURE_FACE, (scree_feature)99) == NULL);
}

// They take nothing, or let go of it.
static void *no_block(void *user, size_t size, size_t alignment)
{
    (void)user;
    (void)size;
    (void)alignment;
    return NULL;
}

static void storage_row(void)
{
    const scree_allocator half = { no_block, NULL, NULL }, none = { NULL, NULL, NULL };
    scree_error error = { SCREE_OK, "" };
    size_t size = 1;
    unsigned char byte = 0;
    CHECK(scree_shape_create_scaled(NULL, 2.0, &error) == NULL && error.status == BAD);
    CHECK(scree_shape_create_scaled(box, 0.0, NULL) == NULL);
    CHECK(scree_shape_copy(NULL, NULL, &error) == NULL && error.status == BAD);
    CHECK(scree_shape_copy(box, &half, &error) == NULL && error.status == BAD);
    CHECK(scree_shape_copy(box, &none, NULL) == NULL);
    CHECK(scree_shape_to_bytes(NULL, &byte, 1, &size, &error) == BAD && size == 0 && error.status == BAD);
    CHECK(scree_shape_to_bytes(box, NULL, 1, &size, NULL) == BAD);
    CHECK(scree_shape_to_bytes(box, &byte, 1, NULL, NULL) == BAD);
    CHECK(scree_shape_create_from_bytes(NULL, 0, NULL, &error) == NULL && error.status == BAD);
    CHECK(scree_shape_create_from_bytes(&byte, 0, &size, &error) == NULL && error.status == SCREE_FILE_ERROR);
}

static void nothing_row(void)
{
    scree_shape_destroy(NULL);
    scree_mesh_free(NULL);
    CHECK(scree_version() != NULL && scree_batch_lanes() >= 2 && scree_method_count() > 0);
    CHECK(scree_query_defaults().method == NULL && scree_ellipsoid_parameters_defaults().jain_factor > 0.0);
    CHECK(scree_verify_defaults().claims == SCREE_VERIFY_ALL && scree_pressure_defaults().scratch == NULL);
    CHECK(scree_region_defaults().last == NULL && scree_floating_plane_defaults().last == NULL);
}
static const null_row table[] = {
    { "scree_polyhedron_create", scree_polyhedron_create_row },
    { "scree_polyhedron_create_like", scree_polyhedron_create_row },
    { "scree_polygon_create", scree_polygon_create_row },
    { "scree_support_shape_create", scree_support_shape_create_row },
    { "scree_sphere_create", makers_row },
    { "scree_disc_create", makers_row },
    { "scree_capsule_create", makers_row },
    { "scree_tapered_capsule_create", makers_row },
    { "scree_cylinder_create", makers_row },
    { "scree_cone_create", makers_row },
    { "scree_box_create", makers_row },
    { "scree_ellipsoid_create", makers_row },
    { "scree_superquadric_create", makers_row },
    { "scree_half_space_create", makers_row },
    { "scree_shape_destroy", nothing_row },
    { "scree_shape_kind_of", descriptions_row },
    { "scree_shape_kind_name", descriptions_row },
    { "scree_shape_dimension", descriptions_row },
    { "scree_shape_rounding", descriptions_row },
    { "scree_shape_mass", descriptions_row },
    { "scree_shape_bounds", descriptions_row },
    { "scree_shape_semi_axes", descriptions_row },
    { "scree_shape_exponents", descriptions_row },
    { "scree_shape_radius", descriptions_row },
    { "scree_shape_top_radius", descriptions_row },
    { "scree_shape_half_length", descriptions_row },
    { "scree_shape_half_extents", descriptions_row },
    { "scree_shape_plane", descriptions_row },
    { "scree_shape_support_def", descriptions_row },
    { "scree_shape_memory", descriptions_row },
    { "scree_shape_create_scaled", storage_row },
    { "scree_shape_copy", storage_row },
    { "scree_shape_to_bytes", storage_row },
    { "scree_shape_create_from_bytes", storage_row },
    { "scree_shape_support", descriptions_row },
    { "scree_shape_vertex_count", features_row },
    { "scree_shape_edge_count", features_row },
    { "scree_shape_face_count", features_row },
    { "scree_shape_vertex", features_row },
    { "scree_shape_edge", features_row },
    { "scree_shape_face_size", features_row },
    { "scree_shape_face_vertices", features_row },
    { "scree_shape_face_normal", features_row },
    { "scree_mesh_read", scree_mesh_read_row },
    { "scree_mesh_parse", scree_mesh_parse_row },
    { "scree_mesh_free", nothing_row },
    { "scree_mesh_concavity", scree_mesh_concavity_row },
    { "scree_polyhedron_create_from_mesh", scree_polyhedron_create_from_mesh_row },
    { "scree_mesh_write", scree_mesh_write_row },
    { "scree_mesh_print", scree_mesh_print_row },
    { "scree_method_find", names_row },
    { "scree_method_at", names_row },
    { "scree_status_name", names_row },
    { "scree_status_text", names_row },
    { "scree_state_name", names_row },
    { "scree_features_name", names_row },
    { "scree_verdict_name", names_row },
    { "scree_claim_name", names_row },
    { "scree_method_count", nothing_row },
    { "scree_verify_defaults", nothing_row },
    { "scree_pressure_defaults", nothing_row },
    { "scree_region_defaults", nothing_row },
    { "scree_floating_plane_defaults", nothing_row },
    { "scree_quat_to_matrix", nothing_row },
    { "scree_quat_from_axis_angle", nothing_row },
    { "scree_quat_from_axis_degrees", nothing_row },
    { "scree_quat_from_euler", nothing_row },
    { "scree_quat_from_euler_degrees", nothing_row },
    { "scree_quat_normalise", nothing_row },
    { "scree_quat_multiply", nothing_row },
    { "scree_quat_rotate", nothing_row },
    { "scree_version", nothing_row },
    { "scree_batch_lanes", nothing_row },
    { "scree_query_defaults", nothing_row },
    { "scree_ellipsoid_parameters_defaults", nothing_row },
};

int main(void)
{
    const scree_vec3 one = { 1.0, 1.0, 1.0 };
    const scree_vec3 corners[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
    box = scree_box_create(one, 0.0, NULL);
    ball = scree_ellipsoid_create(one, 0.0, NULL);
    square = scree_polygon_create(corners, 4, 0.0, NULL);
    check_null_rows(table, sizeof table / sizeof *table);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
    scree_shape_destroy(square);
    return check_done();
}
