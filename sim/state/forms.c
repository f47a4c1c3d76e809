// Shapes and clusters of shapes: parts, mass and principal axes.
#include "scree/rotation.h"
#include "state/line.h"

static const double pi = 3.14159265358979323846;

sim_class scree_sim_class_of(const scree_shape *shape)
{
    const bool is_sharp = scree_shape_rounding(shape) == 0.0;
    double n1, n2;
    switch (scree_shape_kind_of(shape)) {
    case SCREE_SPHERE:
    case SCREE_DISC:
    case SCREE_ELLIPSOID:
        return SIM_CLASS_POINT;
    case SCREE_SUPERQUADRIC:
        scree_shape_exponents(shape, &n1, &n2);
        return n1 <= 4.0 && n2 <= 4.0 ? SIM_CLASS_POINT : SIM_CLASS_BLOCKY;
    case SCREE_BOX:
    case SCREE_POLYHEDRON:
        return is_sharp ? SIM_CLASS_POLYHEDRON : SIM_CLASS_BLOCKY;
    case SCREE_POLYGON:
        return is_sharp ? SIM_CLASS_POLYGON : SIM_CLASS_ROUNDED_POLYGON;
    case SCREE_HALF_SPACE:
        return SIM_CLASS_HALF_SPACE;
    case SCREE_SUPPORT_SHAPE:
        return SIM_CLASS_USER;
    default:
        return SIM_CLASS_BLOCKY;
    }
}

// The distance from a point inside to the surface: exact for polyhedra and polygons, from their faces; for other shapes
// the least support value along 26 directions, which for the library's shapes is along an axis.
static double inradius_of(const scree_shape *shape, scree_vec3 centre)
{
    double least = INFINITY;
    const int faces = scree_shape_face_count(shape);
    for (int i = 0; i < faces; ++i) {
        const scree_vec3 corner = scree_shape_vertex(shape, scree_shape_face_vertices(shape, i)[0]);
        least = fmin(least, v3_dot(scree_shape_face_normal(shape, i), v3_sub(corner, centre)));
    }
    if (faces > 0) return least + scree_shape_rounding(shape);
    const bool is_flat = scree_shape_dimension(shape) == 2;
    const int corners = is_flat ? scree_shape_vertex_count(shape) : 0;
    for (int i = 0; i < corners; ++i) {
        const scree_vec3 p = scree_shape_vertex(shape, i), q = scree_shape_vertex(shape, (i + 1) % corners);
        const scree_vec3 edge = v3_sub(q, p), out = v3(edge.y, -edge.x, 0.0);
        least = fmin(least, v3_dot(out, v3_sub(p, centre)) / v3_length(out));
    }
    if (corners > 0) return least + scree_shape_rounding(shape);
    for (int i = 0; i < 27; ++i) {
        const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = is_flat ? 0 : i / 9 - 1;
        const scree_vec3 d = v3(x, y, z);
        if (v3_norm1(d) == 0.0) continue;
        least = fmin(least, v3_dot(d, v3_sub(scree_shape_support(shape, d), centre)) / v3_length(d));
    }
    return least;
}

static double largest_face(const scree_shape *shape)
{
    double most = 0.0;
    for (int i = 0; i < scree_shape_face_count(shape); ++i) {
        const int *v = scree_shape_face_vertices(shape, i);
        const scree_vec3 first = scree_shape_vertex(shape, v[0]);
        scree_vec3 sum = v3(0.0, 0.0, 0.0);
        for (int k = 1; k + 1 < scree_shape_face_size(shape, i); ++k)
            sum = v3_add(sum, v3_cross(v3_sub(scree_shape_vertex(shape, v[k]), first),
                                       v3_sub(scree_shape_vertex(shape, v[k + 1]), first)));
        most = fmax(most, 0.5 * v3_length(sum));
    }
    return most;
}

// The largest side of the box around a shape.
static double largest_extent(const scree_shape *shape)
{
    const scree_bounds b = scree_shape_bounds(shape);
    const scree_vec3 e = v3_sub(b.high, b.low);
    return fmax(e.x * e.y, fmax(e.x * e.z, e.y * e.z));
}

