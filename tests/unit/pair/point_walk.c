// The walk of a point over a polytope's surface, and finding where a point of it lies: against the nearest point of all
// faces in long double.
#include "pair/point_walk.h"

#include "smooth.h"

enum { MOST = 40 };

static real3 r3_minus(real3 a, real3 b)
{
    return r3_add_scaled(a, -1, b);
}

static real3 stored(const scree_shape *s, int vertex)
{
    return r3_from(scree_stored_vertex(s, vertex));
}

static real to_segment(real3 q, real3 u, real3 v)
{
    real3 e = r3_minus(v, u), w = r3_minus(q, u);
    real t = r3_dot(w, e) / r3_dot(e, e);
    w = r3_add_scaled(w, -(t < 0 ? 0 : t > 1 ? 1 : t), e);
    return sqrtl(r3_dot(w, w));
}

// A face by its corners alone; infinite where q is not over it.
static real to_inside(const scree_shape *s, int face, real3 q)
{
    const scree_face *f = &s->hull->faces[face];
    const int *corner = &s->hull->face_vertices[f->first];
    real3 u = stored(s, corner[0]), n = r3(0, 0, 0);
    for (int i = 1; i + 1 < f->count; ++i) {
        real3 part = r3_cross(r3_minus(stored(s, corner[i]), u), r3_minus(stored(s, corner[i + 1]), u));
        n = r3_add_scaled(n, 1, part);
    }
    n = r3_unit(n);
    for (int i = 0; i < f->count; ++i) {
        real3 v = stored(s, corner[i]), w = stored(s, corner[(i + 1) % f->count]);
        if (r3_dot(r3_cross(n, r3_minus(w, v)), r3_minus(q, v)) < 0) return INFINITY;
    }
    return fabsl(r3_dot(n, r3_minus(q, u)));
}

static real to_edge(const scree_shape *s, int edge, real3 q)
{
    return to_segment(q, stored(s, scree_edge_at(s->hull, edge).vertex[0]),
                      stored(s, scree_edge_at(s->hull, edge).vertex[1]));
}

static real true_distance(const scree_shape *s, scree_vec3 point)
{
    real3 q = r3_from(point);
    real best = INFINITY;
    for (int i = 0; i < s->hull->edge_count; ++i) best = fminl(best, to_edge(s, i, q));
    for (int i = 0; i < s->hull->face_count && s->dimension == 3; ++i) best = fminl(best, to_inside(s, i, q));
    return best;
}

static real outermost(const scree_shape *s, scree_vec3 q)
{
    real most = -INFINITY;
    for (int i = 0; i < s->hull->face_count; ++i) {
        real height = r3_dot(r3_from(s->hull->faces[i].normal), r3_from(q)) - (real)s->hull->faces[i].offset;
        most = fmaxl(most, height);
    }
    return most;
}

// A hull of 4 to `most` points on an ellipsoid, or a polygon of as many.
static scree_shape *random_shape(scree_random *r, int most, bool planar)
{
    scree_vec3 p[MOST];
    scree_vec3 stretch = s3(random_decade(r, -2, 0), random_decade(r, -2, 0), planar ? 0 : random_decade(r, -2, 0));
    int count = 4 + random_below(r, most - 3);
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        p[i] = s3(d.x * stretch.x, d.y * stretch.y, d.z * stretch.z);
    }
    return planar ? scree_polygon_create(p, (size_t)count, 0.0, NULL)
                  : scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static int feature_count(const scree_shape *s, scree_feature kind)
{
    return kind == SCREE_FEATURE_VERTEX ? s->vertex_count
           : kind == SCREE_FEATURE_EDGE ? s->hull->edge_count
                                        : s->hull->face_count;
}

