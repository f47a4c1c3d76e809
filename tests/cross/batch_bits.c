// Two polyhedra give the same bits however they are asked: one by one, in batches of a few and of many; with caches and
// without. Only the number of steps may differ.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/grains.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "scree/query.h"

enum { PAIRS = 300, SHAPES = 16, STEPS = 3 };

static unsigned char scratch[1 << 20];

typedef struct pairs {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache single[PAIRS], many[PAIRS];
    scree_contact expected[PAIRS], found[PAIRS];
    int count;
} pairs;

// 8 vertices: a box.
static scree_shape *make(int vertices, scree_random *r)
{
    scree_vec3 p[100];
    if (vertices == 8) return scree_box_create(s3(0.5, random_between(r, 0.2, 0.5), 0.4), 0.0, NULL);
    for (int i = 0; i < vertices; ++i) p[i] = random_direction(r);
    return scree_polyhedron_create(p, (size_t)vertices, 0.0, NULL);
}

static void ask_singly(pairs *p, scree_cache *caches)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    for (int i = 0; i < p->count; ++i) {
        memset(&p->expected[i], 0, sizeof p->expected[i]);
        o.cache = caches != NULL ? &caches[i] : NULL;
        CHECK(scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &p->expected[i]) == SCREE_OK);
    }
}

static void ask_together(pairs *p, int together, scree_cache *caches)
{
    scree_batch batch = { .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .threads = 1, .scratch = scratch };
    batch.scratch_size = sizeof scratch;
    memset(p->found, 0, sizeof p->found);
    for (int first = 0; first < p->count; first += together) {
        const int rest = p->count - first;
        batch.pairs = p->pairs + first;
        batch.pair_count = (size_t)(rest < together ? rest : together);
        batch.caches = caches != NULL ? caches + first : NULL;
        CHECK(scree_query_batch(&batch, NULL, p->found + first) == SCREE_OK);
    }
}

static void compare(pairs *p, const char *what, int together)
{
    int differ = 0;
    for (int i = 0; i < p->count; ++i) {
        p->found[i].iterations = p->expected[i].iterations;
        differ += memcmp(&p->found[i], &p->expected[i], sizeof p->found[i]) != 0;
    }
    CHECK_MSG(differ == 0, "%s, %d together: %d of %d differ from single calls", what, together, differ, p->count);
}

// Moves the pairs, and asks about them in all ways.
static void run(pairs *p, const char *what)
{
    static const int together[] = { 1, 2, 5, 6, 16, PAIRS };
    memset(p->single, 0, sizeof p->single);
    memset(p->many, 0, sizeof p->many);
    for (int step = 0; step < STEPS; ++step) {
        ask_singly(p, p->single);
        ask_together(p, p->count, p->many);
        compare(p, what, p->count);
        const scree_contact *const warm = p->expected;
        scree_contact before[PAIRS];
        memcpy(before, warm, sizeof before);
        ask_singly(p, NULL);
        memcpy(p->found, before, sizeof before);
        compare(p, what, 0); // a cache changes no bit either
        for (size_t k = 0; k < sizeof together / sizeof *together; ++k) {
            ask_together(p, together[k], NULL);
            compare(p, what, together[k]);
        }
        for (int i = 0; i < p->count; ++i) {
            scree_body *b = &p->bodies[2 * i];
            b->position.x += 1e-3 * b->orientation.w;
            b->orientation = quat_times(quat_about(s3(0.6, 0.8, 0), 1e-3), b->orientation);
        }
    }
}

int main(void)
{
    static const int vertices[][2] = { { 8, 8 }, { 4, 4 }, { 14, 14 }, { 20, 20 }, { 100, 100 }, { 8, 20 }, { 4, 40 } };
    static const double gaps[] = { 0.1, 0.01, -0.01, -0.05, -0.3 };
    static pairs p;
    scree_random r = random_stream(83, 0, 0);
    const long count = check_scaled(PAIRS);
    p.count = (int)(count < PAIRS ? count : PAIRS);
    for (size_t k = 0; k < sizeof vertices / sizeof *vertices; ++k)
        for (size_t g = 0; g < sizeof gaps / sizeof *gaps; ++g) {
            scree_shape *shapes[2][SHAPES];
            for (int i = 0; i < 2 * SHAPES; ++i) shapes[i % 2][i / 2] = make(vertices[k][i % 2], &r);
            scree_query_options o = scree_query_defaults();
            o.scratch = scratch;
            o.scratch_size = sizeof scratch;
            for (int i = 0; i < p.count; ++i) {
                scree_shape *a = shapes[0][random_below(&r, SHAPES)], *b = shapes[1][random_below(&r, SHAPES)];
                const double size = scree_pair_size(a, b);
                p.bodies[2 * i] = (scree_body){ a, s3(0, 0, 0), random_rotation(&r) };
                p.bodies[2 * i + 1] =
                    (scree_body){ b, s3_scale(random_direction(&r), 2.0 * size), random_rotation(&r) };
                // Not all are as wide as the deepest overlap; then they stay where they are.
                (void)scree_grains_approach(&p.bodies[2 * i], &p.bodies[2 * i + 1], gaps[g] * size, &o);
                p.pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
            }
            char what[64];
            snprintf(what, sizeof what, "%d and %d vertices, gap %g", vertices[k][0], vertices[k][1], gaps[g]);
            run(&p, what);
            for (int i = 0; i < 2 * SHAPES; ++i) scree_shape_destroy(shapes[i % 2][i / 2]);
        }
    return check_done();
}
