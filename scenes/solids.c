// Shapes of every kind that grains are, and of every kind that breaks a narrow phase.
#include "solids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"

enum { POINTS_MAX = 1024 };

typedef struct cloud {
    int count;
    scree_vec3 points[POINTS_MAX];
} cloud;

static void cloud_add(cloud *c, scree_vec3 p)
{
    if (c->count < POINTS_MAX) c->points[c->count++] = p;
}

static void cloud_box(cloud *c, double x, double y, double z)
{
    for (int i = 0; i < 8; ++i) cloud_add(c, s3(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z));
}

// Directions stretched by an ellipsoid, some of them pulled in: faces of every size.
static void cloud_hull(cloud *c, scree_random *r, int count)
{
    scree_vec3 axes = random_in_cube(r, 0.4, 1.0);
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        double pull = random_between(r, 0.8, 1.0);
        cloud_add(c, s3(axes.x * pull * d.x, axes.y * pull * d.y, axes.z * pull * d.z));
    }
}

static void cloud_prism(cloud *c, int sides, double radius, double half)
{
    for (int i = 0; i < sides; ++i) {
        double angle = 6.283185307179586 * i / sides;
        cloud_add(c, s3(radius * cos(angle), radius * sin(angle), half));
        cloud_add(c, s3(radius * cos(angle), radius * sin(angle), -half));
    }
}

static void cloud_octahedron(cloud *c, double s)
{
    for (int i = 0; i < 6; ++i) {
        double v = i & 1 ? s : -s;
        cloud_add(c, i < 2 ? s3(v, 0, 0) : i < 4 ? s3(0, v, 0) : s3(0, 0, v));
    }
}

static void cloud_tetrahedron(cloud *c, double s)
{
    cloud_add(c, s3(s, s, s));
    cloud_add(c, s3(s, -s, -s));
    cloud_add(c, s3(-s, s, -s));
    cloud_add(c, s3(-s, -s, s));
}

static int hull_count(scree_random *r)
{
    double u = random_unit(r);
    return u < 0.3 ? 4 + random_below(r, 3) : u < 0.85 ? 7 + random_below(r, 10) : 17 + random_below(r, 44);
}

// One of the solids of every day, about 1 in size.
static void cloud_solid(cloud *c, scree_random *r, int which)
{
    switch (which % 10) {
    case 0:
        cloud_box(c, 0.5, 0.5, 0.5);
        break;
    case 1: {
        scree_vec3 half = random_in_cube(r, 0.1, 1);
        cloud_box(c, half.x, half.y, half.z);
        break;
    }
    case 2:
        cloud_tetrahedron(c, 0.5);
        break;
    case 3:
        cloud_octahedron(c, 0.75);
        break;
    case 4:
        cloud_prism(c, 3 + random_below(r, 4), 0.6, 0.5);
        break;
    case 5: {
        double half = random_between(r, 0.1, 1);
        cloud_prism(c, 7 + random_below(r, 6), 0.6, half);
        break;
    }
    case 6:
        cloud_box(c, 1, 0.5, 0.25);
        break;
    case 7:
        cloud_hull(c, r, 4 + random_below(r, 2));
        break;
    case 8:
        cloud_hull(c, r, 6 + random_below(r, 4));
        break;
    default:
        cloud_hull(c, r, 10 + random_below(r, 8));
        break;
    }
}

static void cloud_scale(cloud *c, scree_vec3 s, scree_vec3 shift)
{
    for (int i = 0; i < c->count; ++i) {
        scree_vec3 p = c->points[i];
        c->points[i] = s3(p.x * s.x + shift.x, p.y * s.y + shift.y, p.z * s.z + shift.z);
    }
}

// What a careless exporter writes: everything twice, middles of edges and faces, points inside.
static void cloud_soil(cloud *c, scree_random *r)
{
    int base = c->count;
    for (int i = 0; i < base && c->count < 48; ++i) {
        int j = random_below(r, base), k = random_below(r, base);
        scree_vec3 p = c->points[i], q = c->points[j], o = c->points[k];
        switch (random_below(r, 4)) {
        case 0:
            cloud_add(c, p);
            break;
        case 1:
            cloud_add(c, s3_scale(s3_add(p, q), 0.5));
            break;
        case 2:
            cloud_add(c, s3_scale(s3_add(p, s3_add(q, o)), 1.0 / 3.0));
            break;
        default:
            cloud_add(c, s3_add(s3_scale(p, 0.25), s3_scale(q, 0.75)));
            break;
        }
    }
}

