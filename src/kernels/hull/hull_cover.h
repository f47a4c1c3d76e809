// Two hulls that overlap: is the depth along the normal of two features the least of all? Decided by the adjacent faces
// of their difference; if it is not, a walk over these leads to less depth.
//
// Idea        N = A - B = -M (Words in docs/architecture.md) has the origin inside. The features span a face of N, d
//             deep, with the unit normal n. Some more faces of N, from neighbour to neighbour, may cover, seen along n,
//             the whole disc of radius d about the origin. If none of their planes is nearer than d, then N reaches as
//             high as the ball of radius d over the whole disc: for a unit m with m.n > 0, there is a point of N right
//             above d m, so that N reaches at least d along m. For normals beyond right angles, see is_deep_behind(). A
//             plane that is nearer than d belongs to a face that is less deep: the walk continues there. All corners
//             are points of N, whether or not rounding has found the right neighbour. The proof needs only that the
//             faces face n, that each side within the disc has two faces, and that the planes are far enough. Then the
//             parity of the number of faces that cover a point is the same all over the disc; and the centre is covered
//             by the first face only, since no other plane is as near there as N reaches.
// Limits      Few faces, of few corners; with more, no verdict. Rounding counts against the proof.
#ifndef SCREE_KERNELS_HULL_HULL_COVER_H
#define SCREE_KERNELS_HULL_HULL_COVER_H

#include "kernels/hull/hull_least.h"

enum {
    COVER_FACES = 24, // in one proof
    COVER_SIDES = 32, // of a face: a bit each
    COVER_WALK = 16   // steps to a face that is less deep
};

/// What a face of N is made of: a face of one hull with a vertex of the other, or two edges.
enum cover_kind { COVER_FACE_A, COVER_FACE_B, COVER_EDGES };

typedef struct cover_face {
    enum cover_kind kind;
    int index[2];    ///< of A's feature and of B's
    scree_vec3 n;    ///< out of N
    double square;   ///< its squared length; 1 for faces of a hull
    double height;   ///< n . p of a point p of the face; for unit n the depth of the origin below its plane
    double sine2;    ///< for edges, the squared sine of their angle: if it is small, n is less accurate
    unsigned joined; ///< bit k is set where side k has its other face in the cover
} cover_face;

/// A side of a face of N: an edge of one hull with a vertex of the other.
typedef struct cover_side {
    int hull, edge, vertex; ///< which hull has the edge
    scree_vec3 from, along;
} cover_side;

/// The two hulls, A first, and the linear maps of their directions into N, whose frame is A's: the identity for A, the
/// negated rotation for B.
typedef struct cover_pair {
    const scree_shape *hull[2];
    scree_mat3 way[2];
    scree_vec3 shift; ///< from A to B
} cover_pair;

static inline cover_pair cover_pair_of(const scree_shape *a, const scree_shape *b, const scree_mat3 *rotation,
                                       scree_vec3 shift)
{
    cover_pair c = { { a, b }, { { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } }, shift };
    for (int i = 0; i < 3; ++i) c.way[1].row[i] = v3_neg(rotation->row[i]);
    return c;
}

/// A direction of a hull in N, and back.
static inline scree_vec3 way_in_n(const cover_pair *c, int hull, scree_vec3 d)
{
    return hull == 0 ? d : m3_mul(&c->way[1], d);
}

static inline scree_vec3 way_in_hull(const cover_pair *c, int hull, scree_vec3 d)
{
    return hull == 0 ? d : m3_mul_transposed(&c->way[1], d);
}

/// The point of N that is the difference of a vertex of one hull and a vertex of the other.
static inline scree_vec3 point_of_n(const cover_pair *c, int hull, int vertex, int of_other)
{
    const scree_vec3 own = way_in_n(c, hull, scree_stored_vertex(c->hull[hull], vertex));
    return v3_sub(v3_add(own, way_in_n(c, !hull, scree_stored_vertex(c->hull[!hull], of_other))), c->shift);
}

static inline scree_vec3 edge_in_n(const cover_pair *c, int hull, int edge)
{
    const scree_shape *s = c->hull[hull];
    const scree_edge of_v = scree_edge_at(s->hull, edge);
    const int *v = of_v.vertex;
    return way_in_n(c, hull, v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0])));
}

