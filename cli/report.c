#include "report.h"

#include <math.h>

#include "number.h"

// The moments of a sphere or cube are equal, and rounding may put one of them beyond the sum of the other two of a
// needle by a few parts of 2^52.
static const double moment_rounding = 1e-12;

/// Cyclic Jacobi rotations: for 3 x 3 they end in a few sweeps, and keep the digits of small moments next to large ones.
void scree_cli_principal_moments(const scree_sym3 *inertia, double moments[3])
{
    enum { SWEEPS = 16 };
    const scree_sym3 *s = inertia;
    double m[3][3] = { { s->xx, s->xy, s->xz }, { s->xy, s->yy, s->yz }, { s->xz, s->yz, s->zz } };
    for (int step = 0; step < 3 * SWEEPS; ++step) {
        int p = step % 3 == 2 ? 1 : 0, q = step % 3 == 0 ? 1 : 2, r = 3 - p - q;
        if (m[p][q] == 0.0) continue;
        double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
        double t = copysign(1.0, theta) / (fabs(theta) + hypot(theta, 1.0));
        double c = 1.0 / hypot(t, 1.0), sine = t * c;
        m[p][p] -= t * m[p][q];
        m[q][q] += t * m[p][q];
        m[p][q] = m[q][p] = 0.0;
        double mrp = m[r][p], mrq = m[r][q];
        m[r][p] = m[p][r] = c * mrp - sine * mrq;
        m[r][q] = m[q][r] = sine * mrp + c * mrq;
    }
    double low = fmin(fmin(m[0][0], m[1][1]), m[2][2]), high = fmax(fmax(m[0][0], m[1][1]), m[2][2]);
    moments[0] = low;
    moments[1] = fmax(fmin(m[0][0], m[1][1]), fmin(fmax(m[0][0], m[1][1]), m[2][2]));
    moments[2] = high;
}

static bool is_planar(const scree_shape *shape)
{
    return scree_shape_dimension(shape) == 2;
}

static int euler(const scree_shape *shape)
{
    return scree_shape_vertex_count(shape) - scree_shape_edge_count(shape) + scree_shape_face_count(shape);
}

bool scree_cli_shape_is_sound(const scree_shape *shape)
{
    scree_mass mass = scree_shape_mass(shape);
    if (!(mass.volume > 0.0)) return false;
    if (scree_shape_kind_of(shape) == SCREE_HALF_SPACE) return true;
    if (is_planar(shape))
        return mass.inertia.zz > 0.0 && scree_shape_vertex_count(shape) == scree_shape_edge_count(shape);
    double moments[3];
    scree_cli_principal_moments(&mass.inertia, moments);
    bool solid = moments[0] > 0.0 && moments[2] <= (moments[0] + moments[1]) * (1.0 + moment_rounding);
    return solid && (scree_shape_vertex_count(shape) == 0 || euler(shape) == 2);
}

// --------------------------------------------------------------------------------------------------------- text

static void add_number(text *out, double x, const char *infinite)
{
    if (!isfinite(x)) {
        scree_cli_text_words(out, x < 0.0 && infinite[0] != 'n' ? "-" : "");
        scree_cli_text_words(out, infinite);
        return;
    }
    char *room = scree_cli_text_room(out, NUMBER_SIZE);
    if (room != NULL) out->size += (size_t)(scree_cli_number_put(room, x + 0.0) - room); // no minus before a 0
}

static void add_numbers(text *out, const double *x, int count, const char *between, const char *infinite)
{
    for (int i = 0; i < count; ++i) {
        if (i > 0) scree_cli_text_words(out, between);
        add_number(out, x[i], infinite);
    }
}

static void row(text *out, const char *name)
{
    scree_cli_text_printf(out, "%-12s", name);
}

static void row_vector(text *out, const char *name, scree_vec3 v, int dimension)
{
    double x[3] = { v.x, v.y, v.z };
    if (name[0] != 0) row(out, name);
    add_numbers(out, x, dimension == 2 ? 2 : 3, " ", "infinite");
}

static void add_mesh(text *out, const mesh_facts *mesh)
{
    row(out, "mesh");
    scree_cli_text_printf(out, "%zu points, %zu faces; ", mesh->points, mesh->faces);
    if (isinf(mesh->concavity))
        scree_cli_text_words(out, "not closed\n");
    else if (mesh->concavity == 0.0)
        scree_cli_text_words(out, "convex\n");
    else
        scree_cli_text_printf(out, "concavity %.3g of its size\n", mesh->concavity);
}

