// Figs. 1 to 3 of feng-tan-2020: where the origin is in the Minkowski difference of a quadrilateral with a triangle and
// with an ellipse, and where the reference point is in the entrance block.
//
// The library has no ellipse in the plane. That of Fig. 2 is the section of an ellipsoid, the quadrilateral that of a
// prism so long that its ends do not matter; their difference is traced by its support function.
#include "feng_tan.h"

#include <math.h>
#include <stdio.h>

#include "command.h"
#include "pair_drawing.h"
#include "row_text.h"
#include "scenes/place.h"
#include "scree/minkowski.h"
#include "scree/point.h"

enum { STATES = 3, CORNERS = 4, DIRECTIONS = 3600, OUTLINE = 360 };

static const char *const states[STATES] = { "separation", "touch", "overlap" };
static const char *const sides[STATES] = { "outside", "on the boundary", "inside" };
static const double gaps[STATES] = { 0.5, 0.0, -0.5 };
static const double pi = 3.14159265358979323846;

// What is exact in the plane is exact here but for some roundings.
static const double close_enough = 1e-14;

static const scree_vec3 quadrilateral[CORNERS] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4.5, 3, 0 }, { 0, 2.5, 0 } };
static const scree_vec3 triangle[3] = { { -1.5, -1, 0 }, { 1.5, -1, 0 }, { 0, 1.25, 0 } };
static const scree_vec3 ellipse = { 1.5, 1, 1 };
static const double half_length = 4.0; // of the prism

typedef struct shapes {
    scree_shape *quadrilateral, *triangle, *prism, *ellipsoid;
} shapes;

static int state_of(double distance)
{
    return distance > close_enough ? 0 : distance >= -close_enough ? 1 : 2;
}

// B below A, its top at x = 2, where the bottom edge of A is.
static scree_body below(const scree_shape *shape, double top, double gap)
{
    return scree_body_at(shape, s3(2.0, -top - gap, 0.0));
}

/// What rounds to 0 has no sign.
static double shown(double x)
{
    return fabs(x) < 0.5e-6 ? 0.0 : x;
}

static void add_row(figures *f, const char *figure, int i, const scree_contact *pair, double origin)
{
    const bool agrees = state_of(pair->distance) == i && state_of(origin) == i &&
                        fabs(pair->distance - gaps[i]) <= 1e-12 && fabs(origin - gaps[i]) <= 1e-12;
    scree_figures_row(f, "%s (%c)\t%s\t%s\t%s\t%s\t%.6f\t%.6f\t%s", figure, 'a' + i, states[i],
                      states[state_of(pair->distance)], sides[i], sides[state_of(origin)], shown(pair->distance),
                      shown(origin), scree_figures_verdict(f, agrees));
}

// ----------------------------------------------------------------------------------------- Figs. 1 and 3: a triangle

// The signed distance of a point from a shape in world axes; NAN where there is none.
static double distance_from(const scree_shape *shape, scree_vec3 point)
{
    const scree_body body = scree_body_at(shape, s3(0, 0, 0));
    scree_contact k;
    return scree_point_distance(&body, point, NULL, &k) == SCREE_OK ? k.distance : NAN;
}

// How far the vertices of `one`, moved by `shift`, are from those of `other`, at most.
static double vertices_apart(const scree_shape *one, scree_vec3 shift, const scree_shape *other)
{
    double most = scree_shape_vertex_count(one) == scree_shape_vertex_count(other) ? 0.0 : INFINITY;
    for (int i = 0; i < scree_shape_vertex_count(one); ++i) {
        const scree_vec3 p = s3_add(scree_shape_vertex(one, i), shift);
        double nearest = INFINITY;
        for (int k = 0; k < scree_shape_vertex_count(other); ++k) {
            const scree_vec3 d = s3_sub(scree_shape_vertex(other, k), p);
            nearest = fmin(nearest, sqrt(s3_dot(d, d)));
        }
        most = fmax(most, nearest);
    }
    return most;
}

static int outline_of(const scree_shape *polygon, scree_vec3 at, double x[OUTLINE], double y[OUTLINE])
{
    const int count = scree_shape_vertex_count(polygon) < OUTLINE ? scree_shape_vertex_count(polygon) : OUTLINE;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 p = s3_add(scree_shape_vertex(polygon, i), at);
        x[i] = p.x;
        y[i] = p.y;
    }
    return count;
}

