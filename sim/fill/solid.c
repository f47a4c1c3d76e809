// Lines through convex bodies: through flat faces and ellipsoids in closed form, through all others by Newton's method, on
// the norm whose unit ball is a superquadric, else on the signed distance. Along a line these are convex functions, so that
// Newton's steps from outside never pass the surface, and a slope that leads away from the body proves a miss.
#include "fill/solid.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 100 };

// The last step, as a fraction of the interval: the error is about its square.
static const double last_step = 1e-7;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void rotate(const scree_fill_solid *s, scree_vec3 v, double out[3])
{
    const double local[3] = { v.x, v.y, v.z };
    for (int k = 0; k < 3; ++k) out[k] = dot(s->rows[k], local);
}

// ------------------------------------------------------------------------------------------------------------------ begin

static void set_plane(scree_fill_solid *s, size_t i, scree_vec3 normal, double offset)
{
    rotate(s, normal, s->planes[i].normal);
    s->planes[i].offset = offset;
}

static double along(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static bool set_edges(scree_fill_solid *s)
{
    const scree_shape *shape = s->body.shape;
    const int count = scree_shape_vertex_count(shape);
    s->planes = malloc((size_t)count * sizeof *s->planes + 1);
    if (s->planes == NULL) return false;
    s->plane_count = (size_t)count;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 a = scree_shape_vertex(shape, i), b = scree_shape_vertex(shape, (i + 1) % count);
        const double length = hypot(b.x - a.x, b.y - a.y);
        const scree_vec3 normal = { (b.y - a.y) / length, (a.x - b.x) / length, 0.0 };
        set_plane(s, (size_t)i, normal, along(normal, a));
    }
    return true;
}

static bool set_faces(scree_fill_solid *s)
{
    const scree_shape *shape = s->body.shape;
    const int count = scree_shape_face_count(shape);
    s->planes = malloc((size_t)count * sizeof *s->planes + 1);
    if (s->planes == NULL) return false;
    s->plane_count = (size_t)count;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 normal = scree_shape_face_normal(shape, i);
        const int *corners = scree_shape_face_vertices(shape, i);
        double offset = -INFINITY; // corners of a face that was merged are in its plane up to rounding
        for (int k = 0; k < scree_shape_face_size(shape, i); ++k)
            offset = fmax(offset, along(normal, scree_shape_vertex(shape, corners[k])));
        set_plane(s, (size_t)i, normal, offset);
    }
    return true;
}

static bool set_form(scree_fill_solid *s)
{
    const scree_shape *shape = s->body.shape;
    const double rounding = scree_shape_rounding(shape), radius = scree_shape_radius(shape) + rounding;
    const scree_vec3 axes = scree_shape_semi_axes(shape);
    switch (scree_shape_kind_of(shape)) {
    case SCREE_SPHERE:
    case SCREE_DISC:
        for (int k = 0; k < 3; ++k) s->semi_axes[k] = radius;
        return true;
    case SCREE_SUPERQUADRIC:
    case SCREE_ELLIPSOID:
        scree_shape_exponents(shape, &s->n1, &s->n2);
        if (rounding == 0.0) s->semi_axes[0] = axes.x, s->semi_axes[1] = axes.y, s->semi_axes[2] = axes.z;
        return true;
    case SCREE_POLYGON:
        return rounding > 0.0 || set_edges(s);
    case SCREE_BOX:
    case SCREE_POLYHEDRON:
        return rounding > 0.0 || set_faces(s);
    default:
        return true;
    }
}

bool scree_fill_solid_begin(scree_fill_solid *solid, const scree_body *body)
{
    const scree_mat3 r = scree_quat_to_matrix(body->orientation);
    const scree_bounds bounds = scree_shape_bounds(body->shape);
    const scree_vec3 centre = scree_body_point(body, bounds.centre);
    *solid = (scree_fill_solid){ .body = *body,
                                 .dimension = scree_shape_dimension(body->shape),
                                 .centre = { centre.x, centre.y, centre.z },
                                 .radius = bounds.radius,
                                 .n1 = 2.0,
                                 .n2 = 2.0,
                                 .options = scree_query_defaults() };
    for (int k = 0; k < 3; ++k) {
        solid->rows[k][0] = r.row[k].x;
        solid->rows[k][1] = r.row[k].y;
        solid->rows[k][2] = r.row[k].z;
    }
    solid->options.detail = SCREE_DETAIL_SEARCH;
    solid->options.scratch_size = scree_point_scratch(body->shape);
    solid->options.scratch = malloc(solid->options.scratch_size + 1);
    return solid->options.scratch != NULL && set_form(solid);
}

void scree_fill_solid_end(scree_fill_solid *solid)
{
    free(solid->planes);
    free(solid->options.scratch);
    *solid = (scree_fill_solid){ .plane_count = 0 };
}

// --------------------------------------------------------------------------------------------------------- points, lines

double scree_fill_solid_distance(scree_fill_solid *solid, const double p[3], double normal[3])
{
    scree_contact c;
    const scree_vec3 at = { p[0], p[1], solid->dimension == 2 ? 0.0 : p[2] };
    const scree_status status = scree_point_distance(&solid->body, at, &solid->options, &c);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) {
        if (solid->status == SCREE_OK) solid->status = status;
        normal[0] = normal[1] = normal[2] = 0.0;
        return 0.0;
    }
    normal[0] = c.normal.x, normal[1] = c.normal.y, normal[2] = c.normal.z;
    return c.distance;
}

