// The area that two convex polygons share.
//
// Source      Sutherland, Hodgman, "Reentrant polygon clipping" (1974); Green's theorem.
// Idea        P, the smaller polygon, is cut by the edges of Q, the other one, in P's frame. What is left has edges of P
//             and edges of Q; area, centroid and lengths are sums over its corners, about their mean.
// Departures  1. The highest corner over an edge of Q is removed, with its neighbours that are above it too; a corner
//                elsewhere that rounding puts above stays. So a cut always removes one run of corners, and adds at most
//                one.
//             2. A line that cuts off less than the rounding of the pair (`slack`) does not cut. If it lies on an edge
//                of P with the same outward normal, that edge belongs to A and to B, and counts half for each, like the
//                faces in overlap_volume.c.
// Limits      Errors are some roundings of the pair's size, times the perimeter. A shared area thinner than that is
//             reported as touching: area and lengths are 0, and the centroid is that of the thin piece.
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "math/dd.h"
#include "pair/pair.h"
#include "scree/volume.h"

// As in overlap_volume.c: of the rotated normal, of the line's offset and pose, of the products, and of corners cut out
// by two lines.
static const double SLACK_ROUNDINGS = 32.0;

typedef enum owner { OWNER_P, OWNER_Q, OWNER_BOTH } owner;

typedef struct corner {
    double x, y;   // in P's frame, in units of `unit`
    double height; // over the last line measured
    owner edge;    // of the edge from here to the next corner
} corner;

typedef struct clipping {
    corner *corners, *spare;
    int count, room;
    double unit;  // a power of two near P's size
    double slack; // heights within it are rounding
    double high, low;
    int highest;
} clipping;

static bool serves(const scree_shape *shape)
{
    return shape != NULL && shape->core == SCREE_CORE_POLYGON && shape->radius == 0.0;
}

// Which of the two is P: the smaller one, so that its corners keep all their digits. The same whichever is called A: of
// equal shapes by their poses.
static bool first_is_cut(const scree_body *first, const scree_body *second)
{
    const scree_shape *a = first->shape, *b = second->shape;
    if (a->core_radius != b->core_radius) return a->core_radius < b->core_radius;
    if (a->vertex_count != b->vertex_count) return a->vertex_count < b->vertex_count;
    if (a->fingerprint != b->fingerprint) return a->fingerprint < b->fingerprint;
    return scree_pose_in_order(first, second);
}

static int room_for(const scree_shape *a, const scree_shape *b)
{
    return a->vertex_count + b->vertex_count;
}

size_t scree_overlap_area_scratch(const scree_shape *a, const scree_shape *b)
{
    if (!serves(a) || !serves(b)) return 0;
    return 2 * scree_arena_bytes((size_t)room_for(a, b) * sizeof(corner));
}

static bool take_corners(clipping *w, const scree_cores *c, void *scratch, size_t size)
{
    const scree_shape *p = c->a;
    *w = (clipping){ .count = p->vertex_count, .room = room_for(p, c->b) };
    if (scratch == NULL) return false;
    scree_arena arena = scree_arena_make(scratch, size);
    w->corners = scree_arena_take(&arena, (size_t)w->room * sizeof(corner));
    w->spare = scree_arena_take(&arena, (size_t)w->room * sizeof(corner));
    if (w->corners == NULL || w->spare == NULL) return false;
    int exponent;
    frexp(p->core_radius, &exponent);
    w->unit = ldexp(1.0, exponent);
    w->slack = SLACK_ROUNDINGS * SCREE_ROUNDING * (p->core_radius + c->b->core_radius) / w->unit;
    for (int i = 0; i < w->count; ++i)
        w->corners[i] = (corner){ .x = p->x[i] / w->unit, .y = p->y[i] / w->unit, .edge = OWNER_P };
    return true;
}

// ---- cuts ----------------------------------------------------------------------------------------------------------

static void measure(clipping *w, scree_vec3 normal, double offset)
{
    w->high = -INFINITY;
    w->low = INFINITY;
    for (int i = 0; i < w->count; ++i) {
        corner *k = &w->corners[i];
        k->height = normal.x * k->x + normal.y * k->y - offset;
        w->low = fmin(w->low, k->height);
        if (!(k->height > w->high)) continue;
        w->high = k->height;
        w->highest = i;
    }
}

// Where the edge from a corner below the line to one above it crosses. A corner on the line is itself the crossing.
static corner crossing(const clipping *w, const corner *below, const corner *above, owner edge)
{
    corner k = *below;
    k.edge = edge;
    if (below->height >= -w->slack) return k;
    const double t = below->height / (below->height - above->height);
    k.x = below->x + t * (above->x - below->x);
    k.y = below->y + t * (above->y - below->y);
    return k;
}

