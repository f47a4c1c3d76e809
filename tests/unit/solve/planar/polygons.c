// Polygons and discs in the plane, against all edges and all pairs of segments in long double; and the plain cases that
// random ones miss.
#include "smooth.h"

enum { MOST = 12 };

// A polygon in the world, counter-clockwise; one corner for a disc.
typedef struct outline {
    int count;
    real x[MOST], y[MOST];
    real radius;
} outline;

static outline outline_of(const scree_body *body, const scree_body *origin, double radius)
{
    outline o = { .radius = radius };
    int count = scree_shape_vertex_count(body->shape);
    real dx = (real)body->position.x - origin->position.x, dy = (real)body->position.y - origin->position.y;
    o.count = count > 0 ? count : 1;
    for (int i = 0; i < o.count; ++i) {
        scree_vec3 v = count > 0 ? scree_shape_vertex(body->shape, i) : s3(0, 0, 0);
        real3 p = real_rotate(body->orientation, r3_from(v), false);
        o.x[i] = p.x + dx;
        o.y[i] = p.y + dy;
    }
    return o;
}

// The least of n . b over B less the largest of n . a over A, for every outward edge normal of A (sign 1) or B (-1).
static real best_gap(const outline *a, const outline *b, const outline *edges, real sign)
{
    real best = -INFINITY;
    for (int i = 0; i < edges->count && edges->count > 1; ++i) {
        int j = (i + 1) % edges->count;
        real nx = sign * (edges->y[j] - edges->y[i]), ny = -sign * (edges->x[j] - edges->x[i]), length = hypotl(nx, ny);
        real top = -INFINITY, low = INFINITY;
        for (int k = 0; k < a->count; ++k) top = fmaxl(top, nx * a->x[k] + ny * a->y[k]);
        for (int k = 0; k < b->count; ++k) low = fminl(low, nx * b->x[k] + ny * b->y[k]);
        best = fmaxl(best, (low - top) / length);
    }
    return best;
}

static real corner_to_edges(const outline *a, const outline *b)
{
    real best = INFINITY;
    for (int i = 0; i < a->count; ++i) {
        for (int k = 0; k < b->count; ++k) {
            int m = (k + 1) % b->count;
            real ex = b->x[m] - b->x[k], ey = b->y[m] - b->y[k], rx = a->x[i] - b->x[k], ry = a->y[i] - b->y[k];
            real length2 = ex * ex + ey * ey, t = length2 > 0 ? (rx * ex + ry * ey) / length2 : 0;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            best = fminl(best, hypotl(rx - t * ex, ry - t * ey));
        }
    }
    return best;
}

static real true_distance(const outline *a, const outline *b)
{
    real gap = fmaxl(best_gap(a, b, a, 1), best_gap(a, b, b, -1));
    bool points = a->count == 1 && b->count == 1;
    real core = points || gap > 0 ? fminl(corner_to_edges(a, b), corner_to_edges(b, a)) : gap;
    return core - a->radius - b->radius;
}

static scree_shape *make(scree_random *r, int kind, double scale, double *radius)
{
    scree_vec3 p[MOST];
    int count = 3 + random_below(r, MOST - 2);
    *radius = random_below(r, 3) == 0 ? scale * random_decade(r, -2, 0) : 0.0;
    for (int i = 0; i < count; ++i) {
        double angle = 6.283185307179586 * (kind == 1 ? i : i + random_unit(r)) / count;
        p[i] = s3(cos(angle), sin(angle), 0);
        if (kind == 2) p[i].y *= 1e-6; // thin
        p[i] = s3_scale(p[i], scale);
    }
    if (kind == 3) {
        scree_shape *disc = scree_disc_create(0.5 * scale, *radius, NULL);
        *radius += 0.5 * scale;
        return disc;
    }
    return scree_polygon_create(p, (size_t)count, *radius, NULL);
}

// Every yes and no that can be told from rounding.
static void check_margins(const scree_body *a, const scree_body *b, real truth, double slack)
{
    for (int i = -1; i <= 2; ++i) {
        const double margin = i == 2 ? 0.0 : (double)truth + 12 * i * slack;
        bool closer = false;
        CHECK(scree_closer_than(a, b, margin, NULL, &closer) == SCREE_OK);
        if (fabsl(truth - margin) > 11 * slack)
            CHECK_MSG(closer == (truth < margin), "%.17g is not %s than %.17g", (double)truth,
                      closer ? "closer" : "farther", margin);
    }
}

