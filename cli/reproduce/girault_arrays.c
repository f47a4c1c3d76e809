// See girault_arrays.h.
#include "girault_arrays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "crew.h"
#include "girault.h"
#include "interrupt.h"
#include "scenes/place.h"

static const double fraction = 0.25;
static const double margin = 0.1; // (4.2) and (4.3): 0.2 of the equivalent radius

enum { MOST_ATTEMPTS = 1 << 24 }; // for one spheroid; some hundreds is usual at this volume fraction

scree_shape *scree_girault_spheroid(double aspect, double diameter, scree_error *error)
{
    double a = 0.5 * diameter * pow(aspect, 2.0 / 3.0), b = 0.5 * diameter * pow(aspect, -1.0 / 3.0);
    return scree_ellipsoid_create(s3(a, b, b), 0.0, error);
}

// --------------------------------------------------------------------------------------------------------- bodies

static bool go_on(void *user, size_t placed)
{
    (void)user;
    (void)placed;
    return !scree_cli_interrupted();
}

static bool place_bodies(girault_array *array, uint64_t seed, scree_error *error)
{
    const double side = array->length, one = 3.141592653589793 / 6.0;
    const size_t wanted = (size_t)(fraction * side * side * side / one);
    const scree_shape **shapes = malloc(wanted * sizeof *shapes);
    if (shapes == NULL) return false;
    for (size_t i = 0; i < wanted; ++i) shapes[i] = array->shape;
    packing_plan plan = { .box = { .size = s3(side, side, side) }, .shapes = shapes, .count = wanted, .seed = seed };
    plan.most_attempts = MOST_ATTEMPTS;
    plan.go_on = go_on;
    packing_end end = scree_adsorb(&plan, &array->packing);
    free(shapes);
    if (end == PACKING_COMPLETE) return true;
    if (end != PACKING_NO_MEMORY)
        snprintf(error->message, sizeof error->message, "%zu of %zu spheroids of aspect ratio %g found room",
                 array->packing.count, wanted, array->aspect);
    return false;
}

// ---------------------------------------------------------------------------------------------------------- pairs

typedef struct pair_list {
    packing_pair *pairs;
    size_t count, capacity;
} pair_list;

static bool keep_pair(void *user, packing_pair pair)
{
    pair_list *list = user;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 1024;
        packing_pair *more = realloc(list->pairs, capacity * sizeof *more);
        if (more == NULL) return false;
        list->pairs = more;
        list->capacity = capacity;
    }
    list->pairs[list->count++] = pair;
    return true;
}

static int part_of(const girault_array *array, packing_pair pair)
{
    return (int)((size_t)pair.b * ARRAY_PARTS / array->packing.count); // b is the later one
}

static int by_deferred(const void *x, const void *y)
{
    const packing_pair *p = x, *q = y;
    return p->b != q->b ? (p->b > q->b) - (p->b < q->b) : (p->a > q->a) - (p->a < q->a);
}

static bool find_pairs(girault_array *array)
{
    pair_list list = { .count = 0 };
    bool whole = scree_packing_pairs(&array->packing, margin, keep_pair, &list);
    if (whole && list.count > 0) qsort(list.pairs, list.count, sizeof *list.pairs, by_deferred);
    for (size_t i = 0; i < list.count; ++i) array->part_end[part_of(array, list.pairs[i])] = i + 1;
    for (int part = 1; part < ARRAY_PARTS; ++part)
        if (array->part_end[part] == 0) array->part_end[part] = array->part_end[part - 1];
    array->pairs = list.pairs;
    array->pair_count = list.count;
    return whole;
}

// --------------------------------------------------------------------------------------------------------- arrays

bool scree_girault_array_open(girault_array *array, double aspect, double length, uint64_t seed, scree_error *error)
{
    *array = (girault_array){ .aspect = aspect, .length = length };
    snprintf(error->message, sizeof error->message, "out of memory");
    array->shape = scree_girault_spheroid(aspect, 1.0, error);
    if (array->shape != NULL && place_bodies(array, seed, error) && find_pairs(array)) return true;
    scree_girault_array_close(array);
    return false;
}

void scree_girault_array_close(girault_array *array)
{
    scree_packing_free(&array->packing);
    free(array->pairs);
    scree_shape_destroy(array->shape);
    *array = (girault_array){ 0 };
}

void scree_girault_array_pair(const girault_array *array, size_t i, scree_body *a, scree_body *b)
{
    const packing_pair *pair = &array->pairs[i];
    *a = array->packing.bodies[pair->a];
    *b = scree_packing_image(&array->packing, *pair, NULL);
}

typedef struct arrays_job {
    girault_arrays *arrays;
    uint64_t seed;
    scree_error errors[ARRAY_LENGTHS * ARRAY_ASPECTS]; // empty: it is there
} arrays_job;

// The largest first, so that no thread is left with one at the end.
static void make_arrays(void *user, int hand, size_t first, size_t end)
{
    arrays_job *job = user;
    (void)hand;
    for (size_t i = first; i < end; ++i) {
        size_t length = ARRAY_LENGTHS - 1 - i / ARRAY_ASPECTS, aspect = ARRAY_ASPECTS - 1 - i % ARRAY_ASPECTS;
        if (scree_girault_array_open(&job->arrays->array[length][aspect], scree_girault_aspects[aspect],
                                     job->arrays->lengths[length], job->seed, &job->errors[i]))
            job->errors[i].message[0] = 0;
    }
}

static bool open_arrays(girault_arrays *arrays, const study_options *options, int lengths)
{
    static const double whole[ARRAY_LENGTHS] = { 10, 20, 30 }, quick[ARRAY_LENGTHS] = { 7, 10, 15 },
                        small[ARRAY_LENGTHS] = { 7, 8, 9 };
    enum { FEW_PAIRS = 10000 };
    bool few = options->pairs > 0 && options->pairs < FEW_PAIRS;
    arrays_job job = { .arrays = arrays, .seed = options->seed };
    memset(arrays, 0, sizeof *arrays);
    memcpy(arrays->lengths, few ? small : options->quick ? quick : whole, sizeof arrays->lengths);
    if (!scree_crew_run(options->threads, (size_t)lengths * ARRAY_ASPECTS, 1, make_arrays, &job, "arrays"))
        return false;
    for (int i = 0; i < lengths * ARRAY_ASPECTS; ++i) {
        if (job.errors[i].message[0] == 0) continue;
        scree_cli_trouble(&scree_cli_reproduce, "girault-2022: %s", job.errors[i].message);
        return false;
    }
    return true;
}

bool scree_girault_arrays_open(girault_arrays *arrays, const study_options *options)
{
    return open_arrays(arrays, options, ARRAY_LENGTHS);
}

bool scree_girault_arrays_open_largest(girault_arrays *arrays, const study_options *options)
{
    return open_arrays(arrays, options, 1);
}

void scree_girault_arrays_close(girault_arrays *arrays)
{
    for (int i = 0; i < ARRAY_LENGTHS; ++i)
        for (int k = 0; k < ARRAY_ASPECTS; ++k) scree_girault_array_close(&arrays->array[i][k]);
}