// Removes what is above the last line measured: from the highest corner to both sides until one is not above.
static void cut(clipping *w)
{
    const int n = w->count;
    const corner *from = w->corners;
    int last = w->highest, first = w->highest, kept = 0;
    while (from[(last + 1) % n].height > w->slack && (last + 1) % n != w->highest) last = (last + 1) % n;
    while (from[(first + n - 1) % n].height > w->slack && (first + n - 1) % n != last) first = (first + n - 1) % n;
    const int after = (last + 1) % n, before = (first + n - 1) % n;
    corner *to = w->spare;
    to[kept++] = crossing(w, &from[after], &from[last], from[last].edge);
    const bool on_after = from[after].height >= -w->slack, on_before = from[before].height >= -w->slack;
    // A corner on the line takes the place of the crossing next to it.
    if (on_after) to[0].edge = from[after].edge;
    for (int i = on_after ? (after + 1) % n : after; i != first; i = (i + 1) % n) to[kept++] = from[i];
    if (on_before)
        to[kept - 1].edge = OWNER_Q;
    else
        to[kept++] = crossing(w, &from[before], &from[first], OWNER_Q);
    w->spare = w->corners;
    w->corners = to;
    w->count = kept;
}

// The line touches what is left and cuts nothing off: an edge of P on it with the same outward normal is shared.
static void mark_shared(clipping *w, scree_vec3 normal)
{
    for (int i = 0; i < w->count; ++i) {
        corner *k = &w->corners[i];
        const corner *next = &w->corners[(i + 1) % w->count];
        if (k->edge != OWNER_P || k->height < -w->slack || next->height < -w->slack) continue;
        if ((next->y - k->y) * normal.x - (next->x - k->x) * normal.y > 0.0) k->edge = OWNER_BOTH;
    }
}

typedef enum verdict { OVERLAPS, TOUCHES, APART } verdict;

// Halfway between the lowest corners and the last line measured.
static scree_vec3 below_lowest(const clipping *w, scree_vec3 normal)
{
    scree_vec3 sum = v3(0, 0, 0);
    int count = 0;
    for (int i = 0; i < w->count; ++i) {
        if (w->corners[i].height > w->low + w->slack) continue;
        sum = v3_add(sum, v3(w->corners[i].x, w->corners[i].y, 0.0));
        ++count;
    }
    return v3_add_scaled(v3_scale(sum, 1.0 / count), -0.5 * w->low, normal);
}

// APART: `between` is a point between what was left of P and the last line.
static verdict cut_all(clipping *w, const scree_cores *c, scree_vec3 *between)
{
    verdict result = OVERLAPS;
    const scree_shape *q = c->b;
    for (int f = 0; f < q->hull->face_count; ++f) {
        const scree_vec3 normal = m3_mul(&c->rotation, q->hull->faces[f].normal);
        measure(w, normal, (q->hull->faces[f].offset + v3_dot(normal, c->shift)) / w->unit);
        if (w->low > w->slack) {
            *between = below_lowest(w, normal);
            return APART;
        }
        if (w->low >= -w->slack) result = TOUCHES;
        if (w->high > w->slack)
            cut(w);
        else if (w->high >= -w->slack)
            mark_shared(w, normal);
    }
    return result;
}

// ---- sums ----------------------------------------------------------------------------------------------------------

typedef struct integrals {
    double area, perimeter;
    scree_vec3 moment, edge_moment; // of the area and of the perimeter, about the middle
    double length_p, length_q;      // the shares of the two bodies
    scree_vec3 vector_p;            // of P's share
    scree_vec3 couple_p;            // of P's share, about the middle; along z
    scree_vec3 middle, low, high;
} integrals;

// a b - c d without cancellation.
static double accurate_minor(double a, double b, double c, double d)
{
    dd p = dd_two_prod(a, b), q = dd_two_prod(c, d);
    return (p.hi - q.hi) + (p.lo - q.lo);
}

static void find_middle(const clipping *w, integrals *sum)
{
    sum->low = v3(INFINITY, INFINITY, 0.0);
    sum->high = v3(-INFINITY, -INFINITY, 0.0);
    for (int i = 0; i < w->count; ++i) {
        const corner *k = &w->corners[i];
        sum->middle = v3_add(sum->middle, v3(k->x / w->count, k->y / w->count, 0.0));
        sum->low = v3(fmin(sum->low.x, k->x), fmin(sum->low.y, k->y), 0.0);
        sum->high = v3(fmax(sum->high.x, k->x), fmax(sum->high.y, k->y), 0.0);
    }
}

