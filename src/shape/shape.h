// The internals of a shape: a core, and the radius of the ball that it is swept by.
//
// A sphere is a point swept by a ball, a capsule a segment, a rounded box a box. The narrow phase works on cores and
// settles the radii at the end, so this struct is all that it sees of a shape.
//
// Stored coordinates are relative to `centre`: 0 where the given origin lies in or near the shape (the coordinates are
// then the given ones, bit for bit), otherwise a point near the middle of the vertices, so that a shape given far from
// its origin loses no digits when it is rotated. given = centre + stored.
#ifndef SCREE_SHAPE_SHAPE_H
#define SCREE_SHAPE_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "scree/shape.h"
#include "scree/storage.h"

// The order counts: from SCREE_CORE_SUPPORT on, cores have support points but no vertices (scree_core_is_smooth()), and those
// after it a surface that is known. A new core with vertices goes before it. That changes the numbers of the later ones, hence
// their fingerprints, the order of equal bodies, and last digits.
typedef enum scree_core {
    SCREE_CORE_POINT,        // one vertex: sphere, disc
    SCREE_CORE_SEGMENT,      // two vertices: capsule
    SCREE_CORE_POLYGON,      // 2-D: vertices counter-clockwise, edges as "faces"
    SCREE_CORE_POLYHEDRON,   // 3-D: box, polyhedron
    SCREE_CORE_HALF_SPACE,   // plane_normal . x <= plane_offset
    SCREE_CORE_SUPPORT,      // the user's callback
    SCREE_CORE_ELLIPSOID,    // semi_axes, about the stored origin
    SCREE_CORE_SUPERQUADRIC, // semi_axes and exponents, about the stored origin; exponents 2, 2 are an ellipsoid
    SCREE_CORE_FRUSTUM,      // hull of two discs perpendicular to z, at -half_length and half_length: cylinder, cone
    SCREE_CORE_TEAR          // hull of a ball about one end of the axis, from -half_length to half_length along z, and
                             // of the other end: tapered capsule, less its smaller ball
} scree_core;

// Superquadrics with exponents up to this have kernels of their own.
#define SCREE_MOST_KERNEL_EXPONENT 12.0

// Cores, as finely as searches and kernels distinguish them: the lines and columns of the table in dispatch/table.c.
typedef enum scree_family {
    SCREE_FAMILY_BALL,         // a point at the stored origin
    SCREE_FAMILY_POINT,        // one elsewhere
    SCREE_FAMILY_SEGMENT,      //
    SCREE_FAMILY_HULL,         // a polyhedron
    SCREE_FAMILY_ELLIPSOID,    //
    SCREE_FAMILY_EQUAL,        // a superquadric of two equal whole exponents up to SCREE_MOST_KERNEL_EXPONENT
    SCREE_FAMILY_FRACTIONAL,   // of two equal ones that are not whole, up to the same
    SCREE_FAMILY_UNEQUAL,      // of two unequal ones, up to the same
    SCREE_FAMILY_SUPERQUADRIC, // any other
    SCREE_FAMILY_SMOOTH,       // cylinder, cone, tapered capsule, the user's callback
    SCREE_FAMILY_HALF_SPACE,   // the last in 3-D
    SCREE_FAMILY_DISC,         // a point in 2-D
    SCREE_FAMILY_POLYGON,      // of up to SCREE_POLYGON_CORNERS
    SCREE_FAMILY_LARGE,        // of more
    SCREE_FAMILY_PLANAR,       // the user's callback in 2-D
    SCREE_FAMILIES
} scree_family;

// For two polygons, every edge is tested with every vertex, which pays up to this many.
enum { SCREE_POLYGON_CORNERS = 32 };

// A face of a polyhedron: n . x = offset holds its vertices up to rounding, and n . x <= offset all vertices exactly
// as evaluated in double (offset is the largest of v3_dot(n, vertex)). Of a polygon: edge i, from vertex i to i + 1.
typedef struct scree_face {
    scree_vec3 normal; // outward, unit; accurate to a few roundings (computed with more digits than it is stored with)
    double offset;
    int first, count; // its corners in face_vertices and face_edges
} scree_face;

