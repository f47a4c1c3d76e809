// Every public call with NULL where a pointer belongs, and with a body that has no shape: a status that says so, or the
// neutral value that the header names; never a crash. Optional arguments (options, error, scratch of size 0) are NULL
// all the while. Here the calls about bodies; null_arguments_shapes.c has those about shapes, meshes and names.
// tests/includes/symbols.sh checks that no exported function is missing from the two tables.
#include <math.h>

#include "check.h"
#include "null_rows.h"
#include "scree/scree.h"

enum { SCRATCH = 1 << 16 };

static const scree_status BAD = SCREE_INVALID_ARGUMENT;

static scree_shape *box, *ball;
static scree_body here, there, round_body, shapeless;
static scree_contact contact;
static char scratch[SCRATCH];

// Both ways round: no body, and one without a shape, as A and as B.
typedef scree_status (*pair_call)(const scree_body *a, const scree_body *b);

static void check_pair(const char *name, pair_call query)
{
    const scree_body *const none[] = { NULL, &shapeless };
    for (int i = 0; i < 2; ++i) {
        CHECK_MSG(query(none[i], &here) == BAD, "%s: A %d", name, i);
        CHECK_MSG(query(&here, none[i]) == BAD, "%s: B %d", name, i);
        CHECK_MSG(query(none[i], none[1 - i]) == BAD, "%s: both %d", name, i);
    }
}

// -------------------------------------------------------------------------------------------------- two bodies

static scree_status query(const scree_body *a, const scree_body *b)
{
    scree_contact out;
    const scree_status status = scree_query(a, b, NULL, &out);
    return out.status == status ? status : SCREE_OK;
}

static scree_status query_by_each_method(const scree_body *a, const scree_body *b)
{
    scree_query_options o = scree_query_defaults();
    scree_contact out;
    for (int i = 0; i < scree_method_count(); ++i) {
        o.method = scree_method_at(i);
        if (scree_query(a, b, &o, &out) != SCREE_INVALID_ARGUMENT) return SCREE_OK;
    }
    return SCREE_INVALID_ARGUMENT;
}

static scree_status overlap(const scree_body *a, const scree_body *b)
{
    bool out;
    return scree_overlap(a, b, NULL, &out);
}

static scree_status closer_than(const scree_body *a, const scree_body *b)
{
    bool out;
    return scree_closer_than(a, b, 1.0, NULL, &out);
}

static scree_status contact_patch(const scree_body *a, const scree_body *b)
{
    scree_patch out;
    return scree_contact_patch(a, b, &contact, NULL, &out, NULL, 0);
}

static scree_status overlap_volume(const scree_body *a, const scree_body *b)
{
    scree_overlap_volume_result out;
    return scree_overlap_volume(a, b, scratch, SCRATCH, &out);
}

static scree_status minkowski_difference(const scree_body *a, const scree_body *b)
{
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_minkowski_difference(a, b, NULL) == NULL);
    return scree_minkowski_difference(a, b, &error) == NULL ? error.status : SCREE_OK;
}

static scree_status entrance_block(const scree_body *a, const scree_body *b)
{
    scree_error error = { SCREE_OK, "" };
    return scree_entrance_block(a, b, here.position, &error) == NULL ? error.status : SCREE_OK;
}

static scree_status ellipsoids_overlap(const scree_body *a, const scree_body *b)
{
    bool out;
    return scree_ellipsoids_overlap(a, b, &out);
}

static scree_status ellipsoids_accuracy(const scree_body *a, const scree_body *b)
{
    double out;
    return scree_ellipsoids_accuracy(a, b, 1e-3, &out);
}

static scree_status perram_wertheim(const scree_body *a, const scree_body *b)
{
    scree_contact_function out;
    return scree_perram_wertheim(a, b, &out);
}

static scree_status verify(const scree_body *a, const scree_body *b)
{
    scree_verification out;
    return scree_verify(a, b, &contact, NULL, &out);
}

static void scree_query_row(void)
{
    check_pair("scree_query", query);
    check_pair("scree_query, each method", query_by_each_method);
    CHECK(scree_query(&here, &there, NULL, NULL) == BAD);
}

static void scree_overlap_row(void)
{
    check_pair("scree_overlap", overlap);
    CHECK(scree_overlap(&here, &there, NULL, NULL) == BAD);
}

