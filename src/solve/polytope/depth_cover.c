// Proves the least depth of two polyhedra cell by cell over the sphere of normals.
//
// Idea        The depth along a unit normal n is the largest n . p over all differences p = a - b of a vertex of A and
//             a vertex of B, the points of N = -M (Words in docs/architecture.md). Take a spherical polygon with the
//             corners m. If one p has p . m >= d at all of them, the depth is at least d for every normal in the
//             polygon: such a normal is a combination of the corners with nonnegative weights whose sum is at least 1.
//             The cells of one hull's Gauss map (for each vertex, the normals of the faces around it) are polygons that
//             cover the sphere. In each cell, p is that vertex and the support vertex of the other hull. If p falls
//             short at a corner, the other hull's support vertex along that corner gives another p, and the plane on
//             which both are equal cuts the polygon in two. Cut to the end, the corners would be the normals of all
//             faces of N. But a polygon is done as soon as it is proven to be as deep as the best normal so far. Most
//             are at once, even where all of N is nearly equally deep.
// Rounding    Any directions will do as corners. Polygons that share a side have the same corners there, except that
//             one of them may have been cut: the new corner is off the side by rounding (its `error`), and the normals
//             between are that near to a proven one.
// Departures  The normals of nearly parallel edges are not needed (a prism inside itself, tilted by 1e-9): there, the
//             gap that the two edges suggest and the gap over all vertices agree to rounding, wherever the corner is.
// Limits      The number of cuts is bounded. Polygons left over then count with the depth proven for them so far.
#include "solve/polytope/depth_cover.h"

enum {
    MOST_CORNERS = 16,
    WHOLE_CORNERS = 8, // less than MOST_CORNERS; larger cells are split into triangles
    MOST_POLYGONS = 32 // waiting on the stack
};

typedef struct polygon {
    int count;
    scree_vec3 corner[MOST_CORNERS]; // unit
    double error[MOST_CORNERS];      // distance of each corner from the side that it was cut from, at most
    int incident;                    // the vertex of the other hull
    scree_vec3 p;
} polygon;

typedef struct cover {
    const scree_cores *c;
    bool of_a; // the cells are A's: A is the reference hull, B the incident one; else the other way round
    const scree_shape *reference, *incident;
    scree_axis best;
    double margin; // a polygon counts as deep enough if it is at most this much less deep than the best normal
    double depth;  // the least depth proven, over all polygons so far
    int steps, most_steps;
    polygon stack[MOST_POLYGONS];
    int count;
} cover;

static scree_vec3 difference(const cover *k, int reference, int incident)
{
    const int a = k->of_a ? reference : incident, b = k->of_a ? incident : reference;
    return v3_sub(scree_cores_vertex_a(k->c, a), scree_cores_vertex_b(k->c, b));
}

// The normal of a face of the reference hull, pointing from A to B.
static scree_vec3 face_normal(const cover *k, int face)
{
    const scree_vec3 n = k->reference->hull->faces[face].normal;
    return k->of_a ? n : v3_neg(m3_mul(&k->c->rotation, n));
}

// A normal between those of the edge's two faces, for faces more than a right angle apart. Their mean is off by
// rounding over the length of their sum. The vector at right angles to the edge and to the first normal, better for
// faces back to back, is off by rounding of the body's size over the edge's length; edges of merged faces may be very
// short.
static scree_vec3 edge_normal(const cover *k, scree_edge e)
{
    const scree_shape *s = k->reference;
    const scree_vec3 along = v3_sub(scree_stored_vertex(s, e.vertex[1]), scree_stored_vertex(s, e.vertex[0]));
    const scree_vec3 first = s->hull->faces[e.face[0]].normal, sum = v3_add(first, s->hull->faces[e.face[1]].normal);
    const bool by_sum = v3_norm(along) <= v3_norm(sum) * s->core_radius;
    const scree_vec3 n = v3_unit(by_sum ? sum : v3_cross(along, first));
    return k->of_a ? n : v3_neg(m3_mul(&k->c->rotation, n));
}

// The corners that entry i of the vertex's fan adds to its cell: the normal of the face there and, if the next face's
// normal is more than a right angle away, a normal of the edge between.
static int corners_at(const cover *k, int vertex, int i, scree_vec3 out[2])
{
    const scree_shape *s = k->reference;
    const int next = i + 1 < s->hull->nodes[vertex].fan_end ? i + 1 : s->hull->nodes[vertex].fan;
    const int face = scree_vertex_face(s->hull, i), adjacent = scree_vertex_face(s->hull, next);
    out[0] = face_normal(k, face);
    if (v3_dot(s->hull->faces[face].normal, s->hull->faces[adjacent].normal) >= 0.0) return 1;
    out[1] = edge_normal(k, scree_edge_at(s->hull, scree_vertex_edge(s->hull, next)));
    return 2;
}

