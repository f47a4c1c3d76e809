// The volume that two convex polyhedra share, or one of them and a half space.
//
// Source      The divergence theorem; the cuts are those of solve/volume/cut.h.
// Idea        P, the smaller body, is cut by the face planes of Q, the other one, in P's frame. What is left has faces
//             of P and faces of Q; volume, centroid and areas are sums over their corners, about the mean of all
//             vertices. A half space has one plane.
// Departures  A plane that cuts off less than the rounding of the pair (`slack`) does not cut. If it lies on a face of
//             P with the same outward normal, that piece of surface belongs to A and to B, and counts half for each:
//             the rule is the same for (A, B) and (B, A), and the area vector is the mean of its one-sided limits.
// Limits      Errors are some roundings of the pair's size, times the surface. A shared volume thinner than that is
//             reported as touching: volume and areas are 0, and the centroid is that of the thin piece.
#include "solve/volume/overlap_volume.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "math/dd.h"
#include "pair/exact_shift.h"
#include "pair/pair.h"
#include "solve/volume/cut.h"

// Error of a vertex's height over a plane, in roundings of the pair's size: at worst 13 of the rotated normal, 6 of the
// plane's offset and of the pose, 6 of the products; and some for a vertex cut out by two such planes.
static const double SLACK_ROUNDINGS = 32.0;

typedef struct plane {
    scree_vec3 normal; // outward of Q, in P's frame
    double offset;
    int face; // of Q
} plane;

typedef struct overlap_work {
    scree_part part;       // of P, in units of `unit`; Q's face f is its face p_faces + f
    int p_faces;           // how many faces P has
    unsigned char *shared; // P's face lies on a face of Q with the same outward normal
    plane *planes;         // of Q, those that P reaches
    int plane_count;
    double unit;  // a power of two near P's size: exact to divide by, and keeps fourth powers in range
    double slack; // heights within it are rounding
} overlap_work;

static bool is_solid(const scree_shape *shape)
{
    return shape != NULL && shape->core == SCREE_CORE_POLYHEDRON && shape->radius == 0.0;
}

static bool is_half_space(const scree_shape *shape)
{
    return shape != NULL && shape->core == SCREE_CORE_HALF_SPACE && shape->radius == 0.0;
}

static bool serves(const scree_shape *a, const scree_shape *b)
{
    return (is_solid(a) && (is_solid(b) || is_half_space(b))) || (is_half_space(a) && is_solid(b));
}

static int planes_of(const scree_shape *q)
{
    return is_half_space(q) ? 1 : q->hull->face_count;
}

// Which of the two is P: the one that is not a half space, or the smaller one, so that its vertices keep all their digits. The same whichever is called A: of
// equal shapes by their poses.
static bool first_is_cut(const scree_body *first, const scree_body *second)
{
    const scree_shape *a = first->shape, *b = second->shape;
    if (is_half_space(a) || is_half_space(b)) return is_half_space(b);
    if (a->core_radius != b->core_radius) return a->core_radius < b->core_radius;
    if (a->vertex_count != b->vertex_count) return a->vertex_count < b->vertex_count;
    if (a->fingerprint != b->fingerprint) return a->fingerprint < b->fingerprint;
    return scree_pose_in_order(first, second);
}

size_t scree_overlap_volume_scratch(const scree_shape *a, const scree_shape *b)
{
    if (!serves(a, b)) return 0;
    const scree_body first = { .shape = a }, second = { .shape = b };
    const bool a_first = first_is_cut(&first, &second);
    const scree_shape *p = a_first ? a : b, *q = a_first ? b : a;
    return scree_arena_bytes((size_t)p->hull->face_count) + scree_arena_bytes((size_t)planes_of(q) * sizeof(plane)) +
           scree_part_bytes(p, planes_of(q));
}

