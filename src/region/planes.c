// The planes that bound the volume two polyhedra share: faces in the slab of the overlap.
//
// Idea        Along any direction n, the shared volume lies between B's lowest and A's highest point. A face without a
//             corner in that slab has no point in the shared volume; neither has a face whose plane misses the ball
//             around B. The remaining faces bound the same volume.
// Departures  A face of A and a face of B that lie in one plane, to rounding, with the same outward normal are flush: of
//             such a pair one body's counts, or the mean of both choices. Planes that repeat one of their body are left out.
#include "region/planes.h"

#include <math.h>

#include "pair/exact_shift.h"

// Polygons with up to this many sides together, and two boxes: narrowing the region costs more than it saves.
enum { FEW_FACES = 12 };

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
    return is_plane(s) ? 1 : s->hull->face_count;
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
    return s->hull->face_vertices[s->hull->faces[f].first + k];
}

static int corners_of(const scree_shape *s, int f)
{
    return s->core == SCREE_CORE_POLYGON ? 2 : s->hull->faces[f].count;
}

// The heights of a shape's vertices along n, minus `base`. Returns the largest.
static double measure(const scree_shape *s, scree_vec3 n, double base, double *height)
{
    double most = -(double)INFINITY;
    for (int i = 0; i < s->vertex_count; ++i) {
        height[i] = v3_dot(n, scree_stored_vertex(s, i)) - base;
        most = max2(most, height[i]);
    }
    return most;
}

// Whether a face has a corner at `least` or above; without heights, true.
static bool reaches(const scree_shape *s, int f, const double *height, double least)
{
    if (height == NULL) return true;
    for (int k = 0; k < corners_of(s, f); ++k)
        if (height[corner_of(s, f, k)] >= least) return true;
    return false;
}

static bool pays_to_narrow(const scree_shape *a, const scree_shape *b)
{
    const bool usual = a->dimension == 2 || (a->is_box && b->is_box);
    return !usual || a->hull->face_count + b->hull->face_count > FEW_FACES;
}

// The support function of B along n, in B's own frame, relative to B's origin.
static double reach_of(const scree_shape *s, scree_vec3 n)
{
    return v3_dot(n, scree_stored_vertex(s, scree_support_vertex(s, n, 0)));
}

// Faces whose plane is farther from the origin than `most` are left out.
static void add_faces_of_a(scree_region_planes *r, const double *height, double least, double most)
{
    const scree_shape *s = r->cores.a;
    for (int f = 0; f < s->hull->face_count; ++f) {
        const double offset = s->hull->faces[f].offset - v3_dot(s->hull->faces[f].normal, r->origin);
        if (offset > most || !reaches(s, f, height, least)) continue;
        r->plane[r->count++] = (scree_region_plane){ .normal = s->hull->faces[f].normal, .offset = offset, .face = f };
    }
}

static void add_faces_of_b(scree_region_planes *r, const double *height, double least)
{
    const scree_shape *s = r->cores.b;
    for (int f = 0; f < s->hull->face_count; ++f) {
        if (!reaches(s, f, height, least)) continue;
        const scree_vec3 normal = m3_mul(&r->cores.rotation, s->hull->faces[f].normal);
        r->plane[r->count++] =
            (scree_region_plane){ .normal = normal, .offset = s->hull->faces[f].offset, .face = f, .of_b = true };
    }
}

// The part of a body in the slab, and its extent along two directions across the normal, in the shape's own frame.
typedef struct cap {
    const scree_shape *shape;
    double least;         // height at which it ends
    const double *height; // of the vertices
    scree_vec3 along[2];
    double low[2], high[2];
} cap;

static cap cap_make(const scree_shape *s, double least, const double *height)
{
    const double none = (double)INFINITY;
    return (cap){ .shape = s, .least = least, .height = height, .low = { none, none }, .high = { -none, -none } };
}