// vertex[0] -> vertex[1] runs counter-clockwise around face[0] and clockwise around face[1], seen from outside:
// normal[0] x normal[1] points from vertex[0] to vertex[1].
typedef struct scree_edge {
    int vertex[2];
    int face[2];
} scree_edge;

// Compact storage of edges, and of indices of vertices, edges, faces and corners: 16 bits where all corners of the hull
// can be counted so, else 32 (scree_hull.wide).
typedef struct scree_narrow_edge {
    uint16_t vertex[2];
    uint16_t face[2];
} scree_narrow_edge;

typedef union scree_edges {
    scree_narrow_edge *narrow;
    scree_edge *wide;
} scree_edges;

typedef union scree_indices {
    uint16_t *narrow;
    int *wide;
} scree_indices;

// The loops of a small hull in bytes, for searches that compute the rest from the vertices: a side of a face, from
// vertex to vertex counter-clockwise, and its edge; an edge that leaves a vertex, and its other end; and the ranges
// that belong to a face or a vertex. See shape/hull/loops.c. Such a hull has no other tables of these.
enum { SCREE_LOOP_PLACES = 64, SCREE_LOOP_SPARE = 8 };

typedef struct scree_loop_side {
    uint8_t from, to, edge, spare;
} scree_loop_side;

typedef struct scree_loop_spoke {
    uint8_t to, edge, face, spare; // the face between it and the next one
} scree_loop_spoke;

typedef struct scree_loop {
    uint8_t first, count;
} scree_loop;

// The edges of a tetrahedron as rows: vertex[0], the vector to vertex[1], the outward normals of the two faces, the
// length. Every contact of two tetrahedra tests all pairs of edges.
enum { SCREE_TETRA_EDGES = 6 };

typedef struct scree_tetra_lines {
    double row[13][8];
    int edge[8]; // their indices
} scree_tetra_lines;

// An exponent of a superquadric with what its powers and roots need. See shape/superquadric_form.h.
typedef struct scree_exponent {
    double n, inverse, dual_less_1; // n, 1 / n, 1 / (n - 1)
    int whole;                      // n, if that is a whole number; else 0
    int root_halvings;              // n = 2^this: roots of order n are square roots; else -1
    int dual_halvings;              // n = 1 + 2^this: so are those of order n - 1; else -1
    double knee, knee_slope; // q above which q^(n-1) rises faster than q, and q^(n-1) there; see superquadric_pair.h
} scree_exponent;

// The most vertices of a hull that the hull_many kernels take, and of a small one there, whose vertices are in one row
// of floats of at most this length, in multiples of the step: see scree_hull.many.
enum { SCREE_MANY_MOST = 256, SCREE_MANY_VERTICES = 32, SCREE_MANY_LENGTH = 112, SCREE_MANY_STEP = 16 };

// The most lines that the edges and face normals of a hull may be along, for scree_hull.many_axes.
enum { SCREE_MANY_EDGES = 6, SCREE_MANY_FACES = 4, SCREE_MANY_AXES = 32 };

// Hulls with more faces than this have a float prefilter.
enum { SCREE_COARSE_FACES = 64 };

// Up to this many vertices the sketch has them in rows, for scans; larger ones are climbed.
enum { SCREE_SKETCH_SCAN = 128 };

typedef struct scree_sketch_vertex {
    float x, y, z;
    uint16_t fan, fan_end; // its neighbours
} scree_sketch_vertex;

typedef struct scree_sketch_face {
    float x, y, z, offset;
} scree_sketch_face;

// A vertex of a polyhedron, and the range of its fan.
typedef struct scree_node {
    scree_vec3 at;
    int fan, fan_end;
} scree_node;