static void scree_closer_than_row(void)
{
    check_pair("scree_closer_than", closer_than);
    CHECK(scree_closer_than(&here, &there, 1.0, NULL, NULL) == BAD);
}

static void scree_contact_patch_row(void)
{
    scree_patch out;
    check_pair("scree_contact_patch", contact_patch);
    CHECK(scree_contact_patch(&here, &there, NULL, NULL, &out, NULL, 0) == BAD);
    CHECK(scree_contact_patch(&here, &there, &contact, NULL, NULL, NULL, 0) == BAD);
    CHECK(scree_contact_patch(&here, &there, &contact, NULL, &out, NULL, 1) == BAD);
}

static void scree_verify_row(void)
{
    scree_verification out;
    check_pair("scree_verify", verify);
    CHECK(scree_verify(&here, &there, NULL, NULL, &out) == BAD);
    CHECK(scree_verify(&here, &there, &contact, NULL, NULL) == BAD);
}

static scree_status overlap_area(const scree_body *a, const scree_body *b)
{
    scree_overlap_area_result out;
    return scree_overlap_area(a, b, scratch, SCRATCH, &out);
}

static void scree_overlap_area_row(void)
{
    scree_overlap_area_result out;
    check_pair("scree_overlap_area", overlap_area);
    CHECK(scree_overlap_area(&here, &there, scratch, SCRATCH, NULL) == BAD);
    CHECK(scree_overlap_area(&here, &there, NULL, 0, &out) == SCREE_UNSUPPORTED_PAIR); // boxes
}

static void scree_overlap_volume_row(void)
{
    scree_overlap_volume_result out;
    check_pair("scree_overlap_volume", overlap_volume);
    CHECK(scree_overlap_volume(&here, &there, scratch, SCRATCH, NULL) == BAD);
    CHECK(scree_overlap_volume(&here, &there, NULL, 0, &out) == SCREE_SCRATCH_TOO_SMALL);
}

static scree_status pressure_query(const scree_body *a, const scree_body *b)
{
    scree_pressure out;
    const scree_status status = scree_pressure_query(a, b, &contact, NULL, &out);
    return out.status == status ? status : SCREE_OK;
}

static void scree_pressure_query_row(void)
{
    const scree_pressure_options small = { .scratch = scratch, .scratch_size = 8 };
    const scree_contact nowhere = { .distance = -1.0 };
    scree_pressure out;
    check_pair("scree_pressure_query", pressure_query);
    CHECK(scree_pressure_query(&here, &there, &contact, NULL, NULL) == BAD);
    CHECK(scree_pressure_query(&here, &there, NULL, NULL, &out) == SCREE_OK);
    CHECK(scree_pressure_query(&here, &there, &nowhere, NULL, &out) == BAD);
    CHECK(scree_pressure_query(&here, &there, &contact, &small, &out) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_pressure_query(&here, &round_body, &contact, NULL, &out) == SCREE_UNSUPPORTED_PAIR);
}

static scree_status region_query(const scree_body *a, const scree_body *b)
{
    scree_region out = { .polygon_count = 0 };
    const scree_status status = scree_region_query(a, b, &contact, NULL, &out);
    return out.status == status ? status : SCREE_OK;
}

static void scree_region_query_row(void)
{
    check_pair("scree_region_query", region_query);
    CHECK(scree_region_query(&here, &there, &contact, NULL, NULL) == BAD);
    CHECK(scree_region_scratch(NULL, box) == 0 && scree_region_scratch(box, NULL) == 0);
}

static void scree_region_batch_row(void)
{
    const scree_body bodies[] = { here, shapeless };
    const scree_pair pairs[] = { { .a = 0, .b = 1 }, { .a = 0, .b = 7 }, { .a = -1, .b = 0 } };
    const scree_batch no_arrays = { .body_count = 2, .pair_count = 1 }, empty = { .threads = 1 };
    scree_region regions[3] = { { .polygon_count = 0 } };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 3, .threads = 1 };
    CHECK(scree_region_batch_scratch(NULL) == 0 && scree_region_batch_scratch(&no_arrays) == 0);
    CHECK(scree_region_batch(&batch, NULL, 0.0, NULL, regions) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(regions[2].status == SCREE_SCRATCH_TOO_SMALL);
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    CHECK(scree_region_batch(NULL, NULL, 0.0, NULL, regions) == BAD);
    CHECK(scree_region_batch(&batch, NULL, 0.0, NULL, NULL) == BAD);
    CHECK(scree_region_batch(&empty, NULL, 0.0, NULL, NULL) == SCREE_OK);
    CHECK(scree_region_batch(&batch, NULL, 0.0, NULL, regions) == BAD);
    for (int i = 0; i < 3; ++i) CHECK_MSG(regions[i].status == BAD, "region batch: pair %d", i);
}