static bool work_take(overlap_work *w, const scree_cores *c, void *scratch, size_t size)
{
    const scree_shape *p = c->a, *q = c->b;
    memset(w, 0, sizeof *w);
    if (scratch == NULL) return false;
    scree_arena arena = scree_arena_make(scratch, size);
    w->p_faces = p->hull->face_count;
    w->shared = scree_arena_take(&arena, (size_t)p->hull->face_count);
    w->planes = scree_arena_take(&arena, (size_t)planes_of(q) * sizeof(plane));
    if (w->shared == NULL || w->planes == NULL) return false;
    memset(w->shared, 0, (size_t)p->hull->face_count);
    int exponent;
    frexp(p->core_radius, &exponent);
    w->unit = ldexp(1.0, exponent);
    const double reach = p->core_radius + (is_half_space(q) ? 0.0 : q->core_radius);
    w->slack = SLACK_ROUNDINGS * SCREE_ROUNDING * reach / w->unit;
    return scree_part_take(&w->part, p, planes_of(q), arena.next, (size_t)(arena.end - arena.next));
}

// The planes of Q that P reaches. The one that cuts deepest comes first, since it leaves the least for the others.
static void gather_planes(overlap_work *w, const scree_cores *c)
{
    const scree_shape *p = c->a, *q = c->b;
    double deepest = 0.0;
    int vertex = 0;
    for (int f = 0; f < q->hull->face_count; ++f) {
        plane cut = { m3_mul(&c->rotation, q->hull->faces[f].normal), 0.0, f };
        cut.offset = (q->hull->faces[f].offset + v3_dot(cut.normal, c->shift)) / w->unit;
        vertex = scree_support_vertex(p, cut.normal, vertex);
        double depth = v3_dot(cut.normal, scree_stored_vertex(p, vertex)) / w->unit - cut.offset;
        if (depth < -w->slack) continue;
        int at = w->plane_count++;
        w->planes[at] = cut;
        if (depth > deepest) {
            deepest = depth;
            w->planes[at] = w->planes[0];
            w->planes[0] = cut;
        }
    }
}

// Whether the face of half-edge h lies on the last plane measured.
static bool lies_on_plane(const overlap_work *w, int h)
{
    for (int corner = w->part.half[h].next; corner != h; corner = w->part.half[corner].next) {
        if (w->part.height[w->part.half[corner].origin] < -w->slack) return false;
    }
    return true;
}

// The plane touches what is left of P and cuts nothing off: faces of P that lie on it are shared.
static void mark_shared(overlap_work *w, const scree_shape *p, scree_vec3 normal)
{
    for (int i = 0; i < w->part.vertex_count; ++i) {
        if (w->part.height[i] < -w->slack) continue;
        int first = w->part.spoke[i], h = first;
        do {
            int face = w->part.half[h].face;
            // Narrow faces can lie on it too; only those with the same outward normal count.
            if (face < w->p_faces && v3_dot(p->hull->faces[face].normal, normal) > 0.5 && lies_on_plane(w, h))
                w->shared[face] = 1;
            h = scree_part_next_spoke(&w->part, h);
        } while (h != first);
    }
}

typedef struct integrals {
    double volume;
    scree_vec3 moment;         // of the volume, about the middle
    double area;               // of the whole surface
    scree_vec3 surface_moment; // of the surface, about the middle
    double area_p, area_q;     // the shares of the two bodies
    scree_vec3 vector_p;       // of P's share
    scree_vec3 couple_p;       // of P's share, about the middle
    scree_vec3 middle, low, high;
} integrals;

static void find_middle(const scree_part *w, integrals *sum)
{
    sum->low = sum->high = scree_part_vertex(w, 0);
    scree_vec3 total = v3(0, 0, 0);
    for (int i = 0; i < w->vertex_count; ++i) {
        scree_vec3 p = scree_part_vertex(w, i);
        total = v3_add(total, p);
        sum->low = v3(fmin(sum->low.x, p.x), fmin(sum->low.y, p.y), fmin(sum->low.z, p.z));
        sum->high = v3(fmax(sum->high.x, p.x), fmax(sum->high.y, p.y), fmax(sum->high.z, p.z));
    }
    sum->middle = v3_scale(total, 1.0 / w->vertex_count);
}

// a b - c d without cancellation.
static double accurate_minor(double a, double b, double c, double d)
{
    dd p = dd_two_prod(a, b), q = dd_two_prod(c, d);
    return (p.hi - q.hi) + (p.lo - q.lo);
}

// The long sides of a needle are nearly parallel: a plain cross product would lose the thickness, in proportion to the
// needle's aspect ratio.
static scree_vec3 accurate_cross(scree_vec3 a, scree_vec3 b)
{
    return v3(accurate_minor(a.y, b.z, a.z, b.y), accurate_minor(a.z, b.x, a.x, b.z),
              accurate_minor(a.x, b.y, a.y, b.x));
}