// A compact copy of a polyhedron in units of its core_radius, for searches that guess (shape/sketch.c). Up to
// SCREE_SKETCH_SCAN vertices are in many_x and so on, or in `many`.
typedef struct scree_sketch {
    scree_sketch_vertex *vertices; // of larger hulls
    uint16_t *neighbours;
    scree_sketch_face *faces; // likewise; for others, see scree_sketch_face_at()
    uint16_t (*adjacent)[4];  // the faces adjacent to each, or some of them; NULL: few, see scree_sketch_adjacent()
    uint16_t *over;           // the face over the middle of each of 6 side^2 cells of directions
    uint8_t *few_over;        // the same for a hull of few faces
    int side;                 // 0: there is no sketch
} scree_sketch;

// Of a box along the axes of the stored frame, to the last bit (shape/box.c): its corners, and which vertex, edge or
// face is nearest to points of cell x + 3 y + 9 z, where x is 0 below low.x, 2 above high.x, else 1.
typedef struct scree_box_cells {
    scree_vec3 low, high;
    int8_t cell[27];
} scree_box_cells;

static inline int scree_box_index(const scree_box_cells *box, int cell)
{
    return (int)box->cell[cell];
}

// A copy of a polygon of few corners in one row of doubles, for the kernels: x, y, the edges' normals x, y and offsets,
// as many of each as the row is wide, then its reach (see scree_flat_reach()) and, except in rows of three, its radius
// and the number of its corners.
enum { SCREE_FLAT_FIELDS = 5 };

// The widths of the rows that a polygon has: this one and the wider ones before it. A pair uses the lesser value, that is
// the wider row.
typedef enum scree_flat_rows {
    SCREE_FLAT_NONE, // more corners, or a centre of its own
    SCREE_FLAT_EIGHT,
    SCREE_FLAT_FOUR,
    SCREE_FLAT_THREE, // and no radius
    SCREE_FLAT_KINDS
} scree_flat_rows;

static inline int scree_flat_width(scree_flat_rows rows)
{
    return rows == SCREE_FLAT_THREE ? 3 : rows == SCREE_FLAT_FOUR ? 4 : 8;
}

/// The index of the reach; the radius follows.
static inline int scree_flat_tail(scree_flat_rows rows)
{
    return SCREE_FLAT_FIELDS * scree_flat_width(rows);
}

// The length in doubles: a multiple of eight.
static inline int scree_flat_length(scree_flat_rows rows)
{
    return (scree_flat_tail(rows) + (rows == SCREE_FLAT_THREE ? 1 : 3) + 7) / 8 * 8;
}

