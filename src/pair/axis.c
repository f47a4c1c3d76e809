// Normals of edges, and distances between single features.
#include "pair/axis.h"

scree_vec3 scree_edge_normal(scree_vec3 along_a, scree_vec3 along_b)
{
    // The rounding error of a small cross product has any direction, also along the edges. Removing the component along
    // one edge also removes that along the other, up to their small angle.
    scree_vec3 n = v3_unit(v3_cross(along_a, along_b)), e = v3_unit(along_a);
    return v3_unit(v3_add_scaled(n, -v3_dot(n, e), e));
}

scree_vec3 scree_facet_normal(const scree_vec3 at[3])
{
    scree_vec3 side[3];
    int longest = 0;
    for (int i = 0; i < 3; ++i) side[i] = v3_sub(at[(i + 1) % 3], at[i]);
    for (int i = 1; i < 3; ++i)
        if (v3_norm2(side[i]) > v3_norm2(side[longest])) longest = i;
    return v3_unit(v3_cross(side[(longest + 1) % 3], side[(longest + 2) % 3]));
}

static double point_segment(scree_vec3 p, scree_vec3 q0, scree_vec3 q1, scree_vec3 *on_q)
{
    double weight[2];
    scree_vec3 v = scree_nearest_on_segment(v3_sub(q0, p), v3_sub(q1, p), weight);
    *on_q = weight[0] >= weight[1] ? v3_add_scaled(q0, weight[1], v3_sub(q1, q0))
                                   : v3_add_scaled(q1, weight[0], v3_sub(q0, q1));
    return v3_norm(v);
}

// The crossing of the two lines seen along their common normal, where it lies inside both segments.
static bool crossing(scree_vec3 p0, scree_vec3 d, scree_vec3 q0, scree_vec3 e, scree_vec3 *on_p, scree_vec3 *on_q)
{
    scree_vec3 n = v3_cross(d, e), r = v3_sub(q0, p0);
    double n2 = v3_norm2(n);
    if (!(n2 > 0.0)) return false;
    double s = v3_dot(v3_cross(r, e), n) / n2, t = v3_dot(v3_cross(r, d), n) / n2;
    if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return false;
    *on_p = v3_add_scaled(p0, s, d);
    *on_q = v3_add_scaled(q0, t, e);
    return true;
}

typedef struct nearest_pair {
    scree_vec3 p, q;
    double distance;
} nearest_pair;

// How far the distance is above what the line between the points proves for the two segments. 0 for the nearest points.
static double shortfall(const nearest_pair *x, const scree_vec3 p[2], const scree_vec3 q[2])
{
    scree_vec3 n = v3_unit(v3_sub(x->q, x->p));
    double reach_p = fmax(v3_dot(n, p[0]), v3_dot(n, p[1])), reach_q = fmin(v3_dot(n, q[0]), v3_dot(n, q[1]));
    return x->distance - (reach_q - reach_p);
}

double scree_segment_distance(scree_vec3 p0, scree_vec3 p1, scree_vec3 q0, scree_vec3 q1, scree_vec3 *on_p,
                              scree_vec3 *on_q)
{
    const scree_vec3 p[2] = { p0, p1 }, q[2] = { q0, q1 };
    nearest_pair pair[5];
    int count = 4;
    for (int i = 0; i < 2; ++i) {
        pair[i].p = p[i];
        pair[i].distance = point_segment(p[i], q0, q1, &pair[i].q);
        pair[i + 2].q = q[i];
        pair[i + 2].distance = point_segment(q[i], p0, p1, &pair[i + 2].p);
    }
    if (crossing(p0, v3_sub(p1, p0), q0, v3_sub(q1, q0), &pair[4].p, &pair[4].q)) {
        // For nearly parallel segments the crossing is ill-conditioned; the nearest points to it on each, in turn, are
        // nearer.
        (void)point_segment(pair[4].p, q0, q1, &pair[4].q);
        pair[4].distance = point_segment(pair[4].q, p0, p1, &pair[4].p);
        count = 5;
    }
    double least = INFINITY;
    for (int i = 0; i < count; ++i) least = fmin(least, pair[i].distance);
    // Nearly parallel segments are equally near, to rounding, all along. Among those pairs of points, take the one
    // whose line is nearest to their normal.
    double reach = fmax(fmax(v3_max_abs(p0), v3_max_abs(p1)), fmax(v3_max_abs(q0), v3_max_abs(q1)));
    int best = -1;
    double best_shortfall = INFINITY;
    for (int i = 0; i < count; ++i) {
        if (pair[i].distance > least + 8.0 * SCREE_ROUNDING * reach) continue;
        double s = shortfall(&pair[i], p, q);
        if (best < 0 || s < best_shortfall) {
            best = i;
            best_shortfall = s;
        }
    }
    *on_p = pair[best].p;
    *on_q = pair[best].q;
    return pair[best].distance;
}

// The rounding of a product of three vectors, the first of them unit, is less than this fraction of the others'
// lengths.
#define SIDE_ROUNDING (16.0 * SCREE_ROUNDING)

