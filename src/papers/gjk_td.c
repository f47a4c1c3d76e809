// GJK, then tetrahedron distortion.
//
// Source      descantes-2019, section 3.2 and Algorithm 3; GJK with signed volumes (classic_gjk.c, signed_volumes.c).
// Idea        GJK ends with a tetrahedron of vertices of M around the origin. Of its faces, take the one whose plane is
//             nearest to the origin; if the vertex of M farthest along its outward normal belongs to it, it is a face
//             of M, and its plane is the answer. Otherwise three faces to that vertex replace it. No triangle is built
//             twice.
// Departures  1. GJK may end with less than a tetrahedron, where the origin lies on a vertex, edge or triangle: the
//                farthest points of M complete it. Where M is flat to rounding, the depth is 0, as GJK has it.
//             2. "Outward" is away from a point inside the first tetrahedron that is within rounding of the origin
//                (enclosure.c): the origin itself may lie in the plane of a face (Fig. 8).
//             3. Points of M closer together than half the rounding error are one vertex, and a vertex belongs to a
//                face if it is no farther out than twice that error. Parallel edges give many such points.
//             4. (8)-(10) divide by a determinant that vanishes if the origin is in the plane, and give negative
//                weights if the projection of the origin is in the plane but not in the triangle, since faces of M need
//                not be triangles. The weights are then those of the triangle's nearest point.
//             5. The work is bounded by room for faces and vertices (room_for()): that of the printed bound on steps,
//                and more for small hulls, since the printed one does not hold.
//             6. Apart, the answer is GJK's.
// Limits      Edges are never removed. Near one that lies deep inside M, triangle after triangle is built and visited
//             before the search gets past it: deep overlaps take many steps, each of which looks through all faces, and
//             may run out of room. An answer that meets the face location condition is right, however; see prove().
#include "papers/gjk_td.h"

#include <limits.h>

#include "math/predicates.h"
#include "papers/classic_gjk.h"
#include "papers/enclosure.h"
#include "papers/signed_volumes.h"

// A vertex of M, with only what the search needs.
typedef struct corner {
    scree_vec3 w;
    int index_a, index_b;
} corner;

typedef struct face {
    uint64_t key; // three vertex indices, ascending, of 21 bits each
    double d;     // d_p, the distance of the origin from its plane; infinite once it was visited
} face;

typedef struct room {
    int corners, faces;
} room;

// Sigma and Sigma_visited together: visited faces stay in the list, with d = infinity.
typedef struct distortion {
    const scree_task *task;
    const scree_cores *c;
    corner *vertex;
    face *face;
    int vertex_count, face_count;
    room room;
    scree_vec3 inner; // a point inside the first tetrahedron, within rounding of the origin
    bool proper;      // every expansion went away from it
    double clearance; // the radius of a ball around `inner` that is in M
    // The best direction so far: that of the answer, should the search be cut short.
    double gap;
    scree_vec3 normal;
    uint64_t best;
    scree_mvertex at;
} distortion;

enum { KEY_BITS = 21 };

// Two hulls of 32 vertices stay within the scratch on the stack.
enum { LEAST_CORNERS = 192, LEAST_FACES = 1088, MOST_STEPS = 1 << 19 };

// Never less than for 3 (v_A + v_B) - 8 steps, the bound of section 3.2, each of which adds a vertex and three faces.
static room room_for(const scree_shape *a, const scree_shape *b)
{
    long long printed = 3LL * ((long long)a->vertex_count + b->vertex_count) - 8;
    int steps = printed < MOST_STEPS ? (int)printed : MOST_STEPS;
    room r = { .corners = steps + 4, .faces = 3 * steps + 4 };
    if (r.corners < LEAST_CORNERS) r.corners = LEAST_CORNERS;
    if (r.faces < LEAST_FACES) r.faces = LEAST_FACES;
    return r;
}

size_t scree_gjk_td_scratch(const scree_shape *a, const scree_shape *b)
{
    room r = room_for(a, b);
    size_t search =
        scree_arena_bytes((size_t)r.corners * sizeof(corner)) + scree_arena_bytes((size_t)r.faces * sizeof(face));
    size_t closing = scree_classic_scratch(a, b);
    return search > closing ? search : closing;
}

static uint64_t key_of(int i, int j, int k)
{
    int low = i < j ? i : j, high = i < j ? j : i;
    int first = k < low ? k : low, last = k > high ? k : high, middle = i + j + k - first - last;
    return (uint64_t)first << 2 * KEY_BITS | (uint64_t)middle << KEY_BITS | (uint64_t)last;
}