static double longest_edge(const scree_shape *shape)
{
    double most = 0.0;
    const int corners = scree_shape_vertex_count(shape);
    for (int i = 0; i < corners; ++i)
        most =
            fmax(most, v3_length(v3_sub(scree_shape_vertex(shape, (i + 1) % corners), scree_shape_vertex(shape, i))));
    return most;
}

// The largest distance of a point of the part from the form's centre.
static double reach_of(const scree_shape *shape, scree_vec3 centre)
{
    double most = 0.0;
    const int vertices = scree_shape_vertex_count(shape);
    for (int i = 0; i < vertices; ++i) most = fmax(most, v3_length(v3_sub(scree_shape_vertex(shape, i), centre)));
    if (vertices > 0) return (most + scree_shape_rounding(shape)) * (1.0 + 1e-14);
    const scree_bounds bounds = scree_shape_bounds(shape);
    return (v3_length(v3_sub(bounds.centre, centre)) + bounds.radius) * (1.0 + 1e-14);
}

static double equivalent_radius(const scree_shape *shape)
{
    const double volume = scree_shape_mass(shape).volume;
    return scree_shape_dimension(shape) == 2 ? sqrt(volume / pi) : cbrt(0.75 * volume / pi);
}

int32_t scree_sim_add_part(scree_sim *sim, const scree_shape *shape, scree_vec3 offset, scree_quat orientation,
                           scree_vec3 centre)
{
    if (!scree_sim_grow(&sim->parts, &sim->part_capacity, sim->part_count + 1, sizeof *sim->parts)) return -1;
    sim_part *part = &sim->parts[sim->part_count];
    *part =
        (sim_part){ .shape = shape, .offset = offset, .orientation = orientation, .kind = scree_sim_class_of(shape) };
    part->is_rotated = orientation.x != 0.0 || orientation.y != 0.0 || orientation.z != 0.0;
    part->is_offset = v3_norm1(offset) > 0.0;
    if (part->kind == SIM_CLASS_HALF_SPACE) {
        part->radius = part->own_radius = part->inradius = INFINITY;
    } else {
        part->radius = reach_of(shape, centre);
        part->own_radius = equivalent_radius(shape);
        part->inradius = inradius_of(shape, scree_shape_mass(shape).centroid);
        part->face_area = fmax(largest_face(shape), pi * part->own_radius * part->own_radius);
        if (part->kind == SIM_CLASS_BLOCKY) part->face_area = largest_extent(shape);
        if (part->kind == SIM_CLASS_POLYHEDRON) part->face_area = largest_face(shape);
        if (part->kind == SIM_CLASS_POLYGON) part->face_area = longest_edge(shape);
    }
    return (int32_t)sim->part_count++;
}

// Principal axes and radii of a form whose parts, volume and centroid are set.
static void finish_form(const scree_sim *sim, sim_form *form, const scree_sym3 *inertia)
{
    const scree_quat none = { 1.0, 0.0, 0.0, 0.0 };
    form->principal = none;
    form->inradius = INFINITY;
    for (int32_t i = 0; i < form->part_count; ++i) {
        const sim_part *part = &sim->parts[form->first_part + i];
        form->radius = fmax(form->radius, part->radius);
        form->inradius = fmin(form->inradius, part->inradius);
    }
    if (sim->settings.dimension == 2) {
        form->moments = v3(0.0, 0.0, inertia->zz);
        form->inverse_moments = v3(0.0, 0.0, 1.0 / inertia->zz);
        form->is_aligned = true;
        form->mean_inverse = form->volume / inertia->zz;
        return;
    }
    const double trace = inertia->xx + inertia->yy + inertia->zz;
    const double off = fabs(inertia->xy) + fabs(inertia->xz) + fabs(inertia->yz);
    form->is_aligned = off <= 1e-14 * trace;
    form->moments = v3(inertia->xx, inertia->yy, inertia->zz);
    const scree_vec3 m = form->moments;
    form->is_round = form->is_aligned && fabs(m.x - m.y) + fabs(m.x - m.z) <= 1e-13 * trace;
    if (form->is_round) form->moments = v3(trace / 3.0, trace / 3.0, trace / 3.0);
    if (!form->is_aligned) scree_sim_principal(inertia, &form->moments, &form->principal);
    form->inverse_moments = v3(1.0 / form->moments.x, 1.0 / form->moments.y, 1.0 / form->moments.z);
    form->mean_inverse =
        form->volume * (form->inverse_moments.x + form->inverse_moments.y + form->inverse_moments.z) / 3.0;
}

