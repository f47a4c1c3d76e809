// Shapes as bytes and as copies: the same shape, bit for bit; and what is not a shape is refused.
#include "scree/storage.h"

#include <stdint.h>
#include <stdlib.h>

#include "shape/zoo.h"

typedef struct row {
    unsigned char *bytes;
    size_t size;
} row;

static row written(const scree_shape *s)
{
    row b = { NULL, 0 };
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_shape_to_bytes(s, NULL, 0, &b.size, &error) == SCREE_SCRATCH_TOO_SMALL && b.size > 0);
    b.bytes = malloc(b.size);
    size_t size = 0;
    CHECK(b.bytes != NULL && scree_shape_to_bytes(s, b.bytes, b.size, &size, &error) == SCREE_OK && size == b.size);
    return b;
}

// The checksum of docs/shape-bytes.md once more, to make up bytes that pass it.
static void seal(row b)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < b.size - 8; ++i) hash = (hash ^ b.bytes[i]) * 0x100000001b3u;
    for (size_t i = 0; i < 8; ++i) b.bytes[b.size - 8 + i] = (unsigned char)(hash >> (8 * i));
}

static bool refused(const unsigned char *bytes, size_t size)
{
    scree_error error = { SCREE_OK, "" };
    scree_shape *s = scree_shape_create_from_bytes(bytes, size, NULL, &error);
    const bool is_refused = s == NULL && error.status == SCREE_FILE_ERROR && error.message[0] != '\0';
    scree_shape_destroy(s);
    return is_refused;
}

static void check_round_trip(scree_random *r, const scree_shape *s)
{
    const row b = written(s);
    scree_error error = { SCREE_OK, "" };
    size_t used = 0;
    scree_shape *t = scree_shape_create_from_bytes(b.bytes, b.size, NULL, &error);
    CHECK_MSG(t != NULL, "%s: %s", scree_shape_kind_name(scree_shape_kind_of(s)), error.message);
    CHECK_MSG(t != NULL && zoo_same(r, s, t), "%s: not the same from bytes",
              scree_shape_kind_name(scree_shape_kind_of(s)));
    if (t != NULL) {
        const row again = written(t);
        CHECK(again.size == b.size && memcmp(again.bytes, b.bytes, b.size) == 0);
        free(again.bytes);
    }
    scree_shape *u = scree_shape_create_from_bytes(b.bytes, b.size, &used, NULL);
    CHECK(u != NULL && used == b.size);
    scree_shape *copy = scree_shape_copy(s, NULL, &error);
    CHECK(copy != NULL && zoo_same(r, s, copy) && scree_shape_memory(copy) == scree_shape_memory(s));
    scree_shape_destroy(t);
    scree_shape_destroy(u);
    scree_shape_destroy(copy);
    free(b.bytes);
}

// Cut anywhere, or with any byte changed, it is refused. Where the checksum was made to fit, it is a shape or refused.
static void check_damage(scree_random *r, const scree_shape *s)
{
    const row b = written(s);
    for (size_t n = 0; n < b.size; ++n) CHECK(refused(b.bytes, n));
    for (size_t i = 0; i < b.size; ++i) {
        const unsigned char before = b.bytes[i];
        b.bytes[i] = (unsigned char)(before ^ (1 + random_below(r, 255)));
        CHECK(refused(b.bytes, b.size));
        if (i < b.size - 8) {
            seal(b);
            scree_shape *t = scree_shape_create_from_bytes(b.bytes, b.size, NULL, NULL);
            if (t != NULL) (void)zoo_same(r, s, t);
            scree_shape_destroy(t);
            b.bytes[i] = before;
            seal(b);
        }
        b.bytes[i] = before;
    }
    scree_error error;
    unsigned char *longer = malloc(b.size + 1);
    if (CHECK(longer != NULL)) {
        memcpy(longer, b.bytes, b.size);
        longer[b.size] = 0;
        CHECK(refused(longer, b.size + 1));
        size_t used = 0;
        scree_shape *t = scree_shape_create_from_bytes(longer, b.size + 1, &used, &error);
        CHECK(t != NULL && used == b.size);
        scree_shape_destroy(t);
    }
    free(longer);
    free(b.bytes);
}

