// The point of a simplex nearest to the origin.
//
// Source      The Voronoi regions as in Ericson, Real-Time Collision Detection (2005), with the signed areas and
//             volumes of Montanari, Petrinic, Barbieri (2017) instead of products of dot products.
// Idea        A triangle: project the origin on its plane; if the projection has three weights >= 0 it is the answer,
//             otherwise the answer is on one of the edges whose weight is negative. A tetrahedron: the answer is on one
//             of the faces that have the origin on their outer side.
// Departures  Where rounding decides on which side of a face the origin is, the face counts as visible: the nearest of
//             all candidates wins, so this costs time and never the answer.
#include "pair/simplex.h"

#include "base/impossible.h"

scree_vec3 scree_nearest_on_segment(scree_vec3 p, scree_vec3 q, double weight[2])
{
    scree_vec3 d = v3_sub(q, p);
    double along_p = -v3_dot(p, d), along_q = v3_dot(q, d); // they add up to |d|^2
    if (along_p <= 0.0 || along_q <= 0.0) {
        bool at_p = along_p <= 0.0 && (along_q > 0.0 || v3_norm2(p) <= v3_norm2(q));
        weight[0] = at_p ? 1.0 : 0.0;
        weight[1] = at_p ? 0.0 : 1.0;
        return at_p ? p : q;
    }
    double length2 = along_p + along_q;
    weight[0] = along_q / length2;
    weight[1] = along_p / length2;
    // From the nearer end the rounding error is smaller.
    scree_vec3 v = weight[0] > weight[1] ? v3_add_scaled(p, weight[1], d) : v3_add_scaled(q, -weight[0], d);
    return v;
}

// The best of the edges whose opposite weight is not positive.
static scree_vec3 nearest_on_edges(const scree_vec3 corner[3], const double area[3], double weight[3])
{
    scree_vec3 best = corner[0];
    double best2 = INFINITY;
    weight[0] = 1.0;
    weight[1] = weight[2] = 0.0;
    for (int i = 0; i < 3; ++i) {
        if (area[i] > 0.0) continue;
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double t[2];
        scree_vec3 v = scree_nearest_on_segment(corner[j], corner[k], t);
        double v2 = v3_norm2(v);
        if (v2 < best2) {
            best2 = v2;
            best = v;
            weight[i] = 0.0;
            weight[j] = t[0];
            weight[k] = t[1];
        }
    }
    return best;
}

scree_vec3 scree_triangle_normal(scree_vec3 p, scree_vec3 q, scree_vec3 r)
{
    // On a sliver the rounding error of the cross product may have any direction, also along the long side, where
    // corners are far away: that component is removed.
    scree_vec3 pq = v3_sub(q, p), qr = v3_sub(r, q), rp = v3_sub(p, r), n = v3_cross(rp, pq);
    double pq2 = v3_norm2(pq), qr2 = v3_norm2(qr), rp2 = v3_norm2(rp);
    scree_vec3 side = pq2 >= qr2 && pq2 >= rp2 ? pq : qr2 >= rp2 ? qr : rp;
    double side2 = fmax(pq2, fmax(qr2, rp2));
    return side2 > 0.0 ? v3_add_scaled(n, -v3_dot(n, side) / side2, side) : n;
}

scree_vec3 scree_nearest_on_triangle(scree_vec3 p, scree_vec3 q, scree_vec3 r, double weight[3])
{
    const scree_vec3 corner[3] = { p, q, r };
    scree_vec3 n = scree_triangle_normal(p, q, r);
    double n2 = v3_norm2(n);
    static const double no_area[3] = { 0.0, 0.0, 0.0 };
    if (!(n2 > 0.0)) return nearest_on_edges(corner, no_area, weight);
    // The projection of the origin, computed from the corner nearest to it: |n . corner| is the same for all, but its
    // error is not.
    double p2 = v3_norm2(p), q2 = v3_norm2(q), r2 = v3_norm2(r);
    scree_vec3 near = p2 <= q2 && p2 <= r2 ? p : q2 <= r2 ? q : r;
    scree_vec3 projection = v3_scale(n, v3_dot(n, near) / n2);
    scree_vec3 fp = v3_sub(p, projection), fq = v3_sub(q, projection), fr = v3_sub(r, projection);
    double area[3] = { v3_dot(n, v3_cross(fq, fr)), v3_dot(n, v3_cross(fr, fp)), v3_dot(n, v3_cross(fp, fq)) };
    if (area[0] > 0.0 && area[1] > 0.0 && area[2] > 0.0) {
        double sum = area[0] + area[1] + area[2];
        for (int i = 0; i < 3; ++i) weight[i] = area[i] / sum;
        return projection;
    }
    return nearest_on_edges(corner, area, weight);
}

static void keep(scree_simplex *s, const int chosen[3], const double weight[3], int count)
{
    scree_simplex cut = { .count = 0 };
    for (int i = 0; i < count; ++i) {
        if (!(weight[i] > 0.0)) continue;
        cut.vertex[cut.count] = s->vertex[chosen[i]];
        cut.weight[cut.count++] = weight[i];
    }
    *s = cut;
}

static double volume(scree_vec3 p, scree_vec3 q, scree_vec3 r)
{
    return v3_dot(p, v3_cross(q, r));
}

// Error of a triple product of vectors of these lengths, in roundings relative to their product.
#define VOLUME_ROUNDINGS (12.0 * SCREE_ROUNDING)

