// A plain loop over pairs of balls: what distance, normal and the two points cost where nothing else is done. No library; the
// least that a query of two balls can cost.
#include <math.h>
#include <stdlib.h>

#include "peer.h"

typedef struct plain_peer {
    const bench_pairs *pairs;
    double radius_a, radius_b; // every set of balls has one of each
    scree_vec3 *points;        // on A and on B
} plain_peer;

static void close_plain(void *user)
{
    plain_peer *p = user;
    free(p->points);
    free(p);
}

static void *open_plain(const bench_pairs *pairs)
{
    const bench_set *set = pairs->set;
    if (set->family_a != BENCH_SPHERE || set->family_b != BENCH_SPHERE) return NULL;
    plain_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    *p = (plain_peer){ .pairs = pairs, .radius_a = set->detail_a, .radius_b = set->detail_b };
    p->points = malloc((2 * pairs->count + 1) * sizeof *p->points);
    if (p->points != NULL) return p;
    close_plain(p);
    return NULL;
}

static void run_plain(void *user, bench_answer *answers)
{
    const plain_peer *p = user;
    const double ra = p->radius_a, rb = p->radius_b;
    for (size_t i = 0; i < p->pairs->count; ++i) {
        const scree_vec3 a = p->pairs->a[i].position, b = p->pairs->b[i].position;
        const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z, length = sqrt(x * x + y * y + z * z);
        const scree_vec3 n = { x / length, y / length, z / length };
        p->points[2 * i] = (scree_vec3){ a.x + ra * n.x, a.y + ra * n.y, a.z + ra * n.z };
        p->points[2 * i + 1] = (scree_vec3){ b.x - rb * n.x, b.y - rb * n.y, b.z - rb * n.z };
        answers[i] = (bench_answer){ .distance = length - ra - rb, .normal = n };
    }
}

const bench_peer bench_plain = { .name = "plain loop",
                                 .what = "two balls: distance, normal and points in a loop, nothing else; double",
                                 .exact_depth = true,
                                 .open = open_plain,
                                 .run = run_plain,
                                 .close = close_plain };
