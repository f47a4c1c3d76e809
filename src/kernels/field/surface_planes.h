// The planes that bound the volume which two polyhedra share, in rows of lanes: the faces with a corner in the slab of the
// overlap, as in region/planes.c, of which no single plane of the other body proves that they have no point in it.
//
// The frame has the axes of A and its origin at the contact point. Depth of x below plane i: offset - normal . x.
#ifndef SCREE_KERNELS_SURFACE_PLANES_H
#define SCREE_KERNELS_SURFACE_PLANES_H

#include <stdalign.h>

#include "kernels/kernels.h"
#include "lanes/lane_rows.h"

// Planes, and vertices and faces of a body, up to which a pair is for this kernel.
enum {
    SURFACE_PLANES = 32,
    SURFACE_ROWS = SURFACE_PLANES / SCREE_LANES,
    SURFACE_LIST = 64, // faces of one body, as they are found
    SURFACE_FEW = 16,  // planes of which none is left out in advance
    SURFACE_VERTICES = 256,
    SURFACE_FACES = 512
};

// Normals of a face of A and a face of B that differ by less than this may be those of coincident faces: left to
// region/field.c.
#define SURFACE_ALIKE 1e-3

// What a normal has along the direction of the overlap where it certainly faces that way: many roundings.
#define SURFACE_FACING 1e-9

typedef struct surface_planes {
    alignas(64) double x[SURFACE_PLANES + 1]; // one more than there is room for
    alignas(64) double y[SURFACE_PLANES + 1];
    alignas(64) double z[SURFACE_PLANES + 1];
    alignas(64) double offset[SURFACE_PLANES + 1];
    int face[SURFACE_PLANES + 1]; // of its shape
    int count, of_a, rows;        // those of A come first
    uint32_t bits_a, bits_b;      // of A's and of B's planes
    scree_cores cores;
    scree_vec3 origin; // in A's stored frame
    scree_vec3 normal; // of the slab, unit
    double depth;      // of the slab
    double error;      // error bound of the planes
    double reach;      // the shared volume is nearer to the origin than this
    bool is_graph;     // over a plane across the normal is S, where each line along the normal meets it once
} surface_planes;

// Rotated, and back; without a rotation, as they are.
static inline lane3 surface_rotate(const scree_mat3 *rotation, lane3 v)
{
    if (rotation == NULL) return v;
    const lane_mat3 m = { { l3_of(rotation->row[0]), l3_of(rotation->row[1]), l3_of(rotation->row[2]) } };
    return lm3_mul(&m, v);
}

static inline lane3 surface_rotate_back(const scree_mat3 *rotation, lane3 v)
{
    if (rotation == NULL) return v;
    const lane_mat3 m = { { l3_of(rotation->row[0]), l3_of(rotation->row[1]), l3_of(rotation->row[2]) } };
    return lm3_mul_transposed(&m, v);
}

// Heights of a shape's vertices along n. Returns the largest.
static inline double surface_heights(const scree_shape *s, scree_vec3 n, double *height)
{
    const lane x = lane_of(n.x), y = lane_of(n.y), z = lane_of(n.z);
    lane most = lane_of(-(double)INFINITY);
    for (int i = 0; i < s->vertex_count; i += SCREE_LANES) {
        const lane h = x * lane_at(s->x + i) + y * lane_at(s->y + i) + z * lane_at(s->z + i);
        lane_put(height + i, h);
        most = lane_max(most, h);
    }
    return lane_most(most)[0];
}

// Faces of one body as they are found. Whole rows are written, and one face more than there is room for.
enum { SURFACE_LIST_END = SURFACE_LIST + SCREE_LANES };
typedef struct surface_faces {
    alignas(64) double x[SURFACE_LIST_END];
    alignas(64) double y[SURFACE_LIST_END];
    alignas(64) double z[SURFACE_LIST_END];
    alignas(64) double offset[SURFACE_LIST_END];
    int face[SURFACE_LIST_END]; // of its shape
    int count;
} surface_faces;

