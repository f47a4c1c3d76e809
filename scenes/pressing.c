#include "pressing.h"

#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "random.h"
#include "scree/query.h"
#include "verified.h"

static const char *const names[SCREE_PRESSING_KINDS] = { "cubes at rest", "cubes",     "hulls",   "thin",    "ratio",
                                                         "small",         "large",     "wall",    "deep",    "polygons",
                                                         "at rest",       "twisted",   "shallow", "unequal", "nested",
                                                         "plates",        "duplicates" };

const char *scree_pressing_name(scree_pressing_kind kind)
{
    return names[kind];
}

static bool make_box(scree_solid *s, scree_vec3 half)
{
    *s = (scree_solid){ .kind = SCREE_BOX, .vector = half };
    s->shape = scree_box_create(half, 0.0, NULL);
    return s->shape != NULL;
}

// The hull of random points near an ellipsoid.
static bool make_hull(scree_solid *s, scree_random *r, int count, scree_vec3 axes, bool planar)
{
    *s = (scree_solid){ .kind = planar ? SCREE_POLYGON : SCREE_POLYHEDRON, .count = count };
    s->points = malloc((size_t)count * sizeof *s->points);
    if (s->points == NULL) return false;
    for (int i = 0; i < count; ++i) {
        const double pull = random_between(r, 0.8, 1.0);
        scree_vec3 d = random_direction(r);
        if (planar) d = s3_unit(s3(d.x, d.y, 0.0));
        s->points[i] = s3(pull * axes.x * d.x, pull * axes.y * d.y, planar ? 0.0 : pull * axes.z * d.z);
    }
    s->shape = planar ? scree_polygon_create(s->points, (size_t)count, 0.0, NULL)
                      : scree_polyhedron_create(s->points, (size_t)count, 0.0, NULL);
    return s->shape != NULL;
}

static scree_vec3 thin_axes(scree_random *r)
{
    const double thin = random_decade(r, -2.5, -1.0);
    return random_word(r) & 1 ? s3(thin, thin, 1.0) : s3(1.0, 0.8, thin);
}

static bool make_any(scree_solid *s, scree_random *r, scree_vec3 axes)
{
    const int count = 4 + random_below(r, 17);
    if (random_below(r, 4) == 0) return make_box(s, s3_scale(axes, 0.6));
    return make_hull(s, r, count, axes, false);
}

static bool make_twisted(scree_solid *s, scree_random *r)
{
    const int sides = 3 + random_below(r, 6);
    const double half = random_decade(r, -1.5, 0.5), twist = random_signed_decade(r, -16.0, -2.0);
    const double top = random_below(r, 2) == 0 ? 1.0 : 1.0 + random_signed_decade(r, -16.0, -2.0);
    *s = (scree_solid){ .kind = SCREE_POLYHEDRON, .count = 2 * sides };
    s->points = malloc((size_t)s->count * sizeof *s->points);
    if (s->points == NULL) return false;
    for (int i = 0; i < sides; ++i) {
        const double below = 6.283185307179586 * i / sides, above = below + twist;
        s->points[2 * i] = s3(cos(below), sin(below), -half);
        s->points[2 * i + 1] = s3(top * cos(above), top * sin(above), half);
    }
    s->shape = scree_polyhedron_create(s->points, (size_t)s->count, 0.0, NULL);
    return s->shape != NULL;
}

// A flat face, a rectangle, under a ridge.
static bool make_blade(scree_solid *s, double thin)
{
    const scree_vec3 points[6] = { { 0, 0, 0 }, { 1, 0, 0 },        { 0, 1, 0 },
                                   { 1, 1, 0 }, { 0.2, 0.5, thin }, { 0.8, 0.5, thin } };
    *s = (scree_solid){ .kind = SCREE_POLYHEDRON, .count = 6 };
    s->points = malloc(sizeof points);
    if (s->points == NULL) return false;
    memcpy(s->points, points, sizeof points);
    s->shape = scree_polyhedron_create(points, 6, 0.0, NULL);
    return s->shape != NULL;
}

static bool make_thin(scree_solid *s, scree_random *r)
{
    const double thin = random_decade(r, -6.0, -2.0), other = random_between(r, 0.5, 1.0);
    const int kind = random_below(r, 3);
    if (kind == 0) return make_blade(s, thin);
    return make_any(s, r, kind == 1 ? s3(1.0, 0.7, thin) : s3(1.0, thin, other * thin));
}

