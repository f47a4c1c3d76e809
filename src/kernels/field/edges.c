// The pressure field of two polyhedra that meet edge on edge: a pair in each lane.
//
// Idea        The two faces of A's edge and the two of B's bound a tetrahedron: two of its edges are where A's edge is inside B
//             and B's inside A, the ends of the one in the faces of B, those of the other in the faces of A. S, where the depths
//             below A and B are equal, is four triangles, from the centre of the inscribed ball to the four sides where a face of
//             A meets a face of B. The rest are closed forms.
// Proof       Where these ends are between the ends of the edge and within the faces that they are in, all four are points of both
//             bodies. So the tetrahedron, which holds the shared volume, is the shared volume. A ball around a point of S that
//             touches the nearest planes is inside it, hence inside both bodies: no other face is nearer.
// Limits      Pairs without this proof are left: edges that are nearly parallel, ends of edges, normals of the overlap that are not
//             those of the edges. Bodies have no centres of their own, and quaternions that need no scaling.
#include "kernels/field/field_out.h"
#include "pair/pair.h"

// The least thickness of the tetrahedron, in error bounds of the planes.
static const double EDGES_LEAST_ERRORS = 64.0;

// How far from a right angle the normal and an edge may be, for the depth along it to be that of the edges.
static const double EDGES_SLOPE = 1e-9;

// A face at the edge: its plane, and a corner off the edge.
typedef struct edges_side {
    lane3 normal, apex;
    lane offset;
} edges_side;

// An edge as in scree_edge: from end[0] to end[1] counter-clockwise around side[0].
typedef struct edges_body {
    lane3 end[2];
    edges_side side[2];
    lane radius, slack;
} edges_body;

// Up to as many pairs as there are lanes; the last one fills up the rest.
typedef struct edges_group {
    const scree_field_pair *pair[SCREE_LANES];
} edges_group;

// In the frame of A's axes around the contact point.
typedef struct edges_pairs {
    field_body pose_a;
    lane3 origin; // from A's, along the axes of the frame
    lane3 normal; // unit
    lane error;   // error bound of the planes
    edges_body a, b;
} edges_pairs;

// What the sums are made of: the ends of both pieces of edges, and the centre of the ball.
typedef struct edges_cells {
    lane3 of_a[2], of_b[2];
    lane3 centre;
    lane radius;
} edges_cells;

// A corner of the face that is no end of the edge: of three, one at least is.
static inline int edges_apex(const scree_hull *h, const scree_face *f, scree_edge e)
{
    const int *corner = h->face_vertices + f->first, step = f->count / 3;
    for (int k = 0; k < 2; ++k)
        if (corner[k * step] != e.vertex[0] && corner[k * step] != e.vertex[1]) return corner[k * step];
    return corner[2 * step];
}

static inline lane3 edges_column(const double *const records[SCREE_LANES], lane *fourth)
{
    lane rows[4];
    lane_columns_of_four(records, 0, rows);
    *fourth = rows[3];
    return l3(rows[0], rows[1], rows[2]);
}

// In the shape's own frame.
static inline void edges_read(const edges_group *g, bool of_b, edges_body *out)
{
    const double *ends[2][SCREE_LANES], *faces[2][SCREE_LANES], *apexes[2][SCREE_LANES], *sizes[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_shape *s = (of_b ? g->pair[i]->b : g->pair[i]->a)->shape;
        const scree_hull *h = s->hull;
        const scree_edge e = scree_edge_at(h, g->pair[i]->index[of_b]);
        sizes[i] = &s->core_radius;
        for (int k = 0; k < 2; ++k) {
            const scree_face *f = &h->faces[e.face[k]];
            ends[k][i] = &h->nodes[e.vertex[k]].at.x;
            faces[k][i] = &f->normal.x;
            apexes[k][i] = &h->nodes[edges_apex(h, f, e)].at.x;
        }
    }
    lane unused;
    for (int k = 0; k < 2; ++k) {
        out->end[k] = edges_column(ends[k], &unused);
        out->side[k].normal = edges_column(faces[k], &out->side[k].offset);
        out->side[k].apex = edges_column(apexes[k], &unused);
    }
    out->radius = lane_column(sizes, 0);
    out->slack = lane_column(sizes, 1);
}

// From the shape's own frame into one in which its own x is rotation x + shift. NULL: the axes are the same.
static inline void edges_move(edges_body *e, const lane_mat3 *rotation, lane3 shift)
{
    for (int k = 0; k < 2; ++k) {
        edges_side *s = &e->side[k];
        if (rotation != NULL) {
            e->end[k] = lm3_mul(rotation, e->end[k]);
            s->apex = lm3_mul(rotation, s->apex);
            s->normal = lm3_mul(rotation, s->normal);
        }
        e->end[k] = l3_add(e->end[k], shift);
        s->apex = l3_add(s->apex, shift);
        s->offset += l3_dot(s->normal, shift);
    }
}

