// ODE: dCollide() of spheres, boxes, capsules and planes, and of a cylinder on a plane, double precision. Its convex hulls meet
// only planes, spheres and boxes, its cylinders boxes and spheres by an approximation: these are not asked.
#define dDOUBLE
#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>

#include "peer.h"

// Two boxes get their manifold; of all others the deepest point is all there is.
enum { MOST_CONTACTS = 8 };

typedef struct ode_pose {
    dVector3 position;
    dMatrix3 rotation;
} ode_pose;

typedef struct ode_peer {
    const bench_pairs *pairs;
    dGeomID *geoms; // of each solid
    int contacts;
    ode_pose *a, *b;
} ode_peer;

static void pose_of(const scree_body *body, ode_pose *out)
{
    const scree_quat q = body->orientation;
    const double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const dQuaternion unit = { q.w / length, q.x / length, q.y / length, q.z / length };
    dRfromQ(out->rotation, unit);
    out->position[0] = body->position.x;
    out->position[1] = body->position.y;
    out->position[2] = body->position.z;
}

static bool is_box(const scree_solid *s)
{
    return s->kind == SCREE_POLYHEDRON && s->vector.x > 0.0;
}

static bool is_served(const bench_set *set, const scree_solid *s)
{
    if (s->kind == SCREE_CYLINDER) return set->family_b == BENCH_PLANE;
    return s->kind == SCREE_SPHERE || s->kind == SCREE_CAPSULE || s->kind == SCREE_HALF_SPACE || is_box(s);
}

static dGeomID make_geom(const scree_solid *s)
{
    const scree_vec3 half = s->vector;
    switch (s->kind) {
    case SCREE_SPHERE:
        return dCreateSphere(NULL, s->radius);
    case SCREE_CAPSULE:
        return dCreateCapsule(NULL, s->radius, 2.0 * s->half_length);
    case SCREE_CYLINDER:
        return dCreateCylinder(NULL, s->radius, 2.0 * s->half_length);
    case SCREE_HALF_SPACE:
        return dCreatePlane(NULL, half.x, half.y, half.z, s->offset);
    default:
        return dCreateBox(NULL, 2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
    }
}

static void close_ode(void *user)
{
    ode_peer *p = user;
    for (int i = 0; p->geoms != NULL && i < p->pairs->solid_count; ++i) dGeomDestroy(p->geoms[i]);
    free(p->geoms);
    free(p->a);
    free(p->b);
    free(p);
    dCloseODE();
}

static void *open_ode(const bench_pairs *pairs)
{
    for (int i = 0; i < pairs->solid_count; ++i)
        if (!is_served(pairs->set, &pairs->solids[i])) return NULL;
    ode_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    dInitODE();
    p->pairs = pairs;
    p->contacts = is_box(&pairs->solids[0]) && is_box(&pairs->solids[pairs->solid_count - 1]) ? MOST_CONTACTS : 1;
    p->geoms = malloc((size_t)pairs->solid_count * sizeof *p->geoms);
    for (int i = 0; p->geoms != NULL && i < pairs->solid_count; ++i) p->geoms[i] = make_geom(&pairs->solids[i]);
    p->a = malloc((pairs->count + 1) * sizeof *p->a);
    p->b = malloc((pairs->count + 1) * sizeof *p->b);
    if (p->geoms == NULL || p->a == NULL || p->b == NULL) {
        close_ode(p);
        return NULL;
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        pose_of(&pairs->a[i], &p->a[i]);
        pose_of(&pairs->b[i], &p->b[i]);
    }
    return p;
}

// Planes stay, and balls need not be rotated.
static void place(dGeomID geom, const ode_pose *pose)
{
    const int kind = dGeomGetClass(geom);
    if (kind == dPlaneClass) return;
    dGeomSetPosition(geom, pose->position[0], pose->position[1], pose->position[2]);
    if (kind != dSphereClass) dGeomSetRotation(geom, pose->rotation);
}

static void run_ode(void *user, bench_answer *answers)
{
    const ode_peer *p = user;
    const bench_pairs *pairs = p->pairs;
    for (size_t i = 0; i < pairs->count; ++i) {
        dContactGeom contacts[MOST_CONTACTS];
        const dGeomID a = p->geoms[pairs->solid_a[i]], b = p->geoms[pairs->solid_b[i]];
        place(a, &p->a[i]);
        place(b, &p->b[i]);
        const int found = dCollide(a, b, p->contacts, contacts, sizeof *contacts);
        answers[i] = (bench_answer){ .distance = 1.0 };
        int deepest = 0;
        for (int k = 1; k < found; ++k)
            if (contacts[k].depth > contacts[deepest].depth) deepest = k;
        if (found == 0) continue;
        const dReal *n = contacts[deepest].normal;
        answers[i].distance = -contacts[deepest].depth;
        answers[i].normal = (scree_vec3){ -n[0], -n[1], -n[2] };
    }
}

const bench_peer bench_ode = { .name = "ODE",
                               .what = "dCollide(), two boxes with their manifold; double",
                               .scope = BENCH_CONTACT,
                               .exact_depth = true,
                               .open = open_ode,
                               .run = run_ode,
                               .close = close_ode };
