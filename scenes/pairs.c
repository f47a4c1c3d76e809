// The classes of pairs: which shapes, and how they are put together.
#include "pairs.h"

#include <stdlib.h>
#include <string.h>

#include "poses.h"
#include "random.h"
#include "solids.h"

typedef struct pair_class {
    const char *name;
    scree_scene_group group;
    int weight;
    scree_pool pool_a, pool_b;
    int count; // solids in each pool
    scree_pose_kind pose;
} pair_class;

static const pair_class classes[] = {
    { "hulls", SCREE_SCENE_POLYHEDRA, 10, POOL_HULLS, POOL_HULLS, 40, POSE_RANDOM },
    { "hull-features", SCREE_SCENE_POLYHEDRA, 10, POOL_HULLS, POOL_HULLS, 40, POSE_FEATURES },
    { "solids", SCREE_SCENE_POLYHEDRA, 10, POOL_SOLIDS, POOL_SOLIDS, 30, POSE_RANDOM },
    { "solid-features", SCREE_SCENE_POLYHEDRA, 14, POOL_SOLIDS, POOL_SOLIDS, 30, POSE_FEATURES },
    { "face-face", SCREE_SCENE_POLYHEDRA, 14, POOL_SOLIDS, POOL_SOLIDS, 30, POSE_FACES },
    { "edge-face", SCREE_SCENE_POLYHEDRA, 14, POOL_SOLIDS, POOL_SOLIDS, 30, POSE_EDGE_FACE },
    { "parallel-edges", SCREE_SCENE_POLYHEDRA, 14, POOL_SOLIDS, POOL_SOLIDS, 30, POSE_PARALLEL_EDGES },
    { "lattice", SCREE_SCENE_POLYHEDRA, 14, POOL_CUBES, POOL_CUBES, 24, POSE_LATTICE },
    { "lattice-turned", SCREE_SCENE_POLYHEDRA, 14, POOL_CUBES, POOL_CUBES, 24, POSE_LATTICE_ROTATED },
    { "lattice-tilted", SCREE_SCENE_POLYHEDRA, 14, POOL_CUBES, POOL_CUBES, 24, POSE_LATTICE_TILTED },
    { "concentric", SCREE_SCENE_POLYHEDRA, 10, POOL_SOLIDS, POOL_CUBES, 30, POSE_CENTRED },
    { "coincident", SCREE_SCENE_POLYHEDRA, 6, POOL_SOLIDS, POOL_HULLS, 30, POSE_SAME },
    { "nested", SCREE_SCENE_POLYHEDRA, 10, POOL_RATIO, POOL_SOLIDS, 28, POSE_CENTRED },
    { "plates", SCREE_SCENE_POLYHEDRA, 10, POOL_PLATES, POOL_PLATES, 30, POSE_RANDOM },
    { "plate-features", SCREE_SCENE_POLYHEDRA, 10, POOL_PLATES, POOL_SOLIDS, 30, POSE_FEATURES },
    { "plate-faces", SCREE_SCENE_POLYHEDRA, 10, POOL_PLATES, POOL_PLATES, 30, POSE_FACES },
    { "needles", SCREE_SCENE_POLYHEDRA, 10, POOL_NEEDLES, POOL_NEEDLES, 30, POSE_RANDOM },
    { "needle-features", SCREE_SCENE_POLYHEDRA, 10, POOL_NEEDLES, POOL_SOLIDS, 30, POSE_FEATURES },
    { "size-ratio", SCREE_SCENE_POLYHEDRA, 14, POOL_RATIO, POOL_RATIO, 28, POSE_FEATURES },
    { "size-ratio-faces", SCREE_SCENE_POLYHEDRA, 8, POOL_RATIO, POOL_SOLIDS, 28, POSE_FACES },
    { "tiny", SCREE_SCENE_POLYHEDRA, 10, POOL_TINY, POOL_TINY, 30, POSE_FEATURES },
    { "tiny-any", SCREE_SCENE_POLYHEDRA, 6, POOL_TINY, POOL_TINY, 30, POSE_RANDOM },
    { "huge", SCREE_SCENE_POLYHEDRA, 10, POOL_HUGE, POOL_HUGE, 30, POSE_FEATURES },
    { "huge-any", SCREE_SCENE_POLYHEDRA, 6, POOL_HUGE, POOL_HUGE, 30, POSE_RANDOM },
    { "far-from-origin", SCREE_SCENE_POLYHEDRA, 10, POOL_SOLIDS, POOL_HULLS, 30, POSE_FAR },
    { "far-vertices", SCREE_SCENE_POLYHEDRA, 10, POOL_FAR_LOCAL, POOL_FAR_LOCAL, 30, POSE_FEATURES },
    { "far-vertices-any", SCREE_SCENE_POLYHEDRA, 6, POOL_FAR_LOCAL, POOL_SOLIDS, 30, POSE_RANDOM },
    { "unclean-points", SCREE_SCENE_POLYHEDRA, 8, POOL_DIRTY, POOL_DIRTY, 30, POSE_FEATURES },
    { "unclean-faces", SCREE_SCENE_POLYHEDRA, 6, POOL_DIRTY, POOL_DIRTY, 30, POSE_FACES },
    { "apart", SCREE_SCENE_POLYHEDRA, 6, POOL_SOLIDS, POOL_HULLS, 30, POSE_APART },
    { "large-hulls", SCREE_SCENE_POLYHEDRA, 0, POOL_LARGE, POOL_LARGE, 6, POSE_RANDOM },
    { "large-features", SCREE_SCENE_POLYHEDRA, 0, POOL_LARGE, POOL_LARGE, 6, POSE_FEATURES },

    { "polygons", SCREE_SCENE_PLANAR, 10, POOL_POLYGONS, POOL_POLYGONS, 60, POSE_RANDOM },
    { "polygon-features", SCREE_SCENE_PLANAR, 14, POOL_POLYGONS, POOL_POLYGONS, 60, POSE_FEATURES },
    { "polygon-edges", SCREE_SCENE_PLANAR, 14, POOL_POLYGONS, POOL_POLYGONS, 60, POSE_FACES },
    { "squares", SCREE_SCENE_PLANAR, 14, POOL_SQUARES, POOL_SQUARES, 24, POSE_LATTICE },
    { "squares-turned", SCREE_SCENE_PLANAR, 14, POOL_SQUARES, POOL_SQUARES, 24, POSE_LATTICE_ROTATED },
    { "squares-tilted", SCREE_SCENE_PLANAR, 14, POOL_SQUARES, POOL_SQUARES, 24, POSE_LATTICE_TILTED },
    { "polygon-concentric", SCREE_SCENE_PLANAR, 10, POOL_POLYGONS, POOL_SQUARES, 40, POSE_CENTRED },
    { "polygon-coincident", SCREE_SCENE_PLANAR, 6, POOL_POLYGONS, POOL_POLYGONS, 40, POSE_SAME },
    { "slivers", SCREE_SCENE_PLANAR, 10, POOL_SHARP, POOL_SHARP, 40, POSE_FEATURES },
    { "slivers-any", SCREE_SCENE_PLANAR, 10, POOL_SHARP, POOL_POLYGONS, 40, POSE_RANDOM },
    { "polygon-ratio", SCREE_SCENE_PLANAR, 10, POOL_FLAT_RATIO, POOL_FLAT_RATIO, 42, POSE_FEATURES },
    { "polygon-nested", SCREE_SCENE_PLANAR, 8, POOL_FLAT_RATIO, POOL_SQUARES, 42, POSE_CENTRED },
    { "polygon-tiny", SCREE_SCENE_PLANAR, 10, POOL_FLAT_TINY, POOL_FLAT_TINY, 40, POSE_FEATURES },
    { "polygon-huge", SCREE_SCENE_PLANAR, 10, POOL_FLAT_HUGE, POOL_FLAT_HUGE, 40, POSE_FEATURES },
    { "polygon-far", SCREE_SCENE_PLANAR, 10, POOL_POLYGONS, POOL_POLYGONS, 40, POSE_FAR },
    { "polygon-far-vertices", SCREE_SCENE_PLANAR, 10, POOL_FLAT_FAR, POOL_FLAT_FAR, 40, POSE_FEATURES },
    { "polygon-apart", SCREE_SCENE_PLANAR, 6, POOL_POLYGONS, POOL_DISCS, 40, POSE_APART },
    { "discs", SCREE_SCENE_PLANAR, 14, POOL_DISCS, POOL_DISCS, 60, POSE_FEATURES },
    { "discs-any", SCREE_SCENE_PLANAR, 10, POOL_DISCS, POOL_DISCS, 60, POSE_RANDOM },
    { "disc-polygon", SCREE_SCENE_PLANAR, 14, POOL_DISCS, POOL_POLYGONS, 60, POSE_FEATURES },
    { "disc-concentric", SCREE_SCENE_PLANAR, 6, POOL_DISCS, POOL_SQUARES, 40, POSE_CENTRED },

    { "spheres", SCREE_SCENE_ROUND, 12, POOL_BALLS, POOL_BALLS, 40, POSE_FEATURES },
    { "spheres-any", SCREE_SCENE_ROUND, 8, POOL_BALLS, POOL_BALLS, 40, POSE_RANDOM },
    { "spheres-concentric", SCREE_SCENE_ROUND, 6, POOL_BALLS, POOL_BALLS, 40, POSE_CENTRED },
    { "sphere-solid", SCREE_SCENE_ROUND, 14, POOL_BALLS, POOL_SOLIDS, 40, POSE_FEATURES },
    { "sphere-solid-any", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_HULLS, 40, POSE_RANDOM },
    { "sphere-in-solid", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_CUBES, 40, POSE_CENTRED },
    { "sphere-lattice", SCREE_SCENE_ROUND, 8, POOL_BALLS, POOL_CUBES, 40, POSE_LATTICE },
    { "capsules", SCREE_SCENE_ROUND, 12, POOL_CAPSULES, POOL_CAPSULES, 40, POSE_FEATURES },
    { "capsules-any", SCREE_SCENE_ROUND, 10, POOL_CAPSULES, POOL_CAPSULES, 40, POSE_RANDOM },
    { "capsules-parallel", SCREE_SCENE_ROUND, 12, POOL_CAPSULES, POOL_CAPSULES, 40, POSE_PARALLEL_EDGES },
    { "capsules-lattice", SCREE_SCENE_ROUND, 8, POOL_CAPSULES, POOL_CAPSULES, 40, POSE_LATTICE },
    { "capsules-coincident", SCREE_SCENE_ROUND, 6, POOL_CAPSULES, POOL_CAPSULES, 40, POSE_SAME },
    { "capsule-solid", SCREE_SCENE_ROUND, 14, POOL_CAPSULES, POOL_SOLIDS, 40, POSE_FEATURES },
    { "capsule-face", SCREE_SCENE_ROUND, 12, POOL_SOLIDS, POOL_CAPSULES, 40, POSE_EDGE_FACE },
    { "capsule-edge", SCREE_SCENE_ROUND, 12, POOL_SOLIDS, POOL_CAPSULES, 40, POSE_PARALLEL_EDGES },
    { "capsule-in-solid", SCREE_SCENE_ROUND, 8, POOL_CAPSULES, POOL_CUBES, 40, POSE_CENTRED },
    { "plane-solid", SCREE_SCENE_ROUND, 12, POOL_PLANES, POOL_SOLIDS, 40, POSE_FEATURES },
    { "plane-face", SCREE_SCENE_ROUND, 10, POOL_SOLIDS, POOL_PLANES, 40, POSE_FACES },
    { "plane-round", SCREE_SCENE_ROUND, 10, POOL_PLANES, POOL_CAPSULES, 40, POSE_FEATURES },
    { "plane-sphere", SCREE_SCENE_ROUND, 8, POOL_BALLS, POOL_PLANES, 40, POSE_FEATURES },
    { "rounded", SCREE_SCENE_ROUND, 12, POOL_ROUNDED, POOL_ROUNDED, 40, POSE_FEATURES },
    { "rounded-any", SCREE_SCENE_ROUND, 10, POOL_ROUNDED, POOL_ROUNDED, 40, POSE_RANDOM },
    { "rounded-faces", SCREE_SCENE_ROUND, 10, POOL_ROUNDED, POOL_ROUNDED, 40, POSE_FACES },
    { "rounded-edges", SCREE_SCENE_ROUND, 10, POOL_ROUNDED, POOL_ROUNDED, 40, POSE_PARALLEL_EDGES },
    { "rounded-concentric", SCREE_SCENE_ROUND, 8, POOL_ROUNDED, POOL_ROUNDED, 40, POSE_CENTRED },
    { "round-ratio", SCREE_SCENE_ROUND, 12, POOL_ROUND_RATIO, POOL_ROUND_RATIO, 42, POSE_FEATURES },
    { "round-tiny", SCREE_SCENE_ROUND, 10, POOL_ROUND_TINY, POOL_ROUND_TINY, 40, POSE_FEATURES },
    { "round-huge", SCREE_SCENE_ROUND, 10, POOL_ROUND_HUGE, POOL_ROUND_HUGE, 40, POSE_FEATURES },
    { "round-far", SCREE_SCENE_ROUND, 10, POOL_ROUNDED, POOL_CAPSULES, 40, POSE_FAR },
    { "round-apart", SCREE_SCENE_ROUND, 6, POOL_CAPSULES, POOL_ROUNDED, 40, POSE_APART },

    { "chipped", SCREE_SCENE_POLYHEDRA, 10, POOL_CHIPPED, POOL_SOLIDS, 60, POSE_FEATURES },
    { "chipped-any", SCREE_SCENE_POLYHEDRA, 14, POOL_CHIPPED, POOL_SOLIDS, 60, POSE_RANDOM },
    { "chipped-apart", SCREE_SCENE_POLYHEDRA, 10, POOL_CHIPPED, POOL_CHIPPED, 60, POSE_APART },
    { "chipped-ratio", SCREE_SCENE_POLYHEDRA, 10, POOL_CHIPPED, POOL_RATIO, 60, POSE_FEATURES },
    { "sliver-solids", SCREE_SCENE_POLYHEDRA, 10, POOL_SLIVERS, POOL_SOLIDS, 60, POSE_FEATURES },
    { "sliver-solids-any", SCREE_SCENE_POLYHEDRA, 10, POOL_SLIVERS, POOL_CHIPPED, 60, POSE_RANDOM },
    { "prisms-tilted", SCREE_SCENE_POLYHEDRA, 8, POOL_PRISMS, POOL_SOLIDS, 60, POSE_TILTED },
    { "sphere-chipped", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_CHIPPED, 60, POSE_FEATURES },
    { "sphere-chipped-any", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_CHIPPED, 60, POSE_RANDOM },
    { "sphere-slivers", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_SLIVERS, 60, POSE_FEATURES },
    { "sphere-slivers-any", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_SLIVERS, 60, POSE_RANDOM },
    { "capsule-chipped", SCREE_SCENE_ROUND, 8, POOL_CAPSULES, POOL_CHIPPED, 60, POSE_RANDOM },
    { "sliver-tips", SCREE_SCENE_POLYHEDRA, 10, POOL_SLIVERS, POOL_SOLIDS, 60, POSE_TIPS },
    { "chipped-tips", SCREE_SCENE_POLYHEDRA, 10, POOL_CHIPPED, POOL_CHIPPED, 60, POSE_TIPS },
    { "needle-tips", SCREE_SCENE_POLYHEDRA, 8, POOL_NEEDLES, POOL_SLIVERS, 40, POSE_TIPS },
    { "sphere-sliver-tips", SCREE_SCENE_ROUND, 10, POOL_BALLS, POOL_SLIVERS, 60, POSE_TIPS },
    { "sphere-chipped-tips", SCREE_SCENE_ROUND, 0, POOL_BALLS, POOL_CHIPPED, 60, POSE_TIPS },
    { "sphere-needle-tips", SCREE_SCENE_ROUND, 8, POOL_BALLS, POOL_NEEDLES, 40, POSE_TIPS },
    { "capsule-tips", SCREE_SCENE_ROUND, 8, POOL_CAPSULES, POOL_SLIVERS, 40, POSE_TIPS },
    { "chipped-rims", SCREE_SCENE_POLYHEDRA, 10, POOL_CHIPPED, POOL_SLIVERS, 60, POSE_RIM },
};

