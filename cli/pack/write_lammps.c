// LAMMPS: a data file, to simulate with, and a text dump, which OVITO shows.
//
// Places are those of the centroids, in the box; ids count from 1; densities are 1. `shape` are the diameters along the
// grain's own axes, as LAMMPS writes them.
//
//   spheres            atom_style sphere
//   boxes, polyhedra   atom_style body rounded/polyhedron: the vertices, edges and faces themselves
//   all others         atom_style ellipsoid; of superquadrics, cylinders, cones and capsules, which LAMMPS does not
//                      have, the ellipsoid of the same widths
#include <math.h>

#include "write.h"

static const double density = 1.0;

static void put(text *out, double x)
{
    scree_recipe_number(out, " ", x);
}

static void put_vector(text *out, scree_vec3 v)
{
    put(out, v.x);
    put(out, v.y);
    put(out, v.z);
}

/// w, i, j, k of length 1.
static void put_quaternion(text *out, scree_quat q)
{
    const double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    put(out, q.w / length);
    put_vector(out, (scree_vec3){ q.x / length, q.y / length, q.z / length });
}

/// Diameters of grain i along its own axes.
static scree_vec3 widths(const pack_output *o, size_t i)
{
    const scree_shape *shape = o->packing->bodies[i].shape;
    const scree_bounds b = scree_shape_bounds(shape); // of spheres they are a little wide
    const double ball =
        scree_shape_kind_of(shape) == SCREE_SPHERE ? 2.0 * scree_recipe_ball(o->recipe, o->scales[i]) : 0.0;
    if (ball > 0.0) return (scree_vec3){ ball, ball, ball };
    return (scree_vec3){ b.high.x - b.low.x, b.high.y - b.low.y, b.high.z - b.low.z };
}

// --------------------------------------------------------------------------------------------------------- dump

void scree_pack_write_lammps_dump(const pack_output *o, sink *s)
{
    const packing *p = o->packing;
    const double sides[3] = { p->box.size.x, p->box.size.y, p->box.size.z };
    const bool blocky = scree_shape_kind_of(o->recipe->shape) == SCREE_SUPERQUADRIC;
    const char *bounds = p->box.walls ? "ff ff ff" : "pp pp pp";
    scree_cli_text_printf(&s->text, "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n%zu\nITEM: BOX BOUNDS %s\n", p->count,
                          bounds);
    for (int i = 0; i < 3; ++i) {
        scree_recipe_number(&s->text, "0 ", sides[i]);
        scree_cli_text_words(&s->text, "\n");
    }
    scree_cli_text_printf(&s->text, "ITEM: ATOMS id type x y z quatw quati quatj quatk shapex shapey shapez radius%s\n",
                          blocky ? " blockiness1 blockiness2" : "");
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i) {
        const scree_body *b = &p->bodies[i];
        scree_cli_text_printf(&s->text, "%zu 1", i + 1);
        put_vector(&s->text, p->places[i]);
        put_quaternion(&s->text, b->orientation);
        put_vector(&s->text, widths(o, i));
        put(&s->text, o->recipe->radius * o->scales[i]);
        if (blocky) {
            double n1, n2;
            scree_shape_exponents(b->shape, &n1, &n2);
            put(&s->text, n1);
            put(&s->text, n2);
        }
        scree_cli_text_words(&s->text, "\n");
    }
}

// --------------------------------------------------------------------------------------------------------- data

/// What LAMMPS calls the grains.
typedef struct lammps_style {
    const char *style; ///< of atoms
    const char *bonus; ///< what there is one of for each atom, as counted in the head; NULL: nothing
} lammps_style;

static lammps_style style_of(const scree_shape *shape)
{
    switch (scree_shape_kind_of(shape)) {
    case SCREE_SPHERE:
        return (lammps_style){ "sphere", NULL };
    case SCREE_BOX:
    case SCREE_POLYHEDRON:
        return (lammps_style){ "body", "bodies" };
    default:
        return (lammps_style){ "ellipsoid", "ellipsoids" };
    }
}

static void write_head(const pack_output *o, const lammps_style *style, text *out)
{
    const packing *p = o->packing;
    const double sides[3] = { p->box.size.x, p->box.size.y, p->box.size.z };
    const scree_shape_kind kind = scree_shape_kind_of(o->recipe->shape);
    scree_cli_text_printf(out, "LAMMPS data file of scree pack: %zu grains, shape %s, %s\n\n%zu atoms\n", p->count,
                          scree_shape_kind_name(kind), p->box.walls ? "boundary f f f" : "boundary p p p", p->count);
    if (style->bonus != NULL) scree_cli_text_printf(out, "%zu %s\n", p->count, style->bonus);
    scree_cli_text_words(out, "1 atom types\n\n");
    for (int i = 0; i < 3; ++i) {
        scree_recipe_number(out, "0 ", sides[i]);
        scree_cli_text_printf(out, " %clo %chi\n", "xyz"[i], "xyz"[i]);
    }
    scree_cli_text_printf(out, "\nAtoms # %s\n\n", style->style);
}