static void stretch(cap *c, scree_vec3 x)
{
    for (int i = 0; i < 2; ++i) {
        const double along = v3_dot(c->along[i], x);
        c->low[i] = min2(c->low[i], along);
        c->high[i] = max2(c->high[i], along);
    }
}

// From the corners of its faces in the slab, and the points where their edges leave it.
static void measure_cap(cap *c, const scree_region_plane *plane, int count)
{
    for (int i = 0; i < count; ++i) {
        const int f = plane[i].face, corners = corners_of(c->shape, f);
        int last = corner_of(c->shape, f, corners - 1);
        for (int k = 0; k < corners; ++k) {
            const int here = corner_of(c->shape, f, k);
            const double h = c->height[here] - c->least, g = c->height[last] - c->least;
            const scree_vec3 x = scree_stored_vertex(c->shape, here);
            if (h >= 0.0) stretch(c, x);
            if (h * g < 0.0) stretch(c, v3_lerp(x, scree_stored_vertex(c->shape, last), h / (h - g)));
            last = here;
        }
    }
}

// Moves the frame to the middle of what both caps share, with a ball around that; keeps the planes that reach it.
static void narrow(scree_region_planes *r, const cap *a, const cap *b, double middle)
{
    scree_vec3 move = v3_scale(r->normal, middle);
    double radius2 = 0.25 * r->depth * r->depth;
    for (int i = 0; i < 2; ++i) {
        const double shift = v3_dot(a->along[i], r->origin); // A's positions are relative to its own origin
        const double low = max2(a->low[i] - shift, b->low[i]), high = min2(a->high[i] - shift, b->high[i]);
        if (!(low <= high + r->error)) {
            r->depth = 0.0;
            return;
        }
        move = v3_add_scaled(move, 0.5 * (low + high), a->along[i]);
        radius2 += 0.25 * (high - low) * (high - low);
    }
    r->origin = v3_add(r->origin, move);
    r->radius = sqrt(radius2) + r->error;
    int kept = 0;
    for (int i = 0; i < r->count; ++i) {
        scree_region_plane p = r->plane[i];
        p.offset -= v3_dot(p.normal, move);
        if (p.offset <= r->radius + r->error) r->plane[kept++] = p;
    }
    r->count = kept;
}

// A's stored origin in the frame of the half space B: exact if B is not rotated, as most walls are.
static dd3 origin_in_half_space(const scree_body *a, const scree_body *b)
{
    const scree_quat q = b->orientation;
    if (q.x != 0.0 || q.y != 0.0 || q.z != 0.0 || scree_has_centre(a->shape)) return scree_exact_shift(b, a);
    return (dd3){ dd_two_diff(a->position.x, b->position.x), dd_two_diff(a->position.y, b->position.y),
                  dd_two_diff(a->position.z, b->position.z) };
}

// A half space that is not rotated and has the normal z or -z, as most floors.
static bool is_level(const scree_body *a, const scree_body *b)
{
    const scree_quat q = b->orientation;
    const scree_vec3 n = b->shape->form->given_normal;
    return q.x == 0.0 && q.y == 0.0 && q.z == 0.0 && n.x == 0.0 && n.y == 0.0 && fabs(n.z) == 1.0 &&
           !scree_has_centre(a->shape);
}

// The depth of A's origin below such a half space.
static double level_depth(const scree_body *a, const scree_body *b)
{
    const double sign = b->shape->form->given_normal.z;
    const dd height = dd_two_diff(sign * a->position.z, sign * b->position.z);
    const dd depth = dd_two_diff(b->shape->form->given_offset, height.hi);
    return depth.hi + (depth.lo - height.lo);
}

// In double-double, as the terms nearly cancel.
double scree_region_depth_of_origin(const scree_body *a, const scree_body *b)
{
    if (is_level(a, b)) return level_depth(a, b);
    const scree_shape *s = b->shape;
    const dd3 normal = dd3_from(s->form->given_normal);
    const dd depth = dd_sub(dd_make(s->form->given_offset, 0.0), dd3_dot(normal, origin_in_half_space(a, b)));
    return dd_value(dd_div(depth, dd_sqrt(dd3_dot(normal, normal))));
}

