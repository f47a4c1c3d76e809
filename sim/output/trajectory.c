#define _POSIX_C_SOURCE 200809L
#include "output/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/vtp.h"

// The names of all chunks, in the order in which a frame's index lists them.
static const char chunk_names[] = "configuration/step\0"
                                  "configuration/dimensions\0"
                                  "configuration/box\0"
                                  "particles/N\0"
                                  "particles/types\0"
                                  "particles/type_shapes\0"
                                  "particles/typeid\0"
                                  "particles/mass\0"
                                  "particles/diameter\0"
                                  "particles/position\0"
                                  "particles/orientation\0"
                                  "particles/velocity\0"
                                  "log/time\0"
                                  "log/particles/id\0"
                                  "log/particles/material\0"
                                  "log/particles/coordination\0"
                                  "log/particles/angular_velocity\0"
                                  "scree/version\0"
                                  "scree/title\0"
                                  "scree/command\0"
                                  "scree/scene\0"
                                  "scree/scene_sha256\0"
                                  "scree/seed\0"
                                  "scree/materials\0"
                                  "scree/middle\0"
                                  "scree/type_shape\0"
                                  "scree/type_diameter\0"
                                  "scree/mesh/first\0"
                                  "scree/mesh/sizes\0"
                                  "scree/mesh/points\0"
                                  "scree/mesh/corners\0"
                                  "scree/wall/names\0"
                                  "scree/wall/sizes\0"
                                  "scree/wall/points\0"
                                  "scree/wall/corners\0"
                                  "scree/wall/poses\0"
                                  "scree/contact/grains\0"
                                  "scree/contact/points\0"
                                  "scree/contact/forces";

/// Does a chunk of the file hold just this? False with *failed where it cannot be read.
static bool holds(const scree_sim_trajectory *t, const scree_sim_gsd_entry *entry, scree_sim_gsd_type type,
                  uint64_t rows, uint32_t columns, const void *data, bool *failed, scree_error *error)
{
    scree_sim_bytes kept;
    if (entry == NULL || entry->rows != rows || entry->columns != columns || entry->type != type) return false;
    if (!scree_sim_gsd_read(&t->gsd, entry, &kept, error)) {
        *failed = true;
        return false;
    }
    const bool same = memcmp(kept.data, data, kept.size) == 0;
    scree_sim_bytes_free(&kept);
    return same;
}

bool scree_sim_trajectory_put(scree_sim_trajectory *t, const char *name, scree_sim_gsd_type type, uint64_t rows,
                              uint32_t columns, const void *data, scree_error *error)
{
    const uint64_t frames = t->gsd.frames;
    bool failed = false;
    if (frames > 0 && holds(t, scree_sim_gsd_find(&t->gsd, 0, name), type, rows, columns, data, &failed, error))
        return true; // readers fall back on frame 0
    const scree_sim_gsd_entry *last = frames > 1 && !failed ? scree_sim_gsd_find(&t->gsd, frames - 1, name) : NULL;
    if (holds(t, last, type, rows, columns, data, &failed, error)) return scree_sim_gsd_add_again(&t->gsd, last, error);
    return !failed && scree_sim_gsd_add(&t->gsd, name, type, rows, columns, data, error);
}

// ------------------------------------------------------------------------------------------------------------ frame

static scree_vec3 middle_of(const scree_sim_origin *o)
{
    return (scree_vec3){ 0.5 * (o->domain_low.x + o->domain_high.x), 0.5 * (o->domain_low.y + o->domain_high.y),
                         0.5 * (o->domain_low.z + o->domain_high.z) };
}

static bool put_text(scree_sim_trajectory *t, const char *name, const char *words, scree_error *error)
{
    return scree_sim_gsd_add(&t->gsd, name, GSD_UINT8, strlen(words), 1, words, error);
}

