// scree_contacts(): bodies of every kind in one system, on a floor, in a periodic box; against the query for every pair
// and image. And boxes of bodies, against points of their surface.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { BODIES = 120, SHAPES = 6, CAPACITY = 40000 };

typedef struct heap {
    scree_shape *shapes[SHAPES], *floor;
    scree_body bodies[BODIES];
    scree_system system;
    scree_pair_contact found[CAPACITY], again[CAPACITY];
    scree_candidates candidates;
    void *scratch;
    size_t scratch_size;
} heap;

static void make_shapes(heap *h)
{
    const scree_vec3 corners[5] = {
        { 0, 0, -0.3 }, { 0.6, 0, 0.2 }, { -0.3, 0.5, 0.2 }, { -0.3, -0.5, 0.2 }, { 0, 0, 0.6 }
    };
    h->shapes[0] = scree_sphere_create(0.4, 0.0, NULL);
    h->shapes[1] = scree_box_create((scree_vec3){ 0.3, 0.4, 0.2 }, 0.05, NULL);
    h->shapes[2] = scree_capsule_create(0.2, 0.4, 0.0, NULL);
    h->shapes[3] = scree_ellipsoid_create((scree_vec3){ 0.5, 0.3, 0.2 }, 0.0, NULL);
    h->shapes[4] = scree_polyhedron_create(corners, 5, 0.0, NULL);
    h->shapes[5] = scree_sphere_create(0.1, 0.0, NULL);
    h->floor = scree_half_space_create((scree_vec3){ 0, 0, 2 }, -3.0, 0.0, NULL);
    for (int i = 0; i < SHAPES; ++i) CHECK(h->shapes[i] != NULL);
    CHECK(h->floor != NULL);
}

// In a cube of side 4 about the origin, the first two of them half spaces.
static void place_bodies(heap *h, uint64_t seed)
{
    scree_random r = random_stream(seed, 0, 0);
    for (int i = 0; i < BODIES; ++i) {
        const double x = random_between(&r, -2.0, 2.0), y = random_between(&r, -2.0, 2.0),
                     z = random_between(&r, -2.0, 2.0);
        h->bodies[i] = scree_body_at(h->shapes[i % SHAPES], s3(x, y, z));
        h->bodies[i].orientation = random_rotation(&r);
    }
    h->bodies[0] = scree_body_at(h->floor, s3(0, 0, 0));
    h->bodies[1] = scree_body_at(h->floor, s3(0, 0, -0.5));
    h->system = (scree_system){ .bodies = h->bodies, .body_count = BODIES, .threads = 1 };
}

static bool is_floor(const heap *h, int i)
{
    return h->bodies[i].shape == h->floor;
}

static int images(double period)
{
    return period > 0.0 ? 1 : 0;
}

static bool is_found(const heap *h, size_t count, int a, int b, const int image[3], double distance)
{
    for (size_t i = 0; i < count; ++i) {
        const scree_pair *p = &h->found[i].pair;
        if (p->a == a && p->b == b && p->image[0] == image[0] && p->image[1] == image[1] && p->image[2] == image[2])
            return fabs(h->found[i].contact.distance - distance) <= 1e-12;
    }
    return false;
}

// Queries every pair and every image that is near, one by one. Returns how many are in contact.
static size_t query_pair(heap *h, int a, int b, size_t count)
{
    const scree_vec3 period = h->system.period;
    const bool floor = is_floor(h, a) || is_floor(h, b);
    size_t contacts = 0;
    for (int x = floor ? 0 : -images(period.x); x <= (floor ? 0 : images(period.x)); ++x) {
        for (int y = floor ? 0 : -images(period.y); y <= (floor ? 0 : images(period.y)); ++y) {
            scree_body moved = h->bodies[b];
            scree_query_options o = scree_query_defaults();
            scree_contact c;
            const int image[3] = { x, y, 0 };
            moved.position.x += x * period.x;
            moved.position.y += y * period.y;
            o.scratch = h->scratch;
            o.scratch_size = h->scratch_size;
            CHECK(scree_query(&h->bodies[a], &moved, &o, &c) == SCREE_OK);
            if (c.distance > h->system.margin) continue;
            CHECK_MSG(is_found(h, count, a, b, image, c.distance), "pair %d %d, image %d %d", a, b, x, y);
            ++contacts;
        }
    }
    return contacts;
}