static scree_status floating_plane_query(const scree_body *a, const scree_body *b)
{
    scree_floating_plane out;
    const scree_status status = scree_floating_plane_query(a, b, &contact, NULL, &out);
    return out.status == status ? status : SCREE_OK;
}

static void scree_floating_plane_query_row(void)
{
    const scree_contact nowhere = { .distance = -1.0 };
    scree_floating_plane out;
    check_pair("scree_floating_plane_query", floating_plane_query);
    CHECK(scree_floating_plane_query(&here, &there, &contact, NULL, NULL) == BAD);
    CHECK(scree_floating_plane_query(&here, &there, NULL, NULL, &out) == SCREE_OK);
    CHECK(scree_floating_plane_query(&here, &there, &nowhere, NULL, &out) == BAD);
}

static void scree_floating_plane_follow_row(void)
{
    scree_floating_plane out;
    scree_vec3 last = { 0.0, 0.0, 1.0 };
    CHECK(!scree_floating_plane_follow(NULL, &there, &last, &out) &&
          !scree_floating_plane_follow(&here, NULL, &last, &out));
    CHECK(!scree_floating_plane_follow(&here, &there, NULL, &out));
    CHECK(!scree_floating_plane_follow(&here, &there, &last, NULL) && last.z == 1.0);
}

static void minkowski_row(void)
{
    check_pair("scree_minkowski_difference", minkowski_difference);
    check_pair("scree_entrance_block", entrance_block);
}

static void scree_ellipsoids_overlap_row(void)
{
    check_pair("scree_ellipsoids_overlap", ellipsoids_overlap);
    CHECK(scree_ellipsoids_overlap(&round_body, &round_body, NULL) == BAD);
    check_pair("scree_ellipsoids_accuracy", ellipsoids_accuracy);
    CHECK(scree_ellipsoids_accuracy(&round_body, &round_body, 1e-3, NULL) == BAD);
}

static void scree_perram_wertheim_row(void)
{
    check_pair("scree_perram_wertheim", perram_wertheim);
    CHECK(scree_perram_wertheim(&round_body, &round_body, NULL) == BAD);
}

// Sizes.
static void sizes_row(void)
{
    CHECK(scree_overlap_volume_scratch(NULL, box) == 0 && scree_overlap_volume_scratch(box, NULL) == 0);
    CHECK(scree_overlap_area_scratch(NULL, box) == 0 && scree_overlap_area_scratch(box, NULL) == 0);
    CHECK(scree_pressure_scratch(NULL, box) == 0 && scree_pressure_scratch(box, NULL) == 0);
    CHECK(!scree_pressure_serves(NULL, box) && !scree_pressure_serves(box, NULL));
    CHECK(scree_floating_plane_scratch(NULL, box) == 0 && scree_floating_plane_scratch(box, NULL) == 0);
    CHECK(!scree_floating_plane_serves(NULL, box) && !scree_floating_plane_serves(box, NULL));
    CHECK(scree_query_scratch(NULL, box) == 0 && scree_query_scratch(box, NULL) == 0);
    for (int i = 0; i < scree_method_count(); ++i) {
        CHECK(scree_method_scratch(scree_method_at(i), NULL, box) == 0);
        CHECK(scree_method_scratch(scree_method_at(i), box, NULL) == 0);
    }
    CHECK(scree_method_scratch(NULL, NULL, NULL) == 0);
    CHECK(scree_pair_size(NULL, box) == 0.0 && scree_pair_size(box, NULL) == 0.0);
    CHECK(scree_point_scratch(NULL) == 0);
}

// ---------------------------------------------------------------------------------------------------- one body

static void scree_point_distance_row(void)
{
    scree_contact out;
    CHECK(scree_point_distance(NULL, here.position, NULL, &out) == BAD && out.status == BAD);
    CHECK(scree_point_distance(&shapeless, here.position, NULL, &out) == BAD);
    CHECK(scree_point_distance(&here, here.position, NULL, NULL) == BAD);
}