static void check_every_kind(scree_random *r)
{
    for (int kind = 0; kind < ZOO_KINDS; ++kind) {
        scree_shape *s = zoo_shape(r, (scree_shape_kind)kind);
        size_t size = 1;
        scree_error error = { SCREE_OK, "" };
        if (kind != SCREE_SUPPORT_SHAPE) {
            check_round_trip(r, s);
        } else {
            CHECK(scree_shape_to_bytes(s, NULL, 0, &size, &error) == SCREE_INVALID_ARGUMENT && size == 0);
            scree_shape *copy = scree_shape_copy(s, NULL, NULL);
            CHECK(copy != NULL && zoo_same(r, s, copy));
            scree_shape_destroy(copy);
        }
        scree_shape_destroy(s);
    }
}

// Slack, centre and bounds of a Minkowski difference are its own; and hulls of many vertices.
static void check_hulls(scree_random *r)
{
    scree_shape *a = zoo_shape(r, SCREE_POLYHEDRON), *b = zoo_shape(r, SCREE_BOX);
    scree_body one = { a, random_in_cube(r, -1e3, 1e3), random_rotation(r) };
    scree_body two = { b, { 0, 0, 0 }, random_rotation(r) };
    scree_shape *difference = scree_minkowski_difference(&one, &two, NULL);
    if (CHECK(difference != NULL)) check_round_trip(r, difference);
    scree_vec3 points[400], moved[400];
    for (int i = 0; i < 400; ++i) {
        points[i] = random_direction(r);
        moved[i] = (scree_vec3){ 2.0 * points[i].x, 2.0 * points[i].y, 2.0 * points[i].z };
    }
    scree_shape *large = scree_polyhedron_create(points, 400, 0.0, NULL);
    scree_shape *like = scree_polyhedron_create_like(large, moved, 400, 0.1, NULL);
    check_round_trip(r, large);
    check_round_trip(r, like);
    scree_shape_destroy(difference);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
    scree_shape_destroy(large);
    scree_shape_destroy(like);
}

// The format itself, byte by byte: what was written once must be read for ever.
static void check_format(void)
{
    static const unsigned char known[] = {
        's', 'c', 'r', 'e', 'e', '\r', '\n', 0x1a, 1, 0, 0, 0, 0, 0, 0,    0,
        48,  0,   0,   0,   0,   0,    0,    0,                                 // version, kind, size
        0,   0,   0,   0,   0,   0,    0xd0, 0x3f, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f // 0.25, 1.5
    };
    scree_shape *ball = scree_sphere_create(1.5, 0.25, NULL);
    const row b = written(ball);
    CHECK(b.size == 48 && memcmp(b.bytes, known, sizeof known) == 0);
    seal(b); // changes nothing
    CHECK(!refused(b.bytes, b.size));
    free(b.bytes);
    scree_shape_destroy(ball);
}