// Memory grows where a call has too little of it.
static scree_status contacts_of(heap *h, const scree_system *system, scree_pair_contact *out, size_t room,
                                size_t *count)
{
    scree_candidates *c = &h->candidates;
    for (;;) {
        const scree_status status = scree_contacts(system, NULL, c, out, room, count);
        if (status == SCREE_SCRATCH_TOO_SMALL && c->needed > c->capacity) {
            c->capacity = c->needed;
            c->pairs = realloc(c->pairs, c->capacity * sizeof *c->pairs);
            c->caches = realloc(c->caches, c->capacity * sizeof *c->caches);
        } else if (status == SCREE_SCRATCH_TOO_SMALL && c->scratch_needed > c->scratch_size) {
            c->scratch_size = c->scratch_needed;
            c->scratch = realloc(c->scratch, c->scratch_size);
        } else {
            return status;
        }
    }
}

static bool same_contacts(const scree_pair_contact *a, const scree_pair_contact *b, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; ++i) {
        wrong += (size_t)(scree_pair_order(&a[i].pair, &b[i].pair) != 0);
        wrong += (size_t)(fabs(a[i].contact.distance - b[i].contact.distance) > 1e-12);
    }
    return wrong == 0;
}

// The pairs of the last call are sorted, and each that is there again starts from its cache.
static void test_warm(heap *h)
{
    size_t cold = 0, warm = 0, filled = 0, kept = 0;
    scree_candidates *c = &h->candidates;
    c->count = 0;
    CHECK(contacts_of(h, &h->system, h->found, CAPACITY, &cold) == SCREE_OK && cold > 0);
    for (size_t i = 0; i < c->count; ++i) {
        filled += c->caches[i].filled;
        CHECK(i == 0 || scree_pair_order(&c->pairs[i - 1], &c->pairs[i]) < 0);
    }
    CHECK(filled == c->count);
    scree_cache *before = malloc(c->count * sizeof *before);
    scree_pair *pairs = malloc(c->count * sizeof *pairs);
    const size_t count = c->count;
    memcpy(before, c->caches, count * sizeof *before);
    memcpy(pairs, c->pairs, count * sizeof *pairs);
    // One body leaves: its pairs go, and all others keep their caches. Questions that are refused do not change them.
    const scree_body body = h->bodies[7];
    scree_query_options refused = scree_query_defaults();
    refused.tolerance = (double)NAN;
    h->bodies[7].position.z += 100.0;
    CHECK(scree_contacts(&h->system, &refused, c, h->again, CAPACITY, &warm) == SCREE_INVALID_ARGUMENT);
    CHECK(c->count < count);
    for (size_t i = 0, k = 0; i < count; ++i) {
        if (k < c->count && scree_pair_order(&pairs[i], &c->pairs[k]) == 0) {
            kept += memcmp(&before[i], &c->caches[k++], sizeof before[i]) == 0;
        } else {
            CHECK(pairs[i].a == 7 || pairs[i].b == 7);
        }
    }
    CHECK_MSG(kept == c->count, "%zu of %zu caches kept", kept, c->count);
    // It comes back: its pairs begin anew.
    h->bodies[7] = body;
    CHECK(scree_contacts(&h->system, &refused, c, h->again, CAPACITY, &warm) == SCREE_INVALID_ARGUMENT);
    for (size_t i = 0; i < c->count; ++i) CHECK(c->caches[i].filled == (c->pairs[i].a != 7 && c->pairs[i].b != 7));
    CHECK(contacts_of(h, &h->system, h->again, CAPACITY, &warm) == SCREE_OK && warm == cold);
    CHECK(same_contacts(h->found, h->again, cold));
    // Rubbish in the list costs time, no answers.
    memset(c->pairs, 0x55, c->capacity * sizeof *c->pairs);
    c->count = c->capacity + 5;
    CHECK(contacts_of(h, &h->system, h->again, CAPACITY, &warm) == SCREE_OK && warm == cold);
    CHECK(same_contacts(h->found, h->again, cold));
    // Without caches every call is cold, and says the same.
    scree_candidates bare = *c;
    bare.caches = NULL;
    CHECK(scree_contacts(&h->system, NULL, &bare, h->again, CAPACITY, &warm) == SCREE_OK && warm == cold);
    CHECK(same_contacts(h->found, h->again, cold));
    free(before);
    free(pairs);
}