static void draw(figures *f, const char *title, const char *id, const scree_body *a, const scree_body *b,
                 const drawn_line *result, scree_vec3 mark, bool listed)
{
    static double x[2][OUTLINE], y[2][OUTLINE];
    drawn_line lines[4] = { { .kind = DRAWN_A, .closed = true }, { .kind = DRAWN_B, .closed = true }, *result };
    text line = { 0 };
    lines[0].count = outline_of(a->shape, a->position, x[0], y[0]);
    lines[1].count = outline_of(b->shape, b->position, x[1], y[1]);
    for (int i = 0; i < 2; ++i) {
        lines[i].x = x[i];
        lines[i].y = y[i];
    }
    lines[3] = (drawn_line){ .kind = DRAWN_MARK, .count = 1, .x = &mark.x, .y = &mark.y };
    if (listed) scree_pair_line(id, a, b, &line);
    scree_cli_text_add(&line, "", 1);
    scree_figures_drawing(f, title, lines, 4, listed && !line.failed ? line.bytes : NULL);
    scree_cli_text_free(&line);
}

typedef struct block_facts {
    double shape, still, moved; // how far vertices are from where the paper has them, at most
    double reference[STATES];   // signed distance from the block
} block_facts;

// One height of the triangle.
typedef struct triangle_state {
    scree_body b;
    scree_vec3 reference;
    scree_shape *difference, *block;
} triangle_state;

static bool open_state(const shapes *s, const scree_body *a, int i, triangle_state *out)
{
    out->b = below(s->triangle, 1.25, gaps[i]);
    out->reference = scree_body_point(&out->b, scree_shape_mass(s->triangle).centroid);
    out->difference = scree_minkowski_difference(a, &out->b, NULL);
    out->block = scree_entrance_block(&out->b, a, out->reference, NULL);
    return out->difference != NULL && out->block != NULL;
}

static void gather_facts(const triangle_state at[STATES], block_facts *facts)
{
    for (int i = 0; i < STATES; ++i) {
        const scree_vec3 down = s3(0, gaps[0] - gaps[i], 0); // B is that much higher than at first
        facts->reference[i] = distance_from(at[i].block, at[i].reference);
        facts->shape = fmax(facts->shape, vertices_apart(at[i].difference, at[i].reference, at[i].block));
        facts->moved = fmax(facts->moved, vertices_apart(at[i].difference, down, at[0].difference));
        facts->still = fmax(facts->still, vertices_apart(at[i].block, s3(0, 0, 0), at[0].block));
    }
}

static void draw_state(figures *f, const scree_body *a, const triangle_state *at, int i)
{
    static double x[OUTLINE], y[OUTLINE];
    const scree_vec3 origin = s3(0, 0, 0);
    drawn_line result = { .kind = DRAWN_RESULT, .closed = true, .x = x, .y = y };
    char title[80], id[48];
    snprintf(title, sizeof title, "Fig. 1 (%c): %s; A, B and A - B with the origin", 'a' + i, states[i]);
    snprintf(id, sizeof id, "feng-tan-2020 Fig. 1 (%c)", 'a' + i);
    result.count = outline_of(at->difference, origin, x, y);
    draw(f, title, id, a, &at->b, &result, origin, true);
    snprintf(title, sizeof title, "Fig. 3: %s; E(B, A) with the reference point", states[i]);
    result.count = outline_of(at->block, origin, x, y);
    draw(f, title, id, a, &at->b, &result, at->reference, false);
}

static void block_table(figures *f, const block_facts *facts)
{
    char word[24];
    const double largest = 1e-14;
    scree_figures_table(f, "Fig. 3: the entrance block E(B, A), the centroid of B being the reference point",
                        "claim\tpaper\tmeasured\tverdict");
    scree_figures_row(f, "E(B, A) and A - B differ by a shift alone; vertices off by\t0\t%s\t%s",
                      scree_cells_number(word, facts->shape), scree_figures_verdict(f, facts->shape <= largest));
    scree_figures_row(f, "B moves: A - B moves as far the other way; off by\t0\t%s\t%s",
                      scree_cells_number(word, facts->moved), scree_figures_verdict(f, facts->moved <= largest));
    scree_figures_row(f, "B moves: E(B, A) stays; off by\t0\t%s\t%s", scree_cells_number(word, facts->still),
                      scree_figures_verdict(f, facts->still <= largest));
    for (int i = 0; i < STATES; ++i)
        scree_figures_row(f, "%s: the reference point is\t%s\t%s\t%s", states[i], sides[i],
                          sides[state_of(facts->reference[i])],
                          scree_figures_verdict(f, state_of(facts->reference[i]) == i));
}