static sim_form *new_form(scree_sim *sim, scree_error *error)
{
    if (!scree_sim_grow(&sim->forms, &sim->form_capacity, sim->form_count + 1, sizeof *sim->forms)) {
        scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a shape");
        return NULL;
    }
    sim_form *form = &sim->forms[sim->form_count];
    *form = (sim_form){ .first_part = (int32_t)sim->part_count };
    return form;
}

static bool has_mass(const scree_mass *mass, int dimension)
{
    if (!isfinite(mass->volume) || mass->volume <= 0.0 || !v3_is_finite(mass->centroid)) return false;
    if (!isfinite(mass->inertia.zz) || mass->inertia.zz <= 0.0) return false;
    return dimension == 2 || (isfinite(mass->inertia.xx) && mass->inertia.xx > 0.0 && isfinite(mass->inertia.yy) &&
                              mass->inertia.yy > 0.0);
}

int scree_sim_add_shape(scree_sim *sim, scree_shape *shape, scree_error *error)
{
    if (sim == NULL || shape == NULL) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation or no shape");
        scree_shape_destroy(shape);
        return -1;
    }
    const bool is_infinite = scree_shape_kind_of(shape) == SCREE_HALF_SPACE;
    const scree_quat none = { 1.0, 0.0, 0.0, 0.0 };
    sim_form *form = new_form(sim, error);
    bool ok = form != NULL;
    if (ok && is_infinite && sim->settings.dimension == 2)
        ok = scree_sim_make_line(sim, &shape, &form->line, &form->line_offset, error);
    const scree_mass mass = scree_shape_mass(shape);
    if (ok && !is_infinite && scree_shape_dimension(shape) != sim->settings.dimension)
        ok = scree_sim_fail(error, SCREE_MIXED_DIMENSIONS, "a %d-D shape in a %d-D simulation",
                            scree_shape_dimension(shape), sim->settings.dimension);
    const bool is_solid = !is_infinite && ok && has_mass(&mass, sim->settings.dimension);
    const scree_vec3 centre = is_solid ? mass.centroid : v3(0.0, 0.0, 0.0);
    if (ok && scree_sim_add_part(sim, shape, v3_scale(-1.0, centre), none, centre) < 0)
        ok = scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a shape");
    if (!ok) {
        scree_shape_destroy(shape);
        return -1;
    }
    form->owned = shape;
    form->part_count = 1;
    form->is_infinite = !is_solid;
    form->volume = mass.volume;
    form->centroid = centre;
    if (is_solid) finish_form(sim, form, &mass.inertia);
    return (int)sim->form_count++;
}

// ---------------------------------------------------------------------------------------------------------- clusters

// The inertia tensor of a part about the origin of the cluster, in its frame, added to `sum`.
static void add_inertia(scree_sym3 *sum, const scree_sym3 *i, scree_quat q, double volume, scree_vec3 p)
{
    const scree_mat3 r = scree_quat_to_matrix(q);
    const double m[3][3] = { { i->xx, i->xy, i->xz }, { i->xy, i->yy, i->yz }, { i->xz, i->yz, i->zz } };
    double rotated[3][3];
    for (int a = 0; a < 3; ++a) {
        const double ra[3] = { r.row[a].x, r.row[a].y, r.row[a].z };
        for (int b = 0; b < 3; ++b) {
            const double rb[3] = { r.row[b].x, r.row[b].y, r.row[b].z };
            rotated[a][b] = 0.0;
            for (int c = 0; c < 3; ++c)
                for (int d = 0; d < 3; ++d) rotated[a][b] += ra[c] * m[c][d] * rb[d];
        }
    }
    sum->xx += rotated[0][0] + volume * (p.y * p.y + p.z * p.z);
    sum->yy += rotated[1][1] + volume * (p.x * p.x + p.z * p.z);
    sum->zz += rotated[2][2] + volume * (p.x * p.x + p.y * p.y);
    sum->xy += rotated[0][1] - volume * p.x * p.y;
    sum->xz += rotated[0][2] - volume * p.x * p.z;
    sum->yz += rotated[1][2] - volume * p.y * p.z;
}

