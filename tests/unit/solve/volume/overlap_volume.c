// Overlap volumes against the oracle of tests/oracle/overlap.c, closed forms and identities.
//
// The oracle serves hulls of up to 14 points, in every kind of position. Large hulls are checked by what must hold
// without an oracle: a body shared with itself, a body divided among boxes, and the volume's change as B moves.
#include "scree/volume.h"

#include <string.h>

#include "check.h"
#include "math/vec3.h"
#include "oracle/overlap.h"
#include "scenes/place.h"
#include "scenes/random.h"

// Roundings of the pair's size allowed: in the volume, times the surface; in areas, times the size, over the least sine
// between two faces. The largest seen are 2.4 and 1.2.
static const double VOLUME_ROUNDINGS = 16.0;
static const double AREA_ROUNDINGS = 16.0;
// Where planes that nearly coincide are taken as one.
static const double NEARLY_ROUNDINGS = 64.0;
// Planes nearer than this, in angle and over the size, are one: more than the library's slack, less than anything
// meant.
static const double SAME = 1e-14;

static scree_random random_numbers = { 20240501 };

static double between(double low, double high)
{
    return random_between(&random_numbers, low, high);
}

static int whole(int low, int high)
{
    return low + (int)between(0.0, high - low + 1);
}

static scree_vec3 in_cube(double half)
{
    double x = between(-half, half), y = between(-half, half), z = between(-half, half);
    return v3(x, y, z);
}

static scree_quat any_rotation(void)
{
    double w = between(-1, 1), x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
    return (scree_quat){ w, x, y, z };
}

static const scree_quat straight = { 1, 0, 0, 0 };

enum { MOST_POINTS = 14 };

typedef struct solid {
    scree_vec3 points[MOST_POINTS];
    int count;
    scree_vec3 position;
    scree_quat orientation;
    double size;
} solid;

static void measure_solid(solid *s)
{
    scree_vec3 middle = v3(0, 0, 0);
    for (int i = 0; i < s->count; ++i) middle = v3_add_scaled(middle, 1.0 / s->count, s->points[i]);
    s->size = 0.0;
    for (int i = 0; i < s->count; ++i) s->size = fmax(s->size, v3_norm(v3_sub(s->points[i], middle)));
}

static solid random_solid(int points)
{
    solid s = { .count = points, .orientation = straight };
    for (int i = 0; i < points; ++i) s.points[i] = in_cube(1.0);
    return s;
}

static solid box_solid(scree_vec3 half)
{
    solid s = { .count = 8, .orientation = straight };
    for (int i = 0; i < 8; ++i)
        s.points[i] = v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    return s;
}

// A hull of lattice points: tetrahedra, wedges, pyramids, octahedra with many coplanar and parallel faces.
static solid lattice_solid(void)
{
    solid s = { .count = whole(4, 10), .orientation = straight };
    for (int i = 0; i < s.count; ++i) s.points[i] = v3(whole(-2, 2), whole(-2, 2), whole(-2, 2));
    return s;
}

static scree_overlap_volume_result query(const scree_body *a, const scree_body *b)
{
    scree_overlap_volume_result r;
    size_t size = scree_overlap_volume_scratch(a->shape, b->shape);
    unsigned char *scratch = malloc(size + 64);
    if (scratch == NULL) exit(EXIT_FAILURE);
    memset(scratch, 0xa5, size + 64);
    scree_status status = scree_overlap_volume(a, b, scratch, size, &r);
    CHECK_MSG(status == SCREE_OK, "status %s", scree_status_name(status));
    for (int i = 0; i < 64; ++i) CHECK_MSG(scratch[size + (size_t)i] == 0xa5, "written %d bytes beyond the scratch", i);
    free(scratch);
    return r;
}

static double distance(scree_vec3 a, scree_vec3 b)
{
    return v3_norm(v3_sub(a, b));
}

