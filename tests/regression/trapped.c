// Ordinary queries with floating-point traps on, as DEM codes run, ended in SIGFPE before 0.3: every capsule with a box, three of
// four superquadrics with a box, two of three ellipsoids with a box, one of four pairs of hulls; so did the contacts of a
// system. Seen at these pairs and systems. tests/cross/fp_environment.c does the same with every call and shape.
#define _GNU_SOURCE // feenableexcept()

#include <fenv.h>
#include <stdlib.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { BODIES = 200, MOST = BODIES * BODIES, POINTS = 12 };

static scree_pair candidates[MOST];
static scree_cache caches[MOST];
static _Alignas(64) char scratch[1 << 22];

// Around the call alone: what the test computes itself does not matter.
static void trap(bool on)
{
#ifdef __GLIBC__
    static int before;
    feclearexcept(FE_ALL_EXCEPT);
    if (on)
        before = fegetexcept();
    else
        fedisableexcept(FE_ALL_EXCEPT);
    feenableexcept(on ? FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW : before);
#else
    (void)on;
#endif
}

static void check_with_box(const char *name, scree_shape *shape, scree_vec3 position)
{
    scree_shape *box = scree_box_create((scree_vec3){ 1, 1, 1 }, 0, NULL);
    if (!CHECK_MSG(shape != NULL && box != NULL, "%s: no shape", name)) return;
    const scree_body a = scree_body_at(shape, (scree_vec3){ 0, 0, 0 });
    const scree_body b = { box, position, { 0.9, 0.1, 0.2, 0.3 } };
    scree_contact x;
    scree_verification v;
    trap(true);
    const scree_status status = scree_query(&a, &b, NULL, &x);
    trap(false);
    CHECK_MSG(status == SCREE_OK && x.status == SCREE_OK, "%s: %s", name, scree_status_name(status));
    CHECK(scree_verify(&a, &b, &x, NULL, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %s", name, v.reason);
    scree_shape_destroy(box);
    scree_shape_destroy(shape);
}

static scree_shape *make_hull(scree_random *r)
{
    scree_vec3 points[POINTS];
    for (int i = 0; i < POINTS; ++i)
        points[i] = (scree_vec3){ random_between(r, -1, 1), random_between(r, -1, 1), random_between(r, -1, 1) };
    return scree_polyhedron_create(points, POINTS, 0, NULL);
}

static void check_system(const char *name, scree_shape *shape, scree_random *r)
{
    scree_body bodies[BODIES];
    scree_pair_contact *contacts = calloc(MOST, sizeof *contacts);
    size_t count = 0;
    if (!CHECK_MSG(shape != NULL && contacts != NULL, "%s: no shape", name)) return;
    for (int i = 0; i < BODIES; ++i) {
        const scree_vec3 at = { random_between(r, 0, 10), random_between(r, 0, 10), random_between(r, 0, 10) };
        bodies[i] = scree_body_at(shape, at);
        bodies[i].orientation = (scree_quat){ random_between(r, -50, 50), random_between(r, -50, 50),
                                              random_between(r, -50, 50), random_between(r, -50, 50) };
    }
    const scree_system system = { .bodies = bodies, .body_count = BODIES, .threads = 1 };
    scree_candidates memory = { .pairs = candidates, .caches = caches, .capacity = MOST, .scratch = scratch };
    memory.scratch_size = sizeof scratch;
    trap(true);
    const scree_status status = scree_contacts(&system, NULL, &memory, contacts, MOST, &count);
    trap(false);
    CHECK_MSG(status == SCREE_OK && count > 0, "%s: %s, %zu contacts", name, scree_status_name(status), count);
    for (size_t i = 0; i < count; ++i)
        CHECK_MSG(contacts[i].contact.status == SCREE_OK, "%s: contact %zu has no answer", name, i);
    free(contacts);
    scree_shape_destroy(shape);
}

int main(void)
{
    scree_random r = random_stream(2, 0, 0);
    check_with_box("capsule", scree_capsule_create(0.5, 1, 0, NULL), (scree_vec3){ 3, 0.2, 0.1 });
    check_with_box("ellipsoid", scree_ellipsoid_create((scree_vec3){ 1, 0.5, 0.3 }, 0, NULL),
                   (scree_vec3){ 1.6, 0.2, 0.1 });
    check_with_box("superquadric", scree_superquadric_create((scree_vec3){ 1, 0.7, 0.5 }, 4, 4, 0, NULL),
                   (scree_vec3){ 1.6, 0.2, 0.1 });
    check_with_box("box", scree_box_create((scree_vec3){ 1, 1, 1 }, 0, NULL), (scree_vec3){ 1.6, 0.2, 0.1 });
    check_system("hulls", make_hull(&r), &r);
    check_system("ellipsoids", scree_ellipsoid_create((scree_vec3){ 1, 0.6, 0.4 }, 0, NULL), &r);
    check_system("superquadrics", scree_superquadric_create((scree_vec3){ 1, 0.7, 0.5 }, 4, 4, 0, NULL), &r);
    check_system("balls", scree_sphere_create(1, 0, NULL), &r);
    return check_done();
}
