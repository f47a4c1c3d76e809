// VTP: the XML form of VTK's PolyData, in plain text, as ParaView reads it.
//
// Without a surface each grain is a point, with arrays for glyphs: `tensor` is symmetric with the grain's principal
// diameters as eigenvalues, so that ParaView's tensor glyph of a sphere of radius 0.5 is the grain itself. The box and
// what else describes the packing are field data.
#include <errno.h>
#include <math.h>

#include "surface.h"
#include "write.h"

static void open_array(text *out, const char *type, const char *name, int components)
{
    scree_cli_text_printf(out, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"ascii\">\n", type,
                          name, components);
}

static void close_array(text *out)
{
    scree_cli_text_words(out, "</DataArray>\n");
}

/// `count` numbers on a line.
static void put_numbers(text *out, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) scree_recipe_number(out, i > 0 ? " " : "", numbers[i]);
    scree_cli_text_words(out, "\n");
}

static void put_vector(text *out, scree_vec3 v)
{
    const double numbers[3] = { v.x, v.y, v.z };
    put_numbers(out, numbers, 3);
}

static void put_field(text *out, const char *type, const char *name, double value)
{
    scree_cli_text_printf(out, "<DataArray type=\"%s\" Name=\"%s\" NumberOfTuples=\"1\" format=\"ascii\">\n", type,
                          name);
    put_numbers(out, &value, 1);
    close_array(out);
}

static void write_head(const pack_output *o, text *out)
{
    scree_cli_text_words(out, "<?xml version=\"1.0\"?>\n"
                              "<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
                              "<PolyData>\n<FieldData>\n"
                              "<DataArray type=\"Float64\" Name=\"box\" NumberOfComponents=\"3\" NumberOfTuples=\"1\" "
                              "format=\"ascii\">\n");
    put_vector(out, o->packing->box.size);
    close_array(out);
    put_field(out, "Int32", "periodic", o->packing->box.walls ? 0.0 : 1.0);
    put_field(out, "Float64", "fraction", scree_packing_fraction(o->packing));
    scree_cli_text_words(out, "</FieldData>\n");
}

static void write_tail(text *out)
{
    scree_cli_text_words(out, "</Piece>\n</PolyData>\n</VTKFile>\n");
}

// ------------------------------------------------------------------------------------------------------- points

/// One array over all grains; `put` adds the line of one.
static void write_array(const pack_output *o, sink *s, const char *type, const char *name, int components,
                        void (*put)(const pack_output *o, size_t i, text *out))
{
    open_array(&s->text, type, name, components);
    for (size_t i = 0; i < o->packing->count && scree_sink_flush(s, false); ++i) put(o, i, &s->text);
    close_array(&s->text);
}

static void put_place(const pack_output *o, size_t i, text *out)
{
    put_vector(out, o->packing->places[i]);
}

static void put_position(const pack_output *o, size_t i, text *out)
{
    put_vector(out, o->packing->bodies[i].position);
}

static void put_id(const pack_output *o, size_t i, text *out)
{
    (void)o;
    scree_cli_text_printf(out, "%zu\n", i);
}

static void put_end(const pack_output *o, size_t i, text *out)
{
    (void)o;
    scree_cli_text_printf(out, "%zu\n", i + 1);
}

static void put_radius(const pack_output *o, size_t i, text *out)
{
    const double radius = o->recipe->radius * o->scales[i];
    put_numbers(out, &radius, 1);
}

static void put_quaternion(const pack_output *o, size_t i, text *out)
{
    const scree_quat q = o->packing->bodies[i].orientation;
    const double numbers[4] = { q.w, q.x, q.y, q.z };
    put_numbers(out, numbers, 4);
}

/// Semi-axes of a sphere or an ellipsoid; of other shapes, half the sides of the box along their own axes.
static scree_vec3 half_widths(const pack_output *o, size_t i)
{
    const scree_bounds b = scree_shape_bounds(o->packing->bodies[i].shape);
    return (scree_vec3){ 0.5 * (b.high.x - b.low.x), 0.5 * (b.high.y - b.low.y), 0.5 * (b.high.z - b.low.z) };
}

static void put_semi_axes(const pack_output *o, size_t i, text *out)
{
    put_vector(out, half_widths(o, i));
}

static void put_tensor(const pack_output *o, size_t i, text *out)
{
    const scree_vec3 a = half_widths(o, i);
    const double diameters[3] = { 2.0 * a.x, 2.0 * a.y, 2.0 * a.z };
    const scree_body rotation = { NULL, { 0.0, 0.0, 0.0 }, o->packing->bodies[i].orientation };
    double tensor[9] = { 0.0 };
    for (int k = 0; k < 3; ++k) {
        const scree_vec3 v =
            scree_body_point(&rotation, (scree_vec3){ k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0 });
        const double axis[3] = { v.x, v.y, v.z };
        for (int m = 0; m < 9; ++m) tensor[m] += diameters[k] * axis[m / 3] * axis[m % 3];
    }
    put_numbers(out, tensor, 9);
}