static scree_mass mass_of_parts(const scree_sim *sim, const scree_grain_part *parts, size_t count)
{
    scree_mass sum = { 0 };
    for (size_t i = 0; i < count; ++i) {
        const scree_mass m = scree_shape_mass(sim->parts[sim->forms[parts[i].shape].first_part].shape);
        const scree_quat q = quat_unit(parts[i].orientation);
        const scree_vec3 centre = v3_add(parts[i].position, quat_rotate(q, m.centroid));
        sum.volume += m.volume;
        sum.centroid = v3_add_scaled(sum.centroid, m.volume, centre);
        add_inertia(&sum.inertia, &m.inertia, q, m.volume, centre);
    }
    sum.centroid = v3_scale(1.0 / sum.volume, sum.centroid);
    const scree_vec3 c = sum.centroid; // from the origin to the centroid
    sum.inertia.xx -= sum.volume * (c.y * c.y + c.z * c.z);
    sum.inertia.yy -= sum.volume * (c.x * c.x + c.z * c.z);
    sum.inertia.zz -= sum.volume * (c.x * c.x + c.y * c.y);
    sum.inertia.xy += sum.volume * c.x * c.y;
    sum.inertia.xz += sum.volume * c.x * c.z;
    sum.inertia.yz += sum.volume * c.y * c.z;
    return sum;
}

static bool is_rotation(scree_quat q)
{
    const double size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return isfinite(size) && size > 0.0;
}

static bool check_parts(const scree_sim *sim, const scree_grain_part *parts, size_t count, scree_error *error)
{
    for (size_t i = 0; i < count; ++i) {
        const size_t form = (size_t)parts[i].shape;
        if (form >= sim->form_count || sim->forms[form].owned == NULL || sim->forms[form].is_infinite)
            return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "part %zu: its shape must be a bounded convex one", i);
        if (!v3_is_finite(parts[i].position) || !is_rotation(parts[i].orientation))
            return scree_sim_fail(error, SCREE_INVALID_POSE, "part %zu: no position or no orientation", i);
    }
    return true;
}

int scree_sim_add_cluster(scree_sim *sim, const scree_grain_part *parts, size_t count, const scree_mass *mass,
                          scree_error *error)
{
    if (sim == NULL || parts == NULL || count == 0 || count > 1000000) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation or no parts");
        return -1;
    }
    if (!check_parts(sim, parts, count, error)) return -1;
    const scree_mass own = mass != NULL ? *mass : mass_of_parts(sim, parts, count);
    if (!has_mass(&own, sim->settings.dimension)) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "cluster: volume and inertia must be above 0");
        return -1;
    }
    sim_form *form = new_form(sim, error);
    if (form == NULL) return -1;
    for (size_t i = 0; i < count; ++i) {
        const scree_shape *shape = sim->parts[sim->forms[parts[i].shape].first_part].shape;
        const scree_quat q = quat_unit(parts[i].orientation);
        const scree_vec3 offset = v3_sub(parts[i].position, own.centroid);
        const scree_vec3 centre = quat_rotate_back(q, v3_scale(-1.0, offset)); // in the part's frame
        if (scree_sim_add_part(sim, shape, offset, q, centre) < 0) {
            sim->part_count = (size_t)form->first_part;
            scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a cluster");
            return -1;
        }
    }
    form->part_count = (int32_t)count;
    form->volume = own.volume;
    form->centroid = own.centroid;
    finish_form(sim, form, &own.inertia);
    return (int)sim->form_count++;
}