static void write_atoms(const pack_output *o, const lammps_style *style, sink *s)
{
    const packing *p = o->packing;
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i) {
        const scree_shape *shape = p->bodies[i].shape;
        scree_cli_text_printf(&s->text, "%zu 1", i + 1);
        if (style->bonus == NULL) {
            put(&s->text, widths(o, i).x);
            put(&s->text, density);
        } else {
            const bool body = scree_shape_vertex_count(shape) > 0; // of bodies LAMMPS wants the mass
            scree_cli_text_words(&s->text, " 1");
            put(&s->text, body ? density * scree_shape_mass(shape).volume : density);
        }
        put_vector(&s->text, p->places[i]);
        scree_cli_text_words(&s->text, "\n");
    }
}

static void write_ellipsoids(const pack_output *o, sink *s)
{
    const packing *p = o->packing;
    scree_cli_text_words(&s->text, "\nEllipsoids\n\n");
    for (size_t i = 0; i < p->count && scree_sink_flush(s, false); ++i) {
        scree_cli_text_printf(&s->text, "%zu", i + 1);
        put_vector(&s->text, widths(o, i));
        put_quaternion(&s->text, p->bodies[i].orientation);
        scree_cli_text_words(&s->text, "\n");
    }
}

/// The inertia tensor in the world: xx, yy, zz, xy, xz, yz.
static void put_inertia(text *out, const scree_body *b)
{
    const scree_sym3 m = scree_shape_mass(b->shape).inertia;
    const double local[3][3] = { { m.xx, m.xy, m.xz }, { m.xy, m.yy, m.yz }, { m.xz, m.yz, m.zz } };
    const scree_body rotation = { NULL, { 0.0, 0.0, 0.0 }, b->orientation };
    double axis[3][3], world[3][3] = { { 0.0 } };
    for (int k = 0; k < 3; ++k) {
        const scree_vec3 v =
            scree_body_point(&rotation, (scree_vec3){ k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0 });
        axis[k][0] = v.x, axis[k][1] = v.y, axis[k][2] = v.z;
    }
    for (int m1 = 0; m1 < 9; ++m1) {
        for (int k = 0; k < 9; ++k)
            world[m1 / 3][m1 % 3] += axis[k / 3][m1 / 3] * local[k / 3][k % 3] * axis[k % 3][m1 % 3];
    }
    put_vector(out, (scree_vec3){ density * world[0][0], density * world[1][1], density * world[2][2] });
    put_vector(out, (scree_vec3){ density * world[0][1], density * world[0][2], density * world[1][2] });
    scree_cli_text_words(out, "\n");
}

/// Faces of LAMMPS have three or four vertices; larger ones are cut into triangles.
static int face_pieces(const scree_shape *shape, int face)
{
    const int size = scree_shape_face_size(shape, face);
    return size <= 4 ? 1 : size - 2;
}

static void put_faces(text *out, const scree_shape *shape)
{
    for (int f = 0; f < scree_shape_face_count(shape); ++f) {
        const int *v = scree_shape_face_vertices(shape, f);
        if (scree_shape_face_size(shape, f) == 4) {
            scree_cli_text_printf(out, "%d %d %d %d\n", v[0], v[1], v[2], v[3]);
            continue;
        }
        for (int k = 2; k < scree_shape_face_size(shape, f); ++k)
            scree_cli_text_printf(out, "%d %d %d -1\n", v[0], v[k - 1], v[k]);
    }
}

static void put_body(text *out, const packing *p, size_t i)
{
    const scree_body *b = &p->bodies[i];
    const int points = scree_shape_vertex_count(b->shape), edges = scree_shape_edge_count(b->shape);
    int faces = 0;
    for (int f = 0; f < scree_shape_face_count(b->shape); ++f) faces += face_pieces(b->shape, f);
    scree_cli_text_printf(out, "%zu 3 %d\n%d %d %d\n", i + 1, 6 + 3 * points + 2 * edges + 4 * faces + 1, points, edges,
                          faces);
    put_inertia(out, b);
    for (int k = 0; k < points; ++k) {
        const scree_vec3 c = scree_shape_mass(b->shape).centroid, v = scree_shape_vertex(b->shape, k);
        const scree_body rotation = { NULL, { 0.0, 0.0, 0.0 }, b->orientation };
        put_vector(out, scree_body_point(&rotation, (scree_vec3){ v.x - c.x, v.y - c.y, v.z - c.z }));
        scree_cli_text_words(out, "\n");
    }
    for (int k = 0; k < edges; ++k) {
        int ends[2], adjacent[2];
        scree_shape_edge(b->shape, k, ends, adjacent);
        scree_cli_text_printf(out, "%d %d\n", ends[0], ends[1]);
    }
    put_faces(out, b->shape);
    scree_recipe_number(out, "", 2.0 * scree_shape_rounding(b->shape));
    scree_cli_text_words(out, "\n");
}

void scree_pack_write_lammps_data(const pack_output *o, sink *s)
{
    const lammps_style style = style_of(o->recipe->shape);
    write_head(o, &style, &s->text);
    write_atoms(o, &style, s);
    if (style.bonus == NULL) return;
    if (scree_shape_vertex_count(o->recipe->shape) == 0) {
        write_ellipsoids(o, s);
        return;
    }
    scree_cli_text_words(&s->text, "\nBodies\n\n");
    for (size_t i = 0; i < o->packing->count && scree_sink_flush(s, false); ++i) put_body(&s->text, o->packing, i);
}