// The data of polygons and polyhedra. Arrays that are not needed are NULL.
typedef struct scree_hull {
    // What a warm start reads comes first, in two cache lines.
    scree_face *faces;
    scree_edges edges; // see scree_edge_at()
    int face_count, edge_count;
    // Array-of-structs copy of the vertices: large hulls are bound by cache misses. The sides of a face and the edges
    // of a vertex are computed from these, rather than read from rows that would be ten times as long
    // (kernels/hull/hull_scan.h). Hulls of more than SCREE_SKETCH_SCAN vertices, where no two searches read the same
    // parts, also store the edge vectors of each vertex together: see scree_spokes_of().
    scree_node *nodes;
    double inscribed_ball[4]; // a ball inside the faces, hardly smaller than the largest: its centre and its radius
    // For a polyhedron with merged faces: no merged facet, and no arc of the edges between facets, is at a larger angle
    // to the normal of its face than half of this (shape/build.c).
    double spread;
    int padded_face_count;
    bool all_triangles; // all faces are triangles
    bool wide;          // edges and indices take 32 bits each
    // Of a polyhedron of up to SCREE_LOOP_PLACES vertices and faces, else NULL; SCREE_LOOP_SPARE sides and spokes may
    // be read after the last one.
    scree_loop_side *loop_sides;
    scree_loop_spoke *loop_spokes;
    double *fan_rows;
    // Structure-of-arrays copy of the face planes, for scans: aligned and padded like the vertices, by copies of face
    // 0.
    double *face_x, *face_y, *face_z, *face_offset;
    scree_loop *face_loops, *vertex_loops;
    int *face_vertices;       // counter-clockwise from outside
    scree_indices face_edges; // the edge from that corner to the next: see scree_face_edge()
    // The fan of vertex i: its neighbours, edges and faces number k from nodes[i].fan to nodes[i].fan_end - 1, in
    // counter-clockwise order seen from outside. Face k lies between edges k and k + 1. See scree_neighbour() and on.
    scree_indices neighbours, vertex_edges, vertex_faces;

    // Small hulls only: the centre and the vertices as floats x, y, z, divided by core_radius and padded with NaN to a
    // multiple of SCREE_MANY_STEP; and for each vertex a bit mask of the faces around it.
    float *many;
    uint64_t *vertex_face_bits;
    // Others that are not too large: the vertices in such floats, padded to a multiple of 16 by copies of vertex 0.
    float *many_x, *many_y, *many_z;
    // Small ones whose edges and normals are along few lines: a unit direction for each, x, y, z, the normals after
    // SCREE_MANY_EDGES edges; NaN where there are fewer.
    float *many_axes;
    int many_edges, many_faces;
    // Hulls with at most 64 edges have a bit for each: edges close to each other have bits close to each other;
    // grouped_edges[i] is the edge with bit i, edge_place[e] the bit of edge e, and vertex_edge_bits[v] has the bits of
    // the edges that leave vertex v. NULL for others.
    uint64_t *vertex_edge_bits;
    uint8_t *grouped_edges, *edge_place;
    // For a tetrahedron: its edges in that order, padded with copies of the last one, in rows; else NULL.
    scree_tetra_lines *tetra_lines;
    scree_box_cells *box; // valid where is_box is true; never NULL

    double inner_radius; // of the largest ball around the stored origin inside the faces; negative: it is outside
    scree_vec3 middle;   // a point well inside, off its planes of symmetry: see spread_middle()

    // The planes in float, in units of core_radius, padded to a multiple of 16; NULL for hulls of few faces.
    float *coarse_x, *coarse_y, *coarse_z, *coarse_offset;
    scree_sketch sketch;
    // Start vertices for climbs along the graph (hulls with more vertices than SCREE_SCAN_LIMIT; else NULL): the
    // highest vertex along the middle of each of 6 * start_side^2 cells of directions.
    int *starts;
    int start_side;
    int given_count;   // number of points given
    int *given_vertex; // given_vertex[i]: which of these vertex i is

    double *flat[SCREE_FLAT_KINDS]; // of a polygon, padded and aligned like the vertices; NULL: none of this width
    scree_flat_rows flat_rows;
    bool has_flat_corner; // of a polygon: two neighbouring edges are nearly collinear

    // Of a scaled copy: the shape that has the arrays which both have in common; else NULL. The users of a shape are its
    // creator, until scree_shape_destroy(), and its scaled copies; the last one releases the block.
    const struct scree_shape *owner;
    int users; // the last member: see plan_of() in shape/layout.c
} scree_hull;

// The parameters of a core without vertices, and those that a tapered capsule was given with.
typedef struct scree_form {
    scree_vec3 semi_axes;         // of an ellipsoid or a superquadric
    double n1, n2;                // exponents of a superquadric, or of an ellipsoid (2, 2)
    scree_exponent along, across; // n1 and n2, prepared
    // Radii of a frustum's discs, or of a tear's balls, one of which is 0; for a tapered capsule with the core of a ball
    // or a capsule, as given.
    double bottom, top;
    double half_length;      // of the axis of these
    double given_top_radius; // of a tapered capsule

    scree_vec3 plane_normal; // half space: unit
    double plane_offset;
    scree_vec3 given_normal; // as given, of any length: gaps far from the origin are evaluated with it
    double given_offset;

    scree_support_fn support;
    const void *support_user;
    scree_vec3 given_centre; // of the sphere around a support shape
} scree_form;

// For shapes without these parts: no arrays, all values 0, the radius of the inscribed ball negative. So code that asks a
// sphere for its faces finds none, instead of reading past the block.
extern const scree_hull scree_no_hull;
extern const scree_form scree_no_form;

