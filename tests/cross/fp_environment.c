// The caller's floating-point environment: no public call traps, rounds or flushes to zero because of it, and none
// changes it.
//
// Each call is made in the default environment, with traps on, in the three other rounding modes, and with denormal
// numbers flushed to zero, as a program linked with -ffast-math has it. Its answer must have the same bits each time;
// afterwards the environment must be as before, without a new exception flag where it was not the default one.
#define _GNU_SOURCE // feenableexcept()

#include <fenv.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/scree.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

enum { SHAPES = 16, PLANAR = 3, BODIES = 40, POINTS = 20, BYTES = 1 << 16, SCRATCH = 1 << 22 };

static unsigned char *scratch;
static scree_shape *shapes[SHAPES], *planar[PLANAR];
static scree_mesh tetrahedron;

// ------------------------------------------------------------------------------------------------ environments

typedef enum environment { DEFAULT, TRAPS, UPWARD, DOWNWARD, TOWARD_ZERO, FLUSHED, ENVIRONMENTS } environment;

static const char *const names[] = { "default", "traps", "upward", "downward", "toward zero", "flushed to zero" };

// False where the machine does not have it.
static bool enter(environment e)
{
    static const int rounding[] = { [UPWARD] = FE_UPWARD, [DOWNWARD] = FE_DOWNWARD, [TOWARD_ZERO] = FE_TOWARDZERO };
    fesetenv(FE_DFL_ENV);
    if (e == DEFAULT) return true;
    if (e == TRAPS) {
#ifdef __GLIBC__
        return feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) != -1;
#else
        return false;
#endif
    }
    if (e == FLUSHED) {
#ifdef __SSE2__
        _mm_setcsr(_mm_getcsr() | 0x8040); // flush to zero, denormals are zero
        return true;
#else
        return false;
#endif
    }
    return fesetround(rounding[e]) == 0;
}

// The environment that enter() left, flags apart.
static bool is_still(environment e)
{
#ifdef __SSE2__
    const unsigned now = _mm_getcsr() & ~0x3fu;
    enter(e);
    return now == (_mm_getcsr() & ~0x3fu);
#else
    const int now = fegetround();
    enter(e);
    return now == fegetround();
#endif
}

// ------------------------------------------------------------------------------------------------- the answers

typedef struct answer {
    size_t size;
    unsigned char bytes[BYTES];
} answer;

static void put(answer *to, const void *from, size_t size)
{
    if (to->size + size > BYTES) return;
    memcpy(to->bytes + to->size, from, size);
    to->size += size;
}

static void put_contact(answer *to, const scree_contact *c)
{
    const int whole[] = { (int)c->feature_a, (int)c->feature_b, c->index_a,     c->index_b,
                          c->iterations,     (int)c->state,     (int)c->status, c->beyond };
    put(to, &c->distance, sizeof c->distance);
    put(to, &c->lower, sizeof c->lower);
    put(to, &c->upper, sizeof c->upper);
    put(to, &c->normal, sizeof c->normal);
    put(to, &c->point_a, sizeof c->point_a);
    put(to, &c->point_b, sizeof c->point_b);
    put(to, &c->point, sizeof c->point);
    put(to, &c->patch_area, sizeof c->patch_area);
    put(to, whole, sizeof whole);
}

static void put_status(answer *to, scree_status status)
{
    put(to, &status, sizeof status);
}

// What a call is made with; nothing is computed between entering an environment and the call.
typedef struct question {
    const scree_body *a, *b;
    const scree_body *bodies; // BODIES of them
    int number;
    scree_body moved[3]; // b on its way
    scree_vec3 near_b, away;
    scree_vec3 size, thin, points[POINTS], flat[POINTS]; // of new shapes
} question;

