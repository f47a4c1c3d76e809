// Clusters whose parts overlap: volume, centre and inertia of the union beside closed forms, for thick and thin parts, in
// micrometres and kilometres.
#include <math.h>
#include <stddef.h>

#include "check.h"
#include "fill/cluster.h"

static const double pi = 3.14159265358979323846;
static const double units[] = { 1e-6, 1.0, 1e3 };
static const double relative = 2e-5; // for each part

enum { UNITS = sizeof units / sizeof *units, MOST_PARTS = 8 };

static const scree_quat upright = { 1.0, 0.0, 0.0, 0.0 };

// ---------------------------------------------------------------------------------------------------------- clusters

typedef struct cluster {
    scree_scene_shape shapes[MOST_PARTS + 1]; // of the parts; the last one is the cluster
    scree_scene_part parts[MOST_PARTS];
    int count;
    int dimension;
} cluster;

static void add(cluster *c, scree_scene_shape shape, scree_vec3 position, scree_quat orientation)
{
    c->shapes[c->count] = shape;
    c->parts[c->count] = (scree_scene_part){ .shape = c->count, .position = position, .orientation = orientation };
    ++c->count;
}

static scree_scene_shape box(double x, double y, double z)
{
    return (scree_scene_shape){ .kind = SCREE_SCENE_BOX, .edges = { x, y, z } };
}

static scree_scene_shape ball(double radius)
{
    return (scree_scene_shape){ .kind = SCREE_SCENE_SPHERE, .radius = radius };
}

/// All lengths times `unit`.
static scree_scene_shape scaled(scree_scene_shape s, double unit)
{
    s.edges = (scree_vec3){ unit * s.edges.x, unit * s.edges.y, unit * s.edges.z };
    s.semi_axes = (scree_vec3){ unit * s.semi_axes.x, unit * s.semi_axes.y, unit * s.semi_axes.z };
    s.radius *= unit;
    s.length *= unit;
    s.rounding *= unit;
    return s;
}

/// In units of `unit`, rotated as a whole and moved by `shift`.
static scree_mass mass_of(const cluster *c, double unit, scree_quat q, scree_vec3 shift)
{
    cluster own = *c;
    scree_scene scene = { .settings = scree_sim_defaults(), .shapes = own.shapes, .shape_count = c->count + 1 };
    scree_error error = { SCREE_OK, "" };
    scree_mass mass = { 0 };
    scree_vec3 corners[MOST_PARTS][4];
    for (int i = 0; i < c->count; ++i) {
        const scree_vec3 p = scree_quat_rotate(q, c->parts[i].position);
        own.shapes[i] = scaled(c->shapes[i], unit);
        for (size_t k = 0; k < own.shapes[i].vertex_count; ++k)
            corners[i][k] = (scree_vec3){ unit * c->shapes[i].vertices[k].x, unit * c->shapes[i].vertices[k].y, 0.0 };
        own.shapes[i].vertices = corners[i];
        own.parts[i].position = (scree_vec3){ unit * (p.x + shift.x), unit * (p.y + shift.y), unit * (p.z + shift.z) };
        own.parts[i].orientation = scree_quat_multiply(q, c->parts[i].orientation);
    }
    own.shapes[c->count] =
        (scree_scene_shape){ .kind = SCREE_SCENE_CLUSTER, .parts = own.parts, .part_count = (size_t)c->count };
    if (c->dimension == 2) scene.settings.dimension = 2;
    CHECK_MSG(scree_fill_cluster_mass(&scene, &own.shapes[c->count], &mass, &error), "%s", error.message);
    return mass;
}

// --------------------------------------------------------------------------------------------------------- comparison

/// Volume, first and second moments about the origin: they add up.
typedef struct moments {
    double volume, first[3], second[3][3];
} moments;

static void add_moments(moments *m, double sign, double volume, scree_vec3 centre, const double central[3][3])
{
    const double c[3] = { centre.x, centre.y, centre.z };
    m->volume += sign * volume;
    for (int i = 0; i < 3; ++i) {
        m->first[i] += sign * volume * c[i];
        for (int j = 0; j < 3; ++j) m->second[i][j] += sign * (volume * c[i] * c[j] + central[i][j]);
    }
}