// The coordinates of a ball's centre, which is at the stored origin.
enum { SCREE_VERTEX_LANES = 8 };
extern const double scree_ball_row[SCREE_VERTEX_LANES];

// What every shape has. The parts that only some cores have, and all arrays, follow in the same block, except for the
// shared tables of boxes (shape/box_tables.c) and of scaled copies (shape/scaled.c). What searches over many pairs read
// of each shape comes first, in few cache lines: there are many shapes, and the L1 cache is small.
struct scree_shape {
    scree_shape_kind kind;
    scree_core core;
    int dimension;
    uint8_t family;     // scree_family
    bool centred;       // `centre` is 0, and the core's support height is known in every direction: no half space, no
                        // users' shape
    bool is_box;        // along the axes of the stored frame, to the last bit: see scree_hull.box
    double radius;      // of the ball that the core is swept by: a sphere's own radius and its rounding together
    double core_radius; // of a ball around the stored origin that holds the core
    // How far the surface may be off: no given point is farther than this outside the hull of the vertices (points that
    // lie in a face or on an edge up to rounding are left out), and no corner of a merged face is this far below its
    // plane. At most some roundings of the size.
    double slack;
    const scree_hull *hull; // never NULL: scree_no_hull
    const scree_form *form; // never NULL: scree_no_form
    int vertex_count, padded_count;
    scree_bounds bounds; // in given coordinates; its radius and the pointers x, y, z share a cache line
    // Vertices, in stored coordinates, as structure of arrays; each array is aligned to 64 bytes and padded to a
    // multiple of SCREE_VERTEX_LANES by copies of vertex 0.
    double *x, *y, *z;
    uint64_t fingerprint; // of kind, core, radius and stored coordinates: equal for equal shapes, and for those that
                          // differ by a power of two
    scree_vec3 centre;
    double rounding; // as given
    // As given: the radius of a ball, disc or body of revolution, of a tapered capsule the lower one; of a support
    // shape, that of the sphere around it.
    double given_radius;
    scree_mass *mass;          // in given coordinates; NULL: a ball's or a disc's, which is computed (scree_mass_of())
    size_t block_size;         // of the shape with all its parts and arrays
    scree_allocator allocator; // that the block is from; without functions, that of the C library
};

_Static_assert(sizeof(struct scree_shape) <= 256, "a ball has nothing else");

static inline scree_edge scree_edge_at(const scree_hull *h, int i)
{
    if (__builtin_expect(h->wide, 0)) return h->edges.wide[i];
    const scree_narrow_edge *e = &h->edges.narrow[i];
    return (scree_edge){ { e->vertex[0], e->vertex[1] }, { e->face[0], e->face[1] } };
}

static inline int scree_index_at(const scree_hull *h, scree_indices indices, int k)
{
    return __builtin_expect(h->wide, 0) ? indices.wide[k] : indices.narrow[k];
}

/// The edge from corner k of the faces to the next corner.
static inline int scree_face_edge(const scree_hull *h, int k)
{
    return h->loop_sides != NULL ? h->loop_sides[k].edge : scree_index_at(h, h->face_edges, k);
}

/// Entry k of the fans: the vertex, the edge to it, the face between that edge and the next one.
static inline int scree_neighbour(const scree_hull *h, int k)
{
    return h->loop_spokes != NULL ? h->loop_spokes[k].to : scree_index_at(h, h->neighbours, k);
}

static inline int scree_vertex_edge(const scree_hull *h, int k)
{
    return h->loop_spokes != NULL ? h->loop_spokes[k].edge : scree_index_at(h, h->vertex_edges, k);
}

static inline int scree_vertex_face(const scree_hull *h, int k)
{
    return h->loop_spokes != NULL ? h->loop_spokes[k].face : scree_index_at(h, h->vertex_faces, k);
}

/// The face beyond the edge from corner k of a face.
static inline int scree_face_beyond(const scree_hull *h, int k, int face)
{
    const scree_edge e = scree_edge_at(h, scree_face_edge(h, k));
    return e.face[0] + e.face[1] - face;
}

