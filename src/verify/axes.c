// Overlapping polytopes: all axes that can be the shortest way out.
//
// Idea        With M = B - A, each face of M is a face of one body with a vertex of the other, or spanned by an edge of
//             each; in 2-D, each side of M is a side of one of them. If no axis separates the two, the signed distance
//             is the largest gap along the normals of these faces. A pass in double, with a margin for rounding, skips
//             all that cannot be as good as the known gap; the rest are evaluated in wide, with the support of all
//             vertices. An edge of each spans a face only if their arcs on the sphere of normals cross.
//             Facets in one plane up to rounding were merged into one face, and neither they nor the edges between them
//             are stored. Their normals are within half of scree_shape.spread of the face's: the best of all axes in
//             that cone is found (cone.c), and the arcs of stored edges may be longer by as much.
//             If the spread is nearly 1 rad, all axes whatever are searched.
#include "verify/check.h"

// In roundings of the pair's size: rotations, positions and products of double, as in docs/certificate.md, times three.
#define ROUNDINGS_BAND 256.0

// Normals of faces are accurate to some roundings: arcs that miss each other by less may cross.
#define ARC_BAND 0x1p-44

// Edges at a smaller angle than this are parallel and span no face that matters; up to the next one, the distance of
// their lines bounds what the face between them can add.
#define PARALLEL 0x1p-85
#define NEARLY_PARALLEL 0x1p-36

// The error of the direction of a product of two wide vectors, times the sine of their angle.
#define WIDE_TILT 0x1p-97

// Cones of normals are searched for spreads below this, with a tangent of half of it no larger than this part.
#define MOST_SPREAD 0.875
#define TANGENT_OF_HALF 0.5625

// Products of faces and vertices for each pair of edges that may be tried.
enum { PER_AXIS = 64 };

typedef struct search {
    const scree_check *c;
    const scree_placed *a, *b;
    double rotation[3][3]; // from B's frame to A's, in double
    scree_vec3 shift;      // of B's stored origin in A's stored coordinates
    double band;           // error of double
    double known;          // the known gap, minus the band
    double enough;
    double lower, upper;
    double arc_band; // error of arcs: ARC_BAND, and the spread of merged facets
    double spare;    // what the caller adds to `upper`
} search;

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 minus(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static scree_vec3 times(scree_vec3 a, double s)
{
    return (scree_vec3){ a.x * s, a.y * s, a.z * s };
}

static scree_vec3 rotated(const search *s, scree_vec3 v)
{
    const double(*t)[3] = s->rotation;
    return (scree_vec3){ t[0][0] * v.x + t[0][1] * v.y + t[0][2] * v.z, t[1][0] * v.x + t[1][1] * v.y + t[1][2] * v.z,
                         t[2][0] * v.x + t[2][1] * v.y + t[2][2] * v.z };
}

static scree_vec3 rotated_back(const search *s, scree_vec3 v)
{
    const double(*t)[3] = s->rotation;
    return (scree_vec3){ t[0][0] * v.x + t[1][0] * v.y + t[2][0] * v.z, t[0][1] * v.x + t[1][1] * v.y + t[2][1] * v.z,
                         t[0][2] * v.x + t[1][2] * v.y + t[2][2] * v.z };
}

// The largest d . v over the stored vertices.
static double highest(const scree_shape *s, scree_vec3 d)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < s->vertex_count; ++i) {
        const double h = d.x * s->x[i] + d.y * s->y[i] + d.z * s->z[i];
        most = h > most ? h : most;
    }
    return most;
}

static wide3 scaled_to_1(wide3 n)
{
    const scree_vec3 r = w3_round(n);
    double most = fabs(r.x) > fabs(r.y) ? fabs(r.x) : fabs(r.y);
    most = fabs(r.z) > most ? fabs(r.z) : most;
    int exponent;
    (void)frexp(most, &exponent);
    const double scale = ldexp(1.0, -exponent);
    n = (wide3){ w_scale(n.x, scale), w_scale(n.y, scale), w_scale(n.z, scale) };
    return w3_mul(n, w_div(w_of(1.0), w3_length(n)));
}

