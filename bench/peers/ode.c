// ODE: dCollide() of a sphere and a box, double precision. Its convex hulls meet only planes, spheres and boxes; of
// these sets it serves the sphere and the cube.
#define dDOUBLE
#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>

#include "peer.h"

typedef struct ode_pose {
    dVector3 position;
    dMatrix3 turn;
} ode_pose;

typedef struct ode_peer {
    size_t count;
    dGeomID sphere, box;
    ode_pose *a, *b;
} ode_peer;

static void pose_of(const scree_body *body, ode_pose *out)
{
    const scree_quat q = body->orientation;
    const double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const dQuaternion unit = { q.w / length, q.x / length, q.y / length, q.z / length };
    dRfromQ(out->turn, unit);
    out->position[0] = body->position.x;
    out->position[1] = body->position.y;
    out->position[2] = body->position.z;
}

static void close_ode(void *user)
{
    ode_peer *p = user;
    dGeomDestroy(p->sphere);
    dGeomDestroy(p->box);
    free(p->a);
    free(p->b);
    free(p);
    dCloseODE();
}

static void *open_ode(const bench_pairs *pairs)
{
    if (pairs->set->family_a != BENCH_SPHERE || pairs->set->family_b != BENCH_CUBE) return NULL;
    ode_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    dInitODE();
    p->count = pairs->count;
    p->sphere = dCreateSphere(NULL, pairs->solids[0].radius);
    p->box = dCreateBox(NULL, 1.0, 1.0, 1.0);
    p->a = malloc((p->count + 1) * sizeof *p->a);
    p->b = malloc((p->count + 1) * sizeof *p->b);
    if (p->a == NULL || p->b == NULL) {
        close_ode(p);
        return NULL;
    }
    for (size_t i = 0; i < p->count; ++i) {
        pose_of(&pairs->a[i], &p->a[i]);
        pose_of(&pairs->b[i], &p->b[i]);
    }
    return p;
}

static void run_ode(void *user, bench_answer *answers)
{
    const ode_peer *p = user;
    for (size_t i = 0; i < p->count; ++i) {
        dContactGeom contact;
        dGeomSetPosition(p->sphere, p->a[i].position[0], p->a[i].position[1], p->a[i].position[2]);
        dGeomSetPosition(p->box, p->b[i].position[0], p->b[i].position[1], p->b[i].position[2]);
        dGeomSetRotation(p->box, p->b[i].turn);
        const int found = dCollide(p->sphere, p->box, 1, &contact, sizeof contact);
        answers[i] = (bench_answer){ .distance = 1.0 };
        if (found == 0) continue;
        answers[i].distance = -contact.depth;
        answers[i].normal = (scree_vec3){ -contact.normal[0], -contact.normal[1], -contact.normal[2] };
    }
}

const bench_peer bench_ode = { .name = "ODE",
                               .what = "dCollide(), sphere and box; double",
                               .scope = BENCH_CONTACT,
                               .exact_depth = true,
                               .open = open_ode,
                               .run = run_ode,
                               .close = close_ode };
