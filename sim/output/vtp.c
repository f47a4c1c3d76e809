#include "output/vtp.h"

#include <math.h>
#include <stdlib.h>

#include "output/vtp_file.h"

/// Polygons of bodies in the world, and for each polygon whose it is.
typedef struct surfaces {
    float *points;
    int32_t *corners, *ends, *owners;
    size_t point_count, corner_count, polygon_count;
} surfaces;

typedef struct float3 {
    float x, y, z;
} float3;

static float3 narrowed(scree_vec3 v)
{
    return (float3){ (float)v.x, (float)v.y, (float)v.z };
}

static void surfaces_free(surfaces *s)
{
    free(s->points);
    free(s->corners);
    free(s->ends);
    free(s->owners);
    *s = (surfaces){ 0 };
}

static bool surfaces_reserve(surfaces *s, size_t points, size_t corners, size_t polygons)
{
    *s = (surfaces){ 0 };
    if (points >= INT32_MAX || corners >= INT32_MAX) return false;
    s->points = malloc((3 * points + 1) * sizeof *s->points);
    s->corners = malloc((corners + 1) * sizeof *s->corners);
    s->ends = malloc((polygons + 1) * sizeof *s->ends);
    s->owners = malloc((polygons + 1) * sizeof *s->owners);
    if (s->points != NULL && s->corners != NULL && s->ends != NULL && s->owners != NULL) return true;
    surfaces_free(s);
    return false;
}

static void add_body(surfaces *s, const scree_sim_facets *f, const scree_body *body, int32_t owner)
{
    const int32_t first = (int32_t)s->point_count, corner = (int32_t)s->corner_count;
    for (size_t i = 0; i < f->point_count; ++i) {
        const float3 p = narrowed(scree_body_point(body, f->points[i]));
        float *out = s->points + 3 * s->point_count++;
        out[0] = p.x;
        out[1] = p.y;
        out[2] = p.z;
    }
    for (size_t i = 0; i < f->corner_count; ++i) s->corners[s->corner_count++] = first + f->corners[i];
    for (size_t i = 0; i < f->polygon_count; ++i) {
        s->ends[s->polygon_count] = corner + f->ends[i];
        s->owners[s->polygon_count++] = owner;
    }
}

static void write_surfaces(scree_sim_vtp_file *file, const surfaces *s)
{
    scree_sim_vtp_tag(file, "<Points>");
    scree_sim_vtp_array(file, "Float32", "Points", 3, s->points, s->point_count);
    scree_sim_vtp_tag(file, "</Points>\n<Polys>");
    scree_sim_vtp_array(file, "Int32", "connectivity", 1, s->corners, s->corner_count);
    scree_sim_vtp_array(file, "Int32", "offsets", 1, s->ends, s->polygon_count);
    scree_sim_vtp_tag(file, "</Polys>\n<CellData>");
}

/// An array of vectors: `vectors` by owner, one for each polygon.
static void write_vectors(scree_sim_vtp_file *file, const surfaces *s, const char *name, const scree_vec3 *vectors)
{
    float3 *out = malloc((s->polygon_count + 1) * sizeof *out);
    for (size_t i = 0; i < s->polygon_count && out != NULL; ++i) out[i] = narrowed(vectors[s->owners[i]]);
    if (out != NULL)
        scree_sim_vtp_array(file, "Float32", name, 3, out, s->polygon_count);
    else
        file->head.failed = true;
    free(out);
}

static void write_ints(scree_sim_vtp_file *file, const surfaces *s, const char *name, const int32_t *values)
{
    int32_t *out = malloc((s->polygon_count + 1) * sizeof *out);
    for (size_t i = 0; i < s->polygon_count && out != NULL; ++i) out[i] = values[s->owners[i]];
    if (out != NULL)
        scree_sim_vtp_array(file, "Int32", name, 1, out, s->polygon_count);
    else
        file->head.failed = true;
    free(out);
}

// ----------------------------------------------------------------------------------------------------------- grains

enum { MOST_POLYGONS = 16 << 20 };