// A face as a fan of triangles around its first corner; each spans a tetrahedron with the middle.
static void add_face(const overlap_work *work, int face, integrals *sum)
{
    const scree_part *w = &work->part;
    int first = w->face_half[face];
    scree_vec3 hub = v3_sub(scree_part_vertex(w, w->half[first].origin), sum->middle), vector = v3(0, 0, 0),
               couple = v3(0, 0, 0);
    int h = w->half[first].next;
    scree_vec3 b = v3_sub(scree_part_vertex(w, w->half[h].origin), sum->middle);
    for (h = w->half[h].next; h != first; h = w->half[h].next) {
        scree_vec3 c = v3_sub(scree_part_vertex(w, w->half[h].origin), sum->middle);
        scree_vec3 piece = v3_scale(accurate_cross(v3_sub(b, hub), v3_sub(c, hub)), 0.5);
        scree_vec3 corners = v3_add(hub, v3_add(b, c));
        double volume = v3_dot(hub, piece) / 3.0, area = v3_norm(piece);
        sum->volume += volume;
        sum->moment = v3_add_scaled(sum->moment, volume / 4.0, corners);
        sum->area += area;
        sum->surface_moment = v3_add_scaled(sum->surface_moment, area / 3.0, corners);
        vector = v3_add(vector, piece);
        couple = v3_add(couple, v3_cross(corners, piece)); // of the triangle's centroid, three times
        b = c;
    }
    double area = v3_norm(vector), share_p = face >= work->p_faces ? 0.0 : work->shared[face] ? 0.5 : 1.0;
    sum->area_p += share_p * area;
    sum->area_q += (1.0 - share_p) * area;
    sum->vector_p = v3_add_scaled(sum->vector_p, share_p, vector);
    sum->couple_p = v3_add_scaled(sum->couple_p, share_p / 3.0, couple);
}

