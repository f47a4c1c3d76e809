// Which planes bound the volume that the bodies of a pair share: from the features of the contact, if these are a vertex and a
// face and prove it, else from the slab of the overlap.
//
// Proof       For a vertex and a face: the face's plane cuts off the tip of the body at the vertex, a pyramid whose base has a
//             corner on each edge of the vertex. If these corners are between the ends of the edges and within the face, and the
//             vertex is inside the other body, all corners are points of both bodies. So the pyramid, which holds the shared
//             volume, is the shared volume. The vertex is inside if it is nearer to the face than a point inside, and if the line
//             from there through the vertex leaves through the face.
#ifndef SCREE_KERNELS_SURFACE_MAKE_H
#define SCREE_KERNELS_SURFACE_MAKE_H

#include "kernels/field/surface_planes.h"

// How far the normal of the overlap may be from that of the face, for the depth along it to be that of the vertex.
#define SURFACE_SAME_NORMAL 1e-9

// A vertex of one body, and the face of the other, in the frame of the former. A side is inward . x >= level.
typedef struct surface_tip {
    const scree_shape *own;
    const scree_node *node;
    scree_vec3 normal;
    double offset, depth; // of the vertex
    scree_vec3 inward[SURFACE_FACE_CORNERS];
    double level[SURFACE_FACE_CORNERS];
    int sides; // of a half space none
} surface_tip;

static inline void surface_tip_begin(surface_tip *t, const scree_shape *own, int vertex, scree_vec3 normal,
                                     double offset)
{
    t->own = own;
    t->node = &own->hull->nodes[vertex];
    t->normal = normal;
    t->offset = offset;
    t->depth = offset - v3_dot(normal, t->node->at);
    t->sides = 0;
}

// From the other body's frame into that of the body with the vertex.
static inline scree_vec3 surface_in_own(const surface_planes *p, bool of_b, scree_vec3 x)
{
    const scree_cores *c = &p->cores;
    return of_b ? m3_mul_transposed(&c->rotation, v3_sub(x, c->shift)) : v3_add(m3_mul(&c->rotation, x), c->shift);
}

static inline bool surface_is_over_face(const surface_tip *t, scree_vec3 x)
{
    bool inside = true;
    for (int i = 0; i < t->sides; ++i) inside = inside && v3_dot(t->inward[i], x) > t->level[i];
    return inside;
}

// The face, and whether the vertex is inside the other body.
static inline bool surface_tip_on_face(surface_tip *t, const surface_planes *p, bool of_b, const scree_face *face)
{
    const scree_shape *other = of_b ? p->cores.a : p->cores.b;
    const int *corners = other->hull->face_vertices + face->first;
    if (face->count > SURFACE_FACE_CORNERS) return false;
    scree_vec3 last = surface_in_own(p, of_b, scree_node_at(other, corners[face->count - 1]));
    for (int i = 0; i < face->count; ++i) {
        const scree_vec3 here = surface_in_own(p, of_b, scree_node_at(other, corners[i]));
        t->inward[i] = v3_cross(t->normal, v3_sub(here, last));
        t->level[i] = v3_dot(t->inward[i], last);
        last = here;
    }
    t->sides = face->count;
    const double *ball = other->hull->inscribed_ball;
    const scree_vec3 middle = surface_in_own(p, of_b, v3(ball[0], ball[1], ball[2]));
    const double deep = t->offset - v3_dot(t->normal, middle);
    if (!(ball[3] > 0.0) || !(t->depth < deep)) return false;
    return surface_is_over_face(t, v3_add_scaled(middle, deep / (deep - t->depth), v3_sub(t->node->at, middle)));
}

// Whether the plane crosses all edges of the vertex, within the face.
static inline bool surface_is_tip(const surface_tip *t)
{
    const scree_hull *h = t->own->hull;
    const int first = t->node->fan, count = t->node->fan_end - first;
    const lane3 vertex = l3_of(t->node->at), n = l3_of(t->normal);
    const lane zero = lane_of(0.0), depth = lane_of(t->depth);
    lane_flags good = flags_below(zero, depth);
    for (int i = 0; i < count; i += SCREE_LANES) {
        const double *records[SCREE_LANES];
        lane rows[4];
        for (int k = 0; k < SCREE_LANES; ++k)
            records[k] = &h->nodes[scree_neighbour(h, first + (i + k < count ? i + k : 0))].at.x;
        lane_columns_of_four(records, 0, rows);
        const lane3 along = l3_sub(l3(rows[0], rows[1], rows[2]), vertex);
        const lane fall = l3_dot(n, along); // of the depth, to below 0
        const lane3 x = l3_add_scaled(vertex, depth / fall, along);
        good = flags_and(good, flags_below(depth, fall));
        for (int k = 0; k < t->sides; ++k)
            good = flags_and(good, flags_below(lane_of(t->level[k]), l3_dot(l3_of(t->inward[k]), x)));
    }
    return flags_bits(good) == (1u << SCREE_LANES) - 1;
}

