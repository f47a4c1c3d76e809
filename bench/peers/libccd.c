// libccd: GJK with EPA, MPR, and MPR's verdict, by support functions, double precision, 1e-6 as its examples have it.
#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>
#include <stdlib.h>

#include "peer.h"

typedef struct ccd_body {
    const scree_shape *shape;
    int count; // of vertices; 0: by its support function
    const scree_vec3 *vertices;
    ccd_vec3_t position;
    ccd_quat_t rotation, back;
} ccd_body;

typedef struct ccd_peer {
    size_t count;
    ccd_body *a, *b;
    ccd_t options;
} ccd_peer;

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    const ccd_body *body = object;
    ccd_vec3_t d = *direction;
    ccdQuatRotVec(&d, &body->back);
    if (body->count > 0) {
        const scree_vec3 *v = body->vertices;
        int best = 0;
        double most = -INFINITY;
        for (int i = 0; i < body->count; ++i) {
            const double height = d.v[0] * v[i].x + d.v[1] * v[i].y + d.v[2] * v[i].z;
            if (height > most) {
                most = height;
                best = i;
            }
        }
        ccdVec3Set(out, v[best].x, v[best].y, v[best].z);
    } else {
        const scree_vec3 p = bench_support(body->shape, (scree_vec3){ d.v[0], d.v[1], d.v[2] });
        ccdVec3Set(out, p.x, p.y, p.z);
    }
    ccdQuatRotVec(out, &body->rotation);
    ccdVec3Add(out, &body->position);
}

static void centre(const void *object, ccd_vec3_t *out)
{
    const ccd_body *body = object;
    ccdVec3Copy(out, &body->position);
}

static ccd_body body_of(const bench_pairs *pairs, int solid, const scree_body *b)
{
    const scree_solid *s = &pairs->solids[solid];
    ccd_body body = { .shape = s->shape };
    if (s->kind == SCREE_POLYHEDRON) {
        body.count = s->count;
        body.vertices = s->points;
    }
    const scree_quat q = b->orientation;
    ccdVec3Set(&body.position, b->position.x, b->position.y, b->position.z);
    ccdQuatSet(&body.rotation, q.x, q.y, q.z, q.w);
    (void)ccdQuatNormalize(&body.rotation);
    (void)ccdQuatInvert2(&body.back, &body.rotation);
    return body;
}

static void close_ccd(void *user)
{
    ccd_peer *p = user;
    free(p->a);
    free(p->b);
    free(p);
}

static void *open_ccd(const bench_pairs *pairs)
{
    if (scree_shape_dimension(pairs->solids[0].shape) != 3) return NULL;
    if (pairs->set->family_b == BENCH_PLANE) return NULL; // it has no support points
    ccd_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->count = pairs->count;
    p->a = malloc((p->count + 1) * sizeof *p->a);
    p->b = malloc((p->count + 1) * sizeof *p->b);
    if (p->a == NULL || p->b == NULL) {
        close_ccd(p);
        return NULL;
    }
    for (size_t i = 0; i < p->count; ++i) {
        p->a[i] = body_of(pairs, pairs->solid_a[i], &pairs->a[i]);
        p->b[i] = body_of(pairs, pairs->solid_b[i], &pairs->b[i]);
    }
    CCD_INIT(&p->options);
    p->options.support1 = p->options.support2 = support;
    p->options.center1 = p->options.center2 = centre;
    p->options.max_iterations = 500;
    p->options.epa_tolerance = 1e-6;
    p->options.mpr_tolerance = 1e-6;
    return p;
}

static void *open_still(const bench_pairs *pairs)
{
    return pairs->set->steps > 1 ? NULL : open_ccd(pairs);
}

static bench_answer answer_of(int status, ccd_real_t depth, const ccd_vec3_t *direction)
{
    if (status != 0) return (bench_answer){ .distance = 1.0, .failed = status != -1 };
    return (bench_answer){ .distance = -depth,
                           .normal = { direction->v[0], direction->v[1], direction->v[2] },
                           .failed = !isfinite(depth) };
}

static void run_epa(void *user, bench_answer *answers)
{
    const ccd_peer *p = user;
    for (size_t i = 0; i < p->count; ++i) {
        ccd_real_t depth = 0;
        ccd_vec3_t direction = { { 0, 0, 0 } }, place;
        const int status = ccdGJKPenetration(&p->a[i], &p->b[i], &p->options, &depth, &direction, &place);
        answers[i] = answer_of(status, depth, &direction);
    }
}

static void run_mpr(void *user, bench_answer *answers)
{
    const ccd_peer *p = user;
    for (size_t i = 0; i < p->count; ++i) {
        ccd_real_t depth = 0;
        ccd_vec3_t direction = { { 0, 0, 0 } }, place;
        const int status = ccdMPRPenetration(&p->a[i], &p->b[i], &p->options, &depth, &direction, &place);
        answers[i] = answer_of(status, depth, &direction);
    }
}

static void run_verdict(void *user, bench_answer *answers)
{
    const ccd_peer *p = user;
    for (size_t i = 0; i < p->count; ++i) {
        const int overlap = ccdMPRIntersect(&p->a[i], &p->b[i], &p->options);
        answers[i] = (bench_answer){ .distance = overlap ? -1.0 : 1.0 };
    }
}

const bench_peer bench_ccd_epa = { .name = "libccd EPA",
                                   .what = "ccdGJKPenetration(), 1e-6; double",
                                   .scope = BENCH_CONTACT,
                                   .exact_depth = true,
                                   .open = open_ccd,
                                   .run = run_epa,
                                   .close = close_ccd };
const bench_peer bench_ccd_mpr = { .name = "libccd MPR",
                                   .what = "ccdMPRPenetration(), 1e-6, not the least depth; double",
                                   .scope = BENCH_CONTACT,
                                   .open = open_ccd,
                                   .run = run_mpr,
                                   .close = close_ccd };
const bench_peer bench_ccd_verdict = { .name = "libccd MPR, verdict",
                                       .what = "ccdMPRIntersect(); double",
                                       .scope = BENCH_VERDICT,
                                       .open = open_still,
                                       .run = run_verdict,
                                       .close = close_ccd };
