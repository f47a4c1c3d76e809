// Options of zeros are the defaults; options of another size are those of another header, and refused by every call.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scree/method.h"
#include "scree/scree.h"

static void test_zeros(const scree_body *a, const scree_body *b)
{
    const scree_query_options zeros = { 0 };
    scree_query_options whole = scree_query_defaults();
    scree_contact plain, c;
    CHECK(whole.size == sizeof whole && whole.tolerance < 0.0);
    CHECK(scree_query(a, b, NULL, &plain) == SCREE_OK && plain.state == SCREE_TOUCHING);
    CHECK(scree_query(a, b, &zeros, &c) == SCREE_OK && memcmp(&c, &plain, sizeof c) == 0);
    CHECK(scree_query(a, b, &whole, &c) == SCREE_OK && memcmp(&c, &plain, sizeof c) == 0);
    whole.tolerance = 0.0; // with a size, 0 is 0
    CHECK(scree_query(a, b, &whole, &c) == SCREE_OK && c.state == SCREE_SEPARATED);
    const scree_query_options wide = { .tolerance = 1e-3 };
    CHECK(scree_query(a, b, &wide, &c) == SCREE_OK && c.state == SCREE_TOUCHING);
    const scree_query_options method = { .method = scree_method_find("gjk-epa") };
    whole = scree_query_defaults();
    whole.method = method.method;
    CHECK(method.method != NULL && scree_query(a, b, &whole, &plain) == SCREE_OK);
    CHECK(scree_query(a, b, &method, &c) == SCREE_OK && memcmp(&c, &plain, sizeof c) == 0);
}

static void test_batch(const scree_body *a, const scree_body *b, uint32_t size, scree_status expected)
{
    static unsigned char scratch[1 << 20];
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    scree_pair pairs[4];
    scree_query_options o = { .size = size };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .threads = 1 };
    scree_system system = { .bodies = bodies, .body_count = 2, .margin = 1.0, .threads = 1 };
    scree_candidates memory = { .pairs = pairs, .capacity = 4, .scratch = scratch, .scratch_size = sizeof scratch };
    scree_pair_contact found;
    scree_contact plain, c;
    size_t count;
    batch.scratch = scratch;
    batch.scratch_size = sizeof scratch;
    CHECK(scree_query_batch(&batch, &o, &c) == expected);
    if (expected == SCREE_OK) {
        CHECK(scree_query_batch(&batch, NULL, &plain) == SCREE_OK && memcmp(&c, &plain, sizeof c) == 0);
        CHECK(c.state == SCREE_TOUCHING);
    }
    memory.scratch_size = sizeof scratch;
    const scree_status status = scree_contacts(&system, &o, &memory, &found, 1, &count);
    CHECK(status == expected && count == (expected == SCREE_OK ? 1 : 0));
}

static void test_sizes(const scree_body *a, const scree_body *b)
{
    const uint32_t sizes[3] = { 1, sizeof(scree_query_options) - 8, sizeof(scree_query_options) + 8 };
    for (int i = 0; i < 3; ++i) {
        scree_query_options o = scree_query_defaults();
        scree_contact c, plain;
        scree_patch patch;
        bool closer = true;
        o.size = sizes[i];
        CHECK(scree_query(a, b, NULL, &plain) == SCREE_OK);
        CHECK(scree_query(a, b, &o, &c) == SCREE_INVALID_ARGUMENT && c.status == SCREE_INVALID_ARGUMENT);
        CHECK(scree_query(a, b, &o, NULL) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_overlap(a, b, &o, &closer) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_closer_than(a, b, 1.0, &o, &closer) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_point_distance(a, b->position, &o, &c) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_contact_patch(a, b, &plain, &o, &patch, NULL, 0) == SCREE_INVALID_ARGUMENT);
        test_batch(a, b, sizes[i], SCREE_INVALID_ARGUMENT);
    }
    const scree_query_options zeros = { 0 };
    bool closer = false;
    CHECK(scree_closer_than(a, b, 1.0, &zeros, &closer) == SCREE_OK && closer);
    test_batch(a, b, 0, SCREE_OK);
}

// Those of the ellipsoid methods, which only these read.
static void test_parameters(const scree_body *a, const scree_body *b)
{
    const scree_ellipsoid_parameters usual = scree_ellipsoid_parameters_defaults();
    scree_ellipsoid_parameters p = { 0 };
    scree_paper paper = { .ellipsoids = &p };
    scree_query_options o = { .method = scree_method_find("moving-balls"), .paper = &paper };
    scree_contact plain, c;
    paper.ellipsoids = NULL;
    CHECK(usual.size == sizeof usual && scree_query(a, b, &o, &plain) == SCREE_OK);
    paper.ellipsoids = &p;
    CHECK(scree_query(a, b, &o, &c) == SCREE_OK && memcmp(&c, &plain, sizeof c) == 0);
    paper.ellipsoids = &usual;
    CHECK(scree_query(a, b, &o, &c) == SCREE_OK && memcmp(&c, &plain, sizeof c) == 0);
    p.size = sizeof p - 8;
    paper.ellipsoids = &p;
    CHECK(scree_query(a, b, &o, &c) == SCREE_INVALID_ARGUMENT && c.status == SCREE_INVALID_ARGUMENT);
    o.method = NULL;
    CHECK(scree_query(a, b, &o, &c) == SCREE_OK);
}

int main(void)
{
    scree_shape *ball = scree_ellipsoid_create(s3(1, 1, 1), 0, NULL);
    const scree_body a = scree_body_at(ball, s3(0, 0, 0)), b = scree_body_at(ball, s3(2.0 + 0x1p-42, 0, 0));
    test_zeros(&a, &b);
    test_sizes(&a, &b);
    const scree_body apart = scree_body_at(ball, s3(2.5, 0.25, 0));
    test_parameters(&a, &apart);
    scree_shape_destroy(ball);
    return check_done();
}