// The largest height of p over the planes of the shape's faces.
static double height_over(const scree_body *body, scree_vec3 p)
{
    double worst = -INFINITY;
    qrot rotation = qrot_of(body->orientation);
    qvec local = qrot_undo(&rotation, q3_sub(q3_from(p), q3_from(body->position)));
    for (int f = 0; f < scree_shape_face_count(body->shape); ++f) {
        qvec corner = q3_from(scree_shape_vertex(body->shape, scree_shape_face_vertices(body->shape, f)[0]));
        worst = fmax(worst, (double)q3_dot(q3_from(scree_shape_face_normal(body->shape, f)), q3_sub(local, corner)));
    }
    return worst;
}

static double worst_volume, worst_area;

static void compare(const char *kind, long i, const scree_overlap_volume_result *r, const oracle_overlap *o,
                    double size, double far)
{
    double rounding = 0x1p-53, surface = o->area_a + o->area_b;
    double allowed = VOLUME_ROUNDINGS * rounding * size * surface;
    if (surface > 0.0) worst_volume = fmax(worst_volume, fabs(r->volume - o->volume) / (rounding * size * surface));
    // Where nothing is shared, slivers of the rounding's thickness may be.
    double sliver = VOLUME_ROUNDINGS * rounding * size * size * size;
    CHECK_MSG(fabs(r->volume - o->volume) <= (surface > 0.0 ? allowed : sliver), "%s %ld: volume %.17g, exactly %.17g",
              kind, i, r->volume, o->volume);
    // Thin shared bodies have ill-defined areas and centroids: a plane that moves by a rounding changes them.
    double thickness = surface > 0.0 ? 2.0 * o->volume / surface : 0.0;
    if (thickness < 1e-9 * size) return;
    double moved = AREA_ROUNDINGS * rounding * size * size / o->thinnest;
    worst_area = fmax(worst_area, fabs(r->area_a - o->area_a) / (rounding * size * size / o->thinnest));
    CHECK_MSG(fabs(r->area_a - o->area_a) <= moved, "%s %ld: area of A %.17g, exactly %.17g", kind, i, r->area_a,
              o->area_a);
    CHECK_MSG(fabs(r->area_b - o->area_b) <= moved, "%s %ld: area of B %.17g, exactly %.17g", kind, i, r->area_b,
              o->area_b);
    CHECK_MSG(distance(r->area_vector, o->area_vector) <= moved, "%s %ld: area vector off by %.3g (of %.3g)", kind, i,
              distance(r->area_vector, o->area_vector), v3_norm(o->area_vector));
    double centroid_error = 2.0 * VOLUME_ROUNDINGS * rounding * size * size / thickness + 8.0 * rounding * far;
    CHECK_MSG(distance(r->centroid, o->centroid) <= centroid_error, "%s %ld: centroid off by %.3g, allowed %.3g", kind,
              i, distance(r->centroid, o->centroid), centroid_error);
    // About the centroid, which is off by that much.
    double couple_error = 4.0 * moved * size + v3_norm(o->area_vector) * centroid_error;
    CHECK_MSG(distance(r->couple, o->couple) <= couple_error, "%s %ld: couple off by %.3g, allowed %.3g", kind, i,
              distance(r->couple, o->couple), couple_error);
}

// What holds without an oracle: the order of the two, and the place of the centroid.
static void check_answer(const char *kind, long i, const scree_body *a, const scree_body *b,
                         const scree_overlap_volume_result *r, const oracle_overlap *o, double size, double far)
{
    double rounding = 0x1p-53, moved = AREA_ROUNDINGS * rounding * size * size / (o->thinnest > 0 ? o->thinnest : 1);
    scree_overlap_volume_result s = query(b, a);
    double allowed = VOLUME_ROUNDINGS * rounding * size * (o->volume > 0 ? o->area_a + o->area_b : size * size);
    CHECK_MSG(fabs(s.volume - r->volume) <= allowed, "%s %ld: volume %.17g, swapped %.17g", kind, i, r->volume,
              s.volume);
    CHECK_MSG(v3_is_finite(r->centroid) && v3_is_finite(r->area_vector), "%s %ld: not finite", kind, i);
    CHECK_MSG(r->volume >= 0.0 && r->area_a >= 0.0 && r->area_b >= 0.0, "%s %ld: negative", kind, i);
    double thickness = o->volume > 0 ? 2.0 * o->volume / (o->area_a + o->area_b) : 0.0;
    if (thickness > 1e-9 * size) {
        CHECK_MSG(distance(s.area_vector, v3_neg(r->area_vector)) <= 2 * moved, "%s %ld: vector of the swapped pair",
                  kind, i);
        CHECK_MSG(fabs(s.area_a - r->area_b) + fabs(s.area_b - r->area_a) <= 4 * moved, "%s %ld: swapped areas", kind,
                  i);
    }
    if (r->volume > 0.0) {
        double slack = VOLUME_ROUNDINGS * rounding * size + 8.0 * rounding * far;
        CHECK_MSG(height_over(a, r->centroid) <= slack && height_over(b, r->centroid) <= slack,
                  "%s %ld: centroid outside by %.3g, %.3g", kind, i, height_over(a, r->centroid),
                  height_over(b, r->centroid));
    }
}

