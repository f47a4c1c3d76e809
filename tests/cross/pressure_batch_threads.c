// A batch of pressure fields: bit for bit those of single calls, whatever the number of threads; with periodic images,
// active pairs, pairs that are apart and pairs of other shapes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { BODIES = 400, SHAPES = 6, CAPACITY = 20000 };

typedef struct trial {
    scree_shape *shapes[SHAPES];
    scree_body bodies[BODIES];
    scree_aabb boxes[BODIES];
    scree_pair pairs[CAPACITY];
    size_t count;
    scree_contact contacts[CAPACITY];
    scree_pressure results[CAPACITY], expected[CAPACITY];
    scree_overlap_volume_result volumes[CAPACITY];
    int32_t active[CAPACITY];
    size_t active_count;
    scree_vec3 period;
} trial;

static void make_shapes(trial *t)
{
    const scree_vec3 corners[5] = {
        { 0, 0, -0.3 }, { 0.6, 0, 0.2 }, { -0.3, 0.5, 0.2 }, { -0.3, -0.5, 0.2 }, { 0, 0, 0.6 }
    };
    t->shapes[0] = scree_box_create(s3(0.3, 0.4, 0.2), 0.0, NULL);
    t->shapes[1] = scree_polyhedron_create(corners, 5, 0.0, NULL);
    t->shapes[2] = scree_box_create(s3(0.3, 0.3, 0.3), 0.0, NULL);
    t->shapes[3] = scree_polyhedron_create(corners, 4, 0.0, NULL);
    t->shapes[4] = scree_sphere_create(0.4, 0.0, NULL);
    t->shapes[5] = scree_half_space_create(s3(0, 0, 1), -1.5, 0.0, NULL);
    for (int i = 0; i < SHAPES; ++i) CHECK(t->shapes[i] != NULL);
}

static void find_pairs(trial *t)
{
    scree_random r = random_stream(31, 0, 0);
    t->period = s3(10.0, 10.0, 0.0);
    scree_broad broad = { .boxes = t->boxes, .box_count = BODIES, .period = t->period, .threads = 1 };
    for (int i = 0; i < BODIES; ++i) {
        const scree_vec3 at = random_in_cube(&r, -1.0, 1.0);
        t->bodies[i] =
            scree_body_at(t->shapes[i == 0 ? 5 : i % 5], i == 0 ? s3(0, 0, 0) : s3(5 * at.x, 5 * at.y, 2 * at.z));
        if (i > 0) t->bodies[i].orientation = random_rotation(&r);
        t->boxes[i] = scree_body_aabb(&t->bodies[i], 0.0);
    }
    t->boxes[0] = t->boxes[1]; // the half space, which has no box, is paired below
    broad.scratch_size = scree_broad_scratch(&broad);
    broad.scratch = malloc(broad.scratch_size);
    CHECK(scree_broad_pairs(&broad, t->pairs, CAPACITY - BODIES, &t->count) == SCREE_OK);
    free(broad.scratch);
    for (int i = 1; i < BODIES; ++i) t->pairs[t->count++] = (scree_pair){ .a = i, .b = 0 };
    for (size_t i = 0; i < t->count; i += 3) t->active[t->active_count++] = (int32_t)(t->count - 1 - i);
}

static bool same(const scree_pressure *p, const scree_pressure *q, size_t count)
{
    return memcmp(p, q, count * sizeof *p) == 0;
}

static scree_batch batch_of(trial *t, bool active, int threads)
{
    scree_batch batch = { .bodies = t->bodies, .body_count = BODIES, .pairs = t->pairs, .pair_count = t->count };
    batch.period = t->period;
    batch.threads = threads;
    if (active) {
        batch.active = t->active;
        batch.active_count = t->active_count;
    }
    return batch;
}

static size_t answer_count(const scree_batch *batch)
{
    return batch->active != NULL ? batch->active_count : batch->pair_count;
}

