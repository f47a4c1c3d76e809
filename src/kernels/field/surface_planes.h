// The planes that bound the volume which two polyhedra share, in rows of lanes: the faces with a corner in the slab of the
// overlap, as in region/planes.c, of which no single plane of the other body proves that they have no point in it.
//
// The frame has the axes of A and its origin at the contact point. Depth of x below plane i: offset - normal . x.
#ifndef SCREE_KERNELS_SURFACE_PLANES_H
#define SCREE_KERNELS_SURFACE_PLANES_H

#include <stdalign.h>

#include "kernels/kernels.h"
#include "lanes/lane.h"

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

typedef struct surface_planes {
    alignas(64) double x[SURFACE_PLANES];
    alignas(64) double y[SURFACE_PLANES];
    alignas(64) double z[SURFACE_PLANES];
    alignas(64) double offset[SURFACE_PLANES];
    int face[SURFACE_PLANES]; // of its shape
    int count, of_a, rows;    // those of A come first
    uint32_t bits_a, bits_b;  // of A's and of B's planes
    scree_cores cores;
    scree_vec3 origin; // in A's stored frame
    scree_vec3 normal; // of the slab, unit
    double depth;      // of the slab
    double error;      // error bound of the planes
} surface_planes;

// Heights of a shape's vertices along n. Returns the largest.
static inline double surface_heights(const scree_shape *s, scree_vec3 n, double *height)
{
    const lane x = lane_of(n.x), y = lane_of(n.y), z = lane_of(n.z);
    lane most = lane_of(-(double)INFINITY);
    for (int i = 0; i < s->vertex_count; i += SCREE_LANES) {
        const lane h = x * lane_at(s->x + i) + y * lane_at(s->y + i) + z * lane_at(s->z + i);
        *(lane_anywhere *)(void *)(height + i) = h;
        most = lane_max(most, h);
    }
    return lane_most(most)[0];
}

// Faces of one body as they are found, with the last row padded.
typedef struct surface_faces {
    alignas(64) double x[SURFACE_LIST];
    alignas(64) double y[SURFACE_LIST];
    alignas(64) double z[SURFACE_LIST];
    alignas(64) double offset[SURFACE_LIST];
    int face[SURFACE_LIST];
    int count;
} surface_faces;

// Padding: planes that are never near.
static inline void surface_pad(double *x, double *y, double *z, double *offset, int count)
{
    for (int i = count; i % SCREE_LANES != 0; ++i) {
        x[i] = y[i] = z[i] = 0.0;
        offset[i] = 0x1p900;
    }
}

// The faces with a vertex at `least` or above. `origin` is that of the frame, in the shape's own; `rotation` takes normals into
// the frame, NULL: they are in it. False: they are too many.
static inline bool surface_find_faces(const scree_shape *s, const double *height, double least, scree_vec3 origin,
                                      const scree_mat3 *rotation, surface_faces *out)
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
                if ((seen[f / 64] >> f % 64 & 1) != 0) continue;
                if (count == SURFACE_LIST) return false;
                seen[f / 64] |= UINT64_C(1) << f % 64;
                out->face[count++] = f;
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        const scree_face *f = &s->hull->faces[out->face[i]];
        const scree_vec3 n = rotation != NULL ? m3_mul(rotation, f->normal) : f->normal;
        out->x[i] = n.x;
        out->y[i] = n.y;
        out->z[i] = n.z;
        out->offset[i] = f->offset - v3_dot(f->normal, origin);
    }
    out->count = count;
    surface_pad(out->x, out->y, out->z, out->offset, count);
    return count > 0;
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

// Which planes of the other body the vertices of one are inside of, or on to rounding, each found once.
typedef struct surface_corners {
    uint64_t known[SURFACE_VERTICES / 64];
    uint64_t inside[SURFACE_VERTICES];
} surface_corners;

static inline void surface_forget(surface_corners *c, const scree_shape *s)
{
    for (int i = 0; i <= (s->vertex_count - 1) / 64; ++i) c->known[i] = 0;
}

static inline uint64_t surface_corner_inside(surface_corners *c, const surface_planes *p, bool of_b, int v,
                                             const surface_faces *other)
{
    if ((c->known[v / 64] >> v % 64 & 1) == 0) {
        c->known[v / 64] |= UINT64_C(1) << v % 64;
        c->inside[v] = surface_inside_of(other->x, other->y, other->z, other->offset, other->count, -p->error,
                                         surface_vertex(p, of_b, v));
    }
    return c->inside[v];
}

// Adds the faces of one body, but for those with all corners outside one and the same plane of the other: they have no point
// in the shared volume. Of two faces in one plane neither is left out. False: they are too many.
static inline bool surface_add_near(surface_planes *p, bool of_b, const surface_faces *own, const surface_faces *other)
{
    const scree_shape *s = of_b ? p->cores.b : p->cores.a;
    const uint64_t all = surface_first_bits(other->count);
    const bool few = own->count + other->count <= SURFACE_FEW;
    surface_corners corners;
    surface_forget(&corners, s);
    for (int i = 0; i < own->count; ++i) {
        const scree_face *face = &s->hull->faces[own->face[i]];
        uint64_t out = few ? 0 : all;
        for (int k = 0; k < face->count && out != 0; ++k)
            out &= ~surface_corner_inside(&corners, p, of_b, s->hull->face_vertices[face->first + k], other);
        if (out != 0) continue;
        if (p->count == SURFACE_PLANES) return false;
        const int at = p->count++;
        p->x[at] = own->x[i];
        p->y[at] = own->y[i];
        p->z[at] = own->z[i];
        p->offset[at] = own->offset[i];
        p->face[at] = own->face[i];
    }
    return true;
}