static question pair_question(const scree_body *a, const scree_body *b, int number)
{
    question q = { .a = a, .b = b, .number = number };
    scree_random random = random_stream(17, 0, (uint64_t)number);
    const scree_vec3 p = b->position;
    for (int i = 0; i < 3; ++i) {
        q.moved[i] = *b;
        q.moved[i].position.x += 0.001 * i;
    }
    q.near_b = (scree_vec3){ p.x, p.y, p.z + 0.1 };
    q.away = (scree_vec3){ 2.0 * p.x, p.y, p.z + 1.0 };
    q.size = random_in_cube(&random, 0.1, 2.0);
    q.thin = (scree_vec3){ q.size.x, 1e-5 * q.size.y, q.size.z };
    for (int i = 0; i < POINTS; ++i) {
        q.points[i] = random_in_cube(&random, -1.0, 1.0);
        q.flat[i] = (scree_vec3){ q.points[i].x, q.points[i].y, 0.0 };
    }
    return q;
}

typedef void (*call)(const question *q, answer *to);

static scree_query_options with_scratch(void)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    return o;
}

static void query_single(const question *q, answer *to)
{
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_verification v = { .found = 0.0 };
    put_status(to, scree_query(q->a, q->b, &o, &c));
    put_contact(to, &c);
    put_status(to, scree_verify(q->a, q->b, &c, NULL, &v));
    put(to, &v.verdict, sizeof v.verdict);
    put(to, &v.found, sizeof v.found);
    o.within = true;
    o.margin = 0.1;
    put_status(to, scree_query(q->a, q->b, &o, &c));
    put_contact(to, &c);
}

static void query_warm(const question *q, answer *to)
{
    scree_cache cache = { .filled = false };
    scree_query_options o = with_scratch();
    o.cache = &cache;
    scree_contact c;
    for (int i = 0; i < 3; ++i) {
        put_status(to, scree_query(q->a, &q->moved[i], &o, &c));
        put_contact(to, &c);
    }
}

static void query_verdicts(const question *q, answer *to)
{
    scree_query_options o = with_scratch();
    bool yes = false;
    put_status(to, scree_overlap(q->a, q->b, &o, &yes));
    put(to, &yes, sizeof yes);
    put_status(to, scree_closer_than(q->a, q->b, 0.3, &o, &yes));
    put(to, &yes, sizeof yes);
    put_status(to, scree_closer_than(q->a, q->b, (double)NAN, &o, &yes));
}

static void query_patch(const question *q, answer *to)
{
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_patch patch = { .count = 0 };
    scree_vec3 corner[64];
    memset(corner, 0, sizeof corner);
    (void)scree_query(q->a, q->b, &o, &c);
    put_status(to, scree_contact_patch(q->a, q->b, &c, &o, &patch, corner, 64));
    put(to, &patch.area, sizeof patch.area);
    put(to, &patch.centroid, sizeof patch.centroid);
    put(to, corner, sizeof corner);
}

static void query_volume(const question *q, answer *to)
{
    scree_overlap_volume_result v;
    put_status(to, scree_overlap_volume(q->a, q->b, scratch, SCRATCH, &v));
    put(to, &v, sizeof v);
}

static void query_pressure(const question *q, answer *to)
{
    const scree_pressure_options o = { .energy = true, .scratch = scratch, .scratch_size = SCRATCH };
    scree_pressure p;
    put_status(to, scree_pressure_query(q->a, q->b, NULL, &o, &p));
    put(to, &p, sizeof p);
}

static void query_points(const question *q, answer *to)
{
    const scree_vec3 p = q->b->position, d = q->near_b;
    scree_query_options o = with_scratch();
    scree_contact c;
    put_status(to, scree_point_distance(q->a, p, &o, &c));
    put_contact(to, &c);
    const scree_vec3 moved = scree_body_point(q->a, d), far = scree_shape_support(q->a->shape, d);
    const scree_aabb box = scree_body_aabb(q->a, 0.1);
    put(to, &moved, sizeof moved);
    put(to, &far, sizeof far);
    put(to, &box, sizeof box);
}

