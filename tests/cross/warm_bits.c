// Of how many pairs that move a warm answer differs from a cold one in any bit, by family, in single queries and in batches, and
// a cold answer of a batch from that of a single query. No more may than docs/query.md says; of bodies that are both curved, the
// number is printed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/grains.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "scree/query.h"

enum { STEPS = 8, PAIRS = 400, SHAPES = 16 }; // shapes: of each body, where they overlap deeply; else one

typedef enum kind {
    BALL,
    BOX,
    HULL, // of 20 points
    ELLIPSOID,
    SUPERQUADRIC,
    CAPSULE,
    TAPERED,
    CYLINDER,
    CONE,
    PLANE,
    TRIANGLE,
    HEXAGON,
    TETRAHEDRON,
    HULL_8,
    HULL_100,
    HULL_300
} kind;

// Where a pair begins.
typedef enum start {
    NEAR,    // in touch, to 5 % of the size on either side
    AT_REST, // a face on a face, tilted by little or not at all
    DEEP     // overlapping by 20 to 30 % of the size; where that is more than there is, with their centres on one point
} start;

// How many of 10,000 may differ.
enum { ANY = -1, NONE = 0, AT_REST_MOST = 8, DEEP_FEW = 20, DEEP_SMALL = 400, DEEP_LARGE = 800 };

typedef struct family {
    const char *name;
    kind a, b;
    int most;
    start start;
} family;

static const family families[] = {
    { "balls", BALL, BALL, NONE, NEAR },
    { "capsules", CAPSULE, CAPSULE, NONE, NEAR },
    { "ball - box", BALL, BOX, NONE, NEAR },
    { "capsule - box", CAPSULE, BOX, NONE, NEAR },
    { "box - plane", BOX, PLANE, NONE, NEAR },
    { "cylinder - plane", CYLINDER, PLANE, NONE, NEAR },
    { "boxes", BOX, BOX, NONE, NEAR },
    { "20 vertices", HULL, HULL, NONE, NEAR },
    { "box - 20 vertices", BOX, HULL, NONE, NEAR },
    { "ellipsoids", ELLIPSOID, ELLIPSOID, ANY, NEAR },
    { "superquadrics", SUPERQUADRIC, SUPERQUADRIC, ANY, NEAR },
    { "ellipsoid - box", ELLIPSOID, BOX, NONE, NEAR },
    { "superquadric - 20 vertices", SUPERQUADRIC, HULL, ANY, NEAR },
    { "cylinders", CYLINDER, CYLINDER, ANY, NEAR },
    { "cylinder - box", CYLINDER, BOX, ANY, NEAR },
    { "cone - box", CONE, BOX, ANY, NEAR },
    { "boxes at rest", BOX, BOX, NONE, AT_REST },
    { "box on triangular prism", TRIANGLE, BOX, AT_REST_MOST, AT_REST },
    { "triangular prisms at rest", TRIANGLE, TRIANGLE, AT_REST_MOST, AT_REST },
    { "hexagonal prisms at rest", HEXAGON, HEXAGON, AT_REST_MOST, AT_REST },
    { "20 vertices on box", BOX, HULL, NONE, AT_REST },
    { "ball - cylinder", BALL, CYLINDER, NONE, NEAR },
    { "ellipsoid - 20 vertices", ELLIPSOID, HULL, NONE, NEAR },
    { "superquadric - box", SUPERQUADRIC, BOX, ANY, NEAR },
    { "cylinder - 20 vertices", CYLINDER, HULL, ANY, NEAR },
    { "cones", CONE, CONE, ANY, NEAR },
    { "capsule - ellipsoid", CAPSULE, ELLIPSOID, ANY, NEAR },
    { "capsule - 20 vertices", CAPSULE, HULL, ANY, NEAR },
    { "capsule - 100 vertices", CAPSULE, HULL_100, ANY, NEAR },
    { "tapered capsule - box", TAPERED, BOX, ANY, NEAR },
    { "capsule - cylinder", CAPSULE, CYLINDER, ANY, NEAR },
    { "ball - superquadric", BALL, SUPERQUADRIC, ANY, NEAR },
    { "superquadric - ellipsoid", SUPERQUADRIC, ELLIPSOID, ANY, NEAR },
    { "boxes, deep", BOX, BOX, NONE, DEEP },
    { "20 vertices, deep", HULL, HULL, DEEP_FEW, DEEP },
    { "box - 20 vertices, deep", BOX, HULL, DEEP_FEW, DEEP },
    { "box - 100 vertices, deep", BOX, HULL_100, DEEP_FEW, DEEP },
    { "4 - 20 vertices, deep", TETRAHEDRON, HULL, DEEP_SMALL, DEEP },
    { "8 - 300 vertices, deep", HULL_8, HULL_300, DEEP_LARGE, DEEP },
};

