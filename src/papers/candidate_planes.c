// Fast common plane: the candidates.
//
// Source      Nezami et al. (2004) as described in descantes-2019: section 2, Fig. 3 and Algorithm 2.
// Idea        Of two bodies that are apart, the common plane is one of a few that the closest vertices V1 and V2 name:
//             the perpendicular bisector PB of V1 and V2, the planes of the faces at V1 and at V2, those along an edge
//             at V1 and one at V2 (P12), and those along an edge at V1 or at V2 and along its cross product with V1V2
//             (P1, P2). Each is scored by its gap over all vertices of both bodies. The best names new closest
//             vertices, and so on, until these stay the same.
// Departures  1. A plane has two normals. Taken is the one that has A's centroid on the plane's negative side and B's
//                on the positive side, as nezami-2006, section 2.1, defines the common plane; both, where the centroids
//                are level up to rounding. So it does not matter that V1V2 points from B to A where the bodies overlap
//                (Algorithm 2, line 8).
//             2. No plane has a gap above that of V1 and V2 along its normal. A candidate for which even that does not
//                win is rejected without evaluating the other vertices. It counts as scored.
//             3. In the plane the candidates are PB and the edges at V1 and V2.
//             4. A plane replaces the last one only if its gap is larger. For bodies apart the best candidate is never
//                worse; it is rounding that must not lead in circles. The loops are bounded besides.
// Limits      1. If an edge or a face is parallel to a plane, all its vertices are closest to it. The paper allows any
//                of them, and the support function picks any. But the candidates at another one may be better, and then
//                the search ends too early, also for bodies apart.
//             2. For overlapping bodies, the common plane need not be among the candidates at all.
#include "papers/candidate_planes.h"

// If the caller sets no bound. One to six were measured, also between hulls of 800 vertices.
enum { MOST_LOOPS = 100 };

// One set of candidates: those of the closest vertices at its beginning.
typedef struct candidate_set {
    scree_candidates *search;
    int v1, v2;
    scree_vec3 link;    // V1V2, with B moved
    scree_vec3 between; // from A's centroid to B's
} candidate_set;

static scree_vec3 moved_link(const scree_candidates *s)
{
    return v3_add(s->best.at.w, s->moved);
}

// Lines 23-29.
static void score(const candidate_set *k, scree_vec3 n)
{
    scree_candidates *s = k->search;
    ++s->scored;
    if (!(v3_dot(n, k->link) > s->best.gap)) return;
    scree_mvertex at = s->best.at;
    (void)scree_cores_gap(&s->pair->cores, n, &at);
    double gap = v3_dot(n, v3_add(at.w, s->moved));
    if (gap > s->best.gap) s->best = (scree_plane){ n, gap, at };
}

// A plane, by a normal of any length and either sign; 0 for none.
static void propose(const candidate_set *k, scree_vec3 normal)
{
    scree_vec3 n = v3_unit(normal);
    if (v3_norm2(n) == 0.0) return;
    double side = v3_dot(n, k->between), level = k->search->pair->cores.error;
    if (side >= -level) score(k, n);
    if (side <= level) score(k, v3_neg(n));
}

static scree_vec3 edge_from(const scree_shape *s, int vertex, int fan)
{
    return v3_sub(scree_stored_vertex(s, scree_neighbour(s->hull, fan)), scree_stored_vertex(s, vertex));
}

static scree_vec3 edge_of_b(const candidate_set *k, int fan)
{
    const scree_cores *c = &k->search->pair->cores;
    return m3_mul(&c->rotation, edge_from(c->b, k->v2, fan));
}

// The plane along an edge and along its cross product with V1V2 (lines 17 and 20).
static void propose_adjacent(const candidate_set *k, scree_vec3 edge)
{
    propose(k, v3_cross(edge, v3_cross(edge, k->link)));
}

static void propose_solid(const candidate_set *k)
{
    const scree_cores *c = &k->search->pair->cores;
    const scree_shape *a = c->a, *b = c->b;
    const int first_a = a->hull->nodes[k->v1].fan, end_a = a->hull->nodes[k->v1].fan_end;
    const int first_b = b->hull->nodes[k->v2].fan, end_b = b->hull->nodes[k->v2].fan_end;
    for (int i = first_a; i < end_a; ++i) propose(k, a->hull->faces[scree_vertex_face(a->hull, i)].normal);
    for (int j = first_b; j < end_b; ++j)
        propose(k, m3_mul(&c->rotation, b->hull->faces[scree_vertex_face(b->hull, j)].normal));
    for (int j = first_b; j < end_b; ++j) {
        scree_vec3 along_b = edge_of_b(k, j);
        for (int i = first_a; i < end_a; ++i) propose(k, v3_cross(edge_from(a, k->v1, i), along_b));
    }
    for (int i = first_a; i < end_a; ++i) propose_adjacent(k, edge_from(a, k->v1, i));
    for (int j = first_b; j < end_b; ++j) propose_adjacent(k, edge_of_b(k, j));
}

// Edge i of a polygon runs from vertex i to the next.
static void propose_planar(const candidate_set *k)
{
    const scree_cores *c = &k->search->pair->cores;
    const scree_face *a = c->a->hull->faces, *b = c->b->hull->faces;
    propose(k, a[k->v1].normal);
    propose(k, a[(k->v1 + c->a->hull->face_count - 1) % c->a->hull->face_count].normal);
    propose(k, m3_mul(&c->rotation, b[k->v2].normal));
    propose(k, m3_mul(&c->rotation, b[(k->v2 + c->b->hull->face_count - 1) % c->b->hull->face_count].normal));
}

scree_candidates scree_candidates_start(const scree_classic *pair, scree_vec3 normal)
{
    scree_candidates s = { .pair = pair, .best = { .normal = normal } };
    s.best.gap = scree_cores_gap(&pair->cores, normal, &s.best.at);
    int asked = pair->task.options->max_iterations;
    s.most_loops = asked > 0 ? asked : MOST_LOOPS;
    return s;
}

void scree_candidates_search(scree_candidates *s)
{
    const scree_classic *pair = s->pair;
    scree_vec3 between = v3_add(v3_sub(pair->centroid_b, pair->centroid_a), s->moved);
    for (;;) {
        candidate_set k = { s, s->best.at.index_a, s->best.at.index_b, moved_link(s), between };
        ++s->loops;
        propose(&k, k.link); // PB
        if (pair->cores.a->dimension == 2)
            propose_planar(&k);
        else
            propose_solid(&k);
        scree_classic_trace(pair, "candidate planes", s->loops, s->best.normal, &s->best.at);
        if (s->best.at.index_a == k.v1 && s->best.at.index_b == k.v2) return;
        if (s->loops == s->most_loops) {
            s->cut_short = true;
            return;
        }
    }
}

scree_finding scree_candidates_finding(const scree_candidates *s)
{
    scree_finding found = { .normal = s->best.normal, .at = s->best.at };
    found.distance = v3_dot(s->best.normal, s->best.at.w);
    found.iterations = s->loops;
    found.counts.candidates = s->scored;
    found.cut_short = s->cut_short;
    return found;
}
