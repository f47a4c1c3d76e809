// scree-golden: one hash for each kind of pair and each way to ask. A change that should change no answer changes none of
// them.
//
//   scree-golden-8             prints the rows: group, way, hash
//   scree-golden-8 FILE        compares with the rows in FILE; exit status 1 where one differs, 77 where the machine's libm
//                              rounds otherwise than the one that FILE was made with, so that no row can be compared
//
// The number in the program's name is the most lanes that it uses. Scenes are drawn with the libm of the machine, whose last
// digits differ between versions and processors: the row `libm` is a hash of its results.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/ellipsoids.h"
#include "scenes/superquadrics.h"
#include "scree/batch.h"
#include "scree/method.h"

enum { SEED = 42, PAIRS = 40, METHOD_PAIRS = 6, ROWS_MAX = 512, MISMATCH = 1, CANNOT_COMPARE = 77 };

typedef struct row {
    char group[24], way[40];
    uint64_t hash;
} row;

typedef struct table {
    row rows[ROWS_MAX];
    int count;
} table;

// FNV-1a, which knows no order of bytes but the one they come in.
static void hash_bytes(uint64_t *hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        unsigned char byte;
        memcpy(&byte, (const unsigned char *)data + i, 1);
        *hash = (*hash ^ byte) * 0x100000001b3u;
    }
}

static void hash_numbers(uint64_t *hash, const double *numbers, int count)
{
    hash_bytes(hash, numbers, (size_t)count * sizeof *numbers);
}

static void hash_integers(uint64_t *hash, const int32_t *integers, int count)
{
    hash_bytes(hash, integers, (size_t)count * sizeof *integers);
}

static void hash_vector(uint64_t *hash, scree_vec3 v)
{
    const double numbers[3] = { v.x, v.y, v.z };
    hash_numbers(hash, numbers, 3);
}

// Field by field, so that the hash does not depend on how the structs are laid out.
static void hash_contact(uint64_t *hash, const scree_contact *x, const scree_counts *n)
{
    const double distances[3] = { x->distance, x->lower, x->upper };
    const int32_t what[8] = { (int32_t)x->feature_a, (int32_t)x->feature_b, x->index_a,         x->index_b,
                              x->iterations,         (int32_t)x->state,     (int32_t)x->status, n->cut_short };
    const int32_t counts[8] = { n->gjk_updates,     n->epa_iterations, n->perturbations, n->candidates,
                                n->link_iterations, n->ph_case,        x->beyond,        0 };
    hash_numbers(hash, distances, 3);
    hash_vector(hash, x->normal);
    hash_vector(hash, x->point_a);
    hash_vector(hash, x->point_b);
    hash_vector(hash, x->point);
    hash_numbers(hash, &x->patch_area, 1);
    hash_integers(hash, what, 8);
    hash_integers(hash, counts, 8);
}

static void hash_cache(uint64_t *hash, const scree_cache *c)
{
    const float numbers[4] = { c->axis[0], c->axis[1], c->axis[2], c->distance };
    const int32_t what[7] = { c->feature_a, c->feature_b, c->index_a, c->index_b, c->vertex_a, c->vertex_b, c->filled };
    hash_bytes(hash, numbers, sizeof numbers);
    hash_integers(hash, what, 7);
}

static uint64_t *hash_of(table *t, const char *group, const char *way)
{
    for (int i = 0; i < t->count; ++i) {
        if (strcmp(t->rows[i].group, group) == 0 && strcmp(t->rows[i].way, way) == 0) return &t->rows[i].hash;
    }
    if (t->count == ROWS_MAX) {
        fputs("scree-golden: more rows than there is room for\n", stderr);
        exit(2);
    }
    row *fresh = &t->rows[t->count++];
    snprintf(fresh->group, sizeof fresh->group, "%s", group);
    snprintf(fresh->way, sizeof fresh->way, "%s", way);
    fresh->hash = 0xcbf29ce484222325u;
    return &fresh->hash;
}

// --- asking

typedef struct pairs {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS];
    scree_contact results[PAIRS];
    void *scratch;
    size_t scratch_size;
} pairs;

static void query(pairs *p, int i, const scree_query_options *options, scree_contact *out)
{
    scree_query_options o = *options;
    const scree_body *a = &p->bodies[2 * i], *b = &p->bodies[2 * i + 1];
    size_t need = scree_query_scratch(a->shape, b->shape);
    if (need > p->scratch_size) {
        free(p->scratch);
        p->scratch = malloc(need);
        p->scratch_size = p->scratch != NULL ? need : 0;
    }
    o.scratch = p->scratch;
    o.scratch_size = p->scratch_size;
    scree_query(a, b, &o, out);
}

static void query_batch(pairs *p, const scree_query_options *options, bool caches)
{
    scree_batch batch = { .bodies = p->bodies,
                          .body_count = 2 * (size_t)PAIRS,
                          .pairs = p->pairs,
                          .pair_count = PAIRS,
                          .threads = 1,
                          .caches = caches ? p->caches : NULL };
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    scree_query_batch(&batch, options, p->results);
    free(batch.scratch);
}

static void add_results(table *t, const char *group, const char *way, const pairs *p)
{
    uint64_t *hash = hash_of(t, group, way);
    const scree_counts none = { 0 };
    for (int i = 0; i < PAIRS; ++i) hash_contact(hash, &p->results[i], &none);
}

static void add_singles(table *t, const char *group, const char *way, pairs *p, scree_query_options options, bool warm)
{
    for (int i = 0; i < PAIRS; ++i) {
        if (warm) options.cache = &p->caches[i];
        query(p, i, &options, &p->results[i]);
    }
    add_results(t, group, way, p);
}

