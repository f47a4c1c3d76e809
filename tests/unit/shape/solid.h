// For tests of shapes: random numbers, rotations, and the invariants that every polyhedron must hold.
#ifndef SCREE_TESTS_SHAPE_SOLID_H
#define SCREE_TESTS_SHAPE_SOLID_H

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "math/vec3.h"
#include "scree/shape.h"
#include "shape/shape.h"

// splitmix64: one word of state, the same numbers everywhere.
static uint64_t random_state = 20240607;

static inline uint64_t random_word(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/// In [0, 1).
static inline double random_unit(void)
{
    return (double)(random_word() >> 11) * 0x1p-53;
}

static inline double random_in(double low, double high)
{
    return low + (high - low) * random_unit();
}

static inline int random_below(int count)
{
    return (int)(random_word() % (uint64_t)count);
}

static inline scree_vec3 random_direction(void)
{
    for (;;) {
        scree_vec3 v = v3(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1));
        double n = v3_norm2(v);
        if (n > 0.01 && n < 1.0) return v3_unit(v);
    }
}

typedef struct rotation {
    long double m[3][3];
} rotation;

/// A rotation in long double, so that rotated points are off by their last rounding only.
static inline rotation random_orientation(void)
{
    long double q[4], n = 0;
    for (int i = 0; i < 4; ++i) {
        q[i] = random_in(-1, 1);
        n += q[i] * q[i];
    }
    for (int i = 0; i < 4; ++i) q[i] /= sqrtl(n);
    long double w = q[0], x = q[1], y = q[2], z = q[3];
    rotation t = { { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                     { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                     { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
    return t;
}

static inline scree_vec3 rotated(rotation t, scree_vec3 p)
{
    long double r[3];
    for (int i = 0; i < 3; ++i) r[i] = t.m[i][0] * p.x + t.m[i][1] * p.y + t.m[i][2] * p.z;
    return v3((double)r[0], (double)r[1], (double)r[2]);
}

static inline long double height_l(scree_vec3 n, scree_vec3 p, scree_vec3 q)
{
    return (long double)n.x * ((long double)p.x - q.x) + (long double)n.y * ((long double)p.y - q.y) +
           (long double)n.z * ((long double)p.z - q.z);
}

static inline bool same_bits(scree_vec3 a, scree_vec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/// Half the diagonal of the box around the points.
static inline double size_of(const scree_vec3 *p, size_t count)
{
    scree_vec3 low = p[0], high = p[0];
    for (size_t i = 1; i < count; ++i) {
        low = v3(fmin(low.x, p[i].x), fmin(low.y, p[i].y), fmin(low.z, p[i].z));
        high = v3(fmax(high.x, p[i].x), fmax(high.y, p[i].y), fmax(high.z, p[i].z));
    }
    return 0.5 * v3_norm(v3_sub(high, low));
}

static inline bool check_faces(const scree_shape *s, double size, const char *name)
{
    bool good = true;
    int corners = 0;
    for (int f = 0; f < s->hull->face_count; ++f) {
        const scree_face *face = &s->hull->faces[f];
        good = good && face->first == corners && face->count >= 3;
        corners += face->count;
        good = good && fabs(v3_norm(face->normal) - 1.0) < 1e-15;
        for (int k = 0; k < face->count; ++k) {
            int u = s->hull->face_vertices[face->first + k],
                v = s->hull->face_vertices[face->first + (k + 1) % face->count];
            const scree_edge e = scree_edge_at(s->hull, scree_face_edge(s->hull, face->first + k));
            int side = e.face[0] == f ? 0 : 1;
            good = good && e.face[side] == f && e.vertex[side] == u && e.vertex[1 - side] == v;
            double h = v3_dot(face->normal, scree_stored_vertex(s, u));
            good = good && h <= face->offset && h >= face->offset - 1e-14 * size;
        }
        for (int i = 0; i < s->vertex_count; ++i) {
            good = good && v3_dot(face->normal, scree_stored_vertex(s, i)) <= face->offset;
        }
    }
    return CHECK_MSG(good && corners == 2 * s->hull->edge_count, "%s: a face is wrong", name);
}

static inline bool check_fans(const scree_shape *s, const char *name)
{
    bool good = s->hull->nodes[0].fan == 0 && s->hull->nodes[s->vertex_count - 1].fan_end == 2 * s->hull->edge_count;
    for (int v = 0; good && v < s->vertex_count; ++v) {
        int first = s->hull->nodes[v].fan, end = s->hull->nodes[v].fan_end;
        good = end - first >= 3;
        for (int k = first; k < end; ++k) {
            int next = k + 1 == end ? first : k + 1;
            const scree_edge e = scree_edge_at(s->hull, scree_vertex_edge(s->hull, k)),
                             g = scree_edge_at(s->hull, scree_vertex_edge(s->hull, next));
            int u = scree_neighbour(s->hull, k), f = scree_vertex_face(s->hull, k);
            good = good && ((e.vertex[0] == v && e.vertex[1] == u) || (e.vertex[1] == v && e.vertex[0] == u));
            // Face k is left of the edge to neighbour k and right of the one to the next.
            good = good && e.face[e.vertex[0] == v ? 0 : 1] == f && g.face[g.vertex[0] == v ? 1 : 0] == f;
        }
    }
    return CHECK_MSG(good, "%s: a fan is wrong", name);
}

static inline bool check_vertices(const scree_shape *s, const scree_vec3 *given, size_t count, const char *name)
{
    bool good = s->hull->given_count == (int)count;
    for (int i = 0; i < s->vertex_count; ++i) {
        good = good && (i == 0 || s->hull->given_vertex[i] > s->hull->given_vertex[i - 1]);
        good = good && v3_equal(scree_shape_vertex(s, i), given[s->hull->given_vertex[i]]);
        if (v3_equal(s->centre, v3(0, 0, 0))) {
            good = good && same_bits(scree_stored_vertex(s, i), given[s->hull->given_vertex[i]]);
        }
    }
    for (int i = s->vertex_count; i < s->padded_count; ++i) {
        good = good && v3_equal(scree_stored_vertex(s, i), scree_stored_vertex(s, 0));
    }
    return CHECK_MSG(good && s->padded_count % 8 == 0, "%s: a vertex is wrong", name);
}

/// Each vertex in one place, with its fan; and of hulls of few edges the bits of these.
static inline bool check_nodes(const scree_shape *s, const char *name)
{
    bool good = true;
    for (int v = 0; v < s->vertex_count; ++v) {
        const scree_node *n = &s->hull->nodes[v];
        good = good && same_bits(n->at, scree_stored_vertex(s, v));
        good = good && n->fan == s->hull->nodes[v].fan && n->fan_end == s->hull->nodes[v].fan_end;
        uint64_t bits = 0;
        for (int k = n->fan; s->hull->grouped_edges != NULL && k < n->fan_end; ++k)
            bits |= UINT64_C(1) << s->hull->edge_place[scree_vertex_edge(s->hull, k)];
        good = good && (s->hull->grouped_edges == NULL || bits == s->hull->vertex_edge_bits[v]);
    }
    for (int e = 0; s->hull->grouped_edges != NULL && e < s->hull->edge_count; ++e)
        good = good && s->hull->grouped_edges[s->hull->edge_place[e]] == e;
    return CHECK_MSG(good && (s->hull->grouped_edges != NULL) == (s->hull->edge_count <= 64), "%s: a node is wrong",
                     name);
}

/// Everything that must hold of the hull of `given`: a closed graph, supporting planes, no given point outside. The
/// planes are taken up in long double, from the face's own vertices.
static inline bool check_solid(const scree_shape *s, const scree_vec3 *given, size_t count, const char *name)
{
    double size = size_of(given, count);
    bool good =
        CHECK_MSG(s->vertex_count - s->hull->edge_count + s->hull->face_count == 2, "%s: V - E + F is not 2", name);
    good = check_vertices(s, given, count, name) && good;
    good = check_faces(s, size, name) && good;
    good = check_fans(s, name) && good;
    good = check_nodes(s, name) && good;
    if (!good) return false;
    long double worst = 0, uneven = 0; // a given point over a plane, a corner of a merged face under it
    for (int f = 0; f < s->hull->face_count; ++f) {
        long double top = -INFINITY;
        scree_vec3 base = given[s->hull->given_vertex[s->hull->face_vertices[s->hull->faces[f].first]]];
        for (int i = 0; i < s->vertex_count; ++i) {
            long double h = height_l(s->hull->faces[f].normal, given[s->hull->given_vertex[i]], base);
            top = h > top ? h : top;
        }
        for (size_t i = 0; i < count; ++i) {
            long double h = height_l(s->hull->faces[f].normal, given[i], base) - top;
            worst = h > worst ? h : worst;
        }
        for (int k = 0; s->hull->faces[f].count > 3 && k < s->hull->faces[f].count; ++k) {
            int corner = s->hull->face_vertices[s->hull->faces[f].first + k];
            long double h = top - height_l(s->hull->faces[f].normal, given[s->hull->given_vertex[corner]], base);
            uneven = h > uneven ? h : uneven;
        }
    }
    good = CHECK_MSG(worst <= 9e-15 * size, "%s: a point is outside by %Lg of the size", name, worst / size) && good;
    // Heights in double, by which the slack is measured, are right to some roundings of the size.
    good = CHECK_MSG(worst + uneven <= s->slack + 4e-16 * size && s->slack <= 2e-14 * size,
                     "%s: slack %g, seen %Lg and %Lg", name, s->slack / size, worst / size, uneven / size) &&
           good;
    return good;
}

#endif