static void query_methods(const question *q, answer *to)
{
    scree_query_options o = with_scratch();
    scree_contact c;
    for (int i = 1; i < scree_method_count(); ++i) {
        o.method = scree_method_at(i);
        o.max_iterations = 200;
        put_status(to, scree_query(q->a, q->b, &o, &c));
        put_contact(to, &c);
    }
}

static void query_surfaces(const question *q, answer *to)
{
    const scree_vec3 p = q->b->position;
    scree_quadric quadric = { .alpha = 0.0 };
    scree_curvature bend = { .smallest = 0.0 };
    scree_field_value field = { .value = 0.0 };
    scree_contact_function f = { .value = 0.0 };
    scree_vec3 n = { 0.0, 0.0, 0.0 };
    bool yes = false;
    double first = 0.0, last = 0.0;
    put_status(to, scree_ellipsoid_quadric(q->a, &quadric));
    put_status(to, scree_ellipsoid_normal(q->a, p, &n));
    put(to, &n, sizeof n);
    put_status(to, scree_ellipsoid_curvature(q->a, p, &bend));
    put(to, &bend, sizeof bend);
    put_status(to, scree_ellipsoid_ray(q->a, p, q->away, &yes, &first, &last));
    put_status(to, scree_ellipsoids_overlap(q->a, q->b, &yes));
    put_status(to, scree_perram_wertheim(q->a, q->b, &f));
    put_status(to, scree_superquadric_value(q->a, p, &field));
    put_status(to, scree_superquadric_normal(q->a, p, &n));
    put_status(to, scree_superquadric_curvature(q->a, p, &bend));
    put(to, &quadric, sizeof quadric);
    put(to, &bend, sizeof bend);
    put(to, &field, sizeof field);
    put(to, &f, sizeof f);
    put(to, &first, sizeof first);
    put(to, &last, sizeof last);
}

static void put_shape(answer *to, scree_shape *s)
{
    const scree_mass mass = scree_shape_mass(s);
    const scree_bounds bounds = scree_shape_bounds(s);
    put(to, &mass, sizeof mass);
    put(to, &bounds, sizeof bounds);
    scree_shape_destroy(s);
}

// Of each kind one, of sizes by chance; and what must be refused.
static void make_shapes(const question *q, answer *to)
{
    const double x = q->size.x, y = q->size.y, z = q->size.z, nan = (double)NAN, inf = (double)INFINITY;
    scree_vec3 points[POINTS], flat[POINTS];
    memcpy(points, q->points, sizeof points);
    memcpy(flat, q->flat, sizeof flat);
    put_shape(to, scree_sphere_create(x, 0.1, NULL));
    put_shape(to, scree_disc_create(x, 0.0, NULL));
    put_shape(to, scree_capsule_create(x, 0.0, 0.0, NULL));
    put_shape(to, scree_box_create(q->thin, y, NULL));
    put_shape(to, scree_half_space_create(q->size, 1e300, 0.0, NULL));
    put_shape(to, scree_half_space_create(q->size, -1.0, 0.0, NULL));
    put_shape(to, scree_ellipsoid_create(q->size, z, NULL));
    put_shape(to, scree_superquadric_create(q->size, 52.0, 3.0, 0.0, NULL));
    put_shape(to, scree_cylinder_create(x, y, z, NULL));
    put_shape(to, scree_cone_create(x, y, 0.0, NULL));
    put_shape(to, scree_tapered_capsule_create(x, y, z, 0.0, NULL));
    put_shape(to, scree_polyhedron_create(points, POINTS, 0.1, NULL));
    put_shape(to, scree_polyhedron_create_like(shapes[12], points, POINTS, 0.0, NULL));
    put_shape(to, scree_polyhedron_create(flat, POINTS, 0.0, NULL));
    put_shape(to, scree_polygon_create(flat, POINTS, 0.0, NULL));
    points[7].y = nan;
    flat[3].x = inf;
    put_shape(to, scree_polyhedron_create(points, POINTS, 0.0, NULL));
    put_shape(to, scree_polygon_create(flat, POINTS, 0.0, NULL));
    put_shape(to, scree_sphere_create(nan, 0.0, NULL));
    put_shape(to, scree_half_space_create((scree_vec3){ nan, 1.0, inf }, 0.0, 0.0, NULL));
    put_shape(to, scree_superquadric_create(q->size, nan, inf, 0.0, NULL));
    put_shape(to, scree_ellipsoid_create((scree_vec3){ 1.0, nan, inf }, 0.0, NULL));
    put_shape(to, scree_polyhedron_create_from_mesh(&tetrahedron, false, 0.0, NULL));
    put_shape(to, scree_minkowski_difference(q->a, q->b, NULL));
    put_shape(to, scree_entrance_block(q->a, q->b, q->size, NULL));
}