// The numbers of the faces with a vertex at `least` or above, each once. False: they are too many.
static inline bool surface_list_faces(const scree_shape *s, const double *height, double least, surface_faces *out)
{
    uint64_t seen[SURFACE_FACES / 64];
    int count = 0;
    for (int i = 0; i <= (s->hull->face_count - 1) / 64; ++i) seen[i] = 0;
    for (int i = 0; i < s->vertex_count; i += SCREE_LANES) {
        unsigned low = lane_bits_below(lane_at(height + i), lane_of(least));
        if (s->vertex_count - i < SCREE_LANES) low |= ~0u << (s->vertex_count - i);
        for (unsigned in = ~low & ((1u << SCREE_LANES) - 1); in != 0; in &= in - 1) {
            const int v = i + __builtin_ctz(in);
            for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end; ++k) {
                const int f = scree_vertex_face(s->hull, k);
                uint64_t *word = &seen[f / 64];
                out->face[count] = f; // stays if it is new: no branch, which could not be predicted
                count += (int)(~*word >> f % 64 & 1);
                *word |= UINT64_C(1) << f % 64;
                if (count > SURFACE_LIST) return false;
            }
        }
    }
    out->count = count;
    return true;
}

// Reads the faces of a list. `origin` is that of the frame, in the shape's own; `rotation` takes normals into the frame, NULL: they
// are in it.
static inline void surface_read_faces(const scree_shape *s, scree_vec3 origin, const scree_mat3 *rotation,
                                      surface_faces *list)
{
    const lane3 o = l3_of(origin);
    for (int i = 0; i < list->count; i += SCREE_LANES) {
        const double *records[SCREE_LANES];
        lane rows[4];
        for (int k = 0; k < SCREE_LANES; ++k)
            records[k] = &s->hull->faces[list->face[i + k < list->count ? i + k : 0]].normal.x;
        lane_columns_of_four(records, 0, rows);
        const lane3 own = l3(rows[0], rows[1], rows[2]), n = surface_rotate(rotation, own);
        lane_put(list->x + i, n.x);
        lane_put(list->y + i, n.y);
        lane_put(list->z + i, n.z);
        lane_put(list->offset + i, rows[3] - l3_dot(own, o));
    }
}

// The plane of a half space.
static inline void surface_read_half_space(const surface_planes *p, const scree_field_pair *pair, surface_faces *list)
{
    list->count = 1;
    list->x[0] = -p->normal.x;
    list->y[0] = -p->normal.y;
    list->z[0] = -p->normal.z;
    list->offset[0] = pair->offset + v3_dot(p->normal, p->origin);
    list->face[0] = 0;
}

static inline scree_vec3 surface_origin_in_b(const surface_planes *p)
{
    return m3_mul_transposed(&p->cores.rotation, v3_sub(p->origin, p->cores.shift));
}

// A vertex of A or B in the frame.
static inline scree_vec3 surface_vertex(const surface_planes *p, bool of_b, int v)
{
    const scree_vec3 own = scree_stored_vertex(of_b ? p->cores.b : p->cores.a, v);
    return v3_sub(of_b ? v3_add(m3_mul(&p->cores.rotation, own), p->cores.shift) : own, p->origin);
}

// Which planes a point is inside of by more than `least`.
static inline uint64_t surface_inside_of(const double *nx, const double *ny, const double *nz, const double *offset,
                                         int count, double least, scree_vec3 point)
{
    const lane3 x = l3_of(point);
    uint64_t in = 0;
    for (int at = 0; at < count; at += SCREE_LANES) {
        const lane depth =
            lane_at(offset + at) - (x.x * lane_at(nx + at) + x.y * lane_at(ny + at) + x.z * lane_at(nz + at));
        in |= (uint64_t)lane_bits_below(lane_of(least), depth) << at;
    }
    return in;
}

