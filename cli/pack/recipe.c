#include "recipe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "scree/mesh.h"

// ----------------------------------------------------------------------------------------------------- creation

static bool finish(recipe *r, complaint *c)
{
    scree_error error = { SCREE_OK, "" };
    r->shape = scree_cli_shape_create(&r->key, NULL, &error);
    if (r->shape == NULL) return scree_cli_complain(c, "%s", error.message);
    const scree_shape_kind kind = scree_shape_kind_of(r->shape);
    if (scree_shape_dimension(r->shape) != 3 || kind == SCREE_HALF_SPACE)
        return scree_cli_complain(c, "shape: a %s cannot be packed", scree_shape_kind_name(kind));
    r->radius = cbrt(scree_shape_mass(r->shape).volume * 0.75 / acos(-1.0));
    if (!(r->radius > 0.0)) return scree_cli_complain(c, "shape: it has no volume");
    return true;
}

/// Room for numbers after the head.
static bool make_key(recipe *r, scree_shape_kind kind, size_t numbers, double rounding, complaint *c)
{
    *r = (recipe){ 0 };
    r->key.numbers = calloc(numbers + 1, sizeof *r->key.numbers);
    if (r->key.numbers == NULL) return scree_cli_complain(c, "out of memory");
    r->key.count = r->key.capacity = numbers + 1;
    r->key.numbers[0] = (scree_vec3){ (double)kind, rounding, 0.0 };
    return true;
}

bool scree_recipe_sphere(recipe *r, complaint *c)
{
    if (!make_key(r, SCREE_SPHERE, 2, 0.0, c)) return false;
    r->key.numbers[1].x = 1.0;
    if (!finish(r, c)) return false;
    r->radius = 1.0; // without the rounding of its volume
    return true;
}

bool scree_recipe_ellipsoid(recipe *r, scree_vec3 semi_axes, complaint *c)
{
    if (!make_key(r, SCREE_ELLIPSOID, 2, 0.0, c)) return false;
    r->key.numbers[1] = semi_axes;
    return finish(r, c);
}

bool scree_recipe_spheroid(recipe *r, double aspect, complaint *c)
{
    const double b = 1.0 / cbrt(aspect);
    if (!scree_recipe_ellipsoid(r, (scree_vec3){ aspect * b, b, b }, c)) return false;
    r->radius = 1.0;
    return true;
}

bool scree_recipe_superquadric(recipe *r, scree_vec3 semi_axes, double n1, double n2, complaint *c)
{
    if (!make_key(r, SCREE_SUPERQUADRIC, 2, 0.0, c)) return false;
    r->key.numbers[1] = semi_axes;
    r->key.numbers[2] = (scree_vec3){ n1, n2, 0.0 };
    return finish(r, c);
}

/// Of these the volume is that of the unit ball: 4/3 pi = 2 pi r^2 (aspect r), and a third of it for the cone.
static bool revolved(recipe *r, scree_shape_kind kind, double radius, double aspect, complaint *c)
{
    if (!make_key(r, kind, 2, 0.0, c)) return false;
    r->key.numbers[1] = (scree_vec3){ radius, aspect * radius, 0.0 };
    if (!finish(r, c)) return false;
    r->radius = 1.0;
    return true;
}

bool scree_recipe_cylinder(recipe *r, double aspect, complaint *c)
{
    return revolved(r, SCREE_CYLINDER, cbrt(2.0 / (3.0 * aspect)), aspect, c);
}

bool scree_recipe_cone(recipe *r, double aspect, complaint *c)
{
    return revolved(r, SCREE_CONE, cbrt(2.0 / aspect), aspect, c);
}

bool scree_recipe_json(recipe *r, const char *bytes, size_t size, complaint *c)
{
    *r = (recipe){ 0 };
    text document = { 0 };
    scree_cli_text_add(&document, bytes, size);
    char *padding = scree_cli_text_room(&document, JSON_PADDING);
    json_reader *reader = scree_cli_json_create();
    body_text body = { 0 };
    mesh_store meshes = { .points = 0 };
    json_value root;
    const char *reason = "";
    bool read = false;
    if (padding == NULL || reader == NULL) {
        scree_cli_complain(c, "out of memory");
    } else {
        memset(padding, 0, JSON_PADDING);
        if (scree_cli_json_parse(reader, document.bytes, document.size, &root, &reason) != JSON_FINE)
            scree_cli_complain(c, "not JSON: %s", reason);
        else
            read = scree_cli_body_read(root, "", &meshes, &body, c);
    }
    r->key = body.key; // taken over
    scree_cli_meshes_clear(&meshes);
    scree_cli_json_destroy(reader);
    scree_cli_text_free(&document);
    return read && finish(r, c);
}

