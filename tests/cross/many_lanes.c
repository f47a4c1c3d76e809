// Small hulls, many pairs side by side: for every class of pairs and for families of awkward ones, what the kernel
// answers is right by the oracle, in every field; it is the same bytes at every width, alone and among others, in any
// order; with A and B exchanged, or in another unit, nothing else changes; poses that are none are left. Of the usual
// pairs, most are answered; those that the warm kernel finishes in a batch are right too.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "many_families.h"
#include "oracle/contact.h"
#include "oracle/solid.h"
#include "pair/answer.h"
#include "pair/pair.h"
#include "shape/shape.h"

enum { SEED = 91, WIDTHS = 4, MOST = SCREE_MOST_WORK, SCRATCH = 1 << 22 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

typedef struct pair_set {
    const char *name;
    scree_scene *scene;
    oracle_hull **hulls; // as they are needed
    int count;
    int solid[2 * MOST]; // of each body
    scree_body bodies[2 * MOST];
    scree_pair pairs[MOST];
    scree_contact expected[MOST];
    bool answered[MOST];
    oracle_pair placed;
    void *scratch;
} pair_set;

// What a kernel said of some pairs.
typedef struct reply {
    scree_contact results[MOST];
    bool answered[MOST];
} reply;

static long asked, answer_count, deep; // pairs in all; those that have an answer; overlapping ones among these

// ------------------------------------------------------------------------------------------------- asking a kernel

// The pairs of these numbers, in this order.
static void query(const scree_batch *batch, const scree_kernels *k, const int32_t *numbers, int count, reply *out)
{
    int32_t left[MOST];
    scree_cache guesses[MOST];
    scree_lane_work work = { .batch = batch, .tolerance = -1.0, .pairs = numbers, .count = count };
    work.results = out->results;
    for (int i = 0; i < count; ++i) {
        memset(&out->results[numbers[i]], 0x55, sizeof out->results[0]);
        out->answered[numbers[i]] = true;
    }
    const int rest = k->many(&work, guesses, left);
    for (int i = 0; i < rest; ++i) out->answered[left[i]] = false;
}

static scree_batch batch_of(const pair_set *p)
{
    scree_batch batch = { .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs };
    batch.pair_count = (size_t)p->count;
    batch.threads = 1;
    batch.scratch = p->scratch;
    batch.scratch_size = SCRATCH;
    return batch;
}

static void in_order(int32_t *numbers, int count)
{
    for (int i = 0; i < count; ++i) numbers[i] = i;
}

// The answer in a unit that is 1 / k; a 0 has no sign.
static void rescale(scree_contact *x, double k)
{
    const scree_vec3 none = { 0, 0, 0 };
    x->normal = s3_add(x->normal, none);
    x->distance *= k;
    x->lower *= k;
    x->upper *= k;
    x->point_a = s3_add(s3_scale(x->point_a, k), none);
    x->point_b = s3_add(s3_scale(x->point_b, k), none);
    x->point = s3_add(s3_scale(x->point, k), none);
}

static void compare(const pair_set *p, int i, bool answered, const scree_contact *x, const char *what)
{
    CHECK_MSG(answered == p->answered[i], "%s, pair %d: answered or not, %s", p->name, i, what);
    if (answered && p->answered[i])
        CHECK_MSG(memcmp(x, &p->expected[i], sizeof *x) == 0, "%s, pair %d: %.17g, and %.17g %s", p->name, i,
                  p->expected[i].distance, x->distance, what);
}

static void shuffle(int32_t *numbers, int count, scree_random *r)
{
    for (int i = count - 1; i > 0; --i) {
        const int j = random_below(r, i + 1);
        const int32_t kept = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = kept;
    }
}

static void compare_single(const pair_set *p, const scree_kernels *k, int i)
{
    const int32_t first = 0;
    scree_batch one = batch_of(p);
    reply x;
    one.pairs += i;
    query(&one, k, &first, 1, &x);
    compare(p, i, x.answered[0], &x.results[0], "alone");
}

// All together, in other orders and one by one, at each width.
static void compare_groups(pair_set *p, scree_random *r)
{
    const scree_batch batch = batch_of(p);
    int32_t numbers[MOST];
    in_order(numbers, p->count);
    bool first = true;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        reply x;
        if (k == NULL) continue;
        query(&batch, k, numbers, p->count, &x);
        if (first) {
            memcpy(p->expected, x.results, sizeof x.results);
            memcpy(p->answered, x.answered, sizeof x.answered);
        }
        first = false;
        for (int i = 0; i < p->count; ++i) compare(p, i, x.answered[i], &x.results[i], "at another width and place");
        for (int i = 0; i < p->count; ++i) compare_single(p, k, i);
        shuffle(numbers, p->count, r);
    }
}

