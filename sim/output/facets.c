#include "output/facets.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static void destroy(scree_sim_facets *f)
{
    if (f == NULL) return;
    free(f->points);
    free(f->corners);
    free(f->ends);
    free(f);
}

static bool reserve(scree_sim_facets *f, size_t points, size_t corners, size_t polygons)
{
    f->points = malloc((points + 1) * sizeof *f->points);
    f->corners = malloc((corners + 1) * sizeof *f->corners);
    f->ends = malloc((polygons + 1) * sizeof *f->ends);
    return f->points != NULL && f->corners != NULL && f->ends != NULL;
}

static bool take_faces(scree_sim_facets *f, const scree_shape *shape)
{
    const int faces = scree_shape_face_count(shape), points = scree_shape_vertex_count(shape);
    size_t corners = 0;
    for (int i = 0; i < faces; ++i) corners += (size_t)scree_shape_face_size(shape, i);
    if (!reserve(f, (size_t)points, corners, (size_t)faces)) return false;
    for (int i = 0; i < points; ++i) f->points[f->point_count++] = scree_shape_vertex(shape, i);
    for (int i = 0; i < faces; ++i) {
        const int *face = scree_shape_face_vertices(shape, i);
        for (int k = 0; k < scree_shape_face_size(shape, i); ++k) f->corners[f->corner_count++] = face[k];
        f->ends[f->polygon_count++] = (int32_t)f->corner_count;
    }
    return true;
}

/// A flat shape is one polygon, all others are triangles.
static bool take_mesh(scree_sim_facets *f, const scree_shape *shape, int detail)
{
    scree_sim_mesh mesh;
    if (!scree_sim_mesh_make(shape, detail, &mesh, NULL)) return false;
    const bool flat = scree_shape_dimension(shape) == 2,
               made = reserve(f, mesh.point_count, 3 * mesh.triangle_count + mesh.point_count, mesh.triangle_count + 1);
    if (made) {
        memcpy(f->points, mesh.points, mesh.point_count * sizeof *f->points);
        f->point_count = mesh.point_count;
        for (size_t i = 0; i < mesh.point_count && flat; ++i) f->corners[f->corner_count++] = (int32_t)i;
        if (flat) f->ends[f->polygon_count++] = (int32_t)f->corner_count;
        for (size_t i = 0; i < mesh.triangle_count && !flat; ++i) {
            memcpy(f->corners + 3 * i, mesh.corners + 3 * i, 3 * sizeof *f->corners);
            f->corner_count += 3;
            f->ends[f->polygon_count++] = (int32_t)f->corner_count;
        }
    }
    scree_sim_mesh_free(&mesh);
    return made;
}

static scree_sim_facets *create(const scree_shape *shape, int detail)
{
    scree_sim_facets *f = calloc(1, sizeof *f);
    if (f == NULL) return NULL;
    f->shape = shape;
    bool made = true;
    if (scree_shape_kind_of(shape) == SCREE_HALF_SPACE)
        made = reserve(f, 0, 0, 0);
    else if (scree_shape_face_count(shape) > 0 && scree_shape_rounding(shape) == 0.0)
        made = take_faces(f, shape);
    else
        made = take_mesh(f, shape, detail);
    if (made) return f;
    destroy(f);
    return NULL;
}

static size_t slot_of(scree_sim_facets *const *slots, size_t count, const scree_shape *shape)
{
    const uint64_t key = (uint64_t)(uintptr_t)shape * UINT64_C(0x9e3779b97f4a7c15);
    size_t slot = (size_t)(key >> 32) & (count - 1);
    while (slots[slot] != NULL && slots[slot]->shape != shape) slot = (slot + 1) & (count - 1);
    return slot;
}

static bool grow(scree_sim_facet_cache *cache)
{
    const size_t count = cache->slot_count > 0 ? 2 * cache->slot_count : FIRST_SLOTS;
    scree_sim_facets **slots = calloc(count, sizeof *slots);
    if (slots == NULL) return false;
    for (size_t i = 0; i < cache->slot_count; ++i) {
        if (cache->slots[i] != NULL) slots[slot_of(slots, count, cache->slots[i]->shape)] = cache->slots[i];
    }
    free(cache->slots);
    cache->slots = slots;
    cache->slot_count = count;
    return true;
}

const scree_sim_facets *scree_sim_facets_of(scree_sim_facet_cache *cache, const scree_shape *shape)
{
    if (2 * cache->used >= cache->slot_count && !grow(cache)) return NULL;
    const size_t slot = slot_of(cache->slots, cache->slot_count, shape);
    if (cache->slots[slot] == NULL) {
        cache->slots[slot] = create(shape, cache->detail);
        if (cache->slots[slot] != NULL) cache->used++;
    }
    return cache->slots[slot];
}

void scree_sim_facet_cache_free(scree_sim_facet_cache *cache)
{
    for (size_t i = 0; i < cache->slot_count; ++i) destroy(cache->slots[i]);
    free(cache->slots);
    *cache = (scree_sim_facet_cache){ .detail = cache->detail };
}