// The middle of a feature.
static scree_surface_point middle_of(const scree_shape *s, scree_feature kind, int index)
{
    if (kind == SCREE_FEATURE_VERTEX) return scree_surface_vertex(s, index);
    const scree_edge of_corner = scree_edge_at(s->hull, index);
    const int *corner = of_corner.vertex;
    int count = 2;
    if (kind == SCREE_FEATURE_FACE) {
        corner = &s->hull->face_vertices[s->hull->faces[index].first];
        count = s->hull->faces[index].count;
    }
    scree_surface_point p = { kind, index, { 0, 0, 0 } };
    for (int i = 0; i < count; ++i) p.at = s3_add(p.at, s3_scale(scree_stored_vertex(s, corner[i]), 1.0 / count));
    return p;
}

static scree_surface_point anywhere(scree_random *r, const scree_shape *s)
{
    const scree_feature kinds[3] = { SCREE_FEATURE_VERTEX, SCREE_FEATURE_EDGE, SCREE_FEATURE_FACE };
    scree_feature kind = kinds[random_below(r, s->dimension)];
    return middle_of(s, kind, random_below(r, feature_count(s, kind)));
}

// Is p.at on the feature that p names?
static bool is_where_it_says(const scree_shape *s, const scree_surface_point *p, real slack)
{
    real3 at = r3_from(p->at);
    if (p->kind == SCREE_FEATURE_VERTEX) {
        scree_vec3 v = scree_stored_vertex(s, p->index);
        return v.x == p->at.x && v.y == p->at.y && v.z == p->at.z;
    }
    if (p->kind == SCREE_FEATURE_EDGE) return to_edge(s, p->index, at) <= slack;
    real distance = to_inside(s, p->index, at);
    const scree_face *f = &s->hull->faces[p->index];
    for (int i = 0; i < f->count; ++i)
        distance = fminl(distance, to_edge(s, scree_face_edge(s->hull, f->first + i), at));
    return distance <= slack;
}

// All vertices are behind the plane across the link: what a search that starts from p builds on.
static real sticks_out(const scree_shape *s, scree_vec3 q, scree_vec3 p)
{
    real3 n = r3_unit(r3_minus(r3_from(q), r3_from(p)));
    real most = -INFINITY;
    for (int i = 0; i < s->vertex_count; ++i) most = fmaxl(most, r3_dot(n, r3_minus(stored(s, i), r3_from(p))));
    return most;
}

static void check_walk(scree_random *r, const scree_shape *s, scree_vec3 q)
{
    scree_surface_point p = anywhere(r, s);
    real size = (real)s->core_radius + sqrtl(r3_dot(r3_from(q), r3_from(q))), slack = 16 * 0x1p-53L * size;
    real height = outermost(s, q), truth = true_distance(s, q);
    bool outside = scree_point_walk(s, q, &p);
    if (height > slack) CHECK_MSG(outside, "%.3Lg outside is taken for inside", height);
    if (height < -slack) CHECK_MSG(!outside, "%.3Lg inside is taken for outside", height);
    if (!outside || height < -slack) return;
    real3 w = r3_minus(r3_from(q), r3_from(p.at));
    real found = sqrtl(r3_dot(w, w));
    CHECK_MSG(fabsl(found - truth) <= slack, "%.17Lg for %.17Lg", found, truth);
    CHECK_MSG(is_where_it_says(s, &p, slack), "%d %d at %.17g %.17g %.17g", p.kind, p.index, p.at.x, p.at.y, p.at.z);
    if (found > 1e-3L * size) CHECK_MSG(sticks_out(s, q, p.at) <= 1e3L * slack, "%.3Lg", sticks_out(s, q, p.at));
}

