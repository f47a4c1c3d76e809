// The region of a contact: its polygons carry the pressure field; with a margin it is that of bodies that much larger; its
// points keep their ids and their places as the bodies move by little.
#include "scree/region.h"

#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/pressing.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { ROOM = 4096 };

typedef struct region_room {
    scree_region region;
    scree_region_polygon polygons[ROOM];
    scree_region_corner corners[8 * ROOM];
} region_room;

static region_room room, other;

static scree_region *empty(region_room *r)
{
    r->region = (scree_region){ .polygons = r->polygons, .polygon_capacity = ROOM };
    r->region.corners = r->corners;
    r->region.corner_capacity = 8 * ROOM;
    return &r->region;
}

static scree_status query(const scree_body *a, const scree_body *b, double margin, const scree_region *last,
                          scree_region *out)
{
    static unsigned char scratch[1 << 22];
    uint64_t ids[SCREE_REGION_POINTS];
    scree_region_options o = { .margin = margin, .scratch = scratch, .scratch_size = sizeof scratch };
    CHECK(scree_region_scratch(a->shape, b->shape) <= sizeof scratch);
    if (last != NULL) {
        for (int i = 0; i < last->point_count; ++i) ids[i] = last->points[i].id;
        o.last = ids;
        o.last_count = last->point_count;
    }
    return scree_region_query(a, b, NULL, &o, out);
}

static double apart(scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = s3_sub(a, b);
    return sqrt(s3_dot(d, d));
}

// The integral of (margin - distance) n over the polygons; and of 1.
static scree_vec3 force_of(const scree_region *r, double margin, bool planar, double *area)
{
    scree_vec3 force = s3(0, 0, 0);
    *area = 0.0;
    for (int i = 0; i < r->polygon_count; ++i) {
        const scree_region_polygon *p = &r->polygons[i];
        const scree_region_corner *c = &r->corners[p->first];
        if (planar) {
            const double length = apart(c[0].point, c[1].point), mean = margin - 0.5 * (c[0].distance + c[1].distance);
            force = s3_add(force, s3_scale(p->normal, length * mean));
            *area += length;
        }
        for (int k = 1; k + 1 < p->count; ++k) {
            const scree_vec3 twice = s3_cross(s3_sub(c[k].point, c[0].point), s3_sub(c[k + 1].point, c[0].point));
            const double piece = 0.5 * s3_dot(twice, p->normal);
            const double mean = margin - (c[0].distance + c[k].distance + c[k + 1].distance) / 3.0;
            force = s3_add(force, s3_scale(p->normal, piece * mean));
            *area += piece;
        }
    }
    return force;
}

static void check_polygons(const scree_region *r, double margin, double size)
{
    for (int i = 0; i < r->polygon_count; ++i) {
        const scree_region_polygon *p = &r->polygons[i];
        CHECK(p->count >= 2 && p->first >= 0 && p->first + p->count <= r->corner_count);
        CHECK(fabs(s3_dot(p->normal, p->normal) - 1.0) <= 1e-12);
        for (int k = 0; k < p->count; ++k) CHECK(r->corners[p->first + k].distance <= margin + 1e-9 * size);
    }
    for (int i = 0; i < r->point_count; ++i)
        for (int k = 0; k < i; ++k) CHECK(r->points[i].id != r->points[k].id);
}

// The polygons' force is that of the pressure field.
static void check_field(scree_pressing_kind kind, long number)
{
    scree_pressing pair;
    if (!scree_pressing_open(kind, 61, (uint64_t)number, &pair)) return;
    const scree_pressure_options energy = { .energy = true };
    scree_region *r = empty(&room), *s = empty(&other);
    scree_pressure p;
    double area;
    const bool planar = scree_shape_dimension(pair.a.shape) == 2;
    CHECK(scree_pressure_query(&pair.a, &pair.b, NULL, &energy, &p) == SCREE_OK || p.status == SCREE_SCRATCH_TOO_SMALL);
    CHECK(query(&pair.a, &pair.b, 0.0, NULL, r) == SCREE_OK && r->status == SCREE_OK);
    check_polygons(r, 0.0, pair.size);
    const scree_vec3 force = force_of(r, 0.0, planar, &area);
    // Where faces of both look the same way in one plane, the field is the mean of two limits.
    const double slack = 1e-9 * sqrt(s3_dot(p.force, p.force)) + 1e-12 * pair.size * area;
    if (p.status == SCREE_OK && apart(force, p.force) > slack)
        CHECK_MSG(apart(force, p.force) <= 4.0 * pair.depth * pair.depth * pair.size, "%s %ld: force off by %g",
                  scree_pressing_name(kind), number, apart(force, p.force));
    CHECK(query(&pair.b, &pair.a, 0.0, NULL, s) == SCREE_OK);
    CHECK(s->polygon_count == r->polygon_count && s->corner_count == r->corner_count);
    CHECK(s->point_count == r->point_count);
    for (int i = 0; i < r->polygon_count; ++i) {
        CHECK(r->polygons[i].face_a == s->polygons[i].face_b && r->polygons[i].normal.x == -s->polygons[i].normal.x);
    }
    scree_pressing_close(&pair);
}

