// Grains of the papers. See grains.h.
#include "grains.h"

#include <math.h>

#include "place.h"
#include "scree/query.h"
#include "verified.h"

enum { VERTICES_MAX = 16 };

typedef struct solid {
    const char *name;
    int count;
    scree_vec3 vertices[VERTICES_MAX]; // of any size
} solid;

static const solid solids[] = {
    [SCREE_GRAIN_TETRAHEDRON] = { "tetrahedron", 4, { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } } },
    // All eight edges are as long: half of an octahedron.
    [SCREE_GRAIN_PYRAMID] = { "pyramid",
                              5,
                              { { 1, 0, -0.25 },
                                { 0, 1, -0.25 },
                                { -1, 0, -0.25 },
                                { 0, -1, -0.25 },
                                { 0, 0, 0.75 } } },
    [SCREE_GRAIN_CUBE] = { "cube",
                           8,
                           { { -1, -1, -1 },
                             { 1, -1, -1 },
                             { -1, 1, -1 },
                             { 1, 1, -1 },
                             { -1, -1, 1 },
                             { 1, -1, 1 },
                             { -1, 1, 1 },
                             { 1, 1, 1 } } },
    // The six tips are not on the planes that would make the solid's faces coplanar in pairs (that is a height of 2).
    [SCREE_GRAIN_FOURTEEN] = { "14 vertices",
                               14,
                               { { -1, -1, -1 },
                                 { 1, -1, -1 },
                                 { -1, 1, -1 },
                                 { 1, 1, -1 },
                                 { -1, -1, 1 },
                                 { 1, -1, 1 },
                                 { -1, 1, 1 },
                                 { 1, 1, 1 },
                                 { 1.5, 0, 0 },
                                 { -1.5, 0, 0 },
                                 { 0, 1.5, 0 },
                                 { 0, -1.5, 0 },
                                 { 0, 0, 1.5 },
                                 { 0, 0, -1.5 } } },
    [SCREE_GRAIN_P5] = { "P5",
                         5,
                         { { 1, 1, -0.5 }, { -1, 1, -0.5 }, { -1, -1, -0.5 }, { 1, -1, -0.5 }, { 0, 0, 1.5 } } },
    [SCREE_GRAIN_P16] = { .name = "P16" },
    [SCREE_GRAIN_F16] = { .name = "F16" },
    [SCREE_GRAIN_SPHERE] = { .name = "S" },
};

const char *scree_grain_name(scree_grain grain)
{
    return solids[grain].name;
}

// Two regular octagons, one above the other.
static solid octagons(double top, double half_height)
{
    solid s = { .count = 16 };
    for (int i = 0; i < 8; ++i) {
        double angle = 0.25 * 3.14159265358979323846 * i, x = cos(angle), y = sin(angle);
        s.vertices[i] = s3(x, y, -half_height);
        s.vertices[8 + i] = s3(top * x, top * y, half_height);
    }
    return s;
}

scree_shape *scree_grain_make(scree_grain grain, double size, scree_error *error)
{
    if (grain == SCREE_GRAIN_SPHERE) return scree_sphere_create(0.5 * size, 0.0, error);
    solid s = grain == SCREE_GRAIN_P16   ? octagons(1.0, 1.0)
              : grain == SCREE_GRAIN_F16 ? octagons(0.6, 0.75)
                                         : solids[grain];
    double farthest = 0.0;
    for (int i = 0; i < s.count; ++i) farthest = fmax(farthest, s3_dot(s.vertices[i], s.vertices[i]));
    for (int i = 0; i < s.count; ++i) s.vertices[i] = s3_scale(s.vertices[i], 0.5 * size / sqrt(farthest));
    return scree_polyhedron_create(s.vertices, (size_t)s.count, 0.0, error);
}

// Moving B by gap - distance along the normal makes `gap` the least distance that the two can have: the next one comes
// from that side, ever closer.
bool scree_grains_settle(const scree_body *a, scree_body *b, double gap, const scree_query_options *options)
{
    enum { STEPS = 200 };
    double close_enough = 1e-9 * scree_pair_size(a->shape, b->shape);
    for (int i = 0; i < STEPS; ++i) {
        scree_contact c;
        if (scree_verified_query(a, b, options, &c) != SCREE_OK) return false;
        if (fabs(c.distance - gap) <= close_enough) return true;
        b->position = s3_add(b->position, s3_scale(c.normal, gap - c.distance));
    }
    return false;
}