// Points of every kind: far, near, over, on and in features.
static scree_vec3 random_point(scree_random *r, const scree_shape *s)
{
    scree_surface_point f = anywhere(r, s);
    scree_vec3 d = random_direction(r);
    if (s->dimension == 2) d.z = 0.0;
    switch (random_below(r, 5)) {
    case 0: // anywhere, in or out
        return s3_scale(d, s->core_radius * random_between(r, 0, 3));
    case 1: // near a feature
        return s3_add(f.at, s3_scale(d, s->core_radius * random_decade(r, -12, 0)));
    case 2: // on it
        return f.at;
    case 3: { // straight over a feature of a face, where several are as near
        int face = random_below(r, s->hull->face_count);
        const scree_face *k = &s->hull->faces[face];
        scree_vec3 v = scree_stored_vertex(s, s->hull->face_vertices[k->first]);
        scree_vec3 w = scree_stored_vertex(s, s->hull->face_vertices[k->first + 1]);
        v = s3_add(v, s3_scale(s3_sub(w, v), 0.5 * random_below(r, 3)));
        return s3_add(v, s3_scale(k->normal, s->core_radius * random_decade(r, -9, 1)));
    }
    default: // far
        return s3_scale(d, s->core_radius * random_decade(r, 0, 6));
    }
}

static void check_random(scree_random *r, bool planar)
{
    scree_shape *s = random_shape(r, MOST, planar);
    if (s == NULL) return; // flat, by chance
    for (int i = 0; i < 20; ++i) check_walk(r, s, random_point(r, s));
    scree_shape_destroy(s);
}

// A point of every feature is found again, from any guess; one that is off the surface ends up on it, nearby.
static void check_locate(scree_random *r, bool planar)
{
    scree_shape *s = random_shape(r, 12, planar);
    if (s == NULL) return;
    const double slack = 64 * 0x1p-53 * s->core_radius;
    for (int kind = SCREE_FEATURE_VERTEX; kind < SCREE_FEATURE_VERTEX + s->dimension; ++kind) {
        for (int i = 0; i < feature_count(s, (scree_feature)kind); ++i) {
            scree_surface_point f = middle_of(s, (scree_feature)kind, i);
            for (int guess = -1; guess < s->vertex_count; ++guess) {
                scree_surface_point p = scree_surface_locate(s, f.at, guess, slack);
                CHECK_MSG(p.kind == f.kind && p.index == f.index, "%d %d for %d %d", p.kind, p.index, f.kind, f.index);
                CHECK(s3_dot(s3_sub(p.at, f.at), s3_sub(p.at, f.at)) <= slack * slack);
            }
        }
    }
    scree_vec3 off = s3_scale(random_direction(r), 2.0 * s->core_radius * random_unit(r));
    if (planar) off.z = 0.0;
    scree_surface_point p = scree_surface_locate(s, off, random_below(r, s->vertex_count + 1) - 1, slack);
    CHECK(is_where_it_says(s, &p, 4 * slack));
    scree_shape_destroy(s);
}

// A plate, and a point over the middle of its top: a walk that starts below must not end there.
static void check_far_side(void)
{
    scree_shape *plate = scree_box_create(s3(10, 10, 1), 0.0, NULL);
    for (int i = 0; i < plate->vertex_count + plate->hull->edge_count + plate->hull->face_count; ++i) {
        int v = i, e = v - plate->vertex_count, f = e - plate->hull->edge_count;
        scree_surface_point p = f >= 0   ? middle_of(plate, SCREE_FEATURE_FACE, f)
                                : e >= 0 ? middle_of(plate, SCREE_FEATURE_EDGE, e)
                                         : middle_of(plate, SCREE_FEATURE_VERTEX, v);
        CHECK(scree_point_walk(plate, s3(0.5, -0.25, 1.125), &p));
        CHECK(p.kind == SCREE_FEATURE_FACE && p.at.x == 0.5 && p.at.y == -0.25 && p.at.z == 1.0);
        CHECK(!scree_point_walk(plate, s3(0.5, -0.25, 0.875), &p));
    }
    scree_shape_destroy(plate);
}

int main(void)
{
    scree_random r = random_stream(31, 0, 0);
    check_far_side();
    for (long i = 0, count = check_scaled(6000); i < count; ++i) check_random(&r, i % 3 == 0);
    for (long i = 0, count = check_scaled(1500); i < count; ++i) check_locate(&r, i % 3 == 0);
    return check_done();
}
