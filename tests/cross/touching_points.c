// Bodies next to touching: both points lie on their surfaces to rounding, and the features that are named hold them
// and fit the normal.
//
// Needles, plates, roofs of 1e-9 and small hulls, with an ellipsoid among them, put vertex to vertex, edge to edge, on
// faces and with faces on each other, from 1e-16 to 1e-6 of their size apart or into each other. Along an axis whose
// gap is right to rounding, points may be off by the root of that: the distance does not show it. The oracle does,
// which knows the surfaces in 113 bits; of the ellipsoid, its equation in 64. Flat pyramids tip to tip have many normals
// along which the gap is right, and their distance must be known to rounding all the same.
#include <stdlib.h>

#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { SEED = 1109, ROUNDS = 130, SHAPES = 8, PAIRS = 64, MOST = 12 };
enum { TIP_SEED = 1110, TIP_SHAPES = 40, TIP_PAIRS = 20 };

// In roundings of the pair's size and place: twice the bound on the error of a gap, which is some 50.
static const double MOST_OFF = 128.0;

// What the normal may lean against a feature: what counts as level (1e-6), and rounding.
static const double MOST_LEAN = 1.1e-6;

typedef struct grain {
    scree_vec3 point[MOST], half; // of a hull; of a box or an ellipsoid
    int count;
    double rounding;
    bool ellipsoid;
    scree_shape *shape;
    oracle_hull *hull; // NULL for the ellipsoid
} grain;

static int corners_of(scree_random *r, int family, scree_vec3 *p)
{
    const double thin = random_decade(r, -5, -1), flat = random_decade(r, -9, -3);
    const int count = family == 2 ? 10 : 4 + random_below(r, MOST - 4);
    for (int i = 0; i < count; ++i) {
        const scree_vec3 d = random_direction(r);
        p[i] = family == 0 ? s3(d.x, thin * d.y, thin * d.z) : family == 1 ? s3(d.x, d.y, thin * d.z) : d;
    }
    if (family != 2) return count;
    // A square whose upper face is a roof of two planes that are nearly one.
    for (int i = 0; i < 4; ++i) p[i] = s3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, 0);
    for (int i = 4; i < 6; ++i) p[i] = s3(i & 1 ? 1 : -1, random_between(r, -1, 1), flat);
    for (int i = 6; i < 10; ++i) p[i] = s3(0.8 * p[i - 6].x, 0.8 * p[i - 6].y, -1);
    return count;
}

static bool make_grain(scree_random *r, int number, double size, grain *g)
{
    const int family = random_below(r, 5);
    *g = (grain){ .ellipsoid = number == 0 };
    g->rounding = random_below(r, 4) == 0 ? size * random_decade(r, -6, 0) : 0.0;
    if (family > 3 || g->ellipsoid) {
        for (int k = 0; k < 3; ++k) (&g->half.x)[k] = size * (random_below(r, 2) ? 1.0 : random_decade(r, -3, 0));
        g->shape = g->ellipsoid ? scree_ellipsoid_create(g->half, g->rounding, NULL)
                                : scree_box_create(g->half, g->rounding, NULL);
        if (!g->ellipsoid) g->hull = scree_oracle_box(g->half, g->rounding);
        return g->shape != NULL;
    }
    g->count = corners_of(r, family, g->point);
    for (int i = 0; i < g->count; ++i) g->point[i] = s3_scale(g->point[i], size);
    g->shape = scree_polyhedron_create(g->point, (size_t)g->count, g->rounding, NULL);
    if (g->shape != NULL) g->hull = scree_oracle_hull(g->point, g->count, 3, g->rounding);
    return g->shape != NULL;
}

static scree_vec3 top_of(const scree_body *b, scree_vec3 n)
{
    const scree_quat q = b->orientation, back = { q.w, -q.x, -q.y, -q.z };
    return scree_body_point(b, scree_shape_support(b->shape, quat_rotate(back, n)));
}

// Between 0 and 1, often next to one of them.
static double part_of(scree_random *r)
{
    const double t = random_below(r, 4) == 0 ? random_decade(r, -9, -0.3) : random_unit(r);
    return random_below(r, 2) ? t : 1.0 - t;
}

// Between the normals of the two faces adjacent to an edge; its ends.
static scree_vec3 out_of_edge(scree_random *r, const scree_shape *s, int edge, scree_vec3 end[2])
{
    int v[2], f[2];
    scree_shape_edge(s, edge, v, f);
    for (int i = 0; i < 2; ++i) end[i] = scree_shape_vertex(s, v[i]);
    const double t = part_of(r);
    return s3_unit(
        s3_add(s3_scale(scree_shape_face_normal(s, f[0]), 1.0 - t), s3_scale(scree_shape_face_normal(s, f[1]), t)));
}