// A corner is replaced by three or four points next to it, each on the way to another corner. Half of the solids have
// this corner at their origin, where doubles resolve points however close they are.
static void cloud_chip(cloud *c, scree_random *r)
{
    const int base = c->count;
    if (base < 2) return; // there is no other corner to cut towards
    const int first = random_below(r, base);
    const bool at_origin = random_below(r, 2);
    const double least = at_origin ? -30 : -16;
    cloud out = { .count = 0 };
    if (at_origin) {
        const scree_vec3 corner = c->points[first];
        for (int i = 0; i < base; ++i) c->points[i] = s3_sub(c->points[i], corner);
    }
    const bool all = !at_origin && random_below(r, 2);
    const double common = random_decade(r, least, -1);
    const bool even = random_below(r, 2);
    for (int i = 0; i < base; ++i) {
        const int chips = 3 + random_below(r, 2);
        if (i != first && !all) cloud_add(&out, c->points[i]);
        if (i != first && !all) continue;
        for (int k = 0; k < chips; ++k) {
            const double cut = even ? common : random_decade(r, least, -1);
            const int to = (i + 1 + (random_below(r, base - 1))) % base;
            cloud_add(&out, s3_add(c->points[i], s3_scale(s3_sub(c->points[to], c->points[i]), cut)));
        }
    }
    *c = out;
}

// More corners, each next to a corner, an edge or a face that there is: thin faces, short edges, and edges at which the
// surface hardly turns.
static void cloud_splinter(cloud *c, scree_random *r)
{
    const int base = c->count, more = 1 + random_below(r, 4);
    for (int i = 0; i < more; ++i) {
        const scree_vec3 p = c->points[random_below(r, base)], q = c->points[random_below(r, base)];
        const scree_vec3 o = c->points[random_below(r, base)];
        const double u = random_unit(r), v = random_below(r, 2) ? 0.0 : random_unit(r) * (1.0 - u);
        const scree_vec3 at = s3_add(p, s3_add(s3_scale(s3_sub(q, p), u), s3_scale(s3_sub(o, p), v)));
        cloud_add(c, s3_add(s3_scale(at, 1.0 + random_decade(r, -16, -2)), random_vector(r, 1.0, -17, -3)));
    }
}

// A prism, an antiprism or a truncated pyramid.
static void cloud_any_prism(cloud *c, scree_random *r)
{
    const int sides = 3 + random_below(r, 30);
    const double half = random_decade(r, -2, 1), twist = random_below(r, 3) == 0 ? 3.141592653589793 / sides : 0.0;
    const double top = random_below(r, 3) == 0 ? random_decade(r, -2, 0) : 1.0;
    for (int i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides;
        cloud_add(c, s3(cos(angle), sin(angle), -half));
        cloud_add(c, s3(top * cos(angle + twist), top * sin(angle + twist), half));
    }
}

static void cloud_polygon(cloud *c, scree_random *r)
{
    int sides = 3 + random_below(r, random_below(r, 4) == 0 ? 22 : 6);
    bool regular = random_below(r, 3) == 0;
    double phase = regular && random_below(r, 2) ? 0.0 : random_between(r, 0.0, 6.0);
    for (int i = 0; i < sides; ++i) {
        double angle = phase + 6.283185307179586 * (regular ? i : i + random_between(r, 0.0, 0.9)) / sides;
        cloud_add(c, s3(cos(angle), sin(angle), 0.0));
    }
}

static bool finish(scree_scene *scene, scree_solid *solid, scree_error *error)
{
    switch (solid->kind) {
    case SCREE_SPHERE:
        solid->shape = scree_sphere_create(solid->radius, solid->rounding, error);
        break;
    case SCREE_DISC:
        solid->shape = scree_disc_create(solid->radius, solid->rounding, error);
        break;
    case SCREE_BOX:
        solid->shape = scree_box_create(solid->vector, solid->rounding, error);
        break;
    case SCREE_CAPSULE:
        solid->shape = scree_capsule_create(solid->radius, solid->half_length, solid->rounding, error);
        break;
    case SCREE_HALF_SPACE:
        solid->shape = scree_half_space_create(solid->vector, solid->offset, solid->rounding, error);
        break;
    case SCREE_POLYGON:
        solid->shape = scree_polygon_create(solid->points, (size_t)solid->count, solid->rounding, error);
        break;
    default:
        solid->shape = scree_polyhedron_create(solid->points, (size_t)solid->count, solid->rounding, error);
        break;
    }
    if (solid->shape != NULL)
        ++scene->solid_count;
    else
        free(solid->points);
    return solid->shape != NULL;
}

