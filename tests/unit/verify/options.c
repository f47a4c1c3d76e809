// Options of zeros are the defaults of scree_verify(); options of another size are those of another header.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scree/scree.h"

static bool is_same(const scree_verification *x, const scree_verification *y)
{
    return x->verdict == y->verdict && x->claim == y->claim && strcmp(x->reason, y->reason) == 0 &&
           x->lower == y->lower && x->upper == y->upper;
}

static void test_zeros(const scree_body *a, const scree_body *b, const scree_contact *contact)
{
    const scree_verify_options zeros = { 0 }, whole = scree_verify_defaults();
    scree_verification plain, v;
    CHECK(whole.size == sizeof whole && whole.claims == SCREE_VERIFY_ALL && whole.most_axes > 0);
    CHECK(scree_verify(a, b, contact, NULL, &plain) == SCREE_OK && plain.verdict == SCREE_PROVEN);
    CHECK(scree_verify(a, b, contact, &zeros, &v) == SCREE_OK && is_same(&v, &plain));
    CHECK(scree_verify(a, b, contact, &whole, &v) == SCREE_OK && is_same(&v, &plain));
}

// One field at a time: the others keep their defaults.
static void test_fields(const scree_body *a, const scree_body *b, const scree_contact *contact)
{
    const scree_verify_options distance = { .claims = SCREE_VERIFY_INTERVAL }, loose = { .tolerance = 1e-3 };
    scree_contact wrong = *contact;
    scree_verification v;
    wrong.state = SCREE_SEPARATED;
    CHECK(scree_verify(a, b, &wrong, &loose, &v) == SCREE_OK && v.verdict == SCREE_REFUTED);
    CHECK(v.claim == SCREE_CLAIM_STATE);
    CHECK(scree_verify(a, b, &wrong, &distance, &v) == SCREE_OK && v.verdict == SCREE_PROVEN);
    scree_verify_options none = scree_verify_defaults(); // with a size, 0 is 0
    none.claims = 0;
    none.tolerance = 1e-9;
    CHECK(scree_verify(a, b, &wrong, &none, &v) == SCREE_OK && v.verdict == SCREE_PROVEN);
}

// Two cubes that overlap by edges: only the pairs of edges prove the lower end.
static void test_axes(const scree_shape *cube)
{
    const scree_body a = scree_body_at(cube, s3(0, 0, 0));
    scree_body b = scree_body_at(cube, s3(1.7, 1.5, 0.1));
    b.orientation = scree_quat_from_euler(s3(0.9, 0.8, 0.1));
    scree_contact contact;
    scree_verification plain, v;
    const scree_verify_options zeros = { .most_axes = 0 };
    scree_verify_options none = scree_verify_defaults();
    none.most_axes = 0;
    CHECK(scree_query(&a, &b, NULL, &contact) == SCREE_OK && contact.state == SCREE_OVERLAPPING);
    CHECK(scree_verify(&a, &b, &contact, NULL, &plain) == SCREE_OK && plain.verdict == SCREE_PROVEN);
    CHECK(scree_verify(&a, &b, &contact, &zeros, &v) == SCREE_OK && is_same(&v, &plain));
    CHECK(scree_verify(&a, &b, &contact, &none, &v) == SCREE_OK && v.verdict == SCREE_UNDECIDED);
}

static void test_sizes(const scree_body *a, const scree_body *b, const scree_contact *contact)
{
    const uint32_t sizes[3] = { 1, sizeof(scree_verify_options) - 8, sizeof(scree_verify_options) + 8 };
    for (int i = 0; i < 3; ++i) {
        scree_verify_options o = scree_verify_defaults();
        scree_verification v;
        o.size = sizes[i];
        CHECK(scree_verify(a, b, contact, &o, &v) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_verify(a, b, contact, &(scree_verify_options){ .size = sizes[i] }, &v) == SCREE_INVALID_ARGUMENT);
    }
}

int main(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0, NULL);
    const scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(1.75, 0.25, 0.5));
    scree_contact contact;
    CHECK(scree_query(&a, &b, NULL, &contact) == SCREE_OK);
    test_zeros(&a, &b, &contact);
    test_fields(&a, &b, &contact);
    test_axes(cube);
    test_sizes(&a, &b, &contact);
    scree_shape_destroy(cube);
    return check_done();
}
