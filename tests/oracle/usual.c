#include "oracle/usual.h"

#include <stdlib.h>
#include <string.h>

#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/verified.h"
#include "scree/query.h"

enum { SOLIDS = 240, POINTS_MAX = 24 };

static const double TURN = 6.283185307179586;

static void add(scree_solid *s, scree_vec3 p)
{
    s->points[s->count++] = p;
}

// One number after the other: in a list of arguments the compiler chooses the order.
static scree_vec3 random_lengths(scree_random *r, double least)
{
    scree_vec3 v;
    v.x = random_between(r, least, 1.0);
    v.y = random_between(r, least, 1.0);
    v.z = random_between(r, least, 1.0);
    return v;
}

// Points on an ellipsoid: all of them are vertices.
static void make_hull(scree_solid *s, int count, scree_random *r)
{
    scree_vec3 axes = random_lengths(r, 0.4);
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        add(s, s3(axes.x * d.x, axes.y * d.y, axes.z * d.z));
    }
}

static void make_prism(scree_solid *s, int sides, double half)
{
    for (int i = 0; i < 2 * sides; ++i) {
        double angle = TURN * (i / 2) / sides;
        add(s, s3(cos(angle), sin(angle), i % 2 ? half : -half));
    }
}

static void make_polygon(scree_solid *s, int sides, bool regular, scree_random *r)
{
    double narrow = regular ? 1.0 : random_between(r, 0.4, 1.0);
    for (int i = 0; i < sides; ++i) {
        double angle = TURN * (i + (regular ? 0.0 : random_between(r, 0.0, 0.9))) / sides;
        add(s, s3(cos(angle), narrow * sin(angle), 0));
    }
}

static bool make_solid(scree_solid *s, int number, int dimension, scree_random *r)
{
    *s = (scree_solid){ .kind = dimension == 2 ? SCREE_POLYGON : SCREE_POLYHEDRON };
    s->points = calloc(POINTS_MAX, sizeof *s->points);
    if (s->points == NULL) return false;
    if (dimension == 2) {
        int more = random_below(r, 10);
        make_polygon(s, 3 + more, number % 4 == 0, r);
        s->shape = scree_polygon_create(s->points, (size_t)s->count, 0.0, NULL);
    } else if (number % 5 == 0) {
        s->kind = SCREE_BOX;
        s->vector = random_lengths(r, 0.2);
        s->shape = scree_box_create(s->vector, 0.0, NULL);
    } else {
        int more = random_below(r, 17);
        if (number % 5 == 1)
            make_prism(s, 3 + more / 2, random_between(r, 0.2, 1));
        else
            make_hull(s, 4 + more, r);
        s->shape = scree_polyhedron_create(s->points, (size_t)s->count, 0.0, NULL);
    }
    if (s->shape == NULL) free(s->points);
    return s->shape != NULL;
}

scree_scene *scree_usual_open(int dimension, uint64_t seed)
{
    scree_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) return NULL;
    scene->class_number = -1;
    scene->seed = seed;
    scene->solids = calloc(SOLIDS, sizeof *scene->solids);
    scree_random r = random_stream(seed, (uint64_t)dimension, 0);
    bool ok = scene->solids != NULL;
    for (int i = 0; ok && i < SOLIDS; ++i) {
        ok = make_solid(&scene->solids[i], i, dimension, &r);
        scene->solid_count += ok;
    }
    if (ok) return scene;
    scree_scene_close(scene);
    return NULL;
}

static scree_vec3 any_rotation(scree_body *body, double *angle, scree_random *r)
{
    if (scree_shape_dimension(body->shape) == 2) {
        *angle = random_between(r, -TURN, TURN);
        body->orientation = scree_quat_about_z(*angle);
    } else {
        body->orientation = random_rotation(r);
    }
    return quat_rotate(body->orientation, scree_shape_bounds(body->shape).centre);
}

static scree_vec3 any_direction(bool planar, scree_random *r)
{
    double angle = random_between(r, 0.0, TURN);
    return planar ? s3(cos(angle), sin(angle), 0) : random_direction(r);
}

static scree_contact query_auto(const scree_scene_pose *pose)
{
    scree_contact c = { 0 };
    (void)scree_verified_query(&pose->body_a, &pose->body_b, NULL, &c);
    return c;
}

static double wanted_distance(usual_meeting how, double size, double deepest, scree_random *r)
{
    switch (how) {
    case USUAL_APART:
        return size * random_decade(r, -3, 0.5);
    case USUAL_SHALLOW:
        return -size * random_decade(r, -3, log10(0.05));
    case USUAL_DEEP:
        break;
    }
    return deepest < -0.05 * size ? random_between(r, deepest, -0.05 * size) : deepest;
}

void scree_usual_pair(const scree_scene *scene, usual_meeting how, uint64_t number, scree_scene_pose *out)
{
    scree_random r = random_stream(scene->seed, 100 + (uint64_t)how, number + 1);
    memset(out, 0, sizeof *out);
    out->scene = scene;
    out->a = random_below(&r, scene->solid_count);
    out->b = random_below(&r, scene->solid_count);
    out->body_a = scree_body_at(scene->solids[out->a].shape, s3(0, 0, 0));
    out->body_b = scree_body_at(scene->solids[out->b].shape, s3(0, 0, 0));
    bool planar = scree_shape_dimension(out->body_a.shape) == 2;
    double size = scree_pair_size(out->body_a.shape, out->body_b.shape);
    scree_vec3 away = any_direction(planar, &r);
    out->body_a.position = s3_scale(away, size * random_between(&r, 0, 3));
    scree_vec3 middle = s3_add(out->body_a.position, any_rotation(&out->body_a, &out->angle_a, &r));
    middle = s3_sub(middle, any_rotation(&out->body_b, &out->angle_b, &r));
    out->body_b.position = middle;
    double wanted = wanted_distance(how, size, query_auto(out).distance, &r);
    // Along a line the signed distance is convex, and its slope is the normal's: Newton comes down on the place.
    scree_vec3 line = any_direction(planar, &r);
    double t = size + fmax(wanted, 0.0);
    for (int i = 0; i < 12; ++i) {
        out->body_b.position = s3_add(middle, s3_scale(line, t));
        scree_contact c = query_auto(out);
        double slope = s3_dot(c.normal, line);
        if (fabs(c.distance - wanted) <= 0.01 * fabs(wanted) || slope <= 0.0) break;
        t = fmax(t - (c.distance - wanted) / slope, 0.0);
    }
}