// The contacts of the batch, and the field of each pair by itself.
static void expect(trial *t, const scree_batch *given, bool energy)
{
    scree_batch batch = *given;
    size_t pressed = 0, other = 0, images = 0;
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(scree_query_batch(&batch, NULL, t->contacts) == SCREE_OK);
    free(batch.scratch);
    memset(t->expected, 0, sizeof t->expected);
    for (size_t i = 0; i < answer_count(&batch); ++i) {
        const scree_pair *pair = &t->pairs[batch.active != NULL ? (size_t)batch.active[i] : i];
        const scree_body b = scree_pair_image(&t->bodies[pair->b], pair, t->period);
        const scree_pressure_options o = { .energy = energy };
        const scree_status status = scree_pressure_query(&t->bodies[pair->a], &b, &t->contacts[i], &o, &t->expected[i]);
        const bool pressing = status == SCREE_OK && t->expected[i].area > 0.0;
        pressed += pressing;
        images += pressing && (pair->image[0] != 0 || pair->image[1] != 0);
        other += status == SCREE_UNSUPPORTED_PAIR;
        CHECK(status == SCREE_OK || status == SCREE_UNSUPPORTED_PAIR);
    }
    CHECK(pressed > 40 && images > 1 && other > 20);
}

static void check_batch(trial *t, bool active, bool energy)
{
    const scree_batch plain = batch_of(t, active, 1);
    expect(t, &plain, energy);
    const scree_pressure_options o = { .energy = energy };
    for (int threads = 1; threads <= 3; ++threads) {
        scree_batch batch = batch_of(t, active, threads);
        batch.scratch_size = scree_pressure_batch_scratch(&batch);
        batch.scratch = malloc(batch.scratch_size);
        memset(t->results, 0, sizeof t->results);
        CHECK(scree_pressure_batch(&batch, t->contacts, &o, t->results) == SCREE_OK);
        CHECK_MSG(same(t->results, t->expected, answer_count(&batch)), "%d threads, active %d, energy %d", threads,
                  active, energy);
        free(batch.scratch);
    }
}

// Shared volumes of the same pairs.
static void check_volumes(trial *t)
{
    size_t shared = 0;
    for (int threads = 1; threads <= 3; threads += 2) {
        scree_batch batch = batch_of(t, true, threads);
        batch.scratch_size = scree_overlap_volume_batch_scratch(&batch);
        batch.scratch = malloc(batch.scratch_size);
        CHECK(scree_overlap_volume_batch(&batch, NULL, t->volumes) == SCREE_OK);
        for (size_t i = 0; i < t->active_count; ++i) {
            const scree_pair *pair = &t->pairs[t->active[i]];
            const scree_body b = scree_pair_image(&t->bodies[pair->b], pair, t->period);
            scree_overlap_volume_result r;
            const scree_status status =
                scree_overlap_volume(&t->bodies[pair->a], &b, batch.scratch, batch.scratch_size, &r);
            CHECK(t->volumes[i].status == status && memcmp(&t->volumes[i], &r, sizeof r) == 0);
            shared += r.volume > 0.0;
        }
        free(batch.scratch);
    }
    CHECK(shared > 50);
}

// Without contacts it asks for them itself, one by one.
static void check_cold(trial *t)
{
    scree_batch batch = batch_of(t, false, 2);
    batch.scratch_size = scree_pressure_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(scree_pressure_batch(&batch, NULL, NULL, t->results) == SCREE_OK);
    free(batch.scratch);
    for (size_t i = 0; i < t->count; ++i) {
        const scree_pair *pair = &t->pairs[i];
        const scree_body b = scree_pair_image(&t->bodies[pair->b], pair, t->period);
        scree_pressure p;
        (void)scree_pressure_query(&t->bodies[pair->a], &b, NULL, NULL, &p);
        CHECK_MSG(same(&t->results[i], &p, 1), "pair %zu", i);
    }
}

int main(void)
{
    trial *t = calloc(1, sizeof *t);
    make_shapes(t);
    find_pairs(t);
    for (int i = 0; i < 4; ++i) check_batch(t, (i & 1) != 0, (i & 2) != 0);
    check_cold(t);
    check_volumes(t);
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(t->shapes[i]);
    free(t);
    return check_done();
}
