// One shape of every kind, and whether two shapes answer alike, to the last bit.
#ifndef SCREE_TESTS_SHAPE_ZOO_H
#define SCREE_TESTS_SHAPE_ZOO_H

#include <math.h>
#include <string.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { ZOO_KINDS = SCREE_TAPERED_CAPSULE + 1 };

static inline scree_vec3 zoo_support(const void *user, scree_vec3 d)
{
    const double radius = *(const double *)user, length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return (scree_vec3){ radius * d.x / length, radius * d.y / length, radius * d.z / length };
}

/// Points of a hull: random ones, a grid (coplanar and collinear points), or a box that was rotated; far away at times.
static inline size_t zoo_points(scree_random *r, bool planar, scree_vec3 *points)
{
    const int how = random_below(r, 4);
    const scree_quat rotation = planar ? scree_quat_about_z(random_between(r, 0, 6)) : random_rotation(r);
    const scree_vec3 far = random_below(r, 4) == 0 ? random_in_cube(r, -1e6, 1e6) : (scree_vec3){ 0, 0, 0 };
    size_t count = 0;
    for (int i = 0; i < 27 && (how < 2 || count < 27); ++i) {
        scree_vec3 p = how < 2 ? random_direction(r) : (scree_vec3){ i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1 };
        if (how == 1 && i > 8) break;
        if (planar) p.z = 0.0;
        if (how == 3) p = scree_quat_rotate(rotation, p);
        points[count++] = (scree_vec3){ p.x + far.x, p.y + far.y, planar ? 0.0 : p.z + far.z };
    }
    return count;
}

static inline scree_shape *zoo_shape(scree_random *r, scree_shape_kind kind)
{
    static const double own_radius = 0.75;
    const double rounding = random_below(r, 2) == 0 ? 0.0 : random_between(r, 0.001, 0.3);
    const double a = random_between(r, 0.1, 1.5), b = random_between(r, 0.1, 1.5), c = random_between(r, 0.1, 1.5);
    const scree_support_def own = { zoo_support,   &own_radius, 3,
                                    { 0.1, 0, 0 }, 0.9,         { 1.5, { 0, 0, 0 }, { 1, 1, 1, 0, 0, 0 } } };
    scree_vec3 points[27];
    size_t count;
    switch (kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(a, rounding, NULL);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(random_direction(r), a, rounding, NULL);
    case SCREE_BOX:
        return scree_box_create((scree_vec3){ a, b, c }, rounding, NULL);
    case SCREE_CAPSULE:
        return scree_capsule_create(a, random_below(r, 4) == 0 ? 0.0 : b, rounding, NULL);
    case SCREE_POLYHEDRON:
        count = zoo_points(r, false, points);
        return scree_polyhedron_create(points, count, rounding, NULL);
    case SCREE_SUPPORT_SHAPE:
        return scree_support_shape_create(&own, rounding, NULL);
    case SCREE_DISC:
        return scree_disc_create(a, rounding, NULL);
    case SCREE_POLYGON:
        count = zoo_points(r, true, points);
        return scree_polygon_create(points, count, rounding, NULL);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create((scree_vec3){ a, b, c }, rounding, NULL);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create((scree_vec3){ a, b, c }, 2.0 + 3.0 * a, random_below(r, 2) == 0 ? 2.0 : 4.0,
                                         rounding, NULL);
    case SCREE_CYLINDER:
        return scree_cylinder_create(a, b, rounding, NULL);
    case SCREE_CONE:
        return scree_cone_create(a, b, rounding, NULL);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(a, random_below(r, 4) == 0 ? a : b, c, rounding, NULL);
    }
    return NULL;
}