/// Many grains are drawn with fewer triangles each, so that a frame fits in memory.
static void choose_detail(scree_sim_facet_cache *cache, int wanted, size_t parts)
{
    int detail = wanted;
    while (detail > 0 && parts > (size_t)(MOST_POLYGONS / 20) >> (2 * detail)) detail--;
    if (detail == cache->detail) return;
    scree_sim_facet_cache_free(cache);
    cache->detail = detail;
}

static bool make_grains(const scree_sim_vtp_input *in, surfaces *s)
{
    const scree_sim_grains_view *g = &in->frame->grains;
    const size_t parts = g->count > 0 ? (size_t)g->first_parts[g->count] : 0;
    choose_detail(in->facets, in->detail, parts);
    size_t points = 0, corners = 0, polygons = 0;
    for (size_t i = 0; i < parts; ++i) {
        const scree_sim_facets *f = scree_sim_facets_of(in->facets, g->parts[i].shape);
        if (f == NULL) return false;
        points += f->point_count;
        corners += f->corner_count;
        polygons += f->polygon_count;
    }
    if (!surfaces_reserve(s, points, corners, polygons)) return false;
    for (size_t i = 0; i < g->count; ++i) {
        for (int32_t k = g->first_parts[i]; k < g->first_parts[i + 1]; ++k)
            add_body(s, scree_sim_facets_of(in->facets, g->parts[k].shape), &g->parts[k], (int32_t)i);
    }
    return true;
}

int32_t *scree_sim_coordination(const scree_sim_frame *frame)
{
    int32_t *counts = calloc(frame->grains.count + 1, sizeof *counts);
    for (size_t i = 0; i < frame->contact_count && counts != NULL; ++i) {
        if (frame->contacts[i].a >= 0) counts[frame->contacts[i].a]++;
        if (frame->contacts[i].b >= 0) counts[frame->contacts[i].b]++;
    }
    return counts;
}

static void write_ids(scree_sim_vtp_file *file, const surfaces *s, const int64_t *ids)
{
    int64_t *out = malloc((s->polygon_count + 1) * sizeof *out);
    for (size_t i = 0; i < s->polygon_count && out != NULL; ++i) out[i] = ids[s->owners[i]];
    if (out != NULL)
        scree_sim_vtp_array(file, "Int64", "id", 1, out, s->polygon_count);
    else
        file->head.failed = true;
    free(out);
}

bool scree_sim_vtp_grains(const char *path, const scree_sim_vtp_input *in, scree_error *error)
{
    const scree_sim_grains_view *g = &in->frame->grains;
    surfaces s = { 0 };
    int32_t *coordination = scree_sim_coordination(in->frame);
    if (coordination == NULL || !make_grains(in, &s)) {
        free(coordination);
        return scree_output_no_memory(error);
    }
    scree_sim_vtp_file file;
    scree_sim_vtp_begin(&file, in->origin, in->frame);
    scree_sim_vtp_piece(&file, s.point_count, 0, s.polygon_count);
    write_surfaces(&file, &s);
    write_ids(&file, &s, g->ids);
    write_ints(&file, &s, "material", g->materials);
    write_ints(&file, &s, "shape", g->shapes);
    write_ints(&file, &s, "coordination", coordination);
    write_vectors(&file, &s, "velocity", g->velocities);
    write_vectors(&file, &s, "angular_velocity", g->spins);
    scree_sim_vtp_tag(&file, "</CellData>");
    free(coordination);
    surfaces_free(&s);
    return scree_sim_vtp_end(&file, path, error);
}

// ------------------------------------------------------------------------------------------------------------ walls

/// The polygon of a half space within the domain.
static bool make_plane(const scree_sim_origin *origin, const scree_body *piece, scree_sim_mesh *mesh)
{
    return scree_sim_mesh_plane(piece, origin->domain_low, origin->domain_high, mesh, NULL);
}