static integrals integrate(const overlap_work *w)
{
    integrals sum;
    memset(&sum, 0, sizeof sum);
    find_middle(&w->part, &sum);
    for (int f = 0; f < w->part.face_capacity; ++f) {
        if (w->part.face_half[f] >= 0) add_face(w, f, &sum);
    }
    return sum;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

// The centroid of the volume, or of the surface of a piece without volume; never outside the piece's bounding box.
static scree_vec3 centroid_of(const integrals *sum, bool thin)
{
    scree_vec3 c = sum->middle;
    if (!thin)
        c = v3_add_scaled(c, 1.0 / sum->volume, sum->moment);
    else if (sum->area > 0.0)
        c = v3_add_scaled(c, 1.0 / sum->area, sum->surface_moment);
    return v3(clamp(c.x, sum->low.x, sum->high.x), clamp(c.y, sum->low.y, sum->high.y),
              clamp(c.z, sum->low.z, sum->high.z));
}

// The plane of a half space, if P reaches it. Its offset is in double-double: far from P, the terms nearly cancel.
static void take_half_space(overlap_work *w, const scree_cores *c, const scree_body *p, const scree_body *q)
{
    const scree_form *form = c->b->form;
    const dd3 normal = dd3_from(form->given_normal);
    const dd depth = dd_sub(dd_make(form->given_offset, 0.0), dd3_dot(normal, scree_exact_shift(q, p)));
    plane cut = { m3_mul(&c->rotation, form->plane_normal), 0.0, 0 };
    cut.offset = dd_value(dd_div(depth, dd_sqrt(dd3_dot(normal, normal)))) / w->unit;
    w->planes[w->plane_count++] = cut;
}

// Whether the bounding balls are disjoint: `between` is a point between them.
static bool far_apart(const scree_cores *c, double slack, scree_vec3 *between)
{
    if (is_half_space(c->b)) return false;
    double distance = v3_norm(c->shift), gap = distance - c->a->core_radius - c->b->core_radius;
    if (!(gap > slack)) return false;
    *between = v3_scale(c->shift, (c->a->core_radius + 0.5 * gap) / distance);
    return true;
}

typedef enum verdict { OVERLAPS, TOUCHES, APART, NO_ROOM } verdict;

// Halfway between the lowest vertices and the last plane measured.
static scree_vec3 below_lowest(const overlap_work *w, scree_vec3 normal)
{
    const scree_part *part = &w->part;
    scree_vec3 sum = v3(0, 0, 0);
    int count = 0;
    for (int i = 0; i < part->vertex_count; ++i) {
        if (part->height[i] > part->low + w->slack) continue;
        sum = v3_add(sum, scree_part_vertex(part, i));
        count++;
    }
    return v3_add_scaled(v3_scale(sum, 1.0 / count), -0.5 * part->low, normal);
}

// Cuts P by the planes of Q. APART: `between` is a point between what was left of P and the last plane.
static verdict cut_all(overlap_work *w, const scree_shape *p, scree_vec3 *between)
{
    verdict result = OVERLAPS;
    scree_part *part = &w->part;
    for (int i = 0; i < w->plane_count; ++i) {
        const plane *cut = &w->planes[i];
        scree_part_measure(part, cut->normal, cut->offset);
        if (part->low > w->slack) {
            *between = below_lowest(w, cut->normal);
            return APART;
        }
        if (part->low >= -w->slack) result = TOUCHES;
        if (part->high > w->slack) {
            if (!scree_part_cut(part, w->slack, w->p_faces + cut->face)) return NO_ROOM;
        } else if (part->high >= -w->slack)
            mark_shared(w, p, cut->normal);
    }
    return result;
}

// P is c->a, Q is c->b. The centroid is in P's frame, all else in units of w->unit.
static verdict overlap(const scree_cores *c, const scree_body *p, const scree_body *q, overlap_work *w, integrals *sum,
                       scree_vec3 *centroid)
{
    memset(sum, 0, sizeof *sum);
    if (far_apart(c, w->slack * w->unit, centroid)) return APART;
    scree_part_copy(&w->part, c->a, w->unit);
    if (is_half_space(c->b))
        take_half_space(w, c, p, q);
    else
        gather_planes(w, c);
    verdict result = cut_all(w, c->a, centroid);
    if (result == OVERLAPS || result == TOUCHES) {
        *sum = integrate(w);
        bool was_cut = w->plane_count > 0, thin = 2.0 * sum->volume <= w->slack * sum->area; // 2 V / S: mean thickness
        if (!(sum->volume > 0.0) || (was_cut && thin)) result = TOUCHES;
        *centroid = centroid_of(sum, result == TOUCHES);
        sum->couple_p = v3_sub(sum->couple_p, v3_cross(v3_sub(*centroid, sum->middle), sum->vector_p));
        if (result == TOUCHES) memset(sum, 0, sizeof *sum);
    }
    *centroid = v3_scale(*centroid, w->unit);
    return result;
}

scree_status scree_overlap_volume_by_cuts(const scree_body *a, const scree_body *b, void *scratch, size_t scratch_size,
                                          scree_overlap_volume_result *out)
{
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return out->status = SCREE_INVALID_ARGUMENT;
    if (!serves(a->shape, b->shape)) return out->status = SCREE_UNSUPPORTED_PAIR;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return out->status = SCREE_INVALID_POSE;
    bool a_first = first_is_cut(a, b);
    scree_cores cores = a_first ? scree_cores_make(a, b) : scree_cores_make(b, a);
    overlap_work work;
    if (!work_take(&work, &cores, scratch, scratch_size)) return out->status = SCREE_SCRATCH_TOO_SMALL;
    integrals sum;
    scree_vec3 centroid;
    if (overlap(&cores, a_first ? a : b, a_first ? b : a, &work, &sum, &centroid) == NO_ROOM)
        return out->status = SCREE_SCRATCH_TOO_SMALL;
    double square = work.unit * work.unit;
    out->volume = sum.volume * square * work.unit;
    out->centroid = scree_cores_world_point(&cores, centroid);
    out->area_vector = scree_cores_world_direction(&cores, v3_scale(sum.vector_p, a_first ? square : -square));
    out->couple =
        scree_cores_world_direction(&cores, v3_scale(sum.couple_p, a_first ? square * work.unit : -square * work.unit));
    out->area_a = square * (a_first ? sum.area_p : sum.area_q);
    out->area_b = square * (a_first ? sum.area_q : sum.area_p);
    return SCREE_OK;
}