static inline uint64_t surface_first_bits(int count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}

// Which faces of the other body the vertices of one are inside of, or on to rounding: found for eight vertices at a time, each once.
typedef struct surface_corners {
    const scree_shape *shape;
    surface_faces planes; // of the other body, in the frame of the shape
    double least;
    uint32_t known; // which eights of vertices
    lane_mask inside[SURFACE_VERTICES / SCREE_LANES];
} surface_corners;

// For the vertices of A or of B.
static inline void surface_corners_begin(surface_corners *c, const surface_planes *p, bool of_b,
                                         const surface_faces *other)
{
    // x in the frame is rotation x' + shift, where x' is in the shape's own.
    const scree_mat3 *rotation = of_b ? &p->cores.rotation : NULL;
    const lane3 shift = l3_of(of_b ? v3_sub(p->cores.shift, p->origin) : v3_neg(p->origin));
    c->shape = of_b ? p->cores.b : p->cores.a;
    c->known = 0;
    c->least = -p->error;
    c->planes.count = other->count;
    for (int i = 0; i < other->count; i += SCREE_LANES) {
        const lane3 n = l3(lane_at(other->x + i), lane_at(other->y + i), lane_at(other->z + i));
        const lane3 own = surface_rotate_back(rotation, n);
        lane_put(c->planes.x + i, own.x);
        lane_put(c->planes.y + i, own.y);
        lane_put(c->planes.z + i, own.z);
        lane_put(c->planes.offset + i, lane_at(other->offset + i) - l3_dot(n, shift));
    }
}

static inline void surface_find_inside(surface_corners *c, int eight)
{
    const surface_faces *p = &c->planes;
    const scree_shape *s = c->shape;
    const lane least = lane_of(c->least);
    for (int at = 8 * eight; at < 8 * eight + 8; at += SCREE_LANES) {
        const lane3 v = l3(lane_at(s->x + at), lane_at(s->y + at), lane_at(s->z + at));
        lane_mask inside = lane_whole(0);
        for (int i = 0; i < p->count; ++i) {
            const lane_mask bit = lane_whole((int64_t)(UINT64_C(1) << i));
            const lane depth = p->offset[i] - (v.x * p->x[i] + v.y * p->y[i] + v.z * p->z[i]);
            inside = lane_pick_whole(flags_below(least, depth), inside | bit, inside);
        }
        c->inside[at / SCREE_LANES] = inside;
    }
    c->known |= UINT32_C(1) << eight;
}

static inline uint64_t surface_corner_inside(surface_corners *c, int v)
{
    if ((c->known >> v / 8 & 1) == 0) surface_find_inside(c, v / 8);
    return (uint64_t)c->inside[v / SCREE_LANES][v % SCREE_LANES];
}

// Adds the faces of one body, but for those with all corners outside one and the same plane of the other: they have no point
// in the shared volume. Of two faces in one plane neither is left out. Without `corners`, adds them all. False: they are too
// many.
static inline bool surface_add_near(surface_planes *p, const surface_faces *own, surface_corners *corners)
{
    for (int i = 0; i < own->count; ++i) {
        uint64_t out = 0;
        if (corners != NULL) {
            const scree_shape *s = corners->shape;
            const scree_face *face = &s->hull->faces[own->face[i]];
            uint64_t inside = 0;
            out = surface_first_bits(corners->planes.count);
            for (int k = 0; k < face->count; ++k)
                inside |= surface_corner_inside(corners, s->hull->face_vertices[face->first + k]);
            out &= ~inside;
        }
        const int at = p->count;
        if (at > SURFACE_PLANES) return false;
        p->x[at] = own->x[i];
        p->y[at] = own->y[i];
        p->z[at] = own->z[i];
        p->offset[at] = own->offset[i];
        p->face[at] = own->face[i];
        p->count += out == 0; // no branch, which could not be predicted
    }
    return p->count <= SURFACE_PLANES;
}

