// EPA: grow a polytope inside M around the origin until its nearest face lies on the boundary of M.
//
// Source      van den Bergen, "Proximity queries and penetration depth computation on 3D game objects" (2001).
// Idea        The vertices are support points, so the polytope is inside M, and its face nearest to the origin bounds
//             the depth from below. The support point along that face's normal bounds it from above; if it is farther
//             out than the face, the faces that see it are replaced by a fan around it.
// Departures  1. The search starts from any simplex, flat ones included (complete()), so that no overlap is lost
//                between GJK and EPA.
//             2. Faces are ranked by the distance to the triangle, not to its plane. The surface is closed and winds
//                around the origin, so every point nearer than its nearest triangle is inside the hull of its
//                vertices, hence inside M, whether or not rounding has kept the surface convex. The bound stays true.
//             3. New faces are built on the horizon, which must be one closed loop. If it is not, rounding errors
//                dominate and the search ends with the bounds it has.
// Limits      Bounded by the number of vertices. Smooth shapes gain about half a bit per support point.
#include "solve/polytope/epa.h"

#include "math/dd.h"

typedef struct face {
    int vertex[3];   // counter-clockwise from outside
    int adjacent[3]; // the face across the edge from vertex[i] to vertex[i + 1]
    scree_vec3 normal;
    double offset; // normal . x on the face: negative where the origin is outside
    double rank;   // distance of the origin from the triangle; the offset, where that is negative
    double proven; // the same as a lower bound, with the rounding of a thin triangle counted in
    bool alive, seen;
} face;

typedef struct polytope {
    const scree_cores *c;
    int most_vertices, most_faces;
    scree_mvertex *vertex;
    int vertex_count;
    face *face;
    int face_count; // slots used so far, dead ones included
    int *stack;     // the seen faces
    int *horizon;   // by vertex: face * 3 + edge of the horizon edge that starts there, or -1
    int *fresh;     // by vertex: the new face whose horizon edge starts there
    int *free_face; // slots of dead faces
    int free_count;
} polytope;

// A closed surface of triangles has fewer than two faces for each vertex.
static int faces_for(int most_vertices)
{
    return 2 * most_vertices;
}

size_t scree_epa_scratch(int most_vertices)
{
    size_t vertices = (size_t)most_vertices, faces = (size_t)faces_for(most_vertices);
    return scree_arena_bytes(vertices * sizeof(scree_mvertex)) + scree_arena_bytes(faces * sizeof(face)) +
           2 * scree_arena_bytes(faces * sizeof(int)) + 2 * scree_arena_bytes(vertices * sizeof(int));
}

static bool take_memory(polytope *p, scree_arena scratch)
{
    size_t vertices = (size_t)p->most_vertices, faces = (size_t)p->most_faces;
    p->vertex = scree_arena_take(&scratch, vertices * sizeof *p->vertex);
    p->face = scree_arena_take(&scratch, faces * sizeof *p->face);
    p->stack = scree_arena_take(&scratch, faces * sizeof *p->stack);
    p->free_face = scree_arena_take(&scratch, faces * sizeof *p->free_face);
    p->horizon = scree_arena_take(&scratch, vertices * sizeof *p->horizon);
    p->fresh = scree_arena_take(&scratch, vertices * sizeof *p->fresh);
    return p->vertex != NULL && p->face != NULL && p->stack != NULL && p->free_face != NULL && p->horizon != NULL &&
           p->fresh != NULL;
}

// Error bound on the distance to a triangle as wide as it is long, in roundings of the size.
#define TRIANGLE_ROUNDINGS 16.0

// `slenderness` is the longest side over the height on it. The plane of a thin triangle is uncertain in proportion. Its
// longest edge is not, and no point of the triangle is farther from that edge than the height.
static void set_rank(const polytope *p, face *f, int longest_edge, double longest, double slenderness)
{
    if (f->offset < -p->c->error) {
        f->rank = f->proven = f->offset;
        return;
    }
    double weight[3];
    scree_vec3 corner[3];
    for (int i = 0; i < 3; ++i) corner[i] = p->vertex[f->vertex[i]].w;
    f->rank = v3_norm(scree_nearest_on_triangle(corner[0], corner[1], corner[2], weight));
    f->proven = f->rank - TRIANGLE_ROUNDINGS * SCREE_ROUNDING * p->c->size * slenderness;
    scree_vec3 on_edge = scree_nearest_on_segment(corner[longest_edge], corner[(longest_edge + 1) % 3], weight);
    f->proven = fmax(f->proven, v3_norm(on_edge) - longest / slenderness);
}