static void test_system(heap *h, double margin, scree_vec3 period)
{
    size_t count = 0, same = 0, expected = 0;
    h->system.margin = margin;
    h->system.period = period;
    h->system.threads = 1;
    h->candidates.count = 0;
    CHECK(contacts_of(h, &h->system, h->found, CAPACITY, &count) == SCREE_OK);
    h->system.threads = 3;
    h->candidates.count = 0;
    CHECK(contacts_of(h, &h->system, h->again, CAPACITY, &same) == SCREE_OK && same == count);
    CHECK(memcmp(h->found, h->again, count * sizeof *h->found) == 0);
    h->candidates.count = 0;
    CHECK(contacts_of(h, &h->system, h->again, count / 2, &same) == SCREE_SCRATCH_TOO_SMALL && same == count);
    CHECK(memcmp(h->found, h->again, count / 2 * sizeof *h->found) == 0);
    for (int a = 0; a < BODIES; ++a)
        for (int b = a + 1; b < BODIES; ++b)
            if (!is_floor(h, a) || !is_floor(h, b)) expected += query_pair(h, a, b, count);
    CHECK_MSG(count == expected && count > BODIES, "%zu contacts, %zu expected", count, expected);
}

static void test_bad_systems(heap *h)
{
    size_t count = 7;
    scree_system system = h->system;
    CHECK(contacts_of(h, NULL, h->found, CAPACITY, &count) == SCREE_INVALID_ARGUMENT && count == 0);
    CHECK(scree_contacts(&system, NULL, NULL, h->found, CAPACITY, &count) == SCREE_INVALID_ARGUMENT);
    scree_candidates none = { .capacity = 3 };
    CHECK(scree_contacts(&system, NULL, &none, h->found, CAPACITY, &count) == SCREE_INVALID_ARGUMENT);
    CHECK(contacts_of(h, &system, NULL, 1, &count) == SCREE_INVALID_ARGUMENT);
    CHECK(contacts_of(h, &system, h->found, CAPACITY, NULL) == SCREE_INVALID_ARGUMENT);
    system.margin = (double)NAN;
    CHECK(contacts_of(h, &system, h->found, CAPACITY, &count) == SCREE_INVALID_ARGUMENT);
    system.margin = 0.0;
    system.period = s3(1.0, 0, 0); // less than twice the longest body
    CHECK(contacts_of(h, &system, h->found, CAPACITY, &count) == SCREE_INVALID_ARGUMENT);
    system.period = s3(0, 0, 0);
    const scree_body kept = h->bodies[5];
    h->bodies[5].orientation = (scree_quat){ 0, 0, 0, 0 };
    CHECK(contacts_of(h, &system, h->found, CAPACITY, &count) == SCREE_INVALID_POSE);
    h->bodies[5].shape = NULL;
    CHECK(contacts_of(h, &system, h->found, CAPACITY, &count) == SCREE_INVALID_ARGUMENT);
    scree_shape *disc = scree_disc_create(1.0, 0.0, NULL);
    h->bodies[5] = scree_body_at(disc, s3(0, 0, 0));
    CHECK(contacts_of(h, &system, h->found, CAPACITY, &count) == SCREE_MIXED_DIMENSIONS);
    scree_shape_destroy(disc);
    h->bodies[5] = kept;
    system.body_count = 0;
    CHECK(contacts_of(h, &system, h->found, CAPACITY, &count) == SCREE_OK && count == 0);
}

static void test_bad_boxes(void)
{
    const double far = (double)INFINITY;
    scree_aabb boxes[2] = { { { 0, 0, 0 }, { 1, 1, 1 } }, { { 0, 0, 0 }, { 1, 1, 1 } } };
    scree_broad broad = { .boxes = boxes, .box_count = 2, .threads = 1 };
    scree_pair pairs[4];
    size_t count = 0;
    char scratch[65536];
    broad.scratch = scratch;
    broad.scratch_size = sizeof scratch;
    CHECK(scree_broad_scratch(&broad) <= sizeof scratch);
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_OK && count == 1 && pairs[0].a == 0 && pairs[0].b == 1);
    broad.scratch_size = 64;
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_SCRATCH_TOO_SMALL);
    broad.scratch_size = sizeof scratch;
    boxes[1].low.y = 2.0;
    CHECK(scree_broad_scratch(&broad) == 0 && scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_INVALID_ARGUMENT);
    boxes[1].low.y = (double)NAN;
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_INVALID_ARGUMENT);
    boxes[1] = (scree_aabb){ { -far, 0, 0 }, { far, 1, 1 } };
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_OK && count == 1);
    const uint8_t species[2] = { 0, 64 };
    const scree_filter filter = { .species = species };
    broad.filter = &filter;
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_INVALID_ARGUMENT && scree_broad_scratch(&broad) == 0);
    broad.filter = NULL;
    broad.skin = -1.0;
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_INVALID_ARGUMENT);
    broad.skin = 0.0;
    broad.period.z = far;
    CHECK(scree_broad_pairs(&broad, pairs, 4, &count) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_broad_pairs(&broad, NULL, 4, &count) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_broad_pairs(NULL, pairs, 4, &count) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_broad_pairs(&broad, pairs, 4, NULL) == SCREE_INVALID_ARGUMENT);
}