// The slack of a hull, the second number, may be more than its faces need, but not more than the size.
static void check_slack(void)
{
    const scree_vec3 corners[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    scree_shape *shapes[] = { scree_polyhedron_create(corners, 4, 0.0, NULL),
                              scree_polygon_create(corners, 3, 0.0, NULL) };
    for (int i = 0; i < 2; ++i) {
        const row b = written(shapes[i]);
        const double slacks[] = { 1e-12, 10.0, 1e79 };
        for (int k = 0; k < 3; ++k) {
            memcpy(b.bytes + 32, &slacks[k], sizeof slacks[k]);
            seal(b);
            CHECK(refused(b.bytes, b.size) == (k > 0));
        }
        free(b.bytes);
        scree_shape_destroy(shapes[i]);
    }
}

// One of each kind, written by the first version; the seeds of the fuzzer, which have a byte of their own in front.
static void check_kept(void)
{
    static unsigned char bytes[4096];
    for (int kind = 0; kind < ZOO_KINDS; ++kind) {
        char path[128];
        if (kind == SCREE_SUPPORT_SHAPE) continue;
        snprintf(path, sizeof path, "tests/fuzz/corpus/fuzz_shape_bytes/%s",
                 scree_shape_kind_name((scree_shape_kind)kind));
        FILE *file = fopen(path, "rb");
        if (!CHECK_MSG(file != NULL, "%s: not found", path)) continue;
        const size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        scree_error error = { SCREE_OK, "" };
        scree_shape *s = scree_shape_create_from_bytes(bytes + 1, size - 1, NULL, &error);
        CHECK_MSG(s != NULL && (int)scree_shape_kind_of(s) == kind, "%s: %s", path, error.message);
        if (s != NULL) {
            const row again = written(s);
            CHECK(again.size == size - 1 && memcmp(again.bytes, bytes + 1, again.size) == 0);
            free(again.bytes);
        }
        scree_shape_destroy(s);
    }
}

// An allocator that counts, and fails at one call.
typedef struct counter {
    int calls, fail_at;
    size_t bytes, blocks;
} counter;

static void *count_allocate(void *user, size_t size, size_t alignment)
{
    counter *c = user;
    if (c->calls++ == c->fail_at) return NULL;
    c->bytes += size;
    c->blocks++;
    void *block = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (block != NULL) memset(block, 0xa5, size);
    return block;
}

static void count_release(void *user, void *block, size_t size)
{
    counter *c = user;
    c->bytes -= size;
    c->blocks--;
    free(block);
}

static void check_allocator(scree_random *r)
{
    scree_shape *shapes[ZOO_KINDS], *copies[ZOO_KINDS];
    for (int i = 0; i < ZOO_KINDS; ++i) shapes[i] = zoo_shape(r, (scree_shape_kind)i);
    for (int fail_at = 0; fail_at <= ZOO_KINDS; ++fail_at) {
        counter c = { 0, fail_at, 0, 0 };
        const scree_allocator allocator = { count_allocate, count_release, &c };
        size_t bytes = 0;
        for (int i = 0; i < ZOO_KINDS; ++i) {
            scree_error error = { SCREE_OK, "" };
            copies[i] = scree_shape_copy(shapes[i], &allocator, &error);
            CHECK((copies[i] == NULL) == (i == fail_at));
            CHECK(error.status == (i == fail_at ? SCREE_NO_MEMORY : SCREE_OK));
            bytes += scree_shape_memory(copies[i]);
            if (copies[i] != NULL) CHECK(zoo_same(r, shapes[i], copies[i]));
        }
        CHECK(c.bytes == bytes && c.blocks == (size_t)(ZOO_KINDS - (fail_at < ZOO_KINDS)));
        for (int i = 0; i < ZOO_KINDS; ++i) scree_shape_destroy(copies[i]);
        CHECK(c.bytes == 0 && c.blocks == 0);
    }
    // A copy outlives its original, and a copy of a copy the copy.
    counter c = { 0, -1, 0, 0 };
    const scree_allocator allocator = { count_allocate, count_release, &c };
    scree_shape *first = scree_shape_copy(shapes[SCREE_POLYHEDRON], &allocator, NULL),
                *second = scree_shape_copy(first, NULL, NULL);
    scree_shape_destroy(first);
    CHECK(c.blocks == 0 && zoo_same(r, shapes[SCREE_POLYHEDRON], second));
    scree_shape_destroy(second);
    for (int i = 0; i < ZOO_KINDS; ++i) scree_shape_destroy(shapes[i]);
}

// A million grains may each have a shape of its own: the bytes that a shape may take.
static void check_size(scree_shape *s, size_t most)
{
    CHECK_MSG(s != NULL && scree_shape_memory(s) <= most, "%s: %zu bytes, more than %zu",
              scree_shape_kind_name(scree_shape_kind_of(s)), scree_shape_memory(s), most);
    scree_shape_destroy(s);
}

static void check_sizes(scree_random *r)
{
    scree_vec3 points[100];
    for (int i = 0; i < 100; ++i) points[i] = random_direction(r);
    check_size(scree_sphere_create(1.0, 0.0, NULL), 256);
    check_size(scree_box_create((scree_vec3){ 1, 2, 3 }, 0.1, NULL), 2048);
    check_size(scree_polyhedron_create(points, 20, 0.0, NULL), 8192);
    check_size(scree_polyhedron_create(points, 100, 0.0, NULL), 40960);
}

int main(void)
{
    scree_random random = random_stream(18, 6, 4);
    check_sizes(&random);
    for (long i = 0; i < check_scaled(60); ++i) {
        check_every_kind(&random);
        check_hulls(&random);
    }
    for (int kind = 0; kind < ZOO_KINDS; ++kind) {
        if (kind == SCREE_SUPPORT_SHAPE) continue;
        scree_shape *s = zoo_shape(&random, (scree_shape_kind)kind);
        check_damage(&random, s);
        scree_shape_destroy(s);
    }
    check_format();
    check_slack();
    check_kept();
    check_allocator(&random);
    return check_done();
}