static void add_methods(table *t, const char *group, pairs *p)
{
    for (int m = 1; m < scree_method_count(); ++m) {
        const scree_method *method = scree_method_at(m);
        scree_query_options options = scree_query_defaults();
        scree_counts counts = { 0 };
        const scree_paper paper = { .counts = &counts };
        options.method = method;
        options.paper = &paper;
        for (int i = 0; i < METHOD_PAIRS; ++i) {
            scree_contact out;
            if (!method->serves(p->bodies[2 * i].shape, p->bodies[2 * i + 1].shape)) continue;
            query(p, i, &options, &out);
            hash_contact(hash_of(t, group, method->name), &out, &counts);
        }
    }
}

static void add_class(table *t, const char *group, pairs *p)
{
    scree_query_options options = scree_query_defaults(), margin = options;
    margin.within = true;
    margin.margin = 0.01 * scree_pair_size(p->bodies[0].shape, p->bodies[1].shape);
    memset(p->caches, 0, sizeof p->caches);
    add_singles(t, group, "single", p, options, false);
    add_singles(t, group, "single, margin", p, margin, false);
    add_singles(t, group, "single, cold cache", p, options, true);
    add_singles(t, group, "single, warm", p, options, true);
    for (int i = 0; i < PAIRS; ++i) hash_cache(hash_of(t, group, "caches"), &p->caches[i]);
    memset(p->caches, 0, sizeof p->caches);
    query_batch(p, &options, false);
    add_results(t, group, "batch", p);
    query_batch(p, &margin, false);
    add_results(t, group, "batch, margin", p);
    query_batch(p, &options, true);
    query_batch(p, &options, true);
    add_results(t, group, "batch, warm", p);
    add_methods(t, group, p);
}

// --- scenes

typedef scree_scene *open_fn(int class_number, uint64_t seed, scree_error *error);
typedef void pair_fn(const scree_scene *scene, uint64_t number, scree_scene_pose *out);

static void run_class(table *t, const char *group, int class_number, open_fn *open, pair_fn *pair)
{
    static pairs p;
    scree_error error;
    scree_scene *scene = open(class_number, SEED, &error);
    if (scene == NULL) {
        fprintf(stderr, "scree-golden: %s, class %d: %s\n", group, class_number, error.message);
        exit(2);
    }
    for (int i = 0; i < PAIRS; ++i) {
        scree_scene_pose pose;
        pair(scene, (uint64_t)i, &pose);
        p.bodies[2 * i] = pose.body_a;
        p.bodies[2 * i + 1] = pose.body_b;
        p.pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
    }
    add_class(t, group, &p);
    scree_scene_close(scene);
}

static void run_all(table *t)
{
    static const char *const groups[] = { "polyhedra", "planar", "round" };
    static const char *const smooth[] = { "superquadrics", "superquadric-mixed", "revolved" };
    for (int c = 0; c < scree_scene_class_count(); ++c)
        run_class(t, groups[scree_scene_class_group(c)], c, scree_scene_open, scree_scene_pair);
    for (int c = 0; c < scree_ellipsoid_class_count(); ++c)
        run_class(t, "ellipsoids", c, scree_ellipsoid_scene_open, scree_ellipsoid_scene_pair);
    for (int c = 0; c < scree_superquadric_class_count(); ++c) {
        run_class(t, smooth[scree_superquadric_class_group(c)], c, scree_superquadric_scene_open,
                  scree_superquadric_scene_pair);
    }
}

// The functions that scenes are drawn with.
static void add_libm(table *t)
{
    uint64_t *hash = hash_of(t, "libm", "results");
    for (int i = 0; i < 4096; ++i) {
        double x = 0.001 * i, y = pow(10.0, 0.01 * i - 20.0),
               values[5] = { sin(x), cos(x), pow(x, 2.7), y, atan2(x, y) };
        hash_bytes(hash, values, sizeof values);
    }
}

// --- rows

static int compare(const table *t, const char *path)
{
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        perror(path);
        return 2;
    }
    char line[160];
    int kept = 0, different = 0;
    bool comparable = true;
    while (fgets(line, sizeof line, in) != NULL) {
        char *group = strtok(line, ";"), *way = strtok(NULL, ";"), *hash = strtok(NULL, ";\n");
        if (hash == NULL) continue;
        ++kept;
        for (int i = 0; i < t->count; ++i) {
            const row *r = &t->rows[i];
            if (strcmp(r->group, group) != 0 || strcmp(r->way, way) != 0) continue;
            if (r->hash == strtoull(hash, NULL, 16)) continue;
            if (strcmp(group, "libm") == 0) comparable = false;
            printf("%s, %s: differs\n", group, way);
            ++different;
        }
    }
    fclose(in);
    if (!comparable) {
        printf("another libm than the one that %s was made with: nothing can be compared\n", path);
        return CANNOT_COMPARE;
    }
    printf("%d rows, %d kept, %d differ\n", t->count, kept, different);
    return different == 0 && kept == t->count ? 0 : MISMATCH;
}

int main(int argc, char **argv)
{
    static table t;
    add_libm(&t);
    run_all(&t);
    if (argc > 1) return compare(&t, argv[1]);
    for (int i = 0; i < t.count; ++i)
        printf("%s;%s;%016llx\n", t.rows[i].group, t.rows[i].way, (unsigned long long)t.rows[i].hash);
    return 0;
}