static integrals integrate(const clipping *w)
{
    integrals sum;
    memset(&sum, 0, sizeof sum);
    find_middle(w, &sum);
    for (int i = 0; i < w->count; ++i) {
        const corner *k = &w->corners[i], *l = &w->corners[(i + 1) % w->count];
        const scree_vec3 p = v3(k->x - sum.middle.x, k->y - sum.middle.y, 0.0);
        const scree_vec3 q = v3(l->x - sum.middle.x, l->y - sum.middle.y, 0.0);
        const double area = 0.5 * accurate_minor(p.x, q.y, p.y, q.x), length = hypot(l->x - k->x, l->y - k->y);
        const double share_p = k->edge == OWNER_P ? 1.0 : k->edge == OWNER_Q ? 0.0 : 0.5;
        sum.area += area;
        sum.moment = v3_add_scaled(sum.moment, area / 3.0, v3_add(p, q));
        sum.perimeter += length;
        sum.edge_moment = v3_add_scaled(sum.edge_moment, 0.5 * length, v3_add(p, q));
        sum.length_p += share_p * length;
        sum.length_q += (1.0 - share_p) * length;
        const scree_vec3 vector = v3(l->y - k->y, k->x - l->x, 0.0);
        sum.vector_p = v3_add_scaled(sum.vector_p, share_p, vector);
        sum.couple_p = v3_add_scaled(sum.couple_p, 0.5 * share_p, v3_cross(v3_add(p, q), vector));
    }
    return sum;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

// The centroid of the area, or of the perimeter of a piece without area; never outside the piece's bounding box.
static scree_vec3 centroid_of(const integrals *sum, bool thin)
{
    scree_vec3 c = sum->middle;
    if (!thin)
        c = v3_add_scaled(c, 1.0 / sum->area, sum->moment);
    else if (sum->perimeter > 0.0)
        c = v3_add_scaled(c, 1.0 / sum->perimeter, sum->edge_moment);
    return v3(clamp(c.x, sum->low.x, sum->high.x), clamp(c.y, sum->low.y, sum->high.y), 0.0);
}

// P is c->a, Q is c->b. The centroid is in P's frame, all else in units of w->unit.
static void overlap(const scree_cores *c, clipping *w, integrals *sum, scree_vec3 *centroid)
{
    memset(sum, 0, sizeof *sum);
    verdict result = cut_all(w, c, centroid);
    if (result != APART) {
        *sum = integrate(w);
        const bool thin = 2.0 * sum->area <= w->slack * sum->perimeter; // 2 A / L: mean thickness
        if (!(sum->area > 0.0) || thin) result = TOUCHES;
        *centroid = centroid_of(sum, result == TOUCHES);
        sum->couple_p = v3_sub(sum->couple_p, v3_cross(v3_sub(*centroid, sum->middle), sum->vector_p));
        if (result == TOUCHES) memset(sum, 0, sizeof *sum);
    }
    *centroid = v3_scale(*centroid, w->unit);
}

scree_status scree_overlap_area(const scree_body *a, const scree_body *b, void *scratch, size_t scratch_size,
                                scree_overlap_area_result *out)
{
    SCREE_FP_GUARD();
    if (out == NULL) return SCREE_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (a == NULL || b == NULL || a->shape == NULL || b->shape == NULL) return out->status = SCREE_INVALID_ARGUMENT;
    if (!serves(a->shape) || !serves(b->shape)) return out->status = SCREE_UNSUPPORTED_PAIR;
    if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b)) return out->status = SCREE_INVALID_POSE;
    const bool a_first = first_is_cut(a, b);
    const scree_cores cores = a_first ? scree_cores_make(a, b) : scree_cores_make(b, a);
    clipping work;
    if (!take_corners(&work, &cores, scratch, scratch_size)) return out->status = SCREE_SCRATCH_TOO_SMALL;
    integrals sum;
    scree_vec3 centroid;
    overlap(&cores, &work, &sum, &centroid);
    out->area = sum.area * work.unit * work.unit;
    out->centroid = scree_cores_world_point(&cores, centroid);
    out->length_vector = scree_cores_world_direction(&cores, v3_scale(sum.vector_p, a_first ? work.unit : -work.unit));
    out->couple.z = sum.couple_p.z * (a_first ? 1.0 : -1.0) * work.unit * work.unit;
    out->length_a = work.unit * (a_first ? sum.length_p : sum.length_q);
    out->length_b = work.unit * (a_first ? sum.length_q : sum.length_p);
    return SCREE_OK;
}