/// Of a body with these second moments along the axes.
static void add_straight(moments *m, double sign, double volume, scree_vec3 centre, double xx, double yy, double zz)
{
    const double central[3][3] = { { xx, 0, 0 }, { 0, yy, 0 }, { 0, 0, zz } };
    add_moments(m, sign, volume, centre, central);
}

static void add_box(moments *m, double sign, double x, double y, double z, scree_vec3 centre)
{
    const double v = x * y * z;
    add_straight(m, sign, v, centre, v * x * x / 12.0, v * y * y / 12.0, v * z * z / 12.0);
}

static void add_ball(moments *m, double sign, double r, scree_vec3 centre)
{
    const double v = 4.0 / 3.0 * pi * r * r * r, own = v * r * r / 5.0;
    add_straight(m, sign, v, centre, own, own, own);
}

/// Of a shape of the library, in place.
static moments of_shape(scree_shape *shape)
{
    moments m = { 0 };
    const scree_mass mass = scree_shape_mass(shape);
    const scree_sym3 t = mass.inertia;
    const double central[3][3] = { { 0.5 * (t.yy + t.zz - t.xx), -t.xy, -t.xz },
                                   { -t.xy, 0.5 * (t.xx + t.zz - t.yy), -t.yz },
                                   { -t.xz, -t.yz, 0.5 * (t.xx + t.yy - t.zz) } };
    add_moments(&m, 1.0, mass.volume, mass.centroid, central);
    scree_shape_destroy(shape);
    return m;
}

static double at(scree_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/// `m`: in units of 1, not rotated and not moved. Inertia is compared with its own largest value.
static void compare(const char *name, const cluster *c, const moments *m, double unit, scree_quat q, scree_vec3 shift)
{
    const scree_mass made = mass_of(c, unit, q, shift), *mass = &made;
    const int dimension = c->dimension == 2 ? 2 : 3;
    const double error = relative * c->count;
    const scree_mat3 rotation = scree_quat_to_matrix(q);
    const double scale = pow(unit, dimension), second = scale * unit * unit;
    const double centre[3] = { m->first[0] / m->volume, m->first[1] / m->volume, m->first[2] / m->volume };
    const scree_vec3 moved = scree_quat_rotate(q, (scree_vec3){ centre[0], centre[1], centre[2] });
    double world[3][3] = { { 0 } }, trace = 0.0;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    world[row][column] += at(rotation.row[row], i) * at(rotation.row[column], j) *
                                          (m->second[i][j] - m->volume * centre[i] * centre[j]);
            }
        }
        trace += world[row][row];
    }
    const double length = sqrt(trace / m->volume), allowed = error * second * trace;
    CHECK_MSG(fabs(mass->volume / (scale * m->volume) - 1.0) <= error, "%s, unit %g: volume %.12g, not %.12g", name,
              unit, mass->volume / scale, m->volume);
    const double sum[3] = { moved.x + shift.x, moved.y + shift.y, moved.z + shift.z };
    for (int k = 0; k < 3; ++k)
        CHECK_MSG(fabs(at(mass->centroid, k) / unit - sum[k]) <= error * length,
                  "%s, unit %g: centre %d at %.12g, not %.12g", name, unit, k, at(mass->centroid, k) / unit, sum[k]);
    CHECK_NEAR(mass->inertia.zz, second * (trace - world[2][2]), allowed);
    if (dimension == 2) return;
    CHECK_NEAR(mass->inertia.xx, second * (trace - world[0][0]), allowed);
    CHECK_NEAR(mass->inertia.yy, second * (trace - world[1][1]), allowed);
    CHECK_NEAR(mass->inertia.xy, -second * world[0][1], allowed);
    CHECK_NEAR(mass->inertia.xz, -second * world[0][2], allowed);
    CHECK_NEAR(mass->inertia.yz, -second * world[1][2], allowed);
}

/// Rotated, in all units; as it is; and far from the origin.
static void check(const char *name, const cluster *c, const moments *m)
{
    const scree_vec3 none = { 0, 0, 0 }, far = { 300.0, -500.0, c->dimension == 2 ? 0.0 : 700.0 };
    const scree_quat tilted = c->dimension == 2 ? scree_quat_from_axis_degrees((scree_vec3){ 0, 0, 1 }, 33.0)
                                                : scree_quat_from_euler_degrees((scree_vec3){ 20.0, 35.0, 50.0 });
    compare(name, c, m, units[0], tilted, none);
    if (check_scale() < 0.2) return;
    compare(name, c, m, 1.0, upright, none);
    for (int i = 1; i < UNITS; ++i) compare(name, c, m, units[i], tilted, none);
    compare(name, c, m, 1.0, tilted, far);
}