// An axis in the pair's frame, from A to B, unit; `tilt` bounds the error of its direction. The gap of any two vertices
// along it is not below that of the bodies, so one pair of them mostly rules it out. Else the support vertices are
// found in wide.
static void score(search *s, wide3 n, double tilt)
{
    const double error = tilt * s->c->pair.unit + 4.0 * s->c->pair.wide_error;
    wide heights = w_add(scree_placed_high_vertex(s->a, n), scree_placed_high_vertex(s->b, w3_neg(n)));
    if (scree_up(w_round(w_neg(heights)) + error) > s->enough) {
        const scree_top a = scree_placed_top(s->a, n, false), b = scree_placed_top(s->b, w3_neg(n), false);
        heights = w_add(a.height, b.height);
        const double gap = w_round(w_neg(heights));
        if (gap > s->lower) s->lower = gap;
    }
    const double upper = scree_up(w_round(w_neg(heights)) + error);
    if (upper > s->upper) s->upper = upper;
}

// The normal of a face: of a triangle, else of all its corners together; in 2-D, at right angles to the side.
static wide3 face_normal(const scree_placed *p, int face)
{
    const scree_shape *s = p->shape;
    if (s->core == SCREE_CORE_POLYGON) {
        const int next = (face + 1) % s->vertex_count;
        const wide3 e = w3_difference(scree_stored_vertex(s, next), scree_stored_vertex(s, face));
        return (wide3){ e.y, w_neg(e.x), w_of(0.0) };
    }
    const scree_face *f = &s->hull->faces[face];
    const int *corner = &s->hull->face_vertices[f->first];
    const scree_vec3 o = scree_stored_vertex(s, corner[0]);
    wide3 sum = w3_of((scree_vec3){ 0.0, 0.0, 0.0 });
    for (int i = 2; i < f->count; ++i)
        sum = w3_add(sum, w3_cross(w3_difference(scree_stored_vertex(s, corner[i - 1]), o),
                                   w3_difference(scree_stored_vertex(s, corner[i]), o)));
    return sum;
}

// The error of the direction of a face's normal: differences of its corners are exact, but they may form a sliver.
static double face_tilt(const scree_placed *p, int face, wide3 normal)
{
    const scree_shape *s = p->shape;
    if (s->core == SCREE_CORE_POLYGON) return 0x1p-95;
    const double area = w_round(w3_length(normal)), size = s->core_radius;
    (void)face;
    return area > WIDE_TILT * size * size ? WIDE_TILT * (size * size / area) : 1.0;
}

static void score_face(search *s, const scree_placed *p, int face)
{
    const wide3 normal = face_normal(p, face);
    const scree_vec3 rough = w3_round(normal);
    if (rough.x == 0.0 && rough.y == 0.0 && rough.z == 0.0) return;
    const wide3 n = scree_placed_direction(p, scaled_to_1(normal));
    score(s, p == s->a ? n : w3_neg(n), face_tilt(p, face, normal));
}

static int face_count(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYGON ? s->vertex_count : s->core == SCREE_CORE_POLYHEDRON ? s->hull->face_count : 0;
}

// An upper bound on what the facets of a merged face, and the edges between them, can add to its gap: how far the
// vertices of the other body, `s`, that are support vertices somewhere in the cone are below its top along the axis of
// the cone, d. `steep` is the spread times its radius. See kernels/hull/hull_least.h.
static double hidden_gain(const scree_shape *s, scree_vec3 d, double top, double steep)
{
    double most = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        const double below = top - (d.x * s->x[i] + d.y * s->y[i] + d.z * s->z[i]);
        if (below <= steep && below > most) most = below;
    }
    return most;
}

