// A scene for POV-Ray: a mesh for each shape, placed by a matrix for each grain; walls; a camera that the grains fill.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/bytes.h"
#include "output/camera.h"
#include "output/colours.h"
#include "output/mesh.h"
#include "output/origin.h"
#include "output/smooth.h"

static const double bevel_share = 0.035;

scree_sim_still_options scree_sim_still_defaults(void)
{
    return (scree_sim_still_options){
        .size = sizeof(scree_sim_still_options), .width = 1200, .height = 900, .radiosity = true, .detail = 3
    };
}

/// What the writers share.
typedef struct still {
    const scree_sim_origin_copy *origin;
    const scree_sim_frame *frame;
    const scree_sim_still_options *options;
    scree_sim_bytes out;
    const scree_shape **shapes; ///< by the number of their mesh
    size_t shape_count, shape_capacity;
    int *slots; ///< numbers of meshes by a hash of the shape; -1: free
    size_t slot_count;
} still;

static void put_numbers(scree_sim_bytes *out, const double *numbers, int count)
{
    scree_sim_bytes_words(out, "<");
    for (int i = 0; i < count; ++i) {
        char text[40];
        snprintf(text, sizeof text, i > 0 ? ",%.7g" : "%.7g", numbers[i]);
        for (char *c = text + 1; *c != '\0'; ++c) { // a comma of the locale; the first one separates
            if (*c == ',') *c = '.';
        }
        scree_sim_bytes_words(out, text);
    }
    scree_sim_bytes_words(out, ">");
}

static void put_vector(scree_sim_bytes *out, scree_vec3 v)
{
    const double numbers[3] = { v.x, v.y, v.z };
    put_numbers(out, numbers, 3);
}

static void put_colour(scree_sim_bytes *out, scree_sim_colour c)
{
    const double numbers[3] = { c.red, c.green, c.blue };
    put_numbers(out, numbers, 3);
}

// ----------------------------------------------------------------------------------------------------------- meshes

static void put_mesh(scree_sim_bytes *out, const scree_sim_mesh *m, const scree_vec3 *normals)
{
    scree_sim_bytes_format(out, "mesh2 { vertex_vectors { %zu", m->point_count);
    for (size_t i = 0; i < m->point_count; ++i) {
        scree_sim_bytes_words(out, ",");
        put_vector(out, m->points[i]);
    }
    if (normals != NULL) scree_sim_bytes_format(out, " }\nnormal_vectors { %zu", m->point_count);
    for (size_t i = 0; i < m->point_count && normals != NULL; ++i) {
        scree_sim_bytes_words(out, ",");
        put_vector(out, normals[i]);
    }
    scree_sim_bytes_format(out, " }\nface_indices { %zu", m->triangle_count);
    for (size_t i = 0; i < m->triangle_count; ++i)
        scree_sim_bytes_format(out, ",<%d,%d,%d>", (int)m->corners[3 * i], (int)m->corners[3 * i + 1],
                               (int)m->corners[3 * i + 2]);
    scree_sim_bytes_words(out, " }");
}

static size_t slot_of(const still *s, const scree_shape *shape)
{
    const uint64_t key = (uint64_t)(uintptr_t)shape * UINT64_C(0x9e3779b97f4a7c15);
    size_t slot = (size_t)(key >> 32) % s->slot_count;
    while (s->slots[slot] >= 0 && s->shapes[s->slots[slot]] != shape) slot = (slot + 1) % s->slot_count;
    return slot;
}

/// Declare the mesh of a shape that is new; -1 where memory ran out.
static int mesh_of(still *s, const scree_shape *shape)
{
    const size_t slot = slot_of(s, shape);
    if (s->slots[slot] >= 0) return s->slots[slot];
    scree_sim_smooth_mesh m;
    const bool flat = scree_shape_dimension(shape) == 2;
    if (!scree_sim_smooth_make(shape, s->options->detail, flat ? 0.0 : bevel_share, &m)) return -1;
    s->slots[slot] = (int)s->shape_count;
    s->shapes[s->shape_count] = shape;
    scree_sim_bytes_format(&s->out, "#declare M%zu = ", s->shape_count++);
    put_mesh(&s->out, &m.mesh, m.normals);
    scree_sim_bytes_words(&s->out, " }\n");
    scree_sim_smooth_free(&m);
    return s->slots[slot];
}