static double some_gap(scree_random *r, double size)
{
    return random_below(r, 8) == 0 ? 0.0 : size * random_signed_decade(r, -16, -6);
}

static void edge_to_edge(scree_random *r, const grain *x, const grain *y, double gap, scree_body *b)
{
    scree_vec3 p[2], q[2];
    const scree_vec3 n = out_of_edge(r, x->shape, random_below(r, scree_shape_edge_count(x->shape)), p);
    const scree_vec3 m = out_of_edge(r, y->shape, random_below(r, scree_shape_edge_count(y->shape)), q);
    b->orientation = quat_from_to(m, s3_scale(n, -1.0));
    double angle = random_between(r, 0, 6.283);
    if (random_below(r, 3) == 0) {
        const scree_vec3 u = s3_unit(s3_sub(p[1], p[0])), w = s3_unit(quat_rotate(b->orientation, s3_sub(q[1], q[0])));
        angle = atan2(s3_dot(s3_cross(w, u), n), s3_dot(w, u)) + random_signed_decade(r, -12, -0.5);
    }
    b->orientation = quat_times(quat_about(n, angle), b->orientation);
    const double s = part_of(r), t = part_of(r);
    const scree_vec3 on_x = s3_add(p[0], s3_scale(s3_sub(p[1], p[0]), s));
    const scree_vec3 on_y = scree_body_point(b, s3_add(q[0], s3_scale(s3_sub(q[1], q[0]), t)));
    b->position = s3_sub(s3_add(on_x, s3_scale(n, gap + x->rounding + y->rounding)), on_y);
}

// Something of B over a point of a face, often next to its border; with its own face down, nearly.
static void on_face(scree_random *r, const grain *x, const grain *y, double gap, scree_body *b)
{
    const scree_shape *s = x->shape, *t = y->shape;
    const int face = random_below(r, scree_shape_face_count(s)), *v = scree_shape_face_vertices(s, face);
    const int k = random_below(r, scree_shape_face_size(s, face)), next = (k + 1) % scree_shape_face_size(s, face);
    const scree_vec3 n = scree_shape_face_normal(s, face), from = scree_shape_vertex(s, v[k]);
    const scree_vec3 side = s3_sub(scree_shape_vertex(s, v[next]), from);
    const scree_vec3 far = scree_shape_vertex(s, v[(next + 1) % scree_shape_face_size(s, face)]);
    scree_vec3 at = s3_add(from, s3_scale(side, part_of(r)));
    at = s3_add(at, s3_scale(s3_sub(far, at), random_signed_decade(r, -12, -0.3)));
    if (y->hull != NULL && random_below(r, 2)) {
        const scree_vec3 m = scree_shape_face_normal(t, random_below(r, scree_shape_face_count(t)));
        const scree_vec3 axis = random_direction(r);
        b->orientation = quat_times(quat_about(axis, random_decade(r, -15, -3)), quat_from_to(m, s3_scale(n, -1.0)));
    }
    b->position = s3_sub(s3_add(at, s3_scale(n, gap + x->rounding)), top_of(b, s3_scale(n, -1.0)));
}

// Until they touch, to the resolution of doubles, along the answer's own normal.
static void settle(const scree_body *a, scree_body *b)
{
    for (int i = 0; i < 2; ++i) {
        scree_contact c;
        if (!CHECK(scree_query(a, b, NULL, &c) == SCREE_OK)) return;
        b->position = s3_sub(b->position, s3_scale(c.normal, c.distance));
    }
}

static void place(scree_random *r, const grain *x, const grain *y, scree_body *a, scree_body *b)
{
    const double gap = some_gap(r, scree_pair_size(x->shape, y->shape));
    const scree_vec3 n = random_direction(r);
    *a = scree_body_at(x->shape, s3(0, 0, 0));
    *b = scree_body_at(y->shape, s3(0, 0, 0));
    b->orientation = random_rotation(r);
    const int how = random_below(r, 8);
    if (how < 3 && x->hull != NULL && y->hull != NULL)
        edge_to_edge(r, x, y, gap, b);
    else if (how < 7 && x->hull != NULL)
        on_face(r, x, y, gap, b);
    else
        b->position = s3_add(s3_sub(top_of(a, n), top_of(b, s3_scale(n, -1.0))), s3_scale(n, gap));
    const scree_quat q = random_rotation(r);
    a->orientation = quat_times(q, a->orientation);
    b->orientation = quat_times(q, b->orientation);
    b->position = quat_rotate(q, b->position);
    if (random_below(r, 2)) settle(a, b);
}