// ------------------------------------------------------------------------------------------------ Fig. 2: an ellipse

// The point of A - B farthest along (cos t, sin t), and how far that is.
static scree_vec3 farthest(const scree_body *b, double t, double *reach)
{
    const scree_vec3 n = s3(cos(t), sin(t), 0.0);
    const scree_vec3 scaled = s3(ellipse.x * n.x, ellipse.y * n.y, 0.0);
    const double h = sqrt(s3_dot(scaled, scaled));
    const scree_vec3 on_b = s3_sub(b->position, s3(ellipse.x * scaled.x / h, ellipse.y * scaled.y / h, 0.0));
    scree_vec3 best = quadrilateral[0];
    for (int i = 1; i < CORNERS; ++i)
        if (s3_dot(quadrilateral[i], n) > s3_dot(best, n)) best = quadrilateral[i];
    best = s3_sub(best, on_b);
    *reach = s3_dot(best, n);
    return best;
}

// Of the origin from A - B: minus the least reach, over directions that hold the axes.
static double origin_distance(const scree_body *b)
{
    double least = INFINITY;
    for (int i = 0; i < DIRECTIONS; ++i) {
        double reach;
        farthest(b, 2.0 * pi * i / DIRECTIONS, &reach);
        least = fmin(least, reach);
    }
    return -least;
}

// Twice the area between two points and the origin, summed over the boundary.
static double traced_area(const scree_body *b)
{
    double reach, sum = 0.0;
    scree_vec3 last = farthest(b, 0.0, &reach);
    for (int i = 1; i <= DIRECTIONS; ++i) {
        const scree_vec3 next = farthest(b, 2.0 * pi * (i % DIRECTIONS) / DIRECTIONS, &reach);
        sum += last.x * next.y - last.y * next.x;
        last = next;
    }
    return 0.5 * sum;
}

// area(A) + area(B) + the edges of A times how far B reaches across each: A grown by -B.
static double exact_area(void)
{
    double sum = pi * ellipse.x * ellipse.y;
    for (int i = 0; i < CORNERS; ++i) {
        const scree_vec3 p = quadrilateral[i], q = quadrilateral[(i + 1) % CORNERS], e = s3_sub(q, p);
        sum += 0.5 * (p.x * q.y - p.y * q.x) + hypot(ellipse.x * e.y, ellipse.y * e.x);
    }
    return sum;
}

static void draw_ellipse(const scree_body *a, const scree_body *b, int i, figures *f)
{
    static double x[3][OUTLINE], y[3][OUTLINE];
    for (int k = 0; k < OUTLINE; ++k) {
        double reach, t = 2.0 * pi * k / OUTLINE;
        const scree_vec3 p = farthest(b, t, &reach);
        x[1][k] = b->position.x + ellipse.x * cos(t);
        y[1][k] = b->position.y + ellipse.y * sin(t);
        x[2][k] = p.x;
        y[2][k] = p.y;
    }
    for (int k = 0; k < CORNERS; ++k) {
        x[0][k] = quadrilateral[k].x;
        y[0][k] = quadrilateral[k].y;
    }
    const double zero = 0.0;
    const drawn_line lines[4] = { { DRAWN_A, true, CORNERS, x[0], y[0] },
                                  { DRAWN_B, true, OUTLINE, x[1], y[1] },
                                  { DRAWN_RESULT, true, OUTLINE, x[2], y[2] },
                                  { DRAWN_MARK, false, 1, &zero, &zero } };
    char title[80], id[48];
    text line = { 0 };
    snprintf(title, sizeof title, "Fig. 2 (%c): %s; A, B and A - B with the origin", 'a' + i, states[i]);
    snprintf(id, sizeof id, "feng-tan-2020 Fig. 2 (%c)", 'a' + i);
    scree_pair_line(id, a, b, &line);
    scree_cli_text_add(&line, "", 1);
    scree_figures_drawing(f, title, lines, 4, line.failed ? NULL : line.bytes);
    scree_cli_text_free(&line);
}

// ------------------------------------------------------------------------------------------------------- the section

