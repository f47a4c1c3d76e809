// For tests of the shortest link: pairs of small hulls or polygons, and the distance of bodies apart from all pairs of
// their features in long double.
#ifndef SCREE_TESTS_NARROW_LINKED_H
#define SCREE_TESTS_NARROW_LINKED_H

#include "counted.h"
#include "scree/method.h"
#include "shape/shape.h"
#include "smooth.h"

enum { MOST = 14 };

typedef struct placed {
    const scree_shape *shape;
    real3 vertex[MOST];
} placed;

static inline real3 r3_minus(real3 a, real3 b)
{
    return r3_add_scaled(a, -1, b);
}

// In the world, with A's position subtracted.
static inline placed place(const scree_body *body, const scree_body *a)
{
    placed p = { .shape = body->shape };
    real3 shift = r3_minus(r3_from(body->position), r3_from(a->position));
    for (int i = 0; i < scree_shape_vertex_count(body->shape); ++i)
        p.vertex[i] =
            r3_add_scaled(shift, 1, real_rotate(body->orientation, r3_from(scree_shape_vertex(body->shape, i)), false));
    return p;
}

static inline real r3_norm(real3 d)
{
    return sqrtl(r3_dot(d, d));
}

static inline real to_segment(real3 q, real3 u, real3 v)
{
    real3 e = r3_minus(v, u), w = r3_minus(q, u);
    real t = r3_dot(w, e) / r3_dot(e, e);
    return r3_norm(r3_add_scaled(w, -(t < 0 ? 0 : t > 1 ? 1 : t), e));
}

// Where two lines come nearest, if that is inside both segments. The ends are looked at with the vertices.
static inline real between_edges(real3 p0, real3 p1, real3 q0, real3 q1)
{
    real3 d = r3_minus(p1, p0), e = r3_minus(q1, q0), r = r3_minus(q0, p0), n = r3_cross(d, e);
    real n2 = r3_dot(n, n);
    if (!(n2 > 0)) return INFINITY;
    real s = r3_dot(r3_cross(r, e), n) / n2, t = r3_dot(r3_cross(r, d), n) / n2;
    if (s < 0 || s > 1 || t < 0 || t > 1) return INFINITY;
    return r3_norm(r3_add_scaled(r3_add_scaled(r, t, e), -s, d));
}

static inline real vertex_to_face(real3 q, const placed *s, const int *corner, int count)
{
    real3 u = s->vertex[corner[0]], n = r3(0, 0, 0);
    for (int i = 1; i + 1 < count; ++i)
        n = r3_add_scaled(n, 1, r3_cross(r3_minus(s->vertex[corner[i]], u), r3_minus(s->vertex[corner[i + 1]], u)));
    n = r3_unit(n);
    for (int i = 0; i < count; ++i) {
        real3 v = s->vertex[corner[i]], e = r3_minus(s->vertex[corner[(i + 1) % count]], v);
        if (r3_dot(r3_cross(n, e), r3_minus(q, v)) < 0) return INFINITY;
    }
    return fabsl(r3_dot(n, r3_minus(q, u)));
}

static inline real vertices_to_features(const placed *a, const placed *b)
{
    real best = INFINITY;
    for (int i = 0; i < a->shape->vertex_count; ++i) {
        for (int k = 0; k < b->shape->hull->edge_count; ++k) {
            const scree_edge of_v = scree_edge_at(b->shape->hull, k);
            const int *v = of_v.vertex;
            best = fminl(best, to_segment(a->vertex[i], b->vertex[v[0]], b->vertex[v[1]]));
        }
        for (int k = 0; k < b->shape->hull->face_count && b->shape->dimension == 3; ++k) {
            const scree_face *f = &b->shape->hull->faces[k];
            best = fminl(best, vertex_to_face(a->vertex[i], b, &b->shape->hull->face_vertices[f->first], f->count));
        }
    }
    return best;
}

