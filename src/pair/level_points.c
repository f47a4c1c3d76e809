// Points of two polytopes that are distance * normal apart.
//
// Idea        Let d be the distance along the normal n. Points p of A and q of B with q - p = d n are at the top of A
//             and at the bottom of B, since B's bottom is d above A's top. So they are where the hulls of the highest
//             and of the lowest corners meet, once B is moved back by d n. The features do not matter: on a face that
//             was merged from facets, a diagonal may hold the point, and no feature has that normal. Two planar hulls
//             that meet do so at two segments, or at a corner and a triangle.
// Limits      Tries all pairs: for few corners, where nothing else has found the points.
#include "pair/level_points.h"

typedef struct nearest_pair {
    double distance;
    scree_vec3 p, q;
} nearest_pair;

static void propose(double distance, scree_vec3 p, scree_vec3 q, nearest_pair *best)
{
    if (distance < best->distance) *best = (nearest_pair){ distance, p, q };
}

// The corner x and all triangles of the others; with `rotated`, x is the second of the two points.
static void propose_triangles(scree_vec3 x, const scree_vec3 *corner, int count, bool swapped, nearest_pair *best)
{
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j) {
            for (int k = 0; k < j; ++k) {
                double weight[3];
                const scree_vec3 d =
                    scree_nearest_on_triangle(v3_sub(corner[i], x), v3_sub(corner[j], x), v3_sub(corner[k], x), weight);
                const scree_vec3 y = v3_add(x, d);
                propose(v3_norm(d), swapped ? y : x, swapped ? x : y, best);
            }
        }
    }
}

static void propose_segments(const scree_vec3 p[2], const scree_vec3 *corner, int count, nearest_pair *best)
{
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j <= i; ++j) {
            scree_vec3 x, y;
            const double distance = scree_segment_distance(p[0], p[1], corner[i], corner[j], &x, &y);
            propose(distance, x, y, best);
        }
    }
}

double scree_level_points(const scree_cores *c, const scree_answer *x, const int *corners_a, int count_a,
                          const int *corners_b, int count_b, scree_vec3 *on_a, scree_vec3 *on_b)
{
    scree_vec3 a[SCREE_LEVEL_CORNERS], b[SCREE_LEVEL_CORNERS];
    for (int i = 0; i < count_a; ++i) a[i] = scree_cores_vertex_a(c, corners_a[i]);
    for (int i = 0; i < count_b; ++i)
        b[i] = v3_add_scaled(scree_cores_vertex_b(c, corners_b[i]), -x->distance, x->normal);
    nearest_pair best = { .distance = INFINITY };
    for (int i = 0; i < count_a; ++i) {
        propose_triangles(a[i], b, count_b, false, &best);
        for (int j = 0; j <= i; ++j) propose_segments((const scree_vec3[2]){ a[i], a[j] }, b, count_b, &best);
    }
    for (int i = 0; i < count_b; ++i) propose_triangles(b[i], a, count_a, true, &best);
    *on_a = best.p;
    *on_b = v3_add_scaled(best.q, x->distance, x->normal);
    return best.distance;
}