static void test_moved(void)
{
    scree_aabb then[2] = { { { 0, 0, 0 }, { 1, 1, 1 } }, { { 0, 0, -(double)INFINITY }, { 1, 1, 1 } } }, now[2];
    memcpy(now, then, sizeof now);
    CHECK(!scree_broad_moved(then, now, 2, 0.0));
    now[0].high.y += 0.25;
    CHECK(!scree_broad_moved(then, now, 2, 0.5) && scree_broad_moved(then, now, 2, 0.4));
    now[1].low.z = 0.0;
    CHECK(scree_broad_moved(then, now, 2, 1e9));
}

// Support points of the rotated body lie in its box, and touch each of its sides.
static void test_box(const scree_body *body)
{
    const scree_aabb box = scree_body_aabb(body, 0.0), wide = scree_body_aabb(body, 0.25);
    const scree_quat q = body->orientation, back = { q.w, -q.x, -q.y, -q.z };
    scree_random r = random_stream(3, 0, 0);
    for (int i = 0; i < 206; ++i) {
        scree_vec3 d = random_direction(&r);
        if (i < 6)
            d = s3(i / 2 == 0 ? 1 - 2 * (i % 2) : 0, i / 2 == 1 ? 1 - 2 * (i % 2) : 0,
                   i / 2 == 2 ? 1 - 2 * (i % 2) : 0);
        const scree_vec3 p =
            s3_add(quat_rotate(q, scree_shape_support(body->shape, quat_rotate(back, d))), body->position);
        CHECK(p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y && p.z >= box.low.z &&
              p.z <= box.high.z);
        const double side = s3_dot(d, d.x + d.y + d.z > 0.0 ? box.high : box.low);
        if (i < 6) CHECK_NEAR(s3_dot(d, p), side, 1e-13);
    }
    CHECK_NEAR(wide.high.x - box.high.x, 0.25, 1e-14);
    CHECK_NEAR(box.low.z - wide.low.z, 0.25, 1e-14);
}

static void test_floor_box(const heap *h)
{
    const scree_aabb flat = scree_body_aabb(&h->bodies[0], 0.0);
    CHECK_NEAR(flat.high.z, -1.5, 1e-12);
    CHECK(isinf(flat.low.z) && isinf(flat.high.x) && isinf(flat.low.y));
    scree_body tilted = h->bodies[0];
    tilted.orientation = (scree_quat){ 1.0, 0.1, 0, 0 };
    CHECK(isinf(scree_body_aabb(&tilted, 0.0).high.z));
    // So little that the normal's z rounds to 1: far to the side the plane is higher all the same.
    tilted.orientation = (scree_quat){ 1.0, 5e-9, 0, 0 };
    CHECK(isinf(scree_body_aabb(&tilted, 0.0).high.z));
}

int main(void)
{
    heap *h = calloc(1, sizeof *h);
    CHECK(h != NULL);
    make_shapes(h);
    h->scratch_size = 1 << 20;
    h->scratch = malloc(h->scratch_size);
    place_bodies(h, 5);
    for (int i = 2; i < BODIES; ++i) test_box(&h->bodies[i]);
    test_floor_box(h);
    test_system(h, 0.0, s3(0, 0, 0));
    test_system(h, 0.2, s3(0, 0, 0));
    test_system(h, 0.0, s3(4, 4, 0));
    test_system(h, 0.1, s3(4, 0, 0));
    test_warm(h);
    test_bad_systems(h);
    test_bad_boxes();
    test_moved();
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(h->shapes[i]);
    scree_shape_destroy(h->floor);
    free(h->candidates.pairs);
    free(h->candidates.caches);
    free(h->candidates.scratch);
    free(h->scratch);
    free(h);
    return check_done();
}
