// See pair_drawing.h.
#include "pair_drawing.h"

#include <math.h>

#include "number.h"
#include "scenes/place.h"

// ------------------------------------------------------------------------------------------------------- requests

static void add_numbers(text *t, const double *x, int count)
{
    for (int i = 0; i < count; ++i) {
        char word[NUMBER_SIZE];
        scree_cli_text_words(t, i > 0 ? "," : "[");
        scree_cli_text_add(t, word, (size_t)(scree_cli_number_put(word, x[i]) - word));
    }
    scree_cli_text_words(t, "]");
}

static void add_vector(text *t, scree_vec3 v, bool planar)
{
    add_numbers(t, (double[]){ v.x, v.y, v.z }, planar ? 2 : 3);
}

static void add_body(text *t, const scree_body *body)
{
    const scree_shape *s = body->shape;
    const bool planar = scree_shape_dimension(s) == 2;
    const scree_quat q = body->orientation;
    scree_cli_text_printf(t, "{\"shape\":\"%s\"", scree_shape_kind_name(scree_shape_kind_of(s)));
    if (scree_shape_kind_of(s) == SCREE_ELLIPSOID) {
        scree_cli_text_words(t, ",\"semi_axes\":");
        add_vector(t, scree_shape_semi_axes(s), false);
    } else {
        for (int i = 0; i < scree_shape_vertex_count(s); ++i) {
            scree_cli_text_words(t, i > 0 ? "," : ",\"vertices\":[");
            add_vector(t, scree_shape_vertex(s, i), planar);
        }
        scree_cli_text_words(t, "]");
    }
    scree_cli_text_words(t, ",\"position\":");
    add_vector(t, body->position, planar);
    if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0) {
        scree_cli_text_words(t, "}");
        return;
    }
    scree_cli_text_words(t, planar ? ",\"angle\":" : ",\"orientation\":");
    if (planar) {
        char word[NUMBER_SIZE];
        scree_cli_text_add(t, word, (size_t)(scree_cli_number_put(word, 2.0 * atan2(q.z, q.w)) - word));
    } else {
        add_numbers(t, (double[]){ q.w, q.x, q.y, q.z }, 4);
    }
    scree_cli_text_words(t, "}");
}

void scree_pair_line(const char *id, const scree_body *a, const scree_body *b, text *out)
{
    scree_cli_text_words(out, "{\"id\":");
    scree_cli_text_json(out, id, strlen(id));
    scree_cli_text_words(out, ",\"a\":");
    add_body(out, a);
    scree_cli_text_words(out, ",\"b\":");
    add_body(out, b);
    scree_cli_text_words(out, "}");
}

// -------------------------------------------------------------------------------------------------------- drawings

// How space goes onto the page: `towards` points to the viewer.
typedef struct view {
    scree_vec3 right, up, towards;
} view;

// Across the normal, nearly: so that what the normal separates is seen. The upward axis is y, or z where one looks along y.
static view view_across(scree_vec3 normal)
{
    const scree_vec3 corner = s3(0.4, 0.35, 1.0);
    view v;
    v.towards = s3_unit(s3_sub(corner, s3_scale(normal, 0.9 * s3_dot(corner, normal))));
    const scree_vec3 upward = fabs(v.towards.y) <= fabs(v.towards.z) ? s3(0, 1, 0) : s3(0, 0, 1);
    v.right = s3_unit(s3_cross(upward, v.towards));
    v.up = s3_cross(v.towards, v.right);
    return v;
}

enum { MOST_LINES = 160, MOST_POINTS = 64 };

typedef struct sheet {
    view v;
    int count;
    drawn_line lines[MOST_LINES];
    double x[MOST_LINES][2], y[MOST_LINES][2];
} sheet;

static scree_vec3 in_world(const scree_body *body, scree_vec3 local)
{
    return s3_add(body->position, quat_rotate(body->orientation, local));
}

static void add_segment(sheet *s, drawn_kind kind, scree_vec3 from, scree_vec3 to)
{
    if (s->count == MOST_LINES) return;
    const int i = s->count++;
    s->x[i][0] = s3_dot(s->v.right, from);
    s->y[i][0] = s3_dot(s->v.up, from);
    s->x[i][1] = s3_dot(s->v.right, to);
    s->y[i][1] = s3_dot(s->v.up, to);
    s->lines[i] = (drawn_line){ .kind = kind, .count = 2, .x = s->x[i], .y = s->y[i] };
}

// An edge is hidden by its own body where both its faces look away.
static void add_solid(sheet *s, const scree_body *body, bool second)
{
    for (int i = 0; i < scree_shape_edge_count(body->shape); ++i) {
        int vertices[2], faces[2];
        bool hidden = true;
        scree_shape_edge(body->shape, i, vertices, faces);
        for (int k = 0; k < 2; ++k) {
            scree_vec3 n = quat_rotate(body->orientation, scree_shape_face_normal(body->shape, faces[k]));
            hidden &= s3_dot(n, s->v.towards) <= 0.0;
        }
        const drawn_kind kind = second ? (hidden ? DRAWN_B_HIDDEN : DRAWN_B) : (hidden ? DRAWN_A_HIDDEN : DRAWN_A);
        add_segment(s, kind, in_world(body, scree_shape_vertex(body->shape, vertices[0])),
                    in_world(body, scree_shape_vertex(body->shape, vertices[1])));
    }
}

static void add_polygon(sheet *s, const scree_body *body, bool second, double x[MOST_POINTS], double y[MOST_POINTS])
{
    const int count = scree_shape_vertex_count(body->shape);
    if (count > MOST_POINTS || s->count == MOST_LINES) return;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 p = in_world(body, scree_shape_vertex(body->shape, i));
        x[i] = p.x;
        y[i] = p.y;
    }
    s->lines[s->count++] =
        (drawn_line){ .kind = second ? DRAWN_B : DRAWN_A, .closed = true, .count = count, .x = x, .y = y };
}

void scree_pair_drawing(figures *f, const char *title, const char *id, const scree_body *a, const scree_body *b,
                        const scree_contact *contact)
{
    static sheet s; // large, and only the main thread draws
    const bool planar = scree_shape_dimension(a->shape) == 2;
    double x[2][MOST_POINTS], y[2][MOST_POINTS];
    text line = { 0 };
    s.count = 0;
    s.v = view_across(contact != NULL && !planar ? contact->normal : s3(0, 0, 0));
    if (planar) {
        s.v = (view){ s3(1, 0, 0), s3(0, 1, 0), s3(0, 0, 1) };
        add_polygon(&s, a, false, x[0], y[0]);
        add_polygon(&s, b, true, x[1], y[1]);
    } else {
        add_solid(&s, a, false);
        add_solid(&s, b, true);
    }
    if (contact != NULL) {
        add_segment(&s, DRAWN_NORMAL, contact->point_a, contact->point_b);
        add_segment(&s, DRAWN_MARK, contact->point_a, contact->point_b);
    }
    scree_pair_line(id, a, b, &line);
    scree_cli_text_add(&line, "", 1);
    scree_figures_drawing(f, title, s.lines, s.count, line.failed ? NULL : line.bytes);
    scree_cli_text_free(&line);
}
