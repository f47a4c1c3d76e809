// Polyhedra that touch, face on face: boxes and prisms on a lattice, with flush sides or without, as in stacks and walls of bricks. The
// kernels answer them, by themselves, in a batch and with a cache alike, and the checker proves the answers.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/direct.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "scree/verify.h"

enum { KINDS = 6, CORNERS = 24 };

static scree_shape *make_shape(int kind)
{
    static const int sides[KINDS] = { 0, 0, 3, 4, 6, 12 };
    scree_vec3 p[CORNERS];
    if (kind < 2) return scree_box_create(s3(0.5, kind == 0 ? 0.5 : 0.25, 0.5), 0.0, NULL);
    const int corners = 2 * sides[kind];
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * (i % sides[kind]) / sides[kind];
        p[i] = s3(0.5 * cos(angle), 0.5 * sin(angle), i < sides[kind] ? -0.5 : 0.5);
    }
    return scree_polyhedron_create(p, (size_t)corners, 0.0, NULL);
}

// B stands on A, half of the time rotated by a right angle or more; its shift is often a whole number of eighths, and never so
// large that only edges meet.
static void place(scree_body *a, scree_body *b, scree_random *r)
{
    static const double rounding[5] = { 0.0, 0.0, 0x1p-52, -0x1p-52, 1e-10 };
    const bool on_lattice = random_below(r, 2) == 0;
    scree_vec3 at = s3(0.0, 0.0, 1.0 + rounding[random_below(r, 5)]);
    at.x = on_lattice ? 0.125 * (random_below(r, 5) - 2) : random_between(r, -0.25, 0.25);
    at.y = on_lattice ? 0.125 * (random_below(r, 3) - 1) : random_between(r, -0.125, 0.125);
    const double c = 0.7071067811865476;
    const scree_quat turned[4] = { { 1, 0, 0, 0 }, { c, 0, 0, c }, { 0, 0, 0, 1 }, { 0, 1, 0, 0 } };
    *a = scree_body_at(a->shape, s3(0.0, 0.0, 0.0));
    *b = scree_body_at(b->shape, at);
    b->orientation = turned[random_below(r, 4)];
}

static void check_proof(const scree_body *a, const scree_body *b, const scree_contact *x, int number)
{
    scree_verification proof;
    CHECK(scree_verify(a, b, x, NULL, &proof) == SCREE_OK);
    CHECK_MSG(proof.verdict == SCREE_PROVEN, "pair %d: %s", number, scree_verdict_name(proof.verdict));
    CHECK_MSG(x->status == SCREE_OK && x->feature_a == SCREE_FEATURE_FACE && x->feature_b == SCREE_FEATURE_FACE,
              "pair %d: features %d and %d", number, x->feature_a, x->feature_b);
}

int main(void)
{
    scree_shape *shapes[KINDS];
    for (int i = 0; i < KINDS; ++i) shapes[i] = make_shape(i);
    const int count = (int)check_scaled(20000);
    int answered = 0;
    for (int i = 0; i < count; ++i) {
        scree_random r = random_stream(7, 1, (uint64_t)i);
        scree_body body[2] = { { .shape = shapes[random_below(&r, KINDS)] },
                               { .shape = shapes[random_below(&r, KINDS)] } };
        place(&body[0], &body[1], &r);
        scree_contact cold, direct, many, warm;
        scree_cache cache = { 0 };
        scree_query_options options = scree_query_defaults();
        CHECK(scree_query(&body[0], &body[1], &options, &cold) == SCREE_OK);
        check_proof(&body[0], &body[1], &cold, i);
        answered += scree_hull_pair(&body[0], &body[1], -1.0, NULL, &direct);
        const scree_pair pair = { .a = 0, .b = 1 };
        scree_batch batch = { .bodies = body, .body_count = 2, .pairs = &pair, .pair_count = 1, .threads = 1 };
        batch.scratch_size = scree_batch_scratch(&batch);
        batch.scratch = malloc(batch.scratch_size);
        CHECK(scree_query_batch(&batch, &options, &many) == SCREE_OK);
        free(batch.scratch);
        CHECK_MSG(memcmp(&cold, &many, sizeof cold) == 0, "pair %d: another answer in a batch", i);
        options.cache = &cache;
        for (int k = 0; k < 2; ++k) CHECK(scree_query(&body[0], &body[1], &options, &warm) == SCREE_OK);
        warm.iterations = cold.iterations;
        CHECK_MSG(memcmp(&cold, &warm, sizeof cold) == 0, "pair %d: another answer with a cache", i);
    }
    CHECK_MSG(answered >= 0.99 * count, "the kernels answer %d of %d pairs", answered, count);
    printf("%d of %d answered by the kernels\n", answered, count);
    for (int i = 0; i < KINDS; ++i) scree_shape_destroy(shapes[i]);
    return check_done();
}