static void read_meshes(const question *q, answer *to)
{
    static const char text[] = "OFF\n4 4 6\n0 0 0\n1e999 0 0\n0 1e-320 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    static const char good[] = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1e-7 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    scree_mesh mesh;
    (void)q;
    put_status(to, scree_mesh_parse(text, sizeof text - 1, "text", SCREE_MESH_OFF, &mesh, NULL));
    scree_mesh_free(&mesh);
    put_status(to, scree_mesh_parse(good, sizeof good - 1, "text", SCREE_MESH_OFF, &mesh, NULL));
    const double concave = scree_mesh_concavity(&mesh);
    put(to, &concave, sizeof concave);
    scree_mesh_free(&mesh);
}

static void query_batch_of(const question *q, int threads, bool within, answer *to)
{
    scree_pair pairs[BODIES];
    scree_cache caches[BODIES];
    scree_contact results[BODIES];
    memset(caches, 0, sizeof caches);
    memset(results, 0, sizeof results);
    for (int i = 0; i < BODIES; ++i) pairs[i] = (scree_pair){ .a = i, .b = (i + 1 + q->number) % BODIES };
    scree_batch batch = { .bodies = q->bodies, .body_count = BODIES, .pairs = pairs, .pair_count = BODIES };
    batch.threads = threads;
    batch.scratch = scratch;
    batch.scratch_size = SCRATCH;
    scree_query_options o = scree_query_defaults();
    o.within = within;
    o.margin = 0.05;
    for (int i = 0; i < 3; ++i) { // cold, then twice warm
        put_status(to, scree_query_batch(&batch, &o, results));
        for (int k = 0; k < BODIES; ++k) put_contact(to, &results[k]);
        batch.caches = caches;
    }
}

static void query_batch(const question *q, answer *to)
{
    query_batch_of(q, 1, false, to);
    query_batch_of(q, 1, true, to);
}

static void query_batch_in_threads(const question *q, answer *to)
{
    query_batch_of(q, 3, false, to);
}

static void find_contacts(const question *q, answer *to)
{
    enum { ROOM = BODIES * BODIES };
    scree_system system = { .bodies = q->bodies, .body_count = BODIES, .margin = 0.05, .threads = 1 + q->number % 2 };
    system.period = (scree_vec3){ 60.0, 0.0, 0.0 };
    scree_pair_contact *contacts = calloc(ROOM, sizeof *contacts);
    scree_pair candidates[ROOM];
    scree_cache caches[ROOM];
    scree_candidates memory = { .pairs = candidates, .caches = caches, .capacity = ROOM, .scratch = scratch };
    memory.scratch_size = SCRATCH;
    size_t count = 0;
    put_status(to, scree_contacts(&system, NULL, &memory, contacts, ROOM, &count));
    put(to, &count, sizeof count);
    for (size_t i = 0; contacts != NULL && i < count && i < ROOM; ++i) put_contact(to, &contacts[i].contact);
    free(contacts);
    scree_aabb boxes[BODIES], moved[BODIES];
    for (int i = 0; i < BODIES; ++i) {
        boxes[i] = scree_body_aabb(&q->bodies[i], 0.0);
        moved[i] = scree_body_aabb(&q->bodies[i], 0.01);
    }
    scree_broad broad = { .boxes = boxes, .box_count = BODIES, .skin = 0.1, .threads = 1 };
    broad.scratch = scratch;
    broad.scratch_size = SCRATCH;
    put_status(to, scree_broad_pairs(&broad, NULL, 0, &count));
    const bool left = scree_broad_moved(boxes, moved, BODIES, 0.1);
    put(to, &count, sizeof count);
    put(to, &left, sizeof left);
}