static inline int side_count(const cover_pair *c, const cover_face *f)
{
    return f->kind == COVER_EDGES ? 4 : c->hull[(int)f->kind]->hull->faces[f->index[f->kind]].count;
}

/// Side k of a face. For two edges: first A's edge with the ends of B's, then B's with the ends of A's.
static inline cover_side side_of(const cover_pair *c, const cover_face *f, int k)
{
    if (f->kind == COVER_EDGES) {
        const int hull = k / 2, end = k % 2, other = !hull;
        const int vertex = scree_edge_at(c->hull[other]->hull, f->index[other]).vertex[end];
        const int from = scree_edge_at(c->hull[hull]->hull, f->index[hull]).vertex[0];
        return (cover_side){ hull, f->index[hull], vertex, point_of_n(c, hull, from, vertex),
                             edge_in_n(c, hull, f->index[hull]) };
    }
    const int hull = (int)f->kind, vertex = f->index[!hull];
    const scree_shape *s = c->hull[hull];
    const int j = s->hull->faces[f->index[hull]].first + k, corner = s->hull->face_vertices[j];
    return (cover_side){ hull, scree_face_edge(s->hull, j), vertex, point_of_n(c, hull, corner, vertex),
                         way_in_n(c, hull, side_at(s, &s->hull->faces[f->index[hull]], j)) };
}

/// Whether the segment from `from` along `along` comes within `radius` of the origin, seen along the unit n.
static inline bool is_in_disc(scree_vec3 from, scree_vec3 along, scree_vec3 n, double radius)
{
    const scree_vec3 p = v3_add_scaled(from, -v3_dot(from, n), n), u = v3_add_scaled(along, -v3_dot(along, n), n);
    const double u2 = v3_norm2(u), p2 = v3_norm2(p), at = -v3_dot(p, u), r2 = radius * radius;
    // The nearest point is at an end, or between them.
    if (p2 <= r2 || v3_norm2(v3_add(p, u)) <= r2) return true;
    const double off = v3_dot(n, v3_cross(p, u)); // not p2 u2 - at at, which cancels where p is long
    return at > 0.0 && at < u2 && off * off <= r2 * u2;
}

/// The same for several sides of a face, one in each lane.
static inline lane_mask are_in_disc(lane3 from, lane3 along, scree_vec3 n, double radius)
{
    const lane3 up = l3_of(n), p = l3_add_scaled(from, -l3_dot(from, up), up);
    const lane3 u = l3_add_scaled(along, -l3_dot(along, up), up), q = l3_add(p, u);
    const lane u2 = l3_dot(u, u), p2 = l3_dot(p, p), at = -l3_dot(p, u), r2 = lane_of(radius * radius);
    const lane off = l3_dot(up, l3_cross(p, u));
    const lane_mask between = (at > lane_of(0.0)) & (at < u2);
    return (p2 <= r2) | (l3_dot(q, q) <= r2) | (between & (off * off <= r2 * u2));
}

/// Which sides of a face come within `radius` of the origin, seen along n; none may be missed. Sides of a hull's face
/// are tested in the frame of their hull; that -B is a point reflection makes no difference here.
static inline unsigned sides_in_disc(const cover_pair *c, const cover_face *f, scree_vec3 n, double radius)
{
    if (f->kind == COVER_EDGES) {
        const scree_edge of_v = scree_edge_at(c->hull[0]->hull, f->index[0]),
                         of_w = scree_edge_at(c->hull[1]->hull, f->index[1]);
        const int *v = of_v.vertex, *w = of_w.vertex;
        const scree_vec3 p = point_of_n(c, 0, v[0], w[0]), u = edge_in_n(c, 0, f->index[0]);
        const scree_vec3 e = edge_in_n(c, 1, f->index[1]), from[4] = { p, v3_add(p, e), p, v3_add(p, u) };
        unsigned bits = 0;
        for (int k = 0; k < 4; ++k)
            if ((f->joined >> k & 1u) == 0u && is_in_disc(from[k], k < 2 ? u : e, n, radius)) bits |= 1u << k;
        return bits;
    }
    const int hull = (int)f->kind;
    const scree_shape *s = c->hull[hull];
    const scree_face *at = &s->hull->faces[f->index[hull]];
    // The vertex of the other hull, negated: added to a corner it gives a point of N.
    const scree_vec3 v = way_in_n(c, !hull, scree_stored_vertex(c->hull[!hull], f->index[!hull]));
    const scree_vec3 incident = way_in_hull(c, hull, v3_sub(v, c->shift));
    const scree_vec3 up = way_in_hull(c, hull, n);
    unsigned bits = 0;
    for (int i = 0; i < at->count; i += SCREE_LANES) {
        const lane_sides sides = sides_from(s, at, at->first + i);
        bits |= lane_bits(are_in_disc(l3_add(sides.from, l3_of(incident)), sides.along, up, radius)) << i;
    }
    return bits & (UINT32_MAX >> (COVER_SIDES - at->count)) & ~f->joined;
}

