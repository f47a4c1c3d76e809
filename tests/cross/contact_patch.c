// The patch where two faces meet, against a clip of its own in long double; and its calm when the pair is nudged.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { CORNERS = 64 };

typedef struct outline {
    int count;
    long double x[CORNERS], y[CORNERS];
} outline;

// Sutherland and Hodgman (1974): keep what lies left of the line from p to q.
static outline clip(const outline *in, long double px, long double py, long double qx, long double qy)
{
    outline out = { 0 };
    for (int i = 0; i < in->count; ++i) {
        int j = (i + 1) % in->count;
        long double si = (qx - px) * (in->y[i] - py) - (qy - py) * (in->x[i] - px);
        long double sj = (qx - px) * (in->y[j] - py) - (qy - py) * (in->x[j] - px);
        if (si >= 0) {
            out.x[out.count] = in->x[i];
            out.y[out.count++] = in->y[i];
        }
        if ((si > 0 && sj < 0) || (si < 0 && sj > 0)) {
            long double t = si / (si - sj);
            out.x[out.count] = in->x[i] + t * (in->x[j] - in->x[i]);
            out.y[out.count++] = in->y[i] + t * (in->y[j] - in->y[i]);
        }
    }
    return out;
}

static outline clip_all(outline a, const outline *b)
{
    for (int i = 0; i < b->count && a.count > 0; ++i) {
        int j = (i + 1) % b->count;
        a = clip(&a, b->x[i], b->y[i], b->x[j], b->y[j]);
    }
    return a;
}

static long double area_of(const outline *o, long double *cx, long double *cy)
{
    long double area = 0;
    *cx = *cy = 0;
    for (int i = 1; i + 1 < o->count; ++i) {
        long double ux = o->x[i] - o->x[0], uy = o->y[i] - o->y[0], vx = o->x[i + 1] - o->x[0],
                    vy = o->y[i + 1] - o->y[0];
        long double twice = ux * vy - uy * vx;
        area += twice / 2;
        *cx += twice / 6 * (ux + vx);
        *cy += twice / 6 * (uy + vy);
    }
    *cx = o->x[0] + *cx / area;
    *cy = o->y[0] + *cy / area;
    return area;
}

// A prism with an outline of `sides` corners, its faces at z = +-half, and that outline rotated and moved.
static scree_shape *prism(int sides, double radius, double half, double rounding, outline *o)
{
    scree_vec3 p[2 * CORNERS];
    o->count = sides;
    for (int i = 0; i < sides; ++i) {
        double angle = 6.283185307179586 * i / sides;
        p[2 * i] = s3(radius * cos(angle), radius * sin(angle), -half);
        p[2 * i + 1] = s3(radius * cos(angle), radius * sin(angle), half);
        o->x[i] = p[2 * i].x;
        o->y[i] = p[2 * i].y;
    }
    return scree_polyhedron_create(p, 2 * (size_t)sides, rounding, NULL);
}

static outline placed(const outline *o, double angle, double x, double y)
{
    outline r = { .count = o->count };
    long double c = cosl((long double)angle), s = sinl((long double)angle);
    for (int i = 0; i < o->count; ++i) {
        r.x[i] = c * o->x[i] - s * o->y[i] + x;
        r.y[i] = s * o->x[i] + c * o->y[i] + y;
    }
    return r;
}

static scree_contact query(const scree_body *a, const scree_body *b, scree_patch *patch, scree_vec3 *polygon,
                           int capacity)
{
    size_t size = scree_query_scratch(a->shape, b->shape);
    scree_query_options options = scree_query_defaults();
    options.scratch = malloc(size + 1);
    options.scratch_size = size;
    scree_contact c = { 0 };
    CHECK(scree_query(a, b, &options, &c) == SCREE_OK);
    if (patch != NULL) CHECK(scree_contact_patch(a, b, &c, &options, patch, polygon, capacity) == SCREE_OK);
    free(options.scratch);
    return c;
}