static void write_points(const pack_output *o, sink *s)
{
    text *out = &s->text;
    const size_t n = o->packing->count;
    scree_cli_text_printf(
        out,
        "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\" "
        "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<PointData Scalars=\"radius\" Tensors=\"tensor\">\n",
        n, n);
    write_array(o, s, "Int64", "id", 1, put_id);
    write_array(o, s, "Float64", "radius", 1, put_radius);
    write_array(o, s, "Float64", "position", 3, put_position);
    write_array(o, s, "Float64", "quaternion", 4, put_quaternion);
    write_array(o, s, "Float64", "semi_axes", 3, put_semi_axes);
    write_array(o, s, "Float64", "tensor", 9, put_tensor);
    scree_cli_text_words(out, "</PointData>\n<Points>\n");
    write_array(o, s, "Float64", "Points", 3, put_place);
    scree_cli_text_words(out, "</Points>\n<Verts>\n");
    write_array(o, s, "Int64", "connectivity", 1, put_id);
    write_array(o, s, "Int64", "offsets", 1, put_end);
    scree_cli_text_words(out, "</Verts>\n");
}

// ------------------------------------------------------------------------------------------------------ surface

/// The points of one grain, in the world. Single precision is enough to look at.
static void put_surface_points(const surface *shell, const scree_body *body, double scale, text *out)
{
    for (size_t k = 0; k < shell->point_count; ++k) {
        const scree_vec3 p = shell->points[k];
        const scree_vec3 v = scree_body_point(body, (scree_vec3){ scale * p.x, scale * p.y, scale * p.z });
        scree_cli_text_printf(out, "%.9g %.9g %.9g\n", v.x, v.y, v.z);
    }
}

static void write_polygons(const pack_output *o, const surface *shell, sink *s)
{
    const size_t n = o->packing->count, triangles = shell->triangle_count;
    scree_cli_text_words(&s->text, "<Polys>\n");
    open_array(&s->text, "Int64", "connectivity", 1);
    for (size_t i = 0; i < n && scree_sink_flush(s, false); ++i) {
        for (size_t k = 0; k < triangles; ++k) {
            const int *c = shell->corners + 3 * k;
            const size_t first = i * shell->point_count;
            scree_cli_text_printf(&s->text, "%zu %zu %zu\n", first + (size_t)c[0], first + (size_t)c[1],
                                  first + (size_t)c[2]);
        }
    }
    close_array(&s->text);
    open_array(&s->text, "Int64", "offsets", 1);
    for (size_t i = 1; i <= n * triangles && scree_sink_flush(s, false); ++i)
        scree_cli_text_printf(&s->text, "%zu\n", 3 * i);
    close_array(&s->text);
    scree_cli_text_words(&s->text, "</Polys>\n");
}

static void write_surface(const pack_output *o, sink *s)
{
    const packing *p = o->packing;
    surface shell;
    if (!scree_pack_surface_make(o->recipe->shape, o->detail, &shell)) {
        s->error = ENOMEM;
        return;
    }
    scree_cli_text_printf(&s->text,
                          "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                          "NumberOfPolys=\"%zu\">\n<CellData Scalars=\"id\">\n",
                          p->count * shell.point_count, p->count * shell.triangle_count);
    open_array(&s->text, "Int64", "id", 1);
    for (size_t i = 0; i < p->count * shell.triangle_count && scree_sink_flush(s, false); ++i)
        scree_cli_text_printf(&s->text, "%zu\n", i / shell.triangle_count);
    close_array(&s->text);
    open_array(&s->text, "Float64", "radius", 1);
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i) {
        for (size_t k = 0; k < shell.triangle_count; ++k) put_radius(o, i, &s->text);
    }
    close_array(&s->text);
    scree_cli_text_words(&s->text, "</CellData>\n<Points>\n");
    open_array(&s->text, "Float64", "Points", 3);
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i)
        put_surface_points(&shell, &p->bodies[i], o->scales[i], &s->text);
    close_array(&s->text);
    scree_cli_text_words(&s->text, "</Points>\n");
    write_polygons(o, &shell, s);
    scree_pack_surface_free(&shell);
}

void scree_pack_write_vtp(const pack_output *o, sink *s)
{
    write_head(o, &s->text);
    if (o->detail < 0)
        write_points(o, s);
    else
        write_surface(o, s);
    write_tail(&s->text);
}