static inline bool zoo_same_vector(scree_vec3 a, scree_vec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool zoo_same_contact(const scree_contact *a, const scree_contact *b)
{
    return a->status == b->status && a->state == b->state && a->distance == b->distance && a->lower == b->lower &&
           a->upper == b->upper && zoo_same_vector(a->normal, b->normal) && zoo_same_vector(a->point_a, b->point_a) &&
           zoo_same_vector(a->point, b->point) && a->patch_area == b->patch_area && a->feature_a == b->feature_a &&
           a->feature_b == b->feature_b && a->index_a == b->index_a && a->index_b == b->index_b;
}

static inline bool zoo_same_graph(const scree_shape *s, const scree_shape *t)
{
    bool same = scree_shape_vertex_count(s) == scree_shape_vertex_count(t) &&
                scree_shape_edge_count(s) == scree_shape_edge_count(t) &&
                scree_shape_face_count(s) == scree_shape_face_count(t);
    for (int i = 0; same && i < scree_shape_vertex_count(s); ++i)
        same = zoo_same_vector(scree_shape_vertex(s, i), scree_shape_vertex(t, i));
    for (int i = 0; same && i < scree_shape_edge_count(s); ++i) {
        int v[2], w[2], f[2], g[2];
        scree_shape_edge(s, i, v, f);
        scree_shape_edge(t, i, w, g);
        same = v[0] == w[0] && v[1] == w[1] && f[0] == g[0] && f[1] == g[1];
    }
    for (int i = 0; same && i < scree_shape_face_count(s); ++i) {
        const int size = scree_shape_face_size(s, i);
        same =
            size == scree_shape_face_size(t, i) &&
            zoo_same_vector(scree_shape_face_normal(s, i), scree_shape_face_normal(t, i)) &&
            memcmp(scree_shape_face_vertices(s, i), scree_shape_face_vertices(t, i), (size_t)size * sizeof(int)) == 0;
    }
    return same;
}

/// What the two say of themselves, and of where they stand to partners at random places.
static inline bool zoo_same(scree_random *r, const scree_shape *s, const scree_shape *t)
{
    const scree_mass m = scree_shape_mass(s), n = scree_shape_mass(t);
    const scree_bounds b = scree_shape_bounds(s), c = scree_shape_bounds(t);
    if (scree_shape_kind_of(s) != scree_shape_kind_of(t) || memcmp(&m, &n, sizeof m) != 0 ||
        memcmp(&b, &c, sizeof b) != 0 || !zoo_same_graph(s, t))
        return false;
    const bool planar = scree_shape_dimension(s) == 2, bounded = isfinite(b.radius);
    bool same = true;
    for (int i = 0; i < 6 && same; ++i) {
        static const scree_shape_kind solid[] = { SCREE_BOX, SCREE_SPHERE, SCREE_POLYHEDRON, SCREE_ELLIPSOID };
        scree_shape *partner = zoo_shape(r, planar ? (i % 2 == 0 ? SCREE_DISC : SCREE_POLYGON) : solid[i % 4]);
        const scree_bounds other = scree_shape_bounds(partner);
        const double reach = (bounded ? b.radius : 1.0) + other.radius;
        scree_vec3 away = random_direction(r);
        if (planar) away.z = 0.0;
        const scree_quat rotation = planar ? scree_quat_about_z(random_between(r, 0, 6)) : random_rotation(r);
        const double gap = random_between(r, 0.3, 1.1) * reach;
        scree_body one = scree_body_at(s, (scree_vec3){ 0, 0, 0 }),
                   two = scree_body_at(partner, (scree_vec3){ 0, 0, 0 });
        const scree_vec3 middle = bounded ? b.centre : (scree_vec3){ 0, 0, 0 };
        two.orientation = rotation;
        const scree_vec3 centre = scree_body_point(&two, other.centre);
        two.position = (scree_vec3){ middle.x + gap * away.x - centre.x, middle.y + gap * away.y - centre.y,
                                     middle.z + gap * away.z - centre.z };
        scree_body again = one;
        again.shape = t;
        scree_contact x, y;
        memset(&x, 0, sizeof x);
        memset(&y, 0, sizeof y);
        same = scree_query(&one, &two, NULL, &x) == scree_query(&again, &two, NULL, &y) && zoo_same_contact(&x, &y);
        scree_query(&two, &one, NULL, &x);
        scree_query(&two, &again, NULL, &y);
        same = same && zoo_same_contact(&x, &y);
        scree_shape_destroy(partner);
    }
    return same;
}

#endif