/// The direction out of a face with a unit normal through its side k, in its plane: as long as the edge for two edges,
/// else unit.
static inline scree_vec3 cover_out(const cover_pair *c, const cover_face *f, const cover_side *side, int k)
{
    if (f->kind != COVER_EDGES) {
        const scree_shape *s = c->hull[(int)f->kind];
        const scree_face *at = &s->hull->faces[f->index[f->kind]];
        return way_in_n(c, (int)f->kind, v3_neg(inward_of(at, side_at(s, at, at->first + k))));
    }
    // n, A's edge and B's may be right- or left-handed.
    const int other = !side->hull;
    const scree_vec3 across = v3_cross(f->n, side->along);
    const double sign = v3_dot(across, edge_in_n(c, other, f->index[other])) > 0.0 ? 1.0 : -1.0;
    return v3_scale(across, k % 2 == 1 ? sign : -sign);
}

/// How much a face of N beyond a side leans away from this one, as a tangent: the least one is the neighbour.
typedef struct cover_lean {
    double tangent;  ///< times the length of the outward direction
    int spoke, face; ///< -1: not this kind
} cover_lean;

/// Candidates from the edges that leave the side's vertex.
static inline void lean_of_edges(const cover_pair *c, const cover_side *side, scree_vec3 n, scree_vec3 out,
                                 double error, cover_lean *least)
{
    const int other = !side->hull;
    const lane square = lane_of(v3_norm2(out));
    const scree_shape *t = c->hull[other];
    const lane3 up = l3_of(way_in_hull(c, other, n)), away = l3_of(way_in_hull(c, other, out));
    const int end = t->hull->nodes[side->vertex].fan_end;
    for (int k = t->hull->nodes[side->vertex].fan; k < end; k += SCREE_LANES) {
        const lane3 spoke = spokes_at(t, side->vertex, k);
        const lane beyond = l3_dot(away, spoke), tangent = -l3_dot(up, spoke) * square / beyond;
        const lane_mask used =
            (beyond * beyond > lane_of(error * error) * square) & (beyond > lane_of(0.0)) & lane_first(end - k);
        const lane usual = lane_select(used, tangent, lane_of(INFINITY)), most = lane_least(usual);
        if (!(most[0] < least->tangent)) continue;
        *least = (cover_lean){ most[0], k + __builtin_ctz(lane_bits_equal(usual, most)), -1 };
    }
}

/// Candidates from the faces at the side's edge.
static inline void lean_of_faces(const cover_pair *c, const cover_face *f, const cover_side *side, scree_vec3 n,
                                 scree_vec3 out, cover_lean *least)
{
    const scree_shape *t = c->hull[side->hull];
    const scree_vec3 up = way_in_hull(c, side->hull, n), away = way_in_hull(c, side->hull, out);
    for (int i = 0; i < 2; ++i) {
        const int face = scree_edge_at(t->hull, side->edge).face[i];
        const scree_vec3 m = t->hull->faces[face].normal;
        const double rise = v3_dot(up, m), beyond = v3_dot(away, m);
        const bool own = (int)f->kind == side->hull && f->index[side->hull] == face;
        if (own || !(rise > 0.0 && beyond > 0.0 && beyond < least->tangent * rise)) continue;
        *least = (cover_lean){ beyond / rise, -1, face };
    }
}