// The faces with a corner in the slab of the overlap along p->normal. False: they are too many, or none.
static inline bool surface_find_on_half_space(surface_planes *p, const scree_field_pair *pair, surface_faces *a,
                                              surface_faces *b)
{
    alignas(64) double height[SURFACE_VERTICES];
    const scree_shape *s = p->cores.a;
    p->depth = surface_heights(s, p->normal, height) + pair->offset;
    if (!(p->depth > 0.0) || !surface_list_faces(s, height, -pair->offset - p->error, a)) return false;
    surface_read_faces(s, p->origin, NULL, a);
    surface_read_half_space(p, pair, b);
    return a->count > 0;
}

static inline bool surface_find_of_solids(surface_planes *p, surface_faces *a, surface_faces *b)
{
    alignas(64) double height_a[SURFACE_VERTICES], height_b[SURFACE_VERTICES];
    const scree_cores *c = &p->cores;
    // Heights of A are measured over B's origin, those of B below it.
    const scree_vec3 own = m3_mul_transposed(&c->rotation, v3_neg(p->normal));
    const double base = v3_dot(p->normal, c->shift);
    const double highest = surface_heights(c->a, p->normal, height_a) - base;
    const double lowest = -surface_heights(c->b, own, height_b);
    p->depth = highest - lowest;
    if (!(p->depth > 0.0)) return false;
    if (!surface_list_faces(c->a, height_a, lowest + base - p->error, a) ||
        !surface_list_faces(c->b, height_b, -highest - p->error, b))
        return false;
    surface_read_faces(c->a, p->origin, NULL, a);
    surface_read_faces(c->b, surface_origin_in_b(p), &c->rotation, b);
    return a->count > 0 && b->count > 0;
}

// Padding: planes that are never near.
static inline void surface_pad(surface_planes *p)
{
    for (int i = p->count; i % SCREE_LANES != 0; ++i) {
        p->x[i] = p->y[i] = p->z[i] = 0.0;
        p->offset[i] = 0x1p900;
    }
}

// Those that may be near. False: they are too many, or none.
static inline bool surface_join(surface_planes *p, const surface_faces *a, const surface_faces *b)
{
    const bool all = a->count + b->count <= SURFACE_FEW;
    surface_corners corners;
    p->count = 0;
    if (!all) surface_corners_begin(&corners, p, false, b);
    if (!surface_add_near(p, a, all ? NULL : &corners) || p->count == SURFACE_PLANES) return false;
    p->of_a = p->count;
    const bool whole = all || p->cores.b->core == SCREE_CORE_HALF_SPACE;
    if (!whole) surface_corners_begin(&corners, p, true, a);
    if (!surface_add_near(p, b, whole ? NULL : &corners)) return false;
    surface_pad(p);
    p->rows = (p->count + SCREE_LANES - 1) / SCREE_LANES;
    p->bits_a = (uint32_t)((UINT64_C(1) << p->of_a) - 1);
    p->bits_b = (uint32_t)((UINT64_C(1) << p->count) - 1) & ~p->bits_a;
    return p->of_a > 0 && p->of_a < p->count;
}

static inline scree_vec3 surface_normal(const surface_planes *p, int i)
{
    return v3(p->x[i], p->y[i], p->z[i]);
}

static inline bool surface_is_alike(const surface_planes *p)
{
    for (int i = 0; i < p->of_a; ++i)
        for (int j = p->of_a; j < p->count; ++j)
            if (v3_max_abs(v3_sub(surface_normal(p, i), surface_normal(p, j))) < SURFACE_ALIKE) return true;
    return false;
}

