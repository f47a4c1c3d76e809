// One axis: what it costs to look whether two bodies are apart along an axis that is known, and nothing else. No
// library; the least that a warm call can cost. Rotations are matrices already, and the axis is the right one.
#include <math.h>
#include <stdlib.h>

#include "peer.h"
#include "scenes/verified.h"
#include "scree/query.h"

typedef struct axis_body {
    double rotation[3][3];
    scree_vec3 position;
    int solid;
} axis_body;

// The vertices of a solid, one coordinate after the other; none of a smooth one.
typedef struct axis_solid {
    const scree_shape *shape;
    int count;
    double *x, *y, *z;
} axis_solid;

typedef struct axis_peer {
    size_t count;
    axis_body *a, *b;
    scree_vec3 *axis;
    int solid_count;
    axis_solid *solids;
} axis_peer;

static void close_axis(void *user)
{
    axis_peer *p = user;
    for (int i = 0; p->solids != NULL && i < p->solid_count; ++i) free(p->solids[i].x);
    free(p->solids);
    free(p->a);
    free(p->b);
    free(p->axis);
    free(p);
}

static bool copy_vertices(const scree_solid *solid, axis_solid *out)
{
    *out = (axis_solid){ .shape = solid->shape };
    if (solid->kind != SCREE_POLYHEDRON) return true;
    const int n = scree_shape_vertex_count(solid->shape);
    out->count = n;
    out->x = malloc(3 * (size_t)n * sizeof *out->x);
    if (out->x == NULL) return false;
    out->y = out->x + n;
    out->z = out->y + n;
    for (int i = 0; i < n; ++i) {
        const scree_vec3 v = scree_shape_vertex(solid->shape, i);
        out->x[i] = v.x;
        out->y[i] = v.y;
        out->z[i] = v.z;
    }
    return true;
}

static axis_body body_of(const scree_body *b, int solid)
{
    axis_body out = { .position = b->position, .solid = solid };
    const scree_quat q = b->orientation;
    const double s = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const double rotation[3][3] = {
        { 1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.w * q.z), s * (q.x * q.z + q.w * q.y) },
        { s * (q.x * q.y + q.w * q.z), 1 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z - q.w * q.x) },
        { s * (q.x * q.z - q.w * q.y), s * (q.y * q.z + q.w * q.x), 1 - s * (q.x * q.x + q.y * q.y) },
    };
    for (int i = 0; i < 9; ++i) out.rotation[i / 3][i % 3] = rotation[i / 3][i % 3];
    return out;
}

static bool fill(axis_peer *p, const bench_pairs *pairs)
{
    if (p->a == NULL || p->b == NULL || p->axis == NULL || p->solids == NULL) return false;
    for (int i = 0; i < pairs->solid_count; ++i)
        if (!copy_vertices(&pairs->solids[i], &p->solids[i])) return false;
    bool whole = true;
    scree_query_options options = scree_query_defaults();
    options.scratch_size = scree_query_scratch(pairs->a[0].shape, pairs->b[0].shape) + 65536;
    options.scratch = malloc(options.scratch_size);
    for (size_t i = 0; i < p->count; ++i) {
        scree_contact c;
        p->a[i] = body_of(&pairs->a[i], pairs->solid_a[i]);
        p->b[i] = body_of(&pairs->b[i], pairs->solid_b[i]);
        whole = whole && scree_verified_query(&pairs->a[i], &pairs->b[i], &options, &c) == SCREE_OK;
        p->axis[i] = c.normal;
    }
    free(options.scratch);
    return whole;
}

static void *open_axis(const bench_pairs *pairs)
{
    if (pairs->set->steps < 2) return NULL;
    axis_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->count = pairs->count;
    p->solid_count = pairs->solid_count;
    p->solids = calloc((size_t)p->solid_count, sizeof *p->solids);
    p->a = malloc((p->count + 1) * sizeof *p->a);
    p->b = malloc((p->count + 1) * sizeof *p->b);
    p->axis = malloc((p->count + 1) * sizeof *p->axis);
    if (fill(p, pairs)) return p;
    close_axis(p);
    return NULL;
}

// How far a body reaches along d, from its origin.
static double reach(const axis_peer *p, const axis_body *body, scree_vec3 n)
{
    const double(*m)[3] = body->rotation;
    const double x = m[0][0] * n.x + m[1][0] * n.y + m[2][0] * n.z, y = m[0][1] * n.x + m[1][1] * n.y + m[2][1] * n.z,
                 z = m[0][2] * n.x + m[1][2] * n.y + m[2][2] * n.z;
    const axis_solid *s = &p->solids[body->solid];
    if (s->count == 0) {
        const scree_vec3 top = bench_support(s->shape, (scree_vec3){ x, y, z });
        return x * top.x + y * top.y + z * top.z;
    }
    double most = -INFINITY;
    for (int i = 0; i < s->count; ++i) {
        const double height = x * s->x[i] + y * s->y[i] + z * s->z[i];
        most = height > most ? height : most;
    }
    return most;
}

static void run_axis(void *user, bench_answer *answers)
{
    const axis_peer *p = user;
    for (size_t i = 0; i < p->count; ++i) {
        const scree_vec3 n = p->axis[i], u = p->a[i].position, v = p->b[i].position;
        const double between = n.x * (v.x - u.x) + n.y * (v.y - u.y) + n.z * (v.z - u.z);
        const double gap = between - reach(p, &p->a[i], n) - reach(p, &p->b[i], (scree_vec3){ -n.x, -n.y, -n.z });
        answers[i] = (bench_answer){ .distance = gap, .normal = n };
    }
}

const bench_peer bench_one_axis = { .name = "one axis",
                                    .what =
                                        "the gap along one axis that is known, nothing else: the floor of a warm call",
                                    .scope = BENCH_VERDICT,
                                    .open = open_axis,
                                    .run = run_axis,
                                    .close = close_axis };