// ----------------------------------------------------------------------------------------------- the comparison

static bool is_same(const answer *x, const answer *y)
{
    return x->size == y->size && memcmp(x->bytes, y->bytes, x->size) == 0;
}

static void check_call(const char *name, call query, const question *q)
{
    static answer usual, now;
    usual.size = 0;
    enter(DEFAULT);
    query(q, &usual);
    for (environment e = TRAPS; e < ENVIRONMENTS; ++e) {
        if (!enter(e)) continue;
        now.size = 0;
        query(q, &now);
        const int raised = fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
        const bool still = is_still(e);
        enter(DEFAULT);
        CHECK_MSG(is_same(&usual, &now), "%s: another answer with the environment \"%s\"", name, names[e]);
        CHECK_MSG(still, "%s: the environment \"%s\" is another one now", name, names[e]);
        CHECK_MSG(raised == 0, "%s: flags %d raised with the environment \"%s\"", name, raised, names[e]);
    }
}

static void check_pair(const question *q)
{
    char name[128];
    static const struct {
        const char *name;
        call query;
    } calls[] = { { "query", query_single },  { "warm", query_warm },        { "verdicts", query_verdicts },
                  { "patch", query_patch },   { "volume", query_volume },    { "pressure", query_pressure },
                  { "points", query_points }, { "surfaces", query_surfaces } };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        snprintf(name, sizeof name, "%s of %s and %s, %d", calls[i].name,
                 scree_shape_kind_name(scree_shape_kind_of(q->a->shape)),
                 scree_shape_kind_name(scree_shape_kind_of(q->b->shape)), q->number);
        check_call(name, calls[i].query, q);
    }
    if (q->number % 5 == 0) check_call("methods", query_methods, q);
}

static scree_vec3 rod_support(const void *user, scree_vec3 d)
{
    (void)user;
    return (scree_vec3){ d.x > 0.0 ? 1.0 : -1.0, 0.0, 0.0 };
}

static void make_all(scree_random *random)
{
    const scree_vec3 one = { 1.0, 1.0, 1.0 }, axes = { 1.0, 0.6, 0.4 }, plate = { 1.0, 1.0, 1e-3 }, up = { 0, 0, 1 };
    const scree_support_def rod = { .support = rod_support, .dimension = 3, .radius = 1.0 };
    scree_vec3 points[200], flat[40];
    for (int i = 0; i < 200; ++i) points[i] = random_direction(random);
    for (int i = 0; i < 40; ++i) flat[i] = (scree_vec3){ cos(0.157 * i), sin(0.157 * i), 0.0 };
    scree_shape *all[SHAPES] = { scree_sphere_create(1.0, 0.0, NULL),
                                 scree_ellipsoid_create(axes, 0.0, NULL),
                                 scree_superquadric_create(axes, 4.0, 4.0, 0.0, NULL),
                                 scree_superquadric_create(axes, 100.0, 30.0, 0.0, NULL),
                                 scree_superquadric_create(axes, 3.0, 5.5, 0.1, NULL),
                                 scree_box_create(one, 0.0, NULL),
                                 scree_box_create(plate, 0.1, NULL),
                                 scree_capsule_create(0.5, 1.0, 0.0, NULL),
                                 scree_tapered_capsule_create(0.5, 0.2, 1.0, 0.0, NULL),
                                 scree_cylinder_create(0.5, 1.0, 0.0, NULL),
                                 scree_cone_create(0.8, 1.0, 0.0, NULL),
                                 scree_polyhedron_create(points, 4, 0.0, NULL),
                                 scree_polyhedron_create(points, 20, 0.0, NULL),
                                 scree_polyhedron_create(points, 200, 0.0, NULL),
                                 scree_half_space_create(up, 0.2, 0.0, NULL),
                                 scree_support_shape_create(&rod, 0.3, NULL) };
    scree_shape *others[PLANAR] = { scree_disc_create(1.0, 0.0, NULL), scree_polygon_create(flat, 4, 0.0, NULL),
                                    scree_polygon_create(flat, 40, 0.1, NULL) };
    memcpy(shapes, all, sizeof all);
    memcpy(planar, others, sizeof others);
}

