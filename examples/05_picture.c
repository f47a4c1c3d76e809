// A picture of two contacts, drawn from the answers: grains apart and grains that overlap, with normal, points and
// patch. It is the picture of the README; make it again with
//
//   make build && build/release/examples/05_picture > docs/images/contact.svg
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

enum { POINTS = 32, TRIALS = 12, MOST_CORNERS = 64 };

static scree_vec3 add(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 unit(scree_vec3 a)
{
    double s = 1.0 / sqrt(dot(a, a));
    return (scree_vec3){ s * a.x, s * a.y, s * a.z };
}

static scree_vec3 rotate(scree_quat q, scree_vec3 v)
{
    scree_vec3 u = { q.x, q.y, q.z }, t = cross(u, v);
    return add(v, 2.0 / (q.w * q.w + dot(u, u)), add(cross(u, t), q.w, t));
}

// --- grains: the hull of points spread over an ellipsoid, cut flat below or above where that is asked for

static double chance(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1.0; // between -1 and 1
}

static scree_vec3 some_direction(uint64_t *state)
{
    for (;;) {
        scree_vec3 v = { chance(state), chance(state), chance(state) };
        double d = dot(v, v);
        if (d <= 1.0 && d > 0.01) return unit(v);
    }
}

static scree_shape *grain(uint64_t seed, scree_vec3 axes, double low, double high)
{
    scree_vec3 p[POINTS] = { { 0.0, 0.0, 1.0 } };
    for (int i = 1; i < POINTS; ++i) {
        double best = -1.0;
        for (int k = 0; k < TRIALS; ++k) { // the trial that is farthest from all points so far
            scree_vec3 v = some_direction(&seed);
            double nearest = 4.0;
            for (int j = 0; j < i; ++j) nearest = fmin(nearest, 1.0 - dot(v, p[j]));
            if (nearest > best) {
                best = nearest;
                p[i] = v;
            }
        }
    }
    for (int i = 0; i < POINTS; ++i) {
        p[i] = (scree_vec3){ p[i].x * axes.x, p[i].y * axes.y, fmin(fmax(p[i].z * axes.z, low), high) };
    }
    return scree_polyhedron_create(p, POINTS, 0.0, NULL);
}

// --- drawing: seen from far away, `right` and `up` on the paper, `toward` at the reader

typedef struct view {
    scree_vec3 right, up, toward, middle;
    double x, y, scale;
} view;

static double paper_x(const view *v, scree_vec3 p)
{
    return v->x + v->scale * dot(v->right, add(p, -1.0, v->middle));
}

static double paper_y(const view *v, scree_vec3 p)
{
    return v->y - v->scale * dot(v->up, add(p, -1.0, v->middle));
}

static void polygon(const view *v, const scree_vec3 *corner, int count, const char *style)
{
    printf("<path d=\"");
    for (int i = 0; i < count; ++i)
        printf("%c%.1f %.1f", i == 0 ? 'M' : 'L', paper_x(v, corner[i]), paper_y(v, corner[i]));
    printf("Z\" %s/>\n", style);
}

static void draw_face(const view *v, const scree_body *body, int face, scree_vec3 colour, double opacity,
                      const char *class)
{
    static const scree_vec3 light = { -0.36, -0.48, 0.8 };
    scree_vec3 corner[MOST_CORNERS];
    int count = scree_shape_face_size(body->shape, face);
    if (count > MOST_CORNERS) return;
    for (int i = 0; i < count; ++i) {
        scree_vec3 p = scree_shape_vertex(body->shape, scree_shape_face_vertices(body->shape, face)[i]);
        corner[i] = add(body->position, 1.0, rotate(body->orientation, p));
    }
    double lit = dot(light, rotate(body->orientation, scree_shape_face_normal(body->shape, face)));
    double shade = 0.74 + 0.26 * lit;
    char style[160];
    snprintf(style, sizeof style, "fill=\"rgb(%.0f,%.0f,%.0f)\" fill-opacity=\"%.2f\" class=\"%s\"", colour.x * shade,
             colour.y * shade, colour.z * shade, opacity, class);
    polygon(v, corner, count, style);
}

// The faces that look at the reader, or those that look away.
static void draw_side(const view *v, const scree_body *body, bool front, scree_vec3 colour, double opacity)
{
    for (int f = 0; f < scree_shape_face_count(body->shape); ++f) {
        scree_vec3 n = rotate(body->orientation, scree_shape_face_normal(body->shape, f));
        if ((dot(n, v->toward) > 0.0) == front) draw_face(v, body, f, colour, opacity, front ? "f" : "b");
    }
}

static void draw_dot(const view *v, scree_vec3 p, const char *class)
{
    printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" class=\"%s\"/>\n", paper_x(v, p), paper_y(v, p), class);
}

static void draw_line(const view *v, scree_vec3 p, scree_vec3 q, const char *class)
{
    printf("<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"%s\"/>\n", paper_x(v, p), paper_y(v, p), paper_x(v, q),
           paper_y(v, q), class);
}

static void draw_text(const view *v, scree_vec3 p, double dx, double dy, const char *anchor, const char *text)
{
    printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"t\">%s</text>\n", paper_x(v, p) + dx,
           paper_y(v, p) + dy, anchor, text);
}

static void draw_caption(const view *v, const char *title, const scree_contact *c)
{
    printf("<text x=\"%.1f\" y=\"388\" text-anchor=\"middle\" class=\"h\">%s: %s</text>\n", v->x, title,
           scree_features_name(c->feature_a, c->feature_b));
    printf("<text x=\"%.1f\" y=\"410\" text-anchor=\"middle\" class=\"c\">distance %.12f, proven within %.0e</text>\n",
           v->x, c->distance, c->upper - c->lower);
}