static int farthest_incident(const cover *k, scree_vec3 n, int hint)
{
    if (!k->of_a) return scree_support_vertex(k->incident, n, hint);
    return scree_support_vertex(k->incident, v3_neg(m3_mul_transposed(&k->c->rotation, n)), hint);
}

// Evaluates the gap along n and keeps it if it is the largest so far. `incident` is the hint for the incident hull's
// support vertex and receives it.
static void look_along(cover *k, scree_vec3 n, int reference, int *incident)
{
    scree_axis x = { .n = n, .index_a = -1, .index_b = -1 };
    x.at.index_a = k->of_a ? reference : *incident;
    x.at.index_b = k->of_a ? *incident : reference;
    x.gap = scree_cores_gap(k->c, n, &x.at);
    *incident = k->of_a ? x.at.index_b : x.at.index_a;
    if (x.gap > k->best.gap) k->best = x;
}

static bool is_deep(const cover *k, double depth)
{
    return depth >= -k->best.gap - k->margin;
}

// Takes the polygon's depth into the bound. Normals off by `error` lose at most error times the part of p across a
// corner.
static void settle(cover *k, const polygon *x, double depth)
{
    double error = 0.0;
    for (int i = 0; i < x->count; ++i) error = fmax(error, x->error[i]);
    const double across2 = depth > 0.0 ? v3_norm2(x->p) - depth * depth : v3_norm2(x->p);
    k->depth = fmin(k->depth, depth - error * sqrt(fmax(across2, 0.0)));
}

static double lowest_corner(const polygon *x, int *which)
{
    double least = INFINITY;
    for (int i = 0; i < x->count; ++i) {
        const double h = v3_dot(x->p, x->corner[i]);
        if (!(h < least)) continue;
        least = h;
        *which = i;
    }
    return least;
}

static bool add_corner(polygon *x, scree_vec3 m, double error)
{
    if (x->count == MOST_CORNERS) return false;
    x->corner[x->count] = m;
    x->error[x->count++] = error;
    return true;
}

// Adds the point at parameter t of the side from corner i to corner j to both polygons. The rounding counted is that of
// the difference, its product, the sum and the length.
static bool add_between(const polygon *x, int i, int j, double t, polygon *one, polygon *other)
{
    const scree_vec3 way = v3_sub(x->corner[j], x->corner[i]), m = v3_add_scaled(x->corner[i], t, way);
    const double length = v3_norm(m), rounding = SCREE_ROUNDING * (2.0 + 2.0 * v3_norm(way));
    const double error = (fmax(x->error[i], x->error[j]) + rounding) / length;
    const scree_vec3 corner = v3_scale(m, 1.0 / length);
    return add_corner(one, corner, error) && add_corner(other, corner, error);
}

// Splits x: the part where w is positive goes to `beyond`, the other to `rest`. False if either gets too many corners.
static bool cut(const polygon *x, scree_vec3 w, polygon *rest, polygon *beyond)
{
    rest->count = beyond->count = 0;
    for (int i = 0; i < x->count; ++i) {
        const int next = i + 1 < x->count ? i + 1 : 0;
        const double h = v3_dot(w, x->corner[i]), g = v3_dot(w, x->corner[next]);
        if (!(h > 0.0) && !add_corner(rest, x->corner[i], x->error[i])) return false;
        if (!(h < 0.0) && !add_corner(beyond, x->corner[i], x->error[i])) return false;
        const bool crossed = (h < 0.0 && g > 0.0) || (h > 0.0 && g < 0.0);
        if (crossed && !add_between(x, i, next, h / (h - g), rest, beyond)) return false;
    }
    return true;
}

// Uses another incident vertex, which is deeper at the worst corner of the polygon on top of the stack: for the whole
// polygon, or for the part where it is deeper, which becomes a polygon of its own. False if there is no room.
static bool take_incident(cover *k, int incident, scree_vec3 p)
{
    polygon *x = &k->stack[k->count - 1], rest, beyond;
    if (!cut(x, v3_sub(p, x->p), &rest, &beyond) || k->count == MOST_POLYGONS) return false;
    beyond.incident = incident;
    beyond.p = p;
    if (rest.count < 3) {
        x->incident = incident;
        x->p = p;
        return true;
    }
    rest.incident = x->incident;
    rest.p = x->p;
    *x = rest;
    k->stack[k->count++] = beyond;
    return true;
}

// Proves the polygon on the stack, part of the cell of the vertex `reference`, and all that is cut off it.
static void prove_polygon(cover *k, int reference)
{
    while (k->count > 0) {
        const polygon *x = &k->stack[k->count - 1];
        int worst = 0;
        const double depth = lowest_corner(x, &worst);
        bool moves = false;
        if (!is_deep(k, depth) && k->steps < k->most_steps) {
            int incident = x->incident;
            ++k->steps;
            look_along(k, x->corner[worst], reference, &incident);
            const scree_vec3 p = difference(k, reference, incident);
            moves = v3_dot(p, x->corner[worst]) - depth > k->margin && take_incident(k, incident, p);
        }
        if (moves) continue;
        settle(k, &k->stack[k->count - 1], depth);
        --k->count;
    }
}