// Of bodies that are apart.
static inline real true_distance(const scree_body *body_a, const scree_body *body_b)
{
    placed a = place(body_a, body_a), b = place(body_b, body_a);
    real best = fminl(vertices_to_features(&a, &b), vertices_to_features(&b, &a));
    for (int i = 0; i < a.shape->hull->edge_count && a.shape->dimension == 3; ++i) {
        for (int k = 0; k < b.shape->hull->edge_count; ++k) {
            const scree_edge of_v = scree_edge_at(a.shape->hull, i), of_w = scree_edge_at(b.shape->hull, k);
            const int *v = of_v.vertex, *w = of_w.vertex;
            best = fminl(best, between_edges(a.vertex[v[0]], a.vertex[v[1]], b.vertex[w[0]], b.vertex[w[1]]));
        }
    }
    return best;
}

static inline double gap_along(const scree_body *a, const scree_body *b, scree_vec3 n)
{
    const two_bodies d = { { .shape = a->shape }, { .shape = b->shape }, *a, *b };
    return (double)two_bodies_gap(&d, r3_unit(r3_from(n)));
}

// A warm start; all zeros: empty.
typedef struct start {
    scree_cache cache;
    scree_paper_cache own;
    scree_paper paper; // where that one is
} start;

// NULL: cold.
static inline scree_query_options slm(start *from)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("slm");
    if (from == NULL) return o;
    from->paper = (scree_paper){ .cache = &from->own };
    o.paper = &from->paper;
    o.cache = &from->cache;
    return o;
}

static inline scree_contact query(const scree_body *a, const scree_body *b, start *from)
{
    const scree_query_options o = slm(from);
    scree_contact c;
    scree_status status = query_counted(a, b, &o, &c);
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    if (c.lower > 0.0) CHECK(!counted.cut_short && c.iterations == counted.link_iterations);
    return c;
}

static inline double depth_by_auto(const scree_body *a, const scree_body *b)
{
    scree_contact c;
    CHECK(scree_query(a, b, NULL, &c) == SCREE_OK);
    return c.distance;
}

// The one answer that bodies apart can get, up to rounding.
static inline void check_apart(const scree_body *a, const scree_body *b, const scree_contact *c, real truth)
{
    double size = scree_pair_size(a->shape, b->shape) + (double)truth, slack = 16 * 0x1p-53 * size;
    CHECK_MSG(c->status == SCREE_OK, "%s at %.17Lg: [%.17g, %.17g]", scree_status_name(c->status), truth, c->lower,
              c->upper);
    CHECK_MSG(c->lower <= truth + slack && c->upper >= truth - slack, "%.17Lg not in [%.17g, %.17g]", truth, c->lower,
              c->upper);
    CHECK_MSG(fabsl(c->distance - truth) <= 4 * slack, "%.17g for %.17Lg", c->distance, truth);
    CHECK_MSG(gap_along(a, b, c->normal) >= (double)truth - 4 * slack, "%.17g along the normal for %.17Lg",
              gap_along(a, b, c->normal), truth);
    scree_vec3 astray = s3_sub(s3_sub(c->point_b, c->point_a), s3_scale(c->normal, c->distance));
    double reach = size + sqrt(s3_dot(a->position, a->position));
    CHECK(sqrt(s3_dot(astray, astray)) <= 16 * 0x1p-53 * reach);
    CHECK(c->iterations >= 1);
}

static inline scree_shape *random_shape(scree_random *r, bool planar)
{
    scree_vec3 p[MOST], stretch = s3(random_decade(r, -1, 0), random_decade(r, -1, 0), random_decade(r, -1, 0));
    int count = 4 + random_below(r, MOST - 3);
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        p[i] = s3(d.x * stretch.x, d.y * stretch.y, planar ? 0.0 : d.z * stretch.z);
    }
    return planar ? scree_polygon_create(p, (size_t)count, 0.0, NULL)
                  : scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static inline scree_quat random_orientation(scree_random *r, bool planar)
{
    return planar ? scree_quat_about_z(random_between(r, -4, 4)) : random_rotation(r);
}

static inline scree_vec3 random_line(scree_random *r, bool planar)
{
    scree_vec3 d = random_direction(r);
    return planar ? s3_unit(s3(d.x, d.y, 0.0)) : d;
}

// B in any orientation, moved along a direction until the gap along it is as wanted: apart at least by that.
static inline void move_to_gap(scree_body *a, scree_body *b, scree_vec3 d, double gap)
{
    b->position = s3_add(a->position, d);
    b->position = s3_add(b->position, s3_scale(d, gap - gap_along(a, b, d)));
}

#endif