static view look(double x, double y, double scale, scree_vec3 toward)
{
    view v = { .toward = unit(toward), .x = x, .y = y, .scale = scale };
    v.right = unit(cross((scree_vec3){ 0.0, 0.0, 1.0 }, v.toward));
    v.up = cross(v.toward, v.right);
    return v;
}

static const scree_vec3 sand = { 226, 205, 172 }, slate = { 150, 176, 205 };

// Two grains with a gap between them.
static scree_status draw_apart(const scree_shape *grains[2])
{
    scree_body a = { grains[0], { 0.0, 0.0, 0.0 }, { 1.0, 0.3, -0.2, 0.1 } };
    scree_body b = { grains[1], { 2.02, 0.1, 0.92 }, { 1.0, 0.1, 0.5, 0.6 } };
    scree_contact c;
    scree_status status = scree_query(&a, &b, NULL, &c);
    view v = look(250.0, 186.0, 108.0, (scree_vec3){ 0.25, -1.0, 0.3 });
    v.middle = add(a.position, 0.5, add(b.position, -1.0, a.position));
    draw_side(&v, &a, true, sand, 1.0);
    draw_side(&v, &b, true, slate, 1.0);
    draw_line(&v, c.point_a, c.point_b, "gap");
    draw_line(&v, c.point_b, add(c.point_b, 0.62, c.normal), "arrow");
    draw_dot(&v, c.point_a, "dot");
    draw_dot(&v, c.point_b, "dot");
    draw_text(&v, c.point_a, 2.0, 24.0, "middle", "point_a");
    draw_text(&v, c.point_b, -13.0, -8.0, "end", "point_b");
    draw_text(&v, add(c.point_b, 0.62, c.normal), 8.0, 4.0, "start", "normal");
    draw_caption(&v, "apart", &c);
    return status;
}

// The second grain sunk into the first, face on face; it is drawn as glass, so that the patch shows.
static scree_status draw_overlap(const scree_shape *grains[2])
{
    const scree_quat tilt = { 1.0, 0.06, 0.08, 0.0 };
    scree_body a = { grains[0], { 0.0, 0.0, 0.0 }, tilt };
    scree_body b = { grains[1], rotate(tilt, (scree_vec3){ 0.62, -0.05, 0.78539816339 }), tilt };
    scree_contact c;
    scree_patch patch;
    scree_vec3 corner[MOST_CORNERS];
    scree_status status = scree_query(&a, &b, NULL, &c);
    if (status == SCREE_OK) status = scree_contact_patch(&a, &b, &c, NULL, &patch, corner, MOST_CORNERS);
    if (status != SCREE_OK || patch.count > MOST_CORNERS) return status;
    view v = look(750.0, 186.0, 108.0, (scree_vec3){ 0.3, -1.0, 0.7 });
    v.middle = add(a.position, 0.5, b.position);
    draw_side(&v, &a, true, sand, 1.0);
    draw_side(&v, &b, false, slate, 0.35);
    polygon(&v, corner, patch.count, "class=\"patch\"");
    draw_side(&v, &b, true, slate, 0.3);
    draw_line(&v, c.point, add(c.point, 0.9, c.normal), "arrow");
    draw_dot(&v, c.point, "dot");
    draw_text(&v, add(c.point, 0.9, c.normal), 10.0, 6.0, "start", "normal");
    draw_text(&v, c.point, 12.0, 5.0, "start", "point");
    draw_text(&v, c.point, 2.0, 32.0, "middle", "patch");
    draw_caption(&v, "overlapping", &c);
    return status;
}

int main(void)
{
    const scree_vec3 long_axes = { 1.15, 0.9, 0.8 }, flat_axes = { 1.3, 1.1, 0.8 };
    scree_shape *apart[2] = { grain(1, long_axes, -2.0, 2.0), grain(2, flat_axes, -2.0, 2.0) };
    scree_shape *meeting[2] = { grain(3, flat_axes, -2.0, 0.45), grain(6, long_axes, -0.375, 2.0) };
    puts("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 424\" font-family=\"sans-serif\">");
    puts("<style>.f,.b{stroke:#4a4f57;stroke-width:.8;stroke-linejoin:round}.b{stroke-opacity:.15}.dot{fill:#c2301c;"
         "stroke:#fff;stroke-width:1.5}");
    puts(".gap{stroke:#c2301c;stroke-width:1.6;stroke-dasharray:4 "
         "3}.patch{fill:#f0883e;stroke:#a33f10;stroke-width:1.5}");
    puts(".arrow{stroke:#c2301c;stroke-width:2.4;marker-end:url(#m)}.t{font-size:15px;fill:#7a1d10;font-style:italic;");
    puts(
        "stroke:#fff;stroke-width:3;paint-order:stroke}.h{font-size:17px;fill:#24292f}.c{font-size:14px;fill:#57606a}");
    puts("</style><marker id=\"m\" viewBox=\"0 0 8 8\" refX=\"5\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\"");
    puts(" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\" fill=\"#c2301c\"/></marker>");
    puts("<rect width=\"1000\" height=\"424\" fill=\"#fff\"/>");
    scree_status status = SCREE_NO_MEMORY;
    if (apart[0] != NULL && apart[1] != NULL) status = draw_apart((const scree_shape *[2]){ apart[0], apart[1] });
    if (status == SCREE_OK && meeting[0] != NULL && meeting[1] != NULL)
        status = draw_overlap((const scree_shape *[2]){ meeting[0], meeting[1] });
    puts("</svg>");
    for (int i = 0; i < 2; ++i) {
        scree_shape_destroy(apart[i]);
        scree_shape_destroy(meeting[i]);
    }
    if (status != SCREE_OK) fprintf(stderr, "%s\n", scree_status_text(status));
    return status == SCREE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