static void begin_polygon(cover *k, int incident, scree_vec3 p)
{
    polygon *x = &k->stack[0];
    x->count = 0;
    x->incident = incident;
    x->p = p;
    k->count = 1;
}

// The same cell as a fan of triangles about its middle.
static void prove_triangles(cover *k, int vertex, scree_vec3 middle, int incident, scree_vec3 p)
{
    const int first = k->reference->hull->nodes[vertex].fan, end = k->reference->hull->nodes[vertex].fan_end;
    scree_vec3 corner[2];
    scree_vec3 last = corner[corners_at(k, vertex, end - 1, corner) - 1];
    for (int i = first; i < end; ++i) {
        const int count = corners_at(k, vertex, i, corner);
        for (int j = 0; j < count; ++j) {
            begin_polygon(k, incident, p);
            (void)add_corner(&k->stack[0], middle, 0.0);
            (void)add_corner(&k->stack[0], last, 0.0);
            (void)add_corner(&k->stack[0], corner[j], 0.0);
            last = corner[j];
            prove_polygon(k, vertex);
        }
    }
}

// The corner farthest from a direction; returns the cosine.
static double farthest_corner(const polygon *x, scree_vec3 from, int *which)
{
    double least = INFINITY;
    for (int i = 0; i < x->count; ++i) {
        const double cosine = v3_dot(x->corner[i], from);
        if (!(cosine < least)) continue;
        least = cosine;
        *which = i;
    }
    return least;
}

// A cell is proven in one piece if all corners have at least this cosine with its middle; wider ones are split into
// triangles. Points of very wide sides would lose digits.
#define COMPACT 0.25

// A direction inside the cell; `sum` is that of its corners. The cells of sharp tips cover nearly half the sphere with
// most corners on one side, so their mean may have corners behind it.
static scree_vec3 cell_middle(const polygon *x, scree_vec3 sum)
{
    enum { ROUNDS = 8 };
    scree_vec3 middle = v3_unit(sum);
    int far = 0;
    for (int i = 0; i < ROUNDS && farthest_corner(x, middle, &far) < 0.0; ++i)
        middle = v3_unit(v3_add(middle, x->corner[far]));
    return middle;
}

// The cell of a vertex. `incident` is a hint and receives the other hull's support vertex along the middle of the cell.
static void prove_cell(cover *k, int vertex, int *incident)
{
    const int first = k->reference->hull->nodes[vertex].fan, end = k->reference->hull->nodes[vertex].fan_end;
    scree_vec3 sum = v3(0, 0, 0), corner[2];
    begin_polygon(k, *incident, sum);
    for (int i = first; i < end; ++i) {
        const int count = corners_at(k, vertex, i, corner);
        for (int j = 0; j < count; ++j) {
            sum = v3_add(sum, corner[j]);
            (void)add_corner(&k->stack[0], corner[j], 0.0); // if there are too many, prove_triangles() takes them all
        }
    }
    const scree_vec3 middle = cell_middle(&k->stack[0], sum);
    *incident = farthest_incident(k, middle, *incident);
    k->stack[0].incident = *incident;
    k->stack[0].p = difference(k, vertex, *incident);
    int far = 0;
    if (k->stack[0].count <= WHOLE_CORNERS && farthest_corner(&k->stack[0], middle, &far) > COMPACT)
        prove_polygon(k, vertex);
    else
        prove_triangles(k, vertex, middle, *incident, k->stack[0].p);
}

// By the cells of one of the two.
static void prove_all(const scree_cores *c, bool of_a, scree_depth_cover_result *x)
{
    cover k = { .c = c, .of_a = of_a, .best = x->best, .margin = 0.25 * c->error, .depth = INFINITY };
    k.reference = of_a ? c->a : c->b;
    k.incident = of_a ? c->b : c->a;
    k.most_steps = 4096 + 16 * (c->a->hull->edge_count + c->b->hull->edge_count);
    int incident = 0;
    for (int i = 0; i < k.reference->vertex_count; ++i) prove_cell(&k, i, &incident);
    x->best = k.best;
    x->upper = fmin(x->upper, -k.depth);
    x->steps += k.steps;
}

void scree_depth_cover(const scree_cores *c, const scree_axis *known, scree_depth_cover_result *out)
{
    // Small cells are mostly proven at once: those of the hull that has more of them. Where facets were merged, a hull's cells are off
    // by as much as these lean, and those of the other hull may do.
    const bool of_a = c->a->vertex_count >= c->b->vertex_count;
    *out = (scree_depth_cover_result){ .best = *known, .upper = INFINITY };
    prove_all(c, of_a, out);
    const scree_shape *other = of_a ? c->b : c->a;
    if (out->upper - out->best.gap > c->error && other->core == SCREE_CORE_POLYHEDRON) prove_all(c, !of_a, out);
}