static bool add_cloud(scree_scene *scene, const cloud *c, scree_shape_kind kind, double rounding, scree_error *error)
{
    scree_solid *solid = &scene->solids[scene->solid_count];
    *solid = (scree_solid){ .kind = kind, .count = c->count, .rounding = rounding };
    solid->points = malloc((size_t)c->count * sizeof *solid->points);
    if (solid->points == NULL) return false;
    memcpy(solid->points, c->points, (size_t)c->count * sizeof *solid->points);
    return finish(scene, solid, error);
}

static bool add_box(scree_scene *scene, scree_vec3 half, double rounding, scree_error *error)
{
    scree_solid *solid = &scene->solids[scene->solid_count];
    *solid = (scree_solid){ .kind = SCREE_BOX, .vector = half, .rounding = rounding };
    return finish(scene, solid, error);
}

static bool add_round(scree_scene *scene, scree_shape_kind kind, double radius, double half_length, double rounding,
                      scree_error *error)
{
    scree_solid *solid = &scene->solids[scene->solid_count];
    *solid = (scree_solid){ .kind = kind, .radius = radius, .half_length = half_length, .rounding = rounding };
    return finish(scene, solid, error);
}

static bool add_plane(scree_scene *scene, scree_random *r, int i, scree_error *error)
{
    scree_solid *solid = &scene->solids[scene->solid_count];
    const scree_vec3 axes[4] = { { 0, 0, 1 }, { 0, -1, 0 }, { 3, 0, 4 }, { 1, 1, 1 } };
    scree_vec3 n = i % 3 == 0 ? axes[random_below(r, 4)] : random_vector(r, 1.0, -6, 6);
    double length = sqrt(s3_dot(n, n));
    double offset = i % 2 == 0 ? 0.0 : length * random_between(r, -3.0, 3.0);
    *solid = (scree_solid){ .kind = SCREE_HALF_SPACE, .vector = n, .offset = offset };
    solid->rounding = i % 5 == 0 ? 0.25 : 0.0;
    return finish(scene, solid, error);
}

static double pool_scale(scree_pool pool, scree_random *r, int i)
{
    switch (pool) {
    case POOL_TINY:
    case POOL_FLAT_TINY:
    case POOL_ROUND_TINY:
        return 1e-9 * random_between(r, 0.5, 2.0);
    case POOL_HUGE:
    case POOL_FLAT_HUGE:
    case POOL_ROUND_HUGE:
        return 1e9 * random_between(r, 0.5, 2.0);
    case POOL_RATIO:
    case POOL_FLAT_RATIO:
    case POOL_ROUND_RATIO:
        return i % 7 == 0 ? 1.0 : pow(10.0, i % 7) * random_between(r, 0.5, 1.0);
    case POOL_CHIPPED:
        return i % 4 == 0 ? 1.0 : random_decade(r, -7, 0);
    default:
        return 1.0;
    }
}

// Polyhedra, sharp or rounded; every third box-like one as a box.
static bool add_polyhedron(scree_scene *scene, scree_pool pool, int i, scree_random *r, scree_error *error)
{
    static const int sides[4] = { 1, 2, 3, 4 };
    cloud c = { .count = 0 };
    double scale = pool_scale(pool, r, i);
    scree_vec3 stretch = s3(scale, scale, scale), shift = s3(0, 0, 0);
    double rounding = 0.0;
    switch (pool) {
    case POOL_CUBES: {
        int y = sides[random_below(r, 4)], x = sides[random_below(r, 4)];
        scree_vec3 half = s3(0.5 * x, 0.5 * y, 0.5 * sides[i % 4]);
        if (i % 3 == 0) half = s3(0.5, 0.5, 0.5);
        if (i % 2 == 0) return add_box(scene, half, 0.0, error);
        cloud_box(&c, half.x, half.y, half.z);
        break;
    }
    case POOL_PLATES: {
        double thin = random_decade(r, -12, -6);
        if (i % 3 == 0) return add_box(scene, s3(random_between(r, 0.2, 1), 0.5, thin), 0.0, error);
        cloud_prism(&c, 3 + random_below(r, 6), 1.0, thin);
        break;
    }
    case POOL_NEEDLES: {
        double thin = random_decade(r, -6, -3);
        if (i % 3 == 0) return add_box(scene, s3(thin, thin * random_between(r, 0.3, 1), 1.0), 0.0, error);
        if (i % 3 == 1)
            cloud_prism(&c, 3 + random_below(r, 4), thin, 1.0);
        else
            cloud_hull(&c, r, 5 + random_below(r, 6)), stretch = s3(thin, thin, 1.0);
        break;
    }
    case POOL_HULLS:
        cloud_hull(&c, r, hull_count(r));
        break;
    case POOL_LARGE:
        cloud_hull(&c, r, 150 + random_below(r, 650));
        break;
    case POOL_PRISMS:
        cloud_any_prism(&c, r);
        break;
    default:
        cloud_solid(&c, r, i);
        break;
    }
    if (pool == POOL_CHIPPED) cloud_chip(&c, r);
    if (pool == POOL_SLIVERS) cloud_splinter(&c, r);
    if (pool == POOL_FAR_LOCAL) shift = random_vector(r, 1.0, 1, 6);
    if (pool == POOL_DIRTY) cloud_soil(&c, r);
    if (pool == POOL_ROUNDED || (pool >= POOL_ROUND_RATIO && i % 2 == 0)) rounding = scale * random_decade(r, -6, 0);
    cloud_scale(&c, stretch, shift);
    return add_cloud(scene, &c, SCREE_POLYHEDRON, rounding, error);
}