static inline bool surface_find_on_half_space(surface_planes *p, const scree_field_pair *pair, surface_faces *a,
                                              surface_faces *b)
{
    alignas(64) double height[SURFACE_VERTICES];
    const scree_shape *s = p->cores.a;
    const scree_vec3 up = m3_mul(&p->cores.rotation, p->cores.b->form->plane_normal);
    p->normal = v3_neg(up);
    p->error = 64.0 * SCREE_ROUNDING * s->core_radius + s->slack;
    p->depth = surface_heights(s, p->normal, height) + pair->offset;
    if (!(p->depth > 0.0)) return false;
    b->count = 1;
    b->x[0] = up.x;
    b->y[0] = up.y;
    b->z[0] = up.z;
    b->offset[0] = pair->offset - v3_dot(up, p->origin);
    surface_pad(b->x, b->y, b->z, b->offset, 1);
    return surface_find_faces(s, height, -pair->offset - p->error, p->origin, NULL, a);
}

// Along p->normal.
static inline bool surface_find_of_solids(surface_planes *p, surface_faces *a, surface_faces *b)
{
    alignas(64) double height_a[SURFACE_VERTICES], height_b[SURFACE_VERTICES];
    const scree_cores *c = &p->cores;
    p->error = c->error;
    // Heights of A are measured over B's origin, those of B below it.
    const scree_vec3 own = m3_mul_transposed(&c->rotation, v3_neg(p->normal));
    const double base = v3_dot(p->normal, c->shift);
    const double highest = surface_heights(c->a, p->normal, height_a) - base;
    const double lowest = -surface_heights(c->b, own, height_b);
    p->depth = highest - lowest;
    if (!(p->depth > 0.0)) return false;
    const scree_vec3 origin = m3_mul_transposed(&c->rotation, v3_sub(p->origin, c->shift));
    return surface_find_faces(c->a, height_a, lowest + base - p->error, p->origin, NULL, a) &&
           surface_find_faces(c->b, height_b, -highest - p->error, origin, &c->rotation, b);
}

// Those that may be near. False: they are too many, or none.
static inline bool surface_join(surface_planes *p, const surface_faces *a, const surface_faces *b)
{
    p->count = 0;
    if (!surface_add_near(p, false, a, b) || p->count == SURFACE_PLANES) return false;
    p->of_a = p->count;
    if (p->cores.b->core == SCREE_CORE_HALF_SPACE) {
        const int at = p->count++;
        p->x[at] = b->x[0];
        p->y[at] = b->y[0];
        p->z[at] = b->z[0];
        p->offset[at] = b->offset[0];
    } else if (!surface_add_near(p, true, b, a)) {
        return false;
    }
    surface_pad(p->x, p->y, p->z, p->offset, p->count);
    p->rows = (p->count + SCREE_LANES - 1) / SCREE_LANES;
    p->bits_a = (uint32_t)((UINT64_C(1) << p->of_a) - 1);
    p->bits_b = (uint32_t)((UINT64_C(1) << p->count) - 1) & ~p->bits_a;
    return p->of_a > 0 && p->of_a < p->count;
}

static inline scree_vec3 surface_normal(const surface_planes *p, int i)
{
    return v3(p->x[i], p->y[i], p->z[i]);
}

// Whether a face of A and a face of B are nearly parallel and face the same way.
static inline bool surface_has_alike(const surface_planes *p)
{
    const lane far = lane_of((double)INFINITY);
    const lane3 n = l3_of(p->normal);
    lane least_a = far, most_b = -far;
    for (int i = 0; i < p->rows; ++i) {
        const int at = i * SCREE_LANES;
        const lane along = n.x * lane_at(p->x + at) + n.y * lane_at(p->y + at) + n.z * lane_at(p->z + at);
        least_a = lane_min(least_a, lane_pick(flags_of_bits(p->bits_a >> at & ((1u << SCREE_LANES) - 1)), along, far));
        most_b = lane_max(most_b, lane_pick(flags_of_bits(p->bits_b >> at & ((1u << SCREE_LANES) - 1)), along, -far));
    }
    if (-lane_most(-least_a)[0] - lane_most(most_b)[0] > 2.0 * SURFACE_ALIKE) return false; // the usual case
    for (int i = 0; i < p->of_a; ++i)
        for (int j = p->of_a; j < p->count; ++j)
            if (v3_max_abs(v3_sub(surface_normal(p, i), surface_normal(p, j))) < SURFACE_ALIKE) return true;
    return false;
}

static inline bool surface_is_small(const scree_shape *s)
{
    return s->padded_count <= SURFACE_VERTICES && s->hull->face_count <= SURFACE_FACES && s->hull->nodes != NULL;
}

// False: the pair is not for this kernel.
static inline bool surface_planes_make(const scree_field_pair *pair, surface_planes *p)
{
    const bool plane = pair->b->shape->core == SCREE_CORE_HALF_SPACE;
    if (!surface_is_small(pair->a->shape) || (!plane && !surface_is_small(pair->b->shape))) return false;
    p->cores = scree_cores_make(pair->a, pair->b);
    p->origin = m3_mul_transposed(&p->cores.world_rotation, v3_sub(pair->point, p->cores.world_shift));
    surface_faces a, b;
    if (!plane) p->normal = v3_unit(m3_mul_transposed(&p->cores.world_rotation, pair->normal));
    if (!(plane ? surface_find_on_half_space(p, pair, &a, &b) : surface_find_of_solids(p, &a, &b))) return false;
    return surface_join(p, &a, &b) && !surface_has_alike(p);
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
