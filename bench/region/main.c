// scree-bench-region: what the region of a contact costs besides the query itself, in units of ODE's box-box in the same
// run: the pairs, the adaptor and the turns of scree-bench's set of boxes that overlap by 1 %. One core, batches, contacts that
// are known. Both sides go through all pairs, from two bodies with their poses, in each turn; the best turn counts.
//
//   scree-bench-region [TURNS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"
#include "race.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/verified.h"
#include "scree/scree.h"
#include "stopwatch.h"

enum { PAIRS = 5000, VERTICES = 20, POOL = 32, TURNS = 50 };

typedef enum region_shapes { CUBES, HULLS, CUBE_ON_PLANE } region_shapes;
typedef enum region_work { PRESSURE, VOLUME } region_work;

// A row of the table: what is asked, about what, and the most that it may cost.
typedef struct region_row {
    const char *name;
    region_work work;
    region_shapes shapes;
    double depth; // of a size of about 1
    double tilt;  // of faces at rest; negative: any orientation
    double wanted;
} region_row;

static const region_row rows[] = {
    { "pressure field, cubes, any pose, 1 % in", PRESSURE, CUBES, 1e-2, -1.0, 0.75 },
    { "pressure field, cubes at rest, tilt 1e-3, 0.1 % in", PRESSURE, CUBES, 1e-3, 1e-3, 0.75 },
    { "pressure field, cubes at rest, level, 1 % in", PRESSURE, CUBES, 1e-2, 0.0, 0.75 },
    { "pressure field, 20 vertices, any pose, 1 % in", PRESSURE, HULLS, 1e-2, -1.0, 4.0 },
    { "pressure field, cube on a plane, tilt 1e-3, 0.1 % in", PRESSURE, CUBE_ON_PLANE, 1e-3, 1e-3, 0.5 },
    { "pressure field, cube on a plane, any pose, 1 % in", PRESSURE, CUBE_ON_PLANE, 1e-2, -1.0, 0.5 },
    { "shared volume, cubes, any pose, 1 % in", VOLUME, CUBES, 1e-2, -1.0, 1.5 },
    { "shared volume, 20 vertices, any pose, 1 % in", VOLUME, HULLS, 1e-2, -1.0, 5.0 },
};

typedef struct region_set {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_contact contacts[PAIRS];
    scree_pressure fields[PAIRS];
    scree_overlap_volume_result volumes[PAIRS];
    scree_shape *cube, *plane, *hulls[POOL];
} region_set;

static scree_shape *make_hull(scree_random *r)
{
    scree_vec3 p[VERTICES];
    for (int i = 0; i < VERTICES; ++i) p[i] = s3_scale(random_direction(r), 0.6);
    return scree_polyhedron_create(p, VERTICES, 0.0, NULL);
}

static bool make_shapes(region_set *s)
{
    scree_random r = random_stream(9, 1, 0);
    s->cube = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    s->plane = scree_half_space_create(s3(0, 0, 1), 0.0, 0.0, NULL);
    bool ok = s->cube != NULL && s->plane != NULL;
    for (int i = 0; i < POOL; ++i) {
        s->hulls[i] = make_hull(&r);
        ok = ok && s->hulls[i] != NULL;
    }
    return ok;
}

// Above each other: tilted by that much, or any way round.
static void place(const region_row *row, scree_random *r, scree_body *a, scree_body *b)
{
    const double yaw = random_between(r, 0.0, 6.283185307179586), way = random_between(r, 0.0, 6.283185307179586);
    const scree_vec3 aside = random_in_cube(r, -0.6, 0.6), far = random_direction(r);
    const scree_quat rotation_a = random_rotation(r), rotation_b = random_rotation(r);
    const bool rests = row->tilt >= 0.0;
    const scree_quat lean = quat_about(s3(cos(way), sin(way), 0.0), row->tilt);
    b->orientation = rests ? quat_times(lean, quat_about(s3(0, 0, 1), yaw)) : rotation_b;
    b->position = rests ? s3(aside.x, aside.y, 1.5) : row->shapes == CUBE_ON_PLANE ? s3(0, 0, 2) : s3_scale(far, 3.0);
    if (!rests && row->shapes != CUBE_ON_PLANE) a->orientation = rotation_a;
}