static inline void edges_prepare(const edges_group *g, edges_pairs *out)
{
    const scree_body *a[SCREE_LANES], *b[SCREE_LANES];
    const double *normals[SCREE_LANES], *points[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        a[i] = g->pair[i]->a;
        b[i] = g->pair[i]->b;
        normals[i] = &g->pair[i]->normal.x;
        points[i] = &g->pair[i]->point.x;
    }
    field_body pose_b;
    lane unused;
    field_read_pose(a, &out->pose_a);
    field_read_pose(b, &pose_b);
    edges_read(g, false, &out->a);
    edges_read(g, true, &out->b);
    const lane_mat3 *world = &out->pose_a.rotation;
    const lane3 place = out->pose_a.position, point = edges_column(points, &unused);
    const lane3 shift = lm3_mul_transposed(world, l3_sub(pose_b.position, place));
    const lane_mat3 rotation = lm3_transposed_mul(world, &pose_b.rotation);
    out->normal = l3_unit(lm3_mul_transposed(world, edges_column(normals, &unused)));
    out->origin = lm3_mul_transposed(world, l3_sub(point, place));
    out->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * out->a.radius + SCREE_ROUNDINGS_B * out->b.radius +
                                   SCREE_ROUNDINGS_SHIFT * lane_sqrt(l3_dot(shift, shift))) +
                 (out->a.slack + out->b.slack);
    edges_move(&out->a, NULL, l3_scale(out->origin, lane_of(-1.0)));
    edges_move(&out->b, &rotation, l3_sub(shift, out->origin));
}

static inline lane edges_depth(const edges_side *s, lane3 x)
{
    return s->offset - l3_dot(s->normal, x);
}

// Whether x, in the plane of side k and on its side of the edge, is within the triangle of the edge and the apex.
static inline lane_flags edges_is_within(const edges_body *e, int k, lane3 x)
{
    const edges_side *s = &e->side[k];
    const lane3 from = e->end[1 - k], to = e->end[k], zero = l3(lane_of(0.0), lane_of(0.0), lane_of(0.0));
    const lane first = l3_dot(l3_cross(l3_sub(s->apex, from), l3_sub(x, from)), s->normal);
    const lane second = l3_dot(l3_cross(l3_sub(to, s->apex), l3_sub(x, s->apex)), s->normal);
    return flags_and(flags_below(zero.x, first), flags_below(zero.x, second));
}

// Where the edge of one body goes through the two faces of the other. The lanes in which it does, between its ends.
static inline lane_flags edges_pierce(const edges_body *own, const edges_body *other, lane least, lane3 at[2])
{
    const lane zero = lane_of(0.0), one = lane_of(1.0);
    const lane3 along = l3_sub(own->end[1], own->end[0]);
    lane_flags good[2];
    for (int k = 0; k < 2; ++k) {
        const lane first = edges_depth(&other->side[k], own->end[0]), last = edges_depth(&other->side[k], own->end[1]);
        const lane t = first / (first - last);
        at[k] = l3_add_scaled(own->end[0], t, along);
        good[k] = flags_and(flags_and(flags_below(zero, t), flags_below(t, one)), edges_is_within(other, k, at[k]));
        good[k] = flags_and(good[k], flags_below(least, edges_depth(&other->side[1 - k], at[k])));
    }
    return flags_and(good[0], good[1]);
}

// Whether the edge is where its body reaches farthest along a direction.
static inline lane_flags edges_is_top(const edges_body *e, lane3 direction)
{
    const lane zero = lane_of(0.0);
    const lane3 along = l3_sub(e->end[1], e->end[0]);
    const lane most = EDGES_SLOPE * lane_sqrt(l3_dot(along, along));
    const lane_flags level = flags_below(lane_abs(l3_dot(along, direction)), most);
    const lane_flags first = flags_below(l3_dot(l3_sub(e->side[0].apex, e->end[0]), direction), zero);
    const lane_flags second = flags_below(l3_dot(l3_sub(e->side[1].apex, e->end[0]), direction), zero);
    return flags_and(level, flags_and(first, second));
}

static inline lane edges_length(lane3 x)
{
    return lane_sqrt(l3_dot(x, x));
}

// The centre of the inscribed ball: the corners, weighted with the areas of the faces opposite.
static inline void edges_find_centre(edges_cells *c)
{
    const lane3 from = c->of_a[0], a = l3_sub(c->of_a[1], from), first = l3_sub(c->of_b[0], from),
                second = l3_sub(c->of_b[1], from), b = l3_sub(second, first);
    const lane3 across = l3_cross(a, first);
    const lane opposite_second = edges_length(across), opposite_first = edges_length(l3_cross(a, second)),
               opposite_a = edges_length(l3_cross(b, first)),
               opposite_from = edges_length(l3_cross(b, l3_sub(first, a)));
    const lane all = (opposite_first + opposite_second) + (opposite_a + opposite_from), inverse = 1.0 / all;
    lane3 sum = l3_scale(first, opposite_first);
    sum = l3_add_scaled(sum, opposite_second, second);
    sum = l3_add_scaled(sum, opposite_a, a);
    c->centre = l3_add(from, l3_scale(sum, inverse));
    c->radius = lane_abs(l3_dot(across, second)) * inverse;
}