/// Material names, each on a line.
static bool put_materials(scree_sim_trajectory *t, scree_error *error)
{
    scree_sim_bytes names = { 0 };
    const scree_sim_origin *o = &t->origin->origin;
    for (size_t i = 0; i < o->material_count; ++i)
        scree_sim_bytes_format(&names, "%s\n", scree_sim_material_name_of(o, (int)i).text);
    const bool done = (!names.failed || scree_output_no_memory(error)) &&
                      scree_sim_gsd_add(&t->gsd, "scree/materials", GSD_UINT8, names.size, 1, names.data, error);
    scree_sim_bytes_free(&names);
    return done;
}

/// Frame 0 says where the file comes from.
static bool put_origin(scree_sim_trajectory *t, scree_error *error)
{
    const scree_sim_origin *o = &t->origin->origin;
    const uint8_t dimensions = (uint8_t)o->dimension;
    const scree_vec3 middle = middle_of(o);
    return scree_sim_gsd_add(&t->gsd, "configuration/dimensions", GSD_UINT8, 1, 1, &dimensions, error) &&
           put_text(t, "scree/version", scree_version(), error) && put_text(t, "scree/title", o->title, error) &&
           put_text(t, "scree/command", o->command, error) && put_text(t, "scree/scene", o->scene, error) &&
           put_text(t, "scree/scene_sha256", t->origin->scene_hash, error) &&
           scree_sim_gsd_add(&t->gsd, "scree/seed", GSD_UINT64, 1, 1, &o->seed, error) &&
           scree_sim_gsd_add(&t->gsd, "scree/middle", GSD_DOUBLE, 1, 3, &middle, error) && put_materials(t, error);
}

static bool put_configuration(scree_sim_trajectory *t, const scree_sim_frame *frame, scree_error *error)
{
    const scree_sim_origin *o = &t->origin->origin;
    const float box[6] = { (float)(o->domain_high.x - o->domain_low.x),
                           (float)(o->domain_high.y - o->domain_low.y),
                           o->domain_high.z > o->domain_low.z ? (float)(o->domain_high.z - o->domain_low.z) : 1.0F,
                           0.0F,
                           0.0F,
                           0.0F };
    const uint64_t step = (uint64_t)frame->step;
    const uint32_t count = (uint32_t)frame->grains.count;
    return scree_sim_gsd_add(&t->gsd, "configuration/step", GSD_UINT64, 1, 1, &step, error) &&
           scree_sim_trajectory_put(t, "configuration/box", GSD_FLOAT, 6, 1, box, error) &&
           scree_sim_trajectory_put(t, "particles/N", GSD_UINT32, 1, 1, &count, error) &&
           scree_sim_gsd_add(&t->gsd, "log/time", GSD_DOUBLE, 1, 1, &frame->time, error);
}

/// Indices of the grains by rising id. NULL where memory ran out.
static uint32_t *order_by_id(const scree_sim_grains_view *g)
{
    int64_t most = -1;
    for (size_t i = 0; i < g->count; ++i) most = g->ids[i] > most ? g->ids[i] : most;
    uint32_t *place = calloc((size_t)(most + 2), sizeof *place), *order = calloc(g->count + 1, sizeof *order);
    if (place != NULL && order != NULL) {
        for (size_t i = 0; i < g->count; ++i) place[g->ids[i]] = (uint32_t)i + 1;
        size_t count = 0;
        for (int64_t id = 0; id <= most; ++id) {
            if (place[id] != 0) order[count++] = place[id] - 1;
        }
    } else {
        free(order);
        order = NULL;
    }
    free(place);
    return order;
}

/// One chunk of floats: `values` of grain i are written by `fill`.
typedef void (*fill_function)(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out);

static bool put_floats(scree_sim_trajectory *t, const scree_sim_frame *frame, const uint32_t *order, const char *name,
                       uint32_t columns, fill_function fill, scree_error *error)
{
    const size_t count = frame->grains.count;
    float *out = malloc((count * columns + 1) * sizeof *out);
    if (out == NULL) return scree_output_no_memory(error);
    for (size_t i = 0; i < count; ++i) fill(t, frame, order[i], out + i * columns);
    const bool done = scree_sim_trajectory_put(t, name, GSD_FLOAT, count, columns, out, error);
    free(out);
    return done;
}