// Of a point from the surface of the ellipsoid's core, to first order.
static double off_ellipsoid(const grain *g, const scree_body *body, scree_vec3 point, scree_vec3 inward)
{
    const scree_quat q = body->orientation, back = { q.w, -q.x, -q.y, -q.z };
    const scree_vec3 core = s3_add(s3_sub(point, body->position), s3_scale(inward, g->rounding));
    const scree_vec3 x = quat_rotate(back, core);
    const long double u = (long double)x.x / g->half.x, v = (long double)x.y / g->half.y,
                      w = (long double)x.z / g->half.z;
    const long double gx = u / g->half.x, gy = v / g->half.y, gz = w / g->half.z;
    return (double)(fabsl(u * u + v * v + w * w - 1.0L) / (2.0L * sqrtl(gx * gx + gy * gy + gz * gz)));
}

static double off_hull(const grain *g, const scree_body *body, scree_vec3 point)
{
    static oracle_pair pair;
    if (!CHECK(scree_oracle_place(&pair, g->hull, body, g->hull, body))) return 0.0;
    return fabs((double)scree_oracle_depth(&pair, 0, scree_oracle_point(&pair, point)));
}

static double off_surface(const grain *g, const scree_body *body, scree_vec3 point, scree_vec3 inward)
{
    return g->ellipsoid ? off_ellipsoid(g, body, point, inward) : off_hull(g, body, point);
}

static double distance_to_segment(scree_vec3 p, scree_vec3 q, scree_vec3 x)
{
    const scree_vec3 d = s3_sub(q, p), w = s3_sub(x, p);
    const double length2 = s3_dot(d, d), t = length2 > 0.0 ? fmin(fmax(s3_dot(w, d) / length2, 0.0), 1.0) : 0.0;
    const scree_vec3 off = s3_sub(w, s3_scale(d, t));
    return sqrt(s3_dot(off, off));
}

// A point of the core from the vertex or edge that is named, in the body's own frame.
static double off_feature(const grain *g, const scree_body *body, scree_vec3 point, scree_vec3 inward,
                          scree_feature feature, int index)
{
    const scree_quat q = body->orientation, back = { q.w, -q.x, -q.y, -q.z };
    const scree_vec3 core = s3_add(s3_sub(point, body->position), s3_scale(inward, g->rounding));
    const scree_vec3 x = quat_rotate(back, core);
    int v[2] = { index, index }, f[2];
    if (feature == SCREE_FEATURE_EDGE) scree_shape_edge(g->shape, index, v, f);
    if (feature != SCREE_FEATURE_EDGE && feature != SCREE_FEATURE_VERTEX) return 0.0;
    return distance_to_segment(scree_shape_vertex(g->shape, v[0]), scree_shape_vertex(g->shape, v[1]), x);
}

// How much the normal leans against the face or edge that is named; of a vertex, 1 where another corner is farther along
// it by more than `most`. `out` is the normal away from the body.
static double lean(const grain *g, const scree_body *body, scree_vec3 out, double most, scree_feature feature,
                   int index)
{
    const scree_quat q = body->orientation, back = { q.w, -q.x, -q.y, -q.z };
    const scree_vec3 n = quat_rotate(back, out);
    int v[2], f[2];
    if (feature == SCREE_FEATURE_FACE) {
        const scree_vec3 side = s3_cross(scree_shape_face_normal(g->shape, index), n);
        return sqrt(s3_dot(side, side));
    }
    if (feature == SCREE_FEATURE_EDGE) {
        scree_shape_edge(g->shape, index, v, f);
        return fabs(s3_dot(s3_unit(s3_sub(scree_shape_vertex(g->shape, v[1]), scree_shape_vertex(g->shape, v[0]))), n));
    }
    if (feature != SCREE_FEATURE_VERTEX) return 0.0;
    const scree_vec3 below = s3_sub(scree_shape_support(g->shape, n), scree_shape_vertex(g->shape, index));
    return s3_dot(below, n) - g->rounding > most ? 1.0 : 0.0;
}