static void press(const scree_body *a, scree_body *b, double depth)
{
    for (int i = 0; i < 40; ++i) {
        scree_contact c;
        if (scree_verified_query(a, b, NULL, &c) != SCREE_OK || fabs(c.distance + depth) <= 0.01 * depth) return;
        b->position = s3_add(b->position, s3_scale(c.normal, -(c.distance + depth)));
    }
}

static const scree_shape *shape_of(const region_row *row, const region_set *s, bool second, scree_random *r)
{
    const int number = random_below(r, POOL);
    if (row->shapes == HULLS) return s->hulls[number];
    return second || row->shapes == CUBES ? s->cube : s->plane;
}

static void make_set(const region_row *row, region_set *s)
{
    scree_random r = random_stream(9, 0, (uint64_t)(row - rows));
    for (int i = 0; i < PAIRS; ++i) {
        scree_body *a = &s->bodies[2 * i], *b = &s->bodies[2 * i + 1];
        *a = scree_body_at(shape_of(row, s, false, &r), s3(0, 0, 0));
        *b = scree_body_at(shape_of(row, s, true, &r), s3(0, 0, 0));
        place(row, &r, a, b);
        press(a, b, row->depth);
        s->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        (void)scree_verified_query(a, b, NULL, &s->contacts[i]);
    }
}

// ns a pair.
static double time_scree(const region_row *row, region_set *s, int turns)
{
    scree_batch batch = { .bodies = s->bodies, .body_count = 2 * PAIRS, .pairs = s->pairs, .pair_count = PAIRS };
    batch.threads = 1;
    batch.scratch_size =
        row->work == PRESSURE ? scree_pressure_batch_scratch(&batch) : scree_overlap_volume_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    double best = (double)INFINITY;
    for (int i = 0; i < turns && batch.scratch != NULL; ++i) {
        const double start = scree_stopwatch_now();
        if (row->work == PRESSURE)
            (void)scree_pressure_batch(&batch, s->contacts, NULL, s->fields);
        else
            (void)scree_overlap_volume_batch(&batch, s->contacts, s->volumes);
        best = fmin(best, scree_stopwatch_now() - start);
    }
    free(batch.scratch);
    return 1e9 * best / PAIRS;
}

// ns a pair of scree-bench's set "boxes", 1 % in; 0 on failure.
static double time_ode(int turns)
{
    const bench_set *set = NULL;
    for (int i = 0; i < bench_set_count(); ++i)
        if (strcmp(bench_set_at(i)->group, "primitives, 1 % in") == 0 && strcmp(bench_set_at(i)->name, "boxes") == 0)
            set = bench_set_at(i);
    bench_pairs pairs = { .count = 0 };
    bench_entry ode = { .peer = &bench_ode };
    bool whole = set != NULL && bench_pairs_open(&pairs, set, PAIRS, 1);
    if (whole) ode.state = bench_ode.open(&pairs);
    ode.answers = calloc(PAIRS, sizeof *ode.answers);
    whole = whole && ode.state != NULL && ode.answers != NULL && bench_race(&ode, 1, turns);
    if (ode.state != NULL) bench_ode.close(ode.state);
    free(ode.answers);
    if (set != NULL) bench_pairs_close(&pairs);
    return whole ? 1e9 * ode.time.best / PAIRS : 0.0;
}

int main(int argc, char **argv)
{
    const int turns = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : TURNS;
    region_set *s = calloc(1, sizeof *s);
    if (s == NULL || !make_shapes(s)) return EXIT_FAILURE;
    (void)bench_pin();
    const double unit = time_ode(turns);
    if (!(unit > 0.0)) {
        fprintf(stderr, "scree-bench-region: ODE did not run\n");
        return EXIT_FAILURE;
    }
    printf("ODE's box-box, boxes in any pose, 1 %% in: %.0f ns\n\n", unit);
    printf("| work | ns a contact | over ODE's box-box | at most | holds |\n| --- | --: | --: | --: | --- |\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        make_set(&rows[i], s);
        const double cost = time_scree(&rows[i], s, turns);
        printf("| %s | %.0f | %.2f | %.2f | %s |\n", rows[i].name, cost, cost / unit, rows[i].wanted,
               cost <= rows[i].wanted * unit ? "yes" : "NO");
        (void)fflush(stdout);
    }
    for (int i = 0; i < POOL; ++i) scree_shape_destroy(s->hulls[i]);
    scree_shape_destroy(s->cube);
    scree_shape_destroy(s->plane);
    free(s);
    return EXIT_SUCCESS;
}
