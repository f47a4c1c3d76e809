// The planes that bound the volume two polyhedra share: faces in the slab of the overlap.
//
// Idea        Along any direction n, the shared volume lies between B's lowest and A's highest point. A face without a
//             corner in that slab has no point in the shared volume; neither has a face whose plane passes by the ball
//             around B. What is left bounds the same volume.
// Departures  A face of A and a face of B that look the same way and lie in one plane, to rounding, are twins.
#include "region/planes.h"

#include <math.h>

#include "pair/exact_shift.h"

static bool is_solid(const scree_shape *s)
{
    return s->radius == 0.0 && (s->core == SCREE_CORE_POLYHEDRON || s->core == SCREE_CORE_POLYGON);
}

static bool is_plane(const scree_shape *s)
{
    return s->radius == 0.0 && s->core == SCREE_CORE_HALF_SPACE;
}

bool scree_region_serves(const scree_shape *a, const scree_shape *b)
{
    if (a == NULL || b == NULL || a->dimension != b->dimension) return false;
    return (is_solid(a) && (is_solid(b) || is_plane(b))) || (is_plane(a) && is_solid(b));
}

static int faces_of(const scree_shape *s)
{
    return is_plane(s) ? 1 : s->face_count;
}

int scree_region_most_planes(const scree_shape *a, const scree_shape *b)
{
    return faces_of(a) + faces_of(b);
}

static size_t most_vertices(const scree_shape *a, const scree_shape *b)
{
    return (size_t)(a->vertex_count > b->vertex_count ? a->vertex_count : b->vertex_count);
}

size_t scree_region_planes_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_arena_bytes((size_t)scree_region_most_planes(a, b) * sizeof(scree_region_plane)) +
           scree_arena_bytes(most_vertices(a, b) * sizeof(double));
}

// A corner of face f: of polygons, face i is the edge from vertex i to i + 1.
static int corner_of(const scree_shape *s, int f, int k)
{
    if (s->core == SCREE_CORE_POLYGON) return k == 0 ? f : f + 1 < s->vertex_count ? f + 1 : 0;
    return s->face_vertices[s->faces[f].first + k];
}

static int corners_of(const scree_shape *s, int f)
{
    return s->core == SCREE_CORE_POLYGON ? 2 : s->faces[f].count;
}

// The heights of a shape's vertices along n, less `base`. Returns the largest.
static double measure(const scree_shape *s, scree_vec3 n, double base, double *height)
{
    double most = -(double)INFINITY;
    for (int i = 0; i < s->vertex_count; ++i) {
        height[i] = v3_dot(n, scree_stored_vertex(s, i)) - base;
        most = max2(most, height[i]);
    }
    return most;
}

// Whether a face has a corner at `least` or above.
static bool reaches(const scree_shape *s, int f, const double *height, double least)
{
    for (int k = 0; k < corners_of(s, f); ++k)
        if (height[corner_of(s, f, k)] >= least) return true;
    return false;
}

// The highest vertex of B along n, in B's own frame: n . (its place less B's origin).
static double reach_of(const scree_shape *s, scree_vec3 n)
{
    return v3_dot(n, scree_stored_vertex(s, scree_support_vertex(s, n, 0)));
}

static void add_faces_of_a(scree_region_planes *r, const double *height, double least)
{
    const scree_shape *s = r->cores.a;
    for (int f = 0; f < s->face_count; ++f) {
        const double offset = s->faces[f].offset - v3_dot(s->faces[f].normal, r->origin);
        if (offset > r->radius + r->error || !reaches(s, f, height, least)) continue;
        r->plane[r->count++] = (scree_region_plane){ .normal = s->faces[f].normal, .offset = offset, .face = f };
    }
}

static void add_faces_of_b(scree_region_planes *r, const double *height, double least)
{
    const scree_shape *s = r->cores.b;
    for (int f = 0; f < s->face_count; ++f) {
        if (!reaches(s, f, height, least)) continue;
        const scree_vec3 normal = m3_mul(&r->cores.turn, s->faces[f].normal);
        r->plane[r->count++] =
            (scree_region_plane){ .normal = normal, .offset = s->faces[f].offset, .face = f, .of_b = true };
    }
}

// How deep A's stored origin is below the plane of the half space B: with twice the digits, as the terms nearly cancel.
static double depth_of_origin(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = b->shape;
    const dd3 normal = dd3_from(s->given_normal);
    const dd depth = dd_sub(dd_make(s->given_offset, 0.0), dd3_dot(normal, scree_exact_shift(b, a)));
    return dd_value(dd_div(depth, dd_sqrt(dd3_dot(normal, normal))));
}

// A solid A on a half space B.
static void make_on_half_space(scree_region_planes *r, const scree_body *a, const scree_body *b, double *height)
{
    const scree_vec3 normal = m3_mul(&r->cores.turn, b->shape->plane_normal);
    const double offset = depth_of_origin(a, b);
    r->origin = v3(0.0, 0.0, 0.0);
    r->normal = v3_neg(normal);
    r->radius = a->shape->core_radius;
    r->error = 64.0 * SCREE_ROUNDING * r->radius + a->shape->slack;
    r->depth = measure(a->shape, r->normal, 0.0, height) + offset;
    if (r->depth <= 0.0) return;
    add_faces_of_a(r, height, -offset - r->error);
    r->plane[r->count++] = (scree_region_plane){ .normal = normal, .offset = offset, .of_b = true };
}

static void make_of_solids(scree_region_planes *r, scree_vec3 normal, double *height)
{
    const scree_cores *c = &r->cores;
    r->origin = c->shift;
    r->normal = normal;
    r->radius = c->b->core_radius;
    r->error = c->error;
    // Heights are over B's origin.
    const scree_vec3 own = m3_mul_transposed(&c->turn, v3_neg(normal));
    const double lowest = -reach_of(c->b, own);
    const double highest = measure(c->a, normal, v3_dot(normal, c->shift), height);
    r->depth = highest - lowest;
    if (r->depth <= 0.0) return;
    add_faces_of_a(r, height, lowest - r->error);
    (void)measure(c->b, own, 0.0, height);
    add_faces_of_b(r, height, -highest - r->error);
}

static bool are_twins(const scree_region_planes *r, const scree_region_plane *p, const scree_region_plane *q)
{
    const scree_vec3 d = v3_sub(p->normal, q->normal);
    return fabs(p->offset - q->offset) <= r->error && v3_max_abs(d) * r->radius <= r->error;
}

static void mark_twins(scree_region_planes *r)
{
    for (int i = 0; i < r->count && !r->plane[i].of_b; ++i) {
        for (int j = r->count - 1; j > i && r->plane[j].of_b; --j) {
            if (!are_twins(r, &r->plane[i], &r->plane[j])) continue;
            r->plane[i].twin = r->plane[j].twin = r->has_twins = true;
        }
    }
}

bool scree_region_planes_make(const scree_body *a, const scree_body *b, scree_vec3 normal, scree_arena *scratch,
                              scree_region_planes *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    *out = (scree_region_planes){ .cores = scree_cores_make(a, b) };
    out->plane = scree_arena_take(scratch, (size_t)scree_region_most_planes(s, t) * sizeof(scree_region_plane));
    double *height = scree_arena_take(scratch, most_vertices(s, t) * sizeof(double));
    if (out->plane == NULL || height == NULL) return false;
    if (is_plane(t))
        make_on_half_space(out, a, b, height);
    else
        make_of_solids(out, v3_unit(m3_mul_transposed(&out->cores.world_turn, normal)), height);
    mark_twins(out);
    return true;
}