/// No quotient is formed that is beyond the interval: it might overflow.
static bool cut_planes(const scree_fill_solid *s, const double p[3], const double d[3], double *from, double *to)
{
    for (size_t i = 0; i < s->plane_count; ++i) {
        const double slope = dot(s->planes[i].normal, d), room = s->planes[i].offset - dot(s->planes[i].normal, p);
        if (slope > 0.0 && room < *to * slope) *to = room / slope;
        if (slope < 0.0 && room < *to * slope) return false;
        if (slope < 0.0 && room < *from * slope) *from = room / slope;
        if (slope == 0.0 && room < 0.0) return false;
        if (*from >= *to) return false;
    }
    return true;
}

/// The line in the frame of the body, with the semi-axes as units.
static void to_axes(const scree_fill_solid *s, const double p[3], const double d[3], double q[3], double e[3])
{
    for (int k = 0; k < 3; ++k) {
        q[k] = e[k] = 0.0;
        for (int row = 0; row < 3; ++row) {
            q[k] += s->rows[row][k] * p[row] / s->semi_axes[k];
            e[k] += s->rows[row][k] * d[row] / s->semi_axes[k];
        }
    }
}

/// |q + t e| <= 1. From the point of the line that is nearest to the centre, so that no digits are lost where that is far.
static bool cut_ellipsoid(const scree_fill_solid *s, const double p[3], const double d[3], double *from, double *to)
{
    double q[3], e[3];
    to_axes(s, p, d, q, e);
    const double length = sqrt(dot(e, e));
    if (length == 0.0) return false;
    for (int k = 0; k < 3; ++k) e[k] /= length;
    const double nearest = -dot(q, e);
    for (int k = 0; k < 3; ++k) q[k] += nearest * e[k];
    const double rest = 1.0 - dot(q, q);
    if (rest <= 0.0) return false;
    const double half = sqrt(rest);
    *from = fmax(*from, (nearest - half) / length);
    *to = fmin(*to, (nearest + half) / length);
    return *from < *to;
}

/// (|x|^n + |y|^n)^(1/n) and its derivatives.
static double norm(double x, double y, double n, double *by_x, double *by_y)
{
    const double a = fabs(x), b = fabs(y), most = fmax(a, b);
    *by_x = *by_y = 0.0;
    if (most == 0.0) return 0.0;
    const double r = most * pow(1.0 + pow(fmin(a, b) / most, n), 1.0 / n);
    *by_x = copysign(pow(a / r, n - 1.0), x);
    *by_y = copysign(pow(b / r, n - 1.0), y);
    return r;
}

/// A convex function along the line p + t d that is at most 0 inside the body, and its derivative.
static double value_at(scree_fill_solid *s, const double p[3], const double d[3], double t, double *slope)
{
    double normal[3];
    if (s->semi_axes[0] > 0.0) {
        double x, y, r, z;
        const double across = norm(p[0] + t * d[0], p[1] + t * d[1], s->n2, &x, &y);
        const double value = norm(across, p[2] + t * d[2], s->n1, &r, &z);
        *slope = r * (x * d[0] + y * d[1]) + z * d[2];
        return value - 1.0;
    }
    const double at[3] = { p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2] };
    const double distance = scree_fill_solid_distance(s, at, normal);
    *slope = dot(normal, d);
    return distance;
}

/// Moves *t, an end of the interval, inwards to the surface. False for a miss: there is none before `other`.
static bool approach(scree_fill_solid *s, const double p[3], const double d[3], double *t, double other)
{
    const double side = other < *t ? 1.0 : -1.0, interval = fabs(*t - other);
    for (int i = 0; i < STEPS; ++i) {
        double slope;
        const double value = value_at(s, p, d, *t, &slope);
        if (value <= 0.0) return true;
        if (value >= side * slope * fabs(*t - other)) return false;
        *t -= value / slope;
        if (value <= last_step * interval * side * slope) return true;
    }
    return true;
}

/// `p` relative to the body's position.
static bool cut_superquadric(scree_fill_solid *s, const double p[3], const double d[3], double *from, double *to)
{
    double q[3], e[3];
    to_axes(s, p, d, q, e);
    return approach(s, q, e, to, *from) && (s->holds_start || approach(s, q, e, from, *to)) && *from < *to;
}

static bool cut_body(scree_fill_solid *s, const double p[3], const double d[3], double *from, double *to)
{
    return approach(s, p, d, to, *from) && (s->holds_start || approach(s, p, d, from, *to)) && *from < *to;
}

bool scree_fill_solid_chord(scree_fill_solid *solid, const double p[3], const double d[3], double *from, double *to)
{
    if (!(*from < *to)) return false;
    const double r[3] = { p[0] - solid->body.position.x, p[1] - solid->body.position.y, p[2] - solid->body.position.z };
    if (solid->plane_count > 0) return cut_planes(solid, r, d, from, to);
    if (solid->semi_axes[0] > 0.0 && solid->n1 == 2.0 && solid->n2 == 2.0) return cut_ellipsoid(solid, r, d, from, to);
    if (solid->semi_axes[0] > 0.0) return cut_superquadric(solid, r, d, from, to);
    return cut_body(solid, p, d, from, to);
}