static void fill_position(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out)
{
    const scree_vec3 middle = middle_of(&t->origin->origin), p = frame->grains.positions[grain];
    out[0] = (float)(p.x - middle.x);
    out[1] = (float)(p.y - middle.y);
    out[2] = (float)(p.z - middle.z);
}

static void fill_orientation(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out)
{
    (void)t;
    const scree_quat q = scree_quat_normalise(frame->grains.orientations[grain]);
    out[0] = (float)q.w;
    out[1] = (float)q.x;
    out[2] = (float)q.y;
    out[3] = (float)q.z;
}

static void fill_velocity(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out)
{
    (void)t;
    const scree_vec3 v = frame->grains.velocities[grain];
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static void fill_spin(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out)
{
    (void)t;
    const scree_vec3 v = frame->grains.spins[grain];
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static void fill_mass(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out)
{
    (void)t;
    out[0] = (float)frame->grains.masses[grain];
}

static void fill_diameter(const scree_sim_trajectory *t, const scree_sim_frame *frame, size_t grain, float *out)
{
    out[0] = (float)t->types[t->type_of_shape[frame->grains.shapes[grain]]].diameter;
}

static bool put_ids(scree_sim_trajectory *t, const scree_sim_frame *frame, const uint32_t *order, scree_error *error)
{
    const scree_sim_grains_view *g = &frame->grains;
    int64_t *ids = malloc((g->count + 1) * sizeof *ids);
    int32_t *numbers = malloc((g->count + 1) * sizeof *numbers), *coordination = scree_sim_coordination(frame);
    bool done = (ids != NULL && numbers != NULL && coordination != NULL) || scree_output_no_memory(error);
    if (done) {
        for (size_t i = 0; i < g->count; ++i) {
            ids[i] = g->ids[order[i]];
            numbers[i] = g->materials[order[i]];
        }
        done = scree_sim_trajectory_put(t, "log/particles/id", GSD_INT64, g->count, 1, ids, error) &&
               scree_sim_trajectory_put(t, "log/particles/material", GSD_INT32, g->count, 1, numbers, error);
    }
    if (done) {
        for (size_t i = 0; i < g->count; ++i) numbers[i] = t->type_of_shape[g->shapes[order[i]]];
        done = scree_sim_trajectory_put(t, "particles/typeid", GSD_UINT32, g->count, 1, numbers, error);
    }
    if (done) {
        for (size_t i = 0; i < g->count; ++i) numbers[i] = coordination[order[i]];
        done = scree_sim_trajectory_put(t, "log/particles/coordination", GSD_INT32, g->count, 1, numbers, error);
    }
    free(ids);
    free(numbers);
    free(coordination);
    return done;
}

static bool put_grains(scree_sim_trajectory *t, const scree_sim_frame *frame, const uint32_t *order, scree_error *error)
{
    return scree_sim_types_add(t, frame, order, error) && scree_sim_types_write(t, error) &&
           put_ids(t, frame, order, error) && put_floats(t, frame, order, "particles/mass", 1, fill_mass, error) &&
           put_floats(t, frame, order, "particles/diameter", 1, fill_diameter, error) &&
           put_floats(t, frame, order, "particles/position", 3, fill_position, error) &&
           put_floats(t, frame, order, "particles/orientation", 4, fill_orientation, error) &&
           put_floats(t, frame, order, "particles/velocity", 3, fill_velocity, error) &&
           put_floats(t, frame, order, "log/particles/angular_velocity", 3, fill_spin, error);
}

// --------------------------------------------------------------------------------------------- contacts and walls

/// Grains of contacts by their place in the frame, walls as -1 - wall; points relative to the middle.
static bool put_contacts(scree_sim_trajectory *t, const scree_sim_frame *frame, const uint32_t *order,
                         scree_error *error)
{
    const size_t count = frame->contact_count;
    const scree_vec3 middle = middle_of(&t->origin->origin);
    int32_t *place = malloc((frame->grains.count + 1) * sizeof *place);
    int32_t *grains = malloc((2 * count + 1) * sizeof *grains);
    float *points = malloc((3 * count + 1) * sizeof *points), *forces = malloc((count + 1) * sizeof *forces);
    bool done = (place != NULL && grains != NULL && points != NULL && forces != NULL) || scree_output_no_memory(error);
    for (size_t i = 0; i < frame->grains.count && done; ++i) place[order[i]] = (int32_t)i;
    for (size_t i = 0; i < count && done; ++i) {
        const scree_sim_contact *c = &frame->contacts[i];
        const scree_vec3 f = c->force.force;
        grains[2 * i] = c->a >= 0 ? place[c->a] : c->a;
        grains[2 * i + 1] = c->b >= 0 ? place[c->b] : c->b;
        points[3 * i] = (float)(c->point.x - middle.x);
        points[3 * i + 1] = (float)(c->point.y - middle.y);
        points[3 * i + 2] = (float)(c->point.z - middle.z);
        forces[i] = (float)sqrt(f.x * f.x + f.y * f.y + f.z * f.z);
    }
    scree_sim_gsd *gsd = &t->gsd;
    done = done && scree_sim_gsd_add(gsd, "scree/contact/grains", GSD_INT32, count, 2, grains, error) &&
           scree_sim_gsd_add(gsd, "scree/contact/points", GSD_FLOAT, count, 3, points, error) &&
           scree_sim_gsd_add(gsd, "scree/contact/forces", GSD_FLOAT, count, 1, forces, error);
    free(place);
    free(grains);
    free(points);
    free(forces);
    return done;
}

/// The surfaces of walls, each in its wall's frame, and their names.
typedef struct wall_meshes {
    scree_sim_bytes names, sizes, points, corners;
} wall_meshes;

static void add_wall_mesh(wall_meshes *out, const scree_sim_wall_view *wall, const scree_body *piece,
                          const scree_sim_mesh *mesh, uint32_t sizes[2])
{
    const scree_quat q = { wall->orientation.w, -wall->orientation.x, -wall->orientation.y, -wall->orientation.z };
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const scree_vec3 p = piece != NULL ? scree_body_point(piece, mesh->points[i]) : mesh->points[i];
        const scree_vec3 d = { p.x - wall->position.x, p.y - wall->position.y, p.z - wall->position.z };
        const scree_vec3 v = scree_quat_rotate(q, d);
        const float numbers[3] = { (float)v.x, (float)v.y, (float)v.z };
        scree_sim_bytes_add(&out->points, numbers, sizeof numbers);
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        const uint32_t corner = sizes[0] + (uint32_t)mesh->corners[i];
        scree_sim_bytes_add(&out->corners, &corner, sizeof corner);
    }
    sizes[0] += (uint32_t)mesh->point_count;
    sizes[1] += (uint32_t)mesh->triangle_count;
}

static bool add_wall(scree_sim_trajectory *t, const scree_sim_wall_view *wall, wall_meshes *out)
{
    const scree_sim_origin *o = &t->origin->origin;
    uint32_t sizes[2] = { 0, 0 };
    for (size_t k = 0; k < wall->piece_count; ++k) {
        const scree_body *piece = &wall->pieces[k];
        const bool plane = scree_shape_kind_of(piece->shape) == SCREE_HALF_SPACE;
        scree_sim_mesh mesh;
        const bool made = plane ? scree_sim_mesh_plane(piece, o->domain_low, o->domain_high, &mesh, NULL)
                                : scree_sim_mesh_make(piece->shape, t->detail, &mesh, NULL);
        if (!made) return false;
        add_wall_mesh(out, wall, plane ? NULL : piece, &mesh, sizes);
        scree_sim_mesh_free(&mesh);
    }
    scree_sim_bytes_format(&out->names, "%s\n", wall->name != NULL ? wall->name : "");
    scree_sim_bytes_add(&out->sizes, sizes, sizeof sizes);
    return !out->names.failed && !out->sizes.failed && !out->points.failed && !out->corners.failed;
}

static bool put_wall_meshes(scree_sim_trajectory *t, const scree_sim_frame *frame, scree_error *error)
{
    wall_meshes m = { 0 };
    bool done = true;
    for (size_t i = 0; i < frame->wall_count && done; ++i)
        done = add_wall(t, &frame->walls[i], &m) || scree_output_no_memory(error);
    scree_sim_gsd *gsd = &t->gsd;
    done = done && scree_sim_gsd_add(gsd, "scree/wall/names", GSD_UINT8, m.names.size, 1, m.names.data, error) &&
           scree_sim_gsd_add(gsd, "scree/wall/sizes", GSD_UINT32, frame->wall_count, 2, m.sizes.data, error) &&
           scree_sim_gsd_add(gsd, "scree/wall/points", GSD_FLOAT, m.points.size / (3 * sizeof(float)), 3, m.points.data,
                             error) &&
           scree_sim_gsd_add(gsd, "scree/wall/corners", GSD_UINT32, m.corners.size / (3 * sizeof(uint32_t)), 3,
                             m.corners.data, error);
    scree_sim_bytes_free(&m.names);
    scree_sim_bytes_free(&m.sizes);
    scree_sim_bytes_free(&m.points);
    scree_sim_bytes_free(&m.corners);
    return done;
}

enum { POSE_SIZE = 8 }; ///< position relative to the middle, quaternion w x y z, and 1 while the wall is there

static bool put_walls(scree_sim_trajectory *t, const scree_sim_frame *frame, scree_error *error)
{
    // Meshes again where walls were added: the latest list counts.
    const scree_sim_gsd_entry *known = NULL;
    for (uint64_t i = t->gsd.frames; i-- > 0 && known == NULL;)
        known = scree_sim_gsd_find(&t->gsd, i, "scree/wall/sizes");
    if ((known == NULL || known->rows != frame->wall_count) && !put_wall_meshes(t, frame, error)) return false;
    const scree_vec3 middle = middle_of(&t->origin->origin);
    double *poses = malloc((frame->wall_count + 1) * POSE_SIZE * sizeof *poses);
    if (poses == NULL) return scree_output_no_memory(error);
    for (size_t i = 0; i < frame->wall_count; ++i) {
        const scree_sim_wall_view *w = &frame->walls[i];
        const double pose[POSE_SIZE] = { w->position.x - middle.x, w->position.y - middle.y, w->position.z - middle.z,
                                         w->orientation.w,         w->orientation.x,         w->orientation.y,
                                         w->orientation.z,         w->removed ? 0.0 : 1.0 };
        memcpy(poses + i * POSE_SIZE, pose, sizeof pose);
    }
    const bool done =
        scree_sim_trajectory_put(t, "scree/wall/poses", GSD_DOUBLE, frame->wall_count, POSE_SIZE, poses, error);
    free(poses);
    return done;
}

bool scree_sim_trajectory_add(scree_sim_trajectory *t, const scree_sim_frame *frame, scree_error *error)
{
    uint32_t *order = order_by_id(&frame->grains);
    bool done = order != NULL || scree_output_no_memory(error);
    done = done && (t->gsd.frames > 0 || put_origin(t, error)) && put_configuration(t, frame, error) &&
           put_grains(t, frame, order, error) && put_contacts(t, frame, order, error) && put_walls(t, frame, error) &&
           scree_sim_gsd_end_frame(&t->gsd, error);
    if (!done) scree_sim_gsd_give_up_frame(&t->gsd);
    free(order);
    return done;
}

// ------------------------------------------------------------------------------------------------- open and close

static bool step_of(const scree_sim_gsd *gsd, uint64_t frame, uint64_t *step)
{
    const scree_sim_gsd_entry *entry = scree_sim_gsd_find(gsd, frame, "configuration/step");
    scree_sim_bytes bytes;
    if (entry == NULL || entry->type != GSD_UINT64 || !scree_sim_gsd_read(gsd, entry, &bytes, NULL)) return false;
    memcpy(step, bytes.data, sizeof *step);
    scree_sim_bytes_free(&bytes);
    return true;
}

/// In the order in which they were written: by their place in the file, empty ones before others.
static int by_place(const void *p, const void *q)
{
    const scree_sim_gsd_entry *a = p, *b = q;
    if (a->location != b->location) return a->location < b->location ? -1 : 1;
    return (a->rows > 0) - (b->rows > 0);
}

/// One chunk, or the reference to one of the frame before.
static bool copy_chunk(scree_sim_trajectory *t, const scree_sim_gsd *from, const scree_sim_gsd_entry *entry,
                       scree_error *error)
{
    const uint64_t frame = entry->frame;
    const char *name = scree_sim_gsd_name(from, entry);
    const scree_sim_gsd_entry *before = frame > 0 ? scree_sim_gsd_find(from, frame - 1, name) : NULL;
    if (before != NULL && before->location == entry->location) {
        before = scree_sim_gsd_find(&t->gsd, frame - 1, name);
        if (before != NULL) return scree_sim_gsd_add_again(&t->gsd, before, error);
    }
    scree_sim_bytes data;
    if (!scree_sim_gsd_read(from, entry, &data, error)) return false;
    const bool added = scree_sim_gsd_add(&t->gsd, name, (scree_sim_gsd_type)entry->type, entry->rows, entry->columns,
                                         data.data, error);
    scree_sim_bytes_free(&data);
    return added;
}

/// The frames up to the step, one after the other: the same bytes as if there had been no more.
static bool copy_frames(scree_sim_trajectory *t, const scree_sim_gsd *from, int64_t resume_step, scree_error *error)
{
    scree_sim_gsd_entry *order = malloc(from->count * sizeof *order + 1);
    bool good = order != NULL || scree_output_no_memory(error);
    size_t k = 0;
    for (uint64_t frame = 0; frame < from->frames && good; ++frame) {
        uint64_t step;
        if (!step_of(from, frame, &step) || step > (uint64_t)resume_step) break;
        size_t count = 0;
        while (k < from->count && from->entries[k].frame == frame) order[count++] = from->entries[k++];
        qsort(order, count, sizeof *order, by_place);
        for (size_t i = 0; i < count && good; ++i) good = copy_chunk(t, from, &order[i], error);
        good = good && scree_sim_gsd_end_frame(&t->gsd, error);
    }
    free(order);
    return good;
}

bool scree_sim_trajectory_open(scree_sim_trajectory *t, const char *path, const scree_sim_origin_copy *origin,
                               int detail, int64_t resume_step, scree_error *error)
{
    *t = (scree_sim_trajectory){ .origin = origin, .detail = detail, .facets = { .detail = detail } };
    scree_sim_gsd from = { .file = -1 };
    const bool resume = resume_step >= 0 && access(path, F_OK) == 0;
    bool done = scree_sim_gsd_create(&t->gsd, path, chunk_names, sizeof chunk_names, error);
    if (resume) {
        done = done && scree_sim_gsd_open(&from, path, error) && copy_frames(t, &from, resume_step, error) &&
               scree_sim_types_read(t, error);
        scree_sim_gsd_close(&from);
    }
    done = done && scree_sim_gsd_publish(&t->gsd, error);
    if (!done) scree_sim_trajectory_close(t);
    return done;
}

bool scree_sim_trajectory_sync(scree_sim_trajectory *t, scree_error *error)
{
    return fsync(t->gsd.file) == 0 || scree_output_file_error(error, "sync", t->gsd.path);
}

void scree_sim_trajectory_close(scree_sim_trajectory *t)
{
    scree_sim_types_free(t);
    scree_sim_facet_cache_free(&t->facets);
    scree_sim_gsd_close(&t->gsd);
}