static bool is_empty(scree_aabb b)
{
    return b.low.x > b.high.x && b.low.y > b.high.y && b.low.z > b.high.z;
}

static void scree_body_aabb_row(void)
{
    CHECK(is_empty(scree_body_aabb(NULL, 0.0)) && is_empty(scree_body_aabb(&shapeless, 0.0)));
}

static void body_row(void)
{
    const scree_body none = scree_body_at(NULL, here.position);
    CHECK(none.shape == NULL && none.orientation.w == 1.0);
    const scree_vec3 p = { 1.0, 2.0, 3.0 }, q = scree_body_point(NULL, p);
    CHECK(q.x == 1.0 && q.y == 2.0 && q.z == 3.0);
    CHECK(scree_body_point(&shapeless, p).x == 1.0);
    const scree_quat rotation = scree_quat_about_z((double)INFINITY);
    CHECK(rotation.w == 0.0 && rotation.z == 0.0);
    CHECK(scree_quat_from_matrix(NULL).w == 0.0);
}

static void ellipsoid_row(void)
{
    scree_quadric quadric;
    scree_vec3 normal;
    scree_curvature bend;
    CHECK(scree_ellipsoid_quadric(NULL, &quadric) == BAD && scree_ellipsoid_quadric(&shapeless, &quadric) == BAD);
    CHECK(scree_ellipsoid_quadric(&round_body, NULL) == BAD);
    CHECK(scree_ellipsoid_normal(NULL, here.position, &normal) == BAD);
    CHECK(scree_ellipsoid_normal(&shapeless, here.position, &normal) == BAD);
    CHECK(scree_ellipsoid_normal(&round_body, here.position, NULL) == BAD);
    CHECK(scree_ellipsoid_curvature(NULL, here.position, &bend) == BAD);
    CHECK(scree_ellipsoid_curvature(&shapeless, here.position, &bend) == BAD);
    CHECK(scree_ellipsoid_curvature(&round_body, here.position, NULL) == BAD);
}

static void scree_ellipsoid_ray_row(void)
{
    const scree_vec3 from = here.position, to = there.position;
    bool meets;
    double first, last;
    CHECK(scree_ellipsoid_ray(NULL, from, to, &meets, &first, &last) == BAD);
    CHECK(scree_ellipsoid_ray(&shapeless, from, to, &meets, &first, &last) == BAD);
    CHECK(scree_ellipsoid_ray(&round_body, from, to, NULL, &first, &last) == BAD);
    CHECK(scree_ellipsoid_ray(&round_body, from, to, &meets, NULL, &last) == BAD);
    CHECK(scree_ellipsoid_ray(&round_body, from, to, &meets, &first, NULL) == BAD);
}

static void superquadric_row(void)
{
    scree_field_value value;
    scree_vec3 normal;
    scree_curvature bend;
    CHECK(scree_superquadric_value(NULL, here.position, &value) == BAD);
    CHECK(scree_superquadric_value(&shapeless, here.position, &value) == BAD);
    CHECK(scree_superquadric_value(&round_body, here.position, NULL) == BAD);
    CHECK(scree_superquadric_normal(NULL, here.position, &normal) == BAD);
    CHECK(scree_superquadric_normal(&shapeless, here.position, &normal) == BAD);
    CHECK(scree_superquadric_normal(&round_body, here.position, NULL) == BAD);
    CHECK(scree_superquadric_curvature(NULL, here.position, &bend) == BAD);
    CHECK(scree_superquadric_curvature(&shapeless, here.position, &bend) == BAD);
    CHECK(scree_superquadric_curvature(&round_body, here.position, NULL) == BAD);
}

// ------------------------------------------------------------------------------------------------- many bodies

static void scree_batch_scratch_row(void)
{
    const scree_batch no_arrays = { .body_count = 2, .pair_count = 1 };
    CHECK(scree_batch_scratch(NULL) == 0 && scree_batch_scratch(&no_arrays) == 0);
}