static bool open_shapes(shapes *s)
{
    scree_vec3 prism[2 * CORNERS];
    for (int i = 0; i < 2 * CORNERS; ++i) {
        prism[i] = quadrilateral[i % CORNERS];
        prism[i].z = i < CORNERS ? -half_length : half_length;
    }
    s->quadrilateral = scree_polygon_create(quadrilateral, CORNERS, 0.0, NULL);
    s->triangle = scree_polygon_create(triangle, 3, 0.0, NULL);
    s->prism = scree_polyhedron_create(prism, (size_t)2 * CORNERS, 0.0, NULL);
    s->ellipsoid = scree_ellipsoid_create(ellipse, 0.0, NULL);
    return s->quadrilateral != NULL && s->triangle != NULL && s->prism != NULL && s->ellipsoid != NULL;
}

static const char headings[] =
    "figure\tstate: paper\tmeasured\torigin: paper\tmeasured\tdistance of the pair\tof the origin\tverdict";

static bool study_triangle(const shapes *s, figures *f)
{
    const scree_body a = scree_body_at(s->quadrilateral, s3(0, 0, 0));
    triangle_state at[STATES] = { { .difference = NULL } };
    block_facts facts = { 0 };
    bool whole = true;
    for (int i = 0; i < STATES && whole; ++i) whole = open_state(s, &a, i, &at[i]);
    scree_figures_table(f, "Fig. 1: contact state of the pair, and the origin in A - B", headings);
    for (int i = 0; i < STATES && whole; ++i) {
        scree_contact pair;
        whole = scree_query(&a, &at[i].b, NULL, &pair) == SCREE_OK;
        if (whole) add_row(f, "Fig. 1", i, &pair, distance_from(at[i].difference, s3(0, 0, 0)));
    }
    if (whole) {
        gather_facts(at, &facts);
        block_table(f, &facts);
    }
    for (int i = 0; i < STATES && whole; ++i) draw_state(f, &a, &at[i], i);
    for (int i = 0; i < STATES; ++i) {
        scree_shape_destroy(at[i].difference);
        scree_shape_destroy(at[i].block);
    }
    return whole;
}

static bool study_ellipse(const shapes *s, figures *f)
{
    const scree_body a = scree_body_at(s->prism, s3(0, 0, 0)), first = below(s->ellipsoid, ellipse.y, gaps[0]);
    bool whole = true;
    scree_figures_table(f, "Fig. 2: the same with an ellipse", headings);
    for (int i = 0; i < STATES && whole; ++i) {
        const scree_body b = below(s->ellipsoid, ellipse.y, gaps[i]);
        scree_contact pair;
        whole = scree_query(&a, &b, NULL, &pair) == SCREE_OK;
        if (whole) add_row(f, "Fig. 2", i, &pair, origin_distance(&b));
    }
    scree_figures_note(
        f,
        "The area of A - B with the ellipse, by %d points of its boundary, is %.5f; that of A grown by an "
        "ellipse is %.5f.",
        DIRECTIONS, traced_area(&first), exact_area());
    for (int i = 0; i < STATES && whole; ++i) {
        const scree_body b = below(s->ellipsoid, ellipse.y, gaps[i]);
        draw_ellipse(&a, &b, i, f);
    }
    return whole;
}

bool scree_feng_tan_entrance(figures *f)
{
    shapes s;
    bool whole = open_shapes(&s);
    scree_figures_section(
        f, "Figs. 1 to 3: Minkowski difference and entrance block",
        "A quadrilateral A, and below it a triangle or an ellipse B at three heights: apart by 0.5, touching, "
        "overlapping "
        "by 0.5. Coordinates are ours, the paper prints none. The origin must be outside, on the boundary of, or "
        "inside "
        "A - B, at the signed distance of the pair. The ellipse is the section of an ellipsoid and A that of a prism; "
        "the pair is asked for with `auto`, and A - B is traced by its support function. A is blue, B orange, A - B or "
        "E(B, A) green, the origin or the reference point a dot.");
    whole = whole && study_triangle(&s, f) && study_ellipse(&s, f);
    if (!whole) scree_cli_trouble(&scree_cli_reproduce, "feng-tan-2020: a shape of Figs. 1 to 3 could not be made");
    scree_shape_destroy(s.quadrilateral);
    scree_shape_destroy(s.triangle);
    scree_shape_destroy(s.prism);
    scree_shape_destroy(s.ellipsoid);
    return whole;
}
