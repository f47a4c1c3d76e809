// A polyhedron and a superquadric: the search over the faces.
//
// Source      peng-hanley-2019, 2.3 and the flowchart of Fig. 7.
// Idea        A point outside one face is outside the polyhedron, a point beneath all faces inside (9). So the point X
//             of the superquadric that is deepest beneath a face's plane (sq_plane.c) either is above it: no contact;
//             or beneath all faces: contact; or above some other face, which is then searched from. It starts at the
//             initial face (IF), whose normal is closest to the line of centres, goes on at the face that X is highest
//             above (MPF, of all faces the first time, then of the neighbours), and ends where it wants to return to
//             the face that it came from: then the edge between the two is tested (sq_segment.c).
// Departures  1. The flowchart returns to "the previous face". The first MPF need not be a neighbour of the IF (Fig.
//                6(b)): without a common edge there is no return, and the search goes on among the neighbours.
//             2. A search may also come round to a face by a longer way, about a vertex say, without ever returning;
//                the flowchart would not end. That is noticed (by Brent's test), and the edges between the current face
//                and all neighbours that X is above are tested.
//             3. In case 4 the contact point is X_i, not X_0 as Fig. 7 prints.
// Limits      Case 4 looks only at neighbours, as in Fig. 7 (2.3.4 says all faces), case 5 at one edge: either can be
//             wrong.
#include "papers/ph_sq_search.h"

// The neighbours of a face, as X sees them.
typedef struct ring {
    int highest;       // the neighbour that X is highest above
    double height;     // how high: not above 0, and X is beneath all of them
    int edge_previous; // the edge to the previous face, if that is one of them and X is above it; else -1
} ring;

static int across_edge(const scree_hull *h, int edge, int face)
{
    const scree_edge e = scree_edge_at(h, edge);
    return e.face[0] == face ? e.face[1] : e.face[0];
}

static ring look_around(const scree_shape *ph, int face, int previous, scree_vec3 x)
{
    const scree_face *f = &ph->hull->faces[face];
    ring r = { .highest = -1, .height = -INFINITY, .edge_previous = -1 };
    for (int k = f->first; k < f->first + f->count; ++k) {
        const int edge = scree_face_edge(ph->hull, k), other = across_edge(ph->hull, edge, face);
        const double height = scree_ph_sq_height(ph, other, x);
        if (height > r.height) {
            r.height = height;
            r.highest = other;
        }
        if (other == previous && height > 0.0) r.edge_previous = edge;
    }
    return r;
}

static scree_sq_edge test_edge(const scree_ph_sq_pair *p, int edge)
{
    scree_vec3 end[2];
    for (int i = 0; i < 2; ++i)
        end[i] = m3_mul_transposed(
            &p->rotation, v3_sub(scree_stored_vertex(p->ph, scree_edge_at(p->ph->hull, edge).vertex[i]), p->shift));
    return scree_sq_edge_test(&p->sq, end[0], end[1]);
}

static void end_at_edge(const scree_ph_sq_pair *p, int edge, scree_ph_sq_ending *e)
{
    e->edge = edge;
    e->at = test_edge(p, edge);
    e->steps += e->at.steps;
    e->number = e->at.value < 0.0 ? 6 : 5;
}

// Departure 2: of the edges to the neighbours that X is above, the one with the least F.
static void end_at_ring(const scree_ph_sq_pair *p, scree_ph_sq_ending *e)
{
    const scree_face *f = &p->ph->hull->faces[e->face];
    e->cut_short = true;
    e->at.value = INFINITY;
    for (int k = f->first; k < f->first + f->count; ++k) {
        const int edge = scree_face_edge(p->ph->hull, k), other = across_edge(p->ph->hull, edge, e->face);
        if (!(scree_ph_sq_height(p->ph, other, e->x) > 0.0)) continue;
        const scree_sq_edge at = test_edge(p, edge);
        e->steps += at.steps;
        if (!(at.value < e->at.value) && e->edge >= 0) continue;
        e->edge = edge;
        e->at = at;
    }
    e->number = e->at.value < 0.0 ? 6 : 5;
}

// The initial face; or case 8, where the centre is beneath all faces.
static int first_face(const scree_ph_sq_pair *p, bool *inside)
{
    const scree_shape *ph = p->ph;
    const scree_vec3 to = v3_sub(p->shift, v3_sub(scree_mass_of(ph).centroid, ph->centre));
    double most = -INFINITY, highest = -INFINITY;
    int first = 0;
    for (int i = 0; i < ph->hull->face_count; ++i) {
        const double along = v3_dot(ph->hull->faces[i].normal, to), height = scree_ph_sq_height(ph, i, p->shift);
        if (height > highest) highest = height;
        if (along > most) {
            most = along;
            first = i;
        }
    }
    *inside = !(highest > 0.0);
    return first;
}

static void look_beneath(const scree_ph_sq_pair *p, int face, scree_ph_sq_ending *e)
{
    e->face = face;
    e->x = scree_ph_sq_lowest(p, p->ph->hull->faces[face].normal);
    e->height = scree_ph_sq_height(p->ph, face, e->x);
    ++e->steps;
}

static int highest_face(const scree_ph_sq_pair *p, scree_ph_sq_ending *e)
{
    int highest = e->face;
    e->highest = e->height;
    for (int i = 0; i < p->ph->hull->face_count; ++i) {
        const double height = scree_ph_sq_height(p->ph, i, e->x);
        if (!(height > e->highest)) continue;
        e->highest = height;
        highest = i;
    }
    return highest;
}

// Cases 3 to 6.
static void search_and_return(const scree_ph_sq_pair *p, int face, scree_ph_sq_ending *e)
{
    int previous = e->face, waiting = face;
    for (int step = 1, power = 2;; ++step) {
        look_beneath(p, face, e);
        e->number = 3;
        if (e->height > 0.0) return;
        const ring around = look_around(p->ph, face, previous, e->x);
        e->number = 4;
        if (!(around.height > 0.0)) return;
        if (around.edge_previous >= 0) {
            end_at_edge(p, around.edge_previous, e);
            return;
        }
        previous = face;
        face = around.highest;
        if (face == waiting) {
            end_at_ring(p, e);
            return;
        }
        if (step == power) {
            waiting = face;
            power *= 2;
        }
    }
}

scree_ph_sq_ending scree_ph_sq_search(const scree_ph_sq_pair *p)
{
    scree_ph_sq_ending e = { .number = 8, .edge = -1 };
    bool inside;
    const int first = first_face(p, &inside);
    look_beneath(p, first, &e);
    if (inside) return e;
    e.number = 1;
    if (e.height > 0.0) return e;
    const int highest = highest_face(p, &e);
    e.number = 2;
    if (!(e.highest > 0.0)) return e;
    search_and_return(p, highest, &e);
    return e;
}