// With a margin, boxes have the region of boxes that are larger by half of it on all sides.
static void check_margin(uint64_t number)
{
    scree_random r = random_stream(62, 0, number);
    const double margin = random_between(&r, 0.01, 0.1), x = random_between(&r, 0.2, 0.5),
                 y = random_between(&r, 0.2, 0.5);
    scree_shape *box[2] = { scree_box_create(s3(x, y, 0.4), 0.0, NULL), scree_box_create(s3(0.3, y, x), 0.0, NULL) };
    const double more = 0.5 * margin;
    scree_shape *large[2] = { scree_box_create(s3(x + more, y + more, 0.4 + more), 0.0, NULL),
                              scree_box_create(s3(0.3 + more, y + more, x + more), 0.0, NULL) };
    scree_body a = scree_body_at(box[0], s3(0, 0, 0)), b = scree_body_at(box[1], s3_scale(random_direction(&r), 2.0));
    a.orientation = random_rotation(&r);
    b.orientation = random_rotation(&r);
    scree_contact c;
    const double gap = random_between(&r, -0.5, 0.9) * margin;
    for (int i = 0; i < 20; ++i) {
        CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
        b.position = s3_add(b.position, s3_scale(c.normal, gap - c.distance));
    }
    double area;
    CHECK(query(&a, &b, margin, NULL, empty(&room)) == SCREE_OK);
    check_polygons(&room.region, margin, 1.0);
    CHECK(room.region.polygon_count > 0 && room.region.point_count > 0);
    const scree_vec3 force = force_of(&room.region, margin, false, &area);
    scree_body la = a, lb = b;
    la.shape = large[0];
    lb.shape = large[1];
    scree_pressure p;
    CHECK(scree_pressure_query(&la, &lb, NULL, NULL, &p) == SCREE_OK);
    CHECK_MSG(apart(force, p.force) <= 1e-9 * sqrt(s3_dot(p.force, p.force)) + 1e-12 * area, "margin %d: %g",
              (int)number, apart(force, p.force));
    double least = margin;
    for (int i = 0; i < room.region.point_count; ++i) least = fmin(least, room.region.points[i].distance);
    // Planes of faces are no farther than the bodies are.
    CHECK(least == room.region.points[0].distance && least <= fmax(gap, 0.0) + 1e-9);
    // Apart by more than the margin, there is none.
    b.position = s3_add(b.position, s3_scale(c.normal, 2.0 * margin));
    CHECK(query(&a, &b, margin, NULL, empty(&room)) == SCREE_OK && room.region.polygon_count == 0);
    CHECK(room.region.point_count == 0 && room.region.corner_count == 0);
    for (int i = 0; i < 2; ++i) {
        scree_shape_destroy(box[i]);
        scree_shape_destroy(large[i]);
    }
}

static const scree_region_corner *point_with(const scree_region *r, uint64_t id)
{
    for (int i = 0; i < r->point_count; ++i)
        if (r->points[i].id == id) return &r->points[i];
    return NULL;
}

// A box that rests on another one and trembles: four points, which stay.
static void check_rest(uint64_t number, double margin)
{
    enum { STEPS = 50 };
    const double tremble = 1e-6;
    scree_random r = random_stream(63, 0, number);
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    scree_body a = scree_body_at(box, s3(0, 0, 0));
    const double x = random_between(&r, 0.05, 0.3), y = random_between(&r, 0.05, 0.3),
                 yaw = random_between(&r, 0.1, 0.7);
    scree_region last = { .point_count = 0 };
    int lost = 0;
    for (int i = 0; i < STEPS; ++i) {
        const scree_vec3 move = random_in_cube(&r, -tremble, tremble), lean = random_in_cube(&r, -tremble, tremble);
        scree_body b = scree_body_at(box, s3_add(s3(x, y, 1.0 - 1e-3), move));
        b.orientation = quat_times(quat_about(s3(1, 0, 0), lean.x), quat_about(s3(0, 0, 1), yaw + lean.z));
        scree_region now = { .polygon_count = 0 };
        CHECK(query(&a, &b, margin, i > 0 ? &last : NULL, &now) == SCREE_OK && now.point_count == SCREE_REGION_POINTS);
        for (int k = 0; k < last.point_count; ++k) {
            const scree_region_corner *same = point_with(&now, last.points[k].id);
            lost += same == NULL;
            if (same == NULL) continue;
            CHECK(apart(same->point, last.points[k].point) <= 20.0 * tremble);
            CHECK(fabs(same->distance - last.points[k].distance) <= 20.0 * tremble);
        }
        last = now;
    }
    CHECK_MSG(lost == 0, "box at rest %d: %d points lost", (int)number, lost);
    // They span most of the face: half of it at least.
    const scree_vec3 d = s3_sub(last.points[1].point, last.points[0].point);
    CHECK(s3_dot(d, d) > 0.5 && fabs(last.points[0].distance + 1e-3) < 1e-5);
    scree_shape_destroy(box);
}