// A solid A on a half space B.
static void make_on_half_space(scree_region_planes *r, const scree_body *a, const scree_body *b, double *height)
{
    const scree_vec3 normal = m3_mul(&r->cores.rotation, b->shape->form->plane_normal);
    const double offset = scree_region_depth_of_origin(a, b);
    r->origin = v3(0.0, 0.0, 0.0);
    r->normal = v3_neg(normal);
    r->radius = a->shape->core_radius;
    r->error = 64.0 * SCREE_ROUNDING * r->radius + a->shape->slack;
    r->depth = measure(a->shape, r->normal, 0.0, height) + offset;
    if (r->depth <= 0.0) return;
    add_faces_of_a(r, height, -offset - r->error, r->radius + r->error);
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
    const scree_vec3 own = m3_mul_transposed(&c->rotation, v3_neg(normal));
    const double lowest = -reach_of(c->b, own);
    const double highest = measure(c->a, normal, v3_dot(normal, c->shift), height);
    r->depth = highest - lowest;
    if (r->depth <= 0.0) return;
    cap cap_a = cap_make(c->a, lowest - r->error, height), cap_b = cap_make(c->b, -highest - r->error, height);
    if (c->a->dimension == 2)
        scree_region_planar_frame(normal, &cap_a.along[0], &cap_a.along[1]);
    else
        scree_region_frame(normal, &cap_a.along[0], &cap_a.along[1]);
    // The extent of A's cap needs all faces in the slab, those beyond the ball around B too: narrow() drops these.
    const bool narrows = pays_to_narrow(c->a, c->b);
    add_faces_of_a(r, height, cap_a.least, narrows ? (double)INFINITY : r->radius + r->error);
    const int faces_of_a = r->count;
    if (narrows) measure_cap(&cap_a, r->plane, faces_of_a);
    (void)measure(c->b, own, 0.0, height);
    add_faces_of_b(r, height, cap_b.least);
    if (!narrows) return;
    for (int i = 0; i < 2; ++i) cap_b.along[i] = m3_mul_transposed(&c->rotation, cap_a.along[i]);
    measure_cap(&cap_b, r->plane + faces_of_a, r->count - faces_of_a);
    narrow(r, &cap_a, &cap_b, 0.5 * (highest + lowest));
}

bool scree_region_face_is_beyond(const scree_region_planes *r, int f, int j)
{
    const scree_region_plane *p = &r->plane[f], *q = &r->plane[j];
    if (p->has_repeats) return false;
    const scree_shape *s = p->of_b ? r->cores.b : r->cores.a;
    const scree_vec3 n = p->of_b ? m3_mul_transposed(&r->cores.rotation, q->normal) : q->normal;
    const scree_vec3 origin = p->of_b ? v3_sub(r->origin, r->cores.shift) : r->origin;
    const double offset = q->offset + v3_dot(q->normal, origin);
    for (int k = 0; k < corners_of(s, p->face); ++k)
        if (offset - v3_dot(n, scree_stored_vertex(s, corner_of(s, p->face, k))) > r->error) return false;
    return true;
}

// Two faces whose normals differ by less than this are nearly parallel.
static const double ALIKE = 0.1;

// Compares every face of A with every face of B.
static void mark_flush(scree_region_planes *r)
{
    int first_of_b = 0;
    while (first_of_b < r->count && !r->plane[first_of_b].of_b) ++first_of_b;
    for (int i = 0; i < first_of_b; ++i) {
        for (int j = first_of_b; j < r->count; ++j) {
            scree_region_plane *p = &r->plane[i], *q = &r->plane[j];
            if (fabs(p->normal.x - q->normal.x) >= ALIKE) continue;
            const double difference = v3_max_abs(v3_sub(p->normal, q->normal));
            if (difference >= ALIKE) continue;
            r->has_alike = true;
            if (fabs(p->offset - q->offset) <= r->error && difference * r->radius <= r->error)
                p->flush = q->flush = r->has_flush = true;
        }
    }
}