static void add_counts(text *out, const scree_shape *shape)
{
    int vertices = scree_shape_vertex_count(shape);
    if (vertices == 0) return;
    row(out, "vertices");
    scree_cli_text_printf(out, "%d\n", vertices);
    row(out, "edges");
    scree_cli_text_printf(out, "%d\n", scree_shape_edge_count(shape));
    if (is_planar(shape)) return;
    row(out, "faces");
    scree_cli_text_printf(out, "%d\n", scree_shape_face_count(shape));
    row(out, "Euler");
    scree_cli_text_printf(out, "%d (vertices - edges + faces)\n", euler(shape));
}

static void add_axes(text *out, const scree_shape *shape)
{
    scree_vec3 axes = scree_shape_semi_axes(shape);
    double n[2];
    scree_shape_exponents(shape, &n[0], &n[1]);
    if (!(axes.x > 0.0)) return;
    row_vector(out, "semi-axes", axes, 3);
    scree_cli_text_words(out, "\n");
    if (scree_shape_kind_of(shape) != SCREE_SUPERQUADRIC) return;
    row(out, "exponents");
    add_numbers(out, n, 2, " ", "infinite");
    scree_cli_text_words(out, "\n");
}

static void add_inertia(text *out, const scree_sym3 *s)
{
    static const char *const names[] = { "inertia xx", "yy", "zz", "xy", "xz", "yz" };
    double x[6] = { s->xx, s->yy, s->zz, s->xy, s->xz, s->yz }, moments[3];
    for (int i = 0; i < 6; ++i) {
        scree_cli_text_printf(out, i % 3 == 0 ? "%-12s" : "  %s ", i == 3 ? "        xy" : names[i]);
        add_number(out, x[i], "infinite");
        if (i % 3 == 2) scree_cli_text_words(out, "\n");
    }
    if (!isfinite(s->xx)) return;
    scree_cli_principal_moments(s, moments);
    row(out, "principal");
    add_numbers(out, moments, 3, " ", "infinite");
    scree_cli_text_words(out, "\n");
}

static void add_bounds(text *out, const scree_shape *shape)
{
    scree_bounds b = scree_shape_bounds(shape);
    int dimension = scree_shape_dimension(shape);
    if (!isfinite(b.radius)) {
        scree_cli_text_words(out, "bounds      none\n");
        return;
    }
    row_vector(out, "box", b.low, dimension);
    scree_cli_text_words(out, " to ");
    row_vector(out, "", b.high, dimension);
    scree_cli_text_words(out, "\n");
    row_vector(out, is_planar(shape) ? "circle" : "sphere", b.centre, dimension);
    scree_cli_text_words(out, ", radius ");
    add_number(out, b.radius, "infinite");
    scree_cli_text_words(out, "\n");
}

static void add_mass(text *out, const scree_shape *shape)
{
    scree_mass mass = scree_shape_mass(shape);
    row(out, is_planar(shape) ? "area" : "volume");
    add_number(out, mass.volume, "infinite");
    scree_cli_text_words(out, "\n");
    if (!isfinite(mass.volume)) return;
    row_vector(out, "centroid", mass.centroid, scree_shape_dimension(shape));
    scree_cli_text_words(out, "\n");
    if (is_planar(shape)) {
        row(out, "inertia");
        add_number(out, mass.inertia.zz, "infinite");
        scree_cli_text_words(out, " (polar, about the centroid)\n");
    } else {
        add_inertia(out, &mass.inertia);
    }
}

void scree_cli_report_text(const scree_shape *shape, const char *source, const mesh_facts *mesh, text *out)
{
    row(out, "shape");
    scree_cli_text_words(out, shape != NULL ? scree_shape_kind_name(scree_shape_kind_of(shape)) : "none");
    if (source != NULL) {
        scree_cli_text_words(out, ", from ");
        scree_cli_text_padded(out, source, strlen(source), 0);
    }
    scree_cli_text_words(out, "\n");
    if (mesh->there) add_mesh(out, mesh);
    if (shape == NULL) return;
    add_counts(out, shape);
    add_axes(out, shape);
    row(out, "rounding");
    add_number(out, scree_shape_rounding(shape), "infinite");
    scree_cli_text_words(out, "\n");
    add_mass(out, shape);
    add_bounds(out, shape);
    row(out, "check");
    scree_cli_text_words(out, scree_cli_shape_is_sound(shape) ? "sound\n" : "NOT SOUND\n");
    if (is_planar(shape))
        scree_cli_text_words(out, "\nLengths are in the unit of the input, the area in its square, the "
                                  "inertia, at unit density, in its fourth power.\n");
    else
        scree_cli_text_words(out,
                             "\nLengths are in the unit of the input, the volume in its cube, the inertia, at unit "
                             "density and about\nthe centroid, in its fifth power.\n");
}