static bool make_duplicates(scree_solid *s, scree_random *r)
{
    enum { MOST = 8, ON_FACES = 4 };
    const int count = 4 + random_below(r, MOST - 3);
    *s = (scree_solid){ .kind = SCREE_POLYHEDRON, .count = 2 * count + ON_FACES };
    s->points = malloc((size_t)s->count * sizeof *s->points);
    if (s->points == NULL) return false;
    scree_vec3 *p = s->points;
    for (int i = 0; i < count; ++i) p[i] = random_direction(r);
    for (int i = 0; i < count; ++i) {
        const double off = random_below(r, 2) == 0 ? random_decade(r, -17.0, -10.0) : 0.0;
        p[count + i] = s3_add(p[i], s3_scale(random_direction(r), off));
    }
    for (int i = 0; i < ON_FACES; ++i) {
        const int k = random_below(r, count), l = random_below(r, count), m = random_below(r, count);
        p[2 * count + i] = s3_scale(s3_add(p[k], s3_add(p[l], p[m])), 1.0 / 3.0);
    }
    s->shape = scree_polyhedron_create(p, (size_t)s->count, 0.0, NULL);
    return s->shape != NULL;
}

static bool make_other(scree_pressing_kind kind, scree_random *r, bool second, scree_solid *s)
{
    const scree_vec3 axes = s3(1.0, 0.8, 0.6);
    if (kind == SCREE_PRESSING_PLATES) return make_thin(s, r);
    if (kind == SCREE_PRESSING_DUPLICATES) return make_duplicates(s, r);
    if (kind == SCREE_PRESSING_SHALLOW)
        return random_below(r, 3) > 0 ? make_hull(s, r, 4, axes, false) : make_any(s, r, axes);
    const double ratio = kind == SCREE_PRESSING_NESTED ? random_decade(r, -3.0, 0.0) : random_decade(r, -6.0, -3.0);
    return make_any(s, r, second ? s3_scale(axes, ratio) : axes);
}

static bool make_solids(scree_pressing_kind kind, scree_random *r, scree_solid solid[2])
{
    if (kind >= SCREE_PRESSING_SHALLOW)
        return make_other(kind, r, false, &solid[0]) && make_other(kind, r, true, &solid[1]);
    const double unit = kind == SCREE_PRESSING_SMALL ? 1e-9 : kind == SCREE_PRESSING_LARGE ? 1e9 : 1.0;
    if (kind == SCREE_PRESSING_TWISTED) return make_twisted(&solid[0], r) && make_twisted(&solid[1], r);
    if (kind == SCREE_PRESSING_WALL || (kind == SCREE_PRESSING_AT_REST && random_below(r, 2) == 0)) {
        const scree_vec3 normal = random_direction(r);
        solid[1] = (scree_solid){ .kind = SCREE_HALF_SPACE, .vector = normal, .offset = random_between(r, -1.0, 1.0) };
        solid[1].shape = scree_half_space_create(normal, solid[1].offset, 0.0, NULL);
        return solid[1].shape != NULL && make_any(&solid[0], r, s3(1.0, 0.8, 0.6));
    }
    for (int i = 0; i < 2; ++i) {
        const double ratio = kind == SCREE_PRESSING_RATIO && i == 1 ? random_decade(r, -3.0, 0.0) : 1.0;
        const bool thin = kind == SCREE_PRESSING_THIN || (kind == SCREE_PRESSING_DEEP && random_below(r, 2) == 0);
        const scree_vec3 axes = thin ? thin_axes(r) : s3(1.0, 0.8, 0.6), scaled = s3_scale(axes, unit * ratio);
        const int corners = 3 + random_below(r, 10);
        bool ok;
        if (kind == SCREE_PRESSING_CUBES || kind == SCREE_PRESSING_CUBES_AT_REST)
            ok = make_box(&solid[i], s3(0.5, 0.5, 0.5));
        else if (kind == SCREE_PRESSING_POLYGONS)
            ok = make_hull(&solid[i], r, corners, scaled, true);
        else
            ok = make_any(&solid[i], r, scaled);
        if (!ok) return false;
    }
    return true;
}

// B above A, both faces horizontal up to a tilt.
static void lay(scree_pressing *p, scree_random *r)
{
    const double yaw = random_between(r, 0.0, 6.283185307179586), tilt = random_decade(r, -9.0, -1.0);
    const bool level = random_below(r, 4) == 0, square = random_below(r, 4) == 0;
    const scree_vec3 lean = random_in_cube(r, -1.0, 1.0), way = random_in_cube(r, -0.9, 0.9);
    const scree_vec3 axis = s3_unit(s3(lean.x, lean.y, 0.0));
    const scree_quat rotation = quat_about(s3(0, 0, 1), square ? 0.0 : yaw);
    p->b.orientation = level ? rotation : quat_times(quat_about(axis, tilt), rotation);
    p->b.position = s3(way.x, way.y, 2.0);
}