static void scree_query_batch_row(void)
{
    const scree_body bodies[] = { here, shapeless };
    const scree_pair pairs[] = { { .a = 0, .b = 1 }, { .a = 1, .b = 1 }, { .a = 0, .b = 7 }, { .a = -1, .b = 0 } };
    scree_contact results[4];
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 4, .threads = 1 };
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    CHECK(scree_query_batch(NULL, NULL, results) == BAD && scree_query_batch(&batch, NULL, NULL) == BAD);
    for (int within = 0; within < 2; ++within) {
        scree_query_options o = scree_query_defaults();
        o.within = within != 0;
        CHECK(scree_query_batch(&batch, &o, results) == BAD);
        for (int i = 0; i < 4; ++i) CHECK_MSG(results[i].status == BAD, "scree_query_batch: pair %d", i);
    }
    batch.bodies = NULL;
    CHECK(scree_query_batch(&batch, NULL, results) == BAD);
    batch.bodies = bodies;
    batch.pairs = NULL;
    CHECK(scree_query_batch(&batch, NULL, results) == BAD);
    const scree_batch empty = { .threads = 1 };
    CHECK(scree_query_batch(&empty, NULL, NULL) == SCREE_OK);
}

static void scree_pressure_batch_row(void)
{
    const scree_body bodies[] = { here, shapeless };
    const scree_pair pairs[] = { { .a = 0, .b = 1 }, { .a = 1, .b = 1 }, { .a = 0, .b = 7 }, { .a = -1, .b = 0 } };
    const scree_contact contacts[4] = { contact, contact, contact, contact };
    const scree_batch no_arrays = { .body_count = 2, .pair_count = 1 }, empty = { .threads = 1 };
    scree_pressure results[4];
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 4, .threads = 1 };
    CHECK(scree_pressure_batch_scratch(NULL) == 0 && scree_pressure_batch_scratch(&no_arrays) == 0);
    CHECK(scree_pressure_batch(&batch, NULL, NULL, results) == SCREE_SCRATCH_TOO_SMALL);
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    CHECK(scree_pressure_batch(NULL, contacts, NULL, results) == BAD);
    CHECK(scree_pressure_batch(&batch, contacts, NULL, NULL) == BAD);
    CHECK(scree_pressure_batch(&no_arrays, contacts, NULL, results) == BAD);
    CHECK(scree_pressure_batch(&empty, NULL, NULL, NULL) == SCREE_OK);
    for (int warm = 0; warm < 2; ++warm) {
        CHECK(scree_pressure_batch(&batch, warm ? contacts : NULL, NULL, results) == BAD);
        for (int i = 0; i < 4; ++i) CHECK_MSG(results[i].status == BAD, "scree_pressure_batch: pair %d", i);
    }
}

static void scree_floating_plane_batch_row(void)
{
    const scree_body bodies[] = { here, shapeless };
    const scree_pair pairs[] = { { .a = 0, .b = 1 }, { .a = 1, .b = 1 }, { .a = 0, .b = 7 }, { .a = -1, .b = 0 } };
    const scree_contact contacts[4] = { contact, contact, contact, contact };
    const scree_batch no_arrays = { .body_count = 2, .pair_count = 1 }, empty = { .threads = 1 };
    scree_floating_plane results[4];
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 4, .threads = 1 };
    CHECK(scree_floating_plane_batch_scratch(NULL) == 0 && scree_floating_plane_batch_scratch(&no_arrays) == 0);
    CHECK(scree_floating_plane_batch(&batch, NULL, results) == SCREE_SCRATCH_TOO_SMALL);
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    CHECK(scree_floating_plane_batch(NULL, contacts, results) == BAD);
    CHECK(scree_floating_plane_batch(&batch, contacts, NULL) == BAD);
    CHECK(scree_floating_plane_batch(&no_arrays, contacts, results) == BAD);
    CHECK(scree_floating_plane_batch(&empty, NULL, NULL) == SCREE_OK);
    CHECK(scree_floating_plane_batch(&batch, contacts, results) == BAD);
    for (int i = 0; i < 4; ++i) CHECK_MSG(results[i].status == BAD, "scree_floating_plane_batch: pair %d", i);
}