// With A and B exchanged.
static void compare_exchanged(const pair_set *p)
{
    scree_batch batch = batch_of(p);
    scree_pair pairs[MOST];
    int32_t numbers[MOST];
    reply x;
    in_order(numbers, p->count);
    for (int i = 0; i < p->count; ++i) pairs[i] = (scree_pair){ .a = p->pairs[i].b, .b = p->pairs[i].a };
    batch.pairs = pairs;
    query(&batch, scree_kernels_best(), numbers, p->count, &x);
    for (int i = 0; i < p->count; ++i) {
        scree_contact_flip(&x.results[i]);
        rescale(&x.results[i], 1.0);
        compare(p, i, x.answered[i], &x.results[i], "with A and B exchanged");
    }
}

// In another unit. Which body comes first may be left to a sum over the numbers of the shapes, which has no unit.
static void compare_scaled(const pair_set *p, double k)
{
    scree_body bodies[2 * MOST];
    scree_shape *shapes[2 * MOST] = { NULL };
    int32_t numbers[MOST];
    reply x;
    in_order(numbers, p->count);
    for (int i = 0; i < 2 * p->count; ++i) {
        bodies[i] = p->bodies[i];
        bodies[i].position = s3_scale(bodies[i].position, k);
        bodies[i].shape = shapes[i] = scree_oracle_solid_scaled(&p->scene->solids[p->solid[i]], k);
        if (!CHECK(shapes[i] != NULL)) return;
    }
    scree_batch batch = batch_of(p);
    batch.bodies = bodies;
    query(&batch, scree_kernels_best(), numbers, p->count, &x);
    for (int i = 0; i < p->count; ++i) {
        const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
        if (scree_pair_in_order(a, b) != scree_pair_in_order(&bodies[2 * i], &bodies[2 * i + 1])) continue;
        rescale(&x.results[i], 1.0 / k);
        compare(p, i, x.answered[i], &x.results[i], "in another unit");
    }
    for (int i = 0; i < 2 * p->count; ++i) scree_shape_destroy(shapes[i]);
}

// ------------------------------------------------------------------------------------------------------ the oracle

static oracle_hull *hull_of(pair_set *p, int body)
{
    oracle_hull **hull = &p->hulls[p->solid[body]];
    if (*hull == NULL) *hull = scree_oracle_solid(&p->scene->solids[p->solid[body]]);
    return *hull;
}

static void judge(pair_set *p, int i, const scree_contact *x, const char *what)
{
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    const oracle_hull *s = hull_of(p, 2 * i), *t = hull_of(p, 2 * i + 1);
    if (!CHECK(s != NULL && t != NULL && scree_oracle_place(&p->placed, s, a, t, b))) return;
    const double size = scree_pair_size(a->shape, b->shape);
    const oracle_report r = scree_oracle_judge(&p->placed, x, size, 1e-12 * size);
    CHECK_MSG(r.fault == NULL && x->status == SCREE_OK,
              "%s, pair %d, %s: %s: %.17g, allowed %.17g; %.17g in [%.17g, %.17g], really %.17g", p->name, i, what,
              r.fault, r.fault_value, r.fault_bound, x->distance, x->lower, x->upper, r.distance);
}

static void judge_all(pair_set *p)
{
    for (int i = 0; i < p->count; ++i) {
        ++asked;
        if (!p->answered[i]) continue;
        ++answer_count;
        deep += p->expected[i].distance < 0.0;
        judge(p, i, &p->expected[i], "side by side");
    }
}

// Boxes that overlap have a kernel of their own, which comes first.
static bool is_for_boxes(const pair_set *p, int i)
{
    return p->bodies[2 * i].shape->is_box && p->bodies[2 * i + 1].shape->is_box;
}