// All normals that facets of a merged face, and the edges between them, can have; `gap` is that of the face. `d` is its
// reversed normal in the frame of the other body, and `top` that body's support function along it.
static void try_cone(search *s, const scree_placed *p, int face, scree_vec3 d, double top, double gap)
{
    const scree_shape *own = p->shape, *other = p == s->a ? s->b->shape : s->a->shape;
    const double steep = own->hull->spread * other->core_radius;
    if (own->hull->faces[face].count <= 3 || gap + steep < s->known) return;
    if (gap + hidden_gain(other, d, top, steep) < s->known) return;
    double lower, upper;
    const wide3 n = scree_placed_direction(p, scaled_to_1(w3_of(own->hull->faces[face].normal)));
    scree_cone_gap(&s->c->pair, p == s->a ? n : w3_neg(n), TANGENT_OF_HALF * own->hull->spread, s->enough - s->spare,
                   &lower, &upper);
    if (lower > s->lower) s->lower = lower;
    if (upper > s->upper) s->upper = upper;
}

// Stops once the upper bound is too high to be of use.
static bool try_faces(search *s)
{
    const scree_shape *a = s->a->shape, *b = s->b->shape;
    for (int i = 0; i < face_count(a); ++i) {
        const scree_vec3 n = a->hull->faces[i].normal, d = rotated_back(s, times(n, -1.0));
        const double top = highest(b, d), gap = dot(n, s->shift) - top - a->hull->faces[i].offset;
        if (gap >= s->known) score_face(s, s->a, i);
        if (a->hull->spread > 0.0) try_cone(s, s->a, i, d, top, gap);
        if (s->upper > s->enough) return false;
    }
    for (int i = 0; i < face_count(b); ++i) {
        const scree_vec3 n = times(rotated(s, b->hull->faces[i].normal), -1.0); // from A to B
        const double top = highest(a, n), gap = dot(n, s->shift) - b->hull->faces[i].offset - top;
        if (gap >= s->known) score_face(s, s->b, i);
        if (b->hull->spread > 0.0) try_cone(s, s->b, i, n, top, gap);
        if (s->upper > s->enough) return false;
    }
    return true;
}

// An edge in A's frame, and the normals of the faces that it joins; a segment has none.
typedef struct line {
    scree_vec3 from, along;
    double length;
    scree_vec3 face[2];
    bool free; // without faces: its normals are all those at right angles to it
    int vertex[2];
} line;

static int edge_count(const scree_shape *s)
{
    return s->core == SCREE_CORE_SEGMENT ? 1 : s->core == SCREE_CORE_POLYHEDRON ? s->hull->edge_count : 0;
}

static line line_of(const search *s, const scree_placed *p, int i)
{
    const scree_shape *shape = p->shape;
    line l = { .free = shape->core == SCREE_CORE_SEGMENT, .vertex = { 0, 1 } };
    if (!l.free) {
        for (int k = 0; k < 2; ++k) {
            l.vertex[k] = scree_edge_at(shape->hull, i).vertex[k];
            l.face[k] = shape->hull->faces[scree_edge_at(shape->hull, i).face[k]].normal;
        }
    }
    l.from = scree_stored_vertex(shape, l.vertex[0]);
    l.along = minus(scree_stored_vertex(shape, l.vertex[1]), l.from);
    if (p == s->b) {
        l.from = rotated(s, l.from);
        l.from = (scree_vec3){ l.from.x + s->shift.x, l.from.y + s->shift.y, l.from.z + s->shift.z };
        l.along = rotated(s, l.along);
        for (int k = 0; k < 2; ++k) l.face[k] = rotated(s, l.face[k]);
    }
    l.length = sqrt(dot(l.along, l.along));
    if (l.length > 0.0) l.along = times(l.along, 1.0 / l.length);
    return l;
}

static bool same_side(double p, double q, double band)
{
    return (p > band && q > band) || (p < -band && q < -band);
}

// The arcs of A's edge and of B's reversed normals do not cross. Two products decide for most pairs.
static bool arcs_miss(const line *a, const line *b, double band)
{
    const double b1 = b->free ? 0.0 : dot(b->face[0], a->along), b2 = b->free ? 0.0 : dot(b->face[1], a->along);
    if (same_side(b1, b2, band)) return true;
    const double a1 = a->free ? 0.0 : dot(a->face[0], b->along), a2 = a->free ? 0.0 : dot(a->face[1], b->along);
    return same_side(a1, a2, band) || same_side(b1, a2, band) || same_side(a1, b2, band);
}