// The lanes that are proven.
static inline unsigned edges_prove(const edges_pairs *p, edges_cells *c)
{
    const lane least = EDGES_LEAST_ERRORS * p->error;
    lane_flags good = edges_pierce(&p->a, &p->b, least, c->of_a);
    good = flags_and(good, edges_pierce(&p->b, &p->a, least, c->of_b));
    good = flags_and(good, edges_is_top(&p->a, p->normal));
    good = flags_and(good, edges_is_top(&p->b, l3_scale(p->normal, lane_of(-1.0))));
    edges_find_centre(c);
    return flags_bits(flags_and(good, flags_below(least, c->radius)));
}

// Integrates over the four triangles, in coordinates from the centre, and writes the answers. Pressure is 0 on the boundary,
// twice the radius at the centre.
static inline void edges_write(const edges_pairs *p, const edges_cells *c, lane sign,
                               scree_pressure *const to[SCREE_LANES])
{
    const lane zero = lane_of(0.0);
    const lane3 corner[4] = { l3_sub(c->of_a[0], c->centre), l3_sub(c->of_b[0], c->centre),
                              l3_sub(c->of_a[1], c->centre), l3_sub(c->of_b[1], c->centre) };
    const lane3 up =
        l3_sub(l3_add(p->a.side[0].normal, p->a.side[1].normal), l3_add(p->b.side[0].normal, p->b.side[1].normal));
    const lane3 whole = l3_cross(l3_sub(c->of_a[1], c->of_a[0]), l3_sub(c->of_b[1], c->of_b[0]));
    const lane way = lane_pick(flags_below(l3_dot(up, whole), zero), lane_of(-1.0), lane_of(1.0));
    const lane3 twice = l3_scale(whole, way), along = l3_unit(twice);
    lane weight = zero, share[4];
    lane3 at = l3(zero, zero, zero), moment = at;
    for (int i = 0; i < 4; ++i) {
        const lane3 area = l3_scale(l3_cross(corner[i], corner[(i + 1) % 4]), way);
        const lane3 middle = l3_add(corner[i], corner[(i + 1) % 4]);
        const lane size = edges_length(area);
        share[i] = l3_dot(area, along);
        weight += size;
        at = l3_add_scaled(at, size, middle);
        moment = l3_add(moment, l3_cross(middle, area));
    }
    const lane3 force = l3_scale(twice, c->radius * (1.0 / 3.0)), centre = l3_scale(at, 0.25 / weight);
    const lane3 couple = l3_sub(l3_scale(moment, c->radius * (1.0 / 12.0)), l3_cross(centre, force));
    lane_sym3 second = { zero, zero, zero, zero, zero, zero };
    const lane3 tip = l3_scale(centre, lane_of(-1.0));
    for (int i = 0; i < 4; ++i) {
        const lane3 x = l3_sub(corner[i], centre), y = l3_sub(corner[(i + 1) % 4], centre);
        ls3_add_square(&second, share[(i + 3) % 4] + share[i], x);
        ls3_add_square(&second, share[i], l3_add(tip, l3_add(x, y)));
    }
    ls3_add_square(&second, (share[0] + share[1]) + (share[2] + share[3]), tip);
    const lane_mat3 *world = &p->pose_a.rotation;
    const lane_sym3 m = ls3_rotated(world, &second);
    const lane3 place = l3_add(p->origin, l3_add(c->centre, centre));
    const lane3 middle = l3_add(lm3_mul(world, place), p->pose_a.position);
    const lane3 push = l3_scale(lm3_mul(world, force), sign), torque = l3_scale(lm3_mul(world, couple), sign);
    field_store(push, middle, torque, 0.5 * l3_dot(twice, along), &m, to);
}

static inline unsigned edges_answer(const scree_field_pair *pairs, int count)
{
    edges_group g;
    edges_pairs p;
    edges_cells c;
    const double *signs[SCREE_LANES];
    scree_pressure rest[SCREE_LANES], *to[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) g.pair[i] = &pairs[i < count ? i : count - 1];
    edges_prepare(&g, &p);
    const unsigned all = count < SCREE_LANES ? (1u << count) - 1 : (1u << SCREE_LANES) - 1;
    const unsigned proven = edges_prove(&p, &c) & all;
    if (proven == 0) return 0;
    for (int i = 0; i < SCREE_LANES; ++i) {
        signs[i] = &g.pair[i]->sign;
        to[i] = (proven >> i & 1u) != 0 ? g.pair[i]->out : &rest[i];
    }
    edges_write(&p, &c, lane_column(signs, 0), to);
    const lane depth = l3_dot(l3_sub(p.a.end[0], p.b.end[0]), p.normal);
    for (int i = 0; i < SCREE_LANES; ++i) {
        to[i]->energy = 0.0;
        to[i]->status = SCREE_OK;
        to[i]->deep = depth[i] > g.pair[i]->least_ball;
    }
    return proven;
}

uint64_t SCREE_AT_WIDTH(scree_edge_fields)(const scree_field_pair *pairs, int count)
{
    uint64_t done = 0;
    for (int i = 0; i < count; i += SCREE_LANES) done |= (uint64_t)edges_answer(pairs + i, count - i) << i;
    return done;
}