enum { CLASS_COUNT = (int)(sizeof classes / sizeof classes[0]) };

int scree_scene_class_count(void)
{
    return CLASS_COUNT;
}

const char *scree_scene_class_name(int class_number)
{
    return classes[class_number].name;
}

scree_scene_group scree_scene_class_group(int class_number)
{
    return classes[class_number].group;
}

int scree_scene_class_weight(int class_number)
{
    return classes[class_number].weight;
}

int scree_scene_class_find(const char *name)
{
    for (int i = 0; i < CLASS_COUNT; ++i) {
        if (strcmp(classes[i].name, name) == 0) return i;
    }
    return -1;
}

scree_scene *scree_scene_open(int class_number, uint64_t seed, scree_error *error)
{
    const pair_class *c = &classes[class_number];
    scree_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) return NULL;
    scene->class_number = class_number;
    scene->seed = seed;
    // Number 0 of the stream makes the shapes; pair k is number k + 1.
    scree_random r = random_stream(seed, (uint64_t)class_number, 0);
    if (!scree_scene_add_pool(scene, c->pool_a, c->count, &r, error) ||
        !scree_scene_add_pool(scene, c->pool_b, c->count, &r, error)) {
        scree_scene_close(scene);
        return NULL;
    }
    return scene;
}

void scree_scene_close(scree_scene *scene)
{
    if (scene == NULL) return;
    for (int i = 0; i < scene->solid_count; ++i) {
        scree_shape_destroy(scene->solids[i].shape);
        free(scene->solids[i].points);
    }
    free(scene->solids);
    free(scene);
}

void scree_scene_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out)
{
    const pair_class *c = &classes[scene->class_number];
    scree_random r = random_stream(scene->seed, (uint64_t)scene->class_number, number + 1);
    memset(out, 0, sizeof *out);
    out->scene = scene;
    out->a = random_below(&r, c->count);
    out->b = c->count + random_below(&r, c->count);
    bool may_swap = c->pose != POSE_SAME && random_below(&r, 2);
    if (may_swap) {
        int a = out->a;
        out->a = out->b;
        out->b = a;
    }
    out->body_a = scree_body_at(scene->solids[out->a].shape, (scree_vec3){ 0, 0, 0 });
    out->body_b = scree_body_at(scene->solids[out->b].shape, (scree_vec3){ 0, 0, 0 });
    scree_scene_pose_pair(out, c->pose, &r);
}