static scree_shape *shape_of(const solid *s)
{
    return scree_polyhedron_create(s->points, (size_t)s->count, 0.0, NULL);
}

static bool check_pair(const char *kind, long i, solid a, solid b)
{
    scree_shape *shape_a = shape_of(&a), *shape_b = shape_of(&b);
    bool both = shape_a != NULL && shape_b != NULL; // lattice points can be coplanar: no pair then
    if (both) {
        measure_solid(&a);
        measure_solid(&b);
        scree_body body_a = { shape_a, a.position, a.orientation }, body_b = { shape_b, b.position, b.orientation };
        oracle_solid oracle_a = { a.points, a.count, a.position, a.orientation };
        oracle_solid oracle_b = { b.points, b.count, b.position, b.orientation };
        oracle_overlap o;
        scree_oracle_overlap(&oracle_a, &oracle_b, SAME, &o);
        scree_overlap_volume_result r = query(&body_a, &body_b);
        double size = a.size + b.size, far = v3_norm(a.position) + v3_norm(b.position);
        compare(kind, i, &r, &o, size, far);
        check_answer(kind, i, &body_a, &body_b, &r, &o, size, far);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
    return both;
}

static void scale_pair(solid *a, solid *b, double factor)
{
    for (solid *s = a;; s = b) {
        for (int i = 0; i < s->count; ++i) s->points[i] = v3_scale(s->points[i], factor);
        s->position = v3_scale(s->position, factor);
        if (s == b) break;
    }
}

static void test_random(void)
{
    for (long i = 0; i < check_scaled(9000); ++i) {
        solid a = random_solid(whole(4, 9)), b = random_solid(whole(4, 9));
        a.orientation = any_rotation();
        b.orientation = any_rotation();
        b.position = in_cube(between(0.0, 1.5));
        if (i % 3 == 1) { // needles and plates
            scree_vec3 stretch = v3(1.0, pow(10.0, between(-5, 0)), pow(10.0, between(-5, 0)));
            for (int k = 0; k < a.count; ++k)
                a.points[k] = v3(a.points[k].x * stretch.x, a.points[k].y * stretch.y, a.points[k].z * stretch.z);
            b.position = v3_scale(b.position, 0.3);
        }
        if (i % 9 == 2) scale_pair(&a, &b, pow(10.0, between(-9, 9)));
        if (i % 9 == 5) { // far from the origin, in steps that positions hold exactly
            scree_vec3 move = v3(0x1p20 * whole(-3, 3), 0x1p20 * whole(-3, 3), 0x1p20);
            a.position = v3_add(a.position, move);
            b.position = v3_add(b.position, move);
        }
        if (i % 9 == 8) { // a small one near a vertex of a large one
            double ratio = pow(10.0, between(1, 6));
            for (int k = 0; k < b.count; ++k) b.points[k] = v3_scale(b.points[k], 1.0 / ratio);
            qrot rotation = qrot_of(a.orientation);
            qvec corner = qrot_apply(&rotation, q3_from(a.points[0]));
            b.position =
                v3_add_scaled(v3((double)corner.x, (double)corner.y, (double)corner.z), 1.0 / ratio, in_cube(1.0));
        }
        check_pair("random", i, a, b);
    }
}

// Lattice hulls at lattice steps: faces, edges and vertices that coincide, touch or nest, in every combination.
static void test_lattice(void)
{
    for (long i = 0; i < check_scaled(9000); ++i) {
        solid a = lattice_solid(), b = i % 4 == 0 ? a : lattice_solid();
        double step = i % 2 ? 1.0 : 0.5;
        b.position = v3(step * whole(-3, 3), step * whole(-3, 3), step * whole(-3, 3));
        if (i % 16 == 0) b.position = v3(0, 0, 0);
        if (i % 5 == 1) { // rotated together: coincidences hold to rounding
            a.orientation = b.orientation = any_rotation();
            qrot rotation = qrot_of(a.orientation);
            qvec p = qrot_apply(&rotation, q3_from(b.position));
            b.position = v3((double)p.x, (double)p.y, (double)p.z);
        }
        if (i % 5 == 2) b.orientation = (scree_quat){ 1, 0, 0, whole(-1, 1) }; // a quarter turn
        if (i % 5 == 3) scale_pair(&a, &b, i % 2 ? 1e-9 : 1e9);
        if (i % 5 == 4) { // given far from their own origins
            scree_vec3 away = v3(1024.0 * whole(-2, 2), 4096.0, 0.0);
            for (int k = 0; k < b.count; ++k) b.points[k] = v3_add(b.points[k], away);
            b.position = v3_sub(b.position, away);
        }
        check_pair("lattice", i, a, b);
    }
}

// Moved by some roundings from positions where they coincide or touch: either answer is right to rounding.
static void test_nearly(void)
{
    for (long i = 0; i < check_scaled(4000); ++i) {
        solid a = lattice_solid(), b = i % 2 ? a : lattice_solid();
        b.position = v3(whole(-2, 2), whole(-2, 2), whole(-2, 2));
        b.position = v3_add_scaled(b.position, pow(10.0, between(-17, -12)), in_cube(1.0));
        double tilt = pow(10.0, between(-17, -12));
        b.orientation = (scree_quat){ 1, tilt * between(-1, 1), tilt * between(-1, 1), tilt * between(-1, 1) };
        scree_shape *shape_a = shape_of(&a), *shape_b = shape_of(&b);
        if (shape_a != NULL && shape_b != NULL) {
            scree_body body_a = { shape_a, a.position, a.orientation }, body_b = { shape_b, b.position, b.orientation };
            oracle_solid oracle_a = { a.points, a.count, a.position, a.orientation };
            oracle_solid oracle_b = { b.points, b.count, b.position, b.orientation };
            oracle_overlap o;
            scree_oracle_overlap(&oracle_a, &oracle_b, 1e-30, &o);
            scree_overlap_volume_result r = query(&body_a, &body_b), s = query(&body_b, &body_a);
            // Areas may go to either body here, but the surface as a whole and the volume may not change.
            double size = 8.0, surface = o.area_a + o.area_b, error = NEARLY_ROUNDINGS * 0x1p-53 * size;
            CHECK_MSG(fabs(r.volume - o.volume) <= error * (surface > 0.0 ? surface : size * size),
                      "nearly %ld: volume %.17g, exactly %.17g", i, r.volume, o.volume);
            CHECK_MSG(fabs(r.volume - s.volume) <= error * size * size, "nearly %ld: swapped", i);
            if (2.0 * o.volume > 1e-6 * surface)
                CHECK_MSG(fabs(r.area_a + r.area_b - surface) <= 1e-9, "nearly %ld: surface %.17g, exactly %.17g", i,
                          r.area_a + r.area_b, surface);
            CHECK_MSG(v3_is_finite(r.centroid) && v3_is_finite(r.area_vector), "nearly %ld: not finite", i);
        }
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

static double shared_length(double half_a, double half_b, double shift)
{
    return fmax(0.0, fmin(half_a, shift + half_b) - fmax(-half_a, shift - half_b));
}

// Boxes along the axes, made as boxes: the volume is a product.
static void test_boxes(void)
{
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_vec3 half_a = v3(0.25 * whole(1, 8), 0.25 * whole(1, 8), 0.25 * whole(1, 8));
        scree_vec3 half_b = v3(0.25 * whole(1, 8), 0.25 * whole(1, 8), 0.25 * whole(1, 8));
        scree_vec3 shift = v3(0.25 * whole(-12, 12), 0.25 * whole(-12, 12), 0.25 * whole(-12, 12));
        scree_shape *a = scree_box_create(half_a, 0.0, NULL), *b = scree_box_create(half_b, 0.0, NULL);
        scree_body body_a = scree_body_at(a, v3(1e5, -2e5, 3e5)),
                   body_b = scree_body_at(b, v3_add(body_a.position, shift));
        scree_overlap_volume_result r = query(&body_a, &body_b);
        double exact = shared_length(half_a.x, half_b.x, shift.x) * shared_length(half_a.y, half_b.y, shift.y) *
                       shared_length(half_a.z, half_b.z, shift.z);
        CHECK_MSG(fabs(r.volume - exact) <= 1e-14 * exact, "boxes %ld: volume %.17g, exactly %.17g", i, r.volume,
                  exact);
        solid solid_a = box_solid(half_a), solid_b = box_solid(half_b);
        solid_b.position = shift;
        check_pair("boxes", i, solid_a, solid_b);
        scree_shape_destroy(a);
        scree_shape_destroy(b);
    }
}

static void check_touching(const char *what, scree_vec3 position, scree_quat rotation, scree_vec3 expected,
                           double within)
{
    scree_shape *cube = scree_box_create(v3(0.5, 0.5, 0.5), 0.0, NULL);
    scree_body a = scree_body_at(cube, v3(0, 0, 0)), b = { cube, position, rotation };
    scree_overlap_volume_result r = query(&a, &b), s = query(&b, &a);
    CHECK_MSG(r.volume == 0.0 && r.area_a == 0.0 && r.area_b == 0.0, "%s: volume %.3g", what, r.volume);
    CHECK_MSG(distance(r.centroid, expected) <= within, "%s: centroid %g %g %g", what, r.centroid.x, r.centroid.y,
              r.centroid.z);
    CHECK_MSG(s.volume == 0.0 && distance(s.centroid, expected) <= within, "%s: swapped", what);
    scree_shape_destroy(cube);
}

static void test_touching(void)
{
    const double tiny = 1e-14, eighth = 0.38268343236508977; // sine of half of 45 degrees
    scree_quat on_edge = { 0.92387953251128674, 0, 0, eighth };
    check_touching("faces", v3(1, 0, 0), straight, v3(0.5, 0, 0), tiny);
    check_touching("parts of faces", v3(1, 0.5, -0.25), straight, v3(0.5, 0.25, -0.125), tiny);
    check_touching("edges", v3(1, 1, 0.5), straight, v3(0.5, 0.5, 0.25), tiny);
    check_touching("vertices", v3(1, 1, 1), straight, v3(0.5, 0.5, 0.5), tiny);
    check_touching("edge on face", v3(0.5 + sqrt(0.5), 0, 0), on_edge, v3(0.5, 0, 0), tiny);
    check_touching("apart by faces", v3(1.5, 0, 0), straight, v3(0.75, 0, 0), 0.8);
    check_touching("apart by edges", v3(1.2, 1.2, 0), straight, v3(0.6, 0.6, 0), 0.8);
    check_touching("far apart", v3(100, 0, 0), straight, v3(50, 0, 0), 1.0);
}

// The same body twice: half of the surface for each.
static void test_identical(void)
{
    scree_shape *box = scree_box_create(v3(1, 2, 3), 0.0, NULL);
    for (int i = 0; i < 100; ++i) {
        scree_body a = { box, in_cube(1e6), any_rotation() };
        scree_overlap_volume_result r = query(&a, &a);
        CHECK_NEAR(r.volume, 48.0, 1e-12);
        CHECK_NEAR(r.area_a, 44.0, 1e-12);
        CHECK_NEAR(r.area_b, 44.0, 1e-12);
        CHECK_NEAR(v3_norm(r.area_vector), 0.0, 1e-12);
        CHECK_NEAR(distance(r.centroid, a.position), 0.0, 1e-9);
    }
    scree_shape_destroy(box);
}

static scree_shape *round_hull(int points, double radius)
{
    scree_vec3 *p = malloc((size_t)points * sizeof *p);
    if (p == NULL) exit(EXIT_FAILURE);
    for (int i = 0; i < points; ++i) {
        do p[i] = in_cube(1.0);
        while (v3_norm(p[i]) > 1.0 || v3_norm(p[i]) < 0.1);
        p[i] = v3_scale(v3_unit(p[i]), radius);
    }
    scree_shape *shape = scree_polyhedron_create(p, (size_t)points, 0.0, NULL);
    free(p);
    return shape;
}

// Eight boxes around a point share a body among them: volumes and moments add up to the body's own.
static void check_divided(const scree_shape *shape)
{
    scree_shape *cube = scree_box_create(v3(2, 2, 2), 0.0, NULL);
    scree_body body = { shape, in_cube(5.0), any_rotation() };
    scree_vec3 middle = v3_add(body.position, in_cube(0.3)), moment = v3(0, 0, 0);
    scree_quat rotation = any_rotation();
    qrot exact_rotation = qrot_of(rotation);
    double volume = 0.0;
    for (int i = 0; i < 8; ++i) {
        qvec corner = qrot_apply(&exact_rotation, q3(i & 1 ? 2 : -2, i & 2 ? 2 : -2, i & 4 ? 2 : -2));
        scree_body part = { cube, v3_add(middle, v3((double)corner.x, (double)corner.y, (double)corner.z)), rotation };
        scree_overlap_volume_result r = i & 1 ? query(&part, &body) : query(&body, &part);
        volume += r.volume;
        moment = v3_add_scaled(moment, r.volume, v3_sub(r.centroid, body.position));
    }
    scree_mass mass = scree_shape_mass(shape);
    qrot body_rotation = qrot_of(body.orientation);
    qvec centroid = qrot_apply(&body_rotation, q3_from(mass.centroid));
    CHECK_NEAR(volume, mass.volume, 1e-13 * mass.volume);
    CHECK_NEAR(distance(v3_scale(moment, 1.0 / volume), v3((double)centroid.x, (double)centroid.y, (double)centroid.z)),
               0.0, 1e-13);
    scree_shape_destroy(cube);
}

// The volume's change as B moves by d is -(area vector of A) . d: central differences, whose error is of third order.
static void check_derivative(const scree_shape *shape_a, const scree_shape *shape_b)
{
    const double step = 1e-5;
    scree_body a = { shape_a, v3(0, 0, 0), any_rotation() }, b = { shape_b, in_cube(0.5), any_rotation() };
    scree_vec3 d = v3_unit(in_cube(1.0));
    scree_overlap_volume_result r = query(&a, &b);
    scree_body ahead = b, behind = b;
    ahead.position = v3_add_scaled(b.position, step, d);
    behind.position = v3_add_scaled(b.position, -step, d);
    double change = (query(&a, &ahead).volume - query(&a, &behind).volume) / (2.0 * step);
    CHECK_NEAR(change, -v3_dot(r.area_vector, d), 1e-6);
    // As B rotates about its own origin, by minus the moment about that.
    const scree_quat forth = { 1.0, 0.5 * step * d.x, 0.5 * step * d.y, 0.5 * step * d.z };
    const scree_quat back = { 1.0, -forth.x, -forth.y, -forth.z };
    ahead = behind = b;
    ahead.orientation = quat_times(forth, b.orientation);
    behind.orientation = quat_times(back, b.orientation);
    change = (query(&a, &ahead).volume - query(&a, &behind).volume) / (2.0 * step);
    scree_vec3 moment = v3_add(r.couple, v3_cross(v3_sub(r.centroid, b.position), r.area_vector));
    CHECK_NEAR(change, -v3_dot(moment, d), 1e-6);
    CHECK_NEAR(v3_norm(v3_add(r.couple, query(&b, &a).couple)), 0.0, 1e-12);
}

static void test_large(void)
{
    static const int counts[] = { 5, 12, 40, 200, 1000, 5000 };
    int most = check_scale() < 0.5 ? 5 : 6;
    scree_shape *shapes[6];
    for (int i = 0; i < most; ++i) shapes[i] = round_hull(counts[i], 1.0);
    for (int i = 0; i < most; ++i) {
        scree_body a = { shapes[i], in_cube(3.0), any_rotation() };
        scree_mass mass = scree_shape_mass(shapes[i]);
        CHECK_NEAR(query(&a, &a).volume, mass.volume, 1e-13 * mass.volume);
        for (int k = 0; k < 6; ++k) check_divided(shapes[i]);
        for (int k = 0; k < most; ++k) check_derivative(shapes[i], shapes[k]);
    }
    for (int i = 0; i < most; ++i) scree_shape_destroy(shapes[i]);
}

// The swapped pair has the negative of every vector, to the last bit, however its faces coincide.
static void check_negative(long i, const scree_overlap_volume_result *r, const scree_body *b, const scree_body *a)
{
    const scree_overlap_volume_result s = query(b, a);
    CHECK_MSG(r->volume == s.volume && v3_equal(r->centroid, s.centroid) && r->area_a == s.area_b &&
                  r->area_b == s.area_a && v3_equal(r->area_vector, v3_neg(s.area_vector)) &&
                  v3_equal(r->couple, v3_neg(s.couple)),
              "nearly identical %ld: area vector %g %g %g, swapped %g %g %g", i, r->area_vector.x, r->area_vector.y,
              r->area_vector.z, s.area_vector.x, s.area_vector.y, s.area_vector.z);
}

// Hulls against themselves, moved by some roundings: the volume is the hull's own, less a skin as thick as the move.
static void test_nearly_identical(void)
{
    static const int counts[] = { 8, 20, 60, 200, 600 };
    for (long i = 0; i < check_scaled(400); ++i) {
        scree_shape *s = round_hull(counts[i % 5], 1.0);
        double move = pow(10.0, between(-18, -10)), tilt = pow(10.0, between(-18, -10));
        scree_body a = { s, v3(0, 0, 0), any_rotation() }, b = a;
        b.position = v3_scale(in_cube(1.0), move);
        b.orientation.x += tilt * between(-1, 1);
        b.orientation.z += tilt * between(-1, 1);
        double length = sqrt(a.orientation.w * a.orientation.w + a.orientation.x * a.orientation.x +
                             a.orientation.y * a.orientation.y + a.orientation.z * a.orientation.z);
        double skin = 2.0 * move + 4.0 * tilt / length + NEARLY_ROUNDINGS * 0x1p-53;
        double volume = scree_shape_mass(s).volume;
        scree_overlap_volume_result r = query(&a, &b), same = query(&a, &a);
        check_negative(i, &r, &b, &a);
        CHECK_MSG(fabs(same.area_a - same.area_b) <= 1e-13 && v3_norm(same.area_vector) <= 1e-13,
                  "identical %ld: areas %.17g and %.17g", i, same.area_a, same.area_b);
        CHECK_MSG(fabs(r.volume - volume) <= 13.0 * skin, "nearly identical %ld: volume %.17g of %.17g", i, r.volume,
                  volume);
        CHECK_MSG(distance(r.centroid, query(&b, &a).centroid) <= 40.0 * skin / volume,
                  "nearly identical %ld: centroid", i);
        scree_shape_destroy(s);
    }
}

typedef enum wheel { PRISM, CONE, DOUBLE_CONE } wheel;

// Over a regular polygon whose inscribed circle has radius 1.
static scree_shape *make_wheel(wheel kind, int sides)
{
    const double pi = 3.14159265358979323846;
    scree_vec3 *p = malloc((size_t)(2 * sides + 2) * sizeof *p);
    if (p == NULL) exit(EXIT_FAILURE);
    size_t count = 0;
    for (int i = 0; i < sides; ++i) {
        double angle = 2.0 * pi * i / sides, radius = 1.0 / cos(pi / sides);
        p[count++] = v3(radius * cos(angle), radius * sin(angle), 0.0);
        if (kind == PRISM) p[count++] = v3(radius * cos(angle), radius * sin(angle), 1.0);
    }
    if (kind != PRISM) p[count++] = v3(0, 0, 1);
    if (kind == DOUBLE_CONE) p[count++] = v3(0, 0, -1);
    scree_shape *s = scree_polyhedron_create(p, count, 0.0, NULL);
    free(p);
    return s;
}

static scree_quat product(scree_quat a, scree_quat b)
{
    scree_quat q = { a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                     a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
    return q;
}

// Two that are rotated against each other about their axis share tips, rims and bases. Their sections are tangent to one
// circle: a polygon with twice as many sides, its normals in turn `angle` and 2 pi / sides - `angle` apart.
static void test_wheels(void)
{
    static const int sides[] = { 3, 4, 5, 8, 17, 100, 400 };
    const double pi = 3.14159265358979323846;
    for (int k = 0; k < 7; ++k) {
        for (wheel kind = PRISM; kind <= DOUBLE_CONE; ++kind) {
            scree_shape *s = make_wheel(kind, sides[k]);
            for (long i = 0; i < check_scaled(60); ++i) {
                double step = 2.0 * pi / sides[k], angle = between(0.0, step);
                if (i % 6 == 1) angle = 0.5 * step;
                if (i % 6 == 2) angle = 0.0;
                if (i % 6 == 3) angle = pow(10.0, between(-17, -8));
                scree_body a = { s, v3(0, 0, 0), straight }, b = a;
                if (i % 2) a.orientation = any_rotation();
                b.orientation = product(a.orientation, (scree_quat){ cos(0.5 * angle), 0, 0, sin(0.5 * angle) });
                double height = kind == PRISM ? 1.0 : kind == CONE ? 1.0 / 3.0 : 2.0 / 3.0;
                double exact = height * sides[k] * (tan(0.5 * angle) + tan(0.5 * (step - angle)));
                scree_overlap_volume_result r = query(&a, &b);
                CHECK_MSG(fabs(r.volume - exact) <= 1e-13,
                          "wheel %d of %d sides, angle %g: volume %.17g, exactly %.17g", (int)kind, sides[k], angle,
                          r.volume, exact);
                double flat = v3_norm(r.area_vector) - (kind == DOUBLE_CONE ? 0.0 : v3_norm(query(&b, &a).area_vector));
                CHECK_MSG(fabs(flat) <= (i % 6 == 3 ? 20.0 : 1e-8), "wheel %d of %d sides: area vector", (int)kind,
                          sides[k]);
            }
            scree_shape_destroy(s);
        }
    }
}

static void test_refusals(void)
{
    scree_shape *cube = scree_box_create(v3(1, 1, 1), 0.0, NULL), *round = scree_box_create(v3(1, 1, 1), 0.1, NULL);
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL);
    scree_body a = scree_body_at(cube, v3(0, 0, 0)), b = scree_body_at(cube, v3(1, 0, 0));
    scree_body c = scree_body_at(round, v3(0, 0, 0)), d = scree_body_at(ball, v3(0, 0, 0));
    size_t size = scree_overlap_volume_scratch(cube, cube);
    unsigned char *scratch = malloc(size);
    scree_overlap_volume_result r;
    CHECK(scree_overlap_volume(&a, &c, scratch, size, &r) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_overlap_volume(&d, &a, scratch, size, &r) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_overlap_volume(&a, &b, scratch, size / 2, &r) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_overlap_volume(&a, &b, NULL, 0, &r) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_overlap_volume(&a, &b, scratch, size, &r) == SCREE_OK && r.volume == 4.0);
    b.position.x = NAN;
    CHECK(scree_overlap_volume(&a, &b, scratch, size, &r) == SCREE_INVALID_POSE);
    b.position.x = 1.0;
    b.orientation = (scree_quat){ 0, 0, 0, 0 };
    CHECK(scree_overlap_volume(&b, &a, scratch, size, &r) == SCREE_INVALID_POSE);
    free(scratch);
    scree_shape_destroy(cube);
    scree_shape_destroy(round);
    scree_shape_destroy(ball);
}

int main(void)
{
    test_refusals();
    test_touching();
    test_identical();
    test_boxes();
    test_random();
    test_lattice();
    test_nearly();
    test_large();
    test_nearly_identical();
    test_wheels();
    printf("largest errors: volume %.1f roundings, areas %.1f\n", worst_volume, worst_area);
    return check_done();
}
