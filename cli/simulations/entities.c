#include "entities.h"

#include <math.h>
#include <stdlib.h>

#include "scree/rotation.h"

const char *const scree_entity_names[ENTITIES] = { "spheres", "boxes along the axes", "oriented boxes" };

static const scree_body *body_of(const scree_sim_grains_view *g, size_t i)
{
    return &g->parts[g->first_parts[i]];
}

static scree_vec3 plus(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x + b.x, a.y + b.y, a.z + b.z };
}

// The bounding sphere's centre in the world.
static scree_vec3 sphere_centre(const scree_body *b)
{
    return plus(b->position, scree_quat_rotate(b->orientation, scree_shape_bounds(b->shape).centre));
}

static bool make_oriented(const scree_body *b, scree_body *box)
{
    const scree_shape *s = b->shape;
    const double low[3] = { scree_shape_support(s, (scree_vec3){ -1.0, 0.0, 0.0 }).x,
                            scree_shape_support(s, (scree_vec3){ 0.0, -1.0, 0.0 }).y,
                            scree_shape_support(s, (scree_vec3){ 0.0, 0.0, -1.0 }).z };
    const double high[3] = { scree_shape_support(s, (scree_vec3){ 1.0, 0.0, 0.0 }).x,
                             scree_shape_support(s, (scree_vec3){ 0.0, 1.0, 0.0 }).y,
                             scree_shape_support(s, (scree_vec3){ 0.0, 0.0, 1.0 }).z };
    const scree_vec3 half = { 0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1]), 0.5 * (high[2] - low[2]) };
    const scree_vec3 centre = { 0.5 * (high[0] + low[0]), 0.5 * (high[1] + low[1]), 0.5 * (high[2] + low[2]) };
    *box = *b;
    box->position = plus(b->position, scree_quat_rotate(b->orientation, centre));
    box->shape = scree_box_create(half, 0.0, NULL);
    return box->shape != NULL;
}

static bool find_pairs(entities *e, const scree_sim_grains_view *g)
{
    scree_aabb *round = calloc(g->count + 1, sizeof *round);
    if (round == NULL) return false;
    for (size_t i = 0; i < g->count; ++i) {
        const scree_vec3 c = sphere_centre(body_of(g, i));
        const double r = scree_shape_bounds(body_of(g, i)->shape).radius;
        round[i] = (scree_aabb){ { c.x - r, c.y - r, c.z - r }, { c.x + r, c.y + r, c.z + r } };
    }
    scree_broad broad = { .boxes = round, .box_count = g->count, .threads = 1 };
    broad.scratch_size = scree_broad_scratch(&broad);
    broad.scratch = malloc(broad.scratch_size);
    size_t room = 32 * g->count + 32;
    e->pairs = calloc(room, sizeof *e->pairs);
    bool whole = broad.scratch != NULL && e->pairs != NULL;
    if (whole && scree_broad_pairs(&broad, e->pairs, room, &e->pair_count) != SCREE_OK) {
        room = e->pair_count;
        free(e->pairs);
        e->pairs = calloc(room, sizeof *e->pairs);
        whole = e->pairs != NULL && scree_broad_pairs(&broad, e->pairs, room, &e->pair_count) == SCREE_OK;
    }
    free(broad.scratch);
    free(round);
    return whole;
}

bool scree_entities_make(entities *e, const scree_sim_grains_view *g)
{
    *e = (entities){ .boxes = calloc(g->count + 1, sizeof *e->boxes),
                     .oriented = calloc(g->count + 1, sizeof *e->oriented) };
    if (e->boxes == NULL || e->oriented == NULL) return false;
    for (size_t i = 0; i < g->count; ++i) {
        e->boxes[i] = scree_body_aabb(body_of(g, i), 0.0);
        if (!make_oriented(body_of(g, i), &e->oriented[i])) return false;
        e->count = i + 1;
    }
    return find_pairs(e, g);
}

void scree_entities_free(entities *e)
{
    for (size_t i = 0; i < e->count; ++i) scree_shape_destroy((scree_shape *)e->oriented[i].shape);
    free(e->boxes);
    free(e->oriented);
    free(e->pairs);
}

void scree_entities_overlap(const entities *e, const scree_sim_grains_view *g, const scree_pair *pair,
                            bool overlap[ENTITIES])
{
    const size_t a = (size_t)pair->a, b = (size_t)pair->b;
    const scree_vec3 ca = sphere_centre(body_of(g, a)), cb = sphere_centre(body_of(g, b));
    const double reach =
        scree_shape_bounds(body_of(g, a)->shape).radius + scree_shape_bounds(body_of(g, b)->shape).radius;
    const double x = ca.x - cb.x, y = ca.y - cb.y, z = ca.z - cb.z;
    const scree_aabb *p = &e->boxes[a], *q = &e->boxes[b];
    overlap[ENTITY_SPHERE] = x * x + y * y + z * z <= reach * reach;
    overlap[ENTITY_AABB] = p->low.x <= q->high.x && q->low.x <= p->high.x && p->low.y <= q->high.y &&
                           q->low.y <= p->high.y && p->low.z <= q->high.z && q->low.z <= p->high.z;
    overlap[ENTITY_OBB] = false;
    scree_overlap(&e->oriented[a], &e->oriented[b], NULL, &overlap[ENTITY_OBB]);
}