static void overlap_batch_row(void)
{
    const scree_body bodies[] = { here, shapeless };
    const scree_pair pairs[] = { { .a = 0, .b = 1 }, { .a = 0, .b = 7 }, { .a = -1, .b = 0 } };
    const scree_batch no_arrays = { .body_count = 2, .pair_count = 1 }, empty = { .threads = 1 };
    scree_overlap_volume_result volumes[3];
    scree_overlap_area_result areas[3];
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = 3, .threads = 1 };
    CHECK(scree_overlap_volume_batch_scratch(NULL) == 0 && scree_overlap_volume_batch_scratch(&no_arrays) == 0);
    CHECK(scree_overlap_area_batch_scratch(NULL) == 0 && scree_overlap_area_batch_scratch(&no_arrays) == 0);
    CHECK(scree_overlap_volume_batch(&batch, NULL, volumes) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_overlap_area_batch(&batch, NULL, areas) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(volumes[2].status == SCREE_SCRATCH_TOO_SMALL && areas[2].status == SCREE_SCRATCH_TOO_SMALL);
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    CHECK(scree_overlap_volume_batch(NULL, NULL, volumes) == BAD && scree_overlap_area_batch(NULL, NULL, areas) == BAD);
    CHECK(scree_overlap_volume_batch(&batch, NULL, NULL) == BAD && scree_overlap_area_batch(&batch, NULL, NULL) == BAD);
    CHECK(scree_overlap_volume_batch(&empty, NULL, NULL) == SCREE_OK);
    CHECK(scree_overlap_area_batch(&empty, NULL, NULL) == SCREE_OK);
    CHECK(scree_overlap_volume_batch(&batch, NULL, volumes) == BAD &&
          scree_overlap_area_batch(&batch, NULL, areas) == BAD);
    for (int i = 0; i < 3; ++i)
        CHECK_MSG(volumes[i].status == BAD && areas[i].status == BAD, "overlap batch: pair %d", i);
}

static void scree_broad_scratch_row(void)
{
    const scree_broad no_boxes = { .box_count = 1 };
    CHECK(scree_broad_scratch(NULL) == 0 && scree_broad_scratch(&no_boxes) == 0);
}

static void scree_broad_pairs_row(void)
{
    size_t count;
    const scree_aabb one = scree_body_aabb(&here, 0.0), none = scree_body_aabb(&shapeless, 0.0);
    scree_broad broad = { .boxes = &one, .box_count = 1, .scratch = scratch, .scratch_size = SCRATCH, .threads = 1 };
    CHECK(scree_broad_pairs(NULL, NULL, 0, &count) == BAD);
    CHECK(scree_broad_pairs(&broad, NULL, 0, NULL) == BAD && scree_broad_pairs(&broad, NULL, 1, &count) == BAD);
    broad.boxes = &none;
    CHECK(scree_broad_pairs(&broad, NULL, 0, &count) == BAD); // an empty box is none
    broad.boxes = NULL;
    CHECK(scree_broad_pairs(&broad, NULL, 0, &count) == BAD);
    broad.boxes = &one;
    broad.scratch = NULL;
    CHECK(scree_broad_pairs(&broad, NULL, 0, &count) == SCREE_SCRATCH_TOO_SMALL);
}

static void scree_broad_moved_row(void)
{
    const scree_aabb one = scree_body_aabb(&here, 0.0);
    CHECK(scree_broad_moved(NULL, &one, 1, 0.1) && scree_broad_moved(&one, NULL, 1, 0.1));
    CHECK(!scree_broad_moved(NULL, NULL, 0, 0.1));
}

static void scree_contacts_row(void)
{
    const scree_body bodies[] = { here, shapeless };
    scree_system system = { .bodies = bodies, .body_count = 2, .threads = 1 };
    scree_candidates none = { .capacity = 0 };
    size_t count;
    CHECK(scree_contacts(NULL, NULL, &none, NULL, 0, &count) == BAD);
    CHECK(scree_contacts(&system, NULL, &none, NULL, 0, NULL) == BAD);
    CHECK(scree_contacts(&system, NULL, NULL, NULL, 0, &count) == BAD);
    CHECK(scree_contacts(&system, NULL, &none, NULL, 0, &count) == BAD); // a body without a shape
    CHECK(scree_contacts(&system, NULL, &none, NULL, 1, &count) == BAD);
    system.bodies = NULL;
    CHECK(scree_contacts(&system, NULL, &none, NULL, 0, &count) == BAD);
}

static void scree_pair_image_row(void)
{
    const scree_pair pair = { .a = 0, .b = 1, .image = { 1, 0, 0 } };
    const scree_vec3 period = { 2.0, 0.0, 0.0 };
    CHECK(scree_pair_image(NULL, &pair, period).shape == NULL && scree_pair_image(&here, NULL, period).shape == NULL);
    CHECK(scree_pair_image(&shapeless, &pair, period).position.x == 2.0);
}