static int corner_number(uint64_t key, int i)
{
    return (int)(key >> (2 - i) * KEY_BITS & ((1u << KEY_BITS) - 1));
}

static void corners_of(const distortion *t, uint64_t key, scree_vec3 out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = t->vertex[corner_number(key, i)].w;
}

// A triangle longer than this, against the height on its longest side, has its normal computed with more digits.
#define THIN 16.0

// Lines 3 and 22: the outward normal and the distance.
static scree_vec3 plane_of(const distortion *t, uint64_t key, face *out)
{
    scree_vec3 p[3];
    corners_of(t, key, p);
    scree_vec3 pq = v3_sub(p[1], p[0]), qr = v3_sub(p[2], p[1]), rp = v3_sub(p[0], p[2]), n = v3_cross(pq, qr);
    double longest2 = fmax(v3_norm2(pq), fmax(v3_norm2(qr), v3_norm2(rp)));
    if (!(THIN * v3_norm(n) >= longest2)) n = scree_cross_exact(p[0], p[1], p[2]);
    n = v3_unit(scree_orient3(p[0], p[1], p[2], t->inner) > 0.0 ? v3_neg(n) : n);
    // All corners are in the plane; the nearest has the least rounding.
    double p2 = v3_norm2(p[0]), q2 = v3_norm2(p[1]), r2 = v3_norm2(p[2]);
    scree_vec3 near = p2 <= q2 && p2 <= r2 ? p[0] : q2 <= r2 ? p[1] : p[2];
    *out = (face){ key, v3_dot(n, near) };
    return n;
}

static int find_face(const distortion *t, uint64_t key)
{
    for (int i = 0; i < t->face_count; ++i)
        if (t->face[i].key == key) return i;
    return -1;
}

// Roundings of the size by which the distance to a plane may be off, for triangles that are not THIN.
#define PLANE_ROUNDINGS (16.0 * THIN)

// Follow a ray from `inner`. It leaves the first tetrahedron through a face. If that was visited, the ray enters the
// tetrahedron between the face and its E, for E is beyond the plane, and leaves it farther out, through one of the
// three faces to E; these were built then or before. And so on, each time farther out, until it comes to a face in
// Sigma. So on every ray there is a point of M at least as far out as the nearest plane of Sigma, and M, being convex,
// holds a ball of that radius: dents, overlapping faces and triangles met again do no harm. Hence the least d_p bounds
// the depth from below; from above it is bounded by the face location condition.
static void prove(distortion *t, double enough)
{
    const double slack = PLANE_ROUNDINGS * SCREE_ROUNDING * t->c->size + v3_norm(t->inner);
    double least = INFINITY;
    for (int i = 0; i < t->face_count; ++i) {
        const face *f = &t->face[i];
        if (f->d == INFINITY) continue;
        double here = f->d - slack;
        if (!(here > enough)) {
            scree_vec3 p[3];
            corners_of(t, f->key, p);
            here = scree_plane_clearance(p, t->inner);
        }
        least = fmin(least, here);
    }
    if (isfinite(least)) t->clearance = least;
}

// The index of a vertex; adds it if it is new.
static int number_of(distortion *t, const scree_mvertex *m)
{
    for (int i = 0; i < t->vertex_count; ++i)
        if (v3_max_abs(v3_sub(t->vertex[i].w, m->w)) <= 0.5 * t->c->error) return i;
    t->vertex[t->vertex_count] = (corner){ m->w, m->index_a, m->index_b };
    return t->vertex_count++;
}

// Lines 2-5.
static void start(distortion *t, const scree_simplex *s)
{
    for (int i = 0; i < 4; ++i) t->vertex[i] = (corner){ s->vertex[i].w, s->vertex[i].index_a, s->vertex[i].index_b };
    t->vertex_count = 4;
    for (int i = 0; i < 4; ++i) plane_of(t, key_of((i + 1) % 4, (i + 2) % 4, (i + 3) % 4), &t->face[t->face_count++]);
}

// Line 9; -1 where no face is left.
static int nearest_face(const distortion *t)
{
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < t->face_count; ++i) {
        if (!(t->face[i].d < least)) continue;
        least = t->face[i].d;
        best = i;
    }
    return best;
}