/// The face of N beyond a side of one with a unit normal. False where none faces the same way.
static inline bool cover_next(const cover_pair *c, const cover_face *f, const cover_side *side, int k, double error,
                              cover_face *next)
{
    const scree_vec3 out = cover_out(c, f, side, k);
    const int hull = side->hull, other = !hull;
    cover_lean least = { INFINITY, -1, -1 };
    lean_of_edges(c, side, f->n, out, error, &least);
    lean_of_faces(c, f, side, f->n, out, &least);
    next->joined = 0;
    next->square = next->sine2 = 1.0;
    if (least.face >= 0) {
        next->kind = (enum cover_kind)hull;
        next->index[hull] = least.face;
        next->index[other] = side->vertex;
        next->n = way_in_n(c, hull, c->hull[hull]->hull->faces[least.face].normal);
    } else if (least.spoke >= 0) {
        const scree_shape *t = c->hull[other];
        const int at = least.spoke;
        const scree_vec3 e = way_in_n(c, other, spoke_at(t, side->vertex, at));
        const scree_vec3 across = v3_cross(side->along, e);
        const double squares = v3_norm2(side->along) * v3_norm2(e);
        next->kind = COVER_EDGES;
        next->index[hull] = side->edge;
        next->index[other] = scree_vertex_edge(t->hull, at);
        next->n = v3_dot(across, f->n) < 0.0 ? v3_neg(across) : across;
        next->square = v3_norm2(across);
        next->sine2 = next->square / squares;
        if (!(next->square > HULL_END * HULL_END * squares)) return false;
    } else {
        return false;
    }
    next->height = v3_dot(next->n, side->from);
    return true;
}

/// Error bound of the height of a face with a unit normal.
static inline double doubt_of(const cover_face *f, double error)
{
    return error / sqrt(f->sine2);
}

static inline void make_unit(cover_face *f)
{
    if (f->square == 1.0) return;
    const double scale = 1.0 / sqrt(f->square);
    f->n = v3_scale(f->n, scale);
    f->height *= scale;
    f->square = 1.0;
}

/// Whether the origin is at least `enough` deep below a face, without roots or quotients.
static inline bool is_deep_below(const cover_face *f, double enough, double error)
{
    const double least = enough + 16.0 * error;
    return f->height > 0.0 && 256.0 * f->sine2 > 1.0 && f->height * f->height > least * least * f->square;
}

static inline bool is_same_face(const cover_face *a, const cover_face *b)
{
    return a->kind == b->kind && a->index[0] == b->index[0] && a->index[1] == b->index[1];
}

/// The index of a side in a face of N that has it.
static inline int cover_side_number(const cover_pair *c, const cover_face *f, const cover_side *side)
{
    if (f->kind == COVER_EDGES)
        return 2 * side->hull +
               (scree_edge_at(c->hull[!side->hull]->hull, f->index[!side->hull]).vertex[0] != side->vertex);
    const scree_shape *s = c->hull[(int)f->kind];
    const scree_face *at = &s->hull->faces[f->index[f->kind]];
    int k = 0;
    while (k < at->count - 1 && scree_face_edge(s->hull, at->first + k) != side->edge) ++k;
    return k;
}

typedef enum cover_verdict { COVER_LEAST, COVER_BETTER, COVER_OPEN } cover_verdict;