// In addition, for any angle between the edges: a plane through the origin with A's arc on one side and B's, reversed,
// on the other. Two arcs on one circle, as those of parallel edges, that do not meet are separated by one that bisects
// the angle between two of their ends.
static bool plane_between_arcs(const line *a, const line *b, double band)
{
    if (a->free || b->free) return false;
    for (int i = 0; i < 4; ++i) {
        const scree_vec3 p = a->face[i & 1], q = b->face[i >> 1], w = { p.x + q.x, p.y + q.y, p.z + q.z };
        const double a1 = dot(w, a->face[0]), a2 = dot(w, a->face[1]), b1 = dot(w, b->face[0]), b2 = dot(w, b->face[1]);
        if (a1 > band && a2 > band && b1 > band && b2 > band) return true;
    }
    return false;
}

// In wide. Nearly parallel edges span a narrow strip of M's surface, which is no nearer to the origin than the two
// lines are to each other, up to the product of their angle and lengths.
static void score_edges(search *s, const line *a, const line *b, scree_vec3 rough)
{
    const wide3 from_a = scree_placed_corner(s->a, a->vertex[0]), from_b = scree_placed_corner(s->b, b->vertex[0]);
    const wide3 e = scree_placed_direction(s->a, w3_sub(scree_placed_corner(s->a, a->vertex[1]), from_a));
    const wide3 g = scree_placed_direction(s->b, w3_sub(scree_placed_corner(s->b, b->vertex[1]), from_b));
    const wide3 u = scaled_to_1(e), n = w3_cross(u, scaled_to_1(g));
    const double sine = w_round(w3_length(n));
    if (sine < PARALLEL) return;
    if (sine < NEARLY_PARALLEL) {
        const wide3 r = w3_sub(scree_placed_point(s->b, from_b), scree_placed_point(s->a, from_a));
        const double apart = w_round(w3_length(w3_sub(r, w3_mul(u, w3_dot(r, u)))));
        const double bound = scree_up(sine * (a->length + b->length) + s->c->pair.wide_error - apart);
        const double tilt = WIDE_TILT / sine, by_normal = tilt * s->c->pair.unit;
        if (by_normal > sine * (a->length + b->length)) {
            if (bound > s->upper) s->upper = bound;
            return;
        }
    }
    // The side of the rough normal.
    const scree_vec3 world = w3_round(scree_placed_direction(s->a, w3_of(rough)));
    const wide3 axis = scaled_to_1(n);
    const bool along = dot(w3_round(axis), world) >= 0.0;
    score(s, along ? axis : w3_neg(axis), WIDE_TILT / sine);
}

// On which side of a normal of two edges the outside of A is, if A has faces adjacent to its edge, else the inside of B: above
// 0 if it is the normal's own. Within ARC_BAND of 0 it is open: the edge of a knife, whose faces are opposite to rounding.
static double outward(const line *a, const line *b, scree_vec3 n)
{
    const scree_vec3 *f = a->free ? b->face : a->face;
    return (dot(n, f[0]) + dot(n, f[1])) * (a->free ? -1.0 : 1.0);
}

// The gap along a direction of A's frame, over all vertices, in double.
static double rough_gap(const search *s, scree_vec3 n)
{
    return dot(n, s->shift) - highest(s->b->shape, rotated_back(s, times(n, -1.0))) - highest(s->a->shape, n);
}

// Two edges, along one of their normals, of this length.
static void try_normal(search *s, const line *a, const line *b, scree_vec3 n, double sine)
{
    // For edges that are parallel in double this decides nothing: evaluate them in wide.
    if (sine > 0x1p-40) {
        const double least = s->known - s->band / sine;
        n = times(n, 1.0 / sine);
        if (dot(n, minus(b->from, a->from)) < least || rough_gap(s, n) < least) return;
    }
    if (!plane_between_arcs(a, b, s->arc_band)) score_edges(s, a, b, n);
}