static double sum_abs(scree_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

// Sides shorter than this, relative to the distance to the point, have no reliable direction: a face is convex only to
// rounding.
#define SHORT_SIDE 0x1p-30

static bool is_left(scree_vec3 normal, scree_vec3 from, scree_vec3 to, scree_vec3 p)
{
    const scree_vec3 side = v3_sub(to, from), r = v3_sub(p, from);
    return v3_dot(v3_cross(normal, side), r) >= -SIDE_ROUNDING * (sum_abs(side) * sum_abs(r));
}

// Whether p is over one of the triangles that the first corner makes with the others. It is inside all sides of the face that
// are not short. A triangle whose corners are on one line to rounding is left out: it would hold every point of that line.
static bool is_over_fan(const scree_shape *shape, const scree_face *f, scree_vec3 p)
{
    const int *corner = &shape->hull->face_vertices[f->first];
    const scree_vec3 q = scree_stored_vertex(shape, corner[0]);
    for (int i = 1; i + 1 < f->count; ++i) {
        const scree_vec3 u = scree_stored_vertex(shape, corner[i]), v = scree_stored_vertex(shape, corner[i + 1]);
        const scree_vec3 qu = v3_sub(u, q), qv = v3_sub(v, q);
        const double area = v3_dot(f->normal, v3_cross(qu, qv));
        if (!(area > 4.0 * SIDE_ROUNDING * (sum_abs(qu) * sum_abs(qv)))) continue;
        if (is_left(f->normal, q, u, p) && is_left(f->normal, u, v, p) && is_left(f->normal, v, q, p)) return true;
    }
    return false;
}

// A side no longer than this many times the error of the hull's construction has no reliable direction, from wherever
// it is seen.
#define WELDED_SIDE 16.0

bool scree_is_over_face(const scree_shape *shape, int face, scree_vec3 p)
{
    const scree_face *f = &shape->hull->faces[face];
    const int *corner = &shape->hull->face_vertices[f->first];
    const double shortest = WELDED_SIDE * (shape->slack + SIDE_ROUNDING * shape->core_radius);
    scree_vec3 q0 = scree_stored_vertex(shape, corner[f->count - 1]);
    int sides = 0;
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 q1 = scree_stored_vertex(shape, corner[i]), side = v3_sub(q1, q0), r = v3_sub(p, q0);
        if (v3_norm(side) <= shortest) continue;
        if (v3_dot(v3_cross(f->normal, side), r) <= SIDE_ROUNDING * (sum_abs(side) * sum_abs(r))) return false;
        q0 = q1;
        ++sides;
    }
    return sides > 2;
}

// If rounding decides on which side of an edge the point is, it counts as outside, and the edge is as near. Beyond the
// tip of a sliver, where the sides are nearly parallel, that happens far away from the face.
double scree_face_distance(const scree_shape *shape, int face, scree_vec3 p, scree_vec3 *on_face)
{
    const scree_face *f = &shape->hull->faces[face];
    const int *corner = &shape->hull->face_vertices[f->first];
    double best = INFINITY;
    bool over = true;     // p is over the face: inside all its edges
    bool outside = false; // outside a side that is not short
    scree_vec3 q0 = scree_stored_vertex(shape, corner[f->count - 1]);
    for (int i = 0; i < f->count; ++i) {
        scree_vec3 q1 = scree_stored_vertex(shape, corner[i]);
        const scree_vec3 side = v3_sub(q1, q0), r = v3_sub(p, q0);
        if (v3_dot(v3_cross(f->normal, side), r) <= SIDE_ROUNDING * (sum_abs(side) * sum_abs(r))) {
            over = false;
            outside = outside || sum_abs(side) > SHORT_SIDE * sum_abs(r);
            scree_vec3 x;
            double t = point_segment(p, q0, q1, &x);
            if (t < best) {
                best = t;
                *on_face = x;
            }
        }
        q0 = q1;
    }
    if (!over && (outside || !is_over_fan(shape, f, p))) return best;
    double height = v3_dot(f->normal, v3_sub(p, q0));
    *on_face = v3_add_scaled(p, -height, f->normal);
    return fabs(height);
}

static void edge_of(const scree_shape *s, int edge, int vertex[2])
{
    vertex[0] = s->core == SCREE_CORE_SEGMENT ? 0 : scree_edge_at(s->hull, edge).vertex[0];
    vertex[1] = s->core == SCREE_CORE_SEGMENT ? 1 : scree_edge_at(s->hull, edge).vertex[1];
}

double scree_axis_feature_distance(const scree_cores *c, const scree_axis *axis, scree_vec3 *on_a, scree_vec3 *on_b)
{
    if (axis->feature_a == SCREE_FEATURE_FACE) {
        *on_b = scree_cores_vertex_b(c, axis->index_b);
        return scree_face_distance(c->a, axis->index_a, *on_b, on_a);
    }
    if (axis->feature_b == SCREE_FEATURE_FACE) {
        *on_a = scree_cores_vertex_a(c, axis->index_a);
        scree_vec3 p = m3_mul_transposed(&c->rotation, v3_sub(*on_a, c->shift)), q;
        double distance = scree_face_distance(c->b, axis->index_b, p, &q);
        *on_b = v3_add(m3_mul(&c->rotation, q), c->shift);
        return distance;
    }
    if (axis->feature_a == SCREE_FEATURE_EDGE && axis->feature_b == SCREE_FEATURE_EDGE) {
        int i[2], j[2];
        edge_of(c->a, axis->index_a, i);
        edge_of(c->b, axis->index_b, j);
        return scree_segment_distance(scree_cores_vertex_a(c, i[0]), scree_cores_vertex_a(c, i[1]),
                                      scree_cores_vertex_b(c, j[0]), scree_cores_vertex_b(c, j[1]), on_a, on_b);
    }
    return INFINITY;
}