// --------------------------------------------------------------------------------------------------------- JSON

static void add_json_vector(text *out, const char *before, scree_vec3 v, int dimension)
{
    double x[3] = { v.x, v.y, v.z };
    scree_cli_text_words(out, before);
    scree_cli_text_words(out, "[");
    add_numbers(out, x, dimension == 2 ? 2 : 3, ",", "null");
    scree_cli_text_words(out, "]");
}

static void add_json_number(text *out, const char *before, double x)
{
    scree_cli_text_words(out, before);
    add_number(out, x, "null");
}

static void add_json_inertia(text *out, const scree_sym3 *s)
{
    double moments[3] = { INFINITY, INFINITY, INFINITY };
    add_json_vector(out, ",\"inertia\":[", (scree_vec3){ s->xx, s->xy, s->xz }, 3);
    add_json_vector(out, ",", (scree_vec3){ s->xy, s->yy, s->yz }, 3);
    add_json_vector(out, ",", (scree_vec3){ s->xz, s->yz, s->zz }, 3);
    if (isfinite(s->xx)) scree_cli_principal_moments(s, moments);
    add_json_vector(out, "],\"principal_moments\":", (scree_vec3){ moments[0], moments[1], moments[2] }, 3);
}

static void add_json_axes(text *out, const scree_shape *shape)
{
    scree_vec3 axes = scree_shape_semi_axes(shape);
    double n1, n2;
    scree_shape_exponents(shape, &n1, &n2);
    if (!(axes.x > 0.0)) return;
    add_json_vector(out, ",\"semi_axes\":", axes, 3);
    if (scree_shape_kind_of(shape) == SCREE_SUPERQUADRIC)
        add_json_vector(out, ",\"exponents\":", (scree_vec3){ n1, n2, 0.0 }, 2);
}

static void add_json_shape(text *out, const scree_shape *shape)
{
    int dimension = scree_shape_dimension(shape);
    scree_mass mass = scree_shape_mass(shape);
    scree_bounds b = scree_shape_bounds(shape);
    scree_cli_text_printf(out, ",\"dimension\":%d,\"vertices\":%d,\"edges\":%d", dimension,
                          scree_shape_vertex_count(shape), scree_shape_edge_count(shape));
    if (dimension == 3) scree_cli_text_printf(out, ",\"faces\":%d", scree_shape_face_count(shape));
    if (dimension == 3 && scree_shape_vertex_count(shape) > 0)
        scree_cli_text_printf(out, ",\"euler\":%d", euler(shape));
    add_json_axes(out, shape);
    add_json_number(out, ",\"rounding\":", scree_shape_rounding(shape));
    add_json_number(out, dimension == 3 ? ",\"volume\":" : ",\"area\":", mass.volume);
    add_json_vector(out, ",\"centroid\":", mass.centroid, dimension);
    if (dimension == 3)
        add_json_inertia(out, &mass.inertia);
    else
        add_json_number(out, ",\"inertia\":", mass.inertia.zz);
    add_json_vector(out, ",\"low\":", b.low, dimension);
    add_json_vector(out, ",\"high\":", b.high, dimension);
    add_json_vector(out, ",\"centre\":", b.centre, dimension);
    add_json_number(out, ",\"radius\":", b.radius);
    scree_cli_text_printf(out, ",\"sound\":%s", scree_cli_shape_is_sound(shape) ? "true" : "false");
}

void scree_cli_report_json(const scree_shape *shape, const char *source, const mesh_facts *mesh, text *out)
{
    scree_cli_text_words(out, "{\"shape\":");
    if (shape == NULL) {
        scree_cli_text_words(out, "null");
    } else {
        const char *name = scree_shape_kind_name(scree_shape_kind_of(shape));
        scree_cli_text_json(out, name, strlen(name));
    }
    if (source != NULL) {
        scree_cli_text_words(out, ",\"source\":");
        scree_cli_text_json(out, source, strlen(source));
    }
    if (mesh->there) {
        scree_cli_text_printf(out, ",\"mesh_points\":%zu,\"mesh_faces\":%zu,\"mesh_closed\":%s", mesh->points,
                              mesh->faces, isinf(mesh->concavity) ? "false" : "true");
        add_json_number(out, ",\"mesh_concavity\":", mesh->concavity);
    }
    if (shape != NULL) add_json_shape(out, shape);
    scree_cli_text_words(out, "}\n");
}