static bool add_planar(scree_scene *scene, scree_pool pool, int i, scree_random *r, scree_error *error)
{
    cloud c = { .count = 0 };
    double scale = pool_scale(pool, r, i);
    scree_vec3 stretch = s3(scale, scale, 0.0), shift = s3(0, 0, 0);
    bool disc = pool == POOL_DISCS ? i % 2 == 0 : (pool == POOL_FLAT_TINY || pool == POOL_FLAT_HUGE) && i % 4 == 0;
    if (disc) {
        double rounding = i % 6 == 0 ? 0.125 * scale : 0.0;
        return add_round(scene, SCREE_DISC, scale * random_decade(r, -3, 1), 0.0, rounding, error);
    }
    if (pool == POOL_SQUARES) {
        double x = 0.5 * (1 + random_below(r, 4)), y = 0.5 * (1 + i % 4);
        cloud_add(&c, s3(-x, -y, 0));
        cloud_add(&c, s3(x, -y, 0));
        cloud_add(&c, s3(x, y, 0));
        cloud_add(&c, s3(-x, y, 0));
    } else {
        cloud_polygon(&c, r);
    }
    if (pool == POOL_SHARP) stretch.y = random_decade(r, -12, -3);
    if (pool == POOL_FLAT_FAR) {
        double angle = random_between(r, 0.0, 6.0), far = random_decade(r, 1, 6);
        shift = s3(far * cos(angle), far * sin(angle), 0.0);
    }
    cloud_scale(&c, stretch, shift);
    return add_cloud(scene, &c, SCREE_POLYGON, pool == POOL_DISCS ? random_decade(r, -6, 0) : 0.0, error);
}

static bool add_solid(scree_scene *scene, scree_pool pool, int i, scree_random *r, scree_error *error)
{
    if (pool >= POOL_POLYGONS && pool <= POOL_DISCS) return add_planar(scene, pool, i, r, error);
    if (pool == POOL_PLANES) return add_plane(scene, r, i, error);
    double scale = pool_scale(pool, r, i);
    bool mixed = pool >= POOL_ROUND_RATIO;
    if (pool == POOL_BALLS || (mixed && i % 4 == 0)) {
        double radius = scale * (i % 3 == 0 ? 1.0 : random_decade(r, -2, 1));
        return add_round(scene, SCREE_SPHERE, radius, 0.0, i % 5 == 0 ? 0.5 * scale : 0.0, error);
    }
    if (pool == POOL_CAPSULES || (mixed && i % 4 == 1)) {
        double radius = scale * random_decade(r, -3, 0), half = scale * (i % 3 == 0 ? 1.0 : random_decade(r, -2, 1));
        return add_round(scene, SCREE_CAPSULE, radius, half, i % 5 == 0 ? 0.5 * scale : 0.0, error);
    }
    if (pool == POOL_ROUNDED && i % 3 == 0) {
        double rounding = random_decade(r, -6, 0);
        return add_box(scene, s3(1, 0.5, random_between(r, 0.1, 1)), rounding, error);
    }
    return add_polyhedron(scene, pool, i, r, error);
}

bool scree_scene_add_pool(scree_scene *scene, scree_pool pool, int count, scree_random *random, scree_error *error)
{
    scree_solid *more = realloc(scene->solids, (size_t)(scene->solid_count + count) * sizeof *more);
    if (more == NULL) return false;
    scene->solids = more;
    for (int i = 0; i < count; ++i) {
        if (!add_solid(scene, pool, i, random, error)) return false;
    }
    return true;
}