// -------------------------------------------------------------------------------------------------------------- cases

static const scree_vec3 middle = { 0, 0, 0 };

/// Two plates that cross at right angles: a plus sign.
static void test_plates(void)
{
    const double thin[] = { 0.1, 1e-2, 1e-4 };
    for (int i = 0; i < 3; ++i) {
        const double t = thin[i];
        cluster c = { .count = 0 };
        moments m = { 0 };
        add(&c, box(1, 1, t), middle, upright);
        add(&c, box(1, t, 1), middle, upright);
        add_box(&m, 1.0, 1, 1, t, middle);
        add_box(&m, 1.0, 1, t, 1, middle);
        add_box(&m, -1.0, 1, t, t, middle);
        check("plates", &c, &m);
    }
}

/// Two rods of square section in a plane at an angle of 60 degrees: they share a prism over a rhomb.
static void test_rods(void)
{
    const double thin[] = { 0.1, 1e-3 };
    for (int i = 0; i < 2; ++i) {
        const double t = thin[i], sine = sqrt(0.75), edge = t / sine, v = t * t * edge;
        const double own = v * edge * edge / 12.0; // along each of the two edges, (1, 0) and (1/2, sine)
        const double rhomb[3][3] = { { own * 1.25, own * 0.5 * sine, 0 },
                                     { own * 0.5 * sine, own * sine * sine, 0 },
                                     { 0, 0, v * t * t / 12.0 } };
        const double rod = t * t, along = rod / 12.0, across = rod * t * t / 12.0;
        const double other[3][3] = { { 0.25 * along + sine * sine * across, 0.5 * sine * (along - across), 0 },
                                     { 0.5 * sine * (along - across), sine * sine * along + 0.25 * across, 0 },
                                     { 0, 0, across } };
        cluster c = { .count = 0 };
        moments m = { 0 };
        add(&c, box(1, t, t), middle, upright);
        add(&c, box(1, t, t), middle, scree_quat_from_axis_degrees((scree_vec3){ 0, 0, 1 }, 60.0));
        add_box(&m, 1.0, 1, t, t, middle);
        add_moments(&m, 1.0, rod, middle, other);
        add_moments(&m, -1.0, v, middle, rhomb);
        check("rods", &c, &m);
    }
}