scree_vec3 scree_grains_centre(const scree_body *b)
{
    return s3_add(b->position, quat_rotate(b->orientation, scree_shape_mass(b->shape).centroid));
}

// Along a line, the distance is convex: Newton's method comes from outside, step by step, and stays there.
bool scree_grains_approach(const scree_body *a, scree_body *b, double gap, const scree_query_options *options)
{
    enum { STEPS = 200 };
    const double close_enough = 1e-9 * scree_pair_size(a->shape, b->shape);
    const scree_vec3 way = s3_unit(s3_sub(scree_grains_centre(b), scree_grains_centre(a)));
    for (int i = 0; i < STEPS; ++i) {
        scree_contact c;
        if (scree_verified_query(a, b, options, &c) != SCREE_OK) return false;
        if (fabs(c.distance - gap) <= close_enough) return true;
        const double slope = s3_dot(c.normal, way);
        if (!(slope > 0.0)) return false;
        b->position = s3_add(b->position, s3_scale(way, (gap - c.distance) / slope));
    }
    return false;
}

bool scree_grains_place(const scree_shape *a, const scree_shape *b, double gap, scree_random *random,
                        scree_body *body_a, scree_body *body_b)
{
    return scree_grains_place_by(a, b, gap, NULL, random, body_a, body_b);
}

bool scree_grains_place_by(const scree_shape *a, const scree_shape *b, double gap, const scree_query_options *options,
                           scree_random *random, scree_body *body_a, scree_body *body_b)
{
    *body_a = scree_body_at(a, s3(0, 0, 0));
    body_a->orientation = random_rotation(random);
    *body_b = scree_body_at(b, s3_scale(random_direction(random), scree_pair_size(a, b)));
    body_b->orientation = random_rotation(random);
    return scree_grains_settle(body_a, body_b, gap, options);
}

bool scree_grains_collide(const scree_shape *a, const scree_shape *b, double gap, const scree_query_options *options,
                          scree_random *random, scree_body *body_a, scree_body *body_b)
{
    const double apart = 1.5; // in pair sizes: they do not touch, wherever their centres of mass are
    *body_a = scree_body_at(a, s3(0, 0, 0));
    body_a->orientation = random_rotation(random);
    *body_b = scree_body_at(b, s3_scale(random_direction(random), apart * scree_pair_size(a, b)));
    body_b->orientation = random_rotation(random);
    return scree_grains_approach(body_a, body_b, gap, options);
}

// The farthest that a rotated shape reaches along a direction of the world.
static double reach(const scree_body *b, scree_vec3 direction)
{
    scree_quat back = { b->orientation.w, -b->orientation.x, -b->orientation.y, -b->orientation.z };
    scree_vec3 local = quat_rotate(back, direction);
    return s3_dot(scree_shape_support(b->shape, local), local);
}

static double somewhere(const scree_body *a, const scree_body *b, scree_vec3 axis, scree_random *random)
{
    scree_vec3 against = s3_scale(axis, -1.0);
    return random_between(random, -reach(a, against) - reach(b, axis), reach(a, axis) + reach(b, against));
}

void scree_grains_box_pair(const scree_shape *a, const scree_shape *b, scree_random *random, scree_body *body_a,
                           scree_body *body_b)
{
    *body_a = scree_body_at(a, s3(0, 0, 0));
    body_a->orientation = random_rotation(random);
    *body_b = scree_body_at(b, s3(0, 0, 0));
    body_b->orientation = random_rotation(random);
    double x = somewhere(body_a, body_b, s3(1, 0, 0), random);
    double y = somewhere(body_a, body_b, s3(0, 1, 0), random);
    double z = somewhere(body_a, body_b, s3(0, 0, 1), random);
    body_b->position = s3(x, y, z);
}

scree_grain_motion scree_grains_motion(double length, double angle, scree_random *random)
{
    scree_grain_motion m = { .rotation = quat_about(random_direction(random), angle) };
    m.way = s3_scale(random_direction(random), length);
    return m;
}

bool scree_grains_move(const scree_body *body_a, scree_body *body_b, const scree_grain_motion *motion, double gap)
{
    body_b->orientation = quat_times(motion->rotation, body_b->orientation);
    body_b->position = s3_add(body_b->position, motion->way);
    return scree_grains_settle(body_a, body_b, gap, NULL);
}