// A face of a solid, or the plane of a half space: its outward normal.
static scree_vec3 some_face(const scree_solid *s, scree_random *r)
{
    if (s->kind == SCREE_HALF_SPACE) return s3_unit(s->vector);
    return scree_shape_face_normal(s->shape, random_below(r, scree_shape_face_count(s->shape)));
}

// A face of B on one of A, up to a tilt.
static void rest(scree_pressing *p, scree_random *r)
{
    const scree_vec3 of_a = some_face(&p->solid[0], r), of_b = some_face(&p->solid[1], r);
    const double yaw = random_between(r, 0.0, 6.283185307179586), tilt = random_decade(r, -16.0, -6.0);
    const bool level = random_below(r, 4) == 0, own = random_below(r, 2) == 0;
    const scree_vec3 lean = s3_scale(random_direction(r), 0.5 * tilt);
    const scree_quat facing = quat_times(quat_about(of_a, yaw), quat_from_to(of_b, s3_scale(of_a, -1.0)));
    p->b.orientation = level ? facing : quat_times((scree_quat){ 1, lean.x, lean.y, lean.z }, facing);
    p->b.position = s3_scale(of_a, 2.0 * scree_pair_size(p->a.shape, p->b.shape));
    p->depth = p->size * (own ? tilt * random_unit(r) : random_decade(r, -16.0, -6.0));
}

static void place_at_random(scree_pressing *p, scree_random *r, bool planar)
{
    const scree_quat rotation = random_rotation(r), other = random_rotation(r);
    const double angle = random_between(r, 0.0, 6.283185307179586);
    const double reach = scree_pair_size(p->a.shape, p->b.shape);
    scree_vec3 way = random_direction(r);
    if (planar) way = s3_unit(s3(way.x, way.y, 0.0));
    p->a.orientation = planar ? quat_about(s3(0, 0, 1), angle) : other;
    p->b.orientation = planar ? (scree_quat){ 1, 0, 0, 0 } : rotation;
    p->b.position = s3_scale(way, 1.5 * reach);
}

// Moves B along the normals until the two overlap by the depth, nearly.
static void press(scree_pressing *p)
{
    for (int i = 0; i < 40; ++i) {
        scree_contact c;
        const scree_status status = scree_verified_query(&p->a, &p->b, NULL, &c);
        if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) return;
        if (fabs(c.distance + p->depth) <= 0.5 * p->depth) return;
        p->b.position = s3_add(p->b.position, s3_scale(c.normal, -(c.distance + p->depth)));
    }
}

bool scree_pressing_open(scree_pressing_kind kind, uint64_t seed, uint64_t number, scree_pressing *out)
{
    scree_random r = random_stream(seed, (uint64_t)kind, number);
    memset(out, 0, sizeof *out);
    if (!make_solids(kind, &r, out->solid)) {
        scree_pressing_close(out);
        return false;
    }
    out->a = scree_body_at(out->solid[0].shape, s3(0, 0, 0));
    out->b = scree_body_at(out->solid[1].shape, s3(0, 0, 0));
    const double first = scree_shape_bounds(out->a.shape).radius, second = scree_shape_bounds(out->b.shape).radius;
    out->size = first < second ? first : second;
    const bool shallow = kind == SCREE_PRESSING_SHALLOW;
    const double depth = random_decade(&r, shallow ? -12.0 : -6.0, shallow ? -2.0 : -0.7);
    out->depth = out->size * depth;
    if (kind == SCREE_PRESSING_CUBES_AT_REST)
        lay(out, &r);
    else if (kind == SCREE_PRESSING_AT_REST)
        rest(out, &r);
    else
        place_at_random(out, &r, kind == SCREE_PRESSING_POLYGONS);
    if (kind == SCREE_PRESSING_DEEP)
        out->b.position = s3_scale(out->b.position, random_between(&r, 0.0, 0.3));
    else if (kind == SCREE_PRESSING_NESTED)
        out->b.position = random_in_cube(&r, -0.5, 0.5);
    else
        press(out);
    return true;
}

void scree_pressing_close(scree_pressing *pair)
{
    for (int i = 0; i < 2; ++i) {
        scree_shape_destroy(pair->solid[i].shape);
        free(pair->solid[i].points);
    }
}
