// The public call for the region of a contact: its polygons, passed on as the flood fill of region/field.c finds them.
#include "scree/region.h"

#include <math.h>
#include <stdalign.h>

#include "base/fp_environment.h"
#include "pair/pair.h"
#include "region/field.h"
#include "region/points.h"
#include "scree/method.h"

enum { STACK_SCRATCH = 48 * 1024 };

// Corners of the region, per plane.
enum { CORNERS_A_PLANE = 16 };

// What is collected from the cells.
typedef struct collection {
    scree_region *out;
    scree_region_corner *corners; // each once, the deepest where they are too many
    int count, capacity;
    double margin;
    bool swapped;
} collection;

static size_t corner_bytes(const scree_shape *a, const scree_shape *b)
{
    return CORNERS_A_PLANE * (size_t)scree_region_most_planes(a, b) * sizeof(scree_region_corner);
}

size_t scree_region_scratch(const scree_shape *a, const scree_shape *b)
{
    if (!scree_region_serves(a, b)) return 0;
    const size_t own =
        scree_region_planes_scratch(a, b) + scree_field_scratch(a, b) + scree_arena_bytes(corner_bytes(a, b));
    const size_t query = scree_method_scratch(scree_method_at(0), a, b);
    return own > query ? own : query;
}

static void restart(void *user)
{
    collection *c = user;
    c->count = c->out->polygon_count = c->out->corner_count = 0;
}

// A mark for a plane, from its face and body; or for the edge of the region.
static uint64_t mark_of(const collection *c, const scree_region_planes *r, int plane)
{
    uint64_t mark = 1;
    if (plane >= 0) mark = 2 + 2 * (uint64_t)r->plane[plane].face + (r->plane[plane].of_b != c->swapped);
    mark *= UINT64_C(0x9e3779b97f4a7c15);
    mark ^= mark >> 29;
    mark *= UINT64_C(0xbf58476d1ce4e5b9);
    return mark ^ mark >> 32;
}

// The sum does not depend on the order of the planes.
static uint64_t id_of(const collection *c, const scree_region_planes *r, const scree_cell *cell, int i, int k, int l)
{
    const int last = cell->corner[i > 0 ? i - 1 : cell->count - 1].cut;
    const uint64_t both = mark_of(c, r, k) + mark_of(c, r, l) + mark_of(c, r, cell->corner[i].cut);
    return cell->count == 2 ? both : both + mark_of(c, r, last);
}

// Where many planes tie, as of two bodies in nearly one place, there may be more corners than room: the shallowest give way.
static void keep_corner(collection *c, const scree_region_corner *corner)
{
    int last = 0; // the shallowest
    for (int i = 0; i < c->count; ++i) {
        if (c->corners[i].id == corner->id) return;
        if (c->corners[i].distance > c->corners[last].distance) last = i;
    }
    if (c->count < c->capacity)
        c->corners[c->count++] = *corner;
    else if (corner->distance < c->corners[last].distance)
        c->corners[last] = *corner;
}

static scree_region_corner corner_of(const collection *c, const scree_region_planes *r, const scree_cell *cell, int i,
                                     int k, int l)
{
    const scree_cell_corner *p = &cell->corner[i];
    const scree_vec3 x = v3_add(cell->origin, v3_add(v3_scale(cell->along_u, p->u), v3_scale(cell->along_v, p->v)));
    const double depth = cell->depth + cell->depth_u * p->u + cell->depth_v * p->v;
    return (scree_region_corner){ .point = scree_cores_world_point(&r->cores, v3_add(r->origin, x)),
                                  .distance = c->margin - 2.0 * depth,
                                  .id = id_of(c, r, cell, i, k, l) };
}

// k is of A, l of B, in the order of the planes.
static void add_polygon(void *user, const scree_region_planes *r, const scree_cell *cell, int k, int l)
{
    collection *c = user;
    scree_region *out = c->out;
    const int face_k = r->plane[k].face, face_l = r->plane[l].face;
    if (out->polygon_count < out->polygon_capacity) {
        const scree_vec3 normal = scree_cores_world_direction(&r->cores, cell->normal);
        out->polygons[out->polygon_count] = (scree_region_polygon){ .first = out->corner_count,
                                                                    .count = cell->count,
                                                                    .normal = c->swapped ? v3_neg(normal) : normal,
                                                                    .face_a = c->swapped ? face_l : face_k,
                                                                    .face_b = c->swapped ? face_k : face_l };
    }
    ++out->polygon_count;
    for (int i = 0; i < cell->count; ++i) {
        const scree_region_corner corner = corner_of(c, r, cell, c->swapped ? cell->count - 1 - i : i, k, l);
        keep_corner(c, &corner);
        if (out->corner_count < out->corner_capacity) out->corners[out->corner_count] = corner;
        ++out->corner_count;
    }
}