// Triangles with an area below this times the square of their longest side are too thin to have a normal.
#define SLIVER 1e-13

// `kin` is the face that this one was cut from; a sliver takes its normal.
static int add_face(polytope *p, int i, int j, int k, const face *kin)
{
    if (p->free_count == 0 && p->face_count == p->most_faces) return -1;
    int slot = p->free_count > 0 ? p->free_face[--p->free_count] : p->face_count++;
    face *f = &p->face[slot];
    scree_vec3 a = p->vertex[i].w, b = p->vertex[j].w, d = p->vertex[k].w;
    scree_vec3 ab = v3_sub(b, a), ad = v3_sub(d, a), bd = v3_sub(d, b), n = scree_triangle_normal(a, b, d);
    double ab2 = v3_norm2(ab), ad2 = v3_norm2(ad), bd2 = v3_norm2(bd), longest2 = fmax(ab2, fmax(ad2, bd2));
    double area = v3_norm(n); // twice the triangle's
    bool sliver = area <= SLIVER * longest2;
    *f = (face){ .vertex = { i, j, k }, .adjacent = { -1, -1, -1 }, .alive = true };
    f->normal = sliver && kin != NULL ? kin->normal : v3_unit(n);
    f->offset = fmax(v3_dot(f->normal, a), fmax(v3_dot(f->normal, b), v3_dot(f->normal, d)));
    int longest_edge = ab2 == longest2 ? 0 : bd2 == longest2 ? 1 : 2;
    set_rank(p, f, longest_edge, sqrt(longest2), area > 0.0 ? longest2 / area : INFINITY);
    return slot;
}

static void link_faces(polytope *p)
{
    for (int i = 0; i < p->face_count; ++i) {
        for (int e = 0; e < 3; ++e) {
            int from = p->face[i].vertex[e], to = p->face[i].vertex[(e + 1) % 3];
            for (int j = 0; j < p->face_count; ++j)
                for (int g = 0; g < 3; ++g)
                    if (p->face[j].vertex[g] == to && p->face[j].vertex[(g + 1) % 3] == from)
                        p->face[i].adjacent[e] = j;
        }
    }
}

// The point of M farthest from what the first `count` vertices span, among supports along both signs of `axis`.
static double farthest(const polytope *p, const scree_vec3 *axis, int axes, int count, scree_mvertex *out)
{
    scree_vec3 o = p->vertex[0].w;
    scree_vec3 e = count > 1 ? v3_unit(v3_sub(p->vertex[1].w, o)) : v3(0, 0, 0);
    double best = -1.0;
    for (int i = 0; i < 2 * axes; ++i) {
        scree_mvertex m = scree_cores_support(p->c, i % 2 == 0 ? axis[i / 2] : v3_neg(axis[i / 2]), NULL);
        scree_vec3 d = v3_sub(m.w, o);
        double far = v3_norm(v3_add_scaled(d, -v3_dot(d, e), e));
        if (far > best) {
            best = far;
            *out = m;
        }
    }
    return best;
}

static void make_tetrahedron(polytope *p)
{
    scree_vec3 o = p->vertex[0].w;
    scree_vec3 n = v3_cross(v3_sub(p->vertex[1].w, o), v3_sub(p->vertex[2].w, o));
    bool above = v3_dot(n, v3_sub(p->vertex[3].w, o)) > 0.0; // vertex 3 over the triangle 0 1 2
    int j = above ? 2 : 1, k = above ? 1 : 2;
    add_face(p, 0, j, k, NULL);
    add_face(p, 0, 3, j, NULL);
    add_face(p, j, 3, k, NULL);
    add_face(p, k, 3, 0, NULL);
}

// Two tetrahedra on the triangle 0 1 2: vertex 3 over it, vertex 4 under it.
static void make_bipyramid(polytope *p)
{
    for (int i = 0; i < 3; ++i) {
        add_face(p, i, (i + 1) % 3, 3, NULL);
        add_face(p, (i + 1) % 3, i, 4, NULL);
    }
}

typedef enum start_kind { SOLID, FLAT } start_kind;