// Two bodies in one place, or nearly: planes tie nearly everywhere, and there may be more corners than room for them.
static void check_twins(uint64_t number)
{
    scree_random r = random_stream(67, 0, number);
    scree_vec3 points[34];
    const int sides = 3 + random_below(&r, 14);
    const double tall = random_decade(&r, -2, 1);
    for (int i = 0; i < sides; ++i) { // a double pyramid
        const double angle = 6.283185307179586 * i / sides;
        points[i] = s3(cos(angle), sin(angle), 0.0);
    }
    points[sides] = s3(0, 0, tall);
    points[sides + 1] = s3(0, 0, -tall);
    scree_shape *shape = scree_polyhedron_create(points, (size_t)sides + 2, 0.0, NULL);
    const scree_vec3 off = random_vector(&r, 1.0, -17, -9), lean = random_vector(&r, 1.0, -17, -2);
    scree_body a = scree_body_at(shape, s3(0, 0, 0)), b = a;
    a.orientation = random_rotation(&r);
    b.orientation = quat_times((scree_quat){ 1, lean.x, lean.y, lean.z }, a.orientation);
    if (random_below(&r, 2)) b.position = off;
    scree_region_options o = { .scratch_size = scree_region_scratch(shape, shape) };
    o.scratch = malloc(o.scratch_size);
    scree_region out = { .polygons = NULL };
    CHECK(scree_region_query(&a, &b, NULL, &o, &out) == SCREE_OK);
    CHECK((out.polygon_count > 0) == (out.point_count > 0));
    free(o.scratch);
    scree_shape_destroy(shape);
}

static void check_arguments(void)
{
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL), *ball = scree_sphere_create(0.5, 0.0, NULL);
    const scree_body a = scree_body_at(box, s3(0, 0, 0)), b = scree_body_at(box, s3(0.1, 0.2, 0.99)),
                     c = scree_body_at(ball, s3(0, 0, 0.9));
    unsigned char small[64];
    const scree_region_options little = { .scratch = small, .scratch_size = sizeof small },
                               negative = { .margin = -1.0 }, no_ids = { .last_count = 1 };
    scree_region_polygon one;
    scree_region r = { .polygons = &one, .polygon_capacity = 1 };
    CHECK(scree_region_query(&a, &b, NULL, NULL, &r) == SCREE_OK && r.polygon_count > 1 && r.point_count == 4);
    CHECK(r.corner_count > 4 && one.count >= 3);
    CHECK(scree_region_query(&a, &c, NULL, NULL, &r) == SCREE_UNSUPPORTED_PAIR && r.polygon_count == 0);
    CHECK(scree_region_query(&a, &b, NULL, &little, &r) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_region_query(&a, &b, NULL, &negative, &r) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_region_query(&a, &b, NULL, &no_ids, &r) == SCREE_INVALID_ARGUMENT && r.point_count == 0);
    r.polygons = NULL;
    CHECK(scree_region_query(&a, &b, NULL, NULL, &r) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_region_scratch(box, ball) == 0 && scree_region_scratch(NULL, box) == 0);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
}

int main(void)
{
    for (int kind = 0; kind < SCREE_PRESSING_KINDS; ++kind)
        for (long i = 0; i < check_scaled(40); ++i) check_field((scree_pressing_kind)kind, i);
    for (long i = 0; i < check_scaled(200); ++i) check_margin((uint64_t)i);
    for (long i = 0; i < check_scaled(20); ++i) {
        check_rest((uint64_t)i, 0.0);
        check_rest((uint64_t)i, 0.02);
    }
    for (long i = 0; i < check_scaled(200); ++i) check_twins((uint64_t)i);
    check_arguments();
    return check_done();
}