/// Whether faces that are all at least `enough` deep cover the disc of that radius about the origin, starting with the
/// first one; if a face is less deep, it goes to `better`. `sides` has the bits of the first face's sides that reach
/// into the disc.
static inline cover_verdict cover_disc(const cover_pair *c, const cover_face *first, unsigned sides, double enough,
                                       double error, cover_face *better)
{
    cover_face list[COVER_FACES];
    int count = 1;
    list[0] = *first;
    for (int i = 0; i < count; ++i) {
        if (side_count(c, &list[i]) > COVER_SIDES) return COVER_OPEN;
        unsigned bits = i == 0 ? sides : sides_in_disc(c, &list[i], first->n, enough + error);
        if (bits != 0) make_unit(&list[i]);
        for (; bits != 0; bits &= bits - 1) {
            const int k = __builtin_ctz(bits);
            if ((list[i].joined >> k & 1u) != 0u) continue;
            const cover_side side = side_of(c, &list[i], k);
            cover_face next;
            if (!cover_next(c, &list[i], &side, k, error, &next)) return COVER_OPEN;
            int at = 0;
            while (at < count && !is_same_face(&list[at], &next)) ++at;
            if (at == COVER_FACES) return COVER_OPEN;
            if (at == count) {
                if (!(v3_dot(next.n, first->n) > 0.0) || side_count(c, &next) > COVER_SIDES) return COVER_OPEN;
                if (!is_deep_below(&next, enough, error)) {
                    make_unit(&next);
                    const double doubt = doubt_of(&next, error);
                    *better = next;
                    if (next.height < first->height - doubt) return COVER_BETTER;
                    if (!(next.height - doubt >= enough)) return COVER_OPEN;
                }
                list[count++] = next;
            }
            const unsigned bit = 1u << cover_side_number(c, &list[at], &side);
            if ((list[at].joined & bit) != 0u) return COVER_OPEN;
            list[at].joined |= bit;
            list[i].joined |= 1u << k;
        }
    }
    return COVER_LEAST;
}

/// The face at a vertex whose normal is nearest to d.
static inline int facing_most(const scree_shape *s, int vertex, scree_vec3 d)
{
    int best = scree_vertex_face(s->hull, s->hull->nodes[vertex].fan);
    for (int k = s->hull->nodes[vertex].fan + 1; k < s->hull->nodes[vertex].fan_end; ++k) {
        const int face = scree_vertex_face(s->hull, k);
        if (v3_dot(s->hull->faces[face].normal, d) > v3_dot(s->hull->faces[best].normal, d)) best = face;
    }
    return best;
}

/// From two features that are no longer the farthest along their normal n to a face of N near them: a face of one hull
/// with the other's support vertex.
static inline void stand_up(const cover_pair *c, scree_vec3 n, cover_face *f)
{
    int hull = (int)f->kind;
    if (f->kind == COVER_EDGES) {
        int face[2];
        double facing[2];
        for (int k = 0; k < 2; ++k) {
            const scree_shape *s = c->hull[k];
            const scree_vec3 d = way_in_hull(c, k, n);
            face[k] = facing_most(s, highest_vertex(s, d, scree_edge_at(s->hull, f->index[k]).vertex[0]), d);
            facing[k] = v3_dot(s->hull->faces[face[k]].normal, d);
        }
        hull = facing[1] > facing[0];
        f->index[!hull] = scree_edge_at(c->hull[!hull]->hull, f->index[!hull]).vertex[0];
        f->index[hull] = face[hull];
        f->kind = (enum cover_kind)hull;
    }
    const scree_shape *incident = c->hull[!hull];
    f->n = way_in_n(c, hull, c->hull[hull]->hull->faces[f->index[hull]].normal);
    const int vertex = highest_vertex(incident, way_in_hull(c, !hull, f->n), f->index[!hull]);
    f->index[!hull] = vertex;
    f->height = v3_dot(f->n, side_of(c, f, 0).from);
    f->square = f->sine2 = 1.0;
}

/// Walks from a face of N to adjacent faces that are less deep, as long as there is one.
static inline void walk_down(const cover_pair *c, double error, cover_face *f)
{
    for (int step = 0; step < COVER_WALK; ++step) {
        cover_face best = *f;
        for (int k = 0; k < side_count(c, f); ++k) {
            cover_face next;
            const cover_side side = side_of(c, f, k);
            const scree_vec3 out = cover_out(c, f, &side, k);
            const double near = v3_dot(out, side.from), deep = max2(f->height, 0.0);
            if ((near > 0.0 && near * near >= deep * deep * v3_norm2(out)) || !cover_next(c, f, &side, k, error, &next))
                continue;
            make_unit(&next);
            if (next.height < best.height - doubt_of(&next, error)) best = next;
        }
        if (is_same_face(&best, f)) return;
        *f = best;
    }
}

#endif
