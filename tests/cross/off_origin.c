// Hulls that do not hold the origin of their own frame, beside others that have few vertices, or many: what single
// calls and batches say is right by the oracle, in every field.
#include "check.h"
#include "many_families.h"
#include "oracle/contact.h"
#include "oracle/solid.h"
#include "scree/batch.h"

enum { SEED = 101, ROUNDS = 24, LOT = 64, SCRATCH = 1 << 22 };

// Of a few vertices, or a prism, or more, off by up to three radii.
static scree_scene *off_scene(scree_random *r)
{
    scree_scene *scene = empty_scene(SOLIDS);
    for (int i = 0; i < SOLIDS; ++i) {
        scree_vec3 p[LARGEST];
        const int count = i % 3 == 0   ? hull_points(p, 4 + random_below(r, 5), r)
                          : i % 3 == 1 ? prism_points(p, 5 + random_below(r, 10), random_between(r, 0.2, 1.0))
                                       : hull_points(p, 12 + random_below(r, 28), r);
        const scree_vec3 off = s3_scale(random_direction(r), random_between(r, 0.0, 3.0));
        for (int k = 0; k < count; ++k) p[k] = s3_add(p[k], off);
        if (!CHECK(add_solid(scene, p, count, random_below(r, 2) == 0 ? 1.0 : random_decade(r, -1, 1), 0.0))) exit(1);
    }
    return scene;
}

static void judge(oracle_pair *placed, oracle_hull **hulls, const int *solid, const scree_body *bodies,
                  const scree_contact *x, const char *what)
{
    if (!CHECK(scree_oracle_place(placed, hulls[solid[0]], &bodies[0], hulls[solid[1]], &bodies[1]))) return;
    const double size = scree_pair_size(bodies[0].shape, bodies[1].shape);
    const oracle_report r = scree_oracle_judge(placed, x, size, 1e-12 * size);
    CHECK_MSG(r.fault == NULL, "solids %d and %d, %s: %s: %.17g, allowed %.17g; %.17g in [%.17g, %.17g], really %.17g",
              solid[0], solid[1], what, r.fault, r.fault_value, r.fault_bound, x->distance, x->lower, x->upper,
              r.distance);
}

static void check_lot(scree_scene *scene, oracle_hull **hulls, void *scratch, scree_random *r)
{
    scree_body bodies[2 * LOT];
    scree_pair pairs[LOT];
    scree_contact single, results[LOT];
    int solid[2 * LOT];
    oracle_pair placed = { 0 };
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    for (int i = 0; i < LOT; ++i) {
        for (int k = 2 * i; k <= 2 * i + 1; ++k) {
            solid[k] = random_below(r, SOLIDS);
            bodies[k] = scree_body_at(scene->solids[solid[k]].shape, s3(0, 0, 0));
        }
        pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        place(&bodies[2 * i], &bodies[2 * i + 1], r);
    }
    const scree_batch batch = { .bodies = bodies,
                                .body_count = 2 * LOT,
                                .pairs = pairs,
                                .pair_count = LOT,
                                .threads = 1,
                                .scratch = scratch,
                                .scratch_size = SCRATCH };
    CHECK(scree_query_batch(&batch, NULL, results) == SCREE_OK);
    for (int i = 0; i < LOT; ++i) {
        judge(&placed, hulls, &solid[2 * i], &bodies[2 * i], &results[i], "in a batch");
        if (!CHECK(scree_query(&bodies[2 * i], &bodies[2 * i + 1], &o, &single) == SCREE_OK)) continue;
        judge(&placed, hulls, &solid[2 * i], &bodies[2 * i], &single, "alone");
    }
    scree_oracle_pair_free(&placed);
}

int main(void)
{
    void *scratch = malloc(SCRATCH);
    if (scratch == NULL) exit(EXIT_FAILURE);
    const long rounds = check_scaled(ROUNDS);
    for (long round = 0; round < rounds; ++round) {
        scree_random r = random_stream(SEED, (uint64_t)round, 0);
        scree_scene *scene = off_scene(&r);
        oracle_hull **hulls = scree_oracle_solids(scene);
        if (CHECK(hulls != NULL)) check_lot(scene, hulls, scratch, &r);
        scree_oracle_solids_free(scene, hulls);
        scree_scene_close(scene);
    }
    free(scratch);
    return check_done();
}