// Two edges. False once the upper bound is too high to be of use.
static bool try_edge_pair(search *s, const line *a, const line *b)
{
    if (arcs_miss(a, b, s->arc_band)) return true;
    const scree_vec3 n = cross(a->along, b->along);
    const double sine = sqrt(dot(n, n)), side = outward(a, b, n), open = ARC_BAND * sine;
    if (side >= -open) try_normal(s, a, b, n, sine);
    if (side <= open) try_normal(s, a, b, times(n, -1.0), sine);
    return s->upper <= s->enough;
}

static bool try_edges(search *s)
{
    enum { BLOCK = 32 }; // of A's edges, whose lines are kept
    line lines[BLOCK];
    const int count_a = edge_count(s->a->shape), count_b = edge_count(s->b->shape);
    for (int first = 0; first < count_a; first += BLOCK) {
        const int count = count_a - first < BLOCK ? count_a - first : BLOCK;
        for (int i = 0; i < count; ++i) lines[i] = line_of(s, s->a, first + i);
        for (int j = 0; j < count_b; ++j) {
            const line b = line_of(s, s->b, j);
            for (int i = 0; i < count; ++i)
                if (!try_edge_pair(s, &lines[i], &b)) return false;
        }
    }
    return true;
}

static void set_frames(search *s)
{
    const scree_placed *a = s->a, *b = s->b;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double sum = 0.0;
            for (int l = 0; l < 3; ++l) sum += w_round(a->rotation[l][i]) * w_round(b->rotation[l][k]);
            s->rotation[i][k] = sum;
        }
    const wide3 centre = scree_placed_point(b, w3_of(b->shape->centre));
    s->shift = w3_round(w3_sub(scree_placed_local(a, centre), w3_of(a->shape->centre)));
}

static bool is_polytope(const scree_shape *s)
{
    return s->core == SCREE_CORE_POINT || s->core == SCREE_CORE_SEGMENT || s->core == SCREE_CORE_POLYGON ||
           s->core == SCREE_CORE_POLYHEDRON;
}

// Whether the search is affordable. Two cores without faces are flat together: there is no inside.
static bool is_affordable(const scree_check *c)
{
    const scree_shape *a = c->pair.a.shape, *b = c->pair.b.shape;
    if (!is_polytope(a) || !is_polytope(b) || face_count(a) + face_count(b) == 0) return false;
    const double most = (double)c->options->most_axes;
    const double faces = (double)face_count(a) * b->vertex_count + (double)face_count(b) * a->vertex_count;
    return (double)edge_count(a) * edge_count(b) <= most && faces <= PER_AXIS * most;
}

static double spread_of(const scree_shape *s)
{
    return s->core == SCREE_CORE_POLYHEDRON ? s->hull->spread : 0.0;
}

bool scree_check_all_axes(const scree_check *c, wide gap, double enough, double spare, double *lower, double *upper)
{
    if (!is_affordable(c)) return false;
    const double known = w_round(gap), size = c->pair.unit;
    search s = { .c = c, .a = &c->pair.a, .b = &c->pair.b, .enough = enough, .lower = known };
    s.band = ROUNDINGS_BAND * VERIFY_ROUNDING * size;
    s.known = known - s.band;
    s.upper = scree_up(known + 4.0 * c->pair.wide_error);
    s.arc_band = ARC_BAND + spread_of(s.a->shape) + spread_of(s.b->shape);
    s.spare = spare;
    bool all = true;
    if (spread_of(s.a->shape) < MOST_SPREAD && spread_of(s.b->shape) < MOST_SPREAD) {
        set_frames(&s);
        all = try_faces(&s) && try_edges(&s);
    } else {
        scree_any_gap(&c->pair, enough - spare, &s.lower, &s.upper);
    }
    *lower = s.lower;
    *upper = s.upper;
    // An axis separates them: then the largest gap is not an upper bound.
    return all && s.upper <= 0.0;
}