static scree_body place(const scree_shape *shape, scree_random *random, double reach)
{
    const scree_vec3 d = random_direction(random);
    const bool flat = scree_shape_dimension(shape) == 2;
    scree_body body = scree_body_at(shape, (scree_vec3){ reach * d.x, reach * d.y, flat ? 0.0 : reach * d.z });
    if (flat)
        body.orientation = scree_quat_about_z(random_between(random, 0.0, 6.0));
    else if (random_between(random, 0.0, 1.0) < 0.7) // some stay along the axes, where most zeros are
        body.orientation = random_rotation(random);
    return body;
}

static void check_pairs(scree_shape *const *of, int count, scree_random *random, long rounds)
{
    for (long r = 0; r < rounds; ++r) {
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < count; ++k) {
                const double reach = (double)(r % 4) * random_between(random, 0.2, 0.8); // 0: concentric
                const scree_body a = place(of[i], random, 0.0), b = place(of[k], random, reach);
                const question q = pair_question(&a, &b, (int)r);
                check_pair(&q);
            }
        }
    }
}

// Batches of each kind, which kernels answer, and of all kinds together.
static void check_batches(scree_shape *const *of, int count, scree_random *random, long rounds)
{
    for (long r = 0; r < rounds; ++r) {
        for (int i = 0; i <= count; ++i) {
            scree_body bodies[BODIES];
            for (int k = 0; k < BODIES; ++k)
                bodies[k] = place(of[i < count ? i : k % count], random, random_between(random, 0.0, 2.0));
            const question q = { .bodies = bodies, .number = (int)r };
            const char *name = i < count ? scree_shape_kind_name(scree_shape_kind_of(of[i])) : "all kinds";
            check_call(name, query_batch, &q);
            check_call(name, query_batch_in_threads, &q);
            check_call(name, find_contacts, &q);
        }
    }
}

int main(void)
{
    static const char text[] = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    scree_random random = random_stream(23, 0, 0);
    scratch = malloc(SCRATCH);
    if (scratch == NULL) return EXIT_FAILURE;
    make_all(&random);
    CHECK(scree_mesh_parse(text, sizeof text - 1, "text", SCREE_MESH_OFF, &tetrahedron, NULL) == SCREE_OK);
    check_pairs(shapes, SHAPES, &random, check_scaled(12));
    check_pairs(planar, PLANAR, &random, check_scaled(60));
    check_batches(shapes, SHAPES, &random, check_scaled(6));
    check_batches(planar, PLANAR, &random, check_scaled(15));
    for (int i = 0; i < check_scaled(60); ++i) {
        const scree_body a = place(shapes[12], &random, 0.0), b = place(shapes[5], &random, 1.0);
        const question q = pair_question(&a, &b, i);
        check_call("shapes", make_shapes, &q);
        check_call("meshes", read_meshes, &q);
    }
    enter(DEFAULT);
    scree_mesh_free(&tetrahedron);
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(shapes[i]);
    for (int i = 0; i < PLANAR; ++i) scree_shape_destroy(planar[i]);
    free(scratch);
    return check_done();
}