// The whole batch: what the kernel answers is taken as it is; what others finish is right too. The kernel for single pairs answers
// batches of a few, with the same bits but for `iterations`.
static void judge_batch(pair_set *p)
{
    scree_contact results[MOST];
    const scree_batch batch = batch_of(p);
    (void)scree_query_batch(&batch, NULL, results);
    for (int i = 0; i < p->count; ++i) {
        if (p->answered[i] && !is_for_boxes(p, i)) {
            results[i].iterations = p->expected[i].iterations;
            CHECK(memcmp(&results[i], &p->expected[i], sizeof results[i]) == 0);
        } else {
            judge(p, i, &results[i], "finished by others");
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- piles

static bool open_set(pair_set *p, const char *name, scree_scene *scene)
{
    p->name = name;
    p->scene = scene;
    p->count = 0;
    p->hulls = scene != NULL ? calloc((size_t)scene->solid_count, sizeof *p->hulls) : NULL;
    return CHECK(p->hulls != NULL);
}

static void close_set(pair_set *p)
{
    scree_oracle_solids_free(p->scene, p->hulls);
    scree_scene_close(p->scene);
    scree_oracle_pair_free(&p->placed);
    p->placed = (oracle_pair){ 0 };
}

static void add_pair(pair_set *p, int a, int b)
{
    const int i = p->count++;
    p->solid[2 * i] = a;
    p->solid[2 * i + 1] = b;
    for (int k = 2 * i; k <= 2 * i + 1; ++k)
        p->bodies[k] = scree_body_at(p->scene->solids[p->solid[k]].shape, s3(0, 0, 0));
    p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
}

static void check_set(pair_set *p, bool whole, scree_random *r)
{
    compare_groups(p, r);
    if (whole) judge_batch(p);
    for (int i = 0; i < p->count; ++i) rescale(&p->expected[i], 1.0); // from here on, a 0 has no sign
    compare_exchanged(p);
    compare_scaled(p, random_below(r, 2) == 0 ? 0x1p-20 : 0x1p7);
    judge_all(p);
}

static void check_family(pair_set *p, family f, long pairs)
{
    scree_random r = random_stream(SEED, 1, (uint64_t)f);
    if (!open_set(p, family_name[f], family_scene(f, &r))) return;
    for (long done = 0; done < pairs; done += p->count) {
        for (p->count = 0; p->count < MOST && done + p->count < pairs;) {
            const int a = random_below(&r, SOLIDS), b = random_below(&r, SOLIDS);
            add_pair(p, a, random_below(&r, 4) == 0 ? a : b);
            scree_body *const last = &p->bodies[2 * p->count - 2];
            place(&last[0], &last[1], &r);
            if ((f == BENT && a % 2 == 0) || (f == NARROW && a % 3 == 0))
                place_under_narrow(f, &p->scene->solids[a], &p->scene->solids[p->solid[2 * p->count - 1]], &last[0],
                                   &last[1], &r);
        }
        check_set(p, false, &r);
    }
    close_set(p);
}

static void check_class(pair_set *p, int class_number, long pairs)
{
    scree_random r = random_stream(SEED, 2, (uint64_t)class_number);
    if (!open_set(p, scree_scene_class_name(class_number), scree_scene_open(class_number, SEED, NULL))) return;
    for (long n = 0; n < pairs && p->count < MOST; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(p->scene, (uint64_t)n, &pose);
        add_pair(p, pose.a, pose.b);
        p->bodies[2 * p->count - 2] = pose.body_a;
        p->bodies[2 * p->count - 1] = pose.body_b;
    }
    check_set(p, false, &r);
    close_set(p);
}

// Pairs with a pose that is none are left, and do no harm to those beside them.
static void check_invalid(pair_set *p)
{
    scree_random r = random_stream(SEED, 3, 0);
    const double bad[4] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 1e61 };
    if (!open_set(p, "invalid", family_scene(TETRAHEDRA, &r))) return;
    while (p->count < MOST) {
        const int a = random_below(&r, SOLIDS);
        add_pair(p, a, random_below(&r, SOLIDS));
        place(&p->bodies[2 * p->count - 2], &p->bodies[2 * p->count - 1], &r);
    }
    compare_groups(p, &r);
    for (int i = 0; i < p->count; i += 3) {
        scree_body *b = &p->bodies[2 * i + i % 2];
        const int kind = i / 3;
        if (kind % 6 < 4) *(&b->position.x + kind % 3) = bad[kind % 4];
        if (kind % 6 == 4) b->orientation = (scree_quat){ 0, 0, 0, 0 };
        if (kind % 6 == 5) b->orientation.x = bad[kind % 3];
        p->answered[i] = false;
    }
    const scree_batch batch = batch_of(p);
    int32_t numbers[MOST];
    in_order(numbers, p->count);
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        reply x;
        if (k == NULL) continue;
        query(&batch, k, numbers, p->count, &x);
        for (int i = 0; i < p->count; ++i) compare(p, i, x.answered[i], &x.results[i], "beside poses that are none");
    }
    close_set(p);
}

// ------------------------------------------------------------------------------------------------- the usual pairs

// Vertices on a sphere, or cubes, at a distance in units of the pair's size; how many shall be answered at least; of how
// many pairs one is 1 % in all the same.
typedef struct usual_set {
    const char *name;
    int vertices;
    double gap, part;
    int among;
} usual_set;

static const usual_set usual[] = {
    { "4 vertices apart", 4, 0.1, 0.97, 0 },     { "4 vertices 1 % in", 4, -0.01, 0.9, 0 },
    { "cubes apart", 8, 0.1, 0.97, 0 },          { "cubes 1 % in", 8, -0.01, 0.9, 0 },
    { "14 vertices apart", 14, 0.1, 0.95, 0 },   { "14 vertices 1 % in", 14, -0.01, 0.6, 0 },
    { "20 vertices apart", 20, 0.1, 0.95, 0 },   { "20 vertices 1 % in", 20, -0.01, 0.65, 0 },
    { "4 vertices, some in", 4, 0.1, 0.96, 9 },  { "cubes, some in", 8, 0.1, 0.96, 3 },
    { "14 vertices, some in", 14, 0.1, 0.9, 5 },
};

static void check_usual(pair_set *p, int number, int pairs)
{
    const usual_set *u = &usual[number];
    scree_random r = random_stream(SEED, 4, (uint64_t)number);
    scree_scene *scene = empty_scene(SOLIDS);
    for (int i = 0; i < SOLIDS; ++i) {
        scree_vec3 x[LARGEST];
        const int count = u->vertices == 8 ? box_points(x, s3(0.5, 0.5, 0.5)) : hull_points(x, u->vertices, &r);
        if (!CHECK(add_solid(scene, x, count, 1.0, 0.0))) return;
    }
    if (!open_set(p, u->name, scene)) return;
    while (p->count < pairs && p->count < MOST) {
        const int a = random_below(&r, SOLIDS), i = p->count;
        add_pair(p, a, random_below(&r, SOLIDS));
        const double size = scree_pair_size(p->bodies[2 * i].shape, p->bodies[2 * i + 1].shape);
        for (int k = 2 * i; k <= 2 * i + 1; ++k) p->bodies[k].orientation = random_rotation(&r);
        p->bodies[2 * i + 1].position = s3_scale(random_direction(&r), size);
        const bool in = u->among != 0 && i % u->among == 0;
        settle(&p->bodies[2 * i], &p->bodies[2 * i + 1], (in ? -0.01 : u->gap) * size);
    }
    check_set(p, true, &r);
    int count = 0;
    for (int i = 0; i < p->count; ++i) count += p->answered[i];
    printf("%s: %d of %d answered\n", u->name, count, p->count);
    CHECK_MSG(check_scale() < 0.5 || count >= u->part * p->count, "%s: %d of %d answered", u->name, count, p->count);
    close_set(p);
}

int main(void)
{
    enum { OWN = 192, OF_CLASS = 48, USUAL = sizeof usual / sizeof *usual };
    pair_set *p = calloc(1, sizeof *p);
    void *scratch = malloc(SCRATCH);
    if (p == NULL || scratch == NULL) exit(EXIT_FAILURE);
    p->scratch = scratch;
    for (int f = 0; f < FAMILIES; ++f) check_family(p, (family)f, check_scaled(f == LARGE_HULLS ? OWN / 8 : OWN));
    for (int c = 0; c < scree_scene_class_count(); ++c)
        if (scree_scene_class_group(c) == SCREE_SCENE_POLYHEDRA) check_class(p, c, check_scaled(OF_CLASS));
    for (int i = 0; i < USUAL; ++i) check_usual(p, i, (int)check_scaled(MOST));
    check_invalid(p);
    printf("of %ld pairs, %ld were answered, %ld of them overlapping\n", asked, answer_count, deep);
    free(scratch);
    free(p);
    return check_done();
}