static void check_random(scree_random *r)
{
    static const double scales[4] = { 1.0, 1.0, 1e-9, 1e9 };
    const double scale = scales[random_below(r, 4)];
    double radius_a, radius_b;
    scree_shape *shape_a = make(r, random_below(r, 4), scale, &radius_a);
    scree_shape *shape_b = make(r, random_below(r, 4), scale, &radius_b);
    if (!CHECK(shape_a != NULL && shape_b != NULL)) return;
    scree_body a = { shape_a,
                     { scale * random_between(r, -9, 9), scale, 0 },
                     scree_quat_about_z(random_between(r, -4, 4)) };
    scree_body b = { shape_b, a.position,
                     random_below(r, 3) ? scree_quat_about_z(random_between(r, -4, 4)) : a.orientation };
    double angle = random_between(r, 0, 6.283185307179586),
           far = random_below(r, 4) == 0 ? 0.0 : scale * random_decade(r, -9, 1);
    b.position = s3_add(b.position, s3(far * cos(angle), far * sin(angle), 0));
    outline p = outline_of(&a, &a, radius_a), q = outline_of(&b, &a, radius_b);
    real truth = true_distance(&p, &q);
    scree_contact c, flipped;
    scree_status status = scree_query(&a, &b, NULL, &c);
    double size = scree_pair_size(shape_a, shape_b), slack = 8 * 0x1p-53 * (size + fabs((double)truth) + far);
    CHECK_MSG(status == SCREE_OK, "%s at %.17g", scree_status_name(status), (double)truth);
    CHECK_MSG(c.lower <= truth + slack && c.upper >= truth - slack, "%.17g not in [%.17g, %.17g]", (double)truth,
              c.lower, c.upper);
    CHECK_MSG(fabsl(c.distance - truth) <= 8 * slack, "%.17g for %.17g", c.distance, (double)truth);
    CHECK_MSG(c.upper - c.lower <= 30 * slack, "%.3g wide", c.upper - c.lower);
    CHECK(scree_query(&b, &a, NULL, &flipped) == SCREE_OK && flipped.distance == c.distance);
    CHECK(c.normal.z == 0.0 && c.point.z == 0.0 && c.point_a.z == 0.0);
    check_margins(&a, &b, truth, slack);
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

static scree_contact query(const scree_shape *a, scree_vec3 place_a, const scree_shape *b, scree_vec3 place_b,
                           double angle)
{
    scree_body body_a = scree_body_at(a, place_a), body_b = { b, place_b, scree_quat_about_z(angle) };
    scree_contact c;
    CHECK(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK);
    return c;
}

static void check_plain(void)
{
    const scree_vec3 corner[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *square = scree_polygon_create(corner, 4, 0, NULL), *disc = scree_disc_create(0.5, 0, NULL);
    // Discs: apart, in touch, one place; the normal of the last is any, and the same every time.
    scree_contact c = query(disc, s3(0, 0, 0), disc, s3(3, 4, 0), 0);
    CHECK(c.distance == 4.0 && c.normal.x == 0.6 && c.normal.y == 0.8 && c.feature_a == SCREE_FEATURE_SURFACE);
    c = query(disc, s3(0, 0, 0), disc, s3(0, -1, 0), 0);
    CHECK(c.distance == 0.0 && c.state == SCREE_TOUCHING && c.point.y == -0.5);
    c = query(disc, s3(2, 2, 0), disc, s3(2, 2, 0), 0);
    CHECK(c.distance == -1.0 && c.lower <= -1.0 && c.upper >= -1.0 && fabs(hypot(c.normal.x, c.normal.y) - 1) < 1e-15);
    scree_contact again = query(disc, s3(2, 2, 0), disc, s3(2, 2, 0), 0);
    CHECK(again.normal.x == c.normal.x && again.point_a.y == c.point_a.y);
    // A disc over an edge, beside a corner, with its centre on an edge, on a corner, in the middle.
    c = query(square, s3(0, 0, 0), disc, s3(0.25, 2, 0), 0);
    CHECK(c.distance == 0.5 && c.normal.y == 1.0 && c.feature_a == SCREE_FEATURE_EDGE && c.point_a.x == 0.25);
    c = query(square, s3(0, 0, 0), disc, s3(4, 5, 0), 0);
    CHECK(c.distance == 4.5 && c.feature_a == SCREE_FEATURE_VERTEX && c.index_a == 2);
    c = query(square, s3(0, 0, 0), disc, s3(1, 0.25, 0), 0);
    CHECK(c.distance == -0.5 && c.normal.x == 1.0);
    c = query(square, s3(0, 0, 0), disc, s3(1, 1, 0), 0);
    CHECK(c.distance == -0.5);
    c = query(square, s3(0, 0, 0), disc, s3(0, 0, 0), 0);
    CHECK(c.distance == -1.5);
    // Squares: corner to corner, corner on edge, corner in the body, one in the other, one on the other.
    c = query(square, s3(0, 0, 0), square, s3(5, 5, 0), 0);
    CHECK_NEAR(c.distance, sqrt(18.0), 1e-14);
    CHECK(c.feature_a == SCREE_FEATURE_VERTEX && c.feature_b == SCREE_FEATURE_VERTEX);
    double reach = sqrt(2.0);
    c = query(square, s3(0, 0, 0), square, s3(1 + reach, 0.125, 0), 0.7853981633974483);
    CHECK_NEAR(c.distance, 0.0, 1e-15);
    CHECK(c.feature_a == SCREE_FEATURE_EDGE && c.feature_b == SCREE_FEATURE_VERTEX);
    c = query(square, s3(0, 0, 0), square, s3(1 + reach - 0.25, 0, 0), 0.7853981633974483);
    CHECK_NEAR(c.distance, -0.25, 1e-15);
    c = query(square, s3(0, 0, 0), square, s3(0, 0, 0), 0);
    CHECK(c.distance == -2.0);
    c = query(square, s3(0, 0, 0), square, s3(0.5, 0, 0), 0);
    CHECK(c.distance == -1.5 && c.normal.x == 1.0 && c.patch_area == 2.0);
    scree_shape_destroy(square);
    scree_shape_destroy(disc);
}

// A polygon next to which another one is hardly more than a point: its edges have directions all the same, but not
// where they are put in the other's frame.
static void check_tiny(scree_random *r)
{
    const scree_vec3 corner[4] = { { 1, 0, 0 }, { 0, 1, 0 }, { -1, 0, 0 }, { 0, -1, 0 } };
    const double size = random_decade(r, -16, -6), phase = random_between(r, 0, 7);
    scree_vec3 little[4];
    for (int i = 0; i < 4; ++i) {
        const double angle = phase + 1.5707963 * i;
        little[i] = s3(size * cos(angle) * random_between(r, 0.7, 1), size * sin(angle), 0);
    }
    scree_shape *diamond = scree_polygon_create(corner, 4, 0, NULL), *dot = scree_polygon_create(little, 4, 0, NULL);
    if (!CHECK(diamond != NULL && dot != NULL)) return;
    for (int i = 0; i < 200; ++i) {
        const double aside = (i % 2 == 0 ? size : 1e-3) * random_between(r, -1, 1);
        const scree_body a = scree_body_at(diamond, s3(0, 0, 0));
        const scree_body b = scree_body_at(dot, s3(random_between(r, 2, 3), aside, 0));
        const real truth = hypotl((real)b.position.x - 1, (real)b.position.y); // of its middle, from the next corner
        scree_contact c;
        CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
        CHECK_MSG(c.lower <= truth + size && c.upper >= truth - size - 1e-15L,
                  "size %.3g: [%.17g, %.17g], really %.17Lg", size, c.lower, c.upper, truth);
    }
    scree_shape_destroy(diamond);
    scree_shape_destroy(dot);
}

// Mirrored in the line between them, all four edges have the same gap, and there is no first one among them; the
// distance is that of the two corners. Seen from the other side, nothing but the names changes.
static void check_mirrored(int corners, double gap)
{
    scree_vec3 p[8], q[8];
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * i / corners;
        p[i] = s3(cos(angle), i == 0 ? 0 : sin(angle), 0);
        q[i] = s3(-p[i].x, p[i].y, 0);
    }
    scree_shape *left = scree_polygon_create(p, (size_t)corners, 0, NULL),
                *right = scree_polygon_create(q, (size_t)corners, 0, NULL);
    if (!CHECK(left != NULL && right != NULL)) return;
    const scree_body a = scree_body_at(left, s3(0, 0, 0)), b = scree_body_at(right, s3(2 + gap, 0, 0));
    scree_contact c = { 0 }, d = { 0 };
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK && scree_query(&b, &a, NULL, &d) == SCREE_OK);
    CHECK_NEAR(c.distance, gap, 1e-15);
    CHECK(c.lower <= gap && c.upper >= gap && c.normal.x == 1.0 && c.normal.y == 0.0 && c.point_a.x == 1.0);
    CHECK(c.feature_a == SCREE_FEATURE_VERTEX && c.feature_b == SCREE_FEATURE_VERTEX);
    CHECK(d.distance == c.distance && d.lower == c.lower && d.upper == c.upper && d.normal.x == -1.0);
    CHECK(d.index_a == c.index_b && d.index_b == c.index_a && d.point_a.x == c.point_b.x && d.point.x == c.point.x);
    scree_shape_destroy(left);
    scree_shape_destroy(right);
}

int main(void)
{
    scree_random r = random_stream(11, 0, 0), tiny = random_stream(11, 1, 0);
    check_plain();
    for (int i = 3; i <= 8; ++i) check_mirrored(i, 0.25 * i);
    for (long i = 0, count = check_scaled(400); i < count; ++i) check_tiny(&tiny);
    for (long i = 0, count = check_scaled(60000); i < count; ++i) check_random(&r);
    return check_done();
}