static void judge(const grain *x, const scree_body *a, const grain *y, const scree_body *b)
{
    scree_contact c;
    if (!CHECK(scree_query(a, b, NULL, &c) == SCREE_OK)) return;
    const double far = sqrt(s3_dot(a->position, a->position)) + sqrt(s3_dot(b->position, b->position));
    const double unit = 0x1p-53 * (scree_pair_size(x->shape, y->shape) + far), most = MOST_OFF * unit;
    const scree_vec3 back = s3_scale(c.normal, -1.0);
    const double off_a = off_surface(x, a, c.point_a, back), off_b = off_surface(y, b, c.point_b, c.normal);
    CHECK_MSG(off_a <= most && off_b <= most, "distance %.3g: the points are off by %.3g and %.3g roundings",
              c.distance, off_a / unit, off_b / unit);
    const double named_a = off_feature(x, a, c.point_a, back, c.feature_a, c.index_a);
    const double named_b = off_feature(y, b, c.point_b, c.normal, c.feature_b, c.index_b);
    CHECK_MSG(named_a <= 2.0 * most && named_b <= 2.0 * most,
              "distance %.3g: features %d, %d are %.3g and %.3g roundings away", c.distance, (int)c.feature_a,
              (int)c.feature_b, named_a / unit, named_b / unit);
    const double lean_a = lean(x, a, c.normal, 2.0 * most, c.feature_a, c.index_a);
    const double lean_b = lean(y, b, back, 2.0 * most, c.feature_b, c.index_b);
    CHECK_MSG(lean_a <= MOST_LEAN && lean_b <= MOST_LEAN,
              "distance %.3g: the normal leans against features %d, %d by %.3g and %.3g", c.distance, (int)c.feature_a,
              (int)c.feature_b, lean_a, lean_b);
}

// Two flat pyramids on one base, of four or six sides, rotated before they are stored.
static bool make_pyramids(scree_random *r, double flat, grain *g)
{
    const int sides = random_below(r, 2) ? 4 : 6;
    const scree_quat q = random_rotation(r);
    *g = (grain){ .count = sides + 2 };
    for (int i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides;
        g->point[i] = quat_rotate(q, s3(cos(angle), sin(angle), 0));
    }
    for (int i = 0; i < 2; ++i) g->point[sides + i] = quat_rotate(q, s3(0, 0, i ? -flat : flat));
    g->shape = scree_polyhedron_create(g->point, (size_t)g->count, 0.0, NULL);
    g->hull = scree_oracle_hull(g->point, g->count, 3, 0.0);
    return g->shape != NULL && g->hull != NULL;
}

// One on the other, tip to tip but for an offset across: less than rounding along the normal of any of the faces.
static void check_tips(scree_random *r, const grain *g)
{
    static oracle_pair pair;
    scree_query_options options = scree_query_defaults();
    options.tolerance = 0.0;
    const scree_vec3 way = s3_sub(g->point[g->count - 2], g->point[g->count - 1]), up = s3_unit(way);
    for (int k = 0; k < TIP_PAIRS; ++k) {
        const scree_body a = scree_body_at(g->shape, s3(0, 0, 0));
        scree_body b = a;
        const scree_vec3 off = random_vector(r, 1.0, -13.0, -10.0);
        b.position = s3_add(way, s3_sub(off, s3_scale(up, s3_dot(off, up))));
        scree_contact c;
        const scree_status status = scree_query(&a, &b, &options, &c);
        CHECK_MSG(status == SCREE_OK, "tips: no more than [%.3g, %.3g] is known", c.lower, c.upper);
        if (!CHECK(scree_oracle_place(&pair, g->hull, &a, g->hull, &b))) return;
        const oracle_answer exact = scree_oracle_distance(&pair);
        CHECK_MSG(exact.upper >= c.lower && exact.lower <= c.upper, "tips: %.17g is not in [%.17g, %.17g]",
                  (double)exact.distance, c.lower, c.upper);
        judge(g, &a, g, &b);
    }
}

int main(void)
{
    for (int i = 0; i < TIP_SHAPES; ++i) {
        scree_random r = random_stream(TIP_SEED, (uint64_t)i, 0);
        grain g;
        if (CHECK(make_pyramids(&r, random_decade(&r, -8.0, -5.0), &g))) check_tips(&r, &g);
        scree_shape_destroy(g.shape);
        scree_oracle_hull_free(g.hull);
    }
    for (long round = 0, rounds = check_scaled(ROUNDS); round < rounds; ++round) {
        scree_random r = random_stream(SEED, (uint64_t)round, 0);
        grain grains[SHAPES];
        const double spread = random_below(&r, 3) == 0 ? -6.0 : 0.0;
        for (int i = 0; i < SHAPES;) {
            const double size = random_decade(&r, spread, 0.0);
            if (make_grain(&r, i, size, &grains[i])) ++i;
        }
        for (int k = 0; k < PAIRS; ++k) {
            const grain *x = &grains[random_below(&r, SHAPES)], *y = &grains[random_below(&r, SHAPES)];
            scree_body a, b;
            if (x->ellipsoid && y->ellipsoid) continue;
            place(&r, x, y, &a, &b);
            if (random_below(&r, 2))
                judge(x, &a, y, &b);
            else
                judge(y, &b, x, &a);
        }
        for (int i = 0; i < SHAPES; ++i) {
            scree_shape_destroy(grains[i].shape);
            scree_oracle_hull_free(grains[i].hull);
        }
    }
    return check_done();
}
