// A batch of contact regions: bit for bit those of single calls, whatever the number of threads, step after step; with
// periodic images, active pairs, pairs that are apart and pairs of other shapes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { BODIES = 200, SHAPES = 5, CAPACITY = 6000, POLYGONS = 48, CORNERS = 256, STEPS = 3, MOST_THREADS = 3 };

#define MARGIN 0.02

typedef struct arrays {
    scree_region_polygon polygons[POLYGONS];
    scree_region_corner corners[CORNERS];
} arrays;

typedef struct trial {
    scree_shape *shapes[SHAPES];
    scree_body bodies[BODIES];
    scree_aabb boxes[BODIES];
    scree_pair pairs[CAPACITY];
    size_t count;
    scree_contact contacts[CAPACITY];
    scree_region results[CAPACITY];
    arrays rooms[CAPACITY];
    scree_region_cache caches[MOST_THREADS + 1][CAPACITY]; // of single calls, and of batches by their number of threads
    int32_t active[CAPACITY];
    size_t active_count;
    scree_vec3 period;
    size_t regions, apart, images, lasting;
} trial;

static void make_shapes(trial *t)
{
    const scree_vec3 corners[5] = {
        { 0, 0, -0.3 }, { 0.6, 0, 0.2 }, { -0.3, 0.5, 0.2 }, { -0.3, -0.5, 0.2 }, { 0, 0, 0.6 }
    };
    t->shapes[0] = scree_box_create(s3(0.3, 0.4, 0.2), 0.0, NULL);
    t->shapes[1] = scree_polyhedron_create(corners, 5, 0.0, NULL);
    t->shapes[2] = scree_polyhedron_create(corners, 4, 0.0, NULL);
    t->shapes[3] = scree_sphere_create(0.4, 0.0, NULL);
    t->shapes[4] = scree_half_space_create(s3(0, 0, 1), -1.5, 0.0, NULL);
    for (int i = 0; i < SHAPES; ++i) CHECK(t->shapes[i] != NULL);
}