// Two prisms, face on face, at a gap or a shallow overlap, anywhere: area, centroid and corners.
static void check_faces(scree_random *r, double rounding)
{
    outline oa, ob;
    int na = 3 + random_below(r, 8), nb = 3 + random_below(r, 8);
    double ra = random_between(r, 0.5, 2), rb = random_between(r, 0.2, 2), angle = random_between(r, 0, 6.28);
    scree_shape *a = prism(na, ra, 0.5, rounding, &oa), *b = prism(nb, rb, 0.5, rounding, &ob);
    double x = random_between(r, -1, 1), y = random_between(r, -1, 1);
    double gap = random_below(r, 2) ? random_decade(r, -9, -2) : -random_decade(r, -9, -2);
    outline moved = placed(&ob, angle, x, y), common = clip_all(placed(&oa, 0, 0, 0), &moved);
    if (CHECK(a != NULL && b != NULL) && common.count >= 3) {
        long double cx, cy, area = area_of(&common, &cx, &cy);
        scree_quat q = random_rotation(r);
        scree_vec3 place = s3_scale(random_direction(r), 5);
        scree_body pa = { a, place, q }, pb = { b, { 0, 0, 0 }, quat_times(q, quat_about(s3(0, 0, 1), angle)) };
        double lift = 1 + 2 * rounding + gap;
        pb.position = s3_add(place, quat_rotate(q, s3(x, y, lift)));
        scree_patch patch;
        scree_vec3 polygon[CORNERS];
        scree_contact c = query(&pa, &pb, &patch, polygon, CORNERS);
        scree_vec3 expected = s3_add(place, quat_rotate(q, s3((double)cx, (double)cy, 0.5 * lift)));
        scree_vec3 off = s3_sub(c.point, expected), off_patch = s3_sub(patch.centroid, expected);
        // A sliver of a patch has a centroid of few digits; below a millionth of the faces it is not checked.
        if (area > 1e-6L) {
            double bound = 1e-12 / fmin(1.0, (double)area);
            CHECK_MSG(fabs(c.patch_area - (double)area) <= 1e-12, "area %.17g for %.17g", c.patch_area, (double)area);
            CHECK_NEAR(patch.area, c.patch_area, 1e-14 * (1 + (double)area));
            CHECK_MSG(sqrt(s3_dot(off, off)) <= bound && sqrt(s3_dot(off_patch, off_patch)) <= bound,
                      "centroid off by %.3g and %.3g, area %.3g", sqrt(s3_dot(off, off)),
                      sqrt(s3_dot(off_patch, off_patch)), (double)area);
            CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
            CHECK_MSG(patch.count >= 3 && patch.count <= na + nb, "%d corners", patch.count);
            scree_vec3 up = quat_rotate(q, s3(0, 0, 1));
            for (int i = 0; i < patch.count && i < CORNERS; ++i) {
                double height = s3_dot(up, s3_sub(polygon[i], place));
                CHECK_NEAR(height, 0.5 * lift, 1e-13);
            }
        }
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// A resting box, nudged by 1e-9 in position and angle in every way: its contact point stays.
static void check_calm(scree_random *r, double rounding)
{
    scree_shape *floor = scree_box_create(s3(3, 3, 1), rounding, NULL),
                *box = scree_box_create(s3(0.5, 0.4, 0.3), rounding, NULL);
    scree_quat q = random_rotation(r);
    double x = random_between(r, -2, 2), y = random_between(r, -2, 2), yaw = random_between(r, 0, 6.28);
    double depth = random_below(r, 2) ? 0 : random_sign(r) * random_decade(r, -12, -3);
    scree_body a = { floor, { 1, 2, 3 }, q }, b = { box, { 0, 0, 0 }, quat_times(q, quat_about(s3(0, 0, 1), yaw)) };
    b.position = s3_add(a.position, quat_rotate(q, s3(x, y, 1.3 + 2 * rounding - depth)));
    scree_contact still = query(&a, &b, NULL, NULL, 0);
    double most = 0;
    for (int k = 0; k < 40; ++k) {
        scree_body n = b;
        n.position = s3_add(b.position, s3_scale(random_direction(r), 1e-9 * random_unit(r)));
        n.orientation = quat_times(quat_about(random_direction(r), 1e-9 * random_unit(r)), b.orientation);
        scree_contact c = query(&a, &n, NULL, NULL, 0);
        scree_vec3 d = s3_sub(c.point, still.point);
        most = fmax(most, sqrt(s3_dot(d, d)));
    }
    CHECK_MSG(most <= 1e-6, "the contact point of a resting box jumps by %.3g (depth %.3g, rounding %g)", most, depth,
              rounding);
    scree_shape_destroy(floor);
    scree_shape_destroy(box);
}

// An edge on a face: a segment, its middle, and no area.
static void check_edge(scree_random *r)
{
    scree_shape *floor = scree_box_create(s3(3, 3, 1), 0, NULL), *box = scree_box_create(s3(0.5, 0.5, 0.5), 0, NULL);
    double x = random_between(r, -2, 2), y = random_between(r, -2, 2), yaw = random_between(r, 0, 6.28);
    scree_quat stand = quat_times(quat_about(s3(0, 0, 1), yaw), quat_about(s3(1, 0, 0), 0.7853981633974483));
    scree_body a = { floor, { 0, 0, 0 }, { 1, 0, 0, 0 } }, b = { box, { x, y, 1 + sqrt(0.5) - 1e-4 }, stand };
    scree_patch patch;
    scree_vec3 polygon[4];
    scree_contact c = query(&a, &b, &patch, polygon, 4);
    CHECK(patch.count == 2 && patch.area == 0 && c.patch_area == 0);
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_EDGE);
    CHECK_NEAR(c.point.x, x, 1e-12);
    CHECK_NEAR(c.point.y, y, 1e-12);
    scree_vec3 length = s3_sub(polygon[1], polygon[0]);
    CHECK_NEAR(sqrt(s3_dot(length, length)), 1.0, 1e-12);
    scree_shape_destroy(floor);
    scree_shape_destroy(box);
}

// In the plane: two edges share a segment; its length and middle.
static void check_planar(scree_random *r)
{
    const scree_vec3 square[] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *s = scree_polygon_create(square, 4, 0, NULL);
    double shift = random_between(r, -1.9, 1.9), gap = random_sign(r) * random_decade(r, -12, -2);
    scree_body a = { s, { 0, 0, 0 }, { 1, 0, 0, 0 } }, b = { s, { shift, 2 + gap, 0 }, { 1, 0, 0, 0 } };
    scree_patch patch;
    scree_vec3 polygon[4];
    scree_contact c = query(&a, &b, &patch, polygon, 4);
    if (fabs(shift) < 2 - fabs(gap)) {
        CHECK_NEAR(c.patch_area, 2 - fabs(shift), 1e-13);
        CHECK_NEAR(c.point.x, 0.5 * shift, 1e-13);
        CHECK(patch.count == 2);
    }
    scree_shape_destroy(s);
}

// Without scratch: whatever the query answers then has its patch too, with the same corners as with scratch.
static void check_own_scratch(int sides)
{
    outline o;
    scree_shape *shape = prism(sides, 1.0, 0.5, 0.0, &o);
    const scree_body a = scree_body_at(shape, s3(0, 0, 0)), b = scree_body_at(shape, s3(0.1, 0.05, 0.99));
    scree_contact c;
    scree_patch own, given;
    scree_vec3 polygon[2][2 * CORNERS];
    (void)query(&a, &b, &given, polygon[0], 2 * CORNERS);
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
    CHECK_MSG(scree_contact_patch(&a, &b, &c, NULL, &own, polygon[1], 2 * CORNERS) == SCREE_OK, "%d sides", sides);
    CHECK(own.count >= 3 && own.count == given.count && own.area == given.area);
    CHECK(memcmp(polygon[0], polygon[1], (size_t)own.count * sizeof polygon[0][0]) == 0);
    scree_shape_destroy(shape);
}

int main(void)
{
    scree_random r = random_stream(8, 8, 8);
    for (int sides = 3; sides <= CORNERS; ++sides) check_own_scratch(sides);
    for (long k = 0, count = check_scaled(2000); k < count; ++k)
        check_faces(&r, k % 3 == 0 ? random_decade(&r, -3, 0) : 0.0);
    for (long k = 0, count = check_scaled(300); k < count; ++k) check_calm(&r, k % 3 == 0 ? 0.1 : 0.0);
    for (long k = 0, count = check_scaled(200); k < count; ++k) check_edge(&r);
    for (long k = 0, count = check_scaled(500); k < count; ++k) check_planar(&r);
    return check_done();
}