static inline bool surface_list_fan(const surface_tip *t, surface_faces *out)
{
    out->count = t->node->fan_end - t->node->fan;
    if (out->count > SURFACE_LIST) return false;
    for (int i = 0; i < out->count; ++i) out->face[i] = scree_vertex_face(t->own->hull, t->node->fan + i);
    return true;
}

static inline bool surface_find_tip_on_half_space(surface_planes *p, const scree_field_pair *pair, surface_faces *a,
                                                  surface_faces *b)
{
    if (pair->feature[0] != SCREE_FEATURE_VERTEX) return false;
    surface_tip tip;
    surface_tip_begin(&tip, p->cores.a, pair->index[0], v3_neg(p->normal), pair->offset);
    if (!surface_is_tip(&tip) || !surface_list_fan(&tip, a)) return false;
    surface_read_faces(p->cores.a, p->origin, NULL, a);
    surface_read_half_space(p, pair, b);
    p->depth = tip.depth;
    return true;
}

static inline bool surface_find_tip_on_face(surface_planes *p, const scree_field_pair *pair, surface_faces *a,
                                            surface_faces *b)
{
    const bool of_b = pair->feature[1] == SCREE_FEATURE_VERTEX;
    if (pair->feature[of_b] != SCREE_FEATURE_VERTEX || pair->feature[!of_b] != SCREE_FEATURE_FACE) return false;
    const scree_cores *c = &p->cores;
    const scree_face *face = &(of_b ? c->a : c->b)->hull->faces[pair->index[!of_b]];
    const scree_vec3 n = of_b ? m3_mul_transposed(&c->rotation, face->normal) : m3_mul(&c->rotation, face->normal);
    const double offset = of_b ? face->offset - v3_dot(face->normal, c->shift) : face->offset + v3_dot(n, c->shift);
    const scree_vec3 off = of_b ? v3_sub(face->normal, p->normal) : v3_add(n, p->normal);
    surface_tip tip;
    surface_tip_begin(&tip, of_b ? c->b : c->a, pair->index[of_b], n, offset);
    if (!(v3_max_abs(off) < SURFACE_SAME_NORMAL) || !surface_tip_on_face(&tip, p, of_b, face) || !surface_is_tip(&tip))
        return false;
    surface_faces *single = of_b ? a : b;
    if (!surface_list_fan(&tip, of_b ? b : a)) return false;
    single->count = 1;
    single->face[0] = pair->index[!of_b];
    surface_read_faces(c->a, p->origin, NULL, a);
    surface_read_faces(c->b, surface_origin_in_b(p), &c->rotation, b);
    p->depth = tip.depth;
    return true;
}

// False: the pair is not for this kernel.
static inline bool surface_planes_make(const scree_field_pair *pair, surface_planes *p)
{
    const bool plane = pair->b->shape->core == SCREE_CORE_HALF_SPACE;
    if (!surface_is_small(pair->a->shape) || (!plane && !surface_is_small(pair->b->shape))) return false;
    p->cores = scree_cores_make(pair->a, pair->b);
    p->origin = m3_mul_transposed(&p->cores.world_rotation, v3_sub(pair->point, p->cores.world_shift));
    p->reach = v3_norm(p->origin) + p->cores.a->core_radius;
    surface_faces a, b;
    bool found;
    if (plane) {
        const scree_shape *s = p->cores.a;
        p->normal = v3_neg(m3_mul(&p->cores.rotation, p->cores.b->form->plane_normal));
        p->error = 64.0 * SCREE_ROUNDING * s->core_radius + s->slack;
        found = surface_find_tip_on_half_space(p, pair, &a, &b) || surface_find_on_half_space(p, pair, &a, &b);
    } else {
        p->normal = v3_unit(m3_mul_transposed(&p->cores.world_rotation, pair->normal));
        p->error = p->cores.error;
        found = surface_find_tip_on_face(p, pair, &a, &b) || surface_find_of_solids(p, &a, &b);
    }
    return found && surface_join(p, &a, &b) && surface_compare(p);
}

#endif