/// A core that has support points but no vertices. See scree_smooth_support().
static inline bool scree_core_is_smooth(const scree_shape *s)
{
    return s->core >= SCREE_CORE_SUPPORT;
}

// The edge vectors from a vertex to its neighbours; x[k], y[k], z[k] for k from `first` to `end` - 1, as in
// `neighbours`.
typedef struct scree_spokes {
    const double *x, *y, *z;
    int first, end;
} scree_spokes;

// For a shape with fan_rows: three rows, where row 0 has entry k at 2 fan + k.
static inline scree_spokes scree_spokes_of(const scree_shape *s, int vertex)
{
    const scree_node *n = &s->hull->nodes[vertex];
    const int count = n->fan_end - n->fan;
    const double *x = s->hull->fan_rows + 2 * (size_t)n->fan;
    return (scree_spokes){ x, x + count, x + 2 * (size_t)count, n->fan, n->fan_end };
}

/// Whether edges of the hull of the vertices may be missing, those between merged facets: then a vertex without a
/// rising edge need not be the highest. The slack may be 0, since corners that are off a plane by less than a rounding
/// of their height count as in it; a facet as small as that still has another normal.
static inline bool scree_hides_edges(const scree_shape *s)
{
    return s->slack > 0.0 || s->hull->spread > 0.0;
}

/// The core radius, or more: eight roundings of it bound those of the core radius and the slack together.
static inline double scree_flat_reach(const scree_shape *s)
{
    return s->core_radius + 0x1p50 * s->slack;
}

/// The mass, stored or computed.
scree_mass scree_mass_of(const scree_shape *s);

static inline scree_vec3 scree_stored_vertex(const scree_shape *s, int i)
{
    scree_vec3 v = { s->x[i], s->y[i], s->z[i] };
    return v;
}

// The same for a polyhedron, from the array of structs.
static inline __attribute__((always_inline)) scree_vec3 scree_node_at(const scree_shape *s, int i)
{
    return s->hull->nodes[i].at;
}

/// The length of scree_hull.many for a hull of so many vertices.
static inline int scree_many_length(int vertex_count)
{
    return (3 * (vertex_count + 1) + SCREE_MANY_STEP - 1) / SCREE_MANY_STEP * SCREE_MANY_STEP;
}

/// A vertex in float, of a hull that has them: x, y, z.
static inline void scree_float_vertex(const scree_shape *s, int i, float v[3])
{
    const scree_hull *h = s->hull;
    v[0] = h->many != NULL ? h->many[3 * i + 3] : h->many_x[i];
    v[1] = h->many != NULL ? h->many[3 * i + 4] : h->many_y[i];
    v[2] = h->many != NULL ? h->many[3 * i + 5] : h->many_z[i];
}

/// The height of such a vertex along a direction, for a small hull.
static inline float scree_float_height(const scree_shape *s, int i, float x, float y, float z)
{
    const float *v = s->hull->many + 3 * (i + 1);
    return x * v[0] + y * v[1] + z * v[2];
}

/// The first support vertex of a small hull along a direction.
static inline int scree_farthest_of_few(const scree_shape *s, float x, float y, float z)
{
    float most = scree_float_height(s, 0, x, y, z);
    int first = 0;
    for (int i = 1; i < s->vertex_count; ++i) {
        const float h = scree_float_height(s, i, x, y, z);
        first = h > most ? i : first;
        most = h > most ? h : most;
    }
    return first;
}

/// Whether a hull has vertices in floats.
static inline bool scree_has_floats(const scree_shape *s)
{
    return s->hull->many != NULL || s->hull->many_x != NULL;
}

/// The length that the tolerances of a pair are relative to takes this of each shape.
static inline double scree_finite_radius(const scree_shape *s)
{
    return s->core == SCREE_CORE_HALF_SPACE ? s->radius : s->bounds.radius;
}

/// scree_pair_size(), inlined (the exported one cannot be), for shapes that are not NULL.
static inline double scree_size_of_pair(const scree_shape *a, const scree_shape *b)
{
    return scree_finite_radius(a) + scree_finite_radius(b);
}

#endif