bool scree_recipe_mesh(recipe *r, const char *path, bool hull, complaint *c)
{
    *r = (recipe){ 0 };
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    if (scree_mesh_read(path, SCREE_MESH_BY_NAME, &mesh, &error) != SCREE_OK)
        return scree_cli_complain(c, "%s", error.message);
    scree_shape *shape = scree_polyhedron_create_from_mesh(&mesh, hull, 0.0, &error);
    scree_mesh_free(&mesh);
    if (shape == NULL)
        return scree_cli_complain(c, "%s: %s%s", path, error.message,
                                  error.status == SCREE_NOT_CONVEX ? " (--hull takes the hull)" : "");
    const int count = scree_shape_vertex_count(shape);
    bool made = make_key(r, SCREE_POLYHEDRON, (size_t)count, 0.0, c);
    for (int i = 0; i < count && made; ++i) r->key.numbers[i + 1] = scree_shape_vertex(shape, i);
    scree_shape_destroy(shape);
    return made && finish(r, c);
}

void scree_recipe_free(recipe *r)
{
    free(r->key.numbers);
    scree_shape_destroy(r->shape);
    *r = (recipe){ 0 };
}

// -------------------------------------------------------------------------------------------------------- sizes

/// Number i of the key at another size. All are lengths but the kind, and the exponents of superquadrics.
static scree_vec3 scaled(const recipe *r, size_t i, double scale)
{
    const scree_vec3 v = r->key.numbers[i];
    if (i == 2 && scree_shape_kind_of(r->shape) == SCREE_SUPERQUADRIC) return v;
    return (scree_vec3){ i == 0 ? v.x : v.x * scale, v.y * scale, v.z * scale };
}

scree_shape *scree_recipe_scaled(const recipe *r, double scale, scree_error *error)
{
    return scree_shape_create_scaled(r->shape, scale, error);
}

double scree_recipe_ball(const recipe *r, double scale)
{
    return scaled(r, 1, scale).x + scaled(r, 0, scale).y;
}

// --------------------------------------------------------------------------------------------------------- JSON

void scree_recipe_number(text *out, const char *before, double x)
{
    scree_cli_text_words(out, before);
    char *room = scree_cli_text_room(out, NUMBER_SIZE);
    if (room != NULL) out->size += (size_t)(scree_cli_number_put(room, x + 0.0) - room);
}

void scree_recipe_vector(text *out, const char *before, scree_vec3 v)
{
    scree_recipe_number(out, before, v.x);
    scree_recipe_number(out, ",", v.y);
    scree_recipe_number(out, ",", v.z);
    scree_cli_text_words(out, "]");
}

static void write_parameters(const recipe *r, double scale, text *out)
{
    const scree_vec3 p = scaled(r, 1, scale), q = scaled(r, 2, scale);
    switch (scree_shape_kind_of(r->shape)) {
    case SCREE_SPHERE:
        scree_recipe_number(out, ",\"radius\":", p.x);
        break;
    case SCREE_ELLIPSOID:
        scree_recipe_vector(out, ",\"semi_axes\":[", p);
        break;
    case SCREE_SUPERQUADRIC:
        scree_recipe_vector(out, ",\"semi_axes\":[", p);
        scree_recipe_number(out, ",\"exponents\":[", q.x);
        scree_recipe_number(out, ",", q.y);
        scree_cli_text_words(out, "]");
        break;
    case SCREE_BOX:
        scree_recipe_vector(out, ",\"half_extents\":[", p);
        break;
    case SCREE_TAPERED_CAPSULE:
        scree_recipe_number(out, ",\"radii\":[", p.x);
        scree_recipe_number(out, ",", p.y);
        scree_recipe_number(out, "],\"half_length\":", q.x);
        break;
    case SCREE_CYLINDER:
    case SCREE_CONE:
    case SCREE_CAPSULE:
        scree_recipe_number(out, ",\"radius\":", p.x);
        scree_recipe_number(out, ",\"half_length\":", p.y);
        break;
    default:
        for (size_t i = 1; i < r->key.count; ++i)
            scree_recipe_vector(out, i == 1 ? ",\"vertices\":[[" : ",[", scaled(r, i, scale));
        scree_cli_text_words(out, "]");
    }
}

void scree_recipe_write(const recipe *r, double scale, scree_vec3 position, scree_quat orientation, text *out)
{
    scree_cli_text_printf(out, "{\"shape\":\"%s\"", scree_shape_kind_name(scree_shape_kind_of(r->shape)));
    write_parameters(r, scale, out);
    const double rounding = scaled(r, 0, scale).y;
    if (rounding > 0.0) scree_recipe_number(out, ",\"rounding\":", rounding);
    scree_recipe_vector(out, ",\"position\":[", position);
    scree_recipe_number(out, ",\"orientation\":[", orientation.w);
    scree_recipe_number(out, ",", orientation.x);
    scree_recipe_number(out, ",", orientation.y);
    scree_recipe_number(out, ",", orientation.z);
    scree_cli_text_words(out, "]}");
}