// From a simplex to a polytope with a volume; or, where M itself has none, the normal of its plane.
static start_kind complete(polytope *p, const scree_simplex *s, scree_vec3 *flat_normal)
{
    static const scree_vec3 frame[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double thin = 4.0 * p->c->error;
    p->vertex_count = s->count;
    for (int i = 0; i < s->count; ++i) p->vertex[i] = s->vertex[i];
    if (s->count == 4) {
        make_tetrahedron(p);
        return SOLID;
    }
    *flat_normal = v3(0, 0, 1);
    if (p->vertex_count < 2) {
        if (farthest(p, frame, 3, 1, &p->vertex[1]) <= thin) return FLAT;
        p->vertex_count = 2;
    }
    scree_vec3 e = v3_unit(v3_sub(p->vertex[1].w, p->vertex[0].w));
    if (p->vertex_count < 3) {
        scree_vec3 across[2] = { v3_any_normal_to(e), v3_cross(e, v3_any_normal_to(e)) };
        *flat_normal = across[0];
        if (farthest(p, across, 2, 2, &p->vertex[2]) <= thin) return FLAT;
        p->vertex_count = 3;
    }
    scree_vec3 o = p->vertex[0].w;
    scree_vec3 n = v3_unit(scree_triangle_normal(o, p->vertex[1].w, p->vertex[2].w));
    *flat_normal = n;
    scree_mvertex top = scree_cores_support(p->c, n, NULL), bottom = scree_cores_support(p->c, v3_neg(n), NULL);
    double up = v3_dot(n, v3_sub(top.w, o)), down = -v3_dot(n, v3_sub(bottom.w, o));
    if (up <= thin && down <= thin) return FLAT;
    p->vertex[p->vertex_count++] = up > thin ? top : bottom;
    if (up > thin && down > thin) {
        p->vertex[p->vertex_count++] = bottom;
        make_bipyramid(p);
    } else {
        make_tetrahedron(p);
    }
    return SOLID;
}

static int nearest_face(const polytope *p)
{
    int best = -1;
    for (int i = 0; i < p->face_count; ++i)
        if (p->face[i].alive && (best < 0 || p->face[i].rank < p->face[best].rank)) best = i;
    return best;
}

// The offset of the triangle's plane in double-double: at most the distance of the triangle, negative if the origin is
// outside.
static double exact_offset(const polytope *p, const face *f)
{
    scree_vec3 a = p->vertex[f->vertex[0]].w, b = p->vertex[f->vertex[1]].w, d = p->vertex[f->vertex[2]].w;
    dd3 n = dd3_cross(dd3_diff(b, a), dd3_diff(d, a));
    dd length = dd_sqrt(dd3_dot(n, n));
    return length.hi > 0.0 ? dd_value(dd_div(dd3_dot(n, dd3_from(a)), length)) : 0.0;
}

// A lower bound on the distance of the surface from the origin; -infinity if the surface does not enclose it. Faces for
// which rounding leaves open whether the origin is inside, or whether they are farther than `enough`, are evaluated
// again in double-double. (An origin that is outside by no more than the error along all planes can be farther than
// that from the surface, beyond a sharp edge: "nearly inside" proves nothing.)
static double prove_distance(const polytope *p, double enough)
{
    double least = INFINITY;
    for (int i = 0; i < p->face_count; ++i) {
        const face *f = &p->face[i];
        if (!f->alive) continue;
        if (f->offset < -p->c->error) return -INFINITY;
        if (f->offset > p->c->error && f->proven >= enough) {
            least = fmin(least, f->proven);
            continue;
        }
        double offset = exact_offset(p, f);
        if (offset < 0.0) return -INFINITY;
        least = fmin(least, fmax(f->proven, offset));
    }
    return least;
}

// Marks the faces that see w, starting from `first`; returns their number.
static int mark_seen(polytope *p, int first, scree_vec3 w)
{
    int count = 0;
    p->face[first].seen = true;
    p->stack[count++] = first;
    for (int k = 0; k < count; ++k) {
        for (int e = 0; e < 3; ++e) {
            int adjacent = p->face[p->stack[k]].adjacent[e];
            face *g = &p->face[adjacent];
            if (g->seen || v3_dot(g->normal, w) - g->offset <= p->c->error) continue;
            g->seen = true;
            p->stack[count++] = adjacent;
        }
    }
    return count;
}

// The edges between the `seen` faces and the others, indexed by their first vertex. Returns their number, or -1 if they
// do not form one loop.
static int find_horizon(polytope *p, int seen, int *start)
{
    int count = 0, last = -1;
    for (int i = 0; i < p->vertex_count; ++i) p->horizon[i] = -1;
    for (int k = 0; k < seen; ++k) {
        for (int e = 0; e < 3; ++e) {
            const face *f = &p->face[p->stack[k]];
            if (p->face[f->adjacent[e]].seen) continue;
            if (p->horizon[f->vertex[e]] >= 0) return -1;
            p->horizon[f->vertex[e]] = p->stack[k] * 3 + e;
            last = f->vertex[e];
            ++count;
        }
    }
    if (count < 3) return -1;
    int walked = 0;
    for (int v = last; walked < count; ++walked) {
        if (p->horizon[v] < 0) return -1;
        const face *f = &p->face[p->horizon[v] / 3];
        v = f->vertex[(p->horizon[v] % 3 + 1) % 3];
        if (v == last) return walked + 1 == count ? (*start = last, count) : -1;
    }
    return -1;
}

// Replace the seen faces by the fan of the last vertex over the horizon.
static bool stand_fan(polytope *p, int seen, int start, int count)
{
    int apex = p->vertex_count - 1, v = start;
    if (p->free_count + p->most_faces - p->face_count < count) return false;
    for (int i = 0; i < count; ++i) {
        int slot = p->horizon[v] / 3, edge = p->horizon[v] % 3;
        int next = p->face[slot].vertex[(edge + 1) % 3], hidden = p->face[slot].adjacent[edge];
        int made = add_face(p, v, next, apex, &p->face[hidden]);
        p->fresh[v] = made;
        p->face[made].adjacent[0] = hidden;
        for (int e = 0; e < 3; ++e)
            if (p->face[hidden].vertex[e] == next && p->face[hidden].vertex[(e + 1) % 3] == v)
                p->face[hidden].adjacent[e] = made;
        v = next;
    }
    for (int i = 0; i < count; ++i) {
        face *f = &p->face[p->fresh[v]];
        int next = f->vertex[1];
        f->adjacent[1] = p->fresh[next];
        p->face[p->fresh[next]].adjacent[2] = p->fresh[v];
        v = next;
    }
    for (int k = 0; k < seen; ++k) {
        p->face[p->stack[k]].alive = false;
        p->face[p->stack[k]].seen = false;
        p->free_face[p->free_count++] = p->stack[k];
    }
    return true;
}

static bool expand(polytope *p, int nearest, const scree_mvertex *m)
{
    if (p->vertex_count == p->most_vertices) return false;
    int seen = mark_seen(p, nearest, m->w), start = -1;
    int count = find_horizon(p, seen, &start);
    p->vertex[p->vertex_count++] = *m;
    if (count >= 3 && stand_fan(p, seen, start, count)) return true;
    --p->vertex_count;
    for (int k = 0; k < seen; ++k) p->face[p->stack[k]].seen = false;
    return false;
}

// Below this width, relative to the size, the bound may be at its best: prove it on the way.
#define NEARLY_DONE 1e-9

static bool is_corner(const polytope *p, const face *f, scree_vec3 w)
{
    for (int i = 0; i < 3; ++i)
        if (v3_equal(p->vertex[f->vertex[i]].w, w)) return true;
    return false;
}

static void describe(const polytope *p, const face *f, scree_epa_result *r)
{
    double weight[3];
    r->nearest = (scree_simplex){ .count = 3 };
    for (int i = 0; i < 3; ++i) r->nearest.vertex[i] = p->vertex[f->vertex[i]];
    scree_nearest_on_triangle(r->nearest.vertex[0].w, r->nearest.vertex[1].w, r->nearest.vertex[2].w, weight);
    for (int i = 0; i < 3; ++i) r->nearest.weight[i] = weight[i];
}

static void trace_step(const scree_task *task, const polytope *p, const face *f, const scree_epa_result *r)
{
    if (task->options->trace == NULL) return;
    scree_trace_step step = { .phase = "epa", .iteration = r->iterations, .simplex_size = 3 };
    step.direction = v3_neg(f->normal);
    step.lower = r->best.gap - task->radii;
    step.upper = f->rank >= 0.0 ? -f->rank - task->radii : INFINITY; // bounds the depth only if it encloses the origin
    for (int i = 0; i < 3; ++i) step.simplex[i] = p->vertex[f->vertex[i]].w;
    task->options->trace(task->options->trace_user, &step);
}

static void propose(scree_epa_result *r, scree_vec3 n, const scree_mvertex *m)
{
    double gap = v3_dot(n, m->w);
    if (gap <= r->best.gap) return;
    r->best = (scree_axis){ .n = n, .gap = gap, .at = *m, .index_a = -1, .index_b = -1 };
}

static void adopt(const polytope *p, const face *f, const scree_mvertex *m, scree_epa_result *r)
{
    r->best.gap = -INFINITY;
    r->guided = false;
    propose(r, v3_neg(f->normal), m);
    describe(p, f, r);
}

static void answer_flat(const polytope *p, scree_vec3 n, const scree_simplex *start, scree_epa_result *r)
{
    scree_mvertex up = scree_cores_support(p->c, v3_neg(n), NULL), down = scree_cores_support(p->c, n, NULL);
    propose(r, n, &up);
    propose(r, v3_neg(n), &down);
    r->upper = 0.0;
    r->nearest = *start;
    r->closed = true;
}

enum { MOST_LOOKS = 2 };

// Calls the guide once the nearest face is within its width and a better axis was found. True: the search is done.
static bool consult(const scree_epa_guide *guide, double own, double *asked_at, int *looks, scree_epa_result *r)
{
    if (!(own <= guide->width && r->best.gap > *asked_at) || *looks == MOST_LOOKS) return false;
    ++*looks;
    const bool done = guide->look(guide->user, r);
    *asked_at = r->best.gap;
    return done;
}

bool scree_epa_guided(const scree_task *task, const scree_simplex *start, int most_vertices, double tolerance,
                      const scree_epa_guide *guide, scree_epa_result *r)
{
    polytope p = { .c = task->cores, .most_vertices = most_vertices, .most_faces = faces_for(most_vertices) };
    *r = (scree_epa_result){ .best = { .gap = -INFINITY }, .upper = INFINITY };
    if (!take_memory(&p, task->scratch)) return false;
    scree_vec3 flat_normal;
    if (complete(&p, start, &flat_normal) == FLAT) {
        answer_flat(&p, flat_normal, start, r);
        return true;
    }
    link_faces(&p);
    int bound = task->options->max_iterations > 0 ? task->options->max_iterations : most_vertices;
    const double growth = 4.0 * SCREE_ROUNDING * p.c->size; // a support point no farther out than this is rounding
    double seems = INFINITY, proven_at = NEARLY_DONE * p.c->size; // the width by the faces' ranks, and when proven last
    double asked_at = -INFINITY;
    int looks = 0;
    scree_mvertex m = p.vertex[0];
    while (r->iterations < bound) {
        ++r->iterations;
        int nearest = nearest_face(&p);
        face *f = &p.face[nearest];
        m = scree_cores_support(p.c, f->normal, &m);
        // Normal and points are taken from the same face: that of the best axis, and at the end the nearest face, whose
        // own gap is then as good. (The best gap may be that of a face on the other side of the body, or of a face
        // whose normal was right before its corners were.)
        double gap = -v3_dot(f->normal, m.w), own = -f->rank - gap;
        if (gap > r->best.gap || own <= fmax(tolerance, p.c->error)) adopt(&p, f, &m, r);
        if (guide != NULL && consult(guide, own, &asked_at, &looks, r)) {
            r->closed = true;
            return true;
        }
        seems = -f->rank - r->best.gap;
        trace_step(task, &p, f, r);
        // Past the resolution of rounding the surface gets worse again, so keep the best bound proven on the way.
        if (seems <= 0.5 * proven_at) {
            proven_at = seems;
            r->upper = fmin(r->upper, -prove_distance(&p, -r->best.gap));
        }
        if (own <= tolerance || r->best.gap > 0.0 || (r->guided && seems <= 0.5 * tolerance)) break;
        bool outside = v3_dot(f->normal, m.w) - f->offset > growth;
        if (is_corner(&p, f, m.w) || !outside || !expand(&p, nearest, &m)) break;
    }
    r->upper = fmin(r->upper, -prove_distance(&p, -r->best.gap));
    r->closed = r->upper - r->best.gap <= tolerance;
    r->cut_short = !r->closed && (r->iterations >= bound || p.vertex_count == p.most_vertices);
    return true;
}

bool scree_epa(const scree_task *task, const scree_simplex *start, int most_vertices, double tolerance,
               scree_epa_result *r)
{
    return scree_epa_guided(task, start, most_vertices, tolerance, NULL, r);
}