static bool is_beyond(const distortion *t, const scree_vec3 p[3], scree_vec3 w)
{
    double here = scree_orient3(p[0], p[1], p[2], t->inner), there = scree_orient3(p[0], p[1], p[2], w);
    return (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0);
}

// Line 10: E belongs to the face, or is in its plane, up to rounding of E or of the normal.
static bool is_on_boundary(const distortion *t, const face *f, scree_vec3 n, scree_vec3 e)
{
    scree_vec3 p[3];
    corners_of(t, f->key, p);
    return v3_dot(n, e) - f->d <= 2.0 * t->c->error || !is_beyond(t, p, e);
}

// Lines 16-28. False where there is no room.
static bool expand(distortion *t, int which, const scree_mvertex *e)
{
    if (t->vertex_count == t->room.corners || t->face_count + 3 > t->room.faces) return false;
    const uint64_t key = t->face[which].key;
    scree_vec3 p[3];
    corners_of(t, key, p);
    int apex = number_of(t, e);
    if (t->proper && !is_beyond(t, p, t->vertex[apex].w)) { // it was, but is one with a vertex that is not
        prove(t, t->face[which].d);
        t->proper = false;
    }
    for (int i = 0; i < 3; ++i) {
        uint64_t fresh = key_of(corner_number(key, i), corner_number(key, (i + 1) % 3), apex);
        if (find_face(t, fresh) < 0) plane_of(t, fresh, &t->face[t->face_count++]);
    }
    t->face[which].d = INFINITY;
    return true;
}

static void trace_step(const distortion *t, const face *f, int iteration)
{
    const scree_query_options *o = t->task->options;
    if (o->trace == NULL) return;
    scree_trace_step step = { .phase = "td", .iteration = iteration, .simplex_size = 3, .direction = t->normal };
    step.lower = t->gap - t->c->error - t->task->radii;
    step.upper = INFINITY;
    corners_of(t, f->key, step.simplex);
    o->trace(o->trace_user, &step);
}

// Lines 8-30. True with the face found; false where the search was cut short or ran out of faces.
static bool distort(distortion *t, int bound, int *steps, face *found)
{
    scree_mvertex e = { .index_a = 0 };
    for (*steps = 0;; ++*steps) {
        int which = nearest_face(t);
        if (which < 0) return false;
        scree_vec3 n = plane_of(t, t->face[which].key, found);
        e = scree_cores_support(t->c, n, &e);
        bool done = is_on_boundary(t, found, n, e.w);
        if (-v3_dot(n, e.w) > t->gap || done) {
            t->gap = -v3_dot(n, e.w);
            t->normal = v3_neg(n);
            t->best = found->key;
            t->at = e;
        }
        trace_step(t, found, *steps);
        if (done) return true;
        if (*steps == bound || !expand(t, which, &e)) return false;
    }
}

// (8)-(10) for the face's nearest point; where they fail, see departure 4.
static void weigh(const distortion *t, const scree_vec3 s[3], double d, double lambda[3])
{
    scree_vec3 v = v3_scale(t->normal, -d);
    double whole = v3_dot(s[0], v3_cross(s[1], s[2]));
    lambda[0] = v3_dot(v, v3_cross(s[1], s[2])) / whole;
    lambda[1] = v3_dot(s[0], v3_cross(v, s[2])) / whole;
    lambda[2] = v3_dot(s[0], v3_cross(s[1], v)) / whole;
    bool inside = d > t->c->error;
    for (int i = 0; i < 3; ++i) inside = inside && lambda[i] >= 0.0 && isfinite(lambda[i]);
    if (!inside) (void)scree_nearest_on_triangle(s[0], s[1], s[2], lambda);
    double sum = lambda[0] + lambda[1] + lambda[2];
    for (int i = 0; i < 3; ++i) lambda[i] /= sum;
}

static void take_points(const distortion *t, double d, scree_finding *found)
{
    double lambda[3];
    scree_vec3 s[3];
    corners_of(t, t->best, s);
    weigh(t, s, d, lambda);
    found->on_a = found->on_b = v3(0, 0, 0);
    for (int i = 0; i < 3; ++i) {
        const corner *k = &t->vertex[corner_number(t->best, i)];
        found->on_a = v3_add_scaled(found->on_a, lambda[i], scree_cores_vertex_a(t->c, k->index_a));
        found->on_b = v3_add_scaled(found->on_b, lambda[i], scree_cores_vertex_b(t->c, k->index_b));
    }
    found->has_points = true;
}