static const null_row table[] = {
    { "scree_query", scree_query_row },
    { "scree_overlap", scree_overlap_row },
    { "scree_closer_than", scree_closer_than_row },
    { "scree_contact_patch", scree_contact_patch_row },
    { "scree_verify", scree_verify_row },
    { "scree_overlap_volume", scree_overlap_volume_row },
    { "scree_overlap_volume_scratch", sizes_row },
    { "scree_overlap_area", scree_overlap_area_row },
    { "scree_overlap_area_scratch", sizes_row },
    { "scree_overlap_volume_batch", overlap_batch_row },
    { "scree_overlap_volume_batch_scratch", overlap_batch_row },
    { "scree_overlap_area_batch", overlap_batch_row },
    { "scree_overlap_area_batch_scratch", overlap_batch_row },
    { "scree_pressure_query", scree_pressure_query_row },
    { "scree_region_batch", scree_region_batch_row },
    { "scree_region_batch_scratch", scree_region_batch_row },
    { "scree_region_query", scree_region_query_row },
    { "scree_region_scratch", scree_region_query_row },
    { "scree_pressure_scratch", sizes_row },
    { "scree_pressure_serves", sizes_row },
    { "scree_pressure_batch", scree_pressure_batch_row },
    { "scree_pressure_batch_scratch", scree_pressure_batch_row },
    { "scree_floating_plane_query", scree_floating_plane_query_row },
    { "scree_floating_plane_follow", scree_floating_plane_follow_row },
    { "scree_floating_plane_scratch", sizes_row },
    { "scree_floating_plane_serves", sizes_row },
    { "scree_floating_plane_batch", scree_floating_plane_batch_row },
    { "scree_floating_plane_batch_scratch", scree_floating_plane_batch_row },
    { "scree_minkowski_difference", minkowski_row },
    { "scree_entrance_block", minkowski_row },
    { "scree_ellipsoids_overlap", scree_ellipsoids_overlap_row },
    { "scree_ellipsoids_accuracy", scree_ellipsoids_overlap_row },
    { "scree_perram_wertheim", scree_perram_wertheim_row },
    { "scree_query_scratch", sizes_row },
    { "scree_method_scratch", sizes_row },
    { "scree_pair_size", sizes_row },
    { "scree_point_distance", scree_point_distance_row },
    { "scree_point_scratch", sizes_row },
    { "scree_body_aabb", scree_body_aabb_row },
    { "scree_body_at", body_row },
    { "scree_body_point", body_row },
    { "scree_quat_about_z", body_row },
    { "scree_quat_from_matrix", body_row },
    { "scree_ellipsoid_quadric", ellipsoid_row },
    { "scree_ellipsoid_normal", ellipsoid_row },
    { "scree_ellipsoid_curvature", ellipsoid_row },
    { "scree_ellipsoid_ray", scree_ellipsoid_ray_row },
    { "scree_superquadric_value", superquadric_row },
    { "scree_superquadric_normal", superquadric_row },
    { "scree_superquadric_curvature", superquadric_row },
    { "scree_batch_scratch", scree_batch_scratch_row },
    { "scree_query_batch", scree_query_batch_row },
    { "scree_broad_scratch", scree_broad_scratch_row },
    { "scree_broad_pairs", scree_broad_pairs_row },
    { "scree_broad_moved", scree_broad_moved_row },
    { "scree_contacts", scree_contacts_row },
    { "scree_pair_image", scree_pair_image_row },
};

int main(void)
{
    const scree_vec3 one = { 1.0, 1.0, 1.0 }, origin = { 0.0, 0.0, 0.0 }, aside = { 1.5, 0.0, 0.0 };
    box = scree_box_create(one, 0.0, NULL);
    ball = scree_ellipsoid_create(one, 0.0, NULL);
    here = scree_body_at(box, origin);
    there = scree_body_at(box, aside);
    round_body = scree_body_at(ball, aside);
    shapeless = scree_body_at(NULL, origin);
    CHECK(scree_query(&here, &there, NULL, &contact) == SCREE_OK);
    check_null_rows(table, sizeof table / sizeof *table);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
    return check_done();
}