// seen[i]: the face opposite vertex i has the origin on its outer side, or may have.
static int faces_seen(const scree_simplex *s, bool seen[4])
{
    static const int face[4][3] = { { 1, 2, 3 }, { 0, 3, 2 }, { 0, 1, 3 }, { 0, 2, 1 } };
    double part[4], doubt[4], whole = 0.0, whole_doubt = 0.0, length[4];
    for (int i = 0; i < 4; ++i) length[i] = v3_norm(s->vertex[i].w);
    for (int i = 0; i < 4; ++i) {
        const int *f = face[i];
        part[i] = volume(s->vertex[f[0]].w, s->vertex[f[1]].w, s->vertex[f[2]].w);
        doubt[i] = VOLUME_ROUNDINGS * length[f[0]] * length[f[1]] * length[f[2]];
        whole += part[i];
        whole_doubt += doubt[i];
    }
    int count = 0;
    bool flat = fabs(whole) <= whole_doubt;
    for (int i = 0; i < 4; ++i) {
        seen[i] = flat || (whole > 0.0 ? part[i] : -part[i]) <= doubt[i];
        count += seen[i];
    }
    return count;
}

static scree_vec3 reduce_tetrahedron(scree_simplex *s, bool *inside)
{
    bool seen[4];
    *inside = faces_seen(s, seen) == 0;
    if (*inside) {
        for (int i = 0; i < 4; ++i) s->weight[i] = 0.25;
        return v3(0, 0, 0);
    }
    scree_vec3 best = s->vertex[0].w;
    double best2 = INFINITY, best_weight[3] = { 1, 0, 0 };
    int best_face[3] = { 0, 0, 0 };
    for (int i = 0; i < 4; ++i) {
        if (!seen[i]) continue;
        int f[3] = { (i + 1) % 4, (i + 2) % 4, (i + 3) % 4 };
        double weight[3];
        scree_vec3 v = scree_nearest_on_triangle(s->vertex[f[0]].w, s->vertex[f[1]].w, s->vertex[f[2]].w, weight);
        double v2 = v3_norm2(v);
        if (v2 < best2) {
            best2 = v2;
            best = v;
            for (int k = 0; k < 3; ++k) {
                best_face[k] = f[k];
                best_weight[k] = weight[k];
            }
        }
    }
    keep(s, best_face, best_weight, 3);
    return best;
}

scree_vec3 scree_simplex_reduce(scree_simplex *s, bool *inside)
{
    SCREE_REQUIRE(s->count >= 1 && s->count <= 4);
    static const int in_order[3] = { 0, 1, 2 };
    double weight[3] = { 1.0, 0.0, 0.0 };
    scree_vec3 v = s->vertex[0].w;
    *inside = false;
    switch (s->count) {
    case 4:
        return reduce_tetrahedron(s, inside);
    case 3:
        v = scree_nearest_on_triangle(s->vertex[0].w, s->vertex[1].w, s->vertex[2].w, weight);
        break;
    case 2:
        v = scree_nearest_on_segment(s->vertex[0].w, s->vertex[1].w, weight);
        break;
    default:
        break;
    }
    keep(s, in_order, weight, s->count);
    return v;
}

void scree_simplex_points(const scree_simplex *s, scree_vec3 *on_a, scree_vec3 *on_b)
{
    *on_a = v3(0, 0, 0);
    *on_b = v3(0, 0, 0);
    for (int i = 0; i < s->count; ++i) {
        *on_a = v3_add_scaled(*on_a, s->weight[i], s->vertex[i].a);
        *on_b = v3_add_scaled(*on_b, s->weight[i], s->vertex[i].b);
    }
}

// -------------------------------------------------------------------------------------------- the weights of a sliver
//
// Idea        Where one body is a million times as large as the other, the triangle of M that is nearest to the origin is as long as
//             the one and as wide as the other. Weights that are quotients of areas are then off by the rounding of its length over its
//             width, and so are the points. What they miss the nearest point by is taken apart along the long side and across it,
//             from an end of the shortest side: that leaves the rounding of the length.

static scree_vec3 weighted(const scree_simplex *s)
{
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < s->count; ++i) sum = v3_add_scaled(sum, s->weight[i], s->vertex[i].w);
    return sum;
}

// The corner from which the shortest side of a triangle goes to the next corner.
static int shortest_side(const scree_simplex *s)
{
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        const double length2 = v3_norm2(v3_sub(s->vertex[(i + 1) % 3].w, s->vertex[i].w));
        if (!(length2 < least)) continue;
        least = length2;
        best = i;
    }
    return best;
}

void scree_simplex_refine(scree_simplex *s)
{
    enum { ROUNDS = 4 };
    if (s->count != 3) return;
    const int base = shortest_side(s), near = (base + 1) % 3, far = (base + 2) % 3;
    const scree_vec3 narrow = v3_sub(s->vertex[near].w, s->vertex[base].w);
    const scree_vec3 wide = v3_sub(s->vertex[far].w, s->vertex[base].w), along = v3_unit(wide);
    const scree_vec3 across = v3_add_scaled(narrow, -v3_dot(narrow, along), along);
    for (int i = 0; i < ROUNDS; ++i) {
        scree_simplex t = *s;
        const scree_vec3 rest = weighted(s);
        const double by_near = -v3_dot(rest, across) / v3_norm2(across);
        const double by_far = -v3_dot(v3_add_scaled(rest, by_near, narrow), along) / v3_norm(wide);
        t.weight[near] = fmin(fmax(t.weight[near] + by_near, 0.0), 1.0);
        t.weight[far] = fmin(fmax(t.weight[far] + by_far, 0.0), 1.0 - t.weight[near]);
        t.weight[base] = 1.0 - t.weight[near] - t.weight[far];
        if (!(v3_norm2(weighted(&t)) < v3_norm2(rest))) return;
        *s = t;
    }
}
