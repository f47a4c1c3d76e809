// How much memory a run will take at its peak: what grains take in the simulation by rule of thumb, their shapes by what a
// sample of them takes. docs/scene.md says how near that comes.
#include "run/memory.h"

#include <math.h>
#include <stdlib.h>

#include "fill/make.h"
#include "scree/storage.h"

// Bytes, measured with 4,000 to 30,000 grains. Of a part: arrays, some ten pairs and a few contacts, as in a bed.
static const double of_program = 1.6e7, of_grain = 600.0, of_part = 2000.0, of_form = 450.0;
// How much the bytes of a shape grow to in a checkpoint that is being written, and as text in a trajectory.
static const double in_checkpoint = 1.5, in_trajectory = 2.8;

/// Of a body's surface in a frame: points, corners and polygons with their values. Of bodies that are not polyhedra as
/// measured.
static double bytes_of_surface(const scree_shape *shape)
{
    const int vertices = scree_shape_vertex_count(shape), edges = scree_shape_edge_count(shape);
    if (scree_shape_dimension(shape) == 2) return 1e3;
    if (vertices > 0 && scree_shape_rounding(shape) == 0.0)
        return 12.0 * vertices + 8.0 * edges + 20.0 * scree_shape_face_count(shape);
    switch (scree_shape_kind_of(shape)) {
    case SCREE_CONE:
        return 1.5e3;
    case SCREE_CYLINDER:
        return 4e3;
    case SCREE_CAPSULE:
    case SCREE_TAPERED_CAPSULE:
        return 2.7e4;
    case SCREE_BOX:
    case SCREE_POLYHEDRON:
        return 3.5e4;
    default:
        return 1.6e4;
    }
}

void scree_run_weigh(const scree_sim *sim, size_t grain, scree_run_bytes *bytes)
{
    const scree_sim_grains_view v = scree_sim_grains(sim);
    ++bytes->samples;
    for (int32_t i = v.first_parts[grain]; i < v.first_parts[grain + 1]; ++i) {
        const scree_shape *shape = v.parts[i].shape;
        size_t stored = 0;
        (void)scree_shape_to_bytes(shape, NULL, 0, &stored, NULL);
        ++bytes->parts;
        bytes->shapes += (double)scree_shape_memory(shape);
        bytes->stored += (double)stored;
        bytes->surfaces += bytes_of_surface(shape);
    }
}

/// How many of the grains have a shape of their own.
static double own_shapes(const scree_scene_shape *s, double grains)
{
    const bool drawn = s->kind == SCREE_SCENE_RANDOM_HULL || s->kind == SCREE_SCENE_RANDOM_POLYGON;
    if (s->distinct > 0) return fmin(grains, (double)s->distinct);
    if (drawn) return grains;
    if (s->size.kind <= SCREE_SIZE_FIXED) return fmin(grains, 1.0);
    return s->size.kind == SCREE_SIZE_DISCRETE ? fmin(grains, (double)s->size.step_count) : grains;
}

/// Adds up the grains of each shape of the scene, and the shapes that differ.
typedef struct tally {
    double *grains, *shapes; ///< by shape of the scene, then for those of other runs
} tally;

static void count_insert(const scree_scene *scene, const scree_scene_insert *in, double grains, tally *t)
{
    double sum = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t k = 0; k < in->share_count; ++k) {
            const int shape = in->shares[k].shape;
            const double volume = in->by_mass ? scree_fill_mean_volume(scene, shape) : 1.0;
            const double number = volume > 0.0 ? in->shares[k].weight / volume : 0.0;
            if (pass == 0)
                sum += number;
            else if (sum > 0.0)
                t->grains[shape] += grains * number / sum;
        }
    }
    int others = 0;
    for (size_t k = 0; k < in->grain_count; ++k) {
        const int shape = in->grains[k].shape;
        if (in->kind == SCREE_INSERT_RUN) {
            others = shape >= others ? shape + 1 : others;
            continue;
        }
        t->grains[shape] += 1.0;
        if (in->scales[k] > 0.0) t->shapes[shape] += 1.0;
    }
    if (in->kind != SCREE_INSERT_RUN) return;
    t->grains[scene->shape_count] += (double)in->grain_count;
    t->shapes[scene->shape_count] += fmin((double)others, (double)in->grain_count);
}

double scree_run_memory(const scree_scene *scene, const scree_run_bytes *bytes, const double *grains)
{
    const size_t n = (size_t)scene->shape_count + 1;
    tally t = { calloc(n, sizeof *t.grains), calloc(n, sizeof *t.shapes) };
    double memory = of_program, checkpoint = 0.0, frame = 0.0;
    for (int i = 0; i < scene->insert_count && t.grains != NULL && t.shapes != NULL; ++i)
        count_insert(scene, &scene->inserts[i], grains[i], &t);
    for (size_t i = 0; i < n && t.grains != NULL && t.shapes != NULL; ++i) {
        const scree_run_bytes *b = &bytes[i];
        if (b->samples == 0.0) continue;
        double own = t.shapes[i];
        if (i + 1 < n) own = fmin(t.grains[i], own + own_shapes(&scene->shapes[i], t.grains[i] - own));
        memory += t.grains[i] * (of_grain + of_part * b->parts / b->samples);
        memory += own * (b->shapes + of_form * b->parts) / b->samples;
        if (scene->output.gsd) memory += own * in_trajectory * b->stored / b->samples;
        checkpoint += own * in_checkpoint * b->stored / b->samples;
        if (scene->output.vtp) frame += t.grains[i] * b->surfaces / b->samples;
    }
    free(t.grains);
    free(t.shapes);
    return memory + fmax(checkpoint, frame);
}