static void put_placed(still *s, int mesh, const scree_body *body, const char *texture)
{
    const scree_mat3 r = scree_quat_to_matrix(body->orientation);
    const double matrix[12] = {
        r.row[0].x, r.row[1].x, r.row[2].x, r.row[0].y,       r.row[1].y,       r.row[2].y,
        r.row[0].z, r.row[1].z, r.row[2].z, body->position.x, body->position.y, body->position.z
    };
    scree_sim_bytes_format(&s->out, "object { M%d matrix ", mesh);
    put_numbers(&s->out, matrix, 12);
    scree_sim_bytes_words(&s->out, texture);
}

static double speed_of(scree_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static bool put_grains(still *s)
{
    const scree_sim_grains_view *g = &s->frame->grains;
    double fastest = 0.0;
    for (size_t i = 0; i < g->count; ++i) fastest = fmax(fastest, speed_of(g->velocities[i]));
    for (size_t i = 0; i < g->count; ++i) {
        const scree_sim_colour colour =
            s->options->colour_by_speed
                ? scree_sim_colour_map(fastest > 0.0 ? speed_of(g->velocities[i]) / fastest : 0.0)
                : scree_sim_colour_of_material(g->materials[i], g->ids[i]);
        for (int32_t k = g->first_parts[i]; k < g->first_parts[i + 1]; ++k) {
            const int mesh = mesh_of(s, g->parts[k].shape);
            if (mesh < 0) return false;
            put_placed(s, mesh, &g->parts[k], " G(");
            put_colour(&s->out, colour);
            scree_sim_bytes_words(&s->out, ") }\n");
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------ walls

/// A half space is drawn if the camera is outside of it: what would hide the grains is left out.
static bool put_plane(still *s, const scree_body *piece, const scree_sim_camera *camera)
{
    const scree_sim_origin *o = &s->origin->origin;
    scree_vec3 high = o->domain_high;
    high.z = fmin(high.z, camera->high.z + 0.1 * (camera->high.z - camera->low.z));
    scree_sim_mesh mesh;
    if (!scree_sim_mesh_plane(piece, o->domain_low, high, &mesh, NULL)) return false;
    scree_vec3 normal = { 0.0, 0.0, 1.0 };
    double offset = 0.0;
    scree_shape_plane(piece->shape, &normal, &offset);
    normal = scree_quat_rotate(piece->orientation, normal);
    const bool drawn =
        mesh.triangle_count > 0 && mesh_dot(normal, mesh_add_scaled(camera->place, -1.0, mesh.points[0])) > 0.0;
    if (drawn) {
        put_mesh(&s->out, &mesh, NULL);
        scree_sim_bytes_words(&s->out, normal.z > 0.9 * sqrt(mesh_dot(normal, normal)) ? " texture { Floor } }\n"
                                                                                       : " texture { Side } }\n");
    }
    scree_sim_mesh_free(&mesh);
    return true;
}

static bool is_solid(const scree_body *piece)
{
    return scree_shape_face_count(piece->shape) > 0 && scree_shape_rounding(piece->shape) == 0.0 &&
           scree_shape_dimension(piece->shape) == 3;
}

/// Is the point in a polyhedron or on its surface?
static bool is_within(const scree_body *piece, scree_vec3 point)
{
    const scree_vec3 arm = mesh_add_scaled(point, -1.0, piece->position);
    const scree_vec3 p = scree_quat_rotate(
        (scree_quat){ piece->orientation.w, -piece->orientation.x, -piece->orientation.y, -piece->orientation.z }, arm);
    const double slack = 1e-6 * scree_shape_bounds(piece->shape).radius;
    for (int f = 0; f < scree_shape_face_count(piece->shape); ++f) {
        const scree_vec3 corner = scree_shape_vertex(piece->shape, scree_shape_face_vertices(piece->shape, f)[0]);
        if (mesh_dot(scree_shape_face_normal(piece->shape, f), mesh_add_scaled(p, -1.0, corner)) > slack) return false;
    }
    return true;
}

/// Does a face lie in another piece of the wall, as where two segments of a funnel meet?
static bool is_hidden(const scree_sim_wall_view *wall, const scree_body *piece, int face)
{
    const int *corners = scree_shape_face_vertices(piece->shape, face);
    const int size = scree_shape_face_size(piece->shape, face);
    for (size_t i = 0; i < wall->piece_count; ++i) {
        const scree_body *other = &wall->pieces[i];
        if (other == piece || !is_solid(other)) continue;
        int within = 0;
        while (within < size &&
               is_within(other, scree_body_point(piece, scree_shape_vertex(piece->shape, corners[within]))))
            ++within;
        if (within == size) return true;
    }
    return false;
}

/// Adds the faces of a polyhedron that the camera sees. What lies behind each layer of a translucent wall is traced
/// again: back faces, and those between two pieces, would cost several times the picture and blur it.
static void add_faces(const scree_sim_wall_view *wall, const scree_body *piece, const scree_sim_camera *camera,
                      scree_sim_mesh *mesh)
{
    enum { MOST_PIECES = 500 }; // each face is compared with all others
    const scree_shape *shape = piece->shape;
    for (int f = 0; f < scree_shape_face_count(shape); ++f) {
        const int *corners = scree_shape_face_vertices(shape, f);
        const scree_vec3 normal = scree_quat_rotate(piece->orientation, scree_shape_face_normal(shape, f));
        const scree_vec3 corner = scree_body_point(piece, scree_shape_vertex(shape, corners[0]));
        if (mesh_dot(normal, mesh_add_scaled(camera->place, -1.0, corner)) <= 0.0) continue;
        if (wall->piece_count <= MOST_PIECES && is_hidden(wall, piece, f)) continue;
        const size_t first = mesh->point_count;
        for (int k = 0; k < scree_shape_face_size(shape, f); ++k) {
            mesh->points[mesh->point_count++] = scree_body_point(piece, scree_shape_vertex(shape, corners[k]));
            if (k >= 2) scree_sim_mesh_triangle(mesh, first, first + (size_t)k - 1, first + (size_t)k);
        }
    }
}

static const char plate_end[] = " texture { Plate } no_shadow no_radiosity }\n";

/// The polyhedra of a wall, as one mesh.
static bool put_solids(still *s, const scree_sim_wall_view *wall, const scree_sim_camera *camera)
{
    size_t corners = 0;
    for (size_t k = 0; k < wall->piece_count; ++k) {
        if (is_solid(&wall->pieces[k])) corners += 2 * (size_t)scree_shape_edge_count(wall->pieces[k].shape);
    }
    if (corners == 0) return true;
    scree_sim_mesh mesh;
    if (!scree_sim_mesh_reserve(&mesh, corners, corners)) return false;
    for (size_t k = 0; k < wall->piece_count; ++k) {
        if (is_solid(&wall->pieces[k])) add_faces(wall, &wall->pieces[k], camera, &mesh);
    }
    if (mesh.triangle_count > 0) {
        put_mesh(&s->out, &mesh, NULL);
        scree_sim_bytes_words(&s->out, plate_end);
    }
    scree_sim_mesh_free(&mesh);
    return true;
}

static bool put_walls(still *s, const scree_sim_camera *camera)
{
    for (size_t i = 0; i < s->frame->wall_count; ++i) {
        const scree_sim_wall_view *wall = &s->frame->walls[i];
        if (wall->removed) continue;
        for (size_t k = 0; k < wall->piece_count; ++k) {
            const scree_body *piece = &wall->pieces[k];
            if (scree_shape_kind_of(piece->shape) == SCREE_HALF_SPACE) {
                if (!put_plane(s, piece, camera)) return false;
                continue;
            }
            if (is_solid(piece)) continue;
            const int mesh = mesh_of(s, piece->shape);
            if (mesh < 0) return false;
            put_placed(s, mesh, piece, plate_end);
        }
        if (!put_solids(s, wall, camera)) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------- file

static void put_head(still *s, const char *path)
{
    const scree_sim_still_options *o = s->options;
    const scree_sim_origin *origin = &s->origin->origin;
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    scree_sim_bytes_format(&s->out, "// povray +I%s +W%d +H%d +A0.3 -J -D%s\n", name, o->width, o->height,
                           o->radiosity ? " +WT1" : "");
    const char *const lines[][2] = { { "version", scree_version() },
                                     { "title", origin->title },
                                     { "command", origin->command },
                                     { "scene_sha256", s->origin->scene_hash },
                                     { "scene", origin->scene } };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        scree_sim_bytes_format(&s->out, "// %s: ", lines[i][0]);
        for (const char *c = lines[i][1]; *c != '\0'; ++c) {
            if (*c == '\n')
                scree_sim_bytes_format(&s->out, "\n// %s: ", lines[i][0]);
            else
                scree_sim_bytes_add(&s->out, c, 1);
        }
        scree_sim_bytes_words(&s->out, "\n");
    }
    scree_sim_bytes_format(&s->out,
                           "// seed: %llu\n// step: %lld\n// grains: %zu\n// time: ", (unsigned long long)origin->seed,
                           (long long)s->frame->step, s->frame->grains.count);
    scree_sim_bytes_number(&s->out, s->frame->time);
    scree_sim_bytes_words(&s->out, "\n#version 3.7;\n");
}

static void put_settings(still *s, const scree_sim_camera *camera)
{
    scree_sim_bytes *out = &s->out;
    scree_sim_bytes_words(out, "global_settings { assumed_gamma 1.0 max_trace_level 30");
    if (s->options->radiosity)
        scree_sim_bytes_words(out, " radiosity { pretrace_start 0.08 pretrace_end 0.01 count 40 nearest_count 8 "
                                   "error_bound 0.8 recursion_limit 1 low_error_factor 0.6 gray_threshold 0.2 "
                                   "minimum_reuse 0.01 brightness 0.9 }");
    scree_sim_bytes_format(out, " }\nbackground { color rgb 1 }\n#default { finish { ambient %s diffuse 0.72 } }\n",
                           s->options->radiosity ? "0" : "0.25");
    scree_sim_camera_write(camera, s->options, out);
    scree_sim_bytes_words(
        out, "#macro G(c) texture { pigment { color srgb c } finish { specular 0.12 roughness 0.05 } } #end\n"
             "#declare Floor = texture { pigment { color srgb <0.93,0.93,0.92> } }\n"
             "#declare Side = texture { pigment { color srgb <0.88,0.89,0.91> } }\n"
             "#declare Plate = texture { pigment { slope {");
    // Walls that one looks through glow, lighter where they face the light: lit layers, one behind the other, each asking
    // for its shadows, would take most of the time.
    put_vector(out, mesh_add_scaled(camera->light, -1.0, camera->target));
    scree_sim_bytes_words(
        out, " } color_map { [0 color srgbt <0.42,0.47,0.53,0.72>] [1 color srgbt <0.72,0.77,0.83,0.72>] } }"
             " finish { ambient 0 diffuse 0 emission 1 } }\n");
}

static bool put_all(still *s, const char *path)
{
    scree_sim_camera camera;
    scree_sim_camera_choose(&s->origin->origin, s->frame, s->options, &camera);
    put_head(s, path);
    put_settings(s, &camera);
    return put_grains(s) && put_walls(s, &camera) && !s->out.failed;
}

static size_t count_parts(const scree_sim_frame *frame)
{
    size_t count = frame->grains.count > 0 ? (size_t)frame->grains.first_parts[frame->grains.count] : 0;
    for (size_t i = 0; i < frame->wall_count; ++i) count += frame->walls[i].piece_count;
    return count;
}

bool scree_sim_still_write(const char *path, const scree_sim_origin *origin, const scree_sim_frame *frame,
                           const scree_sim_still_options *options, scree_error *error)
{
    if (path == NULL || frame == NULL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: is NULL", path == NULL ? "path" : "frame");
    const scree_sim_still_options defaults = scree_sim_still_defaults();
    if (options == NULL) options = &defaults;
    if (options->size != sizeof *options || options->width < 1 || options->height < 1 || options->detail < 0 ||
        options->detail > SCREE_SIM_MOST_DETAIL)
        return scree_output_fail(
            error, SCREE_INVALID_ARGUMENT,
            "options: start from scree_sim_still_defaults(); width and height above 0, detail 0 to 5");
    scree_sim_origin_copy copy = { 0 };
    if (!scree_sim_origin_take(origin, &copy, error)) return false;
    still s = { .origin = &copy, .frame = frame, .options = options };
    const size_t parts = count_parts(frame);
    s.slot_count = 2 * parts + 1;
    s.shapes = malloc((parts + 1) * sizeof *s.shapes);
    s.slots = malloc(s.slot_count * sizeof *s.slots);
    bool done = s.shapes != NULL && s.slots != NULL;
    for (size_t i = 0; i < s.slot_count && done; ++i) s.slots[i] = -1;
    done = (done && put_all(&s, path)) || scree_output_no_memory(error);
    done = done && scree_sim_replace_file(path, s.out.data, s.out.size, false, error);
    free(s.shapes);
    free(s.slots);
    scree_sim_bytes_free(&s.out);
    scree_sim_origin_free(&copy);
    return done;
}