// Unit vectors at right angles to what the simplex spans, and to each other.
static int directions_across(const scree_simplex *s, scree_vec3 out[3])
{
    const scree_mvertex *u = s->vertex;
    if (s->count == 1) {
        out[0] = v3(1, 0, 0);
        out[1] = v3(0, 1, 0);
        out[2] = v3(0, 0, 1);
    } else if (s->count == 2) {
        scree_vec3 along = v3_unit(v3_sub(u[1].w, u[0].w));
        out[0] = v3_any_normal_to(along);
        out[1] = v3_cross(along, out[0]);
    } else {
        out[0] = v3_unit(scree_triangle_normal(u[0].w, u[1].w, u[2].w));
    }
    return 4 - s->count;
}

// One more vertex: the farthest from what the simplex spans. False where M is flat to rounding.
static bool add_farthest(const scree_cores *c, scree_simplex *s)
{
    scree_vec3 axis[3];
    int axes = directions_across(s, axis);
    double most = 4.0 * c->error;
    bool found = false;
    for (int i = 0; i < 2 * axes; ++i) {
        scree_mvertex m = scree_cores_support(c, i % 2 == 0 ? axis[i / 2] : v3_neg(axis[i / 2]), NULL);
        double far = 0.0;
        for (int k = 0; k < axes; ++k) far = hypot(far, v3_dot(axis[k], v3_sub(m.w, s->vertex[0].w)));
        if (!(far > most)) continue;
        most = far;
        found = true;
        s->vertex[s->count] = m;
    }
    if (!found) return false;
    s->weight[s->count++] = 0.0;
    return true;
}

static bool take_memory(distortion *t)
{
    scree_arena scratch = t->task->scratch;
    t->room = room_for(t->c->a, t->c->b);
    t->vertex = scree_arena_take(&scratch, (size_t)t->room.corners * sizeof *t->vertex);
    t->face = scree_arena_take(&scratch, (size_t)t->room.faces * sizeof *t->face);
    return t->vertex != NULL && t->face != NULL;
}

// The tetrahedron to start from, and a point inside it. One that is flat to rounding, or misses the origin by rounding,
// is replaced by its face nearest to the origin and the point farthest from that. False if that does not help.
static bool make_tetrahedron(const scree_cores *c, scree_simplex *s, scree_vec3 *inner)
{
    if (s->count == 4 && !scree_inner_point(c, s, inner)) {
        scree_simplex nearest;
        (void)scree_simplex_nearest_face(s, &nearest);
        *s = nearest;
    }
    while (s->count < 4)
        if (!add_farthest(c, s)) return false;
    return scree_inner_point(c, s, inner);
}

static void measure_overlap(distortion *t, const scree_simplex *s, scree_finding *found)
{
    const scree_query_options *o = t->task->options;
    int bound = o->max_iterations > 0 ? o->max_iterations : INT_MAX, steps;
    face last = { .d = 0.0 };
    start(t, s);
    bool done = distort(t, bound, &steps, &last);
    if (t->proper) prove(t, last.d);
    found->iterations += steps;
    found->counts.epa_iterations = steps;
    found->cut_short = !done;
    found->normal = t->normal;
    found->at = t->at;
    found->distance = done ? -last.d : t->gap;
    take_points(t, -found->distance, found);
    found->has_upper = true;
    found->upper = v3_norm(t->inner) - t->clearance; // bodies in touch may be apart by rounding
}

scree_status scree_gjk_td(const scree_body *a, const scree_body *b, const scree_query_options *options,
                          scree_contact *out)
{
    scree_classic p;
    scree_classic_open(a, b, options, false, &p);
    scree_classic_gjk_options o = { .subalgorithm = { scree_signed_volumes_nearest, NULL } };
    o.start = scree_classic_direction(&p);
    o.tolerance = scree_classic_gjk_tolerance(&p.task);
    o.max_updates = scree_classic_gjk_bound(options);
    scree_classic_gjk_result r;
    scree_classic_gjk(&p.task, &o, &r);
    scree_finding found = { .iterations = 0 };
    scree_classic_gjk_gap(&r, &found);
    distortion t = { .task = &p.task, .c = &p.cores, .gap = -INFINITY, .proper = true };
    if (r.holds_origin && make_tetrahedron(&p.cores, &r.simplex, &t.inner)) {
        if (!take_memory(&t)) return SCREE_SCRATCH_TOO_SMALL;
        measure_overlap(&t, &r.simplex, &found);
    }
    return scree_classic_close(&p, &found, out);
}