/// What two balls of radius 1 share whose centres are at -d / 2 and d / 2 on the x axis: two caps, by slices of radius^2
/// 1 - (|x| + d / 2)^2, whose integrals are polynomials.
static void add_lens(moments *m, double sign, double d)
{
    enum { SLICES = 2000 };
    const double end = 1.0 - 0.5 * d, step = end / SLICES;
    double volume = 0.0, along = 0.0, across = 0.0;
    for (int i = 0; i <= 2 * SLICES; ++i) { // Simpson's rule, 1 4 2 4 ... 1, on one half
        const double x = 0.5 * step * i, square = 1.0 - (x + 0.5 * d) * (x + 0.5 * d);
        const double weight = step / 6.0 * (i == 0 || i == 2 * SLICES ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
        volume += 2.0 * weight * pi * square;
        along += 2.0 * weight * pi * square * x * x;
        across += 2.0 * weight * pi * square * square / 4.0;
    }
    CHECK_NEAR(volume, pi / 12.0 * (4.0 + d) * (2.0 - d) * (2.0 - d), 1e-12);
    add_straight(m, sign, volume, middle, along, across, across);
}

static void test_dumbbells(void)
{
    const double distances[] = { 0.2, 1.0, 1.99 };
    for (int i = 0; i < 3; ++i) {
        const double half = 0.5 * distances[i];
        cluster c = { .count = 0 };
        moments m = { 0 };
        add(&c, ball(1.0), (scree_vec3){ -half, 0, 0 }, upright);
        add(&c, ball(1.0), (scree_vec3){ half, 0, 0 }, upright);
        add_ball(&m, 1.0, 1.0, (scree_vec3){ -half, 0, 0 });
        add_ball(&m, 1.0, 1.0, (scree_vec3){ half, 0, 0 });
        add_lens(&m, -1.0, distances[i]);
        check("dumbbell", &c, &m);
    }
}

/// Two cylinders of radius 1 that cross at right angles share Steinmetz's solid, of volume 16 / 3: its sections across
/// both axes are squares.
static void test_cylinders(void)
{
    const scree_scene_shape s = { .kind = SCREE_SCENE_CYLINDER, .radius = 1.0, .length = 5.0 };
    const double v = 5.0 * pi, along = v * 25.0 / 12.0, across = v / 4.0;
    cluster c = { .count = 0 };
    moments m = { 0 };
    add(&c, s, middle, upright);
    add(&c, s, middle, scree_quat_from_axis_degrees((scree_vec3){ 1, 0, 0 }, 90.0));
    add_straight(&m, 1.0, v, middle, across, across, along);
    add_straight(&m, 1.0, v, middle, across, along, across);
    add_straight(&m, -1.0, 16.0 / 3.0, middle, 16.0 / 15.0, 64.0 / 45.0, 64.0 / 45.0);
    check("cylinders", &c, &m);
}

/// Three plates, and three rods, that cross in the middle; and three cubes of which any two share a quarter.
static void test_three(void)
{
    const double t = 1e-2;
    cluster plates = { .count = 0 }, rods = { .count = 0 }, cubes = { .count = 0 };
    moments m = { 0 };
    add(&plates, box(1, 1, t), middle, upright);
    add(&plates, box(1, t, 1), middle, upright);
    add(&plates, box(t, 1, 1), middle, upright);
    add_box(&m, 1.0, 1, 1, t, middle);
    add_box(&m, 1.0, 1, t, 1, middle);
    add_box(&m, 1.0, t, 1, 1, middle);
    add_box(&m, -1.0, 1, t, t, middle);
    add_box(&m, -1.0, t, 1, t, middle);
    add_box(&m, -1.0, t, t, 1, middle);
    add_box(&m, 1.0, t, t, t, middle);
    check("three plates", &plates, &m);
    m = (moments){ 0 };
    add(&rods, box(1, t, t), middle, upright);
    add(&rods, box(t, 1, t), middle, upright);
    add(&rods, box(t, t, 1), middle, upright);
    add_box(&m, 1.0, 1, t, t, middle);
    add_box(&m, 1.0, t, 1, t, middle);
    add_box(&m, 1.0, t, t, 1, middle);
    add_box(&m, -2.0, t, t, t, middle);
    check("three rods", &rods, &m);
    // At (0, 0), (1/2, 0) and (0, 1/2): an L of a square of 3/2 without its corner.
    m = (moments){ 0 };
    add(&cubes, box(1, 1, 1), middle, upright);
    add(&cubes, box(1, 1, 1), (scree_vec3){ 0.5, 0, 0 }, upright);
    add(&cubes, box(1, 1, 1), (scree_vec3){ 0, 0.5, 0 }, upright);
    add_box(&m, 1.0, 1.5, 1.5, 1.0, (scree_vec3){ 0.25, 0.25, 0 });
    add_box(&m, -1.0, 0.5, 0.5, 1.0, (scree_vec3){ 0.75, 0.75, 0 });
    check("three cubes", &cubes, &m);
}

/// Parts within parts, in either order, and parts that are given more than once, change nothing.
static void test_nested(void)
{
    const scree_vec3 off = { 0.1, -0.05, 0.02 };
    const scree_quat q = scree_quat_from_euler_degrees((scree_vec3){ 10.0, 20.0, 30.0 });
    moments m = { 0 };
    cluster outer_first = { .count = 0 }, inner_first = { .count = 0 }, thin = { .count = 0 };
    add_box(&m, 1.0, 1, 2, 3, middle);
    add(&outer_first, box(1, 2, 3), middle, upright);
    add(&outer_first, box(0.3, 0.2, 0.1), off, q);
    add(&outer_first, ball(0.2), off, q);
    add(&inner_first, ball(0.2), off, q);
    add(&inner_first, box(0.3, 0.2, 0.1), off, q);
    for (int i = 0; i < 3; ++i) add(&inner_first, box(1, 2, 3), middle, upright);
    check("nested", &outer_first, &m);
    check("nested, inner ones first", &inner_first, &m);
    m = (moments){ 0 };
    add_box(&m, 1.0, 1, 1, 1e-4, off);
    for (int i = 0; i < 4; ++i) add(&thin, box(1, 1, 1e-4), off, upright);
    check("given four times", &thin, &m);
}

/// Two copies that are moved along themselves make a longer one: of boxes that overlap by a thousandth, of capsules and
/// rounded boxes.
static void test_longer(void)
{
    const scree_scene_shape capsule = { .kind = SCREE_SCENE_CAPSULE, .radius = 0.5, .length = 2.0 };
    const scree_scene_shape rounded = { .kind = SCREE_SCENE_BOX, .edges = { 2.0, 1.0, 0.5 }, .rounding = 0.1 };
    cluster boxes = { .count = 0 }, capsules = { .count = 0 }, others = { .count = 0 };
    add(&boxes, box(1, 1, 0.01), middle, upright);
    add(&boxes, box(1, 1, 0.01), (scree_vec3){ 0, 0, 0.00999 }, upright);
    moments m = { 0 };
    add_box(&m, 1.0, 1, 1, 0.01999, (scree_vec3){ 0, 0, 0.004995 });
    check("boxes", &boxes, &m);
    add(&capsules, capsule, (scree_vec3){ 0, 0, -0.75 }, upright);
    add(&capsules, capsule, (scree_vec3){ 0, 0, 0.75 }, upright);
    m = of_shape(scree_capsule_create(0.5, 1.75, 0.0, NULL));
    check("capsules", &capsules, &m);
    add(&others, rounded, (scree_vec3){ -0.5, 0, 0 }, upright);
    add(&others, rounded, (scree_vec3){ 0.5, 0, 0 }, upright);
    m = of_shape(scree_box_create((scree_vec3){ 1.4, 0.4, 0.15 }, 0.1, NULL));
    check("rounded boxes", &others, &m);
}

/// What two discs of radius 1 share whose centres are at -d / 2 and d / 2 on the x axis: two segments of half the angle
/// `a`, cos a = d / 2, with these integrals about the centre of their disc.
static void add_flat_lens(moments *m, double sign, double d)
{
    const double cosine = 0.5 * d, a = acos(cosine), sine = sin(a), cube = sine * sine * sine;
    const double area = a - sine * cosine, first = 2.0 / 3.0 * cube;
    const double xx = 0.25 * (a - sine * cosine + 2.0 * cube * cosine);
    const double yy = 0.25 * (a - sine * cosine - 2.0 / 3.0 * cube * cosine);
    add_straight(m, sign, 2.0 * area, middle, 2.0 * (xx - d * first + 0.25 * d * d * area), 2.0 * yy, 0.0);
}

/// In the plane: two strips that cross, and two discs.
static void test_planar(void)
{
    static const scree_vec3 flat[] = { { -0.5, -0.01, 0 }, { 0.5, -0.01, 0 }, { 0.5, 0.01, 0 }, { -0.5, 0.01, 0 } };
    const scree_scene_shape strip = { .kind = SCREE_SCENE_POLYGON, .vertices = flat, .vertex_count = 4 };
    const scree_scene_shape disc = { .kind = SCREE_SCENE_DISC, .radius = 1.0 };
    const double t = 0.02, across = t * t * t / 12.0, along = t / 12.0;
    cluster strips = { .dimension = 2 }, discs = { .dimension = 2 };
    moments m = { 0 };
    add(&strips, strip, middle, upright);
    add(&strips, strip, middle, scree_quat_from_axis_degrees((scree_vec3){ 0, 0, 1 }, 90.0));
    add_straight(&m, 1.0, t, middle, along, across, 0.0);
    add_straight(&m, 1.0, t, middle, across, along, 0.0);
    add_straight(&m, -1.0, t * t, middle, t * across, t * across, 0.0);
    check("strips", &strips, &m);
    m = (moments){ 0 };
    add(&discs, disc, (scree_vec3){ -0.25, 0, 0 }, upright);
    add(&discs, disc, (scree_vec3){ 0.25, 0, 0 }, upright);
    add_straight(&m, 1.0, pi, (scree_vec3){ -0.25, 0, 0 }, pi / 4.0, pi / 4.0, 0.0);
    add_straight(&m, 1.0, pi, (scree_vec3){ 0.25, 0, 0 }, pi / 4.0, pi / 4.0, 0.0);
    add_flat_lens(&m, -1.0, 0.5);
    check("discs", &discs, &m);
}

int main(void)
{
    test_plates();
    test_rods();
    test_dumbbells();
    test_cylinders();
    test_three();
    test_nested();
    test_longer();
    test_planar();
    return check_done();
}