// Keeps arrays and capacities.
static scree_status finish(scree_region *out, scree_status status)
{
    out->polygon_count = out->corner_count = out->point_count = 0;
    out->status = status;
    return status;
}

// The bodies are in order.
static scree_status collect(const scree_body *a, const scree_body *b, const scree_contact *contact, bool swapped,
                            const scree_region_options *o, scree_region *out)
{
    scree_region_planes planes;
    scree_arena scratch = scree_arena_make(o->scratch, o->scratch_size);
    const scree_vec3 normal = scree_region_normal(contact->normal, swapped);
    const bool ok = o->margin > 0.0 ? scree_region_planes_make_moved(a, b, normal, 0.5 * o->margin, &scratch, &planes)
                                    : scree_region_planes_make(a, b, normal, &scratch, &planes);
    collection c = { .out = out, .margin = o->margin, .swapped = swapped };
    c.corners = scree_arena_take(&scratch, corner_bytes(a->shape, b->shape));
    c.capacity = CORNERS_A_PLANE * scree_region_most_planes(a->shape, b->shape);
    if (!ok || c.corners == NULL) return finish(out, SCREE_SCRATCH_TOO_SMALL);
    (void)finish(out, SCREE_OK);
    if (planes.depth <= 0.0) return SCREE_OK;
    const scree_vec3 local =
        m3_mul_transposed(&planes.cores.world_rotation, v3_sub(contact->point, planes.cores.world_shift));
    const scree_field_visitor visitor = { .restart = restart, .cell = add_polygon, .user = &c };
    if (!scree_field_cells(&planes, v3_sub(local, planes.origin), &visitor, &scratch))
        return finish(out, SCREE_SCRATCH_TOO_SMALL);
    scree_region_choose(c.corners, c.count, o, out);
    return SCREE_OK;
}

static scree_status with_scratch(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                 const scree_region_options *o, scree_region *out)
{
    scree_contact own;
    if (contact == NULL) {
        scree_query_options q = scree_query_defaults();
        q.scratch = o->scratch;
        q.scratch_size = o->scratch_size;
        const scree_status status = scree_query(a, b, &q, &own);
        if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return finish(out, status);
        contact = &own;
    }
    if (contact->beyond || contact->distance > o->margin) return finish(out, SCREE_OK);
    if (!v3_is_finite(contact->normal) || v3_max_abs(contact->normal) == 0.0 || !v3_is_finite(contact->point))
        return finish(out, SCREE_INVALID_ARGUMENT);
    const bool in_order = scree_pair_in_order(a, b);
    return in_order ? collect(a, b, contact, false, o, out) : collect(b, a, contact, true, o, out);
}

// Not inlined, so that callers with scratch of their own do not need the stack space.
__attribute__((noinline)) static scree_status on_stack(const scree_body *a, const scree_body *b,
                                                       const scree_contact *contact, const scree_region_options *o,
                                                       scree_region *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char stack[STACK_SCRATCH];
    scree_region_options own = *o;
    own.scratch = stack;
    own.scratch_size = sizeof stack;
    return with_scratch(a, b, contact, &own, out);
}

static const scree_region_options defaults = { .size = sizeof(scree_region_options) };

scree_region_options scree_region_defaults(void)
{
    return defaults;
}

static bool is_valid(const scree_region_options *o, const scree_region *out)
{
    const bool arrays =
        (out->polygons != NULL || out->polygon_capacity <= 0) && (out->corners != NULL || out->corner_capacity <= 0);
    if (o->size != 0 && o->size != sizeof *o) return false;
    return o->margin >= 0.0 && o->margin < (double)INFINITY && arrays && (o->last != NULL || o->last_count <= 0);
}

scree_status scree_region_query(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                const scree_region_options *options, scree_region *out)
{
    SCREE_FP_GUARD();
    const scree_region_options *o = options != NULL ? options : &defaults;
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL || !is_valid(o, out))
        return finish(out, SCREE_INVALID_ARGUMENT);
    if (!scree_region_serves(a->shape, b->shape)) return finish(out, SCREE_UNSUPPORTED_PAIR);
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return finish(out, SCREE_INVALID_POSE);
    return o->scratch != NULL ? with_scratch(a, b, contact, o, out) : on_stack(a, b, contact, o, out);
}