static void find_pairs(trial *t)
{
    scree_random r = random_stream(37, 0, 0);
    t->period = s3(7.0, 7.0, 0.0);
    scree_broad broad = { .boxes = t->boxes, .box_count = BODIES, .period = t->period, .skin = 0.1, .threads = 1 };
    for (int i = 0; i < BODIES; ++i) {
        const scree_vec3 at = random_in_cube(&r, -1.0, 1.0);
        t->bodies[i] =
            scree_body_at(t->shapes[i == 0 ? 4 : i % 4], i == 0 ? s3(0, 0, 0) : s3(3.5 * at.x, 3.5 * at.y, 1.9 * at.z));
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

static void move(trial *t, int step)
{
    scree_random r = random_stream(37, 1, (uint64_t)step);
    for (int i = 1; i < BODIES; ++i) {
        t->bodies[i].position = s3_add(t->bodies[i].position, s3_scale(random_direction(&r), 1e-3));
        t->bodies[i].orientation = quat_times(quat_about(random_direction(&r), 1e-3), t->bodies[i].orientation);
    }
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

static size_t pair_number(const scree_batch *batch, size_t i)
{
    return batch->active != NULL ? (size_t)batch->active[i] : i;
}

static void find_contacts(trial *t, scree_batch batch)
{
    scree_query_options o = scree_query_defaults();
    o.within = true;
    o.margin = MARGIN;
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(scree_query_batch(&batch, &o, t->contacts) == SCREE_OK);
    free(batch.scratch);
}

static scree_region empty(arrays *room)
{
    return (scree_region){
        .polygons = room->polygons, .polygon_capacity = POLYGONS, .corners = room->corners, .corner_capacity = CORNERS
    };
}

static bool same_caches(const scree_region_cache *p, const scree_region_cache *q, size_t count)
{
    bool ok = true;
    for (size_t i = 0; i < count; ++i)
        ok = ok && p[i].count == q[i].count && memcmp(p[i].ids, q[i].ids, sizeof p[i].ids) == 0;
    return ok;
}

static bool same_corner(const scree_region_corner *p, const scree_region_corner *q)
{
    return memcmp(p, q, sizeof *p) == 0;
}

static bool same(const scree_region *r, const scree_region *s)
{
    bool ok = r->status == s->status && r->polygon_count == s->polygon_count && r->corner_count == s->corner_count &&
              r->point_count == s->point_count;
    for (int i = 0; ok && i < r->point_count; ++i) ok = same_corner(&r->points[i], &s->points[i]);
    for (int i = 0; ok && i < r->corner_count; ++i) ok = same_corner(&r->corners[i], &s->corners[i]);
    for (int i = 0; ok && i < r->polygon_count; ++i)
        ok = memcmp(&r->polygons[i], &s->polygons[i], sizeof *r->polygons) == 0;
    return ok;
}

// A result of the batch beside a single call with the ids of the step before.
static void check_pair(trial *t, const scree_batch *batch, bool known, size_t i, scree_region_cache *cache)
{
    static arrays room;
    const scree_pair *pair = &t->pairs[pair_number(batch, i)];
    const scree_body b = scree_pair_image(&t->bodies[pair->b], pair, t->period);
    const scree_region_options o = { .margin = MARGIN, .last = cache->ids, .last_count = cache->count };
    scree_region r = empty(&room);
    const scree_status status = scree_region_query(&t->bodies[pair->a], &b, known ? &t->contacts[i] : NULL, &o, &r);
    CHECK(status == SCREE_OK || status == SCREE_UNSUPPORTED_PAIR);
    CHECK(r.polygon_count <= POLYGONS && r.corner_count <= CORNERS);
    CHECK_MSG(same(&r, &t->results[i]), "pair %zu: %d and %d points", i, r.point_count, t->results[i].point_count);
    t->regions += r.point_count > 0;
    t->apart += r.point_count > 0 && t->contacts[i].distance > 0.0;
    t->images += r.point_count > 0 && (pair->image[0] != 0 || pair->image[1] != 0);
    for (int k = 0; k < r.point_count; ++k)
        for (int l = 0; l < cache->count; ++l) t->lasting += r.points[k].id == cache->ids[l];
    if (status != SCREE_OK) return;
    *cache = (scree_region_cache){ .count = r.point_count };
    for (int k = 0; k < r.point_count; ++k) cache->ids[k] = r.points[k].id;
}

static void check_step(trial *t, bool active, bool known)
{
    static scree_region_cache singles[CAPACITY];
    scree_batch batch = batch_of(t, active, 1);
    const size_t count = answer_count(&batch);
    find_contacts(t, batch);
    for (int threads = 1; threads <= MOST_THREADS; ++threads) {
        batch.threads = threads;
        batch.scratch_size = scree_region_batch_scratch(&batch);
        batch.scratch = malloc(batch.scratch_size);
        for (size_t i = 0; i < count; ++i) t->results[i] = empty(&t->rooms[i]);
        CHECK(scree_region_batch(&batch, known ? t->contacts : NULL, MARGIN, t->caches[threads], t->results) ==
              SCREE_OK);
        free(batch.scratch);
        if (threads > 1) CHECK(same_caches(t->caches[threads], t->caches[1], t->count));
        memcpy(singles, t->caches[0], sizeof singles); // what the step before left
        for (size_t i = 0; i < count; ++i) check_pair(t, &batch, known, i, &singles[pair_number(&batch, i)]);
    }
    memcpy(t->caches[0], singles, sizeof singles);
    CHECK(same_caches(t->caches[0], t->caches[1], t->count));
}

static void check_refused(trial *t)
{
    scree_batch batch = batch_of(t, false, 1);
    scree_pair wrong[2] = { t->pairs[0], { .a = BODIES, .b = 0 } };
    batch.pairs = wrong;
    batch.pair_count = 2;
    batch.scratch_size = scree_region_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    for (int i = 0; i < 2; ++i) t->results[i] = empty(&t->rooms[i]);
    t->results[1].point_count = 3;
    CHECK(scree_region_batch(&batch, NULL, MARGIN, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    CHECK(t->results[1].status == SCREE_INVALID_ARGUMENT && t->results[1].point_count == 0);
    CHECK(t->results[1].polygons == t->rooms[1].polygons && t->results[1].corner_capacity == CORNERS);
    CHECK(scree_region_batch(&batch, NULL, -1.0, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_region_batch(&batch, NULL, (double)NAN, NULL, t->results) == SCREE_INVALID_ARGUMENT);
    free(batch.scratch);
}

int main(void)
{
    trial *t = calloc(1, sizeof *t);
    make_shapes(t);
    find_pairs(t);
    for (int step = 0; step < STEPS; ++step) {
        check_step(t, false, step % 2 == 0);
        check_step(t, true, true);
        move(t, step);
    }
    check_refused(t);
    CHECK_MSG(t->regions > 200 && t->apart > 20 && t->images > 10 && t->lasting > 200,
              "%zu regions, %zu apart, %zu images, %zu points that last", t->regions, t->apart, t->images, t->lasting);
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(t->shapes[i]);
    free(t);
    return check_done();
}
