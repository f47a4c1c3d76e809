// Prisms of hundreds of sides on each other: what their faces share, by lines that look at few corners each (src/pair/patch.c),
// against clipping all corners by every line, with more digits.
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "scree/query.h"

enum { MOST = 400, ROOM = 2 * MOST + 8 };

typedef struct point {
    long double x, y;
} point;

static long double across(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int clip_by_line(const point *from, int count, point p, point q, point *to)
{
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        const point u = from[(i + count - 1) % count], v = from[i];
        const long double du = across(p, q, u), dv = across(p, q, v), t = du / (du - dv);
        if (du * dv < 0.0L) to[kept++] = (point){ u.x + t * (v.x - u.x), u.y + t * (v.y - u.y) };
        if (dv >= 0.0L) to[kept++] = v;
    }
    return kept;
}

static long double shared_area(const point *a, int count_a, const point *b, int count_b, point *centroid)
{
    static point rooms[2][ROOM];
    int count = count_a, now = 0;
    for (int i = 0; i < count_a; ++i) rooms[0][i] = a[i];
    for (int i = 0; i < count_b && count > 0; ++i, now = 1 - now)
        count = clip_by_line(rooms[now], count, b[i], b[(i + 1) % count_b], rooms[1 - now]);
    long double sum = 0.0L, x = 0.0L, y = 0.0L;
    const point *c = rooms[now];
    for (int i = 2; i < count; ++i) {
        const long double twice = across(c[0], c[i - 1], c[i]);
        sum += twice;
        x += twice * (c[0].x + c[i - 1].x + c[i].x);
        y += twice * (c[0].y + c[i - 1].y + c[i].y);
    }
    *centroid = (point){ x / (3.0L * sum), y / (3.0L * sum) };
    return 0.5L * sum;
}

// An ellipse's points, from -1 to 1 high.
static scree_shape *make_prism(int sides, double wide, point *corner)
{
    scree_vec3 points[2 * MOST];
    for (int i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides, x = wide * cos(angle), y = sin(angle);
        corner[i] = (point){ x, y };
        points[2 * i] = (scree_vec3){ x, y, -1.0 };
        points[2 * i + 1] = (scree_vec3){ x, y, 1.0 };
    }
    return scree_polyhedron_create(points, 2 * (size_t)sides, 0.0, NULL);
}

// One on the other, aside and rotated.
static void check_at(const scree_shape *lower, const point *a, int sides_a, const scree_shape *upper, const point *b,
                     int sides_b, double shift, double angle)
{
    const scree_body body_a = { lower, { 0, 0, 0 }, { 1, 0, 0, 0 } };
    const scree_body body_b = { upper, { shift, 0.5 * shift, 1.99 }, { cos(0.5 * angle), 0, 0, sin(0.5 * angle) } };
    const long double c = cosl((long double)angle), s = sinl((long double)angle);
    point rotated[MOST], centroid;
    for (int i = 0; i < sides_b; ++i)
        rotated[i] =
            (point){ c * b[i].x - s * b[i].y + body_b.position.x, s * b[i].x + c * b[i].y + body_b.position.y };
    const double area = (double)shared_area(a, sides_a, rotated, sides_b, &centroid);
    scree_contact x;
    scree_query_options options = scree_query_defaults();
    options.scratch_size = scree_query_scratch(lower, upper);
    options.scratch = malloc(options.scratch_size);
    CHECK(scree_query(&body_a, &body_b, &options, &x) == SCREE_OK);
    CHECK_MSG(fabs(x.patch_area - area) <= 1e-12, "%d on %d sides, %g aside, rotated by %g: area %.17g, not %.17g",
              sides_b, sides_a, shift, angle, x.patch_area, area);
    CHECK_MSG(hypot(x.point.x - (double)centroid.x, x.point.y - (double)centroid.y) <= 1e-11,
              "%d on %d sides, %g aside, rotated by %g: centroid", sides_b, sides_a, shift, angle);
    free(options.scratch);
}

static void check_sides(int sides_a, int sides_b, double wide_b)
{
    static const double shifts[] = { 0.0, 1e-9, 1e-3, 0.7 }, angles[] = { 0.0, 1e-9, 0.01, 1.0 };
    point a[MOST], b[MOST];
    scree_shape *lower = make_prism(sides_a, 1.0, a), *upper = make_prism(sides_b, wide_b, b);
    for (size_t k = 0; k < sizeof shifts / sizeof shifts[0]; ++k)
        for (size_t t = 0; t < sizeof angles / sizeof angles[0]; ++t)
            check_at(lower, a, sides_a, upper, b, sides_b, shifts[k], angles[t]);
    scree_shape_destroy(lower);
    scree_shape_destroy(upper);
}

int main(void)
{
    check_sides(300, 300, 1.0);
    check_sides(300, 400, 1.0); // with a hundred corners in common
    check_sides(61, 397, 0.3);
    check_sides(360, 300, 2.5);
    return check_done();
}