static void add_plane(surfaces *s, const scree_sim_mesh *mesh, int32_t owner)
{
    if (mesh->triangle_count == 0) return;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const float3 p = narrowed(mesh->points[i]);
        float *out = s->points + 3 * s->point_count;
        out[0] = p.x;
        out[1] = p.y;
        out[2] = p.z;
        s->corners[s->corner_count++] = (int32_t)s->point_count++;
    }
    s->ends[s->polygon_count] = (int32_t)s->corner_count;
    s->owners[s->polygon_count++] = owner;
}

enum { PLANE_CORNERS = 12 };

static bool measure_walls(const scree_sim_vtp_input *in, size_t sizes[3])
{
    for (size_t i = 0; i < in->frame->wall_count; ++i) {
        const scree_sim_wall_view *wall = &in->frame->walls[i];
        for (size_t k = 0; k < wall->piece_count && !wall->removed; ++k) {
            const scree_sim_facets *f = scree_sim_facets_of(in->facets, wall->pieces[k].shape);
            if (f == NULL) return false;
            sizes[0] += f->point_count + PLANE_CORNERS;
            sizes[1] += f->corner_count + PLANE_CORNERS;
            sizes[2] += f->polygon_count + 1;
        }
    }
    return true;
}

static bool make_walls(const scree_sim_vtp_input *in, surfaces *s)
{
    size_t sizes[3] = { 0 };
    if (!measure_walls(in, sizes) || !surfaces_reserve(s, sizes[0], sizes[1], sizes[2])) return false;
    for (size_t i = 0; i < in->frame->wall_count; ++i) {
        const scree_sim_wall_view *wall = &in->frame->walls[i];
        for (size_t k = 0; k < wall->piece_count && !wall->removed; ++k) {
            const scree_body *piece = &wall->pieces[k];
            add_body(s, scree_sim_facets_of(in->facets, piece->shape), piece, (int32_t)i);
            scree_sim_mesh mesh = { 0 };
            if (scree_shape_kind_of(piece->shape) != SCREE_HALF_SPACE) continue;
            if (!make_plane(&in->origin->origin, piece, &mesh)) return false;
            add_plane(s, &mesh, (int32_t)i);
            scree_sim_mesh_free(&mesh);
        }
    }
    return true;
}

/// What the walls carry, as arrays by wall.
typedef struct wall_arrays {
    int32_t *indices, *materials;
    scree_vec3 *velocities, *forces, *torques;
} wall_arrays;

static bool take_arrays(const scree_sim_frame *frame, wall_arrays *a)
{
    const size_t n = frame->wall_count;
    a->indices = malloc((2 * n + 1) * sizeof *a->indices);
    a->velocities = malloc((3 * n + 1) * sizeof *a->velocities);
    if (a->indices == NULL || a->velocities == NULL) return false;
    a->materials = a->indices + n;
    a->forces = a->velocities + n;
    a->torques = a->forces + n;
    for (size_t i = 0; i < n; ++i) {
        a->indices[i] = (int32_t)i;
        a->materials[i] = frame->walls[i].material;
        a->velocities[i] = frame->walls[i].velocity;
        a->forces[i] = frame->walls[i].force;
        a->torques[i] = frame->walls[i].torque;
    }
    return true;
}

bool scree_sim_vtp_walls(const char *path, const scree_sim_vtp_input *in, scree_error *error)
{
    surfaces s = { 0 };
    wall_arrays a = { 0 };
    bool done = make_walls(in, &s) && take_arrays(in->frame, &a);
    if (done) {
        scree_sim_vtp_file file;
        scree_sim_vtp_begin(&file, in->origin, in->frame);
        scree_sim_vtp_piece(&file, s.point_count, 0, s.polygon_count);
        write_surfaces(&file, &s);
        write_ints(&file, &s, "wall", a.indices);
        write_ints(&file, &s, "material", a.materials);
        write_vectors(&file, &s, "velocity", a.velocities);
        write_vectors(&file, &s, "force", a.forces);
        write_vectors(&file, &s, "torque", a.torques);
        scree_sim_vtp_tag(&file, "</CellData>");
        done = scree_sim_vtp_end(&file, path, error);
    } else
        scree_output_no_memory(error);
    free(a.indices);
    free(a.velocities);
    surfaces_free(&s);
    return done;
}