static bool is_same_plane(const scree_region_plane *p, const scree_region_plane *q)
{
    return p->offset == q->offset && p->normal.x == q->normal.x && p->normal.y == q->normal.y &&
           p->normal.z == q->normal.z && p->of_b == q->of_b;
}

// Facets of one face: their cells would count once for each.
static void mark_copies(scree_region_planes *r)
{
    for (int i = 0; i < r->count; ++i) {
        if (r->plane[i].repeated) continue;
        for (int j = i + 1; j < r->count; ++j)
            if (is_same_plane(&r->plane[i], &r->plane[j])) r->plane[i].has_repeats = r->plane[j].repeated = true;
    }
}

static bool take_planes(const scree_body *a, const scree_body *b, scree_arena *scratch, scree_region_planes *out)
{
    *out = (scree_region_planes){ .cores = scree_cores_make(a, b) };
    const int most = scree_region_most_planes(a->shape, b->shape);
    out->plane = scree_arena_take(scratch, (size_t)most * sizeof(scree_region_plane));
    return out->plane != NULL;
}

bool scree_region_planes_make(const scree_body *a, const scree_body *b, scree_vec3 normal, scree_arena *scratch,
                              scree_region_planes *out)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (!take_planes(a, b, scratch, out)) return false;
    double *height = scree_arena_take(scratch, most_vertices(s, t) * sizeof(double));
    if (height == NULL) return false;
    if (is_plane(t))
        make_on_half_space(out, a, b, height);
    else
        make_of_solids(out, v3_unit(m3_mul_transposed(&out->cores.world_rotation, normal)), height);
    mark_flush(out);
    mark_copies(out);
    return true;
}

// The radius of a ball about the stored origin that contains a solid whose planes are moved outward. The solid is
// inside the given one enlarged about the centre of its inscribed ball, so that this ball grows by the same amount.
static double moved_radius(const scree_shape *s, double move)
{
    const double off = v3_norm(v3(s->hull->inscribed_ball[0], s->hull->inscribed_ball[1], s->hull->inscribed_ball[2]));
    return (s->core_radius + off) * (1.0 + move / s->hull->inscribed_ball[3]) + off;
}

bool scree_region_planes_make_moved(const scree_body *a, const scree_body *b, scree_vec3 normal, double move,
                                    scree_arena *scratch, scree_region_planes *out)
{
    if (!take_planes(a, b, scratch, out)) return false;
    scree_region_planes *r = out;
    const bool on_plane = is_plane(b->shape);
    const scree_shape *inner = on_plane ? a->shape : b->shape;
    r->moved = true;
    r->origin = on_plane ? v3(0.0, 0.0, 0.0) : r->cores.shift;
    r->radius = moved_radius(inner, move);
    r->error = (on_plane ? 64.0 * SCREE_ROUNDING * inner->core_radius + inner->slack : r->cores.error) +
               8.0 * SCREE_ROUNDING * r->radius;
    r->depth = r->radius; // a bound
    r->normal = v3_unit(m3_mul_transposed(&r->cores.world_rotation, normal));
    add_faces_of_a(r, NULL, 0.0, r->radius + r->error);
    if (on_plane)
        r->plane[r->count++] = (scree_region_plane){ .normal = m3_mul(&r->cores.rotation, b->shape->form->plane_normal),
                                                     .offset = scree_region_depth_of_origin(a, b),
                                                     .of_b = true };
    else
        add_faces_of_b(r, NULL, 0.0);
    for (int i = 0; i < r->count; ++i) r->plane[i].offset += move;
    mark_flush(r);
    mark_copies(r);
    return true;
}