// Compares the planes with the normal. False: a face of A and a face of B are nearly parallel and face the same way.
static inline bool surface_compare(surface_planes *p)
{
    const lane far = lane_of((double)INFINITY);
    const lane3 n = l3_of(p->normal);
    lane low_a = far, high_b = -far;
    for (int i = 0; i < p->rows; ++i) {
        const int at = i * SCREE_LANES;
        const lane along = n.x * lane_at(p->x + at) + n.y * lane_at(p->y + at) + n.z * lane_at(p->z + at);
        low_a = lane_min(low_a, lane_pick(flags_of_bits(p->bits_a >> at & ((1u << SCREE_LANES) - 1)), along, far));
        high_b = lane_max(high_b, lane_pick(flags_of_bits(p->bits_b >> at & ((1u << SCREE_LANES) - 1)), along, -far));
    }
    const double least_a = -lane_most(-low_a)[0], most_b = lane_most(high_b)[0];
    p->is_graph = least_a > SURFACE_FACING && most_b < -SURFACE_FACING;
    return least_a - most_b > 2.0 * SURFACE_ALIKE || !surface_is_alike(p); // the former as a rule
}

static inline bool surface_is_small(const scree_shape *s)
{
    return s->padded_count <= SURFACE_VERTICES && s->hull->face_count <= SURFACE_FACES && s->hull->nodes != NULL;
}

// ---- faces that the surface has not met ------------------------------------------------------------------------------

// Corners of a face up to which it is cut, and of what is left of it.
enum { SURFACE_FACE_CORNERS = 16, SURFACE_CUT_CORNERS = SURFACE_FACE_CORNERS + SURFACE_PLANES };

// What of a polygon is inside a plane. Returns how many corners.
static inline int surface_cut(scree_vec3 n, double offset, const scree_vec3 *corner, int count, scree_vec3 *out)
{
    int kept = 0;
    scree_vec3 last = corner[count - 1];
    double last_depth = offset - v3_dot(n, last);
    for (int k = 0; k < count; ++k) {
        const double depth = offset - v3_dot(n, corner[k]);
        if ((depth > 0.0) != (last_depth > 0.0))
            out[kept++] = v3_lerp(last, corner[k], last_depth / (last_depth - depth));
        if (depth > 0.0) out[kept++] = corner[k];
        last = corner[k];
        last_depth = depth;
    }
    return kept;
}

// Whether a polygon has a point inside all of some planes.
static inline bool surface_reaches(const surface_planes *p, uint32_t planes, const scree_vec3 *corner, int count)
{
    scree_vec3 buffer[2][SURFACE_CUT_CORNERS];
    for (int now = 0; planes != 0 && count > 0; planes &= planes - 1, now = 1 - now) {
        const int i = __builtin_ctz(planes);
        count = surface_cut(surface_normal(p, i), p->offset[i] - p->error, corner, count, buffer[now]);
        corner = buffer[now];
    }
    return count > 0;
}

// Whether the face of plane f is proven to have no point in the other body, or to lie in it completely: the other's
// surface does not cross it.
static inline bool surface_is_uncrossed(const surface_planes *p, int f)
{
    const bool of_b = f >= p->of_a;
    const scree_shape *s = of_b ? p->cores.b : p->cores.a;
    const scree_face *face = &s->hull->faces[p->face[f]];
    const uint32_t others = of_b ? p->bits_a : p->bits_b;
    if (s->core == SCREE_CORE_HALF_SPACE || face->count > SURFACE_FACE_CORNERS) return false;
    scree_vec3 corner[SURFACE_FACE_CORNERS];
    uint32_t some = 0, all = others; // planes that some corner, and that all corners are inside of
    for (int k = 0; k < face->count; ++k) {
        corner[k] = surface_vertex(p, of_b, s->hull->face_vertices[face->first + k]);
        const uint32_t in = (uint32_t)surface_inside_of(p->x, p->y, p->z, p->offset, p->count, p->error, corner[k]);
        some |= in;
        all &= in;
    }
    if ((others & ~some) != 0 || all == others) return true;
    return !surface_reaches(p, others & ~all, corner, face->count);
}

#endif