static scree_shape *make_prism(int sides)
{
    scree_vec3 p[12];
    for (int i = 0; i < 2 * sides; ++i) {
        const double angle = 6.283185307179586 * (i % sides) / sides;
        p[i] = s3(0.5 * cos(angle), 0.5 * sin(angle), i < sides ? -0.3 : 0.3);
    }
    return scree_polyhedron_create(p, 2 * (size_t)sides, 0.0, NULL);
}

static scree_shape *make_hull(int vertices, scree_random *r)
{
    scree_vec3 p[300];
    for (int i = 0; i < vertices; ++i) p[i] = random_direction(r);
    return scree_polyhedron_create(p, (size_t)vertices, 0.0, NULL);
}

static scree_shape *make(kind k, scree_random *r)
{
    switch (k) {
    case BALL:
        return scree_sphere_create(0.5, 0.0, NULL);
    case BOX:
        return scree_box_create(s3(0.5, 0.4, 0.3), 0.0, NULL);
    case ELLIPSOID:
        return scree_ellipsoid_create(s3(0.5, 0.4, 0.8), 0.0, NULL);
    case SUPERQUADRIC:
        return scree_superquadric_create(s3(0.5, 0.4, 0.8), 4.0, 4.0, 0.0, NULL);
    case CAPSULE:
        return scree_capsule_create(0.3, 0.6, 0.0, NULL);
    case TAPERED:
        return scree_tapered_capsule_create(0.3, 0.2, 0.6, 0.0, NULL);
    case CYLINDER:
        return scree_cylinder_create(0.3, 0.6, 0.0, NULL);
    case CONE:
        return scree_cone_create(0.3, 0.6, 0.0, NULL);
    case PLANE:
        return scree_half_space_create(s3(0, 0, 1), 0.0, 0.0, NULL);
    case TRIANGLE:
        return make_prism(3);
    case HEXAGON:
        return make_prism(6);
    case TETRAHEDRON:
        return make_hull(4, r);
    case HULL_8:
        return make_hull(8, r);
    case HULL_100:
        return make_hull(100, r);
    case HULL_300:
        return make_hull(300, r);
    default:
        return make_hull(20, r);
    }
}

typedef struct pair_set {
    scree_body bodies[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache single[PAIRS], batched[PAIRS];
    scree_contact cold[PAIRS], warm[PAIRS], first[PAIRS]; // first: cold, by single queries
    scree_vec3 way[PAIRS];
    scree_quat rotation[PAIRS];
    int count;
} pair_set;

static unsigned char scratch[1 << 20];

// B's lower side on A's upper one, at any angle about the vertical, and somewhere over it or right over it.
static void lay_down(pair_set *p, int i, scree_shape *a, scree_shape *b, scree_random *r)
{
    const double size = scree_pair_size(a, b), step = random_decade(r, -9.0, -2.0);
    const double tilt = random_below(r, 4) == 0 ? 0.0 : random_decade(r, -9.0, -1.0);
    const double yaw = random_below(r, 4) == 0 ? 0.0 : random_between(r, 0.0, 6.28);
    const double gap = (random_below(r, 3) == 0 ? 1.0 : -1.0) * random_decade(r, -9.0, -2.0) * size;
    const bool centred = random_below(r, 4) == 0;
    scree_body *const body = &p->bodies[2 * i];
    body[0] = scree_body_at(a, s3(0, 0, 0));
    body[1] = scree_body_at(b, s3(0, 0, size));
    body[1].orientation = quat_times(quat_about(random_direction(r), tilt), quat_about(s3(0, 0, 1), yaw));
    if (!centred) body[1].position = s3(random_between(r, -0.2, 0.2), random_between(r, -0.2, 0.2), size);
    for (int k = 0; k < 3; ++k) {
        scree_contact c;
        (void)scree_query(&body[0], &body[1], NULL, &c);
        body[1].position.z -= c.distance - gap;
    }
    p->way[i] = s3_scale(random_direction(r), step * size);
    p->rotation[i] = quat_about(random_direction(r), random_below(r, 3) == 0 ? 0.0 : step);
}

// Moves B along a direction until the bodies overlap by that much; if they cannot, their centres coincide.
static void push_in(scree_body body[2], double depth, const scree_query_options *o, scree_random *r)
{
    const scree_vec3 way = random_direction(r);
    double low = 0.0, high = scree_pair_size(body[0].shape, body[1].shape);
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        scree_contact c;
        body[1].position = s3_scale(way, middle);
        (void)scree_query(&body[0], &body[1], o, &c);
        *(c.distance > -depth ? &high : &low) = middle;
    }
}

// As the family says, and moving.
static void place(pair_set *p, const family *f, scree_shape *const *shapes, scree_random *r)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    for (int i = 0; i < p->count; ++i) {
        scree_shape *const a = shapes[f->start == DEEP ? i % SHAPES : 0];
        scree_shape *const b = shapes[SHAPES + (f->start == DEEP ? i * 7 % SHAPES : 0)];
        p->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        p->single[i] = p->batched[i] = (scree_cache){ .filled = false };
        if (f->start == AT_REST) {
            lay_down(p, i, a, b, r);
            continue;
        }
        scree_body *body = &p->bodies[2 * i];
        const double size = scree_pair_size(a, b), gap = random_between(r, -0.05, 0.05) * size;
        body[0] = (scree_body){ a, s3(0, 0, 0), random_rotation(r) };
        body[1] = f->b == PLANE ? scree_body_at(b, s3(0, 0, -size))
                                : (scree_body){ b, s3_scale(random_direction(r), 2.0 * size), random_rotation(r) };
        if (f->b == PLANE) {
            scree_contact c;
            (void)scree_query(&body[0], &body[1], &o, &c);
            body[1].position.z += c.distance - gap;
        } else if (f->start == DEEP) {
            push_in(body, random_between(r, 0.2, 0.3) * size, &o, r);
        } else {
            CHECK(scree_grains_approach(&body[0], &body[1], gap, &o));
        }
        p->way[i] = s3_scale(random_direction(r), 1e-3 * size);
        p->rotation[i] = quat_about(random_direction(r), 1e-3);
    }
}

// How many steps a search took may differ.
static bool same(scree_contact x, scree_contact y)
{
    x.iterations = y.iterations = 0;
    return memcmp(&x, &y, sizeof x) == 0;
}

static long compare_single(pair_set *p)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    long differ = 0;
    for (int i = 0; i < p->count; ++i) {
        memset(&p->cold[i], 0, sizeof p->cold[i]);
        memset(&p->warm[i], 0, sizeof p->warm[i]);
        o.cache = NULL;
        (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &p->cold[i]);
        o.cache = &p->single[i];
        (void)scree_query(&p->bodies[2 * i], &p->bodies[2 * i + 1], &o, &p->warm[i]);
        differ += !same(p->cold[i], p->warm[i]);
        p->first[i] = p->cold[i];
    }
    return differ;
}

// After compare_single().
static long compare_batch(pair_set *p, long *other)
{
    scree_batch batch = { .bodies = p->bodies, .body_count = 2 * (size_t)p->count, .pairs = p->pairs, .threads = 1 };
    batch.pair_count = (size_t)p->count;
    batch.scratch = scratch;
    batch.scratch_size = sizeof scratch;
    memset(p->cold, 0, sizeof p->cold);
    memset(p->warm, 0, sizeof p->warm);
    CHECK(scree_query_batch(&batch, NULL, p->cold) == SCREE_OK);
    batch.caches = p->batched;
    CHECK(scree_query_batch(&batch, NULL, p->warm) == SCREE_OK);
    long differ = 0;
    for (int i = 0; i < p->count; ++i) {
        differ += !same(p->cold[i], p->warm[i]);
        *other += !same(p->cold[i], p->first[i]);
    }
    return differ;
}

// The most that may differ of so many answers, with three standard deviations to spare; 0 where none may.
static long most_of(const family *f, long asked)
{
    const double expected = 1e-4 * (f->most > 0 ? f->most : 0) * (double)asked;
    return (long)(expected + 3.0 * sqrt(expected));
}

static void check_family(const family *f, int count, scree_random *r)
{
    static pair_set p;
    scree_shape *shapes[2 * SHAPES] = { NULL };
    for (int i = 0; i < (f->start == DEEP ? SHAPES : 1); ++i) {
        shapes[i] = make(f->a, r);
        shapes[SHAPES + i] = make(f->b, r);
    }
    p.count = count;
    place(&p, f, shapes, r);
    long single = 0, batch = 0, other = 0, asked = 0;
    for (int step = 0; step < STEPS; ++step) {
        long differ = 0;
        const long one = compare_single(&p), all = compare_batch(&p, &differ);
        if (step > 0) { // the first is cold
            single += one;
            batch += all;
            other += differ;
            asked += count;
        }
        for (int i = 0; i < count; ++i) {
            scree_body *moved = &p.bodies[2 * i];
            moved->position = s3_add(moved->position, p.way[i]);
            moved->orientation = quat_times(p.rotation[i], moved->orientation);
        }
    }
    printf("%-28s %6ld asked: warm and cold, single %6ld differ, batch %6ld; single and batch %6ld\n", f->name, asked,
           single, batch, other);
    const long most = most_of(f, asked);
    CHECK_MSG(f->most == ANY || single <= most, "%s: %ld of %ld single answers differ", f->name, single, asked);
    CHECK_MSG(f->most == ANY || batch <= most, "%s: %ld of %ld answers of batches differ", f->name, batch, asked);
    CHECK_MSG(other <= (f->most > 0 ? most_of(f, asked) : 0), "%s: %ld of %ld differ in single queries and batches",
              f->name, other, asked);
    for (int i = 0; i < 2 * SHAPES; ++i) scree_shape_destroy(shapes[i]);
}

int main(void)
{
    scree_random r = random_stream(71, 0, 0);
    const long count = check_scaled(PAIRS);
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i)
        check_family(&families[i], (int)(count < PAIRS ? count : PAIRS), &r);
    return check_done();
}
